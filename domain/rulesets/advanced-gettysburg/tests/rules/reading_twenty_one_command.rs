//! What a twenty-first reading of §14.0 to §18.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::table::{REVISION_SEVEN as BEFORE, Table, after, hex, hidden, sound, unit};
use advanced_gettysburg::{Place, Position};
use domain_core::referee::Refusal;
use domain_core::referee::Side::{self, Union};

/// The position after a line by revision 7.
fn before(table: &Table, side: Side, line: &str, dice: &[u8]) -> Result<Position, Refusal> {
    after(&BEFORE, table, side, line, dice)
}

fn exempt(at: &Position, name: &str) -> Option<u8> {
    at.brigade(unit(name)).and_then(|b| b.exempt)
}

#[test]
fn s16_1_1_s21_8_a_reinforcement_that_is_driven_off_the_map_is_none_when_it_comes_back() {
    // Meredith comes upon Archer, who lies out of view and, in column, has nobody in range; its rear lies on the road yet.
    let mut table = hidden(&["place Archer column S G3", "turn 4 union primary", "unseen Archer"]);
    let line = "Meredith march G1";
    let fled = |at: &Position| at.unit(unit("Meredith")).place == Place::Fled(hex("G1") as u16);
    let then = before(&table, Union, line, &[1]).expect("an ambush");
    assert!(fled(&then) && exempt(&then, "Meredith").is_some(), "by revision 7 it came back as a reinforcement");
    table.union(line, &[1]);
    assert!(fled(&table.position), "{:?}", table.story());
    assert_eq!(exempt(&table.position, "Meredith"), None);
    sound(&table);
}
