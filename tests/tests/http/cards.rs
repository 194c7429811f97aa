//! Cards of what came of it: each roll with its own result, a question with its own dice, dice rolled again beside those they replace.

use fieldpost_tests::{Player, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

/// The cards of a page, each as HTML; the first is what is asked about, if anything is.
async fn cards(player: &Player, game: &str) -> Vec<String> {
    let page = player.browser.get(&format!("/games/{game}")).await.text().await.unwrap();
    let (_, rest) = page.split_once("id=\"outcome\"").expect("the place of the cards");
    let cards = rest.split_once("</aside>").map_or(rest, |(cards, _)| cards);
    cards.split("<details class=\"outcome").skip(1).map(str::to_owned).collect()
}

/// What stands of a card while it is folded, without its tags; dice by their faces.
fn summary(card: &str) -> String {
    let summary = card.split_once("</summary>").map_or(card, |(summary, _)| summary);
    let summary = summary.split_once("<summary>").map_or(summary, |(_, inside)| inside);
    let (mut text, mut rest) = (String::new(), summary);
    while let Some((before, tag)) = rest.split_once('<') {
        text += before;
        let (tag, after) = tag.split_once('>').unwrap_or((tag, ""));
        if let Some((_, label)) = tag.split_once("aria-label=\"") {
            text += &format!("[{}]", label.split('"').next().unwrap_or_default());
        }
        rest = after;
    }
    text + rest
}

async fn order(player: &Player, game: &str, line: &str) {
    let answer = player.order(game, &[line], &key(), None).await;
    assert_eq!(answer.status(), StatusCode::OK, "{line}: {}", answer.text().await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bombardment_keeps_its_dice_and_result_and_the_check_that_follows_has_its_own() {
    let server = TestServer::open();
    let (union, confederate) = (server.player("hannah").await, server.player("jubal").await);
    let new = json!({"ruleset": "bloodiest-day", "seat": 0, "opponent": "open", "public": true, "key": key()});
    let started: Value = union.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let game = started["game"].as_str().unwrap().to_owned();
    let joined = confederate.api.json(Method::POST, &format!("/api/games/{game}/join"), &json!({})).await;
    assert_eq!(joined.status(), StatusCode::OK);
    for player in [&union, &confederate] {
        let state: Value = player.api.get(&format!("/api/games/{game}/standing")).await.json().await.unwrap();
        let keys = state["standing"].as_object().unwrap().keys();
        let ask: serde_json::Map<String, Value> = keys.map(|k| (k.clone(), json!("ask"))).collect();
        let set = player.api.json(Method::PUT, &format!("/api/games/{game}/standing"), &json!({"standing": ask})).await;
        assert_eq!(set.status(), StatusCode::OK);
    }

    let mut again = false;
    let mut seen = false;
    for _ in 0..40 {
        let waits = union.state(&game).await["waits_for_me"] == true;
        let asked = if waits { &union } else { &confederate };
        let menu = asked.menu(&game).await;
        let line = |word: &str| menu.iter().find(|line| line.starts_with(word));
        if let Some(keep) = line("keep") {
            let told = cards(asked, &game).await;
            let question = summary(&told[0]);
            if question.contains("impulse check") {
                // The check stands with its own two dice, and what was bombarded before with its result and its dice.
                assert_eq!(question.matches('[').count(), 2, "{question}");
                assert!(!question.contains("bombards"), "{question}");
                let before = summary(&told[1]);
                assert!(before.contains("bombards") && before.contains("at long range"), "{before}");
                // Whatever the dice brought is told; which dice bring what stands in the test of told dice below.
                assert!(before.split_once("at long range").is_some_and(|(_, came)| came.contains(": ")), "{before}");
                assert!(before.contains("attack [") && before.contains("defence ["), "{before}");
                seen = true;
                break;
            }
            if question.contains("a leader&#39;s fate [") {
                // A leader whom the fire has hit: one roll, which these dice may bring before the check.
                order(asked, &game, keep).await;
                continue;
            }
            assert!(question.contains("attack [") && question.contains("defence ["), "{question}");
            let page = asked.browser.get(&format!("/games/{game}")).await.text().await.unwrap();
            if let Some(reroll) = line("reroll first").filter(|_| !again) {
                assert!(page.contains("Attack · rolls again") && page.contains("Defence · rolls again"));
                let old =
                    question.rsplit_once("attack ").unwrap().1.split_once(" defence").unwrap().0.trim().to_owned();
                order(asked, &game, reroll).await;
                again = true;
                // The other side holds the Advantage now, and may be asked as well; both see which dice came first.
                for reader in [&union, &confederate] {
                    let told = cards(reader, &game).await;
                    let card =
                        told.iter().find(|c| summary(c).contains("rolled again")).expect("a card with both rolls");
                    let text = summary(card);
                    assert!(text.contains(&format!("attack {old}, rolled again: [")), "{old}: {text}");
                    assert!(card.contains("<s class=\"was\">"), "{card}");
                    let faces: Vec<&str> = old.split(['[', ']']).filter(|f| !f.trim().is_empty()).collect();
                    let page = reader.browser.get(&format!("/games/{game}/chronicle")).await.text().await.unwrap();
                    let said = format!("instead of {}.", faces.join("+"));
                    assert!(page.contains(&said), "{said}");
                }
            } else {
                order(asked, &game, keep).await;
            }
        } else {
            order(asked, &game, line("long-range").or(line("done")).unwrap_or(&menu[0])).await;
        }
    }
    assert!(again && seen, "rolled again: {again}, a check seen: {seen}");

    // Somebody who watches gave no order, and is not told of one.
    let page = server.browser().get(&format!("/games/{game}")).await.text().await.unwrap();
    let (_, rest) = page.split_once("id=\"outcome\"").expect("the cards of a watcher");
    let told = rest.split_once("</aside>").unwrap().0;
    assert!(told.contains("more roll") && told.contains("before that, told beside the map"), "{told}");
    assert!(!told.contains("your last order"), "{told}");
}

/// The same with dice as an umpire tells them: those of the attack thrown again, those of the defence as they lay, and what they come to.
#[tokio::test(flavor = "multi_thread")]
async fn the_cards_of_told_dice_say_what_these_dice_bring() {
    let server = TestServer::open();
    let umpire = server.player("umpire").await;
    let heads = "Game: bloodiest-day\nPlayer Union: Hannah\nPlayer Confederate: Jubal\nUmpire: Ruth\n";
    let fired = "long-range 27 lead Res Art a (V) target Lawton";
    let told = async |orders: &str| {
        let text = format!("{heads}\n{orders}");
        let begun = umpire.browser.post("/enter", &[("text", text.as_str())]).await;
        assert_eq!(begun.status(), StatusCode::SEE_OTHER, "{}", begun.text().await.unwrap());
        let to = begun.headers()["location"].to_str().unwrap().to_owned();
        let game = to.trim_start_matches("/games/").trim_end_matches("/entry").to_owned();
        let cards = cards(&umpire, &game).await;
        cards.iter().map(|card| summary(card)).collect::<Vec<_>>()
    };
    // What is asked about has its own dice and no others.
    let check = told(&format!("{fired} ! 1 1 6 6\nkeep\ndone ! 3 4")).await;
    assert!(check[0].contains("impulse check") && !check[0].contains("bombards"), "{check:?}");
    assert_eq!(check[0].matches('[').count(), 2, "{check:?}");
    for part in
        ["bombards 27 (The Cornfield) at long range, Lawton defends", "no effect", "attack [1][1]", "defence [6][6]"]
    {
        assert!(check[1].contains(part), "{part} in {check:?}");
    }
    // Twelve against two: what that comes to hangs on what the defender pays.
    let paid = told(&format!("{fired} ! 6 6 1 1\nkeep")).await;
    assert!(paid[0].contains("attack [6][6]") && paid[0].contains("defence [1][1]"), "{paid:?}");
    assert!(
        paid[0].contains("Lawton defends") && paid[0].contains("is to answer") && !paid[0].contains("no effect"),
        "{paid:?}"
    );
    // Thrown again: the new dice count, and the old ones stand beside them.
    let again = told(&format!("{fired} ! 1 1 6 6\nreroll first ! 2 5")).await;
    assert!(
        again[0].contains("attack [1][1], rolled again: [2][5]") && again[0].contains("defence [6][6]"),
        "{again:?}"
    );
}
