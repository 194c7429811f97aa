//! The log of a game: records, canonical bytes and the hash chain (TRUST §1). `docs/auditing.md` describes the same for
//! people who write their own verifier; the two must not drift apart, and a test checks its worked example.
//!
//! * [`Record`]: one entry, its place in the chain and the exact bytes that were hashed.
//! * [`Body`]: what those bytes say, parsed.
//! * [`canonical`]: which bytes are allowed at all.
//! * [`GRAMMAR`]: the shapes of all kinds, as data for every verifier.
//! * [`LineOfPlay`]: which records are in force.
//! * [`export`] and [`import`]: a whole log as a text file.
//! * [`seal`]: values that are in the log but not yet to be read.
//! * [`Entry`]: one element of a private log of the second format; [`PrivateHeads`] make the root that each record holds.
//! * [`PrivateChains`]: the private logs followed beside the records, without any rules.
//! * [`tree`]: the tree hash under which hidden pieces are sealed.

mod arbiter;
mod body;
pub mod canonical;
mod export;
mod first;
mod line;
mod private;
mod readers;
pub mod seal;
mod sealed;
mod second;
mod testimony;
mod time;
pub mod tree;

pub use crate::words::{Audience, GameId, Hash32, Millis, NotHex};
pub use arbiter::Judgement;
pub use body::Body;
pub use export::{End, Export, Unreadable, export, export_with, import, import_as_far};
pub use first::{
    ChainKind, DiceLinks, DiceMode, DrawAnswer, DrawOffer, GameResult, Genesis, HandOver, Hands, HandsChange, HandsWhy,
    HouseDice, Join, NextAnchor, Opening, Order, PlayerAnchors, Reason, Resign, Ruling, SeatTerms, StandingOrders,
    StandingUse, TakebackAnswer, TakebackOffer,
};
pub use line::{Judged, LineOfPlay};
pub use private::{
    Entry, HiddenPiece, PlacedFact, PrivateAct, PrivateBody, PrivateChoice, PrivateHead, PrivateHeads, PrivatePart,
    PrivatePieces, PrivatePlan, PrivatePlanned, PrivateRoll, PrivateStanding, PrivateState, PrivateUse, choice_seal,
};
pub use readers::{Holders, Made, PrivateChains, in_order, is_open};
pub use sealed::{Deposit, GivenLink, HouseDiceTaken, HouseDiceWhy, SealedDice};
pub use second::{
    AnchorSecond, AnchorWhy, AudienceKey, CameTo, Choices, Closed, ClosedBy, CommandTerms, GenesisSecond,
    HandOverSecond, LinkSource, OpenedChoice, OpeningSecond, OrderSecond, PrivateAnchors, PrivateLinks, Release,
    Restored, RestoredAnchors, Revised, RevisionAnswer, SealedChoice, SealedPieces, SecondChain, SecondDice, Shown,
    StepLinks,
};
pub use testimony::{Correction, GenesisTold, OrderTold, ToldDice, ToldSeat};
pub use time::{
    CalendarSet, ClockSet, Excuse, Grant, LeaveEnd, LeaveTaken, PauseAnswer, PauseEnd, PauseOffer, TimeClaim,
};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// Every kind of record with its fields and their types, as JSON: what [`Body::read`] accepts, no more and no less.
///
/// `kinds` names the fields of each kind's `what` with their types; a type with a star is a list of it, with a question mark it may be null.
/// `types` says what each is: a word out of several, an integer within bounds, an object with fields. No field may be missing, and no other
/// stand there. `limits` bounds the bytes of a body, its nesting and its integers. `tests/verify_log.py` holds the same text, and
/// `docs/auditing.md` prints it as tables.
pub const GRAMMAR: &str = include_str!("grammar.json");

/// What every record's hash begins with. The number is the version of the chain, not of any body.
const RECORD_TAG: &[u8] = b"fieldpost/record/1\0";

/// The same for records that hold a root.
const ROOTED_TAG: &[u8] = b"fieldpost/record/2\0";

/// One entry of a log.
///
/// `hash = SHA-256("fieldpost/record/1\0" ‖ game ‖ u64be(seq) ‖ prev ‖ u32be(len(body)) ‖ body)`; the first record has
/// `seq` 1 and 32 zero bytes before it. In a log of the second format the tag is `fieldpost/record/2\0`, and the root of the private
/// logs stands behind `prev`. `body` is kept and hashed byte for byte as it was written, and never serialised
/// again, so that no later version of this program can change what an old hash means.
///
/// Serialised, a record is one line of an export: its fields in alphabetical order, hashes in lower-case hex, the body as a JSON
/// string.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The canonical JSON of a [`Body`], the exact bytes hashed.
    pub body: String,
    /// The game it belongs to; in the hash, so that a record cannot be moved to another game.
    pub game: GameId,
    /// The hash of this record: the head of the log while it is the last one.
    pub hash: Hash32,
    /// The hash of the record before.
    pub prev: Hash32,
    /// The root over all private logs, in a log of the second format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root: Option<Hash32>,
    /// Its number, from 1, without gaps.
    pub seq: u64,
}

