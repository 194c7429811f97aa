//! What a twenty-first reading of the optional rules found, each with a test that revision 7 ruled it otherwise.

use crate::table::{REVISION_SEVEN as BEFORE, RULES, Table, after, board, fired, hex, hidden, lies, sound, unit};
use advanced_gettysburg::{Attack, Board, Perimeter, Position};
use domain_core::referee::Ruleset;
use domain_core::referee::Side::{self, Confederate, Union};

/// Whether a counter is out of view.
fn hides(position: &Position, name: &str) -> bool {
    position.hidden.unseen.iter().any(|e| e.unit == unit(name))
}

#[test]
fn s0_1_10_a_line_that_halts_before_somebody_hidden_beside_another_enemy_does_not_attack() {
    // Archer would go back from Cutler through Davis to HH37. Stone lies beside HH37 and HH38, and not beside HH39, where Archer stays.
    let mut table = hidden(&[
        "place Archer line HH39=8 NNE",
        "place Cutler line HH40=8 SSW",
        "place Davis rest HH38",
        "place Stone line II38=8 SSE",
        "turn 1 confederate alone",
        "mark Archer level 6",
        "unseen Stone",
    ]);
    let line = "Archer back S S";
    let attack = |position: &Position| position.brigade(unit("Archer")).expect("Archer").attack;
    let then = after(&BEFORE, &table, Confederate, line, &[]).expect("an order");
    assert_eq!(attack(&then), Attack::Launched, "by revision 7 it attacked Cutler, beside whom it stood");
    table.confederate(line, &[]);
    assert_eq!((attack(&table.position), lies(&table, "Archer")), (Attack::None, "HH39=8".into()));
    assert!(!hides(&table.position, "Stone"));
    sound(&table);
}

#[test]
fn s0_1_6b_who_comes_into_view_by_what_it_does_sees_at_once_who_is_in_its_sight() {
    // Stone is in sight of HH37, four hexes off.
    let mut table = hidden(&[
        "place Archer line HH37=8 NNE",
        "place Stone line HH41=8 SSE",
        "turn 1 confederate opening",
        "unseen Archer",
        "unseen Stone",
    ]);
    let line = "attack Archer";
    let then = after(&BEFORE, &table, Confederate, line, &[]).expect("named");
    assert!(!hides(&then, "Archer") && hides(&then, "Stone"), "revision 7 looked when the Movement Phase was over");
    table.confederate(line, &[]);
    assert!(!hides(&table.position, "Archer") && !hides(&table.position, "Stone"));
    assert_eq!(table.brigade("Archer").attack, Attack::Named);
    sound(&table);
}

#[test]
fn s0_1_6b_who_is_come_upon_after_combat_sees_at_once_who_is_in_its_sight() {
    // Archer goes back upon Cutler, who lies hidden behind it and has Davis in sight, three hexes farther on.
    let mut table = hidden(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=8 NNE",
        "place Cutler line HH38=8 SSW",
        "place Davis rest HH35",
        "turn 1 union assault",
        "mark Stone attack launched",
        "unseen Cutler",
        "unseen Davis",
    ]);
    fired(&mut table, "Stone", "HH40", "HH39");
    table.union("Stone.1 assault HH39", &[1, 1]);
    assert!(hides(&table.position, "Cutler") && hides(&table.position, "Davis"));
    table.confederate("Archer back S S", &[]);
    assert!(!hides(&table.position, "Cutler") && !hides(&table.position, "Davis"), "{:?}", table.story());
    sound(&table);
}

#[test]
fn s0_1_3_the_last_one_of_a_line_reaches_the_edge_however_near_the_others_stand() {
    // About the Confederate entry at A39, in each hex four hexes off but for those at the edge itself: the ends stand in B35 and B42, a hex from it.
    let table = Table::study(&["place Archer rest B39"]);
    let atlas = &RULES.pack().ground.atlas;
    let on = |at: &usize| atlas.distance(hex("A39"), *at) == Some(4) && atlas.around(*at).count() == 6;
    let outposts: Vec<usize> = atlas.range(hex("A39"), 4).filter(on).collect();
    assert!(outposts.contains(&hex("B35")) && outposts.contains(&hex("B42")));
    let laid = |board: &Board<'_>| {
        let (friends, within, none) = ([hex("A39"), hex("B39")], [hex("A39")], Perimeter::none(atlas.len()));
        board.check_outposts((Confederate, &outposts, &within), &friends, &[], &none)
    };
    assert!(laid(&BEFORE.board(&table.position)).is_err(), "by revision 7 it leaked at both ends");
    let perimeter = laid(&board(&table)).expect("a line from edge to edge");
    assert!(perimeter.holds(hex("A39")) && perimeter.holds(hex("A42")) && !perimeter.holds(hex("K39")));
}

/// An empty map of a morning whose covers are laid, by three dice a brigade, on which the umpire says these lines.
fn covered(lines: &[&str]) -> Table {
    let pack = RULES.pack();
    let lays = |side: Side| {
        vec![1u8; pack.of(side).filter(|u| pack.unit(*u).in_play && !pack.label(*u).is_empty()).count() * 3]
    };
    let mut table = Table::with(&["hidden-identity"]);
    table.confederate("done", &lays(Confederate)).union("done", &lays(Union));
    table.umpire("clear");
    for line in lines {
        table.umpire(line);
    }
    table
}

#[test]
fn s0_4_2_cannon_that_fire_show_no_brigade_whose_hex_they_share() {
    // Archer is not named, and stands beside Marye's cannon, which fire at Stone.
    let mut table = covered(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=8 NNE",
        "place Marye HH39 unlimbered NNE",
        "turn 1 confederate targets",
    ]);
    let [archer, stone] = ["Archer", "Stone"].map(|name| board(&table).cover_of(unit(name)).expect("a cover"));
    let line = "Marye at HH40";
    let then = after(&BEFORE, &table, Confederate, line, &[]).expect("a target");
    assert!(!BEFORE.board(&then).is_covered(archer), "revision 7 showed who was stacked with a battery");
    table.confederate(line, &[]);
    assert!(board(&table).is_covered(archer) && !board(&table).is_covered(stone));
    sound(&table);
    // Nor is Stone shown, who looks away, by Stewart's that fire out of his hex at Archer.
    let mut table = covered(&[
        "place Stone line HH40=8 NNE",
        "place Stewart HH40 unlimbered SSE",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate fire",
    ]);
    let line = "HH40: 2G at HH39";
    let then = after(&BEFORE, &table, Union, line, &[]).expect("fire of cannon");
    assert!(!BEFORE.board(&then).is_covered(stone), "revision 7 showed all who stood in a hex that fired");
    table.union(line, &[]);
    assert!(board(&table).is_covered(stone) && !board(&table).is_covered(archer));
    sound(&table);
}
