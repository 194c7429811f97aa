//! §21.6 to §21.8: retreats that go on in the Movement Phase, and leaving the map; §15.4: levels that must be used.

use crate::table::{RULES, Table, hex, lies, unit};
use advanced_gettysburg::{Brigade, Place, Retreat};
use domain_core::referee::Ruleset;
use domain_core::referee::Side::{Confederate, Union};

fn brigade<'t>(table: &'t Table, name: &str) -> &'t Brigade {
    table.position.brigade(unit(name)).expect("a brigade")
}

/// Meredith has begun to retreat beside Archer, who attacks.
fn begun() -> Table {
    Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        "place Cutler line M22=8 M21=8",
        "mark Archer attack launched",
        "mark Meredith retreat voluntary",
        "turn 3 union primary",
    ])
}

#[test]
fn s21_6_who_has_begun_to_retreat_rolls_and_goes_back() {
    let mut table = begun();
    assert_eq!(table.refused(Union, "done"), "21.6", "it has no level yet");
    table.union("alone Meredith", &[6]);
    assert_eq!(table.refused(Union, "done"), "21.6", "it has not gone back");
    assert_eq!(table.refused(Union, "alone Cutler"), "21.6", "nor may another roll before");
    table.union("Meredith back NE", &[]);
    table.union("alone Cutler", &[3]).union("done", &[]);
    assert_eq!(
        brigade(&table, "Meredith").retreat,
        Retreat::Voluntary,
        "it is over at the start of its next Movement Phase"
    );
}

#[test]
fn s21_6_who_rolls_nothing_stays() {
    let mut table = begun();
    table.union("alone Meredith", &[1]);
    let level = brigade(&table, "Meredith").level;
    if level.is_some_and(|l| l < 2) {
        table.union("done", &[]);
    } else {
        assert_eq!(table.refused(Union, "done"), "21.6");
    }
}

#[test]
fn s21_6_no_commander_leads_before_a_retreating_brigade_has_rolled_that_he_cannot_lead() {
    let mut table = begun();
    table.umpire("place Robinson M21").umpire("place Baxter line N22=8 N21=7");
    assert_eq!(table.refused(Union, "lead Robinson: Baxter"), "21.6");
    table.union("alone Meredith", &[6]).union("Meredith back NE", &[]).union("lead Robinson: Baxter", &[4]);
}

#[test]
fn s21_6_out_of_range_nobody_is_made_to_go_on() {
    let mut table = Table::study(&[
        "place Meredith line M21=8 M22=8",
        "mark Meredith retreat voluntary",
        "place Archer line C22=8 C21=4",
        "turn 3 union primary",
    ]);
    table.union("done", &[]);
}

#[test]
fn s15_4_s22_6_an_attacker_uses_its_points_before_another_level_is_determined() {
    let mut table = Table::study(&[
        "place Heth D22",
        "place Archer line C22=8 C21=4",
        "place Davis line C25=8 C24=8 C23=2",
        "place Meredith line J21=8 J22=8",
        "mark Archer attack named",
        "turn 3 confederate primary",
    ]);
    table.confederate("alone Archer", &[6]);
    assert_eq!(table.refused(Confederate, "alone Davis"), "22.6");
    assert_eq!(table.refused(Confederate, "lead Heth: Davis"), "22.6");
}

/// Archer with its rear to the western edge, within range of Meredith.
fn at_the_edge() -> Table {
    Table::study(&[
        "place Archer line A22=8 A21=4",
        "place Meredith line C21=8 C22=8",
        "place Davis line H25=8 H24=8 H23=2",
        "turn 3 confederate primary",
    ])
}

#[test]
fn s21_8_a_line_in_range_retreats_off_the_map() {
    let mut table = at_the_edge();
    assert_eq!(table.refused(Confederate, "Archer leave"), "15.0", "it needs a level");
    table.confederate("alone Archer", &[6]);
    assert!(table.menu(Confederate).contains(&"Archer leave".to_owned()));
    table.confederate("Archer leave", &[]);
    assert_eq!(table.position.unit(unit("Archer")).place, Place::Fled(hex("A22") as u16));
    assert_eq!((brigade(&table, "Archer").dp, lies(&table, "Archer")), (5, String::new()), "§21.7: its retreat begins");
    assert_eq!(RULES.whole(&table.position), Ok(()));
    assert_eq!(table.refused(Confederate, "Archer leave"), "11.0");
    table.confederate("done", &[]);
}

#[test]
fn s21_8_nobody_leaves_from_the_middle_of_the_map_or_out_of_range_or_attacking() {
    let mut table = at_the_edge();
    table.confederate("alone Davis", &[6]);
    assert_eq!(table.refused(Confederate, "Davis leave"), "21.8");
    let mut far = at_the_edge();
    far.umpire("lose Meredith").confederate("alone Archer", &[6]);
    assert_eq!(far.refused(Confederate, "Archer leave"), "21.8");
    let mut named = at_the_edge();
    named.umpire("mark Archer attack launched level 6");
    assert_eq!(named.refused(Confederate, "Archer leave"), "22.3");
}

#[test]
fn s21_8_a_limbered_battery_in_range_leaves_by_its_rear_hex() {
    let mut table = at_the_edge();
    table.umpire("place Crenshaw A23 limbered SE");
    assert!(RULES.board(&table.position).in_enemy_range(Confederate, hex("A23")));
    table.confederate("Crenshaw leave", &[]);
    assert_eq!(table.position.unit(unit("Crenshaw")).place, Place::Fled(hex("A23") as u16));
}

#[test]
fn s16_2_3_s6_1_5_a_brigade_commander_is_placed_with_a_marker_when_the_movement_phase_ends() {
    let mut table = Table::study(&["place Davis line H25=8 H24=8 H23=2", "turn 3 confederate primary"]);
    let at = |table: &Table| table.position.counter(unit("Davis"));
    assert_eq!(at(&table), Some(hex("H24")));
    assert_eq!(table.refused(Confederate, "Davis post H24"), "16.2", "he is there");
    assert_eq!(table.refused(Confederate, "Davis post H22"), "16.2", "no marker");
    table.confederate("Davis post H25", &[]);
    assert_eq!(at(&table), Some(hex("H24")), "not before the phase ends");
    table.confederate("done", &[]);
    assert_eq!(at(&table), Some(hex("H25")));
    assert_eq!(table.refused(Confederate, "Davis post H23"), "5.0");
}

#[test]
fn s6_1_5_no_marker_is_farther_than_two_hexes_from_the_counter() {
    let mut table = Table::study(&["place Pettigrew line H26=5 H25=8 H24=8 H23=8", "turn 3 confederate primary"]);
    assert_eq!(table.refused(Confederate, "Pettigrew post H26"), "6.1");
    table.confederate("Pettigrew post H24", &[]).confederate("done", &[]);
    assert_eq!(table.position.counter(unit("Pettigrew")), Some(hex("H24")));
}

#[test]
fn s16_2_3_a_later_move_puts_the_counter_in_the_middle_again() {
    let mut table = Table::study(&["place Davis line H25=8 H24=8 H23=2", "turn 3 confederate primary"]);
    table.confederate("Davis post H25", &[]).confederate("alone Davis", &[6]).confederate("Davis ahead I25", &[]);
    table.confederate("done", &[]);
    assert_eq!(table.position.brigade(unit("Davis")).map(|b| b.counter), Some(1));
}
