//! What a seventeenth reading found of who comes on in one turn, mended in revision 7, and that revision 6 ruled it otherwise and is judged so.

use crate::table::{REVISION_SIX as BEFORE, Table, after, hex, lies, sound, unit};
use advanced_gettysburg::{Place, Scenario};
use domain_core::referee::Side::Confederate;

/// Both are due in turn 72 by the Cashtown Pike.
const HART: &str = "cs-beckham-hart-bty";
const MILLER: &str = "cs-eshleman-miller-bty";

/// The second night, in which Hart may come back by the Hagerstown Road, by which he left the map, and others come late.
fn night() -> Table {
    let mut table = Table::study(&[]);
    table.position.scenario = Scenario::ThreeDays;
    table.position.units[unit(HART).index()].place = Place::Fled(hex("A26") as u16);
    table.umpire("turn 115 confederate primary");
    table
}

#[test]
fn s21_8_s34_1_7_artillery_minds_no_horse_artillery_that_came_back_by_another_road() {
    let mut table = night();
    table.confederate(&format!("{HART} march A26-B26-C26-D26-E27-F27-F28"), &[]);
    assert_eq!(table.position.place(unit(HART)), Some(hex("F28")), "more than the six points of artillery");
    let on = format!("{MILLER} march A39");
    let then = after(&BEFORE, &table, Confederate, &on, &[]).expect("revision 6 asked it of brigades alone");
    assert_eq!(then.place(unit(MILLER)), Some(hex("A39")));
    table.confederate(&on, &[]);
    assert_eq!(lies(&table, MILLER), "A39=3");
    sound(&table);
}

#[test]
fn s21_8_s34_1_7_horse_artillery_that_came_back_by_another_road_has_no_level_with_brigades_of_its_own() {
    let mut table = night();
    let (back, on) = (format!("{HART} march A26-B26-C26-D26-E27"), format!("{HART} march F27-F28"));
    let mut old = Table { position: table.position.clone(), facts: Vec::new() };
    for line in [&back, "Benning march C38"] {
        old.position = after(&BEFORE, &old, Confederate, line, &[]).expect("it comes on");
    }
    assert!(after(&BEFORE, &old, Confederate, &on, &[]).is_err(), "revision 6 gave it the level of Benning");
    table.confederate(&back, &[]).confederate("Benning march C38", &[]);
    table.confederate(&on, &[]);
    assert_eq!(table.position.place(unit(HART)), Some(hex("F28")));
    sound(&table);
}
