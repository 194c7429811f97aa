//! What every rulebook and every game stands on: the referee, its log, its dice, its clocks, and the boards.
//!
//! Pure: no I/O, no time of day, no async, no globals, no floats in anything decided or hashed, no iteration in hash order. Time arrives
//! inside records, dice arrive as an argument.
//!
//! The modules are floors. Each imports only from those before it, and a test of `domain` keeps that:
//!
//! * [`words`]: sides, seats, sections, ids, terms, rolls, refusals.
//! * [`clock`]: how long players may think, worked out from the log.
//! * [`log`]: records, canonical bytes, the hash chain.
//! * [`dice`]: rolls that nobody can choose and everybody can check.
//! * [`board`]: hex grids, paths, ranges, and the sheet a map is drawn from.
//! * [`referee`]: the contract that every ruleset fulfils, and the [`referee::Game`] that plays one.
//! * [`kit`]: what rulebooks are written with.

pub mod board;
pub mod clock;
pub mod dice;
pub mod kit;
pub mod log;
pub mod referee;
pub mod words;
