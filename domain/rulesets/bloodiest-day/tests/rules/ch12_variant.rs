//! §12: the variant.

use crate::table::{RULES, Table, terms};
use bloodiest_day::Place;
use domain_core::referee::{Ruleset, Side};

/// §12.0: agreed on, Burnside begins active; once inactive he needs McClellan like the others.
#[test]
fn s12_0_mcclellan_has_a_plan() {
    let active = |on: &[&str], who: &str| {
        let position = RULES.open(&terms(on)).expect("an option");
        position.leader(RULES.leader(who).expect("a leader")).active
    };
    assert!(!active(&[], "Burnside") && active(&["mcclellan-has-a-plan"], "Burnside"));
    // Nobody else is changed by it.
    for who in ["Sumner", "Porter", "McClellan", "Pleasonton"] {
        assert!(!active(&["mcclellan-has-a-plan"], who), "{who}");
    }
    let position = RULES.open(&terms(&["mcclellan-has-a-plan"])).expect("an option");
    let mut t = Table { position, facts: Vec::new() };
    t.umpire("turn 1 union impulse 0");
    t.confederate("silence Burnside", &[]);
    assert_eq!(t.refused(Side::Union, "wake Burnside"), "5.3.2");
    t.umpire("leader McClellan 63 active").union("wake Burnside", &[]);
    assert!(t.leader("Burnside").active);
}

/// Ruling 1: the other deployment of the pack's options; an option nobody offers is refused.
#[test]
fn the_options_of_the_pack() {
    let at = |on: &[&str]| {
        let position = RULES.open(&terms(on)).expect("an option");
        position.unit(RULES.unit("Gibbon").expect("a unit")).place
    };
    assert_eq!((at(&[]), at(&["area-18-as-printed"])), (Place::At(19), Place::At(18)));
    assert!(RULES.open(&terms(&["rain"])).is_err());
}
