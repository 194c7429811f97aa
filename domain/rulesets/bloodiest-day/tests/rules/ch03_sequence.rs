//! §3.0: phases, impulses and what may be done in one; rulings 10 to 16.

use crate::table::{RULES, Table};
use bloodiest_day::{Fact, Phase, Place, UnitId};
use domain_core::referee::{Ruleset, Side, Situation, Viewer};

/// Both armies about, in a turn of the middle of the day.
fn noon(lines: &[&str]) -> Table {
    let mut t = Table::study(&[
        "place Gibbon 19",
        "place Phelps 19",
        "place Hoffman 19",
        "place Art (1/I) 19",
        "leader Hooker 19 active",
        "place Lawton 27",
        "place Starke 28",
        "leader Jackson 28 active",
    ]);
    for line in lines {
        t.umpire(line);
    }
    t
}

/// (1): long-range fire comes first, from east of the creek, at Confederates inside the red line, each area once, each
/// battery once.
#[test]
fn s3_0_1_long_range_bombardment_comes_first() {
    let mut t = Table::study(&[
        "place Res Art a (V) 74",
        "place Res Art b (V) 75",
        "place Art (1/V) 75",
        "place Rodes 41",
        "place Lawton 27",
        "place Starke 28",
        "place Gibbon 27",
        "turn 2 long-range",
        "advantage union",
    ]);
    assert_eq!(t.refused(Side::Union, "long-range 28 lead Res Art a (V) target Starke"), "3.0");
    assert_eq!(t.refused(Side::Union, "long-range 27 lead Res Art a (V) target Lawton"), "3.0");
    assert_eq!(t.refused(Side::Union, "long-range 41 lead Art (1/V) target Rodes"), "3.0");
    assert_eq!(t.refused(Side::Union, "long-range 41 lead Res Art a (V) target Starke"), "8.4.2");
    assert_eq!(t.refused(Side::Confederate, "done"), "3.0");
    t.union("long-range 41 lead Res Art a (V) target Rodes", &[1, 2, 5, 5]).union("keep", &[]);
    assert!(t.unit("Res Art a (V)").spent && !t.unit("Rodes").spent);
    assert_eq!(t.refused(Side::Union, "long-range 41 lead Res Art b (V) target Rodes"), "3.0");
    // West of the creek they are guns like others.
    let mut t =
        Table::study(&["place Res Art a (V) 55", "place Res Art b (V) 75", "place Rodes 41", "turn 2 long-range"]);
    assert_eq!(t.refused(Side::Union, "long-range 41 lead Res Art a (V) target Rodes"), "3.0");
}

/// (2): the Union rolls before anything else in its impulses, and only in its own.
#[test]
fn s3_0_2_the_union_checks_before_its_impulse() {
    let mut t = noon(&["turn 2 confederate impulse 3", "advantage union"]);
    // A Confederate impulse begins without a roll.
    t.confederate("activate 28 with Jackson", &[]).confederate("Starke 28-29", &[]);
    t.confederate("done", &[2, 2]);
    assert_eq!(t.refused(Side::Union, "activate 19 with Hooker"), "3.0");
    assert_eq!(t.refused(Side::Union, "pass"), "3.0");
    t.union("keep", &[]);
    assert!(t.told("4 rolled, against 4"), "{:?}", t.story());
    assert!(t.position.impulse.last);
}

/// (2): one thing an impulse: a leader is woken, or an area activated.
#[test]
fn s3_0_2_one_thing_an_impulse() {
    let mut t =
        noon(&["leader Lee 14 inactive", "place Drayton 14", "turn 2 confederate impulse 3", "advantage union"]);
    t.confederate("activate 28 with Jackson", &[]);
    assert_eq!(t.refused(Side::Confederate, "wake Lee"), "3.0");
    assert_eq!(t.refused(Side::Confederate, "activate 27 with Jackson"), "3.0");
    assert_eq!(t.refused(Side::Confederate, "pass"), "3.0");
    assert_eq!(t.refused(Side::Confederate, "bring Hill at 9"), "3.0");
}

/// (2) A: an inactive leader is made active, and that is the impulse.
#[test]
fn s3_0_2a_waking_is_the_whole_impulse() {
    let mut t =
        noon(&["leader Lee 14 inactive", "place Drayton 14", "turn 2 confederate impulse 3", "advantage union"]);
    t.confederate("wake Lee", &[3, 3]);
    assert!(t.leader("Lee").active);
    // The Union's impulse has begun with its roll.
    assert_eq!((t.position.side, t.position.space), (Side::Union, 4));
}

