//! What a nineteenth reading of §19.0 to §23.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::table::{REVISION_SEVEN as BEFORE, Table, after, board, hex, lies, sound, unit};
use advanced_gettysburg::{Position, Retreat};
use domain_core::referee::Refusal;
use domain_core::referee::Side::{self, Confederate, Union};

/// The position after a line by revision 7.
fn before(table: &Table, side: Side, line: &str) -> Result<Position, Refusal> {
    after(&BEFORE, table, side, line, &[])
}

#[test]
fn s17_2_11_s21_3_a_battery_that_goes_back_leaves_no_cannon_behind_it_in_enemy_range() {
    // HH40, behind Calef, has room for three of his six cannon, which would lie there with the counter turned about.
    let mut table = Table::study(&[
        "place Calef HH39 limbered S",
        "place us-wainwright-hall-bty HH40 limbered N",
        "place Archer line HH37=8 NNE",
        "turn 1 union alone",
    ]);
    assert!(board(&table).in_enemy_range(Union, hex("HH39")) && !board(&table).in_enemy_range(Union, hex("HH40")));
    let line = "Calef march HH40 N";
    let split = Table { position: before(&table, Union, line).expect("half of it stayed in range"), facts: Vec::new() };
    assert_eq!(lies(&split, "Calef"), "HH40=3 HH39=3");
    assert_eq!(table.refused(Union, line), "17.2");
    assert!(!table.menu(Union).contains(&"Calef march HH40".to_owned()), "{:?}", table.menu(Union));
    // Where there is room for all of them it turns as it likes, out of range.
    table.umpire("wait us-wainwright-hall-bty").umpire("turn 1 union alone");
    table.union(line, &[]);
    assert_eq!(lies(&table, "Calef"), "HH40=6");
    sound(&table);
}
