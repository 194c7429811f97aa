//! What a nineteenth reading of §1.0 to §13.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::table::{REVISION_SEVEN as BEFORE, Table, after, board, hex, lies, sound, unit};
use advanced_gettysburg::{Kept, KeptStep, Position};
use domain_core::referee::Refusal;
use domain_core::referee::Side::{self, Confederate, Union};

/// The position after several lines by revision 7.
fn before(mut table: Table, side: Side, lines: &[&str]) -> Result<Position, Refusal> {
    for line in lines {
        table.position = after(&BEFORE, &table, side, line, &[])?;
    }
    Ok(table.position.clone())
}

/// A brigade that kept so many points for a step in the turn before.
fn keeps(table: &mut Table, name: &str, ap: u8, step: KeptStep) {
    let kept = Kept { ap, beyond: 0, step, turn: 2, used: false };
    table.position.brigade_mut(unit(name)).expect("a brigade").kept = Some(kept);
}

/// Ward in line to the east, with one point and one that he kept for a step.
fn ward(line: &str, step: KeptStep) -> Table {
    let place = format!("place Ward line {line}");
    let mut table = Table::study(&[place.as_str(), "turn 3 union alone", "mark Ward level 1"]);
    keeps(&mut table, "Ward", 1, step);
    table
}

#[test]
fn s13_8_s13_10_points_kept_for_a_flank_serve_there_when_the_line_has_faced_about() {
    let wing = || ward("HH40=5 HH39=8 HH38=8", KeptStep::ExtendLeft);
    let (same, other) = ("Ward extend right 4", "Ward extend left 4");
    assert!(before(wing(), Union, &["Ward about", other]).is_ok(), "revision 7 went by left and right");
    assert!(before(wing(), Union, &["Ward about", same]).is_err());
    let mut table = wing();
    table.union("Ward about", &[]);
    assert_eq!(table.refused(Union, other), "13.0");
    assert!(table.menu(Union).contains(&same.to_owned()));
    table.union(same, &[]);
    assert_eq!(lies(&table, "Ward"), "HH38=1 HH39=8 HH40=8 HH41=4");
    assert!(table.brigade("Ward").kept.is_some_and(|kept| kept.used));
    sound(&table);
    // Facing about twice it is at the left flank again.
    let mut table = wing();
    table.union("Ward about", &[]).union("Ward about", &[]).union(other, &[]);
    assert_eq!(lies(&table, "Ward"), "HH41=4 HH40=8 HH39=8 HH38=1");
}

#[test]
fn s13_8_s13_10_points_kept_for_a_hex_ahead_serve_for_it_when_the_line_has_faced_about() {
    // The left flank marker was to go from HH40 to II40, the other one from HH39 to II39.
    let line = || ward("HH40=8 HH39=8", KeptStep::Hex(hex("II40") as u16));
    let (same, other) = ("Ward ahead II39", "Ward ahead II40");
    assert!(before(line(), Union, &["Ward about", other]).is_ok(), "by revision 7 they served for another line");
    assert!(before(line(), Union, &["Ward about", same]).is_err());
    let mut table = line();
    table.union("Ward about", &[]);
    assert!(table.attempt(Union, other, &[]).is_err());
    assert!(table.menu(Union).contains(&same.to_owned()));
    table.union(same, &[]);
    assert_eq!(lies(&table, "Ward"), "II39=8 II40=8");
    sound(&table);
}

#[test]
fn s13_8_s13_10_points_kept_to_form_line_from_column_are_given_up_by_who_goes_to_rest() {
    let column = || {
        let mut table =
            Table::study(&["place Archer column N HH40=8", "turn 3 confederate alone", "mark Archer level 0"]);
        keeps(&mut table, "Archer", 4, KeptStep::Line);
        table
    };
    // Out of rest the line costs two points, and is another row of the chart.
    let line = "Archer line HH40=8 E";
    assert!(before(column(), Confederate, &["Archer rest", line]).is_ok(), "revision 7 held it for the same step");
    let mut table = column();
    table.confederate("Archer rest", &[]);
    assert_eq!(table.brigade("Archer").kept.map(|kept| (kept.ap, kept.used)), Some((0, true)));
    assert_eq!(table.refused(Confederate, line), "13.0");
    sound(&table);
    let mut table = column();
    table.umpire("mark Archer level 2").confederate(line, &[]);
    assert_eq!(table.spent("Archer"), "6", "two points and the four that were kept");
}

