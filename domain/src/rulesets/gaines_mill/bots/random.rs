//! Uniform over the legal orders.

use crate::referee::{BotRng, Side};
use crate::rulesets::gaines_mill::orders::Order;
use crate::rulesets::gaines_mill::position::Phase;
use crate::rulesets::gaines_mill::zones::Board;

/// Any legal order. In set-up nothing is taken back or deployed by rote, so that it ends.
pub fn order(board: &Board<'_>, side: Side, rng: &mut BotRng) -> Option<Order> {
    let mut orders = board.orders(side);
    if board.at.phase == Phase::Setup {
        orders.retain(|o| matches!(o, Order::Place { .. } | Order::Done));
    }
    rng.pick(&orders).copied()
}
