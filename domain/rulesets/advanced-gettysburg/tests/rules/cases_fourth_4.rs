//! Cases of what comes after a fire: withdrawals, attacks that end or go on, steps into flank hexes, return fire (§21.0 to §31.0), worked
//! out from rulebook, rulings and charts alone, on the ground of `cases_fourth.rs`.

use crate::cases_fourth::{CUTLER, LANE, gives_way, refused};
use crate::cases_fourth_2::{GUNS, to_targets};
use crate::cases_second::{aimed, difference, fight, state, to_assaults};
use crate::fire_kit::{brigade, to_defence, volleys};
use crate::table::{Table, board, lies, unit};
use advanced_gettysburg::Segment;
use domain_core::referee::Side::{Confederate, Union};

/// Lane beside Cutler since an earlier turn; fire has been exchanged, the attackers stay.
fn stayed(more: &[&str]) -> Table {
    let mut lines = vec![CUTLER, LANE];
    lines.extend(more);
    let mut table = aimed(&["Lane"], &lines, &["Lane.1 at KK37"]);
    table.union("defend hold", &[1]).confederate("done", &[]);
    assert_eq!((table.position.side, table.position.segment), (Confederate, Segment::Withdrawal));
    table
}

/// On to a side's opening.
fn to_opening(table: &mut Table, side: domain_core::referee::Side) {
    for _ in 0..8 {
        if (table.position.side, table.position.segment) == (side, Segment::Opening) {
            return;
        }
        let now = board(table).acting();
        table.attempt(now, "done", &[]).unwrap_or_else(|e| panic!("{now}: done: {e}"));
    }
    panic!("no opening");
}

#[test]
fn s30_1_2_s22_14_k98_who_withdrew_attacks_with_what_that_left() {
    let mut table = stayed(&[]);
    table.union("Cutler back SE SE", &[]);
    to_opening(&mut table, Union);
    table.union("attack Cutler", &[]).union("done", &[]);
    table.union("Cutler ahead NW", &[]);
    assert!(table.attempt(Union, "Cutler ahead NW", &[]).is_err());
}

#[test]
fn s21_6_s21_7_k99_a_withdrawal_of_one_hex_goes_on() {
    let mut table = stayed(&[]);
    let before = state(&table, "Cutler").1;
    table.union("Cutler back SE", &[]);
    assert_eq!((state(&table, "Cutler").1, brigade(&table, "Cutler").owed), (before + 5, 4));
    to_opening(&mut table, Union);
    assert_eq!(state(&table, "Cutler").1, before + 10);
    table.union("primary Cutler", &[]);
    assert!(table.attempt(Union, "done", &[]).is_err());
    table.union("Cutler back SE", &[]);
    assert_eq!(state(&table, "Cutler").1, before + 10);
}

#[test]
fn s22_12_s21_5_k100_an_attack_that_is_ended_beside_the_enemy() {
    let mut table = Table::study(&[CUTLER, LANE, "mark Lane attack launched", "turn 4 confederate opening"]);
    table.confederate("end Lane", &[]).confederate("primary Lane", &[]);
    assert!(table.attempt(Confederate, "Lane ahead NE", &[]).is_err());
    table.confederate("Lane back NW", &[]);
    assert_eq!(state(&table, "Lane").1, 5);
}

#[test]
fn cost_chart_k101_a_battery_limbers_in_range_and_goes_back() {
    let lines = [GUNS, "place Lane line II37=8 II36=7", "place Cutler rest NN37", "turn 3 union primary"];
    for (way, may) in [("LL37-MM37", true), ("LL37-MM37-NN36", false)] {
        let mut table = Table::study(&lines);
        table.union("Wainwright-Hall limber SW", &[]);
        let went = table.attempt(Union, &format!("Wainwright-Hall back {way}"), &[]);
        let went = went.or_else(|_| table.attempt(Union, &format!("Wainwright-Hall march {way}"), &[]));
        assert_eq!(went.is_ok(), may, "{way}: {went:?}");
    }
}

