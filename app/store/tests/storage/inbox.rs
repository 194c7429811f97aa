//! The inbox and the addresses that letters are answered at.

use crate::common::*;
use domain::referee::SeatId;
use fieldpost_store::{AppendError, Ended, Fate, Hash32, NewMessage, NewSaying, ReplyAddress, Store, leave_message};
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);

fn message(text: &str) -> NewMessage {
    NewMessage {
        sender: "lee@example.org".into(),
        recipient: "g-abc@reply.example.org".into(),
        message: text.as_bytes().to_vec(),
        size: text.len() as u64,
    }
}

fn ended(fate: Fate, key: u8) -> Ended {
    Ended {
        fate,
        detail: "in words".into(),
        reply_key: Some(Hash32([key; 32])),
        game: None,
        account: None,
        answered: false,
        letters: vec![],
    }
}

#[tokio::test]
async fn what_another_process_leaves_is_taken_in_its_order_and_done_with_once() {
    let store = Store::temporary().await.unwrap();
    assert_eq!(store.inbox().take(NOON, MINUTE).await.unwrap(), None);
    leave_message(store.path(), message("one"), NOON).await.unwrap();
    store.inbox().receive(message("two"), NOON).await.unwrap();
    let one = store.inbox().take(NOON, MINUTE).await.unwrap().unwrap();
    assert_eq!((one.message, one.received, one.attempts), (message("one"), NOON, 1));
    let two = store.inbox().take(NOON, MINUTE).await.unwrap().unwrap();
    assert_eq!(two.message, message("two"));
    assert_eq!(store.inbox().take(NOON, MINUTE).await.unwrap(), None, "both are being read");

    assert!(!store.inbox().known(Hash32([1; 32])).await.unwrap());
    let mut end = ended(Fate::CarriedOut, 1);
    end.letters.push(letter("<answer@x>", "lee@example.org", None, None));
    store.inbox().finish(one.id, end, NOON).await.unwrap();
    assert!(store.inbox().known(Hash32([1; 32])).await.unwrap());
    assert_eq!(store.outbox().waiting().await.unwrap(), 1);

    // The other was being read when the process ended.
    assert_eq!(store.inbox().recover(NOON).await.unwrap(), 1);
    let again = store.inbox().take(NOON, MINUTE).await.unwrap().unwrap();
    assert_eq!((again.id, again.attempts), (two.id, 2));
    store.inbox().finish(again.id, ended(Fate::Failed, 2), NOON).await.unwrap();
    assert!(!store.inbox().known(Hash32([2; 32])).await.unwrap(), "what failed may come again");
    let listed = store.inbox().arrived(10).await.unwrap();
    assert_eq!(listed.iter().map(|m| m.fate).collect::<Vec<_>>(), [Some(Fate::Failed), Some(Fate::CarriedOut)]);

    assert_eq!(store.inbox().forget(NOON.after(MINUTE), NOON).await.unwrap(), 0);
    assert_eq!(store.inbox().forget(NOON, NOON.after(MINUTE)).await.unwrap(), 2);
}

#[tokio::test]
async fn nothing_is_left_where_there_is_no_inbox() {
    let store = Store::temporary().await.unwrap();
    let missing = store.path().with_file_name("missing.db");
    assert!(leave_message(&missing, message("x"), NOON).await.is_err());
    assert!(!missing.exists());
}

#[tokio::test]
async fn an_address_made_void_stays_void_when_its_letter_is_written_again() {
    let store = Store::temporary().await.unwrap();
    let host = player(&store, "host").await;
    let (game, tip) = set_up(&store, new_game(host)).await;
    let address = ReplyAddress {
        hash: Hash32([7; 32]),
        account: host,
        game,
        seat: SeatId(0),
        record: tip.length,
        head: tip.head,
        message_id: "<letter@x>".into(),
        proposals: Some("[]".into()),
        created: NOON,
        voided: None,
    };
    assert_eq!(store.inbox().reply_address(address.hash).await.unwrap(), None);
    store.inbox().keep_reply_address(address.clone()).await.unwrap();
    assert_eq!(store.inbox().reply_address(address.hash).await.unwrap(), Some(address.clone()));
    store.sign_in().void_game_links(host, NOON.after(MINUTE)).await.unwrap();
    store.inbox().keep_reply_address(address.clone()).await.unwrap();
    let kept = store.inbox().reply_address(address.hash).await.unwrap().unwrap();
    assert_eq!(kept.voided, Some(NOON.after(MINUTE)));
    assert_eq!(store.inbox().forget_reply_addresses(NOON).await.unwrap(), 0);
    assert_eq!(store.inbox().forget_reply_addresses(NOON.after(MINUTE)).await.unwrap(), 1);
}

#[tokio::test]
async fn a_message_said_twice_under_one_key_is_said_once() {
    let store = Store::temporary().await.unwrap();
    let host = player(&store, "host").await;
    let (game, tip) = set_up(&store, new_game(host)).await;
    let saying =
        || NewSaying { game, seat: SeatId(0), side: None, record: tip.length, text: "Good morning".into(), at: NOON };
    let letters = |id: i64| vec![letter(&format!("<{id}@x>"), "lee@example.org", None, None)];
    assert!(store.messages().say_once(saying(), once(host, "k", "r", ""), letters).await.unwrap());
    assert!(!store.messages().say_once(saying(), once(host, "k", "r", ""), letters).await.unwrap());
    assert!(matches!(
        store.messages().say_once(saying(), once(host, "k", "other", ""), letters).await,
        Err(AppendError::KeyReused)
    ));
    assert_eq!(store.messages().of_game(game, 0).await.unwrap().len(), 1);
    assert_eq!(store.outbox().waiting().await.unwrap(), 1);
}

#[tokio::test]
async fn answers_are_counted_and_trouble_is_shown_to_the_host() {
    let store = Store::temporary().await.unwrap();
    let (host, other) = (player(&store, "host").await, player(&store, "other").await);
    let (game, _) = set_up(&store, new_game(host)).await;
    for (fate, answered) in [(Fate::Answered, true), (Fate::Forged, false), (Fate::CarriedOut, true)] {
        let id = store.inbox().receive(message("x"), NOON).await.unwrap();
        let end = Ended { game: Some(game), account: Some(other), answered, ..ended(fate, 1) };
        store.inbox().finish(id, end, NOON).await.unwrap();
    }
    assert_eq!(store.inbox().answers_since(other, NOON.before(MINUTE), false).await.unwrap(), 2);
    assert_eq!(store.inbox().answers_since(other, NOON, true).await.unwrap(), 0);
    let trouble = store.inbox().in_trouble(host, NOON.before(MINUTE)).await.unwrap();
    assert_eq!(trouble.iter().map(|m| m.fate).collect::<Vec<_>>(), [Some(Fate::Forged)]);
    assert_eq!(trouble[0].title.as_deref(), Some("A June evening"));
    assert!(store.inbox().in_trouble(other, NOON.before(MINUTE)).await.unwrap().is_empty());
}
