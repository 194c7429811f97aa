//! Games with a clock: what is recorded, what is refused, and that both verifiers see a clock that was tampered with.

use crate::forger::{forge, reseal};
use crate::python;
use crate::toy::{NORTH, SOUTH, Table};
use domain::clock::*;
use domain::log::{Body, Millis, Reason, Record, export};
use domain::referee::*;
use serde_json::{Value, json};

fn terms() -> ClockTerms {
    ClockTerms { claim: Claim::Forfeit, control: Control::Days(2), leave: 10, stand_in: false }
}

fn rules() -> CalendarRules {
    CalendarRules { zone: "Europe/London".into(), ..CalendarRules::default() }
}

fn kinds(log: &[Record]) -> Vec<&'static str> {
    log.iter().map(|r| r.read().unwrap().kind()).collect()
}

impl Table {
    fn now(&self) -> Millis {
        Millis(self.clock)
    }

    fn wait(&mut self, hours: u64) {
        self.clock += hours * HOUR;
    }

    fn left(&self, seat: SeatId) -> u64 {
        self.game.clocks().unwrap().left(seat, self.now())
    }

    /// Does something that must be accepted.
    fn done(&mut self, played: Result<Played, GameError>) {
        self.take(played.unwrap());
    }

    /// Both verifiers are content, and a replay comes to the same clocks.
    fn sound(&self) {
        let text = export(&self.log);
        let report = verify(&self.registry, &text, &Against::default());
        assert_eq!(report.bad, None);
        let (sound, said) = python::run(&["-"], &text);
        assert!(sound, "{said}");
        let again = Game::replay(&self.registry, &self.log).unwrap();
        assert_eq!(again.clocks(), self.game.clocks());
        assert_eq!(again.head(), self.game.head());
    }
}

fn refused(played: Result<Played, GameError>) -> ClockError {
    match played.unwrap_err() {
        GameError::Clock(error) => error,
        other => panic!("{other}"),
    }
}

#[test]
fn the_clock_stands_second_and_is_settled() {
    let mut table = Table::timed("pair", terms());
    let begun = ["genesis/1", "clock/1", "join/1", "join/1", "hand-over/1", "hand-over/1"];
    assert_eq!(kinds(&table.log), begun);
    assert_eq!(refused(table.game.set_clock(terms(), table.now(), &table.keys)), ClockError::Settled);
    let none = Table::of("pair");
    assert!(none.game.clocks().is_none());
    assert_eq!(refused(none.game.claim_time(NORTH, SOUTH, none.now(), &none.keys)), ClockError::NoClock);
    table.play_out();
    table.sound();
}

#[test]
fn time_runs_for_those_who_are_asked_from_the_hand_over_on() {
    let mut table = Table::timed("pair", terms());
    // Both pick at once, so both run.
    table.wait(10);
    assert_eq!((table.left(NORTH), table.left(SOUTH)), (38 * HOUR, 38 * HOUR));
    table.order(SOUTH, &["pick 2"]);
    table.wait(10);
    assert!(table.left(SOUTH) > 37 * HOUR, "South has answered");
    table.order(NORTH, &["pick 3"]);
    // North rolls next: the turn has come back in the same exchange, so this is still the first hand-over.
    assert_eq!(table.game.waiting_seats(), [NORTH]);
    table.wait(10);
    assert!(table.left(NORTH) < 18 * HOUR);
    // The standing order of South holds: it is not asked, and pays nothing.
    table.order(NORTH, &["roll"]);
    assert_eq!(table.game.waiting_seats(), [SOUTH]);
    assert_eq!(table.left(SOUTH), 48 * HOUR, "the game was handed to it a moment ago");
    let reading = table.game.clocks().unwrap().reading(NORTH, table.now());
    assert_eq!((reading.running, reading.out), (false, None));
    table.sound();
}

