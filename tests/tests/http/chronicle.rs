//! The chronicle in pages: each record is told once, on a page that its number leads to, and no page grows without end.

use fieldpost_tests::{Player, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// Bytes of a page of the chronicle, at most: a hundred records with all they tell.
const MOST: usize = 250_000;

async fn page(player: &Player, path: &str) -> String {
    let answer = player.browser.get(path).await;
    assert_eq!(answer.status(), StatusCode::OK, "{path}");
    answer.text().await.unwrap()
}

/// The records that have a place of their own on a page.
fn told(page: &str) -> Vec<u64> {
    page.split(" id=\"r").skip(1).filter_map(|rest| rest.split('"').next()?.parse().ok()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_record_is_told_on_one_page_of_its_turn_and_its_number_leads_there() {
    let server = TestServer::open();
    let player = server.player("player").await;
    let id = domain::rulesets::standard().all()[0].about().id;
    let new = json!({"ruleset": id, "seat": 0, "opponent": "bot:random", "key": key()});
    let started: Value = player.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let game = started["game"].as_str().unwrap().to_owned();
    // Many orders and few ends of phases: turns of more records than a page has.
    for n in 0..170 {
        loop {
            let state = player.state(&game).await;
            if state["state"] == "ended" || state["waits_for_me"] == true {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let menu = player.menu(&game).await;
        let Some(order) = menu.iter().find(|o| !o.starts_with("done")).or(menu.first()) else { break };
        let order = menu.get(n * 7 % menu.len()).filter(|o| !o.starts_with("done")).unwrap_or(order);
        assert_eq!(player.order(&game, &[order], &key(), None).await.status(), StatusCode::OK, "{order}");
    }
    let table = server.service.games().table(&game, Some(&player.account)).await.unwrap();
    let entries = server.service.games().chronicle(&table, 0, table.game.len()).await.unwrap();
    let worth: Vec<u64> = entries.iter().filter(|e| !e.lines.is_empty() || e.order.is_some()).map(|e| e.seq).collect();

    let mut on: BTreeMap<u64, String> = BTreeMap::new();
    let mut pages = 0;
    let turns: Vec<u32> = std::iter::once(0).chain(table.game.turns().iter().map(|t| t.1)).collect();
    for turn in turns {
        for number in 1.. {
            let path = format!("/games/{game}/chronicle?turn={turn}&page={number}");
            let text = page(&player, &path).await;
            assert!(text.len() < MOST, "{path}: {} bytes", text.len());
            for seq in told(&text) {
                assert_eq!(on.insert(seq, format!("turn={turn}&page={number}")), None, "record {seq} is told twice");
            }
            pages += 1;
            if !text.contains(&format!("page={}\"", number + 1)) {
                break;
            }
        }
    }
    assert!(pages > table.game.turns().len() + 1, "no turn has more than one page: {pages}");
    assert_eq!(on.keys().copied().collect::<Vec<_>>(), worth);
    // What an affair goes on with is told where it began, so a record's page may be the one before its own.
    for seq in worth.iter().step_by(17) {
        let text = page(&player, &format!("/games/{game}/chronicle?record={seq}")).await;
        assert!(text.contains(&format!(" id=\"r{seq}\"")), "record {seq} is not on the page it leads to");
    }
    // The game's page does not grow with its turn.
    let whole = page(&player, &format!("/games/{game}")).await;
    assert!(whole.matches("<li class=\"entry").count() <= 80);
}
