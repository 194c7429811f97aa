//! Maps and counters, drawn from a ruleset's [`Sheet`](domain::board::Sheet) and a seat's
//! [`View`](domain::referee::View). The drawing goes by the classes of the underlay and by the shapes of the places;
//! it knows no ruleset.
//!
//! Everything is SVG in one frame of coordinates ([`Frame`]): 118 units to a hex width, or to the inch of an area map.
//!
//! * [`Ground`]: the still map (relief, woods, water, roads, board, lettering as outlines) as one SVG file that needs
//!   no fonts. The same sheet always gives the same bytes: serve it by [`domain::board::Sheet::digest`], cached for
//!   ever.
//! * [`pieces_layer`]: counters, marks and places to point at, an inline SVG to lay exactly over the ground.
//! * [`level_layer`]: the same for a part of a large map: blocks from far off, chips from half way, counters from near.
//! * [`shades_layer`]: an overlay that somebody asked for, to lie between ground and counters.
//! * [`counter_svg`]: one counter alone, for trays, lists and menus.
//! * [`sheet_svg`]: the whole printed sheet with border, title block, key and tracks.
//! * [`foot_svg`]: what stands below the map on the sheet, without the key.
//! * [`swatch_svg`]: one sample of the terrain key.
//! * [`MapRoom`]: renders letters' pictures as indexed PNG, keeping the last few grounds it rasterised.
//!
//! Pieces carry CSS classes, and presentation attributes as their default look: a picture needs no style sheet, and a
//! page's style sheet still wins. In the dark the paper dims rather than inverts: put [`DARK_FILTER`] on the ground.

mod bodies;
mod counter;
mod frame;
mod geo;
mod goals;
mod ground;
mod index;
mod kept;
mod lettering;
mod levels;
mod marks;
mod palette;
mod picture;
mod pieces;
mod plate;
mod seed;
mod shades;
mod sheet;
mod stacks;
mod stamps;
mod style;
mod svg;
mod zlib;

pub use counter::counter_svg;
pub use frame::Frame;
pub use goals::Goal;
pub use ground::{Detail, Ground};
pub use levels::{Level, Part, is_large, level_layer};
pub use picture::{MapRoom, PictureError, letter_png, part_of_action};
pub use pieces::{Overlay, pieces_layer};
pub use shades::{shade_sample, shades_layer};
pub use sheet::{foot_svg, sheet_svg, swatch_svg};

/// A CSS `filter` value that dims the paper for dark pages and leaves the map's colours in order.
pub const DARK_FILTER: &str = "brightness(0.72) saturate(0.88) contrast(0.96)";

/// Counts up whenever the same sheet is drawn otherwise: belongs into the address of a ground that is cached for ever, beside
/// the sheet's digest.
pub const DRAWING: u32 = 2;

/// The family name that the drawings ask for; pages serve it from `/static/fonts/`.
pub const FONT_FAMILY: &str = "EB Garamond";
