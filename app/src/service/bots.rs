//! House players: the seats that they play.

use domain::referee::{Game, SeatId};

/// The seat of a house player that the game waits for.
pub(super) fn asked(game: &Game) -> Option<SeatId> {
    let is_bot = |seat: &SeatId| game.seat(*seat).is_some_and(|s| s.player.as_ref().is_some_and(|p| p.bot.is_some()));
    game.waiting_seats().into_iter().find(is_bot)
}
