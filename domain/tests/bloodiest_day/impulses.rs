//! §9, §10, §12: rally, the Advantage, options.

use crate::table::{RULES, Table, terms};
use domain::referee::{Ruleset, Side};
use domain::rulesets::bloodiest_day::Place;

/// §12.0 and the other options of the pack.
#[test]
fn s12_0_options() {
    let active = |on: &[&str]| {
        let position = RULES.open(&terms(on)).expect("an option");
        position.leader(RULES.leader("Burnside").expect("a leader")).active
    };
    assert!(!active(&[]) && active(&["mcclellan-has-a-plan"]));
    let printed = RULES.open(&terms(&["area-18-as-printed"])).expect("an option");
    assert_eq!(printed.unit(RULES.unit("Gibbon").expect("a unit")).place, Place::At(18));
    assert!(RULES.open(&terms(&["rain"])).is_err());
}
