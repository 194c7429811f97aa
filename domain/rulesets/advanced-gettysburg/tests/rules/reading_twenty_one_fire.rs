//! What a twenty-first reading of §24.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::fire_kit::to_defence;
use crate::table::{REVISION_SEVEN as BEFORE, Table, after, sound};
use domain_core::referee::Side::Union;

/// Gamble's horse, eight points in a hex, between Archer and Davis, who both fire at it.
fn horse_under_fire(archer: u8, davis: u8) -> Table {
    let mut table = Table::study(&[
        "place Gamble line HH40=8 SSE",
        &format!("place Archer line HH39={archer} NNE"),
        &format!("place Davis line II40={davis} NNW"),
        "mark Archer attack launched",
        "mark Davis attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH40", &[]).confederate("Davis at HH40", &[]);
    to_defence(&mut table);
    table
}

#[test]
fn s24_2_d_r25_what_horse_has_beyond_the_most_that_it_can_match_is_free() {
    // Of seven points and one horse matches seven: one point of it is no fire (Combat Fire Table, note), and two leave six for the others.
    for line in ["HH40: 8 at HH39", "HH40: 6 at HH39, 2 at II40"] {
        let mut table = horse_under_fire(7, 1);
        assert!(after(&BEFORE, &table, Union, line, &[]).is_err(), "by revision 7 an eighth could have been matched");
        table.union(line, &[]);
        sound(&table);
    }
    let table = horse_under_fire(7, 1);
    assert!(table.menu(Union).contains(&"HH40: 8 at HH39".to_owned()), "{:?}", table.menu(Union));
    // Who matches fewer than it can fires nothing beyond that; nor does who could match the one by two of eight points.
    assert_eq!(horse_under_fire(7, 1).refused(Union, "HH40: 5 at HH39, 3 at II40"), "24.2");
    assert_eq!(horse_under_fire(5, 1).refused(Union, "HH40: 8 at HH39"), "24.2");
    horse_under_fire(5, 1).union("HH40: 6 at HH39, 2 at II40", &[]);
    // Two points are matched by two.
    assert_eq!(horse_under_fire(6, 2).refused(Union, "HH40: 8 at HH39"), "24.2");
}
