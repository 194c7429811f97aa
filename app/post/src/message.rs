//! A letter as a MIME message.
//!
//! ```text
//! multipart/alternative
//!     text/plain
//!     multipart/related          (text/html alone when there is no image)
//!     text/html
//!     image/png, inline      …
//! ```
//!
//! With files, that is the first part of a `multipart/mixed`, and they are the others.
//!
//! The same letter gives the same bytes: date and boundaries come from the letter, never from a clock or a random number.

use crate::Letter;
use crate::flowed::flowed;
use fieldpost_store::Time;
use lettre::message::header::{
    ContentDisposition, ContentId, ContentType, Date, Header, HeaderName, HeaderValue, Headers,
};
use lettre::message::{Mailbox, Message, MultiPart, SinglePart};
use lettre::{Address, address::Envelope};
use sha2::{Digest, Sha256};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Who letters come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sender {
    /// The name shown.
    pub name: String,
    /// The address; bounces go there too.
    pub address: String,
}

/// A letter that can not be written as a message. Sending it again would change nothing.
#[derive(Debug, thiserror::Error)]
pub enum Unwritable {
    /// An address that mail does not know.
    #[error("{0:?} is not a mail address")]
    Address(String),
    /// A Message-ID, an unsubscribe address or an image's name with a character that can not stand there.
    #[error("{what} {value:?} has a character that can not stand in a header")]
    Header {
        /// What it was meant for.
        what: &'static str,
        /// The value.
        value: String,
    },
    /// Anything else that the message builder refuses.
    #[error("the message could not be built: {0}")]
    Build(#[from] lettre::error::Error),
}

/// How many Message-IDs of a conversation a letter names at most: the first one and the latest.
const REFERENCES: usize = 10;

/// Writes a letter as a message from `sender`. Its envelope goes to the letter's address alone.
///
/// # Errors
/// [`Unwritable`].
pub fn write(letter: &Letter, sender: &Sender) -> Result<Message, Unwritable> {
    let from = mailbox(Some(&sender.name), &sender.address)?;
    let to = mailbox(letter.to_name.as_deref(), &letter.to)?;
    let envelope = Envelope::new(Some(from.email.clone()), vec![to.email.clone()])?;
    let mut message = Message::builder()
        .envelope(envelope)
        .from(from)
        .to(to)
        .subject(one_line(&letter.subject))
        .date(moment(letter.date))
        .message_id(Some(token("Message-ID", &letter.message_id)?));
    if let Some(id) = &letter.in_reply_to {
        message = message.in_reply_to(token("Message-ID", id)?);
    }
    if !letter.references.is_empty() {
        message = message.references(references(&letter.references)?);
    }
    if let Some(address) = &letter.reply_to {
        message = message.reply_to(mailbox(None, address)?);
    }
    if let Some(url) = &letter.unsubscribe {
        let url = token("unsubscribe address", url)?;
        message = message
            .raw_header(raw("List-Unsubscribe", format!("<{url}>")))
            .raw_header(raw("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".into()));
    }
    if let Some(until) = letter.expires {
        message = message.raw_header(raw("Expires", shown(until)));
    }
    // RFC 3834: no machine should answer.
    let submitted = if letter.answers { "auto-replied" } else { "auto-generated" };
    message = message.raw_header(raw("Auto-Submitted", submitted.into()));
    // By this the inbox knows a letter of ours that comes back.
    message = message.raw_header(raw("X-Fieldpost-Loop", host(&sender.address)));
    Ok(message.multipart(body(letter)?)?)
}

/// When the letter of a message ceases to be of use, by its `Expires` (RFC 4021 §2.1.50), if it says so.
pub(crate) fn expires(message: &[u8]) -> Option<Time> {
    let head = message.windows(4).position(|w| w == b"\r\n\r\n").map_or(message, |end| &message[..end]);
    let line = head.split(|b| *b == b'\n').find_map(|line| line.strip_prefix(b"Expires: "))?;
    let date: Date = Date::parse(std::str::from_utf8(line).ok()?.trim()).ok()?;
    let since = SystemTime::from(date).duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(since.as_millis()).ok().map(Time)
}

/// A moment as headers have it, in whole seconds.
fn shown(at: Time) -> String {
    let mut headers = Headers::new();
    headers.set(Date::from(moment(at)));
    headers.get_raw("Date").unwrap_or_default().to_owned()
}

fn moment(at: Time) -> SystemTime {
    UNIX_EPOCH + Duration::from_millis(u64::try_from(at.0).unwrap_or(0))
}

/// The part of an address behind the `@`.
fn host(address: &str) -> String {
    address.rsplit('@').next().unwrap_or_default().to_owned()
}

fn body(letter: &Letter) -> Result<MultiPart, Unwritable> {
    let boundary = hex::encode(&Sha256::digest(letter.message_id.as_bytes())[..12]);
    let both = MultiPart::alternative().boundary(format!("fieldpost-{boundary}-1")).singlepart(plain(&letter.text)?);
    let html = SinglePart::html(letter.html.clone());
    let written = if letter.images.is_empty() {
        both.singlepart(html)
    } else {
        both.multipart(related(letter, html, &boundary)?)
    };
    if letter.files.is_empty() {
        return Ok(written);
    }
    let mut mixed = MultiPart::mixed().boundary(format!("fieldpost-{boundary}-3")).multipart(written);
    for file in &letter.files {
        let name = token("file name", &file.name)?;
        // Mail programs change the line ends of text; these bytes are checked.
        let kind = "application/octet-stream";
        let part = SinglePart::builder()
            .content_type(ContentType::parse(kind).map_err(|_| bad("content type", kind))?)
            .header(ContentDisposition::attachment(&name))
            .body(file.bytes.clone());
        mixed = mixed.singlepart(part);
    }
    Ok(mixed)
}

/// The HTML with the images that it shows.
fn related(letter: &Letter, html: SinglePart, boundary: &str) -> Result<MultiPart, Unwritable> {
    let mut related = MultiPart::related().boundary(format!("fieldpost-{boundary}-2")).singlepart(html);
    for image in &letter.images {
        let cid = token("image name", &image.cid)?;
        let png = SinglePart::builder()
            .content_type(ContentType::parse("image/png").map_err(|_| bad("content type", "image/png"))?)
            .header(ContentDisposition::inline_with_name(&format!("{cid}.png")))
            .header(ContentId::from(format!("<{cid}>")))
            .body(image.png.clone());
        related = related.singlepart(png);
    }
    Ok(related)
}

/// The text, to be set as wide as the reader's window.
fn plain(text: &str) -> Result<SinglePart, Unwritable> {
    let flowing = "text/plain; charset=utf-8; format=flowed";
    let kind = ContentType::parse(flowing).map_err(|_| bad("content type", flowing))?;
    Ok(SinglePart::builder().content_type(kind).body(flowed(text)))
}

fn mailbox(name: Option<&str>, address: &str) -> Result<Mailbox, Unwritable> {
    let address: Address = address.parse().map_err(|_| Unwritable::Address(address.to_owned()))?;
    let name = name.map(one_line).filter(|name| !name.is_empty());
    Ok(Mailbox::new(name, address))
}

/// The first Message-ID and the latest ones, parted by spaces, so that the header can be folded.
fn references(ids: &[String]) -> Result<String, Unwritable> {
    let late = ids.len().saturating_sub(REFERENCES - 1).max(1);
    let kept = ids.iter().take(1).chain(ids.iter().skip(late));
    let kept: Vec<String> = kept.map(|id| token("Message-ID", id)).collect::<Result<_, _>>()?;
    Ok(kept.join(" "))
}

/// Text for a header: every run of white space and control characters is one space.
fn one_line(text: &str) -> String {
    let invisible = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    text.split(invisible).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A value that must stand in a header as it is: visible ASCII, no spaces. Angle brackets only around the whole.
fn token(what: &'static str, value: &str) -> Result<String, Unwritable> {
    let inner = value.strip_prefix('<').and_then(|v| v.strip_suffix('>')).unwrap_or(value);
    let plain = !inner.is_empty() && inner.bytes().all(|b| b.is_ascii_graphic() && !b"<>\"\\".contains(&b));
    if plain && value.len() <= 900 { Ok(value.to_owned()) } else { Err(bad(what, value)) }
}

fn bad(what: &'static str, value: &str) -> Unwritable {
    Unwritable::Header { what, value: value.to_owned() }
}

fn raw(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{File, Image};
    use lettre::message::header::Subject;

    fn sender() -> Sender {
        Sender { name: "Fieldpost".into(), address: "post@fieldpost.example".into() }
    }

    fn letter() -> Letter {
        Letter {
            to: "lee@example.org".into(),
            to_name: Some("R. E. Lee".into()),
            subject: "Gaines's Mill, turn 3: your move".into(),
            text: "Archer fires – 4 steps +3.\n".into(),
            html: "<p>Archer fires</p><img src=\"cid:map\">".into(),
            images: vec![Image { cid: "map".into(), png: vec![137, 80, 78, 71] }],
            files: vec![],
            message_id: "<1@fieldpost.example>".into(),
            in_reply_to: Some("<0@fieldpost.example>".into()),
            references: vec!["<0@fieldpost.example>".into()],
            unsubscribe: Some("https://fieldpost.example/unsubscribe/abc".into()),
            reply_to: None,
            answers: false,
            date: Time(1_790_000_000_000),
            expires: Some(Time(1_790_000_900_000)),
        }
    }

    fn headers(message: &[u8]) -> Vec<String> {
        let text = String::from_utf8(message.to_vec()).unwrap();
        let (head, _) = text.split_once("\r\n\r\n").unwrap();
        head.replace("\r\n ", " ").split("\r\n").map(str::to_owned).collect()
    }

    #[test]
    fn the_same_letter_is_the_same_bytes() {
        let once = write(&letter(), &sender()).unwrap().formatted();
        assert_eq!(once, write(&letter(), &sender()).unwrap().formatted());
        let heads = headers(&once);
        assert!(heads.contains(&"Date: Mon, 21 Sep 2026 14:13:20 +0000".into()), "{heads:?}");
        assert!(heads.contains(&"List-Unsubscribe: <https://fieldpost.example/unsubscribe/abc>".into()), "{heads:?}");
        assert!(heads.contains(&"Auto-Submitted: auto-generated".into()), "{heads:?}");
        assert!(heads.contains(&"Expires: Mon, 21 Sep 2026 14:28:20 +0000".into()), "{heads:?}");
        assert_eq!(expires(&once), Some(Time(1_790_000_900_000)));
        let lasting = Letter { expires: None, ..letter() };
        assert_eq!(expires(&write(&lasting, &sender()).unwrap().formatted()), None);
    }

    #[test]
    fn a_line_break_in_a_name_or_subject_makes_no_header() {
        for evil in
            ["x\r\nBcc: spy@example.org", "x\nBcc: spy@example.org", "x\rBcc: spy@example.org", "x\u{2028}Bcc: a@b"]
        {
            let mut letter = letter();
            letter.to_name = Some(evil.into());
            letter.subject = evil.into();
            let message = write(&letter, &Sender { name: evil.into(), ..sender() }).unwrap();
            let heads = headers(&message.formatted());
            assert!(!heads.iter().any(|h| h.to_lowercase().starts_with("bcc")), "{evil:?}: {heads:?}");
            let subject = message.headers().get::<Subject>().unwrap();
            assert_eq!(subject.as_ref(), one_line(evil));
            assert_eq!(message.envelope().to().len(), 1);
        }
    }

    #[test]
    fn what_stands_in_a_header_as_it_is_must_be_plain() {
        for evil in ["<a@b>\r\nBcc: x@y", "<a b>", "<é@b>", "", "<<a>>"] {
            for field in 0..4 {
                let mut letter = letter();
                match field {
                    0 => letter.message_id = evil.into(),
                    1 => letter.in_reply_to = Some(evil.into()),
                    2 => letter.unsubscribe = Some(evil.into()),
                    _ => letter.images[0].cid = evil.into(),
                }
                assert!(matches!(write(&letter, &sender()), Err(Unwritable::Header { .. })), "{field} {evil:?}");
            }
        }
        let mut letter = letter();
        letter.to = "lee@example.org\r\nRCPT TO:<spy@example.org>".into();
        assert!(matches!(write(&letter, &sender()), Err(Unwritable::Address(_))));
    }

    #[test]
    fn a_file_goes_with_a_letter_byte_for_byte_and_its_name_breaks_no_header() {
        let bytes = "line\n\n\u{2014} signed\n".as_bytes().to_vec();
        let with = |name: &str, images: Vec<Image>| {
            let files = vec![File { name: name.into(), bytes: bytes.clone() }];
            write(&Letter { files, images, ..letter() }, &sender())
        };
        for images in [vec![], letter().images] {
            let message = String::from_utf8(with("record-7.tlog-proof", images).unwrap().formatted()).unwrap();
            assert!(message.contains("multipart/mixed"), "{message}");
            assert!(message.contains("attachment; filename=\"record-7.tlog-proof\""), "{message}");
            use base64::Engine;
            let encoded = base64::engine::general_purpose::STANDARD.encode(&bytes);
            assert!(message.contains(&encoded), "{message}");
        }
        for evil in ["a\r\nBcc: x@y", "a b", "a\"b", ""] {
            assert!(matches!(with(evil, vec![]), Err(Unwritable::Header { .. })), "{evil:?}");
        }
    }

    #[test]
    fn a_long_conversation_is_named_by_its_first_and_latest_letters() {
        let ids: Vec<String> = (0..50).map(|n| format!("<{n}@x>")).collect();
        let kept = references(&ids).unwrap();
        assert_eq!(kept.split(' ').count(), REFERENCES);
        assert!(kept.starts_with("<0@x> <41@x>") && kept.ends_with("<49@x>"), "{kept}");
        assert_eq!(references(&ids[..2]).unwrap(), "<0@x> <1@x>");
        assert_eq!(references(&ids[..1]).unwrap(), "<0@x>");
    }
}
