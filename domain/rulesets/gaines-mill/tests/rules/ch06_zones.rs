//! §6.4 to §6.45: zones of control, by the type of unit that exerts them and the type that meets them.

use crate::map::map;
use crate::study::{Study, study};
use domain_core::referee::Side::{Confederate, Union};

fn moving(umpire: &str) -> Study {
    study(&format!("{umpire}; turn 2 confederate move"))
}

#[test]
fn s6_4_a_zone_covers_the_six_hexes_around() {
    // From each of the six a second step away from Griffin is barred; outside them it is not.
    for hex in map().neighbours("0806") {
        let outside: Vec<String> =
            map().neighbours(&hex).into_iter().filter(|h| map().distance(h, "0806") == 2).collect();
        let out = &outside[0];
        for start in &outside[1..] {
            moving(&format!("place Archer {start} active; place Griffin 0806"))
                .confederate(&format!("Archer {start}-{hex}"))
                .at("Archer", &hex);
            if out != start {
                moving(&format!("place Archer {start} active; place Griffin 0806"))
                    .confederate_may_not(&format!("Archer {start}-{hex}-{out}"), "6.41");
            }
        }
    }
}

#[test]
fn s6_4_ruling_13_shaken_units_have_a_zone_too() {
    for state in ["disrupted", "disordered"] {
        moving(&format!("place Archer 0606 active; place Griffin 0806 {state}"))
            .confederate_may_not("Archer 0606-0706-0707", "6.41");
    }
}

#[test]
fn s6_4_ruling_13_zones_cross_streams_slopes_and_woods() {
    // From 0714 Griffin covers 0814 across the stream and up the wooded slope.
    moving("place Archer 0914 active; place Griffin 0714").confederate_may_not("Archer 0914-0814-0813", "6.41");
}

#[test]
fn s6_4_ruling_8_zones_do_not_cross_the_river_but_by_a_bridge() {
    // Griffin on the bridge 0820 covers 0819 and 0721, not 0719 or 0920.
    moving("place Archer 0718 active; place Griffin 0820").confederate("Archer 0718-0719-0619").at("Archer", "0619");
    moving("place Archer 0918 active; place Griffin 0820").confederate_may_not("Archer 0918-0819-0719", "6.41");
    moving("place Archer 0918 active; place Griffin 0820").confederate("Archer 0918-0919-0920").at("Archer", "0920");
}

#[test]
fn s6_41_a_unit_must_stop_in_a_zone() {
    moving("place Archer 0506 active; place Griffin 0806")
        .confederate_may_not("Archer 0506-0606-0706-0705", "6.41")
        .confederate("Archer 0506-0606-0706")
        .at("Archer", "0706");
}

#[test]
fn s6_41_it_may_move_on_next_turn_but_stops_again_in_the_next_zone_hex() {
    let start = || moving("place Archer 0706 active; place Griffin 0806");
    start().confederate("Archer 0706-0606-0605-0505").at("Archer", "0505");
    start().confederate("Archer 0706-0705").at("Archer", "0705");
    start().confederate_may_not("Archer 0706-0705-0704", "6.41");
    start().confederate_may_not("Archer 0706-0707-0708", "6.41");
}

#[test]
fn s6_41_ruling_11_no_road_movement_into_a_zone() {
    // The last step to 0912 costs its four points, with a half point dropped before it.
    let last = |from: &str| moving(&format!("place Archer {from} active; place Griffin 0913"));
    last("0810").confederate("Archer 0810-0811-0912").at("Archer", "0912").paid(10);
    last("0809").confederate("Archer 0809-0810-0811-0912").at("Archer", "0912").paid(10);
    last("0908").confederate_may_not("Archer 0908-0809-0810-0811-0912", "6.41|6.2|6.1");
    moving("place Archer 0709 active; place Griffin 0909").confederate("Archer 0709-0810").paid(1);
    moving("place Archer 0709 active; place Griffin 0911").confederate("Archer 0709-0810").paid(1);
    moving("place Archer 0709 active; place Griffin 0809").confederate("Archer 0709-0810").paid(2);
}

#[test]
fn s6_42_a_lone_unit_in_a_cavalry_zone_is_pinned() {
    moving("place Archer 0706 active; place 5 US Cav 0806; place Griffin 0406")
        .confederate_may_not("Archer 0706-0606", "6.42")
        .no_order_with(Confederate, "Archer charge")
        .confederate_may_not("Archer charge 0706-0606-0506 Griffin", "6.42|12.1");
    moving("place Archer 0706; place 5 US Cav 0806").confederate_may_not("Archer withdraw 0606", "6.42");
}

