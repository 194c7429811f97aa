//! §5 Command Phase: the coordination roll, the union's choice, independents and reserves.

use crate::study::{Study, study};
use domain_core::referee::Side::{Confederate, Union};

/// One unit of each Confederate division on the map, far from the enemy.
const ONE_EACH: &str =
    "place Archer 0506; place Kemper 0306; place Rodes 0901; place Elzey 1401; place Hood 1601; place Winder 1702";

/// A coordination roll kept as it falls, with the marker on this space.
fn rolled(turn: u8, ccrm: u8, faces: [u8; 2]) -> Study {
    study(&format!("{ONE_EACH}; turn {turn} confederate command; ccrm {ccrm}"))
        .dice(faces)
        .confederate("roll")
        .confederate("keep first")
}

/// Which of the six divisions are active, as the numbers on the track.
fn numbers(study: &Study) -> Vec<u8> {
    let divisions = [(12, "Archer"), (7, "Kemper"), (6, "Rodes"), (5, "Elzey"), (4, "Hood"), (3, "Winder")];
    divisions.into_iter().filter(|(_, unit)| study.is_active(unit)).map(|(number, _)| number).collect()
}

#[test]
fn s5_0_activated_divisions_act_in_any_order() {
    // §5.0, ruling 48: no division need be finished before another.
    rolled(1, 0, [3, 4]).confederate("Archer 0506-0606").confederate("Kemper 0306-0206").phase("1 confederate move");
}

#[test]
fn s5_1_a_total_at_or_below_the_number_activates_the_division() {
    for (faces, expected) in [
        ([6, 6], vec![12]),
        ([5, 6], vec![12]),
        ([5, 5], vec![12]),
        ([4, 5], vec![12]),
        ([4, 4], vec![12]),
        ([3, 4], vec![12, 7]),
        ([3, 3], vec![12, 7, 6]),
        ([2, 3], vec![12, 7, 6, 5]),
        ([2, 2], vec![12, 7, 6, 5, 4]),
        ([1, 2], vec![12, 7, 6, 5, 4, 3]),
    ] {
        assert_eq!(numbers(&rolled(1, 0, faces)), expected, "{faces:?}");
    }
}

#[test]
fn s5_1_ruling_2_a_two_activates_everything() {
    assert_eq!(numbers(&rolled(1, 0, [1, 1])), [12, 7, 6, 5, 4, 3]);
}

#[test]
fn s5_11_the_first_failed_roll_only_puts_the_marker_on_one() {
    // Ruling 3: eight would become six by the modifier, which a first failure has not.
    let study = rolled(1, 0, [4, 4]).ccrm(1);
    assert_eq!(numbers(&study), [12]);
}

#[test]
fn s5_11_a_natural_success_takes_the_marker_off_and_is_not_modified() {
    let study = rolled(2, 1, [3, 4]).ccrm(0);
    assert_eq!(numbers(&study), [12, 7]);
}

#[test]
fn s5_11_a_second_failure_is_modified_by_two_a_space() {
    let study = rolled(2, 1, [4, 5]).ccrm(0);
    assert_eq!(numbers(&study), [12, 7]);
    let study = rolled(2, 1, [4, 4]).ccrm(0);
    assert_eq!(numbers(&study), [12, 7, 6]);
    let study = rolled(3, 2, [5, 6]).ccrm(0);
    assert_eq!(numbers(&study), [12, 7]);
    let study = rolled(4, 3, [6, 6]).ccrm(0);
    assert_eq!(numbers(&study), [12, 7, 6]);
}

#[test]
fn s5_11_a_roll_that_still_fails_advances_the_marker() {
    let study = rolled(2, 1, [5, 5]).ccrm(2);
    assert_eq!(numbers(&study), [12]);
    let study = rolled(3, 2, [6, 6]).ccrm(3);
    assert_eq!(numbers(&study), [12]);
}

#[test]
fn s5_11_ruling_3_a_destroyed_or_absent_division_counts_as_activated() {
    // No unit of Longstreet's is on the map, yet a seven is no failed roll.
    study("place Archer 0506; turn 1 confederate command; ccrm 1")
        .dice([3, 4])
        .confederate("roll")
        .confederate("keep first")
        .ccrm(0);
}

#[test]
fn s5_12_jacksons_divisions_come_by_natural_rolls_only() {
    // Nine with the marker on three is modified to three: Longstreet and D.H. Hill come, Jackson's command does not.
    let study = rolled(4, 3, [4, 5]).ccrm(0);
    assert_eq!(numbers(&study), [12, 7, 6]);
    let study = rolled(4, 3, [4, 4]);
    assert_eq!(numbers(&study), [12, 7, 6]);
}

#[test]
fn s5_13_lees_personal_touch_rolls_again_and_keeps_either() {
    let start = || {
        study(&format!("{ONE_EACH}; turn 1 confederate command"))
            .dice([6, 6])
            .confederate("roll")
            .asks(Confederate, "coordination")
            .dice([1, 2])
            .confederate("touch")
    };
    assert_eq!(numbers(&start().confederate("keep second").ccrm(0)), [12, 7, 6, 5, 4, 3]);
    assert_eq!(numbers(&start().confederate("keep first").ccrm(1)), [12]);
}

