//! Cases of entries, expanded turns, victory and options (§34.0, §36.0, §37.0, 0.1 to 0.12), and of factors that come together, worked out
//! from rulebook, rulings and charts alone, on the ground of `cases_second.rs`.

use crate::cases_second::{aimed, difference, fight, state, to_assaults};
use crate::fire_kit::to_defence;
use crate::table::{Table, board, days, hex, hidden, lies, unit};
use advanced_gettysburg::{Fact, Scenario, Segment};
use domain_core::referee::Side::{Confederate, Union};

const CUTLER: &str = "place Cutler line U35=8 U36=8";
const LANE: &str = "place Lane line T36=8 T35=7";
const GUNS: &str = "place us-wainwright-hall-bty U36 unlimbered W";
const NEAR: &str = "place Cutler rest V36";

#[test]
fn s37_v1_v2_losses_are_added_before_they_are_halved() {
    let table =
        Table::study(&["mark Cutler lost 1", "mark Stone lost 1", "mark Meredith lost 1", "mark Gamble lost 1"]);
    let points: Vec<i32> = board(&table).tally(Confederate)[1..3].iter().map(|(_, n)| *n).collect();
    assert_eq!(points, [1, 1]);
}

#[test]
fn s34_1_6_s34_1_7_e1_e2_one_column_and_one_level() {
    let mut table = Table::start();
    table.confederate("done", &[]).confederate("Archer march F37", &[]);
    assert!(table.attempt(Confederate, "Davis march E38", &[]).is_err());
    table.confederate("Davis march D37", &[]);
    assert_eq!(state(&table, "Davis").1, 0);
    let mut table = Table::start();
    table.confederate("done", &[]).confederate("Archer march F36", &[]).confederate("Archer march G37", &[]);
    // Seven hexes to F36 cost seven points, the eighth is F36 or G37 by the road.
    let dp = state(&table, "Archer").1;
    assert!(dp > 0);
    table.confederate("Davis march C38", &[]);
    assert_eq!(state(&table, "Davis").1, dp, "the same level");
}

/// The afternoon of July 1, the first fire in turn 5.
fn late(turn: u8, side: &str, lines: &[&str]) -> Table {
    let mut table = days(lines);
    table.position.scenario = Scenario::ThreeDays;
    table.position.first_fire = Some(5);
    table.umpire(&format!("turn {turn} {side} opening"));
    table
}

#[test]
fn s34_21_e4_e5_e6_e7_e8_notice_neighbours_and_guns() {
    let mut table = late(25, "union", &[]);
    assert_eq!(table.refused(Union, "hasten XII 15:20"), "34.2");
    table.union("hasten XII 15:40", &[]).umpire("turn 27 union primary");
    table.union("Ruger march OO11", &[]);
    assert_eq!(state(&table, "Ruger").1, 15);
    let mut table = late(25, "union", &[]);
    table.union("hasten XII 16:00", &[]).umpire("turn 28 union primary").union("Ruger march OO11", &[]);
    assert_eq!(state(&table, "Ruger").1, 9);
    let mut table = late(10, "union", &[]);
    assert_eq!(table.refused(Union, "hasten XII 16:00"), "34.2", "nineteen turns before");
    table = late(11, "union", &[]);
    table.union("hasten XII 16:00", &[]);
    let mut table = late(10, "confederate", &[]);
    assert_eq!(table.refused(Confederate, "hasten cs-garnett-maurin-bty 11:20"), "34.2");
    let mut table = late(20, "union", &[]);
    assert_eq!(table.refused(Union, "road XII Emmitsburg"), "34.2");
    table.union("road XII Hanover", &[]);
    assert_eq!(table.refused(Union, "road XII Taneytown"), "34.2", "once");
    let mut table = late(26, "union", &[]);
    assert_eq!(table.refused(Union, "road XII Hanover"), "34.2", "three turns before");
}

