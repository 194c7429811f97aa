//! What a sixteenth reading found of arrivals, each with a test that revision 6 ruled it otherwise.

use crate::table::{REVISION_SIX as BEFORE, Table, after, hex, lies, sound, unit};
use advanced_gettysburg::{Position, Scenario};
use domain_core::referee::Refusal;
use domain_core::referee::Side::{self, Union};

/// The position after a line by revision 6.
fn before(table: &Table, side: Side, line: &str) -> Result<Position, Refusal> {
    after(&BEFORE, table, side, line, &[])
}

/// A study position of all three days.
fn days(lines: &[&str]) -> Table {
    let mut table = Table::study(&[]);
    table.position.scenario = Scenario::ThreeDays;
    for line in lines {
        table.umpire(line);
    }
    table
}

#[test]
fn s34_1_order_of_appearance_brigades_of_the_vi_corps_keep_a_hex_from_one_that_came_on_and_went_to_rest() {
    // Due in turn 95 at OO11.
    let mut table = days(&["turn 95 union primary"]);
    table.union("Eustis march OO11-NN10-MM11-MM12", &[]);
    assert_eq!(table.spent("Eustis"), "5.5 4");
    let close = "Shaler march OO11-NN11-NN12";
    assert!(before(&table, Union, close).is_err(), "it has a hex to keep from a column");
    table.union("Eustis rest", &[]);
    let then = before(&table, Union, close).expect("revision 6 minded it no more at rest");
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
    let then = before(&table, Union, close).expect("revision 6 asked it of columns alone");
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
