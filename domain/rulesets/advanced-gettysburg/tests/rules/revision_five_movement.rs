//! What revision 5 mended of chapters 6 to 18, rule by rule, and that revision 4 ruled it otherwise and is judged so.

use crate::table::{REVISION_FOUR as BEFORE, RULES, Table, after, board, hex, lies, unit};
use advanced_gettysburg::{Formation, Position, Scenario};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Ruleset, Side};

fn was_legal(table: &Table, side: Side, line: &str) -> bool {
    after(&BEFORE, table, side, line, &[]).is_ok()
}

/// What each marker of a brigade had spent after a line by revision 4, in points.
fn was_spent(table: &Table, side: Side, line: &str, name: &str) -> String {
    let position = after(&BEFORE, table, side, line, &[]).unwrap_or_else(|e| panic!("{line}: {e}"));
    let paid = &position.brigade(unit(name)).expect("a brigade").paid;
    paid.iter().map(|p| format!("{}", f32::from(*p) / 2.0)).collect::<Vec<_>>().join(" ")
}

fn spend(table: &mut Table, name: &str, paid: &[u8]) {
    table.position.brigade_mut(unit(name)).expect("a brigade").paid = paid.to_vec();
}

/// Ward, in line from north to south, looking east.
fn ward(line: &str) -> Table {
    let mut table = Table::study(&["turn 14 union alone", &format!("place us-ward-inf line {line}")]);
    table.umpire("mark us-ward-inf level 8");
    table
}

/// A Confederate column two hexes before Stone's line.
fn before_stone(column: &str) -> Table {
    let mut table = Table::study(&["place Stone line HH40=13 SSW", "turn 3 confederate alone"]);
    table.umpire(column);
    assert!(board(&table).in_enemy_range(Confederate, hex("HH38")));
    table
}

#[test]
fn s8_0_s13_5_horse_goes_to_rest_after_more_points_than_a_line_may_spend() {
    let mut table = Table::study(&["turn 14 union alone", "place Gamble column N M29=3 M28=3 M27=3 M26=3 M25=3 M24=1"]);
    table.umpire("mark Gamble level 20");
    spend(&mut table, "Gamble", &[14; 6]);
    assert!(!was_legal(&table, Union, "Gamble rest"), "more than ten points were those of foot");
    let worn = table.brigade("Gamble").dp;
    table.union("Gamble rest", &[]);
    let spent = table.brigade("Gamble").spent().div_ceil(2);
    let tired = [(12, 12), (13, 15), (14, 18), (15, 21)].into_iter().find(|(level, _)| *level == spent);
    assert_eq!(Some(table.brigade("Gamble").dp - worn), tired.map(|(_, dp)| dp), "at level {spent}");
    // Who is in line before or after stays within ten points.
    let mut table = Table::study(&["turn 14 union alone", "place Gamble column N M29=3 M28=3"]);
    table.umpire("mark Gamble level 20");
    spend(&mut table, "Gamble", &[10; 2]);
    assert_eq!(table.refused(Union, "Gamble line M29=3 M28=3"), "13.0");
}

#[test]
fn s16_2_1_a_commander_rides_as_far_as_horse_at_rest_may_under_him() {
    let mut table = Table::study(&["turn 1 union opening", "place Gamble rest M34", "place Buford M34"]);
    let level = |position: &Position| position.commander(unit("Buford")).and_then(|c| c.level);
    assert_eq!(level(&after(&BEFORE, &table, Union, "primary Buford", &[]).expect("he may")), Some(10));
    table.union("primary Buford", &[]);
    assert_eq!(level(&table.position), Some(20));
}

