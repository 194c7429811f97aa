//! Second thoughts: going back to an earlier position, by consent.
//!
//! A takeback is a protocol of two records. The offer names the record to go back to and counts what was ordered and rolled since;
//! the answer, when it is yes, puts the position of that record in force again. The log only grows: what was taken back stays
//! readable, no dice link is used again, and the next roll takes the next link as if nothing had happened.

use super::play::{Work, plain_text};
use super::{Game, GameError, Played};
use crate::dice::GameKeys;
use crate::log::{Body, TakebackAnswer, TakebackOffer};
use crate::referee::{AnyPosition, AnyRuleset};
use crate::words::{Millis, SeatId};
use serde_json::value::RawValue;
use std::sync::Arc;

/// The longest reason, in characters.
const MOST_REASON: usize = 300;

/// Orders, rulings and hand-overs that a takeback can reach back over. Positions behind them are let go of.
const MOST_STEPS: usize = 300;

/// A whole position is kept at a hand-over, once so many steps lie behind the one kept before: those between are found again by their
/// facts. A copy of a position costs more than an order does, and a takeback is rare.
const STRIDE: usize = 60;

/// A takeback that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Takeback {
    /// What is asked.
    pub offer: TakebackOffer,
    /// The record that asked it.
    pub seq: u64,
}

/// The positions that can be gone back to: some kept whole, and the facts that led on from each of them.
#[derive(Clone, Default)]
pub(super) struct Shelf(Vec<Arc<Mark>>);

#[derive(Clone)]
struct Mark {
    seq: u64,
    position: Arc<dyn AnyPosition>,
    then: Vec<Step>,
}

#[derive(Clone)]
struct Step {
    seq: u64,
    /// The facts as one JSON list; none for a hand-over.
    facts: Option<Arc<str>>,
    dice: usize,
}

impl Step {
    /// Does to a position what the record did to it.
    fn redo(&self, ruleset: &dyn AnyRuleset, position: &mut dyn AnyPosition) -> Option<()> {
        let facts: Vec<&RawValue> = match &self.facts {
            Some(list) => serde_json::from_str(list).ok()?,
            None => Vec::new(),
        };
        facts.into_iter().try_for_each(|fact| ruleset.apply(position, fact.get()).ok())
    }
}

impl Shelf {
    /// Keeps the position after record `seq`, which the facts before it do not lead to.
    pub fn mark(&mut self, seq: u64, position: Arc<dyn AnyPosition>) {
        let kept: usize = self.0.iter().skip(1).map(|m| m.then.len()).sum();
        if kept >= MOST_STEPS {
            self.0.remove(0);
        }
        self.0.push(Arc::new(Mark { seq, position, then: Vec::new() }));
    }

    /// Notes that the position rested at record `seq`, a hand-over.
    pub fn rest(&mut self, seq: u64, position: &Arc<dyn AnyPosition>) {
        match self.0.last_mut() {
            Some(last) if last.then.len() < STRIDE => {
                Arc::make_mut(last).then.push(Step { seq, facts: None, dice: 0 });
            }
            _ => self.mark(seq, position.clone()),
        }
    }

    /// Keeps what record `seq` did to the position.
    pub fn step(&mut self, seq: u64, facts: &[Box<RawValue>], dice: usize) {
        let Some(last) = self.0.last_mut() else { return };
        let mut list = String::with_capacity(2 + facts.iter().map(|f| f.get().len() + 1).sum::<usize>());
        list.push('[');
        for (i, fact) in facts.iter().enumerate() {
            if i > 0 {
                list.push(',');
            }
            list.push_str(fact.get());
        }
        list.push(']');
        Arc::make_mut(last).then.push(Step { seq, facts: Some(list.into()), dice });
    }

    /// What came after record `seq`, hand-overs included.
    fn after(&self, seq: u64) -> impl Iterator<Item = &Step> {
        self.0.iter().flat_map(|m| &m.then).filter(move |s| s.seq > seq)
    }

    /// The orders and rulings after record `seq`.
    fn orders_after(&self, seq: u64) -> impl Iterator<Item = &Step> {
        self.after(seq).filter(|s| s.facts.is_some())
    }
}

/// What a takeback would undo, in words.
pub(super) fn undone(offer: &TakebackOffer) -> String {
    let count = |n: u32, one: &str, many: &str| match n {
        1 => format!("one {one}"),
        n => format!("{n} {many}"),
    };
    let orders = count(offer.orders, "order", "orders");
    match offer.dice {
        0 => format!("{orders} would be taken back, and nothing was rolled since"),
        n => format!("{orders} would be taken back, with {} rolled since", count(n, "die", "dice")),
    }
}

impl Game {
    /// The takeback that waits for an answer.
    pub fn takeback(&self) -> Option<&Takeback> {
        self.takeback.as_deref()
    }

    /// The records that a seat could ask to go back to, the latest first: after each of them the seat was asked something, and the
    /// position has changed since.
    pub fn ways_back(&self, seat: SeatId) -> Vec<u64> {
        let changed = self.heads.iter().rposition(|h| h.moved).map_or(0, |i| i as u64 + 1);
        let asked = |position: &dyn AnyPosition| self.ruleset.board(position).waiting().iter().any(|d| d.seat == seat);
        let mut found = Vec::new();
        for mark in &self.shelf.0 {
            if asked(&*mark.position) {
                found.push(mark.seq);
            }
            let mut position = mark.position.copy();
            for step in &mark.then {
                if step.redo(&*self.ruleset, &mut *position).is_none() {
                    break;
                }
                if asked(&*position) {
                    found.push(step.seq);
                }
            }
        }
        found.retain(|seq| *seq < changed && self.shelf.after(*seq).count() <= MOST_STEPS);
        found.reverse();
        found
    }

