//! Sections with a test of their own, of chapters whose files test what is about them.

use crate::table::{RULES, Table, board, hex, lies, unit};
use advanced_gettysburg::{Attack, Place, Scenario, Segment};
use domain_core::referee::Ruleset;
use domain_core::referee::Side::{Confederate, Union};

fn paid(table: &Table, name: &str) -> Vec<u8> {
    table.position.brigade(unit(name)).expect("a brigade").paid.iter().map(|p| p / 2).collect()
}

#[test]
fn s14_5_6_a_corps_commander_of_a_chain_of_columns_does_not_reach_through_a_division_commander() {
    let table = Table::study(&[
        "place cs-hill-cmd K35",
        "place Heth H36",
        "place Archer column SE F37 E38",
        "place Davis column SE D37 C38 B38",
    ]);
    let far = |a: &str, b: &str| RULES.pack().ground.atlas.distance(hex(a), hex(b)).expect("hexes");
    assert!(far("K35", "H36") <= 3 && far("H36", "F37") <= 3 && far("H36", "D37") > 3 && far("K35", "F37") > 3);
    let near = |by: &str, brigade: &str| board(&table).in_command_range(unit(by), unit(brigade));
    assert!(near("cs-hill-cmd", "Archer"), "§14.5.3: through Heth");
    assert!(near("Heth", "Davis"), "§14.5.5: behind Archer");
    assert!(!near("cs-hill-cmd", "Davis"), "but not both");
}

#[test]
fn s15_5_who_has_a_level_need_not_stay_in_range() {
    let mut table = Table::study(&["place Heth E38", "place Archer column SE F37 E38", "turn 3 confederate divisions"]);
    table.confederate("lead Heth: Archer", &[6]).umpire("place Heth B30");
    assert!(!board(&table).in_command_range(unit("Heth"), unit("Archer")));
    table.confederate("Archer march G37-H36", &[]);
}

#[test]
fn s16_1_2_reinforcements_move_before_the_other_segments() {
    let mut table = Table::start();
    table.confederate("done", &[]).confederate("Archer march F37", &[]);
    table.umpire("turn 2 confederate primary").umpire("place Davis rest H30");
    let before = table.position.clone();
    table.confederate("Archer march I36", &[]);
    table.position = before;
    table.confederate("alone Davis", &[4]);
    assert_eq!(table.refused(Confederate, "Archer march I36"), "15.0", "its segment is over");
}

#[test]
fn s17_1_6_flank_markers_of_two_brigades_share_a_hex_with_eight_points_together() {
    // The hexes that Archer, looking east, comes into.
    let mut table = Table::study(&["place Archer line F22=8 F21=4", "turn 3 confederate alone", "mark Archer level 6"]);
    table.confederate("Archer ahead right 1", &[]);
    let end = RULES.pack().ground.id(table.position.chain(unit("Archer"))[1].at());
    let (column, row) = end.split_at(1);
    let below = format!("{column}{}", row.parse::<u8>().expect("a row") - 1);
    for (points, free) in [(4, true), (5, false)] {
        let mut table = Table::study(&[
            "place Archer line F22=8 F21=4",
            &format!("place Davis line {end}={points} {below}=8"),
            "turn 3 confederate alone",
            "mark Archer level 6",
        ]);
        if free {
            table.confederate("Archer ahead right 1", &[]);
            assert_eq!(RULES.whole(&table.position), Ok(()));
        } else {
            assert_eq!(table.refused(Confederate, "Archer ahead right 1"), "17.1");
        }
    }
    // §17.1.1: a marker with others to both sides shares no hex, nor does a column.
    let above = format!("{column}{}", row.parse::<u8>().expect("a row") + 1);
    let mut inner = Table::study(&[
        "place Archer line F21=4 E",
        &format!("place Davis line {above}=4 {end}=4 {below}=8"),
        "turn 3 confederate alone",
        "mark Archer level 6",
    ]);
    assert_eq!(inner.refused(Confederate, &format!("Archer ahead {end}")), "17.1");
}

