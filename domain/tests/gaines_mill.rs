//! *Gaines's Mill*: rule questions by chapter, and properties over whole games.

#[path = "gaines_mill/table.rs"]
mod table;

#[path = "gaines_mill/combat.rs"]
mod combat;
#[path = "gaines_mill/games.rs"]
mod games;
#[path = "gaines_mill/properties.rs"]
mod properties;
