//! What a twelfth reading of §1.0 to §9.0, §11.0 to §13.0 and §17.0 to §19.0 found, mended in revision 7, and that revision 6 ruled it otherwise.

use crate::table::{REVISION_SIX as BEFORE, RULES, Table, after, board, hex, lies, sound, unit};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Situation, Viewer};

/// Davis with two markers on the map and the last on the road beyond it, an attacker beside both to the north.
fn coming_on() -> Table {
    let mut table = Table::study(&["turn 1 confederate primary"]);
    table.confederate("Davis march B38", &[]);
    assert_eq!(lies(&table, "Davis"), "B38=8 A39=8 cashtown-pike=2");
    for line in ["place Meredith line B39=8 SSE", "mark Meredith attack launched", "turn 1 union hasty"] {
        table.umpire(line);
    }
    table
}

#[test]
fn s6_1_5_s16_2_3_a_commander_is_placed_with_any_marker_on_the_map_of_a_line_that_lies_beyond_it_in_part() {
    let (davis, line) = (unit("Davis"), "Davis post A39");
    let mut table = coming_on();
    table.confederate("Davis hasty right", &[]);
    assert_eq!(lies(&table, "Davis"), "B38=8 A39=8 cashtown-pike=2");
    assert_eq!(table.position.counter(davis), Some(hex("B38")));
    table.umpire("turn 2 confederate alone");
    assert!(
        after(&BEFORE, &table, Confederate, line, &[]).is_err(),
        "revision 6 held what lies beyond the map for too far"
    );
    let posts: Vec<String> =
        table.menu(Confederate).into_iter().filter(|line| line.starts_with("Davis post ")).collect();
    assert_eq!(posts, [line]);
    table.confederate(line, &[]).confederate("done", &[]);
    assert_eq!(table.position.counter(davis), Some(hex("A39")));
    sound(&table);
}

/// §19.1: each marker is drawn with its own front, also where the first of them lies beyond the map.
#[test]
fn a_line_that_begins_beyond_the_map_is_drawn_as_it_looks() {
    let mut table = coming_on();
    table.confederate("Davis hasty left", &[]);
    assert_eq!(lies(&table, "Davis"), "cashtown-pike=2 A39=8 B38=8");
    let board = board(&table);
    let ground = &board.pack.ground;
    let line = board.line(unit("Davis"));
    let here: Vec<_> =
        line.iter().filter(|m| ground.is_hex(m.hex)).map(|m| (ground.id(m.hex), Some(m.front()))).collect();
    let view = board.view(Viewer::Everyone);
    let body = view.pieces.iter().find(|piece| piece.name == "Davis").and_then(|piece| piece.body.as_ref());
    let drawn: Vec<_> =
        body.expect("it lies on the map").stands.iter().map(|stand| (stand.place.clone(), stand.front)).collect();
    assert_eq!(drawn, here);
}

/// Gamble's column of six hexes, forced into a line that is too long for its commander, its front to Archer in the west.
fn too_long() -> Table {
    let mut table = Table::study(&[
        "place Gamble column N HH41 HH40 HH39 HH38 HH37 HH36",
        "place Archer line GG40=6 GG39=6",
        "mark Archer attack launched",
        "turn 3 confederate hasty",
    ]);
    table.union("Gamble hasty left", &[]);
    assert_eq!(lies(&table, "Gamble"), "HH36=1 HH37=3 HH38=3 HH39=3 HH40=3 HH41=3");
    table
}

#[test]
fn s6_1_5_s21_7_s24_6_a_line_that_was_forced_to_be_too_long_for_its_commander_goes_back_so() {
    let line = "Gamble back II36";
    let mut table = too_long();
    table.umpire("turn 3 union alone").umpire("mark Gamble retreat involuntary");
    // By revision 6 it stayed before the enemy that had beaten it.
    assert!(after(&BEFORE, &table, Union, line, &[]).is_err());
    assert!(after(&BEFORE, &table, Union, "done", &[]).is_ok());
    assert_eq!(table.refused(Union, "done"), "21.7");
    assert!(table.menu(Union).contains(&line.to_owned()));
    table.union(line, &[]);
    assert_eq!(lies(&table, "Gamble"), "II36=1 II37=3 II38=3 II39=3 II40=3 II41=3");
    assert_eq!(table.position.counter(unit("Gamble")), Some(hex("II39")));
    sound(&table);
}

#[test]
fn s6_1_5_s16_2_3_s30_1_the_commander_of_a_line_that_is_too_long_for_him_goes_back_in_its_middle() {
    let (gamble, line) = (unit("Gamble"), "Gamble back SE");
    let mut table = too_long();
    table.umpire("turn 3 confederate withdrawal");
    let then = after(&BEFORE, &table, Union, line, &[]).expect("a retreat");
    assert_eq!(then.counter(gamble), Some(hex("II36")), "by revision 6 he rode to the left flank");
    // Each marker is told its hex: the same way back.
    let each = "Gamble back to II36 II37 II38 II39 II40 II41";
    assert!(after(&BEFORE, &table, Union, each, &[]).is_err());
    assert!(after(&RULES, &table, Union, each, &[]).is_ok());
    table.union(line, &[]);
    assert_eq!(lies(&table, "Gamble"), "II36=1 II37=3 II38=3 II39=3 II40=3 II41=3");
    assert_eq!(table.position.counter(gamble), Some(hex("II39")));
    sound(&table);
}
