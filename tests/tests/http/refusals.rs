//! What each chapter of a rulebook refuses, over the API: the section, in words, and nothing appended; the game goes on until its combats were refused too.

use domain::referee::{BotRng, Known, Viewer};
use fieldpost_tests::{Player, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const UNION: usize = 0;
const CONFEDERATE: usize = 1;

/// What is said in the first player turns of a morning, by whom, and the section that forbids it; none where it is carried out. The dice of the Union's
/// turn change none of it.
const OPENING: [(usize, &str, Option<&str>); 62] = [
    (CONFEDERATE, "attack Archer", Some("11.0")),
    (CONFEDERATE, "end Archer", Some("22.12")),
    (CONFEDERATE, "number 2", Some("0.7")),
    (CONFEDERATE, "option 5", Some("0.5")),
    (CONFEDERATE, "order Heth A39 07 with Archer", Some("0.2")),
    (CONFEDERATE, "rescind Heth", Some("0.2")),
    (CONFEDERATE, "substitute Pender", Some("0.3")),
    (CONFEDERATE, "guns Alexander: Marye", Some("0.13")),
    (CONFEDERATE, "outposts", Some("0.1")),
    (CONFEDERATE, "Archer hide", Some("0.1")),
    (CONFEDERATE, "hasten Pender 8:00", Some("34.2")),
    (CONFEDERATE, "road Pender Emmitsburg", Some("34.2")),
    (CONFEDERATE, "Archer set rest A39", Some("3.0")),
    (CONFEDERATE, "next", Some("3.0")),
    (CONFEDERATE, "Archer march A39", Some("5.0")),
    (CONFEDERATE, "done", None),
    (CONFEDERATE, "Archer face NE", Some("11.0")),
    (CONFEDERATE, "Archer rest", Some("18.0")),
    (CONFEDERATE, "Archer wheel right", Some("11.0")),
    (CONFEDERATE, "Archer keep column", Some("11.0")),
    (CONFEDERATE, "lead Hood", Some("15.0")),
    (CONFEDERATE, "Heth ride A1", Some("16.2")),
    (CONFEDERATE, "Archer enter G1=8 ends S NE", Some("34.3")),
    (CONFEDERATE, "Archer march A39-B38-C38-D37-E37", None),
    (CONFEDERATE, "Archer keep column", Some("13.8")),
    (CONFEDERATE, "Archer rest", None),
    (CONFEDERATE, "Archer rest", Some("8.0")),
    (CONFEDERATE, "Archer column N", None),
    (CONFEDERATE, "Archer column N", Some("18.0")),
    (CONFEDERATE, "Archer face N", Some("19.0")),
    (CONFEDERATE, "Archer line E37=8 D37=4", Some("18.0")),
    (CONFEDERATE, "Archer close", Some("17.1")),
    (CONFEDERATE, "Archer build", Some("0.12")),
    (CONFEDERATE, "Archer charge", Some("0.6")),
    (CONFEDERATE, "Archer march E37-A1", Some("11.0")),
    (CONFEDERATE, "Archer.1 at M34", Some("5.0")),
    (CONFEDERATE, "Archer.1 assault M34", Some("5.0")),
    (CONFEDERATE, "Archer yield", Some("5.0")),
    (CONFEDERATE, "defend hold", Some("5.0")),
    (CONFEDERATE, "lead Heth: Lane", Some("11.0")),
    (CONFEDERATE, "lead Heth: Archer", Some("11.0")),
    (CONFEDERATE, "alone Archer", Some("15.0")),
    (CONFEDERATE, "primary Heth", Some("5.0")),
    (CONFEDERATE, "Heth ride A39", None),
    (CONFEDERATE, "Heth ride A38", Some("16.2")),
    (CONFEDERATE, "Davis march A39-B38-C38", None),
    (CONFEDERATE, "Archer march F37", Some("11.0")),
    (CONFEDERATE, "done", None),
    (UNION, "attack Gamble", Some("22.5")),
    (UNION, "done", None),
    (UNION, "Devin rest", Some("15.0")),
    (UNION, "lead Buford: Meredith", Some("14.2")),
    (UNION, "Calef unlimber E", None),
    (UNION, "Calef unlimber W", None),
    (UNION, "Calef unlimber W", Some("19.2")),
    (UNION, "Calef limber N", None),
    (UNION, "Calef limber N", Some("9.0")),
    (UNION, "Calef march A1", Some("11.0")),
    (UNION, "Buford ride A39", Some("16.2")),
    (UNION, "Meredith enter G1=8 H1=8 I1=5 ends SW SE", Some("34.3")),
    (UNION, "Calef 1R at E37", Some("5.0")),
    (UNION, "done", None),
];

/// Of a question, what is made of the menu's first line that has these words, and the section that forbids it.
struct Spoiled {
    kind: &'static str,
    has: &'static str,
    into: fn(&str) -> String,
    section: &'static str,
}

/// The line with its words before these, and others behind.
fn before(line: &str, words: &str) -> String {
    line.split(words).next().unwrap_or_default().to_owned()
}

/// `Archer` of `Archer.1 at JJ37`.
fn whose(line: &str) -> String {
    before(&before(line, "."), " ")
}

const LATER: [Spoiled; 11] = [
    Spoiled { kind: "artillery", has: "R at ", into: |l| format!("{} 99R at {}", whose(l), last(l)), section: "29.1" },
    Spoiled { kind: "targets", has: ".1 at ", into: |l| format!("{}.9 at {}", whose(l), last(l)), section: "24.0" },
    Spoiled { kind: "targets", has: ".1 at ", into: |l| format!("{}.1 at A1", whose(l)), section: "24.2" },
    Spoiled { kind: "targets", has: ".1 at ", into: |l| format!("{} return", whose(l)), section: "27.0" },
    Spoiled { kind: "targets", has: ".1 at ", into: |l| format!("single Candy {}", last(l)), section: "24.3" },
    Spoiled { kind: "defend", has: ": ", into: |l| format!("{}: 99 at {}", before(l, ":"), last(l)), section: "24.1" },
    Spoiled { kind: "defend", has: ": ", into: |l| format!("{}: 1 at A1", before(l, ":")), section: "24.2" },
    Spoiled { kind: "withdraw", has: " back ", into: |l| format!("{} back N N N N N N", whose(l)), section: "30.0" },
    Spoiled {
        kind: "assault",
        has: " assault ",
        into: |l| format!("{}.9 assault {}", whose(l), place(l)),
        section: "25.0",
    },
    Spoiled { kind: "assault", has: " assault ", into: |l| format!("{}.1 assault A1", whose(l)), section: "25.0" },
    Spoiled { kind: "assault", has: " assault ", into: |l| format!("{} advance A1", whose(l)), section: "31.0" },
];

fn last(line: &str) -> &str {
    line.split(' ').next_back().unwrap_or_default()
}

fn place(line: &str) -> String {
    before(line.split("assault ").nth(1).unwrap_or_default(), " ")
}

struct Scene {
    server: TestServer,
    players: [Player; 2],
    game: String,
}

impl Scene {
    async fn set(ruleset: &str) -> Scene {
        let server = TestServer::open();
        let players = [server.player("meade").await, server.player("lee").await];
        let new = json!({"ruleset": ruleset, "seat": 0, "opponent": "open", "public": true, "key": key()});
        let begun: Value = players[0].api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
        let game = begun["game"].as_str().unwrap().to_owned();
        let joined = players[1].api.json(Method::POST, &format!("/api/games/{game}/join"), &json!({})).await;
        assert_eq!(joined.status(), StatusCode::OK);
        // Everything is asked: nothing is decided in advance.
        for player in &players {
            let path = format!("/api/games/{game}/standing");
            let now: Value = player.api.get(&path).await.json().await.unwrap();
            let asked = now["standing"].as_object().unwrap().keys().map(|key| (key.clone(), json!("ask")));
            let standing = json!({"standing": Value::Object(asked.collect())});
            assert_eq!(player.api.json(Method::PUT, &path, &standing).await.status(), StatusCode::OK);
        }
        Scene { server, players, game }
    }

    async fn tip(&self) -> (Value, Value) {
        let state = self.players[0].state(&self.game).await;
        (state["length"].clone(), state["head"].clone())
    }

    /// What is otherwise about the answer to a line that this section forbids.
    async fn refused(&self, seat: usize, line: &str, section: &str) -> Option<String> {
        let tip = self.tip().await;
        let answer = self.players[seat].order(&self.game, &[line], &key(), None).await;
        let status = answer.status();
        let problem: Value = answer.json().await.unwrap();
        let named = problem["section"] == format!("§{section}");
        let said = |what: &str| problem[what].as_str().is_some_and(|s| s.len() > 10 && s.ends_with('.'));
        let same = self.tip().await == tip;
        let right = status == StatusCode::UNPROCESSABLE_ENTITY && named && said("wrong") && said("legal") && same;
        (!right).then(|| {
            format!("{line}: §{section}, but {status}, {}: {problem}", if same { "as before" } else { "appended" })
        })
    }

    async fn carried_out(&self, seat: usize, line: &str) {
        let answer = self.players[seat].order(&self.game, &[line], &key(), None).await;
        assert_eq!(answer.status(), StatusCode::OK, "{line}: {}", answer.text().await.unwrap());
    }

    /// Lets a house player think for whoever is asked, and puts what it says of each question to the test the first time it comes up.
    async fn on(&self, open: &mut Vec<&Spoiled>, faults: &mut Vec<String>) {
        let mut rng = BotRng::seeded(5);
        while !open.is_empty() {
            let table = self.server.service.games().table(&self.game, Some(&self.players[0].account)).await.unwrap();
            let Some(asked) = table.game.waiting_seats().first().copied() else { return };
            let seat = usize::from(asked.0);
            let kind = table.game.waiting().first().map(|decision| decision.kind).unwrap_or_default();
            let here: Vec<&Spoiled> = open.iter().filter(|row| row.kind == kind).copied().collect();
            let menu = if here.is_empty() { Vec::new() } else { self.players[seat].menu(&self.game).await };
            for row in here {
                let Some(line) = menu.iter().find(|line| line.contains(row.has)) else { continue };
                faults.extend(self.refused(seat, &(row.into)(line), row.section).await);
                open.retain(|other| !std::ptr::eq(*other, row));
            }
            let rules = table.game.ruleset();
            let bot = rules.bots().last().unwrap().id;
            let known: Known<'_> = table.game.known_to(Viewer::Seat(asked));
            let line = rules.board(known).bot_line(bot, asked, &mut rng).expect("whoever is asked has an order");
            self.carried_out(seat, &line).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_chapter_refuses_over_the_api_with_its_section_and_nothing_is_appended() {
    let (mut open, mut faults): (Vec<&Spoiled>, Vec<String>) = (LATER.iter().collect(), Vec::new());
    // Dice decide whether a morning sees a retreat and an assault.
    for _ in 0..4 {
        let scene = Scene::set("advanced-gettysburg").await;
        for (seat, line, section) in OPENING {
            match section {
                Some(section) => faults.extend(scene.refused(seat, line, section).await),
                None => scene.carried_out(seat, line).await,
            }
        }
        scene.on(&mut open, &mut faults).await;
        assert!(faults.is_empty(), "{faults:#?}");
        let log = scene.players[0].api.get(&format!("/api/games/{}/log", scene.game)).await.text().await.unwrap();
        assert_eq!(domain::referee::verify(&scene.server.service.registry, &log, &Default::default()).bad, None);
        if open.is_empty() {
            return;
        }
    }
    let left: Vec<_> = open.iter().map(|row| (row.kind, row.section)).collect();
    panic!("never asked: {left:?}");
}
