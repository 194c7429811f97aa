//! Letters as they arrive in the embedded mailbox.

use fieldpost_tests::{TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_over_sends_a_letter_whose_link_signs_in_for_that_game_only() {
    let server = TestServer::with(|config| config.letter_maps = true);
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let game = server.game(&first, &second).await;
    let before = server.letters("lee@example.org", 1).await.len();
    first.finish_turn(&game).await;
    let letters = server.letters("lee@example.org", before + 1).await;
    let letter = &letters[0];
    let mail = server.service.store.mailbox().get(letter.id).await.unwrap().unwrap();
    let kept: Value = serde_json::from_str(&mail.letter).unwrap();
    let state = second.state(&game).await;
    let text = kept["text"].as_str().unwrap();
    assert!(text.contains(state["head"].as_str().unwrap()), "the letter bears witness to the head of the log");
    assert!(text.contains(state["asks"][0]["asks"].as_str().unwrap()), "the letter says what is asked");
    let message = String::from_utf8_lossy(&mail.message).into_owned();
    for header in ["List-Unsubscribe:", "List-Unsubscribe-Post:", "References:", "Message-ID:"] {
        assert!(message.to_lowercase().contains(&header.to_lowercase()), "{header} is missing");
    }
    assert!(message.contains("image/png"), "the map goes with it");
    assert!(message.len() < 400_000, "{} bytes", message.len());

    // On another device, more than once.
    let link = server.link_in(letter, "/sign-in/").await;
    for _ in 0..2 {
        let phone = server.browser();
        assert_eq!(phone.get(&link).await.status(), StatusCode::OK);
        let entered = phone.post(&link, &[]).await;
        assert_eq!(entered.headers()["location"], format!("/games/{game}").as_str());
        let page = phone.get(&format!("/games/{game}")).await;
        assert_eq!(page.status(), StatusCode::OK);
        let order = second.menu(&game).await.swap_remove(0);
        let body = json!({"orders": [order], "key": key()});
        let given = phone.json(Method::POST, &format!("/api/games/{game}/orders"), &body).await;
        assert_eq!(given.status(), StatusCode::OK, "orders can be given from it");
        for elsewhere in ["/account", "/games"] {
            assert_eq!(phone.get(elsewhere).await.status(), StatusCode::SEE_OTHER, "{elsewhere} asks to sign in");
        }
        let other = phone.get("/api/me").await;
        assert_eq!(other.status(), StatusCode::UNAUTHORIZED);
        let page = phone.get(&format!("/games/{game}")).await.text().await.unwrap();
        assert!(page.contains("action=\"/sign-out\""), "such a session can be ended where it is seen");
        assert_eq!(phone.post("/sign-out", &[]).await.headers()["location"], "/");
        let gone = phone.json(Method::POST, &format!("/api/games/{game}/resign"), &json!({})).await;
        assert_eq!(gone.status(), StatusCode::UNAUTHORIZED);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_host_wants_letters_without_maps_their_text_says_who_stands_where() {
    let server = TestServer::with(|config| config.letter_maps = false);
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let game = server.game(&first, &second).await;
    first.finish_turn(&game).await;
    let letter = server.letters("lee@example.org", 2).await.swap_remove(0);
    let mail = server.service.store.mailbox().get(letter.id).await.unwrap().unwrap();
    let message = String::from_utf8_lossy(&mail.message).into_owned();
    assert!(message.contains("text/html") && !message.contains("image/png"), "a letter without a picture");
    let kept: Value = serde_json::from_str(&mail.letter).unwrap();
    assert!(!kept["html"].as_str().unwrap().contains("<img"), "nothing in it refers to one");
    assert!(kept["text"].as_str().unwrap().contains("The position"));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_click_stops_the_letters_of_a_game() {
    let server = TestServer::open();
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let game = server.game(&first, &second).await;
    first.finish_turn(&game).await;
    let letters = server.letters("lee@example.org", 2).await;
    let link = server.link_in(&letters[0], "/unsubscribe/").await;
    assert_eq!(server.browser().get(&link).await.status(), StatusCode::OK);
    // A mail program posts this without cookies and without saying where it comes from (RFC 8058).
    let one_click = server.browser().bare(Method::POST, &link).form(&[("List-Unsubscribe", "One-Click")]);
    assert!(one_click.send().await.unwrap().status().is_success());
    // The same as the other kind of form that RFC 8058 allows.
    let parts = "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n";
    let parts = server.browser().bare(Method::POST, &link).body(parts);
    let parts = parts.header("Content-Type", "multipart/form-data; boundary=b").send().await.unwrap();
    assert!(parts.status().is_success());
    let before = server.letters("lee@example.org", 2).await.len();
    assert_eq!(
        first.api.json(Method::POST, &format!("/api/games/{game}/draw"), &json!({"draw": "offer"})).await.status(),
        StatusCode::OK
    );
    let text = json!({"text": "Still there?"});
    let said = first.api.json(Method::POST, &format!("/api/games/{game}/messages"), &text).await;
    assert_eq!(said.status(), StatusCode::CREATED);
    // A letter that is asked for comes all the same, and behind anything that would have been queued before it.
    server.browser().post("/sign-in", &[("email", "lee@example.org")]).await;
    let letters = server.letters("lee@example.org", before + 1).await;
    assert_eq!(letters.len(), before + 1);
    assert!(letters[0].subject.contains("sign-in"), "{}", letters[0].subject);
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_draws_and_the_end_are_told_by_letter() {
    let server = TestServer::open();
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let game = server.game(&first, &second).await;
    let count = server.letters("lee@example.org", 1).await.len();
    let text = "Shall we say <b>Thursday</b>?";
    let said = first.api.json(Method::POST, &format!("/api/games/{game}/messages"), &json!({"text": text})).await;
    assert_eq!(said.status(), StatusCode::CREATED);
    let letters = server.letters("lee@example.org", count + 1).await;
    let kept = server.service.store.mailbox().get(letters[0].id).await.unwrap().unwrap().letter;
    let kept: Value = serde_json::from_str(&kept).unwrap();
    assert!(kept["text"].as_str().unwrap().contains(text));
    assert!(!kept["html"].as_str().unwrap().contains(text), "what a player wrote is escaped in HTML");
    let heard: Value = second.api.get(&format!("/api/games/{game}/messages")).await.json().await.unwrap();
    assert_eq!(heard[0]["text"], text);

    let draw = |player: &fieldpost_tests::Player, what: &str| {
        let (api, game, body) = (player.api.clone(), game.clone(), json!({"draw": what}));
        async move { api.json(Method::POST, &format!("/api/games/{game}/draw"), &body).await.status() }
    };
    assert_eq!(draw(&second, "accept").await, StatusCode::CONFLICT, "no draw is on offer");
    assert_eq!(draw(&first, "offer").await, StatusCode::OK);
    assert_eq!(draw(&first, "offer").await, StatusCode::CONFLICT);
    server.letters("lee@example.org", count + 2).await;
    assert_eq!(draw(&second, "decline").await, StatusCode::OK);
    assert_eq!(draw(&second, "offer").await, StatusCode::OK);
    assert_eq!(draw(&first, "accept").await, StatusCode::OK);
    let letters = server.letters("lee@example.org", count + 3).await;
    assert!(letters[0].opens.contains("The game is over"), "{}", letters[0].opens);
    assert_eq!(first.state(&game).await["state"], "ended");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_by_mail_is_accepted_once() {
    let server = TestServer::open();
    let (host, guest) = (server.player("host").await, server.player("guest").await);
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let new = json!({"ruleset": ruleset, "opponent": "invite", "email": "guest@example.org", "key": key()});
    let started: Value = host.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let game = started["game"].as_str().unwrap().to_owned();
    assert!(started["invitation"].as_str().unwrap().starts_with(&server.url));
    let letters = server.letters("guest@example.org", 2).await;
    let link = server.link_in(&letters[0], "/join/").await;
    let token = link.trim_start_matches("/join/").to_owned();

    let terms = guest.browser.get(&link).await;
    assert_eq!(terms.status(), StatusCode::OK);
    assert_eq!(guest.state(&game).await["status"], 404, "a private game is not seen before joining");
    let own = host.api.json(Method::POST, &format!("/api/invitations/{token}"), &json!({})).await;
    assert_eq!(own.status(), StatusCode::CONFLICT, "nobody plays against themselves");
    let accepted =
        guest.api.json(Method::POST, &format!("/api/invitations/{token}"), &json!({"phrase": "Gaines"})).await;
    assert_eq!(accepted.status(), StatusCode::OK);
    assert_eq!(guest.state(&game).await["state"], "running");
    let third = server.player("third").await;
    let late = third.api.json(Method::POST, &format!("/api/invitations/{token}"), &json!({})).await;
    assert_eq!(late.status(), StatusCode::GONE);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mailbox_is_for_this_machine_only() {
    let server = TestServer::open();
    server.player("somebody").await;
    assert_eq!(server.browser().get("/mailbox").await.status(), StatusCode::OK);
    for header in ["X-Forwarded-For", "Forwarded", "Via"] {
        let proxied =
            server.browser().request(Method::GET, "/mailbox").header(header, "192.0.2.1").send().await.unwrap();
        assert_eq!(proxied.status(), StatusCode::NOT_FOUND, "{header}");
    }
    // A page of another site can have its own name lead to this machine, and is then read as one of ours.
    for host in ["evil.example", "evil.example:8080", "127.0.0.1.evil.example"] {
        let bound = server.browser().request(Method::GET, "/mailbox").header("Host", host).send().await.unwrap();
        assert_eq!(bound.status(), StatusCode::NOT_FOUND, "{host}");
    }
    let named = server.browser().request(Method::GET, "/mailbox").header("Host", "localhost:8080");
    assert_eq!(named.send().await.unwrap().status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_way_to_write_the_address_does_not_get_round_the_limit_of_letters() {
    let server = TestServer::open();
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let game = server.game(&first, &second).await;
    let mut statuses = Vec::new();
    for _ in 0..45 {
        statuses.push(first.browser.post(&format!("/games/{game}/message%73"), &[("text", "Hurry!")]).await.status());
    }
    assert_eq!(statuses[0], StatusCode::SEE_OTHER);
    assert!(statuses.contains(&StatusCode::TOO_MANY_REQUESTS), "{statuses:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn ending_a_session_makes_the_links_of_letters_void() {
    let server = TestServer::open();
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let game = server.game(&first, &second).await;
    let before = server.letters("lee@example.org", 1).await.len();
    first.finish_turn(&game).await;
    let letter = server.letters("lee@example.org", before + 1).await.remove(0);
    let link = server.link_in(&letter, "/sign-in/").await;
    let thief = server.browser();
    assert_eq!(thief.post(&link, &[]).await.status(), StatusCode::SEE_OTHER);
    let sessions = server.service.accounts().sessions(&second.account).await.unwrap();
    let theirs = sessions.iter().find(|s| s.game.is_some()).unwrap();
    let month = Duration::from_secs(30 * 24 * 3600);
    assert!(theirs.expires <= theirs.created.after(month), "it lives no longer than its link");
    let revoke = format!("/account/sessions/{}/revoke", theirs.id);
    assert_eq!(second.browser.post(&revoke, &[]).await.status(), StatusCode::SEE_OTHER);
    assert_eq!(thief.get("/api/me").await.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(thief.post(&link, &[]).await.status(), StatusCode::GONE, "the letter opens the seat no more");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_in_the_mailbox_is_answered_on_its_page() {
    let server = TestServer::open();
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let game = server.game(&first, &second).await;
    let letter = server.letters("porter@example.org", 2).await.remove(0);
    let page = first.browser.get(&format!("/mailbox/{}", letter.id)).await.text().await.unwrap();
    assert!(page.contains("Your answer") && page.contains("@reply.fieldpost.localhost"), "{page}");
    let before = first.state(&game).await["length"].as_u64();
    let answer = [("text", "Hello,\n\ndeploy"), ("key", "answer-1")];
    for _ in 0..2 {
        let sent = first.browser.post(&format!("/mailbox/{}/reply", letter.id), &answer).await;
        assert_eq!(sent.status(), StatusCode::SEE_OTHER);
    }
    let answers = server.letters("porter@example.org", 3).await;
    let kept = server.service.store.mailbox().get(answers[0].id).await.unwrap().unwrap();
    let kept: Value = serde_json::from_str(&kept.letter).unwrap();
    assert!(kept["text"].as_str().unwrap().contains("Carried out."), "{}", kept["text"]);
    assert_eq!(kept["answers"], true);
    assert!(first.state(&game).await["length"].as_u64() > before);
    // A letter that nobody can answer: that with the link to sign in.
    let sign_in = answers.last().unwrap();
    let refused = first.browser.post(&format!("/mailbox/{}/reply", sign_in.id), &answer).await;
    assert_eq!(refused.status(), StatusCode::CONFLICT);
}
