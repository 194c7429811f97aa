//! What an eighth reading of §14.0 to §22.0 found, several seats a side among it, mended in revision 6, and that revision 5 ruled it otherwise.

use crate::table::{REVISION_FIVE as BEFORE, REVISION_SEVEN, RULES, Table, after, board, hex, lies, unit};
use advanced_gettysburg::{AdvancedGettysburg, Fact, Position, Segment};
use domain_core::dice::Dice;
use domain_core::referee::Side::Confederate;
use domain_core::referee::{Apply, Orders, Refusal, Ruleset, SeatId, Terms, Viewer};
use domain_core::words::{Audience, Hearers};
use std::collections::{BTreeMap, VecDeque};

const LEE: SeatId = SeatId(4);
const EWELL: SeatId = SeatId(6);
const HILL: SeatId = SeatId(7);

/// What a seat's line comes to by some rules.
fn facts(
    rules: &AdvancedGettysburg,
    at: &Position,
    seat: SeatId,
    line: &str,
    dice: &[u8],
) -> Result<Vec<Fact>, Refusal> {
    let mut queue: VecDeque<u8> = dice.iter().copied().collect();
    let order = rules.board(at).parse(seat, line)?;
    rules.decide(at, seat, &order, &mut Dice::forced(&mut queue))
}

/// The position after the lines of several seats by some rules.
fn played(rules: &AdvancedGettysburg, mut at: Position, lines: &[(SeatId, &str, &[u8])]) -> Position {
    for (seat, line, dice) in lines {
        let facts = facts(rules, &at, *seat, line, dice).unwrap_or_else(|e| panic!("{seat:?} {line}: {e}"));
        facts.iter().for_each(|fact| at.apply(fact));
        assert_eq!(rules.whole(&at), Ok(()), "{line}");
    }
    at
}

/// The section that forbids a seat's line.
fn refused(at: &Position, seat: SeatId, line: &str) -> &'static str {
    match facts(&RULES, at, seat, line, &[]) {
        Err(Refusal::Illegal(illegal)) => illegal.section.0,
        other => panic!("{line} should be illegal, but: {other:?}"),
    }
}

/// The lines that a seat may say.
fn menu(at: &Position, seat: SeatId) -> Vec<String> {
    let board = RULES.board(at);
    board.orders(seat).iter().map(|order| board.format(order)).collect()
}

/// A morning of four seats a side, with Heth's men and Ewell's on the map.
fn two_corps(options: &[&str], lines: &[&str]) -> Position {
    let options: BTreeMap<String, String> = options.iter().map(|o| ((*o).to_owned(), "yes".to_owned())).collect();
    // Since revision 8 nothing is hidden where a side has several seats; games that were begun before go on so.
    let mut at = REVISION_SEVEN.open(&Terms { options, scenario: "morning-4".into() }).expect("the scenario");
    let counters = [
        "clear",
        "place Heth D38",
        "place Archer column N D37 D36",
        "place Davis column N E37 E36 E35",
        "place Rodes K40",
        "place Doles column N K39 K38",
        "place Ramseur rest L40",
    ];
    for line in counters.iter().chain(lines) {
        let facts = RULES.umpire(&at, line).unwrap_or_else(|e| panic!("{line}: {e}"));
        facts.iter().for_each(|fact| at.apply(fact));
    }
    at
}

/// Doles has moved under Rodes, the primary commander, and his seat has done with that segment; Archer has rolled alone.
fn moved_on(rules: &AdvancedGettysburg) -> Position {
    let lines: [(SeatId, &str, &[u8]); 7] = [
        (EWELL, "done", &[]),
        (HILL, "done", &[]),
        (LEE, "primary Rodes", &[]),
        (LEE, "done", &[]),
        (EWELL, "Doles march K40", &[]),
        (EWELL, "next", &[]),
        (HILL, "alone Archer", &[4]),
    ];
    let at = played(rules, two_corps(&[], &["turn 3 confederate opening"]), &lines);
    assert_eq!(at.segment, Segment::Alone);
    at
}

#[test]
fn s15_2_s15_8_who_moved_before_next_does_not_go_on_in_the_segment_after_it() {
    let before = moved_on(&BEFORE);
    assert!(facts(&BEFORE, &before, EWELL, "Doles march K41", &[]).is_ok());
    let at = moved_on(&RULES);
    assert_eq!(refused(&at, EWELL, "Doles march K41"), "11.0");
    let menu = menu(&at, EWELL);
    assert!(menu.iter().all(|line| !line.starts_with("Doles march")), "{menu:?}");
    assert!(menu.contains(&"alone Ramseur".to_owned()));
    // Those who have no level yet roll, and each seat's own brigade goes on with what it rolled in this segment.
    let lines: [(SeatId, &str, &[u8]); 5] = [
        (EWELL, "alone Ramseur", &[4]),
        (HILL, "Archer march D38", &[]),
        (EWELL, "Ramseur column N", &[]),
        (HILL, "done", &[]),
        (EWELL, "done", &[]),
    ];
    assert!(!played(&RULES, at, &lines).segment.is_movement(), "nobody is waited for");
}

