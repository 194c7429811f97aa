//! Cases of combat fire and assault (§24.0 to §28.0) worked out from rulebook, rulings and charts alone. The ground about U36 is open;
//! Confederates look east from the T column, the Union west from the U column.

use crate::fire_kit::{battery, brigade, to_defence};
use crate::table::{Table, board, lies, unit};
use advanced_gettysburg::{Fact, Segment};
use domain_core::referee::Side::{Confederate, Union};

const CUTLER: &str = "place Cutler line U35=8 U36=8";
const LANE: &str = "place Lane line T36=8 T35=7";
const ROSS: &str = "cs-lane-ross-bty";
const HALL: &str = "us-wainwright-hall-bty";

/// Brigades of the Confederates named to attack, before they say what they fire at.
pub fn fight(attackers: &[&str], lines: &[&str]) -> Table {
    let mut table = Table::study(lines);
    for name in attackers {
        table.umpire(&format!("mark {name} attack launched"));
    }
    table.umpire("turn 3 confederate targets");
    table
}

/// Targets said and done with.
pub fn aimed(attackers: &[&str], lines: &[&str], aims: &[&str]) -> Table {
    let mut table = fight(attackers, lines);
    for aim in aims {
        table.confederate(aim, &[]);
    }
    to_defence(&mut table);
    table
}

/// All casualty points so far, disorganization points and strength.
pub fn state(table: &Table, name: &str) -> (u16, u16, u8) {
    let b = brigade(table, name);
    (b.cp, b.dp, b.sp)
}

/// On to the assaults, nobody going back.
pub fn to_assaults(table: &mut Table) {
    for _ in 0..4 {
        if table.position.segment != Segment::Assault {
            let side = board(table).acting();
            table.attempt(side, "done", &[]).expect("on");
        }
    }
    assert_eq!((table.position.segment, table.position.side), (Segment::Assault, Confederate));
}

/// The terms of the last assault and what they come to.
pub fn difference(table: &Table) -> i32 {
    let found = table.facts.iter().find_map(|f| match f {
        Fact::Assaulted(assault) => Some(assault.sum.iter().map(|t| t.value).sum()),
        _ => None,
    });
    found.expect("an assault")
}

#[test]
fn s24_3_r26_c1_one_total_for_a_brigade_defender_first_losses_before_the_answer() {
    let mut table = aimed(&["Lane"], &[CUTLER, LANE], &["Lane.1 at U36", "Lane.2 at U35"]);
    table.union("U36: 8 at T36", &[]).union("U35: 8 at T35", &[]);
    // 8 and, one of eight doubled, 9 at a marker of seven: 8; eleven and five. Lane's fourteen: eleven and three.
    table.union("done", &[4, 4, 5, 1]);
    assert_eq!(state(&table, "Lane"), (16, 16, 14));
    assert_eq!(lies(&table, "Lane"), "T36=7 T35=7");
    assert_eq!(state(&table, "Cutler"), (12, 12, 15));
}

#[test]
fn s24_4_1_s24_1_c2_out_of_a_flank_hex_and_through_ones_own_flank() {
    let mut table =
        aimed(&["Thomas"], &["place Rowley line U35=6 U36=8", "place Thomas line V36=5 U37=8"], &["Thomas.2 at U36"]);
    assert_eq!(table.refused(Union, "U36: 3 at U37"), "24.1");
    table.union("U36: 2 at U37", &[]).union("done", &[6, 6, 2, 4]);
    assert_eq!(state(&table, "Thomas"), (3, 3, 13));
    assert_eq!(state(&table, "Rowley"), (20, 22, 12));
    assert_eq!(lies(&table, "Rowley"), "U35=6 U36=6");
}

#[test]
fn s24_4_2_s24_3_5_c3_the_free_points_are_doubled_and_the_answer_is_of_who_is_left() {
    let mut table = aimed(&["Lang"], &[CUTLER, "place Lang line T36=4 E"], &["Lang.1 at U36"]);
    table.union("U36: 8 at T36", &[]).union("done", &[4, 5]);
    assert_eq!(state(&table, "Lang"), (5, 20, 4));
    assert_eq!(state(&table, "Cutler"), (4, 4, 16));
}

