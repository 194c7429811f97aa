//! §7.0 to §7.3: who may attack, attack strength, the defense roll.

use crate::study::{Study, busy as study};
use domain_core::referee::Side::{Confederate, Union};

fn fire(umpire: &str) -> Study {
    study(&format!("{umpire}; turn 2 confederate fire"))
}

fn close(umpire: &str) -> Study {
    study(&format!("{umpire}; turn 2 confederate close"))
}

#[test]
fn s7_0_the_parties_the_sum_the_roll_and_the_result_are_told() {
    close("place Field 0706 active; place Meade 0806")
        .dice([3])
        .confederate("Field attack 0806")
        .story("3 steps +2 morale = 5")
        .story("Meade")
        .result("AC1");
}

#[test]
fn s7_1_one_attack_a_player_turn() {
    fire("place Field 0606 active; place Archer 0607 active; place Meade 0806")
        .dice([1])
        .confederate("Field fire 0806")
        .settle()
        .confederate_may_not("Field fire 0806", "7.1")
        .confederate_may("Archer fire 0806");
}

#[test]
fn s7_1_ruling_39_infantry_that_fired_does_not_close() {
    // Archer stays in reserve, so that there is still an attack to be made.
    fire("place Field 0606 active; place Archer 0805 active; place Meade 0806")
        .dice([1])
        .confederate("Field fire 0806")
        .settle()
        .umpire("place Meade 0706; turn 2 confederate close")
        .confederate_may_not("Field attack 0706", "7.1|11.0");
}

#[test]
fn s7_1_artillery_attacks_in_both_phases() {
    fire("place Pegram 0606 active; place Meade 0706")
        .dice([6])
        .confederate("Pegram fire 0706")
        .settle()
        .umpire("turn 2 confederate close")
        .confederate_may("Pegram attack 0706");
}

#[test]
fn s7_1_a_unit_may_be_attacked_again_by_another() {
    close("place Field 0706 active; place Archer 0805 active; place Meade 0806")
        .dice([6])
        .confederate("Field attack 0806")
        .settle()
        .confederate_may_not("Field attack 0806", "7.1")
        .confederate_may("Archer attack 0806");
}

#[test]
fn s7_1_ruling_48_attacks_are_declared_one_at_a_time_in_any_order_and_none_is_owed() {
    close("place Field 0706 active; place Archer 0805 active; place Meade 0806")
        .confederate_may("Archer attack 0806")
        .confederate_may("Field attack 0806")
        .confederate("done")
        .phase("2 union command");
}

#[test]
fn s7_1_an_attack_needs_an_enemy_and_an_active_unit() {
    close("place Field 0706 active; place Archer 0805; place Meade 0806")
        .confederate_may_not("Field attack 0707", "7.0|11.0")
        .confederate_may_not("Field attack 0805", "7.0|11.0")
        .confederate_may_not("Archer attack 0806", "11.0|7.1|6.0|5.0");
}

#[test]
fn s7_1_ruling_50_passive_units_react_once_each() {
    // Two chargers on two targets; Cooper may answer only the one that charges it, and once.
    study("place Meade 0806; place Griffin 1006; place Field 0606 active; place Archer 1206 active; turn 2 confederate move")
        .confederate("Field charge 0606-0706 Meade")
        .confederate("Archer charge 1206-1106 Griffin")
        .confederate("done")
        .confederate("done")
        .phase("2 confederate reaction")
        .union_may_not("Meade fire 1106", "10.0|7.1")
        .dice([6])
        .union("Meade fire 0706")
        .settle()
        .union_may_not("Meade fire 0706", "10.0|7.1");
}

#[test]
fn s7_21_steps_and_morale_of_infantry() {
    close("place Field 0706 active; place Meade 0806").sum(Confederate, "Field attack 0806", "3 steps +2 morale = 5");
    close("place Hood 0706 steps 1 active; place Meade 0806").sum(
        Confederate,
        "Hood attack 0806",
        "1 step +3 morale = 4",
    );
}

#[test]
fn s7_21_fire_factor_of_artillery() {
    fire("place Pegram 0606 active; place Meade 0806").sum(Confederate, "Pegram fire 0806", "5 fire factor");
    study("place Weed 0606 steps 1 active; place Field 0806; turn 2 union fire").sum(
        Union,
        "Weed fire 0806",
        "6 fire factor +1 morale = 7",
    );
}