#[test]
fn a_house_player_has_all_the_time_in_the_world() {
    let table = Table::timed("pair", terms());
    let registry = crate::toy::registry();
    let new = NewGame {
        id: table.keys.game(),
        at: Millis(0),
        ruleset: "tug".into(),
        terms: Terms { options: Default::default(), scenario: "pair".into() },
        pace: 2,
        study: false,
    };
    let mut game = Game::create(&registry, new, &table.keys).unwrap().game;
    game = game.set_clock(terms(), Millis(0), &table.keys).unwrap().game;
    for (seat, bot) in [(NORTH, None), (SOUTH, Some("random".to_owned()))] {
        let joining = Joining { seat, name: "N".into(), phrase: String::new(), bot, at: Millis(0) };
        game = game.join(joining, &table.keys).unwrap().game;
    }
    assert!(game.waits_for(SOUTH));
    let year = Millis(365 * DAY);
    assert!(game.clocks().unwrap().out(NORTH, year) && !game.clocks().unwrap().out(SOUTH, year));
    let idle = refused(game.claim_time(NORTH, SOUTH, year, &table.keys));
    assert_eq!(idle, ClockError::Idle("South".into()));
}

#[test]
fn a_claim_forfeits_where_that_was_agreed() {
    let mut table = Table::timed("pair", terms());
    table.set(NORTH, "brace");
    table.order(NORTH, &["pick 1"]);
    table.wait(47);
    let early = refused(table.game.claim_time(NORTH, SOUTH, table.now(), &table.keys));
    assert!(matches!(early, ClockError::Early { .. }), "{early}");
    table.wait(1);
    assert_eq!(refused(table.game.claim_time(SOUTH, SOUTH, table.now(), &table.keys)), ClockError::OwnClaim);
    assert!(matches!(table.game.claim_time(SeatId(7), SOUTH, table.now(), &table.keys), Err(GameError::NotSeated)));
    let idle = refused(table.game.claim_time(SOUTH, NORTH, table.now(), &table.keys));
    assert_eq!(idle, ClockError::Idle("North".into()));
    table.done(table.game.claim_time(NORTH, SOUTH, table.now(), &table.keys));
    assert_eq!(kinds(&table.log[table.log.len() - 3..]), ["claim/1", "opening/1", "result/2"]);
    let result = table.game.result().unwrap();
    assert_eq!(
        (result.reason, result.winner, result.level.as_str()),
        (Reason::Forfeit, Some(Side::Union), "Union victory on time")
    );
    table.sound();
    // Nothing is left to be done in a game that is over.
    let finished = |played: Result<Played, GameError>| assert!(matches!(played, Err(GameError::Finished(_))));
    let (game, now, keys) = (&table.game, table.now(), &table.keys);
    finished(game.offer_pause(NORTH, None, now, keys));
    finished(game.take_leave(NORTH, None, Millis(now.0 + DAY), now, keys));
    finished(game.grant_time(NORTH, SOUTH, DAY, now, keys));
    finished(game.excuse(Span::new(Millis(0), Millis(1)), "why", now, keys));
    finished(game.claim_time(NORTH, SOUTH, now, keys));
}

#[test]
fn a_claim_is_adjudicated_where_that_was_agreed() {
    let mut table = Table::timed("pair", ClockTerms { claim: Claim::Adjudication, ..terms() });
    table.order(NORTH, &["pick 1"]);
    table.order(SOUTH, &["pick 1"]);
    table.order(NORTH, &["add 2"]);
    table.wait(48);
    table.done(table.game.claim_time(SOUTH, NORTH, table.now(), &table.keys));
    // North's time was out, but North had pulled: that is what the players agreed on.
    let result = table.game.result().unwrap();
    assert_eq!((result.reason, result.winner, result.points), (Reason::Adjudicated, Some(Side::Union), 2));
    assert_eq!(result.level, "Narrow Northern victory");
    table.sound();
}

#[test]
fn nobody_claims_with_time_of_their_own_run_out() {
    let mut table = Table::timed("pair", terms());
    table.wait(49);
    let now = table.now();
    assert_eq!(refused(table.game.claim_time(NORTH, SOUTH, now, &table.keys)), ClockError::Unclean);
    // Late is not too late as long as nobody has claimed.
    table.order(NORTH, &["pick 1"]);
    table.done(table.game.claim_time(NORTH, SOUTH, now, &table.keys));
    table.sound();
}

