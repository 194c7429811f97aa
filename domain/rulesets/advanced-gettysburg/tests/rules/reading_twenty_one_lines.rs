//! What a twenty-first reading of §19.0 to §23.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::table::{REVISION_SEVEN as BEFORE, Table, after, board, days, hex, lies, sound};
use domain_core::referee::Side::{Confederate, Union};

#[test]
fn s21_3_from_beside_an_enemy_a_line_comes_into_the_range_of_guns_rear_first() {
    // Archer, at rest beside Stone, has nothing in range; Marye has the hex behind Stone, and not his own.
    let mut table = Table::study(&[
        "place Stone line HH37=8 NNE",
        "place Archer rest HH38",
        "place Marye KK37 unlimbered SSW",
        "turn 1 union alone",
        "mark Stone level 6",
    ]);
    let ranged = |at: &str| board(&table).in_enemy_range(Union, hex(at));
    assert!(ranged("HH36") && !ranged("HH37"));
    // He steps back with his front to the enemy, and does not march away with his back to him.
    let (back, about) = ("Stone ahead HH36", "Stone to HH36=8 ends SE NW");
    assert!(after(&BEFORE, &table, Union, about, &[]).is_ok(), "by revision 7 it could");
    assert_eq!(table.refused(Union, about), "11.0");
    assert!(table.menu(Union).contains(&back.to_owned()), "{:?}", table.menu(Union));
    table.union("Stone back HH36", &[]);
    assert_eq!((lies(&table, "Stone"), table.brigade("Stone").dp), ("HH36=8".to_owned(), 0));
    assert_eq!(format!("{:?}", table.brigade("Stone").pressed), "Retreated");
    sound(&table);
}

#[test]
fn s0_6_1_s35_1_an_attack_column_goes_out_of_the_three_hexes_in_one_order_as_in_two() {
    // HH35 is three hexes off HH32, and HH36 four; II36 and GG36, beside the way, lead away from both.
    let mut table = days(&["place Hampton charge N HH37=3 HH37=3", "place Buford HH32"]);
    table.position.options.charge = true;
    table.umpire("place Meredith rest HH38").umpire("turn 50 confederate alone").umpire("mark Hampton level 8");
    let (once, line) = ("Hampton back S", "Hampton back S S");
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_err());
    let mut twice = Table { position: table.position.clone(), facts: Vec::new() };
    twice.confederate(once, &[]).confederate(once, &[]);
    assert!(table.menu(Confederate).contains(&line.to_owned()), "{:?}", table.menu(Confederate));
    table.confederate(line, &[]);
    assert_eq!(lies(&table, "Hampton"), "HH35=3 HH35=3");
    assert_eq!(lies(&twice, "Hampton"), lies(&table, "Hampton"));
    sound(&table);
}

#[test]
fn s21_1_s21_3_s35_1_a_hex_that_guns_have_in_range_is_a_way_out_by_rear_hexes_alone() {
    // All steps from HH39 but GG40 lead nearer to somebody, and from there all but FF40, straight on, as HH38 leads nearer to Pender.
    let mut table = days(&["place Stone line HH39=8 NNE", "place Marye EE38 unlimbered E", "turn 50 union alone"]);
    for line in ["place Heth JJ40", "place Rodes JJ42", "place Pender II36", "mark Stone level 6"] {
        table.umpire(line);
    }
    let ranged = |at: &str| board(&table).in_enemy_range(Union, hex(at));
    assert!(ranged("GG40") && !["HH39", "HH38", "FF40"].into_iter().any(ranged));
    let line = "Stone ahead HH38";
    assert!(after(&BEFORE, &table, Union, line, &[]).is_err(), "by revision 7 he stood there till morning");
    assert!(table.menu(Union).contains(&line.to_owned()), "{:?}", table.menu(Union));
    // Where no guns have it in range he goes by that.
    let mut open = Table { position: table.position.clone(), facts: Vec::new() };
    assert_eq!(open.umpire("wait Marye").refused(Union, line), "11.0");
    table.union(line, &[]);
    assert_eq!(lies(&table, "Stone"), "HH38=8");
    sound(&table);
}

#[test]
fn s18_7_s35_1_a_line_that_is_shut_in_at_night_goes_away_from_the_nearest_and_does_not_grow_there() {
    // All steps from HH37 lead nearer to somebody, to HH38 away from Heth.
    let mut table = days(&["place Stone line HH37=8 E", "turn 50 union alone", "mark Stone level 6"]);
    table.umpire("place Heth GG36").umpire("place Rodes LL36").umpire("place Pender GG41");
    let line = "Stone extend left 4";
    assert!(after(&BEFORE, &table, Union, line, &[]).is_ok(), "by revision 7 it grew to HH38");
    assert_eq!(table.refused(Union, line), "35.0");
    assert!(!table.menu(Union).contains(&line.to_owned()), "{:?}", table.menu(Union));
    table.union("Stone ahead HH38", &[]);
    assert_eq!(lies(&table, "Stone"), "HH38=8");
    sound(&table);
}

#[test]
fn s21_6_s35_1_who_must_go_nearer_at_night_to_come_out_goes_on_retreating() {
    // Both hexes behind Lang are nearer to a commander each, and lead away from Meredith beside him.
    let mut table =
        days(&["place Lang line F22=8 NNE", "place Meredith line F23=8 SSE", "mark Lang retreat voluntary"]);
    table.umpire("place Howard F19").umpire("place Buford C21").umpire("turn 50 confederate primary");
    assert_eq!(table.refused(Confederate, "done"), "21.6");
    table.confederate("alone Lang", &[6]).confederate("Lang back F21", &[]);
    assert_eq!(lies(&table, "Lang"), "F21=8");
    sound(&table);
}
