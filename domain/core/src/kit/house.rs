//! Players of the house: a list of them, asked by id.

use super::Book;
use crate::dice::BotRng;
use crate::referee::Bot;
use crate::words::Side;

/// A house player.
pub struct HousePlayer<B: Book> {
    /// Its stable id: `random`, `staff`.
    pub id: &'static str,
    /// What to expect of it.
    pub title: &'static str,
    /// Its order for a side that owes one.
    pub order: fn(&B::Board<'_>, Side, &mut BotRng) -> Option<B::Order>,
}

/// Who is on offer.
pub fn bots<B: Book>(players: &[HousePlayer<B>]) -> Vec<Bot> {
    players.iter().map(|p| Bot { id: p.id, title: p.title }).collect()
}

/// The order of the player of that id.
pub fn bot_order<B: Book>(
    players: &[HousePlayer<B>],
    id: &str,
    board: &B::Board<'_>,
    side: Side,
    rng: &mut BotRng,
) -> Option<B::Order> {
    players.iter().find(|p| p.id == id).and_then(|p| (p.order)(board, side, rng))
}