#[test]
fn a_takeback_and_other_hands() {
    let mut table = Table::timed("pair", ClockTerms { stand_in: true, ..terms() });
    table.order(NORTH, &["pick 1"]);
    table.order(SOUTH, &["pick 1"]);
    let regretted = table.game.len();
    table.order(NORTH, &["add 2", "roll"]);
    table.wait(10);
    assert!(table.left(SOUTH) < 39 * HOUR);
    let way = table.game.ways_back(NORTH).into_iter().find(|seq| *seq <= regretted).unwrap();
    table.done(table.game.offer_takeback(NORTH, way, "the wrong foot", table.now(), &table.keys));
    table.done(table.game.answer_takeback(SOUTH, true, table.now(), &table.keys));
    assert_eq!(table.game.waiting_seats(), [NORTH]);
    assert_eq!(table.left(NORTH), 48 * HOUR, "asked again");
    assert!(!table.game.clocks().unwrap().reading(SOUTH, table.now()).running);
    table.sound();
    // A house player stands in, without a clock; whoever returns is asked anew.
    table.wait(10);
    let hands = |bot: Option<&str>, agreed: &[SeatId], why| NewHands {
        seat: NORTH,
        name: "Zo\u{eb}".into(),
        bot: bot.map(str::to_owned),
        agreed: agreed.to_vec(),
        own: agreed.is_empty(),
        why,
    };
    table.wait(38);
    let stand_in = hands(Some("random"), &[SOUTH], domain::log::HandsWhy::StandIn);
    table.done(table.game.change_hands(stand_in, table.now(), &table.keys));
    table.wait(100);
    assert!(!table.game.clocks().unwrap().reading(NORTH, table.now()).running);
    table.done(table.game.change_hands(hands(None, &[], domain::log::HandsWhy::Return), table.now(), &table.keys));
    table.wait(5);
    assert_eq!(table.left(NORTH), 43 * HOUR);
    table.wait(43);
    table.done(table.game.claim_time(SOUTH, NORTH, table.now(), &table.keys));
    table.sound();
}

/// A game with everything in it that a clock knows.
fn eventful() -> Table {
    let mut table = Table::timed("pair", terms());
    let now = table.now();
    let at = |hours: u64| Millis(now.0 + hours * HOUR);
    let calendar =
        Calendar { masked: vec![Span::new(at(5), at(9)), Span::new(at(29), at(33))], rules: rules(), until: at(500) };
    table.done(table.game.set_calendar(NORTH, calendar, now, &table.keys));
    table.wait(8);
    table.done(table.game.take_leave(SOUTH, Some(at(10)), at(40), table.now(), &table.keys));
    table.wait(4);
    table.done(table.game.end_leave(SOUTH, table.now(), &table.keys));
    table.done(table.game.offer_pause(SOUTH, Some(at(100)), table.now(), &table.keys));
    table.wait(1);
    table.done(table.game.answer_pause(NORTH, true, table.now(), &table.keys));
    table.wait(2);
    table.done(table.game.end_pause(NORTH, table.now(), &table.keys));
    table.wait(30);
    table.done(table.game.excuse(Span::new(at(2), at(4)), "the server was being moved", table.now(), &table.keys));
    table.done(table.game.grant_time(NORTH, SOUTH, 6 * HOUR, table.now(), &table.keys));
    table
}

