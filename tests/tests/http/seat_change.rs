//! Who plays a seat, over HTTP: house players that stand in, coming back, replacements, and what is refused with which status.

use domain::clock::{Claim, ClockTerms, Control};
use fieldpost_store::Time;
use fieldpost_tests::{Player, TestServer, key, slow_game};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

const TERMS: ClockTerms = ClockTerms { claim: Claim::Forfeit, control: Control::Days(1), leave: 10, stand_in: true };

/// Somebody with an account and a name.
async fn named(server: &TestServer, name: &str) -> Player {
    let mut player = server.player(name).await;
    server
        .service
        .store
        .accounts()
        .set_profile(player.account.id, name.to_owned(), "UTC".to_owned(), false)
        .await
        .expect("a name");
    player.account.name = name.to_owned();
    player
}

/// A game in which the first player's time is out, or was begun just now.
async fn begun(server: &TestServer, days: u64, terms: ClockTerms) -> (Player, Player, String) {
    let (first, second) = (named(server, "first").await, named(server, "second").await);
    let game = slow_game(server, [&first.account, &second.account], days, terms).await;
    (first, second, game)
}

async fn act(player: &Player, game: &str, what: Value) -> (StatusCode, Value) {
    let answer = player.api.json(Method::POST, &format!("/api/games/{game}/hands"), &what).await;
    (answer.status(), answer.json().await.expect("JSON"))
}

async fn done(player: &Player, game: &str, what: Value) -> Value {
    let (status, answer) = act(player, game, what.clone()).await;
    assert_eq!(status, StatusCode::OK, "{what}: {answer}");
    answer
}

async fn refused(player: &Player, game: &str, what: Value, status: u16) -> String {
    let (found, answer) = act(player, game, what.clone()).await;
    assert_eq!(found.as_u16(), status, "{what}: {answer}");
    let wrong = answer["wrong"].as_str().expect("says what is wrong").to_owned();
    assert!(!wrong.is_empty(), "{answer}");
    wrong
}

async fn hands(player: &Player, game: &str) -> Value {
    player.api.get(&format!("/api/games/{game}/hands")).await.json().await.expect("JSON")
}

async fn page(player: &Player, path: &str) -> String {
    let answer = player.browser.get(path).await;
    assert_eq!(answer.status(), StatusCode::OK, "{path}");
    answer.text().await.unwrap()
}

async fn log(player: &Player, game: &str) -> String {
    player.api.get(&format!("/api/games/{game}/log")).await.text().await.unwrap()
}

async fn sound(server: &TestServer, player: &Player, game: &str) {
    let text = log(player, game).await;
    let report = domain::referee::verify(&server.service.registry, &text, &Default::default());
    assert_eq!(report.bad, None);
}

