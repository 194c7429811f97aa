//! Movement, roads and activity levels, paragraph by paragraph (§11.0 to §13.0), concentration and formation change (§17.0, §18.0).

use crate::table::{RULES, Table, board, hex, lies, unit};
use advanced_gettysburg::{LineMarker, Shape};
use domain_core::board::Facing;
use domain_core::referee::Ruleset;
use domain_core::referee::Side::{Confederate, Union};

/// Davis (18 points, three markers) in column on the Cashtown Pike, his level set.
fn davis(level: u8) -> Table {
    Table::study(&[
        "turn 3 confederate alone",
        "place Davis column SE D37 C38 B38",
        &format!("mark Davis level {level}"),
    ])
}

/// Ward (21 points) in line from north to south, looking east.
fn ward(line: &str, level: u8) -> Table {
    Table::study(&[
        "turn 14 union alone",
        &format!("place us-ward-inf line {line}"),
        &format!("mark us-ward-inf level {level}"),
    ])
}

#[test]
fn s11_1_a_brigade_at_rest_does_not_move() {
    let mut table = davis(6);
    table.umpire("place Davis rest E38").umpire("mark Davis level 6");
    assert_eq!(table.why(Confederate, "Davis march F37"), "11.0 Davis is not in column.");
    assert_eq!(table.why(Confederate, "Davis ahead F37"), "11.0 Davis is not in battleline.");
}

#[test]
fn s11_2_an_unlimbered_battery_does_not_move() {
    let mut table = Table::study(&["place Marye E38 unlimbered E", "turn 3 confederate alone"]);
    assert_eq!(table.why(Confederate, "Marye march F37"), "9.0 Marye is unlimbered.");
    assert!(table.menu(Confederate).iter().all(|l| !l.starts_with("Marye march")));
}

#[test]
fn s11_3_the_side_that_is_not_on_turn_does_nothing_and_nobody_has_to_move() {
    let mut table = davis(6);
    table.umpire("place Gamble rest M28").umpire("place Calef M27 limbered N").umpire("place Reynolds M26");
    for line in ["Gamble column N", "Calef march M28", "Reynolds ride M29", "alone Gamble"] {
        assert_eq!(table.refused(Union, line), "5.0", "{line}");
    }
    table.confederate("done", &[]);
}

#[test]
fn s11_7_a_marker_in_motion_is_straight_whatever_its_type() {
    for front in Facing::corners() {
        let moving = LineMarker::moving(hex("M28"), 8, front);
        assert_eq!((moving.shape(), moving.front()), (Shape::Straight, front));
        assert!(moving.open_left && moving.open_right);
    }
}

#[test]
fn s11_8_batteries_of_a_battalion_go_their_own_ways() {
    let mut table =
        Table::study(&["place Marye E38 limbered SE", "place Brander E38 limbered SE", "turn 3 confederate alone"]);
    table.confederate("Marye march F37-G37", &[]).confederate("Brander march D37", &[]);
    assert_eq!((lies(&table, "Marye"), lies(&table, "Brander")), ("G37=4".to_owned(), "D37=4".to_owned()));
}

#[test]
fn s11_9_commanders_are_moved_one_by_one() {
    let mut table = Table::study(&["place Heth E38", "place cs-hill-cmd E38", "turn 3 confederate alone"]);
    table.confederate("Heth ride H36", &[]);
    assert_eq!((lies(&table, "Heth"), lies(&table, "cs-hill-cmd")), ("H36=0".to_owned(), "E38=0".to_owned()));
    table.confederate("cs-hill-cmd ride C38", &[]);
}

#[test]
fn s11_10_a_marker_that_moves_holds_eight_points_at_most() {
    let mut table = ward("M29=13 M28=8", 6);
    let name = RULES.pack().name(unit("us-ward-inf"));
    assert_eq!(
        table.why(Union, "Ward ahead left 1"),
        format!("11.0 A marker of {name} that moves would hold more than 8 points.")
    );
    ward("M29=5 M28=8 M27=8", 6).union("Ward ahead left 1", &[]);
}

#[test]
fn s12_1_markers_of_a_column_keep_their_places_on_the_road() {
    let mut table = davis(6);
    table.confederate("Davis march E38-F37", &[]).confederate("Davis march G37-H36", &[]);
    assert_eq!((lies(&table, "Davis"), table.spent("Davis")), ("H36=8 G37=8 F37=2".to_owned(), "4 4 4".to_owned()));
}

#[test]
fn s12_2_two_road_hexes_are_a_road_though_their_roads_do_not_meet() {
    assert!(RULES.pack().ground.roads.between(hex("D37"), hex("E37")).next().is_none());
    let mut table = davis(6);
    table.confederate("Davis march E37", &[]);
    assert_eq!(table.spent("Davis"), "1 1 1");
}

#[test]
fn s13_1_s13_6_the_level_is_that_of_the_die_and_the_command() {
    let level = |order: &str, dice: &[u8]| {
        let mut table = Table::study(&["place Heth E38", "place Davis rest D37", "turn 3 confederate opening"]);
        match dice {
            [] => table.confederate(order, &[]).confederate("Davis column N", &[]),
            dice => table.confederate("done", &[]).confederate(order, dice),
        };
        table.brigade("Davis").level
    };
    assert_eq!((level("alone Davis", &[2]), level("alone Davis", &[6])), (Some(2), Some(5)));
    assert_eq!((level("lead Heth: Davis", &[2]), level("lead Heth: Davis", &[6])), (Some(3), Some(6)));
    assert_eq!(level("primary Heth", &[]), Some(10));
}

