//! Everything that an order needs to know of the storage, in one statement.

use crate::games::{head, seat};
use crate::idempotency;
use crate::rows::{json, number, time};
use crate::{AccountId, Draft, Game, GameId, Logs, Saved, SavedRequest, StoreError};
use domain::referee::SeatId;
use sqlx::Row;

/// A game as somebody finds it who adds to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtHand {
    /// The game.
    pub game: Game,
    /// What their seats have laid out.
    pub drafts: Vec<(SeatId, Draft)>,
    /// What was answered under the same key before, and what was asked then.
    pub saved: Option<(SavedRequest, Saved)>,
}

impl Logs<'_> {
    /// A game for an account that adds to it, under a key when the request has one.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn at_hand(
        self,
        game: GameId,
        account: AccountId,
        key: Option<&str>,
    ) -> Result<Option<AtHand>, StoreError> {
        let rows = sqlx::query(
            "SELECT g.*, s.*, a.name AS account_name, d.base AS draft_base, d.lines AS draft_lines, d.updated AS draft_updated, \
                    i.request AS once_request, i.status AS once_status, i.body AS once_body \
             FROM games g JOIN seats s ON s.game = g.id LEFT JOIN accounts a ON a.id = s.account \
                  LEFT JOIN drafts d ON d.game = s.game AND d.seat = s.seat AND s.account = $2 \
                  LEFT JOIN answers i ON i.account = $2 AND i.key = $3 \
             WHERE g.id = $1 ORDER BY s.seat",
        )
        .bind(game.0.to_vec())
        .bind(account.0.to_vec())
        .bind(key.map(idempotency::number_of))
        .fetch_all(&self.0.readers)
        .await?;
        let Some(first) = rows.first() else { return Ok(None) };
        let saved = idempotency::saved(first, "once_request", "once_status", "once_body")?;
        let mut at_hand = AtHand { game: head(first)?, drafts: Vec::new(), saved };
        for row in &rows {
            let seat = seat(row)?;
            if row.try_get::<Option<&str>, _>("draft_lines")?.is_some() {
                let draft = Draft {
                    base: number(row, "draft_base")?,
                    lines: json(row, "draft_lines")?,
                    updated: time(row, "draft_updated")?,
                };
                at_hand.drafts.push((seat.seat, draft));
            }
            at_hand.game.seats.push(seat);
        }
        Ok(Some(at_hand))
    }
}
