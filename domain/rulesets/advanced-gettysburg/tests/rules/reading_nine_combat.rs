//! What a ninth reading of §17.0 to §24.0 found, mended in revision 6, and that revision 5 ruled it otherwise.

use crate::fire_kit::to_defence;
use crate::table::{REVISION_FIVE as BEFORE, RULES, Table, after};
use domain_core::referee::Ruleset;
use domain_core::referee::Side::Union;

/// Archer and Davis, eight points each, fire at Stone and the guns of Stewart, who look so; Doles stands beside them too, and fires at nobody.
fn between_three(guns: &str, doles: &str) -> Table {
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        &format!("place Stewart HH40 unlimbered {guns}"),
        "place Archer line HH39=8 NNE",
        "place Davis line II40=8 NNW",
        &format!("place Doles line {doles}"),
        "mark Archer attack launched",
        "mark Davis attack launched",
        "mark Doles attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH40", &[]).confederate("Davis at HH40", &[]);
    to_defence(&mut table);
    table
}

#[test]
fn s24_2_b_s24_2_d_cannon_that_reach_nobody_who_is_left_to_match_fire_elsewhere() {
    // Sixteen points fire at the hex, all eight muskets match; the guns look the other way.
    let table = || between_three("NNW", "HH41=8 SSW");
    for line in ["HH40: 8 at HH39, 3G at HH41", "HH40: 4 at HH39, 4 at II40, 3G at HH41"] {
        assert!(after(&BEFORE, &table(), Union, line, &[]).is_err(), "{line}");
        let mut table = table();
        table.union(line, &[]);
        assert_eq!(RULES.whole(&table.position), Ok(()));
    }
    let offered = table().menu(Union);
    let best = ["HH40: 8 at HH39, 3 at HH41", "HH40: 8 at II40, 3 at HH41"];
    assert!(offered.iter().any(|line| best.contains(&line.as_str())), "{offered:?}");
    // A musket that could match does so first.
    for line in ["HH40: 7 at HH39, 3G at HH41", "HH40: 3G at HH41"] {
        assert_eq!(table().refused(Union, line), "24.2", "{line}");
    }
    // So do guns that reach one of those who fire at them.
    let mut table = between_three("E", "II41=8 SSW");
    assert_eq!(table.refused(Union, "HH40: 8 at HH39, 3G at II41"), "24.2");
    table.union("HH40: 8 at HH39, 3G at II40", &[]);
}
