//! Why the rules break an order.

use crate::words::Illegal;

/// The rule that an order breaks. It stands as a constant beside the check that finds it, so that legal orders can be looked for without
/// writing a sentence; the sentence is written once a player has to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleBreak(&'static [&'static str; 3]);

impl RuleBreak {
    /// A rule by its section, what is wrong, and what would be legal. `{unit}` in the sentences stands for the name of the piece that the
    /// order is about.
    pub const fn new(said: &'static [&'static str; 3]) -> Self {
        RuleBreak(said)
    }

    /// The refusal of an order about a piece of that name.
    pub fn illegal(self, unit: &str) -> Illegal {
        let [section, wrong, legal] = *self.0;
        Illegal::new(section, wrong.replace("{unit}", unit), legal.replace("{unit}", unit))
    }
}
