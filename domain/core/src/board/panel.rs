//! Panels: the printed sheets that a board is made of, each with names of its own for the hexes that lie on it.

use super::hex::{Axis, Cube, Grid, HexId, Parity};

/// How the hexes of a panel are called, behind the panel's own letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// Two digits for the column, two for the row: `HE0944`, and `0714` on a board of one panel.
    ColumnRow,
    /// Two digits for the row, two for the column: `B1922`.
    RowColumn,
    /// Letters for the column, `A` to `Z`, then `AA` to `ZZ`, and the row as it is counted: `G36`, `JJ38`.
    Letters,
}

/// A printed sheet as a window on a board's grid. Panels may overlap: what lies on several has several names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// What stands before the names of its hexes: `HE`, `B`; nothing on a board of one panel.
    pub letters: &'static str,
    /// How its hexes are called.
    pub naming: Naming,
    /// Its own hexes: columns and rows as they are counted on it. They stand and count as those of the board do.
    pub grid: Grid,
    /// Whether the shifted columns (or rows) are one hex shorter than the others, as where 45 and 44 stand by turns.
    pub ragged: bool,
    /// The hex of the board's grid where the panel's column 1, row 1 lies.
    pub first: HexId,
}

impl Naming {
    /// The most columns and rows that names can tell apart.
    const fn most(self) -> (u8, u8) {
        match self {
            Naming::ColumnRow | Naming::RowColumn => (99, 99),
            Naming::Letters => (52, u8::MAX),
        }
    }

    /// The name of a hex.
    pub fn name(self, hex: HexId) -> String {
        let (col, row) = (hex.col(), hex.row());
        match self {
            Naming::ColumnRow => format!("{col:02}{row:02}"),
            Naming::RowColumn => format!("{row:02}{col:02}"),
            Naming::Letters => {
                let letter = char::from(b'A' + (col.max(1) - 1) % 26);
                format!("{}{row}", letter.to_string().repeat(usize::from((col.max(1) - 1) / 26) + 1))
            }
        }
    }

    /// The hex of that name, wherever the board ends; `None` for what is written otherwise.
    pub fn read(self, name: &str) -> Option<HexId> {
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?;
        let pair = || Some((digits(name.get(..2)?)?, digits(name.get(2..).filter(|rest| rest.len() == 2)?)?));
        let hex = match self {
            Naming::ColumnRow => pair().map(|(col, row)| HexId::new(col, row)),
            Naming::RowColumn => pair().map(|(row, col)| HexId::new(col, row)),
            Naming::Letters => {
                let letters = name.bytes().take_while(u8::is_ascii_uppercase).count();
                let first = *name.as_bytes().first()?;
                let same = (1..=2).contains(&letters) && name.bytes().take(letters).all(|b| b == first);
                let row = digits(name.get(letters..)?)?;
                same.then(|| HexId::new(first - b'A' + 1 + 26 * (letters as u8 - 1), row))
            }
        };
        // A name with noughts before the row, or another detour, is no name.
        hex.filter(|hex| self.name(*hex) == name)
    }
}

impl Panel {
    /// What is wrong with it on a board with this grid, if anything.
    pub(super) fn fault(&self, board: &Grid) -> Option<String> {
        let said = |what: &str| Some(format!("panel {:?} {what}", self.letters));
        let (cols, rows) = self.naming.most();
        if self.grid.axis != board.axis || self.grid.rows_run != board.rows_run {
            said("stands or counts otherwise than the board")
        } else if self.grid.cols > cols || self.grid.rows > rows {
            said("has more columns or rows than its names can tell apart")
        } else if !board.contains(self.first) || self.hexes().any(|hex| self.on_board(board, hex).is_none()) {
            said("hangs over the edge of the board")
        } else {
            None
        }
    }

    /// Its own hexes, row by row.
    pub(super) fn hexes(&self) -> impl Iterator<Item = HexId> + '_ {
        self.grid.hexes().filter(|hex| self.holds(*hex))
    }

    /// Whether it has a hex of this column and row.
    fn holds(&self, hex: HexId) -> bool {
        let (line, along, most) = match self.grid.axis {
            Axis::PointyRows => (hex.row(), hex.col(), self.grid.cols),
            Axis::FlatColumns => (hex.col(), hex.row(), self.grid.rows),
        };
        let shifted = (line % 2 == 1) == (self.grid.shifted == Parity::Odd);
        self.grid.contains(hex) && !(self.ragged && shifted && along == most)
    }

    /// Where one of its hexes lies on the board's grid.
    pub(super) fn on_board(&self, board: &Grid, hex: HexId) -> Option<HexId> {
        let way = self.grid.cube(hex).minus(self.corner());
        board.uncube(board.cube(self.first).plus(way)).filter(|_| self.holds(hex))
    }

    /// What it calls a hex of the board's grid; `None` if it lies elsewhere.
    pub(super) fn name_of(&self, board: &Grid, hex: HexId) -> Option<String> {
        let way = board.cube(hex).minus(board.cube(self.first));
        let own = self.grid.uncube(self.corner().plus(way)).filter(|own| self.holds(*own))?;
        Some(format!("{}{}", self.letters, self.naming.name(own)))
    }

    /// The hex of the board's grid that it calls so.
    pub(super) fn read(&self, board: &Grid, name: &str) -> Option<HexId> {
        self.on_board(board, self.naming.read(name.strip_prefix(self.letters)?)?)
    }

    fn corner(&self) -> Cube {
        self.grid.cube(HexId::new(1, 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_as_each_rulebook_prints_them_and_read_back() {
        for (naming, name, hex) in [
            (Naming::ColumnRow, "0944", HexId::new(9, 44)),
            (Naming::RowColumn, "1922", HexId::new(22, 19)),
            (Naming::Letters, "G36", HexId::new(7, 36)),
            (Naming::Letters, "Z1", HexId::new(26, 1)),
            (Naming::Letters, "AA45", HexId::new(27, 45)),
            (Naming::Letters, "JJ38", HexId::new(36, 38)),
            (Naming::Letters, "OO11", HexId::new(41, 11)),
        ] {
            assert_eq!((naming.name(hex), naming.read(name)), (name.to_owned(), Some(hex)));
        }
    }

    #[test]
    fn what_is_written_otherwise_is_no_name() {
        for name in ["", "944", "09441", "09 4", "+944", "0x44", "\u{e9}44"] {
            assert_eq!(Naming::ColumnRow.read(name), None, "{name}");
        }
        for name in ["", "A", "36", "g36", "G036", "GH36", "AAA1", "G-1", "G300", "\u{c9}36"] {
            assert_eq!(Naming::Letters.read(name), None, "{name}");
        }
    }

    #[test]
    fn every_hex_of_a_scheme_has_a_name_of_its_own() {
        for naming in [Naming::ColumnRow, Naming::RowColumn, Naming::Letters] {
            let (cols, rows) = naming.most();
            let mut names = std::collections::BTreeSet::new();
            for hex in (1..=cols).flat_map(|col| (1..=rows).map(move |row| HexId::new(col, row))) {
                let name = naming.name(hex);
                assert_eq!(naming.read(&name), Some(hex), "{name}");
                assert!(names.insert(name));
            }
        }
    }
}
