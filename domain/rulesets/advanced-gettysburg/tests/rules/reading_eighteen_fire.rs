//! What an eighteenth reading of §24.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::fire_kit::to_defence;
use crate::table::{REVISION_SEVEN as BEFORE, Table, after, fired_with, sound, unit};
use advanced_gettysburg::Position;
use domain_core::referee::Refusal;
use domain_core::referee::Side::{self, Union};

/// The position after a line by revision 7.
fn before(table: &Table, side: Side, line: &str, dice: &[u8]) -> Result<Position, Refusal> {
    after(&BEFORE, table, side, line, dice)
}

#[test]
fn s24_3_die_of_fire_that_goes_on_the_cannon_of_a_hex_fire_on_whichever_battery_stands_for_them() {
    let mut table = Table::study(&[
        "place Stewart HH40 unlimbered SSE",
        "place Wainwright-Hall HH40 unlimbered SSE",
        "place Cutler rest HH42",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    let mut both = ["Stewart", "Wainwright-Hall"];
    both.sort_by_key(|name| unit(name).index());
    fired_with(&mut table, both[0], "HH40", "HH39", 7);
    fired_with(&mut table, "Archer", "HH39", "HH40", 8);
    table.umpire("turn 1 union targets").umpire("turn 2 confederate targets");
    // The battery that stood for the hex has fired away its ammunition in its own Artillery Fire Phase.
    table.umpire(&format!("mark {} factors 0", both[0]));
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("HH40: 3 at HH39", &[]);
    let cp = |position: &Position| position.brigade(unit("Archer")).map(|b| b.cp);
    let then = before(&table, Union, "done", &[4]).expect("the fire");
    table.union("done", &[4]);
    assert!(table.told("4 rolled (−1)"), "{:?}", table.story());
    assert!(cp(&then) > cp(&table.position), "revision 7 took nothing off the die");
    sound(&table);
}
