//! What an eleventh reading found of hidden movement, each with a test that revision 6 ruled it otherwise.

use crate::fire_kit::brigade;
use crate::table::{REVISION_SIX as BEFORE, Table, after, hex, hidden, lies, sound, unit};
use advanced_gettysburg::{Attack, Position, Scenario};
use domain_core::referee::Refusal;
use domain_core::referee::Side::Confederate;

/// The position after a line of the Confederates by revision 6.
fn before(table: &Table, line: &str) -> Result<Position, Refusal> {
    after(&BEFORE, table, Confederate, line, &[])
}

/// Stone lies out of view in II38, beside HH37 and HH38, and beside neither HH36, where Archer is, nor HH39.
fn passing() -> Table {
    hidden(&[
        "place Archer line HH36=8 NNE",
        "place Stone line II38=8 SSE",
        "turn 1 confederate divisions",
        "mark Archer level 8",
        "unseen Archer",
        "unseen Stone",
    ])
}

fn out_of_view(position: &Position, name: &str) -> bool {
    position.chain(unit(name)).is_empty()
}

#[test]
fn s0_1_10_a_line_that_goes_by_somebody_hidden_has_come_beside_him() {
    let mut table = passing();
    let then = before(&table, "Archer ahead HH39").expect("three hexes ahead");
    assert_eq!(then.place(unit("Archer")), Some(hex("HH39")));
    assert!(out_of_view(&then, "Stone"), "revision 6 looked where the line had come to alone");
    table.confederate("Archer ahead HH39", &[]);
    assert_eq!(lies(&table, "Archer"), "HH37=8");
    assert!(!out_of_view(&table.position, "Stone"));
    assert_eq!((table.spent("Archer"), brigade(&table, "Archer").attack), ("2".into(), Attack::Launched));
    assert_eq!(table.position.hidden.surprised, [unit("Archer")]);
    sound(&table);
}

#[test]
fn s0_1_10_another_line_is_not_taken_up_past_somebody_hidden() {
    let mut table = passing();
    let line = "Archer to HH39=8 ends NW SE";
    assert!(out_of_view(&before(&table, line).expect("a line"), "Stone"));
    table.confederate(line, &[]);
    assert_eq!(lies(&table, "Archer"), "HH36=8", "it stays where it is");
    assert!(!out_of_view(&table.position, "Stone"));
    assert_eq!(brigade(&table, "Archer").attack, Attack::None);
    sound(&table);
}

#[test]
fn s0_1_10_no_commander_comes_beside_somebody_hidden() {
    let lines = ["place Heth HH36", "place Stone line HH41=8 SSE", "turn 1 confederate divisions", "unseen Stone"];
    let mut table = hidden(&lines);
    let then = before(&table, "Heth ride HH40").expect("a ride");
    assert_eq!(then.place(unit("Heth")), Some(hex("HH40")));
    assert!(out_of_view(&then, "Stone"), "nobody said that he was there");
    table.confederate("Heth ride HH40", &[]);
    assert_eq!(table.position.place(unit("Heth")), Some(hex("HH39")));
    assert!(!out_of_view(&table.position, "Stone"));
    sound(&table);
    // Beside an enemy in view he may ride.
    let mut seen = hidden(&lines[..3]);
    seen.confederate("Heth ride HH40", &[]);
    assert_eq!(seen.position.place(unit("Heth")), Some(hex("HH40")));
}

#[test]
fn s0_1_6a_s0_1_12_a_line_out_of_view_is_seen_where_any_of_its_markers_passes() {
    let mut table = hidden(&[
        "place Archer line HH36=8 II36=4",
        "turn 1 confederate divisions",
        "mark Archer level 8",
        "unseen Archer",
    ]);
    // Beside II37 and II38, where the right marker passes, and beside no hex where the left one does or either ends.
    table.position.hidden.outposts[0] = vec![hex("JJ37") as u16];
    let hides = |position: &Position| position.hidden.unseen.iter().any(|e| e.unit == unit("Archer"));
    assert!(hides(&table.position));
    let then = before(&table, "Archer ahead HH39").expect("three hexes");
    assert!(hides(&then), "revision 6 looked at the left one alone");
    table.confederate("Archer ahead HH39", &[]);
    assert_eq!(lies(&table, "Archer"), "HH39=8 II39=4");
    assert!(!hides(&table.position));
    sound(&table);
}

#[test]
fn s35_2_s0_1_10_at_night_no_line_comes_beside_somebody_hidden() {
    let night = |start: &str| {
        let mut table = hidden(&[start, "place Stone line HH41=8 SSE"]);
        table.position.scenario = Scenario::ThreeDays;
        for line in ["turn 50 confederate divisions", "mark Archer level 8", "unseen Archer", "unseen Stone"] {
            table.umpire(line);
        }
        table
    };
    let mut table = night("place Archer line HH39=8 NNE");
    let then = before(&table, "Archer ahead HH40").expect("a hex ahead");
    assert_eq!(then.place(unit("Archer")), Some(hex("HH40")));
    table.confederate("Archer ahead HH40", &[]);
    assert_eq!(lies(&table, "Archer"), "HH39=8");
    assert!(!out_of_view(&table.position, "Stone"), "his side says that he is there");
    assert_eq!(brigade(&table, "Archer").attack, Attack::None);
    // Of several hexes it goes those that do not lead beside him.
    let mut far = night("place Archer line HH37=8 NNE");
    far.confederate("Archer ahead HH40", &[]);
    assert_eq!(lies(&far, "Archer"), "HH39=8");
    sound(&far);
}
