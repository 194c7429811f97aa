//! What a twelfth reading of §10.0 and §25.0 to §33.0 found, mended in revision 7, and how revision 6 ruled it.

use crate::table::{REVISION_SIX as BEFORE, RULES, Table, after, fired, hex, lies, sound, unit};
use advanced_gettysburg::{AdvancedGettysburg, Fact, Formation, Link, Pending, even_losses};
use domain_core::board::{Axis, Facing};
use domain_core::dice::Dice;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Orders, Questions, Ruleset, SeatId, Situation};
use std::collections::VecDeque;

/// Archer before Meredith, both flanks bent forward to the friends on either side of her, who leave him her hex alone.
fn about_meredith() -> Table {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4 ends NE SE",
        "place Davis line G23=8 SSW",
        "place Brockenbrough line G21=8 NNW",
        "place Meredith line G22=8 W",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    fired(&mut table, "Meredith", "G22", "F22");
    table
}

#[test]
fn s31_2_s31_3_a_line_that_must_bend_to_advance_does_so_by_its_free_hex() {
    let line = "Archer advance to G22 F21 ends N S";
    let offered = |table: &Table| table.menu(Confederate).into_iter().any(|l| l.starts_with("Archer advance to "));
    let mut table = about_meredith();
    table.confederate("Archer.1 assault G22", &[3, 1]);
    let back = "Meredith back NE SE";
    let then = after(&BEFORE, &table, Union, back, &[]).expect("her retreat");
    assert!(then.pending.is_none(), "revision 6 asked for no advance: {:?}", then.pending);
    let then = Table { position: then, facts: Vec::new() };
    assert!(after(&BEFORE, &then, Confederate, line, &[]).is_err(), "nor let him advance for points");
    table.union(back, &[]);
    let asked = Some(Pending::Advance { free: 1, must: true, unit: unit("Archer") });
    assert_eq!(table.position.pending, asked);
    assert!(offered(&table), "{:?}", table.menu(Confederate));
    table.confederate(line, &[]);
    assert_eq!((lies(&table, "Archer"), table.brigade("Archer").spent()), ("G22=8 F21=4".to_owned(), 0));
    sound(&table);
    // Who made no assault pays for it (§31.4), and the Assault Phase waits for that.
    let mut paid = about_meredith();
    paid.umpire("wait Meredith");
    paid.position.vacated = vec![hex("G22") as u16];
    assert!(offered(&paid), "{:?}", paid.menu(Confederate));
    paid.confederate(line, &[]);
    assert_eq!((lies(&paid, "Archer"), paid.brigade("Archer").spent()), ("G22=8 F21=4".to_owned(), 4));
}

/// Whether the referee may answer by itself what a position waits for, by some rules, where the menu has one line.
fn forces(rules: &AdvancedGettysburg, table: &Table) -> bool {
    let board = rules.board(&table.position);
    board.waiting().iter().any(|decision| board.may_force(decision))
}

#[test]
fn s21_2_s31_2_who_must_advance_is_asked_how_where_the_menu_has_one_way_alone() {
    let mut table = Table::study(&[
        "place Archer line F22=8 E",
        "place Meredith line G22=8 W",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    fired(&mut table, "Meredith", "G22", "F22");
    table.confederate("Archer.1 assault G22", &[3, 1]);
    // So is who must go back (§21.3, §30.2).
    assert!(forces(&BEFORE, &table) && !forces(&RULES, &table));
    table.union("Meredith back NE SE", &[]);
    assert_eq!(table.menu(Confederate), ["Archer advance G22"]);
    assert!(forces(&BEFORE, &table), "revision 6 let the referee answer: nothing else was legal, it said");
    assert!(!forces(&RULES, &table));
    // He turns by a hexside as he goes.
    table.confederate("Archer advance to G22 ends NE SW", &[]);
    assert_eq!((lies(&table, "Archer"), table.brigade("Archer").spent()), ("G22=8".to_owned(), 0));
    let turned = matches!(table.brigade("Archer").formation, Formation::Line { left, .. } if left.index() == 2);
    assert!(turned, "{:?}", table.brigade("Archer").formation);
}

/// What each marker holds that lost a point as the Artillery Fire Phase ends, by some rules.
fn settled(rules: &AdvancedGettysburg, table: &Table) -> Vec<u8> {
    let (seat, mut none) = (SeatId::of_side(Union), VecDeque::new());
    let order = rules.board(&table.position).parse(seat, "done").expect("an order");
    let facts = rules.decide(&table.position, seat, &order, &mut Dice::forced(&mut none)).expect("the phase ends");
    let held = |fact: &Fact| match fact {
        Fact::Losses(losses) => Some(losses.chain.iter().map(|l| l.sp).collect()),
        _ => None,
    };
    facts.iter().find_map(held).expect("losses")
}

#[test]
fn s33_3_5_a_r72_what_lies_on_the_road_beyond_the_map_is_farthest_from_the_counter() {
    // Pettigrew with two markers on the road yet; ten casualty points of this phase are a strength point.
    let mut table = Table::study(&["turn 1 confederate primary"]);
    table.confederate("Pettigrew march B38", &[]);
    assert_eq!(lies(&table, "Pettigrew"), "B38=8 A39=8 cashtown-pike=8 cashtown-pike=5");
    table.umpire("turn 1 union artillery").umpire("mark Pettigrew cp 10");
    let struck = serde_json::json!({ "cp": 10, "sp": 29, "unit": unit("Pettigrew") });
    table.position.fight.struck.push(serde_json::from_value(struck).expect("what it received"));
    assert_eq!(settled(&BEFORE, &table), [8, 7, 8, 5], "the marker in A39 lies a hex from the head");
    assert_eq!(settled(&RULES, &table), [8, 8, 7, 5]);
    // Likewise of a line that formed in haste as it came on, its left flank marker on the road.
    let ground = &RULES.pack().ground;
    let road = ground.entries.iter().find(|e| e.hex == hex("A39")).expect("the pike").off;
    let side = |name: &str| Facing::read(name, Axis::FlatColumns).expect("a side");
    let line = Formation::Line { left: side("NW"), right: side("SE") };
    let chain = [Link::new(road, 4), Link::new(hex("A39"), 4), Link::new(hex("B38"), 4)];
    let (_, left, at) = even_losses(ground, line, &chain, 2, 1);
    assert_eq!((left.iter().map(|l| l.sp).collect::<Vec<u8>>(), at), (vec![3, 4, 4], 2));
}
