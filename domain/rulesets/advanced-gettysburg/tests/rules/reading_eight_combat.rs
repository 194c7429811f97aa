//! What an eighth reading of §23.0 to §31.0 found, mended in revision 6, and that revision 5 ruled it otherwise.

use crate::fire_kit::{battery, brigade, volleys};
use crate::table::{REVISION_FIVE as BEFORE, RULES, Table, after, fired, hex, lies, sound, unit};
use advanced_gettysburg::{AdvancedGettysburg, Formation, Position, Retreat};
use domain_core::board::Facing;
use domain_core::dice::Dice;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Apply, Orders, Refusal, Ruleset, SeatId, Terms};
use std::collections::{BTreeMap, VecDeque};

/// Meredith, in woods where nobody has her in range, was fired at by Archer and fired back.
fn in_woods() -> Table {
    let mut table = Table::study(&[
        "place Archer line F30=8 F29=4",
        "place Meredith line G29=8 G30=8",
        "mark Archer attack launched level 6",
        "turn 3 confederate withdrawal",
    ]);
    fired(&mut table, "Archer", "F29", "G29");
    fired(&mut table, "Meredith", "G29", "F29");
    table
}

#[test]
fn s27_1_s30_1_2_who_withdrew_in_woods_returns_no_fire_by_the_marker_that_stayed_either() {
    let mut stands = in_woods();
    stands.umpire("turn 3 union targets");
    stands.union("Meredith return", &[]);
    sound(&stands);
    // One marker goes back a hex, the other stays; out of all ranges no retreat goes on.
    let mut table = in_woods();
    table.union("Meredith back to G29 H29", &[]);
    assert_eq!(lies(&table, "Meredith"), "G29=8 H29=8");
    let meredith = brigade(&table, "Meredith");
    assert_eq!((meredith.owed, meredith.retreat), (4, Retreat::None));
    table.umpire("turn 3 union targets");
    assert!(after(&BEFORE, &table, Union, "Meredith return", &[]).is_ok());
    assert!(!table.menu(Union).contains(&"Meredith return".to_owned()), "{:?}", table.menu(Union));
    assert_eq!(table.refused(Union, "Meredith return"), "27.0");
}

#[test]
fn s0_12_effects_2_and_3_r24_r52_out_of_works_at_works_in_woods_is_rounded_once() {
    let mut table = Table::with(&["breastworks"]);
    table.umpire("clear");
    for line in [
        "place Archer line HH34=8 NNE",
        "place Cutler rest HH37",
        "place Wainwright-Hall HH35 unlimbered SSE",
        "works HH34 NW SE",
        "works HH35 NE SW",
        "turn 3 union targets",
    ] {
        table.umpire(line);
    }
    table.union("Wainwright-Hall at HH34", &[]);
    // Half as much again, half and half again is three in eight: one point and an eighth; revision 5 made a quarter of it, less than a point.
    let then = after(&BEFORE, &table, Union, "done", &[]).expect("fire");
    assert_eq!(then.brigade(unit("Archer")).map(|b| b.cp), Some(0));
    table.union("done", &[4]);
    assert_eq!(volleys(&table).iter().map(|v| (v.1, v.2, v.3)).collect::<Vec<_>>(), [(1, 1, 1)]);
    assert!(table.told(" 3 × ⅜ from HH35"), "{:?}", table.story());
    sound(&table);
}

#[test]
fn s0_1_s31_1b_what_is_left_in_an_ambush_no_defender_has_vacated() {
    let mut table = Table::with(&["hidden-movement"]);
    table.confederate("done", &[]).union("done", &[]);
    table.umpire("clear");
    for line in [
        "place Archer column N HH38",
        "place Stone line HH41=8 SSE",
        "turn 1 confederate divisions",
        "mark Archer level 8",
        "unseen Stone",
    ] {
        table.umpire(line);
    }
    let then = after(&BEFORE, &table, Confederate, "Archer march HH39", &[6]).expect("a march");
    assert!(then.vacated.contains(&(hex("HH39") as u16)), "its own side could have advanced there");
    table.confederate("Archer march HH39", &[6]);
    assert_eq!(table.position.place(unit("Archer")), Some(hex("HH37")));
    assert!(table.position.vacated.is_empty(), "{:?}", table.position.vacated);
}

