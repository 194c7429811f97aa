//! §9, §10, §12: rally, the Advantage, options.

use crate::table::{RULES, Table, terms};
use domain::referee::{Ruleset, Side};
use domain::rulesets::bloodiest_day::Place;

/// §9.3, rulings 57 and 61: what comes back, for what price; Evans never.
#[test]
fn s9_3_reorganising() {
    let mut t = Table::study(&[
        "place Hays 29",
        "leader Jackson 29 active",
        "leader Lee 14 active",
        "place Early 14",
        "lost Hood",
        "lost Law a",
        "lost Art a (ANV)",
        "lost Art (Hood)",
        "lost Art (Walker)",
        "gone Evans",
        "turn 2 rally confederate",
    ]);
    assert_eq!(t.refused(Side::Confederate, "reorganise Evans by Jackson"), "9.3");
    assert_eq!(t.refused(Side::Confederate, "reorganise Art a (ANV) by Jackson"), "9.3");
    t.confederate("reorganise Law a by Jackson", &[]);
    assert_eq!(t.unit("Hood").place, Place::Gone);
    assert_eq!(t.unit("Law a").place, Place::At(29));
    assert!(t.unit("Law a").spent && !t.leader("Jackson").active);
}

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
