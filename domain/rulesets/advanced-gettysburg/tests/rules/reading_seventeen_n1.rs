//! What a seventeenth reading of §1.0 to §12.0 found, mended in revision 7, and that revision 6 ruled it otherwise.

use crate::table::{REVISION_SIX as BEFORE, Table, after, hex, sound, unit};
use advanced_gettysburg::{KeptStep, Scenario};
use domain_core::referee::Side::Confederate;

#[test]
fn s13_8_s34_1_7_horse_artillery_that_comes_on_with_other_artillery_keeps_what_their_level_leaves() {
    // Both are due at 6:40 a.m. with Alexander, and no brigade with them. F38 lies beside the road.
    let (hart, miller) = ("cs-beckham-hart-bty", "cs-eshleman-miller-bty");
    let line = format!("{hart} keep F38");
    let mut table = Table::study(&[]);
    table.position.scenario = Scenario::ThreeDays;
    table.umpire("turn 72 confederate primary");
    table.confederate(&format!("{hart} march E38"), &[]);
    assert_eq!(table.refused(Confederate, &line), "13.8");
    table.confederate(&format!("{miller} march A39"), &[]);
    // Of six points, which both have, one is left, and F38 costs a point and a half.
    assert_eq!(table.refused(Confederate, &format!("{hart} march F38")), "34.1");
    assert!(after(&BEFORE, &table, Confederate, &line, &[]).is_err(), "by revision 6 Hart had eight points there");
    assert!(table.menu(Confederate).iter().any(|line| line.ends_with("Hart keep F38")));
    table.confederate(&line, &[]);
    let kept = table.position.battery(unit(hart)).and_then(|guns| guns.kept).map(|kept| (kept.ap, kept.step));
    assert_eq!(kept, Some((1, KeptStep::Hex(hex("F38") as u16))));
    sound(&table);
    table.umpire("turn 73 confederate primary").confederate(&format!("{hart} march F38"), &[]);
    assert!(table.position.battery(unit(hart)).and_then(|guns| guns.kept).is_some_and(|kept| kept.used));
    sound(&table);
}
