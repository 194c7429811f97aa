//! Mended rules over HTTP, in a game with secrets: its players are asked whatever differs, by letter, page and API; their consent, or their
//! silence of 14 days.

use crate::private::{begun, given};
use domain::referee::{Registry, SILENCE};
use fieldpost::service::revisions::Foretold;
use fieldpost_store::Time;
use fieldpost_tests::{Browser, Player, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

#[path = "../../../app/tests/revisions/older.rs"]
mod older;

const HIDE: &str = "\u{dc}bermuth Rifles hide 0302";

fn before() -> Registry {
    Registry::new(vec![Arc::new(older::Older::of(fog_ruleset::any_ruleset(), 0))])
}

fn now() -> Registry {
    Registry::new(vec![fog_ruleset::any_ruleset()])
}

/// A database that outlives the servers on it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let folder = std::env::temp_dir().join(format!("fieldpost-revisions-{}", fieldpost_store::fresh_game_id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn database(&self) -> PathBuf {
        self.0.join("fieldpost.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}

fn server(registry: fn() -> Registry, database: &Path, at: &str) -> TestServer {
    let at = at.trim_start_matches("http://").parse().unwrap();
    TestServer::of(registry, |config| (config.database, config.bind) = (Some(database.to_owned()), at))
}

/// A game begun under the rules before, and the server with the mended ones in the place of the one that had those; its players, and
/// somebody else.
async fn offered(folder: &Folder) -> (TestServer, String, [Player; 3]) {
    let old = server(before, &folder.database(), "127.0.0.1:0");
    let players = [old.player("porter").await, old.player("lee").await, old.player("ann").await];
    let game = begun("two", &[&players[0], &players[1]]).await;
    given(&players[0], &game, HIDE).await;
    // What the host is told beforehand: orders in private logs are read as well.
    let foretold = Foretold::of(&old.service.store, &now(), game.parse().unwrap()).await.unwrap();
    assert!(matches!(&foretold, Some(Foretold::Asks(differs)) if differs.is_empty()), "{foretold:?}");
    let at = old.at.clone();
    drop(old);
    let server = server(now, &folder.database(), &at);
    server.service.move_all_up(Time::now()).await.unwrap();
    (server, game, players)
}

async fn rules(who: &Browser, game: &str) -> Value {
    who.get(&format!("/api/games/{game}/rules")).await.json().await.unwrap()
}

async fn agree(who: &Player, game: &str, body: Value) -> (StatusCode, Value) {
    let answer = who.api.json(Method::POST, &format!("/api/games/{game}/rules"), &body).await;
    (answer.status(), answer.json().await.unwrap())
}

async fn kinds(who: &Browser, game: &str) -> Vec<String> {
    let log = who.get(&format!("/api/games/{game}/log")).await.text().await.unwrap();
    let bodies =
        log.lines().filter_map(|l| serde_json::from_str::<Value>(l).unwrap()["body"].as_str().map(str::to_owned));
    let kinds = bodies.map(|b| serde_json::from_str::<Value>(&b).unwrap()["kind"].as_str().unwrap().to_owned());
    kinds.filter(|kind| kind.starts_with("revision")).collect()
}

async fn text(who: &Browser, path: &str) -> String {
    who.get(path).await.text().await.unwrap()
}

/// Waits for the letter about mended rules.
async fn letter(server: &TestServer, to: &str) -> String {
    for _ in 0..200 {
        for head in server.letters(to, 0).await {
            let text = server.text_of(&head).await;
            if text.starts_with("The rules were mended") {
                return text;
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{to} got no letter about the rules");
}

#[tokio::test(flavor = "multi_thread")]
async fn players_of_a_game_with_secrets_are_asked_although_nothing_differs_and_go_on_when_both_have_said_so() {
    let folder = Folder::new();
    let (server, game, [porter, lee, ann]) = offered(&folder).await;
    assert_eq!(kinds(&ann.api, &game).await, ["revision-offer/1"]);
    for to in ["porter@example.org", "lee@example.org"] {
        let letter = letter(&server, to).await;
        assert!(letter.contains("nothing otherwise that all could see") && letter.contains("/rules"), "{letter}");
    }
    let asked = rules(&porter.api, &game).await["asked"].clone();
    assert_eq!((&asked["yours"], &asked["revision"], &asked["orders"]), (&json!(true), &json!(1), &json!([])));
    assert_eq!(rules(&server.browser(), &game).await["asked"]["yours"], false, "a spectator reads it and is not asked");
    let page = text(&porter.browser, &format!("/games/{game}/rules")).await;
    assert!(page.contains("Go on under the mended rules") && page.contains("nothing otherwise that all could see"));
    let page = text(&server.browser(), &format!("/games/{game}/rules")).await;
    assert!(!page.contains("<button class=\"primary\">Go on"), "{page}");
    let page = text(&porter.browser, &format!("/games/{game}")).await;
    assert!(page.contains(&format!("/games/{game}/rules")), "the game's page leads there");

    // Between offer and answer it is played on.
    let line = lee.menu(&game).await.into_iter().find(|l| l.contains(" hide ")).unwrap();
    given(&lee, &game, &line).await;

    // Who has no seat is not asked; an offer that was never made cannot be agreed to.
    assert_eq!(agree(&ann, &game, json!({})).await.0, StatusCode::FORBIDDEN);
    let stranger = server.browser().json(Method::POST, &format!("/api/games/{game}/rules"), &json!({})).await;
    assert_eq!(stranger.status(), StatusCode::UNAUTHORIZED);
    let (status, other) = agree(&porter, &game, json!({"offered": 1})).await;
    assert_eq!(status, StatusCode::CONFLICT, "{other}");

    // By the page's form; the same form again is the same consent, another one is told that it is too late.
    let (path, once) = (format!("/games/{game}/rules"), key());
    let offered = asked["offered"].to_string();
    for _ in 0..2 {
        let form = [("key", once.as_str()), ("offered", offered.as_str())];
        let said = porter.browser.post(&path, &form).await;
        assert_eq!(said.status(), StatusCode::SEE_OTHER);
        assert_eq!(said.headers()["location"], format!("/games/{game}?did=goes-on"));
    }
    let again = porter.browser.post(&path, &[("key", &key())]).await;
    assert_eq!(again.status(), StatusCode::CONFLICT);
    assert!(again.text().await.unwrap().contains("You go on under the mended rules already."));
    assert_eq!(kinds(&ann.api, &game).await, ["revision-offer/1", "revision-answer/1"]);
    assert_eq!(rules(&porter.api, &game).await["asked"]["agreed"], true);

    let (status, receipt) = agree(&lee, &game, json!({"offered": asked["offered"], "key": key()})).await;
    assert_eq!(status, StatusCode::OK, "{receipt}");
    let all = ["revision-offer/1", "revision-answer/1", "revision-answer/1", "revision/1"];
    assert_eq!(kinds(&ann.api, &game).await, all);
    assert_eq!(rules(&porter.api, &game).await["asked"], Value::Null);
    assert_eq!(porter.browser.get(&path).await.status(), StatusCode::SEE_OTHER, "there is nothing to ask any more");
    assert_eq!(agree(&lee, &game, json!({})).await.0, StatusCode::CONFLICT);
    let line = porter.menu(&game).await.into_iter().find(|l| l.contains(" hide ")).unwrap();
    given(&porter, &game, &line).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn silence_is_consent_after_14_days_and_not_a_minute_before() {
    let folder = Folder::new();
    let (server, game, [porter, lee, ann]) = offered(&folder).await;
    let foretold = Foretold::of(&server.service.store, &now(), game.parse().unwrap()).await.unwrap();
    assert!(matches!(foretold, Some(Foretold::There)), "{foretold:?}");
    letter(&server, "lee@example.org").await;
    assert_eq!(agree(&porter, &game, json!({})).await.0, StatusCode::OK);
    let until = rules(&lee.api, &game).await["asked"]["until"].as_i64().unwrap();
    let offered = until - i64::try_from(SILENCE).unwrap();
    assert!((Time::now().0 - offered).abs() < 60_000);
    server.service.move_all_up(Time(until - 60_000)).await.unwrap();
    assert_eq!(kinds(&ann.api, &game).await, ["revision-offer/1", "revision-answer/1"]);
    server.service.move_all_up(Time(until)).await.unwrap();
    assert_eq!(kinds(&ann.api, &game).await, ["revision-offer/1", "revision-answer/1", "revision/1"]);
    let line = lee.menu(&game).await.into_iter().find(|l| l.contains(" hide ")).unwrap();
    given(&lee, &game, &line).await;
}
