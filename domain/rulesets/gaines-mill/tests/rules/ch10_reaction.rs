//! §10.0 Reaction Phase.

use crate::study::{Study, busy as study};
use domain_core::referee::Side::{Confederate, Union};

fn reaction(umpire: &str) -> Study {
    study(&format!("{umpire}; turn 2 confederate reaction"))
}

/// Field charges this unit at 0806 from 0706.
fn charged(target: &str, more: &str) -> Study {
    study(&format!("place {target} 0806; place Field 0606 active; {more}; turn 2 confederate move"))
        .confederate(&format!("Field charge 0606-0706 {target}"))
        .umpire("turn 2 confederate reaction")
}

#[test]
fn s10_0_infantry_returns_fire_on_rf_marked_units() {
    reaction("place Field 0606 rf; place Meade 0806").dice([4]).union("Meade fire 0606");
    reaction("place Field 0606; place Archer 0607 rf; place Meade 0806").union_may_not("Meade fire 0606", "10.0");
}

#[test]
fn s10_0_ruling_36_undisturbed_free_of_zones_in_range_in_sight() {
    let other = "place Griffin 0404";
    let none = |meade: &str, more: &str, section: &str| {
        reaction(&format!("place Field 0606 rf; place Meade {meade}; {other}; {more}"))
            .union_may_not("Meade fire 0606", section);
    };
    none("0806 disrupted", "", "13.0|10.0");
    none("0806 disordered", "", "13.0|10.0");
    none("0806", "place Archer 0906", "8.1");
    none("0906", "", "8.2");
    none("0806", "place Warren 0706", "8.3");
}

#[test]
fn s10_0_ruling_36_activation_does_not_matter() {
    reaction("place Field 0606 rf; place Meade 0806 inactive").union_may("Meade fire 0606");
}

#[test]
fn s10_0_only_infantry_returns_fire() {
    reaction("place Field 0606 rf; place Meade 0805; place Berdan 0806; place Weeden 0807; place 5 US Cav 0804")
        .union_may_not("Berdan fire 0606", "10.0")
        .union_may_not("Weeden fire 0606", "10.0")
        .union_may_not("5 US Cav fire 0606", "10.0|8.0");
}

#[test]
fn s10_0_only_the_passive_side_reacts_with_its_own_units() {
    reaction("place Field 0606 rf; place Meade 0806")
        .union_may_not("Field fire 0806", "4.0")
        .confederate_may_not("Meade fire 0606", "4.0");
}

#[test]
fn s10_0_each_enemy_is_attacked_once() {
    reaction("place Field 0606 rf; place Kemper 0808 rf; place Meade 0806; place Griffin 0608")
        .dice([6])
        .union("Meade fire 0606")
        .settle()
        .union_may_not("Griffin fire 0606", "10.0");
}

#[test]
fn s10_0_ruling_36_each_reacting_unit_attacks_once() {
    reaction("place Field 0606 rf; place Archer 0607 rf; place Meade 0806; place Griffin 0808")
        .dice([6])
        .union("Meade fire 0606")
        .settle()
        .union_may_not("Meade fire 0607", "10.0|7.1")
        .union_may("Griffin fire 0607");
}

#[test]
fn s10_0_a_charged_unit_fires_at_its_charger_infantry_on_the_fire_table() {
    // 4 +2 +1 greater = 7; 7 − (6 + 3) = −2: Nil (the close combat table would say AC1).
    charged("Meade", "").dice([6]).union("Meade fire 0706").result("Nil");
}

#[test]
fn s10_0_ruling_38_the_stream_matters_to_guns_only() {
    study("place Meade 0306; place Field 0505 active; turn 2 confederate move")
        .confederate("Field charge 0505-0405-0305 Meade")
        .umpire("turn 2 confederate reaction")
        .sum(Union, "Meade fire 0305", "4 steps +2 morale +1 greater = 7");
    study("place Weeden 0306; place Field 0505 active; turn 2 confederate move")
        .confederate("Field charge 0505-0405-0305 Weeden")
        .umpire("turn 2 confederate reaction")
        .sum(Union, "Weeden fire 0305", "5 fire factor −2 stream = 3");
}

