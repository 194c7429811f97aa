//! What revision 7 mended of assaults, artillery fire, retreats and advances after combat and losses, and that revision 6 ruled it otherwise and is judged so.

use crate::table::{REVISION_SIX as BEFORE, RULES, Table, after, board, fired, fired_with, hex, lies, unit};
use advanced_gettysburg::Pending;
use domain_core::referee::Ruleset;
use domain_core::referee::Side::{Confederate, Union};

/// Archer's eight points before nine of Meredith in G22, of which eight fired, and Stewart's six Napoleons.
fn with_stewart(guns: &str) -> Table {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=4 G22=9",
        guns,
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired_with(&mut table, "Archer", "F22", "G22", 8);
    fired_with(&mut table, "Meredith", "G22", "F22", 8);
    table
}

#[test]
fn s17_2_11_s26_1b_of_a_battery_in_two_hexes_the_cannon_in_the_assaulted_one_count() {
    let line = "Archer.1 assault G22";
    // Eight that fired, a silent one and two points of three Napoleons halved, 12 and 3: two more than Archer's 8, 12 and 3, and no more.
    let mut table = with_stewart("place Stewart G23 limbered N G22 3");
    // Revision 6 counted four points of all six and barred it.
    let then = after(&BEFORE, &table, Confederate, line, &[]).expect("an order that is heard");
    assert!(then.pending.is_none() && then.assaulted.contains(&unit("Meredith")));
    table.confederate(line, &[2, 1]);
    let routed = matches!(table.position.pending, Some(Pending::Rout { unit: who, .. }) if who == unit("Meredith"));
    assert!(routed, "{:?}", table.position.pending);
    // Where all six lie in the hex it is too weak.
    let mut whole = with_stewart("place Stewart G22 limbered N");
    whole.confederate(line, &[]);
    assert!(whole.position.pending.is_none() && whole.position.assaulted.contains(&unit("Meredith")));
}

#[test]
fn s17_2_11_s31_1b_a_battery_in_two_hexes_that_goes_back_into_the_hind_one_has_not_vacated_that() {
    let mut table = Table::study(&[
        "place Archer line F22=8 E",
        "place Stewart G22 limbered S G23 3",
        "turn 3 confederate withdrawal",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    // Revision 6 let him into G23, which nobody had left, past the empty G22.
    let line = "Archer advance G23";
    let back = after(&BEFORE, &table, Union, "Stewart back N", &[]).expect("into its hind hex");
    let back = Table { position: back, facts: Vec::new() };
    let done = after(&BEFORE, &back, Union, "done", &[]).expect("the assaults come");
    let done = Table { position: done, facts: Vec::new() };
    let then = after(&BEFORE, &done, Confederate, line, &[]).expect("an advance for points");
    assert!(then.battery(unit("Stewart")).is_some_and(|b| b.captor == Some(unit("Archer"))));
    table.union("Stewart back N", &[]).union("done", &[]);
    assert_eq!(lies(&table, "Stewart"), "G23=6");
    assert_eq!(table.refused(Confederate, line), "31.0");
    assert!(!table.menu(Confederate).contains(&line.to_owned()), "{:?}", table.menu(Confederate));
    // By the hex that was left, where he turns to the north, he may come there for two points more.
    table.confederate("Archer advance to G22 ends NW SE", &[]).confederate("Archer advance G23", &[]);
    assert!(table.position.battery(unit("Stewart")).is_some_and(|b| b.captor == Some(unit("Archer"))));
}

#[test]
fn s0_1_10_s30_2_1_a_battery_goes_back_two_hexes_from_an_ambush_though_friends_are_nearer() {
    let mut table = Table::with(&["hidden-movement"]);
    table.confederate("done", &[]).union("done", &[]);
    table.umpire("clear");
    for line in [
        "place Archer rest HH38",
        "place cs-garnett-maurin-bty HH38 limbered N",
        "place Stone line HH41=8 SSE",
        "turn 1 confederate divisions",
        "unseen Stone",
    ] {
        table.umpire(line);
    }
    let guns = unit("cs-garnett-maurin-bty");
    let then = after(&BEFORE, &table, Confederate, "Maurin march HH39", &[]).expect("a march");
    assert_eq!(then.place(guns), Some(hex("HH38")), "to Archer, one hex");
    table.confederate("Maurin march HH39", &[]);
    let place = table.position.place(guns).expect("on the map");
    assert_eq!(board(&table).pack.ground.atlas.distance(place, hex("HH39")), Some(2));
}

#[test]
fn s33_0_2_a_battery_keeps_up_with_brigades_and_not_with_horse_artillery_alone() {
    let mut table =
        Table::study(&["place Calef E38 limbered SE", "place Stewart D37 limbered NE", "turn 1 union alone"]);
    // Horse artillery has eight points; Stewart has six, and seven hexes of road before him.
    table.union("Calef march F37-G37-H36-I36-J35-K35-L34", &[]);
    let line = "Stewart march E38-F37-G37-H36-I36-J35-K35";
    assert!(after(&BEFORE, &table, Union, line, &[]).is_ok(), "revision 6 counted Calef for a column");
    assert_eq!(table.refused(Union, line), "13.0");
    table.union("Stewart march E38-F37-G37-H36-I36-J35", &[]);
}

#[test]
fn s17_2_11_s31_6_of_a_captured_battery_no_cannon_stay_in_a_hex_that_others_of_its_side_hold() {
    let mut table = Table::study(&[
        "place Archer line F22=8 E",
        "place Meredith line G22=8 W",
        "place Cutler rest G23",
        "place Stewart G22 limbered S G23 3",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
        "mark Meredith dp 60",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    fired(&mut table, "Meredith", "G22", "F22");
    table.confederate("Archer.1 assault G22", &[1, 1]).union("Meredith back NE SE", &[]);
    let then = after(&BEFORE, &table, Confederate, "Archer advance G22", &[]).expect("his free hex");
    assert!(BEFORE.whole(&then).is_err(), "both sides stood in G23");
    table.confederate("Archer advance G22", &[]);
    assert!(table.position.battery(unit("Stewart")).is_some_and(|b| b.captor == Some(unit("Archer"))));
    assert_eq!(lies(&table, "Stewart"), "G22=6");
    assert_eq!(RULES.whole(&table.position), Ok(()));
}
