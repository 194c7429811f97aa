//! §7.7, §7.11, §11: bridges and fords; rulings 37, 41 and 42.

use crate::table::{RULES, Table};
use bloodiest_day::{CrossingState, Place};
use domain_core::referee::Side;

fn state(t: &Table, name: &str) -> CrossingState {
    let at = RULES.pack().crossings.iter().position(|c| c.name == name).expect("a crossing");
    t.position.crossings[at]
}

/// The IX Corps at the lower creek, active in one of its areas.
fn ninth(area: u8, lines: &[&str]) -> Table {
    let mut t = Table::study(&["leader Burnside 63 active", "turn 2 union impulse 0", "advantage union"]);
    for line in lines {
        t.umpire(line);
    }
    t.union(&format!("activate {area} with Burnside"), &[]);
    t
}

/// Units over a bridge, one after another.
fn over(t: &mut Table, side: Side, units: &[&str], way: &str) {
    for unit in units {
        t.attempt(side, &format!("{unit} {way}"), &[]).unwrap_or_else(|e| panic!("{unit} {way}: {e}"));
    }
}

/// Two points for a try, by infantry or cavalry next to the crossing and without enemies there; it may go on afterwards.
#[test]
fn s7_7_who_tries_a_crossing() {
    let mut t = ninth(62, &["place Crook a 62", "place Art (4/IX) 62", "place Toombs 38"]);
    assert_eq!(t.refused(Side::Union, "Art (4/IX) try Lower Bridge"), "7.7.1");
    assert_eq!(t.refused(Side::Union, "Crook a try Snavely's Ford"), "7.7.1");
    t.union("Crook a try Lower Bridge", &[6, 6]).union("keep", &[]);
    assert_eq!(t.unit("Crook a").used, 2);
    let mut t = ninth(62, &["place Crook a 62", "place Toombs 62", "place Drayton 38"]);
    assert_eq!(t.refused(Side::Union, "Crook a try Lower Bridge"), "7.7.1");
    // Four of five points gone: too late.
    let mut t = ninth(63, &["place Crook a 63", "place Toombs 38"]);
    t.union("Crook a 63-62-64-62-64", &[]);
    assert_eq!(t.refused(Side::Union, "Crook a try Crook's Ford"), "7.7.1");
}

/// §7.7.1: friends alone on both banks take the bridge without a roll.
#[test]
fn s7_7_1_a_bridge_with_friends_alone_on_both_banks() {
    let mut t = ninth(62, &["place Crook a 62", "place Ewing a 38"]);
    t.union("Crook a try Lower Bridge", &[]).union("Crook a 62-38", &[]);
    assert_eq!((t.unit("Crook a").used, state(&t, "Lower Bridge").holder), (3, Some(Side::Union)));
    // An enemy among them there: the dice.
    let mut t = ninth(62, &["place Crook a 62", "place Ewing a 38", "place Toombs 38 spent"]);
    t.union("Crook a try Lower Bridge", &[3, 3]).union("keep", &[]);
    assert!(
        t.told("6 rolled −1 Spent enemies across +1 friends across +1 no enemies here = 7: it fails"),
        "{:?}",
        t.story()
    );
    // A unit that had to stop may still pay for a try (it is no move).
    let mut t = ninth(63, &["place Crook a 63", "place Toombs 63", "place Ewing a 62"]);
    t.union("Crook a 63-62", &[]).union("Crook a try Lower Bridge", &[4, 4]).union("keep", &[]);
    assert_eq!(t.unit("Crook a").used, 3);
}

/// §7.7.2: a ford is always rolled for; once found it is open to both for good.
#[test]
fn s7_7_2_fords_are_always_rolled_for() {
    let mut t = ninth(61, &["place Fairchild 61", "place Harland a 36"]);
    t.union("Fairchild try Snavely's Ford", &[3, 3]).union("keep", &[]);
    assert!(t.told("6 rolled +1 friends across +1 no enemies here = 8"), "{:?}", t.story());
    assert!(state(&t, "Snavely's Ford").found);
    t.union("Fairchild 61-36", &[]).union("done", &[]);
    t.umpire("turn 3 union impulse 0").umpire("place Fairchild 61");
    t.union("activate 61 with Burnside", &[]).union("Fairchild 61-36", &[]);
    // By the Advantage, with nobody near.
    let mut t = ninth(63, &["place Crook a 63"]);
    t.union("find Myers' Ford", &[]);
    assert!(state(&t, "Myers' Ford").found && t.position.advantage == Side::Confederate);
}

/// Crossing costs nothing of itself; five units an impulse over each crossing, or one whole division.
#[test]
fn s7_11_crossings_cost_nothing_and_carry_five() {
    let mut t = Table::study(&["leader Sumner 67 active", "turn 2 union impulse 0", "advantage union"]);
    for unit in ["Caldwell", "Meagher", "Brooke", "Art (1/II)", "Gorman", "Howard"] {
        t.umpire(&format!("place {unit} 67"));
    }
    t.union("activate 67 with Sumner", &[]);
    over(&mut t, Side::Union, &["Caldwell", "Meagher", "Brooke", "Art (1/II)", "Gorman"], "67-55");
    assert_eq!(t.unit("Caldwell").used, 1);
    assert_eq!(t.refused(Side::Union, "Howard 67-55"), "7.11");
    assert!(!t.menu(Side::Union).contains(&"Howard 67-55".to_owned()));
}

