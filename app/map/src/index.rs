//! The places of a sheet by their ids.

use domain::board::{PlaceShape, Sheet};
use std::collections::HashMap;

/// The places of a sheet by their ids: of thousands one is looked up for every piece, mark and goal.
pub(crate) type Index<'a> = HashMap<&'a str, &'a PlaceShape>;

/// Those of that sheet.
pub(crate) fn indexed(sheet: &Sheet) -> Index<'_> {
    sheet.places.iter().map(|p| (p.id.as_str(), p)).collect()
}
