//! What a tenth reading of §1.0 to §18.0 found, mended in revision 7, and that revision 6 ruled it otherwise.

use crate::table::{RULES, Table, after, sound, unit};
use advanced_gettysburg::{AdvancedGettysburg, Position};
use domain_core::referee::Side::{self, Confederate, Union};
use domain_core::referee::{Refusal, Ruleset};
use std::sync::LazyLock;

static BEFORE: LazyLock<AdvancedGettysburg> = LazyLock::new(|| RULES.earlier(6).expect("revision 6 is known"));

/// The position after a line by revision 6.
fn before(table: &Table, side: Side, line: &str, dice: &[u8]) -> Result<Position, Refusal> {
    after(&BEFORE, table, side, line, dice)
}

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
        let then = Table { position: before(&table, Union, &line, &[4]).expect("a roll"), facts: Vec::new() };
        assert!(before(&then, Union, "done", &[]).is_ok());
        assert_eq!(table.refused(Union, &line), "21.6");
        table.union(&format!("lead {chief}: Meredith, Cutler"), &[4]);
        table.union("Meredith back NE", &[]).union("done", &[]);
        assert!(!table.position.segment.is_movement());
    }
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
    assert!(before(&table, Confederate, "lead Stuart", &[6]).is_err());
    assert!(before(&table, Confederate, "done", &[]).is_err());
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
    assert!(before(&table, Union, "Reynolds ride M21", &[]).is_ok());
    assert_eq!(table.refused(Union, "Reynolds ride M21"), "21.6");
    assert!(!table.menu(Union).contains(&"Reynolds ride M21".to_owned()));
    // Within range of Meredith he may, and anywhere once he has led.
    let mut nearer = begun("Reynolds");
    nearer.union("Reynolds ride H22", &[]);
    table.union("lead Reynolds: Meredith", &[6]).union("Reynolds ride M21", &[]);
    assert_eq!(table.position.place(unit("Reynolds")), RULES.hex("M21"));
}
