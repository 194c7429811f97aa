//! *Picket Line*, rule by rule, and properties over whole games.

mod chapters;
mod guide;
mod properties;
mod sections;
#[path = "../../../tests/shared/mod.rs"]
mod shared;
mod table;
