//! §2-§7, §9-§12: turns, impulses, leaders, movement, rally, the Advantage, crossings, victory.

use crate::table::{RULES, Table, terms};
use domain::referee::{Ruleset, Side};
use domain::rulesets::bloodiest_day::{Doing, Phase, Place};

/// A Union impulse of turn 2 with the I Corps about, the Advantage where it asks nothing of the Union's own dice.
fn first_corps() -> Table {
    Table::study(&[
        "place Gibbon 19",
        "place Phelps 20",
        "place Art (1/I) 19",
        "leader Hooker 19 active",
        "turn 2 union impulse 3",
    ])
}

/// §3.0, ruling 14: two passes end the phase; nothing done is a pass; the marker moves one space each (ruling 12).
#[test]
fn s3_0_two_passes_end_the_action_phase() {
    let mut t =
        Table::study(&["turn 2 confederate impulse 0", "advantage union", "place Starke 28", "place Gibbon 19"]);
    assert_eq!(t.refused(Side::Confederate, "done"), "3.0");
    t.confederate("pass", &[3, 4]);
    assert_eq!((t.position.space, t.position.side), (1, Side::Union));
    // The holder of the Advantage is asked about the check.
    t.union("keep", &[]);
    assert!(t.told("7 rolled = 7, against 1: the phase goes on"), "{:?}", t.story());
    t.union("pass", &[]);
    assert_eq!(t.position.turn, 3);
}

/// §3.0, ruling 13: a failed check ends the phase after that Union impulse; §2.2A: stars count.
#[test]
fn s3_0_a_failed_check_ends_the_phase_and_stars_help() {
    for (star, goes_on) in [("place Gibbon 19", false), ("place Gibbon 29", true)] {
        let mut t = Table::study(&["turn 2 confederate impulse 4", "advantage union", "place Starke 28", star]);
        t.confederate("pass", &[2, 3]);
        t.union("keep", &[]);
        assert_eq!(t.position.impulse.last, !goes_on, "{:?}", t.story());
    }
}

/// §5.3.1, ruling 63: Hooker goes inactive if the I Corps lets the first impulse go by.
#[test]
fn s5_3_1_hooker_must_move_in_the_first_impulse() {
    let mut t = Table::start();
    t.union("done", &[4, 4]);
    t.confederate("keep", &[]);
    t.union("wake McClellan", &[]);
    assert!(!t.leader("Hooker").active && t.leader("McClellan").active);
    let mut t = Table::start();
    t.union("done", &[4, 4]);
    t.confederate("keep", &[]);
    t.union("activate 25 with Hooker", &[]);
    t.confederate("keep", &[]);
    t.union("Duryea 25-44", &[]).union("done", &[]);
    assert!(t.leader("Hooker").active);
    assert!(t.unit("Duryea").spent && !t.unit("Christian").spent);
}

/// §5.3.2B, ruling 20: only McClellan, Hooker and Mansfield wake alone; §5.3.3: McClellan wakes, then may move.
#[test]
fn s5_3_who_wakes_union_leaders() {
    let mut t = Table::study(&[
        "leader McClellan 73 inactive",
        "leader Sumner 73",
        "leader Porter 74",
        "leader Hooker 26",
        "place Caldwell 73",
        "turn 2 union impulse 0",
        "advantage confederate",
    ]);
    assert_eq!(t.refused(Side::Union, "wake Sumner"), "5.3.2");
    assert_eq!(t.refused(Side::Union, "McClellan ride 73-74"), "7.2.1");
    t.umpire("leader McClellan 73 active");
    assert_eq!(t.refused(Side::Union, "wake Porter"), "5.3.2");
    t.union("wake Sumner", &[]);
    assert_eq!(t.position.impulse.doing, Doing::Woke);
    t.union("McClellan ride 73-74", &[]);
    assert_eq!((t.leader("McClellan").place, t.position.side), (Place::At(74), Side::Confederate));
}

/// §6.3: a Union leader activates his own corps only; §6.2: a Confederate any unit.
#[test]
fn s6_3_the_other_corps_may_not_be_activated() {
    let mut t = first_corps();
    t.umpire("place Crawford a 19").umpire("advantage union");
    t.union("activate 19 with Hooker", &[]);
    assert_eq!(t.refused(Side::Union, "Crawford a 19-27"), "6.1");
    t.union("Gibbon 19-27", &[]);
    let mut t = Table::study(&[
        "place Toombs 29",
        "leader Stuart 29 active",
        "turn 2 confederate impulse 0",
        "advantage union",
    ]);
    t.confederate("activate 29 with Stuart", &[]);
    assert!(t.unit("Toombs").active);
}

