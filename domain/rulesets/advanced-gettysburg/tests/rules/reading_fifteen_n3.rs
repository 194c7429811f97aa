//! What a fifteenth reading found of who was placed in view, each with a test that revision 6 ruled it otherwise.

use crate::table::{REVISION_SIX as BEFORE, RULES, Table, after, hex, hidden, lies, sound, unit};
use advanced_gettysburg::Position;
use domain_core::referee::Side::{self, Confederate, Union};
use domain_core::referee::{Refusal, Ruleset, Terms};

/// The position after a line by revision 6.
fn before(table: &Table, side: Side, line: &str) -> Result<Position, Refusal> {
    after(&BEFORE, table, side, line, &[])
}

/// Whether a counter is out of view.
fn hides(position: &Position, name: &str) -> bool {
    position.hidden.unseen.iter().any(|e| e.unit == unit(name))
}

#[test]
fn s0_1_8_who_begins_on_the_map_behind_no_line_stays_in_view_until_it_moves_away() {
    let mut table = Table::with(&["hidden-movement"]);
    table.confederate("done", &[]);
    let old = before(&table, Union, "done").expect("play begins");
    let mut old = Table { position: old, facts: Vec::new() };
    table.union("done", &[]);
    assert!(table.told("Gamble in M34"), "{:?}", table.story());
    for table in [&mut table, &mut old] {
        table.umpire("turn 1 union outposts");
    }
    let then = before(&old, Union, "screen").expect("a line about them");
    assert!(hides(&then, "Gamble"), "revision 6 took it out of view where it stood");
    table.union("screen", &[]);
    assert!(!hides(&table.position, "Gamble") && !hides(&table.position, "Devin"));
    assert!(table.why(Union, "Gamble hide").contains("placed in view"));
    sound(&table);
    table.umpire("place Gamble rest M35").union("Gamble hide", &[]);
    assert!(hides(&table.position, "Gamble"), "it has moved away");
    sound(&table);
}

#[test]
fn s0_1_8_who_has_moved_away_from_where_it_was_placed_in_view_may_go_out_of_view_there_later() {
    let mut table =
        hidden(&["place Archer column N HH36", "turn 1 confederate divisions", "mark Archer level 8", "unseen Archer"]);
    table.confederate("Archer show", &[]).confederate("Archer march HH37-HH38-HH39", &[]);
    assert!(!lies(&table, "Archer").contains("HH36"));
    let old = before(&table, Confederate, "done").expect("lines are laid");
    let mut old = Table { position: old, facts: Vec::new() };
    table.confederate("done", &[]);
    // It stays in view, and comes back two turns later.
    for table in [&mut table, &mut old] {
        table.umpire("place Archer column N HH36").umpire("turn 3 confederate outposts");
    }
    let then = before(&old, Confederate, "screen").expect("a line about it");
    assert!(!hides(&then, "Archer"), "revision 6 held that it had never left");
    table.confederate("screen", &[]);
    assert!(hides(&table.position, "Archer"));
    sound(&table);
}

#[test]
fn s0_1_8_s0_3_who_takes_over_a_division_in_view_stays_so_where_he_does() {
    let on = |key: &str| (key.to_owned(), "yes".to_owned());
    let options = [on("hidden-movement"), on("trimble")].into();
    let terms = Terms { options, scenario: "three-days".into() };
    let mut table = Table { position: RULES.open(&terms).expect("scenario and options exist"), facts: Vec::new() };
    table.confederate("done", &[]).union("done", &[]);
    for line in [
        "clear",
        "place cs-pender-cmd F22",
        "place Perrin line F24=8 F23=7",
        "turn 50 confederate opening",
        "lose cs-pender-cmd",
    ] {
        table.umpire(line);
    }
    table.confederate("substitute Pender", &[]).umpire("turn 50 confederate outposts");
    let here = table.position.place(unit("cs-trimble-cmd"));
    assert!(here == Some(hex("F24")) || here == Some(hex("F23")));
    let then = before(&table, Confederate, "screen").expect("a line about them");
    assert!(hides(&then, "cs-trimble-cmd"), "revision 6 took him out of view at once");
    table.confederate("screen", &[]);
    assert!(hides(&table.position, "Perrin") && !hides(&table.position, "cs-trimble-cmd"));
    sound(&table);
}
