//! Signing in by letter, sessions, and how often one may ask.

use fieldpost::service::{Notice, NoticeKind};
use fieldpost_store::{NewLetter, NewLink, Outcome, SIGN_IN_LIFE, SessionStart, Time, Token, Way};
use fieldpost_tests::{Browser, TestServer};
use reqwest::{Method, StatusCode};
use std::net::IpAddr;
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn a_link_shows_a_button_and_works_once() {
    let server = TestServer::open();
    let browser = server.browser();
    let asked = browser.post("/sign-in", &[("email", "  Meade@Example.ORG "), ("next", "/account")]).await;
    assert_eq!(asked.status(), StatusCode::OK);
    let letters = server.letters("meade@example.org", 1).await;
    let link = server.link_in(&letters[0], "/sign-in/").await;

    // A mail program opens links by itself: that uses nothing up and signs nobody in.
    for _ in 0..3 {
        let scanner = server.browser().get(&link).await;
        assert_eq!(scanner.status(), StatusCode::OK);
        assert!(scanner.headers().get("set-cookie").is_none());
        assert!(scanner.text().await.unwrap().contains("<button"));
    }
    let entered = browser.post(&link, &[]).await;
    assert_eq!(entered.status(), StatusCode::SEE_OTHER);
    assert_eq!(entered.headers()["location"], "/account");
    let cookie = entered.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && cookie.contains("Path=/"), "{cookie}");
    assert_eq!(browser.get("/account").await.status(), StatusCode::OK);

    let again = server.browser().post(&link, &[]).await;
    assert_eq!(again.status(), StatusCode::GONE);
    assert!(again.text().await.unwrap().contains("used already"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_letter_is_not_sent_once_its_link_ran_out_or_was_used() {
    let server = TestServer::open();
    let store = &server.service.store;
    let now = Time::now();
    let mut fates = Vec::new();
    for (name, life, used) in
        [("late", Duration::ZERO, false), ("used", SIGN_IN_LIFE, true), ("good", SIGN_IN_LIFE, false)]
    {
        let (token, to) = (Token::fresh(), format!("{name}@example.org"));
        let link = NewLink { email: to.parse().unwrap(), game: None, next: "/".to_owned(), life, guest: None };
        store.sign_in().new_link(&token, link, None, now).await.unwrap();
        if used {
            let start = SessionStart { game: None, agent: "another letter".to_owned(), life: SIGN_IN_LIFE };
            store.sign_in().consume_link(&token, start, now).await.unwrap();
        }
        // As it stands in the queue when the mail server was away until now.
        let notice = Notice { kind: NoticeKind::SignIn { token: token.reveal() }, seat: None, since: 0 };
        let letter = NewLetter {
            message_id: format!("<{name}@fieldpost.example>"),
            to: to.parse().unwrap(),
            account: None,
            game: None,
            record: None,
            kind: notice.kind.word().to_owned(),
            essential: true,
            payload: serde_json::to_string(&notice).unwrap(),
            hold: None,
            by: Way::Mail,
        };
        let id = letter.message_id.clone();
        store.outbox().enqueue(letter, now).await.unwrap();
        let mut done = None;
        for _ in 0..400 {
            done = store.outbox().finished(&id).await.unwrap();
            if done.is_some() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let done = done.expect("it was looked at");
        fates.push((done.outcome, done.detail.contains("expired"), done.detail.contains("used already")));
    }
    let not = Outcome::Suppressed;
    assert_eq!(fates, [(not, true, false), (not, false, true), (Outcome::Sent, false, false)]);
    let sent = server.letters("good@example.org", 1).await;
    let message = store.mailbox().get(sent[0].id).await.unwrap().unwrap().message;
    assert!(String::from_utf8_lossy(&message).contains("\r\nExpires: "), "mail servers may drop it as well");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_browsers_that_use_a_link_at_once_one_is_let_in() {
    let server = TestServer::open();
    server.browser().post("/sign-in", &[("email", "hill@example.org")]).await;
    let link = server.link_in(&server.letters("hill@example.org", 1).await[0], "/sign-in/").await;
    let (one, other) = (server.browser(), server.browser());
    let (one, other) = tokio::join!(one.post(&link, &[]), other.post(&link, &[]));
    let mut statuses = [one.status(), other.status()];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::SEE_OTHER, StatusCode::GONE]);
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_in_goes_on_to_the_page_that_was_wanted_and_never_elsewhere() {
    let server = TestServer::open();
    let browser = server.browser();
    let wanted = browser.get("/account?x=1").await;
    assert_eq!(wanted.status(), StatusCode::SEE_OTHER);
    assert_eq!(wanted.headers()["location"], "/sign-in?next=/account%3Fx%3D1");
    for (n, evil) in
        ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"].iter().enumerate()
    {
        let email = format!("lee{n}@example.org");
        browser.post("/sign-in", &[("email", &email), ("next", evil)]).await;
        let link = server.link_in(&server.letters(&email, 1).await[0], "/sign-in/").await;
        let entered = server.browser().post(&link, &[]).await;
        assert_eq!(entered.headers()["location"], "/games", "{evil}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_can_be_listed_revoked_and_left() {
    let server = TestServer::open();
    let player = server.player("porter").await;
    server.browser().post("/sign-in", &[("email", "porter@example.org")]).await;
    let link = server.link_in(&server.letters("porter@example.org", 2).await[0], "/sign-in/").await;
    let phone = server.browser();
    phone.post(&link, &[]).await;
    let sessions = server.service.accounts().sessions(&player.account).await.unwrap();
    assert_eq!(sessions.len(), 2);

    let page = player.browser.get("/account").await.text().await.unwrap();
    assert!(sessions.iter().all(|s| page.contains(&s.id.to_string())));
    // The phone's is the newest.
    let newest = sessions.iter().max_by_key(|s| s.created).unwrap();
    let revoked = player.browser.post(&format!("/account/sessions/{}/revoke", newest.id), &[]).await;
    assert_eq!(revoked.status(), StatusCode::SEE_OTHER);
    assert_eq!(phone.get("/account").await.status(), StatusCode::SEE_OTHER, "the phone is signed out");
    assert_eq!(player.browser.get("/account").await.status(), StatusCode::OK);

    let stranger = server.player("stranger").await;
    let other = server.service.accounts().sessions(&player.account).await.unwrap()[0].id;
    let refused = stranger.browser.post(&format!("/account/sessions/{other}/revoke"), &[]).await;
    assert_eq!(refused.status(), StatusCode::NOT_FOUND, "somebody else's session is none of theirs");

    assert_eq!(player.browser.post("/sign-out", &[]).await.status(), StatusCode::SEE_OTHER);
    assert_eq!(player.browser.get("/account").await.status(), StatusCode::SEE_OTHER);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_not_flooded_with_letters() {
    let server = TestServer::open();
    let browser = server.browser();
    for _ in 0..5 {
        assert_eq!(browser.post("/sign-in", &[("email", "victim@example.org")]).await.status(), StatusCode::OK);
    }
    // Whoever asks learns nothing of it; but no further letter goes out.
    let sixth = browser.post("/sign-in", &[("email", "VICTIM@example.org")]).await;
    assert_eq!(sixth.status(), StatusCode::OK);
    assert!(sixth.text().await.unwrap().contains("newest"), "the letters that came are good");
    assert_eq!(browser.post("/sign-in", &[("email", "other@example.org")]).await.status(), StatusCode::OK);
    server.letters("other@example.org", 1).await;
    assert_eq!(server.letters("victim@example.org", 5).await.len(), 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_who_ask_for_letters_do_not_shut_an_owner_out() {
    let server = TestServer::open();
    let owner = server.player("owner").await;
    let stranger = server.browser();
    for _ in 0..12 {
        assert_eq!(stranger.post("/sign-in", &[("email", "owner@example.org")]).await.status(), StatusCode::OK);
    }
    // One letter was the owner's own; the strangers' would make six.
    let before = server.letters("owner@example.org", 5).await.len();
    assert_eq!(before, 5, "no more than five, the owner's first one among them");
    assert_eq!(owner.browser.post("/sign-out", &[]).await.status(), StatusCode::SEE_OTHER);
    // The browser that was signed in before has an allowance of its own.
    assert_eq!(owner.browser.post("/sign-in", &[("email", "owner@example.org")]).await.status(), StatusCode::OK);
    let letters = server.letters("owner@example.org", before + 1).await;
    assert_eq!(letters.len(), before + 1);
    // A browser of theirs that is new gets no letter of its own now, but each of those that strangers caused lets them in.
    let fresh = server.browser();
    assert_eq!(fresh.post("/sign-in", &[("email", "owner@example.org")]).await.status(), StatusCode::OK);
    let link = server.link_in(&letters[2], "/sign-in/").await;
    assert_eq!(fresh.post(&link, &[]).await.status(), StatusCode::SEE_OTHER);
    assert_eq!(fresh.get("/account").await.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mark_of_a_browser_is_good_for_its_own_address_alone() {
    let server = TestServer::open();
    let thief = server.player("thief").await;
    for _ in 0..9 {
        thief.browser.post("/sign-in", &[("email", "victim@example.org")]).await;
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(server.letters("victim@example.org", 5).await.len(), 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn something_that_is_no_address_gets_a_sentence() {
    let server = TestServer::open();
    for bad in ["", "nobody", "a@b@c", "a@b.org\r\nBcc: x@y.org", "two words@example.org"] {
        let answer = server.browser().post("/sign-in", &[("email", bad)]).await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{bad:?}");
        assert!(answer.text().await.unwrap().contains("not a mail address"), "{bad:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_signs_in_with_one_click_and_nothing_else_does() {
    let demo = TestServer::with(|config| config.demo = true);
    let players = demo.service.accounts().demo_players().await.unwrap();
    assert_eq!(players.len(), 2);
    let browser = demo.browser();
    let entered = browser.post(&format!("/demo/{}", players[1].id), &[]).await;
    assert_eq!(entered.status(), StatusCode::SEE_OTHER);
    let games = browser.get("/games").await.text().await.unwrap();
    assert!(games.contains("A game part-way") && games.contains("A game just begun"));
    // Behind a proxy the request is not from this machine.
    let forwarded = demo.browser().request(Method::POST, &format!("/demo/{}", players[1].id));
    let forwarded = forwarded.header("X-Forwarded-For", "192.0.2.1").form(&[("a", "b")]).send().await.unwrap();
    assert_eq!(forwarded.status(), StatusCode::NOT_FOUND);
    let bound = demo.browser().request(Method::POST, &format!("/demo/{}", players[1].id));
    let bound = bound.header("Host", "evil.example").form(&[("a", "b")]).send().await.unwrap();
    assert_eq!(bound.status(), StatusCode::NOT_FOUND, "somebody else's name for this machine");

    let real = TestServer::open();
    let player = real.player("player").await;
    let refused = real.browser().post(&format!("/demo/{}", player.account.id), &[]).await;
    assert_eq!(refused.status(), StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn over_tls_only_the_cookie_with_the_prefix_counts() {
    let server = TestServer::with(|config| config.base_url = Some("https://play.example.org".to_owned()));
    let porter =
        server.service.store.accounts().get_or_new("porter@example.org".parse().unwrap(), Time::now()).await.unwrap();
    let start = SessionStart { agent: "a browser".to_owned(), life: Duration::from_secs(600), game: None };
    let (_, secret) = server.service.store.sign_in().start_session(porter.id, start, Time::now()).await.unwrap();
    let ask = |name: &str| {
        let cookie = format!("{name}={}", secret.reveal());
        Browser::at(&server.at).bare(Method::GET, "/api/me").header("Cookie", cookie).send()
    };
    assert_eq!(ask("__Host-fieldpost").await.unwrap().status(), StatusCode::OK);
    assert_eq!(ask("fieldpost").await.unwrap().status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_proxy_its_own_last_word_tells_clients_apart() {
    let server = TestServer::with(|config| config.trusted_proxy = Some(IpAddr::from([127, 0, 0, 1])));
    let browser = server.browser();
    let ask = |first: String, last: &'static str| {
        let request = browser.request(Method::POST, "/sign-in").form(&[("email", "nobody")]);
        request.header("X-Forwarded-For", first).header("X-Forwarded-For", last).send()
    };
    for n in 0..30 {
        // The first line is what the client made up.
        let asked = ask(format!("192.0.2.{n}"), "198.51.100.1, 2001:db8:1:2::1").await.unwrap();
        assert_eq!(asked.status(), StatusCode::BAD_REQUEST);
    }
    let neighbour = ask("192.0.2.99".to_owned(), "2001:db8:1:2:ffff::9").await.unwrap();
    assert_eq!(neighbour.status(), StatusCode::TOO_MANY_REQUESTS, "one network of IPv6 is one client");
    let other = ask("192.0.2.99".to_owned(), "2001:db8:1:3::1").await.unwrap();
    assert_eq!(other.status(), StatusCode::BAD_REQUEST);
}
