//! Mutated logs of the second format, told to both verifiers: they say the same wherever no rules are needed.

use crate::forged::Forged;
use crate::mutate;
use crate::played::{SEATS, on, played_on};
use crate::python;
use crate::table::{Table, registry};
use crate::verdicts::{Said, needs_no_rules, python_says};
use domain::log::{Audience, ClosedBy, Record};
use domain::referee::{Against, BotRng, Side, verify};
use std::collections::BTreeMap;

/// A log that is mutated, and the game it is of.
struct Base {
    table: Table,
    log: Forged,
}

fn bases() -> Vec<Base> {
    let mut found = Vec::new();
    let (over, running) = (played_on(3, 5_000), played_on(4, 30));
    let mut resigned = played_on(5, 6);
    let at = resigned.now();
    let played = resigned.game.resign(SEATS[0], at, &resigned.keys).unwrap();
    resigned.take(played);
    let mut closed = played_on(6, 4);
    let restored = closed.game.restored(None, at, &closed.keys).unwrap();
    closed.take(restored);
    on(&mut closed, 6, 8);
    let played = closed.game.close(ClosedBy::Host, "", at, &closed.keys).unwrap();
    closed.take(played);
    for table in [over, running, resigned, closed] {
        for log in [Forged::whole(&table), Forged::public(&table), Forged::of_seat(&table, 1)] {
            found.push(Base { table: table.clone(), log });
        }
    }
    found
}

/// One change to a log: what was done, of what kind, and the file.
fn mutant(base: &Base, rng: &mut BotRng) -> (String, &'static str, String) {
    let mut log = base.log.clone();
    let (n, entries) = (rng.below(log.records.len()), log.entries.len());
    // Written anew with the keys or without them, or not at all.
    let anew = |log: Forged, rng: &mut BotRng| match rng.below(5) {
        0 => log,
        1 | 2 => log.resealed(None),
        _ => log.resealed(Some(&base.table.keys)),
    };
    match rng.below(12) {
        0 => {
            let mutant = mutate::bytes(log.text(), rng);
            (mutant.what, mutant.kind, mutant.text)
        }
        1 => {
            let mutant = mutate::lines(log.text(), rng);
            (mutant.what, mutant.kind, mutant.text)
        }
        2 => {
            let m = rng.below(log.records.len());
            let what = match rng.below(4) {
                0 => {
                    log.records.swap(n, m);
                    format!("records {} and {} swapped", n + 1, m + 1)
                }
                1 => {
                    log.records.insert(m, log.records[n].clone());
                    format!("record {} doubled before {}", n + 1, m + 1)
                }
                2 => {
                    log.records.remove(n);
                    format!("record {} left out", n + 1)
                }
                _ => {
                    log.records.truncate(n.max(1));
                    format!("cut after record {}", n.max(1))
                }
            };
            (what, "records moved", anew(log, rng).text())
        }
        3 => {
            let record = &mut log.records[n];
            let what = match rng.below(5) {
                0 => {
                    record.seq = *rng.pick(&[0, 1, n as u64 + 2, u64::MAX, 1 << 53]).unwrap();
                    "another number"
                }
                1 => {
                    record.game.0[0] ^= 1;
                    "another game"
                }
                2 => {
                    record.prev.0[31] ^= 1;
                    "another predecessor"
                }
                3 => {
                    record.root = if rng.below(3) == 0 { None } else { Some(record.hash) };
                    "another root"
                }
                _ => {
                    record.hash.0[7] ^= 1;
                    "another hash"
                }
            };
            if rng.below(2) == 0 {
                record.hash = Record::rooted_digest(record.game, record.seq, record.prev, record.root, &record.body);
            }
            let log = if rng.below(3) == 0 { log.resealed(None) } else { log };
            (format!("record {}: {what}", n + 1), "chain", log.text())
        }
        4 | 5 if entries > 0 => {
            let (i, m) = (rng.below(entries), rng.below(entries));
            let last = log.records.len() as u64;
            let what = match rng.below(9) {
                0 => {
                    log.entries.swap(i, m);
                    "swapped with another"
                }
                1 => {
                    log.entries.insert(m, log.entries[i].clone());
                    "doubled"
                }
                2 => {
                    log.entries.remove(i);
                    "left out"
                }
                3 => {
                    log.entries.truncate(i);
                    "and all behind it left out"
                }
                4 => {
                    let audience = log.entries[i].audience;
                    log.entries.retain(|e| e.audience != audience);
                    "and all of its log left out"
                }
                5 => {
                    let places = [
                        0,
                        1,
                        2,
                        last,
                        last + 1,
                        u64::MAX,
                        log.entries[i].after + 1,
                        log.entries[i].after.saturating_sub(1),
                    ];
                    log.entries[i].after = *rng.pick(&places).unwrap();
                    "in another place"
                }
                6 => {
                    log.entries[i].with = !log.entries[i].with;
                    "with and after exchanged"
                }
                7 => {
                    let others = [
                        Audience::Nobody,
                        Audience::Side(Side::Union),
                        Audience::Seat(SEATS[1]),
                        Audience::Holder(1),
                        Audience::Holder(9),
                    ];
                    log.entries[i].audience = *rng.pick(&others).unwrap();
                    "of another audience"
                }
                _ => {
                    log.entries[i].number = *rng.pick(&[0, 1, 2, u64::MAX]).unwrap();
                    "another number"
                }
            };
            (format!("entry {i}: {what}"), "entries moved", anew(log, rng).text())
        }
        6 | 7 | 8 if entries > 0 => {
            let i = rng.below(entries);
            let before = log.entries[i].body.clone();
            for _ in 0..=rng.below(2) {
                log.entries[i].body = mutate::body(&log.entries[i].body, rng);
            }
            let what = mutate::difference(&before, &log.entries[i].body);
            (format!("entry {i}: {what}"), "body of an entry", anew(log, rng).text())
        }
        _ => {
            let before = log.records[n].body.clone();
            for _ in 0..=rng.below(2) {
                log.records[n].body = mutate::body(&log.records[n].body, rng);
            }
            let what = mutate::difference(&before, &log.records[n].body);
            (format!("record {}: {what}", n + 1), "body of a record", anew(log, rng).text())
        }
    }
}

