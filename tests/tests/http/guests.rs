//! Playing at once without an account: the first move, what a guest may not, keeping the game, and the end of the day.

use fieldpost_store::{GUEST_LIFE, Time};
use fieldpost_tests::{Browser, TestServer};
use reqwest::StatusCode;
use std::time::Duration;

fn rulesets() -> Vec<&'static str> {
    domain::rulesets::standard().all().iter().map(|r| r.about().id).collect::<Vec<_>>().into_iter().collect()
}

/// Presses the button of a ruleset; the path of the game.
async fn enter(browser: &Browser, ruleset: &str) -> String {
    let answer = browser.post(&format!("/play/{ruleset}"), &[]).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER, "{}", answer.text().await.unwrap());
    answer.headers()["location"].to_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_is_on_move_at_once_in_every_ruleset_and_can_order() {
    let server = TestServer::open();
    for ruleset in rulesets() {
        let browser = server.browser();
        let front = browser.get("/").await.text().await.unwrap();
        assert!(front.contains(&format!("/play/{ruleset}")), "{ruleset} can be played from the front page");
        let game = enter(&browser, ruleset).await;
        let page = browser.get(&game).await.text().await.unwrap();
        assert!(page.contains("class=\"ask mine\""), "{ruleset}: the guest is asked something");
        assert!(page.contains("id=\"keep\""), "{ruleset}: how to keep the game is said");
        let state: serde_json::Value = browser.get(&format!("/api{game}")).await.json().await.unwrap();
        assert_eq!(state["waits_for_me"], true, "{ruleset}");
        let menu: serde_json::Value = browser.get(&format!("/api{game}/menu")).await.json().await.unwrap();
        let order = menu["choices"].as_array().unwrap().iter().find(|c| c["piece"].is_string()).unwrap();
        let order = order["order"].as_str().unwrap();
        let key = fieldpost_tests::key();
        let seen = state["head"].as_str().unwrap();
        let given = browser.post(&format!("{game}/orders"), &[("order", order), ("key", &key), ("seen", seen)]).await;
        assert_eq!(given.status(), StatusCode::SEE_OTHER, "{ruleset}: {order}");
        // The same browser comes back to the same game, and may look at nobody else's pages.
        assert!(browser.get("/").await.text().await.unwrap().contains(&game), "{ruleset}");
        assert_eq!(enter(&browser, ruleset).await, game);
        for closed in ["/games", "/account", "/games/new"] {
            assert!(browser.get(closed).await.status().is_redirection(), "{closed}");
        }
        assert_eq!(server.browser().get(&game).await.status(), StatusCode::NOT_FOUND, "it is nobody else's");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_gets_a_letter_from_a_guest_but_whoever_keeps_the_game() {
    let server = TestServer::open();
    let browser = server.browser();
    let game = enter(&browser, rulesets()[0]).await;
    let key = fieldpost_tests::key();
    let invite = [("do", "seek"), ("seat", "0"), ("to", "victim@example.org"), ("key", key.as_str())];
    assert_eq!(browser.post(&format!("{game}/hands"), &invite).await.status(), StatusCode::FORBIDDEN);
    let invite = browser.post(&format!("{game}/invite"), &[("email", "victim@example.org")]).await;
    assert!(invite.status().is_client_error(), "{}", invite.status());
    // The address of a guest itself is none.
    let row = server.service.store.games().public(fieldpost_store::GameState::Running, 50, 0).await.unwrap();
    assert!(row.is_empty(), "a guest's game is shown to nobody");
    let id = game.rsplit('/').next().unwrap().parse().unwrap();
    let guest = server.service.store.games().get(id).await.unwrap().unwrap().host;
    let guest = server.service.store.accounts().get(guest).await.unwrap().unwrap();
    let asked = server.browser().post("/sign-in", &[("email", guest.email.as_str())]).await;
    assert_eq!(asked.status(), StatusCode::BAD_REQUEST);
    assert_eq!(server.service.store.outbox().waiting().await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_kept_is_played_on_under_the_address() {
    let server = TestServer::open();
    let browser = server.browser();
    let game = enter(&browser, rulesets()[0]).await;
    let wrong = browser.post(&format!("{game}/keep"), &[("email", "nobody")]).await;
    assert_eq!(wrong.status(), StatusCode::BAD_REQUEST);
    let sent = browser.post(&format!("{game}/keep"), &[("email", "Keeper@example.org")]).await;
    assert_eq!(sent.status(), StatusCode::OK);
    let link = server.link_in(&server.letters("keeper@example.org", 1).await[0], "/sign-in/").await;
    // The letter is opened in another browser, on a telephone perhaps.
    let telephone = server.browser();
    let shown = telephone.get(&link).await.text().await.unwrap();
    assert!(shown.contains("Keep the game"), "the button says what it does");
    let entered = telephone.post(&link, &[]).await;
    assert_eq!(entered.headers()["location"], game.as_str());
    let page = telephone.get(&game).await.text().await.unwrap();
    assert!(page.contains("class=\"ask mine\"") && !page.contains("id=\"keep\""));
    assert!(telephone.get("/games").await.text().await.unwrap().contains(&game));
    assert_eq!(browser.get(&game).await.status(), StatusCode::NOT_FOUND, "the guest's session has ended");

    let menu: serde_json::Value = telephone.get(&format!("/api{game}/menu")).await.json().await.unwrap();
    let order = menu["choices"][0]["order"].as_str().unwrap();
    let key = fieldpost_tests::key();
    let state: serde_json::Value = telephone.get(&format!("/api{game}")).await.json().await.unwrap();
    let form = [("order", order), ("key", &key), ("seen", state["head"].as_str().unwrap())];
    let given = telephone.post(&format!("{game}/orders"), &form).await;
    assert_eq!(given.status(), StatusCode::SEE_OTHER, "{order}");
    server.service.accounts().sweep_guests(Time::now().after(GUEST_LIFE + Duration::from_secs(60))).await;
    assert_eq!(telephone.get(&game).await.status(), StatusCode::OK, "what is kept stays");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_tries_another_game_keeps_both() {
    let server = TestServer::open();
    let browser = server.browser();
    let [first, second, ..] = rulesets()[..] else { panic!("there are two at least") };
    let one = enter(&browser, first).await;
    let other = enter(&browser, second).await;
    assert_ne!(one, other, "the button of another game begins that game");
    assert_eq!(enter(&browser, second).await, other);
    let sent = browser.post(&format!("{other}/keep"), &[("email", "keeper@example.org")]).await;
    assert_eq!(sent.status(), StatusCode::OK);
    let link = server.link_in(&server.letters("keeper@example.org", 1).await[0], "/sign-in/").await;
    let telephone = server.browser();
    telephone.post(&link, &[]).await;
    for game in [one, other] {
        assert_eq!(telephone.get(&game).await.status(), StatusCode::OK, "{game}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_that_cannot_be_answered_makes_no_guest() {
    let server = TestServer::open();
    let browser = server.browser();
    let long = "x".repeat(500);
    let refused = browser.post(&format!("/play/{}", rulesets()[0]), &[("key", long.as_str())]).await;
    assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
    assert!(refused.headers().get("set-cookie").is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guests_game_is_gone_after_a_day() {
    let server = TestServer::open();
    let browser = server.browser();
    let game = enter(&browser, rulesets()[0]).await;
    server.service.accounts().sweep_guests(Time::now()).await;
    assert_eq!(browser.get(&game).await.status(), StatusCode::OK);
    server.service.accounts().sweep_guests(Time::now().after(GUEST_LIFE)).await;
    assert!(!browser.get(&game).await.status().is_success());
    assert!(browser.get("/").await.text().await.unwrap().contains("/play/"), "another one can be begun");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_makes_five_guests_at_once_and_no_sixth() {
    let server = TestServer::open();
    let ruleset = rulesets()[0];
    for _ in 0..5 {
        enter(&server.browser(), ruleset).await;
    }
    let sixth = server.browser().post(&format!("/play/{ruleset}"), &[]).await;
    assert_eq!(sixth.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(sixth.headers().contains_key("retry-after"));
    // Whoever has an account needs no place among them.
    let player = server.player("player").await;
    assert!(enter(&player.browser, ruleset).await.starts_with("/games/"));
}
