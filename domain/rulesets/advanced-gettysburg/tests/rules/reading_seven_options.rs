//! What a seventh reading found of §32.0 to §37.0 and the optional rules, each with a test that revision 5 ruled it otherwise.

use crate::table::{REVISION_FIVE as BEFORE, RULES, Table, after, days, hex, lies, unit};
use advanced_gettysburg::{Attack, Fact, Position, Retreat, Scenario};
use domain_core::referee::Ruleset;
use domain_core::referee::Side::{Confederate, Union};

/// How many markers of a brigade lie in each of its hexes, head first.
fn stacks(position: &Position, name: &str) -> Vec<usize> {
    position.chain(unit(name)).chunk_by(|a, b| a.at() == b.at()).map(<[_]>::len).collect()
}

/// Horse that may charge, on an empty map.
fn horse(lines: &[&str]) -> Table {
    let mut table = Table::with(&["cavalry-charge"]);
    table.umpire("clear");
    table.position.scenario = Scenario::ThreeDays;
    for line in lines {
        table.umpire(line);
    }
    table
}

#[test]
fn s0_6_1_of_a_brigade_that_was_at_rest_more_than_two_markers_in_a_hex_are_no_attack_column() {
    let mut table = horse(&["place Hampton rest HH37", "turn 1 confederate alone", "mark Hampton level 8"]);
    table.confederate("Hampton column N", &[]);
    let then = after(&BEFORE, &table, Confederate, "Hampton charge", &[]).expect("revision 5 stacked all of them");
    assert_eq!(stacks(&then, "Hampton"), [7]);
    assert_eq!(table.refused(Confederate, "Hampton charge"), "0.6");
    assert!(!table.menu(Confederate).contains(&"Hampton charge".to_owned()));
    // Once they follow one another they may.
    let mut spread = horse(&[
        "place Hampton column N HH39=3 HH38=3 HH37=3 HH37=3",
        "turn 1 confederate alone",
        "mark Hampton level 8",
    ]);
    assert!(spread.menu(Confederate).contains(&"Hampton charge".to_owned()));
    spread.confederate("Hampton charge", &[]);
    assert_eq!(lies(&spread, "Hampton"), "HH39=3 HH39=3 HH38=3 HH38=3");
    assert_eq!(RULES.whole(&spread.position), Ok(()));
}

#[test]
fn s0_6_1_s17_1_3_who_has_closed_up_into_one_hex_has_too_many_markers_there_for_an_attack_column() {
    let column =
        ["place Hampton column N HH37=3 HH36=3 HH35=3 HH34=3", "turn 1 confederate alone", "mark Hampton level 8"];
    let mut table = horse(&column);
    table.confederate("Hampton close", &[]);
    let then = after(&BEFORE, &table, Confederate, "Hampton charge", &[]).expect("revision 5 let it");
    assert_eq!(stacks(&then, "Hampton"), [4]);
    assert_eq!(table.refused(Confederate, "Hampton charge"), "0.6");
    // No marker goes back into the hex behind it either, to leave room.
    let mut crowded = horse(&[
        "place Hampton column N HH37=3 HH37=3 HH37=3 HH36=3",
        "turn 1 confederate alone",
        "mark Hampton level 8",
    ]);
    let then =
        after(&BEFORE, &crowded, Confederate, "Hampton charge", &[]).expect("revision 5 moved it back for nothing");
    assert_eq!((stacks(&then, "Hampton"), then.brigade(unit("Hampton")).map(|b| b.spent())), (vec![2, 2], Some(0)));
    assert_eq!(crowded.refused(Confederate, "Hampton charge"), "0.6");
    // Two in the last of its hexes are as they may be.
    let mut two = horse(&column);
    two.confederate("Hampton close 3", &[]).confederate("Hampton charge", &[]);
    assert_eq!(stacks(&two.position, "Hampton"), [2, 2]);
}

