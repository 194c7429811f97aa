//! What a twenty-first reading of §34.0 to §37.0 and the Orders of Appearance found, mended in revision 8, and that revision 7 ruled it otherwise.

use crate::table::{REVISION_SEVEN as BEFORE, RULES, Table, after, board, days, hex, lies, sound};
use domain_core::referee::Side::{self, Confederate, Union};
use domain_core::referee::{Ruleset, Terms};

/// The same to be looked at.
fn then(table: &Table, side: Side, line: &str) -> Table {
    Table { position: after(&BEFORE, table, side, line, &[]).expect("a line of revision 7"), facts: Vec::new() }
}

/// All three days, in which two corps of the Union exchange their arrival.
fn exchanged(corps: &str) -> Table {
    let options = [("entry-options".to_owned(), "yes".to_owned())].into();
    let terms = Terms { options, scenario: "three-days".into() };
    let mut table = Table { position: RULES.open(&terms).expect("the options"), facts: Vec::new() };
    table.confederate("done", &[]).union(&format!("option 3 {corps}"), &[]).union("done", &[]);
    table
}

#[test]
fn s33_3_5_r62_r72_points_that_join_an_uneven_column_in_enemy_range_move_none_of_the_others() {
    // Two points join Krzyzanowski at 4 p.m., turn 28; Davis, who looks east, has the rear of his column in range.
    let table = |davis: &str| {
        days(&[
            &format!("place Davis line GG38=8 {davis}"),
            "place Krzyzanowski column SE JJ38=4 II39=4",
            "turn 28 confederate assault",
        ])
    };
    let mut ranged = table("E");
    assert_eq!(["JJ38", "II39"].map(|at| board(&ranged).in_enemy_range(Union, hex(at))), [false, true]);
    assert_eq!(lies(&then(&ranged, Confederate, "done"), "Krzyzanowski"), "JJ38=8 II39=2", "closed up by revision 7");
    ranged.confederate("done", &[]);
    assert_eq!(lies(&ranged, "Krzyzanowski"), "JJ38=6 II39=4");
    assert_eq!(ranged.brigade("Krzyzanowski").sp, 10);
    sound(&ranged);
    // Out of range it closes up before.
    let mut free = table("W");
    free.confederate("done", &[]);
    assert_eq!(lies(&free, "Krzyzanowski"), "JJ38=8 JJ38=2");
}

#[test]
fn s33_3_5_r62_r72_points_that_leave_an_uneven_column_in_enemy_range_leave_its_rear() {
    // Two points leave Jenkins at midnight of July 3, turn 124.
    let jenkins = "cs-jenkins-a-g-cav";
    let mut table = days(&[
        "place Meredith line GG38=8 E",
        &format!("place {jenkins} column SE KK38=2 JJ38=2 II39=2"),
        "turn 123 union assault",
    ]);
    assert!(board(&table).in_enemy_range(Confederate, hex("II39")));
    assert_eq!(lies(&then(&table, Union, "done"), jenkins), "KK38=3 JJ38=1", "closed up by revision 7");
    table.union("done", &[]);
    assert_eq!(lies(&table, jenkins), "KK38=2 JJ38=2");
    sound(&table);
}

#[test]
fn s0_5_4_r78_later_groups_that_come_with_the_body_of_their_corps_have_its_level() {
    // Crawford's brigades, of level 1 by their card, come in the place of the VI Corps with the others.
    let line = "us-mccandless-inf march OO11";
    let mut table = exchanged("V VI");
    table.umpire("turn 95 union primary");
    let worn =
        |table: &Table| ["us-mccandless-inf", "us-fisher-inf", "us-tilton-inf"].map(|name| table.brigade(name).dp);
    assert_eq!(worn(&table), [10, 10, 50]);
    assert_eq!(worn(&then(&table, Union, line)), [10, 10, 50], "the level of their card by revision 7");
    table.union(line, &[]);
    assert_eq!(worn(&table), [50, 50, 50]);
    sound(&table);
    // Lockwood, who comes later than that, keeps his own entry and its level.
    let mut later = exchanged("II XII");
    later.umpire("turn 72 union primary").union("us-candy-inf march W1", &[]).union("us-lockwood-inf march G1", &[]);
    assert_eq!(["us-candy-inf", "us-lockwood-inf"].map(|name| later.brigade(name).dp), [50, 0]);
}

#[test]
fn s0_5_3_strength_that_joins_a_brigade_which_is_still_to_come_shows_no_option() {
    // Five points join Lockwood at 8 a.m. of July 3, turn 148, while all of both corps are kept back.
    let mut table = exchanged("VI XII");
    table.umpire("turn 148 confederate assault");
    let owed = |table: &Table| (board(table).option_points(Union), table.brigade("us-lockwood-inf").sp);
    assert_eq!(owed(&table), (0, 12));
    assert_eq!(owed(&then(&table, Confederate, "done")), (10, 17), "by revision 7 the exchange was told then");
    table.confederate("done", &[]);
    assert_eq!(owed(&table), (0, 17), "nobody has arrived");
    table.umpire("turn 148 union primary").union("us-lockwood-inf march OO11", &[]);
    assert_eq!(owed(&table), (10, 17));
    sound(&table);
}

#[test]
fn s35_1_a_column_brings_its_rear_on_at_night_in_order_to_come_out_of_the_three_hexes() {
    // The head of Steuart's column lies in A39 as night falls, three hexes from Meredith, its two other markers on the road.
    let line = "Steuart march A40";
    let mut table = days(&["turn 42 confederate primary"]);
    table.confederate("Steuart march A39", &[]).umpire("place Meredith rest A36").umpire("turn 43 confederate primary");
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_err(), "by revision 7 it stood there till morning");
    assert_eq!(table.refused(Confederate, "Steuart march B38"), "35.0", "as near to him as before");
    assert!(table.menu(Confederate).contains(&line.to_owned()), "{:?}", table.menu(Confederate));
    table.confederate(line, &[]);
    assert!(lies(&table, "Steuart").starts_with("A40=8 A39=8"), "{}", lies(&table, "Steuart"));
    sound(&table);
    // Its head is out of them then, and the last marker comes on behind the second.
    table.umpire("turn 44 confederate primary").confederate("Steuart march A41", &[]);
    assert_eq!(lies(&table, "Steuart"), "A41=8 A40=8 A39=5");
    sound(&table);
    // Nobody else comes on so near to him.
    let mut new = days(&["place Meredith rest A36", "turn 43 confederate primary"]);
    assert_eq!(new.refused(Confederate, "Steuart march A39"), "35.0");
}
