//! More cases of §24.0 to §34.0 and of works, worked out from rulebook, rulings and charts alone, on the ground of `cases_fourth.rs`.

use crate::cases_fourth::{CUTLER, HALL, LANE, gives_way, refused};
use crate::cases_fourth_2::{GUNS, to_targets};
use crate::cases_second::{aimed, difference, state, to_assaults};
use crate::fire_kit::{battery, to_defence};
use crate::table::{Table, board, days, lies, unit};
use advanced_gettysburg::{Scenario, Segment};
use domain_core::referee::Refusal;
use domain_core::referee::Side::{Confederate, Union};

#[test]
fn s24_3_7_r65_n1_two_attackers_of_a_hex_and_who_of_them_is_aimed_at() {
    let lines = [CUTLER, "place Lane line JJ38=8 JJ37=4", "place Thomas line JJ37=4 JJ36=8"];
    let mut table = aimed(&["Lane", "Thomas"], &lines, &["Lane.2 at KK37", "Thomas.1 at KK37"]);
    table.union("single Thomas JJ37", &[]).union("KK37: 8 at JJ37", &[]).union("KK36: hold", &[]);
    table.union("done", &[4, 4, 5]);
    assert_eq!((state(&table, "Lane"), state(&table, "Thomas")), ((4, 5, 12), (4, 5, 12)));
    assert_eq!(state(&table, "Cutler"), (8, 8, 16));
}

#[test]
fn s0_12_effect_3_n6_a_battery_in_works_is_covered_like_others() {
    let mut table = Table::with(&["breastworks"]);
    let cutler = "place Cutler rest LL37";
    for line in ["clear", GUNS, cutler, "place Marye GG37 unlimbered E", "works GG37 N S", "turn 3 union artillery"] {
        table.umpire(line);
    }
    table.union("Wainwright-Hall at GG37", &[4]);
    assert_eq!(battery(&table, "Marye").factors, 9);
}

#[test]
fn s34_3_3_s34_3_5_s22_1_n21_an_entrance_under_fire() {
    let cutler = "place Cutler line C38=8 C39=8";
    let mut table = days(&[cutler, "turn 1 confederate primary"]);
    for way in ["A39", "A41"] {
        assert!(table.attempt(Confederate, &format!("Archer march {way}"), &[]).is_err(), "{way}");
    }
    let mut table = days(&[cutler, "turn 2 confederate primary"]);
    for way in ["A39", "A40"] {
        assert!(table.attempt(Confederate, &format!("Archer march {way}"), &[]).is_err(), "{way}");
    }
    table.confederate("Archer march A41", &[]);
}

#[test]
fn s26_n32_no_casualties_beyond_the_last_row() {
    let lines = ["place Von-Gilsa line KK36=3 KK37=8", "place Archer line JJ37=8 JJ36=4"];
    let lines = lines.map(|l| l.replace("Von-Gilsa", "us-von-gilsa-inf"));
    let mut table = aimed(&["Archer"], &[&lines[0], &lines[1]], &["Archer.1 at KK37"]);
    table.union("defend hold", &[6]);
    to_assaults(&mut table);
    table.confederate("Archer.1 assault KK37", &[6, 6]);
    assert_eq!(difference(&table), 9);
    gives_way(&mut table, Union, "Von Gilsa");
    assert_eq!(state(&table, "us-von-gilsa-inf"), (13, 27, 10));
}

#[test]
fn s30_1_2_s26_1b_n38_n40_guns_that_withdrew_defend_nothing_and_who_stands_behind_stays() {
    let mut table = aimed(&["Lane"], &[CUTLER, GUNS, "place Stone line MM36=8 MM37=5", LANE], &["Lane.1 at KK37"]);
    table.union("defend hold", &[1]).confederate("done", &[]);
    assert!(table.attempt(Union, "Stone back SE", &[]).is_err());
    table.union("Wainwright-Hall back NE", &[]).union("done", &[]);
    table.confederate("Lane.1 assault KK37", &[6, 1]);
    assert_eq!(difference(&table), 4);
    gives_way(&mut table, Union, "Cutler");
    table.confederate("Lane advance KK37", &[]);
    assert_eq!(board(&table).tally(Confederate)[0].1, 0);
}

#[test]
fn s31_7_s17_2_9_n41_captured_guns_are_of_the_captors_division() {
    for (guns, near, may) in [
        ("us-wainwright-hall-bty", "Lane", true),
        ("Wainwright-Hall", "Thomas", true),
        ("Wainwright-Hall", "Archer", false),
    ] {
        let mut table = Table::study(&[
            "place us-wainwright-hall-bty KK37 unlimbered E",
            "mark us-wainwright-hall-bty captor Lane",
            &format!("place {near} rest KK38"),
            "place Meredith line NN36=8 NN37=8 NN38=3",
            "turn 4 confederate artillery",
        ]);
        let fired = table.attempt(Confederate, &format!("{guns} at NN37"), &[]);
        assert_eq!(fired.is_ok(), may, "{guns}, {near}: {fired:?}");
        assert!(matches!(fired, Ok(()) | Err(Refusal::Illegal(_))), "{guns} is read as whose guns they are now");
    }
}

#[test]
fn s24_3_1_r24_n51_groups_are_compared_with_their_factors() {
    let lines = ["place Stone line KK37=8 KK38=5", "place Cutler line KK35=8 KK36=8", LANE];
    let mut table = aimed(&["Lane"], &lines, &["Lane.1 at KK37", "Lane.2 at KK36"]);
    table.union("KK37: 8 at JJ37", &[]).union("KK36: 8 at JJ36", &[]).union("KK38: hold", &[]);
    table.union("done", &[4, 4, 1, 1]);
    assert_eq!(state(&table, "Lane").0, 16);
}

