//! §3.0 Set-up.

use crate::map::map;
use crate::study::{Study, counters, game};
use domain_core::referee::Side::{self, Confederate, Union};

/// The hexes the menu offers a unit for set-up.
fn offered(study: &Study, side: Side, unit: &str) -> Vec<String> {
    study.choices(side, &format!("{unit} at "))
}

/// Every land hex within a distance of these, other units aside.
fn within(distance: i32, of: &[&str]) -> Vec<String> {
    let near = |h: &&String| of.iter().any(|o| map().distance(h, o) <= distance) && !map().river(h);
    map().hexes.keys().filter(near).cloned().collect()
}

#[test]
fn s3_0_each_union_group_stands_within_two_hexes_of_its_name() {
    let study = game(&[]);
    for (unit, hexes) in [
        ("Meade", within(2, &["1016"])),
        ("Cooper", within(2, &["1016"])),
        ("Griffin", within(2, &["0914"])),
        ("Weeden", within(2, &["0914"])),
        ("Warren", within(2, &["1211"])),
        ("Heavy", within(0, &["0420"])),
        ("Berdan", within(2, &["1016", "0914", "1211"])),
        ("Bucktails", within(2, &["1016", "0914", "1211"])),
        ("Hays", within(2, &["1016", "0914", "1211"])),
        ("NY Bn", within(2, &["1016", "0914", "1211"])),
    ] {
        assert_eq!(offered(&study, Union, unit), hexes, "{unit}");
    }
}

#[test]
fn s3_0_the_confederates_stand_within_one_and_two_hexes() {
    let study = game(&[]).union("deploy").union("done");
    assert_eq!(offered(&study, Confederate, "Archer"), within(1, &["0509"]));
    assert_eq!(offered(&study, Confederate, "Pegram"), within(1, &["0509"]));
    assert_eq!(offered(&study, Confederate, "Pickett"), within(2, &["0313"]));
}

#[test]
fn s3_0_outside_the_range_is_refused() {
    game(&[])
        .union_may_not("Meade at 1211", "3.0")
        .union_may_not("Griffin at 0506", "3.0")
        .union_may_not("Heavy at 0321", "3.0")
        .union_may_not("Hays at 1405", "3.0");
}

#[test]
fn s3_0_one_unit_a_hex() {
    game(&[]).union("Meade at 1016").union_may_not("Cooper at 1016", "3.0");
}

#[test]
fn s3_0_reinforcements_are_set_aside() {
    let study = game(&[]).union_may_not("Taylor at 1016", "3.0").union_may_not("5 US Cav at 1016", "3.0");
    let mut study =
        study.union("deploy").union("done").confederate_may_not("Rodes at 0509", "3.0").confederate("deploy");
    for counter in counters() {
        study = if counter.columns["setup_group"].is_empty() { study.away(&counter.name) } else { study };
    }
}

#[test]
fn s3_0_ruling_1_the_union_sets_up_first_and_wholly() {
    game(&[])
        .phase("0 union setup")
        .waits_on(Union)
        .confederate_may_not("Archer at 0509", "3.0|4.0")
        .union("Meade at 1016")
        .union_may_not("done", "3.0")
        .union("deploy")
        .union("done")
        .waits_on(Confederate)
        .union_may_not("Meade at 1015", "3.0|4.0");
}

#[test]
fn s3_0_a_unit_can_be_taken_back_until_done() {
    game(&[]).union("Meade at 1016").union("Meade lift").away("Meade").union("Meade at 1015").at("Meade", "1015");
}

#[test]
fn s3_0_deploy_leaves_everybody_in_a_legal_hex_of_his_own() {
    let study = game(&[]).union("deploy").union("done").confederate("deploy");
    let mut taken = std::collections::BTreeSet::new();
    for counter in counters().iter().filter(|c| !c.columns["setup_group"].is_empty()) {
        let hex = study.hex_of(&counter.name).unwrap_or_else(|| panic!("{} is not set up", counter.name));
        let legal = match counter.columns["setup_group"].as_str() {
            "McCall" => within(2, &["1016"]),
            "Morell" => within(2, &["0914"]),
            "Sykes" => within(2, &["1211"]),
            "Independent" => within(2, &["1016", "0914", "1211"]),
            "Arty" => within(0, &["0420"]),
            "A.P. Hill" => within(1, &["0509"]),
            "Longstreet" => within(2, &["0313"]),
            other => panic!("no group {other}"),
        };
        assert!(legal.contains(&hex) && taken.insert(hex.clone()), "{} at {hex}", counter.name);
    }
    assert_eq!(taken.len(), 31);
}

#[test]
fn s3_0_the_game_begins_on_turn_one_with_the_ccrm_marker_beside_the_track() {
    game(&[])
        .union("deploy")
        .union("done")
        .confederate("deploy")
        .dice([3, 4])
        .confederate("done")
        .phase("1 confederate command")
        .ccrm(0);
}