#[test]
fn s0_6_1_s21_3_s30_1_1_an_attack_column_goes_back_to_one_place_by_either_way_after_which_it_looks_otherwise() {
    let column = || {
        let mut table = Table::with(&["cavalry-charge"]);
        table.umpire("clear");
        for line in [
            "place Stone line GG41=8 SSE",
            "place Hampton charge N GG40=3 GG40=3",
            "mark Hampton attack launched",
            "turn 3 confederate back-off",
        ] {
            table.umpire(line);
        }
        table
    };
    assert!(after(&BEFORE, &column(), Confederate, "Hampton back S S SW", &[]).is_ok());
    assert!(after(&BEFORE, &column(), Confederate, "Hampton back S SW S", &[]).is_err(), "one way was enough");
    for (line, facing) in [("Hampton back S S SW", 1), ("Hampton back S SW S", 0)] {
        let mut table = column();
        assert!(table.menu(Confederate).contains(&line.to_owned()), "{:?}", table.menu(Confederate));
        table.confederate(line, &[]);
        assert_eq!(lies(&table, "Hampton"), "FF37=3 FF37=3");
        let looks = Formation::Charge { facing: Facing::side(facing) };
        assert_eq!(brigade(&table, "Hampton").formation, looks);
        sound(&table);
    }
}

#[test]
fn s21_3_s30_1_2_a_battery_that_withdraws_turns_by_a_hexside_with_its_last_hex() {
    let study = || {
        Table::study(&[
            "place Stewart G22 unlimbered W",
            "place Archer line F22=8 E",
            "turn 3 confederate withdrawal",
            "mark Archer attack launched",
        ])
    };
    let line = "Stewart back NE looks NW";
    assert!(after(&BEFORE, &study(), Union, line, &[]).is_err());
    assert!(study().menu(Union).contains(&line.to_owned()), "{:?}", study().menu(Union));
    for (line, side) in [(line, 5), ("Stewart back NE", 4), ("Stewart back NE looks S", 3)] {
        let mut table = study();
        table.union(line, &[]);
        assert_eq!(battery(&table, "Stewart").facing, Facing::side(side), "{line}");
        sound(&table);
    }
    assert_eq!(study().refused(Union, "Stewart back NE looks N"), "30.0", "two hexsides");
}

const LEFT_WING: SeatId = SeatId(1);
const CENTRE: SeatId = SeatId(2);
const EWELL: SeatId = SeatId(6);
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
fn said(rules: &AdvancedGettysburg, at: &Position, seat: SeatId, line: &str, dice: &[u8]) -> Result<Position, Refusal> {
    let order = rules.board(at).parse(seat, line)?;
    let mut dice = VecDeque::from(dice.to_vec());
    let facts = rules.decide(at, seat, &order, &mut Dice::forced(&mut dice))?;
    let mut next = at.clone();
    facts.iter().for_each(|fact| next.apply(fact));
    assert_eq!(RULES.whole(&next), Ok(()), "{line}");
    Ok(next)
}

/// The same where it must be legal.
fn now(at: &Position, seat: SeatId, line: &str, dice: &[u8]) -> Position {
    said(&RULES, at, seat, line, dice).unwrap_or_else(|e| panic!("{seat:?} {line}: {e}"))
}

fn section(result: Result<Position, Refusal>) -> &'static str {
    match result {
        Err(Refusal::Illegal(illegal)) => illegal.section.0,
        other => panic!("it should be illegal, but: {other:?}"),
    }
}

fn menu(at: &Position, seat: SeatId) -> Vec<String> {
    let board = RULES.board(at);
    board.orders(seat).iter().map(|order| board.format(order)).collect()
}

