//! What a twentieth reading of the optional rules found, each with a test that revision 7 ruled it otherwise.

use crate::table::{REVISION_SEVEN as BEFORE, Table, after, board, hex, hidden, lies, sound, strength, unit};
use advanced_gettysburg::{Fact, Position};
use domain_core::referee::Refusal;
use domain_core::referee::Side::{self, Confederate};

/// The position after a line by revision 7.
fn before(table: &Table, side: Side, line: &str, dice: &[u8]) -> Result<Position, Refusal> {
    after(&BEFORE, table, side, line, dice)
}

#[test]
fn s0_1_10_all_who_are_within_two_hexes_of_a_column_fire_at_it_by_surprise_be_it_at_its_rear() {
    // In HH39 Pettigrew's head comes within two hexes of Stone; Cutler is two hexes from the marker behind it, and three from the head.
    let mut table = hidden(&[
        "place Pettigrew column N HH38=8 HH37=8",
        "place Stone line HH41=8 SSE",
        "place Cutler line JJ37=8 NNW",
        "turn 1 confederate divisions",
        "mark Pettigrew level 8",
        "unseen Stone",
        "unseen Cutler",
    ]);
    let line = "Pettigrew march HH39";
    assert!(before(&table, Confederate, line, &[1]).is_ok(), "revision 7 had Stone alone fire");
    table.confederate(line, &[1, 1]);
    assert_eq!(strength(&table, "Pettigrew"), Some(16));
    assert!(table.facts.iter().any(|f| matches!(f, Fact::FellBack { .. })));
    assert_ne!(lies(&table, "Pettigrew"), "HH39=8 HH38=8");
    sound(&table);
}

#[test]
fn s0_1_10_s24_4_6_fire_by_surprise_at_a_battery_strikes_no_brigade_that_shares_its_hex() {
    // Marye joins Archer, who rests in HH39 and has not moved, two hexes from Stone.
    let mut table = hidden(&[
        "place Archer rest HH39",
        "place Marye HH38 limbered N",
        "place Stone line HH41=8 SSE",
        "turn 1 confederate divisions",
        "unseen Stone",
    ]);
    let line = "Marye march HH39";
    let cp = |position: &Position| position.brigade(unit("Archer")).expect("Archer").cp;
    let then = before(&table, Confederate, line, &[6]).expect("a march");
    assert!(cp(&then) > 0, "revision 7 fired at Archer");
    table.confederate(line, &[]);
    assert_eq!(cp(&table.position), 0);
    assert_eq!(lies(&table, "Marye"), "HH37=4");
    sound(&table);
}

#[test]
fn s0_1_10_s17_1_8_who_set_out_beside_somebody_hidden_goes_into_no_hex_of_his() {
    let set_out = |archer: &str| {
        hidden(&[
            &format!("place Archer {archer}"),
            "place Stone rest HH39",
            "turn 1 confederate divisions",
            "mark Archer level 6",
            "unseen Stone",
        ])
    };
    let place = |position: &Position| position.place(unit("Archer"));
    // A column is fired at where it halts, by nobody who rests, and goes back from there.
    let mut table = set_out("column N HH38=8");
    let then = before(&table, Confederate, "Archer march HH39", &[]).expect("a march");
    assert_eq!(place(&then), Some(hex("HH37")), "revision 7 sent it back out of his hex");
    table.confederate("Archer march HH39", &[]);
    assert_eq!(lies(&table, "Archer"), "HH36=8");
    sound(&table);
    // A line that would go on through his hex stays where it is.
    let mut table = set_out("line HH38=8 NNE");
    let line = "Archer ahead N N";
    let then = before(&table, Confederate, line, &[]).expect("a step");
    assert_eq!(place(&then), Some(hex("HH39")), "revision 7 led it into his hex");
    table.confederate(line, &[]);
    assert_eq!(lies(&table, "Archer"), "HH38=8");
    assert!(!board(&table).is_unseen(unit("Stone")));
    sound(&table);
}
