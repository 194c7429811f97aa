//! The chronicle of a log of the second format: records told with what the reader's private logs add to them.

use super::chronicle::Entry;
use super::second::merged;
use super::takeback::undone;
use super::{Fault, FaultKind, Game};
use crate::log::{Body, ClosedBy, Entry as PrivateEntry, PrivateBody, PrivateRoll, Record, StandingUse};
use crate::referee::{Line, Tone};
use crate::words::{Audience, Hearers, Roll, SeatId, Viewer};

/// What is said of an order that was given in advance, to those who may not know why.
const IN_ADVANCE: &str = "given in advance";

/// The entries of one place that a reader may read, with what they say.
type Parts = Vec<(Audience, PrivateBody)>;

impl Game {
    /// Tells records with the entries of private logs that belong to them, as one viewer may hear it. Of the entries given, those that the
    /// viewer may not read are passed over. What was done behind a record that is not among the records comes before them.
    ///
    /// # Errors
    /// [`Fault`], for the first record or entry that cannot be read.
    pub fn chronicle_with<'a>(
        &self,
        records: impl IntoIterator<Item = &'a Record>,
        entries: &[PrivateEntry],
        viewer: Viewer,
    ) -> Result<Vec<Entry>, Fault> {
        let viewer = self.eyes(viewer);
        let readable = match viewer {
            Viewer::Seat(seat) => self.readable(seat),
            _ => Vec::new(),
        };
        let mine = |e: &&PrivateEntry| viewer == Viewer::Everyone || readable.contains(&e.audience);
        let at = |seq: u64, with: bool| -> Result<Parts, Fault> {
            let here = entries.iter().filter(mine).filter(|e| (e.after, e.with) == (seq, with));
            here.map(|e| Ok((e.audience, e.read().map_err(|e| unreadable(seq, &e))?))).collect()
        };
        let mut told = Vec::new();
        let mut records = records.into_iter().peekable();
        let first = records.peek().map_or(u64::MAX, |r| r.seq);
        for entry in entries.iter().filter(mine).filter(|e| !e.with && e.after < first) {
            let seq = entry.after;
            let body = entry.read().map_err(|e| unreadable(seq, &e))?;
            let one = self.private_entry(seq, entry.audience, &body, viewer);
            told.extend(one.map_err(|why| Fault { seq, why })?);
        }
        for record in records {
            let fault = |why| Fault { seq: record.seq, why };
            let parts = if entries.is_empty() { Vec::new() } else { at(record.seq, true)? };
            told.push(self.entry(record, &parts, viewer).map_err(fault)?);
            if !entries.is_empty() {
                for (audience, body) in at(record.seq, false)? {
                    told.extend(self.private_entry(record.seq, audience, &body, viewer).map_err(fault)?);
                }
            }
        }
        let board = self.ruleset.board(self.known_to(viewer));
        for entry in &mut told {
            if let (Some(seat), Some(order)) = (entry.seat, &entry.order) {
                entry.carries_on = board.goes_on(seat, order);
                // Of what says something the words are told instead.
                let nothing_told = entry.lines.iter().all(|l| l.tone == Tone::Heading);
                entry.closes = nothing_told && board.closes_what_is_asked(seat, order);
            }
        }
        drop(board);
        Ok(told)
    }

    /// A private act, or standing orders, told to those who may read it.
    fn private_entry(
        &self,
        seq: u64,
        audience: Audience,
        body: &PrivateBody,
        viewer: Viewer,
    ) -> Result<Option<Entry>, FaultKind> {
        let mut entry = Entry { seq, turn: self.turn_at(seq), unseen: true, ..Entry::default() };
        match body {
            PrivateBody::Act(act) => {
                entry.at = act.at;
                entry.seat = Some(act.seat);
                entry.order = Some(act.order.clone());
                entry.standing = act.key.is_none().then(|| IN_ADVANCE.to_owned());
                entry.rolls = act.rolls.iter().map(PrivateRoll::roll).collect();
                let facts = act.facts.iter().map(|f| (Hearers::Only(audience), &**f));
                entry.lines = self.heard(facts, viewer)?;
            }
            PrivateBody::Standing(standing) => {
                entry.at = standing.at;
                entry.seat = self.holds(audience);
                let who = self.holder_subject(audience);
                entry.lines = vec![Line::new(Tone::Note, format!("{who} set standing orders."))];
            }
            PrivateBody::Plan(plan) => {
                entry.at = plan.at;
                entry.seat = self.holds(audience);
                let who = self.holder_subject(audience);
                let text = match plan.text.lines().count() {
                    0 => format!("{who} took the queued orders back."),
                    1 => format!("{who} queued an order: {}", plan.text.trim_end()),
                    n => format!("{who} queued {n} orders, first: {}", plan.text.lines().next().unwrap_or_default()),
                };
                entry.lines = vec![Line::new(Tone::Note, text)];
            }
            PrivateBody::Planned(planned) if !planned.given => {
                entry.at = planned.at;
                entry.seat = self.holds(audience);
                entry.lines = vec![Line::new(Tone::Note, format!("Queued orders: {}", planned.note))];
            }
            _ => return Ok(None),
        }
        Ok(Some(entry))
    }

    /// The seat of a holder.
    fn holds(&self, audience: Audience) -> Option<SeatId> {
        let mut holders = self.second.iter().flat_map(|s| s.holders());
        holders.find(|(n, _)| audience == Audience::Holder(*n)).map(|(_, seat)| seat)
    }

    fn holder_subject(&self, audience: Audience) -> String {
        self.holds(audience).map_or_else(|| "A player".to_owned(), |seat| self.subject(seat))
    }

    fn heard<'f>(
        &self,
        facts: impl Iterator<Item = (Hearers, &'f serde_json::value::RawValue)>,
        viewer: Viewer,
    ) -> Result<Vec<Line>, FaultKind> {
        facts
            .filter_map(|(_, fact)| self.ruleset.tell(fact.get(), viewer).transpose())
            .collect::<Result<_, _>>()
            .map_err(|e| FaultKind::Unreadable(format!("a fact: {e}")))
    }

    /// A record that only the second format has.
    pub(super) fn second_entry(
        &self,
        body: &Body,
        parts: &[(Audience, PrivateBody)],
        viewer: Viewer,
        mut entry: Entry,
    ) -> Result<Entry, FaultKind> {
        let private = |rolls: &[Roll]| -> Vec<Roll> {
            let own = parts.iter().filter_map(|(_, body)| match body {
                PrivateBody::Part(part) => Some(part.rolls.iter().map(PrivateRoll::roll)),
                _ => None,
            });
            rolls.iter().cloned().chain(own.flatten()).collect()
        };
        let note = |entry: &mut Entry, text: String| entry.lines.push(Line::new(Tone::Note, text));
        match body {
            Body::OrderSecond(o) => {
                entry.lines = self.heard(merged(&o.facts, parts).into_iter(), viewer)?;
                entry.seat = Some(o.seat);
                entry.order = Some(o.order.clone());
                entry.rolls = private(&o.rolls);
                if o.advance {
                    entry.standing = Some(in_advance(parts).unwrap_or_else(|| IN_ADVANCE.to_owned()));
                    entry.standing_key = key_used(parts);
                }
            }
            Body::Choice(c) => {
                let text = format!("{} has chosen; what, is opened when all have.", self.subject(c.seat));
                note(&mut entry, text);
                entry.seat = Some(c.seat);
                entry.order = parts.iter().find_map(|(_, body)| match body {
                    PrivateBody::Choice(under) => Some(under.order.clone()),
                    _ => None,
                });
                entry.standing = in_advance(parts);
                entry.standing_key = key_used(parts);
            }
            Body::Choices(c) => {
                for choice in &c.choices {
                    let text = format!("{} had chosen: {}.", self.subject(choice.seat), choice.order);
                    note(&mut entry, text);
                }
                entry.lines.extend(self.heard(merged(&c.facts, parts).into_iter(), viewer)?);
                entry.rolls = private(&c.rolls);
            }
            Body::Pieces(p) => {
                let whose = match p.audience {
                    Audience::Side(side) => format!("the {side} side"),
                    Audience::Seat(seat) => self.who(seat),
                    other => other.to_string(),
                };
                let text = format!("The {} hidden pieces of {whose} were sealed.", p.count);
                note(&mut entry, text);
            }
            Body::HandOverSecond(h) if h.to.is_empty() => {}
            Body::HandOverSecond(h) => {
                let names: Vec<String> = h.to.iter().map(|s: &SeatId| self.who(*s)).collect();
                note(&mut entry, format!("The game was handed to {}.", names.join(" and ")));
            }
            Body::TakebackOfferSecond(t) => {
                let why = if t.reason.is_empty() { String::new() } else { format!(" “{}”", t.reason) };
                let text =
                    format!("{} asked to go back to record {}: {}.{why}", self.subject(t.seat), t.back_to, undone(t));
                note(&mut entry, text);
                entry.seat = Some(t.seat);
            }
            Body::OpeningSecond(_) => note(&mut entry, "Everything that was private was opened.".to_owned()),
            Body::Closed(c) => {
                let why = if c.reason.is_empty() { String::new() } else { format!(" “{}”", c.reason) };
                let text = match c.by {
                    ClosedBy::Age => "The game was closed after a year without a record.".to_owned(),
                    ClosedBy::Host => format!("The host closed the game.{why}"),
                };
                note(&mut entry, text);
            }
            Body::Restored(_) => {
                note(&mut entry, "The service was restored from a copy: the dice go on with new links.".to_owned());
            }
            _ => {}
        }
        Ok(entry)
    }
}

/// Why an order was given in advance, where one may read it.
fn in_advance(parts: &[(Audience, PrivateBody)]) -> Option<String> {
    parts.iter().find_map(|(_, body)| match body {
        PrivateBody::Used(used) => {
            let (key, reason) = (used.key.clone(), used.reason.clone());
            Some(super::standing::told(&StandingUse { key, reason }))
        }
        PrivateBody::Planned(planned) => Some(format!("queued: {}", planned.note)),
        _ => None,
    })
}

/// The standing order by which it was given, where one may read it.
fn key_used(parts: &[(Audience, PrivateBody)]) -> Option<String> {
    parts.iter().find_map(|(_, body)| match body {
        PrivateBody::Used(used) => Some(used.key.clone()),
        _ => None,
    })
}

fn unreadable(seq: u64, e: &serde_json::Error) -> Fault {
    Fault { seq, why: FaultKind::Private(format!("an entry cannot be read: {e}")) }
}
