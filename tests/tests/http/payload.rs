//! What is sent with each order: a page whose script says what it has gets only what has changed, and a page without a script all of it.
//!
//! `cargo test -p fieldpost-tests --test http payload -- --nocapture` prints the bytes.

use fieldpost_tests::{Browser, Player, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::Value;

/// A page, and how many bytes it has as it is sent, compressed.
async fn page(browser: &Browser, path: &str, has: &str) -> (String, usize) {
    let ask = || browser.request(Method::GET, path).header("fieldpost-has", has);
    let answer = ask().send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK, "{path}");
    let vary: Vec<&str> = answer.headers().get_all("vary").iter().filter_map(|v| v.to_str().ok()).collect();
    assert!(vary.iter().any(|v| v.to_lowercase().contains("fieldpost-has")), "{path}: {vary:?}");
    let packed = ask().header("accept-encoding", "gzip").send().await.unwrap();
    assert_eq!(packed.headers()["content-encoding"], "gzip", "{path}");
    (answer.text().await.unwrap(), packed.bytes().await.unwrap().len())
}

/// The keys of what a page keeps.
fn keys(page: &str) -> Vec<String> {
    page.split("data-still=\"").skip(1).filter_map(|rest| Some(rest.split('"').next()?.to_owned())).collect()
}

/// A page with what it keeps put where it was left out is the whole page again: what is left out is empty, and nothing else differs in length.
fn left_out(page: &str, key: &str) -> bool {
    let after = page.split(&format!("data-still=\"{key}\">")).nth(1).unwrap_or_else(|| panic!("{key} has no place"));
    after.starts_with("</")
}

async fn compared(name: &str, browser: &Browser, path: &str, most: f64) {
    let (whole, whole_gzip) = page(browser, path, "").await;
    let kept = keys(&whole);
    assert!(kept.iter().all(|key| !left_out(&whole, key)), "{name}: without a word of the page's it is whole");
    let (slim, slim_gzip) = page(browser, path, &kept.join(" ")).await;
    assert_eq!(keys(&slim), kept, "{name}: the places stay");
    assert!(kept.iter().all(|key| left_out(&slim, key)), "{name}: what the page has is not sent");
    println!(
        "{name}: {:.1} KB, {:.1} compressed; what has changed {:.1} KB, {:.1} compressed",
        whole.len() as f64 / 1024.0,
        whole_gzip as f64 / 1024.0,
        slim.len() as f64 / 1024.0,
        slim_gzip as f64 / 1024.0
    );
    // Of a large map a page has the part that is looked at, and no outlines to keep.
    let most = if kept.iter().any(|key| key.starts_with("places-")) { most } else { 1.0 };
    assert!(slim.len() as f64 <= whole.len() as f64 * most, "{name}: {} of {}", slim.len(), whole.len());
    // What nobody has said to have is sent.
    let (other, _) = page(browser, path, "places-other charts-other").await;
    assert_eq!(keys(&other), kept);
    assert!(kept.iter().all(|key| !left_out(&other, key)), "{name}: a key of something else leaves nothing out");
}

/// Until the house player has nothing more to do: what it does is no part of what is compared.
async fn quiet(player: &Player, game: &str) {
    while player.state(game).await["waits_for_me"] != true {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

async fn some_orders(player: &Player, game: &str) {
    for n in 0..12 {
        quiet(player, game).await;
        let menu = player.menu(game).await;
        let given = player.order(game, &[&menu[n * 7 % menu.len()]], &key(), None).await;
        assert_eq!(given.status(), StatusCode::OK);
    }
    quiet(player, game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_payload_of_an_order_is_what_has_changed() {
    let server = TestServer::open();
    let player = server.player("hannah").await;
    for ruleset in domain::rulesets::standard().all() {
        let id = ruleset.about().id;
        let begun = player.browser.post(&format!("/play/{id}"), &[("key", &key())]).await;
        let game = begun.headers()["location"].to_str().unwrap().trim_start_matches("/games/").to_owned();
        compared(&format!("{id}, game"), &player.browser, &format!("/games/{game}"), 0.8).await;
        compared(&format!("{id}, plan"), &player.browser, &format!("/games/{game}/plan"), 0.9).await;
        some_orders(&player, &game).await;
        let state: Value = player.state(&game).await;
        let last = state["length"].as_u64().unwrap();
        compared(&format!("{id}, replay"), &player.browser, &format!("/games/{game}/replay/{last}"), 0.9).await;
    }
}
