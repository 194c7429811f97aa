//! What revision 4 mended, rule by rule, and that revision 3 ruled it otherwise and is judged so.

use crate::table::{REVISION_THREE as BEFORE, RULES, Table, after, board, hex, lies, unit};
use advanced_gettysburg::{Attack, Formation, Place, Retreat, Scenario, Terrain};
use domain_core::board::{Axis, Facing};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Ruleset, Side};

fn was_legal(table: &Table, side: Side, line: &str) -> bool {
    after(&BEFORE, table, side, line, &[]).is_ok()
}

/// Kelly in one hex, looking east; Archer two hexes before him.
fn kelly(lines: &[&str]) -> Table {
    let mut table = Table::study(&["turn 14 union alone", "place Kelly line M28=6 E", "place Archer line O27=6 O28=6"]);
    table.umpire("mark Kelly level 6");
    for line in lines {
        table.umpire(line);
    }
    table
}

/// Ward, 21 points in line from north to south, looking east.
fn ward(lines: &[&str]) -> Table {
    let mut table = Table::study(&["turn 14 union alone", "place us-ward-inf line M29=5 M28=8 M27=8"]);
    table.umpire("mark us-ward-inf level 6");
    for line in lines {
        table.umpire(line);
    }
    table
}

#[test]
fn s19_4_1_a_line_of_one_marker_does_not_turn_in_enemy_range_by_bending_twice() {
    let mut table = kelly(&[]);
    assert!(board(&table).in_enemy_range(Union, hex("M28")));
    table.union("Kelly ends NE S", &[]);
    assert!(was_legal(&table, Union, "Kelly ends NE SW"), "it looked south-south-east then, for nothing");
    assert_eq!(table.refused(Union, "Kelly ends NE SW"), "21.0");
    table.union("Kelly ends N S", &[]);
    table.union("Kelly ends NW SW", &[]);
    // It moves by the front that it has had all the time (§11.7).
    let mut bent = kelly(&[]);
    bent.union("Kelly ends NE S", &[]);
    for (back, may) in [("L28", true), ("L27", true), ("M29", false)] {
        let mut one = Table { position: bent.position.clone(), facts: Vec::new() };
        assert_eq!(one.attempt(Union, &format!("Kelly back {back}"), &[]).is_ok(), may, "{back}");
    }
    // Out of range it looks where it likes.
    kelly(&["wait Archer"]).union("Kelly ends NE SW", &[]);
}

#[test]
fn s22_3_an_attacker_of_one_marker_does_not_turn_by_bending_twice_either() {
    let mut table = kelly(&["place Archer line S27=6 S28=6", "mark Kelly attack launched level 6"]);
    table.union("Kelly ends NE S", &[]);
    assert!(was_legal(&table, Union, "Kelly ends NE SW"));
    assert_eq!(table.refused(Union, "Kelly ends NE SW"), "21.0");
}

#[test]
fn s22_10_s22_14_an_attacker_that_needs_no_roll_makes_none() {
    let mut table = ward(&["place Archer line P27=6 P28=6", "turn 9 union opening", "place us-birney-cmd L28"]);
    table.union("attack Ward", &[]).union("done", &[]);
    assert!(after(&BEFORE, &table, Union, "alone Ward", &[1]).is_ok(), "and had no points then");
    assert_eq!(table.refused(Union, "alone Ward"), "15.0");
    assert_eq!(table.refused(Union, "lead us-birney-cmd: Ward"), "15.0");
    let mut table = ward(&["place Archer line S27=6 S28=6", "turn 9 union alone", "mark us-ward-inf attack launched"]);
    assert_eq!(table.refused(Union, "alone Ward"), "15.0");
    // Who has rolled nothing rolls again.
    ward(&["place Archer line S27=6 S28=6", "turn 9 union alone", "mark us-ward-inf attack named"])
        .union("alone Ward", &[6]);
}

