//! The legal orders, and how each is shown.

use super::board::Board;
use super::book::Rules;
use super::names::patrol;
use super::orders::Order;
use domain_core::kit;
use domain_core::referee::{Choice, Side};

impl Board<'_> {
    /// Every legal order of a side.
    pub fn orders_of(&self, side: Side) -> Vec<Order> {
        kit::orders::<Rules>(self, side)
    }

    /// A legal order as a line of the menu.
    pub fn line(&self, order: &Order) -> Choice {
        kit::line(self, order.verb(), |side| patrol(side).to_lowercase())
    }
}
