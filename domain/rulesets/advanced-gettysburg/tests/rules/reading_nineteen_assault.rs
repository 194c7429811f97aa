//! What a nineteenth reading of §25.0 to §33.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::table::{REVISION_SEVEN as BEFORE, Table, after, fired, hex, lies, sound, unit};
use advanced_gettysburg::Place;
use domain_core::referee::Side::{self, Confederate};

/// Where a counter lies after a line by revision 7.
fn lay(table: &Table, side: Side, line: &str, name: &str) -> String {
    let position = after(&BEFORE, table, side, line, &[]).expect("revision 7 let it");
    lies(&Table { position, facts: Vec::new() }, name)
}

#[test]
fn s31_1b_r69_guns_that_withstood_an_assault_are_no_hex_that_was_vacated() {
    // Its left marker is too weak for the guns, its right one carries the hex before it.
    let mut table = Table::study(&[
        "place Davis line HH39=1 II39=8",
        "place Stewart HH40 unlimbered SSE",
        "place Cutler line JJ39=4 SSW",
        "turn 1 confederate assault",
        "mark Davis attack launched level 6 dp 40",
    ]);
    fired(&mut table, "Davis", "HH39", "HH40");
    fired(&mut table, "Davis", "II39", "JJ39");
    table.confederate("Davis.1 assault HH40", &[6]);
    assert!(table.told("no result"), "{:?}", table.story());
    table.confederate("Davis.2 assault JJ39", &[1, 1]).union("Cutler back N N", &[]);
    // It follows him by the one hex that was vacated, and not past the guns.
    assert_eq!(table.refused(Confederate, "Davis advance HH40"), "31.0");
    assert_eq!(table.refused(Confederate, "Davis advance to HH40 II40"), "31.0");
    table.confederate("Davis advance JJ39", &[]);
    assert_eq!(lies(&table, "Davis"), "II40=1 JJ39=8");
    assert!(!table.told("captures"), "{:?}", table.story());
    sound(&table);
}

#[test]
fn s30_2_1_r71_no_marker_of_a_beaten_line_is_lost_for_the_hex_that_another_one_took() {
    // Enemies stand behind two neighbours of it at a time, whichever way it goes.
    let mut table = Table::study(&[
        "place Pettigrew line HH39=2 HH40=8 HH41=8 GG42=2 ends S NW",
        "place Stone line II40=8 W",
        "place Cutler line GG41=8 SSE",
        "place Baxter line GG43=8 SSE",
        "place us-paul-inf line HH38=8 NNE",
        "place us-rowley-inf line II38=8 W",
        "place Meredith line II42=8 W",
        "turn 1 union assault",
        "mark Stone attack launched",
    ]);
    fired(&mut table, "Stone", "II40", "HH40");
    table.union("Stone.1 assault HH40", &[1, 1]);
    let line = "Pettigrew back S S";
    assert_eq!(
        lay(&table, Confederate, line, "Pettigrew"),
        "II39=8 HH39=8 HH40=2",
        "two points were lost by revision 7"
    );
    table.confederate(line, &[]);
    assert_eq!(lies(&table, "Pettigrew"), "JJ38=2 II39=8 HH39=8 HH40=2");
    sound(&table);
}

#[test]
fn s21_3_s30_2_1_r71_the_flanks_of_a_beaten_line_turn_where_its_markers_have_no_other_hexes() {
    // HH38 alone is free about it: one marker goes there, the other one into its hex.
    let mut table = Table::study(&[
        "place Archer line HH39=8 GG39=8",
        "place Stone line HH40=8 SSE",
        "place Cutler line II39=8 W",
        "place Baxter line II40=8 W",
        "place us-paul-inf line GG40=8 SSE",
        "place us-rowley-inf line GG38=8 NNE",
        "place Meredith line FF38=8 E",
        "place us-ward-inf line FF39=8 E",
        "turn 1 union assault",
        "mark Stone attack launched",
    ]);
    fired(&mut table, "Stone", "HH40", "HH39");
    table.union("Stone.1 assault HH39", &[1, 1]);
    let line = "Archer back SE S";
    assert_eq!(lay(&table, Confederate, line, "Archer"), "HH37=8", "revision 7 had a marker lost");
    table.confederate(line, &[]);
    assert_eq!(lies(&table, "Archer"), "HH38=8 HH37=8");
    sound(&table);
}

