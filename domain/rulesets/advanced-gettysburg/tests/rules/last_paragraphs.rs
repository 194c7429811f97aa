//! Paragraphs and rulings that no chapter's file has a test of: steps of fire and assault, early and late entries, the map.

use crate::charts::HEXES;
use crate::fire_kit::{battery, brigade, face_to_face, reason, to_defence, volleys};
use crate::revision_three::before_guns;
use crate::table::{RULES, Table, board, fired, hex, lies, unit};
use advanced_gettysburg::{Fact, Mover, Place, Retreat, Scenario, Segment, Terrain};
use domain_core::board::{Axis, Facing};
use domain_core::referee::Side::{Confederate, Union};

#[test]
fn s24_0_4_smooth_bores_count_as_rifles_where_that_makes_more_points() {
    // Five rifles are two points and a Napoleon none; counted as a sixth rifle it makes three. Others keep what they are.
    for (name, guns, points) in
        [("Calef", [6, 0, 0], 3), ("Marye", [2, 2, 0], 2), ("McGraw", [0, 4, 0], 3), ("Crenshaw", [0, 2, 2], 2)]
    {
        assert_eq!(RULES.pack().unit(unit(name)).battery().map(|b| b.guns), Some(guns), "{name}");
        assert_eq!(advanced_gettysburg::gun_points(&RULES.pack().tables, guns), points, "{name}");
    }
    // In the fire itself: five rifles of one battery and a Napoleon of another in its hex.
    let of = |guns: [u8; 3]| advanced_gettysburg::gun_points(&RULES.pack().tables, guns);
    assert_eq!((of([5, 0, 0]), of([0, 1, 0]), of([5, 1, 0])), (2, 0, 3));
}

#[test]
fn s24_2_1_targets_are_announced_before_any_fire_is_resolved_and_s24_2_2_the_other_side_divides_its_own() {
    let mut table = face_to_face();
    table.umpire("place Cutler line II40=8 SSW");
    table.confederate("Archer at HH40", &[]);
    assert!(volleys(&table).is_empty(), "nothing is rolled");
    assert_eq!(table.refused(Union, "HH40: 8 at HH39"), "5.0", "not before all targets are announced");
    to_defence(&mut table);
    assert_eq!(reason(&mut table, Confederate, "Archer at II40").0, "5.0", "and none is changed then");
    assert_eq!(table.refused(Confederate, "HH40: 8 at HH39"), "5.0", "it is for the other side to say");
    // a. A hex fires at who fires at it, if it fires.
    table.union("HH40: 8 at HH39", &[]);
    assert!(volleys(&table).is_empty());
    table.union("done", &[1, 1]);
    assert_eq!(volleys(&table).len(), 2);
}

#[test]
fn s24_2_3_the_attackers_are_damaged_first_and_s24_2_4_the_defenders_after_them() {
    let mut table = face_to_face();
    table.umpire("mark Archer cp 9").umpire("mark Stone cp 9");
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("HH40: 8 at HH39", &[]).union("done", &[4, 4]);
    let order: Vec<&Fact> = table.facts.iter().filter(|f| matches!(f, Fact::CombatFire(_) | Fact::Losses(_))).collect();
    let who = |fact: &Fact| match fact {
        Fact::CombatFire(volley) => ("fire at", volley.target),
        Fact::Losses(losses) => ("losses of", losses.unit),
        other => panic!("{other:?}"),
    };
    let (archer, stone) = (unit("Archer"), unit("Stone"));
    assert_eq!(
        order.into_iter().map(who).collect::<Vec<_>>(),
        [("fire at", archer), ("losses of", archer), ("fire at", stone), ("losses of", stone)]
    );
}

/// Archer (veteran) in F22 and F21 looking east, Meredith (veteran) in G21 and G22 looking west; each left marker fired.
fn before_the_assault() -> Table {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    fired(&mut table, "Meredith", "G22", "F22");
    table
}

