//! §12.3: the fire that receives a charge, as the line of the charge says it beforehand, against every roll of it.

use crate::study::{Study, busy, rules, seat};
use domain_core::referee::Known;
use domain_core::referee::Side::{Confederate, Union};

/// What the line of a charge says of the fire before it: what stops it and what shakes it, in percent.
fn said(study: &Study, line: &str) -> (u32, u32) {
    let board = rules().board(Known::held(study.position()));
    let menu = board.menu(seat(Confederate), None).choices;
    let choice = menu.iter().find(|c| c.order == line).unwrap_or_else(|| panic!("no {line} among {menu:?}"));
    let note = choice.note.clone().unwrap_or_default();
    let part = |behind: &str| {
        let (before, _) = note.split_once(behind)?;
        before.rsplit(' ').next()?.parse().ok()
    };
    (part(" % to stop").unwrap_or(0), part(" % to shake").unwrap_or(0))
}

/// Every roll of so many dice.
fn rolls(dice: u32) -> impl Iterator<Item = Vec<u8>> {
    (0..6u32.pow(dice)).map(move |n| (0..dice).map(|d| (n / 6u32.pow(d) % 6) as u8 + 1).collect())
}

/// What is asked now, if it is about this charge and not the reactions that are left.
fn kind(study: &Study) -> Option<&'static str> {
    rules().board(Known::held(study.position())).waiting().first().map(|d| d.kind)
}

/// What the fire with each roll comes to: what stops the charge whatever Field does, and what shakes it.
fn played(study: &Study, fire: &str, dice: u32) -> (u32, u32) {
    let (mut stopped, mut shaken, mut all) = (0, 0, 0);
    for faces in rolls(dice) {
        let mut after = study.clone().dice(faces).union(fire);
        if kind(&after) == Some("bonus") {
            let strike = after.menu(Union).contains(&"bonus strike".to_owned());
            after = after.union(if strike { "bonus strike" } else { "bonus none" });
        }
        let asked = kind(&after) == Some("marker");
        if asked {
            after = after.confederate("Field step");
        }
        if kind(&after) == Some("retreat") {
            let back = after.menu(Confederate);
            after = after.confederate(&back[0]);
        }
        all += 1;
        match (after.settle().is_charging("Field"), asked) {
            (false, _) => stopped += 1,
            (true, true) => shaken += 1,
            (true, false) => {}
        }
    }
    let percent = |ways: u32| (ways * 100 + all / 2) / all;
    (percent(stopped), percent(shaken))
}

fn compared(place: &str, charge: &str, fire: &str, dice: u32) -> (u32, u32) {
    let study = busy(&format!("{place}; turn 2 confederate move"));
    let said = said(&study, charge);
    let declared = study.confederate(charge).confederate("done").confederate("done").phase("2 confederate reaction");
    assert_eq!(said, played(&declared, fire, dice), "{place}: {charge}, {fire}");
    said
}

#[test]
fn s12_3_the_chance_to_stop_a_charge_is_that_of_all_rolls_of_the_fire() {
    let mut seen = Vec::new();
    for target in ["Meade", "Griffin", "Meade steps 1", "Berdan", "Bucktails", "Weed", "Hays"] {
        for steps in ["", " steps 1", " steps 2"] {
            let name = target.split(" steps").next().unwrap();
            // In the open and downhill, and into a wood or up a slope, where the charger rolls two dice.
            for (at, from, to) in [("0806", "0606", "0706"), ("0914", "0714", "0814")] {
                let place = format!("place {name} {at}{}; place Field {from}{steps} active", &target[name.len()..]);
                let charge = format!("Field charge {from}-{to} {name}");
                let study = busy(&format!("{place}; turn 2 confederate move"));
                if !study.menu(Confederate).contains(&charge) {
                    continue;
                }
                let declared = study.confederate(&charge).confederate("done").confederate("done");
                let fire = format!("{name} fire {to}");
                let dice = declared.dice_of(Union, &fire);
                seen.push(compared(&place, &charge, &fire, dice));
            }
        }
    }
    assert!(seen.len() > 15, "{seen:?}");
    assert!(seen.iter().any(|(stop, shake)| *stop > 0 && *shake > 0), "{seen:?}");
    assert!(seen.iter().any(|(stop, shake)| *stop > 0 && *shake == 0), "{seen:?}");
}