/// (2) B: the area holds or adjoins the leader; not all of its units need act, and in any order.
#[test]
fn s3_0_2b_an_area_with_or_next_to_the_leader() {
    let mut t = noon(&["leader Hooker 20 active", "turn 2 union impulse 3", "advantage union"]);
    assert_eq!(t.refused(Side::Union, "activate 27 with Hooker"), "3.0");
    t.union("activate 19 with Hooker", &[]);
    t.union("Phelps 19-20", &[]).union("Gibbon 19-26", &[]).union("Phelps 20-21", &[]).union("done", &[]);
    assert!(t.unit("Phelps").spent && t.unit("Gibbon").spent && !t.unit("Hoffman").spent);
}

/// (2): bombardment, volley and assault may each strike an area once in an impulse; units of one area strike several.
#[test]
fn s3_0_2b_three_attacks_an_area() {
    let mut t = noon(&["place Winder 18", "place Art (2/I) 19", "turn 2 union impulse 3", "advantage union"]);
    t.union("activate 19 with Hooker", &[]);
    t.union("Art (1/I) bombard 27", &[]).union("Art (2/I) bombard 18", &[]);
    t.union("bombard 27 lead Art (1/I) target Lawton", &[1, 2, 5, 5]).union("keep", &[]);
    t.union("bombard 18 lead Art (2/I) target Winder", &[1, 2, 5, 5]).union("keep", &[]);
    t.union("Gibbon volley 27", &[]).union("volley 27 lead Gibbon", &[1, 2, 5, 5]).union("keep", &[]);
    assert_eq!(t.refused(Side::Union, "Phelps volley 27"), "8.1");
    t.union("Phelps 19-27", &[]).union("assault 27 lead Phelps", &[3, 3, 4, 2]).union("keep", &[]);
    // Nobody moves in after the assault, nor strikes again (§8.1).
    assert_eq!(t.refused(Side::Union, "Hoffman 19-27"), "8.1");
    t.union("Hoffman 19-18", &[]);
}

/// (3): first the Confederates' Spent units are Fresh again, then the Union's, even among enemies.
#[test]
fn s3_0_3_rally() {
    let mut t = noon(&[
        "place Gibbon 27 spent",
        "place Lawton 27 spent",
        "place Starke 28 spent",
        "turn 2 confederate impulse 12",
        "advantage union",
    ]);
    t.confederate("pass", &[1, 2]).union("keep", &[]);
    t.union("pass", &[]);
    assert!(!t.unit("Gibbon").spent && !t.unit("Lawton").spent && !t.unit("Starke").spent);
    let rallied = |f: &Fact| match f {
        Fact::Rallied { side, units } => Some((*side, units.clone())),
        _ => None,
    };
    let rallied: Vec<(Side, Vec<UnitId>)> = t.facts.iter().filter_map(rallied).collect();
    let units = |names: &[&str]| -> Vec<UnitId> { names.iter().filter_map(|n| RULES.unit(n)).collect() };
    assert_eq!(rallied, [(Side::Confederate, units(&["Starke", "Lawton"])), (Side::Union, units(&["Gibbon"]))]);
}

/// (4): the turn marker moves on, the impulse marker goes back to 0, and all begins again with long-range fire.
#[test]
fn s3_0_4_the_end_of_a_turn() {
    let mut t = noon(&["place Res Art a (V) 74", "place Rodes 41", "turn 2 rally union", "advantage union"]);
    t.union("done", &[]);
    assert_eq!((t.position.turn, t.position.space, t.position.phase), (3, 0, Phase::LongRange));
    let view = RULES.board(&t.position).view(Viewer::Spectator);
    assert_eq!((view.phase.step, view.phase.clock.as_str()), ("long-range", "0930 hours"));
}