#[test]
fn s13_2_movement_and_activities_are_of_the_movement_phase() {
    let mut table = davis(6);
    for segment in ["opening", "artillery", "assault"] {
        table.umpire(&format!("turn 3 confederate {segment}"));
        assert_eq!(table.refused(Confederate, "Davis march E38"), "5.0", "{segment}");
        assert_eq!(table.refused(Confederate, "Davis rest"), "5.0", "{segment}");
    }
}

#[test]
fn s13_3_s13_4_a_half_point_more_is_the_next_level() {
    let dp = |way: &str| {
        let mut table = davis(10);
        table.confederate(&format!("Davis march {way}"), &[]);
        (table.brigade("Davis").spent(), table.brigade("Davis").dp)
    };
    assert_eq!(dp("E38-F37-G37-H36-I36"), (10, 0), "five points");
    assert_eq!(dp("E38-F37-F38-F39-F40"), (13, 5), "six and a half are a level of seven");
}

#[test]
fn s13_5_batteries_and_commanders_have_fixed_levels() {
    let mut table = Table::study(&["place Marye D37 limbered SE", "place Heth D37", "turn 3 confederate alone"]);
    assert_eq!(
        table.why(Confederate, "Marye march E38-F37-G37-H36-I36-J35-K35"),
        "13.0 Marye has not enough activity points for that."
    );
    table.confederate("Marye march E38-F37-G37-H36-I36-J35", &[]);
    assert_eq!(table.refused(Confederate, "Heth ride M34"), "16.2", "nine hexes");
}

#[test]
fn s13_7_a_brigade_has_spent_what_its_dearest_marker_has() {
    let mut table = ward("M29=5 M28=8 M27=8", 4);
    table.union("Ward wheel right", &[]);
    assert_eq!((table.spent("us-ward-inf"), table.brigade("us-ward-inf").spent()), ("4 2 0".to_owned(), 8));
    assert_eq!(table.refused(Union, "Ward extend left 4"), "13.0");
}

#[test]
fn s17_1_1_brigades_pass_through_one_another_and_do_not_end_in_one_hex() {
    let mut table = davis(6);
    table.umpire("place Archer rest F37");
    assert_eq!(
        table.why(Confederate, "Davis march E38-F37"),
        "17.1 Davis would end its move in a hex of another brigade."
    );
    assert_eq!(table.refused(Confederate, "Davis march E38-F37-G37"), "17.1", "its second marker would");
    table.confederate("Davis march E38-F37-G37-H36-I36", &[]);
    assert_eq!(table.refused(Confederate, "Davis march G37"), "11.0");
}

#[test]
fn s17_1_4_from_rest_a_column_lies_in_one_hex_and_spreads_as_it_marches() {
    let mut table = davis(8);
    table.umpire("place Davis rest E38").umpire("mark Davis level 8");
    table.confederate("Davis column SE", &[]);
    assert_eq!(lies(&table, "Davis"), "E38=8 E38=8 E38=2");
    table.confederate("Davis march F37", &[]);
    assert_eq!(lies(&table, "Davis"), "F37=8 E38=8 E38=2");
    table.confederate("Davis march G37", &[]);
    assert_eq!(lies(&table, "Davis"), "G37=8 F37=8 E38=2");
}

#[test]
fn s17_2_1_s17_2_4_cannon_alone_are_counted_and_not_who_stands_with_them() {
    let mut table = Table::study(&[
        "place us-ward-inf line U24=8 U25=8 U26=5",
        "place us-huntington-ricketts-bty U25 unlimbered W",
        "place us-huntington-hill-bty T24 limbered SE",
        "place us-birney-cmd U25",
        "turn 3 union primary",
    ]);
    table.union("us-huntington-hill-bty march U25", &[]).union("us-huntington-hill-bty unlimber W", &[]);
    assert_eq!(board(&table).units_at(hex("U25")).len(), 4);
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s18_3_guns_limber_and_unlimber_for_a_point() {
    let mut table = Table::study(&["place Marye E36 limbered N", "turn 3 confederate alone"]);
    let now = |table: &Table| table.position.battery(unit("Marye")).map(|b| (b.limbered, b.spent / 2));
    table.confederate("Marye unlimber E", &[]);
    assert_eq!(now(&table), Some((false, 1)));
    table.confederate("Marye limber SE", &[]);
    assert_eq!(now(&table), Some((true, 2)));
}

#[test]
fn s18_4_no_marker_changes_formation_where_not_all_can() {
    let mut table = davis(5);
    assert_eq!(table.refused(Confederate, "Davis line D37=8 C38=8 B38=2"), "13.0");
    assert!(table.brigade("Davis").formation.is_column());
    table.confederate("Davis keep line", &[]);
    assert_eq!(table.brigade("Davis").kept.map(|k| k.ap), Some(5), "the points are kept for it");
}

#[test]
fn r20_r59_deploying_costs_six_and_two_more_where_a_marker_stands_in_woods() {
    let line = |level: u8| {
        let mut table = Table::study(&["turn 3 confederate alone", "place Archer column N E35 E34"]);
        table.umpire(&format!("mark Archer level {level}"));
        table.attempt(Confederate, "Archer line E35=8 E34=4", &[]).map(|()| table.spent("Archer")).ok()
    };
    assert_eq!((line(7), line(8)), (None, Some("8 8".to_owned())));
}
