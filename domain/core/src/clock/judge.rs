//! What may be done about the time, and what not. The same questions are asked before a record is written and by whoever verifies
//! the log afterwards.
//!
//! Each takes the time of the record by the service's clock. Who sits on which side is not known here.

use super::calendar::least_counted;
use super::{Calendar, ClockError, Clocks, DAY, HOUR, LEAST_COUNTED, Span, lasting, leave};
use crate::words::{Millis, SeatId};

/// The most that can be granted at a time.
const MOST_GRANTED: u64 = 90 * DAY;
/// How far ahead leave and the end of a pause can be set.
const MOST_AHEAD: u64 = 366 * DAY;
/// How far back delays can be excused, and how long they can be.
const MOST_BACK: u64 = 60 * DAY;

impl Clocks {
    /// Whether a seat's calendar can be set.
    ///
    /// # Errors
    /// [`ClockError::Calendar`], [`ClockError::TooLittle`], [`ClockError::CalendarLately`].
    pub fn may_set_calendar(&self, seat: SeatId, calendar: &Calendar, at: Millis) -> Result<(), ClockError> {
        let at = self.moment(at);
        calendar.check_shape(at)?;
        let Some(hand) = self.hands.get(usize::from(seat.0)) else { return Ok(()) };
        if let Some(set) = hand.set.as_ref().filter(|s| at.0 - s.at.0.min(at.0) < DAY) {
            return Err(ClockError::CalendarLately { wait: DAY - (at.0 - set.at.0.min(at.0)) });
        }
        // Judged with what the calendars before it have masked: a new one every week is not a way round.
        let left = least_counted(&hand.with(calendar, at));
        if left < LEAST_COUNTED { Err(ClockError::TooLittle { left }) } else { Ok(()) }
    }

    /// Whether a seat can take leave.
    ///
    /// # Errors
    /// [`ClockError::Leave`], [`ClockError::OnLeave`], [`ClockError::Budget`].
    pub fn may_take_leave(&self, seat: SeatId, span: Span, at: Millis) -> Result<(), ClockError> {
        let at = self.moment(at);
        if self.terms().leave == 0 {
            return Err(ClockError::budget(0, 0));
        }
        if span.from < at {
            return Err(ClockError::Leave("Leave begins now or later, never in the past.".into()));
        }
        if span.len() < HOUR {
            return Err(ClockError::Leave("Leave ends after it begins, and lasts an hour at least.".into()));
        }
        if span.from.0 - at.0 > MOST_AHEAD {
            return Err(ClockError::Leave("Leave can be announced a year ahead, not longer.".into()));
        }
        if self.leave(seat, at).is_some() {
            return Err(ClockError::OnLeave);
        }
        let taken = self.hands.get(usize::from(seat.0)).map_or(&[][..], |h| &h.leave);
        let days = self.terms().leave;
        leave::budget(days, self.begun.unwrap_or(at), taken, span).map_err(|left| ClockError::budget(left, days))
    }

    /// Whether a seat has leave to end.
    ///
    /// # Errors
    /// [`ClockError::NotOnLeave`].
    pub fn may_end_leave(&self, seat: SeatId, at: Millis) -> Result<(), ClockError> {
        self.leave(seat, at).map(|_| ()).ok_or(ClockError::NotOnLeave)
    }

    /// Whether a seat can propose a pause.
    ///
    /// # Errors
    /// [`ClockError::Pause`], [`ClockError::Paused`], [`ClockError::PauseStands`], [`ClockError::PauseLately`].
    pub fn may_offer_pause(&self, seat: SeatId, until: Option<Millis>, at: Millis) -> Result<(), ClockError> {
        let at = self.moment(at);
        if self.pause(at).is_some() {
            return Err(ClockError::Paused);
        }
        if self.proposal.is_some() {
            return Err(ClockError::PauseStands);
        }
        if until.is_some_and(|until| until.0.saturating_sub(at.0) < HOUR || until.0 - at.0 > MOST_AHEAD) {
            return Err(ClockError::Pause("A pause lasts an hour at least and a year at most.".into()));
        }
        let proposed = self.hands.get(usize::from(seat.0)).and_then(|h| h.proposed);
        match proposed.map(|p| at.0 - p.0.min(at.0)).filter(|since| *since < DAY) {
            Some(since) => Err(ClockError::PauseLately { wait: DAY - since }),
            None => Ok(()),
        }
    }

    /// When the clocks run again if somebody ends the pause.
    ///
    /// # Errors
    /// [`ClockError::NotPaused`], [`ClockError::Resuming`].
    pub fn may_end_pause(&self, at: Millis) -> Result<Millis, ClockError> {
        let pause = self.pause(at).ok_or(ClockError::NotPaused)?;
        let mut then = self.clone();
        then.pass(at);
        let resumes = then.resumption();
        if pause.until <= resumes { Err(ClockError::Resuming) } else { Ok(resumes) }
    }

    /// Whether so much time can be granted to a seat called so.
    ///
    /// # Errors
    /// [`ClockError::Grant`], [`ClockError::Idle`].
    pub fn may_grant(&self, seat: SeatId, name: &str, time: u64, at: Millis) -> Result<(), ClockError> {
        if !(HOUR..=MOST_GRANTED).contains(&time) {
            let most = lasting(MOST_GRANTED);
            return Err(ClockError::Grant(format!("Between an hour and {most} can be granted at a time.")));
        }
        if self.reading(seat, at).running { Ok(()) } else { Err(ClockError::Idle(name.to_owned())) }
    }

    /// Whether the time of a seat called so is out.
    ///
    /// # Errors
    /// [`ClockError::Idle`], [`ClockError::Early`].
    pub fn may_claim(&self, seat: SeatId, name: &str, at: Millis) -> Result<(), ClockError> {
        let reading = self.reading(seat, at);
        match reading.left {
            _ if !reading.running => Err(ClockError::Idle(name.to_owned())),
            0 => Ok(()),
            left => Err(ClockError::Early { name: name.to_owned(), left }),
        }
    }

    /// Whether a delay can be excused.
    ///
    /// # Errors
    /// [`ClockError::Excuse`].
    pub fn may_excuse(&self, span: Span, at: Millis) -> Result<(), ClockError> {
        let at = self.moment(at);
        let wrong = |why: &str| Err(ClockError::Excuse(why.to_owned()));
        if span.is_empty() {
            return wrong("A delay ends after it begins.");
        }
        if span.until > at {
            return wrong("A delay is excused when it is over.");
        }
        if at.0 - span.from.0 > MOST_BACK {
            return wrong("A delay can be excused for 60 days.");
        }
        Ok(())
    }
}
