//! Text as `format=flowed` (RFC 3676): mail programs set its lines as wide as their windows, and join in an answer what they broke.

/// The most characters of a line, its space at the end among them (RFC 3676 §4.2 asks for 78 at most).
const WIDE: usize = 76;

/// Breaks long lines at spaces, a space before each break (§4.1), and puts one before a line that begins with a space, a `>` or `From ` (§4.4).
/// A line that bears witness to the head of a log stays whole: programs look for it.
pub(crate) fn flowed(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 40);
    for line in text.split('\n') {
        let signature = line == "-- ";
        let line = if signature { line } else { line.trim_end() };
        let witness = line.split(' ').any(|w| w.len() == 64 && w.bytes().all(|b| b.is_ascii_hexdigit()));
        if signature || witness {
            stuff(line, &mut out);
        } else {
            wrap(line, &mut out);
        }
        out.push('\n');
    }
    out.pop();
    out
}

/// One line, broken after spaces.
fn wrap(line: &str, out: &mut String) {
    let mut rest = line;
    while rest.chars().count() > WIDE {
        let end = rest.char_indices().nth(WIDE).map_or(rest.len(), |(at, _)| at);
        // What is indented is not parted from its first word.
        let indent = rest.len() - rest.trim_start().len();
        let at = rest[..end].rfind(' ').filter(|at| *at > indent);
        let Some(at) = at.or_else(|| rest[end..].find(' ').map(|at| end + at)) else { break };
        // Several spaces stay before the break.
        let at = at + rest[at..].len() - rest[at..].trim_start_matches(' ').len();
        stuff(&rest[..at], out);
        out.push('\n');
        rest = &rest[at..];
    }
    stuff(rest, out);
}

fn stuff(line: &str, out: &mut String) {
    if line.starts_with([' ', '>']) || line.starts_with("From ") {
        out.push(' ');
    }
    out.push_str(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a reader joins it (RFC 3676 §4.1), without quotation.
    fn joined(text: &str) -> String {
        let mut out = String::new();
        for line in text.split('\n') {
            let line = line.strip_prefix(' ').unwrap_or(line);
            out.push_str(line);
            if !line.ends_with(' ') || line == "-- " {
                out.push('\n');
            }
        }
        out.pop();
        out
    }

    #[test]
    fn long_lines_are_broken_and_come_together_again() {
        let long = "word ".repeat(60);
        let text = format!(
            "Short.\n\n  1. {}: order\n> quoted\nFrom here\n{}\n-- \nFoot",
            "ab ".repeat(40).trim(),
            long.trim()
        );
        let broken = flowed(&text);
        assert!(broken.lines().all(|l| l.chars().count() <= WIDE + 1), "{broken}");
        assert!(broken.contains("\n  > quoted\n") || broken.contains("\n > quoted\n"), "{broken}");
        assert_eq!(joined(&broken), text);
    }

    #[test]
    fn what_cannot_be_broken_stays_whole() {
        let link = format!("https://play.example.org/{}", "x".repeat(120));
        assert_eq!(flowed(&link), link);
        let witness = format!("Game 1a2b3c4d, record 42, head {}", "ab".repeat(32));
        assert_eq!(flowed(&witness), witness);
        assert_eq!(flowed("a\n"), "a\n");
        assert_eq!(flowed(""), "");
    }
}
