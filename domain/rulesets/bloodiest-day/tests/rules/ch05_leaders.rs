//! §5: waking leaders and what makes them inactive; rulings 20 to 23 and 63.

use crate::table::Table;
use bloodiest_day::{ImpulseUse, Place};
use domain_core::referee::Side;

/// Army headquarters with Sumner and Porter, Hooker elsewhere.
fn headquarters(lines: &[&str]) -> Table {
    let mut t = Table::study(&[
        "leader McClellan 73 inactive",
        "leader Sumner 73 inactive",
        "leader Porter 74 inactive",
        "leader Hooker 26 inactive",
        "leader Mansfield 47 inactive",
        "place Caldwell 73",
        "place Buchanan 74",
        "place Magilton 26",
        "turn 2 union impulse 0",
        "advantage confederate",
    ]);
    for line in lines {
        t.umpire(line);
    }
    t
}

/// The side whose impulse it is wakes its own; only what an active leader commands moves and attacks.
#[test]
fn s5_1_only_active_leaders_set_units_in_motion() {
    let mut t = headquarters(&["leader Jackson 29 inactive"]);
    assert_eq!(t.refused(Side::Union, "wake Jackson"), "5.1");
    assert_eq!(t.refused(Side::Confederate, "wake Jackson"), "3.0");
    assert_eq!(t.refused(Side::Union, "Caldwell 73-72"), "6.1");
    t.union("wake McClellan", &[]);
    assert!(t.leader("McClellan").active);
    let mut t = headquarters(&["leader Hooker 26 active"]);
    assert_eq!(t.refused(Side::Union, "wake Hooker"), "5.1");
}

/// All begin inactive but Hooker and Mansfield; an inactive leader activates nobody.
#[test]
fn s5_2_all_but_two_begin_inactive() {
    let t = Table::start();
    for name in ["Hooker", "Mansfield"] {
        assert!(t.leader(name).active, "{name}");
    }
    for name in [
        "McClellan",
        "Sumner",
        "Porter",
        "Franklin",
        "Burnside",
        "Pleasonton",
        "Lee",
        "Jackson",
        "Longstreet",
        "Stuart",
    ] {
        assert!(!t.leader(name).active, "{name}");
    }
    let mut t = headquarters(&[]);
    assert_eq!(t.refused(Side::Union, "activate 73 with Sumner"), "5.2");
}

/// §5.3A: a Confederate leader wakes by himself, wherever he is, and nothing else is done.
#[test]
fn s5_3a_confederates_wake_by_themselves() {
    for name in ["Lee", "Jackson", "Longstreet", "Stuart"] {
        let mut t = Table::study(&[
            &format!("leader {name} 29 inactive"),
            "place Starke 29",
            "place Gibbon 19",
            "turn 2 confederate impulse 0",
        ]);
        t.umpire("advantage union");
        t.confederate(&format!("wake {name}"), &[6, 6]);
        assert!(t.leader(name).active, "{name}");
        // The impulse is over.
        assert_eq!((t.position.side, t.unit("Starke").active), (Side::Union, false));
    }
}

/// §5.3.1: Hooker goes inactive if no unit of the I Corps moves or attacks in the first Union impulse.
#[test]
fn s5_3_1_hooker_and_the_first_impulse() {
    let first = || {
        let mut t = Table::start();
        t.union("done", &[4, 4]).confederate("keep", &[]);
        t
    };
    let mut t = first();
    t.union("wake McClellan", &[]);
    assert!(!t.leader("Hooker").active && t.leader("Mansfield").active);
    // Mansfield's men are not the I Corps.
    let mut t = first();
    t.union("activate 47 with Mansfield", &[]).confederate("keep", &[]);
    t.union("Tyndale 47-46", &[]).union("done", &[]);
    assert!(!t.leader("Hooker").active);
    // Hooker's own ride does not count.
    let mut t = first();
    t.union("Hooker ride 26-25", &[]);
    assert!(!t.leader("Hooker").active);
    let mut t = first();
    t.union("activate 25 with Hooker", &[]).confederate("keep", &[]);
    t.union("Duryea 25-44", &[]).union("done", &[]);
    assert!(t.leader("Hooker").active);
    // Later impulses ask nothing of him, and he may be woken again.
    let mut t = first();
    t.union("wake McClellan", &[]).confederate("pass", &[6, 6]).confederate("keep", &[]);
    t.union("wake Hooker", &[]).confederate("pass", &[6, 6]).confederate("keep", &[]).union("pass", &[]);
    assert!(t.leader("Hooker").active);
}

