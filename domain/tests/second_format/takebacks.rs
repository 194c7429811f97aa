//! Takebacks over what somebody saw alone.

use crate::table::{Table, replay};
use domain::log::{Entry, PrivateBody};
use domain::referee::{GameError, SeatId, Viewer};
use domain::words::Audience;

const UNION: SeatId = SeatId(0);
const ENEMY: SeatId = SeatId(1);

/// A game of one a side in which the Confederacy goes first.
fn confederates_first() -> Table {
    for seed in 1..20 {
        let mut table = Table::set_up(seed);
        table.order(UNION, &["declare attack"]);
        table.order(ENEMY, &["declare hold"]);
        if table.game.waits_for(ENEMY) {
            return table;
        }
    }
    panic!("the Union went first nineteen times");
}

/// The faces and numbers of the private rolls of a seat.
fn drawn(entries: &[Entry], seat: SeatId) -> Vec<(u32, Vec<u8>)> {
    let of = entries.iter().filter(|e| e.audience == Audience::Seat(seat));
    of.flat_map(|e| match e.read().unwrap() {
        PrivateBody::Act(act) => act.rolls,
        PrivateBody::Part(part) => part.rolls,
        _ => Vec::new(),
    })
    .map(|r| (r.index, r.faces))
    .collect()
}

#[test]
fn a_private_roll_called_for_again_after_a_takeback_has_the_faces_it_had() {
    let mut table = confederates_first();
    table.order(ENEMY, &["Beauregard's Own go 0908"]);
    let back_to = table.game.len();
    table.order(ENEMY, &["done"]);
    table.order(UNION, &["dispatch"]);
    table.order(UNION, &["\u{dc}bermuth Rifles creep 0303"]);
    let first = drawn(&table.entries(), UNION);
    assert_eq!(first.len(), 1);
    let at = table.now();
    let offered = table.game.offer_takeback(ENEMY, back_to, "", at, &table.keys).unwrap();
    table.take(offered);
    let agreed = table.game.answer_takeback(UNION, true, at, &table.keys).unwrap();
    table.take(agreed);
    assert_eq!(table.game.waiting_seats(), [ENEMY]);
    assert!(table.game.private_logs_fit(&table.keys));
    table.order(ENEMY, &["done"]);
    table.order(UNION, &["dispatch"]);
    let all = drawn(&table.entries(), UNION);
    assert_eq!(all, [first.clone(), first].concat());
    // The march was taken back with it, and can be made again.
    table.order(UNION, &["\u{dc}bermuth Rifles creep 0303"]);
    let again = replay(&table.registry, &table.records(), &table.entries());
    for viewer in [Viewer::Seat(UNION), Viewer::Seat(ENEMY), Viewer::Spectator] {
        assert_eq!(again.known_to(viewer).position().canonical(), table.known(viewer), "{viewer:?}");
    }
}

#[test]
fn who_has_seen_a_roll_alone_cannot_ask_to_go_back_over_it() {
    let mut table = Table::set_up(9).until_the_union_moves();
    let back_to = table.game.len();
    table.order(UNION, &["dispatch", "O'Gorman's Foot go 0505"]);
    let at = table.now();
    let refused = table.game.offer_takeback(UNION, back_to, "a misclick", at, &table.keys).unwrap_err();
    assert!(matches!(refused, GameError::NoWayBack { .. }), "{refused}");
    // Without the dispatch the same is allowed.
    let mut table = Table::set_up(9).until_the_union_moves();
    table.order(UNION, &["O'Gorman's Foot go 0505"]);
    assert!(table.game.offer_takeback(UNION, back_to, "a misclick", at, &table.keys).is_ok());
}

#[test]
fn nobody_goes_back_over_choices_that_were_opened() {
    let mut table = Table::set_up(9);
    let back_to = table.game.len();
    table.order(UNION, &["declare attack"]);
    let at = table.now();
    let sealed = table.game.offer_takeback(UNION, back_to, "", at, &table.keys).unwrap_err();
    assert!(matches!(sealed, GameError::NoWayBack { .. }), "{sealed}");
    table.order(ENEMY, &["declare hold"]);
    let opened = table.game.offer_takeback(UNION, back_to, "", at, &table.keys).unwrap_err();
    assert!(matches!(opened, GameError::NoWayBack { .. }), "{opened}");
}
