//! Time in a game: its clocks, what the players do about them, and what a claim on time comes to.

use super::play::{Work, plain_text};
use super::{FaultKind, Game, GameError, Played};
use crate::clock::{Calendar, Claim, ClockError, ClockTerms, Clocks, Span, date, lasting};
use crate::dice::GameKeys;
use crate::log::{
    Body, CalendarSet, ClockSet, Excuse, Grant, HandOver, HandOverSecond, Hands, HandsChange, LeaveEnd, LeaveTaken,
    PauseAnswer, PauseEnd, PauseOffer, Reason, TimeClaim,
};
use crate::words::{Millis, SeatId, Side, Viewer};
use std::sync::Arc;

/// The records that only a game with a clock has.
macro_rules! of_time {
    () => {
        Body::Clock(_)
            | Body::Calendar(_)
            | Body::Leave(_)
            | Body::LeaveEnd(_)
            | Body::PauseOffer(_)
            | Body::PauseAnswer(_)
            | Body::PauseEnd(_)
            | Body::Grant(_)
            | Body::Excuse(_)
            | Body::TimeClaim(_)
    };
}
pub(super) use of_time;

/// The records that only a log of the second format has, its genesis left out.
macro_rules! of_second {
    () => {
        Body::OrderSecond(_)
            | Body::Choice(_)
            | Body::Choices(_)
            | Body::Pieces(_)
            | Body::HandOverSecond(_)
            | Body::AnchorSecond(_)
            | Body::TakebackOfferSecond(_)
            | Body::OpeningSecond(_)
            | Body::Closed(_)
            | Body::Restored(_)
    };
}
pub(super) use of_second;

/// The records that only a log of testimony has, its genesis left out.
macro_rules! of_testimony {
    () => {
        Body::OrderTold(_) | Body::Correction(_)
    };
}
pub(super) use of_testimony;

/// The records about revisions of the rules.
macro_rules! of_revision {
    () => {
        Body::RevisionOffer(_) | Body::RevisionAnswer(_) | Body::Revision(_)
    };
}
pub(super) use of_revision;

/// The longest reason of an excuse, in characters.
const MOST_REASON: usize = 200;

/// What a claim ends the game with: level, points, why, and the winner.
pub(super) type Ended = (String, i32, Reason, Option<Side>);

