//! Rule by rule.

use crate::table::Table;
use domain_core::referee::Side::{Confederate, Union};

#[test]
fn s1_0_the_patrols_begin_two_posts_apart() {
    assert_eq!(Table::start().menu(Union), ["Farnsworth go 1", "Farnsworth go 3", "hold"]);
}

#[test]
fn s2_0_the_game_ends_after_eight_turns() {
    assert!(Table::study(&["turn 8 confederate"]).confederate("hold", &[]).position.over);
    assert_eq!(Table::start().refused(Confederate, "hold"), "2.0");
}

#[test]
fn s3_0_a_patrol_goes_one_post_at_a_time() {
    assert_eq!(Table::start().refused(Union, "Farnsworth go 4"), "3.0");
    assert_eq!(Table::start().union("Farnsworth go 3", &[]).position.units[0].place, 3);
}

#[test]
fn s3_0_a_patrol_dashes_over_a_free_post_to_a_free_one() {
    let mut table = Table::study(&["place Farnsworth 1", "place Rosser 5"]);
    assert!(table.union("Farnsworth dash 3", &[]).told("Farnsworth dashes over 2 (Lane) to 3 (Ford)."));
    assert_eq!(table.position.units[0].place, 3);
    assert_eq!(table.refused(Confederate, "Rosser dash 3"), "3.0");
    let mut table = Table::study(&["place Farnsworth 1", "place Rosser 2"]);
    assert_eq!(table.refused(Union, "Farnsworth dash 3"), "3.0");
}

#[test]
fn s4_0_whoever_stands_is_driven_back_or_not() {
    for (die, union, confederate) in [(4, 1, 2), (3, 2, 4)] {
        let mut table = Table::study(&["place Rosser 3", "turn 2 confederate"]);
        table.confederate("Rosser go 2", &[]).union("stand", &[die]);
        let at = &table.position.units;
        assert_eq!((at[0].place, at[1].place), (union, confederate), "{die}");
    }
}

#[test]
fn s4_0_nobody_yields_with_no_post_behind() {
    let mut table = Table::study(&["place Farnsworth 1", "place Rosser 2", "turn 2 confederate"]);
    table.confederate("Rosser go 1", &[]);
    assert_eq!(table.refused(Union, "yield"), "4.0");
}

#[test]
fn s5_0_the_posts_decide() {
    let mut table = Table::study(&["place Rosser 5", "turn 8 confederate"]);
    assert!(table.confederate("hold", &[]).told("Union victory, +1 points."));
}
