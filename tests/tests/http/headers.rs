//! Every answer carries the security headers, and no page needs anything that they forbid.

use fieldpost::web::headers::{EMBED_POLICY, LETTER_POLICY, POLICY, VERIFY_POLICY};
use fieldpost_tests::{Browser, TestServer};
use reqwest::{Method, Response};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

fn check(answer: &Response, path: &str) {
    let headers = answer.headers();
    let policy = headers.get("content-security-policy").map(|v| v.to_str().unwrap());
    let wanted = match path.split('?').next() {
        Some(letter) if letter.starts_with("/mailbox/") && letter.ends_with("/html") => LETTER_POLICY,
        Some("/verify") => VERIFY_POLICY,
        Some(embedded) if embedded.starts_with("/embed/") => EMBED_POLICY,
        _ => POLICY,
    };
    assert_eq!(policy, Some(wanted), "{path}");
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", if wanted == EMBED_POLICY { "cross-origin" } else { "same-origin" }),
        ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
    ] {
        assert_eq!(headers.get(name).map(|v| v.to_str().unwrap()), Some(value), "{name} of {path}");
    }
    assert!(headers.contains_key("cache-control"), "cache-control of {path}");
}

/// Nothing inline: no script without an address, no style element or attribute, no handler attribute.
fn check_page(html: &str, path: &str) {
    for (at, _) in html.match_indices("<script") {
        let tag = &html[at..at + html[at..].find('>').unwrap_or(0)];
        assert!(tag.contains(" src=") || tag.contains("type=\"application/json\""), "inline script in {path}: {tag}");
    }
    assert!(!html.contains("<style"), "style element in {path}");
    // Attributes stand inside tags only.
    for tag in html.split('<').skip(1).filter_map(|t| t.split('>').next()) {
        assert!(!tag.contains(" style="), "style attribute in {path}: <{tag}>");
        assert!(!tag.contains("javascript:"), "script address in {path}: <{tag}>");
        let handler = tag.split_whitespace().any(|word| {
            word.split_once('=').is_some_and(|(name, _)| {
                name.len() > 4 && name.starts_with("on") && name.chars().all(|c| c.is_ascii_lowercase())
            })
        });
        assert!(!handler, "handler attribute in {path}: <{tag}>");
    }
}

/// The addresses on this server that a page refers to. Of many of one shape a few stand for all.
fn links(html: &str, seen_shapes: &mut BTreeMap<String, u32>) -> Vec<String> {
    let mut found = Vec::new();
    for attribute in ["href=\"", "src=\""] {
        for (at, _) in html.match_indices(attribute) {
            let rest = &html[at + attribute.len()..];
            let link = rest.split('"').next().unwrap_or("").split('#').next().unwrap_or("").replace("&amp;", "&");
            if !link.starts_with('/') || link.starts_with("//") {
                continue;
            }
            let shape: String = link.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
            let shape = shape.split('?').next().unwrap_or("").replace(|c: char| c.is_ascii_hexdigit(), "x");
            let count = seen_shapes.entry(shape).or_default();
            *count += 1;
            if *count <= 12 {
                found.push(link);
            }
        }
    }
    found
}

async fn walk(browser: &Browser, start: &[&str]) -> BTreeSet<String> {
    let mut queue: VecDeque<String> = start.iter().map(|s| (*s).to_owned()).collect();
    let mut seen = BTreeSet::new();
    let mut shapes = BTreeMap::new();
    while let Some(path) = queue.pop_front() {
        if seen.len() > 300 || !seen.insert(path.clone()) {
            continue;
        }
        let answer = browser.get(&path).await;
        check(&answer, &path);
        let status = answer.status();
        assert!(status.is_success() || status.is_redirection(), "{path} is a dead link: {status}");
        if let Some(to) = answer.headers().get("location") {
            queue.push_back(to.to_str().unwrap().split('#').next().unwrap().to_owned());
            continue;
        }
        let kind = answer.headers().get("content-type").map_or("", |v| v.to_str().unwrap()).to_owned();
        // A file to take home has its own policy inside, and everything else.
        let taken_home = answer.headers().get("content-disposition").is_some();
        if kind.starts_with("text/html") && !taken_home {
            let html = answer.text().await.unwrap();
            if !(path.starts_with("/mailbox/") && path.ends_with("/html")) {
                check_page(&html, &path);
                queue.extend(links(&html, &mut shapes));
            }
        }
    }
    seen
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_that_a_link_leads_to_has_the_headers_and_nothing_inline() {
    let server = TestServer::with(|config| config.demo = true);
    let players = server.service.accounts().demo_players().await.unwrap();
    server.letters("jubal@demo.example", 2).await;

    let nobody = walk(&server.browser(), &["/", "/lobby", "/sign-in", "/robots.txt", "/api/openapi.json"]).await;
    assert!(nobody.len() > 30, "only {} pages", nobody.len());

    let jubal = server.browser();
    jubal.post(&format!("/demo/{}", players[1].id), &[]).await;
    let seen = walk(&jubal, &["/games", "/account", "/games/new", "/games/next", "/mailbox", "/lobby"]).await;
    for part in [
        "/replay",
        "/standing",
        "/resign",
        "/draw",
        "/chronicle",
        "/rules",
        "/charts",
        "/static/",
        "/maps/",
        "/archive/",
        "/players/",
    ] {
        assert!(seen.iter().any(|path| path.contains(part)), "no page with {part} was reached: {seen:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_have_the_headers_too() {
    let server = TestServer::open();
    let browser = server.browser();
    for path in [
        "/nothing",
        "/games/none",
        "/games/none/log",
        "/join/none",
        "/sign-in/none",
        "/unsubscribe/none",
        "/static/x/none.css",
        "/static/missing/none.css",
        "/maps/none.svg",
        "/mailbox/99",
        "/rulesets/none",
        "/api/none",
        "/api/games/none",
        "/api/games",
        "/games",
        "/account",
        "/%ff",
        "/games/none/replay/notanumber",
    ] {
        let answer = browser.get(path).await;
        check(&answer, path);
        assert!(!answer.status().is_success(), "{path}");
        if !path.starts_with("/api") && answer.status().is_client_error() {
            check_page(&answer.text().await.unwrap(), path);
        }
    }
    let cross = browser.bare(Method::POST, "/sign-in").header("Sec-Fetch-Site", "cross-site").send().await.unwrap();
    check(&cross, "a cross-site form");
    let flood = browser.post("/sign-in", &[("email", &"x".repeat(200_000))]).await;
    check(&flood, "a flood");
    let kind = browser.request(Method::POST, "/sign-in").header("Content-Type", "text/plain").body("x");
    check(&kind.send().await.unwrap(), "a wrong content type");
    let method = browser.request(Method::DELETE, "/api/games").send().await.unwrap();
    check(&method, "a wrong method");
}

#[tokio::test(flavor = "multi_thread")]
async fn static_files_never_change_under_their_address() {
    let server = TestServer::open();
    let page = server.browser().get("/").await.text().await.unwrap();
    let path = page.split('"').find(|part| part.starts_with("/static/") && part.ends_with(".css")).unwrap();
    let file = server.browser().get(path).await;
    assert_eq!(file.headers()["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(file.headers()["content-type"], "text/css; charset=utf-8");
}
