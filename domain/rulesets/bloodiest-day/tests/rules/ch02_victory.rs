//! §2: the special areas, points and levels; rulings 5 to 9.

use crate::table::{RULES, Table};
use bloodiest_day::{Phase, Place, UnitId};
use domain_core::referee::{Outcome, Ruleset, Side, Situation, Viewer};

/// The armies as they stand at dawn, in the last rally of the last turn.
fn evening(lines: &[&str]) -> Table {
    let mut t = Table::start();
    for line in lines {
        t.umpire(line);
    }
    t.umpire("turn 7 rally union");
    t
}

/// Units of a side worth exactly so much, into the eliminated box.
fn lose(t: &mut Table, side: Side, points: u8) {
    let pack = RULES.pack();
    let mut units: Vec<UnitId> =
        pack.ids().filter(|u| pack.unit(*u).side == side && !pack.unit(*u).independent()).collect();
    units.retain(|u| matches!(t.position.unit(*u).place, Place::At(_)));
    units.sort_by_key(|u| std::cmp::Reverse(pack.unit(*u).fresh));
    let mut left = points;
    for unit in units {
        // The last step is made with one unit, so that nothing worth 1 is needed.
        let value = pack.unit(unit).fresh;
        if value == left || value + 2 <= left {
            t.umpire(&format!("lost {}", pack.unit(unit).id));
            left -= value;
        }
    }
    assert_eq!(left, 0, "no units of the {side} side make {points} points");
}

/// Ends the game.
fn end(t: &mut Table) -> Outcome {
    t.union("done", &[]);
    assert_eq!(t.position.phase, Phase::Over);
    RULES.board(&t.position).outcome().expect("it is over")
}

/// The outcome with the Union's and the Confederates' points.
fn scored(union: u8, confederate: u8) -> Outcome {
    let mut t = evening(&[]);
    lose(&mut t, Side::Confederate, union);
    lose(&mut t, Side::Union, confederate);
    let outcome = end(&mut t);
    assert_eq!(outcome.points, i32::from(union));
    outcome
}

/// The modifiers of the Union's check of an impulse, after these lines.
fn check(lines: &[&str], dice: &[u8]) -> Table {
    let mut t =
        Table::study(&["place Starke 28", "place Gibbon 26", "turn 2 confederate impulse 4", "advantage union"]);
    for line in lines {
        t.umpire(line);
    }
    t.confederate("pass", dice).union("keep", &[]);
    t
}

/// The enemy's army is what counts: nothing destroyed on either side, and nobody wins.
#[test]
fn s2_1_destruction_wins() {
    assert_eq!(scored(0, 0).winner, None);
    assert_eq!(scored(30, 0).winner, Some(Side::Union));
    assert_eq!(scored(0, 30).winner, Some(Side::Confederate));
}

/// Each star that the Union controls adds one to its check; a contested one does not.
#[test]
fn s2_2_1a_stars_help_the_check() {
    for (lines, goes_on) in [
        (&[][..], false),
        (&["place Phelps 29"], true),
        (&["place Phelps 41"], true),
        (&["place Phelps 42"], true),
        (&["place Phelps 42", "place Lawton 42 spent"], false),
        (&["leader Hooker 42 active"], false),
    ] {
        // 5 rolled against the marker on 5.
        let t = check(lines, &[2, 3]);
        assert_eq!(!t.position.impulse.last, goes_on, "{lines:?}: {:?}", t.story());
    }
}

/// Each boxed star that the Confederates control takes one off.
#[test]
fn s2_2_2a_boxed_stars_hinder_it() {
    for (lines, goes_on) in [
        (&[][..], true),
        (&["place Jones 1"], false),
        (&["place Jones 21"], false),
        (&["place Jones 21", "place Phelps 21"], true),
        (&["place Jones 21", "place Phelps 42"], true),
    ] {
        // 6 against 5.
        let t = check(lines, &[3, 3]);
        assert_eq!(!t.position.impulse.last, goes_on, "{lines:?}: {:?}", t.story());
    }
}

/// All three double stars win decisively, whatever the points say; two are worth five points each.
#[test]
fn s2_2_3a_the_double_stars() {
    let mut t = evening(&["place Robertson 33"]);
    for name in ["Wilcox", "Featherston", "Armistead", "Pryor", "Wright", "Mahone", "Art (Anderson)", "Hampton a"] {
        t.umpire(&format!("place {name} 7"));
    }
    t.umpire("place Hampton b 6");
    lose(&mut t, Side::Union, 76);
    t.umpire("place Phelps 8").umpire("place Stainrook 10").umpire("place Whiting 34");
    let mut two = Table { position: t.position.clone(), facts: Vec::new() };
    let won = end(&mut t);
    assert_eq!(won.winner, Some(Side::Union), "{}", won.level);
    assert!(won.level.contains("decisive") && won.level.contains("roads"), "{}", won.level);
    two.umpire("place Toombs 34");
    let lost = end(&mut two);
    assert_eq!((lost.winner, lost.points), (Some(Side::Confederate), 10), "{}", lost.level);
}

/// Sharpsburg at the end wins decisively.
#[test]
fn s2_2_4a_sharpsburg() {
    let mut t = evening(&[]);
    lose(&mut t, Side::Union, 80);
    t.umpire("place Phelps 14");
    let outcome = end(&mut t);
    assert_eq!(outcome.winner, Some(Side::Union));
    assert!(outcome.level.contains("decisive") && outcome.level.contains("Sharpsburg"), "{}", outcome.level);
}

