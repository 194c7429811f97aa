//! Words about time in a letter: `pause until 24 December`, `resume`, `grant 3 days`, `claim`, `vacation 10-20 December`.
//!
//! A letter that is read twice must mean the same both times, so lengths and dates without a year stay what they are until the letter
//! is carried out; days are those of the writer's time zone, and the last day belongs to what ends with it.

use crate::service::clocks::ClockAct;
use domain::clock::HOUR;
use domain::log::Millis;
use domain::referee::{Game, GameError, SeatId};
use jiff::ToSpan;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// What is said about time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TimeWord {
    /// The time of a seat of the other side is out; without a name, that whose is.
    Claim(Option<SeatId>),
    /// Hours more for the seat of the other side that is asked.
    Grant(u64),
    /// A pause is proposed, until then or until somebody ends it.
    OfferPause(Option<End>),
    AnswerPause(bool),
    EndPause,
    /// The pause ends, or the leave.
    Resume,
    /// Leave, from then or at once.
    TakeLeave {
        from: Option<Day>,
        until: End,
    },
    EndLeave,
}

/// When something ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// So many hours after it begins.
    After(u64),
    /// With this day.
    With(Day),
}

/// A day of the calendar; without a year, the next such day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Day {
    day: i8,
    month: i8,
    year: Option<i16>,
}

/// What is wrong with words, and what would be right.
type Unread = (String, String);

/// `claim`, or `claim Confederate`. `others` are the seats that can be claimed on, by name.
pub(super) fn claim<'n>(text: &str, mut others: impl Iterator<Item = (SeatId, &'n str)>) -> Result<TimeWord, Unread> {
    let name = text.trim().to_lowercase();
    let name = name.trim_start_matches("on ").trim_start_matches("the ");
    if name.is_empty() || name == "time" {
        return Ok(TimeWord::Claim(None));
    }
    match others.find(|(_, n)| n.to_lowercase() == name) {
        Some((seat, _)) => Ok(TimeWord::Claim(Some(seat))),
        None => Err((
            "That does not say whose time is out.".to_owned(),
            "Write claim alone, or claim and the name of the seat.".to_owned(),
        )),
    }
}

/// `grant 3 days`.
pub(super) fn grant(text: &str) -> Result<TimeWord, Unread> {
    match read(text).as_deref() {
        Some([Token::Number(n), Token::Unit(hours)]) => Ok(TimeWord::Grant(hours.saturating_mul(u64::from(*n)))),
        _ => Err((
            "That does not say how much time.".to_owned(),
            "Write grant and a number of hours, days or weeks: grant 3 days.".to_owned(),
        )),
    }
}

/// `pause`, `pause 3 days`, `pause until 24 December`, `pause accept`, `pause decline`, `pause end`.
pub(super) fn pause(text: &str) -> Result<TimeWord, Unread> {
    match text.trim().to_lowercase().as_str() {
        "" => return Ok(TimeWord::OfferPause(None)),
        "accept" | "yes" | "agree" | "agreed" => return Ok(TimeWord::AnswerPause(true)),
        "decline" | "no" | "withdraw" => return Ok(TimeWord::AnswerPause(false)),
        "end" | "over" => return Ok(TimeWord::EndPause),
        _ => {}
    }
    let end = read(text).and_then(|tokens| match tokens.as_slice() {
        [Token::Number(n), Token::Unit(hours)] => Some(End::After(hours.saturating_mul(u64::from(*n)))),
        [Token::To, rest @ ..] | rest => match date(rest) {
            Some((day, [])) => Some(End::With(day.whole()?)),
            _ => None,
        },
    });
    end.map(|end| TimeWord::OfferPause(Some(end))).ok_or_else(|| {
        (
            "That does not say how long the pause is to be.".to_owned(),
            "Write pause, pause 3 days, or pause until 24 December; pause accept and pause decline answer one, resume ends it."
                .to_owned(),
        )
    })
}

