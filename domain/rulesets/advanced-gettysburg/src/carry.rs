//! Carrying out an order: who may give it now, and what it answers.

use super::board::Board;
use super::book::{ANSWER_FIRST, NOT_ASKED, OVER, Rules, Stop};
use super::orders::Order;
use super::resolver::Resolver;
use super::screening::ROLL_FIRST;
use super::seats::{NOT_THE_ARMY, NOT_YOUR_COMMAND, NOT_YOUR_SEAT};
use super::units::UnitId;
use domain_core::kit::{self, RuleBreak};
use domain_core::referee::{Illegal, Refusal, SeatId, Side};

impl Board<'_> {
    /// Whether the seat that acts may give an order at all: of its own units, or what the army's seat alone says.
    ///
    /// # Errors
    /// It may not.
    pub fn check_says(&self, order: &Order) -> Result<(), RuleBreak> {
        if self.eye.is_none() {
            return Ok(());
        }
        let own = |units: &[UnitId]| match units.iter().all(|u| self.mine(*u)) {
            true => Ok(()),
            false => Err(NOT_YOUR_COMMAND),
        };
        match order {
            Order::Primary(_)
            | Order::Early(_)
            | Order::OtherRoad(_)
            | Order::EntryOption(_)
            | Order::Number(_)
            | Order::Ordered(_)
            | Order::Transferred(_)
            | Order::Rescind(_)
            | Order::Guns(_)
            | Order::Takes(_)
            | Order::Yield(_)
            | Order::SetDown(_)
            | Order::Deploy(_) => {
                if self.commands_army() {
                    Ok(())
                } else {
                    Err(NOT_THE_ARMY)
                }
            }
            Order::Name(name) => own(&name.units),
            Order::Lead(lead) => own(&lead.over).and_then(|()| own(&[lead.by])),
            Order::Wish(wish) => own(&[wish.by]),
            Order::Distribute(order) => match self.mine_in(self.at.side.other(), usize::from(order.split.from)) {
                true => Ok(()),
                false => Err(NOT_YOUR_COMMAND),
            },
            // §24.3.7: where nothing of a seat fires others say at whom.
            Order::Single(order) => match !self.since(8) || self.has_fire_at(usize::from(order.hex)) {
                true => Ok(()),
                false => Err(NOT_YOUR_COMMAND),
            },
            Order::FlankStep(step) => {
                let first = || self.brigades_at(usize::from(step.from)).next();
                // Where all of the first have stepped out the other is meant.
                let meant = || self.check_flank_step(step).ok().map(|s| s.unit).filter(|_| self.since(6));
                own(step.by.or_else(meant).or_else(first).as_slice())
            }
            order => own(order.verb().piece().as_slice()),
        }
    }
}

impl Resolver<'_, '_> {
    /// Carries out an order of a seat.
    ///
    /// # Errors
    /// The rule that forbids it, or dice that cannot be had.
    pub fn carry(&mut self, seat: SeatId, order: &Order) -> Result<(), Refusal> {
        let name = order.verb().piece().map_or("", |u| self.board().name(u)).to_owned();
        let side = self.board().side_of_seat(seat)?;
        self.eye = self.buffer.position.layout.is_many().then_some(seat);
        self.execute(side, order).map_err(|stop| match stop {
            Stop::Broken(rule) => Refusal::Illegal(rule.illegal(&name)),
            Stop::Refused(refusal) => refusal,
        })
    }

    fn execute(&mut self, side: Side, order: &Order) -> Result<(), Stop> {
        let board = self.board();
        let asked = kit::asked::<Rules>(&board).ok_or(OVER)?;
        // 0.1: what was said for somebody out of view is rolled for next.
        if board.at.hidden.lot.is_some() && !matches!(order, Order::Lots(_)) {
            return Err(ROLL_FIRST.into());
        }
        if asked.side(&board) != side {
            let wrong = kit::other_side_is_asked(&board, &*asked);
            return Err(Stop::Refused(Illegal::new("5.0", wrong, "Wait until it has done so.").into()));
        }
        if let Some(eye) = board.eye {
            if !board.is_owed(eye) {
                return Err(NOT_YOUR_SEAT.into());
            }
            board.check_says(order)?;
        }
        match (asked.procedure(), order.verb().procedure()) {
            (None, Some(_)) => Err(NOT_ASKED.into()),
            (Some(procedure), answers) if answers != Some(procedure) => Err(ANSWER_FIRST.into()),
            _ => order.verb().execute(self),
        }?;
        self.close_up_out_of_range();
        self.end_exemptions_between_orders();
        let written = self.buffer.facts().len();
        self.go_on()?;
        // What a player turn begins with may change ranges too: the next order, which may be its own side's alone, does not tell of that.
        if self.buffer.facts().len() > written {
            self.end_exemptions_between_orders();
        }
        Ok(())
    }

    /// §16.1.1: who lies in enemy range between two orders is no reinforcement any more; before revision 8 that was asked as phases end.
    fn end_exemptions_between_orders(&mut self) {
        if self.board().since(8) && !self.buffer.position.over {
            self.end_exemptions_in_range();
        }
    }
}
