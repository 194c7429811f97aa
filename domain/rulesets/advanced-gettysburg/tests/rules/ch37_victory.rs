//! §37: victory.

use crate::table::{RULES, Table, board, unit};
use domain_core::referee::Ruleset as _;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::Situation as _;

fn tally(table: &Table, side: domain_core::referee::Side) -> Vec<i32> {
    board(table).tally(side).iter().map(|(_, points)| *points).collect()
}

#[test]
fn s37_losses_guns_and_commanders_count() {
    let mut table =
        Table::study(&["mark Gamble lost 3", "mark Meredith lost 5", "mark Cutler lost 2", "mark Reynolds hit"]);
    table.position.captured = [0, 6];
    // Six cannon, three of horse, seven of foot for three, Reynolds: 6 times 2.
    assert_eq!(tally(&table, Confederate)[..4], [6, 3, 3, 12]);
    assert_eq!(tally(&table, Union)[..4], [0, 0, 0, 0]);
}

#[test]
fn r6_a_captured_commander_counts_as_one_that_was_hit_and_only_once() {
    let table = Table::study(&["place Heth F22", "mark Heth hit", "lose Heth"]);
    assert_eq!(tally(&table, Union)[3], 4);
}

#[test]
fn r40_places_count_for_who_entered_them_last_in_the_scenario() {
    let mut table = Table::study(&[]);
    // The morning counts Cemetery Hill, Oak Hill, the Seminary, Herr Ridge and Gettysburg.
    assert_eq!((tally(&table, Union)[4], tally(&table, Confederate)[4]), (10, 2));
    table.umpire("hold T31 confederate").umpire("hold U26 confederate");
    assert_eq!((tally(&table, Union)[4], tally(&table, Confederate)[4]), (0, 17));
}

#[test]
fn r40_more_points_win_where_they_reach_the_least_total() {
    let mut table = Table::study(&[]);
    assert_eq!(board(&table).adjudicate().winner, None, "10 are too few for the morning");
    table.umpire("hold T31 union");
    let result = board(&table).adjudicate();
    assert_eq!((result.winner, result.points, result.level.as_str()), (Some(Union), 13, "Union victory"));
}

#[test]
fn r83_the_game_ends_after_the_last_turn_and_not_before() {
    let mut table = Table::study(&["hold T31 union", "place Archer rest F22", "turn 14 union assault"]);
    table.union("done", &[]);
    assert!(!table.position.over);
    table.umpire("turn 15 union assault");
    table.union("done", &[]);
    assert!(table.position.over);
    assert_eq!(RULES.board(&table.position).outcome().and_then(|o| o.winner), Some(Union));
    let _ = unit("Archer");
}
