//! What a sixteenth reading found of who begins out of view and of transfers, each with a test that revision 6 ruled it otherwise.

use crate::table::{REVISION_SIX as BEFORE, RULES, Table, after, board, sound, unit};
use advanced_gettysburg::Position;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Ruleset, Terms};

/// Whether a counter is out of view.
fn hides(position: &Position, name: &str) -> bool {
    position.hidden.unseen.iter().any(|e| e.unit == unit(name))
}

/// The first night of a game of all days, Lane's brigade alone on the map.
fn night(options: &[&str]) -> Table {
    let options = options.iter().map(|key| ((*key).to_owned(), "yes".to_owned())).collect();
    let terms = Terms { options, scenario: "three-days".into() };
    let mut table = Table { position: RULES.open(&terms).expect("scenario and options exist"), facts: Vec::new() };
    for line in ["clear", "place Lane column N C35=8 C34=7", "turn 50 confederate opening"] {
        table.umpire(line);
    }
    table
}

#[test]
fn s0_1_preparation_3_nobody_begins_out_of_view_behind_a_line_that_was_taken_up_before_play() {
    let mut table = Table::with(&["hidden-movement"]);
    table.confederate("done", &[]).union("screen", &[]).union("outposts", &[]);
    assert!(hides(&table.position, "Gamble") && table.position.hidden.outposts[0].is_empty());
    let old = after(&BEFORE, &table, Union, "done", &[]).expect("play begins");
    assert!(hides(&old, "Gamble") && hides(&old, "Devin"), "revision 6 let them begin so behind no line");
    table.union("done", &[]);
    for name in ["Gamble", "Devin", "us-buford-cmd"] {
        assert!(!hides(&table.position, name), "{name}");
    }
    assert!(table.told("outside of its outposts: Gamble in M34"), "{:?}", table.story());
    sound(&table);
    // It stays in view there (outposts 8).
    table.umpire("turn 1 union outposts").union("screen", &[]);
    assert!(!hides(&table.position, "Gamble") && !hides(&table.position, "Devin"));
    sound(&table);
}

#[test]
fn s0_1_preparation_3_who_begins_behind_its_line_stays_out_of_view() {
    let mut table = Table::with(&["hidden-movement"]);
    table.confederate("done", &[]).union("screen", &[]).union("done", &[]);
    assert!(hides(&table.position, "Gamble") && hides(&table.position, "Devin"));
    sound(&table);
}

#[test]
fn s0_2_1_r49_a_brigade_is_transferred_to_the_division_that_stuart_commands() {
    let mut table = night(&["night-orders"]);
    let (stuart, pender, lane) = (unit("Stuart"), unit("cs-pender-cmd"), unit("Lane"));
    assert!(
        after(&BEFORE, &table, Confederate, "transfer Lane to Stuart", &[]).is_err(),
        "revision 6 knew no division of his"
    );
    table.confederate("transfer Lane to Stuart", &[]);
    assert!(board(&table).has_authority(stuart, lane) && !board(&table).has_authority(pender, lane));
    sound(&table);
    table.umpire("turn 120 confederate opening");
    assert_eq!(table.refused(Confederate, "transfer Lane to Stuart"), "0.2", "there it is");
    table.confederate("transfer Lane to cs-pender-cmd", &[]);
    assert!(!board(&table).has_authority(stuart, lane) && board(&table).has_authority(pender, lane));
    sound(&table);
}

#[test]
fn s0_2_1_nobody_is_transferred_to_who_has_no_division() {
    let mut table = night(&["night-orders", "trimble"]);
    // Trimble waits, and Ransom comes by an entry option alone.
    for to in ["cs-trimble-cmd", "cs-ransom-cmd"] {
        let line = format!("transfer Lane to {to}");
        assert!(after(&BEFORE, &table, Confederate, &line, &[]).is_ok(), "{to}: revision 6 let it be");
        assert_eq!(table.refused(Confederate, &line), "0.2", "{to}");
    }
    table.umpire("lose cs-pender-cmd").confederate("substitute Pender", &[]);
    table.confederate("transfer Lane to cs-rodes-cmd", &[]).umpire("turn 120 confederate opening");
    table.confederate("transfer Lane to cs-trimble-cmd", &[]);
    assert!(board(&table).has_authority(unit("cs-trimble-cmd"), unit("Lane")), "he has Pender's");
    sound(&table);
}
