//! Hostile requests over HTTP: whatever is sent, the service does not fail, and nothing that was refused is recorded.
//!
//! A few thousand requests in the ordinary run; `FIELDPOST_HOSTILE=100000` says how many, `FIELDPOST_HOSTILE_SEED=7` which. Prints one
//! JSON object with what came of them.

mod bodies;
mod raw;

use bodies::Pot;
use domain::referee::BotRng;
use fieldpost::web::limits::ROUTES;
use fieldpost_store::GameState;
use fieldpost_tests::{Browser, Player, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Requests at the same time, each pair of players with a game of its own.
const PAIRS: usize = 4;

/// What came of the requests, by sort and status.
type Tally = Arc<Mutex<BTreeMap<&'static str, BTreeMap<u16, u64>>>>;

/// Two players, their game, and what is known of it.
struct Pair {
    players: [Player; 2],
    game: String,
    /// A game of others.
    foreign: String,
    rng: BotRng,
    pot: Pot,
}

impl Pair {
    async fn length(&self, server: &TestServer) -> u64 {
        length_of(server, &self.game).await
    }

    /// The game goes on for ever: a new one follows on one that is over.
    async fn keep_going(&mut self, server: &TestServer) {
        let id = self.game.parse().expect("a game's id");
        let row = server.service.store.games().get(id).await.expect("the storage answers").expect("the game is there");
        if row.summary.state == GameState::Ended {
            sound(server, &self.players[0].api, &self.game).await;
            self.game = server.game(&self.players[0], &self.players[1]).await;
        }
        let mut menu = Vec::new();
        for player in &self.players {
            menu.extend(player.menu(&self.game).await);
        }
        self.pot.lines(menu);
    }

    fn pick(&mut self, most: usize) -> usize {
        self.rng.below(most)
    }
}

/// The whole log, judged record by record: every order in it is legal.
async fn sound(server: &TestServer, reader: &Browser, game: &str) {
    let log = reader.get(&format!("/api/games/{game}/log")).await.text().await.expect("a log is text");
    let report = domain::referee::verify(&server.service.registry, &log, &Default::default());
    assert_eq!(report.bad, None, "the log of {game}");
}

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn hostile_requests_are_refused_without_a_failure_or_a_record() {
    let panics = Arc::new(AtomicU64::new(0));
    let (counted, usual) = (panics.clone(), std::panic::take_hook());
    std::panic::set_hook(Box::new(move |info| {
        counted.fetch_add(1, Ordering::Relaxed);
        usual(info);
    }));
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    runtime.block_on(attack());
    assert_eq!(panics.load(Ordering::Relaxed), 0, "nothing panics");
}

async fn attack() {
    let (requests, seed) = (setting("FIELDPOST_HOSTILE", 3_000), setting("FIELDPOST_HOSTILE_SEED", 1));
    let server = Arc::new(TestServer::with(|config| {
        config.leeway = 100_000;
        config.patience = Duration::from_secs(3);
    }));
    let stranger = Arc::new(server.player("stranger").await);
    let foreign = server.game(&server.player("grant").await, &server.player("hunt").await).await;
    let tally = Tally::default();
    let began = Instant::now();
    let mut pairs = Vec::new();
    for n in 0..PAIRS {
        let players = [server.player(&format!("first{n}")).await, server.player(&format!("second{n}")).await];
        let game = server.game(&players[0], &players[1]).await;
        let pair = Pair {
            players,
            game,
            foreign: foreign.clone(),
            rng: BotRng::seeded(seed * 100 + n as u64),
            pot: Pot::default(),
        };
        let (server, tally, stranger) = (server.clone(), tally.clone(), stranger.clone());
        let share = requests / PAIRS as u64;
        pairs.push(tokio::spawn(async move { harass(&server, pair, &stranger, share, &tally).await }));
    }
    let untouched = length_of(&server, &foreign).await;
    let mut games = Vec::new();
    for pair in pairs {
        games.push(pair.await.expect("the attacker goes on to the end"));
    }
    assert_eq!(length_of(&server, &foreign).await, untouched, "a game of others has no record more");
    for (reader, game) in &games {
        sound(&server, reader, game).await;
    }
    let tally = tally.lock().expect("nobody panicked").clone();
    let total: u64 = tally.values().flat_map(|by| by.values()).sum();
    let done: u64 = tally.values().flat_map(|by| by.iter().filter(|(s, _)| **s < 300).map(|(_, n)| n)).sum();
    println!(
        "{}",
        json!({"seed": seed, "requests": total, "seconds": began.elapsed().as_secs(), "carried_out": done, "statuses": tally})
    );
    assert!(total >= requests / PAIRS as u64 * PAIRS as u64);
}

async fn length_of(server: &TestServer, game: &str) -> u64 {
    let row = server.service.store.games().get(game.parse().expect("an id")).await.expect("the storage answers");
    row.expect("the game is there").tip.length
}

/// Sends one pair's share of the requests. Answers who can read the last game, and which it is.
async fn harass(
    server: &TestServer,
    mut pair: Pair,
    stranger: &Player,
    share: u64,
    tally: &Tally,
) -> (Browser, String) {
    pair.keep_going(server).await;
    for n in 0..share {
        if n % 50 == 49 {
            pair.keep_going(server).await;
        }
        let before = pair.length(server).await;
        let game = pair.game.clone();
        let (sort, status) = match pair.pick(20) {
            0..8 => orders(server, &mut pair, stranger).await,
            8..13 => route(server, &mut pair, stranger).await,
            13..16 => page(&mut pair).await,
            16..18 => look(server, &mut pair).await,
            18 => headers(&mut pair).await,
            _ => {
                let request = pair.pot.raw(&mut pair.rng, &game);
                ("raw", raw::send(server.at.trim_start_matches("http://"), &request).await)
            }
        };
        assert!(status < 500, "{sort}: {status}");
        *tally.lock().expect("nobody panicked").entry(sort).or_default().entry(status).or_default() += 1;
        let after = pair.length(server).await;
        let carried_out = (200..400).contains(&status);
        // A raw connection may carry several requests; what they recorded is judged with the log.
        assert!(carried_out || sort == "raw" || after == before, "{sort} {status}: refused, and yet recorded");
    }
    sound(server, &pair.players[0].api, &pair.game).await;
    let [first, _] = pair.players;
    (first.api, pair.game)
}

async fn sent(request: reqwest::RequestBuilder) -> u16 {
    match request.send().await {
        Ok(answer) => {
            let status = answer.status();
            let text = answer.text().await.unwrap_or_default();
            assert!(!status.is_server_error(), "{status}: {text}");
            status.as_u16()
        }
        // The client itself refuses to send some things, and the server hangs up on others.
        Err(_) => 0,
    }
}

/// Orders by the API: mutated, malformed, forged, stale, repeated.
async fn orders(server: &TestServer, pair: &mut Pair, stranger: &Player) -> (&'static str, u16) {
    let who = pair.pick(2);
    let path = format!("/api/games/{}/orders", pair.game);
    let lines: Vec<String> = (0..=pair.pick(3)).map(|_| pair.pot.line(&mut pair.rng)).collect();
    let fresh = key();
    let mut body = json!({"orders": lines, "key": fresh});
    let api = &pair.players[who].api.clone();
    match pair.pick(10) {
        // Orders as such, most of them illegal.
        0..4 => {
            let status = sent(api.request(Method::POST, &path).json(&body)).await;
            ("mutated orders", status)
        }
        4 => {
            body["seat"] = pair.pot.number(&mut pair.rng);
            ("forged seats", sent(api.request(Method::POST, &path).json(&body)).await)
        }
        5 => {
            body["seen"] = pair.pot.head(&mut pair.rng).into();
            ("stale heads", sent(api.request(Method::POST, &path).json(&body)).await)
        }
        6 => {
            body["key"] = pair.pot.key(&mut pair.rng);
            ("wrong keys", sent(api.request(Method::POST, &path).json(&body)).await)
        }
        7 => {
            let other = [&stranger.api, &stranger.browser, &server.browser()][pair.pick(3)].clone();
            let status = sent(other.request(Method::POST, &path).json(&body)).await;
            assert!(matches!(status, 0 | 400..500), "a stranger's order: {status}");
            ("strangers' orders", status)
        }
        8 => {
            let path = format!("/api/games/{}/orders", pair.foreign);
            let status = sent(api.request(Method::POST, &path).json(&body)).await;
            assert!(matches!(status, 0 | 400..500), "an order in a game of others: {status}");
            ("orders in games of others", status)
        }
        _ => {
            let bytes = pair.pot.broken(&mut pair.rng, &body);
            let request = api.request(Method::POST, &path).header("Content-Type", "application/json").body(bytes);
            ("malformed orders", sent(request).await)
        }
    }
}

/// Any route that changes something, with any body.
async fn route(server: &TestServer, pair: &mut Pair, stranger: &Player) -> (&'static str, u16) {
    let (method, pattern, _) = ROUTES[pair.pick(ROUTES.len())];
    // Whoever signs out, or changes what they are told by letter, attacks no more.
    if pattern == "/sign-out" || pattern.starts_with("/account/notices") {
        return ("left out", 0);
    }
    let path = pair.pot.path(&mut pair.rng, pattern, &pair.game.clone());
    let method: Method = if pair.pick(12) == 0 { "PATCH" } else { method }.parse().expect("a method");
    let who = match pair.pick(4) {
        0 => stranger.api.clone(),
        1 => server.browser(),
        n => {
            let player = &pair.players[n % 2];
            if pattern.starts_with("/api/") { player.api.clone() } else { player.browser.clone() }
        }
    };
    let body = pair.pot.body(&mut pair.rng);
    let (kind, bytes) = match pair.pick(3) {
        0 => ("application/x-www-form-urlencoded", pair.pot.form(&mut pair.rng)),
        1 => ("application/json", pair.pot.broken(&mut pair.rng, &body)),
        _ => ("application/json", body.to_string().into_bytes()),
    };
    let request = who.request(method, &path).header("Content-Type", kind).body(bytes);
    ("all routes", sent(request).await)
}

/// The forms of the game's own pages.
async fn page(pair: &mut Pair) -> (&'static str, u16) {
    let pages = [
        "orders",
        "undo",
        "send",
        "messages",
        "draw",
        "takeback",
        "standing",
        "clock",
        "hands",
        "notes",
        "plan/orders",
    ];
    let page = pages[pair.pick(pages.len())];
    let path = format!("/games/{}/{page}", pair.game);
    let who = pair.pick(2);
    let form = pair.pot.form(&mut pair.rng);
    let request = pair.players[who].browser.request(Method::POST, &path);
    ("forms", sent(request.header("Content-Type", "application/x-www-form-urlencoded").body(form)).await)
}

/// Looking, with addresses that make no sense.
async fn look(server: &TestServer, pair: &mut Pair) -> (&'static str, u16) {
    let patterns = [
        "/games/{id}",
        "/games/{id}/replay/{n}",
        "/games/{id}/log",
        "/games/{id}/chronicle",
        "/games/{id}/plan",
        "/games/{id}/takeback",
        "/games/{id}/notes",
        "/api/games/{id}",
        "/api/games/{id}/menu",
        "/api/games/{id}/positions/{n}",
        "/api/games/{id}/chronicle",
        "/api/games/{id}/takeback",
        "/rulesets/{id}",
        "/maps/{id}.svg",
        "/join/{token}",
        "/sign-in/{token}",
        "/unsubscribe/{link}",
        "/feeds/{token}",
        "/mailbox/{n}",
        "/static/{id}/{n}",
    ];
    let pattern = patterns[pair.pick(patterns.len())];
    let path = pair.pot.path(&mut pair.rng, pattern, &pair.game.clone());
    let query = pair.pot.form(&mut pair.rng);
    let query = String::from_utf8_lossy(&query).replace([' ', '#', '\r', '\n'], "+");
    let path =
        if pair.pick(2) == 0 { path } else { format!("{path}?{}", query.chars().take(2_000).collect::<String>()) };
    let who = if pair.pick(3) == 0 { server.browser() } else { pair.players[0].browser.clone() };
    ("looking", sent(who.request(Method::GET, &path)).await)
}

/// Headers that say strange things.
async fn headers(pair: &mut Pair) -> (&'static str, u16) {
    let path = format!("/api/games/{}/orders", pair.game);
    let body = json!({"orders": [pair.pot.line(&mut pair.rng)], "key": key()}).to_string();
    let names = [
        "Content-Type",
        "Authorization",
        "Cookie",
        "Host",
        "Origin",
        "Sec-Fetch-Site",
        "Accept-Encoding",
        "Content-Encoding",
        "X-Forwarded-For",
        "Expect",
    ];
    let mut request = pair.players[0].browser.bare(Method::POST, &path).body(body);
    for _ in 0..=pair.pick(4) {
        let value = pair.pot.header(&mut pair.rng);
        request = request.header(names[pair.pick(names.len())], value);
    }
    let status = sent(request).await;
    assert_ne!(status, StatusCode::OK.as_u16(), "nobody has signed in here");
    ("headers", status)
}