#[test]
fn s24_2_c4_who_fires_at_the_hex_is_matched_first() {
    let lane = "place Lane line T36=5 T35=7";
    let mut table = aimed(&["Lane"], &[CUTLER, lane], &["Lane.1 at U36"]);
    assert_eq!(table.refused(Union, "U36: 4 at T36, 4 at T35"), "24.2");
    table.union("U36: 5 at T36, 3 at T35", &[]);
    let mut table = aimed(&["Lane"], &[CUTLER, lane], &["Lane.1 at U36", "Lane.2 at U36"]);
    table.union("U36: 1 at T36, 7 at T35", &[]);
}

#[test]
fn s24_4_4_c5_into_woods_half_rounded_down_once_then_breakdown() {
    let mut table = aimed(
        &["Lane"],
        &["place Kelly line L32=6 W", "mark Kelly dp 0", "place Lane line K33=8 K32=7"],
        &["Lane all at L32"],
    );
    table.union("L32: 6 at K33", &[]).union("done", &[3, 6]);
    assert_eq!(state(&table, "Lane"), (2, 2, 15));
    assert_eq!(state(&table, "Kelly"), (6, 16, 6));
}

#[test]
fn s24_4_5_r25_c6_c7_union_horse() {
    let lines = ["place Gamble line U35=8 U36=8", "place Pettigrew line T37=8 T36=8 T35=8 T34=5"];
    let mut table = aimed(&["Pettigrew"], &lines, &["Pettigrew.2 at U36"]);
    table.union("U36: 8 at T36", &[]).union("U35: hold", &[]).union("done", &[4, 4, 1]);
    assert_eq!(state(&table, "Pettigrew"), (14, 8, 28));
    let mut table = aimed(&["Pettigrew"], &lines, &["Pettigrew.2 at U36"]);
    if table.attempt(Union, "U36: 1 at T36", &[]).is_ok() {
        table.union("U35: hold", &[]).union("done", &[1]);
        assert_eq!(state(&table, "Pettigrew").0, 0, "one point of horse is silent");
    }
}

#[test]
fn s24_0_2_c8_no_more_than_eight_points_fire_out_of_a_hex() {
    let lines = ["place Meredith line U35=8 U36=11", "place Daniel line T37=8 T36=8 T35=7"];
    let mut table = aimed(&["Daniel"], &lines, &["Daniel.2 at U36"]);
    assert_eq!(table.refused(Union, "U36: 9 at T36"), "24.1");
    table.union("U36: 8 at T36", &[]);
}

#[test]
fn s24_5_s24_4_6_r66_c9_foot_and_cannon_are_eleven_together_and_cannon_suffer_nothing() {
    let guns = ["us-wainwright-hall-bty", "us-wainwright-reynolds-bty"];
    let lines = [
        CUTLER,
        "place Daniel line T37=8 T36=8 T35=7",
        "place us-wainwright-hall-bty U36 unlimbered W",
        "place us-wainwright-reynolds-bty U36 unlimbered W",
    ];
    let mut table = aimed(&["Daniel"], &lines, &["Daniel.2 at U36"]);
    table.union("U36: 11 at T36", &[]).union("U35: hold", &[]).union("done", &[6, 4]);
    assert_eq!(state(&table, "Daniel"), (14, 10, 22));
    assert!(guns.iter().all(|g| battery(&table, g).factors == 10));
}

#[test]
fn s24_6_s24_7_s24_3_6_c10_a_line_formed_in_haste_fires_six_and_is_answered_in_full() {
    let mut table = Table::study(&[
        "place Stone column N U36=8 U35=5",
        "place Archer line T36=8 T35=4",
        "mark Archer cp 5",
        "mark Archer attack launched",
        "turn 3 confederate hasty",
    ]);
    table.union("Stone hasty left", &[]);
    assert_eq!(lies(&table, "Stone"), "U35=5 U36=8");
    if table.position.segment == Segment::Hasty {
        table.union("done", &[]);
    }
    table.confederate("Archer.1 at U36", &[]).confederate("Archer.2 at U35", &[]);
    to_defence(&mut table);
    assert_eq!(table.refused(Union, "U36: 7 at T36"), "24.1");
    table.union("U36: 6 at T36", &[]).union("U35: 4 at T35", &[]).union("done", &[6, 5]);
    assert_eq!(state(&table, "Stone"), (10, 11, 12));
    assert_eq!(state(&table, "Archer"), (14, 12, 11));
    assert_eq!(lies(&table, "Archer"), "T36=7 T35=4");
}

