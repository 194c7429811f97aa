//! Private logs: for each audience a chain of entries of its own, and the root by which every public record holds them all
//! (`docs/decisions/0070-the-second-log-format.md`).
//!
//! ```text
//! e_m  = SHA-256("fieldpost/entry/1\0" ‖ game ‖ audience[2] ‖ u64be(m) ‖ e_{m-1} ‖ u64be(n) ‖ with[1] ‖ u32be(len) ‖ body)
//! salt = HMAC-SHA-256(K_audience, "fieldpost/leaf-salt/1\0" ‖ u64be(n))                     after a restore: … ‖ u64be(n) ‖ u32be(start)
//! leaf = SHA-256("fieldpost/leaf/1\0" ‖ game ‖ u64be(n) ‖ audience[2] ‖ salt ‖ u64be(m) ‖ e_m)
//! root = SHA-256("fieldpost/root/1\0" ‖ game ‖ u64be(n) ‖ leaf ‖ leaf ‖ …)
//! ```

use super::canonical;
use super::seal::hmac;
use crate::words::{Audience, GameId, Hash32, Millis, Roll, SeatId, Side};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// One element of a private log.
///
/// Serialised, it is what stands behind `entry` in an export: its fields in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The public record that it was made after, or with.
    pub after: u64,
    /// Whose log.
    pub audience: Audience,
    /// The canonical JSON of a [`PrivateBody`], the exact bytes hashed.
    pub body: String,
    /// The game.
    pub game: GameId,
    /// The hash of this entry.
    pub hash: Hash32,
    /// Its number in its log, from 1.
    pub number: u64,
    /// The hash of the entry before; 32 zero bytes for the first.
    pub prev: Hash32,
    /// Whether it was made together with record `after`, rather than after it.
    pub with: bool,
}

impl Entry {
    /// Writes a body as the next entry of a private log.
    ///
    /// # Errors
    /// [`canonical::NotCanonical`], as for a record.
    pub fn seal(
        game: GameId,
        audience: Audience,
        last: PrivateHead,
        (after, with): (u64, bool),
        body: &PrivateBody,
    ) -> Result<Entry, canonical::NotCanonical> {
        let body = body.write();
        canonical::check(&body)?;
        let (number, prev) = (last.number + 1, last.hash);
        let mut entry = Entry { after, audience, body, game, hash: Hash32::ZERO, number, prev, with };
        entry.hash = entry.digest();
        Ok(entry)
    }

    /// The hash that an entry with these parts must have.
    pub fn digest(&self) -> Hash32 {
        let len = u32::try_from(self.body.len()).unwrap_or(u32::MAX);
        Hash32(
            Sha256::new()
                .chain_update(b"fieldpost/entry/1\0")
                .chain_update(self.game.0)
                .chain_update(self.audience.bytes())
                .chain_update(self.number.to_be_bytes())
                .chain_update(self.prev.0)
                .chain_update(self.after.to_be_bytes())
                .chain_update([u8::from(self.with)])
                .chain_update(len.to_be_bytes())
                .chain_update(&self.body)
                .finalize()
                .into(),
        )
    }

    /// Whether it follows on the last entry of its log, by number, hash and place.
    ///
    /// # Errors
    /// What is wrong, as the end of a sentence.
    pub fn check_after(&self, game: GameId, last: &PrivateHead) -> Result<(), &'static str> {
        if self.game != game {
            return Err("it belongs to another game");
        }
        if self.number != last.number + 1 || self.prev != last.hash {
            return Err("it does not follow the entry before it");
        }
        if self.digest() != self.hash {
            return Err("its hash is not that of its content");
        }
        Ok(())
    }

    /// Whether the kind of its body begins so, as [`Record::is_kind`](super::Record::is_kind).
    pub fn is_kind(&self, kind: &str) -> bool {
        self.body.strip_prefix("{\"kind\":\"").is_some_and(|rest| rest.starts_with(kind))
    }

    /// Whether it lies under the root of record `seq`.
    pub fn is_under(&self, seq: u64) -> bool {
        self.after < seq || (self.after == seq && self.with)
    }

    /// The body, parsed.
    ///
    /// # Errors
    /// The JSON error.
    pub fn read(&self) -> serde_json::Result<PrivateBody> {
        serde_json::from_str(&self.body)
    }
}

/// Where a private log ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PrivateHead {
    /// How many entries it has.
    pub number: u64,
    /// The hash of the last; 32 zero bytes before the first.
    pub hash: Hash32,
}

