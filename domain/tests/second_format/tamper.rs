//! Logs of the second format that somebody has tampered with: each is found, by us and (where no rules are needed) by the independent verifier.

use crate::forged::Forged;
use crate::played::{SEATS, on, played_on};
use crate::python;
use crate::table::Table;
use domain::dice::{ChainName, chair};
use domain::log::{Audience, Body, Entry, Hash32, Record, Restored, RestoredAnchors, SecondChain, export_with};
use domain::referee::{Against, Report, Side, verify};
use serde_json::{Value, json};

pub const TO_THE_END: usize = 5_000;

/// A finished game with everything in it.
fn finished() -> Table {
    let everything = |table: &Table| {
        let log = Forged::whole(table);
        let rolls = log.records.iter().filter(|r| rolled(&serde_json::from_str(&r.body).unwrap())).count();
        rolls > 3
            && log.entries.iter().any(|e| e.body.contains("used/1"))
            && log.records.iter().any(|r| r.body.contains("\"shows\":[{"))
    };
    let table = (1..60).map(|seed| played_on(seed, TO_THE_END)).find(everything).unwrap();
    assert!(table.game.result().is_some());
    table
}

pub fn ours(table: &Table, log: &Forged) -> Report {
    verify(&table.registry, &log.text(), &Against::default())
}

/// Both verifiers name that record.
#[track_caller]
pub fn both(table: &Table, log: &Forged, seq: u64) {
    let bad = ours(table, log).bad.unwrap_or_else(|| panic!("we do not find what is wrong with {seq}"));
    assert_eq!(bad.seq, seq, "{}", bad.why);
    let (sound, said) = python::run(&["-"], &log.text());
    assert!(!sound && said.starts_with(&format!("record {seq}:")), "{said}; we say {}", bad.why);
}

/// The independent verifier names that record, and we that one or one before it, by the rules.
#[track_caller]
fn both_by_then(table: &Table, log: &Forged, seq: u64) {
    let bad = ours(table, log).bad.unwrap_or_else(|| panic!("we do not find what is wrong with {seq}"));
    assert!(bad.seq <= seq, "{}", bad.why);
    let (sound, said) = python::run(&["-"], &log.text());
    assert!(!sound && said.starts_with(&format!("record {seq}:")), "{said}; we say {}", bad.why);
}

/// Only a referee can see it.
#[track_caller]
pub fn only_ours(table: &Table, log: &Forged, seq: u64) {
    let bad = ours(table, log).bad.unwrap_or_else(|| panic!("we do not find what is wrong with {seq}"));
    assert_eq!(bad.seq, seq, "{}", bad.why);
    let (sound, said) = python::run(&["-"], &log.text());
    assert!(sound, "{said}");
}

/// Both are content, in these words.
#[track_caller]
pub fn sound(table: &Table, log: &Forged, words: &str) {
    let report = ours(table, log);
    assert!(report.sound, "{report}");
    let state = if report.result.is_some() { "over" } else { "running" };
    let (sound, said) = python::run(&["-"], &log.text());
    assert!(sound, "{said}");
    let Report { records, dice, head, .. } = &report;
    assert_eq!(said, format!("{words}: {records} records, {dice} dice, {state}, head {head}"));
    let mut our_words = words.to_owned();
    our_words.replace_range(..1, "S");
    assert!(report.to_string().starts_with(&format!("{our_words}: ")), "{report}");
}

fn is(kind: &'static str) -> impl Fn(&Value) -> bool {
    move |body| body["kind"] == kind
}

fn entry_of(kind: &'static str) -> impl Fn(&Entry, &Value) -> bool {
    move |_, body| body["kind"] == kind
}

fn rolled(body: &Value) -> bool {
    body["kind"] == "order/2" && body["what"]["rolls"] != json!([])
}

fn showed(body: &Value) -> bool {
    body["what"]["shows"].as_array().is_some_and(|s| !s.is_empty())
}

fn turn(face: &mut Value) {
    *face = json!(face.as_u64().unwrap() % 6 + 1);
}

fn other() -> Value {
    json!(Hash32::of(b"another hash").to_string())
}

