//! A kind of order first, then any of the kind: otherwise leaders would ride all day, having the most places to go.

use crate::referee::{BotRng, Side};
use crate::rulesets::bloodiest_day::board::Board;
use crate::rulesets::bloodiest_day::orders::Order;

/// Any legal order.
pub fn order(board: &Board<'_>, side: Side, rng: &mut BotRng) -> Option<Order> {
    let orders = board.orders(side);
    let mut verbs: Vec<&str> = Vec::new();
    for order in &orders {
        if !verbs.contains(&order.verb()) {
            verbs.push(order.verb());
        }
    }
    let verb = *rng.pick(&verbs)?;
    let of: Vec<&Order> = orders.iter().filter(|o| o.verb() == verb).collect();
    rng.pick(&of).map(|o| (*o).clone())
}
