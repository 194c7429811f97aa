//! When letters about games come: at once, in a digest, in no quiet hours, not at all.

use fieldpost_store::{HeldLetter, Time};
use fieldpost_tests::{Player, TestServer, key};
use reqwest::StatusCode;
use serde_json::Value;

const HOUR: i64 = 3_600_000;

pub async fn wish(player: &Player, form: &[(&str, &str)]) -> StatusCode {
    player.browser.post("/account/notices", form).await.status()
}

/// The letters that wait for their hour.
async fn held(server: &TestServer, player: &Player) -> Vec<HeldLetter> {
    server.service.store.notices().held_letters(player.account.id, Time::now()).await.unwrap()
}

/// The hour of the clock in Greenwich this many hours from now, as the form sends it, and the moment at which it strikes.
pub fn hour_from_now(hours: i64) -> (String, Time) {
    let strikes = (Time::now().0 / HOUR + hours) * HOUR;
    ((strikes / HOUR % 24).to_string(), Time(strikes))
}

async fn text_of(server: &TestServer, id: i64) -> String {
    let kept = server.service.store.mailbox().get(id).await.unwrap().unwrap().letter;
    let kept: Value = serde_json::from_str(&kept).unwrap();
    kept["text"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_digest_waits_for_its_hour_and_names_every_game() {
    let server = TestServer::open();
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let games = [server.game(&first, &second).await, server.game(&first, &second).await];
    let before = server.letters("lee@example.org", 1).await.len();
    let (hour, strikes) = hour_from_now(12);
    assert_eq!(wish(&second, &[("mode", "digest"), ("hour", &hour)]).await, StatusCode::SEE_OTHER);
    for game in &games {
        first.finish_turn(game).await;
    }
    let waiting = held(&server, &second).await;
    assert_eq!(waiting.len(), 1, "one letter for all games: {waiting:?}");
    assert_eq!((waiting[0].kind.as_str(), waiting[0].due), ("digest", strikes));

    // Another hour moves the letter that waits; a sign-in link does not wait behind it.
    let (hour, strikes) = hour_from_now(14);
    assert_eq!(wish(&second, &[("mode", "digest"), ("hour", &hour)]).await, StatusCode::SEE_OTHER);
    assert_eq!(held(&server, &second).await[0].due, strikes);
    server.browser().post("/sign-in", &[("email", "lee@example.org")]).await;
    let letters = server.letters("lee@example.org", before + 1).await;
    assert_eq!(letters.len(), before + 1);
    assert!(letters[0].subject.contains("sign-in"), "{}", letters[0].subject);

    // Whoever wishes for letters at once again gets what has waited, with a link for each game that signs in for that game.
    assert_eq!(wish(&second, &[("mode", "at-once")]).await, StatusCode::SEE_OTHER);
    let letters = server.letters("lee@example.org", before + 2).await;
    assert!(letters[0].subject.starts_with("2 games wait for you"), "{}", letters[0].subject);
    let text = text_of(&server, letters[0].id).await;
    for game in &games {
        let asks = second.state(game).await["asks"][0]["asks"].as_str().unwrap().to_owned();
        assert!(text.contains(&asks), "{text}");
    }
    let links: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix(&*server.url)).collect();
    assert_eq!(links.len(), 2, "{text}");
    let mut led_to = Vec::new();
    for link in links {
        let phone = server.browser();
        let entered = phone.post(link, &[]).await;
        led_to.push(entered.headers()["location"].to_str().unwrap().to_owned());
    }
    led_to.sort();
    let mut pages = games.map(|game| format!("/games/{game}")).to_vec();
    pages.sort();
    assert_eq!(led_to, pages);
}

#[tokio::test(flavor = "multi_thread")]
async fn quiet_hours_hold_letters_back_but_not_what_was_asked_for() {
    let server = TestServer::open();
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let game = server.game(&first, &second).await;
    let before = server.letters("lee@example.org", 1).await.len();
    // From the last hour that struck to twelve hours later.
    let (from, to) = (hour_from_now(0).0, hour_from_now(12));
    let quiet =
        [("mode", "at-once"), ("quiet", "on"), ("from", &format!("{from}:00")), ("to", &format!("{}:00", to.0))];
    assert_eq!(wish(&second, &quiet).await, StatusCode::SEE_OTHER);
    first.finish_turn(&game).await;
    let waiting = held(&server, &second).await;
    assert_eq!(waiting.len(), 1, "{waiting:?}");
    assert_eq!((waiting[0].kind.as_str(), waiting[0].due), ("dispatch", to.1));
    server.browser().post("/sign-in", &[("email", "lee@example.org")]).await;
    let letters = server.letters("lee@example.org", before + 1).await;
    assert!(letters[0].subject.contains("sign-in"), "{}", letters[0].subject);
    // The end of the quiet hours is told by the clock of the player's time zone, whatever it was before.
    let profile = [("name", "Lee"), ("zone", "Etc/GMT-3")];
    assert_eq!(second.browser.post("/account", &profile).await.status(), StatusCode::SEE_OTHER);
    assert_eq!(held(&server, &second).await[0].due, Time(to.1.0 - 3 * HOUR));
    assert_eq!(wish(&second, &[("mode", "at-once")]).await, StatusCode::SEE_OTHER);
    let letters = server.letters("lee@example.org", before + 2).await;
    assert!(text_of(&server, letters[0].id).await.contains(second.state(&game).await["head"].as_str().unwrap()));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_game_is_told_of_otherwise_than_the_rest() {
    let server = TestServer::open();
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let [loud, still] = [server.game(&first, &second).await, server.game(&first, &second).await];
    let before = server.letters("lee@example.org", 1).await.len();
    assert_eq!(wish(&second, &[("mode", "none")]).await, StatusCode::SEE_OTHER);
    let path = format!("/games/{loud}/notices");
    assert_eq!(second.browser.post(&path, &[("mode", "at-once")]).await.status(), StatusCode::SEE_OTHER);
    let page = second.browser.get(&format!("/games/{loud}")).await.text().await.unwrap();
    assert!(page.contains("<option value=\"at-once\" selected>"), "the page shows the choice");
    first.finish_turn(&still).await;
    first.finish_turn(&loud).await;
    let letters = server.letters("lee@example.org", before + 1).await;
    assert_eq!(letters.len(), before + 1, "{letters:?}");
    assert!(text_of(&server, letters[0].id).await.contains(second.state(&loud).await["head"].as_str().unwrap()));

    let stranger = server.player("stranger").await;
    assert_eq!(second.browser.post(&path, &[("mode", "hourly")]).await.status(), StatusCode::BAD_REQUEST);
    assert_eq!(second.browser.post(&path, &[("mode", "")]).await.status(), StatusCode::SEE_OTHER);
    let unknown = stranger.browser.post("/games/0123456789abcdef0123456789abcdef/notices", &[("mode", "none")]).await;
    assert_eq!(unknown.status(), StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_about_hours_is_refused_and_changes_nothing() {
    let server = TestServer::open();
    let player = server.player("lee").await;
    assert_eq!(wish(&player, &[("mode", "digest"), ("hour", "7"), ("hour", "18")]).await, StatusCode::SEE_OTHER);
    let wished = server.service.notices().settings(&player.account).await.unwrap();
    assert_eq!(wished.hours, 1 << 7 | 1 << 18);
    for nonsense in [
        &[("mode", "digest")][..],
        &[("mode", "digest"), ("hour", "24")],
        &[("mode", "digest"), ("hour", "-1")],
        &[("mode", "digest"), ("hour", "300")],
        &[("mode", "sometimes"), ("hour", "7")],
        &[("mode", "at-once"), ("quiet", "on"), ("from", "22:00"), ("to", "22:00")],
        &[("mode", "at-once"), ("quiet", "on"), ("from", "25:00"), ("to", "07:00")],
        &[("mode", "at-once"), ("quiet", "on"), ("from", "22:00")],
        &[("hour", "7")],
    ] {
        assert_eq!(wish(&player, nonsense).await, StatusCode::BAD_REQUEST, "{nonsense:?}");
        assert_eq!(server.service.notices().settings(&player.account).await.unwrap(), wished, "{nonsense:?}");
    }
    let page = player.browser.get("/account/notices").await.text().await.unwrap();
    assert!(page.contains("id=\"m-digest\" name=\"mode\" value=\"digest\" checked"), "{page}");
    assert_eq!(server.browser().get("/account/notices").await.status(), StatusCode::SEE_OTHER, "for its owner alone");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_held_back_comes_as_one_letter() {
    let server = TestServer::open();
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let games = [server.game(&first, &second).await, server.game(&first, &second).await];
    let before = server.letters("lee@example.org", 1).await.len();
    let (from, to) = (hour_from_now(0).0, hour_from_now(12).0);
    let quiet = [("mode", "at-once"), ("quiet", "on"), ("from", &format!("{from}:00")), ("to", &format!("{to}:00"))];
    assert_eq!(wish(&second, &quiet).await, StatusCode::SEE_OTHER);
    for game in &games {
        first.finish_turn(game).await;
    }
    let message = serde_json::json!({"text": "Well\nplayed", "key": key()});
    let path = format!("/api/games/{}/messages", games[1]);
    assert!(first.api.json(reqwest::Method::POST, &path, &message).await.status().is_success());
    assert_eq!(held(&server, &second).await.len(), 3);
    let shown = second.browser.get("/account/notices").await.text().await.unwrap();
    assert!(
        shown.contains(&format!("Letters come at once, but not between {from:0>2}:00 and {to:0>2}:00 (UTC).")),
        "{shown}"
    );
    assert_eq!(wish(&second, &[("mode", "at-once")]).await, StatusCode::SEE_OTHER);
    let letters = server.letters("lee@example.org", before + 1).await;
    let text = text_of(&server, letters[0].id).await;
    assert!(letters[0].subject.starts_with("2 games wait for you"), "{}", letters[0].subject);
    assert!(text.contains(" writes\n> Well\n> played\n"), "{text}");
    let addresses = text.lines().filter(|l| l.starts_with("Orders can be sent to g-")).count();
    assert_eq!(addresses, 2, "{text}");
    assert!(held(&server, &second).await.is_empty());
    // Nothing else is under way: what is asked for now is the next letter.
    server.browser().post("/sign-in", &[("email", "lee@example.org")]).await;
    let letters = server.letters("lee@example.org", before + 2).await;
    assert_eq!(letters.len(), before + 2, "{letters:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_page_keeps_nothing_back_unless_its_reader_wishes_so() {
    let server = TestServer::open();
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let [told, seen, unseen] =
        [server.game(&first, &second).await, server.game(&first, &second).await, server.game(&first, &second).await];
    let before = server.letters("lee@example.org", 1).await.len();
    first.finish_turn(&told).await;
    second.browser.get(&format!("/games/{told}")).await;
    assert_eq!(server.letters("lee@example.org", before + 1).await.len(), before + 1, "seen, and told all the same");

    assert_eq!(wish(&second, &[("mode", "at-once"), ("open_page", "on")]).await, StatusCode::SEE_OTHER);
    first.finish_turn(&seen).await;
    second.browser.get(&format!("/games/{seen}")).await;
    first.finish_turn(&unseen).await;
    let waiting = held(&server, &second).await;
    assert_eq!(waiting.len(), 2, "they wait a little: {waiting:?}");
    // Now they are due.
    let due: Vec<(i64, Time)> = waiting.iter().map(|l| (l.id, Time::now())).collect();
    server.service.store.notices().hold_until(due[..1].to_vec(), Time::now()).await.unwrap();
    let began = std::time::Instant::now();
    while held(&server, &second).await.len() > 1 || server.service.store.outbox().waiting().await.unwrap() > 1 {
        assert!(began.elapsed() < std::time::Duration::from_secs(60), "the letter is not dealt with");
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    }
    server.service.store.notices().hold_until(due[1..].to_vec(), Time::now()).await.unwrap();
    let letters = server.letters("lee@example.org", before + 2).await;
    assert_eq!(letters.len(), before + 2, "{letters:?}");
    let head = second.state(&unseen).await["head"].as_str().unwrap().to_owned();
    assert!(text_of(&server, letters[0].id).await.contains(&head), "the one that nobody has seen");
}
