//! What a thirteenth reading found of arrivals, each with a test that revision 6 ruled it otherwise.

use crate::table::{REVISION_SIX as BEFORE, Table, after, hex, lies, sound, unit};
use domain_core::referee::Side::Confederate;

#[test]
fn s34_1_6_s34_3_5_delayed_columns_come_on_behind_one_another_by_a_hex_beside_their_road() {
    // Heth's brigades are due in turn 1 at A39, and may come on within two hexes of it in turn 2.
    let mut table = Table::start();
    table.umpire("clear").umpire("turn 2 confederate primary");
    table.confederate("Archer march A37-B36-C36", &[]);
    assert_eq!(table.spent("Archer"), "4.5 3");
    // Two points are left there for who comes behind, of which three markers want four and a half.
    let behind = "Davis march A37-B37-C37";
    let then =
        after(&BEFORE, &table, Confederate, behind, &[]).expect("revision 6 let it come as if it were the first");
    assert_eq!(then.place(unit("Davis")), Some(hex("C37")));
    assert_eq!(table.refused(Confederate, behind), "34.1");
    assert!(table.menu(Confederate).iter().all(|line| !line.starts_with("Davis march A37-")));
    // By another hex it is behind nobody.
    let mut aside = Table { position: table.position.clone(), facts: Vec::new() };
    aside.confederate("Davis march A41-B41-C41", &[]);
    assert_eq!(aside.position.place(unit("Davis")), Some(hex("C41")));
    // Who goes on in another order leaves as much room behind it as in one.
    table.confederate("Archer march D35-E36", &[]);
    assert_eq!(table.spent("Archer"), "7.5 6");
    table.confederate(behind, &[]);
    assert_eq!((table.position.place(unit("Davis")), table.spent("Davis").as_str()), (Some(hex("C37")), "4.5 3 1.5"));
    sound(&table);
}

#[test]
fn s34_1_10_s34_3_5_a_delayed_commander_comes_on_beside_his_road() {
    // Heth is due in turn 1 at A39, where Ward stands.
    let line = "Heth ride A37";
    let mut table = Table::study(&["place us-ward-inf line A39=8 W", "turn 1 confederate primary"]);
    assert!(table.attempt(Confederate, line, &[]).is_err(), "he is not delayed");
    table.umpire("turn 2 confederate primary");
    assert!(
        after(&BEFORE, &table, Confederate, line, &[]).is_err(),
        "revision 6 kept him off the map as long as Ward stood there"
    );
    assert!(table.menu(Confederate).contains(&line.to_owned()));
    // Where Ward stands himself he does not ride.
    assert!(table.attempt(Confederate, "Heth ride A39", &[]).is_err());
    table.confederate(line, &[]);
    assert_eq!(lies(&table, "Heth"), "A37=0");
}
