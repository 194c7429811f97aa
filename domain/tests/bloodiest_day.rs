//! *Bloodiest Day: Antietam*: properties over whole games, and rule questions by section.

mod shared;

#[path = "bloodiest_day/table.rs"]
mod table;

#[path = "bloodiest_day/bad_orders.rs"]
mod bad_orders;
#[path = "bloodiest_day/ch01_components.rs"]
mod ch01_components;
#[path = "bloodiest_day/ch02_victory.rs"]
mod ch02_victory;
#[path = "bloodiest_day/ch03_sequence.rs"]
mod ch03_sequence;
#[path = "bloodiest_day/ch04_reinforcements.rs"]
mod ch04_reinforcements;
#[path = "bloodiest_day/ch05_leaders.rs"]
mod ch05_leaders;
#[path = "bloodiest_day/ch06_activation.rs"]
mod ch06_activation;
#[path = "bloodiest_day/ch07_enemies.rs"]
mod ch07_enemies;
#[path = "bloodiest_day/ch07_movement.rs"]
mod ch07_movement;
#[path = "bloodiest_day/ch08_combat.rs"]
mod ch08_combat;
#[path = "bloodiest_day/ch08_leaders.rs"]
mod ch08_leaders;
#[path = "bloodiest_day/ch08_losses.rs"]
mod ch08_losses;
#[path = "bloodiest_day/ch08_retreats.rs"]
mod ch08_retreats;
#[path = "bloodiest_day/ch08_types.rs"]
mod ch08_types;
#[path = "bloodiest_day/ch09_rally.rs"]
mod ch09_rally;
#[path = "bloodiest_day/ch10_advantage.rs"]
mod ch10_advantage;
#[path = "bloodiest_day/ch11_crossings.rs"]
mod ch11_crossings;
#[path = "bloodiest_day/ch12_variant.rs"]
mod ch12_variant;
#[path = "bloodiest_day/cornfield.rs"]
mod cornfield;
#[path = "bloodiest_day/games.rs"]
mod games;
#[path = "bloodiest_day/pack.rs"]
mod pack;
#[path = "bloodiest_day/properties.rs"]
mod properties;
#[path = "bloodiest_day/sections.rs"]
mod sections;
