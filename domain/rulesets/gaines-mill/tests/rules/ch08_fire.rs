//! §8.0 to §8.3: fire combat, range, line of sight.

use crate::map::map;
use crate::study::{Study, busy as study, study as alone};
use domain_core::referee::Side::{Confederate, Union};

fn fire(umpire: &str) -> Study {
    study(&format!("{umpire}; turn 2 confederate fire"))
}

#[test]
fn s8_0_activated_infantry_and_artillery_fire_in_the_fire_phase() {
    fire("place Field 0606 active; place Archer 0607; place Pegram 0506; place Meade 0806")
        .confederate_may("Field fire 0806")
        .confederate_may_not("Archer fire 0806", "6.0|8.0|8.1")
        .confederate_may_not("Pegram fire 0806", "6.0|8.0|8.1");
    study("place Field 0606 active; place Meade 0806; turn 2 confederate close")
        .confederate_may_not("Field fire 0806", "4.0|8.0|11.0");
}

#[test]
fn s8_0_every_union_battery_fires_active_or_not() {
    study("place Weeden 0506; place Field 0806; turn 2 union fire").union_may("Weeden fire 0806");
    study("place Weeden 0606; place Griffin 0507 active; place Field 0706; turn 2 union fire")
        .union_may("Weeden fire 0706");
}

#[test]
fn s8_0_nobody_fires_with_the_other_sides_guns() {
    fire("place Weeden 0606; place Field 0806; place Archer 0508 active; place Meade 0708")
        .confederate_may_not("Weeden fire 0806", "4.0")
        .union_may_not("Weeden fire 0806", "4.0");
}

#[test]
fn s8_0_cavalry_does_not_fire() {
    study("place 5 US Cav 0606 active; place Weeden 0506; place Field 0806; turn 2 union fire")
        .union_may_not("5 US Cav fire 0806", "8.0|8.1");
}

#[test]
fn s8_0_infantry_does_not_fire_at_an_adjacent_unit() {
    fire("place Field 0706 active; place Pegram 0506 active; place Meade 0806")
        .confederate_may_not("Field fire 0806", "8.0|8.1");
}

#[test]
fn s8_0_fire_resolves_on_the_fire_table() {
    // 5 − (6 + 4) = −5: RF for infantry, where the close combat table has AC1.
    fire("place Field 0606 active; place Meade 0806").dice([6]).confederate("Field fire 0806").result("RF");
    // A battery at distance: 5 − (5 + 4) = −4: Nil.
    fire("place Pegram 0506 active; place Meade 0806").dice([5]).confederate("Pegram fire 0806").result("Nil");
}

#[test]
fn s8_1_ruling_32_not_from_any_enemy_zone() {
    fire("place Field 0606 active; place Archer 0707 active; place Meade 0806; place Griffin 0506")
        .confederate_may_not("Field fire 0806", "8.1");
    fire("place Field 0606 active; place Archer 0707 active; place Meade 0806; place Griffin 0506 disordered")
        .confederate_may_not("Field fire 0806", "8.1");
    fire("place Field 0606 active; place Archer 0707 active; place Meade 0806; place Weeden 0506")
        .confederate_may_not("Field fire 0806", "8.1");
    // A battery in a zone closes, or is silent.
    fire("place Pegram 0606 active; place Meade 0806; place Griffin 0506")
        .confederate_may_not("Pegram fire 0806", "8.1")
        .confederate_may("Pegram fire 0506");
}

#[test]
fn s8_1_many_may_fire_at_one_each_for_itself() {
    fire("place Field 0606 active; place Archer 0607 active; place Meade 0806")
        .dice([5])
        .confederate("Field fire 0806")
        .dice([5])
        .confederate("Archer fire 0806");
}

#[test]
fn s8_1_ruling_32_artillery_does_not_fire_at_a_charged_unit_but_closes() {
    let charged = || {
        study("place Meade 0806; place Field 0606 active; place Pegram 0607 active; place Washington 0807 active; turn 2 confederate move")
            .confederate("Field charge 0606-0706 Meade")
            .umpire("turn 2 confederate fire")
    };
    charged().confederate_may_not("Pegram fire 0806", "8.1");
    charged().confederate_may("Washington fire 0806");
    // Infantry may fire at it.
    charged().umpire("place Archer 0904 active").confederate_may("Archer fire 0806");
}

