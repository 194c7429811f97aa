//! What a twenty-first reading of §27.0 and §29.0, and what it was left, found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::table::{REVISION_SEVEN as BEFORE, Table, after, sound};
use advanced_gettysburg::{Position, Segment};
use domain_core::referee::Refusal;
use domain_core::referee::Side::{self, Union};

/// The position after a line by revision 7.
fn before(table: &Table, side: Side, line: &str, dice: &[u8]) -> Result<Position, Refusal> {
    after(&BEFORE, table, side, line, dice)
}

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
    assert!(before(&table, Union, "done", &[]).is_err(), "by revision 7 it rolled first, and stayed then");
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
