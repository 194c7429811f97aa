//! The head of a register: whose it is, how many leaves it has, and the root over them (c2sp.org/tlog-checkpoint).

use crate::key::{PublicKey, Role, SecretKey};
use crate::note::{Note, SignatureLine, Signed, Unsigned};
use crate::text::{Unreadable, encode, hash, number, plain, quoted};
use crate::tree::{Hash, empty};
use std::fmt;

/// What a head says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Which register: the name it gives itself, and the first line.
    pub origin: String,
    /// How many leaves it has.
    pub size: u64,
    /// The root over them.
    pub root: Hash,
}

/// A head with its signatures, as it was read; what it says is worth nothing before [`Checkpoint::check`].
///
/// Written, it is the note of c2sp.org/tlog-checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    head: Head,
    note: Note,
}

/// Who vouches for a head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vouched {
    /// The register's keys that signed it: one at least.
    pub register: Vec<Signed>,
    /// Witnesses that say they saw it.
    pub witnesses: Vec<Signed>,
}

impl Head {
    /// The text that is signed.
    fn text(&self) -> String {
        format!("{}\n{}\n{}\n", self.origin, self.size, encode(self.root))
    }

    fn read(text: &str) -> Result<Head, Unreadable> {
        let mut lines = text.lines();
        let (origin, size, root) = match (lines.next(), lines.next(), lines.next()) {
            (Some(origin), Some(size), Some(root)) => (origin, size, root),
            _ => {
                let right = "name, number of leaves and root, a line each, would be right";
                return Err(Unreadable::new(text.lines().count() + 1, "a head of fewer than three lines", right));
            }
        };
        if origin.is_empty() {
            return Err(Unreadable::new(1, "no name", "the name of a register would be right"));
        }
        // C2SP allows further lines. This register writes none, and no witness vouches for what they say, so nobody should read them as said.
        if let Some(more) = lines.next() {
            let what = format!("{} below the root", quoted(more));
            return Err(Unreadable::new(4, what, "nothing would be right: a head of three lines"));
        }
        let head = Head { origin: origin.to_owned(), size: number(size, 2)?, root: hash(root, 3)? };
        if head.size == 0 && head.root != empty() {
            return Err(Unreadable::new(
                3,
                "a root over no leaves that is not the hash of nothing",
                encode(empty()) + " would be right",
            ));
        }
        Ok(head)
    }

    /// The head with the signature of its register.
    pub fn sign(self, key: &SecretKey) -> Checkpoint {
        let mut note = Note::new(self.text());
        note.sign(key);
        Checkpoint { head: self, note }
    }
}

impl Checkpoint {
    /// Reads one.
    ///
    /// # Errors
    /// [`Unreadable`].
    pub fn read(bytes: &[u8]) -> Result<Checkpoint, Unreadable> {
        let note = Note::read(bytes)?;
        Ok(Checkpoint { head: Head::read(note.text())?, note })
    }

    /// What it says.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The note that says it.
    pub fn note(&self) -> &Note {
        &self.note
    }

    /// Whether the register of its name vouches for it, and which witnesses do. A key counts for the register only when its name is the origin.
    ///
    /// # Errors
    /// [`Unsigned`]: no key of that register at hand signed it, or a signature of a key at hand does not fit.
    pub fn check(&self, keys: &[PublicKey]) -> Result<Vouched, Unsigned> {
        let (register, witnesses): (Vec<Signed>, Vec<Signed>) =
            self.note.check(keys)?.into_iter().partition(|signed| signed.key.role() == Role::Register);
        let register: Vec<Signed> =
            register.into_iter().filter(|signed| signed.key.name() == self.head.origin).collect();
        if register.is_empty() {
            let found = self.note.signatures().iter().map(|line| line.name.clone()).collect();
            return Err(Unsigned::Stranger { found });
        }
        Ok(Vouched { register, witnesses })
    }

    /// One more signature of the register: of the key before, while a new one takes its place.
    pub fn sign(&mut self, key: &SecretKey) {
        self.note.sign(key);
    }

    /// The line by which a witness says that it saw this head at a time, in seconds since 1970. Whoever calls this has checked that nothing was taken back:
    /// [`crate::witness::answer`].
    pub(crate) fn cosignature(&self, key: &SecretKey, time: u64) -> SignatureLine {
        self.note.cosignature(key, time)
    }

    pub(crate) fn add(&mut self, line: SignatureLine) {
        self.note.add(line);
    }

    /// Takes in what a witness answered: lines of signatures. Those of `witnesses` that hold are put below; others are passed over.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn cosigned(&mut self, answer: &[u8], witnesses: &[PublicKey]) -> Result<Vec<Signed>, Refused> {
        let text = plain(answer, crate::note::LONGEST)?;
        let mut note = Note::new(self.note.text().to_owned());
        for (i, line) in text.lines().enumerate() {
            note.add(SignatureLine::read(line, i + 1)?);
        }
        let signed = note.check(witnesses)?;
        for line in note.signatures() {
            if signed.iter().any(|s| s.key.id() == line.id && s.key.name() == line.name) {
                self.note.add(line.clone());
            }
        }
        Ok(signed)
    }
}

/// Why a witness's answer was not taken in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It is not made of lines with signatures.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// They do not hold, or are of somebody else.
    #[error(transparent)]
    Unsigned(#[from] Unsigned),
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.note.fmt(f)
    }
}