#[test]
fn s18_1_s7_1_4_a_column_that_forms_line_with_other_points_shares_them_out_for_a_point_more_in_enemy_range() {
    let start = || {
        let mut table = before_stone("place Archer column N HH38=8 HH37=4");
        table.umpire("mark Archer level 9");
        table
    };
    assert_eq!(was_spent(&start(), Confederate, "Archer line HH38=6 HH37=6", "Archer"), "8 8");
    let mut table = start();
    table.confederate("Archer line HH38=6 HH37=6", &[]);
    assert_eq!(table.spent("Archer"), "9 9");
    let mut table = start();
    table.confederate("Archer line HH38=8 HH37=4", &[]);
    assert_eq!(table.spent("Archer"), "8 8", "flipped over");
    assert!(start().menu(Confederate).contains(&"Archer line HH38=8 HH37=4".to_owned()));
    // In woods likewise; in the open nothing is paid for it.
    let mut woods = Table::study(&["turn 3 confederate alone", "place Archer column N KK32=8 KK31=4"]);
    woods.umpire("mark Archer level 9").confederate("Archer line KK32=6 KK31=6", &[]);
    assert_eq!(woods.spent("Archer"), "9 9");
    let mut open = Table::study(&["turn 3 confederate alone", "place Archer column N HH38=8 HH37=4"]);
    open.umpire("mark Archer level 9").confederate("Archer line HH38=6 HH37=6", &[]);
    assert_eq!(open.spent("Archer"), "6 6");
}

#[test]
fn s18_1_s7_1_4_beside_an_enemy_a_column_forms_line_with_the_points_of_its_markers() {
    let mut table = Table::study(&[
        "place Archer column N HH38=8 HH37=4",
        "place Stone line HH39=8 NNE",
        "turn 3 confederate alone",
        "mark Archer level 1",
    ]);
    assert!(was_legal(&table, Confederate, "Archer line HH38=6 HH37=6"));
    assert_eq!(table.refused(Confederate, "Archer line HH38=6 HH37=6"), "18.0");
    table.confederate("Archer line HH37=4 HH38=8", &[]);
    assert_eq!((lies(&table, "Archer"), table.spent("Archer")), ("HH37=4 HH38=8".into(), "0 0".into()));
    // Horse too, as under fire (§24.6).
    let mut horse = Table::study(&[
        "place Gamble column N HH38=3 HH37=3 HH36=3",
        "place Archer line HH39=8 NNE",
        "turn 14 union alone",
        "mark Gamble level 1",
    ]);
    assert!(was_legal(&horse, Union, "Gamble line HH38=1 HH37=7 HH36=1"));
    assert_eq!(horse.refused(Union, "Gamble line HH38=1 HH37=7 HH36=1"), "18.0");
    assert!(!was_legal(&horse, Union, "Gamble line HH38=3 HH37=3 HH36=3"));
    horse.union("Gamble line HH38=3 HH37=3 HH36=3", &[]);
    assert_eq!(horse.spent("Gamble"), "0 0 0");
}

#[test]
fn s33_3_5_s7_1_2_a_column_that_losses_left_uneven_flips_over_so_in_enemy_range() {
    let mut table = before_stone("place Davis column N HH38=7 HH37=7 HH36=6");
    table.umpire("mark Davis level 9");
    let line = "Davis line HH38=7 HH37=7 HH36=6";
    assert!(!was_legal(&table, Confederate, line));
    let mut free = Table::study(&["turn 3 confederate alone", "place Davis column N HH38=7 HH37=7 HH36=6"]);
    free.umpire("mark Davis level 9");
    assert_eq!(free.refused(Confederate, line), "7.1", "out of range it shares them out");
    table.confederate(line, &[]);
    assert_eq!(table.spent("Davis"), "8 8 8");
}