#[test]
fn s34_3_2_e9_t20_delay_recovers_by_the_road_of_the_card_alone() {
    let mut table = late(24, "confederate", &[]);
    let before = state(&table, "cs-jenkins-a-g-cav").1;
    assert_eq!(before, 60);
    let next = |table: &mut Table| {
        let turn = table.position.turn;
        while table.position.turn == turn {
            let side = board(table).acting();
            table.attempt(side, "done", &[]).expect("on");
        }
    };
    next(&mut table);
    next(&mut table);
    while table.position.segment == Segment::Opening {
        table.confederate("done", &[]);
    }
    table.confederate("cs-jenkins-a-g-cav march AA45", &[]);
    assert_eq!(state(&table, "cs-jenkins-a-g-cav").1, 50);
    let mut table = late(18, "confederate", &[]);
    table.confederate("road cs-jenkins-a-g-cav Bendersville", &[]).umpire("turn 24 confederate opening");
    next(&mut table);
    next(&mut table);
    while table.position.segment == Segment::Opening {
        table.confederate("done", &[]);
    }
    table.confederate("cs-jenkins-a-g-cav march Q45", &[]);
    assert_eq!(state(&table, "cs-jenkins-a-g-cav").1, 60, "another road");
}

#[test]
fn s36_s33_2_x1_passed_turns_count_one_by_one() {
    let mut table =
        Table::study(&["place Thomas line Q30=8 Q31=5", "mark Thomas dp 25 idle", "turn 3 confederate opening"]);
    let mut after = vec![];
    while table.position.turn < 5 {
        let (turn, side) = (table.position.turn, board(&table).acting());
        table.attempt(side, "pass", &[]).or_else(|_| table.attempt(side, "done", &[])).expect("on");
        if table.position.turn != turn {
            after.push(state(&table, "Thomas").1);
        }
    }
    assert_eq!(after, [18, 8]);
}

#[test]
fn s0_1_outposts_3_4_o1_o2_a_line_has_no_gap_of_three_hexes_and_stands_near_its_army() {
    let mut table = hidden(&["place Archer rest HH20", "turn 1 confederate outposts"]);
    // A ring at distance two: all of its twelve hexes, then without three in a row.
    let ring: Vec<&str> =
        vec!["HH22", "II22", "JJ21", "JJ20", "JJ19", "II19", "HH18", "GG19", "FF19", "FF20", "FF21", "GG22"];
    let gap = ring[3..].join(" ");
    assert!(table.attempt(Confederate, &format!("outposts {gap}"), &[]).is_err());
    table.confederate(&format!("outposts {}", ring.join(" ")), &[]);
}

fn with(options: &[&str], lines: &[&str]) -> Table {
    let mut table = Table::with(options);
    table.umpire("clear");
    for line in lines {
        table.umpire(line);
    }
    table
}

#[test]
fn s0_6_o7_a_charge_is_fired_at_with_one_more_and_assaults_with_two_more() {
    for (die, carried) in [(1u8, true), (2, false)] {
        let mut table = with(
            &["cavalry-charge"],
            &[
                "place Hampton charge NE T35=3 T35=3 S35=3 S35=3",
                "place Brooke line U36=8 W",
                "mark Hampton dp 0",
                "mark Brooke dp 0",
                "turn 3 confederate opening",
            ],
        );
        table.confederate("attack Hampton", &[]).confederate("done", &[]).confederate("done", &[]);
        assert_eq!(table.position.segment, Segment::Fire, "neither targets nor steps into flanks");
        table.union("U36: 8 at T35", &[]).union("done", &[1]);
        assert_eq!(state(&table, "Hampton").0, 4);
        to_assaults(&mut table);
        let dice: &[u8] = if carried { &[die, 1] } else { &[die] };
        table.confederate("Hampton.1 assault U36", dice);
        assert_eq!(table.position.pending.is_some() || lies(&table, "Brooke") != "U36=8", carried);
    }
}

