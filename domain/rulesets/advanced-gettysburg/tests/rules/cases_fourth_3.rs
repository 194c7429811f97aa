//! Cases of entries, victory, nights and options (§21.8, §31.7, §34.0, §37.0, 0.1 to 0.12) worked out from rulebook, rulings and charts
//! alone, on the ground of `cases_fourth.rs`.

use crate::cases_fourth::{CUTLER, HALL, LANE, refused};
use crate::cases_second::{aimed, state};
use crate::fire_kit::{battery, to_defence};
use crate::table::{Table, board, days, hex, hidden, lies, unit};
use advanced_gettysburg::{Scenario, Segment};
use domain_core::referee::Side::{self, Confederate, Union};

const GUNS: &str = "place us-wainwright-hall-bty KK37 unlimbered W";

fn late(turn: u8, side: &str, lines: &[&str]) -> Table {
    let mut table = days(lines);
    table.position.first_fire = Some(5);
    table.umpire(&format!("turn {turn} {side} opening"));
    table
}

fn with(options: &[&str], lines: &[&str]) -> Table {
    let mut table = Table::with(options);
    table.umpire("clear");
    for line in lines {
        table.umpire(line);
    }
    table
}

/// A game of all days with an entry option of one side written.
fn optional(side: Side, line: &str) -> Table {
    let mut table = Table::with(&["entry-options"]);
    table.position.scenario = Scenario::ThreeDays;
    if side == Confederate {
        table.confederate(line, &[]);
    }
    table.confederate("done", &[]);
    if side == Union {
        table.union(line, &[]);
    }
    table.union("done", &[]);
    table
}

fn next_turn(table: &mut Table) {
    let turn = table.position.turn;
    while table.position.turn == turn {
        let side = board(table).acting();
        table.attempt(side, "done", &[]).expect("on");
    }
}

#[test]
fn s34_21_3_s34_21_5_s34_21_6_k58_k59_notice_gain_and_penalty_on_top_of_the_card() {
    for (hour, turn, dp) in [("19:40", 39, 52), ("17:00", 31, 100)] {
        let mut table = late(22, "union", &[]);
        table.union(&format!("hasten V {hour}"), &[]).umpire(&format!("turn {turn} union primary"));
        table.union("Vincent march OO28", &[]);
        assert_eq!(state(&table, "Vincent").1, dp, "{hour}");
    }
    let mut table = late(22, "union", &[]);
    refused(&mut table, Union, "hasten V 16:40");
    let mut table = late(37, "union", &[]);
    refused(&mut table, Union, "hasten V 19:20");
    table.union("hasten V 19:40", &[]).umpire("turn 39 union primary").union("Vincent march OO28", &[]);
    assert_eq!(state(&table, "Vincent").1, 60);
    let mut table = late(39, "union", &[]);
    refused(&mut table, Union, "hasten V 19:40");
}

#[test]
fn s34_21_7_s34_21_8_k60_k61_four_turns_and_the_next_road() {
    let mut table = late(25, "union", &[]);
    table.union("road XII Hanover", &[]);
    let mut table = late(14, "confederate", &[]);
    table.confederate("road Doles Cashtown", &[]).confederate("road Iverson Harrisburg", &[]);
    table.confederate("road Gordon Bendersville", &[]);
    refused(&mut table, Confederate, "road Hays Cashtown");
    refused(&mut table, Confederate, "road Hays Hanover");
    let mut table = late(15, "confederate", &[]);
    refused(&mut table, Confederate, "road Doles Cashtown");
}

#[test]
fn s34_21_4_k65_hastening_begins_with_the_turn_after_the_first_fire() {
    let mut table = late(5, "union", &[]);
    refused(&mut table, Union, "hasten Coster 11:20");
    let mut table = late(6, "union", &[]);
    table.union("hasten Coster 11:20", &[]);
}

