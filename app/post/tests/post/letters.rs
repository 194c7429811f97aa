//! What arrives.

use crate::common::*;
use crate::server::Server;
use fieldpost_post::{Delivered, Letter, Rendered, Renderer, Rendering, Scope, Transport, Unsubscribe};
use fieldpost_store::{NewLetter, Outcome, Store};
use serde_json::json;
use std::sync::Arc;

#[tokio::test]
async fn a_letter_arrives_with_text_html_map_and_the_headers_that_thread_it() {
    let server = Server::start(&[]);
    let office = office(&server).await;
    let letter = letter("lee@example.org", 1);
    office.store.outbox().enqueue(queued(&letter), NOON).await.unwrap();
    assert_eq!(office.deliver_due(NOON).await.unwrap(), Delivered { sent: 1, ..Delivered::default() });

    let received = server.received();
    assert_eq!(received.len(), 1);
    assert_eq!(received[0].envelope["from"], "post@fieldpost.example");
    assert_eq!(received[0].envelope["to"], json!(["lee@example.org"]));
    let shown = received[0].shown();
    assert_eq!(shown.0["defects"], json!([]));
    for (name, value) in [
        ("From", "Fieldpost <post@fieldpost.example>"),
        ("Subject", "Gaines’s Mill, turn 3: move Longstreet"),
        ("Message-ID", letter.message_id.as_str()),
        ("In-Reply-To", "<thread@fieldpost.example>"),
        ("References", "<thread@fieldpost.example>"),
        ("List-Unsubscribe", "<https://fieldpost.example/unsubscribe/abc>"),
        ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
        ("Auto-Submitted", "auto-generated"),
        ("Date", "Mon, 21 Sep 2026 14:13:20 +0000"),
        ("MIME-Version", "1.0"),
    ] {
        assert_eq!(shown.header(name), value, "{name}");
    }
    assert_eq!(shown.0["to"], json!([["R. E. Lee – général", "lee@example.org"]]));
    let body = &shown.0["body"];
    assert_eq!(body["type"], "multipart/alternative");
    assert_eq!((&body["parts"][0]["type"], &body["parts"][0]["text"]), (&json!("text/plain"), &json!(letter.text)));
    let related = &body["parts"][1];
    assert_eq!(related["type"], "multipart/related");
    assert_eq!(related["parts"][0]["type"], "text/html");
    assert_eq!(related["parts"][0]["text"].as_str().unwrap().trim_end(), letter.html);
    let map = &related["parts"][1];
    assert_eq!(
        (&map["type"], &map["cid"], &map["disposition"]),
        (&json!("image/png"), &json!("<map>"), &json!("inline"))
    );
    let bytes: String = letter.images[0].png.iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(map["bytes"], json!(bytes));
}

#[tokio::test]
async fn a_line_break_in_what_players_write_makes_no_header_and_no_recipient() {
    let server = Server::start(&[]);
    let office = office(&server).await;
    let mut evil = letter("lee@example.org", 1);
    evil.to_name = Some("Lee\r\nBcc: spy@example.org".into());
    evil.subject = "Move\r\nBcc: spy@example.org\r\n\r\nForged body ü".into();
    evil.text = "text\r\n.\r\nMAIL FROM:<spy@example.org>\r\n".into();
    office.store.outbox().enqueue(queued(&evil), NOON).await.unwrap();
    assert_eq!(office.deliver_due(NOON).await.unwrap().sent, 1);
    let received = server.received();
    assert_eq!(received.len(), 1);
    assert_eq!(received[0].envelope["to"], json!(["lee@example.org"]));
    let shown = received[0].shown();
    assert_eq!(shown.headers("Bcc"), Vec::<&str>::new());
    assert_eq!(shown.header("Subject"), "Move Bcc: spy@example.org Forged body ü");
    assert_eq!(shown.0["to"], json!([["Lee Bcc: spy@example.org", "lee@example.org"]]));
    assert!(shown.0["body"]["parts"][0]["text"].as_str().unwrap().contains("MAIL FROM"));
}

