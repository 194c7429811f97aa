//! Practice games: house players answer by themselves, also after the server has been started again.

use fieldpost_tests::{Player, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

async fn practice(player: &Player, seat: u8) -> String {
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let new = json!({"ruleset": ruleset, "seat": seat, "opponent": "bot:random", "key": key()});
    let started = player.api.json(Method::POST, "/api/games", &new).await;
    assert_eq!(started.status(), StatusCode::CREATED);
    started.json::<Value>().await.unwrap()["game"].as_str().unwrap().to_owned()
}

async fn until_asked(player: &Player, game: &str) -> Value {
    for _ in 0..600 {
        let state = player.state(game).await;
        if state["waits_for_me"] == true || state["state"] == "ended" {
            return state;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the house player does not answer");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_player_sets_up_first_and_answers_every_turn_to_the_end() {
    let server = TestServer::open();
    let player = server.player("player").await;
    let game = practice(&player, 1).await;
    let mut state = until_asked(&player, &game).await;
    let log = player.api.get(&format!("/api/games/{game}/log")).await.text().await.unwrap();
    // How many orders its set-up takes is the house player's affair; that it came first is not.
    let orders = log.lines().filter(|line| line.contains("order/1")).count();
    assert!(orders > 0, "the house player has set up");
    for turn in 0..2_000_u64 {
        if state["state"] == "ended" {
            break;
        }
        let menu = player.menu(&game).await;
        // Mostly done with it, sometimes something else, so that the game gets on.
        let done = menu.iter().find(|o| o.starts_with("done") || o.starts_with("pass"));
        let pick = usize::try_from(turn * 7 % menu.len() as u64).unwrap();
        let order = done.filter(|_| turn % 3 != 0).unwrap_or(&menu[pick]);
        let answer = player.order(&game, &[order], &key(), None).await;
        assert_eq!(answer.status(), StatusCode::OK, "{order}: {}", answer.text().await.unwrap());
        state = until_asked(&player, &game).await;
    }
    assert_eq!(state["state"], "ended");
    let log = player.api.get(&format!("/api/games/{game}/log")).await.text().await.unwrap();
    let report = domain::referee::verify(&domain::rulesets::standard(), &log, &Default::default());
    assert!(report.sound, "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_player_that_was_interrupted_goes_on_at_the_next_start() {
    let folder = std::env::temp_dir().join(format!("fieldpost-restart-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let database = folder.join("fieldpost.db");
    // With a delay of an hour the house player has not begun when the server is stopped.
    let server = TestServer::with(|config| {
        config.database = Some(database.clone());
        config.bot_delay = Duration::from_secs(3600);
    });
    let player = server.player("player").await;
    let game = practice(&player, 1).await;
    assert_eq!(player.state(&game).await["waits_for_me"], false);
    let token = server.service.accounts().new_token(&player.account, "again").await.unwrap();
    drop(server);

    let server = TestServer::with(|config| config.database = Some(database.clone()));
    let again = Player { account: player.account, browser: server.browser(), api: server.browser().with_token(token) };
    let state = until_asked(&again, &game).await;
    assert_eq!(state["waits_for_me"], true);
    drop(server);
    std::fs::remove_dir_all(&folder).unwrap();
}
