//! What a fifteenth reading of §19.0 to §29.0 found, mended in revision 7, and that revision 6 ruled it otherwise and is judged so.

use crate::fire_kit::to_defence;
use crate::table::{REVISION_SIX as BEFORE, Table, after, fired_with, sound};
use advanced_gettysburg::Segment;
use domain_core::referee::Side::{Confederate, Union};

/// Archer in works at HH39 that look at Stone in HH40.
fn in_works(more: &[&str]) -> Table {
    let mut table = Table::with(&["breastworks"]);
    let lines = ["clear", "place Stone line HH40=8 SSE", "place Archer line HH39=6 NNE", "works HH39 NW SE"];
    for line in lines.iter().chain(more) {
        table.umpire(line);
    }
    table
}

#[test]
fn s0_12_effects_5_and_6_s27_1_who_attacked_has_not_fired_from_works_and_returns_fire_when_its_attack_is_over() {
    let mut table = in_works(&["mark Archer attack launched", "turn 1 confederate targets"]);
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("HH40: 6 at HH39", &[]).union("done", &[1, 1]);
    // Stone returns that, and Archer answers as an attacker, to whom his works are nothing.
    table.umpire("turn 1 union targets").union("Stone return", &[]).union("done", &[1, 1]);
    table.umpire("turn 2 confederate targets").umpire("mark Archer attack none");
    let line = "Archer return";
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_err(), "revision 6 held that he had fired from works");
    assert!(table.menu(Confederate).contains(&line.to_owned()), "{:?}", table.menu(Confederate));
    table.confederate(line, &[]);
    sound(&table);
}

/// Archer's attack is over; Stone has returned his fire, and is done with its targets.
fn answering() -> Table {
    let mut table = in_works(&["turn 1 confederate targets"]);
    fired_with(&mut table, "Archer", "HH39", "HH40", 6);
    fired_with(&mut table, "Stone", "HH40", "HH39", 8);
    table.umpire("turn 1 union targets").union("Stone return", &[]);
    assert!(after(&BEFORE, &table, Union, "done", &[1, 1]).is_ok(), "revision 6 asked nobody about the works");
    table.union("done", &[]);
    assert_eq!(table.position.segment, Segment::Fire);
    table
}

#[test]
fn s0_12_effect_5_s27_1_who_answers_returned_fire_out_of_works_may_leave_them_unused() {
    let mut table = answering();
    assert!(table.menu(Confederate).contains(&"Archer forgo".to_owned()), "{:?}", table.menu(Confederate));
    table.confederate("Archer forgo", &[]);
    assert_eq!(table.refused(Confederate, "Archer forgo"), "0.12", "once");
    table.confederate("stand", &[1, 1]).umpire("turn 2 confederate targets");
    table.confederate("Archer return", &[]);
    sound(&table);
    // Who has used them returns none.
    let mut table = answering();
    table.confederate("defend best", &[1, 1]).umpire("turn 2 confederate targets");
    assert_eq!(table.refused(Confederate, "Archer return"), "0.12");
}

/// Stone and Cutler share HH40; Archer fired at them and at Meredith beside them, and may return it. Davis attacks from II40, with a battery in his other front
/// hex.
fn shared(lines: &[&str]) -> Table {
    let mut table = Table::study(&[
        "place Stone line HH40=3 GG41=8",
        "place Cutler line HH41=8 HH40=5",
        "place Meredith line GG40=8 SSE",
        "place Stewart II41 unlimbered SSE",
        "place Archer line HH39=7 NNE",
        "place Davis line II40=8 NNW",
        "turn 1 union targets",
    ]);
    fired_with(&mut table, "Archer", "HH39", "HH40", 4);
    fired_with(&mut table, "Archer", "HH39", "GG40", 2);
    table.umpire("turn 2 confederate targets").umpire("mark Davis attack launched");
    for line in lines.iter().chain(&["done"]) {
        table.confederate(line, &[]);
    }
    assert_eq!(table.position.segment, Segment::FlankMoves);
    table
}

#[test]
fn s24_4_3f_s27_1_a_marker_steps_out_of_a_hex_at_which_fire_could_be_returned_and_is_not() {
    // Cutler's five points look to the east, and come by the hex of their battery into the one beside Davis.
    let line = "HH40 flank JJ40 4 Cutler";
    let mut tied = shared(&["Archer return", "Davis at II41"]);
    assert_eq!(tied.refused(Union, line), "24.4", "Archer fires at them");
    // For Davis's fire Archer's side has named the other brigade and given up his at that hex; then Davis fires at the battery.
    let mut table = shared(&["Davis at HH40", "single Cutler HH40", "Archer return", "Davis at II41"]);
    assert!(after(&BEFORE, &table, Union, line, &[]).is_err(), "by revision 6 Archer fired at HH40 all the same");
    assert!(table.menu(Union).iter().any(|l| l.starts_with("HH40 flank JJ40 4")), "{:?}", table.menu(Union));
    table.union(line, &[]);
    sound(&table);
}

#[test]
fn s17_2_9_s27_1_s29_4_4_who_cannot_fire_any_more_returns_no_fire() {
    let line = "Stewart return";
    let answered = |more: &str| {
        let mut table = Table::study(&[
            "place Cutler rest HH42",
            "place Stewart HH40 unlimbered SSE",
            "place Archer line HH39=8 NNE",
            "mark Archer attack launched",
            "turn 1 confederate targets",
        ]);
        fired_with(&mut table, "Archer", "HH39", "HH40", 8);
        fired_with(&mut table, "Stewart", "HH40", "HH39", 4);
        table.umpire("turn 1 union targets");
        assert!(table.menu(Union).contains(&line.to_owned()), "{:?}", table.menu(Union));
        table.umpire(more);
        table
    };
    // His last factor went at others in the Artillery Fire Phase, or the brigade behind him has gone.
    for more in ["mark Stewart factors 0", "wait Cutler"] {
        let mut table = answered(more);
        assert!(after(&BEFORE, &table, Union, line, &[]).is_ok(), "revision 6 let Archer fire at him for it");
        assert_eq!(table.refused(Union, line), "27.0", "{more}");
        assert!(!table.menu(Union).contains(&line.to_owned()), "{more}");
    }
}