#[test]
fn r54_c11_at_rest_beside_an_attacker_is_the_end_of_a_brigade() {
    let mut table =
        Table::study(&["place Coster rest U36", LANE, "mark Lane attack launched", "turn 3 confederate corps"]);
    table.confederate("done", &[]);
    assert!(!board(&table).on_map(unit("Coster")));
    assert_eq!(board(&table).tally(Confederate)[2].1, 7, "fourteen points of foot");
}

#[test]
fn s24_3_c12_of_two_groups_as_strong_the_weaker_is_read() {
    let lines = [CUTLER, "place Thomas line T36=4 E", "place Brockenbrough line T35=4 E"];
    let mut table = aimed(&["Thomas", "Brockenbrough"], &lines, &["Thomas.1 at U36", "Brockenbrough.1 at U36"]);
    table.union("defend hold", &[6]);
    assert_eq!(state(&table, "Cutler"), (8, 8, 16));
}

#[test]
fn s24_1_s23_3c_c13_two_points_through_a_flank_and_no_assault_after_flank_fire() {
    let mut table = aimed(&["Lane"], &[LANE, "place Kelly line T37=6 SSW", "mark Kelly dp 0"], &["Lane.1 at T37"]);
    table.union("T37: 6 at T36", &[]).union("done", &[2, 2, 4]);
    assert_eq!(state(&table, "Lane"), (11, 11, 14));
    assert_eq!(state(&table, "Kelly"), (1, 3, 6));
    // Nobody else could assault either, so that no Assault Phase is asked about.
    while table.position.side == Confederate {
        assert!(table.attempt(Confederate, "Lane.1 assault T37", &[1, 1]).is_err());
        let side = board(&table).acting();
        table.attempt(side, "done", &[]).expect("on");
    }
}

#[test]
fn s24_4_3_c14_four_points_step_into_a_flank_hex_and_are_back_afterwards() {
    let mut table = fight(&["Lane"], &[CUTLER, LANE]);
    table.confederate("Lane all at U36", &[]).confederate("done", &[]);
    assert_eq!(table.position.segment, Segment::FlankMoves);
    table.refused(Union, "U36 flank T37 4");
    table.refused(Union, "U35 flank T34 5");
    table.union("U35 flank T34 4", &[]).union("done", &[]);
    table.union("U36: 8 at T36", &[]).union("U35: hold", &[]).union("done", &[4, 4, 1, 1]);
    assert_eq!(state(&table, "Lane"), (19, 19, 14));
    assert_eq!(lies(&table, "Cutler"), "U35=8 U36=8");
    to_assaults(&mut table);
    assert_eq!(table.refused(Confederate, "Lane.2 assault U36"), "25.0");
    assert!(table.menu(Confederate).iter().any(|l| l.starts_with("Lane.1 assault U36")));
}

#[test]
fn s24_1_c15_a_salient_marker_fires_half_to_its_sides_and_no_inner_marker_has_a_flank_in_the_air() {
    let lines = ["place Lane line T37=4 T36=8 S36=3", "place Kelly line U37=6 W", "mark Kelly dp 0"];
    let mut table = aimed(&["Lane"], &lines, &["Lane.2 at U37"]);
    table.union("U37: 6 at T36", &[]).union("done", &[1, 6]);
    assert_eq!(state(&table, "Lane"), (3, 3, 15));
    assert_eq!(state(&table, "Kelly"), (4, 11, 6));
}

#[test]
fn s24_1_c16_the_rear_is_no_flank_and_fires_nothing() {
    let lines = ["place Brooke line U36=8 W", "mark Brooke dp 0", "place Thomas line V35=5 V36=8"];
    let mut table = fight(&["Thomas"], &lines);
    table.confederate("Thomas.2 at U36", &[]).confederate("done", &[3]);
    assert_ne!(table.position.segment, Segment::Fire, "nobody could answer");
    assert_eq!(state(&table, "Brooke"), (5, 10, 8));
}

#[test]
fn s24_8_c17_who_is_not_fired_at_may_fire_and_all_of_it_is_free() {
    let mut table = aimed(&["Lane"], &[CUTLER, LANE], &[]);
    table.union("U36: 8 at T36", &[]).union("U35: hold", &[]).union("done", &[1, 1]);
    assert_eq!(state(&table, "Lane"), (8, 8, 15));
}

