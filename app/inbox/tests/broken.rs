//! Letters that nobody would write: arbitrary bytes, samples cut and changed, and bombs that must cost no more than their length.

#![allow(clippy::result_large_err, reason = "a reading is larger")]

use std::fs;
use std::path::Path;

use fieldpost_inbox::{Envelope, MOST_BYTES, MOST_COMMANDS, MOST_LINES, Trust, Vocabulary, Why, read};
use proptest::prelude::*;

fn samples() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "eml"));
    paths.sort();
    paths.into_iter().map(|p| fs::read(p).unwrap()).collect()
}

fn trust() -> Trust {
    Trust { authserv_id: Some("mx.fieldpost.example".into()), reply_domain: None }
}

/// Reads a letter and checks what must hold of every reading.
fn check(raw: &[u8]) {
    match read(raw, &Envelope::default(), &trust(), &Vocabulary::default()) {
        Ok(reading) => {
            assert_eq!(reading.parts.is_empty(), reading.automatic.is_some());
            assert!(reading.automatic.is_some() || reading.from.contains('@'));
            assert!(reading.parts.iter().all(|p| !p.commands.is_empty()));
            assert!(
                reading.parts.iter().map(|p| p.commands.len()).sum::<usize>() <= MOST_COMMANDS + reading.parts.len()
            );
            assert!(!reading.subject.contains(char::is_control));
        }
        Err(unreadable) => {
            let known = unreadable.from.is_some() || !unreadable.writers.is_empty();
            assert!(known || !unreadable.answer, "an answer needs an address");
            assert!(!unreadable.sentence().contains(char::is_control));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(raw in prop::collection::vec(any::<u8>(), 0..3000)) {
        check(&raw);
    }

    #[test]
    fn any_body(body in "\\PC{0,400}", html in any::<bool>()) {
        let kind = if html { "html" } else { "plain; format=flowed" };
        check(format!("From: a@example.org\r\nContent-Type: text/{kind}; charset=utf-8\r\n\r\n{body}").as_bytes());
    }

    #[test]
    fn any_marks(body in "[<>/a-c &;=\"'\n:.@#0-3-]{0,300}", html in any::<bool>()) {
        let kind = if html { "html" } else { "plain" };
        check(format!("From: a@example.org\r\nContent-Type: text/{kind}\r\n\r\n{body}").as_bytes());
    }

    #[test]
    fn any_header(header in "[a-cA-F:;<>@,\"() \t\r\n=?.-]{0,300}") {
        check(format!("From: {header}\r\nAuthentication-Results: mx.fieldpost.example; {header}\r\n\r\n3").as_bytes());
    }

    #[test]
    fn samples_changed(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0u8..4), 1..12),
    ) {
        let all = samples();
        let mut raw = all[which.index(all.len())].clone();
        for (at, byte, how) in changes {
            if raw.is_empty() {
                break;
            }
            let at = at.index(raw.len());
            match how {
                0 => raw[at] = byte,
                1 => raw.truncate(at),
                2 => raw.insert(at, byte),
                // A piece said twice.
                _ => {
                    let piece = raw[at..(at + usize::from(byte)).min(raw.len())].to_vec();
                    raw.splice(at..at, piece);
                }
            }
        }
        check(&raw);
    }
}

/// Every letter here is as large as is let through; a step that went through it more than once for each of its pieces would not come to an
/// end within the patience of anybody.
#[test]
fn bombs_end() {
    let fill = |piece: &str, head: &str| {
        let mut raw = format!("From: a@example.org\r\n{head}\r\n\r\n").into_bytes();
        let room = MOST_BYTES - raw.len();
        raw.extend(piece.bytes().cycle().take(room));
        raw
    };
    let html = "Content-Type: text/html";
    for piece in [
        "<",
        "<a ",
        "<a \"",
        "<a href='",
        "</",
        "<!--",
        "<!",
        "<div>",
        "</div>",
        "<blockquote><b>",
        "<p>",
        "<td>",
        "&",
        "&#",
        "&#x",
        "<style>",
        "<a b=c ",
        "<blockquote></b>",
        "<br>",
    ] {
        check(&fill(piece, html));
    }
    for piece in [
        ">",
        "> ",
        " ",
        "\n",
        "-",
        "--\n",
        "=?utf-8?q?",
        "On 2025 @ < wrote:",
        "On 2025\n",
        "From: a\n",
        "From: a\nTo: b\n",
        "\u{202e}",
        "game ",
        "message\n",
        "1. ",
        "- ",
        "--b\n",
        "a\u{301}",
        "This e-mail and any\n",
        "Regards,\n",
    ] {
        check(&fill(piece, "Content-Type: text/plain; charset=utf-8; format=flowed"));
        check(&fill(piece, "Content-Type: multipart/mixed; boundary=b"));
        check(&fill(piece, "Content-Type: text/plain; charset=utf-16\r\nContent-Transfer-Encoding: base64"));
    }
    for header in ["=?", "=?utf-8?q?a?=", "(", "\"", "<a@b>,", ",", ";", "a=b;", "\\"] {
        let long = header.repeat(12_000 / header.len());
        for name in ["From", "To", "Subject", "References", "Authentication-Results", "Content-Type", "Received"] {
            check(format!("{name}: {long}\r\nX-From: b@example.org\r\n\r\n3").as_bytes());
            let folded = format!("{name}: {}\r\n\r\n3", format!("{header}\r\n ").repeat(30_000 / (header.len() + 3)));
            check(folded.as_bytes());
        }
    }
}

/// Nesting is refused before it is opened, and what is too large before it is read.
#[test]
fn nesting_and_size_are_refused() {
    let of = |body: String| {
        read(
            format!("From: a@example.org\r\n{body}").as_bytes(),
            &Envelope::default(),
            &trust(),
            &Vocabulary::default(),
        )
    };
    let refused = |body: String| of(body).err().map(|u| u.why);
    assert_eq!(refused("Content-Type: message/rfc822\r\n\r\n".repeat(30_000)), Some(Why::TooManyParts));
    assert_eq!(
        refused("content-type : multipart/digest; boundary=b\r\n\r\n--b\r\n".repeat(15_000)),
        Some(Why::TooManyParts)
    );
    assert_eq!(refused(format!("\r\n{}", "\n".repeat(MOST_LINES + 1))), Some(Why::TooManyCommands));
    let html = format!("Content-Type: text/html\r\n\r\n{}", "<br>".repeat(MOST_LINES + 1));
    assert_eq!(refused(html), Some(Why::TooManyCommands));
    let large = of(format!("\r\n{}", "x ".repeat(6_000_000)));
    assert!(
        matches!(large, Err(u) if matches!(u.why, Why::TooLarge(_)) && u.answer && u.from.as_deref() == Some("a@example.org"))
    );
}
