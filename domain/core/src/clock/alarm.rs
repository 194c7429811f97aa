//! When a letter says that time is running short.

use super::DAY;
use crate::words::Millis;
use serde::{Deserialize, Serialize};

/// How much of the time that a player had when asked is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Alarm {
    /// Half of it.
    Half,
    /// Four fifths.
    Most,
    /// All but a twentieth.
    Nearly,
}

impl Alarm {
    /// All of them, in the order in which they come due.
    pub const ALL: [Alarm; 3] = [Alarm::Half, Alarm::Most, Alarm::Nearly];

    /// The share of the time that is used up, in hundredths.
    pub fn percent(self) -> u64 {
        match self {
            Alarm::Half => 50,
            Alarm::Most => 80,
            Alarm::Nearly => 95,
        }
    }

    /// How much of so many milliseconds is left when it comes due. Rounded down, so that it never comes early.
    pub fn left_of(self, of: u64) -> u64 {
        // In u128 so that nothing is lost for times beyond any game's.
        u64::try_from(u128::from(of) * u128::from(100 - self.percent()) / 100).unwrap_or(u64::MAX)
    }

    /// The greatest that has come due with so much left, if time is left at all.
    pub fn reached(left: u64, of: u64) -> Option<Alarm> {
        Alarm::ALL.into_iter().rev().find(|a| left > 0 && left <= a.left_of(of))
    }
}

/// The letter to write now, if any: about the greatest share that is used up, unless it was written about already, or any such letter
/// went to this seat in this game less than a day ago. `last` is the latest of them; `told` the greatest share told of since the
/// game was handed to the seat.
pub fn alarm_due(left: u64, of: u64, last: Option<Millis>, told: Option<Alarm>, now: Millis) -> Option<Alarm> {
    let reached = Alarm::reached(left, of)?;
    let fresh = told.is_none_or(|t| t < reached);
    let rested = last.is_none_or(|l| now.0.saturating_sub(l.0) >= DAY);
    (fresh && rested).then_some(reached)
}
