//! The staff officer of the house: what it once did foolishly.

use crate::shared::table::{seat, some_dice};
use crate::table::{RULES, Table, board, unit};
use advanced_gettysburg::{AdvancedGettysburg, Segment};
use domain_core::dice::Dice;
use domain_core::referee::{Apply, BotRng, HousePlayers, Orders, Ruleset, Side};

/// Its lines until a segment is over.
fn said(table: &mut Table, side: Side) -> Vec<String> {
    let (mut rng, mut lines) = (BotRng::seeded(1), Vec::new());
    let begun = table.position.segment;
    while table.position.segment == begun {
        let order = board(table).bot_order("staff", seat(side), &mut rng).expect("it is asked");
        lines.push(board(table).format(&order));
        let mut dice = some_dice::<AdvancedGettysburg>(&mut rng);
        let facts = RULES.decide(&table.position, seat(side), &order, &mut Dice::forced(&mut dice));
        facts.expect("a legal order").iter().for_each(|fact| table.position.apply(fact));
        assert!(lines.len() < 20, "it comes to no end: {lines:?}");
    }
    lines
}

/// Found in a game that stalled: worn attackers counted for naming, and not against ending.
#[test]
fn it_does_not_name_again_whose_attack_it_has_ended() {
    let mut table = Table::study(&[
        "place Archer line HH40=12 NNE",
        "place Pettigrew line HH36=30 NNE",
        "place Heth HH38",
        "place Meredith line HH44=19 SSW",
        "place Calef HH33 limbered N",
        "turn 4 confederate opening",
        "mark Pettigrew dp 30 attack launched",
        "mark Archer attack launched",
    ]);
    let lines = said(&mut table, Side::Confederate);
    assert!(lines.contains(&"end Archer".to_owned()) && !lines.contains(&"attack Archer".to_owned()), "{lines:?}");
    assert_ne!(table.position.segment, Segment::Opening);
}

/// Found by reading: who carried an assault as defender and is told not to go on has ended no attack (§22.12, §28.3), and was named again without end.
#[test]
fn it_does_not_name_whom_it_has_told_not_to_go_on_after_a_defenders_assault() {
    let mut table = Table::study(&[
        "place Archer line HH40=12 NNE",
        "place Pettigrew line HH36=30 NNE",
        "place Heth HH38",
        "place Meredith line HH44=19 SSW",
        "place Calef HH33 limbered N",
        "turn 4 confederate opening",
        "mark Pettigrew dp 30 attack launched",
        "mark Archer attack launched",
    ]);
    table.position.brigade_mut(unit("Archer")).expect("a brigade").carried = 1;
    let lines = said(&mut table, Side::Confederate);
    assert!(lines.contains(&"end Archer".to_owned()) && !lines.contains(&"attack Archer".to_owned()), "{lines:?}");
    assert_ne!(table.position.segment, Segment::Opening);
}

/// Eighteen points in one hex, of which eight fire, and three levels of disorganization for it.
#[test]
fn it_does_not_tire_a_column_by_forming_line() {
    let mut table = Table::study(&[
        "place Davis column N HH36 HH35 HH34",
        "place Heth HH35",
        "place Gamble line HH43=8 SSW",
        "turn 2 confederate opening",
    ]);
    said(&mut table, Side::Confederate);
    while table.position.segment.is_movement() {
        said(&mut table, Side::Confederate);
    }
    let davis = table.position.brigade(unit("Davis")).expect("a brigade");
    assert!(davis.dp <= 10, "{} points", davis.dp);
}