/// §7.11: costs do not add; §7.5.1: stop among enemies; ruling 33: leaving costs nothing extra.
#[test]
fn s7_11_costs_and_stops() {
    let mut t = first_corps();
    t.umpire("advantage union").umpire("place Lawton 27").umpire("place Art (Ewell) 28");
    t.union("activate 19 with Hooker", &[]);
    assert_eq!(t.refused(Side::Union, "Gibbon 19-27-42"), "7.5.1");
    t.union("Gibbon 19-27", &[]);
    assert_eq!(t.unit("Gibbon").used, 3);
    assert_eq!(t.refused(Side::Union, "done"), "8.3.1");
}

/// §7.5.3, ruling 38: guns follow others among the enemy; §7.5.4: out of contested areas only to friends.
#[test]
fn s7_5_company_and_leaving() {
    let mut t = first_corps();
    t.umpire("advantage union").umpire("place Lawton 27");
    t.union("activate 19 with Hooker", &[]);
    assert_eq!(t.refused(Side::Union, "Art (1/I) 19-27"), "7.5.3");
    t.union("Gibbon 19-27", &[]).union("Art (1/I) 19-27", &[]);
    let mut t = Table::study(&[
        "place Gibbon 27",
        "place Lawton 27",
        "place Phelps 25",
        "leader Hooker 25 active",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    t.union("activate 27 with Hooker", &[]);
    assert_eq!(t.refused(Side::Union, "Gibbon 27-19"), "7.5.4");
    t.union("Gibbon 27-25", &[]);
    assert_eq!(t.refused(Side::Union, "Gibbon 25-26"), "7.5.1");
}

/// §7.4, ruling 40: ten units or two divisions, at every step.
#[test]
fn s7_4_stacking() {
    let mut lines: Vec<String> = [
        "Phelps",
        "Hoffman",
        "Patrick",
        "Art (1/I)",
        "Magilton",
        "Art (3/I)",
        "Anderson (3/I)",
        "Seymour",
        "Duryea",
        "Christian",
    ]
    .iter()
    .map(|u| format!("place {u} 26"))
    .collect();
    lines.extend([
        "place Gibbon 20".into(),
        "leader Hooker 20 active".into(),
        "turn 2 union impulse 0".into(),
        "advantage union".into(),
    ]);
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut t = Table::study(&lines);
    t.union("activate 20 with Hooker", &[]);
    assert_eq!(t.refused(Side::Union, "Gibbon 20-26"), "7.4");
    assert_eq!(t.refused(Side::Union, "Gibbon 20-26-25"), "7.4");
    // Nine of two divisions make room for more of them.
    t.umpire("gone Duryea").umpire("gone Christian").union("Gibbon 20-26", &[]);
}

/// §7.11, ruling 37: five units over a bridge in an impulse, or one whole division.
#[test]
fn s7_11_bridge_limit() {
    let mut t = Table::study(&[
        "place Caldwell 67",
        "place Meagher 67",
        "place Brooke 67",
        "place Art (1/II) 67",
        "place Gorman 67",
        "place Howard 67",
        "leader Sumner 67 active",
        "turn 2 union impulse 0",
        "advantage union",
    ]);
    t.union("activate 67 with Sumner", &[]);
    for unit in ["Caldwell", "Meagher", "Brooke", "Art (1/II)", "Gorman"] {
        t.union(&format!("{unit} 67-55"), &[]);
    }
    assert_eq!(t.refused(Side::Union, "Howard 67-55"), "7.11");
    // The ford beside it has its own limit.
    t.union("Howard 67-54", &[]);
}

/// §11.2, ruling 42: a hidden ford is closed to the Union; one try an impulse; §7.7.1: 2 MP.
#[test]
fn s11_2_fords_are_looked_for() {
    let mut t = Table::study(&[
        "place Fairchild 61",
        "place Harland a 61",
        "leader Burnside 61 active",
        "turn 2 union impulse 0",
        "advantage union",
        "place Manning a 36",
    ]);
    t.union("activate 61 with Burnside", &[]);
    assert_eq!(t.refused(Side::Union, "Fairchild 61-36"), "11.2");
    t.union("Fairchild try Snavely's Ford", &[4, 4]).union("keep", &[]);
    assert!(t.told("8 rolled −2 Fresh enemies across +1 no enemies here = 7: it fails"), "{:?}", t.story());
    assert_eq!(t.refused(Side::Union, "Harland a try Snavely's Ford"), "11.2");
    assert_eq!(t.unit("Fairchild").used, 2);
    // §10.2B: the Advantage finds it outright and passes on.
    t.union("find Snavely's Ford", &[]);
    assert_eq!(t.position.advantage, Side::Confederate);
    t.union("Fairchild 61-36", &[]);
}

/// §7.7.1: with friends alone on both banks a bridge changes hands without a roll.
#[test]
fn s7_7_1_a_bridge_without_enemies_is_taken_at_once() {
    let mut t = Table::study(&[
        "place Crook a 62",
        "place Ewing a 38",
        "leader Burnside 62 active",
        "turn 2 union impulse 0",
        "advantage union",
    ]);
    t.union("activate 62 with Burnside", &[]);
    t.union("Crook a try Lower Bridge", &[]).union("Crook a 62-38", &[]);
    assert_eq!(t.unit("Crook a").used, 3);
}

/// §7.3.3, ruling 39: cavalry withdraws before infantry; Union cavalry fails on 1 and 2.
#[test]
fn s7_3_3_mounted_withdrawal() {
    let mut t = Table::study(&[
        "place Rush 25",
        "place Lawton 27",
        "leader Jackson 27 active",
        "turn 2 confederate impulse 0",
        "advantage confederate",
    ]);
    t.confederate("activate 27 with Jackson", &[]).confederate("Lawton 27-25", &[]);
    t.union("Rush withdraw 25-24", &[2]);
    t.confederate("keep", &[]);
    assert!(t.told("2 rolled −1 Union cavalry = 1: it fails"), "{:?}", t.story());
    assert!(t.unit("Rush").spent && t.unit("Rush").place == Place::At(24));
    // Nobody is left: no assault is owed.
    t.confederate("done", &[3, 3]);
}

/// §4.5: A. P. Hill's die; §4.1, ruling 58: all enter in one area without a leader.
#[test]
fn s4_reinforcements() {
    let mut t =
        Table::study(&["reserve Torbert", "reserve Hancock", "due VI", "turn 4 union impulse 0", "advantage union"]);
    assert_eq!(t.refused(Side::Union, "bring VI at 73"), "4.1");
    t.union("bring VI at 72", &[]);
    t.union("Torbert enter 72-73", &[]);
    assert_eq!(t.unit("Torbert").used, 2);
    assert_eq!(t.refused(Side::Union, "Hancock enter 74"), "4.1");
    t.union("done", &[]);
    assert!(t.unit("Torbert").spent && t.unit("Hancock").place == Place::Off);
}

/// §9.3, rulings 57 and 61: what comes back, for what price; Evans never.
#[test]
fn s9_3_reorganising() {
    let mut t = Table::study(&[
        "place Hays 29",
        "leader Jackson 29 active",
        "leader Lee 14 active",
        "place Early 14",
        "lost Hood",
        "lost Law a",
        "lost Art a (ANV)",
        "lost Art (Hood)",
        "lost Art (Walker)",
        "gone Evans",
        "turn 2 rally confederate",
    ]);
    assert_eq!(t.refused(Side::Confederate, "reorganise Evans by Jackson"), "9.3");
    assert_eq!(t.refused(Side::Confederate, "reorganise Art a (ANV) by Jackson"), "9.3");
    t.confederate("reorganise Law a by Jackson", &[]);
    assert_eq!(t.unit("Hood").place, Place::Gone);
    assert_eq!(t.unit("Law a").place, Place::At(29));
    assert!(t.unit("Law a").spent && !t.leader("Jackson").active);
}

/// §12.0 and the other options of the pack.
#[test]
fn s12_0_options() {
    let active = |on: &[&str]| {
        let position = RULES.open(&terms(on)).expect("an option");
        position.leader(RULES.leader("Burnside").expect("a leader")).active
    };
    assert!(!active(&[]) && active(&["mcclellan-has-a-plan"]));
    let printed = RULES.open(&terms(&["area-18-as-printed"])).expect("an option");
    assert_eq!(printed.unit(RULES.unit("Gibbon").expect("a unit")).place, Place::At(18));
    assert!(RULES.open(&terms(&["rain"])).is_err());
}

/// §2.2B: Sharpsburg, the three double stars, and points by level with ties (rulings 5 to 7).
#[test]
fn s2_2_victory() {
    let end = |lines: &[&str]| {
        let mut t = Table::study(lines);
        t.umpire("turn 7 rally union");
        t.union("done", &[]);
        assert_eq!(t.position.phase, Phase::Over);
        RULES.outcome(&t.position).expect("it is over")
    };
    // `clear` puts everybody out of the game, which counts for both; a few are enough to tell who wins.
    let town = end(&["place Gibbon 14", "leader Hooker 14 active", "lost Starke", "lost Jones", "place Phelps 13"]);
    assert_eq!(town.winner, Some(Side::Union));
    let roads = end(&[
        "place Gibbon 8",
        "place Phelps 10",
        "place Duryea 34",
        "leader Hooker 8 active",
        "lost Seymour",
        "lost Magilton",
    ]);
    assert_eq!(roads.winner, Some(Side::Union), "{}", roads.level);
}
