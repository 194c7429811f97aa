//! What a twentieth reading of §14.0 to §18.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::fire_kit::face_to_face;
use crate::table::{REVISION_SEVEN as BEFORE, RULES, Table, after, board, hex, sound, unit};
use advanced_gettysburg::{AdvancedGettysburg, Fact, Position};
use domain_core::board::{Axis, Facing};
use domain_core::dice::Dice;
use domain_core::referee::Side::{self, Confederate, Union};
use domain_core::referee::{Apply, Orders, Ruleset, SeatId, Terms};
use std::collections::BTreeMap;

/// The position after some lines by some rules.
fn went(rules: &AdvancedGettysburg, table: &Table, side: Side, lines: &[&str]) -> Table {
    let mut then = Table { position: table.position.clone(), facts: Vec::new() };
    for line in lines {
        then.position = after(rules, &then, side, line, &[]).unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
    }
    then
}

#[test]
fn s16_2_1_s30_1_2_a_primary_commander_rides_no_farther_than_what_his_men_owe_leaves_them() {
    let far = |rules: &AdvancedGettysburg, more: &[&str]| {
        let mut table = Table::study(&[
            "turn 9 union opening",
            "place us-ward-inf line M29=5 M28=8 M27=8",
            "place us-birney-cmd L28",
            "place Archer line T27=6 T28=6",
        ]);
        for line in more {
            table.umpire(line);
        }
        let table = went(rules, &table, Union, &["primary us-birney-cmd"]);
        let board = rules.board(&table.position);
        let field = board.ride_field(unit("us-birney-cmd")).expect("he may ride");
        (0..board.pack.ground.cells.len()).filter_map(|hex| field.at(hex)).max()
    };
    // A point of its ten for a retreat after combat, or four.
    assert_eq!(far(&RULES, &["mark us-ward-inf owed 2"]), Some(9));
    assert_eq!(far(&RULES, &["mark us-ward-inf owed 8"]), Some(8), "they have six, and he eight of his own");
    assert_eq!(far(&BEFORE, &["mark us-ward-inf owed 8"]), Some(10), "in revision 7 as far as men who owe nothing");
    assert_eq!(far(&RULES, &["mark us-ward-inf owed 8", "place Graham rest L29"]), Some(10), "others of his have ten");
}

#[test]
fn s24_0_r15_a_battery_that_entered_a_hex_names_no_target_and_fires_with_no_other() {
    let mut table = face_to_face();
    table.umpire("place McGraw HH39 unlimbered NNE").umpire("mark McGraw moved");
    let line = "McGraw at HH40";
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_ok(), "by revision 7 it fired as one that stood");
    assert_eq!(table.refused(Confederate, line), "29.1");
    assert!(!table.menu(Confederate).contains(&line.to_owned()));
    // One that has entered none fires.
    let mut table = face_to_face();
    table.umpire("place McGraw HH39 unlimbered NNE").confederate(line, &[]);
}

/// A brigade is a reinforcement that came in an earlier turn for two points.
fn arrived(table: &mut Table, name: &str) {
    let brigade = table.position.brigade_mut(unit(name)).expect("a brigade");
    (brigade.exempt, brigade.came, brigade.lined) = (Some(2), Some(0), brigade.formation.is_line());
}

fn exempt(at: &Position, name: &str) -> Option<u8> {
    at.brigade(unit(name)).and_then(|b| b.exempt)
}

#[test]
fn s16_1_1_who_lay_in_enemy_range_between_two_orders_is_no_reinforcement_any_more() {
    let mut table = Table::study(&[
        "place Archer line E21=8 SSW",
        "place Stone column N G22 G21",
        "turn 3 confederate divisions",
        "mark Archer level 6",
    ]);
    arrived(&mut table, "Stone");
    assert!(!board(&table).in_enemy_range(Union, hex("G22")));
    // Archer faces about, and about again.
    let about = "Archer about";
    let faced =
        Table { position: after(&BEFORE, &table, Confederate, about, &[]).expect("it faces about"), facts: Vec::new() };
    assert!(board(&faced).in_enemy_range(Union, hex("G22")));
    let then = went(&BEFORE, &table, Confederate, &[about, about, "done"]);
    assert_eq!(exempt(&then.position, "Stone"), Some(2), "revision 7 asked as phases end");
    table.confederate(about, &[]);
    assert_eq!(exempt(&table.position, "Stone"), None);
    table.confederate(about, &[]).confederate("done", &[]);
    assert_eq!(exempt(&table.position, "Stone"), None);
    sound(&table);
}