#[test]
fn s6_42_a_friend_in_the_same_zone_sets_it_free() {
    moving("place Archer 0706 active; place Field 0805; place 5 US Cav 0806").confederate("Archer 0706-0606");
    // A friend near, but out of that zone, does not.
    moving("place Archer 0706 active; place Field 0605; place 5 US Cav 0806")
        .confederate_may_not("Archer 0706-0606", "6.42");
}

#[test]
fn s6_42_ruling_14_fighting_and_recovery_are_free_to_a_pinned_unit() {
    moving("place Archer 0706 active disrupted; place 5 US Cav 0806")
        .confederate("Archer recover")
        .condition("Archer", "good");
    study("place Archer 0706 active; place 5 US Cav 0806; turn 2 confederate close")
        .confederate_may("Archer attack 0806");
}

#[test]
fn s6_43_cavalry_rides_through_the_zones_of_infantry() {
    study("place 5 US Cav 0606 active; place Archer 0806; turn 2 union move")
        .union("5 US Cav 0606-0706-0707-0807-0907-1006")
        .at("5 US Cav", "1006");
}

#[test]
fn s6_43_ruling_15_and_at_road_cost() {
    study("place 5 US Cav 0409 active; place Archer 0508; turn 2 union move")
        .union("5 US Cav 0409-0509-0609-0709")
        .paid(3);
}

#[test]
fn s6_43_but_not_through_those_of_artillery() {
    study("place 5 US Cav 0606 active; place Pegram 0806; turn 2 union move")
        .union_may_not("5 US Cav 0606-0706-0707", "6.44|6.41")
        .union("5 US Cav 0606-0706");
    study("place 5 US Cav 0506 active; place Pegram 0806; turn 2 union move")
        .union_may_not("5 US Cav 0506-0606-0706", "6.44");
}

#[test]
fn s6_44_guns_are_approached_by_one_hex_or_by_a_charge() {
    moving("place Archer 0506 active; place Weeden 0806").confederate_may_not("Archer 0506-0606-0706", "6.44");
    moving("place Archer 0606 active; place Weeden 0806").confederate("Archer 0606-0706").at("Archer", "0706");
    moving("place Archer 0506 active; place Weeden 0806")
        .confederate("Archer charge 0506-0606-0706 Weeden")
        .at("Archer", "0706");
}

#[test]
fn s6_44_ruling_16_the_bar_holds_where_infantry_covers_the_hex_too() {
    moving("place Archer 0506 active; place Weeden 0806; place Griffin 0805")
        .confederate_may_not("Archer 0506-0606-0706", "6.44");
}

#[test]
fn s6_44_ruling_16_a_unit_already_there_may_shift_one_hex_within() {
    let start = || moving("place Archer 0706 active; place Weeden 0806");
    start().confederate("Archer 0706-0705").at("Archer", "0705");
    start().confederate_may_not("Archer 0706-0705-0805", "6.41|6.44");
    start().confederate("Archer 0706-0606-0506");
    start().confederate_may_not("Archer 0706-0606-0706", "6.44|6.1|6.3");
}

#[test]
fn s6_45_so_are_sharpshooters() {
    moving("place Archer 0506 active; place Berdan 0806").confederate_may_not("Archer 0506-0606-0706", "6.45");
    moving("place Archer 0606 active; place Berdan 0806").confederate("Archer 0606-0706").at("Archer", "0706");
    moving("place Archer 0506 active; place Berdan 0806")
        .confederate("Archer charge 0506-0606-0706 Berdan")
        .at("Archer", "0706");
    // Charging somebody else does not open the zone of the sharpshooters. (§12.2 says whom it must charge.)
    moving("place Archer 0506 active; place Berdan 0806; place Griffin 0607")
        .confederate_may_not("Archer charge 0506-0606-0706 Griffin", "12.2|12.1|6.45");
}

#[test]
fn s6_44_the_union_is_barred_from_confederate_guns() {
    study("place Meade 0506 active; place Pegram 0806; turn 2 union move")
        .union_may_not("Meade 0506-0606-0706", "6.44")
        .no_order_with(Union, "Meade charge 0506-0606-0706 Archer");
}
