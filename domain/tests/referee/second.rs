//! Second thoughts.

use crate::hands::stands_in;
use crate::python;
use crate::toy::{NORTH, SOUTH, Table};
use domain::log::{Body, Millis, export};
use domain::referee::*;

const AT: Millis = Millis(77_000);

fn sound(table: &Table) {
    let text = export(&table.log);
    let report = verify(&table.registry, &text, &Against::default());
    assert_eq!(report.bad, None);
    let (content, said) = python::run(&["-"], &text);
    assert!(content, "{said}");
    let replayed = Game::replay(&table.registry, &table.log).unwrap();
    assert_eq!(replayed.position().canonical(), table.game.position().canonical());
    assert_eq!(replayed.waiting(), table.game.waiting());
    assert_eq!(replayed.takeback(), table.game.takeback());
    assert_eq!(replayed.seats(), table.game.seats());
}

/// North is about to roll; then has rolled, and South has the rope.
fn rolled() -> (Table, u64, String) {
    rolled_at(Table::of("pair"))
}

fn rolled_at(mut table: Table) -> (Table, u64, String) {
    table.order(SOUTH, &["pick 2"]);
    table.order(NORTH, &["pick 3"]);
    table.order(NORTH, &["add 1"]);
    let (to, position) = (table.game.len(), table.game.position().canonical());
    table.order(NORTH, &["roll"]);
    assert_eq!(table.game.waiting_seats(), [SOUTH]);
    (table, to, position)
}

fn offer(table: &mut Table, seat: SeatId, to: u64) {
    let played = table.game.offer_takeback(seat, to, "I meant 0815", AT, &table.keys).unwrap();
    table.take(played);
}

fn dice_of(table: &Table) -> Vec<(u32, Vec<u8>)> {
    let order = |r: &domain::log::Record| match r.read().unwrap() {
        Body::Order(o) if o.seat == NORTH => {
            o.dice.map(|d| (d.index, o.rolls.iter().flat_map(|r| r.faces.clone()).collect()))
        }
        _ => None,
    };
    table.log.iter().filter_map(order).collect()
}

#[test]
fn an_agreed_takeback_brings_the_position_back_and_leaves_the_dice_where_they_are() {
    let (mut table, to, position) = rolled();
    assert!(table.game.ways_back(NORTH).contains(&to));
    offer(&mut table, NORTH, to);
    let asked = table.game.takeback().unwrap().offer.clone();
    assert_eq!(
        (asked.back_to, asked.orders, asked.seat),
        (to, 2, NORTH),
        "North's roll, and what South's standing orders answered"
    );
    assert!(asked.dice > 0, "the offer names what was rolled");
    sound(&table);
    let agreed = table.game.answer_takeback(SOUTH, true, AT, &table.keys).unwrap();
    assert_eq!(agreed.handed, [NORTH]);
    table.take(agreed);
    assert_eq!(table.game.position().canonical(), position);
    assert_eq!(table.game.waiting_seats(), [NORTH]);
    // What was looked at before is stale now; the branch that was taken back can still be read.
    let story = table.game.chronicle(&table.log, Viewer::Spectator).unwrap();
    assert!(story.iter().any(|e| e.order.as_deref() == Some("roll")));
    assert!(story.iter().any(|e| e.lines.iter().any(|l| l.text.contains("2 orders would be taken back, with"))));
    table.order(NORTH, &["roll"]);
    let dice = dice_of(&table);
    assert_eq!(dice.iter().map(|d| d.0).collect::<Vec<_>>(), [1, 2], "no link is used twice");
    table.play_out();
    sound(&table);
}

#[test]
fn a_takeback_needs_the_other_side() {
    let (mut table, to, position) = rolled();
    let answer = |table: &Table, seat, yes| table.game.answer_takeback(seat, yes, AT, &table.keys);
    assert_eq!(answer(&table, SOUTH, true).unwrap_err(), GameError::NoTakeback);
    offer(&mut table, NORTH, to);
    assert_eq!(answer(&table, NORTH, true).unwrap_err(), GameError::NoTakeback);
    let again = table.game.offer_takeback(SOUTH, to, "", AT, &table.keys);
    assert_eq!(again.unwrap_err(), GameError::TakebackStands);
    let declined = answer(&table, SOUTH, false).unwrap();
    table.take(declined);
    assert_ne!(table.game.position().canonical(), position);
    let again = table.game.offer_takeback(NORTH, to, "", AT, &table.keys);
    assert_eq!(again.unwrap_err(), GameError::TakebackBefore, "one letter a position is enough");
    sound(&table);
}

#[test]
fn playing_on_makes_a_takeback_void() {
    let (mut table, to, _) = rolled();
    offer(&mut table, NORTH, to);
    let order = table.game.menu(SOUTH, None).choices[0].order.clone();
    table.order(SOUTH, &[&order]);
    assert_eq!(table.game.takeback(), None);
    assert_eq!(table.game.answer_takeback(SOUTH, true, AT, &table.keys).unwrap_err(), GameError::NoTakeback);
    sound(&table);
}

#[test]
fn what_cannot_be_gone_back_to_is_said_with_the_reason() {
    let (table, to, _) = rolled();
    let refused = |seat, to| table.game.offer_takeback(seat, to, "", AT, &table.keys).unwrap_err().to_string();
    assert!(refused(NORTH, table.game.len()).contains("no order was given since"));
    assert!(refused(NORTH, 9_999).contains("no order was given since"));
    assert!(refused(NORTH, 1).contains("too far back"));
    assert!(refused(SOUTH, to).contains("not your decision then"));
    let long = table.game.offer_takeback(NORTH, to, &"x".repeat(301), AT, &table.keys);
    assert!(matches!(long, Err(GameError::Text(_))));
    assert_eq!(
        table.game.ways_back(NORTH).first(),
        Some(&to),
        "the latest way back is the one that somebody who regrets an order means"
    );
}

#[test]
fn a_forged_takeback_is_found() {
    let (mut table, to, _) = rolled();
    let honest = table.log.clone();
    offer(&mut table, NORTH, to);
    let mut tampered = table.log.last().unwrap().clone();
    tampered.body = tampered.body.replace("\"orders\":2", "\"orders\":1");
    tampered.hash = domain::log::Record::digest(tampered.game, tampered.seq, tampered.prev, &tampered.body);
    let mut log = honest.clone();
    log.push(tampered);
    let report = verify(&table.registry, &export(&log), &Against::default());
    assert_eq!(report.bad.map(|b| b.what), Some(Wrong::Turn));
    // An answer nobody asked for, and one by the side that asked.
    for (before, seat) in [(&honest, SOUTH), (&table.log, NORTH)] {
        let body = Body::TakebackAnswer(domain::log::TakebackAnswer { accept: true, at: AT, seat });
        let last = before.last().unwrap();
        let mut log = before.clone();
        log.push(domain::log::Record::seal(last.game, last.seq + 1, last.hash, &body).unwrap());
        let report = verify(&table.registry, &export(&log), &Against::default());
        assert_eq!(report.bad.map(|b| (b.seq, b.what)), Some((last.seq + 1, Wrong::Turn)));
    }
}

#[test]
fn a_house_player_agrees_to_a_takeback_at_once() {
    let (mut table, to, position) = rolled_at(Table::timed("pair", crate::hands::terms()));
    stands_in(&mut table, SOUTH, NORTH);
    offer(&mut table, NORTH, to);
    assert_eq!(table.game.takeback(), None);
    assert_eq!(table.game.position().canonical(), position);
    sound(&table);
}
