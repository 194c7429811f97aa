//! §23: flank fire. The ground between HH35 and HH44 is open and level; HH34 is woods.

use crate::fire_kit::{brigade, to_defence, volleys};
use crate::table::{Table, board, hex, unit};
use advanced_gettysburg::Segment;
use domain_core::referee::Side::{self, Confederate, Union};

#[test]
fn s23_1_s23_3b_fire_into_either_flank_counts_three_times_each_point() {
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line GG40=8 NNE",
        "place Davis line II41=8 SSW",
        "mark Archer attack launched",
        "mark Davis attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH40", &[]).confederate("Davis at HH40", &[]);
    to_defence(&mut table);
    table.union("defend hold", &[1, 1, 1, 1, 1]);
    // Sixteen points, three times each, by four elevens and four.
    assert_eq!(volleys(&table).iter().map(|v| (v.1, v.2)).collect::<Vec<_>>(), [(48, 5)]);
    assert!(table.told("Archer 8 × 3 from GG40") && table.told("Davis 8 × 3 from II41"), "{:?}", table.story());
    assert_eq!(brigade(&table, "Stone").taken_in_flank, [hex("HH40") as u16]);
}

#[test]
fn s23_2a_in_woods_nobody_is_in_range_so_that_fire_from_a_flank_hex_is_no_flank_fire() {
    let mut table = Table::study(&[
        "place Archer line HH34=8 E",
        "place Stone line HH35=8 SSE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    to_defence(&mut table);
    // Three times for the flank hex (§24.4.1), half for the woods: twelve points.
    table.union("HH35: 8 at HH34", &[]).union("done", &[1, 1]);
    assert_eq!(volleys(&table).iter().map(|v| (v.1, v.2)).collect::<Vec<_>>(), [(12, 2)]);
    assert!(brigade(&table, "Archer").taken_in_flank.is_empty(), "he may assault");
    let mut open = Table::study(&[
        "place Archer line HH38=8 E",
        "place Stone line HH39=8 SSE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    to_defence(&mut open);
    open.union("HH39: 8 at HH38", &[]).union("done", &[1, 1, 1]);
    assert_eq!(brigade(&open, "Archer").taken_in_flank, [hex("HH38") as u16]);
}

/// Calef's six rifles at HH43, Archer's line from HH38 south, looking east: its left flank points at the guns.
fn enfiladed(more: &[&str]) -> Table {
    let mut table = Table::study(&[
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Archer line HH38=8 HH37=8",
        "turn 1 union artillery",
    ]);
    for line in more {
        table.umpire(line);
    }
    table
}

#[test]
fn s29_1_5_r27_eighteen_cannon_are_read_by_fifteen_and_the_rest() {
    let mut table = enfiladed(&[]);
    table.union("Calef at HH38", &[]);
    // Rifles at five hexes: fifteen 6, three 1.
    assert_eq!(brigade(&table, "Archer").cp, 7);
}

#[test]
fn s23_2b_r61_a_flank_hex_that_a_friend_holds_covers_the_flank() {
    let mut table = enfiladed(&["place Davis line HH39=8 E"]);
    table.union("Calef at HH38", &[]);
    assert_eq!(brigade(&table, "Archer").cp, 2, "six rifles at five hexes");
    // The second marker is no flank: its sides are its neighbours'.
    let mut inner = enfiladed(&["place Archer line HH39=8 HH38=8 HH37=8"]);
    inner.union("Calef at HH38", &[]);
    assert_eq!(brigade(&inner, "Archer").cp, 2);
}

#[test]
fn s23_2b_the_flank_field_opens_thirty_degrees_to_each_side_of_the_flank() {
    let struck = |hex: &str| {
        let mut table = enfiladed(&[&format!("place Calef {hex} unlimbered SSW")]);
        table.umpire("place Devin rest JJ44");
        table.union("Calef at HH38", &[]);
        table.told("in the flank")
    };
    assert!(struck("HH42") && struck("II42"), "north of it, and a little to the east");
    assert!(!struck("LL42"), "to the north-east it looks at the front");
}

#[test]
fn s23_3_flank_fire_is_part_of_artillery_and_combat_fire_and_bars_an_assault() {
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=8 E",
        "mark Archer attack launched level 6",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    // Archer fires two points through his left flank; 24 come back.
    table.union("HH40: 8 at HH39", &[]).union("done", &[1, 1, 1, 1]);
    assert_eq!(assault_phase(&mut table), Union, "it passes: Archer's marker may not assault (§23.3c)");
    let mut fronted = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched level 6",
        "turn 1 confederate targets",
    ]);
    fronted.confederate("Archer at HH40", &[]);
    to_defence(&mut fronted);
    fronted.union("HH40: 8 at HH39", &[]).union("done", &[1, 1]);
    assert_eq!(assault_phase(&mut fronted), Confederate, "here he may");
}

/// On to the Assault Phase, or past it where nobody can do anything in it: whose player turn it is then.
fn assault_phase(table: &mut Table) -> Side {
    for _ in 0..3 {
        if table.position.segment == Segment::Assault || table.position.side == Union {
            break;
        }
        let side = board(table).acting();
        table.attempt(side, "done", &[]).expect("nobody has to retreat");
    }
    table.position.side
}

#[test]
fn s23_4_who_is_named_may_expose_a_flank_and_nobody_else() {
    // Calef looks south from HH43; Archer crosses his field from the west, and would show him the left flank.
    let crossing = |attack: &str| {
        let mut table = Table::study(&[
            "place Gamble rest HH44",
            "place Calef HH43 unlimbered SSE",
            "place Archer line HH38=8 E",
            "turn 1 confederate alone",
        ]);
        table.umpire(&format!("mark Archer level 6 attack {attack}"));
        table.menu(Confederate).into_iter().filter(|l| l.starts_with("Archer ahead")).count()
    };
    assert_eq!(crossing("none"), 0, "in a battery's range it goes nowhere ahead (§21.5)");
    assert!(crossing("launched") > 0);
    let exposes = |front: &str| {
        let mut table = enfiladed(&[&format!("place Archer line HH38=8 {front}")]);
        table.umpire("turn 1 confederate alone");
        let marker = board(&table).line(unit("Archer"))[0];
        board(&table).exposes(unit("Archer"), &marker)
    };
    assert!(exposes("E") && exposes("W") && !exposes("NNE"));
}
