//! What revision 3 mended, rule by rule, and that revision 2 ruled it otherwise and is judged so.

use crate::table::{REVISION_TWO as BEFORE, RULES, Table, after, board, hex, lies, unit};
use advanced_gettysburg::{AdvancedGettysburg, Attack, Formation, Pending, Position, State};
use domain_core::board::Facing;
use domain_core::referee::Ruleset;
use domain_core::referee::Side::{Confederate, Union};

/// A brigade came with six points and has its place as a reinforcement still.
fn arrived(table: &mut Table, name: &str) {
    let State::Brigade(brigade) = &mut table.position.units[unit(name).index()].state else { panic!("{name}") };
    (brigade.exempt, brigade.came) = (Some(6), Some(table.position.turn));
    brigade.lined = brigade.formation.is_line();
}

fn exempt(position: &Position, name: &str) -> bool {
    position.brigade(unit(name)).is_some_and(|b| b.exempt.is_some())
}

/// Ward, 21 points in line from north to south, looking east.
fn ward(lines: &[&str]) -> Table {
    let mut table = Table::study(&["turn 14 union alone", "place us-ward-inf line M29=5 M28=8 M27=8"]);
    for line in lines {
        table.umpire(line);
    }
    table
}

#[test]
fn s17_1_2_markers_of_a_brigade_that_come_into_one_hex_are_one() {
    let mut table = ward(&["mark us-ward-inf level 6"]);
    let line = "Ward to N28=5 N27=8 N27=8";
    assert!(after(&BEFORE, &table, Union, line, &[]).is_err());
    table.union(line, &[]);
    assert_eq!((lies(&table, "us-ward-inf"), table.spent("us-ward-inf")), ("N28=5 N27=16".into(), "2 2".into()));
    assert_eq!(RULES.whole(&table.position), Ok(()));
    assert!(table.told("Ward joins markers"), "{:?}", table.story());
    // §11.10: sixteen points move no farther as one marker.
    assert_eq!(table.refused(Union, "Ward ahead right 1"), "11.0");
    // One that stands, another that comes to it; each moves with eight points at most.
    let mut table = ward(&["mark us-ward-inf level 6"]);
    table.union("Ward to M28=5 M28=8 M27=8", &[]);
    assert_eq!(lies(&table, "us-ward-inf"), "M28=13 M27=8");
    let mut table = ward(&["mark us-ward-inf level 6"]);
    assert_eq!(table.refused(Union, "Ward to N28=4 N27=9 N27=8"), "11.0", "nine points do not move");
    assert_eq!(table.refused(Union, "Ward to N28=5 M27=8 N28=8 ends N S"), "6.1", "neighbours join, and no others");
    // All in one hex, looking as it is told.
    table.union("Ward to M28=5 M28=8 M28=8 ends N S", &[]);
    assert_eq!((lies(&table, "us-ward-inf"), table.spent("us-ward-inf")), ("M28=21".into(), "2".into()));
}

#[test]
fn s16_2_1_a_commander_rides_as_far_as_his_men_have_points_whoever_gave_them() {
    let mut table = Table::study(&[
        "place Heth E38",
        "place cs-hill-cmd D38",
        "place cs-lee-cmd A41",
        "place cs-ewell-cmd A40",
        "place Archer column SE F37 E38",
        "turn 3 confederate opening",
    ]);
    table.confederate("primary cs-hill-cmd", &[]);
    let far = |rules: &AdvancedGettysburg, name: &str| {
        let board = rules.board(&table.position);
        let field = board.ride_field(unit(name)).expect("he may ride");
        (0..board.pack.ground.cells.len()).filter_map(|hex| field.at(hex)).max()
    };
    assert_eq!(
        ["Heth", "cs-hill-cmd", "cs-lee-cmd", "cs-ewell-cmd"].map(|c| far(&RULES, c)),
        [10, 10, 10, 8].map(Some)
    );
    assert_eq!(["Heth", "cs-hill-cmd", "cs-lee-cmd", "cs-ewell-cmd"].map(|c| far(&BEFORE, c)), [8, 10, 8, 8].map(Some));
    let away = (0..RULES.pack().ground.cells.len())
        .find(|to| board(&table).ride_field(unit("Heth")).expect("he may ride").at(*to) == Some(10))
        .map(|to| RULES.pack().ground.id(to))
        .expect("ten hexes");
    assert!(after(&BEFORE, &table, Confederate, &format!("Heth ride {away}"), &[]).is_err());
    table.confederate(&format!("Heth ride {away}"), &[]);
}

