//! What the records of a log of testimony say: a game played on a table or by other means, entered by an umpire.
//!
//! No dice are made here, so there are no chains, no phrases and no links: the faces are what the umpire says fell.

use crate::words::{DataFile, GameId, Hash32, Millis, Roll, SeatId, Side, Terms};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::second::Release;

/// `genesis/3`. The game has begun with it: both players are named, and nobody joins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GenesisTold {
    /// When the entering began.
    pub at: Millis,
    /// Where the dice come from.
    pub dice: ToldDice,
    /// Every data file of the ruleset with its SHA-256.
    pub files: Vec<DataFile>,
    /// The game.
    pub game: GameId,
    /// When and where it was played, in the umpire's words; may be empty.
    pub played: String,
    /// The release of the rules.
    pub release: Release,
    /// The ruleset's id.
    pub ruleset: String,
    /// The seats in seat order, with who sat there.
    pub seats: Vec<ToldSeat>,
    /// Scenario and options.
    pub terms: Terms,
    /// Who enters the game and answers for its dice.
    pub umpire: String,
}

/// Where the dice of a log of testimony come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ToldDice {
    /// The umpire says what fell. Nothing can prove it.
    Testimony,
}

/// A seat and who sat there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToldSeat {
    /// The seat's name: `Union`.
    pub name: String,
    /// The player's.
    pub player: String,
    /// The side it commands for.
    pub side: Side,
}

/// `order/3`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderTold {
    /// When it was entered.
    pub at: Millis,
    /// Who says so: the umpire of the genesis.
    pub by: String,
    /// What happened, in the ruleset's own shape.
    pub facts: Vec<Box<RawValue>>,
    /// Whether the referee gave it because nothing else was legal, and nobody wrote it down. It rolls nothing then.
    pub forced: bool,
    /// The order in notation.
    pub order: String,
    /// The rolls as the rules call for them, with the faces as they are told.
    pub rolls: Vec<Roll>,
    /// Whose order it is.
    pub seat: SeatId,
    /// SHA-256 of the canonical position after it.
    pub state: Hash32,
}

/// `correction/1`: the position after an earlier record stands again. What was entered since is not in force any more, and stays in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// When.
    pub at: Millis,
    /// The record gone back to: the genesis, or an order in force.
    pub back_to: u64,
    /// Who says so: the umpire of the genesis.
    pub by: String,
    /// Orders that were in force and are not any more.
    pub orders: u32,
    /// Why, in the umpire's words; may be empty.
    pub reason: String,
    /// SHA-256 of the canonical position that stands again.
    pub state: Hash32,
}