/// `vacation 10-20 December`, `vacation until 20 December`, `vacation 3 days`, `vacation 2 weeks from 10 December`, `vacation end`.
pub(super) fn vacation(text: &str) -> Result<TimeWord, Unread> {
    if matches!(text.trim().to_lowercase().as_str(), "end" | "over" | "back" | "cancel") {
        return Ok(TimeWord::EndLeave);
    }
    let leave = read(text).and_then(|tokens| match tokens.as_slice() {
        [Token::Number(n), Token::Unit(hours), rest @ ..] => {
            let until = End::After(hours.saturating_mul(u64::from(*n)));
            match rest {
                [] => Some(TimeWord::TakeLeave { from: None, until }),
                [Token::From, rest @ ..] => match date(rest)? {
                    (day, []) => Some(TimeWord::TakeLeave { from: Some(day.whole()?), until }),
                    _ => None,
                },
                _ => None,
            }
        }
        [Token::To, rest @ ..] => match date(rest)? {
            (day, []) => Some(TimeWord::TakeLeave { from: None, until: End::With(day.whole()?) }),
            _ => None,
        },
        [Token::From, rest @ ..] | rest => {
            let (from, [Token::To, rest @ ..]) = date(rest)? else { return None };
            let (until, []) = date(rest)? else { return None };
            let until = until.whole()?;
            // "10-20 December": the month stands behind both.
            let from = Written { month: from.month.or(Some(until.month)), ..from };
            Some(TimeWord::TakeLeave { from: Some(from.whole()?), until: End::With(until) })
        }
    });
    leave.ok_or_else(|| {
        (
            "That does not say from when to when.".to_owned(),
            "Write vacation until 20 December, vacation 10-20 December, vacation 2026-12-10 to 2026-12-20 or vacation 3 days; vacation end \
             ends it."
                .to_owned(),
        )
    })
}

impl TimeWord {
    /// What it comes to at a moment, for a seat whose player lives in this time zone.
    ///
    /// # Errors
    /// [`GameError::Text`] for a day that does not come.
    pub fn act(&self, game: &Game, seat: SeatId, at: Millis, zone: &str) -> Result<ClockAct, GameError> {
        let clocks = game.clocks();
        let side = game.seat(seat).map(|s| s.side);
        // The seat of the other side that it can only be about, if there is one.
        let other = |fits: &dyn Fn(SeatId) -> bool| {
            let others = || game.seats().iter().filter(|s| Some(s.side) != side).map(|s| s.id);
            others().find(|s| fits(*s)).or_else(|| others().next()).map_or(seat.0, |s| s.0)
        };
        let running = |s: SeatId| clocks.is_some_and(|c| c.reading(s, at).running);
        let out = |s: SeatId| clocks.is_some_and(|c| c.out(s, at));
        let here = Here::at(at, zone);
        Ok(match self {
            TimeWord::Claim(named) => ClockAct::Claim { seat: named.map_or_else(|| other(&out), |s| s.0) },
            TimeWord::Grant(hours) => ClockAct::Grant { seat: other(&running), hours: *hours },
            TimeWord::OfferPause(end) => {
                let until = end.map(|end| here.end(end, at.0)).transpose()?;
                ClockAct::OfferPause { until }
            }
            TimeWord::AnswerPause(accept) => ClockAct::AnswerPause { accept: *accept },
            TimeWord::EndPause => ClockAct::EndPause,
            TimeWord::Resume => {
                let paused = clocks.is_some_and(|c| c.pause(at).is_some());
                let away = clocks.is_some_and(|c| c.leave(seat, at).is_some());
                if away && !paused { ClockAct::EndLeave } else { ClockAct::EndPause }
            }
            TimeWord::TakeLeave { from, until } => {
                let last = match until {
                    End::With(day) => Some(here.next(*day)?),
                    End::After(_) => None,
                };
                let first = match (from, last) {
                    (Some(day), Some(last)) => Some(here.before(*day, last)?),
                    (Some(day), None) => Some(here.next(*day)?),
                    (None, _) => None,
                };
                // What begins today begins at once.
                let from = first.filter(|first| *first != here.today).map(|first| here.begins(first)).transpose()?;
                ClockAct::TakeLeave { from, until: here.end(*until, from.unwrap_or(at.0))? }
            }
            TimeWord::EndLeave => ClockAct::EndLeave,
        })
    }
}

/// The calendar where the writer is.
struct Here {
    zone: TimeZone,
    today: Date,
}

