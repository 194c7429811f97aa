//! What a seventeenth reading of §24.4 to §30.0 found, mended in revision 7, and that revision 6 ruled it otherwise and is judged so.

use crate::table::{REVISION_SIX as BEFORE, Table, after, board, fired_with, hex, sound, unit};
use advanced_gettysburg::Position;
use domain_core::referee::Side::Union;

/// Whether Archer has fired at HH40 in this player turn.
fn answered(position: &Position) -> bool {
    position.pairs.iter().any(|p| p.unit == unit("Archer") && usize::from(p.to) == hex("HH40"))
}

#[test]
fn s27_2_s30_1_2_who_fired_at_two_batteries_answers_the_one_that_stays_where_the_other_fired_nothing() {
    let mut table = Table::study(&[
        "place Stewart HH40 unlimbered SSE",
        "place Wainwright-Hall HH40 unlimbered SSE",
        "place Cutler rest HH42",
        "place Archer line HH39=8 NNE",
        "turn 1 confederate withdrawal",
        "mark Archer attack launched level 6",
    ]);
    let mut both = ["Stewart", "Wainwright-Hall"];
    both.sort_by_key(|name| unit(name).index());
    let [first, second] = both;
    // The first has no ammunition left, so that the second fired by itself; Archer's fire was told as fire at the first.
    table.umpire(&format!("mark {first} factors 0"));
    fired_with(&mut table, second, "HH40", "HH39", 3);
    fired_with(&mut table, "Archer", "HH39", "HH40", 8);
    if let Some(pair) = table.position.pairs.last_mut() {
        pair.struck = [Some(unit(first)), None];
    }
    let (back, fires) = (format!("{first} back N"), format!("{} return", board(&table).name(unit(second))));
    // By revision 6 nobody answered it.
    let then = after(&BEFORE, &table, Union, &back, &[]).expect("it withdraws");
    let mut then = Table { position: then, facts: Vec::new() };
    then.umpire("turn 1 union targets");
    let then = after(&BEFORE, &then, Union, &fires, &[]).expect("it returns fire");
    let then = Table { position: then, facts: Vec::new() };
    assert!(!answered(&after(&BEFORE, &then, Union, "done", &[1]).expect("the fire")));
    table.union(&back, &[]).umpire("turn 1 union targets").union(&fires, &[]).union("done", &[1]);
    assert!(answered(&table.position), "{:?}", table.story());
    let pairs = &table.position.pairs;
    assert!(pairs.iter().any(|p| p.unit == unit(second) && usize::from(p.to) == hex("HH39")));
    sound(&table);
}
