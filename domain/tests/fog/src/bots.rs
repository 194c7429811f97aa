//! House players.

use crate::board::Board;
use crate::orders::Order;
use crate::position::{Posture, side_of};
use domain_core::referee::{BotRng, SeatId, Side};

/// An order of a house player.
pub fn order(board: &Board<'_>, bot: &str, seat: SeatId, rng: &mut BotRng) -> Option<Order> {
    let orders = board.orders_of(seat);
    match bot {
        "staff" => staff(board, &orders),
        _ => rng.pick(&orders).cloned(),
    }
}

/// Fires where it can, goes forward where nobody is next to it yet, and is done with it.
fn staff(board: &Board<'_>, orders: &[Order]) -> Option<Order> {
    let forward = |unit: u16, to: u8| {
        let from = board.place_of(unit).map_or(to, |h| h.row());
        if side_of(unit) == Side::Union { to > from } else { to < from }
    };
    let advances = |order: &&Order| match order {
        Order::Go(unit, path) | Order::Creep(unit, path) => path.last().is_some_and(|h| forward(*unit, h.row())),
        _ => false,
    };
    let fire = orders.iter().find(|o| matches!(o, Order::Fire(..)));
    let dispatch = orders.iter().find(|o| matches!(o, Order::Dispatch));
    let steady = orders.iter().find(|o| matches!(o, Order::Hold | Order::Declare(Posture::Attack)));
    let end = orders.iter().find(|o| matches!(o, Order::Done | Order::Ready));
    let hide = orders.iter().find(|o| matches!(o, Order::Hide(..)));
    fire.or(steady).or(dispatch).or(orders.iter().find(advances)).or(hide).or(end).cloned()
}
