//! Addresses: the one writer of a letter, and the token of a reply address.

use crate::headers::Headers;
use crate::reading::{Envelope, Trust};
use crate::unreadable::Why;

/// The one address of `From:` (RFC 5322 §3.6.2), lower case. A display name may hold anything, another address included: only what
/// stands in angle brackets, or alone, counts.
///
/// # Errors
/// [`Why::NoSender`] and [`Why::SeveralSenders`].
pub(crate) fn writer(headers: &Headers) -> Result<String, Why> {
    let mut values = headers.all("from");
    let value = values.next().ok_or(Why::NoSender)?;
    if values.next().is_some() {
        return Err(Why::SeveralSenders);
    }
    let mut found = mailboxes(value)?;
    found.dedup();
    match found.as_slice() {
        [] => Err(Why::NoSender),
        [one] => Ok(one.clone()),
        _ => Err(Why::SeveralSenders),
    }
}

/// The addresses of a `From:` that names several (RFC 5322 §3.6.2), lower case, at most ten; none if they cannot be told for certain.
pub(crate) fn writers(headers: &Headers) -> Vec<String> {
    let mut values = headers.all("from");
    match (values.next(), values.next()) {
        (Some(value), None) => mailboxes(value).ok().filter(|found| found.len() <= 10).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// The display name of `From:`, for knowing a signature by; encoded words are left as they are.
pub(crate) fn bare_name(value: &str) -> String {
    let before = value.rsplit_once('<').map_or("", |(name, _)| name);
    before.trim().trim_matches('"').to_owned()
}

/// All addresses of a list (RFC 5322 §3.4), lower case.
///
/// # Errors
/// [`Why::SeveralSenders`] if the list cannot be read in one way only.
fn mailboxes(value: &str) -> Result<Vec<String>, Why> {
    let mut found = Vec::new();
    for piece in split_list(value)? {
        let piece = piece.trim().trim_end_matches(';').trim();
        let address = match (piece.find('<'), piece.rfind('>')) {
            (Some(open), Some(close)) if open < close => {
                let inner = &piece[open + 1..close];
                // `<a@b> <c@d>` and `<a@b> c@d` are two writers in one breath.
                if inner.contains(['<', '>']) || piece[close + 1..].contains('@') {
                    return Err(Why::SeveralSenders);
                }
                inner
            }
            (None, None) => piece.rsplit(':').next().unwrap_or(piece),
            _ => return Err(Why::NoSender),
        };
        if piece.is_empty() {
            continue;
        }
        found.push(plain_address(address).ok_or(Why::NoSender)?);
    }
    Ok(found)
}

/// Splits at commas outside of quotes, comments and angle brackets; quoted strings and comments are taken out.
fn split_list(value: &str) -> Result<Vec<String>, Why> {
    let (mut pieces, mut piece) = (Vec::new(), String::new());
    let (mut quoted, mut comment, mut angle) = (false, 0usize, false);
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' if quoted || comment > 0 => {
                chars.next();
            }
            '"' if comment == 0 && !angle => quoted = !quoted,
            _ if quoted => {}
            '(' if !angle => comment += 1,
            ')' if comment > 0 => comment -= 1,
            _ if comment > 0 => {}
            ',' if !angle => pieces.push(std::mem::take(&mut piece)),
            _ => {
                angle = (angle || c == '<') && c != '>';
                piece.push(c);
            }
        }
    }
    if quoted || comment > 0 || angle {
        return Err(Why::NoSender);
    }
    pieces.push(piece);
    Ok(pieces)
}

/// An address without quotes or routes, lower case; none if it is no such address.
pub(crate) fn plain_address(text: &str) -> Option<String> {
    let text = text.trim();
    let (local, domain) = text.rsplit_once('@')?;
    let atom = |c: char| c.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c);
    let host = |c: char| c.is_alphanumeric() || c == '-' || c == '.';
    let sound = (1..=64).contains(&local.len())
        && (1..=255).contains(&domain.len())
        && text.len() <= 254
        && local.chars().all(atom)
        && domain.chars().all(host)
        && domain.split('.').all(|label| !label.is_empty());
    sound.then(|| text.to_lowercase())
}

