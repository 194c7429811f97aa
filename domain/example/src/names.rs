//! Names as players write them.

use domain_core::kit::names::{Match, find};
use domain_core::referee::{Refusal, Side};

/// The name of a side's patrol.
pub const fn patrol(side: Side) -> &'static str {
    match side {
        Side::Union => "Farnsworth",
        Side::Confederate => "Rosser",
    }
}

/// Reads a patrol's name, or its beginning.
pub fn read_patrol(word: &str) -> Result<Side, Refusal> {
    match find(Side::BOTH.into_iter(), |side| patrol(side).to_owned(), word) {
        Match::One(side) => Ok(side),
        Match::Several(_) | Match::Nobody => Err(unreadable(format!("There is no patrol called {word}."))),
    }
}

/// A line that cannot be read, with what one looks like.
pub fn unreadable(wrong: impl Into<String>) -> Refusal {
    Refusal::unreadable(wrong, "Write for example: Farnsworth go 3, hold, stand, yield.")
}
