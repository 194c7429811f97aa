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

/// What the page tells under "Since your last turn"; empty where it tells nothing.
async fn since(player: &Player, game: &str) -> String {
    let page = player.browser.get(&format!("/games/{game}")).await.text().await.unwrap();
    let told = page.split_once("data-since open>").map_or("", |(_, rest)| rest);
    told.split_once("<details class=\"chronicle\"").map_or(told, |(told, _)| told).to_owned()
}

/// The letter to a player that says so, with its lines run together.
async fn letter(server: &TestServer, to: &Player, said: &str) -> String {
    for _ in 0..200 {
        for letter in server.letters(&to.account.email.to_string(), 1).await {
            let text = server.text_of(&letter).await.split_whitespace().collect::<Vec<_>>().join(" ");
            if text.contains(said) {
                return text;
            }
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("no letter to {} says {said:?}", to.account.name);
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
    // The form asks once more, and says what follows.
    let asked = host.browser.post(&page, &[("reason", "The <die>  is sound."), ("back_to", "")]).await;
    assert_eq!(asked.status(), StatusCode::OK);
    let asked = asked.text().await.unwrap();
    for said in
        ["Are you sure?", &format!("Record {record} stands, and the game goes on."), "“The &lt;die&gt; is sound.”"]
    {
        assert!(
            asked.contains(said) || asked.contains(&said.replace("&lt;", "&#60;").replace("&gt;", "&#62;")),
            "{said}: {asked}"
        );
    }
    let back = (record - 1).to_string();
    let asked = host.browser.post(&page, &[("reason", "Once more."), ("back_to", &back)]).await.text().await.unwrap();
    assert!(asked.contains("one order given since") && asked.contains("go back to record"), "{asked}");
    let text = host.browser.get(&page).await.text().await.unwrap();
    assert!(text.contains("Back to before") && text.contains("Further back"), "{text}");
    assert_eq!(log(&first, &game).await, before, "nothing of it is recorded");

    // It stands; twice the same form is one judgement.
    for _ in 0..2 {
        let done = host
            .browser
            .post(&page, &[("reason", "The die is sound,\r\nand the order was legal."), ("back_to", ""), ("sure", "1")])
            .await;
        assert_eq!(done.status(), StatusCode::SEE_OTHER);
        assert!(done.headers()["location"].to_str().unwrap().ends_with("?said=1#judgements"));
    }
    let text = host.browser.get(&format!("{page}?said=1")).await.text().await.unwrap();
    assert!(text.contains("Judged. It stands in the log") && text.contains("Judge it once more"), "{text}");
    // The chronicle marks the record that was judged, and leads from there to the judgement and from the judgement there.
    let chronicle = format!("/games/{game}/chronicle?turn=0");
    let text = stranger.browser.get(&chronicle).await.text().await.unwrap();
    let to = format!("href=\"{page}#judgements\">");
    for words in ["judged: it stands".to_owned(), format!("Record {record}, and its judgements")] {
        assert!(text.contains(&(to.clone() + &words)), "{words}: {text}");
    }
    for player in [&first, &second] {
        let told = since(player, &game).await;
        assert!(told.contains("The die is sound, and the order was legal."), "{told}");
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
        assert!(page.contains(&format!("judged: back to record {}", record - 1)), "{page}");
        assert!(since(player, &game).await.contains("The page named the wrong hex."));
        let letter = letter(&server, player, "The page named the wrong hex.").await;
        assert!(letter.contains(&format!("judged record {record}")), "{letter}");
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

/// A game of that ruleset which a third person hosts and two play, as programs start it.
async fn hosted_by_a_third(players: [&Player; 2], host: &Player, ruleset: &str) -> String {
    let new = json!({"ruleset": ruleset, "arbiter": true, "opponent": "open", "public": true, "key": key()});
    let started: Value = host.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let game = started["game"].as_str().unwrap_or_else(|| panic!("{started}")).to_owned();
    for (seat, player) in players.iter().enumerate() {
        let joined = player
            .api
            .json(Method::POST, &format!("/api/games/{game}/join"), &json!({"seat": seat, "phrase": ""}))
            .await;
        assert_eq!(joined.status(), StatusCode::OK, "{}", joined.text().await.unwrap());
    }
    game
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_hosts_a_game_for_two_others_and_judges_in_it() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let host = server.player("host").await;
    // By the form: nobody sits yet, and each link seats one.
    let rulesets = domain::rulesets::standard();
    let ruleset = rulesets.all()[0].about().id;
    let form = host.browser.get("/games/new").await.text().await.unwrap();
    assert!(form.contains("I host the game for others"), "{form}");
    let new = [("ruleset", ruleset), ("seat", "host"), ("opponent", "invite"), ("time", "none"), ("key", "k1")];
    let opened = host.browser.post("/games", &new).await;
    assert_eq!(opened.status(), StatusCode::SEE_OTHER, "{}", opened.text().await.unwrap());
    let link = opened.headers()["location"].to_str().unwrap().to_owned();
    let page = host.browser.get(&link).await.text().await.unwrap();
    assert!(page.contains("You play no side") && page.contains("Make one more link"), "{page}");
    let page = first.browser.get(&link).await.text().await.unwrap();
    assert!(page.contains("Open sides") && page.contains("Take the side"), "{page}");
    let bot = [("ruleset", ruleset), ("seat", "host"), ("opponent", "bot:staff"), ("key", "k2")];
    let refused = host.browser.post("/games", &bot).await;
    assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
    assert!(refused.text().await.unwrap().contains("nobody to judge between"));

    let game = hosted_by_a_third([&first, &second], &host, ruleset).await;
    let record = played([&first, &second], &game, 2).await;
    let page = format!("/games/{game}/records/{record}");
    assert!(host.browser.get(&page).await.text().await.unwrap().contains("Judge it"));
    assert!(!first.browser.get(&page).await.text().await.unwrap().contains("Judge it"));
    let said = [("reason", "It is fine."), ("back_to", ""), ("sure", "1")];
    assert_eq!(host.browser.post(&page, &said).await.status(), StatusCode::SEE_OTHER);
    assert!(since(&first, &game).await.contains("It is fine."));
}

#[tokio::test(flavor = "multi_thread")]
async fn where_no_judgement_goes_back_the_page_says_why_and_what_can_be_done() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let host = server.player("host").await;
    let rulesets = domain::rulesets::standard();
    let Some(ruleset) = rulesets.all().iter().find(|r| r.second_format().is_some()) else { return };
    let title = ruleset.about().title;
    let game = hosted_by_a_third([&first, &second], &host, ruleset.about().id).await;
    let record = played([&first, &second], &game, 1).await;
    let page = format!("/games/{game}/records/{record}");
    let text = host.browser.get(&page).await.text().await.unwrap();
    let why = format!("In a game of {title} no judgement goes back");
    assert!(text.contains(&why) && text.contains("asks for a takeback"), "{text}");
    assert!(!text.contains("Back to before"), "{text}");
    let back = (record - 1).to_string();
    let refused = host.browser.post(&page, &[("reason", "why"), ("back_to", &back), ("sure", "1")]).await;
    assert_eq!(refused.status(), StatusCode::CONFLICT);
    let refused = refused.text().await.unwrap();
    for said in ["Not in this game", &why, "Let the record stand"] {
        assert!(refused.contains(said), "{said}: {refused}");
    }
    let stands = host.browser.post(&page, &[("reason", "It stands."), ("back_to", ""), ("sure", "1")]).await;
    assert_eq!(stands.status(), StatusCode::SEE_OTHER);
    // Whoever enters a game from a table is told why this one is not on the list.
    let enter = host.browser.get("/enter").await.text().await.unwrap();
    assert!(enter.contains(&format!("Not {title}: ")), "{enter}");
}
