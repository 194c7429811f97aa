//! What a sixteenth reading found of works and of the delayed attack, each with a test that revision 6 ruled it otherwise.

use crate::fire_kit::{brigade, to_defence};
use crate::table::{REVISION_SIX as BEFORE, RULES, Table, after, board, hex, sound, strength, unit};
use advanced_gettysburg::Segment;
use domain_core::referee::Ruleset;
use domain_core::referee::Side::{Confederate, Union};

/// Stone digs for six points.
fn digs(table: &mut Table, turn: u8) {
    table.umpire(&format!("turn {turn} union alone")).umpire("mark Stone level 6").union("Stone build 6", &[]);
}

/// The Union's targets in turn 3. Stone has dug in HH40 for twelve points; Archer, who looks away from him, attacked Cutler from HH39, and Stone alone fired at
/// Archer; then he has dug for six more, and his works look at Archer.
fn dug_in_since() -> Table {
    let mut table = Table::with(&["breastworks"]);
    for line in ["clear", "place Stone line HH40=8 SSE", "place Cutler line HH38=8 NNE", "place Archer line HH39=8 SSE"]
    {
        table.umpire(line);
    }
    assert!(!board(&table).in_enemy_range(Union, hex("HH40")), "Archer's front is to the south");
    digs(&mut table, 1);
    digs(&mut table, 2);
    table.umpire("turn 3 confederate targets").umpire("mark Archer attack launched");
    table.confederate("Archer at HH38", &[]);
    to_defence(&mut table);
    // Free fire at a flank in the air: sixteen points, with two dice; and Archer's.
    table.union("HH38: hold", &[]).union("HH40: 8 at HH39", &[]).union("done", &[1, 1, 1]);
    assert_eq!((strength(&table, "Archer"), table.position.works.len()), (Some(16), 0));
    digs(&mut table, 3);
    assert_eq!((brigade(&table, "Stone").build, table.position.works.len()), (0, 1), "eighteen");
    table.union("done", &[]);
    assert_eq!(table.position.segment, Segment::Targets);
    table
}

#[test]
fn s0_12_effect_5_s27_1_who_fired_before_its_works_were_finished_returns_fire() {
    let mut table = dug_in_since();
    let line = "Stone return";
    assert!(after(&BEFORE, &table, Union, line, &[]).is_err(), "revision 6 held that he had fired from works");
    assert!(table.menu(Union).contains(&line.to_owned()), "{:?}", table.menu(Union));
    table.union(line, &[]).union("done", &[1]);
    // He leaves them unused then: eight are not twelve.
    assert_eq!(strength(&table, "Archer"), Some(8));
    sound(&table);
}

#[test]
fn s0_12_effect_5_s28_1_who_fired_before_its_works_were_finished_assaults_as_a_defender() {
    let mut table = dug_in_since();
    table.position.segment = Segment::Assault;
    let line = "Stone.1 assault HH39";
    assert!(after(&BEFORE, &table, Union, line, &[6]).is_err(), "revision 6 barred it");
    assert!(after(&RULES, &table, Union, line, &[6]).is_ok());
}

#[test]
fn s0_12_effect_6_r81_who_left_works_of_the_enemy_unused_and_attacks_from_them_reaches_one_hex() {
    let mut table = Table::with(&["breastworks"]);
    for line in [
        "clear",
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=8 NNE",
        "works HH39 NW SE",
        "turn 1 union targets",
        "mark Stone attack launched",
    ] {
        table.umpire(line);
    }
    table.union("Stone at HH39", &[]);
    to_defence(&mut table);
    table.confederate("Archer forgo", &[]).confederate("defend best", &[1, 1]);
    // Stone's attack is over, and Archer is named in his turn.
    table.umpire("turn 2 confederate opening").umpire("mark Stone attack none");
    let far = |table: &Table| board(table).influences(unit("Archer"), hex("JJ40"));
    assert!(far(&table), "two hexes off");
    table.confederate("attack Archer", &[]);
    assert!(BEFORE.board(&table.position).influences(unit("Archer"), hex("JJ40")), "revision 6 let him reach it");
    assert!(!far(&table) && board(&table).influences(unit("Archer"), hex("HH40")));
    sound(&table);
}

#[test]
fn s0_7_3_s34_3_5_the_confederates_attack_in_the_turn_in_which_pender_may_come_beside_his_road() {
    let mut table = Table::with(&["delayed-attack"]);
    for line in [
        "clear",
        "place Archer line F22=8 F21=4",
        "place Meredith line I21=8 I22=8",
        "place us-ward-inf line A39=8 W",
        "turn 9 confederate opening",
    ] {
        table.umpire(line);
    }
    (table.position.delay.number, table.position.delay.die) = (Some(2), Some(3));
    let line = "attack Archer";
    assert_eq!(table.refused(Confederate, line), "0.7", "Pender's brigades are due, and Ward stands on their road");
    // In the next turn they may come on within two hexes of it.
    table.umpire("turn 10 confederate opening");
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_err(), "revision 6 looked at their road alone");
    assert!(table.menu(Confederate).contains(&line.to_owned()));
    table.confederate(line, &[]);
    sound(&table);
}
