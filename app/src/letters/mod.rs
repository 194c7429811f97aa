//! What stands in letters: subject, plain text and HTML. How they travel is the business of `fieldpost-post`.
//!
//! * [`Dispatch`]: the letter that carries the turn to a seat, the receipt for the seat that acted, the news of the end.
//! * [`Answer`]: what a player's own letter is answered with. [`Offer`] is what either can be answered with.
//! * [`Digest`]: all games that wait for a reader who wishes for one letter about them.
//! * [`Note`]: every other letter: a sign-in link, an invitation, a message from the other player.
//!
//! Both are plain data; [`Dispatch::compose`] and [`Note::compose`] turn them into a [`Composed`] letter. Everything a
//! person typed is escaped in HTML by the template's file name; control characters and addresses never reach a subject.

mod answer;
mod digest;
mod dispatch;
mod note;
mod offer;
mod position;

pub use answer::{Answer, Block, Heard, Section, Wrong};
pub use digest::{Digest, News, Waiting};
pub use dispatch::{Dispatch, Kind, Passage};
pub use note::Note;
pub use offer::{Offer, Offered};
pub use position::position;

/// A letter's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Composed {
    /// One line, free of control characters.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The same as HTML; refers to the picture, if there is one, as `cid:map`.
    pub html: String,
}

/// Parts of a compound line that a letter repeats.
const PARTS_SHOWN: usize = 3;

/// A line of many orders as letters repeat it: the first of them, and how many more. What came of each is told beneath it.
pub fn in_short(line: &str) -> String {
    let parts: Vec<&str> = domain::referee::parts(line).collect();
    match parts.len().checked_sub(PARTS_SHOWN) {
        Some(more) if more > 1 => format!("{} … and {more} more", parts[..PARTS_SHOWN].join("; ")),
        _ => line.to_owned(),
    }
}

/// A subject from any text: one line, nothing hidden, nothing that becomes a link, at most 150 characters.
fn subject(text: &str) -> String {
    let words = crate::names::harmless(text);
    if words.chars().count() <= 150 {
        return words;
    }
    words.chars().take(149).chain(std::iter::once('…')).collect()
}

#[cfg(test)]
mod tests {
    use super::{in_short, subject};

    #[test]
    fn a_line_of_many_orders_is_repeated_in_short() {
        assert_eq!(in_short("a go 1; b go 2; c go 3; d go 4"), "a go 1; b go 2; c go 3; d go 4");
        assert_eq!(in_short("a; b; c; d; e"), "a; b; c … and 2 more");
        assert_eq!(in_short("done"), "done");
    }

    #[test]
    fn a_subject_is_one_line_whatever_a_game_is_called() {
        assert_eq!(subject("A\r\nBcc: x@y.z\tgame"), "A Bcc: x at y. z game");
        assert_eq!(subject("win at www.evil.example"), "win at www. evil. example");
        assert_eq!(subject(&"x".repeat(400)).chars().count(), 150);
    }
}
