//! A map of ten thousand hexes, without a script: the whole from far off, then parts of it from nearer.

use domain::referee::Registry;
use fieldpost_tests::{Browser, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

fn registry() -> Registry {
    Registry::new(vec![fog_ruleset::theatre::any_ruleset()])
}

async fn page(browser: &Browser, path: &str) -> String {
    let answer = browser.get(path).await;
    assert_eq!(answer.status(), StatusCode::OK, "{path}");
    answer.text().await.unwrap()
}

/// What lies above the ground of a page's map, or of a part of it.
fn layer(page: &str) -> &str {
    let layer = page.split_once("<div id=\"layer\"").expect("a layer").1;
    layer.split_once("</svg></div>").expect("its end").0
}

/// The address that a word of the page leads to.
fn way(page: &str, word: &str) -> String {
    let end = page.find(&format!("\">{word}</a>")).unwrap_or_else(|| panic!("no way {word}"));
    let start = page[..end].rfind("href=\"").unwrap() + 6;
    page[start..end].replace("&#38;", "&").replace("&amp;", "&")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_theatre_is_shown_whole_from_far_off_and_in_parts_from_nearer() {
    let server = TestServer::of(registry, |_| {});
    let (union, confederate) = (server.player("hannah").await, server.player("jubal").await);
    let new = json!({"ruleset": "theatre", "seat": 0, "opponent": "open", "public": true, "key": key()});
    let started: Value = union.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let game = format!("/games/{}", started["game"].as_str().unwrap_or_else(|| panic!("{started}")));
    confederate.api.json(Method::POST, &format!("/api{game}/join"), &json!({})).await;

    // It begins about the one unit that is to act.
    let first = page(&union.browser, &game).await;
    assert!(first.contains("data-level=\"near\"") && first.contains("data-piece="));
    let whole = page(&union.browser, &way(&first, "All of it")).await;
    assert!(whole.contains("data-level=\"far\"") && whole.contains("class=\"piece block"));
    assert!(!whole.contains("class=\"place\""), "no hex is an element");
    assert!(whole.contains("class=\"formation\""), "who is where, by formations");
    assert!(!whole.contains("class=\"map-views\" data-map-views aria-label=\"Part of the map\"><ul></ul>"));

    // Nearer and nearer by links alone, then one way and back.
    let mut shown = whole.clone();
    let mut levels = vec!["far"];
    for _ in 0..6 {
        if !shown.contains("\">Nearer</a>") {
            break;
        }
        shown = page(&union.browser, &way(&shown, "Nearer")).await;
        let level =
            ["far", "middle", "near"].into_iter().find(|l| shown.contains(&format!("data-level=\"{l}\""))).unwrap();
        if levels.last() != Some(&level) {
            levels.push(level);
        }
    }
    assert_eq!(levels, ["far", "middle", "near"]);
    let part = |page: &str| page.split("data-part=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let east = page(&union.browser, &way(&shown, "East")).await;
    assert_ne!(part(&shown), part(&east));
    let all = page(&union.browser, &way(&east, "All of it")).await;
    assert_eq!(part(&all), part(&whole));

    // A piece in hand is shown from near, with its overlay; the part alone has the same.
    let state = union.state(game.trim_start_matches("/games/")).await;
    let on_map = |p: &&Value| p["place"]["in"] == "map";
    let piece =
        state["view"]["pieces"].as_array().unwrap().iter().find(on_map).unwrap()["id"].as_str().unwrap().to_owned();
    let taken = page(&union.browser, &format!("{game}?piece={piece}&overlay=reach")).await;
    assert!(taken.contains("data-level=\"near\"") && taken.contains(&format!("data-piece=\"{piece}\"")));
    assert!(taken.contains("class=\"shade good\""));
    let alone = page(&union.browser, &format!("{game}/map?piece={piece}&overlay=reach")).await;
    assert!(alone.len() < taken.len() && alone.contains("class=\"shade good\"") && !alone.contains("<html"));
    assert_eq!(part(&alone), part(&taken));

    // A part that is fetched while the map is moved shows what the page shows: goals, rings, changes, whatever is in hand.
    let place = state["view"]["pieces"].as_array().unwrap().iter().find(on_map).unwrap()["place"]["id"].clone();
    let place = place.as_str().map_or_else(String::new, |id| format!("?place={id}"));
    let menu = union.menu(game.trim_start_matches("/games/")).await;
    let mover = menu.iter().find_map(|line| line.split(' ').next()).unwrap().to_owned();
    let mut goals = 0;
    let views = ["", "view=40.0,40.0,3"];
    for query in [String::new(), "?piece=".to_owned(), format!("?piece={piece}"), format!("?piece={mover}"), place] {
        for view in views {
            let query = match (query.is_empty(), view.is_empty()) {
                (_, true) => query.clone(),
                (true, _) => format!("?{view}"),
                (false, _) => format!("{query}&{view}"),
            };
            let whole = page(&union.browser, &format!("{game}{query}")).await;
            let part = page(&union.browser, &format!("{game}/map{query}")).await;
            assert_eq!(layer(&whole), layer(&part), "{query}");
            goals += layer(&part).matches("class=\"goal").count();
        }
    }
    assert!(goals > 0, "nothing was in hand that has goals");

    // What is no view is no trouble.
    for odd in ["x", "1,2", "1e9,-1e9,99", "NaN,0,0", ""] {
        let shown = page(&union.browser, &format!("{game}/map?view={odd}")).await;
        assert!(shown.contains("data-part=\""), "{odd}");
    }

    // The plan and the replay go the same ways.
    for other in ["plan", "replay/1"] {
        let far = page(&union.browser, &format!("{game}/{other}")).await;
        assert!(far.contains("data-level=\"far\""), "{other}");
        let nearer = way(&far, "Nearer");
        assert!(nearer.contains(other), "{nearer}");
        let nearer = page(&union.browser, &nearer).await;
        assert_ne!(part(&far), part(&nearer), "{other}");
    }
}
