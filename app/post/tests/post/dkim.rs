//! The signature, verified by dkimpy.

use crate::common::*;
use crate::server::{Folder, Server, dkim_verifies, openssl};
use fieldpost_post::{Dkim, Letter};

/// A key pair made for the test.
pub struct Key {
    private: String,
    public: String,
}

impl Key {
    /// A new one.
    pub fn new() -> Self {
        let folder = Folder::new();
        let path = folder.file("key.pem");
        let path = path.to_str().expect("UTF-8");
        openssl(&["genrsa", "-out", path, "2048"]);
        let private = std::fs::read_to_string(path).expect("the key");
        let public = openssl(&["rsa", "-in", path, "-pubout"]);
        Key { private, public: public.lines().filter(|line| !line.starts_with('-')).collect() }
    }

    /// What signs with it.
    pub fn signer(&self) -> Dkim {
        Dkim::new("fieldpost.example", "june", &self.private.clone().into()).expect("a good key")
    }
}

const NAME: &str = "june._domainkey.fieldpost.example";

#[tokio::test]
async fn signatures_verify_whatever_the_letter_holds() {
    let server = Server::start(&[]);
    let mut office = office(&server).await;
    let key = Key::new();
    office.dkim = Some(key.signer());
    let full = letter("lee@example.org", 1);
    let bare = Letter {
        to_name: None,
        subject: "Sign in".into(),
        images: vec![],
        in_reply_to: None,
        references: vec![],
        unsubscribe: None,
        ..letter("lee@example.org", 2)
    };
    let long = Letter {
        subject: "Ω very long subject – ".repeat(12),
        to_name: Some("Général  Robert\tEdward   Lee".into()),
        references: (0..40).map(|n| format!("<{n}.0123456789abcdef0123456789abcdef@fieldpost.example>")).collect(),
        reply_to: Some("g7-token@in.fieldpost.example".into()),
        text: "trailing space \n\n\n".into(),
        unsubscribe: Some(format!("https://fieldpost.example/unsubscribe/{}", "x".repeat(200))),
        ..letter("lee@example.org", 3)
    };
    for letter in [&full, &bare, &long] {
        office.store.outbox().enqueue(queued(letter), NOON).await.unwrap();
    }
    assert_eq!(office.deliver_due(NOON).await.unwrap().sent, 3);
    let received = server.received();
    for message in &received {
        assert!(dkim_verifies(&message.path, &key.public, NAME), "{}", String::from_utf8_lossy(&message.bytes()));
    }
    let signature = received[0].shown().header("DKIM-Signature").to_owned();
    assert!(signature.contains("c=relaxed/relaxed") && signature.contains("d=fieldpost.example"), "{signature}");
    assert!(!signature.contains("content-type"), "{signature}");
    assert!(!dkim_verifies(&received[0].path, &Key::new().public, NAME), "another key");
}

#[tokio::test]
async fn a_changed_letter_does_not_verify() {
    let server = Server::start(&[]);
    let mut office = office(&server).await;
    let key = Key::new();
    office.dkim = Some(key.signer());
    office
        .store
        .outbox()
        .enqueue(queued(&Letter { reply_to: None, ..letter("lee@example.org", 1) }), NOON)
        .await
        .unwrap();
    office.deliver_due(NOON).await.unwrap();
    let received = server.received();
    let text = String::from_utf8(received[0].bytes()).unwrap();
    let folder = Folder::new();
    for (what, changed) in [
        ("recipient", text.replace("lee@example.org", "hill@example.org")),
        ("date", text.replace("21 Sep", "22 Sep")),
        ("unsubscribe", text.replace("/unsubscribe/abc", "/unsubscribe/abd")),
        ("body", text.replace("A line with a dot", "A line with a dog")),
        ("an answer elsewhere", format!("Reply-To: spy@example.org\r\n{text}")),
    ] {
        assert_ne!(changed, text, "{what}");
        let path = folder.file("changed.eml");
        std::fs::write(&path, changed).unwrap();
        assert!(!dkim_verifies(&path, &key.public, NAME), "{what}");
    }
}

#[test]
fn a_key_of_another_form_is_refused_with_the_way_to_make_one() {
    for key in
        ["-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\nMAoCAQAwBQ==\n-----END PRIVATE KEY-----\n", ""]
    {
        let error = Dkim::new("fieldpost.example", "june", &key.to_owned().into()).unwrap_err();
        assert!(error.to_string().contains("openssl genrsa 2048"), "{error}");
    }
}
