//! What a letter of ours bears witness to: game, number of a record, and head, as every letter about a game says at its foot.

use mail_parser::{MessageParser, MimeHeaders};

/// One head that a letter names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The last digits of the game's id; empty in letters that cannot be answered.
    pub game: String,
    /// The number of the record.
    pub seq: u64,
    /// The head, 64 lower-case hex digits.
    pub head: String,
}

/// A letter as a witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witnessed {
    /// The day it bears: `3 May 2026`; empty without one. Whoever wrote the file wrote the day too.
    pub day: String,
    /// The heads it names, in text and in HTML, each once.
    pub heads: Vec<Named>,
    /// The files that go with it whose names end with `.tlog-proof`: proofs that its records are in a register.
    pub proofs: Vec<Vec<u8>>,
    /// Whether it carries a DKIM signature. Nothing is said about whether that is right: whoever checks it needs the sender's key.
    pub signed: bool,
}

/// Reads a raw letter, a file of `message/rfc822`. `None` when it is no letter at all.
pub fn witness(raw: &[u8]) -> Option<Witnessed> {
    let message = MessageParser::default().parse(raw)?;
    let mut heads: Vec<Named> = Vec::new();
    let texts = message.text_bodies().chain(message.html_bodies());
    for part in texts {
        let Some(text) = part.text_contents() else { continue };
        let html = part.content_type().is_some_and(|t| t.subtype().is_some_and(|s| s.eq_ignore_ascii_case("html")));
        for named in named(&if html { without_tags(text) } else { text.to_owned() }) {
            if !heads.contains(&named) {
                heads.push(named);
            }
        }
    }
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let day = message.date().and_then(|d| {
        let month = MONTHS.get(usize::from(d.month).checked_sub(1)?)?;
        Some(format!("{} {month} {}", d.day, d.year))
    });
    let proofs =
        message.attachments().filter(|part| part.attachment_name().is_some_and(|n| n.ends_with(".tlog-proof")));
    let proofs = proofs.map(|part| part.contents().to_vec()).collect();
    let signed = message.header_raw("DKIM-Signature").is_some();
    Some(Witnessed { day: day.unwrap_or_default(), heads, proofs, signed })
}

/// The text of HTML, as far as this asks for it: what stands between tags.
fn without_tags(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut inside = false;
    for c in html.chars() {
        match c {
            '<' => inside = true,
            '>' if inside => inside = false,
            c if !inside => text.push(c),
            _ => {}
        }
    }
    text
}

/// The places where a text says `record N, head HEX`, with `Game SHORT,` before it or not.
fn named(text: &str) -> Vec<Named> {
    let words: Vec<&str> = text.split_whitespace().map(|w| w.trim_end_matches(['.', ','])).collect();
    let mut found = Vec::new();
    for (at, four) in words.windows(4).enumerate() {
        let [record, number, head, digits] = four else { continue };
        let hex = digits.len() == 64 && digits.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        if !record.eq_ignore_ascii_case("record") || *head != "head" || !hex {
            continue;
        }
        let Ok(seq) = number.parse() else { continue };
        let game = match at.checked_sub(2).map(|before| &words[before..at]) {
            Some(["Game", game]) => (*game).to_owned(),
            _ => String::new(),
        };
        found.push(Named { game, seq, head: (*digits).to_owned() });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "5f1c5f1c5f1c5f1c5f1c5f1c5f1c5f1c5f1c5f1c5f1c5f1c5f1c5f1c5f1c5f1c";

    #[test]
    fn heads_are_read_in_text_and_in_html_each_once() {
        let raw = format!(
            "From: a@example.org\r\nDate: Sun, 3 May 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\
             Content-Transfer-Encoding: quoted-printable\r\n\r\nA turn.\r\n--=20\r\nGame 7c2a, record 118, head {}=\r\n{}\r\n\
             --b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Game 7c2a, record 118, head <span style=\"x\">{HEAD}</span>. \
             Keep it. Record 9, head {HEAD}.</p>\r\n--b--\r\n",
            &HEAD[..40],
            &HEAD[40..]
        );
        let letter = witness(raw.as_bytes()).unwrap();
        let named = |game: &str, seq| Named { game: game.into(), seq, head: HEAD.into() };
        assert_eq!(letter.heads, [named("7c2a", 118), named("", 9)]);
        assert_eq!((letter.day.as_str(), letter.signed), ("3 May 2026", false));
    }

    #[test]
    fn other_letters_name_no_head() {
        for text in ["", "Subject: x\r\n\r\nrecord 5, head of the table", "Subject: x\r\n\r\nrecord 1, head 5F1C"] {
            assert!(witness(text.as_bytes()).is_none_or(|w| w.heads.is_empty()), "{text}");
        }
    }
}
