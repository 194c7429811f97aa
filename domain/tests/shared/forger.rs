//! Logs as a careful forger would write them: one thing changed, and every later record written anew, so that the chain holds again
//! and every order names a head that exists. Only what cannot be made up gives that forger away.

use domain::log::{Hash32, Record, export};
use serde_json::Value;
use std::collections::BTreeMap;

/// A log with what the body of record `seq` says changed, to be read as a file.
pub fn forge(log: &[Record], seq: u64, change: impl Fn(&mut Value)) -> String {
    let mut log = log.to_vec();
    let record = &mut log[seq as usize - 1];
    let mut body: Value = serde_json::from_str(&record.body).unwrap();
    change(&mut body["what"]);
    let text = body.to_string();
    assert_ne!(text, record.body, "the forger has changed something");
    record.body = text;
    reseal(&mut log);
    export(&log)
}

/// Numbers, links and hashes written anew from the first record to the last.
pub fn reseal(log: &mut [Record]) {
    let mut anew: BTreeMap<String, String> = BTreeMap::new();
    let mut prev = Hash32::ZERO;
    for (seq, record) in (1..).zip(log) {
        for (old, new) in &anew {
            record.body = record.body.replace(old, new);
        }
        let old = record.hash.to_string();
        (record.seq, record.prev) = (seq, prev);
        record.hash = Record::rooted_digest(record.game, seq, prev, record.root, &record.body);
        if record.hash.to_string() != old {
            anew.insert(old, record.hash.to_string());
        }
        prev = record.hash;
    }
}
