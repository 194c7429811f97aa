//! Games to tamper with.

use crate::table::Table;
use domain::dice::BotRng;
use domain::referee::SeatId;

/// Head and corps of the Union, head and corps of the Confederacy.
pub const SEATS: [SeatId; 4] = [SeatId(0), SeatId(1), SeatId(2), SeatId(3)];

/// A running game of four seats in which both sides have declared and the corps of the Union has drawn; then its head asked the enemy to go
/// back over it, and was let; then the corps drew again.
pub fn drawn_again(seed: u8) -> Table {
    let mut table = Table::of("four", seed);
    let mut rng = BotRng::seeded(u64::from(seed));
    standing(&mut table, SEATS[1], "hit = hold");
    standing(&mut table, SEATS[2], "hit = retreat");
    let may = |table: &Table, seat: SeatId, word: &str| table.lines(seat).into_iter().find(|l| l.contains(word));
    let march = loop {
        let march = may(&table, SEATS[0], " go ");
        if let (Some(march), Some(_)) = (march, may(&table, SEATS[1], "dispatch")) {
            break march;
        }
        // Until then nobody of the Union may have drawn.
        let waiting = table.game.waiting_seats();
        let seat = *rng.pick(&waiting).unwrap();
        let lines: Vec<String> = table.lines(seat).into_iter().filter(|l| l != "dispatch").collect();
        table.order(seat, &[&rng.pick(&lines).unwrap().clone()]);
        assert!(table.log.len() < 500, "the Union never moves");
    };
    let before = table.game.len();
    table.order(SEATS[1], &["dispatch"]);
    table.order(SEATS[0], &[&march]);
    let at = table.now();
    let asked = table.game.offer_takeback(SEATS[0], before, "a misclick", at, &table.keys).unwrap();
    table.take(asked);
    let agreed = table.game.answer_takeback(SEATS[2], true, at, &table.keys).unwrap();
    table.take(agreed);
    table.order(SEATS[1], &["dispatch"]);
    table
}

/// The same, played on for so many orders, or to the end.
pub fn played_on(seed: u8, orders: usize) -> Table {
    let mut table = drawn_again(seed);
    on(&mut table, seed, orders);
    table
}

/// Plays on at random.
pub fn on(table: &mut Table, seed: u8, orders: usize) {
    let mut rng = BotRng::seeded(u64::from(seed) + 1000);
    for _ in 0..orders {
        if !table.random_order(&mut rng) {
            return;
        }
    }
}

fn standing(table: &mut Table, seat: SeatId, lines: &str) {
    let standing = table.game.standing_lines(seat, lines, &table.keys).unwrap();
    let at = table.now();
    let set = table.game.set_standing(seat, &standing, at, &table.keys).unwrap();
    table.take(set);
}
