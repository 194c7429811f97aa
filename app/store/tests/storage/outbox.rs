//! The queue of letters: once each, one at a time to each recipient, the attempt noted before anything is sent.

use crate::common::*;
use domain::referee::SeatId;
use fieldpost_store::{Enqueued, Lease, NewMail, Outcome, Store, Suppression, Taken, TakenJob, Time};
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);

/// As a worker of its own.
async fn take(store: &Store, now: Time, limit: u32) -> Vec<TakenJob> {
    store.outbox().take(&Lease::default(), now, limit, |attempt| MINUTE * attempt).await.unwrap()
}

fn subjects(taken: &[TakenJob]) -> Vec<&str> {
    taken.iter().map(|t| t.letter.message_id.as_str()).collect()
}

#[tokio::test]
async fn a_letter_is_queued_and_sent_once() {
    let store = Store::temporary().await.unwrap();
    let mail = letter("<a@x>", "lee@example.org", None, None);
    assert_eq!(store.outbox().enqueue(mail.clone(), NOON).await.unwrap(), Enqueued::Queued);
    assert_eq!(store.outbox().enqueue(mail.clone(), NOON).await.unwrap(), Enqueued::Known);
    let taken = take(&store, NOON, 10).await;
    assert_eq!((taken.len(), taken[0].attempts, &taken[0].letter), (1, 1, &mail));
    store.queue().finish(taken[0].id, Outcome::Sent, "250 ok".into(), NOON).await.unwrap();
    assert_eq!(store.outbox().enqueue(mail, NOON).await.unwrap(), Enqueued::Known, "also when it has gone out");
    let done = store.outbox().finished("<a@x>").await.unwrap().unwrap();
    assert_eq!((done.outcome, done.detail.as_str(), done.attempts), (Outcome::Sent, "250 ok", 1));
    assert_eq!(store.outbox().waiting().await.unwrap(), 0);
}

#[tokio::test]
async fn the_next_attempt_is_set_before_the_letter_is_handed_out() {
    let store = Store::temporary().await.unwrap();
    let lease = Lease::new(2 * MINUTE);
    store.outbox().enqueue(letter("<a@x>", "lee@example.org", None, None), NOON).await.unwrap();
    assert_eq!(store.queue().letters_due(NOON).await.unwrap(), Some(NOON));
    assert_eq!(store.outbox().take(&lease, NOON, 10, |_| MINUTE).await.unwrap().len(), 1);
    assert_eq!(store.queue().letters_due(NOON).await.unwrap(), Some(NOON.after(2 * MINUTE)), "when the lease ends");
    let later = NOON.after(MINUTE);
    assert_eq!(take(&store, later, 10).await.len(), 0, "on its way");
    // The worker ends here, and another one looks: nothing has to be recovered.
    let again = take(&store, NOON.after(2 * MINUTE), 10).await;
    assert_eq!((again.len(), again[0].attempts), (1, 2));
    store.queue().keep_message(again[0].id, b"bytes".to_vec()).await.unwrap();
    store.queue().put_back(&lease, again[0].id, "451 later".into()).await.unwrap();
    let third = NOON.after(2 * MINUTE + 2 * MINUTE);
    assert_eq!(take(&store, NOON.after(3 * MINUTE - MINUTE / 60), 10).await.len(), 0, "not the first one's any more");
    let third = take(&store, third, 10).await;
    assert_eq!((third[0].attempts, third[0].message.as_deref()), (3, Some(&b"bytes"[..])));
}

#[tokio::test]
async fn one_letter_at_a_time_goes_to_each_recipient_in_order() {
    let store = Store::temporary().await.unwrap();
    for (id, to) in [("<1@x>", "lee@x.org"), ("<2@x>", "lee@x.org"), ("<3@x>", "hill@x.org"), ("<4@x>", "ewell@x.org")]
    {
        store.outbox().enqueue(letter(id, to, None, None), NOON).await.unwrap();
    }
    let first = take(&store, NOON, 2).await;
    assert_eq!(subjects(&first), ["<1@x>", "<3@x>"]);
    let second = take(&store, NOON, 10).await;
    assert_eq!(subjects(&second), ["<4@x>"], "lee's first letter is on its way");
    store.queue().finish(first[0].id, Outcome::Sent, String::new(), NOON).await.unwrap();
    assert_eq!(subjects(&take(&store, NOON, 10).await), ["<2@x>"]);
}

#[tokio::test]
async fn who_unsubscribed_gets_only_what_they_ask_for() {
    let store = Store::temporary().await.unwrap();
    let lee: fieldpost_store::Email = "lee@example.org".parse().unwrap();
    // Queued before, suppressed at sending.
    store.outbox().enqueue(letter("<1@x>", lee.as_str(), None, None), NOON).await.unwrap();
    store.bounces().suppress(lee.clone(), Suppression::Unsubscribed, NOON).await.unwrap();
    assert_eq!(take(&store, NOON, 10).await, []);
    assert_eq!(store.outbox().finished("<1@x>").await.unwrap().unwrap().outcome, Outcome::Suppressed);
    // Suppressed at queueing.
    let second = letter("<2@x>", lee.as_str(), None, None);
    assert_eq!(store.outbox().enqueue(second.clone(), NOON).await.unwrap(), Enqueued::Suppressed);
    let mut sign_in = letter("<3@x>", lee.as_str(), None, None);
    sign_in.essential = true;
    assert_eq!(store.outbox().enqueue(sign_in, NOON).await.unwrap(), Enqueued::Queued);
    assert_eq!(subjects(&take(&store, NOON, 10).await), ["<3@x>"]);
    assert_eq!(store.bounces().suppression(&lee).await.unwrap(), Some(Suppression::Unsubscribed));
    assert!(store.bounces().lift(lee.clone()).await.unwrap());
    assert!(!store.bounces().lift(lee.clone()).await.unwrap());
    assert_eq!(store.bounces().suppression(&lee).await.unwrap(), None);
    assert_eq!(store.outbox().enqueue(second, NOON).await.unwrap(), Enqueued::Queued);
}

