//! What a seventh reading of §6.0 to §19.0 found, mended in revision 6, and that revision 5 ruled it otherwise.

use crate::table::{REVISION_FIVE as BEFORE, RULES, Table, after, board, hex, lies, unit};
use advanced_gettysburg::{Place, Scenario};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Ruleset, Side};

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

#[test]
fn s11_4_s17_1_8_a_marker_that_follows_another_back_takes_the_way_by_which_it_meets_a_commander() {
    // Archer, who does not attack, goes back before Calef's guns: his left marker would show its flank in HH39, were the right one not in HH38 already. It may
    // come there through II39 or II40, for as much.
    let mut table = Table::study(&[
        "turn 1 confederate alone",
        "place Calef KK35 unlimbered NNW",
        "place Archer line JJ39=8 JJ38=4",
        "place us-hancock-cmd II40",
        "mark Archer level 6",
    ]);
    assert!(["HH39", "HH38", "II40"].iter().all(|id| board(&table).in_battery_range(Confederate, hex(id))));
    let line = "Archer back HH39";
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_err(), "each was looked at as if it went first");
    table.confederate(line, &[]);
    assert_eq!((lies(&table, "Archer"), table.spent("Archer")), ("HH39=8 HH38=4".into(), "4 4".into()));
    assert_eq!(table.position.unit(unit("us-hancock-cmd")).place, Place::Lost);
    assert_eq!(RULES.whole(&table.position), Ok(()));
}
