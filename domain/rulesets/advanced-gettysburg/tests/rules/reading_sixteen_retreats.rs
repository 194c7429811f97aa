//! What a sixteenth reading of §19.0 to §23.0 found, mended in revision 7.

use crate::table::{REVISION_SIX as BEFORE, Table, after, lies, sound, unit};
use domain_core::referee::Side::Union;

/// Ward, routed, with these markers two hexes before Archer, who has all of them in range.
fn routed(ward: &str) -> Table {
    Table::study(&[
        "turn 9 union alone",
        &format!("place us-ward-inf line {ward}"),
        "place Archer line O27=6 O28=6",
        "mark us-ward-inf retreat involuntary",
    ])
}

#[test]
fn s21_7_who_was_routed_shares_out_no_points_that_it_owes_to_its_retreat() {
    // A hex back, and a point of activity for sharing out: of the eight that are left three hexes at most would be gone back.
    let line = "Ward to L29=8 L28=8 L27=5";
    let mut table = routed("M29=5 M28=8 M27=8");
    let then = after(&BEFORE, &table, Union, line, &[]).expect("revision 6 let it");
    assert_eq!(then.brigade(unit("us-ward-inf")).map(|b| b.spent()), Some(6));
    assert_eq!(table.refused(Union, line), "21.6");
    table.union("Ward to L29=5 L28=8 L27=8", &[]);
    assert_eq!((lies(&table, "us-ward-inf").as_str(), table.brigade("us-ward-inf").spent()), ("L29=5 L28=8 L27=8", 4));
    sound(&table);
    // Of its own will it does so for what it costs.
    let mut free = routed("M29=5 M28=8 M27=8");
    free.umpire("mark us-ward-inf retreat voluntary level 6").union(line, &[]);
    assert_eq!(free.brigade("us-ward-inf").spent(), 6);
    // And where it cannot go back as it is, with more than eight points in a marker (§11.10).
    let mut thick = routed("M29=1 M28=12 M27=8");
    thick.union("Ward to L29=5 L28=8 L27=8", &[]);
    assert_eq!(thick.brigade("us-ward-inf").spent(), 6);
    sound(&thick);
}
