//! The chronicle as pages and letters show it.

use domain::referee::{Entry, Line, Tone, affairs};

/// A line of the chronicle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its tone, as a class.
    pub tone: &'static str,
    /// The sentence.
    pub text: String,
    /// The rule, with its sign.
    pub section: Option<String>,
}

impl Told {
    /// A line of the ruleset's.
    pub fn of(line: &Line) -> Self {
        Told { tone: tone(line.tone), text: line.text.clone(), section: line.section.map(|s| s.to_string()) }
    }
}

/// The class of a tone.
pub fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Heading => "heading",
        Tone::Move => "move",
        Tone::Combat => "combat",
        Tone::Roll => "roll-line",
        Tone::Loss => "loss",
        Tone::Note => "note",
        Tone::Result => "result",
    }
}

/// A turn in words.
pub fn turn_title(turn: u32) -> String {
    if turn == 0 { "Set-up".to_owned() } else { format!("Turn {turn}") }
}

/// Where the affair begins that a record belongs to.
pub fn beginning(entries: &[Entry], of: usize) -> usize {
    let mut from = 0;
    for affair in affairs(entries) {
        if from + affair.len() > of {
            return from;
        }
        from += affair.len();
    }
    of
}
