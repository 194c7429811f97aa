//! The archive: finished public games are found by what they are and by what is told of them, and nothing else is.

use domain::referee::Game;
use fieldpost::service::prepared_games::Staging;
use fieldpost_store::{Errand, Store, Time};
use fieldpost_tests::{Browser, Player, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::json;
use std::time::Duration;

/// A game of the first ruleset that the house has played for these players, as far as wanted.
pub async fn staged(server: &TestServer, title: &str, players: [&Player; 2], until: &dyn Fn(&Game) -> bool) -> String {
    let pair = players.map(|p| p.account.clone());
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let staging = Staging {
        ruleset,
        title,
        bot: "random",
        players: &pair,
        pace: 3,
        clock: None,
        begun: Time::now().before(Duration::from_secs(40 * 86_400)),
        step: Duration::from_secs(60),
        until,
    };
    let id = server.service.lobby().stage(staging).await.expect("a game is staged").to_string();
    server.archived().await;
    id
}

/// A game that somebody resigned; private or not.
pub async fn resigned(server: &TestServer, first: &Player, second: &Player, public: bool) -> String {
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let new = json!({"ruleset": ruleset, "seat": 0, "opponent": "invite", "email": "second@example.org", "public": public, "key": key()});
    let started: serde_json::Value = first.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let game = started["game"].as_str().unwrap_or_else(|| panic!("{started}")).to_owned();
    let link = started["invitation"].as_str().unwrap_or_else(|| panic!("{started}")).to_owned();
    let token = link.rsplit('/').next().unwrap();
    let joined = second.api.json(Method::POST, &format!("/api/invitations/{token}"), &json!({})).await;
    assert_eq!(joined.status(), StatusCode::OK, "{}", joined.text().await.unwrap());
    let ended = first.api.json(Method::POST, &format!("/api/games/{game}/resign"), &json!({"sure": true})).await;
    assert!(ended.status().is_success(), "{}", ended.text().await.unwrap());
    server.archived().await;
    game
}

async fn page(who: &Browser, path: &str) -> (StatusCode, String) {
    let answer = who.get(path).await;
    (answer.status(), answer.text().await.unwrap())
}

async fn shown(who: &Browser, path: &str) -> String {
    let (status, text) = page(who, path).await;
    assert_eq!(status, StatusCode::OK, "{path}: {text}");
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archive_without_games_says_so() {
    let server = TestServer::open();
    let text = shown(&server.browser(), "/archive").await;
    assert!(text.contains("No public game has come to its end here yet"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_found_by_what_they_are_and_by_what_is_told_of_them() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    for (player, name) in [(&first, "First Corps"), (&second, "Zweites Korps")] {
        let accounts = server.service.store.accounts();
        accounts.set_profile(player.account.id, name.to_owned(), "UTC".to_owned(), false).await.unwrap();
    }
    let game = staged(&server, "The <first> of all", [&first, &second], &|_| false).await;
    let running = staged(&server, "Not over", [&first, &second], &|g| g.turn() > 1).await;
    let stranger = server.browser();
    let all = shown(&stranger, "/archive").await;
    assert!(all.contains("The &#60;first&#62; of all") && !all.contains("The <first>"), "{all}");
    assert!(all.contains("One game") && all.contains(&format!("/archive/{game}")), "{all}");
    assert!(!all.contains("Not over") && !all.contains(&running), "{all}");

    let found = server.service.archive().find(&Default::default(), 10, 0).await.unwrap().0;
    let shelved = &found[0].shelved;
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let winner = shelved.winner.map_or("nobody", |s| s.word());
    let loser = ["union", "confederate"].into_iter().find(|s| *s != winner).unwrap();
    // Somebody who fought: the first word of a line of the chronicle.
    let log = shown(&stranger, &format!("/games/{game}/log")).await;
    let told = domain::log::import(&log).unwrap();
    let replayed = Game::replay(&domain::rulesets::standard(), &told.records).unwrap();
    let entries = replayed.chronicle(&told.records, domain::referee::Viewer::Everyone).unwrap();
    let line =
        entries.iter().flat_map(|e| e.lines.iter().map(move |l| (e.seq, l))).find(|(_, l)| l.text.len() > 40).unwrap();
    let words: Vec<&str> =
        line.1.text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).take(3).collect();
    let phrase = format!("%22{}%22", words.join("%20"));

    for (query, wanted) in [
        (format!("game={ruleset}"), true),
        ("game=no-such-ruleset".to_owned(), false),
        ("player=FIRST".to_owned(), true),
        ("player=third".to_owned(), false),
        (format!("result={winner}"), true),
        (format!("result={loser}"), false),
        ("from=2000-01-01&to=2999-01-01".to_owned(), true),
        ("from=2999-01-01".to_owned(), false),
        (format!("q={phrase}"), true),
        ("q=first+all".to_owned(), true),
        ("q=zzyzzx".to_owned(), false),
        (format!("q={phrase}&player=third"), false),
    ] {
        let text = shown(&stranger, &format!("/archive?{query}")).await;
        assert_eq!(text.contains(&format!("/archive/{game}\"")), wanted, "{query}");
        assert_eq!(text.contains("No finished game is like that"), !wanted, "{query}");
    }
    let text = shown(&stranger, &format!("/archive?q={phrase}")).await;
    assert!(text.contains(&format!("/games/{game}/replay/{}\"", line.0)) && text.contains("<mark>"), "{text}");
    let text = shown(&stranger, "/archive?page=7").await;
    assert!(text.contains("nothing on this page"), "{text}");
    for bad in ["from=yesterday", "result=moral", "length=endless", "page=0", "page=x", "q=%22%22*", "to=2026-02-31"] {
        let (status, text) = page(&stranger, &format!("/archive?{bad}")).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{bad}");
        assert!(text.contains("role=\"alert\"") && text.contains("name=\"q\""), "{bad}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_has_a_page_and_no_other_game_has() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let stranger = server.browser();
    let game = staged(&server, "Played out", [&first, &second], &|_| false).await;
    let text = shown(&stranger, &format!("/archive/{game}")).await;
    for part in [
        "Losses by turn, in steps",
        "Victory points at the end of each turn",
        "at the end of each turn",
        "class=\"dice-bar\" ",
        "nineteen times of twenty",
        "Time taken",
        "Where most was lost",
        "The players have written nothing",
        &format!("/games/{game}/replay/1"),
        &format!("/players/{}", first.account.id),
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(!text.contains("Write a note"), "a stranger writes none");
    // Each drawing says in words what it shows.
    assert!(text.matches("role=\"img\" aria-label=\"").count() >= 5, "{text}");

    let running = staged(&server, "Going on", [&first, &second], &|g| g.turn() > 1).await;
    let private = resigned(&server, &first, &second, false).await;
    let unknown = "0".repeat(32);
    for (path, who, wanted) in [
        (format!("/archive/{running}"), &stranger, StatusCode::CONFLICT),
        (format!("/archive/{running}"), &first.browser, StatusCode::CONFLICT),
        (format!("/archive/{private}"), &stranger, StatusCode::NOT_FOUND),
        (format!("/archive/{private}"), &second.browser, StatusCode::OK),
        (format!("/archive/{unknown}"), &stranger, StatusCode::NOT_FOUND),
        ("/archive/nonsense".to_owned(), &stranger, StatusCode::NOT_FOUND),
        (format!("/players/{unknown}"), &stranger, StatusCode::NOT_FOUND),
        ("/players/nobody".to_owned(), &stranger, StatusCode::NOT_FOUND),
    ] {
        assert_eq!(page(who, &path).await.0, wanted, "{path}");
    }
    let text = shown(&stranger, "/archive").await;
    assert!(text.contains(&game) && !text.contains(&private) && !text.contains(&running), "{text}");
    let text = shown(&stranger, &format!("/players/{}", second.account.id)).await;
    assert!(text.contains("One finished game") && text.contains("over one game") && text.contains(&game), "{text}");
    assert!(!text.contains(&private), "{text}");
    // Over one season, and over one in which nothing was played.
    let season = text.split("?season=").nth(1).and_then(|rest| rest.split('#').next()).unwrap().to_owned();
    let path = format!("/players/{}", second.account.id);
    let text = shown(&stranger, &format!("{path}?season={season}")).await;
    assert!(text.contains(&format!("the season of {season}")) && text.contains("over one game"), "{text}");
    let text = shown(&stranger, &format!("{path}?season=1862")).await;
    assert!(text.contains("the season of 1862") && text.contains("Nothing to count"), "{text}");
    assert_eq!(page(&stranger, &format!("{path}?season=spring")).await.0, StatusCode::BAD_REQUEST);
}

#[tokio::test(flavor = "multi_thread")]
async fn players_write_beside_a_finished_game_for_all_to_read() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let third = server.player("third").await;
    let game = resigned(&server, &first, &second, true).await;
    let path = format!("/archive/{game}/notes");
    let write = async |who: &Player, record: &str, text: &str| {
        who.browser.post(&path, &[("record", record), ("text", text)]).await.status()
    };
    assert_eq!(write(&first, "2", "Here <b>I</b> went wrong").await, StatusCode::SEE_OTHER);
    assert_eq!(write(&second, "0", "A fine game").await, StatusCode::SEE_OTHER);
    let text = shown(&server.browser(), &format!("/archive/{game}")).await;
    assert!(text.contains("Here &#60;b&#62;I&#60;/b&#62; went wrong") && text.contains("A fine game"), "{text}");
    let text = shown(&server.browser(), &format!("/games/{game}/replay/2")).await;
    assert!(text.contains("went wrong") && !text.contains("A fine game"), "{text}");
    // Its writer changes it and takes it away; others have their own.
    assert_eq!(write(&first, "2", "Here I went right").await, StatusCode::SEE_OTHER);
    let text = shown(&first.browser, &path).await;
    assert!(text.contains("went right") && !text.contains("went wrong") && !text.contains("A fine game"), "{text}");
    let gone = first.browser.post(&path, &[("record", "2"), ("text", "kept?"), ("delete", "yes")]).await;
    assert_eq!(gone.status(), StatusCode::SEE_OTHER);
    let text = shown(&server.browser(), &format!("/archive/{game}")).await;
    assert!(!text.contains("went right") && text.contains("A fine game"), "{text}");
    for (who, record, text, wanted) in [
        (&first, "999999", "There is none", StatusCode::BAD_REQUEST),
        (&first, "two", "No number", StatusCode::BAD_REQUEST),
        (&first, "1", &*"x".repeat(2001), StatusCode::BAD_REQUEST),
        (&first, "1", "bell\u{7}", StatusCode::BAD_REQUEST),
        (&third, "1", "Not mine", StatusCode::FORBIDDEN),
    ] {
        assert_eq!(write(who, record, text).await, wanted, "{record}");
    }
    let running = server.game(&first, &second).await;
    let early =
        first.browser.post(&format!("/archive/{running}/notes"), &[("record", "1"), ("text", "Too soon")]).await;
    assert_eq!(early.status(), StatusCode::CONFLICT);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_file_fills_its_archive_by_itself() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let game = resigned(&server, &first, &second, true).await;
    // As a file from before the archive is: the game is there, and nothing of it in the archive.
    let store: &Store = &server.service.store;
    let mut file = sqlx::sqlite::SqliteConnectOptions::new().filename(store.path());
    file = sqlx::ConnectOptions::disable_statement_logging(file);
    let mut c = sqlx::ConnectOptions::connect(&file).await.unwrap();
    let gone = sqlx::Executor::execute(&mut c, "DELETE FROM archive").await.unwrap();
    assert_eq!(gone.rows_affected(), 1, "the resigned game was in it");
    sqlx::Executor::execute(&mut c, "DELETE FROM archive_text; DELETE FROM jobs WHERE lane = 'archive'").await.unwrap();
    // The server's own search may have come first.
    assert!(store.errands().find(Errand::Archive, "", Time::now()).await.unwrap() <= 1);
    for _ in 0..400 {
        if shown(&server.browser(), "/archive").await.contains(&game) {
            // Nothing is missing any more.
            assert_eq!(store.errands().find(Errand::Archive, "", Time::now()).await.unwrap(), 0);
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the game was not taken in");
}

#[tokio::test(flavor = "multi_thread")]
async fn dice_are_counted_up_for_whoever_is_not_asked() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let game = staged(&server, "Half way", [&first, &second], &|g| g.turn() > 2 && g.waiting_seats().len() == 1).await;
    let asked = first.state(&game).await["waits_for_me"] == true;
    let (busy, idle) = if asked { (&first, &second) } else { (&second, &first) };
    let path = format!("/games/{game}/dice");
    let (status, text) = page(&busy.browser, &path).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(text.contains("You are asked something") && !text.contains("dice-bar"), "{text}");
    for who in [&idle.browser, &server.browser()] {
        assert!(shown(who, &path).await.contains("class=\"dice-bar\""));
    }
    assert!(!shown(&busy.browser, &format!("/games/{game}")).await.contains(&path));
    assert!(shown(&idle.browser, &format!("/games/{game}")).await.contains(&path));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_taken_away_as_file_text_and_report_and_stands_in_frames() {
    let server = TestServer::open();
    let (first, second) = (server.player("first").await, server.player("second").await);
    let game = resigned(&server, &first, &second, true).await;
    let private = resigned(&server, &first, &second, false).await;
    let running = staged(&server, "Going on", [&first, &second], &|g| g.turn() > 1).await;
    let stranger = server.browser();
    for what in ["file", "text", "report"] {
        for (game, who, wanted) in [
            (&game, &stranger, StatusCode::OK),
            (&private, &first.browser, StatusCode::OK),
            (&private, &stranger, StatusCode::NOT_FOUND),
            (&running, &first.browser, StatusCode::CONFLICT),
            (&"0".repeat(32), &stranger, StatusCode::NOT_FOUND),
        ] {
            assert_eq!(page(who, &format!("/archive/{game}/{what}")).await.0, wanted, "{what} of {game}");
        }
    }
    // The file holds the log as it is downloaded, and lets nothing in or out.
    let file = shown(&stranger, &format!("/archive/{game}/file")).await;
    let log = shown(&stranger, &format!("/games/{game}/log")).await;
    let held = file.split("<pre id=\"log\"").nth(1).and_then(|rest| rest.split('>').nth(1)).unwrap();
    let held = held.split("</pre").next().unwrap().replace("&#34;", "\"").replace("&#39;", "'");
    let held = held.replace("&#60;", "<").replace("&#62;", ">").replace("&#38;", "&");
    assert_eq!(held, log);
    assert!(
        file.contains("default-src 'none'; img-src data: blob:; font-src data:;") && !file.contains(" src=\""),
        "nothing is fetched"
    );

    let text = shown(&stranger, &format!("/archive/{game}/text")).await;
    assert!(text.starts_with(&format!("# Game {game} of Fieldpost")), "{text}");
    let registry = domain::rulesets::standard();
    fieldpost::notation::held_against(&registry, &text, &log).unwrap();
    fieldpost::notation::play(&registry, &text).unwrap();

    // A frame: of any public game, as everybody may see it, and of no other.
    let last = domain::log::import(&log).unwrap().records.len();
    let answer = stranger.get(&format!("/embed/{game}/{last}")).await;
    let policy = answer.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.ends_with("frame-ancestors *") && !answer.headers().contains_key("x-frame-options"), "{policy}");
    let text = answer.text().await.unwrap();
    assert!(text.contains("target=\"_blank\"") && !text.contains("<script") && !text.contains("<form"), "{text}");
    for (path, wanted) in [
        (format!("/embed/{running}/1"), StatusCode::OK),
        (format!("/embed/{game}/{}", last + 1), StatusCode::NOT_FOUND),
        (format!("/embed/{game}/0"), StatusCode::NOT_FOUND),
        (format!("/embed/{game}/x"), StatusCode::NOT_FOUND),
        (format!("/embed/{private}/1"), StatusCode::NOT_FOUND),
        ("/embed/nonsense/1".to_owned(), StatusCode::NOT_FOUND),
    ] {
        // Whoever is signed in sees no more in a frame than a stranger.
        let answer = first.browser.get(&path).await;
        assert_eq!(answer.status(), wanted, "{path}");
        let framed = answer.headers().get("x-frame-options").is_none();
        assert_eq!(framed, wanted == StatusCode::OK, "{path}");
    }
    let other = stranger.get(&format!("/archive/{game}")).await;
    assert_eq!(other.headers()["x-frame-options"], "DENY");
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_are_in_the_archive_when_they_are_open_and_a_replay_is_looked_at_through_a_seat() {
    let registry = || domain::referee::Registry::new(vec![fog_ruleset::any_ruleset()]);
    let server = TestServer::of(registry, |_| {});
    let (first, second) = (server.player("first").await, server.player("second").await);
    let game = crate::private::begun("two", &[&first, &second]).await;
    crate::private::given(&first, &game, "\u{dc}bermuth Rifles hide 0302").await;
    server.archived().await;
    let stranger = server.browser();
    for who in [&stranger, &first.browser] {
        assert!(shown(who, "/archive").await.contains("No public game has come to its end"));
    }
    let before = shown(&stranger, &format!("/games/{game}/replay/3?eyes=0")).await;
    assert!(!before.contains("As the") && !before.contains("hide 0302"), "{before}");

    let ended = first.api.json(Method::POST, &format!("/api/games/{game}/resign"), &json!({})).await;
    assert!(ended.status().is_success(), "{}", ended.text().await.unwrap());
    server.archived().await;
    let found = shown(&stranger, "/archive?q=hide+0302").await;
    assert!(found.contains(&format!("/archive/{game}")) && found.contains("<mark>hide</mark>"), "{found}");
    let last = domain::log::import(&shown(&stranger, &format!("/games/{game}/log")).await).unwrap().records.len();
    let of = async |eyes: &str| shown(&stranger, &format!("/games/{game}/replay/{last}{eyes}")).await;
    let (all, own, others) = (of("").await, of("?eyes=0").await, of("?eyes=1").await);
    assert!(all.contains("All of it") && own.contains("aria-current=\"true\""), "{all}");
    // Whoever hides stands on the map for those alone who know of them.
    let pieces = |html: &str| {
        let layer = html.split("id=\"layer\"").nth(1).unwrap_or_default();
        layer.split("</div>").next().unwrap_or_default().matches("data-piece=").count()
    };
    assert!(pieces(&all) > pieces(&others) && pieces(&own) > pieces(&others), "{others}");
    // Each step keeps to the same eyes.
    assert!(others.contains(&format!("/games/{game}/replay/1?eyes=1")), "{others}");
    assert_eq!(pieces(&of("?eyes=9").await), pieces(&all), "there is no such seat: all of it is shown");
    shown(&stranger, &format!("/archive/{game}/file")).await;
    let text = shown(&stranger, &format!("/archive/{game}/text")).await;
    let wrong = fieldpost::notation::play(&registry(), &text).unwrap_err();
    assert!(wrong.line > 1 && wrong.why.contains("held against its log"), "{wrong}");
    let log = shown(&stranger, &format!("/games/{game}/log")).await;
    fieldpost::notation::held_against(&registry(), &text, &log).unwrap();
}
