//! A player's nights, weekends and holidays.

use super::{ClockError, DAY, LEAST_COUNTED, Span, Spans};
use crate::words::Millis;
use serde::{Deserialize, Serialize};

/// The longest time ahead that a calendar is worked out for.
pub const MOST_COVER: u64 = 400 * DAY;
/// Spans in one calendar at most.
pub const MOST_MASKED: usize = 1000;
/// Holidays in one calendar at most.
pub const MOST_HOLIDAYS: usize = 60;
/// Some time must count in every window of this length.
pub const WINDOW: u64 = 28 * DAY;

/// The rules that a player gave, and the spans that follow from them.
///
/// The spans count. The rules stand beside them so that anybody with a table of time zones can see how they came about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calendar {
    /// The spans in which the player's time does not run: in order, none touching the next.
    pub masked: Vec<Span>,
    /// What they were worked out from.
    pub rules: CalendarRules,
    /// Until when they were worked out. After that all time counts, unless another calendar follows.
    pub until: Millis,
}

/// The rules of a calendar, in the player's own time.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalendarRules {
    /// Days off: `2026-12-25`, ascending.
    pub holidays: Vec<String>,
    /// The hours of every night.
    pub nights: Option<Night>,
    /// Days off in every week, ascending: Monday is 1, Sunday 7.
    pub weekend: Vec<u8>,
    /// The time zone by its name in the tz database: `Europe/London`.
    pub zone: String,
}

/// The hours of a night, in minutes after midnight. One that ends before it begins ends on the next day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Night {
    /// When it begins.
    pub from: u16,
    /// When it ends.
    pub until: u16,
}

impl Night {
    /// Its length on an ordinary day, in minutes.
    pub fn minutes(self) -> u16 {
        (self.until + 1440 - self.from) % 1440
    }
}

impl CalendarRules {
    /// Whether they take nothing away.
    pub fn is_plain(&self) -> bool {
        self.holidays.is_empty() && self.nights.is_none() && self.weekend.is_empty()
    }

    /// Whether they make sense by themselves. Whether there is such a zone is for the caller to know.
    ///
    /// # Errors
    /// [`ClockError::Calendar`].
    pub fn check(&self) -> Result<(), ClockError> {
        let wrong = |why: String| Err(ClockError::Calendar(why));
        if self.zone.is_empty() || self.zone.len() > 64 || !self.zone.bytes().all(|b| b.is_ascii_graphic()) {
            return wrong("A calendar needs a time zone by name, such as Europe/London.".into());
        }
        if let Some(night) = self.nights {
            if night.from >= 1440 || night.until >= 1440 {
                return wrong("A night begins and ends between 00:00 and 23:59.".into());
            }
            if !(1..=14 * 60).contains(&night.minutes()) {
                return wrong("A night is at most 14 hours long, and does not end when it begins.".into());
            }
        }
        let ascending = self.weekend.windows(2).all(|d| d[0] < d[1]);
        if self.weekend.len() > 3 || !ascending || self.weekend.iter().any(|d| !(1..=7).contains(d)) {
            return wrong("A weekend is at most three different days of the week.".into());
        }
        if self.holidays.len() > MOST_HOLIDAYS {
            let sent = self.holidays.len();
            return wrong(format!("A calendar holds at most {MOST_HOLIDAYS} holidays at a time; these are {sent}."));
        }
        if let Some(day) = self.holidays.iter().find(|d| !is_date(d)) {
            return wrong(format!(
                "A holiday is written 2026-12-25; {:?} is none.",
                day.chars().take(20).collect::<String>()
            ));
        }
        if !self.holidays.windows(2).all(|d| d[0] < d[1]) {
            return wrong("Holidays are listed in order, each once.".into());
        }
        Ok(())
    }
}

impl Calendar {
    /// Whether it could be recorded at an instant, in a game that has seen no other.
    ///
    /// # Errors
    /// [`ClockError::Calendar`], [`ClockError::TooLittle`].
    pub fn check(&self, at: Millis) -> Result<(), ClockError> {
        self.check_shape(at)?;
        let left = least_counted(&self.masked.iter().copied().collect());
        if left < LEAST_COUNTED { Err(ClockError::TooLittle { left }) } else { Ok(()) }
    }

    /// The same without asking how much it leaves.
    pub(super) fn check_shape(&self, at: Millis) -> Result<(), ClockError> {
        let wrong = |why: &str| Err(ClockError::Calendar(why.to_owned()));
        self.rules.check()?;
        if self.until <= at || self.until.0 - at.0 > MOST_COVER {
            return wrong("A calendar is worked out for a time ahead, 400 days at most.");
        }
        if self.masked.len() > MOST_MASKED {
            return wrong("A calendar of more than 1,000 spans is too finely cut.");
        }
        let whole = Span::new(at, self.until);
        if self.masked.iter().any(|s| s.is_empty() || s.meet(whole) != *s) {
            return wrong(
                "A calendar changes nothing in the past, and nothing after its end; a span ends after it begins.",
            );
        }
        if !self.masked.windows(2).all(|s| s[0].until < s[1].from) {
            return wrong("The spans of a calendar stand in order and do not overlap.");
        }
        Ok(())
    }
}

/// The least that counts in any four weeks, when these spans do not.
pub(super) fn least_counted(masked: &Spans) -> u64 {
    // The worst window begins with a span or ends with one.
    let windows = masked.iter().flat_map(|s| {
        let before = Span::new(Millis(s.until.0.saturating_sub(WINDOW)), s.until);
        [before, Span::new(s.from, Millis(s.from.0.saturating_add(WINDOW)))]
    });
    windows.map(|w| WINDOW.saturating_sub(masked.within(w))).min().unwrap_or(WINDOW)
}

/// Whether a text is a day of the Gregorian calendar, written `2026-12-25`.
fn is_date(text: &str) -> bool {
    let number = |range: std::ops::Range<usize>| {
        let digits = text.get(range)?;
        digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse::<u32>().ok()).flatten()
    };
    if text.len() != 10 || text.as_bytes().get(4) != Some(&b'-') || text.as_bytes().get(7) != Some(&b'-') {
        return false;
    }
    let (Some(year), Some(month), Some(day)) = (number(0..4), number(5..7), number(8..10)) else { return false };
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let most = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        _ => 0,
    };
    year >= 1970 && (1..=most).contains(&day)
}
