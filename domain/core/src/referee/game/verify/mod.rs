//! Verification of a whole log by somebody who trusts nobody: chain, bytes, dice, secrets, legality, result.
//!
//! The log is followed record by record. Before a record is believed, everything it says is worked out again from the
//! records before it: an order is decided anew with dice made from its links, a hand-over must be one that the rules call
//! for, a result must be the one the rules give. What has to follow on a record is kept as a list of what is due, so that a
//! record left out is found as surely as one changed.
//!
//! [`judge`] knows the game so far and [`due`] what must come next; [`follow`] goes from record to record, and [`order`] decides an order
//! again with its dice.

mod due;
mod follow;
mod form;
mod formed;
mod judge;
mod opening;
mod order;
mod pieces;
mod queued;
mod report;
mod revision;
mod sealed;
mod second;
mod stretches;
mod testimony;

pub use report::{Against, Bad, Listed, Report, Witness, Wrong};

use super::{Fault, FaultKind, Game};
use crate::log::{Body, Opening, Record, canonical, import_as_far};
use crate::referee::Registry;
use crate::words::Hash32;
use judge::Judge;
use report::{Check, bad};
use second::{by_place, opening_of};
use stretches::Revisions;

/// Checks an exported log. Never fails: whatever is wrong is in the report.
pub fn verify(registry: &Registry, export: &str, against: &Against) -> Report {
    let mut report = Report {
        sound: false,
        bad: None,
        game: None,
        ruleset: None,
        records: 0,
        head: Hash32::ZERO,
        orders: 0,
        dice: 0,
        judged: true,
        open: true,
        unjudged: Vec::new(),
        listed: Vec::new(),
        closed: false,
        testimony: None,
        result: None,
        agrees_with: Vec::new(),
    };
    report.bad = check(registry, export, against, &mut report).err();
    report.sound = report.bad.is_none();
    report
}

