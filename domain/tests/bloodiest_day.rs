//! *Bloodiest Day: Antietam*: properties over whole games, and rule questions by section.

#[path = "bloodiest_day/table.rs"]
mod table;

#[path = "bloodiest_day/ch08_losses.rs"]
mod ch08_losses;
#[path = "bloodiest_day/ch10_advantage.rs"]
mod ch10_advantage;
#[path = "bloodiest_day/ch12_variant.rs"]
mod ch12_variant;
#[path = "bloodiest_day/combat.rs"]
mod combat;
#[path = "bloodiest_day/cornfield.rs"]
mod cornfield;
#[path = "bloodiest_day/games.rs"]
mod games;
#[path = "bloodiest_day/impulses.rs"]
mod impulses;
#[path = "bloodiest_day/pack.rs"]
mod pack;
#[path = "bloodiest_day/properties.rs"]
mod properties;