#[test]
fn s24_3_1_c18_two_brigades_fire_at_one_in_one_total() {
    let lines = [CUTLER, LANE, "place Pettigrew line T34=8 T33=8 T32=8 T31=5"];
    let mut table = aimed(&["Lane", "Pettigrew"], &lines, &["Lane.1 at U36", "Pettigrew.1 at U35"]);
    table.union("defend hold", &[5, 5]);
    assert_eq!(state(&table, "Cutler"), (13, 13, 15));
}

#[test]
fn s24_3_7_c19_of_two_brigades_in_a_hex_one_by_the_chart_the_rest_at_the_other() {
    let lines = ["place Cutler line U35=8 U36=4", "place Stone line U36=4 U37=8", LANE];
    let mut table = fight(&["Lane"], &lines);
    table.confederate("Lane.1 at U36", &[]);
    let _ = table.attempt(Confederate, "single Stone U36", &[]);
    to_defence(&mut table);
    table.union("defend hold", &[5, 5]);
    assert_eq!((state(&table, "Stone"), state(&table, "Cutler")), ((4, 5, 12), (4, 5, 12)));
}

#[test]
fn s24_0_4_c20_smooth_bores_may_count_as_rifles() {
    let lines = [LANE, &format!("place {ROSS} T37 unlimbered E"), "place Kelly line U37=6 W", "place Wilcox rest R37"];
    let mut table = Table::study(&lines);
    table.umpire("mark Kelly attack launched").umpire("turn 3 union targets");
    table.union("Kelly.1 at T37", &[]).union("done", &[]);
    if table.position.segment == Segment::FlankMoves {
        table.confederate("done", &[]);
    }
    // Four rifles are two points, a Napoleon and a howitzer nothing; six rifles are three.
    assert!(table.attempt(Confederate, "T37: 4G at U37", &[]).is_err());
    table.confederate("T37: 3G at U37", &[]);
}

#[test]
fn s24_3_c22_the_flank_marker_beside_a_battery_is_not_in_the_air() {
    let lines = [CUTLER, "place Lane line T36=8 T35=7", "place Marye T37 limbered N", "place McGraw T34 limbered N"];
    let mut table = aimed(&["Lane"], &lines, &[]);
    table.union("U36: 8 at T36", &[]).union("U35: hold", &[]).union("done", &[4]);
    assert_eq!(state(&table, "Lane").0, 8, "eight points and no more");
}

#[test]
fn s24_3_6_c23_less_than_half_of_the_fire_from_hasty_lines_deducts_first() {
    let mut table = Table::study(&[
        CUTLER,
        "place Stone column S U37=8 U38=5",
        "place Pettigrew line T38=8 T37=8 T36=8 T35=5",
        "mark Pettigrew cp 9",
        "mark Pettigrew attack launched",
        "turn 3 confederate hasty",
    ]);
    table.union("Stone hasty right", &[]);
    if table.position.segment == Segment::Hasty {
        table.union("done", &[]);
    }
    table.confederate("Pettigrew.2 at U37", &[]).confederate("Pettigrew.3 at U36", &[]);
    to_defence(&mut table);
    // Six of Stone in haste, eight of Cutler: less than half. Fourteen: eleven and three.
    table.union("U37: 6 at T37", &[]).union("U38: hold", &[]).union("U36: 8 at T36", &[]).union("U35: hold", &[]);
    table.union("done", &[6, 6, 6, 6]);
    let first = table.facts.iter().position(|f| matches!(f, Fact::Losses { .. }));
    let answer = table.facts.iter().position(|f| matches!(f, Fact::CombatFire(v) if v.target == unit("Cutler")));
    assert!(first.is_some_and(|f| answer.is_some_and(|a| f < a)), "{:?}", table.story());
}

/// Lane's left and Cutler's right have fired at each other, four casualty points each way.
fn exchanged(more: &[&str]) -> Table {
    let mut lines = vec![CUTLER, LANE];
    lines.extend(more);
    let mut table = aimed(&["Lane"], &lines, &["Lane.1 at U36", "Lane.2 at U35"]);
    table.union("U36: 8 at T36", &[]).union("U35: hold", &[]).union("done", &[1, 1, 1]);
    to_assaults(&mut table);
    table
}

