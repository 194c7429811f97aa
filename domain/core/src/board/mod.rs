//! Boards: hex grids and area maps, and the sheet that a map is drawn from.

mod facing;
mod hex;
mod reach;
mod sheet;

pub use facing::{Aspect, Facing, NotAFacing};
pub use hex::{Axis, Crossed, Grid, HexId, Hexside, NotAHex, Parity, RowsRun};
pub use reach::{Arrivals, Reach};
pub use sheet::{BorderKind, BorderShape, CrossingShape, PlaceLabel, PlaceShape, Sheet, SheetMark, SheetMarkKind};
