//! What a twelfth reading of §20.0 to §24.0 found, mended in revision 7, and that revision 6 ruled it otherwise and is judged so.

use crate::table::{REVISION_SIX as BEFORE, Table, after, fired_with, sound, unit};
use advanced_gettysburg::Position;
use domain_core::referee::Side::Confederate;

/// The points that Stewart's six Napoleons have fired in this turn, at all hexes.
fn by_stewart(position: &Position) -> u8 {
    position.pairs.iter().filter(|p| p.unit == unit("Stewart")).map(|p| p.sp).sum()
}

#[test]
fn s24_0_5_s27_1_cannon_that_return_fire_at_two_hexes_have_together_what_attacking_muskets_leave_of_eleven() {
    // In the Confederates' turn Stewart alone fired, two points at each of them; now he returns it, and Stone attacks with eight.
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Stewart HH40 unlimbered SSE",
        "place Archer line HH39=8 NNE",
        "place Davis line II40=8 NNW",
        "turn 1 confederate targets",
    ]);
    fired_with(&mut table, "Stewart", "HH40", "HH39", 2);
    fired_with(&mut table, "Stewart", "HH40", "II40", 2);
    table.umpire("turn 1 union targets").umpire("mark Stone attack launched");
    table.union("Stewart return", &[]).union("Stone at HH39", &[]).union("done", &[]);
    table.confederate("HH39: hold", &[]).confederate("II40: hold", &[]);
    // Revision 6 fired twelve points.
    assert_eq!(by_stewart(&after(&BEFORE, &table, Confederate, "done", &[1, 1]).expect("the fire")), 4);
    table.confederate("done", &[1, 1]);
    assert_eq!(by_stewart(&table.position), 3);
    sound(&table);
}

#[test]
fn s24_0_5_s27_1_cannon_that_return_fire_have_what_muskets_leave_of_eleven_that_attack_and_that_return_it() {
    // Flank markers of two brigades are in the hex: Cutler and Stewart return fire, and Stone attacks.
    let mut table = Table::study(&[
        "place Stone line HH40=4 SSE",
        "place Cutler line HH40=4 SSE",
        "place Stewart HH40 unlimbered SSE",
        "place Archer line HH39=8 NNE",
        "turn 1 confederate targets",
    ]);
    fired_with(&mut table, "Cutler", "HH40", "HH39", 4);
    fired_with(&mut table, "Stewart", "HH40", "HH39", 4);
    table.umpire("turn 1 union targets").umpire("mark Stone attack launched");
    table.union("Cutler return", &[]).union("Stewart return", &[]).union("Stone at HH39", &[]).union("done", &[]);
    table.confederate("HH39: hold", &[]);
    // Revision 6 fired twelve points, by two dice.
    assert_eq!(by_stewart(&after(&BEFORE, &table, Confederate, "done", &[1, 1]).expect("the fire")), 4);
    table.confederate("done", &[1]);
    assert_eq!(by_stewart(&table.position), 3);
    sound(&table);
}
