//! Which bytes a body may have.
//!
//! One value, one spelling: RFC 8785 restricted further to what any language reads back without loss.
//!
//! * no white space outside strings;
//! * keys are ASCII, sorted, and stand once;
//! * numbers are integers from −2^53 to 2^53, without leading zeros, `-0`, fraction or exponent;
//! * strings are NFC, and escape only `"`, `\`, and the control characters below U+0020: the short forms where JSON has one
//!   (`\b \t \n \f \r`), else `\u00xx` with lower-case digits.
//!
//! The check reads the bytes once, without building anything, so that it can run on every append.

use thiserror::Error;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// The greatest integer that a JSON number may carry here; greater ones are written as strings.
const GREATEST: u64 = 1 << 53;

/// Bytes that no body comes near. Keeps a verifier's work on one record small, whoever wrote it.
const LONGEST: usize = 1 << 20;

/// Nesting that no record comes near. Keeps the check's stack small on hostile input.
const DEEPEST: u32 = 64;

/// Bytes that the log does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not canonical at byte {at}: {why}")]
pub struct NotCanonical {
    /// Offset into the body.
    pub at: usize,
    /// What is wrong.
    pub why: &'static str,
}

/// Whether a text is canonical JSON as the log writes it.
///
/// # Errors
/// The first place where it is not.
pub fn check(text: &str) -> Result<(), NotCanonical> {
    if text.len() > LONGEST {
        return Err(NotCanonical { at: LONGEST, why: "longer than any record" });
    }
    let mut scan = Scan { text, bytes: text.as_bytes(), at: 0 };
    scan.value(0)?;
    if scan.at != scan.bytes.len() {
        return scan.wrong("something follows the value");
    }
    Ok(())
}

/// Text as the log keeps it: in normal form C.
pub fn nfc(text: &str) -> String {
    if text.is_ascii() { text.to_owned() } else { text.nfc().collect() }
}

struct Scan<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scan<'a> {
    fn wrong<T>(&self, why: &'static str) -> Result<T, NotCanonical> {
        Err(NotCanonical { at: self.at, why })
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn expect(&mut self, byte: u8, why: &'static str) -> Result<(), NotCanonical> {
        if self.peek() != Some(byte) {
            return self.wrong(why);
        }
        self.at += 1;
        Ok(())
    }

    fn value(&mut self, depth: u32) -> Result<(), NotCanonical> {
        if depth > DEEPEST {
            return self.wrong("nested too deeply");
        }
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => self.string().map(|_| ()),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true"),
            Some(b'f') => self.word("false"),
            Some(b'n') => self.word("null"),
            Some(b' ' | b'\t' | b'\n' | b'\r') => self.wrong("white space outside a string"),
            _ => self.wrong("no value"),
        }
    }

    fn word(&mut self, word: &'static str) -> Result<(), NotCanonical> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return self.wrong("no value");
        }
        self.at += word.len();
        Ok(())
    }

    fn object(&mut self, depth: u32) -> Result<(), NotCanonical> {
        self.at += 1;
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(());
        }
        let mut before: Option<&'a str> = None;
        loop {
            if self.peek() != Some(b'"') {
                return self.wrong("a key should stand here");
            }
            let start = self.at;
            let key = self.string()?;
            // For ASCII keys without escapes, order by bytes and by UTF-16 units (as RFC 8785 has it) are the same.
            let plain = key.bytes().all(|b| b.is_ascii() && b != b'\\');
            if !plain {
                return Err(NotCanonical { at: start, why: "a key is not plain ASCII" });
            }
            if before.is_some_and(|b| b >= key) {
                return Err(NotCanonical { at: start, why: "keys are not in order, or one stands twice" });
            }
            before = Some(key);
            self.expect(b':', "a colon should stand here")?;
            self.value(depth + 1)?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return self.wrong("a comma or the end of the object should stand here"),
            }
        }
    }

    fn array(&mut self, depth: u32) -> Result<(), NotCanonical> {
        self.at += 1;
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(());
        }
        loop {
            self.value(depth + 1)?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return self.wrong("a comma or the end of the list should stand here"),
            }
        }
    }

    /// Reads a string and gives what stands between its quotes, escapes as they are.
    fn string(&mut self) -> Result<&'a str, NotCanonical> {
        self.at += 1;
        let start = self.at;
        let mut ascii = true;
        loop {
            match self.peek() {
                None => return self.wrong("a string without an end"),
                Some(b'"') => break,
                Some(b'\\') => self.escape()?,
                Some(0..=0x1f) => return self.wrong("a control character that should be escaped"),
                Some(byte) => {
                    ascii &= byte.is_ascii();
                    self.at += 1;
                }
            }
        }
        let inside = self.text.get(start..self.at).unwrap_or_default();
        self.at += 1;
        // The quick check answers for nearly all text; only its "maybe" needs the slow one.
        let normal = ascii
            || match is_nfc_quick(inside.chars()) {
                IsNormalized::Yes => true,
                IsNormalized::No => false,
                IsNormalized::Maybe => inside.nfc().eq(inside.chars()),
            };
        if !normal {
            return Err(NotCanonical { at: start, why: "text that is not in normal form C" });
        }
        Ok(inside)
    }

    fn escape(&mut self) -> Result<(), NotCanonical> {
        match self.bytes.get(self.at + 1) {
            Some(b'"' | b'\\' | b'b' | b't' | b'n' | b'f' | b'r') => self.at += 2,
            Some(b'u') => {
                let code = self.bytes.get(self.at + 2..self.at + 6).unwrap_or_default();
                // Only the control characters without a short form: 00–07, 0b, 0e–1f.
                let allowed = match code {
                    [b'0', b'0', b'0', low] => matches!(low, b'0'..=b'7' | b'b' | b'e' | b'f'),
                    [b'0', b'0', b'1', low] => matches!(low, b'0'..=b'9' | b'a'..=b'f'),
                    _ => false,
                };
                if !allowed {
                    return self.wrong("an escape that is not needed, or not the shortest");
                }
                self.at += 6;
            }
            _ => return self.wrong("an escape that is not needed, or not the shortest"),
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), NotCanonical> {
        let start = self.at;
        let negative = self.peek() == Some(b'-');
        if negative {
            self.at += 1;
        }
        let digits = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        let text = self.text.get(digits..self.at).unwrap_or_default();
        if matches!(self.peek(), Some(b'.' | b'e' | b'E')) {
            return Err(NotCanonical { at: start, why: "a number that is not an integer" });
        }
        let sound = match text.as_bytes() {
            [] => false,
            [b'0'] => !negative,
            [b'0', ..] => false,
            _ => true,
        };
        if !sound {
            return Err(NotCanonical { at: start, why: "a number that is not written as an integer" });
        }
        if text.parse::<u64>().map_or(true, |n| n > GREATEST) {
            return Err(NotCanonical { at: start, why: "an integer above 2^53 that should be a string" });
        }
        Ok(())
    }
}
