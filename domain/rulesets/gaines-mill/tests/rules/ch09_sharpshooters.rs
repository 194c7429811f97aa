//! §9.0 Sharpshooter's Combat. Berdan rolls two dice, the Bucktails one.

use crate::study::{Study, busy as study};
use domain_core::referee::Side::{Confederate, Union};

fn fire(umpire: &str) -> Study {
    study(&format!("{umpire}; turn 2 union fire"))
}

#[test]
fn s9_0_as_many_dice_as_the_factor_and_the_highest_counts() {
    // 3 +1 did not move = 4: Nil; 2 +1 = 3: RF.
    fire("place Berdan 0506 active; place Field 0806")
        .dice([1, 3])
        .union("Berdan fire 0806")
        .rolled(&[2])
        .result("Nil");
    fire("place Berdan 0506 active; place Field 0806")
        .dice([2, 1])
        .union("Berdan fire 0806")
        .result("RF")
        .rf("Berdan", true);
    fire("place Bucktails 0506 active; place Field 0806")
        .dice([3])
        .union("Bucktails fire 0806")
        .rolled(&[1])
        .result("Nil");
}

#[test]
fn s9_0_ruling_35_the_table() {
    // Highest die of one, +1 did not move, then as the scene adds.
    let scenes =
        [("", 1), ("disrupted", 2), ("disordered", 2), ("; place Meade 0805", 2), ("disrupted; place Meade 0805", 3)];
    for (more, plus) in scenes {
        for face in 1..=6_u8 {
            let expected = match face + plus {
                ..=3 => "RF",
                4 | 5 => "Nil",
                6 | 7 => "Disrupt",
                8 => "Disorder",
                9 => "DC1",
                _ => "DC1d",
            };
            fire(&format!("place Bucktails 0506 active; place Field 0806 {more}"))
                .dice([face])
                .union("Bucktails fire 0806")
                .result(expected);
        }
    }
}

#[test]
fn s9_0_plus_one_if_it_did_not_move() {
    let with = |state: &str| {
        fire(&format!("place Bucktails 0506 active {state}; place Field 0806")).dice([3]).union("Bucktails fire 0806")
    };
    with("").result("Nil");
    with("moved").result("RF");
}

#[test]
fn s9_0_ruling_7_recovery_is_no_movement_ruling_17_a_withdrawal_is() {
    study("place Bucktails 0506 active disrupted; place Field 0806; turn 2 union move")
        .union("Bucktails recover")
        .union("done")
        .sum(Union, "Bucktails fire 0806", "1 did not move");
    study("place Bucktails 0706; place Archer 0806; place Griffin 0504; turn 2 union move")
        .union("Bucktails withdraw 0606")
        .umpire("mark Bucktails active; turn 2 union fire")
        .odds(Union, "Bucktails fire 0806", 6, &[("RF", 3), ("Nil", 2), ("Disrupt", 1)]);
}

#[test]
fn s9_0_plus_one_in_woods() {
    // 0704 is wooded: 3 +1 +1 = 5 is Nil, 4 +1 +1 = 6 disrupts.
    fire("place Bucktails 0704 active; place Field 0706").dice([4]).union("Bucktails fire 0706").result("Disrupt");
    fire("place Bucktails 0506 active; place Field 0706").dice([4]).union("Bucktails fire 0706").result("Nil");
}

#[test]
fn s9_0_plus_one_against_a_shaken_unit() {
    fire("place Bucktails 0506 active; place Field 0806 disrupted")
        .dice([4])
        .union("Bucktails fire 0806")
        .result("Disrupt");
    fire("place Bucktails 0506 active; place Field 0806 disordered")
        .dice([4])
        .union("Bucktails fire 0806")
        .result("Disrupt");
}

#[test]
fn s9_0_plus_one_in_all_for_any_support() {
    let with = |friends: &str| {
        fire(&format!("place Bucktails 0506 active; place Field 0806; {friends}"))
            .dice([4])
            .union("Bucktails fire 0806")
    };
    with("place Meade 0805").result("Disrupt");
    with("place Meade 0805; place Griffin 0906; place Warren 0807").result("Disrupt");
    with("place Meade 0905").result("Nil");
}

