//! Webhooks and push addresses: real calls over loopback, which a host has to open first.

use crate::notices::{hour_from_now, wish};
use fieldpost::service::channels::Way;
use fieldpost_push::signature;
use fieldpost_store::{Delivery, Outcome};
use fieldpost_tests::listener::Listener;
use fieldpost_tests::{Player, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const REFUSED: &str = "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0";

/// A service that may call loopback, and tries again at once.
fn server(pauses: usize) -> TestServer {
    TestServer::with(|config| {
        config.guard.plain = true;
        config.guard.networks = vec!["127.0.0.1".parse().unwrap()];
        config.call_pauses = vec![Duration::ZERO; pauses];
    })
}

async fn name(player: &Player, way: &str, url: &str) -> StatusCode {
    player.browser.post(&format!("/account/notices/{way}"), &[("url", url)]).await.status()
}

async fn page(player: &Player) -> String {
    player.browser.get("/account/notices").await.text().await.unwrap()
}

/// The deliveries that have ended over this way, once there are so many.
async fn ended(server: &TestServer, player: &Player, way: Way, at_least: usize) -> Vec<Delivery> {
    let began = Instant::now();
    loop {
        let all = server.service.channels().deliveries(&player.account, 50).await.unwrap();
        let ended: Vec<Delivery> = all.into_iter().filter(|d| d.way == way && d.outcome.is_some()).collect();
        if ended.len() >= at_least {
            return ended;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{ended:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_told_by_signed_webhook_and_by_push_although_no_letters_are_wished_for() {
    let (server, listener) = (server(2), Listener::open().await);
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let game = server.game(&first, &second).await;
    assert_eq!(name(&second, "webhook", &format!("{}/hook?a=b", listener.url)).await, StatusCode::SEE_OTHER);
    assert_eq!(wish(&second, &[("mode", "none")]).await, StatusCode::SEE_OTHER);
    let shown = page(&second).await;
    assert!(
        shown.contains("No letters about games come.")
            && shown.contains("Your webhook is called at once, at any hour.")
    );
    first.finish_turn(&game).await;
    let came = listener.wait(1).await.remove(0);
    assert_eq!(came.line, "POST /hook?a=b HTTP/1.1");
    assert_eq!(came.header("content-type"), "application/json");
    let said: Value = serde_json::from_str(&came.body).unwrap();
    assert_eq!((said["event"].as_str(), said["title"].as_str()), (Some("dispatch"), Some("Your turn")));
    assert_eq!((said["game"]["id"].as_str(), &said["game"]["your_turn"]), (Some(game.as_str()), &json!(true)));
    assert_eq!(said["game"]["url"], format!("{}/games/{game}", server.url));
    assert_eq!(said["game"]["head"], second.state(&game).await["head"]);
    assert_eq!(said["id"], came.header("fieldpost-id"));
    let channel = server.service.channels().get(&second.account, Way::Webhook).await.unwrap().unwrap();
    let signing = server.service.channels().webhook_key(&second.account, &channel);
    assert!(shown.contains(&signing), "its owner can read the key");
    let timestamp = came.header("fieldpost-timestamp").parse().unwrap();
    assert_eq!(came.header("fieldpost-signature"), signature(signing.as_bytes(), timestamp, came.body.as_bytes()));
    assert!(!page(&first).await.contains(&signing), "nobody else can");

    // A new key signs the next call; the message itself is in no notice.
    assert_eq!(second.browser.post("/account/notices/webhook/key", &[]).await.status(), StatusCode::SEE_OTHER);
    assert_eq!(name(&second, "push", &format!("{}/topic", listener.url)).await, StatusCode::SEE_OTHER);
    let message = json!({"text": "the secret plan", "key": key()});
    let spoken = first.api.json(Method::POST, &format!("/api/games/{game}/messages"), &message).await;
    assert!(spoken.status().is_success(), "{}", spoken.status());
    let came = listener.wait(3).await;
    assert!(
        came.iter().all(|c| !c.body.contains("secret") && !format!("{:?}", c.headers).contains("secret")),
        "{came:?}"
    );
    let hook = came[1..].iter().find(|c| c.line.starts_with("POST /hook")).unwrap();
    let timestamp = hook.header("fieldpost-timestamp").parse().unwrap();
    assert_ne!(hook.header("fieldpost-signature"), signature(signing.as_bytes(), timestamp, hook.body.as_bytes()));
    let push = came.iter().find(|c| c.line == "POST /topic HTTP/1.1").unwrap();
    assert_eq!(push.header("click"), format!("{}/games/{game}", server.url));
    assert!(push.header("title").ends_with(" writes"), "{push:?}");
    assert_eq!(push.body, "There is a message for you.");
    assert!(!push.body.contains("sign-in"));
    let ended = ended(&server, &second, Way::Webhook, 2).await;
    assert!(ended.iter().all(|d| d.outcome == Some(Outcome::Sent)), "{ended:?}");
    let shown = page(&second).await;
    assert!(
        shown.contains("Push: a message") && shown.contains("Webhook: your turn") && shown.contains("Delivered on")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_fails_is_repeated_as_it_was_and_at_last_the_address_is_switched_off() {
    let (server, listener) = (server(2), Listener::open().await);
    let player = server.player("lee").await;
    assert_eq!(name(&player, "webhook", &format!("{}/hook", listener.url)).await, StatusCode::SEE_OTHER);
    listener.answer(&[REFUSED, "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0"]);
    assert_eq!(player.browser.post("/account/notices/webhook/test", &[]).await.status(), StatusCode::SEE_OTHER);
    let came = listener.wait(3).await;
    assert!(came.iter().all(|c| c.line == "POST /hook HTTP/1.1"), "no redirect is followed: {came:?}");
    assert!(came.iter().all(|c| c.body == came[0].body && c.header("fieldpost-id") == came[0].header("fieldpost-id")));
    let first = ended(&server, &player, Way::Webhook, 1).await.remove(0);
    assert_eq!((first.outcome, first.attempts), (Some(Outcome::Sent), 3));

    listener.answer(&[REFUSED, REFUSED, REFUSED]);
    player.browser.post("/account/notices/webhook/test", &[]).await;
    let ended = ended(&server, &player, Way::Webhook, 2).await;
    assert_eq!(ended[0].outcome, Some(Outcome::Failed), "{ended:?}");
    let began = Instant::now();
    while !page(&player).await.contains("Switched off on") {
        assert!(began.elapsed() < Duration::from_secs(60), "the page does not say so");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(page(&player).await.contains("it answered with the status 500, the last of 3 times"));
    let refused = player.browser.post("/account/notices/webhook/test", &[]).await;
    assert_eq!(refused.status(), StatusCode::CONFLICT);
    // Saved again, it is on again, with the same key.
    assert_eq!(name(&player, "webhook", &format!("{}/hook", listener.url)).await, StatusCode::SEE_OTHER);
    player.browser.post("/account/notices/webhook/test", &[]).await;
    assert_eq!(listener.wait(7).await.len(), 7);
    assert_eq!(player.browser.post("/account/notices/webhook/remove", &[]).await.status(), StatusCode::SEE_OTHER);
    assert_eq!(player.browser.post("/account/notices/webhook/test", &[]).await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silenced_game_is_told_nowhere_and_a_push_keeps_the_quiet_hours() {
    let (server, listener) = (server(2), Listener::open().await);
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let [silent, loud] = [server.game(&first, &second).await, server.game(&first, &second).await];
    for way in ["webhook", "push"] {
        assert_eq!(name(&second, way, &format!("{}/{way}", listener.url)).await, StatusCode::SEE_OTHER);
    }
    let choice = [("mode", "none"), ("back", "all")];
    assert_eq!(second.browser.post(&format!("/games/{silent}/notices"), &choice).await.status(), StatusCode::SEE_OTHER);
    let (from, to) = (hour_from_now(0).0, hour_from_now(12));
    let quiet =
        [("mode", "at-once"), ("quiet", "on"), ("from", &format!("{from}:00")), ("to", &format!("{}:00", to.0))];
    assert_eq!(wish(&second, &quiet).await, StatusCode::SEE_OTHER);
    first.finish_turn(&silent).await;
    first.finish_turn(&loud).await;
    let came = listener.wait(1).await;
    let said: Value = serde_json::from_str(&came[0].body).unwrap();
    assert_eq!((came[0].line.as_str(), said["game"]["id"].as_str()), ("POST /webhook HTTP/1.1", Some(loud.as_str())));
    ended(&server, &second, Way::Webhook, 1).await;
    let all = server.service.channels().deliveries(&second.account, 50).await.unwrap();
    let pushes: Vec<&Delivery> = all.iter().filter(|d| d.way == Way::Push).collect();
    assert_eq!(pushes.len(), 1, "{all:?}");
    assert_eq!((pushes[0].outcome, pushes[0].at), (None, to.1));
    assert_eq!(listener.came().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_that_lead_inside_are_refused_with_a_reason_and_nothing_is_stored() {
    let server = TestServer::open();
    let player = server.player("lee").await;
    let listener = Listener::open().await;
    let port = listener.url.rsplit(':').next().unwrap().to_owned();
    let long = format!("https://example.org/{}", "x".repeat(600));
    let inside = "That address does not lead to the open network.";
    for (url, why) in [
        (format!("https://127.0.0.1:{port}/"), inside),
        (format!("https://localhost:{port}/"), inside),
        (format!("https://[::1]:{port}/"), inside),
        (format!("https://[::ffff:127.0.0.1]:{port}/"), inside),
        ("https://2130706433/".to_owned(), inside),
        ("https://10.1.2.3/".to_owned(), inside),
        ("https://169.254.169.254/latest/meta-data/".to_owned(), inside),
        ("https://[fd00::1]/".to_owned(), inside),
        (listener.url.clone(), "The address is not protected."),
        (long, "The address is too long."),
        ("https://example.org/\r\nX-Evil: 1".to_owned(), "The address has spaces or line breaks in it."),
        ("https://me:secret@example.org/".to_owned(), "The address has a user name or a password in it."),
        ("https://example.org:25/".to_owned(), "Nothing is sent to port 25."),
        ("file:///etc/passwd".to_owned(), "That is no address on the web."),
        (String::new(), "That is no address on the web."),
    ] {
        for way in ["webhook", "push"] {
            let answer = player.browser.post(&format!("/account/notices/{way}"), &[("url", &url)]).await;
            assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{url}");
            let shown = answer.text().await.unwrap();
            assert!(shown.contains(why) && shown.contains("Nothing has been changed."), "{url}: {shown}");
        }
    }
    for way in [Way::Webhook, Way::Push] {
        assert_eq!(server.service.channels().get(&player.account, way).await.unwrap(), None);
    }
    assert_eq!(name(&player, "mail", "https://example.org/").await, StatusCode::NOT_FOUND);
    assert_eq!(name(&player, "pigeon", "https://example.org/").await, StatusCode::NOT_FOUND);
    assert_eq!(player.browser.post("/account/notices/push/test", &[]).await.status(), StatusCode::NOT_FOUND);
    assert!(listener.came().is_empty());
}
