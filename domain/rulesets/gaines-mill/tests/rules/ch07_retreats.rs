//! §7.6 to §7.7: retreats, advances, voluntary losses and retreats.

use crate::study::{Study, busy as study};
use domain_core::referee::Side::{Confederate, Union};

fn close(umpire: &str) -> Study {
    study(&format!("{umpire}; turn 2 confederate close"))
}

/// G.B. Anderson (4 steps, morale 3) at 0706 drives a two-step Meade from 0806: DC1 DR1 by a three, DC1 DR1d by a one.
fn driven(more: &str, face: u8) -> Study {
    close(&format!("place G.B. Anderson 0706 active; place Meade 0806 steps 2; {more}"))
        .dice([face])
        .confederate("G.B. Anderson attack 0806")
}

#[test]
fn s7_6_away_from_the_attacker_one_hex_farther_each_time() {
    driven("", 3).result("DC1 DR1").offers(Union, "Meade retreat", &["0805", "0807", "0906"]);
    driven("", 3).union_may_not("Meade retreat 0705", "7.6").union_may_not("Meade retreat 0707", "7.6");
    driven("", 3).union_may_not("Meade retreat 1006", "7.6").union_may_not("Meade retreat 0706", "7.6");
}

#[test]
fn s7_6_supporting_units_are_not_attackers() {
    // 0805 touches Archer, who only supports.
    close("place G.B. Anderson 0706 active; place Archer 0705; place Meade 0806 steps 2")
        .dice([4])
        .confederate("G.B. Anderson attack 0806")
        .result("DC1 DR1")
        .offers(Union, "Meade retreat", &["0805", "0807", "0906"]);
}

#[test]
fn s7_6_not_into_an_occupied_or_prohibited_hex() {
    driven("place Griffin 0906", 3)
        .offers(Union, "Meade retreat", &["0805", "0807"])
        .union_may_not("Meade retreat 0906", "7.6");
    // 0720 and 0820 lie farther from 0718 too, but between them and 0719 is water.
    close("place G.B. Anderson 0718 active; place Meade 0719 steps 2")
        .dice([1])
        .confederate("G.B. Anderson attack 0719")
        .result("DC1 DR1")
        .at("Meade", "0819");
}

#[test]
fn s7_6_ruling_28_over_the_bridge_one_may_retreat() {
    close("place G.B. Anderson 0918 active; place Meade 0819 steps 2")
        .dice([4])
        .confederate("G.B. Anderson attack 0819")
        .offers(Union, "Meade retreat", &["0719", "0820", "0920"]);
}

#[test]
fn s7_6_ruling_28_the_owner_must_take_a_hex_if_there_is_one() {
    driven("", 3)
        .no_order_with(Union, "Meade stay")
        .no_order_with(Union, "Meade step")
        .union_may_not("Meade stay", "7.6|7.4");
    // The only one there is, is taken without a question.
    driven("place Griffin 0906; place Warren 0807", 3).at("Meade", "0805").steps("Meade", 1);
}

#[test]
fn s7_6_winder_ignores_retreats() {
    // Griffin 5 +2 +1 +1 = 9; 9 − (2 + 2) = 5: DC1 DR1d.
    study("place Griffin 0706 active; place Winder 0806 steps 2 disrupted; turn 2 union close")
        .dice([2])
        .union("Griffin attack 0806")
        .result("DC1 DR1d")
        .settle()
        .at("Winder", "0806")
        .steps("Winder", 1);
}

#[test]
fn s7_61_a_step_for_each_enemy_zone_entered_beyond_the_casualty_limit() {
    // The flip by DC1, then the zone of Archer at 0904 costs the last step.
    driven("place Archer 0904; place Griffin 0906; place Warren 0807", 3).result("DC1 DR1").lost("Meade");
}

#[test]
fn s7_61_ruling_28_one_step_however_many_enemies_cover_the_hex() {
    close("place Lawton 0706 active steps 5; place Archer 0904; place Branch 0804; place Meade 0806 steps 4 disordered; place Griffin 0906; place Warren 0807")
        .dice([1])
        .confederate("Lawton attack 0806")
        .result("DC1 DR1d")
        .settle()
        .at("Meade", "0805")
        .steps("Meade", 2);
}

