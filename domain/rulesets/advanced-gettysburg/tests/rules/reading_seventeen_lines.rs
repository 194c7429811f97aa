//! What a seventeenth reading of §1.0 to §12.0 found, mended in revision 7, and that revision 6 ruled it otherwise.

use crate::table::{REVISION_SIX as BEFORE, Table, after, hex, lies, sound, unit};
use advanced_gettysburg::{KeptStep, Scenario};
use domain_core::referee::Side::{Confederate, Union};

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

#[test]
fn s6_2_7_s19_4_1_s21_6_who_has_gone_back_out_of_all_ranges_turns_there_as_it_likes() {
    let mut table = Table::study(&[
        "turn 9 union alone",
        "place us-ward-inf line M29=5 M28=8 M27=8",
        "place Archer line O27=6 O28=6",
        "mark us-ward-inf retreat voluntary level 2",
    ]);
    assert_eq!(table.refused(Union, "Ward about"), "21.0", "in range nobody faces about");
    table.union("Ward back left 1", &[]);
    assert_eq!(lies(&table, "us-ward-inf"), "L29=5 L28=8 L27=8");
    for line in ["Ward about", "Ward ends NW S"] {
        assert!(after(&BEFORE, &table, Union, line, &[]).is_err(), "by revision 6 it turned no more: {line}");
        assert!(table.menu(Union).contains(&line.to_owned()), "{line}");
    }
    table.union("Ward ends NW S", &[]).union("Ward about", &[]);
    assert_eq!(lies(&table, "us-ward-inf"), "L27=8 L28=8 L29=5");
    assert_eq!(table.spent("us-ward-inf"), "2 2 2");
    // It shares out no points by itself.
    assert_eq!(table.refused(Union, "Ward strength 5-8-8"), "21.6");
    let line = "Ward to L27=5 L28=8 L29=8";
    assert!(after(&BEFORE, &table, Union, line, &[]).is_ok(), "by revision 6 another line where it stands did so");
    assert_eq!(table.refused(Union, line), "21.6");
    table.union("done", &[]);
    sound(&table);
}
