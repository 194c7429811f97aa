//! A player's answer to a letter, as a mail program would write it: for the embedded mailbox.

use crate::Letter;
use lettre::message::{Mailbox, Message};
use lettre::{Address, address::Envelope};

/// Text in answer to a letter, from its recipient to the address it asks answers to. `stamp` makes the Message-ID: the same stamp,
/// the same letter. The letter answered is quoted below, as most mail programs do. Nothing for a letter that cannot be answered.
pub fn answer_to(letter: &Letter, text: &str, stamp: &str) -> Option<Vec<u8>> {
    let from: Address = letter.to.parse().ok()?;
    let to: Address = letter.reply_to.as_deref()?.parse().ok()?;
    let envelope = Envelope::new(Some(from.clone()), vec![to.clone()]).ok()?;
    let stamp: String = stamp.chars().filter(char::is_ascii_alphanumeric).take(64).collect();
    let id = format!("<{stamp}@mailbox.fieldpost.localhost>");
    let quoted: String = letter.text.lines().map(|line| format!("> {line}\r\n")).collect();
    let body = format!("{}\r\n\r\nFieldpost wrote:\r\n{quoted}", text.replace("\r\n", "\n").replace('\n', "\r\n"));
    let message = Message::builder()
        .envelope(envelope)
        .from(Mailbox::new(None, from))
        .to(Mailbox::new(None, to))
        .subject(if letter.subject.starts_with("Re: ") {
            letter.subject.clone()
        } else {
            format!("Re: {}", letter.subject)
        })
        .message_id(Some(id))
        .in_reply_to(letter.message_id.clone())
        .references(letter.message_id.clone())
        .body(body)
        .ok()?;
    Some(message.formatted())
}
