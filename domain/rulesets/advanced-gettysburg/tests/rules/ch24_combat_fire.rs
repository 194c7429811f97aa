//! Combat fire (§23.0, §24.0, §27.0) and survival (§32.0). The ground about HH40 is open and level; HH34 is woods.

use crate::table::{Table, lies, unit};
use advanced_gettysburg::Segment;
use domain_core::referee::Side;

/// Archer, attacking, at HH39 below Stone at HH40, eight points each, face to face.
fn face_to_face() -> Table {
    Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ])
}

/// The attackers are done with their targets, and nobody steps into a flank hex.
fn to_defence(table: &mut Table) {
    table.confederate("done", &[]);
    if table.position.segment == Segment::FlankMoves {
        table.union("done", &[]);
    }
    assert_eq!(table.position.segment, Segment::Fire);
}

fn cp(table: &Table, name: &str) -> u16 {
    table.position.brigade(unit(name)).expect("a brigade").cp
}

fn dp(table: &Table, name: &str) -> u16 {
    table.position.brigade(unit(name)).expect("a brigade").dp
}

#[test]
fn s24_3_the_defender_fires_first_and_losses_fall_before_the_answer() {
    let mut table = face_to_face();
    table.confederate("Archer.1 at HH40", &[]).confederate("done", &[]);
    assert_eq!(table.position.segment, Segment::Fire);
    // Stone 8 of 7-9 with a four: 7. Archer 8 of 10-12 with a four less one: 6.
    table.union("defend best-casualties", &[4, 4]);
    assert_eq!((cp(&table, "Archer"), dp(&table, "Archer")), (7, 14));
    assert_eq!((cp(&table, "Stone"), dp(&table, "Stone")), (6, 12));
}

#[test]
fn s24_8_nobody_has_to_fire() {
    let mut table = face_to_face();
    table.confederate("Archer all at HH40", &[]).confederate("done", &[]);
    table.union("HH40: hold", &[]).union("done", &[1]);
    assert_eq!((cp(&table, "Archer"), cp(&table, "Stone")), (0, 4));
    let mut table = face_to_face();
    // Who attacks may stay silent, and is fired at all the same.
    to_defence(&mut table);
    // All of it is free, and Archer's flanks are in the air: sixteen points, eleven and five.
    table.union("defend best", &[6, 6]);
    assert_eq!(cp(&table, "Stone"), 0);
    assert!(cp(&table, "Archer") > 0);
}

#[test]
fn s24_1_who_is_not_named_has_no_targets_and_none_are_behind() {
    let mut table = face_to_face();
    table.umpire("place Cutler line HH38=8 NNE");
    assert_eq!(table.refused(Side::Confederate, "Archer at HH38"), "24.1", "behind it");
    table.umpire("mark Archer attack none");
    assert_eq!(table.refused(Side::Confederate, "Archer at HH40"), "24.0");
}

/// Archer with 3 points fires at Stone, Davis with 8 does not; both stand before him.
fn two_before_stone() -> Table {
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=3 NNE",
        "place Davis line II40=8 NNW",
        "mark Archer attack launched",
        "mark Davis attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table
}

#[test]
fn s24_2_the_defender_matches_before_he_fires_freely() {
    let mut table = two_before_stone();
    assert_eq!(table.refused(Side::Union, "HH40: 8 at II40"), "24.2");
    assert_eq!(table.refused(Side::Union, "HH40: 3 at HH39, 6 at II40"), "24.1", "nine points");
    table.union("HH40: 3 at HH39, 5 at II40", &[]);
}

#[test]
fn s24_4_2_r26_only_what_is_free_is_doubled_at_a_flank_in_the_air() {
    let mut table = two_before_stone();
    table.union("HH40: 3 at HH39, 5 at II40", &[]);
    // At Archer 3 points, of which a marker of 3 takes 1; at Davis 5 doubled.
    table.union("done", &[1, 6, 1]);
    assert_eq!((cp(&table, "Archer"), cp(&table, "Davis"), cp(&table, "Stone")), (0, 10, 1));
    assert_eq!(lies(&table, "Davis"), "II40=7", "the tenth point cost one of strength");
}

#[test]
fn s24_4_1_fire_out_of_a_flank_hex_is_tripled_and_read_by_elevens() {
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line GG40=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH40", &[]).confederate("done", &[]);
    // Two points of Stone into his flank hex; 24 of Archer: 11, 11 and 2.
    table.union("defend best", &[1, 1, 1, 1]);
    assert_eq!((cp(&table, "Archer"), cp(&table, "Stone")), (1, 6 + 6 + 1));
    assert_eq!(dp(&table, "Stone"), 26);
}

