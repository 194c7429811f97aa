//! Notices over channels, and letters that were held back: nothing is lost and nothing told twice, wherever the process ends.

use crate::common::*;
use fieldpost_store::{AccountId, Enqueued, Lease, NewLetter, Outcome, Store, TakenJob, Time, Way};
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);

fn push(id: &str, account: AccountId, by: Way) -> NewLetter {
    NewLetter { by, ..letter(id, "lee@example.org", Some(account), None) }
}

/// As a worker of its own.
async fn take(store: &Store, now: Time) -> Vec<TakenJob> {
    store.queue().take_pushes(&Lease::default(), now, 10, |attempt| MINUTE * attempt).await.unwrap()
}

async fn with_channel() -> (Store, AccountId) {
    let store = Store::temporary().await.unwrap();
    let lee = player(&store, "lee").await;
    store.notices().set_channel(lee, Way::Webhook, "https://example.org/".into(), false, NOON).await.unwrap();
    (store, lee)
}

#[tokio::test]
async fn a_notice_goes_to_a_channel_that_is_there_and_switched_on_once() {
    let (store, lee) = with_channel().await;
    assert_eq!(
        store.outbox().enqueue(push("<a@x>", lee, Way::Push), NOON).await.unwrap(),
        Enqueued::Known,
        "no such channel"
    );
    assert_eq!(store.outbox().enqueue(push("<a@x>", lee, Way::Webhook), NOON).await.unwrap(), Enqueued::Queued);
    assert_eq!(store.outbox().enqueue(push("<a@x>", lee, Way::Webhook), NOON).await.unwrap(), Enqueued::Known);
    assert!(store.queue().push_due(NOON).await.unwrap());
    let taken = take(&store, NOON).await;
    assert_eq!((taken.len(), taken[0].attempts, taken[0].letter.message_id.as_str()), (1, 1, "<a@x>"));
    store.outbox().enqueue(push("<b@x>", lee, Way::Webhook), NOON).await.unwrap();
    assert!(take(&store, NOON).await.is_empty(), "one at a time over each channel");
    store.queue().finish(taken[0].id, Outcome::Sent, "204".into(), NOON).await.unwrap();
    assert_eq!(
        store.outbox().enqueue(push("<a@x>", lee, Way::Webhook), NOON).await.unwrap(),
        Enqueued::Known,
        "also afterwards"
    );
    assert_eq!(take(&store, NOON).await[0].letter.message_id, "<b@x>");

    store.notices().switch_off_channel(lee, Way::Webhook, "never answers".into(), NOON).await.unwrap();
    assert_eq!(store.outbox().enqueue(push("<c@x>", lee, Way::Webhook), NOON).await.unwrap(), Enqueued::Known);
    let before = store.notices().channels(lee).await.unwrap();
    assert_eq!(before[0].off, Some((NOON, "never answers".into())));
    store.notices().set_channel(lee, Way::Webhook, "https://example.org/".into(), false, NOON).await.unwrap();
    let after = store.notices().channels(lee).await.unwrap();
    assert_eq!((after[0].nonce, &after[0].off), (before[0].nonce, &None), "the key stays");
    store.notices().set_channel(lee, Way::Webhook, "https://example.org/".into(), true, NOON).await.unwrap();
    assert_ne!(store.notices().channels(lee).await.unwrap()[0].nonce, before[0].nonce);
}

