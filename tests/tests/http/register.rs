//! The register over HTTP: heads, proofs of records, consistency, hashes; and what is asked wrongly.

use domain_register::checkpoint::Checkpoint;
use domain_register::key::PublicKey;
use domain_register::proof::check_consistency;
use domain_register::receipt::Receipt;
use domain_register::tree::leaf;
use domain_register::witness::Request;
use fieldpost_tests::{Browser, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

pub async fn text(browser: &Browser, path: &str) -> String {
    let answer = browser.get(path).await;
    assert_eq!(answer.status(), StatusCode::OK, "{path}");
    answer.text().await.unwrap()
}

/// The latest head, once it is over so many leaves.
pub async fn head(browser: &Browser, at_least: u64) -> Checkpoint {
    for _ in 0..400 {
        let answer = browser.get("/register/checkpoint").await;
        if answer.status() == StatusCode::OK {
            let head = Checkpoint::read(answer.text().await.unwrap().as_bytes()).unwrap();
            if head.head().size >= at_least {
                return head;
            }
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("no head over {at_least} leaves was signed");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_record_is_proven_to_be_under_a_head_and_heads_go_on_from_one_another() {
    let server = TestServer::open();
    let reader = server.browser();
    assert_eq!(reader.get("/register/checkpoint").await.status(), StatusCode::NOT_FOUND, "there is no game yet");
    let key: PublicKey = text(&reader, "/register/key").await.trim().parse().unwrap();
    let (porter, lee) = (server.player("porter").await, server.player("lee").await);
    let game = server.game(&porter, &lee).await;
    let first = head(&reader, 1).await;
    let length = porter.state(&game).await["length"].as_u64().unwrap();
    let first = head(&reader, length.max(first.head().size)).await;
    assert!(first.check(std::slice::from_ref(&key)).is_ok());
    assert_eq!(format!("{}/register", server.url.trim_start_matches("http://")), first.head().origin);

    let log = domain::log::import(&text(&reader, &format!("/games/{game}/log")).await).unwrap().records;
    for record in &log {
        let proof = text(&reader, &format!("/games/{game}/log/{}/proof", record.seq)).await;
        assert_eq!(proof, text(&reader, &format!("/api/games/{game}/log/{}/proof", record.seq)).await);
        let receipt = Receipt::read(proof.as_bytes()).unwrap();
        receipt.check(std::slice::from_ref(&key)).unwrap();
        assert_eq!((receipt.subject.hash, receipt.subject.number), (record.hash.0, record.seq));
        assert_eq!(receipt.subject.game, record.game.0);
    }
    let line = porter.menu(&game).await.remove(0);
    porter.order(&game, &[&line], &key_of(), None).await;
    let later = head(&reader, first.head().size + 1).await;
    let (old, new) = (first.head(), later.head());
    let request = text(&reader, &format!("/register/consistency/{}/{}", old.size, new.size)).await;
    let request = Request::read(request.as_bytes()).unwrap();
    assert_eq!((request.old, request.checkpoint.head()), (old.size, new));
    assert_eq!(check_consistency(old.size, &old.root, new.size, &new.root, &request.path), Ok(()));
    assert_eq!(
        text(&reader, &format!("/register/heads/{}", old.size)).await,
        first.to_string(),
        "it is kept as it was"
    );
    let tile = reader.get(&format!("/register/tile/0/000.p/{}", log.len())).await.bytes().await.unwrap();
    assert_eq!(tile[..32], leaf(&log[0].hash.0));

    let state: Value = reader.get("/api/register").await.json().await.unwrap();
    assert_eq!((state["key"].as_str(), state["checkpoint"].is_string()), (Some(key.to_string().as_str()), true));
    let page = text(&reader, "/register").await;
    assert!(page.contains(&old.origin) && page.contains("Nobody else is asked"), "{page}");
    assert!(text(&porter.browser, &format!("/games/{game}")).await.contains("href=\"/register\""));
}

fn key_of() -> String {
    key()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_wrongly_is_answered_with_what_would_be_right_and_a_private_game_is_nobodys_business() {
    let server = TestServer::open();
    let (porter, lee) = (server.player("porter").await, server.player("lee").await);
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let new = json!({"ruleset": ruleset, "seat": 0, "opponent": "invite", "public": false, "key": key()});
    let started: Value = porter.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let game = started["game"].as_str().unwrap().to_owned();
    let head = head(&server.browser(), 1).await;
    let size = head.head().size;
    let far = i64::MAX as u64;
    for (path, status) in [
        ("/register/heads/0".to_owned(), 404),
        (format!("/register/heads/{}", size + 1), 404),
        (format!("/register/heads/{far}"), 404),
        (format!("/register/heads/{}", far + 1), 400),
        ("/register/heads/99999999999999999999999".to_owned(), 400),
        (format!("/register/heads/0{size}"), 400),
        ("/register/heads/-1".to_owned(), 400),
        ("/register/heads/x".to_owned(), 400),
        (format!("/register/consistency/{}/{size}", size + 1), 400),
        (format!("/register/consistency/0/{far}"), 404),
        (format!("/register/consistency/{far}/{far}"), 404),
        ("/register/consistency/1/".to_owned(), 404),
        (format!("/register/consistency/%00/{size}"), 400),
        ("/register/tile/0/000".to_owned(), 404),
        (format!("/register/tile/0/000.p/{}", size + 1), 404),
        ("/register/tile/0/000.p/0".to_owned(), 400),
        ("/register/tile/0/000.p/256".to_owned(), 400),
        ("/register/tile/64/000".to_owned(), 400),
        ("/register/tile/63/000".to_owned(), 404),
        ("/register/tile/0/x999/x999/x999/x999/x999/x999/999".to_owned(), 400),
        ("/register/tile/entries/000".to_owned(), 400),
        ("/register/tile/../../etc/passwd".to_owned(), 404),
        ("/register/tile/".to_owned(), 400),
        (format!("/games/{game}/log/1/proof"), 404),
        (format!("/api/games/{game}/log/1/proof"), 404),
        ("/games/none/log/1/proof".to_owned(), 404),
        (format!("/games/{game}/log/x/proof"), 404),
    ] {
        let answer = server.browser().get(&path).await;
        assert_eq!(answer.status().as_u16(), status, "{path}");
        assert_eq!(lee.browser.get(&path).await.status().as_u16(), status, "{path}, by somebody else");
    }
    // Who plays it gets its proofs, of records that there are.
    for (seq, status) in [("1", 200), ("0", 404), ("99", 404), ("18446744073709551615", 404), ("-1", 404)] {
        let answer = porter.browser.get(&format!("/games/{game}/log/{seq}/proof")).await;
        assert_eq!(answer.status().as_u16(), status, "record {seq}");
    }
    for method in [Method::POST, Method::PUT, Method::DELETE] {
        let answer = porter.api.json(method.clone(), "/register/checkpoint", &json!({})).await;
        assert!(answer.status().is_client_error(), "{method}: {}", answer.status());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_register_has_its_name_and_key_for_good_and_another_begins_after_a_restore() {
    let folder = std::env::temp_dir().join(format!("fieldpost-register-{}", fieldpost_store::fresh_game_id()));
    std::fs::create_dir_all(&folder).unwrap();
    let database = folder.join("fieldpost.db");
    let open = |name: Option<&str>, secret: Option<String>| {
        let (database, name) = (database.clone(), name.map(str::to_owned));
        TestServer::with(move |config| {
            config.database = Some(database);
            config.register_name = name;
            config.register_key = secret.map(Into::into);
        })
    };
    let server = open(Some("play.example/register"), None);
    let (porter, lee) = (server.player("porter").await, server.player("lee").await);
    server.game(&porter, &lee).await;
    let before = head(&server.browser(), 1).await;
    let key = text(&server.browser(), "/register/key").await;
    drop(server);
    // Without a name it is the one in use, wherever the server listens.
    let server = open(None, None);
    assert_eq!(text(&server.browser(), "/register/key").await, key);
    let again = head(&server.browser(), before.head().size).await;
    assert_eq!(again.head().origin, "play.example/register");
    // The address could not be had without its key.
    let wrong = config_of(&database, "play.example/register", &"ab".repeat(32));
    assert!(refused(wrong).await.contains("another key"), "another key is refused");
    assert!(refused(config_of(&database, "two words", &"ab".repeat(32))).await.contains("cannot name"));
    assert!(refused(config_of(&database, "play.example/register", "nonsense")).await.contains("64 hexadecimal"));
    assert_eq!(
        server.service.register().begin_another().await.unwrap().as_deref(),
        Some("play.example/register-2"),
        "as `fieldpost restored` does"
    );
    drop(server);
    let server = open(None, None);
    let second = head(&server.browser(), 1).await;
    assert_eq!(second.head().origin, "play.example/register-2");
    assert!(refused(config_of(&database, "play.example/register", "")).await.contains("was ended"));
    drop(server);
    let _gone = std::fs::remove_dir_all(folder);
}

fn config_of(database: &std::path::Path, name: &str, secret: &str) -> fieldpost::config::Config {
    let at = std::net::SocketAddr::from((std::net::Ipv4Addr::LOCALHOST, 0));
    let mut config = fieldpost::config::Config::local(at, Some(database.to_owned()));
    config.register_name = Some(name.to_owned());
    config.register_key = (!secret.is_empty()).then(|| secret.to_owned().into());
    config
}

/// Why a register is not opened.
async fn refused(config: fieldpost::config::Config) -> String {
    let registry = domain::rulesets::standard();
    let service = fieldpost::service::Service::open(&config, "http://localhost".to_owned(), registry).await.unwrap();
    let refused = service.register().open(&config).await.expect_err("it must not be opened");
    format!("{refused:#}")
}
