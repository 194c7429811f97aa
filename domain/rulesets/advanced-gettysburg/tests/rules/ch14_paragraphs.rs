//! Command and special activities, paragraph by paragraph (§14.0 to §16.0, rulings 5, 16, 48, 60).

use crate::table::{RULES, Table, board, hex, unit};
use advanced_gettysburg::{Brigade, Level};
use domain_core::referee::Side::{Confederate, Union};

fn authority(by: &str, over: &str) -> bool {
    let table = Table::study(&[]);
    board(&table).has_authority(unit(by), unit(over))
}

/// The activity level of a brigade.
fn level(table: &Table, name: &str) -> Option<u8> {
    table.position.brigade(unit(name)).and_then(|b: &Brigade| b.level)
}

#[test]
fn s14_1_1_a_brigade_commander_has_authority_over_his_brigade_only() {
    assert!(authority("Archer", "Archer") && !authority("Archer", "Davis"));
    let board = Table::study(&[]);
    assert_eq!(crate::table::board(&board).ratings(unit("Archer")), (1, 1, 3), "and a leadership of three (§26.3a)");
}

#[test]
fn s14_1_2_a_division_commander_has_authority_over_every_brigade_of_his_division() {
    for brigade in RULES.pack().ids().filter(|u| RULES.pack().unit(*u).brigade().is_some()) {
        let spec = RULES.pack().unit(brigade);
        let table = Table::study(&[]);
        assert_eq!(
            board(&table).has_authority(unit("Heth"), brigade),
            (spec.corps.as_str(), spec.division.as_str()) == ("III", "Heth") && spec.side == Confederate,
            "{}",
            spec.id
        );
    }
}

#[test]
fn s14_1_3_a_corps_commander_has_authority_over_every_brigade_of_his_corps() {
    let table = Table::study(&[]);
    let over = |u: &_| board(&table).has_authority(unit("cs-hill-cmd"), *u);
    let his: Vec<_> = RULES.pack().ids().filter(over).collect();
    assert_eq!(his.len(), 13, "of Anderson's, Heth's and Pender's divisions");
    assert!(his.iter().all(|u| RULES.pack().unit(*u).corps == "III" && RULES.pack().unit(*u).side == Confederate));
}

#[test]
fn s14_1_4_both_army_commanders_have_a_counter_of_the_fourth_level() {
    for (name, leadership) in [("cs-lee-cmd", 6), ("us-meade-cmd", 5)] {
        let spec = RULES.pack().unit(unit(name)).commander().expect("a commander");
        assert_eq!((spec.level, spec.leadership, spec.range), (Level::Army, leadership, 3), "{name}");
    }
}

#[test]
fn r5_the_counters_that_are_printed_have_control_coordination_leadership_and_range_in_that_order() {
    for (name, ratings) in [("Hood", (5, 5, 6, 3)), ("us-reynolds-cmd", (12, 7, 6, 3))] {
        let spec = RULES.pack().unit(unit(name)).commander().expect("a commander");
        assert_eq!((spec.control, spec.coordination, spec.leadership, spec.range), ratings, "{name}");
    }
    let commanders = RULES.pack().units.iter().filter_map(|u| u.commander());
    assert!(
        commanders.filter(|c| matches!(c.level, Level::Division | Level::Corps)).all(|c| c.control >= c.coordination)
    );
}

/// Heth with three brigades in range and one out of it.
fn division() -> Table {
    Table::study(&[
        "place Heth E38",
        "place Archer column SE F37 E38",
        "place Davis rest D37",
        "place Brockenbrough rest G38",
        "place Pettigrew rest I36",
        "turn 3 confederate opening",
    ])
}

#[test]
fn s14_2_1_who_is_under_no_authority_does_nothing_in_the_movement_phase() {
    let mut table = division();
    table.confederate("primary Heth", &[]);
    assert_eq!(table.why(Confederate, "Pettigrew column N"), "15.0 The activity level of Pettigrew is not determined.");
}

#[test]
fn s14_2_3_a_brigade_is_always_under_its_own_commander() {
    let mut table = division();
    table.confederate("done", &[]).confederate("alone Pettigrew", &[5]);
    assert_eq!(level(&table, "Pettigrew"), Some(4), "five less one, and nobody is near");
}

#[test]
fn s14_2_4_one_commander_determines_the_level_of_several_brigades() {
    let mut table = division();
    table.confederate("done", &[]).confederate("lead Heth: Archer Davis Brockenbrough", &[5]);
    assert_eq!(["Archer", "Davis", "Brockenbrough"].map(|name| level(&table, name)), [Some(5); 3]);
}