#[test]
fn sound_logs_are_sound_to_both_whole_in_public_and_as_a_download() {
    let far = "sound as far as open";
    for seed in 0..6 {
        let table = played_on(seed, TO_THE_END);
        sound(&table, &Forged::whole(&table), "sound");
        sound(&table, &Forged::public(&table), far);
        let running = played_on(seed, 6 + 5 * usize::from(seed));
        for seat in 0..4 {
            sound(&table, &Forged::of_seat(&table, seat), far);
            sound(&running, &Forged::of_seat(&running, seat), far);
        }
        sound(&running, &Forged::public(&running), far);
        // All that the server has: nothing says that it is all, and no key is opened.
        sound(&running, &Forged::whole(&running), far);
        // A forger who changes nothing writes the same bytes.
        for table in [&table, &running] {
            let log = Forged::whole(table);
            assert_eq!(log.clone().resealed(Some(&table.keys)).text(), log.text());
        }
    }
    let mut table = Table::set_up(3).until_the_union_moves();
    on(&mut table, 3, TO_THE_END);
    sound(&table, &Forged::whole(&table), "sound");
}

#[test]
fn a_game_that_somebody_ended_is_sound_to_both() {
    let mut resigned = played_on(9, 12);
    let at = resigned.now();
    let played = resigned.game.resign(SEATS[2], at, &resigned.keys).unwrap();
    resigned.take(played);
    let mut drawn = played_on(9, 12);
    let played = drawn.game.offer_draw(SEATS[0], at, &drawn.keys).unwrap();
    drawn.take(played);
    let played = drawn.game.answer_draw(SEATS[2], true, at, &drawn.keys).unwrap();
    drawn.take(played);
    for table in [&resigned, &drawn] {
        sound(table, &Forged::whole(table), "sound");
        sound(table, &Forged::public(table), "sound as far as open");
        // The other reason, and the result without the opening.
        let log = Forged::whole(table);
        let result = log.record(0, is("result/1"));
        both(table, &log.change(result, |w| w["reason"] = json!("rules")).resealed(Some(&table.keys)), result);
    }
}

#[test]
fn a_private_entry_changed_left_out_or_added_later() {
    let table = finished();
    let whole = Forged::whole(&table);
    for kind in ["act/1", "standing/2", "used/1", "choice/2", "part/1", "pieces/2"] {
        let at = whole.entry(0, entry_of(kind));
        let Entry { after, with, .. } = whole.entries[at];
        let under = if with { after } else { after + 1 };
        // The file alone.
        let mut log = whole.clone();
        log.entries[at].hash.0[0] ^= 1;
        both(&table, &log, after);
        let mut log = whole.clone();
        log.entries.remove(at);
        assert!(ours(&table, &log).bad.is_some() && !python::run(&["-"], &log.text()).0);
        // The chain of that log written anew, without the keys.
        let mut log = whole.clone();
        log.entries.remove(at);
        both_by_then(&table, &log.resealed(None), under);
    }
    let at = whole.entry(1, entry_of("act/1"));
    let after = whole.entries[at].after;
    let log = whole.clone().change_entry(at, |w| w["key"] = json!("another")).resealed(None);
    both(&table, &log, after + 1);
    let at = whole.entry(0, entry_of("standing/2"));
    let after = whole.entries[at].after;
    let log = whole.clone().change_entry(at, |w| w["rules"]["hit"] = json!("hold if turn >= 2")).resealed(None);
    both(&table, &log, after + 1);
    // Added in the middle, at the end of the game, behind it, before it, and for somebody who is not there.
    let late = |after: u64, with: bool| {
        let mut log = whole.clone();
        log.entries.insert(at + 1, Entry { after, with, ..whole.entries[at].clone() });
        log.resealed(None)
    };
    let middle = whole.entries[at].after;
    both(&table, &late(middle, false), middle + 1);
    let end = table.game.len();
    let opened = whole.record(0, is("opening/2"));
    both(&table, &late(opened, false), opened);
    both(&table, &late(end, false), end);
    both(&table, &late(end + 5, false), end);
    let mut log = whole.clone();
    log.entries.push(Entry { after: 20, audience: Audience::Holder(9), ..whole.entries[at].clone() });
    both(&table, &log.resealed(None), 20);
    // With the keys it can be made to fit; then the head is another one.
    let log = whole.clone().change_entry(at, |w| w["at"] = json!(7)).resealed(Some(&table.keys));
    sound(&table, &log, "sound");
    let (sound, said) = python::run(&["-", &table.game.head().to_string()], &log.text());
    assert!(!sound, "{said}");
}

