//! What was rolled, and why nothing could be.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

/// One roll as the record keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// The faces, each from 1 to `sides`, in the order rolled.
    #[serde(deserialize_with = "faces")]
    pub faces: Vec<u8>,
    /// What it was rolled for, in words: "Meade's defense".
    pub purpose: String,
    /// How many sides each die has, at least 2.
    #[serde(deserialize_with = "sides")]
    pub sides: u8,
}

fn faces<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
    let faces = Vec::<u8>::deserialize(from)?;
    if faces.contains(&0) { Err(D::Error::custom("no die shows 0")) } else { Ok(faces) }
}

fn sides<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    let sides = u8::deserialize(from)?;
    if sides < 2 { Err(D::Error::custom("a die has two sides at least")) } else { Ok(sides) }
}

/// All faces of some rolls, in their order.
pub fn thrown(rolls: &[Roll]) -> Vec<u8> {
    rolls.iter().flat_map(|r| r.faces.iter().copied()).collect()
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
