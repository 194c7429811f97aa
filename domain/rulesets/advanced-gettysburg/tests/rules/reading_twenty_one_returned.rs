//! What a twenty-first reading of §27.0 and §29.0 found, and what came of a doubt about retreats (§21.6), mended in revision 8, and that revision 7 ruled it
//! otherwise and is judged so.

use crate::table::{REVISION_SEVEN as BEFORE, Table, after, fired, lies, sound};
use advanced_gettysburg::Segment;
use domain_core::referee::Side::Union;

#[test]
fn s15_2_s21_6_s30_1_2_nobody_rolls_alone_for_a_retreat_that_no_such_roll_pays_for() {
    // Meredith has withdrawn two hexes and owes four points. By itself it rolls five at the most, led six: that leaves it the two of a hex.
    let withdrawn = |more: &[&str]| {
        let mut table = Table::study(&[
            "place Archer line F22=8 F21=4",
            "place Meredith line G21=8 G22=8",
            "mark Archer attack launched",
            "mark Meredith retreat voluntary owed 8",
        ]);
        for line in more {
            table.umpire(line);
        }
        table.umpire("turn 3 union primary");
        table
    };
    let mut table = withdrawn(&[]);
    assert!(after(&BEFORE, &table, Union, "done", &[]).is_err(), "by revision 7 it rolled first, and stayed then");
    let mut rolls = withdrawn(&[]);
    rolls.union("alone Meredith", &[6]);
    assert!(!rolls.menu(Union).iter().any(|l| l.starts_with("Meredith back")), "{:?}", rolls.menu(Union));
    assert!(table.menu(Union).contains(&"done".to_owned()));
    table.union("done", &[]);
    assert_ne!(table.position.segment, Segment::Primary);
    sound(&table);
    // Who could lead it takes it back.
    let mut led = withdrawn(&["place Wadsworth H22"]);
    assert_eq!(led.refused(Union, "done"), "21.6");
    led.umpire("turn 3 union divisions").union("lead Wadsworth: Meredith", &[6]);
    led.union("Meredith back NE", &[]).union("done", &[]);
    sound(&led);
}

#[test]
fn s27_1_s30_2_1_a_brigade_that_was_beaten_returns_no_fire_by_a_marker_that_came_back_to_its_hex() {
    // Enemies stand all around Stone and the hex behind it: it goes there, and finds no other one then than that from which it fired.
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=8 NNE",
        "place Davis column N II42=8 II41=8 II40=2",
        "place Brockenbrough column N HH42=8 GG42=3",
        "place Scales column N GG41=8 GG40=6",
        "turn 1 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "HH39", "HH40");
    fired(&mut table, "Stone", "HH40", "HH39");
    table.confederate("Archer.1 assault HH40", &[1, 1]);
    let back = table.menu(Union).into_iter().find(|l| l.starts_with("Stone back")).expect("a way back");
    let then = after(&BEFORE, &table, Union, &back, &[]).expect("revision 7 took it");
    let mut then = Table { position: then, facts: Vec::new() };
    table.union(&back, &[]);
    // Where it lies in woods, out of all ranges, a retreat is over when its turn begins (§20.4.2, §21.6).
    for table in [&mut then, &mut table] {
        assert_eq!(lies(table, "Stone"), "HH40=8");
        table.umpire("mark Stone retreat none").umpire("turn 1 union targets");
    }
    let line = "Stone return";
    assert!(after(&BEFORE, &then, Union, line, &[]).is_ok(), "revision 7 knew of its retreat no more");
    assert_eq!(table.refused(Union, line), "27.0");
    assert!(!table.menu(Union).contains(&line.to_owned()));
    sound(&table);
}
