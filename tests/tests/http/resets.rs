//! A connection that is reset while its request is carried out changes nothing for the others: no game is ever behind its log.
//!
//! A longer run, against the release build: `target/release/resets 2000` (docs/reliability.md).

use fieldpost_tests::resets::Scene;
use fieldpost_tests::{Resets, TestServer};
use std::time::Duration;

/// Resets at least.
const RESETS: u32 = 300;

#[tokio::test(flavor = "multi_thread")]
async fn after_a_reset_anywhere_page_api_log_letters_and_house_players_agree() {
    let server = TestServer::with(|config| {
        config.bot_delay = Duration::ZERO;
        config.leeway = 1_000;
    });
    let mut resets = Resets::open(&server.at, server.service.store.path(), 8).await;
    let mut scenes = Scene::ALL.iter().cycle();
    while resets.total().tried < RESETS {
        resets.play(*scenes.next().expect("scenes go round")).await;
    }
    let total = resets.total();
    eprintln!("{total:?} {:?}", resets.counts);
    assert_eq!(resets.wrong, Vec::<String>::new(), "{:?}", resets.counts);
    assert_eq!(total.stale, 0);
    // Resets that all came too early or too late would have shown nothing.
    assert!(total.recorded > total.tried / 10, "{:?}", resets.counts);
    assert!(resets.counts.values().all(|count| count.tried > 0));
}
