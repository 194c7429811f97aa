//! The record of an arbiter (`docs/decisions/0104-judgements.md`).

use crate::words::Millis;
use serde::{Deserialize, Serialize};

/// `judgement/1`: an arbiter has judged a disputed record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// The arbiter's name.
    pub arbiter: String,
    /// When.
    pub at: Millis,
    /// The record whose position stands again; null where nothing is taken back.
    pub back_to: Option<u64>,
    /// Why, in words.
    pub reason: String,
    /// The record that is judged.
    pub record: u64,
}
