//! Logs that somebody has tampered with: each is found, by us and (where no rules are needed) by the independent verifier.
//!
//! A clumsy forger changes the file. A careful one is `shared/forger.rs`.

use crate::forger::{forge, reseal};
use crate::python;
use crate::toy::{NORTH, SOUTH, Table};
use domain::log::{Hash32, Record, export, import};
use domain::referee::{Against, Report, Wrong, verify};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A finished game with everything in it: drafts, dice of both sides, standing orders set, changed and used, a draw declined.
fn table() -> Table {
    let mut table = Table::of("pair");
    table.set(SOUTH, "brace");
    table.order(SOUTH, &["pick 2"]);
    table.order(NORTH, &["pick 3"]);
    table.order(NORTH, &["add 1", "add 1", "roll"]);
    table.set(NORTH, "ask");
    let offered = table.game.offer_draw(NORTH, domain::log::Millis(9), &table.keys).unwrap();
    table.take(offered);
    let declined = table.game.answer_draw(SOUTH, false, domain::log::Millis(9), &table.keys).unwrap();
    table.take(declined);
    table.play_out();
    table
}

/// A game that has only begun.
fn short() -> Table {
    let mut table = Table::of("pair");
    table.set(SOUTH, "brace");
    table.order(SOUTH, &["pick 2"]);
    table.order(NORTH, &["pick 3"]);
    table.order(NORTH, &["add 1", "roll"]);
    table
}

/// The number of the `nth` record (from 0) that a test of its body picks.
fn find(log: &[Record], nth: usize, pick: impl Fn(&Value) -> bool) -> u64 {
    let mut found = log.iter().filter(|r| pick(&serde_json::from_str(&r.body).unwrap()));
    found.nth(nth).unwrap().seq
}

fn is(kind: &'static str) -> impl Fn(&Value) -> bool {
    move |body| body["kind"] == kind
}

fn rolled(body: &Value) -> bool {
    body["kind"] == "order/1" && body["what"]["rolls"] != json!([])
}

fn look(table: &Table, text: &str) -> Report {
    verify(&table.registry, text, &Against::default())
}

/// Both verifiers name that record.
fn both(table: &Table, text: &str, seq: u64, what: Wrong) {
    ours(table, text, seq, what);
    let (sound, said) = python::run(&["-"], text);
    assert!(!sound, "the independent verifier is content with {what:?} at {seq}");
    assert!(said.starts_with(&format!("record {seq}:")), "{said}");
}

/// Only a referee can see it: the chain and the dice are those of a sound log.
fn ours(table: &Table, text: &str, seq: u64, what: Wrong) {
    let bad = look(table, text).bad.unwrap_or_else(|| panic!("{what:?} at {seq} was not found"));
    assert_eq!((bad.seq, bad.what), (seq, what), "{}", bad.why);
}

fn only_ours(table: &Table, text: &str, seq: u64, what: Wrong) {
    ours(table, text, seq, what);
    let (sound, said) = python::run(&["-"], text);
    assert!(sound, "{said}");
}

#[test]
fn a_sound_log_is_sound_to_both() {
    let table = table();
    let text = export(&table.log);
    let report = look(&table, &text);
    assert_eq!(report.bad, None);
    let (sound, said) = python::run(&["-", &table.game.head().to_string()], &text);
    let head = table.game.head();
    assert!(sound, "{said}");
    assert_eq!(said, format!("sound: {} records, {} dice, over, head {head}", report.records, report.dice));
    assert_eq!(
        report.to_string(),
        format!(
            "Sound: {} records, {} orders, {} dice; head {head}. Over: {}, {} points.",
            report.records,
            report.orders,
            report.dice,
            table.game.result().unwrap().level,
            table.game.result().unwrap().points
        )
    );
}

#[test]
fn the_whole_way_of_a_game_is_sound_to_both() {
    // After every message the log is complete; in the middle of one it is not.
    let mut table = Table::of("four");
    table.set(NORTH, "brace");
    while let Some(seat) = table.game.waiting_seats().first().copied() {
        let order = table.game.menu(seat, None).choices.last().unwrap().order.clone();
        table.order(seat, &[&order]);
        assert_eq!(look(&table, &export(&table.log)).bad, None);
    }
    assert!(python::run(&["-"], &export(&table.log)).0);
}