#[test]
fn an_entry_in_a_log_or_at_a_place_where_none_of_its_kind_belongs() {
    let table = finished();
    let whole = Forged::whole(&table);
    let moved = |kind: &'static str, change: &dyn Fn(&mut Entry)| {
        let at = whole.entry(0, entry_of(kind));
        let mut log = whole.clone();
        let mut entry = log.entries.remove(at);
        change(&mut entry);
        let before = (entry.after, !entry.with);
        let place =
            log.entries.partition_point(|e| (e.audience, e.after, !e.with) <= (entry.audience, before.0, before.1));
        log.entries.insert(place, entry.clone());
        (log.resealed(Some(&table.keys)), entry.after)
    };
    for (kind, audience) in [
        ("standing/2", Audience::Seat(SEATS[1])),
        ("choice/2", Audience::Side(Side::Union)),
        ("pieces/2", Audience::Side(Side::Confederate)),
        ("state/1", Audience::Seat(SEATS[0])),
        ("used/1", Audience::Holder(0)),
        ("act/1", Audience::Side(Side::Confederate)),
    ] {
        let (log, after) = moved(kind, &|e| e.audience = audience);
        both(&table, &log, after);
    }
    let (log, after) = moved("act/1", &|e| e.with = true);
    both(&table, &log, after);
    // A second part of the same log with one record would be told, and not looked at.
    let at = whole.entry(0, entry_of("part/1"));
    let mut log = whole.clone();
    log.entries.insert(at, whole.entries[at].clone());
    both(&table, &log.resealed(Some(&table.keys)), whole.entries[at].after);
}

#[test]
fn a_root_that_does_not_fit() {
    let table = finished();
    for n in [1, 2, 9, table.log.len() as u64 / 2, table.game.len()] {
        let mut log = Forged::whole(&table);
        log.records[n as usize - 1].root = Some(Hash32::of(b"no root"));
        both(&table, &log.resealed(None), n);
    }
    // No root at all.
    let mut log = Forged::whole(&table);
    log.records[4].root = None;
    both(&table, &log.resealed(None), 5);
}

#[test]
fn a_private_roll_not_of_its_chain() {
    let table = finished();
    let whole = Forged::whole(&table);
    let rolled = |_: &Entry, b: &Value| b["what"]["rolls"].as_array().is_some_and(|r| !r.is_empty());
    for nth in [0, 1, 5] {
        let at = whole.entry(nth, rolled);
        let after = whole.entries[at].after;
        let log = whole.clone().change_entry(at, |w| turn(&mut w["rolls"][0]["faces"][0])).resealed(Some(&table.keys));
        both(&table, &log, after);
        for index in [0, 1_000_000, 84] {
            let log = whole.clone().change_entry(at, |w| w["rolls"][0]["index"] = json!(index));
            both(&table, &log.resealed(Some(&table.keys)), after);
        }
        let log = whole.clone().change_entry(at, |w| w["rolls"][0]["seat"] = json!(3)).resealed(Some(&table.keys));
        both(&table, &log, after);
    }
    // Left out of the log with its faces, it is still called for by the rules.
    let at = whole.entry(0, rolled);
    let log = whole.clone().change_entry(at, |w| w["rolls"] = json!([])).resealed(Some(&table.keys));
    assert!(ours(&table, &log).bad.is_some());
}

#[test]
fn a_private_roll_made_again_after_a_takeback_with_other_faces() {
    let drew = |e: &Entry, b: &Value| e.audience == Audience::Seat(SEATS[1]) && b["what"]["order"] == "dispatch";
    for orders in [0, TO_THE_END] {
        let table = played_on(7, orders);
        let logs = [Forged::whole(&table), Forged::of_seat(&table, 1)];
        for log in logs {
            let (first, again) = (log.entry(0, drew), log.entry(1, drew));
            let roll =
                |at: usize| serde_json::from_str::<Value>(&log.entries[at].body).unwrap()["what"]["rolls"].clone();
            assert_eq!(roll(first), roll(again), "the same name, the same faces");
            let after = log.entries[again].after;
            let log = log.change_entry(again, |w| {
                turn(&mut w["rolls"][0]["faces"][0]);
                w["facts"][0]["dispatched"]["die"] = w["rolls"][0]["faces"][0].clone();
            });
            both(&table, &log.resealed(Some(&table.keys)), after);
        }
    }
}

