//! §6: activation of units; ruling 19.

use crate::table::Table;
use bloodiest_day::Place;
use domain_core::referee::Side;

fn first_corps(lines: &[&str]) -> Table {
    let mut t = Table::study(&[
        "place Gibbon 19",
        "place Phelps 20",
        "place Art (1/I) 19",
        "leader Hooker 19 active",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    for line in lines {
        t.umpire(line);
    }
    t
}

/// Units of the area move, attack or both; the leader may move too, before or after, from and to where he likes.
#[test]
fn s6_1_units_and_their_leader_act() {
    let mut t = first_corps(&["place Lawton 27"]);
    assert_eq!(t.refused(Side::Union, "Gibbon 19-20"), "6.1");
    t.union("activate 19 with Hooker", &[]);
    assert_eq!(t.refused(Side::Union, "Phelps 20-21"), "6.1");
    t.union("Hooker ride 19-20", &[]).union("Gibbon 19-27", &[]);
    t.union("assault 27 lead Gibbon", &[3, 3, 3, 4]).union("keep", &[]);
    t.union("Hooker ride 20-19-26", &[]).union("done", &[]);
    // He neither began nor ended with them, and is active still.
    assert_eq!((t.leader("Hooker").place, t.leader("Hooker").active), (Place::At(26), true));
    // Only he: another leader stays where he is.
    let mut t = first_corps(&["leader Mansfield 19 active"]);
    t.union("activate 19 with Hooker", &[]);
    assert_eq!(t.refused(Side::Union, "Mansfield ride 19-20"), "6.1");
    // From next door.
    let mut t = first_corps(&[]);
    t.union("activate 20 with Hooker", &[]).union("Phelps 20-21", &[]);
}

/// §6.2: a Confederate leader activates any Fresh units; Spent ones never.
#[test]
fn s6_2_confederates_activate_any() {
    let mut t = Table::study(&[
        "place Toombs 29",
        "place Starke 29 spent",
        "place Robertson 29",
        "leader Stuart 29 active",
        "turn 2 confederate impulse 0",
        "advantage union",
    ]);
    t.confederate("activate 29 with Stuart", &[]);
    assert!(t.unit("Toombs").active && t.unit("Robertson").active && !t.unit("Starke").active);
    assert_eq!(t.refused(Side::Confederate, "Starke 29-28"), "6.1");
}

/// §6.3: a Union leader activates his own corps; the reserve artillery goes with any (ruling 62).
#[test]
fn s6_3_union_leaders_activate_their_corps() {
    let mut t = first_corps(&["place Crawford a 19", "place Rush 19", "place Res Art a (V) 19"]);
    t.union("activate 19 with Hooker", &[]);
    assert_eq!(t.refused(Side::Union, "Crawford a 19-20"), "6.1");
    assert_eq!(t.refused(Side::Union, "Rush 19-20"), "6.1");
    t.union("Res Art a (V) 19-20", &[]).union("Gibbon 19-20", &[]);
    // An area with nobody of his cannot be activated at all.
    let mut t = first_corps(&["place Crawford a 26"]);
    assert_eq!(t.refused(Side::Union, "activate 26 with Hooker"), "6.1");
    assert_eq!(t.refused(Side::Union, "activate 19 with Jackson"), "6.1");
}

/// Ruling 19: a leader reaches his own area and the adjacent ones, the far bank of the creek included; no further.
#[test]
fn r19_reach() {
    let mut t = Table::study(&[
        "place Crook a 62",
        "place Fairchild 61",
        "place Christ a 65",
        "leader Burnside 64 active",
        "turn 2 union impulse 0",
        "advantage union",
    ]);
    assert_eq!(t.refused(Side::Union, "activate 61 with Burnside"), "3.0");
    t.union("activate 62 with Burnside", &[]);
    // Over the creek: 56 adjoins 64 though nothing crosses there.
    let mut t =
        Table::study(&["place Crook a 56", "leader Burnside 64 active", "turn 2 union impulse 0", "advantage union"]);
    t.union("activate 56 with Burnside", &[]);
    assert!(t.unit("Crook a").active);
}
