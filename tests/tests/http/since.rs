//! What happened since a player's last turn stays told through the answers and the orders of this one, until they hand over.

use fieldpost_tests::{Player, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

/// What the page tells under "Since your last turn"; empty where it tells nothing.
async fn since(player: &Player, game: &str) -> String {
    let page = player.browser.get(&format!("/games/{game}")).await.text().await.unwrap();
    let box_ = page.split_once("data-since open>").map_or("", |(_, rest)| rest);
    box_.split_once("<details class=\"chronicle\"").map_or(box_, |(told, _)| told).to_owned()
}

async fn order(player: &Player, game: &str, line: &str) {
    let answer = player.order(game, &[line], &key(), None).await;
    assert_eq!(answer.status(), StatusCode::OK, "{line}: {}", answer.text().await.unwrap());
}

async fn waits(player: &Player, game: &str) -> bool {
    player.state(game).await["waits_for_me"] == true
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happened_stays_told_through_answers_and_orders_until_the_turn_is_handed_over() {
    let server = TestServer::open();
    let players = [server.player("porter").await, server.player("lee").await];
    let [union, confederate] = &players;
    let game = server.game(union, confederate).await;
    // Each is asked whatever there is to ask.
    for player in &players {
        let state: Value = player.api.get(&format!("/api/games/{game}/standing")).await.json().await.unwrap();
        let ask: serde_json::Map<String, Value> =
            state["standing"].as_object().unwrap().keys().map(|k| (k.clone(), json!("ask"))).collect();
        let set = player.api.json(Method::PUT, &format!("/api/games/{game}/standing"), &json!({"standing": ask})).await;
        assert_eq!(set.status(), StatusCode::OK);
    }
    for line in ["deploy", "done"] {
        order(union, &game, line).await;
    }
    for line in ["deploy", "done", "keep first"] {
        order(confederate, &game, line).await;
    }
    let charge = "Gregg charge 0610-0710-0810-0811 Griffin";
    order(confederate, &game, charge).await;

    // The Confederate goes on; whatever the Union is asked meanwhile is answered with the first that the menu has.
    let (mut answers, mut own_turn) = (0, false);
    for _ in 0..200 {
        if waits(union, &game).await {
            let told = since(union, &game).await;
            assert!(told.contains(charge), "after {answers} answers it is forgotten: {told}");
            let table = server.service.games().table(&game, Some(&union.account)).await.unwrap();
            if !table.asked_between() && table.game.turn() > 0 && answers > 0 {
                own_turn = true;
                break;
            }
            let menu = union.menu(&game).await;
            let done = menu.iter().find(|line| line.starts_with("done") || line.starts_with("pass"));
            order(union, &game, done.unwrap_or(&menu[0])).await;
            answers += 1;
        } else {
            let menu = confederate.menu(&game).await;
            let done = menu.iter().find(|line| line.starts_with("done") || line.starts_with("pass"));
            order(confederate, &game, done.unwrap_or(&menu[0])).await;
        }
    }
    assert!(own_turn && answers > 0, "{answers} answers");

    // An order of the turn changes nothing about it, be it a draft or one that stands.
    let menu = union.menu(&game).await;
    let line = menu.iter().find(|line| !line.starts_with("done") && !line.starts_with("pass")).unwrap();
    order(union, &game, line).await;
    if waits(union, &game).await {
        assert!(since(union, &game).await.contains(charge), "an order has made it forget");
    }
    // Handed over, it is gone.
    for _ in 0..60 {
        if !waits(union, &game).await {
            break;
        }
        let menu = union.menu(&game).await;
        let done = menu.iter().find(|line| line.starts_with("done") || line.starts_with("pass"));
        order(union, &game, done.unwrap_or(&menu[0])).await;
    }
    assert!(!waits(union, &game).await, "the Union is done");
    assert!(!since(union, &game).await.contains(charge), "what was seen and dealt with is not told again");
}
