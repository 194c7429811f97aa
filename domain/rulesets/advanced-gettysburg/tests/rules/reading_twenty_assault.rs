//! What a twentieth reading of §25.0 to §33.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::table::{REVISION_SEVEN as BEFORE, Table, after, fired, hex, lies, sound, unit};
use advanced_gettysburg::Segment;
use domain_core::referee::Side::Confederate;

#[test]
fn s30_1_2_who_lost_the_marker_that_was_fired_at_was_at_an_end_of_the_fire_and_may_withdraw() {
    // Two points in two markers, of which one stands before Archer, and holds its fire.
    let mut table = Table::study(&[
        "place Meredith line II41=1 HH40=1",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched level 6",
        "mark Meredith cp 9",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer.1 at HH40", &[]).confederate("done", &[]);
    if table.position.segment == Segment::FlankMoves {
        table.union("done", &[]);
    }
    table.union("HH40: hold", &[]).union("done", &[6]);
    assert_eq!((lies(&table, "Meredith"), table.position.segment), ("II41=1".to_owned(), Segment::BackOff));
    let then = after(&BEFORE, &table, Confederate, "done", &[]).expect("nobody goes back");
    assert_eq!(then.segment, Segment::Assault, "revision 7 did not ask Meredith, beside whom nobody stands any more");
    table.confederate("done", &[]).union("Meredith back N", &[]);
    assert_eq!(lies(&table, "Meredith"), "II42=1");
    sound(&table);
}

#[test]
fn s31_1_who_lost_the_marker_that_was_fired_at_was_in_fire_combat_and_may_advance() {
    // Archer fired at nobody. What was fired at II38 shot away the marker that lay there.
    let mut table = Table::study(&[
        "place Archer line HH39=1 NNE",
        "place Stone line KK38=8 W",
        "turn 1 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    let (archer, from, to) = (unit("Archer"), hex("JJ38"), hex("II38"));
    let pair = serde_json::json!({ "from": from, "sp": 8, "struck": [archer, null], "to": to, "unit": unit("Stone") });
    table.position.pairs.push(serde_json::from_value(pair).expect("a pair"));
    table.position.vacated.push(hex("HH40") as u16);
    let line = "Archer advance HH40";
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_err(), "by revision 7 it was in no fire combat");
    table.confederate(line, &[]);
    assert_eq!((lies(&table, "Archer"), table.spent("Archer")), ("HH40=1".to_owned(), "2".to_owned()));
    sound(&table);
}

#[test]
fn s30_2_1_r71_where_not_all_markers_of_a_beaten_line_can_be_placed_the_fewest_points_are_lost() {
    // Whatever way it goes markers of it have enemies behind them, and not all of them find a hex that keeps the chain.
    let mut table = Table::study(&[
        "place Archer line HH41=4 II42=8 II43=8 JJ42=1 ends NW NE",
        "place Stone line HH40=8 NNE",
        "place Cutler line HH42=8 E",
        "place Baxter line JJ41=8 NNW",
        "place us-paul-inf line JJ43=8 SSW",
        "turn 1 union assault",
        "mark Stone attack launched",
    ]);
    fired(&mut table, "Stone", "HH40", "HH41");
    table.union("Stone.1 assault HH41", &[1, 1]);
    let line = "Archer back N NW";
    let then = after(&BEFORE, &table, Confederate, line, &[]).expect("revision 7 let it");
    assert_eq!(then.brigade(unit("Archer")).map(|b| b.lost), Some(5), "by revision 7 those who could be placed too");
    table.confederate(line, &[]);
    assert_eq!(lies(&table, "Archer"), "II43=4 HH43=8 HH44=8");
    assert_eq!(table.brigade("Archer").lost, 1);
    sound(&table);
}