#[test]
fn s26_1b_s31_6_k102_a_limbered_battery_alone_is_taken() {
    let lines = ["place us-wainwright-hall-bty KK37 limbered SE", "place Cutler rest NN37", LANE];
    let mut table = fight(&["Lane"], &lines);
    table.confederate("Lane.1 at KK37", &[]);
    to_assaults(&mut table);
    table.confederate("Lane.1 assault KK37", &[6]);
    assert_eq!(difference(&table), 9);
    if !lies(&table, "Lane").contains("KK37") {
        table.confederate("Lane advance KK37", &[]);
    }
    assert_eq!(board(&table).tally(Confederate)[0].1, 6);
}

#[test]
fn s30_2_r71_s37_3_k103_who_has_nowhere_to_go_is_lost() {
    let lines = [
        "place Brooke line KK37=8 W",
        "mark Brooke dp 0",
        LANE,
        "place Thomas rest KK38",
        "place Scales rest KK36",
        "place Perrin rest LL37",
        "place Davis rest LL36",
    ];
    let mut table = aimed(&["Lane"], &lines, &["Lane.1 at KK37"]);
    table.union("defend hold", &[1]);
    to_assaults(&mut table);
    table.confederate("Lane.1 assault KK37", &[6, 1]);
    assert_eq!(difference(&table), 4);
    let [only] = table.menu(Union).try_into().expect("one way, which is none");
    table.union(&only, &[]);
    assert!(!board(&table).on_map(unit("Brooke")));
    assert_eq!(board(&table).tally(Confederate)[2].1, 4);
}

#[test]
fn s29_1_6_r67_k104_who_fired_out_of_woods_is_a_target_of_cannon() {
    // Lane looks west at Cutler in the woods; Zimmerman stands three hexes behind him, beside the line of sight of nobody.
    let lines = [
        "place Cutler line II34=8 II33=8",
        "place Lane line JJ33=7 JJ34=8",
        "place Zimmerman LL35 unlimbered W",
        "place Thomas rest MM36",
    ];
    let mut table = aimed(&["Lane"], &lines, &["Lane.2 at II34"]);
    table.union("II34: 8 at JJ34", &[]).union("II33: hold", &[]).union("done", &[1, 1]);
    table.umpire("turn 4 confederate artillery").umpire("lose Lane");
    refused(&mut table, Confederate, "Zimmerman at II33");
    let before = state(&table, "Cutler").0;
    table.confederate("Zimmerman at II34", &[]);
    // Three hexes, read at four: four rifles two points.
    assert_eq!(state(&table, "Cutler").0, before + 2);
}

#[test]
fn s30_1_1_r21_k105_the_last_points_of_an_attacker_take_it_back() {
    let mut table = Table::study(&[CUTLER, "place Lane line HH38=8 HH37=7", "turn 3 confederate opening"]);
    table.confederate("attack Lane", &[]).confederate("primary Lane", &[]).confederate("Lane ahead SE SE", &[]);
    for _ in 0..4 {
        if table.position.segment != Segment::Targets {
            table.confederate("done", &[]);
        }
    }
    table.confederate("Lane.1 at KK37", &[]);
    to_defence(&mut table);
    table.union("defend hold", &[6]);
    assert!(table.attempt(Confederate, "Lane back NW NW", &[]).is_err());
    table.confederate("Lane back NW", &[]);
    assert_eq!((state(&table, "Lane").1, table.spent("Lane").as_str()), (5, "6 6"));
}

#[test]
fn s24_4_3d_k106_a_step_into_each_flank_hex() {
    let lines = ["place Meredith line KK36=8 KK37=8 KK38=3", LANE];
    let mut table = fight(&["Lane"], &lines);
    table.confederate("Lane all at KK37", &[]).confederate("done", &[]);
    table.union("KK38 flank JJ38 3", &[]);
    refused(&mut table, Union, "KK36 flank JJ38 4");
    table.union("KK36 flank JJ35 4", &[]).union("done", &[]);
    table.union("KK37: 8 at JJ37", &[]).union("KK36: hold", &[]).union("done", &[4, 4, 4, 5, 5]);
    assert_eq!(state(&table, "Lane"), (28, 28, 13));
    assert_eq!(state(&table, "Meredith"), (11, 10, 18));
}

