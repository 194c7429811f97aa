//! The chronicle: a log told in prose.

use super::sealed::of_sealed;
use super::takeback::undone;
use super::time::{of_revision, of_second, of_testimony, of_time};
use super::{Fault, FaultKind, Game};
use crate::log::{Body, HandsWhy, PrivateBody, Reason, Record};
use crate::referee::{Line, Tone};
use crate::words::{Audience, Millis, Roll, SeatId, Viewer, counted};
use serde::Serialize;
use serde_json::value::RawValue;

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
    /// Whether its order did none of the things to do, but closed what was asked, and nothing else is told of it
    /// ([`crate::referee::Orders::closes`]).
    #[serde(skip)]
    pub closes: bool,
    /// Whether it is the rest of a record in which a phase began ([`super::Story`]): what comes after that is another story.
    #[serde(skip)]
    pub begins: bool,
    /// Whether it was done without a record of its own, after this one.
    #[serde(skip)]
    pub unseen: bool,
    /// The record that it judges, where an arbiter speaks: a story of its own.
    #[serde(skip)]
    pub judges: Option<u64>,
    /// Its rolls, where the viewer may see them.
    pub rolls: Vec<Roll>,
    /// The story.
    pub lines: Vec<Line>,
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
            closes: false,
            begins: false,
            unseen: false,
            judges: None,
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
            Body::Judgement(j) => {
                note(Tone::Note, super::arbiter::told(&j));
                entry.judges = Some(j.record);
            }
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