#[tokio::test]
async fn silence_holds_for_one_game_and_one_player() {
    let store = Store::temporary().await.unwrap();
    let (porter, lee) = (player(&store, "porter").await, player(&store, "lee").await);
    let (quiet, _) = set_up(&store, new_game(porter)).await;
    let (loud, _) = set_up(&store, new_game(porter)).await;
    store.outbox().enqueue(letter("<0@x>", "lee@example.org", Some(lee), Some(quiet)), NOON).await.unwrap();
    store.notices().set_silence(quiet, lee, true, NOON).await.unwrap();
    store.notices().set_silence(quiet, lee, true, NOON).await.unwrap();
    assert!(store.notices().silence(quiet, lee).await.unwrap() && !store.notices().silence(loud, lee).await.unwrap());
    assert_eq!(take(&store, NOON, 10).await, [], "queued before, not sent");
    let ask = async |id: &str, to: &str, account, game| {
        store.outbox().enqueue(letter(id, to, Some(account), Some(game)), NOON).await.unwrap()
    };
    assert_eq!(ask("<1@x>", "lee@example.org", lee, quiet).await, Enqueued::Suppressed);
    assert_eq!(ask("<2@x>", "lee@example.org", lee, loud).await, Enqueued::Queued);
    assert_eq!(ask("<3@x>", "porter@example.org", porter, quiet).await, Enqueued::Queued);
    store.notices().set_silence(quiet, lee, false, NOON).await.unwrap();
    assert_eq!(ask("<1@x>", "lee@example.org", lee, quiet).await, Enqueued::Queued);
}

#[tokio::test]
async fn failures_are_shown_for_a_week_and_sent_letters_count_as_told() {
    let store = Store::temporary().await.unwrap();
    let (porter, lee) = (player(&store, "porter").await, player(&store, "lee").await);
    let (game, tip) = set_up(&store, new_game(porter)).await;
    let mut go = append(game, tip, &["{}"]);
    go.joins = vec![(SeatId(1), Taken::Player(lee))];
    go.letters = vec![
        letter("<1@x>", "lee@example.org", Some(lee), Some(game)),
        letter("<2@x>", "porter@example.org", Some(porter), Some(game)),
    ];
    store.logs().append(go).await.unwrap();
    let taken = take(&store, NOON, 10).await;
    store.queue().finish(taken[0].id, Outcome::Sent, "250 ok".into(), NOON).await.unwrap();
    store.queue().finish(taken[1].id, Outcome::Failed, "550 5.1.1 nobody here".into(), NOON).await.unwrap();
    let seats = store.games().get(game).await.unwrap().unwrap().seats;
    assert_eq!((seats[1].told, seats[0].told), (2, 0));
    let failed = store.outbox().failed(game).await.unwrap();
    assert_eq!((failed.len(), failed[0].detail.as_str()), (1, "550 5.1.1 nobody here"));
    assert_eq!(store.outbox().failed_to(porter).await.unwrap(), failed);
    assert_eq!(store.outbox().failed_to(lee).await.unwrap(), []);
    assert_eq!(store.queue().forget_finished(NOON).await.unwrap(), 0);
    assert_eq!(store.queue().forget_finished(Time(NOON.0 + 1)).await.unwrap(), 2);
    assert_eq!(store.outbox().failed(game).await.unwrap(), []);
}

#[tokio::test]
async fn the_mailbox_keeps_a_letter_once() {
    let store = Store::temporary().await.unwrap();
    let mail = |id: &str, to: &str| NewMail {
        message_id: id.into(),
        to: to.parse().unwrap(),
        subject: "Your move".into(),
        message: b"Subject: Your move\r\n\r\n".to_vec(),
        letter: "{}".into(),
    };
    for (id, to) in [("<1@x>", "lee@x.org"), ("<1@x>", "lee@x.org"), ("<2@x>", "hill@x.org")] {
        store.mailbox().deliver(mail(id, to), NOON).await.unwrap();
    }
    let all = store.mailbox().list(None, 10).await.unwrap();
    assert_eq!(all.iter().map(|m| m.to.as_str()).collect::<Vec<_>>(), ["hill@x.org", "lee@x.org"]);
    let lee = store.mailbox().list(Some(&"lee@x.org".parse().unwrap()), 10).await.unwrap();
    assert_eq!((lee.len(), lee[0].opened), (1, None));
    store.mailbox().open(lee[0].id, NOON).await.unwrap();
    let opened = store.mailbox().get(lee[0].id).await.unwrap().unwrap();
    assert_eq!((opened.head.opened, opened.letter.as_str()), (Some(NOON), "{}"));
    assert_eq!(store.mailbox().get(999).await.unwrap(), None);
}

#[tokio::test]
async fn who_waits_for_letters_hears_of_each_way_to_queue_one() {
    let store = Store::temporary().await.unwrap();
    let porter = player(&store, "porter").await;
    let heard = async || tokio::time::timeout(MINUTE, store.outbox().queued()).await.expect("a letter was queued");
    store.outbox().enqueue(letter("<1@x>", "lee@example.org", None, None), NOON).await.unwrap();
    heard().await;
    let (game, tip) = set_up(&store, new_game(porter)).await;
    heard().await;
    let mut order = append(game, tip, &["{}"]);
    order.letters = vec![letter("<2@x>", "lee@example.org", None, Some(game))];
    store.logs().append(order).await.unwrap();
    heard().await;
}
