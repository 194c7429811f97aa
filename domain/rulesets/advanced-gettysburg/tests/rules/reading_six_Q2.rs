//! What a sixth reading of §19.0 to §28.0 found, mended in revision 6, and that revision 5 ruled it otherwise where it could.

use crate::fire_kit::brigade;
use crate::table::{Table, fired, hex};
use advanced_gettysburg::Fact;
use domain_core::log::canonical;

/// Whether a fact can be written into a record: canonical JSON, its keys in their order.
fn is_recorded(fact: &Fact) -> bool {
    let text = serde_json::to_string(fact).expect("a fact is written as JSON");
    canonical::check(&text).is_ok()
}

#[test]
fn s19_4_1_s31_0_an_advance_beside_which_a_bent_marker_stays_can_be_recorded() {
    let mut table = Table::study(&[
        "place Archer line F23=8 F22=8 F21=8",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    table.position.vacated = vec![hex("G22") as u16];
    table.confederate("Archer advance to G23 G22 F21", &[]);
    assert_eq!(brigade(&table, "Archer").stands.len(), 1);
    assert!(!table.facts.is_empty() && table.facts.iter().all(is_recorded), "{:?}", table.facts);
}
