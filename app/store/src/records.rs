//! Reading logs.

use crate::rows::{bytes, int, maybe_bytes, number};
use crate::{GameId, Hash32, Logs, Record, StoreError};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

impl Logs<'_> {
    /// The records of a game after number `after`, in order; all of them after 0. Nothing is checked: use
    /// [`Record::check_after`] or verify the whole log.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn records(self, game: GameId, after: u64) -> Result<Vec<Record>, StoreError> {
        self.records_between(game, after, u64::MAX).await
    }

    /// The records of a game after number `after` up to and including number `upto`, in order.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn records_between(self, game: GameId, after: u64, upto: u64) -> Result<Vec<Record>, StoreError> {
        let rows = sqlx::query(
            "SELECT seq, prev, root, hash, body FROM records WHERE game = $1 AND seq > $2 AND seq <= $3 ORDER BY seq",
        )
        .bind(game.0.to_vec())
        .bind(int(after))
        .bind(int(upto))
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter().map(|row| record(game, row)).collect()
    }
}

pub(crate) fn record(game: GameId, row: &SqliteRow) -> Result<Record, StoreError> {
    Ok(Record {
        body: row.try_get("body")?,
        game,
        hash: Hash32(bytes(row, "hash")?),
        prev: Hash32(bytes(row, "prev")?),
        root: maybe_bytes(row, "root")?.map(Hash32),
        seq: number(row, "seq")?,
    })
}
