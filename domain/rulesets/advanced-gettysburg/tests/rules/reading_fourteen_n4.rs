//! What a fourteenth reading found of orders of the night, each with a test that revision 6 ruled it otherwise.

use crate::table::{REVISION_SIX as BEFORE, RULES, Table, after, board, sound, unit};
use advanced_gettysburg::Position;
use domain_core::referee::Side::{self, Union};
use domain_core::referee::{Refusal, Ruleset, Terms};

/// The position after a line by revision 6.
fn before(table: &Table, side: Side, line: &str) -> Result<Position, Refusal> {
    after(&BEFORE, table, side, line, &[])
}

/// The second night, after Hunt was given a battery in the first.
fn second_night() -> Table {
    let on = |key: &str| (key.to_owned(), "yes".to_owned());
    let options = [on("night-orders"), on("artillery-commanders")].into();
    let terms = Terms { options, scenario: "three-days".into() };
    let mut table = Table { position: RULES.open(&terms).expect("scenario and options exist"), facts: Vec::new() };
    for line in [
        "clear",
        "place Hunt U22",
        "place Wiedrich U23 unlimbered W",
        "place Dilger U24 unlimbered W",
        "turn 60 union opening",
    ] {
        table.umpire(line);
    }
    table.union("guns Hunt: Wiedrich", &[]).umpire("turn 116 union opening");
    table
}

#[test]
fn s0_13_5_what_a_captured_artillery_commander_was_given_is_revoked_in_a_later_night() {
    let mut table = second_night();
    table.umpire("lose Hunt");
    let (hunt, wiedrich) = (unit("us-hunt-cmd"), unit("Wiedrich"));
    assert_eq!(board(&table).gunner_of(wiedrich), Some(hunt));
    assert!(!board(&table).is_supported(wiedrich), "he is near nobody");
    assert!(before(&table, Union, "guns Hunt:").is_err(), "revision 6 left it under him for good");
    assert!(table.attempt(Union, "guns Hunt: Dilger", &[]).is_err(), "he is given nobody");
    table.union("guns Hunt:", &[]);
    assert_eq!(board(&table).gunner_of(wiedrich), None);
    sound(&table);
}

#[test]
fn s0_13_1_s0_13_5_who_has_given_up_his_batteries_in_a_night_is_given_others_in_it() {
    let mut table = second_night();
    table.union("guns Hunt:", &[]);
    let line = "guns Hunt: Dilger";
    assert!(before(&table, Union, line).is_err(), "revision 6 held that he had his batteries for this night");
    table.union(line, &[]);
    let under = |name: &str| board(&table).gunner_of(unit(name));
    assert_eq!((under("Dilger"), under("Wiedrich")), (Some(unit("us-hunt-cmd")), None));
    assert_eq!(table.refused(Union, "guns Hunt:"), "0.13", "that order stands until the next night");
    sound(&table);
}
