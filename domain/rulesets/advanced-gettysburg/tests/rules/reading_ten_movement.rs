//! What a tenth reading of §1.0 to §18.0 found, mended in revision 7, and that revision 6 ruled it otherwise.

use crate::table::{REVISION_SIX as BEFORE, RULES, Table, after, board, fired, hex, lies, sound, unit};
use advanced_gettysburg::Segment;
use domain_core::referee::Side::{Confederate, Union};

/// Meredith has begun to retreat beside Archer, who attacks; nobody moves by himself any more, and a commander has Meredith and Cutler in range.
fn begun(chief: &str) -> Table {
    let chief = format!("place {chief} I21");
    Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        "place Cutler rest K22",
        chief.as_str(),
        "mark Archer attack launched",
        "mark Meredith retreat voluntary",
        "turn 3 union divisions",
    ])
}

#[test]
fn s15_3_s21_6_a_commander_does_not_leave_behind_whom_he_alone_could_take_back() {
    // Reynolds opens the segment of corps; Wadsworth leads in the one of divisions, which is open.
    for chief in ["Reynolds", "Wadsworth"] {
        let mut table = begun(chief);
        assert_eq!(table.refused(Union, "done"), "21.6", "{chief} may lead Meredith yet");
        // By revision 6 Meredith could stand there without a level for the rest of the phase.
        let line = format!("lead {chief}: Cutler");
        let then = Table { position: after(&BEFORE, &table, Union, &line, &[4]).expect("a roll"), facts: Vec::new() };
        assert!(after(&BEFORE, &then, Union, "done", &[]).is_ok());
        assert_eq!(table.refused(Union, &line), "21.6");
        table.union(&format!("lead {chief}: Meredith, Cutler"), &[4]);
        table.union("Meredith back NE", &[]).union("done", &[]);
        assert!(!table.position.segment.is_movement());
    }
}

#[test]
fn s15_3_s21_6_who_is_led_with_others_is_ticked_beside_whom_must_be_taken_back() {
    let table = begun("Reynolds");
    let step = |said: &[&str]| {
        let said: Vec<String> = said.iter().map(|word| (*word).to_owned()).collect();
        let step = board(&table).composed_steps(Union, &said).expect("a goal");
        step.expect("a step").order.map(|choice| choice.order)
    };
    assert_eq!(step(&["lead Reynolds", "Cutler"]), None, "Meredith would be left behind");
    let both = step(&["lead Reynolds", "Cutler", "Meredith"]);
    assert_eq!(both.as_deref(), Some("lead Reynolds: Cutler, Meredith"));
}

#[test]
fn s14_3_s14_4_s21_6_a_commander_takes_back_as_many_as_he_may_lead() {
    let mut table = Table::study(&[
        "place Rowley line F24=7 F23=7",
        "place Stone line F22=8 F21=5",
        "place Baxter line F20=8 F19=7",
        "place cs-f-lee-cav line G23=7 G24=7",
        "place Chambliss line G21=8 G22=8",
        "place cs-jenkins-a-g-cav line G19=8 G20=8",
        "place Hampton rest I21",
        "place Stuart H21",
        "mark Stuart hit",
        "mark cs-f-lee-cav retreat voluntary",
        "mark Chambliss retreat voluntary",
        "mark cs-jenkins-a-g-cav retreat voluntary",
        "turn 3 confederate divisions",
    ]);
    // As a division commander he takes Hampton; two more are all that he leads as the corps'.
    table.confederate("lead Stuart: Hampton", &[4]);
    // Revision 6 wanted all three of him, and left no order.
    assert!(after(&BEFORE, &table, Confederate, "lead Stuart", &[6]).is_err());
    assert!(after(&BEFORE, &table, Confederate, "done", &[]).is_err());
    assert_eq!(table.refused(Confederate, "done"), "21.6");
    assert_eq!(table.refused(Confederate, "lead Stuart: Chambliss"), "21.6", "he may take another one");
    table.confederate("lead Stuart", &[6]);
    let led = ["cs-f-lee-cav", "Chambliss", "cs-jenkins-a-g-cav"].map(|name| table.brigade(name).level.is_some());
    assert_eq!(led.into_iter().filter(|led| *led).count(), 2);
    sound(&table);
}

#[test]
fn s16_2_s21_6_a_commander_does_not_ride_away_from_whom_he_alone_could_take_back() {
    let mut table = begun("Reynolds");
    assert!(after(&BEFORE, &table, Union, "Reynolds ride M21", &[]).is_ok());
    assert_eq!(table.refused(Union, "Reynolds ride M21"), "21.6");
    assert!(!table.menu(Union).contains(&"Reynolds ride M21".to_owned()));
    // Within range of Meredith he may, and anywhere once he has led.
    let mut nearer = begun("Reynolds");
    nearer.union("Reynolds ride H22", &[]);
    table.union("lead Reynolds: Meredith", &[6]).union("Reynolds ride M21", &[]);
    assert_eq!(table.position.place(unit("Reynolds")), RULES.hex("M21"));
}