#[test]
fn s34_3_2_s34_1_1_k62_k66_a_turn_kept_back_and_a_turn_too_early() {
    let mut table = late(35, "union", &[]);
    assert_eq!(state(&table, "Graham").1, 30);
    next_turn(&mut table);
    table.umpire("turn 36 union primary").union("Graham march G1", &[]);
    assert_eq!(state(&table, "Graham").1, 25);
    let mut table = days(&["turn 3 union primary"]);
    assert!(table.attempt(Union, "Meredith march G1", &[]).is_err());
    table.umpire("turn 4 union primary").union("Meredith march G1", &[]);
}

#[test]
fn s34_3_7_k63_the_brigade_commander_is_within_the_range_of_the_delay() {
    let mut table = days(&["turn 2 confederate primary"]);
    assert!(table.attempt(Confederate, "Davis enter A43=2 A42=8 A41=8", &[]).is_err());
    table.confederate("Davis enter A42=2 A41=8 A40=8", &[]);
}

#[test]
fn s34_1_6_k64_who_follows_six_markers_of_horse_has_less_than_the_last_of_them() {
    let mut table = days(&["turn 24 confederate primary"]);
    table.confederate("cs-jenkins-a-g-cav march X39", &[]);
    assert_eq!(lies(&table, "cs-jenkins-a-g-cav"), "X39=3 Y40=3 Y41=3 Z41=3 Z42=3 AA43=2");
    let mut copy = Table { position: table.position.clone(), facts: vec![] };
    assert!(copy.attempt(Confederate, "cs-jenkins-jackson-bty march AA43", &[]).is_err());
    table.confederate("cs-jenkins-jackson-bty march AA44", &[]);
    assert!(table.attempt(Confederate, "cs-beckham-griffin-bty march AA44", &[]).is_err());
    table.confederate("cs-beckham-griffin-bty march AA45", &[]);
}

#[test]
fn s37_2_s37_3_k67_k68_points_lost() {
    for (lost, points) in [(5, 2), (6, 3)] {
        let table = Table::study(&[&format!("mark Cutler lost {lost}"), "mark Gamble lost 3"]);
        let tally = board(&table).tally(Confederate);
        assert_eq!((tally[1].1, tally[2].1), (3, points));
    }
}

#[test]
fn s37_k69_who_marched_through_holds_a_place() {
    let lines = ["place Archer column S O33=8 O34=4", "turn 3 confederate opening"];
    let mut table = Table::study(&lines);
    let before = (board(&table).tally(Confederate)[4].1, board(&table).tally(Union)[4].1);
    table.confederate("primary Archer", &[]).confederate("Archer march O32-O31-O30", &[]);
    assert_eq!(lies(&table, "Archer"), "O30=8 O31=4");
    let after = (board(&table).tally(Confederate)[4].1, board(&table).tally(Union)[4].1);
    assert_eq!((before, after), ((2, 10), (6, 10)));
}

#[test]
fn s37_4_s17_1_8_k96_an_army_commander_taken() {
    let lines = ["place Archer column S JJ37=8 JJ38=4", "place us-meade-cmd JJ36", "turn 3 confederate opening"];
    let mut table = Table::study(&lines);
    table.confederate("primary Archer", &[]).confederate("Archer march JJ36", &[]);
    assert_eq!(board(&table).tally(Confederate)[3].1, 15);
    assert!(!board(&table).on_map(unit("us-meade-cmd")));
}

#[test]
fn s31_7_s29_4_3_k91_a_captured_battery_draws_on_its_captors_reserve() {
    let lines = ["place us-wainwright-hall-bty KK37 unlimbered W", "mark us-wainwright-hall-bty factors 4 captor Lane"];
    let mut table = days(&lines);
    table.umpire("place Lane rest KK37").umpire("turn 50 confederate opening");
    let before = table.position.reserve;
    next_turn(&mut table);
    assert_eq!(battery(&table, HALL).factors, 10);
    assert_eq!(table.position.reserve, [before[0], before[1] - 6]);
}

