//! By pages.

use crate::{entries, pick, registry};
use domain::dice::BotRng;
use fieldpost_tests::{Player, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const NAMES: [&str; 4] = ["Union", "Zo\u{eb}", "Confederate", "Briain"];

async fn page(player: &Player, path: &str) -> String {
    let answer = player.browser.get(path).await;
    assert_eq!(answer.status(), StatusCode::OK, "{path}");
    answer.text().await.unwrap()
}

fn after<'p>(page: &'p str, mark: &str) -> Option<&'p str> {
    page.split(mark).nth(1).and_then(|rest| rest.split('"').next())
}

/// Starts a game of two seats a side and takes a seat for each of the others, all by forms.
async fn begun(seats: [&Player; 4]) -> String {
    let once = key();
    let table = [("ruleset", "fog-line"), ("scenario", "four"), ("seat", "0"), ("opponent", "open"), ("key", &once)];
    let form = [&table[..], &[("time", "days"), ("days", "30"), ("leave", "21")]].concat();
    let started = seats[0].browser.post("/games", &form).await;
    assert_eq!(started.status(), StatusCode::SEE_OTHER, "{}", started.text().await.unwrap());
    let href = started.headers()["location"].to_str().unwrap().to_owned();
    let game = href.trim_start_matches("/games/").to_owned();
    for (n, player) in seats.iter().enumerate().skip(1) {
        let terms = page(player, &format!("/games/{game}/join")).await;
        assert!(terms.contains(NAMES[n]) && terms.contains("every other unit"), "{terms}");
        let number = n.to_string();
        let joined =
            player.browser.post(&format!("/games/{game}/join"), &[("seat", &number), ("phrase", "mine")]).await;
        assert_eq!(joined.status(), StatusCode::SEE_OTHER, "{}", joined.text().await.unwrap());
    }
    game
}

/// Gives one order of the menu by the forms of the page. False when nothing is asked.
async fn order(player: &Player, game: &str, rng: &mut BotRng) -> bool {
    let menu = player.menu(game).await;
    let state = player.state(game).await;
    if state["state"] == "ended" || menu.is_empty() {
        return false;
    }
    let path = format!("/games/{game}");
    let shown = page(player, &path).await;
    let (seen, once) = (after(&shown, "data-seen=\"").unwrap().to_owned(), key());
    let line = pick(rng, &menu);
    let form = [("order", line.as_str()), ("seen", &seen), ("key", &once)];
    let given = player.browser.post(&format!("{path}/orders"), &form).await;
    assert_eq!(given.status(), StatusCode::SEE_OTHER, "{line}: {}", given.text().await.unwrap());
    let shown = page(player, &path).await;
    if shown.contains(&format!("{path}/send\"")) {
        let (seen, once) = (after(&shown, "data-seen=\"").unwrap().to_owned(), key());
        let sent = player.browser.post(&format!("{path}/send"), &[("seen", seen.as_str()), ("key", &once)]).await;
        assert_eq!(sent.status(), StatusCode::SEE_OTHER, "{line}: {}", sent.text().await.unwrap());
    }
    true
}

async fn log(player: &Player, game: &str) -> String {
    player.api.get(&format!("/api/games/{game}/log")).await.text().await.unwrap()
}

