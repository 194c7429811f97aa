//! Carrying out an order: who may give it now, and what it answers.

use super::book::{ANSWER_FIRST, NOT_ASKED, OVER, Rules, Stop};
use super::orders::Order;
use super::resolver::Resolver;
use domain_core::kit;
use domain_core::referee::{Illegal, Refusal, Side};

impl Resolver<'_, '_> {
    /// Carries out an order of a side.
    ///
    /// # Errors
    /// The rule that forbids it, or dice that cannot be had.
    pub fn carry(&mut self, side: Side, order: &Order) -> Result<(), Refusal> {
        let name = order.verb().piece().map_or("", |u| self.board().name(u)).to_owned();
        self.execute(side, order).map_err(|stop| match stop {
            Stop::Broken(rule) => Refusal::Illegal(rule.illegal(&name)),
            Stop::Refused(refusal) => refusal,
        })
    }

    fn execute(&mut self, side: Side, order: &Order) -> Result<(), Stop> {
        let board = self.board();
        let asked = kit::asked::<Rules>(&board).ok_or(OVER)?;
        if asked.side(&board) != side {
            let wrong = kit::other_side_is_asked(&board, &*asked);
            return Err(Stop::Refused(Illegal::new("5.0", wrong, "Wait until it has done so.").into()));
        }
        match (asked.procedure(), order.verb().procedure()) {
            (None, Some(_)) => Err(NOT_ASKED.into()),
            (Some(procedure), answers) if answers != Some(procedure) => Err(ANSWER_FIRST.into()),
            _ => order.verb().execute(self),
        }
    }
}
