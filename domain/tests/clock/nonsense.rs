//! What a clock refuses.

use domain::clock::*;
use domain::log::Millis;
use domain::referee::SeatId;

const US: SeatId = SeatId(0);
const NOW: Millis = Millis(20_000 * DAY);

fn at(days: u64, hours: u64) -> Millis {
    Millis(NOW.0 + days * DAY + hours * HOUR)
}

fn clocks() -> Clocks {
    let terms = ClockTerms { claim: Claim::Forfeit, control: Control::Days(3), leave: 10, stand_in: false };
    let mut clocks = Clocks::new(terms, 2, NOW);
    clocks.begin();
    clocks
}

fn rules() -> CalendarRules {
    CalendarRules { zone: "Europe/London".into(), ..CalendarRules::default() }
}

fn calendar(masked: &[(u64, u64)]) -> Calendar {
    let masked = masked.iter().map(|(from, until)| Span::new(at(0, *from), at(0, *until))).collect();
    Calendar { masked, rules: rules(), until: at(91, 0) }
}

#[test]
fn terms_that_nobody_can_play_by() {
    let good = clocks().terms().to_owned();
    let with = |control| ClockTerms { control, ..good }.check();
    let bank = |bank, increment, cap| with(Control::Bank(Bank { bank, cap, increment }));
    for days in [1, 3, 90] {
        assert_eq!(with(Control::Days(days)), Ok(()));
    }
    assert_eq!(bank(30 * DAY, DAY, 45 * DAY), Ok(()));
    for wrong in [
        with(Control::Days(0)),
        with(Control::Days(91)),
        bank(0, DAY, DAY),
        bank(DAY, DAY, DAY - 1),
        bank(366 * DAY, DAY, 366 * DAY),
        bank(DAY, 31 * DAY, 40 * DAY),
        bank(u64::MAX, u64::MAX, u64::MAX),
        ClockTerms { leave: 181, ..good }.check(),
    ] {
        assert!(matches!(wrong, Err(ClockError::Terms(_))), "{wrong:?}");
        assert_eq!(wrong.unwrap_err().class(), Class::Nonsense);
    }
}

#[test]
fn calendars_that_make_no_sense() {
    let night = |from, until| CalendarRules { nights: Some(Night { from, until }), ..rules() };
    let days = |days: &[&str]| CalendarRules { holidays: days.iter().map(|d| d.to_string()).collect(), ..rules() };
    let good = [
        night(1320, 450),
        night(0, 1),
        CalendarRules { weekend: vec![6, 7], ..rules() },
        days(&["2026-12-25", "2028-02-29"]),
        CalendarRules::default(),
    ];
    assert!(good[4].is_plain() && good[4].check().is_err(), "a calendar needs a zone");
    assert!(good[..4].iter().all(|r| r.check().is_ok() && !r.is_plain()));
    let thousands: Vec<String> = (0..10_000).map(|n| format!("{:04}-01-01", 1970 + n % 8000)).collect();
    for wrong in [
        night(0, 0),
        night(1440, 10),
        night(10, 65_535),
        night(480, 1321),
        CalendarRules { weekend: vec![1, 2, 3, 4, 5, 6, 7], ..rules() },
        CalendarRules { weekend: vec![0], ..rules() },
        CalendarRules { weekend: vec![8], ..rules() },
        CalendarRules { weekend: vec![7, 6], ..rules() },
        CalendarRules { weekend: vec![6, 6], ..rules() },
        days(&["2027-02-29"]),
        days(&["2027-13-01"]),
        days(&["2027-00-10"]),
        days(&["27-01-01"]),
        days(&["+027-01-01"]),
        days(&["2027-1-001"]),
        days(&["2027-01-01 "]),
        days(&["２０２７-01-01"]),
        days(&["2027-01-02", "2027-01-01"]),
        days(&["2027-01-01", "2027-01-01"]),
        CalendarRules { holidays: thousands, ..rules() },
        CalendarRules { zone: "a b".into(), ..rules() },
        CalendarRules { zone: "x".repeat(65), ..rules() },
        CalendarRules { zone: "Zürich".into(), ..rules() },
    ] {
        assert!(matches!(wrong.check(), Err(ClockError::Calendar(_))), "{wrong:?}");
    }
}

