//! Marches of columns, batteries and commanders, and what they cost (§11.0 to §13.0, §16.2, §16.3, §17.0).

use crate::table::{RULES, Table, lies, unit};
use domain_core::referee::{Ruleset, Side::Confederate, Side::Union};

/// Davis (18 points, three markers) in column on the Cashtown Pike, his level set.
fn davis(level: u8) -> Table {
    Table::study(&[
        "turn 3 confederate alone",
        "place Davis column SE D37 C38 B38",
        &format!("mark Davis level {level}"),
    ])
}

fn spent(table: &Table, name: &str) -> String {
    let brigade = table.position.brigade(unit(name)).expect("a brigade");
    let half = |p: &u8| format!("{}", f32::from(*p) / 2.0);
    brigade.paid.iter().map(half).collect::<Vec<_>>().join(" ")
}

#[test]
fn s12_0_a_column_on_a_road_pays_one_point_a_hex_and_every_marker_follows() {
    let mut table = davis(6);
    table.confederate("Davis march E38-F37-G37", &[]);
    assert_eq!((lies(&table, "Davis"), spent(&table, "Davis")), ("G37=8 F37=8 E38=2".to_owned(), "3 3 3".to_owned()));
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s11_4_off_the_road_it_pays_one_and_a_half() {
    let mut table = davis(6);
    table.confederate("Davis march D36", &[]);
    // The head leaves the road, the others follow on it.
    assert_eq!((lies(&table, "Davis"), spent(&table, "Davis")), ("D36=8 D37=8 C38=2".to_owned(), "1.5 1 1".to_owned()));
}

#[test]
fn s13_11_no_marker_spends_more_than_the_level() {
    let mut table = davis(2);
    assert_eq!(table.refused(Confederate, "Davis march E38-F37-G37"), "13.0");
    table.confederate("Davis march F37", &[]);
    assert_eq!(table.refused(Confederate, "Davis march G37"), "13.0");
}

#[test]
fn s13_9_a_high_level_costs_disorganization_once_for_what_it_adds() {
    let mut table = davis(10);
    let dp = |table: &Table| table.position.brigade(unit("Davis")).expect("a brigade").dp;
    table.confederate("Davis march E38-F37-G37-H36-I36-J35", &[]);
    assert_eq!((spent(&table, "Davis").as_str(), dp(&table)), ("6 6 6", 0));
    let way = table
        .menu(Confederate)
        .into_iter()
        .find(|l| l.starts_with("Davis march ") && l.matches('-').count() == 1)
        .expect("two hexes more");
    table.confederate(&way, &[]);
    assert!(dp(&table) >= 10, "eight points cost ten");
}

#[test]
fn s15_0_nobody_moves_without_a_level() {
    let mut table = Table::study(&["place Davis column SE D37 C38 B38", "turn 3 confederate alone"]);
    assert_eq!(table.refused(Confederate, "Davis march E38"), "15.0");
    table.confederate("alone Davis", &[4]);
    assert_eq!(table.position.brigade(unit("Davis")).and_then(|b| b.level), Some(4), "4 less 1 is 3: four points");
    table.confederate("Davis march E38", &[]);
    assert_eq!(table.refused(Confederate, "alone Davis"), "15.0");
}

#[test]
fn s11_6_a_brigade_is_moved_to_its_end_before_the_next() {
    let mut table = davis(6);
    table.umpire("place Archer column NE V30 U30").umpire("mark Archer level 6");
    table.confederate("Davis march E38", &[]);
    table.confederate("Archer face SE", &[]);
    assert_eq!(table.refused(Confederate, "Davis march F37"), "11.0");
}

#[test]
fn s17_1_7_a_hex_of_another_column_is_no_road() {
    let mut table = davis(6);
    table.umpire("place Archer column SE F37 F38");
    table.confederate("Davis march E38-F37-G37-H36-I36", &[]);
    // Into F37 and out of it at one and a half each.
    assert_eq!(spent(&table, "Davis").split(' ').next(), Some("6"));
}

#[test]
fn s17_1_5_nobody_ends_in_a_hex_of_another_brigade() {
    let mut table = davis(6);
    table.umpire("place Archer rest F37");
    assert_eq!(table.refused(Confederate, "Davis march E38-F37"), "17.1");
}

#[test]
fn s22_1_a_column_enters_no_enemy_range_and_s17_1_8_no_enemy_hex() {
    let mut table = davis(10);
    table.umpire("place Gamble line G37=8 G38=8 ends S N");
    assert!(["22.0", "21.0"].contains(&table.refused(Confederate, "Davis march E38-F37")));
    assert!(
        table
            .menu(Confederate)
            .iter()
            .filter(|l| l.starts_with("Davis"))
            .all(|l| !l.contains("F37") && !l.contains("G37"))
    );
}

#[test]
fn s19_4_a_column_looks_elsewhere_for_nothing() {
    let mut table = davis(2);
    table.confederate("Davis face N", &[]);
    assert_eq!(table.refused(Confederate, "Davis face N"), "19.0");
    assert_eq!(table.refused(Confederate, "Davis face NW"), "11.0", "not over its own second marker");
    assert_eq!(spent(&table, "Davis"), "0 0 0");
}

#[test]
fn s9_0_and_s16_3_a_battery_marches_limbered_at_six_points() {
    let mut table = Table::study(&["place Marye D37 limbered SE", "turn 3 confederate alone"]);
    table.confederate("Marye march G36", &[]);
    assert_eq!(lies(&table, "Marye"), "G36=4");
    assert_eq!(table.refused(Confederate, "Marye march H36-I36-J35-K35"), "13.0");
    table.confederate("Marye unlimber E", &[]);
    assert_eq!(table.refused(Confederate, "Marye march H36"), "9.0");
    assert_eq!(table.refused(Confederate, "Marye unlimber N"), "19.2");
    table.confederate("Marye limber NE", &[]);
    assert_eq!(table.position.battery(unit("Marye")).map(|b| b.spent), Some(10));
}

#[test]
fn s17_2_2_nine_limbered_cannon_share_a_hex_and_no_more() {
    let mut table = Table::study(&[
        "place Marye D37 limbered SE",
        "place Brander E38 limbered SE",
        "place Crenshaw E38 limbered SE",
        "turn 3 confederate alone",
    ]);
    assert_eq!(table.refused(Confederate, "Marye march E38"), "17.2");
    table.confederate("Brander march F37", &[]).confederate("Marye march E38", &[]);
}

#[test]
fn s17_2_7_a_battery_keeps_no_company_with_strangers() {
    let mut table = Table::study(&[
        "place Calef M33 limbered N",
        "place Gamble rest M34",
        "place Meredith rest M32",
        "turn 3 union alone",
    ]);
    table.union("Calef march M34", &[]);
    table.union("Calef march M33", &[]);
    assert_eq!(table.refused(Union, "Calef march M32"), "17.2");
}

#[test]
fn s16_2_a_commander_rides_eight_hexes_once_and_past_enemies_not_through_them() {
    let mut table = Table::study(&["place Reynolds M33", "place Archer rest M34", "turn 3 union alone"]);
    assert_eq!(table.refused(Union, "Reynolds ride M42"), "16.2");
    assert_eq!(table.refused(Union, "Reynolds ride M34"), "16.2");
    table.union("Reynolds ride M36", &[]);
    assert_eq!(lies(&table, "Reynolds"), "M36=0");
    assert_eq!(table.refused(Union, "Reynolds ride M37"), "16.2");
}

#[test]
fn s17_1_8_who_enters_the_hex_of_an_enemy_commander_captures_him() {
    let mut table = davis(6);
    table.umpire("place Reynolds E38");
    table.confederate("Davis march E38", &[]);
    assert_eq!(lies(&table, "Reynolds"), "");
    assert!(table.told("captures Reynolds"));
}

#[test]
fn s8_0_from_rest_to_column_and_back() {
    let mut table = Table::study(&["turn 3 confederate alone", "place Davis rest E38", "mark Davis level 6"]);
    assert_eq!(table.refused(Confederate, "Davis march F37"), "11.0");
    table.confederate("Davis column SE", &[]);
    assert_eq!((lies(&table, "Davis"), spent(&table, "Davis")), ("E38=8 E38=8 E38=2".to_owned(), "2 2 2".to_owned()));
    table.confederate("Davis march F37-G37", &[]);
    assert_eq!((lies(&table, "Davis"), spent(&table, "Davis")), ("G37=8 F37=8 E38=2".to_owned(), "4 3 2".to_owned()));
    table.confederate("Davis rest", &[]);
    assert_eq!((lies(&table, "Davis"), spent(&table, "Davis")), ("G37=18".to_owned(), "4".to_owned()));
}
