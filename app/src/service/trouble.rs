//! Why a use case was not carried out: a kind, a sentence that helps, and what would have been right.

use domain::clock::Class;
use domain::referee::{GameError, LineFault, Refusal};
use fieldpost_store::{AppendError, StoreError};
use std::fmt;

/// The kinds of trouble, each with one HTTP status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 400: what was sent cannot be read.
    Malformed,
    /// 401: nobody is signed in, or the token is not known.
    SignIn,
    /// 403: signed in, but not allowed.
    Forbidden,
    /// 404: no such thing, or none that this viewer may know of.
    Unknown,
    /// 405: the address exists, the method does not.
    Method,
    /// 408: it was too long in coming.
    Slow,
    /// 409: the game has moved on, is over, or waits on somebody else.
    Conflict,
    /// 410: it existed once: a link used or expired.
    Gone,
    /// 413: too large.
    TooLarge,
    /// 415: not a content type that is read here.
    ContentType,
    /// 422: readable, but the rules forbid it.
    Illegal,
    /// 429: too often.
    TooMany,
    /// 500: our own fault; the cause goes to the log only.
    Inside,
}

/// Why a use case was not carried out.
#[derive(Debug)]
pub struct Trouble {
    /// What kind.
    pub kind: Kind,
    /// What is wrong, as one or two sentences.
    pub wrong: String,
    /// What would be right, as a sentence.
    pub legal: Option<String>,
    /// The rulebook's section, with its sign: `§7.51`.
    pub section: Option<String>,
    /// Seconds to wait, for [`Kind::TooMany`].
    pub retry_after: Option<u64>,
    /// The cause, for the log only.
    pub cause: Option<anyhow::Error>,
}

impl Trouble {
    /// Trouble of a kind, in a sentence.
    pub fn new(kind: Kind, wrong: impl Into<String>) -> Self {
        Trouble { kind, wrong: wrong.into(), legal: None, section: None, retry_after: None, cause: None }
    }

    /// The same with what would be right.
    pub fn legal(mut self, legal: impl Into<String>) -> Self {
        self.legal = Some(legal.into());
        self
    }

    /// 400: what was sent cannot be read.
    pub fn malformed(wrong: impl Into<String>) -> Self {
        Trouble::new(Kind::Malformed, wrong)
    }

    /// 403: not allowed.
    pub fn forbidden(wrong: impl Into<String>) -> Self {
        Trouble::new(Kind::Forbidden, wrong)
    }

    /// 404: no such thing.
    pub fn unknown(wrong: impl Into<String>) -> Self {
        Trouble::new(Kind::Unknown, wrong)
    }

    /// 409: not now.
    pub fn conflict(wrong: impl Into<String>) -> Self {
        Trouble::new(Kind::Conflict, wrong)
    }

    /// 410: not any more.
    pub fn gone(wrong: impl Into<String>) -> Self {
        Trouble::new(Kind::Gone, wrong)
    }

    /// 401: sign in first.
    pub fn sign_in() -> Self {
        Trouble::new(Kind::SignIn, "Nobody is signed in here.").legal("Sign in by mail, then try again.")
    }

    /// 500, with the cause for the log. The person sees one constant sentence.
    pub fn inside(cause: impl Into<anyhow::Error>) -> Self {
        let mut trouble =
            Trouble::new(Kind::Inside, "Something went wrong on our side. Nothing that was recorded is lost.");
        trouble.legal = Some("Try again in a moment.".to_owned());
        trouble.cause = Some(cause.into());
        trouble
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(section) = &self.section {
            write!(f, "{section}: ")?;
        }
        f.write_str(&self.wrong)?;
        if let Some(legal) = &self.legal {
            write!(f, " {legal}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Trouble {}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Unreadable { wrong, legal } => Trouble::malformed(wrong).legal(legal),
            Refusal::Illegal(illegal) => {
                let mut trouble = Trouble::new(Kind::Illegal, illegal.wrong).legal(illegal.legal);
                trouble.section = Some(illegal.section.to_string());
                trouble
            }
            Refusal::Dice(no_dice) => Trouble::new(Kind::Illegal, no_dice.to_string()),
        }
    }
}

impl From<GameError> for Trouble {
    fn from(error: GameError) -> Self {
        let text = error.to_string();
        match error {
            GameError::NoRuleset(_)
            | GameError::Terms(_)
            | GameError::Text(_)
            | GameError::NoOrder
            | GameError::TooManyLines { .. }
            | GameError::NoBot => Trouble::malformed(text),
            GameError::NotSeated | GameError::NotStudy => Trouble::forbidden(text),
            GameError::Revision { .. }
            | GameError::Taken(_)
            | GameError::NotBegun
            | GameError::Finished(_)
            | GameError::OutOfTurn { .. }
            | GameError::UnknownHead
            | GameError::Stale { .. }
            | GameError::NoOffer
            | GameError::OfferStands
            | GameError::OfferedBefore
            | GameError::TakebackStands
            | GameError::TakebackBefore
            | GameError::NoTakeback
            | GameError::NoWayBack { .. }
            | GameError::Hands(_) => Trouble::conflict(text),
            GameError::Line { line, of, fault } => {
                let mut trouble = match fault {
                    LineFault::TooLong { .. } | LineFault::Control => Trouble::malformed(fault.to_string()),
                    LineFault::OutOfTurn | LineFault::Finished => Trouble::conflict(fault.to_string()),
                    LineFault::Refused(refusal) => refusal.into(),
                };
                if of > 1 {
                    trouble.wrong = format!("Line {line}: {}", trouble.wrong);
                }
                trouble
            }
            GameError::Clock(error) => match error.class() {
                Class::Nonsense => Trouble::malformed(text),
                Class::NotYours => Trouble::forbidden(text),
                Class::NotNow => Trouble::conflict(text),
            },
            GameError::OtherKeys | GameError::Broken(_) => Trouble::inside(anyhow::anyhow!(text)),
        }
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Trouble::inside(error)
    }
}

impl From<AppendError> for Trouble {
    fn from(error: AppendError) -> Self {
        match error {
            AppendError::Conflict { now } => {
                Trouble::conflict(format!("The game has moved on to record {}: somebody was quicker.", now.length))
                    .legal("Look again, then repeat your order if you still mean it.")
            }
            AppendError::NoGame => Trouble::unknown("There is no such game."),
            AppendError::SeatTaken(_) => Trouble::conflict("That seat has just been taken."),
            AppendError::InvitationUsed => Trouble::gone("This invitation has been used, or it has expired."),
            AppendError::KeyReused => Trouble::conflict("The key of this request was used before, for something else.")
                .legal("Choose a new key for each request; repeat one only with the same content."),
            AppendError::Broken { .. } | AppendError::Store(_) => Trouble::inside(error),
        }
    }
}