/// §5.3.2: McClellan, Hooker and Mansfield wake alone; the others need McClellan, active, in their area.
#[test]
fn s5_3_2_who_wakes_union_leaders() {
    for name in ["McClellan", "Hooker", "Mansfield"] {
        let mut t = headquarters(&[]);
        t.union(&format!("wake {name}"), &[]);
        assert!(t.leader(name).active, "{name}");
    }
    let mut t = headquarters(&[]);
    assert_eq!(t.refused(Side::Union, "wake Sumner"), "5.3.2");
    t.umpire("leader McClellan 73 active");
    // Porter is next door only.
    assert_eq!(t.refused(Side::Union, "wake Porter"), "5.3.2");
    t.union("wake Sumner", &[]);
    assert!(t.leader("Sumner").active);
}

/// §5.3.3: McClellan, active from the start, may wake another and then move, or only move.
#[test]
fn s5_3_3_mcclellan_wakes_and_moves() {
    let mut t = headquarters(&["leader McClellan 73 active"]);
    t.union("wake Sumner", &[]).union("McClellan ride 73-74", &[]);
    assert_eq!((t.leader("McClellan").place, t.position.side), (Place::At(74), Side::Confederate));
    let mut t = headquarters(&["leader McClellan 73 active"]);
    t.union("McClellan ride 73-74", &[]);
    // He moved first: that was all.
    assert_eq!((t.position.side, t.leader("Porter").active), (Side::Confederate, false));
    // Woken in this impulse he does not move.
    let mut t = headquarters(&[]);
    t.union("wake McClellan", &[]);
    assert_eq!((t.position.side, t.leader("McClellan").place), (Side::Confederate, Place::At(73)));
}