#[test]
fn an_eventful_clock() {
    let mut table = eventful();
    // Forty-five hours since the beginning. North: the hours 5 to 9 masked, 2 to 4 excused, 13 to 39 paused.
    assert_eq!(table.left(NORTH), (48 - (45 - 4 - 2 - 26)) * HOUR);
    // South: leave 10 to 12, excused and paused as North; granted six.
    assert_eq!(table.left(SOUTH), (48 - (45 - 2 - 2 - 26) + 6) * HOUR);
    table.sound();
    let story: Vec<String> = table
        .game
        .chronicle(&table.log, Viewer::Spectator)
        .unwrap()
        .into_iter()
        .flat_map(|e| e.lines)
        .map(|l| l.text)
        .collect();
    assert!(
        story.contains(&"The clock: 2 days for each hand-over; a claim on time wins; 10 days of leave a year.".into()),
        "{story:?}"
    );
    assert!(
        story.contains(
            &"The South player takes leave from 1 January 1970, 10:00 UTC to 2 January 1970, 16:00 UTC.".into()
        )
    );
    assert!(story.contains(&"The North player granted the South player 6 hours more.".into()));
    assert!(!story.iter().any(|l| l.contains("calendar")), "whose evening it is concerns nobody else");
    // Clock records leave the position as it was: an order given on an earlier look still goes.
    table.order(SOUTH, &["pick 1"]);
    table.order(NORTH, &["pick 1"]);
    table.play_out();
    table.sound();
}

#[test]
fn what_the_other_side_must_say() {
    let mut table = Table::timed("four", terms());
    let now = table.now();
    assert_eq!(refused(table.game.answer_pause(SOUTH, true, now, &table.keys)), ClockError::NoPause);
    table.done(table.game.offer_pause(NORTH, None, now, &table.keys));
    let friend = SeatId(2);
    assert_eq!(refused(table.game.answer_pause(NORTH, true, now, &table.keys)), ClockError::NoPause);
    assert_eq!(refused(table.game.answer_pause(friend, true, now, &table.keys)), ClockError::NoPause);
    assert_eq!(refused(table.game.answer_pause(friend, false, now, &table.keys)), ClockError::NoPause);
    table.done(table.game.answer_pause(NORTH, false, now, &table.keys));
    assert_eq!(refused(table.game.grant_time(NORTH, friend, DAY, now, &table.keys)), ClockError::OwnSide);
    assert_eq!(refused(table.game.grant_time(NORTH, NORTH, DAY, now, &table.keys)), ClockError::OwnSide);
    assert!(matches!(refused(table.game.grant_time(NORTH, SOUTH, 0, now, &table.keys)), ClockError::Grant(_)));
    assert!(matches!(
        refused(table.game.excuse(Span::new(Millis(0), Millis(500)), "  ", now, &table.keys)),
        ClockError::Excuse(_)
    ));
    // A proposal whose end has come while it waited.
    table.wait(1);
    table.done(table.game.offer_pause(SOUTH, Some(Millis(table.clock + 2 * HOUR)), table.now(), &table.keys));
    table.wait(3);
    assert!(matches!(refused(table.game.answer_pause(NORTH, true, table.now(), &table.keys)), ClockError::Pause(_)));
    table.done(table.game.answer_pause(NORTH, false, table.now(), &table.keys));
    table.sound();
}

/// Nothing here was rolled, so nobody can see a forgery from the dice.
#[test]
fn a_clock_that_was_tampered_with() {
    let table = eventful();
    let find = |kind: &str| kinds(&table.log).iter().position(|k| *k == kind).unwrap() + 1;
    let both = |seq: usize, what: &str, text: &str| {
        let bad = verify(&table.registry, text, &Against::default()).bad.unwrap_or_else(|| panic!("{what}"));
        assert_eq!((bad.seq, bad.what), (seq as u64, Wrong::Clock), "{what}: {}", bad.why);
        let (sound, said) = python::run(&["-"], text);
        assert!(!sound && said.starts_with(&format!("record {seq}:")), "{what}: {said}");
    };
    type Change = fn(&mut Value);
    let changes: [(&str, Change); 15] = [
        ("calendar/1", |b| b["calendar"]["masked"][0][0] = json!(1)),
        ("calendar/1", |b| b["calendar"]["masked"][1] = b["calendar"]["masked"][0].clone()),
        ("calendar/1", |b| b["calendar"]["until"] = json!(1)),
        ("leave/1", |b| b["span"][0] = json!(5)),
        ("leave/1", |b| b["span"][1] = json!(11 * DAY + 60 * HOUR)),
        ("leave-end/1", |b| b["seat"] = json!(0)),
        ("pause-offer/1", |b| b["until"] = json!(5)),
        ("pause-answer/1", |b| b["seat"] = json!(1)),
        ("pause-end/1", |b| b["resumes"] = json!(b["at"])),
        ("grant/1", |b| b["by"] = b["seat"].clone()),
        ("grant/1", |b| b["time"] = json!(1000 * DAY)),
        ("grant/1", |b| b["time"] = json!(0)),
        ("excuse/1", |b| b["span"] = json!([4 * HOUR, 2 * HOUR])),
        ("excuse/1", |b| b["span"] = json!([4 * HOUR, 900 * HOUR])),
        ("excuse/1", |b| b["span"] = json!([b["at"], b["at"]])),
    ];
    for (kind, change) in changes {
        let seq = find(kind);
        both(seq, kind, &forge(&table.log, seq as u64, change));
    }
    // A record about time that stands where the game has no clock, and a clock that comes late.
    let mut log = table.log.clone();
    log.remove(1);
    reseal(&mut log);
    let seq = kinds(&log).iter().position(|k| *k == "calendar/1").unwrap() + 1;
    both(seq, "no clock", &export(&log));
    let mut log = table.log.clone();
    log.swap(1, 2);
    reseal(&mut log);
    both(3, "late", &export(&log));
}

