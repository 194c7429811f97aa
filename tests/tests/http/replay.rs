//! Replay: any position by its record, and the numbers of a game, while its log grows.

use domain::log::{Record, import};
use domain::referee::{Game, Mark, Viewer};
use fieldpost::service::overview::{Overview, Stop};
use fieldpost_tests::{Player, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

/// The numbers of a log, all of it gone through.
fn gone_through(log: &[Record], viewer: Viewer) -> Overview {
    let registry = domain::rulesets::standard();
    let mut numbers = Overview::default();
    for upto in 1..=log.len() {
        let game = Game::replay(&registry, &log[..upto]).unwrap();
        let view = game.view(viewer);
        let (turn, phase) = (game.turn(), view.phase.title);
        if numbers.stops.last().is_none_or(|stop| (stop.turn, &stop.phase) != (turn, &phase)) {
            numbers.stops.push(Stop { seq: game.len(), turn, phase });
        }
        numbers.points.insert(turn, view.score);
    }
    let game = Game::replay(&registry, log).unwrap();
    for entry in game.chronicle(log, viewer).unwrap() {
        for mark in entry.lines.iter().flat_map(|line| &line.marks) {
            if let Mark::Lost { side, steps, .. } = mark {
                *numbers.losses.entry((entry.turn, *side)).or_default() += steps;
            }
        }
        for roll in entry.seat.iter().flat_map(|_| &entry.rolls) {
            let side = game.seat(entry.seat.unwrap()).unwrap().side;
            let above = roll.faces.iter().map(|f| f64::from(*f) - f64::from(u16::from(roll.sides) + 1) / 2.0);
            *numbers.luck.entry((entry.turn, side)).or_default() += above.sum::<f64>();
        }
    }
    numbers
}

async fn orders(player: &Player, game: &str, give: usize, from: usize) -> bool {
    for n in from..from + give {
        loop {
            let state = player.state(game).await;
            if state["state"] == "ended" {
                return false;
            }
            if state["waits_for_me"] == true {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let menu = player.menu(game).await;
        let done = menu.iter().find(|o| o.starts_with("done") || o.starts_with("pass"));
        let order = done.filter(|_| n % 8 == 0).unwrap_or(&menu[n * 7 % menu.len()]);
        assert_eq!(player.order(game, &[order], &key(), None).await.status(), StatusCode::OK, "{order}");
    }
    true
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_and_numbers_are_those_of_the_log_as_it_grows() {
    let server = TestServer::open();
    let player = server.player("player").await;
    let id = domain::rulesets::standard().all()[0].about().id;
    let new = json!({"ruleset": id, "seat": 0, "opponent": "bot:random", "key": key()});
    let started: Value = player.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let game = started["game"].as_str().unwrap().to_owned();
    let registry = domain::rulesets::standard();
    let (mut given, mut seen) = (0, 0);
    while seen < 6 && orders(&player, &game, 20, given).await {
        given += 20;
        let table = server.service.games().table(&game, Some(&player.account)).await.unwrap();
        let text = server.service.games().log(&table).await.unwrap();
        let log = import(&text).unwrap().records;
        let last = log.len() as u64;
        // The near before the far, then again, now that the way there was gone.
        for seq in [last - 1, 1, 63, 64, 65, last / 2, last - 1, last / 2 + 1].into_iter().filter(|s| *s <= last) {
            let then = server.service.games().at(&table, seq).await.unwrap();
            let whole = Game::replay(&registry, &log[..seq as usize]).unwrap();
            assert_eq!((then.game.len(), then.game.head()), (seq, whole.head()));
            assert_eq!(then.game.view(table.viewer), whole.view(table.viewer), "record {seq} of {last}");
        }
        let numbers = server.service.games().overview(&table).await.unwrap();
        assert_eq!(numbers, gone_through(&log, table.viewer), "{last} records");
        seen += 1;
    }
    assert!(seen >= 3, "{given} orders were given");
}
