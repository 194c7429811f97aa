//! What an eighteenth reading of §27.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::fire_kit::to_defence;
use crate::table::{REVISION_SEVEN as BEFORE, Table, after, board, fired_with, hex, sound, strength, unit};
use advanced_gettysburg::{Position, Segment};
use domain_core::referee::Side::{Confederate, Union};

/// The points that a counter has fired in this player turn at a hex.
fn points(position: &Position, name: &str, to: &str) -> u8 {
    let at_it = position.pairs.iter().filter(|p| p.unit == unit(name) && usize::from(p.to) == hex(to));
    at_it.map(|p| p.sp).sum()
}

/// Stone with so many points in HH40, who fired four of eight at each of Archer and Davis below him; now it is his turn.
fn at_two(sp: u8) -> Table {
    let mut table = Table::study(&[
        &format!("place Stone line HH40={sp} SSE"),
        "place Archer line HH39=8 NNE",
        "place Davis line II40=8 NNW",
        "turn 1 confederate targets",
    ]);
    fired_with(&mut table, "Stone", "HH40", "HH39", 4);
    fired_with(&mut table, "Stone", "HH40", "II40", 4);
    table
}

#[test]
fn s27_1_a_marker_returns_at_two_hexes_no_more_points_than_it_has_now() {
    let mut table = at_two(5);
    table.umpire("turn 1 union targets").union("Stone return", &[]);
    let then = after(&BEFORE, &table, Union, "done", &[1, 1]).expect("the fire");
    assert_eq!([points(&then, "Stone", "HH39"), points(&then, "Stone", "II40")], [4, 4], "revision 7 fired eight");
    table.union("done", &[1, 1]);
    assert_eq!([points(&table.position, "Stone", "HH39"), points(&table.position, "Stone", "II40")], [4, 1]);
    sound(&table);
}

#[test]
fn s24_3_5_s27_1_s27_2_who_returns_fire_at_two_hexes_has_lost_by_then_what_the_answer_cost() {
    let mut table = at_two(8);
    fired_with(&mut table, "Archer", "HH39", "HH40", 8);
    table.umpire("mark Stone cp 9").umpire("turn 1 union targets").union("Stone return", &[]);
    // Archer's eight points take one of Stone's.
    let then = after(&BEFORE, &table, Union, "done", &[4, 1, 1]).expect("the fire");
    assert_eq!([points(&then, "Stone", "HH39"), points(&then, "Stone", "II40")], [4, 4]);
    table.union("done", &[4, 1, 1]);
    assert_eq!(table.brigade("Stone").sp, 7);
    assert_eq!([points(&table.position, "Stone", "HH39"), points(&table.position, "Stone", "II40")], [4, 3]);
    sound(&table);
}