#[test]
fn s22_14_who_started_its_turn_out_of_range_needs_no_roll_whoever_moved_since() {
    // Graham stands between Ward's lone marker and Archer, three hexes off, and goes.
    let start = || {
        let mut table = Table::study(&[
            "turn 9 union opening",
            "place Kelly line M28=6 E",
            "mark Kelly dp 0",
            "place us-graham-inf line N27=8 E",
            "place Archer line O27=12 W",
        ]);
        table.union("attack Kelly", &[]).union("primary us-graham-inf", &[]);
        table
    };
    let table = start();
    assert!(!board(&table).in_enemy_range(Union, hex("M28")) && board(&table).advances_unrolled(unit("Kelly")));
    let moved = |table: &mut Table| table.umpire("place us-graham-inf line K28=8 E").position.clone();
    let mut table = start();
    let position = moved(&mut table);
    assert!(board(&table).in_enemy_range(Union, hex("M28")));
    assert!(board(&table).advances_unrolled(unit("Kelly")));
    let mut then = position;
    then.brigade_mut(unit("Kelly")).expect("a brigade").attack = Attack::Named;
    assert!(!BEFORE.board(&then).advances_unrolled(unit("Kelly")), "revision 3 looked at what was so when it moved");
    // Who was in range as it was named rolls, though a friend came between.
    let mut table = start();
    table.umpire("turn 9 union opening").umpire("place us-graham-inf line K28=8 E");
    table.umpire("mark Kelly attack none").union("attack Kelly", &[]).union("primary us-graham-inf", &[]);
    table.umpire("place us-graham-inf line N27=8 E");
    assert_eq!(table.brigade("Kelly").attack, Attack::Named);
    assert_eq!(table.refused(Union, "Kelly ahead N28"), "15.0");
    assert!(BEFORE.board(&table.position).advances_unrolled(unit("Kelly")));
}

#[test]
fn s17_1_8_s18_7_a_marker_that_is_added_captures_a_commander() {
    let mut table = ward(&["place cs-heth-cmd M30"]);
    let then = after(&BEFORE, &table, Union, "Ward extend left 3", &[]).expect("one more marker");
    assert_ne!(then.unit(unit("cs-heth-cmd")).place, Place::Lost);
    table.union("Ward extend left 3", &[]);
    assert_eq!(table.position.unit(unit("cs-heth-cmd")).place, Place::Lost);
    assert!(table.told("captures Heth"));
}

#[test]
fn s18_7_a_line_in_the_range_of_an_enemy_brigade_grows_there_for_four_points() {
    let ground = &RULES.pack().ground;
    let near = ground.atlas.range(hex("M29"), 3).flat_map(|at| ["SSW", "W", "NNW"].map(|front| (at, front)));
    let found = near.map(|(at, front)| format!("place Archer line {}=12 {front}", ground.id(at))).find(|archer| {
        let table = ward(&[archer]);
        let b = board(&table);
        ["M29", "M30"].iter().all(|id| b.in_brigade_range(Union, hex(id)) && !b.beside_enemy_of(Union, hex(id)))
            && !b.beside_enemy(unit("us-ward-inf"))
    });
    let mut table = ward(&[&found.expect("a brigade that has the left flank and the hex beside it in range")]);
    let line = "Ward extend left 3";
    assert!(!was_legal(&table, Union, line));
    table.union(line, &[]);
    assert_eq!(table.spent("us-ward-inf"), "4 4 4 4");
    // Who is out of it enters none so.
    let mut table = ward(&["place Archer line P30=6 P31=6"]);
    let b = board(&table);
    if b.in_brigade_range(Union, hex("M30")) && ["M29", "M28", "M27"].iter().all(|h| !b.in_brigade_range(Union, hex(h)))
    {
        assert_eq!(table.refused(Union, "Ward extend left 3"), "22.0");
    }
}

