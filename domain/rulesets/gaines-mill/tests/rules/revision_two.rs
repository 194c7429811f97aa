//! What revision 2 rules otherwise than revision 1, which still judges the games that were played by it.

use crate::study::{busy, rules, seat, study};
use domain_core::dice::Dice;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{AnyRuleset, Known, Refusal, Side};
use std::collections::VecDeque;

/// Whether a revision allows a line in the position that an umpire sets up; where not, the section.
fn allows(revision: u32, umpire: &str, side: Side, line: &str) -> Result<(), &'static str> {
    let earlier = rules().earlier(revision);
    let rules: &dyn AnyRuleset = earlier.as_deref().unwrap_or(&**rules());
    assert_eq!(rules.about().revision, revision);
    let scenario = &rules.about().scenarios[0];
    let options = scenario.options.iter().map(|o| (o.key.to_owned(), o.values[0].0.to_owned())).collect();
    let mut at = rules.open(&domain_core::referee::Terms { options, scenario: scenario.id.to_owned() }).unwrap();
    for line in ["clear"].into_iter().chain(umpire.split(';').map(str::trim)) {
        at = rules.umpire(&*at, line).unwrap_or_else(|e| panic!("{line}: {e}")).after;
    }
    let mut faces: VecDeque<u8> = (0..20).map(|_| 3).collect();
    match rules.decide(Known::held(&*at), &*at, seat(side), line, &mut Dice::forced(&mut faces)) {
        Ok(_) => Ok(()),
        Err(Refusal::Illegal(illegal)) => Err(illegal.section.0),
        Err(other) => panic!("{line}: {other}"),
    }
}

/// A way out and back does not make the step after it the first: the zones of guns and sharpshooters are entered by a move of one hex.
#[test]
fn s6_44_a_way_back_through_its_own_hex_is_no_move_of_one_hex() {
    for (enemy, section) in [("Weeden", "6.44"), ("Berdan", "6.45")] {
        let at = format!("place {enemy} 0806; place Field 0606 active; turn 2 confederate move");
        assert_eq!(allows(2, &at, Confederate, "Field 0606-0706"), Ok(()), "{enemy}");
        assert_eq!(allows(2, &at, Confederate, "Field 0606-0506-0606-0706"), Err(section), "{enemy}");
        assert_eq!(allows(1, &at, Confederate, "Field 0606-0506-0606-0706"), Ok(()), "{enemy}");
    }
}

/// Ruling 51: whoever charges fires on nobody, though the target is dead or gone by then; in the Close Combat Phase it attacks as ever.
#[test]
fn s12_3_ruling_51_a_charger_fires_on_nobody() {
    let at = "place Meade 0806; place Griffin 0507; place Field 0706 active charging Meade; remove Meade; turn 2 confederate fire";
    assert_eq!(allows(2, at, Confederate, "Field fire 0507"), Err("12.3"));
    assert_eq!(allows(1, at, Confederate, "Field fire 0507"), Ok(()));
    busy("place Meade 0806; place Griffin 0507; place Field 0706 active charging Meade; place Archer 0508 active")
        .umpire("remove Meade; turn 2 confederate fire")
        .no_order_with(Confederate, "Field fire");
}

/// §12.1, §6.6: an arrow hex in a zone is listed once as the end of a charge, by the cheapest way, though it could be come to by a detour.
#[test]
fn s12_1_a_charge_onto_an_arrow_hex_is_listed_once() {
    let t = study("place Meade 1501; turn 2 confederate move; activate D.H. Hill");
    let menu = t.menu(Confederate);
    let onto: Vec<&String> =
        menu.iter().filter(|l| l.starts_with("Rodes charge") && l.contains("1401 Meade")).collect();
    assert_eq!(onto, ["Rodes charge 1401 Meade"], "{menu:?}");
    assert!(!menu.iter().any(|l| l.starts_with("Meade")) && t.menu(Union).is_empty());
}

/// §12.1: a charge of which the target alone is named goes in where the attack is strongest, not where the way is shortest.
#[test]
fn s12_1_a_charge_without_a_hex_takes_the_strongest() {
    let strongest = |line: &str, at: &str| {
        let t = study(&format!("{at}; turn 2 confederate move")).confederate(line);
        t.hex_of("Hood").unwrap()
    };
    for at in [
        "place Griffin 0806; place Hood 0506 active",
        "place Griffin 1008; place Hood 0708 active",
        "place Griffin 0906; place Hood 1205 active",
    ] {
        let t = study(&format!("{at}; turn 2 confederate move"));
        let strength = |line: &String| t.strength(Confederate, line);
        let all: Vec<String> = t.menu(Confederate).into_iter().filter(|l| l.starts_with("Hood charge")).collect();
        let best = all.iter().map(strength).max().unwrap_or_else(|| panic!("no charge: {at}"));
        let hex = strongest("Hood charge Griffin", at);
        let taken = all.iter().find(|l| l.ends_with(&format!("{hex} Griffin"))).unwrap();
        assert_eq!(strength(taken), best, "{taken} of {all:?}");
    }
}
