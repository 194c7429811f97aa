//! Whole games by mail alone, of every ruleset.

use crate::PROGRAM;
use domain::referee::{Against, verify};
use fieldpost_tests::post::Post;
use std::time::{Duration, Instant};

/// More than any game takes on a slow machine: what is waited for is the end.
const LIMIT: Duration = Duration::from_secs(900);

#[tokio::test(flavor = "multi_thread")]
async fn two_players_play_every_ruleset_to_its_end_by_letters_alone() {
    for ruleset in domain::rulesets::standard().all() {
        let about = ruleset.about();
        let post = Post::open(PROGRAM, false);
        let players = [post.player("porter").await, post.player("lee").await];
        let game = post.game(about.id, "A game by mail", [&players[0], &players[1]]).await;
        let service = &post.desk.service;
        let began = Instant::now();
        let table = loop {
            let table = service.table(&game, Some(&players[0])).await.unwrap();
            if table.game.result().is_some() {
                break table;
            }
            if began.elapsed() > LIMIT {
                let last = post.letters().pop().map(|l| format!("{}: {}", l.to, l.text)).unwrap_or_default();
                panic!(
                    "{}: no end at record {}, {}\n{last}",
                    about.id,
                    table.game.len(),
                    table.game.phase(table.viewer).title
                );
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        };
        let result = table.game.result().unwrap().clone();
        assert!(!result.level.is_empty(), "{}", about.id);

        let log = service.log(&table).await.unwrap();
        let against = Against { head: Some(table.game.head()), length: Some(table.game.len()), ..Against::default() };
        let report = verify(&domain::rulesets::standard(), &log, &against);
        assert!(report.sound, "{}: {report}", about.id);

        // Every order was given by mail or by a standing order, and the chronicle names the second kind.
        let entries = service.chronicle(&table, 0, table.game.len()).await.unwrap();
        for record in service.records(&table).await.unwrap() {
            let body: serde_json::Value = serde_json::from_str(&record.body).unwrap();
            if body["kind"] != "order/1" && body["kind"] != "order/2" {
                continue;
            }
            let entry = entries.iter().find(|e| e.seq == record.seq).unwrap();
            let by_mail = body["what"]["key"].as_str().is_some_and(|key| key.starts_with("mail-"));
            assert_ne!(by_mail, entry.standing.is_some(), "{}: {}", about.id, record.body);
        }
        // Both were written to, both wrote, and the end was told to both.
        for player in &players {
            let letters = post.letters_to(player, 1).await;
            assert!(letters.iter().any(|l| l.submitted == "auto-replied"), "{} was never answered", player.email);
            assert!(letters.iter().any(|l| l.submitted == "auto-generated" && l.reply_to.is_some()));
        }
        let fates = post.fates(1).await;
        assert!(fates.iter().filter(|(fate, _)| fate == "carried-out").count() > 10, "{}: {fates:?}", about.id);
        assert!(fates.iter().all(|(fate, _)| fate != "failed" && fate != "forged"), "{}: {fates:?}", about.id);
    }
}
