//! What a twentieth reading of §24.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::fire_kit::to_defence;
use crate::table::{REVISION_SEVEN as BEFORE, Table, after, hex, sound, strength, unit};
use advanced_gettysburg::Segment;
use domain_core::referee::Side::{Confederate, Union};

#[test]
fn s24_4_3a_two_points_step_into_a_flank_hex_from_which_they_fire_through_their_own_flank() {
    // Archer stands at Stone's right flank. From the one way into Archer's flank hex, past him, nobody can turn so far that he has him before him.
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Cutler line II40=8 SSE",
        "place Archer line GG40=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    let then = after(&BEFORE, &table, Confederate, "done", &[]).expect("no targets");
    assert_eq!(then.segment, Segment::Fire, "by revision 7 nobody could step there");
    table.confederate("done", &[]);
    assert_eq!(table.position.segment, Segment::FlankMoves);
    // A straight marker fires two points into a flank hex (§24.1).
    assert_eq!(table.refused(Union, "HH40 flank HH39 3"), "24.4");
    let line = "HH40 flank HH39 2";
    assert!(table.menu(Union).contains(&line.to_owned()), "{:?}", table.menu(Union));
    table.union(line, &[]);
    let to: Vec<usize> = table.position.fight.flankers.iter().map(|f| usize::from(f.to)).collect();
    assert_eq!(to, [hex("HH39")]);
    table.union("done", &[]).union("HH40: hold", &[]).union("done", &[1]);
    // They count three times (§24.4.3g), and are no flank fire, as they have him in no range of theirs (§23.2a, §23.3c).
    assert!(table.told("Stone 2 × 3 from HH39"), "{:?}", table.story());
    assert_eq!(strength(&table, "Archer"), Some(6));
    assert!(table.brigade("Archer").taken_in_flank.is_empty());
    sound(&table);
}

#[test]
fn s24_4_3a_who_can_have_the_enemy_before_it_steps_so() {
    // Past the hex that Cutler leaves free four points come about Archer's flank by two hexes, and strike it.
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line GG40=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("done", &[]).union("HH40 flank HH39 2", &[]);
    assert!(table.position.fight.flankers.iter().all(|f| f.unit == unit("Stone") && !f.aside));
    table.union("done", &[]).union("HH40: hold", &[]).union("done", &[1]);
    assert_eq!(table.brigade("Archer").taken_in_flank, [hex("GG40") as u16]);
    sound(&table);
}

#[test]
fn s24_3_7_r65_what_was_said_of_two_brigades_is_over_with_a_turn_in_which_nobody_fires_at_their_hex() {
    let mut table = Table::study(&[
        "place Stone line HH40=3 GG41=8",
        "place Cutler line II41=8 HH40=5",
        "place Archer line HH39=7 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    // Archer says that he aims at Cutler, and does not fire.
    table.confederate("single Cutler HH40", &[]);
    table.umpire("turn 1 union targets").umpire("turn 2 confederate targets");
    table.confederate("Archer at HH40", &[]);
    assert_eq!(table.refused(Confederate, "single Stone HH40"), "24.3", "without a word the weaker marker");
    to_defence(&mut table);
    table.union("HH40: hold", &[]);
    let then = after(&BEFORE, &table, Union, "done", &[6, 6]).expect("the fire");
    table.union("done", &[6, 6]);
    // Seven points at three come to two by the chart, the rest falls on Cutler; by revision 7 four of them fell on him first, and three on Stone.
    assert_eq!((strength(&table, "Stone"), strength(&table, "Cutler")), (Some(2), Some(5)));
    let cp = |name: &str| then.brigade(unit(name)).map(|b| b.cp);
    assert!(cp("Stone") > Some(table.brigade("Stone").cp), "{:?}", cp("Stone"));
    sound(&table);
}
