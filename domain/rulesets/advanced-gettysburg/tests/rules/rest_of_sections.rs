//! Sections that have no file of their own.

use crate::table::{RULES, Table, board, hex, lies, unit};
use advanced_gettysburg::{Segment, Terrain};
use domain_core::referee::Ruleset;
use domain_core::referee::Side::{Confederate, Union};

#[test]
fn s4_0_the_confederates_play_first_and_both_player_turns_are_a_game_turn() {
    let mut table = Table::start();
    let at = |table: &Table| (table.position.turn, table.position.side, table.position.segment);
    assert_eq!(at(&table), (1, Confederate, Segment::Opening));
    table.confederate("done", &[]);
    assert_eq!(at(&table), (1, Confederate, Segment::Primary), "§5.1");
    table.confederate("done", &[]);
    assert_eq!(at(&table), (1, Union, Segment::Opening), "phases in which nothing can be done pass");
    table.union("done", &[]).union("done", &[]);
    assert_eq!(at(&table), (2, Confederate, Segment::Opening));
}

#[test]
fn s5_0_orders_of_another_segment_are_refused() {
    let mut table = Table::start();
    assert_eq!(table.refused(Confederate, "alone Archer"), "5.0");
    table.confederate("done", &[]);
    assert_eq!(table.refused(Confederate, "attack Archer"), "5.0");
    assert_eq!(table.refused(Confederate, "primary Heth"), "5.0");
    assert_eq!(table.refused(Confederate, "pass"), "5.0");
}

#[test]
fn s10_2_and_s33_1_3_every_ten_points_are_a_level_and_levels_cost_experience() {
    let mut table = Table::study(&["place Archer line F22=8 F21=4"]);
    let mut last = u8::MAX;
    for (dp, level) in [(0, 0), (9, 0), (10, 1), (19, 1), (21, 2), (35, 3), (60, 6)] {
        table.umpire(&format!("mark Archer dp {dp}"));
        assert_eq!(table.position.brigade(unit("Archer")).map(|b| b.disorganization()), Some(level), "{dp}");
        let experience = board(&table).experience(unit("Archer"));
        assert!(experience <= last, "{dp}");
        last = experience;
    }
    table.umpire("mark Archer dp 0");
    assert!(board(&table).experience(unit("Archer")) > last);
}

#[test]
fn s15_8_once_a_corps_has_rolled_no_division_does() {
    let mut table = Table::study(&[
        "place cs-hill-cmd D22",
        "place Heth D23",
        "place Archer line C22=8 C21=4",
        "place Davis line C25=8 C24=8 C23=2",
        "turn 3 confederate primary",
    ]);
    table.confederate("lead Hill: Archer", &[4]);
    assert_eq!(table.position.segment, Segment::Corps);
    assert_eq!(table.refused(Confederate, "lead Heth: Davis"), "15.0");
    assert_eq!(table.refused(Confederate, "alone Davis"), "15.0");
}

#[test]
fn s17_2_3_fifteen_unlimbered_cannon_share_a_hex_and_no_more() {
    let mut table = Table::study(&[
        "place us-huntington-ricketts-bty U23 unlimbered W",
        "place us-huntington-norton-bty U23 unlimbered W",
        "place us-huntington-hill-bty U23 limbered N",
        "turn 3 union primary",
    ]);
    assert_eq!(table.refused(Union, "us-huntington-hill-bty unlimber W"), "17.2", "12 and 4");
    table.umpire("lose us-huntington-norton-bty");
    table.union("us-huntington-hill-bty unlimber W", &[]);
}

#[test]
fn s17_2_8_the_union_reserve_ends_its_move_with_any_brigade() {
    let mut table =
        Table::study(&["place us-ward-inf line U24=8 U25=8 U26=5", "place us-huntington-ricketts-bty T24 limbered SE"]);
    table.umpire("place Wiedrich T25 limbered SE").umpire("turn 3 union primary");
    assert_eq!(table.refused(Union, "Wiedrich march U25"), "17.2", "of the XI Corps, with one of the III");
    table.union("us-huntington-ricketts-bty march U25", &[]);
}