#[test]
fn s21_8_k56_who_left_the_map_by_day_does_not_come_back_by_day() {
    let lines = [
        "place Lane line OO36=7 OO37=8",
        "place Cutler line NN37=8 NN36=8",
        "turn 3 confederate alone",
        "mark Lane level 6",
    ];
    let mut table = days(&lines);
    table.confederate("Lane leave", &[]);
    assert!(!board(&table).on_map(unit("Lane")));
    assert_eq!(state(&table, "Lane").1, 5);
    table.umpire("lose Cutler").umpire("turn 5 confederate primary");
    assert!(!table.menu(Confederate).iter().any(|l| l.starts_with("Lane ")));
}

#[test]
fn s0_5_k71_k72_k73_entry_options() {
    let mut table = optional(Union, "option 5");
    assert_eq!(board(&table).tally(Confederate)[6].1, 0);
    table.umpire("turn 47 union primary").union("Carr march A26", &[]);
    assert_eq!((state(&table, "Carr").2, board(&table).tally(Confederate)[6].1), (22, 2));
    let mut table = days(&["turn 47 union primary"]);
    table.union("Carr march A26", &[]);
    assert_eq!(state(&table, "Carr").2, 20);

    let mut table = optional(Confederate, "option 1");
    table.umpire("turn 20 confederate primary").confederate("cs-smith-inf march AA43", &[]);
    assert_eq!(board(&table).tally(Union)[6].1, 10);
    table.umpire("turn 21 confederate primary").confederate("Avery march AA45", &[]);
    assert_eq!((state(&table, "Avery").2, board(&table).tally(Union)[6].1), (17, 10));

    let mut table = optional(Union, "option 3 XII V");
    let comes = |name: &str| board(&table).arrival(unit(name)).map(|(turn, e)| (turn, e.hex));
    assert_eq!(comes("Vincent"), Some((29, hex("OO11"))));
    assert_eq!(comes("Ruger"), Some((40, hex("OO28"))));
    table.umpire("turn 29 union primary").union("Vincent march OO11", &[]);
    assert_eq!(state(&table, "Vincent").1, 0);
    table.umpire("turn 40 union primary").union("Ruger march OO28", &[]);
    assert_eq!(state(&table, "Ruger").1, 50);
}

#[test]
fn s0_6_3_r68_k74_k75_a_gallop_of_six_hexes() {
    let start = |brooke: &str| {
        let brooke = format!("place Brooke line {brooke}=8 NNE");
        let lines = ["place Hampton charge S JJ43=3 JJ43=3 JJ44=3 JJ44=3", "mark Hampton dp 0", &brooke];
        let mut table = with(&["cavalry-charge"], &lines);
        table.umpire("mark Brooke dp 0").umpire("turn 3 confederate opening");
        table
    };
    let mut table = start("JJ36");
    table.confederate("attack Hampton", &[]).confederate("primary Hampton", &[]);
    table.confederate("Hampton charge JJ42-JJ41-JJ40-JJ39-JJ38-JJ37", &[]);
    assert_eq!((lies(&table, "Hampton").as_str(), state(&table, "Hampton").1), ("JJ37=3 JJ37=3 JJ38=3 JJ38=3", 12));
    let mut table = start("JJ35");
    table.confederate("attack Hampton", &[]).confederate("primary Hampton", &[]);
    assert!(table.attempt(Confederate, "Hampton charge JJ42-JJ41-JJ40-JJ39-JJ38-JJ37-JJ36", &[]).is_err());
    let mut table = start("JJ36");
    table.confederate("primary Hampton", &[]);
    assert!(table.attempt(Confederate, "Hampton charge JJ42", &[]).is_err());
}

#[test]
fn s0_12_effect_2_s24_5_k78_cannon_and_foot_in_works_are_half_as_many_again() {
    let marye = "place Marye JJ38 limbered S";
    let lines =
        [CUTLER, LANE, marye, GUNS, "works KK37 S N", "mark Lane attack launched", "turn 3 confederate targets"];
    let mut table = with(&["breastworks"], &lines);
    table.confederate("Lane.1 at KK37", &[]);
    to_defence(&mut table);
    table.union("KK37: 11 at JJ37", &[]).union("KK36: hold", &[]).union("done", &[4, 4, 1]);
    assert_eq!(state(&table, "Lane"), (16, 16, 14));
}

