//! The boards of three rulebooks as their map files lay them out: 1,825 hexes of one panel, 3,831 of two panels with a corner cut, 9,795 of
//! six panels that overlap, with boxes. Tests of this floor take them.

use super::{Atlas, Axis, Grid, HexId, Naming, OffMap, Panel, Parity, RowsRun};

/// *Advanced Gettysburg*: columns `A` to `OO`, 45 and 44 hexes by turns, counted from the south.
pub fn gettysburg() -> Atlas {
    let grid = Grid { axis: Axis::FlatColumns, cols: 41, rows: 45, shifted: Parity::Even, rows_run: RowsRun::North };
    let panel = Panel { letters: "", naming: Naming::Letters, grid, ragged: true, first: HexId::new(1, 1) };
    Atlas::new(grid, vec![panel], Vec::new(), |_| true).expect("a board")
}

/// *A Gleam of Bayonets*: row 39 of the southern panel is row 1 of the northern one, which names it; the south-eastern corner is missing.
pub fn gleam() -> Atlas {
    let grid = |rows| Grid { axis: Axis::PointyRows, cols: 54, rows, shifted: Parity::Even, rows_run: RowsRun::North };
    let panel = |letters, first| Panel { letters, naming: Naming::RowColumn, grid: grid(39), ragged: false, first };
    let panels = vec![panel("B", HexId::new(1, 39)), panel("A", HexId::new(1, 1))];
    let last_column = |row| match row {
        1..=9 => 41,
        10..=39 => 47,
        _ => 54,
    };
    Atlas::new(grid(77), panels, Vec::new(), |hex| hex.col() <= last_column(hex.row())).expect("a board")
}

/// *Long Roads to Antietam*: six panels on one lattice of 94 columns and 133 rows, and some of its boxes.
pub fn long_roads() -> Atlas {
    let grid =
        |cols, rows| Grid { axis: Axis::FlatColumns, cols, rows, shifted: Parity::Even, rows_run: RowsRun::South };
    // The master rows of the map files begin at -44.
    let panel = |letters, cols, rows, col: u8, row: i16| Panel {
        letters,
        naming: Naming::ColumnRow,
        grid: grid(cols, rows),
        ragged: true,
        first: HexId::new(col, (row + 45) as u8),
    };
    let panels = vec![
        panel("HE", 39, 52, 56, 7),
        panel("HW", 60, 34, 1, 1),
        panel("JN", 60, 34, 1, 32),
        panel("JS", 60, 34, 1, 55),
        panel("GS", 60, 34, 20, -11),
        panel("GN", 60, 34, 20, -44),
    ];
    let boxes = [("ches1", "Chesapeake Bay 1"), ("potomac", "Potomac River"), ("dock_alexandria", "Alexandria dock")];
    let boxes = boxes.map(|(id, title)| OffMap { id: id.to_owned(), title: title.to_owned() });
    Atlas::new(grid(94, 133), panels, boxes.into(), |_| true).expect("a board")
}
