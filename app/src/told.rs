//! The chronicle as pages and letters show it.

use crate::strokes::{latest, strokes};
use crate::throws;
use domain::referee::{Entry, Line, Story, Tone};

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

/// What the last affair rolled last and what that came to, in a sentence with the dice: what a question that came up in its course is about.
/// Nothing while the dice themselves are what is asked about.
pub fn cause(story: &Story) -> Option<String> {
    let told = story.affairs();
    let strokes = strokes(told.get(latest(&told)?)?);
    let stroke = strokes.last()?;
    let line = stroke.lines.iter().rfind(|l| matches!(l.tone, Tone::Combat | Tone::Roll))?;
    let said = line.in_short();
    let said = said.trim_end_matches('.');
    Some(match stroke.rolls.as_slice() {
        [] => return None,
        [one] if one.was.is_empty() => format!("{said} ({} rolled)", one.said()),
        rolls => format!("{said} ({})", throws::said(rolls)),
    })
}

/// The affairs in which something came after a record, whole: what goes on with something is told from where that began.
pub fn affairs_since(story: &Story, seq: u64) -> Vec<Vec<&Entry>> {
    let mut affairs = story.affairs();
    affairs.retain(|affair| affair.last().is_some_and(|e| e.seq > seq));
    affairs
}
