//! The queue: leases that end by themselves, several workers, clocks that go back, what goes first, what becomes one letter, errands.

use crate::common::*;
use domain::referee::SeatId;
use fieldpost_store::{
    AccountId, Errand, GameId, Lease, NewLetter, Outcome, Places, Store, Taken, TakenJob, Time, Way,
};
use std::collections::BTreeSet;
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);

async fn take(store: &Store, lease: &Lease, now: Time) -> Vec<TakenJob> {
    store.outbox().take(lease, now, 10, |attempt| MINUTE * attempt).await.unwrap()
}

fn ids(taken: &[TakenJob]) -> Vec<&str> {
    taken.iter().map(|t| t.letter.message_id.as_str()).collect()
}

async fn game(store: &Store) -> (GameId, AccountId, AccountId) {
    let (porter, lee) = (player(store, "porter").await, player(store, "lee").await);
    let (game, tip) = set_up(store, new_game(porter)).await;
    let mut go = append(game, tip, &["{}"]);
    go.joins = vec![(SeatId(1), Taken::Player(lee))];
    store.logs().append(go).await.unwrap();
    (game, porter, lee)
}

#[tokio::test]
async fn several_workers_share_the_letters_and_none_goes_out_twice() {
    let store = Store::temporary().await.unwrap();
    for number in 0..60 {
        let to = format!("player{}@example.org", number % 7);
        store.outbox().enqueue(letter(&format!("<{number}@x>"), &to, None, None), NOON).await.unwrap();
    }
    // Two connections to the same file, as two processes have.
    let other = Store::open(store.path()).await.unwrap();
    let work = async |store: Store| {
        let lease = Lease::default();
        let mut sent = Vec::new();
        loop {
            let taken = take(&store, &lease, NOON).await;
            if taken.is_empty() && store.outbox().waiting().await.unwrap() == 0 {
                return sent;
            }
            for job in taken {
                store.queue().finish(job.id, Outcome::Sent, String::new(), NOON).await.unwrap();
                sent.push(job.letter.message_id);
            }
        }
    };
    let (a, b) = tokio::join!(work(store.clone()), work(other));
    let all: BTreeSet<&String> = a.iter().chain(&b).collect();
    assert_eq!((a.len() + b.len(), all.len()), (60, 60));
}

#[tokio::test]
async fn what_a_dead_worker_had_comes_back_when_its_lease_is_over_and_a_living_one_keeps_it() {
    let store = Store::temporary().await.unwrap();
    let (dead, living, next) = (Lease::default(), Lease::default(), Lease::default());
    for (id, to) in [("<dead@x>", "lee@x.org"), ("<living@x>", "hill@x.org")] {
        store.outbox().enqueue(letter(id, to, None, None), NOON).await.unwrap();
    }
    assert_eq!(ids(&store.outbox().take(&dead, NOON, 1, |_| MINUTE).await.unwrap()), ["<dead@x>"]);
    let kept = take(&store, &living, NOON).await;
    assert_eq!(ids(&kept), ["<living@x>"]);
    store
        .queue()
        .extend_leases(&living, kept.iter().map(|job| job.id).collect(), NOON.after(Lease::HOLDS / 2))
        .await
        .unwrap();
    assert_eq!(take(&store, &next, NOON.after(Lease::HOLDS / 2)).await, []);
    assert_eq!(ids(&take(&store, &next, NOON.after(Lease::HOLDS)).await), ["<dead@x>"]);
    // Whoever was away does not put back what another one has now.
    store.queue().put_back(&dead, 1, "too late".into()).await.unwrap();
    assert_eq!(take(&store, &Lease::default(), NOON.after(Lease::HOLDS)).await, []);
    // Those over channels just the same.
    let (_, _, lee) = game(&store).await;
    store.notices().set_channel(lee, Way::Push, "https://example.org/".into(), false, NOON).await.unwrap();
    let push = NewLetter { by: Way::Push, ..letter("<push@x>", "lee@example.org", Some(lee), None) };
    store.outbox().enqueue(push, NOON).await.unwrap();
    assert_eq!(store.queue().take_pushes(&dead, NOON, 5, |_| MINUTE).await.unwrap().len(), 1);
    assert!(store.queue().take_pushes(&next, NOON, 5, |_| MINUTE).await.unwrap().is_empty());
    assert!(
        !store.queue().push_due(NOON).await.unwrap() && store.queue().push_due(NOON.after(Lease::HOLDS)).await.unwrap()
    );
    let again = store.queue().take_pushes(&next, NOON.after(Lease::HOLDS), 5, |_| MINUTE).await.unwrap();
    assert_eq!((ids(&again), again[0].attempts), (vec!["<push@x>"], 2));
}

