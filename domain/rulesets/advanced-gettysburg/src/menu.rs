//! The legal orders of a position, and how each is shown.

use super::board::Board;
use super::book::Rules;
use super::orders::Order;
use super::resolver::Resolver;
use super::units::UnitId;
use domain_core::dice::Dice;
use domain_core::kit::{self, Asks};
use domain_core::referee::{Choice, Finality, Refusal, SeatId, Side};

impl Board<'_> {
    /// Every legal order of a side but those of a free form (`to`, ways of a column), which stand for places.
    pub fn orders_of(&self, side: Side) -> Vec<Order> {
        self.says(kit::orders::<Rules>(self, side))
    }

    /// The legal orders of one counter among them, in the same order, without the searches for the others.
    pub fn orders_of_unit(&self, side: Side, unit: UnitId) -> Vec<Order> {
        let known = Rules::pieces(self, side).contains(&unit);
        let pieces: &[UnitId] = if known { &[unit] } else { &[] };
        let orders = self.says(kit::orders_of_pieces::<Rules>(self, side, pieces));
        orders.into_iter().filter(|order| order.verb().piece() == Some(unit)).collect()
    }

    /// The legal orders of no counter among them, without the searches for any.
    pub fn orders_of_no_unit(&self, side: Side) -> Vec<Order> {
        let orders = self.says(kit::orders_of_pieces::<Rules>(self, side, &[]));
        orders.into_iter().filter(|order| order.verb().piece().is_none()).collect()
    }

    /// The orders that the seat that acts may say, where a side has several; none while it is not asked.
    pub fn says(&self, orders: Vec<Order>) -> Vec<Order> {
        match self.eye {
            None => orders,
            Some(eye) if self.is_owed(eye) => {
                orders.into_iter().filter(|order| self.check_says(order).is_ok()).collect()
            }
            Some(_) => Vec::new(),
        }
    }

    /// A legal order as a line of the menu.
    pub fn line_of(&self, order: &Order) -> Choice {
        let choice = kit::line(self, order.verb(), |unit| self.piece_id(unit).to_owned());
        if choice.finality.is_some() {
            return choice;
        }
        if self.rolls_on(order) {
            return choice.rolling();
        }
        let shows = self.trying_seat().is_some_and(|seat| self.may_uncover(seat, order));
        Choice { finality: shows.then_some(Finality::MayShow), ..choice }
    }

    /// Whether an order that rolls no dice itself leads on to a roll. Found by trying it without dice.
    fn rolls_on(&self, order: &Order) -> bool {
        if !order.verb().leads_on() {
            return false;
        }
        let Some(seat) = self.trying_seat() else { return false };
        let mut dice = Dice::withheld();
        matches!(Resolver::at(self.pack, self.at, &mut dice).carry(seat, order), Err(Refusal::Dice(_)))
    }

    /// The seat for which orders are tried: the one that acts, or that of the side that is asked.
    fn trying_seat(&self) -> Option<SeatId> {
        kit::owing::<Rules>(self).map(|side| self.eye.unwrap_or(SeatId::of_side(side)))
    }
}
