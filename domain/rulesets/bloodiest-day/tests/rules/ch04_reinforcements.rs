//! §4: reinforcements; rulings 58 and 59.

use crate::table::Table;
use bloodiest_day::{Force, Phase, Place};
use domain_core::referee::Side;

const SIXTH: [&str; 8] = ["Torbert", "Bartlett", "Newton", "Art (1/VI)", "Hancock", "Brooks", "Irwin", "Art (2/VI)"];
const HILL: [&str; 6] = ["Branch", "Gregg", "Archer", "Pender", "Field", "Art (A.P. Hill)"];

/// The VI Corps at the edge of the map, with Franklin.
fn sixth(lines: &[&str]) -> Table {
    let mut t = Table::study(&["due VI", "turn 4 union impulse 0", "advantage union"]);
    for unit in SIXTH {
        t.umpire(&format!("reserve {unit}"));
    }
    t.umpire("reserve Franklin");
    for line in lines {
        t.umpire(line);
    }
    t
}

/// A. P. Hill's division at the edge of the map.
fn hill(lines: &[&str]) -> Table {
    let mut t = Table::study(&["due Hill", "turn 6 confederate impulse 0", "advantage union"]);
    for unit in HILL {
        t.umpire(&format!("reserve {unit}"));
    }
    for line in lines {
        t.umpire(line);
    }
    t
}

/// They come Fresh, in one area, in an impulse of their own, and need no leader; afterwards they are units like others.
#[test]
fn s4_1_an_impulse_without_a_leader() {
    let mut t = hill(&["place Toombs 11", "place Starke 28"]);
    t.confederate("bring Hill at 9", &[]);
    for unit in HILL {
        assert!(t.unit(unit).active && !t.unit(unit).spent, "{unit}");
    }
    // Nobody else is activated with them.
    assert_eq!(t.refused(Side::Confederate, "Toombs 11-10"), "6.1");
    t.confederate("Branch enter 9", &[]).confederate("Gregg enter 9-11", &[]);
    assert_eq!(t.refused(Side::Confederate, "Archer enter 10"), "4.1");
    t.confederate("done", &[6, 6]);
    t.union("keep", &[]).union("pass", &[]);
    // Who has come needs a leader now.
    assert!(t.unit("Branch").spent);
    t.umpire("place Branch 9").umpire("turn 7 confederate impulse 0");
    assert_eq!(t.refused(Side::Confederate, "Branch 9-8"), "6.1");
}

/// Who does not come on the turn of the card comes later, in its area only; an enemy there is assaulted; stacking holds.
#[test]
fn s4_2_delay_enemies_and_room() {
    let mut t = sixth(&["turn 6 union impulse 2"]);
    assert_eq!(t.refused(Side::Union, "bring VI at 73"), "4.1");
    assert_eq!(t.refused(Side::Union, "bring VI at 9"), "4.1");
    t.union("bring VI at 75", &[]).union("Torbert enter 75", &[]);
    // Before its turn nobody comes.
    let mut t = Table::start();
    t.umpire("turn 3 union impulse 0");
    assert_eq!(t.refused(Side::Union, "bring VI at 72"), "4.1");
    // Enemies in the entry area: several units enter, then they assault.
    let mut t = hill(&["place Phelps 9"]);
    t.confederate("bring Hill at 9", &[]);
    t.confederate("Branch enter 9", &[]).confederate("Gregg enter 9", &[]).confederate("Art (A.P. Hill) enter 9", &[]);
    assert_eq!((t.unit("Branch").used, t.unit("Gregg").used), (3, 3));
    assert_eq!(t.refused(Side::Confederate, "done"), "8.3.1");
    t.confederate("assault 9 lead Branch", &[3, 3, 3, 3]).union("keep", &[]);
    assert!(t.told("+4 for 2 more units"), "{:?}", t.story());
    // Room.
    let mut lines: Vec<String> =
        ["Starke", "Jones", "Winder", "Lawton", "Trimble", "Early", "Hays", "Kershaw", "Semmes", "Cobb"]
            .iter()
            .map(|u| format!("place {u} 9"))
            .collect();
    lines.push("place Toombs 10".into());
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut t = hill(&lines);
    t.confederate("bring Hill at 9", &[]);
    assert_eq!(t.refused(Side::Confederate, "Branch enter 9"), "7.4");
    assert_eq!(t.refused(Side::Confederate, "Branch enter 9-11"), "7.4");
}

/// The entry area costs what it costs; the rest of the allowance is theirs.
#[test]
fn s4_3_entering_costs_the_area() {
    let mut t = hill(&[]);
    t.confederate("bring Hill at 9", &[]);
    t.confederate("Branch enter 9-11-33-36-38", &[]);
    // Six movement points: 9, 11, 33, 36 and 38 are five; one is left.
    assert_eq!((t.unit("Branch").used, t.unit("Branch").place), (5, Place::At(38)));
    t.confederate("Branch 38-37", &[]);
    assert_eq!(t.refused(Side::Confederate, "Branch 37-13"), "7.11");
    // Guns in sight of a clear entry area make it dearer.
    let mut t = hill(&["place Art (1/I) 11"]);
    t.confederate("bring Hill at 9", &[]).confederate("Branch enter 9", &[]);
    assert_eq!(t.unit("Branch").used, 2);
}

