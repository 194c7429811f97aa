//! Chains of links, each the hash of the one after it.
//!
//! `c_{i-1} = SHA-256(tag ‖ 0x00 ‖ game ‖ chair ‖ u32be(i) ‖ c_i)`. Who makes a chain begins at its far end and publishes `c_0`, its
//! anchor; links are then revealed from `c_1` upwards. Everybody can check a link against the one before it, nobody can
//! find the one after it, and whoever made the chain can no longer choose.
//!
//! A chain has 4,096 links. When they are used up, another chain takes over with the numbers going on: links 4,097 to
//! 8,192 hang on an anchor of their own, which is recorded together with link 4,096.

use crate::log::{ChainKind, SecondChain};
use crate::words::{GameId, Hash32};
use sha2::{Digest, Sha256};

/// Links in a chain of a real game.
pub const LINKS: u32 = 4096;

/// Kept values stand this many links apart: at most so many hashes for a link, and 2 KB of memory a chain.
const MARK: u32 = 64;

/// Which chain of a seat: the tag of its hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChainName {
    /// The server's.
    Server,
    /// The player's, shown when rolling.
    Player,
    /// The player's, shown when handing over or when the enemy rolls.
    Handover,
    /// The server's in place of the player's.
    Reserve,
    /// The server's, for private rolls; of chair 0 for rolls that nobody is told.
    PrivateServer,
    /// The player's, for private rolls.
    PrivatePlayer,
}

impl ChainName {
    const fn tag(self) -> &'static [u8] {
        match self {
            ChainName::Server => b"fieldpost/dice/server/1\0",
            ChainName::Player => b"fieldpost/dice/player/1\0",
            ChainName::Handover => b"fieldpost/dice/handover/1\0",
            ChainName::Reserve => b"fieldpost/dice/reserve/1\0",
            ChainName::PrivateServer => b"fieldpost/dice/private-server/1\0",
            ChainName::PrivatePlayer => b"fieldpost/dice/private-player/1\0",
        }
    }

    /// What its far end is derived from the game's secret with.
    pub(super) const fn label(self) -> &'static [u8] {
        match self {
            ChainName::Server => b"server",
            ChainName::Player => b"player",
            ChainName::Handover => b"handover",
            ChainName::Reserve => b"reserve",
            ChainName::PrivateServer => b"private-server",
            ChainName::PrivatePlayer => b"private-player",
        }
    }
}

impl From<ChainKind> for ChainName {
    fn from(kind: ChainKind) -> Self {
        match kind {
            ChainKind::Server => ChainName::Server,
            ChainKind::Player => ChainName::Player,
            ChainKind::Handover => ChainName::Handover,
        }
    }
}

impl From<SecondChain> for ChainName {
    fn from(chain: SecondChain) -> Self {
        match chain {
            SecondChain::Server => ChainName::Server,
            SecondChain::Player => ChainName::Player,
            SecondChain::Handover => ChainName::Handover,
            SecondChain::Reserve => ChainName::Reserve,
        }
    }
}

/// Whose chain, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Owner {
    /// The game.
    pub game: GameId,
    /// The seat's byte, see [`super::chair`].
    pub chair: u8,
    /// Which of the chair's.
    pub kind: ChainName,
}

impl Owner {
    /// The value before link `index`, which is `link`. Checking a revealed link is one call: the result must be the link
    /// revealed before, or the anchor.
    pub fn before(&self, index: u32, link: &Hash32) -> Hash32 {
        Hash32(
            Sha256::new()
                .chain_update(self.kind.tag())
                .chain_update(self.game.0)
                .chain_update([self.chair])
                .chain_update(index.to_be_bytes())
                .chain_update(link.0)
                .finalize()
                .into(),
        )
    }

    /// The value at number `low`, below link `high`: as many hashes as lie between them.
    pub fn down(&self, high: u32, low: u32, link: &Hash32) -> Hash32 {
        (low + 1..=high).rev().fold(*link, |value, index| self.before(index, &value))
    }
}

/// A chain whose maker can reveal any link of it quickly. The values are secret until revealed; Debug shows none.
#[derive(Clone)]
pub struct Chain {
    owner: Owner,
    /// The number of links before this chain: its own are `start + 1` to `start + links`.
    start: u32,
    links: u32,
    /// `c` at `start`, `start + 64`, … and at the far end.
    marks: Vec<Hash32>,
}

impl std::fmt::Debug for Chain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Chain({:?}, links {} to {}, secret)", self.owner.kind, self.start + 1, self.start + self.links)
    }
}

impl Chain {
    /// The chain that ends in `tip`: `links` hashes, once.
    pub fn new(owner: Owner, start: u32, links: u32, tip: Hash32) -> Self {
        let mut marks = vec![tip];
        let mut value = tip;
        for i in (1..=links).rev() {
            value = owner.before(start + i, &value);
            if (i - 1) % MARK == 0 {
                marks.push(value);
            }
        }
        marks.reverse();
        Chain { owner, start, links, marks }
    }

    /// The value before the first link.
    pub fn anchor(&self) -> Hash32 {
        self.marks[0]
    }

    /// Link `index`, counted over all chains of the owner; `None` when it is not on this one.
    pub fn link(&self, index: u32) -> Option<Hash32> {
        let i = index.checked_sub(self.start).filter(|i| (1..=self.links).contains(i))?;
        // The mark at or after the link, then down to it.
        let mark = i.div_ceil(MARK).saturating_mul(MARK).min(self.links);
        let mut value = *self.marks.get(usize::try_from(i.div_ceil(MARK)).ok()?)?;
        for j in (i + 1..=mark).rev() {
            value = self.owner.before(self.start + j, &value);
        }
        Some(value)
    }
}
