//! Why a use case was not carried out: a kind, a sentence that helps, and what would have been right.

use domain::clock::Class;
use domain::referee::{GameError, LineFault, Refusal};
use fieldpost_store::{AppendError, StoreError};
use std::fmt;

/// The kinds of trouble, each with one HTTP status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
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

/// The links that orders take and that were not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinksWanted {
    /// The number of the one for the roll, where it rolls.
    pub roll: Option<u32>,
    /// That of the one for the next hand-over.
    pub handover: Option<u32>,
}

/// Why a use case was not carried out.
#[derive(Debug)]
pub struct ServiceError {
    /// What kind.
    pub kind: ErrorKind,
    /// What is wrong, as one or two sentences.
    pub wrong: String,
    /// What would be right, as a sentence.
    pub legal: Option<String>,
    /// The rulebook's section, with its sign: `§7.51`.
    pub section: Option<String>,
    /// What a page is headed with that shows it, where its kind would say something else.
    pub heading: Option<&'static str>,
    /// Where else a page leads that shows it, besides back: address and words. An address without a slash before it is one of the game's.
    pub ways: &'static [(&'static str, &'static str)],
    /// The links of sealed dice that orders lack.
    pub links: Option<LinksWanted>,
    /// Seconds to wait, for [`ErrorKind::TooMany`].
    pub retry_after: Option<u64>,
    /// The cause, for the log only.
    pub cause: Option<anyhow::Error>,
}

impl ServiceError {
    /// ServiceError of a kind, in a sentence.
    pub fn new(kind: ErrorKind, wrong: impl Into<String>) -> Self {
        ServiceError {
            kind,
            wrong: wrong.into(),
            legal: None,
            section: None,
            heading: None,
            ways: &[],
            links: None,
            retry_after: None,
            cause: None,
        }
    }

    /// The same with what would be right.
    pub fn legal(mut self, legal: impl Into<String>) -> Self {
        self.legal = Some(legal.into());
        self
    }

    /// The same with what a page is headed with that shows it.
    pub fn headed(mut self, heading: &'static str) -> Self {
        self.heading = Some(heading);
        self
    }

    /// 400: what was sent cannot be read.
    pub fn malformed(wrong: impl Into<String>) -> Self {
        ServiceError::new(ErrorKind::Malformed, wrong)
    }

    /// 403: not allowed.
    pub fn forbidden(wrong: impl Into<String>) -> Self {
        ServiceError::new(ErrorKind::Forbidden, wrong)
    }

    /// 404: no such thing.
    pub fn unknown(wrong: impl Into<String>) -> Self {
        ServiceError::new(ErrorKind::Unknown, wrong)
    }

    /// 409: not now.
    pub fn conflict(wrong: impl Into<String>) -> Self {
        ServiceError::new(ErrorKind::Conflict, wrong)
    }

    /// 410: not any more.
    pub fn gone(wrong: impl Into<String>) -> Self {
        ServiceError::new(ErrorKind::Gone, wrong)
    }

    /// 401: sign in first.
    pub fn sign_in() -> Self {
        ServiceError::new(ErrorKind::SignIn, "Nobody is signed in here.").legal("Sign in by mail, then try again.")
    }

    /// 500, with the cause for the log. The person sees one constant sentence.
    pub fn inside(cause: impl Into<anyhow::Error>) -> Self {
        let mut trouble = ServiceError::new(
            ErrorKind::Inside,
            "Something went wrong on our side. Nothing that was recorded is lost.",
        );
        trouble.legal = Some("Try again in a moment.".to_owned());
        trouble.cause = Some(cause.into());
        trouble
    }
}

impl fmt::Display for ServiceError {
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

impl std::error::Error for ServiceError {}

impl From<Refusal> for ServiceError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Unreadable { wrong, legal } => ServiceError::malformed(wrong).legal(legal),
            Refusal::Illegal(illegal) => {
                let mut trouble = ServiceError::new(ErrorKind::Illegal, illegal.wrong).legal(illegal.legal);
                trouble.section = Some(illegal.section.to_string());
                trouble
            }
            Refusal::Dice(no_dice) => ServiceError::new(ErrorKind::Illegal, no_dice.to_string()),
        }
    }
}

