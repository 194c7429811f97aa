//! §15.0 Final Assault Turn.

use crate::study::study;
use domain_core::referee::Side::Confederate;

#[test]
fn s15_0_no_fire_at_dusk_but_close_combat_by_guns() {
    study("place Field 0606 active; place Pegram 0705 active; place Washington 0506 active; place Meade 0806; turn 6 confederate fire")
        .confederate_may_not("Field fire 0806", "15.0")
        .confederate_may_not("Washington fire 0806", "15.0|8.1")
        .confederate_may("Pegram fire 0806");
}

#[test]
fn s15_0_only_charged_units_react() {
    study(
        "place Meade 0806; place Griffin 1006; place Field 0606 active; place Archer 1206 rf; turn 6 confederate move",
    )
    .confederate("Field charge 0606-0706 Meade")
    .umpire("turn 6 confederate reaction")
    .union_may_not("Griffin fire 1206", "15.0|10.0")
    .union_may("Meade fire 0706");
}

#[test]
fn s15_0_ruling_45_a_charged_sharpshooter_still_answers() {
    study("place Berdan 0806; place Field 0606 active; turn 6 confederate move")
        .confederate("Field charge 0606-0706 Berdan")
        .umpire("turn 6 confederate reaction")
        .union_may("Berdan fire 0706");
}

#[test]
fn s15_0_zones_of_guns_and_sharpshooters_remain_in_force() {
    study("place Weeden 0806; place Field 0506 active; turn 6 confederate move")
        .confederate_may_not("Field 0506-0606-0706", "6.44");
    study("place Berdan 0806; place Field 0506 active; turn 6 confederate move")
        .confederate_may_not("Field 0506-0606-0706", "6.45");
}

#[test]
fn s15_0_a_second_close_combat_phase_in_which_all_may_attack_again() {
    study("place Field 0706 active; place Meade 0806; turn 6 confederate close")
        .dice([3])
        .confederate("Field attack 0806")
        .settle()
        .phase("6 confederate second-close")
        .confederate_may("Field attack 0806");
}

#[test]
fn s15_0_ruling_45_a_charger_of_the_first_phase_closes_in_the_second_without_its_bonus() {
    study("place Field 0606 active; place Meade 0806; turn 6 confederate move")
        .confederate("Field charge 0606-0706 Meade")
        .umpire("turn 6 confederate close")
        .dice([3])
        .confederate("Field attack 0806")
        .result("EX")
        .settle()
        .phase("6 confederate second-close")
        .sum(Confederate, "Field attack 0806", "2 steps +2 morale = 4");
}

#[test]
fn s15_0_only_activated_undisturbed_units_attack_in_it() {
    study("place Field 0706 active; place Archer 0705; place Branch 0805 active disrupted; place Meade 0806; turn 6 confederate second-close")
        .confederate_may("Field attack 0806")
        .confederate_may_not("Archer attack 0806", "11.0|7.1|6.0")
        .confederate_may_not("Branch attack 0806", "13.0");
}

#[test]
fn s15_0_guns_close_again_as_well() {
    study("place Pegram 0706 active; place Meade 0806; turn 6 confederate close")
        .dice([6])
        .confederate("Pegram attack 0806")
        .settle()
        .phase("6 confederate second-close")
        .confederate_may("Pegram attack 0806");
}

#[test]
fn s15_0_no_union_player_turn_and_the_game_ends() {
    let end = study("place Field 0706 active; place Meade 0806; turn 6 confederate second-close").confederate("done");
    assert!(end.outcome().is_some());
    end.phase("6 confederate over")
        .union_may_not("activate Morell Sykes", "16.0|4.0")
        .confederate_may_not("done", "16.0|4.0");
}

#[test]
fn s15_0_earlier_turns_have_no_second_phase() {
    study("place Field 0706 active; place Meade 0806; turn 5 confederate close")
        .confederate("done")
        .phase("5 union command");
}

#[test]
fn s15_0_the_attack_declared_against_nobody_is_refused() {
    study("place Field 0706 active; place Meade 0806; turn 6 confederate second-close")
        .confederate_may_not("Field attack 0707", "7.0|7.1|11.0")
        .no_order_with(Confederate, "charge");
}