#[test]
fn a_changed_byte() {
    let table = table();
    let text = export(&table.log);
    for seq in [1, 2, 7, 12, table.log.len() as u64] {
        let body = &table.log[seq as usize - 1].body;
        // One digit of the time: still JSON, still canonical, still plausible.
        let at = body.find("\"at\":").unwrap() + 5;
        let mut changed = body.clone();
        let digit = if &body[at..=at] == "9" { "8" } else { "9" };
        changed.replace_range(at..=at, digit);
        let line = |b: &str| serde_json::to_string(b).unwrap();
        both(&table, &text.replacen(&line(body), &line(&changed), 1), seq, Wrong::Chain);
    }
    // In the hash itself, and in the hash before.
    let mut log = table.log.clone();
    log[4].hash.0[0] ^= 1;
    both(&table, &export(&log), 5, Wrong::Chain);
    let mut log = table.log.clone();
    log[4].prev.0[31] ^= 1;
    both(&table, &export(&log), 5, Wrong::Chain);
}

#[test]
fn swapped_doubled_removed_and_foreign_records() {
    let table = table();
    let mut log = table.log.clone();
    log.swap(7, 8);
    both(&table, &export(&log), 8, Wrong::Chain);
    let mut log = table.log.clone();
    log.insert(7, log[7].clone());
    both(&table, &export(&log), 9, Wrong::Chain);
    let mut log = table.log.clone();
    log.remove(7);
    both(&table, &export(&log), 8, Wrong::Chain);
    let keys = domain::dice::GameKeys::derive([7; 32], domain::log::GameId([2; 16]));
    let foreign = Table::with("pair", keys, false);
    let mut log = table.log.clone();
    log[2] = foreign.log[2].clone();
    both(&table, &export(&log), 3, Wrong::Chain);
}

#[test]
fn a_missing_tail() {
    let table = table();
    let text = export(&table.log);
    let lines: Vec<&str> = text.lines().collect();
    let records = table.log.len();
    // The file cut after each record: the closing line is gone, and near the end more is.
    for keep in 1..=records {
        let cut = lines[..keep].join("\n") + "\n";
        ours(&table, &cut, keep as u64 + 1, Wrong::Tail);
        if keep % 9 == 0 {
            both(&table, &cut, keep as u64 + 1, Wrong::Tail);
        }
    }
    // Records taken out before the closing line.
    let cut = [&lines[..records - 5], &lines[records..]].concat().join("\n");
    both(&table, &cut, records as u64 - 4, Wrong::Tail);
    // A closing line written to fit: the rules know that a finished game has a result, and what an order leads to.
    ours(&table, &export(&table.log[..records - 1]), records as u64, Wrong::Tail);
    let handed = find(&table.log, 2, is("hand-over/1"));
    only_ours(&table, &export(&table.log[..handed as usize - 1]), handed, Wrong::Tail);
    // Cut between two messages, a log is a log; a head from a letter tells.
    let cut = export(&table.log[..handed as usize]);
    let report = look(&table, &cut);
    assert!(report.sound && report.result.is_none());
    let head = table.game.head();
    let against = Against { head: Some(head), ..Against::default() };
    let bad = verify(&table.registry, &cut, &against).bad.unwrap();
    assert_eq!((bad.seq, bad.what), (handed + 1, Wrong::Tail));
    assert!(!python::run(&["-", &head.to_string()], &cut).0);
    let against = Against { length: Some(records as u64), ..Against::default() };
    assert_eq!(verify(&table.registry, &cut, &against).bad.unwrap().what, Wrong::Tail);
    assert_eq!(verify(&table.registry, &text, &against).bad, None);
}

#[test]
fn a_die_rolled_again() {
    let table = table();
    let seq = find(&table.log, 0, rolled);
    let next = |face: &Value| json!(face.as_u64().unwrap() % 6 + 1);
    let text = forge(&table.log, seq, |o| o["rolls"][0]["faces"][1] = next(&o["rolls"][0]["faces"][1]));
    both(&table, &text, seq, Wrong::Dice);
    let bad = look(&table, &text).bad.unwrap();
    assert!(bad.why.contains("the roll for the pull shows"), "{}", bad.why);
    // A whole roll hidden, its links with it, as if nothing had been rolled.
    let text = forge(&table.log, seq, |o| {
        o["rolls"] = json!([]);
        o["dice"] = Value::Null;
    });
    ours(&table, &text, seq, Wrong::Rules);
    let text = forge(&table.log, seq, |o| o["dice"] = Value::Null);
    both(&table, &text, seq, Wrong::Dice);
    let text = forge(&table.log, seq, |o| o["rolls"] = json!([]));
    both(&table, &text, seq, Wrong::Dice);
    // More dice than the rules roll: they follow from the links, but nobody asked for them.
    let text = forge(&table.log, seq, |o| {
        o["rolls"][0]["faces"].as_array_mut().unwrap().pop();
    });
    only_ours(&table, &text, seq, Wrong::Dice);
    let text = forge(&table.log, seq, |o| o["rolls"][0]["purpose"] = json!("the other pull"));
    only_ours(&table, &text, seq, Wrong::Dice);
}