#[test]
fn s26_s30_2_s31_2_r21_a1_an_assault_from_the_sum_to_the_advance() {
    let mut table = exchanged(&[]);
    let (cp, dp, _) = state(&table, "Cutler");
    table.confederate("Lane.1 assault U36", &[3, 4]);
    assert_eq!(difference(&table), 0, "8, 10 and 3 each");
    let way = table.menu(Union).into_iter().find(|l| l.starts_with("Cutler back"));
    if let Some(way) = way {
        table.union(&way, &[]);
    }
    // .15 of 16 is 2 casualty points, 2 of disorganization, ten for the retreat.
    assert_eq!(state(&table, "Cutler"), (cp + 2, dp + 2 + 10, 16 - 1));
    assert!(!lies(&table, "Cutler").contains('U'), "{}", lies(&table, "Cutler"));
    assert_eq!(table.refused(Confederate, "done"), "5.0");
    table.confederate("Lane advance U36", &[]);
    assert_eq!(brigade(&table, "Lane").spent(), 0);
}

#[test]
fn s26_a2_s25_a8_without_a_result_nothing_moves_and_the_brigade_is_not_assaulted_again() {
    let mut table = exchanged(&[]);
    table.confederate("Lane.1 assault U36", &[4]);
    assert_eq!(lies(&table, "Cutler"), "U35=8 U36=8");
    assert_eq!(table.refused(Confederate, "Lane.2 assault U35"), "25.0");
}

#[test]
fn s26_1b_s26_4_a3_points_that_did_not_fire_are_halved_up_and_five_too_weak_bars_all() {
    let lines = ["place Meredith line U35=8 U36=11", "place Daniel line T37=8 T36=8 T35=7"];
    let mut table = aimed(&["Daniel"], &lines, &["Daniel.2 at U36", "Daniel.3 at U35"]);
    table.union("U36: 8 at T36", &[]).union("U35: 7 at T35", &[]).union("done", &[1, 1, 1, 1]);
    to_assaults(&mut table);
    table.confederate("Daniel.2 assault U36", &[]);
    assert_eq!(lies(&table, "Meredith"), "U35=8 U36=11");
    assert!(table.attempt(Confederate, "Daniel.3 assault U35", &[]).is_err());
}

#[test]
fn s26_3_r23_a4_two_weaker_carries_on_a_two() {
    for (die, carried) in [(2u8, true), (3, false)] {
        let lines = [
            "place Brooke line U36=8 W",
            "mark Brooke dp 0",
            "place Caldwell U36",
            "place Daniel line T37=8 T36=8 T35=7",
        ];
        let mut table = aimed(&["Daniel"], &lines, &["Daniel.2 at U36"]);
        table.union("U36: 8 at T36", &[]).union("done", &[1, 1, 1]);
        assert_eq!(state(&table, "Brooke"), (3, 6, 8));
        to_assaults(&mut table);
        let dice: &[u8] = if carried { &[die, 6] } else { &[die] };
        table.confederate("Daniel.2 assault U36", dice);
        assert_eq!(difference(&table), -2);
        assert_eq!(state(&table, "Brooke").0, if carried { 4 } else { 3 }, ".15 of 8");
    }
}

#[test]
fn s25_2_a5_only_who_fired_into_the_hex_assaults() {
    let mut table = aimed(&["Lane"], &[CUTLER, LANE], &["Lane.2 at U35"]);
    table.union("defend hold", &[1]);
    to_assaults(&mut table);
    assert_eq!(table.refused(Confederate, "Lane.1 assault U36"), "25.0");
    assert_eq!(table.refused(Confederate, "Lane.2 assault U36"), "25.0");
    assert!(table.menu(Confederate).iter().any(|l| l.starts_with("Lane.2 assault U35")));
}

#[test]
fn s26_3_a6_a_commander_with_another_marker_leads_and_the_owner_says_who() {
    let mut table = exchanged(&["place Pender T35"]);
    let mut other = exchanged(&["place Pender T35"]);
    table.confederate("Lane.1 assault U36 with Pender", &[6]);
    assert_eq!(difference(&table), 2, "5 for 3");
    other.confederate("Lane.1 assault U36", &[6]);
    assert_eq!(difference(&other), 2, "without a word it is who counts most");
}

