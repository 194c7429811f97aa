//! Clients that are slow on purpose, and requests that look like this machine's own.

use fieldpost_tests::TestServer;
use reqwest::StatusCode;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// How long the servers of these tests wait for a request.
const PATIENCE: Duration = Duration::from_millis(1_200);

fn impatient() -> TestServer {
    TestServer::with(|config| config.patience = PATIENCE)
}

async fn connect(server: &TestServer) -> TcpStream {
    TcpStream::connect(server.at.trim_start_matches("http://")).await.expect("the server listens")
}

/// Everything that the server says until it hangs up, while a byte goes out now and then.
async fn trickle(mut stream: TcpStream, head: &str) -> (String, Duration) {
    let began = Instant::now();
    stream.write_all(head.as_bytes()).await.expect("the server reads");
    let (mut read, mut write) = stream.into_split();
    let dripping = tokio::spawn(async move {
        while write.write_all(b"a").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    });
    let mut said = Vec::new();
    let hung_up = tokio::time::timeout(Duration::from_secs(15), async {
        let mut some = [0; 4096];
        // A reset is a way to hang up as well.
        while let Ok(n @ 1..) = read.read(&mut some).await {
            said.extend_from_slice(&some[..n]);
        }
    });
    let ended = hung_up.await;
    dripping.abort();
    assert!(ended.is_ok(), "the connection is open after {:?}: {}", began.elapsed(), String::from_utf8_lossy(&said));
    (String::from_utf8_lossy(&said).into_owned(), began.elapsed())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_trickles_is_answered_in_time_and_hung_up_on() {
    let server = impatient();
    for path in ["/sign-in", "/api/games", "/games/x/orders", "/unsubscribe/x"] {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 60000\r\n\
             Content-Type: application/x-www-form-urlencoded\r\n\r\nemail="
        );
        let (said, took) = trickle(connect(&server).await, &head).await;
        assert!(said.starts_with("HTTP/1.1 408"), "{path}: {said}");
        assert!(said.contains("was not whole after 1.2 seconds"), "{path}: {said}");
        assert!(said.to_ascii_lowercase().contains("connection: close"), "{path}: {said}");
        assert!(took >= PATIENCE && took < PATIENCE * 5, "{path}: {took:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn headers_that_trickle_and_bodies_that_nobody_wants_hold_no_connection_either() {
    let server = impatient();
    let (_, took) = trickle(connect(&server).await, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ").await;
    assert!(took < PATIENCE * 5, "headers: {took:?}");
    // A page whose request has a body: it is not read, and the connection is given up.
    let head = "GET /api/rulesets HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n";
    let (said, took) = trickle(connect(&server).await, head).await;
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    assert!(took < PATIENCE * 5, "a body behind a GET: {took:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_clients_fill_a_server_for_no_longer_than_its_patience() {
    let server = TestServer::with(|config| {
        config.patience = PATIENCE;
        config.connections = 8;
    });
    let mut slow = Vec::new();
    // More than all workers together hold.
    for _ in 0..100 {
        let mut stream = connect(&server).await;
        let head =
            "POST /sign-in HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 500\r\n\r\n";
        stream.write_all(head.as_bytes()).await.unwrap();
        slow.push(stream);
    }
    let began = Instant::now();
    let page = tokio::time::timeout(Duration::from_secs(50), server.browser().get("/robots.txt")).await;
    assert_eq!(page.expect("the server takes others again").status(), StatusCode::OK);
    println!("behind 100 slow clients: {:?}", began.elapsed());
}

/// What somebody outside gets when a proxy on the same machine speaks HTTP/1.0 to the server and says nothing of them.
async fn forwarded(server: &TestServer) -> String {
    let mut stream = connect(server).await;
    stream.write_all(b"GET /mailbox HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n").await.unwrap();
    let mut said = String::new();
    stream.read_to_string(&mut said).await.unwrap();
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mailbox_is_open_to_nobody_unless_the_host_has_asked_for_it() {
    let server = TestServer::with(|config| config.mailbox = false);
    let said = forwarded(&server).await;
    assert!(said.starts_with("HTTP/1.0 404") || said.starts_with("HTTP/1.1 404"), "{said}");
    let browser = server.browser();
    for path in ["/mailbox", "/mailbox/1", "/mailbox/1/html", "/mailbox/1/raw"] {
        assert_eq!(browser.get(path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
    let form = [("text", "deploy"), ("key", "k")];
    assert_eq!(browser.post("/mailbox/1/reply", &form).await.status(), StatusCode::NOT_FOUND);
    let page = browser.get("/sign-in").await.text().await.unwrap();
    assert!(!page.contains("href=\"/mailbox\""), "nor is there a link to it");
    // Behind a proxy that the settings name it stays shut, whatever they say of the mailbox.
    let server = TestServer::with(|config| config.trusted_proxy = Some([127, 0, 0, 1].into()));
    assert!(forwarded(&server).await.contains(" 404 "));
    // With the word of the host, on a machine of their own, it is open.
    let server = TestServer::open();
    assert!(forwarded(&server).await.contains(" 200 "));
}
