//! What happened, as the pages tell it: records by affairs, and what came after the reader's own last order.

use super::deciding::touched;
use super::rolls::roll;
use super::table::{Entry, InPhase};
use crate::service::table::Table;
use crate::strokes;
use crate::throws;
use crate::told::Told;
use domain::referee::{Entry as LogEntry, SeatId, Story, Thread, Tone};
use std::collections::BTreeSet;

/// Records told at most in "since your last turn".
const SINCE: usize = 40;

/// Affairs as the pages tell them, record by record. Those that have nothing to tell are left out.
pub fn told(table: &Table, affairs: &[Vec<&LogEntry>]) -> Vec<Entry> {
    let href = table.href();
    let again = super::standing::AskAgain::of(table);
    let mut told = Vec::new();
    // Records of which something stands above already: behind one that was taken apart, and behind what was done unseen after it.
    let mut numbered = BTreeSet::new();
    for affair in affairs {
        let (headline, by) = headline(affair);
        let thrown = throws::by_record(affair);
        for (i, (e, throws)) in affair.iter().zip(&thrown).enumerate() {
            if e.lines.is_empty() && e.order.is_none() {
                continue;
            }
            let seat = e.seat.and_then(|s| table.game.seat(s));
            // What stands of the affair while it is folded has the badge of whom it tells of.
            let head = by.and_then(|s| table.game.seat(s)).or(seat);
            told.push(Entry {
                seq: e.seq,
                side: seat.map_or("", |s| s.side.word()),
                seat: seat.map_or_else(String::new, |s| s.name.clone()),
                order: e.order.clone().unwrap_or_default(),
                goes_on: i > 0,
                rest: e.begins || !numbered.insert(e.seq),
                closes: e.closes,
                headline: headline.clone(),
                head_side: head.map_or("", |s| s.side.word()),
                head_seat: head.map_or_else(String::new, |s| s.name.clone()),
                gone: e.order.is_some() && !table.game.stands(e),
                why: e.standing.clone().unwrap_or_default(),
                ask: again.line(e),
                ask_href: format!("{href}/standing"),
                href: format!("{href}/replay/{}", e.seq),
                judged: judged(table, e),
                touches: touched(&e.lines),
                lines: match e.lines.as_slice() {
                    [] => ended(e.closes).into_iter().collect(),
                    lines => lines.iter().map(Told::of).collect(),
                },
                rolls: throws.iter().map(roll).collect(),
                ..Entry::default()
            });
        }
    }
    told
}

impl Entry {
    /// Whether an arbiter has said something of it, or of what goes on with it.
    pub fn is_judged(&self) -> bool {
        self.judged.is_some() || self.follows.iter().any(|e| e.judged.is_some())
    }
}

/// What an arbiter has said of a record, or of which record one speaks in it: the words, and where that is judged.
fn judged(table: &Table, e: &LogEntry) -> Option<(String, String)> {
    let at = |record: u64| format!("{}/records/{record}#judgements", table.href());
    if let Some(record) = e.judges {
        return Some((format!("Record {record}, and its judgements"), at(record)));
    }
    let judged = table.game.line_of_play().judged(e.seq).filter(|_| !e.begins && !e.unseen)?;
    let words = match judged.back_to {
        None => "judged: it stands".to_owned(),
        Some(to) => format!("judged: back to record {to}"),
    };
    Some((words, at(e.seq)))
}

/// What is told of an order that only closed what was asked, instead of the order as it is written.
fn ended(closes: bool) -> Option<Told> {
    closes.then(|| Told { tone: "note", text: "Done.".to_owned(), section: None })
}

/// What an affair came to: what was fought or rolled in it, else the first that it tells, with whose doing that is where it is not the doing of
/// whoever began the affair.
fn headline(affair: &[&LogEntry]) -> (String, Option<SeatId>) {
    let lines: Vec<_> = affair.iter().flat_map(|e| &e.lines).collect();
    // What was begun is named before what was fought over it.
    let begun = lines.iter().find(|l| l.tone != Tone::Heading);
    let begun = begun.filter(|l| l.tone == Tone::Move && matches!(l.thread, Some(Thread::Begins(_))));
    if let Some(fought) = strokes::headline(&lines, false) {
        return (begun.map_or_else(String::new, |l| l.in_short() + " ") + &fought, None);
    }
    let told = affair.iter().find_map(|e| Some((e, e.lines.iter().find(|l| l.tone != Tone::Heading)?)));
    told.map_or_else(Default::default, |(e, line)| (line.in_short(), e.seat))
}

