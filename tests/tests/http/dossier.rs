//! A record with all that it rests on: each die of a game recomputed, menus, letters without addresses, the register; and every wrong address.

use crate::archive::{resigned, staged};
use domain::log::import;
use fieldpost_tests::{Browser, Player, TestServer};
use reqwest::StatusCode;
use serde_json::Value;

const TABLE: &str = include_str!("../../../docs/examples/gaines-mill-on-a-table.txt");

async fn record(who: &Browser, game: &str, seq: u64) -> Value {
    let answer = who.get(&format!("/api/games/{game}/records/{seq}")).await;
    assert_eq!(answer.status(), StatusCode::OK, "{seq}");
    answer.json().await.unwrap()
}

async fn shown(who: &Browser, path: &str) -> String {
    let answer = who.get(path).await;
    assert_eq!(answer.status(), StatusCode::OK, "{path}");
    answer.text().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_die_of_a_finished_game_is_recomputed_and_every_order_stands_among_what_was_legal() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let game = staged(&server, "Disputed", [&first, &second], &|_| false).await;
    let stranger = server.browser();
    let log = shown(&stranger, &format!("/games/{game}/log")).await;
    let records = import(&log).unwrap().records;
    let (mut dice, mut listed, mut in_advance, mut orders) = (0, 0, 0, 0);
    let mut sample = None;
    let played: Vec<(_, Value)> =
        records.iter().filter(|r| r.is_kind("order/")).map(|r| (r, serde_json::from_str(&r.body).unwrap())).collect();
    // The game is of chance: among a ninth of its orders there may be none with dice, so the first few that have any
    // are looked at as well.
    let rolled = played.iter().filter(|(_, body)| !body["what"]["rolls"].as_array().unwrap().is_empty());
    for (of, body) in played.iter().step_by(9).chain(rolled.take(3)) {
        let what = &body["what"];
        let found = record(&stranger, &game, of.seq).await;
        assert_eq!(found["hash"], of.hash.to_string());
        assert_eq!((found["chained"].as_bool(), found["kind"].as_str()), (Some(true), Some("order/1")));
        assert_eq!(found["told"][0]["order"], what["order"], "{found}");
        orders += 1;
        let rolls = what["rolls"].as_array().unwrap();
        assert_eq!(found["dice"].as_array().unwrap().len(), usize::from(!rolls.is_empty()), "{found}");
        if let Some(die) = found["dice"].get(0) {
            assert_eq!(die["sound"], true, "{found}");
            assert_eq!(die["links"].as_array().unwrap().len(), 3, "{found}");
            for (shown, roll) in die["rolls"].as_array().unwrap().iter().zip(rolls) {
                assert_eq!((&shown["faces"], &shown["purpose"]), (&roll["faces"], &roll["purpose"]));
            }
            dice += 1;
            sample = Some((of.seq, found.clone()));
        }
        let menu = &found["menus"][0];
        assert!(menu["count"].as_u64().unwrap() > 0, "{found}");
        listed += u32::from(!menu["given"].is_null());
        assert_eq!(found["in_advance"].as_array().unwrap().is_empty(), what["standing"].is_null(), "{found}");
        in_advance += u32::from(!what["standing"].is_null());
        assert!(found["letters"].is_null(), "a stranger is told of no letters: {found}");
    }
    assert!(
        orders > 10 && dice > 0 && listed * 2 > orders,
        "{orders} orders, {dice} with dice, {listed} listed, {in_advance} in advance"
    );
    // The page says the same in words, and where to check it.
    let (seq, found) = sample.unwrap();
    let page = shown(&stranger, &format!("/games/{game}/records/{seq}")).await;
    for part in [
        "Sound.",
        "Before and after",
        "Who owed a decision",
        "What was legal",
        "Nobody has judged it",
        "Replay from here",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    for number in ["seed", "genesis", "phrases_hash"] {
        assert!(page.contains(found["dice"][0][number].as_str().unwrap()), "{number}");
    }
    assert!(page.contains("Letters about a game are shown to its players"), "{page}");
    assert!(!page.contains("<script>") && !page.contains("@example"), "{page}");
    // It is linked from where the record is told, replayed and counted.
    let link = format!("/games/{game}/records/");
    for path in
        [format!("/games/{game}/replay/{seq}"), format!("/games/{game}/chronicle?turn=1"), format!("/archive/{game}")]
    {
        assert!(shown(&stranger, &path).await.contains(&link), "{path}");
    }
    // The archive by program: list, game and text.
    let list: Value = stranger.get("/api/archive?player=nobody%20here").await.json().await.unwrap();
    assert_eq!(list["count"], 0, "{list}");
    let list: Value = stranger.get("/api/archive").await.json().await.unwrap();
    assert_eq!((list["count"].as_u64(), list["games"][0]["id"].as_str()), (Some(1), Some(game.as_str())), "{list}");
    let whole: Value = stranger.get(&format!("/api/archive/{game}")).await.json().await.unwrap();
    assert_eq!(whole["last"].as_u64(), Some(records.len() as u64), "{whole}");
    assert!(!whole["dice"].as_array().unwrap().is_empty(), "{whole}");
    let text = shown(&stranger, &format!("/api/archive/{game}/text")).await;
    assert_eq!(text, shown(&stranger, &format!("/archive/{game}/text")).await);
    for (path, status) in [("/api/archive?page=0", 400), ("/api/archive?result=moral", 400), ("/api/archive/none", 404)]
    {
        assert_eq!(stranger.get(path).await.status(), status, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_addresses_are_refused_in_words_and_a_private_game_stays_private() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let public = resigned(&server, &first, &second, true).await;
    let private = resigned(&server, &first, &second, false).await;
    let stranger = server.browser();
    let last = record(&stranger, &public, 1).await["last"].as_u64().unwrap();
    for wrong in ["0".to_owned(), (last + 1).to_string(), u64::MAX.to_string()] {
        for path in [format!("/games/{public}/records/{wrong}"), format!("/api/games/{public}/records/{wrong}")] {
            let answer = stranger.get(&path).await;
            assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
            let text = answer.text().await.unwrap();
            assert!(text.contains(&format!("This game has no record {wrong}.")), "{path}: {text}");
            assert!(text.contains(&format!("Its records are 1 to {last}.")), "{path}: {text}");
        }
    }
    for wrong in ["-1", "one", "18446744073709551616", "1.5"] {
        let status = stranger.get(&format!("/games/{public}/records/{wrong}")).await.status();
        assert!([StatusCode::NOT_FOUND, StatusCode::BAD_REQUEST].contains(&status), "{wrong}: {status}");
    }
    for (path, who, status) in [
        (format!("/games/{private}/records/1"), &stranger, StatusCode::NOT_FOUND),
        (format!("/api/games/{private}/records/1"), &stranger, StatusCode::NOT_FOUND),
        (format!("/games/{private}/records/1"), &second.browser, StatusCode::OK),
        (format!("/games/{}/records/1", "0".repeat(32)), &stranger, StatusCode::NOT_FOUND),
    ] {
        assert_eq!(who.get(&path).await.status(), status, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn players_see_that_a_letter_told_of_it_and_nobody_elses_address() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let game = resigned(&server, &first, &second, true).await;
    let records = server.service.store.logs().records(game.parse().unwrap(), 0).await.unwrap();
    let letters = |of: Value| of["letters"].as_array().unwrap_or_else(|| panic!("{of}")).clone();
    let of = |who: &Player| {
        let (api, game) = (who.api.clone(), game.clone());
        async move { api.get(&format!("/api/games/{game}/records/2")).await.json::<Value>().await.unwrap() }
    };
    let (mine, theirs) = (letters(of(&first).await), letters(of(&second).await));
    assert!(!mine.is_empty() && mine.len() == theirs.len(), "{mine:?} {theirs:?}");
    for letter in mine.iter().chain(&theirs) {
        assert!(letter["to"].is_null() && letter["detail"].is_null(), "{letter}");
        let at = usize::try_from(letter["record"].as_u64().unwrap()).unwrap();
        assert_eq!(letter["head"], records[at - 1].hash.to_string());
    }
    // The Message-ID stands in one's own alone.
    let ids = |of: &[Value]| of.iter().filter(|l| !l["message_id"].is_null()).count();
    assert!(ids(&mine) <= 1 && ids(&theirs) <= 1 && ids(&mine) + ids(&theirs) > 0, "{mine:?} {theirs:?}");
    for (who, other) in [(&first, "second@"), (&second, "first@")] {
        let page = shown(&who.browser, &format!("/games/{game}/records/2")).await;
        assert!(page.contains("By letter") && !page.contains(other), "{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn dice_of_a_table_are_said_to_be_told() {
    let server = TestServer::open();
    let umpire = server.player("umpire").await;
    let begun = umpire.browser.post("/enter", &[("text", TABLE)]).await;
    assert_eq!(begun.status(), StatusCode::SEE_OTHER);
    let game = begun.headers()["location"].to_str().unwrap().trim_start_matches("/games/").to_owned();
    let stranger = server.browser();
    let log = shown(&stranger, &format!("/games/{game}/log")).await;
    let records = import(&log).unwrap().records;
    let rolled = records.iter().find(|r| r.is_kind("order/") && r.body.contains("\"faces\"")).unwrap();
    let found = record(&stranger, &game, rolled.seq).await;
    assert_eq!((found["dice_told_by"].as_str(), found["dice"].as_array().map(Vec::len)), (Some("Ruth Hale"), Some(0)));
    assert!(!found["menus"][0]["given"].is_null() || found["menus"][0]["count"].as_u64() > Some(0), "{found}");
    let page = shown(&stranger, &format!("/games/{game}/records/{}", rolled.seq)).await;
    assert!(page.contains("As told by Ruth Hale, the umpire.") && !page.contains("Sound."), "{page}");
}
