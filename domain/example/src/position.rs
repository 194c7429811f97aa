//! The state after a record.

use domain_core::referee::{SeatId, Side};
use serde::{Deserialize, Serialize};

/// The position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Whether the game is over.
    pub over: bool,
    /// What was begun and not ended.
    pub pending: Option<Pending>,
    /// The side whose turn it is.
    pub side: Side,
    /// The game turn, from 1.
    pub turn: u8,
    /// The patrols, the Union's first.
    pub units: Vec<Patrol>,
}

/// A patrol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patrol {
    /// Its post.
    pub place: u8,
}

/// A procedure that waits for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pending {
    /// The side whose turn it is has challenged the other (§4.0).
    Challenge,
}

/// Where a side's patrol stands in `units`.
pub fn index(side: Side) -> usize {
    usize::from(SeatId::of_side(side).0)
}

impl Position {
    /// The post of a side's patrol.
    pub fn post(&self, side: Side) -> u8 {
        self.units[index(side)].place
    }
}
