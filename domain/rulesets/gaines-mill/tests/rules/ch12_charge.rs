//! §12.0 Charge Combat.

use crate::study::{Study, busy, study};
use domain_core::referee::Known;
use domain_core::referee::Side::Confederate;

fn moving(umpire: &str) -> Study {
    busy(&format!("{umpire}; turn 2 confederate move"))
}

#[test]
fn s12_0_declared_in_the_move_phase_answered_in_reaction_resolved_before_other_combat() {
    moving("place Meade 0806; place Field 0606 active")
        .confederate("Field charge 0606-0706 Meade")
        .confederate("done")
        .confederate("done")
        .phase("2 confederate reaction")
        .dice([6])
        .union("Meade fire 0706")
        .settle()
        .dice([3])
        .union("done")
        .phase("2 confederate close")
        .result("EX");
}

#[test]
fn s12_1_one_extra_point() {
    moving("place Meade 0806; place Field 0506 active")
        .confederate("Field charge 0506-0606-0706 Meade")
        .paid(6)
        .at("Field", "0706")
        .charging("Field", true);
    // Four hexes and the extra point are five, all that a brigade has; five hexes are too far.
    moving("place Meade 0806; place Field 0406 active")
        .confederate("Field charge 0406-0407-0507-0607-0707 Meade")
        .paid(10);
    moving("place Meade 0906; place Field 0406 active")
        .confederate_may_not("Field charge 0406-0407-0507-0607-0707-0807 Meade", "12.1|6.2|6.1");
}

#[test]
fn s12_1_ruling_40_path_extra_point_and_last_step_at_full_cost() {
    // By road from 0409 to 0810: five halves and half a point lost, then the stop at 0810 at a whole point.
    moving("place Meade 0910; place Field 0509 active")
        .confederate("Field charge 0509-0609-0709-0810 Meade")
        .paid(2 + 2 + 2);
    // Up through the swamp wood: 1 +4 is all a brigade has; with the extra point it is too much.
    moving("place Meade 0914; place Field 0713 active")
        .confederate_may_not("Field charge 0713-0714-0814 Meade", "12.1|6.2|6.1");
    moving("place Meade 0914; place Field 0714 active").confederate("Field charge 0714-0814 Meade").paid(10);
}

#[test]
fn s12_1_ruling_40_only_the_last_hex_may_lie_in_a_zone() {
    moving("place Meade 0806; place Griffin 0605; place Field 0506 active; place Archer 0507 active")
        .confederate_may_not("Field charge 0506-0606-0706 Meade", "12.1|6.41");
    moving("place Meade 0806; place Griffin 0706; place Field 0406 active")
        .no_order_with(Confederate, "Field charge 0406-0506-0606-0605-0705 Meade");
}

#[test]
fn s12_1_free_of_zones_at_the_start() {
    moving("place Meade 0806; place Field 0706 active")
        .confederate_may_not("Field charge 0706 Meade", "12.1")
        .confederate_may_not("Field charge 0706-0705 Meade", "12.1");
    // Cavalry too (ruling 15).
    study("place Archer 0806; place 5 US Cav 0706 active; turn 2 union move")
        .union_may_not("5 US Cav charge 0706-0705 Archer", "12.1");
}

#[test]
fn s12_1_a_charge_ends_in_an_empty_hex() {
    // Archer stands in the hex of Meade's zone: it may be neither passed nor joined there.
    moving("place Meade 0806; place Archer 0706; place Field 0606 active")
        .confederate_may_not("Field charge 0606-0706 Meade", "6.3");
    // Nor does one charge into an enemy's hex, to attack the one behind him.
    moving("place Meade 0906; place Griffin 0806; place Field 0606 active")
        .confederate_may_not("Field charge 0606-0706-0806 Meade", "6.3|6.41|12.1");
    moving("place Meade 0806; place Griffin 0706; place Field 0606 active")
        .confederate_may_not("Field charge 0606-0706 Meade", "6.3|12.1");
}

