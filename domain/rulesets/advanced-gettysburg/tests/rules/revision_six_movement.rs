//! What revision 6 mended of chapters 1 to 18, rule by rule, and that revision 5 ruled it otherwise and is judged so.

use crate::table::{REVISION_FIVE as BEFORE, RULES, Table, after, board, hex, lies, unit};
use advanced_gettysburg::{Formation, Retreat, Segment};
use domain_core::board::{Axis, Facing};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Ruleset, Side, Terms};

fn was_legal(table: &Table, side: Side, line: &str) -> bool {
    after(&BEFORE, table, side, line, &[]).is_ok()
}

fn name(facing: Facing) -> &'static str {
    facing.name(Axis::FlatColumns)
}

/// Where the head of a column looks.
fn head(table: &Table, brigade: &str) -> &'static str {
    match table.brigade(brigade).formation {
        Formation::Column { facing } => name(facing),
        other => panic!("{brigade} is formed otherwise: {other:?}"),
    }
}

/// Meredith has begun to retreat, and stands within range of Archer or not, as the Union's turn begins.
fn begun(archer: &str) -> Table {
    Table::study(&[
        &format!("place Archer line {archer}"),
        "place Meredith line G21=8 G22=8",
        "mark Meredith retreat voluntary",
        "turn 3 union opening",
    ])
}

#[test]
fn s5_1_s21_6_nobody_passes_a_turn_who_has_begun_to_retreat_and_could_go_back() {
    let mut table = begun("F22=8 F21=4");
    assert!(board(&table).in_brigade_range(Union, hex("G22")));
    assert!(was_legal(&table, Union, "pass"));
    assert_eq!(table.refused(Union, "pass"), "21.6");
    assert!(!table.menu(Union).contains(&"pass".to_owned()));
    // It rolls and goes back, or rolls in vain.
    table.union("done", &[]).union("alone Meredith", &[6]).union("Meredith back NE", &[]).union("done", &[]);
    assert!(!table.position.segment.is_movement());
    // Out of range of all enemy brigades its retreat is over as its turn begins, and nothing is owed.
    let mut free = begun("A22=8 A21=4");
    free.union("pass", &[]);
    assert_ne!((free.position.side, free.position.segment), (Union, Segment::Opening));
    // A retreat that never began bars nothing.
    let mut none = begun("F22=8 F21=4");
    none.umpire("mark Meredith retreat none").union("pass", &[]);
    assert_eq!(none.brigade("Meredith").retreat, Retreat::None);
}

/// Marye's guns at the right of Meredith, who looks past them.
fn beside_meredith(marye: &str) -> Table {
    let table = Table::study(&[
        &format!("place Marye II41 {marye}"),
        "place Meredith line HH41=8 NNE",
        "turn 3 confederate alone",
    ]);
    assert!(board(&table).beside_enemy_of(Confederate, hex("II41")));
    assert!(!board(&table).in_enemy_range(Confederate, hex("II41")));
    table
}

#[test]
fn s18_3_s19_4_1_a_battery_beside_an_enemy_and_out_of_his_range_turns_where_it_stands() {
    let looks = |table: &Table| table.position.battery(unit("Marye")).map(|b| name(b.facing));
    let mut guns = beside_meredith("unlimbered E");
    assert!(!was_legal(&guns, Confederate, "Marye unlimber W"));
    assert!(guns.menu(Confederate).contains(&"Marye unlimber W".to_owned()));
    guns.confederate("Marye unlimber W", &[]);
    assert_eq!((looks(&guns), lies(&guns, "Marye")), (Some("W"), "II41=4".into()));
    assert_eq!(guns.position.battery(unit("Marye")).map(|b| b.spent), Some(0));
    // It changes no formation there (cost chart).
    assert_eq!(guns.refused(Confederate, "Marye limber N"), "18.0");
    // Limbered it turns as well, and goes.
    let mut limbered = beside_meredith("limbered N");
    assert!(!was_legal(&limbered, Confederate, "Marye limber NW"));
    limbered.confederate("Marye limber NW", &[]).confederate("Marye march JJ40", &[]);
    assert_eq!(lies(&limbered, "Marye"), "JJ40=4");
    assert_eq!(beside_meredith("limbered N").refused(Confederate, "Marye unlimber E"), "18.0");
    // In his range it stays as it is.
    let mut ranged =
        Table::study(&["place Marye II42 unlimbered E", "place Meredith line HH41=8 NNE", "turn 3 confederate alone"]);
    assert!(board(&ranged).in_enemy_range(Confederate, hex("II42")));
    assert_eq!(ranged.refused(Confederate, "Marye unlimber W"), "21.0");
    assert_eq!(RULES.whole(&guns.position), Ok(()));
}

#[test]
fn s6_2_6_s19_4_1_a_column_marches_round_its_own_tail_and_its_head_looks_aside() {
    let mut table = Table::study(&["turn 14 union alone", "place Gamble column SE O29=3 N29=3 M29=3 M28=3 M27=1"]);
    table.umpire("mark Gamble level 8");
    assert!(!was_legal(&table, Union, "Gamble march N28"), "straight on it would point at M28");
    table.union("Gamble march N28", &[]);
    assert_eq!((lies(&table, "Gamble"), head(&table, "Gamble")), ("N28=3 O29=3 N29=3 M29=3 M28=1".into(), "S"));
    // Where it leads into the open it looks on.
    table.union("Gamble march N27", &[]);
    assert_eq!(head(&table, "Gamble"), "S");
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s6_2_6_s19_4_1_a_coiled_column_faces_about_and_its_head_looks_aside() {
    let mut table = Table::study(&["turn 14 union alone", "place Gamble column S M28=3 M29=3 N29=3 O29=3 N28=3"]);
    table.umpire("mark Gamble level 8");
    assert!(!was_legal(&table, Union, "Gamble about"), "it would point at M28");
    table.union("Gamble about", &[]);
    assert_eq!((lies(&table, "Gamble"), head(&table, "Gamble")), ("N28=3 O29=3 N29=3 M29=3 M28=3".into(), "S"));
    assert_eq!(table.spent("Gamble"), "0 0 0 0 0");
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s6_2_6_r84_a_column_is_set_up_with_its_markers_behind_one_another() {
    let terms = Terms { options: Default::default(), scenario: "longstreet".into() };
    let mut table = Table { position: RULES.open(&terms).expect("the scenario"), facts: Vec::new() };
    for line in ["Graham set column S N19 N18 N17", "Graham set column N N19 N19 N18", "Graham set column N N19"] {
        assert!(was_legal(&table, Union, line), "{line}");
        assert_eq!(table.refused(Union, line), "3.0", "{line}");
    }
    table.union("Graham set column N N19 N18 N17", &[]);
    assert_eq!(lies(&table, "us-graham-inf"), "N19=8 N18=8 N17=1");
    // Whose head looks aside points at nobody either.
    table.union("Graham set column NE N19 N18 N17", &[]);
    assert_eq!((head(&table, "us-graham-inf"), RULES.whole(&table.position)), ("NE", Ok(())));
}
