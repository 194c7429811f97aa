//! What players say and are told: verbs in their forms, and the true reason of what is refused.

use crate::cornfield::{beaten, north_woods};
use crate::table::{RULES, Table, seat};
use bloodiest_day::Place;
use domain_core::referee::{Orders, Ruleset, Side, Situation as _};

/// How a line is written in full.
fn full(t: &Table, side: Side, line: &str) -> String {
    let board = RULES.board(&t.position);
    board.parse(seat(side), line).map_or_else(|e| format!("refused: {e}"), |order| board.format(&order))
}

/// Why a line is refused.
fn why(t: &mut Table, side: Side, line: &str) -> String {
    t.attempt(side, line, &[]).map_or_else(|e| e.to_string(), |()| "allowed".to_owned())
}

#[test]
fn verbs_are_read_in_the_third_person_and_before_the_name() {
    let t = north_woods(&["place Lawton 27"]);
    for (line, meant) in [
        ("Gibbon volleys 27", "Gibbon volley 27"),
        ("volley Gibbon 27", "Gibbon volley 27"),
        ("Art (1/I) bombards 27", "Art (1/I) bombard 27"),
        ("Hooker 20", "Hooker ride 19-20"),
        ("Hooker rides 20", "Hooker ride 19-20"),
        ("Hooker ride 21", "Hooker ride 19-20-21"),
        ("passes", "pass"),
        ("Wakes Mansfield", "wake Mansfield"),
        ("activates 19 with Hooker", "activate 19 with Hooker"),
    ] {
        assert_eq!(full(&t, Side::Union, line), meant, "{line}");
    }
    // Where nobody is named and several could be meant, nobody is.
    assert!(full(&t, Side::Union, "volley 27").contains("Who shall volley?"), "{}", full(&t, Side::Union, "volley 27"));
}

#[test]
fn whoever_alone_is_asked_about_need_not_be_named() {
    let mut t = Table::study(&[
        "place Gibbon 19",
        "leader Hooker 19 active",
        "place F. Lee a 27",
        "place Starke 28",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    t.union("activate 19 with Hooker", &[]).union("Gibbon 19-27", &[]);
    assert_eq!(full(&t, Side::Confederate, "stay"), "F. Lee a stay");
    assert_eq!(full(&t, Side::Confederate, "stays"), "F. Lee a stay");
    t.confederate("stay", &[]);
    assert_eq!(t.unit("F. Lee a").place, Place::At(27));
}

#[test]
fn what_is_refused_in_short_is_refused_for_the_true_reason() {
    let mut t = north_woods(&["place Lawton 27", "place Crawford a 20"]);
    for (line, reason) in [
        ("Gibbon 19", "Gibbon is in 19 already."),
        ("Gibbon 63", "It is too far: Gibbon would need"),
        ("Gibbon 20-21", "Gibbon is in 19."),
        ("Hooker 19", "Hooker is in 19 already."),
        ("Hooker 27", "There are enemies and no friends in 27."),
        ("Crawford a 21", "Crawford a is not activated."),
        ("Duryea 21", "is not activated."),
    ] {
        let said = why(&mut t, Side::Union, line);
        assert!(said.contains(reason), "{line}: {said}");
    }
    t.union("Gibbon 19-27", &[]).union("assault 27 lead Gibbon", &[3, 4, 3, 3]).keep(&[]);
    for line in ["Phelps 27", "Hooker 27"] {
        let said = why(&mut t, Side::Union, line);
        assert!(said.contains("27 has been assaulted in this impulse."), "{line}: {said}");
    }
}

#[test]
fn who_is_not_asked_hears_what_the_other_side_is_asked() {
    let mut t = north_woods(&["place Lawton 27"]);
    let said = why(&mut t, Side::Confederate, "pass");
    assert!(said.contains("The Union side is to act first: Move and attack"), "{said}");
}

/// What is asked, in words.
fn asked(t: &Table) -> String {
    let waiting = RULES.board(&t.position).waiting();
    waiting.first().map_or_else(String::new, |d| d.asks.clone())
}

#[test]
fn a_question_names_the_attackers_and_the_price() {
    let mut t = north_woods(&["place Lawton 27", "place Starke 27"]);
    assert_eq!(asked(&t), "Move and attack with the 4 units that are activated, then say done.");
    t.union("Gibbon 19-27", &[]).union("Phelps 19-27", &[]);
    assert_eq!(asked(&t), "Assault 27 (The Cornfield), among whose enemies you have moved.");
    t.union("assault 27 lead Gibbon", &[]);
    assert_eq!(asked(&t), "Assault by Gibbon, Phelps on 27 (The Cornfield): name the unit that leads there.");
    let t = beaten(&["place Lawton 27", "place Starke 27"], Some("Lawton"), 3);
    assert_eq!(asked(&t), "Assault by Gibbon: pay 3 casualty points in 27 (The Cornfield).");
    let board = RULES.board(&t.position);
    let more = board.orders(seat(Side::Confederate)).into_iter().find(|o| board.format(o) == "more");
    let more = more.map(|o| board.choice(seat(Side::Confederate), &o)).expect("more may be given");
    assert_eq!(more.label, "Let me give more than the 3 points owed");
    assert!(more.note.is_some());
}

/// Nothing is activated where a leader was only woken.
#[test]
fn what_is_not_activated_is_not_asked_to_attack() {
    let mut t = Table::study(&[
        "place Gibbon 19",
        "leader Hooker 19 active",
        "leader Mansfield 20",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    assert_eq!(asked(&t), "Impulse: wake a leader, activate an area, or pass.");
    let board = RULES.board(&t.position);
    let pass = board.orders(seat(Side::Union)).into_iter().find(|o| board.format(o) == "pass").expect("one may pass");
    assert_eq!(board.choice(seat(Side::Union), &pass).label, "Let this impulse go by and do nothing");
    t.union("activate 19 with Hooker", &[]);
    assert_eq!(asked(&t), "Move and attack with the unit that is activated, then say done.");
}