#[test]
fn s0_12_effects_2_and_3_k79_an_attacker_at_the_end_of_works() {
    let mut lines = vec![CUTLER, LANE, "place Lang line KK38=8 SSW", "works KK37 S N", "works KK36 S N"];
    lines.extend(["mark Lane attack launched", "mark Lang attack launched", "turn 3 confederate targets"]);
    let mut table = with(&["breastworks"], &lines);
    table.confederate("Lane.1 at KK37", &[]).confederate("Lang.1 at KK37", &[]);
    to_defence(&mut table);
    refused(&mut table, Union, "KK37: 5 at JJ37, 3 at KK38");
    table.union("KK37: 6 at JJ37, 2 at KK38", &[]).union("KK36: hold", &[]).union("done", &[4, 4, 5, 5, 5]);
    assert_eq!((state(&table, "Lane").0, state(&table, "Lang").0), (6, 2));
    assert_eq!(state(&table, "Cutler"), (28, 28, 14));
}

#[test]
fn s0_12_1_s0_12_2_s13_9_k80_k81_the_points_of_works_are_points_of_the_level() {
    let mut table = with(&["breastworks"], &[CUTLER, "turn 3 union opening"]);
    table.union("primary Cutler", &[]).union("Cutler build 10", &[]);
    assert_eq!(state(&table, "Cutler").1, 30);
    table.umpire("turn 4 union opening").union("primary Cutler", &[]).union("Cutler build 8", &[]);
    assert_eq!((state(&table, "Cutler").1, table.position.works.len()), (40, 2));
    for enemy in ["place Lane line II37=8 II36=7", "place Zimmerman GG36 unlimbered E"] {
        let mut table = with(&["breastworks"], &[CUTLER, enemy, "turn 3 union opening"]);
        table.union("primary Cutler", &[]);
        assert!(table.attempt(Union, "Cutler build 6", &[]).is_err(), "{enemy}");
    }
}

#[test]
fn s0_9_k82_commanders_of_armies_and_of_guns_leave_nothing_behind() {
    for (turn, side, who, at) in [(25u8, Union, "Hunt", "W1"), (26, Confederate, "cs-lee-cmd", "A39")] {
        let mut table = with(&["ammunition-loss"], &[]);
        table.position.scenario = Scenario::ThreeDays;
        let word = if side == Union { "union" } else { "confederate" };
        table.umpire(&format!("turn {turn} {word} primary"));
        table.attempt(side, &format!("{who} ride {at}"), &[]).expect("without a die");
    }
}

#[test]
fn s0_1_detachments_2_s0_1_detachments_5_k84_a_point_less_and_gone_when_somebody_comes_beside_them() {
    let mut table = hidden(&["place Davis line JJ37=5 JJ36=8 JJ35=5", "turn 3 confederate opening"]);
    table.confederate("Davis detach JJ37", &[]);
    assert_eq!((state(&table, "Davis").2, lies(&table, "Davis").as_str()), (17, "JJ37=4 JJ36=8 JJ35=5"));
}

#[test]
fn s0_11_k77_ten_factors() {
    for (gone, points) in [(9, 0), (10, 1)] {
        let mut table = with(&["ammunition-victory"], &[]);
        table.position.expended = [gone, 0];
        assert_eq!(board(&table).tally(Confederate)[5].1, points);
    }
}

#[test]
fn s30_1_s24_0_k97_after_a_whole_fight_the_segments_come_in_their_order() {
    let mut table = aimed(&["Lane"], &[CUTLER, LANE], &["Lane.1 at KK37"]);
    table.union("defend hold", &[1]);
    assert_eq!((table.position.side, table.position.segment), (Confederate, Segment::BackOff));
}
