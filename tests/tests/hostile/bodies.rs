//! What hostile requests are made of.

use domain::referee::BotRng;
use fieldpost_tests::key;
use serde_json::{Map, Value, json};

/// Orders that were legal at some moment, as the material of others.
#[derive(Default)]
pub struct Pot {
    lines: Vec<String>,
    heads: Vec<String>,
    keys: Vec<String>,
}

/// Texts that break what is careless: controls, other scripts, turned round, very long, of other encodings, of other languages.
const NASTY: [&str; 28] = [
    "",
    " ",
    "\0",
    "\u{feff}",
    "\u{202e}",
    "\u{200b}",
    "e\u{301}\u{301}\u{301}",
    "🏳️‍🌈",
    "ﷺ",
    "İstanbul",
    "ß",
    "Ⅷ",
    "１２",
    "-1",
    "0",
    "+7",
    "18446744073709551616",
    "99999999999999999999999",
    "1e999",
    "NaN",
    "null",
    "true",
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "%00",
    "{{7*7}}",
    "\r\nSet-Cookie: x=y",
];

impl Pot {
    /// Keeps orders that are legal now.
    pub fn lines(&mut self, lines: Vec<String>) {
        self.lines.extend(lines);
        let spare = self.lines.len().saturating_sub(600);
        self.lines.drain(..spare);
    }

    fn nasty(&self, rng: &mut BotRng) -> String {
        match rng.below(30) {
            0 => "x".repeat(70_000),
            1 => "🦬".repeat(3_000),
            2 => "[".repeat(20_000),
            _ => NASTY[rng.below(NASTY.len())].to_owned(),
        }
    }

    /// A line of orders: one that was legal, or what becomes of one that somebody has damaged.
    pub fn line(&self, rng: &mut BotRng) -> String {
        let line = rng.pick(&self.lines).cloned().unwrap_or_else(|| "done".to_owned());
        let mut letters: Vec<char> = line.chars().collect();
        let at = rng.below(letters.len().max(1));
        match rng.below(12) {
            0 => line,
            1 => {
                letters.truncate(at);
                letters.into_iter().collect()
            }
            2 => {
                letters.insert(at, ['-', '9', '~', ',', ';', '\u{0}', 'é', '\n'][rng.below(8)]);
                letters.into_iter().collect()
            }
            3 if !letters.is_empty() => {
                letters.remove(at);
                letters.into_iter().collect()
            }
            4 if !letters.is_empty() => {
                let other = rng.below(letters.len());
                letters.swap(at, other);
                letters.into_iter().collect()
            }
            5 => format!("{line} {}", rng.pick(&self.lines).map_or("", String::as_str)),
            6 => line.chars().map(|c| if c.is_ascii_digit() { '7' } else { c }).collect(),
            7 => line.to_uppercase(),
            8 => format!("{line}{}", self.nasty(rng)),
            9 => {
                let words: Vec<&str> = line.split(' ').collect();
                words.into_iter().rev().collect::<Vec<_>>().join(" ")
            }
            10 => self.nasty(rng),
            _ => line.replace(|c: char| c.is_ascii_digit(), &rng.below(100_000).to_string()),
        }
    }

    /// A number where a small one is expected, or no number.
    pub fn number(&self, rng: &mut BotRng) -> Value {
        match rng.below(8) {
            0 => json!(1),
            1 => json!(-1),
            2 => json!(255),
            3 => json!(u64::MAX),
            4 => json!(1.5),
            5 => json!("0"),
            6 => json!([0]),
            _ => json!(rng.below(100_000)),
        }
    }

    /// A head that may have been, or never was.
    pub fn head(&mut self, rng: &mut BotRng) -> String {
        let fresh: String = (0..64).map(|_| char::from(b"0123456789abcdef"[rng.below(16)])).collect();
        self.heads.push(fresh.clone());
        match rng.below(5) {
            0 => fresh.to_uppercase(),
            1 => fresh[..rng.below(64)].to_owned(),
            2 => "0".repeat(64),
            3 => self.nasty(rng),
            _ => fresh,
        }
    }