#[test]
fn s16_2_3_a_brigade_commander_goes_back_after_combat_with_the_marker_he_is_with() {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G20=3 G21=8 G22=8",
        "turn 3 confederate withdrawal",
        "mark Archer attack launched level 6",
    ]);
    // He was placed with the left flank marker when the Movement Phase ended.
    table.position.brigade_mut(unit("Meredith")).expect("a brigade").counter = 0;
    fired(&mut table, "Archer", "F22", "G22");
    let line = "Meredith back NE";
    let then = after(&BEFORE, &table, Union, line, &[]).expect("a retreat");
    assert_eq!(then.counter(unit("Meredith")), Some(hex("H21")), "by revision 6 he was in the middle");
    table.union(line, &[]);
    assert_eq!(table.position.counter(unit("Meredith")), Some(hex("H20")));
    sound(&table);
}

#[test]
fn s16_2_3_s24_0_6_a_brigade_commander_stays_with_the_marker_that_led_where_it_forms_line_in_haste() {
    let mut table = Table::study(&[
        "place Stone column N HH41=8 HH40=5",
        "place Archer line GG41=8 E",
        "mark Archer attack launched",
        "turn 1 confederate hasty",
    ]);
    let then = after(&BEFORE, &table, Union, "Stone hasty left", &[]).expect("a line");
    assert_eq!(then.counter(unit("Stone")), Some(hex("HH40")));
    table.union("Stone hasty left", &[]);
    assert_eq!(table.position.counter(unit("Stone")), Some(hex("HH41")));
}

#[test]
fn s16_2_3_s33_3_5_a_brigade_commander_stays_with_his_marker_when_another_is_lost() {
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=1 II39=1 JJ38=1",
        "mark Archer attack launched",
        "mark Archer cp 9",
        "turn 1 confederate targets",
    ]);
    let archer = unit("Archer");
    table.position.brigade_mut(archer).expect("a brigade").counter = 2;
    table.confederate("done", &[]);
    if table.position.segment == Segment::FlankMoves {
        table.union("done", &[]);
    }
    // Five at a flank in the air are ten, and at one point one: two casualty points with a six, and the point of HH39.
    table.union("HH40: 5 at HH39", &[]);
    let then = after(&BEFORE, &table, Union, "done", &[6]).expect("the fire");
    assert_eq!(then.counter(archer), Some(hex("II39")), "by revision 6 he was put in the middle");
    table.union("done", &[6]);
    assert_eq!((lies(&table, "Archer").as_str(), table.position.counter(archer)), ("II39=1 JJ38=1", Some(hex("JJ38"))));
}

#[test]
fn s11_10_s30_1_2_no_marker_withdraws_by_its_own_will_that_holds_more_than_eight_points() {
    let before_archer = |line: &str| {
        let mut table = Table::study(&[
            "place Archer line F22=8 F21=4",
            line,
            "turn 3 confederate withdrawal",
            "mark Archer attack launched level 6",
        ]);
        fired(&mut table, "Archer", "F22", "G22");
        table
    };
    let lines = ["Meredith back NE", "Meredith back to H20 H21"];
    let mut thick = before_archer("place Meredith line G21=8 G22=9");
    for line in lines {
        assert!(after(&BEFORE, &thick, Union, line, &[]).is_ok(), "by revision 6 it was carried off: {line}");
        assert!(thick.attempt(Union, line, &[]).is_err(), "{line}");
    }
    // What is left to it is a way on which that marker stays.
    let together = |line: &String| line.starts_with("Meredith back ") && !line.starts_with("Meredith back to ");
    assert!(!thick.menu(Union).iter().any(together));
    for line in lines {
        before_archer("place Meredith line G21=8 G22=8").union(line, &[]);
    }
}

#[test]
fn s11_10_s21_8_no_marker_leaves_the_map_that_holds_more_than_eight_points() {
    let archer = |line: &str| Table::study(&[line, "place Meredith line C21=8 C22=8", "turn 3 confederate primary"]);
    let mut thick = archer("place Archer line A22=12 E");
    thick.confederate("alone Archer", &[6]);
    assert!(after(&BEFORE, &thick, Confederate, "Archer leave", &[]).is_ok());
    assert_eq!(thick.refused(Confederate, "Archer leave"), "11.0");
    archer("place Archer line A22=8 E").confederate("alone Archer", &[6]).confederate("Archer leave", &[]);
}