#[test]
fn a_decoy_declared_real_and_a_piece_that_was_never_sealed() {
    let table = finished();
    for log in [Forged::whole(&table), Forged::public(&table), Forged::of_seat(&table, 3)] {
        let seq = log.record(0, showed);
        let forged = |change: &dyn Fn(&mut Value)| {
            log.clone().change(seq, |w| change(&mut w["shows"][0])).resealed(Some(&table.keys))
        };
        let as_other = |what: &str| match what.contains("\"real\":true") {
            true => what.replace("\"real\":true", "\"real\":false"),
            false => what.replace("\"real\":false", "\"real\":true"),
        };
        both(&table, &forged(&|s| s["what"] = json!(as_other(s["what"].as_str().unwrap()))), seq);
        both(&table, &forged(&|s| s["number"] = json!(s["number"].as_u64().unwrap() + 1)), seq);
        both(&table, &forged(&|s| s["salt"] = other()), seq);
        both(&table, &forged(&|s| s["index"] = json!(77)), seq);
        both(&table, &forged(&|s| s["path"][0] = other()), seq);
        both(&table, &forged(&|s| s["path"] = json!([])), seq);
        both(&table, &forged(&|s| s["path"].as_array_mut().unwrap().push(other())), seq);
        both(&table, &forged(&|s| s["audience"] = json!([2, 0])), seq);
        // Another root in the place where they were sealed: the first piece shown does not lead to it.
        let whose = serde_json::from_str::<Value>(&log.records[seq as usize - 1].body).unwrap();
        let whose = whose["what"]["shows"][0]["audience"].clone();
        let sealed = log.record(0, |body| body["kind"] == "pieces/1" && body["what"]["audience"] == whose);
        let text = log.clone().change(sealed, |w| w["root"] = other()).resealed(Some(&table.keys));
        match log.entries.iter().any(|e| e.after == sealed && e.body.contains("pieces/2")) {
            true => both(&table, &text, sealed),
            false => assert!(ours(&table, &text).bad.is_some() && !python::run(&["-"], &text.text()).0),
        }
    }
    // Only the fact says otherwise.
    let log = Forged::whole(&table);
    let seq = log.record(0, showed);
    let log = log.change(seq, |w| {
        let shown = w["facts"].as_array_mut().unwrap().iter_mut().find(|f| f["shown"].is_object()).unwrap();
        shown["shown"]["real"] = json!(!shown["shown"]["real"].as_bool().unwrap());
    });
    only_ours(&table, &log.resealed(Some(&table.keys)), seq);
}

#[test]
fn a_choice_changed_after_the_other_was_seen() {
    let table = finished();
    for log in [Forged::whole(&table), Forged::public(&table)] {
        let opened = log.record(0, is("choices/1"));
        let flip = |order: &Value| json!(if order == "declare hold" { "declare attack" } else { "declare hold" });
        for seat in [0, 1] {
            let text = log.clone().change(opened, |w| w["choices"][seat]["order"] = flip(&w["choices"][seat]["order"]));
            both(&table, &text.resealed(Some(&table.keys)), opened);
            let text = log.clone().change(opened, |w| w["choices"][seat]["salt"] = other());
            both(&table, &text.resealed(Some(&table.keys)), opened);
        }
        let text = log.clone().change(opened, |w| w["choices"] = json!([w["choices"][0]]));
        both(&table, &text.resealed(Some(&table.keys)), opened);
        let text = log.clone().change(opened, |w| w["seat"] = json!(2 - w["seat"].as_i64().unwrap()));
        both(&table, &text.resealed(Some(&table.keys)), opened);
        // The seal of the one who was last, with what lies under it or without.
        let last = log.record(1, is("choice/1"));
        let text = log.clone().change(last, |w| w["seal"] = other()).resealed(Some(&table.keys));
        let seq = if log.entries.is_empty() { opened } else { last };
        both(&table, &text, seq);
        // Somebody chooses twice.
        let mut twice = log.clone();
        twice.entries.clear();
        twice.records.insert(last as usize, log.records[last as usize - 1].clone());
        both(&table, &twice.resealed(None), last + 1);
    }
    // The opening before all have chosen.
    let log = Forged::public(&table);
    let last = log.record(1, is("choice/1"));
    let mut early = log.clone();
    early.records.remove(last as usize - 1);
    both(&table, &early.resealed(None), last);
}