#[test]
fn s17_2_5_cannon_in_both_formations_share_a_hex_each_within_its_limit() {
    let mut table = Table::study(&[
        "place us-huntington-ricketts-bty U23 unlimbered W",
        "place us-huntington-norton-bty T23 limbered N",
        "turn 3 union primary",
    ]);
    table.union("us-huntington-norton-bty march U23", &[]);
    assert_eq!(board(&table).units_at(hex("U23")).len(), 2);
}

#[test]
fn s17_2_6_unlimbered_cannon_do_not_block_the_road() {
    let way = "Davis march E38-F37-G37";
    let cost = |guns: &str| {
        let mut table = Table::study(&["place Davis column SE D37 C38 B38", "turn 3 confederate alone"]);
        table.umpire("mark Davis level 8").umpire(&format!("place Brander F37 {guns}"));
        table.confederate(way, &[]);
        table.position.brigade(unit("Davis")).map(|b| b.spent())
    };
    assert_eq!(cost("unlimbered E"), Some(6), "three points in halves");
    assert_eq!(cost("limbered SE"), Some(8), "into its hex and out of it at one and a half each");
}

#[test]
fn s18_5_a_brigade_goes_to_rest_in_one_hex() {
    let rests = |level: u8| {
        let mut table = Table::study(&["place Archer column SE F37 E38", "turn 3 confederate alone"]);
        table.umpire(&format!("mark Archer level {level}"));
        let rests = table.attempt(Confederate, "Archer rest", &[]).is_ok();
        (rests, lies(&table, "Archer"))
    };
    assert_eq!(rests(2), (true, "F37=12".to_owned()), "the second marker moves up first");
    assert_eq!(rests(0), (false, "F37=8 E38=4".to_owned()), "for points");
    let mut line = Table::study(&["place Archer line F22=8 F21=4", "turn 3 confederate alone", "mark Archer level 6"]);
    assert_eq!(line.refused(Confederate, "Archer rest"), "18.0");
}

/// Ward in line at M27 to M29 looking east, Archer in a line looking west, so many columns off.
fn facing(archer: &str) -> Table {
    Table::study(&[
        "turn 9 union alone",
        "place us-ward-inf line M29=5 M28=8 M27=8",
        &format!("place Archer line {archer}"),
        "mark us-ward-inf attack launched level 6",
    ])
}

#[test]
fn s21_4_advance_and_retreat_are_not_mixed_in_a_move() {
    let mut table = facing("O27=6 O28=6");
    table.umpire("place us-ward-inf line L28=8 L27=8 L26=5").umpire("mark us-ward-inf attack launched level 6");
    table.union("Ward ahead right 1", &[]);
    assert!(table.position.chain(unit("us-ward-inf")).iter().any(|l| board(&table).in_enemy_range(Union, l.at())));
    table.umpire("mark us-ward-inf attack none");
    assert_eq!(table.refused(Union, "Ward back left 1"), "21.0", "it has advanced");
    let mut table = facing("O27=6 O28=6");
    table.umpire("mark us-ward-inf attack none").union("Ward back left 1", &[]);
    table.umpire("mark us-ward-inf attack launched").umpire("mark us-ward-inf retreat none");
    assert_eq!(table.refused(Union, "Ward ahead right 1"), "21.0", "it has retreated");
}

#[test]
fn s22_7_one_marker_beside_an_enemy_is_enough_and_the_others_use_as_many_points() {
    let mut table = facing("O27=6 O28=6");
    table.union("Ward ahead right 1", &[]);
    let beside = |table: &Table, n: usize| {
        let link = table.position.chain(unit("us-ward-inf"))[n];
        board(table).enemy_distance(Union, link.at()) == Some(1)
    };
    assert!((0..3).any(|n| beside(&table, n)) && paid(&table, "us-ward-inf") == [2, 2, 2]);
    table.union("done", &[]);
    // Two points each, and nobody beside: the rest is owed (§22.6).
    let mut table = facing("S27=6 S28=6");
    table.union("Ward ahead right 1", &[]);
    assert_eq!(table.refused(Union, "done"), "22.6");
}

