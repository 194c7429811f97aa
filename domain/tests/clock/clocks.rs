//! The clocks of a game: tables of events and the time left, and what holds whatever happens.

use domain::clock::*;
use domain::log::Millis;
use domain::referee::SeatId;
use proptest::prelude::*;

const US: SeatId = SeatId(0);
const THEM: SeatId = SeatId(1);

/// Hours after the beginning.
fn h(hours: u64) -> Millis {
    Millis(1_000_000 * HOUR + hours * HOUR)
}

fn hours(from: u64, until: u64) -> Span {
    Span::new(h(from), h(until))
}

fn days(days: u32) -> ClockTerms {
    ClockTerms { claim: Claim::Forfeit, control: Control::Days(days), leave: 10, stand_in: false }
}

fn bank(bank: u64, increment: u64, cap: u64) -> ClockTerms {
    let control = Control::Bank(Bank { bank: bank * HOUR, cap: cap * HOUR, increment: increment * HOUR });
    ClockTerms { control, ..days(1) }
}

#[derive(Clone, Debug)]
enum Event {
    Asked(SeatId),
    Answered(SeatId),
    /// Answered by a standing order that hands the turn back within the exchange.
    AnsweredAndBack(SeatId),
    Grant(SeatId, u64),
    Mask(SeatId, Span, u64),
    Leave(SeatId, Span),
    Back(SeatId),
    Pause(Option<u64>),
    Resume(u64),
    Excuse(Span),
}

fn play(terms: ClockTerms, events: &[(u64, Event)]) -> Clocks {
    let mut clocks = Clocks::new(terms, 2, h(0));
    clocks.begin();
    for (at, event) in events {
        take(&mut clocks, h(*at), event);
    }
    clocks
}

fn take(clocks: &mut Clocks, at: Millis, event: &Event) {
    clocks.pass(at);
    match event {
        Event::Asked(seat) => {
            clocks.settle();
            clocks.asked(*seat);
        }
        Event::Answered(seat) => clocks.moved(|s| s != *seat, false),
        Event::AnsweredAndBack(seat) => {
            clocks.moved(|s| s != *seat, false);
            clocks.moved(|_| true, true);
        }
        Event::Grant(seat, time) => clocks.grant(*seat, *time * HOUR),
        Event::Mask(seat, span, until) => {
            let rules = CalendarRules { zone: "UTC".into(), ..CalendarRules::default() };
            clocks.set_calendar(*seat, &Calendar { masked: vec![*span], rules, until: h(*until) });
        }
        Event::Leave(seat, span) => clocks.take_leave(*seat, *span),
        Event::Back(seat) => clocks.end_leave(*seat),
        Event::Pause(until) => {
            clocks.offer_pause(US, until.map(h));
            clocks.answer_pause(true);
        }
        Event::Resume(at) => clocks.end_pause(h(*at)),
        Event::Excuse(span) => clocks.excuse(*span),
    }
}

/// Plays the events that come before each instant and compares the hours left.
fn check(terms: ClockTerms, events: &[(u64, Event)], seat: SeatId, left: &[(u64, u64)]) {
    for (at, hours) in left {
        let so_far: Vec<(u64, Event)> = events.iter().filter(|(t, _)| t <= at).cloned().collect();
        let clocks = play(terms, &so_far);
        assert_eq!(clocks.left(seat, h(*at)), hours * HOUR, "after {at} hours");
    }
}

#[test]
fn days_for_each_hand_over_begin_anew() {
    use Event::*;
    let events = [(0, Asked(US)), (20, Answered(US)), (20, Asked(THEM)), (50, Answered(THEM)), (50, Asked(US))];
    check(days(2), &events, US, &[(0, 48), (10, 38), (20, 28), (49, 28), (50, 48), (97, 1), (98, 0), (500, 0)]);
    check(days(2), &events, THEM, &[(0, 48), (20, 48), (30, 38), (50, 18), (90, 18)]);
}

#[test]
fn a_bank_is_drawn_on_and_added_to_up_to_its_cap() {
    use Event::*;
    let events = [(0, Asked(US)), (30, Answered(US)), (40, Asked(US)), (41, Answered(US)), (60, Asked(US))];
    // 100 less 30 and 10 more; less 1 and 10 more, but 85 at most.
    check(bank(100, 10, 100), &events, US, &[(29, 71), (30, 80), (40, 80), (41, 89), (61, 88), (148, 1), (149, 0)]);
    check(bank(80, 10, 85), &events, US, &[(30, 60), (41, 69)]);
    check(bank(80, 50, 85), &events, US, &[(30, 85), (41, 85), (70, 75)]);
    // What a grant lifted above the cap is not taken away again.
    let granted = [(0, Asked(US)), (1, Grant(US, 50)), (2, Answered(US))];
    check(bank(80, 50, 85), &granted, US, &[(1, 129), (2, 128)]);
}

#[test]
fn what_comes_back_within_an_exchange_has_not_been_away() {
    use Event::*;
    let events = [(0, Asked(US)), (10, AnsweredAndBack(US)), (20, Answered(US))];
    check(days(2), &events, US, &[(9, 39), (10, 38), (15, 33)]);
    check(bank(100, 10, 100), &events, US, &[(10, 90), (15, 85), (20, 90)]);
}

