//! A map as something to draw: shapes and lettering, no rules. The only place in this crate with floats; nothing here is
//! decided on or hashed.

use serde::Serialize;

/// A map sheet. Lengths are in map units (hex widths for hex maps), x east, y south, origin at the north-west corner.
#[derive(Clone, Debug, Serialize)]
pub struct Sheet {
    /// Stable id, for caches: the digest of the pack's drawing files.
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
    /// Every place that can be pointed at.
    pub places: Vec<PlaceShape>,
    /// Printed marks: stars, entry arrows, set-up names.
    pub marks: Vec<SheetMark>,
    /// The pack's `underlay.geojson`, as text.
    #[serde(skip)]
    pub underlay: &'static str,
    /// The terrain key: swatch word and meaning. A word is a class of the underlay, with its subclass after a colon where
    /// it has one (`woods`, `road:military`), `level:2`, `slope`, `star`, `entry-union` or `entry-confederate`. The word
    /// `scale:300 yards` is no swatch: it gives the length of one module on the ground, for the scale bar.
    pub key: Vec<(&'static str, &'static str)>,
}

impl Sheet {
    /// The place of that id.
    pub fn place(&self, id: &str) -> Option<&PlaceShape> {
        self.places.iter().find(|p| p.id == id)
    }
}

/// A place of the board as drawn.
#[derive(Clone, Debug, Serialize)]
pub struct PlaceShape {
    /// Its id: `0714`, `27`.
    pub id: String,
    /// A spoken description: "0714, forest, level 2, Watt House".
    pub title: String,
    /// Where a piece stands.
    pub centre: (f64, f64),
    /// Its outline, closed implicitly.
    pub outline: Vec<(f64, f64)>,
}

/// A printed mark.
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
    /// Where the Union comes in.
    EntryUnion,
    /// Where the Confederates come in.
    EntryConfederate,
    /// A set-up name.
    Setup,
}
