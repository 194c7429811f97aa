//! §7.2 to §7.4: the odds that the menu announces, against the exact odds of common attacks in the pack's README, section 5.

use crate::study::study;
use domain_core::referee::Side::{self, Confederate, Union};

fn odds(scene: &str, side: Side, order: &str, of: u32, expected: &[(&str, u32)]) {
    study(scene).odds(side, order, of, expected);
}

#[test]
fn s7_3_odds_of_assaults_over_the_stream_and_up_into_the_woods() {
    // A to D: four steps or five, one support or two, on a fresh line or a worn one.
    let worn = [("DC1 DR1", 3), ("EX", 18), ("AC1", 14), ("AC1 AR", 1)];
    for (scene, order, expected) in [
        (
            "place Pender 0714 active; place Archer 0713; place Meade 0814",
            "Pender attack 0814",
            [("EX", 1), ("AC1", 14), ("AC1 AR", 11), ("AC2 AR", 10)],
        ),
        (
            "place Branch 0714 active; place Archer 0713; place Field 0715; place Meade 0814",
            "Branch attack 0814",
            [("EX", 10), ("AC1", 20), ("AC1 AR", 5), ("AC2 AR", 1)],
        ),
        (
            "place Pender 0714 active; place Archer 0713; place Field 0715; place Meade 0814 disrupted",
            "Pender attack 0814",
            [("EX", 6), ("AC1", 20), ("AC1 AR", 7), ("AC2 AR", 3)],
        ),
        (
            "place Pender 0714 active; place Archer 0713; place Field 0715; place Meade 0814 disrupted steps 2",
            "Pender attack 0814",
            worn,
        ),
    ] {
        odds(&format!("{scene}; turn 5 confederate close"), Confederate, order, 36, &expected);
    }
}

#[test]
fn s7_3_odds_in_the_open() {
    // E: the worn line without stream, slope or woods.
    odds(
        "place Pender 0706 active; place Archer 0705; place Field 0707; place Meade 0806 disrupted steps 2; turn 5 confederate close",
        Confederate,
        "Pender attack 0806",
        6,
        &[("DC1 DR2d", 1), ("DC1 DR1d", 2), ("DC1 DR1", 2), ("EX", 1)],
    );
}

#[test]
fn s7_24_odds_of_charges() {
    // G and H: over the stream; I: on a battery; R: the cavalry.
    for (scene, order, expected) in [
        (
            "place Pender 0714 active charging Meade; place Archer 0713; place Meade 0814",
            "Pender attack 0814",
            vec![("EX", 4), ("AC1", 2)],
        ),
        (
            "place Hood 0714 active charging Meade; place Archer 0713; place Field 0715; place Meade 0814",
            "Hood attack 0814",
            vec![("DC1 DR1", 2), ("EX", 4)],
        ),
        (
            "place Pender 0706 active charging Weeden; place Archer 0705; place Weeden 0806",
            "Pender attack 0806",
            vec![("DC1 DR2d", 1), ("DC1 DR1d", 2), ("DC1 DR1", 2), ("EX", 1)],
        ),
    ] {
        odds(&format!("{scene}; turn 5 confederate close"), Confederate, order, 6, &expected);
    }
    odds(
        "place 5 US Cav 0706 active charging Cunningham; place Meade 0906; place Cunningham 0806 disrupted; turn 5 union close",
        Union,
        "5 US Cav attack 0806",
        6,
        &[("DC1 DR1", 1), ("DR1", 2), ("EX", 2), ("AC1", 1)],
    );
}

