//! The referee of Fieldpost: rulesets, dice, log and verification.
//!
//! Everything that decides or proves lives here, and nothing else does: no I/O, no clock, no async, no globals, no
//! floats in anything decided or hashed, no iteration in hash order. Time arrives inside records, dice arrive as an
//! argument, data packs are embedded text.
//!
//! This crate is the door: what it offers lives in `domain/core`, and in a crate for each rulebook below `domain/rulesets`.
//!
//! * [`referee`]: the contract that every ruleset fulfils, and the [`referee::Game`] that plays one.
//! * [`log`]: records, canonical bytes, the hash chain, verification.
//! * [`dice`]: rolls that nobody can choose and everybody can check.
//! * [`clock`]: how long players may think, worked out from the log.
//! * [`board`]: hex grids, paths, ranges, lines of sight, and the sheet a map is drawn from.
//! * [`rulesets`]: the rulebooks. Nothing else knows a ruleset by name.

pub use domain_core::{board, clock, dice, log, referee, words};

pub mod rulesets;
