//! Practice games: a newcomer's own questions are asked, and none is answered by a standing order that nobody gave; one click lets the usual
//! answer be given from the next time on.

use fieldpost_tests::{Browser, Player, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

async fn standing(browser: &Browser, game: &str) -> Value {
    browser.get(&format!("/api{game}/standing")).await.json().await.unwrap()
}

fn all_ask(state: &Value) -> bool {
    let rules = state["standing"].as_object().unwrap();
    !rules.is_empty() && rules.values().all(|rule| rule == "ask")
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_practises_is_asked_everything_guest_or_not_in_both_rulebooks() {
    let server = TestServer::open();
    let player = server.player("newcomer").await;
    for ruleset in domain::rulesets::standard().all() {
        let id = ruleset.about().id;
        let guest = server.browser();
        let entered = guest.post(&format!("/play/{id}"), &[]).await;
        let game = entered.headers()["location"].to_str().unwrap().to_owned();
        let state = standing(&guest, &game).await;
        assert!(all_ask(&state), "{id}, a guest: {state}");
        // Nobody gave that, and so it is not told; what somebody gives is.
        let told = async || {
            let turn =
                async |n: u8| guest.get(&format!("{game}/chronicle?turn={n}&page=1")).await.text().await.unwrap();
            turn(0).await + &turn(1).await
        };
        let page = told().await;
        assert!(page.contains("took the") && !page.contains("set standing orders"), "{id}: {page}");
        let question = state["standing"].as_object().unwrap().keys().next().unwrap().clone();
        guest.post(&format!("{game}/standing"), &[("notation", &format!("{question} = ask"))]).await;
        let page = guest.get(&format!("{game}/chronicle")).await.text().await.unwrap();
        assert!(page.contains("set standing orders"), "{id}: {page}");

        let at_once = player.browser.post(&format!("/play/{id}"), &[("key", &key())]).await;
        let game = at_once.headers()["location"].to_str().unwrap().to_owned();
        assert!(all_ask(&standing(&player.browser, &game).await), "{id}, at once with an account");

        let new = json!({"ruleset": id, "seat": 1, "opponent": "bot:staff", "key": key()});
        let started: Value = player.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
        let game = format!("/games/{}", started["game"].as_str().unwrap());
        assert!(all_ask(&standing(&player.browser, &game).await), "{id}, a practice game");
    }
    // Between people the ruleset's own answers hold until somebody says otherwise.
    let other = server.player("other").await;
    let game = server.game(&player, &other).await;
    assert!(!all_ask(&standing(&player.browser, &format!("/games/{game}")).await));
}

/// The button by which a question would be answered unasked: the line that it says.
fn usual(page: &str) -> Option<(String, String)> {
    let form = page.split("class=\"ask-me\"").find(|form| form.contains("Do not ask me again"))?;
    let value = form.split_once("name=\"notation\" value=\"")?.1.split_once('"')?.0;
    let to = form.split_once("action=\"")?.1.split_once('"')?.0;
    Some((value.to_owned(), to.to_owned()))
}

/// Plays on by chance until a question comes up that could have been answered in advance.
async fn until_asked(player: &Player, game: &str) -> (String, String) {
    let mut rng = domain::referee::BotRng::seeded(4);
    for _ in 0..3000 {
        let state = player.state(game).await;
        assert_ne!(state["state"], "ended", "the game was over before anything was asked");
        if state["waits_for_me"] != true {
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        }
        let shown = player.browser.get(&format!("/games/{game}")).await.text().await.unwrap();
        if let Some(found) = usual(&shown) {
            return found;
        }
        let mut menu = player.menu(game).await;
        if menu.iter().any(|line| [" fire ", " charge ", " assault ", " attack "].iter().any(|w| line.contains(w))) {
            menu.retain(|line| [" fire ", " charge ", " assault ", " attack "].iter().any(|w| line.contains(w)));
        }
        let line = rng.pick(&menu).unwrap();
        let given = player.order(game, &[line], &key(), None).await;
        assert_eq!(given.status(), StatusCode::OK, "{line}");
    }
    panic!("nothing was asked");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_of_a_newcomer_waits_for_an_answer_and_one_click_leaves_it_to_the_usual_one() {
    let server = TestServer::open();
    let player = server.player("newcomer").await;
    for ruleset in domain::rulesets::standard().all() {
        let id = ruleset.about().id;
        let begun = player.browser.post(&format!("/play/{id}"), &[("key", &key())]).await;
        let game = begun.headers()["location"].to_str().unwrap().trim_start_matches("/games/").to_owned();
        let (line, to) = until_asked(&player, &game).await;
        let (offer, value) = line.split_once(" = ").unwrap();
        let ruled = ruleset.standing_offers().into_iter().find(|o| o.key == offer).unwrap();
        assert_eq!(ruled.default, value, "{id}: the usual answer");

        // Nothing was answered for the newcomer but what left no choice.
        let table = server.service.games().table(&game, Some(&player.account)).await.unwrap();
        let told = server.service.games().chronicle(&table, 0, table.game.len()).await.unwrap();
        let unasked: Vec<_> = (told.iter())
            .filter(|e| e.seat == table.seat && e.standing_key.as_deref().is_some_and(|key| key != "forced"))
            .collect();
        assert!(unasked.is_empty(), "{id}: {unasked:?}");

        let before = player.state(&game).await["waits_for_me"].clone();
        let saved = player.browser.post(&to, &[("notation", line.as_str()), ("then", "game"), ("did", "usual")]).await;
        assert_eq!(saved.status(), StatusCode::SEE_OTHER, "{id}");
        assert!(saved.headers()["location"].to_str().unwrap().contains("did=usual"));
        let state: Value = player.api.get(&format!("/api/games/{game}/standing")).await.json().await.unwrap();
        assert_eq!(state["standing"][offer], value, "{id}");
        assert_eq!(player.state(&game).await["waits_for_me"], before, "{id}: this time it is still asked");
        let shown = player.browser.get(&format!("/games/{game}?did=usual")).await.text().await.unwrap();
        assert!(shown.contains("From the next time on"), "{id}");
        assert!(usual(&shown).is_none_or(|(other, _)| other != line), "{id}: what is answered is no longer offered");
    }
}
