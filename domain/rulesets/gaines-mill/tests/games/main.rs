//! *Gaines's Mill*: properties over whole games. Rule questions by chapter are in `tests/rules`.

mod combat;
mod games;
mod properties;
#[path = "../../../../tests/shared/mod.rs"]
mod shared;
mod table;