#[test]
fn s12_1_ruling_40_nobody_enters_in_a_zone_to_charge_on_from_there() {
    // 1401 lies in Meade's zone: it may be the end of a charge, and so of one at Meade, but not a hex on the way to Griffin.
    study("place Griffin 1403; place Meade 1501; turn 2 confederate move; activate D.H. Hill")
        .confederate_may("Rodes charge 1401 Meade")
        .confederate_may_not("Rodes charge 1401-1402 Griffin", "12.1");
}

#[test]
fn s12_1_activated_units_only() {
    moving("place Meade 0806; place Field 0606; place Archer 0506 active")
        .confederate_may_not("Field charge 0606-0706 Meade", "12.1|6.0");
}

#[test]
fn s12_1_ruling_40_neither_guns_nor_shaken_units_charge() {
    moving("place Meade 0806; place Pegram 0606 active").confederate_may_not("Pegram charge 0606-0706 Meade", "12.1");
    moving("place Meade 0806; place Field 0606 active disrupted")
        .confederate_may_not("Field charge 0606-0706 Meade", "13.0|12.1");
    moving("place Meade 0806; place Field 0606 active disordered")
        .confederate_may_not("Field charge 0606-0706 Meade", "13.0|12.1");
}

#[test]
fn s12_1_one_charger_for_each_target() {
    moving("place Meade 0806; place Field 0606 active; place Archer 0608 active")
        .confederate("Field charge 0606-0706 Meade")
        .confederate_may_not("Archer charge 0608-0607-0707 Meade", "12.1");
}

#[test]
fn s12_1_cavalry_is_never_charged() {
    moving("place 5 US Cav 0806; place Field 0606 active")
        .confederate_may_not("Field charge 0606-0706 5 US Cav", "12.1");
}

#[test]
fn s12_1_the_target_is_the_one_whose_zone_is_entered() {
    moving("place Meade 0806; place Griffin 1006; place Field 0606 active")
        .confederate_may_not("Field charge 0606-0706 Griffin", "12.1");
}

#[test]
fn s12_1_charging_opens_the_zone_of_guns_and_sharpshooters() {
    moving("place Weeden 0806; place Field 0506 active")
        .confederate("Field charge 0506-0606-0706 Weeden")
        .charging("Field", true);
    moving("place Berdan 0806; place Field 0506 active")
        .confederate("Field charge 0506-0606-0706 Berdan")
        .charging("Field", true);
}

#[test]
fn s12_1_ruling_40_a_unit_may_charge_as_it_enters() {
    study("place Griffin 1403; turn 2 confederate move; activate D.H. Hill")
        .confederate("Rodes charge 1401-1402 Griffin")
        .at("Rodes", "1402")
        .charging("Rodes", true)
        // Half a point for the arrow, a whole one for the last hex, and the extra one.
        .paid(6);
}

#[test]
fn s12_2_ruling_41_guns_first_then_sharpshooters_cavalry_passed_over() {
    let start = |more: &str| moving(&format!("place Field 0506 active; place Meade 0806; {more}"));
    start("place Weeden 0705").confederate_may_not("Field charge 0506-0606-0706 Meade", "12.2|6.44|12.1");
    start("place Weeden 0707").confederate_may_not("Field charge 0506-0406 Meade", "12.1|12.2");
    let both = |other: &str| moving(&format!("place Field 0606 active; place Meade 0806; place {other} 0805"));
    both("Weeden")
        .confederate_may_not("Field charge 0606-0605-0705 Meade", "12.2")
        .confederate("Field charge 0606-0605-0705 Weeden");
    both("Berdan")
        .confederate_may_not("Field charge 0606-0605-0705 Meade", "12.2")
        .confederate("Field charge 0606-0605-0705 Berdan");
    both("Griffin")
        .confederate_may("Field charge 0606-0605-0705 Meade")
        .confederate_may("Field charge 0606-0605-0705 Griffin");
    both("5 US Cav").confederate_may_not("Field charge 0606-0605-0705 5 US Cav", "12.1");
    both("5 US Cav").confederate("Field charge 0606-0605-0705 Meade");
    moving("place Field 0606 active; place Berdan 0806; place Weeden 0805")
        .confederate_may_not("Field charge 0606-0605-0705 Berdan", "12.2")
        .confederate("Field charge 0606-0605-0705 Weeden");
}

