//! Standing orders: answers given in advance, so that nobody waits for the obvious.

use super::SeatId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A question that a ruleset lets a seat answer in advance.
#[derive(Clone, Debug, Serialize)]
pub struct StandingOffer {
    /// Stable key, lower case with hyphens: `retreat`.
    pub key: &'static str,
    /// The question in words: "When one of your units must retreat".
    pub title: &'static str,
    /// Possible answers. One of them has the value `ask`.
    pub choices: Vec<StandingChoice>,
    /// The value that a seat has if it says nothing: sound play, few letters.
    pub default: &'static str,
    /// The value that a player who wants no waiting at all would choose.
    pub keen: &'static str,
}

/// One possible answer of a [`StandingOffer`].
#[derive(Clone, Debug, Serialize)]
pub struct StandingChoice {
    /// Stable value: `ask`, `never`, `fewest-losses`.
    pub value: &'static str,
    /// What it means, as a sentence in the imperative.
    pub title: &'static str,
}

/// One seat's standing orders: key to value, whole (no key of the ruleset's offers is missing).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Standing(pub BTreeMap<String, String>);

impl Standing {
    /// The value for a key; `ask` when it is missing.
    pub fn get(&self, key: &str) -> &str {
        self.0.get(key).map_or("ask", String::as_str)
    }

    /// Standing orders of one level for these offers.
    pub fn at(level: Level, offers: &[StandingOffer]) -> Self {
        let value = |o: &StandingOffer| match level {
            Level::Ask => "ask",
            Level::Default => o.default,
            Level::Keen => o.keen,
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
    /// Each offer's keen value.
    Keen,
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