async fn hands(player: &Player, game: &str, form: &[(&str, &str)]) -> String {
    let once = key();
    let form = [form, &[("key", once.as_str())]].concat();
    let done = player.browser.post(&format!("/games/{game}/hands"), &form).await;
    assert_eq!(done.status(), StatusCode::SEE_OTHER, "{form:?}: {}", done.text().await.unwrap());
    done.headers()["location"].to_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_four_seats_is_played_to_its_end_by_pages_with_a_replacement_in_the_middle() {
    let server = TestServer::of(registry, |_| {});
    let mut players = Vec::new();
    for name in ["porter", "zoe", "lee", "brian"] {
        players.push(server.player(name).await);
    }
    let mut ann = Some(server.player("ann").await);
    let game = begun([&players[0], &players[1], &players[2], &players[3]]).await;
    let path = format!("/games/{game}");

    // Who commands what, who is at work beside one, what is the head's.
    let (head, corps) = (page(&players[0], &path).await, page(&players[1], &path).await);
    assert!(head.contains("Who commands what") && head.contains("the army and every other unit"), "{head}");
    assert!(head.contains("/resign\"") && head.contains("/draw\"") && !corps.contains("/resign\""), "{corps}");
    assert!(corps.contains("commands your army") && corps.contains("Still at work on your side: Union"), "{corps}");
    let draw = players[1].browser.post(&format!("{path}/draw"), &[]).await;
    assert_eq!(draw.status(), StatusCode::FORBIDDEN);
    for asked in ["draw", "resign", "takeback"] {
        let refused = players[1].browser.get(&format!("{path}/{asked}")).await;
        assert_eq!(refused.status(), StatusCode::FORBIDDEN, "{asked}");
        let said = refused.text().await.unwrap();
        assert!(said.contains("Union") && said.contains("commands"), "{said}");
    }
    let offer = page(&players[0], &format!("{path}/draw")).await;
    assert!(offer.contains("A letter goes to the Confederate ("), "{offer}");
    let (head, corps) =
        (page(&players[0], &format!("{path}/clock")).await, page(&players[1], &format!("{path}/clock")).await);
    assert!(head.contains("Propose a pause") && !corps.contains("Propose a pause"), "{corps}");
    assert!(corps.contains("The Union commands your army, and alone proposes a pause"), "{corps}");

    // What is said to one's own side the enemy does not get.
    for (text, aside) in [("We go left.", Some("own_side")), ("Good evening to all.", None)] {
        let once = key();
        let form: Vec<(&str, &str)> =
            [("text", text), ("key", once.as_str())].into_iter().chain(aside.map(|field| (field, "on"))).collect();
        let said = players[1].browser.post(&format!("{path}/messages"), &form).await;
        assert_eq!(said.status(), StatusCode::SEE_OTHER);
    }
    for (n, player) in players.iter().enumerate() {
        let shown = page(player, &path).await;
        assert!(shown.contains("Good evening to all."));
        assert_eq!(shown.contains("We go left."), n < 2, "seat {n}");
        let heard = player.api.get(&format!("/api/games/{game}/messages")).await.text().await.unwrap();
        assert_eq!(heard.contains("We go left."), n < 2, "seat {n}");
    }

    let mut rng = BotRng::seeded(5);
    let mut orders = 0;
    let mut gone: Option<(Player, Vec<([u8; 2], u64, String)>)> = None;
    while page(&players[0], &path).await.contains("/resign\"") {
        for player in &players {
            orders += u32::from(order(player, &game, &mut rng).await);
        }
        assert!(orders < 1_500, "the game does not end");
        if orders >= 30 && gone.is_none() {
            hands(&players[3], &game, &[("do", "seek"), ("seat", "3")]).await;
            hands(&players[0], &game, &[("do", "agree"), ("seat", "3")]).await;
            let invited = hands(&players[3], &game, &[("do", "invite"), ("seat", "3")]).await;
            let shown = page(&players[3], &invited).await;
            let link = after(&shown, &format!("{}/join/", server.url)).expect("a link to pass on").to_owned();
            let had = entries(&log(&players[3], &game).await);
            assert!(had.iter().any(|(audience, ..)| *audience == [1, 2]), "the seat knows something: {had:?}");
            let newcomer = ann.take().expect("nobody is replaced twice");
            let taken = newcomer.browser.post(&format!("/join/{link}"), &[]).await;
            assert_eq!(taken.status(), StatusCode::SEE_OTHER, "{}", taken.text().await.unwrap());
            let left = std::mem::replace(&mut players[3], newcomer);
            // The newcomer reads what the seat knew, and not what was its holder's.
            let known: Vec<_> = had.iter().filter(|(audience, ..)| audience[0] != 3).cloned().collect();
            assert_eq!(entries(&log(&players[3], &game).await), known);
            assert!(!page(&players[3], &path).await.contains("Good evening to all."), "that was between others");
            gone = Some((left, had));
        }
    }
    let (left, had) = gone.expect("the game lasts thirty orders");
    println!("{orders} orders by forms");
    // Everything is open at the end; before it, nothing more came to whoever left.
    let ended = log(&left, &game).await;
    let report = domain::referee::verify(&server.service.registry, &ended, &Default::default());
    assert_eq!(report.bad, None);
    assert!(entries(&ended).len() > had.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_holds_two_seats_of_one_side_each_with_an_address_of_its_own() {
    let server = TestServer::of(registry, |_| {});
    let (porter, lee) = (server.player("porter").await, server.player("lee").await);
    let once = key();
    let new =
        json!({"ruleset": "fog-line", "scenario": "four", "seat": 0, "opponent": "open", "public": true, "key": once});
    let started: Value = porter.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
    let game = started["game"].as_str().unwrap().to_owned();
    let join = async |player: &Player, seat: u8| {
        player.api.json(Method::POST, &format!("/api/games/{game}/join"), &json!({"seat": seat})).await.status()
    };
    assert_eq!(join(&porter, 2).await, StatusCode::CONFLICT, "not the enemy's as well");
    assert_eq!(join(&porter, 1).await, StatusCode::OK);
    assert_eq!(join(&lee, 2).await, StatusCode::OK);
    assert_eq!(join(&lee, 1).await, StatusCode::CONFLICT, "it is taken");
    assert_eq!(join(&lee, 3).await, StatusCode::OK);

    let [first, second] = [0, 1].map(|seat| format!("{game}.{seat}"));
    let shown = page(&porter, &format!("/games/{game}")).await;
    assert!(shown.contains(&format!("/games/{second}\"")) && shown.contains("Look through this seat"), "{shown}");
    let (menu, other) = (porter.menu(&first).await, porter.menu(&second).await);
    assert!(!menu.is_empty() && !other.is_empty() && menu != other);
    assert!(lee.menu(&second).await.is_empty(), "that seat is none of theirs");
    // An order through a seat is that seat's.
    let own = other.iter().find(|line| !menu.contains(line)).expect("each commands other units").clone();
    let wrong = porter.order(&first, &[&own], &key(), None).await;
    assert!(!wrong.status().is_success(), "{own}");
    let right = porter.order(&second, &[&own], &key(), None).await;
    assert_eq!(right.status(), StatusCode::OK, "{}", right.text().await.unwrap());
    let foreign = lee.order(&second, &[&own], &key(), None).await;
    assert_eq!(foreign.status(), StatusCode::FORBIDDEN);
    // A draft lies on one seat.
    let shown = page(&porter, &format!("/games/{second}")).await;
    assert!(
        shown.contains(&format!("action=\"/games/{second}/messages\"")) || !shown.contains("id=\"say\""),
        "{shown}"
    );
    // What concerns the army is said through the seat that commands it.
    let draw = json!({"draw": "offer"});
    let by_corps = porter.api.json(Method::POST, &format!("/api/games/{second}/draw"), &draw).await;
    assert_eq!(by_corps.status(), StatusCode::FORBIDDEN);
    let by_head = porter.api.json(Method::POST, &format!("/api/games/{first}/draw"), &draw).await;
    assert_eq!(by_head.status(), StatusCode::OK, "{}", by_head.text().await.unwrap());
    // One letter tells lee of it, although two seats of theirs hear it.
    let letters = server.letters("lee@example.org", 3).await;
    assert_eq!(letters.iter().filter(|l| l.opens.contains("offers a draw")).count(), 1, "{letters:?}");
}
