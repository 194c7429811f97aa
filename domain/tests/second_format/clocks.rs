//! Clocks of several seats that are asked at once.

use crate::table::{Table, replay};
use domain::clock::{Claim, ClockTerms, Control};
use domain::log::{Body, Millis};
use domain::referee::{GameError, SeatId};

const HOUR: u64 = 3_600_000;
const HEAD: SeatId = SeatId(0);
const CORPS: SeatId = SeatId(1);
const ENEMY: SeatId = SeatId(2);
const ENEMY_CORPS: SeatId = SeatId(3);

/// A game of two a side with a clock, in which counters are being hidden.
fn timed() -> Table {
    let mut table = Table::empty("four", 5);
    let terms = ClockTerms { claim: Claim::Forfeit, control: Control::Days(2), leave: 10, stand_in: false };
    let set = table.game.set_clock(terms, Millis(1_000), &table.keys).unwrap();
    table.take(set);
    for seat in 0..4 {
        table.join(SeatId(seat), None);
    }
    table
}

fn left(table: &Table, seat: SeatId) -> u64 {
    table.game.clocks().unwrap().left(seat, Millis(table.clock)) / HOUR
}

#[test]
fn the_clock_of_each_seat_that_is_asked_runs_by_itself_whatever_is_done_unseen() {
    let mut table = timed();
    table.clock += 10 * HOUR;
    let before = [HEAD, CORPS, ENEMY, ENEMY_CORPS].map(|s| left(&table, s));
    assert_eq!(before, [before[0]; 4]);
    table.order(CORPS, &["Hawkins' Zouaves hide 0602", "Empty Wagons hide 0802"]);
    table.order(HEAD, &["\u{dc}bermuth Rifles hide 0202", "Straw Men hide 0402"]);
    table.order(HEAD, &["ready"]);
    table.clock += 10 * HOUR;
    // Who has hidden its counters is still asked, and pays for it; who is ready is not.
    assert_eq!(left(&table, CORPS), left(&table, ENEMY_CORPS));
    assert!(left(&table, HEAD) > left(&table, CORPS), "{} {}", left(&table, HEAD), left(&table, CORPS));
    let again = replay(&table.registry, &table.records(), &table.entries());
    assert_eq!(again.clocks(), table.game.clocks());
}

#[test]
fn the_head_of_an_army_claims_the_time_of_any_seat_and_all_is_opened() {
    let mut table = timed();
    table.order(CORPS, &["Hawkins' Zouaves hide 0602"]);
    table.order(ENEMY, &["Nu\u{f1}ez' Scouts hide 0209", "Quaker Guns hide 0409"]);
    table.order(ENEMY_CORPS, &["\u{d3} Briain's Guards hide 0609", "Camp Fires hide 0809"]);
    table.order(ENEMY, &["ready"]);
    table.order(ENEMY_CORPS, &["ready"]);
    table.clock += 24 * 60 * HOUR;
    let at = Millis(table.clock);
    let corps = table.game.claim_time(ENEMY_CORPS, CORPS, at, &table.keys).unwrap_err();
    assert!(matches!(corps, GameError::NotHead(_)), "{corps}");
    let claimed = table.game.claim_time(ENEMY, CORPS, at, &table.keys).unwrap();
    table.take(claimed);
    let kinds: Vec<&str> = table.bodies().iter().map(Body::kind).collect();
    assert_eq!(kinds[kinds.len() - 3..], ["claim/1", "opening/2", "result/2"]);
    assert_eq!(table.game.result().unwrap().winner, Some(domain::referee::Side::Confederate));
    assert!(table.game.private_logs_fit(&table.keys));
}
