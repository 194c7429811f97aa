//! Characters: what mail programs make of a hyphen, a space or a quotation mark, and what must never pass.

use unicode_normalization::UnicodeNormalization;

/// Splits text into lines at every kind of line end; a line end at the very end begins no further line.
pub(crate) fn split_lines(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let Some(at) = rest.find(['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}']) else {
            lines.push(rest);
            break;
        };
        let width =
            if rest[at..].starts_with("\r\n") { 2 } else { rest[at..].chars().next().map_or(1, char::len_utf8) };
        lines.push(&rest[..at]);
        rest = &rest[at + width..];
    }
    lines
}

/// Marks that turn the reading direction or cannot be seen: they could make a line read otherwise than it looks.
fn unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

fn space(c: char) -> bool {
    matches!(
        c,
        '\t' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{2800}'
    )
}

/// A line as the notation writes it: hyphens, straight quotes, plain digits and single spaces; nothing that cannot be seen.
pub(crate) fn notation(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    for c in line.nfc() {
        match c {
            c if space(c) => plain.push(' '),
            // Joiners and variation selectors have no place in an order.
            c if unseen(c) || c.is_control() || matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}') => {}
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2043}' | '\u{fe58}' | '\u{fe63}' | '\u{30fc}' | '\u{ff0d}' => {
                plain.push('-')
            }
            '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{2b9}' | '\u{2bc}' | '\u{b4}' | '`' | '\u{ff07}' => {
                plain.push('\'')
            }
            '\u{201c}'..='\u{201f}' | '\u{2033}' | '\u{ab}' | '\u{bb}' | '\u{ff02}' => plain.push('"'),
            '\u{2026}' => plain.push_str("..."),
            '\u{3001}' => plain.push(','),
            '\u{3002}' => plain.push('.'),
            // Full-width ASCII, as Japanese and Chinese keyboards write it.
            '\u{ff01}'..='\u{ff5e}' => plain.extend(char::from_u32(c as u32 - 0xfee0)),
            c => plain.push(c),
        }
    }
    // Single spaces, none at the ends.
    let mut line = String::with_capacity(plain.len());
    for word in plain.split(' ').filter(|w| !w.is_empty()) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// A line of a message, a name or a subject: as written, but without control characters and marks that turn the reading direction.
pub(crate) fn prose(line: &str) -> String {
    let kept = line.chars().filter(|c| !unseen(*c) && (!c.is_control() || *c == '\t'));
    kept.map(|c| if c == '\t' || c == '\u{a0}' { ' ' } else { c }).collect::<String>().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        assert_eq!(split_lines("a\r\nb\nc\rd\u{2028}e\n"), ["a", "b", "c", "d", "e"]);
        assert_eq!(split_lines("\n\na"), ["", "", "a"]);
        assert!(split_lines("").is_empty());
    }

    #[test]
    fn what_programs_make_of_the_notation() {
        assert_eq!(notation("Archer\u{a0}0714\u{2013}0715\u{2212}0815 "), "Archer 0714-0715-0815");
        assert_eq!(notation("\u{feff}find Snavely\u{2019}s  Ford\u{200b}"), "find Snavely's Ford");
        assert_eq!(notation("\u{ff13}"), "3");
        assert_eq!(notation("do\u{202e}ne\0"), "done");
    }

    #[test]
    fn prose_keeps_its_face() {
        assert_eq!(prose("\u{201c}Well\u{201d} \u{2013} so\u{202e}\u{7}  "), "\u{201c}Well\u{201d} \u{2013} so");
    }
}
