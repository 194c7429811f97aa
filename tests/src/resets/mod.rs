//! Connections that are reset while the server carries out what they asked for, and whether anybody is shown an old game afterwards.
//!
//! Each request goes out whole; 0 to 4 ms later its connection is closed with a linger time of zero, so that the server gets a reset
//! wherever it is by then: reading, trying the order, waiting for the disk, answering. Afterwards the log in the database counts, and
//! everything the server says must agree with it.

mod scenes;

pub use scenes::{ROUTES, Scene};

use crate::{Browser, key};
use domain::clock::{Claim, ClockTerms, Control};
use domain::referee::{BotRng, Game, SeatId};
use fieldpost::config::Config;
use fieldpost::service::Service;
use fieldpost::service::prepared_games::Staging;
use fieldpost_store::{Account, Email, Game as Row, GameId, SessionStart, Time, Tip};
use reqwest::Method;
use serde_json::Value;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

/// The longest that a connection stays open behind its request, in microseconds. A server built for debugging takes longer for each.
const LONGEST: u32 = if cfg!(debug_assertions) { 30_000 } else { 4_000 };
/// What follows an append by itself has this long: a letter on its way, a house player's orders.
const PATIENCE: Duration = Duration::from_secs(30);

/// What came of the resets on one route.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Count {
    /// Connections that were reset.
    pub tried: u32,
    /// Requests that were recorded all the same.
    pub recorded: u32,
    /// Of those, the ones after which something that the server said was not what the log says.
    pub stale: u32,
}

/// Somebody who plays, by a browser's session on pages and by a personal token on the API.
#[derive(Clone)]
pub struct Caller {
    /// The account.
    pub account: Account,
    token: String,
    cookie: String,
    api: Browser,
}

/// A request that will not be waited for.
pub struct Call {
    method: Method,
    path: String,
    kind: &'static str,
    body: String,
}

impl Call {
    /// JSON for the API.
    pub fn json(method: Method, path: String, body: &Value) -> Call {
        Call { method, path, kind: "application/json", body: body.to_string() }
    }

    /// A page's form.
    pub fn form(path: String, fields: &[(&str, &str)]) -> Call {
        let escaped = |text: &str| -> String {
            let byte = |b: u8| match b.is_ascii_alphanumeric() {
                true => char::from(b).to_string(),
                false => format!("%{b:02X}"),
            };
            text.bytes().map(byte).collect()
        };
        let body: Vec<String> = fields.iter().map(|(k, v)| format!("{k}={}", escaped(v))).collect();
        Call { method: Method::POST, path, kind: "application/x-www-form-urlencoded", body: body.join("&") }
    }
}

/// Somebody who resets connections to a server, and looks at its database from beside it.
pub struct Resets {
    at: SocketAddr,
    url: String,
    /// Another process on the same database, as good as.
    pub beside: Arc<Service>,
    rng: BotRng,
    /// The longest to wait on each route, in microseconds: more after a request that came to nothing, less after one that was recorded.
    longest: BTreeMap<&'static str, u32>,
    people: u32,
    /// What came of it, by route.
    pub counts: BTreeMap<&'static str, Count>,
    /// What was found wrong, in words.
    pub wrong: Vec<String>,
}

impl Resets {
    /// Somebody for the server at this address and with this database.
    pub async fn open(url: &str, database: &Path, seed: u64) -> Resets {
        let at = url.trim_start_matches("http://").parse().expect("an address");
        let config = Config::local(at, Some(database.to_owned()));
        let registry = domain::rulesets::standard();
        let beside = Service::open(&config, url.to_owned(), registry).await.expect("the database can be opened");
        Resets {
            at,
            url: url.to_owned(),
            beside,
            rng: BotRng::seeded(seed),
            longest: BTreeMap::new(),
            people: 0,
            counts: BTreeMap::new(),
            wrong: Vec::new(),
        }
    }

    /// All counts together.
    pub fn total(&self) -> Count {
        let add = |a: Count, b: &Count| Count {
            tried: a.tried + b.tried,
            recorded: a.recorded + b.recorded,
            stale: a.stale + b.stale,
        };
        self.counts.values().fold(Count::default(), add)
    }

