//! Sections of rulebooks.

use serde::Serialize;
use std::fmt;

/// A section of a rulebook, as the rulebook numbers it: `7.51`. Written with the sign in front where it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Section(pub &'static str);

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "§{}", self.0)
    }
}
