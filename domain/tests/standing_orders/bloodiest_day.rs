//! *Bloodiest Day*: a situation, a rule, and what comes of it.

use crate::study::{CONFEDERATE, Study, UNION};

fn study(lines: &str) -> Study {
    Study::of("bloodiest-day", lines)
}

/// Phelps and Hoffman have gone from 19 into the Cornfield (27), where three Confederate units stand.
fn cornfield(advantage: &str) -> Study {
    study(&format!(
        "place Gibbon 19; place Phelps 19; place Hoffman 19; leader Hooker 19 active; \
         place Lawton 27; place Starke 27; place Art (Ewell) 27; turn 2 union impulse 3; advantage {advantage}"
    ))
    .order(UNION, "activate 19 with Hooker", &[])
}

fn attacked() -> Study {
    cornfield("union").order(UNION, "Phelps 19-27", &[]).order(UNION, "Hoffman 19-27", &[]).order(
        UNION,
        "assault 27 lead Phelps",
        &[],
    )
}

#[test]
fn the_lead_unit_by_place_and_numbers() {
    let lead = attacked().answer(CONFEDERATE, "lead = if place 27 and units >= 3: strongest; ask").unwrap();
    assert_eq!(lead.1, "standing order: lead, if place 27 and units >= 3: strongest");
    attacked().asks(CONFEDERATE, "lead = if units < 3: strongest; ask");
    // An area goes by its name as well.
    attacked().asks(CONFEDERATE, "lead = if place not 27: strongest; ask");
}

#[test]
fn the_lead_unit_by_who_is_there() {
    assert!(attacked().answer(CONFEDERATE, "lead = if unit Starke: strongest; ask").is_some());
    attacked().asks(CONFEDERATE, "lead = if unit Winder: strongest; ask");
    attacked().asks(CONFEDERATE, "lead = if unit not Starke or Winder: strongest; ask");
    attacked().asks(CONFEDERATE, "lead = if turn = 2: ask; strongest");
}

#[test]
fn casualties_by_how_many() {
    let owed = || attacked().order(CONFEDERATE, "lead Lawton", &[6, 5, 1, 2]).order(UNION, "keep", &[]);
    let paid = owed().answer(CONFEDERATE, "losses = if losses >= 1 and place 27: hold; ask").unwrap();
    assert_eq!(paid.1, "standing order: losses, if losses >= 1 and place 27: hold");
    owed().asks(CONFEDERATE, "losses = if losses >= 30: hold; ask");
    owed().asks(CONFEDERATE, "losses = if star no: ask; save");
}

#[test]
fn a_fight_rolled_again_by_how_the_dice_fell() {
    // The Confederates hold the Advantage: the attack rolled 11, the defence 3.
    let rolled = || cornfield_with_confederate_advantage().order(CONFEDERATE, "lead Lawton", &[6, 5, 1, 2]);
    rolled().answers(
        CONFEDERATE,
        "reroll-fight = if short >= 3 and fighting defence: when-bad; ask",
        "reroll second",
        "reroll-fight, if short >= 3 and fighting defence: when-bad",
    );
    rolled().asks(CONFEDERATE, "reroll-fight = if short >= 5: when-bad; ask");
    rolled().answers(
        CONFEDERATE,
        "reroll-fight = if odds > 90 and place 27: never; ask",
        "keep",
        "reroll-fight, if odds > 90 and place 27: never",
    );
    rolled().asks(CONFEDERATE, "reroll-fight = if fighting attack: never; ask");
}

fn cornfield_with_confederate_advantage() -> Study {
    cornfield("confederate")
        .order(CONFEDERATE, "keep", &[])
        .order(UNION, "Phelps 19-27", &[])
        .order(UNION, "Hoffman 19-27", &[])
        .order(UNION, "assault 27 lead Phelps", &[])
}

#[test]
fn silence_by_leader_and_by_how_many_would_act() {
    let woken = cornfield("confederate");
    woken.answers(
        CONFEDERATE,
        "silence = if leader Hooker and units <= 5: never; ask",
        "keep",
        "silence, if leader Hooker and units <= 5: never",
    );
    woken.asks(CONFEDERATE, "silence = if leader Sumner: never; ask");
    woken.asks(CONFEDERATE, "silence = if units >= 2: ask; never");
}

#[test]
fn an_impulse_check_by_the_space_of_the_marker() {
    let checked = |space: u8| {
        study(&format!("turn 2 confederate impulse {space}; advantage confederate; place Starke 28; place Gibbon 19"))
            .order(CONFEDERATE, "pass", &[3, 4])
    };
    let rule = "reroll-check = if space >= 4: to-end; never";
    checked(0).answers(CONFEDERATE, rule, "keep", "reroll-check, otherwise: never");
    let late = checked(4).answer(CONFEDERATE, rule).unwrap();
    assert_eq!(late.1, "standing order: reroll-check, if space >= 4: to-end");
    // A seven: another roll is lower in fifteen ways of 36.
    checked(0).asks(CONFEDERATE, "reroll-check = if odds = 41: ask; never");
    checked(0).answers(
        CONFEDERATE,
        "reroll-check = if odds > 41: ask; never",
        "keep",
        "reroll-check, otherwise: never",
    );
}

#[test]
fn a_rule_on_a_lost_unit_is_off_until_it_comes_back() {
    let rule = "retreat = if unit Starke: strength; rear";
    assert_eq!(study("lost Starke; turn 3 union impulse 1").lapsed(rule), ["Starke is eliminated"]);
    let none: [&str; 0] = [];
    assert_eq!(study("place Starke 28; turn 3 union impulse 1").lapsed(rule), none);
    assert_eq!(study("turn 3 union impulse 1").lapsed("lead = if turn = 2: ask; strongest"), ["turn 2 is past"]);
}
