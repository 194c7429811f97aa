//! What a letter carries for each record it tells of: the proof that the record is in the register, with the head it leads to
//! (c2sp.org/tlog-proof). A few hundred bytes for a young register, about a kilobyte for one of a million records.

use crate::checkpoint::Checkpoint;
use crate::key::PublicKey;
use crate::note::{LONGEST, Unsigned};
use crate::proof::{Unproven, check_inclusion};
use crate::text::{Unreadable, decode, encode, hash, number, plain, quoted};
use crate::tree::{self, Hash};
use std::fmt;
use thiserror::Error;

/// The first line.
const FIRST: &str = "c2sp.org/tlog-proof@v1";

/// Which record a receipt is for. It stands in the `extra` line, which nothing signs: the hash is proven by the path, and game and number by the record itself, whose
/// hash they go into.
///
/// `game ‖ u64be(number) ‖ hash`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The game.
    pub game: [u8; 16],
    /// The number of the record.
    pub number: u64,
    /// Its hash: the data of the leaf.
    pub hash: Hash,
}

impl Subject {
    fn write(&self) -> [u8; 56] {
        let mut bytes = [0; 56];
        bytes[..16].copy_from_slice(&self.game);
        bytes[16..24].copy_from_slice(&self.number.to_be_bytes());
        bytes[24..].copy_from_slice(&self.hash);
        bytes
    }

    fn read(bytes: &[u8]) -> Option<Subject> {
        let (game, rest) = bytes.split_first_chunk::<16>()?;
        let (number, hash) = rest.split_first_chunk::<8>()?;
        Some(Subject { game: *game, number: u64::from_be_bytes(*number), hash: hash.try_into().ok()? })
    }
}

/// A record's way to a head of the register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// Which record it is for.
    pub subject: Subject,
    /// The number of its leaf, from 0.
    pub index: u64,
    /// The hashes beside its way to the root, the lowest first.
    pub path: Vec<Hash>,
    /// The head with that root.
    pub checkpoint: Checkpoint,
}

/// Why a receipt shows nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unshown {
    /// The head is vouched for by nobody.
    #[error(transparent)]
    Unsigned(#[from] Unsigned),
    /// The record is not under the head.
    #[error(transparent)]
    Unproven(#[from] Unproven),
}

impl Receipt {
    /// Reads one.
    ///
    /// # Errors
    /// [`Unreadable`].
    pub fn read(bytes: &[u8]) -> Result<Receipt, Unreadable> {
        let text = plain(bytes, LONGEST)?;
        let mut lines = text.lines().zip(1..);
        if lines.next().map(|(line, _)| line) != Some(FIRST) {
            return Err(Unreadable::new(1, "this is no proof of a register", format!("“{FIRST}” would be right")));
        }
        let (extra, at) = lines.next().unwrap_or(("", 2));
        let subject = extra.strip_prefix("extra ").ok_or_else(|| {
            let right = "“extra ” with game, number and hash of the record would be right";
            Unreadable::new(at, format!("{} stands here", quoted(extra)), right)
        })?;
        let subject = Subject::read(&decode(subject, at)?).ok_or_else(|| {
            let right = "56 bytes in base 64, game, number and hash of a record, would be right";
            Unreadable::new(at, "the extra line names no record", right)
        })?;
        let (index, at) = lines.next().unwrap_or(("", 3));
        let index = index.strip_prefix("index ").ok_or_else(|| {
            Unreadable::new(at, format!("{} stands here", quoted(index)), "“index ” with a number would be right")
        })?;
        let index = number(index, at)?;
        let mut path = Vec::new();
        loop {
            match lines.next() {
                Some(("", at)) => {
                    // The head begins behind the empty line, byte for byte.
                    let skipped: usize = text.split_inclusive('\n').take(at).map(str::len).sum();
                    let checkpoint = Checkpoint::read(&text.as_bytes()[skipped..]).map_err(|error| error.below(at))?;
                    return Ok(Receipt { subject, index, path, checkpoint });
                }
                Some((_, at)) if path.len() == 63 => {
                    return Err(Unreadable::new(at, "too many hashes", "at most 63 would be right"));
                }
                Some((line, at)) => path.push(hash(line, at)?),
                None => {
                    let at = text.lines().count() + 1;
                    return Err(Unreadable::new(at, "the proof ends here", "an empty line and a head would be right"));
                }
            }
        }
    }

    /// Whether the record of its subject is under its head, and the head vouched for by one of these keys.
    ///
    /// # Errors
    /// [`Unshown`].
    pub fn check(&self, keys: &[PublicKey]) -> Result<crate::checkpoint::Vouched, Unshown> {
        self.leads()?;
        Ok(self.checkpoint.check(keys)?)
    }

    /// Whether the record of its subject is under its head, whoever vouches for that.
    ///
    /// # Errors
    /// [`Unproven`].
    pub fn leads(&self) -> Result<(), Unproven> {
        let head = self.checkpoint.head();
        check_inclusion(&tree::leaf(&self.subject.hash), self.index, head.size, &self.path, &head.root)
    }
}

impl fmt::Display for Receipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST}\nextra {}\nindex {}", encode(self.subject.write()), self.index)?;
        for hash in &self.path {
            writeln!(f, "{}", encode(hash))?;
        }
        write!(f, "\n{}", self.checkpoint)
    }
}
