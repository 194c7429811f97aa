//! What a fourteenth reading of §1.0 to §13.0 found, mended in revision 7.

use crate::table::{REVISION_SIX as BEFORE, Table, after, lies, sound, unit};
use advanced_gettysburg::Scenario;
use domain_core::referee::Side::{self, Confederate};

/// The same to be played on.
fn went(table: &Table, side: Side, line: &str) -> Table {
    Table { position: after(&BEFORE, table, side, line, &[]).expect("revision 6 let it"), facts: Vec::new() }
}

/// The second turn: Davis, whose head is on the map, is no reinforcement any more, and moves as primary commander of his own brigade.
fn half_on() -> Table {
    let mut table = Table::start();
    table.confederate("done", &[]).confederate("Davis march A39", &[]);
    table.confederate("done", &[]).union("done", &[]).union("done", &[]);
    table.position.brigade_mut(unit("Davis")).expect("a brigade").exempt = None;
    table.confederate("primary Davis", &[]);
    table
}

#[test]
fn s34_1_6_who_completes_its_entry_under_the_primary_commander_leaves_as_much_room_by_two_orders_as_by_one() {
    let mut table = half_on();
    let behind = "Archer march A39-B38";
    let whole = went(&table, Confederate, "Davis march B38-C38-D37-E38-F37");
    assert!(
        after(&BEFORE, &whole, Confederate, behind, &[]).is_ok(),
        "behind one order there was room by revision 6 too"
    );
    table.confederate("Davis march C38", &[]);
    assert_eq!((lies(&table, "Davis").as_str(), table.spent("Davis").as_str()), ("C38=8 B38=8 A39=2", "2 2 1"));
    assert_eq!(table.refused(Confederate, behind), "34.1");
    let on = "Davis march D37-E38-F37";
    let old = went(&table, Confederate, on);
    assert!(
        after(&BEFORE, &old, Confederate, behind, &[]).is_err(),
        "revision 6 let in what followed from the first order"
    );
    table.confederate(on, &[]);
    assert_eq!((lies(&table, "Davis").as_str(), table.spent("Davis").as_str()), ("F37=8 E38=8 D37=2", "5 5 4"));
    assert!(table.menu(Confederate).contains(&behind.to_owned()));
    table.confederate(behind, &[]);
    assert_eq!((lies(&table, "Archer").as_str(), table.spent("Archer").as_str()), ("B38=8 A39=4", "2 1"));
    sound(&table);
}

/// The third turn, in which Davis has a point that he kept for B37, and moves as primary commander of his own brigade.
fn kept() -> Table {
    let mut table = Table::start();
    table.confederate("done", &[]).confederate("Davis march A39", &[]);
    table.confederate("done", &[]).union("done", &[]).union("done", &[]).confederate("done", &[]);
    let davis = table.position.brigade_mut(unit("Davis")).expect("a brigade");
    (davis.exempt, davis.level) = (None, Some(2));
    table.confederate("Davis march B38", &[]).confederate("Davis keep B37", &[]);
    table.confederate("done", &[]).union("done", &[]).union("done", &[]).confederate("primary Davis", &[]);
    assert_eq!(lies(&table, "Davis"), "B38=8 A39=8 cashtown-pike=2");
    table
}

#[test]
fn s13_8_s34_1_7_points_that_were_kept_are_no_part_of_the_level_of_those_who_come_on_behind() {
    // Seven points and a half, of which one was kept: a level of seven.
    let mut table = kept();
    table.confederate("Davis march B37-B36-B35-B34-B33", &[]);
    assert_eq!(table.spent("Davis"), "7.5 7 6.5");
    assert_eq!(table.brigade("Davis").dp, 10, "for himself the point that was kept counts (ruling 88)");
    table.confederate("Archer march A39-B38", &[]);
    assert_eq!((lies(&table, "Archer").as_str(), table.brigade("Archer").dp), ("B38=8 A39=4", 5));
    sound(&table);
    // Ten points and that which was kept: ten are a level that others have as well.
    let mut table = kept();
    table.confederate("Davis march B37-B36-B35-B34-B33-B32-B31", &[]);
    assert_eq!((table.spent("Davis").as_str(), table.brigade("Davis").dp), ("10.5 10 9.5", 30));
    table.confederate("Archer march A39-B38", &[]);
    assert_eq!((lies(&table, "Archer").as_str(), table.brigade("Archer").dp), ("B38=8 A39=4", 30));
    sound(&table);
}

#[test]
fn s13_8_s34_1_7_points_that_were_kept_are_spent_beyond_the_level_of_those_who_came_on_before() {
    // Archer comes on beside the road for four points: up to six are one level with that.
    let mut table = kept();
    table.confederate("Archer march A41-B41-C41", &[]);
    assert_eq!(table.spent("Archer"), "4 2.5");
    assert_eq!(table.refused(Confederate, "Davis march B37-C37-D37-E37-F37-F36"), "13.0");
    table.confederate("Davis march B37-C37-D37-E37-F37", &[]);
    assert_eq!(table.spent("Davis"), "6.5 6.5 6.5");
    sound(&table);
}

/// Turn 72 of three days: Hart's horse artillery has come on for eight points by the road by which Benning was due in turn 64.
fn behind_hart() -> Table {
    let mut table = Table::study(&[]);
    table.position.scenario = Scenario::ThreeDays;
    table.umpire("turn 72 confederate primary").confederate("cs-beckham-hart-bty march H36", &[]);
    table
}

#[test]
fn s13_9_s34_1_7_who_comes_on_in_line_behind_horse_artillery_pays_for_its_level_once() {
    let mut table = behind_hart();
    table.confederate("Benning enter A38=8 A37=8 A36=1 ends N S", &[]);
    assert_eq!((table.spent("Benning").as_str(), table.brigade("Benning").dp), ("2 2 2", 10));
    let on = "Benning ahead NE NE NE";
    let then = after(&BEFORE, &table, Confederate, on, &[]).expect("eight points");
    assert_eq!(then.brigade(unit("Benning")).map(|b| b.dp), Some(20), "by revision 6 it paid for eight points twice");
    table.confederate(on, &[]);
    assert_eq!((table.spent("Benning").as_str(), table.brigade("Benning").dp), ("8 8 8", 10));
    sound(&table);
}

#[test]
fn s13_9_s34_1_7_who_comes_on_beside_the_road_of_horse_artillery_pays_for_its_level_once() {
    let mut table = behind_hart();
    table.confederate("Benning march A37-B36-C36", &[]);
    assert_eq!((table.spent("Benning").as_str(), table.brigade("Benning").dp), ("4.5 3 1.5", 10));
    let on = "Benning march D35-E36";
    let then = after(&BEFORE, &table, Confederate, on, &[]).expect("seven points and a half");
    assert_eq!(then.brigade(unit("Benning")).map(|b| b.dp), Some(20));
    table.confederate(on, &[]);
    assert_eq!((table.spent("Benning").as_str(), table.brigade("Benning").dp), ("7.5 6 4.5", 10));
    sound(&table);
}
