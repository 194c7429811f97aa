//! Uniform over the legal orders.

use crate::orders::Order;
use crate::position::Phase;
use crate::sequence::Done;
use crate::zones::Board;
use domain_core::referee::{BotRng, Side};

/// Any legal order. In set-up nothing is taken back or deployed by rote, so that it ends.
pub fn order(board: &Board<'_>, side: Side, rng: &mut BotRng) -> Option<Order> {
    let mut orders = board.orders_of(side);
    if board.at.phase == Phase::Setup {
        orders.retain(|o| matches!(o, Order::SetUp(_) | Order::Done(Done)));
    }
    rng.pick(&orders).copied()
}
