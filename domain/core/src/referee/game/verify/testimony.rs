//! A log of testimony: nothing proves its dice, but with them every order must have been legal, and no die may be missing, left over or
//! one that does not exist.

use super::judge::Judge;
use super::order::same_facts;
use super::report::{Bad, Check, Wrong, bad};
use crate::dice::Dice;
use crate::log::{Body, GameResult, OrderTold, Reason, canonical};
use crate::referee::AnyPosition;
use crate::referee::game::Fault;
use crate::words::{Refusal, Viewer, thrown};
use std::collections::VecDeque;
use std::sync::Arc;

impl Judge {
    /// Checks a record that only a log of testimony has. Gives the position after it, where it was worked out.
    pub(super) fn believe_told(&mut self, seq: u64, body: &Body) -> Check<Option<Arc<dyn AnyPosition>>> {
        match body {
            Body::OrderTold(order) => self.order_told(seq, order),
            Body::Correction(correction) => {
                let stands = self.game.corrected(correction);
                stands.map_err(|why| Bad::from(Fault { seq, why })).map(|_| None)
            }
            _ => bad(seq, Wrong::Unreadable, "no such record here."),
        }
    }

    fn order_told(&mut self, seq: u64, order: &OrderTold) -> Check<Option<Arc<dyn AnyPosition>>> {
        self.cursor(seq, order.seat)?;
        for roll in &order.rolls {
            if let Some(face) = roll.faces.iter().find(|face| **face > roll.sides) {
                let why = format!("the roll for {} shows {face}, and no die of {} does.", roll.purpose, roll.sides);
                return bad(seq, Wrong::Dice, why);
            }
        }
        if order.forced && !order.rolls.is_empty() {
            return bad(seq, Wrong::Dice, "what the referee gives by itself rolls nothing, and here it does.");
        }
        self.orders += 1;
        self.dice += order.rolls.iter().map(|r| r.faces.len() as u64).sum::<u64>();
        self.compare_told(seq, order);
        if !self.judged {
            return Ok(None);
        }
        let game = &self.game;
        if game.ended_by_rules().is_some() || !game.hears(order.seat) {
            return bad(seq, Wrong::Turn, "an order out of turn, or after the end.");
        }
        let mut asked = game.waiting().iter().filter(|d| d.seat == order.seat);
        if order.forced && !asked.any(|d| game.forced(d).is_some_and(|(line, _)| line == order.order)) {
            return bad(seq, Wrong::Standing, "the referee gave what was not the only legal order.");
        }
        let mut faces: VecDeque<u8> = thrown(&order.rolls).into();
        let mut dice = Dice::forced(&mut faces);
        let known = game.known_to(Viewer::Seat(order.seat));
        let decided = game.ruleset.decide(known, game.position(), order.seat, &order.order, &mut dice);
        let rolls = dice.into_rolls();
        let decided = match decided {
            Ok(decided) => decided,
            Err(Refusal::Dice(why)) => return bad(seq, Wrong::Dice, format!("the rules roll other dice: {why}")),
            Err(refusal) => return bad(seq, Wrong::Rules, format!("the order is refused: {refusal}")),
        };
        if rolls != order.rolls || !faces.is_empty() {
            return bad(seq, Wrong::Dice, "the rules roll other dice for this order.");
        }
        if decided.order != order.order {
            return bad(seq, Wrong::Rules, format!("the order would be written {}.", decided.order));
        }
        same_facts(seq, &decided.facts, &order.facts)?;
        Ok(Some(decided.after.into()))
    }

    /// A result that stands where nothing called for it: the umpire made final what the rules had ended.
    pub(super) fn told_result(&self, seq: u64, result: &GameResult) -> Check {
        if self.judged {
            let ended = self.game.ruleset.truth(self.game.position()).ended();
            let fits = ended.is_some_and(|o| {
                (canonical::nfc(&o.level), o.points, o.winner) == (result.level.clone(), result.points, result.winner)
            });
            if !fits || result.reason != Reason::Rules {
                return bad(seq, Wrong::Result, "the rules give no such result here.");
            }
        }
        self.state(seq, &result.state)
    }
}