#[test]
fn s14_2_5_a_brigade_commander_commands_and_coordinates_his_own_brigade_alone() {
    let mut table = division();
    table.umpire("place Archer line F37=8 F36=4").confederate("primary Archer", &[]);
    assert_eq!(table.refused(Confederate, "Davis column N"), "15.0");
    table.confederate("Archer ahead right 1", &[]);
    assert_eq!(table.refused(Confederate, "lead Archer: Davis"), "2.1", "nor does he lead another");
}

#[test]
fn s14_3_s14_4_limits_are_read_for_lines_and_for_all() {
    // Heth controls four and coordinates three.
    let mut table = Table::study(&[
        "place Heth H22",
        "place Archer line F22=8 F21=4",
        "place Davis line H25=8 H24=8 H23=2",
        "place Brockenbrough line H20=8 H19=3",
        "place Pettigrew line J22=8 J21=8 J20=8 J19=5",
        "turn 3 confederate alone",
    ]);
    let all = "lead Heth: Archer, Davis, Brockenbrough, Pettigrew";
    assert_eq!(table.why(Confederate, all), "14.4 Heth cannot coordinate so many brigades in battleline.");
    table.umpire("place Brockenbrough rest H20").confederate(all, &[6]);
    assert_eq!(level(&table, "Brockenbrough"), Some(6));
}

#[test]
fn s14_5_1_who_is_out_of_range_is_not_influenced() {
    let mut table = division();
    table.confederate("done", &[]);
    assert_eq!(table.why(Confederate, "lead Heth: Pettigrew"), "14.5 One of those brigades is out of range of Heth.");
}

#[test]
fn s14_5_2_s14_5_4_range_is_three_hexes_from_counter_to_counter_for_all() {
    let commanders = RULES.pack().units.iter().filter_map(|u| u.commander());
    assert!(commanders.filter(|c| matches!(c.level, Level::Division | Level::Corps)).all(|c| c.range == 3));
    // The counter of a line counts, not its nearest marker: that of Davis lies with his second.
    let near = |at: &str| {
        let table = Table::study(&[&format!("place Heth {at}"), "place Davis line H25=8 H24=8 H23=2"]);
        board(&table).in_command_range(unit("Heth"), unit("Davis"))
    };
    let far = |a: &str, b: &str| RULES.pack().ground.atlas.distance(hex(a), hex(b));
    assert_eq!((far("H27", "H24"), far("H28", "H24"), far("H28", "H25")), (Some(3), Some(4), Some(3)));
    assert!(near("H27") && !near("H28"));
}

#[test]
fn s14_5_3_a_corps_reaches_its_brigades_by_itself_or_through_their_own_division_commander() {
    let near = |heth: &str, pender: &str| {
        let table = Table::study(&[
            "place cs-hill-cmd H22",
            &format!("place Heth {heth}"),
            &format!("place cs-pender-cmd {pender}"),
            "place Archer rest H28",
        ]);
        board(&table).in_command_range(unit("cs-hill-cmd"), unit("Archer"))
    };
    assert!(near("H25", "B22"), "Heth stands three hexes from both");
    assert!(!near("H26", "B22"), "four from Hill");
    assert!(!near("H24", "B22"), "four from Archer");
    assert!(!near("B22", "H25"), "Pender is not his commander");
}

#[test]
fn s14_5_5_a_chain_of_columns_reaches_as_far_as_it_is_unbroken_and_of_one_command() {
    let chained = |middle: &str| {
        let table = Table::study(&[
            "place Heth H36",
            "place Archer column SE F37 E38",
            &format!("place {middle}"),
            "place Brockenbrough column SE B38 A39",
        ]);
        board(&table).in_command_range(unit("Heth"), unit("Brockenbrough"))
    };
    assert!(chained("Davis column SE D37 C38 C37"), "through Davis, behind Archer");
    assert!(!chained("Davis rest D37"), "who is no column");
    assert!(!chained("Perrin column SE D37 C38"), "one of another division is no link");
    assert!(!chained("Davis column N M28 M27 M26"), "nor one who is elsewhere");
}