/// Where all private logs of a game end, by audience: each that there is, also those without an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrivateHeads {
    logs: BTreeMap<Audience, PrivateHead>,
    /// That of the last `restored/1`, 0 before.
    start: u32,
}

impl PrivateHeads {
    /// Those at the beginning of a game with seats of these sides, in seat order: nobody's, the sides' and the seats'.
    pub fn begin(seats: impl IntoIterator<Item = Side>) -> Self {
        let mut heads = PrivateHeads::default();
        heads.add(Audience::Nobody);
        for (seat, side) in (0..=u8::MAX).zip(seats) {
            heads.add(Audience::Side(side));
            heads.add(Audience::Seat(SeatId(seat)));
        }
        heads
    }

    /// Opens the log of an audience.
    pub fn add(&mut self, audience: Audience) {
        self.logs.entry(audience).or_default();
    }

    /// The service was restored from a copy: what was lost has roots over salts of the same numbers, and equal ones would show that nothing
    /// private was done otherwise. So the salts are others from that record on.
    pub fn restored(&mut self, start: u32) {
        self.start = start;
    }

    /// The `start` of the last `restored/1`; 0 before.
    pub fn start(&self) -> u32 {
        self.start
    }

    /// Where the log of an audience ends; nothing where there is no such audience.
    pub fn of(&self, audience: Audience) -> Option<PrivateHead> {
        self.logs.get(&audience).copied()
    }

    /// All of them, in the order of their leaves.
    pub fn each(&self) -> impl Iterator<Item = (Audience, PrivateHead)> {
        self.logs.iter().map(|(audience, head)| (*audience, *head))
    }

    /// How many entries there are in all.
    pub fn entries(&self) -> u64 {
        self.logs.values().map(|h| h.number).sum()
    }

    /// Takes an entry in, whose place was checked.
    pub fn take(&mut self, entry: &Entry) {
        self.logs.insert(entry.audience, PrivateHead { number: entry.number, hash: entry.hash });
    }

    /// The root over all of them for record `seq`, with the keys of the audiences.
    pub fn root(&self, game: GameId, seq: u64, mut key: impl FnMut(Audience) -> [u8; 32]) -> Hash32 {
        let mut root =
            Sha256::new().chain_update(b"fieldpost/root/1\0").chain_update(game.0).chain_update(seq.to_be_bytes());
        let start = self.start.to_be_bytes();
        let start = if self.start == 0 { &[][..] } else { &start[..] };
        for (audience, head) in &self.logs {
            let salt = hmac(&key(*audience), &[b"fieldpost/leaf-salt/1\0", &seq.to_be_bytes(), start]);
            root.update(
                Sha256::new()
                    .chain_update(b"fieldpost/leaf/1\0")
                    .chain_update(game.0)
                    .chain_update(seq.to_be_bytes())
                    .chain_update(audience.bytes())
                    .chain_update(salt)
                    .chain_update(head.number.to_be_bytes())
                    .chain_update(head.hash.0)
                    .finalize(),
            );
        }
        Hash32(root.finalize().into())
    }
}

/// The content of an entry.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", content = "what")]
pub enum PrivateBody {
    /// An order that no record shows.
    #[serde(rename = "act/1")]
    Act(PrivateAct),
    /// What an audience alone learns by a record, or nobody by an act.
    #[serde(rename = "part/1")]
    Part(PrivatePart),
    /// What lies under a choice.
    #[serde(rename = "choice/2")]
    Choice(PrivateChoice),
    /// What lies under hidden pieces.
    #[serde(rename = "pieces/2")]
    Pieces(PrivatePieces),
    /// All standing orders of a holder from here on.
    #[serde(rename = "standing/2")]
    Standing(PrivateStanding),
    /// Why an order was given in advance.
    #[serde(rename = "used/1")]
    Used(PrivateUse),
    /// The digest of the whole position.
    #[serde(rename = "state/1")]
    State(PrivateState),
    /// Queued orders of a holder from here on.
    #[serde(rename = "plan/1")]
    Plan(PrivatePlan),
    /// How far they have come.
    #[serde(rename = "planned/1")]
    Planned(PrivatePlanned),
}

