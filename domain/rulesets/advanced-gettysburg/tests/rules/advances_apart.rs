//! Advances after combat through friends (§17.1.5, §31.1, §31.4), and retreats and advances put together marker by marker (§21.2, §21.3).

use crate::shared::table::seat;
use crate::table::{REVISION_SEVEN as BEFORE, RULES, Table, after, fired, hex, lies, sound, unit};
use domain_core::dice::Dice;
use domain_core::referee::Side::{self, Confederate, Union};
use domain_core::referee::{Orders, Ruleset, Step};
use std::collections::VecDeque;

/// Archer has fired at hexes that were left since, and in which Davis stands now.
fn behind_davis(level: u8, more: &[&str]) -> Table {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Davis line G22=8 G21=8",
        "turn 3 confederate assault",
        &format!("mark Archer attack launched level {level}"),
    ]);
    for line in more {
        table.umpire(line);
    }
    table.position.vacated = ["G22", "G21"].map(|at| hex(at) as u16).to_vec();
    fired(&mut table, "Archer", "F22", "G22");
    table
}

#[test]
fn s17_1_5_s31_4_an_advance_of_several_hexes_leads_through_friends() {
    let line = "Archer advance to H21 H20";
    let mut table = behind_davis(6, &[]);
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_err(), "revision 7 went hex by hex");
    assert_eq!(table.refused(Confederate, "Archer advance G22"), "31.0", "nobody stays there with Davis");
    assert!(table.menu(Confederate).contains(&line.to_owned()), "{:?}", table.menu(Confederate));
    // Each marker its own way too, through Davis as well.
    let mut apart = Table { position: table.position.clone(), facts: Vec::new() };
    apart.confederate("Archer advance to H22 H21", &[]);
    assert_eq!((lies(&apart, "Archer").as_str(), apart.spent("Archer").as_str()), ("H22=8 H21=4", "4 4"));
    table.confederate(line, &[]);
    assert_eq!(
        (lies(&table, "Archer").as_str(), table.spent("Archer").as_str()),
        ("H21=8 H20=4", "4 4"),
        "two points a hex"
    );
    sound(&table);
    // Two more are left for another hex.
    let next = table.menu(Confederate).into_iter().find(|line| line.starts_with("Archer advance ")).expect("a hex");
    table.confederate(&next, &[]);
    assert_eq!(table.brigade("Archer").spent(), 12);
    assert!(!table.menu(Confederate).iter().any(|line| line.starts_with("Archer advance ")));
}

#[test]
fn s31_4_an_advance_through_friends_ends_where_points_and_room_do() {
    let line = "Archer advance to H21 H20";
    assert_eq!(behind_davis(3, &[]).refused(Confederate, line), "31.0", "four points");
    // Lane stands in the second hex, so that it would be the third one.
    let lane = "place Lane line H21=8 H20=8";
    let mut far = behind_davis(6, &[lane]);
    assert_eq!(far.refused(Confederate, line), "31.0");
    assert!(far.menu(Confederate).contains(&"Archer advance to I21 I20".to_owned()), "{:?}", far.menu(Confederate));
    far.confederate("Archer advance to I21 I20", &[]);
    assert_eq!(far.spent("Archer"), "6 6");
    sound(&far);
    assert_eq!(behind_davis(5, &[lane]).refused(Confederate, "Archer advance to I21 I20"), "31.0");
    let short = behind_davis(5, &[lane]).menu(Confederate);
    assert!(!short.contains(&"Archer advance to I21 I20".to_owned()), "{short:?}");
    // To the left of Lane it goes through Davis for four, the right marker alone.
    assert!(short.contains(&"Archer advance to H23 H22".to_owned()), "{short:?}");
}

#[test]
fn s31_1_an_advance_through_friends_begins_in_a_hex_that_was_left_and_before_no_enemy_line() {
    let line = "Archer advance to H21 H20";
    let mut nobody = behind_davis(6, &[]);
    nobody.position.vacated.clear();
    assert_eq!(nobody.refused(Confederate, line), "31.0");
    let mut faced = behind_davis(6, &["place Cutler line G23=8 W"]);
    assert_eq!(faced.refused(Confederate, line), "31.0", "a line stands in a front hex of it");
    // Where an enemy stands behind friends nobody comes through.
    let mut held = behind_davis(6, &["place Cutler line H21=8 W"]);
    assert_eq!(held.refused(Confederate, line), "31.0");
    assert!(!held.menu(Confederate).contains(&line.to_owned()));
}

#[test]
fn s31_3_whoever_has_carried_an_assault_and_could_not_advance_goes_through_friends_by_its_free_hex() {
    // Its three points are enough for the second hex, and for no two.
    let mut table = behind_davis(3, &[]);
    let waits = |table: &Table| RULES.board(&table.position).advance_waits(Confederate);
    assert!(!waits(&table));
    table.position.following.push(unit("Archer"));
    assert!(waits(&table), "the phase does not end before it has had its choice");
    // What the menu lists is taken as it stands there.
    let (at, line) = (table.position.clone(), "Archer advance to H21 H20");
    let board = RULES.board(&at);
    let orders = board.orders(seat(Confederate));
    let through = orders.iter().find(|order| board.format(order) == line).expect("the order");
    assert_eq!(board.parse(seat(Confederate), line).ok().as_ref(), Some(through));
    assert!(RULES.decide(&at, seat(Confederate), through, &mut Dice::forced(&mut VecDeque::new())).is_ok());
    table.confederate(line, &[]);
    assert_eq!(table.spent("Archer"), "2 2");
    sound(&table);
}

