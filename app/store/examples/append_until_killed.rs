//! Appends records to four games at once and prints `GAME SEQ HASH ENTRIES` for each append as soon as it is acknowledged, until somebody kills
//! the process or, with a second argument, each game has had so many appends. Two of the games are of the second format: with each append they
//! get private entries, and with some nothing else. What the storage fails to write is asked for again with the same
//! key, and told on standard error. Beside that heads of the register are signed, and told as `head SIZE ROOT`. The crash tests start it: `append_until_killed PATH [APPENDS]`.

use domain::log::{Audience, Entry, PrivateBody, PrivateHead, PrivatePlan};
use domain::referee::{SeatId, SeatSpec, Side, Terms};
use fieldpost_store::{
    AccountId, Append, AppendError, Appended, Errand, GameId, GameState, Hash32, NewGame, NewLetter, Once, Record,
    Saved, Store, StoreError, Summary, Time, Tip, fresh_game_id,
};
use std::io::Write;
use std::time::Duration;

#[tokio::main]
async fn main() {
    let path = std::env::args().nth(1).expect("append_until_killed PATH [APPENDS]");
    let appends = std::env::args().nth(2).and_then(|n| n.parse().ok()).unwrap_or(u64::MAX);
    let store = until_it_works(|| Store::open(path.clone())).await;
    let host: fieldpost_store::Email = "host@example.org".parse().expect("an address");
    let host = until_it_works(|| store.accounts().get_or_new(host.clone(), Time::now())).await.id;
    let mut games = tokio::task::JoinSet::new();
    for n in 0..4 {
        let second = n % 2 == 0;
        let new = new_game(host, second);
        let tip = until_it_works(|| {
            let (store, new) = (store.clone(), new.clone());
            async move {
                match store.games().create(new).await {
                    Ok(Appended::Stored(tip)) => Ok(tip),
                    Err(AppendError::Store(error)) => Err(error),
                    other => panic!("{other:?}"),
                }
            }
        })
        .await;
        let store = store.clone();
        games.spawn(async move { play(&store, host, new.opening.game, tip, (appends, second)).await });
    }
    let signs = tokio::spawn(sign(store.clone()));
    games.join_all().await;
    signs.abort();
    store.close().await;
}

