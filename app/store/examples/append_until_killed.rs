//! Appends records to four games at once and prints `GAME SEQ HASH` for each as soon as it is acknowledged, until somebody
//! kills the process. The crash tests start it: `append_until_killed PATH`.

use domain::referee::{SeatSpec, Side, Terms};
use fieldpost_store::{Append, Appended, GameId, GameState, NewGame, Record, Store, Summary, Time, Tip, fresh_game_id};
use std::io::Write;

#[tokio::main]
async fn main() {
    let path = std::env::args().nth(1).expect("append_until_killed PATH");
    let store = Store::open(&path).await.expect("the storage opens");
    let host =
        store.account_or_new("host@example.org".parse().expect("an address"), Time::now()).await.expect("a host");
    let mut games = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let game = fresh_game_id();
        let seats = vec![SeatSpec { side: Side::Union, name: "Union" }];
        let terms = Terms { options: Default::default(), scenario: "the-day".into() };
        let opening = records(game, Tip::EMPTY, 1);
        let new = NewGame {
            ruleset: "some-ruleset".into(),
            revision: 1,
            terms,
            title: "A June evening".into(),
            pace: 0,
            public: true,
            open: true,
            practice: false,
            host: host.id,
            seats,
            secret: None,
            invitation: None,
            opening,
        };
        let Ok(Appended::Stored(tip)) = store.create_game(new).await else { panic!("no game") };
        let store = store.clone();
        games.spawn(async move { play(&store, game, tip).await });
    }
    games.join_all().await;
}

async fn play(store: &Store, game: GameId, mut tip: Tip) {
    loop {
        let order = records(game, tip, 1 + tip.length % 3);
        match store.append(order).await {
            Ok(Appended::Stored(end)) => tip = end,
            other => panic!("{other:?}"),
        }
        let mut out = std::io::stdout().lock();
        writeln!(out, "{game} {} {}", tip.length, tip.head).and_then(|()| out.flush()).expect("somebody reads this");
    }
}

fn records(game: GameId, expect: Tip, count: u64) -> Append {
    let mut records = Vec::new();
    let mut tip = expect;
    for _ in 0..count {
        let seq = tip.length + 1;
        let body = format!("{{\"seq\":{seq},\"text\":\"{}\"}}", "x".repeat(300));
        let hash = Record::digest(game, seq, tip.head, &body);
        records.push(Record { body, game, hash, prev: tip.head, seq });
        tip = Tip { length: seq, head: hash };
    }
    Append {
        game,
        expect,
        records,
        summary: Summary { state: GameState::Running, turn: 1, phase: "Union move".into(), result: None },
        waiting: vec![],
        joins: vec![],
        seen: vec![],
        hands: vec![],
        undraft: vec![],
        standing: vec![],
        invitation: None,
        letters: vec![],
        errands: Vec::new(),
        once: None,
        at: Time::now(),
    }
}