#[test]
fn s22_15_an_attack_uses_fewer_points_only_where_there_is_no_room() {
    let mut table = facing("S27=6 S28=6");
    assert_eq!(table.refused(Union, "done"), "22.6");
    // Friends before it for three hexes: nowhere to end.
    let rows = |column: &str| format!("{column}30=8 {column}29=8 {column}28=8 {column}27=8 {column}26=8");
    for (name, column) in [("us-graham-inf", "N"), ("us-de-trobriand-inf", "O"), ("us-burling-inf", "P")] {
        table.umpire(&format!("place {name} line {}", rows(column)));
    }
    table.union("done", &[]);
    // Friends in the next hexes alone: it goes through them.
    let mut table = facing("S27=6 S28=6");
    table.umpire(&format!("place us-graham-inf line {}", rows("N")));
    assert_eq!(table.refused(Union, "done"), "22.6", "behind them there is room");
}

/// Archer, attacking at HH39, before Stone at HH40 and Cutler at II40, who was forced into line; guns fill Archer's flank hexes.
fn partly_hasty(stone: u8) -> Table {
    let mut table = Table::study(&[
        &format!("place Stone line HH40={stone} SSE"),
        "place Cutler line II40=6 SSW",
        "place Archer line HH39=8 NNE",
        "place Crenshaw GG40 limbered N",
        "place Brander II39 limbered N",
        "mark Archer attack launched",
        "turn 1 confederate targets",
        "mark Cutler hasty",
    ]);
    table.confederate("Archer at HH40", &[]).confederate("done", &[]);
    if table.position.segment == Segment::FlankMoves {
        table.union("done", &[]);
    }
    table.union(&format!("HH40: {stone} at HH39"), &[]).union("II40: 6 at HH39", &[]);
    table
}

#[test]
fn s24_3_6_losses_wait_for_the_answer_where_half_of_the_fire_comes_from_hasty_lines() {
    let mut table = partly_hasty(8);
    table.union("done", &[6, 6, 1]);
    assert!(table.told("Archer 7 from HH39"), "six of fourteen: {:?}", table.story());
    let mut table = partly_hasty(6);
    table.union("done", &[6, 6, 1]);
    assert!(table.told("Archer 8 from HH39"), "six of twelve: {:?}", table.story());
    assert!(lies(&table, "Archer") != "HH39=8", "but they fall");
}

#[test]
fn s24_7_a_line_formed_in_haste_fires_six_points_from_a_hex() {
    let mut table = Table::study(&[
        "place Stone column N HH41=8 HH40=5",
        "place Archer line GG41=8 E",
        "mark Archer attack launched",
        "turn 1 confederate hasty",
    ]);
    table.union("done", &[]).confederate("Archer at HH41", &[]).confederate("done", &[]);
    if table.position.segment == Segment::FlankMoves {
        table.union("done", &[]);
    }
    assert_eq!(table.refused(Union, "HH41: 7 at GG41"), "24.1");
    table.union("HH41: 6 at GG41", &[]);
}