#[test]
fn links_indexes_phrases_and_anchors() {
    let table = table();
    let second = find(&table.log, 2, rolled);
    let other = Hash32::of(b"another link").to_string();
    for kind in ["server", "player"] {
        let text = forge(&table.log, second, |o| o["dice"][kind] = json!(other));
        both(&table, &text, second, Wrong::Link);
    }
    // A roll skipped because its faces were not liked, and one used twice.
    for step in [1, -1] {
        let text =
            forge(&table.log, second, |o| o["dice"]["index"] = json!(o["dice"]["index"].as_i64().unwrap() + step));
        both(&table, &text, second, Wrong::Link);
    }
    let handed = find(&table.log, 3, is("hand-over/1"));
    let text = forge(&table.log, handed, |h| h["link"] = json!(other));
    both(&table, &text, handed, Wrong::Link);
    let text = forge(&table.log, handed, |h| h["index"] = json!(7));
    both(&table, &text, handed, Wrong::Link);

    let first = find(&table.log, 0, rolled);
    let text = forge(&table.log, 2, |j| j["phrase"] = json!("another phrase"));
    both(&table, &text, first, Wrong::Dice);
    // A chain exchanged after the fact does not carry the links that were shown.
    let text = forge(&table.log, 2, |j| j["anchors"]["player"] = json!(other));
    both(&table, &text, 2, Wrong::Link);
    let text = forge(&table.log, 1, |g| g["dice"]["anchors"][0] = json!(other));
    both(&table, &text, first, Wrong::Link);
    let text = forge(&table.log, 2, |j| j["anchors"]["handover"] = json!(other));
    both(&table, &text, 2, Wrong::Link);
    let mut log = table.log.clone();
    for record in &mut log[..2] {
        record.body = record.body.replace(&table.game.genesis().dice.players[0].handover.to_string(), &other);
    }
    reseal(&mut log);
    let handed = find(&table.log, 0, |b| is("hand-over/1")(b) && b["what"]["from"] == 0);
    both(&table, &export(&log), handed, Wrong::Link);
    // An anchor for every link would let its maker choose every roll.
    let text = forge(&table.log, 1, |g| g["dice"]["links"] = json!(1));
    both(&table, &text, 1, Wrong::Link);
    // Anything else about the beginning goes into every seed through G.
    let text = forge(&table.log, 1, |g| g["pace"] = json!(99));
    both(&table, &text, first, Wrong::Dice);
}

#[test]
fn orders_and_what_they_led_to() {
    let table = table();
    let picked = find(&table.log, 0, is("order/1"));
    let text = forge(&table.log, picked, |o| o["order"] = json!("pick 3"));
    only_ours(&table, &text, picked, Wrong::Rules);
    let text = forge(&table.log, picked, |o| o["order"] = json!("pick  2"));
    only_ours(&table, &text, picked, Wrong::Rules);
    let text = forge(&table.log, picked, |o| o["order"] = json!("dance"));
    only_ours(&table, &text, picked, Wrong::Rules);
    let text = forge(&table.log, picked, |o| o["facts"] = json!([]));
    only_ours(&table, &text, picked, Wrong::Rules);
    let text = forge(&table.log, picked, |o| o["key"] = Value::Null);
    only_ours(&table, &text, picked, Wrong::Turn);
    let text = forge(&table.log, picked, |o| o["seat"] = json!(8));
    both(&table, &text, picked, Wrong::Turn);
    // Given by the other player, when it is not that player's turn.
    let added = find(&table.log, 0, |b| b["what"]["order"] == "add 1");
    let text = forge(&table.log, added, |o| o["seat"] = json!(1));
    only_ours(&table, &text, added, Wrong::Turn);
    // Given on a position that had changed since.
    let old = table.log[4].hash.to_string();
    let text = forge(&table.log, added, |o| o["seen"] = json!(old));
    only_ours(&table, &text, added, Wrong::Turn);
    let text = forge(&table.log, added, |o| o["seen"] = json!(Hash32::of(b"no head")));
    only_ours(&table, &text, added, Wrong::Turn);
}