#[test]
fn s18_7_r59_a_marker_that_is_added_in_woods_costs_a_point_more() {
    let ground = &RULES.pack().ground;
    let woods = |place: usize| ground.terrain(place) == Terrain::Woods;
    let north = |place: usize| ground.atlas.ahead(place, Facing::side(0));
    let edge = (0..ground.cells.len()).find(|p| !woods(*p) && north(*p).is_some_and(woods)).expect("an edge of woods");
    let mut table = Table::study(&["turn 14 union alone", &format!("place Kelly line {}=6 E", ground.id(edge))]);
    table.umpire("mark Kelly level 6");
    let then = after(&BEFORE, &table, Union, "Kelly extend left 3", &[]).expect("one more marker");
    assert_eq!(then.brigade(unit("Kelly")).map(|b| b.spent()), Some(4));
    table.union("Kelly extend left 3", &[]);
    assert_eq!(table.spent("Kelly"), "3 3");
}

#[test]
fn s17_1_3_a_column_that_closed_up_does_not_turn_and_march_on() {
    let mut table =
        Table::study(&["turn 3 confederate alone", "place Davis column SE D37 C38 B38", "mark Davis level 6"]);
    table.confederate("Davis close 2", &[]);
    assert!(was_legal(&table, Confederate, "Davis face NE"));
    assert_eq!(table.refused(Confederate, "Davis face NE"), "17.1");
}

#[test]
fn s13_4_s13_8_under_the_primary_commander_points_are_kept_of_the_level_that_tires_nobody() {
    let mut table =
        Table::study(&["place Heth E38", "place Davis column SE D37 C38 B38", "turn 3 confederate opening"]);
    table.confederate("primary Heth", &[]).confederate("Davis march E38-F37-G37-H36", &[]);
    assert!(!was_legal(&table, Confederate, "Davis keep line"), "it could be had for thirty disorganization points");
    assert_eq!(table.refused(Confederate, "Davis keep I36"), "13.8", "that six points pay for");
    table.confederate("Davis keep line", &[]);
    assert_eq!(table.brigade("Davis").kept.map(|k| k.ap), Some(2));
}

#[test]
fn s13_8_a_battery_does_not_spend_what_it_keeps() {
    let mut table = Table::study(&["turn 3 confederate alone", "place Marye F37 limbered SE"]);
    table.position.battery_mut(unit("Marye")).expect("a battery").spent = 10;
    table.confederate("Marye keep F38", &[]);
    assert!(was_legal(&table, Confederate, "Marye march G37"));
    assert_eq!(table.refused(Confederate, "Marye march G37"), "13.8");
    table.confederate("done", &[]).union("done", &[]).union("done", &[]).confederate("done", &[]);
    table.confederate("Marye march F38", &[]);
}

#[test]
fn s17_2_7_a_battery_limbers_beside_a_brigade_of_another_corps_that_came_to_it() {
    let mut table =
        Table::study(&["turn 14 union alone", "place Stewart M28 unlimbered E", "place us-ward-inf rest M28"]);
    assert!(!was_legal(&table, Union, "Stewart limber N"));
    table.union("Stewart limber N", &[]).union("Stewart march M29", &[]);
    assert_eq!(table.refused(Union, "Stewart march M28"), "17.2");
}

#[test]
fn s19_2_4_batteries_of_one_hex_turn_together() {
    let mut table =
        Table::study(&["turn 3 confederate alone", "place Marye E36 unlimbered E", "place Brander E36 unlimbered E"]);
    assert!(!was_legal(&table, Confederate, "Marye unlimber NNE"));
    table.confederate("Marye unlimber NNE", &[]);
    let now = |name: &str| {
        table.position.battery(unit(name)).map(|b| (b.facing.name(Axis::FlatColumns), b.limbered, b.spent))
    };
    assert_eq!(["Marye", "Brander"].map(now), [Some(("NNE", false, 0)); 2]);
    assert_eq!(RULES.whole(&table.position), Ok(()));
    // Who unlimbers there looks as they do.
    table.umpire("place cs-pegram-zimmerman-bty E36 limbered N");
    assert_eq!(table.refused(Confederate, "Zimmerman unlimber NNW"), "19.2");
}

/// Marye limbered before Calef's guns, whose range he is in.
fn before_calef(lines: &[&str]) -> Table {
    let mut table = Table::study(&[
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Marye HH38 limbered N",
        "turn 1 confederate alone",
    ]);
    for line in lines {
        table.umpire(line);
    }
    assert!(board(&table).in_battery_range(Confederate, hex("HH38")));
    table
}

