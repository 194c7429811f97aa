//! The writer: what shares a transaction is decided as if it were alone, and what goes wrong with one takes nothing of the others.

use crate::common::*;
use domain::referee::SeatId;
use fieldpost_store::{Append, AppendError, Appended, Draft, GameId, SavedRequest, Store, StoreError, Tip};
use tokio::task::JoinSet;

/// Asks for all of these at once, so that they share transactions; the answers in their order.
async fn at_once(store: &Store, appends: Vec<Append>) -> Vec<Result<Appended, AppendError>> {
    let mut asked = JoinSet::new();
    for (n, append) in appends.into_iter().enumerate() {
        let store = store.clone();
        asked.spawn(async move { (n, store.logs().append(append).await) });
    }
    let mut all = asked.join_all().await;
    all.sort_by_key(|(n, _)| *n);
    all.into_iter().map(|(_, answer)| answer).collect()
}

async fn games(store: &Store, count: usize) -> Vec<(GameId, Tip)> {
    let host = player(store, "porter").await;
    let mut games = Vec::new();
    for _ in 0..count {
        games.push(set_up(store, new_game(host)).await);
    }
    games
}

#[tokio::test]
async fn one_that_does_not_fit_the_schema_takes_nothing_of_its_neighbours() {
    let store = Store::temporary().await.unwrap();
    let host = player(&store, "porter").await;
    let games = games(&store, 40).await;
    let appends = games.iter().enumerate().map(|(n, (game, tip))| {
        let mut append = append(*game, *tip, &["{\"n\":1}", "{\"n\":2}"]);
        let mut once = once(host, &format!("key {n}"), "request", "done");
        // A status that there is not.
        once.answer.status = if n == 17 { 42 } else { 200 };
        append.once = Some(once);
        append.letters = vec![letter(&format!("<{n}@x>"), "lee@example.org", None, Some(*game))];
        append
    });
    let answers = at_once(&store, appends.collect()).await;
    for (n, (answer, (game, tip))) in answers.into_iter().zip(&games).enumerate() {
        let kept = store.games().get(*game).await.unwrap().unwrap().tip;
        match (n, answer) {
            (17, answer) => {
                assert!(matches!(answer, Err(AppendError::Store(StoreError::Sql(_)))), "{answer:?}");
                assert_eq!(kept, *tip);
            }
            (_, Ok(Appended::Stored(end))) => assert_eq!((end, end.length), (kept, 3)),
            (_, answer) => panic!("{n}: {answer:?}"),
        }
    }
    assert_eq!(store.outbox().waiting().await.unwrap(), 39);
    store.logs().check_chains().await.unwrap();
}

#[tokio::test]
async fn of_those_that_race_for_one_game_or_one_key_each_gets_the_answer_it_would_get_alone() {
    let store = Store::temporary().await.unwrap();
    let host = player(&store, "porter").await;
    let games = games(&store, 10).await;
    let (game, tip) = games[0];
    // Ten for one game, another request each: one is stored, the others are too late.
    let race = (0..10).map(|n| append(game, tip, &[&format!("{{\"n\":{n}}}")])).collect();
    let answers = at_once(&store, race).await;
    let stored = answers.iter().filter(|a| matches!(a, Ok(Appended::Stored(_)))).count();
    let late = answers.iter().filter(|a| matches!(a, Err(AppendError::Conflict { now }) if now.length == 2)).count();
    assert_eq!((stored, late), (1, 9), "{answers:?}");
    // One request ten times: it is carried out once.
    let (game, tip) = games[1];
    let again =
        || Append { once: Some(once(host, "the key", "the request", "the answer")), ..append(game, tip, &["{}"]) };
    let answers = at_once(&store, (0..10).map(|_| again()).collect()).await;
    let stored = answers.iter().filter(|a| matches!(a, Ok(Appended::Stored(_)))).count();
    let repeated =
        answers.iter().filter(|a| matches!(a, Ok(Appended::Repeated(saved)) if saved.body == "the answer")).count();
    assert_eq!((stored, repeated), (1, 9), "{answers:?}");
    // The same key for other things.
    let other = games[2..].iter().map(|(game, tip)| Append {
        once: Some(once(host, "the key", &game.to_string(), "x")),
        ..append(*game, *tip, &["{}"])
    });
    let answers = at_once(&store, other.collect()).await;
    assert!(answers.iter().all(|a| matches!(a, Err(AppendError::KeyReused))), "{answers:?}");
}

