//! §6.0 to §6.3, §6.5 to §6.8: moving, terrain, stacking, guns, entering, leaving, withdrawing.

use crate::map::map;
use crate::study::{busy, study};
use domain_core::referee::Side::{Confederate, Union};

/// Archer (five points) alone, to move.
fn archer(at: &str) -> crate::study::Study {
    study(&format!("place Archer {at} active; turn 2 confederate move"))
}

#[test]
fn s6_0_only_activated_units_move() {
    study("place Archer 0506; place Field 0706 active; turn 2 confederate move")
        .confederate_may_not("Archer 0506-0606", "6.0")
        .confederate_may("Field 0706-0806");
}

#[test]
fn s6_0_one_action_a_unit() {
    study("place Archer 0506 active disrupted; turn 2 confederate move")
        .confederate("Archer 0506-0606")
        .confederate_may_not("Archer recover", "6.0")
        .confederate_may_not("Archer 0606-0706", "6.0|6.1");
    study("place Archer 0506 active disrupted; turn 2 confederate move")
        .confederate("Archer recover")
        .condition("Archer", "good")
        .confederate_may_not("Archer 0506-0606", "6.0");
}

#[test]
fn s6_0_any_unit_may_recover_active_or_not() {
    study("place Archer 0506 disrupted; turn 2 confederate move")
        .confederate("Archer recover")
        .condition("Archer", "good");
}

#[test]
fn s6_0_nobody_moves_in_the_other_players_turn_or_another_phase() {
    study("place Archer 0506 active; place Griffin 0906 active; turn 2 confederate move")
        .union_may_not("Griffin 0906-1006", "4.0")
        .confederate_may_not("Griffin 0906-1006", "4.0|6.0");
    study("place Archer 0506 active; turn 2 confederate fire").confederate_may_not("Archer 0506-0606", "4.0");
}

#[test]
fn s6_1_a_clear_hex_costs_one_point() {
    archer("0506").confederate("Archer 0506-0606-0706-0806-0906-1006").at("Archer", "1006").paid(10);
    archer("0506").confederate_may_not("Archer 0506-0606-0706-0806-0906-1006-1106", "6.1|6.2");
}

#[test]
fn s6_1_one_hex_at_a_time_from_where_it_stands() {
    archer("0506").confederate_may_not("Archer 0606-0706", "6.1");
    archer("0506").confederate_may_not("Archer 0506-0806-0906", "6.1");
}

#[test]
fn s6_2_costs_of_terrain() {
    for (way, points) in [
        ("0506-0606", 1), // clear
        ("0705-0704", 2), // woods
        ("1314-1313", 2), // uphill
        ("0305-0306", 2), // stream
        ("0412-0312", 3), // stream, uphill
        ("0814-0714", 2), // stream; downhill is free
        ("0809-0910", 2), // woods; downhill is free
        ("1008-1108", 2), // woods on the level
        ("0812-0912", 4), // woods, uphill, stream
    ] {
        let (from, to) = way.split_once('-').expect("a way");
        assert_eq!(map().cost(from, to), points, "{way}");
        archer(from).confederate(&format!("Archer {way}")).paid(u64::from(points) * 2);
    }
}

#[test]
fn s6_2_costs_add_up_to_four() {
    archer("0714").confederate("Archer 0714-0814").paid(8).at("Archer", "0814");
}

#[test]
fn s6_2_a_hex_that_cannot_be_paid_in_full_cannot_be_entered() {
    // The heavy guns have two points, the wood across the swamp asks for four.
    study("place Heavy 0714 active; turn 2 union move").union_may_not("Heavy 0714-0814", "6.2|6.1");
    // Two clear hexes leave three points of five.
    archer("0712").confederate_may_not("Archer 0712-0713-0714-0814", "6.2|6.1");
}

#[test]
fn s6_2_ruling_9_downhill_is_free() {
    archer("1313").confederate("Archer 1313-1314").paid(2);
}

#[test]
fn s6_2_a_road_costs_half_a_point_and_ignores_other_terrain() {
    archer("0206").confederate("Archer 0206-0207-0308-0408-0409-0509-0609-0709-0810-0809-0908").paid(10);
    // Woods, stream and slope on the lane to Watt's.
    archer("0810").confederate("Archer 0810-0811-0912-0913").paid(3);
}

