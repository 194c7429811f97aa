//! When the receiving server says no, is away, or we are cut off.

use crate::common::*;
use crate::server::Server;
use fieldpost_post::{Delivered, RenderError, Rendered, Renderer, Rendering, Transport};
use fieldpost_store::{Lease, NewLetter, Outcome, Store, Suppression};
use std::sync::Arc;
use std::time::Duration;

const LATER: Delivered = Delivered { sent: 0, later: 1, failed: 0, unneeded: 0 };
const SENT: Delivered = Delivered { sent: 1, later: 0, failed: 0, unneeded: 0 };
const FAILED: Delivered = Delivered { sent: 0, later: 0, failed: 1, unneeded: 0 };

#[tokio::test]
async fn a_letter_that_is_deferred_goes_out_later_with_the_same_message_id() {
    let server = Server::start(&["--defer", "2"]);
    let office = office(&server).await;
    let letter = letter("lee@example.org", 1);
    office.store.outbox().enqueue(queued(&letter), NOON).await.unwrap();
    assert_eq!(office.deliver_due(NOON).await.unwrap(), LATER);
    assert_eq!(office.deliver_due(NOON).await.unwrap(), Delivered::default(), "not before its time");
    assert_eq!(office.deliver_due(NOON.after(2 * MINUTE)).await.unwrap(), LATER);
    assert_eq!(office.deliver_due(NOON.after(4 * MINUTE)).await.unwrap(), SENT);
    let received = server.received();
    assert_eq!((received.len(), server.attempts()), (1, 3));
    assert_eq!(received[0].shown().header("Message-ID"), letter.message_id);
    let done = office.store.outbox().finished(&letter.message_id).await.unwrap().unwrap();
    assert_eq!((done.outcome, done.attempts, done.detail.as_str()), (Outcome::Sent, 3, "250 2.0.0 Accepted as 0001"));
}

#[tokio::test]
async fn a_letter_that_is_of_no_use_any_more_is_not_tried_again() {
    let server = Server::start(&["--defer", "1"]);
    let office = office(&server).await;
    let letter = fieldpost_post::Letter { expires: Some(NOON.after(MINUTE)), ..letter("lee@example.org", 1) };
    office.store.outbox().enqueue(queued(&letter), NOON).await.unwrap();
    assert_eq!(office.deliver_due(NOON).await.unwrap(), LATER);
    let unneeded = Delivered { unneeded: 1, ..Delivered::default() };
    assert_eq!(office.deliver_due(NOON.after(2 * MINUTE)).await.unwrap(), unneeded);
    assert!(server.received().is_empty());
    let done = office.store.outbox().finished(&letter.message_id).await.unwrap().unwrap();
    assert_eq!(done.outcome, Outcome::Suppressed);
}

#[tokio::test]
async fn letters_to_nobody_fail_for_good_and_the_third_stops_the_next_ones() {
    let server = Server::start(&["--refuse", "550 5.1.1 There is nobody of that name here"]);
    let office = office(&server).await;
    let letter = letter("lee@example.org", 1);
    office.store.outbox().enqueue(queued(&letter), NOON).await.unwrap();
    assert_eq!(office.deliver_due(NOON).await.unwrap(), FAILED);
    let done = office.store.outbox().finished(&letter.message_id).await.unwrap().unwrap();
    assert_eq!((done.outcome, done.attempts), (Outcome::Failed, 1));
    assert!(done.detail.starts_with("550 ") && done.detail.contains("nobody of that name"), "{}", done.detail);
    let lee = "lee@example.org".parse().unwrap();
    assert_eq!(office.store.bounces().suppression(&lee).await.unwrap(), None, "once may be a mistake");
    for number in [2, 3] {
        office.store.outbox().enqueue(queued(&self::letter("lee@example.org", number)), NOON).await.unwrap();
        assert_eq!(office.deliver_due(NOON).await.unwrap(), FAILED);
    }
    assert!(matches!(office.store.bounces().suppression(&lee).await.unwrap(), Some(Suppression::Bounced(_))));
    assert_eq!(office.store.bounces().of_address(&lee).await.unwrap().len(), 3);
    let fourth = queued(&self::letter("lee@example.org", 4));
    assert_eq!(office.store.outbox().enqueue(fourth, NOON).await.unwrap(), fieldpost_store::Enqueued::Suppressed);
}

#[tokio::test]
async fn a_letter_refused_for_what_it_says_leaves_the_address_alone() {
    let server = Server::start(&["--refuse", "554 5.7.1 We do not like the look of it"]);
    let office = office(&server).await;
    office.store.outbox().enqueue(queued(&letter("lee@example.org", 1)), NOON).await.unwrap();
    assert_eq!(office.deliver_due(NOON).await.unwrap(), FAILED);
    assert_eq!(office.store.bounces().suppression(&"lee@example.org".parse().unwrap()).await.unwrap(), None);
}