#[test]
fn s14_3_s16_1_arrivals_are_not_counted_against_the_primary_commanders_limits() {
    let mut table = Table::study(&[
        "turn 3 confederate opening",
        "place Heth E38",
        "mark Heth hit",
        "place Archer column SE F37 E38",
        "place Davis rest D37",
        "place Brockenbrough rest D38",
        "place Pettigrew rest E39",
    ]);
    arrived(&mut table, "Archer");
    table.confederate("primary Heth", &[]);
    let moved = after(&BEFORE, &table, Confederate, "Archer march G37", &[]).expect("a march");
    assert_eq!(moved.command.map(|c| c.used), Some(vec![unit("Archer")]));
    table.confederate("Archer march G37", &[]);
    assert_eq!(table.position.command.as_ref().map(|c| c.used.len()), Some(0));
    // A commander who is hit controls two (§32.4).
    table.confederate("Davis column N", &[]).confederate("Brockenbrough column N", &[]);
    assert_eq!(table.refused(Confederate, "Pettigrew column N"), "14.3");
}

#[test]
fn s14_4_s22_14_attackers_that_need_no_roll_are_not_counted_against_them_either() {
    let mut table = Table::study(&[
        "turn 9 union opening",
        "place us-ward-inf line M29=5 M28=8 M27=8",
        "place us-birney-cmd L28",
        "place Archer line P27=6 P28=6",
    ]);
    table.union("attack Ward", &[]).union("primary us-birney-cmd", &[]);
    let counted = |position: &Position| position.command.as_ref().map(|c| (c.used.len(), c.lines));
    let moved = after(&BEFORE, &table, Union, "Ward ahead right 1", &[]).expect("an advance");
    assert_eq!(counted(&moved), Some((1, 1)));
    table.union("Ward ahead right 1", &[]);
    assert_eq!(counted(&table.position), Some((0, 0)));
}

#[test]
fn s16_1_1_an_arrival_in_enemy_range_in_the_enemys_turn_is_none_any_more() {
    let mut table = Table::study(&[
        "turn 14 union alone",
        "place Archer column N M28 M27",
        "place us-ward-inf line O27=8 O28=8 O29=5",
    ]);
    arrived(&mut table, "Archer");
    assert!(board(&table).in_enemy_range(Confederate, hex("M28")));
    assert!(exempt(&after(&BEFORE, &table, Union, "done", &[]).expect("done"), "Archer"));
    table.union("done", &[]);
    assert!(!exempt(&table.position, "Archer"));
    // Out of range it stays one.
    let mut table = Table::study(&["turn 14 union alone", "place Archer column N M28 M27"]);
    arrived(&mut table, "Archer");
    table.union("done", &[]);
    assert!(exempt(&table.position, "Archer"));
}

#[test]
fn s16_1_1_s24_6_an_arrival_that_is_forced_into_line_is_none_any_more() {
    let mut table = Table::study(&[
        "turn 14 union hasty",
        "place Archer column N M28 M27",
        "place us-ward-inf line N27=8 N28=8 N29=5",
        "mark us-ward-inf attack launched",
    ]);
    arrived(&mut table, "Archer");
    assert!(exempt(&after(&BEFORE, &table, Confederate, "Archer hasty right", &[]).expect("a line"), "Archer"));
    table.confederate("Archer hasty right", &[]);
    assert!(!exempt(&table.position, "Archer"));
}

