//! What a seventeenth reading of §13.0 to §16.0 found, mended in revision 7.

use crate::table::{REVISION_SIX as BEFORE, RULES, Table, after, hex, lies, sound, unit};
use advanced_gettysburg::{KeptStep, Scenario};
use domain_core::referee::Side::Confederate;

#[test]
fn s13_8_s33_0_2_s34_1_7_horse_artillery_that_comes_on_with_artillery_keeps_what_six_points_leave_it() {
    // Both are due at 6:40 a.m., and no brigade with them: six points are the level of both.
    let (hart, miller) = ("cs-beckham-hart-bty", "cs-eshleman-miller-bty");
    let mut table = Table::study(&[]);
    table.position.scenario = Scenario::ThreeDays;
    table.umpire("turn 72 confederate primary");
    table.confederate(&format!("{hart} march E37"), &[]).confederate(&format!("{miller} march A39"), &[]);
    assert_eq!(table.position.battery(unit(hart)).map(|b| b.spent), Some(10), "five hexes of road");
    // A point and a half is what E36 costs, beside the road.
    assert_eq!(table.refused(Confederate, &format!("{hart} march E36")), "34.1");
    let keeps = format!("{hart} keep E36");
    assert!(after(&BEFORE, &table, Confederate, &keeps, &[]).is_err(), "by revision 6 it had eight points for it");
    assert!(table.menu(Confederate).iter().any(|line| line.ends_with("Hart keep E36")));
    table.confederate(&keeps, &[]);
    let kept = table.position.battery(unit(hart)).and_then(|b| b.kept).map(|kept| (kept.ap, kept.step));
    assert_eq!(kept, Some((1, KeptStep::Hex(hex("E36") as u16))));
    sound(&table);
    table.umpire("turn 73 confederate primary").confederate(&format!("{hart} march E36"), &[]);
    assert_eq!(lies(&table, hart), "E36=3");
    assert!(table.position.battery(unit(hart)).and_then(|b| b.kept).is_some_and(|kept| kept.used));
    sound(&table);
}

#[test]
fn s13_8_s0_6_1_an_attack_column_keeps_a_point_for_the_next_hex_as_it_goes_back() {
    let mut table = Table::with(&["cavalry-charge"]);
    for line in [
        "clear",
        "place Hampton charge N HH37=3 HH37=3 HH36=3 HH36=3",
        "turn 3 confederate alone",
        "mark Hampton level 3",
    ] {
        table.umpire(line);
    }
    // It moves by retreat alone while it is not named, for two points a hex.
    table.confederate("Hampton back S", &[]);
    let now = |table: &Table| (lies(table, "Hampton"), table.spent("Hampton"));
    assert_eq!(now(&table), ("HH36=3 HH36=3 HH35=3 HH35=3".to_owned(), "2 2 2 2".to_owned()));
    assert!(table.attempt(Confederate, "Hampton back S", &[]).is_err(), "a point is left");
    let keeps = "Hampton keep HH35";
    assert!(after(&BEFORE, &table, Confederate, keeps, &[]).is_err(), "by revision 6 it kept nothing");
    assert!(table.menu(Confederate).contains(&keeps.to_owned()));
    table.confederate(keeps, &[]);
    let kept = table.brigade("Hampton").kept.map(|kept| (kept.ap, kept.step));
    assert_eq!(kept, Some((1, KeptStep::Hex(hex("HH35") as u16))));
    table.umpire("turn 4 confederate alone").umpire("mark Hampton level 1");
    assert!(table.menu(Confederate).contains(&"Hampton back S".to_owned()));
    table.confederate("Hampton back S", &[]);
    assert_eq!(now(&table), ("HH35=3 HH35=3 HH34=3 HH34=3".to_owned(), "2 2 2 2".to_owned()));
    assert!(table.brigade("Hampton").kept.is_some_and(|kept| kept.used), "one point and the one that was kept");
}

#[test]
fn s13_8_s30_1_2_who_owes_points_for_a_retreat_keeps_those_that_the_rest_of_its_level_leaves() {
    // It went back two hexes in the enemy's turn, or one; beside the road I35 costs a point and a half.
    for (owed, dp) in [(8, None), (4, Some(5))] {
        let mut table =
            Table::study(&["place Heth E38", "place Davis column SE D37 C38 B38", "turn 3 confederate opening"]);
        table.position.brigade_mut(unit("Davis")).expect("a brigade").owed = owed;
        table.confederate("primary Heth", &[]).confederate("Davis march E38-F37-G37-H36-I36", &[]);
        assert_eq!((table.spent("Davis").as_str(), table.brigade("Davis").dp), ("5 5 5", 0));
        // Ten points less four are six; less two they are eight, of which the seventh costs disorganization.
        let goes = after(&RULES, &table, Confederate, "Davis march I35", &[]);
        assert_eq!(goes.ok().and_then(|at| at.brigade(unit("Davis")).map(|b| b.dp)), dp, "{owed} halves owed");
        let keeps = "Davis keep I35";
        assert!(after(&BEFORE, &table, Confederate, keeps, &[]).is_err(), "revision 6 held that six were all it had");
        assert!(table.menu(Confederate).contains(&keeps.to_owned()));
        table.confederate(keeps, &[]);
        assert_eq!(table.brigade("Davis").kept.map(|kept| kept.ap), Some(1));
        sound(&table);
    }
}
