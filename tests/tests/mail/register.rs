//! Proofs of the register in real letters; and a service that keeps two histories, one for each player.

use crate::PROGRAM;
use domain_register::key::PublicKey;
use domain_register::receipt::Receipt;
use fieldpost_store::Account;
use fieldpost_tests::post::Post;
use mail_parser::{MessageParser, MimeHeaders};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};
use std::path::Path;
use std::process::{Command, Output};

/// The newest letter to somebody that has a proof with it, and the proof; once there are so many letters.
async fn proven(post: &Post, player: &Account, letters: usize) -> (String, Receipt) {
    post.letters_to(player, letters).await;
    let (_, raw) = post.raw().into_iter().rfind(|(to, _)| to == player.email.as_str()).unwrap();
    let message = MessageParser::default().parse(raw.as_bytes()).unwrap();
    let file = message.attachments().find(|a| a.attachment_name().is_some_and(|n| n.ends_with(".tlog-proof")));
    let bytes = file.unwrap_or_else(|| panic!("no proof in {raw}")).contents().to_vec();
    (raw, Receipt::read(&bytes).unwrap())
}

fn verify(letters: &[&Path], key: &PublicKey) -> Output {
    let mut command = Command::new(PROGRAM);
    command.arg("verify").arg("--key").arg(key.to_string());
    letters.iter().for_each(|letter| {
        command.arg("--letter").arg(letter);
    });
    command.output().unwrap()
}

async fn key(post: &Post) -> PublicKey {
    post.server.service.register().standing().await.unwrap().key.parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_letter_about_a_turn_and_the_answer_to_an_order_prove_their_record() {
    let mut post = Post::open(PROGRAM, true);
    let (first, second) = (post.player("porter").await, post.player("lee").await);
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let game = post.game(ruleset, "The mill", [&first, &second]).await;
    let (raw, proof) = proven(&post, &first, 1).await;
    let key = key(&post).await;
    proof.check(std::slice::from_ref(&key)).unwrap();
    let records = post.server.service.store.logs().records(game.parse().unwrap(), 0).await.unwrap();
    assert_eq!(proof.subject.hash, records[proof.subject.number as usize - 1].hash.0);
    assert!(raw.contains("multipart/mixed"), "{raw}");
    println!("the proof of a letter has {} bytes", proof.to_string().len());
    assert!(proof.to_string().len() < 2048);

    // The answer to one's own letter is the receipt.
    let letter = post.letters_to(&first, 1).await.remove(0);
    let order = letter.text.lines().find(|l| l.starts_with("  ") && l.contains(" at ")).unwrap().trim().to_owned();
    post.reply("porter@players.example", &letter, &order, &[]);
    let (raw, receipt) = proven(&post, &first, 2).await;
    receipt.check(std::slice::from_ref(&key)).unwrap();
    assert!(
        receipt.subject.number > proof.subject.number && receipt.checkpoint.head().size > proof.checkpoint.head().size
    );
    let file = std::env::temp_dir().join(format!("fieldpost-{}.eml", fieldpost_store::fresh_game_id()));
    std::fs::write(&file, raw).unwrap();
    let output = verify(&[&file], &key);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains("signed by the register"), "{said}");
    let _gone = std::fs::remove_file(file);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_histories_shown_to_two_mail_players_are_found_from_their_letters_alone() {
    // A game, and two copies of the service at the same moment: each goes on by itself, with the same key.
    let post = Post::open(PROGRAM, true);
    let (first, second) = (post.player("porter").await, post.player("lee").await);
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    post.game(ruleset, "The mill", [&first, &second]).await;
    post.letters_to(&first, 1).await;
    // A copy in which that letter is still on its way holds the next one to that player back until the lease of the first is over.
    post.settled().await;
    let key = key(&post).await;
    let copies =
        [0, 1].map(|n| std::env::temp_dir().join(format!("fieldpost-{}-{n}.db", fieldpost_store::fresh_game_id())));
    for copy in &copies {
        post.server.service.store.backup(copy).await.unwrap();
        // The copy says still who serves the original.
        let mut c = SqliteConnectOptions::new().filename(copy).connect().await.unwrap();
        c.execute("DELETE FROM serving").await.unwrap();
        c.close().await.unwrap();
    }
    let letter = post.letters_to(&first, 1).await.remove(0);
    drop(post);
    let order = letter.text.lines().find(|l| l.starts_with("  ") && l.contains(" at ")).unwrap().trim().to_owned();
    // One tells the first player that the order was carried out, the other tells the second one of an offer in its place.
    let mut files = Vec::new();
    for (copy, (line, told)) in copies.iter().zip([(order.as_str(), &first), ("draw", &second)]) {
        let mut post = Post::on_copy(domain::rulesets::standard, Some(copy), PROGRAM, true, |_| {});
        post.reply("porter@players.example", &letter, line, &[]);
        let (raw, proof) = proven(&post, told, 1).await;
        assert_eq!(proof.check(std::slice::from_ref(&key)).map(|by| by.register.len()), Ok(1));
        let file = copy.with_extension("eml");
        std::fs::write(&file, raw).unwrap();
        files.push((file, proof));
    }
    let [(mine, one), (theirs, other)] = &files[..] else { unreachable!() };
    assert_eq!(one.subject.number, other.subject.number);
    for alone in [mine, theirs] {
        assert!(verify(&[alone], &key).status.success(), "each by itself is sound");
    }
    let output = verify(&[mine, theirs], &key);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("FORK") && said.contains(&one.checkpoint.to_string()), "{said}");
    assert!(said.contains(other.checkpoint.to_string().trim_end()), "{said}");
    for (file, copy) in files.iter().map(|f| &f.0).zip(&copies) {
        let _gone = (std::fs::remove_file(file), std::fs::remove_file(copy));
    }
}
