//! A tree as RFC 6962, section 2.1, defines it: whole lists of leaves, and nothing remembered.

use domain_register::tree::{Hash, leaf};
use sha2::{Digest, Sha256};

fn split(n: usize) -> usize {
    let mut k = 1;
    while k * 2 < n {
        k *= 2;
    }
    k
}

fn node(left: Hash, right: Hash) -> Hash {
    Sha256::digest([&[1][..], &left, &right].concat()).into()
}

/// Some leaves, all different.
pub fn leaves(n: usize) -> Vec<Hash> {
    (0..n as u32).map(|i| leaf(&Sha256::digest(i.to_be_bytes()))).collect()
}

/// MTH.
pub fn root(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => Sha256::digest([]).into(),
        [one] => *one,
        many => {
            let (left, right) = many.split_at(split(many.len()));
            node(root(left), root(right))
        }
    }
}

/// PATH.
pub fn path(m: usize, leaves: &[Hash]) -> Vec<Hash> {
    if leaves.len() == 1 {
        return Vec::new();
    }
    let k = split(leaves.len());
    let (mut way, beside) = match m < k {
        true => (path(m, &leaves[..k]), root(&leaves[k..])),
        false => (path(m - k, &leaves[k..]), root(&leaves[..k])),
    };
    way.push(beside);
    way
}

/// PROOF.
pub fn consistency(m: usize, leaves: &[Hash]) -> Vec<Hash> {
    fn subproof(m: usize, leaves: &[Hash], whole: bool) -> Vec<Hash> {
        if m == leaves.len() {
            return if whole { Vec::new() } else { vec![root(leaves)] };
        }
        let k = split(leaves.len());
        let (mut way, beside) = match m <= k {
            true => (subproof(m, &leaves[..k], whole), root(&leaves[k..])),
            false => (subproof(m - k, &leaves[k..], false), root(&leaves[..k])),
        };
        way.push(beside);
        way
    }
    if m == 0 { Vec::new() } else { subproof(m, leaves, true) }
}
