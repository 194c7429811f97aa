//! What an eleventh reading of §1.0 to §13.0, §18.0, §19.0 and §33.0 found, mended in revision 7, and that revision 6 ruled it otherwise.

use crate::table::{REVISION_SEVEN, REVISION_SIX as BEFORE, Table, after, fired, hex, lies, sound, unit};
use domain_core::referee::Side::Union;

#[test]
fn s13_8_of_a_level_that_a_die_has_given_all_is_kept_that_does_not_pay_for_the_next_step() {
    // A six gives horse in column eight points; as a line they cost disorganization beyond six.
    let mut table = Table::study(&["turn 3 union alone", "place Gamble column SE D37 C38 B38", "mark Gamble level 8"]);
    table.union("Gamble march E38", &[]).union("Gamble line E38=5 D37=6 C38=5", &[]);
    assert_eq!(table.spent("Gamble"), "7 7 7");
    let line = "Gamble keep E37";
    assert!(after(&BEFORE, &table, Union, line, &[]).is_err(), "by revision 6 six points were all of which it kept");
    assert!(table.menu(Union).contains(&line.to_owned()));
    table.union(line, &[]);
    assert_eq!(table.brigade("Gamble").kept.map(|kept| kept.ap), Some(1));
    // With two points left it goes there for disorganization, and keeps nothing.
    let mut table = Table::study(&["turn 3 union alone", "place Gamble line E38=5 D37=6 C38=5", "mark Gamble level 8"]);
    table.position.brigade_mut(unit("Gamble")).expect("a brigade").paid = vec![12; 3];
    assert_eq!(table.refused(Union, line), "13.8");
    table.union("Gamble ahead E37", &[]);
}

#[test]
fn s16_2_3_s33_3_5_r72_of_two_points_lost_at_once_both_go_from_where_the_commander_is_not() {
    let mut table =
        Table::study(&["place Archer line HH39=1 II39=1 JJ38=1", "mark Archer cp 20", "turn 1 union artillery"]);
    let archer = unit("Archer");
    // He was placed with the right flank marker; twenty casualty points of this phase are two strength points.
    table.position.brigade_mut(archer).expect("a brigade").counter = 2;
    let struck = serde_json::json!({ "cp": 20, "sp": 3, "unit": archer });
    table.position.fight.struck.push(serde_json::from_value(struck).expect("what was received"));
    let then = Table { position: after(&BEFORE, &table, Union, "done", &[]).expect("losses"), facts: Vec::new() };
    assert_eq!(lies(&then, "Archer"), "II39=1", "revision 6 measured the second from the middle");
    table.union("done", &[]);
    assert_eq!((lies(&table, "Archer").as_str(), table.position.counter(archer)), ("JJ38=1", Some(hex("JJ38"))));
    sound(&table);
}

#[test]
fn s16_2_3_s30_2_r71_a_brigade_commander_goes_back_with_his_marker_where_another_is_lost() {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G20=3 G21=8 G22=8",
        "place Davis line H22=8 W",
        "place Brockenbrough line G23=8 SSE",
        "place Pettigrew line G19=8 NNE",
        "place Lane line F19=8 E",
        "place Perrin line H19=8 W",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    let meredith = unit("Meredith");
    // He was placed with the right flank marker when the Movement Phase ended.
    table.position.brigade_mut(meredith).expect("a brigade").counter = 2;
    fired(&mut table, "Archer", "F22", "G22");
    fired(&mut table, "Meredith", "G22", "F22");
    table.confederate("Archer.1 assault G22", &[3, 1]);
    // The left flank marker has enemies all around and is lost.
    let line = "Meredith back SE NE";
    let then = after(&BEFORE, &table, Union, line, &[]).expect("a way back");
    assert_eq!(then.counter(meredith), Some(hex("I21")), "by revision 6 he was in the middle");
    // Since revision 8 its flanks may turn so that none is lost, and it must go back so.
    let position = after(&REVISION_SEVEN, &table, Union, line, &[]).expect("a way back");
    table = Table { position, facts: Vec::new() };
    assert_eq!(lies(&table, "Meredith"), "I21=8 I22=8");
    assert_eq!(table.position.counter(meredith), Some(hex("I22")));
}

#[test]
fn s18_7_who_extends_a_line_of_horse_says_what_its_markers_hold() {
    let custer =
        || Table::study(&["turn 14 union alone", "place Custer line M29=8 M28=7 M27=8", "mark Custer level 6"]);
    let mut table = custer();
    let line = "Custer extend left 3-6-6-8";
    assert!(after(&BEFORE, &table, Union, line, &[]).is_err(), "by revision 6 inner markers were as strong as can be");
    for (wrong, section) in [("3-6-6-7", "7.1"), ("3-5-5-10", "7.1"), ("3-12-8", "18.0"), ("9-6-6-2", "11.0")] {
        assert_eq!(table.refused(Union, &format!("Custer extend left {wrong}")), section, "{wrong}");
    }
    table.union(line, &[]);
    assert_eq!(
        (lies(&table, "Custer").as_str(), table.spent("Custer").as_str()),
        ("M30=3 M29=6 M28=6 M27=8", "2 2 2 2")
    );
    sound(&table);
    let mut plain = custer();
    plain.union("Custer extend left 3", &[]);
    assert_eq!(lies(&plain, "Custer"), "M30=3 M29=8 M28=8 M27=4");
}