#[test]
fn s24_4_4_fire_into_woods_is_halved() {
    let mut table = Table::study(&[
        "place Stone line HH34=8 NNE",
        "place Archer line HH35=8 SSE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH34", &[]).confederate("done", &[]);
    table.union("defend hold", &[6]);
    assert!(table.told("4 points, experience 10-12"), "{:?}", table.story());
}

#[test]
fn s24_4_5_r25_union_horse_counts_twice_and_one_point_is_silent() {
    let mut table = face_to_face();
    table.umpire("lose Stone").umpire("place Gamble line HH40=4 SSE");
    table.confederate("Archer at HH40", &[]).confederate("done", &[]);
    table.union("defend best", &[3, 3]);
    let mut table = face_to_face();
    table.umpire("lose Stone").umpire("place Gamble line HH40=1 SSE");
    table.confederate("Archer at HH40", &[]).confederate("done", &[4]);
    assert_eq!(cp(&table, "Archer"), 0);
}

#[test]
fn s24_4_3_four_points_step_into_a_flank_hex_and_count_three_times() {
    let mut table = Table::study(&[
        "place Stone line II41=4 HH40=8",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH40", &[]).confederate("done", &[]);
    assert_eq!(table.position.segment, Segment::FlankMoves);
    assert_eq!(table.refused(Side::Union, "HH40 flank GG40 2"), "24.4", "it is being fired at");
    assert_eq!(table.refused(Side::Union, "II41 flank II40 2"), "24.4", "no flank hex");
    table.union("II41 flank II39 4", &[]).union("done", &[]);
    // 8 of Stone and 4 tripled: 11 and 9.
    table.union("defend best", &[1, 1, 1]);
    assert_eq!(lies(&table, "Stone"), "II41=4 HH40=8", "they are back");
    assert!(cp(&table, "Archer") > 7, "{:?}", table.story());
}

#[test]
fn s24_6_r46_a_column_beside_attackers_forms_line_at_once() {
    let mut table = Table::study(&[
        "place Stone column N HH41=8 HH40=5",
        "place Archer line GG41=8 E",
        "mark Archer attack launched",
        "turn 1 confederate hasty",
    ]);
    assert!(table.menu(Side::Union).contains(&"Stone hasty left".to_owned()));
    table.union("Stone hasty left", &[]);
    assert_eq!(lies(&table, "Stone"), "HH40=5 HH41=8");
    table.union("done", &[]).confederate("Archer at HH41", &[]);
    to_defence(&mut table);
    // §24.7: six points of a hasty line from HH41, who match; five from HH40, who are free and find the flank in the air. Archer loses a point by
    // that, but fires with all eight: his losses fall when he has fired (§24.3.6).
    table.union("defend best", &[6, 6, 1]);
    assert!(table.told("16 points"), "{:?}", table.story());
    assert!(table.told("Archer 8 from GG41"), "{:?}", table.story());
    assert!(lies(&table, "Archer") != "GG41=8");
}

#[test]
fn r46_without_a_word_the_front_is_to_the_enemy() {
    let mut table = Table::study(&[
        "place Stone column N HH41=8 HH40=5",
        "place Archer line GG41=8 E",
        "mark Archer attack launched",
        "turn 1 confederate hasty",
    ]);
    table.union("done", &[]);
    assert_eq!(lies(&table, "Stone"), "HH40=5 HH41=8");
}

#[test]
fn s27_fire_is_returned_in_the_same_pairs_the_attackers_first() {
    let mut table = face_to_face();
    table.confederate("Archer at HH40", &[]).confederate("done", &[]);
    table.union("defend best", &[4, 4]);
    for _ in 0..6 {
        if (table.position.side, table.position.segment) == (Side::Union, Segment::Targets) {
            break;
        }
        let (side, segment) = (table.position.side, table.position.segment);
        let asked = match segment {
            Segment::Withdrawal | Segment::FlankMoves | Segment::Fire | Segment::Hasty => side.other(),
            _ => side,
        };
        table.attempt(asked, "done", &[]).unwrap_or_else(|e| panic!("{segment:?}: {e}"));
    }
    assert_eq!((table.position.side, table.position.segment), (Side::Union, Segment::Targets));
    assert_eq!(table.refused(Side::Union, "Stone at HH39"), "24.0", "a defender returns fire or stays silent");
    table.union("Stone return", &[]);
    table.union("done", &[4, 4]);
    // Archer first, 8 with a three: 6 more. Then Stone with 7 and a three: 5.
    assert_eq!((cp(&table, "Stone"), cp(&table, "Archer")), (12, 12));
    assert_eq!((lies(&table, "Stone"), lies(&table, "Archer")), ("HH40=7".into(), "HH39=7".into()));
}

#[test]
fn r54_a_brigade_at_rest_beside_an_attacker_is_gone_before_fire() {
    let mut table = Table::study(&[
        "place Stone rest HH40",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate corps",
    ]);
    table.confederate("done", &[]);
    assert_eq!(lies(&table, "Stone"), "");
    assert_eq!(table.position.brigade(unit("Stone")).expect("Stone").lost, 13);
}

#[test]
fn s32_commanders_under_fire_roll() {
    let mut table = face_to_face();
    table.umpire("place Heth HH39");
    table.confederate("Archer at HH40", &[]).confederate("done", &[]);
    table.union("defend best", &[4, 4, 5]);
    assert!(table.position.commander(unit("cs-heth-cmd")).expect("Heth").hit);
}