#[test]
fn s16_2_1_r17_a_primary_commander_has_the_level_of_men_who_are_named_to_attack_behind_him() {
    // The seat of Hill's corps commands the army.
    let (seat, terms) = (SeatId(2), Terms { scenario: "first-day-2".into(), options: BTreeMap::new() });
    let mut table = Table { position: RULES.open(&terms).expect("the scenario"), facts: Vec::new() };
    // The rest of his division is out of his range.
    let far_off =
        ["place Davis line KK20=8 KK19=8 KK18=2", "place cs-pettigrew-inf rest KK7", "place Brockenbrough rest KK9"];
    for line in ["clear", "place Heth D38", "place Archer line D37=6 D36=6", "turn 3 confederate opening"] {
        table.umpire(line);
    }
    for line in far_off {
        table.umpire(line);
    }
    let far = |rules: &AdvancedGettysburg, lines: &[&str]| {
        let mut position = table.position.clone();
        for line in lines {
            let order = rules.board(&position).parse(seat, line).expect(line);
            let facts = rules.decide(&position, seat, &order, &mut Dice::withheld()).expect(line);
            facts.iter().for_each(|fact| position.apply(fact));
        }
        let board = rules.board(&position);
        let field = board.ride_field(unit("Heth")).expect("he may ride");
        (0..board.pack.ground.cells.len()).filter_map(|hex| field.at(hex)).max()
    };
    let (behind, first) = (["primary Heth", "attack Archer", "done"], ["attack Archer", "primary Heth", "done"]);
    assert_eq!(far(&BEFORE, &behind), Some(10), "in revision 7 as far as men who do not attack");
    assert_eq!((far(&RULES, &behind), far(&RULES, &first)), (Some(8), Some(8)));
    assert_eq!(far(&RULES, &["primary Heth", "done"]), Some(10));
    // It is noted whoever is named: that it is not would tell of men out of view or under covers (0.1, 0.4).
    let mut position = table.position.clone();
    for line in ["primary Heth", "attack Davis"] {
        let order = RULES.board(&position).parse(seat, line).expect(line);
        let facts = RULES.decide(&position, seat, &order, &mut Dice::withheld()).expect(line);
        assert!(facts.iter().any(|f| matches!(f, Fact::Primary { .. })), "{line}");
        facts.iter().for_each(|fact| position.apply(fact));
    }
}

#[test]
fn s21_1_s21_3_who_crosses_the_range_of_guns_in_one_order_has_retreated_unless_a_way_as_dear_leads_by_it() {
    let (alone, guns) = ("turn 14 union alone", "place Zimmerman S31 unlimbered W");
    let empty = Table::study(&[alone, guns]);
    let (ground, ward) = (&RULES.pack().ground, unit("us-ward-inf"));
    let ranged = |hex: usize| board(&empty).in_enemy_range(Union, hex);
    // A hex out of range, one in it behind that, and one out of it again.
    let crossing = |from: usize, side: Facing| {
        let mid = ground.atlas.ahead(from, side)?;
        let to = ground.atlas.ahead(mid, side)?;
        let free = ground.is_hex(mid) && ground.is_hex(to) && !ranged(from) && ranged(mid) && !ranged(to);
        free.then_some((from, to, side))
    };
    let hexes = (0..ground.cells.len()).flat_map(|from| Facing::sides().map(move |side| (from, side)));
    let crossings: Vec<_> = hexes.filter_map(|(from, side)| crossing(from, side)).collect();
    let crosses = |passed: &[u16]| passed.iter().any(|hex| ranged(usize::from(*hex)));
    let mut crossed = 0;
    for (from, to, side) in crossings {
        let front = side.turned(1).name(Axis::FlatColumns);
        let line = format!("place us-ward-inf line {}=8 {front}", ground.id(from));
        let table = Table::study(&[alone, guns, &line, "mark us-ward-inf level 6"]);
        let shift = BEFORE.board(&table.position).check_shift(ward, to);
        let Some(then) = shift.ok().filter(|shift| crosses(&shift.passed)) else { continue };
        let now = RULES.board(&table.position).check_shift(ward, to).expect("as before");
        assert_eq!(then.paid, now.paid, "by revision 7 for as much");
        assert_eq!(format!("{:?}", then.pressed), "No", "revision 7 asked where it had stood");
        assert_eq!(format!("{:?}", now.pressed) == "Retreated", crosses(&now.passed));
        crossed += 1;
    }
    assert!(crossed > 0, "nobody crosses it");
}
