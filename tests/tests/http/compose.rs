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

async fn begun(union: &Player, confederate: &Player, ruleset: &str) -> String {
    let new = json!({"ruleset": ruleset, "seat": 0, "opponent": "open", "public": true, "key": key()});
    let started: Value = union.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let game = started["game"].as_str().unwrap().to_owned();
    let joined = confederate.api.json(Method::POST, &format!("/api/games/{game}/join"), &json!({})).await;
    assert_eq!(joined.status(), StatusCode::OK);
    game
}

/// Where the units that can act stand on a page, where the attacks that can be put together stand, and the heading of those.
fn desk(page: &str) -> (Option<usize>, Option<usize>, String) {
    let goals = page.find("<details data-name=\"goals-");
    let heading = goals.and_then(|at| page[at..].split_once("</summary>")).map_or("", |(heading, _)| heading);
    (page.find("id=\"ready-h\""), goals, heading.to_owned())
}

/// In a phase of attacks those come first; where units move, the units do, and the attacks are folded behind their heading with their number.
#[tokio::test(flavor = "multi_thread")]
async fn what_comes_first_on_the_desk_is_what_the_phase_is_about() {
    let server = TestServer::open();
    let (union, confederate) = (server.player("hannah").await, server.player("jubal").await);
    let game = begun(&union, &confederate, "bloodiest-day").await;
    let page = async |player: &Player| player.browser.get(&format!("/games/{game}")).await.text().await.unwrap();
    let shown = page(&union).await;
    let (ready, goals, heading) = desk(&shown);
    assert!(goals.is_some() && (ready.is_none() || goals < ready) && heading.contains(" open>"), "{heading}");
    // Whose units can act, and which enemies may be attacked, differ in form and in words.
    let enemies = shown.split("<g class=\"piece confederate").skip(1).filter(|piece| piece.starts_with(" target"));
    let aimed: Vec<&str> = enemies.collect();
    assert!(!aimed.is_empty());
    for piece in aimed {
        let piece = piece.split("<g class=\"piece").next().unwrap();
        assert!(piece.contains("class=\"sight\"") && !piece.contains("class=\"ring\""), "{piece}");
        assert!(piece.contains("; may be attacked</title>"), "{piece}");
    }
    // The ruleset says what ends the phase and what lets an impulse go by.
    assert!(shown.contains("class=\"general finish\"") && !shown.contains("class=\"idle\""));
    for (player, line) in [(&union, "done"), (&union, "activate 19 with Hooker")] {
        if line != "done" {
            assert!(page(player).await.contains("class=\"idle\""), "before {line}");
        }
        assert_eq!(player.order(&game, &[line], &key(), None).await.status(), StatusCode::OK, "{line}");
    }
    let shown = page(&union).await;
    let (ready, goals, heading) = desk(&shown);
    assert!(ready.is_some() && ready < goals && !heading.contains(" open>"), "{heading}");
    let count = shown.split_once("class=\"goal-links\"").unwrap().1.split_once("</ul>").unwrap().0;
    let badge = format!("Put together an attack <span class=\"badge\">{}</span>", count.matches("<li>").count());
    assert!(heading.contains(&badge), "{heading}");
    assert!(shown.matches("; can act</title>").count() > 1 && shown.contains("class=\"general finish\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attack_is_composed_step_by_step_and_given_as_one_line() {
    let server = TestServer::open();
    let (union, confederate) = (server.player("hannah").await, server.player("jubal").await);
    let game = begun(&union, &confederate, "bloodiest-day").await;

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
