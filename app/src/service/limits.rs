//! How often who may do what, with bounded memory.
//!
//! What guards a game and its players stands here, where pages, API and letters that come in all pass: how much a seat may add to
//! its game ([`Sort`]), and how many letters others may cause to one player. What guards the server's doors is in
//! [`crate::web::limits`]. Nothing of it outlives the process.

use super::{ErrorKind, Outcome, ServiceError};
use domain::log::{Entry, Record};
use domain::referee::SeatId;
use fieldpost_store::{AccountId, GameId, Time};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// So many at once, and then one each period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// How many at once.
    pub burst: u32,
    /// After how long there is room for one more.
    pub every: Duration,
}

impl Quota {
    /// `burst` at once, then one each `seconds`.
    pub const fn new(burst: u32, seconds: u64) -> Self {
        Quota { burst, every: Duration::from_secs(seconds) }
    }

    /// The same for somebody who may do so many times as much.
    pub fn times(self, leeway: u32) -> Self {
        Quota { burst: self.burst.saturating_mul(leeway), every: self.every / leeway.max(1) }
    }
}

/// A limiter of one kind of act, by key.
pub struct Limiter<K: Hash + Eq + Clone> {
    /// When each key's allowance is whole again. A key that is not here has all of it.
    whole: Mutex<HashMap<K, Instant>>,
    quota: Quota,
    /// Keys held at most. When it is reached, those that have recovered are forgotten; when that does not help, newcomers
    /// are refused until it does.
    most: usize,
    act: &'static str,
}

impl<K: Hash + Eq + Clone> Limiter<K> {
    /// `act` completes the sentence "That was too many … in a short time."
    pub fn new(act: &'static str, quota: Quota) -> Self {
        Limiter { whole: Mutex::default(), quota, most: 20_000, act }
    }

    /// Counts one act.
    ///
    /// # Errors
    /// 429 with the seconds to wait.
    pub fn check(&self, key: &K) -> Outcome<()> {
        self.check_many(key, 1)
    }

    /// Counts so many acts at once: all of them or none.
    ///
    /// # Errors
    /// 429 with the seconds to wait.
    pub fn check_many(&self, key: &K, acts: u32) -> Outcome<()> {
        let mut whole = self.whole.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if whole.len() >= self.most && !whole.contains_key(key) {
            whole.retain(|_, at| *at > now);
            if whole.len() >= self.most {
                return Err(self.refusal(60));
            }
        }
        let before = whole.get(key).copied().filter(|at| *at > now).unwrap_or(now);
        let after = before + self.quota.every.saturating_mul(acts);
        let room = now + self.quota.every.saturating_mul(self.quota.burst);
        if after > room {
            return Err(self.refusal((after - room).as_secs() + 1));
        }
        whole.insert(key.clone(), after);
        Ok(())
    }

    fn refusal(&self, seconds: u64) -> ServiceError {
        let wait =
            if seconds < 120 { format!("{seconds} seconds") } else { format!("{} minutes", seconds.div_ceil(60)) };
        let mut trouble =
            ServiceError::new(ErrorKind::TooMany, format!("That was too many {} in a short time.", self.act))
                .legal(format!("Wait {wait}, then try again."));
        trouble.retry_after = Some(seconds);
        trouble
    }

    /// Forgets keys that have recovered.
    pub fn tidy(&self) {
        let mut whole = self.whole.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        whole.retain(|_, at| *at > now);
        whole.shrink_to_fit();
    }
}

/// The sorts of what a seat adds to its game, each with an allowance of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Orders, by the record.
    Orders,
    /// Standing orders.
    Standing,
    /// Claims, grants, pauses, leave.
    Time,
    /// Who plays a seat.
    SeatChange,
    /// Draws offered and answered.
    Draws,
    /// Takebacks asked for and answered.
    Takebacks,
    /// Messages to the other players.
    Messages,
}

impl Sort {
    /// All of them.
    pub const ALL: [Sort; 7] =
        [Sort::Orders, Sort::Standing, Sort::Time, Sort::SeatChange, Sort::Draws, Sort::Takebacks, Sort::Messages];