/// The VI Corps comes at 72, 74 or 75 from turn 4; Franklin is active when he comes.
#[test]
fn s4_4_the_sixth_corps() {
    let mut t = Table::start();
    t.umpire("turn 3 rally union").umpire("advantage union");
    t.union("done", &[]);
    assert!(t.position.turn == 4 && t.position.forces[Force::Sixth as usize].due);
    for area in [72, 74, 75] {
        let mut t = sixth(&[]);
        t.union(&format!("bring VI at {area}"), &[]).union(&format!("Hancock enter {area}"), &[]);
        assert_eq!((t.leader("Franklin").place, t.leader("Franklin").active), (Place::At(area), true));
    }
    // He may ride on with them, and activates them in a later impulse.
    let mut t = sixth(&[]);
    t.union("bring VI at 72", &[]).union("Hancock enter 72", &[]).union("Franklin ride 72-73", &[]).union("done", &[]);
    t.umpire("place Hancock 72").umpire("turn 4 union impulse 4").umpire("advantage union");
    t.union("activate 72 with Franklin", &[]).union("Hancock 72-73", &[]);
}

/// He comes once, with the first of his corps: who enters after he has ridden on does not bring him back.
#[test]
fn s4_4_franklin_comes_with_the_first_of_them() {
    let mut t = sixth(&[]);
    t.union("bring VI at 72", &[]).union("Hancock enter 72", &[]).union("Franklin ride 72-73", &[]);
    t.union("Newton enter 72", &[]);
    assert_eq!((t.unit("Newton").place, t.leader("Franklin").place), (Place::At(72), Place::At(73)));
}

/// A. P. Hill: one die at the start of turn 5, before the bombardment; in turn 6 he comes without one.
#[test]
fn s4_5_ap_hill() {
    for (die, due) in [(1, true), (2, true), (3, false), (6, false)] {
        let mut t = Table::start();
        t.umpire("turn 4 rally union").umpire("advantage union");
        t.union("done", &[die]).union("keep", &[]);
        assert_eq!(t.position.forces[Force::Hill as usize].due, due, "{die}");
        assert_eq!(t.position.phase, Phase::LongRange);
    }
    let mut t = Table::start();
    t.umpire("turn 5 rally union");
    t.union("done", &[]);
    assert!(t.position.forces[Force::Hill as usize].due);
    let mut t = hill(&[]);
    assert_eq!(t.refused(Side::Confederate, "bring Hill at 34"), "4.1");
    t.confederate("bring Hill at 10", &[]).confederate("Gregg enter 10", &[]);
}

/// Ruling 58: all in one area; those whom stacking keeps out come in another impulse, at the same area. An area that was
/// named and never entered binds nobody.
#[test]
fn r58_a_force_comes_in_one_area() {
    let mut t = sixth(&[]);
    t.union("bring VI at 72", &[]).union("Torbert enter 72-73", &[]).union("done", &[]);
    t.umpire("turn 4 union impulse 2").umpire("advantage union");
    assert_eq!(t.refused(Side::Union, "bring VI at 74"), "4.1");
    t.union("bring VI at 72", &[]).union("Hancock enter 72", &[]);
    assert_eq!(t.refused(Side::Union, "Torbert 73-74"), "6.1");
    // Nobody came: 74 is still open.
    let mut t = sixth(&[]);
    t.union("bring VI at 72", &[]).union("done", &[]);
    t.umpire("turn 4 union impulse 2").umpire("advantage union");
    t.union("bring VI at 74", &[]).union("Hancock enter 74", &[]);
    // They may fight where they go.
    let mut t = hill(&["place Fairchild 11"]);
    t.confederate("bring Hill at 9", &[]).confederate("Branch enter 9-11", &[]);
    t.confederate("assault 11 lead Branch", &[3, 3, 3, 3]).union("keep", &[]);
}

/// Ruling 59: Hill's die is rolled once, at the start of turn 5; after a failure he may come in turn 6 or later.
#[test]
fn r59_hills_die_is_rolled_once() {
    let mut t = Table::start();
    t.umpire("turn 4 rally union").umpire("advantage union");
    t.union("done", &[5]).union("keep", &[]).union("done", &[]);
    assert_eq!((t.position.turn, t.position.side), (5, Side::Confederate));
    assert_eq!(t.refused(Side::Confederate, "bring Hill at 9"), "4.1");
    t.umpire("turn 5 rally union");
    // No die in turn 6.
    t.union("done", &[]);
    t.umpire("turn 6 confederate impulse 0");
    t.confederate("bring Hill at 9", &[]);
}
