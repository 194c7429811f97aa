//! How long two services take that differ only in what the reader may not know. To be run by hand:
//!
//! `cargo test --release -p fieldpost-tests --test unseen -- --ignored --nocapture`

use crate::in_step::Pair;
use crate::worlds::Sent;
use fieldpost_tests::{Browser, key};
use reqwest::Method;
use serde_json::json;
use std::time::Instant;

/// Requests to each service for each thing that is asked.
const ROUNDS: usize = 300;

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "it measures, and says nothing on a machine that is at other work"]
async fn answers_take_as_long_whatever_others_have_done_unseen() {
    let mut pair = Pair::of("two", &["porter", "lee"], 5).await;
    // Both are set up, the other side otherwise in each; then it does more in one of them.
    for who in [1, 0] {
        for _ in 0..8 {
            if who == 1 {
                pair.unseen().await;
            } else if let Some(line) = pair.worlds[0].menu(&pair.people[0]).await.iter().find(|l| l.contains(" hide "))
            {
                pair.give(0, &line.clone()).await;
            }
        }
        pair.give(who, "ready").await;
    }
    let (lee, once) = (pair.people[1].clone(), key());
    let standing = json!({"standing": {"hit": "hold"}});
    for n in 0..40 {
        let path = format!("/api/games/{}/standing", pair.worlds[0].game);
        let hit = ["hold", "retreat"][n % 2];
        let value = json!({"standing": {"hit": hit}});
        pair.worlds[0].ask(&lee, true, Method::PUT, &path, Sent::Json(&value)).await;
    }
    for (n, line) in ["declare attack", "declare hold"].into_iter().enumerate() {
        pair.worlds[n].order(&lee, line, &once).await;
    }
    assert!(pair.waits_for(0).await);

    let (draft, orders) =
        (json!({"orders": ["declare hold"]}), json!({"orders": ["Straw Men creep 0404"], "key": key()}));
    let asked: [(&str, &str, bool, Method, &str, Sent<'_>); 14] = [
        ("game, page", "porter", false, Method::GET, "/games/{game}", Sent::Nothing),
        ("game, page", "stranger", false, Method::GET, "/games/{game}", Sent::Nothing),
        ("game", "porter", true, Method::GET, "/api/games/{game}", Sent::Nothing),
        ("menu", "porter", true, Method::GET, "/api/games/{game}/menu", Sent::Nothing),
        ("head", "porter", false, Method::GET, "/games/{game}/head", Sent::Nothing),
        ("chronicle", "porter", true, Method::GET, "/api/games/{game}/chronicle", Sent::Nothing),
        ("chronicle", "stranger", true, Method::GET, "/api/games/{game}/chronicle", Sent::Nothing),
        ("position at record 5", "stranger", true, Method::GET, "/api/games/{game}/positions/5", Sent::Nothing),
        ("log", "porter", true, Method::GET, "/api/games/{game}/log", Sent::Nothing),
        ("log", "stranger", true, Method::GET, "/api/games/{game}/log", Sent::Nothing),
        (
            "standing orders tried",
            "porter",
            true,
            Method::POST,
            "/api/games/{game}/standing/try",
            Sent::Json(&standing),
        ),
        ("draft refused", "porter", true, Method::PUT, "/api/games/{game}/draft", Sent::Json(&draft)),
        ("order refused", "porter", true, Method::POST, "/api/games/{game}/orders", Sent::Json(&orders)),
        ("plan", "porter", false, Method::GET, "/games/{game}/plan", Sent::Nothing),
    ];
    let entries =
        async |n: usize| pair.worlds[n].post.server.service.store.logs().check_chains().await.map(|c| c.entries);
    println!("private entries: {:?} and {:?}", entries(0).await.unwrap(), entries(1).await.unwrap());
    println!("| what | who | one, ms | other, ms | ratio |\n| --- | --- | --- | --- | --- |");
    let browsers = [0, 1].map(|n: usize| Browser::at(&pair.worlds[n].post.server.url));
    for (what, who, program, method, path, sent) in asked {
        let who = pair.people.iter().find(|p| p.name == who).expect("somebody");
        let path = path.replace("{game}", &pair.worlds[0].game);
        let mut took = [Vec::new(), Vec::new()];
        for round in 0..ROUNDS + 20 {
            // Now the one first, now the other.
            for n in [round % 2, 1 - round % 2] {
                let began = Instant::now();
                let answer = pair.worlds[n].ask_over(&browsers[n], who, program, method.clone(), &path, sent).await;
                assert!(!answer.status.is_server_error() && answer.status != 429, "{what}: {answer:?}");
                if round >= 20 {
                    took[n].push(began.elapsed().as_secs_f64() * 1e3);
                }
            }
        }
        let [a, b] = took.map(median);
        println!("| {what} | {} | {a:.2} | {b:.2} | {:.2} |", who.name, a / b);
    }
}
