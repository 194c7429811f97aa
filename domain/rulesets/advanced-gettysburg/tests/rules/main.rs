//! *Advanced Gettysburg*, rule by rule, and properties over whole games.

mod ch03_seats;
mod ch03_set_up;
mod ch06_chains;
mod ch11_marches;
mod ch13_kept;
mod ch14_command;
mod ch18_lines;
mod ch20_sight;
mod ch21_going_back;
mod ch22_attack;
mod ch22_catching_up;
mod ch24_combat_fire;
mod ch25_assault;
mod ch27_return_fire;
mod ch29_artillery_fire;
mod ch30_retreat;
mod ch31_advance;
mod ch33_losses;
mod ch33_recovery;
mod ch34_arrivals;
mod ch36_queues;
mod ch37_victory;
mod ch38_hidden_identity;
mod ch38_more_options;
mod ch38_night_orders;
mod ch38_options;
mod charts;
mod golden;
mod pack;
mod properties;
mod rest_of_sections;
mod second_assault;
mod second_fire;
mod single_sections;
mod table;
mod whole_games;

#[path = "../../../../tests/shared/mod.rs"]
mod shared;
