//! What is drawn over the map for whoever asks: over the API and, without a script, on the page.

use fieldpost_tests::{TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn overlays_are_offered_drawn_and_refused_in_words() {
    let server = TestServer::open();
    let (union, confederate) = (server.player("hannah").await, server.player("jubal").await);
    let new = json!({"ruleset": "bloodiest-day", "seat": 0, "opponent": "open", "public": true, "key": key()});
    let started: Value = union.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let game = started["game"].as_str().unwrap().to_owned();
    confederate.api.json(Method::POST, &format!("/api/games/{game}/join"), &json!({})).await;

    let offers: Value = union.api.get(&format!("/api/games/{game}/overlays")).await.json().await.unwrap();
    let ids: Vec<&str> = offers.as_array().unwrap().iter().filter_map(|o| o["id"].as_str()).collect();
    assert_eq!(ids, ["control", "long-range", "reach", "command"]);

    let (program, game_overlays) = (&union.api, &format!("/api/games/{game}/overlays"));
    let ask = |path: String| async move { program.get(&format!("{game_overlays}/{path}")).await };
    let control: Value = ask("control".into()).await.json().await.unwrap();
    let held = |tone| control["places"].as_array().unwrap().iter().filter(|p| p["tone"] == tone).count();
    assert!(held("union") > 3 && held("confederate") > 3, "{control}");

    let state = union.state(&game).await;
    let on_map = |p: &&Value| p["place"]["in"] == "map" && p["side"] == "union" && p["symbol"] == "infantry";
    let piece = state["view"]["pieces"].as_array().unwrap().iter().find(on_map).unwrap().clone();
    let (id, name) = (piece["id"].as_str().unwrap(), piece["name"].as_str().unwrap().replace(' ', "%20"));
    let by_id: Value = ask(format!("reach?piece={id}")).await.json().await.unwrap();
    let by_name: Value = ask(format!("reach?piece={name}")).await.json().await.unwrap();
    assert!(by_id["places"].as_array().is_some_and(|p| !p.is_empty()));
    assert_eq!(by_id, by_name);

    for (path, status, words) in [
        ("moon", StatusCode::NOT_FOUND, "There are control, long-range, reach, command."),
        ("reach", StatusCode::BAD_REQUEST, "Name it"),
        ("reach?piece=Grant", StatusCode::NOT_FOUND, "nothing of Grant"),
    ] {
        let answer = ask(path.into()).await;
        assert_eq!(answer.status(), status, "{path}");
        let wrong: Value = answer.json().await.unwrap();
        assert!(wrong["ok"] == false && wrong.to_string().contains(words), "{wrong}");
    }

    // The page: links to it, then the same places drawn below the counters, with words beside the map.
    let page = union.browser.get(&format!("/games/{game}?piece={id}")).await.text().await.unwrap();
    assert!(page.contains(&format!("overlay=reach&#38;piece={id}")), "the page offers it");
    assert!(!page.contains("class=\"shades\""), "nothing is drawn before it is asked for");
    let page = union.browser.get(&format!("/games/{game}?overlay=reach&piece={id}")).await.text().await.unwrap();
    let (shades, counters) = (page.find("class=\"shades\"").unwrap(), page.find("class=\"pieces\"").unwrap());
    assert!(shades < counters);
    for place in by_id["places"].as_array().unwrap() {
        let drawn = format!(
            "class=\"shade {}\" data-place=\"{}\"",
            place["tone"].as_str().unwrap(),
            place["place"].as_str().unwrap()
        );
        assert!(page.contains(&drawn), "{drawn}");
    }
    assert!(page.contains("Put the overlay away") && page.contains(by_id["title"].as_str().unwrap()));
    let page = union.browser.get(&format!("/games/{game}?overlay=moon")).await.text().await.unwrap();
    assert!(page.contains("There is no overlay moon."));
}
