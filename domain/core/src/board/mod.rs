//! Boards: hex grids and area maps, boards of several panels and boxes, what is asked of them, and the sheet that a map is drawn from.

mod atlas;
mod facing;
mod field;
mod hex;
mod line;
mod mask;
mod network;
mod occupancy;
mod panel;
mod reach;
mod sheet;
mod sight;

pub use atlas::{Atlas, NotAnAtlas, OffMap};
pub use facing::{Aspect, Facing, NotAFacing};
pub use field::{Field, Onward};
pub use hex::{Axis, Grid, HexId, Hexside, NotAHex, Parity, RowsRun};
pub use line::Crossed;
pub use mask::Mask;
pub use network::Network;
pub use occupancy::Occupancy;
pub use panel::{Naming, Panel};
pub use reach::{Arrivals, Reach};
pub use sheet::{BorderKind, BorderShape, CrossingShape, PlaceLabel, PlaceShape, Sheet, SheetMark, SheetMarkKind};
pub use sight::{Line, Lines, Met, Passed, Sight};

#[cfg(test)]
mod three_boards;
