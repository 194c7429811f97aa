//! What an eighteenth reading of §25.0 to §33.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::table::{REVISION_SEVEN as BEFORE, Table, after, days, fired, hidden, lies, sound, unit};
use advanced_gettysburg::Position;
use domain_core::referee::Side::{self, Confederate, Union};

/// Where a counter lies after a line by revision 7.
fn lay(table: &Table, side: Side, line: &str, name: &str) -> String {
    let position = after(&BEFORE, table, side, line, &[]).expect("revision 7 let it");
    lies(&Table { position, facts: Vec::new() }, name)
}

/// A game with charges, on an empty map on which the umpire says these lines.
fn charges(lines: &[&str]) -> Table {
    let mut table = Table::with(&["cavalry-charge"]);
    table.umpire("clear");
    for line in lines {
        table.umpire(line);
    }
    table
}

/// Whether a counter is out of view.
fn hides(position: &Position, name: &str) -> bool {
    position.hidden.unseen.iter().any(|e| e.unit == unit(name))
}

#[test]
fn s17_1_6_s30_2_1_an_attack_column_that_is_beaten_shares_no_hex_with_a_flank_marker() {
    // Cutler stands behind it, so that it shifts as a whole (ruling 71); Archer's flank marker lies two hexes off.
    let mut table = charges(&[
        "place Hampton charge N HH39=3 HH39=3",
        "place Stone line HH40=8 SSE",
        "place Cutler line HH38=8 SSW",
        "place Archer line II38=5 E",
        "turn 1 union assault",
        "mark Hampton attack launched",
    ]);
    table.union("Stone.1 assault HH39", &[1, 1]);
    let line = "Hampton back SE S";
    assert_eq!(lay(&table, Confederate, line, "Hampton"), "II38=3 II38=3", "eleven points in a hex by revision 7");
    table.confederate(line, &[]);
    assert_eq!(lies(&table, "Hampton"), "II37=3 II37=3", "through Archer to the first hex of its own");
    sound(&table);
}

#[test]
fn s0_6_2_s28_1_an_attack_column_that_is_not_named_makes_no_assault_in_its_defence() {
    let mut table =
        charges(&["place Hampton charge N HH37=3 HH37=3", "place Stone line HH40=8 SSE", "turn 1 confederate opening"]);
    table.confederate("attack Hampton", &[]).confederate("end Hampton", &[]);
    // Stone attacks, and has come beside it by an advance after combat.
    table
        .umpire("place Hampton charge N HH39=3 HH39=3")
        .umpire("mark Stone attack launched")
        .umpire("turn 3 confederate assault");
    let line = "Hampton.1 assault HH40";
    assert!(
        after(&BEFORE, &table, Confederate, line, &[6]).is_ok(),
        "revision 7 let it, whom it saw when it was named"
    );
    assert_eq!(table.refused(Confederate, line), "0.6");
    assert!(!table.menu(Confederate).contains(&line.to_owned()));
    // Named, it charges.
    table.umpire("mark Hampton attack launched").confederate(line, &[6]);
    sound(&table);
}