#[test]
fn s8_2_ruling_33_ranges() {
    let from = |unit: &str, side: &str, target: &str, hex: &str| {
        study(&format!("place {unit} 0506 active; place {target} {hex}; turn 2 {side} fire"))
    };
    from("Field", "confederate", "Meade", "0706").confederate_may("Field fire 0706");
    from("Field", "confederate", "Meade", "0806")
        .umpire("place Pegram 0507 active")
        .confederate_may_not("Field fire 0806", "8.2");
    from("Berdan", "union", "Field", "0806").union_may("Berdan fire 0806");
    from("Berdan", "union", "Field", "0906").umpire("place Weeden 0507").union_may_not("Berdan fire 0906", "8.2|9.0");
    from("Pegram", "confederate", "Meade", "1006").confederate_may("Pegram fire 1006");
    from("Pegram", "confederate", "Meade", "1106")
        .umpire("place Washington 0706 active")
        .confederate_may_not("Pegram fire 1106", "8.2");
}

/// The Heavy battery of the Union at `from`: can it fire at Field at `to`?
fn sees(from: &str, to: &str, others: &str) -> bool {
    let study = alone(&format!("place Heavy {from}; place Field {to}; {others}; turn 2 union fire"));
    study.menu(Union).contains(&format!("Heavy fire {to}"))
}

fn unseen(from: &str, to: &str, others: &str) {
    assert!(!sees(from, to, others), "{from} {to} {others}");
}

#[test]
fn s8_3_the_section_is_named_and_the_menu_is_silent() {
    fire("place Field 0606 active; place Archer 0607 active; place Branch 0706; place Meade 0806")
        .confederate_may_not("Field fire 0806", "8.3");
}

#[test]
fn s8_3_same_level_woods_block() {
    assert!(sees("0506", "0706", ""));
    unseen("0301", "0501", ""); // 0401, woods
    unseen("1210", "1410", ""); // 1310, woods
}

#[test]
fn s8_3_same_level_higher_ground_blocks() {
    unseen("1610", "1712", "");
    unseen("1414", "1614", "");
    unseen("0413", "0613", "");
}

#[test]
fn s8_3_same_level_units_of_either_side_block() {
    assert!(sees("0606", "0806", ""));
    unseen("0606", "0806", "place Meade 0706");
    unseen("0506", "0806", "place Archer 0706");
}

#[test]
fn s8_3_same_level_lower_things_are_overlooked() {
    assert!(sees("0309", "0411", "")); // over the woods of 0410, one level below
    assert!(sees("0309", "0411", "place Meade 0410"));
    assert!(sees("0411", "0313", "")); // over the bottom of 0412
    assert!(sees("0411", "0313", "place Meade 0412"));
}

#[test]
fn s8_3_from_below_ground_of_the_targets_level_blocks() {
    unseen("1110", "1212", ""); // 1111 is as high as 1212
    unseen("0410", "0308", ""); // 0309 is as high as 0308
}

#[test]
fn s8_3_ruling_34_from_below_woods_lower_than_the_target_do_not_block() {
    assert!(sees("0910", "1012", "")); // 0911 is wooded, between the levels
    assert!(sees("1010", "0810", "")); // 0910 is wooded, on the firer's level
}

#[test]
fn s8_3_from_below_units_block_on_the_targets_level_only() {
    assert!(sees("0812", "0710", ""));
    assert!(sees("0812", "0710", "place Meade 0711")); // on the firer's level
    assert!(sees("0910", "1012", "place Meade 0911")); // between the levels
    assert!(sees("1315", "1313", "place Meade 1314")); // one of two along a hexside, and below
    // Nothing on the target's level can be in the way but on ground that blocks by itself.
    for (hex, from, to) in [("1111", "1110", "1212"), ("0309", "0410", "0308")] {
        unseen(from, to, &format!("place Meade {hex}"));
    }
}

