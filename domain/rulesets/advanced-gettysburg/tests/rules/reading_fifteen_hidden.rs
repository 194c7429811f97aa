//! What a fifteenth reading found of who was placed in view, each with a test that revision 6 ruled it otherwise.

use crate::table::{REVISION_SIX as BEFORE, RULES, Table, after, hex, hidden, lies, sound, unit};
use advanced_gettysburg::{EntryChange, Fact, Position, UnseenFact};
use domain_core::dice::Dice;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Orders, Ruleset, SeatId, Terms};
use domain_core::words::Hearers;
use std::collections::VecDeque;

/// Whether a counter is out of view.
fn hides(position: &Position, name: &str) -> bool {
    position.hidden.unseen.iter().any(|e| e.unit == unit(name))
}

#[test]
fn s0_1_8_who_begins_on_the_map_behind_no_line_stays_in_view_until_it_moves_away() {
    let mut table = Table::with(&["hidden-movement"]);
    table.confederate("done", &[]);
    let old = after(&BEFORE, &table, Union, "done", &[]).expect("play begins");
    let mut old = Table { position: old, facts: Vec::new() };
    table.union("done", &[]);
    assert!(table.told("Gamble in M34"), "{:?}", table.story());
    for table in [&mut table, &mut old] {
        table.umpire("turn 1 union outposts");
    }
    let then = after(&BEFORE, &old, Union, "screen", &[]).expect("a line about them");
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
    let old = after(&BEFORE, &table, Confederate, "done", &[]).expect("lines are laid");
    let mut old = Table { position: old, facts: Vec::new() };
    table.confederate("done", &[]);
    // It stays in view, and comes back two turns later.
    for table in [&mut table, &mut old] {
        table.umpire("place Archer column N HH36").umpire("turn 3 confederate outposts");
    }
    let then = after(&BEFORE, &old, Confederate, "screen", &[]).expect("a line about it");
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
    let then = after(&BEFORE, &table, Confederate, "screen", &[]).expect("a line about them");
    assert!(hides(&then, "cs-trimble-cmd"), "revision 6 took him out of view at once");
    table.confederate("screen", &[]);
    assert!(hides(&table.position, "Perrin") && !hides(&table.position, "cs-trimble-cmd"));
    sound(&table);
}

#[test]
fn s0_1_2_a_counter_may_be_placed_in_view_while_lines_are_laid() {
    let mut table = hidden(&["place Archer column N HH36", "turn 1 confederate outposts", "unseen Archer"]);
    let line = "Archer show";
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_err(), "revision 6 let its side do so before that alone");
    assert!(table.menu(Confederate).contains(&line.to_owned()));
    table.confederate(line, &[]).confederate("screen", &[]);
    assert!(!hides(&table.position, "Archer"));
    assert!(table.why(Confederate, "Archer hide").contains("placed in view"));
    sound(&table);
}

#[test]
fn s34_21_10_s0_1_what_was_written_of_an_entry_comes_to_light_as_the_counter_comes_into_view() {
    let mut table = hidden(&["place Archer column N HH36", "turn 3 confederate divisions", "unseen Archer"]);
    let change = EntryChange { dp: 3, off: None, since: None, turn: Some(2), unit: unit("Archer") };
    table.position.entries.push(change.clone());
    let tells = |fact: &Fact| matches!(fact, Fact::Unseen(UnseenFact::EntryTold(told)) if *told == change);
    let (seat, line) = (SeatId::of_side(Confederate), "Archer show");
    let order = BEFORE.board(&table.position).parse(seat, line).expect("an order");
    let facts = BEFORE.decide(&table.position, seat, &order, &mut Dice::forced(&mut VecDeque::new()));
    assert!(!facts.expect("in view").iter().any(tells), "revision 6 told nobody but its side");
    table.confederate(line, &[]);
    let fact = table.facts.iter().find(|f| tells(f)).expect("what was written");
    assert_eq!(RULES.hearers(fact), Hearers::Everybody);
    assert!(table.told("Archer was ordered to come from July 1, 7:20 a.m."));
    assert_eq!(table.brigade("Archer").dp, 0, "what its haste cost it has had as it came on");
    sound(&table);
}