/// The domain of an address.
pub(crate) fn domain(address: &str) -> &str {
    address.rsplit_once('@').map_or("", |(_, domain)| domain)
}

/// The token of the reply address that the letter came to.
pub(crate) fn token(headers: &Headers, envelope: &Envelope, trust: &Trust) -> Option<String> {
    if let Some(token) = envelope.recipient.as_deref().and_then(|r| token_of(r.trim_matches(['<', '>', ' ']), trust)) {
        return Some(token);
    }
    let fields = ["delivered-to", "x-original-to", "to", "cc"];
    fields.iter().flat_map(|f| headers.all(f)).find_map(|value| token_within(value, trust))
}

/// The token of the first reply address in some text.
pub(crate) fn token_within(text: &str, trust: &Trust) -> Option<String> {
    let parts = text.split(|c: char| c.is_whitespace() || "<>,;\"'()[]:".contains(c));
    parts.filter(|p| p.contains('@')).take(1000).find_map(|p| token_of(p, trust))
}

/// The token of `g-<token>@domain`.
fn token_of(address: &str, trust: &Trust) -> Option<String> {
    let (local, domain) = address.split_once('@')?;
    let prefix = local.get(..2)?;
    let token = &local[2..];
    let ours = trust.reply_domain.as_ref().is_none_or(|d| d.eq_ignore_ascii_case(domain));
    let sound =
        (4..=100).contains(&token.len()) && token.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    (ours && sound && prefix.eq_ignore_ascii_case("g-") && !domain.is_empty()).then(|| token.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(value: &str) -> Result<String, Why> {
        writer(&Headers::split(format!("From: {value}\r\n\r\n").as_bytes()).unwrap())
    }

    #[test]
    fn one_writer() {
        for value in [
            "tom@example.org",
            "Tom <Tom@Example.org>",
            "\"anna@example.org\" <tom@example.org>",
            "anna@example.org <tom@example.org>",
            "\"Anna <anna@example.org>\" <tom@example.org>",
            "(anna@example.org) tom@example.org",
            "=?utf-8?q?anna=40example.org?= <tom@example.org>",
            "Tom <tom@example.org>, tom@example.org",
            "\"a, b\" <tom@example.org>",
        ] {
            assert_eq!(from(value), Ok("tom@example.org".into()), "{value}");
        }
    }

    #[test]
    fn no_writer_or_several() {
        for value in
            ["", "Tom", "<>", "Tom <>", "tom@", "@example.org", "tom@a..b", "\"tom@example.org", "undisclosed:;"]
        {
            assert_eq!(from(value), Err(Why::NoSender), "{value}");
        }
        for value in
            ["tom@example.org, anna@example.org", "<tom@example.org> <anna@example.org>", "<a@b.c> tom@example.org"]
        {
            assert_eq!(from(value), Err(Why::SeveralSenders), "{value}");
        }
    }

    #[test]
    fn tokens() {
        let any = Trust::default();
        let ours = Trust { reply_domain: Some("in.example.net".into()), ..Trust::default() };
        assert_eq!(token_within("Fieldpost <G-abc123@in.example.net>", &any), Some("abc123".into()));
        assert_eq!(token_within("g-man@x.example, g-abc123@in.example.net", &ours), Some("abc123".into()));
        assert_eq!(token_within("tom@example.org, g-@in.example.net", &any), None);
        let headers =
            Headers::split(b"To: g-first@in.example.net\r\nDelivered-To: g-second@in.example.net\r\n\r\n").unwrap();
        let envelope = Envelope { sender: None, recipient: Some("<g-third@in.example.net>".into()) };
        assert_eq!(token(&headers, &envelope, &any), Some("third".into()));
        assert_eq!(token(&headers, &Envelope::default(), &any), Some("second".into()));
    }
}
