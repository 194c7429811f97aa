//! How often who may do what, with bounded memory.

use crate::service::{Kind, Trouble};
use fieldpost_store::{AccountId, Email};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A limiter of one kind of act, by key.
pub struct Limiter<K: Hash + Eq + Clone> {
    /// When each key was last counted, and its own bucket.
    buckets: Mutex<HashMap<K, (Instant, DefaultDirectRateLimiter)>>,
    quota: Quota,
    /// How long after its last act every bucket is full again.
    recovers: Duration,
    clock: DefaultClock,
    /// Keys held at most. When it is reached, those that have recovered are forgotten; when that does not help, newcomers
    /// are refused until it does.
    most: usize,
    act: &'static str,
}

impl<K: Hash + Eq + Clone> Limiter<K> {
    /// `burst` at once, then one each `every`. `act` completes the sentence "That was too many … in a short time."
    fn new(act: &'static str, burst: NonZeroU32, every: Duration) -> Self {
        let quota = Quota::with_period(every).expect("every limit has a period above zero").allow_burst(burst);
        let recovers = every.saturating_mul(burst.get());
        Limiter { buckets: Mutex::default(), quota, recovers, clock: DefaultClock::default(), most: 20_000, act }
    }

    /// Counts one act.
    ///
    /// # Errors
    /// 429 with the seconds to wait.
    pub fn check(&self, key: &K) -> Result<(), Trouble> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if buckets.len() >= self.most && !buckets.contains_key(key) {
            buckets.retain(|_, (last, _)| now.duration_since(*last) < self.recovers);
            if buckets.len() >= self.most {
                return Err(self.refusal(60));
            }
        }
        let (last, bucket) = buckets.entry(key.clone()).or_insert_with(|| (now, RateLimiter::direct(self.quota)));
        *last = now;
        bucket.check().map_err(|not_until| {
            let wait = not_until.wait_time_from(self.clock.now());
            self.refusal(wait.as_secs() + 1)
        })
    }

    fn refusal(&self, seconds: u64) -> Trouble {
        let wait =
            if seconds < 120 { format!("{seconds} seconds") } else { format!("{} minutes", seconds.div_ceil(60)) };
        let mut trouble = Trouble::new(Kind::TooMany, format!("That was too many {} in a short time.", self.act))
            .legal(format!("Wait {wait}, then try again."));
        trouble.retry_after = Some(seconds);
        trouble
    }

    fn tidy(&self) {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.retain(|_, (last, _)| last.elapsed() < self.recovers);
        buckets.shrink_to_fit();
    }
}

/// The limits of one server.
pub struct Limits {
    /// Sign-in letters by address asked for.
    pub sign_in_address: Limiter<Email>,
    /// Sign-in letters by client.
    pub sign_in_client: Limiter<String>,
    /// Orders, drafts and every other change, by account.
    pub orders: Limiter<AccountId>,
    /// Messages, invitations, new games: whatever sends letters to others, by account.
    pub letters: Limiter<AccountId>,
    /// Failed secrets (links, tokens) by client.
    pub guesses: Limiter<String>,
}

const fn burst(n: u32) -> NonZeroU32 {
    match NonZeroU32::new(n) {
        Some(n) => n,
        None => NonZeroU32::MIN,
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            sign_in_address: Limiter::new("sign-in letters to one address", burst(5), Duration::from_secs(180)),
            sign_in_client: Limiter::new("sign-in letters", burst(30), Duration::from_secs(20)),
            orders: Limiter::new("orders", burst(600), Duration::from_millis(100)),
            letters: Limiter::new("messages and invitations", burst(40), Duration::from_secs(15)),
            guesses: Limiter::new("wrong links or tokens", burst(60), Duration::from_secs(5)),
        }
    }
}

impl Limits {
    /// Counts a change that an account asks for under a route's pattern: never under the path as it was sent, which can be
    /// written in many ways.
    ///
    /// # Errors
    /// 429 with the seconds to wait.
    pub fn check_change(&self, account: AccountId, route: &str) -> Result<(), Trouble> {
        self.orders.check(&account)?;
        // What sends letters to other people is counted more strictly.
        let sends = ["/games", "/messages", "/invite", "/invitations", "/draw", "/takeback", "/standing"];
        if sends.iter().any(|end| route.ends_with(end)) { self.letters.check(&account) } else { Ok(()) }
    }

    /// Forgets keys that have recovered. Called once a minute.
    pub fn tidy(&self) {
        self.sign_in_address.tidy();
        self.sign_in_client.tidy();
        self.orders.tidy();
        self.letters.tidy();
        self.guesses.tidy();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_the_next_is_told_when() {
        let limiter = Limiter::new("knocks", burst(2), Duration::from_secs(60));
        assert!(limiter.check(&1).is_ok());
        assert!(limiter.check(&1).is_ok());
        let refused = limiter.check(&1).unwrap_err();
        assert_eq!(refused.kind, Kind::TooMany);
        assert!(refused.retry_after.is_some_and(|s| (1..=61).contains(&s)));
        assert!(limiter.check(&2).is_ok(), "another key has its own allowance");
    }

    #[test]
    fn memory_is_bounded() {
        let mut limiter = Limiter::new("knocks", burst(2), Duration::from_secs(3600));
        limiter.most = 100;
        for key in 0..1_000 {
            let _refused_or_not = limiter.check(&key);
        }
        assert!(limiter.check(&5).is_ok(), "who is known already keeps the rest of their allowance");
        assert!(limiter.check(&500).is_err(), "a newcomer waits");
        assert!(limiter.buckets.lock().unwrap().len() <= 100);
    }
}
