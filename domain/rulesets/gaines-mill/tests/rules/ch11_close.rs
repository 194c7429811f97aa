//! §11.0 Close Combat Phase.

use crate::study::{Study, busy as study};
use domain_core::referee::Side::{Confederate, Union};

fn close(umpire: &str) -> Study {
    study(&format!("{umpire}; turn 2 confederate close"))
}

#[test]
fn s11_0_between_adjacent_units_only() {
    close("place Field 0606 active; place Archer 0706 active; place Meade 0806")
        .confederate_may("Archer attack 0806")
        .confederate_may_not("Field attack 0806", "11.0");
}

#[test]
fn s11_0_activated_units_only() {
    close("place Field 0706; place Archer 0705 active; place Meade 0806")
        .confederate_may_not("Field attack 0806", "11.0|7.1|6.0");
}

#[test]
fn s11_0_ruling_39_an_inactive_union_battery_closes_in_the_fire_phase_only() {
    let start = |phase: &str| {
        study(&format!("place Weeden 0706; place Griffin 0705 active; place Field 0806; turn 2 union {phase}"))
    };
    start("fire").union_may("Weeden fire 0806");
    start("close").union_may_not("Weeden attack 0806", "11.0|7.1|6.0").union_may("Griffin attack 0806");
}

#[test]
fn s11_0_ruling_39_an_active_battery_closes_in_both_phases() {
    study("place Weeden 0706 active; place Field 0806; turn 2 union fire")
        .dice([6])
        .union("Weeden fire 0806")
        .settle()
        .union("done")
        .phase("2 union close")
        .dice([6])
        .union("Weeden attack 0806");
}

#[test]
fn s11_0_ruling_39_infantry_does_not_close_in_the_fire_phase() {
    study("place Field 0706 active; place Pegram 0705 active; place Meade 0806; turn 2 confederate fire")
        .confederate_may_not("Field fire 0806", "8.0|8.1")
        .confederate_may_not("Field attack 0806", "4.0|11.0");
}

#[test]
fn s11_0_it_is_fought_on_the_close_combat_table() {
    close("place Field 0706 active; place Meade 0806").dice([6]).confederate("Field attack 0806").result("AC1");
}

#[test]
fn s11_0_cavalry_closes() {
    study("place 5 US Cav 0706 active; place Field 0806; turn 2 union close").union_may("5 US Cav attack 0806");
}

#[test]
fn s11_0_ruling_8_not_over_the_water() {
    close("place Field 0719 active; place Archer 0819 active; place Meade 0820")
        .confederate_may_not("Field attack 0820", "2.1|11.0")
        .confederate_may("Archer attack 0820");
}

#[test]
fn s11_0_the_passive_player_does_not_attack() {
    close("place Field 0706 active; place Meade 0806 active")
        .union_may_not("Meade attack 0706", "4.0")
        .no_order_with(Union, "attack")
        .waits_on(Confederate);
}
