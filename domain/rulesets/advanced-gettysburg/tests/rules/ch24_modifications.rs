//! §24.4, paragraph by paragraph.

use crate::fire_kit::{brigade, face_to_face, to_defence, volleys};
use crate::table::{Table, lies, unit};
use advanced_gettysburg::{Place, Segment};
use domain_core::referee::Side::Union;

/// Archer fires at Stone's right marker in HH40; the left one in II41 is free to step.
fn free_to_step(more: &[&str]) -> Table {
    let mut table = Table::study(&[
        "place Stone line II41=4 HH40=8",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    for line in more {
        table.umpire(line);
    }
    table.confederate("Archer at HH40", &[]).confederate("done", &[]);
    table
}

fn steps(table: &Table) -> Vec<String> {
    let flank = |l: &String| l.contains(" flank ");
    if table.position.segment == Segment::FlankMoves {
        table.menu(Union).into_iter().filter(flank).collect()
    } else {
        Vec::new()
    }
}

#[test]
fn s24_4_3a_a_step_of_two_hexes_ends_in_an_unoccupied_flank_hex() {
    assert!(steps(&free_to_step(&[])).contains(&"II41 flank II39 4".to_owned()));
    let taken = steps(&free_to_step(&["place Crenshaw II39 limbered N"]));
    assert!(!taken.iter().any(|l| l.contains("flank II39")), "{taken:?}");
    // From three hexes off nobody comes.
    let far = steps(&free_to_step(&["place Stone line HH40=8 SSE", "place Cutler line II43=8 JJ42=8"]));
    assert!(!far.iter().any(|l| l.starts_with("II43")), "{far:?}");
}

#[test]
fn s24_4_3a_s17_1_8_a_hex_with_a_commander_alone_is_unoccupied_and_he_is_captured() {
    let mut table = free_to_step(&["place cs-heth-cmd II39"]);
    table.union("II41 flank II39 4", &[]);
    assert_eq!(table.position.unit(unit("cs-heth-cmd")).place, Place::Lost);
}

#[test]
fn s24_4_3b_r64_the_chain_keeps_points_that_step_out_and_they_are_no_target() {
    let mut table = free_to_step(&[]);
    table.union("II41 flank II39 4", &[]);
    assert_eq!(lies(&table, "Stone"), "II41=4 HH40=8");
    table.union("done", &[]);
    assert_eq!(table.position.segment, Segment::Fire);
    table.union("HH40: 8 at HH39", &[]).union("done", &[1, 1, 1]);
    let at_stone = volleys(&table).into_iter().find(|v| v.0 == "Stone").expect("Archer fires");
    assert_eq!(at_stone.1, 8, "at HH40 alone");
    assert_eq!(lies(&table, "Stone"), "II41=4 HH40=8", "§24.4.3c");
}

#[test]
fn s24_4_3f_a_marker_that_is_fired_at_stays() {
    let mut table = free_to_step(&[]);
    assert_eq!(table.refused(Union, "HH40 flank GG40 4"), "24.4");
    assert!(steps(&table).iter().all(|l| !l.starts_with("HH40")));
}

#[test]
fn s24_4_3g_s24_4_3h_each_point_that_stepped_counts_three_times_and_costs_nothing() {
    let mut table = free_to_step(&[]);
    table.union("II41 flank II39 3", &[]).union("done", &[]);
    table.union("HH40: 8 at HH39", &[]).union("done", &[1, 1, 1]);
    assert!(table.told("Stone 3 × 3 from II39"), "{:?}", table.story());
    assert_eq!(volleys(&table)[0].1, 17);
    let stone = brigade(&table, "Stone");
    assert_eq!((stone.spent(), stone.owed), (0, 0));
}

#[test]
fn s24_4_1_the_flank_hexes_are_the_brigades_and_not_those_of_an_inner_marker() {
    // Two markers: what points from the one to the other is no flank.
    let mut table = Table::study(&[
        "place Stone line HH40=8 HH39=5",
        "place Archer line HH41=8 SSE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("defend hold", &[1, 1, 1]);
    assert!(table.told("Archer 8 × 3 from HH41"), "its left flank: {:?}", table.story());
    let mut front = Table::study(&[
        "place Stone line HH40=8 HH39=5",
        "place Archer line II40=8 W",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    front.confederate("Archer at HH39", &[]);
    to_defence(&mut front);
    front.union("defend hold", &[1]);
    assert!(front.told("Archer 8 from II40"), "its front: {:?}", front.story());
}

#[test]
fn s24_4_2_a_flank_hex_that_anybody_holds_is_not_in_the_air() {
    for (guns, times) in [(&["GG40", "II39"][..], ""), (&["GG40"][..], " × 2"), (&[][..], " × 2")] {
        let mut table = face_to_face();
        for (hex, name) in guns.iter().zip(["Crenshaw", "Brander"]) {
            table.umpire(&format!("place {name} {hex} limbered N"));
        }
        to_defence(&mut table);
        table.union("HH40: 5 at HH39", &[]);
        table.union("done", &[1]);
        assert!(table.told(&format!("Stone 5{times} from HH40")), "{guns:?}: {:?}", table.story());
    }
    // Who stands there of the enemy fills it too.
    let mut table = face_to_face();
    table.umpire("place Crenshaw GG40 limbered N").umpire("place Cutler line II39=8 E");
    to_defence(&mut table);
    table.union("HH40: 5 at HH39", &[]).union("done", &[1]);
    assert!(table.told("Stone 5 from HH40"), "{:?}", table.story());
}

#[test]
fn s24_4_5_points_of_union_horse_count_twice_and_those_of_confederate_horse_once() {
    let mut table = face_to_face();
    table.umpire("wait Stone").umpire("place Gamble line HH40=4 SSE");
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("HH40: 4 at HH39", &[]).union("done", &[1, 1]);
    assert!(table.told("Gamble 4 × 2 from HH40") && table.told("8 points, experience 10-12, horse"));
    let mut table = face_to_face();
    table.umpire("wait Archer").umpire("place Hampton line HH39=4 NNE").umpire("mark Hampton attack launched");
    table.confederate("Hampton at HH40", &[]);
    to_defence(&mut table);
    table.union("defend hold", &[1]);
    assert!(table.told("Hampton 4 from HH39") && table.told("4 points"), "{:?}", table.story());
}