    /// How much of it one seat may do. Somebody who plays fast, or has changed their mind, does not come near; whoever bombs
    /// the other side with it does.
    pub const fn quota(self) -> Quota {
        match self {
            // Two long games from beginning to end.
            Sort::Orders => Quota::new(5_000, 1),
            Sort::Standing => Quota::new(60, 60),
            // Ten at once and six an hour: each is a record for ever and a letter to the other side.
            Sort::Time | Sort::Draws => Quota::new(10, 600),
            Sort::SeatChange => Quota::new(12, 360),
            Sort::Takebacks => Quota::new(12, 180),
            Sort::Messages => Quota::new(30, 60),
        }
    }

    const fn acts(self) -> &'static str {
        match self {
            Sort::Orders => "orders",
            Sort::Standing => "changes of standing orders",
            Sort::Time => "acts about the time of this game",
            Sort::SeatChange => "changes of who plays",
            Sort::Draws => "words about a draw",
            Sort::Takebacks => "words about taking back",
            Sort::Messages => "messages in this game",
        }
    }

    /// The sort of what a seat did that led to this record; nothing for what cannot be done twice, or follows by itself.
    fn of(record: &Record) -> Option<Sort> {
        let is = |kinds: &[&str]| kinds.iter().any(|kind| record.is_kind(kind));
        if is(&["order/", "choice/"]) {
            Some(Sort::Orders)
        } else if is(&["standing/"]) {
            Some(Sort::Standing)
        } else if is(&["grant/", "pause-", "leave", "claim/"]) {
            Some(Sort::Time)
        } else if is(&["hands/"]) {
            Some(Sort::SeatChange)
        } else if is(&["draw-"]) {
            Some(Sort::Draws)
        } else if is(&["takeback-"]) {
            Some(Sort::Takebacks)
        } else {
            None
        }
    }

    /// The same of what it did without a record.
    fn of_private(entry: &Entry) -> Option<Sort> {
        // What queued orders do by themselves is not their owner's doing again: `plan/` was, and has but so many lines.
        let sorts = [("act/", Sort::Orders), ("standing/", Sort::Standing), ("plan/", Sort::Standing)];
        sorts.into_iter().find(|(kind, _)| entry.is_kind(kind)).map(|(_, sort)| sort)
    }
}

/// When letters go out that had to wait because others had caused too many: at the next half hour, as one letter.
const GATHERED: Duration = Duration::from_secs(1800);

/// What one service lets seats do, and others do to a player.
pub struct Allowances {
    seats: Vec<(Sort, Limiter<(GameId, SeatId)>)>,
    letters: Limiter<AccountId>,
}

impl Allowances {
    /// `leeway` times the usual, and at most so many letters an hour that others cause to one player.
    pub fn new(leeway: u32, letters_per_hour: u32) -> Self {
        let seats = Sort::ALL.map(|sort| {
            let limiter = Limiter { most: 200_000, ..Limiter::new(sort.acts(), sort.quota().times(leeway)) };
            (sort, limiter)
        });
        let hour = Duration::from_secs(3600);
        let letters = Quota { burst: letters_per_hour, every: hour / letters_per_hour.max(1) };
        Allowances { seats: seats.into(), letters: Limiter::new("letters", letters) }
    }

    /// Counts something that a seat does to its game.
    ///
    /// # Errors
    /// 429 with the seconds to wait.
    pub(super) fn act(&self, game: GameId, seat: SeatId, sort: Sort, times: u32) -> Outcome<()> {
        let of_sort = self.seats.iter().find(|(s, _)| *s == sort);
        of_sort.map_or(Ok(()), |(_, limiter)| limiter.check_many(&(game, seat), times))
    }

    /// Counts the records and private entries that a seat would add to its game.
    ///
    /// # Errors
    /// 429 with the seconds to wait: then they must not be added.
    pub(super) fn records(&self, game: GameId, seat: SeatId, records: &[Record], entries: &[Entry]) -> Outcome<()> {
        let sorts = || records.iter().filter_map(Sort::of).chain(entries.iter().filter_map(Sort::of_private));
        for sort in Sort::ALL {
            let count = sorts().filter(|s| *s == sort).count();
            if let Ok(count @ 1..) = u32::try_from(count) {
                self.act(game, seat, sort, count)?;
            }
        }
        Ok(())
    }

