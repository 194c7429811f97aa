//! Sealed dice by page and by API: sealed when joining and while a game waits, links asked for and given, refused, given ahead, given up.

use domain::dice::{ChainName, DiceKey};
use fieldpost_tests::{Player, TestServer, key};
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};

/// A player's device.
struct Device(DiceKey, u8);

impl Device {
    fn link(&self, game: &str, kind: ChainName, index: u64) -> String {
        let chain = self.0.chain(game.parse().unwrap(), self.1, kind, 4096);
        format!("{index}:{}", chain.link(u32::try_from(index).unwrap()).unwrap())
    }

    fn chains(&self, game: &str) -> Value {
        let anchors = self.0.anchors(game.parse().unwrap(), self.1, 4096);
        let first = self.link(game, ChainName::Handover, 1);
        let first = first.strip_prefix("1:").unwrap();
        json!({"player": anchors.player.to_string(), "handover": anchors.handover.to_string(), "first": first})
    }

    fn links(&self, game: &str, wanted: &Value) -> Value {
        let link = |kind, n: &Value| n.as_u64().map_or_else(String::new, |n| self.link(game, kind, n));
        json!({"roll": link(ChainName::Player, &wanted["roll"]), "handover": link(ChainName::Handover, &wanted["handover"])})
    }

    /// Gives an order as a program does: first without links, then with those that the answer names.
    async fn order(&self, player: &Player, game: &str, order: &str) {
        let answer = player.order(game, &[order], &key(), None).await;
        if answer.status() == StatusCode::OK {
            return;
        }
        assert_eq!(answer.status(), StatusCode::CONFLICT, "{order}");
        let problem: Value = answer.json().await.unwrap();
        let links = self.links(game, &problem["links"]);
        let body = json!({"orders": [order], "key": key(), "links": links});
        let answer = player.api.json(Method::POST, &format!("/api/games/{game}/orders"), &body).await;
        let status = answer.status();
        assert_eq!(status, StatusCode::OK, "{}", answer.text().await.unwrap());
    }
}

async fn act(player: &Player, game: &str, body: Value) -> Response {
    player.api.json(Method::POST, &format!("/api/games/{game}/dice"), &body).await
}

async fn dice(player: &Player, game: &str) -> Value {
    player.api.get(&format!("/api/games/{game}/dice")).await.json().await.unwrap()
}