#[test]
fn s7_62_a_retreat_that_cannot_be_made_costs_a_step() {
    driven("place Griffin 0906; place Warren 0807; place Lovell 0805", 3).result("DC1 DR1").lost("Meade");
    // At the edge of the map: 0101 is a corner.
    close("place G.B. Anderson 0201 active; place Meade 0101 steps 3; place Griffin 0102; place Warren 0202")
        .dice([1])
        .confederate("G.B. Anderson attack 0101")
        .result("DC1 DR1")
        .settle()
        .steps("Meade", 1)
        .at("Meade", "0101");
}

#[test]
fn s7_62_each_retreat_for_itself() {
    // DR2 with one hex to go to and nothing beyond: one retreat made, one step lost besides the result.
    close(
        "place G.B. Anderson 0706 active; place Meade 0806 steps 2 disordered; place Griffin 0906; place Warren 0807; \
           place Lovell 0905; place Buchanan 0804; place Martindale 0904",
    )
    .dice([1])
    .confederate("G.B. Anderson attack 0806")
    .result("DC1 DR2d")
    .story("0805")
    .lost("Meade");
}

#[test]
fn s7_62_6_7_off_the_map_is_no_way() {
    // 0106 lies at the western edge: every hex of the map beside it touches 0206 as well.
    close("place G.B. Anderson 0206 active; place Meade 0106 steps 3")
        .dice([1])
        .confederate("G.B. Anderson attack 0106")
        .result("DC1 DR1")
        .settle()
        .at("Meade", "0106")
        .steps("Meade", 1);
}

#[test]
fn s7_63_artillery_ignores_retreats() {
    close("place G.B. Anderson 0706 active; place Weeden 0806")
        .dice([1, 1])
        .confederate("G.B. Anderson attack 0806")
        .result("DC1 DR1")
        .story("Weeden does not retreat.")
        .settle()
        .at("Weeden", "0806")
        .steps("Weeden", 1);
}

#[test]
fn s7_63_ruling_29_neither_guns_nor_winder_retreat_of_their_own_will() {
    close("place Field 0706 active; place Weeden 0806")
        .dice([6, 6])
        .confederate("Field attack 0806")
        .no_order_with(Union, "Weeden retreat");
    study("place Griffin 0706 active; place Winder 0806; turn 2 union close")
        .dice([6])
        .union("Griffin attack 0806")
        .no_order_with(Confederate, "Winder retreat");
}

#[test]
fn s7_64_the_attacker_may_advance_after_a_retreat_or_an_elimination() {
    let start = || driven("", 3).union("Meade retreat 0906").union("Meade stay");
    start().asks(Confederate, "advance").confederate("G.B. Anderson advance").at("G.B. Anderson", "0806");
    start().confederate("G.B. Anderson stay").at("G.B. Anderson", "0706");
    close("place G.B. Anderson 0706 active; place Meade 0806 steps 1")
        .dice([6])
        .confederate("G.B. Anderson attack 0806")
        .result("EX")
        .lost("Meade")
        .confederate("G.B. Anderson advance")
        .at("G.B. Anderson", "0806");
}

#[test]
fn s7_64_regardless_of_zones() {
    driven("place Weeden 0805", 3)
        .union("Meade retreat 0906")
        .union("Meade stay")
        .confederate("G.B. Anderson advance")
        .at("G.B. Anderson", "0806");
}

#[test]
fn s7_64_not_from_afar() {
    study("place G.B. Anderson 0606 active; place Meade 0806 steps 1; turn 2 confederate fire")
        .dice([2])
        .confederate("G.B. Anderson fire 0806")
        .lost("Meade")
        .no_order_with(Confederate, "advance");
}

#[test]
fn s7_64_ruling_30_artillery_may_advance_too() {
    study("place Pegram 0706 active; place Archer 0805; place Branch 0705; place Meade 0806 steps 1; turn 2 confederate fire")
        .dice([1])
        .confederate("Pegram fire 0806")
        .lost("Meade")
        .confederate_may("Pegram advance");
}

