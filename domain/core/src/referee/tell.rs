//! The chronicle: facts told in prose, and the marks they leave on the map.

use crate::words::{Section, Side};
use serde::Serialize;

/// One line of the chronicle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// What kind of thing happened.
    pub tone: Tone,
    /// A sentence with the numbers in it.
    pub text: String,
    /// The same without the arithmetic, of a line that has any, where the ruleset says it: "Gibbon assaults 27: repulsed."
    #[serde(skip)]
    pub plain: Option<String>,
    /// Whom the sentence is about: the name that it begins with.
    #[serde(skip)]
    pub subject: Option<String>,
    /// The rule, where a reader might ask.
    pub section: Option<Section>,
    /// What to mark on the map for a reader who was away.
    pub marks: Vec<Mark>,
    /// The purposes of the rolls that it tells, in their order; nothing where the ruleset does not say which they are.
    #[serde(skip)]
    pub dice: Option<Vec<String>>,
    /// The purpose of the roll that the dice of its record take the place of: it tells that something was rolled again, the new dice last.
    #[serde(skip)]
    pub again: Option<String>,
    /// What it begins or goes on with, where other things are told between.
    #[serde(skip)]
    pub thread: Option<Thread>,
}

/// What one line begins and a later one of the same turn goes on with, though other orders stand between: a charge, the fire that receives it,
/// and the combat. The word is the ruleset's own, and nobody reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thread {
    /// From here on the word means this.
    Begins(String),
    /// It belongs to what last began with the word; to nothing, if nothing did.
    GoesOn(String),
}

impl Line {
    /// A line without marks.
    pub fn new(tone: Tone, text: impl Into<String>) -> Self {
        Line {
            tone,
            text: text.into(),
            plain: None,
            subject: None,
            section: None,
            marks: Vec::new(),
            dice: None,
            again: None,
            thread: None,
        }
    }
    /// The same with a rule cited.
    pub fn cite(mut self, section: &'static str) -> Self {
        self.section = Some(Section(section));
        self
    }
    /// The same with what it says without its arithmetic.
    pub fn plainly(mut self, text: impl Into<String>) -> Self {
        self.plain = Some(text.into());
        self
    }
    /// The same, said to be about somebody, where it begins with their name.
    pub fn about(mut self, name: &str) -> Self {
        self.subject = self.text.starts_with(name).then(|| name.to_owned());
        self
    }
    /// The same, said to tell these rolls and no others, by their purposes; none at all, if it has no dice of its own.
    pub fn of_dice(mut self, purposes: &[&str]) -> Self {
        self.dice = Some(purposes.iter().map(|p| (*p).to_owned()).collect());
        self
    }
    /// The same, said to tell that a roll of this purpose was made again.
    pub fn again(mut self, purpose: &str) -> Self {
        self.again = Some(purpose.to_owned());
        self
    }
    /// The same as a part of what is told in several places.
    pub fn thread(mut self, thread: Thread) -> Self {
        self.thread = Some(thread);
        self
    }
    /// What it says without its arithmetic. Where the ruleset does not say it, what stands before the first colon and behind the last.
    pub fn in_short(&self) -> String {
        if let Some(plain) = &self.plain {
            return plain.clone();
        }
        let sums = matches!(self.tone, Tone::Combat | Tone::Roll);
        match (self.text.split_once(": "), self.text.rsplit_once(": ")) {
            (Some((what, _)), Some((_, end))) if sums => format!("{what}: {end}"),
            _ => self.text.clone(),
        }
    }
    /// The same with one more mark.
    pub fn mark(mut self, mark: Mark) -> Self {
        self.marks.push(mark);
        self
    }
}

/// What kind of thing a line tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// A turn or phase began: shown as a heading.
    Heading,
    /// Something moved.
    Move,
    /// An attack with its arithmetic and its roll.
    Combat,
    /// Another roll.
    Roll,
    /// A loss of any kind.
    Loss,
    /// A step of procedure.
    Note,
    /// The end.
    Result,
}

/// What a line leaves on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "mark", rename_all = "lowercase")]
pub enum Mark {
    /// A piece went along these places, the start first.
    Moved {
        /// The piece.
        piece: String,
        /// Its side.
        side: Side,
        /// Places passed.
        path: Vec<String>,
    },
    /// Strength was lost at a place.
    Lost {
        /// Where.
        place: String,
        /// Whose.
        side: Side,
        /// How much.
        steps: u32,
    },
    /// An attack from one place on another.
    Fought {
        /// The attacker's place.
        from: String,
        /// The target's place.
        to: String,
        /// The attacker's side.
        side: Side,
    },
    /// Something at a place worth a look.
    Changed {
        /// Where.
        place: String,
    },
}
