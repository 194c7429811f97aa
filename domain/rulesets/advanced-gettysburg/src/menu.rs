//! The legal orders of a position, and how each is shown.

use super::board::Board;
use super::book::Rules;
use super::orders::Order;
use super::position::Position;
use super::resolver::Resolver;
use super::screening::Lots;
use super::units::UnitId;
use domain_core::dice::Dice;
use domain_core::kit::{self, Asks};
use domain_core::referee::{Choice, Finality, Refusal, SeatId, Side};

impl Board<'_> {
    /// Every legal order of a side but those of a free form (`to`, ways of a column), which stand for places.
    pub fn orders_of(&self, side: Side) -> Vec<Order> {
        if self.at.hidden.lot.is_some() {
            return if kit::owing::<Rules>(self) == Some(side) { vec![Lots.into()] } else { Vec::new() };
        }
        self.says(kit::orders::<Rules>(self, side))
    }

    /// The legal orders of one counter among them, in the same order, without the searches for the others.
    pub fn orders_of_unit(&self, side: Side, unit: UnitId) -> Vec<Order> {
        if self.at.hidden.lot.is_some() {
            return Vec::new();
        }
        let known = Rules::pieces(self, side).contains(&unit);
        let pieces: &[UnitId] = if known { &[unit] } else { &[] };
        let orders = self.says(kit::orders_of_pieces::<Rules>(self, side, pieces));
        orders.into_iter().filter(|order| order.verb().piece() == Some(unit)).collect()
    }

    /// The legal orders of no counter among them, without the searches for any.
    pub fn orders_of_no_unit(&self, side: Side) -> Vec<Order> {
        if self.at.hidden.lot.is_some() {
            return self.orders_of(side);
        }
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
        // 0.1: whoever moves may come upon somebody unseen.
        let moves = self.at.options.hidden_movement && self.at.segment.is_movement() && order.verb().piece().is_some();
        let shows = moves || self.trying_seat().is_some_and(|seat| self.may_uncover(seat, order));
        Choice { finality: shows.then_some(Finality::MayShow), ..choice }
    }

    /// 0.1: whether an order is its own side's alone: it is given to counters out of view, or is for them. What shows them is said aloud.
    pub fn is_secret(&self, order: &Order) -> bool {
        match order {
            Order::Alone(alone) => self.is_unseen(alone.unit),
            Order::Lead(lead) => lead.over.iter().chain([&lead.by]).any(|unit| self.is_unseen(*unit)),
            // 0.2, 0.13: what is written at night tells where they are and go.
            Order::Guns(_) | Order::Ordered(_) | Order::Rescind(_) | Order::Transferred(_) => {
                self.at.options.hidden_movement
            }
            // Where detachments are their own side alone knows, be their brigade in view or not.
            Order::SendOut(_) => true,
            Order::Name(_) | Order::EndAttack(_) | Order::Primary(_) | Order::Hide(_) | Order::Show(_) => false,
            order => order.verb().piece().is_some_and(|unit| self.is_unseen(unit)),
        }
    }

    /// Whether an order that nobody else reads of uses something up: points, a ride, a die.
    pub fn gets_on(&self, order: &Order) -> bool {
        let Some(seat) = self.trying_seat() else { return true };
        let mut dice = Dice::withheld();
        let mut resolver = Resolver::at(self.pack, self.at, &mut dice);
        if resolver.carry(seat, order).is_err() {
            return true;
        }
        let spent = |at: &Position| {
            let brigade = order.verb().piece().and_then(|u| at.brigade(u)).map_or((0, false), |b| (b.spent(), b.done));
            let battery = order.verb().piece().and_then(|u| at.battery(u)).map_or(0, |b| b.spent);
            let rode = order.verb().piece().and_then(|u| at.commander(u)).is_some_and(|c| c.moved);
            let written = (at.entries.len(), at.night_orders.len());
            let out: usize = at.hidden.detachments.iter().flatten().map(|d| 1 + usize::from(d.moved)).sum();
            (brigade, battery, rode, at.hidden.lot.is_some(), at.hidden.shown.len(), written, out)
        };
        spent(&resolver.buffer.position) != spent(self.at)
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
