//! Standing orders: answers given in advance, so that nobody waits for the obvious.
//!
//! A seat says for each question that its ruleset offers ([`StandingOffer`]) one value, or values under conditions in order:
//!
//! ```text
//! retreat = if unit Archer: ask; if turn >= 4: strength; rear
//! ```
//!
//! [`Standing`] keeps these rules as text, [`Notation`] reads and writes them, and [`InForce`] brings them down to plain
//! values in the circumstances that the ruleset tells of a question ([`super::Ruleset::circumstances`]).

mod in_force;
mod lapse;
mod notation;
mod offers;
mod read;
mod rule;
mod set;

pub use in_force::{InForce, ReadStanding};
pub use lapse::{Lapsed, TURN, lapsed};
pub use notation::{MOST_SET_BYTES, Notation};
pub use offers::{
    Circumstance, CircumstanceValue, QuestionContext, StandingChoice, StandingCondition, StandingOffer, Takes, Word,
};
pub use read::{MOST_CONDITIONS, MOST_RULE_BYTES, WrongRule};
pub(super) use read::{quoted, read};
pub use rule::{Case, Compare, Condition, Rule, Test};
pub use set::{Answer, Level, Standing};
