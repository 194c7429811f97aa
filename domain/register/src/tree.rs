//! The tree of RFC 6962, section 2.1: hashes of leaves and of nodes, and the edge along which a tree grows.

use sha2::{Digest, Sha256};

/// A hash: of a record, a leaf, a node, a whole tree.
pub type Hash = [u8; 32];

/// The greatest size of a tree that anything here reads: what a signed integer of 64 bits holds.
pub const LARGEST: u64 = i64::MAX as u64;

/// The hash of a leaf: of the data that stands there. In the register that is a record's hash.
///
/// `SHA-256(0x00 ‖ data)`
pub fn leaf(data: &[u8]) -> Hash {
    Sha256::new().chain_update([0]).chain_update(data).finalize().into()
}

/// The hash of a node: of what lies to the left and to the right of it.
///
/// `SHA-256(0x01 ‖ left ‖ right)`
pub fn node(left: &Hash, right: &Hash) -> Hash {
    Sha256::new().chain_update([1]).chain_update(left).chain_update(right).finalize().into()
}

/// The root of a tree without leaves: the hash of nothing.
pub fn empty() -> Hash {
    Sha256::digest([]).into()
}

/// The root over roots of trees that stand side by side, the largest first; nothing for none.
pub(crate) fn join(roots: &[Hash]) -> Option<Hash> {
    roots.iter().rev().copied().reduce(|right, left| node(&left, &right))
}

/// The root of a complete tree over hashes that are a power of two in number.
pub(crate) fn complete(mut hashes: Vec<Hash>) -> Option<Hash> {
    if !hashes.len().is_power_of_two() {
        return None;
    }
    while hashes.len() > 1 {
        hashes = hashes.chunks_exact(2).map(|pair| node(&pair[0], &pair[1])).collect();
    }
    hashes.pop()
}

/// The edge of a tree: the roots of the complete trees that it consists of, the largest first, one for each bit of its size. It is all that is needed to
/// add leaves and to give the root: 32 bytes for each doubling of the size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frontier {
    size: u64,
    roots: Vec<Hash>,
}

impl Frontier {
    /// The edge of a tree without leaves.
    pub fn new() -> Frontier {
        Frontier::default()
    }

    /// The edge of a stored tree: `roots` are those of [`crate::proof::edge`], in its order.
    pub fn resume(size: u64, roots: Vec<Hash>) -> Option<Frontier> {
        (size <= LARGEST && roots.len() as u32 == size.count_ones()).then_some(Frontier { size, roots })
    }

    /// How many leaves there are.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The roots of the complete trees that it consists of, the largest first: with the size, what [`Frontier::resume`] takes.
    pub fn roots(&self) -> &[Hash] {
        &self.roots
    }

    /// Adds a leaf by its hash. `stored` is called with each hash that is worth keeping: the leaf itself on level 0, and on level `l` the root over 256 hashes of
    /// the level below as soon as there are so many; each with its level and its number there. From these [`crate::proof`] makes every proof.
    pub fn append(&mut self, leaf: Hash, mut stored: impl FnMut(u8, u64, Hash)) {
        stored(0, self.size, leaf);
        let mut hash = leaf;
        for height in 1..=self.size.trailing_ones() {
            let Some(left) = self.roots.pop() else { break };
            hash = node(&left, &hash);
            if height % 8 == 0 {
                stored((height / 8) as u8, self.size >> height, hash);
            }
        }
        self.roots.push(hash);
        self.size += 1;
    }

    /// The root of the tree.
    pub fn root(&self) -> Hash {
        join(&self.roots).unwrap_or_else(empty)
    }
}
