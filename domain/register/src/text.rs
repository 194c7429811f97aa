//! Reading lines of text that must be exactly so.

use crate::tree::{Hash, LARGEST};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use thiserror::Error;

/// Why a text is not what it should be: where, what is wrong, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}; {right}")]
pub struct Unreadable {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
    /// What would be right.
    pub right: String,
}

impl Unreadable {
    pub(crate) fn new(line: usize, what: impl Into<String>, right: impl Into<String>) -> Unreadable {
        Unreadable { line, what: what.into(), right: right.into() }
    }

    /// The same further down in a larger text.
    pub(crate) fn below(self, lines: usize) -> Unreadable {
        Unreadable { line: self.line + lines, ..self }
    }
}

/// As much of a line as a message quotes.
pub(crate) fn quoted(line: &str) -> String {
    const SHOWN: usize = 60;
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("“{}…”", &line[..end]),
        None => format!("“{line}”"),
    }
}

/// Bytes in base 64.
pub(crate) fn encode(bytes: impl AsRef<[u8]>) -> String {
    STANDARD.encode(bytes)
}

/// Bytes from base 64: the standard alphabet, filled up with `=`, and no bit that means nothing.
pub(crate) fn decode(text: &str, line: usize) -> Result<Vec<u8>, Unreadable> {
    STANDARD.decode(text).map_err(|_| {
        Unreadable::new(
            line,
            format!("{} is not base 64", quoted(text)),
            "letters, digits, + and /, in fours, filled up with = would be right",
        )
    })
}

/// A hash in base 64.
pub(crate) fn hash(text: &str, line: usize) -> Result<Hash, Unreadable> {
    let bytes = decode(text, line)?;
    let length = bytes.len();
    bytes.try_into().map_err(|_| {
        Unreadable::new(line, format!("a hash of {length} bytes"), "32 bytes in base 64, 44 characters, would be right")
    })
}

/// A number of leaves.
pub(crate) fn number(text: &str, line: usize) -> Result<u64, Unreadable> {
    let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|n| plain && *n <= LARGEST).ok_or_else(|| {
        Unreadable::new(
            line,
            format!("{} is not a number of leaves", quoted(text)),
            format!("digits without a leading zero, at most {LARGEST}, would be right"),
        )
    })
}

/// Text of bytes: UTF-8 with no control character but the line feed.
pub(crate) fn plain(bytes: &[u8], longest: usize) -> Result<&str, Unreadable> {
    if bytes.len() > longest {
        return Err(Unreadable::new(1, format!("{} bytes", bytes.len()), format!("at most {longest} would be right")));
    }
    let lines = |before: &[u8]| 1 + before.iter().filter(|b| **b == b'\n').count();
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = lines(&bytes[..error.valid_up_to()]);
        Unreadable::new(line, "bytes that are no UTF-8", "the text as it was written, in UTF-8, would be right")
    })?;
    match text.bytes().position(|b| b < b' ' && b != b'\n') {
        None => Ok(text),
        Some(at) => {
            let line = lines(&bytes[..at]);
            let (what, right) = match bytes[at] {
                b'\r' => ("a carriage return", "lines that end with a line feed alone would be right"),
                b'\t' => ("a tabulator", "a space, or nothing, would be right"),
                _ => ("a control character", "text without any would be right"),
            };
            Err(Unreadable::new(line, what, right))
        }
    }
}
