//! What an append costs the processor: the time that all threads of the process together spent on it, without the time they
//! waited for the disk.
//!
//! `TMPDIR=/dev/shm cargo bench -p fieldpost-store`
//!
//! On a file system in memory a sync costs nothing, so what is left is ours. `alone` waits for each answer before the next
//! append; `together` has 32 games on their way at the same time, which share transactions.

use criterion::{Criterion, criterion_group, criterion_main};
use domain::referee::{SeatId, SeatSpec, Side, Terms};
use fieldpost_store::{
    AccountId, Append, Appended, GameId, GameState, Hash32, NewGame, NewLetter, Once, Record, Saved, Store, Summary,
    Time, Tip, fresh_game_id,
};
use std::time::Duration;
use tokio::runtime::Runtime;

/// A record about as long as that of an order with three rolls.
const BODY: usize = 900;

fn main_bench(c: &mut Criterion) {
    let runtime = Runtime::new().expect("a runtime");
    let store = runtime.block_on(Store::temporary()).expect("a storage");
    let host = runtime
        .block_on(store.accounts().get_or_new("host@example.org".parse().expect("an address"), Time::now()))
        .expect("an account")
        .id;
    let mut group = c.benchmark_group("append, processor time");
    group.sample_size(20).measurement_time(Duration::from_secs(10));

    let mut table = Table { store: store.clone(), host, games: Vec::new() };
    runtime.block_on(table.set_up(1));
    group.bench_function("alone", |b| {
        b.iter_custom(|orders| {
            let before = processor_time();
            runtime.block_on(async {
                for _ in 0..orders {
                    table.round().await;
                }
            });
            processor_time() - before
        });
    });

    let mut table = Table { store, host, games: Vec::new() };
    runtime.block_on(table.set_up(32));
    group.bench_function("together", |b| {
        b.iter_custom(|orders| {
            let before = processor_time();
            let rounds = orders.div_ceil(32);
            runtime.block_on(async {
                for _ in 0..rounds {
                    table.round().await;
                }
            });
            (processor_time() - before).mul_f64(orders as f64 / (rounds * 32) as f64)
        });
    });
    group.finish();
}

/// Games that are played at the same time.
struct Table {
    store: Store,
    host: AccountId,
    games: Vec<(GameId, Tip)>,
}

impl Table {
    async fn set_up(&mut self, games: usize) {
        for _ in 0..games {
            let game = fresh_game_id();
            let opening = self.order(game, Tip::EMPTY);
            let seats =
                [Side::Union, Side::Confederate].map(|side| SeatSpec { side, name: side.name(), command: "" }).to_vec();
            let new = NewGame {
                ruleset: "some-ruleset".into(),
                revision: 1,
                terms: Terms { options: Default::default(), scenario: "the-day".into() },
                title: "A June evening".into(),
                pace: 0,
                public: true,
                open: true,
                practice: false,
                host: self.host,
                seats,
                secret: Some([7; 32]),
                invitation: None,
                opening: Append { letters: vec![], once: None, ..opening },
            };
            match self.store.games().create(new).await {
                Ok(Appended::Stored(tip)) => self.games.push((game, tip)),
                other => panic!("{other:?}"),
            }
        }
    }

    /// One order in each game, all at once.
    async fn round(&mut self) {
        let mut under_way = Vec::new();
        for at in 0..self.games.len() {
            let (game, tip) = self.games[at];
            let order = self.order(game, tip);
            let store = self.store.clone();
            under_way.push(tokio::spawn(async move { store.logs().append(order).await }));
        }
        for (at, task) in under_way.into_iter().enumerate() {
            match task.await {
                Ok(Ok(Appended::Stored(tip))) => self.games[at].1 = tip,
                other => panic!("{other:?}"),
            }
        }
    }

    /// An order that hands the turn over: one record, a letter, and the key of the request.
    fn order(&self, game: GameId, expect: Tip) -> Append {
        let seq = expect.length + 1;
        let key = format!("{game}-{seq}");
        let body = format!("{{\"order\":\"{}\"}}", "x".repeat(BODY));
        let hash = Record::digest(game, seq, expect.head, &body);
        let letter = NewLetter {
            message_id: format!("<{key}@fieldpost.example>"),
            to: "guest@example.org".parse().expect("an address"),
            account: None,
            game: Some(game),
            record: Some(seq),
            kind: "dispatch".into(),
            essential: false,
            payload: "{\"since\":1}".into(),
            hold: None,
            by: Default::default(),
        };
        Append {
            game,
            expect,
            records: vec![Record { body, game, hash, prev: expect.head, root: None, seq }],
            entries: vec![],
            summary: Summary { state: GameState::Running, turn: 1, phase: "Union move".into(), result: None },
            waiting: vec![(SeatId((seq % 2) as u8), "Move, charge or recover.".into())],
            joins: vec![],
            seen: vec![SeatId(0)],
            hands: Vec::new(),
            undraft: vec![SeatId(0)],
            standing: vec![],
            invitation: None,
            letters: vec![letter],
            errands: Vec::new(),
            once: Some(Once {
                account: self.host,
                request: Hash32::of(key.as_bytes()),
                key,
                answer: Saved { status: 303, body: "/games/1".into() },
            }),
            at: Time::now(),
        }
    }
}

/// The time that all threads of this process have run (Linux; the first figure of each `schedstat`, in nanoseconds).
fn processor_time() -> Duration {
    let threads = std::fs::read_dir("/proc/self/task").expect("this bench needs Linux");
    let spent = threads.filter_map(|thread| {
        let text = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse::<u64>().ok()
    });
    Duration::from_nanos(spent.sum())
}

criterion_group!(benches, main_bench);
criterion_main!(benches);
