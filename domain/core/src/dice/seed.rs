//! From links to faces.

use crate::words::Hash32;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// Everything that goes into the rolls of one order. All of it is public once the order is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ingredients {
    /// `G`: hash of the genesis record.
    pub genesis: Hash32,
    /// The rolling seat's byte, see [`super::chair`].
    pub chair: u8,
    /// `k`: this is the seat's k-th order that rolls, from 1.
    pub index: u32,
    /// `s_k`.
    pub server: Hash32,
    /// `x_k`.
    pub player: Hash32,
    /// `q`: the link of the last hand-over to the rolling side.
    pub handed: Hash32,
    /// `P`: see [`phrases`].
    pub phrases: Hash32,
}

impl Ingredients {
    /// `SHA-256("fieldpost/dice/roll/1\0" ‖ G ‖ chair ‖ u32be(k) ‖ s_k ‖ x_k ‖ q ‖ P)`.
    pub fn seed(&self) -> [u8; 32] {
        Sha256::new()
            .chain_update(b"fieldpost/dice/roll/1\0")
            .chain_update(self.genesis.0)
            .chain_update([self.chair])
            .chain_update(self.index.to_be_bytes())
            .chain_update(self.server.0)
            .chain_update(self.player.0)
            .chain_update(self.handed.0)
            .chain_update(self.phrases.0)
            .finalize()
            .into()
    }
}

/// The seed of a private roll: `SHA-256("fieldpost/dice/private/1\0" ‖ G ‖ chair ‖ u32be(index) ‖ s ‖ x ‖ P)`. For a roll that nobody is told,
/// `chair` is 0 and `player` 32 zero bytes.
pub fn private_seed(
    genesis: &Hash32,
    chair: u8,
    index: u32,
    server: &Hash32,
    player: &Hash32,
    phrases: &Hash32,
) -> [u8; 32] {
    Sha256::new()
        .chain_update(b"fieldpost/dice/private/1\0")
        .chain_update(genesis.0)
        .chain_update([chair])
        .chain_update(index.to_be_bytes())
        .chain_update(server.0)
        .chain_update(player.0)
        .chain_update(phrases.0)
        .finalize()
        .into()
}

/// `P`: SHA-256 of the players' phrases in seat order, joined by a line feed (a phrase holds none).
pub fn phrases<'a>(in_seat_order: impl IntoIterator<Item = &'a str>) -> Hash32 {
    let joined: Vec<&str> = in_seat_order.into_iter().collect();
    Hash32::of(joined.join("\n").as_bytes())
}

/// Faces from a seed: the ChaCha20 key stream (nonce 0, counter 0), byte by byte.
///
/// For a die of `n` sides a byte `b` below `256 − 256 mod n` gives `b mod n + 1`, any other is skipped: every face is
/// equally likely. The stream goes on from die to die, also between dice of different size.
#[derive(Clone)]
pub struct Faces {
    stream: ChaCha20Rng,
    block: [u8; 64],
    at: usize,
}

impl std::fmt::Debug for Faces {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Faces(secret)")
    }
}

impl Faces {
    /// The faces of a seed.
    pub fn new(seed: [u8; 32]) -> Self {
        Faces { stream: ChaCha20Rng::from_seed(seed), block: [0; 64], at: 64 }
    }

    /// The next face of a die of `sides` sides, at least 1.
    pub fn next(&mut self, sides: u8) -> u8 {
        loop {
            if let (_, Some(face)) = self.byte(sides) {
                return face;
            }
        }
    }

    /// The bytes that the next face of a die takes, each with the face that it gives: none but the last gives one.
    pub fn spelled(&mut self, sides: u8) -> Vec<(u8, Option<u8>)> {
        let mut taken = Vec::new();
        loop {
            let byte = self.byte(sides);
            taken.push(byte);
            if byte.1.is_some() {
                return taken;
            }
        }
    }

    /// The next byte of the key stream, and the face that it gives, unless it is skipped.
    fn byte(&mut self, sides: u8) -> (u8, Option<u8>) {
        if self.at == self.block.len() {
            self.stream.fill_bytes(&mut self.block);
            self.at = 0;
        }
        let read = self.block[self.at];
        self.at += 1;
        let (n, byte) = (u16::from(sides.max(1)), u16::from(read));
        // Below n, which is at most 255, plus one.
        let face = || u8::try_from(byte % n + 1).unwrap_or(1);
        (read, (byte < 256 - 256 % n).then(face))
    }
}