#[test]
fn s29_4_4_s24_3_k107_a_battery_without_factors_adds_nothing() {
    let lines = [
        GUNS,
        "mark us-wainwright-hall-bty factors 0",
        "place us-wainwright-reynolds-bty KK37 unlimbered W",
        "place Cutler rest NN37",
        LANE,
    ];
    let mut table = aimed(&["Lane"], &lines, &["Lane.1 at KK37"]);
    refused(&mut table, Union, "KK37: 4 at JJ37");
    table.union("KK37: 3 at JJ37", &[]);
}

#[test]
fn s24_7_s27_1_s28_1_k109_a_hasty_line_returns_six_and_assaults_with_eight() {
    let mut table = Table::study(&[
        "place Stone column N KK38=8 KK37=5",
        LANE,
        "mark Lane attack launched",
        "turn 3 confederate hasty",
    ]);
    table.union("Stone hasty left", &[]);
    if table.position.segment == Segment::Hasty {
        table.union("done", &[]);
    }
    table.confederate("Lane.1 at KK38", &[]);
    to_defence(&mut table);
    table.union("KK38: 6 at JJ37", &[]).union("KK37: hold", &[]).union("done", &[1, 1]);
    to_targets(&mut table, Union);
    table.union("Stone return", &[]);
    let side = board(&table).acting();
    table.attempt(side, "done", &[1, 1]).expect("return fire");
    let fire = volleys(&table);
    assert_eq!(fire.iter().map(|v| (v.0.as_str(), v.1)).collect::<Vec<_>>(), [("Stone", 8), ("Lane", 6)]);
    for _ in 0..4 {
        if table.position.segment != Segment::Assault {
            let now = board(&table).acting();
            table.attempt(now, "done", &[]).expect("on");
        }
    }
    table.union("Stone.2 assault JJ37", &[6]);
    assert_eq!(difference(&table), -1);
}

#[test]
fn s37_k110_a_commander_takes_no_place_and_a_battery_does() {
    let places = |lines: &[&str], orders: &[&str]| {
        let mut table = Table::study(lines);
        for order in orders {
            table.confederate(order, &[]);
        }
        board(&table).tally(Confederate)[4].1
    };
    assert_eq!(places(&["place Heth O33", "turn 3 confederate primary"], &["Heth ride O31"]), 2);
    let guns = ["place Zimmerman O33 limbered S", "turn 3 confederate primary"];
    assert_eq!(places(&guns, &["Zimmerman march O32-O31"]), 6);
}

#[test]
fn s29_4_3_k111_who_limbers_at_night_where_it_stands_has_not_moved() {
    let mut table = crate::table::days(&["place Stevens KK37 unlimbered W", "mark Stevens factors 4"]);
    table.umpire("turn 50 union primary").union("Stevens limber SW", &[]);
    while table.position.turn == 50 {
        let side = board(&table).acting();
        table.attempt(side, "done", &[]).expect("on");
    }
    assert_eq!(crate::fire_kit::battery(&table, "Stevens").factors, 10);
}

#[test]
fn s32_1_s27_k112_returned_fire_is_a_danger_to_commanders_again() {
    let mut table = aimed(&["Lane"], &[CUTLER, LANE, "place Wadsworth KK37"], &["Lane.1 at KK37"]);
    table.union("KK37: 8 at JJ37", &[]).union("KK36: hold", &[]).union("done", &[1, 1, 4]);
    assert_eq!(board(&table).tally(Confederate)[3].1, 0);
    to_targets(&mut table, Union);
    table.union("Cutler return", &[]);
    let side = board(&table).acting();
    table.attempt(side, "done", &[1, 1, 5]).expect("return fire");
    assert_eq!(board(&table).tally(Confederate)[3].1, 5);
}

