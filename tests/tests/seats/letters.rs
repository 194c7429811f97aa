//! By letters alone.

use crate::{PROGRAM, entries, pick, registry};
use domain::dice::BotRng;
use domain::referee::SeatId;
use fieldpost::service::start::{NewTable, Opponent};
use fieldpost_store::Account;
use fieldpost_tests::key;
use fieldpost_tests::post::{Letter, Post};
use std::collections::BTreeMap;

/// The last letter to a player that can be answered.
fn latest(post: &Post, player: &Account) -> Option<Letter> {
    post.letters().into_iter().filter(|l| l.to == player.email.as_str() && l.reply_to.is_some()).next_back()
}

/// Sends a text as the answer to the last letter, and waits for the answer to it.
async fn send(post: &mut Post, player: &Account, text: &str) -> Letter {
    let letter = latest(post, player).expect("a letter that can be answered");
    let id = post.reply(player.email.as_str(), &letter, text, &[]);
    loop {
        let answered = post.letters().into_iter().find(|l| l.in_reply_to.as_deref() == Some(id.as_str()));
        if let Some(answer) = answered {
            return answer;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

async fn log(post: &Post, game: &str, player: &Account) -> String {
    let games = post.server.service.games();
    let table = games.table(game, Some(player)).await.unwrap();
    games.log(&table).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_four_seats_is_played_to_its_end_by_letters_with_a_replacement_in_the_middle() {
    let mut post = Post::of(registry, PROGRAM, true, |_| {});
    let mut players = Vec::new();
    for name in ["porter", "zoe", "lee", "brian"] {
        players.push(post.player(name).await);
    }
    let new = NewTable {
        ruleset: "fog-line".to_owned(),
        scenario: Some("four".to_owned()),
        options: BTreeMap::new(),
        seat: Some(SeatId(0)),
        opponent: Opponent::Anybody,
        pace: 0,
        clock: None,
        public: true,
        phrase: String::new(),
        title: "Four".to_owned(),
        key: key(),
    };
    let service = post.server.service.clone();
    let game = service.lobby().start(&players[0], new).await.unwrap().game.to_string();
    for (seat, player) in (1..).map(SeatId).zip(&players[1..]) {
        service.lobby().join(&game, player, Some(seat), "").await.unwrap();
    }
    let letter = post.letters_to(&players[1], 1).await.remove(0);
    assert!(letter.text.contains("You command the Zo\u{eb}'s Corps: every other unit"), "{}", letter.text);
    // Whoever joined last has the page, and gets the first letter by what another says to all.
    let said = send(&mut post, &players[1], "message: Good evening to all").await;
    assert!(said.text.contains("on its way"), "{}", said.text);
    post.letters_to(&players[3], 1).await;
    send(&mut post, &players[1], "message side: We go left").await;
    let heard = post.letters_to(&players[0], 3).await;
    assert!(heard.iter().any(|l| l.text.contains("We go left") && l.text.contains("own side alone")));
    assert!(
        post.letters()
            .iter()
            .all(|l| !l.text.contains("We go left") || !["lee", "brian"].iter().any(|n| l.to.starts_with(n)))
    );

    let mut rng = BotRng::seeded(8);
    let (mut orders, mut refused) = (0, 0);
    let mut gone: Option<(Account, Vec<([u8; 2], u64, String)>, usize)> = None;
    loop {
        let mut asked = false;
        for player in players.clone() {
            let table = service.games().table(&game, Some(&player)).await.unwrap();
            let menu = table.menu(None).filter(|_| !table.asks().is_empty() && !table.over());
            let Some(menu) = menu else { continue };
            let lines: Vec<String> = menu.choices.into_iter().map(|c| c.order).collect();
            if lines.is_empty() {
                continue;
            }
            asked = true;
            let line = pick(&mut rng, &lines);
            let answer = send(&mut post, &player, &line).await;
            match answer.text.contains("Carried out.") {
                true => orders += 1,
                // Somebody else has shown something meanwhile: the answer is a letter of now.
                false => {
                    assert!(
                        answer.text.contains("moved on") || answer.text.contains("changed"),
                        "{line}: {}",
                        answer.text
                    );
                    refused += 1;
                }
            }
        }
        assert!(orders < 800 && refused < 200, "{orders} orders, {refused} refused: the game does not end");
        if !asked {
            break;
        }
        if orders >= 25 && gone.is_none() {
            let told = send(&mut post, &players[3], "replacement me").await;
            assert!(told.text.contains("Somebody else is looked for"), "{}", told.text);
            let agreed = send(&mut post, &players[0], "replacement agree").await;
            assert!(agreed.text.contains("You have agreed"), "{}", agreed.text);
            let invited = send(&mut post, &players[3], "replacement invite ann@players.example").await;
            assert!(invited.text.contains("invitation is on its way"), "{}", invited.text);
            let ann = post.player("ann").await;
            let invitation = post.letters_to(&ann, 1).await.remove(0);
            let link = invitation.text.split("/join/").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
            let had = entries(&log(&post, &game, &players[3]).await);
            service.lobby().accept(&link, &ann, None, "").await.expect("it can be accepted");
            post.letters_to(&ann, 2).await;
            let known: Vec<_> = had.iter().filter(|(audience, ..)| audience[0] != 3).cloned().collect();
            assert!(!known.is_empty());
            assert_eq!(entries(&log(&post, &game, &ann).await), known);
            let left = std::mem::replace(&mut players[3], ann);
            // Their last letter is the farewell.
            let farewell = |l: &Letter| l.to == left.email.as_str() && l.subject.contains("plays on for you");
            while !post.letters().iter().any(farewell) {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
            let letters = post.letters_to(&left, 0).await.len();
            gone = Some((left, had, letters));
        } else if let Some((left, had, _)) = &gone
            && !service.games().table(&game, None).await.unwrap().over()
        {
            assert_eq!(&entries(&log(&post, &game, left).await), had, "whoever left learns nothing more");
        }
    }
    let (left, _, letters) = gone.expect("the game lasts so long");
    println!("{orders} orders by letter, {refused} refused as stale");
    let table = service.games().table(&game, None).await.unwrap();
    assert!(table.over(), "nobody is asked any more");
    assert_eq!(post.letters_to(&left, 0).await.len(), letters, "no more letters to whoever left");
    let report = domain::referee::verify(&service.registry, &log(&post, &game, &players[0]).await, &Default::default());
    assert_eq!(report.bad, None);
}
