//! Two processes on one database, as good as: the server, and the service opened a second time beside it, as the commands do. What one
//! adds, the other shows at once, and of two that add at the same time one is told what has changed.

use domain::clock::{Claim, ClockTerms, Control};
use fieldpost::config::Config;
use fieldpost::service::play::{Lay, Ordered, Orders};
use fieldpost::service::{ErrorKind, Service};
use fieldpost_store::Time;
use fieldpost_tests::{Player, TestServer, key, slow_game};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

const TERMS: ClockTerms = ClockTerms { claim: Claim::Forfeit, control: Control::Days(1), leave: 10, stand_in: true };

async fn beside(server: &TestServer) -> Arc<Service> {
    let at = server.at.trim_start_matches("http://").parse().unwrap();
    let config = Config::local(at, Some(server.service.store.path().to_owned()));
    Service::open(&config, server.url.clone(), domain::rulesets::standard()).await.unwrap()
}

fn orders(line: &str, seen: Option<&str>) -> Orders {
    let seen = seen.map(|head| head.parse().unwrap());
    Orders { lines: vec![line.to_owned()], key: key(), seen, seat: None, lay: Lay::Alone, links: Default::default() }
}

/// What the page, the menu, the log and the API say: all of one moment.
async fn agree(player: &Player, game: &str) -> Value {
    let state = player.state(game).await;
    let head = state["head"].as_str().unwrap().to_owned();
    let page = player.browser.get(&format!("/games/{game}")).await.text().await.unwrap();
    assert!(page.contains(&head), "the page is behind the API");
    let log = player.api.get(&format!("/api/games/{game}/log")).await.text().await.unwrap();
    assert!(log.contains(&head), "the log is behind the API");
    assert_eq!(state["waits_for_me"] == true, !player.menu(game).await.is_empty());
    state
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_process_adds_is_shown_at_once() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let game = server.game(&first, &second).await;
    let other = beside(&server).await;
    // The server knows the game; then everything comes from elsewhere until the turn is the other player's.
    let before = agree(&first, &game).await;
    let mut rng = domain::referee::BotRng::seeded(3);
    let mut length = before["length"].as_u64().unwrap();
    while agree(&first, &game).await["waits_for_me"] == true {
        let menu = first.menu(&game).await;
        let order = menu.iter().find(|o| o.starts_with("done")).or_else(|| rng.pick(&menu)).unwrap();
        let given = other.play().order(&game, &first.account, orders(order, None)).await.unwrap().receipt().unwrap();
        let state = agree(&second, &game).await;
        assert_eq!((state["length"].as_u64(), state["head"].as_str()), (Some(given.seq), Some(given.head.as_str())));
        assert!(given.seq > length);
        length = given.seq;
        assert!(length < 500, "the first player is never done");
    }
    assert_eq!(agree(&second, &game).await["waits_for_me"], true);
    let page = second.browser.get(&format!("/games/{game}")).await.text().await.unwrap();
    assert!(!page.contains("Waiting for"), "{page}");
    // Signing in, the beginning, and now the turn.
    let letters = server.letters(second.account.email.as_str(), 2).await;
    assert!(letters.len() >= 2);
    // The server adds on what it did not write itself, and the other process sees that.
    let order = second.menu(&game).await.remove(0);
    assert_eq!(second.order(&game, &[&order], &key(), None).await.status(), StatusCode::OK);
    let theirs = other.games().table(&game, Some(&second.account)).await.unwrap();
    assert_eq!(Some(theirs.game.len()), second.state(&game).await["length"].as_u64());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_player_answers_what_another_process_adds() {
    let server = TestServer::open();
    let player = server.player("player").await;
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let new = json!({"ruleset": ruleset, "seat": 0, "opponent": "bot:random", "key": key()});
    let started: Value = player.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let game = started["game"].as_str().unwrap();
    let other = beside(&server).await;
    let mut rng = domain::referee::BotRng::seeded(5);
    // House players do not run there: only what stands in the storage can tell the server that its own is asked.
    let table = loop {
        let table = other.games().table(game, Some(&player.account)).await.unwrap();
        let menu: Vec<String> = table.menu(None).unwrap().choices.into_iter().map(|c| c.order).collect();
        let order = menu.iter().find(|o| o.starts_with("done")).or_else(|| rng.pick(&menu)).unwrap();
        let given = other.play().order(game, &player.account, orders(order, None)).await.unwrap().receipt().unwrap();
        if !given.yours {
            break other.games().table(game, Some(&player.account)).await.unwrap();
        }
        assert!(given.seq < 500, "the player is never done");
    };
    for _ in 0..600 {
        let state = player.state(game).await;
        if state["waits_for_me"] == true && state["length"].as_u64() > Some(table.game.len()) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the house player does not answer");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delay_excused_beside_the_server_is_shown_by_it() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let game = slow_game(&server, [&first.account, &second.account], 0, TERMS).await;
    let before = agree(&first, &game).await["length"].as_u64().unwrap();
    let (from, until) =
        (Time::now().before(Duration::from_secs(7_200)), Time::now().before(Duration::from_secs(3_600)));
    assert_eq!(beside(&server).await.clocks().excuse(from, until, "The mail stood still.").await.unwrap(), 1);
    for player in [&first, &second] {
        assert_eq!(agree(player, &game).await["length"].as_u64(), Some(before + 1));
    }
    // And orders go on from there.
    let menu = first.menu(&game).await;
    assert_eq!(first.order(&game, &[&menu[0]], &key(), None).await.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_taken_in_another_process_is_taken_here() {
    let server = TestServer::open();
    let (host, guest, late) = (server.player("host").await, server.player("guest").await, server.player("late").await);
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let new = json!({"ruleset": ruleset, "seat": 0, "opponent": "open", "public": true, "key": key()});
    let started: Value = host.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let game = started["game"].as_str().unwrap();
    assert_eq!(host.state(game).await["state"], "lobby");
    beside(&server).await.lobby().join(game, &guest.account, None, "").await.unwrap();
    let (mine, theirs) = (agree(&host, game).await, agree(&guest, game).await);
    assert_eq!((&mine["state"], &theirs["state"]), (&json!("running"), &json!("running")));
    assert!(mine["waits_for_me"] == true || theirs["waits_for_me"] == true);
    let refused = late.api.json(Method::POST, &format!("/api/games/{game}/join"), &json!({})).await;
    assert_eq!(refused.status(), StatusCode::CONFLICT);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_orders_from_two_processes_one_is_told_what_has_changed() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let game = server.game(&first, &second).await;
    let other = beside(&server).await;
    for _ in 0..15 {
        let state = agree(&first, &game).await;
        if state["waits_for_me"] != true {
            break;
        }
        let (length, head) = (state["length"].as_u64().unwrap(), state["head"].as_str());
        let order = first.menu(&game).await.remove(0);
        let (here, there) = tokio::join!(
            server.service.play().order(&game, &first.account, orders(&order, head)),
            other.play().order(&game, &first.account, orders(&order, head)),
        );
        let (given, refused) = match (here, there) {
            (Ok(given), Err(refused)) | (Err(refused), Ok(given)) => (given, refused),
            (here, there) => panic!("{here:?} {there:?}"),
        };
        let Ordered::Given(receipt) = given else { panic!("nothing was to be laid out") };
        assert_eq!(receipt.from, length + 1);
        assert_eq!(refused.kind, ErrorKind::Conflict, "{refused}");
        assert!(refused.wrong.contains(&format!("record {}", length + 1)), "{refused}");
        assert_eq!(agree(&second, &game).await["length"].as_u64(), Some(receipt.seq));
    }
    let log = first.api.get(&format!("/api/games/{game}/log")).await.text().await.unwrap();
    let report = domain::referee::verify(&domain::rulesets::standard(), &log, &Default::default());
    assert!(report.sound, "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_revoked_in_another_process_opens_nothing_at_once() {
    let server = TestServer::open();
    let player = server.player("player").await;
    assert_eq!(player.api.get("/api/me").await.status(), StatusCode::OK);
    let other = beside(&server).await;
    for token in other.accounts().tokens(&player.account).await.unwrap() {
        other.accounts().revoke_token(&player.account, &token.id.to_string()).await.unwrap();
    }
    assert_eq!(player.api.get("/api/me").await.status(), StatusCode::UNAUTHORIZED);
    for session in other.accounts().sessions(&player.account).await.unwrap() {
        other.accounts().revoke_session(&player.account, &session.id.to_string()).await.unwrap();
    }
    let page = player.browser.get("/account").await;
    assert_eq!(page.status(), StatusCode::SEE_OTHER);
}
