//! Takebacks by page, by API and by letter: asked, agreed to, declined, refused.

use fieldpost_tests::{Player, TestServer, key};
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

async fn takebacks(player: &Player, game: &str) -> Value {
    player.api.get(&format!("/api/games/{game}/takeback")).await.json().await.unwrap()
}

async fn change(player: &Player, game: &str, body: Value) -> Response {
    player.api.json(Method::POST, &format!("/api/games/{game}/takeback"), &body).await
}

/// A game in which the first player has given one order and has the next decision as well; the order, and the record before it.
async fn placed(first: &Player, game: &str) -> (String, u64) {
    let before = first.state(game).await;
    let order = first.menu(game).await.into_iter().find(|o| o.contains(" at ")).unwrap();
    assert_eq!(first.order(game, &[&order], &key(), None).await.status(), StatusCode::OK);
    let ways = takebacks(first, game).await["ways"].clone();
    let record = ways[0]["record"].as_u64().unwrap();
    assert!(record <= before["seq"].as_u64().unwrap(), "{ways}");
    assert!(ways[0]["order"].as_str().unwrap().ends_with(&order), "{ways}");
    assert_eq!((&ways[0]["orders"], &ways[0]["dice"]), (&json!(1), &json!(0)));
    (order, record)
}

/// Waits for a letter that opens with these words.
async fn letter_about(server: &TestServer, to: &str, words: &str) {
    for _ in 0..1_200 {
        if server.letters(to, 1).await.iter().any(|l| l.opens.contains(words)) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("no letter to {to} about {words:?}");
}

async fn sound(server: &TestServer, player: &Player, game: &str) {
    let log = player.api.get(&format!("/api/games/{game}/log")).await.text().await.unwrap();
    let report = domain::referee::verify(&domain::rulesets::standard(), &log, &domain::referee::Against::default());
    assert!(report.sound, "{report}");
    assert!(server.service.games().table(game, Some(&player.account)).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_is_asked_by_page_agreed_to_by_page_and_the_branch_stays_readable() {
    let server = TestServer::open();
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let game = server.game(&first, &second).await;
    let view = first.state(&game).await["view"].clone();
    let (order, record) = placed(&first, &game).await;
    assert_ne!(first.state(&game).await["view"], view);

    let path = format!("/games/{game}/takeback");
    let page = first.browser.get(&path).await.text().await.unwrap();
    assert!(page.contains(&order) && page.contains(&format!("value=\"{record}\"")), "{page}");
    let to = record.to_string();
    let form = [("to", to.as_str()), ("reason", "I meant <b>the ford</b>"), ("key", "takeback-key")];
    let length = async || first.state(&game).await["length"].as_u64().unwrap();
    let before = length().await;
    for _ in 0..2 {
        assert_eq!(first.browser.post(&path, &form).await.status(), StatusCode::SEE_OTHER);
        assert_eq!(length().await, before + 1, "the same form twice asks once");
    }
    letter_about(&server, "lee@example.org", "asks for a takeback").await;
    let asked = takebacks(&second, &game).await["asked"].clone();
    assert_eq!((&asked["yours"], &asked["mine"], &asked["record"]), (&json!(true), &json!(false), &json!(record)));

    let own = first.browser.get(&format!("/games/{game}")).await.text().await.unwrap();
    assert!(own.contains("You asked for a takeback") && own.contains("Withdraw it"));
    assert!(!own.contains("Agree to the takeback"));
    let others = second.browser.get(&format!("/games/{game}")).await.text().await.unwrap();
    assert!(others.contains("Agree to the takeback") && others.contains("one order given since, nothing rolled"));
    assert!(others.contains(&order), "what would be taken back is named");
    assert!(!others.contains("<b>the ford</b>") && others.contains("the ford"), "the reason is escaped");

    let other = second.browser.post(&path, &[("answer", "accept"), ("to", "9999")]).await;
    assert_eq!(other.status(), StatusCode::CONFLICT, "an answer to another request");
    let agreed = second.browser.post(&path, &[("answer", "accept"), ("to", &to)]).await;
    assert_eq!(agreed.status(), StatusCode::SEE_OTHER);
    assert_eq!(first.state(&game).await["view"], view, "the position is back");
    assert_eq!(first.state(&game).await["waits_for_me"], true);
    let chronicle = first.browser.get(&format!("/games/{game}/chronicle?turn=0")).await.text().await.unwrap();
    assert!(chronicle.contains(&order) && chronicle.contains("taken back</span>"), "{chronicle}");
    let gone = first.browser.get(&format!("/games/{game}/replay/{before}")).await.text().await.unwrap();
    assert!(gone.contains("taken back</span>") && gone.contains(&order));
    // Nothing is gone back to where the game stands, or that was taken back itself.
    let there = change(&first, &game, json!({"takeback": "offer", "to": record})).await;
    assert_eq!(there.status(), StatusCode::CONFLICT);
    assert!(there.text().await.unwrap().contains("the game stands there already"));
    assert_eq!(first.order(&game, &[&order], &key(), None).await.status(), StatusCode::OK, "play goes on");
    let into = change(&first, &game, json!({"takeback": "offer", "to": before})).await;
    assert_eq!(into.status(), StatusCode::CONFLICT);
    let why = into.text().await.unwrap();
    assert!(why.contains("it was itself taken back. Name a record that stands."), "{why}");
    let ways = takebacks(&first, &game).await["ways"].clone();
    assert_eq!(ways.as_array().map(Vec::len), Some(1), "one position, and one order since: {ways}");
    assert!(ways[0]["order"].as_str().unwrap().ends_with(&order), "{ways}");
    let again = first.browser.get(&format!("/games/{game}/replay/{}", length().await)).await.text().await.unwrap();
    assert!(again.contains(&order) && !again.contains("taken back</span>"));
    sound(&server, &first, &game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_is_declined_or_withdrawn_and_the_game_stands() {
    let server = TestServer::open();
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let game = server.game(&first, &second).await;
    let (_, record) = placed(&first, &game).await;
    let view = first.state(&game).await["view"].clone();
    let offer = json!({"takeback": "offer", "to": record, "reason": "a slip"});
    assert_eq!(change(&first, &game, offer.clone()).await.status(), StatusCode::OK);
    assert_eq!(change(&second, &game, json!({"takeback": "decline"})).await.status(), StatusCode::OK);
    letter_about(&server, "porter@example.org", "takeback was declined").await;
    assert_eq!(first.state(&game).await["view"], view);
    assert_eq!(takebacks(&first, &game).await["asked"], Value::Null);
    let again = change(&first, &game, offer).await;
    assert_eq!(again.status(), StatusCode::CONFLICT, "once in a position");

    let (_, record) = placed(&first, &game).await;
    let offer = json!({"takeback": "offer", "to": record, "key": key()});
    assert_eq!(change(&first, &game, offer).await.status(), StatusCode::OK);
    assert_eq!(change(&first, &game, json!({"takeback": "decline"})).await.status(), StatusCode::OK);
    assert_eq!(takebacks(&second, &game).await["asked"], Value::Null, "withdrawn");
    sound(&server, &first, &game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_is_refused_to_whom_it_does_not_belong_and_too_far_back() {
    let server = TestServer::open();
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let third = server.player("third").await;
    let game = server.game(&first, &second).await;
    let (_, record) = placed(&first, &game).await;
    let length = async || first.state(&game).await["length"].as_u64().unwrap();
    let before = length().await;
    for (player, body, status, said) in [
        (&first, json!({"takeback": "offer"}), StatusCode::BAD_REQUEST, "the record to go back to"),
        (&first, json!({"takeback": "perhaps"}), StatusCode::BAD_REQUEST, "offer, accept or decline"),
        (&first, json!({"takeback": "accept"}), StatusCode::CONFLICT, "No takeback has been asked"),
        (&first, json!({"takeback": "offer", "to": 1}), StatusCode::CONFLICT, "too far back"),
        (&first, json!({"takeback": "offer", "to": 9_999}), StatusCode::CONFLICT, "no order was given since"),
        (&second, json!({"takeback": "offer", "to": record}), StatusCode::CONFLICT, "not your decision then"),
        (&third, json!({"takeback": "offer", "to": record}), StatusCode::FORBIDDEN, "no seat"),
        (&third, json!({"takeback": "accept"}), StatusCode::FORBIDDEN, "no seat"),
    ] {
        let answer = change(player, &game, body.clone()).await;
        assert_eq!(answer.status(), status, "{body}");
        let text = answer.text().await.unwrap();
        assert!(text.contains(said), "{body}: {text}");
    }
    assert_eq!(third.browser.get(&format!("/games/{game}/takeback")).await.status(), StatusCode::FORBIDDEN);
    let none = first.browser.post(&format!("/games/{game}/takeback"), &[("reason", "why")]).await;
    assert_eq!(none.status(), StatusCode::BAD_REQUEST);
    assert_eq!(length().await, before, "what is refused records nothing");
    let offer = json!({"takeback": "offer", "to": record});
    assert_eq!(change(&first, &game, offer).await.status(), StatusCode::OK);
    let own = change(&first, &game, json!({"takeback": "accept"})).await;
    assert_eq!(own.status(), StatusCode::CONFLICT, "nobody agrees to their own");

    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let new = json!({"ruleset": ruleset, "seat": 0, "opponent": "invite", "key": key()});
    let started: Value = first.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let private = started["game"].as_str().unwrap();
    let stranger = change(&third, private, json!({"takeback": "offer", "to": 1})).await;
    assert_eq!(stranger.status(), StatusCode::NOT_FOUND, "a private game is not there for a stranger");
    assert_eq!(third.api.get(&format!("/api/games/{private}/takeback")).await.status(), StatusCode::NOT_FOUND);
}
