//! What a witness is asked, and what it answers (c2sp.org/tlog-witness): it keeps the last head of each register that it has vouched for, and
//! vouches for another only when that goes on from it.

use crate::checkpoint::Checkpoint;
use crate::key::{PublicKey, SecretKey};
use crate::note::LONGEST;
use crate::proof::{Unproven, check_consistency};
use crate::text::{Unreadable, encode, hash, number, plain, quoted};
use crate::tree::{Hash, empty};
use std::fmt;

/// The most hashes that a request may have.
const HASHES: usize = 63;

/// The body of `add-checkpoint`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The size of the head that the witness vouched for last, as the register believes.
    pub old: u64,
    /// What shows that the new one goes on from it.
    pub path: Vec<Hash>,
    /// The new one.
    pub checkpoint: Checkpoint,
}

/// The last head of a register that a witness has vouched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Its leaves.
    pub size: u64,
    /// Its root.
    pub root: Hash,
}

/// What a witness answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It vouches for the head. It must have stored `seen` before it says so.
    Vouches {
        /// The lines with its signatures.
        lines: String,
        /// What it has seen from now on.
        seen: Seen,
        /// The head with the register's signatures and its own, for whoever asks.
        checkpoint: Checkpoint,
    },
    /// It vouched for a head of another size last.
    Conflict {
        /// That size.
        size: u64,
    },
    /// It does not vouch for it.
    Refuses {
        /// The status of the answer: 400, 403, 404 or 422.
        status: u16,
        /// Why.
        why: String,
    },
}

impl Request {
    /// Reads one.
    ///
    /// # Errors
    /// [`Unreadable`].
    pub fn read(bytes: &[u8]) -> Result<Request, Unreadable> {
        let text = plain(bytes, LONGEST)?;
        let first = text.lines().next().unwrap_or_default();
        let old = first.strip_prefix("old ").ok_or_else(|| {
            Unreadable::new(1, format!("{} stands here", quoted(first)), "“old ” with a size would be right")
        })?;
        let old = number(old, 1)?;
        let mut path = Vec::new();
        for (line, at) in text.lines().zip(1..).skip(1) {
            if line.is_empty() {
                let skipped: usize = text.split_inclusive('\n').take(at).map(str::len).sum();
                let checkpoint = Checkpoint::read(&text.as_bytes()[skipped..]).map_err(|error| error.below(at))?;
                return Ok(Request { old, path, checkpoint });
            }
            if path.len() == HASHES {
                return Err(Unreadable::new(at, "too many hashes", format!("at most {HASHES} would be right")));
            }
            path.push(hash(line, at)?);
        }
        let right = "an empty line and a head would be right";
        Err(Unreadable::new(text.lines().count() + 1, "the request ends here", right))
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "old {}", self.old)?;
        for hash in &self.path {
            writeln!(f, "{}", encode(hash))?;
        }
        write!(f, "\n{}", self.checkpoint)
    }
}

/// Answers a request. `registers` are the keys of the registers it watches, `seen` gives the last head it has vouched for, by origin; `time` is in seconds since 1970.
///
/// Reading `seen` and storing what the answer says must be one step that nothing comes between.
pub fn answer(
    request: &[u8],
    registers: &[PublicKey],
    seen: impl FnOnce(&str) -> Option<Seen>,
    key: &SecretKey,
    time: u64,
) -> Answer {
    let refuse = |status, why: String| Answer::Refuses { status, why };
    let request = match Request::read(request) {
        Ok(request) => request,
        Err(error) => return refuse(400, error.to_string()),
    };
    let head = request.checkpoint.head();
    let keys: Vec<PublicKey> = registers.iter().filter(|key| key.name() == head.origin).cloned().collect();
    if keys.is_empty() {
        return refuse(404, format!("this witness does not watch {}", quoted(&head.origin)));
    }
    if let Err(error) = request.checkpoint.check(&keys) {
        return refuse(403, error.to_string());
    }
    if request.old > head.size {
        return refuse(400, Unproven::Backwards { old: request.old, new: head.size }.to_string());
    }
    let seen = seen(&head.origin).unwrap_or(Seen { size: 0, root: empty() });
    if request.old != seen.size {
        return Answer::Conflict { size: seen.size };
    }
    if let Err(error) = check_consistency(seen.size, &seen.root, head.size, &head.root, &request.path) {
        return refuse(422, error.to_string());
    }
    let line = request.checkpoint.cosignature(key, time);
    let seen = Seen { size: head.size, root: head.root };
    let lines = format!("{line}\n");
    let mut checkpoint = request.checkpoint;
    checkpoint.add(line);
    Answer::Vouches { lines, seen, checkpoint }
}