#[test]
fn hand_overs_and_results() {
    let table = table();
    let handed = find(&table.log, 3, is("hand-over/1"));
    let text = forge(&table.log, handed, |h| h["state"] = json!(Hash32::ZERO));
    only_ours(&table, &text, handed, Wrong::HandOver);
    let text = forge(&table.log, handed, |h| h["to"] = json!([]));
    only_ours(&table, &text, handed, Wrong::HandOver);
    // Left out altogether, later hand-overs not among it: the next record stands where it should.
    let last = table.log.iter().rev().find(|r| r.body.contains("hand-over/1")).unwrap().seq;
    let mut log = table.log.clone();
    log.remove(last as usize - 1);
    reseal(&mut log);
    ours(&table, &export(&log), last, Wrong::HandOver);

    let end = table.log.len() as u64;
    for change in
        [("points", json!(99)), ("level", json!("Draw")), ("winner", Value::Null), ("reason", json!("agreed"))]
    {
        let text = forge(&table.log, end, |r| r[change.0] = change.1.clone());
        only_ours(&table, &text, end, Wrong::Result);
    }
    // The game goes on after its result.
    let mut log = table.log.clone();
    let mut more = log[8].clone();
    more.seq = end + 1;
    log.push(more);
    reseal(&mut log);
    both(&table, &export(&log), end + 1, Wrong::Result);
    // And a result before its time.
    let mut log = table.log[..6].to_vec();
    log.push(table.log[end as usize - 1].clone());
    reseal(&mut log);
    ours(&table, &export(&log), 7, Wrong::Result);
}

#[test]
fn standing_orders_and_seals() {
    let table = table();
    let sealed = find(&table.log, 0, is("standing/1"));
    let opened = find(&table.log, 1, is("opening/1"));
    // Exchanged after the fact: the answers that were given no longer fit, or the key no longer opens it.
    let text = forge(&table.log, sealed, |s| s["seal"] = json!(Hash32::ZERO));
    both(&table, &text, opened, Wrong::Seal);
    let text = forge(&table.log, opened, |o| o["key"] = json!(Hash32::ZERO));
    both(&table, &text, opened, Wrong::Seal);
    let text = forge(&table.log, sealed, |s| s["slot"] = json!(2));
    both(&table, &text, sealed, Wrong::Seal);
    let value = table.keys.seal(2).seal(1, b"{\"brace\":\"hold\"}");
    let first = find(&table.log, 0, |b| is("order/1")(b) && !b["what"]["standing"].is_null());
    let text = forge(&table.log, sealed, |s| {
        s["seal"] = json!(value.seal);
        s["sealed"] = json!(hex::encode(&value.bytes));
    });
    only_ours(&table, &text, first, Wrong::Standing);
    // An answer that was left out, because the player would rather have been asked.
    let mut log = table.log.clone();
    log.truncate(first as usize - 1);
    log.extend(table.log[table.log.len() - 3..].iter().cloned());
    reseal(&mut log);
    ours(&table, &export(&log), first, Wrong::Standing);
    // An answer with another reason than the standing orders give.
    let text = forge(&table.log, first, |o| o["standing"]["reason"] = json!("a whim"));
    only_ours(&table, &text, first, Wrong::Standing);
}

#[test]
fn rules_with_conditions_are_worked_out_again() {
    let mut table = Table::of("pair");
    let rule = "if turn >= 2: brace; hold";
    table.set(SOUTH, rule);
    table.play_out();
    assert_eq!(look(&table, &export(&table.log)).bad, None);
    let used = |what: &'static str| {
        find(&table.log, 0, |b| is("order/1")(b) && b["what"]["seat"] == 1 && b["what"]["standing"]["reason"] == what)
    };
    let (otherwise, later) =
        (used("standing order: brace, otherwise: hold"), used("standing order: brace, if turn >= 2: brace"));
    // Another part of the same rule named, another rule, another offer.
    for reason in ["standing order: brace, if turn >= 2: brace", "standing order: hold", "a whim"] {
        let text = forge(&table.log, otherwise, |o| o["standing"]["reason"] = json!(reason));
        only_ours(&table, &text, otherwise, Wrong::Standing);
    }
    for key in ["other", "forced"] {
        let text = forge(&table.log, otherwise, |o| o["standing"]["key"] = json!(key));
        only_ours(&table, &text, otherwise, Wrong::Standing);
    }
    let text = forge(&table.log, otherwise, |o| {
        o["standing"] = json!({"key": "forced", "reason": "forced: nothing else is legal"});
    });
    only_ours(&table, &text, otherwise, Wrong::Standing);
    // An answer that the rule does not cover.
    let text = forge(&table.log, later, |o| {
        o["order"] = json!("hold");
        o["standing"]["reason"] = json!("standing order: brace, otherwise: hold");
    });
    only_ours(&table, &text, later, Wrong::Standing);
    // Another rule sealed after the fact: it would have asked where this one answered.
    let sealed = find(&table.log, 0, is("standing/1"));
    let value = table.keys.seal(2).seal(1, b"{\"brace\":\"if turn = 1: ask; brace\"}");
    let text = forge(&table.log, sealed, |s| {
        s["seal"] = json!(value.seal);
        s["sealed"] = json!(hex::encode(&value.bytes));
    });
    only_ours(&table, &text, otherwise, Wrong::Standing);
}

