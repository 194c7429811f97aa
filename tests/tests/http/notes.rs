//! A player's own notes, which nobody else ever reads, and talk about a game that is over.

use fieldpost_tests::{Player, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const SECRET: &str = "They <b>must not</b> see that I go round the left & bluff.";

async fn put(player: &Player, game: &str, record: impl std::fmt::Display, text: &str) -> StatusCode {
    let path = format!("/api/games/{game}/notes/{record}");
    player.api.json(Method::PUT, &path, &json!({"text": text})).await.status()
}

async fn notes(player: &Player, game: &str) -> Value {
    player.api.get(&format!("/api/games/{game}/notes")).await.json().await.expect("JSON")
}

async fn text(player: &Player, path: &str) -> String {
    player.browser.get(path).await.text().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_note_is_written_changed_shown_beside_its_record_and_deleted() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let game = server.game(&first, &second).await;
    let order = first.menu(&game).await.into_iter().find(|o| o.contains(" at ")).unwrap();
    assert_eq!(first.order(&game, &[&order], &key(), None).await.status(), StatusCode::OK);
    let record = first.state(&game).await["length"].as_u64().unwrap();
    let page = format!("/games/{game}/notes");
    let number = record.to_string();
    let written = first.browser.post(&page, &[("record", &number), ("text", SECRET)]).await;
    assert_eq!(written.status(), StatusCode::SEE_OTHER);
    let escaped = "They &#60;b&#62;must not&#60;/b&#62; see";
    for path in [
        page.clone(),
        format!("{page}?record={record}"),
        format!("/games/{game}"),
        format!("/games/{game}/replay/{record}"),
    ] {
        let shown = text(&first, &path).await;
        assert!(shown.contains(escaped) && !shown.contains("<b>must not</b>"), "{path}: {shown}");
    }
    assert_eq!(notes(&first, &game).await[0]["text"], SECRET);
    assert_eq!(put(&first, &game, record, "Never mind").await, StatusCode::OK);
    assert_eq!(notes(&first, &game).await.as_array().unwrap().len(), 1);
    assert_eq!(notes(&first, &game).await[0]["text"], "Never mind");
    let deleted = first.browser.post(&page, &[("record", &number), ("text", "kept?"), ("delete", "yes")]).await;
    assert_eq!(deleted.status(), StatusCode::SEE_OTHER);
    assert_eq!(notes(&first, &game).await, json!([]));
    put(&first, &game, 1, "Again").await;
    let gone = first.api.request(Method::DELETE, &format!("/api/games/{game}/notes/1")).send().await.unwrap();
    assert_eq!(gone.status(), StatusCode::OK);
    assert_eq!(notes(&first, &game).await, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_reads_a_note_by_any_way() {
    let server = TestServer::open();
    let (first, second, stranger) =
        (server.player("first").await, server.player("second").await, server.player("stranger").await);
    let game = server.game(&first, &second).await;
    let order = first.menu(&game).await.into_iter().find(|o| o.contains(" at ")).unwrap();
    first.order(&game, &[&order], &key(), None).await;
    let record = first.state(&game).await["length"].as_u64().unwrap();
    let word = "goround";
    for record in 1..=record {
        assert_eq!(put(&first, &game, record, &format!("{word} the left")).await, StatusCode::OK);
    }
    assert_eq!(first.order(&game, &["deploy"], &key(), None).await.status(), StatusCode::OK);
    let everywhere = async || {
        for who in [&second, &stranger] {
            for path in [
                "",
                "/chronicle",
                "/replay",
                &format!("/replay/{record}"),
                "/notes",
                "/talk",
                "/log",
                "/clock",
                "/hands",
            ] {
                let shown = text(who, &format!("/games/{game}{path}")).await;
                assert!(!shown.contains(word), "{path}: {shown}");
            }
            for path in
                ["", "/chronicle", "/log", "/notes", "/messages", "/talk", "/position", "/menu", "/takeback", "/hands"]
            {
                let answer = who.api.get(&format!("/api/games/{game}{path}")).await.text().await.unwrap();
                assert!(!answer.contains(word), "{path}: {answer}");
            }
        }
        let mine = text(&first, &format!("/games/{game}/log")).await;
        assert!(!mine.contains(word), "not even one's own log holds it");
    };
    everywhere().await;
    assert_eq!(notes(&second, &game).await, json!([]));
    let resigned = second.api.json(Method::POST, &format!("/api/games/{game}/resign"), &json!({})).await;
    assert_eq!(resigned.status(), StatusCode::OK);
    // The end opens what was sealed in the log, and no note.
    everywhere().await;
    assert_eq!(notes(&first, &game).await.as_array().unwrap().len() as u64, record);
    let to = second.account.email.as_str();
    for head in server.letters(to, 2).await {
        let mail = server.service.store.mailbox().get(head.id).await.unwrap().unwrap();
        assert!(!format!("{mail:?}").contains(word));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_that_cannot_be_are_refused_and_nothing_typed_is_lost() {
    let server = TestServer::open();
    let (first, second, stranger) =
        (server.player("first").await, server.player("second").await, server.player("stranger").await);
    let game = server.game(&first, &second).await;
    let long = "x".repeat(2_001);
    assert_eq!(put(&first, &game, 1, &"é".repeat(2_000)).await, StatusCode::OK);
    for (record, text, status) in [
        ("1", long.as_str(), 400),
        ("0", "a", 400),
        ("9999", "a", 400),
        ("18446744073709551615", "a", 400),
        ("-1", "a", 400),
        ("one", "a", 400),
        ("1", "a\u{0}b", 400),
        ("1", "a\u{1b}[31m", 400),
    ] {
        assert_eq!(put(&first, &game, record, text).await.as_u16(), status, "{record} {}", &text[..1]);
    }
    assert_eq!(put(&stranger, &game, 1, "mine").await, StatusCode::FORBIDDEN);
    assert_eq!(stranger.browser.get(&format!("/games/{game}/notes")).await.status(), StatusCode::FORBIDDEN);
    let signed_out = server.browser().get(&format!("/games/{game}/notes")).await.status();
    assert_eq!(signed_out, StatusCode::SEE_OTHER, "to the sign-in page");
    let page = first.browser.post(&format!("/games/{game}/notes"), &[("record", "1"), ("text", &long)]).await;
    assert_eq!(page.status(), StatusCode::BAD_REQUEST);
    let page = page.text().await.unwrap();
    assert!(page.contains("role=\"alert\"") && page.contains(&long));
    assert_eq!(notes(&first, &game).await.as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_talked_about_when_it_is_over() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let (stranger, other) = (server.player("stranger").await, server.player("other").await);
    let game = server.game(&first, &second).await;
    let path = format!("/api/games/{game}/talk");
    let say = async |who: &Player, text: &str, key: &str| {
        who.api.json(Method::POST, &path, &json!({"text": text, "key": key})).await.status().as_u16()
    };
    let said = async || stranger.api.get(&path).await.json::<Value>().await.unwrap();
    assert_eq!(say(&stranger, "Go left!", "early").await, 409, "no advice while it is played");
    assert!(text(&stranger, &format!("/games/{game}/talk")).await.contains("The game goes on."));
    let resigned = second.api.json(Method::POST, &format!("/api/games/{game}/resign"), &json!({})).await;
    assert_eq!(resigned.status(), StatusCode::OK);

    // Two about signing in and the beginning, one about the end.
    let letters = server.letters(first.account.email.as_str(), 3).await.len();
    assert_eq!(say(&stranger, "Well <i>played</i>!", "a").await, 201);
    assert_eq!(say(&stranger, "Well <i>played</i>!", "a").await, 201);
    assert_eq!(said().await.as_array().unwrap().len(), 1, "the same again is said once");
    assert_eq!(say(&stranger, "Another", "a").await, 409, "one key for two things");
    assert_eq!(say(&stranger, "", "b").await, 400);
    assert_eq!(say(&stranger, &"x".repeat(1_001), "c").await, 400);
    assert_eq!(say(&stranger, "a\u{0}", "d").await, 400);
    assert_eq!(server.browser().post(&format!("/games/{game}/talk"), &[("text", "hi")]).await.status().as_u16(), 401);
    let page = text(&second, &format!("/games/{game}/talk")).await;
    assert!(page.contains("Well &#60;i&#62;played&#60;/i&#62;!") && !page.contains("<i>played"), "{page}");
    assert!(!page.contains("Remove"), "{page}");
    for n in 0..4 {
        let form = [("text", "more"), ("key", &*format!("more-{n}"))];
        let sent = stranger.browser.post(&format!("/games/{game}/talk"), &form).await;
        assert_eq!(sent.status(), StatusCode::SEE_OTHER);
    }
    assert_eq!(say(&stranger, "too much", "e").await, 429);
    let form = [("text", "too much of it"), ("key", "f")];
    let refused = stranger.browser.post(&format!("/games/{game}/talk"), &form).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.text().await.unwrap().contains("too much of it"), "nothing typed is lost");
    assert_eq!(say(&other, "I may", "g").await, 201, "each for themselves");

    // The host removes what anybody said, and everybody what they said.
    let ids: Vec<i64> = said().await.as_array().unwrap().iter().map(|t| t["id"].as_i64().unwrap()).collect();
    let remove = async |who: &Player, id: i64| {
        who.api.request(Method::DELETE, &format!("{path}/{id}")).send().await.unwrap().status().as_u16()
    };
    assert_eq!(remove(&other, ids[0]).await, 403);
    assert_eq!(remove(&second, ids[0]).await, 403, "a player who is not the host");
    assert_eq!(remove(&first, ids[0]).await, 200);
    assert_eq!(remove(&first, ids[0]).await, 404);
    assert_eq!(remove(&first, 999_999).await, 404);
    let own = ids[5].to_string();
    let removed = other.browser.post(&format!("/games/{game}/talk"), &[("remove", own.as_str())]).await;
    assert_eq!(removed.status(), StatusCode::SEE_OTHER);
    let left = said().await;
    assert_eq!((&left[0]["text"], &left[5]["text"], &left[1]["text"]), (&json!(""), &json!(""), &json!("more")));
    assert!(!text(&second, &format!("/games/{game}/talk")).await.contains("Well "));
    assert_eq!(server.letters(first.account.email.as_str(), 2).await.len(), letters, "no letters about it");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_message_sent_twice_is_said_once() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let game = server.game(&first, &second).await;
    let path = format!("/api/games/{game}/messages");
    let say = async |text: &str, key: &str| {
        first.api.json(Method::POST, &path, &json!({"text": text, "key": key})).await.status().as_u16()
    };
    assert_eq!((say("Good morning", "a").await, say("Good morning", "a").await), (201, 201));
    assert_eq!(say("Good evening", "a").await, 409);
    let form = [("text", "Good night"), ("key", "of-the-page")];
    for _ in 0..2 {
        let sent = first.browser.post(&format!("/games/{game}/messages"), &form).await;
        assert_eq!(sent.status(), StatusCode::SEE_OTHER);
    }
    let said: Value = second.api.get(&path).await.json().await.unwrap();
    assert_eq!(said.as_array().unwrap().len(), 2, "{said}");
    let page = text(&first, &format!("/games/{game}")).await;
    assert!(!page.contains(" new</span>"), "one's own words are not news: {page}");
    assert!(text(&second, &format!("/games/{game}")).await.contains("2 new</span>"));
}

#[tokio::test(flavor = "multi_thread")]
async fn talk_about_a_private_game_is_for_those_who_may_see_it() {
    let server = TestServer::open();
    let (first, stranger) = (server.player("first").await, server.player("stranger").await);
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let bot = domain::rulesets::standard().all()[0].bots()[0].id;
    let new = json!({"ruleset": ruleset, "opponent": format!("bot:{bot}"), "public": false, "key": key()});
    let started: Value = first.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let game = started["game"].as_str().unwrap();
    assert_eq!(
        first.api.json(Method::POST, &format!("/api/games/{game}/resign"), &json!({})).await.status(),
        StatusCode::OK
    );
    let path = format!("/api/games/{game}/talk");
    assert_eq!(stranger.api.get(&path).await.status(), StatusCode::NOT_FOUND);
    let said = stranger.api.json(Method::POST, &path, &json!({"text": "hello"})).await;
    assert_eq!(said.status(), StatusCode::NOT_FOUND);
    let said = first.api.json(Method::POST, &path, &json!({"text": "hello"})).await;
    assert_eq!(said.status(), StatusCode::CREATED);
}
