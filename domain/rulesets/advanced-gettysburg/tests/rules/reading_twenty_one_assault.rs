//! What a twenty-first reading of §25.0 to §33.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::fire_kit::to_defence;
use crate::table::{REVISION_SEVEN as BEFORE, Table, after, fired_with, lies, sound, unit};
use domain_core::referee::Side::Union;

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

#[test]
fn s13_7_s31_4_a_marker_that_is_lost_makes_the_others_no_dearer() {
    // Of three points one is lost, with the right marker; the one in the middle has spent as much.
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Davis line HH39=1 II39=1 JJ38=1",
        "turn 1 confederate targets",
        "mark Davis attack launched level 6 cp 9",
    ]);
    table.position.brigade_mut(unit("Davis")).expect("a brigade").paid = vec![4, 8, 8];
    table.confederate("Davis.1 at HH40", &[]);
    to_defence(&mut table);
    let line = "defend best-casualties";
    let then = after(&BEFORE, &table, Union, line, &[6, 1]).expect("the fire");
    assert_eq!(then.brigade(unit("Davis")).map(|b| b.paid.clone()), Some(vec![8, 8]), "as much as the dearest one");
    table.union(line, &[6, 1]);
    assert_eq!((lies(&table, "Davis"), table.spent("Davis")), ("HH39=1 II39=1".to_owned(), "2 4".to_owned()));
    sound(&table);
}
