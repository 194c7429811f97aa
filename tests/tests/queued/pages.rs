//! By pages and by the API.

use crate::{AWAY, registry};
use fieldpost_tests::{Player, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

async fn page(player: &Player, path: &str) -> String {
    let answer = player.browser.get(path).await;
    assert_eq!(answer.status(), StatusCode::OK, "{path}");
    answer.text().await.unwrap()
}

/// A game of one seat a side, joined and set up.
async fn set_up(union: &Player, south: &Player) -> String {
    let once = key();
    let table = [("ruleset", "fog-line"), ("scenario", "two"), ("seat", "0"), ("opponent", "open"), ("key", &once)];
    let started = union.browser.post("/games", &[&table[..], &[("time", "none")]].concat()).await;
    assert_eq!(started.status(), StatusCode::SEE_OTHER, "{}", started.text().await.unwrap());
    let game = started.headers()["location"].to_str().unwrap().trim_start_matches("/games/").to_owned();
    let joined = south.browser.post(&format!("/games/{game}/join"), &[("seat", "1"), ("phrase", "mine")]).await;
    assert_eq!(joined.status(), StatusCode::SEE_OTHER, "{}", joined.text().await.unwrap());
    for player in [union, south] {
        loop {
            let menu = player.menu(&game).await;
            let Some(line) = menu.iter().find(|l| *l == "ready").or_else(|| menu.first()) else { break };
            if !line.contains(" hide ") && line != "ready" {
                break;
            }
            give(player, &game, line).await;
        }
    }
    game
}

async fn give(player: &Player, game: &str, line: &str) {
    let given = player.order(game, &[line], &key(), None).await;
    let status = given.status();
    assert_eq!(status, StatusCode::OK, "{line}: {}", given.text().await.unwrap());
}

/// Waits until a player is asked, or the game is over. Gives whether they are.
async fn asked(player: &Player, game: &str) -> bool {
    for _ in 0..500 {
        let state = player.state(game).await;
        if state["state"] == "ended" {
            return false;
        }
        if !player.menu(game).await.is_empty() {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("nobody plays on: {}", player.state(game).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_queued_orders_is_not_waited_for_and_others_see_nothing_of_them() {
    let server = TestServer::of(registry, |_| {});
    let (union, south, other) = (server.player("porter").await, server.player("lee").await, server.player("eve").await);
    let game = set_up(&union, &south).await;
    let path = format!("/games/{game}/queue");
    let shown = page(&south, &path).await;
    assert!(shown.contains("Nothing is queued") && shown.contains("It is your turn"), "{shown}");
    let once = key();
    let tried = south.browser.post(&path, &[("text", AWAY), ("do", "try"), ("key", &once)]).await.text().await.unwrap();
    assert!(tried.contains("Tried, not queued yet") && tried.contains("declare hold</span>"), "{tried}");
    assert!(
        tried.contains("until turn &#62;= 9: try done") || tried.contains("until turn &gt;= 9: try done"),
        "{tried}"
    );
    let standing = json!({"lines": "hit = hold"});
    let set = south.api.json(Method::PUT, &format!("/api/games/{game}/standing"), &standing).await;
    assert_eq!(set.status(), StatusCode::OK);
    let queued = south.browser.post(&path, &[("text", AWAY), ("do", "save"), ("key", &once)]).await;
    assert_eq!(queued.status(), StatusCode::SEE_OTHER, "{}", queued.text().await.unwrap());
    assert!(page(&south, &path).await.contains("2 lines are queued"));
    assert!(page(&south, &format!("/games/{game}")).await.contains("queued orders"));

    let mut rounds = 0;
    while asked(&union, &game).await {
        let menu = union.menu(&game).await;
        let line = ["declare attack", "done", "hold"].into_iter().find(|l| menu.iter().any(|m| m == l));
        give(&union, &game, line.unwrap_or(&menu[0])).await;
        rounds += 1;
        assert!(rounds < 60, "the game does not end");
        for who in [&union, &other] {
            for part in ["", "/log", "/chronicle", "/replay"] {
                let text = who.browser.get(&format!("/games/{game}{part}")).await.text().await.unwrap();
                // When it is over everything is open.
                let over = who.state(&game).await["state"] == "ended";
                assert!(over || !text.contains("try declare"), "{part} tells what the other side has queued");
            }
            let refused = other.api.get(&format!("/api/games/{game}/queue")).await;
            assert_eq!(refused.status(), StatusCode::FORBIDDEN);
        }
    }
    let log = south.api.get(&format!("/api/games/{game}/log")).await.text().await.unwrap();
    let report = domain::referee::verify(&registry(), &log, &Default::default());
    assert_eq!(report.bad, None);
    assert!(log.matches("planned/1").count() >= 6, "the queue gave its orders");
    let chronicle = south.api.get(&format!("/api/games/{game}/chronicle")).await.text().await.unwrap();
    assert!(chronicle.contains("queued: until turn >= 9: try done"), "{chronicle}");
}

#[tokio::test(flavor = "multi_thread")]
async fn queued_orders_that_cannot_be_are_refused_with_what_would_be_right() {
    let server = TestServer::of(registry, |_| {});
    let (union, south, other) = (server.player("porter").await, server.player("lee").await, server.player("eve").await);
    let game = set_up(&union, &south).await;
    let (path, page) = (format!("/api/games/{game}/queue"), format!("/games/{game}/queue"));
    let put = async |player: &Player, body: Value| {
        let answer = player.api.json(Method::PUT, &path, &body).await;
        (answer.status(), answer.text().await.unwrap())
    };
    let (status, said) = put(&south, json!({"text": "done\nif turn 3 done"})).await;
    assert!(status == StatusCode::BAD_REQUEST && said.contains("Line 2:"), "{status} {said}");
    let (status, said) = put(&south, json!({"text": "waltz"})).await;
    assert!(status.is_client_error() && said.contains("waltz"), "{status} {said}");
    let (status, said) = put(&south, json!({"text": "# ".repeat(9_000)})).await;
    assert!(status == StatusCode::BAD_REQUEST && said.contains("16384 bytes"), "{status} {said}");
    let (status, _) = put(&south, json!({"words": "done"})).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert_eq!(put(&other, json!({"text": "done"})).await.0, StatusCode::FORBIDDEN);
    assert_eq!(other.browser.get(&page).await.status(), StatusCode::FORBIDDEN);
    // The page keeps what was written.
    let once = key();
    let wrong = south.browser.post(&page, &[("text", "done\nwaltz"), ("do", "save"), ("key", &once)]).await;
    assert_eq!(wrong.status(), StatusCode::BAD_REQUEST);
    let wrong = wrong.text().await.unwrap();
    assert!(wrong.contains("Nothing has been changed") && wrong.contains("done\nwaltz"), "{wrong}");
    // Trying records nothing; taking back does.
    let tried = south.api.json(Method::POST, &format!("{path}/try"), &json!({"text": "declare hold\ndone"})).await;
    let tried: Value = tried.json().await.unwrap();
    assert_eq!(tried["steps"][0]["order"], "declare hold");
    let now: Value = south.api.get(&path).await.json().await.unwrap();
    assert_eq!(now["text"], "");
    assert_eq!(now["conditions"][0]["key"], "turn");
    put(&south, json!({"text": "if turn >= 2: done"})).await;
    let once = key();
    let none = south.browser.post(&page, &[("text", ""), ("do", "none"), ("key", &once)]).await;
    assert_eq!(none.headers()["location"].to_str().unwrap(), format!("{page}?saved=none"));
}
