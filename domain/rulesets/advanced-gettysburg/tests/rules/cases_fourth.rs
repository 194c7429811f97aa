//! Cases of combat fire and assault (§24.0 to §28.0) worked out from rulebook, rulings and charts alone, on the clear and level ground about
//! KK37: Confederates look east from the J columns, the Union west from the K columns.

use crate::cases_second::{aimed, difference, fight, state, to_assaults};
use crate::fire_kit::{brigade, to_defence};
use crate::table::{Table, board, lies};
use advanced_gettysburg::{Attack, Segment};
use domain_core::referee::Refusal;
use domain_core::referee::Side::{self, Confederate, Union};

pub const CUTLER: &str = "place Cutler line KK36=8 KK37=8";
pub const LANE: &str = "place Lane line JJ37=8 JJ36=7";
pub const HALL: &str = "us-wainwright-hall-bty";
const THOMAS: &str = "place Thomas line JJ36=8 JJ35=5";
const LANG: &str = "place Lang line JJ37=8 E";

/// A line that no die goes with must be illegal.
pub fn refused(table: &mut Table, side: Side, line: &str) {
    match table.attempt(side, line, &[]) {
        Err(Refusal::Illegal(_)) => (),
        other => panic!("{line} should be illegal, but: {other:?}"),
    }
}

/// Whoever was beaten goes back by the first way that is offered, if anybody asks.
pub fn gives_way(table: &mut Table, side: Side, name: &str) {
    if let Some(way) = table.menu(side).into_iter().find(|l| l.starts_with(&format!("{name} back"))) {
        table.attempt(side, &way, &[]).expect("a way");
    }
}

#[test]
fn s24_2c_s24_3_1_k1_k14_fire_split_between_two_attackers_is_rolled_for_each() {
    for cp in [0, 8] {
        let lines = [CUTLER, "place Lane line JJ38=7 JJ37=8", THOMAS, &format!("mark Cutler cp {cp}")];
        let mut table = aimed(&["Lane", "Thomas"], &lines, &["Lane.2 at KK37", "Thomas.1 at KK37"]);
        table.union("KK37: 5 at JJ37, 3 at JJ36", &[]).union("KK36: hold", &[]).union("done", &[4, 4, 5, 5]);
        assert_eq!(state(&table, "Lane"), (5, 5, 15));
        assert_eq!(state(&table, "Thomas"), (3, 3, 13));
        // Sixteen casualty points at sixteen points of strength, however many of these fall with them.
        assert_eq!(state(&table, "Cutler"), (16 + cp, 16, if cp == 0 { 15 } else { 14 }));
    }
}

#[test]
fn s24_4_2_k2_k3_k4_a_flank_hex_with_a_battery_of_either_side_is_no_air_and_one_with_a_commander_is() {
    for (more, dice, hit) in [
        ("place Marye JJ38 limbered S", &[2u8][..], (5u16, 10u16)),
        ("place us-wainwright-hall-bty JJ38 limbered N", &[2][..], (5, 10)),
        ("place Heth JJ38", &[2, 2][..], (10, 20)),
    ] {
        let mut table = aimed(&["Lang", "Thomas"], &[CUTLER, LANG, THOMAS, more], &[]);
        table.union("KK37: 8 at JJ37", &[]).union("KK36: hold", &[]).union("done", dice);
        let (cp, dp, _) = state(&table, "Lang");
        assert_eq!((cp, dp), hit, "{more}");
    }
}

#[test]
fn r89_s24_0_3_k5_a_phasing_battery_beside_the_enemy_fires_at_one_hex_kind_by_kind() {
    let lines = [CUTLER, LANE, "place Marye JJ37 unlimbered E"];
    let mut table = aimed(&["Lane"], &lines, &["Lane.1 at KK37", "Marye at KK37"]);
    table.union("defend hold", &[5]);
    assert_eq!(state(&table, "Cutler"), (10, 10, 15));
}

#[test]
fn s24_3_1_k6_fire_half_of_horse_is_read_as_foot() {
    let lines = [CUTLER, "place Hampton line JJ38=6 JJ37=8", "place Lang line JJ36=8 E", "mark Hampton dp 0"];
    let mut table = aimed(&["Hampton", "Lang"], &lines, &["Hampton.2 at KK37", "Lang.1 at KK37"]);
    table.union("defend hold", &[5, 5]);
    assert_eq!(state(&table, "Cutler").0, 16);
}