#[test]
fn links_steps_and_a_jump_of_links_without_a_restore() {
    let table = finished();
    for log in [Forged::whole(&table), Forged::public(&table)] {
        let seq = log.record(3, rolled);
        let body: Value = serde_json::from_str(&log.records[seq as usize - 1].body).unwrap();
        let seat = body["what"]["seat"].as_u64().unwrap() as usize;
        let chairs =
            [chair(Side::Union, 0), chair(Side::Union, 1), chair(Side::Confederate, 0), chair(Side::Confederate, 1)];
        let enemy = if seat < 2 { chairs[2] } else { chairs[0] };
        let number = |what: &str| body["what"]["dice"][what].as_u64().unwrap() as u32;
        let link = |kind: ChainName, i: u32| json!(table.keys.link(chairs[seat], kind, i).to_string());
        let dice = |change: &dyn Fn(&mut Value)| {
            log.clone().change(seq, |w| change(&mut w["dice"])).resealed(Some(&table.keys))
        };
        for kind in ["server", "player", "handed"] {
            both(&table, &dice(&|d| d[kind] = other()), seq);
        }
        for jump in [1, 2, 4096] {
            let to = number("index") + jump;
            let jumped = dice(&|d| {
                d["index"] = json!(to);
                d["server"] = link(ChainName::Server, to);
                d["player"] = link(ChainName::Player, to);
            });
            both(&table, &jumped, seq);
        }
        both(&table, &dice(&|d| d["chain"] = json!("reserve")), seq);
        // The first link of the reserve, with the faces it gives: who kept both chains would choose between two rolls.
        let reserve = dice(&|d| {
            d["chain"] = json!("reserve");
            d["player"] = link(ChainName::Reserve, 1);
        });
        let bad = ours(&table, &reserve).bad.unwrap();
        assert!(bad.seq == seq && bad.why.contains("choose between two"), "{}", bad.why);
        both(&table, &reserve, seq);
        for step in [0, number("step") + 1, number("step") + 5000, u32::MAX] {
            both(&table, &dice(&|d| d["step"] = json!(step)), seq);
        }
        // The link of another step, which the server has: who waits with a roll would choose among them. That it is that step the rules say.
        let to = number("step") + 1;
        let waited = dice(&|d| {
            d["step"] = json!(to);
            d["handed"] = json!(table.keys.link(enemy, ChainName::Handover, to).to_string());
        });
        let bad = ours(&table, &waited).bad.unwrap();
        assert_eq!((bad.seq, bad.why.starts_with("the step is")), (seq, true), "{}", bad.why);
        both(
            &table,
            &log.clone().change(seq, |w| turn(&mut w["rolls"][0]["faces"][0])).resealed(Some(&table.keys)),
            seq,
        );
        both(&table, &log.clone().change(seq, |w| w["dice"] = Value::Null).resealed(Some(&table.keys)), seq);
        both(
            &table,
            &log.clone().change(2, |w| w["phrase"] = json!("another")).resealed(Some(&table.keys)),
            first_roll(&log),
        );
    }
}

/// The first record or entry that anything was rolled with.
fn first_roll(log: &Forged) -> u64 {
    let public = log.record(0, |b| b["what"]["dice"].is_object() && b["kind"] != "genesis/2");
    let private = log.entries.iter().filter(|e| e.body.contains("\"faces\":")).map(|e| e.after).min();
    private.map_or(public, |p| p.min(public))
}

/// A log with a record put in behind record `seq`.
pub fn with_record(table: &Table, log: &Forged, seq: u64, body: &str) -> Forged {
    let mut log = log.clone();
    for entry in log.entries.iter_mut().filter(|e| e.after > seq || e.after == seq && !e.with) {
        entry.after += 1;
    }
    let before = log.records[seq as usize - 1].clone();
    log.records.insert(seq as usize, Record { body: body.to_owned(), ..before });
    log.resealed(Some(&table.keys))
}

