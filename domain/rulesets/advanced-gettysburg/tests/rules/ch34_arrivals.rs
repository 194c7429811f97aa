//! Reinforcements: on time, as one column, at one level (§16.1, §34.0).

use crate::table::{RULES, Table, lies, unit};
use domain_core::referee::{Ruleset, Side::Confederate, Side::Union};

#[test]
fn s34_1_who_is_due_comes_on_by_his_road_in_column_each_marker_behind_the_one_before() {
    let mut table = Table::start();
    table.confederate("done", &[]);
    table.confederate("Archer march F37", &[]);
    assert_eq!(lies(&table, "Archer"), "F37=8 E38=4");
    assert_eq!(table.position.brigade(unit("Archer")).map(|b| b.paid.clone()), Some(vec![12, 10]));
    // The next one comes at least a point behind.
    assert_eq!(table.refused(Confederate, "Davis march E38"), "34.1");
    table.confederate("Davis march D37", &[]);
    assert_eq!(lies(&table, "Davis"), "D37=8 C38=8 B38=2");
    table.confederate("Pettigrew march A39", &[]);
    assert_eq!(
        table.position.chain(unit("Pettigrew")).iter().filter(|l| RULES.pack().ground.is_hex(l.at())).count(),
        1,
        "the rest waits on the road"
    );
    assert_eq!(table.refused(Confederate, "Brockenbrough march A39"), "34.1");
    assert_eq!(RULES.whole(&table.position), Ok(()));
    // Next turn the column comes on further.
    table.confederate("done", &[]).union("done", &[]).union("done", &[]).confederate("done", &[]);
    table
        .confederate("Archer march I36", &[])
        .confederate("Davis march G37", &[])
        .confederate("Pettigrew march D37", &[]);
    assert_eq!(lies(&table, "Pettigrew"), "D37=8 C38=8 B38=8 A39=5");
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s34_1_1_nobody_comes_before_his_turn() {
    let mut table = Table::start();
    table.confederate("done", &[]);
    assert_eq!(table.refused(Confederate, "Perrin march A39"), "11.0");
    assert!(table.menu(Confederate).iter().all(|l| !l.starts_with("Perrin")));
    assert_eq!(Table::start().refused(Union, "done"), "5.0");
}

#[test]
fn s16_1_1_who_moves_slower_than_on_arrival_is_no_reinforcement_any_more() {
    let mut table = Table::start();
    table.confederate("done", &[]).confederate("Archer march F37", &[]);
    assert_eq!(table.position.brigade(unit("Archer")).and_then(|b| b.exempt), Some(6));
    table.confederate("done", &[]).union("done", &[]).union("done", &[]).confederate("done", &[]);
    table.confederate("Archer march G37", &[]).confederate("done", &[]);
    assert_eq!(table.position.brigade(unit("Archer")).and_then(|b| b.exempt), None);
}

#[test]
fn s34_1_10_commanders_have_no_entry_restrictions() {
    let mut table = Table::start();
    table.confederate("done", &[]).confederate("Heth ride E38", &[]);
    assert_eq!(lies(&table, "Heth"), "E38=0");
}
