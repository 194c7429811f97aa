//! A service with the test rulebook that plays on ten thousand hexes, and one public game of it, for browsers: prints where the game is, and
//! runs until its standard input ends.

use domain::referee::Registry;
use fieldpost_tests::{TestServer, key};
use reqwest::Method;
use serde_json::{Value, json};
use std::io::Read;

fn registry() -> Registry {
    Registry::new(vec![fog_ruleset::theatre::any_ruleset()])
}

#[tokio::main]
async fn main() {
    let server = TestServer::of(registry, |_| {});
    let (union, confederate) = (server.player("hannah").await, server.player("jubal").await);
    let new = json!({"ruleset": "theatre", "seat": 0, "opponent": "open", "public": true, "key": key()});
    let started: Value = union.api.json(Method::POST, "/api/games", &new).await.json().await.expect("JSON");
    let game = started["game"].as_str().unwrap_or_else(|| panic!("{started}")).to_owned();
    confederate.api.json(Method::POST, &format!("/api/games/{game}/join"), &json!({})).await;
    println!("The theatre is at {}/games/{game}", server.at);
    let mut rest = Vec::new();
    let _until_it_ends = std::io::stdin().read_to_end(&mut rest);
}
