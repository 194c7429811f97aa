//! §14.0 Union Special Sequence.

use crate::study::study;
use domain_core::referee::Side::{Confederate, Union};

#[test]
fn s14_0_after_turn_four_three_units_arrive() {
    study("place Meade 1016 active; place Field 1015; turn 4 union close")
        .union("done")
        .phase("4 union special")
        .union("French enter 1324-1323-1322-1321")
        .union_may("Meagher enter 1324")
        .union_may("5 US Cav enter 1324");
}

#[test]
fn s14_0_not_after_other_turns() {
    study("place Meade 1016 active; place Field 1015; turn 3 union close")
        .dice([3, 4])
        .union("done")
        .phase("4 confederate command");
    study("place Meade 1016; turn 4 union move").union_may_not("French enter 1324", "6.6|14.0");
}

#[test]
fn s14_0_ruling_20_the_usual_movement_and_no_combat() {
    // Up to the full five points: half for the arrow, nine halves of road.
    let start = || study("place Meade 1016; place Field 1419; turn 4 union special");
    start()
        .union("Meagher enter 1324-1323-1322-1321-1320-1219-1218-1117")
        .paid(8)
        .no_order_with(Union, "attack")
        .no_order_with(Union, "fire")
        .no_order_with(Union, "charge");
    start().union_may_not("Meagher enter 1324-1323-1322-1321-1320-1219-1218-1117-1116-1016-0915", "6.1|6.2");
    // Zones stop them as usual: 1320 is next to Field at 1419.
    start().union_may_not("Meagher enter 1324-1323-1322-1321-1420-1421", "6.41|6.2");
}

#[test]
fn s14_0_nobody_else_moves_in_it() {
    study("place Meade 1016 active; place Bartlett 1116 active; turn 4 union special")
        .union_may_not("Meade 1016-1017", "14.0|6.0")
        .union_may_not("Taylor enter 1324", "14.0|6.6")
        .confederate_may_not("done", "4.0");
}

#[test]
fn s14_0_then_turn_five_begins() {
    study("place Meade 1016; turn 4 union special")
        .dice([3, 4])
        .union("done")
        .asks(Confederate, "coordination")
        .phase("5 confederate command");
}

#[test]
fn s14_0_ruling_20_units_held_back_enter_in_the_union_move_phase_of_turn_five() {
    study("place Meade 1016; place 5 US Cav 1116; turn 5 union move")
        .union_may("French enter 1324")
        .union_may("Meagher enter 1324");
}
