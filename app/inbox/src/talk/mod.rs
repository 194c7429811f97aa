//! Talk around the orders: greetings, closings, signatures, disclaimers. Everything left out here is reported.

mod caution;
mod closings;
mod greetings;
mod signatures;

pub(crate) use caution::{nearly, turns};
pub(crate) use closings::{Writer, closing, takes_leave};
pub(crate) use greetings::{greets, introduces};
pub(crate) use signatures::strip;

use crate::plain::Line;
use crate::reading::{Kind, LeftOut};
use std::collections::BTreeSet;

/// Words that are never a name and never a greeting, for they are what commands begin with. What orders begin with besides is the rulebooks' to say
/// ([`Vocabulary`]).
const COMMANDS: [&str; 18] = [
    "choice", "claim", "draw", "game", "help", "map", "menu", "message", "one", "pause", "preview", "queue", "resign",
    "resume", "rules", "standing", "takeback", "undo",
];

/// What the words of rulebooks are to somebody who tells orders from talk. All in lower case.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Vocabulary {
    /// Words that orders begin with: a line that begins with one is neither a name nor a greeting, and may be meant for an order.
    pub verbs: BTreeSet<String>,
    /// Words that are names of pieces, or nearly are, and ordinary words as well: Early, Branch; Wright and Sumner with a slip of the finger.
    pub ordinary: BTreeSet<String>,
}

impl Vocabulary {
    /// The words of rulebooks, each with its verbs and its ordinary words.
    pub fn of<'w>(books: impl IntoIterator<Item = (&'w [&'w str], &'w [&'w str])>) -> Self {
        let mut all = Vocabulary::default();
        for (verbs, ordinary) in books {
            all.verbs.extend(verbs.iter().map(|w| (*w).to_owned()));
            all.ordinary.extend(ordinary.iter().map(|w| (*w).to_owned()));
        }
        all
    }

    /// Whether an order or a command begins with a word.
    pub(crate) fn begins(&self, word: &str) -> bool {
        COMMANDS.contains(&word) || self.verbs.contains(word)
    }
}

/// Notes a line that is left out; at most 200 of them.
pub(crate) fn leave(left_out: &mut Vec<LeftOut>, line: &Line, kind: Kind) {
    if left_out.len() < 200 {
        let text = crate::characters::prose(line.text.trim()).chars().take(300).collect();
        left_out.push(LeftOut { line: line.number, text, kind });
    }
}

fn starts_large(word: &str) -> bool {
    // Scripts without capitals pass.
    word.chars().next().is_some_and(|c| c.is_alphabetic() && !c.is_lowercase())
}