/// Signs head after head, and says `head SIZE ROOT` of each as soon as it is kept.
async fn sign(store: Store) {
    let key = |_: &str| Some("a key".to_owned());
    let name = loop {
        match store.register().open(None, "here/register".into(), key, Time::now()).await {
            Ok(name) => break name,
            Err(error) => eprintln!("refused: {error:?}"),
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    };
    loop {
        match store.register().sign(&name, |head| format!("{}\n", head.size), Time::now()).await {
            Ok(head) => {
                let mut out = std::io::stdout().lock();
                writeln!(out, "head {} {}", head.size, head.root)
                    .and_then(|()| out.flush())
                    .expect("somebody reads this");
            }
            Err(error) => eprintln!("refused: {error:?}"),
        }
        tokio::time::sleep(Duration::from_millis(15)).await;
    }
}

/// Tries again for as long as the storage fails.
async fn until_it_works<T, W: Future<Output = Result<T, StoreError>>>(mut work: impl FnMut() -> W) -> T {
    loop {
        match work().await {
            Ok(value) => return value,
            Err(error) => {
                eprintln!("refused: {error:?}");
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        }
    }
}

async fn play(store: &Store, host: AccountId, game: GameId, mut tip: Tip, (appends, second): (u64, bool)) {
    let mut private = [(Audience::Nobody, PrivateHead::default()), (Audience::Seat(SeatId(0)), PrivateHead::default())];
    for n in 0..appends {
        let mut order = records(game, tip, if second && n % 3 == 2 { 0 } else { 1 + tip.length % 3 }, second);
        let mut end = order.records.last().map_or(tip, |r| Tip { length: r.seq, head: r.hash, ..tip });
        for (audience, head) in private.iter_mut().filter(|_| second) {
            let text = format!("entry {} {}", head.number + 1, "x".repeat(200));
            let body = PrivateBody::Plan(PrivatePlan { at: domain::log::Millis(0), text });
            let with = *audience == Audience::Nobody && end.length > tip.length;
            let entry = Entry::seal(game, *audience, *head, (end.length, with), &body).expect("canonical");
            *head = PrivateHead { number: entry.number, hash: entry.hash };
            end.entries += 1;
            order.entries.push(entry);
        }
        // What the player is told, whichever attempt it was that was carried out.
        let key = format!("{game} {} {}", end.length, end.entries);
        order.once = Some(Once {
            account: host,
            request: Hash32::of(key.as_bytes()),
            key: key.clone(),
            answer: Saved { status: 200, body: told(end) },
        });
        if tip.length.is_multiple_of(2) {
            order.letters = vec![letter(game, end.length)];
            order.errands = vec![(Errand::House, order.at)];
        }
        let said = until_it_works(|| {
            let (store, order) = (store.clone(), order.clone());
            async move {
                match store.logs().append(order).await {
                    Ok(Appended::Stored(end)) => Ok(told(end)),
                    Ok(Appended::Repeated(saved)) => Ok(saved.body),
                    Err(AppendError::Store(error)) => Err(error),
                    other => panic!("{other:?}"),
                }
            }
        })
        .await;
        tip = end;
        let mut out = std::io::stdout().lock();
        writeln!(out, "{game} {said}").and_then(|()| out.flush()).expect("somebody reads this");
    }
}

fn told(end: Tip) -> String {
    format!("{} {} {}", end.length, end.head, end.entries)
}

fn letter(game: GameId, record: u64) -> NewLetter {
    NewLetter {
        message_id: format!("<{record}.{game}@example.org>"),
        to: "guest@example.org".parse().expect("an address"),
        account: None,
        game: Some(game),
        record: Some(record),
        kind: "dispatch".into(),
        essential: false,
        payload: "{\"since\":1}".into(),
        hold: None,
        by: Default::default(),
    }
}

fn new_game(host: AccountId, second: bool) -> NewGame {
    NewGame {
        ruleset: "some-ruleset".into(),
        revision: 1,
        terms: Terms { options: Default::default(), scenario: "the-day".into() },
        title: "A June evening".into(),
        pace: 0,
        public: true,
        open: true,
        practice: false,
        host,
        seats: vec![SeatSpec { side: Side::Union, name: "Union", command: "" }],
        secret: None,
        invitation: None,
        opening: records(fresh_game_id(), Tip::EMPTY, 1, second),
    }
}

/// A genesis of the second format with one seat; the storage reads of it no more than the seats.
fn genesis(game: GameId) -> String {
    let zero = Hash32::ZERO;
    format!(
        "{{\"kind\":\"genesis/2\",\"what\":{{\"at\":0,\"dice\":{{\"anchors\":[\"{zero}\"],\"links\":4096,\"mode\":\"house\",\
         \"nobody\":\"{zero}\",\"players\":[{{\"handover\":\"{zero}\",\"player\":\"{zero}\"}}],\
         \"private\":[{{\"player\":\"{zero}\",\"server\":\"{zero}\"}}],\"private_links\":1,\"reserve\":[\"{zero}\"]}},\"files\":[],\
         \"game\":\"{game}\",\"pace\":0,\"release\":{{\"digest\":\"{zero}\",\"revision\":1,\"version\":\"1.0.0\"}},\
         \"ruleset\":\"some-ruleset\",\"seats\":[{{\"command\":\"\",\"name\":\"Union\",\"side\":\"union\"}}],\"study\":false,\
         \"terms\":{{\"options\":{{}},\"scenario\":\"the-day\"}}}}}}"
    )
}

fn records(game: GameId, expect: Tip, count: u64, second: bool) -> Append {
    let mut records = Vec::new();
    let mut tip = expect;
    for _ in 0..count {
        let seq = tip.length + 1;
        let body = match second && seq == 1 {
            true => genesis(game),
            false => format!("{{\"seq\":{seq},\"game\":\"{game}\",\"text\":\"{}\"}}", "x".repeat(300)),
        };
        let root = second.then_some(Hash32([7; 32]));
        let hash = Record::rooted_digest(game, seq, tip.head, root, &body);
        records.push(Record { body, game, hash, prev: tip.head, root, seq });
        tip = Tip { length: seq, head: hash, ..tip };
    }
    Append {
        game,
        expect,
        records,
        entries: vec![],
        summary: Summary { state: GameState::Running, turn: 1, phase: "Union move".into(), result: None },
        waiting: vec![(SeatId(0), "Move.".into())],
        joins: vec![],
        seen: vec![SeatId(0)],
        hands: vec![],
        undraft: vec![SeatId(0)],
        standing: vec![],
        invitation: None,
        letters: vec![],
        errands: Vec::new(),
        once: None,
        at: Time::now(),
    }
}