#[test]
fn s7_64_ruling_30_an_adjacent_reacting_unit_may_advance() {
    study("place Griffin 0806; place Field 0606 steps 1 active; turn 2 confederate move")
        .confederate("Field charge 0606-0706 Griffin")
        .umpire("turn 2 confederate reaction")
        .dice([3])
        .union("Griffin fire 0706")
        .result("DC1")
        .lost("Field")
        .union("Griffin advance")
        .at("Griffin", "0706");
}

#[test]
fn s7_64_a_charger_must_advance() {
    study("place Meade 0806 steps 2; place G.B. Anderson 0606 active; turn 2 confederate move")
        .confederate("G.B. Anderson charge 0606-0706 Meade")
        .umpire("turn 2 confederate close")
        .dice([5])
        .confederate("G.B. Anderson attack 0806")
        .result("DC1 DR1")
        .union("Meade retreat 0906")
        .union("Meade stay")
        .at("G.B. Anderson", "0806");
}

#[test]
fn s7_7_a_step_instead_of_a_marker() {
    let hit = |steps: u8| {
        study(&format!("place Weed 0606 active; place Field 0806 steps {steps}; turn 2 union fire"))
            .dice([4])
            .union("Weed fire 0806")
    };
    // 6 +1 = 7; 7 − (4 + 3) = 0: Disrupt.
    hit(3)
        .result("Disrupt")
        .asks(Confederate, "marker")
        .confederate("Field step")
        .steps("Field", 2)
        .condition("Field", "good");
    hit(3).confederate("Field marker").steps("Field", 3).condition("Field", "disrupted");
}

#[test]
fn s7_7_ruling_31_a_unit_on_one_step_may_choose_to_die() {
    // 4 +1 greater = 5; 5 − (4 + 1) = 0: Disrupt.
    study("place NY Bn 0606 active; place Field 0806 steps 1; turn 2 union fire")
        .dice([4])
        .union("NY Bn fire 0806")
        .result("Disrupt")
        .confederate("Field step")
        .lost("Field");
}

#[test]
fn s7_7_units_attacked_closely_may_retreat_of_their_own_will() {
    close("place Field 0706 active; place Meade 0806")
        .dice([3])
        .confederate("Field attack 0806")
        .result("AC1")
        .offers(Union, "Meade retreat", &["0805", "0807", "0906"])
        .union("Meade retreat 0906")
        .at("Meade", "0906")
        .confederate("Field advance")
        .at("Field", "0806");
    close("place Field 0706 active; place Meade 0806")
        .dice([3])
        .confederate("Field attack 0806")
        .union("Meade stay")
        .at("Meade", "0806");
}

#[test]
fn s7_7_not_after_fire_combat() {
    study("place Field 0606 active; place Meade 0806; turn 2 confederate fire")
        .dice([4])
        .confederate("Field fire 0806")
        .no_order_with(Union, "Meade retreat");
}

#[test]
fn s7_7_ruling_31_a_voluntary_retreat_pays_for_zones() {
    close("place Field 0706 active; place Archer 1006; place Meade 0806")
        .dice([3])
        .confederate("Field attack 0806")
        .union("Meade retreat 0906")
        .steps("Meade", 3);
}

#[test]
fn s7_7_ruling_31_a_charger_under_reactive_fire_may_retreat_and_ends_its_charge() {
    study("place Meade 0806; place Field 0606 active; turn 2 confederate move")
        .confederate("Field charge 0606-0706 Meade")
        .umpire("turn 2 confederate reaction")
        .dice([6])
        .union("Meade fire 0706")
        .offers(Confederate, "Field retreat", &["0605", "0606", "0607"])
        .confederate("Field retreat 0606")
        .charging("Field", false)
        .at("Field", "0606");
}

#[test]
fn s7_7_a_charged_unit_may_retreat_after_the_charge() {
    study("place Meade 0806; place Field 0606 active; turn 2 confederate move")
        .confederate("Field charge 0606-0706 Meade")
        .umpire("turn 2 confederate close")
        .dice([3])
        .confederate("Field attack 0806")
        .union("Meade retreat 0906")
        .at("Field", "0806");
}
