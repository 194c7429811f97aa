//! What a nineteenth reading of §24.0, §27.0 and §29.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::table::{REVISION_SEVEN as BEFORE, Table, after, fired, hex, lies, sound};
use domain_core::referee::Side::{self, Union};

/// The same as a table.
fn table_before(table: &Table, side: Side, line: &str, dice: &[u8]) -> Table {
    Table { position: after(&BEFORE, table, side, line, dice).expect("revision 7 took it"), facts: Vec::new() }
}

#[test]
fn s25_0_s27_1_a_marker_that_is_beaten_into_a_hex_where_another_fired_returns_nothing_from_there() {
    // Archer carries G22, and Davis behind the line lets it go along its own front alone: its right marker comes to where the left one fired at Lane.
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G20=8 G21=8 G22=8",
        "place Davis line H21=8 H22=8",
        "place Lane line F19=8 W",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    fired(&mut table, "Meredith", "G20", "F19");
    table.confederate("Archer.1 assault G22", &[3, 1]);
    let (back, line) = ("Meredith back S S", "Meredith return");
    let mut then = table_before(&table, Union, back, &[]);
    table.union(back, &[]);
    assert_eq!(lies(&table, "Meredith"), "G18=8 G19=8 G20=8");
    // Out of all ranges a retreat is over when its turn begins (§21.6).
    for table in [&mut then, &mut table] {
        table.umpire("mark Meredith retreat none").umpire("turn 3 union targets");
    }
    assert!(after(&BEFORE, &then, Union, line, &[]).is_ok(), "revision 7 had it return what another marker fired");
    assert_eq!(table.refused(Union, line), "27.0");
    sound(&table);
}

#[test]
fn s24_4_3a_s24_4_3d_points_step_by_two_hexes_through_a_hex_where_points_of_their_brigade_have_stepped() {
    // II40 is a flank hex of Davis's, and on the one way from II41 to II39, a flank hex of Archer's.
    let mut table = Table::study(&[
        "place Stone line II41=8 HH40=8",
        "place Archer line HH39=8 NNE",
        "place Davis line JJ39=8 NNE",
        "mark Archer attack launched",
        "mark Davis attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH40", &[]).confederate("done", &[]);
    table.union("II41 flank II40 4", &[]);
    let line = "II41 flank II39 4";
    assert!(after(&BEFORE, &table, Union, line, &[]).is_err(), "by revision 7 they were in each other's way");
    assert!(table.menu(Union).contains(&line.to_owned()), "{:?}", table.menu(Union));
    table.union(line, &[]);
    let to: Vec<usize> = table.position.fight.flankers.iter().map(|f| usize::from(f.to)).collect();
    assert_eq!(to, [hex("II40"), hex("II39")]);
    sound(&table);
}
