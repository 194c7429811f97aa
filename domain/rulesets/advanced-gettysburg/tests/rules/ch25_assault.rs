//! §25 and §26: assaults; §28: the defender's.

use crate::table::{Table, board, fired, unit};
use advanced_gettysburg::{Fact, Pending};
use domain_core::referee::Side::{Confederate, Union};

/// Archer (veteran, 12) in F22 and F21 looking east, Meredith (veteran) in G21 and G22 looking west; Archer's left fired into G22, and Meredith back.
fn face_to_face() -> Table {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    fired(&mut table, "Meredith", "G22", "F22");
    table
}

/// The terms of the last assault.
fn sum(table: &Table) -> Vec<i32> {
    let found = table.facts.iter().find_map(|f| match f {
        Fact::Assaulted(assault) => Some(assault.sum.iter().map(|t| t.value).collect()),
        _ => None,
    });
    found.expect("an assault")
}

#[test]
fn s25_2_only_a_marker_that_fired_into_the_hex_assaults_it() {
    let mut table = face_to_face();
    assert_eq!(table.refused(Confederate, "Archer.2 assault G22"), "25.0");
    assert_eq!(table.refused(Confederate, "Archer.1 assault G23"), "25.0", "nobody stands there");
    assert_eq!(
        table.menu(Confederate).iter().filter(|l| l.contains("assault")).collect::<Vec<_>>(),
        ["Archer.1 assault G22"]
    );
    table.confederate("Archer.1 assault G22", &[6]);
    assert!(table.told("no result"));
}

#[test]
fn s25_2_a_marker_struck_in_flank_does_not_assault() {
    let mut table = face_to_face();
    let (archer, hex) = (unit("Archer"), crate::table::hex("F22") as u16);
    table.position.brigade_mut(archer).expect("a brigade").taken_in_flank.push(hex);
    assert_eq!(table.refused(Confederate, "Archer.1 assault G22"), "25.0");
}

#[test]
fn s25_0_a_defending_brigade_is_assaulted_once() {
    let mut table = face_to_face();
    fired(&mut table, "Archer", "F21", "G21");
    table.confederate("Archer.1 assault G22", &[6]);
    assert_eq!(table.refused(Confederate, "Archer.2 assault G21"), "25.0");
}

#[test]
fn s26_1_strength_experience_and_leadership_are_compared() {
    let mut table = face_to_face();
    table.confederate("Archer.1 assault G22", &[6]);
    assert_eq!(sum(&table), [8, 12, 3, -8, -12, -3]);
    let mut table = face_to_face();
    table.umpire("place Heth F21").umpire("mark Meredith dp 30");
    table.confederate("Archer.1 assault G22 with Heth", &[6]);
    assert_eq!(sum(&table), [8, 12, 4, -8, -10, -3], "Heth leads with 4, three levels cost a veteran 2");
}

#[test]
fn s26_1_b_guns_and_points_that_did_not_fire_count_half_rounded_up() {
    let mut table = face_to_face();
    table.position.pairs.retain(|p| p.unit == unit("Archer"));
    table.umpire("place Meredith line G21=8 G22=5");
    table.confederate("Archer.1 assault G22", &[6, 6]);
    assert_eq!(sum(&table), [8, 12, 3, -3, -12, -3]);
    let mut table = face_to_face();
    table.umpire("place Stewart G22 unlimbered W").umpire("mark Meredith dp 60");
    let guns = i32::from(board(&table).pack.tables.artillery_strength[1][5]);
    table.confederate("Archer.1 assault G22", &[6]);
    assert_eq!(sum(&table), [8, 12, 3, -8, -((guns + 1) / 2), -7, -3]);
}

#[test]
fn s26_4_r23_an_assault_may_be_two_weaker_and_no_more() {
    let mut table = face_to_face();
    table.umpire("mark Archer dp 30");
    table.confederate("Archer.1 assault G22", &[3]);
    assert!(table.told("no result"), "at a difference of -2 a die of 2 is needed");
}

