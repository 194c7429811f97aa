//! What a twentieth reading of the optional rules found, each with a test that revision 7 ruled it otherwise.

use crate::fire_kit::to_defence;
use crate::table::{
    REVISION_SEVEN as BEFORE, RULES, Table, after, board, empty_map_with, hex, hidden, lies, sound, strength, unit,
};
use advanced_gettysburg::{Board, Fact, Half, Position};
use domain_core::referee::Ruleset;
use domain_core::referee::Side::{Confederate, Union};

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
    assert!(after(&BEFORE, &table, Confederate, line, &[1]).is_ok(), "revision 7 had Stone alone fire");
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
    let then = after(&BEFORE, &table, Confederate, line, &[6]).expect("a march");
    assert!(cp(&then) > 0, "revision 7 fired at Archer");
    table.confederate(line, &[]);
    assert_eq!(cp(&table.position), 0);
    assert_ne!(lies(&table, "Marye"), "HH39=4");
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
    let atlas = &RULES.pack().ground.atlas;
    let far = |position: &Position| atlas.distance(hex("HH39"), position.place(unit("Archer")).expect("on the map"));
    // A column is fired at where it halts, by nobody who rests, and goes back from there.
    let mut table = set_out("column N HH38=8");
    let then = after(&BEFORE, &table, Confederate, "Archer march HH39", &[]).expect("a march");
    assert_eq!(far(&then), Some(2), "revision 7 sent it back out of his hex");
    table.confederate("Archer march HH39", &[]);
    assert_eq!(far(&table.position), Some(3));
    sound(&table);
    // A line that would go on through his hex stays where it is.
    let mut table = set_out("line HH38=8 NNE");
    let line = "Archer ahead N N";
    let then = after(&BEFORE, &table, Confederate, line, &[]).expect("a step");
    assert_eq!(far(&then), Some(0), "revision 7 led it into his hex");
    table.confederate(line, &[]);
    assert_eq!(lies(&table, "Archer"), "HH38=8");
    assert!(!board(&table).is_unseen(unit("Stone")));
    sound(&table);
}

/// Stewart and Hall in works at HH40, attacked by Archer from HH39; first is who stands for their cannon.
fn two_batteries() -> (Table, [&'static str; 2]) {
    let mut table = empty_map_with(
        "breastworks",
        &[
            "place Cutler rest HH42",
            "place Stewart HH40 unlimbered SSE",
            "place Wainwright-Hall HH40 unlimbered SSE",
            "works HH40 NE SW",
            "place Archer line HH39=8 NNE",
            "turn 1 confederate targets",
            "mark Archer attack launched level 6",
        ],
    );
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    let mut both = ["Stewart", "Wainwright-Hall"];
    both.sort_by_key(|name| unit(name).index());
    (table, both)
}

#[test]
fn s0_12_effect_5_s24_3_cannon_that_fire_together_leave_works_unused_together() {
    let (mut table, [first, second]) = two_batteries();
    let half = |board: &Board<'_>| board.fields(unit(second)).first().map(|field| field.half);
    assert_eq!(half(&board(&table)), Some(Half::Whole));
    let line = format!("{} forgo", board(&table).name(unit(first)));
    let then = after(&BEFORE, &table, Union, &line, &[]).expect("a word");
    assert_eq!(half(&BEFORE.board(&then)), Some(Half::Whole), "revision 7 left the other its field all round");
    table.union(&line, &[]);
    assert_eq!(half(&board(&table)), Some(Half::Thirty));
    sound(&table);
}

#[test]
fn s0_12_effect_5_works_are_not_left_unused_that_alone_allow_the_fire_that_was_told() {
    // Stewart looks away from Archer, at whom he fires by the field all round of his works.
    let mut table = empty_map_with(
        "breastworks",
        &[
            "place Cutler rest HH42",
            "place Stewart HH40 unlimbered NNE",
            "works HH40 NE SW",
            "place Archer line HH39=8 NNE",
            "turn 1 confederate targets",
            "mark Archer attack launched level 6",
        ],
    );
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    let line = "Stewart forgo";
    assert!(table.menu(Union).contains(&line.to_owned()), "{:?}", table.menu(Union));
    table.union("HH40: 3 at HH39", &[]);
    assert!(after(&BEFORE, &table, Union, line, &[]).is_ok(), "revision 7 heard it, and the fire was void");
    assert_eq!(table.refused(Union, line), "0.12");
    assert!(!table.menu(Union).contains(&line.to_owned()), "{:?}", table.menu(Union));
    table.union("HH40: hold", &[]).union(line, &[]);
    sound(&table);
}
