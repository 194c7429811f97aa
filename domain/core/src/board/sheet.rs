//! A map as something to draw: shapes and lettering, no rules. The only place in this crate with floats; nothing here is
//! decided on or hashed.

use serde::Serialize;
use sha2::{Digest, Sha256};

/// A map sheet. Lengths are in map units (hex widths for hex maps), x east, y south, origin at the north-west corner.
#[derive(Clone, Debug, Serialize)]
pub struct Sheet {
    /// Stable id, for caches: [`Sheet::digest_of`] the pack's drawing files.
    pub digest: String,
    /// Title block, large.
    pub title: &'static str,
    /// Title block, below.
    pub subtitle: &'static str,
    /// Width and height in map units.
    pub size: (f64, f64),
    /// The width of one hex in map units (1 for the hex packs), or the sheet's inch for area maps: the measure that line
    /// widths and lettering scale with.
    pub module: f64,
    /// The side of a counter in map units.
    pub counter: f64,
    /// Every place that can be pointed at.
    pub places: Vec<PlaceShape>,
    /// The borders between two places that are no plain ones.
    pub borders: Vec<BorderShape>,
    /// Bridges, fords and the like: no piece stands on them, but a marker may lie there.
    pub crossings: Vec<CrossingShape>,
    /// Printed marks: stars, entry arrows, set-up names.
    pub marks: Vec<SheetMark>,
    /// The pack's `underlay.geojson`, as text.
    #[serde(skip)]
    pub underlay: &'static str,
    /// The terrain key: swatch word and meaning. A word is a class of the underlay, with its subclass after a colon where
    /// it has one (`woods`, `road:military`), `level:2`, `slope`, `label`, `border`, or the kind of a [`SheetMark`]. The word
    /// `scale:300 yards` is no swatch: it gives the length of one module on the ground, for the scale bar.
    pub key: Vec<(&'static str, &'static str)>,
}

impl Sheet {
    /// The place of that id.
    pub fn place(&self, id: &str) -> Option<&PlaceShape> {
        self.places.iter().find(|p| p.id == id)
    }

    /// The digest that names a sheet: SHA-256 over the texts it is drawn from, in their order, as hexadecimal.
    pub fn digest_of(texts: &[&str]) -> String {
        hex::encode(texts.iter().fold(Sha256::new(), |digest, text| digest.chain_update(text)).finalize())
    }
}

/// A place of the board as drawn.
#[derive(Clone, Debug, Serialize)]
pub struct PlaceShape {
    /// Its id: `0714`, `27`.
    pub id: String,
    /// A spoken description: "0714, forest, level 2, Watt House".
    pub title: String,
    /// Where a piece stands: the middle of the room for pieces.
    pub centre: (f64, f64),
    /// How many counters have room side by side around the centre: columns and rows, each at least 1.
    pub room: (u8, u8),
    /// Its outline, closed implicitly. Neighbours share their corners exactly.
    pub outline: Vec<(f64, f64)>,
    /// The printed box with its number; none where the number stands plainly in the head of the place.
    pub label: Option<PlaceLabel>,
}

/// A printed box that holds a place's id.
#[derive(Clone, Debug, Serialize)]
pub struct PlaceLabel {
    /// The middle of the box.
    pub at: (f64, f64),
    /// What is printed below the id: `+2`, `4/2`; may be empty.
    pub value: String,
    /// A name to letter below the box where there is room for it; may be empty.
    pub name: String,
}

/// A border between two places.
#[derive(Clone, Debug, Serialize)]
pub struct BorderShape {
    /// The ids of the places on both sides.
    pub between: [String; 2],
    /// How it is drawn.
    pub kind: BorderKind,
}

/// Kinds of borders besides plain ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BorderKind {
    /// A lane between banks: a broken line over it.
    Lane,
    /// The water on it is the border: no line of its own.
    Water,
}

/// A spot on a border where it can be crossed.
#[derive(Clone, Debug, Serialize)]
pub struct CrossingShape {
    /// Its id, which is its name: `Lower Bridge`.
    pub id: String,
    /// A spoken description: "Lower Bridge, joins 38 and 62".
    pub title: String,
    /// Where it is.
    pub at: (f64, f64),
}

/// A printed mark. Stars stand beside the box of a place that has one.
#[derive(Clone, Debug, Serialize)]
pub struct SheetMark {
    /// What it is.
    pub kind: SheetMarkKind,
    /// The place it belongs to.
    pub place: String,
    /// Lettering, if any.
    pub text: String,
    /// For arrows: degrees clockwise from north that it points to.
    pub angle: i32,
}

/// Kinds of printed marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SheetMarkKind {
    /// A victory star.
    Star,
    /// A star in a box.
    BoxedStar,
    /// Two stars.
    DoubleStar,
    /// A star in a disc.
    RingedStar,
    /// Where the Union comes in.
    EntryUnion,
    /// Where the Confederates come in.
    EntryConfederate,
    /// A set-up name.
    Setup,
}

impl SheetMarkKind {
    /// Whether it is a star of any kind.
    pub fn is_star(self) -> bool {
        matches!(self, Self::Star | Self::BoxedStar | Self::DoubleStar | Self::RingedStar)
    }
}