#[tokio::test]
async fn after_the_last_attempt_a_letter_is_given_up() {
    let server = Server::start(&["--defer", "100"]);
    let office = office(&server).await;
    let letter = letter("lee@example.org", 1);
    office.store.outbox().enqueue(queued(&letter), NOON).await.unwrap();
    for (minute, end) in [(0, LATER), (2, LATER), (4, FAILED)] {
        assert_eq!(office.deliver_due(NOON.after(minute * MINUTE)).await.unwrap(), end, "{minute}");
    }
    let done = office.store.outbox().finished(&letter.message_id).await.unwrap().unwrap();
    assert!(
        done.detail.starts_with("given up after 3 attempts: ") && done.detail.contains("Greylisted"),
        "{}",
        done.detail
    );
}

#[tokio::test]
async fn a_server_that_is_away_is_tried_again() {
    let server = Server::start(&[]);
    let office = office(&server).await;
    drop(server);
    office.store.outbox().enqueue(queued(&letter("lee@example.org", 1)), NOON).await.unwrap();
    assert_eq!(office.deliver_due(NOON).await.unwrap(), LATER);
}

#[tokio::test]
async fn a_crash_between_the_attempt_and_the_sending_loses_nothing() {
    let server = Server::start(&[]);
    let office = office(&server).await;
    let letter = letter("lee@example.org", 1);
    office.store.outbox().enqueue(queued(&letter), NOON).await.unwrap();
    // The worker takes the letter, and then there is no worker any more.
    let taken = office.store.outbox().take(&Lease::default(), NOON, 10, |_| MINUTE).await.unwrap();
    assert_eq!(taken.len(), 1);
    office.store.close().await;

    let reopened = Store::open(office.store.path()).await.unwrap();
    let office = with(reopened, office.transport.clone());
    assert_eq!(office.deliver_due(NOON).await.unwrap(), Delivered::default());
    assert_eq!(office.deliver_due(NOON.after(MINUTE)).await.unwrap(), SENT);
    assert_eq!(server.received()[0].shown().header("Message-ID"), letter.message_id);
}

/// Draws a letter up differently each time.
struct Fickle(std::sync::atomic::AtomicU32);

impl Renderer for Fickle {
    fn render<'a>(&'a self, _: &'a NewLetter) -> Rendering<'a> {
        let number = self.0.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        Box::pin(async move { Ok(Rendered::Letter(Box::new(letter("lee@example.org", number)))) })
    }
}

#[tokio::test]
async fn a_crash_after_the_sending_repeats_the_same_bytes() {
    let server = Server::start(&["--slow", "0.5"]);
    let mut office = office(&server).await;
    office.dkim = Some(crate::dkim::Key::new().signer());
    office.renderer = Arc::new(Fickle(0.into()));
    office.store.outbox().enqueue(queued(&letter("lee@example.org", 1)), NOON).await.unwrap();
    // The server has the letter, and we are gone before it can say so.
    let attempt = tokio::spawn({
        let office = office.clone();
        async move { office.deliver_due(NOON).await }
    });
    while server.received().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    attempt.abort();
    assert_eq!(office.deliver_due(NOON.after(2 * MINUTE)).await.unwrap(), SENT);
    let received = server.received();
    assert_eq!(received.len(), 2);
    assert!(received[0].bytes() == received[1].bytes(), "the second message differs from the first");
}

/// Fails the first time.
struct Stumbles(std::sync::atomic::AtomicBool);

impl Renderer for Stumbles {
    fn render<'a>(&'a self, letter: &'a NewLetter) -> Rendering<'a> {
        if self.0.swap(false, std::sync::atomic::Ordering::SeqCst) {
            return Box::pin(async { Err(RenderError("the map could not be drawn".into())) });
        }
        fieldpost_post::Prepared.render(letter)
    }
}

#[tokio::test]
async fn a_letter_that_could_not_be_drawn_up_is_tried_again() {
    let mut office = with(Store::temporary().await.unwrap(), Transport::Mailbox);
    office.renderer = Arc::new(Stumbles(true.into()));
    office.store.outbox().enqueue(queued(&letter("lee@example.org", 1)), NOON).await.unwrap();
    assert_eq!(office.deliver_due(NOON).await.unwrap(), LATER);
    assert_eq!(office.deliver_due(NOON.after(2 * MINUTE)).await.unwrap(), SENT);
}
