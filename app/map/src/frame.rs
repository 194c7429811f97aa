//! The coordinates of the drawing.

use domain::board::Sheet;

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
}

impl Frame {
    /// The frame of a sheet. A sheet without a sane size gets a small blank one.
    pub fn of(sheet: &Sheet) -> Self {
        let sane = |x: f64| if x.is_finite() && x > 0.0 { x } else { 1.0 };
        let scale = MODULE / sane(sheet.module);
        Frame { scale, width: (sane(sheet.size.0) * scale).round(), height: (sane(sheet.size.1) * scale).round() }
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
