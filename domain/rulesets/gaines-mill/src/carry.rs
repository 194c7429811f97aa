//! Carrying out an order: who may give it now, what it answers, and what follows by itself.

use super::bars::Bar;
use super::book::Stop;
use super::orders::Order;
use super::position::{Pending, Phase};
use super::resolver::Resolver;
use domain_core::kit::Verb;
use domain_core::referee::{Refusal, Side};

impl Resolver<'_, '_> {
    /// Carries out an order of a side.
    ///
    /// # Errors
    /// The rule that forbids it, or dice that cannot be had.
    pub fn carry(&mut self, side: Side, order: &Order) -> Result<(), Refusal> {
        // An order without a unit is barred by name for the brigade alone that must charge (§12.4).
        let named = order.unit().or_else(|| self.pack.ids().find(|u| self.pack.unit(*u).must_charge));
        let name = named.map_or("", |u| self.pack.unit(u).name.as_str());
        self.execute(side, order).map_err(|stop| match stop {
            Stop::Barred(bar) => Refusal::Illegal(bar.illegal(name)),
            Stop::Refused(refusal) => refusal,
        })?;
        self.pass()
    }

    fn execute(&mut self, side: Side, order: &Order) -> Result<(), Stop> {
        if self.scribe.position.phase == Phase::Over {
            return Err(Bar::Over.into());
        }
        if self.scribe.position.owing(self.pack) != Some(side) {
            return Err(Bar::NotYourPhase.into());
        }
        match self.scribe.position.pending.last().copied() {
            Some(Pending::Affair(_)) => match order {
                Order::UseBonus(_)
                | Order::TakeMarker(_)
                | Order::LoseStep(_)
                | Order::Retreat(_)
                | Order::Stay(_)
                | Order::Advance(_) => order.verb().execute(self),
                _ => Err(Bar::AnswerFirst.into()),
            },
            Some(Pending::Coordination { .. }) => match order {
                Order::Keep(keep) => keep.execute(self),
                Order::Touch(touch) => touch.execute(self),
                _ => Err(Bar::NotAsked.into()),
            },
            None => order.verb().execute(self),
        }
    }
}