#[test]
fn s31_1b_r69_guns_that_are_assaulted_alone_are_entered_by_who_carried_it_and_by_nobody_else() {
    // Cutler's line before Archer keeps it from advancing (§31.1a).
    let mut table = Table::study(&[
        "place Stewart HH40 unlimbered SSE",
        "place Cutler line II40=8 W",
        "place Archer line HH39=8 NNE",
        "place Davis line GG40=8 E",
        "turn 1 confederate assault",
        "mark Archer attack launched level 6",
        "mark Davis attack launched level 6",
    ]);
    fired(&mut table, "Archer", "HH39", "HH40");
    fired(&mut table, "Davis", "GG40", "HH40");
    let line = "Archer.1 assault HH40";
    let then = after(&BEFORE, &table, Confederate, line, &[1]).expect("the assault");
    let then = Table { position: then, facts: Vec::new() };
    assert_eq!(lay(&then, Confederate, "Davis advance HH40", "Davis"), "HH40=8", "revision 7 took the hex for left");
    table.confederate(line, &[1]);
    assert_eq!(table.refused(Confederate, "Davis advance HH40"), "31.0");
    assert!(!table.menu(Confederate).iter().any(|line| line.contains("advance")));
    sound(&table);
    // Who has carried it enters by the free hex, and takes them.
    let mut open = Table::study(&[
        "place Stewart HH40 unlimbered SSE",
        "place Archer line HH39=8 NNE",
        "turn 1 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut open, "Archer", "HH39", "HH40");
    open.confederate(line, &[1]).confederate("Archer advance HH40", &[]);
    assert!(open.told("captures Stewart"), "{:?}", open.story());
    sound(&open);
}

#[test]
fn s30_1_2_s33_0_2_what_a_battery_owes_is_deducted_from_the_level_of_its_column_too() {
    let mut table = Table::study(&[
        "place Davis column SE D37 D37 D37",
        "place Marye C38 limbered SE",
        "turn 1 confederate alone",
        "mark Davis level 10",
    ]);
    table.confederate("Davis march E38-F37-G37-H36-I36-J35-K35-L34", &[]);
    // Eight points are the level of its column, of which it has spent three as it withdrew.
    if let Some(marye) = table.position.battery_mut(unit("Marye")) {
        marye.owed = 6;
    }
    let line = "Marye march D37-E38-F37-G37-H36-I36";
    assert_eq!(lay(&table, Confederate, line, "Marye"), "I36=4");
    assert_eq!(table.refused(Confederate, line), "13.0");
    table.umpire("place Marye D37 limbered SE").confederate("Marye march E38-F37-G37-H36-I36", &[]);
    assert_eq!(table.position.battery(unit("Marye")).map(|b| b.spent), Some(10), "five points");
    sound(&table);
}

#[test]
fn s17_1_8_s30_2_s0_1_who_goes_back_through_a_hidden_enemy_is_lost_there() {
    let mut table = hidden(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=8 NNE",
        "place Cutler line HH38=8 SSW",
        "turn 1 union assault",
        "mark Stone attack launched",
        "unseen Cutler",
    ]);
    fired(&mut table, "Stone", "HH40", "HH39");
    table.union("Stone.1 assault HH39", &[1, 1]);
    let line = "Archer back S S";
    assert_eq!(lay(&table, Confederate, line, "Archer"), "HH37=8", "by revision 7 it passed him by");
    let mut other = Table { position: table.position.clone(), facts: Vec::new() };
    table.confederate(line, &[]);
    assert_eq!(lies(&table, "Archer"), "");
    assert!(!hides(&table.position, "Cutler") && table.told("Archer is destroyed"), "{:?}", table.story());
    sound(&table);
    other.confederate("Archer back SW SW", &[]);
    assert!(hides(&other.position, "Cutler"));
    sound(&other);
}

#[test]
fn s31_0_s0_1_10_a_line_that_advances_beside_somebody_hidden_in_woods_sees_him() {
    // G32 is woods, which is in nobody's line of sight.
    let mut table = hidden(&[
        "place Archer line H30=8 NNE",
        "place Stone line H31=8 SSW",
        "place Cutler line G32=8 E",
        "turn 1 confederate assault",
        "mark Archer attack launched level 6",
        "unseen Cutler",
    ]);
    fired(&mut table, "Archer", "H30", "H31");
    table.confederate("Archer.1 assault H31", &[1, 1]).union("Stone back N N", &[]);
    assert!(hides(&table.position, "Cutler"));
    let then = after(&BEFORE, &table, Confederate, "Archer advance H31", &[]).expect("the free hex");
    assert!(hides(&then, "Cutler"), "by revision 7 he stayed out of view beside it");
    table.confederate("Archer advance H31", &[]);
    assert!(!hides(&table.position, "Cutler"));
    assert_eq!(lies(&table, "Archer"), "H31=8");
    sound(&table);
}

#[test]
fn s17_1_6_s33_3_5b_two_lines_that_losses_left_uneven_share_a_hex_with_eight_points_when_they_are_even() {
    let mut table = Table::study(&[
        "place Davis line GG43=3 FF43=4 EE44=8",
        "place Perrin line GG43=4 HH43=5 II44=8",
        "turn 3 union assault",
    ]);
    let then = after(&BEFORE, &table, Union, "done", &[]).expect("the next turn");
    let then = Table { position: then, facts: Vec::new() };
    let lie = |table: &Table| [lies(table, "Davis"), lies(table, "Perrin")];
    assert_eq!(lie(&then), ["GG43=4 FF43=8 EE44=3", "GG43=5 HH43=8 II44=4"], "nine points in GG43 by revision 7");
    table.union("done", &[]);
    assert_eq!(lie(&table), ["GG43=4 FF43=8 EE44=3", "GG43=4 HH43=8 II44=5"]);
    sound(&table);
}

#[test]
fn s17_1_6_r62_strength_that_joins_two_lines_of_a_hex_in_one_turn_leaves_room_for_both() {
    // At midnight Von Gilsa gains two points and Ames one.
    let mut table =
        days(&["turn 51 union assault", "place us-von-gilsa-inf line HH40=2 SSE", "place us-ames-inf line HH40=4 SSE"]);
    table.union("done", &[]).umpire("turn 52 confederate assault");
    let then = after(&BEFORE, &table, Confederate, "done", &[]).expect("the next turn");
    let then = Table { position: then, facts: Vec::new() };
    let lie = |table: &Table| [lies(table, "us-von-gilsa-inf"), lies(table, "us-ames-inf")];
    assert_eq!(lie(&then), ["HH40=4", "HH40=5"], "nine points in a hex by revision 7");
    table.confederate("done", &[]);
    assert_eq!(lie(&table), ["HH40=4", "HH40=4"], "Ames waits for room");
    sound(&table);
}

#[test]
fn s30_2_1_r71_a_beaten_line_does_not_go_back_and_forth_where_all_its_markers_can_come_two_hexes_off() {
    // Whatever way it goes together a marker of it has an enemy behind it.
    let mut table = Table::study(&[
        "place Archer line HH40=4 HH39=8 II39=4 ends N SE",
        "place Stone line II40=8 SSW",
        "place Cutler line GG39=8 E",
        "place Baxter line HH38=8 NNE",
        "place us-paul-inf line GG40=8 E",
        "place us-rowley-inf line EE41=8 E",
        "turn 1 union assault",
        "mark Stone attack launched",
    ]);
    fired(&mut table, "Stone", "II40", "HH39");
    table.union("Stone.1 assault HH39", &[1, 1]);
    let (line, stood) = ("Archer back SW S", lies(&table, "Archer"));
    assert_eq!(lay(&table, Confederate, line, "Archer"), stood, "by revision 7 it ended where it stood");
    assert_eq!(table.refused(Confederate, line), "30.0");
    table.confederate("Archer back SE SE", &[]);
    assert_eq!(lies(&table, "Archer"), "II39=4 JJ38=8 KK38=4");
    sound(&table);
}