impl Record {
    /// Whether the kind of its body begins so: `order/`, `pause-`. Reads nothing of the body but its head, where the kind stands; for
    /// passing over the many records that somebody does not ask about.
    pub fn is_kind(&self, kind: &str) -> bool {
        self.body.strip_prefix("{\"kind\":\"").is_some_and(|rest| rest.starts_with(kind))
    }

    /// Writes a body as the next record of a chain.
    ///
    /// # Errors
    /// [`canonical::NotCanonical`] when the bytes would break the rules of the log. The fault is then in whoever made the body:
    /// a ruleset whose facts have unsorted fields or floats, or text that was not normalised on input.
    pub fn seal(game: GameId, seq: u64, prev: Hash32, body: &Body) -> Result<Record, canonical::NotCanonical> {
        Record::rooted(game, seq, prev, None, body)
    }

    /// The same, with the root of the private logs where the log is of the second format.
    ///
    /// # Errors
    /// As [`Record::seal`].
    pub fn rooted(
        game: GameId,
        seq: u64,
        prev: Hash32,
        root: Option<Hash32>,
        body: &Body,
    ) -> Result<Record, canonical::NotCanonical> {
        let text = body.write();
        canonical::check(&text)?;
        // What is stored must mean what was said: reading it back and writing it again gives the same bytes.
        match Body::read(&text) {
            Ok(back) if back.write() == text => {}
            _ => return Err(canonical::NotCanonical { at: 0, why: "the body does not read back as it was written" }),
        }
        let hash = Record::rooted_digest(game, seq, prev, root, &text);
        Ok(Record { body: text, game, hash, prev, root, seq })
    }

    /// The hash of a record of the first format with these parts.
    pub fn digest(game: GameId, seq: u64, prev: Hash32, body: &str) -> Hash32 {
        Record::rooted_digest(game, seq, prev, None, body)
    }

    /// The hash of a record with these parts, in the second format with its root.
    pub fn rooted_digest(game: GameId, seq: u64, prev: Hash32, root: Option<Hash32>, body: &str) -> Hash32 {
        // A body is far below 4 GiB: orders are limited, and so are the facts that follow from one.
        let len = u32::try_from(body.len()).unwrap_or(u32::MAX);
        let hash = Sha256::new()
            .chain_update(if root.is_some() { ROOTED_TAG } else { RECORD_TAG })
            .chain_update(game.0)
            .chain_update(seq.to_be_bytes())
            .chain_update(prev.0);
        let hash = match root {
            Some(root) => hash.chain_update(root.0),
            None => hash,
        };
        Hash32(hash.chain_update(len.to_be_bytes()).chain_update(body).finalize().into())
    }

    /// Whether the record is sound by itself: its hash is that of its parts.
    ///
    /// # Errors
    /// [`BadRecord::Hash`].
    pub fn check(&self) -> Result<(), BadRecord> {
        if Record::rooted_digest(self.game, self.seq, self.prev, self.root, &self.body) == self.hash {
            Ok(())
        } else {
            Err(BadRecord::Hash { seq: self.seq })
        }
    }

    /// Whether the record is sound and follows on `prev`, the last record of `game` with number `seq - 1`.
    ///
    /// # Errors
    /// [`BadRecord`], saying which link is broken.
    pub fn check_after(&self, game: GameId, len: u64, prev: Hash32) -> Result<(), BadRecord> {
        if self.game != game {
            return Err(BadRecord::Game { seq: self.seq });
        }
        if self.seq != len + 1 {
            return Err(BadRecord::Number { found: self.seq, expected: len + 1 });
        }
        if self.prev != prev {
            return Err(BadRecord::Prev { seq: self.seq });
        }
        self.check()
    }

    /// The body, parsed.
    ///
    /// # Errors
    /// The JSON error, for a kind of record this program does not know or a body that is not one.
    pub fn read(&self) -> serde_json::Result<Body> {
        Body::read(&self.body)
    }
}

/// What is wrong with a record's place in the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadRecord {
    /// The hash is not that of the record's parts: a byte was changed.
    #[error("record {seq} has been changed: its hash is not that of its content")]
    Hash {
        /// The record.
        seq: u64,
    },
    /// It does not name the hash of the record before.
    #[error("record {seq} does not follow the record before it: it names another hash")]
    Prev {
        /// The record.
        seq: u64,
    },
    /// Its number is not the next one: a record is missing, doubled or out of place.
    #[error("record {expected} should stand here, and record {found} does: records are missing, doubled or swapped")]
    Number {
        /// The number it has.
        found: u64,
        /// The number it should have.
        expected: u64,
    },
    /// It belongs to another game.
    #[error("record {seq} belongs to another game")]
    Game {
        /// The record.
        seq: u64,
    },
}