#[test]
fn several_seats_run_at_once() {
    use Event::*;
    let events = [(0, Asked(US)), (5, Asked(THEM)), (10, Answered(US)), (20, Answered(THEM))];
    check(days(1), &events, US, &[(8, 16), (15, 14)]);
    check(days(1), &events, THEM, &[(8, 21), (15, 14), (30, 9)]);
}

#[test]
fn masked_hours_leave_pauses_and_excuses_do_not_count() {
    use Event::*;
    let events = [
        (0, Mask(US, hours(10, 20), 1000)),
        (0, Asked(US)),
        // Overlaps the night: what is masked twice is masked once.
        (15, Leave(US, hours(15, 30))),
        (25, Back(US)),
        (26, Pause(None)),
        (40, Resume(64)),
        (70, Excuse(hours(60, 68))),
    ];
    check(days(3), &events, US, &[(10, 62), (20, 62), (25, 62), (26, 61), (40, 61), (64, 61), (69, 56)]);
    // The excuse covers four hours that had counted.
    check(days(3), &events, US, &[(70, 59), (71, 58)]);
    let clocks = play(days(3), &events);
    assert_eq!(clocks.reading(US, h(70)).out, Some(h(129)));
    assert_eq!(clocks.leave_left(US, h(70)), 10 * DAY - 10 * HOUR);
    // The other seat has neither nights nor leave.
    assert_eq!(play(days(3), &[(0, Asked(THEM)), (15, Leave(US, hours(15, 30)))]).left(THEM, h(40)), 32 * HOUR);
}

#[test]
fn a_pause_with_an_end_ends_by_itself() {
    use Event::*;
    let events = [(0, Asked(US)), (10, Pause(Some(100)))];
    check(days(2), &events, US, &[(10, 38), (100, 38), (110, 28)]);
    let reading = play(days(2), &events).reading(US, h(20));
    assert_eq!((reading.rest, reading.out), (Some((Rest::Pause, h(100))), Some(h(138))));
    let open = play(days(2), &[(0, Asked(US)), (10, Pause(None))]).reading(US, h(20));
    assert_eq!((open.running, open.out), (true, None));
}

#[test]
fn an_excuse_gives_back_what_it_had_cost_and_no_more() {
    use Event::*;
    // Ten hours excused, of which the seat had used four; the others were the opponent's.
    let events = [(0, Asked(US)), (24, Answered(US)), (24, Asked(THEM)), (40, Excuse(hours(20, 30)))];
    check(bank(100, 0, 100), &events, US, &[(39, 76), (40, 80)]);
    check(bank(100, 0, 100), &events, THEM, &[(39, 85), (40, 90)]);
    // Time that was out comes back.
    let out = [(0, Asked(US)), (60, Excuse(hours(40, 60)))];
    check(days(2), &out, US, &[(59, 0), (60, 8), (68, 0)]);
}

#[test]
fn a_grant_begins_where_the_time_ran_out() {
    use Event::*;
    let events = [(0, Asked(US)), (60, Grant(US, 24))];
    check(days(2), &events, US, &[(59, 0), (60, 24), (84, 0)]);
    let reading = play(days(2), &events).reading(US, h(61));
    assert_eq!((reading.of, reading.asked, reading.out), (24 * HOUR, Some(h(0)), Some(h(84))));
}

#[test]
fn a_clock_set_back_does_not_give_time() {
    use Event::*;
    let clocks = play(days(2), &[(0, Asked(US)), (20, Asked(THEM)), (10, Answered(US))]);
    assert_eq!(clocks.left(US, h(10)), 28 * HOUR);
    assert_eq!(clocks.moment(h(3)), h(20));
}

#[test]
fn alarms_come_once_each_and_at_most_one_a_day() {
    // Ten days for a hand-over, looked at every hour.
    let letters = |of_days: u64| {
        let (of, mut last, mut told, mut sent) = (of_days * DAY, None, None, Vec::new());
        for hour in 0..of_days * 24 {
            let at = h(hour);
            if let Some(alarm) = alarm_due(of - hour * HOUR, of, last, told, at) {
                (last, told) = (Some(at), Some(alarm));
                sent.push((hour, alarm));
            }
        }
        sent
    };
    assert_eq!(letters(10), [(120, Alarm::Half), (192, Alarm::Most), (228, Alarm::Nearly)]);
    // In three days the last two fall within one: the third waits, and then says the worst.
    assert_eq!(letters(3), [(36, Alarm::Half), (60, Alarm::Most)]);
    assert_eq!(letters(1), [(12, Alarm::Half)]);
    assert_eq!(letters(5), [(60, Alarm::Half), (96, Alarm::Most)]);
    // Out is out, and not an alarm any more.
    assert_eq!(alarm_due(0, DAY, None, None, h(0)), None);
    assert_eq!(alarm_due(1, 0, None, None, h(0)), None);
}

