//! What revision 2 mended was ruled otherwise by revision 1, and is judged so.

use crate::table::{REVISION_ONE as BEFORE, RULES, Table, after, hex, lies, unit};
use advanced_gettysburg::Place;
use domain_core::referee::Side;

#[test]
fn revision_1_captured_nobody_by_a_retreat_and_took_no_place_in_passing() {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        "place cs-heth-cmd H22",
        "turn 3 confederate withdrawal",
        "mark Archer attack launched level 6",
    ]);
    let position = after(&BEFORE, &table, Side::Union, "Meredith back NE", &[]).expect("a retreat");
    assert_ne!(position.unit(unit("cs-heth-cmd")).place, Place::Lost);
    table.union("Meredith back NE", &[]);
    assert_eq!(table.position.unit(unit("cs-heth-cmd")).place, Place::Lost);
    let mut table = Table::study(&["place Stone column N H34=8 H33=5", "turn 3 union alone", "mark Stone level 8"]);
    let herr = RULES.pack().ground.prizes.iter().position(|p| p.hex == hex("H35")).expect("Herr Ridge");
    let position = after(&BEFORE, &table, Side::Union, "Stone march H35-H36-H37", &[]).expect("a march");
    assert_eq!(position.held[herr], Some(Side::Confederate));
    table.union("Stone march H35-H36-H37", &[]);
    assert_eq!((lies(&table, "Stone"), table.position.held[herr]), ("H37=8 H36=5".into(), Some(Side::Union)));
}

#[test]
fn revision_1_gave_a_charge_six_points_for_its_retreat() {
    let mut table = Table::with(&["cavalry-charge"]);
    table.umpire("clear");
    for line in [
        "place Hampton charge NE F22=3 F22=3",
        "place Meredith line G22=8 G23=8",
        "turn 3 confederate back-off",
        "mark Hampton attack launched level 12",
    ] {
        table.umpire(line);
    }
    assert!(after(&BEFORE, &table, Side::Confederate, "Hampton back SW SW SW", &[]).is_ok());
    assert!(after(&BEFORE, &table, Side::Confederate, "Hampton back SW SW SW SW", &[]).is_err());
    table.confederate("Hampton back SW SW SW SW", &[]);
}

#[test]
fn revision_1_let_an_entry_be_hastened_at_once_behind_its_road() {
    let mut table = Table::start();
    table.umpire("clear");
    table.position.scenario = advanced_gettysburg::Scenario::ThreeDays;
    table.position.first_fire = Some(5);
    table.umpire("turn 25 union opening");
    let road = after(&BEFORE, &table, Side::Union, "road Candy Taneytown", &[]).expect("written");
    assert!(
        after(&BEFORE, &Table { position: road, facts: Vec::new() }, Side::Union, "hasten Candy 15:40", &[]).is_ok()
    );
    table.union("road Candy Taneytown", &[]);
    assert_eq!(table.refused(Side::Union, "hasten Candy 15:40"), "34.2");
}
