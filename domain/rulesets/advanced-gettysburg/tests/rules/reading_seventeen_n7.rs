//! What a seventeenth reading of §34.2 to §37.0 and of hidden movement and night orders found, mended in revision 7.

use crate::table::{REVISION_SIX as BEFORE, Table, after, lies, sound};
use advanced_gettysburg::Scenario;
use domain_core::referee::Side::Confederate;

/// Hampton in an attack column that looks north, its head in HH37 and its rear in HH36, and an enemy.
fn column(enemy: &str, turn: u8) -> Table {
    let mut table = Table::with(&["cavalry-charge"]);
    table.umpire("clear");
    table.position.scenario = Scenario::ThreeDays;
    let hampton = "place Hampton charge N HH37=3 HH37=3 HH36=3 HH36=3";
    table.umpire(hampton).umpire(enemy).umpire(&format!("turn {turn} confederate alone"));
    table.umpire("mark Hampton level 8");
    table
}

#[test]
fn s35_1_0_6_1_no_marker_of_an_attack_column_goes_back_nearer_to_the_enemy_at_night() {
    // KK35 is three hexes off HH36 and HH35, and four off HH37: the head would come within three.
    let meredith = "place Meredith rest KK35";
    let line = "Hampton back S";
    let mut table = column(meredith, 50);
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_ok(), "revision 6 looked at the rear marker alone");
    assert_eq!(table.refused(Confederate, line), "35.0");
    assert!(!table.menu(Confederate).contains(&line.to_owned()));
    let mut day = column(meredith, 5);
    day.confederate(line, &[]);
    assert_eq!(lies(&day, "Hampton"), "HH36=3 HH36=3 HH35=3 HH35=3");
    sound(&day);
}

#[test]
fn s24_1_0_6_1_no_marker_of_an_attack_column_goes_back_to_a_hex_beside_an_enemy() {
    // II37 is beside HH37 and HH36, and not beside HH35; the guns there look away.
    let line = "Hampton back S";
    let mut table = column("place Calef II37 unlimbered E", 5);
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_ok());
    assert_eq!(table.refused(Confederate, line), "22.0");
    assert!(!table.menu(Confederate).contains(&line.to_owned()));
    table.umpire("wait Calef").confederate(line, &[]);
    assert_eq!(lies(&table, "Hampton"), "HH36=3 HH36=3 HH35=3 HH35=3");
}
