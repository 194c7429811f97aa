//! Calendars in real time zones: against the civil time of every quarter of an hour, at the changes of the clocks, and nonsense.

use domain::clock::*;
use domain::log::Millis;
use fieldpost_calendar::{NoCalendar, check, work_out, zone};
use jiff::Timestamp;
use jiff::tz::TimeZoneDatabase;
use proptest::prelude::*;

fn at(text: &str) -> Millis {
    let stamp: Timestamp = format!("{}Z", text.replace(' ', "T")).parse().unwrap();
    Millis(u64::try_from(stamp.as_millisecond()).unwrap())
}

fn spans(calendar: &Calendar) -> Vec<String> {
    let told = |at: Millis| Timestamp::from_millisecond(at.0 as i64).unwrap().strftime("%m-%d %H:%M").to_string();
    calendar.masked.iter().map(|s| format!("{} – {}", told(s.from), told(s.until))).collect()
}

fn nights(zone: &str, from: u16, until: u16) -> CalendarRules {
    CalendarRules { nights: Some(Night { from, until }), zone: zone.into(), ..CalendarRules::default() }
}

#[test]
fn every_quarter_of_an_hour_of_a_year_says_what_the_clock_on_the_wall_says() {
    let zones = TimeZoneDatabase::bundled();
    // Both halves of the globe, a half-hour change (Lord Howe), a country that changed its mind (Morocco), and quarter hours.
    for name in [
        "Europe/London",
        "America/New_York",
        "Australia/Lord_Howe",
        "America/Santiago",
        "Africa/Casablanca",
        "Asia/Kathmandu",
        "Pacific/Apia",
    ] {
        let rules = CalendarRules {
            holidays: ["2026-12-25", "2027-03-26", "2027-03-29"].map(String::from).to_vec(),
            nights: Some(Night { from: 22 * 60 + 15, until: 6 * 60 + 45 }),
            weekend: vec![5, 7],
            zone: name.into(),
        };
        let place = zones.get(name).unwrap();
        let mut from = at("2026-09-01 00:00");
        while from < at("2027-09-01 00:00") {
            let calendar = work_out(&rules, &zones, from).unwrap();
            let masked: Spans = calendar.masked.iter().copied().collect();
            let mut now = from;
            while now < calendar.until {
                let wall = Timestamp::from_millisecond(now.0 as i64).unwrap().to_zoned(place.clone());
                let minute = i32::from(wall.hour()) * 60 + i32::from(wall.minute());
                let day = wall.weekday().to_monday_one_offset();
                let free = [5, 7].contains(&day) || rules.holidays.contains(&wall.date().to_string());
                let night = !(6 * 60 + 45..22 * 60 + 15).contains(&minute);
                assert_eq!(masked.over(now).is_some(), free || night, "{wall}");
                now = Millis(now.0 + 900_000);
            }
            from = calendar.until;
        }
    }
}

#[test]
fn a_night_in_which_the_clocks_change_is_an_hour_longer_or_shorter() {
    let zones = TimeZoneDatabase::bundled();
    let night = |zone: &str, from: &str, n: usize| {
        spans(&work_out(&nights(zone, 22 * 60, 7 * 60), &zones, at(from)).unwrap())[n].clone()
    };
    // Summer time: a London evening at ten is nine in UTC.
    assert_eq!(night("Europe/London", "2026-10-23 12:00", 0), "10-23 21:00 – 10-24 06:00");
    assert_eq!(night("Europe/London", "2026-10-23 12:00", 1), "10-24 21:00 – 10-25 07:00");
    assert_eq!(night("Europe/London", "2026-10-23 12:00", 2), "10-25 22:00 – 10-26 07:00");
    assert_eq!(night("Europe/London", "2027-03-27 12:00", 0), "03-27 22:00 – 03-28 06:00");
    assert_eq!(night("America/New_York", "2026-10-31 12:00", 0), "11-01 02:00 – 11-01 12:00");
    assert_eq!(night("America/New_York", "2027-03-13 12:00", 0), "03-14 03:00 – 03-14 11:00");
    assert_eq!(night("Australia/Sydney", "2026-10-03 08:00", 0), "10-03 12:00 – 10-03 20:00");
    assert_eq!(night("Australia/Sydney", "2027-04-03 08:00", 0), "04-03 11:00 – 04-03 21:00");
    // An end that does not exist that night comes when the hour is over; one that exists twice, the first time.
    let ends =
        |zone: &str, from: &str| spans(&work_out(&nights(zone, 23 * 60, 90), &zones, at(from)).unwrap())[0].clone();
    assert_eq!(ends("Europe/London", "2027-03-27 12:00"), "03-27 23:00 – 03-28 01:30");
    assert_eq!(ends("Europe/London", "2026-10-24 12:00"), "10-24 22:00 – 10-25 00:30");
}

