//! §31: advance after combat, capture.

use crate::table::{Table, fired, lies, unit};
use advanced_gettysburg::Place;
use domain_core::referee::Side::{Confederate, Union};

/// Archer carried his assault and Meredith went back.
fn carried(more: &[&str]) -> Table {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    for line in more {
        table.umpire(line);
    }
    fired(&mut table, "Archer", "F22", "G22");
    fired(&mut table, "Meredith", "G22", "F22");
    table.confederate("Archer.1 assault G22", &[2, 1]).union("Meredith back NE SE", &[]);
    table
}

#[test]
fn s31_2_who_carried_an_assault_must_advance_and_the_first_hex_is_free() {
    let mut table = carried(&[]);
    assert_eq!(table.refused(Confederate, "done"), "5.0");
    assert_eq!(table.refused(Confederate, "stay"), "5.0");
    table.confederate("Archer advance G22", &[]);
    assert_eq!(lies(&table, "Archer"), "G22=8 G21=4");
    assert_eq!(table.position.brigade(unit("Archer")).expect("a brigade").spent(), 0);
}

#[test]
fn s31_3_every_further_hex_costs_points() {
    let mut table = carried(&[]);
    table.confederate("Archer advance G22", &[]).confederate("Archer advance H22", &[]);
    assert_eq!(lies(&table, "Archer"), "H22=8 H21=4");
    assert_eq!(table.position.brigade(unit("Archer")).expect("a brigade").spent(), 4);
}

#[test]
fn s31_4_without_points_nobody_goes_further() {
    let mut table = carried(&["mark Archer level 1"]);
    table.confederate("Archer advance G22", &[]);
    assert_eq!(table.refused(Confederate, "Archer advance H22"), "31.0");
}

#[test]
fn s31_1_r70_an_enemy_line_before_the_brigade_stops_it() {
    let mut table = carried(&["place Cutler line G23=8 G24=8"]);
    assert!(table.position.pending.is_none());
    assert_eq!(table.refused(Confederate, "Archer advance G22"), "31.0");
    table.confederate("done", &[]);
}

#[test]
fn s31_5_a_beaten_brigade_in_the_way_goes_one_hex_further() {
    let mut table = carried(&["mark Archer level 10"]);
    let before = table.position.brigade(unit("Meredith")).expect("a brigade").dp;
    table.confederate("Archer advance G22", &[]);
    // Meredith went to I21 and I22, beside H22 and H21, and stands before Archer's front there.
    assert_eq!(lies(&table, "Meredith"), "I21=8 I22=8");
    table.umpire("mark Meredith dp 0").umpire("place Meredith rest H22");
    table.confederate("Archer advance H22", &[]);
    assert_eq!(lies(&table, "Archer"), "G22=8 G21=4", "its owner says whither it goes first");
    let way = table.menu(Union).into_iter().find(|l| l.starts_with("Meredith back")).expect("a way");
    table.union(&way, &[]);
    assert_eq!(lies(&table, "Archer"), "H22=8 H21=4");
    assert_ne!(lies(&table, "Meredith"), "H22=16");
    assert_eq!(table.position.brigade(unit("Meredith")).expect("a brigade").dp, 10);
    assert!(before >= 10);
}

#[test]
fn s31_6_r69_guns_that_are_left_behind_are_captured_and_score() {
    let mut table = carried(&["place Stewart G21 unlimbered W", "place Wadsworth G22"]);
    table.confederate("Archer advance G22", &[]);
    let rules = crate::table::board(&table);
    assert_eq!(rules.side(unit("Stewart")), Confederate);
    assert_eq!(table.position.captured, [0, 6]);
    assert_eq!(table.position.unit(unit("Wadsworth")).place, Place::Lost, "§17.1.8");
}

#[test]
fn r69_guns_alone_are_assaulted_as_seasoned_and_taken_by_who_enters() {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Stewart G22 unlimbered W",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    table.confederate("Archer.1 assault G22", &[6]);
    assert!(table.told("carried"));
    table.confederate("Archer advance G22", &[]);
    assert_eq!(crate::table::board(&table).side(unit("Stewart")), Confederate);
    let _ = Union;
}

#[test]
fn s31_5_who_is_retreating_keeps_no_advance_out() {
    let mut table = carried(&["mark Archer level 10"]);
    table.confederate("Archer advance G22", &[]);
    table.umpire("mark Meredith dp 0").umpire("place Meredith line H21=8 H22=8");
    table.confederate("Archer advance H22", &[]);
    let way = table.menu(Union).into_iter().find(|l| l.starts_with("Meredith back")).expect("a way");
    table.union(&way, &[]);
    let meredith = table.position.brigade(unit("Meredith")).expect("a brigade");
    assert_eq!(meredith.dp, 10);
    assert_eq!(lies(&table, "Archer"), "H22=8 H21=4");
}
