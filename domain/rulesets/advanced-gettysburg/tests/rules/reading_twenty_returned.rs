//! What a twentieth reading of §27.0 and §29.0 found, mended in revision 8, and that revision 7 ruled it otherwise, where it did, and is judged so.

use crate::fire_kit::to_defence;
use crate::table::{REVISION_SEVEN as BEFORE, RULES, Table, after, hex, sound, unit};
use advanced_gettysburg::{AdvancedGettysburg, Position, Segment};
use domain_core::dice::Dice;
use domain_core::referee::Side::Union;
use domain_core::referee::{Apply, Orders, Ruleset, SeatId, Terms};
use std::collections::{BTreeMap, VecDeque};

/// The points that Stewart's battery has fired in this player turn for the cannon of its hex.
fn points(position: &Position) -> u8 {
    position.pairs.iter().filter(|p| p.unit == unit("Stewart")).map(|p| p.sp).sum()
}

#[test]
fn s17_2_9_s27_1_who_has_given_word_for_the_cannon_of_a_hex_speaks_on_when_it_can_fire_no_more_itself() {
    // Twelve Napoleons have fired together. Stone's last point is all that Stewart has near of his corps; the reserve's battery has Coster too.
    let mut table = Table::study(&[
        "place Stone line HH40=1 SSE",
        "place Stewart HH40 unlimbered SSE",
        "place us-ransom-eakin-bty HH40 unlimbered SSE",
        "place Coster rest HH43",
        "place Archer line HH39=8 NNE",
        "turn 1 confederate targets",
        "mark Archer attack launched level 6",
    ]);
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("HH40: 8G at HH39", &[]).union("done", &[1, 1]);
    assert_eq!(points(&table.position), 8);
    table.umpire("mark Stone cp 9").umpire("turn 1 union targets").union("Stewart return", &[]);
    let then = after(&BEFORE, &table, Union, "done", &[6, 1]).expect("the fire");
    assert_eq!(points(&then), 4, "revision 7 had the cannon fire that could");
    table.union("done", &[6, 1]);
    assert!(table.position.chain(unit("Stone")).is_empty(), "{:?}", table.story());
    assert_eq!(points(&table.position), 4, "{:?}", table.story());
    sound(&table);
}

/// The position after a line of the seat of the Union's cavalry by some rules.
fn said(rules: &AdvancedGettysburg, at: &Position, line: &str) -> Position {
    let seat = SeatId(0);
    let order = rules.board(at).parse(seat, line).expect("an order");
    let facts = rules.decide(at, seat, &order, &mut Dice::forced(&mut VecDeque::new()));
    let mut next = at.clone();
    facts.unwrap_or_else(|e| panic!("{line}: {e}")).iter().for_each(|fact| next.apply(fact));
    assert_eq!(RULES.whole(&next), Ok(()), "{line}");
    next
}

#[test]
fn s29_1_s29_3_of_several_seats_one_whose_battery_fires_heavily_has_the_rest_of_its_cannon_yet() {
    let terms = Terms { options: BTreeMap::new(), scenario: "three-days-4".into() };
    let mut at = RULES.open(&terms).expect("the scenario");
    for line in [
        "clear",
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Archer line GG39=4 HH38=8",
        "turn 3 union artillery",
    ] {
        let facts = RULES.umpire(&at, line).unwrap_or_else(|e| panic!("{line}: {e}"));
        facts.iter().for_each(|fact| at.apply(fact));
    }
    let (first, rest) = ("Calef 4R heavy at HH38", "Calef 2R heavy at GG39");
    assert_ne!(said(&BEFORE, &at, first).segment, Segment::Artillery, "by revision 7 the phase was over");
    at = said(&RULES, &at, first);
    assert_eq!(at.segment, Segment::Artillery);
    let board = RULES.board(&at);
    let menu: Vec<String> = board.orders(SeatId(0)).iter().map(|order| board.format(order)).collect();
    assert!(menu.contains(&rest.to_owned()), "{menu:?}");
    at = said(&RULES, &at, rest);
    assert_ne!(at.segment, Segment::Artillery, "all have fired");
    assert_eq!(at.battery(unit("Calef")).map(|b| b.factors), Some(8));
}

#[test]
fn s29_0_s17_2_11_cannon_do_not_fire_at_the_farther_hex_of_a_battery_beside_them() {
    let line = "Calef 2R at HH41";
    let mut table = Table::study(&[
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Zimmerman HH42 limbered N HH41 2",
        "turn 1 union artillery",
    ]);
    assert!(after(&BEFORE, &table, Union, line, &[1]).is_ok(), "revision 7 asked for the hex alone");
    assert_eq!(table.refused(Union, line), "29.0");
    assert!(
        !table.menu(Union).iter().any(|l| l.contains("HH41") || l.contains("Zimmerman")),
        "{:?}",
        table.menu(Union)
    );
    // A hex farther off it is a target in either of its hexes.
    table.umpire("place Zimmerman HH41 limbered N HH40 2");
    table.union(line, &[1]);
    assert_eq!(table.position.place(unit("Zimmerman")), Some(hex("HH41")));
    sound(&table);
}
