//! Attacks composed in steps, and several units in one line.

use crate::cornfield::north_woods;
use crate::table::{RULES, Table, seat};
use domain_core::referee::{Candidate, Lines, Ruleset, Side, Step};

fn step(t: &Table, said: &[&str]) -> Step {
    let said: Vec<String> = said.iter().map(|s| (*s).to_owned()).collect();
    RULES.board(&t.position).compose(seat(Side::Union), &said).unwrap_or_else(|e| panic!("{said:?}: {e}"))
}

fn of<'s>(step: &'s Step, say: &str) -> &'s Candidate {
    step.candidates.iter().find(|c| c.say == say).unwrap_or_else(|| panic!("no {say} in {:?}", step.candidates))
}

fn spelled(t: &Table, line: &str) -> Vec<String> {
    RULES.board(&t.position).spelled(seat(Side::Union), line).unwrap_or_else(|e| panic!("{line}: {e}"))
}

/// An assault is an area, ticks and nothing more: the odds shown are those of the fight that follows.
#[test]
fn s8_1_an_assault_is_composed_with_its_odds() {
    let mut t = north_woods(&["place Lawton 27"]);
    assert_eq!(of(&step(&t, &[]), "assault 27").place.as_deref(), Some("27"));
    let first = step(&t, &["assault 27"]);
    assert!(first.order.is_none());
    let foreseen = of(&first, "Gibbon").odds.clone();
    assert!(!foreseen.is_empty());
    let second = step(&t, &["assault 27", "Gibbon"]);
    let order = second.order.as_ref().expect("one unit is enough");
    assert_eq!((order.order.as_str(), &order.odds), ("Gibbon 19-27; assault 27 lead Gibbon", &foreseen));
    assert!(of(&second, "Gibbon").taken && of(&second, "lead Gibbon").taken);
    let third = step(&t, &["assault 27", "Gibbon", "Phelps", "lead Phelps"]);
    let order = third.order.expect("two units");
    assert_eq!(order.order, "Gibbon 19-27; Phelps 19-27; assault 27 lead Phelps");
    t.union("Gibbon 19-27", &[]).union("Phelps 19-27", &[]);
    let given = RULES.board(&t.position).choice_of(seat(Side::Union), "assault 27 lead Phelps").unwrap();
    assert_eq!((given.odds, given.sum), (order.odds, order.sum));
    // What was given before is in it, and cannot be let go.
    let committed = step(&t, &["assault 27"]);
    assert!(of(&committed, "Gibbon").fixed);
    assert_eq!(committed.order.map(|o| o.order).as_deref(), Some("assault 27 lead Gibbon"));
}

/// §7.5.3: guns and cavalry may go where the enemy is behind infantry; in one line they are put in that order.
#[test]
fn s7_5_3_guns_follow_infantry_in_one_line() {
    let mut t = north_woods(&["place Lawton 27"]);
    assert_eq!(t.refused(Side::Union, "Art (1/I) 19-27"), "7.5.3");
    assert!(step(&t, &["assault 27"]).candidates.iter().all(|c| c.say != "Art (1/I)"));
    of(&step(&t, &["assault 27", "Gibbon"]), "Art (1/I)");
    let line = spelled(&t, "assault 27 with Art (1/I), Gibbon lead Gibbon");
    assert_eq!(line, ["Gibbon 19-27", "Art (1/I) 19-27", "assault 27 lead Gibbon"]);
}

#[test]
fn several_units_are_told_one_thing() {
    let t = north_woods(&["place Lawton 27"]);
    assert_eq!(spelled(&t, "Gibbon, Phelps volley 27"), ["Gibbon volley 27", "Phelps volley 27"]);
    let whole = spelled(&t, "volley 27 with Gibbon, Phelps");
    assert_eq!(whole, ["Gibbon volley 27", "Phelps volley 27", "volley 27 lead Gibbon"]);
    assert_eq!(spelled(&t, "Gibbon 19-27; assault 27 lead Gibbon").len(), 2);
    let bombard = spelled(&t, "bombard 27 with Art (1/I) target Lawton");
    assert_eq!(bombard.last().map(String::as_str), Some("bombard 27 lead Art (1/I) target Lawton"));
    let board = RULES.board(&t.position);
    for wrong in ["assault 27 with Grant", "assault 27 with Crawford a", "assault 99 with Gibbon"] {
        assert!(board.spelled(seat(Side::Union), wrong).is_err(), "{wrong}");
    }
}

/// §3.0: guns, target and support are ticked; the line is the order.
#[test]
fn s3_0_long_range_fire_is_composed() {
    let t = Table::start();
    let goals = step(&t, &[]);
    let goal = goals.candidates.iter().find(|c| c.say.starts_with("long-range")).expect("guns are in reach");
    let guns = step(&t, &[&goal.say]);
    let gun = &guns.candidates.iter().find(|c| !c.odds.is_empty()).expect("a gun").say;
    let shot = step(&t, &[&goal.say, gun]);
    let order = shot.order.clone().expect("one gun is enough");
    assert!(order.order.starts_with(&format!("{} lead {gun}", goal.say)), "{}", order.order);
    assert!(shot.candidates.iter().any(|c| c.group.as_deref() == Some("At whom") && c.taken));
}