#[test]
fn s0_9_o10_headquarters_of_horse_and_of_divisions_roll_for_nothing() {
    for (turn, side, who) in
        [(94u8, Confederate, "cs-stuart-cmd"), (89, Union, "us-pleasonton-cmd"), (55, Union, "us-meade-cmd")]
    {
        let mut table = with(&["ammunition-loss"], &[]);
        table.position.scenario = Scenario::ThreeDays;
        let word = if side == Union { "union" } else { "confederate" };
        table.umpire(&format!("turn {turn} {word} primary"));
        let entry = board(&table).arrival(unit(who)).map(|(_, e)| e.hex).expect("he comes");
        let id = crate::table::RULES.pack().ground.id(entry).to_owned();
        table.attempt(side, &format!("{who} ride {id}"), &[]).expect("without a die");
        assert!(!table.facts.iter().any(|f| matches!(f, Fact::TrainsLost { .. })));
    }
}

#[test]
fn s0_12_o12_o13_works_halve_and_add_a_half_unless_fire_comes_from_elsewhere() {
    let works = ["works U36 S N", "works U35 S N"];
    let mut lines = vec![CUTLER, LANE, "place Thomas line V36=5 U37=8"];
    lines.extend(works);
    lines.extend(["mark Lane attack launched", "mark Thomas attack launched", "turn 3 confederate targets"]);
    let mut table = with(&["breastworks"], &lines);
    table.confederate("Lane.1 at U36", &[]);
    to_defence(&mut table);
    table.union("U36: 8 at T36", &[]).union("U35: hold", &[]).union("done", &[4, 4, 6]);
    assert_eq!(state(&table, "Lane"), (12, 12, 14));
    assert_eq!(state(&table, "Cutler"), (4, 4, 16));
    // The half is no part of assault strength: 7, 10 and 3 against 8, 10 and 3.
    to_assaults(&mut table);
    table.confederate("Lane.1 assault U36", &[3]);
    assert_eq!(difference(&table), -1);
    let mut table = with(&["breastworks"], &lines);
    table.confederate("Lane.1 at U36", &[]).confederate("Thomas.2 at U36", &[]);
    to_defence(&mut table);
    // Eight without a bonus; of Lane 8 halved 4, of Thomas 8 tripled 24 and not halved: 28 is 11, 11, 6.
    table.union("U36: 8 at T36", &[]).union("U35: hold", &[]).union("done", &[4, 1, 1, 1]);
    assert_eq!(state(&table, "Lane").0, 8);
}

#[test]
fn s0_12_8_o14_no_works_on_running_water() {
    let mut table = with(&["breastworks"], &["place Cobham line V38=8 E", "turn 3 union alone", "mark Cobham level 6"]);
    assert!(table.attempt(Union, "Cobham build 6", &[]).is_err());
    assert!(hex("V38") > 0);
}

#[test]
fn s0_12_3_o15_cannon_from_the_front_are_halved() {
    let mut table =
        with(&["breastworks"], &[GUNS, NEAR, "place Lang line R36=8 E", "works R36 N S", "turn 3 union artillery"]);
    table.union("Wainwright-Hall at R36", &[]);
    assert_eq!(state(&table, "Lang").0, 1, "three of six");
}

#[test]
fn s0_12_5_o16_who_fired_from_works_neither_returns_fire_nor_assaults() {
    for forgo in [false, true] {
        let mut table = with(
            &["breastworks"],
            &[
                CUTLER,
                LANE,
                "works U36 S N",
                "works U35 S N",
                "mark Lane attack launched",
                "turn 3 confederate targets",
            ],
        );
        table.confederate("Lane.1 at U36", &[]);
        to_defence(&mut table);
        if forgo {
            table.union("Cutler forgo", &[]);
        }
        table.union("U36: 8 at T36", &[]).union("U35: hold", &[]);
        let dice: &[u8] = if forgo { &[1, 1] } else { &[1, 1, 1] };
        table.union("done", dice).umpire("turn 3 union targets");
        assert_eq!(table.attempt(Union, "Cutler return", &[]).is_ok(), forgo);
    }
}

