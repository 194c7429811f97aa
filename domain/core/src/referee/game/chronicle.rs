//! The chronicle: a log told in prose.

use super::sealed::of_sealed;
use super::takeback::undone;
use super::time::{of_revision, of_second, of_testimony, of_time};
use super::{Fault, FaultKind, Game};
use crate::log::{Body, HandsWhy, PrivateBody, Reason, Record};
use crate::referee::{Line, Thread, Tone};
use crate::words::{Audience, Millis, Roll, SeatId, Viewer, counted};
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// What one record tells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The record.
    pub seq: u64,
    /// When.
    pub at: Millis,
    /// The game turn it belongs to; 0 before the first.
    pub turn: u32,
    /// Who acted, if a seat did.
    pub seat: Option<SeatId>,
    /// The order in notation, where the viewer may read it.
    pub order: Option<String>,
    /// Why a standing order gave it, when one did.
    pub standing: Option<String>,
    /// The question that it answered, by the key under which another answer can be given.
    #[serde(skip)]
    pub standing_key: Option<String>,
    /// Whether it goes on with what an earlier order began ([`crate::referee::Orders::carries_on`]): one story with that.
    #[serde(skip)]
    pub carries_on: bool,
    /// Whether it is the rest of a record in which a phase began ([`parted`]): what comes after that is another story.
    #[serde(skip)]
    pub begins: bool,
    /// Its rolls, where the viewer may see them.
    pub rolls: Vec<Roll>,
    /// The story.
    pub lines: Vec<Line>,
}

/// Entries by what they belong to: an order, what it rolled, the questions that came up and their answers, and the losses are one affair,
/// whoever gave the orders of it. What is no order and stands within one belongs to it, and so does an answer to what was asked before a phase
/// began; a new turn begins anew. What a ruleset says to go on with something earlier ([`Thread`]) belongs to it where nothing else was told between
/// them: stories are told in the order in which things happened, or a unit would be lost before it is fired at.
pub fn affairs(entries: &[Entry]) -> Vec<Vec<&Entry>> {
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

/// Entries with those taken apart in which something was told and then a phase began: the rest stands behind as an entry without an order, with
/// the rolls that its lines are of, or that wait to be told. What came before the phase is of the turn of the entry before it.
pub fn parted(entries: Vec<Entry>) -> Vec<Entry> {
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
        if !goes_on || entry.begins || entry.turn != entries.get(from).map_or(0, |e| e.turn) {
            runs.extend(entries.get(from..i));
            from = i;
        }
    }
    runs.extend(entries.get(from..).filter(|last| !last.is_empty()));
    runs
}