/// Four points of Archer and four of Doles hold N28, at which Kelly and Zook fire with four points each.
fn two_seats_in_a_hex() -> Position {
    let mut at = of_four(&[
        "place Archer line N27=8 N28=4 ends S N",
        "place Doles line N28=4 N29=8 ends S N",
        "place Kelly line M28=4 E",
        "place Zook line M29=4 E",
        "mark Kelly attack launched",
        "mark Zook attack launched",
        "turn 90 union fire",
    ]);
    for (name, from) in [("Kelly", "M28"), ("Zook", "M29")] {
        let pair = serde_json::json!({ "from": hex(from), "sp": 4, "to": hex("N28"), "unit": unit(name) });
        at.fight.aims.push(serde_json::from_value(pair).expect("a pair"));
    }
    at
}

#[test]
fn s24_2_b_s24_2_c_what_one_seat_has_told_of_a_hex_is_not_made_void_by_another() {
    let at = now(&two_seats_in_a_hex(), HILL, "N28: 4 at M28", &[]);
    let fires = |at: &Position, name: &str, to: &str| {
        let mut fire = at.pairs.iter().filter(|p| p.unit == unit(name));
        fire.any(|p| [p.from, p.to].map(usize::from) == [hex("N28"), hex(to)])
    };
    let hold = |rules: &AdvancedGettysburg, at: &Position| {
        let held = said(rules, at, EWELL, "defend hold", &[]).expect("Ewell holds the rest");
        said(rules, &held, HILL, "defend hold", &[4; 8]).expect("Hill holds the rest")
    };
    // Both at Kelly would leave Zook unmatched: revision 5 heard Ewell and kept Archer silent for it.
    let then = said(&BEFORE, &at, EWELL, "N28: 4 at M28", &[]).expect("it was heard");
    let then = hold(&BEFORE, &then);
    assert!(fires(&then, "Doles", "M28") && !fires(&then, "Archer", "M28"));
    assert_eq!(section(said(&RULES, &at, EWELL, "N28: 4 at M28", &[])), "24.2");
    let offered = menu(&at, EWELL);
    assert!(!offered.contains(&"N28: 4 at M28".to_owned()), "{offered:?}");
    assert!(offered.contains(&"N28: 4 at M29".to_owned()), "{offered:?}");
    let then = hold(&RULES, &now(&at, EWELL, "N28: 4 at M29", &[]));
    assert!(fires(&then, "Archer", "M28") && fires(&then, "Doles", "M29"));
    // Who leaves it to the rules fires at whom nobody matches.
    let then = now(&at, EWELL, "defend best-casualties", &[]);
    let then = now(&then, HILL, "defend hold", &[4; 8]);
    assert!(fires(&then, "Archer", "M28") && fires(&then, "Doles", "M29"));
}

#[test]
fn s24_4_3a_s3_0_of_two_seats_in_a_hex_the_second_steps_out_of_it_when_all_of_the_first_have() {
    let at = of_four(&[
        "place Archer line HH39=8 NNE",
        "place Stone line HH40=4 SSW",
        "place Kelly line HH40=4 SSE",
        "mark Archer attack launched",
        "turn 90 confederate flank-moves",
    ]);
    let at = now(&at, LEFT_WING, "HH40 flank GG40 4", &[]);
    let line = "HH40 flank II39 4";
    assert_eq!(section(said(&BEFORE, &at, CENTRE, line, &[])), "3.0", "Stone was taken for who steps");
    assert!(menu(&at, CENTRE).contains(&line.to_owned()), "{:?}", menu(&at, CENTRE));
    // With two of them left the steps are not over yet.
    let then = now(&at, CENTRE, "HH40 flank II39 2", &[]);
    assert_eq!(then.fight.flankers.iter().map(|f| f.unit).collect::<Vec<_>>(), [unit("Stone"), unit("Kelly")]);
}
