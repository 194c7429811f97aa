//! Orders composed in steps, and several given as one line, over the API.

use fieldpost_tests::{Player, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

async fn step(player: &Player, game: &str, say: &str) -> (StatusCode, Value) {
    let answer = player.api.get(&format!("/api/games/{game}/compose?say={}", say.replace(' ', "%20"))).await;
    (answer.status(), answer.json().await.expect("JSON"))
}

fn says(step: &Value) -> Vec<String> {
    let candidates = step["candidates"].as_array().cloned().unwrap_or_default();
    candidates.iter().filter_map(|c| c["say"].as_str().map(str::to_owned)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attack_is_composed_step_by_step_and_given_as_one_line() {
    let server = TestServer::open();
    let (union, confederate) = (server.player("hannah").await, server.player("jubal").await);
    let new = json!({"ruleset": "bloodiest-day", "seat": 0, "opponent": "open", "public": true, "key": key()});
    let started: Value = union.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let game = started["game"].as_str().unwrap().to_owned();
    let joined = confederate.api.json(Method::POST, &format!("/api/games/{game}/join"), &json!({})).await;
    assert_eq!(joined.status(), StatusCode::OK);

    // The first step has the goals, a goal its guns, guns an order with its odds.
    let (status, first) = step(&union, &game, "").await;
    assert_eq!(status, StatusCode::OK);
    assert!(says(&first).contains(&"long-range 27".to_owned()), "{first}");
    let (_, guns) = step(&union, &game, "long-range 27").await;
    assert!(guns["order"].is_null());
    let (_, shot) = step(&union, &game, &format!("long-range 27;{}", says(&guns)[0])).await;
    let line = shot["order"]["order"].as_str().unwrap();
    assert!(line.starts_with("long-range 27 lead "), "{line}");
    assert!(shot["order"]["odds"].as_array().is_some_and(|odds| odds.len() > 1));

    for line in ["done", "activate 19 with Hooker"] {
        assert_eq!(union.order(&game, &[line], &key(), None).await.status(), StatusCode::OK, "{line}");
    }
    let (_, assault) = step(&union, &game, "assault 27").await;
    let units = says(&assault);
    let (_, composed) = step(&union, &game, &format!("assault 27;{};{}", units[0], units[1])).await;
    let line = composed["order"]["order"].as_str().unwrap().to_owned();
    assert_eq!(line.split("; ").count(), 3, "{line}");

    // A part that is refused is named, and nothing has happened.
    let before = union.state(&game).await;
    let wrong =
        union.order(&game, &[&format!("{}; wake Hooker", line.split("; ").next().unwrap())], &key(), None).await;
    assert_eq!(wrong.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let wrong: Value = wrong.json().await.unwrap();
    assert!(wrong.to_string().contains("Part 2 of 2"), "{wrong}");
    assert_eq!(union.state(&game).await["seq"], before["seq"]);

    let given = union.order(&game, &[&line], &key(), None).await;
    assert_eq!(given.status(), StatusCode::OK);
    let given: Value = given.json().await.unwrap();
    assert_eq!(given["orders"].as_array().map(Vec::len), Some(3), "{given}");

    // What leads to no order, who is not asked, who does not play, who is nobody.
    let (status, _) = step(&union, &game, "assault 99").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let stranger = server.player("gideon").await;
    let (status, _) = step(&stranger, &game, "").await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let nobody = server.browser().get(&format!("/api/games/{game}/compose")).await;
    assert_eq!(nobody.status(), StatusCode::UNAUTHORIZED);
}
