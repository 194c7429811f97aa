//! What a seventeenth reading of §22.0 to §24.3 found, mended in revision 7, and that revision 6 ruled it otherwise and is judged so.

use crate::table::{REVISION_SIX as BEFORE, Table, after, lies, sound};
use domain_core::referee::Side::Union;

const WARD: &str = "us-ward-inf";

/// Ward has kept a point for his next hex, attacks in his next turn, and rolls three points for that; Archer lies six columns before him.
fn attacks_with_a_point_kept() -> Table {
    let mut table = Table::study(&[
        "turn 8 union alone",
        "place us-ward-inf line L29=5 L28=8 L27=8",
        "place Archer line S27=6 S28=6",
        "mark us-ward-inf level 3",
    ]);
    table.union("Ward ahead right 1", &[]).union("Ward keep N28", &[]).union("done", &[]);
    table.confederate("done", &[]).confederate("done", &[]);
    table.union("attack Ward", &[]).union("done", &[]).union("alone Ward", &[5]);
    assert_eq!(table.brigade(WARD).level, Some(3), "five less three is two");
    table
}

#[test]
fn s22_6_r88_an_attacker_that_spends_a_point_which_it_kept_uses_all_of_its_level_besides() {
    let mut table = attacks_with_a_point_kept();
    table.union("Ward ahead right 1", &[]);
    assert!(table.brigade(WARD).kept.is_some_and(|kept| kept.used));
    assert_eq!(table.spent(WARD), "2 2 2");
    // A point of his level and the one that he kept: two are left, which buy a hex. By revision 6 he had done enough.
    assert!(after(&BEFORE, &table, Union, "done", &[]).is_ok());
    assert_eq!(table.refused(Union, "done"), "22.6");
    assert!(table.menu(Union).iter().any(|line| line.starts_with("Ward ahead")), "{:?}", table.menu(Union));
    table.union("Ward ahead left 1", &[]);
    assert_eq!((table.spent(WARD), lies(&table, WARD)), ("4 4 4".to_owned(), "O29=5 O28=8 O27=8".to_owned()));
    table.union("done", &[]);
    sound(&table);
}

#[test]
fn s22_6_r88_an_attacker_that_leaves_a_point_which_it_kept_uses_its_level_alone() {
    let mut table = attacks_with_a_point_kept();
    // To the other side, for which he kept nothing: of three points the odd one buys nothing.
    table.union("Ward ahead left 1", &[]);
    assert!(table.brigade(WARD).kept.is_some_and(|kept| !kept.used));
    table.union("done", &[]);
    sound(&table);
}
