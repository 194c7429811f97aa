//! The chronicle: each fact as a player would write it.

use super::facts::Fact;
use super::names::patrol;
use super::pack::Pack;
use domain_core::kit::signed;
use domain_core::referee::{Line, Mark, Tone};

/// Tells a fact. There are no secrets in this game.
pub fn tell(pack: &Pack, fact: &Fact) -> Line {
    match fact {
        Fact::Challenged { post, side } => {
            let text = format!("{} challenges {} at {}.", patrol(*side), patrol(side.other()), pack.place_name(*post));
            Line::new(Tone::Combat, text).cite("4.0")
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
