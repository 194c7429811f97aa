//! A year of simulated time: three players in London, New York and Sydney, across both changes of the clocks in each place, with nights,
//! weekends, holidays, leave, a pause, an excuse and grants.
//!
//! What is expected was worked out by another program, minute by minute, with another language's table of time zones: at each
//! minute, is somebody's clock running, and is it night, weekend, holiday, leave, pause or excused for them?

use domain::clock::*;
use domain::log::Millis;
use domain::referee::SeatId;
use fieldpost_calendar::{COVER, is_due, work_out};
use jiff::tz::TimeZoneDatabase;

const LONDON: SeatId = SeatId(0);
const NEW_YORK: SeatId = SeatId(1);
const SYDNEY: SeatId = SeatId(2);
const SEATS: [SeatId; 3] = [LONDON, NEW_YORK, SYDNEY];
const BEGIN: &str = "2026-09-01 00:00";

/// An instant, written in UTC.
fn at(text: &str) -> Millis {
    let stamp: jiff::Timestamp = format!("{}Z", text.replace(' ', "T")).parse().unwrap();
    Millis(u64::try_from(stamp.as_millisecond()).unwrap())
}

fn rules(seat: SeatId) -> CalendarRules {
    let (zone, from, until, weekend, holidays): (_, _, _, &[u8], &[&str]) = match seat {
        LONDON => {
            let holidays = &["2026-12-25", "2026-12-28", "2027-01-01", "2027-03-26", "2027-03-29"];
            ("Europe/London", 22 * 60, 7 * 60, &[6, 7], holidays)
        }
        NEW_YORK => ("America/New_York", 23 * 60, 6 * 60 + 30, &[7], &["2026-11-26", "2027-07-05"]),
        _ => ("Australia/Sydney", 21 * 60 + 30, 8 * 60, &[6, 7], &["2027-01-26", "2027-04-26"]),
    };
    CalendarRules {
        holidays: holidays.iter().map(|d| d.to_string()).collect(),
        nights: Some(Night { from, until }),
        weekend: weekend.to_vec(),
        zone: zone.to_owned(),
    }
}

