//! Carrying out an order: who may give it now, what it answers, and what follows by itself.

use super::book::{ANSWER_FIRST, NOT_ASKED, OVER, Rules, Stop};
use super::orders::Order;
use super::position::RESULT;
use super::resolver::Resolver;
use domain_core::kit;
use domain_core::referee::{Illegal, Refusal, Side};

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
            Stop::Broken(rule) => Refusal::Illegal(rule.illegal(name)),
            Stop::Refused(refusal) => refusal,
        })?;
        self.pass()
    }

    fn execute(&mut self, side: Side, order: &Order) -> Result<(), Stop> {
        let board = self.board();
        let asked = kit::asked::<Rules>(&board).ok_or(OVER)?;
        if asked.side(&board) != side {
            let wrong = kit::other_side_is_asked(&board, &*asked);
            return Err(Stop::Refused(Illegal::new("4.0", wrong, "Wait until it has done so.").into()));
        }
        match asked.procedure() {
            Some(procedure) if order.verb().procedure() != Some(procedure) => match procedure {
                RESULT => Err(ANSWER_FIRST.into()),
                _ => Err(NOT_ASKED.into()),
            },
            _ => order.verb().execute(self),
        }
    }
}
