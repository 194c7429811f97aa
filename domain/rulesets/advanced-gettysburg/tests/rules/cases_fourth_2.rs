//! Cases of assaults carried through, return fire, artillery, retreats, advances and lost commanders (§21.0, §25.0 to §32.0) worked out from
//! rulebook, rulings and charts alone, on the ground of `cases_fourth.rs`.

use crate::cases_fourth::{CUTLER, HALL, LANE, gives_way, refused};
use crate::cases_second::{aimed, difference, state, to_assaults};
use crate::fire_kit::{battery, brigade, to_defence, volleys};
use crate::table::{Table, board, hex, lies, unit};
use advanced_gettysburg::Segment;
use domain_core::referee::Side::{Confederate, Union};

pub const GUNS: &str = "place us-wainwright-hall-bty KK37 unlimbered W";
const MORE: &str = "place us-wainwright-reynolds-bty KK36 unlimbered W";
const NEAR: &str = "place Cutler rest LL37";

/// On to a side's targets of the next player turn.
pub fn to_targets(table: &mut Table, side: domain_core::referee::Side) {
    for _ in 0..12 {
        if (table.position.side, table.position.segment) == (side, Segment::Targets) {
            return;
        }
        let now = board(table).acting();
        table.attempt(now, "done", &[]).unwrap_or_else(|e| panic!("{now}: done: {e}"));
    }
    panic!("no targets");
}

/// Whether all markers of a brigade are three hexes or more from another hex.
fn away(table: &Table, name: &str, from: &str) -> bool {
    let atlas = &crate::table::RULES.pack().ground.atlas;
    table.position.chain(unit(name)).iter().all(|l| atlas.distance(hex(from), l.at()).is_some_and(|far| far >= 3))
}

fn guns(lines: &[&str]) -> Table {
    let mut table = Table::study(lines);
    table.umpire("turn 3 union artillery");
    table
}

/// Lane comes from HH38, names Cutler's hex, carries the assault; what is left of its points is known.
fn whole_turn(from: &str, way: &str) -> Table {
    let mut table = Table::study(&[CUTLER, from, "turn 3 confederate opening"]);
    table.confederate("attack Lane", &[]).confederate("primary Lane", &[]).confederate(way, &[]);
    for _ in 0..4 {
        if table.position.segment != Segment::Targets {
            table.confederate("done", &[]);
        }
    }
    assert_eq!(lies(&table, "Lane"), "JJ37=8 JJ36=7");
    table.confederate("Lane.1 at KK37", &[]);
    to_defence(&mut table);
    table.union("defend hold", &[6]);
    assert_eq!(state(&table, "Cutler"), (9, 9, 16));
    to_assaults(&mut table);
    table.confederate("Lane.1 assault KK37", &[6, 3]);
    assert_eq!(difference(&table), 4);
    gives_way(&mut table, Union, "Cutler");
    assert_eq!(state(&table, "Cutler"), (13, 23, 15));
    table
}

#[test]
fn s22_8_s31_2_s31_3_k25_k26_a_turn_from_three_hexes_off_to_the_last_advance() {
    let mut table = whole_turn("place Lane line HH38=8 HH37=7", "Lane ahead SE SE");
    // Every marker went back two hexes (§30.2.1).
    assert!(away(&table, "Cutler", "JJ37"), "{}", lies(&table, "Cutler"));
    table.confederate("Lane advance KK37", &[]);
    assert_eq!(lies(&table, "Lane"), "KK37=8 KK36=7");
    table.confederate("Lane advance LL36", &[]);
    assert!(!table.menu(Confederate).iter().any(|l| l.starts_with("Lane advance")));
    // From four hexes off all six points were spent; it rolls, named, alone: a six is a three, four points.
    let mut table = Table::study(&[CUTLER, "place Lane line GG39=8 GG38=7", "turn 3 confederate opening"]);
    table.confederate("attack Lane", &[]).confederate("primary Lane", &[]).confederate("Lane ahead SE SE SE", &[]);
    assert_eq!(table.spent("Lane"), "6 6");
    for _ in 0..4 {
        if table.position.segment != Segment::Targets {
            table.confederate("done", &[]);
        }
    }
    table.confederate("Lane.1 at KK37", &[]);
    to_defence(&mut table);
    table.union("defend hold", &[6]);
    to_assaults(&mut table);
    table.confederate("Lane.1 assault KK37", &[6, 3]);
    gives_way(&mut table, Union, "Cutler");
    table.confederate("Lane advance KK37", &[]);
    assert!(table.position.side == Union || !table.menu(Confederate).iter().any(|l| l.starts_with("Lane advance")));
}

