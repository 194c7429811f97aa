//! What an eighteenth reading of §19.0 to §23.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::table::{REVISION_SEVEN as BEFORE, RULES, Table, after, board, fired, hex, sound};
use advanced_gettysburg::{AdvancedGettysburg, Position, Segment};
use domain_core::referee::Refusal;
use domain_core::referee::Side::{self, Union};

/// The position after a line by revision 7.
fn before(table: &Table, side: Side, line: &str) -> Result<Position, Refusal> {
    after(&BEFORE, table, side, line, &[])
}

/// Stone's two markers lie in woods beside Archer, who attacks and has nobody in range there (§20.4.2): they have exchanged fire in his turn.
fn in_woods() -> Table {
    let mut table = Table::study(&[
        "place Stone line HH34=8 II35=5",
        "place Archer line HH35=8 SSE",
        "mark Archer attack launched",
        "turn 1 confederate assault",
    ]);
    fired(&mut table, "Archer", "HH35", "HH34");
    fired(&mut table, "Stone", "HH34", "HH35");
    table.umpire("turn 1 union alone").umpire("mark Stone level 6");
    assert!(["HH34", "II35"].iter().all(|at| !board(&table).in_enemy_range(Union, hex(at))));
    table
}

/// The position as the side's player turn is over, by some rules.
fn turn_over(mut table: Table, rules: &AdvancedGettysburg, side: Side) -> Table {
    while table.position.side == side {
        let acts = board(&table).acting();
        table.position = after(rules, &table, acts, "done", &[]).expect("nobody has to do anything");
    }
    table
}

#[test]
fn s21_3_s26_1_s27_1_who_goes_back_from_beside_an_enemy_out_of_his_range_has_retreated() {
    let line = "Stone to HH34=8 II34=5 ends SW NE";
    let went = |rules: &AdvancedGettysburg| {
        let position = after(rules, &in_woods(), Union, line, &[]).expect("it goes back");
        let table = Table { position, facts: Vec::new() };
        let position = after(rules, &table, Union, "done", &[]).expect("the end of the Movement Phase");
        Table { position, facts: Vec::new() }
    };
    let (then, now) = (went(&BEFORE), went(&RULES));
    assert_eq!(now.brigade("Stone").dp, 0, "no brigade has it in range (§21.7)");
    // The chart has nothing but a retreat from beside an enemy for who does not attack: the marker that stayed returns no fire, so that nobody has a target.
    assert!(then.position.segment == Segment::Targets && before(&then, Union, "Stone return").is_ok());
    assert!(now.position.segment > Segment::Targets, "{:?}", now.position.segment);
    // Whoever assaults it next finds it two weaker (Combat Assault Table, note).
    let (then, now) = (turn_over(then, &BEFORE, Union), turn_over(now, &RULES, Union));
    assert!(!then.brigade("Stone").fell_back && now.brigade("Stone").fell_back);
    sound(&now);
    // It is told to go ahead or back, which are one out of range.
    let table = in_woods();
    assert!(table.menu(Union).iter().any(|line| line.starts_with("Stone ahead")), "{:?}", table.menu(Union));
}
