//! What a twenty-first reading of §24.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::fire_kit::to_defence;
use crate::table::{REVISION_SEVEN as BEFORE, RULES, Table, after, fired_with, sound, strength};
use advanced_gettysburg::{AdvancedGettysburg, Position, Segment};
use domain_core::dice::Dice;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Apply, Orders, Ruleset, SeatId, Terms};
use std::collections::{BTreeMap, VecDeque};

/// Gamble's horse, eight points in a hex, between Archer and Davis, who both fire at it.
fn horse_under_fire(archer: u8, davis: u8) -> Table {
    let mut table = Table::study(&[
        "place Gamble line HH40=8 SSE",
        &format!("place Archer line HH39={archer} NNE"),
        &format!("place Davis line II40={davis} NNW"),
        "mark Archer attack launched",
        "mark Davis attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH40", &[]).confederate("Davis at HH40", &[]);
    to_defence(&mut table);
    table
}

#[test]
fn s24_2_d_r25_what_horse_has_beyond_the_most_that_it_can_match_is_free() {
    // Of seven points and one horse matches seven: one point of it is no fire (Combat Fire Table, note), and two leave six for the others.
    for line in ["HH40: 8 at HH39", "HH40: 6 at HH39, 2 at II40"] {
        let mut table = horse_under_fire(7, 1);
        assert!(after(&BEFORE, &table, Union, line, &[]).is_err(), "by revision 7 an eighth could have been matched");
        table.union(line, &[]);
        sound(&table);
    }
    let table = horse_under_fire(7, 1);
    assert!(table.menu(Union).contains(&"HH40: 8 at HH39".to_owned()), "{:?}", table.menu(Union));
    // Who matches fewer than it can fires nothing beyond that; nor does who could match the one by two of eight points.
    assert_eq!(horse_under_fire(7, 1).refused(Union, "HH40: 5 at HH39, 3 at II40"), "24.2");
    assert_eq!(horse_under_fire(5, 1).refused(Union, "HH40: 8 at HH39"), "24.2");
    horse_under_fire(5, 1).union("HH40: 6 at HH39, 2 at II40", &[]);
    // Two points are matched by two.
    assert_eq!(horse_under_fire(6, 2).refused(Union, "HH40: 8 at HH39"), "24.2");
}

/// Archer and Davis before a hex that Stone holds with three points and Cutler with five; Archer has said that he aims at Cutler.
fn aimed_at_cutler() -> Table {
    let mut table = Table::study(&[
        "place Stone line HH40=3 GG41=8",
        "place Cutler line II41=8 HH40=5",
        "place Archer line HH39=7 NNE",
        "place Davis line II40=8 NNW",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("single Cutler HH40", &[]);
    table
}

#[test]
fn s24_3_7_r65_what_was_said_of_two_brigades_without_fire_is_not_taken_up_again_by_fire_of_the_next_turn() {
    let mut table = aimed_at_cutler();
    // Archer fires nothing in his turn, and in the Union's, by no word, at the weaker marker.
    table.umpire("turn 1 union targets");
    fired_with(&mut table, "Archer", "HH39", "HH40", 7);
    table.umpire("turn 2 confederate targets");
    let line = "single Stone HH40";
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_ok(), "by revision 7 Cutler was aimed at for two turns");
    assert_eq!(table.refused(Confederate, line), "24.3", "without a word Stone is");
    table.confederate("single Cutler HH40", &[]);
    sound(&table);
}

#[test]
fn s24_3_7_r65_what_was_said_holds_for_whoever_goes_on_with_the_fire() {
    let mut table = aimed_at_cutler();
    fired_with(&mut table, "Archer", "HH39", "HH40", 7);
    // In the Union's turn Archer is gone, and Davis defends himself against Stone by fire at the same hex.
    table.umpire("turn 1 union targets").umpire("wait Archer").umpire("mark Stone attack launched");
    to_defence(&mut table);
    table.confederate("II40: 8 at HH40", &[]).confederate("done", &[1, 1]);
    // Sixteen points at five come to ten by the chart.
    assert_eq!(strength(&table, "Cutler"), Some(10), "{:?}", table.story());
    table.umpire("turn 2 confederate targets").umpire("mark Davis attack launched");
    assert_eq!(table.refused(Confederate, "single Cutler HH40"), "24.3", "it is aimed at");
    table.confederate("single Stone HH40", &[]);
    sound(&table);
}

const LEFT_WING: SeatId = SeatId(1);
const HILL: SeatId = SeatId(7);

/// A study of four seats a side.
fn of_four(lines: &[&str]) -> Position {
    let terms = Terms { options: BTreeMap::new(), scenario: "three-days-4".into() };
    let mut at = RULES.open(&terms).expect("the scenario");
    for line in ["clear"].iter().chain(lines) {
        let facts = RULES.umpire(&at, line).unwrap_or_else(|e| panic!("{line}: {e}"));
        facts.iter().for_each(|fact| at.apply(fact));
    }
    at
}

/// The position after a seat's line by some rules; not all of the dice need be rolled.
fn said(rules: &AdvancedGettysburg, at: &Position, seat: SeatId, line: &str) -> Position {
    let order = rules.board(at).parse(seat, line).expect("an order");
    let facts = rules.decide(at, seat, &order, &mut Dice::forced(&mut VecDeque::from([4; 8])));
    let mut next = at.clone();
    facts.unwrap_or_else(|e| panic!("{line}: {e}")).iter().for_each(|fact| next.apply(fact));
    assert_eq!(RULES.whole(&next), Ok(()), "{line}");
    next
}

fn offered(at: &Position, seat: SeatId, line: &str) -> bool {
    let board = RULES.board(at);
    board.orders(seat).iter().any(|order| board.format(order) == line)
}

#[test]
fn s24_3_7_s3_0_of_several_seats_one_that_has_told_its_targets_says_yet_which_of_two_brigades_it_aims_at() {
    let at = of_four(&[
        "place Stone line HH40=5 GG41=8",
        "place Cutler line II41=8 HH40=3",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 90 confederate targets",
    ]);
    let (aim, line) = ("Archer at HH40", "single Stone HH40");
    assert_ne!(said(&BEFORE, &at, HILL, aim).segment, Segment::Targets, "by revision 7 the segment was over");
    let at = said(&RULES, &at, HILL, aim);
    assert_eq!(at.segment, Segment::Targets);
    assert!(offered(&at, HILL, line) && offered(&at, HILL, "done"));
    let at = said(&RULES, &at, HILL, line);
    assert_ne!(said(&RULES, &at, HILL, "done").segment, Segment::Targets);
    // Who fires at a hex where one brigade stands has nothing more to say.
    let alone = of_four(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 90 confederate targets",
    ]);
    assert_ne!(said(&RULES, &alone, HILL, aim).segment, Segment::Targets);
}

#[test]
fn s24_3_7_s3_0_nor_is_the_defenders_fire_over_before_a_seat_has_said_which_of_two_brigades_it_aims_at() {
    let at = of_four(&[
        "place Stone line HH40=8 SSE",
        "place Archer line GG39=8 HH39=3",
        "place Davis line HH39=5 II39=8",
        "mark Archer attack launched",
        "mark Davis attack launched",
        "turn 90 confederate fire",
    ]);
    let (fire, line) = ("HH40: 8 at HH39", "single Davis HH39");
    assert_ne!(said(&BEFORE, &at, LEFT_WING, fire).segment, Segment::Fire, "by revision 7 it was resolved");
    let at = said(&RULES, &at, LEFT_WING, fire);
    assert_eq!(at.segment, Segment::Fire);
    assert!(offered(&at, LEFT_WING, line));
    let at = said(&RULES, &at, LEFT_WING, line);
    assert_ne!(said(&RULES, &at, LEFT_WING, "defend hold").segment, Segment::Fire);
}
