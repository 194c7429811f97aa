//! Logs of the second format as a careful forger would write them: one thing changed, and every hash written anew that the forger can work
//! out. Who has the keys of the audiences (the server; after the end, everybody) writes the roots anew too.

use crate::table::Table;
use domain::dice::GameKeys;
use domain::log::{Audience, Body, Entry, HandsWhy, Hash32, PrivateHead, PrivateHeads, Record, export_with};
use domain::referee::SeatId;
use serde_json::Value;
use std::collections::BTreeMap;

/// A log with its private entries, to be changed.
#[derive(Clone)]
pub struct Forged {
    pub records: Vec<Record>,
    pub entries: Vec<Entry>,
}

impl Forged {
    /// All of a game, as its server has it and, after the end, anybody.
    pub fn whole(table: &Table) -> Self {
        let mut entries = table.entries();
        entries.sort_by_key(|e| (e.audience, e.number));
        Forged { records: table.records(), entries }
    }

    /// What everybody may see before the end.
    pub fn public(table: &Table) -> Self {
        Forged { entries: Vec::new(), ..Forged::whole(table) }
    }

    /// The download of a seat.
    pub fn of_seat(table: &Table, seat: u8) -> Self {
        let readable = table.game.readable(SeatId(seat));
        let mut log = Forged::whole(table);
        log.entries.retain(|e| readable.contains(&e.audience));
        log
    }

    pub fn text(&self) -> String {
        export_with(&self.records, &self.entries)
    }

    /// The number of the `nth` record (from 0) that a test of its body picks.
    pub fn record(&self, nth: usize, pick: impl Fn(&Value) -> bool) -> u64 {
        let mut found = self.records.iter().filter(|r| pick(&serde_json::from_str(&r.body).unwrap()));
        found.nth(nth).unwrap_or_else(|| panic!("there is no {nth}th such record")).seq
    }

    /// The place in `entries` of the `nth` entry that a test picks.
    pub fn entry(&self, nth: usize, pick: impl Fn(&Entry, &Value) -> bool) -> usize {
        let found = |e: &Entry| pick(e, &serde_json::from_str(&e.body).unwrap());
        let mut places = (0..self.entries.len()).filter(|i| found(&self.entries[*i]));
        places.nth(nth).unwrap_or_else(|| panic!("there is no {nth}th such entry"))
    }

    /// Changes what the body of a record says.
    pub fn change(mut self, seq: u64, change: impl Fn(&mut Value)) -> Self {
        changed(&mut self.records[seq as usize - 1].body, change);
        self
    }

    /// Changes what the body of an entry says.
    pub fn change_entry(mut self, place: usize, change: impl Fn(&mut Value)) -> Self {
        changed(&mut self.entries[place].body, change);
        self
    }

    /// Numbers, chains and hashes of records and entries written anew; with the keys, the roots too.
    pub fn resealed(mut self, keys: Option<&GameKeys>) -> Self {
        let mut anew: BTreeMap<String, String> = BTreeMap::new();
        let (mut prev, mut heads) = (Hash32::ZERO, PrivateHeads::default());
        let mut holders = 0;
        heads.add(Audience::Nobody);
        let mut ends: BTreeMap<Audience, PrivateHead> = BTreeMap::new();
        let last = self.records.len() as u64;
        for seq in 1..=last + 1 {
            for entry in &mut self.entries {
                if (entry.after, entry.with) == (seq - 1, false) || (entry.after, entry.with) == (seq, true) {
                    for (old, new) in &anew {
                        entry.body = entry.body.replace(old, new);
                    }
                    let end = ends.entry(entry.audience).or_default();
                    *entry = chained(entry, *end);
                    *end = PrivateHead { number: entry.number, hash: entry.hash };
                    heads.take(entry);
                }
            }
            let Some(record) = self.records.get_mut(seq as usize - 1) else { break };
            for (old, new) in &anew {
                record.body = record.body.replace(old, new);
            }
            let old = record.hash.to_string();
            match record.read() {
                Ok(Body::GenesisSecond(genesis)) => {
                    for (seat, terms) in (0..=u8::MAX).zip(&genesis.seats) {
                        heads.add(Audience::Side(terms.side));
                        heads.add(Audience::Seat(SeatId(seat)));
                    }
                }
                Ok(Body::Join(_)) => {
                    heads.add(Audience::Holder(holders));
                    holders += 1;
                }
                Ok(Body::HandsChange(hands)) if hands.why == HandsWhy::Replacement => {
                    heads.add(Audience::Holder(holders));
                    holders += 1;
                }
                Ok(Body::Restored(restored)) => heads.restored(restored.start),
                _ => {}
            }
            if let Some(keys) = keys
                && record.root.is_some()
            {
                record.root = Some(heads.root(record.game, seq, |audience| keys.audience(audience)));
            }
            (record.seq, record.prev) = (seq, prev);
            record.hash = Record::rooted_digest(record.game, seq, prev, record.root, &record.body);
            if record.hash.to_string() != old {
                anew.insert(old, record.hash.to_string());
            }
            prev = record.hash;
        }
        self
    }
}

fn changed(body: &mut String, change: impl Fn(&mut Value)) {
    let mut value: Value = serde_json::from_str(body).unwrap();
    change(&mut value["what"]);
    let text = value.to_string();
    assert_ne!(text, *body, "the forger has changed something");
    *body = text;
}

/// An entry with number, predecessor and hash as they must be at the end of its log.
fn chained(entry: &Entry, end: PrivateHead) -> Entry {
    let mut entry = Entry { number: end.number + 1, prev: end.hash, ..entry.clone() };
    entry.hash = entry.digest();
    entry
}
