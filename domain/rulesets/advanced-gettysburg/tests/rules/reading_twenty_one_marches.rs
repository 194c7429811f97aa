//! What a twenty-first reading of §1.0 to §13.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::fire_kit::to_defence;
use crate::table::{REVISION_SEVEN as BEFORE, Table, after, days, lies, sound, unit};
use advanced_gettysburg::{Kept, KeptStep, Position};
use domain_core::referee::Side::{Confederate, Union};

#[test]
fn s7_1_2_s17_1_2_who_shares_points_out_as_its_markers_join_makes_no_inner_marker_weaker() {
    // Losses have left all markers too weak for inner ones.
    let thin = || {
        Table::study(&[
            "turn 14 union alone",
            "place us-ward-inf line M30=6 M29=5 M28=5 M27=5",
            "mark us-ward-inf level 6",
        ])
    };
    let line = "Ward to M29=6 M29=4 M28=3 M27=8";
    let mut table = thin();
    let then = after(&BEFORE, &table, Union, line, &[]).expect("markers that join");
    let then = Table { position: then, facts: Vec::new() };
    assert_eq!(lies(&then, "us-ward-inf"), "M29=10 M28=3 M27=8", "by revision 7 any points did for a thinned line");
    assert_eq!(table.refused(Union, line), "7.1");
    // What losses left may stay so as others join, and enough points for the inner marker may come to it.
    for (line, lie) in [
        ("Ward to M29=6 M29=5 M28=5 M27=5", "M29=11 M28=5 M27=5"),
        ("Ward to M29=6 M29=1 M28=8 M27=6", "M29=7 M28=8 M27=6"),
    ] {
        let mut table = thin();
        table.union(line, &[]);
        assert_eq!(lies(&table, "us-ward-inf"), lie);
        sound(&table);
    }
}

#[test]
fn s13_8_s13_10_r14_points_that_guns_kept_for_a_change_that_has_become_cheaper_are_gone_with_it() {
    // In two hexes, one of woods and one in range, it wanted three points and kept two; it withdrew, and one will do.
    let kept = |at: &Position| at.battery(unit("Stewart")).and_then(|guns| guns.kept).map(|kept| (kept.ap, kept.used));
    let table = |step: KeptStep| {
        let mut table = Table::study(&["place Stewart HH40 limbered S", "turn 3 union alone"]);
        let guns = table.position.battery_mut(unit("Stewart")).expect("a battery");
        guns.kept = Some(Kept { ap: 2, beyond: 0, step, turn: 2, used: false });
        table
    };
    let line = "Stewart unlimber SSE";
    let then = after(&BEFORE, &table(KeptStep::Limber), Union, line, &[]).expect("it unlimbers");
    assert_eq!(kept(&then), Some((2, true)), "by revision 7 the second point served for anything");
    let mut table = table(KeptStep::Unlimber);
    table.union(line, &[]);
    assert_eq!(kept(&table.position), Some((1, true)));
    sound(&table);
}

#[test]
fn s17_1_3_r62_a_column_that_losses_drew_out_marches_also_when_strength_has_joined_it_in_its_last_hex() {
    // He closed up once, and lost what lay above another marker; six points join him at midnight, turn 52.
    let mut table = days(&["place Davis column N HH41=8 HH40=6", "turn 51 union assault"]);
    table.position.brigade_mut(unit("Davis")).expect("a brigade").closed = true;
    let on = "Davis march HH42";
    let old = after(&BEFORE, &table, Union, "done", &[]).expect("the end of the turn");
    let mut old = Table { position: old, facts: Vec::new() };
    assert_eq!(lies(&old, "Davis"), "HH41=8 HH40=8 HH40=4");
    old.umpire("turn 52 confederate alone").umpire("mark Davis level 4");
    assert!(after(&BEFORE, &old, Confederate, on, &[]).is_err(), "by revision 7 it stayed until it formed otherwise");
    table.union("done", &[]);
    assert_eq!(lies(&table, "Davis"), "HH41=8 HH40=8 HH40=4");
    table.umpire("turn 52 confederate alone").umpire("mark Davis level 4");
    table.confederate(on, &[]);
    assert_eq!(lies(&table, "Davis"), "HH42=8 HH41=8 HH40=4");
    sound(&table);
}

#[test]
fn s13_9_horse_has_paid_for_its_level_what_was_written_of_it_by_either_column_of_the_chart() {
    let gamble = |place: &str, level: &str, paid: u8| {
        let mut table = Table::study(&["turn 14 union alone", place, level]);
        table.position.brigade_mut(unit("Gamble")).expect("a brigade").paid = vec![paid];
        table
    };
    let line = "Gamble line M29=3 E";
    // Eight points on the march cost horse nothing; with two more out of rest it is a line of level ten.
    let mut table = gamble("place Gamble column N M29=3", "mark Gamble level 10", 16);
    table.union("Gamble rest", &[]);
    let then = after(&BEFORE, &table, Union, line, &[]).expect("a line");
    assert_eq!(
        then.brigade(unit("Gamble")).map(|b| b.dp),
        Some(20),
        "by revision 7 as if it had paid for eight in line"
    );
    table.union(line, &[]);
    assert_eq!((table.spent("Gamble").as_str(), table.brigade("Gamble").dp), ("10", 30));
    table.union("Gamble about", &[]);
    assert_eq!(table.brigade("Gamble").dp, 30, "once");
    sound(&table);
    // Who was in line before has paid as a line.
    let mut table = gamble("place Gamble line M29=3 E", "mark Gamble level 9", 10);
    for (line, dp) in [("Gamble column N", 5), ("Gamble rest", 5), (line, 20)] {
        table.union(line, &[]);
        assert_eq!(table.brigade("Gamble").dp, dp, "{line}");
    }
    sound(&table);
    // It has ten points for a level of eight in line, and in column the next ones cost no more.
    let mut table = gamble("place Gamble line M29=3 E", "mark Gamble level 10", 12);
    table.union("Gamble column N", &[]);
    assert_eq!((table.spent("Gamble").as_str(), table.brigade("Gamble").dp), ("8", 10));
    let march = "Gamble march M30";
    let then = after(&BEFORE, &table, Union, march, &[]).expect("a march");
    assert!(then.brigade(unit("Gamble")).is_some_and(|b| b.dp > 10), "by revision 7 as if it had paid nothing yet");
    table.union(march, &[]);
    assert_eq!(table.brigade("Gamble").dp, 10);
    sound(&table);
}

#[test]
fn s13_7_s31_4_losses_that_cost_a_marker_cost_the_others_no_activity_points() {
    // Of three markers with a point each, of which the middle one has spent four and the others two, the last one is lost.
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Davis line HH39=1 II39=1 JJ38=1",
        "turn 1 confederate targets",
        "mark Davis cp 9 attack launched level 6",
    ]);
    table.position.brigade_mut(unit("Davis")).expect("a brigade").paid = vec![4, 8, 4];
    table.confederate("Davis.1 at HH40", &[]);
    to_defence(&mut table);
    let line = "defend best-casualties";
    let then = after(&BEFORE, &table, Union, line, &[6, 1]).expect("the fire");
    assert_eq!(then.brigade(unit("Davis")).map(|b| b.paid.clone()), Some(vec![8, 8]), "by revision 7 it did");
    table.union(line, &[6, 1]);
    assert_eq!((lies(&table, "Davis").as_str(), table.spent("Davis").as_str()), ("HH39=1 II39=1", "2 4"));
    sound(&table);
}