#[test]
fn s31_6_what_stands_on_the_way_of_an_advance_through_friends_is_taken() {
    // Marker by marker: the left one through Davis, the right one by a hex where guns stand alone.
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Davis line G22=8 E",
        "place Stewart G21 unlimbered E",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    table.position.vacated = vec![hex("G22") as u16];
    fired(&mut table, "Archer", "F22", "G22");
    table.confederate("Archer advance to H21 H20", &[]);
    assert_eq!(crate::table::board(&table).side(unit("Stewart")), Confederate);
    assert_eq!(table.position.captured, [0, 6]);
    sound(&table);
}

/// Archer has carried an assault on Meredith in G22, beside whom Davis stands.
fn carried() -> Table {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Davis line G21=8 E",
        "place Meredith line G22=8 G23=8",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    fired(&mut table, "Meredith", "G22", "F22");
    table.confederate("Archer.1 assault G22", &[2, 1]);
    table
}

fn goals(table: &Table, side: Side) -> Vec<String> {
    RULES.board(&table.position).goals(seat(side)).into_iter().map(|goal| goal.say).collect()
}

/// The step after what was said, which leads somewhere.
fn step(table: &Table, side: Side, said: &[String]) -> Step {
    let step = RULES.board(&table.position).steps(seat(side), said).unwrap_or_else(|| panic!("{said:?} is no goal"));
    step.unwrap_or_else(|why| panic!("{said:?}: {why}"))
}

/// Goes on with the candidate of this number, or the last one, until an order is whole.
fn composed(table: &Table, side: Side, goal: &str, pick: usize) -> String {
    let mut said = vec![goal.to_owned()];
    loop {
        let step = step(table, side, &said);
        if let Some(order) = step.order {
            return order.order;
        }
        said.push(step.candidates[pick.min(step.candidates.len() - 1)].say.clone());
    }
}

#[test]
fn s30_2_s31_2_ways_back_and_ahead_are_put_together_marker_by_marker_while_they_are_asked() {
    let table = carried();
    assert_eq!(goals(&table, Union), ["rearward Meredith"]);
    assert!(goals(&table, Confederate).is_empty());
    for pick in 0..4 {
        let line = composed(&table, Union, "rearward Meredith", pick);
        assert!(line.starts_with("Meredith back to "), "{line}");
        let mut after = Table { position: table.position.clone(), facts: Vec::new() };
        after.union(&line, &[]);
        sound(&after);
    }
    let mut table = carried();
    let way = table.menu(Union).into_iter().find(|line| line.starts_with("Meredith back")).expect("a way");
    table.union(&way, &[]);
    assert_eq!(goals(&table, Confederate), ["onward Archer"]);
    // The first hex is free, and the second one, behind Davis, costs two points.
    let through = "Archer advance to H21 H20";
    assert!(table.menu(Confederate).contains(&through.to_owned()), "{:?}", table.menu(Confederate));
    let mut far = Table { position: table.position.clone(), facts: Vec::new() };
    far.confederate(through, &[]);
    assert_eq!(far.spent("Archer"), "2 2");
    sound(&far);
    for pick in 0..4 {
        let line = composed(&table, Confederate, "onward Archer", pick);
        assert!(line.starts_with("Archer advance to "), "{line}");
        let mut after = Table { position: table.position.clone(), facts: Vec::new() };
        after.confederate(&line, &[]);
        sound(&after);
    }
}

#[test]
fn s21_2_s21_3_flanks_that_look_elsewhere_are_put_together_too() {
    let table = carried();
    let first = step(&table, Union, &["rearward Meredith".to_owned()]);
    assert_eq!(first.prompt, "Where does the left flank marker go?");
    let bends = first.candidates.iter().flat_map(|one| {
        let second = step(&table, Union, &["rearward Meredith".to_owned(), one.say.clone()]);
        let said =
            second.candidates.iter().map(|two| vec!["rearward Meredith".to_owned(), one.say.clone(), two.say.clone()]);
        said.collect::<Vec<_>>()
    });
    let mut bent = 0;
    for said in bends {
        let whole = step(&table, Union, &said);
        assert!(whole.order.is_some());
        for ends in &whole.candidates {
            let said: Vec<String> = said.iter().cloned().chain([ends.say.clone()]).collect();
            let order = step(&table, Union, &said).order.expect("an order").order;
            assert!(order.ends_with(&ends.say), "{order}");
            let mut after = Table { position: table.position.clone(), facts: Vec::new() };
            after.union(&order, &[]);
            bent += 1;
        }
    }
    assert!(bent > 0);
}

#[test]
fn s30_1_who_may_withdraw_puts_its_way_together() {
    let table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        "mark Archer attack launched level 6",
        "turn 3 confederate withdrawal",
    ]);
    assert!(goals(&table, Union).contains(&"rearward Meredith".to_owned()), "{:?}", goals(&table, Union));
    let line = composed(&table, Union, "rearward Meredith", 0);
    let mut after = Table { position: table.position.clone(), facts: Vec::new() };
    after.union(&line, &[]);
    sound(&after);
    assert!(!goals(&after, Union).contains(&"rearward Meredith".to_owned()), "once");
}