/// §5.4: a failed assault in his area, no friends left there, reorganising, the enemy's Advantage; never the mere end of
/// an impulse or turn.
#[test]
fn s5_4_what_makes_a_leader_inactive() {
    let assault = |riding: bool, dice: &[u8]| {
        let mut t = Table::study(&[
            "place Gibbon 19",
            "place Phelps 19",
            "place Hoffman 19",
            "leader Hooker 19 active",
            "place Lawton 27",
            "turn 2 union impulse 3",
            "advantage union",
        ]);
        t.union("activate 19 with Hooker", &[]).union("Phelps 19-27", &[]).union("Gibbon 19-27", &[]);
        if riding {
            t.union("Hooker ride 19-27", &[]);
        }
        t.union("assault 27 lead Phelps", dice).union("keep", &[]);
        t
    };
    // (2) OT < DT, and he is there; he is not blamed from next door, nor for a draw.
    assert!(!assault(true, &[1, 2, 5, 5]).leader("Hooker").active);
    assert!(assault(false, &[1, 2, 5, 5]).leader("Hooker").active);
    let even = assault(true, &[3, 3, 3, 3]);
    assert!(even.told("= 11") && even.leader("Hooker").active, "{:?}", even.story());
    // (1) reorganising.
    let mut t = Table::study(&[
        "leader Jackson 29 active",
        "place Starke 29",
        "lost Hays",
        "lost Lawton",
        "turn 2 rally confederate",
        "advantage union",
    ]);
    t.confederate("reorganise Hays by Jackson", &[]);
    assert!(!t.leader("Jackson").active);
    // (3) all friends there eliminated: placed with his command, inactive.
    let mut t = Table::study(&[
        "place Gibbon 19",
        "place Phelps 19",
        "place Hoffman 19",
        "leader Hooker 19 active",
        "place Winder 27 spent",
        "leader Jackson 27 active",
        "place Starke 36",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    t.union("activate 19 with Hooker", &[]);
    t.union("Gibbon 19-27", &[]).union("Phelps 19-27", &[]).union("Hoffman 19-27", &[]);
    t.union("assault 27 lead Gibbon", &[5, 6, 1, 2]).union("keep", &[]);
    assert_eq!((t.leader("Jackson").place, t.leader("Jackson").active), (Place::At(36), false));
    // (4) the Advantage.
    let mut t = headquarters(&["leader Hooker 26 active", "leader Jackson 29 active", "advantage confederate"]);
    t.umpire("place Starke 29").umpire("turn 2 confederate impulse 2");
    t.confederate("silence Hooker", &[]);
    assert_eq!((t.leader("Hooker").active, t.position.advantage), (false, Side::Union));
    // Neither an impulse nor a turn makes him so.
    let mut t = headquarters(&["leader Hooker 26 active", "advantage union"]);
    t.union("activate 26 with Hooker", &[]).union("Magilton 26-25", &[]).union("done", &[]);
    t.umpire("turn 2 rally union").union("done", &[]);
    assert!(t.leader("Hooker").active && t.position.turn == 3);
}

/// Ruling 20: replacements of Hooker and Mansfield wake alone as well; for the others McClellan must be in the area.
#[test]
fn r20_who_wakes_whom() {
    for name in ["Hooker", "Mansfield"] {
        let mut t = headquarters(&[&format!("leader {name} 47 inactive replacement")]);
        t.union(&format!("wake {name}"), &[]);
        assert!(t.leader(name).active, "{name}");
    }
    let mut t = headquarters(&["leader McClellan 74 active"]);
    assert_eq!(t.refused(Side::Union, "wake Sumner"), "5.3.2");
    t.union("wake Porter", &[]);
}

/// Ruling 21: McClellan commands no combat units: he activates and reorganises none, and helps no fight.
#[test]
fn r21_mcclellan_commands_nobody() {
    let mut t = headquarters(&["leader McClellan 73 active"]);
    assert_eq!(t.refused(Side::Union, "activate 73 with McClellan"), "6.1");
    // Woken elsewhere, a leader is not McClellan's doing: he stays.
    t.union("wake Hooker", &[]);
    assert_eq!((t.position.side, t.leader("McClellan").place), (Side::Confederate, Place::At(73)));
    let mut t = headquarters(&["leader McClellan 73 active", "lost Meagher", "lost Brooke", "turn 2 rally union"]);
    assert_eq!(t.refused(Side::Union, "reorganise Brooke by McClellan"), "9.3");
    // No bonus for his company.
    let mut t = Table::study(&[
        "place Caldwell 54",
        "leader McClellan 54 active",
        "leader Sumner 73 active",
        "place Lawton 54",
        "turn 2 union impulse 0",
        "advantage union",
    ]);
    t.union("activate 54 with Sumner", &[]).union("Caldwell assault 54", &[]);
    t.union("assault 54 lead Caldwell", &[3, 3, 3, 3]).union("keep", &[]);
    assert!(t.told("5 Caldwell +6 rolled = 11"), "{:?}", t.story());
}

/// Ruling 22: each Confederate leader activates any Confederate unit, the guns of the army and Evans among them.
#[test]
fn r22_each_confederate_leader_commands_all() {
    for name in ["Lee", "Jackson", "Longstreet", "Stuart"] {
        let mut t = Table::study(&[
            "place Starke 29",
            "place Toombs 29",
            "place F. Lee a 29",
            "place Art a (ANV) 29",
            "place Evans 29",
            &format!("leader {name} 16 active"),
            "turn 2 confederate impulse 0",
            "advantage union",
        ]);
        t.confederate(&format!("activate 29 with {name}"), &[]);
        for unit in ["Starke", "Toombs", "F. Lee a", "Art a (ANV)", "Evans"] {
            assert!(t.unit(unit).active, "{unit} by {name}");
        }
    }
}

/// Ruling 23: an active leader may ride ten areas as the whole of an impulse; among infantry or cavalry only to friends.
#[test]
fn r23_a_leader_alone() {
    let mut t = headquarters(&["leader Hooker 21 active", "place Phelps 57"]);
    assert_eq!(t.refused(Side::Union, "Sumner ride 73-72"), "7.2.1");
    t.union("Hooker ride 21-26-25-45-51-72-73-67-71-66-63", &[]);
    assert_eq!((t.leader("Hooker").place, t.position.impulse.doing), (Place::At(63), ImpulseUse::Nothing));
    assert_eq!(t.position.side, Side::Confederate);
    let mut t = headquarters(&["leader Hooker 19 active", "place Lawton 27"]);
    assert_eq!(t.refused(Side::Union, "Hooker ride 19-27"), "7.5.3");
    t.umpire("place Gibbon 27 spent").union("Hooker ride 19-27", &[]);
    assert_eq!(t.leader("Hooker").place, Place::At(27));
}

/// Ruling 63: bombardment counts as an attack of the I Corps; guns that were only laid do not.
#[test]
fn r63_bombardment_counts() {
    let first = || {
        let mut t = Table::start();
        t.umpire("advantage union");
        t.union("done", &[4, 4]).union("keep", &[]).union("activate 19 with Hooker", &[]);
        t.union("Art (1/I) bombard 27", &[]);
        t
    };
    let mut t = first();
    t.union("bombard 27 lead Art (1/I) target Lawton", &[1, 2, 5, 5]).union("keep", &[]).union("done", &[]);
    assert!(t.leader("Hooker").active);
    let mut t = first();
    t.union("done", &[]);
    assert!(!t.leader("Hooker").active);
}