#[test]
fn s0_6_1_r62_strength_that_joins_an_attack_column_finds_no_room_for_a_third_marker_in_a_hex() {
    // Two points join F. Lee at midnight before July 3, turn 124.
    let lee = "cs-f-lee-cav";
    let mut table = horse(&["place cs-f-lee-cav charge N HH37=3 HH37=3 HH36=3 HH36=3", "turn 123 union assault"]);
    let then = after(&BEFORE, &table, Union, "done", &[]).expect("the end of the turn");
    assert_eq!((stacks(&then, lee), then.brigade(unit(lee)).map(|b| b.sp)), (vec![2, 3], Some(14)));
    table.union("done", &[]);
    assert_eq!((stacks(&table.position, lee), table.brigade(lee).sp), (vec![2, 2], 12));
    // One marker in its last hex leaves room for another.
    let mut room = horse(&["place cs-f-lee-cav charge N HH37=3 HH37=3 HH36=3", "turn 123 union assault"]);
    room.union("done", &[]);
    assert_eq!(lies(&room, lee), "HH37=3 HH37=3 HH36=3 HH36=2");
    assert_eq!(RULES.whole(&room.position), Ok(()));
}

#[test]
fn s35_1_0_6_1_no_marker_of_an_attack_column_joins_its_head_nearer_to_the_enemy_at_night() {
    let stack = |turn: u8| {
        let turn = format!("turn {turn} confederate alone");
        horse(&["place Meredith rest F24", "place Hampton column N F21=3 F20=3 F19=3", &turn, "mark Hampton level 8"])
    };
    // F21 lies three hexes off, F20 four.
    let mut table = stack(50);
    assert!(
        after(&BEFORE, &table, Confederate, "Hampton charge", &[]).is_ok(),
        "revision 5 looked at the rear marker alone"
    );
    assert_eq!(table.refused(Confederate, "Hampton charge"), "35.0");
    assert!(!table.menu(Confederate).contains(&"Hampton charge".to_owned()));
    let mut day = stack(5);
    day.confederate("Hampton charge", &[]);
    assert_eq!(lies(&day, "Hampton"), "F21=3 F21=3 F20=3");
}

#[test]
fn s35_2_no_commander_goes_from_one_hex_beside_an_enemy_to_another_at_night() {
    let mut table = days(&["place Meredith rest F24", "place Heth F23", "turn 50 confederate primary"]);
    assert!(after(&BEFORE, &table, Confederate, "Heth ride E24", &[]).is_ok());
    assert_eq!(table.refused(Confederate, "Heth ride E24"), "16.2");
    assert!(!table.menu(Confederate).contains(&"Heth ride E24".to_owned()));
    table.confederate("Heth ride F22", &[]);
    assert_eq!(lies(&table, "Heth"), "F22=0", "away he may");
    // Beside a commander alone he may go (§35.2 speaks of batteries and brigades), and by day anywhere.
    let mut alone = days(&["place Buford F24", "place Heth F23", "turn 50 confederate primary"]);
    alone.confederate("Heth ride E24", &[]);
    let mut day = days(&["place Meredith rest F24", "place Heth F23", "turn 5 confederate primary"]);
    day.confederate("Heth ride E24", &[]);
}

