//! Cases of artillery, retreat, advance and loss of commanders (§21.0, §29.0 to §32.0) worked out from rulebook, rulings and charts alone,
//! on the ground of `cases_second.rs`.

use crate::cases_second::{difference, state, to_assaults};
use crate::fire_kit::{battery, brigade, to_defence};
use crate::table::{Table, board, lies};
use advanced_gettysburg::{Retreat, Segment};
use domain_core::referee::Side::{Confederate, Union};

const CUTLER: &str = "place Cutler line U35=8 U36=8";
const LANE: &str = "place Lane line T36=8 T35=7";
const HALL: &str = "us-wainwright-hall-bty";
const GUNS: &str = "place us-wainwright-hall-bty U36 unlimbered W";
const MORE: &str = "place us-wainwright-reynolds-bty U36 unlimbered W";
const NEAR: &str = "place Cutler rest V36";
const COLUMN: &str = "place Pettigrew column S R36=8 R37=8 R38=8 R39=5";

/// Cutler goes back, if anybody asks him by which way.
fn gives_way(table: &mut Table) {
    if let Some(way) = table.menu(Union).into_iter().find(|l| l.starts_with("Cutler back")) {
        table.union(&way, &[]);
    }
}

fn guns(lines: &[&str]) -> Table {
    let mut table = Table::study(lines);
    table.umpire("turn 3 union artillery");
    table
}

#[test]
fn s29_1_s23_1_g1_a_column_from_its_side_is_not_tripled() {
    let mut table = guns(&[GUNS, NEAR, COLUMN]);
    table.union("Wainwright-Hall at R36", &[]).union("done", &[]);
    assert_eq!(state(&table, "Pettigrew"), (3, 2, 29));
    assert_eq!(battery(&table, HALL).factors, 9);
}

#[test]
fn s29_1_5_r27_g2_flank_fire_of_cannon() {
    let mut table = guns(&[GUNS, NEAR, "place Lang line R36=8 NNE"]);
    table.union("Wainwright-Hall at R36", &[]).union("done", &[]);
    assert_eq!(state(&table, "Lang"), (8, 16, 8));
}

#[test]
fn s29_3_g3_heavy_fire_is_read_two_hexes_nearer() {
    let mut table = guns(&[GUNS, NEAR, COLUMN]);
    table.union("Wainwright-Hall heavy at R36", &[]);
    assert_eq!((state(&table, "Pettigrew").0, battery(&table, HALL).factors), (4, 8));
}

#[test]
fn s29_1_g5_g6_cannon_of_a_hex_are_counted_by_kind() {
    let target = "place Pettigrew column S Q35=8 Q36=8 Q37=8 Q38=5";
    let mut table = guns(&[GUNS, MORE, NEAR, target]);
    table.union("Wainwright-Hall at Q35", &[]).union("Wainwright-Reynolds at Q35", &[]);
    assert_eq!(state(&table, "Pettigrew").0, 5);
    let stevens = "place Stevens U36 unlimbered W";
    let mut table = guns(&[GUNS, stevens, NEAR, target]);
    table.union("Wainwright-Hall at Q35", &[]).union("Stevens at Q35", &[]);
    assert_eq!(state(&table, "Pettigrew").0, 4);
    let mut table = guns(&[GUNS, stevens, NEAR, target]);
    table.union("Wainwright-Hall at Q35", &[]).union("Stevens 6N rifled at Q35", &[]);
    assert_eq!(state(&table, "Pettigrew").0, 5);
}

#[test]
fn s29_1_4_g7_two_levels_down_a_hex_nearer_two_levels_up_a_hex_farther() {
    let mut table =
        guns(&["place us-wainwright-hall-bty Q39 unlimbered E", "place Cutler rest Q40", "place Lang line S38=8 W"]);
    table.union("Wainwright-Hall at S38", &[]);
    assert_eq!(state(&table, "Lang").0, 4);
    let mut table = guns(&["place Stevens S38 unlimbered W", "place Cutler rest T38", "place Lang line Q39=8 E"]);
    table.union("Stevens at Q39", &[]);
    assert_eq!(state(&table, "Lang").0, 3);
}

#[test]
fn s29_1_6_g8_into_woods() {
    let mut table = guns(&["place Stevens L34 unlimbered SSE", "place Cutler rest M35", "place Lang line L32=8 W"]);
    assert_eq!(table.refused(Union, "Stevens at L32"), "29.1");
    table.umpire("mark Lang fired-from L32").union("Stevens at L32", &[]);
    assert_eq!(state(&table, "Lang").0, 3, "three hexes");
}

