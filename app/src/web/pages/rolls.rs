//! Rolls as the pages show them.

use crate::throws::{Throw, called};

/// A roll with its purpose.
#[derive(Clone, Debug)]
pub struct RollView {
    /// What it was for.
    pub purpose: String,
    /// The faces.
    pub faces: Vec<u8>,
    /// Sides of each die.
    pub sides: u8,
    /// The faces that it had before it was rolled again.
    pub was: Vec<Vec<u8>>,
}

/// A roll, with the dice that it had before.
pub fn roll(throw: &Throw<'_>) -> RollView {
    RollView {
        purpose: called(throw.purpose),
        faces: throw.faces.to_vec(),
        sides: throw.sides,
        was: throw.was.iter().map(|faces| faces.to_vec()).collect(),
    }
}