#[test]
fn s24_4_6_cannon_take_no_damage_by_combat_fire() {
    let mut table = Table::study(&[
        "place us-huntington-ricketts-bty HH40 unlimbered SSE",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    let guns = table.position.unit(unit("us-huntington-ricketts-bty")).clone();
    table.confederate("Archer at HH40", &[]).confederate("done", &[]);
    if table.position.segment == Segment::FlankMoves {
        table.union("done", &[]);
    }
    if table.position.segment == Segment::Fire {
        table.union("defend hold", &[]);
    }
    assert_eq!(*table.position.unit(unit("us-huntington-ricketts-bty")), guns);
}

#[test]
fn s28_3_who_carried_a_defenders_assault_goes_on_attacking_in_its_next_turn() {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        "turn 3 union assault",
        "mark Archer attack launched",
    ]);
    table.union("Meredith.2 assault F22", &[6, 1]);
    let meredith = table.brigade("Meredith");
    assert_eq!((meredith.attack, meredith.carried > 0), (Attack::None, true), "it is its next turn that counts");
    // The rest is in `revision_five_attack`.
    table.position.brigade_mut(unit("Meredith")).expect("a brigade").attack = Attack::Launched;
    assert!(board(&table).advances_unrolled(unit("Meredith")), "six points without being named");
}

#[test]
fn s29_4_1_and_s29_4_5_batteries_have_ten_factors_and_the_armies_their_reserves() {
    let table = Table::start();
    for id in RULES.pack().ids() {
        if let Some(battery) = table.position.battery(id) {
            assert_eq!(battery.factors, 10, "{}", RULES.pack().name(id));
        }
    }
    let mut reserves = RULES.pack().tables.reserve;
    reserves.sort_unstable();
    assert_eq!(reserves, [944, 1140], "§29.4.5");
}

/// The position of all three days in a turn after the first fire.
fn late(turn: u8) -> Table {
    let mut table = Table::start();
    table.umpire("clear");
    table.position.scenario = Scenario::ThreeDays;
    table.position.first_fire = Some(5);
    table.umpire(&format!("turn {turn} union opening"));
    table
}

#[test]
fn s34_21_5_an_entry_is_hastened_at_most_six_hours_before_its_turn() {
    // The XII Corps is due in turn 29: eighteen turns before is turn 11.
    assert_eq!(late(10).refused(Union, "hasten Candy 16:00"), "34.2");
    late(11).union("hasten Candy 16:00", &[]);
}

#[test]
fn s34_3_7_and_8_the_counter_comes_on_within_the_hexes_of_the_delay_and_never_farther_than_six() {
    // Ward is due at G1 in turn 35; the counter of a line of three lies in its middle.
    let comes = |turn: u8, line: &str| {
        let mut table = late(turn);
        table.umpire(&format!("turn {turn} union primary"));
        table.attempt(Union, &format!("us-ward-inf enter {line} ends S NE"), &[]).map_err(|refusal| refusal.to_string())
    };
    let [one, three, five, seven] = ["G1=8 H1=8 I1=5", "I1=8 J1=8 K1=5", "K1=8 L1=8 M1=5", "M1=8 N1=8 O1=5"];
    for (turn, may, may_not) in [(36, one, three), (37, three, five), (38, five, seven), (42, five, seven)] {
        assert_eq!(comes(turn, may), Ok(()), "turn {turn}");
        assert!(comes(turn, may_not).is_err_and(|why| why.contains("34.3")), "turn {turn}");
    }
}

#[test]
fn s35_2_nobody_comes_beside_an_enemy_at_night() {
    let mut table = late(44);
    table.umpire("place us-ward-inf line M29=5 M28=8 M27=8").umpire("place Archer line P27=6 P28=6");
    table.umpire("turn 44 union alone").umpire("mark us-ward-inf level 6");
    for line in table.menu(Union).into_iter().filter(|l| l.starts_with("Ward")) {
        let mut after = Table { position: table.position.clone(), facts: Vec::new() };
        after.union(&line, &[]);
        let near = |l: &advanced_gettysburg::Link| board(&after).enemy_distance(Union, l.at());
        assert!(after.position.chain(unit("us-ward-inf")).iter().filter_map(near).all(|far| far > 1), "{line}");
    }
    assert!(matches!(table.position.unit(unit("Archer")).place, Place::At(_)));
}
