//! What a sixteenth reading found of arrivals, each with a test that revision 6 ruled it otherwise.

use crate::table::{REVISION_SIX as BEFORE, Table, after, days, hex, lies, sound, unit};
use advanced_gettysburg::Place;
use domain_core::referee::Side::{Confederate, Union};

#[test]
fn s34_1_order_of_appearance_brigades_of_the_vi_corps_keep_a_hex_from_one_that_came_on_and_went_to_rest() {
    // Due in turn 95 at OO11.
    let mut table = days(&["turn 95 union primary"]);
    table.union("Eustis march OO11-NN10-MM11-MM12", &[]);
    assert_eq!(table.spent("Eustis"), "5.5 4");
    let close = "Shaler march OO11-NN11-NN12";
    assert!(after(&BEFORE, &table, Union, close, &[]).is_err(), "it has a hex to keep from a column");
    table.union("Eustis rest", &[]);
    let then = after(&BEFORE, &table, Union, close, &[]).expect("revision 6 minded it no more at rest");
    assert_eq!(then.place(unit("Shaler")), Some(hex("NN12")));
    assert_eq!(table.refused(Union, close), "34.1");
    table.union("Shaler march OO11", &[]);
    assert!(lies(&table, "Shaler").starts_with("OO11=8"));
    // In the next turn Eustis enters no more.
    table.umpire("turn 96 union primary").union("Shaler march NN11", &[]);
    assert_eq!(table.position.place(unit("Shaler")), Some(hex("NN11")));
    sound(&table);
}

#[test]
fn s34_1_order_of_appearance_a_brigade_of_the_vi_corps_that_goes_on_in_line_keeps_a_hex_from_another_one() {
    // Two of them come on in line two turns late.
    let mut table = days(&["turn 97 union primary"]);
    table.union("Eustis enter OO11=6 OO12=6 ends S N", &[]).union("Wheaton enter OO8=7 OO9=7 ends S N", &[]);
    let close = "Wheaton ahead OO9";
    let then = after(&BEFORE, &table, Union, close, &[]).expect("revision 6 asked it of columns alone");
    assert_eq!(then.place(unit("Wheaton")), Some(hex("OO9")));
    assert_eq!(table.refused(Union, close), "34.1");
    assert!(!table.menu(Union).contains(&close.to_owned()));
    table.union("Wheaton ahead NN8", &[]);
    assert_eq!(lies(&table, "Wheaton"), "NN8=7 NN9=7");
    // In the next turn it goes where it likes.
    table.umpire("turn 98 union alone").umpire("mark Wheaton level 6").union("Wheaton ahead NN9", &[]);
    assert_eq!(lies(&table, "Wheaton"), "NN9=7 NN10=7");
    sound(&table);
}

/// A night of all three days, in which these have left the map by the Hagerstown Road.
fn fled(names: &[&str], turn: &str) -> Table {
    let mut table = days(&[]);
    for name in names {
        table.position.units[unit(name).index()].place = Place::Fled(hex("A26") as u16);
    }
    table.umpire(turn);
    table
}

#[test]
fn s16_1_1_s21_8_who_began_on_the_map_and_comes_back_in_two_orders_is_no_reinforcement() {
    let mut table = fled(&["Gamble"], "turn 43 union primary");
    table.union("Gamble march A26", &[]);
    assert_eq!(table.brigade("Gamble").exempt, None);
    let on = "Gamble march B26";
    let then = after(&BEFORE, &table, Union, on, &[]).expect("it comes on farther");
    let exempt = then.brigade(unit("Gamble")).is_some_and(|b| b.exempt.is_some());
    assert!(exempt, "revision 6 took it for one whose entry that was");
    table.union(on, &[]);
    assert!(lies(&table, "Gamble").starts_with("B26=3 A26=3 "));
    assert_eq!((table.brigade("Gamble").exempt, table.brigade("Gamble").came), (None, None));
    // In the next turn it wants a level like others.
    table.umpire("turn 44 union primary");
    assert_eq!(table.refused(Union, "Gamble march C26"), "15.0");
    sound(&table);
}

#[test]
fn s34_1_6_s21_8_who_comes_back_by_another_road_than_its_own_leaves_as_much_room_by_two_orders_as_by_one() {
    // Heth's brigades came by the Cashtown Pike.
    let mut table = fled(&["Archer", "Davis"], "turn 43 confederate primary");
    table.confederate("Archer march A26-B26-C26", &[]);
    assert_eq!(table.spent("Archer"), "3 2");
    let behind = "Davis march A26-B26-C26-D26";
    assert_eq!(table.refused(Confederate, behind), "34.1");
    let on = "Archer march D26-E27-F27";
    let old = after(&BEFORE, &table, Confederate, on, &[]).expect("it goes on");
    let old = Table { position: old, facts: Vec::new() };
    assert!(
        after(&BEFORE, &old, Confederate, behind, &[]).is_err(),
        "revision 6 let in what followed from the first order"
    );
    table.confederate(on, &[]);
    assert_eq!(table.spent("Archer"), "6 5");
    table.confederate(behind, &[]);
    assert_eq!((lies(&table, "Davis").as_str(), table.spent("Davis").as_str()), ("D26=8 C26=8 B26=2", "4 3 2"));
    sound(&table);
}

#[test]
fn s33_0_2_s34_1_7_no_artillery_comes_on_with_horse_artillery_at_a_level_that_it_has_not() {
    // Both are due at 6:40 a.m. with Alexander, and no brigade with them.
    let (hart, miller) = ("cs-beckham-hart-bty", "cs-eshleman-miller-bty");
    let behind = format!("{miller} march A39");
    let mut table = days(&["turn 72 confederate primary"]);
    table.confederate(&format!("{hart} march H36"), &[]);
    let then = after(&BEFORE, &table, Confederate, &behind, &[]).expect("revision 6 asked it of brigades alone");
    assert_eq!(then.place(unit(miller)), Some(hex("A39")));
    assert_eq!(table.refused(Confederate, &behind), "34.1");
    assert!(!table.menu(Confederate).iter().any(|line| line.contains("Miller march")));
    // With a brigade that has Hart's level it is in column.
    let mut column = Table { position: table.position.clone(), facts: Vec::new() };
    column.confederate("Benning march C38", &[]).confederate("Benning march D37-E38-F37-F36", &[]);
    column.confederate(&behind, &[]);
    assert_eq!(lies(&column, miller), "A39=3");
    sound(&column);
    // In the next turn it comes.
    table.umpire("turn 73 confederate primary").confederate(&behind, &[]);
    sound(&table);
    // Six points are a level of both: then Hart has no other.
    let mut table = days(&["turn 72 confederate primary"]);
    table.confederate(&format!("{hart} march F37"), &[]).confederate(&behind, &[]);
    let on = format!("{hart} march G37-H36");
    assert_eq!(
        after(&BEFORE, &table, Confederate, &on, &[]).expect("eight points").place(unit(hart)),
        Some(hex("H36"))
    );
    assert_eq!(table.refused(Confederate, &on), "34.1");
    sound(&table);
}
