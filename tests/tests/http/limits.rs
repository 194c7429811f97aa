//! What limits each route that changes something, and each limit tried once: 429, when to come again, and nothing recorded.

use domain::referee::SeatId;
use fieldpost::service::limits::Sort;
use fieldpost::service::start::{NewTable, Opponent};
use fieldpost::web::limits::{Limit, ROUTES};
use fieldpost_tests::{Browser, Player, TestServer, key};
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// Every route with a method that may change something, as the sources of a folder register them.
fn registered(folder: &str, prefix: &str) -> BTreeSet<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../app/src/web").join(folder);
    let mut found = BTreeSet::new();
    for file in std::fs::read_dir(&folder).expect("the sources are here") {
        let file = file.expect("a file").path();
        if file.is_dir() {
            found.extend(registered(file.to_str().expect("a plain name"), prefix));
            continue;
        }
        let text = std::fs::read_to_string(file).expect("a source is text");
        let text: String = text.split_whitespace().collect();
        for part in text.split(".route(\"").skip(1) {
            let (path, rest) = part.split_once('"').expect("a pattern ends");
            for method in ["post", "put", "patch", "delete"] {
                if rest.starts_with(&format!(",web::{method}()")) {
                    found.insert((method.to_uppercase(), format!("{prefix}{path}")));
                }
            }
        }
        for part in text.split("web::resource(\"").skip(1) {
            let (path, rest) = part.split_once('"').expect("a pattern ends");
            let rest = rest.split([';', '{']).next().unwrap_or("").split(".service(").next().unwrap_or("");
            for method in ["post", "put", "patch", "delete"] {
                if rest.contains(&format!(".{method}(")) {
                    found.insert((method.to_uppercase(), format!("{prefix}{path}")));
                }
            }
        }
    }
    found
}

#[test]
fn every_route_that_changes_something_has_its_limits() {
    let mut there = registered("pages", "");
    let pages = there.len();
    there.extend(registered("api", "/api"));
    assert!(pages > 30 && there.len() > pages + 15, "the sources are read: {there:?}");
    let listed: BTreeSet<_> = ROUTES.iter().map(|(m, p, _)| ((*m).to_owned(), (*p).to_owned())).collect();
    assert_eq!(listed.len(), ROUTES.len(), "a route is listed once");
    let missing: Vec<_> = there.difference(&listed).collect();
    assert!(missing.is_empty(), "give these routes their limits in app/src/web/limits.rs: {missing:?}");
    let gone: Vec<_> = listed.difference(&there).collect();
    assert!(gone.is_empty(), "these routes are no more: {gone:?}");
    for (method, path, limits) in ROUTES {
        assert!(!limits.is_empty(), "{method} {path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_personal_token_opens_no_page_that_changes_something() {
    let server = TestServer::open();
    let owner = server.player("owner").await;
    let before = (owner_state(&server, &owner).await, server.letters("owner@example.org", 1).await.len());
    let ids = |pattern: &str| {
        let id = server.service.registry.all()[0].about().id;
        pattern.replace("{id}", id).replace("{token}", "x").replace("{way}", "webhook").replace("{account}", "x")
    };
    let form = [
        ("name", "further"),
        ("zone", "UTC"),
        ("mode", "none"),
        ("url", "https://example.org/hook"),
        ("email", "new@example.org"),
        ("ruleset", "none"),
        ("order", "deploy"),
        ("text", "x"),
        ("key", "k"),
    ];
    let mut forbidden = Vec::new();
    for (_, pattern, _) in ROUTES.iter().filter(|(_, p, _)| !p.starts_with("/api/")) {
        let request = owner.api.request(Method::POST, &ids(pattern)).header("Sec-Fetch-Site", "same-origin");
        let answer = request.form(&form).send().await.unwrap();
        let status = answer.status();
        let said = answer.text().await.unwrap();
        assert_eq!(status, StatusCode::FORBIDDEN, "{pattern}: {said}");
        assert!(said.contains("A personal token is for the API alone"), "{pattern}: {said}");
        forbidden.push(*pattern);
    }
    for housekeeping in [
        "/account",
        "/account/letters",
        "/account/notices",
        "/account/notices/feed",
        "/account/notices/{way}",
        "/account/sessions/{id}/revoke",
        "/account/tokens",
        "/account/tokens/{id}/revoke",
        "/sign-out",
    ] {
        assert!(forbidden.contains(&housekeeping), "{housekeeping}");
    }
    // What the API lets a token change is playing, inviting and talking, and the hours at which its owner plays. Whoever adds to this list
    // asks first whether a stolen token may do it.
    let open: Vec<&str> = ROUTES.iter().map(|(_, p, _)| *p).filter(|p| p.starts_with("/api/")).collect();
    let games = ["/api/games", "/api/invitations/"];
    assert!(open.iter().all(|p| games.iter().any(|g| p.starts_with(g)) || *p == "/api/me/calendar"), "{open:?}");
    assert_eq!((owner_state(&server, &owner).await, server.letters("owner@example.org", 1).await.len()), before);
}

async fn owner_state(server: &TestServer, owner: &Player) -> String {
    let service = &server.service;
    let account = service.store.accounts().get(owner.account.id).await.unwrap().unwrap();
    let (sessions, tokens) =
        (service.accounts().sessions(&account).await.unwrap(), service.accounts().tokens(&account).await.unwrap());
    let wishes = service.notices().settings(&account).await.unwrap();
    let sessions: Vec<_> = sessions.iter().map(|s| s.id.to_string()).collect();
    let tokens: Vec<_> = tokens.iter().map(|t| t.id.to_string()).collect();
    format!("{} {} {sessions:?} {tokens:?} {wishes:?}", account.name, account.email)
}

/// Asserts that an answer says to come again later.
async fn too_many(answer: Response, what: &str) {
    assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS, "{what}");
    let wait: u64 = answer.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=7200).contains(&wait), "{what}: {wait}");
    let said = answer.text().await.unwrap();
    assert!(said.contains("That was too many"), "{what}: {said}");
}