#[test]
fn s21_7_s20_4_2_k27_a_beaten_brigade_in_woods_lies_in_nobodys_range() {
    let lines = ["place Cutler line II34=8 II33=8", "place Lane line JJ33=7 JJ34=8"];
    let mut table = aimed(&["Lane"], &lines, &["Lane.2 at II34"]);
    table.union("defend hold", &[6]);
    assert_eq!(state(&table, "Cutler"), (5, 5, 16));
    to_assaults(&mut table);
    table.confederate("Lane.2 assault II34", &[3, 1]);
    assert_eq!(difference(&table), 4);
    gives_way(&mut table, Union, "Cutler");
    assert_eq!(state(&table, "Cutler"), (7, 7, 16));
}

#[test]
fn s17_1_8_k28_a_commander_whose_brigade_is_beaten_stays_and_is_taken() {
    let mut table = aimed(&["Lane"], &[CUTLER, LANE, "place Wadsworth KK37"], &["Lane.1 at KK37"]);
    table.union("defend hold", &[1, 4]);
    to_assaults(&mut table);
    table.confederate("Lane.1 assault KK37", &[4, 1]);
    assert_eq!(difference(&table), 2);
    gives_way(&mut table, Union, "Cutler");
    table.confederate("Lane advance KK37", &[]);
    assert_eq!(board(&table).tally(Confederate)[3].1, 5);
}

#[test]
fn s30_2_1_k29_all_markers_of_a_beaten_brigade_go_back() {
    let mut table = aimed(&["Lane"], &[CUTLER, LANE], &["Lane.2 at KK36"]);
    table.union("defend hold", &[1]);
    to_assaults(&mut table);
    table.confederate("Lane.2 assault KK36", &[3, 1]);
    gives_way(&mut table, Union, "Cutler");
    assert!(away(&table, "Cutler", "JJ37"), "{}", lies(&table, "Cutler"));
}

#[test]
fn s27_1_s24_4_2_k30_k31_what_was_free_is_not_doubled_when_it_is_returned_and_all_who_fired_answer() {
    let mut table = aimed(&["Lang"], &[CUTLER, "place Lang line JJ37=4 E"], &["Lang.1 at KK37"]);
    table.union("KK37: 8 at JJ37", &[]).union("KK36: hold", &[]).union("done", &[1, 1]);
    assert_eq!(state(&table, "Lang").2, 4);
    to_targets(&mut table, Union);
    table.union("Cutler return", &[]);
    let side = board(&table).acting();
    table.attempt(side, "done", &[1, 1]).expect("return fire");
    let fire = volleys(&table);
    assert_eq!(fire.iter().map(|v| (v.0.as_str(), v.1)).collect::<Vec<_>>(), [("Cutler", 4), ("Lang", 4)]);
    // The marker at KK36 fired at who did not fire at it, and does so again.
    let mut table = aimed(&["Lane"], &[CUTLER, LANE], &["Lane.1 at KK37"]);
    table.union("KK37: 8 at JJ37", &[]).union("KK36: 8 at JJ36", &[]).union("done", &[1, 1, 1]);
    to_targets(&mut table, Union);
    table.union("Cutler return", &[]);
    let side = board(&table).acting();
    table.attempt(side, "done", &[1, 1, 1]).expect("return fire");
    // Lane has lost a point of its eight.
    let fire = volleys(&table);
    assert_eq!(fire.iter().map(|v| (v.0.as_str(), v.1)).collect::<Vec<_>>(), [("Cutler", 7), ("Lane", 14)]);
}

#[test]
fn s28_2_s31_2_k33_a_defenders_assault_goes_one_free_hex() {
    let mut table = aimed(&["Lane"], &[CUTLER, LANE], &["Lane.1 at KK37"]);
    table.union("KK37: 8 at JJ37", &[]).union("KK36: hold", &[]).union("done", &[1, 1]);
    for _ in 0..14 {
        if (table.position.side, table.position.segment) == (Union, Segment::Assault) {
            break;
        }
        let now = board(&table).acting();
        table.attempt(now, "done", &[]).expect("on");
    }
    // 8, 10, 3 against silent 4, 10, 3.
    table.union("Cutler.2 assault JJ37", &[6, 1]);
    assert_eq!(difference(&table), 4);
    gives_way(&mut table, Confederate, "Lane");
    table.union("Cutler advance JJ37", &[]);
    assert_eq!(lies(&table, "Cutler"), "JJ36=8 JJ37=8");
    assert!(table.position.side != Union || !table.menu(Union).iter().any(|l| l.starts_with("Cutler advance")));
}

