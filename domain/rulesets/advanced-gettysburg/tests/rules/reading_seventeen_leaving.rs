//! What a seventeenth reading of §17.0 to §21.0 found, each with a test that revision 6 ruled it otherwise.

use crate::table::{REVISION_SIX as BEFORE, RULES, Table, after, days, hex, sound, unit};
use advanced_gettysburg::{AdvancedGettysburg, Place, Retreat};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Orders, Ruleset, SeatId};

#[test]
fn s21_6_s21_8_who_left_the_map_as_it_retreated_comes_back_at_night() {
    for how in ["involuntary", "voluntary"] {
        // Its rear to the western edge, in range of Meredith, in the last turn of the day.
        let mut table = days(&[
            "place Archer line A22=8 A21=4",
            "place Meredith line C21=8 C22=8",
            "turn 42 confederate alone",
            &format!("mark Archer retreat {how} level 6"),
        ]);
        table.confederate("Archer leave", &[]);
        assert_eq!(table.position.unit(unit("Archer")).place, Place::Fled(hex("A22") as u16));
        table.umpire("turn 42 union assault");
        // In revision 6 it was retreating yet as night began, and did nothing else, coming back neither.
        let old = after(&BEFORE, &table, Union, "done", &[]).expect("the end of the turn");
        assert!(old.brigade(unit("Archer")).is_some_and(|b| b.retreat != Retreat::None), "{how}");
        let mut old = Table { position: old, facts: Vec::new() };
        old.umpire("turn 43 confederate primary");
        assert!(after(&BEFORE, &old, Confederate, "Archer march A26", &[]).is_err(), "{how}");
        table.union("done", &[]);
        assert_eq!(table.brigade("Archer").retreat, Retreat::None, "{how}: it is out of all ranges");
        table.umpire("turn 43 confederate primary");
        assert!(table.menu(Confederate).contains(&"Archer march A26".to_owned()), "{how}");
        table.confederate("Archer march A26", &[]);
        assert_eq!(table.position.place(unit("Archer")), Some(hex("A26")));
        sound(&table);
    }
}

#[test]
fn s13_9_s21_8_horse_that_left_the_map_in_line_comes_back_by_its_column_of_the_chart() {
    let mut table = days(&["place Gamble line F22=8 F21=8", "turn 43 union primary"]);
    table.position.units[unit("Gamble").index()].place = Place::Fled(hex("A26") as u16);
    let line = "Gamble march A26-B26-C26-D26-E27-F27-G27";
    let then = after(&BEFORE, &table, Union, line, &[]).expect("it comes back");
    assert!(then.brigade(unit("Gamble")).is_some_and(|b| b.dp > 0), "revision 6 judged it as a line");
    table.union(line, &[]);
    assert_eq!(table.position.place(unit("Gamble")), Some(hex("G27")));
    assert_eq!(table.brigade("Gamble").dp, 0, "horse in column goes eight points for nothing");
    sound(&table);
}

#[test]
fn s21_8_s36_0_a_march_brings_back_who_left_the_map_in_line() {
    let mut table = days(&["place Archer line F22=8 F21=4", "turn 43 confederate primary"]);
    table.position.units[unit("Archer").index()].place = Place::Fled(hex("A26") as u16);
    let marches = |rules: &AdvancedGettysburg| {
        let stage = rules.board(&table.position).stage(SeatId::of_side(Confederate), "march Archer to M34");
        stage.expect("a march").expect("it goes on").now
    };
    assert!(marches(&BEFORE).is_empty(), "in revision 6 it waited to form column");
    let now = marches(&RULES);
    assert!(now.first().is_some_and(|line| line.starts_with("Archer march A26")), "{now:?}");
}
