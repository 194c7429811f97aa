//! What a ninth reading found of arrivals, each with a test that revision 5 ruled it otherwise.

use crate::table::{REVISION_FIVE as BEFORE, RULES, Table, after, lies, unit};
use advanced_gettysburg::{Position, Scenario};
use domain_core::referee::Ruleset;
use domain_core::referee::Side::Confederate;

const HART: &str = "cs-beckham-hart-bty";

/// An empty map in the game of three days.
fn late(turn: &str) -> Table {
    let mut table = Table::study(&[]);
    table.position.scenario = Scenario::ThreeDays;
    table.umpire(turn);
    table
}

fn worn(position: &Position, name: &str) -> u16 {
    position.brigade(unit(name)).expect("a brigade").dp
}

#[test]
fn s34_1_7_the_level_of_horse_artillery_that_came_on_first_is_open_to_who_comes_third() {
    // Hart comes at 6:40 a.m.; Benning and G. T. Anderson were due at 4.
    let (third, on) = ("cs-anderson-g-t-inf", "cs-anderson-g-t-inf march B37-B36-B35-B34");
    let mut table = late("turn 72 confederate primary");
    table.confederate(&format!("{HART} march H36"), &[]).confederate("Benning march C38", &[]);
    table.confederate("Benning march D37-E38-F37-F36", &[]);
    assert_eq!((table.spent("Benning"), worn(&table.position, "Benning")), ("7 6 5".into(), 10), "eight are Hart's");
    table.confederate(&format!("{third} march B38"), &[]);
    assert_eq!(worn(&table.position, third), 10);
    assert_eq!(worn(&after(&BEFORE, &table, Confederate, on, &[]).expect("eight points"), third), 20, "paid for twice");
    table.confederate(on, &[]);
    let brigade = table.position.brigade(unit(third)).expect("a brigade");
    assert_eq!((brigade.spent(), brigade.dp), (16, 10), "eight points, as Hart used");
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s34_1_7_horse_artillery_that_goes_on_behind_others_uses_no_level_that_is_dearer_to_them() {
    let mut table = late("turn 72 confederate primary");
    table.confederate(&format!("{HART} march A39-B38-C38"), &[]).confederate("Benning march B38", &[]);
    let dear = format!("{HART} march D37-E38-F37-G37-H36");
    let then = after(&BEFORE, &table, Confederate, &dear, &[]).expect("eight points");
    assert_eq!((then.battery(unit(HART)).map(|b| b.spent), worn(&then, "Benning")), (Some(16), 0), "two levels");
    assert_eq!(table.refused(Confederate, &dear), "13.0");
    let menu = table.menu(Confederate);
    assert!(!menu.iter().any(|l| l.contains("Hart march") && l.ends_with("H36")), "{menu:?}");
    // Six points cost foot as little as three.
    table.confederate(&format!("{HART} march D37-E38-F37"), &[]);
    assert_eq!((lies(&table, HART), worn(&table.position, "Benning")), ("F37=3".to_owned(), 0));
    // Of the common level nothing is left that it could keep (§13.8).
    assert_eq!(table.refused(Confederate, &format!("{HART} keep G37")), "13.8");
    assert_eq!(RULES.whole(&table.position), Ok(()));
    // In a later turn that binds it no more.
    table.umpire("turn 73 confederate primary");
    table.confederate(&format!("{HART} march G37-H36-I36-J35"), &[]);
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s34_1_9_s34_3_2_foot_that_has_no_level_as_high_as_horse_before_it_has_not_delayed() {
    // Jenkins comes at 2:40 p.m. with eleven points, Hays was due at 1:20.
    let (jenkins, foot) = ("cs-jenkins-a-g-cav march AA45-AA44-AA43-Z42-Z41-Y41-Y40-X39-X38-W38-W37", "cs-hays-inf");
    let mut table = late("turn 24 confederate primary");
    table.confederate(jenkins, &[]);
    assert_eq!(table.refused(Confederate, &format!("{foot} march AA44")), "34.1");
    let waited = |position: &Position| position.brigade(unit(foot)).map(|b| b.waited);
    assert_eq!(waited(&table.position), Some(0));
    assert_eq!(waited(&after(&BEFORE, &table, Confederate, "done", &[]).expect("the phase ends")), Some(1));
    table.confederate("done", &[]);
    assert_eq!(waited(&table.position), Some(0), "it is kept back by the column before it");
}