#[tokio::test]
async fn the_bytes_of_a_record_come_back_as_they_were() {
    let store = Store::temporary().await.unwrap();
    let (game, tip) = games(&store, 1).await[0];
    let bodies = [
        r#"{"text":"\u0000 \ud83d\ude00 \\ \" \/ \b"}"#.to_owned(),
        "{\"text\":\"\u{1f600} \u{2028} ’ é \u{7f} \u{feff}\"}".to_owned(),
        "{\"n\":1e400,\"m\":-0.0,\"k\":00}".to_owned(),
        format!("\"{}\"", "long ".repeat(100_000)),
        "\t not JSON at all \r\n".to_owned(),
    ];
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    let stored = store.logs().append(append(game, tip, &bodies)).await.unwrap();
    assert!(matches!(stored, Appended::Stored(end) if end.length == 6));
    let records = store.logs().records(game, 1).await.unwrap();
    assert_eq!(records.iter().map(|r| r.body.as_str()).collect::<Vec<_>>(), bodies);
    store.logs().check_chains().await.unwrap();
}

#[tokio::test]
async fn one_look_shows_a_game_its_draft_and_what_was_answered() {
    let store = Store::temporary().await.unwrap();
    let host = player(&store, "porter").await;
    let (game, tip) = games(&store, 1).await[0];
    let request = fieldpost_store::Hash32::of(b"request");
    let nothing = store.logs().at_hand(game, host, None).await.unwrap().unwrap();
    assert_eq!(Some(nothing.game), store.games().get(game).await.unwrap());
    assert_eq!((nothing.drafts, nothing.saved), (Vec::new(), None));
    let draft = Draft { base: 1, lines: vec!["move".into()], updated: NOON };
    store.drafts().set(game, SeatId(0), draft.clone()).await.unwrap();
    let mut order = append(game, tip, &["{}"]);
    order.once = Some(once(host, "the key", "request", "the answer"));
    store.logs().append(order).await.unwrap();
    let found = store.logs().at_hand(game, host, Some("the key")).await.unwrap().unwrap();
    assert_eq!((found.game.tip.length, found.game.seats.len()), (2, 2));
    let saved = found.saved.map(|(asked, saved)| (asked, saved.body));
    assert_eq!(
        (found.drafts, saved),
        (vec![(SeatId(0), draft)], Some((SavedRequest::of(request), "the answer".to_owned())))
    );
    let another = store.logs().at_hand(game, host, Some("another key")).await.unwrap().unwrap();
    assert_eq!(another.saved, None);
    let stranger = player(&store, "lee").await;
    let theirs = store.logs().at_hand(game, stranger, Some("the key")).await.unwrap().unwrap();
    assert_eq!((theirs.drafts, theirs.saved), (Vec::new(), None));
    assert_eq!(store.logs().at_hand(fieldpost_store::fresh_game_id(), host, None).await.unwrap(), None);
}

#[tokio::test]
async fn two_that_write_to_one_file_find_what_the_other_has_written() {
    let store = Store::temporary().await.unwrap();
    let other = Store::open(store.path()).await.unwrap();
    let host = player(&store, "porter").await;
    let mut ends = games(&store, 3).await;
    let ends_at = |answer: Result<Appended, AppendError>| match answer {
        Ok(Appended::Stored(end)) => end,
        answer => panic!("{answer:?}"),
    };
    // Each takes the register to be as it left it, and finds it grown by then.
    for n in 0..12 {
        let by = if n % 3 == 2 { &other } else { &store };
        let (game, tip) = &mut ends[n % 2];
        *tip = ends_at(by.logs().append(append(*game, *tip, &["{\"n\":1}", "{\"n\":2}"])).await);
    }
    // What one of them refuses, or has done already, takes nothing of what shares a transaction with it.
    let (game, tip) = ends[2];
    let mut keyed = append(game, tip, &["{\"n\":3}"]);
    keyed.once = Some(once(host, "k", "request", "done"));
    let tip = ends_at(other.logs().append(keyed.clone()).await);
    let stale = append(ends[0].0, Tip { length: 1, ..ends[0].1 }, &["{}"]);
    let good = append(ends[1].0, ends[1].1, &["{}"]);
    let answers = at_once(&store, vec![keyed, stale, good]).await;
    assert!(matches!(&answers[0], Ok(Appended::Repeated(saved)) if saved.body == "done"), "{answers:?}");
    assert!(matches!(answers[1], Err(AppendError::Conflict { now }) if now == ends[0].1), "{answers:?}");
    assert!(matches!(answers[2], Ok(Appended::Stored(_))), "{answers:?}");
    ends_at(store.logs().append(append(game, tip, &["{}"])).await);
    assert_eq!(store.logs().check_chains().await.unwrap().leaves, store.register().size().await.unwrap());
    other.close().await;
    store.close().await;
}
