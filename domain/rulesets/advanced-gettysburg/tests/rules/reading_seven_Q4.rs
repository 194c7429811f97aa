//! What a seventh reading of §6.0 to §19.0 found, mended in revision 6, and that revision 5 ruled it otherwise.

use crate::table::{RULES, Table, after, lies, unit};
use advanced_gettysburg::{AdvancedGettysburg, Scenario};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Ruleset, Side};
use std::sync::LazyLock;

static BEFORE: LazyLock<AdvancedGettysburg> = LazyLock::new(|| RULES.earlier(5).expect("revision 5 is known"));

/// A brigade in the game of three days, as a player turn ends.
fn ending(line: &str, turn: &str) -> Table {
    let mut table = Table::study(&[]);
    table.position.scenario = Scenario::ThreeDays;
    table.umpire(line).umpire(turn);
    table
}

/// The points of a brigade's markers once that player turn is over by revision 5.
fn were(table: &Table, side: Side, name: &str) -> Vec<u8> {
    let position = after(&BEFORE, table, side, "done", &[]).expect("done");
    position.chain(unit(name)).iter().map(|l| l.sp).collect()
}

#[test]
fn r62_s7_1_4_points_that_join_a_line_leave_the_others_where_they_are() {
    // Two points join Krzyzanowski at 4 p.m., turn 28.
    for (line, then, now) in [
        ("M29=8 M28=4", vec![7u8, 7], "M29=8 M28=6"),
        ("M29=2 M28=8", vec![6u8, 6], "M29=4 M28=8"),
        ("M29=5 M28=8 M27=4", vec![6u8, 8, 5], "M29=6 M28=8 M27=5"),
    ] {
        let mut table = ending(&format!("place Krzyzanowski line {line}"), "turn 28 confederate assault");
        assert_eq!(were(&table, Confederate, "Krzyzanowski"), then, "{line}");
        table.confederate("done", &[]);
        assert_eq!(lies(&table, "Krzyzanowski"), now, "{line}");
        assert_eq!(RULES.whole(&table.position), Ok(()));
    }
    // Where one holds more than eight they join it, also where the others would have had room for what it holds.
    let mut table = ending("place Krzyzanowski line M29=12 M28=2", "turn 28 confederate assault");
    assert_eq!(were(&table, Confederate, "Krzyzanowski"), [8u8, 8]);
    table.confederate("done", &[]);
    assert_eq!(lies(&table, "Krzyzanowski"), "M29=14 M28=2");
}

#[test]
fn r62_s7_1_4_points_that_leave_a_line_move_none_of_the_others() {
    // Two leave Jenkins at midnight before July 3, turn 124.
    let jenkins = "cs-jenkins-a-g-cav";
    let mut table = ending(&format!("place {jenkins} line M29=8 M28=6 M27=3"), "turn 123 union assault");
    assert_eq!(were(&table, Union, jenkins), [4u8, 8, 3], "two had gone to the inner marker");
    table.union("done", &[]);
    assert_eq!(lies(&table, jenkins), "M29=6 M28=6 M27=3");
    assert_eq!((table.brigade(jenkins).lost, RULES.whole(&table.position)), (0, Ok(())));
}
