//! Letters that no person wrote: they are never acted on and never answered (RFC 3834 §2).

use mail_parser::{Message, MimeHeaders, PartType};

use crate::address::plain_address;
use crate::headers::{Headers, ids};
use crate::read::MOST_HOPS;
use crate::reading::{Automatic, Bounce, Envelope};

/// Why the letter is a machine's, by its header and envelope alone.
pub(crate) fn by_header(headers: &Headers, envelope: &Envelope) -> Option<Automatic> {
    if headers.first("x-fieldpost-loop").is_some() {
        return Some(Automatic::Loop);
    }
    let hops = headers.all("received").count();
    if hops > MOST_HOPS {
        return Some(Automatic::TooManyHops(hops));
    }
    if let Some(value) = headers.all("auto-submitted").map(first_word).find(|v| v != "no") {
        return Some(Automatic::AutoSubmitted(value));
    }
    if let Some(id) = headers.first("list-id") {
        return Some(Automatic::List(short(id, 200)));
    }
    let machine = |v: &String| matches!(v.as_str(), "bulk" | "junk" | "list" | "auto_reply");
    if let Some(value) = headers.all("precedence").map(first_word).find(machine) {
        return Some(Automatic::Precedence(value));
    }
    const SUPPRESS: [&str; 4] = ["x-auto-response-suppress", "x-autoreply", "x-autorespond", "x-auto-reply"];
    for name in SUPPRESS {
        if headers.first(name).is_some_and(|v| !matches!(first_word(v).as_str(), "no" | "none")) {
            return Some(Automatic::Suppressed(name.to_owned()));
        }
    }
    let sender = envelope.sender.as_deref().or_else(|| headers.first("return-path"));
    let daemon = |address: &str| {
        let local = address.split_once('@').map_or(address, |(local, _)| local);
        local.eq_ignore_ascii_case("mailer-daemon")
    };
    match sender.map(|s| s.trim().trim_start_matches('<').trim_end_matches('>')) {
        Some("") => Some(Automatic::EmptySender),
        Some(address) if daemon(address) => Some(Automatic::EmptySender),
        _ => None,
    }
}

/// Why the letter is a machine's, by the subject that mail programs give their answers while somebody is away: some mark them with nothing else.
pub(crate) fn by_subject(subject: &str) -> Option<Automatic> {
    const BEGINS: [&str; 22] = [
        "automatic reply:",
        "auto reply:",
        "auto-reply:",
        "autoreply:",
        "auto:",
        "out of office:",
        "abwesenheitsnotiz:",
        "automatische antwort:",
        "réponse automatique :",
        "réponse automatique:",
        "absence du bureau",
        "respuesta automática:",
        "risposta automatica:",
        "resposta automática:",
        "automatisch antwoord:",
        "autosvar:",
        "automaattinen vastaus:",
        "odpowiedź automatyczna:",
        "automatická odpověď:",
        "automatikus válasz:",
        "автоматический ответ:",
        "αυτόματη απάντηση:",
    ];
    let lower = subject.to_lowercase().replace('\u{a0}', " ");
    BEGINS.iter().any(|b| lower.starts_with(b)).then(|| Automatic::Suppressed("subject".to_owned()))
}

/// Why the letter is a machine's, by what it is made of. A report says more than its header does, so this one is asked first.
pub(crate) fn by_parts(headers: &Headers, message: &Message<'_>) -> Option<Automatic> {
    let kind = message.content_type()?;
    let report = kind.ctype().eq_ignore_ascii_case("multipart")
        && kind.subtype().is_some_and(|s| s.eq_ignore_ascii_case("report"));
    if report && kind.attribute("report-type").is_some_and(|t| t.eq_ignore_ascii_case("disposition-notification")) {
        return Some(Automatic::Receipt);
    }
    if report {
        return Some(Automatic::Bounce(bounce(headers, message)));
    }
    let replies = |p: &mail_parser::MessagePart<'_>| {
        let kind = p.content_type();
        kind.is_some_and(|c| {
            c.subtype().is_some_and(|s| s.eq_ignore_ascii_case("calendar"))
                && c.attribute("method").is_some_and(|m| m.eq_ignore_ascii_case("reply"))
        })
    };
    if message.parts.iter().take(50).any(replies) {
        return Some(Automatic::Calendar);
    }
    // Exim and its kin send plain text, and name the address in the header.
    let failed = headers.first("x-failed-recipients")?;
    Some(Automatic::Bounce(Bounce {
        action: "failed".into(),
        recipient: failed.split(',').next().and_then(plain_address),
        ..Bounce::default()
    }))
}

