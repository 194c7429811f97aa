//! A kind of order first, then any of the kind: otherwise leaders would ride all day, having the most places to go. Passing and
//! ending an impulse are kinds like any other, and would end most of them before anybody had marched or fired; so would a
//! ride, which is a whole impulse. They are picked seldom.

use crate::board::Board;
use crate::orders::Order;
use domain_core::referee::{BotRng, Side};
use std::mem::{Discriminant, discriminant};

/// Of so many picks that would do nothing for the fight, one is taken while there is something else to do.
const SELDOM: usize = 8;

/// What is picked first: the verb, and which kind of it.
fn kind(order: &Order) -> (Discriminant<Order>, u8) {
    let of_verb = match order {
        Order::Activate(activate) => u8::from(activate.second.is_some()),
        Order::Move(march) => u8::from(march.enters),
        Order::Attack(attack) => attack.kind as u8,
        Order::TakeLoss(loss) => loss.how as u8,
        _ => 0,
    };
    (discriminant(order), of_verb)
}

/// Any legal order.
pub fn order(board: &Board<'_>, side: Side, rng: &mut BotRng) -> Option<Order> {
    let orders = board.orders_of(side);
    // Each kind with an order of it.
    let mut kinds: Vec<&Order> = Vec::new();
    for order in &orders {
        if !kinds.iter().any(|k| kind(k) == kind(order)) {
            kinds.push(order);
        }
    }
    let idle = |order: &Order| matches!(order, Order::Pass(_) | Order::Done(_) | Order::Ride(_));
    if kinds.iter().any(|k| !idle(k)) && rng.below(SELDOM) > 0 {
        kinds.retain(|k| !idle(k));
    }
    let picked = kind(rng.pick(&kinds)?);
    let of: Vec<&Order> = orders.iter().filter(|o| kind(o) == picked).collect();
    rng.pick(&of).map(|o| (*o).clone())
}
