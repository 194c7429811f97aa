//! The umpire's lines in study positions: words that every rulebook reads alike.

use crate::words::{Refusal, Side};
use std::str::FromStr;

/// How a rulebook's umpire is told what could be said instead.
#[derive(Clone, Copy, Debug)]
pub struct UmpireLines {
    /// A sentence with examples.
    pub shape: &'static str,
}

impl UmpireLines {
    /// The refusal of a line that says nothing here.
    pub fn unreadable(&self, wrong: impl Into<String>) -> Refusal {
        Refusal::unreadable(wrong, self.shape)
    }

    /// A number of as many digits as its place in the rulebook's position holds: units and turns are counted in `u8` or `u16`.
    ///
    /// # Errors
    /// [`Refusal::Unreadable`] for anything else.
    pub fn number<N: FromStr>(&self, word: &str) -> Result<N, Refusal> {
        word.parse().map_err(|_| self.unreadable(format!("{word} is not a number, or too great a one.")))
    }

    /// A side.
    ///
    /// # Errors
    /// [`Refusal::Unreadable`] for anything else.
    pub fn side(&self, word: &str) -> Result<Side, Refusal> {
        let found = Side::BOTH.into_iter().find(|s| s.word() == word);
        found.ok_or_else(|| self.unreadable(format!("{word} is not a side.")))
    }
}
