//! The text of a letter among its MIME parts.

use mail_parser::{Message, MessagePart, MimeHeaders, PartType};

use crate::html;
use crate::plain::{self, Line, Mark};
use crate::reading::Note;
use crate::unreadable::Why;

/// The writer's text, and what else came with it.
#[derive(Debug, Default)]
pub(crate) struct Body {
    pub lines: Vec<Line>,
    pub notes: Vec<Note>,
    calendar: bool,
    winmail: bool,
}

/// Finds the text of a letter.
///
/// # Errors
/// [`Why`] if there is none that can be read.
pub(crate) fn body(message: &Message<'_>) -> Result<Body, Why> {
    let mut body = Body::default();
    let lines = walk(message, 0, &mut body, 0)?;
    body.lines = lines.unwrap_or_default();
    if body.lines.iter().any(|l| !l.text.trim().is_empty()) {
        return armour(body);
    }
    if body.winmail {
        return Err(Why::Winmail);
    }
    if body.calendar {
        return Err(Why::Calendar);
    }
    let attached = |n: &Note| match n {
        Note::Attachment(name) => Some(name.clone()),
        _ => None,
    };
    let names: Vec<String> = body.notes.iter().filter_map(attached).take(5).collect();
    if names.is_empty() { Ok(body) } else { Err(Why::OnlyAttachments(names)) }
}

/// The lines of a part and those below it; none if it holds no text.
fn walk(message: &Message<'_>, id: u32, body: &mut Body, deep: usize) -> Result<Option<Vec<Line>>, Why> {
    let Some(part) = message.parts.get(id as usize).filter(|_| deep < 50) else { return Ok(None) };
    let kind = part.content_type();
    let (main, sub) = kind.map_or(("text".into(), "plain".into()), |c| {
        (c.ctype().to_ascii_lowercase(), c.subtype().unwrap_or("plain").to_ascii_lowercase())
    });
    let attribute = |name: &str| kind.and_then(|c| c.attribute(name)).map(str::to_ascii_lowercase).unwrap_or_default();
    if let PartType::Multipart(below) = &part.body {
        return match sub.as_str() {
            "encrypted" => Err(Why::Encrypted("OpenPGP")),
            "alternative" => alternative(message, below, body, deep),
            // What is signed, or what the rest belongs to, comes first.
            "signed" | "related" => {
                let first = below.first().map_or(Ok(None), |b| walk(message, *b, body, deep + 1))?;
                for other in below.iter().skip(1).filter(|_| sub == "related") {
                    walk(message, *other, body, deep + 1)?;
                }
                Ok(first)
            }
            _ => all(message, below, body, deep),
        };
    }
    if main == "multipart" {
        return Err(Why::Broken);
    }
    if main == "application" && matches!(sub.as_str(), "pkcs7-mime" | "x-pkcs7-mime") {
        let signed = matches!(attribute("smime-type").as_str(), "signed-data" | "certs-only");
        return Err(if signed { Why::Wrapped } else { Why::Encrypted("S/MIME") });
    }
    let disposed = part.content_disposition().is_some_and(|d| d.ctype().eq_ignore_ascii_case("attachment"));
    let name = part.attachment_name().map(crate::characters::prose).filter(|n| !n.is_empty());
    match &part.body {
        PartType::Text(_) | PartType::Html(_) if disposed => body.attached(name, &main, &sub),
        PartType::Text(_) if sub == "calendar" => body.calendar = true,
        PartType::Text(text) if main == "text" && sub == "plain" => {
            check(part, text, body);
            return Ok(Some(if attribute("format") == "flowed" {
                plain::flowed(text, attribute("delsp") == "yes")
            } else {
                plain::fixed(text)
            }));
        }
        PartType::Html(html) => {
            check(part, html, body);
            return Ok(Some(html::lines(html)));
        }
        _ if matches!(sub.as_str(), "ms-tnef" | "vnd.ms-tnef") => body.winmail = true,
        _ if sub.starts_with("pgp-") || sub == "pkcs7-signature" || sub == "x-pkcs7-signature" => {}
        // A picture within the text, most often the map that the letter quotes.
        _ if main == "image" && !disposed => {}
        _ => body.attached(name, &main, &sub),
    }
    Ok(None)
}