#[test]
fn s7_21_ruling_22_support_of_each_friend_whose_zone_covers_the_defender() {
    close(
        "place Field 0706 active; place Archer 0805; place Pegram 0905 disordered; place Meade 0806; place Kemper 1006",
    )
    .sum(Confederate, "Field attack 0806", "3 steps +2 morale +1 support = 6");
    close("place Field 0706 active; place Archer 0805 disrupted; place Pegram 0906 disordered; place Meade 0806; place Kemper 1006")
        .sum(Confederate, "Field attack 0806", "3 steps +2 morale +2 support = 7");
    // In fire combat as well.
    fire("place Field 0606 active; place Archer 0805; place Meade 0806").sum(
        Confederate,
        "Field fire 0806",
        "3 steps +2 morale +1 support = 6",
    );
}

#[test]
fn s7_21_ruling_22_no_support_over_the_river_but_by_the_bridge() {
    // Archer at 0719 touches the bridge 0820 only across the water, Kemper at 0721 is at its end.
    close("place Field 0819 active; place Archer 0719; place Meade 0820").sum(
        Confederate,
        "Field attack 0820",
        "3 steps +2 morale = 5",
    );
    close("place Field 0819 active; place Kemper 0721; place Meade 0820").sum(
        Confederate,
        "Field attack 0820",
        "3 steps +2 morale +1 support = 6",
    );
}

#[test]
fn s7_21_greater_when_the_attacker_has_more_steps() {
    close("place Field 0706 active; place Meade 0806 steps 2").sum(
        Confederate,
        "Field attack 0806",
        "3 steps +2 morale +1 greater = 6",
    );
    close("place Field 0706 active; place Meade 0806 steps 3").sum(
        Confederate,
        "Field attack 0806",
        "3 steps +2 morale = 5",
    );
}

#[test]
fn s7_21_ruling_23_greater_counts_for_artillery_too() {
    fire("place Pegram 0606 active; place Meade 0806 steps 1").sum(
        Confederate,
        "Pegram fire 0806",
        "5 fire factor +1 greater = 6",
    );
}

#[test]
fn s7_21_against_disrupted_and_disordered() {
    close("place Field 0706 active; place Meade 0806 disrupted").sum(
        Confederate,
        "Field attack 0806",
        "3 steps +2 morale +1 disrupted = 6",
    );
    close("place Field 0706 active; place Meade 0806 disordered").sum(
        Confederate,
        "Field attack 0806",
        "3 steps +2 morale +2 disordered = 7",
    );
}

#[test]
fn s7_21_ruling_23_downhill_is_two_whatever_the_difference() {
    close("place Field 1313 active; place Meade 1314").sum(
        Confederate,
        "Field attack 1314",
        "3 steps +2 morale +2 downhill = 7",
    );
    close("place Field 1314 active; place Meade 1313").sum(Confederate, "Field attack 1313", "3 steps +2 morale = 5");
    // From 0917 on the crest to 0717 in the bottom are two levels.
    fire("place Field 0917 active; place Meade 0717").sum(
        Confederate,
        "Field fire 0717",
        "3 steps +2 morale +2 downhill = 7",
    );
}

#[test]
fn s7_22_fire_at_cavalry_and_at_rf_marked_units() {
    fire("place Field 0606 active; place 5 US Cav 0806").sum(
        Confederate,
        "Field fire 0806",
        "3 steps +2 morale +1 greater +2 against cavalry = 8",
    );
    // Not in close combat.
    close("place Field 0706 active; place 5 US Cav 0806").sum(
        Confederate,
        "Field attack 0806",
        "3 steps +2 morale +1 greater = 6",
    );
    study("place Meade 0806; place Field 0606 active rf; turn 2 confederate reaction").sum(
        Union,
        "Meade fire 0606",
        "4 steps +2 morale +1 greater +2 against RF = 9",
    );
}

#[test]
fn s7_22_reactive_fire_at_charging_cavalry() {
    study("place Field 0806; place 5 US Cav 0606 active; turn 2 union move")
        .union("5 US Cav charge 0606-0706 Field")
        .umpire("turn 2 union reaction")
        .sum(Confederate, "Field fire 0706", "3 steps +2 morale +1 greater +2 against cavalry = 8");
}

