//! The small words that everything else is said in.

use super::Refusal;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One of the two armies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The United States.
    Union,
    /// The Confederate States.
    Confederate,
}

impl Side {
    /// Both sides, in the order in which logs and pages list them.
    pub const BOTH: [Side; 2] = [Side::Union, Side::Confederate];

    /// The other side.
    pub const fn other(self) -> Side {
        match self {
            Side::Union => Side::Confederate,
            Side::Confederate => Side::Union,
        }
    }

    /// The word used in notation and in addresses: `union` or `confederate`.
    pub const fn word(self) -> &'static str {
        match self {
            Side::Union => "union",
            Side::Confederate => "confederate",
        }
    }

    /// The name in prose: `Union` or `Confederate`.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Union => "Union",
            Side::Confederate => "Confederate",
        }
    }

    /// One byte for hashing (TRUST §3): 1 for the Union, 2 for the Confederacy.
    pub const fn byte(self) -> u8 {
        match self {
            Side::Union => 1,
            Side::Confederate => 2,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One player's place in a game: the index into the scenario's list of seats, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatId(pub u8);

impl SeatId {
    /// The seat of a side where each side has one: the Union's is seat 0, the Confederacy's seat 1.
    pub const fn of_side(side: Side) -> SeatId {
        match side {
            Side::Union => SeatId(0),
            Side::Confederate => SeatId(1),
        }
    }

    /// The side of a seat where each side has one.
    ///
    /// # Errors
    /// [`Refusal::Unreadable`] for any third seat.
    pub fn side(self) -> Result<Side, Refusal> {
        Side::BOTH.into_iter().find(|side| SeatId::of_side(*side) == self).ok_or_else(|| {
            Refusal::unreadable("There is no such seat.", "Seat 0 is the Union, seat 1 the Confederacy.")
        })
    }
}

/// Whose eyes a view or a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player of the game: sees what that seat may know.
    Seat(SeatId),
    /// Anybody else while the game runs: sees what is public.
    Spectator,
    /// After the end, and in study positions: sees everything.
    Everyone,
}