/// Fresh strength of the eliminated, in the box or gone; leaders killed and badly hurt; five for a double star.
#[test]
fn s2_2_1b_points() {
    let pack = RULES.pack();
    let fresh = |name: &str| i32::from(pack.unit(RULES.unit(name).expect("a unit")).fresh);
    let mut t = evening(&["lost Starke", "gone Lawton", "place Trimble 27 spent", "place Phelps 10"]);
    assert_eq!(end(&mut t).points, fresh("Starke") + fresh("Lawton") + 5);
    for (line, points) in [
        ("leader Lee 14 replacement", 10),
        ("leader Lee 14 seriously", 5),
        ("leader Jackson 29 replacement", 5),
        ("leader Jackson 29 seriously", 3),
        ("leader Jackson 29 wounded", 0),
    ] {
        assert_eq!(end(&mut evening(&[line])).points, points, "{line}");
    }
}

/// The higher level wins by the difference: 2 less 1 is marginal, as it was; equal levels go to the points.
#[test]
fn s2_2_2b_levels_and_their_difference() {
    let history = scored(50, 32);
    assert_eq!((history.winner, history.level.as_str()), (Some(Side::Union), "Union marginal victory"));
    for (union, confederate, level) in [
        (36, 0, "Union important victory"),
        (51, 0, "Union major victory"),
        (76, 0, "Union decisive victory"),
        (76, 25, "Union major victory"),
        (25, 51, "Confederate important victory"),
        (0, 76, "Confederate decisive victory"),
        (30, 28, "Union marginal victory"),
        (40, 45, "Confederate marginal victory"),
        (30, 30, "A draw"),
        (24, 20, "Nobody wins"),
    ] {
        assert_eq!(scored(union, confederate).level, level, "{union} to {confederate}");
    }
}

/// The bounds of the levels.
#[test]
fn s2_2_3b_the_levels() {
    let level = |points: i32| {
        let levels = &RULES.pack().levels;
        levels
            .iter()
            .find(|l| points >= l.from && l.to.is_none_or(|to| points <= to))
            .map(|l| (l.level, l.name.as_str()))
    };
    for (points, expected) in [
        (0, (0, "Loss")),
        (24, (0, "Loss")),
        (25, (1, "Tactical")),
        (35, (1, "Tactical")),
        (36, (2, "Important")),
        (50, (2, "Important")),
        (51, (3, "Major")),
        (75, (3, "Major")),
        (76, (4, "Decisive")),
        (200, (4, "Decisive")),
    ] {
        assert_eq!(level(points), Some(expected), "{points}");
    }
    assert_eq!(scored(35, 25).level, "Union marginal victory");
    assert_eq!(scored(36, 35).level, "Union marginal victory");
    assert_eq!(scored(24, 25).level, "Confederate marginal victory");
}

/// Ruling 5: the town must be held at the end of the last turn, and by the Union alone.
#[test]
fn r5_sharpsburg_counts_at_the_end_only() {
    let mut t = Table::start();
    t.umpire("place Phelps 14").umpire("turn 6 rally union").umpire("due Hill");
    t.union("done", &[]);
    assert_ne!(t.position.phase, Phase::Over);
    let mut t = evening(&["place Phelps 14", "place Toombs 14 spent"]);
    assert_eq!(end(&mut t).winner, None);
    // A leader alone does not hold it against them: Lee is there.
    let mut t = evening(&["place Phelps 14"]);
    assert_eq!((t.leader("Lee").place, end(&mut t).winner), (Place::At(14), Some(Side::Union)));
}

/// Ruling 6: equal levels of 1 or more go by one to the side with more points; equal points are a draw; both at 0, nobody.
#[test]
fn r6_ties() {
    assert_eq!((scored(26, 25).winner, scored(25, 26).winner), (Some(Side::Union), Some(Side::Confederate)));
    assert_eq!(scored(26, 25).level, "Union marginal victory");
    assert_eq!((scored(40, 40).winner, scored(40, 40).level.as_str()), (None, "A draw"));
    assert_eq!((scored(24, 10).winner, scored(24, 10).level.as_str()), (None, "Nobody wins"));
}

/// Ruling 7: McClellan counts as any other; the half of 5 is rounded up.
#[test]
fn r7_points_for_leaders() {
    let confederate = |line: &str| {
        let mut t = evening(&[line]);
        end(&mut t);
        RULES.board(&t.position).view(Viewer::Spectator).score.lines.iter().map(|l| l.1).sum::<i32>()
    };
    assert_eq!(confederate("leader McClellan 73 replacement"), 5);
    assert_eq!(confederate("leader McClellan 73 seriously"), 3);
}

/// Ruling 8: one box, whose units count for the enemy like those gone for good; who comes back counts no longer.
#[test]
fn r8_one_eliminated_box() {
    let mut t = evening(&["lost Starke", "lost Jones", "leader Jackson 29 active"]);
    t.umpire("turn 7 rally confederate");
    let points = |t: &Table| RULES.board(&t.position).view(Viewer::Spectator).score.total;
    assert_eq!(points(&t), 5);
    t.confederate("reorganise Jones by Jackson", &[]);
    assert_eq!((t.unit("Starke").place, points(&t)), (Place::Gone, 3));
}

/// Ruling 9: an area is controlled while units of one side alone are in it, Spent ones included, leaders not.
#[test]
fn r9_control() {
    let held = |lines: &[&str]| {
        let mut t = Table::start();
        for line in lines {
            t.umpire(line);
        }
        RULES.board(&t.position).view(Viewer::Spectator).score.total
    };
    assert_eq!(held(&["place Phelps 10"]), 5);
    assert_eq!(held(&["place Phelps 10 spent"]), 5);
    assert_eq!(held(&["place Phelps 10", "place Toombs 10 spent"]), 0);
    assert_eq!(held(&["leader Hooker 10 active"]), 0);
    assert_eq!(held(&["place Phelps 10", "leader Lee 10 active"]), 5);
}
