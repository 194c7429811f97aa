//! Lengths of time and dates in words.

use super::{DAY, HOUR};
use crate::words::Millis;

/// A length of time in its two greatest units, rounded down: `2 days 3 hours`.
pub fn lasting(millis: u64) -> String {
    let minutes = millis / 60_000;
    let (days, hours, minutes) = (millis / DAY, millis % DAY / HOUR, minutes % 60);
    let many = |n: u64, what: &str| match n {
        0 => String::new(),
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    };
    let parts = match (days, hours) {
        (0, 0) => [many(minutes, "minute"), String::new()],
        (0, _) => [many(hours, "hour"), many(minutes, "minute")],
        _ => [many(days, "day"), many(hours, "hour")],
    };
    let text = parts.join(" ");
    match text.trim() {
        "" => "less than a minute".to_owned(),
        text => text.to_owned(),
    }
}

/// A date in the Gregorian calendar, in UTC: `24 November 2026, 09:00 UTC`.
pub fn date(at: Millis) -> String {
    let (days, minutes) = (at.0 / DAY, at.0 % DAY / 60_000);
    if days > 2_932_896 {
        return "a day after the year 9999".to_owned();
    }
    // In 400 years there are 146,097 days; the first such era here begins with 1970.
    let (mut year, mut day) = (1970 + 400 * (days / 146_097), days % 146_097);
    let leap = |y: u64| (y.is_multiple_of(4) && !y.is_multiple_of(100)) || y.is_multiple_of(400);
    while day >= 365 + u64::from(leap(year)) {
        day -= 365 + u64::from(leap(year));
        year += 1;
    }
    let months = [
        ("January", 31),
        ("February", 28 + u64::from(leap(year))),
        ("March", 31),
        ("April", 30),
        ("May", 31),
        ("June", 30),
        ("July", 31),
        ("August", 31),
        ("September", 30),
        ("October", 31),
        ("November", 30),
    ];
    let mut month = "December";
    for (name, length) in months {
        if day < length {
            month = name;
            break;
        }
        day -= length;
    }
    format!("{} {month} {year}, {:02}:{:02} UTC", day + 1, minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_told_in_two_units() {
        let told = [0, 59_999, 60_000, HOUR, HOUR + 60_000, DAY, 2 * DAY + 3 * HOUR + 59 * 60_000].map(lasting);
        let words = [
            "less than a minute",
            "less than a minute",
            "1 minute",
            "1 hour",
            "1 hour 1 minute",
            "1 day",
            "2 days 3 hours",
        ];
        assert_eq!(told, words);
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        // Seconds as `date -u -d … +%s` gives them.
        for (seconds, day) in [
            (0, "1 January 1970, 00:00 UTC"),
            (951_782_340, "28 February 2000, 23:59 UTC"),
            (951_782_400, "29 February 2000, 00:00 UTC"),
            (1_795_510_800, "24 November 2026, 09:00 UTC"),
            (4_107_542_399, "28 February 2100, 23:59 UTC"),
            (4_107_542_400, "1 March 2100, 00:00 UTC"),
            (253_402_300_799, "31 December 9999, 23:59 UTC"),
            (253_402_300_800, "a day after the year 9999"),
        ] {
            assert_eq!(date(Millis(seconds * 1000)), day);
        }
        assert_eq!(date(Millis(u64::MAX)), "a day after the year 9999");
    }
}