/// Ruling 37: five units, or more of one division; another's may not be added to those; each crossing for itself, each
/// impulse anew; leaders are free, and who goes over twice counts once.
#[test]
fn r37_crossing_limit() {
    let anderson = ["Wilcox", "Featherston", "Armistead", "Pryor", "Wright", "Mahone", "Art (Anderson)"];
    let stage = || {
        let mut t = Table::study(&[
            "leader Longstreet 39 active",
            "bridge Middle Bridge confederate",
            "turn 2 confederate impulse 0",
            "advantage union",
        ]);
        for unit in anderson {
            t.umpire(&format!("place {unit} 39"));
        }
        t.umpire("place Kershaw 39").umpire("place Semmes 39");
        t.confederate("activate 39 with Longstreet", &[]);
        t
    };
    // Seven of one division go over the ford, and then nobody else.
    let mut t = stage();
    over(&mut t, Side::Confederate, &anderson, "39-64");
    assert_eq!(t.refused(Side::Confederate, "Kershaw 39-64"), "7.11");
    t.confederate("Longstreet ride 39-64", &[]);
    // Five of one division and one of another: no. Four, then one of another: no sixth of either.
    let mut t = stage();
    over(&mut t, Side::Confederate, &anderson[..5], "39-64");
    assert_eq!(t.refused(Side::Confederate, "Kershaw 39-64"), "7.11");
    let mut t = stage();
    over(&mut t, Side::Confederate, &anderson[..4], "39-64");
    over(&mut t, Side::Confederate, &["Kershaw"], "39-64");
    assert_eq!(t.refused(Side::Confederate, "Wright 39-64"), "7.11");
    assert_eq!(t.refused(Side::Confederate, "Semmes 39-64"), "7.11");
    // There and back by one unit is one of the five.
    let mut t = stage();
    over(&mut t, Side::Confederate, &["Kershaw"], "39-64-39-64");
    over(&mut t, Side::Confederate, &anderson[..4], "39-64");
    over(&mut t, Side::Confederate, &["Kershaw"], "64-39");
    assert_eq!(t.refused(Side::Confederate, "Wright 39-64"), "7.11");
    // A new impulse counts anew.
    t.umpire("turn 2 confederate impulse 2").confederate("activate 39 with Longstreet", &[]);
    over(&mut t, Side::Confederate, &["Wright"], "39-64");
    // All cavalry of a side is one division: six go over.
    let horse = ["Whiting", "Farnsworth", "Rush", "Davis", "Art a (CAV)", "Art b (CAV)"];
    let mut t = Table::study(&["leader Pleasonton 67 active", "turn 2 union impulse 0", "advantage union"]);
    for unit in horse {
        t.umpire(&format!("place {unit} 67"));
    }
    t.union("activate 67 with Pleasonton", &[]);
    over(&mut t, Side::Union, &horse, "67-55");
}

/// §11.1: the Union holds the upper and middle bridges, and knows the fords between.
#[test]
fn s11_1_what_the_union_holds_at_the_start() {
    let t = Table::start();
    for name in ["Upper Bridge", "Middle Bridge"] {
        assert_eq!(state(&t, name).holder, Some(Side::Union), "{name}");
    }
    for name in ["Pry's Mill Ford", "Pry's Ford", "Newcomer's Ford"] {
        assert!(state(&t, name).found, "{name}");
    }
    assert_eq!(state(&t, "Lower Bridge").holder, Some(Side::Confederate));
    for name in ["Crook's Ford", "Snavely's Ford", "Myers' Ford"] {
        assert!(!state(&t, name).found, "{name}");
    }
    let mut t =
        Table::study(&["place Gorman 72", "leader Sumner 72 active", "turn 1 union impulse 0", "advantage union"]);
    t.union("activate 72 with Sumner", &[]).union("Gorman 72-49-72-51", &[]);
}

/// §11.2.1: the lower crossings are closed to the Union until taken or found; one try at each an impulse, whoever tries.
#[test]
fn s11_2_1_one_try_a_crossing_an_impulse() {
    let mut t = ninth(61, &["place Fairchild 61", "place Harland a 61", "place Manning a 36"]);
    assert_eq!(t.refused(Side::Union, "Fairchild 61-36"), "11.2");
    t.union("Fairchild try Snavely's Ford", &[4, 4]).union("keep", &[]);
    assert_eq!(t.refused(Side::Union, "Harland a try Snavely's Ford"), "11.2");
    assert_eq!(t.refused(Side::Union, "Fairchild try Snavely's Ford"), "11.2");
    // Another crossing is another matter.
    t.union("Harland a 61-62", &[]).union("Harland a try Lower Bridge", &[4, 4]).union("keep", &[]);
    // Whoever is not activated tries nothing.
    let mut t = ninth(63, &["place Crook a 63", "place Fairchild 61"]);
    assert_eq!(t.refused(Side::Union, "Fairchild try Snavely's Ford"), "6.1");
}