fn event() -> impl Strategy<Value = Event> {
    let seat = || prop_oneof![Just(US), Just(THEM)];
    let span = || (0_u64..400, 0_u64..100).prop_map(|(from, len)| hours(from, from + len));
    prop_oneof![
        4 => seat().prop_map(Event::Asked),
        4 => seat().prop_map(Event::Answered),
        1 => seat().prop_map(Event::AnsweredAndBack),
        1 => (seat(), 1_u64..50).prop_map(|(s, t)| Event::Grant(s, t)),
        2 => (seat(), span(), 0_u64..600).prop_map(|(s, span, until)| Event::Mask(s, span, until)),
        2 => (seat(), span()).prop_map(|(s, span)| Event::Leave(s, span)),
        1 => seat().prop_map(Event::Back),
        1 => prop::option::of(0_u64..500).prop_map(Event::Pause),
        1 => (0_u64..500).prop_map(Event::Resume),
        2 => span().prop_map(Event::Excuse),
    ]
}

fn terms() -> impl Strategy<Value = ClockTerms> {
    prop_oneof![
        (1_u32..10).prop_map(days),
        (1_u64..300, 0_u64..50, 0_u64..300).prop_map(|(b, i, more)| bank(b, i, b + more)),
    ]
}

proptest! {
    #[test]
    fn time_only_ever_runs_down(terms in terms(), mut events in prop::collection::vec((0_u64..400, event()), 0..40), later in 0_u64..3000) {
        events.sort_by_key(|e| e.0);
        let last = events.last().map_or(0, |e| e.0);
        let clocks = play(terms, &events);
        for seat in [US, THEM] {
            let (now, then) = (clocks.reading(seat, h(last)), clocks.reading(seat, h(last + later)));
            // Nothing happens in between, so nothing is given.
            prop_assert!(then.left <= now.left && now.left - then.left <= later * HOUR);
            prop_assert!(now.left <= now.of);
            // Where it says that it will be out, it is out, and not a moment before.
            if let Some(out) = now.out && now.left > 0 {
                prop_assert_eq!((clocks.left(seat, Millis(out.0 - 1)), clocks.left(seat, out)), (1, 0));
                prop_assert_eq!(clocks.when_left(seat, 0), Some(out));
            }
        }
    }

    #[test]
    fn the_order_of_what_is_masked_does_not_matter(terms in terms(), at in 0_u64..400, masks in prop::collection::vec((0_u64..400, 0_u64..100), 0..12)) {
        let spans: Vec<Span> = masks.iter().map(|(from, len)| hours(*from, from + len)).collect();
        let left = |spans: &[Span], leave: bool| {
            let mut clocks = play(terms, &[(0, Event::Asked(US)), (at / 2, Event::Answered(US)), (at / 2, Event::Asked(US))]);
            for span in spans {
                take(&mut clocks, h(at), &if leave { Event::Leave(US, *span) } else { Event::Excuse(*span) });
            }
            clocks.left(US, h(at))
        };
        let backwards: Vec<Span> = spans.iter().rev().copied().collect();
        prop_assert_eq!(left(&spans, false), left(&backwards, false));
        prop_assert_eq!(left(&spans, false), left(&backwards, true));
        // Masking more never leaves less.
        prop_assert!(left(&spans, false) >= left(&spans[..spans.len() / 2], false));
    }

    #[test]
    fn absurd_times_do_no_harm(bank in any::<(u64, u64, u64)>(), times in prop::collection::vec(any::<(u64, u64, u64)>(), 0..20), days in any::<u32>()) {
        let stock = Control::Bank(Bank { bank: bank.0, cap: bank.1, increment: bank.2 });
        for control in [stock, Control::Days(days)] {
            let mut clocks = Clocks::new(ClockTerms { claim: Claim::Forfeit, control, leave: days, stand_in: false }, 2, Millis(bank.0));
            clocks.begin();
            for (a, b, c) in &times {
                let span = Span::new(Millis(*b), Millis(*c));
                for event in [Event::Asked(US), Event::Leave(US, span), Event::Excuse(span), Event::Back(US), Event::Answered(THEM)] {
                    take(&mut clocks, Millis(*a), &event);
                }
                clocks.grant(US, *b);
                clocks.offer_pause(THEM, Some(Millis(*c)));
                clocks.answer_pause(true);
                clocks.end_pause(Millis(*b));
                let reading = clocks.reading(US, Millis(*c));
                prop_assert!(reading.left <= reading.of);
                let _judged = (
                    clocks.may_take_leave(US, span, Millis(*a)),
                    clocks.may_offer_pause(US, Some(Millis(*b)), Millis(*c)),
                    clocks.may_end_pause(Millis(*b)),
                    clocks.may_excuse(span, Millis(*a)),
                    clocks.may_grant(US, "", *b, Millis(*a)),
                    clocks.leave_left(US, Millis(*b)),
                );
                let calendar = Calendar { masked: vec![span, span], rules: CalendarRules::default(), until: Millis(*a) };
                prop_assert!(clocks.may_set_calendar(US, &calendar, Millis(*c)).is_err());
                clocks.set_calendar(US, &calendar);
            }
            clocks.end();
            prop_assert!(!clocks.reading(US, Millis(u64::MAX)).running);
        }
    }
}
