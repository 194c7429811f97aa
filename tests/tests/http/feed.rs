//! One's games as an Atom feed.

use fieldpost_tests::{Player, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

/// Reads a feed with a parser that is not ours. Answers its root's name, its updated, and title, updated and content of each entry.
fn parsed(feed: &str) -> Value {
    let program = "import sys, json, xml.etree.ElementTree as t\n\
        a = '{http://www.w3.org/2005/Atom}'\n\
        r = t.fromstring(sys.stdin.buffer.read())\n\
        e = [[x.findtext(a + n) for n in ('id', 'title', 'updated', 'content')] + [x.find(a + 'link').get('href')] for x in r.iter(a + 'entry')]\n\
        json.dump({'root': r.tag, 'id': r.findtext(a + 'id'), 'updated': r.findtext(a + 'updated'), 'title': r.findtext(a + 'title'), 'entries': e}, sys.stdout)";
    let mut child = Command::new("/usr/bin/python3")
        .args(["-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 parses the feed");
    child.stdin.take().unwrap().write_all(feed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "not well-formed: {feed}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The address of a player's feed, as the page shows it once.
async fn open_feed(server: &TestServer, player: &Player) -> String {
    let page = player.browser.post("/account/notices/feed", &[]).await.text().await.unwrap();
    let from = page.find(&format!("{}/feeds/", server.url)).unwrap_or_else(|| panic!("no address in {page}"));
    page[from + server.url.len()..].split('"').next().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_tells_whose_turn_it_is_and_is_sent_again_only_when_something_has_changed() {
    let server = TestServer::open();
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let title = "Mill & <stream> ]]> \"é\"";
    let new =
        json!({"ruleset": ruleset, "seat": 0, "opponent": "invite", "public": false, "title": title, "key": key()});
    let started: Value = first.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let game = started["game"].as_str().unwrap().to_owned();
    let path = open_feed(&server, &first).await;
    let reader = server.browser();
    let answer = reader.get(&path).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()["content-type"], "application/atom+xml; charset=utf-8");
    let kept = answer.headers()["cache-control"].to_str().unwrap().to_owned();
    assert!(kept.contains("private"), "{kept}");
    let tag = answer.headers()["etag"].to_str().unwrap().to_owned();
    let feed = parsed(&answer.text().await.unwrap());
    assert_eq!(feed["root"], "{http://www.w3.org/2005/Atom}feed");
    assert_eq!(feed["entries"].as_array().unwrap().len(), 1);
    assert!(feed["entries"][0][1].as_str().unwrap().starts_with(title), "{feed}");
    assert!(feed["updated"].as_str().unwrap().ends_with('Z'));
    assert_eq!(feed["entries"][0][4], format!("{}/games/{game}", server.url));

    let again = reader.bare(Method::GET, &path).header("If-None-Match", &tag).send().await.unwrap();
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(again.headers()["etag"].to_str().unwrap(), tag);
    assert!(again.text().await.unwrap().is_empty());

    // A second game changes it; what an opponent does is told in words.
    let shared = server.game(&second, &first).await;
    let next = reader.bare(Method::GET, &path).header("If-None-Match", &tag).send().await.unwrap();
    assert_eq!(next.status(), StatusCode::OK);
    let before = next.headers()["etag"].to_str().unwrap().to_owned();
    second.finish_turn(&shared).await;
    let answer = reader.get(&path).await;
    assert_ne!(answer.headers()["etag"].to_str().unwrap(), before);
    let feed = parsed(&answer.text().await.unwrap());
    let entry = feed["entries"].as_array().unwrap().iter().find(|e| e[4].as_str().unwrap().ends_with(&shared)).unwrap();
    assert!(entry[1].as_str().unwrap().ends_with(": your turn"), "{entry}");
    let asks = first.state(&shared).await["asks"][0]["asks"].as_str().unwrap().to_owned();
    let content = entry[3].as_str().unwrap();
    assert!(content.starts_with(&asks) && content.lines().count() > 2, "{content}");

    // The other player's feed has only the game they share; the private one is not theirs to see.
    let theirs = parsed(&reader.get(&open_feed(&server, &second).await).await.text().await.unwrap());
    let games: Vec<&str> = theirs["entries"].as_array().unwrap().iter().filter_map(|e| e[4].as_str()).collect();
    assert_eq!(games, [format!("{}/games/{shared}", server.url)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_is_guessed_replaced_or_revoked_shows_nothing() {
    let server = TestServer::open();
    let player = server.player("lee").await;
    let reader = server.browser();
    let first = open_feed(&server, &player).await;
    assert_eq!(reader.get(&first).await.status(), StatusCode::OK);
    let page = player.browser.get("/account/notices").await.text().await.unwrap();
    assert!(!page.contains(&first), "the address is shown once");
    let second = open_feed(&server, &player).await;
    assert_eq!(reader.get(&first).await.status(), StatusCode::NOT_FOUND, "a new address makes the old one void");
    assert_eq!(reader.get(&second).await.status(), StatusCode::OK);
    for guess in ["/feeds/x", &format!("/feeds/{}", "A".repeat(43)), &format!("{second}A"), "/feeds/%00"] {
        assert_eq!(reader.get(guess).await.status(), StatusCode::NOT_FOUND, "{guess}");
    }
    let stranger = server.player("stranger").await;
    assert_eq!(stranger.browser.post("/account/notices/feed/revoke", &[]).await.status(), StatusCode::SEE_OTHER);
    assert_eq!(reader.get(&second).await.status(), StatusCode::OK, "a stranger revokes their own");
    assert_eq!(player.browser.post("/account/notices/feed/revoke", &[]).await.status(), StatusCode::SEE_OTHER);
    let gone = reader.bare(Method::GET, &second).header("If-None-Match", "*").send().await.unwrap();
    assert_eq!(gone.status(), StatusCode::NOT_FOUND);
    assert_eq!(reader.post("/account/notices/feed", &[]).await.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn in_every_ruleset_a_feed_tells_its_owner_what_the_game_s_page_tells_them() {
    let server = TestServer::open();
    let players = [server.player("porter").await, server.player("lee").await];
    for ruleset in domain::rulesets::standard().all() {
        let id = ruleset.about().id;
        let new = json!({"ruleset": id, "seat": 0, "opponent": "open", "public": true, "title": id, "key": key()});
        let started: Value = players[0].api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
        let game = started["game"].as_str().unwrap().to_owned();
        let joined = players[1].api.json(Method::POST, &format!("/api/games/{game}/join"), &json!({})).await;
        assert_eq!(joined.status(), StatusCode::OK);
        for player in &players {
            player.finish_turn(&game).await;
        }
        for player in &players {
            let feed = parsed(&server.browser().get(&open_feed(&server, player).await).await.text().await.unwrap());
            let entries = feed["entries"].as_array().unwrap();
            let entry = entries.iter().find(|e| e[4].as_str().unwrap().ends_with(&game)).unwrap();
            let told: Value = player.api.get(&format!("/api/games/{game}/chronicle")).await.json().await.unwrap();
            let told = told.to_string();
            let lines: Vec<&str> = entry[3].as_str().unwrap().lines().skip(2).filter(|l| !l.is_empty()).collect();
            assert!(!lines.is_empty(), "{id}: {entry}");
            for line in lines {
                let coded = serde_json::to_string(line).unwrap();
                assert!(
                    told.contains(coded.trim_matches('"')),
                    "{id}: {line} is not in the chronicle of {}",
                    player.account.email
                );
            }
        }
    }
}