#[test]
fn bytes_that_mean_the_same_and_are_not() {
    let table = table();
    let seq = find(&table.log, 0, is("order/1"));
    let body = &table.log[seq as usize - 1].body;
    for (from, to) in [
        ("{\"kind\"", "{ \"kind\""),
        ("\"order\":\"pick 2\"", "\"order\":\"pick\\u00202\""),
        ("\"seat\":1,\"seen\"", "\"seat\":1.0,\"seen\""),
        ("\"standing\":null}", "\"standing\":null,\"zeal\":1.5}"),
    ] {
        let changed = body.replacen(from, to, 1);
        assert_ne!(&changed, body, "{from}");
        let mut log = table.log.clone();
        log[seq as usize - 1].body = changed;
        reseal(&mut log);
        both(&table, &export(&log), seq, Wrong::Bytes);
    }
    // Canonical, but with a field that the kind does not have.
    let mut log = table.log.clone();
    log[seq as usize - 1].body = body.replacen("\"standing\":null}", "\"standing\":null,\"zeal\":1}", 1);
    reseal(&mut log);
    ours(&table, &export(&log), seq, Wrong::Unreadable);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn any_byte_changed_anywhere_in_the_file(at: prop::sample::Index, byte: u8) {
        let table = short();
        let text = export(&table.log);
        let mut bytes = text.clone().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        // Bytes that are not text are no log; white space between the fields of a line says nothing and changes nothing.
        if let Ok(changed) = String::from_utf8(bytes)
            && import(&changed) != import(&text)
        {
            prop_assert!(!look(&table, &changed).sound);
        }
    }

    #[test]
    fn nothing_that_looks_like_a_log_stops_the_verifier(lines in prop::collection::vec(any::<prop::sample::Index>(), 1..12), cut: prop::sample::Index) {
        // Lines of a real log in any order, the last one cut anywhere, every hash written anew: never a panic, and sound only when
        // it is the beginning of the real log.
        let table = short();
        let mut log: Vec<Record> = lines.iter().map(|i| table.log[i.index(table.log.len())].clone()).collect();
        let last = log.last_mut().unwrap();
        let mut end = cut.index(last.body.len() + 1);
        while !last.body.is_char_boundary(end) {
            end -= 1;
        }
        last.body.truncate(end);
        reseal(&mut log);
        prop_assert_eq!(look(&table, &export(&log)).sound, table.log.starts_with(&log));
    }
}

/// A log as it was written when the kinds of record had their first version: it must be read and found sound for ever.
#[test]
fn the_first_golden_log() {
    let golden = include_str!("golden-1.log");
    let table = table();
    let report = look(&table, golden);
    assert_eq!(report.bad, None);
    assert_eq!(export(&table.log), golden, "the same game is still written in the same bytes");
    assert!(python::run(&["-"], golden).0);
}

#[test]
fn what_is_no_log_at_all() {
    let table = table();
    for text in ["", "\n", "hello", "{}", "[]", "{\"end\":{}}", "\u{0}"] {
        assert!(!look(&table, text).sound, "{text:?}");
        assert!(!python::run(&["-"], text).0, "{text:?}");
    }
    let text = export(&table.log);
    assert!(import(&(text.clone() + "{}\n")).is_err(), "nothing follows the closing line");
    let (sound, said) = python::run(&["-"], &(text + "{}\n"));
    assert!(!sound && said.contains("closing line"), "{said}");
}