#[test]
fn s10_0_charged_guns_use_the_close_table() {
    // 5 − (2 + 3) = 0: Disrupt; 5 − (1 + 3) = 1: DC1 (the fire table would say Disorder).
    charged("Weeden", "").dice([1]).union("Weeden fire 0706").result("DC1");
}

#[test]
fn s10_0_charged_sharpshooters_use_theirs() {
    charged("Berdan", "").dice([1, 3]).union("Berdan fire 0706").rolled(&[2]).result("Nil");
}

#[test]
fn s10_0_only_the_charged_unit_answers_the_charger() {
    charged("Meade", "place Griffin 0707; place Warren 0908").union_may_not("Griffin fire 0706", "10.0");
}

#[test]
fn s10_0_a_shaken_unit_answers_its_charger() {
    charged("Meade", "mark Meade disrupted").union_may("Meade fire 0706");
    charged("Meade", "mark Meade disordered").union_may("Meade fire 0706");
}

#[test]
fn s10_0_a_dc_disrupts_the_charger_and_stops_it() {
    // Griffin 5 +2 +1 = 8; 8 − (2 + 3) = 3: DC1.
    charged("Griffin", "")
        .dice([2])
        .union("Griffin fire 0706")
        .result("DC1")
        .steps("Field", 2)
        .confederate("Field marker")
        .condition("Field", "disrupted")
        .charging("Field", false);
}

#[test]
fn s10_0_a_disrupt_result_stops_it_too() {
    // 8 − (4 + 3) = 1: Disrupt.
    charged("Griffin", "")
        .dice([4])
        .union("Griffin fire 0706")
        .result("Disrupt")
        .confederate("Field marker")
        .charging("Field", false);
}

#[test]
fn s10_0_ruling_37_a_step_taken_instead_keeps_it_going() {
    charged("Griffin", "")
        .dice([2])
        .union("Griffin fire 0706")
        .result("DC1")
        .confederate("Field step")
        .steps("Field", 1)
        .condition("Field", "good")
        .confederate("Field stay")
        .charging("Field", true);
}

#[test]
fn s10_0_ruling_37_morale_three_ignores_the_disruption_and_goes_on() {
    study("place Griffin 0806; place Hood 0606 active; turn 2 confederate move")
        .confederate("Hood charge 0606-0706 Griffin")
        .umpire("turn 2 confederate reaction")
        .dice([1])
        .union("Griffin fire 0706")
        .result("DC1")
        .settle()
        .steps("Hood", 3)
        .condition("Hood", "good")
        .charging("Hood", true);
}

#[test]
fn s10_0_ruling_36_an_rf_gained_in_reaction_has_no_effect() {
    reaction("place Field 0606 rf; place Kemper 0607 rf; place Meade 0806 steps 1; place Griffin 0808")
        .dice([6])
        .union("Meade fire 0606")
        .result("RF")
        .settle()
        .confederate_may_not("Field fire 0806", "4.0")
        .union("done")
        .rf("Meade", false)
        .rf("Field", false);
}

#[test]
fn s10_0_all_rf_markers_come_off_at_the_end() {
    reaction("place Field 0606 rf; place Kemper 1405 rf; place Meade 0806; place Griffin 1016 rf")
        .union("done")
        .rf("Field", false)
        .rf("Kemper", false)
        .rf("Griffin", false);
}

#[test]
fn s10_0_the_active_player_has_no_say_in_it() {
    reaction("place Field 0606 rf active; place Meade 0806")
        .waits_on(Union)
        .confederate_may_not("Field fire 0806", "4.0")
        .no_order_with(Confederate, "fire");
}

#[test]
fn s10_0_a_charge_that_lost_its_target_does_not_hide_a_marked_unit() {
    // Field's target has gone before the reactions (ruling 42); the RF marker it took since may be fired on (ruling 36).
    let field = "place Field 0706 active steps 2 rf charging Bucktails; eliminate Bucktails";
    reaction(&format!("{field}; place Griffin 0906")).dice([6]).union("Griffin fire 0706");
    // Without the marker nobody but the unit charged may fire at a charger.
    reaction("place Bucktails 0806; place Field 0706 active charging Bucktails; place Griffin 0906")
        .union_may_not("Griffin fire 0706", "10.0");
}