#[test]
fn s29_1_k34_points_from_two_hexes_are_read_as_one_total_of_the_phase() {
    let mut table = guns(&[GUNS, MORE, NEAR, "place Archer line GG37=8 GG36=4"]);
    table
        .union("Wainwright-Hall 2R at Archer.1", &[])
        .union("Wainwright-Reynolds 2R at Archer.1", &[])
        .union("done", &[]);
    assert_eq!(state(&table, "Archer"), (2, 3, 12));
}

#[test]
fn s29_3_s29_2_k36_k37_k38_fire_at_batteries() {
    let lines = ["place us-wainwright-hall-bty LL37 unlimbered W", "place Cutler rest MM37"];
    let mut table = guns(&[lines[0], lines[1], "place Marye GG37 unlimbered E"]);
    table.union("Wainwright-Hall heavy at GG37", &[4, 5, 3]);
    assert_eq!((battery(&table, HALL).factors, battery(&table, "Marye").factors), (8, 8));
    // Seen from its side it is not three times as much.
    let mut table = guns(&[GUNS, NEAR, "place Marye GG38 unlimbered NNE"]);
    table.union("Wainwright-Hall at GG38", &[6, 1]);
    assert_eq!(battery(&table, "Marye").factors, 9);
    for how in ["unlimbered E", "limbered S"] {
        let mut table = guns(&[GUNS, NEAR, &format!("place Marye GG38 {how}"), "mark Marye factors 1"]);
        table.union("Wainwright-Hall at GG38", &[6, 6]);
        assert_eq!(battery(&table, "Marye").factors, 0, "{how}");
    }
}

#[test]
fn s29_1_r51_k39_k40_k45_each_kind_by_its_own_line_and_reach() {
    let near = "place cs-robertson-j-b-inf rest JJ36";
    let three = |line: &str| {
        let mut table = Table::study(&[
            "place Reilly JJ37 unlimbered E",
            near,
            "place Meredith line OO38=8 OO37=8 OO36=3",
            "mark Meredith dp 0",
            "turn 3 confederate artillery",
        ]);
        table.confederate(line, &[]);
        state(&table, "Meredith").0
    };
    assert_eq!(three("Reilly at OO37"), 3);
    assert_eq!(three("Reilly rifled at OO37"), 2);
    // Seven hexes over open ground: rifles reach it, Napoleons counted as rifles do not.
    let lines = ["place Stevens OO37 unlimbered W", "place Cutler rest OO38", "place Lang line HH37=8 NNE"];
    let mut table = guns(&lines);
    refused(&mut table, Union, "Stevens rifled at HH37");
    let mut table = guns(&["place us-wainwright-hall-bty OO37 unlimbered W", lines[1], lines[2]]);
    table.union("Wainwright-Hall at HH37", &[]);
    let start = || {
        Table::study(&[
            "place cs-lane-patterson-bty HH37 unlimbered E",
            "place Lang rest HH36",
            "place Meredith line NN37=8 NN36=8 NN35=3",
            "turn 3 confederate artillery",
        ])
    };
    let mut table = start();
    refused(&mut table, Confederate, "cs-lane-patterson-bty 4H at NN36");
    table.confederate("cs-lane-patterson-bty 2N at NN36", &[]);
    assert_eq!(state(&table, "Meredith").0, 0);
}

#[test]
fn s24_3_7_k41_flank_fire_is_tripled_before_breakdown() {
    let mut table = guns(&[GUNS, NEAR, "place Lang line HH37=4 NNE"]);
    // The line looks to the north-north-east: its right flank lies towards the guns.
    table.union("Wainwright-Hall at HH37", &[]);
    assert_eq!(state(&table, "Lang").0, 4);
}

#[test]
fn s29_0_k42_a_marker_two_hexes_off_is_fired_at_though_another_is_adjacent() {
    let lines = [
        GUNS,
        "place Cutler line KK37=8 KK38=8",
        "place Daniel line JJ37=8 JJ36=8 JJ35=7",
        "mark Daniel attack launched",
    ];
    let mut table = guns(&lines);
    refused(&mut table, Union, "Wainwright-Hall at Daniel.1");
    table.union("Wainwright-Hall at Daniel.3", &[]);
    assert_eq!(state(&table, "Daniel").0, 2);
}

#[test]
fn s29_1_s33_2_2_k43_a_brigade_at_rest_under_fire() {
    let mut table = guns(&[GUNS, NEAR, "place Thomas rest GG37", "mark Thomas dp 33 idle"]);
    table.union("Wainwright-Hall at GG37", &[]).union("done", &[]);
    assert_eq!(state(&table, "Thomas"), (2, 35, 13));
    while table.position.turn == 3 {
        let side = board(&table).acting();
        table.attempt(side, "done", &[]).expect("on");
    }
    assert_eq!(state(&table, "Thomas").1, 35);
}

