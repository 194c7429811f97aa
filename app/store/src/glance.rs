//! What an order is decided on, in one look at the storage.

use crate::games::{GAME, game_of};
use crate::rows::{bytes, json, number, time};
use crate::{AccountId, AppendError, Draft, Game, GameId, Hash32, Saved, Store};
use sqlx::{AssertSqlSafe, Row};
use std::sync::{Arc, LazyLock};

/// A game as somebody finds it who wants to add to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glance {
    /// The game with its seats, and where its log ends; none of that id.
    pub game: Option<Game>,
    /// The draft of the account's seat.
    pub draft: Option<Draft>,
    /// What was answered to the same request before.
    pub saved: Option<Saved>,
}

static LOOK: LazyLock<Arc<str>> = LazyLock::new(|| {
    format!(
        "{GAME}; \
         SELECT 'draft' AS part, base, lines, updated FROM drafts \
             WHERE game = $1 AND seat = (SELECT min(seat) FROM seats WHERE game = $1 AND account = $2); \
         SELECT 'saved' AS part, request, status, body FROM idempotency WHERE account = $2 AND key = $3"
    )
    .into()
});

impl Store {
    /// A game, the draft of this account's first seat in it, and what was answered to this account under a key: everything that an order
    /// is decided on, read at one moment and in one crossing of threads.
    ///
    /// # Errors
    /// [`AppendError::KeyReused`] when the key was used for another request; otherwise when the storage fails.
    pub async fn glance(
        &self,
        game: GameId,
        account: AccountId,
        key: Option<(&str, Hash32)>,
    ) -> Result<Glance, AppendError> {
        let rows = sqlx::query(AssertSqlSafe(LOOK.clone()))
            .bind(game.0.to_vec())
            .bind(account.0.to_vec())
            .bind(key.map(|(key, _)| key.to_owned()))
            .fetch_all(&self.readers)
            .await?;
        let mut glance = Glance { game: game_of(&rows)?, draft: None, saved: None };
        for row in &rows {
            match row.try_get("part")? {
                "draft" => {
                    glance.draft = Some(Draft {
                        base: number(row, "base")?,
                        lines: json(row, "lines")?,
                        updated: time(row, "updated")?,
                    });
                }
                "saved" => {
                    let request = Hash32(bytes(row, "request")?);
                    if key.is_some_and(|(_, asked)| asked != request) {
                        return Err(AppendError::KeyReused);
                    }
                    glance.saved = Some(Saved { status: number(row, "status")?, body: row.try_get("body")? });
                }
                _ => {}
            }
        }
        Ok(glance)
    }
}
