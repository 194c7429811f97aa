//! What a player keeps of their own: one dice key, from which the chains of every game follow that they play with sealed dice.

use super::chain::{Chain, ChainName, Owner};
use crate::log::PlayerAnchors;
use crate::log::seal::hmac;
use crate::words::{GameId, Hash32};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// The bytes of a dice key.
const BYTES: usize = 20;

/// The letters of a written key: no vowels but A and E, nothing that looks like something else (Crockford's base 32).
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A player's dice key. It never leaves the player's own device; Debug shows none of it.
#[derive(Clone, PartialEq, Eq)]
pub struct DiceKey([u8; BYTES]);

impl std::fmt::Debug for DiceKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DiceKey(secret)")
    }
}

/// Why a text is no dice key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoDiceKey {
    /// Too short, too long, or of other letters.
    #[error(
        "A dice key is nine groups of four letters and digits, such as 4F7K-09TQ-…; hyphens, spaces and small letters do not matter."
    )]
    Form,
    /// A letter was mistaken.
    #[error(
        "A letter of the dice key is wrong: its last group does not belong to the others. Compare it with the text that you kept."
    )]
    Check,
}

impl DiceKey {
    /// The key of 20 random bytes.
    pub fn new(bytes: [u8; BYTES]) -> Self {
        DiceKey(bytes)
    }

    /// The key from its text: nine groups of four; `O` is read as 0, `I` and `L` as 1.
    ///
    /// # Errors
    /// [`NoDiceKey`].
    pub fn read(text: &str) -> Result<Self, NoDiceKey> {
        let letters = text.bytes().filter(|b| !matches!(b, b'-' | b' ' | b'\t' | b'\r' | b'\n'));
        let values: Option<Vec<u8>> = letters
            .map(|letter| {
                let letter = match letter.to_ascii_uppercase() {
                    b'O' => b'0',
                    b'I' | b'L' => b'1',
                    letter => letter,
                };
                LETTERS.iter().position(|l| *l == letter).and_then(|n| u8::try_from(n).ok())
            })
            .collect();
        let values = values.filter(|v| v.len() == 36).ok_or(NoDiceKey::Form)?;
        let mut bytes = [0; BYTES];
        for (five, eight) in bytes.chunks_mut(5).zip(values.chunks(8)) {
            let all = eight.iter().fold(0_u64, |all, v| all << 5 | u64::from(*v));
            five.copy_from_slice(&all.to_be_bytes()[3..]);
        }
        let key = DiceKey(bytes);
        if key.values()[32..] == values[32..] { Ok(key) } else { Err(NoDiceKey::Check) }
    }

    /// The key as it is written down: 32 letters of five bits each and four that check them (the first 20 bits of SHA-256 of
    /// `fieldpost/dice-key/1`, a zero byte and the key), in groups of four.
    pub fn write(&self) -> String {
        let letters: Vec<u8> = self.values().iter().filter_map(|v| LETTERS.get(usize::from(*v)).copied()).collect();
        let groups: Vec<String> = letters.chunks(4).map(|g| String::from_utf8_lossy(g).into_owned()).collect();
        groups.join("-")
    }

    fn values(&self) -> Vec<u8> {
        let check: [u8; 32] = Sha256::new().chain_update(TAG).chain_update(self.0).finalize().into();
        let five = |five: &[u8]| {
            let all = five.iter().fold(0_u64, |all, b| all << 8 | u64::from(*b));
            (0..8).rev().map(move |n| u8::try_from(all >> (5 * n) & 31).unwrap_or(0)).collect::<Vec<u8>>()
        };
        let mut values: Vec<u8> = self.0.chunks(5).flat_map(five).collect();
        values.extend(five(&check[..5]).into_iter().take(4));
        values
    }

    /// A chain of a seat in a game: [`ChainName::Player`] or [`ChainName::Handover`], of so many links.
    pub fn chain(&self, game: GameId, chair: u8, kind: ChainName, links: u32) -> Chain {
        let mut key = [0; 32];
        // A key shorter than SHA-256's block is filled up with zero bytes by definition (RFC 2104).
        key[..BYTES].copy_from_slice(&self.0);
        let tip = hmac(&key, &[TAG, &game.0, &[chair], kind.label()]);
        Chain::new(Owner { game, chair, kind }, 0, links, Hash32(tip))
    }

    /// The anchors of both chains of a seat in a game.
    pub fn anchors(&self, game: GameId, chair: u8, links: u32) -> PlayerAnchors {
        let anchor = |kind| self.chain(game, chair, kind, links).anchor();
        PlayerAnchors { handover: anchor(ChainName::Handover), player: anchor(ChainName::Player) }
    }
}

const TAG: &[u8] = b"fieldpost/dice-key/1\0";
