//! What a clumsy forger, a careful one and a broken disk do to a log.

use crate::forger::reseal;
use domain::log::{Record, export};
use domain::referee::BotRng;

/// A mutated log.
pub struct Mutant {
    /// What was done, in full.
    pub what: String,
    /// What kind of thing was done.
    pub kind: &'static str,
    /// The file.
    pub text: String,
}

/// One or two changes to a log.
pub fn log(base: &[Record], rng: &mut BotRng) -> Mutant {
    let mut log = base.to_vec();
    let n = rng.below(log.len());
    match rng.below(10) {
        0 => bytes(export(&log), rng),
        1 => lines(export(&log), rng),
        2 => {
            let m = rng.below(log.len());
            let what = match rng.below(4) {
                0 => {
                    log.swap(n, m);
                    format!("records {} and {} swapped", n + 1, m + 1)
                }
                1 => {
                    log.insert(m, log[n].clone());
                    format!("record {} doubled before {}", n + 1, m + 1)
                }
                2 => {
                    log.remove(n);
                    format!("record {} left out", n + 1)
                }
                _ => {
                    log.truncate(n.max(1));
                    format!("cut after record {}", n.max(1))
                }
            };
            reseal(&mut log);
            Mutant { what: what + ", written anew", kind: "records moved", text: export(&log) }
        }
        3 => {
            // The chain of a forger who changes what is hashed beside the body.
            let kind = "chain";
            let what = match rng.below(4) {
                0 => {
                    log[n].seq = *rng.pick(&[0, 1, n as u64 + 2, u64::MAX, 1 << 53]).unwrap();
                    "another number"
                }
                1 => {
                    log[n].game.0[0] ^= 1;
                    "another game"
                }
                2 => {
                    log[n].prev.0[31] ^= 1;
                    "another predecessor"
                }
                _ => {
                    log[n].hash.0[7] ^= 1;
                    "another hash"
                }
            };
            let record = &mut log[n];
            if rng.below(2) == 0 {
                record.hash = Record::rooted_digest(record.game, record.seq, record.prev, record.root, &record.body);
            }
            Mutant { what: format!("record {}: {what}", n + 1), kind, text: export(&log) }
        }
        _ => {
            let before = log[n].body.clone();
            for _ in 0..=rng.below(2) {
                log[n].body = body(&log[n].body, rng);
            }
            let what = difference(&before, &log[n].body);
            if rng.below(12) > 0 {
                reseal(&mut log);
            }
            Mutant { what: format!("record {}: {what}", n + 1), kind: "body", text: export(&log) }
        }
    }
}

pub fn difference(a: &str, b: &str) -> String {
    let at = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let cut =
        |s: &str| String::from_utf8_lossy(&s.as_bytes()[at.saturating_sub(30)..(at + 50).min(s.len())]).into_owned();
    format!("{:?} became {:?}", cut(a), cut(b))
}

/// A character of the file changed, taken out or put in.
pub fn bytes(text: String, rng: &mut BotRng) -> Mutant {
    let mut at = rng.below(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let length = text[at..].chars().next().map_or(0, char::len_utf8);
    let new = *rng
        .pick(&[
            "", "0", "9", "a", "F", "\"", "\\", " ", "\n", "\r", "\t", "{", "}", "[", ",", "\u{0}", "é", "\u{2028}",
            "\u{feff}",
        ])
        .unwrap();
    let keep = if rng.below(3) == 0 { 0 } else { length };
    let changed = format!("{}{new}{}", &text[..at], &text[at + keep..]);
    Mutant { what: format!("byte {at}: {}", difference(&text, &changed)), kind: "bytes of the file", text: changed }
}

/// Whole lines of the file moved about, its end changed.
pub fn lines(text: String, rng: &mut BotRng) -> Mutant {
    let mut all: Vec<&str> = text.lines().collect();
    let (n, m) = (rng.below(all.len()), rng.below(all.len()));
    let kind = "lines of the file";
    let mutant = |what: &str, text: String| Mutant { what: format!("line {}: {what}", n + 1), kind, text };
    let joined = |all: &[&str]| all.join("\n") + "\n";
    match rng.below(9) {
        0 => mutant("returns", text.replace('\n', "\r\n")),
        1 => mutant("no last line feed", text.trim_end().to_owned()),
        2 => mutant("an empty line at the end", text.clone() + "\n"),
        3 => {
            all.swap(n, m);
            mutant("swapped", joined(&all))
        }
        4 => {
            all.insert(m, all[n]);
            mutant("doubled", joined(&all))
        }
        5 => {
            all.remove(n);
            mutant("left out", joined(&all))
        }
        6 => {
            all.insert(
                n,
                *rng.pick(&["", "null", "[]", "{}", "1", "{\"end\":1}", "{\"end\":{}}", "NaN", "\"x\""]).unwrap(),
            );
            mutant("a line put in", joined(&all))
        }
        7 => {
            let spaced = all[n].replace("\":", "\": ");
            all[n] = &spaced;
            mutant("spaced", joined(&all))
        }
        _ => {
            let doubled = all[n].replacen('{', "{\"seq\":1,", 1);
            all[n] = &doubled;
            mutant("a key doubled", joined(&all))
        }
    }
}

/// The places of the tokens of a text of JSON: strings, numbers, words and signs, by start and end.
fn tokens(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
            }
            b'-' | b'0'..=b'9' | b'a'..=b'z' => {
                while at < bytes.len() && (bytes[at].is_ascii_alphanumeric() || matches!(bytes[at], b'-' | b'.' | b'+'))
                {
                    at += 1;
                }
            }
            _ => at += 1,
        }
        found.push((start, at.min(bytes.len())));
    }
    // A character of more bytes is no token of JSON; it stands here only in bodies that were mutated before.
    found.retain(|(a, b)| text.is_char_boundary(*a) && text.is_char_boundary(*b));
    found
}