#[tokio::test]
async fn a_letter_that_can_not_be_written_fails_at_once() {
    let server = Server::start(&[]);
    let office = office(&server).await;
    let mut bad = letter("lee@example.org", 1);
    bad.unsubscribe = Some("https://fieldpost.example/\r\nBcc: spy@example.org".into());
    office.store.outbox().enqueue(queued(&bad), NOON).await.unwrap();
    assert_eq!(office.deliver_due(NOON).await.unwrap().failed, 1);
    let done = office.store.outbox().finished(&bad.message_id).await.unwrap().unwrap();
    assert!(done.outcome == Outcome::Failed && done.detail.contains("can not stand in a header"), "{done:?}");
    assert_eq!(server.received().len(), 0);
}

#[tokio::test]
async fn queued_twice_a_letter_is_sent_once() {
    let server = Server::start(&[]);
    let office = office(&server).await;
    let letter = queued(&letter("lee@example.org", 1));
    for _ in 0..2 {
        office.store.outbox().enqueue(letter.clone(), NOON).await.unwrap();
    }
    office.deliver_due(NOON).await.unwrap();
    office.store.outbox().enqueue(letter, NOON).await.unwrap();
    office.deliver_due(NOON).await.unwrap();
    assert_eq!(server.received().len(), 1);
}

#[tokio::test]
async fn the_mailbox_keeps_letters_without_a_mail_server() {
    let office = with(Store::temporary().await.unwrap(), Transport::Mailbox);
    let letter = letter("lee@example.org", 1);
    office.store.outbox().enqueue(queued(&letter), NOON).await.unwrap();
    assert_eq!(office.deliver_due(NOON).await.unwrap().sent, 1);
    let list = office.store.mailbox().list(None, 10).await.unwrap();
    assert_eq!((list[0].to.as_str(), list[0].subject.as_str()), ("lee@example.org", letter.subject.as_str()));
    let mail = office.store.mailbox().get(list[0].id).await.unwrap().unwrap();
    assert_eq!(serde_json::from_str::<Letter>(&mail.letter).unwrap(), letter);
    assert!(String::from_utf8(mail.message).unwrap().contains("multipart/alternative"));
}

/// Finds every letter out of date.
struct OutOfDate;

impl Renderer for OutOfDate {
    fn render<'a>(&'a self, _: &'a NewLetter) -> Rendering<'a> {
        Box::pin(async { Ok(Rendered::Unneeded("the turn has been played".into())) })
    }
}

#[tokio::test]
async fn a_letter_that_is_no_longer_needed_is_not_sent() {
    let server = Server::start(&[]);
    let mut office = office(&server).await;
    office.renderer = Arc::new(OutOfDate);
    let letter = letter("lee@example.org", 1);
    office.store.outbox().enqueue(queued(&letter), NOON).await.unwrap();
    assert_eq!(office.deliver_due(NOON).await.unwrap().unneeded, 1);
    let done = office.store.outbox().finished(&letter.message_id).await.unwrap().unwrap();
    assert_eq!((done.outcome, done.detail.as_str()), (Outcome::Suppressed, "the turn has been played"));
    assert_eq!(server.attempts(), 0);
}

#[tokio::test]
async fn unsubscribing_stops_letters_that_wait_already() {
    let server = Server::start(&[]);
    let office = office(&server).await;
    let unsubscribe = Unsubscribe::open(&office.store).await.unwrap();
    office.store.outbox().enqueue(queued(&letter("lee@example.org", 1)), NOON).await.unwrap();
    office.store.outbox().enqueue(queued(&letter("hill@example.org", 1)), NOON).await.unwrap();
    let token = unsubscribe.token(&Scope::Address("lee@example.org".parse().unwrap()));
    // Another start of the service reads the same link.
    let scope = Unsubscribe::open(&office.store).await.unwrap().read(&token).unwrap();
    for _ in 0..2 {
        unsubscribe.stop(scope.clone(), &office.store, NOON).await.unwrap();
    }
    assert_eq!(office.deliver_due(NOON).await.unwrap().sent, 1);
    assert_eq!(server.received()[0].envelope["to"], json!(["hill@example.org"]));
}
