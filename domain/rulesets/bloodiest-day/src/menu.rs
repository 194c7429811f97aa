//! The legal orders of a position, and how each is shown in a menu.

use super::board::Board;
use super::book::Rules;
use super::orders::Order;
use super::units::Piece;
use domain_core::kit;
use domain_core::referee::{Choice, Side};

impl Board<'_> {
    /// The legal orders of a side.
    pub fn orders_of(&self, side: Side) -> Vec<Order> {
        let mut orders = kit::orders::<Rules>(self, side);
        orders.extend(self.interrupts_of(side));
        orders
    }

    /// An order as a line of the menu.
    pub fn line(&self, order: &Order) -> Choice {
        let mut choice = kit::line(self, order.verb(), |piece| match piece {
            Piece::Unit(unit) => self.spec(unit).id.clone(),
            Piece::Leader(leader) => self.who(leader).id.clone(),
        });
        if let Order::Silence(_) = order {
            // It is the Advantage that acts, on the enemy's leader.
            choice.target = choice.piece.take();
        }
        choice
    }
}
