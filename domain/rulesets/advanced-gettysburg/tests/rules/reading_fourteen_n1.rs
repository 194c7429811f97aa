//! What a fourteenth reading of §1.0 to §13.0 found, mended in revision 7.

use crate::table::{REVISION_SIX as BEFORE, Table, after, lies, sound, unit};
use advanced_gettysburg::Position;
use domain_core::referee::Refusal;
use domain_core::referee::Side::{self, Confederate};

/// The position after a line by revision 6.
fn before(table: &Table, side: Side, line: &str) -> Result<Position, Refusal> {
    after(&BEFORE, table, side, line, &[])
}

/// The same to be played on.
fn went(table: &Table, side: Side, line: &str) -> Table {
    Table { position: before(table, side, line).expect("revision 6 let it"), facts: Vec::new() }
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
    assert!(before(&whole, Confederate, behind).is_ok(), "behind one order there was room by revision 6 too");
    table.confederate("Davis march C38", &[]);
    assert_eq!((lies(&table, "Davis").as_str(), table.spent("Davis").as_str()), ("C38=8 B38=8 A39=2", "2 2 1"));
    assert_eq!(table.refused(Confederate, behind), "34.1");
    let on = "Davis march D37-E38-F37";
    let old = went(&table, Confederate, on);
    assert!(before(&old, Confederate, behind).is_err(), "revision 6 let in what followed from the first order");
    table.confederate(on, &[]);
    assert_eq!((lies(&table, "Davis").as_str(), table.spent("Davis").as_str()), ("F37=8 E38=8 D37=2", "5 5 4"));
    assert!(table.menu(Confederate).contains(&behind.to_owned()));
    table.confederate(behind, &[]);
    assert_eq!((lies(&table, "Archer").as_str(), table.spent("Archer").as_str()), ("B38=8 A39=4", "2 1"));
    sound(&table);
}