#[test]
fn s16_1_1_an_arrival_that_passes_through_enemy_range_is_none_any_more() {
    let guns = "place Zimmerman S31 unlimbered W";
    let table = Table::study(&["turn 14 union alone", guns]);
    let ground = &RULES.pack().ground;
    let ranged = |hex: usize| board(&table).in_enemy_range(Union, hex);
    // A hex out of range, one in it behind that, and one out of it again.
    let crossing = |from: usize, side: Facing| {
        let mid = ground.atlas.ahead(from, side)?;
        let to = ground.atlas.ahead(mid, side)?;
        let free = ground.is_hex(mid) && ground.is_hex(to) && !ranged(from) && ranged(mid) && !ranged(to);
        free.then_some((from, to, side))
    };
    let hexes = (0..ground.cells.len()).flat_map(|from| Facing::sides().filter_map(move |side| Some((from, side))));
    let crossings: Vec<_> = hexes.filter_map(|(from, side)| crossing(from, side)).collect();
    let crossed = crossings.into_iter().find_map(|(from, to, side)| {
        let front = side.turned(1).name(domain_core::board::Axis::FlatColumns);
        let lines =
            [format!("place us-ward-inf line {}=8 {front}", ground.id(from)), "mark us-ward-inf level 6".into()];
        let mut table = Table::study(&["turn 14 union alone", guns, &lines[0], &lines[1]]);
        arrived(&mut table, "us-ward-inf");
        let shift = board(&table).check_shift(unit("us-ward-inf"), to).ok()?;
        let through = shift.passed.iter().any(|hex| board(&table).in_enemy_range(Union, usize::from(*hex)));
        (through && !board(&table).in_enemy_range(Union, to)).then_some((table, ground.id(to)))
    });
    let (mut table, to) = crossed.expect("a hex of range that is crossed");
    let line = format!("Ward to {to}=8 ends N S");
    assert!(exempt(&after(&BEFORE, &table, Union, &line, &[]).expect("a move"), "us-ward-inf"));
    table.union(&line, &[]);
    assert!(!exempt(&table.position, "us-ward-inf"));
}

/// Archer's line in GG39 and HH38 before Calef's guns five hexes off, whose range it lies in, on open level ground.
pub fn before_guns(lines: &[&str]) -> Table {
    let mut table = Table::study(&[
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Archer line GG39=4 HH38=8",
        "turn 1 confederate opening",
    ]);
    for line in lines {
        table.umpire(line);
    }
    let rules = board(&table);
    assert!(["GG39", "HH38"].iter().all(|id| rules.in_battery_range(Confederate, hex(id))));
    table
}

#[test]
fn s22_14_r57_six_points_want_a_brigade_out_of_range_of_the_enemy_within_three_hexes() {
    // Cutler stands three hexes behind Archer and looks away.
    let mut table = before_guns(&["place Cutler line HH35=8 SSW"]);
    table.confederate("attack Archer", &[]).confederate("done", &[]);
    assert!(["GG39", "HH38"].iter().all(|id| !board(&table).in_brigade_range(Confederate, hex(id))));
    let line = "Archer ahead right 1";
    let mut named = Table { position: table.position.clone(), facts: Vec::new() };
    named.position.brigade_mut(unit("Archer")).expect("a brigade").attack = Attack::Named;
    assert!(after(&BEFORE, &named, Confederate, line, &[]).is_err(), "revision 2 wanted it out of all enemy range");
    table.confederate(line, &[]);
    assert_eq!(table.brigade("Archer").attack, Attack::Launched);
    // Farther than three hexes from everybody, in range of the guns: it rolls.
    let mut table = before_guns(&[]);
    table.confederate("attack Archer", &[]).confederate("done", &[]);
    assert_eq!(table.refused(Confederate, line), "15.0");
    // Within range of the brigade it rolls too (ruling 57).
    let mut table = before_guns(&["place Cutler line HH36=8 NNE"]);
    assert!(board(&table).in_brigade_range(Confederate, hex("HH38")));
    table.confederate("attack Archer", &[]).confederate("done", &[]);
    assert!(!board(&table).advances_unrolled(unit("Archer")));
}

