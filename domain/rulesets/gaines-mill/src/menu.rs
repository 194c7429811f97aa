//! The legal orders of a position, and how each is shown in a menu.

use super::book::Rules;
use super::orders::Order;
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
        kit::orders::<Rules>(self, side)
    }

    /// Whether the side that acts can do anything but end the phase.
    pub fn anything_to_do(&self) -> bool {
        let mut found = false;
        kit::each_order::<Rules>(self, self.at.acting(), &mut |order| {
            found = order != Order::Done(Done);
            found
        });
        found
    }

    /// An order that is legal here, as a line of the menu.
    pub fn line(&self, order: &Order) -> Choice {
        let choice = kit::line(self, order.verb(), |unit| self.spec(unit).id.clone());
        if choice.finality.is_none() && self.rolls_on(order) { choice.rolling() } else { choice }
    }

    /// Whether an order that rolls no dice itself leads on to a roll: the last `done` before the other side's coordination
    /// roll, an answer after which the last charge is fought. Found by trying it without dice.
    fn rolls_on(&self, order: &Order) -> bool {
        if !order.verb().leads_on() {
            return false;
        }
        let Some(side) = kit::owing::<Rules>(self) else { return false };
        let mut dice = Dice::withheld();
        matches!(Resolver::at(self.pack, self.at, &mut dice).carry(side, order), Err(Refusal::Dice(_)))
    }

    /// A hex with the name printed there: "0714 (Watt House)".
    pub fn place_name(&self, hex: HexId) -> String {
        self.pack.ground.place_name(hex)
    }
}
