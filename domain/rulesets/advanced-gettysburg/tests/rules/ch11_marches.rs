//! Marches of columns, batteries and commanders, and what they cost (§11.0 to §13.0, §16.2, §16.3, §17.0).

use crate::table::{RULES, Table, board, hex, lies, unit};
use domain_core::referee::{Orders, Ruleset, SeatId, Side::Confederate, Side::Union};

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
fn s11_11_no_marker_spends_more_than_the_level() {
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

#[test]
fn s21_3_a_battery_in_enemy_range_goes_back_by_its_rear_and_no_other_way() {
    // Marye looks east over open ground; a battery of the enemy has him in range.
    let mut table =
        Table::study(&["place Marye M28 limbered NE", "place Gamble line O27=8 O28=8", "turn 3 confederate alone"]);
    let ranged = board(&table).in_enemy_range(Confederate, hex("M28"));
    assert!(ranged, "Gamble looks west");
    assert_eq!(table.refused(Confederate, "Marye march N28"), "21.0");
    assert_eq!(table.refused(Confederate, "Marye march L28-L27"), "21.0", "its rear hex is south-west of it");
    table.confederate("Marye back L27", &[]);
    assert_eq!(table.position.battery(unit("Marye")).map(|b| (b.spent, b.limbered)), Some((3, true)));
    assert_eq!(lies(&table, "Marye"), "L27=4");
}

#[test]
fn s17_2_11_the_cannon_of_a_limbered_battery_spill_into_the_hex_behind_it() {
    let guns = |name: &str| RULES.pack().unit(unit(name)).battery().map_or(0, |b| b.cannon());
    let (marye, brander, crenshaw) = (guns("Marye"), guns("Brander"), guns("Crenshaw"));
    assert!(marye + brander + crenshaw > 9 && brander + crenshaw < 9, "{marye} {brander} {crenshaw}");
    let mut table = Table::study(&[
        "place Marye C38 limbered NE",
        "place Brander E38 limbered NE",
        "place Crenshaw E38 limbered NE",
        "turn 3 confederate alone",
    ]);
    table.confederate("Marye march D37-E38", &[]);
    let room = 9 - brander - crenshaw;
    assert_eq!(lies(&table, "Marye"), format!("E38={room} D37={}", marye - room));
    assert_eq!(RULES.whole(&table.position), Ok(()));
    table.confederate("Marye march F37", &[]);
    assert_eq!(lies(&table, "Marye"), format!("F37={marye}"), "they follow it and close up where there is room");
}

#[test]
fn s19_2_4_batteries_of_a_hex_look_the_same_way() {
    let mut table =
        Table::study(&["place Marye D37 limbered SE", "place Brander E38 limbered N", "turn 3 confederate alone"]);
    table.confederate("Marye march E38", &[]);
    let facing = |name: &str| table.position.battery(unit(name)).map(|b| b.facing);
    assert_eq!(facing("Marye"), facing("Brander"));
    // One that turns takes the other with it.
    table.confederate("Marye limber S", &[]);
    let facing = |name: &str| table.position.battery(unit(name)).map(|b| b.facing);
    assert_eq!(facing("Marye"), facing("Brander"));
}

#[test]
fn s33_0_2_a_battery_keeps_its_place_in_a_column_that_marches_faster() {
    let mut table = davis(10);
    table.umpire("place Marye A39 limbered SE");
    // Seven hexes on the road: more than the six points of a battery.
    assert_eq!(table.refused(Confederate, "Marye march B38-C38-D37-E38-F37-G37-H36"), "13.0");
    let mut table = davis(10);
    table.umpire("place Marye E38 limbered SE");
    table.confederate("Davis march E38-F37-G37-H36-I36-J35-K35-L34", &[]);
    let spent = table.position.brigade(unit("Davis")).map_or(0, |b| b.spent());
    assert!(spent > 12, "{spent}");
    let reach: Vec<String> = table.menu(Confederate).into_iter().filter(|l| l.starts_with("Marye march")).collect();
    for line in reach {
        let mut after = Table { position: table.position.clone(), facts: Vec::new() };
        after.confederate(&line, &[]);
        let marye = after.position.battery(unit("Marye")).expect("a battery").clone();
        let at = after.position.place(unit("Marye")).expect("a hex");
        let ends = after.position.chain(unit("Davis")).to_vec();
        let near = [ends.first(), ends.last()]
            .into_iter()
            .flatten()
            .any(|l| RULES.pack().ground.atlas.distance(l.at(), at).is_some_and(|far| far <= 1));
        assert!(marye.spent <= 12 || near, "{line}");
    }
}

#[test]
fn s17_1_8_a_commander_is_captured_by_who_passes_through_his_hex_too() {
    let mut table = davis(6);
    table.umpire("place Reynolds E38");
    table.confederate("Davis march E38-F37-G37-H36", &[]);
    assert_eq!(lies(&table, "Reynolds"), "");
    assert!(table.told("captures Reynolds"));
}

#[test]
fn r49_stuart_leads_as_a_division_commander_and_then_as_the_corps() {
    let mut table = Table::study(&[
        "place Stuart M30",
        "place Hampton column N M31 M30 M29 M28 M27 M26 M25",
        "place Chambliss rest L30",
        "turn 3 confederate primary",
    ]);
    table.confederate("lead Stuart: Hampton", &[4]);
    table.confederate("lead Stuart: Chambliss", &[4]);
    assert_eq!(table.refused(Confederate, "lead Stuart: Hampton"), "15.0");
}

#[test]
fn s16_2_1_a_primary_commander_rides_as_far_as_his_men_may_march() {
    let mut table = Table::study(&["place Heth E38", "place Archer column SE F37 E38", "turn 3 confederate opening"]);
    table.confederate("primary Heth", &[]);
    let ten = (0..RULES.pack().ground.cells.len())
        .find(|p| RULES.pack().ground.atlas.distance(hex("E38"), *p) == Some(10))
        .expect("a hex");
    table.confederate(&format!("Heth ride {}", RULES.pack().ground.id(ten)), &[]);
}

#[test]
fn several_orders_of_a_counter_are_said_as_one() {
    let table = Table::study(&["place Marye D37 limbered SE", "turn 3 confederate alone"]);
    let seat = SeatId::of_side(Confederate);
    let said = |line: &str| board(&table).spell_out(seat, line).and_then(Result::ok);
    assert_eq!(
        said("Marye march G36 unlimber E"),
        Some(vec!["Marye march G36".to_owned(), "Marye unlimber E".to_owned()])
    );
    assert_eq!(said("Marye march G36"), None);
    assert_eq!(said("Davis keep line"), None, "one order");
    assert_eq!(said("Nobody march G36 unlimber E"), None);
}
