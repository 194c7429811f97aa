//! Carrying out an order.

use super::book::{ANSWER_FIRST, NOT_ASKED, NOT_YOUR_TURN, OVER, Rules};
use super::orders::Order;
use super::resolver::Resolver;
use domain_core::kit;
use domain_core::referee::{Refusal, Side};

impl Resolver<'_, '_> {
    /// Carries out an order of a side.
    ///
    /// # Errors
    /// The rule that forbids it, or dice that cannot be had.
    pub fn carry(&mut self, side: Side, order: &Order) -> Result<(), Refusal> {
        let board = self.board();
        let asked = kit::asked::<Rules>(&board).ok_or_else(|| OVER.illegal(""))?;
        if asked.side(&board) != side {
            return Err(NOT_YOUR_TURN.illegal("").into());
        }
        match (asked.procedure(), order.verb().procedure()) {
            (None, Some(_)) => Err(NOT_ASKED.illegal("").into()),
            (Some(procedure), answers) if answers != Some(procedure) => Err(ANSWER_FIRST.illegal("").into()),
            _ => order.verb().execute(self),
        }
    }
}