#[test]
fn anchors_restores_hand_overs_and_openings_that_nothing_calls_for() {
    let table = finished();
    let log = Forged::whole(&table);
    let seq = log.record(0, is("hand-over/2"));
    let anchor = |chain: SecondChain, start: u32| {
        let chain = serde_json::to_value(chain).unwrap();
        let what = json!({"anchor": other(), "at": 5000, "chain": chain, "seat": 0, "start": start, "why": "used-up"});
        json!({"kind": "anchor/2", "what": what}).to_string()
    };
    // Before the first roll a new chain would let the server choose all of them.
    for chain in [SecondChain::Server, SecondChain::Player, SecondChain::Reserve] {
        both(&table, &with_record(&table, &log, seq, &anchor(chain, 0)), seq + 1);
    }
    both(&table, &with_record(&table, &log, seq, &anchor(SecondChain::Handover, 0)), seq + 1);
    only_ours(&table, &with_record(&table, &log, seq, &anchor(SecondChain::Handover, 4096)), seq + 1);

    let running = played_on(7, 40);
    let public = Forged::public(&running);
    let end = running.game.len();
    let anchors = (0..4).map(|n| {
        let chair = chair(if n < 2 { Side::Union } else { Side::Confederate }, n % 2);
        let of = |kind: ChainName| running.keys.anchor(chair, kind, 4096);
        RestoredAnchors {
            handover: of(ChainName::Handover),
            player: of(ChainName::Player),
            server: of(ChainName::Server),
        }
    });
    let anchors: Vec<RestoredAnchors> = anchors.collect();
    let restored = |start: u32, count: usize| {
        let at = domain::log::Millis(9_000_000);
        Body::Restored(Restored { anchors: anchors[..count].to_vec(), at, head: None, start }).write()
    };
    let put = |start, count| with_record(&running, &public, end, &restored(start, count));
    sound(&running, &put(4096, 4), "sound as far as open");
    sound(&running, &put(8192, 4), "sound as far as open");
    for (start, count) in [(0, 4), (100, 4), (4096, 3)] {
        both(&running, &put(start, count), end + 1);
    }
    // Behind a restore the old links are none any more.
    let roll = public.record(0, rolled);
    both(&running, &with_record(&running, &public, roll - 1, &restored(4096, 4)), roll + 1);

    // The game handed over once more, and opened in the middle.
    let again = log.records[seq as usize - 1].body.clone();
    assert!(ours(&table, &with_record(&table, &log, seq, &again)).bad.is_some());
    let opened = log.record(0, is("opening/2"));
    let opening = log.records[opened as usize - 1].body.clone();
    assert!(ours(&table, &with_record(&table, &log, seq, &opening)).bad.is_some());
    both(&table, &with_record(&table, &Forged::public(&table), opened, &opening), opened + 1);
}