    /// Counts a letter that others cause to a player. When there have been too many it is not refused, for its record stands: it waits,
    /// and goes out with the others that wait, as one.
    pub(super) fn letter(&self, to: AccountId, now: Time) -> Option<Time> {
        let half_hour = i64::try_from(GATHERED.as_millis()).unwrap_or(i64::MAX);
        self.letters.check(&to).is_err().then(|| Time((now.0 / half_hour + 1) * half_hour))
    }

    /// Forgets who has recovered. Called once a minute.
    pub fn tidy(&self) {
        self.seats.iter().for_each(|(_, limiter)| limiter.tidy());
        self.letters.tidy();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_the_next_is_told_when() {
        let limiter = Limiter::new("knocks", Quota::new(2, 60));
        assert!(limiter.check(&1).is_ok());
        assert!(limiter.check(&1).is_ok());
        let refused = limiter.check(&1).unwrap_err();
        assert_eq!(refused.kind, ErrorKind::TooMany);
        assert!(refused.retry_after.is_some_and(|s| (1..=61).contains(&s)));
        assert!(limiter.check(&2).is_ok(), "another key has its own allowance");
        assert!(limiter.check_many(&3, 3).is_err(), "more at once than ever pass");
        assert!(limiter.check_many(&3, 2).is_ok(), "what was refused is not counted");
    }

    #[test]
    fn there_is_room_again_after_a_while() {
        let limiter = Limiter::new("knocks", Quota { burst: 2, every: Duration::from_millis(20) });
        assert!(limiter.check_many(&1, 2).is_ok() && limiter.check(&1).is_err());
        std::thread::sleep(Duration::from_millis(25));
        assert!(limiter.check(&1).is_ok(), "one more");
    }

    #[test]
    fn memory_is_bounded() {
        let mut limiter = Limiter::new("knocks", Quota::new(2, 3600));
        limiter.most = 100;
        for key in 0..1_000 {
            let _refused_or_not = limiter.check(&key);
        }
        assert!(limiter.check(&5).is_ok(), "who is known already keeps the rest of their allowance");
        assert!(limiter.check(&500).is_err(), "a newcomer waits");
        assert!(limiter.whole.lock().unwrap().len() <= 100);
    }

    #[test]
    fn each_sort_of_record_has_its_end_and_the_other_seat_its_own() {
        for (kind, sort) in [
            ("order/1", Sort::Orders),
            ("standing/1", Sort::Standing),
            ("grant/1", Sort::Time),
            ("pause-offer/1", Sort::Time),
            ("leave-end/1", Sort::Time),
            ("claim/1", Sort::Time),
            ("hands/2", Sort::SeatChange),
            ("draw-offer/1", Sort::Draws),
            ("draw-answer/1", Sort::Draws),
            ("takeback-offer/1", Sort::Takebacks),
            ("takeback-answer/1", Sort::Takebacks),
        ] {
            let (game, none) = (GameId([1; 16]), domain::log::Hash32([0; 32]));
            let body = format!("{{\"kind\":\"{kind}\"}}");
            let record = [Record { body, game, hash: none, prev: none, root: None, seq: 1 }];
            let allowances = Allowances::new(1, 1);
            let passed = (0..10_000).take_while(|_| allowances.records(game, SeatId(0), &record, &[]).is_ok()).count();
            // While the test goes on, one or the other may become free again.
            let burst = sort.quota().burst as usize;
            assert!((burst..burst + 3).contains(&passed), "{kind}: {passed}");
            assert!(allowances.records(game, SeatId(1), &record, &[]).is_ok(), "{kind}");
        }
        let end = Record {
            body: "{\"kind\":\"resign/1\"}".to_owned(),
            game: GameId([1; 16]),
            hash: domain::log::Hash32([0; 32]),
            prev: domain::log::Hash32([0; 32]),
            root: None,
            seq: 1,
        };
        assert_eq!(Sort::of(&end), None, "nobody resigns twice");
    }

    #[test]
    fn letters_over_the_limit_wait_for_the_half_hour() {
        let allowances = Allowances::new(1, 2);
        let (lee, now) = (AccountId([7; 16]), Time(1_000_000));
        assert_eq!((allowances.letter(lee, now), allowances.letter(lee, now)), (None, None));
        assert_eq!(allowances.letter(lee, now), Some(Time(1_800_000)));
        assert_eq!(allowances.letter(AccountId([8; 16]), now), None, "each for themselves");
    }
}
