//! The legal orders of a position, and how each is shown in a menu.

use super::notation;
use super::orders::{Order, VERBS};
use super::resolver::Resolver;
use super::sequence::Done;
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::dice::Dice;
use domain_core::kit;
use domain_core::referee::{Choice, Refusal, Side};

impl Board<'_> {
    /// Every legal order of a side, by unit and verb; a move or charge once for each end, by the best way.
    pub fn orders_of(&self, side: Side) -> Vec<Order> {
        let mut orders = Vec::new();
        self.each_order(side, &mut |order| {
            orders.push(order);
            false
        });
        orders
    }

    /// Whether the side that acts can do anything but end the phase.
    pub fn anything_to_do(&self) -> bool {
        let mut found = false;
        self.each_order(self.at.acting(), &mut |order| {
            found = order != Order::Done(Done);
            found
        });
        found
    }

    /// Calls `found` with each legal order until it returns true.
    fn each_order(&self, side: Side, found: &mut dyn FnMut(Order) -> bool) -> bool {
        let Some(asked) = self.asked().filter(|asked| asked.side(self) == side) else { return false };
        if asked.procedure().is_some() {
            return asked.options(self).into_iter().any(found);
        }
        let ours = self.pack.ids().filter(|u| self.side(*u) == side);
        kit::candidates(VERBS, self, ours, found)
    }

    /// An order that is legal here, as a line of the menu.
    pub fn line(&self, order: &Order) -> Choice {
        let text = notation::format(self, order);
        let mut choice = order.verb().choice(self, text);
        choice.piece = order.unit().map(|unit| self.spec(unit).id.clone());
        choice.commits |= self.rolls_on(order);
        choice
    }

    /// Whether an order that rolls no dice itself leads on to a roll: the last `done` before the other side's coordination
    /// roll, an answer after which the last charge is fought. Found by trying it without dice.
    fn rolls_on(&self, order: &Order) -> bool {
        if !order.verb().leads_on() {
            return false;
        }
        let Some(side) = self.owing() else { return false };
        let mut dice = Dice::withheld();
        matches!(Resolver::at(self.pack, self.at, &mut dice).carry(side, order), Err(Refusal::Dice(_)))
    }

    /// A hex with the name printed there: "0714 (Watt House)".
    pub fn place_name(&self, hex: HexId) -> String {
        self.pack.ground.place_name(hex)
    }
}
