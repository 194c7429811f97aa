//! What a tenth reading of §25.0 to §33.0 found, mended in revision 7, and how revision 6 ruled it.

use crate::table::{REVISION_SIX as BEFORE, RULES, Table, after, board, fired, hex, hidden, lies, unit};
use advanced_gettysburg::Place;
use domain_core::referee::Ruleset;
use domain_core::referee::Side::{Confederate, Union};

/// Calef's six rifles in HH43, Zimmerman's four cannon in two hexes before them, Davis beside those.
fn split_battery() -> Table {
    Table::study(&[
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Zimmerman HH38 limbered S HH39 2",
        "place Davis line II39=8 NNW",
        "turn 1 union artillery",
    ])
}

#[test]
fn s29_1_s17_2_11_a_battery_in_two_hexes_is_one_target_and_done_with_in_both() {
    let line = "Calef 2R at HH39";
    let mut table = split_battery();
    table.union("Calef 2R at HH38", &[1]).union("Calef 2R at II39", &[]);
    assert!(after(&BEFORE, &table, Union, line, &[1]).is_ok(), "another hex was another target");
    assert_eq!(table.refused(Union, line), "29.1");
    // Its other hex is fired at as long as nobody else was.
    let mut table = split_battery();
    table.union("Calef 2R at HH38", &[1]).union(line, &[1]).union("Calef 2R at II39", &[]);
}

/// Archer before Meredith, worn, in whose hex and the one behind it two batteries lie; he carries his assault and she goes back.
fn two_batteries(more: &[&str]) -> Table {
    let mut table = Table::study(&[
        "place Archer line F22=8 E",
        "place Meredith line G22=8 W",
        "place Stewart G22 limbered S G23 3",
        "place Calef G22 limbered S G23 2",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
        "mark Meredith dp 60",
    ]);
    for line in more {
        table.umpire(line);
    }
    fired(&mut table, "Archer", "F22", "G22");
    fired(&mut table, "Meredith", "G22", "F22");
    table.confederate("Archer.1 assault G22", &[1, 1]).union("Meredith back NE SE", &[]);
    table.confederate("Archer advance G22", &[]);
    for name in ["Stewart", "Calef"] {
        assert!(table.position.battery(unit(name)).is_some_and(|b| b.captor == Some(unit("Archer"))), "{name}");
    }
    assert_eq!(RULES.whole(&table.position), Ok(()));
    table
}

#[test]
fn s17_2_11_s31_6_batteries_captured_together_stay_as_they_lie_where_nobody_else_holds_their_other_hex() {
    let table = two_batteries(&[]);
    // Twelve limbered cannon would be three too many for G22 (§17.2.2).
    assert_eq!((lies(&table, "Stewart").as_str(), lies(&table, "Calef").as_str()), ("G22=3 G23=3", "G22=4 G23=2"));
    // Where Cutler holds the other one they come to the captor.
    let table = two_batteries(&["place Cutler rest G23"]);
    assert_eq!((lies(&table, "Stewart").as_str(), lies(&table, "Calef").as_str()), ("G22=6", "G22=6"));
}

#[test]
fn s0_1_s17_2_11_s31_6_who_stands_hidden_among_cannon_that_are_captured_comes_into_view_and_they_come_to_the_captor() {
    // The ridge of G22 and G23 lies between Archer and H22.
    let mut table = hidden(&[
        "place Archer line F22=8 E",
        "place Stewart G22 limbered NW H22 3",
        "place Cutler rest H22",
        "turn 3 confederate assault",
        "unseen Cutler",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    let then = after(&BEFORE, &table, Confederate, "Archer.1 assault G22", &[1]).expect("the assault");
    let then = Table { position: then, facts: Vec::new() };
    let then = after(&BEFORE, &then, Confederate, "Archer advance G22", &[]).expect("his free hex");
    table.confederate("Archer.1 assault G22", &[1]);
    assert!(board(&table).is_unseen(unit("Cutler")));
    assert!(BEFORE.whole(&then).is_err(), "both sides stood in H22, once Archer saw Cutler there");
    table.confederate("Archer advance G22", &[]);
    assert!(table.position.battery(unit("Stewart")).is_some_and(|b| b.captor == Some(unit("Archer"))));
    assert_eq!(lies(&table, "Stewart"), "G22=6");
    assert!(!board(&table).is_unseen(unit("Cutler")));
    assert!(lies(&table, "Cutler").starts_with("H22="));
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s0_1_s17_1_8_s31_6_who_advances_into_the_hex_of_a_hidden_commander_captures_him() {
    let mut table = hidden(&[
        "place Archer line F22=8 E",
        "place Wadsworth G22",
        "turn 3 confederate assault",
        "unseen Wadsworth",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    table.position.vacated = vec![hex("G22") as u16];
    let line = "Archer advance G22";
    let then = after(&BEFORE, &table, Confederate, line, &[]).expect("an advance for points");
    assert_ne!(then.unit(unit("Wadsworth")).place, Place::Lost, "he stayed in Archer's hex");
    table.confederate(line, &[]);
    assert_eq!(lies(&table, "Archer"), "G22=8");
    assert_eq!(table.position.unit(unit("Wadsworth")).place, Place::Lost);
}

#[test]
fn s0_1_s17_1_8_s30_0_who_goes_back_into_the_hex_of_a_hidden_commander_captures_him() {
    let mut table = hidden(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        "place cs-heth-cmd I22",
        "turn 3 confederate withdrawal",
        "unseen cs-heth-cmd",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    let line = "Meredith back NE SE";
    let then = after(&BEFORE, &table, Union, line, &[]).expect("a withdrawal");
    assert_ne!(then.unit(unit("cs-heth-cmd")).place, Place::Lost);
    table.union(line, &[]);
    assert_eq!(lies(&table, "Meredith"), "I21=8 I22=8");
    assert_eq!(table.position.unit(unit("cs-heth-cmd")).place, Place::Lost);
}
