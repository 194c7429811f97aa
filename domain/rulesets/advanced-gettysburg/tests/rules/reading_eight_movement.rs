//! What an eighth reading found of §1.0 to §13.0 and §32.0 to §37.0, each with a test that revision 5 ruled it otherwise.

use crate::table::{REVISION_FIVE as BEFORE, RULES, Table, after, board, hex, lies, unit};
use advanced_gettysburg::{Position, Scenario};
use domain_core::referee::Ruleset;
use domain_core::referee::Side::{Confederate, Union};

/// An empty map in the game of three days.
fn late(lines: &[&str]) -> Table {
    let mut table = Table::study(&[]);
    table.position.scenario = Scenario::ThreeDays;
    for line in lines {
        table.umpire(line);
    }
    table
}

fn worn(position: &Position, name: &str) -> u16 {
    position.brigade(unit(name)).expect("a brigade").dp
}

/// Davis lies with his rear on the road as the second turn begins.
fn half_on() -> Table {
    let mut table = late(&["turn 1 confederate primary"]);
    table.confederate("Davis march B38", &[]);
    assert_eq!(lies(&table, "Davis"), "B38=8 A39=8 cashtown-pike=2");
    table.umpire("turn 2 confederate primary");
    table
}

#[test]
fn s34_1_7_who_completes_an_entry_has_one_level_with_those_who_enter_in_that_turn() {
    let mut table = half_on();
    table.confederate("Davis march C38-D37-E38-F37", &[]);
    assert_eq!((lies(&table, "Davis"), worn(&table.position, "Davis")), ("F37=8 E38=8 D37=2".into(), 0));
    // He goes on: eight points in all.
    let old = after(&BEFORE, &table, Confederate, "Davis march G37-H36-I36-J35", &[]).expect("eight points");
    let old = Table { position: old, facts: Vec::new() };
    let then = after(&BEFORE, &old, Confederate, "Archer march B38", &[]).expect("two points");
    assert_eq!((worn(&then, "Davis"), worn(&then, "Archer")), (10, 0), "two levels");
    assert!(
        after(&BEFORE, &old, Confederate, "Archer march D37", &[]).is_err(),
        "the road let in what followed from the first order"
    );
    table.confederate("Davis march G37-H36-I36-J35", &[]).confederate("Archer march D37", &[]);
    assert_eq!((worn(&table.position, "Davis"), worn(&table.position, "Archer")), (10, 10));
    // The level of all is open to who comes third, and paid for once.
    table.confederate("Brockenbrough march B38", &[]).confederate("Brockenbrough march B37-B36-B35-B34", &[]);
    assert_eq!((table.spent("Brockenbrough"), worn(&table.position, "Brockenbrough")), ("8 6.5".into(), 10));
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s34_1_7_nobody_uses_a_dearer_level_than_who_completed_an_entry_before() {
    let mut table = half_on();
    table.confederate("Davis march C38-D37-E38-F37-G37-H36", &[]).confederate("Archer march D37", &[]);
    let dear = "Archer march D36-D35";
    assert_eq!(worn(&after(&BEFORE, &table, Confederate, dear, &[]).expect("seven points"), "Archer"), 5);
    assert_eq!(table.refused(Confederate, dear), "13.0");
    assert!(!table.menu(Confederate).iter().any(|l| l.starts_with("Archer march") && l.ends_with("-D35")));
    table.confederate("Archer march D36", &[]);
    assert_eq!((worn(&table.position, "Davis"), worn(&table.position, "Archer")), (0, 0));
    // In a later turn that binds nobody.
    table.umpire("turn 3 confederate primary").confederate("Archer march D35-D34-D33-D32-D31", &[]);
    assert_eq!((table.spent("Archer"), worn(&table.position, "Archer")), ("7.5 7.5".into(), 10));
}

#[test]
fn s34_1_7_who_comes_behind_horse_artillery_pays_for_its_level_once() {
    // Hart comes at 6:40 a.m., Benning was due at 4.
    let mut table = late(&["turn 72 confederate primary"]);
    table.confederate("cs-beckham-hart-bty march H36", &[]).confederate("Benning march C38", &[]);
    assert_eq!((table.spent("Benning"), worn(&table.position, "Benning")), ("3 2 1".into(), 10));
    let on = "Benning march D37-E38-F37-F36";
    assert_eq!(worn(&after(&BEFORE, &table, Confederate, on, &[]).expect("seven points"), "Benning"), 15);
    table.confederate(on, &[]);
    assert_eq!((table.spent("Benning"), worn(&table.position, "Benning")), ("7 6 5".into(), 10));
}

#[test]
fn s34_1_7_foot_has_no_level_as_high_as_that_of_horse_before_it() {
    // Jenkins comes at 2:40 p.m., Hays was due at 1:20.
    let jenkins = "cs-jenkins-a-g-cav march AA45-AA44-AA43-Z42-Z41-Y41-Y40-X39-X38-W38";
    let foot = "cs-hays-inf march AA44";
    let mut table = late(&["turn 24 confederate primary"]);
    table.confederate(&format!("{jenkins}-W37"), &[]);
    let then = after(&BEFORE, &table, Confederate, foot, &[]).expect("revision 5 let it come for nothing");
    assert_eq!(worn(&then, "cs-hays-inf"), 0, "eleven points cost no foot anything, ten cost it thirty");
    assert_eq!(table.refused(Confederate, foot), "34.1");
    let menu = table.menu(Confederate);
    assert!(!menu.iter().any(|l| l.starts_with("Hays march") || l.starts_with("Hays enter")));
    let mut ten = late(&["turn 24 confederate primary"]);
    ten.confederate(jenkins, &[]).confederate(foot, &[]);
    assert_eq!(worn(&ten.position, "cs-hays-inf"), 30);
}

#[test]
fn r62_s7_1_4_s33_3_5b_points_that_join_a_line_that_losses_left_thin_move_none_of_the_others() {
    // Three points join Perrin at midnight before July 2, turn 52; he lies before Calef's guns.
    let mut table =
        late(&["place Calef KK35 unlimbered NNW", "place Perrin line HH39=3 HH38=4 HH37=2", "turn 51 union assault"]);
    assert!(board(&table).in_battery_range(Confederate, hex("HH39")));
    let then = after(&BEFORE, &table, Union, "done", &[]).expect("the end of the turn");
    let were: Vec<u8> = then.chain(unit("Perrin")).iter().map(|l| l.sp).collect();
    assert_eq!(were, [2, 8, 2], "one had gone from the left flank");
    table.union("done", &[]);
    assert_eq!(lies(&table, "Perrin"), "HH39=3 HH38=7 HH37=2");
    assert_eq!(RULES.whole(&table.position), Ok(()));
}