/// Fire has been exchanged, Lane has no points left.
fn spent() -> Table {
    let mut table = Table::study(&[CUTLER, "place Lane line GG39=8 GG38=7", GUNS, "turn 3 confederate opening"]);
    table.confederate("attack Lane", &[]).confederate("primary Lane", &[]).confederate("Lane ahead SE SE SE", &[]);
    for _ in 0..4 {
        if table.position.segment != Segment::Targets {
            table.confederate("done", &[]);
        }
    }
    table.confederate("Lane.1 at KK37", &[]);
    to_defence(&mut table);
    table.union("defend hold", &[1]);
    table
}

#[test]
fn s30_1_1_r22_k46_without_points_one_hex_for_nothing() {
    let mut table = spent();
    assert!(table.attempt(Confederate, "Lane back NW NW", &[]).is_err());
    table.confederate("Lane back NW", &[]);
    assert_eq!(state(&table, "Lane").1, 0);
    assert_eq!(lies(&table, "Lane"), "II38=8 II37=7");
}

#[test]
fn s31_4_s25_0_k47_k89_who_has_no_points_does_not_follow_and_nobody_assaults_who_is_gone() {
    let mut table = spent();
    table.confederate("done", &[]).union("Cutler back SE SE", &[]);
    assert!(table.attempt(Union, "Wainwright-Hall back NE", &[]).is_ok());
    while table.position.side == Confederate {
        assert!(table.attempt(Confederate, "Lane advance KK37", &[]).is_err());
        assert!(table.attempt(Confederate, "Lane.1 assault KK37", &[1, 1]).is_err());
        let side = board(&table).acting();
        table.attempt(side, "done", &[]).expect("on");
    }
}

#[test]
fn s30_1_2_k48_k49_points_owed_by_a_brigade_alone_and_by_a_battery() {
    let mut table = spent();
    table.confederate("done", &[]).union("Cutler back SE SE", &[]).union("Wainwright-Hall back NE NE", &[]);
    assert_eq!((brigade(&table, "Cutler").owed, battery(&table, HALL).owed), (8, 6));
    table.umpire("lose Lane").umpire("turn 3 union alone");
    // A six alone is a five, less four: one point, no hex of two.
    table.union("alone Cutler", &[6]);
    assert!(table.attempt(Union, "Cutler ahead NW", &[]).is_err());
    assert_eq!(lies(&table, HALL), "MM38=6");
    let mut far = Table { position: table.position.clone(), facts: vec![] };
    assert!(far.attempt(Union, "Wainwright-Hall march MM35", &[]).is_err());
    table.union("Wainwright-Hall march MM36", &[]);
}

#[test]
fn s31_6_s37_1_k50_guns_taken_and_taken_back_score_for_both() {
    let mut table = aimed(&["Lane"], &[GUNS, "place Cutler line MM36=8 MM37=8", LANE], &["Lane.1 at KK37"]);
    table.union("defend hold", &[]);
    to_assaults(&mut table);
    table.confederate("Lane.1 assault KK37", &[6]);
    if !lies(&table, "Lane").contains("KK37") {
        table.confederate("Lane advance KK37", &[]);
    }
    assert_eq!(board(&table).tally(Confederate)[0].1, 6);
    // The Union comes with Stone while Lane is gone.
    table
        .umpire("lose Lane")
        .umpire("place Stone line LL36=5 LL37=8")
        .umpire("mark Stone attack launched")
        .umpire("turn 4 union targets");
    table.union("Stone.2 at KK37", &[]);
    let mut guard = 0;
    while table.position.segment != Segment::Assault && guard < 6 {
        let now = board(&table).acting();
        table.attempt(now, "done", &[]).expect("on");
        guard += 1;
    }
    table.union("Stone.2 assault KK37", &[6]);
    if !lies(&table, "Stone").contains("KK37") {
        table.union("Stone advance KK37", &[]);
    }
    assert_eq!((board(&table).tally(Confederate)[0].1, board(&table).tally(Union)[0].1), (6, 6));
}