#[test]
fn a_calendar_set_at_night_begins_at_once() {
    let zones = TimeZoneDatabase::bundled();
    let calendar = work_out(&nights("Europe/London", 22 * 60, 7 * 60), &zones, at("2026-12-01 03:10")).unwrap();
    assert_eq!(spans(&calendar)[0], "12-01 03:10 – 12-01 07:00");
    let last = spans(&calendar).pop().unwrap();
    assert_eq!(last, "03-01 22:00 – 03-02 03:10");
}

#[test]
fn nonsense_is_refused_in_words() {
    let zones = TimeZoneDatabase::bundled();
    let now = at("2026-11-21 12:00");
    let rules = || nights("Europe/London", 22 * 60, 7 * 60);
    for name in ["Mars/Olympus", "Europe", "../etc/passwd", "Etc/Unknown", "London", "UTC+1"] {
        let wrong = work_out(&CalendarRules { zone: name.into(), ..rules() }, &zones, now);
        assert_eq!(wrong, Err(NoCalendar::Zone(name.into())));
    }
    assert_eq!(zone(&zones, " europe/london ").unwrap().1, "Europe/London");
    let days = |days: &[&str]| CalendarRules { holidays: days.iter().map(|d| d.to_string()).collect(), ..rules() };
    let far = work_out(&days(&["2026-12-25", "9999-01-01"]), &zones, now);
    assert_eq!(far, Err(NoCalendar::Far("9999-01-01".into())));
    assert!(work_out(&days(&["2028-12-31"]), &zones, now).is_ok());
    assert!(work_out(&days(&["1999-12-31"]), &zones, now).is_ok(), "a holiday long past does no harm");
    let every: Vec<String> = (1..=31).map(|d| format!("2027-01-{d:02}")).collect();
    let idle = CalendarRules { holidays: every, ..rules() };
    assert!(matches!(work_out(&idle, &zones, now), Err(NoCalendar::Rules(ClockError::TooLittle { .. }))));
    let thousands = CalendarRules { holidays: vec!["2027-01-01".into(); 10_000], ..rules() };
    assert!(matches!(work_out(&thousands, &zones, now), Err(NoCalendar::Rules(ClockError::Calendar(_)))));
    for never in [Millis(u64::MAX), Millis(1 << 62), Millis(253_402_300_799_000)] {
        assert_eq!(work_out(&rules(), &zones, never), Err(NoCalendar::Beyond), "{never:?}");
    }
}

#[test]
fn rules_are_checked_as_far_as_their_holidays_go() {
    let zones = TimeZoneDatabase::bundled();
    let now = at("2026-11-21 12:00");
    let month = |year: i32| CalendarRules {
        holidays: (1..=31).map(|d| format!("{year}-07-{d:02}")).collect(),
        ..nights("Europe/London", 22 * 60, 7 * 60)
    };
    // A July without a day to play is months away: today's calendar does not reach it.
    assert!(work_out(&month(2027), &zones, now).is_ok());
    for year in [2027, 2028] {
        let found = check(&month(year), &zones, now);
        assert!(matches!(found, Err(NoCalendar::Rules(ClockError::TooLittle { .. }))), "{year}: {found:?}");
    }
    assert_eq!(check(&month(2025), &zones, now), Ok(()), "what is past does no harm");
    assert_eq!(check(&nights("Europe/London", 22 * 60, 7 * 60), &zones, now), Ok(()));
}

proptest! {
    #[test]
    fn whatever_is_worked_out_can_be_recorded(from in 0_u64..8_000_000_000_000, night in (0_u16..1440, 0_u16..1440), weekend in prop::collection::btree_set(1_u8..8, 0..4), zone in prop::sample::select(vec!["UTC", "Europe/London", "Africa/Casablanca", "Australia/Lord_Howe", "Asia/Tehran", "America/Sao_Paulo"])) {
        let rules = CalendarRules {
            nights: Some(Night { from: night.0, until: night.1 }),
            weekend: weekend.into_iter().collect(),
            ..nights(zone, 0, 1)
        };
        match work_out(&rules, &TimeZoneDatabase::bundled(), Millis(from)) {
            Ok(calendar) => {
                let terms = ClockTerms { claim: Claim::Forfeit, control: Control::Days(3), leave: 0, stand_in: false };
                let clocks = Clocks::new(terms, 1, Millis(from));
                prop_assert_eq!(clocks.may_set_calendar(domain::referee::SeatId(0), &calendar, Millis(from)), Ok(()));
            }
            Err(NoCalendar::Rules(_)) => prop_assert!(rules.check().is_err()),
            Err(other) => prop_assert!(false, "{other}"),
        }
    }
}
