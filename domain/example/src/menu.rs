//! The legal orders, and how each is shown.

use super::board::Board;
use super::names::patrol;
use super::orders::{Order, VERBS};
use domain_core::kit;
use domain_core::referee::{Choice, SeatId, Side};

impl Board<'_> {
    /// Every legal order of a side.
    pub fn orders_of(&self, side: Side) -> Vec<Order> {
        let Some(asked) = self.asked_of(SeatId::of_side(side)) else { return Vec::new() };
        if asked.procedure().is_some() {
            return asked.options(self);
        }
        let mut orders = Vec::new();
        kit::candidates(VERBS, self, std::iter::once(side), &mut |order| {
            orders.push(order);
            false
        });
        orders
    }

    /// A legal order as a line of the menu.
    pub fn line(&self, order: &Order) -> Choice {
        let verb = order.verb();
        let choice = verb.choice(self, verb.write(self));
        Choice { piece: verb.piece().map(|side| patrol(side).to_lowercase()), ..choice }
    }
}
