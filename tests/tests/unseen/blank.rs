//! What two services may differ in: hashes and what is sealed, times, their own addresses. All of it is blanked at its full size, so that its
//! number, place and length are still compared.

use base64::Engine;

/// What stands before keys that are made anew whenever a page or a letter is written.
const DRAWN: [&str; 7] = [
    "id=\"webhook-key\" readonly value=\"",
    "name=\"key\" value=\"",
    "data-once=\"",
    // Of letters with several parts: what parts them.
    "boundary=\"",
    "Message-ID: <",
    // It names the head of the log.
    "Reply-To: g-",
    "/sign-in/",
];

/// A text without what may differ.
pub fn blanked(text: &str) -> String {
    let mut text = proofs(text);
    for before in DRAWN {
        let mut from = 0;
        while let Some(at) = text[from..].find(before) {
            from += at + before.len();
            let end = text[from..].find(|c: char| !c.is_ascii_alphanumeric() && !"-_.".contains(c));
            let key = text[from..end.map_or(text.len(), |end| from + end)].to_owned();
            // It stands in other places, too, where nothing tells that it is one.
            if key.len() >= 12 {
                text = text.replace(&key, &"#".repeat(key.len()));
            }
        }
    }
    let text = runs(&text, |c| c.is_ascii_digit() || ('a'..='f').contains(&c), |run| run.len() >= 8);
    let text = of_day(&text);
    // Which of the sealed pieces in the order of their seals: it follows from the seals.
    text.split("\\\"index\\\":").enumerate().fold(String::new(), |all, (n, part)| match n {
        0 => part.to_owned(),
        _ => format!("{all}\\\"index\\\":{}", runs(&part[..1], |c| c.is_ascii_digit(), |_| true) + &part[1..]),
    })
}

/// A letter without the hashes of its proofs, and without the head that they lead to, which is signed when there is time for it. Which leaf of the register the record is
/// stays: nothing that is done unseen is to be a leaf.
fn proofs(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(".tlog-proof\"") {
        let body = rest[at..].find("\r\n\r\n").map(|n| at + n + 4);
        let end = body.and_then(|from| rest[from..].find("\r\n--").map(|n| from + n));
        let (Some(body), Some(end)) = (body, end) else { break };
        let packed: String = rest[body..end].chars().filter(|c| !c.is_whitespace()).collect();
        let proof = base64::engine::general_purpose::STANDARD.decode(packed).expect("a file goes in base 64");
        let proof = String::from_utf8(proof).expect("a proof is text");
        let index = proof.lines().find(|line| line.starts_with("index ")).expect("a proof names its leaf");
        all += &rest[..body];
        all += index;
        rest = &rest[end..];
    }
    all + rest
}

/// The text with each run of such characters written as `x` that is to be.
fn runs(text: &str, of: impl Fn(char) -> bool, blank: impl Fn(&str) -> bool) -> String {
    let (mut all, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(from) = rest.find(&of) {
        let run = &rest[from..];
        let (run, after) = run.split_at(run.find(|c| !of(c)).unwrap_or(run.len()));
        all += &rest[..from];
        all += &if blank(run) { "x".repeat(run.len()) } else { run.to_owned() };
        rest = after;
    }
    all + rest
}

/// The text without times of day: `15:32`, `15:32:01`, `15:32:01.123`.
fn of_day(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let digit = |b: Option<&u8>| b.is_some_and(u8::is_ascii_digit);
    let mut at = 0;
    // Each has a colon behind its first two digits.
    while let Some(colon) = bytes.iter().skip(at + 2).position(|b| *b == b':').map(|n| at + 2 + n) {
        at = colon - 2;
        if ![colon - 2, colon - 1, colon + 1, colon + 2].iter().all(|n| digit(bytes.get(*n))) {
            at += 1;
            continue;
        }
        while digit(bytes.get(at)) || matches!(bytes.get(at), Some(b':' | b'.')) && digit(bytes.get(at + 1)) {
            if bytes[at].is_ascii_digit() {
                bytes[at] = b't';
            }
            at += 1;
        }
    }
    String::from_utf8(bytes).expect("digits were taken for letters")
}

/// Where two texts part, with what stands before.
pub fn parting(a: &str, b: &str) -> String {
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let around = |text: &str| {
        let from = (0..=same.saturating_sub(60)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text[from..].chars().take(260).collect::<String>()
    };
    format!("\n  {:?}\nand\n  {:?}\n({} and {} bytes)", around(a), around(b), a.len(), b.len())
}
