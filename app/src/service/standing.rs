//! Standing orders: setting them whole or line by line, trying them out, and telling what has switched itself off.

use super::appending::millis;
use super::play::Receipt;
use super::table::Table;
use super::{Outcome, ServiceError};
use crate::service::handles::StandingOrders;
use domain::referee::{Entry, Game, GameError, Level, Standing, Tryout};
use fieldpost_store::Account;

impl StandingOrders<'_> {
    /// Sets this person's standing orders; keys left out get their usual value.
    ///
    /// # Errors
    /// 400 for a key, value or condition that is not on offer; 403, 404, 409 as for orders.
    pub async fn set(self, game: &str, account: &Account, standing: Standing) -> Outcome<Receipt> {
        self.0
            .play()
            .act(game, account, None, |live, seat, at| {
                Ok(live.game.set_standing(seat, &standing, millis(at), &live.keys)?)
            })
            .await
    }

    /// Changes those of this person's standing orders that the lines name (`retreat = if turn >= 4: ask; rear`), all of them or,
    /// when one is wrong, none.
    ///
    /// # Errors
    /// As [`StandingOrders::set`].
    pub async fn set_lines(self, game: &str, account: &Account, lines: &str) -> Outcome<Receipt> {
        self.0
            .play()
            .act(game, account, None, |live, seat, at| {
                let standing = live.game.standing_lines(seat, lines, &live.keys)?;
                Ok(live.game.set_standing(seat, &standing, millis(at), &live.keys)?)
            })
            .await
    }

    /// Sets this person's standing orders to one of the ready-made sets.
    ///
    /// # Errors
    /// 403, 404, 409 as for orders.
    pub async fn set_level(self, game: &str, account: &Account, level: Level) -> Outcome<Receipt> {
        self.0
            .play()
            .act(game, account, None, |live, seat, at| {
                let standing = Standing::at(level, &live.game.ruleset().standing_offers());
                Ok(live.game.set_standing(seat, &standing, millis(at), &live.keys)?)
            })
            .await
    }

    /// What standing orders would have answered of the questions this person was asked so far. Records nothing.
    ///
    /// # Errors
    /// 400 for standing orders that are wrong; 403 for somebody without a seat.
    pub async fn try_out(self, table: &Table, standing: &Standing) -> Outcome<Tryout> {
        let seat = table.seat.ok_or_else(|| ServiceError::forbidden("You have no seat in this game."))?;
        // Refused before the log is read.
        table.game.whole_standing(standing)?;
        let records = self.0.store.logs().records_between(table.row.id, 0, table.game.len()).await?;
        let entries = self.0.games().private(table, 0).await?;
        Ok(Game::try_standing(&self.0.registry, (&records, &entries), seat, standing)?)
    }

    /// Tells in a chronicle, for the eyes of the seat's player alone, which parts of the standing orders in force have switched
    /// themselves off.
    ///
    /// # Errors
    /// When the storage fails.
    pub(super) async fn tell_lapses(self, table: &Table, after: u64, entries: &mut [Entry]) -> Outcome<()> {
        let (Some(seat), Some(standing)) = (table.seat, table.standing()) else { return Ok(()) };
        let Some(last) = entries.last().map(|e| e.seq) else { return Ok(()) };
        if standing.is_plain() {
            return Ok(());
        }
        let from = after.max(1);
        let game = self.0.games().under(table, from).await?;
        let records = self.0.store.logs().records_between(table.row.id, from, last).await?;
        let mut private = self.0.games().private(table, from).await?;
        private.retain(|e| !e.is_under(from) && e.is_under(last));
        let told = Game::lapses(game, (&records, &private), seat, table.keys())
            .map_err(|fault| GameError::Broken(format!("{fault}.")))?;
        for (seq, line) in told {
            if let Some(entry) = entries.iter_mut().find(|e| e.seq == seq) {
                entry.lines.push(line);
            }
        }
        Ok(())
    }
}
