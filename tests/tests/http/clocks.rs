//! Clocks over HTTP: terms, forms and endpoints, letters, and what is refused with which status.

use domain::clock::{Claim, ClockTerms, Control, DAY, HOUR};
use fieldpost_store::Time;
use fieldpost_tests::{Player, TestServer, key, slow_game};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

async fn clocked(first: &Player, second: &Player, clock: Value) -> String {
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let new = json!({"ruleset": ruleset, "seat": 0, "opponent": "open", "public": true, "key": key(), "clock": clock});
    let started = first.api.json(Method::POST, "/api/games", &new).await;
    let status = started.status();
    let started: Value = started.json().await.expect("JSON");
    assert_eq!(status, StatusCode::CREATED, "{started}");
    let game = started["game"].as_str().expect("the game's id").to_owned();
    let joined = second.api.json(Method::POST, &format!("/api/games/{game}/join"), &json!({})).await;
    assert_eq!(joined.status(), StatusCode::OK);
    game
}

/// A game that was begun so many days ago, with a day for each hand-over.
async fn begun_days_ago(server: &TestServer, first: &Player, second: &Player, days: u64, claim: Claim) -> String {
    let terms = ClockTerms { claim, control: Control::Days(1), leave: 10, stand_in: false };
    slow_game(server, [&first.account, &second.account], days, terms).await
}

async fn act(player: &Player, game: &str, what: Value) -> (StatusCode, Value) {
    let answer = player.api.json(Method::POST, &format!("/api/games/{game}/clock"), &what).await;
    (answer.status(), answer.json().await.expect("JSON"))
}