#[test]
fn s3_0_s0_1_who_is_asked_for_as_primary_commander_stays_out_of_view() {
    let at = two_corps(&["hidden-movement"], &["turn 3 confederate opening", "unseen Rodes"]);
    assert!(RULES.board(&at).is_unseen(unit("Rodes")));
    let before = played(&BEFORE, at.clone(), &[(EWELL, "wish Rodes", &[])]);
    assert!(!BEFORE.board(&before).is_unseen(unit("Rodes")), "his own side's message showed him");
    let asked = facts(&RULES, &at, EWELL, "wish Rodes", &[]).expect("a wish");
    assert!(asked.iter().all(|fact| RULES.hearers(fact) == Hearers::Only(Audience::Side(Confederate))), "{asked:?}");
    let after = played(&RULES, at, &[(EWELL, "wish Rodes", &[])]);
    assert!(RULES.board(&after).is_unseen(unit("Rodes")));
    assert_eq!(after.seats.wishes.len(), 1);
    assert!(RULES.known(&after, Viewer::Seat(SeatId(0))).seats.wishes.is_empty());
    // The army's seat names him, and he is out of view still.
    let lines: [(SeatId, &str, &[u8]); 3] = [(EWELL, "done", &[]), (HILL, "done", &[]), (LEE, "primary Rodes", &[])];
    let named = played(&RULES, after, &lines);
    assert!(RULES.board(&named).is_unseen(unit("Rodes")));
}

#[test]
fn s3_0_s0_1_whom_a_seat_moves_out_of_view_its_own_side_alone_knows() {
    let at = two_corps(&["hidden-movement"], &["turn 3 confederate primary", "mark Doles level 8", "unseen Doles"]);
    let at = played(&RULES, at, &[(EWELL, "Doles face NE", &[])]);
    assert!(RULES.board(&at).is_unseen(unit("Doles")));
    let hands = |seat: SeatId| RULES.known(&at, Viewer::Seat(seat)).seats.hands.len();
    assert_eq!((hands(HILL), hands(SeatId(0))), (1, 0));
}

#[test]
fn s15_4_s0_1_a_die_for_somebody_out_of_view_ends_the_moves_of_the_seat_whose_it_is() {
    let at = two_corps(&["hidden-movement"], &["turn 3 confederate alone", "unseen Ramseur"]);
    let lines: [(SeatId, &str, &[u8]); 6] = [
        (EWELL, "alone Doles", &[4]),
        (HILL, "alone Archer", &[4]),
        (EWELL, "Doles march K40", &[]),
        (HILL, "Archer march D38", &[]),
        (EWELL, "alone Ramseur", &[]),
        (HILL, "roll", &[4]),
    ];
    let done = |at: &Position, name: &str| at.brigade(unit(name)).is_some_and(|b| b.done);
    let before = played(&BEFORE, at.clone(), &lines);
    assert_eq!((done(&before, "Doles"), done(&before, "Archer")), (false, true));
    let at = played(&RULES, at, &lines);
    assert_eq!((done(&at, "Doles"), done(&at, "Archer")), (true, false));
    assert_eq!(at.brigade(unit("Ramseur")).and_then(|b| b.level), Some(4));
    played(&RULES, at, &[(HILL, "Archer march D39", &[])]);
}

#[test]
fn s17_2_11_s19_2_4_cannon_that_spill_into_the_hex_behind_look_as_the_battery_does_that_stands_there() {
    let mut table = Table::study(&[
        "place Marye C38 limbered NE",
        "place Brander E38 limbered NE",
        "place Crenshaw E38 limbered NE",
        "place cs-pegram-zimmerman-bty D37 limbered N",
        "turn 3 confederate alone",
    ]);
    assert!(after(&BEFORE, &table, Confederate, "Marye march D37-E38", &[]).is_ok());
    assert_eq!(table.refused(Confederate, "Marye march D37-E38"), "19.2");
    assert!(board(&table).check_guns_march(unit("Marye"), &[hex("D37")]).is_ok(), "it looks as he does");
    // Once they look the same way there is room.
    table.confederate("Zimmerman limber NE", &[]).confederate("Marye march D37-E38", &[]);
    assert!(lies(&table, "Marye").contains(" D37="), "{}", lies(&table, "Marye"));
    assert_eq!(RULES.whole(&table.position), Ok(()));
}
