//! The worker that runs beside the service.

use crate::common::*;
use crate::server::Server;
use fieldpost_post::{Renderer, Rendering, Schedule, Transport, Worker};
use fieldpost_store::{Lease, NewLetter, Outcome, Store, Time};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// Waits until no letter waits. The limit only ends a test that would never end.
async fn emptied(store: &Store) {
    let empty = async {
        while store.outbox().waiting().await.unwrap() > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), empty).await.expect("the outbox empties");
}

#[tokio::test]
async fn every_letter_arrives_and_never_two_at_once_for_one_recipient() {
    let server = Server::start(&["--slow", "0.02"]);
    let office = office(&server).await;
    let store = office.store.clone();
    // Some wait already when the worker starts.
    let mut ids = BTreeSet::new();
    let mut all = Vec::new();
    for number in 0..8 {
        for to in ["lee@example.org", "hill@example.org", "ewell@example.org"] {
            let letter = letter(to, number);
            ids.insert(letter.message_id.clone());
            all.push(queued(&letter));
        }
    }
    let (before, after) = all.split_at(10);
    for letter in before {
        store.outbox().enqueue(letter.clone(), Time::now()).await.unwrap();
    }
    let worker = Worker::start(office);
    for letter in after {
        store.outbox().enqueue(letter.clone(), Time::now()).await.unwrap();
    }
    emptied(&store).await;
    worker.stop().await;
    let received = server.received();
    assert_eq!(received.len(), ids.len());
    assert!(received.iter().all(|message| message.envelope["together"] == 1));
    for id in ids {
        assert_eq!(store.outbox().finished(&id).await.unwrap().unwrap().outcome, Outcome::Sent);
    }
}

#[tokio::test]
async fn a_deferred_letter_comes_back_by_itself() {
    let server = Server::start(&["--defer", "1"]);
    let mut office = office(&server).await;
    office.schedule = Schedule::of([Duration::from_millis(5); 3]);
    let store = office.store.clone();
    let worker = Worker::start(office);
    store.outbox().enqueue(queued(&letter("lee@example.org", 1)), Time::now()).await.unwrap();
    emptied(&store).await;
    worker.stop().await;
    assert_eq!(server.received().len(), 1);
}

#[tokio::test]
async fn stopping_waits_for_the_letters_under_way() {
    let server = Server::start(&["--slow", "0.5"]);
    let office = office(&server).await;
    let store = office.store.clone();
    let worker = Worker::start(office);
    let letter = letter("lee@example.org", 1);
    store.outbox().enqueue(queued(&letter), Time::now()).await.unwrap();
    while server.attempts() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    worker.stop().await;
    assert_eq!(server.received().len(), 1);
    assert_eq!(store.outbox().finished(&letter.message_id).await.unwrap().unwrap().outcome, Outcome::Sent);
}

#[tokio::test]
async fn letters_of_a_run_that_was_cut_off_are_taken_up() {
    let server = Server::start(&[]);
    let office = office(&server).await;
    office.store.outbox().enqueue(queued(&letter("lee@example.org", 1)), Time::now()).await.unwrap();
    let dead = Lease::new(Duration::from_millis(50));
    office.store.outbox().take(&dead, Time::now(), 10, |_| Duration::from_millis(5)).await.unwrap();
    let store = office.store.clone();
    let worker = Worker::start(office);
    emptied(&store).await;
    worker.stop().await;
    assert_eq!(server.received().len(), 1);
}

/// Breaks down over letters to Hill.
struct Fragile;

impl Renderer for Fragile {
    fn render<'a>(&'a self, letter: &'a NewLetter) -> Rendering<'a> {
        assert!(letter.to.as_str() != "hill@example.org", "this letter breaks the renderer");
        fieldpost_post::Prepared.render(letter)
    }
}

#[tokio::test]
async fn a_letter_that_breaks_its_delivery_down_holds_up_no_other() {
    let mut office = with(Store::temporary().await.unwrap(), Transport::Mailbox);
    office.renderer = Arc::new(Fragile);
    let store = office.store.clone();
    let worker = Worker::start(office);
    for to in ["hill@example.org", "lee@example.org", "ewell@example.org"] {
        store.outbox().enqueue(queued(&letter(to, 1)), Time::now()).await.unwrap();
    }
    let others = async {
        while store.mailbox().list(None, 10).await.unwrap().len() < 2 || store.outbox().waiting().await.unwrap() > 1 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), others).await.expect("the others arrive");
    worker.stop().await;
    assert_eq!(store.outbox().waiting().await.unwrap(), 1, "the broken one waits for its next attempt");
}

#[tokio::test]
async fn a_letter_that_always_breaks_down_is_given_up() {
    let mut office = with(Store::temporary().await.unwrap(), Transport::Mailbox);
    office.renderer = Arc::new(Fragile);
    office.schedule = Schedule::of([Duration::from_millis(5)]);
    let store = office.store.clone();
    let worker = Worker::start(office);
    let broken = letter("hill@example.org", 1);
    store.outbox().enqueue(queued(&broken), Time::now()).await.unwrap();
    emptied(&store).await;
    worker.stop().await;
    let done = store.outbox().finished(&broken.message_id).await.unwrap().unwrap();
    assert_eq!((done.outcome, done.attempts), (Outcome::Failed, 2));
}

#[tokio::test]
async fn a_sign_in_letter_leaves_within_five_seconds_behind_two_thousand_others() {
    let server = Server::start(&["--slow", "1.5"]);
    let office = office(&server).await;
    let store = office.store.clone();
    let mut waiting = tokio::task::JoinSet::new();
    for number in 0..2000 {
        for to in ["lee@example.org".to_owned(), format!("player{number}@example.org")] {
            let (store, letter) = (store.clone(), queued(&letter(&to, number)));
            waiting.spawn(async move { store.outbox().enqueue(letter, Time::now()).await.unwrap() });
        }
    }
    waiting.join_all().await;
    let worker = Worker::start(office);
    // All places that other letters may take are taken.
    while server.attempts() < 6 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    for to in ["lee@example.org", "hill@example.org"] {
        let letter = letter(to, 9999);
        let sign_in = NewLetter { kind: "sign-in".into(), essential: true, ..queued(&letter) };
        let (asked, store) = (Time::now(), &store);
        store.outbox().enqueue(sign_in, asked).await.unwrap();
        let sent = async {
            loop {
                match store.outbox().finished(&letter.message_id).await.unwrap() {
                    Some(done) => break done,
                    None => tokio::time::sleep(Duration::from_millis(20)).await,
                }
            }
        };
        let done = tokio::time::timeout(Duration::from_secs(20), sent).await.expect("the sign-in letter leaves");
        assert_eq!(done.outcome, Outcome::Sent);
        let took = done.finished.since(asked).max(Time::now().since(asked));
        assert!(took < Duration::from_secs(5), "{to}: {took:?}");
    }
    assert!(store.outbox().waiting().await.unwrap() > 3900, "the others wait still");
    worker.stop().await;
}