#[test]
fn s13_8_s30_1_2_r88_what_a_brigade_owes_is_deducted_from_its_level_and_not_from_points_that_it_kept() {
    let mut table =
        Table::study(&["place Davis column SE D37 C38 B38", "turn 3 confederate alone", "mark Davis level 0 owed 4"]);
    keeps(&mut table, "Davis", 1, KeptStep::Hex(hex("E38") as u16));
    table.confederate("Davis march E38", &[]);
    assert_eq!(table.spent("Davis"), "1 1 1", "the point that it had kept");
    // Turning its head costs nothing.
    let face = "Davis face N";
    assert!(after(&BEFORE, &table, Confederate, face, &[]).is_err(), "revision 7 held that it had less than it spent");
    assert!(table.menu(Confederate).contains(&face.to_owned()));
    table.confederate(face, &[]);
    sound(&table);
}

#[test]
fn s7_2_1_s33_3_5_r72_a_column_that_losses_left_uneven_closes_up_as_soon_as_it_is_out_of_enemy_range() {
    // Stone has HH39 in range, past HH38.
    let mut table = Table::study(&[
        "place Davis column S HH39=7 HH40=8 HH41=2",
        "place Stone line HH37=8 NNE",
        "place Archer line II39=8 W",
        "turn 3 confederate alone",
        "mark Archer attack launched level 6",
        "mark Davis level 2",
    ]);
    assert!(board(&table).in_enemy_range(Confederate, hex("HH39")));
    let comes = "Archer ahead SW";
    let then = after(&BEFORE, &table, Confederate, comes, &[]).expect("he comes between them");
    assert_eq!(then.chain(unit("Davis")).first().map(|l| l.sp), Some(7), "by revision 7 as its next turn began");
    table.confederate(comes, &[]);
    assert_eq!(lies(&table, "Davis"), "HH39=8 HH40=8 HH41=1");
    assert!(!board(&table).in_enemy_range(Confederate, hex("HH39")));
    table.confederate("Davis march II40", &[]);
    assert_eq!(lies(&table, "Davis"), "II40=8 HH39=8 HH40=1");
    sound(&table);
}

#[test]
fn s17_1_3_a_column_that_has_closed_up_changes_formation_next_and_closes_up_no_further() {
    let mut table =
        Table::study(&["place Davis column SE D37 C38 B38", "turn 3 confederate alone", "mark Davis level 6"]);
    table.confederate("Davis close 2", &[]);
    assert_eq!(lies(&table, "Davis"), "D37=8 C38=8 C38=2");
    table.umpire("turn 4 confederate alone").umpire("mark Davis level 8");
    for line in ["Davis close 1", "Davis rest", "Davis line D37=18 E"] {
        assert!(after(&BEFORE, &table, Confederate, line, &[]).is_ok(), "{line}: revision 7 barred marches and turns");
        assert_eq!(table.refused(Confederate, line), "17.1", "{line}");
    }
    assert!(!table.menu(Confederate).iter().any(|line| line.starts_with("Davis close")));
    table.confederate("Davis line D37=8 C38=10", &[]);
    sound(&table);
}

#[test]
fn s13_8_s33_0_2_r88_points_that_were_kept_stay_beyond_the_level_of_who_keeps_others_in_the_same_turn() {
    let mut table = Table::study(&[
        "place Davis column SE K35 J35 I36",
        "place Marye A39 limbered SE",
        "turn 3 confederate alone",
        "mark Davis level 7",
    ]);
    keeps(&mut table, "Davis", 1, KeptStep::Hex(hex("K35") as u16));
    // He has used six of his level and the point that he had kept; the last one is too little for a hex beside the road.
    let davis = table.position.brigade_mut(unit("Davis")).expect("a brigade");
    davis.paid = vec![14; 3];
    davis.kept = davis.kept.map(|kept| Kept { used: true, ..kept });
    let keep = |line: &String| line.starts_with("Davis keep ") && !line.ends_with("line");
    let line = table.menu(Confederate).into_iter().find(keep).expect("a hex that he has no point for");
    table.confederate(&line, &[]);
    assert_eq!(table.brigade("Davis").kept.map(|kept| (kept.ap, kept.beyond, kept.turn)), Some((1, 1, 3)));
    // Seven points, to I36, his rear: that is no level of his.
    let march = "Marye march B38-C38-D37-E38-F37-G37-H36";
    assert!(after(&BEFORE, &table, Confederate, march, &[]).is_ok(), "by revision 7 it was");
    assert_eq!(table.refused(Confederate, march), "13.0");
    sound(&table);
}