#[test]
fn s6_2_a_leftover_half_point_is_lost_on_leaving_the_road() {
    archer("0409").confederate("Archer 0409-0509-0508-0507-0506-0406").at("Archer", "0406");
    archer("0409").confederate_may_not("Archer 0409-0509-0508-0507-0506-0406-0405", "6.2|6.1");
    // Two road hexes make a whole point, and nothing is lost.
    archer("0308").confederate("Archer 0308-0408-0409-0508-0507-0506-0406").paid(10);
}

#[test]
fn s6_2_ruling_10_a_road_step_is_between_hexes_that_follow_each_other_on_one_road() {
    // 0709 and 0809 both lie on the Cold Harbor road, by way of New Cold Harbor.
    archer("0709").confederate("Archer 0709-0809").paid(2);
    // At 1007 one passes from the wood road to the Cold Harbor road.
    archer("1006").confederate("Archer 1006-1007-1107").paid(2);
}

#[test]
fn s6_2_the_hexes_within_reach_are_those_of_an_independent_count() {
    for from in ["0506", "0810", "0714", "1110", "1313", "1511", "0617", "1405", "0212", "1016", "1321", "0322", "1717"]
    {
        for (unit, points) in [("Meade", 5), ("Weeden", 4), ("Hays", 6), ("5 US Cav", 8), ("Heavy", 2)] {
            let study = study(&format!("place {unit} {from} active; turn 2 union move"));
            let expected: Vec<String> = map().reach(from, points).into_iter().collect();
            assert_eq!(study.destinations(Union, unit), expected, "{unit} from {from}");
        }
    }
}

#[test]
fn s6_2_ruling_8_a_bridge_hex_is_left_only_along_its_bridge() {
    let boat = || study("place Meade 0820 active; turn 2 union move");
    boat().union("Meade 0820-0819").paid(1);
    boat().union("Meade 0820-0721").paid(1);
    boat().union_may_not("Meade 0820-0719", "2.1");
    boat().union_may_not("Meade 0820-0920", "2.1");
    study("place Meade 0719 active; turn 2 union move")
        .union_may_not("Meade 0719-0720", "2.1")
        .union_may_not("Meade 0719-0820", "2.1");
}

#[test]
fn s6_3_no_two_units_in_a_hex() {
    study("place Archer 0506 active; place Field 0706; turn 2 confederate move")
        .confederate_may_not("Archer 0506-0606-0706", "6.3")
        .confederate("Archer 0506-0606-0706-0806")
        .at("Archer", "0806");
}

#[test]
fn s6_3_never_through_the_enemy() {
    study("place Archer 0506 active; place Griffin 0706; turn 2 confederate move")
        .confederate_may_not("Archer 0506-0606-0706", "6.3|6.41")
        .confederate_may_not("Archer 0506-0706", "6.1|6.3");
    // Who stands next to him already, and so may enter his zone, does not pass him either.
    study("place Archer 0606 active; place Griffin 0706; turn 2 confederate move")
        .confederate_may_not("Archer 0606-0706", "6.3")
        .confederate_may_not("Archer 0606-0706-0806", "6.3");
}

#[test]
fn s6_3_ruling_12_no_passing_through_a_friend_in_an_enemy_zone() {
    study("place Archer 0606 active; place Field 0706; place Griffin 0806; turn 2 confederate move")
        .confederate_may_not("Archer 0606-0706-0705", "6.3|6.41")
        .confederate_may_not("Archer 0606-0706-0707", "6.3|6.41");
    // Cavalry that ignores the zone may pass (§6.43).
    study("place 5 US Cav 0606 active; place Griffin 0706; place Archer 0806; turn 2 union move")
        .union_may("5 US Cav 0606-0706-0707");
}

#[test]
fn s6_5_a_battery_that_moves_two_hexes_does_not_fight() {
    busy("place Pegram 0506 active; place Griffin 1007; turn 2 confederate move")
        .confederate("Pegram 0506-0606-0706")
        .confederate("done")
        .no_order_with(Confederate, "Pegram fire");
    busy("place Pegram 0506 active; place Archer 0607 active; place Griffin 0807; turn 2 confederate move")
        .confederate("Pegram 0506-0606-0706")
        .confederate("done")
        .confederate_may_not("Pegram fire 0807", "6.5");
}

#[test]
fn s6_5_one_hex_at_one_point_and_it_may_fight() {
    study("place Pegram 0506 active; place Griffin 0906; turn 2 confederate move")
        .confederate("Pegram 0506-0606")
        .confederate("done")
        .confederate_may("Pegram fire 0906");
}