#[test]
fn s32_s37_4_k51_k53_the_armys_commander_and_a_volley_that_does_nothing() {
    let mut table = aimed(&["Lane"], &[CUTLER, LANE, "place cs-lee-cmd JJ37"], &["Lane.1 at KK37"]);
    table.union("KK37: 8 at JJ37", &[]).union("KK36: hold", &[]).union("done", &[1, 1, 6]);
    assert_eq!(board(&table).tally(Union)[3].1, 18);
    // One point of foot at die 1 does nothing, and yet the hex came under fire.
    let lines = [CUTLER, "place Lang line JJ37=1 E", "place Wadsworth KK37"];
    let mut table = aimed(&["Lang"], &lines, &["Lang.1 at KK37"]);
    table.union("defend hold", &[1, 5]);
    assert_eq!((state(&table, "Cutler").0, board(&table).tally(Confederate)[3].1), (0, 5));
}

#[test]
fn s32_1_k52_artillery_fire_is_no_danger_to_commanders() {
    let mut table = guns(&[GUNS, NEAR, "place Thomas rest GG37", "place Pender GG37"]);
    table.union("Wainwright-Hall at GG37", &[]).union("done", &[]);
    assert_eq!(board(&table).tally(Union)[3].1, 0);
}

#[test]
fn s21_3_k54_a_retreat_leads_through_rear_hexes() {
    let lines = ["place Cutler line LL36=8 LL37=8", LANE, "turn 3 confederate alone", "mark Lane level 6"];
    let mut table = Table::study(&lines);
    for way in ["N", "S", "NE", "SE"] {
        assert!(table.attempt(Confederate, &format!("Lane back {way}"), &[]).is_err(), "{way}");
    }
    table.confederate("Lane back SW", &[]);
    assert_eq!(state(&table, "Lane").1, 5);
}

#[test]
fn s21_7_r21_k57_a_routed_brigade_out_of_all_ranges_owes_nothing() {
    let lines = ["place Cutler line NN36=8 NN37=8", LANE, "mark Lane retreat involuntary", "turn 3 union assault"];
    let mut table = Table::study(&lines);
    table.union("done", &[]);
    for _ in 0..3 {
        if table.position.side == Confederate && table.position.segment == Segment::Opening {
            break;
        }
        let now = board(&table).acting();
        table.attempt(now, "done", &[]).expect("on");
    }
    assert_eq!(state(&table, "Lane").1, 0);
    table.confederate("attack Lane", &[]);
}

#[test]
fn s23_3a_s29_s24_k86_guns_in_the_flank_then_musketry_then_an_assault() {
    let mut table = Table::study(&[
        CUTLER,
        LANE,
        "place Zimmerman JJ33 unlimbered NNE",
        "mark Lane attack launched",
        "turn 4 confederate artillery",
    ]);
    table.confederate("Zimmerman at KK36", &[]).confederate("done", &[]);
    assert_eq!(state(&table, "Cutler"), (6, 6, 16));
    table.confederate("Lane.1 at KK37", &[]);
    to_defence(&mut table);
    table.union("defend hold", &[6]);
    assert_eq!(state(&table, "Cutler"), (15, 15, 15));
    to_assaults(&mut table);
    table.confederate("Lane.1 assault KK37", &[6, 1]);
    assert_eq!(difference(&table), 4);
}

#[test]
fn s31_1b_s31_4_s31_6_k88_where_the_last_point_was_shot_away_who_pays_goes_in() {
    let lines = [GUNS, "place Brooke line KK37=1 W", "mark Brooke dp 0 cp 9", LANE, "place Cutler rest NN37"];
    let mut table = aimed(&["Lane"], &lines, &["Lane.1 at KK37"]);
    table.union("defend hold", &[6]);
    assert!(!board(&table).on_map(unit("Brooke")));
    for _ in 0..4 {
        if table.position.segment != Segment::Assault {
            let now = board(&table).acting();
            table.attempt(now, "done", &[]).expect("on");
        }
    }
    table.confederate("Lane advance KK37", &[]);
    assert_eq!((brigade(&table, "Lane").spent(), board(&table).tally(Confederate)[0].1), (4, 6));
}

#[test]
fn s23_3c_s28_1_k32_who_was_struck_in_the_flank_assaults_in_its_own_turn() {
    let lines = [CUTLER, LANE, "place Lang line KK38=8 SSW"];
    let mut table = aimed(&["Lane", "Lang"], &lines, &["Lane.1 at KK37", "Lang.1 at KK37"]);
    // 8 and 24: two elevens and ten.
    table.union("defend hold", &[1, 1, 1]);
    assert_eq!(state(&table, "Cutler"), (17, 17, 15));
    for _ in 0..14 {
        if (table.position.side, table.position.segment) == (Union, Segment::Assault) {
            break;
        }
        let now = board(&table).acting();
        table.attempt(now, "done", &[]).expect("on");
    }
    table.union("Cutler.2 assault JJ37", &[6]);
}