impl Game {
    /// The clocks, where the game is played with any.
    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_deref()
    }

    /// Agrees on a clock: directly after the genesis, before anybody joins.
    ///
    /// # Errors
    /// [`ClockError::Terms`], [`ClockError::Settled`].
    pub fn set_clock(&self, terms: ClockTerms, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
        self.own_keys(keys)?;
        terms.check()?;
        if self.len() != 1 {
            return Err(ClockError::Settled.into());
        }
        self.recorded(at, keys, Body::Clock(ClockSet { at, terms }))
    }

    /// Sets a seat's calendar, in place of the one before, from now on.
    ///
    /// # Errors
    /// [`ClockError`]; others as for any order.
    pub fn set_calendar(
        &self,
        seat: SeatId,
        calendar: Calendar,
        at: Millis,
        keys: &GameKeys,
    ) -> Result<Played, GameError> {
        let (clocks, at) = self.timed(seat, at, keys)?;
        clocks.may_set_calendar(seat, &calendar, at)?;
        self.recorded(at, keys, Body::Calendar(CalendarSet { at, calendar, seat }))
    }

    /// Takes leave: from an instant, or at once, until another.
    ///
    /// # Errors
    /// [`ClockError`]; others as for any order.
    pub fn take_leave(
        &self,
        seat: SeatId,
        from: Option<Millis>,
        until: Millis,
        at: Millis,
        keys: &GameKeys,
    ) -> Result<Played, GameError> {
        let (clocks, at) = self.timed(seat, at, keys)?;
        let span = Span::new(from.unwrap_or(at), until);
        clocks.may_take_leave(seat, span, at)?;
        self.recorded(at, keys, Body::Leave(LeaveTaken { at, seat, span }))
    }

    /// Ends leave, or takes back leave that was announced.
    ///
    /// # Errors
    /// [`ClockError::NotOnLeave`]; others as for any order.
    pub fn end_leave(&self, seat: SeatId, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
        let (clocks, at) = self.timed(seat, at, keys)?;
        clocks.may_end_leave(seat, at)?;
        self.recorded(at, keys, Body::LeaveEnd(LeaveEnd { at, seat }))
    }

    /// Proposes that all clocks stop, until an instant or until somebody ends it.
    ///
    /// # Errors
    /// [`ClockError`]; others as for any order.
    pub fn offer_pause(
        &self,
        seat: SeatId,
        until: Option<Millis>,
        at: Millis,
        keys: &GameKeys,
    ) -> Result<Played, GameError> {
        let (clocks, at) = self.timed(seat, at, keys)?;
        self.heads_army(seat)?;
        clocks.may_offer_pause(seat, until, at)?;
        self.recorded(at, keys, Body::PauseOffer(PauseOffer { at, seat, until }))
    }

    /// Answers the proposal of a pause. Whoever proposed it may decline it, which withdraws it.
    ///
    /// # Errors
    /// [`ClockError::NoPause`]; others as for any order.
    pub fn answer_pause(&self, seat: SeatId, accept: bool, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
        let (_, at) = self.timed(seat, at, keys)?;
        self.heads_army(seat)?;
        self.may_answer_pause(seat, accept, at)?;
        self.recorded(at, keys, Body::PauseAnswer(PauseAnswer { accept, at, seat }))
    }

    /// Ends the pause. The clocks run again a day later.
    ///
    /// # Errors
    /// [`ClockError::NotPaused`]; others as for any order.
    pub fn end_pause(&self, seat: SeatId, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
        let (clocks, at) = self.timed(seat, at, keys)?;
        self.heads_army(seat)?;
        let resumes = clocks.may_end_pause(at)?;
        self.recorded(at, keys, Body::PauseEnd(PauseEnd { at, resumes, seat }))
    }

    /// Gives a seat of the other side so many milliseconds more.
    ///
    /// # Errors
    /// [`ClockError`]; others as for any order.
    pub fn grant_time(
        &self,
        by: SeatId,
        seat: SeatId,
        time: u64,
        at: Millis,
        keys: &GameKeys,
    ) -> Result<Played, GameError> {
        let (_, at) = self.timed(by, at, keys)?;
        self.may_grant(by, seat, time, at)?;
        self.recorded(at, keys, Body::Grant(Grant { at, by, seat, time }))
    }

    /// Excuses a delay that was nobody's fault at the table, for everybody. For the host of the service, who answers for it with a
    /// reason that everybody reads.
    ///
    /// # Errors
    /// [`ClockError::Excuse`]; others as for any order.
    pub fn excuse(&self, span: Span, reason: &str, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
        let (clocks, at) = self.timed(SeatId(0), at, keys)?;
        let reason = plain_text("reason", reason, MOST_REASON)?;
        if reason.is_empty() {
            return Err(ClockError::Excuse("An excuse needs a reason.".into()).into());
        }
        clocks.may_excuse(span, at)?;
        self.recorded(at, keys, Body::Excuse(Excuse { at, reason, span }))
    }

    /// Claims that a seat of the other side has run out of time, which ends the game as its terms say.
    ///
    /// # Errors
    /// [`ClockError`]; others as for any order.
    pub fn claim_time(&self, by: SeatId, seat: SeatId, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
        let (_, at) = self.timed(by, at, keys)?;
        self.heads_army(by)?;
        self.may_claim(by, seat, at)?;
        let (level, points, reason, winner) = self.claimed(seat);
        let mut work = Work::new(self, at, keys);
        work.push(&Body::TimeClaim(TimeClaim { at, by, seat }), None)?;
        work.finish(level, points, reason, winner)?;
        Ok(work.played(self, None))
    }

    /// The clocks and the instant of the next record, in a game that a seat may add to.
    fn timed(&self, seat: SeatId, at: Millis, keys: &GameKeys) -> Result<(&Clocks, Millis), GameError> {
        self.open_to(seat, keys)?;
        let clocks = self.clocks().ok_or(ClockError::NoClock)?;
        Ok((clocks, clocks.moment(at)))
    }

    fn recorded(&self, at: Millis, keys: &GameKeys, body: Body) -> Result<Played, GameError> {
        let mut work = Work::new(self, at, keys);
        work.push(&body, None)?;
        Ok(work.played(self, None))
    }
}

