//! What two heads of a register say about one another.

use crate::checkpoint::Head;
use crate::proof::{Unproven, check_consistency};
use crate::receipt::Receipt;
use crate::tree::Hash;

/// How two heads of one register stand to one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// They are of different registers, and say nothing about one another.
    Strangers,
    /// They say the same.
    Same,
    /// The later goes on from the earlier: what was recorded then is recorded still.
    GoesOn,
    /// The sizes differ, and a proof is missing that the later goes on from the earlier. The register has it, or has none.
    Unknown,
    /// They say different things about the same leaves. With the signatures of one key below both, this is proof that it showed two histories.
    Fork,
    /// A proof was given that does not lead to the newer head. That is no proof of a fork: anybody can write a wrong proof.
    Unproven(Unproven),
}

/// Compares two heads, in either order, with a proof of consistency if there is one.
pub fn compare(a: &Head, b: &Head, proof: Option<&[Hash]>) -> Relation {
    let (older, newer) = if a.size <= b.size { (a, b) } else { (b, a) };
    if older.origin != newer.origin {
        return Relation::Strangers;
    }
    if older.size == newer.size {
        return if older.root == newer.root { Relation::Same } else { Relation::Fork };
    }
    if older.size == 0 {
        return Relation::GoesOn;
    }
    match proof.map(|path| check_consistency(older.size, &older.root, newer.size, &newer.root, path)) {
        None => Relation::Unknown,
        Some(Ok(())) => Relation::GoesOn,
        // The hashes lead to the newer root, and through another older one than was signed: no other leaves lead there.
        Some(Err(Unproven::OlderRoot)) => Relation::Fork,
        Some(Err(error)) => Relation::Unproven(error),
    }
}

/// What two receipts, each of which holds by itself, show together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// The same leaf of one register is two things: it showed two histories.
    Register,
    /// The same record of a game is two things, and the register vouched for both.
    Game,
}

/// Looks for a contradiction between two receipts. Each must hold by itself.
pub fn contradiction(a: &Receipt, b: &Receipt) -> Option<Contradiction> {
    let one_register = a.checkpoint.head().origin == b.checkpoint.head().origin;
    if a.subject.hash == b.subject.hash {
        None
    } else if one_register && a.index == b.index {
        Some(Contradiction::Register)
    } else if one_register && (a.subject.game, a.subject.number) == (b.subject.game, b.subject.number) {
        Some(Contradiction::Game)
    } else {
        None
    }
}
