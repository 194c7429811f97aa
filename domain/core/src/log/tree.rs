//! The tree hash of RFC 6962, section 2.1, over hashes: root, paths, and the check of a path.

use crate::words::Hash32;
use sha2::{Digest, Sha256};

fn leaf(value: &Hash32) -> Hash32 {
    Hash32(Sha256::new().chain_update([0]).chain_update(value.0).finalize().into())
}

fn node(left: &Hash32, right: &Hash32) -> Hash32 {
    Hash32(Sha256::new().chain_update([1]).chain_update(left.0).chain_update(right.0).finalize().into())
}

/// The largest power of two below a number above 1.
fn split(n: usize) -> usize {
    n.next_power_of_two() / 2
}

/// The root over some values; the hash of nothing for none.
pub fn root(values: &[Hash32]) -> Hash32 {
    match values {
        [] => Hash32::of(&[]),
        [one] => leaf(one),
        many => {
            let (left, right) = many.split_at(split(many.len()));
            node(&root(left), &root(right))
        }
    }
}

/// The hashes beside the way of value `index` to the root, the lowest first (RFC 6962, section 2.1.1). Empty when there is no such value.
pub fn path(values: &[Hash32], index: usize) -> Vec<Hash32> {
    if values.len() < 2 || index >= values.len() {
        return Vec::new();
    }
    let at = split(values.len());
    let (left, right) = values.split_at(at);
    let (mut way, beside) = match index < at {
        true => (path(left, index), root(right)),
        false => (path(right, index - at), root(left)),
    };
    way.push(beside);
    way
}

/// The root that a value at `index` of `count` and its path lead to; nothing when the path has not the length it must have.
pub fn root_of(value: &Hash32, index: usize, count: usize, path: &[Hash32]) -> Option<Hash32> {
    if index >= count {
        return None;
    }
    if count == 1 {
        return path.is_empty().then(|| leaf(value));
    }
    let (beside, rest) = path.split_last()?;
    let at = split(count);
    match index < at {
        true => Some(node(&root_of(value, index, at, rest)?, beside)),
        false => Some(node(beside, &root_of(value, index - at, count - at, rest)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(n: u8) -> Vec<Hash32> {
        (0..n).map(|i| Hash32::of(&[i])).collect()
    }

    #[test]
    fn every_path_leads_to_the_root_and_no_other_place_does() {
        for n in 1..=17 {
            let values = values(n);
            let root = root(&values);
            for (i, value) in values.iter().enumerate() {
                let path = path(&values, i);
                assert_eq!(root_of(value, i, values.len(), &path), Some(root), "{i} of {n}");
                for other in (0..values.len()).filter(|j| *j != i) {
                    assert_ne!(root_of(value, other, values.len(), &path), Some(root), "{i} as {other} of {n}");
                }
                let mut longer = path.clone();
                longer.push(root);
                assert_eq!(root_of(value, i, values.len(), &longer), None);
            }
        }
    }

    #[test]
    fn the_tree_of_three_is_that_of_the_rfc() {
        let [a, b, c] = [Hash32::of(b"a"), Hash32::of(b"b"), Hash32::of(b"c")];
        assert_eq!(root(&[a, b, c]), node(&node(&leaf(&a), &leaf(&b)), &leaf(&c)));
        assert_eq!(path(&[a, b, c], 2), [node(&leaf(&a), &leaf(&b))]);
    }
}
