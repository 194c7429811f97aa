//! Character references.

use mail_parser::decoders::html::add_html_token;

/// Decodes character references (HTML 5 §13.5).
pub(super) fn decode(text: &str, decoded: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        decoded.push_str(&rest[..at]);
        rest = &rest[at..];
        let name = rest.bytes().skip(1).take(32).take_while(|b| b.is_ascii_alphanumeric() || *b == b'#').count();
        let ends = rest.as_bytes().get(name + 1) == Some(&b';');
        let token = &rest[..=name];
        if let Some(number) = number(&token[1..]) {
            decoded.push(number);
            rest = &rest[name + 1 + usize::from(ends)..];
        } else if ends && name > 0 {
            add_html_token(decoded, &rest.as_bytes()[..name + 2], false);
            rest = &rest[name + 2..];
        } else if let Some(old) = ["nbsp", "amp", "lt", "gt", "quot"].iter().find(|o| token[1..].starts_with(**o)) {
            // These may stand without their semicolon.
            add_html_token(decoded, format!("&{old};").as_bytes(), false);
            rest = &rest[old.len() + 1..];
        } else {
            decoded.push('&');
            rest = &rest[1..];
        }
    }
    decoded.push_str(rest);
}

/// A numeric reference, `#8211` or `#x2013`. Those between 128 and 159 mean windows-1252.
fn number(token: &str) -> Option<char> {
    let digits = token.strip_prefix('#')?;
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(match code {
        0x91 | 0x92 => '\'',
        0x93 | 0x94 => '"',
        0x96 | 0x97 => '-',
        0x85 => '\u{2026}',
        0x80..=0x9f => ' ',
        _ => char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER),
    })
}
