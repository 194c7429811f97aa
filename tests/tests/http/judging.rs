//! Judgements: by the host who plays no seat, by nobody else, on the page and in the API; read by everybody, with letters to both; and beside the server.

use domain::clock::{Claim, ClockTerms, Control};
use domain::log::import;
use fieldpost::service::judging::Judging;
use fieldpost_tests::{Player, TestServer, hosted_game, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const TERMS: ClockTerms = ClockTerms { claim: Claim::Forfeit, control: Control::Days(3), leave: 10, stand_in: true };

/// Plays so many orders of whoever is asked, and gives the number of the last one's record.
async fn played(players: [&Player; 2], game: &str, orders: usize) -> u64 {
    let mut last = 0;
    for _ in 0..orders {
        let asked = match players[0].state(game).await["waits_for_me"] == true {
            true => players[0],
            false => players[1],
        };
        let menu = asked.menu(game).await;
        let line = menu.iter().find(|o| !o.starts_with("done")).unwrap_or(&menu[0]).clone();
        let given: Value = asked.order(game, &[&line], &key(), None).await.json().await.unwrap();
        last = given["from"].as_u64().unwrap_or_else(|| panic!("{line}: {given}"));
    }
    last
}

async fn log(of: &Player, game: &str) -> String {
    of.api.get(&format!("/api/games/{game}/log")).await.text().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_who_plays_no_seat_judges_and_everybody_reads_it() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let (host, stranger) = (server.player("host").await, server.player("stranger").await);
    let game = hosted_game(&server.service, (&host.account, [&first.account, &second.account]), 0, TERMS).await;
    let record = played([&first, &second], &game, 4).await;
    let (page, api) = (format!("/games/{game}/records/{record}"), format!("/api/games/{game}/records/{record}"));
    // The form is the host's alone.
    for (who, may) in [(&first, false), (&stranger, false), (&host, true)] {
        let text = who.browser.get(&page).await.text().await.unwrap();
        assert_eq!(text.contains("Judge it"), may, "{text}");
        assert!(text.contains("Nobody has judged it."), "{text}");
    }
    // Nobody else may, and nothing is recorded of those who try.
    let before = log(&first, &game).await;
    for (who, status) in
        [(&first, StatusCode::FORBIDDEN), (&second, StatusCode::FORBIDDEN), (&stranger, StatusCode::FORBIDDEN)]
    {
        assert_eq!(who.browser.post(&page, &[("reason", "Mine.")]).await.status(), status);
        assert_eq!(who.api.json(Method::POST, &api, &json!({"reason": "Mine."})).await.status(), status);
    }
    assert_eq!(server.browser().post(&page, &[("reason", "Mine.")]).await.status(), StatusCode::UNAUTHORIZED);
    for (body, status) in [
        (json!({"reason": " "}), StatusCode::UNPROCESSABLE_ENTITY),
        (json!({"reason": "why", "back_to": record}), StatusCode::CONFLICT),
        (json!({"reason": "why", "back_to": -1}), StatusCode::BAD_REQUEST),
        (json!({"reason": "why", "whom": 1}), StatusCode::BAD_REQUEST),
        (json!({}), StatusCode::BAD_REQUEST),
        (json!({"reason": "x".repeat(1001)}), StatusCode::BAD_REQUEST),
    ] {
        let answer = host.api.json(Method::POST, &api, &body).await;
        assert_eq!(answer.status(), status, "{body}: {}", answer.text().await.unwrap());
    }
    let beyond =
        host.api.json(Method::POST, &format!("/api/games/{game}/records/9999"), &json!({"reason": "why"})).await;
    assert_eq!(beyond.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(
        host.browser.post(&page, &[("reason", "why"), ("back_to", "soon")]).await.status(),
        StatusCode::BAD_REQUEST
    );
    assert_eq!(log(&first, &game).await, before, "nothing of it is recorded");

    // It stands; twice the same form is one judgement.
    for _ in 0..2 {
        let done = host
            .browser
            .post(&page, &[("reason", "The die is sound,\r\nand the order was legal."), ("back_to", "")])
            .await;
        assert_eq!(done.status(), StatusCode::SEE_OTHER);
    }
    let found: Value = first.api.get(&api).await.json().await.unwrap();
    let judged = found["judgements"].as_array().unwrap_or_else(|| panic!("{found}"));
    assert_eq!(judged.len(), 1, "{found}");
    assert_eq!(judged[0]["reason"], "The die is sound, and the order was legal.");
    assert_eq!(
        (judged[0]["arbiter"].as_str(), &judged[0]["back_to"]),
        (Some(host.account.name.as_str()), &Value::Null)
    );
    let text = stranger.browser.get(&page).await.text().await.unwrap();
    assert!(text.contains("The die is sound, and the order was legal."), "{text}");

    // Back to before it: whoever was asked then is asked again, and both get a letter that says why.
    let done = host
        .api
        .json(Method::POST, &api, &json!({"reason": "The page named the wrong hex.", "back_to": record - 1}))
        .await;
    assert_eq!(done.status(), StatusCode::OK, "{}", done.text().await.unwrap());
    let found: Value = second.api.get(&api).await.json().await.unwrap();
    assert_eq!(
        (found["taken_back"].as_bool(), found["judgements"].as_array().map(Vec::len)),
        (Some(true), Some(2)),
        "{found}"
    );
    let again = host.api.json(Method::POST, &api, &json!({"reason": "Once more.", "back_to": record - 1})).await;
    assert_eq!(again.status(), StatusCode::CONFLICT);
    assert!(again.text().await.unwrap().contains("the game stands there already"));
    let text = log(&second, &game).await;
    assert_eq!(domain::referee::verify(&server.service.registry, &text, &Default::default()).bad, None);
    assert_eq!(import(&text).unwrap().records.iter().filter(|r| r.is_kind("judgement/")).count(), 2);
    for player in [&first, &second] {
        let page = player.browser.get(&format!("/games/{game}/chronicle?turn=0")).await.text().await.unwrap();
        assert!(page.contains("The page named the wrong hex."), "{page}");
        let kinds = server
            .service
            .store
            .outbox()
            .told_of(game.parse().unwrap(), found["last"].as_u64().unwrap())
            .await
            .unwrap();
        assert!(
            kinds.iter().any(|letter| letter.account == Some(player.account.id)),
            "{} gets a letter",
            player.account.name
        );
    }
    let last = played([&first, &second], &game, 3).await;
    let into = json!({"reason": "It was right at first.", "back_to": record});
    let into = host.api.json(Method::POST, &format!("/api/games/{game}/records/{last}"), &into).await;
    assert_eq!(into.status(), StatusCode::CONFLICT);
    assert!(into.text().await.unwrap().contains("it was itself taken back"));
    // What was taken back does not stand, and what the arbiter has not seen is not taken back.
    let late = host.api.json(Method::POST, &api, &json!({"reason": "It stands after all."})).await;
    assert_eq!(late.status(), StatusCode::CONFLICT);
    let unseen = json!({"reason": "Further back.", "back_to": record - 2, "seen": record});
    let unseen = host.api.json(Method::POST, &api, &unseen).await;
    assert_eq!(unseen.status(), StatusCode::CONFLICT);
    assert!(unseen.text().await.unwrap().contains("gone on since you looked"));
    // Beside the server, in a name that the host of the service gives.
    let said = Judging { record: record - 1, back_to: None, reason: "Once more: it stands.".to_owned(), seen: None };
    server.service.play().judge_as(game.parse().unwrap(), "Quincy Adams", &said).await.unwrap();
    let found: Value = first.api.get(&format!("/api/games/{game}/records/{}", record - 1)).await.json().await.unwrap();
    assert_eq!(found["judgements"][0]["arbiter"], "Quincy Adams", "{found}");
    // When the game is over, nobody judges any more.
    let ended = first.api.json(Method::POST, &format!("/api/games/{game}/resign"), &json!({"sure": true})).await;
    assert!(ended.status().is_success());
    let late = host.api.json(Method::POST, &api, &json!({"reason": "Too late."})).await;
    assert_eq!(late.status(), StatusCode::CONFLICT);
    assert!(!host.browser.get(&page).await.text().await.unwrap().contains("Judge it"));
}
