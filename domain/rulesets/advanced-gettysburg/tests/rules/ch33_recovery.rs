//! §33.2: recovery; §29.4: ammunition at night; §35: night.

use crate::table::{Table, board, hex, lies, unit};
use advanced_gettysburg::{Attack, Scenario};
use domain_core::referee::Side::Confederate;

/// Ends the Union's player turn without anybody near an enemy.
fn end_turn(table: &mut Table) {
    table.umpire("turn 3 union assault");
    table.union("done", &[]);
}

fn dp(table: &Table, name: &str) -> u16 {
    table.position.brigade(unit(name)).expect("a brigade").dp
}

#[test]
fn s33_2_1_r85_who_stands_idle_for_a_turn_recovers_by_its_level() {
    for (before, after) in [(6, 0), (12, 2), (25, 18), (47, 42)] {
        let mut table = Table::study(&["place Archer line F22=8 F21=4"]);
        table.umpire(&format!("mark Archer dp {before} idle"));
        end_turn(&mut table);
        assert_eq!(dp(&table, "Archer"), after);
    }
}

#[test]
fn s33_2_2_at_rest_it_recovers_ten() {
    let mut table = Table::study(&["place Archer rest F22", "mark Archer dp 47 idle"]);
    end_turn(&mut table);
    assert_eq!(dp(&table, "Archer"), 37);
}

#[test]
fn s33_2_r74_who_acted_in_either_player_turn_recovers_nothing() {
    let mut table = Table::study(&["place Archer rest F22", "mark Archer dp 47"]);
    end_turn(&mut table);
    assert_eq!(dp(&table, "Archer"), 47);
    assert!(table.position.brigade(unit("Archer")).expect("a brigade").idle, "a new turn begins");
}

fn night(lines: &[&str]) -> Table {
    let mut table = Table::study(lines);
    table.position.scenario = Scenario::TwoDays;
    table
}

#[test]
fn s35_4_r43_who_stands_at_night_counts_as_at_rest() {
    let mut table = night(&["place Archer line F22=8 F21=4"]);
    table.umpire("turn 50 union assault").umpire("mark Archer dp 47 idle");
    table.union("done", &[]);
    assert_eq!(dp(&table, "Archer"), 37);
}

#[test]
fn s29_4_3_batteries_that_do_not_move_at_night_refill_from_the_reserve() {
    let mut table = night(&["place Stewart G22 unlimbered W", "place Calef M34 limbered N", "mark Stewart factors 3"]);
    table.umpire("turn 50 union assault").umpire("mark Calef factors 3 moved");
    let before = table.position.reserve;
    table.union("done", &[]);
    let factors = |name: &str| table.position.battery(unit(name)).expect("a battery").factors;
    assert_eq!((factors("Stewart"), factors("Calef")), (10, 3));
    assert_eq!(table.position.reserve, [before[0] - 7, before[1]]);
    let mut day = Table::study(&["place Stewart G22 unlimbered W", "mark Stewart factors 3"]);
    end_turn(&mut day);
    assert_eq!(day.position.battery(unit("Stewart")).expect("a battery").factors, 3);
}

#[test]
fn r86_attacks_end_when_night_begins() {
    let mut table = night(&["place Archer line F22=8 F21=4"]);
    table.umpire("turn 42 union assault").umpire("mark Archer attack launched");
    table.union("done", &[]);
    assert_eq!(table.position.brigade(unit("Archer")).expect("a brigade").attack, Attack::None);
}

#[test]
fn s35_1_at_night_commanders_keep_away_from_the_enemy_too() {
    let mut table = night(&["place Heth D22", "place Meredith line J21=8 J22=8"]);
    table.umpire("turn 50 confederate primary");
    assert_eq!(table.refused(Confederate, "Heth ride H22"), "16.2", "within three hexes");
    table.confederate("Heth ride F22", &[]);
    assert_eq!(lies(&table, "Heth"), "F22=0");
    table.umpire("turn 5 confederate primary").confederate("Heth ride H22", &[]);
}

#[test]
fn s35_1_nobody_comes_near_an_enemy_commander_at_night_either() {
    let mut table = night(&["place Archer column SE F25=8 F26=4", "place Buford J22"]);
    table.umpire("turn 50 confederate primary").umpire("mark Archer level 6");
    assert_eq!(table.refused(Confederate, "Archer march G25-G24-H23"), "35.0");
    table.umpire("turn 5 confederate primary").umpire("mark Archer level 6");
    table.confederate("Archer march G25-G24-H23", &[]);
}

#[test]
fn s35_1_nobody_comes_nearer_to_another_enemy_than_the_nearest() {
    // Two hexes from one enemy already, it may not come within three of a second.
    let mut table = night(&["place Meredith rest F24", "place Cutler rest J22"]);
    table.umpire("turn 50 confederate primary");
    let step = |from: &str, to: &str| board(&table).check_night(Confederate, hex(from), hex(to)).is_ok();
    assert!(!step("F22", "G22"), "three hexes from Cutler");
    assert!(step("F22", "E22"), "nearer to nobody");
    assert!(!step("F22", "F23"), "nearer to Meredith");
}