#[test]
fn s29_2_g10_fire_at_a_battery() {
    let mut table = guns(&[GUNS, NEAR, "place Marye Q35 unlimbered E"]);
    table.union("Wainwright-Hall at Q35", &[4, 3]);
    assert_eq!((battery(&table, HALL).factors, battery(&table, "Marye").factors), (9, 9));
}

#[test]
fn s29_4_4_s17_2_9_g9_g11_g12_who_does_not_fire() {
    let mut table = guns(&[GUNS, NEAR, COLUMN, "mark us-wainwright-hall-bty factors 0"]);
    assert!(table.attempt(Union, "Wainwright-Hall at R36", &[]).is_err(), "no factors");
    let mut table = guns(&[GUNS, "place Coster rest V36", COLUMN]);
    assert!(table.attempt(Union, "Wainwright-Hall at R36", &[]).is_err(), "of the XI Corps");
    let mut table = guns(&[GUNS, "place Cutler rest X37", COLUMN]);
    table.union("Wainwright-Hall at R36", &[]);
    let mut table = guns(&[GUNS, "place Cutler rest Y37", COLUMN]);
    assert!(table.attempt(Union, "Wainwright-Hall at R36", &[]).is_err(), "four hexes off");
    let mut table = guns(&[GUNS, NEAR, "place Lang line T36=8 E"]);
    assert!(table.attempt(Union, "Wainwright-Hall at T36", &[]).is_err(), "adjacent");
}

#[test]
fn breakdown_chart_g13_cannon_at_a_weak_marker() {
    let mut table = guns(&[GUNS, NEAR, "place Lang line R36=4 E"]);
    table.union("Wainwright-Hall at R36", &[]);
    assert_eq!(state(&table, "Lang").0, 1, "three of six count");
}

#[test]
fn s20_3_5_s20_3_6_g14_an_enemy_brigade_hides_from_no_cannon() {
    let mut table = guns(&[GUNS, NEAR, COLUMN, "place Thomas line S36=8 W"]);
    table.union("Wainwright-Hall at R36", &[]);
    let mut table = guns(&[GUNS, NEAR, COLUMN, "place Coster rest S36"]);
    assert!(table.attempt(Union, "Wainwright-Hall at R36", &[]).is_err());
}

#[test]
fn s29_1_s29_2_3_g15_g17_two_targets_cost_one_factor_and_the_first_is_done_with() {
    let mut table = guns(&[GUNS, MORE, NEAR, COLUMN]);
    table.union("Wainwright-Hall 3R at R36, 3R at R37", &[]);
    assert_eq!(battery(&table, HALL).factors, 9);
    assert!(table.attempt(Union, "Wainwright-Reynolds at R36", &[]).is_err());
    table.union("Wainwright-Reynolds at R37", &[]);
}

#[test]
fn r15_g16_who_came_this_turn_is_silent_who_unlimbered_where_it_stood_fires() {
    let start = |at: &str| {
        Table::study(&[
            &format!("place {HALL} {at} limbered NW"),
            "place Cutler rest W36",
            COLUMN,
            "turn 3 union alone",
        ])
    };
    let mut table = start("U36");
    table.union("Wainwright-Hall unlimber W", &[]).union("done", &[]);
    table.union("Wainwright-Hall at R36", &[]);
    let mut table = start("V35");
    table.union("Wainwright-Hall march U36", &[]).union("Wainwright-Hall unlimber W", &[]).union("done", &[]);
    assert!(table.attempt(Union, "Wainwright-Hall at R36", &[]).is_err());
}

#[test]
fn disorganization_chart_t1_the_points_of_a_phase_are_read_together() {
    // Two rifles of a hex each, three hexes: one point each; of a brigade of 29 three points are two of disorganization, not three.
    let mut table = guns(&[
        GUNS,
        NEAR,
        COLUMN,
        "place us-wainwright-reynolds-bty U37 unlimbered W",
        "place Cooper U35 unlimbered W",
    ]);
    for name in ["Wainwright-Hall", "Wainwright-Reynolds", "Cooper"] {
        table.union(&format!("{name} 2R at R36"), &[]);
    }
    table.union("done", &[]);
    assert_eq!(state(&table, "Pettigrew"), (3, 2, 29));
}

