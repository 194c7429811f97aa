//! *Advanced Gettysburg*, rule by rule, and properties over whole games.

mod ch06_chains;
mod ch11_marches;
mod ch14_command;
mod ch18_lines;
mod ch20_sight;
mod ch22_attack;
mod ch34_arrivals;
mod pack;
mod properties;
mod table;

#[path = "../../../../tests/shared/mod.rs"]
mod shared;
