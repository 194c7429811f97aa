//! Games that were begun some days ago: written into the log as of then, because a test does not wait.

use crate::TestServer;
use domain::clock::{ClockTerms, DAY};
use domain::dice::GameKeys;
use domain::log::Millis;
use domain::referee::{Game, Joining, NewGame, Played, SeatId, Terms};
use fieldpost::service::Service;
use fieldpost_store::{Account, Append, GameState, NewGame as NewRow, Summary, Taken, Time, Tip};
use std::time::Duration;

/// A game of the first ruleset that two players began so many days ago. The first has its first seat.
pub async fn slow_game(server: &TestServer, players: [&Account; 2], days: u64, clock: ClockTerms) -> String {
    hosted_game(&server.service, (players[0], players), days, clock).await
}

/// The same with a host, who may be one of the players or nobody of them.
pub async fn hosted_game(
    service: &Service,
    (host, players): (&Account, [&Account; 2]),
    days: u64,
    clock: ClockTerms,
) -> String {
    let ruleset = domain::rulesets::standard().all()[0].clone();
    let about = ruleset.about();
    let scenario = &about.scenarios[0];
    let id = fieldpost_store::fresh_game_id();
    let secret = [7; 32];
    let keys = GameKeys::derive(secret, id);
    let begun = Time::now().before(Duration::from_millis(days * DAY));
    let at: Millis = begun.into();
    let terms = Terms { options: Default::default(), scenario: scenario.id.to_owned() };
    let new = NewGame { id, at, ruleset: about.id.to_owned(), terms, pace: 1, study: false };
    let mut played: Vec<Played> = vec![Game::create(&service.registry, new, &keys).expect("a new game")];
    let game = |played: &[Played]| played.last().expect("a new game").game.clone();
    played.push(game(&played).set_clock(clock, at, &keys).expect("a clock"));
    for (seat, player) in (0..).map(SeatId).zip(players) {
        let name = player.name.clone() + "x";
        let joining = Joining { seat, name, phrase: String::new(), bot: None, at };
        played.push(game(&played).join(joining, &keys).expect("a free seat"));
    }
    let now = game(&played);
    let opening = Append {
        entries: Vec::new(),
        game: id,
        expect: Tip::EMPTY,
        records: played.iter().flat_map(|p| p.records.clone()).collect(),
        summary: Summary { state: GameState::Running, turn: now.turn(), phase: "begun".to_owned(), result: None },
        waiting: now.waiting_seats().into_iter().map(|s| (s, "?".to_owned())).collect(),
        joins: vec![(SeatId(0), Taken::Player(players[0].id)), (SeatId(1), Taken::Player(players[1].id))],
        seen: Vec::new(),
        hands: Vec::new(),
        undraft: Vec::new(),
        standing: Vec::new(),
        invitation: None,
        letters: Vec::new(),
        errands: Vec::new(),
        once: None,
        at: begun,
    };
    let row = NewRow {
        ruleset: about.id.to_owned(),
        revision: about.revision,
        terms: now.genesis().terms.clone(),
        title: "A slow game".to_owned(),
        pace: 1,
        public: true,
        open: false,
        practice: false,
        host: host.id,
        seats: scenario.seats.clone(),
        secret: Some(secret),
        invitation: None,
        opening,
    };
    service.store.games().create(row).await.expect("the game can be stored");
    id.to_string()
}
