//! Reading private logs. They are secrets as those of `secrets.rs` are, and read over the same connection: for the service's own loading of a
//! game, and for a download by somebody who may read them.

use crate::rows::{bytes, int, number, unreadable};
use crate::{Entry, GameId, Hash32, Logs, StoreError};
use domain::log::Audience;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

impl Logs<'_> {
    /// The private entries of a game that were made with or after record `from`, in the order in which they were made; all of them from 0.
    /// Nothing is checked.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn entries(self, game: GameId, from: u64) -> Result<Vec<Entry>, StoreError> {
        let mut connection = self.0.secrets.acquire().await?;
        entries(&mut connection, game, from).await
    }

    /// Puts back entries that were lost, whose place and hash the caller has checked. The table refuses one that is there, or that does not
    /// follow on the one before it in its log.
    ///
    /// # Errors
    /// When the storage fails; nothing is put back then.
    pub async fn put_back(self, entries: Vec<Entry>) -> Result<(), StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    for entry in entries {
                        sqlx::query(
                            "INSERT INTO private_entries (game, audience, number, after, \"with\", prev, hash, body) \
                             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                        )
                        .bind(entry.game.0.to_vec())
                        .bind(entry.audience.bytes().to_vec())
                        .bind(int(entry.number))
                        .bind(int(entry.after))
                        .bind(entry.with)
                        .bind(entry.prev.0.to_vec())
                        .bind(entry.hash.0.to_vec())
                        .bind(entry.body)
                        .execute(&mut *c)
                        .await?;
                    }
                    Ok(())
                })
            })
            .await
    }
}

pub(crate) async fn entries(c: &mut SqliteConnection, game: GameId, from: u64) -> Result<Vec<Entry>, StoreError> {
    let rows = sqlx::query(
        "SELECT audience, number, after, \"with\", prev, hash, body FROM private_entries \
         WHERE game = $1 AND after >= $2 ORDER BY after, \"with\" DESC, position",
    )
    .bind(game.0.to_vec())
    .bind(int(from))
    .fetch_all(c)
    .await?;
    rows.iter().map(|row| entry(game, row)).collect()
}

fn entry(game: GameId, row: &SqliteRow) -> Result<Entry, StoreError> {
    let audience = bytes(row, "audience")?;
    Ok(Entry {
        after: number(row, "after")?,
        audience: Audience::of_bytes(audience)
            .ok_or_else(|| unreadable("audience", format!("{audience:?} is no audience")))?,
        body: row.try_get("body")?,
        game,
        hash: Hash32(bytes(row, "hash")?),
        number: number(row, "number")?,
        prev: Hash32(bytes(row, "prev")?),
        with: row.try_get("with")?,
    })
}
