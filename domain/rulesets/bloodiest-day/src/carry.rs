//! Carrying out an order: who may give it now, and what follows by itself until somebody must answer.

use super::book::Rules;
use super::orders::Order;
use super::position::{ImpulseUse, Pending, Phase};
use super::resolver::Resolver;
use super::sequence::Done;
use domain_core::kit;
use domain_core::referee::{Illegal, Refusal};

impl Resolver<'_, '_> {
    /// Carries an order out, and everything that follows without a question.
    ///
    /// # Errors
    /// [`Refusal`] before anything is rolled, when the order is not legal; later only for want of dice.
    pub fn carry(&mut self, order: &Order) -> Result<(), Refusal> {
        self.may_order(order)?;
        order.verb().execute(self)?;
        while self.step()? {}
        Ok(())
    }

    fn may_order(&self, order: &Order) -> Result<(), Illegal> {
        let board = self.board();
        match (kit::owing::<Rules>(&board), order) {
            (None, _) => Err(Illegal::new("2.0", "The game is over.", "Nothing more can be ordered.")),
            // At any time (ruling 18).
            (_, Order::Silence(_)) => Ok(()),
            (Some(owes), _) if owes == self.side => Ok(()),
            (Some(_), order) => {
                if let Order::Reroll(_) = order {
                    board.check_advantage(self.side)?;
                }
                let asked = kit::asked::<Rules>(&board);
                let wrong = asked.map_or_else(String::new, |asked| kit::other_side_is_asked(&board, &*asked));
                Err(Illegal::new("3.0", wrong, "Wait until it has done so."))
            }
        }
    }

    /// One thing that needs no answer; `false` when there is none.
    fn step(&mut self) -> Result<bool, Refusal> {
        Ok(match self.now().pending.last().cloned() {
            Some(Pending::Roll(rolled)) => self.let_stand(&rolled),
            Some(Pending::Silence) => self.silence_nobody(),
            Some(Pending::Pick { leaders }) => self.aim_at_one(&leaders)?,
            Some(Pending::Station { leader, with }) => self.post_alone(leader, &with),
            Some(Pending::Price { leader, unit }) => self.pay_only_price(leader, unit),
            Some(Pending::Withdrawal { from, units }) => self.withdraw_nobody(from, &units),
            Some(Pending::Fight(fight)) => self.go_on(&fight)?,
            None => self.pass_phase()?,
        })
    }

    /// Goes on where nobody can order anything in the phase; `false` when it waits for an order.
    fn pass_phase(&mut self) -> Result<bool, Refusal> {
        let board = self.board();
        match board.at.phase {
            Phase::LongRange if !board.long_range_possible() => self.begin_action()?,
            Phase::Action
                if matches!(board.at.impulse.doing, ImpulseUse::Woke | ImpulseUse::Rode)
                    && board.orders_of(board.at.side) == [Order::Done(Done)] =>
            {
                self.end_impulse(false, false)?;
            }
            Phase::Rally if board.at.impulse.doing == ImpulseUse::Closing => self.close_rally()?,
            Phase::Rally if !board.reorganising_possible() => self.end_rally(),
            _ => return Ok(false),
        }
        Ok(true)
    }
}