#[derive(Clone, Copy)]
enum Event {
    Asked(SeatId),
    Answered(SeatId),
    Leave(SeatId, &'static str, &'static str),
    Back(SeatId),
    Pause(&'static str),
    Resume,
    Excuse(&'static str, &'static str),
    Grant(SeatId, u64),
}

use Event::*;

const YEAR: [(&str, Event); 41] = [
    ("2026-09-07 10:00", Asked(LONDON)),
    ("2026-09-09 15:30", Answered(LONDON)),
    ("2026-09-09 15:30", Asked(NEW_YORK)),
    ("2026-09-13 12:00", Answered(NEW_YORK)),
    ("2026-09-13 12:00", Asked(SYDNEY)),
    ("2026-09-16 03:20", Answered(SYDNEY)),
    ("2026-10-01 22:00", Asked(SYDNEY)),
    ("2026-10-06 05:00", Answered(SYDNEY)),
    ("2026-10-22 12:00", Asked(LONDON)),
    ("2026-10-28 09:15", Answered(LONDON)),
    ("2026-10-30 12:00", Asked(NEW_YORK)),
    ("2026-11-03 18:00", Answered(NEW_YORK)),
    ("2026-11-25 09:00", Asked(NEW_YORK)),
    ("2026-11-28 09:00", Answered(NEW_YORK)),
    ("2026-12-17 12:00", Asked(LONDON)),
    ("2026-12-17 12:00", Asked(NEW_YORK)),
    ("2026-12-18 10:00", Leave(LONDON, "2026-12-21 00:00", "2027-01-04 00:00")),
    ("2026-12-19 18:00", Answered(NEW_YORK)),
    ("2027-01-02 12:00", Back(LONDON)),
    ("2027-01-06 08:00", Answered(LONDON)),
    ("2027-01-06 08:00", Asked(SYDNEY)),
    ("2027-01-07 00:00", Pause("2027-01-20 00:00")),
    ("2027-01-15 09:00", Resume),
    ("2027-01-28 06:00", Answered(SYDNEY)),
    ("2027-02-09 12:00", Asked(LONDON)),
    ("2027-02-09 12:00", Asked(SYDNEY)),
    ("2027-02-11 09:00", Excuse("2027-02-10 08:00", "2027-02-10 20:00")),
    ("2027-02-12 09:30", Answered(LONDON)),
    ("2027-02-15 22:00", Answered(SYDNEY)),
    ("2027-03-12 12:00", Asked(NEW_YORK)),
    ("2027-03-16 12:00", Answered(NEW_YORK)),
    ("2027-03-24 12:00", Asked(LONDON)),
    ("2027-03-31 12:00", Answered(LONDON)),
    ("2027-04-01 20:00", Asked(SYDNEY)),
    ("2027-04-07 02:00", Answered(SYDNEY)),
    ("2027-06-01 09:00", Asked(LONDON)),
    ("2027-06-20 12:00", Grant(LONDON, 36)),
    ("2027-07-01 12:00", Answered(LONDON)),
    ("2027-07-01 12:00", Asked(NEW_YORK)),
    ("2027-08-10 12:00", Answered(NEW_YORK)),
    ("2027-08-20 12:00", Asked(LONDON)),
];

/// The year up to and with the last of these instants, and the clocks as they stand at each. Calendars are recorded when the service
/// would: at the beginning, and before the last is used up. Whatever is done is first asked for.
fn year(control: Control, stops: &[&'static str]) -> Vec<Clocks> {
    let zones = TimeZoneDatabase::bundled();
    let terms = ClockTerms { claim: Claim::Forfeit, control, leave: 14, stand_in: false };
    let mut clocks = Clocks::new(terms, 3, at(BEGIN));
    clocks.begin();
    // What happens at an instant comes before the look at it.
    let mut timeline: Vec<(Millis, Option<Event>)> =
        YEAR.iter().map(|(when, event)| (at(when), Some(*event))).collect();
    timeline.extend(stops.iter().map(|when| (at(when), None)));
    timeline.sort_by_key(|(when, event)| (*when, event.is_none()));
    let (mut midnight, mut seen) = (at(BEGIN), Vec::new());
    for (when, event) in timeline {
        while midnight <= when {
            for seat in SEATS {
                renew(&mut clocks, seat, midnight, &zones);
            }
            midnight = Millis(midnight.0 + DAY);
        }
        match event {
            Some(event) => happen(&mut clocks, when, event),
            None => seen.push(clocks.clone()),
        }
    }
    seen
}

fn renew(clocks: &mut Clocks, seat: SeatId, now: Millis, zones: &TimeZoneDatabase) {
    let known = clocks.calendar(seat).map(|(rules, _, until)| (rules, until));
    if is_due(known, Some(&rules(seat)), now) {
        let calendar = work_out(&rules(seat), zones, now).unwrap();
        clocks.may_set_calendar(seat, &calendar, now).unwrap();
        clocks.pass(now);
        clocks.set_calendar(seat, &calendar);
    }
}

fn happen(clocks: &mut Clocks, when: Millis, event: Event) {
    clocks.pass(when);
    match event {
        Asked(seat) => {
            clocks.settle();
            clocks.asked(seat);
        }
        Answered(seat) => clocks.moved(|s| s != seat, false),
        Leave(seat, from, until) => {
            let span = Span::new(at(from), at(until));
            clocks.may_take_leave(seat, span, when).unwrap();
            clocks.take_leave(seat, span);
        }
        Back(seat) => {
            clocks.may_end_leave(seat, when).unwrap();
            clocks.end_leave(seat);
        }
        Pause(until) => {
            clocks.may_offer_pause(NEW_YORK, Some(at(until)), when).unwrap();
            clocks.offer_pause(NEW_YORK, Some(at(until)));
            clocks.answer_pause(true);
        }
        Resume => {
            let resumes = clocks.may_end_pause(when).unwrap();
            clocks.end_pause(resumes);
        }
        Excuse(from, until) => {
            let span = Span::new(at(from), at(until));
            clocks.may_excuse(span, when).unwrap();
            clocks.excuse(span);
        }
        Grant(seat, hours) => {
            clocks.may_grant(seat, "seat", hours * HOUR, when).unwrap();
            clocks.grant(seat, hours * HOUR);
        }
    }
}

fn told(left: u64) -> String {
    let minutes = left / 60_000;
    format!("{}d {:02}:{:02}", minutes / 1440, minutes % 1440 / 60, minutes % 60)
}

fn check(control: Control, table: &[(&'static str, [&str; 3])]) {
    let stops: Vec<&str> = table.iter().map(|(when, _)| *when).collect();
    for ((when, left), clocks) in table.iter().zip(year(control, &stops)) {
        assert_eq!(SEATS.map(|seat| told(clocks.left(seat, at(when)))), *left, "{when}");
    }
}

#[test]
fn five_days_for_each_hand_over() {
    check(
        Control::Days(5),
        &[
            ("2026-09-08 12:00", ["4d 07:00", "5d 00:00", "5d 00:00"]),
            ("2026-09-09 15:30", ["3d 12:30", "5d 00:00", "5d 00:00"]),
            ("2026-09-13 11:00", ["3d 12:30", "2d 11:00", "5d 00:00"]),
            ("2026-09-16 03:20", ["3d 12:30", "2d 11:00", "3d 15:40"]),
            ("2026-10-03 18:00", ["3d 12:30", "2d 11:00", "4d 10:30"]),
            ("2026-10-05 00:00", ["3d 12:30", "2d 11:00", "4d 07:30"]),
            ("2026-10-06 05:00", ["3d 12:30", "2d 11:00", "3d 13:00"]),
            ("2026-10-24 12:00", ["4d 00:00", "2d 11:00", "3d 13:00"]),
            ("2026-10-26 07:30", ["3d 23:30", "2d 11:00", "3d 13:00"]),
            ("2026-10-28 09:15", ["2d 15:45", "2d 11:00", "3d 13:00"]),
            ("2026-11-01 12:00", ["2d 15:45", "3d 16:30", "3d 13:00"]),
            ("2026-11-02 12:00", ["2d 15:45", "3d 16:00", "3d 13:00"]),
            ("2026-11-03 18:00", ["2d 15:45", "2d 17:30", "3d 13:00"]),
            ("2026-11-28 09:00", ["2d 15:45", "3d 15:00", "3d 13:00"]),
            ("2026-12-19 18:00", ["3d 23:00", "3d 09:00", "3d 13:00"]),
            ("2026-12-23 12:00", ["3d 23:00", "3d 09:00", "3d 13:00"]),
            ("2027-01-05 12:00", ["3d 03:00", "3d 09:00", "3d 13:00"]),
            ("2027-01-06 08:00", ["2d 16:00", "3d 09:00", "5d 00:00"]),
            ("2027-01-12 00:00", ["2d 16:00", "3d 09:00", "4d 18:30"]),
            ("2027-01-18 12:00", ["2d 16:00", "3d 09:00", "4d 05:00"]),
            ("2027-01-27 01:00", ["2d 16:00", "3d 09:00", "1d 05:30"]),
            ("2027-01-28 06:00", ["2d 16:00", "3d 09:00", "0d 11:00"]),
            ("2027-02-11 08:59", ["3d 21:01", "3d 09:00", "3d 22:31"]),
            ("2027-02-11 09:00", ["4d 09:00", "3d 09:00", "4d 01:00"]),
            ("2027-02-15 22:00", ["3d 17:30", "3d 09:00", "2d 19:30"]),
            ("2027-03-14 12:00", ["3d 17:30", "3d 15:30", "2d 19:30"]),
            ("2027-03-15 12:00", ["3d 17:30", "3d 14:00", "2d 19:30"]),
            ("2027-03-16 12:00", ["3d 17:30", "2d 21:30", "2d 19:30"]),
            ("2027-03-28 12:00", ["3d 23:00", "2d 21:30", "2d 19:30"]),
            ("2027-03-30 12:00", ["3d 17:00", "2d 21:30", "2d 19:30"]),
            ("2027-03-31 12:00", ["3d 02:00", "2d 21:30", "2d 19:30"]),
            ("2027-04-04 12:00", ["3d 02:00", "2d 21:30", "4d 10:30"]),
            ("2027-04-05 12:00", ["3d 02:00", "2d 21:30", "3d 21:00"]),
            ("2027-04-07 02:00", ["3d 02:00", "2d 21:30", "3d 03:30"]),
            ("2027-06-10 12:00", ["0d 12:00", "2d 21:30", "3d 03:30"]),
            ("2027-06-19 12:00", ["0d 00:00", "2d 21:30", "3d 03:30"]),
            ("2027-06-20 12:00", ["1d 12:00", "2d 21:30", "3d 03:30"]),
            ("2027-06-22 12:00", ["0d 15:00", "2d 21:30", "3d 03:30"]),
            ("2027-06-30 12:00", ["0d 00:00", "2d 21:30", "3d 03:30"]),
            ("2027-07-01 12:00", ["0d 00:00", "5d 00:00", "3d 03:30"]),
            ("2027-07-06 12:00", ["0d 00:00", "2d 22:30", "3d 03:30"]),
            ("2027-07-08 00:00", ["0d 00:00", "1d 18:00", "3d 03:30"]),
            ("2027-08-10 12:00", ["0d 00:00", "0d 00:00", "3d 03:30"]),
            ("2027-08-31 12:00", ["0d 15:00", "0d 00:00", "3d 03:30"]),
        ],
    );
}

#[test]
fn a_bank_of_twelve_days_with_eighteen_hours_more_up_to_fourteen() {
    check(
        Control::Bank(Bank { bank: 12 * DAY, cap: 14 * DAY, increment: 18 * HOUR }),
        &[
            ("2026-09-08 12:00", ["11d 07:00", "12d 00:00", "12d 00:00"]),
            ("2026-09-09 15:30", ["11d 06:30", "12d 00:00", "12d 00:00"]),
            ("2026-09-13 11:00", ["11d 06:30", "9d 11:00", "12d 00:00"]),
            ("2026-09-16 03:20", ["11d 06:30", "10d 05:00", "11d 09:40"]),
            ("2026-10-03 18:00", ["11d 06:30", "10d 05:00", "10d 20:10"]),
            ("2026-10-05 00:00", ["11d 06:30", "10d 05:00", "10d 17:10"]),
            ("2026-10-06 05:00", ["11d 06:30", "10d 05:00", "10d 16:40"]),
            ("2026-10-24 12:00", ["10d 06:30", "10d 05:00", "10d 16:40"]),
            ("2026-10-26 07:30", ["10d 06:00", "10d 05:00", "10d 16:40"]),
            ("2026-10-28 09:15", ["9d 16:15", "10d 05:00", "10d 16:40"]),
            ("2026-11-01 12:00", ["9d 16:15", "8d 21:30", "10d 16:40"]),
            ("2026-11-02 12:00", ["9d 16:15", "8d 21:00", "10d 16:40"]),
            ("2026-11-03 18:00", ["9d 16:15", "8d 16:30", "10d 16:40"]),
            ("2026-11-28 09:00", ["9d 16:15", "8d 01:30", "10d 16:40"]),
            ("2026-12-19 18:00", ["8d 15:15", "7d 04:30", "10d 16:40"]),
            ("2026-12-23 12:00", ["8d 15:15", "7d 04:30", "10d 16:40"]),
            ("2027-01-05 12:00", ["7d 19:15", "7d 04:30", "10d 16:40"]),
            ("2027-01-06 08:00", ["8d 02:15", "7d 04:30", "10d 16:40"]),
            ("2027-01-12 00:00", ["8d 02:15", "7d 04:30", "10d 11:10"]),
            ("2027-01-18 12:00", ["8d 02:15", "7d 04:30", "9d 21:40"]),
            ("2027-01-27 01:00", ["8d 02:15", "7d 04:30", "6d 22:10"]),
            ("2027-01-28 06:00", ["8d 02:15", "7d 04:30", "6d 21:40"]),
            ("2027-02-11 08:59", ["6d 23:16", "7d 04:30", "5d 20:11"]),
            ("2027-02-11 09:00", ["7d 11:15", "7d 04:30", "5d 22:40"]),
            ("2027-02-15 22:00", ["7d 13:45", "7d 04:30", "5d 11:10"]),
            ("2027-03-14 12:00", ["7d 13:45", "5d 20:00", "5d 11:10"]),
            ("2027-03-15 12:00", ["7d 13:45", "5d 18:30", "5d 11:10"]),
            ("2027-03-16 12:00", ["7d 13:45", "5d 20:00", "5d 11:10"]),
            ("2027-03-28 12:00", ["6d 12:45", "5d 20:00", "5d 11:10"]),
            ("2027-03-30 12:00", ["6d 06:45", "5d 20:00", "5d 11:10"]),
            ("2027-03-31 12:00", ["6d 09:45", "5d 20:00", "5d 11:10"]),
            ("2027-04-04 12:00", ["6d 09:45", "5d 20:00", "4d 21:40"]),
            ("2027-04-05 12:00", ["6d 09:45", "5d 20:00", "4d 08:10"]),
            ("2027-04-07 02:00", ["6d 09:45", "5d 20:00", "4d 08:40"]),
            ("2027-06-10 12:00", ["1d 21:45", "5d 20:00", "4d 08:40"]),
            ("2027-06-19 12:00", ["0d 00:00", "5d 20:00", "4d 08:40"]),
            ("2027-06-20 12:00", ["1d 12:00", "5d 20:00", "4d 08:40"]),
            ("2027-06-22 12:00", ["0d 15:00", "5d 20:00", "4d 08:40"]),
            ("2027-06-30 12:00", ["0d 00:00", "5d 20:00", "4d 08:40"]),
            ("2027-07-01 12:00", ["0d 18:00", "5d 20:00", "4d 08:40"]),
            ("2027-07-06 12:00", ["0d 18:00", "3d 18:30", "4d 08:40"]),
            ("2027-07-08 00:00", ["0d 18:00", "2d 14:00", "4d 08:40"]),
            ("2027-08-10 12:00", ["0d 18:00", "0d 18:00", "4d 08:40"]),
            ("2027-08-31 12:00", ["0d 00:00", "0d 18:00", "4d 08:40"]),
        ],
    );
}

#[test]
fn where_it_says_that_time_is_out_it_is() {
    for (asked, seat) in [
        ("2026-10-22 12:00", LONDON),
        ("2026-10-30 12:00", NEW_YORK),
        ("2027-04-01 20:00", SYDNEY),
        ("2027-08-20 12:00", LONDON),
    ] {
        let clocks = &year(Control::Days(5), &[asked])[0];
        let reading = clocks.reading(seat, at(asked));
        let out = reading.out.unwrap();
        assert_eq!((clocks.left(seat, Millis(out.0 - 1)), clocks.left(seat, out)), (1, 0), "{asked}");
    }
}

/// The letters that the service would write, looking every ten minutes.
fn alarms(from: &'static str, until: &str, seat: SeatId) -> Vec<(String, Alarm)> {
    let (mut last, mut told, mut sent) = (None, None, Vec::new());
    let mut now = at(from);
    // Nothing happens in between, or the clocks would have to be wound on.
    let clocks = &year(Control::Days(5), &[from])[0];
    while now < at(until) {
        let reading = clocks.reading(seat, now);
        if let Some(alarm) = alarm_due(reading.left, reading.of, last, told, now) {
            (last, told) = (Some(now), Some(alarm));
            let stamp = jiff::Timestamp::from_millisecond(now.0 as i64).unwrap();
            sent.push((stamp.strftime("%Y-%m-%d %H:%M").to_string(), alarm));
        }
        now = Millis(now.0 + 600_000);
    }
    sent
}

#[test]
fn alarms_of_the_year() {
    let sent = |list: Vec<(String, Alarm)>| {
        list.iter().map(|(when, alarm)| format!("{when} {}", alarm.percent())).collect::<Vec<_>>()
    };
    // Five days are eight days of fifteen hours on working days.
    assert_eq!(
        sent(alarms("2027-06-01 09:00", "2027-06-20 12:00", LONDON)),
        ["2027-06-07 09:00 50", "2027-06-09 15:00 80", "2027-06-10 18:00 95"]
    );
    // After a grant of 36 hours they begin anew, and the last would follow on the same day as the one before: it is not written.
    assert_eq!(
        sent(alarms("2027-06-20 12:00", "2027-07-01 12:00", LONDON)),
        ["2027-06-22 09:00 50", "2027-06-23 09:00 80"]
    );
}

#[test]
fn calendars_follow_each_other_without_a_gap_and_cost_little() {
    let zones = TimeZoneDatabase::bundled();
    let mut now = at(BEGIN);
    let mut records = 0;
    let mut known: Option<Calendar> = None;
    while now < at("2027-09-01 00:00") {
        if is_due(known.as_ref().map(|k| (&k.rules, k.until)), Some(&rules(LONDON)), now) {
            let next = work_out(&rules(LONDON), &zones, now).unwrap();
            if let Some(last) = &known {
                // Where both speak, they say the same.
                let both = Span::new(now, last.until);
                let of = |c: &Calendar| c.masked.iter().map(|s| s.meet(both)).collect::<Spans>();
                assert_eq!(of(last), of(&next));
            }
            assert!(next.masked.len() <= 92 && next.until.0 - now.0 == COVER);
            known = Some(next);
            records += 1;
        }
        now = Millis(now.0 + DAY);
    }
    assert_eq!(records, 6, "in a year");
}