#[test]
fn s12_3_an_unshaken_charger_must_attack() {
    let close = || {
        moving("place Meade 0806; place Griffin 1006; place Field 0606 active; place Archer 1206 active")
            .confederate("Field charge 0606-0706 Meade")
            .confederate("Archer charge 1206-1106 Griffin")
            .umpire("turn 2 confederate close")
    };
    close().confederate_may_not("done", "12.3|12.0");
    // The other charge, the last one left, follows at once.
    close().dice([3]).confederate("Field attack 0806").dice([3]).union("Meade stay").charging("Field", false);
}

#[test]
fn s12_3_charges_come_before_other_close_combats() {
    moving("place Meade 0806; place Griffin 1006; place Field 0606 active; place Archer 1206 active; place Branch 1105 active")
        .umpire("place Branch 1406 active")
        .confederate("Field charge 0606-0706 Meade")
        .confederate("Archer charge 1206-1106 Griffin")
        .umpire("place Branch 1007 active; turn 2 confederate close")
        .confederate_may_not("Branch attack 1006", "12.3|12.0");
}

#[test]
fn s12_3_a_shaken_charger_does_not_attack() {
    moving("place Griffin 0806; place Field 0606 active")
        .confederate("Field charge 0606-0706 Griffin")
        .umpire("turn 2 confederate reaction")
        .dice([2])
        .union("Griffin fire 0706")
        .settle()
        .condition("Field", "disrupted")
        .charging("Field", false)
        .no_order_with(Confederate, "Field attack");
}

#[test]
fn s12_3_ruling_42_a_charge_lapses_when_the_target_is_gone() {
    moving("place Meade 0806; place Griffin 0705; place Field 0607 active; place Archer 0805 active")
        .umpire("remove Griffin")
        .confederate("Field charge 0607-0707 Meade")
        .umpire("remove Meade; place Griffin 0807; turn 2 confederate reaction")
        .union("done")
        .phase("2 confederate close")
        .charging("Field", false)
        .confederate_may("Field attack 0807");
}

#[test]
fn s12_3_the_last_charge_is_fought_when_the_phase_begins() {
    // Nothing is left to decide about it: the target and the moment are given.
    moving("place Meade 0806; place Field 0606 active")
        .confederate("Field charge 0606-0706 Meade")
        .umpire("turn 2 confederate reaction")
        .dice([3])
        .union("done")
        .result("EX")
        .charging("Field", false);
}

#[test]
fn s12_3_it_is_asked_for_charges_only_while_there_are_any() {
    moving("place Meade 0806; place Griffin 1006; place Field 0606 active; place Archer 1206 active")
        .confederate("Field charge 0606-0706 Meade")
        .confederate("Archer charge 1206-1106 Griffin")
        .umpire("turn 2 confederate close")
        .asks(Confederate, "charge");
    busy("place Meade 0806; place Field 0706 active; turn 2 confederate close").asks(Confederate, "close");
}

#[test]
fn s12_3_a_charger_has_made_its_attack() {
    moving("place Meade 0806; place Griffin 0705; place Field 0607 active; place Archer 0805")
        .umpire("remove Griffin")
        .confederate("Field charge 0607-0707 Meade")
        .umpire("place Griffin 0807; turn 2 confederate close")
        .dice([3])
        .confederate("Field attack 0806")
        .settle()
        .no_order_with(Confederate, "Field attack");
}

#[test]
fn s12_4_seymour_wheat_must_charge_within_five_points() {
    let start = |more: &str| moving(&format!("place Seymour/Wheat 0606 {more}; place Meade 0806"));
    start("active")
        .confederate_may_not("done", "12.4")
        .confederate_may_not("Seymour/Wheat 0606-0506", "12.4")
        .confederate("Seymour/Wheat charge 0606-0706 Meade")
        .confederate("done");
    // Inactive, it is not bound.
    study("place Seymour/Wheat 0606; place Archer 0404 active; place Meade 0806; turn 2 confederate move")
        .confederate("done");
}

