//! What revision 6 mended of §19.0 to §28.0, and that revision 5 ruled it otherwise and is judged so.

use crate::fire_kit::brigade;
use crate::table::{REVISION_FIVE as BEFORE, Table, after, hex, sound, unit};
use advanced_gettysburg::{Place, Position, Segment};
use domain_core::board::{Axis, Facing};
use domain_core::referee::Side::Union;

fn corner(name: &str) -> Facing {
    Facing::read(name, Axis::FlatColumns).expect("a corner")
}

/// Calef's six rifles five hexes north of HH38, which Archer's left marker, whose flank points at them, shares with Davis's right one, which looks at them.
fn enfiladed() -> Table {
    Table::study(&[
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Archer line HH38=3 HH37=8",
        "place Davis line GG39=8 HH38=5",
        "turn 1 union artillery",
    ])
}

#[test]
fn s23_2b_s23_3a_r65_what_falls_on_the_other_brigade_of_a_hex_counts_by_its_own_flank() {
    let cp = |at: &Position| ["Archer", "Davis"].map(|name| at.brigade(unit(name)).map_or(0, |b| b.cp));
    // At Archer eighteen of six, of which the chart gives six to three points: 2. Of six cannon it would be two; the other four fall on Davis's front: 2.
    let mut table = enfiladed();
    let line = "Calef 6R at Archer.1";
    assert_eq!(cp(&after(&BEFORE, &table, Union, line, &[]).expect("a shot")), [2, 5], "twelve fell on Davis");
    table.union(line, &[]);
    assert_eq!(cp(&table.position), [2, 2]);
    sound(&table);
    // At Davis six, of which the chart gives four to five points: 2. Of eighteen it would be eleven; the other seven fall into Archer's flank: 3.
    let mut table = enfiladed();
    let line = "Calef 6R at Davis.2";
    assert_eq!(cp(&after(&BEFORE, &table, Union, line, &[]).expect("a shot")), [1, 2], "two fell on Archer");
    table.union(line, &[]);
    assert_eq!(cp(&table.position), [3, 2]);
    sound(&table);
}

#[test]
fn s23_2b_s23_3c_points_that_step_into_the_flank_of_one_of_two_brigades_are_no_flank_fire_at_the_other() {
    // II40 is the flank hex of Archer's right marker, and lies before Davis's left one.
    let mut table = Table::study(&[
        "place Archer line GG39=5 HH39=3",
        "place Davis line HH39=5 II39=8",
        "place Stone line II41=4 SSE",
        "place Cutler line HH40=8 SSE",
        "turn 3 confederate flank-moves",
        "mark Archer attack launched",
        "mark Davis attack launched",
    ]);
    table.union("II41 flank II40 4", &[]).union("done", &[]);
    assert_eq!(table.position.segment, Segment::Fire);
    let struck =
        |at: &Position| ["Archer", "Davis"].map(|name| at.brigade(unit(name)).map_or(0, |b| b.taken_in_flank.len()));
    let then = after(&BEFORE, &table, Union, "defend hold", &[1, 1]).expect("fire");
    assert_eq!(struck(&then), [1, 1]);
    table.union("defend hold", &[1, 1]);
    assert_eq!(struck(&table.position), [1, 0], "Davis may assault");
    assert_eq!(brigade(&table, "Archer").taken_in_flank, [hex("HH39") as u16]);
    sound(&table);
}

/// Stone, two hexes from the flank hex II39 of Archer, who attacks; II40 lies between.
fn about_to_step(stone: &str, more: &[&str]) -> Table {
    let mut table = Table::study(&[
        "turn 3 confederate flank-moves",
        "place Archer line HH39=8 NNE",
        &format!("place Stone line II41=8 {stone}"),
        "mark Archer attack launched",
    ]);
    more.iter().for_each(|line| {
        table.umpire(line);
    });
    table
}

const STEP: &str = "II41 flank II39 4";

#[test]
fn s24_4_3a_s17_2_4_points_step_through_a_battery_of_their_own_into_a_free_flank_hex() {
    let mut table = about_to_step("SSE", &["place Calef II40 limbered S"]);
    assert!(after(&BEFORE, &table, Union, STEP, &[]).is_err());
    assert!(table.menu(Union).contains(&STEP.to_owned()));
    table.union(STEP, &[]);
    // Where they end nobody may stand, and only phasing markers pass through another brigade (§17.1.5).
    assert_eq!(about_to_step("SSE", &["place Calef II39 limbered S"]).refused(Union, STEP), "24.4");
    assert_eq!(about_to_step("SSE", &["place Cutler line II40=8 SSW"]).refused(Union, STEP), "24.4");
    assert_eq!(about_to_step("SSE", &["place Crenshaw II40 limbered S"]).refused(Union, STEP), "24.4");
}

#[test]
fn s17_1_8_s24_4_3a_points_that_step_by_two_hexes_capture_a_commander_whom_they_pass() {
    let mut table = about_to_step("SSE", &["place cs-heth-cmd II40"]);
    let heth = |at: &Position| at.unit(unit("cs-heth-cmd")).place.clone();
    assert_ne!(heth(&after(&BEFORE, &table, Union, STEP, &[]).expect("a step")), Place::Lost);
    table.union(STEP, &[]);
    assert_eq!(heth(&table.position), Place::Lost);
    // Whom they do not pass they leave alone.
    let mut aside = about_to_step("SSE", &["place cs-heth-cmd JJ40"]);
    aside.union(STEP, &[]);
    assert_ne!(heth(&aside.position), Place::Lost);
}

#[test]
fn s24_4_3_s11_7_s19_4_1_points_step_from_a_bent_marker_by_the_front_that_it_has_kept() {
    let kept = |front: &str| {
        let mut table = about_to_step("ends N SW", &[]);
        let stone = table.position.brigade_mut(unit("Stone")).expect("a brigade");
        stone.stands = vec![(hex("II41") as u16, corner(front))];
        table
    };
    // It looks to the east, and II40 lies at its flank; were its front not known, it might look to the south-south-east.
    let mut east = kept("E");
    assert!(after(&BEFORE, &east, Union, STEP, &[]).is_ok());
    assert_eq!(east.refused(Union, STEP), "24.4");
    assert!(!east.menu(Union).contains(&STEP.to_owned()));
    kept("SSE").union(STEP, &[]);
    about_to_step("ends N SW", &[]).union(STEP, &[]);
}