/// Waits until the game no longer waits for its house player.
async fn house_has_played(player: &Player, game: &str) {
    for _ in 0..1_200 {
        let state = player.state(game).await;
        if state["state"] == "ended" || log(player, game).await.contains("\\\"key\\\":\\\"bot-") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the house player does not play");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_player_stands_in_plays_and_goes_when_the_player_is_back() {
    let server = TestServer::open();
    let (first, second, game) = begun(&server, 3, TERMS).await;
    let shown = page(&second, &format!("/games/{game}/hands")).await;
    assert!(shown.contains("Have a house player stand in") && shown.contains("Look for somebody else"), "{shown}");
    assert!(!page(&first, &format!("/games/{game}/hands")).await.contains("value=\"stand-in\""), "not one's own seat");
    // By the form of the page, sent twice.
    let form_key = shown.split("name=\"key\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let form = [("do", "stand-in"), ("seat", "0"), ("key", form_key.as_str())];
    for _ in 0..2 {
        let sent = second.browser.post(&format!("/games/{game}/hands"), &form).await;
        assert_eq!(sent.status(), StatusCode::SEE_OTHER);
    }
    assert_eq!(log(&second, &game).await.matches("hands/2").count(), 1);
    house_has_played(&second, &game).await;
    let letters = server.letters(first.account.email.as_str(), 2).await;
    assert!(letters.iter().any(|l| l.opens.contains("A house player stands in for you")), "signing in, and this");
    for (path, words) in [
        ("/games".to_owned(), "A house player stands in for you."),
        (format!("/games/{game}"), "I am back"),
        (format!("/games/{game}/hands"), "I am back"),
    ] {
        let shown = page(&first, &path).await;
        assert!(shown.contains(words), "{path}: {shown}");
    }
    let chronicle = first.api.get(&format!("/api/games/{game}/chronicle")).await.text().await.unwrap();
    assert!(chronicle.contains("time is out. As the"), "{chronicle}");

    // Nothing else is taken from whoever is stood in for, by no way in.
    let length = first.state(&game).await["length"].clone();
    let order = first.order(&game, &["deploy"], &key(), None).await;
    assert_eq!(order.status(), StatusCode::CONFLICT);
    assert!(order.text().await.unwrap().contains("Say that you are back"));
    let resign = first.api.json(Method::POST, &format!("/api/games/{game}/resign"), &json!({})).await;
    assert_eq!(resign.status(), StatusCode::CONFLICT);
    assert!(!first.state(&game).await["waits_for_me"].as_bool().unwrap());
    assert_eq!(first.menu(&game).await, Vec::<String>::new());
    assert!(first.state(&game).await["length"].as_u64() >= length.as_u64());

    assert!(refused(&second, &game, json!({"do": "back"}), 409).await.contains("Nobody stands in"));
    let back = json!({"do": "back", "key": "k"});
    let once = done(&first, &game, back.clone()).await;
    assert_eq!(done(&first, &game, back).await, once, "the same again is the same");
    assert!(refused(&first, &game, json!({"do": "back"}), 409).await.contains("Nobody stands in"));
    let letters = server.letters(second.account.email.as_str(), 2).await;
    assert!(letters.len() >= 2);
    assert!(hands(&first, &game).await["seats"][0]["stood_in"] == false);
    sound(&server, &first, &game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_player_is_refused_where_it_may_not_be() {
    let server = TestServer::open();
    let (first, second, game) = begun(&server, 0, TERMS).await;
    let stranger = server.player("stranger").await;
    assert!(refused(&second, &game, json!({"do": "stand-in", "seat": 0}), 409).await.contains("time is out"));
    refused(&first, &game, json!({"do": "stand-in", "seat": 0}), 409).await;
    refused(&stranger, &game, json!({"do": "stand-in", "seat": 0}), 403).await;
    refused(&second, &game, json!({"do": "stand-in", "seat": 9}), 403).await;
    for nonsense in
        [json!({"do": "stand-in"}), json!({"do": "stand-in", "seat": -1}), json!({"do": "dance"}), json!({})]
    {
        refused(&second, &game, nonsense, 400).await;
    }
    let strict = ClockTerms { stand_in: false, ..TERMS };
    let other = slow_game(&server, [&first.account, &second.account], 3, strict).await;
    assert!(refused(&second, &other, json!({"do": "stand-in", "seat": 0}), 409).await.contains("terms of this game"));
    assert!(!page(&second, &format!("/games/{other}/hands")).await.contains("value=\"stand-in\""));
    // The tick when the game is made.
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let form = |ticked: bool, key: String| {
        let mut form =
            vec![("ruleset", ruleset.to_owned()), ("opponent", "open".to_owned()), ("time", "days".to_owned())];
        form.extend([("days", "3".to_owned()), ("key", key)]);
        form.extend(ticked.then(|| ("stand_in", "on".to_owned())));
        form
    };
    for ticked in [true, false] {
        let form = form(ticked, key());
        let form: Vec<(&str, &str)> = form.iter().map(|(k, v)| (*k, v.as_str())).collect();
        let started = first.browser.post("/games", &form).await;
        let game = started.headers()["location"].to_str().unwrap().to_owned();
        let terms: Value = first.api.get(&format!("/api{game}/clock")).await.json().await.unwrap();
        assert_eq!(terms["terms"]["stand_in"], ticked);
        assert_eq!(terms["terms_text"].as_str().unwrap().contains("a house player may stand in"), ticked);
    }
}

/// Waits for the letter that opens with these words, however many others came before.
async fn written_about(server: &TestServer, to: &Player, words: &str) {
    for _ in 0..400 {
        let letters = server.letters(to.account.email.as_str(), 1).await;
        if letters.iter().any(|l| l.opens.contains(words)) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{} was not written to about: {words}", to.account.email.as_str());
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_else_plays_on_when_both_agree() {
    let server = TestServer::open();
    let (first, second, game) = begun(&server, 0, TERMS).await;
    let (ann, stranger) = (named(&server, "ann").await, named(&server, "stranger").await);
    let say = async |who: &Player, text: &str| {
        let said = who.api.json(Method::POST, &format!("/api/games/{game}/messages"), &json!({"text": text})).await;
        assert_eq!(said.status(), StatusCode::CREATED);
    };
    say(&second, "Between the two of us").await;
    let standing: Value = first.api.get(&format!("/api/games/{game}/standing")).await.json().await.unwrap();
    let one = standing["offers"][0]["key"].as_str().unwrap().to_owned();
    let set = json!({"standing": {one.as_str(): "ask"}});
    let set = first.api.json(Method::PUT, &format!("/api/games/{game}/standing"), &set).await;
    assert_eq!(set.status(), StatusCode::OK);

    refused(&stranger, &game, json!({"do": "seek", "seat": 0}), 403).await;
    assert!(refused(&second, &game, json!({"do": "seek", "seat": 0}), 409).await.contains("time is not out"));
    refused(&second, &game, json!({"do": "agree", "seat": 0}), 409).await;
    refused(&second, &game, json!({"do": "decline", "seat": 0}), 409).await;
    refused(&first, &game, json!({"do": "invite", "seat": 0}), 409).await;
    refused(&first, &game, json!({"do": "seek", "seat": 9}), 400).await;
    done(&first, &game, json!({"do": "seek", "seat": 0, "key": "s"})).await;
    done(&first, &game, json!({"do": "seek", "seat": 0, "key": "s"})).await;
    refused(&first, &game, json!({"do": "seek", "seat": 0}), 409).await;
    refused(&first, &game, json!({"do": "agree", "seat": 0}), 409).await;
    assert!(refused(&first, &game, json!({"do": "invite", "seat": 0}), 409).await.contains("not agreed"));
    assert_eq!(hands(&stranger, &game).await["sought"], json!([]), "whoever looks on is told nothing of it");
    let asked = server.letters(second.account.email.as_str(), 2).await;
    assert!(asked.iter().any(|l| l.opens.contains("would hand the")), "{:?}", asked.last());
    let shown = page(&second, &format!("/games/{game}/hands")).await;
    assert!(shown.contains("value=\"agree\"") && shown.contains("value=\"decline\""), "{shown}");

    done(&second, &game, json!({"do": "decline", "seat": 0})).await;
    refused(&second, &game, json!({"do": "agree", "seat": 0}), 409).await;
    done(&first, &game, json!({"do": "seek", "seat": 0})).await;
    done(&second, &game, json!({"do": "agree", "seat": 0})).await;
    refused(&second, &game, json!({"do": "agree", "seat": 0}), 409).await;
    refused(&first, &game, json!({"do": "invite", "seat": 0, "to": "nonsense"}), 400).await;
    let own = first.account.email.as_str();
    refused(&first, &game, json!({"do": "invite", "seat": 0, "to": own}), 400).await;

    // A link by the page, and a letter by program; the same request makes one invitation.
    let form = [("do", "invite"), ("seat", "0"), ("key", "page-key")];
    let invited = first.browser.post(&format!("/games/{game}/hands"), &form).await;
    assert_eq!(invited.status(), StatusCode::SEE_OTHER);
    let at = invited.headers()["location"].to_str().unwrap().to_owned();
    let shown = page(&first, &at).await;
    let link = shown.split("readonly value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let link = link.trim_start_matches(&server.url).to_owned();
    assert!(!page(&second, &at).await.contains(&link), "another's page knows no link");
    let to = ann.account.email.as_str();
    let mailed = json!({"do": "invite", "seat": 0, "to": to, "key": "i"});
    let once = done(&second, &game, mailed.clone()).await;
    assert_eq!(done(&second, &game, mailed).await, once);
    server.letters(to, 2).await;

    for who in [&first, &second] {
        assert_eq!(who.browser.post(&link, &[]).await.status(), StatusCode::CONFLICT, "who plays already");
    }
    let terms = page(&ann, &link).await;
    assert!(terms.contains("in place of first") && terms.contains("Play on"), "{terms}");
    assert_eq!(server.browser().post(&link, &[]).await.status(), StatusCode::UNAUTHORIZED);
    let length = second.state(&game).await["length"].as_u64().unwrap();
    assert_eq!(ann.browser.post(&link, &[]).await.status(), StatusCode::SEE_OTHER);
    assert_eq!(second.state(&game).await["length"].as_u64().unwrap(), length + 1);
    assert_eq!(stranger.browser.post(&link, &[]).await.status(), StatusCode::GONE, "it is used");
    let other = once["invitation"].as_str().unwrap().trim_start_matches(&server.url).to_owned();
    assert_eq!(stranger.browser.post(&other, &[]).await.status(), StatusCode::GONE, "nobody is looked for any more");

    // The newcomer plays and sees what the seat sees; the one before does neither.
    assert!(!ann.menu(&game).await.is_empty());
    assert!(page(&ann, &format!("/games/{game}")).await.contains("(you)"));
    let messages = ann.api.get(&format!("/api/games/{game}/messages")).await.text().await.unwrap();
    assert!(!messages.contains("Between the two of us"), "{messages}");
    let standing: Value = ann.api.get(&format!("/api/games/{game}/standing")).await.json().await.unwrap();
    assert_ne!(standing["standing"][&one], "ask", "{standing}");
    let order = first.order(&game, &["deploy"], &key(), None).await;
    assert_eq!(order.status(), StatusCode::FORBIDDEN);
    let messages = first.api.get(&format!("/api/games/{game}/messages")).await;
    assert_eq!(messages.status(), StatusCode::FORBIDDEN);
    refused(&first, &game, json!({"do": "back"}), 403).await;
    written_about(&server, &first, "ann plays on for you").await;
    let mine = page(&first, "/games").await;
    assert!(mine.contains("Handed over") && mine.contains("ann plays the"), "{mine}");
    say(&ann, "Good evening").await;
    written_about(&server, &second, "ann plays the").await;
    let gone = server.letters(first.account.email.as_str(), 3).await;
    assert!(gone.iter().all(|l| !l.opens.contains("ann writes")), "no letters of the game any more");
    sound(&server, &second, &game).await;

    // Whoever has known one side may not have the other.
    done(&second, &game, json!({"do": "seek", "seat": 1})).await;
    done(&ann, &game, json!({"do": "agree", "seat": 1})).await;
    let link =
        done(&second, &game, json!({"do": "invite", "seat": 1})).await["invitation"].as_str().unwrap().to_owned();
    let link = link.trim_start_matches(&server.url).to_owned();
    let refused = first.browser.post(&link, &[]).await;
    assert_eq!(refused.status(), StatusCode::FORBIDDEN);
    assert_eq!(stranger.browser.post(&link, &[]).await.status(), StatusCode::SEE_OTHER);
    sound(&server, &ann, &game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_late_is_replaced_without_a_word_unless_they_play_on() {
    let server = TestServer::open();
    let (first, second, game) = begun(&server, 3, TERMS).await;
    let bob = server.player("bob").await;
    done(&second, &game, json!({"do": "seek", "seat": 0})).await;
    assert!(refused(&first, &game, json!({"do": "decline", "seat": 0}), 409).await.contains("Your time is out"));
    let invite = json!({"do": "invite", "seat": 0});
    let link = done(&second, &game, invite.clone()).await["invitation"].as_str().unwrap().to_owned();
    let link = link.trim_start_matches(&server.url).to_owned();
    // Time granted, or an order that hands over: the link leads nowhere.
    let grant = json!({"do": "grant", "seat": 0, "hours": 72});
    let granted = second.api.json(Method::POST, &format!("/api/games/{game}/clock"), &grant).await;
    assert_eq!(granted.status(), StatusCode::OK);
    assert_eq!(bob.browser.get(&link).await.status(), StatusCode::GONE);
    assert_eq!(bob.browser.post(&link, &[]).await.status(), StatusCode::GONE);
    refused(&second, &game, invite.clone(), 409).await;
    assert_eq!(hands(&second, &game).await["sought"], json!([]));

    // A second game, in which a house player stands in first; that of the seat's player is the last word.
    let game = slow_game(&server, [&first.account, &second.account], 3, TERMS).await;
    done(&second, &game, json!({"do": "stand-in", "seat": 0})).await;
    done(&second, &game, json!({"do": "seek", "seat": 0})).await;
    let link = done(&second, &game, invite.clone()).await["invitation"].as_str().unwrap().to_owned();
    let link = link.trim_start_matches(&server.url).to_owned();
    done(&first, &game, json!({"do": "back"})).await;
    assert_eq!(bob.browser.post(&link, &[]).await.status(), StatusCode::GONE);

    // A third, in which they do not come back.
    let game = slow_game(&server, [&first.account, &second.account], 3, TERMS).await;
    done(&second, &game, json!({"do": "seek", "seat": 0})).await;
    let link = done(&second, &game, invite.clone()).await["invitation"].as_str().unwrap().to_owned();
    let link = link.trim_start_matches(&server.url).to_owned();
    // Two at the door: one gets in.
    let late = server.player("late").await;
    let (one, two) = tokio::join!(bob.browser.post(&link, &[]), late.browser.post(&link, &[]));
    let mut answers = [one.status().as_u16(), two.status().as_u16()];
    answers.sort();
    assert_eq!(answers, [303, 410]);
    assert_eq!(log(&second, &game).await.matches("hands/2").count(), 1);
    server.service.errands().tend_clocks(Time::now()).await;
    sound(&server, &second, &game).await;
    // A game that is over changes hands no more.
    let ended = second.api.json(Method::POST, &format!("/api/games/{game}/resign"), &json!({})).await;
    assert_eq!(ended.status(), StatusCode::OK);
    for what in [json!({"do": "seek", "seat": 1}), json!({"do": "stand-in", "seat": 0}), json!({"do": "back"}), invite]
    {
        refused(&second, &game, what, 409).await;
    }
}
