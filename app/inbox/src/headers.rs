//! The header block, split by hand: what decides about trust must not depend on how a lenient parser reads a broken header.

use crate::unreadable::Why;

/// Most bytes of a header block.
const MOST_HEADER: usize = 128 * 1024;
/// Most fields of a header block.
const MOST_FIELDS: usize = 1000;
/// Most bytes of one line; RFC 5322 §2.1.1 allows 998.
const MOST_LINE: usize = 16 * 1024;

/// One header field.
#[derive(Debug)]
struct Field {
    name: String,
    value: String,
}

/// The fields of a letter's header, topmost first.
#[derive(Debug)]
pub(crate) struct Headers {
    fields: Vec<Field>,
}

impl Headers {
    /// Splits the header block (RFC 5322 §2.2): fields unfolded, bytes that are no UTF-8 replaced, control characters made spaces.
    pub(crate) fn split(raw: &[u8]) -> Result<Self, Why> {
        let mut fields: Vec<Field> = Vec::new();
        let mut rest = raw;
        let mut used = 0;
        while !rest.is_empty() {
            let end = rest.iter().take(MOST_LINE + 1).position(|b| *b == b'\n');
            let (line, after) = match end {
                Some(at) => (&rest[..at], &rest[at + 1..]),
                None if rest.len() <= MOST_LINE => (rest, &rest[rest.len()..]),
                None => return Err(Why::HeaderTooLarge),
            };
            used += rest.len() - after.len();
            rest = after;
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.is_empty() {
                break;
            }
            if used > MOST_HEADER {
                return Err(Why::HeaderTooLarge);
            }
            let text = String::from_utf8_lossy(line);
            if line[0] == b' ' || line[0] == b'\t' {
                if let Some(last) = fields.last_mut() {
                    last.value.push(' ');
                    last.value.push_str(&clean(&text));
                }
                continue;
            }
            // A line without a name ends the header of a broken letter only if none came before.
            let Some((name, value)) = text.split_once(':') else { continue };
            let name = name.trim_end();
            if name.is_empty() || !name.bytes().all(|b| b.is_ascii_graphic()) {
                continue;
            }
            if fields.len() == MOST_FIELDS {
                return Err(Why::HeaderTooLarge);
            }
            fields.push(Field { name: name.to_ascii_lowercase(), value: clean(value) });
        }
        if fields.is_empty() { Err(Why::NoLetter) } else { Ok(Self { fields }) }
    }

    /// The values of a field (name in lower case), topmost first.
    pub(crate) fn all<'h>(&'h self, name: &'h str) -> impl Iterator<Item = &'h str> + 'h {
        self.fields.iter().filter(move |f| f.name == name).map(|f| f.value.as_str())
    }

    /// The topmost value of a field.
    pub(crate) fn first<'h>(&'h self, name: &'h str) -> Option<&'h str> {
        self.all(name).next()
    }

    /// Names and values, topmost first.
    pub(crate) fn each(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|f| (f.name.as_str(), f.value.as_str()))
    }
}

fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}

/// The Message-IDs in a value, without angle brackets (RFC 5322 §3.6.4).
pub(crate) fn ids(value: &str) -> Vec<String> {
    let mut found = Vec::new();
    for piece in value.split('<').skip(1) {
        if let Some((id, _)) = piece.split_once('>') {
            let id = id.trim();
            if !id.is_empty() && id.len() <= 250 && id.chars().all(|c| c.is_ascii_graphic()) {
                found.push(id.to_owned());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_unfolded_and_cleaned() {
        let headers = Headers::split(b"A: one\r\n  two\r\nb : x\x00y\nA: three\r\n\r\nC: body\r\n").unwrap();
        assert_eq!(headers.all("a").collect::<Vec<_>>(), ["one two", "three"]);
        assert_eq!(headers.first("b"), Some("x y"));
        assert_eq!(headers.first("c"), None);
    }

    #[test]
    fn what_is_too_much_is_refused() {
        assert_eq!(Headers::split(b"").err(), Some(Why::NoLetter));
        assert_eq!(Headers::split(b"\r\nno header").err(), Some(Why::NoLetter));
        assert_eq!(Headers::split(&b"X: y\r\n".repeat(1001)).err(), Some(Why::HeaderTooLarge));
        assert_eq!(Headers::split(&[b'x'; 40_000]).err(), Some(Why::HeaderTooLarge));
    }

    #[test]
    fn message_ids() {
        assert_eq!(ids("<a@b> (x) <c@d>\t< >"), ["a@b", "c@d"]);
    }
}