#[test]
fn s6_5_one_hex_at_two_points_and_it_may_not() {
    // From 1314 up to 1313: one hex, two points.
    busy("place Pegram 1314 active; place Griffin 1513; turn 2 confederate move")
        .confederate("Pegram 1314-1313")
        .confederate("done")
        .confederate_may_not("Pegram fire 1513", "6.5");
}

#[test]
fn s6_5_not_when_it_enters_the_zone_of_an_enemy_as_high_or_higher() {
    busy("place Pegram 0606 active; place Griffin 0806; turn 2 confederate move")
        .confederate("Pegram 0606-0706")
        .confederate("done")
        .no_order_with(Confederate, "Pegram fire");
    // Lower is no hindrance: 1314 lies below 1313.
    busy("place Pegram 1312 active; place Griffin 1314; turn 2 confederate move")
        .confederate("Pegram 1312-1313")
        .confederate("done")
        .confederate_may("Pegram fire 1314");
    // Levels are compared from the hex entered (ruling 17): 1314 is below Griffin on 1313.
    busy("place Pegram 1315 active; place Archer 1513 active; place Griffin 1313; turn 2 confederate move")
        .confederate("Pegram 1315-1314")
        .confederate("done")
        .confederate_may_not("Pegram fire 1313", "6.5");
}

#[test]
fn s6_5_ruling_17_a_half_point_road_step_satisfies_one_point() {
    study("place Pegram 0709 active; place Griffin 0806; turn 2 confederate move")
        .confederate("Pegram 0709-0609")
        .paid(1)
        .confederate("done")
        .confederate_may("Pegram fire 0806");
    // By road up into the woods at 0912: half a point, where the ground alone asks for four.
    study("place Pegram 0811 active; place Griffin 0914; turn 2 confederate move")
        .confederate("Pegram 0811-0912")
        .paid(1)
        .confederate("done")
        .confederate_may("Pegram fire 0914");
}

#[test]
fn s6_5_ruling_17_a_withdrawal_counts_as_one_hex() {
    study("place Weeden 0706; place Archer 0806; place Griffin 0607 active; turn 2 union move")
        .union("Weeden withdraw 0606")
        .union("done")
        .union_may("Weeden fire 0806");
}

#[test]
fn s6_5_it_still_answers_a_charge_in_the_enemys_turn() {
    study("place Weeden 0706 moved; place Archer 0906 active; turn 3 confederate move")
        .confederate("Archer charge 0906-0806 Weeden")
        .confederate("done")
        .union_may("Weeden fire 0806");
}

#[test]
fn s6_6_confederates_enter_by_the_gray_arrows_when_their_division_is_active() {
    let start = || study("place Archer 0506 active; turn 2 confederate move; activate D.H. Hill");
    start().confederate("Rodes enter 1401-1402").at("Rodes", "1402");
    for arrow in ["0901", "1401", "1601", "1702"] {
        start().confederate_may(&format!("Rodes enter {arrow}"));
    }
    start().confederate_may_not("Rodes enter 0105", "6.6").confederate_may_not("Rodes enter 1324", "6.6");
    start().confederate_may_not("Elzey enter 1401", "6.6");
}

#[test]
fn s6_6_ruling_18_what_entering_costs() {
    let start = || study("place Archer 0506 active; turn 2 confederate move; activate D.H. Hill");
    // Half a point where a road comes in, a whole one on the field.
    start().confederate("Rodes enter 1401").paid(1);
    start().confederate("Rodes enter 0901").paid(1);
    start().confederate("Rodes enter 1702").paid(1);
    start().confederate("Rodes enter 1601").paid(2);
    start().confederate("Rodes enter 1401-1402-1403-1404-1405-1506-1507-1508-1509-1510").paid(10);
    start().confederate_may_not("Rodes enter 1401-1402-1403-1404-1405-1506-1507-1508-1509-1510-1511", "6.1|6.2");
}

#[test]
fn s6_6_ruling_18_not_in_column_each_pays_for_itself_and_passes_through_friends() {
    study("place Garland 1401; turn 2 confederate move; activate D.H. Hill")
        .confederate_may_not("Rodes enter 1401", "6.3")
        .confederate("Rodes enter 1401-1402")
        .paid(2)
        .confederate("Ripley enter 1401-1402-1403")
        .paid(3);
}

