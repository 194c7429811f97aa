//! Appending to a log: all or nothing, once, and only to the end that the caller saw.

use crate::common::*;
use domain::referee::SeatId;
use fieldpost_store::{AccountId, AppendError, Appended, Hash32, Saved, Store, Taken, Tip};

#[tokio::test]
async fn records_summary_letters_and_answer_are_written_together() {
    let store = Store::temporary().await.unwrap();
    let (host, guest) = (player(&store, "porter").await, player(&store, "lee").await);
    let (game, tip) = set_up(&store, new_game(host)).await;
    let mut order = append(game, tip, &["{\"a\":1}", "{\"b\":\"§7.51 – é\"}"]);
    order.joins.push((SeatId(1), Taken::Player(guest)));
    order.seen.push(SeatId(0));
    order.letters.push(letter("2.lee@fieldpost", "lee@example.org", Some(guest), Some(game)));
    order.once = Some(once(host, "k1", "the order", "done"));
    let records = order.records.clone();
    let Appended::Stored(tip) = store.logs().append(order).await.unwrap() else { panic!("not a repeat") };

    assert_eq!(tip, Tip { length: 3, head: records[1].hash, entries: 0 });
    assert_eq!(store.logs().records(game, 1).await.unwrap(), records);
    let game = store.games().get(game).await.unwrap().unwrap();
    assert_eq!((game.tip, game.summary.turn, game.summary.phase.as_str()), (tip, 1, "Union fire"));
    assert_eq!(game.seats[0].asks.as_ref().unwrap().asks, "Fire with the Union artillery.");
    assert_eq!((game.seats[0].seen, game.seats[1].seen), (3, 0));
    assert_eq!(game.seat_of(guest).unwrap().seat, SeatId(1));
    assert!(game.waits_for(host) && !game.waits_for(guest));
    assert_eq!(store.outbox().waiting().await.unwrap(), 1);
}

#[tokio::test]
async fn of_two_racing_appends_one_wins_and_the_other_learns_where_the_log_ends() {
    let store = Store::temporary().await.unwrap();
    let host = player(&store, "porter").await;
    let (game, tip) = set_up(&store, new_game(host)).await;
    let (a, b) = tokio::join!(
        store.logs().append(append(game, tip, &["{\"order\":\"a\"}"])),
        store.logs().append(append(game, tip, &["{\"order\":\"b\"}"])),
    );
    let (won, lost) = match (a, b) {
        (Ok(won), Err(lost)) | (Err(lost), Ok(won)) => (won, lost),
        other => panic!("exactly one must win: {other:?}"),
    };
    let Appended::Stored(end) = won else { panic!("not a repeat") };
    assert!(matches!(lost, AppendError::Conflict { now } if now == end));
    assert_eq!(store.logs().records(game, 0).await.unwrap().len(), 2);
    store.logs().check_chains().await.unwrap();
}

#[tokio::test]
async fn a_refused_append_leaves_its_neighbours_in_the_same_transaction_alone() {
    let store = Store::temporary().await.unwrap();
    let host = player(&store, "porter").await;
    let mut games = Vec::new();
    for _ in 0..20 {
        games.push(set_up(&store, new_game(host)).await);
    }
    let mut running = Vec::new();
    for (n, (game, tip)) in games.iter().copied().enumerate() {
        let store = store.clone();
        running.push(tokio::spawn(async move {
            let mut order = append(game, tip, &["{\"n\":1}"]);
            if n % 3 == 0 {
                // Refused only after the records went in: the seat is taken.
                order.joins.push((SeatId(0), Taken::Bot("random".into())));
            }
            store.logs().append(order).await
        }));
    }
    for (n, task) in running.into_iter().enumerate() {
        let (game, _) = games[n];
        let answer = task.await.unwrap();
        let length = store.logs().records(game, 0).await.unwrap().len();
        if n % 3 == 0 {
            assert!(matches!(answer, Err(AppendError::SeatTaken(SeatId(0)))), "{answer:?}");
            assert_eq!(length, 1);
        } else {
            assert!(matches!(answer, Ok(Appended::Stored(_))), "{answer:?}");
            assert_eq!(length, 2);
        }
    }
    store.logs().check_chains().await.unwrap();
}

#[tokio::test]
async fn the_same_key_gets_the_answer_that_was_saved() {
    let store = Store::temporary().await.unwrap();
    let host = player(&store, "porter").await;
    let (game, tip) = set_up(&store, new_game(host)).await;
    let mut order = append(game, tip, &["{\"order\":1}"]);
    order.once = Some(once(host, "k1", "the order", "first answer"));
    let mut repeat = order.clone();
    repeat.once.as_mut().unwrap().answer.body = "second answer".into();
    assert!(matches!(store.logs().append(order).await.unwrap(), Appended::Stored(_)));
    let Appended::Repeated(saved) = store.logs().append(repeat).await.unwrap() else { panic!("a repeat") };
    assert_eq!(saved.body, "first answer");
    assert_eq!(store.logs().records(game, 0).await.unwrap().len(), 2);

    // Asked for before any work is done, the answer is the same.
    let request = once(host, "k1", "the order", "").request;
    assert_eq!(store.logs().saved_answer(host, "k1", request).await.unwrap().unwrap().body, "first answer");
    // Another player's key of the same name is another key.
    let other = player(&store, "lee").await;
    assert_eq!(store.logs().saved_answer(other, "k1", request).await.unwrap(), None);
}