async fn length(player: &Player, game: &str) -> u64 {
    player.state(game).await["length"].as_u64().unwrap()
}

/// Two players in a game with a clock that waits for the first of them; the second one is its host.
async fn begun(server: &TestServer) -> (Player, Player, String) {
    let (first, second) = (server.player("first").await, server.player("second").await);
    let ruleset = server.service.registry.all()[0].about().id;
    let clock = json!({"days": 9, "claim": "forfeit", "leave": 10});
    let new = json!({"ruleset": ruleset, "seat": 1, "opponent": "open", "public": true, "key": key(), "clock": clock});
    let started: Value = second.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let game = started["game"].as_str().expect("a game").to_owned();
    let joined = first.api.json(Method::POST, &format!("/api/games/{game}/join"), &json!({})).await;
    assert_eq!(joined.status(), StatusCode::OK);
    (first, second, game)
}

/// What one seat may do again and again, by sort: a path of the API, and what to send in turn.
fn repeated(sort: Sort) -> (Method, &'static str, Vec<Value>) {
    match sort {
        Sort::Time => (Method::POST, "clock", vec![json!({"do": "grant", "seat": 0, "hours": 1})]),
        Sort::SeatChange => {
            (Method::POST, "hands", vec![json!({"do": "seek", "seat": 0}), json!({"do": "decline", "seat": 0})])
        }
        Sort::Standing => (
            Method::PUT,
            "standing",
            [2, 3].map(|turn| json!({"lines": format!("retreat = if turn >= {turn}: ask; ask")})).into(),
        ),
        Sort::Messages => (Method::POST, "messages", vec![json!({"text": "Hurry!"})]),
        Sort::Orders | Sort::Draws | Sort::Takebacks => (Method::POST, "", Vec::new()),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_seat_may_do_again_and_again_comes_to_an_end() {
    // Orders have a test of their own; a draw and a takeback are offered again only after something
    // has happened, by the referee's own rules: a test beside the limits counts their records.
    for sort in Sort::ALL.into_iter().filter(|s| !matches!(s, Sort::Orders | Sort::Draws | Sort::Takebacks)) {
        let server = TestServer::open();
        let (first, second, game) = begun(&server).await;
        // More time is given to whom the game waits for.
        let actor = if sort == Sort::Time { &second } else { &first };
        let (method, route, bodies) = repeated(sort);
        let path = format!("/api/games/{game}/{route}");
        let mut done = 0;
        let refused = loop {
            let body = &bodies[done % bodies.len()];
            let before = length(&first, &game).await;
            let answer = actor.api.json(method.clone(), &path, body).await;
            if !answer.status().is_success() {
                assert_eq!(length(&first, &game).await, before, "{sort:?}: nothing is recorded");
                break answer;
            }
            done += 1;
            assert!(done < 100, "{sort:?}");
        };
        // On a slow machine one or the other becomes free again meanwhile.
        let burst = sort.quota().burst as usize;
        assert!((burst..burst + 3).contains(&done), "{sort:?}: {done}");
        too_many(refused, &format!("{sort:?} by API")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_grants_in_an_hour_are_too_many_by_whatever_way_they_come() {
    let server = TestServer::open();
    let (first, second, game) = begun(&server).await;
    let began = length(&first, &game).await;
    let letters = server.letters("first@example.org", 1).await.len();
    // By letter, more than pass in one: nothing of it is carried out.
    let letter = server.letters("second@example.org", 2).await.remove(0);
    let bomb = "grant 1 hour\n".repeat(20);
    let answer = async |text: &str, key: &str, answers: usize| {
        let form = [("text", text), ("key", key)];
        let sent = second.browser.post(&format!("/mailbox/{}/reply", letter.id), &form).await;
        assert_eq!(sent.status(), StatusCode::SEE_OTHER);
        let letters = server.letters("second@example.org", answers).await;
        let kept = server.service.store.mailbox().get(letters[0].id).await.unwrap().unwrap();
        let kept: Value = serde_json::from_str(&kept.letter).unwrap();
        kept["text"].as_str().unwrap().to_owned()
    };
    let said = answer(&bomb, "bomb", 3).await;
    assert!(said.contains("That was too many acts about the time of this game"), "{said}");
    assert_eq!(length(&first, &game).await, began);
    // By page and API in turn, until it is enough.
    let mut done = 0;
    loop {
        let form = [("do", "grant"), ("seat", "0"), ("hours", "1"), ("key", &*key())];
        let by_page = second.browser.post(&format!("/games/{game}/clock"), &form).await;
        if by_page.status() == StatusCode::TOO_MANY_REQUESTS {
            break too_many(by_page, "by page").await;
        }
        let what = json!({"do": "grant", "seat": 0, "hours": 1});
        let by_api = second.api.json(Method::POST, &format!("/api/games/{game}/clock"), &what).await;
        assert_eq!(by_api.status(), StatusCode::OK);
        done += 2;
    }
    assert_eq!(done, Sort::Time.quota().burst, "a page that is refused shows so: {done}");
    assert_eq!(length(&first, &game).await, began + u64::from(done));
    let said = answer("grant 1 hour", "one-more", 4).await;
    assert!(said.contains("That was too many"), "{said}");
    assert_eq!(length(&first, &game).await, began + u64::from(done), "nor by letter");
    // The other seat has an allowance of its own.
    let what = json!({"do": "offer-pause"});
    let other = first.api.json(Method::POST, &format!("/api/games/{game}/clock"), &what).await;
    assert_eq!(other.status(), StatusCode::OK);
    assert!(server.letters("first@example.org", letters).await.len() <= letters + done as usize);
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_without_end_come_to_an_end() {
    // Games played from beginning to end stay far below: the longest that house players play has some 1,500 orders.
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let game = server.game(&first, &second).await;
    let Some(put) = first.menu(&game).await.into_iter().find(|o| o.contains(" at ")) else {
        panic!("the first ruleset has a set-up");
    };
    let piece = put.split_once(" at ").unwrap().0.to_owned();
    assert_eq!(first.order(&game, &[&put], &key(), None).await.status(), StatusCode::OK);
    let lift = first.menu(&game).await.into_iter().find(|o| o.contains(&piece) && !o.contains(" at ")).unwrap();
    let mut given = 1;
    let mut lines: Vec<&str> = Vec::new();
    for _ in 0..100 {
        lines.extend([lift.as_str(), put.as_str()]);
    }
    loop {
        let before = length(&first, &game).await;
        let answer = first.order(&game, &lines, &key(), None).await;
        if answer.status() == StatusCode::TOO_MANY_REQUESTS {
            assert_eq!(length(&first, &game).await, before);
            break too_many(answer, "orders").await;
        }
        assert_eq!(answer.status(), StatusCode::OK, "{}", answer.text().await.unwrap());
        given += lines.len();
        assert!(given <= Sort::Orders.quota().burst as usize + 600);
    }
    assert!(given > 4_000, "{given}");
}

/// Asks again and again, until it is too often.
async fn until_refused(most: usize, what: &str, ask: impl AsyncFn(usize) -> Response) -> usize {
    for n in 0..most {
        let answer = ask(n).await;
        if answer.status() == StatusCode::TOO_MANY_REQUESTS {
            too_many(answer, what).await;
            return n;
        }
    }
    panic!("{what}: {most} times and never refused");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_limit_of_the_doors_is_met_by_whoever_hammers_at_them() {
    let server = TestServer::open();
    let player = server.player("player").await;
    let nowhere = "00000000000000000000000000000000";
    let silence = format!("/api/games/{nowhere}/silence");
    let times = until_refused(3_000, "changes", async |_| {
        player.api.json(Method::PUT, &silence, &json!({"silent": true})).await
    });
    assert!(times.await >= 600);
    let other = server.player("other").await;
    let path = format!("/games/{nowhere}/join");
    let times = until_refused(60, "letters", async |_| other.browser.post(&path, &[]).await).await;
    assert!((40..=42).contains(&times), "{times}");
    let stranger = server.browser();
    let times = until_refused(90, "guesses", async |n| stranger.post(&format!("/sign-in/{n}"), &[]).await).await;
    assert!(times >= 55, "{times}");
    let times = until_refused(40, "unsubscribing", async |n| stranger.post(&format!("/unsubscribe/{n}"), &[]).await);
    assert!(times.await < 5, "the same allowance");
    let asked = async |browser: &Browser, n: usize| {
        browser.post("/sign-in", &[("email", &*format!("someone{n}@example.org"))]).await
    };
    let times = until_refused(60, "sign-in letters", async |n| asked(&stranger, n).await).await;
    assert!((20..=32).contains(&times), "{times}");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_without_end_come_to_an_end() {
    let server = TestServer::open();
    let host = server.player("host").await;
    let ruleset = server.service.registry.all()[0].about().id;
    for n in 0..21 {
        let new = NewTable {
            ruleset: ruleset.to_owned(),
            scenario: None,
            options: Default::default(),
            seat: Some(SeatId(0)),
            arbiter: false,
            opponent: Opponent::Anybody,
            pace: 0,
            clock: None,
            public: true,
            phrase: String::new(),
            title: String::new(),
            key: key(),
        };
        assert_eq!(server.service.lobby().start(&host.account, new).await.is_ok(), n < 20, "{n}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_that_others_cause_are_gathered_when_they_are_too_many() {
    let server = TestServer::with(|config| config.letters_per_hour = 3);
    let (first, second) = (server.player("first").await, server.player("second").await);
    let game = server.game(&first, &second).await;
    for n in 0..12 {
        let said = json!({"text": format!("Hurry {n}!")});
        let answer = first.api.json(Method::POST, &format!("/api/games/{game}/messages"), &said).await;
        assert_eq!(answer.status(), StatusCode::CREATED, "what is said is said");
        tokio::time::sleep(std::time::Duration::from_millis(60)).await;
    }
    // The letter to sign in with, and three that the other player caused.
    let letters = server.letters("second@example.org", 2).await;
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    let now = server.letters("second@example.org", letters.len()).await.len();
    assert!((2..=4).contains(&now), "{now}");
    // The others wait, and none is lost: the page has all of them.
    assert!(server.service.store.outbox().waiting().await.unwrap() >= 1);
    let said: Value = second.api.get(&format!("/api/games/{game}/messages")).await.json().await.unwrap();
    assert_eq!(said.as_array().unwrap().len(), 12);
    // What its owner asks for is no letter that others cause.
    let asked = second.browser.post("/sign-in", &[("email", "second@example.org")]).await;
    assert_eq!(asked.status(), StatusCode::OK);
    assert_eq!(server.letters("second@example.org", now + 1).await.len(), now + 1);
}

#[test]
fn the_table_names_every_limit() {
    for limit in [
        Limit::Changes,
        Limit::Letters,
        Limit::Invitations,
        Limit::Talk,
        Limit::Games,
        Limit::SignIn,
        Limit::Guesses,
        Limit::ThisMachine,
    ]
    .into_iter()
    .chain(Sort::ALL.map(Limit::Seat))
    {
        assert!(ROUTES.iter().any(|(_, _, limits)| limits.contains(&limit)), "{limit:?}");
    }
}