/// Two batteries in HH40, by the numbers of their counters, whose cannon have fired together, seven points, at Archer and at Davis, who attacked them; now
/// they may withdraw.
fn two_batteries() -> (Table, [&'static str; 2]) {
    let mut table = Table::study(&[
        "place Stewart HH40 unlimbered SSE",
        "place Wainwright-Hall HH40 unlimbered SSE",
        "place Cutler rest HH43",
        "place Archer line HH39=8 NNE",
        "place Davis line II40=8 NNW",
        "mark Archer attack launched level 6",
        "mark Davis attack launched level 6",
        "turn 1 confederate targets",
    ]);
    table.umpire("mark Archer attack launched level 6").umpire("mark Davis attack launched level 6");
    table.confederate("Archer at HH40", &[]).confederate("Davis at HH40", &[]);
    to_defence(&mut table);
    table.union("HH40: 4 at HH39, 3 at II40", &[]).union("done", &[1, 1]);
    assert_eq!(table.position.segment, Segment::BackOff);
    table.confederate("done", &[]);
    assert_eq!(table.position.segment, Segment::Withdrawal);
    let mut both = ["Stewart", "Wainwright-Hall"];
    both.sort_by_key(|name| unit(name).index());
    (table, both)
}

/// The points fired out of HH40 at Archer and at Davis.
fn cannon(position: &Position) -> [u8; 2] {
    ["HH39", "II40"].map(|to| {
        let fired =
            position.pairs.iter().filter(|p| (usize::from(p.from), usize::from(p.to)) == (hex("HH40"), hex(to)));
        fired.map(|p| p.sp).sum()
    })
}

/// The same after Hall's has withdrawn by revision 7, in the Union's turn.
fn withdrawn_before(table: &Table) -> Table {
    let position = after(&BEFORE, table, Union, "Wainwright-Hall back N", &[]).expect("it withdraws");
    let mut table = Table { position, facts: Vec::new() };
    table.umpire("turn 1 union targets");
    table
}

#[test]
fn s27_1_cannon_that_have_stayed_return_no_points_of_those_that_have_gone() {
    let (mut table, _) = two_batteries();
    let then = after(&BEFORE, &withdrawn_before(&table), Union, "Stewart return", &[]).expect("it returns fire");
    let then = after(&BEFORE, &Table { position: then, facts: Vec::new() }, Union, "done", &[1, 1]).expect("the fire");
    assert_eq!(cannon(&then), [4, 3], "revision 7 fired seven points with four");
    table.union("Wainwright-Hall back N", &[]).umpire("turn 1 union targets").union("Stewart return", &[]);
    table.union("done", &[1]);
    assert_eq!(cannon(&table.position), [4, 0]);
    sound(&table);
}

#[test]
fn s24_0_3_s27_1_a_battery_that_came_since_returns_nothing_for_one_that_has_gone_and_names_a_target_of_its_own() {
    let (mut table, _) = two_batteries();
    let (came, line) = ("place Wainwright-Reynolds HH40 unlimbered SSE", "Wainwright-Reynolds at II40");
    let mut then = withdrawn_before(&table);
    then.umpire(came);
    assert!(after(&BEFORE, &then, Union, line, &[]).is_err(), "by revision 7 all cannon of the hex had fired");
    then.position = after(&BEFORE, &then, Union, "Stewart return", &[]).expect("it returns fire");
    assert_eq!(cannon(&after(&BEFORE, &then, Union, "done", &[1, 1]).expect("the fire")), [4, 3]);
    table.union("Wainwright-Hall back N", &[]).umpire("turn 1 union targets").umpire(came);
    assert!(table.menu(Union).contains(&line.to_owned()), "{:?}", table.menu(Union));
    table.union("Stewart return", &[]);
    let mut alone = Table { position: table.position.clone(), facts: Vec::new() };
    alone.union("done", &[1]);
    assert_eq!(cannon(&alone.position), [4, 0]);
    table.union(line, &[]).union("done", &[1, 1]);
    assert_eq!(cannon(&table.position), [4, 3], "the new battery's six rifles are three points");
    sound(&table);
}

#[test]
fn s27_1_a_battery_goes_on_for_one_that_marched_off_in_its_own_movement_phase_and_is_answered() {
    let (mut table, [first, second]) = two_batteries();
    table.umpire("turn 1 union targets").umpire(&format!("place {first} HH41 limbered N"));
    let name = board(&table).name(unit(second)).to_owned();
    let (line, anew) = (format!("{name} return"), format!("{name} at HH39"));
    assert!(after(&BEFORE, &table, Union, &line, &[]).is_err(), "by revision 7 it had fired nothing");
    assert!(after(&BEFORE, &table, Union, &anew, &[]).is_ok());
    assert!(table.menu(Union).contains(&line), "{:?}", table.menu(Union));
    assert_eq!(table.refused(Union, &anew), "24.0");
    table.union(&line, &[]).union("done", &[1]);
    assert_eq!(points(&table.position, "Archer", "HH40"), 8, "{:?}", table.story());
    sound(&table);
}

#[test]
fn s27_1_s29_4_4_of_batteries_that_fired_together_those_return_it_that_have_ammunition() {
    let (mut table, [first, second]) = two_batteries();
    table.umpire("turn 1 union targets").umpire(&format!("mark {first} factors 0"));
    let name = |who: &str| board(&table).name(unit(who)).to_owned();
    let (dry, line) = (format!("{} return", name(first)), format!("{} return", name(second)));
    assert!(after(&BEFORE, &table, Union, &dry, &[]).is_ok());
    assert_eq!(table.refused(Union, &dry), "27.0");
    table.union(&line, &[]).union("done", &[1]);
    let most = if second == "Stewart" { 4 } else { 3 };
    assert_eq!(cannon(&table.position), [most, 0]);
    sound(&table);
}

#[test]
fn s27_1_s29_4_4_a_battery_without_ammunition_answers_by_no_cannon_of_another_that_fired_elsewhere() {
    let mut table = Table::study(&[
        "place Stewart HH40 unlimbered SSE",
        "place Wainwright-Hall HH40 unlimbered SSE",
        "place Cutler rest HH43",
        "place Archer line HH39=8 NNE",
        "place Davis line II40=8 NNW",
        "turn 1 union targets",
    ]);
    table.union("Stewart at HH39", &[]).union("Wainwright-Hall at II40", &[]).union("done", &[1, 1]);
    fired_with(&mut table, "Archer", "HH39", "HH40", 8);
    fired_with(&mut table, "Davis", "II40", "HH40", 8);
    table.umpire("turn 2 confederate targets").umpire("mark Stewart factors 0");
    table.confederate("Archer return", &[]).confederate("Davis return", &[]);
    let then = after(&BEFORE, &table, Confederate, "done", &[1, 1]).expect("the fire");
    assert_eq!(cannon(&then), [3, 3], "revision 7 fired the three points twice");
    table.confederate("done", &[1]);
    assert_eq!(cannon(&table.position), [0, 3]);
    sound(&table);
}

#[test]
fn s27_3_who_fired_at_a_marker_that_held_its_fire_answers_the_brigade_that_returns_it_by_another() {
    let mut table = Table::study(&[
        "place Stone line HH40=8 GG41=8",
        "place Archer line HH39=8 NNE",
        "place Davis line GG40=8 NNW",
        "turn 1 confederate targets",
    ]);
    fired_with(&mut table, "Archer", "HH39", "HH40", 8);
    fired_with(&mut table, "Davis", "GG40", "GG41", 8);
    fired_with(&mut table, "Stone", "HH40", "HH39", 8);
    table.umpire("turn 1 union targets").union("Stone return", &[]);
    let then = after(&BEFORE, &table, Union, "done", &[1, 1]).expect("the fire");
    assert_eq!(points(&then, "Davis", "GG41"), 0, "by revision 7 the brigade stayed silent there");
    table.union("done", &[1, 1, 1]);
    assert_eq!([points(&table.position, "Archer", "HH40"), points(&table.position, "Davis", "GG41")], [8, 8]);
    sound(&table);
}

#[test]
fn s24_2_s27_2_of_two_brigades_in_a_hex_the_one_answers_that_did_not_fire_in_its_defence() {
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=4 NNE",
        "place Davis line HH39=4 NNE",
        "place Cutler line II40=8 SSW",
        "turn 1 confederate targets",
    ]);
    fired_with(&mut table, "Stone", "HH40", "HH39", 8);
    fired_with(&mut table, "Archer", "HH39", "HH40", 4);
    fired_with(&mut table, "Davis", "HH39", "HH40", 4);
    table.umpire("turn 1 union targets").umpire("mark Cutler attack launched");
    table.union("Stone return", &[]).union("Cutler at HH39", &[]);
    to_defence(&mut table);
    // Four points at Cutler are those of one of them; the other has fired nothing yet.
    table.confederate("HH39: 4 at II40", &[]);
    let by_two = |position: &Position| points(position, "Archer", "HH40") + points(position, "Davis", "HH40");
    let then = after(&BEFORE, &table, Confederate, "done", &[1, 1, 1]).expect("the fire");
    assert_eq!(by_two(&then), 0, "by revision 7 nobody of the hex answered");
    table.confederate("done", &[1, 1, 1, 1]);
    assert_eq!(by_two(&table.position), 4, "{:?}", table.story());
    sound(&table);
}