    /// A key that is none, or was used for something else.
    pub fn key(&mut self, rng: &mut BotRng) -> Value {
        match rng.below(5) {
            0 => json!("x".repeat(65)),
            1 => json!(self.nasty(rng)),
            2 => self.number(rng),
            3 => rng.pick(&self.keys).map_or(Value::Null, |k| json!(k)),
            _ => {
                let fresh = key();
                self.keys.push(fresh.clone());
                json!(fresh)
            }
        }
    }

    fn value(&mut self, rng: &mut BotRng, depth: usize) -> Value {
        match rng.below(9) {
            0 => Value::Null,
            1 => json!(rng.below(2) == 0),
            2 => self.number(rng),
            3 | 4 => json!(self.nasty(rng)),
            5 => json!(self.line(rng)),
            6 if depth < 4 => Value::Array((0..rng.below(4)).map(|_| self.value(rng, depth + 1)).collect()),
            7 if depth < 4 => {
                let mut map = Map::new();
                for _ in 0..rng.below(4) {
                    map.insert(self.nasty(rng).chars().take(30).collect(), self.value(rng, depth + 1));
                }
                Value::Object(map)
            }
            _ => json!(rng.below(10)),
        }
    }

    /// A body with fields that some handler knows, and values of any type.
    pub fn body(&mut self, rng: &mut BotRng) -> Value {
        const FIELDS: [&str; 26] = [
            "orders", "key", "seen", "seat", "text", "draw", "takeback", "to", "reason", "do", "hours", "until",
            "from", "accept", "standing", "lines", "silent", "ruleset", "opponent", "email", "title", "public",
            "clock", "phrase", "nights", "weekend",
        ];
        const WORDS: [&str; 18] = [
            "offer",
            "accept",
            "decline",
            "grant",
            "claim",
            "offer-pause",
            "answer-pause",
            "end-pause",
            "take-leave",
            "end-leave",
            "stand-in",
            "back",
            "seek",
            "agree",
            "invite",
            "open",
            "bot:staff",
            "gaines-mill",
        ];
        let mut map = Map::new();
        for _ in 0..1 + rng.below(5) {
            let field = FIELDS[rng.below(FIELDS.len())];
            let value = if rng.below(2) == 0 { json!(WORDS[rng.below(WORDS.len())]) } else { self.value(rng, 0) };
            map.insert(field.to_owned(), value);
        }
        Value::Object(map)
    }

