//! Builders for the tests of the storage: players, games, records.

use domain::referee::{SeatId, SeatSpec, Side, Terms};
use fieldpost_store::{
    AccountId, Append, Appended, GameId, GameState, Hash32, NewGame, NewLetter, Once, Record, Saved, Store, Summary,
    Taken, Time, Tip, fresh_game_id,
};
use std::collections::BTreeMap;

/// A moment in the year 2026.
pub const NOON: Time = Time(1_790_000_000_000);

/// The account of that name.
pub async fn player(store: &Store, name: &str) -> AccountId {
    let email = format!("{name}@example.org").parse().expect("a mail address");
    let id = store.accounts().get_or_new(email, NOON).await.expect("an account").id;
    store.accounts().set_profile(id, name.to_owned(), "UTC".to_owned(), false).await.expect("a name");
    id
}

/// The record that follows, with any JSON for a body.
pub fn next(game: GameId, tip: Tip, body: &str) -> Record {
    let seq = tip.length + 1;
    Record {
        body: body.to_owned(),
        game,
        hash: Record::digest(game, seq, tip.head, body),
        prev: tip.head,
        root: None,
        seq,
    }
}

/// As many records as asked for, each following on the one before.
pub fn chain(game: GameId, mut tip: Tip, bodies: &[&str]) -> Vec<Record> {
    let mut records = Vec::new();
    for body in bodies {
        let record = next(game, tip, body);
        tip = Tip { length: record.seq, head: record.hash, ..tip };
        records.push(record);
    }
    records
}

/// An append of these bodies and nothing else, to a running game.
pub fn append(game: GameId, expect: Tip, bodies: &[&str]) -> Append {
    Append {
        game,
        expect,
        records: chain(game, expect, bodies),
        entries: vec![],
        summary: Summary { state: GameState::Running, turn: 1, phase: "Union fire".into(), result: None },
        waiting: vec![(SeatId(0), "Fire with the Union artillery.".into())],
        joins: vec![],
        seen: vec![],
        hands: vec![],
        undraft: vec![],
        standing: vec![],
        invitation: None,
        letters: vec![],
        errands: Vec::new(),
        once: None,
        at: NOON,
    }
}

/// A game of two seats to set up; `host` takes the Union.
pub fn new_game(host: AccountId) -> NewGame {
    let mut opening = append(fresh_game_id(), Tip::EMPTY, &["{\"kind\":\"genesis\"}"]);
    opening.summary = Summary { state: GameState::Lobby, turn: 0, phase: String::new(), result: None };
    opening.waiting.clear();
    opening.joins.push((SeatId(0), Taken::Player(host)));
    NewGame {
        ruleset: "some-ruleset".into(),
        revision: 1,
        terms: Terms { options: BTreeMap::from([("weather".into(), "fair".into())]), scenario: "the-day".into() },
        title: "A June evening".into(),
        pace: 0,
        public: true,
        open: true,
        practice: false,
        host,
        seats: vec![
            SeatSpec { side: Side::Union, name: "Union", command: "" },
            SeatSpec { side: Side::Confederate, name: "Confederate", command: "" },
        ],
        secret: Some([7; 32]),
        invitation: None,
        opening,
    }
}

/// Sets the game up; its id and where its log ends.
pub async fn set_up(store: &Store, new: NewGame) -> (GameId, Tip) {
    let game = new.opening.game;
    match store.games().create(new).await.expect("the game is set up") {
        Appended::Stored(tip) => (game, tip),
        Appended::Repeated(saved) => panic!("a new game was taken for a repeat: {saved:?}"),
    }
}

/// A key with an answer.
pub fn once(account: AccountId, key: &str, request: &str, answer: &str) -> Once {
    let answer = Saved { status: 200, body: answer.into() };
    Once { account, key: key.into(), request: Hash32::of(request.as_bytes()), answer }
}

/// A letter about a record.
pub fn letter(message_id: &str, to: &str, account: Option<AccountId>, game: Option<GameId>) -> NewLetter {
    NewLetter {
        message_id: message_id.into(),
        to: to.parse().expect("a mail address"),
        account,
        game,
        record: Some(2),
        kind: "dispatch".into(),
        essential: false,
        payload: "{}".into(),
        hold: None,
        by: Default::default(),
    }
}
