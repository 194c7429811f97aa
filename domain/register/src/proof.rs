//! That a leaf is in a tree, and that a tree goes on from an earlier one (RFC 6962, sections 2.1.1 and 2.1.2).
//!
//! A proof is a list of roots over spans of leaves. [`Spans`] says which; whoever has the stored hashes is asked for [`Run`]s of them. So
//! a storage reads everything it needs first, in any way it likes, and the proof is worked out from that.

use crate::tree::{self, Hash};
use std::ops::Range;
use thiserror::Error;

/// Hashes that are stored side by side on a level: on level 0 those of leaves, on level `l` the roots over `256^l` leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Run {
    /// The level.
    pub level: u8,
    /// The number of the first.
    pub from: u64,
    /// How many: a power of two, at most 128.
    pub count: u64,
}

/// Spans of leaves whose roots, in this order, are a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spans(Vec<Range<u64>>);

/// The largest power of two below a number above 1.
fn split(n: u64) -> u64 {
    1 << (u64::BITS - 1 - (n - 1).leading_zeros())
}

/// The complete trees that a span consists of, the largest first: the height of each, and its number among those of its height.
fn parts(span: &Range<u64>) -> impl Iterator<Item = (u32, u64)> {
    let length = span.end - span.start;
    let mut at = span.start;
    (0..u64::BITS).rev().filter(move |height| length >> height & 1 == 1).map(move |height| {
        let number = at >> height;
        at += 1 << height;
        (height, number)
    })
}

fn run((height, number): (u32, u64)) -> Run {
    let inside = height % 8;
    Run { level: (height / 8) as u8, from: number << inside, count: 1 << inside }
}

/// What shows that leaf `index` is in the tree of `size` leaves; nothing when it is not.
pub fn inclusion(index: u64, size: u64) -> Option<Spans> {
    if index >= size || size > tree::LARGEST {
        return None;
    }
    let (mut from, mut to) = (0, size);
    let mut spans = Vec::new();
    while to - from > 1 {
        let middle = from + split(to - from);
        if index < middle {
            spans.push(middle..to);
            to = middle;
        } else {
            spans.push(from..middle);
            from = middle;
        }
    }
    spans.reverse();
    Some(Spans(spans))
}

/// What shows that the tree of `new` leaves begins with that of `old`; nothing when `old` is the greater. Empty where there is nothing to show: for trees of
/// one size, and for the empty tree, with which every tree begins.
pub fn consistency(old: u64, new: u64) -> Option<Spans> {
    if old > new || new > tree::LARGEST {
        return None;
    }
    let mut spans = Vec::new();
    if old == 0 {
        return Some(Spans(spans));
    }
    let (mut from, mut to) = (0, new);
    while old != to {
        let middle = from + split(to - from);
        if old <= middle {
            spans.push(middle..to);
            to = middle;
        } else {
            spans.push(from..middle);
            from = middle;
        }
    }
    // The part that ends the old tree; the old root itself is known to whoever checks.
    if from > 0 {
        spans.push(from..to);
    }
    spans.reverse();
    Some(Spans(spans))
}

/// The complete trees that a tree of `size` leaves consists of: what [`tree::Frontier::resume`] takes.
pub fn edge(size: u64) -> Spans {
    let whole = 0..size.min(tree::LARGEST);
    Spans(parts(&whole).map(|(height, number)| number << height..(number + 1) << height).collect())
}

/// The root of the tree of `size` leaves, as one span; none for the empty tree.
pub fn root(size: u64) -> Spans {
    Spans(if size == 0 { Vec::new() } else { vec![0..size.min(tree::LARGEST)] })
}

impl Spans {
    /// Which stored hashes are needed: at most 128 of a level for each power of two in a span's length.
    pub fn runs(&self) -> impl Iterator<Item = Run> {
        self.0.iter().flat_map(parts).map(run)
    }