#[test]
fn r86_attacks_of_both_sides_end_with_the_first_player_turn_of_the_night() {
    let mut table = days(&["place Archer line F22=8 F21=4", "place Meredith line J21=8 J22=8"]);
    table.umpire("turn 42 union assault").umpire("mark Archer attack launched").umpire("mark Meredith attack launched");
    let attack = |position: &Position, name: &str| position.brigade(unit(name)).expect("a brigade").attack;
    let then = after(&BEFORE, &table, Union, "done", &[]).expect("the end of the turn");
    assert_eq!((attack(&then, "Archer"), attack(&then, "Meredith")), (Attack::None, Attack::Launched));
    table.union("done", &[]);
    assert_eq!((table.position.turn, table.position.side), (43, Confederate));
    assert_eq!((attack(&table.position, "Archer"), attack(&table.position, "Meredith")), (Attack::None, Attack::None));
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

/// The Confederates' first Movement Phase.
fn first() -> Table {
    let mut table = Table::start();
    table.confederate("done", &[]);
    table
}

fn worn(position: &Position, name: &str) -> u16 {
    position.brigade(unit(name)).expect("a brigade").dp
}

#[test]
fn s34_1_6_s34_1_7_who_comes_on_first_in_two_orders_has_the_level_of_both_and_leaves_the_road_free() {
    let mut table = first();
    table.confederate("Archer march D37", &[]);
    let old = after(&BEFORE, &table, Confederate, "Archer march H36", &[]).expect("eight points in all");
    let old = Table { position: old, facts: Vec::new() };
    let then = after(&BEFORE, &old, Confederate, "Davis march B38", &[]).expect("two points");
    assert_eq!((worn(&then, "Archer"), worn(&then, "Davis")), (10, 0), "two levels");
    assert!(
        after(&BEFORE, &old, Confederate, "Davis march C38", &[]).is_err(),
        "the road let in what followed from the first order"
    );
    table.confederate("Archer march H36", &[]).confederate("Davis march C38", &[]);
    assert_eq!((worn(&table.position, "Archer"), worn(&table.position, "Davis")), (10, 10));
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s34_1_7_who_comes_behind_pays_for_the_level_of_all_once() {
    let mut table = first();
    table.confederate("Archer march H36", &[]).confederate("Davis march C38", &[]);
    assert_eq!(worn(&table.position, "Davis"), 10, "for eight points");
    let on = "Davis march D37-E38-F37-F36";
    assert_eq!(worn(&after(&BEFORE, &table, Confederate, on, &[]).expect("seven points"), "Davis"), 15);
    table.confederate(on, &[]);
    assert_eq!((table.spent("Davis"), worn(&table.position, "Davis")), ("7 6 5".into(), 10));
    // A column of which the rest waits on the road pays for it once as well.
    let mut long = first();
    long.confederate("Archer march H36", &[]).confederate("Davis march B38", &[]);
    assert_eq!(worn(&after(&BEFORE, &long, Confederate, "Davis march C38", &[]).expect("a hex"), "Davis"), 20);
    long.confederate("Davis march C38", &[]);
    assert_eq!(worn(&long.position, "Davis"), 10);
}

#[test]
fn s34_1_7_nobody_who_comes_behind_uses_a_dearer_level() {
    let mut table = first();
    table.confederate("Archer march F37", &[]).confederate("Davis march D37", &[]);
    let dear = "Davis march D36-D35";
    assert_eq!(worn(&after(&BEFORE, &table, Confederate, dear, &[]).expect("seven points"), "Davis"), 5);
    assert_eq!(table.refused(Confederate, dear), "13.0");
    assert!(!table.menu(Confederate).iter().any(|l| l.starts_with("Davis march") && l.ends_with("-D35")));
    // Up to six points are one to those before it: they cost nobody anything.
    table.confederate("Davis march D36", &[]);
    assert_eq!((worn(&table.position, "Archer"), worn(&table.position, "Davis")), (0, 0));
}

#[test]
fn s34_1_7_s34_3_3_a_delayed_brigade_that_comes_on_in_line_has_the_level_of_the_others_too() {
    let mut table = days(&["turn 2 confederate primary"]);
    table.confederate("Archer march H36", &[]);
    let line = "Davis enter A38=8 A37=8 A36=2 ends N S";
    assert_eq!(worn(&after(&BEFORE, &table, Confederate, line, &[]).expect("a line"), "Davis"), 0);
    table.confederate(line, &[]);
    assert_eq!((worn(&table.position, "Archer"), worn(&table.position, "Davis")), (10, 10));
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

/// A position in which brigades may dig.
fn digging(lines: &[&str]) -> Table {
    let mut table = Table::with(&["breastworks"]);
    table.umpire("clear");
    for line in lines {
        table.umpire(line);
    }
    table
}

#[test]
fn s0_12_1_s22_6_s21_7_who_attacks_or_retreats_does_not_dig() {
    let mut table = digging(&[
        "place Stone line HH40=8 SSE",
        "place Archer rest HH37",
        "turn 1 union alone",
        "mark Stone attack launched level 6",
    ]);
    let then = after(&BEFORE, &table, Union, "Stone build 6", &[]).expect("revision 5 let it dig instead");
    assert!(
        after(&BEFORE, &Table { position: then, facts: Vec::new() }, Union, "done", &[]).is_ok(),
        "its points were used so"
    );
    assert_eq!(table.refused(Union, "Stone build 6"), "22.6");
    assert!(!table.menu(Union).iter().any(|l| l.starts_with("Stone build")));
    assert_eq!(table.refused(Union, "done"), "22.6", "it advances");
    table.umpire("mark Stone attack none").union("Stone build 6", &[]);
    // Eight points of an involuntary retreat are no work either.
    let mut routed = digging(&["place Stone line HH40=8 SSE", "turn 1 union alone", "mark Stone retreat involuntary"]);
    let then = after(&BEFORE, &routed, Union, "Stone build 8", &[]).expect("revision 5 let it dig");
    assert!(after(&BEFORE, &Table { position: then, facts: Vec::new() }, Union, "done", &[]).is_ok());
    assert_eq!(routed.refused(Union, "Stone build 8"), "21.6");
    assert_eq!(routed.refused(Union, "done"), "21.7");
}

#[test]
fn s0_1_10_a_column_that_was_near_one_hidden_enemy_comes_upon_another() {
    let mut table = Table::with(&["hidden-movement"]);
    table.confederate("done", &[]).union("done", &[]).umpire("clear");
    // Meredith lies two hexes off as Archer sets out, Stone four.
    for line in [
        "place Archer column N HH36",
        "place Meredith rest JJ36",
        "place Stone line HH40=8 SSE",
        "turn 1 confederate divisions",
        "mark Archer level 8",
        "unseen Archer",
        "unseen Meredith",
        "unseen Stone",
    ] {
        table.umpire(line);
    }
    let then = after(&BEFORE, &table, Confederate, "Archer march HH37-HH38", &[])
        .expect("revision 5 looked at the nearest alone");
    assert_eq!(then.place(unit("Archer")), Some(hex("HH38")));
    table.confederate("Archer march HH37-HH38", &[6]);
    let fire = table.facts.iter().find_map(|f| if let Fact::CombatFire(v) = f { Some(v) } else { None }).expect("fire");
    assert_eq!((fire.by, fire.target, fire.strength), (Union, unit("Archer"), 8), "Stone's");
    assert!(table.facts.iter().any(|f| matches!(f, Fact::FellBack { how: Retreat::Involuntary, .. })));
}

#[test]
fn s34_3_4_s34_1_brigades_of_the_vi_corps_that_come_on_in_line_keep_a_hex_between_them() {
    // Due in turn 95 at OO11: two of them come on in line after two turns.
    let mut table = days(&["turn 97 union primary"]);
    table.union("Eustis enter OO11=6 OO12=6 ends S N", &[]);
    let close = "Wheaton enter OO9=7 OO10=7 ends S N";
    assert!(after(&BEFORE, &table, Union, close, &[]).is_ok());
    assert_eq!(table.refused(Union, close), "34.1");
    table.union("Wheaton enter OO8=7 OO9=7 ends S N", &[]);
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s0_6_5_s22_8_a_charge_that_has_come_beside_an_enemy_forms_no_line_in_that_movement_phase() {
    let mut table = horse(&[
        "place Hampton charge N HH37=3 HH37=3",
        "place Stone line HH40=8 SSE",
        "turn 1 confederate alone",
        "mark Hampton attack launched level 12",
    ]);
    table.confederate("Hampton charge HH38-HH39", &[]);
    let line = "Hampton line HH39=6 E";
    let then = after(&BEFORE, &table, Confederate, line, &[]).expect("revision 5 let it, for nothing");
    assert!(then.brigade(unit("Hampton")).is_some_and(|b| b.formation.is_line() && b.is_named()));
    assert_eq!(table.refused(Confederate, line), "18.0");
    assert!(!table.menu(Confederate).iter().any(|l| l.starts_with("Hampton line")));
    // Where it stood from the first it may (cost chart).
    let mut stands = horse(&[
        "place Hampton charge N HH39=3 HH39=3",
        "place Stone line HH40=8 SSE",
        "turn 1 confederate alone",
        "mark Hampton attack launched level 6",
    ]);
    stands.confederate(line, &[]);
    assert!(stands.brigade("Hampton").formation.is_line());
}