impl Here {
    fn at(at: Millis, zone: &str) -> Here {
        let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
        let now =
            i64::try_from(at.0).ok().and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok()).unwrap_or_default();
        let today = now.to_zoned(zone.clone()).date();
        Here { zone, today }
    }

    /// The day as it comes next, today included.
    fn next(&self, day: Day) -> Result<Date, GameError> {
        let year = self.today.year();
        let years = day.year.map_or(year..=year.saturating_add(8), |y| y..=y);
        let mut dates = years.filter_map(|y| Date::new(y, day.month, day.day).ok());
        dates.find(|d| day.year.is_some() || *d >= self.today).ok_or_else(no_day)
    }

    /// The day as it comes last before another.
    fn before(&self, day: Day, last: Date) -> Result<Date, GameError> {
        let year = last.year();
        let years = day.year.map_or(year.saturating_sub(8)..=year, |y| y..=y);
        let mut dates = years.rev().filter_map(|y| Date::new(y, day.month, day.day).ok());
        dates.find(|d| day.year.is_some() || *d <= last).ok_or_else(no_day)
    }

    fn begins(&self, date: Date) -> Result<u64, GameError> {
        let zoned = date.to_zoned(self.zone.clone()).map_err(|_| no_day())?;
        u64::try_from(zoned.timestamp().as_millisecond()).map_err(|_| no_day())
    }

    fn end(&self, end: End, from: u64) -> Result<u64, GameError> {
        match end {
            End::After(hours) => Ok(from.saturating_add(hours.saturating_mul(HOUR))),
            End::With(day) => self.begins(self.next(day)?.checked_add(1.days()).map_err(|_| no_day())?),
        }
    }
}

fn no_day() -> GameError {
    GameError::Text("There is no such day in the calendar.".to_owned())
}

/// A word about time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Number(u32),
    /// Hours.
    Unit(u64),
    Month(i8),
    Whole(Day),
    From,
    To,
}

/// A day that may still lack its month.
#[derive(Clone, Copy)]
struct Written {
    day: i8,
    month: Option<i8>,
    year: Option<i16>,
}

impl Written {
    /// With its month, if there is such a day in any year.
    fn whole(self) -> Option<Day> {
        let month = self.month?;
        Date::new(self.year.unwrap_or(2024), month, self.day).ok()?;
        Some(Day { day: self.day, month, year: self.year })
    }
}

/// The words of a line; nothing when one of them is none about time.
fn read(text: &str) -> Option<Vec<Token>> {
    let text = text.to_lowercase().replace(['\u{2013}', '\u{2014}'], "-");
    let mut tokens = Vec::new();
    for word in text.split([' ', ',', '\t']).filter(|w| !w.is_empty()) {
        if let Some(day) = whole(word) {
            tokens.push(Token::Whole(day));
            continue;
        }
        for (n, piece) in word.split('-').enumerate() {
            if n > 0 {
                tokens.push(Token::To);
            }
            if !piece.is_empty() && !matches!(piece, "for" | "the" | "of") {
                tokens.push(token(piece)?);
            }
        }
    }
    Some(tokens)
}

/// `2026-12-24`, `24.12.`, `24.12.2026`. What has slashes can be two days, and is none.
fn whole(word: &str) -> Option<Day> {
    if let Ok(date) = word.parse::<Date>() {
        return Some(Day { day: date.day(), month: date.month(), year: Some(date.year()) });
    }
    let mut parts = word.trim_end_matches('.').split('.');
    let (day, month) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let year = parts.next().map(str::parse).transpose().ok()?;
    let written = Written { day, month: Some(month), year };
    written.whole().filter(|_| parts.next().is_none())
}

fn token(word: &str) -> Option<Token> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let word = word.trim_end_matches('.');
    Some(match word {
        "hour" | "hours" => Token::Unit(1),
        "day" | "days" => Token::Unit(24),
        "week" | "weeks" => Token::Unit(7 * 24),
        "from" | "starting" | "beginning" => Token::From,
        "to" | "until" | "till" | "through" => Token::To,
        _ if word.starts_with(|c: char| c.is_ascii_digit()) => {
            let number = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
            Token::Number(number.parse().ok()?)
        }
        _ if word.len() >= 3 => {
            let month =
                (1..).zip(MONTHS).find(|(_, name)| name.starts_with(word) || word == "sept" && *name == "september");
            Token::Month(month?.0)
        }
        _ => return None,
    })
}

