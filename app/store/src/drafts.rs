//! Orders laid out and not yet committed.

use crate::rows::{int, json, number, time};
use crate::{Drafts, GameId, StoreError, Time};
use domain::referee::SeatId;
use sqlx::SqliteConnection;

/// The draft of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The number of the record it was drawn up on; when the log is longer, it may no longer be possible.
    pub base: u64,
    /// The lines of notation.
    pub lines: Vec<String>,
    /// When it was last changed.
    pub updated: Time,
}

impl Drafts<'_> {
    /// The draft of a seat, if it has one.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn get(self, game: GameId, seat: SeatId) -> Result<Option<Draft>, StoreError> {
        let row = sqlx::query("SELECT base, lines, updated FROM drafts WHERE game = $1 AND seat = $2")
            .bind(game.0.to_vec())
            .bind(i64::from(seat.0))
            .fetch_optional(&self.0.readers)
            .await?;
        row.map(|row| {
            Ok(Draft { base: number(&row, "base")?, lines: json(&row, "lines")?, updated: time(&row, "updated")? })
        })
        .transpose()
    }

    /// Keeps a seat's draft in place of the one before. Without lines it is cleared.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn set(self, game: GameId, seat: SeatId, draft: Draft) -> Result<(), StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    if draft.lines.is_empty() { clear(c, game, seat).await } else { save(c, game, seat, &draft).await }
                })
            })
            .await
    }
}

async fn save(c: &mut SqliteConnection, game: GameId, seat: SeatId, draft: &Draft) -> Result<(), StoreError> {
    let lines = serde_json::to_string(&draft.lines).map_err(|e| crate::rows::unreadable("lines", e))?;
    sqlx::query(
        "INSERT INTO drafts (game, seat, base, lines, updated) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (game, seat) DO UPDATE SET base = excluded.base, lines = excluded.lines, updated = excluded.updated",
    )
    .bind(game.0.to_vec())
    .bind(i64::from(seat.0))
    .bind(int(draft.base))
    .bind(lines)
    .bind(draft.updated.0)
    .execute(c)
    .await?;
    Ok(())
}

pub(crate) async fn clear(c: &mut SqliteConnection, game: GameId, seat: SeatId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM drafts WHERE game = $1 AND seat = $2")
        .bind(game.0.to_vec())
        .bind(i64::from(seat.0))
        .execute(c)
        .await?;
    Ok(())
}