/// The per-recipient fields of `message/delivery-status` (RFC 3464 §2.3), of the first recipient that failed.
fn bounce(headers: &Headers, message: &Message<'_>) -> Bounce {
    let mut bounce = Bounce::default();
    for part in message.parts.iter().take(50) {
        let kind = part.content_type().and_then(|c| c.subtype()).unwrap_or_default().to_ascii_lowercase();
        match (kind.as_str(), &part.body) {
            ("delivery-status" | "global-delivery-status", body) => {
                let text = match body {
                    PartType::Text(text) => text.to_string(),
                    PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
                        String::from_utf8_lossy(bytes).into_owned()
                    }
                    _ => continue,
                };
                read_status(&text, &mut bounce);
            }
            ("rfc822-headers" | "global-headers", PartType::Text(text)) => {
                bounce.original = original(text.as_bytes());
            }
            (_, PartType::Message(inner)) => {
                bounce.original = inner.message_id().and_then(|id| ids(&format!("<{id}>")).pop());
            }
            _ => {}
        }
    }
    if bounce.recipient.is_none() {
        bounce.recipient =
            headers.first("x-failed-recipients").and_then(|v| v.split(',').next()).and_then(plain_address);
    }
    bounce
}

fn original(bytes: &[u8]) -> Option<String> {
    let headers = Headers::split(bytes).ok()?;
    ids(headers.first("message-id")?).into_iter().next()
}

fn read_status(text: &str, bounce: &mut Bounce) {
    let text = text.replace("\r\n", "\n");
    for block in text.split("\n\n").take(200) {
        let Ok(fields) = Headers::split(block.trim_start_matches('\n').as_bytes()) else { continue };
        // `rfc822;anna@example.org`
        let address = |name: &str| {
            let value = fields.first(name)?;
            plain_address(value.split_once(';').map_or(value, |(_, a)| a).trim().trim_matches(['<', '>']))
        };
        let Some(recipient) = address("original-recipient").or_else(|| address("final-recipient")) else { continue };
        let action = fields.first("action").map(first_word).unwrap_or_default();
        if bounce.recipient.is_some() && (bounce.action == "failed" || action != "failed") {
            continue;
        }
        bounce.recipient = Some(recipient);
        bounce.action = action;
        bounce.status = fields.first("status").map(first_word).filter(|s| is_status(s));
        let said = fields.first("diagnostic-code").unwrap_or_default();
        bounce.diagnostic = short(said.split_once(';').map_or(said, |(_, d)| d).trim(), 300);
    }
}

/// `5.1.1` (RFC 3463 §2).
fn is_status(text: &str) -> bool {
    let digits: Vec<&str> = text.split('.').collect();
    digits.len() == 3
        && matches!(digits[0], "2" | "4" | "5")
        && digits.iter().all(|d| (1..=3).contains(&d.len()) && d.bytes().all(|b| b.is_ascii_digit()))
}

/// The word before comments and parameters, lower case.
fn first_word(value: &str) -> String {
    let word = value.trim().split(|c: char| c.is_whitespace() || c == ';' || c == '(').next().unwrap_or_default();
    short(&word.to_ascii_lowercase(), 60)
}

fn short(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(header: &str, sender: Option<&str>) -> Option<Automatic> {
        let headers = Headers::split(format!("From: a@example.org\r\n{header}\r\n\r\n").as_bytes()).unwrap();
        by_header(&headers, &Envelope { sender: sender.map(str::to_owned), recipient: None })
    }

    #[test]
    fn machines_are_known_by_their_headers() {
        assert_eq!(
            why("Auto-Submitted: auto-replied (vacation)", None),
            Some(Automatic::AutoSubmitted("auto-replied".into()))
        );
        assert_eq!(why("Precedence: Bulk", None), Some(Automatic::Precedence("bulk".into())));
        assert_eq!(
            why("X-Auto-Response-Suppress: All", None),
            Some(Automatic::Suppressed("x-auto-response-suppress".into()))
        );
        assert_eq!(why("X-Fieldpost-Loop: in.example.net", None), Some(Automatic::Loop));
        assert_eq!(
            why("List-Id: <wargames.example.org>", None),
            Some(Automatic::List("<wargames.example.org>".into()))
        );
        assert_eq!(why("Return-Path: <>", None), Some(Automatic::EmptySender));
        assert_eq!(why("X: y", Some("")), Some(Automatic::EmptySender));
        assert_eq!(why("X: y", Some("MAILER-DAEMON@mx.example.org")), Some(Automatic::EmptySender));
        let hops = "Received: by a\r\n".repeat(MOST_HOPS + 1);
        assert_eq!(why(hops.trim_end(), None), Some(Automatic::TooManyHops(MOST_HOPS + 1)));
    }

    #[test]
    fn people_are_let_through() {
        for header in
            ["Auto-Submitted: no", "Precedence: first-class", "Return-Path: <a@example.org>", "X-Autoreply: no"]
        {
            assert_eq!(why(header, None), None, "{header}");
        }
        assert_eq!(why("Received: by a\r\nReceived: by b", Some("a@example.org")), None);
    }
}
