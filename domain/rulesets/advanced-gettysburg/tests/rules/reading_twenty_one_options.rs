//! What a twenty-first reading of the optional rules found, each with a test that revision 7 ruled it otherwise.

use crate::table::{REVISION_SEVEN as BEFORE, Table, after, hidden, lies, sound, unit};
use advanced_gettysburg::{Attack, Position};
use domain_core::referee::Refusal;
use domain_core::referee::Side::{self, Confederate};

/// The position after a line by revision 7.
fn before(table: &Table, side: Side, line: &str, dice: &[u8]) -> Result<Position, Refusal> {
    after(&BEFORE, table, side, line, dice)
}

/// Whether a counter is out of view.
fn hides(position: &Position, name: &str) -> bool {
    position.hidden.unseen.iter().any(|e| e.unit == unit(name))
}

#[test]
fn s0_1_10_a_line_that_halts_before_somebody_hidden_beside_another_enemy_does_not_attack() {
    // Archer would go back from Cutler through Davis to HH37. Stone lies beside HH37 and HH38, and not beside HH39, where Archer stays.
    let mut table = hidden(&[
        "place Archer line HH39=8 NNE",
        "place Cutler line HH40=8 SSW",
        "place Davis rest HH38",
        "place Stone line II38=8 SSE",
        "turn 1 confederate alone",
        "mark Archer level 6",
        "unseen Stone",
    ]);
    let line = "Archer back S S";
    let attack = |position: &Position| position.brigade(unit("Archer")).expect("Archer").attack;
    let then = before(&table, Confederate, line, &[]).expect("an order");
    assert_eq!(attack(&then), Attack::Launched, "by revision 7 it attacked Cutler, beside whom it stood");
    table.confederate(line, &[]);
    assert_eq!((attack(&table.position), lies(&table, "Archer")), (Attack::None, "HH39=8".into()));
    assert!(!hides(&table.position, "Stone"));
    sound(&table);
}