#[test]
fn s25_3_both_strengths_are_determined_each_from_its_own_side() {
    let sum = |table: &Table| {
        let assault = table.facts.iter().find_map(|f| match f {
            Fact::Assaulted(assault) => Some(assault.sum.iter().map(|t| t.value).collect::<Vec<_>>()),
            _ => None,
        });
        assault.expect("an assault")
    };
    let mut table = before_the_assault();
    table.confederate("Archer.1 assault G22", &[6]);
    assert_eq!(sum(&table), [8, 12, 3, -8, -12, -3], "points, experience and leadership of both");
    // What wears the one down takes nothing from the other.
    for (mark, expected) in
        [("mark Archer dp 20", [8, 11, 3, -8, -12, -3]), ("mark Meredith dp 20", [8, 12, 3, -8, -11, -3])]
    {
        let mut table = before_the_assault();
        table.umpire(mark);
        table.confederate("Archer.1 assault G22", &[6]);
        assert_eq!(sum(&table), expected, "{mark}");
    }
}

/// Calef's six rifles at HH43 with Gamble near by, Archer's line at HH38 and GG39.
fn calef() -> Table {
    Table::study(&[
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Archer line GG39=4 HH38=8",
        "turn 1 union artillery",
    ])
}

#[test]
fn s29_0_3_a_battery_fires_at_any_targets_in_its_range_of_influence_and_at_no_others() {
    let mut table = calef();
    // Davis lies beside the guns, Lane behind Archer's marker.
    table.umpire("place Davis rest EE44").umpire("place Lane rest HH36");
    let can = |table: &Table, to: &str| {
        let mut tried = Table { position: table.position.clone(), facts: Vec::new() };
        (tried.attempt(Union, &format!("Calef at {to}"), &[]).is_ok(), board(table).influences(unit("Calef"), hex(to)))
    };
    for (to, reached) in [("HH38", true), ("GG39", true), ("EE44", false)] {
        assert_eq!(can(&table, to), (reached, reached), "{to}");
    }
    assert_eq!(can(&table, "HH36").0, can(&table, "HH36").1);
    // Several targets, one after the other.
    table.union("Calef 3R at HH38", &[]).union("Calef 3R at GG39", &[]);
    assert_eq!(battery(&table, "Calef").factors, 9);
}

#[test]
fn s29_3_3_heavy_fire_takes_two_factors_and_is_not_fired_with_one() {
    let mut table = calef();
    table.union("Calef 6R heavy at HH38", &[]);
    assert_eq!(battery(&table, "Calef").factors, 8);
    let mut table = calef();
    table.umpire("mark Calef factors 1");
    assert_eq!(table.refused(Union, "Calef 6R heavy at HH38"), "29.4");
    table.union("Calef 6R at HH38", &[]);
    assert_eq!(battery(&table, "Calef").factors, 0);
}

#[test]
fn s33_1_2_disorganization_is_points_that_are_kept_for_each_brigade_and_add_up() {
    let mut table = calef();
    table.umpire("place Davis rest HH36").umpire("mark Archer dp 8");
    let level = |table: &Table| brigade(table, "Archer").disorganization();
    assert_eq!(level(&table), 0);
    // Two casualty points at twelve of strength: three.
    table.union("Calef at HH38", &[]).union("done", &[]);
    assert_eq!((brigade(&table, "Archer").dp, level(&table)), (11, 1));
    assert_eq!(brigade(&table, "Davis").dp, 0, "each brigade has its own");
    // And on in the next turns, by exertion (§13.9).
    table.umpire("place Archer column N HH38=8 HH37=4").umpire("turn 2 confederate alone").umpire("wait Calef");
    table.umpire("mark Archer level 8").confederate("Archer march HH39-HH40-HH41-HH42", &[]);
    assert_eq!(brigade(&table, "Archer").spent(), 12);
    assert_eq!(brigade(&table, "Archer").dp, 11, "six points cost nothing");
    table.umpire("wait Gamble").confederate("Archer march HH43", &[]);
    assert_eq!((brigade(&table, "Archer").dp, level(&table)), (21, 2), "the eighth costs ten");
}

/// A study position of all three days, the first fire in turn 5.
fn three_days(lines: &[&str]) -> Table {
    let mut table = Table::start();
    table.umpire("clear");
    table.position.scenario = Scenario::ThreeDays;
    table.position.first_fire = Some(5);
    for line in lines {
        table.umpire(line);
    }
    table
}