#[test]
fn s7_23_across_a_stream_close_combat_loses_two() {
    close("place Field 0305 active; place Meade 0306").sum(
        Confederate,
        "Field attack 0306",
        "3 steps +2 morale −2 stream = 3",
    );
    // Fire does not mind.
    fire("place Field 0205 active; place Meade 0405").sum(Confederate, "Field fire 0405", "3 steps +2 morale = 5");
}

#[test]
fn s7_23_ruling_49_a_road_over_the_stream_does_not_help() {
    close("place Field 0308 active; place Meade 0408").sum(
        Confederate,
        "Field attack 0408",
        "3 steps +2 morale −2 stream = 3",
    );
}

#[test]
fn s7_23_ruling_38_artillery_on_the_close_combat_table_suffers_the_stream() {
    fire("place Pegram 0305 active; place Meade 0306").sum(
        Confederate,
        "Pegram fire 0306",
        "5 fire factor −2 stream = 3",
    );
}

#[test]
fn s7_24_charges_add_two_or_three() {
    study("place Meade 0806; place Field 0606 active; turn 2 confederate move")
        .confederate("Field charge 0606-0706 Meade")
        .umpire("turn 2 confederate close")
        .sum(Confederate, "Field attack 0806", "3 steps +2 morale +2 charge = 7");
    study("place Field 0806; place 5 US Cav 0606 active; turn 2 union move")
        .union("5 US Cav charge 0606-0706 Field")
        .umpire("turn 2 union close")
        .sum(Union, "5 US Cav attack 0806", "2 steps +1 morale +3 cavalry charge = 6");
}

#[test]
fn s7_3_one_die_on_open_level_ground() {
    close("place Field 0706 active; place Meade 0806").dice([3]).confederate("Field attack 0806").rolled(&[1]);
    // Downhill attacker: still one.
    close("place Field 1313 active; place Meade 1314").dice([3]).confederate("Field attack 1314").rolled(&[1]);
}

#[test]
fn s7_3_two_dice_on_higher_ground_in_woods_or_for_artillery() {
    close("place Field 1314 active; place Meade 1313").dice([3, 4]).confederate("Field attack 1313").rolled(&[2]);
    close("place Field 0705 active; place Meade 0704").dice([3, 4]).confederate("Field attack 0704").rolled(&[2]);
    close("place Field 0706 active; place Weeden 0806").dice([3, 4]).confederate("Field attack 0806").rolled(&[2]);
    // All three at once: never more than two.
    close("place Field 0714 active; place Weeden 0814").dice([3, 4]).confederate("Field attack 0814").rolled(&[2]);
}

#[test]
fn s7_3_ruling_24_the_single_die_belongs_to_the_charge_itself() {
    let charged = || {
        study("place Meade 0814; place Field 0613 active; turn 2 confederate move")
            .confederate("Field charge 0613-0713 Meade")
            .umpire("turn 2 confederate close")
    };
    charged().dice([3]).confederate("Field attack 0814").rolled(&[1]);
    // A battery beside it, in the Fire Phase, meets the usual two dice.
    study("place Meade 0814; place Field 0613 active; place Pegram 0714 active; turn 2 confederate move")
        .confederate("Field charge 0613-0713 Meade")
        .umpire("turn 2 confederate fire")
        .dice([3, 3])
        .confederate("Pegram fire 0814")
        .rolled(&[2]);
}

#[test]
fn s7_3_the_defense_roll_is_dice_and_steps_taken_from_the_strength() {
    // 5 − (3 + 4) = −2: AC1; 5 − (1 + 4) = 0: EX.
    close("place Field 0706 active; place Meade 0806").dice([3]).confederate("Field attack 0806").result("AC1");
    close("place Field 0706 active; place Meade 0806").dice([1]).confederate("Field attack 0806").result("EX");
}

#[test]
fn s7_4_the_worked_example() {
    // G.B. Anderson over the swamp and up into the woods at Meade, disrupted; Ripley supports; the dice say seven.
    close("place G.B. Anderson 0714 active; place Ripley 0713; place Meade 0814 disrupted")
        .sum(Confederate, "G.B. Anderson attack 0814", "4 steps +3 morale +1 support +1 disrupted −2 stream = 7")
        .odds(Confederate, "G.B. Anderson attack 0814", 36, &[("AC1", 20), ("AC1 AR", 7), ("AC2 AR", 3), ("EX", 6)])
        .dice([3, 4])
        .confederate("G.B. Anderson attack 0814")
        .result("AC1")
        .settle()
        .steps("G.B. Anderson", 3)
        .steps("Meade", 4);
}
