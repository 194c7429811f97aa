//! What rulebooks are written with: names and their matching, verbs and questions, and the loops over them that make notation, menus
//! and answers out of chapters.
//!
//! A chapter of a rulebook is a file. A verb is one type in it ([`Verb`]), a question is one type ([`Question`]); a ruleset lists both, and
//! the rest follows. What is law stays in the rulebook: sight, the search for retreats, losses, stacking, morale.

mod grid;
pub mod names;
mod question;
mod rule_break;
mod verb;

pub use grid::SheetGrid;
pub use question::{Asks, PhaseQuestion, Question, QuestionRow, StandingAnswer, asked, offers};
pub use rule_break::RuleBreak;
pub use verb::Verb;
pub use verb::{Book, Said, VerbRow, Words, alone, candidates, of_piece, verb_of_piece};
