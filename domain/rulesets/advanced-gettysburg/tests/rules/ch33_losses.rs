//! Losses and their order (§33.3.5, ruling 72).

use crate::table::{RULES, hex};
use advanced_gettysburg::{Formation, Link, even_losses};
use domain_core::board::{Axis, Facing};

fn after(formation: Formation, chain: &[(&str, u8)], at: usize, lost: u8) -> (Formation, Vec<u8>) {
    let chain: Vec<Link> = chain.iter().map(|(id, sp)| Link::new(hex(id), *sp)).collect();
    let (formation, chain, _) = even_losses(&RULES.pack().ground, formation, &chain, at, lost);
    (formation, chain.iter().map(|l| l.sp).collect())
}

fn side(name: &str) -> Facing {
    Facing::read(name, Axis::FlatColumns).expect(name)
}

#[test]
fn s33_3_5_the_strongest_marker_loses_first() {
    let line = Formation::Line { left: side("N"), right: side("S") };
    assert_eq!(after(line, &[("V21", 3), ("V20", 8), ("V19", 5)], 1, 3).1, [3, 5, 5]);
    assert_eq!(after(line, &[("V21", 3), ("V20", 8), ("V19", 5)], 1, 6).1, [3, 4, 3]);
}

#[test]
fn r72_of_equal_markers_the_one_farthest_from_the_counter() {
    let line = Formation::Line { left: side("N"), right: side("S") };
    assert_eq!(after(line, &[("V21", 4), ("V20", 4), ("V19", 4)], 0, 1).1, [4, 4, 3]);
    assert_eq!(after(line, &[("V21", 4), ("V20", 4), ("V19", 4)], 2, 1).1, [3, 4, 4]);
}

#[test]
fn r44_a_marker_without_points_is_gone_and_the_chain_holds() {
    let line = Formation::Line { left: side("N"), right: side("S") };
    let (formation, left) = after(line, &[("V21", 1), ("V20", 1), ("V19", 1)], 1, 2);
    assert_eq!(left.len(), 1);
    assert!(formation.is_line());
    assert_eq!(after(line, &[("V21", 1), ("V20", 1)], 0, 2).1, Vec::<u8>::new());
    let column = Formation::Column { facing: side("N") };
    assert_eq!(after(column, &[("V21", 8), ("V20", 2)], 0, 3).1, [5, 2]);
}