async fn state(player: &Player, game: &str) -> Value {
    player.api.get(&format!("/api/games/{game}/clock")).await.json().await.expect("JSON")
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_of_a_long_list_shows_its_running_clock() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    for _ in 0..15 {
        clocked(&first, &second, json!({"days": 5, "claim": "adjudication", "leave": 14})).await;
    }
    server.service.errands().tend_clocks(Time::now()).await;
    let page = server.browser().get("/lobby").await.text().await.unwrap();
    let left = page.matches("s clock: 4 days 23 hours left, until ").count();
    let until = page.matches("s clock: until ").count();
    assert_eq!((left, until), (12, 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_is_agreed_on_shown_and_running() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let game = clocked(&first, &second, json!({"days": 5, "claim": "adjudication", "leave": 14})).await;
    let seen = state(&first, &game).await;
    assert_eq!(seen["terms"], json!({"claim": "adjudication", "control": {"days": 5}, "leave": 14, "stand_in": false}));
    let running: Vec<&Value> = seen["clocks"].as_array().unwrap().iter().filter(|c| c["running"] == true).collect();
    assert_eq!(running.len(), 1, "{seen}");
    let left = running[0]["left"].as_u64().unwrap();
    assert!(left <= 5 * DAY && left > 5 * DAY - HOUR, "{left}");
    assert_eq!(
        first.state(&game).await["pace_title"],
        "5 days for each hand-over; a claim on time has the position judged as it stands; 14 days of leave a year"
    );
    let page = first.browser.get(&format!("/games/{game}")).await.text().await.unwrap();
    assert!(page.contains("Your clock: 4 days 23 hours left, until "), "{page}");
    let page = first.browser.get(&format!("/games/{game}/clock")).await.text().await.unwrap();
    assert!(page.contains("judged as it stands") && page.contains("Left in this year of the game: 14 days"));
    // Whoever looks at a list of games sees it too.
    let stranger = server.browser();
    for (browser, path, words) in [
        (&stranger, "/", "s clock: 4 days 23 hours left, until "),
        (&stranger, "/lobby", "s clock: 4 days 23 hours left, until "),
        (&first.browser, "/lobby", "Your clock: 4 days 23 hours left, until "),
        (&first.browser, "/games", "Your clock: 4 days 23 hours left, until "),
        (&second.browser, "/games", "s clock: 4 days 23 hours left, until "),
    ] {
        let shown = browser.get(path).await.text().await.unwrap();
        assert!(shown.contains(words), "{path}: {shown}");
    }
    let seeking = json!({
        "ruleset": domain::rulesets::standard().all()[0].about().id, "seat": 0, "opponent": "open", "public": true, "key": key(),
        "clock": {"days": 3, "claim": "forfeit", "leave": 0}
    });
    assert_eq!(first.api.json(Method::POST, "/api/games", &seeking).await.status(), StatusCode::CREATED);
    let shown = stranger.get("/lobby").await.text().await.unwrap();
    assert!(shown.contains("Clock: 3 days for each hand-over."), "{shown}");
    // A game without one says so, and has nothing to do about it.
    let none = server.game(&first, &second).await;
    assert_eq!(state(&first, &none).await["terms"], Value::Null);
    let page = first.browser.get(&format!("/games/{none}/clock")).await.text().await.unwrap();
    assert!(page.contains("played without a clock"));
    assert_eq!(act(&first, &none, json!({"do": "end-pause"})).await.0, StatusCode::CONFLICT);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_form_for_a_new_game_sets_a_clock() {
    let server = TestServer::open();
    let host = server.player("host").await;
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let form = |time: &'static str, bank: &'static str, key: String| {
        vec![
            ("ruleset", ruleset.to_owned()),
            ("opponent", "open".to_owned()),
            ("time", time.to_owned()),
            ("days", "3".to_owned()),
            ("bank", bank.to_owned()),
            ("increment", "12".to_owned()),
            ("cap", "40".to_owned()),
            ("claim", "forfeit".to_owned()),
            ("leave", "21".to_owned()),
            ("key", key),
        ]
    };
    let post = async |form: Vec<(&str, String)>| {
        let form: Vec<(&str, &str)> = form.iter().map(|(k, v)| (*k, v.as_str())).collect();
        host.browser.post("/games", &form).await
    };
    let started = post(form("bank", "30", key())).await;
    assert_eq!(started.status(), StatusCode::SEE_OTHER);
    let game = started.headers()["location"].to_str().unwrap().trim_start_matches("/games/").to_owned();
    let terms = state(&host, &game).await["terms"].clone();
    let bank = json!({"bank": {"bank": 30 * DAY, "cap": 40 * DAY, "increment": 12 * HOUR}});
    assert_eq!(terms, json!({"claim": "forfeit", "control": bank, "leave": 21, "stand_in": false}));
    assert_eq!(post(form("none", "", key())).await.status(), StatusCode::SEE_OTHER);
    for (time, bank) in
        [("bank", "50"), ("bank", "-1"), ("bank", "many"), ("bank", "99999999999999999999"), ("hours", "1")]
    {
        let refused = post(form(time, bank, key())).await;
        assert_eq!(refused.status(), StatusCode::BAD_REQUEST, "{time} {bank}");
        assert!(refused.text().await.unwrap().contains("role=\"alert\""), "{time} {bank}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pauses_leave_and_grants_by_form_and_by_program() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let game = clocked(&first, &second, json!({"days": 2, "claim": "forfeit", "leave": 10})).await;
    let running =
        state(&first, &game).await["clocks"].as_array().unwrap().iter().position(|c| c["running"] == true).unwrap();
    let (mover, other) = if running == 0 { (&first, &second) } else { (&second, &first) };
    let page = format!("/games/{game}/clock");

    let (status, answer) = act(other, &game, json!({"do": "grant", "seat": running, "hours": 24})).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let left = state(&first, &game).await["clocks"][running]["left"].as_u64().unwrap();
    assert!(left > 2 * DAY + 23 * HOUR, "{left}");
    server.letters(mover.account.email.as_str(), 2).await;

    assert_eq!(
        other.browser.post(&page, &[("do", "offer-pause"), ("until", "")]).await.status(),
        StatusCode::SEE_OTHER
    );
    assert_eq!(other.browser.post(&page, &[("do", "agree-pause")]).await.status(), StatusCode::CONFLICT);
    let shown = mover.browser.get(&page).await.text().await.unwrap();
    assert!(shown.contains("proposes a pause until one of you ends it"), "{shown}");
    assert_eq!(mover.browser.post(&page, &[("do", "agree-pause")]).await.status(), StatusCode::SEE_OTHER);
    let paused = state(&first, &game).await;
    assert_eq!((&paused["pause"]["until"], &paused["clocks"][running]["rest"]), (&Value::Null, &json!("pause")));
    assert_eq!(paused["clocks"][running]["out"], Value::Null);
    assert_eq!(act(mover, &game, json!({"do": "end-pause"})).await.0, StatusCode::OK);
    assert_eq!(act(mover, &game, json!({"do": "end-pause"})).await.0, StatusCode::CONFLICT, "announced already");

    let now = Time::now().0 as u64;
    let leave = json!({"do": "take-leave", "until": now + 3 * DAY});
    assert_eq!(act(mover, &game, leave.clone()).await.0, StatusCode::OK);
    assert_eq!(act(mover, &game, leave).await.0, StatusCode::CONFLICT);
    let shown = other.browser.get(&page).await.text().await.unwrap();
    assert!(shown.contains("Leave from "), "{shown}");
    assert_eq!(mover.browser.post(&page, &[("do", "end-leave")]).await.status(), StatusCode::SEE_OTHER);
    let long = act(mover, &game, json!({"do": "take-leave", "until": now + 11 * DAY})).await;
    assert_eq!(long.0, StatusCode::CONFLICT);
    assert!(long.1["wrong"].as_str().unwrap().contains("of 10 days"), "{}", long.1);

    // The log holds all of it, and is sound.
    let log = first.api.get(&format!("/api/games/{game}/log")).await.text().await.unwrap();
    let report = domain::referee::verify(&server.service.registry, &log, &Default::default());
    assert_eq!(report.bad, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_grant_sent_twice_counts_once() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let game = clocked(&first, &second, json!({"days": 2, "claim": "forfeit"})).await;
    let running =
        state(&first, &game).await["clocks"].as_array().unwrap().iter().position(|c| c["running"] == true).unwrap();
    let other = if running == 0 { &second } else { &first };
    let grants = async || {
        let log = first.api.get(&format!("/api/games/{game}/log")).await.text().await.unwrap();
        log.matches("grant/1").count()
    };
    let grant = |hours: u64, key: &str| json!({"do": "grant", "seat": running, "hours": hours, "key": key});
    let (status, once) = act(other, &game, grant(24, "a")).await;
    assert_eq!(status, StatusCode::OK, "{once}");
    assert_eq!(act(other, &game, grant(24, "a")).await, (StatusCode::OK, once), "the first answer again");
    assert_eq!(grants().await, 1);
    let (status, reused) = act(other, &game, grant(48, "a")).await;
    assert_eq!(status, StatusCode::CONFLICT, "{reused}");
    assert_eq!(act(other, &game, grant(24, "b")).await.0, StatusCode::OK);
    assert_eq!(act(other, &game, grant(24, "not printable: \u{e9}")).await.0, StatusCode::BAD_REQUEST);
    assert_eq!(grants().await, 2);

    let page = format!("/games/{game}/clock");
    let shown = other.browser.get(&page).await.text().await.unwrap();
    let key = shown.split("name=\"key\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let seat = running.to_string();
    let form = [("do", "grant"), ("seat", seat.as_str()), ("hours", "24"), ("key", key.as_str())];
    let racing = sent_twice(other, &page, &form).await;
    assert_eq!(racing, [StatusCode::SEE_OTHER; 2]);
    assert_eq!(grants().await, 3);
    // Another form of the same page is another request.
    let pause = [("do", "offer-pause"), ("until", ""), ("key", key.as_str())];
    assert_eq!(other.browser.post(&page, &pause).await.status(), StatusCode::SEE_OTHER);
    assert_eq!(
        other.browser.post(&page, &pause).await.status(),
        StatusCode::SEE_OTHER,
        "the same again is no conflict"
    );
}

/// The same form sent twice at the same time.
async fn sent_twice(player: &Player, page: &str, form: &[(&str, &str)]) -> [StatusCode; 2] {
    let (one, two) = tokio::join!(player.browser.post(page, form), player.browser.post(page, form));
    [one.status(), two.status()]
}

#[tokio::test(flavor = "multi_thread")]
async fn what_makes_no_sense_is_refused_and_leaves_nothing_behind() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let stranger = server.player("stranger").await;
    let game = clocked(&first, &second, json!({"days": 2, "claim": "forfeit"})).await;
    let length = first.state(&game).await["length"].clone();
    let running =
        state(&first, &game).await["clocks"].as_array().unwrap().iter().position(|c| c["running"] == true).unwrap();
    let (mover, other) = if running == 0 { (&first, &second) } else { (&second, &first) };
    let now = Time::now().0 as u64;
    for (who, what, status) in [
        (other, json!({"do": "claim", "seat": running}), 409),
        (other, json!({"do": "claim", "seat": 1 - running}), 403),
        (mover, json!({"do": "claim", "seat": running}), 403),
        (mover, json!({"do": "claim", "seat": 1 - running}), 409),
        (other, json!({"do": "claim", "seat": 9}), 409),
        (other, json!({"do": "claim", "seat": -1}), 400),
        (other, json!({"do": "grant", "seat": running, "hours": -5}), 400),
        (other, json!({"do": "grant", "seat": running, "hours": 0}), 400),
        (other, json!({"do": "grant", "seat": running, "hours": u64::MAX}), 400),
        (mover, json!({"do": "grant", "seat": running, "hours": 24}), 403),
        (mover, json!({"do": "answer-pause", "accept": true}), 409),
        (mover, json!({"do": "end-pause"}), 409),
        (mover, json!({"do": "offer-pause", "until": 5}), 400),
        (mover, json!({"do": "offer-pause", "until": u64::MAX}), 400),
        // These terms give no leave.
        (mover, json!({"do": "take-leave", "until": now + DAY}), 409),
        (mover, json!({"do": "end-leave"}), 409),
        (mover, json!({"do": "dance"}), 400),
        (mover, json!({}), 400),
        (&stranger, json!({"do": "end-pause"}), 403),
        (&stranger, json!({"do": "claim", "seat": running}), 403),
    ] {
        let (found, answer) = act(who, &game, what.clone()).await;
        assert_eq!(found.as_u16(), status, "{what}: {answer}");
        assert!(answer["wrong"].as_str().is_some_and(|w| !w.is_empty()), "{what}: {answer}");
    }
    let page = format!("/games/{game}/clock");
    for (form, status) in [
        (&[("do", "grant"), ("seat", "1"), ("hours", "two")][..], 400),
        (&[("do", "take-leave"), ("until", "31 Feb")], 400),
        (&[("do", "take-leave"), ("until", "9999-12-31")], 400),
        (&[("do", "offer-pause"), ("until", "2001-01-01")], 400),
        (&[("do", "?")], 400),
    ] {
        let refused = mover.browser.post(&page, form).await;
        assert_eq!(refused.status().as_u16(), status, "{form:?}");
        assert!(refused.text().await.unwrap().contains("role=\"alert\""), "{form:?}");
    }
    assert_eq!(first.state(&game).await["length"], length);
    for clock in [
        json!({"claim": "forfeit"}),
        json!({"days": 0, "claim": "forfeit"}),
        json!({"days": 1, "claim": "duel"}),
        json!({"days": 1, "bank_hours": 5, "claim": "forfeit"}),
        json!({"days": -1, "claim": "forfeit"}),
        json!({"bank_hours": 10, "cap_hours": 5, "claim": "forfeit"}),
    ] {
        let ruleset = domain::rulesets::standard().all()[0].about().id;
        let new = json!({"ruleset": ruleset, "opponent": "open", "public": true, "key": key(), "clock": clock});
        let refused = first.api.json(Method::POST, "/api/games", &new).await;
        assert_eq!(refused.status(), StatusCode::BAD_REQUEST, "{new}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn time_that_is_out_is_told_to_both_and_claimed() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let game = begun_days_ago(&server, &first, &second, 3, Claim::Forfeit).await;
    let running =
        state(&first, &game).await["clocks"].as_array().unwrap().iter().position(|c| c["running"] == true).unwrap();
    let (late, other) = if running == 0 { (&first, &second) } else { (&second, &first) };
    server.service.errands().tend_clocks(Time::now()).await;
    for (player, words) in [(late, "Your time is out"), (other, "time is out")] {
        let letters = server.letters(player.account.email.as_str(), 2).await;
        assert!(
            letters.iter().any(|l| l.opens.contains(words)),
            "{:?}",
            letters.iter().map(|l| &l.opens).collect::<Vec<_>>()
        );
    }
    // Looked at again, there is no second letter.
    server.service.errands().tend_clocks(Time::now()).await;
    server.service.errands().tend_clocks(Time::now().after(Duration::from_millis(2 * DAY))).await;
    let mine = late.browser.get("/games").await.text().await.unwrap();
    assert!(mine.contains("Your time is out."), "{mine}");
    let shown = other.browser.get(&format!("/games/{game}/clock")).await.text().await.unwrap();
    assert!(shown.contains("Claim: their time is out"));
    let form = [("do", "claim"), ("seat", if running == 0 { "0" } else { "1" })];
    assert_eq!(other.browser.post(&format!("/games/{game}/clock"), &form).await.status(), StatusCode::SEE_OTHER);
    let over = first.state(&game).await;
    assert_eq!(over["state"], "ended");
    assert!(over["result"].as_str().unwrap().contains("on time"), "{over}");
    assert_eq!(server.letters(late.account.email.as_str(), 3).await.len(), 3, "signing in, time out, over");
    // Nothing more can be done about it.
    assert_eq!(act(other, &game, json!({"do": "offer-pause", "until": null})).await.0, StatusCode::CONFLICT);
    let log = first.api.get(&format!("/api/games/{game}/log")).await.text().await.unwrap();
    assert_eq!(domain::referee::verify(&server.service.registry, &log, &Default::default()).bad, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn alarms_go_to_the_seat_that_is_asked_one_a_day() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let game = clocked(&first, &second, json!({"days": 4, "claim": "forfeit"})).await;
    let running =
        state(&first, &game).await["clocks"].as_array().unwrap().iter().position(|c| c["running"] == true).unwrap();
    let late = if running == 0 { &first } else { &second };
    let begun = Time::now();
    // The letter that carries the turn comes as well, whenever it comes.
    let alarms = async |n: usize| {
        for _ in 0..600 {
            let letters =
                server.service.store.mailbox().list(Some(&late.account.email), 100).await.expect("the mailbox");
            let told: Vec<String> = letters.into_iter().map(|l| l.opens).filter(|s| s.contains('%')).collect();
            if told.len() >= n {
                return told;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("there are not {n} alarms");
    };
    let tend =
        async |hours: u64| server.service.errands().tend_clocks(begun.after(Duration::from_millis(hours * HOUR))).await;
    tend(47).await;
    tend(49).await;
    let half = alarms(1).await;
    assert_eq!(half.len(), 1, "{half:?}");
    assert!(half[0].contains("50 % of your time is used up"));
    tend(60).await;
    tend(77).await;
    assert_eq!(alarms(2).await.len(), 2);
    // Less than a day after the one before: it waits, and then the time is out.
    tend(94).await;
    tend(95).await;
    assert_eq!(alarms(2).await.len(), 2);
}

fn next_year() -> i16 {
    jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).year() + 1
}

#[tokio::test(flavor = "multi_thread")]
async fn a_calendar_is_recorded_in_every_game_and_excuses_in_all() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let game = begun_days_ago(&server, &first, &second, 1, Claim::Adjudication).await;
    let put = async |what: Value| {
        let answer = first.api.json(Method::PUT, "/api/me/calendar", &what).await;
        (answer.status(), answer.json::<Value>().await.expect("JSON"))
    };
    // Days to come, whenever this runs.
    let next = next_year();
    let thousands: Vec<String> = (0..10_000).map(|n| format!("{next}-01-{:02}", n % 28 + 1)).collect();
    let month: Vec<String> = (1..=31).map(|n| format!("{next}-01-{n:02}")).collect();
    let many: Vec<String> = (0..100).map(|n| format!("{next}-{:02}-{:02}", n / 28 + 1, n % 28 + 1)).collect();
    for nonsense in [
        json!({"nights": ["22:00", "22:00"]}),
        json!({"nights": ["25:00", "07:00"]}),
        json!({"nights": ["8", "07:00"]}),
        json!({"nights": ["06:00", "23:00"]}),
        json!({"weekend": [1, 2, 3, 4, 5, 6, 7]}),
        json!({"weekend": [8]}),
        json!({"weekend": [-1]}),
        json!({"holidays": ["9999-12-31"]}),
        json!({"holidays": [format!("{next}-02-30")]}),
        json!({"holidays": ["Christmas"]}),
        json!({"holidays": month, "nights": ["22:00", "07:00"]}),
        json!({"holidays": many}),
        json!({"moon": true}),
    ] {
        let (status, answer) = put(nonsense.clone()).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{answer}");
    }
    let (status, answer) = put(json!({"holidays": thousands})).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{answer}");
    let (status, answer) =
        put(json!({"nights": ["22:00", "07:00"], "weekend": [7, 6], "holidays": [&month[25], &month[24]]})).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert_eq!(answer["holidays"], json!([month[24], month[25]]));
    let log = first.api.get(&format!("/api/games/{game}/log")).await.text().await.unwrap();
    assert_eq!(log.matches("calendar/1").count(), 1, "at once");
    // A second change on the same day is kept for the account, and waits in the game.
    assert_eq!(put(json!({"weekend": [7]})).await.0, StatusCode::OK);
    let log = first.api.get(&format!("/api/games/{game}/log")).await.text().await.unwrap();
    assert_eq!(log.matches("calendar/1").count(), 1);
    let page = first
        .browser
        .post(
            "/account/calendar",
            &[("nights", "on"), ("from", "22:00"), ("until", "nine"), ("holidays", "2027-01-01")],
        )
        .await;
    assert_eq!(page.status(), StatusCode::BAD_REQUEST);
    let page = page.text().await.unwrap();
    assert!(page.contains("nine") && page.contains("2027-01-01"), "nothing typed is lost");
    let page = first.browser.post("/account/calendar", &[("day.6", "on"), ("day.7", "on"), ("holidays", "")]).await;
    assert_eq!(page.status(), StatusCode::SEE_OTHER);

    let now = Time::now();
    let hours = |n: u64| Duration::from_millis(n * HOUR);
    let none = server.service.clocks().excuse(now, now.before(hours(1)), "nonsense").await;
    assert!(none.is_err());
    let excused =
        server.service.clocks().excuse(now.before(hours(9)), now.before(hours(3)), "The server was being moved.").await;
    assert_eq!(excused.expect("it can be excused"), 1);
    let log = first.api.get(&format!("/api/games/{game}/log")).await.text().await.unwrap();
    assert!(log.contains("The server was being moved."));
    assert_eq!(domain::referee::verify(&server.service.registry, &log, &Default::default()).bad, None);
}