#[test]
fn s26_4_an_assault_that_is_too_weak_bars_all_others_on_who_stands_there() {
    let mut table = face_to_face();
    table.umpire("mark Archer dp 40").umpire("place Davis line F23=8 E").umpire("mark Davis attack launched");
    fired(&mut table, "Davis", "F23", "G22");
    table.confederate("Archer.1 assault G22", &[]);
    assert!(table.told("too weak"), "{:?}", table.story());
    assert_eq!(table.refused(Confederate, "Davis.1 assault G22"), "25.0");
}

#[test]
fn s26_1b_points_that_did_not_fire_are_told_from_those_that_did() {
    let mut table = face_to_face();
    table.position.pairs.retain(|p| p.unit == unit("Archer"));
    crate::table::fired_with(&mut table, "Meredith", "G22", "F22", 3);
    crate::table::fired_with(&mut table, "Meredith", "G22", "F21", 2);
    table.confederate("Archer.1 assault G22", &[6]);
    // Five fired at two hexes; three did not, and count as two.
    assert_eq!(sum(&table), [8, 12, 3, -5, -2, -12, -3]);
}

#[test]
fn s26_5_two_brigades_defend_a_hex_with_the_weaker_experience() {
    let mut table = face_to_face();
    table.umpire("place Meredith line G21=8 G22=4").umpire("place Cutler line G22=4 G23=8");
    table.umpire("mark Cutler dp 30");
    fired(&mut table, "Cutler", "G22", "F22");
    table.confederate("Archer.1 assault G22", &[6]);
    // Cutler is seasoned, three levels down: 8.
    assert_eq!(sum(&table), [8, 12, 3, -8, -8, -3]);
}

#[test]
fn s31_3_who_carries_an_assault_in_defence_has_the_free_hex_alone() {
    let mut table = face_to_face();
    table.umpire("turn 3 union assault").umpire("mark Archer attack launched");
    table.union("Meredith.2 assault F22", &[3, 1]).confederate("Archer back SW SW", &[]);
    table.union("Meredith advance F22", &[]);
    assert_eq!(table.refused(Union, "Meredith advance E22"), "31.0");
}

#[test]
fn s26_assault_table_a_defender_who_retreated_in_his_last_movement_phase_has_two_less() {
    let mut table = face_to_face();
    table.umpire("mark Meredith fell-back");
    table.confederate("Archer.1 assault G22", &[5]);
    assert_eq!(sum(&table), [8, 12, 3, -8, -12, -3, 2]);
}

#[test]
fn s26_casualties_are_a_share_of_the_brigade_and_disorganize_it() {
    let mut table = face_to_face();
    // Difference 0: a 3 carries; the casualties die is one less: 6 is 5, a quarter of 16 points.
    table.confederate("Archer.1 assault G22", &[3, 6]);
    let meredith = table.position.brigade(unit("Meredith")).expect("a brigade");
    assert_eq!((meredith.cp, meredith.dp, meredith.sp), (4, 4, 16));
    assert!(matches!(table.position.pending, Some(Pending::Rout { hexes: 2, .. })));
}

#[test]
fn s33_3_ten_casualty_points_cost_a_strength_point_of_the_strongest_marker() {
    let mut table = face_to_face();
    table.umpire("mark Meredith cp 8");
    table.confederate("Archer.1 assault G22", &[3, 6]);
    let meredith = table.position.brigade(unit("Meredith")).expect("a brigade");
    assert_eq!((meredith.cp, meredith.sp, meredith.lost), (12, 15, 1));
}

#[test]
fn s28_2_a_defender_assaults_attackers_before_him_without_having_fired() {
    let mut table = face_to_face();
    table.umpire("turn 3 union assault");
    table.position.pairs.clear();
    table.umpire("mark Archer attack none");
    assert_eq!(table.refused(Union, "Meredith.2 assault F22"), "28.0", "Archer attacks nobody");
    table.umpire("mark Archer attack launched");
    table.union("Meredith.2 assault F22", &[3, 1]);
    assert!(table.brigade("Meredith").carried > 0, "§28.3");
}

#[test]
fn s35_3_nobody_assaults_at_night() {
    let mut table = face_to_face();
    table.position.scenario = advanced_gettysburg::Scenario::TwoDays;
    table.umpire("turn 43 confederate assault").umpire("mark Archer attack launched");
    fired(&mut table, "Archer", "F22", "G22");
    assert_eq!(table.refused(Confederate, "Archer.1 assault G22"), "5.0");
}
