//! One seat's standing orders as they are kept.

use super::StandingOffer;
use crate::words::SeatId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One seat's standing orders: key to rule in notation, whole (no key of the ruleset's offers is missing). A rule without
/// conditions is just a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Standing(pub BTreeMap<String, String>);

impl Standing {
    /// The rule for a key, in notation; `ask` when it is missing.
    pub fn get(&self, key: &str) -> &str {
        self.0.get(key).map_or("ask", String::as_str)
    }

    /// Whether every rule is one value, so that no circumstance can matter.
    pub fn is_plain(&self) -> bool {
        !self.0.values().any(|text| is_conditional(text))
    }

    /// Standing orders of one level for these offers.
    pub fn at(level: Level, offers: &[StandingOffer]) -> Self {
        let value = |o: &StandingOffer| match level {
            Level::Ask => "ask",
            Level::Default => o.default,
            Level::NeverAsk => o.never_ask,
        };
        Standing(offers.iter().map(|o| (o.key.to_owned(), value(o).to_owned())).collect())
    }
}

/// Ready-made sets of standing orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Ask me everything.
    Ask,
    /// Each offer's default.
    Default,
    /// Each offer's value for a player who wants no waiting at all.
    NeverAsk,
}

/// What a standing order says to a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<O> {
    /// Who answers.
    pub seat: SeatId,
    /// The order given.
    pub order: O,
    /// The offer that was used, by key.
    pub key: &'static str,
    /// Why, for the chronicle: "standing order: shortest way back out of the enemy's zones".
    pub reason: String,
}

/// Whether a rule is more than one value.
pub(super) fn is_conditional(text: &str) -> bool {
    text.contains(';')
}