#[test]
fn s12_4_ruling_43_the_player_picks_the_target_and_the_extra_point_counts() {
    moving("place Seymour/Wheat 0606 active; place Meade 0806; place Griffin 0408")
        .confederate_may("Seymour/Wheat charge 0606-0706 Meade")
        .confederate_may("Seymour/Wheat charge 0606-0507-0407 Griffin");
    // Four hexes in clear ground and the extra point: within reach. Five hexes: not.
    moving("place Seymour/Wheat 0606 active; place Meade 1106").confederate_may_not("done", "12.4");
    moving("place Seymour/Wheat 0606 active; place Meade 1206")
        .confederate("Seymour/Wheat 0606-0506")
        .confederate("done");
}

#[test]
fn s12_4_ruling_43_shaken_it_is_not_bound_and_may_recover() {
    moving("place Seymour/Wheat 0606 active disrupted; place Meade 0806")
        .confederate("Seymour/Wheat recover")
        .condition("Seymour/Wheat", "good");
    // Having recovered it has acted, and is not bound any more.
    moving("place Seymour/Wheat 0606 active disrupted; place Meade 0806")
        .confederate("Seymour/Wheat recover")
        .confederate("done");
}

#[test]
fn s12_1_the_charge_marker_shows() {
    let study = moving("place Meade 0806; place Field 0606 active").confederate("Field charge 0606-0706 Meade");
    let view = study.view();
    let field = view.pieces.iter().find(|p| p.name == "Field").expect("Field");
    assert!(field.tabs.iter().any(|t| t.title.contains("harg")), "{:?}", field.tabs);
}

#[test]
fn s12_0_orders_out_of_place() {
    study("place Meade 0806; place Field 0606 active; turn 2 confederate fire")
        .confederate_may_not("Field charge 0606-0706 Meade", "4.0|12.1")
        .unreadable(Confederate, "Field charge")
        .union_may_not("Field charge 0606-0706 Meade", "4.0");
}

#[test]
fn s12_1_ruling_40_an_entering_charge_pays_its_last_step_in_full() {
    // Cavalry would ignore Archer's zone and come in by road for half a point; the wood at 1324 costs a charge two, and one.
    study("option early-slocum yes; place Archer 1323; mark 5 US Cav active; turn 3 union move")
        .union("5 US Cav charge 1324 Archer")
        .paid(6);
}

#[test]
fn s12_4_done_is_refused_by_the_name_of_the_brigade_that_must_charge() {
    use domain_core::referee::{AnyRuleset, Refusal};
    let at =
        study("activate Ewell; place Griffin 0904; turn 3 confederate move").umpire("place Seymour/Wheat 0702 active");
    let rules: &dyn AnyRuleset = &**crate::study::rules();
    let refused = rules.decide(
        Known::held(at.position()),
        at.position(),
        crate::study::seat(Confederate),
        "done",
        &mut domain_core::dice::Dice::withheld(),
    );
    let Err(Refusal::Illegal(illegal)) = refused else { panic!("done was not refused: {refused:?}") };
    assert_eq!((illegal.section.0, illegal.wrong.as_str()), ("12.4", "Seymour/Wheat must charge."));
}

#[test]
fn s12_1_an_inactive_unit_is_told_so_by_the_section_of_what_it_wants() {
    study("place Field 0706; place Griffin 0906; place Archer 0705 active; turn 3 confederate fire")
        .confederate_may_not("Field fire 0906", "8.0");
    study("place Field 0706; place Griffin 0806; place Archer 0705 active; turn 3 confederate close")
        .confederate_may_not("Field attack 0806", "11.0");
    study("place Field 0606; place Griffin 0806; place Archer 0405 active; turn 3 confederate move")
        .confederate_may_not("Field charge 0606-0706 Griffin", "12.1");
}