#[test]
fn s17_2_10_a_hex_of_woods_holds_one_battery() {
    let ground = &RULES.pack().ground;
    let woods = |p: &usize| ground.terrain(*p) == Terrain::Woods;
    let beside = |p: usize| ground.atlas.around(p).map(|(_, n)| n).find(|n| ground.is_hex(*n) && !woods(n));
    let pair = (0..ground.cells.len()).filter(woods).find_map(|p| Some((p, beside(p)?)));
    let (inside, outside) = pair.expect("woods with an edge");
    let (inside, outside) = (ground.id(inside), ground.id(outside));
    let mut table = Table::study(&[
        &format!("place us-huntington-ricketts-bty {inside} limbered N"),
        &format!("place us-huntington-hill-bty {outside} limbered N"),
        "turn 3 union primary",
    ]);
    assert_eq!(table.refused(Union, &format!("us-huntington-hill-bty march {inside}")), "17.2");
    table.umpire("lose us-huntington-ricketts-bty").union(&format!("us-huntington-hill-bty march {inside}"), &[]);
}

#[test]
fn s17_3_any_number_of_commanders_shares_a_hex_with_a_brigade() {
    let mut table = Table::study(&[
        "place Heth D22",
        "place cs-pender-cmd D23",
        "place cs-hill-cmd E22",
        "place Archer line F22=8 F21=4",
        "turn 3 confederate primary",
    ]);
    table
        .confederate("Heth ride F22", &[])
        .confederate("cs-pender-cmd ride F22", &[])
        .confederate("cs-hill-cmd ride F22", &[]);
    assert_eq!(RULES.whole(&table.position), Ok(()));
    assert_eq!(board(&table).units_at(hex("F22")).len(), 4);
}

#[test]
fn s18_6_beside_an_enemy_a_line_changes_neither_formation_nor_strengths() {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        "turn 3 confederate primary",
        "mark Archer level 6",
    ]);
    for line in ["Archer strength 6-6", "Archer column N", "Archer extend left 4"] {
        assert!(table.attempt(Confederate, line, &[]).is_err(), "{line}");
    }
    table.umpire("lose Meredith").confederate("Archer strength 6-6", &[]);
}

#[test]
fn s21_1_commanders_alone_move_as_they_like_in_enemy_range() {
    let mut table = Table::study(&["place Heth F22", "place Meredith line G21=8 G22=8", "turn 3 confederate primary"]);
    assert!(board(&table).in_enemy_range(Confederate, hex("F22")));
    table.confederate("Heth ride F20", &[]);
    assert_eq!(lies(&table, "Heth"), "F20=0");
}

#[test]
fn s22_2_r55_a_battery_enters_no_range_of_a_brigade() {
    let mut table = Table::study(&[
        "place Crenshaw E22 limbered NE",
        "place Archer line C22=8 C21=4",
        "place Meredith line I21=8 I22=8",
        "turn 3 confederate primary",
    ]);
    assert_eq!(table.refused(Confederate, "Crenshaw march F22-G22"), "22.0");
    let ends = table.menu(Confederate).into_iter().filter(|l| l.starts_with("Crenshaw march"));
    let ends: Vec<usize> = ends.filter_map(|l| l.rsplit(['-', ' ']).next().map(hex)).collect();
    assert!(!ends.is_empty() && ends.iter().all(|e| !board(&table).in_brigade_range(Confederate, *e)));
}

#[test]
fn s34_1_3_and_s34_1_4_brigades_enter_with_the_level_and_the_strength_of_their_card() {
    let table = Table::start();
    let of = |name: &str| table.position.brigade(unit(name)).map(|b| (b.sp, b.dp)).expect("a brigade");
    assert_eq!(of("McDougall"), (15, 0));
    assert_eq!((of("Graham").1, of("Cross").1, of("Wheaton")), (30, 50, (14, 50)));
    assert_eq!(of("Avery").0, 13);
}

#[test]
fn s34_1_8_the_owner_says_in_which_order_they_enter() {
    let mut table = Table::start();
    table.confederate("done", &[]).confederate("Davis march F37", &[]).confederate("Archer march C38", &[]);
    assert!(lies(&table, "Davis").starts_with("F37=8") && lies(&table, "Archer").starts_with("C38=8"));
}
