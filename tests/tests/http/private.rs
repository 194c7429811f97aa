//! Private logs over HTTP, with a rulebook that has secrets: what a seat does unseen is stored, told to it and to nobody else, downloaded by
//! who may read it, and missed when it is gone.

use domain::log::{Audience, import};
use domain::referee::{Registry, verify};
use fieldpost::config::Config;
use fieldpost::service::Service;
use fieldpost_tests::{Browser, Player, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Executor};
use std::sync::Arc;

const HIDE: &str = "\u{dc}bermuth Rifles hide 0302";

fn registry() -> Registry {
    Registry::new(vec![fog_ruleset::any_ruleset()])
}

/// A game of the rulebook with secrets; the players take its seats in order.
pub async fn begun(scenario: &str, players: &[&Player]) -> String {
    let new = json!({"ruleset": "fog-line", "scenario": scenario, "seat": 0, "opponent": "open", "public": true, "key": key()});
    let started: Value = players[0].api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let game = started["game"].as_str().unwrap_or_else(|| panic!("{started}")).to_owned();
    for (seat, player) in players.iter().enumerate().skip(1) {
        let join = json!({"seat": seat});
        let joined = player.api.json(Method::POST, &format!("/api/games/{game}/join"), &join).await;
        assert_eq!(joined.status(), StatusCode::OK, "{}", joined.text().await.unwrap());
    }
    game
}

pub async fn given(player: &Player, game: &str, line: &str) -> Value {
    let answer = player.order(game, &[line], &key(), None).await;
    let status = answer.status();
    let receipt: Value = answer.json().await.unwrap();
    assert_eq!(status, StatusCode::OK, "{line}: {receipt}");
    receipt
}

async fn log(who: &Browser, game: &str) -> String {
    who.get(&format!("/api/games/{game}/log")).await.text().await.unwrap()
}

/// The audiences of the private entries in somebody's download, each once, and how many entries there are.
async fn readable(who: &Browser, game: &str) -> (Vec<[u8; 2]>, usize) {
    let export = import(&log(who, game).await).unwrap();
    let mut audiences: Vec<[u8; 2]> = export.entries.iter().map(|e| e.audience.bytes()).collect();
    audiences.dedup();
    (audiences, export.entries.len())
}

/// Everything that somebody can ask about a game, and the feed's tag.
async fn all_that_is_shown(who: &Browser, game: &str, feed: Option<&str>) -> Vec<(String, String)> {
    let mut shown = Vec::new();
    let of_game = ["", "/log", "/chronicle", "/menu", "/takeback", "/positions/3", "/messages", "/draft", "/standing"];
    let paths = of_game.map(|path| format!("/api/games/{game}{path}")).into_iter().chain(
        ["", "/head", "/chronicle", "/replay/3", "/replay", "/hands"].map(|path| format!("/games/{game}{path}")),
    );
    let lists = ["/lobby", "/games", "/api/games?list=running", "/api/games?list=mine"].map(str::to_owned);
    for path in paths.chain(lists).chain(feed.map(str::to_owned)) {
        let answer = who.get(&path).await;
        let tag = format!("{:?} {}", answer.headers().get("etag"), answer.status());
        shown.push((path, tag + &answer.text().await.unwrap()));
    }
    shown
}

async fn feed(player: &Player, server: &TestServer) -> String {
    let page = player.browser.post("/account/notices/feed", &[]).await.text().await.unwrap();
    let from = page.find(&format!("{}/feeds/", server.url)).unwrap_or_else(|| panic!("no address in {page}"));
    page[from + server.url.len()..].split('"').next().unwrap().to_owned()
}

/// Without the keys that a page makes anew each time it is asked for.
fn without_keys(text: &str) -> String {
    ["name=\"key\" value=\"", "data-once=\""].into_iter().fold(text.to_owned(), |text, before| {
        let mut parts = text.split(before);
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |all, part| all + part.split_once('"').map_or("", |(_, rest)| rest))
    })
}