impl PrivateBody {
    /// The canonical bytes.
    pub fn write(&self) -> String {
        // As for a record: refused by the check that follows, should it ever fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// `act/1`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivateAct {
    /// When.
    pub at: Millis,
    /// What this audience learns.
    pub facts: Vec<Box<RawValue>>,
    /// The key the client chose; null when it was given in advance.
    pub key: Option<String>,
    /// The order in notation.
    pub order: String,
    /// The rolls whose faces this audience learns.
    pub rolls: Vec<PrivateRoll>,
    /// Who gave it.
    pub seat: SeatId,
    /// The head of the public log that the player was looking at.
    pub seen: Hash32,
}

/// `part/1`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivatePart {
    /// What this audience learns.
    pub facts: Vec<PlacedFact>,
    /// The rolls whose faces it learns.
    pub rolls: Vec<PrivateRoll>,
}

/// A fact of one audience, and where it stands among those of everybody.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedFact {
    /// How many public facts of the record come before it.
    pub after: u32,
    /// In the ruleset's own shape.
    pub fact: Box<RawValue>,
}

/// A roll that is not for everybody's eyes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivateRoll {
    /// The faces.
    pub faces: Vec<u8>,
    /// The number of its link, fixed by its name in the rules.
    pub index: u32,
    /// What it was rolled for: its name in the rules.
    pub purpose: String,
    /// The seat whose chains made it; null for a roll that nobody is told.
    pub seat: Option<SeatId>,
    /// How many sides each die has.
    pub sides: u8,
}

impl PrivateRoll {
    /// The roll without what concerns its dice.
    pub fn roll(&self) -> Roll {
        Roll { faces: self.faces.clone(), purpose: self.purpose.clone(), sides: self.sides }
    }
}

/// `choice/2`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivateChoice {
    /// The key the client chose; null when it was given in advance.
    pub key: Option<String>,
    /// The order in notation.
    pub order: String,
    /// The salt of its seal.
    pub salt: Hash32,
}

/// `pieces/2`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivatePieces {
    /// All of them, by number.
    pub pieces: Vec<HiddenPiece>,
}

/// A hidden piece under its seal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HiddenPiece {
    /// Its number among the hidden pieces of its audience.
    pub number: u16,
    /// The salt of its seal.
    pub salt: Hash32,
    /// What it is and stays: canonical JSON.
    pub what: String,
}

impl HiddenPiece {
    /// `SHA-256("fieldpost/piece/1\0" ‖ game ‖ audience[2] ‖ u16be(number) ‖ salt ‖ u32be(len) ‖ what)`.
    pub fn seal(game: GameId, audience: Audience, number: u16, salt: &Hash32, what: &str) -> Hash32 {
        let len = u32::try_from(what.len()).unwrap_or(u32::MAX);
        Hash32(
            Sha256::new()
                .chain_update(b"fieldpost/piece/1\0")
                .chain_update(game.0)
                .chain_update(audience.bytes())
                .chain_update(number.to_be_bytes())
                .chain_update(salt.0)
                .chain_update(len.to_be_bytes())
                .chain_update(what)
                .finalize()
                .into(),
        )
    }
}

/// The seal of a choice: `SHA-256("fieldpost/choice/1\0" ‖ game ‖ seat[1] ‖ salt ‖ u32be(len) ‖ order)`.
pub fn choice_seal(game: GameId, seat: SeatId, salt: &Hash32, order: &str) -> Hash32 {
    let len = u32::try_from(order.len()).unwrap_or(u32::MAX);
    Hash32(
        Sha256::new()
            .chain_update(b"fieldpost/choice/1\0")
            .chain_update(game.0)
            .chain_update([seat.0])
            .chain_update(salt.0)
            .chain_update(len.to_be_bytes())
            .chain_update(order)
            .finalize()
            .into(),
    )
}

/// `standing/2`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivateStanding {
    /// When.
    pub at: Millis,
    /// The rules by key.
    pub rules: BTreeMap<String, String>,
}

/// `used/1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivateUse {
    /// The offer's key; `forced` where nothing else was legal.
    pub key: String,
    /// Why, in words.
    pub reason: String,
}

/// `state/1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivateState {
    /// SHA-256 of the canonical position, the whole of it.
    pub state: Hash32,
}

/// `plan/1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivatePlan {
    /// When.
    pub at: Millis,
    /// The queued orders as their owner wrote them.
    pub text: String,
}

/// `planned/1`: queued orders gave an order, or left one out, or came to their end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivatePlanned {
    /// When.
    pub at: Millis,
    /// How many of the lines left have had their say in this step.
    pub cursor: u32,
    /// Whether they gave an order: that of the record made with it, or of the private act behind it.
    pub given: bool,
    /// What is left of them; empty at the end.
    pub left: String,
    /// The line that spoke, or why one is left out, or why they end.
    pub note: String,
    /// The step of the game in which that was.
    pub step: u32,
}