#[test]
fn an_opening_with_a_wrong_key_or_link_or_none() {
    let table = finished();
    let (whole, public) = (Forged::whole(&table), Forged::public(&table));
    let opened = whole.record(0, is("opening/2"));
    for nth in [0, 1, 4, 9] {
        let log = whole.clone().change(opened, |w| w["keys"][nth]["key"] = other()).resealed(Some(&table.keys));
        // At once, or (a holder's) as soon as that one has joined.
        both(&table, &log, if nth < 7 { 1 } else { nth as u64 - 5 });
    }
    for log in [&whole, &public] {
        let keys = log.clone().change(opened, |w| {
            w["keys"].as_array_mut().unwrap().pop();
        });
        let found = if log.entries.is_empty() { opened } else { whole.record(3, is("join/1")) };
        both(&table, &keys.resealed(None), found);
        for whose in ["server", "player"] {
            let log = log.clone().change(opened, |w| w["links"][2][whose] = other()).resealed(Some(&table.keys));
            let bad = ours(&table, &log).bad.unwrap();
            both(&table, &log, bad.seq);
            assert!(bad.seq <= opened);
        }
    }
    let higher = public.clone().change(opened, |w| w["links"][1]["index"] = json!(84)).resealed(None);
    both(&table, &higher, opened);
    // A link more than was used is a link of the chain; that it was not used the private logs show.
    let seat = chair(Side::Union, 0);
    let index = |log: &Forged| {
        let body: Value = serde_json::from_str(&log.records[opened as usize - 1].body).unwrap();
        body["what"]["links"][1]["index"].as_u64().unwrap() as u32
    };
    let more = |log: &Forged| {
        let next = index(log) + 1;
        let of = |kind| json!(table.keys.private_link(seat, kind, 84, next).unwrap().to_string());
        let (server, player) = (of(ChainName::PrivateServer), of(ChainName::PrivatePlayer));
        let links = json!({"index": next, "player": player, "server": server});
        log.clone().change(opened, |w| w["links"][1] = links.clone()).resealed(Some(&table.keys))
    };
    both(&table, &more(&whole), opened);
    sound(&table, &more(&public), "sound as far as open");

    // None at all.
    let mut log = public.clone();
    log.records.remove(opened as usize - 1);
    both(&table, &log.resealed(None), opened);
    // The log ends with the opening.
    let mut log = public.clone();
    log.records.truncate(opened as usize);
    both(&table, &log.resealed(None), opened + 1);
}

#[test]
fn records_and_entries_of_the_other_format() {
    let table = finished();
    let log = Forged::public(&table);
    let seq = log.record(0, is("hand-over/2"));
    let first = [
        r#"{"kind":"order/1","what":{"at":5000,"dice":null,"facts":[],"key":"k","order":"done","rolls":[],"seat":0,"seen":"HEAD","standing":null}}"#,
        r#"{"kind":"standing/1","what":{"at":5000,"seal":"HEAD","sealed":"","seat":0,"slot":1}}"#,
        r#"{"kind":"opening/1","what":{"at":5000,"key":"HEAD","seat":0}}"#,
        r#"{"kind":"takeback-offer/1","what":{"at":5000,"back_to":9,"dice":0,"orders":1,"reason":"","seat":0}}"#,
        r#"{"kind":"hand-over/1","what":{"at":5000,"from":0,"index":1,"link":"HEAD","side":"union","state":"HEAD","to":[]}}"#,
    ];
    for body in first {
        let body = body.replace("HEAD", &table.game.head().to_string());
        both(&table, &with_record(&table, &log, seq, &body), seq + 1);
    }
    let golden = include_str!("../golden/logs/gaines-mill-short.log");
    let records = domain::log::import(golden).unwrap().records;
    let old = Forged { records, entries: Vec::new() };
    let registry = domain::rulesets::standard();
    let look = |log: &Forged, seq: u64| {
        let bad = verify(&registry, &log.text(), &Against::default()).bad.unwrap();
        assert_eq!(bad.seq, seq, "{}", bad.why);
        let (_, said) = python::run(&["-"], &log.text());
        assert!(said.starts_with(&format!("record {seq}:")), "{said}");
    };
    for kind in ["order/2", "choice/1", "choices/1", "pieces/1", "opening/2"] {
        let body = log.records[log.record(0, is(kind)) as usize - 1].body.clone();
        let mut mixed = old.clone();
        mixed.records.insert(6, Record { body, ..old.records[5].clone() });
        look(&mixed.resealed(None), 7);
    }
    let mut rooted = old.clone();
    rooted.records[6].root = Some(Hash32::of(b"a root"));
    look(&rooted.resealed(None), 7);
    let mut with_entries = old.clone();
    with_entries.entries =
        vec![Entry { after: 3, game: old.records[0].game, ..Forged::whole(&table).entries[0].clone() }];
    look(&with_entries, 3);
    assert_eq!(export_with(&with_entries.records, &with_entries.entries), with_entries.text());
}

#[test]
fn only_the_head_of_a_side_speaks_for_its_army() {
    let running = played_on(7, 20);
    let log = Forged::public(&running);
    let end = running.game.len();
    for (kind, more) in [("resign/1", ""), ("draw-offer/1", "")] {
        let body = format!("{{\"kind\":\"{kind}\",\"what\":{{\"at\":9000000,\"seat\":3{more}}}}}");
        both(&running, &with_record(&running, &log, end, &body), end + 1);
    }
}
