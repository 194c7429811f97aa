//! By letters alone.

use crate::{PROGRAM, entries, pick, registry};
use domain::dice::BotRng;
use domain::log::import;
use domain::referee::SeatId;
use fieldpost::service::start::{NewTable, Opponent};
use fieldpost::service::table::Table;
use fieldpost_post::token_hash;
use fieldpost_store::Account;
use fieldpost_tests::key;
use fieldpost_tests::post::{Letter, Post};
use std::collections::BTreeMap;

/// The last letter to a player that can be answered.
pub fn latest(post: &Post, player: &Account) -> Option<Letter> {
    post.letters().into_iter().filter(|l| l.to == player.email.as_str() && l.reply_to.is_some()).next_back()
}

/// Sends a text as the answer to the last letter, and waits for the answer to it.
pub async fn send(post: &mut Post, player: &Account, text: &str) -> Letter {
    // It may still be on its way.
    let letter = loop {
        match latest(post, player) {
            Some(letter) => break letter,
            None => tokio::time::sleep(std::time::Duration::from_millis(20)).await,
        }
    };
    let id = post.reply(player.email.as_str(), &letter, text, &[]);
    loop {
        let answered = post.letters().into_iter().find(|l| l.in_reply_to.as_deref() == Some(id.as_str()));
        if let Some(answer) = answered {
            return answer;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

/// The record that a letter goes as far as.
async fn read_at(post: &Post, letter: &Letter) -> u64 {
    let token = letter.reply_to.as_deref().and_then(|to| to.strip_prefix("g-")?.split('@').next()).expect("an address");
    let kept = post.server.service.store.inbox().reply_address(token_hash(token)).await.unwrap();
    kept.expect("the address is kept").record
}

/// Whether others have changed what an order would come to, as far as its seat knows: what is asked, the phase, or the choice itself.
fn differs(then: &Table, now: &Table, line: &str) -> bool {
    let choice = |table: &Table| table.menu(None)?.choices.into_iter().find(|c| c.order == line);
    let phase = |table: &Table| table.game.phase(table.viewer);
    let tried = |table: &Table| {
        let draft = table.game.draft(table.seat?, &[line.to_owned()]).ok()?;
        Some((draft.story, draft.commits))
    };
    // The last to say that they are done end the phase for all.
    let last = |table: &Table| matches!(line, "done" | "ready").then(|| table.game.waiting_seats());
    then.asks() != now.asks()
        || last(then) != last(now)
        || phase(then) != phase(now)
        || choice(then).map(|c| format!("{c:?}")) != choice(now).map(|c| format!("{c:?}"))
        || tried(then).map(|t| format!("{t:?}")) != tried(now).map(|t| format!("{t:?}"))
}

async fn log(post: &Post, game: &str, player: &Account) -> String {
    let games = post.server.service.games();
    let table = games.table(game, Some(player)).await.unwrap();
    games.log(&table).await.unwrap()
}

fn table_of_four() -> NewTable {
    table_of("four")
}

/// A game of a scenario with four seats.
pub fn table_of(scenario: &str) -> NewTable {
    NewTable {
        ruleset: "fog-line".to_owned(),
        scenario: Some(scenario.to_owned()),
        options: BTreeMap::new(),
        seat: Some(SeatId(0)),
        arbiter: false,
        opponent: Opponent::Anybody,
        pace: 0,
        clock: None,
        public: true,
        phrase: String::new(),
        title: "Four".to_owned(),
        key: key(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_four_seats_is_played_to_its_end_by_letters_with_a_replacement_in_the_middle() {
    let mut post = Post::of(registry, PROGRAM, true, |_| {});
    let mut players = Vec::new();
    for name in ["porter", "zoe", "lee", "brian"] {
        players.push(post.player(name).await);
    }
    let service = post.server.service.clone();
    let game = service.lobby().start(&players[0], table_of_four()).await.unwrap().game.to_string();
    for (seat, player) in (1..).map(SeatId).zip(&players[1..]) {
        service.lobby().join(&game, player, Some(seat), "").await.unwrap();
    }
    let letter = post.letters_to(&players[1], 1).await.remove(0);
    assert!(letter.text.contains("You play the Zo\u{eb}'s Corps: every other unit"), "{}", letter.text);
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
    let (mut orders, mut older, mut numbered, mut refused) = (0, 0, 0, 0);
    let mut printed = BTreeMap::new();
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
            let read = read_at(&post, &latest(&post, &player).expect("a letter that can be answered")).await;
            let then = service.games().at(&table, read).await.unwrap();
            // By its number where it stood in the last letter: the numbers mean what was printed, whatever has been done since.
            let kept = printed.get(&player.id).and_then(|menu: &Vec<String>| menu.iter().position(|l| *l == line));
            let said = kept.map_or(line.clone(), |place| (place + 1).to_string());
            let order = format!("\"order\":{line:?}");
            let given = |log: &str| {
                let export = import(log).expect("a download is a log");
                let records = export.records.iter().filter(|r| r.body.contains(&order)).count();
                records + export.entries.iter().filter(|e| e.body.contains(&order)).count()
            };
            let before = given(&log(&post, &game, &player).await);
            let answer = send(&mut post, &player, &said).await;
            let after = service.games().table(&game, Some(&player)).await.unwrap();
            let menu = after.menu(None).map_or_else(Vec::new, |m| m.choices.into_iter().map(|c| c.order).collect());
            printed.insert(player.id, menu);
            if answer.text.contains("Carried out.") {
                orders += 1;
                numbered += u32::from(kept.is_some());
                if !after.over() {
                    let now = given(&log(&post, &game, &player).await);
                    assert!(now > before, "{said} for {line}: {}", answer.text);
                }
                older += u32::from(!table.game.changes_after(read).is_empty());
                continue;
            }
            // Somebody else has shown something meanwhile by which it would come to something else: the answer is a letter of now.
            refused += 1;
            assert!(answer.text.contains("moved on"), "{line}: {}", answer.text);
            assert!(differs(&then, &table, &line), "{line} after record {read}: {}", answer.text);
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
            let farewell = |l: &Letter| l.to == left.email.as_str() && l.text.contains("plays on for you");
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
    println!(
        "{orders} orders by letter, {older} of them written on an older head, {numbered} by number; {refused} refused as stale"
    );
    assert!(older > 0 && numbered > 0, "seats are at work at once");
    let table = service.games().table(&game, None).await.unwrap();
    assert!(table.over(), "nobody is asked any more");
    assert_eq!(post.letters_to(&left, 0).await.len(), letters, "no more letters to whoever left");
    let report = domain::referee::verify(&service.registry, &log(&post, &game, &players[0]).await, &Default::default());
    assert_eq!(report.bad, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_letter_asks_for_both_seats_of_one_person_and_one_answers_for_both() {
    let mut post = Post::of(registry, PROGRAM, true, |_| {});
    let (porter, lee) = (post.player("porter").await, post.player("lee").await);
    let service = post.server.service.clone();
    let game = service.lobby().start(&porter, table_of_four()).await.unwrap().game.to_string();
    for (seat, player) in [(1, &porter), (2, &lee), (3, &lee)] {
        service.lobby().join(&game, player, Some(SeatId(seat)), "").await.unwrap();
    }
    let letter = post.letters_to(&porter, 1).await.remove(0);
    let (_, mark) = letter.text.split_once("is asked too: ").unwrap_or_else(|| panic!("{}", letter.text));
    let mark = mark.split("a line that says: ").nth(1).and_then(|rest| rest.lines().next()).unwrap().to_owned();
    let mut lines = Vec::new();
    for seat in 0..2 {
        let table = service.games().table(&format!("{game}.{seat}"), Some(&porter)).await.unwrap();
        let mut orders = table.menu(None).unwrap().choices.into_iter().map(|c| c.order);
        lines.push(orders.find(|o| o != "ready").expect("units are to be set up"));
    }
    let answer = send(&mut post, &porter, &format!("{}\n{mark}\n{}", lines[0], lines[1])).await;
    assert_eq!(answer.text.matches("Carried out.").count(), 2, "{}", answer.text);
    for (seat, line) in lines.iter().enumerate() {
        let table = service.games().table(&format!("{game}.{seat}"), Some(&porter)).await.unwrap();
        assert!(table.menu(None).unwrap().choices.iter().all(|c| c.order != *line), "{line} has been carried out");
    }
    let asking = post.letters().into_iter().filter(|l| l.to == porter.email.as_str() && l.submitted != "auto-replied");
    assert_eq!(asking.count(), 1, "not a letter for each seat");
}
