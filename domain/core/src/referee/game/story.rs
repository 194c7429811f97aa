//! The chronicle as it is told: what of it belongs together.

use super::Entry;
use crate::referee::{Line, Thread, Tone};
use crate::words::Roll;
use std::collections::BTreeMap;
use std::ops::Deref;

/// A chronicle to be told: its entries, those taken apart in which something was told and then a phase began. Whoever tells it, page, letter,
/// feed or file, tells this; records as they stand in the log are for those who check it.
///
/// The rest of a record taken apart stands behind it as an entry without an order ([`Entry::begins`]), with the rolls that its lines are of, or that
/// wait to be told. What came before the phase is of the turn of the entry before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story(Vec<Entry>);

impl Story {
    /// The story of entries that follow each other in a chronicle.
    pub fn of(entries: Vec<Entry>) -> Story {
        Story(parted(entries))
    }

    /// Its entries by what they belong to: an order, what it rolled, the questions that came up and their answers, and the losses are one affair,
    /// whoever gave the orders of it. What is no order and stands within one belongs to it, but for what an arbiter says; and so does an answer
    /// to what was asked before a phase began; a new turn begins anew. What a ruleset says to go on with something earlier ([`Thread`]) belongs to it where nothing else
    /// was told between them: stories are told in the order in which things happened, or a unit would be lost before it is fired at.
    pub fn affairs(&self) -> Vec<Vec<&Entry>> {
        affairs(&self.0)
    }
}

impl Deref for Story {
    type Target = [Entry];

    fn deref(&self) -> &[Entry] {
        &self.0
    }
}

fn affairs(entries: &[Entry]) -> Vec<Vec<&Entry>> {
    let mut affairs: Vec<Vec<&Entry>> = Vec::new();
    // By their words, the affairs of this turn that may go on.
    let mut open: BTreeMap<&str, usize> = BTreeMap::new();
    for run in runs(entries) {
        let lines = || run.iter().flat_map(|e| &e.lines);
        let earlier = lines().find_map(|l| match &l.thread {
            Some(Thread::GoesOn(word)) => open.get(word.as_str()).copied().filter(|at| at + 1 == affairs.len()),
            _ => None,
        });
        let into = earlier.unwrap_or(affairs.len());
        for line in lines() {
            if let Some(Thread::Begins(word)) = &line.thread {
                open.insert(word, into);
            }
        }
        match affairs.get_mut(into) {
            Some(affair) => affair.extend(run),
            None => affairs.push(run.iter().collect()),
        }
        if lines().any(|l| l.tone == Tone::Heading) {
            open.clear();
        }
    }
    affairs
}

fn parted(entries: Vec<Entry>) -> Vec<Entry> {
    let mut all: Vec<Entry> = Vec::with_capacity(entries.len());
    for mut entry in entries {
        let told = entry.lines.iter().position(|l| l.tone != Tone::Heading);
        let begins = entry.lines.iter().position(|l| l.tone == Tone::Heading);
        let (Some(_), Some(at)) = (told.filter(|told| begins.is_some_and(|at| *told < at)), begins) else {
            all.push(entry);
            continue;
        };
        let lines = entry.lines.split_off(at);
        let named =
            |lines: &[Line], roll: &Roll| lines.iter().any(|l| l.dice.iter().flatten().any(|p| *p == roll.purpose));
        // Dice that nothing before the phase tells wait to be told behind it.
        let open = entry.lines.iter().any(|l| matches!(l.tone, Tone::Combat | Tone::Roll) && l.dice.is_none());
        let behind = |roll: &Roll| named(&lines, roll) || !open && !named(&entry.lines, roll);
        let (rolls, before) = std::mem::take(&mut entry.rolls).into_iter().partition(behind);
        entry.rolls = before;
        let rest =
            Entry { seq: entry.seq, at: entry.at, turn: entry.turn, begins: true, rolls, lines, ..Entry::default() };
        entry.turn = all.last().map_or(entry.turn, |e| e.turn);
        all.extend([entry, rest]);
    }
    all
}

/// Entries that stand together and are one affair.
fn runs(entries: &[Entry]) -> Vec<&[Entry]> {
    let mut runs = Vec::new();
    let mut from = 0;
    for (i, entry) in entries.iter().enumerate().skip(1) {
        let next = entries.get(i..).and_then(|rest| rest.iter().find(|e| e.order.is_some()));
        let goes_on = next.is_some_and(|e| e.carries_on);
        let judged = entries.get(i - 1..=i).is_some_and(|two| two.iter().any(|e| e.judges.is_some()));
        if !goes_on || judged || entry.begins || entry.turn != entries.get(from).map_or(0, |e| e.turn) {
            runs.extend(entries.get(from..i));
            from = i;
        }
    }
    runs.extend(entries.get(from..).filter(|last| !last.is_empty()));
    runs
}