/// What the verifier asks as well.
impl Game {
    pub(super) fn the_clocks(&self) -> Result<&Clocks, ClockError> {
        self.clocks().ok_or(ClockError::NoClock)
    }

    pub(super) fn may_answer_pause(&self, seat: SeatId, accept: bool, at: Millis) -> Result<(), ClockError> {
        let clocks = self.the_clocks()?;
        let offer = clocks.pause_offered().ok_or(ClockError::NoPause)?;
        let own = self.side_of(offer.seat) == self.side_of(seat);
        if own && (accept || offer.seat != seat) {
            return Err(ClockError::NoPause);
        }
        // Between proposal and answer its end may have come.
        if accept && offer.until.is_some_and(|until| until <= clocks.moment(at)) {
            return Err(ClockError::Pause("The pause that was proposed would be over already.".into()));
        }
        Ok(())
    }

    pub(super) fn may_grant(&self, by: SeatId, seat: SeatId, time: u64, at: Millis) -> Result<(), ClockError> {
        let clocks = self.the_clocks()?;
        let name = self.seat(seat).map_or("", |s| &s.name);
        if self.side_of(by) == self.side_of(seat) {
            return Err(ClockError::OwnSide);
        }
        clocks.may_grant(seat, name, time, at)
    }

    pub(super) fn may_claim(&self, by: SeatId, seat: SeatId, at: Millis) -> Result<(), ClockError> {
        let clocks = self.the_clocks()?;
        let name = self.seat(seat).map_or("", |s| &s.name);
        let side = self.side_of(by);
        if side == self.side_of(seat) {
            return Err(ClockError::OwnClaim);
        }
        clocks.may_claim(seat, name, at)?;
        if self.seats().iter().any(|s| Some(s.side) == side && clocks.out(s.id, at)) {
            return Err(ClockError::Unclean);
        }
        Ok(())
    }

