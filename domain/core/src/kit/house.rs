//! Players of the house: a list of them, asked by id.

use crate::referee::Bot;

/// A house player. `Play` is a function from a board, a side that owes an order, and a generator, to that order.
pub struct HousePlayer<Play> {
    /// Its stable id: `random`, `staff`.
    pub id: &'static str,
    /// What to expect of it.
    pub title: &'static str,
    /// How it plays.
    pub play: Play,
}

/// Who is on offer.
pub fn bots<Play>(players: &[HousePlayer<Play>]) -> Vec<Bot> {
    players.iter().map(|p| Bot { id: p.id, title: p.title }).collect()
}

/// How the player of that id plays; nothing for a name that nobody has.
pub fn player<Play>(players: &'static [HousePlayer<Play>], id: &str) -> Option<&'static Play> {
    players.iter().find(|p| p.id == id).map(|p| &p.play)
}