#[test]
fn s8_3_from_above_ground_of_the_firers_level_blocks() {
    unseen("1211", "1011", ""); // 1111
    unseen("0909", "0811", ""); // 0810 or the woods of 0910
}

#[test]
fn s8_3_ruling_34_from_above_woods_and_units_block_from_the_targets_level_up() {
    unseen("1211", "1109", ""); // the wood at 1210 on the target's level
    assert!(sees("1313", "1415", ""));
    unseen("1313", "1415", "place Meade 1314; place Griffin 1414");
    unseen("0917", "0717", "place Meade 0817");
    assert!(sees("0917", "0717", ""));
}

#[test]
fn s8_3_from_the_crest_to_the_bottom_two_middle_hexes_block() {
    // One middle hex does not.
    assert!(sees("0917", "0717", ""));
    let middle = |from: &str, to: &str| {
        map().crossed(from, to).into_iter().filter(|g| g.iter().all(|h| map().level(h) == 2)).count()
    };
    let mut blocked = 0;
    for from in map().hexes.keys().filter(|h| map().level(h) == 3) {
        for to in map()
            .hexes
            .keys()
            .filter(|h| map().level(h) == 1 && (2..=5).contains(&map().distance(h, from)) && !map().river(h))
        {
            let woods =
                map().crossed(from, to).iter().any(|g| g.iter().all(|h| map().forest(h) || map().level(h) == 3));
            if !woods && middle(from, to) >= 2 {
                unseen(from, to, "");
                blocked += 1;
            }
        }
    }
    assert!(blocked > 3, "{blocked}");
}

#[test]
fn s8_3_ruling_34_a_line_along_a_hexside_is_blocked_only_by_both() {
    let pairs = map().crossed("0706", "0807");
    assert_eq!(pairs, [["0707", "0806"]]);
    assert!(sees("0706", "0807", "place Meade 0707"));
    assert!(sees("0706", "0807", "place Griffin 0806"));
    unseen("0706", "0807", "place Meade 0707; place Griffin 0806");
    assert!(sees("0909", "1110", "")); // woods below on one side
}

#[test]
fn s8_3_ruling_34_river_hexes_are_open() {
    // The great battery over the water.
    assert!(sees("0420", "0418", ""));
    assert!(sees("0420", "0517", ""));
}

#[test]
fn s8_3_lines_of_sight_are_those_of_an_independent_count() {
    let mut seen = [0, 0];
    for from in [
        "0420", "0810", "0910", "1110", "0917", "1313", "1511", "0714", "0614", "1016", "0612", "1119", "0918", "1409",
        "0410", "0921", "0816",
    ] {
        for to in map().hexes.keys().filter(|h| (2..=5).contains(&map().distance(h, from)) && !map().river(h)) {
            if map().river(from) {
                continue;
            }
            let expected = map().sees(from, to, &[]);
            assert_eq!(sees(from, to, ""), expected, "{from} to {to}: {:?}", map().crossed(from, to));
            seen[usize::from(expected)] += 1;
        }
    }
    assert!(seen[0] > 200 && seen[1] > 200, "{seen:?}");
}

#[test]
fn s8_3_units_in_the_way_are_those_of_an_independent_count() {
    for from in ["0806", "1313", "0614", "0917", "1110", "0810"] {
        for to in map().hexes.keys().filter(|h| (2..=5).contains(&map().distance(h, from)) && !map().river(h)) {
            let way = map().crossed(from, to);
            let inner = |h: &&String| map().distance(h, from) > 1 && !map().river(h);
            for hex in way.iter().flatten().filter(inner) {
                let expected = map().sees(from, to, &[hex]);
                assert_eq!(sees(from, to, &format!("place Kemper {hex}")), expected, "{from} to {to} past {hex}");
            }
        }
    }
}

#[test]
fn s8_1_disrupted_units_do_not_fire() {
    // §13.0.
    fire("place Field 0606 active disrupted; place Archer 0607 active; place Meade 0806")
        .confederate_may_not("Field fire 0806", "13.0");
    study("place Weeden 0506 disordered; place Hays 0507; place Field 0806; turn 2 union fire")
        .no_order_with(Confederate, "Weeden")
        .union_may_not("Weeden fire 0806", "13.0");
}
