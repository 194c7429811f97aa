//! When a letter goes out: pure functions of what its reader settings, the time zone and the moment.
//!
//! Hours are those on the reader's clock. Where a change of the clocks leaves an hour out, what was due in it is due as much later as
//! the clock jumps; where an hour comes twice, its first time counts. So a digest comes once for each hour chosen, on every day.

use fieldpost_store::{NoticeMode, NoticeSettings, Quiet, Time, Way};
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use std::time::Duration;

/// Until when a letter of this kind is held back; nothing when it goes out at once.
///
/// What answers its reader (a receipt, an answer, a sign-in link), and a warning, is never held back.
pub(super) fn hold(kind: &str, mode: NoticeMode, settings: &NoticeSettings, zone: &str, now: Time) -> Option<Time> {
    if !about_turn(kind) && !matches!(kind, "digest" | "message" | "clock" | "hands" | "rules") {
        return None;
    }
    let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
    let due = match mode {
        // A warning that time runs out may wait for the end of a night, and for nothing else.
        NoticeMode::Digest if kind != "clock" => next_hour(settings.hours, &zone, now).unwrap_or(now),
        _ if settings.open_page && about_turn(kind) => now.after(LOOK),
        NoticeMode::Digest | NoticeMode::AtOnce | NoticeMode::Nothing => now,
    };
    let due = settings.quiet.and_then(|quiet| quiet_until(quiet, &zone, due)).unwrap_or(due);
    (due > now).then_some(due)
}

/// Until when a notice over a channel is held back. A push wakes people and keeps to the quiet hours; a webhook wakes a program and does not.
pub(super) fn hold_push(way: Way, kind: &str, settings: &NoticeSettings, zone: &str, now: Time) -> Option<Time> {
    let quiet = settings.quiet.filter(|_| way == Way::Push);
    hold(kind, NoticeMode::AtOnce, &NoticeSettings { quiet, ..*settings }, zone, now)
}

/// How long a notice waits for its reader to see the turn on an open page, if they wish so.
const LOOK: Duration = Duration::from_secs(600);

/// Whether a notice of this kind tells of records, which a page shows as well.
pub(super) fn about_turn(kind: &str) -> bool {
    matches!(
        kind,
        "dispatch"
            | "begun"
            | "draw-offered"
            | "draw-declined"
            | "takeback-asked"
            | "takeback-agreed"
            | "takeback-declined"
            | "over"
    )
}

/// The next moment after `now` at which one of these hours strikes. None without hours.
pub(super) fn next_hour(hours: u32, zone: &TimeZone, now: Time) -> Option<Time> {
    let today = clock(zone, now)?.date();
    let days = [Some(today), today.tomorrow().ok(), today.tomorrow().and_then(Date::tomorrow).ok()];
    let strikes = days
        .into_iter()
        .flatten()
        .flat_map(|day| (0..24).filter(move |hour| hours & (1 << hour) != 0).map(move |hour| day.at(hour, 0, 0, 0)));
    strikes.filter_map(|at| moment(zone, at)).filter(|at| *at > now).min()
}

/// When the quiet hours end in which this moment lies; nothing when it lies in none.
pub(super) fn quiet_until(quiet: Quiet, zone: &TimeZone, at: Time) -> Option<Time> {
    let today = clock(zone, at)?.date();
    let on = |day: Date, minutes: u16| {
        let (hour, minute) = (i8::try_from(minutes / 60).ok()?, i8::try_from(minutes % 60).ok()?);
        moment(zone, DateTime::new(day.year(), day.month(), day.day(), hour, minute, 0, 0).ok()?)
    };
    [today.yesterday().ok()?, today].into_iter().find_map(|day| {
        let last = if quiet.from < quiet.to { day } else { day.checked_add(1.day()).ok()? };
        let (from, to) = (on(day, quiet.from)?, on(last, quiet.to)?);
        (from <= at && at < to).then_some(to)
    })
}

fn clock(zone: &TimeZone, at: Time) -> Option<DateTime> {
    Some(Timestamp::from_millisecond(at.0).ok()?.to_zoned(zone.clone()).datetime())
}

