//! A whole game by API, from set-up to its victory level, in two programs; its log verified.

use domain::referee::{Against, BotRng, verify};
use fieldpost_tests::{TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn two_programs_play_a_game_to_its_victory_level() {
    let server = TestServer::open();
    let players = [server.player("porter").await, server.player("lee").await];
    let game = server.game(&players[0], &players[1]).await;
    let keen = json!({"standing": {}});
    for player in &players {
        let set = player.api.json(Method::PUT, &format!("/api/games/{game}/standing"), &keen).await;
        assert_eq!(set.status(), StatusCode::OK);
    }
    let mut rng = BotRng::seeded(62);
    let mut orders = 0;
    let last = 'game: loop {
        for player in &players {
            // As long as it is this player's turn.
            loop {
                let state = player.state(&game).await;
                if state["state"] == "ended" {
                    break 'game state;
                }
                if state["waits_for_me"] != true {
                    break;
                }
                let menu = player.menu(&game).await;
                let order = rng.pick(&menu).expect("whoever is asked has an order to give");
                let seen = state["seen"].as_str();
                let answer = player.order(&game, &[order], &key(), seen).await;
                assert_eq!(answer.status(), StatusCode::OK, "{order}: {}", answer.text().await.unwrap());
                orders += 1;
                assert!(orders < 5_000, "the game does not end");
            }
        }
    };
    assert!(last["result"].as_str().is_some_and(|r| !r.is_empty()));
    let log = players[0].api.get(&format!("/api/games/{game}/log")).await.text().await.unwrap();
    let head = last["head"].as_str().unwrap().parse().unwrap();
    let against = Against { head: Some(head), length: last["length"].as_u64(), ..Against::default() };
    let report = verify(&domain::rulesets::standard(), &log, &against);
    assert!(report.sound, "{report}");
    assert_eq!(report.result.map(|r| r.level), last["result"].as_str().map(str::to_owned));

    // Everything is still there to be read, by anybody: the game is public.
    let anybody = server.browser();
    let chronicle: Value = anybody.get(&format!("/api/games/{game}/chronicle")).await.json().await.unwrap();
    assert_eq!(chronicle.as_array().map(Vec::len), last["length"].as_u64().map(|n| usize::try_from(n).unwrap()));
    let middle = last["length"].as_u64().unwrap() / 2;
    let position: Value = anybody.get(&format!("/api/games/{game}/positions/{middle}")).await.json().await.unwrap();
    assert_eq!(position["seq"], middle);
    assert_eq!(position["seen"].as_str().map(str::len), Some(64));
    let ended: Value = anybody.get("/api/games?list=ended").await.json().await.unwrap();
    assert_eq!(ended[0]["id"], game.as_str());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_document_of_the_api_names_every_address() {
    let server = TestServer::open();
    let document: Value = server.browser().get("/api/openapi.json").await.json().await.unwrap();
    let paths = document["paths"].as_object().unwrap();
    for path in [
        "/api/me",
        "/api/rulesets",
        "/api/games",
        "/api/games/{game}",
        "/api/games/{game}/menu",
        "/api/games/{game}/compose",
        "/api/games/{game}/orders",
        "/api/games/{game}/draft",
        "/api/games/{game}/log",
        "/api/games/{game}/chronicle",
        "/api/games/{game}/positions/{seq}",
        "/api/games/{game}/standing",
        "/api/games/{game}/standing/try",
        "/api/games/{game}/messages",
        "/api/games/{game}/draw",
        "/api/games/{game}/takeback",
        "/api/games/{game}/resign",
        "/api/games/{game}/silence",
        "/api/games/next",
        "/api/games/{game}/join",
        "/api/games/{game}/invitations",
        "/api/invitations/{token}",
    ] {
        assert!(paths.contains_key(path), "{path}");
    }
    let orders = &document["paths"]["/api/games/{game}/orders"]["post"]["responses"];
    for status in ["200", "400", "401", "403", "404", "409", "413", "415", "422", "429"] {
        assert!(orders.get(status).is_some(), "{status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_kept_tried_and_given() {
    let server = TestServer::open();
    let players = [server.player("porter").await, server.player("lee").await];
    let game = server.game(&players[0], &players[1]).await;
    let path = format!("/api/games/{game}/draft");
    let first = players[0].menu(&game).await.swap_remove(0);
    let kept: Value = players[0].api.json(Method::PUT, &path, &json!({"orders": [first]})).await.json().await.unwrap();
    assert_eq!(kept["orders"], json!([first]));
    let next = kept["menu"]["choices"][0]["order"].as_str().unwrap().to_owned();
    let kept: Value =
        players[0].api.json(Method::PUT, &path, &json!({"orders": [first, next]})).await.json().await.unwrap();
    assert_eq!(kept["orders"], json!([first, next]));
    let before = players[0].state(&game).await["length"].as_u64().unwrap();
    assert_eq!(before, 5, "a draft is not in the log");
    let others: Value = players[1].api.get(&path).await.json().await.unwrap();
    assert_eq!(others["orders"], json!([]), "nobody sees another seat's draft");
    let given = players[0].order(&game, &[&first, &next], &key(), None).await;
    assert_eq!(given.status(), StatusCode::OK);
    assert_eq!(players[0].state(&game).await["length"].as_u64(), Some(before + 2));
    let left: Value = players[0].api.get(&path).await.json().await.unwrap();
    assert_eq!(left["orders"], json!([]), "what was given is no draft any more");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_started_twice_with_one_key_is_one_game() {
    let server = TestServer::open();
    let host = server.player("host").await;
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let new = json!({"ruleset": ruleset, "seat": 0, "opponent": "bot:staff", "key": key()});
    let (one, other) =
        tokio::join!(host.api.json(Method::POST, "/api/games", &new), host.api.json(Method::POST, "/api/games", &new),);
    let (one, other): (Value, Value) = (one.json().await.unwrap(), other.json().await.unwrap());
    assert_eq!(one["game"], other["game"], "{one} {other}");
    let mine: Value = host.api.get("/api/games").await.json().await.unwrap();
    assert_eq!(mine.as_array().map(Vec::len), Some(1));
    let next: Value = host.api.get("/api/games/next").await.json().await.unwrap();
    assert_eq!(next["game"], one["game"]);
    let different = json!({"ruleset": ruleset, "seat": 1, "opponent": "bot:staff", "key": new["key"]});
    assert_eq!(host.api.json(Method::POST, "/api/games", &different).await.status(), StatusCode::CONFLICT);
}
