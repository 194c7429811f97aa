//! *Advanced Gettysburg*, rule by rule, and properties over whole games.

mod ch06_chains;
mod ch20_sight;
mod pack;
mod table;

#[path = "../../../../tests/shared/mod.rs"]
mod shared;
