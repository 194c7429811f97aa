//! Standing orders by API and by page: written with conditions, tried out, saved, refused.

use domain::referee::Registry;
use fieldpost_tests::{Player, TestServer, key};
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

/// What a page shows where a standing order answered: the line by which one would be asked from now on, and where it is sent.
fn asked_again(page: &str) -> Vec<(String, String)> {
    let forms = page.split("class=\"ask-me\"").skip(1);
    let between = |text: &str, before: &str| Some(text.split_once(before)?.1.split_once('"')?.0.to_owned());
    forms
        .map(|form| (between(form, "name=\"notation\" value=\"").unwrap(), between(form, "action=\"").unwrap()))
        .collect()
}

/// Where a standing order answered this is told with one click to be asked from now on; the click is all it takes, and the offer goes with it.
async fn one_click_asks_from_now_on(owner: &Player, other: &Player, game: &str, key: &str) {
    let page = format!("/games/{game}");
    let of = async |who: &Player| who.browser.get(&page).await.text().await.unwrap();
    let shown = of(owner).await;
    assert!(shown.contains(&format!("standing order: {key}")), "{shown}");
    let forms = asked_again(&shown);
    let (line, to) = forms.first().unwrap_or_else(|| panic!("nothing to click: {shown}"));
    assert_eq!((line.as_str(), to.as_str()), (format!("{key} = ask").as_str(), format!("{page}/standing").as_str()));
    // The other side has standing orders of its own, which may have answered too.
    let offered = |page: &str| asked_again(page).iter().any(|(line, _)| line.starts_with(&format!("{key} =")));
    assert!(!offered(&of(other).await), "it is for whoever gave the standing order");

    let length = owner.state(game).await["length"].clone();
    let saved = owner.browser.post(to, &[("notation", line.as_str()), ("then", "game")]).await;
    assert!(saved.status().is_success() || saved.status().is_redirection(), "{}", saved.status());
    let state: Value = owner.api.get(&format!("/api/games/{game}/standing")).await.json().await.unwrap();
    assert_eq!(state["standing"][key], "ask", "{length}: {state}");
    let after = of(owner).await;
    assert!(after.contains(&format!("standing order: {key}")) && !offered(&after), "{after}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standing_order_that_answered_is_told_where_it_acted_with_one_click_to_be_asked() {
    let server = TestServer::open();
    let players = [server.player("porter").await, server.player("lee").await];
    let [union, confederate] = &players;
    let game = server.game(union, confederate).await;
    let order = async |who: &Player, line: &str| {
        let answer = who.order(&game, &[line], &key(), None).await;
        assert_eq!(answer.status(), StatusCode::OK, "{line}: {}", answer.text().await.unwrap());
    };
    // Both set up as on the day; whatever is rolled, A.P. Hill's division may act, and Griffin fires at its charger by his standing order.
    let lines = json!({"lines": "receive-charge = if enemy Gregg: fire; never"});
    let set = union.api.json(Method::PUT, &format!("/api/games/{game}/standing"), &lines).await;
    assert_eq!(set.status(), StatusCode::OK);
    for line in ["deploy", "done"] {
        order(union, line).await;
    }
    for line in ["deploy", "done", "keep first", "Gregg charge 0610-0710-0810-0811 Griffin", "done"] {
        order(confederate, line).await;
    }
    // No gun fires at a unit that is charged, and nobody else is near; the phases after it may want a word.
    while !union
        .browser
        .get(&format!("/games/{game}"))
        .await
        .text()
        .await
        .unwrap()
        .contains("standing order: receive-charge")
    {
        order(confederate, "done").await;
    }
    one_click_asks_from_now_on(union, confederate, &game, "receive-charge").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standing_order_that_answered_in_a_game_with_secrets_is_told_to_its_owner_with_the_same_click() {
    let server = TestServer::of(|| Registry::new(vec![fog_ruleset::any_ruleset()]), |_| {});
    let players = [server.player("porter").await, server.player("lee").await];
    let game = super::private::begun("two", &[&players[0], &players[1]]).await;
    for player in &players {
        let hold = json!({"standing": {"hit": "hold"}});
        let set = player.api.json(Method::PUT, &format!("/api/games/{game}/standing"), &hold).await;
        assert_eq!(set.status(), StatusCode::OK);
    }
    // By chance, firing wherever it can be done, until somebody is hit and holds.
    let mut rng = domain::referee::BotRng::seeded(5);
    for turn in 0..400 {
        let player = &players[turn % 2];
        let mut menu = player.menu(&game).await;
        if menu.iter().any(|line| line.contains(" fire ")) {
            menu.retain(|line| line.contains(" fire "));
        }
        let Some(line) = rng.pick(&menu) else { continue };
        let answer = player.order(&game, &[line], &key(), None).await;
        assert_eq!(answer.status(), StatusCode::OK, "{line}: {}", answer.text().await.unwrap());
        for (owner, other) in [(&players[0], &players[1]), (&players[1], &players[0])] {
            let shown = owner.browser.get(&format!("/games/{game}")).await.text().await.unwrap();
            if shown.contains("standing order: hit") {
                return one_click_asks_from_now_on(owner, other, &game, "hit").await;
            }
        }
    }
    panic!("nobody was hit");
}
