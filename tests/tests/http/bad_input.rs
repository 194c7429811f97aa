//! Bad input: the right status, a sentence that helps, no record, nothing lost.

use fieldpost_store::{NewLink, Time, Token};
use fieldpost_tests::{Player, TestServer, key};
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

/// Two players, somebody who watches, and a game in which the first player is to set up, with a line of draft.
struct Scene {
    server: TestServer,
    first: Player,
    second: Player,
    watcher: Player,
    game: String,
}

impl Scene {
    async fn set() -> Scene {
        let server = TestServer::open();
        let (first, second, watcher) =
            (server.player("meade").await, server.player("hill").await, server.player("fremantle").await);
        let game = server.game(&first, &second).await;
        let line = first.menu(&game).await.swap_remove(0);
        let draft = json!({"orders": [line]});
        let kept = first.api.json(Method::PUT, &format!("/api/games/{game}/draft"), &draft).await;
        assert_eq!(kept.status(), StatusCode::OK);
        Scene { server, first, second, watcher, game }
    }

    /// What must not change: the log and the draft.
    async fn kept(&self) -> (u64, String, Value) {
        let state = self.first.state(&self.game).await;
        let draft: Value =
            self.first.api.get(&format!("/api/games/{}/draft", self.game)).await.json().await.expect("JSON");
        let length = state["length"].as_u64().expect("a length");
        (length, state["head"].as_str().expect("a head").to_owned(), draft["orders"].clone())
    }
}

/// The answer is this error, as a problem in JSON with a sentence that has these words in it.
async fn refused(answer: Response, status: StatusCode, words: &str) -> Value {
    assert_eq!(answer.status(), status);
    assert_eq!(answer.headers()["content-type"], "application/json");
    let problem: Value = answer.json().await.expect("a problem is JSON");
    assert_eq!(problem["ok"], false);
    assert_eq!(problem["status"], status.as_u16());
    let text = format!("{} {}", problem["wrong"], problem["legal"]);
    assert!(text.contains(words), "{words:?} is not in {problem}");
    problem
}

