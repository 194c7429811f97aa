//! Gaines's Mill, rule by rule. One file a chapter of the rulebook; each test is named after the section it asks about.
//! Rulings are those of the pack's README, section 7.

#[path = "../../../../tests/shared/sections.rs"]
mod book;
mod ch02_components;
mod ch03_setup;
mod ch04_sequence;
mod ch05_command;
mod ch06_movement;
mod ch06_zones;
mod ch07_combat;
mod ch07_odds;
mod ch07_results;
mod ch07_retreats;
mod ch08_fire;
mod ch09_sharpshooters;
mod ch10_reaction;
mod ch11_close;
mod ch12_charge;
mod ch12_received;
mod ch13_disorder;
mod ch14_special;
mod ch15_final_assault;
mod ch16_victory;
mod ch17_early_reinforcements;
mod composing;
mod map;
mod menu;
mod revision_two;
mod said;
mod sections;
mod study;
mod table;
mod whole_games;
