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
fn s24_4_3_of_two_brigades_in_a_hex_either_steps_into_the_flank_hex() {
    let mut table = Table::study(&[
        "place Stone line II41=4 HH40=8",
        "place us-baxter-inf line JJ41=8 II41=4",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH40", &[]).confederate("done", &[]);
    let steps: Vec<String> =
        table.menu(Side::Union).into_iter().filter(|l| l.starts_with("II41 flank II39 4")).collect();
    if steps.len() > 1 {
        let named = steps.iter().find(|l| l.len() > "II41 flank II39 4".len()).expect("one with its name").clone();
        table.union(&named, &[]);
        assert_eq!(table.position.fight.flankers.len(), 1);
    }
    assert!(!steps.is_empty());
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

#[test]
fn s24_5_a_hex_fires_eleven_points_at_all_its_targets_together() {
    let mut table = face_to_face();
    // McGraw's and Rice's eight Napoleons are five points; with eight of foot three are left of them.
    table.umpire("place Cutler line II40=8 SSW").umpire("place McGraw HH39 unlimbered NNE");
    table.umpire("place Rice HH39 unlimbered NNE");
    table.confederate("Archer at HH40", &[]).confederate("McGraw at II40", &[]).confederate("Rice at II40", &[]);
    to_defence(&mut table);
    table.union("defend hold", &[1, 1]);
    assert!(table.told("Archer 8 from HH39"), "{:?}", table.story());
    assert!(table.told("McGraw (guns) 3 from HH39"), "{:?}", table.story());
}

#[test]
fn s17_2_9_cannon_beside_the_enemy_fire_only_near_a_brigade_of_their_own() {
    let mut table = face_to_face();
    table.umpire("place Reese GG40 unlimbered E");
    assert_eq!(table.refused(Side::Confederate, "Reese at HH40"), "17.2", "Carter's battalion is Rodes's");
    table.umpire("place Doles rest GG38");
    table.confederate("Reese at HH40", &[]);
}

#[test]
fn r25_one_point_of_horse_is_no_share_of_fire() {
    let mut table = face_to_face();
    table.umpire("lose Stone").umpire("place Gamble line HH40=5 SSE").umpire("place Davis line II40=8 NNW");
    table.umpire("mark Davis attack launched").umpire("mark Archer attack launched");
    to_defence(&mut table);
    assert_eq!(table.refused(Side::Union, "HH40: 4 at HH39, 1 at II40"), "24.1");
    table.union("HH40: 3 at HH39, 2 at II40", &[]);
}

#[test]
fn s23_3c_fire_through_ones_own_flank_is_tripled_but_no_flank_fire() {
    let mut table = Table::study(&[
        "place Stone line HH40=8 E",
        "place Archer line HH39=8 E",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    to_defence(&mut table);
    // Two points of Stone through his flank into Archer's, whom he has not in range: three times two.
    table.union("HH40: 2 at HH39", &[]).union("done", &[1]);
    assert!(table.told("Stone 2 × 3 from HH40"), "{:?}", table.story());
    assert!(table.position.brigade(unit("Archer")).expect("Archer").taken_in_flank.is_empty());
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=8 E",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    to_defence(&mut table);
    table.union("HH40: 8 at HH39", &[]).union("done", &[1, 1, 1]);
    let archer = table.position.brigade(unit("Archer")).expect("Archer");
    assert_eq!(archer.taken_in_flank, [crate::table::hex("HH39") as u16]);
}

/// Stone with 3 and Cutler with 5 points share HH40; Archer fires 7 points at it.
fn two_in_a_hex() -> Table {
    let mut table = Table::study(&[
        "place Stone line HH40=3 GG41=8",
        "place Cutler line II41=8 HH40=5",
        "place Archer line HH39=7 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH40", &[]);
    table
}

fn strengths(table: &Table) -> Vec<u16> {
    let of = |name: &str| {
        table.facts.iter().find_map(|f| match f {
            advanced_gettysburg::Fact::CombatFire(v) if v.target == unit(name) => Some(v.strength),
            _ => None,
        })
    };
    ["Stone", "Cutler"].into_iter().filter_map(of).collect()
}

#[test]
fn s24_3_7_r65_of_two_brigades_in_a_hex_the_firer_says_which_is_aimed_at() {
    let mut table = two_in_a_hex();
    to_defence(&mut table);
    table.union("defend hold", &[1, 1]);
    assert_eq!(strengths(&table), [2, 5], "7 at 3 points come to 2 by the chart; all the rest at the other");
    let mut table = two_in_a_hex();
    assert!(table.menu(Side::Confederate).contains(&"single Cutler HH40".to_owned()));
    assert_eq!(table.refused(Side::Confederate, "single Stone HH40"), "24.3", "it is aimed at");
    assert_eq!(table.refused(Side::Confederate, "single Cutler II41"), "24.3", "it is alone there");
    table.confederate("single Cutler HH40", &[]);
    to_defence(&mut table);
    table.union("defend hold", &[1, 1]);
    assert_eq!(strengths(&table), [3, 4], "7 at 5 points come to 4");
    assert_eq!(table.position.fight.singled.len(), 1, "§27.1: fire is returned at the same brigade");
}

#[test]
fn s24_3_7_r65_at_two_brigades_of_fewer_points_the_rest_is_lost() {
    let mut table = two_in_a_hex();
    table.umpire("place Cutler line II41=8 HH40=4");
    assert_eq!(table.refused(Side::Confederate, "single Cutler HH40"), "24.3", "each by the chart");
    to_defence(&mut table);
    table.union("defend hold", &[1, 1]);
    assert_eq!(strengths(&table), [2, 3]);
}

#[test]
fn s26_1b_bound_and_free_points_at_one_hex_are_added_up() {
    let mut table = face_to_face();
    table.umpire("place Archer line HH39=3 NNE");
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("HH40: 7 at HH39", &[]).union("done", &[1, 1]);
    let pair = table.position.pairs.iter().find(|p| p.unit == unit("Stone")).expect("Stone fired");
    assert_eq!(pair.sp, 7, "three that match and four that are free");
}

#[test]
fn s24_4_3c_points_that_stepped_out_have_fired() {
    let mut table = Table::study(&[
        "place Stone line II41=4 HH40=8",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH40", &[]).confederate("done", &[]);
    table.union("II41 flank II39 4", &[]).union("done", &[]);
    table.union("defend best", &[1, 1, 1]);
    assert_eq!(table.position.fight.stepped.iter().map(|f| f.sp).collect::<Vec<_>>(), [4]);
    assert!(table.position.fight.flankers.is_empty());
}

#[test]
fn s31_1b_a_hex_whose_defenders_are_shot_away_is_vacated() {
    let mut table = face_to_face();
    table.umpire("place Stone line HH40=1 SSE").umpire("mark Stone cp 9");
    table.confederate("Archer at HH40", &[]).confederate("done", &[]);
    table.union("defend hold", &[6]);
    assert_eq!(table.position.vacated, [crate::table::hex("HH40") as u16]);
}

#[test]
fn s33_2_artillery_fire_without_effect_is_being_involved_in_it() {
    let mut table = Table::study(&[
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Archer line GG39=4 HH38=8",
        "mark Archer idle",
        "turn 1 union artillery",
    ]);
    table.union("Calef 1R at HH38", &[]);
    let archer = table.position.brigade(unit("Archer")).expect("Archer");
    assert_eq!((archer.cp, archer.idle), (0, false));
}