#[test]
fn s22_2_a_battery_goes_back_from_the_range_of_guns_into_none_of_a_brigade() {
    let mut table = before_calef(&["place Cutler line HH35=8 NNE"]);
    let ranged = |id: &str| board(&table).in_brigade_range(Confederate, hex(id));
    assert!(ranged("HH37") && !ranged("HH38"));
    assert!(was_legal(&table, Confederate, "Marye march HH37"));
    assert_eq!(table.refused(Confederate, "Marye march HH37"), "22.0");
    before_calef(&[]).confederate("Marye march HH37", &[]);
}

#[test]
fn s18_3_s19_4_1_a_battery_in_enemy_range_turns_no_farther_than_it_flips_over() {
    let mut table = before_calef(&[]);
    assert!(was_legal(&table, Confederate, "Marye unlimber SSE"));
    assert_eq!(table.refused(Confederate, "Marye unlimber SSE"), "21.0");
    table.confederate("Marye unlimber NNE", &[]);
    assert_eq!(table.refused(Confederate, "Marye limber SE"), "21.0");
}

#[test]
fn s21_3_a_battery_in_enemy_range_turns_by_a_hexside_with_the_last_hex_too() {
    let mut table = before_calef(&[]);
    assert!(!was_legal(&table, Confederate, "Marye march HH37 NE"));
    assert_eq!(table.refused(Confederate, "Marye march HH37 SE"), "19.2");
    table.confederate("Marye march HH37 NE", &[]);
    assert_eq!(table.position.battery(unit("Marye")).map(|b| b.facing.name(Axis::FlatColumns)), Some("NE"));
    // Out of range it turns as it likes.
    let mut free = Table::study(&["turn 3 confederate alone", "place Marye D37 limbered N"]);
    free.confederate("Marye march E38 SW", &[]);
    assert_eq!(free.position.battery(unit("Marye")).map(|b| b.facing.name(Axis::FlatColumns)), Some("SW"));
}

#[test]
fn s21_1_s21_7_a_marker_out_of_range_that_moves_begins_no_retreat_of_one_within() {
    let ground = &RULES.pack().ground;
    let line = "Ward to M29=5 M28=8 L27=8 ends N S";
    let near = ground.atlas.range(hex("M29"), 2).flat_map(|at| ["SSW", "W", "NNW", "SSE"].map(|front| (at, front)));
    let places = near.map(|(at, front)| format!("place Archer line {}=12 {front}", ground.id(at)));
    let found = places.into_iter().find_map(|archer| {
        let table = ward(&[&archer]);
        let b = board(&table);
        let ranged = |id: &str| b.in_brigade_range(Union, hex(id));
        let free = !["M28", "M27", "L27"].into_iter().any(ranged) && !b.beside_enemy(unit("us-ward-inf"));
        (ranged("M29") && free).then_some(archer)
    });
    let mut table = ward(&[&found.expect("a brigade that has the left flank alone in range")]);
    let then = after(&BEFORE, &table, Union, line, &[]).expect("a move");
    let worn = table.brigade("us-ward-inf").dp;
    assert_eq!(then.brigade(unit("us-ward-inf")).map(|b| (b.dp, b.retreat)), Some((worn + 5, Retreat::Voluntary)));
    table.union(line, &[]);
    assert_eq!((table.brigade("us-ward-inf").dp, table.brigade("us-ward-inf").retreat), (worn, Retreat::None));
}

#[test]
fn s18_1_a_column_beside_an_enemy_forms_line_for_nothing() {
    let mut table = Table::study(&[
        "place Archer column N HH38=8 HH37=4",
        "place Stone line HH39=8 NNE",
        "turn 3 confederate alone",
        "mark Archer level 1",
    ]);
    let line = "Archer line HH38=8 HH37=4";
    assert!(!was_legal(&table, Confederate, line));
    assert_eq!(table.refused(Confederate, "Archer line HH38=12 E"), "18.0", "nobody closes up there");
    table.confederate(line, &[]);
    assert_eq!((lies(&table, "Archer"), table.spent("Archer")), ("HH38=8 HH37=4".into(), "0 0".into()));
}