#[test]
fn s24_4_5_k9_horse_of_the_confederates_is_not_doubled() {
    let lines = [CUTLER, "place Hampton line JJ37=8 JJ36=6", "mark Hampton dp 0"];
    let mut table = aimed(&["Hampton"], &lines, &["Hampton.1 at KK37"]);
    table.union("defend hold", &[5]);
    assert_eq!(state(&table, "Cutler"), (7, 7, 16));
}

#[test]
fn s24_4_5_r25_k7_what_is_left_of_union_horse_beyond_eleven_is_silent_if_it_is_one() {
    let mut table = Table::study(&[
        "place Devin line JJ37=6 JJ36=6",
        "place Lang line KK37=8 W",
        "mark Devin attack launched",
        "turn 3 union targets",
    ]);
    table.union("Devin.1 at KK37", &[]);
    to_defence(&mut table);
    table.confederate("defend hold", &[5]);
    assert_eq!(state(&table, "Lang"), (10, 20, 7));
}

#[test]
fn s24_4_5_s24_4_2_r24_k8_free_union_horse_at_a_flank_in_the_air_counts_four_times() {
    let lines = ["place Gamble line KK36=8 KK37=8", "place Lang line JJ37=4 E"];
    let mut table = aimed(&["Lang"], &lines, &["Lang.1 at KK37"]);
    table.union("KK37: 8 at JJ37", &[]).union("done", &[4, 5]);
    assert_eq!(state(&table, "Lang"), (10, 40, 3));
    assert_eq!(state(&table, "Gamble"), (3, 3, 16));
}

#[test]
fn s24_1_s24_4_1_s24_4_2_k10_three_hexes_about_one_attacker() {
    let lines = ["place Cutler line KK36=4 KK37=8 JJ37=4", "place Lang line JJ36=8 E"];
    let mut table = aimed(&["Lang"], &lines, &["Lang.1 at KK37"]);
    table.union("KK37: 8 at JJ36", &[]).union("KK36: 4 at JJ36", &[]).union("JJ37: 4 at JJ36", &[]);
    table.union("done", &[4, 4, 4, 5]);
    assert_eq!(state(&table, "Lang"), (28, 56, 6));
    assert_eq!(state(&table, "Cutler"), (5, 5, 16));
}

#[test]
fn s24_4_3a_s17_1_8_k11_a_commander_alone_in_a_flank_hex_is_taken_by_who_steps_there() {
    let mut table = fight(&["Lane"], &[CUTLER, LANE, "place Heth JJ35"]);
    table.confederate("Lane.1 at KK37", &[]).confederate("done", &[]);
    table.union("KK36 flank JJ35 4", &[]);
    assert_eq!(board(&table).tally(Union)[3].1, 4);
}

#[test]
fn s24_3_6_k12_k13_at_least_half_of_the_strength_from_hasty_lines() {
    for (free, dice, stone, four) in [(5, [6, 5, 5], 8, 4), (6, [4, 5, 5], 7, 4)] {
        let mut table = Table::study(&[
            "place Stone column N KK38=8 KK37=5",
            "place Cutler line KK35=8 KK36=8",
            "place Archer line JJ37=8 JJ36=4",
            "mark Archer attack launched",
            "turn 3 confederate hasty",
        ]);
        table.union("Stone hasty left", &[]);
        if table.position.segment == Segment::Hasty {
            table.union("done", &[]);
        }
        table.confederate("Archer.1 at KK38", &[]).confederate("Archer.2 at KK36", &[]);
        to_defence(&mut table);
        table.union("KK38: 6 at JJ37", &[]).union(&format!("KK36: {free} at JJ36"), &[]);
        table.union("KK37: hold", &[]).union("done", &dice);
        assert_eq!(state(&table, "Archer"), (10, 13, 11));
        assert_eq!((state(&table, "Stone").0, state(&table, "Cutler").0), (stone, four), "{free} free");
    }
}

#[test]
fn s24_3_5_k87_who_is_shot_away_answers_nothing() {
    let lines = [CUTLER, "place Lang line JJ37=1 E", "mark Lang cp 9"];
    let mut table = aimed(&["Lang"], &lines, &["Lang.1 at KK37"]);
    table.union("KK37: 8 at JJ37", &[]).union("done", &[4]);
    assert_eq!(state(&table, "Lang").2, 0);
    assert_eq!(state(&table, "Cutler").0, 0);
}