fn check(registry: &Registry, text: &str, against: &Against, report: &mut Report) -> Check {
    let (export, unreadable) = import_as_far(text);
    let broken = |records: u64| match &unreadable {
        Some(e) => bad(records + 1, Wrong::Unreadable, format!("{e}.")),
        None => Ok(()),
    };
    let Some(first) = export.records.first() else {
        broken(0)?;
        return Err(Fault { seq: 1, why: FaultKind::Empty }.into());
    };
    bytes(1, first)?;
    let game = Game::first(registry, first)?;
    report.game = Some(game.id());
    report.ruleset = Some(game.genesis.ruleset.clone());
    report.testimony = game.umpire_of_testimony().map(|(umpire, _)| umpire.to_owned());
    let revisions = Revisions::of(&game, &export.records);
    genesis(&game, against)?;
    (report.records, report.head) = (1, game.head());

    let mut judge = Judge::new(game, openings(&export.records), revisions);
    let places = by_place(&export.entries);
    if judge.game.is_second() {
        judge.opening = opening_of(&export.records);
        // Nobody's log is in every export that holds all private logs: it has an entry for each hand-over.
        judge.opened =
            judge.opening.is_some() && export.entries.iter().any(|e| e.audience == crate::words::Audience::Nobody);
        judge.play_by(1);
        report.open = judge.opened;
        report.judged &= judge.opened;
        judge.game.rooted(first.root);
        judge.root(1, first.root)?;
    } else if let Some(entry) = export.entries.first() {
        return bad(entry.after, Wrong::Unreadable, "private entries in a log of the first format.");
    }
    judge.tell(report);
    let mut taken = 0;
    for record in &export.records[1..] {
        let seq = judge.game.len() + 1;
        for place in [(seq - 1, true), (seq, false)] {
            let entries = places.get(&place).map_or(&[][..], Vec::as_slice);
            judge.entries(entries)?;
            taken += entries.len();
        }
        let game = &judge.game;
        if record.root.is_some() != game.is_second() {
            return Err(Fault { seq: record.seq, why: FaultKind::Format }.into());
        }
        record
            .check_after(game.id(), game.len(), game.head())
            .map_err(|e| Bad::from(Fault { seq: game.len() + 1, why: e.into() }))?;
        let body = bytes(record.seq, record)?;
        let after = judge.believe(record.seq, &body)?;
        judge.game.take(&body, record.hash, after).map_err(|why| Bad::from(Fault { seq: record.seq, why }))?;
        judge.game.rooted(record.root);
        judge.root(record.seq, record.root)?;
        judge.follow(record.seq, &body)?;
        (report.records, report.head) = (record.seq, record.hash);
        (report.orders, report.dice) = (judge.orders, judge.dice);
        judge.tell(report);
    }
    report.result = judge.game.result().cloned();
    report.closed = judge.game.is_closed();
    broken(report.records)?;
    if let Some(entries) = places.get(&(report.records, true)) {
        judge.entries(entries)?;
        judge.settled(report.records + 1)?;
        taken += entries.len();
    }
    if taken < export.entries.len() {
        return bad(report.records, Wrong::Seal, "private entries stand in no place of the log.");
    }
    judge.end()?;
    // The chain holds; what is left is whether it is all of it.
    let next = report.records + 1;
    let Some(end) = export.end else {
        return bad(next, Wrong::Tail, "the closing line is missing: the file has been cut short.");
    };
    if end.length > report.records {
        return bad(next, Wrong::Tail, format!("records {next} to {} are missing at the end.", end.length));
    }
    if (end.game, end.head, end.length) != (judge.game.id(), report.head, report.records) {
        return bad(report.records, Wrong::Chain, "the closing line does not belong to this log.");
    }
    if let Some(length) = against.length.filter(|l| *l > report.records) {
        return bad(next, Wrong::Tail, format!("records {next} to {length} are missing: the log was once that long."));
    }
    if let Some(head) = against.head.filter(|h| judge.game.seq_of(h).is_none()) {
        return bad(
            next,
            Wrong::Tail,
            format!("the log never had the head {head}: its end is missing or was rewritten."),
        );
    }
    for witness in &against.witnesses {
        let Witness { seq, head, who } = witness;
        let found = usize::try_from(*seq).ok().and_then(|n| export.records.get(n.checked_sub(1)?));
        match found {
            Some(record) if record.hash == *head => report.agrees_with.push(format!("{who} about record {seq}")),
            Some(record) => {
                let why =
                    format!("it has the head {}, and {who} says {head}: one of the two was rewritten.", record.hash);
                return bad(*seq, Wrong::Witness, why);
            }
            None => {
                let why = format!("it is missing, and {who} says that it was there, with the head {head}.");
                return bad(*seq, Wrong::Witness, why);
            }
        }
    }
    Ok(())
}

/// The body of a record, canonical, and read without loss.
fn bytes(seq: u64, record: &Record) -> Check<Body> {
    record.check().map_err(|e| Bad::from(Fault { seq, why: e.into() }))?;
    if let Err(e) = canonical::check(&record.body) {
        return bad(seq, Wrong::Bytes, format!("the body is {e}."));
    }
    let body = record.read().or_else(|e| bad(seq, Wrong::Unreadable, format!("the body cannot be read: {e}.")))?;
    if body.write() != record.body {
        return bad(seq, Wrong::Bytes, "the body holds fields out of order or unknown.");
    }
    Ok(body)
}

fn genesis(game: &Game, against: &Against) -> Check {
    let genesis = &game.genesis;
    if genesis.dice.links != against.links && !game.is_testimony() {
        return bad(1, Wrong::Link, format!("dice chains of {} links, not {}.", genesis.dice.links, against.links));
    }
    let about = game.ruleset.about();
    let seats = about.scenario(&genesis.terms.scenario).map(|s| &s.seats);
    let same = seats.is_some_and(|seats| {
        seats.len() == genesis.seats.len()
            && seats.iter().zip(&genesis.seats).all(|(a, b)| a.side == b.side && a.name == b.name)
    });
    if game.rules_of(game.release().revision, game.data_files()).is_some() && !same {
        return bad(1, Wrong::Terms, "the seats are not those of the scenario.");
    }
    Ok(())
}

/// The keys published at the end, which serve to read what was sealed on the way.
fn openings(records: &[Record]) -> Vec<Opening> {
    let openings = records.iter().rev().map_while(|r| match r.read() {
        Ok(Body::Opening(opening)) => Some(Some(opening)),
        Ok(Body::Result(_) | Body::ResultOnTime(_)) => Some(None),
        _ => None,
    });
    openings.flatten().collect()
}
