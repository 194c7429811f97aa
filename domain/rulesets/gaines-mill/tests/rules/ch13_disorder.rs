//! §13.0 to §13.2: disruption, disorder, recovery.

use crate::study::{Study, busy as study};
use domain_core::referee::Side::Confederate;

/// Weed (6 fire factor, morale 1) fires at this Confederate unit at 0806 and brings a Disrupt.
fn disrupted(unit: &str, steps: u8, state: &str) -> Study {
    let shaken = match state {
        "disrupted" => 1,
        "disordered" => 2,
        _ => 0,
    };
    let greater = u8::from(steps < 2);
    // 7 + shaken + greater − (die + steps) = 0
    let die = 7 + shaken + greater - steps;
    assert!((1..=6).contains(&die), "{unit}");
    study(&format!("place Weed 0606 active; place {unit} 0806 steps {steps} {state}; turn 2 union fire"))
        .dice([die])
        .union("Weed fire 0806")
        .result("Disrupt")
}

/// The same with a Disorder.
fn disordered(unit: &str, steps: u8, state: &str) -> Study {
    let shaken = match state {
        "disrupted" => 1,
        "disordered" => 2,
        _ => 0,
    };
    let die = 6 + shaken - steps;
    study(&format!("place Weed 0606 active; place {unit} 0806 steps {steps} {state}; turn 2 union fire"))
        .dice([die])
        .union("Weed fire 0806")
        .result("Disorder")
}

#[test]
fn s13_0_shaken_units_do_not_fight() {
    for state in ["disrupted", "disordered"] {
        study(&format!(
            "place Field 0706 active {state}; place Archer 0705 active; place Meade 0806; turn 2 confederate close"
        ))
        .confederate_may_not("Field attack 0806", "13.0");
        study(&format!(
            "place Field 0606 active {state}; place Archer 0607 active; place Meade 0806; turn 2 confederate fire"
        ))
        .confederate_may_not("Field fire 0806", "13.0");
        study(&format!("place Berdan 0506 active {state}; place Weeden 0507; place Field 0806; turn 2 union fire"))
            .union_may_not("Berdan fire 0806", "13.0");
        study(&format!("place Weeden 0706 active {state}; place Hays 0507; place Field 0806; turn 2 union fire"))
            .union_may_not("Weeden fire 0806", "13.0");
    }
}

#[test]
fn s13_0_they_move() {
    study("place Field 0606 active disordered; turn 2 confederate move").confederate("Field 0606-0506");
}

#[test]
fn s13_0_a_disrupted_unit_that_is_disrupted_becomes_disordered() {
    disrupted("Field", 3, "disrupted").confederate("Field marker").condition("Field", "disordered");
}

#[test]
fn s13_0_a_disordered_unit_ignores_a_disruption() {
    disrupted("Field", 3, "disordered")
        .condition("Field", "disordered")
        .steps("Field", 3)
        .no_order_with(Confederate, "Field");
}

#[test]
fn s13_0_a_disordered_unit_that_is_disordered_loses_a_step() {
    disordered("Field", 3, "disordered").condition("Field", "disordered").steps("Field", 2);
}

#[test]
fn s13_0_ruling_44_disorder_on_a_disrupted_unit_makes_it_disordered() {
    disordered("Field", 3, "disrupted").confederate("Field marker").condition("Field", "disordered");
}

#[test]
fn s13_1_morale_three_ignores_the_first_disruption() {
    disrupted("Hood", 4, "").condition("Hood", "good").steps("Hood", 4).no_order_with(Confederate, "Hood marker");
}

#[test]
fn s13_1_and_takes_the_first_disorder_as_a_disruption() {
    disordered("Hood", 4, "").confederate("Hood marker").condition("Hood", "disrupted");
}

#[test]
fn s13_1_ruling_44_once_shaken_it_is_like_any_other() {
    disrupted("Hood", 4, "disrupted").confederate("Hood marker").condition("Hood", "disordered");
    disordered("Hood", 4, "disrupted").confederate("Hood marker").condition("Hood", "disordered");
    disrupted("Hood", 4, "disordered").condition("Hood", "disordered").steps("Hood", 4);
    disordered("Hood", 4, "disordered").steps("Hood", 3);
}

#[test]
fn s13_2_recovery_from_disruption_anywhere() {
    study("place Field 0706 disrupted; place Meade 0806; turn 2 confederate move")
        .confederate("Field recover")
        .condition("Field", "good");
}

#[test]
fn s13_2_disordered_units_recover_fully_when_free_of_zones() {
    study("place Field 0606 disordered; place Meade 0806; turn 2 confederate move")
        .confederate("Field recover")
        .condition("Field", "good");
}

#[test]
fn s13_2_and_partly_in_an_enemy_zone() {
    study("place Field 0706 disordered; place Meade 0806; turn 2 confederate move")
        .confederate("Field recover")
        .condition("Field", "disrupted");
}

#[test]
fn s13_2_nothing_to_recover() {
    study("place Field 0606 active; turn 2 confederate move").confederate_may_not("Field recover", "13.2");
    study("place Meade 0606 disrupted; place Field 0908 active; turn 2 confederate move")
        .union_may_not("Meade recover", "4.0");
}

#[test]
fn s13_2_ruling_7_a_unit_that_recovered_may_fight_the_same_turn() {
    study("place Field 0706 active disrupted; place Meade 0806; turn 2 confederate move")
        .confederate("Field recover")
        .umpire("turn 2 confederate close")
        .confederate_may("Field attack 0806");
    study("place Pegram 0606 active disrupted; place Meade 0806; turn 2 confederate move")
        .confederate("Pegram recover")
        .confederate("done")
        .confederate_may("Pegram fire 0806");
}

#[test]
fn s13_0_the_markers_show() {
    let view = study("place Field 0606 disrupted; place Archer 0706 disordered; turn 2 union move").view();
    let tabs = |name: &str| format!("{:?}", view.pieces.iter().find(|p| p.name == name).expect("a piece").tabs);
    assert!(tabs("Field").contains("Disrupted") && tabs("Archer").contains("Disordered"));
}
