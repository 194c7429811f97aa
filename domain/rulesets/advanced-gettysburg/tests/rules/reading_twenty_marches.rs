//! What a twentieth reading of §1.0 to §13.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::fire_kit::to_defence;
use crate::table::{REVISION_SEVEN as BEFORE, Table, after, hex, lies, sound, unit};
use advanced_gettysburg::{Kept, KeptStep, Position};
use domain_core::referee::Side::Union;

/// A point that was kept for a step in the turn before.
fn one(step: KeptStep) -> Option<Kept> {
    Some(Kept { ap: 1, beyond: 0, step, turn: 2, used: false })
}

/// Whether a battery has used the points that it kept.
fn used(position: &Position, name: &str) -> bool {
    position.battery(unit(name)).and_then(|guns| guns.kept).is_some_and(|kept| kept.used)
}

#[test]
fn s13_8_s13_10_points_kept_to_limber_do_not_serve_to_unlimber() {
    // It was to limber, withdrew from an attack, limbered for nothing, and unlimbers where it is now.
    let mut table = Table::study(&["place Stewart HH40 limbered S", "turn 3 union alone"]);
    table.position.battery_mut(unit("Stewart")).expect("a battery").kept = one(KeptStep::Limber);
    let line = "Stewart unlimber SSE";
    let then = after(&BEFORE, &table, Union, line, &[]).expect("it unlimbers");
    assert!(used(&then, "Stewart"), "revision 7 held it for the same step");
    table.union(line, &[]);
    assert!(!used(&table.position, "Stewart"));
    sound(&table);
}

#[test]
fn s13_8_points_are_kept_to_unlimber() {
    // In woods it costs two points, and of its six one is left.
    let mut table = Table::study(&["place Stewart HH34 limbered S", "turn 3 union alone"]);
    table.position.battery_mut(unit("Stewart")).expect("a battery").spent = 10;
    let keeps = "Stewart keep unlimber";
    assert!(after(&BEFORE, &table, Union, keeps, &[]).is_err(), "by revision 7 it was one step with limbering");
    assert!(after(&BEFORE, &table, Union, "Stewart keep limber", &[]).is_ok());
    assert_eq!(table.refused(Union, "Stewart keep limber"), "13.8");
    assert!(table.menu(Union).contains(&keeps.to_owned()));
    table.union(keeps, &[]);
    assert!(table.told("to unlimber next turn"), "{:?}", table.story());
    table.umpire("turn 4 union alone").union("Stewart unlimber SSE", &[]);
    assert!(used(&table.position, "Stewart"));
    sound(&table);
}

/// Davis, who attacks, has spent two points with his left marker and four with his right one, and is about to be fired at.
fn davis() -> Table {
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Davis line HH39=8 II39=8",
        "turn 1 confederate targets",
        "mark Davis attack launched level 6",
    ]);
    table.position.brigade_mut(unit("Davis")).expect("a brigade").paid = vec![4, 8];
    table.confederate("Davis.1 at HH40", &[]);
    to_defence(&mut table);
    table
}

#[test]
fn s13_7_s31_4_losses_cost_no_marker_activity_points() {
    let mut table = davis();
    let line = "defend best-casualties";
    let then = after(&BEFORE, &table, Union, line, &[4, 4]).expect("the fire");
    assert_eq!(then.brigade(unit("Davis")).map(|b| b.paid.clone()), Some(vec![8, 8]), "by revision 7 it did");
    table.union(line, &[4, 4]);
    assert!(table.brigade("Davis").cp > 0);
    assert_eq!(table.spent("Davis"), "2 4");
    sound(&table);
}

#[test]
fn s13_8_s13_10_points_kept_for_a_hex_ahead_serve_for_it_when_the_left_flank_marker_is_lost() {
    // The left flank marker, which is lost, was to go from HH40 to II40, the other one from HH39 to II39.
    let mut table = Table::study(&[
        "place us-ward-inf line HH40=1 HH39=1",
        "place Davis line II40=8 W",
        "turn 3 confederate targets",
        "mark us-ward-inf cp 9",
        "mark Davis attack launched level 6",
    ]);
    let ward = table.position.brigade_mut(unit("us-ward-inf")).expect("a brigade");
    (ward.counter, ward.kept) = (1, one(KeptStep::Hex(hex("II40") as u16)));
    table.confederate("Davis at HH40", &[]);
    to_defence(&mut table);
    let step = |position: &Position| position.brigade(unit("us-ward-inf")).and_then(|b| b.kept).map(|kept| kept.step);
    let then = after(&BEFORE, &table, Union, "defend hold", &[6]).expect("the fire");
    assert_eq!(step(&then), Some(KeptStep::Hex(hex("II40") as u16)), "by revision 7 it was still that hex");
    table.union("defend hold", &[6]);
    assert_eq!(lies(&table, "us-ward-inf"), "HH39=1");
    assert_eq!(step(&table.position), Some(KeptStep::Hex(hex("II39") as u16)));
    sound(&table);
}

#[test]
fn s13_8_s13_10_points_kept_for_a_hex_serve_for_no_way_of_several_to_it() {
    // It has gone back a hex since it kept a point for JJ41, and has three points now.
    let table = |level: u8| {
        let level = format!("mark Ward level {level}");
        let mut table = Table::study(&["place Ward line HH41=8 HH40=8", "turn 3 union alone", level.as_str()]);
        let ward = table.position.brigade_mut(unit("Ward")).expect("a brigade");
        ward.kept = one(KeptStep::Hex(hex("JJ41") as u16));
        table
    };
    let line = "Ward ahead JJ41";
    assert!(after(&BEFORE, &table(3), Union, line, &[]).is_ok(), "by revision 7 its second hex was that step");
    assert!(table(3).attempt(Union, line, &[]).is_err());
    let mut table = table(4);
    table.union(line, &[]);
    assert!(table.brigade("Ward").kept.is_some_and(|kept| !kept.used));
    sound(&table);
}
