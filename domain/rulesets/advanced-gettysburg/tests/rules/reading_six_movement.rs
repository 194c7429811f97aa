//! What a sixth reading found of chapters 3 to 18, each with a test that revision 5 ruled it otherwise.

use crate::table::{REVISION_FIVE as BEFORE, RULES, Table, after, board, hex, lies, unit};
use advanced_gettysburg::{KeptStep, Position, Scenario};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Refusal, Ruleset, Side, Terms};

/// The position after a line of the Union's by revision 5.
fn before(table: &Table, line: &str) -> Result<Position, Refusal> {
    after(&BEFORE, table, Union, line, &[])
}

/// Ward in line from I20 to I18, looking east, with two points: to his left lies open ground, to his right woods.
fn ward() -> Table {
    Table::study(&["turn 3 union alone", "place us-ward-inf line I20=5 I19=8 I18=8", "mark us-ward-inf level 2"])
}

#[test]
fn s13_8_r14_s18_7_points_are_kept_for_a_marker_at_the_flank_where_it_costs_more() {
    let mut table = ward();
    assert_eq!(table.refused(Union, "Ward extend right 4"), "13.0", "three points, in woods");
    for line in ["Ward keep extend", "Ward keep extend right"] {
        assert!(before(&table, line).is_err(), "{line}: the left flank could be had for two");
    }
    // What the points pay for is no reason to keep them.
    for line in ["Ward keep extend", "Ward keep extend left"] {
        assert_eq!(table.refused(Union, line), "13.8", "{line}");
    }
    let kept: Vec<String> = table.menu(Union).into_iter().filter(|l| l.starts_with("Ward keep extend")).collect();
    assert_eq!(kept, ["Ward keep extend right"]);
    table.union("Ward keep extend right", &[]);
    let known = table.brigade("us-ward-inf").kept.expect("points kept");
    assert_eq!((known.ap, known.step), (2, KeptStep::ExtendRight));
    table.union("done", &[]).confederate("done", &[]).confederate("done", &[]).union("done", &[]);
    table.umpire("mark us-ward-inf level 1");
    assert_eq!(table.refused(Union, "Ward extend left 4"), "13.0", "they serve at that flank alone");
    table.union("Ward extend right 4", &[]);
    assert_eq!(lies(&table, "us-ward-inf"), "I20=1 I19=8 I18=8 I17=4");
    assert_eq!(table.spent("us-ward-inf"), "3 3 3 3");
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s13_8_points_kept_for_a_marker_at_either_flank_serve_at_each() {
    let mut table = ward();
    table.umpire("mark us-ward-inf level 1");
    let kept: Vec<String> = table.menu(Union).into_iter().filter(|l| l.starts_with("Ward keep extend")).collect();
    assert_eq!(kept, ["Ward keep extend", "Ward keep extend left", "Ward keep extend right"]);
    table.union("Ward keep extend", &[]);
    table.union("done", &[]).confederate("done", &[]).confederate("done", &[]).union("done", &[]);
    table.umpire("mark us-ward-inf level 1").union("Ward extend left 4", &[]);
    assert_eq!(lies(&table, "us-ward-inf"), "I21=4 I20=8 I19=8 I18=1");
}

/// The Union sets up for Longstreet's attack.
fn longstreet() -> Table {
    let terms = Terms { options: Default::default(), scenario: "longstreet".into() };
    Table { position: RULES.open(&terms).expect("the scenario"), facts: Vec::new() }
}

#[test]
fn s7_1_1_r84_a_line_is_set_up_with_more_than_eight_points_in_a_marker() {
    let mut table = longstreet();
    for (line, stands) in [
        ("Graham set line N19=9 N18=8", "N19=9 N18=8"),
        ("Graham set line N19=17 W", "N19=17"),
        ("Graham set line N17=3 N18=12 N19=2", "N17=3 N18=12 N19=2"),
    ] {
        assert!(before(&table, line).is_err(), "{line}");
        table.union(line, &[]);
        assert_eq!(lies(&table, "us-graham-inf"), stands);
        assert_eq!(RULES.whole(&table.position), Ok(()));
    }
    // Inner markers hold eight at least all the same (§7.1.2).
    assert_eq!(table.refused(Union, "Graham set line N17=5 N18=7 N19=5"), "7.1");
}

#[test]
fn s6_1_5_r84_a_brigade_commander_is_set_up_with_any_marker_of_his_line() {
    let mut table = longstreet();
    table.union("Graham set line N17=8 N18=8 N19=1", &[]);
    let lies = |table: &Table| table.position.counter(unit("us-graham-inf"));
    assert_eq!(lies(&table), Some(hex("N18")), "in the middle, where nobody says");
    let listed: Vec<String> = table.menu(Union).into_iter().filter(|l| l.starts_with("Graham post ")).collect();
    assert_eq!(listed, ["Graham post N17", "Graham post N19"]);
    for to in ["N19", "N17"] {
        let line = format!("Graham post {to}");
        assert!(before(&table, &line).is_err(), "{line}");
        table.union(&line, &[]);
        assert_eq!(lies(&table), Some(hex(to)), "at once");
    }
    assert_eq!(table.refused(Union, "Graham post N17"), "16.2", "there he is");
    assert_eq!(RULES.whole(&table.position), Ok(()));
    // Who is set up anew has it in the middle again; of a column it is with the head, at rest there is no other place.
    table.union("Graham set line N18=8 N19=8 N20=1", &[]);
    assert_eq!(lies(&table), Some(hex("N19")));
    table.union("Graham set column N N19 N18 N17", &[]);
    assert!(table.attempt(Union, "Graham post N18", &[]).is_err());
    // It still lies there when play begins.
    table.union("Graham set line N17=8 N18=8 N19=1", &[]).union("Graham post N19", &[]).union("deploy", &[]);
    table.union("done", &[]).confederate("deploy", &[]).confederate("done", &[]);
    assert_eq!(lies(&table), Some(hex("N19")));
}

/// A brigade in the game of three days, as a player turn ends.
fn thick(line: &str, turn: &str) -> Table {
    let mut table = Table::study(&[]);
    table.position.scenario = Scenario::ThreeDays;
    table.umpire(line).umpire(turn);
    table
}

#[test]
fn r62_s7_1_1_points_join_a_line_that_holds_more_than_eight_in_a_marker_and_leave_it() {
    let strength = |position: &Position, name: &str| position.brigade(unit(name)).expect("a brigade").sp;
    let done = |table: &Table, side: Side| after(&BEFORE, table, side, "done", &[]).expect("done");
    // Two points join Krzyzanowski at 4 p.m., turn 28.
    let mut table = thick("place Krzyzanowski line M29=14 E", "turn 28 confederate assault");
    assert_eq!(strength(&done(&table, Confederate), "Krzyzanowski"), 14);
    table.confederate("done", &[]);
    assert_eq!(lies(&table, "Krzyzanowski"), "M29=16");
    // A line of eight points a marker and no more waits, so that it can still move.
    let mut waits = thick("place Krzyzanowski line M29=8 M28=8", "turn 28 confederate assault");
    waits.confederate("done", &[]);
    assert_eq!(lies(&waits, "Krzyzanowski"), "M29=8 M28=8");
    // Two leave Jenkins at midnight before July 3, turn 124.
    let jenkins = "cs-jenkins-a-g-cav";
    let mut table = thick(&format!("place {jenkins} line M29=17 E"), "turn 123 union assault");
    assert_eq!(strength(&done(&table, Union), jenkins), 17);
    table.union("done", &[]);
    assert_eq!(lies(&table, jenkins), "M29=15");
    assert_eq!((table.brigade(jenkins).lost, RULES.whole(&table.position)), (0, Ok(())));
}

/// Davis in column, his head two hexes before Stone's line, the others behind it out of range.
fn davis(level: u8) -> Table {
    let table = Table::study(&[
        "place Stone line HH40=13 SSW",
        "turn 3 confederate alone",
        "place Davis column N HH38=8 HH37=8 HH36=2",
        &format!("mark Davis level {level}"),
    ]);
    let ranged = |id: &str| board(&table).in_enemy_range(Confederate, hex(id));
    assert_eq!(["HH38", "HH37", "HH36"].map(ranged), [true, false, false]);
    table
}

#[test]
fn s17_1_3_markers_of_a_column_close_up_out_of_enemy_range_behind_a_head_within_it() {
    let was = |table: &Table, line: &str| after(&BEFORE, table, Confederate, line, &[]).is_ok();
    let mut table = davis(6);
    assert!(!was(&table, "Davis close 2"));
    assert!(table.menu(Confederate).contains(&"Davis close 2".to_owned()));
    assert_eq!(table.refused(Confederate, "Davis close"), "21.0", "into enemy range none goes");
    table.confederate("Davis close 2", &[]);
    assert_eq!(lies(&table, "Davis"), "HH38=8 HH37=8 HH37=2");
    // The same on the way to a line, of which one marker lies in enemy range (ruling 59).
    let line = "Davis line HH38=8 HH37=10";
    let mut table = davis(10);
    assert!(!was(&table, line));
    assert!(table.menu(Confederate).contains(&line.to_owned()));
    table.confederate(line, &[]);
    assert_eq!((lies(&table, "Davis"), table.brigade("Davis").paid[0]), ("HH38=8 HH37=10".into(), 16));
    assert!(table.brigade("Davis").paid[1] > 16, "and the steps of who closed up");
    assert_eq!(davis(10).refused(Confederate, "Davis line HH38=18 E"), "21.0");
    assert_eq!(RULES.whole(&table.position), Ok(()));
    // Whose rear lies in enemy range does not leave it so.
    let mut rear = Table::study(&[
        "place Stone line HH40=13 SSW",
        "turn 3 confederate alone",
        "place Davis column S HH36=8 HH37=8 HH38=2",
        "mark Davis level 6",
    ]);
    assert_eq!(rear.refused(Confederate, "Davis close 2"), "21.0");
}
