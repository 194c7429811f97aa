//! A real server on a free port of this machine, with a database of its own, and people to use it.

use domain::referee::Registry;
use fieldpost::config::Config;
use fieldpost::server::Application;
use fieldpost::service::Service;
use fieldpost_store::{Account, Email, Errand, MailHead, Time};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode, redirect};
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

/// A server that runs until it is dropped.
pub struct TestServer {
    /// Its own address for itself: `http://127.0.0.1:41234`, unless the settings say otherwise.
    pub url: String,
    /// Where it listens: `http://127.0.0.1:41234`.
    pub at: String,
    /// Its use cases, to look behind the pages.
    pub service: Arc<Service>,
    handle: actix_web::dev::ServerHandle,
    thread: Option<JoinHandle<()>>,
}

impl TestServer {
    /// A server with an empty temporary database.
    pub fn open() -> TestServer {
        TestServer::with(|_| {})
    }

    /// The same with other settings.
    pub fn with(change: impl FnOnce(&mut Config)) -> TestServer {
        TestServer::of(domain::rulesets::standard, change)
    }

    /// The same with other rulebooks.
    pub fn of(registry: fn() -> Registry, change: impl FnOnce(&mut Config)) -> TestServer {
        let mut config = Config::local(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), None);
        // Drawing them is most of what a letter costs: those have them who look at them.
        config.letter_maps = false;
        change(&mut config);
        let (tell, told) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let demo = config.demo;
                let application = Application::build(config, registry()).await.expect("the server starts");
                if demo {
                    fieldpost::demo::set_up(application.service()).await.expect("the demo is set up");
                }
                let at = format!("http://{}", application.address());
                let known =
                    (application.base_url().to_owned(), at, application.service().clone(), application.handle());
                tell.send(known).expect("the test waits for the server");
                application.run().await.expect("the server stops without trouble");
            });
        });
        let (url, at, service, handle) = told.recv().expect("the server starts");
        TestServer { url, at, service, handle, thread: Some(thread) }
    }

    /// A browser that is signed in nowhere.
    pub fn browser(&self) -> Browser {
        Browser::at(&self.url)
    }

    /// The letters that lie in the mailbox for an address, as soon as there are this many. Fails after twenty seconds.
    pub async fn letters(&self, to: &str, at_least: usize) -> Vec<MailHead> {
        let to: Email = to.parse().expect("a test's address is one");
        for _ in 0..400 {
            let letters = self.service.store.mailbox().list(Some(&to), 100).await.expect("the mailbox can be read");
            if letters.len() >= at_least {
                return letters;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{to} did not get {at_least} letters");
    }

    /// The text of a letter in the mailbox.
    pub async fn text_of(&self, letter: &MailHead) -> String {
        let mail = self.service.store.mailbox().get(letter.id).await.expect("the mailbox can be read");
        let letter: Value = serde_json::from_str(&mail.expect("the letter is there").letter).expect("a letter is JSON");
        letter["text"].as_str().unwrap_or_default().to_owned()
    }

    /// The last letter's first link that begins with this path, as a path.
    pub async fn link_in(&self, letter: &MailHead, path: &str) -> String {
        let mail = self
            .service
            .store
            .mailbox()
            .get(letter.id)
            .await
            .expect("the mailbox can be read")
            .expect("the letter is there");
        let letter: Value = serde_json::from_str(&mail.letter).expect("a letter is kept as JSON");
        let text = letter["text"].as_str().expect("a letter has text");
        let from = text.find(&format!("{}{path}", self.url)).unwrap_or_else(|| panic!("no {path} in {text}"));
        let link = text[from..].split_whitespace().next().unwrap_or_default();
        link[self.url.len()..].to_owned()
    }

    /// Waits until the archive has taken in every game that is over and public. The server's own worker may have one in hand: then
    /// nothing is left to take, and the game is in no list yet. Fails after twenty seconds.
    pub async fn archived(&self) {
        let (tended, waiting) = (self.service.errands(), self.service.store.errands());
        for _ in 0..800 {
            tended.tend_archive(Time::now()).await.expect("the archive is tended");
            if waiting.due(Errand::Archive, Time::now()).await.expect("the errands can be read").is_none() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("games are still on their way into the archive");
    }

    /// Somebody who has signed in by letter, with a personal token as well.
    pub async fn player(&self, name: &str) -> Player {
        let email = format!("{name}@example.org");
        let browser = self.browser();
        let asked = browser.post("/sign-in", &[("email", &email)]).await;
        assert_eq!(asked.status(), StatusCode::OK);
        let letters = self.letters(&email, 1).await;
        let link = self.link_in(&letters[0], "/sign-in/").await;
        let entered = browser.post(&link, &[]).await;
        assert_eq!(entered.status(), StatusCode::SEE_OTHER);
        let address = email.parse().expect("a test's address is one");
        let account = self.service.store.accounts().by_email(&address).await.expect("the storage answers");
        let account = account.expect("signing in opened the account");
        let token = self.service.accounts().new_token(&account, "test").await.expect("a token can be made");
        let api = browser.with_token(token);
        Player { account, browser, api }
    }

    /// A game of the first ruleset between two players, the first of them in the first seat, begun.
    pub async fn game(&self, first: &Player, second: &Player) -> String {
        let ruleset = domain::rulesets::standard().all()[0].about().id;
        let new = json!({"ruleset": ruleset, "seat": 0, "opponent": "open", "public": true, "key": key()});
        let started = first.api.json(Method::POST, "/api/games", &new).await;
        assert_eq!(started.status(), StatusCode::CREATED);
        let started: Value = started.json().await.expect("JSON");
        let game = started["game"].as_str().expect("the game's id").to_owned();
        let joined = second.api.json(Method::POST, &format!("/api/games/{game}/join"), &json!({})).await;
        assert_eq!(joined.status(), StatusCode::OK);
        game
    }
}

/// A key that no other request has.
pub fn key() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(1);
    format!("key-{}", COUNT.fetch_add(1, Ordering::Relaxed))
}

impl Drop for TestServer {
    fn drop(&mut self) {
        // The server's own thread carries the stop out; nothing has to wait for it here but the join.
        drop(self.handle.stop(true));
        if let Some(thread) = self.thread.take() {
            let _ended = thread.join();
        }
    }
}

/// Somebody with an account.
pub struct Player {
    /// The account.
    pub account: Account,
    /// Their browser, signed in by cookie.
    pub browser: Browser,
    /// Their program, with a personal token.
    pub api: Browser,
}

impl Player {
    /// Ends what the player is asked to do as soon as the rules let them, until nothing more is asked.
    pub async fn finish_turn(&self, game: &str) {
        let mut rng = domain::referee::BotRng::seeded(3);
        for _ in 0..500 {
            let menu = self.menu(game).await;
            let done = menu.iter().find(|o| o.starts_with("done"));
            let Some(order) = done.or_else(|| rng.pick(&menu)) else { return };
            assert_eq!(self.order(game, &[order], &key(), None).await.status(), StatusCode::OK);
        }
        panic!("the player is never done");
    }

    /// The game as this player may see it.
    pub async fn state(&self, game: &str) -> Value {
        self.api.get(&format!("/api/games/{game}")).await.json().await.expect("JSON")
    }

    /// Every order this player may give.
    pub async fn menu(&self, game: &str) -> Vec<String> {
        let menu: Value = self.api.get(&format!("/api/games/{game}/menu")).await.json().await.expect("JSON");
        let choices = menu["choices"].as_array().cloned().unwrap_or_default();
        choices.iter().filter_map(|c| c["order"].as_str().map(str::to_owned)).collect()
    }

    /// Gives orders.
    pub async fn order(&self, game: &str, orders: &[&str], key: &str, seen: Option<&str>) -> Response {
        let body = json!({"orders": orders, "key": key, "seen": seen});
        self.api.json(Method::POST, &format!("/api/games/{game}/orders"), &body).await
    }
}

/// Somebody at a browser, or a program with a personal token.
#[derive(Clone)]
pub struct Browser {
    url: String,
    client: Client,
    token: Option<String>,
}

fn client(cookies: bool) -> Client {
    Client::builder()
        .redirect(redirect::Policy::none())
        .cookie_store(cookies)
        .timeout(Duration::from_secs(60))
        .build()
        .expect("a client with these settings can be built")
}

impl Browser {
    /// A browser for the server at this address, signed in nowhere.
    pub fn at(url: &str) -> Browser {
        Browser { url: url.to_owned(), client: client(true), token: None }
    }

    /// The same server seen by a program with a personal token instead of cookies.
    pub fn with_token(&self, token: impl Into<String>) -> Browser {
        Browser { url: self.url.clone(), client: client(false), token: Some(token.into()) }
    }

    /// A request without anything that says where it comes from.
    pub fn bare(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.url))
    }

    /// A request, as this browser would send it from a page of the service, or this program with its token.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        match &self.token {
            Some(token) => self.bare(method, path).bearer_auth(token),
            None => self.bare(method, path).header("Sec-Fetch-Site", "same-origin"),
        }
    }

    /// Opens an address.
    pub async fn get(&self, path: &str) -> Response {
        self.request(Method::GET, path).send().await.expect("the server answers")
    }

    /// Sends a form.
    pub async fn post(&self, path: &str, form: &[(&str, &str)]) -> Response {
        self.request(Method::POST, path).form(form).send().await.expect("the server answers")
    }

    /// Sends JSON.
    pub async fn json(&self, method: Method, path: &str, body: &Value) -> Response {
        self.request(method, path).json(body).send().await.expect("the server answers")
    }
}
