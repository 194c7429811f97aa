//! Moments as the tables hold them.

use serde::{Deserialize, Serialize};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A moment: milliseconds since 1970-01-01 UTC. Every write is told the time by its caller; no query reads a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Time(pub i64);

impl Time {
    /// The system clock's moment.
    pub fn now() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Time(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    /// This much later. Stops at the last moment that can be written.
    #[must_use]
    pub fn after(self, by: Duration) -> Self {
        Time(self.0.saturating_add(i64::try_from(by.as_millis()).unwrap_or(i64::MAX)))
    }

    /// This much earlier. Stops at the first moment that can be written.
    #[must_use]
    pub fn before(self, by: Duration) -> Self {
        Time(self.0.saturating_sub(i64::try_from(by.as_millis()).unwrap_or(i64::MAX)))
    }

    /// How long after `earlier` this is; zero when it is not after it.
    pub fn since(self, earlier: Time) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }
}

impl From<domain::log::Millis> for Time {
    fn from(at: domain::log::Millis) -> Self {
        Time(i64::try_from(at.0).unwrap_or(i64::MAX))
    }
}

impl From<Time> for domain::log::Millis {
    fn from(at: Time) -> Self {
        domain::log::Millis(u64::try_from(at.0).unwrap_or(0))
    }
}
