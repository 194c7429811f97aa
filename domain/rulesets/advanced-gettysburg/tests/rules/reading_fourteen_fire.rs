//! What a fourteenth reading of §23.0 to §33.0 found, mended in revision 7, and that revision 6 ruled it otherwise and is judged so.

use crate::table::{REVISION_SIX as BEFORE, Table, after, fired_with, hex, sound, strength, unit};
use advanced_gettysburg::{Fact, Position, Segment, UnitId};
use domain_core::referee::Side::{Confederate, Union};

/// Flank markers of Stone and Cutler in HH40, three and five points, before Archer, who fired into their hex and struck these; now it is his turn.
fn two_attackers(struck: [Option<&str>; 2]) -> Table {
    let mut table = Table::study(&[
        "place Stone line HH40=3 GG41=8",
        "place Cutler line II41=8 HH40=5",
        "place Archer line HH39=7 NNE",
        "turn 1 union targets",
    ]);
    fired_with(&mut table, "Archer", "HH39", "HH40", 7);
    for line in ["turn 2 confederate targets", "mark Stone attack launched", "mark Cutler attack launched"] {
        table.umpire(line);
    }
    for pair in &mut table.position.fight.before {
        pair.struck = struck.map(|name| name.map(unit));
    }
    table
}

#[test]
fn s27_1_s27_2_fire_that_went_on_for_two_turns_comes_once_where_it_is_returned() {
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 union targets",
    ]);
    // Stone returned Archer's fire in his turn, and both fired again in Archer's next one.
    for next in ["turn 2 confederate targets", "turn 2 union targets"] {
        fired_with(&mut table, "Archer", "HH39", "HH40", 8);
        fired_with(&mut table, "Stone", "HH40", "HH39", 8);
        table.umpire(next);
    }
    table.union("Stone return", &[]);
    // Revision 6 had Archer fire sixteen points, by two dice.
    assert!(after(&BEFORE, &table, Union, "done", &[1, 1, 1]).is_ok());
    table.union("done", &[1, 1]);
    assert_eq!((strength(&table, "Stone"), strength(&table, "Archer")), (Some(8), Some(8)));
    sound(&table);
}

#[test]
fn s27_1_r65_fire_is_returned_at_the_brigade_that_was_struck_before_another_came_into_its_hex() {
    let mut table = two_attackers([Some("Cutler"), None]);
    table.confederate("Archer return", &[]);
    assert_eq!(table.refused(Confederate, "single Cutler HH40"), "24.3", "it is aimed at");
    assert_eq!(table.refused(Confederate, "single Stone HH40"), "27.0");
    // Revision 6 took the weaker marker: two points at Stone, who came there since, and five at Cutler.
    let then = after(&BEFORE, &table, Confederate, "done", &[6, 6]).expect("the fire");
    assert_eq!(then.brigade(unit("Stone")).map(|b| b.cp), Some(2));
    table.confederate("done", &[6, 6]);
    assert_eq!((strength(&table, "Stone"), strength(&table, "Cutler")), (Some(3), Some(4)), "7 at 5 points come to 4");
    sound(&table);
}

#[test]
fn s27_1_r65_of_two_that_were_struck_the_one_that_has_stayed_is_aimed_at() {
    // Meredith was there too, and is not any more.
    let mut table = two_attackers([Some("Cutler"), Some("Meredith")]);
    assert_eq!(table.refused(Confederate, "single Stone HH40"), "24.3", "without a word the weaker, as yet");
    table.confederate("single Cutler HH40", &[]).confederate("Archer return", &[]);
    table.confederate("done", &[6, 6]);
    assert_eq!((strength(&table, "Stone"), strength(&table, "Cutler")), (Some(3), Some(4)));
}

#[test]
fn s27_1_r65_who_attacks_a_hex_anew_at_the_other_brigade_keeps_nobody_from_returning_fire_at_other_hexes() {
    let mut table = Table::study(&[
        "place Stone line HH40=3 GG41=8",
        "place Cutler line II41=8 HH40=5",
        "place Meredith line GG40=8 SSE",
        "place Archer line HH39=7 NNE",
        "place Davis line II40=8 NNW",
        "turn 1 union targets",
    ]);
    fired_with(&mut table, "Archer", "HH39", "HH40", 4);
    fired_with(&mut table, "Archer", "HH39", "GG40", 2);
    table.umpire("turn 2 confederate targets");
    for name in ["Stone", "Cutler", "Meredith", "Davis"] {
        table.umpire(&format!("mark {name} attack launched"));
    }
    table.confederate("Davis at HH40", &[]).confederate("single Cutler HH40", &[]);
    assert!(table.menu(Confederate).contains(&"Archer return".to_owned()));
    table.confederate("Archer return", &[]).confederate("done", &[]);
    if table.position.segment == Segment::FlankMoves {
        table.union("done", &[]);
    }
    table.union("done", &[1, 1, 1]);
    let by_archer = |fact: &Fact| match fact {
        Fact::CombatFire(volley) if volley.firers.iter().any(|f| f.unit == unit("Archer")) => Some(volley.target),
        _ => None,
    };
    let at: Vec<UnitId> = table.facts.iter().filter_map(by_archer).collect();
    assert_eq!(at, [unit("Meredith")], "at the hex with two brigades he returns none");
    sound(&table);
}

#[test]
fn s27_1_r65_what_was_said_of_two_brigades_holds_as_long_as_fire_at_their_hex_goes_on() {
    let mut table = Table::study(&[
        "place Stone line HH40=3 GG41=8",
        "place Cutler line II41=8 HH40=5",
        "place Archer line HH39=7 NNE",
        "mark Archer attack launched",
        "turn 3 confederate targets",
    ]);
    // Archer said two turns ago that he fires at Cutler, and fires on.
    let said = serde_json::json!({ "age": 2, "hex": hex("HH40"), "unit": unit("Cutler") });
    table.position.fight.singled.push(serde_json::from_value(said).expect("a brigade aimed at"));
    let (from, to) = (hex("HH39"), hex("HH40"));
    let fired = serde_json::json!({ "age": 2, "from": from, "sp": 7, "to": to, "unit": unit("Archer") });
    table.position.fight.before.push(serde_json::from_value(fired).expect("a pair"));
    table.confederate("Archer at HH40", &[]).confederate("done", &[]);
    if table.position.segment == Segment::FlankMoves {
        table.union("done", &[]);
    }
    table.union("HH40: 8 at HH39", &[]);
    let ages = |position: &Position| position.fight.singled.iter().map(|s| s.age).collect::<Vec<u8>>();
    let then = after(&BEFORE, &table, Union, "done", &[1, 1, 1]).expect("the fire");
    assert_eq!(ages(&then), [2], "revision 6 forgot it with the turn");
    table.union("done", &[1, 1, 1]);
    assert_eq!(ages(&table.position), [0]);
    assert_eq!((strength(&table, "Stone"), strength(&table, "Cutler")), (Some(3), Some(4)));
    // The answer to the fire that is returned goes at Cutler too, and not at the weaker marker.
    table.umpire("turn 3 union targets").union("Cutler return", &[]).union("done", &[1, 1, 1]);
    assert_eq!((strength(&table, "Stone"), strength(&table, "Cutler")), (Some(3), Some(4)));
    sound(&table);
}
