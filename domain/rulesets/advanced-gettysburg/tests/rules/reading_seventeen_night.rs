//! What a seventeenth reading of §34.2 to §37.0 and of hidden movement and night orders found, mended in revision 7.

use crate::table::{REVISION_SIX as BEFORE, Table, after, hex, hidden, lies, sound, unit};
use advanced_gettysburg::{Place, Scenario};
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

/// Davis in line away from the western edge, within range of Meredith, and perhaps somebody else.
fn from_the_edge(turn: u8, more: &[&str]) -> Table {
    let mut table = Table::study(&["place Davis line C23=8 B22=8 A22=2", "place Meredith line B20=8 NNW"]);
    table.position.scenario = Scenario::ThreeDays;
    table.umpire(&format!("turn {turn} confederate alone")).umpire("mark Davis level 6");
    for line in more {
        table.umpire(line);
    }
    table
}

#[test]
fn s35_1_s21_8_no_marker_comes_nearer_to_the_enemy_at_night_as_its_line_leaves_the_map() {
    // By B23 or A23, the hexes behind it, the marker in B22 would come within two hexes of Buford, from three, and be as near to him as to Meredith now.
    let (line, buford) = ("Davis leave", "place Buford A25");
    let mut table = from_the_edge(50, &[buford]);
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_ok());
    assert_eq!(table.refused(Confederate, line), "21.8");
    assert!(!table.menu(Confederate).contains(&line.to_owned()));
    for mut free in [from_the_edge(50, &[]), from_the_edge(5, &[buford])] {
        free.confederate(line, &[]);
        assert_eq!(free.position.unit(unit("Davis")).place, Place::Fled(hex("A22") as u16));
        sound(&free);
    }
}

/// A night with hidden movement: somebody in HH38, two hexes before Stone, and Stone, both out of view.
fn night(start: &[&str], name: &str) -> Table {
    let mut table = hidden(&["place Stone line HH40=8 SSE"]);
    table.position.scenario = Scenario::ThreeDays;
    table.umpire("turn 50 confederate divisions");
    for line in start {
        table.umpire(line);
    }
    table.umpire(&format!("unseen {name}")).umpire("unseen Stone");
    table
}

#[test]
fn s35_2_s0_1_10_at_night_no_column_and_no_battery_comes_beside_somebody_hidden() {
    let out_of_view = |table: &Table| table.position.hidden.unseen.iter().any(|e| e.unit == unit("Stone"));
    let archer = night(&["place Archer column N HH38=8 HH37=4", "mark Archer level 8"], "Archer");
    let guns = night(&["place Marye HH38 limbered N"], "Marye");
    for (name, mut table, stays) in [("Archer", archer, "HH38=8 HH37=4"), ("Marye", guns, "HH38=4")] {
        let line = format!("{name} march HH39");
        let then = after(&BEFORE, &table, Confederate, &line, &[]).expect("revision 6 let it come beside him");
        assert_eq!(then.place(unit(name)), Some(hex("HH39")));
        table.confederate(&line, &[]);
        assert_eq!(lies(&table, name), stays);
        assert!(!out_of_view(&table), "his side says that he is there");
        sound(&table);
    }
}
