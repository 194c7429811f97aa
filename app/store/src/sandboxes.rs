//! Positions that players play on alone.

use crate::rows::{int, json, number, time};
use crate::{AccountId, Drafts, GameId, StoreError, Time};
use domain::referee::{SeatId, Tree};

/// A sandbox as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The record it was forked at.
    pub base: u64,
    /// Its orders.
    pub tree: Tree,
    /// When it was last changed.
    pub updated: Time,
}

impl Drafts<'_> {
    /// The sandbox of a player at a seat, if there is one.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn sandbox(self, game: GameId, seat: SeatId, of: AccountId) -> Result<Option<Kept>, StoreError> {
        let row =
            sqlx::query("SELECT base, tree, updated FROM sandboxes WHERE game = $1 AND seat = $2 AND account = $3")
                .bind(game.0.to_vec())
                .bind(i64::from(seat.0))
                .bind(of.0.to_vec())
                .fetch_optional(&self.0.readers)
                .await?;
        row.map(|row| {
            Ok(Kept { base: number(&row, "base")?, tree: json(&row, "tree")?, updated: time(&row, "updated")? })
        })
        .transpose()
    }

    /// Keeps a sandbox in place of the one before.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn keep_sandbox(self, game: GameId, seat: SeatId, of: AccountId, kept: Kept) -> Result<(), StoreError> {
        let tree = serde_json::to_string(&kept.tree).map_err(|e| crate::rows::unreadable("tree", e))?;
        self.0.writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO sandboxes (game, seat, account, base, tree, updated) VALUES ($1, $2, $3, $4, $5, $6) \
                         ON CONFLICT (game, seat, account) \
                         DO UPDATE SET base = excluded.base, tree = excluded.tree, updated = excluded.updated",
                    )
                    .bind(game.0.to_vec())
                    .bind(i64::from(seat.0))
                    .bind(of.0.to_vec())
                    .bind(int(kept.base))
                    .bind(tree)
                    .bind(kept.updated.0)
                    .execute(c)
                    .await?;
                    Ok(())
                })
            })
            .await
    }
}
