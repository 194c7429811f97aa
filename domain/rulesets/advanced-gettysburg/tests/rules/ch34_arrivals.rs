//! Reinforcements: on time, as one column, at one level (§16.1, §34.0).

use crate::table::{RULES, Table, hex, lies, unit};
use advanced_gettysburg::{Brigade, Place, Scenario};
use domain_core::referee::{Orders, Ruleset, SeatId, Side::Confederate, Side::Union, Viewer};
use domain_core::words::{Audience, Hearers};

#[test]
fn s34_1_who_is_due_comes_on_by_his_road_in_column_each_marker_behind_the_one_before() {
    let mut table = Table::start();
    table.confederate("done", &[]);
    table.confederate("Archer march F37", &[]);
    assert_eq!(lies(&table, "Archer"), "F37=8 E38=4");
    assert_eq!(table.position.brigade(unit("Archer")).map(|b| b.paid.clone()), Some(vec![12, 10]));
    // The next one comes at least a point behind.
    assert_eq!(table.refused(Confederate, "Davis march E38"), "34.1");
    table.confederate("Davis march D37", &[]);
    assert_eq!(lies(&table, "Davis"), "D37=8 C38=8 B38=2");
    table.confederate("Pettigrew march A39", &[]);
    assert_eq!(
        table.position.chain(unit("Pettigrew")).iter().filter(|l| RULES.pack().ground.is_hex(l.at())).count(),
        1,
        "the rest waits on the road"
    );
    assert_eq!(table.refused(Confederate, "Brockenbrough march A39"), "34.1");
    assert_eq!(RULES.whole(&table.position), Ok(()));
    // Next turn the column comes on further.
    table.confederate("done", &[]).union("done", &[]).union("done", &[]).confederate("done", &[]);
    table
        .confederate("Archer march I36", &[])
        .confederate("Davis march G37", &[])
        .confederate("Pettigrew march D37", &[]);
    assert_eq!(lies(&table, "Pettigrew"), "D37=8 C38=8 B38=8 A39=5");
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s34_1_1_nobody_comes_before_his_turn() {
    let mut table = Table::start();
    table.confederate("done", &[]);
    assert_eq!(table.refused(Confederate, "Perrin march A39"), "11.0");
    assert!(table.menu(Confederate).iter().all(|l| !l.starts_with("Perrin")));
    assert_eq!(Table::start().refused(Union, "done"), "5.0");
}

#[test]
fn s16_1_1_who_moves_slower_than_on_arrival_is_no_reinforcement_any_more() {
    let mut table = Table::start();
    table.confederate("done", &[]).confederate("Archer march F37", &[]);
    assert_eq!(table.position.brigade(unit("Archer")).and_then(|b| b.exempt), Some(6));
    table.confederate("done", &[]).union("done", &[]).union("done", &[]).confederate("done", &[]);
    table.confederate("Archer march G37", &[]).confederate("done", &[]);
    assert_eq!(table.position.brigade(unit("Archer")).and_then(|b| b.exempt), None);
}

#[test]
fn s34_1_10_commanders_have_no_entry_restrictions() {
    let mut table = Table::start();
    table.confederate("done", &[]).confederate("Heth ride E38", &[]);
    assert_eq!(lies(&table, "Heth"), "E38=0");
}

fn brigade(table: &Table, name: &str) -> Brigade {
    table.position.brigade(unit(name)).expect("a brigade").clone()
}

/// A study position of all three days.
fn late(lines: &[&str]) -> Table {
    let mut table = Table::start();
    table.umpire("clear");
    table.position.scenario = Scenario::ThreeDays;
    for line in lines {
        table.umpire(line);
    }
    table
}

#[test]
fn s16_1_1_the_pace_is_all_that_was_spent_on_the_turn_of_arrival() {
    let mut table = Table::start();
    table.confederate("done", &[]).confederate("Archer march B38", &[]).confederate("Archer march F37", &[]);
    assert_eq!(brigade(&table, "Archer").exempt, Some(6));
}

#[test]
fn s34_1_7_who_comes_on_together_has_one_activity_level() {
    let mut table = Table::start();
    table.confederate("done", &[]).confederate("Archer march H36", &[]);
    assert_eq!(brigade(&table, "Archer").dp, 10, "eight points (§13.9)");
    table.confederate("Davis march C38", &[]);
    assert_eq!((brigade(&table, "Davis").spent() / 2, brigade(&table, "Davis").dp), (3, 10), "Archer's level");
}

#[test]
fn s21_8_who_left_the_map_comes_back_at_night_by_the_road_nearest_to_where_it_left() {
    let mut table = late(&["place Archer line F22=8 F21=4", "turn 42 confederate primary"]);
    table.position.units[unit("Archer").index()].place = Place::Fled(hex("A41") as u16);
    assert_eq!(table.refused(Confederate, "Archer march A39"), "11.0", "by day it waits");
    table.umpire("turn 43 confederate primary");
    assert_eq!(table.refused(Confederate, "Archer march A26"), "11.0", "that road is farther");
    table.confederate("Archer march A39", &[]);
    assert_eq!(lies(&table, "Archer"), "A39=8 cashtown-pike=4");
    assert_eq!(brigade(&table, "Archer").exempt, None, "it is no reinforcement");
}

#[test]
fn s21_8_of_two_roads_as_near_its_side_chooses() {
    let entries = &RULES.pack().ground.entries;
    let far = |a: usize, b: usize| RULES.pack().ground.atlas.distance(a, b).expect("hexes");
    let nearest = |hex: usize| {
        let least = entries.iter().map(|e| far(hex, e.hex)).min();
        entries.iter().filter(|e| Some(far(hex, e.hex)) == least).map(|e| e.hex).collect::<Vec<_>>()
    };
    let equal =
        (0..RULES.pack().ground.cells.len()).find(|hex| nearest(*hex).len() > 1).expect("a hex between two roads");
    for by in nearest(equal) {
        let mut table = late(&["turn 43 confederate primary"]);
        table.position.units[unit("Archer").index()].place = Place::Fled(equal as u16);
        let id = RULES.pack().ground.id(by);
        assert!(table.menu(Confederate).contains(&format!("Archer march {id}")), "{id}");
        table.confederate(&format!("Archer march {id}"), &[]);
        assert!(lies(&table, "Archer").starts_with(&id));
    }
}

#[test]
fn s34_3_2_who_delays_recovers_five_points_a_turn_and_s34_3_9_not_those_of_its_haste() {
    let mut table = late(&["mark us-ward-inf waited 5", "turn 40 union primary"]);
    // Ward comes at 6:20 p.m., turn 35, at level 3.
    assert_eq!(brigade(&table, "us-ward-inf").dp, 30);
    table.union("us-ward-inf march G1", &[]);
    assert_eq!(brigade(&table, "us-ward-inf").dp, 5);
    assert!(table.told("25 recovered"));
}

#[test]
fn s34_3_4_for_each_turn_of_delay_two_brigades_come_on_in_line() {
    let mut table = late(&["turn 35 union primary"]);
    assert_eq!(table.refused(Union, "us-ward-inf enter G1=8 H1=8 I1=5 ends S NE"), "34.3");
    table.umpire("turn 36 union primary");
    let line = table.menu(Union).into_iter().find(|l| l.starts_with("Ward enter")).expect("a line to come on in");
    let before = table.position.clone();
    table.union(&line, &[]);
    let ward = brigade(&table, "us-ward-inf");
    assert!(ward.lined && ward.formation.is_line() && ward.spent() == 4 && ward.exempt.is_some(), "{line}");
    assert_eq!(ward.dp, 30, "no rest for who comes in line");
    assert_eq!(RULES.whole(&table.position), Ok(()));
    // Far from the road it does not come on: two hexes a turn.
    table.position = before;
    assert_eq!(table.refused(Union, "us-ward-inf enter O1=8 P1=8 Q1=5"), "34.3");
}

#[test]
fn order_of_appearance_brigades_of_the_vi_corps_keep_a_hex_between_them() {
    let mut table = late(&["turn 95 union primary"]);
    table.union("Shaler march NN12", &[]);
    let road = lies(&table, "Shaler");
    let close: Vec<String> = table.menu(Union).into_iter().filter(|l| l.starts_with("Eustis march")).collect();
    for line in close {
        let mut after = Table { position: table.position.clone(), facts: Vec::new() };
        after.union(&line, &[]);
        let far = |a: usize, b: usize| RULES.pack().ground.atlas.distance(a, b).unwrap_or(9);
        let near = after
            .position
            .chain(unit("Eustis"))
            .iter()
            .any(|l| after.position.chain(unit("Shaler")).iter().any(|s| far(l.at(), s.at()) <= 1));
        assert!(!near, "{road}: {line}");
    }
}

/// The first afternoon with fire in turn 5.
fn fired(turn: u8) -> Table {
    let mut table = late(&[&format!("turn {turn} union opening")]);
    table.position.first_fire = Some(5);
    table
}

#[test]
fn s34_21_hastening_needs_notice_and_costs_disorganization() {
    // The example of §34.2.3: at 3 p.m. the XII Corps, due at 4:20, comes two turns earlier at most.
    let mut table = fired(25);
    assert_eq!(table.refused(Union, "hasten Candy 15:20"), "34.2");
    table.union("hasten Candy, Cobham 15:40", &[]);
    assert_eq!(table.refused(Union, "hasten Candy 16:00"), "34.2", "not later again");
    let change = table.position.entries.iter().find(|e| e.unit == unit("Candy")).cloned().expect("written");
    assert_eq!((change.turn, change.dp), (Some(27), 15), "Entry Penalty Table: two turns, four of notice");
    assert_eq!(brigade(&table, "Candy").dp, 0, "until it comes");
    table.umpire("turn 26 union primary");
    assert_eq!(table.refused(Union, "Candy march OO11"), "11.0");
    table.umpire("turn 27 union primary");
    table.union("Candy march OO11", &[]);
    assert_eq!(brigade(&table, "Candy").dp, 15);
    assert!(table.told("was ordered to come"));
}

#[test]
fn s34_21_4_and_r36_nobody_is_hastened_before_the_turn_after_the_first_fire() {
    let mut table = fired(5);
    assert_eq!(table.refused(Union, "hasten Coster 10:20"), "34.2");
    table.position.first_fire = None;
    assert_eq!(table.refused(Union, "hasten Coster 10:20"), "34.2");
    table.position.first_fire = Some(4);
    table.union("hasten Coster 10:20", &[]);
}

#[test]
fn s34_21_2_and_r77_batteries_are_hastened_with_brigades_alone() {
    let mut table = fired(25);
    let guns = RULES.pack().of(Union).find(|u| {
        let spec = RULES.pack().unit(*u);
        spec.battery().is_some_and(|b| b.battalion == "Muhlenburg" || b.battalion == "Muhlenberg")
    });
    let guns = guns.expect("a battery of the XII Corps");
    let name = RULES.pack().unit(guns).id.clone();
    assert_eq!(table.refused(Union, &format!("hasten {name} 15:40")), "34.2");
    table.union(&format!("hasten {name}, Candy 15:40"), &[]);
}

#[test]
fn s34_21_7_and_8_another_road_needs_four_turns_and_lies_beside_the_own() {
    let mut table = fired(25);
    assert_eq!(table.refused(Union, "road Candy Emmitsburg"), "34.2");
    table.union("road Candy Taneytown", &[]);
    assert_eq!(table.refused(Union, "road Candy Hanover"), "34.2", "once (§34.2.9)");
    let mut late = fired(26);
    assert_eq!(late.refused(Union, "road Candy Taneytown"), "34.2");
    table.umpire("turn 29 union primary");
    table.union("Candy march W1", &[]);
    assert!(lies(&table, "Candy").starts_with("W1=8"));
    assert_eq!(brigade(&table, "Candy").dp, 0, "ruling 37");
}

#[test]
fn s34_21_1_what_is_written_is_its_own_sides_alone() {
    let mut table = fired(25);
    table.union("hasten Candy, Cobham 15:40", &[]);
    assert!(!table.facts.is_empty());
    for fact in &table.facts {
        assert_eq!(RULES.hearers(fact), Hearers::Only(Audience::Side(Union)));
    }
    let order = RULES.board(&table.position).parse(SeatId::of_side(Union), "road Coster Baltimore").expect("an order");
    let board = RULES.board(&table.position);
    assert_eq!(board.order_hearers(SeatId::of_side(Union), &order), Hearers::Only(Audience::Side(Union)));
    let known = |side| RULES.known(&table.position, Viewer::Seat(SeatId::of_side(side))).entries.len();
    assert_eq!((known(Union), known(Confederate)), (2, 0));
}

#[test]
fn r62_strength_that_has_no_room_or_an_enemy_beside_it_joins_later() {
    // Two points join Krzyzanowski at 4 p.m., turn 28.
    let mut table =
        late(&["place Krzyzanowski line M29=7 M28=7", "place Archer line N29=6 N30=6", "turn 27 union assault"]);
    table.umpire("turn 28 confederate assault").confederate("done", &[]);
    assert_eq!(brigade(&table, "Krzyzanowski").sp, 14, "beside an enemy it waits");
    table.umpire("lose Archer").umpire("turn 30 confederate assault").confederate("done", &[]);
    assert_eq!(lies(&table, "Krzyzanowski"), "M29=8 M28=8");
    table.umpire("turn 31 confederate assault").confederate("done", &[]);
    assert_eq!(brigade(&table, "Krzyzanowski").sp, 16, "once");
}

#[test]
fn s34_21_3_an_entry_hastened_once_may_be_hastened_again_by_the_turn_of_the_card() {
    let mut table = fired(25);
    table.union("hasten Candy 16:00", &[]);
    let change =
        |table: &Table| table.position.entries.iter().find(|e| e.unit == unit("Candy")).cloned().expect("written");
    let first = change(&table);
    table.union("hasten Candy 15:40", &[]);
    assert_eq!((change(&table).turn, change(&table).dp), (Some(27), 15));
    assert!(first.dp <= 15);
    // A turn later no gain is left that was not written.
    table.umpire("turn 26 union opening");
    assert_eq!(table.refused(Union, "hasten Candy 15:20"), "34.2");
}

#[test]
fn s34_3_2_a_brigade_recovers_five_points_for_each_turn_that_it_delays() {
    // Ward and Graham come at 6:20 p.m. at level 3.
    let mut table = late(&["turn 35 union primary"]);
    assert_eq!(brigade(&table, "Graham").dp, 30);
    table.union("done", &[]);
    assert_eq!(brigade(&table, "Graham").waited, 1);
    table.umpire("turn 36 union primary").union("Graham march G1", &[]);
    assert_eq!(brigade(&table, "Graham").dp, 25);
}

#[test]
fn s34_1_9_who_waits_behind_the_column_has_not_delayed() {
    let mut table = late(&["turn 35 union primary"]);
    // Graham fills the road with its rear: nobody else comes on.
    table.union("Graham march G1", &[]).union("done", &[]);
    let ward = RULES.pack().ids().find(|u| RULES.pack().unit(*u).id == "us-ward-inf").expect("Ward");
    assert_eq!(table.position.brigade(ward).map(|b| b.waited), Some(0));
    assert_eq!(brigade(&table, "Graham").waited, 0);
}
