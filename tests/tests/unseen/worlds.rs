//! Two services over copies of one database: the same accounts, sessions, tokens, keys, and the same game, just begun.

use crate::PROGRAM;
use domain::referee::Registry;
use fieldpost_store::Time;
use fieldpost_tests::listener::Listener;
use fieldpost_tests::post::Post;
use fieldpost_tests::{Browser, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Somebody as both services know them.
#[derive(Clone, Debug)]
pub struct Person {
    pub name: &'static str,
    pub email: String,
    /// Their session's cookie, `name=value`; none for somebody who is not signed in.
    cookie: Option<String>,
    token: String,
}

/// One of the services.
pub struct World {
    pub post: Post,
    pub listener: Listener,
    pub game: String,
    feed: String,
}

/// What came of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: StatusCode,
    /// All but the date.
    pub headers: String,
    pub body: String,
}

pub fn registry() -> Registry {
    Registry::new(vec![fog_ruleset::any_ruleset()])
}

/// Two services with the same game of a scenario. The players take its seats in order; `hill` has an account and no seat.
pub async fn two(scenario: &str, names: &[&'static str]) -> ([World; 2], Vec<Person>) {
    let folder = std::env::temp_dir().join(format!("fieldpost-unseen-{}", fieldpost_store::fresh_game_id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let database = folder.join("fieldpost.db");
    let (people, game, feed) = begun(&database, scenario, names).await;
    let mut worlds = Vec::new();
    for _ in 0..2 {
        let post = Post::on_copy(registry, Some(&database), PROGRAM, true, |config| {
            config.letter_maps = true;
            config.guard.plain = true;
            config.guard.networks = vec!["127.0.0.1".parse().expect("a network")];
        });
        let listener = Listener::open().await;
        let world = World { post, listener, game: game.clone(), feed: feed.clone() };
        for way in ["webhook", "push"] {
            let named = format!("{}/{way}", world.listener.url);
            let form = [("url", named.as_str())];
            let path = format!("/account/notices/{way}");
            let said = world.ask(&people[0], false, Method::POST, &path, Sent::Form(&form)).await;
            assert_eq!(said.status, StatusCode::SEE_OTHER);
        }
        worlds.push(world);
    }
    let _gone = std::fs::remove_dir_all(&folder);
    (worlds.try_into().unwrap_or_else(|_| unreachable!("two were made")), people)
}

async fn begun(database: &std::path::Path, scenario: &str, names: &[&'static str]) -> (Vec<Person>, String, String) {
    let server = TestServer::of(registry, |config| config.database = Some(database.to_owned()));
    let mut people = Vec::new();
    for name in names.iter().copied().chain(["hill"]) {
        let email = format!("{name}@players.example");
        let browser = server.browser();
        browser.post("/sign-in", &[("email", &email)]).await;
        let letters = server.letters(&email, 1).await;
        let link = server.link_in(&letters[0], "/sign-in/").await;
        let entered = browser.post(&link, &[]).await;
        let cookies = entered.headers().get_all("set-cookie").iter();
        let cookie = cookies.filter_map(|c| c.to_str().ok()?.split(';').next()).find(|c| c.starts_with("fieldpost="));
        let cookie = Some(cookie.expect("a session").to_owned());
        let address = email.parse().expect("an address");
        let account =
            server.service.store.accounts().by_email(&address).await.expect("the storage").expect("an account");
        let token = server.service.accounts().new_token(&account, "test").await.expect("a token");
        people.push(Person { name, email, cookie, token });
    }
    people.push(Person { name: "stranger", email: String::new(), cookie: None, token: String::new() });
    let api = |n: usize| server.browser().with_token(people[n].token.clone());
    let new = json!({"ruleset": "fog-line", "scenario": scenario, "seat": 0, "opponent": "open", "public": true, "key": key()});
    let started: Value = api(0).json(Method::POST, "/api/games", &new).await.json().await.expect("JSON");
    let game = started["game"].as_str().unwrap_or_else(|| panic!("{started}")).to_owned();
    for seat in 1..names.len() {
        let joined = api(seat).json(Method::POST, &format!("/api/games/{game}/join"), &json!({"seat": seat})).await;
        assert_eq!(joined.status(), StatusCode::OK);
    }
    let first = people[0].email.parse().expect("an address");
    let first = server.service.store.accounts().by_email(&first).await.expect("the storage").expect("an account");
    let feed = server.service.feeds().create(&first).await.expect("a feed");
    let feed = feed.trim_start_matches(&server.url).to_owned();
    (people, game, feed)
}

/// What goes with a request.
#[derive(Clone, Copy, Debug)]
pub enum Sent<'a> {
    Nothing,
    Form(&'a [(&'a str, &'a str)]),
    Json(&'a Value),
}

impl World {
    /// Asks as somebody: from a page, or as their program.
    pub async fn ask(&self, who: &Person, program: bool, method: Method, path: &str, sent: Sent<'_>) -> Answer {
        let browser = Browser::at(&self.post.server.url);
        self.ask_over(&browser, who, program, method, path, sent).await
    }

    /// The same over connections that are kept.
    pub async fn ask_over(
        &self,
        browser: &Browser,
        who: &Person,
        program: bool,
        method: Method,
        path: &str,
        sent: Sent<'_>,
    ) -> Answer {
        let mut request = match program && !who.token.is_empty() {
            true => browser.bare(method, path).bearer_auth(&who.token),
            false => browser.request(method, path),
        };
        if let Some(cookie) = who.cookie.as_ref().filter(|_| !program) {
            request = request.header("Cookie", cookie);
        }
        request = match sent {
            Sent::Nothing => request,
            Sent::Form(form) => request.form(form),
            Sent::Json(json) => request.json(json),
        };
        let answer = request.send().await.expect("the server answers");
        let mut headers: Vec<String> = (answer.headers().iter())
            .filter(|(name, _)| *name != "date")
            .map(|(name, value)| format!("{name}: {}", String::from_utf8_lossy(value.as_bytes())))
            .collect();
        headers.sort();
        let (status, headers) = (answer.status(), headers.join("\n"));
        let body = String::from_utf8_lossy(&answer.bytes().await.expect("a body")).into_owned();
        Answer { status, headers, body }
    }

    /// JSON that a program of somebody's gets.
    pub async fn json(&self, who: &Person, path: &str) -> Value {
        let answer = self.ask(who, true, Method::GET, path, Sent::Nothing).await;
        serde_json::from_str(&answer.body).unwrap_or_else(|_| panic!("{path}: {answer:?}"))
    }

    /// What somebody may order.
    pub async fn menu(&self, who: &Person) -> Vec<String> {
        let menu = self.json(who, &format!("/api/games/{}/menu", self.game)).await;
        let choices = menu["choices"].as_array().cloned().unwrap_or_default();
        choices.iter().filter_map(|c| c["order"].as_str().map(str::to_owned)).collect()
    }

    /// Gives an order that must be taken.
    pub async fn order(&self, who: &Person, line: &str, key: &str) -> Answer {
        let orders = json!({"orders": [line], "key": key});
        let path = format!("/api/games/{}/orders", self.game);
        let answer = self.ask(who, true, Method::POST, &path, Sent::Json(&orders)).await;
        assert_eq!(answer.status, StatusCode::OK, "{line}: {answer:?}");
        answer
    }

    /// The address of the first player's feed.
    pub fn feed(&self) -> &str {
        &self.feed
    }

    /// A text with this service's own addresses written as any service's.
    pub fn placeless(&self, text: &str) -> String {
        // The soft ends of lines in a letter may stand within an address.
        text.replace("=\r\n", "")
            .replace(&self.post.server.url, "http://127.0.0.1:HERE.")
            .replace(self.post.server.url.trim_start_matches("http://"), "127.0.0.1:HERE.")
            .replace(&self.listener.url, "http://127.0.0.1:THERE")
            .replace(self.listener.url.trim_start_matches("http://"), "127.0.0.1:THERE")
    }

    /// Waits until all letters have left.
    pub async fn quiet(&self) {
        let began = Instant::now();
        // A letter on its way is due again when its lease ends.
        let soon = async || {
            let now = Time::now();
            let next = self.post.server.service.store.queue().letters_due(now).await.expect("the storage");
            next.is_some_and(|at| at <= now.after(Duration::from_secs(600)))
        };
        while soon().await {
            assert!(began.elapsed() < Duration::from_secs(30), "letters do not leave");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}
