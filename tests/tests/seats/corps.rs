//! What is on offer with more than two seats: each is invited, told what it commands, asked, written to, and gives orders, by letters and by pages.

use crate::letters::{latest, send};
use crate::{PROGRAM, pick};
use domain::dice::BotRng;
use domain::referee::{Registry, SeatId, SeatSpec};
use domain::rulesets::standard;
use fieldpost::service::start::{NewTable, Opponent};
use fieldpost::service::table::Table;
use fieldpost_post::token_hash;
use fieldpost_store::Account;
use fieldpost_tests::post::{Letter, Post};
use fieldpost_tests::{Player, TestServer, key};
use reqwest::StatusCode;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

const NAMES: [&str; 8] = ["anna", "ben", "clara", "david", "emma", "frank", "greta", "hugo"];

/// Of each number of seats above two the first scenario with it: ruleset, scenario, seats.
fn offered(registry: &Registry) -> Vec<(&'static str, &'static str, Vec<SeatSpec>)> {
    let mut found: BTreeMap<usize, (&'static str, &'static str, Vec<SeatSpec>)> = BTreeMap::new();
    for ruleset in registry.all() {
        let about = ruleset.about();
        for scenario in about.scenarios.iter().filter(|s| s.seats.len() > 2) {
            found.entry(scenario.seats.len()).or_insert((about.id, scenario.id, scenario.seats.clone()));
        }
    }
    found.into_values().collect()
}

/// The position that a letter goes as far as shows its reader a question.
async fn asks(post: &Post, letter: &Letter, table: &Table) -> bool {
    let token = letter.reply_to.as_deref().and_then(|to| to.strip_prefix("g-")?.split('@').next()).expect("an address");
    let kept = post.server.service.store.inbox().reply_address(token_hash(token)).await.unwrap();
    let then = post.server.service.games().at(table, kept.expect("the address is kept").record).await.unwrap();
    !then.asks().is_empty()
}

/// Waits until the last letter to somebody who is asked says so.
async fn told(post: &Post, player: &Account, game: &str) -> Option<Letter> {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(30) {
        let table = post.server.service.games().table(game, Some(player)).await.unwrap();
        match latest(post, player) {
            Some(letter) if asks(post, &letter, &table).await => return Some(letter),
            _ => tokio::time::sleep(Duration::from_millis(30)).await,
        }
    }
    None
}

/// An order of a menu, mostly one by which its seat has done.
fn said(rng: &mut BotRng, menu: &[String]) -> String {
    let done = menu.iter().find(|line| *line == "done").filter(|_| rng.below(4) > 0);
    done.map_or_else(|| pick(rng, menu), Clone::clone)
}

