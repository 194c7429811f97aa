//! What a twenty-first reading of §25.0 to §33.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::table::{Table, fired_with, lies, sound, unit};

#[test]
fn s24_3_s30_1_2_each_battery_of_a_hex_that_fired_together_may_withdraw() {
    // The cannon of both have fired at Archer, who has gone back since, by the first of them; he fired at nobody there.
    let mut table = Table::study(&[
        "place Stewart HH40 unlimbered SSE",
        "place Wainwright-Hall HH40 unlimbered SSE",
        "place Archer line HH38=8 NNE",
        "turn 1 confederate withdrawal",
        "mark Archer attack launched level 6",
    ]);
    let mut both = ["Stewart", "Wainwright-Hall"];
    both.sort_by_key(|name| unit(name).index());
    let [first, second] = both;
    fired_with(&mut table, first, "HH40", "HH39", 7);
    if let Some(pair) = table.position.pairs.last_mut() {
        pair.batteries = both.map(unit).to_vec();
    }
    // Each for itself: the second by its own word, the first after it.
    table.union(&format!("{second} back N"), &[]).union(&format!("{first} back NW"), &[]);
    assert!(lies(&table, second).starts_with("HH41=") && lies(&table, first).starts_with("GG41="));
    sound(&table);
}