#[test]
fn s9_0_the_modifiers_of_the_other_combats_do_not_apply() {
    // Neither morale, nor steps, nor downhill: 1313 stands above 1415.
    fire("place Bucktails 1313 active; place Field 1415 steps 1").dice([4]).union("Bucktails fire 1415").result("Nil");
}

#[test]
fn s9_0_range_three_in_sight_and_not_adjacent() {
    fire("place Berdan 0506 active; place Field 0806").union_may("Berdan fire 0806");
    fire("place Berdan 0506 active; place Field 0906; place Weeden 0507").union_may_not("Berdan fire 0906", "8.2|9.0");
    fire("place Berdan 0506 active; place Field 0806; place Meade 0706; place Weeden 0507")
        .union_may_not("Berdan fire 0806", "8.3|9.0");
    fire("place Berdan 0706 active; place Field 0806; place Weeden 0507")
        .union_may_not("Berdan fire 0806", "8.0|9.0|8.1");
}

#[test]
fn s9_0_ruling_35_free_of_enemy_zones() {
    fire("place Berdan 0506 active; place Field 0706; place Archer 0405; place Weeden 0507")
        .union_may_not("Berdan fire 0706", "8.1|9.0");
}

#[test]
fn s9_0_only_when_activated() {
    fire("place Berdan 0506; place Field 0806; place Weeden 0507").union_may_not("Berdan fire 0806", "6.0|8.0|9.0|8.1");
}

#[test]
fn s9_0_sharpshooters_do_not_use_the_fire_table() {
    // Six and one: 7 is Disrupt; a Fire Combat at that strength would roll for the defender.
    fire("place Berdan 0506 active; place Field 0806")
        .dice([6, 1])
        .union("Berdan fire 0806")
        .result("Disrupt")
        .confederate("Field step")
        .steps("Field", 2);
}

#[test]
fn s9_0_a_step_away_from_the_target_afterwards() {
    let fired =
        || fire("place Berdan 0606 active; place Field 0806").dice([3, 3]).union("Berdan fire 0806").result("Nil");
    fired().offers(Union, "Berdan retreat", &["0505", "0506", "0507"]);
    fired().union("Berdan retreat 0506").at("Berdan", "0506");
    fired().union("Berdan stay").at("Berdan", "0606");
}

#[test]
fn s9_0_ruling_35_the_step_away_ends_in_no_enemy_zone_and_costs_nothing() {
    fire("place Berdan 0606 active; place Field 0806; place Archer 0405")
        .dice([3, 3])
        .union("Berdan fire 0806")
        .no_order_with(Union, "Berdan retreat 0505")
        .no_order_with(Union, "Berdan retreat 0506");
}

#[test]
fn s9_0_no_step_away_when_charged_nor_in_reaction() {
    study("place Berdan 0806; place Field 0606 active; turn 2 confederate move")
        .confederate("Field charge 0606-0706 Berdan")
        .umpire("turn 2 confederate reaction")
        .dice([1, 3])
        .union("Berdan fire 0706")
        .settle()
        .no_order_with(Union, "Berdan retreat");
}

#[test]
fn s9_0_ruling_35_they_close_and_charge_as_infantry() {
    study("place Berdan 0706 active; place Field 0806; turn 2 union close").sum(
        Union,
        "Berdan attack 0806",
        "2 steps +2 morale = 4",
    );
    study("place Berdan 0606 active; place Field 0806; turn 2 union move")
        .union("Berdan charge 0606-0706 Field")
        .umpire("turn 2 union close")
        .sum(Union, "Berdan attack 0806", "2 steps +2 morale +2 charge = 6");
}

#[test]
fn s9_0_the_rf_marker_on_sharpshooters_is_answered() {
    fire("place Berdan 0606 active; place Field 0806")
        .dice([1, 1])
        .union("Berdan fire 0806")
        .union("Berdan stay")
        .umpire("turn 2 union reaction")
        .sum(Confederate, "Field fire 0606", "3 steps +2 morale +1 greater +2 against RF = 8");
}

#[test]
fn s9_0_a_step_to_a_barred_hex_is_refused_by_its_own_section() {
    study("place Berdan 0606 active; place Field 0806; turn 2 union fire")
        .dice([1, 1])
        .union("Berdan fire 0806")
        .union_may_not("Berdan retreat 0706", "9.0");
}
