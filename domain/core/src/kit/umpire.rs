//! The umpire's lines in study positions: words that every rulebook reads alike.

use crate::words::{Refusal, Side};

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

    /// A number.
    ///
    /// # Errors
    /// [`Refusal::Unreadable`] for anything else.
    pub fn number(&self, word: &str) -> Result<u8, Refusal> {
        word.parse().map_err(|_| self.unreadable(format!("{word} is not a number from 0 to 255.")))
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