#[test]
fn spans_that_make_no_calendar() {
    let clocks = clocks();
    let may = |c: &Calendar| clocks.may_set_calendar(US, c, NOW);
    assert_eq!(may(&calendar(&[])), Ok(()));
    assert_eq!(may(&calendar(&[(0, 8), (22, 32)])), Ok(()));
    for masked in
        [&[(10, 10)][..], &[(10, 5)], &[(5, 9), (8, 12)], &[(5, 9), (9, 12)], &[(20, 30), (5, 9)], &[(2180, 2200)]]
    {
        assert!(matches!(may(&calendar(masked)), Err(ClockError::Calendar(_))), "{masked:?}");
    }
    let past = Calendar { masked: vec![Span::new(Millis(NOW.0 - 1), at(0, 5))], ..calendar(&[]) };
    assert!(matches!(may(&past), Err(ClockError::Calendar(_))));
    for until in [Millis(0), NOW, Millis(NOW.0 + MOST_COVER + 1), Millis(u64::MAX)] {
        assert!(matches!(may(&Calendar { until, ..calendar(&[]) }), Err(ClockError::Calendar(_))), "{until:?}");
    }
    let fine = (0..1001).map(|n| Span::new(Millis(NOW.0 + 2 * n), Millis(NOW.0 + 2 * n + 1))).collect();
    assert!(matches!(may(&Calendar { masked: fine, ..calendar(&[]) }), Err(ClockError::Calendar(_))));
}

#[test]
fn four_days_in_four_weeks_must_count() {
    let mut clocks = clocks();
    assert_eq!(clocks.may_set_calendar(US, &calendar(&[(0, 24 * 24)]), NOW), Ok(()));
    let much = clocks.may_set_calendar(US, &calendar(&[(0, 24 * 24 + 1)]), NOW);
    assert_eq!(much, Err(ClockError::TooLittle { left: 95 * HOUR }));
    assert_eq!(much.unwrap_err().class(), Class::Nonsense);
    assert!(clocks.may_set_calendar(US, &calendar(&[(0, 91 * 24)]), NOW).is_err(), "all hours masked");
    // Nor by another calendar every few weeks.
    clocks.pass(NOW);
    clocks.set_calendar(US, &calendar(&[(0, 24 * 24)]));
    let again = Calendar { masked: vec![Span::new(at(25, 0), at(40, 0))], rules: rules(), until: at(60, 0) };
    assert!(matches!(clocks.may_set_calendar(US, &again, at(23, 0)), Err(ClockError::TooLittle { .. })));
    let later = Calendar { masked: vec![Span::new(at(28, 0), at(52, 0))], rules: rules(), until: at(60, 0) };
    assert_eq!(clocks.may_set_calendar(US, &later, at(27, 0)), Ok(()));
}

#[test]
fn a_calendar_holds_for_a_day_at_least() {
    let mut clocks = clocks();
    clocks.pass(NOW);
    clocks.set_calendar(US, &calendar(&[(5, 9)]));
    let wait = clocks.may_set_calendar(US, &Calendar { masked: vec![], ..calendar(&[]) }, at(0, 10));
    assert_eq!(wait, Err(ClockError::CalendarLately { wait: 14 * HOUR }));
    assert_eq!(wait.unwrap_err().class(), Class::NotNow);
    let other = Calendar { masked: vec![Span::new(at(2, 0), at(3, 0))], ..calendar(&[]) };
    assert_eq!(clocks.may_set_calendar(SeatId(1), &other, at(0, 10)), Ok(()));
    assert_eq!(clocks.may_set_calendar(US, &other, at(1, 0)), Ok(()));
    // What lay ahead in the old one is gone, what lay behind stays.
    clocks.pass(at(0, 7));
    clocks.asked(US);
    clocks.pass(at(0, 8));
    clocks.set_calendar(US, &other);
    assert_eq!(clocks.left(US, at(0, 10)), 70 * HOUR);
}

