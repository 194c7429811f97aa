//! What a ninth reading of §1.0 to §16.0 found, mended in revision 6, and that revision 5 ruled it otherwise.

use crate::table::{REVISION_FIVE as BEFORE, RULES, Table, after, board, hex, unit};
use advanced_gettysburg::AdvancedGettysburg;
use domain_core::referee::{Ruleset, Side::Confederate};

/// To the Confederates' Movement Phase of the next turn.
fn next_turn(table: &mut Table) {
    table.confederate("done", &[]).union("done", &[]).union("done", &[]).confederate("done", &[]);
}

#[test]
fn s13_8_r88_points_that_were_kept_are_spent_beyond_the_last_row_of_the_chart() {
    let mut table =
        Table::study(&["turn 3 confederate alone", "place Davis column SE D37 C38 B38", "mark Davis level 5"]);
    table.confederate("Davis keep line", &[]);
    next_turn(&mut table);
    table.umpire("mark Davis level 10");
    let fresh = table.brigade("Davis").dp;
    table.confederate("Davis line D37=8 C38=8 B38=2", &[]).confederate("Davis ahead left 2", &[]);
    assert_eq!((table.spent("Davis"), table.brigade("Davis").dp - fresh), ("10 10 10".to_owned(), 30));
    // Five of these ten were kept: revision 5 ended its move with the tenth.
    assert!(after(&BEFORE, &table, Confederate, "Davis ahead left 1", &[]).is_err());
    table.confederate("Davis ahead left 2", &[]);
    assert_eq!((table.spent("Davis"), table.brigade("Davis").dp - fresh), ("14 14 14".to_owned(), 30));
    assert_eq!(table.refused(Confederate, "Davis ahead left 1"), "11.0", "fifteen are all that it has");
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn r49_s15_3_s21_6_stuart_takes_back_as_the_corps_whom_he_did_not_lead_as_a_division_commander() {
    let mut table = Table::study(&[
        "place Stone line F22=8 F21=5",
        "place Chambliss line G21=8 G22=8",
        "mark Chambliss retreat voluntary",
        "place Hampton rest I23",
        "place Stuart I22",
        "turn 3 confederate primary",
    ]);
    assert!(board(&table).in_brigade_range(Confederate, hex("G22")));
    // Revision 5 held that nobody could take Chambliss back behind that.
    assert!(after(&BEFORE, &table, Confederate, "lead Stuart: Hampton", &[4]).is_err());
    table.confederate("lead Stuart: Hampton", &[4]);
    assert_eq!(table.refused(Confederate, "done"), "21.6", "he may lead Chambliss yet");
    table.confederate("lead Stuart: Chambliss", &[6]).confederate("Chambliss back NE", &[]).confederate("done", &[]);
    assert!(!table.position.segment.is_movement());
}

#[test]
fn s16_2_1_s0_6_3_a_commander_rides_as_far_as_a_charge_of_his_men_gallops() {
    let mut table = Table::with(&["cavalry-charge"]);
    for line in [
        "clear",
        "place Hampton charge N HH37=3 HH37=3",
        "mark Hampton attack launched",
        "place Stuart HH35",
        "turn 3 confederate alone",
    ] {
        table.umpire(line);
    }
    let far = |rules: &AdvancedGettysburg, table: &Table| {
        let board = rules.board(&table.position);
        let field = board.ride_field(unit("Stuart")).expect("he may ride");
        (0..board.pack.ground.cells.len()).filter_map(|hex| field.at(hex)).max()
    };
    assert_eq!((far(&RULES, &table), far(&BEFORE, &table)), (Some(12), Some(8)));
    table.umpire("mark Hampton attack none");
    assert_eq!(far(&RULES, &table), Some(8), "who does not charge has no points yet");
}
