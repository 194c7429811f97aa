//! Queued orders: setting and trying them. Those that have something to say are run as house players are: `bots`.

use super::appending::millis;
use super::play::Receipt;
use super::table::Table;
use super::{Outcome, ServiceError};
use crate::service::handles::Queues;
use domain::referee::QueueTried;
use fieldpost_store::Account;

impl Queues<'_> {
    /// Queues orders for this person's coming turns, in place of those that were; an empty text takes all back. What speaks at once is run at once.
    ///
    /// # Errors
    /// 400 for a line that is wrong; 403, 404, 409 as for orders; 409 in a game whose log has no place for them.
    pub async fn set(self, game: &str, account: &Account, text: &str) -> Outcome<Receipt> {
        self.0
            .play()
            .act(game, account, None, |live, seat, at| Ok(live.game.set_queue(seat, text, millis(at), &live.keys)?))
            .await
    }

    /// What queued orders would do now. Records nothing.
    ///
    /// # Errors
    /// 400 for a line that is wrong; 403 for somebody without a seat.
    pub async fn try_out(self, table: &Table, text: &str) -> Outcome<QueueTried> {
        let seat = table.seat.ok_or_else(|| ServiceError::forbidden("You have no seat in this game."))?;
        let (game, text) = (table.game.clone(), text.to_owned());
        // Each order is tried by the referee: off the threads that answer.
        let tried = tokio::task::spawn_blocking(move || game.try_queue(seat, &text)).await;
        Ok(tried.map_err(ServiceError::inside)??)
    }
}
