//! A kind of order first, then any of the kind: otherwise leaders would ride all day, having the most places to go. Passing and
//! ending an impulse are kinds like any other, and would end most of them before anybody had marched or fired; so would a
//! ride, which is a whole impulse. They are picked seldom.

use crate::board::Board;
use crate::orders::Order;
use domain_core::referee::{BotRng, Side};

/// Of so many picks that would do nothing for the fight, one is taken while there is something else to do.
const SELDOM: usize = 8;

/// Any legal order.
pub fn order(board: &Board<'_>, side: Side, rng: &mut BotRng) -> Option<Order> {
    let orders = board.orders_of(side);
    let mut verbs: Vec<&str> = Vec::new();
    for order in &orders {
        if !verbs.contains(&order.verb()) {
            verbs.push(order.verb());
        }
    }
    let idle = |verb: &str| matches!(verb, "pass" | "done" | "ride");
    if verbs.iter().any(|v| !idle(v)) && rng.below(SELDOM) > 0 {
        verbs.retain(|v| !idle(v));
    }
    let verb = *rng.pick(&verbs)?;
    let of: Vec<&Order> = orders.iter().filter(|o| o.verb() == verb).collect();
    rng.pick(&of).map(|o| (*o).clone())
}
