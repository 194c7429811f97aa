//! `grid.json`: how the hexes of a pack stand and where they are on the sheet.

use crate::board::{Axis, Grid, HexId, Parity, RowsRun};
use crate::referee::PackError;
use serde::Deserialize;

/// The name of the file in every pack.
const FILE: &str = "grid.json";

#[derive(Deserialize)]
struct File {
    columns: u8,
    id_scheme: IdScheme,
    orientation: String,
    parity: String,
    rows: u8,
    size: Size,
}

#[derive(Deserialize)]
struct IdScheme {
    row: String,
}

#[derive(Deserialize)]
struct Size {
    height: f64,
    width: f64,
}

/// A grid with its place on the sheet. One unit is the width of a hex from side to side; x runs east, y south.
#[derive(Clone, Debug)]
pub struct SheetGrid {
    /// The grid that rules count on.
    pub grid: Grid,
    /// Width and height of the sheet.
    pub size: (f64, f64),
}

impl SheetGrid {
    /// Reads the file.
    ///
    /// # Errors
    /// [`PackError`] for a file that is not of this form, or a grid of a kind that is not drawn yet: so far rows of pointed hexes, counted
    /// from the north.
    pub fn read(text: &str) -> Result<SheetGrid, PackError> {
        let file: File = serde_json::from_str(text).map_err(|e| PackError::new(FILE, e))?;
        let axis = match file.orientation.as_str() {
            "pointy-top" => Axis::PointyRows,
            other => return Err(PackError::new(FILE, format!("hexes that stand {other} are not drawn yet"))),
        };
        let shifted = match file.parity.as_str() {
            "odd-rows-shifted-right" => Parity::Odd,
            "even-rows-shifted-right" => Parity::Even,
            other => return Err(PackError::new(FILE, format!("unknown parity {other}"))),
        };
        if !file.id_scheme.row.contains("north to south") {
            return Err(PackError::new(FILE, "rows that do not count from the north are not drawn yet"));
        }
        let grid = Grid { axis, cols: file.columns, rows: file.rows, shifted, rows_run: RowsRun::South };
        Ok(SheetGrid { grid, size: (file.size.width, file.size.height) })
    }

    /// The centre of a hex.
    pub fn centre(&self, hex: HexId) -> (f64, f64) {
        let odd = hex.row() % 2 == 1;
        let shifted = odd == (self.grid.shifted == Parity::Odd);
        let x = f64::from(hex.col()) - if shifted { 0.0 } else { 0.5 };
        (x, 1.0 / 3f64.sqrt() + f64::from(hex.row() - 1) * 3f64.sqrt() / 2.0)
    }

    /// The six corners of a hex, clockwise from the northern one.
    pub fn outline(&self, hex: HexId) -> Vec<(f64, f64)> {
        let (x, y) = self.centre(hex);
        let radius = 1.0 / 3f64.sqrt();
        [(0.0, -1.0), (0.5, -0.5), (0.5, 0.5), (0.0, 1.0), (-0.5, 0.5), (-0.5, -0.5)]
            .into_iter()
            // Corner offsets: half a width across, and one or half a radius up or down.
            .map(|(dx, dy)| (x + dx, y + dy * radius))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(parity: &str, row: &str) -> String {
        format!(
            r#"{{"orientation":"pointy-top","columns":3,"rows":2,"parity":"{parity}","id_scheme":{{"row":"{row}"}},
            "size":{{"width":3.5,"height":2.0}}}}"#
        )
    }

    #[test]
    fn the_shifted_rows_stand_half_a_hex_further_east() {
        let odd = SheetGrid::read(&text("odd-rows-shifted-right", "north to south")).unwrap();
        assert_eq!((odd.centre(HexId::new(1, 1)).0, odd.centre(HexId::new(1, 2)).0), (1.0, 0.5));
        let even = SheetGrid::read(&text("even-rows-shifted-right", "north to south")).unwrap();
        assert_eq!((even.centre(HexId::new(1, 1)).0, even.centre(HexId::new(1, 2)).0), (0.5, 1.0));
        assert_eq!(even.outline(HexId::new(1, 1)).len(), 6);
    }

    #[test]
    fn a_grid_of_another_kind_is_refused_in_words() {
        let wrong = SheetGrid::read(&text("odd-rows-shifted-right", "south to north")).unwrap_err();
        assert!(wrong.to_string().starts_with("grid.json: rows that do not count"), "{wrong}");
        let wrong = SheetGrid::read(&text("none", "north to south")).unwrap_err();
        assert!(wrong.to_string().contains("parity none"), "{wrong}");
    }
}