#[test]
fn s21_8_s30_2_1_who_has_no_hex_to_go_back_to_but_the_edge_behind_it_leaves_the_map() {
    let mut table = Table::study(&[
        "place Archer line A33=8 E",
        "place Stone line B33=8 W",
        "place Cutler line B32=8 W",
        "place Baxter line A34=8 SSE",
        "place us-paul-inf line A32=8 NNE",
        "turn 1 union assault",
        "mark Stone attack launched",
    ]);
    fired(&mut table, "Stone", "B33", "A33");
    table.union("Stone.1 assault A33", &[1, 1]);
    let line = "Archer back N N";
    let then = after(&BEFORE, &table, Confederate, line, &[]).expect("revision 7 let it");
    assert_eq!(then.unit(unit("Archer")).place, Place::Lost, "lost with its points by revision 7");
    assert_eq!(table.refused(Confederate, line), "30.0");
    let off = table.menu(Confederate).into_iter().find(|line| line.starts_with("Archer back"));
    table.confederate(&off.expect("a way"), &[]);
    assert_eq!(table.position.unit(unit("Archer")).place, Place::Fled(hex("A33") as u16));
    assert_eq!(table.brigade("Archer").sp, 8);
    sound(&table);
}

#[test]
fn s21_8_s30_2_1_the_exit_hex_of_a_beaten_brigade_is_where_its_first_marker_leaves_the_map() {
    // Davis comes on, his rear marker on the road beyond A39 yet, and forms line in haste; his counter lies with the marker that led.
    let mut table = Table::start();
    table.confederate("done", &[]).confederate("Davis march A39-B39", &[]);
    for line in ["place Meredith line C39=8 W", "mark Meredith attack launched", "turn 1 union hasty"] {
        table.umpire(line);
    }
    table.confederate("Davis hasty right", &[]).umpire("turn 1 union assault");
    assert_eq!(table.position.counter(unit("Davis")), Some(hex("B39")));
    fired(&mut table, "Meredith", "C39", "B39");
    table.union("Meredith.1 assault B39", &[1, 1]);
    let line = "Davis back N N";
    let then = after(&BEFORE, &table, Confederate, line, &[]).expect("off the map");
    assert_eq!(then.unit(unit("Davis")).place, Place::Fled(hex("B39") as u16), "by revision 7 where the counter lay");
    table.confederate(line, &[]);
    assert_eq!(table.position.unit(unit("Davis")).place, Place::Fled(hex("A39") as u16));
    sound(&table);
}

#[test]
fn s13_7_s31_4_each_marker_pays_for_the_hexes_that_it_advances_into() {
    let mut table = Table::study(&[
        "place Archer line HH39=6 II39=6",
        "turn 1 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "HH39", "HH40");
    table.position.vacated.push(hex("II40") as u16);
    let lines = ["Archer advance to II40 II39", "Archer advance to II40 JJ39"];
    let then = after(&BEFORE, &table, Confederate, lines[0], &[]).expect("its left marker");
    let then = Table { position: then, facts: Vec::new() };
    let then = after(&BEFORE, &then, Confederate, lines[1], &[]).expect("its right marker");
    assert_eq!(then.brigade(unit("Archer")).map(|b| b.spent()), Some(8), "four points by revision 7");
    table.confederate(lines[0], &[]);
    assert_eq!(table.spent("Archer"), "2 0");
    table.confederate(lines[1], &[]);
    assert_eq!(table.spent("Archer"), "2 2");
    assert_eq!(lies(&table, "Archer"), "II40=6 JJ39=6");
    sound(&table);
}

#[test]
fn s31_5_who_is_in_the_way_of_an_advance_goes_through_another_hex_that_is_entered() {
    // Cutler has gone back to HH40; of the hexes about it II40 alone is free, into which Archer comes as well.
    let mut table = Table::study(&[
        "place Archer line HH39=6 II39=6",
        "place Cutler line HH40=8 SSW",
        "place Davis line HH41=8 SSW",
        "place Walker line II41=8 SSW",
        "place cs-daniel-inf line GG40=8 E",
        "place Pettigrew line GG41=8 E",
        "turn 1 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "HH39", "HH40");
    table.position.back.push(unit("Cutler"));
    table.position.vacated.push(hex("II40") as u16);
    let line = "Archer advance HH40";
    assert_eq!(lay(&table, Confederate, line, "Cutler"), "", "lost by revision 7");
    table.confederate(line, &[]).union("Cutler back SE", &[]);
    assert_eq!(lies(&table, "Cutler"), "II40=8");
    // It is in the way again, and goes on, for ten points more.
    table.union("Cutler back NE", &[]);
    assert_eq!([lies(&table, "Cutler"), lies(&table, "Archer")], ["JJ40=8", "HH40=6 II40=6"]);
    assert_eq!(table.brigade("Cutler").dp, 20);
    sound(&table);
}
