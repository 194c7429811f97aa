//! What the players agreed on about time.

use super::{ClockError, DAY, HOUR, lasting};
use serde::{Deserialize, Serialize};

/// The terms of a game's clock. A game without a clock has none of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockTerms {
    /// What it means when somebody claims on time.
    pub claim: Claim,
    /// How time is given.
    pub control: Control,
    /// Days of leave that each player may take in a year of the game.
    pub leave: u32,
    /// Whether the opponent of somebody whose time is out may ask for a house player in their place.
    pub stand_in: bool,
}

/// What a claim on time ends the game with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Claim {
    /// The result that the ruleset would give the position as it stands.
    Adjudication,
    /// The side whose time is out has lost.
    Forfeit,
}

/// How time is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Control {
    /// A stock of time that is drawn on while the game waits, and added to with each hand-over.
    Bank(Bank),
    /// So many days for each hand-over. What is left over is lost.
    Days(u32),
}

/// A stock of time, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bank {
    /// What each player begins with.
    pub bank: u64,
    /// Additions never lift the stock above this.
    pub cap: u64,
    /// What is added when the game no longer waits for the player.
    pub increment: u64,
}

impl ClockTerms {
    /// Whether these can be agreed on.
    ///
    /// # Errors
    /// [`ClockError::Terms`], saying what is too much or too little.
    pub fn check(&self) -> Result<(), ClockError> {
        let wrong = |why: &str| Err(ClockError::Terms(why.to_owned()));
        match self.control {
            Control::Days(days) if !(1..=90).contains(&days) => {
                return wrong("A hand-over allows 1 to 90 days.");
            }
            Control::Days(_) => {}
            Control::Bank(Bank { bank, cap, increment }) => {
                if !(HOUR..=365 * DAY).contains(&bank) {
                    return wrong("The stock of time is between an hour and 365 days.");
                }
                if increment > 30 * DAY {
                    return wrong("At most 30 days are added with a hand-over.");
                }
                if cap < bank || cap > 365 * DAY {
                    return wrong("The cap is not below the stock at the start, and at most 365 days.");
                }
            }
        }
        if self.leave > 180 {
            return wrong("At most 180 days of leave a year.");
        }
        Ok(())
    }
}

impl ClockTerms {
    /// The terms in words: "3 days for each hand-over; a claim on time wins; 21 days of leave a year".
    pub fn in_words(&self) -> String {
        let claim = match self.claim {
            Claim::Forfeit => "a claim on time wins",
            Claim::Adjudication => "a claim on time has the position judged as it stands",
        };
        let leave = match self.leave {
            0 => "no leave".to_owned(),
            days => format!("{} of leave a year", lasting(u64::from(days).saturating_mul(DAY))),
        };
        let stand_in = if self.stand_in { "; a house player may stand in" } else { "" };
        format!("{}; {claim}; {leave}{stand_in}", self.control.in_words())
    }
}

impl Control {
    /// In words: "3 days for each hand-over".
    pub fn in_words(self) -> String {
        match self {
            Control::Days(1) => "a day for each hand-over".to_owned(),
            Control::Days(days) => format!("{days} days for each hand-over"),
            Control::Bank(Bank { bank, cap, increment: 0 }) if cap == bank => format!("{} each", lasting(bank)),
            Control::Bank(Bank { bank, cap, increment }) => format!(
                "{} each, {} more with each hand-over, up to {}",
                lasting(bank),
                lasting(increment),
                lasting(cap)
            ),
        }
    }

    /// What a player has before the first hand-over.
    pub(super) fn start(self) -> u64 {
        match self {
            Control::Bank(bank) => bank.bank,
            Control::Days(days) => u64::from(days).saturating_mul(DAY),
        }
    }

    /// What a player has when asked, given what was left.
    pub(super) fn asked(self, left: u64) -> u64 {
        match self {
            Control::Bank(_) => left,
            Control::Days(_) => self.start(),
        }
    }

    /// What a player has after answering, given what was left then. An addition never takes anything away, also from somebody
    /// whom a grant has lifted above the cap.
    pub(super) fn answered(self, left: u64) -> u64 {
        match self {
            Control::Bank(Bank { cap, increment, .. }) => left.max(cap.min(left.saturating_add(increment))),
            Control::Days(_) => left,
        }
    }
}