/// What happened, by the phases that the records themselves name: a heading stands above what comes after it. `recent` are the records that
/// they are looked up in.
pub fn by_phase(recent: &[LogEntry], entries: Vec<Entry>) -> Vec<InPhase> {
    let mut phases: Vec<InPhase> = Vec::new();
    for mut entry in entries {
        let before = recent.iter().take_while(|e| e.seq < entry.seq).flat_map(|e| &e.lines);
        let heading = before.filter(|l| l.tone == Tone::Heading).last();
        let title = heading.map_or_else(String::new, |l| l.text.trim_end_matches('.').to_owned());
        // What begins with it stands above what follows.
        entry.lines.retain(|l| l.tone != "heading");
        for part in &mut entry.follows {
            part.lines.retain(|l| l.tone != "heading");
        }
        if entry.lines.is_empty() && entry.follows.is_empty() {
            entry.lines.extend(ended(entry.closes));
        }
        // A record that was nothing but a heading has been told by it.
        if entry.lines.is_empty() && entry.follows.is_empty() && entry.order.is_empty() && entry.rolls.is_empty() {
            continue;
        }
        match phases.last_mut().filter(|last| last.title == title) {
            Some(phase) => phase.entries.push(entry),
            None => phases.push(InPhase { title, entries: vec![entry] }),
        }
    }
    phases
}

/// Entries by affairs: what goes on with one stands in it.
pub fn by_affairs(entries: Vec<Entry>) -> Vec<Entry> {
    let mut heads: Vec<Entry> = Vec::new();
    for entry in entries {
        match heads.last_mut().filter(|_| entry.goes_on) {
            Some(head) => {
                let between = if head.touches.is_empty() || entry.touches.is_empty() { "" } else { "|" };
                head.touches = format!("{}{between}{}", head.touches, entry.touches);
                head.follows.push(entry);
            }
            None => heads.push(entry),
        }
    }
    heads
}

/// The place of the reader's own last order among records: given by hand, that is, and no answer in advance.
pub fn own_last(table: &Table, recent: &[LogEntry]) -> Option<usize> {
    let seat = table.seat?;
    recent.iter().rposition(|e| e.seat == Some(seat) && e.order.is_some() && e.standing.is_none())
}

/// Whether an affair was begun by an order that somebody gave by hand, of those seats that are meant.
fn begun(affair: &[&LogEntry], meant: impl Fn(SeatId) -> bool) -> bool {
    let first = affair.iter().find(|e| e.order.is_some());
    first.is_some_and(|e| e.standing.is_none() && e.seat.is_some_and(meant))
}

/// What came after the reader's own last turn, what an arbiter said among it: the affairs, and whether all of them are there. A turn is what the reader orders until somebody
/// else begins something: an answer to a question ends none, and while the reader is asked, neither does an order of the turn under way. So what
/// has happened stays told until the reader hands over. It is not what came after the last look, because a page is looked at many times while a turn
/// is thought over. Where it goes on with what the reader's own order began, it is told from that beginning.
pub fn since<'e>(table: &Table, recent: &'e Story) -> (Vec<Vec<&'e LogEntry>>, bool) {
    let Some(seat) = table.seat else { return (Vec::new(), true) };
    let told = recent.affairs();
    let own = |affair: &Vec<&LogEntry>| begun(affair, |by| by == seat);
    let theirs = told.iter().rposition(|affair| begun(affair, |by| by != seat));
    let before = theirs.filter(|_| !table.asks().is_empty()).unwrap_or(told.len());
    let last = told.iter().take(before).rposition(own).and_then(|at| told.get(at));
    let last = last.and_then(|affair| affair.iter().find(|e| e.order.is_some())).map_or(0, |e| e.seq);
    // What the reader began since is no news, unless somebody had to answer it.
    let answered = |affair: &Vec<&LogEntry>| {
        affair.iter().any(|e| e.order.is_some() && e.standing.is_none() && e.seat != Some(seat) && e.seq > last)
    };
    let mut all: Vec<Vec<&LogEntry>> = told
        .into_iter()
        .filter(|affair| affair.last().is_some_and(|e| e.seq > last) && (!own(affair) || answered(affair)))
        .map(|affair| {
            let told = |e: &&LogEntry| !e.lines.is_empty() && (e.order.is_some() || e.begins || e.judges.is_some());
            affair.into_iter().filter(told).collect::<Vec<_>>()
        })
        .filter(|affair| !affair.is_empty())
        .collect();
    // The latest affairs that have room, and the last one whatever its length.
    let mut told = 0;
    let kept = all.iter().rev().take_while(|affair| {
        let room = told < SINCE;
        told += affair.len();
        room
    });
    let left_out = all.len() - kept.count();
    (all.split_off(left_out), left_out == 0)
}
