//! TLS and passwords.

use crate::common::*;
use crate::server::{Folder, Server, openssl};
use fieldpost_post::{Credentials, Delivered, Security, Smtp, SmtpSettings, Transport};
use fieldpost_store::Store;
use serde_json::json;
use std::sync::OnceLock;

/// An authority made for the test, and a certificate for `localhost` of it.
struct Authority {
    folder: Folder,
}

impl Authority {
    fn get() -> &'static Authority {
        static MADE: OnceLock<Authority> = OnceLock::new();
        MADE.get_or_init(|| {
            let authority = Authority { folder: Folder::new() };
            let file = |name: &str| authority.file(name);
            let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
            let mut root = vec!["req", "-x509", "-days", "2", "-subj", "/CN=Test authority"];
            let (ca, ca_key, key, request, certificate, names) = (
                file("ca.pem"),
                file("ca.key"),
                file("key.pem"),
                file("request"),
                file("certificate.pem"),
                file("names"),
            );
            root.extend(curve);
            root.extend(["-keyout", &ca_key, "-out", &ca]);
            openssl(&root);
            let mut ask = vec!["req", "-subj", "/CN=localhost", "-keyout", &key, "-out", &request];
            ask.extend(curve);
            openssl(&ask);
            std::fs::write(&names, "subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n").expect("written");
            openssl(&[
                "x509",
                "-req",
                "-days",
                "2",
                "-in",
                &request,
                "-CA",
                &ca,
                "-CAkey",
                &ca_key,
                "-set_serial",
                "2",
                "-extfile",
                &names,
                "-out",
                &certificate,
            ]);
            authority
        })
    }

    fn file(&self, name: &str) -> String {
        self.folder.file(name).to_str().expect("UTF-8").to_owned()
    }

    fn server(&self, security: &str, more: &[&str]) -> Server {
        let (certificate, key) = (self.file("certificate.pem"), self.file("key.pem"));
        let mut options = vec!["--security", security, "--certificate", &certificate, "--key", &key];
        options.extend(more);
        Server::start(&options)
    }

    fn settings(&self, server: &Server, security: Security) -> SmtpSettings {
        let roots = std::fs::read(self.file("ca.pem")).expect("the authority");
        SmtpSettings { host: "localhost".into(), security, roots: Some(roots), ..settings(server) }
    }
}

async fn send(settings: &SmtpSettings) -> Delivered {
    let office = with(Store::temporary().await.unwrap(), Transport::Smtp(Smtp::new(settings).unwrap()));
    office.store.outbox().enqueue(queued(&letter("lee@example.org", 1)), NOON).await.unwrap();
    office.deliver_due(NOON).await.unwrap()
}

#[tokio::test]
async fn letters_go_over_tls_from_the_start_or_after_starttls() {
    for (word, security) in [("tls", Security::Tls), ("starttls", Security::StartTls)] {
        let authority = Authority::get();
        let server = authority.server(word, &[]);
        assert_eq!(send(&authority.settings(&server, security)).await.sent, 1, "{word}");
        assert_eq!(server.received()[0].envelope["tls"], json!(true), "{word}");
    }
}

#[tokio::test]
async fn a_server_that_can_not_prove_its_name_gets_no_letter() {
    for (word, security) in [("tls", Security::Tls), ("starttls", Security::StartTls)] {
        let authority = Authority::get();
        let server = authority.server(word, &[]);
        let stranger = SmtpSettings { roots: None, ..authority.settings(&server, security) };
        assert_eq!(send(&stranger).await.later, 1, "{word}: an authority that nobody knows");
        let other_name = SmtpSettings { host: "127.0.0.1".into(), ..authority.settings(&server, security) };
        assert_eq!(send(&other_name).await.later, 1, "{word}: another name");
        assert_eq!(server.received().len(), 0);
    }
}

#[tokio::test]
async fn starttls_is_required_and_not_merely_hoped_for() {
    let server = Server::start(&[]);
    let settings = SmtpSettings { security: Security::StartTls, ..settings(&server) };
    assert_eq!(send(&settings).await.later, 1);
    assert_eq!(server.attempts(), 0);
}

#[tokio::test]
async fn a_wrong_password_is_our_fault_and_costs_no_letter() {
    let authority = Authority::get();
    let server = authority.server("starttls", &["--user", "post:right"]);
    let with_password = |password: &str| SmtpSettings {
        credentials: Some(Credentials { user: "post".into(), password: password.to_owned().into() }),
        ..authority.settings(&server, Security::StartTls)
    };
    assert_eq!(send(&with_password("wrong")).await.later, 1);
    assert_eq!(send(&authority.settings(&server, Security::StartTls)).await.later, 1, "without one");
    assert_eq!(send(&with_password("right")).await.sent, 1);
    let received = server.received();
    assert_eq!((received.len(), &received[0].envelope["user"]), (1, &json!("post")));
}