async fn sound(player: &Player, game: &str) -> String {
    let log = player.api.get(&format!("/api/games/{game}/log")).await.text().await.unwrap();
    let report = domain::referee::verify(&domain::rulesets::standard(), &log, &domain::referee::Against::default());
    assert!(report.sound, "{report}");
    log
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_with_sealed_dice_is_played_by_api_and_page() {
    let server = TestServer::open();
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let (north, south) = (Device(DiceKey::new([1; 20]), 1), Device(DiceKey::new([2; 20]), 2));
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let new = json!({"ruleset": ruleset, "seat": 0, "opponent": "open", "public": true, "key": key()});
    let started: Value = first.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let game = started["game"].as_str().unwrap().to_owned();

    // Whoever hosts seals while the game waits, by the form of the page, and only with chains that hang together.
    assert_eq!(dice(&first, &game).await["may_seal"], json!(true));
    let page = first.browser.get(&format!("/games/{game}/sealed")).await.text().await.unwrap();
    assert!(page.contains("data-chair=\"1\"") && page.contains("Seal your dice"), "{page}");
    let chains = north.chains(&game);
    let text = |name: &str| chains[name].as_str().unwrap().to_owned();
    let wrong = [text("handover"), text("player"), text("first")].join(":");
    let right = [text("player"), text("handover"), text("first")].join(":");
    let path = format!("/games/{game}/sealed");
    for (sealing, status) in
        [("", 400), ("a:b:c", 400), (wrong.as_str(), 422), (right.as_str(), 303), (right.as_str(), 409)]
    {
        let answer = first.browser.post(&path, &[("act", "seal"), ("sealing", sealing)]).await;
        assert_eq!(answer.status().as_u16(), status, "{sealing}");
    }
    // Whoever joins seals with joining.
    let joined = second
        .api
        .json(Method::POST, &format!("/api/games/{game}/join"), &json!({"sealed": south.chains(&game)}))
        .await;
    assert_eq!(joined.status(), StatusCode::OK);
    let seats = dice(&first, &game).await["seats"].clone();
    assert_eq!((&seats[0]["dice"], &seats[1]["dice"]), (&json!("sealed"), &json!("sealed")));
    let page = first.browser.get(&format!("/games/{game}")).await.text().await.unwrap();
    assert!(page.contains("Sealed dice: the Union and the Confederate keep the links"), "{page}");
    let late = act(&first, &game, json!({"seal": north.chains(&game)})).await;
    assert_eq!(late.status(), StatusCode::CONFLICT);

    // Orders come back for their links; the page keeps what was sent.
    let state = first.state(&game).await;
    let player = if state["asks"].as_array().is_some_and(|a| !a.is_empty()) { &first } else { &second };
    let device = if std::ptr::eq(player, &first) { &north } else { &south };
    let order = player.menu(&game).await[0].clone();
    let refused = player.order(&game, &[&order], &key(), None).await;
    assert_eq!(refused.status(), StatusCode::CONFLICT);
    let refused: Value = refused.json().await.unwrap();
    assert_eq!(refused["links"]["handover"], json!(2), "{refused}");
    let length = state["length"].clone();
    assert_eq!(player.state(&game).await["length"], length, "nothing was recorded");
    let send = json!({"orders": [order], "key": key(), "links": {"handover": "2:zz"}});
    let orders = format!("/api/games/{game}/orders");
    assert_eq!(player.api.json(Method::POST, &orders, &send).await.status(), StatusCode::BAD_REQUEST);
    let other = Device(DiceKey::new([7; 20]), device.1).link(&game, ChainName::Handover, 2);
    let send = json!({"orders": [order], "key": key(), "links": {"handover": other}});
    let wrong = player.api.json(Method::POST, &orders, &send).await;
    assert_eq!(wrong.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wrong.text().await.unwrap().contains("dice key"));
    // By a form the page says what it is, and leads to the key and to what is sealed.
    let form = [("order", order.as_str()), ("key", "k"), ("link_handover", other.as_str())];
    let wrong = player.browser.post(&format!("/games/{game}/orders"), &form).await;
    assert_eq!(wrong.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let wrong = wrong.text().await.unwrap();
    for said in [
        "<h1>Your dice key does not fit</h1>",
        "href=\"/dice-key\"",
        &format!("href=\"/games/{game}/sealed\""),
        "house dice",
    ] {
        assert!(wrong.contains(said), "{said}: {wrong}");
    }
    assert!(!wrong.contains("The rules forbid it"), "{wrong}");
    // What the page's script compares a browser's key with.
    let anchor = device.chains(&game)["player"].as_str().unwrap().to_owned();
    let page = player.browser.get(&path).await.text().await.unwrap();
    assert!(page.contains(&format!("data-known=\"0:{anchor}\"")), "{page}");

    // The letter that asks says that orders by mail come to nothing so far.
    let email = if std::ptr::eq(player, &first) { "porter@example.org" } else { "lee@example.org" };
    // The first letter of all is the one to sign in with.
    let mut said = String::new();
    for letter in server.letters(email, 2).await {
        said += &server.text_of(&letter).await.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    assert!(said.contains("no links are given ahead, so that orders by mail cannot go through"), "{said}");

    // A dozen orders of whoever is asked.
    for _ in 0..24 {
        let (player, device) = match first.menu(&game).await.is_empty() {
            false => (&first, &north),
            true => (&second, &south),
        };
        let menu = player.menu(&game).await;
        let Some(order) = menu.last() else { break };
        device.order(player, &game, order).await;
    }
    let log = sound(&first, &game).await;
    assert!(log.contains("deposit/1"));

    // Links ahead, and the key lost.
    let given = dice(&first, &game).await["seats"][0]["given"].clone();
    let ahead =
        json!({"roll": given["roll"].as_u64().unwrap() + 10, "handover": given["handover"].as_u64().unwrap() + 10});
    let gave = act(&first, &game, json!({"give": north.links(&game, &ahead)})).await;
    assert_eq!(gave.status(), StatusCode::OK);
    assert_eq!(dice(&first, &game).await["seats"][0]["given"], ahead);
    let page = second.browser.get(&path).await.text().await.unwrap();
    assert!(page.contains("rolls are given ahead"), "{page}");
    assert_eq!(first.browser.post(&path, &[("act", "house"), ("why", "lost")]).await.status(), StatusCode::SEE_OTHER);
    assert_eq!(dice(&first, &game).await["seats"][0]["dice"], json!("house"));
    assert_eq!(act(&first, &game, json!({"house": "wish"})).await.status(), StatusCode::CONFLICT);
    assert_eq!(act(&first, &game, json!({"house": "maybe"})).await.status(), StatusCode::BAD_REQUEST);
    assert!(sound(&first, &game).await.contains("house-dice/1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_without_links_is_answered_with_a_page_that_keeps_the_order() {
    let server = TestServer::open();
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let south = Device(DiceKey::new([2; 20]), 2);
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let new = json!({"ruleset": ruleset, "seat": 0, "opponent": "open", "public": true, "key": key()});
    let started: Value = first.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let game = started["game"].as_str().unwrap().to_owned();
    let page = second.browser.get(&format!("/games/{game}/join")).await.text().await.unwrap();
    assert!(page.contains("data-chair=\"2\"") && page.contains("name=\"sealed\""), "{page}");
    // Ticked, but the script did not fill it in.
    let join = format!("/games/{game}/join");
    assert_eq!(second.browser.post(&join, &[("sealed", "1")]).await.status(), StatusCode::BAD_REQUEST);
    let chains = south.chains(&game);
    let sealing = ["player", "handover", "first"].map(|n| chains[n].as_str().unwrap()).join(":");
    let joined = second.browser.post(&join, &[("sealed", "1"), ("sealing", &sealing)]).await;
    assert_eq!(joined.status(), StatusCode::SEE_OTHER);
    // One plays with house dice, and nothing is asked of them.
    while second.menu(&game).await.is_empty() {
        let order = first.menu(&game).await.last().unwrap().clone();
        assert_eq!(first.order(&game, &[&order], &key(), None).await.status(), StatusCode::OK);
    }
    // Until an order of the other cannot be taken back.
    for _ in 0..200 {
        let draft: Value = second.api.get(&format!("/api/games/{game}/draft")).await.json().await.unwrap();
        let behind = draft["menu"]["choices"].as_array().and_then(|c| c.last()?["order"].as_str().map(str::to_owned));
        let order = match behind {
            Some(order) => order,
            None => second.menu(&game).await.last().expect("somebody is asked").clone(),
        };
        let fresh = key();
        let answer = second.browser.post(&format!("/games/{game}/orders"), &[("order", &order), ("key", &fresh)]).await;
        // Laid out as a draft.
        if answer.status() == StatusCode::SEE_OTHER {
            continue;
        }
        assert_eq!(answer.status(), StatusCode::CONFLICT);
        let page = answer.text().await.unwrap();
        assert!(page.contains("data-links-wanted") && page.contains("data-handover=\"2\""), "{page}");
        assert!(page.contains("this browser does not have it"));
        let roll = page.split_once("data-roll=\"").unwrap().1.split('"').next().unwrap();
        let links = south.links(&game, &json!({"handover": 2, "roll": roll.parse::<u64>().ok()}));
        let text = |n: &str| links[n].as_str().unwrap().to_owned();
        let form = [
            ("order", order.clone()),
            ("key", fresh.clone()),
            ("link_roll", text("roll")),
            ("link_handover", text("handover")),
        ];
        let form: Vec<(&str, &str)> = form.iter().map(|(n, v)| (*n, v.as_str())).collect();
        let given = second.browser.post(&format!("/games/{game}/orders"), &form).await;
        assert_eq!(given.status(), StatusCode::SEE_OTHER, "{}", given.text().await.unwrap());
        sound(&second, &game).await;
        return;
    }
    panic!("no order takes a link");
}
