//! §17.0 Early reinforcements, agreed before turn 1 (ruling 47).

use crate::study::{Study, game, rules};
use domain_core::referee::{Refusal, Terms};

fn with(options: &[(&str, &str)], umpire: &str) -> Study {
    game(options).umpire("clear").umpire(umpire)
}

#[test]
fn s17_0_options_are_agreed_before_turn_one_and_off_by_default() {
    let scenario = &rules().about().scenarios[0];
    let defaults: Vec<(&str, &str)> = scenario.options.iter().map(|o| (o.key, o.values[0].0)).collect();
    assert_eq!(defaults, [("early-slocum", "no"), ("early-richardson", "no")]);
    game(&[]).umpire("clear; touch used; place Meade 1016; turn 1 union move").points(0);
}

#[test]
fn s17_1_slocum_and_the_cavalry_enter_from_turn_one_for_three_points() {
    let study = with(&[("early-slocum", "yes")], "touch used; place Meade 1016; turn 1 union move").points(3);
    study
        .union_may("Bartlett enter 1324")
        .union_may("5 US Cav enter 1324")
        .union("Newton enter 1324")
        .union_may_not("French enter 1324", "6.6|14.0");
}

#[test]
fn s17_1_and_are_eligible_for_activation() {
    with(&[("early-slocum", "yes")], "place Meade 1016; place Archer 0506; turn 1 union command")
        .union("activate Slocum Morell")
        .active("Bartlett", true);
}

#[test]
fn s17_2_the_special_sequence_after_turn_three_for_two_points() {
    with(&[("early-richardson", "turn3")], "touch used; place Meade 1016 active; place Field 1015; turn 3 union close")
        .points(2)
        .union("done")
        .phase("3 union special")
        .union_may("French enter 1324")
        .union_may("5 US Cav enter 1324");
    // And not again after turn 4.
    with(&[("early-richardson", "turn3")], "place Meade 1016 active; place Field 1015; turn 4 union close")
        .dice([3, 4])
        .union("done")
        .phase("5 confederate command");
}

#[test]
fn s17_3_the_special_sequence_after_turn_two_for_four_points() {
    with(&[("early-richardson", "turn2")], "touch used; place Meade 1016 active; place Field 1015; turn 2 union close")
        .points(4)
        .union("done")
        .phase("2 union special")
        .union_may("Meagher enter 1324");
}

#[test]
fn s17_3_the_cavalry_comes_with_the_sequence_if_not_before() {
    with(
        &[("early-slocum", "yes"), ("early-richardson", "turn2")],
        "touch used; place 5 US Cav 1016; place Field 1015; turn 2 union special",
    )
    .points(3 + 4)
    .no_order_with(domain_core::referee::Side::Union, "5 US Cav enter")
    .union_may("French enter 1324");
}

#[test]
fn s17_0_ruling_47_the_two_dates_for_richardson_exclude_each_other() {
    let option = rules().about().scenarios[0]
        .options
        .iter()
        .find(|o| o.key == "early-richardson")
        .expect("one option for both")
        .clone();
    assert_eq!(option.values.iter().map(|v| v.0).collect::<Vec<_>>(), ["no", "turn3", "turn2"]);
}

#[test]
fn s17_0_terms_that_are_not_on_offer_are_refused() {
    let open = |scenario: &str, options: &[(&str, &str)]| {
        let options = options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        rules().open(&Terms { options, scenario: scenario.to_owned() })
    };
    let scenario = rules().about().scenarios[0].id;
    assert!(open(scenario, &[]).is_ok());
    for refused in [
        open("no-such-battle", &[]),
        open(scenario, &[("early-slocum", "perhaps")]),
        open(scenario, &[("early-longstreet", "yes")]),
    ] {
        assert!(matches!(refused, Err(Refusal::Unreadable { .. })), "{refused:?}");
    }
}

#[test]
fn s17_0_both_options_together() {
    with(&[("early-slocum", "yes"), ("early-richardson", "turn3")], "touch used; place Meade 1016; turn 1 union move")
        .points(5);
}