    /// Whether a record about time may stand here, by everything that goes before it. Without `judged`, when it cannot be known for
    /// certain whom the game waits for, nothing is asked that depends on a running clock.
    pub(super) fn check_time(&self, body: &Body, judged: bool) -> Result<(), GameError> {
        let (clocks, at) = match body {
            Body::Clock(set) if self.len() == 1 => return Ok(set.terms.check()?),
            Body::Clock(_) => return Err(ClockError::Settled.into()),
            body => (self.the_clocks()?, body.at()),
        };
        match body {
            Body::Calendar(set) => {
                self.going(set.seat)?;
                clocks.may_set_calendar(set.seat, &set.calendar, at)?;
            }
            Body::Leave(leave) => {
                self.going(leave.seat)?;
                clocks.may_take_leave(leave.seat, leave.span, at)?;
            }
            Body::LeaveEnd(end) => {
                self.going(end.seat)?;
                clocks.may_end_leave(end.seat, at)?;
            }
            Body::PauseOffer(offer) => {
                self.going(offer.seat)?;
                clocks.may_offer_pause(offer.seat, offer.until, at)?;
            }
            Body::PauseAnswer(answer) => {
                self.going(answer.seat)?;
                self.may_answer_pause(answer.seat, answer.accept, at)?;
            }
            Body::PauseEnd(end) => {
                self.going(end.seat)?;
                if clocks.may_end_pause(at)? != end.resumes {
                    return Err(
                        ClockError::Pause("The clocks run again a day after somebody ends a pause.".into()).into()
                    );
                }
            }
            Body::Grant(grant) => {
                self.going(grant.by)?;
                self.going(grant.seat)?;
                if judged {
                    self.may_grant(grant.by, grant.seat, grant.time, at)?;
                }
            }
            Body::Excuse(excuse) => {
                self.going(SeatId(0))?;
                clocks.may_excuse(excuse.span, at)?;
                if plain_text("reason", &excuse.reason, MOST_REASON)? != excuse.reason || excuse.reason.is_empty() {
                    return Err(ClockError::Excuse("An excuse needs a reason.".into()).into());
                }
            }
            Body::TimeClaim(claim) => {
                self.going(claim.by)?;
                self.going(claim.seat)?;
                if judged {
                    self.may_claim(claim.by, claim.seat, at)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// What a claim on a seat's time comes to, by the terms of the game.
    pub(super) fn claimed(&self, seat: SeatId) -> Ended {
        let winner = self.side_of(seat).map(Side::other);
        match self.clocks().map(|c| c.terms().claim) {
            Some(Claim::Adjudication) => {
                let outcome = self.ruleset.truth(self.position()).judged();
                (outcome.level, outcome.points, Reason::Adjudicated, outcome.winner)
            }
            _ => {
                let level = winner.map_or(String::new(), |w| format!("{w} victory on time"));
                (level, self.points(), Reason::Forfeit, winner)
            }
        }
    }

    /// Takes a record into the clocks, after everything else it changes.
    pub(super) fn wind(&mut self, body: &Body) -> Result<(), FaultKind> {
        if let Body::Clock(set) = body {
            if self.len() != 1 {
                return Err(FaultKind::NoClock);
            }
            self.clocks = Some(Arc::new(Clocks::new(set.terms, self.seats.len(), set.at)));
            return Ok(());
        }
        let Some(mut clocks) = self.clocks.take() else {
            return if body.is_of_time() || matches!(body, Body::ResultOnTime(_)) {
                Err(FaultKind::NoClock)
            } else {
                Ok(())
            };
        };
        let seated = |seat: SeatId| self.seat(seat).map(|_| seat).ok_or(FaultKind::NoSeat);
        let turning = Arc::make_mut(&mut clocks);
        // What answers in the same exchange is of the same moment; what was queued is given in one of its own, later.
        let goes_on = turning.moment(Millis(0)) == turning.moment(body.at());
        turning.pass(body.at());
        match body {
            Body::Order(order) => turning.moved(|s| self.waits_for(s), order.standing.is_some()),
            Body::OrderSecond(order) => turning.moved(|s| self.waits_for(s), order.advance && goes_on),
            Body::Choice(_) => turning.moved(|s| self.waits_for(s), false),
            // Of the exchange of the last choice: whoever gave it may be asked again at once, and is not handed the game anew.
            Body::Choices(_) => turning.moved(|s| self.waits_for(s), true),
            Body::Ruling(_) => turning.moved(|s| self.waits_for(s), false),
            Body::Judgement(j) if j.back_to.is_some() => turning.moved(|s| self.waits_for(s), false),
            Body::TakebackAnswer(answer) if answer.accept => turning.moved(|s| self.waits_for(s), false),
            Body::Hands(Hands { seat, bot, .. }) | Body::HandsChange(HandsChange { seat, bot, .. }) => {
                // A house player has no clock, and whoever takes over from somebody is asked anew.
                turning.stop(*seat);
                if bot.is_none() && self.waits_for(*seat) {
                    turning.asked(*seat);
                }
            }
            // Stands between an order and the standing orders that answer it.
            Body::NextAnchor(_) | Body::AnchorSecond(_) | Body::Pieces(_) => {}
            body => {
                turning.settle();
                match body {
                    Body::Join(_) if self.begun() => turning.begin(),
                    Body::HandOver(HandOver { to, .. }) | Body::HandOverSecond(HandOverSecond { to, .. }) => {
                        for seat in to {
                            if self.seat(*seat).and_then(|s| s.player.as_ref()).is_some_and(|p| p.bot.is_none()) {
                                turning.asked(*seat);
                            }
                        }
                    }
                    Body::Calendar(set) => turning.set_calendar(seated(set.seat)?, &set.calendar),
                    Body::Leave(leave) => turning.take_leave(seated(leave.seat)?, leave.span),
                    Body::LeaveEnd(end) => turning.end_leave(seated(end.seat)?),
                    Body::PauseOffer(offer) => turning.offer_pause(seated(offer.seat)?, offer.until),
                    Body::PauseAnswer(answer) => turning.answer_pause(answer.accept),
                    Body::PauseEnd(end) => turning.end_pause(end.resumes),
                    Body::Grant(grant) => turning.grant(seated(grant.seat)?, grant.time),
                    Body::Excuse(excuse) => turning.excuse(excuse.span),
                    Body::Result(_) | Body::ResultOnTime(_) | Body::Closed(_) => turning.end(),
                    _ => {}
                }
            }
        }
        self.clocks = Some(clocks);
        Ok(())
    }

    /// A record about time told in prose, with whoever acted. A calendar is told to its owner alone.
    pub(super) fn told_of_time(&self, body: &Body, viewer: Viewer) -> (Option<SeatId>, Option<String>) {
        let span = |s: &Span| format!("from {} to {}", date(s.from), date(s.until));
        match body {
            Body::Clock(set) => (None, Some(format!("The clock: {}.", set.terms.in_words()))),
            Body::Calendar(set) => {
                let own = viewer == Viewer::Seat(set.seat) || viewer == Viewer::Everyone;
                (Some(set.seat), own.then(|| format!("{} set a calendar.", self.subject(set.seat))))
            }
            Body::Leave(l) => (Some(l.seat), Some(format!("{} takes leave {}.", self.subject(l.seat), span(&l.span)))),
            Body::LeaveEnd(e) => (Some(e.seat), Some(format!("{} ended the leave.", self.subject(e.seat)))),
            Body::PauseOffer(p) => {
                let until = p.until.map_or(String::new(), |until| format!(" until {}", date(until)));
                (Some(p.seat), Some(format!("{} proposed a pause{until}.", self.subject(p.seat))))
            }
            Body::PauseAnswer(a) => {
                let what = if a.accept { "accepted the pause: the clocks stand still" } else { "declined the pause" };
                (Some(a.seat), Some(format!("{} {what}.", self.subject(a.seat))))
            }
            Body::PauseEnd(e) => {
                let text =
                    format!("{} ended the pause: the clocks run again from {}.", self.subject(e.seat), date(e.resumes));
                (Some(e.seat), Some(text))
            }
            Body::Grant(g) => {
                let text = format!("{} granted {} {} more.", self.subject(g.by), self.who(g.seat), lasting(g.time));
                (Some(g.by), Some(text))
            }
            Body::Excuse(e) => {
                (None, Some(format!("The host excused the time {}: {}", span(&e.span), ended(&e.reason))))
            }
            Body::TimeClaim(c) => {
                let text = format!("{} claimed: the time of {} is out.", self.subject(c.by), self.who(c.seat));
                (Some(c.by), Some(text))
            }
            _ => (None, None),
        }
    }
}

impl Body {
    /// Whether only a game with a clock has such records.
    pub(super) fn is_of_time(&self) -> bool {
        matches!(self, of_time!())
    }
}

fn ended(text: &str) -> String {
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}