#[test]
fn s6_6_ruling_18_enemies_at_the_arrow() {
    let start = |enemy: &str| {
        study(&format!("place {enemy}; place Archer 0506 active; turn 2 confederate move; activate D.H. Hill"))
    };
    // Held by the enemy.
    start("Griffin 1401").confederate_may_not("Rodes enter 1401", "6.6|6.3");
    // In a zone: full cost, and the move ends there.
    start("Griffin 1402").confederate("Rodes enter 1401").paid(2);
    start("Griffin 1402").confederate_may_not("Rodes enter 1401-1501", "6.41");
    // Guns and sharpshooters bar it.
    start("Weeden 1402").confederate_may_not("Rodes enter 1401", "6.44");
    start("Berdan 1402").confederate_may_not("Rodes enter 1401", "6.45");
}

#[test]
fn s6_6_ruling_18_a_unit_held_back_may_come_later() {
    study("place Archer 0506 active; turn 4 confederate move; activate D.H. Hill").confederate_may("Rodes enter 1401");
    study("place Meade 1016; turn 4 union move").union_may("Bartlett enter 1324");
}

#[test]
fn s6_6_slocum_enters_on_turn_three() {
    study("place Meade 1016; turn 2 union move").union_may_not("Bartlett enter 1324", "6.6");
    let start = || study("place Meade 1016; turn 3 union move");
    start().union("Bartlett enter 1324-1323-1322-1321-1320-1219-1218-1117-1116").paid(9).at("Bartlett", "1116");
    start().union_may("Newton enter 1324").union_may("Taylor enter 1324");
    start().union_may_not("French enter 1324", "6.6").union_may_not("5 US Cav enter 1324", "6.6");
    start().union_may_not("Bartlett enter 1224-1124", "6.6");
}

#[test]
fn s6_6_ruling_19_slocum_enters_unchosen_but_does_not_fight() {
    let start = |chosen: &str| {
        busy("place Meade 1016; place Archer 1319; turn 3 union command")
            .union(&format!("activate {chosen}"))
            .union("Bartlett enter 1324-1323-1322-1321-1320")
            .union("done")
            .union("done")
    };
    start("McCall Slocum").union_may("Bartlett attack 1319");
    start("McCall Morell").no_order_with(Union, "Bartlett attack");
}

#[test]
fn s6_7_units_never_leave_the_map() {
    archer("0101").confederate_may_not("Archer 0101-0100", "6.7|2.1|6.1");
    archer("1401").confederate_may_not("Archer 1401-1400", "6.7|2.1|6.1");
}

#[test]
fn s6_8_an_inactive_unit_in_an_enemy_zone_may_withdraw() {
    study("place Meade 0706; place Archer 0806; turn 2 union move")
        .offers(Union, "Meade withdraw", &["0605", "0606", "0607"])
        .union("Meade withdraw 0606")
        .at("Meade", "0606")
        .union_may_not("Meade withdraw 0506", "6.0|6.8");
}

#[test]
fn s6_8_an_active_unit_or_one_out_of_zones_does_not_withdraw() {
    study("place Meade 0706 active; place Archer 0806; turn 2 union move").union_may_not("Meade withdraw 0606", "6.8");
    study("place Meade 0706; place Archer 0906; turn 2 union move").union_may_not("Meade withdraw 0606", "6.8");
}

#[test]
fn s6_8_ruling_21_away_from_every_enemy_and_every_zone() {
    // Field at 0506 covers 0606.
    study("place Meade 0706; place Archer 0806; place Field 0506; turn 2 union move")
        .offers(Union, "Meade withdraw", &["0605", "0607"])
        .union_may_not("Meade withdraw 0606", "6.8")
        .union_may_not("Meade withdraw 0806", "6.8|6.3")
        .union_may_not("Meade withdraw 0707", "6.8");
    // Occupied.
    study("place Meade 0706; place Archer 0806; place Griffin 0606; turn 2 union move")
        .union_may_not("Meade withdraw 0606", "6.8|6.3");
    // Two hexes.
    study("place Meade 0706; place Archer 0806; turn 2 union move").union_may_not("Meade withdraw 0506", "6.8|6.1");
}

#[test]
fn s6_8_ruling_21_the_cost_must_be_within_the_movement_factor() {
    // The heavy guns (two points) would climb into the woods at 0814 for four.
    study("place Heavy 0714; place Archer 0614; turn 2 union move")
        .union_may_not("Heavy withdraw 0814", "6.8|6.2")
        .offers(Union, "Heavy withdraw", &["0713"]);
}