#[test]
fn s10_0_odds_of_reactive_fire() {
    // J: a charger in the woods below; K: in the open below; L: guns on the level; O: return fire.
    odds(
        "place Martindale 0914; place Meade 0815; place J.R. Anderson 0814 charging Martindale; turn 5 confederate reaction",
        Union,
        "Martindale fire 0814",
        36,
        &[("Disrupt", 3), ("Disrupt RF", 7), ("Nil", 11), ("RF", 15)],
    );
    for (scene, order, expected) in [
        (
            "place Martindale 1313; place Meade 1414; place J.R. Anderson 1314 charging Martindale",
            "Martindale fire 1314",
            vec![("DC1", 1), ("Disrupt", 2), ("Disrupt RF", 2), ("Nil", 1)],
        ),
        (
            "place Weeden 0706; place Meade 0906; place J.R. Anderson 0806 charging Weeden",
            "Weeden fire 0806",
            vec![("DC1", 1), ("Disrupt", 2), ("Nil", 3)],
        ),
        (
            "place Martindale 0806; place J.R. Anderson 0606 rf",
            "Martindale fire 0606",
            vec![("Disrupt", 2), ("Disrupt RF", 2), ("Nil", 2)],
        ),
    ] {
        odds(&format!("{scene}; turn 5 confederate reaction"), Union, order, 6, &expected);
    }
}

#[test]
fn s8_0_odds_of_fire() {
    // M and N: musketry into woods and in the open; P: guns downhill; Q: the great battery over the bottom.
    odds(
        "place Pender 0706 active; place Meade 0704; turn 5 confederate fire",
        Confederate,
        "Pender fire 0704",
        36,
        &[("Disrupt RF", 3), ("Nil", 7), ("RF", 26)],
    );
    odds(
        "place Pender 0606 active; place Meade 0806; turn 5 confederate fire",
        Confederate,
        "Pender fire 0806",
        6,
        &[("Disrupt", 1), ("Disrupt RF", 2), ("Nil", 2), ("RF", 1)],
    );
    odds(
        "place Weeden 1313; place J.R. Anderson 1415; turn 5 union fire",
        Union,
        "Weeden fire 1415",
        6,
        &[("Disorder", 2), ("Disrupt", 2), ("Nil", 2)],
    );
    odds(
        "place Heavy 0420; place Field 0418; turn 5 union fire",
        Union,
        "Heavy fire 0418",
        6,
        &[("DC1d", 3), ("DC1", 2), ("Disorder", 1)],
    );
}

#[test]
fn s9_0_odds_of_two_sharpshooter_dice() {
    // The highest of two dice is h in 2h − 1 ways of 36; one is added for standing still.
    odds(
        "place Berdan 0506 active; place Field 0806; turn 5 union fire",
        Union,
        "Berdan fire 0806",
        36,
        &[("RF", 1 + 3), ("Nil", 5 + 7), ("Disrupt", 9 + 11)],
    );
}

/// What the odds say in words is what would happen: with the step that the only way back costs, and without what the defender ignores.
#[test]
fn s7_61_odds_say_what_a_retreat_costs() {
    let plain = |scene: &str, order: &str, outcome: &str| {
        study(&format!("{scene}; turn 2 confederate close")).plainly(Confederate, order, outcome)
    };
    let driven = "place G.B. Anderson 0706 active; place Meade 0806 steps 2; place Griffin 0906; place Warren 0807";
    let order = "G.B. Anderson attack 0806";
    assert_eq!(plain(driven, order, "DC1 DR1"), "Meade loses a step, retreats a hex");
    let zone = plain(&format!("{driven}; place Archer 0904"), order, "DC1 DR1");
    assert_eq!(zone, "Meade loses a step, retreats a hex through an enemy zone and is eliminated");
    let trapped = plain(&format!("{driven}; place Lovell 0805"), order, "DC1 DR1");
    assert_eq!(trapped, "Meade loses a step, retreats a hex with nowhere to go and is eliminated");
}

/// A question says what is at stake: the marker stops a charge, a way back may be the end.
#[test]
fn s7_7_questions_say_what_is_at_stake() {
    let fatal = study("place G.B. Anderson 0706 active; place Meade 0806 steps 2; place Archer 0904; place Griffin 0906; turn 2 confederate close")
        .dice([3])
        .confederate("G.B. Anderson attack 0806");
    assert!(fatal.note(Union, "Meade retreat 0805").contains("it loses its last step there, and is eliminated"));
}