/// Where two texts part.
fn parting(a: &str, b: &str) -> String {
    let same =
        a.char_indices().zip(b.chars()).find(|((_, a), b)| a != b).map_or(a.len().min(b.len()), |((at, _), _)| at);
    format!("{:.200} and {:.200}", &a[same..], &b[same.min(b.len())..])
}

async fn beside(server: &TestServer) -> Arc<Service> {
    let at = server.at.trim_start_matches("http://").parse().unwrap();
    let config = Config::local(at, Some(server.service.store.path().to_owned()));
    Service::open(&config, server.url.clone(), registry()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_act_is_told_to_its_side_and_changes_nothing_that_others_are_shown() {
    let server = TestServer::of(registry, |_| {});
    let (porter, lee) = (server.player("porter").await, server.player("lee").await);
    let game = begun("two", &[&porter, &lee]).await;
    let (feed, stranger) = (feed(&lee, &server).await, server.browser());
    let shown = async || {
        let of_lee = all_that_is_shown(&lee.api, &game, Some(&feed)).await;
        let pages = all_that_is_shown(&lee.browser, &game, None).await;
        let of_stranger = all_that_is_shown(&stranger, &game, None).await;
        let all = of_lee.into_iter().chain(pages).chain(of_stranger);
        all.map(|(path, text)| (path, without_keys(&text))).collect::<Vec<_>>()
    };
    let letters = async || server.service.store.mailbox().list(None, 100).await.unwrap().len();
    shown().await; // Looking moves the mark "since you last looked".
    let (before, had) = (shown().await, letters().await);
    let length = porter.state(&game).await["length"].clone();

    let once = key();
    let receipt: Value = porter.order(&game, &[HIDE], &once, None).await.json().await.unwrap();
    assert_eq!(receipt["orders"], json!([HIDE]), "{receipt}");
    assert_eq!((&receipt["seq"], receipt["from"].as_u64()), (&length, length.as_u64().map(|n| n + 1)));
    assert_eq!(receipt["private"][0]["audience"], json!([1, 1]), "{receipt}");
    assert_eq!(receipt["private"][0]["number"], 1, "{receipt}");
    assert_ne!(receipt["story"], json!([]), "{receipt}");
    let again: Value = porter.order(&game, &[HIDE], &once, None).await.json().await.unwrap();
    assert_eq!(again, receipt, "the same request has the same answer");
    let standing = format!("/api/games/{game}/standing");
    let set = porter.api.json(Method::PUT, &standing, &json!({"standing": {"hit": "hold"}})).await;
    let set: Value = set.json().await.unwrap();
    assert_eq!(set["private"][0]["audience"], json!([3, 0]), "{set}");

    for ((path, was), (_, is)) in before.iter().zip(shown().await) {
        assert!(*was == is, "{path}: {}", parting(was, &is));
    }
    assert_eq!(letters().await, had);
    assert_eq!(readable(&porter.api, &game).await, (vec![[1, 1], [3, 0]], 2));
    assert_eq!(readable(&lee.api, &game).await.1, 0);
    let chronicle = porter.api.get(&format!("/api/games/{game}/chronicle")).await.text().await.unwrap();
    assert!(chronicle.contains(HIDE) && chronicle.contains("set standing orders"), "{chronicle}");
    // What was done unseen stands under the record before it, whose number the page has once.
    let page = porter.browser.get(&format!("/games/{game}/chronicle")).await.text().await.unwrap();
    let mut ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let told = page.matches(&format!("title=\"The position after record {length}\"")).count();
    assert!(told > 1 && ids.contains(&format!("r{length}").as_str()), "{told} of record {length}: {page}");
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "an id stands twice: {page}");
    // Given once, it cannot be given again; and to a second process it is as known as to the first.
    assert_eq!(porter.order(&game, &[HIDE], &key(), None).await.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let other = beside(&server).await;
    let (here, there) = (
        server.service.games().table(&game, Some(&porter.account)).await.unwrap(),
        other.games().table(&game, Some(&porter.account)).await.unwrap(),
    );
    assert_eq!(serde_json::to_value(there.view()).unwrap(), serde_json::to_value(here.view()).unwrap());
    assert_eq!(there.standing(), here.standing());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_two_processes_do_unseen_for_both_seats_is_all_there() {
    let server = TestServer::of(registry, |_| {});
    let (porter, lee) = (server.player("porter").await, server.player("lee").await);
    let game = begun("two", &[&porter, &lee]).await;
    let other = beside(&server).await;
    let orders = |line: &str| fieldpost::service::play::Orders {
        lines: vec![line.to_owned()],
        links: Default::default(),
        key: key(),
        seen: None,
        seat: None,
        lay: fieldpost::service::play::Lay::Alone,
    };
    let mut given = 0;
    for player in [&porter, &lee, &porter, &lee, &porter, &lee] {
        // Each process knows the game from its own last act, and none of what the other has done since.
        let line = player.menu(&game).await.into_iter().find(|line| line.contains(" hide ")).unwrap();
        let service = if given % 2 == 0 { &server.service } else { &other };
        service.play().order(&game, &player.account, orders(&line)).await.unwrap().receipt().unwrap();
        given += 1;
    }
    assert_eq!(readable(&porter.api, &game).await, (vec![[1, 1]], 3));
    assert_eq!(readable(&lee.api, &game).await, (vec![[1, 2]], 3));
    server.service.store.logs().check_chains().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_has_lost_an_entry_is_stopped_for_everybody_in_the_same_words() {
    let server = TestServer::of(registry, |_| {});
    let (porter, lee) = (server.player("porter").await, server.player("lee").await);
    let game = begun("two", &[&porter, &lee]).await;
    given(&porter, &game, HIDE).await;
    let (kept, public) = (log(&porter.api, &game).await, log(&lee.api, &game).await);
    let mut c = SqliteConnectOptions::new().filename(server.service.store.path()).connect().await.unwrap();
    c.execute("DROP TRIGGER private_entries_refuse_delete; DELETE FROM private_entries WHERE audience = x'0101'")
        .await
        .unwrap();
    let other = beside(&server).await;
    let mut said = Vec::new();
    for player in [&porter, &lee] {
        let refused = other.play().resign(&game, &player.account).await.unwrap_err();
        said.push(refused.to_string());
        let table = other.games().table(&game, Some(&player.account)).await.unwrap();
        assert!(table.stopped);
        let shown = other.games().log(&table).await.unwrap();
        assert_eq!(import(&shown).unwrap().records.len() as u64, table.row.tip.length, "what is public can be read");
    }
    assert!(said[0].contains("stopped") && said[0] == said[1], "{said:?}");
    assert!(other.store.logs().check_chains().await.is_err());

    // The download of somebody who knew it heals the game; one of somebody who did not, or a changed one, does not.
    assert!(other.heal(&public).await.is_err());
    assert!(other.heal(&kept.replace("0302", "0303")).await.is_err());
    assert_eq!(other.heal(&kept).await.unwrap(), 1);
    other.store.logs().check_chains().await.unwrap();
    for service in [other, beside(&server).await] {
        // Who has seen it stopped looks again after a while.
        let mut table = service.games().table(&game, Some(&porter.account)).await.unwrap();
        for _ in 0..60 {
            if !table.stopped {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(200)).await;
            table = service.games().table(&game, Some(&porter.account)).await.unwrap();
        }
        assert!(!table.stopped);
        assert_eq!(service.games().log(&table).await.unwrap(), kept);
    }
}

/// Plays at random until the game is over.
async fn played_out(players: &[&Player], game: &str) {
    let mut rng = domain::referee::BotRng::seeded(11);
    for _ in 0..600 {
        let mut asked = Vec::new();
        for player in players {
            let state = player.state(game).await;
            if state["state"] == "ended" {
                return;
            }
            asked.extend((state["waits_for_me"] == true).then_some(*player));
        }
        let player = *rng.pick(&asked).expect("somebody is asked");
        let menu = player.menu(game).await;
        let line = menu.iter().find(|line| *line == "ready" || *line == "done").filter(|_| menu.len() % 3 == 0);
        let line = line.or_else(|| rng.pick(&menu)).expect("a menu").clone();
        given(player, game, &line).await;
    }
    panic!("the game does not end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_verifies_for_each_reader_on_the_way_and_for_everybody_after_the_end() {
    let server = TestServer::of(registry, |_| {});
    let (porter, lee) = (server.player("porter").await, server.player("lee").await);
    let game = begun("two", &[&porter, &lee]).await;
    for _ in 0..3 {
        for player in [&porter, &lee] {
            let menu = player.menu(&game).await;
            let hide = menu.iter().find(|line| line.contains(" hide ")).unwrap();
            given(player, &game, hide).await;
        }
    }
    let stranger = server.browser();
    for who in [&porter.api, &lee.api, &stranger] {
        let report = verify(&registry(), &log(who, &game).await, &Default::default());
        assert!(report.sound && !report.open, "{report}");
    }
    played_out(&[&porter, &lee], &game).await;
    let whole = log(&stranger, &game).await;
    let report = verify(&registry(), &whole, &Default::default());
    assert!(report.sound && report.open, "{report}");
    for who in [&porter.api, &lee.api] {
        assert_eq!(log(who, &game).await, whole, "after the end everybody gets everything");
    }
    let chains = server.service.store.logs().check_chains().await.unwrap();
    assert_eq!(chains.entries, import(&whole).unwrap().entries.len() as u64);
    assert!(chains.entries > 20, "{chains:?}");

    // Brought in elsewhere it is the same log, to be read and not to be played on; and so is one without its private logs.
    let elsewhere = TestServer::of(registry, |_| {});
    let brought = elsewhere.service.games().bring_in(&whole, "host@example.org").await.unwrap().to_string();
    assert_eq!(log(&elsewhere.browser(), &brought).await, whole);
    elsewhere.service.store.logs().check_chains().await.unwrap();
    assert_eq!(elsewhere.browser().get(&format!("/games/{brought}/replay/9")).await.status(), StatusCode::OK);
    let third = TestServer::of(registry, |_| {});
    let public: String =
        whole.lines().filter(|line| !line.starts_with("{\"entry\"")).map(|line| format!("{line}\n")).collect();
    let brought = third.service.games().bring_in(&public, "host@example.org").await.unwrap().to_string();
    assert_eq!(log(&third.browser(), &brought).await, public);
    assert_eq!(third.browser().get(&format!("/games/{brought}")).await.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_a_seat_over_reads_the_seats_logs_and_who_left_nothing_that_came_after() {
    let server = TestServer::of(registry, |_| {});
    let (porter, lee, ann) = (server.player("porter").await, server.player("lee").await, server.player("ann").await);
    let game = begun("two", &[&porter, &lee]).await;
    given(&porter, &game, HIDE).await;
    let standing = format!("/api/games/{game}/standing");
    porter.api.json(Method::PUT, &standing, &json!({"standing": {"hit": "hold"}})).await;
    let act = async |who: &Player, what: Value| -> Value {
        let answer = who.api.json(Method::POST, &format!("/api/games/{game}/hands"), &what).await;
        assert_eq!(answer.status(), StatusCode::OK, "{what}");
        answer.json().await.unwrap()
    };
    act(&porter, json!({"do": "seek", "seat": 0})).await;
    act(&lee, json!({"do": "agree", "seat": 0})).await;
    let invited = act(&porter, json!({"do": "invite", "seat": 0})).await;
    let link = invited["invitation"].as_str().unwrap_or_else(|| panic!("{invited}")).to_owned();
    let path = link.strip_prefix(&server.url).unwrap_or(&link).to_owned();
    let taken = ann.browser.post(&path, &[]).await;
    assert_eq!(taken.status(), StatusCode::SEE_OTHER, "{}", taken.text().await.unwrap());

    let left = log(&porter.api, &game).await;
    assert_eq!(readable(&porter.api, &game).await, (vec![[1, 1], [3, 0]], 2), "what porter knew");
    assert_eq!(readable(&ann.api, &game).await, (vec![[1, 1]], 1), "the seat's logs, and not what porter had planned");
    let now: Value = ann.api.get(&standing).await.json().await.unwrap();
    assert_eq!(now["standing"]["hit"], "ask", "standing orders end with their holder: {now}");
    let line = ann.menu(&game).await.into_iter().find(|line| line.contains(" hide ")).unwrap();
    given(&ann, &game, &line).await;
    ann.api.json(Method::PUT, &standing, &json!({"standing": {"hit": "retreat"}})).await;
    assert_eq!(readable(&ann.api, &game).await, (vec![[1, 1], [3, 2]], 3));
    assert_eq!(log(&porter.api, &game).await, left, "who left learns nothing more");
    // In a private game, too, they keep what they knew, up to the record with which they left, and see nothing else of it.
    let mut c = SqliteConnectOptions::new().filename(server.service.store.path()).connect().await.unwrap();
    c.execute("UPDATE games SET public = 0, host = (SELECT id FROM accounts WHERE email = 'lee@example.org')")
        .await
        .unwrap();
    let own = log(&porter.api, &game).await;
    let (own, before) = (import(&own).unwrap(), import(&left).unwrap());
    assert_eq!(own.entries, before.entries);
    assert!(before.records.starts_with(&own.records) && own.records.last().unwrap().is_kind("hands/"));
    assert_eq!(porter.api.get(&format!("/api/games/{game}")).await.status(), StatusCode::NOT_FOUND);
    let stranger = server.browser().get(&format!("/api/games/{game}/log")).await;
    assert_eq!(stranger.status(), StatusCode::NOT_FOUND);
    c.execute("UPDATE games SET public = 1").await.unwrap();
    let secret = Audience::of_bytes([3, 2]);
    assert!(import(&log(&lee.api, &game).await).unwrap().entries.iter().all(|e| Some(e.audience) != secret));
    for who in [&porter.api, &ann.api, &lee.api] {
        let report = verify(&registry(), &log(who, &game).await, &Default::default());
        assert!(report.sound, "{report}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_after_a_restore_and_is_opened_when_the_host_closes_it() {
    let server = TestServer::of(registry, |_| {});
    let (porter, lee) = (server.player("porter").await, server.player("lee").await);
    let game = begun("two", &[&porter, &lee]).await;
    given(&porter, &game, HIDE).await;
    let head: fieldpost_store::Hash32 = porter.state(&game).await["head"].as_str().unwrap().parse().unwrap();
    let named = [(game[game.len() - 8..].to_owned(), 9, head), (String::new(), 99, fieldpost_store::Hash32([1; 32]))];
    assert_eq!(server.service.restored(&named).await.unwrap(), 1);
    assert!(log(&lee.api, &game).await.contains(&format!("\\\"head\\\":\\\"{head}\\\"")), "what the letter says");
    let line = lee.menu(&game).await.into_iter().find(|line| line.contains(" hide ")).unwrap();
    given(&lee, &game, &line).await;

    assert!(server.service.close_game(&game, "Both have left.").await.unwrap());
    assert!(!server.service.close_game(&game, "Twice.").await.unwrap());
    let state = lee.state(&game).await;
    assert_eq!(state["state"], "ended", "{state}");
    let page = server.browser().get(&format!("/games/{game}")).await;
    assert_eq!(page.status(), StatusCode::OK);
    assert_eq!(porter.order(&game, &["ready"], &key(), None).await.status(), StatusCode::CONFLICT);
    let whole = log(&server.browser(), &game).await;
    assert!(whole.contains(&line), "everybody reads now what was hidden");
    let report = verify(&registry(), &whole, &Default::default());
    assert!(report.sound && report.open, "{report}");
    assert_eq!(server.service.restored(&[]).await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_cannot_be_tried_on_the_key_that_a_page_gave_a_sealed_choice() {
    let server = TestServer::of(registry, |_| {});
    let (porter, lee) = (server.player("porter").await, server.player("lee").await);
    let game = begun("two", &[&porter, &lee]).await;
    for player in [&porter, &lee] {
        while let Some(line) = player.menu(&game).await.into_iter().find(|l| l.contains(" hide ")) {
            given(player, &game, &line).await;
        }
        given(player, &game, "ready").await;
    }
    let form = [("order", "declare attack"), ("key", "drawn-by-the-page"), ("seen", "")];
    let said = porter.browser.post(&format!("/games/{game}/orders"), &form).await;
    assert_eq!(said.status(), StatusCode::SEE_OTHER);
    let log = log(&lee.api, &game).await;
    let key =
        log.split("\\\"key\\\":\\\"").find(|rest| rest.starts_with("drawn-by-the-page.")).expect("a sealed choice");
    let stamp = &key["drawn-by-the-page.".len()..][..8];
    for line in ["declare attack", "declare hold"] {
        let digest = fieldpost_store::Hash32::of(line.as_bytes()).to_string();
        assert!(!digest.starts_with(stamp), "{line}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_a_record_for_a_year_is_closed_30_days_after_a_letter_whatever_was_done_unseen() {
    let server = TestServer::of(registry, |_| {});
    let (porter, lee) = (server.player("porter").await, server.player("lee").await);
    let [kept, left] = [begun("two", &[&porter, &lee]).await, begun("two", &[&porter, &lee]).await];
    let day = std::time::Duration::from_secs(24 * 3600);
    let after = |days: u32| fieldpost_store::Time::now().after(day * days);
    let letters = async || {
        let all = server.service.store.mailbox().list(None, 200).await.unwrap();
        all.into_iter().filter(|l| l.opens.contains("The game will be closed")).count()
    };
    let told = async |wanted: usize| {
        for _ in 0..200 {
            if letters().await >= wanted {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    let is_over = async |game: &str| lee.state(game).await["state"] == "ended";
    server.service.tend_ages(after(334)).await.unwrap();
    let queued = server.service.store.errands().warned(kept.parse().unwrap(), 4).await.unwrap();
    assert_eq!((queued, letters().await), (None, 0), "nobody is told too early");
    // Even after two years without a look, they have 30 days from the letter on.
    server.service.tend_ages(after(700)).await.unwrap();
    assert!(!is_over(&kept).await && !is_over(&left).await);
    told(4).await;
    assert_eq!(letters().await, 4, "both players of both games are told");
    // A record keeps one of them; what is done unseen does not keep the other, for its going on would tell.
    let offered = porter.api.json(Method::POST, &format!("/api/games/{kept}/draw"), &json!({"draw": "offer"})).await;
    assert_eq!(offered.status(), StatusCode::OK);
    given(&porter, &left, HIDE).await;
    server.service.tend_ages(after(729)).await.unwrap();
    assert!(!is_over(&left).await);
    server.service.tend_ages(after(731)).await.unwrap();
    assert!(is_over(&left).await && !is_over(&kept).await);
    let whole = log(&server.browser(), &left).await;
    let report = verify(&registry(), &whole, &Default::default());
    assert!(report.sound && report.open, "{report}");
    assert!(whole.contains("\\\"by\\\":\\\"age\\\"") && whole.contains(HIDE), "{whole}");
    // The record that kept the other is long past by then too, so its players are told anew, and have 30 days again.
    told(6).await;
    assert_eq!(letters().await, 6, "the players of the game that goes on are told anew");
    server.service.tend_ages(after(760)).await.unwrap();
    assert!(!is_over(&kept).await);
    server.service.tend_ages(after(762)).await.unwrap();
    assert!(is_over(&kept).await);
}