    /// Somebody new with an account and a token.
    async fn somebody(&mut self) -> Caller {
        self.people += 1;
        let email: Email =
            format!("player{}.{}@resets.example", self.people, key()).parse().expect("a test's address is one");
        let store = &self.beside.store;
        let account = store.accounts().get_or_new(email, Time::now()).await.expect("an account");
        let token =
            store.tokens().new_api_token(account.id, "resets".to_owned(), Time::now()).await.expect("a token").reveal();
        let api = Browser::at(&self.url).with_token(token.clone());
        let start = SessionStart { agent: "resets".to_owned(), life: Duration::from_secs(3_600), game: None };
        let (_, cookie) = store.sign_in().start_session(account.id, start, Time::now()).await.expect("a session");
        Caller { account, token, cookie: cookie.reveal(), api }
    }

    /// A game under way between two new players, begun so many days ago, a day for each hand-over.
    async fn game(&mut self, days: u64, until: &dyn Fn(&Game) -> bool) -> (GameId, [Caller; 2]) {
        let players = [self.somebody().await, self.somebody().await];
        let ruleset = self.beside.registry.all()[0].about().id;
        let accounts = players.clone().map(|p| p.account);
        let staging = Staging {
            ruleset,
            title: "Reset",
            bot: "random",
            players: &accounts,
            pace: 1,
            clock: Some(ClockTerms { claim: Claim::Forfeit, control: Control::Days(1), leave: 20, stand_in: true }),
            begun: Time::now().before(Duration::from_secs(days * 24 * 3600 + 60)),
            step: Duration::from_millis(1),
            until,
        };
        (self.beside.lobby().stage(staging).await.expect("a game can be staged"), players)
    }

    async fn row(&self, game: GameId) -> Row {
        self.beside.store.games().get(game).await.expect("the database can be read").expect("the game is there")
    }

    /// Sends a request and resets its connection.
    async fn reset(&mut self, route: &'static str, by: &Caller, call: &Call) {
        let mut stream = TcpStream::connect(self.at).await.expect("the server listens");
        stream.set_nodelay(true).expect("a socket of this machine");
        stream.set_zero_linger().expect("a socket of this machine");
        let who = match call.path.starts_with("/api/") {
            true => format!("Authorization: Bearer {}", by.token),
            false => format!("Cookie: fieldpost={}\r\nSec-Fetch-Site: same-origin", by.cookie),
        };
        let request = format!(
            "{} {} HTTP/1.1\r\nHost: {}\r\n{who}\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n{}",
            call.method,
            call.path,
            self.at,
            call.kind,
            call.body.len(),
            call.body
        );
        stream.write_all(request.as_bytes()).await.expect("the server reads");
        let longest = *self.longest.entry(route).or_insert(4_000);
        let wait = Duration::from_micros(u64::from(longest) * self.rng.below(1_000) as u64 / 1_000);
        // Timers are too coarse for this.
        let sent = Instant::now();
        while sent.elapsed() < wait {
            std::hint::spin_loop();
        }
        drop(stream);
    }

    /// Resets one request about a game and looks at the game afterwards. Whether it was recorded.
    async fn hit(&mut self, route: &'static str, game: GameId, by: &Caller, players: &[Caller], call: Call) -> bool {
        let before = self.row(game).await;
        self.reset(route, by, &call).await;
        let after = self.settled(game, before.tip).await;
        let recorded = after.tip != before.tip;
        let wrong = match recorded {
            true => self.disagreement(&before, players).await,
            false => None,
        };
        self.note(route, recorded, wrong);
        recorded
    }

    fn note(&mut self, route: &'static str, recorded: bool, wrong: Option<String>) {
        let longest = self.longest.entry(route).or_insert(4_000);
        *longest = (if recorded { *longest * 4 / 5 } else { *longest * 5 / 4 }).clamp(400, LONGEST);
        let count = self.counts.entry(route).or_default();
        count.tried += 1;
        count.recorded += u32::from(recorded);
        count.stale += u32::from(wrong.is_some());
        self.wrong.extend(wrong.map(|wrong| format!("{route}: {wrong}")));
    }