#[test]
fn s26_5_s30_2_2_a7_two_brigades_defend_with_the_weaker_experience_and_one_goes() {
    let lines = ["place Cutler line U35=8 U36=4", "place Stone line U36=4 U37=8", LANE];
    let mut table = aimed(&["Lane"], &lines, &["Lane.1 at U36"]);
    table.union("U36: 8 at T36", &[]).union("U35: hold", &[]).union("U37: hold", &[]);
    let mut resolved = false;
    for dice in [&[1u8, 1, 1][..], &[1, 1]] {
        resolved = resolved || table.attempt(Union, "done", dice).is_ok();
    }
    assert!(resolved);
    to_assaults(&mut table);
    table.confederate("Lane.1 assault U36", &[4]);
    assert_eq!(difference(&table), 1);
    table.union("Stone yield", &[1]);
    if let Some(way) = table.menu(Union).into_iter().find(|l| l.starts_with("Stone back")) {
        table.union(&way, &[]);
    }
    assert!(lies(&table, "Cutler").contains("U36") && !lies(&table, "Stone").contains("U36"));
}

#[test]
fn r69_s31_6_s37_1_a9_guns_alone_are_assaulted_entered_and_counted() {
    let lines = [&format!("place {HALL} U36 unlimbered W"), "place Cutler line W35=8 W36=8", LANE];
    let mut table = aimed(&["Lane"], &lines, &["Lane.1 at U36"]);
    table.union("U36: 3G at T36", &[]).union("done", &[1]);
    assert_eq!(battery(&table, HALL).factors, 10);
    to_assaults(&mut table);
    table.confederate("Lane.1 assault U36", &[6]);
    assert_eq!(difference(&table), 9);
    if table.position.pending.is_some() || lies(&table, "Lane") == "T36=8 T35=7" {
        table.confederate("Lane advance U36", &[]);
    }
    assert!(lies(&table, "Lane").contains("U36"));
    assert_eq!(board(&table).tally(Confederate)[0].1, 6);
    assert_eq!(battery(&table, HALL).factors, 10);
}

#[test]
fn s26_1b_a12_cannon_and_silent_points_are_halved_together() {
    let lines = [
        "place Meredith line U35=8 U36=11",
        &format!("place {HALL} U36 unlimbered W"),
        "place Daniel line T37=8 T36=8 T35=7",
        "place Rodes T36",
        "place Jackson T36",
    ];
    let mut table = aimed(&["Daniel"], &lines[..4], &["Daniel.2 at U36"]);
    table.union("U36: 8 at T36", &[]).union("U35: hold", &[]);
    table.umpire("mark Meredith dp 45");
    table.union("done", &[1, 1, 1]);
    to_assaults(&mut table);
    // 8, and 3 silent with 3 of cannon halved: 11; veteran at level 4 nine; 3: 23. Daniel 8, 9, Rodes 5: 22.
    table.confederate("Daniel.2 assault U36", &[3]);
    assert_eq!(difference(&table), -1);
}

#[test]
fn s26_1b_a11_a_silent_hex_is_halved() {
    let mut table = aimed(&["Lane"], &[CUTLER, LANE], &["Lane.1 at U36"]);
    table.union("defend hold", &[1]);
    to_assaults(&mut table);
    table.confederate("Lane.1 assault U36", &[6, 1]);
    assert_eq!(difference(&table), 4);
}

#[test]
fn assault_table_note_a10_who_retreated_in_its_last_movement_phase_has_two_less() {
    let mut table = Table::study(&[CUTLER, "place Lane line S36=8 S35=7", "turn 3 union alone", "mark Cutler level 6"]);
    table.union("Cutler back SE", &[]).union("done", &[]);
    assert_eq!(state(&table, "Cutler").1, 5);
    table.umpire("turn 4 confederate opening");
    table.confederate("attack Lane", &[]).confederate("done", &[]);
    table.confederate("Lane ahead SE SE", &[]).confederate("done", &[]);
    assert_eq!((lies(&table, "Lane"), lies(&table, "Cutler")), ("U35=8 U34=7".into(), "V34=8 V35=8".into()));
    table.confederate("Lane.1 at V35", &[]);
    to_defence(&mut table);
    table.union("V35: 8 at U35", &[]).union("V34: hold", &[]).union("done", &[1, 1]);
    to_assaults(&mut table);
    table.confederate("Lane.1 assault V35", &[4, 1]);
    assert_eq!(difference(&table), 2);
}

#[test]
fn s24_6_s26_1b_a13_a_hasty_line_fires_six_and_the_rest_is_halved() {
    let mut table = Table::study(&[
        "place Stone column N U36=8 U35=5",
        "place Archer line T36=8 T35=4",
        "mark Archer attack launched",
        "turn 3 confederate hasty",
    ]);
    table.union("Stone hasty left", &[]);
    if table.position.segment == Segment::Hasty {
        table.union("done", &[]);
    }
    table.confederate("Archer.1 at U36", &[]);
    to_defence(&mut table);
    table.union("U36: 6 at T36", &[]).union("U35: hold", &[]).union("done", &[1, 1]);
    to_assaults(&mut table);
    // Archer 8, 12, 3; Stone 6 and one of two silent, 9, 3: four more.
    table.confederate("Archer.1 assault U36", &[6, 1]);
    assert_eq!(difference(&table), 23 - 19);
}

