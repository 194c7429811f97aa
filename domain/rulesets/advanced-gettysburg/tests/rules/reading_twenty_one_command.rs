//! What a twenty-first reading of §14.0 to §18.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::table::{REVISION_SEVEN as BEFORE, RULES, Table, after, board, days, hex, hidden, sound, unit};
use advanced_gettysburg::{AdvancedGettysburg, Place, Position};
use domain_core::referee::Ruleset;
use domain_core::referee::Side::{Confederate, Union};

fn exempt(at: &Position, name: &str) -> Option<u8> {
    at.brigade(unit(name)).and_then(|b| b.exempt)
}

#[test]
fn s16_1_1_s21_8_a_reinforcement_that_is_driven_off_the_map_is_none_when_it_comes_back() {
    // Meredith comes upon Archer, who lies out of view and, in column, has nobody in range; its rear lies on the road yet.
    let mut table = hidden(&["place Archer column S G3", "turn 4 union primary", "unseen Archer"]);
    let line = "Meredith march G1";
    let fled = |at: &Position| at.unit(unit("Meredith")).place == Place::Fled(hex("G1") as u16);
    let then = after(&BEFORE, &table, Union, line, &[1]).expect("an ambush");
    assert!(fled(&then) && exempt(&then, "Meredith").is_some(), "by revision 7 it came back as a reinforcement");
    table.union(line, &[1]);
    assert!(fled(&table.position), "{:?}", table.story());
    assert_eq!(exempt(&table.position, "Meredith"), None);
    sound(&table);
}

/// The hexes that a commander may ride.
fn rides(rules: &AdvancedGettysburg, table: &Table, name: &str) -> Option<u16> {
    let board = rules.board(&table.position);
    let field = board.ride_field(unit(name)).expect("he may ride");
    (0..board.pack.ground.cells.len()).filter_map(|hex| field.at(hex)).max()
}

#[test]
fn s16_2_1_s34_1_9_a_commander_rides_no_farther_for_men_who_cannot_come_on() {
    // Of Hood's division Law alone is to come, a turn late: by A39, or a hex of the edge within two of it.
    let table = |more: &[&str]| {
        let mut table = days(&["place cs-hood-cmd J20", "turn 88 confederate primary"]);
        for gone in ["cs-robertson-j-b-inf", "cs-anderson-g-t-inf", "cs-benning-inf"] {
            table.umpire(&format!("lose {gone}"));
        }
        for line in more {
            table.umpire(line);
        }
        table
    };
    let far = |rules: &AdvancedGettysburg, table: &Table| rides(rules, table, "cs-hood-cmd");
    let open = table(&[]);
    assert_eq!((far(&BEFORE, &open), far(&RULES, &open)), (Some(10), Some(10)), "Law may come on at ten points");
    // Meredith has A39 in range and stands beside the others.
    let shut = table(&["place Meredith line B37=1 B38=8 B39=8 B40=2"]);
    assert!(board(&shut).in_enemy_range(Confederate, hex("A39")));
    assert!(["A37", "A38", "A40", "A41"].iter().all(|at| board(&shut).beside_enemy_of(Confederate, hex(at))));
    assert_eq!(far(&BEFORE, &shut), Some(10), "in revision 7 as far as a brigade that could not enter");
    assert_eq!(far(&RULES, &shut), Some(8));
}

#[test]
fn s16_2_1_s34_1_7_a_commander_rides_no_farther_than_by_the_level_of_men_who_come_on_together() {
    let mut table = days(&["place Heth H30", "turn 1 confederate primary"]);
    let far = |rules: &AdvancedGettysburg, table: &Table| rides(rules, table, "Heth");
    // Archer, who comes alone yet, may go on by the road for as much as ten points.
    table.confederate("Archer march A39-B38-C38-D37", &[]);
    assert_eq!((far(&BEFORE, &table), far(&RULES, &table)), (Some(10), Some(10)));
    // With Davis behind him all that come have a level that costs no more than his four points.
    table.confederate("Davis march A39-B38", &[]);
    assert_eq!(far(&BEFORE, &table), Some(10), "in revision 7 as far as the chart goes");
    assert_eq!(far(&RULES, &table), Some(8));
    sound(&table);
}