#[test]
fn s27_1_the_answer_at_batteries_strikes_no_brigade_that_has_come_to_them_since() {
    let mut table = Table::study(&[
        "place Stewart HH40 unlimbered SSE",
        "place Cutler rest HH43",
        "place Archer line HH39=8 NNE",
        "turn 1 confederate targets",
    ]);
    fired_with(&mut table, "Stewart", "HH40", "HH39", 4);
    fired_with(&mut table, "Archer", "HH39", "HH40", 8);
    if let Some(pair) = table.position.pairs.last_mut() {
        pair.struck = [Some(unit("Stewart")), None];
    }
    table
        .umpire("turn 1 union targets")
        .umpire("place Meredith line HH40=8 SSE")
        .umpire("mark Meredith attack launched");
    table.union("Stewart return", &[]);
    to_defence(&mut table);
    table.confederate("HH39: hold", &[]);
    let then = after(&BEFORE, &table, Confederate, "done", &[6, 1]).expect("the fire");
    assert!(then.brigade(unit("Meredith")).is_some_and(|b| b.cp > 0), "by revision 7 Archer fired at Meredith");
    table.confederate("done", &[1]);
    assert_eq!((strength(&table, "Meredith"), table.brigade("Meredith").cp), (None, 0));
    assert_eq!(points(&table.position, "Archer", "HH40"), 8);
    sound(&table);
}

#[test]
fn s24_4_3c_s27_1_what_had_stepped_into_a_hex_of_its_own_brigade_is_not_returned_by_the_marker_that_is_back_there() {
    let mut table =
        Table::study(&["place Stone line HH40=4 SSE", "place Archer line HH39=8 NNE", "turn 1 confederate targets"]);
    // Another marker of Stone's stood in HH40, a flank hex of Archer's, while this one had stepped out of it.
    fired_with(&mut table, "Stone", "HH40", "HH39", 4);
    if let Some(pair) = table.position.pairs.last_mut() {
        pair.stepped = true;
    }
    table.umpire("turn 1 union targets");
    assert!(after(&BEFORE, &table, Union, "Stone return", &[]).is_ok(), "revision 7 noted no steps");
    assert_eq!(table.refused(Union, "Stone return"), "27.0");
}
