//! Command: authority, range, limits, the primary commander, the order of the segments (§14.0, §15.0).

use crate::table::{Table, board, unit};
use domain_core::referee::Side::{Confederate, Union};

#[test]
fn s14_2_division_and_corps_commanders_have_authority_over_their_own() {
    let table = Table::study(&[]);
    let board = board(&table);
    let over = |by: &str, brigade: &str| board.has_authority(unit(by), unit(brigade));
    assert!(over("Heth", "Archer") && over("cs-hill-cmd", "Archer") && over("Archer", "Archer"));
    assert!(
        !over("Heth", "Perrin")
            && !over("cs-lee-cmd", "Archer")
            && !over("Archer", "Davis")
            && !over("Reynolds", "Archer")
    );
}

#[test]
fn s14_5_range_is_three_hexes_and_a_corps_reaches_through_its_division_commanders() {
    let table = Table::study(&[
        "place Heth E38",
        "place cs-hill-cmd B38",
        "place Archer rest H36",
        "place Davis rest G38",
        "place Brockenbrough rest I36",
    ]);
    let board = board(&table);
    let near = |by: &str, brigade: &str| board.in_command_range(unit(by), unit(brigade));
    assert!(near("Heth", "Archer") && near("Heth", "Davis") && !near("Heth", "Brockenbrough"));
    assert!(near("cs-hill-cmd", "Archer"), "through Heth, who is three hexes from Hill");
    assert!(!near("cs-hill-cmd", "Brockenbrough"));
}

#[test]
fn s14_5_5_columns_behind_columns_are_in_range() {
    let table = Table::study(&[
        "place Heth H36",
        "place Archer column SE F37 E38",
        "place Davis column SE D37 C38 B38",
        "place Brockenbrough rest D38",
    ]);
    let board = board(&table);
    let far = board.pack.ground.atlas.distance(crate::table::hex("H36"), crate::table::hex("D37"));
    assert!(far.is_some_and(|far| far > 3), "not by himself");
    assert!(board.in_command_range(unit("Heth"), unit("Davis")), "his counter is within two hexes of Archer's rear");
    assert!(!board.in_command_range(unit("Heth"), unit("Brockenbrough")), "which is no column");
}

#[test]
fn s15_1_brigades_of_the_primary_commander_move_without_a_roll() {
    let mut table = Table::study(&[
        "place Heth E38",
        "place Archer column SE F37 E38",
        "place Davis column SE D37 C38 B38",
        "turn 3 confederate opening",
    ]);
    assert_eq!(table.refused(Confederate, "Archer march G36"), "5.0");
    table.confederate("primary Heth", &[]);
    table.confederate("Archer march G37-H36", &[]);
    assert_eq!(table.refused(Confederate, "primary Archer"), "5.0");
    table.confederate("Davis march E38", &[]);
    assert_eq!(table.position.command.as_ref().map(|c| c.used.len()), Some(2));
}

#[test]
fn s14_3_the_control_limit_binds_the_primary_commander() {
    let mut table = Table::study(&[
        "place Heth E38",
        "mark Heth hit",
        "place Archer column SE F37 E38",
        "place Davis rest D37",
        "place Brockenbrough rest D38",
        "place Pettigrew rest E39",
        "turn 3 confederate opening",
    ]);
    table
        .confederate("primary Heth", &[])
        .confederate("Davis column N", &[])
        .confederate("Brockenbrough column N", &[]);
    assert_eq!(table.refused(Confederate, "Pettigrew column N"), "14.3", "a commander who is hit controls two (§32.4)");
}

#[test]
fn s14_4_the_coordination_limit_counts_lines() {
    let mut table = Table::study(&[
        "place Heth E38",
        "mark Heth hit",
        "place Archer line F37=6 F36=6",
        "place Davis line D37=8 D36=8 D35=2",
        "place Brockenbrough line G38=6 G37=5",
        "turn 3 confederate alone",
    ]);
    assert_eq!(table.refused(Confederate, "lead Heth: Archer Davis Brockenbrough"), "14.3");
    table.umpire("place Heth E38");
    table.confederate("lead Heth: Archer, Davis", &[5]);
    assert_eq!(table.position.brigade(unit("Archer")).and_then(|b| b.level), Some(5));
}

#[test]
fn s15_3_a_commander_rolls_once_and_each_brigade_has_one_level() {
    let mut table = Table::study(&[
        "place Heth E38",
        "place Archer column SE F37 E38",
        "place Davis rest D37",
        "turn 3 confederate primary",
    ]);
    table.confederate("lead Heth: Archer", &[2]);
    assert_eq!(table.position.brigade(unit("Archer")).and_then(|b| b.level), Some(3));
    assert_eq!(table.refused(Confederate, "lead Heth: Davis"), "15.0");
    assert_eq!(table.refused(Confederate, "alone Davis"), "15.0", "§15.8: once a division rolled, nobody acts alone");
}

#[test]
fn s15_2_one_is_taken_off_the_die_of_a_brigade_alone() {
    for (die, level) in [(1, 0), (2, 2), (3, 3), (6, 5)] {
        let mut table = Table::study(&["place Davis rest D37", "turn 3 confederate primary"]);
        table.confederate("alone Davis", &[die]);
        assert_eq!(table.position.brigade(unit("Davis")).and_then(|b| b.level), Some(level), "{die}");
    }
    // Horse in column reads its own column of the table.
    let mut table = Table::study(&["place Gamble column N M34", "turn 3 union primary"]);
    table.union("alone Gamble", &[6]);
    assert_eq!(table.position.brigade(unit("Gamble")).and_then(|b| b.level), Some(6));
}

#[test]
fn s14_2_2_an_army_commander_leads_nobody() {
    let mut table = Table::study(&["place us-meade-cmd M33", "place Gamble rest M34", "turn 3 union opening"]);
    assert_eq!(table.refused(Union, "primary us-meade-cmd"), "14.2");
    table.union("primary Gamble", &[]);
    assert_eq!(table.refused(Union, "lead us-meade-cmd: Gamble"), "14.2");
}
