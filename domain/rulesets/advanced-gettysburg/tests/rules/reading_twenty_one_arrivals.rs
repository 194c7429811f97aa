//! What a twenty-first reading of §34.0 to §37.0 and the Orders of Appearance found, mended in revision 8, and that revision 7 ruled it otherwise.

use crate::table::{REVISION_SEVEN as BEFORE, Table, after, board, days, hex, lies, sound};
use advanced_gettysburg::Position;
use domain_core::referee::Refusal;
use domain_core::referee::Side::{self, Confederate, Union};

/// The position after a line by revision 7.
fn before(table: &Table, side: Side, line: &str) -> Result<Position, Refusal> {
    after(&BEFORE, table, side, line, &[])
}

/// The same to be looked at.
fn then(table: &Table, side: Side, line: &str) -> Table {
    Table { position: before(table, side, line).expect("the next turn"), facts: Vec::new() }
}

#[test]
fn s33_3_5_r62_r72_points_that_join_an_uneven_column_in_enemy_range_move_none_of_the_others() {
    // Two points join Krzyzanowski at 4 p.m., turn 28; Davis, who looks east, has the rear of his column in range.
    let table = |davis: &str| {
        days(&[
            &format!("place Davis line GG38=8 {davis}"),
            "place Krzyzanowski column SE JJ38=4 II39=4",
            "turn 28 confederate assault",
        ])
    };
    let mut ranged = table("E");
    assert_eq!(["JJ38", "II39"].map(|at| board(&ranged).in_enemy_range(Union, hex(at))), [false, true]);
    assert_eq!(lies(&then(&ranged, Confederate, "done"), "Krzyzanowski"), "JJ38=8 II39=2", "closed up by revision 7");
    ranged.confederate("done", &[]);
    assert_eq!(lies(&ranged, "Krzyzanowski"), "JJ38=6 II39=4");
    assert_eq!(ranged.brigade("Krzyzanowski").sp, 10);
    sound(&ranged);
    // Out of range it closes up before.
    let mut free = table("W");
    free.confederate("done", &[]);
    assert_eq!(lies(&free, "Krzyzanowski"), "JJ38=8 JJ38=2");
}

#[test]
fn s33_3_5_r62_r72_points_that_leave_an_uneven_column_in_enemy_range_leave_its_rear() {
    // Two points leave Jenkins at midnight of July 3, turn 124.
    let jenkins = "cs-jenkins-a-g-cav";
    let mut table = days(&[
        "place Meredith line GG38=8 E",
        &format!("place {jenkins} column SE KK38=2 JJ38=2 II39=2"),
        "turn 123 union assault",
    ]);
    assert!(board(&table).in_enemy_range(Confederate, hex("II39")));
    assert_eq!(lies(&then(&table, Union, "done"), jenkins), "KK38=3 JJ38=1", "closed up by revision 7");
    table.union("done", &[]);
    assert_eq!(lies(&table, jenkins), "KK38=2 JJ38=2");
    sound(&table);
}