/// The day that a line begins with, and what stands behind it.
fn date(tokens: &[Token]) -> Option<(Written, &[Token])> {
    let year = |tokens: &'_ [Token]| match tokens.first() {
        Some(Token::Number(year @ 1000..=9999)) => i16::try_from(*year).ok(),
        _ => None,
    };
    let (day, month, rest) = match tokens {
        [Token::Whole(day), rest @ ..] => {
            return Some((Written { day: day.day, month: Some(day.month), year: day.year }, rest));
        }
        [Token::Number(day), Token::Month(month), rest @ ..] | [Token::Month(month), Token::Number(day), rest @ ..] => {
            (*day, Some(*month), rest)
        }
        [Token::Number(day), rest @ ..] => {
            return Some((Written { day: i8::try_from(*day).ok()?, month: None, year: None }, rest));
        }
        _ => return None,
    };
    let found = year(rest);
    let rest = if found.is_some() { rest.get(1..).unwrap_or_default() } else { rest };
    Some((Written { day: i8::try_from(day).ok()?, month, year: found }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn day(day: i8, month: i8, year: Option<i16>) -> Day {
        Day { day, month, year }
    }

    fn leave(from: Option<Day>, until: End) -> TimeWord {
        TimeWord::TakeLeave { from, until }
    }

    #[test]
    fn vacations_are_read_as_people_write_them() {
        let december = leave(Some(day(10, 12, None)), End::With(day(20, 12, None)));
        for text in [
            "10-20 December",
            "10 to 20 Dec.",
            "10 – 20 december",
            "from 10 December until 20 December",
            "December 10 to December 20th",
            "10.12.-20.12.".replace('-', " - ").as_str(),
            "10th December - 20th December",
        ] {
            assert_eq!(vacation(text), Ok(december.clone()), "{text}");
        }
        let years = leave(Some(day(28, 12, Some(2026))), End::With(day(3, 1, Some(2027))));
        assert_eq!(vacation("2026-12-28 to 2027-01-03"), Ok(years.clone()));
        assert_eq!(vacation("28 December 2026 until 3 January 2027"), Ok(years));
        assert_eq!(vacation("until 3 January"), Ok(leave(None, End::With(day(3, 1, None)))));
        assert_eq!(vacation("3 days"), Ok(leave(None, End::After(72))));
        assert_eq!(vacation("for 2 weeks from 10 December"), Ok(leave(Some(day(10, 12, None)), End::After(336))));
        assert_eq!(vacation("End"), Ok(TimeWord::EndLeave));
        for text in [
            "",
            "soon",
            "10/12 to 20/12",
            "31 February",
            "until 40 December",
            "10-20",
            "20 December",
            "3 days ago",
            "-",
            "1-2-3",
        ] {
            assert!(vacation(text).is_err(), "{text}");
        }
    }

    #[test]
    fn pauses_grants_and_claims() {
        assert_eq!(pause(""), Ok(TimeWord::OfferPause(None)));
        assert_eq!(pause("3 days"), Ok(TimeWord::OfferPause(Some(End::After(72)))));
        assert_eq!(pause("until 24 December"), Ok(TimeWord::OfferPause(Some(End::With(day(24, 12, None))))));
        assert_eq!(pause("Accept"), Ok(TimeWord::AnswerPause(true)));
        assert_eq!(pause("no"), Ok(TimeWord::AnswerPause(false)));
        assert!(pause("for a bit").is_err());
        assert_eq!(grant("3 days"), Ok(TimeWord::Grant(72)));
        assert_eq!(grant("1 week"), Ok(TimeWord::Grant(168)));
        assert!(grant("some days").is_err());
        let seats = || [(SeatId(1), "Confederate")].into_iter();
        assert_eq!(claim("", seats()), Ok(TimeWord::Claim(None)));
        assert_eq!(claim("on time", seats()), Ok(TimeWord::Claim(None)));
        assert_eq!(claim("confederate", seats()), Ok(TimeWord::Claim(Some(SeatId(1)))));
        assert!(claim("the moon", seats()).is_err());
    }

    #[test]
    fn days_without_a_year_are_the_next_and_the_last_day_counts() {
        // 21 November 2026, 23:30 UTC: the 22nd already in Berlin.
        let at = Millis(1_795_303_800_000);
        let here = Here::at(at, "Europe/Berlin");
        assert_eq!(here.today, Date::constant(2026, 11, 22));
        assert_eq!(here.next(day(3, 1, None)).unwrap(), Date::constant(2027, 1, 3));
        assert_eq!(here.next(day(22, 11, None)).unwrap(), here.today);
        assert_eq!(here.next(day(29, 2, None)).unwrap(), Date::constant(2028, 2, 29));
        assert!(here.next(day(29, 2, Some(2027))).is_err());
        let last = here.next(day(3, 1, None)).unwrap();
        assert_eq!(here.before(day(28, 12, None), last).unwrap(), Date::constant(2026, 12, 28));
        // Midnight after Christmas Eve in Berlin is 23:00 UTC.
        assert_eq!(here.end(End::With(day(24, 12, None)), at.0).unwrap(), 1_798_153_200_000);
        assert_eq!(here.end(End::After(3), 7).unwrap(), 7 + 3 * HOUR);
        assert_eq!(here.end(End::After(u64::MAX), 7).unwrap(), u64::MAX);
    }
}
