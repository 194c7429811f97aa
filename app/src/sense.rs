//! Orders told apart from talk by what a game knows: for letters, and for lessons that are answered as letters are.

use domain::referee::View;
use fieldpost_inbox::{Doubt, Said, Sense, names};

/// The words by which the pieces of a view are named, in lower case.
pub fn named(view: &View) -> Vec<String> {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|w| w.chars().count() > 2);
        words.filter(|w| w.chars().any(char::is_alphabetic)).map(str::to_lowercase).collect()
    };
    view.pieces.iter().flat_map(|p| words(&p.name)).collect()
}

/// What a line is where these pieces are known: `reads` says whether it can be read as an order.
pub fn sense(line: &str, pieces: &[String], reads: bool) -> Sense {
    match reads {
        true => Sense::Order,
        false if names(line, pieces) => Sense::Near,
        false => Sense::Nothing,
    }
}

/// The line that is in doubt, and why.
pub fn doubt(doubt: &Doubt) -> (&Said, &'static str) {
    match doubt {
        Doubt::Apart(said) => (said, "This line reads as an order, but talk stands between it and the others."),
        Doubt::Unsure(said) => (said, "This line is no order, but it may be meant for one, or may change one."),
    }
}