#[test]
fn s0_5_o5_the_unions_first_option() {
    let mut table = Table::with(&["entry-options"]);
    table.position.scenario = Scenario::ThreeDays;
    table.confederate("done", &[]).union("option 1 T31 U31 T31", &[]).union("done", &[]);
    let comes = |name: &str| board(&table).arrival(unit(name)).map(|(turn, _)| turn);
    assert_eq!(
        [comes("Stone"), comes("us-schurz-cmd"), comes("Stannard"), comes("Hancock")],
        [5, 11, 33, 25].map(Some)
    );
    assert!(lies(&table, "Meredith").starts_with("T31") && lies(&table, "Cutler").starts_with("U31"));
    assert_eq!(board(&table).tally(Confederate)[6].1, 20);
}

#[test]
fn s24_4_3_s24_4_5_c24_union_horse_out_of_a_flank_hex_counts_six_times() {
    let mut table = fight(&["Lane"], &["place Gamble line U35=8 U36=8", LANE]);
    table.confederate("Lane all at U36", &[]).confederate("done", &[]);
    table.union("U35 flank T34 4", &[]).union("done", &[]);
    // 24; at a marker of seven 10, 10 and 2: two elevens of horse, five each.
    table.union("U36: hold", &[]).union("U35: hold", &[]).union("done", &[1, 1, 1, 1]);
    assert_eq!(state(&table, "Lane"), (10, 10, 14));
}

#[test]
fn s24_4_1_s24_4_4_c25_tripled_then_halved_then_broken_down() {
    let lines = ["place Kelly line L32=6 W", "mark Kelly dp 0", "place Lane line L33=8 SSW"];
    let mut table = aimed(&["Lane"], &lines, &["Lane.1 at L32"]);
    // 24, 12, at six points 8 and 1: nine.
    table.union("defend hold", &[2]);
    assert_eq!(state(&table, "Kelly"), (4, 11, 6));
}

#[test]
fn s24_6_s24_4_5_c26_horse_forms_a_line_of_threes_in_haste() {
    let mut table = Table::study(&[
        "place Devin column S U36=3 U37=3 U38=3 U39=3",
        LANE,
        "mark Lane attack launched",
        "turn 3 confederate hasty",
    ]);
    table.union("Devin hasty right", &[]);
    if table.position.segment == Segment::Hasty {
        table.union("done", &[]);
    }
    table.confederate("Lane.1 at U36", &[]);
    to_defence(&mut table);
    table.union("U36: 3 at T36", &[]);
    table.union("U37: hold", &[]).union("done", &[4, 5]);
    assert_eq!(state(&table, "Lane"), (5, 5, 15));
    assert_eq!(state(&table, "Devin"), (3, 4, 12));
}

#[test]
fn s34_3_4_s34_3_5_e11_two_brigades_in_line_for_a_turn_of_delay() {
    let mut table = Table::start();
    table.umpire("clear").umpire("turn 1 confederate primary");
    assert!(table.attempt(Confederate, "Archer enter A39=8 A38=4", &[]).is_err(), "no delay yet");
    table.umpire("turn 2 confederate primary");
    table.confederate("Archer enter A39=8 A38=4", &[]).confederate("Brockenbrough enter A37=8 A36=3", &[]);
    assert!(table.attempt(Confederate, "Davis enter A42=2 A41=8 A40=8", &[]).is_err(), "a third");
    table.umpire("turn 3 confederate primary").confederate("Davis enter A42=2 A41=8 A40=8", &[]);
}

#[test]
fn s34_3_9_e12_who_was_hastened_and_waits_keeps_its_penalty() {
    let mut table = late(25, "union", &[]);
    table.union("hasten XII 15:40", &[]).umpire("turn 27 union opening");
    while table.position.turn < 29 {
        let side = board(&table).acting();
        table.attempt(side, "done", &[]).expect("on");
    }
    table.umpire("turn 29 union primary").union("Ruger march OO11", &[]);
    assert_eq!(state(&table, "Ruger").1, 15);
}

