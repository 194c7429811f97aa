//! What a sixteenth reading of §1.0 to §13.0 found, mended in revision 7, and that revision 6 ruled it otherwise.

use crate::table::{REVISION_SIX as BEFORE, Table, after, board, hex, lies, sound, unit};
use domain_core::board::{Axis, Facing};
use domain_core::referee::Side::Union;

#[test]
fn s11_10_s7_1_4_who_joins_another_marker_with_more_than_eight_points_has_shared_them_out_before() {
    // Archer stands beside both markers, where nobody shares out points.
    let ward = |line: &str| {
        Table::study(&["turn 14 union alone", line, "place Archer line N27=12 W", "mark us-ward-inf level 6"])
    };
    let line = "Ward to L27=8 L27=7 ends N S";
    let mut table = ward("place us-ward-inf line M28=5 M27=10");
    assert!(board(&table).beside_enemy(unit("us-ward-inf")));
    let then = after(&BEFORE, &table, Union, line, &[]).expect("a retreat");
    let then = Table { position: then, facts: Vec::new() };
    assert_eq!(lies(&then, "us-ward-inf"), "L27=15", "by revision 6 ten points went back as if they were seven");
    assert_eq!(table.refused(Union, line), "18.0");
    // Eight and seven go back so.
    let mut table = ward("place us-ward-inf line M28=8 M27=7");
    table.union(line, &[]);
    assert_eq!((lies(&table, "us-ward-inf").as_str(), table.spent("us-ward-inf").as_str()), ("L27=15", "2"));
    sound(&table);
}

#[test]
fn s21_6_s21_7_s7_1_4_who_retreats_shares_out_no_strength_for_the_points_of_its_retreat() {
    let retreating = |how: &str| {
        Table::study(&[
            "turn 9 union alone",
            "place us-ward-inf line M29=5 M28=8 M27=8",
            "place Archer line O27=6 O28=6",
            &format!("mark us-ward-inf retreat {how}"),
        ])
    };
    let line = "Ward to M29=8 M28=8 M27=5";
    // Of two points one was left by that, for which nobody goes back.
    let mut table = retreating("voluntary level 2");
    let then = after(&BEFORE, &table, Union, line, &[]).expect("points shared out");
    let then = Table { position: then, facts: Vec::new() };
    assert!(after(&BEFORE, &then, Union, "done", &[]).is_ok(), "by revision 6 it stayed where it was");
    assert_eq!(table.refused(Union, "done"), "21.6");
    assert_eq!(table.refused(Union, line), "21.6");
    table.union("Ward back left 1", &[]).union("done", &[]);
    let mut table = retreating("involuntary");
    let then = after(&BEFORE, &table, Union, line, &[]).expect("points shared out");
    let spent = then.brigade(unit("us-ward-inf")).map(|b| b.spent());
    assert_eq!(spent, Some(2), "by revision 6 seven of its eight points were left, which are three hexes");
    assert_eq!(table.refused(Union, line), "21.6");
    assert_eq!(table.refused(Union, "Ward strength 8-8-5"), "21.6");
    table.union("Ward back left 1", &[]);
    sound(&table);
}

#[test]
fn s24_6_s19_4_1_s11_7_the_head_of_a_column_that_forms_line_in_haste_turns_no_more_after_that() {
    // Kelly's head is turned aside to the north-east, Archer attacks beside both of his markers.
    let looked = Facing::read("NE", Axis::FlatColumns).expect("a side");
    for (line, ends, turn) in [("Kelly hasty right", "Kelly ends N S", 3), ("Kelly hasty left", "Kelly ends S N", -3)] {
        let mut table = Table::study(&[
            "place Kelly column NE M28=8 M27=5",
            "place Archer line N27=12 W",
            "mark Archer attack launched",
            "turn 14 confederate hasty",
        ]);
        let then = after(&BEFORE, &table, Union, line, &[]).expect("a line");
        let mut then = Table { position: then, facts: Vec::new() };
        then.umpire("turn 15 union alone").umpire("mark Kelly level 6");
        assert!(after(&BEFORE, &then, Union, ends, &[]).is_ok(), "by revision 6 it straightened: {line}");
        table.union(line, &[]);
        assert_eq!(table.brigade("Kelly").stands, [(hex("M28") as u16, looked.turned(turn))], "{line}");
        table.umpire("turn 15 union alone").umpire("mark Kelly level 6");
        assert_eq!(table.refused(Union, ends), "21.0", "{line}");
        sound(&table);
    }
}
