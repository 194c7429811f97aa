//! From bytes to a reading.

use mail_parser::{Address, Message, MessageParser};

use crate::address::{bare_name, token, writer, writers};
use crate::automatic::{by_header, by_parts, by_subject};
use crate::body::body;
use crate::characters::prose;
use crate::commands::parts;
use crate::headers::{Headers, ids};
use crate::quotes::own;
use crate::reading::{Envelope, Note, Reading, Trust, Verdict};
use crate::talk::{Vocabulary, Writer, strip};
use crate::unreadable::{Unreadable, Why};
use crate::verdict::verdict;

/// Larger letters are refused unopened, in bytes.
pub const MOST_BYTES: usize = 1024 * 1024;
/// Letters of more parts are refused.
pub const MOST_PARTS: usize = 200;
/// Letters with more lines that may be commands are refused.
pub const MOST_COMMANDS: usize = 300;
/// Letters with more lines are refused, whether in the raw message or in the text.
pub const MOST_LINES: usize = 25_000;
/// More `Received` lines than this, and the letter goes in circles (RFC 5321 §6.3 asks for 100 at least between servers; a letter to a
/// mailbox has passed a dozen at most).
pub const MOST_HOPS: usize = 40;

/// Reads a raw message as the mail server pipes it; `book` has the words of the rulebooks that it may be about.
///
/// The time it takes is bounded by the letter's length: the size, the header, the number of parts and of commands have limits, and each step
/// goes through the text once.
///
/// # Errors
/// [`Unreadable`] with a sentence for the writer, and whether he may be told.
#[allow(clippy::result_large_err, reason = "a reading is larger")]
pub fn read(raw: &[u8], envelope: &Envelope, trust: &Trust, book: &Vocabulary) -> Result<Reading, Unreadable> {
    let raw = without_mbox_line(raw);
    let nobody = |why| Unreadable {
        why,
        from: None,
        writers: Vec::new(),
        token: None,
        message_id: None,
        subject: String::new(),
        answer: false,
    };
    let headers = Headers::split(raw).map_err(nobody)?;
    let automatic = by_header(&headers, envelope);
    let writer = writer(&headers);
    let head = MessageParser::default().parse_headers(header_block(raw));
    let verdict = writer.as_ref().map_or(Verdict::Absent, |from| verdict(&headers, from, trust));
    let token = token(&headers, envelope, trust);
    let message_id = headers.first("message-id").and_then(|v| ids(v).into_iter().next());
    let subject = subject(head.as_ref());
    // Of several writers one may be the seat's: who that is, is told.
    let several = match &writer {
        Err(Why::SeveralSenders) => writers(&headers),
        _ => Vec::new(),
    };
    let denied = several.iter().any(|from| matches!(self::verdict(&headers, from, trust), Verdict::Fail(_)));
    let refuse = |why| Unreadable {
        why,
        from: writer.as_ref().ok().cloned(),
        writers: several.clone(),
        token: token.clone(),
        message_id: message_id.clone(),
        subject: subject.clone(),
        answer: automatic.is_none()
            && (writer.is_ok() || !several.is_empty())
            && !denied
            && !matches!(verdict, Verdict::Fail(_)),
    };
    if raw.len() > MOST_BYTES {
        return Err(refuse(Why::TooLarge(raw.len())));
    }
    if too_many_parts(raw) {
        return Err(refuse(Why::TooManyParts));
    }
    if raw.iter().filter(|b| **b == b'\n').count() > MOST_LINES {
        return Err(refuse(Why::TooManyCommands));
    }
    let Some(message) = MessageParser::default().parse(raw) else { return Err(refuse(Why::NoLetter)) };
    let automatic = by_parts(&headers, &message).or(automatic.clone()).or_else(|| by_subject(&subject));
    let from = match (&writer, &automatic) {
        (Ok(from), _) => from.clone(),
        // Reports come from whom they like.
        (Err(_), Some(_)) => String::new(),
        (Err(why), None) => return Err(refuse(why.clone())),
    };
    let mut reading = Reading {
        from,
        token: token.clone(),
        message_id: message_id.clone(),
        in_reply_to: answered(&headers),
        subject: subject.clone(),
        verdict: verdict.clone(),
        automatic,
        parts: Vec::new(),
        left_out: Vec::new(),
        notes: Vec::new(),
    };
    if reading.automatic.is_some() {
        return Ok(reading);
    }
    if message.parts.len() > MOST_PARTS {
        return Err(refuse(Why::TooManyParts));
    }
    let body = body(&message).map_err(refuse)?;
    if body.lines.len() > MOST_LINES {
        return Err(refuse(Why::TooManyCommands));
    }
    reading.notes = body.notes;
    let own = own(&body.lines);
    let cut = own.cut;
    let lines = strip(own, &mut reading.left_out);
    let name = names(head.as_ref(), &headers, &reading.from);
    reading.parts = parts(&lines, Writer { names: &name, book }, trust, &mut reading.left_out).map_err(refuse)?;
    if let Some(line) = cut.filter(|_| reading.says_nothing()) {
        reading.notes.push(Note::BelowQuotation(line));
    }
    Ok(reading)
}