    /// The game's row once nothing more comes of a request: it grows, or it does not.
    async fn settled(&self, game: GameId, before: Tip) -> Row {
        let sent = Instant::now();
        loop {
            tokio::time::sleep(Duration::from_millis(8)).await;
            let row = self.row(game).await;
            if row.tip != before || sent.elapsed() > Duration::from_millis(40) {
                return row;
            }
        }
    }

    /// What the server says of a game that is not what its log says: at once, and for longer than what is under way takes.
    async fn disagreement(&self, before: &Row, players: &[Caller]) -> Option<String> {
        let game = before.id;
        let asked =
            |row: &Row| -> Vec<SeatId> { row.seats.iter().filter(|s| s.asks.is_some()).map(|s| s.seat).collect() };
        // House players first: as long as one of them is asked, the game is still growing.
        let began = Instant::now();
        while self.house(&self.row(game).await) {
            if began.elapsed() > PATIENCE {
                return Some("the house player does not play".to_owned());
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let mut wrong = None;
        for _ in 0..20 {
            let row = self.row(game).await;
            wrong = self.said_wrong(&row, players).await;
            if wrong.is_none() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        let now = self.row(game).await;
        let newly: Vec<SeatId> = asked(&now).into_iter().filter(|s| !asked(before).contains(s)).collect();
        for caller in players {
            let mine = now.seat_of(caller.account.id).filter(|s| newly.contains(&s.seat) && s.stand_in.is_none());
            if wrong.is_none() && mine.is_some() && before.seat_of(caller.account.id).is_some() {
                wrong = self.no_letter(&now, caller).await;
            }
        }
        wrong
    }

    /// Whether a house player is asked.
    fn house(&self, row: &Row) -> bool {
        let house =
            |s: &fieldpost_store::Seat| s.stand_in.is_some() || matches!(s.holder, fieldpost_store::Holder::Bot(_));
        row.seats.iter().any(|s| s.asks.is_some() && house(s))
    }

    /// What page, API and log say that is not so.
    async fn said_wrong(&self, row: &Row, players: &[Caller]) -> Option<String> {
        let (game, tip) = (row.id, row.tip);
        for caller in players {
            let Some(seat) = row.seat_of(caller.account.id) else { continue };
            let api = &caller.api;
            let state: Value = api.get(&format!("/api/games/{game}")).await.json().await.expect("JSON");
            let asked = seat.asks.is_some() && seat.stand_in.is_none();
            if state["length"] != tip.length || state["head"] != tip.head.to_string() {
                return Some(format!("the API says length {}, the log has {}", state["length"], tip.length));
            }
            if state["waits_for_me"] != asked {
                return Some(format!("the API says waits_for_me {}, but {asked}", state["waits_for_me"]));
            }
            let menu: Value = api.get(&format!("/api/games/{game}/menu")).await.json().await.expect("JSON");
            if asked && menu["choices"].as_array().is_none_or(Vec::is_empty) {
                return Some("who is asked has nothing to choose from".to_owned());
            }
            let log = api.get(&format!("/api/games/{game}/log")).await.text().await.expect("text");
            if log.lines().filter(|l| l.contains(&tip.head.to_string())).count() == 0 {
                return Some(format!("the log to take home does not reach record {}", tip.length));
            }
            if row.summary.state == fieldpost_store::GameState::Lobby {
                continue;
            }
            let page = api.bare(Method::GET, &format!("/games/{game}"));
            let page = page.header("Cookie", format!("fieldpost={}", caller.cookie)).send().await.expect("an answer");
            let page = page.text().await.expect("text");
            if !page.contains(&tip.head.to_string()) {
                return Some(format!("the page does not show record {}", tip.length));
            }
            if asked && page.contains("Waiting for") {
                return Some("the page of who is asked says Waiting".to_owned());
            }
        }
        None
    }

    /// Whether the letter does not come that tells somebody that they are asked.
    async fn no_letter(&self, row: &Row, to: &Caller) -> Option<String> {
        let began = Instant::now();
        let since = row.updated;
        while began.elapsed() < PATIENCE {
            let letters =
                self.beside.store.mailbox().list(Some(&to.account.email), 5).await.expect("the mailbox can be read");
            if letters.iter().any(|l| l.at >= since) {
                return None;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Some("no letter went out to who is asked".to_owned())
    }
}
