//! What a clock refuses, in sentences for the player.

use super::{DAY, LEAST_COUNTED, lasting};
use thiserror::Error;

/// Why nothing was done about the time.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ClockError {
    /// The game has no clock.
    #[error("This game is played without a clock.")]
    NoClock,
    /// The clock of a game is agreed on before anybody joins.
    #[error("The clock of a game is agreed on when it is set up, and does not change afterwards.")]
    Settled,
    /// Terms that cannot be agreed on.
    #[error("{0}")]
    Terms(String),
    /// A calendar that makes no sense.
    #[error("{0}")]
    Calendar(String),
    /// A calendar that leaves too little.
    #[error(
        "With this calendar your time would run for {} in four weeks; {} at least must count. Shorten the nights, the weekends or the holidays; for a longer absence there is leave.",
        lasting(*.left), lasting(LEAST_COUNTED)
    )]
    TooLittle {
        /// Milliseconds that would count in the worst four weeks.
        left: u64,
    },
    /// The calendar was changed a moment ago.
    #[error("Your calendar in this game was changed less than a day ago. It can be changed again in {}.", lasting(*.wait))]
    CalendarLately {
        /// Milliseconds to wait.
        wait: u64,
    },
    /// Leave that makes no sense.
    #[error("{0}")]
    Leave(String),
    /// Leave beyond what the terms allow.
    #[error("That is more leave than you have: {} left in that year of the game, of {days} days.", lasting(*.left))]
    Budget {
        /// Milliseconds left in the year concerned.
        left: u64,
        /// Days that the terms give.
        days: u32,
    },
    /// Leave has been taken already.
    #[error("You have taken leave already. End it first, then take it anew.")]
    OnLeave,
    /// There is none to end.
    #[error("You have not taken leave.")]
    NotOnLeave,
    /// A pause that makes no sense.
    #[error("{0}")]
    Pause(String),
    /// The game is paused.
    #[error("The clocks are stopped already.")]
    Paused,
    /// The game is not paused.
    #[error("The clocks are not stopped.")]
    NotPaused,
    /// The end of the pause has been announced.
    #[error("The end of the pause has been announced already.")]
    Resuming,
    /// A pause is proposed already.
    #[error("A pause has been proposed already, and waits for an answer.")]
    PauseStands,
    /// The same seat proposed a pause a moment ago.
    #[error("You have proposed a pause less than a day ago. You can propose another in {}.", lasting(*.wait))]
    PauseLately {
        /// Milliseconds to wait.
        wait: u64,
    },
    /// There is no proposal to answer.
    #[error("No pause has been proposed to you.")]
    NoPause,
    /// A grant that is none.
    #[error("{0}")]
    Grant(String),
    /// Time for one's own side.
    #[error("Time is granted by the other side: you cannot give it to yourself.")]
    OwnSide,
    /// The game does not wait for that seat.
    #[error("The clock of the {0} is not running.")]
    Idle(String),
    /// The claim comes too early.
    #[error("The time of the {name} is not out: {} left.", lasting(*.left))]
    Early {
        /// The seat's name.
        name: String,
        /// Milliseconds left.
        left: u64,
    },
    /// Nobody claims on their own side's time.
    #[error("A claim is for the other side: you cannot claim on your own time.")]
    OwnClaim,
    /// The claimant's time is out as well.
    #[error("Your own time is out as well. Give your orders first; then you can claim.")]
    Unclean,
    /// An excuse that makes no sense.
    #[error("{0}")]
    Excuse(String),
}

/// What kind of mistake it was, for whoever must choose a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// What was sent makes no sense, at any time.
    Nonsense,
    /// It is not for this seat to do.
    NotYours,
    /// Not now.
    NotNow,
}

impl ClockError {
    /// Which kind it is.
    pub fn class(&self) -> Class {
        match self {
            ClockError::Terms(_)
            | ClockError::Calendar(_)
            | ClockError::TooLittle { .. }
            | ClockError::Leave(_)
            | ClockError::Pause(_)
            | ClockError::Grant(_)
            | ClockError::Excuse(_) => Class::Nonsense,
            ClockError::OwnSide | ClockError::OwnClaim => Class::NotYours,
            ClockError::NoClock
            | ClockError::Settled
            | ClockError::CalendarLately { .. }
            | ClockError::Budget { .. }
            | ClockError::OnLeave
            | ClockError::NotOnLeave
            | ClockError::Paused
            | ClockError::NotPaused
            | ClockError::Resuming
            | ClockError::PauseStands
            | ClockError::PauseLately { .. }
            | ClockError::NoPause
            | ClockError::Idle(_)
            | ClockError::Early { .. }
            | ClockError::Unclean => Class::NotNow,
        }
    }

    /// Refuses leave that overruns the budget.
    pub(super) fn budget(left: u64, days: u32) -> Self {
        ClockError::Budget { left: left.min(u64::from(days).saturating_mul(DAY)), days }
    }
}