#[test]
fn s5_13_keep_alone_keeps_the_only_roll_and_of_two_none() {
    let rolled = || study(&format!("{ONE_EACH}; turn 1 confederate command")).dice([6, 6]).confederate("roll");
    assert_eq!(numbers(&rolled().confederate("keep")), numbers(&rolled().confederate("keep first")));
    rolled().dice([1, 2]).confederate("touch").unreadable(Confederate, "keep");
}

#[test]
fn s5_13_ruling_4_the_marker_moves_once_by_the_roll_that_is_kept() {
    // Both rolls fail, each judged with the marker on one; it goes to two, not to three.
    study(&format!("{ONE_EACH}; turn 2 confederate command; ccrm 1"))
        .dice([6, 6])
        .confederate("roll")
        .dice([5, 6])
        .confederate("touch")
        .confederate("keep second")
        .ccrm(2);
}

#[test]
fn s5_13_once_a_game() {
    study(&format!("{ONE_EACH}; turn 1 confederate command; touch used"))
        .dice([6, 6])
        .confederate("roll")
        .confederate_may_not("touch", "5.13");
    study(&format!("{ONE_EACH}; turn 1 confederate command"))
        .dice([6, 6])
        .confederate("roll")
        .dice([6, 5])
        .confederate("touch")
        .confederate_may_not("touch", "5.13");
}

#[test]
fn s5_13_a_second_roll_must_be_made_before_it_is_kept() {
    study(&format!("{ONE_EACH}; turn 1 confederate command"))
        .dice([6, 6])
        .confederate("roll")
        .confederate_may_not("keep second", "5.13")
        .confederate_may_not("done", "4.0|5.13")
        .confederate_may_not("Archer 0506-0606", "4.0|5.13")
        .union_may_not("keep first", "4.0");
}

#[test]
fn s5_13_ruling_4_the_five_points_are_gone_even_if_the_first_roll_is_kept() {
    let start = study("place Archer 0506; turn 1 confederate command").points(5);
    start.dice([3, 4]).confederate("roll").dice([3, 4]).confederate("touch").confederate("keep first").points(0);
}

#[test]
fn s5_2_the_union_chooses_two_divisions() {
    study("place Meade 1016; place Griffin 0914; place Warren 1211; turn 1 union command")
        .union("activate Morell Sykes")
        .phase("1 union move")
        .active("Griffin", true)
        .active("Warren", true)
        .active("Meade", false);
}

#[test]
fn s5_2_two_different_divisions_of_its_own() {
    study("place Meade 1016; turn 1 union command")
        .unreadable(Union, "activate Morell")
        .union_may_not("done", "5.2|4.0")
        .confederate_may_not("activate Morell Sykes", "4.0");
    let study = study("place Meade 1016; turn 1 union command");
    assert_eq!(study.menu(Union).len(), 6, "{:?}", study.menu(Union));
}

#[test]
fn s5_2_ruling_5_slocum_french_and_meagher_are_one_division_even_off_the_map() {
    study("place French 1116; place Taylor 1216; turn 5 union command")
        .union("activate Slocum Morell")
        .active("French", true)
        .active("Taylor", true);
    study("place Griffin 1016; turn 1 union command").union("activate Slocum Morell");
}

#[test]
fn s5_3_eliminated_units_are_not_activated_with_their_division() {
    study("place Martindale 1016; eliminate Griffin; turn 1 union command")
        .union("activate Morell Sykes")
        .active("Martindale", true)
        .active("Griffin", false);
}

#[test]
fn s5_3_independents_follow_their_corps_within_four_hexes() {
    study("place Berdan 0914; place Griffin 0918; place Bucktails 1414; turn 1 union command")
        .union("activate Morell Sykes")
        .active("Berdan", true)
        .active("Bucktails", false);
    study("place Berdan 0913; place Griffin 0918; turn 1 union command")
        .union("activate Morell Sykes")
        .active("Berdan", false);
}

#[test]
fn s5_3_another_corps_does_not_activate_an_independent() {
    // Taylor is of VI Corps, French of II; Berdan is of V.
    study("place Berdan 0914; place Taylor 0915; place French 0815; turn 5 union command")
        .union("activate Slocum Morell")
        .active("Berdan", false);
}

#[test]
fn s5_3_reserves_follow_any_activated_unit_within_four_hexes() {
    study("place Hays 0914; place NY Bn 1414; place Taylor 0918; place 5 US Cav 1016; turn 5 union command")
        .union("activate Slocum Morell")
        .active("Hays", true)
        .active("NY Bn", false)
        .active("5 US Cav", true);
}

#[test]
fn s5_3_the_nine_battery_is_always_active() {
    study("place Heavy 0420; place Meade 1016; turn 1 union command")
        .union("activate Morell Sykes")
        .active("Heavy", true);
}

#[test]
fn s5_3_ruling_6_no_chains() {
    // Berdan is activated by Griffin, Hays stands near Berdan only; NY Bn near the nine battery only.
    study("place Griffin 0914; place Berdan 0910; place Hays 0907; place Heavy 0420; place NY Bn 0421; turn 1 union command")
        .union("activate Morell Sykes")
        .active("Berdan", true)
        .active("Hays", false)
        .active("NY Bn", false);
}

#[test]
fn s5_3_ruling_6_measured_once_at_the_start_of_the_command_phase() {
    study("place Griffin 0914; place Berdan 1014; turn 1 union command")
        .union("activate Morell Sykes")
        .union("Griffin 0914-0915-0916-0917-0918-0919")
        .active("Berdan", true)
        .union_may("Berdan 1014-1114");
}
