//! Standing orders by API and by page: written with conditions, tried out, saved, refused.

use fieldpost_tests::{TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn standing_orders_are_tried_set_and_refused_by_api() {
    let server = TestServer::open();
    let players = [server.player("porter").await, server.player("lee").await];
    let game = server.game(&players[0], &players[1]).await;
    let path = format!("/api/games/{game}/standing");
    let length = async || players[0].state(&game).await["length"].as_u64().unwrap();
    let before = length().await;
    let state: Value = players[0].api.get(&path).await.json().await.unwrap();
    let offer = state["offers"].as_array().unwrap().iter().find(|o| o["key"] == "retreat").unwrap().clone();
    assert!(offer["conditions"].as_array().unwrap().contains(&json!("turn")));
    let usual = offer["default"].as_str().unwrap();

    let rule = format!("if turn >= 4: ask; {usual}");
    let lines = json!({"lines": format!("Retreat = IF turn>=4: ask; {usual}")});
    let tried: Value = players[0].api.json(Method::POST, &format!("{path}/try"), &lines).await.json().await.unwrap();
    assert_eq!((&tried["of"], &tried["past"]), (&json!(0), &json!([])));
    assert_eq!(length().await, before, "trying out records nothing");

    let set = players[0].api.json(Method::PUT, &path, &lines).await;
    assert_eq!(set.status(), StatusCode::OK);
    assert_eq!(length().await, before + 1);
    let state: Value = players[0].api.get(&path).await.json().await.unwrap();
    assert_eq!(state["standing"]["retreat"], rule.as_str());
    assert!(state["notation"].as_str().unwrap().contains(&format!("retreat = {rule}\n")));
    let others: Value = players[1].api.get(&path).await.json().await.unwrap();
    assert_eq!(others["standing"]["retreat"], usual, "each seat has its own");

    for (bad, said) in [
        (json!({"lines": "dance = ask"}), "There is no standing order called"),
        (json!({"lines": "retreat = if turn >= 99: ask; ask"}), "turn is never 99"),
        (json!({"standing": {"retreat": "if unit Nobody: ask; ask"}}), "unit has nothing called"),
        (json!({"standing": {"retreat": "if if if"}}), "retreat: "),
        (json!({"lines": "retreat = ask", "standing": {}}), "Send either"),
        (json!({}), "Send either"),
    ] {
        for (method, path) in [(Method::PUT, path.clone()), (Method::POST, format!("{path}/try"))] {
            let answer = players[0].api.json(method, &path, &bad).await;
            assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{bad}");
            let text = answer.text().await.unwrap();
            assert!(text.contains(said), "{bad}: {text}");
        }
    }
    assert_eq!(length().await, before + 1, "what is refused changes nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn standing_orders_are_written_on_a_page_without_javascript() {
    let server = TestServer::open();
    let players = [server.player("porter").await, server.player("lee").await];
    let game = server.game(&players[0], &players[1]).await;
    let page = format!("/games/{game}/standing");
    let form = format!("{page}/form");
    let browser = &players[0].browser;
    let shown = browser.get(&page).await.text().await.unwrap();
    assert!(shown.contains("+ add a condition"), "{shown}");

    // A row is added, and nothing is recorded.
    let length = players[0].state(&game).await["length"].clone();
    let more = browser.post(&form, &[("retreat.value", "own-line"), ("do", "if retreat"), ("key", &key())]).await;
    let more = more.text().await.unwrap();
    assert!(more.contains("name=\"retreat.0.0.what\"") && !more.contains("name=\"retreat.1.0.what\""), "{more}");
    let row = [
        ("retreat.0.0.what", "turn"),
        ("retreat.0.0.test", ">="),
        ("retreat.0.0.with", "4"),
        ("retreat.0.value", "ask"),
        ("retreat.value", "own-line"),
    ];
    let with = |button: &'static str| [&row[..], &[("do", button), ("key", "abc")]].concat();
    let further = browser.post(&form, &with("and retreat.0")).await.text().await.unwrap();
    assert!(further.contains("name=\"retreat.0.1.what\""), "{further}");
    let fewer = browser.post(&form, &with("less retreat.0")).await.text().await.unwrap();
    assert!(!fewer.contains("name=\"retreat.0.0.what\""), "{fewer}");
    let tried = browser.post(&form, &with("try")).await.text().await.unwrap();
    assert!(tried.contains("retreat = if turn &#62;= 4: ask; own-line"), "{tried}");
    assert!(tried.contains("You have not been asked anything yet"), "{tried}");
    assert_eq!(players[0].state(&game).await["length"], length);

    // A half-filled row is refused with a reason, and stays as it was typed.
    let half = [("retreat.0.0.what", "turn"), ("retreat.0.0.test", ">="), ("retreat.0.0.with", "soon")];
    let half = [&half[..], &[("retreat.0.value", "ask"), ("retreat.value", "own-line"), ("do", "save")]].concat();
    let refused = browser.post(&page, &half).await;
    assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
    let refused = refused.text().await.unwrap();
    assert!(refused.contains("compares with no number") && refused.contains("value=\"soon\""), "{refused}");

    let saved = browser.post(&page, &with("save")).await;
    assert!(saved.status().is_success() || saved.status() == StatusCode::SEE_OTHER, "{}", saved.status());
    let by_text = [("notation", "marker = if unit Meade: ask; marker"), ("do", "save"), ("key", "def")];
    let saved = browser.post(&page, &by_text).await;
    assert!(saved.status().is_success() || saved.status() == StatusCode::SEE_OTHER, "{}", saved.status());
    let state: Value = players[0].api.get(&format!("/api/games/{game}/standing")).await.json().await.unwrap();
    assert_eq!(state["standing"]["retreat"], "if turn >= 4: ask; own-line");
    assert_eq!(state["standing"]["marker"], "if unit Meade: ask; marker");
    let shown = browser.get(&page).await.text().await.unwrap();
    assert!(shown.contains("value=\"Meade\""), "{shown}");
}
