//! By letters alone.

use crate::{AWAY, PROGRAM, registry};
use domain::referee::SeatId;
use fieldpost::service::start::{NewTable, Opponent};
use fieldpost_store::Account;
use fieldpost_tests::key;
use fieldpost_tests::post::{Letter, Post};
use std::collections::BTreeMap;
use std::time::Duration;

/// How often it is looked whether a letter has come, twenty milliseconds apart.
const WAITS: usize = 1_500;

async fn send(post: &mut Post, player: &Account, text: &str) -> Letter {
    let last = |post: &Post| {
        post.letters().into_iter().filter(|l| l.to == player.email.as_str() && l.reply_to.is_some()).next_back()
    };
    for _ in 0..WAITS {
        if last(post).is_some() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let letter = last(post).expect("a letter that can be answered");
    let id = post.reply(player.email.as_str(), &letter, text, &[]);
    for _ in 0..WAITS {
        let answered = post.letters().into_iter().find(|l| l.in_reply_to.as_deref() == Some(id.as_str()));
        if let Some(answer) = answered {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("no answer to {text:?}, written to {}: {}", letter.subject, letter.text)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_against_somebody_who_is_away_is_played_to_its_end_by_letters_alone() {
    let mut post = Post::of(registry, PROGRAM, true, |_| {});
    let (porter, lee) = (post.player("porter").await, post.player("lee").await);
    let service = post.server.service.clone();
    let table = NewTable {
        ruleset: "fog-line".to_owned(),
        scenario: Some("two".to_owned()),
        options: BTreeMap::new(),
        seat: Some(SeatId(0)),
        arbiter: false,
        opponent: Opponent::Anybody,
        pace: 0,
        clock: None,
        public: true,
        phrase: String::new(),
        title: "Away".to_owned(),
        key: key(),
    };
    let game = service.lobby().start(&porter, table).await.unwrap().game.to_string();
    service.lobby().join(&game, &lee, Some(SeatId(1)), "").await.unwrap();
    let menu = async |player: &Account| {
        let table = service.games().table(&game, Some(player)).await.unwrap();
        let asked = !table.asks().is_empty() && !table.over();
        let menu = table.menu(None).filter(|_| asked);
        (table.over(), menu.map_or_else(Vec::new, |m| m.choices.into_iter().map(|c| c.order).collect::<Vec<_>>()))
    };
    // Whoever joined last has the page and no letter yet: what the other says brings one.
    send(&mut post, &porter, "message: Good evening").await;
    for player in [&porter, &lee] {
        loop {
            let (_, lines) = menu(player).await;
            let hides: Vec<&String> = lines.iter().filter(|l| l.contains(" hide ")).collect();
            let line = if lines.iter().any(|l| l == "ready") { "ready" } else { hides[hides.len() / 2] };
            let answer = send(&mut post, player, line).await;
            assert!(answer.text.contains("Carried out."), "{line}: {}", answer.text);
            if line == "ready" {
                break;
            }
        }
    }
    let wrong = send(&mut post, &lee, "queue if turn 3 done").await;
    assert!(wrong.text.contains("no \u{201c}:\u{201d} between guard and order"), "{}", wrong.text);
    let lines: Vec<String> = AWAY.lines().map(|l| format!("queue {l}")).collect();
    let queued = send(&mut post, &lee, &format!("standing hit hold\n{}\nqueue", lines.join("\n"))).await;
    assert!(queued.text.contains("until turn >= 9: try declare hold"), "{}", queued.text);
    let asking = |post: &Post| {
        let to_lee = post.letters().into_iter().filter(|l| l.to == lee.email.as_str() && l.submitted != "auto-replied");
        to_lee.count()
    };
    let before = asking(&post);

    for round in 0.. {
        assert!(round < 400, "the game does not end");
        let (over, lines) = menu(&porter).await;
        if over {
            break;
        }
        if lines.is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        }
        let line = ["declare attack", "done", "hold"].into_iter().find(|l| lines.iter().any(|m| m == l));
        let line = line.unwrap_or(&lines[0]).to_owned();
        let answer = send(&mut post, &porter, &line).await;
        // A letter may cross with what the other side has queued: the answer is then one of now, and is answered next.
        let crossed = answer.text.contains("moved on");
        assert!(crossed || answer.text.contains("Carried out."), "{line}: {}", answer.text);
        assert!(!answer.text.contains("try declare"), "{}", answer.text);
    }
    // One letter, about the end: nobody was written to for a turn that was queued.
    let end = |l: &Letter| l.to == lee.email.as_str() && l.text.contains("The game is over");
    for _ in 0..WAITS {
        if post.letters().iter().any(end) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(asking(&post), before + 1, "{:?}", post.letters().iter().map(|l| &l.subject).collect::<Vec<_>>());
    let told = post.letters().into_iter().find(end).expect("a letter about the end");
    assert!(told.text.contains("queued: until turn >= 9"), "{}", told.text);
    let table = service.games().table(&game, Some(&lee)).await.unwrap();
    let log = service.games().log(&table).await.unwrap();
    assert_eq!(domain::referee::verify(&service.registry, &log, &Default::default()).bad, None);
}