#[tokio::test]
async fn a_key_used_for_another_request_is_refused() {
    let store = Store::temporary().await.unwrap();
    let host = player(&store, "porter").await;
    let (game, tip) = set_up(&store, new_game(host)).await;
    let mut order = append(game, tip, &["{\"order\":1}"]);
    order.once = Some(once(host, "k1", "the order", "done"));
    let Appended::Stored(tip) = store.logs().append(order).await.unwrap() else { panic!("not a repeat") };
    let mut other = append(game, tip, &["{\"order\":2}"]);
    other.once = Some(once(host, "k1", "another order", "done"));
    assert!(matches!(store.logs().append(other).await, Err(AppendError::KeyReused)));
    assert_eq!(store.logs().records(game, 0).await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_game_is_set_up_once_for_a_key() {
    let store = Store::temporary().await.unwrap();
    let host = player(&store, "porter").await;
    let mut first = new_game(host);
    first.opening.once = Some(once(host, "k1", "the form", "/games/1"));
    let mut second = new_game(host);
    second.opening.once = first.opening.once.clone();
    store.games().create(first).await.unwrap();
    assert!(matches!(store.games().create(second).await.unwrap(), Appended::Repeated(_)));
    assert_eq!(store.games().of_account(host).await.unwrap().len(), 1);
}

#[tokio::test]
async fn records_that_do_not_follow_are_refused() {
    let store = Store::temporary().await.unwrap();
    let host = player(&store, "porter").await;
    let (game, tip) = set_up(&store, new_game(host)).await;
    let mut changed = append(game, tip, &["{\"a\":1}", "{\"b\":2}"]);
    changed.records[1].body = "{\"b\":3}".into();
    assert!(matches!(store.logs().append(changed).await, Err(AppendError::Broken { seq: 3 })));
    let mut gap = append(game, tip, &["{\"a\":1}", "{\"b\":2}"]);
    gap.records.remove(0);
    assert!(matches!(store.logs().append(gap).await, Err(AppendError::Broken { seq: 3 })));
    let unknown = append(fieldpost_store::fresh_game_id(), tip, &["{}"]);
    assert!(matches!(store.logs().append(unknown).await, Err(AppendError::NoGame)));
    assert_eq!(store.logs().records(game, 0).await.unwrap().len(), 1);
}

#[tokio::test]
async fn saved_answers_are_forgotten_in_time() {
    let store = Store::temporary().await.unwrap();
    let host = player(&store, "porter").await;
    let (game, tip) = set_up(&store, new_game(host)).await;
    let mut order = append(game, tip, &["{}"]);
    order.once = Some(once(host, "k1", "the order", "done"));
    let request = order.once.as_ref().unwrap().request;
    store.logs().append(order).await.unwrap();
    assert_eq!(store.logs().forget_answers(NOON).await.unwrap(), 0);
    assert!(store.logs().saved_answer(host, "k1", request).await.unwrap().is_some());
    assert_eq!(store.logs().forget_answers(NOON.after(std::time::Duration::from_millis(1))).await.unwrap(), 1);
    assert!(store.logs().saved_answer(host, "k1", request).await.unwrap().is_none());
}

#[tokio::test]
async fn answers_of_an_older_file_are_found_by_their_keys() {
    let folder = std::env::temp_dir().join(format!("fieldpost-answers-{}", fieldpost_store::fresh_game_id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("fieldpost.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let mut c = sqlx::ConnectOptions::connect(&options).await.unwrap();
    let mut before = sqlx::migrate!("../../migrations/sqlite");
    before.migrations = before.migrations.iter().filter(|m| m.version < 43).cloned().collect::<Vec<_>>().into();
    before.run(&mut c).await.unwrap();
    let asked = Hash32::of(b"the order");
    let rows = format!(
        "INSERT INTO accounts (id, email, name, created) VALUES (zeroblob(16), 'lee@x.org', 'Lee', 0); \
         WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 5000) \
         INSERT INTO idempotency (account, key, request, status, body, at) \
             SELECT zeroblob(16), 'k' || n, x'{asked}', 200, 'done ' || n, n FROM n;"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(rows)).execute(&mut c).await.unwrap();
    sqlx::Connection::close(c).await.unwrap();
    let account = AccountId([0; 16]);
    for _ in 0..2 {
        let store = Store::open(&path).await.unwrap();
        for n in [1, 4096, 4097, 5000] {
            let found = store.logs().saved_answer(account, &format!("k{n}"), asked).await.unwrap();
            assert_eq!(found, Some(Saved { status: 200, body: format!("done {n}") }));
        }
        let other = store.logs().saved_answer(account, "k7", Hash32::of(b"another order")).await;
        assert!(matches!(other, Err(AppendError::KeyReused)));
        assert!(store.logs().saved_answer(account, "k5001", asked).await.unwrap().is_none());
        store.close().await;
    }
    let store = Store::open(&path).await.unwrap();
    assert_eq!(store.logs().forget_answers(fieldpost_store::Time(5000)).await.unwrap(), 4999);
    let mut c = store.reader().await.unwrap();
    let old: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'idempotency%'")
        .fetch_one(&mut *c)
        .await
        .unwrap();
    assert_eq!(old, 0);
    drop(c);
    store.close().await;
    std::fs::remove_dir_all(folder).unwrap();
}
