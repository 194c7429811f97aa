//! What a seat may do at any time, while it is asked something together with others, and private rolls at what they choose.

use crate::forged::Forged;
use crate::python;
use crate::table::{HIDDEN, Table};
use crate::tamper::{only_ours, ours, sound, with_record};
use domain::dice::BotRng;
use domain::log::{Body, Entry, PrivateBody, PrivateRoll};
use domain::referee::SeatId;
use domain::words::Audience;
use serde_json::json;

const UNION: SeatId = SeatId(0);
const ENEMY: SeatId = SeatId(1);

/// Both are asked what they declare, and may signal.
fn declaring(seed: u8) -> Table {
    Table::of("signals", seed).hide(HIDDEN)
}

fn to_the_end(mut table: Table, seed: u8) -> Table {
    let mut rng = BotRng::seeded(u64::from(seed));
    while table.random_order(&mut rng) {}
    table
}

#[test]
fn what_a_seat_may_do_at_any_time_goes_under_no_seal_while_it_is_asked_with_others() {
    let mut table = declaring(3);
    table.order(UNION, &["signal"]);
    let Some(Body::OrderSecond(signal)) = table.bodies().pop() else { panic!("the signal is under a seal") };
    assert_eq!((signal.order.as_str(), signal.rolls[0].sides), ("signal", 4));
    assert_eq!(table.game.waiting_seats(), [UNION, ENEMY]);
    // Who has chosen may signal too, and its choice stays.
    table.order(UNION, &["declare attack"]);
    assert_eq!(table.game.waiting_seats(), [ENEMY]);
    table.order(UNION, &["signal"]);
    table.order(ENEMY, &["signal", "declare hold"]);
    let kinds: Vec<&str> =
        table.bodies().iter().rev().map(Body::kind).filter(|k| *k != "hand-over/2").take(5).collect();
    assert_eq!(kinds, ["choices/1", "choice/1", "order/2", "order/2", "choice/1"]);
    let table = to_the_end(table, 3);
    sound(&table, &Forged::whole(&table), "sound");
    sound(&table, &Forged::public(&table), "sound as far as open");
}

#[test]
fn an_answer_that_belongs_under_a_seal_and_stands_open_is_found() {
    let table = to_the_end(declaring(3), 3);
    let log = Forged::whole(&table);
    let first = log.record(0, |b| b["kind"] == "choice/1");
    let seen = log.records[first as usize - 2].hash.to_string();
    let what = json!({"advance": false, "at": 1000, "dice": null, "facts": [], "key": "k", "order": "declare attack", "rolls": [],
        "seat": 0, "seen": seen, "shows": []});
    let open = json!({"kind": "order/2", "what": what}).to_string();
    only_ours(&table, &with_record(&table, &log, first - 1, &open), first);
}

#[test]
fn an_order_against_an_older_head_may_roll_a_die_of_four_sides() {
    let mut table = declaring(4);
    let late = table.submission(UNION, &["signal"]);
    table.order(ENEMY, &["signal"]);
    assert_ne!(late.seen, table.game.head());
    let played = table.game.play(&late, &table.keys).unwrap();
    assert_eq!(played.records.len(), 1);
}

/// The dispatches that came with the first declarations, by whose log they stand in.
fn dispatches(table: &Table) -> Vec<(Audience, PrivateRoll)> {
    let opened = Forged::public(table).record(0, |b| b["kind"] == "choices/1");
    let parts = table.entries().into_iter().filter(|e| e.with && e.after == opened);
    let rolls = parts.filter_map(|entry: Entry| match entry.read().unwrap() {
        PrivateBody::Part(part) if entry.audience != Audience::Nobody => Some((entry.audience, part.rolls)),
        _ => None,
    });
    rolls.flat_map(|(audience, rolls)| rolls.into_iter().map(move |roll| (audience, roll))).collect()
}

#[test]
fn the_rolls_of_choices_hang_on_nobody_being_quick() {
    let [a, b] = [[UNION, ENEMY], [ENEMY, UNION]].map(|order| {
        let mut table = declaring(5);
        for seat in order {
            table.order(seat, &["declare attack"]);
        }
        table
    });
    for table in [&a, &b] {
        let found = dispatches(table);
        // Each is told on its own chain, by the index that its name has.
        let whose: Vec<_> = found.iter().map(|(audience, roll)| (*audience, roll.seat, roll.index)).collect();
        assert_eq!(whose, [UNION, ENEMY].map(|s| (Audience::Seat(s), Some(s), 1)));
    }
    assert_eq!(dispatches(&a), dispatches(&b));
    let opened = |table: &Table| {
        table.bodies().into_iter().find_map(|body| match body {
            Body::Choices(choices) => Some((choices.seat, choices.dice, choices.rolls)),
            _ => None,
        })
    };
    assert_eq!(opened(&a), opened(&b));
    assert_eq!(opened(&a).unwrap().0, UNION);
}

#[test]
fn a_private_roll_of_another_seat_than_the_one_that_owes_the_step_is_found() {
    let table = to_the_end(declaring(6), 6);
    let whole = Forged::whole(&table);
    let of = |log: &Forged, with: bool| {
        log.entry(0, |e, b| {
            e.with == with && b["what"]["rolls"][0]["seat"] == json!(0) && e.audience == Audience::Seat(UNION)
        })
    };
    let moved = to_the_end(Table::of("two", 6).hide(HIDDEN), 6);
    for (table, with) in [(&table, true), (&moved, false)] {
        // As its seat downloads it, where no link is open yet.
        let log = Forged::of_seat(table, 0);
        let at = of(&log, with);
        let log = log.clone().change_entry(at, |w| w["rolls"][0]["seat"] = json!(1)).resealed(Some(&table.keys));
        let (found, said) = python::run(&["-"], &log.text());
        assert!(!found && said.contains("another seat than the one that owes the step"), "{said}");
        assert!(ours(table, &log).bad.is_some());
    }
    let at = of(&whole, true);
    let log = whole.clone().change_entry(at, |w| w["rolls"][0]["seat"] = json!(1)).resealed(Some(&table.keys));
    assert!(ours(&table, &log).bad.is_some() && !python::run(&["-"], &log.text()).0);
}