/// The Union's turn after an exchange of Lane's left and Cutler's right in the Confederates'.
fn answered() -> Table {
    let mut table = aimed(&["Lane"], &[CUTLER, LANE], &["Lane.1 at U36"]);
    table.union("U36: 8 at T36", &[]).union("U35: hold", &[]).union("done", &[1, 1]);
    assert_eq!((state(&table, "Lane").0, state(&table, "Cutler").0), (4, 4));
    table.umpire("turn 3 union targets");
    table
}

#[test]
fn s27_1_s27_2_r1_attackers_first_and_both_subtract_one() {
    let mut table = answered();
    table.union("Cutler return", &[]).union("done", &[4, 4]);
    let shots: Vec<_> =
        table.facts.iter().filter_map(|f| if let Fact::CombatFire(v) = f { Some(v.target) } else { None }).collect();
    assert_eq!(shots, [unit("Cutler"), unit("Lane")]);
    assert_eq!((state(&table, "Lane").0, state(&table, "Cutler").0), (10, 10), "six each");
    assert_eq!((state(&table, "Lane").2, state(&table, "Cutler").2), (14, 15));
}

#[test]
fn s27_3_r2_r3_without_return_nobody_fires_and_who_did_not_fire_returns_nothing() {
    let mut table = answered();
    table.union("done", &[]);
    assert!(!table.facts.iter().any(|f| matches!(f, Fact::CombatFire(_))));
    let mut table = aimed(&["Lane"], &[CUTLER, LANE], &["Lane.2 at U35"]);
    table.union("defend hold", &[1]).umpire("turn 3 union targets");
    assert_eq!(table.refused(Union, "Cutler return"), "27.0");
}

#[test]
fn s28_1_s28_2_d1_a_defenders_assault_without_fire_carries_and_advances() {
    let mut table = answered();
    table.union("done", &[]);
    for _ in 0..4 {
        if table.position.segment != Segment::Assault {
            let side = board(&table).acting();
            table.attempt(side, "done", &[]).expect("on");
        }
    }
    assert_eq!(table.position.side, Union);
    let (cp, dp, _) = state(&table, "Lane");
    table.union("Cutler.2 assault T36", &[6, 1]);
    assert_eq!(difference(&table), 4, "8, 10, 3 against 4, 10, 3");
    if let Some(way) = table.menu(Confederate).into_iter().find(|l| l.starts_with("Lane back")) {
        table.confederate(&way, &[]);
    }
    assert_eq!(state(&table, "Lane"), (cp + 2, dp + 2 + 10, 15));
    assert_eq!(table.refused(Union, "done"), "5.0");
    table.union("Cutler advance T36", &[]);
    // §28.3: it attacks in the next turn without being named.
    table.umpire("lose Lane");
    while (table.position.turn, table.position.side) != (4, Union) {
        let side = board(&table).acting();
        table.attempt(side, "done", &[]).expect("on");
    }
    assert!(brigade(&table, "Cutler").attack != advanced_gettysburg::Attack::None);
}

#[test]
fn s33_1_s25_a14_who_has_no_experience_left_attacks_no_more() {
    let mut table = fight(&["Lane"], &[CUTLER, LANE, "mark Lane dp 95"]);
    table.confederate("Lane.1 at U36", &[]);
    to_defence(&mut table);
    // Eight at T36 with a four: 8 casualty points, 8 of disorganization: level 10 of a seasoned brigade.
    table.union("U36: 8 at T36", &[]).union("U35: hold", &[]);
    let rolled = [&[4u8, 1][..], &[4]].iter().any(|dice| table.attempt(Union, "done", dice).is_ok());
    assert!(rolled);
    assert_eq!(state(&table, "Lane").1, 103);
    for _ in 0..4 {
        if table.position.segment != Segment::Assault && table.position.side == Confederate {
            let side = board(&table).acting();
            let _ = table.attempt(side, "done", &[]);
        }
    }
    assert!(table.attempt(Confederate, "Lane.1 assault U36", &[]).is_err());
}
