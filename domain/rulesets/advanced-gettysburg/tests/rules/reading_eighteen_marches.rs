//! What an eighteenth reading of §6.0 to §13.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::table::{REVISION_SEVEN as BEFORE, RULES, Table, after, hex, lies, sound, unit};
use advanced_gettysburg::{Kept, KeptStep, Link, Place, Position};
use domain_core::referee::Side::{Confederate, Union};

/// Zimmerman's four cannon on the march north in HH40, two of them in HH39 behind, and Stone in line south of them, looking so.
fn two_hexes(stone: &str, front: &str) -> Table {
    Table::study(&[
        "place Zimmerman HH40 limbered N HH39 2",
        &format!("place Stone line {stone}=8 {front}"),
        "turn 3 confederate alone",
    ])
}

#[test]
fn s17_2_11_s21_1_a_battery_whose_cannon_behind_are_in_enemy_range_moves_by_retreat_alone() {
    // HH39 lies two hexes before Stone, HH40 three.
    let mut table = two_hexes("HH37", "NNE");
    let on = "Zimmerman march HH41";
    assert!(after(&BEFORE, &table, Confederate, on, &[]).is_ok(), "revision 7 asked it of the counter alone");
    assert_eq!(table.refused(Confederate, on), "21.0");
    let back = "Zimmerman march HH39";
    assert!(after(&BEFORE, &table, Confederate, back, &[]).is_err(), "and held that it would come into his range");
    assert!(table.menu(Confederate).contains(&back.to_owned()));
    table.confederate(back, &[]);
    assert_eq!(lies(&table, "Zimmerman"), "HH39=4");
    let now = table.position.battery(unit("Zimmerman")).map(|b| (b.spent, b.facing));
    assert_eq!(
        now.map(|(spent, facing)| (spent, facing.index())),
        Some((3, 0)),
        "a point and a half, looking north yet"
    );
    sound(&table);
}

#[test]
fn s17_2_11_r59_a_battery_whose_cannon_behind_are_in_enemy_range_unlimbers_for_a_point_more_and_not_beside_him() {
    let unlimber = "Zimmerman unlimber NNE";
    let spent = |at: &Position| at.battery(unit("Zimmerman")).map(|b| b.spent);
    let mut table = two_hexes("HH37", "NNE");
    assert_eq!(after(&BEFORE, &table, Confederate, unlimber, &[]).ok().as_ref().and_then(spent), Some(2));
    table.confederate(unlimber, &[]);
    assert_eq!(spent(&table.position), Some(4), "one point and one in his range");
    assert_eq!(lies(&table, "Zimmerman"), "HH40=4");
    // Stone stands beside HH39 and looks away.
    let mut table = two_hexes("HH38", "SSW");
    for line in [unlimber, "Zimmerman march HH41"] {
        assert!(after(&BEFORE, &table, Confederate, line, &[]).is_ok(), "{line}: revision 7 asked it of HH40 alone");
        assert!(table.attempt(Confederate, line, &[]).is_err(), "{line}");
    }
}