#[test]
fn s33_1_5c_r12_k90_an_attack_without_experience_left_answers_and_does_not_assault() {
    let mut table = aimed(&["Lane"], &[CUTLER, LANE, "mark Lane dp 95"], &["Lane.1 at KK37"]);
    table.union("KK37: 8 at JJ37", &[]).union("KK36: hold", &[]).union("done", &[4, 5]);
    assert_eq!(state(&table, "Lane"), (8, 103, 15));
    assert_eq!(state(&table, "Cutler"), (5, 5, 16));
    assert_eq!(brigade(&table, "Lane").attack, Attack::None);
    while table.position.side == Confederate {
        assert!(table.attempt(Confederate, "Lane.1 assault KK37", &[1, 1]).is_err());
        let side = board(&table).acting();
        table.attempt(side, "done", &[]).expect("on");
    }
}

#[test]
fn s33_3_5a_k92_losses_come_to_the_strongest_markers_first() {
    let lines = [CUTLER, "place Daniel line JJ37=8 JJ36=8 JJ35=7", "mark Daniel cp 9"];
    let mut table = aimed(&["Daniel"], &lines, &["Daniel.1 at KK37", "Daniel.2 at KK36"]);
    table.union("KK37: 8 at JJ37", &[]).union("KK36: 8 at JJ36", &[]).union("done", &[4, 4, 1, 1]);
    assert_eq!(state(&table, "Daniel"), (25, 11, 21));
    assert_eq!(lies(&table, "Daniel"), "JJ37=7 JJ36=7 JJ35=7");
}

#[test]
fn s24_2d_s24_1_2_k93_a_hex_that_nobody_fires_at_fires_at_both_ends() {
    let mut table = aimed(&["Lane"], &[CUTLER, LANE], &[]);
    table.union("KK37: 4 at JJ37, 4 at JJ36", &[]).union("KK36: hold", &[]).union("done", &[4, 4]);
    assert_eq!(state(&table, "Lane"), (15, 15, 14));
}

#[test]
fn s26_k16_k17_three_stronger() {
    for (die, carried) in [(5u8, true), (6, false)] {
        let lines = ["place Stone line KK36=5 KK37=8", "place Archer line JJ37=8 JJ36=4"];
        let mut table = aimed(&["Archer"], &lines, &["Archer.1 at KK37"]);
        table.union("KK37: 8 at JJ37", &[]).union("KK36: hold", &[]).union("done", &[1, 1]);
        assert_eq!((state(&table, "Archer"), state(&table, "Stone")), ((3, 4, 12), (4, 5, 13)));
        to_assaults(&mut table);
        let dice: &[u8] = if carried { &[die, 2] } else { &[die] };
        table.confederate("Archer.1 assault KK37", dice);
        assert_eq!(difference(&table), 3);
        gives_way(&mut table, Union, "Stone");
        let (cp, dp, _) = state(&table, "Stone");
        assert_eq!((cp, dp), if carried { (6, 17) } else { (4, 5) });
    }
}

#[test]
fn s26_1b_s29_4_4_k18_k19_cannon_are_halved_in_an_assault_whether_they_fired_could_fire_or_not() {
    for (factors, fire) in [(10, 11), (0, 8)] {
        for (die, carried) in [(2u8, true), (3, false)] {
            let guns = format!("place {HALL} KK37 unlimbered W");
            let lines = [CUTLER, LANE, "place Marye JJ38 limbered S", &guns, &format!("mark {HALL} factors {factors}")];
            let mut table = aimed(&["Lane"], &lines, &["Lane.1 at KK37"]);
            if factors == 0 {
                refused(&mut table, Union, "KK37: 11 at JJ37");
            }
            table.union(&format!("KK37: {fire} at JJ37"), &[]).union("KK36: hold", &[]);
            table.union("done", &[1, 1]);
            // Lane keeps all of its points.
            assert_eq!(state(&table, "Lane").2, 15);
            to_assaults(&mut table);
            let dice: &[u8] = if carried { &[die, 1] } else { &[die] };
            table.confederate("Lane.1 assault KK37", dice);
            assert_eq!(difference(&table), -2, "{factors} factors");
            // K108: one less three, read as nothing: a twentieth of sixteen.
            assert_eq!(state(&table, "Cutler").0, if carried { 5 } else { 4 });
        }
    }
}

#[test]
fn s26_2_s33_1_5_k20_experience_in_an_assault_is_what_the_fire_has_left() {
    let mut table = aimed(&["Lane"], &[CUTLER, LANE, "mark Cutler dp 19"], &["Lane.1 at KK37"]);
    table.union("KK37: 8 at JJ37", &[]).union("KK36: hold", &[]).union("done", &[1, 1]);
    assert_eq!(state(&table, "Cutler").1, 23);
    to_assaults(&mut table);
    table.confederate("Lane.1 assault KK37", &[4, 1]);
    assert_eq!(difference(&table), 1);
}

