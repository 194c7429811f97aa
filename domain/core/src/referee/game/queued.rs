//! Queued orders as their owner's log leaves them, and what they say.

use crate::log::PrivatePlanned;
use crate::referee::{Queue, QueueLine};
use crate::words::Millis;

/// What is left of queued orders, and where they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Queued {
    /// As [`Queue`] writes them; never empty.
    pub left: String,
    /// How many of their lines have had their say in that step.
    pub cursor: u32,
    pub step: u32,
}

/// What queued orders say now.
#[derive(Clone, Debug)]
pub(super) enum Says {
    /// Nothing: their seat is not asked, or is to act itself.
    Nothing,
    /// That a line is left out, or that they end there.
    Note(Queued, String),
    /// An order.
    Order(Box<Said>),
}

/// An order that queued orders give.
#[derive(Clone, Debug)]
pub(super) struct Said {
    /// What is given now: a line of one record.
    pub order: String,
    /// The parts of the same line that come behind it.
    pub rest: Vec<String>,
    /// What is left behind it.
    pub lines: Vec<QueueLine>,
    pub cursor: usize,
    pub step: u32,
    /// The line that speaks.
    pub note: String,
    /// Whether what is left of it is left out where it is refused.
    pub lenient: bool,
}

impl Said {
    /// What the owner's log says of it. `cut`: the parts that were not carried out with it; `surprised`: it came to what its seat could not
    /// foresee, and the owner is to look before anything else is done.
    pub fn planned(&self, at: Millis, cut: &[String], surprised: bool) -> PrivatePlanned {
        if surprised {
            let note = format!("{}: what came of it could not be foreseen, so the queue ends there.", self.note);
            return PrivatePlanned { at, cursor: 0, given: true, left: String::new(), note, step: self.step };
        }
        let mut lines = self.lines.clone();
        let left = |part: &String| QueueLine { lenient: self.lenient, ..QueueLine::once(part) };
        let rest = cut.iter().chain(&self.rest).map(left);
        let cursor = self.cursor.min(lines.len());
        lines.splice(cursor..cursor, rest);
        let left = Queue(lines).kept();
        PrivatePlanned { at, cursor: number(self.cursor), given: true, left, note: self.note.clone(), step: self.step }
    }
}

pub(super) fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

impl Queued {
    /// As the owner set them.
    pub fn set(text: &str) -> Option<Self> {
        (!text.is_empty()).then(|| Queued { left: text.to_owned(), cursor: 0, step: 0 })
    }

    /// As an entry leaves them.
    pub fn after(planned: &PrivatePlanned) -> Option<Self> {
        let PrivatePlanned { cursor, left, step, .. } = planned;
        (!left.is_empty()).then(|| Queued { left: left.clone(), cursor: *cursor, step: *step })
    }

    /// What the owner's log says of a line left out, or of their end.
    pub fn planned(self, at: Millis, note: String) -> PrivatePlanned {
        PrivatePlanned { at, cursor: self.cursor, given: false, left: self.left, note, step: self.step }
    }
}