    /// The position after a record, if it is kept.
    pub(super) fn position_at(&self, seq: u64) -> Option<Arc<dyn AnyPosition>> {
        let mark = self.shelf.0.iter().rev().find(|m| m.seq <= seq)?;
        if mark.seq == seq {
            return Some(mark.position.clone());
        }
        let upto = mark.then.iter().position(|s| s.seq == seq)?;
        let mut position = mark.position.copy();
        for step in mark.then.iter().take(upto + 1) {
            step.redo(&*self.ruleset, &mut *position)?;
        }
        Some(position.into())
    }

    fn asked_at(&self, seat: SeatId, seq: u64) -> bool {
        self.position_at(seq).is_some_and(|p| self.ruleset.board(&*p).waiting().iter().any(|d| d.seat == seat))
    }

    /// What going back would undo: orders and dice. Also says whether it can be asked for at all.
    pub(super) fn takeback_from(&self, seat: SeatId, to: u64) -> Result<(u32, u32), GameError> {
        self.going(seat)?;
        if self.takeback.is_some() {
            return Err(GameError::TakebackStands);
        }
        if self.asked_back.contains(&seat) {
            return Err(GameError::TakebackBefore);
        }
        let no = |why: &str| GameError::NoWayBack { to, why: why.into() };
        if to >= self.len() || self.shelf.orders_after(to).next().is_none() {
            return Err(no("no order was given since. Name the record before the order you regret."));
        }
        if self.shelf.after(to).count() > MOST_STEPS || self.position_at(to).is_none() {
            return Err(no(
                "it is too far back, or no order and no hand-over. Name the record before the order you regret.",
            ));
        }
        if !self.asked_at(seat, to) {
            return Err(no("it was not your decision then. Name a record after which you were asked."));
        }
        let (orders, dice) = self.shelf.orders_after(to).fold((0, 0), |(n, dice), s| (n + 1, dice + s.dice));
        Ok((u32::try_from(orders).unwrap_or(u32::MAX), u32::try_from(dice).unwrap_or(u32::MAX)))
    }

    /// Whether a seat may answer the takeback that way: agreed to by the other side only, withdrawn by whoever asked.
    pub(super) fn takeback_answer(&self, seat: SeatId, accept: bool) -> Result<(), GameError> {
        self.going(seat)?;
        let offered = self.takeback().ok_or(GameError::NoTakeback)?.offer.seat;
        let own = self.side_of(offered) == self.side_of(seat);
        if own && (accept || offered != seat) {
            return Err(GameError::NoTakeback);
        }
        Ok(())
    }

    /// Asks the other side to go back to the position after record `to`. A house player agrees at once.
    ///
    /// # Errors
    /// [`GameError::NoWayBack`] for a record after which the seat was not asked, that is too far back, or since which nothing
    /// was ordered; [`GameError::TakebackStands`], [`GameError::TakebackBefore`]; others as for any order.
    pub fn offer_takeback(
        &self,
        seat: SeatId,
        to: u64,
        reason: &str,
        at: Millis,
        keys: &GameKeys,
    ) -> Result<Played, GameError> {
        self.open_to(seat, keys)?;
        let reason = plain_text("reason", reason, MOST_REASON)?;
        let (orders, dice) = self.takeback_from(seat, to)?;
        let mut work = Work::new(self, at, keys);
        work.push(&Body::TakebackOffer(TakebackOffer { at, back_to: to, dice, orders, reason, seat }), None)?;
        let side = self.side_of(seat);
        let mut others = self.seats.iter().filter(|s| Some(s.side) != side).peekable();
        let house = |s: &super::Seat| s.player.as_ref().is_some_and(|p| p.bot.is_some());
        if let Some(first) = others.peek().map(|s| s.id)
            && others.all(house)
        {
            work.go_back(first, at)?;
        }
        Ok(work.played(self, None))
    }

    /// Answers a takeback. Whoever asked may withdraw it by declining.
    ///
    /// # Errors
    /// [`GameError::NoTakeback`] when none stands, or when a seat of the side that asked would agree to it.
    pub fn answer_takeback(
        &self,
        seat: SeatId,
        accept: bool,
        at: Millis,
        keys: &GameKeys,
    ) -> Result<Played, GameError> {
        self.open_to(seat, keys)?;
        self.takeback_answer(seat, accept)?;
        let mut work = Work::new(self, at, keys);
        if accept {
            work.go_back(seat, at)?;
        } else {
            work.push(&Body::TakebackAnswer(TakebackAnswer { accept, at, seat }), None)?;
        }
        Ok(work.played(self, None))
    }
}

impl Work<'_> {
    /// Agrees to the takeback that stands, and hands the game to whoever it waits for then.
    fn go_back(&mut self, seat: SeatId, at: Millis) -> Result<(), GameError> {
        let waited = self.game.waiting_seats();
        self.push(&Body::TakebackAnswer(TakebackAnswer { accept: true, at, seat }), None)?;
        self.settle(&waited, Some(seat))
    }
}
