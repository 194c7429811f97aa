//! A player's own notes on records of a game.

use crate::rows::{int, number, time};
use crate::{AccountId, GameId, Messages, StoreError, Time};
use sqlx::Row;

/// A note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The record it is on.
    pub record: u64,
    /// What it says, as plain text.
    pub text: String,
    /// When it was last changed.
    pub updated: Time,
}

impl Messages<'_> {
    /// An account's notes on a game, by record.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn notes(self, game: GameId, of: AccountId) -> Result<Vec<Remark>, StoreError> {
        let rows =
            sqlx::query("SELECT record, text, updated FROM notes WHERE game = $1 AND account = $2 ORDER BY record")
                .bind(game.0.to_vec())
                .bind(of.0.to_vec())
                .fetch_all(&self.0.readers)
                .await?;
        rows.iter()
            .map(|row| {
                Ok(Remark {
                    record: number(row, "record")?,
                    text: row.try_get("text")?,
                    updated: time(row, "updated")?,
                })
            })
            .collect()
    }

    /// Writes a note of 1 to 2,000 characters in place of the one on that record; an empty one takes it away. False when the account has
    /// `most` notes on that game already, and this would be another: nothing is written then.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn note(self, game: GameId, of: AccountId, remark: Remark, most: u32) -> Result<bool, StoreError> {
        self.0.writer
            .write(move |c| {
                Box::pin(async move {
                    if remark.text.is_empty() {
                        sqlx::query("DELETE FROM notes WHERE game = $1 AND account = $2 AND record = $3")
                            .bind(game.0.to_vec())
                            .bind(of.0.to_vec())
                            .bind(int(remark.record))
                            .execute(c)
                            .await?;
                        return Ok(true);
                    }
                    let done = sqlx::query(
                        "INSERT INTO notes (game, account, record, text, updated) SELECT $1, $2, $3, $4, $5 \
                         WHERE EXISTS (SELECT 1 FROM notes WHERE game = $1 AND account = $2 AND record = $3) \
                             OR (SELECT count(*) FROM notes WHERE game = $1 AND account = $2) < $6 \
                         ON CONFLICT (game, account, record) DO UPDATE SET text = excluded.text, updated = excluded.updated",
                    )
                    .bind(game.0.to_vec())
                    .bind(of.0.to_vec())
                    .bind(int(remark.record))
                    .bind(remark.text)
                    .bind(remark.updated.0)
                    .bind(i64::from(most))
                    .execute(c)
                    .await?;
                    Ok(done.rows_affected() > 0)
                })
            })
            .await
    }
}
