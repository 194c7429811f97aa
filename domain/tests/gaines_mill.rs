//! *Gaines's Mill*: properties over whole games. Rule questions by chapter are in `gaines_mill_rules`.

mod shared;

#[path = "gaines_mill/table.rs"]
mod table;

#[path = "gaines_mill/combat.rs"]
mod combat;
#[path = "gaines_mill/games.rs"]
mod games;
#[path = "gaines_mill/properties.rs"]
mod properties;
