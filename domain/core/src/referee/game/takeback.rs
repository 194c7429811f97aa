//! Second thoughts: going back to an earlier position, by consent.
//!
//! A takeback is a protocol of two records. The offer names the record to go back to and counts what was ordered and rolled since;
//! the answer, when it is yes, puts the position of that record in force again. The log only grows: what was taken back stays
//! readable, no dice link is used again, and the next roll takes the next link as if nothing had happened.

use super::play::{Work, plain_text};
use super::positions::Positions;
use super::{Game, GameError, Played, Takeback};
use crate::dice::GameKeys;
use crate::log::{Body, TakebackAnswer, TakebackOffer};
use crate::words::{Millis, SeatId};

/// The longest reason, in characters.
const MOST_REASON: usize = 300;

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

    /// The records that a seat could ask to go back to, the latest first: exactly those that [`Game::offer_takeback`] takes.
    pub fn ways_back(&self, seat: SeatId) -> Vec<u64> {
        let mut found = Vec::new();
        if self.may_go_back(seat).is_err() {
            return found;
        }
        self.kept.each(&*self.ruleset, |seq, positions| {
            let barred = self.bars_way(seat, seq).is_some() || self.bars_return(seq).is_some();
            if !barred && self.kept.reach(seq) && self.asked_of(seat, positions) {
                found.push(seq);
            }
        });
        found.reverse();
        found
    }

    /// The position after a record, if it is kept.
    pub(super) fn positions_at(&self, seq: u64) -> Option<Positions> {
        self.kept.at(&*self.ruleset, seq)
    }

    fn asked_of(&self, seat: SeatId, positions: &Positions) -> bool {
        self.at_positions(positions.clone()).asked().iter().any(|d| d.seat == seat)
    }

    /// Whether a seat may ask to go back at all now.
    fn may_go_back(&self, seat: SeatId) -> Result<(), GameError> {
        self.going(seat)?;
        self.heads_army(seat)?;
        if self.takeback.is_some() {
            return Err(GameError::TakebackStands);
        }
        if self.asked_back.contains(&seat) {
            return Err(GameError::TakebackBefore);
        }
        Ok(())
    }

    /// Why a seat cannot go back to record `to`, whatever the position was then.
    fn bars_way(&self, seat: SeatId, to: u64) -> Option<&'static str> {
        if to >= self.len() || self.kept.undone(to).0 == 0 {
            return Some("no order was given since. Name the record before the order you regret.");
        }
        let second = self.second.as_ref()?;
        // Whoever has seen a roll of their own since could wish for it again: refused to them alone, with nothing recorded.
        let readable = self.readable(seat);
        if second.learnt.iter().any(|l| l.is_since(to) && readable.contains(&l.whom)) {
            return Some("you have seen a roll since that only you may know. Name a record after it.");
        }
        if !second.choices.is_empty() {
            return Some("a choice stands under seal, and is final. Ask when all have chosen.");
        }
        if second.opened_choices.iter().any(|opened| *opened > to) {
            return Some("choices were opened since, which nobody can forget. Name a record after them.");
        }
        None
    }

    /// What going back would undo: orders and dice. Also says whether a log may ask for it.
    pub(super) fn takeback_from(&self, seat: SeatId, to: u64) -> Result<(u32, u32), GameError> {
        self.may_go_back(seat)?;
        let no = |why: &str| GameError::NoWayBack { to, why: why.into() };
        if let Some(why) = self.bars_way(seat, to) {
            return Err(no(why));
        }
        let Some(positions) = self.positions_at(to).filter(|_| self.kept.reach(to)) else {
            return Err(no(
                "it is too far back, or no order and no hand-over. Name the record before the order you regret.",
            ));
        };
        if !self.asked_of(seat, &positions) {
            return Err(no("it was not your decision then. Name a record after which you were asked."));
        }
        let (orders, dice) = self.kept.undone(to);
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
        if accept && self.second.as_ref().is_some_and(|s| !s.choices.is_empty()) {
            let why = "a choice stands under seal, and is final.".into();
            return Err(GameError::NoWayBack { to: self.takeback().map_or(0, |t| t.offer.back_to), why });
        }
        Ok(())
    }

    /// Asks the other side to go back to the position after record `to`. A house player agrees at once.
    ///
    /// # Errors
    /// [`GameError::NoWayBack`] for a record after which the seat was not asked, that is too far back, that was itself taken back, or since
    /// which nothing was ordered that stands; [`GameError::TakebackStands`], [`GameError::TakebackBefore`]; others as for any order.
    pub fn offer_takeback(
        &self,
        seat: SeatId,
        to: u64,
        reason: &str,
        at: Millis,
        keys: &GameKeys,
    ) -> Result<Played, GameError> {
        self.open_to_head(seat, keys)?;
        let reason = plain_text("reason", reason, MOST_REASON)?;
        let (orders, dice) = self.takeback_from(seat, to)?;
        self.may_return(to)?;
        let mut work = Work::new(self, at, keys);
        let offer = TakebackOffer { at, back_to: to, dice, orders, reason, seat };
        let body = match self.is_second() {
            true => Body::TakebackOfferSecond(offer),
            false => Body::TakebackOffer(offer),
        };
        work.push(&body, None)?;
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
        self.open_to_head(seat, keys)?;
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
