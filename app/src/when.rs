//! Moments in words.

use fieldpost_store::Time;
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// How long ago, for the last week; the date before that.
pub fn ago(at: Time, now: Time, zone: &str) -> String {
    let seconds = now.since(at).as_secs();
    let count = |n: u64, unit: &str| if n == 1 { format!("1 {unit} ago") } else { format!("{n} {unit}s ago") };
    match seconds {
        0..60 => "just now".to_owned(),
        60..3_600 => count(seconds / 60, "minute"),
        3_600..86_400 => count(seconds / 3_600, "hour"),
        86_400..604_800 => count(seconds / 86_400, "day"),
        _ => date(at, zone),
    }
}

/// The date and the hour where the reader is: "27 June 1862, 14:05".
pub fn date(at: Time, zone: &str) -> String {
    let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
    match Timestamp::from_millisecond(at.0) {
        Ok(stamp) => stamp.to_zoned(zone).strftime("%-d %B %Y, %H:%M").to_string(),
        Err(_) => String::new(),
    }
}

/// The day and the hour where the reader is, for what is near: "Tue 24 Nov, 09:00".
pub fn day(at: Time, zone: &str) -> String {
    let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
    match Timestamp::from_millisecond(at.0) {
        Ok(stamp) => stamp.to_zoned(zone).strftime("%a %-d %b, %H:%M").to_string(),
        Err(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_told_as_people_do() {
        let at = Time(1_000_000_000_000);
        let later = |s: i64| ago(at, Time(at.0 + s * 1_000), "UTC");
        assert_eq!(later(5), "just now");
        assert_eq!(later(60), "1 minute ago");
        assert_eq!(later(7_300), "2 hours ago");
        assert_eq!(later(700_000), "9 September 2001, 01:46");
        assert_eq!(date(at, "America/New_York"), "8 September 2001, 21:46");
    }
}