/// §11.2.2: more than 7 with the table's modifiers; Confederates use hidden fords, and give them away in sight of the enemy.
#[test]
fn s11_2_2_the_table() {
    let tried = |across: &[&str], dice: &[u8]| {
        let mut t = ninth(62, &[&["place Crook a 62"], across].concat());
        t.union("Crook a try Lower Bridge", dice).union("keep", &[]);
        state(&t, "Lower Bridge").holder == Some(Side::Union)
    };
    // Nobody across: +1. Spent enemies: 0. Fresh ones: −1.
    assert!(!tried(&[], &[3, 3]) && tried(&[], &[3, 4]));
    assert!(!tried(&["place Toombs 38 spent"], &[3, 4]) && tried(&["place Toombs 38 spent"], &[4, 4]));
    assert!(!tried(&["place Toombs 38"], &[4, 4]) && tried(&["place Toombs 38"], &[4, 5]));
    assert!(tried(&["place Toombs 38", "place Ewing a 38"], &[4, 4]));
    let mut t = Table::study(&[
        "place Toombs 36",
        "place Fairchild 62",
        "leader Longstreet 36 active",
        "turn 2 confederate impulse 0",
        "advantage union",
    ]);
    t.confederate("activate 36 with Longstreet", &[]).confederate("Toombs 36-61", &[]);
    assert!(!state(&t, "Snavely's Ford").found);
}

/// Ruling 41: either side tries for a bridge that the enemy holds, and only its holder uses it.
#[test]
fn r41_bridges_change_hands() {
    let mut t = Table::study(&[
        "place Toombs 55",
        "place Jenkins 67",
        "leader Longstreet 55 active",
        "turn 2 confederate impulse 0",
        "advantage union",
    ]);
    t.confederate("activate 55 with Longstreet", &[]);
    assert_eq!(t.refused(Side::Confederate, "Toombs 55-67"), "11.2");
    t.confederate("Toombs try Middle Bridge", &[]).confederate("Toombs 55-67", &[]);
    assert_eq!((state(&t, "Middle Bridge").holder, t.unit("Toombs").used), (Some(Side::Confederate), 3));
    assert_eq!(t.refused(Side::Confederate, "Toombs try Middle Bridge"), "11.2");
    t.confederate("done", &[5, 5]).union("keep", &[]);
    t.umpire("place Caldwell 73").umpire("leader Sumner 73 active");
    t.union("activate 73 with Sumner", &[]);
    t.umpire("gone Toombs").umpire("gone Jenkins");
    t.union("Caldwell 73-67", &[]);
    assert_eq!(t.refused(Side::Union, "Caldwell 67-55"), "11.2");
    // One's own bridge is not tried for.
    let mut t = ninth(62, &["place Crook a 62", "bridge Lower Bridge union"]);
    assert_eq!(t.refused(Side::Union, "Crook a try Lower Bridge"), "11.2");
}

/// Ruling 42: a hidden ford used by Confederates, in whatever way, is found if a Union unit is then in either area.
#[test]
fn r42_a_ford_used_in_sight_is_found() {
    let stage = |lines: &[&str]| {
        let mut t = Table::study(&[
            "place Toombs 36",
            "leader Longstreet 36 active",
            "turn 2 confederate impulse 0",
            "advantage union",
        ]);
        for line in lines {
            t.umpire(line);
        }
        t.confederate("activate 36 with Longstreet", &[]);
        t
    };
    let mut t = stage(&["place Fairchild 61"]);
    t.confederate("Toombs 36-61", &[]);
    assert!(state(&t, "Snavely's Ford").found);
    // A leader's ride gives it away too: Jenkins is at the far bank with a Union unit.
    let mut t = stage(&["place Fairchild 61", "place Jenkins 61"]);
    t.confederate("Longstreet ride 36-61", &[]);
    assert!(state(&t, "Snavely's Ford").found);
    // So does a retreat over it.
    let mut t = Table::study(&[
        "place Fairchild 61",
        "place Harland a 61",
        "place Toombs 61 spent",
        "place Jenkins 36",
        "leader Burnside 61 active",
        "turn 2 union impulse 0",
        "advantage union",
    ]);
    // Fairchild 4, Burnside 1 and 6 against Toombs 2, 1 of ground and 7.
    t.union("activate 61 with Burnside", &[]).union("Fairchild assault 61", &[]);
    t.union("assault 61 lead Fairchild", &[3, 3, 3, 4]).union("keep", &[]).confederate("Toombs fall-back", &[]);
    assert_eq!(t.unit("Toombs").place, Place::At(36));
    assert!(state(&t, "Snavely's Ford").found);
}
