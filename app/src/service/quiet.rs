//! Games with secrets that nobody plays any more: what was private in them is opened in the end (`docs/decisions/0070`). Eleven months after the
//! last record their players are told, and 30 days after that the game is closed without a result, unless there was a record.

use super::Outcome;
use super::notices::{Notice, NoticeKind};
use crate::service::appending::millis;
use crate::service::handles::Clocks;
use domain::dice::GameKeys;
use domain::log::{ClosedBy, Millis};
use domain::referee::{Game, GameError};
use fieldpost_store::{GameId, Time};
use std::time::Duration;

const DAY: Duration = Duration::from_secs(24 * 3600);
/// How long a game rests before its players are told.
const RESTS: Duration = Duration::from_secs(335 * 24 * 3600);
/// How long they have then.
pub(super) const NOTICE: Duration = Duration::from_secs(30 * 24 * 3600);
/// What the last record says.
const WHY: &str = "Nothing was recorded for a year.";

impl Clocks<'_> {
    /// Looks at when the last record of a game was made: tells its players, or closes it. What is done unseen counts for nothing, because the
    /// end of a game would tell of it. Answers when to look again.
    pub(super) async fn tend_age(self, id: GameId, now: Time) -> Outcome<Option<Time>> {
        let (row, live) = self.at_hand(id).await?;
        let game = &live.game;
        if !game.is_second() || game.result().is_some() || game.is_closed() {
            return Ok(None);
        }
        if live.playable().is_err() {
            return Ok(Some(now.after(DAY)));
        }
        let tell = row.updated.after(RESTS);
        if now < tell {
            return Ok(Some(tell));
        }
        let length = game.len();
        let Some(told) = self.0.store.errands().warned(id, length).await? else {
            let notices: Vec<Notice> = game.seats().iter().map(|s| Notice::to(NoticeKind::Closing, s.id)).collect();
            self.letters(&row, game, &notices, Millis(length)).await?;
            self.0.store.errands().note_warned(id, length, now).await?;
            return Ok(Some(now.after(NOTICE)));
        };
        if now < told.after(NOTICE) {
            return Ok(Some(told.after(NOTICE)));
        }
        let close = |game: &Game, keys: &GameKeys| match game.len() == length {
            true => game.close(ClosedBy::Age, WHY, millis(now), keys),
            false => Err(GameError::Offered("It goes on.")),
        };
        match self.append_for_nobody(id, now, close).await {
            Ok(_) => Ok(None),
            // Somebody was quicker, after all that time.
            Err(trouble) if trouble.cause.is_none() => Ok(Some(now.after(DAY))),
            Err(trouble) => Err(trouble),
        }
    }
}