/// Ruling 10: turns of two hours from 0530; seven of them, or six by option.
#[test]
fn r10_seven_turns_of_two_hours_or_six() {
    let clock = |n: u8| {
        let t = Table::study(&[&format!("turn {n} union impulse 0")]);
        RULES.board(&t.position).view(Viewer::Spectator).phase.clock
    };
    assert_eq!(
        (clock(1), clock(4), clock(6), clock(7)),
        ("0530 hours".into(), "1130 hours".into(), "1530 hours".into(), "1730 hours".into())
    );
    let last = |options: &[&str], turn: u8| {
        let mut t = Table::with(options);
        t.umpire("due Hill").umpire(&format!("turn {turn} rally union"));
        t.union("done", &[]);
        t.position.phase == Phase::Over
    };
    assert!(!last(&[], 6) && last(&[], 7));
    assert!(!last(&["six-turns"], 5) && last(&["six-turns"], 6));
}

/// Ruling 11: the Union begins turn 1, the Confederates every later turn, whoever had the last impulse.
#[test]
fn r11_who_begins() {
    let mut t = Table::start();
    t.union("done", &[5, 5]).confederate("keep", &[]);
    assert_eq!((t.position.side, t.position.space), (Side::Union, 0));
    for last in ["confederate", "union"] {
        let mut t = noon(&[&format!("turn 2 {last} impulse 3"), "advantage union"]);
        if last == "confederate" {
            t.confederate("pass", &[6, 6]).union("keep", &[]).union("pass", &[]);
        } else {
            t.union("pass", &[]).confederate("pass", &[]);
        }
        assert_eq!((t.position.turn, t.position.side, t.position.phase), (3, Side::Confederate, Phase::Action));
    }
}

/// Ruling 12: the marker moves one space at the end of an impulse of either side; the check reads the space it is on.
#[test]
fn r12_one_space_an_impulse() {
    let mut t = noon(&["turn 2 confederate impulse 5", "advantage union"]);
    t.confederate("activate 28 with Jackson", &[]).confederate("Starke 28-29", &[]);
    assert_eq!(t.position.space, 5);
    t.confederate("done", &[3, 4]);
    assert_eq!(t.position.space, 6);
    t.union("keep", &[]);
    // 7 beats 6, and the check itself moves nothing.
    assert!(!t.position.impulse.last && t.position.space == 6);
    t.union("activate 19 with Hooker", &[]).union("Gibbon 19-20", &[]).union("done", &[]);
    assert_eq!((t.position.space, t.position.side), (7, Side::Confederate));
    t.confederate("pass", &[3, 4]).union("keep", &[]);
    // At 8 a 7 no longer does.
    assert!(t.position.impulse.last && t.position.space == 8);
}

/// Ruling 13: after a failed check that Union impulse is played, then the phase ends without another Confederate one.
#[test]
fn r13_a_failed_check_ends_the_phase_after_the_impulse() {
    let mut t = noon(&["turn 2 confederate impulse 5", "advantage union"]);
    t.confederate("pass", &[1, 2]).union("keep", &[]);
    t.union("activate 19 with Hooker", &[]).union("Gibbon 19-20", &[]);
    assert_eq!(t.refused(Side::Union, "free"), "10.2");
    t.union("done", &[]);
    assert_eq!((t.position.turn, t.position.phase, t.position.side), (3, Phase::Action, Side::Confederate));
    assert!(!t.unit("Gibbon").spent, "the rally has been");
}

/// Ruling 14: two passes running end the phase; the Union's comes after its check.
#[test]
fn r14_two_passes_end_the_phase() {
    let mut t = noon(&["turn 2 confederate impulse 0", "advantage union"]);
    t.confederate("pass", &[3, 4]);
    assert_eq!((t.position.turn, t.position.space), (2, 1));
    // The check is still to be read.
    assert!(t.menu(Side::Union).contains(&"keep".to_owned()) && !t.menu(Side::Union).contains(&"pass".to_owned()));
    t.union("keep", &[]).union("pass", &[]);
    assert_eq!(t.position.turn, 3);
    // A pass, an impulse, a pass: nothing ends.
    let mut t = noon(&["turn 2 confederate impulse 0", "advantage union"]);
    t.confederate("pass", &[6, 6]).union("keep", &[]);
    t.union("activate 19 with Hooker", &[]).union("Gibbon 19-20", &[]).union("done", &[]);
    t.confederate("pass", &[6, 6]);
    assert_eq!(t.position.turn, 2);
}

