//! What the referee says happened, and how a position takes it in.

use super::position::{Pending, Position, index};
use domain_core::referee::{Apply, Side};
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Fact {
    /// A patrol challenges the one at that post.
    Challenged { post: u8, side: Side },
    /// The game is over.
    Ended { level: String, points: i32 },
    /// A patrol goes or is driven somewhere.
    Moved { from: u8, side: Side, to: u8 },
    /// An umpire puts a patrol somewhere.
    Placed { post: u8, side: Side },
    /// The die of a challenge.
    Rolled { die: u8, side: Side },
    /// A patrol holds.
    Stayed { side: Side },
    /// A side's turn begins.
    Turn { side: Side, turn: u8 },
}

impl Apply<Fact> for Position {
    fn apply(&mut self, fact: &Fact) {
        match fact {
            Fact::Challenged { .. } => self.pending = Some(Pending::Challenge),
            Fact::Ended { .. } => (self.over, self.pending) = (true, None),
            Fact::Moved { side, to, .. } => self.units[index(*side)].place = *to,
            Fact::Placed { post, side } => self.units[index(*side)].place = *post,
            Fact::Rolled { .. } | Fact::Stayed { .. } => {}
            Fact::Turn { side, turn } => {
                (self.over, self.pending, self.side, self.turn) = (false, None, *side, *turn);
            }
        }
    }
}
