//! Four hundred units by letters alone: proposals in place of a menu of thousands, shorthand, lines cut short.

use crate::letters::{latest, send, table_of};
use crate::{PROGRAM, registry};
use domain::referee::SeatId;
use fieldpost_tests::post::{Letter, Post};

/// What a letter lists, by number.
fn numbered(letter: &Letter) -> Vec<String> {
    let line = |(n, line): (usize, &str)| {
        let rest = line.trim_start().strip_prefix(&format!("{n}. "))?;
        Some(rest.rsplit_once(": ")?.1.to_owned())
    };
    let mut found = Vec::new();
    for text in letter.text.lines() {
        found.extend(line((found.len() + 1, text)));
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn brigades_are_ordered_about_by_letter_with_proposals_in_place_of_a_menu() {
    let mut post = Post::of(registry, PROGRAM, true, |_| {});
    let mut players = Vec::new();
    for name in ["porter", "zoe", "lee", "brian"] {
        players.push(post.player(name).await);
    }
    let service = post.server.service.clone();
    let game = service.lobby().start(&players[0], table_of("big")).await.unwrap().game.to_string();
    for (seat, player) in (1..).map(SeatId).zip(&players[1..]) {
        service.lobby().join(&game, player, Some(seat), "").await.unwrap();
    }
    let first = post.letters_to(&players[1], 1).await.remove(0);
    assert!(first.text.contains("number of a proposal"), "{}", first.text);
    let hide = numbered(&first);
    assert!(hide[0].starts_with("hide ") && hide.len() <= 12, "{}", first.text);
    send(&mut post, &players[1], "message: Good evening to all").await;
    post.letters_to(&players[3], 1).await;

    let asked = send(&mut post, &players[0], "menu\nhelp").await;
    assert!(asked.text.contains("More is legal now than a letter can list."), "{}", asked.text);
    assert!(asked.text.contains("for instance now: hide "), "{}", asked.text);

    // Each round every player who is asked answers with the number of a proposal, as long as there is one to give; a volley with something
    // behind it.
    let (mut by_number, mut cut, mut stale) = (0, 0, 0);
    for _ in 0..60 {
        for player in &players {
            let table = service.games().table(&game, Some(player)).await.unwrap();
            if table.asks().is_empty() || table.over() {
                continue;
            }
            let letter = latest(&post, player).expect("a letter that can be answered");
            let mut lines = numbered(&letter);
            if lines.is_empty() {
                // The last letter was somebody's message.
                lines = numbered(&send(&mut post, player, "menu").await);
            }
            let proposed = lines.iter().position(|l| ["fire ", "hide ", "march "].iter().any(|w| l.starts_with(w)));
            let line = proposed.map(|n| lines[n].clone()).unwrap_or_default();
            let said = match (proposed, table.asks()[0].kind) {
                (Some(_), _) if line.starts_with("fire ") => format!("{line}; done"),
                (Some(n), _) => (n + 1).to_string(),
                (None, "set-up") => "ready".to_owned(),
                (None, "declare") => "declare attack".to_owned(),
                (None, "hit") => "hold".to_owned(),
                (None, _) => "done".to_owned(),
            };
            let before = table.game.len() + table.game.entries();
            let answer = send(&mut post, player, &said).await;
            if answer.text.contains("moved on") {
                stale += 1;
                continue;
            }
            assert!(answer.text.contains("Carried out."), "{said} for {line}: {}", answer.text);
            let after = service.games().table(&game, Some(player)).await.unwrap();
            assert!(after.game.len() + after.game.entries() > before);
            if line.starts_with("fire ") {
                // The first shot of several, and what was written behind it is kept.
                let draft = service
                    .play()
                    .draft(&after)
                    .await
                    .unwrap()
                    .unwrap_or_else(|| panic!("no draft of the rest: {}", answer.text));
                assert_eq!(draft.lines.last().map(String::as_str), Some("done"));
                let rest = format!("as your draft on the page: {}", draft.lines[0]);
                assert!(answer.text.contains(&rest), "{}", answer.text);
                cut += 1;
            } else if proposed.is_some() {
                by_number += 1;
            }
        }
        if cut > 0 && by_number > 8 {
            break;
        }
    }
    // The dice fall as they fall, and the game may be over before there are nine.
    assert!(cut > 0 && by_number > 3, "{by_number} proposals by number, {cut} lines cut short, {stale} stale");

    // The number of a letter that the game has left behind means nothing any more, and its order is not given either.
    let count = post.letters().len();
    let length = service.games().table(&game, None).await.unwrap().game.len();
    post.reply(players[1].email.as_str(), &first, "1", &[]);
    let answer = loop {
        match post
            .letters()
            .into_iter()
            .skip(count)
            .find(|l| l.to == players[1].email.as_str() && l.text.contains("> 1"))
        {
            Some(answer) => break answer,
            None => tokio::time::sleep(std::time::Duration::from_millis(20)).await,
        }
    };
    assert!(answer.text.contains("moved on"), "{}", answer.text);
    assert_eq!(service.games().table(&game, None).await.unwrap().game.len(), length);
    println!("{by_number} proposals by number, {cut} lines cut short, {stale} stale");
}
