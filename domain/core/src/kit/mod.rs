//! What rulebooks are written with: names and their matching, verbs and questions with the loops over them that make notation, menus
//! and answers out of chapters; files of a pack, maps, look-ups, sums, results tables, house players.
//!
//! A chapter of a rulebook is a file. A verb is one type in it ([`Verb`]), a question is one type ([`Question`]); a ruleset lists both, and
//! the rest follows. What is law stays in the rulebook: sight, the search for retreats, losses, stacking, morale.

pub mod files;
mod grid;
mod hex_map;
mod house;
mod lookup;
pub mod names;
mod question;
pub mod results;
mod rule_break;
mod sums;
mod umpire;
mod verb;

pub use crate::words::counted;
pub use grid::SheetGrid;
pub use hex_map::{Edge, HexMap};
pub use house::{HousePlayer, bots, player};
pub use lookup::{Latest, Lookup};
pub use question::{
    Asks, PhaseQuestion, Question, QuestionRow, StandingAnswer, answer, asked, asked_of, contexts, each_order, line,
    may_force, offers, orders, orders_of_pieces, other_side_is_asked, owing, piece_asked, waiting,
};
pub use rule_break::RuleBreak;
pub use sums::{in_words, signed, total};
pub use umpire::UmpireLines;
pub use verb::{Book, OneWord, Said, Verb, VerbRow, Words, alone, of_piece, verb_of_piece};
