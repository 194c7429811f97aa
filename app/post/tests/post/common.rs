//! Offices and letters for the tests.

use crate::server::Server;
use fieldpost_post::{Image, Letter, Office, Prepared, Schedule, Security, Sender, Smtp, SmtpSettings, Transport};
use fieldpost_store::{Email, NewLetter, Store, Time};
use std::sync::Arc;
use std::time::Duration;

/// A moment in the year 2026.
pub const NOON: Time = Time(1_790_000_000_000);

/// A minute.
pub const MINUTE: Duration = Duration::from_secs(60);

/// An office that sends to a server in plain text and tries three times, a minute apart.
pub async fn office(server: &Server) -> Office {
    let store = Store::temporary().await.expect("a storage");
    with(store, Transport::Smtp(Smtp::new(&settings(server)).expect("good settings")))
}

/// An office over a storage.
pub fn with(store: Store, transport: Transport) -> Office {
    Office {
        store,
        lease: Default::default(),
        renderer: Arc::new(Prepared),
        sender: Sender { name: "Fieldpost".into(), address: "post@fieldpost.example".into() },
        dkim: None,
        transport,
        schedule: Schedule::of([MINUTE, MINUTE]),
        returns: None,
    }
}

/// How to reach a server in plain text.
pub fn settings(server: &Server) -> SmtpSettings {
    SmtpSettings {
        host: "127.0.0.1".into(),
        port: server.port,
        security: Security::None,
        credentials: None,
        roots: None,
        hello: Some("fieldpost.example".into()),
        timeout: Duration::from_secs(20),
        connections: 4,
    }
}

/// A dispatch with a map.
pub fn letter(to: &str, number: u32) -> Letter {
    Letter {
        to: to.into(),
        to_name: Some("R. E. Lee – général".into()),
        subject: "Gaines’s Mill, turn 3: move Longstreet".into(),
        text: "Archer fires on Griffin: 4 steps +3 morale −2 stream = 5.\n\n.\nA line with a dot alone before.\n"
            .into(),
        html: "<p>Archer fires on <b>Griffin</b> – 4 steps.</p><img src=\"cid:map\" alt=\"\">".into(),
        images: vec![Image { cid: "map".into(), png: (0..=255).cycle().take(3000).collect() }],
        files: vec![],
        message_id: format!("<{number}.{}>", to.replace('@', ".at.")).replace('>', "@fieldpost.example>"),
        in_reply_to: Some("<thread@fieldpost.example>".into()),
        references: vec!["<thread@fieldpost.example>".into()],
        unsubscribe: Some("https://fieldpost.example/unsubscribe/abc".into()),
        reply_to: None,
        answers: false,
        expires: None,
        date: NOON,
    }
}

/// The letter as the outbox holds it, with the whole of it as payload.
pub fn queued(letter: &Letter) -> NewLetter {
    NewLetter {
        message_id: letter.message_id.clone(),
        to: letter.to.parse::<Email>().expect("a mail address"),
        account: None,
        game: None,
        record: None,
        kind: "dispatch".into(),
        essential: false,
        payload: serde_json::to_string(letter).expect("JSON"),
        hold: None,
        by: Default::default(),
    }
}