impl Game {
    /// Tells records of this game (any run of them, not only from the beginning) as one viewer may hear it.
    ///
    /// # Errors
    /// [`Fault`], for the first record that cannot be read.
    pub fn chronicle<'a>(
        &self,
        records: impl IntoIterator<Item = &'a Record>,
        viewer: Viewer,
    ) -> Result<Vec<Entry>, Fault> {
        self.chronicle_with(records, &[], viewer)
    }

    /// One record, with what the reader's private logs add to it.
    pub(super) fn entry(
        &self,
        record: &Record,
        parts: &[(Audience, PrivateBody)],
        viewer: Viewer,
    ) -> Result<Entry, FaultKind> {
        let body = record.read().map_err(|e| FaultKind::Unreadable(e.to_string()))?;
        let mut entry = Entry {
            seq: record.seq,
            at: body.at(),
            turn: self.turn_at(record.seq),
            seat: None,
            order: None,
            standing: None,
            standing_key: None,
            carries_on: false,
            begins: false,
            rolls: Vec::new(),
            lines: Vec::new(),
        };
        let mut note = |tone, text: String| entry.lines.push(Line::new(tone, text));
        match body {
            of_second!() => return self.second_entry(&body, parts, viewer, entry),
            of_testimony!() => self.testimony_entry(body, viewer, &mut entry)?,
            Body::GenesisTold(told) => self.told_genesis(&told).into_iter().for_each(|text| note(Tone::Note, text)),
            Body::Genesis(_) | Body::GenesisSecond(_) => {
                let about = self.ruleset.about();
                let id = &self.genesis.terms.scenario;
                let scenario = about.scenario(id).map_or(id.as_str(), |s| s.title);
                note(Tone::Note, format!("A game of {} was set up: {scenario}.", about.title));
            }
            Body::Join(j) => {
                let text = format!("{} took the {} seat.", j.name, self.name(j.seat));
                note(Tone::Note, text);
                entry.seat = Some(j.seat);
            }
            Body::Order(o) => {
                entry.lines = self.told(&o.facts, viewer)?;
                entry.seat = Some(o.seat);
                // An order of which a viewer hears nothing is none of theirs to read, unless its own seat hears no more: then nothing is hidden in it.
                let own = matches!(viewer, Viewer::Everyone) || viewer == Viewer::Seat(o.seat);
                if own || !entry.lines.is_empty() || self.told(&o.facts, Viewer::Seat(o.seat))?.is_empty() {
                    entry.order = Some(o.order);
                    entry.standing_key = o.standing.as_ref().map(|s| s.key.clone());
                    entry.standing = o.standing.map(|s| super::standing::told(&s));
                    entry.rolls = o.rolls;
                }
            }
            Body::HandOver(h) => {
                if !h.to.is_empty() {
                    let names: Vec<String> = h.to.iter().map(|s| self.who(*s)).collect();
                    note(Tone::Note, format!("The game was handed to {}.", names.join(" and ")));
                }
            }
            Body::NextAnchor(_) => {}
            of_sealed!() => {
                if let Some((seat, text)) = self.told_of_sealed(&body) {
                    note(Tone::Note, text);
                    entry.seat = Some(seat);
                }
            }
            of_revision!() => {
                let (seat, text) = self.told_of_revision(&body);
                note(Tone::Note, text);
                entry.seat = seat;
            }
            Body::Standing(s) => {
                // That somebody changed standing orders is in the public log; the page need not dwell on it.
                if viewer == Viewer::Seat(s.seat) || viewer == Viewer::Everyone {
                    note(Tone::Note, format!("{} set standing orders.", self.subject(s.seat)));
                }
                entry.seat = Some(s.seat);
            }
            Body::DrawOffer(d) => {
                note(Tone::Note, format!("{} offered a draw.", self.subject(d.seat)));
                entry.seat = Some(d.seat);
            }
            Body::DrawAnswer(d) => {
                let verb = if d.accept { "accepted" } else { "declined" };
                note(Tone::Note, format!("{} {verb} the draw.", self.subject(d.seat)));
                entry.seat = Some(d.seat);
            }
            Body::TakebackOffer(t) => {
                let why = if t.reason.is_empty() { String::new() } else { format!(" “{}”", t.reason) };
                note(
                    Tone::Note,
                    format!("{} asked to go back to record {}: {}.{why}", self.subject(t.seat), t.back_to, undone(&t)),
                );
                entry.seat = Some(t.seat);
            }
            Body::TakebackAnswer(t) => {
                let text = match t.accept {
                    true => format!(
                        "{} agreed: the position asked for stands again, and the dice go on.",
                        self.subject(t.seat)
                    ),
                    false => format!("{} did not agree to the takeback.", self.subject(t.seat)),
                };
                note(Tone::Note, text);
                entry.seat = Some(t.seat);
            }
            Body::Hands(h) => {
                let seat = self.name(h.seat);
                let agreed: Vec<String> = h.agreed.iter().map(|s| self.who(*s)).collect();
                let agreed = match agreed.is_empty() {
                    true => String::new(),
                    false => format!(", as {} agreed", agreed.join(" and ")),
                };
                let text = match h.why {
                    HandsWhy::Replacement => format!("{} plays the {seat} side from here on{agreed}.", h.name),
                    HandsWhy::StandIn => {
                        format!("The house player {} stands in for the {seat} player{agreed}.", h.name)
                    }
                    HandsWhy::Return => format!("{} plays the {seat} side again.", h.name),
                };
                note(Tone::Note, text);
                entry.seat = Some(h.seat);
            }
            Body::HandsChange(h) => {
                note(Tone::Note, self.told_of_hands(&h));
                entry.seat = Some(h.seat);
            }
            Body::Resign(r) => {
                note(Tone::Note, format!("{} resigned.", self.subject(r.seat)));
                entry.seat = Some(r.seat);
            }
            Body::Judgement(j) => note(Tone::Note, super::arbiter::told(&j)),
            Body::Ruling(r) => {
                entry.lines = self.told(&r.facts, viewer)?;
                entry.order = Some(format!("umpire: {}", r.line));
            }
            Body::Opening(o) => {
                note(Tone::Note, format!("What {} had sealed was opened.", self.who(o.seat)));
                entry.seat = Some(o.seat);
            }
            of_time!() => {
                let (seat, text) = self.told_of_time(&body, viewer);
                entry.seat = seat;
                entry.lines.extend(text.map(|t| Line::new(Tone::Note, t)));
            }
            Body::Result(r) | Body::ResultOnTime(r) => {
                let text = match r.reason {
                    Reason::Rules | Reason::Adjudicated => {
                        format!("The game ended: {}, with {}.", r.level, counted(r.points, "point"))
                    }
                    Reason::Agreed | Reason::Resigned | Reason::Forfeit => format!("The game ended: {}.", r.level),
                };
                note(Tone::Result, text);
            }
        }
        Ok(entry)
    }

    pub(super) fn name(&self, seat: SeatId) -> &str {
        self.seat(seat).map_or("unknown seat", |s| s.name.as_str())
    }

    /// Whoever sits there, within a sentence: `the Union player`.
    pub(super) fn who(&self, seat: SeatId) -> String {
        format!("the {} player", self.name(seat))
    }

    /// The same at the beginning of a sentence.
    pub(super) fn subject(&self, seat: SeatId) -> String {
        format!("The {} player", self.name(seat))
    }

    pub(super) fn told(&self, facts: &[Box<RawValue>], viewer: Viewer) -> Result<Vec<Line>, FaultKind> {
        facts
            .iter()
            .filter_map(|fact| self.ruleset.tell(fact.get(), viewer).transpose())
            .collect::<Result<_, _>>()
            .map_err(|e| FaultKind::Unreadable(format!("a fact: {e}")))
    }
}
