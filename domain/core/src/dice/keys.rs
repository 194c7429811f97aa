//! What the server keeps secret of one game, all derived from 32 random bytes.

use super::chain::{Chain, ChainName, LINKS, Owner};
use super::house::BotRng;
use crate::log::seal::{SealKey, hmac};
use crate::words::{Audience, GameId, Hash32};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The secrets of one game with house dice: every chain, the keys of sealed values, the bots' chance.
///
/// Nothing here goes into anything public except through [`GameKeys::link`], link by link as the rules of the log say, and
/// the opening at the end. It has no serialisation, and Debug shows none of it. Keep one per running game: the first use
/// of a chain costs its 4,096 hashes (a few milliseconds for all chains of two seats), every later link at most 64. A copy is
/// a reference to the same.
#[derive(Clone)]
pub struct GameKeys(Arc<Inner>);

struct Inner {
    secret: [u8; 32],
    game: GameId,
    links: u32,
    /// A memo, by owner and start.
    chains: Mutex<BTreeMap<(Owner, u32), Arc<Chain>>>,
}

impl std::fmt::Debug for GameKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GameKeys({}, secret)", self.0.game)
    }
}

impl GameKeys {
    /// The keys of a game from its secret: 32 bytes from the system's source of randomness, made with the game and stored beside
    /// the log, never in it.
    pub fn derive(secret: [u8; 32], game: GameId) -> Self {
        GameKeys::with_links(secret, game, LINKS)
    }

    /// The same with chains of another length, so that a test can use one up.
    pub fn with_links(secret: [u8; 32], game: GameId, links: u32) -> Self {
        GameKeys(Arc::new(Inner { secret, game, links: links.max(1), chains: Mutex::default() }))
    }

    /// The game these belong to.
    pub fn game(&self) -> GameId {
        self.0.game
    }

    /// Links in each chain.
    pub fn links(&self) -> u32 {
        self.0.links
    }

    fn chain(&self, chair: u8, kind: ChainName, start: u32, links: u32) -> Arc<Chain> {
        let owner = Owner { game: self.0.game, chair, kind };
        // A panic while holding the lock leaves at worst a chain missing, which is then computed again.
        let mut chains = self.0.chains.lock().unwrap_or_else(PoisonError::into_inner);
        chains
            .entry((owner, start))
            .or_insert_with(|| {
                let tip = self.secret(&[b"chain\0", kind.label(), &[0, chair], &start.to_be_bytes()]);
                Arc::new(Chain::new(owner, start, links, Hash32(tip)))
            })
            .clone()
    }

    /// The anchor of the chain whose links follow on link `start` (a multiple of the chain's length; 0 for the first).
    pub fn anchor(&self, chair: u8, kind: impl Into<ChainName>, start: u32) -> Hash32 {
        self.chain(chair, kind.into(), start, self.0.links).anchor()
    }

    /// Link `index`, from 1. Reveals it: call it only for the record that makes it public.
    pub fn link(&self, chair: u8, kind: impl Into<ChainName>, index: u32) -> Hash32 {
        let before = index.saturating_sub(1);
        let start = before - before % self.0.links;
        // The chain was chosen to hold the index, so the fallback is never taken.
        self.chain(chair, kind.into(), start, self.0.links).link(index.max(1)).unwrap_or(Hash32::ZERO)
    }

    /// The anchor of a chain for private rolls: `kind` of a chair, of so many links. There is no second one.
    pub fn private_anchor(&self, chair: u8, kind: ChainName, links: u32) -> Hash32 {
        self.chain(chair, kind, 0, links.max(1)).anchor()
    }

    /// Link `index` of such a chain; nothing beyond its end.
    pub fn private_link(&self, chair: u8, kind: ChainName, links: u32, index: u32) -> Option<Hash32> {
        self.chain(chair, kind, 0, links.max(1)).link(index)
    }

    /// `K` of an audience: what the salts of its leaves, its choices and its hidden pieces follow from.
    pub fn audience(&self, audience: Audience) -> [u8; 32] {
        self.secret(&[b"audience\0", &audience.bytes()])
    }

    /// The salt of the choice that a seat gives with record `seq`. `start` is that of the last `restored/1`, 0 before: what was lost by an accident
    /// may have had a record of the same number.
    pub fn choice_salt(&self, audience: Audience, seq: u64, start: u32) -> Hash32 {
        let parts: [&[u8]; 3] = [b"fieldpost/choice-salt/1\0", &seq.to_be_bytes(), &start.to_be_bytes()];
        Hash32(hmac(&self.audience(audience), &parts))
    }

    /// The salt of a hidden piece of an audience that is sealed with record `seq`; `start` as there.
    pub fn piece_salt(&self, audience: Audience, seq: u64, number: u16, start: u32) -> Hash32 {
        let parts: [&[u8]; 4] =
            [b"fieldpost/piece-salt/1\0", &seq.to_be_bytes(), &number.to_be_bytes(), &start.to_be_bytes()];
        Hash32(hmac(&self.audience(audience), &parts))
    }

    /// The key of a seat's sealed values.
    pub fn seal(&self, chair: u8) -> SealKey {
        SealKey::new(self.0.game, chair, self.secret(&[b"seal\0", &[chair]]))
    }

    /// A source of chance for a house player, different at every point of the log. It never rolls a die of the game.
    pub fn bot_rng(&self, seq: u64) -> BotRng {
        let [a, b, c, d, e, f, g, h, ..] = self.secret(&[b"bot\0", &seq.to_be_bytes()]);
        BotRng::seeded(u64::from_be_bytes([a, b, c, d, e, f, g, h]))
    }

    /// The token of the invitation that the game is started with. Derived, so that a repeated request is answered with the same
    /// link, and none is stored.
    pub fn first_invitation(&self) -> [u8; 32] {
        self.secret(&[b"invitation\0"])
    }

    fn secret(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut all: Vec<&[u8]> = vec![b"fieldpost/keys/1\0", &self.0.game.0];
        all.extend_from_slice(parts);
        hmac(&self.0.secret, &all)
    }
}