/// The moment at which a clock in this zone shows this.
fn moment(zone: &TimeZone, at: DateTime) -> Option<Time> {
    // RFC 5545 §3.3.5: a time left out is read with the offset before the gap, one that comes twice is the first.
    Some(Time(zone.to_ambiguous_timestamp(at).compatible().ok()?.as_millisecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Time {
        Time(text.parse::<Timestamp>().expect("a moment").as_millisecond())
    }

    fn told(time: Option<Time>) -> String {
        time.map_or("now".to_owned(), |t| Timestamp::from_millisecond(t.0).expect("a moment").to_string())
    }

    /// Zone; hours of the digest; now; when it comes. Clocks in London go on at 1:00 on 29 March 2026 and back at 2:00 on 25 October; in
    /// New York on at 2:00 on 8 March and back at 2:00 on 1 November; on Lord Howe by half an hour.
    #[test]
    fn a_digest_comes_at_the_next_of_its_hours() {
        for (zone, hours, now, due) in [
            ("UTC", &[18][..], "2026-06-01T12:00:00Z", "2026-06-01T18:00:00Z"),
            ("UTC", &[18], "2026-06-01T18:00:00Z", "2026-06-02T18:00:00Z"),
            ("UTC", &[7, 18], "2026-06-01T18:00:01Z", "2026-06-02T07:00:00Z"),
            ("UTC", &[0], "2026-12-31T23:59:59Z", "2027-01-01T00:00:00Z"),
            ("Europe/London", &[18], "2026-06-01T12:00:00Z", "2026-06-01T17:00:00Z"),
            ("Asia/Kolkata", &[7], "2026-06-01T12:00:00Z", "2026-06-02T01:30:00Z"),
            ("Pacific/Auckland", &[7], "2026-06-01T12:00:00Z", "2026-06-01T19:00:00Z"),
            // Spring: the day has 23 hours, and the hour that is left out strikes an hour later.
            ("Europe/London", &[18], "2026-03-28T18:30:00Z", "2026-03-29T17:00:00Z"),
            ("Europe/London", &[1], "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"),
            ("Europe/London", &[1, 2], "2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z"),
            ("America/New_York", &[2], "2026-03-08T06:00:00Z", "2026-03-08T07:00:00Z"),
            ("Australia/Lord_Howe", &[2], "2026-10-03T15:00:00Z", "2026-10-03T15:30:00Z"),
            // Autumn: the hour that comes twice strikes the first time only.
            ("Europe/London", &[18], "2026-10-24T17:30:00Z", "2026-10-25T18:00:00Z"),
            ("Europe/London", &[1], "2026-10-24T23:30:00Z", "2026-10-25T00:00:00Z"),
            ("Europe/London", &[1], "2026-10-25T00:00:00Z", "2026-10-26T01:00:00Z"),
            ("Europe/London", &[1], "2026-10-25T01:00:00Z", "2026-10-26T01:00:00Z"),
            ("America/New_York", &[1, 2], "2026-11-01T05:00:00Z", "2026-11-01T07:00:00Z"),
        ] {
            let bits = hours.iter().fold(0, |bits, hour| bits | 1 << hour);
            let zone_of = TimeZone::get(zone).expect("a zone");
            assert_eq!(told(next_hour(bits, &zone_of, at(now))), due, "{zone} {hours:?} {now}");
        }
        assert_eq!(next_hour(0, &TimeZone::UTC, at("2026-06-01T12:00:00Z")), None);
    }

    #[test]
    fn quiet_hours_end_on_the_readers_clock() {
        let night = (22 * 60, 7 * 60);
        for (zone, (from, to), now, until) in [
            ("UTC", night, "2026-06-01T21:59:59Z", "now"),
            ("UTC", night, "2026-06-01T22:00:00Z", "2026-06-02T07:00:00Z"),
            ("UTC", night, "2026-06-02T06:59:59Z", "2026-06-02T07:00:00Z"),
            ("UTC", night, "2026-06-02T07:00:00Z", "now"),
            ("UTC", (13 * 60, 14 * 60 + 30), "2026-06-02T13:10:00Z", "2026-06-02T14:30:00Z"),
            ("UTC", (13 * 60, 14 * 60 + 30), "2026-06-02T14:30:00Z", "now"),
            ("Europe/London", night, "2026-06-01T21:00:00Z", "2026-06-02T06:00:00Z"),
            ("Asia/Tokyo", night, "2026-06-01T12:59:00Z", "now"),
            ("Asia/Tokyo", night, "2026-06-01T13:00:00Z", "2026-06-01T22:00:00Z"),
            // The nights in which the clocks change are an hour shorter, and longer.
            ("Europe/London", night, "2026-03-28T23:00:00Z", "2026-03-29T06:00:00Z"),
            ("Europe/London", night, "2026-10-24T23:00:00Z", "2026-10-25T07:00:00Z"),
            ("America/New_York", night, "2026-03-08T04:00:00Z", "2026-03-08T11:00:00Z"),
            ("America/New_York", night, "2026-11-01T03:00:00Z", "2026-11-01T12:00:00Z"),
            // They end within the hour that is left out, and within the one that comes twice.
            ("Europe/London", (22 * 60, 90), "2026-03-29T00:59:00Z", "2026-03-29T01:30:00Z"),
            ("Europe/London", (22 * 60, 90), "2026-10-25T00:15:00Z", "2026-10-25T00:30:00Z"),
            ("Europe/London", (22 * 60, 90), "2026-10-25T01:15:00Z", "now"),
        ] {
            let zone_of = TimeZone::get(zone).expect("a zone");
            let end = quiet_until(Quiet { from, to }, &zone_of, at(now));
            assert_eq!(told(end), until, "{zone} {from}-{to} {now}");
        }
    }

    #[test]
    fn what_a_reader_asked_for_is_never_held_back() {
        let all_day = Quiet { from: 1, to: 0 };
        let settings =
            NoticeSettings { mode: NoticeMode::Digest, hours: 1 << 18, quiet: Some(all_day), open_page: false };
        let now = at("2026-06-01T12:00:00Z");
        for kind in ["sign-in", "answer", "receipt", "invitation", "stranger"] {
            assert_eq!(hold(kind, NoticeMode::Digest, &settings, "UTC", now), None, "{kind}");
        }
        for kind in ["digest", "dispatch", "message", "over"] {
            // The digest's hour lies in the quiet hours, so it comes when they end.
            let due = hold(kind, NoticeMode::Digest, &settings, "UTC", now);
            assert_eq!(told(due), "2026-06-02T00:00:00Z", "{kind}");
        }
        assert_eq!(told(hold("clock", NoticeMode::Digest, &settings, "UTC", now)), "2026-06-02T00:00:00Z");
        let settings = NoticeSettings { quiet: None, ..settings };
        assert_eq!(told(hold("clock", NoticeMode::Digest, &settings, "UTC", now)), "now");
        assert_eq!(told(hold("message", NoticeMode::AtOnce, &settings, "UTC", now)), "now");
        assert_eq!(told(hold("message", NoticeMode::Digest, &settings, "UTC", now)), "2026-06-01T18:00:00Z");
    }
}
