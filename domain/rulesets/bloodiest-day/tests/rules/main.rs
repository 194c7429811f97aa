//! *Bloodiest Day: Antietam*: properties over whole games, and rule questions by section.

mod bad_orders;
mod ch01_components;
mod ch02_victory;
mod ch03_sequence;
mod ch04_reinforcements;
mod ch05_leaders;
mod ch06_activation;
mod ch07_enemies;
mod ch07_movement;
mod ch08_combat;
mod ch08_leaders;
mod ch08_losses;
mod ch08_retreats;
mod ch08_types;
mod ch09_rally;
mod ch10_advantage;
mod ch11_crossings;
mod ch12_variant;
mod composing;
mod cornfield;
mod games;
mod pack;
mod properties;
mod revision_four;
mod said;
mod sections;
#[path = "../../../../tests/shared/mod.rs"]
mod shared;
mod table;