#[tokio::test]
async fn when_the_clock_has_gone_back_nothing_waits_for_it_to_catch_up() {
    let store = Store::temporary().await.unwrap();
    let (game, _, lee) = game(&store).await;
    store.notices().set_channel(lee, Way::Push, "https://example.org/".into(), false, NOON).await.unwrap();
    let early = NOON.before(24 * HOUR);
    let push = NewLetter { by: Way::Push, ..letter("<push@x>", "lee@example.org", Some(lee), None) };
    store.outbox().enqueue(push, NOON).await.unwrap();
    for (id, to) in [("<queued@x>", "a@x.org"), ("<tried@x>", "b@x.org"), ("<taken@x>", "c@x.org")] {
        store.outbox().enqueue(letter(id, to, None, None), NOON).await.unwrap();
    }
    store.errands().call(Errand::House, game, NOON, NOON).await.unwrap();
    // One is to be tried again in an hour, one is on its way.
    let first = Lease::default();
    let taken = store.outbox().take(&first, NOON, 10, |_| HOUR).await.unwrap();
    assert_eq!(ids(&taken), ["<queued@x>", "<tried@x>", "<taken@x>"]);
    store.queue().put_back(&first, taken[0].id, String::new()).await.unwrap();
    store.queue().put_back(&first, taken[1].id, String::new()).await.unwrap();
    assert_eq!(store.queue().letters_due(early).await.unwrap(), Some(early));
    assert_eq!(ids(&take(&store, &Lease::default(), early).await), ["<queued@x>", "<tried@x>", "<taken@x>"]);
    assert_eq!(store.queue().take_pushes(&first, early, 5, |_| HOUR).await.unwrap().len(), 1);
    assert_eq!(store.errands().take(Errand::House, &first, early, 5, |_| HOUR).await.unwrap().len(), 1);
    // What is held back by the clock as it is now stays so.
    let held = NewLetter { hold: Some(NOON), ..letter("<held@x>", "d@x.org", None, None) };
    store.outbox().enqueue(held, early).await.unwrap();
    assert_eq!(take(&store, &Lease::default(), early.after(HOUR / 60)).await, []);
}

#[tokio::test]
async fn a_sign_in_letter_goes_before_two_thousand_others_and_beside_one_to_the_same_address() {
    let store = Store::temporary().await.unwrap();
    let (game, _, lee) = game(&store).await;
    let tip = store.games().get(game).await.unwrap().unwrap().tip;
    let mut go = append(game, tip, &["{}"]);
    go.letters = (0..2000)
        .flat_map(|n| {
            let kind = format!("kind-{n}");
            let own = NewLetter { kind, ..letter(&format!("<own{n}@x>"), "lee@example.org", Some(lee), Some(game)) };
            [own, letter(&format!("<other{n}@x>"), &format!("player{n}@x.org"), None, None)]
        })
        .collect();
    store.logs().append(go).await.unwrap();
    let lease = Lease::default();
    // Every place that others may have is taken, one of them by a letter to the same address.
    let places = |free: u32| Places { all: free + 2, ordinary: free };
    let others = store.outbox().take(&lease, NOON, places(6), |_| MINUTE).await.unwrap();
    assert_eq!((others.len(), ids(&others)[0]), (6, "<own0@x>"));
    for (id, to) in [("<lee@x>", "lee@example.org"), ("<hill@x>", "hill@example.org")] {
        let sign_in = NewLetter { kind: "sign-in".into(), essential: true, ..letter(id, to, None, None) };
        store.outbox().enqueue(sign_in, NOON).await.unwrap();
    }
    let began = std::time::Instant::now();
    let first = store.outbox().take(&lease, NOON, places(0), |_| MINUTE).await.unwrap();
    assert_eq!(ids(&first), ["<lee@x>", "<hill@x>"]);
    assert!(first.iter().all(TakenJob::urgent) && !others[0].urgent());
    assert!(began.elapsed() < Duration::from_secs(1), "taking takes {:?}", began.elapsed());
}