#[test]
fn s33_2_1_t47_a_brigade_fired_at_without_effect_recovers_nothing() {
    let mut table = guns(&[
        GUNS,
        NEAR,
        "place Lang line R36=8 E",
        "mark Lang dp 25 idle",
        "place Thomas rest Q30",
        "mark Thomas dp 25 idle",
    ]);
    table.union("Wainwright-Hall 1R at R36", &[]).union("done", &[]);
    while table.position.turn == 3 {
        let side = board(&table).acting();
        table.attempt(side, "done", &[]).expect("on");
    }
    assert_eq!(state(&table, "Lang").1, 25);
    assert_eq!(state(&table, "Thomas").1, 15, "at rest: ten");
}

#[test]
fn s21_1_s21_5_s21_7_b1_who_is_not_named_goes_back_for_five() {
    let mut table = Table::study(&[CUTLER, "place Lane line S36=8 S35=7", "turn 3 union alone", "mark Cutler level 6"]);
    assert!(table.attempt(Union, "Cutler ahead NW", &[]).is_err());
    table.union("Cutler back SE", &[]);
    assert_eq!((state(&table, "Cutler").1, brigade(&table, "Cutler").retreat), (5, Retreat::Voluntary));
    table.union("Cutler back SE", &[]);
    assert_eq!(state(&table, "Cutler").1, 5);
}

#[test]
fn r56_b2_in_the_range_of_guns_alone() {
    let lines = [CUTLER, "place Zimmerman R36 unlimbered E", "turn 3 union alone", "mark Cutler level 6"];
    let mut table = Table::study(&lines);
    assert!(table.attempt(Union, "Cutler ahead NW", &[]).is_err());
    table.union("Cutler back SE", &[]);
    assert_eq!(state(&table, "Cutler").1, 0);
}

#[test]
fn s21_6_s21_7_b3_b4_retreats_go_on() {
    for (how, dp) in [("voluntary", 5), ("involuntary", 10)] {
        let mut table = Table::study(&[CUTLER, "place Lane line S36=8 S35=7", &format!("mark Cutler retreat {how}")]);
        table.umpire("turn 3 confederate assault").confederate("done", &[]);
        assert_eq!(table.position.side, Union);
        if table.position.segment == Segment::Opening {
            table.union("done", &[]);
        }
        assert_eq!(state(&table, "Cutler").1, dp, "{how}");
        assert!(table.attempt(Union, "done", &[]).is_err(), "it must go on");
        if how == "involuntary" {
            table.union("Cutler back SE NE SE NE", &[]);
            assert_eq!(state(&table, "Cutler").1, dp, "eight points that tire nobody");
            table.union("done", &[]);
        } else {
            table.union("alone Cutler", &[6]).union("Cutler back SE", &[]).union("done", &[]);
        }
    }
}

/// Lane has attacked since last turn; fire was exchanged, and somebody may go back.
fn after_fire(more: &[&str]) -> Table {
    let mut table = Table::study(&[CUTLER, LANE, "mark Lane attack launched"]);
    for line in more {
        table.umpire(line);
    }
    table.umpire("turn 3 confederate targets");
    table.confederate("Lane.1 at U36", &[]);
    to_defence(&mut table);
    table.union("defend hold", &[1]);
    table
}

#[test]
fn s30_1_1_b5_s30_1_2_b6_b11_who_goes_back_after_fire_and_how_far() {
    let mut table = after_fire(&[]);
    assert!(table.attempt(Union, "Cutler back SE", &[]).is_err(), "the phasing side first");
    assert!(table.attempt(Confederate, "Lane back SW SW SW SW", &[]).is_err());
    table.confederate("Lane back SW SW SW", &[]);
    assert_eq!(state(&table, "Lane").1, 5);
    let mut table = after_fire(&[]);
    table.confederate("done", &[]);
    assert!(table.attempt(Union, "Cutler back SE SE SE", &[]).is_err());
    let before = state(&table, "Cutler").1;
    table.union("Cutler back SE SE", &[]);
    assert_eq!((state(&table, "Cutler").1, brigade(&table, "Cutler").owed), (before + 5, 8), "four points, in halves");
}