#[test]
fn s13_7_each_marker_that_closes_up_to_form_line_pays_for_its_own_steps() {
    let mut table =
        Table::study(&["turn 3 confederate alone", "place Davis column SE D37=8 C38=8 B38=2", "mark Davis level 8"]);
    spend(&mut table, "Davis", &[4, 2, 0]);
    let line = "Davis line D37=8 C38=10";
    assert!(!was_legal(&table, Confederate, line), "the head paid for the rear's way");
    table.confederate(line, &[]);
    assert_eq!(table.spent("Davis"), "8 7");
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s13_7_markers_of_a_line_that_forms_column_or_grows_have_spent_what_each_did() {
    for (line, was, is) in [("Ward column N", "4 4 4", "2 2 4"), ("Ward extend left 3", "4 4 4 4", "2 2 2 4")] {
        let mut table = ward("M29=5 M28=8 M27=8");
        spend(&mut table, "us-ward-inf", &[0, 0, 4]);
        assert_eq!(was_spent(&table, Union, line, "us-ward-inf"), was, "{line}");
        table.union(line, &[]);
        assert_eq!(table.spent("us-ward-inf"), is, "{line}");
    }
}

#[test]
fn s18_7_s7_1_1_a_thick_line_gets_a_weak_flank_marker_and_stays_thick() {
    let mut table = ward("M29=13 M28=8");
    assert!(!was_legal(&table, Union, "Ward extend left 4"));
    table.union("Ward extend left 4", &[]);
    assert_eq!(lies(&table, "us-ward-inf"), "M30=4 M29=8 M28=9");
    table.union("Ward strength 4-9-8", &[]);
}

#[test]
fn s6_2_6_the_head_of_a_column_marches_so_that_it_points_at_no_marker_of_its_own() {
    // Revision 5 barred the way; since revision 6 the head looks aside.
    let ahead = |position: &Position| {
        let Some(Formation::Column { facing }) = position.brigade(unit("Gamble")).map(|b| b.formation) else {
            panic!("a column");
        };
        let chain = position.chain(unit("Gamble"));
        let hex = RULES.pack().ground.atlas.ahead(chain[0].at(), facing);
        chain.iter().any(|l| Some(l.at()) == hex)
    };
    let mut table = Table::study(&["turn 14 union alone", "place Gamble column SE O29=3 N29=3 M29=3 M28=3 M27=1"]);
    table.umpire("mark Gamble level 8");
    assert!(ahead(&after(&BEFORE, &table, Union, "Gamble march N28", &[]).expect("a march")));
    table.union("Gamble march N28", &[]);
    assert!(!ahead(&table.position));
    table.umpire("place Gamble column S M28=3 M29=3 N29=3 O29=3 N28=3").umpire("mark Gamble level 8");
    assert!(ahead(&after(&BEFORE, &table, Union, "Gamble about", &[]).expect("it faces about")));
    table.union("Gamble about", &[]);
    assert!(!ahead(&table.position));
}

#[test]
fn r62_s17_1_6_points_that_join_leave_room_for_the_flank_marker_of_another_brigade() {
    let mut table = Table::start();
    table.umpire("clear");
    table.position.scenario = Scenario::TwoDays;
    for line in [
        "place us-cutler-inf line M29=4 M28=8 M27=4",
        "place us-meredith-inf line M31=8 M30=9 M29=2",
        "turn 31 confederate assault",
    ] {
        table.umpire(line);
    }
    let points =
        |position: &Position| -> Vec<u8> { position.chain(unit("us-cutler-inf")).iter().map(|l| l.sp).collect() };
    assert_eq!(points(&after(&BEFORE, &table, Confederate, "done", &[]).expect("done")), [7, 8, 7], "nine in M29");
    table.confederate("done", &[]);
    assert_eq!(points(&table.position), [6, 8, 8]);
}

#[test]
fn s13_8_r14_points_kept_for_a_step_that_has_become_cheaper_serve_for_nothing_else() {
    let mut table =
        Table::study(&["turn 3 confederate alone", "place Davis column SE D37=8 C38=8", "mark Davis level 2"]);
    let kept = serde_json::json!({ "ap": 7, "step": "line", "turn": 2 });
    table.position.brigade_mut(unit("Davis")).expect("a brigade").kept =
        Some(serde_json::from_value(kept).expect("points kept in enemy range"));
    let line = "Davis line D37=8 C38=8";
    let left = |position: &Position| position.brigade(unit("Davis")).and_then(|b| b.kept).map(|k| (k.ap, k.used));
    assert_eq!(left(&after(&BEFORE, &table, Confederate, line, &[]).expect("a line")), Some((7, true)));
    table.confederate(line, &[]);
    assert_eq!(left(&table.position), Some((6, true)));
}