#[tokio::test]
async fn a_crash_in_the_middle_of_a_call_repeats_it_with_the_same_bytes() {
    let (store, lee) = with_channel().await;
    store.outbox().enqueue(push("<a@x>", lee, Way::Webhook), NOON).await.unwrap();
    let taken = take(&store, NOON).await;
    store.queue().keep_message(taken[0].id, b"the bytes".to_vec()).await.unwrap();
    store.close().await;
    let reopened = Store::open(store.path()).await.unwrap();
    assert!(take(&reopened, NOON).await.is_empty(), "not before its next attempt");
    let lease = Lease::default();
    let again = reopened.queue().take_pushes(&lease, NOON.after(MINUTE), 10, |attempt| MINUTE * attempt).await.unwrap();
    assert_eq!((again[0].attempts, again[0].message.as_deref()), (2, Some(&b"the bytes"[..])));
    reopened.queue().put_back(&lease, again[0].id, "no answer".into()).await.unwrap();
    let shown = reopened.notices().deliveries(lee, 10).await.unwrap();
    assert_eq!((shown[0].outcome, shown[0].detail.as_str(), shown[0].attempts), (None, "no answer", 2));
    // What waits for an address that is taken away is not sent to the next one.
    assert!(reopened.notices().remove_channel(lee, Way::Webhook, NOON).await.unwrap());
    reopened.notices().set_channel(lee, Way::Webhook, "https://example.net/".into(), false, NOON).await.unwrap();
    assert!(take(&reopened, NOON.after(60 * MINUTE)).await.is_empty());
    assert_eq!(reopened.queue().forget_finished(NOON.after(MINUTE)).await.unwrap(), 1);
}

#[tokio::test]
async fn letters_held_back_together_become_one_and_a_crash_leaves_either_all_or_one() {
    let store = Store::temporary().await.unwrap();
    let (lee, hill) = (player(&store, "lee").await, player(&store, "hill").await);
    let game = store.games().create(new_game(lee)).await.map(|_| ()).ok();
    assert!(game.is_some());
    let row = store.games().of_account(lee).await.unwrap().remove(0).id;
    let due = NOON.after(60 * MINUTE);
    let held = |id: &str, to: &str, account| NewLetter {
        hold: Some(due),
        payload: format!("{{\"kind\":\"turn\",\"seat\":0,\"since\":0,\"word\":{id:?}}}"),
        ..letter(id, to, Some(account), Some(row))
    };
    for id in ["<a@x>", "<b@x>", "<c@x>"] {
        store.outbox().enqueue(held(id, "lee@example.org", lee), NOON).await.unwrap();
    }
    store.outbox().enqueue(held("<d@x>", "hill@example.org", hill), NOON).await.unwrap();
    assert!(store.outbox().take(&Lease::default(), NOON, 10, |_| MINUTE).await.unwrap().is_empty());
    // What was not held back goes out as it is.
    store.outbox().enqueue(letter("<e@x>", "lee@example.org", Some(lee), Some(row)), due).await.unwrap();
    let taken = store.outbox().take(&Lease::default(), due, 10, |_| MINUTE).await.unwrap();
    let kinds: Vec<(&str, &str)> =
        taken.iter().map(|t| (t.letter.message_id.as_str(), t.letter.kind.as_str())).collect();
    assert_eq!(kinds, [("<a@x>", "digest"), ("<d@x>", "dispatch")], "one alone stays what it is");
    let parts: serde_json::Value = serde_json::from_str(&taken[0].letter.payload).unwrap();
    let words: Vec<&str> =
        parts["parts"].as_array().unwrap().iter().filter_map(|p| p["notice"]["word"].as_str()).collect();
    assert_eq!(words, ["<a@x>", "<b@x>", "<c@x>"]);
    assert_eq!(parts["parts"][1]["game"], row.to_string());
    let told = store.outbox().finished("<b@x>").await.unwrap().unwrap();
    assert_eq!((told.outcome, told.detail.as_str()), (Outcome::Suppressed, "told of in one letter with others"));
    store.close().await;
    let reopened = Store::open(store.path()).await.unwrap();
    // The attempt that was cut off is made again, with the same parts.
    reopened.outbox().enqueue(held("<f@x>", "lee@example.org", lee), due).await.unwrap();
    let again = reopened.outbox().take(&Lease::default(), due.after(MINUTE), 10, |_| MINUTE).await.unwrap();
    assert_eq!(again[0].letter.payload, taken[0].letter.payload);
}