async fn played_by_letters((ruleset, scenario, seats): &(&'static str, &'static str, Vec<SeatSpec>)) {
    let mut post = Post::open(PROGRAM, true);
    let mut players = Vec::new();
    for name in NAMES.iter().take(seats.len()) {
        players.push(post.player(name).await);
    }
    let service = post.server.service.clone();
    let email = |n: usize| players[n].email.as_str().to_owned();
    let new = NewTable {
        ruleset: (*ruleset).to_owned(),
        scenario: Some((*scenario).to_owned()),
        options: BTreeMap::new(),
        seat: Some(SeatId(0)),
        arbiter: false,
        opponent: Opponent::Invited(Some(email(1))),
        pace: 0,
        clock: None,
        public: false,
        phrase: String::new(),
        title: "Corps".to_owned(),
        key: key(),
    };
    // An invitation to each, of whom each takes a seat.
    let game = service.lobby().start(&players[0], new).await.unwrap().game.to_string();
    for n in 2..seats.len() {
        service.lobby().invite(&game, &players[0], Some(&email(n))).await.unwrap();
    }
    for (n, player) in players.iter().enumerate().skip(1) {
        let letter = post.letters_to(player, 1).await.remove(0);
        let link = letter.text.split("/join/").nth(1).and_then(|rest| rest.split_whitespace().next());
        let link = link.unwrap_or_else(|| panic!("no invitation: {}", letter.text));
        let seat = SeatId(u8::try_from(n).unwrap());
        service.lobby().accept(link, player, Some(seat), "").await.unwrap();
    }
    // Whoever joined last has the page before them; everybody else who is asked gets a letter that says what is theirs.
    let begun = service.games().table(&game, Some(&players[0])).await.unwrap();
    let waiting = begun.game.waiting_seats();
    assert!(!waiting.is_empty(), "{scenario} begins");
    for (n, player) in players.iter().enumerate().take(seats.len() - 1) {
        if waiting.iter().any(|seat| usize::from(seat.0) == n) {
            let letter = told(&post, player, &game).await.unwrap_or_else(|| panic!("{scenario}: no letter to {n}"));
            let own = format!("You play the {}: {}", seats[n].name, seats[n].command);
            assert!(letter.text.contains(&own), "{}", letter.text);
        }
    }
    // What is said to all gives everybody a letter that they can answer; what is said to one's own side goes there alone.
    // Whoever joined last has no letter yet to answer.
    let first = 0;
    send(&mut post, &players[first], "message: Good evening to all").await;
    for (n, player) in players.iter().enumerate().filter(|(n, _)| *n != first) {
        let began = Instant::now();
        while latest(&post, player).is_none() {
            assert!(began.elapsed() < Duration::from_secs(30), "{scenario}: no letter to {n}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    send(&mut post, &players[first], "message side: We go left").await;
    let mates = seats.iter().enumerate().filter(|(n, s)| *n != first && s.side == seats[first].side).map(|(n, _)| n);
    for mate in mates {
        let began = Instant::now();
        while !post.letters().iter().any(|l| l.to == email(mate) && l.text.contains("We go left")) {
            assert!(began.elapsed() < Duration::from_secs(30), "{scenario}: nothing was said to {mate}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    let enemies: Vec<String> =
        seats.iter().enumerate().filter(|(_, s)| s.side != seats[first].side).map(|(n, _)| email(n)).collect();
    assert!(post.letters().iter().all(|l| !enemies.contains(&l.to) || !l.text.contains("We go left")));

    let mut rng = BotRng::seeded(11);
    let (mut given, mut refused) = (vec![0_u32; seats.len()], 0);
    for _ in 0..400 {
        let mut asked = false;
        for (n, player) in players.iter().enumerate() {
            let table = service.games().table(&game, Some(player)).await.unwrap();
            if table.asks().is_empty() || table.over() {
                continue;
            }
            asked = true;
            let letter = told(&post, player, &game).await.unwrap_or_else(|| panic!("{scenario}: no letter asks {n}"));
            assert!(letter.to == email(n), "{}", letter.to);
            // Somebody else may have acted meanwhile.
            let table = service.games().table(&game, Some(player)).await.unwrap();
            let Some(menu) = table.menu(None).filter(|_| !table.asks().is_empty()) else { continue };
            let lines: Vec<String> = menu.choices.into_iter().map(|c| c.order).collect();
            let line = said(&mut rng, &lines);
            let answer = send(&mut post, player, &line).await;
            match answer.text.contains("Carried out.") {
                true => given[n] += 1,
                false => {
                    assert!(answer.text.contains("moved on"), "{line}: {}", answer.text);
                    refused += 1;
                }
            }
        }
        let turn = service.games().table(&game, Some(&players[0])).await.unwrap().game.turn();
        assert!(asked, "{scenario}: nobody is asked in turn {turn}");
        if turn >= LAST {
            break;
        }
    }
    let turn = service.games().table(&game, Some(&players[0])).await.unwrap().game.turn();
    println!("{scenario} by letters: turn {turn}, orders of the seats {given:?}, {refused} written on an older letter");
    assert!(turn >= LAST, "{scenario} goes on");
    assert!(given.iter().filter(|n| **n > 0).count() >= 3, "{given:?}");
    let table = service.games().table(&game, Some(&players[0])).await.unwrap();
    let log = service.games().log(&table).await.unwrap();
    assert_eq!(domain::referee::verify(&service.registry, &log, &Default::default()).bad, None);
}

/// As far as games are played here.
const LAST: u32 = 13;

#[tokio::test(flavor = "multi_thread")]
async fn each_seat_of_what_is_on_offer_is_invited_asked_and_heard_by_letter() {
    let offers = offered(&standard());
    for offer in &offers {
        played_by_letters(offer).await;
    }
}

async fn page(player: &Player, path: &str) -> String {
    let answer = player.browser.get(path).await;
    assert_eq!(answer.status(), StatusCode::OK, "{path}");
    answer.text().await.unwrap()
}

async fn played_by_pages((ruleset, scenario, seats): &(&'static str, &'static str, Vec<SeatSpec>)) {
    let server = TestServer::open();
    let mut players = Vec::new();
    for name in NAMES.iter().take(seats.len()) {
        players.push(server.player(name).await);
    }
    let terms = page(&players[0], &format!("/games/new?ruleset={ruleset}&scenario={scenario}")).await;
    for seat in seats {
        assert!(terms.contains(seat.name) && terms.contains(seat.command), "{scenario}: {} is not on offer", seat.name);
    }
    let once = key();
    let form = [("ruleset", *ruleset), ("scenario", *scenario), ("seat", "0"), ("opponent", "invite"), ("key", &once)];
    let form = [&form[..], &[("time", "none")]].concat();
    let started = players[0].browser.post("/games", &form).await;
    assert_eq!(started.status(), StatusCode::SEE_OTHER, "{}", started.text().await.unwrap());
    let mut link = started.headers()["location"].to_str().unwrap().to_owned();
    let mut game = String::new();
    for (n, player) in players.iter().enumerate().skip(1) {
        let invited = page(player, &link).await;
        for seat in seats {
            assert!(invited.contains(seat.name) && invited.contains(seat.command), "{invited}");
        }
        let seat = n.to_string();
        let joined = player.browser.post(&link, &[("seat", &seat), ("phrase", "mine")]).await;
        assert_eq!(joined.status(), StatusCode::SEE_OTHER, "{}", joined.text().await.unwrap());
        game = joined.headers()["location"].to_str().unwrap().trim_start_matches("/games/").to_owned();
        game.truncate(game.find(['/', '.', '?']).unwrap_or(game.len()));
        if n + 1 < seats.len() {
            let more = players[0].browser.post(&format!("/games/{game}/invite"), &[("email", "")]).await;
            assert_eq!(more.status(), StatusCode::SEE_OTHER, "{}", more.text().await.unwrap());
            link = more.headers()["location"].to_str().unwrap().to_owned();
        }
    }
    let mut rng = BotRng::seeded(12);
    let mut given = vec![0_u32; seats.len()];
    for round in 0..400 {
        let state = players[0].state(&game).await;
        let turn = state["turn"].as_u64().expect("a turn");
        if turn >= u64::from(LAST) {
            println!("{scenario} by pages: turn {turn}, orders of the seats {given:?}");
            assert!(given.iter().filter(|n| **n > 0).count() >= 3, "{given:?}");
            return;
        }
        let mut asked = 0;
        for (n, player) in players.iter().enumerate() {
            let menu = player.menu(&game).await;
            let shown = if round < 2 { page(player, &format!("/games/{game}")).await } else { String::new() };
            if round < 2 {
                // Who commands what, by whom; and whom the game waits for.
                for seat in seats {
                    assert!(shown.contains(seat.name) && shown.contains(seat.command), "{shown}");
                }
                let alone = shown.contains("commands your army");
                let head = seats.iter().position(|s| s.side == seats[n].side) == Some(n);
                assert_eq!(alone, !head, "{scenario}: seat {n}");
                assert!(!menu.is_empty() || shown.contains("Waiting for "), "{scenario}: seat {n}: {shown}");
            }
            if menu.is_empty() {
                continue;
            }
            asked += 1;
            let line = said(&mut rng, &menu);
            let answer = player.order(&game, &[&line], &key(), None).await;
            assert_eq!(answer.status(), StatusCode::OK, "{line}: {}", answer.text().await.unwrap());
            given[n] += 1;
            // An order for another seat's units is that seat's alone to give.
            let other = (n + 1) % seats.len();
            if seats[other].side == seats[n].side && round < 2 {
                let theirs = players[other].menu(&game).await;
                let mine = player.menu(&game).await;
                if let Some(line) = theirs.iter().find(|l| !mine.contains(l) && !["done", "next"].contains(&l.as_str()))
                {
                    let refused = player.order(&game, &[line], &key(), None).await;
                    assert!(!refused.status().is_success(), "{line} of seat {other} by seat {n}");
                }
            }
        }
        assert!(asked > 0, "{scenario}: nobody is asked in turn {turn}");
    }
    panic!("{scenario} does not go on: {given:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_seat_of_what_is_on_offer_takes_its_place_and_gives_orders_by_pages() {
    let offers = offered(&standard());
    assert!(!offers.is_empty());
    for offer in &offers {
        played_by_pages(offer).await;
    }
}