#[test]
fn leave_within_the_budget_of_each_year() {
    let mut clocks = clocks();
    let may = |clocks: &Clocks, from, until| clocks.may_take_leave(US, Span::new(from, until), NOW);
    assert_eq!(may(&clocks, NOW, at(10, 0)), Ok(()));
    let over = may(&clocks, NOW, at(10, 1));
    assert_eq!(over, Err(ClockError::Budget { left: 10 * DAY, days: 10 }));
    assert_eq!(over.unwrap_err().class(), Class::NotNow);
    for (from, until) in [
        (at(1, 0), NOW),
        (at(1, 0), at(1, 0)),
        (Millis(NOW.0 - 1), at(1, 0)),
        (at(367, 0), at(368, 0)),
        (NOW, Millis(NOW.0 + 1)),
    ] {
        assert!(matches!(may(&clocks, from, until), Err(ClockError::Leave(_))), "{from:?} {until:?}");
    }
    assert!(matches!(may(&clocks, NOW, Millis(u64::MAX)), Err(ClockError::Budget { .. })));
    // Over the turn of the game's year it is counted in both.
    assert_eq!(may(&clocks, at(360, 0), at(375, 0)), Ok(()));
    clocks.take_leave(US, Span::new(at(1, 0), at(7, 0)));
    assert_eq!(may(&clocks, at(20, 0), at(21, 0)), Err(ClockError::OnLeave), "announced is taken");
    clocks.pass(at(3, 0));
    assert_eq!(clocks.may_end_leave(US, at(3, 0)), Ok(()));
    clocks.end_leave(US);
    assert_eq!(clocks.may_end_leave(US, at(3, 0)), Err(ClockError::NotOnLeave));
    assert_eq!(clocks.leave_left(US, at(3, 0)), 8 * DAY);
    let long = clocks.may_take_leave(US, Span::new(at(356, 0), at(370, 0)), at(3, 0));
    assert_eq!(long, Err(ClockError::Budget { left: 8 * DAY, days: 10 }));
    assert_eq!(clocks.may_take_leave(US, Span::new(at(357, 0), at(370, 0)), at(3, 0)), Ok(()));
    // Leave that is taken back before it begins costs nothing.
    clocks.take_leave(US, Span::new(at(10, 0), at(12, 0)));
    clocks.end_leave(US);
    assert_eq!(clocks.leave_left(US, at(3, 0)), 8 * DAY);
}

#[test]
fn pauses_and_their_end() {
    let mut clocks = clocks();
    let until = |days| Some(at(days, 0));
    for wrong in [until(0), Some(Millis(0)), until(367), Some(Millis(u64::MAX))] {
        assert!(matches!(clocks.may_offer_pause(US, wrong, NOW), Err(ClockError::Pause(_))), "{wrong:?}");
    }
    assert_eq!(clocks.may_end_pause(NOW), Err(ClockError::NotPaused));
    assert_eq!(clocks.may_offer_pause(US, None, NOW), Ok(()));
    clocks.offer_pause(US, until(9));
    assert_eq!(clocks.may_offer_pause(SeatId(1), None, NOW), Err(ClockError::PauseStands));
    clocks.answer_pause(false);
    assert_eq!(clocks.may_offer_pause(US, None, at(0, 4)), Err(ClockError::PauseLately { wait: 20 * HOUR }));
    assert_eq!(clocks.may_offer_pause(SeatId(1), None, at(0, 4)), Ok(()));
    clocks.pass(at(0, 4));
    clocks.offer_pause(SeatId(1), until(9));
    clocks.answer_pause(true);
    assert_eq!(clocks.may_offer_pause(US, None, at(2, 0)), Err(ClockError::Paused));
    assert_eq!(clocks.may_end_pause(at(2, 0)), Ok(at(3, 0)), "a day's notice");
    assert_eq!(clocks.may_end_pause(at(8, 0)), Err(ClockError::Resuming), "it ends by itself as soon");
    clocks.pass(at(2, 0));
    clocks.end_pause(at(3, 0));
    assert_eq!(clocks.may_end_pause(at(2, 5)), Err(ClockError::Resuming));
    assert_eq!(clocks.may_end_pause(at(3, 0)), Err(ClockError::NotPaused));
}

#[test]
fn grants_claims_and_excuses() {
    let mut clocks = clocks();
    assert_eq!(clocks.may_grant(US, "Union", DAY, NOW), Err(ClockError::Idle("Union".into())));
    assert_eq!(clocks.may_claim(US, "Union", at(90, 0)), Err(ClockError::Idle("Union".into())));
    clocks.asked(US);
    assert_eq!(clocks.may_grant(US, "Union", DAY, NOW), Ok(()));
    for time in [0, HOUR - 1, 91 * DAY, u64::MAX] {
        assert!(matches!(clocks.may_grant(US, "Union", time, NOW), Err(ClockError::Grant(_))), "{time}");
    }
    let early = clocks.may_claim(US, "Union", at(2, 0));
    assert_eq!(early, Err(ClockError::Early { name: "Union".into(), left: DAY }));
    assert_eq!(early.unwrap_err().to_string(), "The time of the Union is not out: 1 day left.");
    assert_eq!(clocks.may_claim(US, "Union", at(3, 0)), Ok(()));
    for (from, until) in [(at(1, 0), NOW), (NOW, NOW), (NOW, at(9, 0)), (Millis(0), NOW)] {
        let excuse = clocks.may_excuse(Span::new(from, until), at(1, 0));
        assert!(matches!(excuse, Err(ClockError::Excuse(_))), "{from:?} {until:?}");
    }
    assert_eq!(clocks.may_excuse(Span::new(NOW, at(1, 0)), at(1, 0)), Ok(()));
}