#[test]
fn s30_1_2_b7_a_battery_limbers_for_nothing_and_owes_for_its_hexes() {
    let mut table = after_fire(&[GUNS]);
    table.confederate("done", &[]).union("Wainwright-Hall back NE", &[]);
    assert_eq!(battery(&table, HALL).owed, 3, "a point and a half, in halves");
    assert_eq!(lies(&table, HALL), "V36=6");
}

#[test]
fn s30_2_3_s31_6_b8_guns_that_stay_behind_a_beaten_brigade_are_taken() {
    let mut table = after_fire(&[GUNS]);
    table.confederate("done", &[]);
    if table.position.segment != Segment::Assault {
        table.union("done", &[]);
    }
    // 8, 10, 3 against silent 8 and 3 of cannon halved 6, 10, 3: +2.
    table.confederate("Lane.1 assault U36", &[4, 1]);
    gives_way(&mut table);
    assert!(lies(&table, HALL).starts_with("U36"));
    table.confederate("Lane advance U36", &[]);
    assert_eq!(board(&table).tally(Confederate)[0].1, 6);
}

#[test]
fn s31_1_s31_4_b9_who_follows_a_defender_that_went_of_its_own_will_pays() {
    let mut table =
        after_fire(&["place Pettigrew line T34=8 T33=8 T32=8 T31=5", "mark Pettigrew attack launched level 6"]);
    table.confederate("done", &[]).union("Cutler back SE SE", &[]).union("done", &[]);
    table.confederate("Lane advance U36", &[]);
    assert_eq!((brigade(&table, "Lane").spent(), lies(&table, "Lane")), (4, "U36=8 U35=7".to_owned()));
}

#[test]
fn s31_4_s31_6_t16_guns_left_by_a_brigade_that_withdrew_are_taken_without_an_assault() {
    let mut table = after_fire(&[GUNS]);
    table.confederate("done", &[]).union("Cutler back SE SE", &[]).union("done", &[]);
    table.confederate("Lane advance U36", &[]);
    assert!(lies(&table, "Lane").starts_with("U36"));
    assert_eq!(board(&table).tally(Confederate)[0].1, 6);
}

#[test]
fn s31_1a_b10_another_line_in_front_keeps_the_assaulter_where_it_is() {
    // Brooke looks at Lane's lower marker from U35; Cutler alone in U36.
    let mut table =
        Table::study(&["place Cutler line U36=8 W", "place Brooke line U35=8 W", LANE, "mark Lane attack launched"]);
    table.umpire("turn 3 confederate targets").confederate("Lane.1 at U36", &[]);
    to_defence(&mut table);
    table.union("defend hold", &[1]).confederate("done", &[]);
    if table.position.segment != Segment::Assault {
        table.union("done", &[]);
    }
    table.confederate("Lane.1 assault U36", &[4, 1]);
    gives_way(&mut table);
    assert!(table.attempt(Confederate, "Lane advance U36", &[]).is_err());
    assert_eq!(lies(&table, "Lane"), "T36=8 T35=7");
}

#[test]
fn s31_5_t17_who_is_run_down_goes_a_hex_farther_for_ten() {
    let mut table = after_fire(&[]);
    table.confederate("done", &[]);
    if table.position.segment != Segment::Assault {
        table.union("done", &[]);
    }
    table.confederate("Lane.1 assault U36", &[6, 1]);
    gives_way(&mut table);
    let dp = state(&table, "Cutler").1;
    let there = lies(&table, "Cutler");
    table.confederate("Lane advance U36", &[]).confederate("Lane advance V36", &[]);
    let mut run = false;
    for at in ["W37", "W36"] {
        if !run && there.contains(at) {
            run = table.attempt(Confederate, &format!("Lane advance {at}"), &[]).is_ok();
        }
    }
    assert!(run, "{there}");
    gives_way(&mut table);
    assert_eq!(state(&table, "Cutler").1, dp + 10);
    assert_ne!(lies(&table, "Cutler"), there);
}

#[test]
fn s32_s37_4_m1_m2_m5_survival_in_a_hex_under_fire() {
    for (chief, at, die, points) in [
        ("Wadsworth", "U36", Some(5u8), 5),
        ("Wadsworth", "U36", Some(4), 0),
        ("Wadsworth", "U35", None, 0),
        ("Reynolds", "U36", Some(6), 12),
        ("Hunt", "U36", None, 0),
    ] {
        let id = if chief == "Reynolds" { "us-reynolds-cmd" } else { chief };
        let mut table = Table::study(&[
            CUTLER,
            LANE,
            &format!("place {id} {at}"),
            "mark Lane attack launched",
            "turn 3 confederate targets",
        ]);
        table.confederate("Lane.1 at U36", &[]);
        to_defence(&mut table);
        let dice: Vec<u8> = [1].into_iter().chain(die).collect();
        table.union("defend hold", &dice);
        assert_eq!(board(&table).tally(Confederate)[3].1, points, "{chief} {at} {die:?}");
    }
}

