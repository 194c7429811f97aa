//! What a twentieth reading of §14.0 to §18.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::fire_kit::face_to_face;
use crate::table::{REVISION_SEVEN as BEFORE, RULES, Table, after, unit};
use advanced_gettysburg::{AdvancedGettysburg, Position};
use domain_core::referee::Side::{self, Confederate, Union};
use domain_core::referee::{Refusal, Ruleset};

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

/// The position after a line by revision 7.
fn before(table: &Table, side: Side, line: &str) -> Result<Position, Refusal> {
    after(&BEFORE, table, side, line, &[])
}

#[test]
fn s24_0_r15_a_battery_that_entered_a_hex_names_no_target_and_fires_with_no_other() {
    let mut table = face_to_face();
    table.umpire("place McGraw HH39 unlimbered NNE").umpire("mark McGraw moved");
    let line = "McGraw at HH40";
    assert!(before(&table, Confederate, line).is_ok(), "by revision 7 it fired as one that stood");
    assert_eq!(table.refused(Confederate, line), "29.1");
    assert!(!table.menu(Confederate).contains(&line.to_owned()));
    // Limbered and unlimbered in place it fires.
    table.umpire("place McGraw HH39 unlimbered NNE");
    table.confederate(line, &[]);
}