#[test]
fn s15_1_r16_the_primary_commander_spares_the_roll_and_not_the_disorganization() {
    let mut table = division();
    table.confederate("primary Heth", &[]).confederate("Archer march G37-H36-I36-J35-K35-L34-M34", &[]);
    assert_eq!((level(&table, "Archer"), table.brigade("Archer").dp), (Some(10), 5), "seven points");
    let mut alone = division();
    alone.confederate("primary Davis", &[]).confederate("Davis column N", &[]);
    assert_eq!(level(&alone, "Davis"), Some(10), "a brigade commander for his own brigade");
}

#[test]
fn r17_attackers_under_the_primary_commander_have_six_points() {
    let mut table = Table::study(&[
        "turn 9 union opening",
        "place us-ward-inf line M29=5 M28=8 M27=8",
        "place us-birney-cmd L28",
        "place Archer line T27=6 T28=6",
    ]);
    table.union("attack Ward", &[]).union("primary us-birney-cmd", &[]);
    assert_eq!(table.refused(Union, "Ward ahead right 4"), "11.0", "eight points");
    table.union("Ward ahead right 3", &[]);
    assert_eq!((level(&table, "us-ward-inf"), table.spent("us-ward-inf")), (Some(6), "6 6 6".to_owned()));
}

#[test]
fn s15_6_s15_7_the_commander_is_chosen_anew_each_turn_and_named_when_he_leads() {
    let mut table = division();
    table.confederate("primary Heth", &[]);
    assert!(table.told("Heth is the primary commander"));
    table.confederate("Archer march G37", &[]);
    table.confederate("done", &[]).union("done", &[]).union("done", &[]);
    table.confederate("done", &[]).confederate("alone Archer", &[4]);
    assert!(table.told("Archer moves alone: 4 rolled, 4 activity points."), "{:?}", table.story());
    assert_eq!(table.refused(Confederate, "lead Heth: Archer"), "15.0", "under one commander a turn");
}

#[test]
fn r60_the_primary_commanders_range_is_measured_when_he_is_named() {
    let mut table = division();
    table.umpire("place Davis rest E41");
    assert!(board(&table).in_command_range(unit("Heth"), unit("Davis")));
    table.confederate("primary Heth", &[]).confederate("Heth ride M34", &[]);
    assert!(!board(&table).in_command_range(unit("Heth"), unit("Davis")));
    table.confederate("Davis column N", &[]);
    // Another commander's is measured when his die is rolled.
    let mut table = division();
    table.confederate("done", &[]).confederate("Heth ride M34", &[]);
    assert_eq!(table.refused(Confederate, "lead Heth: Davis"), "14.5");
}

#[test]
fn r48_a_commander_who_was_hit_leads_on_with_two_of_everything_but_his_range() {
    let mut table = division();
    table.umpire("mark Heth hit").confederate("done", &[]);
    assert_eq!(board(&table).ratings(unit("Heth")), (2, 2, 2));
    assert_eq!(table.refused(Confederate, "lead Heth: Archer Davis Brockenbrough"), "14.3");
    table.confederate("lead Heth: Archer Davis", &[4]);
}

#[test]
fn s16_2_2_ground_is_nothing_to_a_commander() {
    // Eight hexes across the woods of Herr Ridge and off every road.
    let ways = |to: &str| {
        let mut table = Table::study(&["place Reynolds D33", "turn 3 union alone"]);
        table.attempt(Union, &format!("Reynolds ride {to}"), &[]).is_ok()
    };
    let far = |to: &str| RULES.pack().ground.atlas.distance(hex("D33"), hex(to));
    assert_eq!((far("L33"), far("M33")), (Some(8), Some(9)));
    assert!(ways("L33") && !ways("M33"));
}

#[test]
fn s16_3_horse_artillery_has_eight_points_and_unlimbers_for_nothing() {
    let mut table = Table::study(&["place Calef M28 limbered N", "turn 3 union alone"]);
    table.union("Calef march N28-O29-P29-Q30-R30", &[]).union("Calef unlimber E", &[]);
    let battery = table.position.battery(unit("Calef")).expect("a battery");
    assert_eq!((battery.spent, battery.limbered), (15, false), "five hexes at one and a half, in halves");
    let mut foot = Table::study(&["place Cooper M28 limbered N", "turn 3 union alone"]);
    assert_eq!(
        foot.why(Union, "Cooper march N28-O29-P29-Q30-R30"),
        "13.0 Cooper has not enough activity points for that."
    );
    foot.union("Cooper march N28-O29-P29-Q30", &[]);
    assert_eq!(foot.refused(Union, "Cooper unlimber E"), "13.0", "six points are spent");
}
