//! What the referee says happened, how a position takes it in, and how the chronicle tells it.

use super::names::patrol;
use super::pack::Pack;
use super::position::{Pending, Position, index};
use domain_core::kit::signed;
use domain_core::referee::{Apply, Line, Mark, Side, Tone};
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Fact {
    /// A patrol challenges the one at that post.
    Challenged { post: u8, side: Side },
    /// A patrol goes over a post to the next.
    Dashed { from: u8, over: u8, side: Side, to: u8 },
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
            Fact::Dashed { side, to, .. } | Fact::Moved { side, to, .. } => self.units[index(*side)].place = *to,
            Fact::Ended { .. } => (self.over, self.pending) = (true, None),
            Fact::Placed { post, side } => self.units[index(*side)].place = *post,
            Fact::Rolled { .. } | Fact::Stayed { .. } => {}
            Fact::Turn { side, turn } => {
                (self.over, self.pending, self.side, self.turn) = (false, None, *side, *turn);
            }
        }
    }
}

impl Fact {
    /// The fact as a player would write it. There are no secrets in this game.
    pub fn tell(&self, pack: &Pack) -> Line {
        match self {
            Fact::Challenged { post, side } => {
                let text =
                    format!("{} challenges {} at {}.", patrol(*side), patrol(side.other()), pack.place_name(*post));
                Line::new(Tone::Combat, text).cite("4.0")
            }
            Fact::Dashed { from, over, side, to } => {
                let path = [from, over, to].map(u8::to_string).into();
                let mark = Mark::Moved { piece: patrol(*side).to_lowercase(), side: *side, path };
                let (over, to) = (pack.place_name(*over), pack.place_name(*to));
                Line::new(Tone::Move, format!("{} dashes over {over} to {to}.", patrol(*side))).cite("3.0").mark(mark)
            }
            Fact::Ended { level, points } => {
                Line::new(Tone::Result, format!("{level}, {} points.", signed(*points))).cite("5.0")
            }
            Fact::Moved { from, side, to } => {
                let path = vec![from.to_string(), to.to_string()];
                let mark = Mark::Moved { piece: patrol(*side).to_lowercase(), side: *side, path };
                let text = format!("{} goes to {}.", patrol(*side), pack.place_name(*to));
                Line::new(Tone::Move, text).cite("3.0").mark(mark)
            }
            Fact::Placed { post, side } => {
                let text = format!("The umpire sets {} at {}.", patrol(*side), pack.place_name(*post));
                Line::new(Tone::Note, text).cite("1.0")
            }
            Fact::Rolled { die, side } => Line::new(Tone::Roll, format!("{} rolls {die}.", patrol(*side))).cite("4.0"),
            Fact::Stayed { side } => Line::new(Tone::Note, format!("{} holds.", patrol(*side))).cite("3.0"),
            Fact::Turn { side, turn } => Line::new(Tone::Heading, format!("Turn {turn}, {side}.")).cite("2.0"),
        }
    }
}
