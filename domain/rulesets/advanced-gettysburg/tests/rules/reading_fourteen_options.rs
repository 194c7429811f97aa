//! What a fourteenth reading found of orders of the night and of works, each with a test that revision 6 ruled it otherwise.

use crate::table::{REVISION_SIX as BEFORE, RULES, Table, after, board, fired_with, sound, unit};
use advanced_gettysburg::{AdvancedGettysburg, Fact, Segment};
use domain_core::dice::Dice;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Apply, Orders, Ruleset, SeatId, Terms};
use std::collections::VecDeque;

/// The second night, after Hunt was given a battery in the first.
fn second_night() -> Table {
    let on = |key: &str| (key.to_owned(), "yes".to_owned());
    let options = [on("night-orders"), on("artillery-commanders")].into();
    let terms = Terms { options, scenario: "three-days".into() };
    let mut table = Table { position: RULES.open(&terms).expect("scenario and options exist"), facts: Vec::new() };
    for line in [
        "clear",
        "place Hunt U22",
        "place Wiedrich U23 unlimbered W",
        "place Dilger U24 unlimbered W",
        "turn 60 union opening",
    ] {
        table.umpire(line);
    }
    table.union("guns Hunt: Wiedrich", &[]).umpire("turn 116 union opening");
    table
}

#[test]
fn s0_13_5_what_a_captured_artillery_commander_was_given_is_revoked_in_a_later_night() {
    let mut table = second_night();
    table.umpire("lose Hunt");
    let (hunt, wiedrich) = (unit("us-hunt-cmd"), unit("Wiedrich"));
    assert_eq!(board(&table).gunner_of(wiedrich), Some(hunt));
    assert!(!board(&table).is_supported(wiedrich), "he is near nobody");
    assert!(after(&BEFORE, &table, Union, "guns Hunt:", &[]).is_err(), "revision 6 left it under him for good");
    assert!(table.attempt(Union, "guns Hunt: Dilger", &[]).is_err(), "he is given nobody");
    table.union("guns Hunt:", &[]);
    assert_eq!(board(&table).gunner_of(wiedrich), None);
    sound(&table);
}

#[test]
fn s0_13_1_s0_13_5_who_has_given_up_his_batteries_in_a_night_is_given_others_in_it() {
    let mut table = second_night();
    table.union("guns Hunt:", &[]);
    let line = "guns Hunt: Dilger";
    assert!(
        after(&BEFORE, &table, Union, line, &[]).is_err(),
        "revision 6 held that he had his batteries for this night"
    );
    table.union(line, &[]);
    let under = |name: &str| board(&table).gunner_of(unit(name));
    assert_eq!((under("Dilger"), under("Wiedrich")), (Some(unit("us-hunt-cmd")), None));
    assert_eq!(table.refused(Union, "guns Hunt:"), "0.13", "that order stands until the next night");
    sound(&table);
}

/// Archer, whose attack is over, in works at HH39 that look at Stone in HH40; Cutler lies behind him in HH38. He fired at Stone, and both at him; now it is their
/// turn, and these return fire.
fn spent_in_works(returning: &[&str]) -> Table {
    let mut table = Table::with(&["breastworks"]);
    for line in [
        "clear",
        "place Stone line HH40=8 SSE",
        "place Cutler line HH38=4 NNE",
        "place Archer line HH39=6 NNE",
        "works HH39 NW SE",
        "turn 1 confederate targets",
    ] {
        table.umpire(line);
    }
    for (name, from, to, sp) in
        [("Archer", "HH39", "HH40", 6), ("Stone", "HH40", "HH39", 8), ("Cutler", "HH38", "HH39", 4)]
    {
        fired_with(&mut table, name, from, to, sp);
    }
    table.umpire("turn 1 union targets");
    for name in returning {
        table.union(&format!("{name} return"), &[]);
    }
    table
}

/// The strength with which Stone is fired at as the Union has done with its targets, and Archer uses his works.
fn at_stone(rules: &AdvancedGettysburg, table: &Table) -> Option<u16> {
    let (mut dice, mut position, mut strength) = (VecDeque::from([1, 1]), table.position.clone(), None);
    let at_him = |fact: &Fact| match fact {
        Fact::CombatFire(volley) if volley.target == unit("Stone") => Some(volley.strength),
        _ => None,
    };
    for (side, line) in [(Union, "done"), (Confederate, "stand")] {
        // Up to revision 6 nobody asked Archer.
        if side == Confederate && position.segment != Segment::Fire {
            break;
        }
        let seat = SeatId::of_side(side);
        let order = rules.board(&position).parse(seat, line).expect("an order");
        let facts = rules.decide(&position, seat, &order, &mut Dice::forced(&mut dice)).expect("legal");
        strength = strength.or_else(|| facts.iter().find_map(at_him));
        facts.iter().for_each(|fact| position.apply(fact));
    }
    strength
}

#[test]
fn s0_12_effect_2_s27_1_fire_that_is_returned_from_behind_works_takes_their_help() {
    let table = spent_in_works(&["Stone"]);
    assert_eq!(
        at_stone(&RULES, &table),
        Some(9),
        "six of them out of works, which are fired at from before them alone"
    );
    let table = spent_in_works(&["Stone", "Cutler"]);
    assert_eq!(at_stone(&BEFORE, &table), Some(9), "revision 6 asked only whence they are attacked");
    assert_eq!(at_stone(&RULES, &table), Some(6));
    sound(&table);
}
