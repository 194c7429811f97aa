//! What a fifteenth reading found of works, with tests that revision 6 ruled it otherwise.

use crate::table::{REVISION_SIX as BEFORE, RULES, Table, after, sound, strength};
use advanced_gettysburg::Segment;
use domain_core::referee::Side::Confederate;

/// Archer has stormed works at HH39 and attacks yet; Stone, named as well, has come before them to HH40. They have fired at one another in the Union's turn.
fn attacker_in_works() -> Table {
    let mut table = Table::with(&["breastworks"]);
    for line in [
        "clear",
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=8 NNE",
        "works HH39 NW SE",
        "turn 1 union targets",
        "mark Stone attack launched",
        "mark Archer attack launched",
    ] {
        table.umpire(line);
    }
    table.union("Stone at HH39", &[]).union("done", &[]);
    if table.position.segment == Segment::FlankMoves {
        table.confederate("done", &[]);
    }
    assert_eq!(table.refused(Confederate, "Archer forgo"), "0.12", "attackers have no use of works to leave");
    table.confederate("defend best", &[1, 1]);
    assert_eq!((strength(&table, "Stone"), strength(&table, "Archer")), (Some(8), Some(8)));
    table
}

#[test]
fn s0_12_effect_5_s0_12_effect_6_who_fired_as_an_attacker_had_no_use_of_works_and_returns_fire() {
    let mut table = attacker_in_works();
    let line = "Archer return";
    // His attack is over.
    table.umpire("turn 2 confederate targets").umpire("mark Archer attack none");
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_err(), "revision 6 held that he fired from works");
    assert!(table.menu(Confederate).contains(&line.to_owned()));
    table.confederate(line, &[]).confederate("done", &[1, 1]);
    // He leaves them unused then: eight are not twelve, and not four.
    assert_eq!((strength(&table, "Stone"), strength(&table, "Archer")), (Some(8), Some(8)));
    sound(&table);
}

#[test]
fn s0_12_effect_5_s28_1_who_fired_as_an_attacker_assaults_as_a_defender() {
    let mut table = attacker_in_works();
    let line = "Archer.1 assault HH40";
    table.umpire("turn 2 confederate assault").umpire("mark Archer attack none");
    assert!(after(&BEFORE, &table, Confederate, line, &[6, 1]).is_err(), "revision 6 barred it");
    // 8, 12 and 3 against half of eight silent points, 9 and 3.
    assert!(after(&RULES, &table, Confederate, line, &[6, 1]).is_ok());
}