impl Body {
    fn attached(&mut self, name: Option<String>, main: &str, sub: &str) {
        if self.notes.len() < 20 {
            let name = name.unwrap_or_else(|| crate::characters::prose(&format!("{main}/{sub}")));
            self.notes.push(Note::Attachment(name.chars().take(80).collect()));
        }
    }
}

/// All texts one after the other, as Apple Mail parts a letter around its pictures.
fn all(message: &Message<'_>, below: &[u32], body: &mut Body, deep: usize) -> Result<Option<Vec<Line>>, Why> {
    let mut together: Option<Vec<Line>> = None;
    for id in below {
        let Some(lines) = walk(message, *id, body, deep + 1)? else { continue };
        let before = together.get_or_insert_default();
        let last = before.last().map_or(0, |l| l.number);
        before.extend(lines.into_iter().map(|l| Line { number: l.number + last, ..l }));
    }
    Ok(together)
}

/// One of several forms of the same text (RFC 2046 §5.1.4): the plain one if it says anything, for it is the one without tricks.
fn alternative(message: &Message<'_>, below: &[u32], body: &mut Body, deep: usize) -> Result<Option<Vec<Line>>, Why> {
    let mut best: Option<Vec<Line>> = None;
    let plain = |id: &&u32| {
        let part = message.parts.get(**id as usize);
        part.is_some_and(|p| matches!(p.body, PartType::Text(_)))
    };
    let (first, second): (Vec<&u32>, Vec<&u32>) = below.iter().partition(plain);
    for id in first.into_iter().chain(second.iter().copied()) {
        let Some(lines) = walk(message, *id, body, deep + 1)? else { continue };
        if lines.iter().any(|l| !l.text.trim().is_empty()) {
            if let Some(struck) =
                second.iter().filter(|other| **other != id).find_map(|other| struck_out(message, **other))
            {
                return Ok(Some(struck));
            }
            // The other forms are not opened: their attachments are the same letter's.
            return Ok(Some(lines));
        }
        best = Some(lines);
    }
    Ok(best)
}

/// The HTML form of a text, where its writer has struck something out in it: the plain form would obey what was struck out.
fn struck_out(message: &Message<'_>, id: u32) -> Option<Vec<Line>> {
    let part = message.parts.get(id as usize)?;
    match &part.body {
        PartType::Html(html) => {
            let lines = html::lines(html);
            lines.iter().any(|l| l.mark == Mark::Struck && l.depth == 0).then_some(lines)
        }
        PartType::Multipart(below) => {
            below.iter().take(20).find_map(|id| match message.parts.get(*id as usize)?.body {
                PartType::Html(_) => struck_out(message, *id),
                _ => None,
            })
        }
        _ => None,
    }
}

/// Notes letters that were lost in decoding.
fn check(part: &MessagePart<'_>, text: &str, body: &mut Body) {
    if (part.is_encoding_problem || text.contains(char::REPLACEMENT_CHARACTER))
        && !body.notes.contains(&Note::BrokenCharset)
    {
        body.notes.push(Note::BrokenCharset);
    }
}

/// Opens a clear-signed text (RFC 9580 §7); refuses an encrypted one.
fn armour(mut body: Body) -> Result<Body, Why> {
    let at = |lines: &[Line], what: &str| lines.iter().position(|l| l.depth == 0 && l.text.trim() == what);
    if at(&body.lines, "-----BEGIN PGP MESSAGE-----").is_some() {
        return Err(Why::Encrypted("OpenPGP"));
    }
    let Some(begin) = at(&body.lines, "-----BEGIN PGP SIGNED MESSAGE-----") else { return Ok(body) };
    // Its header ends at the first empty line.
    let header = body.lines.iter().skip(begin).position(|l| l.text.trim().is_empty()).unwrap_or(0);
    body.lines.drain(begin..=begin + header);
    if let Some(end) = at(&body.lines, "-----BEGIN PGP SIGNATURE-----") {
        let close = at(&body.lines, "-----END PGP SIGNATURE-----").filter(|c| *c > end).unwrap_or(body.lines.len() - 1);
        body.lines.drain(end..=close);
    }
    for line in &mut body.lines {
        if let Some(text) = line.text.strip_prefix("- -") {
            line.text = format!("-{text}");
        }
    }
    Ok(body)
}