/// One change to the text of a body.
pub fn body(text: &str, rng: &mut BotRng) -> String {
    let tokens = tokens(text);
    let Some((start, end)) = rng.pick(&tokens).copied() else { return text.to_owned() };
    let token = &text[start..end];
    let with = |new: &str| format!("{}{new}{}", &text[..start], &text[end..]);
    let inner = token.trim_matches('"');
    let key = text[end..].starts_with(':');
    match token.as_bytes()[0] {
        b'"' if key => match rng.below(6) {
            0 => with(&format!("\"{}x\"", inner)),
            1 => with(&format!("{token}:0,{token}")),
            2 => with(&format!("\"wish\":1,{token}")),
            3 => with(&format!("\"\\u0061{inner}\"")),
            4 => with(&format!("\"é{inner}\"")),
            _ => without(text, start, end),
        },
        b'"' => match rng.below(14) {
            0 => with(&format!("\"{}\"", inner.to_uppercase())),
            1 => with(&format!("\"{inner}0\"")),
            2 => with("\"\""),
            3 => with("null"),
            4 => with("7"),
            5 => with("true"),
            6 => with(&format!("\"{inner}e\u{301}\"")),
            7 => with(&format!("\"{inner}\\u0041\"")),
            8 => with(&format!("\"{inner}\u{1}\"")),
            9 => with(&format!("\"{inner}\\ud800\"")),
            10 => with(&format!("\"{inner}\\/\"")),
            11 => with(&format!("[{token}]")),
            12 => with(&format!("\"{inner}\u{e9}\"")),
            _ => with(
                rng.pick(&[
                    "\"order/2\"",
                    "\"result/2\"",
                    "\"hands/1\"",
                    "\"union\"",
                    "\"confederate\"",
                    "\"rules\"",
                    "\"forfeit\"",
                    "\"server\"",
                    "\"random\"",
                ])
                .unwrap(),
            ),
        },
        b'-' | b'0'..=b'9' => with(
            rng.pick(&[
                "0",
                "1",
                "2",
                "3",
                "6",
                "7",
                "255",
                "256",
                "4096",
                "-1",
                "-0",
                "00",
                "01",
                "1.0",
                "1e2",
                "true",
                "null",
                "\"1\"",
                "4294967295",
                "4294967296",
                "9007199254740992",
                "9007199254740993",
                "-9007199254740993",
                "18446744073709551616",
                "[]",
                "{}",
            ])
            .unwrap(),
        ),
        b't' | b'f' | b'n' => with(rng.pick(&["true", "false", "null", "0", "1", "\"\"", "{}", "[]"]).unwrap()),
        b',' => with(rng.pick(&[", ", ",,", "", ",null,", "\t,"]).unwrap()),
        b':' => with(rng.pick(&[": ", "::", "", " :"]).unwrap()),
        b'[' => with(rng.pick(&["[null,", "[[", "", "[ ", "[0,", "{"]).unwrap()),
        b']' => with(rng.pick(&[",null]", "]]", "", " ]", "}"]).unwrap()),
        b'{' => with(rng.pick(&["{ ", "{\"a\":1,", "{\"\":1,", "[", ""]).unwrap()),
        b'}' => with(rng.pick(&[" }", ",\"zz\":1}", ",\"zz\":null}", "}}", ""]).unwrap()),
        _ => with(""),
    }
}

/// The text without the field that begins with the key at this place.
fn without(text: &str, start: usize, end: usize) -> String {
    let (mut depth, mut at, mut quoted) = (0, end + 1, false);
    let bytes = text.as_bytes();
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quoted => at += 1,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted && depth == 0 => break,
            b'}' | b']' if !quoted => depth -= 1,
            b',' if !quoted && depth == 0 => return format!("{}{}", &text[..start], &text[at + 1..]),
            _ => {}
        }
        at += 1;
    }
    let before = text[..start].strip_suffix(',').unwrap_or(&text[..start]);
    format!("{before}{}", text.get(at..).unwrap_or_default())
}