#[test]
fn s34_2_a_reinforcement_comes_before_its_turn_or_after_it_and_need_not_come_at_all() {
    // Archer is due in turn 1 and stays away.
    let mut table = three_days(&["turn 1 confederate primary"]);
    assert!(table.menu(Confederate).iter().any(|line| line.starts_with("Archer march")));
    table.confederate("done", &[]);
    assert_eq!(table.position.unit(unit("Archer")).place, Place::Waiting);
    table.umpire("turn 4 confederate primary").confederate("Archer march A39-B38-C38", &[]);
    assert_eq!(lies(&table, "Archer"), "C38=8 B38=4");
    // Candy is due in turn 29 and hastened by a turn.
    let mut table = three_days(&["turn 25 union opening"]);
    table.union("hasten Candy 16:00", &[]);
    table.umpire("turn 28 union primary");
    assert!(table.menu(Union).iter().any(|line| line.starts_with("Candy march")));
    let mut early = three_days(&["turn 28 union primary"]);
    assert!(early.menu(Union).iter().all(|line| !line.starts_with("Candy march")));
    assert_eq!(early.position.unit(unit("Candy")).place, Place::Waiting);
    assert_eq!(early.refused(Union, "Candy march OO11"), "11.0");
}

#[test]
fn s34_3_8_nobody_comes_on_farther_than_six_hexes_from_his_road() {
    // Davis is due in turn 1 at A39; the counter of a line of three lies in its middle.
    let comes = |turn: u8, line: &str| {
        let mut table = three_days(&[&format!("turn {turn} confederate primary")]);
        table.attempt(Confederate, line, &[]).is_ok()
    };
    let (six, seven) = ("Davis enter A34=8 A33=8 A32=2 ends N S", "Davis enter A33=8 A32=8 A31=2 ends N S");
    assert!(!comes(3, six), "four hexes after two turns");
    assert!(comes(4, six), "six after three");
    assert!(!comes(5, seven) && !comes(9, seven) && comes(9, six), "and never more");
}

#[test]
fn r1_letters_count_columns_from_the_west_and_numbers_hexes_from_the_south() {
    let ground = &RULES.pack().ground;
    let to = |side: &str, from: &str| {
        let side = Facing::read(side, Axis::FlatColumns).expect(side);
        ground.atlas.ahead(hex(from), side).map(|at| ground.id(at))
    };
    let all = ["N", "NE", "SE", "S", "SW", "NW"];
    let around = |from: &str| all.map(|side| to(side, from).expect("a hex"));
    // A, C, E .. and B, D, F .., which stand half a hex farther north.
    assert_eq!(around("M34"), ["M35", "N34", "N33", "M33", "L33", "L34"]);
    assert_eq!(around("N34"), ["N35", "O35", "O34", "N33", "M34", "M35"]);
    assert_eq!((to("NE", "Z20"), to("NE", "OO20")), (Some("AA21".into()), None));
    // By the metres of the pack as well: x to the east, y to the south.
    for (id, row) in HEXES.iter() {
        let metres = |id: &str, key: &str| HEXES[id][key].parse::<f64>().expect("metres");
        if let Some(north) = to("N", id) {
            assert!(metres(&north, "y_m") < metres(id, "y_m") && metres(&north, "x_m") == metres(id, "x_m"), "{id}");
        }
        if let Some(east) = to("NE", id) {
            assert!(metres(&east, "x_m") > row["x_m"].parse::<f64>().expect("metres"), "{id}");
        }
    }
}

#[test]
fn r2_levels_are_twenty_five_feet_from_four_hundred_and_ten() {
    let ground = &RULES.pack().ground;
    let mut other = 0;
    for (id, row) in HEXES.iter() {
        let feet: i32 = row["elev_ft"].parse().expect("feet");
        let level = i32::from(ground.level(hex(id)));
        assert_eq!(level.to_string(), row["level"], "{id}");
        let rounded = ((feet - 410) / 25).max(0);
        assert!((level - rounded).abs() <= 1, "{id}");
        other += usize::from(level != rounded);
    }
    assert_eq!(other, 32, "ruling 76: taken before the feet were rounded");
}

