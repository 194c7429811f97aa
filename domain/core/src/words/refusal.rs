//! Why an order was not carried out.

use super::{NoDice, Section};
use serde::Serialize;
use thiserror::Error;

/// An order that the rules forbid: the section, what is wrong, what would be legal. Shown to the player as it is.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize)]
#[error("{section}: {wrong} {legal}")]
pub struct Illegal {
    /// The section that forbids it.
    pub section: Section,
    /// What is wrong, one sentence with a full stop.
    pub wrong: String,
    /// What would be legal, one sentence with a full stop.
    pub legal: String,
}

impl Illegal {
    /// An order forbidden by `section`. Both texts are sentences.
    pub fn new(section: &'static str, wrong: impl Into<String>, legal: impl Into<String>) -> Self {
        Illegal { section: Section(section), wrong: wrong.into(), legal: legal.into() }
    }
}

/// Why `decide` gave no facts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The line could not be read as an order at all.
    #[error("{wrong} {legal}")]
    Unreadable {
        /// What could not be read, one sentence.
        wrong: String,
        /// What a readable order looks like, one sentence.
        legal: String,
    },
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// It needs a roll, and the dice handed over could not give one: a draft stops here, forced dice have run out.
    #[error(transparent)]
    Dice(#[from] NoDice),
}

impl Refusal {
    /// A line that cannot be read. Both texts are sentences.
    pub fn unreadable(wrong: impl Into<String>, legal: impl Into<String>) -> Self {
        Refusal::Unreadable { wrong: wrong.into(), legal: legal.into() }
    }
}