#[test]
fn s32_4_s26_3_k21_k22_a_wounded_commander_counts_two_and_the_brigadier_three() {
    let wadsworth = "place Wadsworth KK36";
    let mut table = aimed(&["Lane"], &[CUTLER, LANE, wadsworth, "mark Wadsworth hit"], &["Lane.1 at KK37"]);
    table.union("KK37: 8 at JJ37", &[]).union("KK36: hold", &[]).union("done", &[1, 1]);
    to_assaults(&mut table);
    table.confederate("Lane.1 assault KK37", &[6]);
    assert_eq!(difference(&table), 0);
    // Hit in this very phase, before the assault.
    let mut table = aimed(&["Lane"], &[CUTLER, LANE, "place Wadsworth KK37"], &["Lane.1 at KK37"]);
    table.union("KK37: 8 at JJ37", &[]).union("KK36: hold", &[]).union("done", &[1, 1, 5]);
    assert_eq!(board(&table).tally(Confederate)[3].1, 5);
    to_assaults(&mut table);
    table.confederate("Lane.1 assault KK37", &[6]);
    assert_eq!(difference(&table), 0);
}

#[test]
fn s25_0_k23_one_brigade_may_assault_two_a_marker_each() {
    let lines = ["place Stone line KK37=8 KK38=5", "place Cutler line KK35=8 KK36=8", LANE];
    let mut table = aimed(&["Lane"], &lines, &["Lane.1 at KK37", "Lane.2 at KK36"]);
    table.union("defend hold", &[1, 1]);
    to_assaults(&mut table);
    // 8, 10, 3 against silent 4, 9, 3 and 7, 10, 3 against 4, 10, 3: five more, then three more.
    table.confederate("Lane.2 assault KK36", &[6]);
    assert_eq!(difference(&table), 3);
    table.confederate("Lane.1 assault KK37", &[1, 1]);
    assert_eq!(difference(&table), 5);
}

#[test]
fn s25_0_k24_of_two_markers_that_fired_the_phasing_player_chooses() {
    for (die, carried) in [(2u8, true), (3, false)] {
        let mut table = aimed(&["Lane"], &[CUTLER, LANE], &["Lane all at KK37"]);
        table.union("KK37: 8 at JJ37", &[]).union("KK36: hold", &[]).union("done", &[1, 1, 1]);
        to_assaults(&mut table);
        table.confederate("Lane.2 assault KK37", if carried { &[2, 1] } else { &[3] });
        assert_eq!(difference(&table), -1, "{die}");
        assert_eq!(table.position.pending.is_some() || !lies(&table, "Cutler").contains("KK36"), carried);
    }
}

#[test]
fn s26_3_k94_k95_who_leads_an_assault_is_with_the_brigade() {
    let start = |more: &str| {
        let mut table = aimed(&["Lane"], &[CUTLER, LANE, more], &["Lane.1 at KK37"]);
        table.union("KK37: 8 at JJ37", &[]).union("KK36: hold", &[]);
        table.union("done", if more.ends_with("JJ37") { &[1, 1, 1] } else { &[1, 1] });
        to_assaults(&mut table);
        table
    };
    let mut table = start("place Pender JJ38");
    assert!(table.attempt(Confederate, "Lane.1 assault KK37 with Pender", &[6]).is_err());
    let mut table = start("place cs-hill-cmd JJ37");
    table.confederate("Lane.1 assault KK37", &[6]);
    assert_eq!(difference(&table), 1, "four for a corps commander");
}

#[test]
fn s24_4_4_s0_12_effects_2_and_3_r52_k15_woods_and_works_halve_twice() {
    let mut table = Table::with(&["breastworks"]);
    for line in [
        "clear",
        "place Cutler line II34=8 II33=8",
        "place Lane line JJ33=7 JJ34=8",
        "works II34 N S",
        "mark Lane attack launched",
        "turn 3 confederate targets",
    ] {
        table.umpire(line);
    }
    table.confederate("Lane.2 at II34", &[]);
    to_defence(&mut table);
    table.union("II34: 8 at JJ34", &[]).union("II33: hold", &[]).union("done", &[4, 4, 5]);
    assert_eq!(state(&table, "Lane"), (12, 12, 14));
    assert_eq!(state(&table, "Cutler"), (1, 1, 16));
}