    /// The bytes of a body that are none of JSON any more, or hardly.
    pub fn broken(&self, rng: &mut BotRng, body: &Value) -> Vec<u8> {
        let text = body.to_string();
        let mut bytes = text.clone().into_bytes();
        let at = rng.below(bytes.len().max(1));
        match rng.below(11) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, 0xff),
            2 => bytes = [b"\xef\xbb\xbf".as_slice(), &bytes].concat(),
            3 => bytes = text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            // Every key twice.
            4 => bytes = format!("{},{}", text.trim_end_matches('}'), text.trim_start_matches('{')).into_bytes(),
            5 => bytes = "[".repeat(30_000).into_bytes(),
            6 => bytes.extend(std::iter::repeat_n(b' ', 66_000)),
            7 => bytes.extend_from_slice(b"}]\0"),
            8 => bytes = format!("{{\"orders\":[\"done\"],\"key\":\"{}\",\"seen\":1e400}}", key()).into_bytes(),
            9 => bytes.clear(),
            _ => {
                for _ in 0..=rng.below(5) {
                    let at = rng.below(bytes.len().max(1));
                    if let Some(byte) = bytes.get_mut(at) {
                        *byte ^= 1 << rng.below(8);
                    }
                }
            }
        }
        bytes
    }

    /// A form: fields that pages know, twice, without an end, wrongly encoded.
    pub fn form(&self, rng: &mut BotRng) -> Vec<u8> {
        const FIELDS: [&str; 24] = [
            "order", "line", "key", "seen", "text", "do", "seat", "hours", "until", "from", "accept", "draw", "to",
            "reason", "takeback", "name", "zone", "email", "next", "record", "level", "standing", "answer", "piece",
        ];
        let mut form = String::new();
        for _ in 0..1 + rng.below(5) {
            let value = match rng.below(5) {
                0 => self.nasty(rng),
                1 => rng.below(100_000).to_string(),
                2 => {
                    ["offer", "accept", "grant", "claim", "seek", "yes", "%ff%fe", "%zz", "%"][rng.below(9)].to_owned()
                }
                _ => self.line(rng),
            };
            let value: String = value
                .chars()
                .take(40_000)
                .map(|c| if rng.below(30) == 0 { format!("%{:02x}", c as u32 & 0xff) } else { c.to_string() })
                .collect();
            form.push_str(&format!("{}={}&", FIELDS[rng.below(FIELDS.len())], value.replace(' ', "+")));
        }
        let mut bytes = form.into_bytes();
        if rng.below(12) == 0 {
            bytes.push(0xc3);
        }
        bytes
    }

    /// A pattern with something in the place of its names.
    pub fn path(&self, rng: &mut BotRng, pattern: &str, game: &str) -> String {
        let mut path = String::new();
        for part in pattern.split('/').skip(1) {
            path.push('/');
            if !part.starts_with('{') {
                path.push_str(part);
                continue;
            }
            let id = part.contains("id") || part.contains("game");
            path.push_str(&match rng.below(if id { 6 } else { 3 }) {
                0 => ["-1", "0", "99999999999999999999", "%00", "..%2f..%2fetc", "%ff", "%F0%9F%90%84", "x"]
                    [rng.below(8)]
                .to_owned(),
                1 => "f".repeat(32),
                2 => rng.below(500).to_string(),
                3 => game.to_uppercase(),
                _ => game.to_owned(),
            });
        }
        path
    }

    /// The value of a header.
    pub fn header(&self, rng: &mut BotRng) -> Vec<u8> {
        let values: [&[u8]; 14] = [
            b"application/json",
            b"application/json; charset=utf-16",
            b"text/plain",
            b"multipart/form-data; boundary=x",
            b"Bearer ",
            b"Bearer \xff\xfe",
            b"fieldpost=x; fieldpost=y",
            b"gzip",
            b"identity;q=0",
            b"same-origin",
            b"null",
            b"127.0.0.1, ::1, x",
            b"100-continue",
            b"evil.example",
        ];
        match rng.below(5) {
            0 => vec![b'a'; rng.below(60_000)],
            _ => values[rng.below(values.len())].to_vec(),
        }
    }

    /// A request as no client sends it.
    pub fn raw(&self, rng: &mut BotRng, game: &str) -> Vec<u8> {
        let head = format!("POST /api/games/{game}/orders");
        let tail = "Host: x\r\nContent-Type: application/json";
        match rng.below(12) {
            0 => b"\0\0\0\0".to_vec(),
            1 => b"GET\r\n\r\n".to_vec(),
            2 => b"GET /games HTTP/9.9\r\n\r\n".to_vec(),
            3 => format!("{head} HTTP/1.1\r\n{tail}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{{}}").into_bytes(),
            4 => format!("{head} HTTP/1.1\r\n{tail}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /games HTTP/1.1\r\n\r\n").into_bytes(),
            5 => format!("{head} HTTP/1.1\r\n{tail}\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx").into_bytes(),
            6 => format!("{head} HTTP/1.1\r\n{tail}\r\nContent-Length: -1\r\n\r\n").into_bytes(),
            7 => format!("GET /{} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "a/".repeat(20_000)).into_bytes(),
            8 => format!("GET / HTTP/1.1\r\n{}Connection: close\r\n\r\n", "X-Y: z\r\n".repeat(5_000)).into_bytes(),
            9 => b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(),
            10 => b"GET http://[::1 HTTP/1.1\r\nHost: ]\r\nConnection: close\r\n\r\n".to_vec(),
            _ => (0..200).map(|_| u8::try_from(rng.below(256)).unwrap_or(0)).collect(),
        }
    }
}