#[test]
fn s18_1_s19_4_1_a_column_of_one_marker_in_enemy_range_forms_line_along_its_march() {
    let mut table = kelly(&["place Kelly column N M28=6", "mark Kelly level 8"]);
    assert!(was_legal(&table, Union, "Kelly line M28=6 NNE"));
    assert_eq!(table.refused(Union, "Kelly line M28=6 NNE"), "21.0");
    table.union("Kelly line M28=6 E", &[]);
    kelly(&["place Kelly column N M28=6", "mark Kelly level 8", "wait Archer"]).union("Kelly line M28=6 NNE", &[]);
}

#[test]
fn s19_4_1_s7_2_1_a_column_of_full_markers_faces_about() {
    let mut table =
        Table::study(&["turn 3 confederate alone", "place Davis column NE D37=8 C38=8", "mark Davis level 1"]);
    assert!(!was_legal(&table, Confederate, "Davis about"));
    table.confederate("Davis about", &[]);
    let Formation::Column { facing } = table.brigade("Davis").formation else { panic!("a column") };
    assert_eq!((lies(&table, "Davis"), facing.name(Axis::FlatColumns)), ("C38=8 D37=8".into(), "NW"));
    assert_eq!((table.spent("Davis"), table.brigade("Davis").counter), ("0 0".into(), 0));
    assert_eq!(RULES.whole(&table.position), Ok(()));
    table.umpire("place Davis column SE D37=8 C38=8 B38=2").umpire("mark Davis level 1");
    assert_eq!(table.refused(Confederate, "Davis about"), "7.2");
}

#[test]
fn s6_2_6_the_head_of_a_column_points_at_no_marker_of_its_own() {
    let mut table = ward(&["place us-ward-inf line N27=2 N26=8 M27=8 M28=3 ends N N", "mark us-ward-inf level 6"]);
    assert!(was_legal(&table, Union, "Ward column S"));
    assert_eq!(table.refused(Union, "Ward column S"), "11.0");
    table.union("Ward column N", &[]);
}

#[test]
fn s35_1_markers_that_close_up_at_night_come_no_nearer_to_the_enemy() {
    let night = || {
        let mut table = Table::start();
        table.umpire("clear");
        table.position.scenario = Scenario::ThreeDays;
        for line in
            ["turn 50 confederate alone", "place Davis column SE D37 C38 B38", "place Buford G36", "mark Davis level 6"]
        {
            table.umpire(line);
        }
        table
    };
    for line in ["Davis close", "Davis rest"] {
        assert!(was_legal(&night(), Confederate, line), "{line}");
        assert_eq!(night().refused(Confederate, line), "35.0", "{line}");
    }
    night().umpire("wait Buford").confederate("Davis close", &[]);
}

#[test]
fn s11_10_s33_3_5_thick_and_thinned_lines_face_about_where_they_stand() {
    for line in ["M29=13 M28=8", "M29=8 M28=7 M27=6"] {
        let mut table = ward(&[&format!("place us-ward-inf line {line}"), "mark us-ward-inf level 6"]);
        assert!(!was_legal(&table, Union, "Ward about"), "{line}");
        table.union("Ward about", &[]);
        let mut hexes: Vec<&str> = line.split(' ').collect();
        hexes.reverse();
        assert_eq!(lies(&table, "us-ward-inf"), hexes.join(" "));
    }
}

#[test]
fn s7_1_3_a_column_of_horse_forms_no_line_with_a_weak_marker_in_the_middle() {
    let mut table = Table::study(&["turn 14 union alone", "place Gamble column N M29=3 M28=3 M27=3"]);
    table.umpire("mark Gamble level 8");
    assert!(was_legal(&table, Union, "Gamble line M29=3 M28=3 M27=3"));
    assert_eq!(table.refused(Union, "Gamble line M29=3 M28=3 M27=3"), "7.1");
    table.union("Gamble line M29=1 M28=7 M27=1", &[]);
}