fn rounds() -> u64 {
    std::env::var("FIELDPOST_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// `FIELDPOST_FUZZ=40` makes 20,000 of them.
#[test]
fn both_verifiers_say_the_same_of_a_mutated_log_of_the_second_format() {
    let (registry, bases) = (registry(), bases());
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let mut faults = Vec::new();
    for round in 0..rounds() {
        let mut rng = BotRng::seeded(round);
        let mutants: Vec<_> = (0..500).map(|_| mutant(rng.pick(&bases).unwrap(), &mut rng)).collect();
        let input: String = mutants.iter().map(|m| serde_json::to_string(&m.2).unwrap() + "\n").collect();
        let (ended, said) = python::run(&["--each"], &input);
        assert!(ended, "{said}");
        let said: Vec<&str> = said.lines().collect();
        assert_eq!(said.len(), mutants.len(), "a verdict each");
        for ((what, kind, text), line) in mutants.iter().zip(said) {
            let report = verify(&registry, text, &Against::default());
            let (we, they): (Said, Said) = (report.bad.as_ref().map(|b| b.seq), python_says(line));
            let agree = match (we, they) {
                (we, they) if we == they => true,
                (Some(we), they) => !needs_no_rules(&report) && they.is_none_or(|they| they > we),
                (None, _) => false,
            };
            if !agree {
                faults.push(format!("{what}: we say {report}, they say {line}"));
            }
            let class = match (we, they) {
                (None, None) => "sound to both",
                (Some(_), None) => "refused by the rules alone",
                (Some(a), Some(b)) if a == b => "refused by both at one record",
                _ => "refused by the rules first",
            };
            *counts.entry(class.to_owned()).or_default() += 1;
            *counts.entry(format!("  of which {kind}")).or_default() += 1;
        }
    }
    println!("{counts:#?}");
    assert!(
        faults.is_empty(),
        "{} disagreements, the first of them:\n{}",
        faults.len(),
        faults[..faults.len().min(12)].join("\n")
    );
    assert!(counts["refused by both at one record"] > 300 * rounds(), "{counts:?}");
}