#[test]
fn s26_3_s26_5_k113_nobody_leads_guns_that_stand_alone() {
    let lines = [GUNS, "place Wadsworth KK37", "place Cutler rest NN37", LANE];
    let mut table = aimed(&["Lane"], &lines, &["Lane.1 at KK37"]);
    table.union("defend hold", &[4]);
    to_assaults(&mut table);
    table.confederate("Lane.1 assault KK37", &[6]);
    assert_eq!(difference(&table), 9);
    if !lies(&table, "Lane").contains("KK37") {
        table.confederate("Lane advance KK37", &[]);
    }
    let tally = board(&table).tally(Confederate);
    assert_eq!((tally[0].1, tally[3].1), (6, 5));
}

#[test]
fn s26_3_k114_k115_any_commander_with_the_brigade_counts() {
    for (who, more) in [("cs-rodes-cmd", 2), ("cs-alexander-cmd", 1)] {
        let mut table = aimed(&["Lane"], &[CUTLER, LANE, &format!("place {who} JJ36")], &["Lane.1 at KK37"]);
        table.union("KK37: 8 at JJ37", &[]).union("KK36: hold", &[]).union("done", &[1, 1]);
        to_assaults(&mut table);
        table.confederate("Lane.1 assault KK37", &[6]);
        assert_eq!(difference(&table), more, "{who}");
    }
}

#[test]
fn s17_2_9_k116_a_battery_far_from_its_corps_does_not_fire_at_who_attacks_it() {
    let lines = [GUNS, "place Coster line LL36=8 LL37=6", LANE];
    let mut table = fight(&["Lane"], &lines);
    table.confederate("Lane.1 at KK37", &[]).confederate("done", &[]);
    assert!(table.attempt(Union, "KK37: 3 at JJ37", &[]).is_err());
}

#[test]
fn s24_7_s26_1b_k117_the_points_that_a_hasty_line_could_not_fire_are_halved() {
    for (die, carried) in [(4u8, true), (5, false)] {
        let mut table = Table::study(&[
            "place Stone column N KK38=8 KK37=5",
            LANE,
            "mark Lane attack launched",
            "turn 3 confederate hasty",
        ]);
        table.union("Stone hasty left", &[]);
        if table.position.segment == Segment::Hasty {
            table.union("done", &[]);
        }
        table.confederate("Lane.1 at KK38", &[]);
        to_defence(&mut table);
        table.union("KK38: 6 at JJ37", &[]).union("KK37: hold", &[]).union("done", &[1, 1]);
        to_assaults(&mut table);
        table.confederate("Lane.1 assault KK38", if carried { &[4, 1] } else { &[5] });
        assert_eq!(difference(&table), 2, "{die}");
    }
}

#[test]
fn s31_2_k118_who_carries_an_assault_must_advance() {
    let mut table = stayed(&[]);
    if table.position.segment != Segment::Assault {
        table.union("done", &[]);
    }
    table.confederate("Lane.1 assault KK37", &[6, 1]);
    gives_way(&mut table, Union, "Cutler");
    assert!(table.attempt(Confederate, "done", &[]).is_err());
    assert!(table.attempt(Confederate, "stay", &[]).is_err());
    table.confederate("Lane advance KK37", &[]);
}

#[test]
fn s24_3_7_k119_cannon_at_one_of_two_brigades_in_a_hex() {
    let mut table = Table::study(&[
        "place Cutler line KK36=8 KK37=4",
        "place Stone line KK37=4 KK38=8",
        "place Zimmerman HH37 unlimbered E",
        "place Lane rest HH38",
        "turn 3 confederate artillery",
    ]);
    table.confederate("Zimmerman at Stone.1", &[]);
    assert_eq!((state(&table, "Stone").0, state(&table, "Cutler").0), (1, 1));
}