/// The answer is a page with these words.
async fn refused_page(answer: Response, status: StatusCode, words: &str) {
    assert_eq!(answer.status(), status);
    let page = answer.text().await.expect("a page");
    assert!(page.contains("<!doctype html>") && page.contains(words), "{words:?} is not in the page");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_illegal_order_names_the_rule_and_what_would_be_legal() {
    let s = Scene::set().await;
    let before = s.kept().await;
    let answer = s.first.order(&s.game, &["Griffin fire 1012"], &key(), None).await;
    let problem = refused(answer, StatusCode::UNPROCESSABLE_ENTITY, "").await;
    let section = problem["section"].as_str().and_then(|s| s.strip_prefix('§')).unwrap_or_else(|| panic!("{problem}"));
    assert_eq!(problem["rule"], section, "by its number alone, as menus and chronicles have it");
    assert!(problem["legal"].as_str().is_some_and(|s| s.ends_with('.')), "{problem}");
    assert_eq!(s.kept().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_after_a_legal_one_that_commits_nothing_takes_both_back() {
    let s = Scene::set().await;
    let before = s.kept().await;
    let good = s.first.menu(&s.game).await.swap_remove(0);
    let answer = s.first.order(&s.game, &[&good, "Griffin fire 1012"], &key(), None).await;
    refused(answer, StatusCode::UNPROCESSABLE_ENTITY, "Line 2").await;
    assert_eq!(s.kept().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_out_of_turn_says_whose_turn_it_is() {
    let s = Scene::set().await;
    let before = s.kept().await;
    let answer = s.second.order(&s.game, &["Archer 0714"], &key(), None).await;
    refused(answer, StatusCode::CONFLICT, "waits for Union").await;
    assert_eq!(s.kept().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_gives_no_orders() {
    let s = Scene::set().await;
    let before = s.kept().await;
    let order = s.first.menu(&s.game).await.swap_remove(0);
    refused(s.watcher.order(&s.game, &[&order], &key(), None).await, StatusCode::FORBIDDEN, "no seat").await;
    let menu = s.watcher.api.get(&format!("/api/games/{}/menu", s.game)).await;
    refused(menu, StatusCode::FORBIDDEN, "watch").await;
    let path = format!("/games/{}/orders", s.game);
    let by_form = s.watcher.browser.post(&path, &[("order", &order), ("key", &key())]).await;
    refused_page(by_form, StatusCode::FORBIDDEN, "no seat").await;
    assert_eq!(s.kept().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_signed_in_gives_no_orders() {
    let s = Scene::set().await;
    let before = s.kept().await;
    let body = json!({"orders": ["done"], "key": key()});
    let path = format!("/api/games/{}/orders", s.game);
    let nobody = s.server.browser().json(Method::POST, &path, &body).await;
    refused(nobody, StatusCode::UNAUTHORIZED, "Sign in").await;
    let unknown = s.server.browser().with_token(Token::fresh().reveal()).json(Method::POST, &path, &body).await;
    refused(unknown, StatusCode::UNAUTHORIZED, "token").await;
    assert_eq!(s.kept().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_for_the_other_side_are_refused() {
    let s = Scene::set().await;
    let before = s.kept().await;
    let order = s.first.menu(&s.game).await.swap_remove(0);
    let body = json!({"orders": [order], "key": key(), "seat": 0});
    let answer = s.second.api.json(Method::POST, &format!("/api/games/{}/orders", s.game), &body).await;
    refused(answer, StatusCode::FORBIDDEN, "not yours").await;
    assert_eq!(s.kept().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_takes_no_orders() {
    let s = Scene::set().await;
    let order = s.first.menu(&s.game).await.swap_remove(0);
    let resigned = s.second.api.json(Method::POST, &format!("/api/games/{}/resign", s.game), &json!({})).await;
    assert_eq!(resigned.status(), StatusCode::OK);
    let length = s.first.state(&s.game).await["length"].clone();
    let answer = s.first.order(&s.game, &[&order], &key(), None).await;
    refused(answer, StatusCode::CONFLICT, "over").await;
    let again = s.first.api.json(Method::POST, &format!("/api/games/{}/resign", s.game), &json!({})).await;
    refused(again, StatusCode::CONFLICT, "over").await;
    assert_eq!(s.first.state(&s.game).await["length"], length);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeat_with_the_same_key_is_answered_and_not_carried_out() {
    let s = Scene::set().await;
    let (order, key) = (s.first.menu(&s.game).await.swap_remove(0), key());
    let seen = s.first.state(&s.game).await["seen"].as_str().map(str::to_owned);
    let first: Value =
        s.first.order(&s.game, &[&order], &key, seen.as_deref()).await.json().await.expect("the order is carried out");
    let after = s.first.state(&s.game).await["length"].clone();
    let again = s.first.order(&s.game, &[&order], &key, seen.as_deref()).await;
    assert_eq!(again.status(), StatusCode::OK);
    assert_eq!(again.json::<Value>().await.expect("JSON"), first);
    assert_eq!(s.first.state(&s.game).await["length"], after);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_order_with_another_key_is_stale() {
    let s = Scene::set().await;
    let order = s.first.menu(&s.game).await.swap_remove(0);
    let seen = s.first.state(&s.game).await["seen"].as_str().map(str::to_owned);
    assert_eq!(s.first.order(&s.game, &[&order], &key(), seen.as_deref()).await.status(), StatusCode::OK);
    let before = s.kept().await;
    let again = s.first.order(&s.game, &[&order], &key(), seen.as_deref()).await;
    refused(again, StatusCode::CONFLICT, "changed since you looked").await;
    assert_eq!(s.kept().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_for_one_request() {
    let s = Scene::set().await;
    let (menu, key) = (s.first.menu(&s.game).await, key());
    assert_eq!(s.first.order(&s.game, &[&menu[0]], &key, None).await.status(), StatusCode::OK);
    let before = s.kept().await;
    refused(s.first.order(&s.game, &[&menu[1]], &key, None).await, StatusCode::CONFLICT, "key").await;
    assert_eq!(s.kept().await, before);
    let long = "k".repeat(65);
    refused(s.first.order(&s.game, &[&menu[1]], &long, None).await, StatusCode::BAD_REQUEST, "64").await;
    refused(s.first.order(&s.game, &[&menu[1]], "", None).await, StatusCode::BAD_REQUEST, "key").await;
    assert_eq!(s.kept().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_never_was_is_refused() {
    let s = Scene::set().await;
    let before = s.kept().await;
    let order = s.first.menu(&s.game).await.swap_remove(0);
    let never = "ab".repeat(32);
    let answer = s.first.order(&s.game, &[&order], &key(), Some(&never)).await;
    refused(answer, StatusCode::CONFLICT, "does not belong to this game").await;
    let answer = s.first.order(&s.game, &[&order], &key(), Some("yesterday")).await;
    refused(answer, StatusCode::BAD_REQUEST, "hash").await;
    assert_eq!(s.kept().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_notation_is_told_what_an_order_looks_like() {
    let s = Scene::set().await;
    let before = s.kept().await;
    let many: Vec<String> = (0..201).map(|n| format!("order {n}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let long = "x".repeat(501);
    let cases: [(&[&str], &str); 6] = [
        (&["fnord the gazebo"], ""),
        (&["\u{1F4A3}\u{202E}"], ""),
        (&["Archer\u{7}0714"], "control"),
        (&[&long], "500"),
        (&many, "200"),
        (&["", "   "], "one order a line"),
    ];
    for (orders, words) in cases {
        let answer = s.first.order(&s.game, orders, &key(), None).await;
        refused(answer, StatusCode::BAD_REQUEST, words).await;
    }
    assert_eq!(s.kept().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mebibyte_of_notation_is_read_away_and_refused() {
    let s = Scene::set().await;
    let before = s.kept().await;
    let flood = "Archer 0714 ".repeat(1024 * 1024 / 12);
    for _ in 0..3 {
        let answer = s.first.order(&s.game, &[&flood], &key(), None).await;
        refused(answer, StatusCode::PAYLOAD_TOO_LARGE, "64 KiB").await;
    }
    let path = format!("/games/{}/orders", s.game);
    let by_form = s.first.browser.post(&path, &[("order", &flood), ("key", &key())]).await;
    refused_page(by_form, StatusCode::PAYLOAD_TOO_LARGE, "too much").await;
    assert_eq!(s.kept().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_game_and_a_private_one_look_alike() {
    let s = Scene::set().await;
    let ruleset = s.first.state(&s.game).await["ruleset"].clone();
    let new = json!({"ruleset": ruleset, "opponent": "bot:random", "public": false, "key": key()});
    let private: Value = s.first.api.json(Method::POST, "/api/games", &new).await.json().await.expect("JSON");
    let private = private["game"].as_str().expect("a game").to_owned();
    let mut answers = Vec::new();
    for game in ["01a1f8e010737062813297af63bab128", "no-such-game", private.as_str()] {
        for path in ["", "/log", "/menu", "/chronicle", "/positions/1", "/draft", "/standing", "/messages"] {
            let answer = s.watcher.api.get(&format!("/api/games/{game}{path}")).await;
            answers.push(refused(answer, StatusCode::NOT_FOUND, "no such game").await);
        }
        let order = s.watcher.order(game, &["done"], &key(), None).await;
        answers.push(refused(order, StatusCode::NOT_FOUND, "no such game").await);
        refused_page(s.watcher.browser.get(&format!("/games/{game}")).await, StatusCode::NOT_FOUND, "no such game")
            .await;
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "the answers tell the cases apart");
    assert_eq!(s.first.state(&private).await["id"], private.as_str());
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_used_and_expired_links_let_nobody_in() {
    let server = TestServer::open();
    let browser = server.browser();
    for forged in [Token::fresh().reveal(), "short".to_owned(), "A".repeat(43)] {
        let path = format!("/sign-in/{forged}");
        refused_page(browser.get(&path).await, StatusCode::NOT_FOUND, "not a sign-in link of ours").await;
        refused_page(browser.post(&path, &[]).await, StatusCode::NOT_FOUND, "not a sign-in link of ours").await;
    }
    let token = Token::fresh();
    let link = NewLink {
        email: "late@example.org".parse().unwrap(),
        game: None,
        next: "/".to_owned(),
        life: Duration::from_secs(900),
        guest: None,
    };
    let then = Time::now().before(Duration::from_secs(901));
    server.service.store.sign_in().new_link(&token, link, None, then).await.unwrap();
    let path = format!("/sign-in/{}", token.reveal());
    refused_page(browser.get(&path).await, StatusCode::GONE, "expired").await;
    refused_page(browser.post(&path, &[]).await, StatusCode::GONE, "expired").await;
    assert!(browser.get("/account").await.status().is_redirection(), "nobody was signed in");
    for path in ["/join/forged", "/unsubscribe/forged"] {
        refused_page(browser.get(path).await, StatusCode::NOT_FOUND, "not a").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_from_another_site_does_nothing() {
    let s = Scene::set().await;
    let before = s.kept().await;
    let order = s.first.menu(&s.game).await.swap_remove(0);
    let form = [("order", order.as_str()), ("key", "cross-site-1")];
    let path = format!("/games/{}/orders", s.game);
    let own = s.server.url.clone();
    let cases: [&[(&str, &str)]; 7] = [
        &[("Sec-Fetch-Site", "cross-site")],
        &[("Sec-Fetch-Site", "same-site")],
        &[("Sec-Fetch-Site", "cross-site"), ("Origin", &own)],
        &[("Origin", "https://evil.example")],
        &[("Origin", "null")],
        // A name of somebody else's that leads to this machine.
        &[("Origin", "http://evil.example"), ("Host", "evil.example")],
        &[],
    ];
    for headers in cases {
        for path in [path.as_str(), "/account", "/games", "/sign-out", "/sign-in"] {
            let mut request = s.first.browser.bare(Method::POST, path).form(&form);
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            refused_page(request.send().await.unwrap(), StatusCode::FORBIDDEN, "did not come from a page").await;
        }
    }
    assert_eq!(s.kept().await, before);
    // An old browser that sends only Origin is let in.
    let old = s.first.browser.bare(Method::POST, "/sign-out").header("Origin", &own);
    assert_eq!(old.send().await.unwrap().status(), StatusCode::SEE_OTHER);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_alone_does_not_open_the_api_to_other_sites() {
    let s = Scene::set().await;
    let before = s.kept().await;
    let path = format!("/api/games/{}/resign", s.game);
    let answer = s.first.browser.bare(Method::POST, &path).header("Sec-Fetch-Site", "cross-site").json(&json!({}));
    refused(answer.send().await.unwrap(), StatusCode::FORBIDDEN, "did not come from a page").await;
    // A made-up token takes the check of the origin away, and the cookie with it.
    let answer = s.first.browser.bare(Method::POST, &path).bearer_auth(Token::fresh().reveal()).json(&json!({}));
    refused(answer.send().await.unwrap(), StatusCode::UNAUTHORIZED, "token").await;
    assert_eq!(s.kept().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_content_type_is_refused() {
    let s = Scene::set().await;
    let before = s.kept().await;
    let path = format!("/api/games/{}/orders", s.game);
    let body = json!({"orders": ["done"], "key": key()}).to_string();
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
        let answer = s.first.api.request(Method::POST, &path).header("Content-Type", kind).body(body.clone());
        refused(answer.send().await.unwrap(), StatusCode::UNSUPPORTED_MEDIA_TYPE, "application/json").await;
    }
    let bare = s.first.api.request(Method::POST, &path).body(body.clone()).send().await.unwrap();
    refused(bare, StatusCode::UNSUPPORTED_MEDIA_TYPE, "application/json").await;
    let form = s.first.browser.request(Method::POST, &format!("/games/{}/orders", s.game));
    let answer = form.header("Content-Type", "text/plain").body("order=done").send().await.unwrap();
    refused_page(answer, StatusCode::UNSUPPORTED_MEDIA_TYPE, "application/x-www-form-urlencoded").await;
    assert_eq!(s.kept().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn broken_json_says_where_it_breaks() {
    let s = Scene::set().await;
    let before = s.kept().await;
    let path = format!("/api/games/{}/orders", s.game);
    let bodies: [&[u8]; 5] =
        [b"{\"orders\": [\"done\"", b"[]", b"{\"orders\": \"done\", \"key\": \"a\"}", b"\xff\xfe", b""];
    for body in bodies {
        let answer = s.first.api.request(Method::POST, &path).header("Content-Type", "application/json");
        let answer = answer.body(body.to_vec()).send().await.unwrap();
        refused(answer, StatusCode::BAD_REQUEST, "JSON").await;
    }
    assert_eq!(s.kept().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_racing_orders_one_is_recorded_and_the_other_told() {
    let s = Scene::set().await;
    let menu = s.first.menu(&s.game).await;
    let state = s.first.state(&s.game).await;
    let (seen, before) = (state["seen"].as_str().map(str::to_owned), state["length"].as_u64().unwrap());
    let (a, b) = (menu[0].clone(), menu[menu.len() / 2].clone());
    let (key_a, key_b) = (key(), key());
    let (a, b) = ([a.as_str()], [b.as_str()]);
    let (first, second) = tokio::join!(
        s.first.order(&s.game, &a, &key_a, seen.as_deref()),
        s.first.order(&s.game, &b, &key_b, seen.as_deref()),
    );
    let mut statuses = [first.status(), second.status()];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::OK, StatusCode::CONFLICT]);
    let loser = if first.status() == StatusCode::OK { second } else { first };
    refused(loser, StatusCode::CONFLICT, "Look again").await;
    assert_eq!(s.first.state(&s.game).await["length"].as_u64(), Some(before + 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_repeats_at_once_are_one_order() {
    let s = Scene::set().await;
    let (order, key) = (s.first.menu(&s.game).await.swap_remove(0), key());
    let before = s.first.state(&s.game).await["length"].as_u64().unwrap();
    let mut repeats = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let (api, path) = (s.first.api.clone(), format!("/api/games/{}/orders", s.game));
        let body = json!({"orders": [order], "key": key});
        repeats.spawn(async move {
            let answer = api.json(Method::POST, &path, &body).await;
            (answer.status(), answer.text().await.unwrap())
        });
    }
    let answers = repeats.join_all().await;
    assert!(answers.iter().all(|a| a == &(StatusCode::OK, answers[0].1.clone())), "{answers:?}");
    assert_eq!(s.first.state(&s.game).await["length"].as_u64(), Some(before + 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_that_cannot_be_is_refused_and_the_old_one_kept() {
    let s = Scene::set().await;
    let before = s.kept().await;
    let path = format!("/api/games/{}/draft", s.game);
    let bad = s.first.api.json(Method::PUT, &path, &json!({"orders": ["Griffin fire 1012"]})).await;
    refused(bad, StatusCode::UNPROCESSABLE_ENTITY, "").await;
    let other = s.second.api.json(Method::PUT, &path, &json!({"orders": ["done"]})).await;
    refused(other, StatusCode::CONFLICT, "not your turn").await;
    let watcher = s.watcher.api.json(Method::PUT, &path, &json!({"orders": ["done"]})).await;
    refused(watcher, StatusCode::FORBIDDEN, "no seat").await;
    assert_eq!(s.kept().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_with_terms_that_are_not_on_offer_is_not_started() {
    let server = TestServer::open();
    let host = server.player("host").await;
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let good = json!({"ruleset": ruleset, "opponent": "open", "public": true, "key": key()});
    let with = |name: &str, value: Value| {
        let mut new = good.clone();
        new[name] = value;
        new
    };
    let cases = [
        (with("ruleset", json!("monopoly")), "no ruleset"),
        (with("scenario", json!("waterloo")), "no scenario"),
        (with("options", json!({"tanks": "yes"})), "options"),
        (with("seat", json!(7)), "no such seat"),
        (with("opponent", json!("bot:kasparov")), "house player"),
        (with("opponent", json!("nobody")), "opponent"),
        (with("pace", json!(5)), "pace"),
        (with("title", json!("a\nb")), "line breaks"),
        (with("title", json!("x".repeat(61))), "too long"),
        (with("phrase", json!("x".repeat(2000))), "phrase"),
        (with("key", json!("")), "key"),
    ];
    for (new, words) in cases {
        let answer = host.api.json(Method::POST, "/api/games", &new).await;
        refused(answer, StatusCode::BAD_REQUEST, words).await;
    }
    let mine: Value = host.api.get("/api/games").await.json().await.unwrap();
    assert_eq!(mine, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_token_opens_nothing() {
    let server = TestServer::open();
    let player = server.player("player").await;
    assert_eq!(player.api.get("/api/me").await.status(), StatusCode::OK);
    let tokens = server.service.accounts().tokens(&player.account).await.unwrap();
    let path = format!("/account/tokens/{}/revoke", tokens[0].id);
    assert!(player.browser.post(&path, &[]).await.status().is_redirection());
    refused(player.api.get("/api/me").await, StatusCode::UNAUTHORIZED, "revoked").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_is_not_there_and_a_method_it_does_not_take() {
    let server = TestServer::open();
    let browser = server.browser();
    refused(browser.get("/api/nothing").await, StatusCode::NOT_FOUND, "nothing at this address").await;
    refused_page(browser.get("/nothing").await, StatusCode::NOT_FOUND, "nothing at this address").await;
    let wrong = browser.request(Method::DELETE, "/api/games").send().await.unwrap();
    assert_eq!(wrong.headers()["allow"], "GET, POST");
    refused(wrong, StatusCode::METHOD_NOT_ALLOWED, "that kind of request").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_changes_is_slowed_down() {
    let server = TestServer::open();
    let player = server.player("flood").await;
    let mut requests = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let api = player.api.clone();
        requests.spawn(async move {
            for _ in 0..200 {
                let answer = api.json(Method::POST, "/api/games/none/resign", &json!({})).await;
                if answer.status() == StatusCode::TOO_MANY_REQUESTS {
                    return Some(answer.headers()["retry-after"].to_str().unwrap().parse::<u64>().unwrap());
                }
                assert_eq!(answer.status(), StatusCode::NOT_FOUND);
            }
            None
        });
    }
    let waits: Vec<u64> = requests.join_all().await.into_iter().flatten().collect();
    assert!(!waits.is_empty() && waits.iter().all(|w| *w >= 1), "{waits:?}");
    assert_eq!(player.api.get("/api/me").await.status(), StatusCode::OK, "reading goes on");
    let other = server.player("other").await;
    let theirs = other.api.json(Method::POST, "/api/games/none/resign", &json!({})).await;
    assert_eq!(theirs.status(), StatusCode::NOT_FOUND, "others are not slowed down");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_sent_twice_with_one_key_is_carried_out_once() {
    let s = Scene::set().await;
    let (_, head, _) = s.kept().await;
    let form = [("seen", head.as_str()), ("key", "the-same-form")];
    let path = format!("/games/{}/send", s.game);
    let first = s.first.browser.post(&path, &form).await;
    assert_eq!(first.status(), StatusCode::SEE_OTHER);
    let after = s.kept().await;
    assert_ne!(after.1, head);
    let again = s.first.browser.post(&path, &form).await;
    assert_eq!(again.status(), StatusCode::SEE_OTHER, "a repeat gets the answer of the first time");
    assert_eq!(again.headers()["location"], first.headers()["location"]);
    assert_eq!(s.kept().await, after);
    let other = [("seen", after.1.as_str()), ("key", "the-same-form")];
    assert_eq!(
        s.first.browser.post(&path, &other).await.status(),
        StatusCode::CONFLICT,
        "the key was for another form"
    );
}