#[test]
fn a_claim_that_was_not_due_and_results_that_were_not_claimed() {
    let mut table = Table::timed("pair", terms());
    table.order(NORTH, &["pick 1"]);
    table.wait(48);
    table.done(table.game.claim_time(NORTH, SOUTH, table.now(), &table.keys));
    let (claim, result) = (table.log.len() - 1, table.log.len());
    let bad = |text: &str| verify(&table.registry, text, &Against::default()).bad.map(|b| (b.seq as usize, b.what));
    let says = |text: &str, seq: usize| {
        let (sound, said) = python::run(&["-"], text);
        assert!(!sound && said.starts_with(&format!("record {seq}:")), "{said}");
    };
    let at = table.log[claim - 1].read().unwrap().at().0;
    let early = forge(&table.log, claim as u64, |b| b["at"] = json!(at - HOUR));
    assert_eq!(bad(&early), Some((claim, Wrong::Clock)));
    says(&early, claim);
    let own = forge(&table.log, claim as u64, |b| b["by"] = json!(1));
    assert_eq!(bad(&own), Some((claim, Wrong::Clock)));
    says(&own, claim);
    let other = forge(&table.log, result as u64, |b| b["winner"] = json!("confederate"));
    assert_eq!(bad(&other), Some((result, Wrong::Result)));
    says(&other, result);
    let softer = forge(&table.log, result as u64, |b| b["reason"] = json!("adjudicated"));
    assert_eq!(bad(&softer), Some((result, Wrong::Result)));
    says(&softer, result);
    // Version 1 of a result has no word for it.
    let mut log = table.log.clone();
    log[result - 1].body = log[result - 1].body.replace("result/2", "result/1");
    reseal(&mut log);
    assert_eq!(bad(&export(&log)).map(|b| b.0), Some(result));
    says(&export(&log), result);
    // Without its claim the result hangs in the air.
    let mut log = table.log.clone();
    log.remove(claim - 1);
    reseal(&mut log);
    assert_eq!(bad(&export(&log)), Some((claim, Wrong::Result)));
    says(&export(&log), claim);
    // A claim without its result is a log that was cut.
    let mut log = table.log.clone();
    log.pop();
    assert_eq!(bad(&export(&log)), Some((result, Wrong::Tail)));
    // The same in a game that was resigned: no clock had a say in it.
    let mut resigned = Table::timed("pair", terms());
    resigned.done(resigned.game.resign(SOUTH, resigned.now(), &resigned.keys));
    let last = resigned.log.len();
    let text = forge(&resigned.log, last as u64, |b| b["reason"] = json!("forfeit"));
    assert_eq!(bad(&text).map(|b| b.0), Some(last));
    says(&text, last);
    assert!(matches!(resigned.log[last - 1].read().unwrap(), Body::Result(_)), "old reasons keep their old version");
}
