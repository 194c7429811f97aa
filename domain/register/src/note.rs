//! A text with signatures below it (c2sp.org/signed-note).

use crate::key::{PublicKey, Role, SecretKey};
use crate::text::{Unreadable, decode, encode, plain, quoted};
use std::fmt;
use thiserror::Error;

/// The greatest note that is read, in bytes.
pub const LONGEST: usize = 64 * 1024;

/// The most signatures that are read.
const SIGNATURES: usize = 64;

/// What a line with a signature begins with: a dash as long as an M, and a space.
const DASH: &str = "\u{2014} ";

/// A text and who signed it, as it was read; [`Note::check`] tells whether they did.
///
/// Written, it is the text, an empty line, and the signatures: [`fmt::Display`] gives back the bytes that were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    text: String,
    signatures: Vec<SignatureLine>,
}

/// A line with a signature: `— NAME BASE64`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureLine {
    /// Whose it is said to be.
    pub name: String,
    /// The id of the key that it is said to be made with.
    pub id: u32,
    /// What that key made: 64 bytes, with eight more before them for a witness, or something that is not known here.
    pub signature: Vec<u8>,
}

/// A signature that was checked and holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The key that made it.
    pub key: PublicKey,
    /// When a witness made it, in seconds since 1970.
    pub time: Option<u64>,
}

/// Why a note says nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unsigned {
    /// Name and id are those of a key at hand, and the key did not make it: one of text, signature and key was changed.
    #[error("the signature of {name} does not fit: the text, the signature or the key was changed")]
    Forged {
        /// The name of the key.
        name: String,
    },
    /// No key at hand signed it.
    #[error("none of the keys at hand signed it; it names {}", names(.found))]
    Stranger {
        /// The names in its signatures.
        found: Vec<String>,
    },
}

fn names(found: &[String]) -> String {
    if found.is_empty() { "nobody".to_owned() } else { found.join(", ") }
}

/// What a witness signs: that it saw this text at this time.
fn cosigned(text: &str, time: u64) -> String {
    format!("cosignature/v1\ntime {time}\n{text}")
}

impl SignatureLine {
    /// Reads a line without its line feed.
    ///
    /// # Errors
    /// [`Unreadable`] with the line given.
    pub fn read(text: &str, line: usize) -> Result<SignatureLine, Unreadable> {
        let right = "“— NAME SIGNATURE” would be right, with the long dash";
        let parts = text.strip_prefix(DASH).and_then(|rest| rest.split_once(' '));
        let Some((name, signature)) = parts.filter(|(name, _)| crate::key::is_name(name)) else {
            return Err(Unreadable::new(line, format!("{} is no signature", quoted(text)), right));
        };
        let bytes = decode(signature, line)?;
        let Some((id, signature)) = bytes.split_first_chunk::<4>().filter(|(_, rest)| !rest.is_empty()) else {
            return Err(Unreadable::new(line, "a signature of no more than four bytes", right));
        };
        Ok(SignatureLine { name: name.to_owned(), id: u32::from_be_bytes(*id), signature: signature.to_vec() })
    }

    fn is_of(&self, key: &PublicKey) -> bool {
        self.id == key.id() && self.name == key.name()
    }

    /// Whether this key made it below this text; and when, for a witness.
    fn holds(&self, key: &PublicKey, text: &str) -> Option<Signed> {
        let (message, signature, time) = match key.role() {
            Role::Register => (text.to_owned(), self.signature.as_slice(), None),
            Role::Witness => {
                let (time, signature) = self.signature.split_first_chunk::<8>()?;
                let time = u64::from_be_bytes(*time);
                if time > i64::MAX as u64 {
                    return None;
                }
                (cosigned(text, time), signature, Some(time))
            }
        };
        key.made(message.as_bytes(), signature.try_into().ok()?).then(|| Signed { key: key.clone(), time })
    }
}

impl fmt::Display for SignatureLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = self.id.to_be_bytes().to_vec();
        bytes.extend_from_slice(&self.signature);
        write!(f, "{DASH}{} {}", self.name, encode(bytes))
    }
}

impl Note {
    /// A text that nobody has signed yet. It must end with a line feed.
    pub(crate) fn new(text: String) -> Note {
        Note { text, signatures: Vec::new() }
    }

    /// Reads a note.
    ///
    /// # Errors
    /// [`Unreadable`], for anything that is not the one way to write it.
    pub fn read(bytes: &[u8]) -> Result<Note, Unreadable> {
        let whole = plain(bytes, LONGEST)?;
        let lines = whole.lines().count().max(1);
        if !whole.ends_with('\n') {
            return Err(Unreadable::new(lines, "no line feed at the end", "the file as it was sent would be right"));
        }
        let Some(end) = whole.rfind("\n\n") else {
            let right = "a text, an empty line, and signatures would be right";
            return Err(Unreadable::new(lines, "no empty line above signatures", right));
        };
        let text = &whole[..=end];
        let above = text.lines().count() + 1;
        let mut signatures = Vec::new();
        for (i, line) in whole[end + 2..].lines().enumerate() {
            if i == SIGNATURES {
                let right = format!("at most {SIGNATURES} would be right");
                return Err(Unreadable::new(above + 1 + i, "too many signatures", right));
            }
            signatures.push(SignatureLine::read(line, above + 1 + i)?);
        }
        if signatures.is_empty() {
            return Err(Unreadable::new(above + 1, "no signature", "one below the empty line would be right"));
        }
        Ok(Note { text: text.to_owned(), signatures })
    }

    /// What was signed: the text with the line feed that ends it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The signatures, whoever made them.
    pub fn signatures(&self) -> &[SignatureLine] {
        &self.signatures
    }

    /// Puts one more signature below. Twice the same is once.
    pub fn add(&mut self, line: SignatureLine) {
        if !self.signatures.contains(&line) {
            self.signatures.push(line);
        }
    }

    /// The signature of a register's key.
    pub fn sign(&mut self, key: &SecretKey) {
        debug_assert_eq!(key.role(), Role::Register);
        let public = key.public();
        let signature = key.sign(self.text.as_bytes()).to_vec();
        self.add(SignatureLine { name: public.name().to_owned(), id: public.id(), signature });
    }

    /// The line by which a witness says that it saw this at a time, in seconds since 1970.
    pub(crate) fn cosignature(&self, key: &SecretKey, time: u64) -> SignatureLine {
        debug_assert_eq!(key.role(), Role::Witness);
        let public = key.public();
        let mut signature = time.to_be_bytes().to_vec();
        signature.extend_from_slice(&key.sign(cosigned(&self.text, time).as_bytes()));
        SignatureLine { name: public.name().to_owned(), id: public.id(), signature }
    }

    /// Which of these keys signed it. Signatures of others are passed over.
    ///
    /// # Errors
    /// [`Unsigned`]: none of them did, or one is said to have and did not.
    pub fn check(&self, keys: &[PublicKey]) -> Result<Vec<Signed>, Unsigned> {
        let mut signed: Vec<Signed> = Vec::new();
        for line in &self.signatures {
            for key in keys.iter().filter(|key| line.is_of(key)) {
                let by = line.holds(key, &self.text).ok_or_else(|| Unsigned::Forged { name: line.name.clone() })?;
                if !signed.contains(&by) {
                    signed.push(by);
                }
            }
        }
        if signed.is_empty() {
            let mut found: Vec<String> = self.signatures.iter().map(|line| line.name.clone()).collect();
            found.dedup();
            return Err(Unsigned::Stranger { found });
        }
        Ok(signed)
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.text)?;
        for line in &self.signatures {
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}
