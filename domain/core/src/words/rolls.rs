//! What was rolled, and why nothing could be.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// One roll as the record keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// The faces, each from 1 to `sides`, in the order rolled.
    pub faces: Vec<u8>,
    /// What it was rolled for, in words: "Meade's defense".
    pub purpose: String,
    /// How many sides each die has.
    pub sides: u8,
}

/// A roll was needed and could not be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoDice {
    /// The caller gave no dice: the order is being tried, not given.
    #[error("This order rolls dice: it cannot be tried without being given.")]
    Withheld,
    /// The forced faces have run out.
    #[error("The forced dice have run out: give more faces.")]
    Exhausted,
    /// A forced face does not exist on the die rolled.
    #[error("A forced face is not on a die of {sides}: {face}.")]
    NoSuchFace {
        /// The face given.
        face: u8,
        /// Sides of the die.
        sides: u8,
    },
}
