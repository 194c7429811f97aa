//! What a twentieth reading of §27.0 and §29.0 found, mended in revision 8, and that revision 7 ruled it otherwise, where it did, and is judged so.

use crate::fire_kit::to_defence;
use crate::table::{REVISION_SEVEN as BEFORE, Table, after, sound, unit};
use advanced_gettysburg::Position;
use domain_core::referee::Refusal;
use domain_core::referee::Side::{self, Union};

/// The position after a line by revision 7.
fn before(table: &Table, side: Side, line: &str, dice: &[u8]) -> Result<Position, Refusal> {
    after(&BEFORE, table, side, line, dice)
}

/// The points that Stewart's battery has fired in this player turn for the cannon of its hex.
fn points(position: &Position) -> u8 {
    position.pairs.iter().filter(|p| p.unit == unit("Stewart")).map(|p| p.sp).sum()
}

#[test]
fn s17_2_9_s27_1_who_has_given_word_for_the_cannon_of_a_hex_speaks_on_when_it_can_fire_no_more_itself() {
    // Twelve Napoleons have fired together. Stone's last point is all that Stewart has near of his corps; the reserve's battery has Coster too.
    let mut table = Table::study(&[
        "place Stone line HH40=1 SSE",
        "place Stewart HH40 unlimbered SSE",
        "place us-ransom-eakin-bty HH40 unlimbered SSE",
        "place Coster rest HH43",
        "place Archer line HH39=8 NNE",
        "turn 1 confederate targets",
        "mark Archer attack launched level 6",
    ]);
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("HH40: 8G at HH39", &[]).union("done", &[1, 1]);
    assert_eq!(points(&table.position), 8);
    table.umpire("mark Stone cp 9").umpire("turn 1 union targets").union("Stewart return", &[]);
    let then = before(&table, Union, "done", &[6, 1]).expect("the fire");
    assert_eq!(points(&then), 4, "revision 7 had the cannon fire that could");
    table.union("done", &[6, 1]);
    assert!(table.position.chain(unit("Stone")).is_empty(), "{:?}", table.story());
    assert_eq!(points(&table.position), 4, "{:?}", table.story());
    sound(&table);
}
