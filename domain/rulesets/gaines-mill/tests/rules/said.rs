//! What players say and are told: verbs in their forms, and the true reason of what is refused.

use crate::study::{Study, busy, game, rules, seat, study};
use domain_core::dice::Dice;
use domain_core::referee::Side::{self, Confederate, Union};
use domain_core::referee::{Known, Refusal};
use std::collections::VecDeque;

/// How a line is carried out: the order in full, or why it is refused.
fn heard(t: &Study, side: Side, line: &str) -> String {
    let mut faces: VecDeque<u8> = (0..20).map(|_| 3).collect();
    let at = t.position();
    match rules().decide(Known::held(at), at, seat(side), line, &mut Dice::forced(&mut faces)) {
        Ok(decided) => decided.order,
        Err(Refusal::Illegal(illegal)) => format!("{}: {illegal}", illegal.section.0),
        Err(other) => other.to_string(),
    }
}

#[test]
fn verbs_are_read_in_the_third_person_and_before_the_name() {
    let t = study("place Meade 0806; place Field 0606 active; turn 2 confederate move");
    for (line, meant) in [
        ("Field moves 0605", "Field 0606-0605"),
        ("moves Field 0605", "Field 0606-0605"),
        ("charge Field 0706 Meade", "Field charge 0606-0706 Meade"),
        ("Field charges Meade", "Field charge 0606-0706 Meade"),
    ] {
        let said = heard(&t, Confederate, line);
        assert!(said.starts_with(meant.split(' ').next().unwrap()) && !said.contains(':'), "{line}: {said}");
        assert!(line.contains("Meade") == said.contains("charge"), "{line}: {said}");
    }
    let t = game(&[]).union("deploy").union("Berdan lift");
    assert!(heard(&t, Union, "lift Griffin") == "Griffin lift", "{}", heard(&t, Union, "lift Griffin"));
}

#[test]
fn whoever_alone_is_asked_about_need_not_be_named() {
    let t = study("place Meade 0806; place Field 0706 active; place Griffin 0907; turn 2 confederate close")
        .dice([6])
        .confederate("Field attack 0806");
    let asked = rules().board(Known::held(t.position())).waiting();
    let side = if asked[0].seat == seat(Union) { Union } else { Confederate };
    for line in t.menu(side) {
        let Some((name, rest)) = line.split_once(' ') else { continue };
        assert!(["Meade", "Field"].contains(&name), "{line}");
        assert_eq!(heard(&t, side, rest), line);
        let (verb, more) = rest.split_once(' ').unwrap_or((rest, ""));
        assert_eq!(heard(&t, side, format!("{name} {verb}s {more}").trim()), line);
    }
}

#[test]
fn what_is_refused_in_short_is_refused_for_the_true_reason() {
    let t = study(
        "place Meade 0806; place Field 0606 active; place Archer 0605 active; place Pender 0501; turn 2 confederate move",
    );
    for (line, section, reason) in [
        ("Field 0606", "6.1", "Field stands there already."),
        ("Field 9999", "6.7", "That hex is off the map."),
        ("Field 1411", "6.2", "Field has not enough movement points."),
        ("Field 0605", "6.3", "Another unit is in that hex."),
        ("Field 0806", "6.3", "An enemy is in the way."),
        ("Pender 0502", "6.0", "Pender is not activated."),
        ("Meade 0807", "4.0", "belongs to the other side"),
        ("Archer charge 1411 Meade", "12.1", "That way does not end in the target's zone."),
    ] {
        let said = heard(&t, Confederate, line);
        assert!(said.starts_with(section) && said.contains(reason), "{line}: {said}");
    }
    let far = study("place Meade 0806; place Field 0106 active; turn 2 confederate move");
    let said = heard(&far, Confederate, "Field charge Meade");
    assert!(said.starts_with("6.2") && said.contains("not enough movement points"), "{said}");
}

#[test]
fn who_is_not_asked_hears_what_the_other_side_is_asked() {
    let t = study("place Meade 0806; place Field 0606 active; turn 2 confederate move");
    let said = heard(&t, Union, "done");
    assert!(said.contains("The Confederate side is to act first: Move, charge or recover with"), "{said}");
}

/// What is asked, in words.
fn asked(t: &Study) -> String {
    let waiting = rules().board(Known::held(t.position())).waiting();
    waiting.first().map_or_else(String::new, |d| d.asks.clone())
}

#[test]
fn a_question_names_the_enemy_and_the_price() {
    let moving = |place: &str| busy(&format!("{place}; turn 2 confederate move"));
    let t = study("place Griffin 0806; place Field 0606 active; turn 2 confederate move")
        .confederate("Field charge 0606-0706 Griffin")
        .umpire("turn 2 confederate reaction");
    assert_eq!(asked(&t), "Fire at Field, who charges Griffin, or say done.");
    let t = t.dice([2]).union("Griffin fire 0706");
    assert_eq!(
        asked(&t),
        "Griffin shakes Field: it becomes disrupted, which stops its charge, or loses one of its 2 steps and charges on."
    );
    let t = moving("place Meade 0806; place Griffin 1006; place Field 0606 active; place Archer 1206 active")
        .confederate("Field charge 0606-0706 Meade")
        .confederate("Archer charge 1206-1106 Griffin")
        .umpire("turn 2 confederate close");
    assert_eq!(asked(&t), "Carry the charges home, in the order you like: Field at Meade, Archer at Griffin.");
}
