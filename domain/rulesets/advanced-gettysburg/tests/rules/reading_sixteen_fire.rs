//! What a sixteenth reading of §24.0 to §28.0 found, mended in revision 7, and that revision 6 ruled it otherwise and is judged so.

use crate::table::{REVISION_SIX as BEFORE, Table, after, board, fired_with, hex, sound, unit};
use advanced_gettysburg::{Pending, Position};
use domain_core::referee::Side::{Confederate, Union};

/// Archer has attacked two batteries in HH40, whose cannon fired at him together, by the first of them; now they may withdraw.
fn two_batteries() -> (Table, [&'static str; 2]) {
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
    fired_with(&mut table, both[0], "HH40", "HH39", 7);
    fired_with(&mut table, "Archer", "HH39", "HH40", 8);
    // Batteries that stand alone are struck as the first of them.
    if let Some(pair) = table.position.pairs.last_mut() {
        pair.struck = [Some(unit(both[0])), None];
    }
    (table, both)
}

#[test]
fn s27_1_s30_1_2_a_battery_that_stays_returns_the_fire_that_one_gave_for_it_which_withdrew() {
    let (mut table, [first, second]) = two_batteries();
    let name = board(&table).name(unit(second)).to_owned();
    let (back, fires, anew) = (format!("{first} back N"), format!("{name} return"), format!("{name} at HH39"));
    // By revision 6 it returned nothing, and named targets of its own, to which nobody answered.
    let then = after(&BEFORE, &table, Union, &back, &[]).expect("it withdraws");
    let mut then = Table { position: then, facts: Vec::new() };
    then.umpire("turn 1 union targets");
    assert!(after(&BEFORE, &then, Union, &fires, &[]).is_err());
    assert!(after(&BEFORE, &then, Union, &anew, &[]).is_ok());
    table.union(&back, &[]).umpire("turn 1 union targets");
    assert!(table.menu(Union).contains(&fires), "{:?}", table.menu(Union));
    assert!(!table.menu(Union).contains(&anew), "{:?}", table.menu(Union));
    assert_eq!(table.refused(Union, &anew), "24.0");
    // Archer answers first, at cannon that nothing hurts, and then they fire.
    table.union(&fires, &[]).union("done", &[1]);
    let pairs = &table.position.pairs;
    assert!(pairs.iter().any(|p| p.unit == unit("Archer") && usize::from(p.to) == hex("HH40")));
    assert!(pairs.iter().any(|p| p.unit == unit(second) && usize::from(p.to) == hex("HH39")));
    sound(&table);
}

#[test]
fn s27_3_who_has_given_up_the_only_fire_that_it_could_return_yet_returns_none() {
    // Archer fired at HH40, where Stone and Cutler share the hex, and at Meredith in GG40, to whom he has turned his back since.
    let mut table = Table::study(&[
        "place Stone line HH40=3 GG41=8",
        "place Cutler line HH41=8 HH40=5",
        "place Meredith line GG40=8 SSE",
        "place Archer line HH39=7 ends N SE",
        "place Davis line II40=8 NNW",
        "turn 1 union targets",
    ]);
    fired_with(&mut table, "Archer", "HH39", "HH40", 4);
    fired_with(&mut table, "Archer", "HH39", "GG40", 2);
    table.umpire("turn 2 confederate targets").umpire("mark Davis attack launched");
    table.confederate("Davis at HH40", &[]);
    let line = "Archer return";
    assert!(table.menu(Confederate).contains(&line.to_owned()), "{:?}", table.menu(Confederate));
    // Davis's side names the other brigade for its new fire: there Archer returns none, and Meredith would answer nothing.
    table.confederate("single Cutler HH40", &[]);
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_ok(), "by revision 6 he fired at HH40 all the same");
    assert_eq!(table.refused(Confederate, line), "27.0");
    assert!(!table.menu(Confederate).contains(&line.to_owned()), "{:?}", table.menu(Confederate));
}

#[test]
fn s26_1b_s30_1_2_what_a_brigade_fired_before_it_went_back_counts_where_it_is_assaulted_then() {
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Stewart HH41 unlimbered SSE",
        "place Archer line HH39=8 NNE",
        "place Davis line II41=8 NNW",
        "turn 1 confederate withdrawal",
        "mark Archer attack launched level 6",
        "mark Davis attack launched level 6",
    ]);
    fired_with(&mut table, "Archer", "HH39", "HH40", 8);
    fired_with(&mut table, "Davis", "II41", "HH41", 8);
    fired_with(&mut table, "Stone", "HH40", "HH39", 8);
    // Stone goes back to his guns, at which Davis has fired, and is assaulted there.
    let (back, line) = ("Stone back N", "Davis.1 assault HH41");
    let routed = |at: &Position| matches!(at.pending, Some(Pending::Rout { unit: who, .. }) if who == unit("Stone"));
    // Revision 6 halved his eight points with Stewart's four: 20 against 18, and four carries it.
    let then = Table { position: after(&BEFORE, &table, Union, back, &[]).expect("a hex"), facts: Vec::new() };
    let then = Table { position: after(&BEFORE, &then, Union, "done", &[]).expect("the assaults"), facts: Vec::new() };
    assert!(routed(&after(&BEFORE, &then, Confederate, line, &[3, 1]).expect("the assault")));
    // His eight have fired, and two of the guns come to them: 20 against 22, and two would carry it.
    table.union(back, &[]).union("done", &[]).confederate(line, &[3]);
    assert!(!routed(&table.position), "{:?}", table.story());
    assert!(table.position.assaulted.contains(&unit("Stone")));
    sound(&table);
}