/// Ruling 14: an impulse in which nothing is done is a pass by whatever name.
#[test]
fn r14_an_activation_without_an_act_is_a_pass() {
    let mut t = noon(&["turn 2 confederate impulse 0", "advantage union"]);
    t.confederate("activate 28 with Jackson", &[]).confederate("done", &[6, 6]);
    assert!(t.position.passes == 1 && !t.unit("Starke").spent);
    t.union("keep", &[]);
    // Guns that are laid and never fired have done nothing either.
    t.union("activate 19 with Hooker", &[]).union("Art (1/I) bombard 27", &[]).union("done", &[]);
    assert_eq!((t.position.turn, t.unit("Art (1/I)").spent), (3, false));
    // A leader who rides is something done.
    let mut t = noon(&["turn 2 confederate impulse 0", "advantage union"]);
    t.confederate("activate 28 with Jackson", &[]).confederate("Jackson ride 28-29", &[]).confederate("done", &[6, 6]);
    assert_eq!(t.position.passes, 0);
    // An impulse stopped by silencing the leader is none.
    let mut t = noon(&["turn 2 union impulse 3", "advantage confederate"]);
    t.union("activate 19 with Hooker", &[]).confederate("silence Hooker", &[]).union("done", &[]);
    assert_eq!((t.position.passes, t.position.side), (0, Side::Confederate));
}

/// Ruling 15: a free impulse has no check, moves no marker, is no pass, and follows neither itself nor a failed check.
#[test]
fn r15_the_free_impulse() {
    let mut t = noon(&["turn 2 union impulse 3", "advantage union"]);
    assert_eq!(t.refused(Side::Union, "free"), "3.0");
    t.union("activate 19 with Hooker", &[]).union("Gibbon 19-20", &[]).union("free", &[]);
    assert_eq!((t.position.side, t.position.space), (Side::Union, 4));
    assert_eq!(t.position.advantage, Side::Confederate);
    t.union("activate 19 with Hooker", &[]).confederate("keep", &[]);
    t.umpire("advantage union");
    t.union("Phelps 19-20", &[]);
    assert_eq!(t.refused(Side::Union, "free"), "10.2");
    t.union("done", &[]);
    assert_eq!((t.position.side, t.position.space), (Side::Confederate, 4));
    // Passed, it still is no pass: the enemy's pass is the first.
    let mut t = noon(&["turn 2 union impulse 3", "advantage union"]);
    t.union("activate 19 with Hooker", &[]).union("Gibbon 19-20", &[]).union("free", &[]).union("pass", &[]);
    t.confederate("pass", &[5, 5]);
    assert_eq!((t.position.turn, t.position.passes), (2, 1));
}

/// Ruling 16: each use passes the Advantage on; a roll is made again once by each side; the last result stands, whole.
#[test]
fn r16_the_advantage_passes_with_each_use() {
    let mut t = noon(&["turn 2 confederate impulse 4", "advantage confederate"]);
    t.confederate("pass", &[6, 6]);
    assert!(t.attempt(Side::Union, "reroll", &[1, 1]).is_err());
    t.confederate("reroll", &[1, 1]);
    assert_eq!((t.position.advantage, t.position.impulse.last), (Side::Union, false));
    t.union("reroll", &[2, 2]);
    // Both have had it: the 4 stands against 5.
    assert_eq!((t.position.advantage, t.position.impulse.last), (Side::Confederate, true));
    assert!(t.told("4 rolled, against 5"), "{:?}", t.story());
    // Whoever lets it be keeps it.
    let mut t = noon(&["turn 2 confederate impulse 4", "advantage union"]);
    t.confederate("pass", &[6, 6]).union("keep", &[]);
    assert_eq!(t.position.advantage, Side::Union);
}

/// §3.0: nobody has two impulses running unless the other passes between.
#[test]
fn s3_0_impulses_alternate() {
    let mut t = noon(&["turn 2 confederate impulse 0", "advantage union"]);
    t.confederate("activate 28 with Jackson", &[]).confederate("Starke 28-29", &[]).confederate("done", &[6, 6]);
    t.union("keep", &[]);
    assert_eq!(t.refused(Side::Confederate, "activate 29 with Jackson"), "3.0");
    t.union("pass", &[]);
    t.confederate("activate 27 with Jackson", &[]).confederate("Lawton 27-28", &[]).confederate("done", &[6, 6]);
    assert_eq!((t.position.space, t.unit("Lawton").place), (3, Place::At(28)));
}