#[tokio::test]
async fn notices_of_one_kind_that_wait_for_somebody_about_one_game_become_one_letter() {
    let store = Store::temporary().await.unwrap();
    let (game, porter, lee) = game(&store).await;
    let lease = Lease::default();
    let notice = |id: String, kind: &str, account, since: u64| NewLetter {
        kind: kind.into(),
        payload: format!("{{\"kind\":\"{kind}\",\"seat\":1,\"since\":{since},\"word\":\"{id}\"}}"),
        ..letter(&id, if account == lee { "lee@example.org" } else { "porter@example.org" }, Some(account), Some(game))
    };
    // The first is on its way when the others come, as with hours granted in a loop.
    store.outbox().enqueue(notice("<0@x>".into(), "clock", lee, 0), NOON).await.unwrap();
    let first = take(&store, &lease, NOON).await;
    assert_eq!((ids(&first), first[0].letter.kind.as_str()), (vec!["<0@x>"], "clock"));
    for n in 1..=150 {
        store.outbox().enqueue(notice(format!("<{n}@x>"), "clock", lee, 0), NOON).await.unwrap();
    }
    for n in 201..=203 {
        store.outbox().enqueue(notice(format!("<{n}@x>"), "dispatch", lee, 500 - n), NOON).await.unwrap();
    }
    store.outbox().enqueue(notice("<300@x>".into(), "clock", porter, 0), NOON).await.unwrap();
    let other = take(&store, &lease, NOON).await;
    assert_eq!((ids(&other), other[0].letter.kind.as_str()), (vec!["<300@x>"], "clock"), "somebody else's stays alone");
    store.queue().finish(first[0].id, Outcome::Sent, String::new(), NOON).await.unwrap();
    let one = take(&store, &lease, NOON).await;
    assert_eq!((ids(&one), one[0].letter.kind.as_str()), (vec!["<1@x>"], "digest"));
    let payload: serde_json::Value = serde_json::from_str(&one[0].letter.payload).unwrap();
    let words: Vec<&str> =
        payload["parts"].as_array().unwrap().iter().filter_map(|p| p["notice"]["word"].as_str()).collect();
    assert_eq!((words.len(), words[0], words[149]), (150, "<1@x>", "<150@x>"), "each is told of, in order");
    store.queue().finish(one[0].id, Outcome::Sent, String::new(), NOON).await.unwrap();
    // Of what tells how the game stands the last is enough, if it begins where the first did.
    let last = take(&store, &lease, NOON).await;
    assert_eq!(ids(&last), ["<203@x>"]);
    let payload: serde_json::Value = serde_json::from_str(&last[0].letter.payload).unwrap();
    assert_eq!((payload["since"].as_u64(), payload["word"].as_str()), (Some(297), Some("<203@x>")));
    assert_eq!(store.outbox().waiting().await.unwrap(), 2);
    let told = store.outbox().finished("<202@x>").await.unwrap().unwrap();
    assert_eq!((told.outcome, told.detail.as_str()), (Outcome::Suppressed, "told of in one letter with others"));
}

#[tokio::test]
async fn an_errand_waits_once_for_each_game_and_is_done_again_when_it_was_called_for_meanwhile() {
    let store = Store::temporary().await.unwrap();
    let (game, ..) = game(&store).await;
    let lease = Lease::default();
    let tip = store.games().get(game).await.unwrap().unwrap().tip;
    let mut go = append(game, tip, &["{}"]);
    go.errands = vec![(Errand::House, NOON.after(MINUTE)), (Errand::Clock, NOON)];
    store.logs().append(go).await.unwrap();
    tokio::time::timeout(MINUTE, store.errands().called(Errand::House)).await.expect("a ring");
    store.errands().call(Errand::House, game, NOON.after(2 * MINUTE), NOON).await.unwrap();
    assert_eq!(
        store.errands().due(Errand::House, NOON).await.unwrap(),
        Some(NOON.after(MINUTE)),
        "the sooner of the two"
    );
    let take = async |now| store.errands().take(Errand::House, &lease, now, 10, |_| MINUTE).await.unwrap();
    assert_eq!(take(NOON).await, []);
    let now = NOON.after(MINUTE);
    let taken = take(now).await;
    assert_eq!((taken.len(), taken[0].game, taken[0].attempts), (1, game, 1));
    assert_eq!(take(now).await, []);
    // The house player's own order leaves the game waiting for it again.
    store.errands().call(Errand::House, game, now, now).await.unwrap();
    assert_eq!(take(now).await, [], "one at a time");
    store.errands().finish(&lease, &taken[0]).await.unwrap();
    let again = take(now).await;
    assert_eq!(again.len(), 1);
    store.errands().finish(&lease, &again[0]).await.unwrap();
    assert_eq!((take(now.after(HOUR)).await.len(), store.errands().due(Errand::House, now).await.unwrap()), (0, None));
    // A look at the clocks is put off, and called for sooner by a record.
    let clock = store.errands().take(Errand::Clock, &lease, now, 10, |_| MINUTE).await.unwrap();
    store.errands().put_off(&lease, &clock[0], now.after(HOUR), now).await.unwrap();
    assert_eq!(store.errands().due(Errand::Clock, now).await.unwrap(), Some(now.after(HOUR)));
    store.errands().call(Errand::Clock, game, now, now).await.unwrap();
    assert_eq!(store.errands().due(Errand::Clock, now).await.unwrap(), Some(now));
    // A worker that dies holds it up for as long as its lease.
    assert_eq!(store.errands().take(Errand::Clock, &lease, now, 10, |_| MINUTE).await.unwrap().len(), 1);
    let later = now.after(Lease::HOLDS);
    let taken = store.errands().take(Errand::Clock, &Lease::default(), later, 10, |_| MINUTE).await.unwrap();
    assert_eq!((taken.len(), taken[0].attempts), (1, 2));
}

