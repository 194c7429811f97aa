//! Going back, whoever does it: what is in force then, and where nobody goes back to.
//!
//! A log may go back to any record whose position is kept; what is in force then [`LineOfPlay`] says, and every reader of a log follows it. What
//! is done here is narrower, for takebacks and judgements alike: nothing that was taken back is gone back to, so that what both sides agreed
//! on, or an arbiter said, stays as it is told; and a game goes back to no position in which it stands.

use super::chronicle::Entry;
use super::{Game, GameError};
use crate::log::LineOfPlay;

impl Game {
    /// Which of its records are in force.
    pub fn line_of_play(&self) -> &LineOfPlay {
        &self.line
    }

    /// Whether what was done there, as its chronicle tells it, is in force.
    pub fn stands(&self, told: &Entry) -> bool {
        if told.unseen { self.line.holds_after(told.seq) } else { self.line.holds(told.seq) }
    }

    /// Why the game is not taken back to record `to`, by whomever. A log may hold it all the same.
    pub(super) fn bars_return(&self, to: u64) -> Option<&'static str> {
        if !self.line.holds(to) {
            return Some("it was itself taken back. Name a record that stands.");
        }
        (!self.kept.played_since(to, &self.line))
            .then_some("the game stands there already: no order since is in force.")
    }

    /// As [`Game::bars_return`], for whoever would go back.
    pub(super) fn may_return(&self, to: u64) -> Result<(), GameError> {
        self.bars_return(to).map_or(Ok(()), |why| Err(GameError::NoWayBack { to, why: why.into() }))
    }
}
