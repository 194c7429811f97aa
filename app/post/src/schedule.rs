//! When a letter is tried again.

use std::sync::Arc;
use std::time::Duration;

/// The pauses between the attempts to send a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule(Arc<[Duration]>);

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;

impl Default for Schedule {
    /// After the first attempt 1 minute, then 5, 15 and 30 minutes, 1, 2, 4, 8 and 16 hours: ten attempts in about 32 hours. The
    /// first ones come soon for the sake of servers that greet a stranger with "try again" (greylisting); the last ones leave the
    /// receiving server a night and a day to come back.
    fn default() -> Self {
        Schedule::of(
            [MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 16 * HOUR]
                .map(Duration::from_secs),
        )
    }
}

impl Schedule {
    /// A schedule of these pauses; one attempt more than pauses.
    pub fn of(pauses: impl IntoIterator<Item = Duration>) -> Self {
        Schedule(pauses.into_iter().collect())
    }

    /// How many attempts there are.
    pub fn attempts(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX).saturating_add(1)
    }

    /// The pause after attempt number `attempt` (from 1), longer or shorter by up to a tenth, so that letters that failed
    /// together do not come back together. After the last attempt, the last pause.
    pub fn pause(&self, attempt: u32) -> Duration {
        let index = usize::try_from(attempt.saturating_sub(1)).unwrap_or(usize::MAX);
        let pause = self.0.get(index).or(self.0.last()).copied().unwrap_or_default();
        let mut random = [0; 4];
        // Without random numbers the pause is what the table says.
        let share =
            getrandom::fill(&mut random).map_or(0.5, |()| f64::from(u32::from_be_bytes(random)) / f64::from(u32::MAX));
        pause.mul_f64(0.9 + 0.2 * share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_stray_by_a_tenth() {
        let schedule = Schedule::default();
        assert_eq!(schedule.attempts(), 10);
        for _ in 0..100 {
            let first = schedule.pause(1).as_secs_f64();
            assert!((54.0..=66.0).contains(&first), "{first}");
            let last = schedule.pause(9).as_secs_f64() / 3600.0;
            assert!((14.4..=17.6).contains(&last), "{last}");
        }
        assert!(schedule.pause(400) > Duration::from_secs(14 * HOUR));
        assert_eq!(Schedule::of([]).pause(1), Duration::ZERO);
    }
}
