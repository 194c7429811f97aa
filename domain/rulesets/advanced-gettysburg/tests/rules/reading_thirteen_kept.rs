//! What a thirteenth reading of §11.0 to §19.0 found, mended in revision 7, and that revision 6 ruled it otherwise.

use crate::table::{REVISION_SIX as BEFORE, Table, after, hex, lies, sound, unit};
use advanced_gettysburg::KeptStep;
use domain_core::referee::Side::Confederate;

/// To the Movement Phase of the Confederates' next turn, in which Davis is no reinforcement any more and has rolled two points.
fn next_turn_at_two(table: &mut Table) {
    table.confederate("done", &[]).union("done", &[]).union("done", &[]).confederate("done", &[]);
    let davis = table.position.brigade_mut(unit("Davis")).expect("a brigade");
    (davis.exempt, davis.level) = (None, Some(2));
}

#[test]
fn s13_8_who_lies_beyond_the_map_in_part_keeps_points_for_the_next_hex_of_its_head() {
    let mut table = Table::start();
    table.confederate("done", &[]).confederate("Davis march A39", &[]);
    next_turn_at_two(&mut table);
    table.confederate("Davis march B38", &[]);
    assert_eq!(lies(&table, "Davis"), "B38=8 A39=8 cashtown-pike=2");
    assert_eq!(table.spent("Davis"), "1 1 0");
    // A point and a half is what B37 costs, beside the road.
    let line = "Davis keep B37";
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_err(), "by revision 6 it kept nothing");
    assert!(table.menu(Confederate).contains(&line.to_owned()));
    table.confederate(line, &[]);
    let kept = table.brigade("Davis").kept.map(|kept| (kept.ap, kept.step));
    assert_eq!(kept, Some((1, KeptStep::Hex(hex("B37") as u16))));
    sound(&table);
    next_turn_at_two(&mut table);
    table.confederate("Davis march B37-B36", &[]);
    assert_eq!(lies(&table, "Davis"), "B36=8 B37=8 B38=2");
    assert_eq!(table.spent("Davis"), "3 2.5 2");
    assert!(table.brigade("Davis").kept.is_some_and(|kept| kept.used), "two points and the one that was kept");
    sound(&table);
}

#[test]
fn s13_10_points_kept_beyond_the_map_in_part_serve_for_no_other_hex() {
    let mut table = Table::start();
    table.confederate("done", &[]).confederate("Davis march A39", &[]);
    next_turn_at_two(&mut table);
    table.confederate("Davis march B38", &[]).confederate("Davis keep B37", &[]);
    next_turn_at_two(&mut table);
    assert_eq!(table.refused(Confederate, "Davis march C38-D37-E37"), "13.0");
    table.confederate("Davis march C38-D37", &[]);
    assert!(table.brigade("Davis").kept.is_some_and(|kept| !kept.used));
}
