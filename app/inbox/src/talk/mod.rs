//! Talk around the orders: greetings, closings, signatures, disclaimers. Everything left out here is reported.

mod caution;
mod closings;
mod greetings;
mod signatures;

pub(crate) use caution::{nearly, turns};
pub(crate) use closings::{closing, takes_leave};
pub(crate) use greetings::{greets, introduces};
pub(crate) use signatures::strip;

use crate::plain::Line;
use crate::reading::{Kind, LeftOut};

/// Words that are never a name and never a greeting, for they are what orders and commands begin with.
const NEVER_TALK: [&str; 47] = [
    "activate",
    "advance",
    "aim",
    "assault",
    "attack",
    "bombard",
    "bring",
    "charge",
    "choice",
    "claim",
    "deploy",
    "done",
    "draw",
    "end",
    "enter",
    "fire",
    "free",
    "game",
    "help",
    "hold",
    "keep",
    "lead",
    "map",
    "menu",
    "message",
    "move",
    "one",
    "pass",
    "pause",
    "pay",
    "post",
    "preview",
    "queue",
    "reorganise",
    "reroll",
    "resign",
    "resume",
    "retreat",
    "roll",
    "rules",
    "silence",
    "standing",
    "stay",
    "takeback",
    "touch",
    "undo",
    "wake",
];

/// Notes a line that is left out; at most 200 of them.
pub(crate) fn leave(left_out: &mut Vec<LeftOut>, line: &Line, kind: Kind) {
    if left_out.len() < 200 {
        let text = crate::characters::prose(line.text.trim()).chars().take(300).collect();
        left_out.push(LeftOut { line: line.number, text, kind });
    }
}

fn never_talk(word: &str) -> bool {
    NEVER_TALK.binary_search(&word).is_ok()
}

fn starts_large(word: &str) -> bool {
    // Scripts without capitals pass.
    word.chars().next().is_some_and(|c| c.is_alphabetic() && !c.is_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_that_are_never_talk_are_sorted() {
        assert!(NEVER_TALK.is_sorted());
    }
}
