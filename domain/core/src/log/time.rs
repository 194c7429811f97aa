//! Bodies of the records about time. See [`crate::clock`] for what they come to.

use crate::clock::{Calendar, ClockTerms, Span};
use crate::words::{Millis, SeatId};
use serde::{Deserialize, Serialize};

/// `clock/1`: the terms of the game's clock. The second record, directly after the genesis; a game without it has no clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSet {
    /// When.
    pub at: Millis,
    /// What was agreed on.
    pub terms: ClockTerms,
}

/// `calendar/1`: when a seat's time does not count, from here on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalendarSet {
    /// When.
    pub at: Millis,
    /// The rules and the spans that follow from them.
    pub calendar: Calendar,
    /// Whose.
    pub seat: SeatId,
}

/// `leave/1`: a seat takes leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaveTaken {
    /// When it was announced.
    pub at: Millis,
    /// Whose.
    pub seat: SeatId,
    /// From when until when.
    pub span: Span,
}

/// `leave-end/1`: a seat is back before its time, or does not go after all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaveEnd {
    /// When.
    pub at: Millis,
    /// Whose.
    pub seat: SeatId,
}

/// `pause-offer/1`: somebody proposes that all clocks stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PauseOffer {
    /// When.
    pub at: Millis,
    /// Who proposes.
    pub seat: SeatId,
    /// Until when; null until somebody ends it.
    pub until: Option<Millis>,
}

/// `pause-answer/1`: the proposal was accepted or declined. Accepted, it holds from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PauseAnswer {
    /// Yes or no.
    pub accept: bool,
    /// When.
    pub at: Millis,
    /// Who answers.
    pub seat: SeatId,
}

/// `pause-end/1`: somebody ends the pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PauseEnd {
    /// When it was said.
    pub at: Millis,
    /// When the clocks run again: a day after.
    pub resumes: Millis,
    /// Who ends it.
    pub seat: SeatId,
}

/// `grant/1`: a side gives a seat of the other more time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grant {
    /// When.
    pub at: Millis,
    /// Who gives.
    pub by: SeatId,
    /// Who gets.
    pub seat: SeatId,
    /// Milliseconds.
    pub time: u64,
}

/// `excuse/1`: the host of the service excuses a delay that was nobody's fault at the table: it counts for nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Excuse {
    /// When.
    pub at: Millis,
    /// Why, in words.
    pub reason: String,
    /// What is excused.
    pub span: Span,
}

/// `claim/1`: somebody claims that a seat of the other side has run out of time. The result follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeClaim {
    /// When.
    pub at: Millis,
    /// Who claims.
    pub by: SeatId,
    /// Whose time is out.
    pub seat: SeatId,
}
