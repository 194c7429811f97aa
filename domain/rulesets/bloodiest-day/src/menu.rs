//! The legal orders of a position, and how each is shown in a menu.

use super::board::Board;
use super::orders::{Order, VERBS};
use super::units::Piece;
use domain_core::kit;
use domain_core::referee::{Choice, Side};

impl Board<'_> {
    /// The legal orders of a side.
    pub fn orders_of(&self, side: Side) -> Vec<Order> {
        let mut orders = match self.asked_of(side) {
            Some(asked) if asked.procedure().is_some() => asked.options(self),
            Some(_) => self.candidates(),
            None => Vec::new(),
        };
        orders.extend(self.interrupts_of(side));
        orders
    }

    /// What verbs offer the side whose phase or impulse it is.
    fn candidates(&self) -> Vec<Order> {
        let mut orders = Vec::new();
        let units = self.pack.ids().map(Piece::Unit);
        kit::candidates(VERBS, self, units.chain(self.pack.leader_ids().map(Piece::Leader)), &mut |order| {
            orders.push(order);
            false
        });
        orders
    }

    /// An order as a line of the menu.
    pub fn line(&self, order: &Order) -> Choice {
        let verb = order.verb();
        let mut choice = verb.choice(self, verb.write(self));
        let piece = verb.piece().map(|piece| match piece {
            Piece::Unit(unit) => self.spec(unit).id.clone(),
            Piece::Leader(leader) => self.who(leader).id.clone(),
        });
        match order {
            // It is the Advantage that acts, on the enemy's leader.
            Order::Silence(_) => choice.target = piece,
            _ => choice.piece = piece,
        }
        choice
    }
}