#[test]
fn s30_1_2_assault_table_note_a15_a_withdrawal_after_combat_is_no_retreat_of_the_movement_phase() {
    let mut table = aimed(&["Lane"], &[CUTLER, LANE], &["Lane.1 at U36"]);
    table.union("defend hold", &[1]).confederate("done", &[]).union("Cutler back SE SE", &[]).union("done", &[]);
    table.umpire("lose Lane");
    while (table.position.turn, table.position.side) != (4, Confederate) {
        let side = board(&table).acting();
        table.attempt(side, "done", &[]).expect("on");
    }
    assert_eq!(lies(&table, "Cutler"), "W34=8 W35=8");
    table.umpire("place Thomas line V35=8 V34=5").umpire("mark Thomas attack launched");
    table.umpire("turn 4 confederate targets").confederate("Thomas.1 at W35", &[]);
    to_defence(&mut table);
    table.union("W35: 8 at V35", &[]).union("W34: hold", &[]).union("done", &[1, 1]);
    to_assaults(&mut table);
    table.confederate("Thomas.1 assault W35", &[4]);
    assert_eq!(difference(&table), 0);
}

#[test]
fn s22_13_s33_1_5_a16_who_attacks_already_goes_on_at_level_four() {
    let mut table = aimed(&["Lane"], &[CUTLER, LANE, "mark Lane dp 45"], &["Lane.1 at U36"]);
    table.union("defend hold", &[1]);
    to_assaults(&mut table);
    // 8, seasoned at level 4 seven, 3 against silent 4, 10, 3.
    table.confederate("Lane.1 assault U36", &[5]);
    assert_eq!(difference(&table), 18 - 17);
    let mut table =
        Table::study(&[CUTLER, "place Lane line R36=8 R35=7", "mark Lane dp 45", "turn 3 confederate opening"]);
    assert!(table.attempt(Confederate, "attack Lane", &[]).is_err());
}

#[test]
fn s31_6_s37_1_a17_all_batteries_of_a_hex_are_taken() {
    let lines = [GUNS, "place us-wainwright-reynolds-bty U36 unlimbered W", "place Cutler line W35=8 W36=8", LANE];
    let mut table = aimed(&["Lane"], &lines, &["Lane.1 at U36"]);
    table.union("defend hold", &[]);
    to_assaults(&mut table);
    table.confederate("Lane.1 assault U36", &[6]);
    if !lies(&table, "Lane").contains("U36") {
        table.confederate("Lane advance U36", &[]);
    }
    assert_eq!(board(&table).tally(Confederate)[0].1, 12);
}

#[test]
fn s20_1_2_g22_a_second_battery_narrows_the_field_of_the_first() {
    let lang = "place Lang line S38=8 E";
    let mut table = Table::study(&[GUNS, NEAR, lang, "turn 3 union artillery"]);
    table.union("Wainwright-Hall at S38", &[]);
    let mut table = Table::study(&[
        GUNS,
        "place us-wainwright-reynolds-bty U36 unlimbered W",
        NEAR,
        lang,
        "place Thomas line S36=8 E",
        "turn 3 union artillery",
    ]);
    assert!(table.attempt(Union, "Wainwright-Hall at S38", &[]).is_err());
    table.union("Wainwright-Hall at S36", &[]);
}

#[test]
fn r62_s37_2_v4_points_that_are_taken_off_a_brigade_are_no_loss() {
    let mut table = days(&["place cs-jenkins-a-g-cav line Q30=8 Q31=9", "turn 123 union assault"]);
    while (table.position.turn, table.position.segment) != (124, Segment::Primary) {
        let side = board(&table).acting();
        table.attempt(side, "done", &[]).expect("on");
    }
    assert_eq!(state(&table, "cs-jenkins-a-g-cav").2, 15);
    assert_eq!(board(&table).tally(Union)[1].1, 0);
}

#[test]
fn s0_5_o19_the_confederates_first_option() {
    let mut table = Table::with(&["entry-options"]);
    table.position.scenario = Scenario::ThreeDays;
    table.confederate("option 1", &[]).confederate("done", &[]).union("done", &[]);
    assert_eq!(board(&table).tally(Union)[6].1, 0, "not before they come");
    table.umpire("turn 20 confederate primary").confederate("cs-smith-inf march AA45", &[]);
    assert_eq!((state(&table, "cs-smith-inf").2, board(&table).tally(Union)[6].1), (15, 10));
}
