//! What an append costs: processor time of all threads, and how often one of them went to sleep and was woken.
//!
//! `TMPDIR=/dev/shm cargo run --release -p fieldpost-store --example append_cost [APPENDS] [GAMES]`
//!
//! On a file system in memory a sync costs nothing, so what is left is ours. With one game each append waits for the one before, as with one
//! player; with more of them, as many are asked for at once.

use domain::referee::{SeatId, SeatSpec, Side, Terms};
use fieldpost_store::{
    AccountId, Append, Appended, GameId, GameState, Hash32, NewGame, Once, Record, Saved, Store, Summary, Time, Tip,
    fresh_game_id,
};
use std::time::{Duration, Instant};

/// A record about as long as that of an order with three rolls.
const BODY: usize = 900;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let number = |n: usize, other: u64| std::env::args().nth(n).and_then(|a| a.parse().ok()).unwrap_or(other);
    let (appends, games) = (number(1, 5000), number(2, 1));
    let store = Store::temporary().await.expect("a storage");
    let host = store.accounts().get_or_new("host@example.org".parse().expect("an address"), Time::now()).await;
    let host = host.expect("an account").id;
    let mut tips = Vec::new();
    for _ in 0..games {
        tips.push(set_up(&store, host).await);
    }
    // What is prepared once is not counted.
    round(&store, host, &mut tips, 20).await;
    let (began, before) = (Instant::now(), (processor_time(), sleeps()));
    round(&store, host, &mut tips, appends / games).await;
    let (after, took) = ((processor_time(), sleeps()), began.elapsed());
    let count = (appends / games * games) as f64;
    println!(
        "{count} appends, {games} at once: {:.1} µs of processor time, {:.1} sleeps, {:.1} µs from asking to answer, each",
        (after.0 - before.0).as_secs_f64() * 1e6 / count,
        (after.1 - before.1) as f64 / count,
        took.as_secs_f64() * 1e6 / count * games as f64,
    );
    store.close().await;
}

async fn round(store: &Store, host: AccountId, tips: &mut [(GameId, Tip)], each: u64) {
    for _ in 0..each {
        let under_way: Vec<_> = tips
            .iter()
            .map(|(game, tip)| {
                let (store, order) = (store.clone(), order(host, *game, *tip));
                tokio::spawn(async move { store.logs().append(order).await })
            })
            .collect();
        for ((_, tip), task) in tips.iter_mut().zip(under_way) {
            match task.await {
                Ok(Ok(Appended::Stored(end))) => *tip = end,
                other => panic!("{other:?}"),
            }
        }
    }
}

async fn set_up(store: &Store, host: AccountId) -> (GameId, Tip) {
    let game = fresh_game_id();
    let seats = [Side::Union, Side::Confederate].map(|side| SeatSpec { side, name: side.name(), command: "" }).to_vec();
    let new = NewGame {
        ruleset: "some-ruleset".into(),
        revision: 1,
        terms: Terms { options: Default::default(), scenario: "the-day".into() },
        title: "A June evening".into(),
        pace: 0,
        public: true,
        open: true,
        practice: false,
        host,
        seats,
        secret: Some([7; 32]),
        invitation: None,
        opening: Append { once: None, ..order(host, game, Tip::EMPTY) },
    };
    match store.games().create(new).await {
        Ok(Appended::Stored(tip)) => (game, tip),
        other => panic!("{other:?}"),
    }
}

/// An order in the middle of a turn: one record, and the key of the request.
fn order(host: AccountId, game: GameId, expect: Tip) -> Append {
    let seq = expect.length + 1;
    let key = format!("{game}-{seq}");
    let body = format!("{{\"order\":\"{}\"}}", "x".repeat(BODY));
    let hash = Record::digest(game, seq, expect.head, &body);
    Append {
        game,
        expect,
        records: vec![Record { body, game, hash, prev: expect.head, root: None, seq }],
        entries: vec![],
        summary: Summary { state: GameState::Running, turn: 1, phase: "Union move".into(), result: None },
        waiting: vec![(SeatId((seq % 2) as u8), "Move, charge or recover.".into())],
        joins: vec![],
        seen: vec![SeatId(0)],
        hands: vec![],
        undraft: vec![SeatId(0)],
        standing: vec![],
        invitation: None,
        letters: vec![],
        errands: vec![],
        once: Some(Once {
            account: host,
            request: Hash32::of(key.as_bytes()),
            key,
            answer: Saved { status: 303, body: "/games/1".into() },
        }),
        at: Time::now(),
    }
}

/// What a file of each thread of this process says (Linux), read by `figure` and added up.
fn of_threads(file: &str, figure: impl Fn(&str) -> Option<u64>) -> u64 {
    let threads = std::fs::read_dir("/proc/self/task").expect("this needs Linux");
    threads.filter_map(|t| figure(&std::fs::read_to_string(t.ok()?.path().join(file)).ok()?)).sum()
}

/// The time that all threads have run: the first figure of each `schedstat`, in nanoseconds.
fn processor_time() -> Duration {
    Duration::from_nanos(of_threads("schedstat", |text| text.split(' ').next()?.parse().ok()))
}

/// How often a thread went to sleep until somebody woke it.
fn sleeps() -> u64 {
    of_threads("status", |text| {
        text.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"))?.trim().parse().ok()
    })
}
