//! Plain text as lines with their depth of quotation; `format=flowed` joined (RFC 3676).

use crate::characters::split_lines;

/// What the letter's own structure says about a line.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) enum Mark {
    /// Nothing.
    #[default]
    None,
    /// It announces a quotation.
    Attribution,
    /// It is the writer's signature.
    Signature,
    /// It was struck out.
    Struck,
}

/// A line of the letter's text.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Line {
    /// How deep it is quoted; 0 for the writer's own.
    pub depth: usize,
    /// What the letter's structure says about it.
    pub mark: Mark,
    /// Its place in the text, from 1.
    pub number: usize,
    /// Its text without the marks of quotation.
    pub text: String,
}

/// Lines of a text that is not flowed.
pub(crate) fn fixed(text: &str) -> Vec<Line> {
    let lines = split_lines(text).into_iter().enumerate();
    lines
        .map(|(at, line)| {
            let (depth, text) = unquote(line);
            Line { depth, mark: Mark::None, number: at + 1, text: text.to_owned() }
        })
        .collect()
}

/// Takes the marks of quotation off a line: `> > text`, and the old `AB> text`.
fn unquote(line: &str) -> (usize, &str) {
    let (mut depth, mut rest) = (0, line);
    loop {
        let ahead = rest.trim_start_matches([' ', '\u{a0}', '\t']);
        let initials = ahead.bytes().take(4).take_while(u8::is_ascii_uppercase).count();
        if let Some(after) = ahead.strip_prefix('>') {
            rest = after;
        } else if let Some(after) = ahead.get(initials..).and_then(|a| a.strip_prefix('>'))
            && initials > 1
        {
            rest = after;
        } else {
            break;
        }
        depth += 1;
    }
    (depth, if depth == 0 { line } else { rest.strip_prefix(' ').unwrap_or(rest) })
}

/// Lines of a flowed text: a line that ends with a space goes on in the next, if that is quoted as deep (RFC 3676 §4).
pub(crate) fn flowed(text: &str, del_sp: bool) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut open = false;
    for (at, raw) in split_lines(text).into_iter().enumerate() {
        let depth = raw.bytes().take_while(|b| *b == b'>').count();
        let rest = &raw[depth..];
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        let signature = rest == "-- ";
        match lines.last_mut() {
            Some(last) if open && last.depth == depth && !signature => {
                if del_sp {
                    last.text.pop();
                }
                last.text.push_str(rest);
            }
            _ => lines.push(Line { depth, mark: Mark::None, number: at + 1, text: rest.to_owned() }),
        }
        open = rest.ends_with(' ') && !signature;
    }
    // A stuffed line that was quoted within the text of a client that knows no better.
    for line in &mut lines {
        let (more, text) = unquote(&line.text);
        if more > 0 {
            let text = text.to_owned();
            line.depth += more;
            line.text = text;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(lines: &[Line]) -> Vec<(usize, usize, &str)> {
        lines.iter().map(|l| (l.number, l.depth, l.text.as_str())).collect()
    }

    #[test]
    fn quotation_marks() {
        let lines = fixed("a\n> b\n>> c\n> > d\nTB> e\n >f");
        assert_eq!(short(&lines), [(1, 0, "a"), (2, 1, "b"), (3, 2, "c"), (4, 2, "d"), (5, 1, "e"), (6, 1, "f")]);
    }

    #[test]
    fn flowed_lines_are_joined() {
        let lines = flowed("Archer \n0714-0715\n-- \nTom\n> a \n> b\n> c \nd", false);
        assert_eq!(
            short(&lines),
            [(1, 0, "Archer 0714-0715"), (3, 0, "-- "), (4, 0, "Tom"), (5, 1, "a b"), (7, 1, "c "), (8, 0, "d")]
        );
        assert_eq!(short(&flowed("0714- \n0715", true)), [(1, 0, "0714-0715")]);
    }
}
