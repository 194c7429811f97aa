//! What a tenth reading found of arrivals, works and ambushes, each with a test that revision 6 ruled it otherwise.

use crate::fire_kit::brigade;
use crate::table::{REVISION_SIX as BEFORE, RULES, Table, after, hex, lies, unit};
use advanced_gettysburg::{Position, Segment};
use domain_core::referee::Ruleset;
use domain_core::referee::Side::{Confederate, Union};

/// A position in which brigades may dig.
fn digging(lines: &[&str]) -> Table {
    let mut table = Table::with(&["breastworks"]);
    table.umpire("clear");
    for line in lines {
        table.umpire(line);
    }
    table
}

fn worn(position: &Position, name: &str) -> u16 {
    position.brigade(unit(name)).expect("a brigade").dp
}

#[test]
fn s34_1_7_who_digs_as_it_comes_on_uses_no_dearer_level_than_those_before_it() {
    let mut table = digging(&["turn 2 confederate primary"]);
    table.confederate("Archer march F37", &[]).confederate("Davis enter A38=8 A37=8 A36=2 ends N S", &[]);
    let then = after(&BEFORE, &table, Confederate, "Davis build 8", &[]).expect("ten points");
    assert_eq!((worn(&then, "Archer"), worn(&then, "Davis")), (0, 30), "two levels");
    assert_eq!(table.refused(Confederate, "Davis build 8"), "0.12");
    let menu: Vec<String> = table.menu(Confederate).into_iter().filter(|l| l.starts_with("Davis build")).collect();
    assert_eq!(menu, ["Davis build 4"]);
    table.confederate("Davis build 4", &[]);
    assert_eq!((brigade(&table, "Davis").spent(), worn(&table.position, "Davis")), (12, 0));
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s34_1_7_who_digs_as_it_comes_on_pays_for_the_level_of_those_before_it_once() {
    let mut table = digging(&["turn 2 confederate primary"]);
    table.confederate("Archer march H36", &[]).confederate("Davis enter A38=8 A37=8 A36=2 ends N S", &[]);
    assert_eq!(worn(&table.position, "Davis"), 10, "for Archer's eight points");
    assert_eq!(worn(&after(&BEFORE, &table, Confederate, "Davis build 6", &[]).expect("eight points"), "Davis"), 20);
    table.confederate("Davis build 6", &[]);
    assert_eq!((brigade(&table, "Davis").spent(), worn(&table.position, "Davis")), (16, 10));
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s16_1_1_what_a_reinforcement_digs_in_its_turn_of_arrival_is_of_the_points_that_it_spent_then() {
    let mut table = digging(&["turn 2 confederate primary"]);
    table.confederate("Davis enter A40=8 A39=8 A38=2 ends N S", &[]);
    let exempt = |position: &Position| position.brigade(unit("Davis")).and_then(|b| b.exempt);
    assert_eq!(exempt(&table.position), Some(2));
    let then = after(&BEFORE, &table, Confederate, "Davis build 4", &[]).expect("four points of work");
    assert_eq!(exempt(&then), Some(2));
    table.confederate("Davis build 4", &[]);
    assert_eq!(exempt(&table.position), Some(6));
    // Two points in the next turn are less.
    table.umpire("turn 3 confederate primary");
    table.confederate("Davis build 2", &[]).confederate("done", &[]);
    assert_eq!(exempt(&table.position), None);
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s0_12_7_a_marker_that_comes_into_a_hex_where_another_dug_has_not_stayed_in_place() {
    let mut table = digging(&["place Stone line HH41=8 HH40=5"]);
    for _ in 0..2 {
        table.umpire("turn 2 union alone").umpire("mark Stone level 6");
        table.union("Stone build 6", &[]);
    }
    table.umpire("turn 2 union alone").umpire("mark Stone level 6");
    // Both markers go a hex to the south: the left one lies where the right one dug.
    let line = "Stone to HH40=8 HH39=5 ends N S";
    let then = after(&BEFORE, &table, Union, line, &[]).expect("a line");
    let stone = then.brigade(unit("Stone")).expect("Stone");
    assert_eq!((stone.build, stone.build_at.clone()), (24, vec![hex("HH40") as u16]));
    table.union(line, &[]);
    assert_eq!(lies(&table, "Stone"), "HH40=8 HH39=5");
    assert_eq!((brigade(&table, "Stone").build, brigade(&table, "Stone").build_at), (0, Vec::new()));
    table.umpire("turn 2 union alone").umpire("mark Stone level 6").union("Stone build 6", &[]);
    assert_eq!((brigade(&table, "Stone").build, table.position.works.len()), (12, 0), "six of eighteen");
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

/// Stone's left marker stays in HH41, its right one has come a hex to II41 for two points.
fn walked(level: u8) -> Table {
    let mark = format!("mark Stone level {level}");
    let mut table = digging(&["place Stone line HH41=8 HH40=5", "turn 2 union alone", &mark]);
    table.union("Stone to HH41=8 II41=5 ends NW SE", &[]);
    assert_eq!(table.spent("Stone"), "0 2");
    table
}

#[test]
fn s0_12_7_s13_7_a_marker_that_walks_keeps_none_that_stays_from_digging() {
    let mut table = walked(6);
    assert!(
        after(&BEFORE, &table, Union, "Stone build 6", &[]).is_err(),
        "revision 6 took the walk off the points of all"
    );
    let menu: Vec<String> = table.menu(Union).into_iter().filter(|l| l.starts_with("Stone build")).collect();
    assert_eq!(menu, ["Stone build 4", "Stone build 6"]);
    table.union("Stone build 6", &[]);
    let stone = brigade(&table, "Stone");
    assert_eq!((table.spent("Stone"), stone.build, stone.build_at), ("6 2".into(), 12, vec![hex("HH41") as u16]));
    assert_eq!(table.refused(Union, "Stone build 1"), "0.12", "he who digs there has no points left");
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s0_12_7_not_every_marker_has_to_dig_that_could() {
    let mut all = walked(8);
    all.union("Stone build 6", &[]);
    assert_eq!((all.spent("Stone"), worn(&all.position, "Stone")), ("6 8".into(), 10), "both, one for eight points");
    let mut one = walked(8);
    assert!(after(&BEFORE, &one, Union, "Stone build 6 HH41", &[]).is_err());
    assert_eq!(one.refused(Union, "Stone build 6 HH40"), "0.12", "it has no marker there");
    one.union("Stone build 6 HH41", &[]);
    assert_eq!((one.spent("Stone"), worn(&one.position, "Stone")), ("6 2".into(), 0));
    assert_eq!(brigade(&one, "Stone").build_at, [hex("HH41") as u16]);
    assert_eq!(RULES.whole(&one.position), Ok(()));
}

#[test]
fn s0_1_10_combat_assault_table_who_goes_back_from_an_ambush_has_retreated_in_its_last_movement_phase() {
    let mut table = Table::with(&["hidden-movement"]);
    table.confederate("done", &[]).union("done", &[]);
    table.umpire("clear");
    for line in [
        "place Archer column N HH36",
        "place Stone line HH41=8 SSE",
        "turn 1 confederate divisions",
        "mark Archer level 8",
        "unseen Archer",
        "unseen Stone",
    ] {
        table.umpire(line);
    }
    table.confederate("Archer march HH37-HH38-HH39-HH40", &[6]).confederate("done", &[]);
    assert_eq!(table.position.segment, Segment::Outposts);
    let fell_back = |position: &Position| position.brigade(unit("Archer")).map(|b| b.fell_back);
    let then = after(&BEFORE, &table, Confederate, "done", &[]).expect("the player turn ends");
    assert_eq!((then.side, fell_back(&then)), (Union, Some(false)));
    table.confederate("done", &[]);
    assert_eq!((table.position.side, fell_back(&table.position)), (Union, Some(true)));
    assert_eq!(RULES.whole(&table.position), Ok(()));
}