/// Takes off the `From …` line that some delivery agents put first.
fn without_mbox_line(raw: &[u8]) -> &[u8] {
    if !raw.starts_with(b"From ") {
        return raw;
    }
    raw.iter().take(2000).position(|b| *b == b'\n').map_or(raw, |at| &raw[at + 1..])
}

/// The header alone, for decoding the subject.
fn header_block(raw: &[u8]) -> &[u8] {
    let head = &raw[..raw.len().min(160 * 1024)];
    let end = head.windows(2).position(|w| w == b"\n\n").map(|at| at + 2);
    let crlf = head.windows(4).position(|w| w == b"\r\n\r\n").map(|at| at + 4);
    let end = end.unwrap_or(head.len()).min(crlf.unwrap_or(head.len()));
    &head[..end]
}

/// Whether the letter has more parts than are opened, or parts within parts so deep that opening them costs too much. Counted on
/// the raw bytes: every part below another needs a header of its own, and every boundary a line.
fn too_many_parts(raw: &[u8]) -> bool {
    let (mut types, mut boundaries) = (0usize, 0usize);
    for line in raw.split(|b| *b == b'\n') {
        boundaries += usize::from(line.starts_with(b"--") && line.len() > 4);
        let content = line.get(..13).is_some_and(|l| l.eq_ignore_ascii_case(b"content-type:"));
        let spaced = line.get(..13).is_some_and(|l| l.eq_ignore_ascii_case(b"content-type "));
        types += usize::from(content || spaced);
    }
    types > MOST_PARTS || boundaries > 10 * MOST_PARTS
}

fn subject(head: Option<&Message<'_>>) -> String {
    let subject = head.and_then(|h| h.subject()).unwrap_or_default();
    // Line ends become spaces before control characters go.
    let words: Vec<&str> = subject.split_whitespace().collect();
    prose(&words.join(" ")).trim().chars().take(200).collect()
}

/// What the letter answers.
fn answered(headers: &Headers) -> Vec<String> {
    let mut answered: Vec<String> = Vec::new();
    let direct = headers.first("in-reply-to").map(ids).unwrap_or_default();
    let mut references = headers.first("references").map(ids).unwrap_or_default();
    references.reverse();
    for id in direct.into_iter().chain(references) {
        if answered.len() < 20 && !answered.contains(&id) {
            answered.push(id);
        }
    }
    answered
}

/// The words of the writer's name, lower case, as his display name and his address give them.
fn names(head: Option<&Message<'_>>, headers: &Headers, from: &str) -> Vec<String> {
    let decoded = head.and_then(|h| match h.from()? {
        Address::List(list) => list.first()?.name.as_deref().map(str::to_owned),
        Address::Group(_) => None,
    });
    let display = decoded.unwrap_or_else(|| bare_name(headers.first("from").unwrap_or_default()));
    let local = from.split('@').next().unwrap_or_default();
    let mut names: Vec<String> = Vec::new();
    let words = display.split(|c: char| !c.is_alphanumeric()).chain(local.split(['.', '_', '-', '+']));
    for word in words.filter(|w| w.chars().any(char::is_alphabetic)).take(10) {
        let word = word.to_lowercase();
        if !names.contains(&word) {
            names.push(word);
        }
    }
    names
}
