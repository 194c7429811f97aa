//! What a twentieth reading of §19.0 to §23.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::table::{REVISION_SEVEN as BEFORE, Table, after, board, days, hex, lies, sound, unit};
use advanced_gettysburg::Place;
use domain_core::referee::Side::{Confederate, Union};

/// By night, Archer two hexes off HH39, which he has in range, and others.
fn night(more: &[&str]) -> Table {
    let mut table = days(&["place Archer line HH37=8 NNE", "turn 50 union alone"]);
    for line in more {
        table.umpire(line);
    }
    assert!(board(&table).in_brigade_range(Union, hex("HH39")));
    table
}

#[test]
fn s21_3_s35_1_a_line_in_range_goes_out_of_the_three_hexes_by_its_rear_hexes_nearer_to_another_enemy_too() {
    // JJ42 is four hexes off HH39 and three off HH40 and II40, which lie behind Stone; all hexes beside him lead away from both, but he may not enter them.
    let stone = ["place Stone line HH39=8 SSW", "mark Stone level 6"];
    for (line, lie) in [("Stone back HH40", "HH40=8"), ("Stone back II40", "II40=8")] {
        let mut table = night(&[stone[0], stone[1], "place Heth JJ42"]);
        assert!(after(&BEFORE, &table, Union, line, &[]).is_err(), "{line}: by revision 7 he stood there till morning");
        assert!(board(&table).check_night(Union, hex("HH39"), hex("HH40")).is_err(), "a commander goes another way");
        assert!(table.menu(Union).contains(&line.to_owned()), "{:?}", table.menu(Union));
        table.union(line, &[]);
        assert_eq!((lies(&table, "Stone"), table.brigade("Stone").dp), (lie.to_owned(), 5));
        sound(&table);
    }
    // Where one of the two leads out and nearer to nobody he goes by that.
    let mut open = night(&[stone[0], stone[1], "place Heth HH43"]);
    assert!(open.attempt(Union, "Stone back HH40", &[]).is_err());
    open.union("Stone back II40", &[]);
    assert_eq!(lies(&open, "Stone"), "II40=8");
}

#[test]
fn s21_3_s35_1_a_battery_in_range_goes_out_of_the_three_hexes_by_its_rear_hex_alone() {
    // HH43 is four hexes off HH39 and three off HH40, the one hex behind Calef.
    let line = "Calef march HH40";
    let mut table = night(&["place Calef HH39 limbered S", "place Heth HH43"]);
    assert!(after(&BEFORE, &table, Union, line, &[]).is_err(), "by revision 7 II40 was a way out for him");
    assert!(table.menu(Union).contains(&line.to_owned()), "{:?}", table.menu(Union));
    table.union(line, &[]);
    assert_eq!(lies(&table, "Calef"), "HH40=6");
    sound(&table);
    // Heth is beside HH40: that is no way away from the nearest.
    assert_eq!(night(&["place Calef HH39 limbered S", "place Heth HH41"]).refused(Union, line), "35.0");
}

#[test]
fn s0_6_1_s35_1_an_attack_column_goes_out_of_the_three_hexes_by_the_hex_behind_it_alone() {
    // HH35 is three hexes off HH32, and HH36 four.
    let mut table = days(&["place Hampton charge N HH37=3 HH37=3 HH36=3 HH36=3", "place Buford HH32"]);
    table.position.options.charge = true;
    table.umpire("place Meredith rest HH38").umpire("turn 50 confederate alone").umpire("mark Hampton level 8");
    let line = "Hampton back S";
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_err());
    assert!(table.menu(Confederate).contains(&line.to_owned()), "{:?}", table.menu(Confederate));
    table.confederate(line, &[]);
    assert_eq!(lies(&table, "Hampton"), "HH36=3 HH36=3 HH35=3 HH35=3");
    sound(&table);
}

#[test]
fn s21_8_s35_1_a_line_and_a_battery_in_range_leave_the_map_by_their_rear_hexes_nearer_to_another_enemy_too() {
    // By B23 or A23, the hexes behind it, Archer's marker in B22 comes within three hexes of A26, from four.
    let mut table = days(&["place Archer line B22=8 A22=4", "place Meredith line B20=8 NNW", "place Buford A26"]);
    table.umpire("turn 50 confederate alone").umpire("mark Archer level 6");
    assert!(after(&BEFORE, &table, Confederate, "Archer leave", &[]).is_err(), "revision 7 barred it");
    // And the counter of Crenshaw by A22 of A25.
    let mut guns =
        days(&["place Crenshaw B21 limbered SE A22 1", "place Meredith line B20=8 NNW", "place Reynolds A25"]);
    guns.umpire("turn 50 confederate alone");
    for (name, mut table) in [("Archer", table), ("Crenshaw", guns)] {
        let line = format!("{name} leave");
        assert!(table.menu(Confederate).contains(&line), "{:?}", table.menu(Confederate));
        table.confederate(&line, &[]);
        assert_eq!(table.position.unit(unit(name)).place, Place::Fled(hex("A22") as u16));
        sound(&table);
    }
}

#[test]
fn s22_1_s35_1_for_markers_that_close_up_a_range_that_bars_a_column_is_no_way_out() {
    // All steps from F22 but E23 and G23 lead nearer to a commander, as E23 does; G23 is in Meredith's range, if he looks east.
    let table = |front: &str| {
        let meredith = format!("place Meredith line F24=8 {front}");
        let mut table = days(&["place Posey column S F21=8 F22=5", &meredith, "place Buford B22"]);
        for line in ["place Howard F18", "place Reynolds J20", "turn 50 confederate alone", "mark Posey level 6"] {
            table.umpire(line);
        }
        table
    };
    let line = "Posey close 1";
    let mut shut = table("E");
    assert!(after(&BEFORE, &shut, Confederate, line, &[]).is_err());
    assert!(shut.menu(Confederate).contains(&line.to_owned()), "{:?}", shut.menu(Confederate));
    shut.confederate(line, &[]);
    assert_eq!(lies(&shut, "Posey"), "F21=8 F21=5");
    sound(&shut);
    assert_eq!(table("W").refused(Confederate, line), "35.0");
}
