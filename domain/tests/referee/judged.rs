//! An arbiter's judgements: what they change, what they do not, what is refused, and logs in which somebody forged one.

use crate::forger::forge;
use crate::hands::terms;
use crate::python;
use crate::toy::{NORTH, SOUTH, Table};
use domain::log::{Body, Millis, export};
use domain::referee::*;
use serde_json::{Value, json};

const AT: Millis = Millis(77_000);
const ARBITER: &str = "Quincy Adams";

fn judge(table: &Table, record: u64, back_to: Option<u64>, reason: &str) -> Result<Played, GameError> {
    table.game.judge(record, back_to, (ARBITER, reason), AT, &table.keys)
}

fn sound(table: &Table) {
    let text = export(&table.log);
    assert_eq!(verify(&table.registry, &text, &Against::default()).bad, None);
    let (content, said) = python::run(&["-"], &text);
    assert!(content, "{said}");
    let replayed = Game::replay(&table.registry, &table.log).unwrap();
    assert_eq!(replayed.position().canonical(), table.game.position().canonical());
    assert_eq!(replayed.waiting(), table.game.waiting());
}

/// North has rolled, and South has the rope: the record before the roll, and that of the roll.
fn rolled(mut table: Table) -> (Table, u64, u64) {
    table.order(SOUTH, &["pick 2"]);
    table.order(NORTH, &["pick 3"]);
    table.order(NORTH, &["add 1"]);
    let before = table.game.len();
    table.order(NORTH, &["roll"]);
    assert_eq!(table.game.waiting_seats(), [SOUTH]);
    (table, before, before + 1)
}

#[test]
fn a_record_that_stands_changes_nothing_but_the_log() {
    let (mut table, _, roll) = rolled(Table::of("pair"));
    let (position, waiting) = (table.game.position().canonical(), table.game.waiting_seats());
    let offered = table.game.offer_takeback(NORTH, table.game.ways_back(NORTH)[0], "", AT, &table.keys).unwrap();
    table.take(offered);
    let judged = judge(&table, roll, None, "  The die is sound. ").unwrap();
    assert_eq!(judged.records.len(), 1);
    table.take(judged);
    assert_eq!((table.game.position().canonical(), table.game.waiting_seats()), (position, waiting));
    assert!(table.game.takeback().is_some(), "what was asked of the other side still waits for an answer");
    let told = table.game.chronicle(&table.log, Viewer::Spectator).unwrap();
    let line = &told.last().unwrap().lines[0].text;
    assert_eq!(*line, format!("Quincy Adams, the arbiter, judged record {roll}: it stands. “The die is sound.”"));
    // Whoever was looking at the position before it may still give their order.
    let mut order = table.submission(SOUTH, &[&table.game.menu(SOUTH, None).choices.last().unwrap().order.clone()]);
    order.seen = table.log[table.log.len() - 3].hash;
    assert!(table.game.play(&order, &table.keys).is_ok());
    sound(&table);
    table.play_out();
    sound(&table);
}

#[test]
fn an_earlier_position_stands_again_and_no_die_is_rolled_twice() {
    for clock in [None, Some(terms())] {
        let table = clock.map_or_else(|| Table::of("pair"), |terms| Table::timed("pair", terms));
        let (mut table, before, roll) = rolled(table);
        let position = Game::replay(&table.registry, &table.log[..before as usize]).unwrap().position().canonical();
        let offered = table.game.offer_takeback(NORTH, before, "", AT, &table.keys).unwrap();
        table.take(offered);
        assert_eq!(table.game.arbiters_ways_back(roll).first(), Some(&before));
        let judged = judge(&table, roll, Some(before), "Both meant another rope.").unwrap();
        assert_eq!(judged.handed, [NORTH]);
        table.take(judged);
        assert_eq!((table.game.position().canonical(), table.game.waiting_seats()), (position, vec![NORTH]));
        assert_eq!(table.game.takeback(), None);
        table.order(NORTH, &["roll"]);
        let indexes = table.log.iter().filter_map(|r| match r.read() {
            Ok(Body::Order(o)) => o.dice.map(|d| d.index),
            _ => None,
        });
        assert_eq!(indexes.collect::<Vec<_>>(), [1, 2], "the next link, not the same again");
        sound(&table);
        // What was taken back stands in no transcript.
        table.play_out();
        sound(&table);
        let told = table.game.chronicle(&table.log, Viewer::Everyone).unwrap();
        assert!(told.iter().any(|e| e.seq == roll && e.order.is_some()));
    }
}

