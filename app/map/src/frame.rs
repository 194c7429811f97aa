//! The coordinates of the drawing.

use domain::board::{Axis, PlaceShape, Sheet};

/// Units of the drawing to one module of the sheet: the hex width, or the inch of an area map. Line widths, type and
/// counters are designed for it.
pub(crate) const MODULE: f64 = 118.0;

/// How a sheet's map units become units of the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Units of the drawing to one map unit.
    pub scale: f64,
    /// Width of the drawing.
    pub width: f64,
    /// Height of the drawing.
    pub height: f64,
    /// How the hexes stand, where the places are hexes; what the drawn directions of facings follow from.
    pub axis: Axis,
}

/// Whether a place is a hex, and how it stands: a pointed one has one corner in its north, one with a flat top two.
fn stands(place: &PlaceShape) -> Option<Axis> {
    if place.outline.len() != 6 {
        return None;
    }
    let north = place.outline.iter().map(|p| p.1).fold(f64::INFINITY, f64::min);
    let top = place.outline.iter().filter(|p| (p.1 - north).abs() < 1e-3).count();
    Some(if top == 1 { Axis::PointyRows } else { Axis::FlatColumns })
}

impl Frame {
    /// The frame of a sheet. A sheet without a sane size gets a small blank one.
    pub fn of(sheet: &Sheet) -> Self {
        let sane = |x: f64| if x.is_finite() && x > 0.0 { x } else { 1.0 };
        let scale = MODULE / sane(sheet.module);
        Frame {
            scale,
            width: (sane(sheet.size.0) * scale).round(),
            height: (sane(sheet.size.1) * scale).round(),
            axis: sheet.places.iter().find_map(stands).unwrap_or(Axis::FlatColumns),
        }
    }

    /// A point of the map in units of the drawing; what is not finite lands on the origin.
    pub fn at(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let sane = |v: f64| if v.is_finite() { v * self.scale } else { 0.0 };
        (sane(x), sane(y))
    }

    /// The `viewBox` that ground and pieces share.
    pub fn view_box(&self) -> String {
        format!("0 0 {} {}", self.width, self.height)
    }
}
