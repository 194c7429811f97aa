//! Who may take which seat, and what an invitation shows.

use fieldpost_tests::{Player, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

/// Starts a game of the first ruleset; the answer.
async fn start(host: &Player, opponent: &str, public: bool) -> (StatusCode, Value) {
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let new = json!({"ruleset": ruleset, "opponent": opponent, "public": public, "key": key()});
    let started = host.api.json(Method::POST, "/api/games", &new).await;
    (started.status(), started.json().await.expect("JSON"))
}

async fn listed(player: &Player, list: &str) -> Vec<Value> {
    let rows: Value = player.api.get(&format!("/api/games?list={list}")).await.json().await.expect("JSON");
    rows.as_array().expect("a list").clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_kept_for_a_friend_is_not_taken_by_a_stranger() {
    let server = TestServer::open();
    let (host, friend, stranger) =
        (server.player("host").await, server.player("friend").await, server.player("stranger").await);
    let (_, started) = start(&host, "invite", true).await;
    let game = started["game"].as_str().unwrap();
    assert_eq!(listed(&stranger, "open").await, Vec::<Value>::new());
    let join = format!("/api/games/{game}/join");
    let refused = stranger.api.json(Method::POST, &join, &json!({})).await;
    assert_eq!(refused.status(), StatusCode::FORBIDDEN);
    assert!(refused.text().await.unwrap().contains("invitation"));
    let page = stranger.browser.post(&format!("/games/{game}/join"), &[("phrase", "mine")]).await;
    assert_eq!(page.status(), StatusCode::FORBIDDEN);
    let terms = stranger.browser.get(&format!("/games/{game}/join")).await.text().await.unwrap();
    assert!(terms.contains("kept for somebody"));
    assert_eq!(host.state(game).await["state"], "lobby");

    let link = started["invitation"].as_str().unwrap().trim_start_matches(&server.url).to_owned();
    assert_eq!(friend.browser.post(&link, &[]).await.status(), StatusCode::SEE_OTHER);
    assert_eq!(host.state(game).await["state"], "running");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_sent_twice_gives_the_same_invitation_and_stores_no_link() {
    let server = TestServer::open();
    let (host, friend) = (server.player("host").await, server.player("friend").await);
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let new = json!({"ruleset": ruleset, "opponent": "invite", "public": false, "key": key()});
    let mut links = Vec::new();
    for _ in 0..2 {
        let started: Value = host.api.json(Method::POST, "/api/games", &new).await.json().await.expect("JSON");
        links.push(started["invitation"].as_str().expect("a link").trim_start_matches(&server.url).to_owned());
    }
    assert_eq!(links[0], links[1]);
    let token = links[0].rsplit('/').next().expect("a token");
    let folder = server.service.store.path().parent().expect("a folder");
    for file in std::fs::read_dir(folder).expect("the folder").map(|f| f.expect("a file").path()) {
        let bytes = std::fs::read(&file).expect("the file");
        let found = bytes.windows(token.len()).any(|w| w == token.as_bytes());
        assert!(!found, "whoever reads {} could take the seat", file.display());
    }
    assert_eq!(friend.browser.post(&links[1], &[]).await.status(), StatusCode::SEE_OTHER, "and it opens the seat");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_open_to_the_lobby_is_public() {
    let server = TestServer::open();
    let (host, stranger) = (server.player("host").await, server.player("stranger").await);
    let (status, refused) = start(&host, "open", false).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(refused["legal"].as_str().is_some_and(|l| l.contains("watch")), "{refused}");
    assert_eq!(start(&host, "open", true).await.0, StatusCode::CREATED);
    assert_eq!(listed(&stranger, "open").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_used_invitation_shows_nothing_of_a_private_game() {
    let server = TestServer::open();
    let (host, guest, other) =
        (server.player("host").await, server.player("guest").await, server.player("other").await);
    let (_, started) = start(&host, "invite", false).await;
    let link = started["invitation"].as_str().unwrap().trim_start_matches(&server.url).to_owned();
    let document = link.replace("/join/", "/api/invitations/");
    assert_eq!(other.api.get(&document).await.status(), StatusCode::OK, "its terms, while it can be accepted");
    assert_eq!(guest.browser.post(&link, &[]).await.status(), StatusCode::SEE_OTHER);
    for browser in [&other.browser, &server.browser()] {
        let page = browser.get(&link).await;
        assert_eq!(page.status(), StatusCode::GONE);
        assert!(!page.text().await.unwrap().contains("guest"));
    }
    let problem = other.api.get(&document).await;
    assert_eq!(problem.status(), StatusCode::GONE);
    let problem: Value = problem.json().await.unwrap();
    assert!(problem["game"].is_null(), "{problem}");
    assert_eq!(guest.api.get(&document).await.status(), StatusCode::OK, "it is the guest's own game");
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_say_what_is_asked_to_the_one_who_is_asked() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    server.game(&first, &second).await;
    let asks = |rows: Vec<Value>| rows[0]["seats"].as_array().unwrap().iter().any(|s| s["asks"].is_string());
    assert!(asks(listed(&first, "mine").await));
    assert!(!asks(listed(&second, "mine").await));
    assert!(!asks(listed(&second, "running").await));
}

#[tokio::test(flavor = "multi_thread")]
async fn house_players_are_not_kept_busy_without_end() {
    let server = TestServer::open();
    let host = server.player("host").await;
    let bot = domain::rulesets::standard().all()[0].bots()[0].id;
    for _ in 0..20 {
        assert_eq!(start(&host, &format!("bot:{bot}"), false).await.0, StatusCode::CREATED);
    }
    let (status, refused) = start(&host, &format!("bot:{bot}"), false).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(refused["wrong"].as_str().is_some_and(|w| w.contains("20 practice games")), "{refused}");
}