impl From<GameError> for ServiceError {
    fn from(error: GameError) -> Self {
        let text = error.to_string();
        match error {
            GameError::NoRuleset(_)
            | GameError::Terms(_)
            | GameError::Text(_)
            | GameError::NoOrder
            | GameError::TooManyLines { .. }
            | GameError::NoBot => ServiceError::malformed(text),
            GameError::NotSeated | GameError::NotHead(_) | GameError::FirstFormat | GameError::NotStudy => {
                ServiceError::forbidden(text)
            }
            GameError::Revision { .. }
            | GameError::Taken(_)
            | GameError::NotBegun
            | GameError::Finished(_)
            | GameError::OutOfTurn { .. }
            | GameError::UnknownHead
            | GameError::Stale { .. }
            | GameError::NoOffer
            | GameError::Offered(_)
            | GameError::OfferStands
            | GameError::OfferedBefore
            | GameError::TakebackStands
            | GameError::TakebackBefore
            | GameError::NoQueue
            | GameError::NoTakeback
            | GameError::Testimony
            | GameError::NotTestimony
            | GameError::NoWayBack { .. }
            | GameError::TakenBack(_)
            | GameError::SealedDice(_)
            | GameError::Hands(_) => ServiceError::conflict(text),
            GameError::LinksWanted { roll, handover } => {
                let mut trouble = ServiceError::conflict(text);
                trouble.links = Some(LinksWanted { roll, handover });
                trouble
            }
            GameError::BadLink(_) => {
                let mut trouble = ServiceError::new(ErrorKind::Illegal, text).legal(OTHER_KEY);
                trouble.heading = Some("Your dice key does not fit");
                trouble.ways = &[("/dice-key", "Your dice key"), ("sealed", "Whose dice are sealed")];
                trouble
            }
            GameError::Judgement(_) => ServiceError::new(ErrorKind::Illegal, text).headed("Nothing was judged"),
            GameError::Line { line, of, fault } => {
                let mut trouble = match fault {
                    LineFault::TooLong { .. } | LineFault::Control => ServiceError::malformed(fault.to_string()),
                    LineFault::OutOfTurn | LineFault::Finished => ServiceError::conflict(fault.to_string()),
                    LineFault::Refused(refusal) => refusal.into(),
                    LineFault::Part { part, of, text, refusal } => {
                        let mut trouble = ServiceError::from(refusal);
                        trouble.wrong = format!("Part {part} of {of}, {text:?}: {}", trouble.wrong);
                        trouble
                    }
                };
                if of > 1 {
                    trouble.wrong = format!("Line {line}: {}", trouble.wrong);
                }
                trouble
            }
            GameError::Clock(error) => match error.class() {
                Class::Nonsense => ServiceError::malformed(text),
                Class::NotYours => ServiceError::forbidden(text),
                Class::NotNow => ServiceError::conflict(text),
            },
            GameError::OtherKeys | GameError::Broken(_) => ServiceError::inside(anyhow::anyhow!(text)),
        }
    }
}

/// What to do about links that are not of the key with which the dice of a game were sealed.
const OTHER_KEY: &str = "Nothing was rolled or recorded. Bring the dice key of this game to this browser, from the text that you kept, and do it \
    again. If that key is lost, the game can go on with house dice.";

impl From<StoreError> for ServiceError {
    fn from(error: StoreError) -> Self {
        ServiceError::inside(error)
    }
}

impl From<AppendError> for ServiceError {
    fn from(error: AppendError) -> Self {
        match error {
            AppendError::Conflict { now } => {
                ServiceError::conflict(format!("The game has moved on to record {}: somebody was quicker.", now.length))
                    .legal("Look again, then repeat your order if you still mean it.")
            }
            AppendError::NoGame => ServiceError::unknown("There is no such game."),
            AppendError::SeatTaken(_) => ServiceError::conflict("That seat has just been taken."),
            AppendError::InvitationUsed => ServiceError::gone("This invitation has been used, or it has expired."),
            AppendError::KeyReused => {
                ServiceError::conflict("The key of this request was used before, for something else.")
                    .legal("Choose a new key for each request; repeat one only with the same content.")
            }
            AppendError::Broken { .. } | AppendError::Store(_) => ServiceError::inside(error),
        }
    }
}
