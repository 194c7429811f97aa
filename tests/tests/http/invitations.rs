//! Invitations to people who have not asked for any: what the letters say, how many there are, and how they are refused for good.

use fieldpost_tests::{Browser, Player, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

/// Starts a game with an invitation by letter. Answers the game, and the link to pass on.
async fn invite(host: &Player, server: &TestServer, title: &str, to: &str) -> (String, String) {
    let ruleset = server.service.registry.all()[0].about().id;
    let new = json!({"ruleset": ruleset, "seat": 0, "opponent": "invite", "email": to, "title": title, "key": key()});
    let started = host.api.json(Method::POST, "/api/games", &new).await;
    let status = started.status();
    let started: Value = started.json().await.unwrap();
    assert_eq!(status, StatusCode::CREATED, "{started}");
    (started["game"].as_str().unwrap().to_owned(), started["invitation"].as_str().unwrap().to_owned())
}

/// The letters to an address, latest first, once those that wait have gone: subject, text, and the link that stops them.
async fn letters(server: &TestServer, to: &str) -> Vec<(String, String, String)> {
    tokio::time::sleep(Duration::from_millis(600)).await;
    let mut letters = Vec::new();
    for head in server.letters(to, 0).await {
        let mail = server.service.store.mailbox().get(head.id).await.unwrap().unwrap();
        let letter: Value = serde_json::from_str(&mail.letter).unwrap();
        let stop = letter["unsubscribe"].as_str().unwrap_or_default().replace(&server.url, "");
        letters.push((head.subject, letter["text"].as_str().unwrap().to_owned(), stop));
    }
    letters
}

async fn rename(player: &Player, name: &str) -> StatusCode {
    player.browser.post("/account", &[("name", name), ("zone", "UTC")]).await.status()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_gets_one_letter_without_free_text_which_asks_for_consent() {
    let server = TestServer::open();
    let host = server.player("host").await;
    // A name from before names were looked at.
    let name = "Bob of evil.example\u{202e} https://evil.example/x";
    server
        .service
        .store
        .accounts()
        .set_profile(host.account.id, name.to_owned(), "UTC".to_owned(), false)
        .await
        .unwrap();
    let (_, link) = invite(&host, &server, "Buy cheap gold", "friend@example.org").await;
    let got = letters(&server, "friend@example.org").await;
    assert_eq!(got.len(), 1);
    let (subject, text, stop) = &got[0];
    assert_eq!(subject, "May this player write to you? An invitation to a game");
    assert!(text.contains("“Bob of evil. example https: evil. example/x”"), "{text}");
    assert!(!text.contains("cheap gold") && !text.contains("evil.example"), "{text}");
    assert!(text.contains(&link), "it is the invitation itself: {text}");
    // No second letter before an answer, whatever the host tries; the link is for them to pass on.
    for n in 0..3 {
        let (_, link) = invite(&host, &server, &format!("Again {n}"), "friend@example.org").await;
        assert!(link.contains("/join/"));
    }
    assert_eq!(letters(&server, "friend@example.org").await.len(), 1);
    // A yes, and letters with the game's own title come.
    let friend = server.browser();
    let page = friend.get(stop).await.text().await.unwrap();
    assert!(page.contains("May this player write to you?") && page.contains("f…@example.org"), "{page}");
    assert_eq!(letters(&server, "friend@example.org").await.len(), 1, "looking answers nothing");
    assert_eq!(friend.post(stop, &[("answer", "yes")]).await.status(), StatusCode::OK);
    invite(&host, &server, "A second game", "friend@example.org").await;
    let got = letters(&server, "friend@example.org").await;
    assert_eq!(got.len(), 2);
    assert_eq!(got[0].0, "Bob of evil. example https: evil. example/x asks you to a game: A second game");
    // Of a friend's letters there are not without end either.
    for n in 0..9 {
        invite(&host, &server, &format!("Game {n}"), "friend@example.org").await;
    }
    assert!(letters(&server, "friend@example.org").await.len() <= 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_no_is_for_this_player_and_a_never_for_all_strangers() {
    let server = TestServer::open();
    let (first, second, third) =
        (server.player("first").await, server.player("second").await, server.player("third").await);
    invite(&first, &server, "One", "friend@example.org").await;
    let stop = letters(&server, "friend@example.org").await[0].2.clone();
    let friend = server.browser();
    assert_eq!(friend.post(&stop, &[("answer", "no")]).await.status(), StatusCode::OK);
    invite(&first, &server, "Two", "friend@example.org").await;
    assert_eq!(letters(&server, "friend@example.org").await.len(), 1);
    // Another player asks for themselves; a mail program refuses for good with one click, and without a page.
    invite(&second, &server, "Three", "friend@example.org").await;
    let got = letters(&server, "friend@example.org").await;
    assert_eq!(got.len(), 2);
    let raw =
        server.browser().get(&format!("/mailbox/{}/raw", server.letters("friend@example.org", 2).await[0].id)).await;
    let raw = raw.text().await.unwrap();
    assert!(raw.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{raw}");
    let click = Browser::at(&server.url).bare(Method::POST, &got[0].2).body("List-Unsubscribe=One-Click");
    assert_eq!(click.send().await.unwrap().status(), StatusCode::OK);
    invite(&third, &server, "Four", "friend@example.org").await;
    assert_eq!(letters(&server, "friend@example.org").await.len(), 2, "no stranger ever");
    // Signing in is their own wish, and goes on; so do letters of players they have said yes to.
    friend.post("/sign-in", &[("email", "friend@example.org")]).await;
    assert_eq!(letters(&server, "friend@example.org").await.len(), 3);
    assert_eq!(friend.post(&stop, &[("answer", "yes")]).await.status(), StatusCode::OK, "the last word holds");
    invite(&first, &server, "Five", "friend@example.org").await;
    assert_eq!(letters(&server, "friend@example.org").await.len(), 4);
    // Nobody answers for another: a changed link is none of ours.
    let forged = format!("{}A", &stop[..stop.len() - 1]);
    if forged != stop {
        assert_eq!(friend.post(&forged, &[("answer", "yes")]).await.status(), StatusCode::NOT_FOUND);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_gets_few_letters_of_strangers_and_a_stranger_sends_few() {
    let server = TestServer::open();
    let mut hosts = Vec::new();
    for n in 0..4 {
        hosts.push(server.player(&format!("host{n}")).await);
    }
    for host in &hosts {
        invite(host, &server, "A game", "friend@example.org").await;
    }
    assert_eq!(letters(&server, "friend@example.org").await.len(), 2, "two a day, whoever they come from");
    // One host writes to ten strangers in a day; the eleventh is refused with nothing made.
    for n in 0..9 {
        invite(&hosts[0], &server, "A game", &format!("someone{n}@example.org")).await;
    }
    let ruleset = server.service.registry.all()[0].about().id;
    let new = json!({"ruleset": ruleset, "opponent": "invite", "email": "eleventh@example.org", "key": key()});
    let before = server.service.lobby().my_games(&hosts[0].account).await.unwrap().len();
    let refused = hosts[0].api.json(Method::POST, "/api/games", &new).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.headers().contains_key("retry-after"));
    let refused: Value = refused.json().await.unwrap();
    assert!(refused["legal"].as_str().unwrap().contains("Make a link"), "{refused}");
    assert_eq!(server.service.lobby().my_games(&hosts[0].account).await.unwrap().len(), before);
    assert_eq!(letters(&server, "eleventh@example.org").await.len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_one_plays_with_may_write_and_the_account_page_shuts_strangers_out() {
    let server = TestServer::open();
    let (first, second, stranger) =
        (server.player("first").await, server.player("second").await, server.player("x").await);
    assert_eq!(rename(&first, "George Porter").await, StatusCode::SEE_OTHER);
    server.game(&first, &second).await;
    let letters_form = [("letters", "on")];
    assert_eq!(second.browser.post("/account/letters", &letters_form).await.status(), StatusCode::SEE_OTHER);
    let before = letters(&server, "second@example.org").await.len();
    invite(&stranger, &server, "A game", "second@example.org").await;
    assert_eq!(letters(&server, "second@example.org").await.len(), before, "no stranger");
    invite(&first, &server, "Another", "second@example.org").await;
    let got = letters(&server, "second@example.org").await;
    assert_eq!(got.len(), before + 1);
    assert_eq!(got[0].0, "George Porter asks you to a game: Another");
    assert!(got[0].1.contains("You would command the "), "{}", got[0].1);
    let page = second.browser.get("/account").await.text().await.unwrap();
    assert!(page.contains("name=\"strangers\""), "{page}");
    let welcome = [("letters", "on"), ("strangers", "on")];
    assert_eq!(second.browser.post("/account/letters", &welcome).await.status(), StatusCode::SEE_OTHER);
    invite(&stranger, &server, "A game", "second@example.org").await;
    assert_eq!(letters(&server, "second@example.org").await.len(), before + 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_looks_like_an_address_is_no_name_of_a_player_or_a_game() {
    let server = TestServer::open();
    let host = server.player("host").await;
    for bad in
        ["evil.example", "see www.evil.example", "https://x", "a@b.org", "evil。example", "Lee\u{202e}", "10.0.0.1"]
    {
        let answer = host.browser.post("/account", &[("name", bad), ("zone", "UTC")]).await;
        let page = answer.text().await.unwrap();
        assert!(page.contains("Your name looks like") || page.contains("Your name has characters"), "{bad:?}");
        let ruleset = server.service.registry.all()[0].about().id;
        let new = json!({"ruleset": ruleset, "opponent": "open", "public": true, "title": bad, "key": key()});
        let answer = host.api.json(Method::POST, "/api/games", &new).await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{bad:?}");
        let answer: Value = answer.json().await.unwrap();
        assert!(answer["wrong"].as_str().unwrap().starts_with("The name of the game"), "{answer}");
    }
    let account = server.service.store.accounts().get(host.account.id).await.unwrap().unwrap();
    assert_eq!(account.name, host.account.name);
    assert_eq!(rename(&host, "J. E. B. Stuart").await, StatusCode::SEE_OTHER);
}