#[test]
fn s22_12_s22_5_an_attack_is_ended_by_word_at_the_start_and_not_by_forming_column() {
    let mut table = ward(&["place Archer line S27=6 S28=6", "mark us-ward-inf attack launched level 6"]);
    assert!(after(&BEFORE, &table, Union, "Ward column N", &[]).is_ok());
    assert_eq!(table.refused(Union, "Ward column N"), "22.12");
    assert!(table.menu(Union).iter().all(|line| !line.starts_with("Ward column")));
    // One hex of line does not go to rest.
    let mut table = ward(&["place us-ward-inf line M28=8 E", "mark us-ward-inf attack launched level 6"]);
    assert!(after(&BEFORE, &table, Union, "Ward rest", &[]).is_ok());
    assert_eq!(table.refused(Union, "Ward rest"), "22.12");
    // By word in the opening, it may.
    let mut table =
        ward(&["place Archer line S27=6 S28=6", "mark us-ward-inf attack launched", "turn 14 union opening"]);
    table.union("end Ward", &[]).union("primary Ward", &[]).union("Ward column N", &[]);
}

#[test]
fn s22_3_nobody_goes_back_from_the_range_of_guns_into_that_of_a_brigade() {
    let behind = |lines: &[&str]| {
        let mut table = before_guns(lines);
        table.umpire("turn 1 confederate alone").umpire("mark Archer level 6");
        table
    };
    let mut table = behind(&["place Cutler line HH35=8 NNE"]);
    let ranged = |id: &str| board(&table).in_brigade_range(Confederate, hex(id));
    assert!(ranged("HH37") && !ranged("HH38") && !ranged("GG38"));
    assert!(after(&BEFORE, &table, Confederate, "Archer back S", &[]).is_ok());
    assert_eq!(table.refused(Confederate, "Archer back S"), "11.0");
    assert!(table.menu(Confederate).iter().all(|line| !line.starts_with("Archer back GG38")));
    table.confederate("Archer back SW", &[]);
    // Without that brigade it may.
    behind(&[]).confederate("Archer back S", &[]);
}

#[test]
fn s30_2_1_s19_2_2_a_column_that_must_go_back_goes_tail_first() {
    // Its head looks north, its rear marker to the north-east.
    let mut table = Table::study(&["place Archer column N HH38=8 GG38=4", "turn 3 union assault"]);
    table.position.pending = Some(Pending::Rout { by: unit("Stone"), hexes: 2, unit: unit("Archer") });
    assert!(after(&BEFORE, &table, Confederate, "Archer back S S", &[]).is_ok(), "as a whole");
    assert_eq!(table.refused(Confederate, "Archer back S S"), "30.0");
    let ways: Vec<String> = table.menu(Confederate).into_iter().filter(|l| l.starts_with("Archer back")).collect();
    assert_eq!(ways, ["Archer back SW S", "Archer back SW SW", "Archer back SW NW"], "a hexside of turn for each hex");
    table.confederate("Archer back SW SW", &[]);
    assert_eq!(lies(&table, "Archer"), "FF37=8 EE37=4");
    let Formation::Column { facing } = table.brigade("Archer").formation else { panic!("a column") };
    assert_eq!(facing.name(domain_core::board::Axis::FlatColumns), "NE");
    // Through friends to where it may stand (ruling 71), and past no enemy.
    let mut table = Table::study(&["place Archer column NE HH38=8 GG38=4", "turn 3 union assault"]);
    table.umpire("place Davis rest EE37").umpire("place Stone line FF36=8 SSW");
    table.position.pending = Some(Pending::Rout { by: unit("Stone"), hexes: 2, unit: unit("Archer") });
    table.confederate("Archer back SW SW", &[]);
    assert_eq!(lies(&table, "Archer"), "DD36=8 CC36=4");
}

#[test]
fn s30_1_s0_6_1_a_bent_attack_column_goes_back_by_the_hex_behind_its_rear() {
    let mut table = Table::with(&["cavalry-charge"]);
    table.umpire("clear");
    for line in [
        "place Hampton charge N F22=3 F22=3 E22=3 E22=3",
        "place Meredith line F23=8 SSW",
        "turn 3 confederate back-off",
        "mark Hampton attack launched level 12",
    ] {
        table.umpire(line);
    }
    assert!(
        after(&BEFORE, &table, Confederate, "Hampton back SW", &[]).is_err(),
        "its markers have no hex behind them in common"
    );
    table.confederate("Hampton back SW", &[]);
    assert_eq!((lies(&table, "Hampton"), table.brigade("Hampton").spent()), ("E22=3 E22=3 D21=3 D21=3".into(), 4));
}
