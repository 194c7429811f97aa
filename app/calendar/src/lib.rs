//! A player's nights, weekends and holidays, worked out as spans of UTC.
//!
//! The referee knows no time zones: the rules of zones change, and a clock must not change with them. So a calendar is worked out
//! here, once, for some weeks ahead, and recorded as plain spans beside the rules they came from. What was recorded stays; another
//! follows before it is used up ([`is_due`]).
//!
//! Where the clocks of a zone are put forward, an hour that does not exist begins when it is over; where they are put back, an hour
//! that exists twice is the first of the two.

use domain::clock::{Calendar, CalendarRules, ClockError, DAY, Night, Span, Spans, WINDOW};
use domain::log::Millis;
use jiff::civil::{Date, Weekday};
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{Timestamp, ToSpan};
use thiserror::Error;

/// How far ahead a calendar is worked out: thirteen weeks.
pub const COVER: u64 = 91 * DAY;
/// The next calendar is recorded when less than this is left of the last: three weeks.
pub const EARLY: u64 = 21 * DAY;
/// How many years ahead a holiday may lie.
const YEARS: i16 = 2;

/// Why there is no calendar.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoCalendar {
    /// There is no such zone.
    #[error("There is no time zone {0:?}. Choose one by name, such as Europe/London or America/New_York.")]
    Zone(String),
    /// A holiday that is too far away to mean anything.
    #[error("{0} is too far ahead: holidays are set for two years at most.")]
    Far(String),
    /// Rules that make no sense.
    #[error("{0}")]
    Rules(#[from] ClockError),
    /// A time beyond all calendars.
    #[error("That is beyond the end of the calendar.")]
    Beyond,
}

/// The zones that this program knows: those of the system it runs on, else those it brings along.
pub fn zones() -> &'static TimeZoneDatabase {
    jiff::tz::db()
}

/// A zone by its name, with the name as the database writes it.
///
/// # Errors
/// [`NoCalendar::Zone`].
pub fn zone(zones: &TimeZoneDatabase, name: &str) -> Result<(TimeZone, String), NoCalendar> {
    let unknown = || NoCalendar::Zone(name.chars().take(40).collect());
    let zone = zones.get(name.trim()).map_err(|_| unknown())?;
    let written = zone.iana_name().filter(|_| !zone.is_unknown()).ok_or_else(unknown)?.to_owned();
    Ok((zone, written))
}

/// The calendar that follows from rules, from an instant on for the next [`COVER`].
///
/// # Errors
/// [`NoCalendar`]; also when the rules leave too little time to play.
pub fn work_out(rules: &CalendarRules, zones: &TimeZoneDatabase, from: Millis) -> Result<Calendar, NoCalendar> {
    rules.check()?;
    let (zone, _) = zone(zones, &rules.zone)?;
    let until = Millis(from.0.checked_add(COVER).ok_or(NoCalendar::Beyond)?);
    let today = day_of(from, &zone)?;
    let last = today.year().saturating_add(YEARS);
    let mut holidays = Vec::with_capacity(rules.holidays.len());
    for text in &rules.holidays {
        let day: Date = text.parse().map_err(|_| NoCalendar::Far(text.clone()))?;
        if day.year() > last {
            return Err(NoCalendar::Far(text.clone()));
        }
        holidays.push(day);
    }
    // The night before may reach into the first day.
    let mut day = today.checked_sub(1.day()).map_err(|_| NoCalendar::Beyond)?;
    let end = day_of(until, &zone)?;
    let mut spans = Vec::new();
    while day <= end {
        let next = day.checked_add(1.day()).map_err(|_| NoCalendar::Beyond)?;
        if rules.weekend.contains(&number(day.weekday())) || holidays.contains(&day) {
            spans.push(Span::new(instant(day, 0, &zone)?, instant(next, 0, &zone)?));
        }
        if let Some(Night { from, until }) = rules.nights {
            let morning = if until > from { day } else { next };
            spans.push(Span::new(instant(day, from, &zone)?, instant(morning, until, &zone)?));
        }
        day = next;
    }
    let whole = Span::new(from, until);
    let masked: Spans = spans.into_iter().map(|s| s.meet(whole)).collect();
    let calendar = Calendar { masked: masked.iter().collect(), rules: rules.clone(), until };
    calendar.check(from)?;
    Ok(calendar)
}

/// Whether rules can be kept for as long as they have holidays to come: a calendar that is worked out now sees only the next
/// [`COVER`], and one that fails months later fails when nobody looks.
///
/// # Errors
/// As [`work_out`], for any of the calendars that would follow.
pub fn check(rules: &CalendarRules, zones: &TimeZoneDatabase, from: Millis) -> Result<(), NoCalendar> {
    work_out(rules, zones, from)?;
    let (zone, _) = zone(zones, &rules.zone)?;
    let last: Option<Date> = rules.holidays.iter().filter_map(|day| day.parse().ok()).max();
    let mut at = from;
    // Steps that leave no four weeks out.
    while last.is_some_and(|last| day_of(at, &zone).is_ok_and(|day| day <= last)) {
        work_out(rules, zones, at)?;
        at = Millis(at.0.checked_add(COVER - WINDOW).ok_or(NoCalendar::Beyond)?);
    }
    Ok(())
}

/// Whether a game's calendar should be followed by another: because the rules have changed, or because it is nearly used up. A
/// player without rules of any kind needs none.
pub fn is_due(known: Option<(&CalendarRules, Millis)>, wanted: Option<&CalendarRules>, now: Millis) -> bool {
    match (known, wanted.filter(|w| !w.is_plain())) {
        (None, None) => false,
        (None, Some(_)) => true,
        (Some((rules, _)), None) => !rules.is_plain(),
        (Some((rules, until)), Some(wanted)) => rules != wanted || until.0.saturating_sub(now.0) < EARLY,
    }
}

fn number(day: Weekday) -> u8 {
    day.to_monday_one_offset().unsigned_abs()
}

fn day_of(at: Millis, zone: &TimeZone) -> Result<Date, NoCalendar> {
    let at = i64::try_from(at.0).map_err(|_| NoCalendar::Beyond)?;
    let at = Timestamp::from_millisecond(at).map_err(|_| NoCalendar::Beyond)?;
    Ok(at.to_zoned(zone.clone()).date())
}

/// So many minutes after midnight of a day.
fn instant(day: Date, minutes: u16, zone: &TimeZone) -> Result<Millis, NoCalendar> {
    let (hour, minute) = (i8::try_from(minutes / 60), i8::try_from(minutes % 60));
    let (Ok(hour), Ok(minute)) = (hour, minute) else { return Err(NoCalendar::Beyond) };
    let zoned = day.at(hour, minute, 0, 0).to_zoned(zone.clone()).map_err(|_| NoCalendar::Beyond)?;
    u64::try_from(zoned.timestamp().as_millisecond()).map(Millis).map_err(|_| NoCalendar::Beyond)
}