#[tokio::test]
async fn errands_that_are_missing_are_found_from_the_games() {
    let store = Store::temporary().await.unwrap();
    let porter = player(&store, "porter").await;
    let (game, tip) = set_up(&store, new_game(porter)).await;
    assert_eq!(store.errands().find(Errand::House, "{}", NOON).await.unwrap(), 0);
    let mut go = append(game, tip, &["{}"]);
    go.joins = vec![(SeatId(1), Taken::Bot("steady".into()))];
    go.waiting = vec![(SeatId(1), "Move.".into())];
    store.logs().append(go).await.unwrap();
    assert_eq!(store.errands().find(Errand::House, "{}", NOON).await.unwrap(), 1);
    assert_eq!(store.errands().find(Errand::House, "{}", NOON).await.unwrap(), 0, "it waits already");
    assert_eq!(store.errands().due(Errand::House, NOON).await.unwrap(), Some(NOON));
    assert_eq!(store.errands().find(Errand::Clock, "{}", NOON).await.unwrap(), 0, "a game without a clock");
}

#[tokio::test]
async fn what_waited_in_the_tables_before_waits_in_the_queue() {
    use sqlx::ConnectOptions;
    let folder = std::env::temp_dir().join(format!("fieldpost-queue-{}", fieldpost_store::fresh_game_id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("fieldpost.db");
    let mut c =
        sqlx::sqlite::SqliteConnectOptions::new().filename(&path).create_if_missing(true).connect().await.unwrap();
    let mut before = sqlx::migrate!("../../migrations/sqlite");
    before.migrations = before.migrations.iter().filter(|m| m.version < 30).cloned().collect::<Vec<_>>().into();
    before.run(&mut c).await.unwrap();
    let rows = "INSERT INTO accounts (id, email, name, created) VALUES (zeroblob(16), 'lee@x.org', 'Lee', 0); \
         INSERT INTO outbox (message_id, recipient, kind, essential, payload, message, state, attempts, created, due, last_error) VALUES \
             ('<1@x>', 'lee@x.org', 'dispatch', 0, '{}', x'0102', 'sending', 2, 5, 7, '451'), \
             ('<2@x>', 'lee@x.org', 'sign-in', 1, '{}', NULL, 'queued', 0, 6, 6, NULL); \
         INSERT INTO outbox_done (message_id, recipient, account, kind, outcome, attempts, created, finished, detail) VALUES \
             ('<3@x>', 'lee@x.org', zeroblob(16), 'receipt', 'failed', 3, 1, 2, '550'); \
         INSERT INTO pushes (notice, way, account, kind, payload, state, attempts, created, due, outcome, finished, detail) VALUES \
             ('<1@x>', 'push', zeroblob(16), 'dispatch', '{}', 'sending', 1, 5, 8, NULL, NULL, ''), \
             ('<3@x>', 'push', zeroblob(16), 'receipt', '{}', 'ended', 1, 1, 2, 'sent', 2, '204');";
    sqlx::raw_sql(rows).execute(&mut c).await.unwrap();
    sqlx::Connection::close(c).await.unwrap();

    let store = Store::open(&path).await.unwrap();
    let lease = Lease::default();
    let now = Time(10);
    let letters = take(&store, &lease, now).await;
    assert_eq!(ids(&letters), ["<2@x>", "<1@x>"], "what was on its way is taken up, and the sign-in letter is first");
    assert_eq!((letters[1].attempts, letters[1].message.as_deref()), (3, Some(&[1, 2][..])));
    let pushes = store.queue().take_pushes(&lease, now, 5, |_| MINUTE).await.unwrap();
    assert_eq!((ids(&pushes), pushes[0].attempts, pushes[0].letter.by), (vec!["<1@x>"], 2, Way::Push));
    let account = AccountId([0; 16]);
    assert_eq!(store.outbox().failed_to(account).await.unwrap()[0].detail, "550");
    let shown = store.notices().deliveries(account, 10).await.unwrap();
    let ended: Vec<_> = shown.iter().filter_map(|d| d.outcome.map(|outcome| (d.way, outcome))).collect();
    assert_eq!(ended, [(Way::Mail, Outcome::Failed), (Way::Push, Outcome::Sent)]);
    store.close().await;
    std::fs::remove_dir_all(folder).unwrap();
}