#[test]
fn r4_water_costs_no_movement_and_bars_works() {
    let table = Table::study(&["place Archer column N M28 M27"]);
    let (rules, ground) = (board(&table), &RULES.pack().ground);
    let mut wet = 0;
    for (id, row) in HEXES.iter() {
        let to = hex(id);
        let features = &row["features"];
        if ["stream", "river"].iter().any(|water| features.contains(water)) {
            wet += 1;
            for from in ground.next_to(to).filter(|from| ground.is_hex(*from)) {
                let road = ground.has_road(from) && ground.has_road(to);
                let cost = rules.step_cost(unit("Archer"), Mover::Column, from, to);
                assert_eq!(cost, if road { 2 } else { 3 }, "{id}");
            }
        }
        let barred = ["stream_through", "river", "swamp"].iter().any(|water| features.contains(water));
        assert_eq!(ground.cells[to].may_be_dug, !barred, "{id}: {features}");
    }
    assert!(wet > 100, "{wet} hexes of water");
}

#[test]
fn r7_results_of_combat_fire_are_those_of_one_object_of_the_pack() {
    let text = include_str!("../../data/tables.json");
    let tables: serde_json::Value = serde_json::from_str(text).expect("JSON");
    let results = &tables["combat_fire"]["results"];
    // Columns of veteran foot are its points, so the whole table is read.
    for die in 1..=6u8 {
        for points in 1..=11u8 {
            let printed = results[die.to_string()][usize::from(points) - 1].as_u64().expect("a number");
            let read = RULES.pack().tables.combat_fire.points(3, false, points, die);
            assert_eq!(u64::from(read), printed, "{points} points, die {die}");
        }
    }
    assert!((1..=11).all(|points| RULES.pack().tables.combat_fire.points(3, false, points, 4) == points));
    assert_eq!(RULES.pack().tables.combat_fire.points(3, false, 11, 6), 14);
}

#[test]
fn r53_a_town_hex_with_a_road_is_a_road_hex_and_the_town_costs_nothing_more() {
    let table = Table::study(&["place Archer column N M28 M27"]);
    let (rules, ground) = (board(&table), &RULES.pack().ground);
    let (mut by_road, mut beside) = (0, 0);
    for from in (0..ground.cells.len()).filter(|hex| ground.terrain(*hex) == Terrain::Town) {
        for (_, to) in ground.atlas.around(from) {
            let cost = rules.step_cost(unit("Archer"), Mover::Column, from, to);
            if ground.has_road(from) && ground.has_road(to) {
                by_road += 1;
                assert_eq!(cost, 2);
            } else {
                beside += 1;
                assert_eq!(cost, 3);
            }
        }
    }
    assert!(by_road > 0 && beside > 0, "{by_road} {beside}");
}

#[test]
fn r56_in_the_range_of_guns_alone_an_unnamed_line_goes_back_and_costs_nothing() {
    let mut table = before_guns(&["turn 1 confederate alone", "mark Archer level 6"]);
    assert!(table.attempt(Confederate, "Archer ahead right 1", &[]).is_err(), "it does not advance (§21.5)");
    table.confederate("Archer back S", &[]);
    assert_eq!((brigade(&table, "Archer").dp, brigade(&table, "Archer").retreat), (0, Retreat::None));
    assert_eq!(table.position.segment, Segment::Alone);
}

#[test]
fn r90_batteries_of_two_battalions_share_a_hex_unless_artillery_commanders_are_in_force() {
    let lines = ["place Zimmerman M28 limbered N", "place Reese M27 limbered N", "turn 14 confederate alone"];
    let battalion = |name: &str| RULES.pack().unit(unit(name)).battery().map(|b| b.battalion.clone());
    assert_ne!(battalion("Zimmerman"), battalion("Reese"));
    let mut table = Table::study(&lines);
    table.confederate("Reese march M28", &[]);
    assert_eq!(lies(&table, "Reese"), "M28=4");
    let mut table = Table::with(&["artillery-commanders", "night-orders"]);
    table.umpire("clear");
    for line in lines {
        table.umpire(line);
    }
    assert_eq!(table.refused(Confederate, "Reese march M28"), "17.2");
}
