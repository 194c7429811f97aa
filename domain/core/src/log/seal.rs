//! Sealed values (TRUST §4): in the log from the moment they count, readable only when they are opened.
//!
//! ```text
//! K      = the seat's key for this game
//! salt   = HMAC-SHA-256(K, u32be(slot))
//! padded = value, then zero bytes up to 64, 256, 1,024 or the next multiple of 1,024 bytes
//! seal   = SHA-256("fieldpost/seal/1\0" ‖ game ‖ u32be(slot) ‖ audience ‖ salt ‖ u32be(len) ‖ padded)
//! cipher = HMAC-SHA-256(K, "cipher" ‖ u32be(slot))
//! sealed = (u32be(len) ‖ padded) XOR ChaCha20(key = cipher, nonce 0, counter 0)
//! ```
//!
//! `audience` is the seat's byte ([`crate::dice::chair`]). Publishing one salt with its value opens one slot; publishing `K` opens
//! all of them, because the enciphered values stand in the log as well. The lengths seen from outside are the padded ones.

use crate::words::{GameId, Hash32};
use hmac::{Hmac, KeyInit, Mac};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

const SEAL_TAG: &[u8] = b"fieldpost/seal/1\0";

/// The key of one seat's seals. Debug does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct SealKey {
    game: GameId,
    audience: u8,
    key: [u8; 32],
}

impl std::fmt::Debug for SealKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SealKey(audience {}, secret)", self.audience)
    }
}

/// A sealed value as the log has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// The commitment.
    pub seal: Hash32,
    /// The enciphered value.
    pub bytes: Vec<u8>,
}

/// HMAC-SHA-256 over the joined parts.
pub(crate) fn hmac(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    // A key shorter than SHA-256's block is filled up with zero bytes by definition (RFC 2104).
    let mut block = [0; 64];
    block[..32].copy_from_slice(key);
    let mut mac = <Hmac<Sha256> as KeyInit>::new(&block.into());
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

fn padded_len(len: usize) -> usize {
    match len {
        0..=64 => 64,
        65..=256 => 256,
        _ => len.div_ceil(1024) * 1024,
    }
}

impl SealKey {
    /// The key of an audience in a game, from its 32 bytes.
    pub fn new(game: GameId, audience: u8, key: [u8; 32]) -> Self {
        SealKey { game, audience, key }
    }

    /// The bytes to publish when everything is opened.
    pub fn publish(&self) -> Hash32 {
        Hash32(self.key)
    }

    /// Seals a value in a slot. A slot must serve once only.
    pub fn seal(&self, slot: u32, value: &[u8]) -> Sealed {
        let padded = padded_len(value.len());
        let mut bytes = Vec::with_capacity(4 + padded);
        // Values are a few hundred bytes; a length beyond u32 cannot be reached in memory.
        bytes.extend_from_slice(&u32::try_from(value.len()).unwrap_or(u32::MAX).to_be_bytes());
        bytes.extend_from_slice(value);
        bytes.resize(4 + padded, 0);
        let seal = self.commitment(slot, &bytes);
        self.cipher(slot, &mut bytes);
        Sealed { seal, bytes }
    }

    /// Opens a slot, and checks it against its commitment. `None` when key, bytes and commitment do not belong together.
    pub fn open(&self, slot: u32, sealed: &Sealed) -> Option<Vec<u8>> {
        let mut bytes = sealed.bytes.clone();
        self.cipher(slot, &mut bytes);
        if self.commitment(slot, &bytes) != sealed.seal {
            return None;
        }
        let (head, padded) = bytes.split_at_checked(4)?;
        let len = usize::try_from(u32::from_be_bytes(head.try_into().ok()?)).ok()?;
        let (value, rest) = padded.split_at_checked(len)?;
        (padded.len() == padded_len(len) && rest.iter().all(|b| *b == 0)).then(|| value.to_vec())
    }

    fn commitment(&self, slot: u32, len_and_padded: &[u8]) -> Hash32 {
        let salt = hmac(&self.key, &[&slot.to_be_bytes()]);
        Hash32(
            Sha256::new()
                .chain_update(SEAL_TAG)
                .chain_update(self.game.0)
                .chain_update(slot.to_be_bytes())
                .chain_update([self.audience])
                .chain_update(salt)
                .chain_update(len_and_padded)
                .finalize()
                .into(),
        )
    }

    fn cipher(&self, slot: u32, bytes: &mut [u8]) {
        let mut stream = vec![0; bytes.len()];
        ChaCha20Rng::from_seed(hmac(&self.key, &[b"cipher", &slot.to_be_bytes()])).fill_bytes(&mut stream);
        for (byte, key) in bytes.iter_mut().zip(stream) {
            *byte ^= key;
        }
    }
}
