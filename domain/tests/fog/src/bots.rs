//! House players.

use crate::board::Board;
use crate::orders::Order;
use crate::position::Posture;
use domain_core::referee::{BotRng, SeatId};

/// What a house player says: `staff` has its brigades do things, all units of one at a time.
pub fn says(board: &Board<'_>, bot: &str, seat: SeatId, rng: &mut BotRng) -> Option<Vec<Order>> {
    if bot != "staff" {
        return rng.pick(&board.orders_of(seat)).map(|order| vec![order.clone()]);
    }
    steady(board, seat).map(|order| vec![order]).or_else(|| board.brigade_order(seat)).or_else(|| {
        let ends = [Order::Done, Order::Ready].into_iter().find(|order| board.check(seat, order).is_ok());
        ends.map(|order| vec![order])
    })
}

/// Attacks, holds where it was hit, and sends for a dispatch.
fn steady(board: &Board<'_>, seat: SeatId) -> Option<Order> {
    let orders = [Order::Hold, Order::Declare(Posture::Attack), Order::Dispatch];
    orders.into_iter().find(|order| board.check(seat, order).is_ok())
}