#[test]
fn s34_21_2_n57_n58_roads_and_hours_of_batteries() {
    let late = |turn: u8, side: &str| {
        let mut table = days(&[]);
        table.position.first_fire = Some(5);
        table.umpire(&format!("turn {turn} {side} opening"));
        table
    };
    late(10, "confederate").confederate("road cs-garnett-maurin-bty Bendersville", &[]);
    late(9, "union").union("hasten Coster, Wheeler 11:20", &[]);
    let mut table = late(8, "union");
    refused(&mut table, Union, "hasten Heckman 10:20");
}

#[test]
fn s29_1_5_r27_n63_n65_cannon_three_times_and_a_marker_of_horse() {
    let more = "place us-wainwright-reynolds-bty KK37 unlimbered W";
    let cutler = "place Cutler rest LL37";
    let mut table = Table::study(&[GUNS, more, cutler, "place Lang line HH37=8 NNE", "turn 3 union artillery"]);
    table.union("Wainwright-Hall at HH37", &[]).union("Wainwright-Reynolds at HH37", &[]).union("done", &[]);
    assert_eq!(state(&table, "Lang"), (17, 34, 7));
    let hampton = "place Hampton column S HH37=3 HH38=3 HH39=2";
    let mut table = Table::study(&[GUNS, cutler, hampton, "mark Hampton dp 0", "turn 3 union artillery"]);
    table.union("Wainwright-Hall at HH37", &[]);
    assert_eq!(state(&table, "Hampton").0, 1);
    assert_eq!(battery(&table, HALL).factors, 9);
}

#[test]
fn s22_10_s27_s31_3_n70_a_fight_of_three_player_turns() {
    let mut table = aimed(&["Lane"], &[CUTLER, LANE], &["Lane.1 at KK37"]);
    table.union("KK37: 8 at JJ37", &[]).union("KK36: hold", &[]).union("done", &[4, 2]);
    assert_eq!((state(&table, "Lane"), state(&table, "Cutler")), ((8, 8, 15), (4, 4, 16)));
    to_assaults(&mut table);
    table.confederate("Lane.1 assault KK37", &[6]);
    to_targets(&mut table, Union);
    table.union("Cutler return", &[]);
    let side = board(&table).acting();
    table.attempt(side, "done", &[2, 5]).expect("return fire");
    assert_eq!((state(&table, "Lane"), state(&table, "Cutler")), ((16, 16, 14), (8, 8, 16)));
    assert_eq!(lies(&table, "Lane"), "JJ37=7 JJ36=7");
    to_targets(&mut table, Confederate);
    assert_eq!(table.position.turn, 4);
    table.confederate("Lane.1 at KK37", &[]);
    to_defence(&mut table);
    table.union("defend hold", &[2]);
    assert_eq!(state(&table, "Cutler"), (11, 11, 15));
    to_assaults(&mut table);
    table.confederate("Lane.1 assault KK37", &[5, 1]);
    assert_eq!(difference(&table), 3);
    gives_way(&mut table, Union, "Cutler");
    assert_eq!(state(&table, "Cutler"), (13, 23, 15));
    table.confederate("Lane advance KK37", &[]);
    assert_eq!(lies(&table, "Lane"), "KK37=7 KK36=7");
    assert_eq!((table.position.segment, board(&table).on_map(unit("Lane"))), (Segment::Assault, true));
    table.confederate("Lane advance LL36", &[]);
}

#[test]
fn s0_5_3_n80_an_option_of_which_nobody_ever_comes_is_paid_for_at_the_end() {
    let mut table = Table::with(&["entry-options"]);
    table.position.scenario = Scenario::ThreeDays;
    table.confederate("option 2", &[]).confederate("done", &[]).union("done", &[]);
    table.umpire("turn 186 union assault");
    assert_eq!(board(&table).tally(Union)[6].1, 0);
    for _ in 0..4 {
        if table.position.turn == 186 {
            let Ok(()) = table.attempt(Union, "done", &[]) else { break };
        }
    }
    assert_eq!(board(&table).tally(Union)[6].1, 40);
}

#[test]
fn s24_1_n81_guns_fire_to_their_front_alone() {
    let guns = "place us-wainwright-hall-bty KK37 unlimbered NNW";
    let mut table = aimed(&["Lane"], &[CUTLER, guns, "place Lane line JJ36=8 E"], &["Lane.1 at KK37"]);
    refused(&mut table, Union, "KK37: 11 at JJ36");
    table.union("KK37: 8 at JJ36", &[]);
}

#[test]
fn s24_4_1_s23_3c_n82_cannon_in_a_flank_hex() {
    let guns = "place us-wainwright-hall-bty JJ38 unlimbered SSW";
    let mut table = aimed(&["Lane"], &[CUTLER, guns, LANE], &["Lane.1 at KK37"]);
    table.union("JJ38: 3 at JJ37", &[]).union("KK37: hold", &[]).union("KK36: hold", &[]).union("done", &[4, 1]);
    assert_eq!(state(&table, "Lane").0, 8);
    while table.position.side == Confederate {
        assert!(table.attempt(Confederate, "Lane.1 assault KK37", &[1, 1]).is_err());
        let side = board(&table).acting();
        table.attempt(side, "done", &[]).expect("on");
    }
}