    /// The roots of the spans, from stored hashes. `stored` gives those of a run, exactly as many as asked for.
    ///
    /// # Errors
    /// The run that was not given, or not whole.
    pub fn hashes(&self, mut stored: impl FnMut(Run) -> Option<Vec<Hash>>) -> Result<Vec<Hash>, Run> {
        let mut roots = Vec::with_capacity(self.0.len());
        for span in &self.0 {
            let mut trees = Vec::new();
            for part in parts(span) {
                let run = run(part);
                let hashes = stored(run).filter(|hashes| hashes.len() as u64 == run.count).ok_or(run)?;
                trees.push(tree::complete(hashes).ok_or(run)?);
            }
            roots.extend(tree::join(&trees));
        }
        Ok(roots)
    }
}

/// Why a proof shows nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unproven {
    /// The leaf would lie outside of the tree.
    #[error("leaf {index} would lie outside of a tree of {size}; leaves are counted from 0")]
    Outside {
        /// The number of the leaf.
        index: u64,
        /// How many leaves the tree has.
        size: u64,
    },
    /// A tree cannot go on from a larger one.
    #[error("a tree of {new} cannot go on from one of {old}; the older head must be the smaller")]
    Backwards {
        /// The older tree's size.
        old: u64,
        /// The newer tree's size.
        new: u64,
    },
    /// There are not as many hashes as the sizes call for.
    #[error("the proof has {found} hashes, and {right} would be right for these sizes")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there must be.
        right: usize,
    },
    /// The hashes lead elsewhere.
    #[error("the hashes lead to another root than the head has")]
    Root,
    /// The hashes lead to the newer root and not to the older.
    #[error("the hashes lead to another root than the older head has")]
    OlderRoot,
}

/// Whether a leaf stands at `index` of the tree of `size` leaves with this root.
///
/// # Errors
/// [`Unproven`].
pub fn check_inclusion(leaf: &Hash, index: u64, size: u64, path: &[Hash], root: &Hash) -> Result<(), Unproven> {
    let Some(Spans(spans)) = inclusion(index, size) else { return Err(Unproven::Outside { index, size }) };
    if path.len() != spans.len() {
        return Err(Unproven::Length { found: path.len(), right: spans.len() });
    }
    let reached = spans.iter().zip(path).fold(*leaf, |hash, (span, beside)| match span.start > index {
        true => tree::node(&hash, beside),
        false => tree::node(beside, &hash),
    });
    if reached == *root { Ok(()) } else { Err(Unproven::Root) }
}

/// Whether the tree of `new` leaves with its root begins with the tree of `old` leaves with the other.
///
/// # Errors
/// [`Unproven`].
pub fn check_consistency(old: u64, old_root: &Hash, new: u64, new_root: &Hash, path: &[Hash]) -> Result<(), Unproven> {
    let Some(Spans(spans)) = consistency(old, new) else { return Err(Unproven::Backwards { old, new }) };
    if path.len() != spans.len() {
        return Err(Unproven::Length { found: path.len(), right: spans.len() });
    }
    if old == 0 {
        let empty = tree::empty();
        return match (*old_root == empty, new > 0 || *new_root == empty) {
            (true, true) => Ok(()),
            (false, _) => Err(Unproven::OlderRoot),
            (true, false) => Err(Unproven::Root),
        };
    }
    let mut beside = spans.iter().zip(path);
    // Both trees have the part that ends the old one in common: given, or the whole of the old one.
    let begin = if old.is_power_of_two() || old == new { Some(old_root) } else { beside.next().map(|(_, hash)| hash) };
    let Some(&begin) = begin else { return Err(Unproven::Length { found: path.len(), right: spans.len() }) };
    let (mut older, mut newer) = (begin, begin);
    for (span, hash) in beside {
        if span.start >= old {
            newer = tree::node(&newer, hash);
        } else {
            older = tree::node(hash, &older);
            newer = tree::node(hash, &newer);
        }
    }
    match (older == *old_root, newer == *new_root) {
        (true, true) => Ok(()),
        (false, true) => Err(Unproven::OlderRoot),
        (_, false) => Err(Unproven::Root),
    }
}