#[test]
fn s32_1_m3_an_attackers_commander_under_fire_rolls_too_and_his_rating_is_two() {
    let mut table =
        Table::study(&[CUTLER, LANE, "place Pender T36", "mark Lane attack launched", "turn 3 confederate targets"]);
    table.confederate("Lane.1 at U36", &[]);
    to_defence(&mut table);
    table.union("U36: 8 at T36", &[]).union("U35: hold", &[]).union("done", &[1, 1, 6]);
    assert_eq!(board(&table).tally(Union)[3].1, 5);
    to_assaults(&mut table);
    table.confederate("Lane.1 assault U36 with Pender", &[6]);
    assert_eq!(difference(&table), -1, "two for him");
}

#[test]
fn s30_1_2_b12_what_a_withdrawal_cost_is_taken_off_the_next_level() {
    let mut table = after_fire(&[]);
    table.confederate("done", &[]).union("Cutler back SE SE", &[]).union("done", &[]);
    table.umpire("turn 3 union alone").umpire("mark Cutler level 6");
    assert!(table.attempt(Union, "Cutler back SE SE", &[]).is_err(), "two points of six are left");
    table.union("Cutler back SE", &[]);
}

#[test]
fn s29_3_2_s29_1_4_g18_no_range_is_less_than_a_hex() {
    let mut table =
        guns(&["place us-wainwright-hall-bty Q39 unlimbered E", "place Cutler rest Q40", "place Lang line S38=8 W"]);
    table.union("Wainwright-Hall heavy at S38", &[]);
    assert_eq!((state(&table, "Lang").0, battery(&table, HALL).factors), (4, 8));
}

#[test]
fn disorganization_chart_g19_strength_is_that_of_the_beginning_of_the_phase() {
    let mut table = guns(&[GUNS, NEAR, "place Lang line R36=8 E", "mark Lang cp 9"]);
    table.union("Wainwright-Hall at R36", &[]).union("done", &[]);
    assert_eq!(state(&table, "Lang"), (12, 6, 7), "three points at eight are six, at seven they would be seven");
}

#[test]
fn r50_g20_the_reserve_is_supported_by_any_brigade() {
    let mut table = guns(&["place us-huntington-ricketts-bty U36 unlimbered W", "place Coster rest V36", COLUMN]);
    table.union("Ricketts at R36", &[]);
    assert_eq!(state(&table, "Pettigrew").0, 3);
}

#[test]
fn r61_g21_inner_markers_have_no_flank_field() {
    let lines = [
        "place us-wainwright-hall-bty R32 unlimbered NNE",
        "place Cutler rest S32",
        "place Lane line R37=3 R36=8 R35=4",
    ];
    let mut table = guns(&lines);
    // Three rifles tripled at four points: four, at three hexes 2. Three at the inner marker, four hexes off: 1.
    table.union("Wainwright-Hall 3R at R35, 3R at R36", &[]);
    assert_eq!(state(&table, "Lane").0, 3);
}

#[test]
fn s31_1_b13_who_was_in_no_combat_does_not_advance_and_s25_0_who_is_gone_is_not_assaulted() {
    let mut table =
        after_fire(&["place Pettigrew line T34=8 T33=8 T32=8 T31=5", "mark Pettigrew attack launched level 6"]);
    table.confederate("done", &[]).union("Cutler back SE SE", &[]).union("done", &[]);
    assert!(table.attempt(Confederate, "Pettigrew advance U35", &[]).is_err());
    assert!(table.attempt(Confederate, "Lane.1 assault U36", &[1, 1]).is_err());
}

#[test]
fn s27_1_b14_nobody_returns_the_fire_of_who_went_back() {
    let mut table = after_fire(&[]);
    table.confederate("Lane back SW", &[]).umpire("turn 3 union targets");
    assert!(table.attempt(Union, "Cutler return", &[]).is_err());
}