#[test]
fn what_cannot_be_judged_is_refused_and_says_why() {
    let (table, before, roll) = rolled(Table::of("pair"));
    let refused = |record, back, reason: &str| judge(&table, record, back, reason).unwrap_err().to_string();
    for (record, back, reason, why) in [
        (0, None, "why", "There is no record 0: this log ends with"),
        (table.game.len() + 1, None, "why", "There is no record"),
        (roll, None, "  ", "needs a reason"),
        (roll, None, "one\nline", "one line of plain text"),
        (roll, None, &"x".repeat(1001), "longer than 1000 characters"),
        (roll, Some(roll), "why", "not before the record that is judged"),
        (roll, Some(table.game.len()), "why", "not before the record that is judged"),
        (roll, Some(0), "why", "too far back"),
        (roll, Some(1), "why", "too far back"),
    ] {
        let said = refused(record, back, reason);
        assert!(said.contains(why), "{record} {back:?}: {said}");
    }
    assert!(matches!(
        table.game.judge(roll, None, ("", "why"), AT, &table.keys),
        Err(GameError::Judgement(why)) if why.contains("reason")
    ));
    // Each way that is offered is one that is taken, and no other.
    let ways = table.game.arbiters_ways_back(roll);
    for to in 1..roll {
        assert_eq!(judge(&table, roll, Some(to), "why").is_ok(), ways.contains(&to), "{to}");
    }
    assert!(ways.contains(&before));
    let study = Table::with("pair", domain::dice::GameKeys::derive([7; 32], domain::log::GameId([1; 16])), true);
    assert!(matches!(judge(&study, 1, None, "why"), Err(GameError::Judgement(_))));
    let mut over = table;
    over.play_out();
    assert!(matches!(judge(&over, roll, None, "why"), Err(GameError::Finished(_))));
}

#[test]
fn a_forged_judgement_is_found() {
    let (mut table, before, roll) = rolled(Table::of("pair"));
    let judged = judge(&table, roll, Some(before), "Both meant another rope.").unwrap();
    table.take(judged);
    table.order(NORTH, &["roll"]);
    let seq = table.log.iter().find(|r| r.is_kind("judgement/")).unwrap().seq;
    type Change = fn(&mut Value);
    let both: [(&str, Change); 7] = [
        ("no reason", |b| b["reason"] = json!("")),
        ("no name", |b| b["arbiter"] = json!("")),
        ("two lines", |b| b["reason"] = json!("one\nline")),
        ("no such record", |b| b["record"] = json!(9999)),
        ("record nought", |b| b["record"] = json!(0)),
        ("not before it", |b| b["back_to"] = b["record"].clone()),
        ("back to nought", |b| b["back_to"] = json!(0)),
    ];
    for (what, change) in both {
        let text = forge(&table.log, seq, change);
        let bad = verify(&table.registry, &text, &Against::default()).bad.unwrap_or_else(|| panic!("{what}"));
        assert_eq!((bad.seq, bad.what), (seq, Wrong::Turn), "{what}: {}", bad.why);
        let (content, said) = python::run(&["-"], &text);
        assert!(!content && said.starts_with(&format!("record {seq}:")), "{what}: {said}");
    }
    // Where it goes back to, and whether at all, only the rules can see.
    let rules: [(&str, Change); 2] = [
        ("one further back", |b| b["back_to"] = json!(b["back_to"].as_u64().unwrap() - 1)),
        ("it stands", |b| b["back_to"] = json!(null)),
    ];
    for (what, change) in rules {
        let text = forge(&table.log, seq, change);
        assert!(verify(&table.registry, &text, &Against::default()).bad.is_some(), "{what}");
    }
}
