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

/// What the last affair rolled last and what that came to, in a sentence with the dice: what a question that came up in its course is about.
/// Nothing while the dice themselves are what is asked about.
pub fn cause(entries: &[Entry]) -> Option<String> {
    let last = entries.last()?.seq;
    let affair = affairs(entries).into_iter().find(|affair| affair.last().is_some_and(|e| e.seq == last))?;
    let sum = |e: &&Entry| e.lines.iter().any(|l| matches!(l.tone, Tone::Combat | Tone::Roll));
    let told = affair.iter().rposition(|e| sum(e))?;
    let rolled = affair.iter().rposition(|e| !e.rolls.is_empty()).filter(|rolled| *rolled <= told)?;
    let line = affair.get(told)?.lines.iter().rfind(|l| matches!(l.tone, Tone::Combat | Tone::Roll))?;
    let faces = |faces: &[u8]| faces.iter().map(u8::to_string).collect::<Vec<_>>().join("+");
    let dice: Vec<String> = affair.get(rolled)?.rolls.iter().map(|r| faces(&r.faces)).collect();
    Some(format!("{} ({} rolled)", line.in_short().trim_end_matches('.'), dice.join(", ")))
}

/// The affairs in which something came after a record, whole: what goes on with something is told from where that began.
pub fn affairs_since(entries: &[Entry], seq: u64) -> Vec<Vec<&Entry>> {
    let mut affairs = affairs(entries);
    affairs.retain(|affair| affair.last().is_some_and(|e| e.seq > seq));
    affairs
}
