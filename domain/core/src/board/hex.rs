//! Hex grids in integer arithmetic: ids, neighbours, distances, rings and hexsides.
//!
//! A hex is named by column and row, both counted from 1. Every second row (pointy-top) or column (flat-top) stands half a
//! hex further on, towards the higher column or row number. Inside, cube coordinates do the work: three numbers that add up
//! to nought, so that the grids of all rulesets differ only in how they are named.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A hex of a grid, by column and row.
///
/// Written `ccrr` (`0714` is column 7, row 14), serialised as the number `column * 1000 + row`, so that sheets of more than
/// 99 rows serialise as well. A theatre of 9,795 hexes has 94 columns and 133 rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct HexId {
    col: u8,
    row: u8,
}

impl HexId {
    /// The hex in this column and row, both counted from 1.
    pub const fn new(col: u8, row: u8) -> Self {
        HexId { col, row }
    }

    /// Column, from 1.
    pub const fn col(self) -> u8 {
        self.col
    }

    /// Row, from 1.
    pub const fn row(self) -> u8 {
        self.row
    }
}

impl fmt::Display for HexId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.col, self.row)
    }
}

impl fmt::Debug for HexId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text that is not a hex id of the form `ccrr`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a hex is written with four digits, column then row")]
pub struct NotAHex;

impl FromStr for HexId {
    type Err = NotAHex;

    fn from_str(s: &str) -> Result<Self, NotAHex> {
        if s.len() != 4 || !s.bytes().all(|b| b.is_ascii_digit()) {
            return Err(NotAHex);
        }
        let number: u16 = s.parse().map_err(|_| NotAHex)?;
        Ok(HexId { col: (number / 100) as u8, row: (number % 100) as u8 })
    }
}

impl Serialize for HexId {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_u32(u32::from(self.col) * 1000 + u32::from(self.row))
    }
}

impl<'de> Deserialize<'de> for HexId {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let number = u32::deserialize(d)?;
        let part = |n: u32| u8::try_from(n).map_err(|_| serde::de::Error::custom("no such hex"));
        Ok(HexId { col: part(number / 1000)?, row: part(number % 1000)? })
    }
}

/// How the hexes stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Points up, straight west-east rows; every second row is shifted half a hex east.
    PointyRows,
    /// Flat tops, straight north-south columns; every second column is shifted half a hex towards higher row numbers.
    FlatColumns,
}

/// Which rows or columns are shifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parity {
    /// The odd ones: 1, 3, 5 …
    Odd,
    /// The even ones: 2, 4, 6 …
    Even,
}

/// Which way row numbers count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsRun {
    /// Row 1 is the northernmost.
    South,
    /// Row 1 is the southernmost.
    North,
}

/// Cube coordinates; `q + r + s = 0` with `s` left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Cube {
    pub(super) q: i32,
    pub(super) r: i32,
}

impl Cube {
    pub(super) fn s(self) -> i32 {
        -self.q - self.r
    }
    pub(super) fn minus(self, o: Cube) -> Cube {
        Cube { q: self.q - o.q, r: self.r - o.r }
    }
    pub(super) fn plus(self, o: Cube) -> Cube {
        Cube { q: self.q + o.q, r: self.r + o.r }
    }
    pub(super) fn length(self) -> u32 {
        (self.q.unsigned_abs() + self.r.unsigned_abs() + self.s().unsigned_abs()) / 2
    }
}

/// A rectangular hex grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// How the hexes stand.
    pub axis: Axis,
    /// Columns.
    pub cols: u8,
    /// Rows.
    pub rows: u8,
    /// Which rows (pointy) or columns (flat) are shifted.
    pub shifted: Parity,
    /// Which way rows count.
    pub rows_run: RowsRun,
}

/// The side between two adjacent hexes, whichever is named first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hexside(HexId, HexId);

impl Hexside {
    /// The side between these two.
    pub fn between(a: HexId, b: HexId) -> Self {
        if a <= b { Hexside(a, b) } else { Hexside(b, a) }
    }

    /// The two hexes, the lower id first.
    pub fn hexes(self) -> (HexId, HexId) {
        (self.0, self.1)
    }
}

impl Grid {
    /// Number of hexes of the full rectangle.
    pub fn len(&self) -> usize {
        usize::from(self.cols) * usize::from(self.rows)
    }

    /// Whether there is no hex at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the hex is on the grid.
    pub fn contains(&self, hex: HexId) -> bool {
        (1..=self.cols).contains(&hex.col) && (1..=self.rows).contains(&hex.row)
    }

    /// A dense number for arrays, row by row from 0.
    pub fn index(&self, hex: HexId) -> usize {
        (usize::from(hex.row).wrapping_sub(1)).wrapping_mul(usize::from(self.cols)) + usize::from(hex.col) - 1
    }

    /// The hex of a dense number.
    pub fn at(&self, index: usize) -> HexId {
        let cols = usize::from(self.cols);
        HexId { col: (index % cols) as u8 + 1, row: (index / cols) as u8 + 1 }
    }

    /// Every hex, row by row.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> + use<> {
        let grid = *self;
        (0..grid.len()).map(move |i| grid.at(i))
    }

    /// 1 if this line (row or column) is shifted.
    fn shift(&self, line: i32) -> i32 {
        match self.shifted {
            Parity::Odd => line.rem_euclid(2),
            Parity::Even => 1 - line.rem_euclid(2),
        }
    }

    pub(super) fn cube(&self, hex: HexId) -> Cube {
        // `line` counts the straight lines of hexes, `along` the place in them.
        let (along, line) = match self.axis {
            Axis::PointyRows => (i32::from(hex.col), i32::from(hex.row)),
            Axis::FlatColumns => (i32::from(hex.row), i32::from(hex.col)),
        };
        Cube { q: (2 * along + self.shift(line) - line).div_euclid(2), r: line }
    }

    pub(super) fn uncube(&self, cube: Cube) -> Option<HexId> {
        let line = cube.r;
        let odd = match self.shifted {
            Parity::Odd => 0,
            Parity::Even => 1,
        };
        let along = (2 * cube.q + line - self.shift(line) + odd).div_euclid(2);
        let (col, row) = match self.axis {
            Axis::PointyRows => (along, line),
            Axis::FlatColumns => (line, along),
        };
        let hex = HexId { col: u8::try_from(col).ok()?, row: u8::try_from(row).ok()? };
        self.contains(hex).then_some(hex)
    }

    /// The six steps in cube coordinates, clockwise from the grid's first direction.
    pub(super) fn steps(&self) -> [Cube; 6] {
        let dirs = match (self.axis, self.rows_run) {
            // NE, E, SE, SW, W, NW
            (Axis::PointyRows, RowsRun::South) => [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)],
            (Axis::PointyRows, RowsRun::North) => [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)],
            // N, NE, SE, S, SW, NW
            (Axis::FlatColumns, RowsRun::South) => [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)],
            (Axis::FlatColumns, RowsRun::North) => [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)],
        };
        dirs.map(|(q, r)| Cube { q, r })
    }

    /// The six neighbours clockwise: from the north-east for pointy tops (NE, E, SE, SW, W, NW), from the north for flat
    /// tops (N, NE, SE, S, SW, NW). `None` off the map.
    pub fn neighbours(&self, hex: HexId) -> [Option<HexId>; 6] {
        let here = self.cube(hex);
        self.steps().map(|d| self.uncube(here.plus(d)))
    }

    /// The way from one hex to another as steps in two directions, each next to the other clockwise: the numbers of the neighbours and how
    /// many steps each; the second may be none. `None` for the hex itself.
    pub(super) fn steps_towards(&self, from: HexId, to: HexId) -> Option<[(usize, i32); 2]> {
        let way = self.cube(to).minus(self.cube(from));
        let steps = self.steps();
        (0..6).map(|n| (n, (n + 1) % 6)).find_map(|(n, next)| {
            // Neighbouring steps span the plane with determinant 1 or -1, the same for all six pairs.
            let (a, b) = (steps[n], steps[next]);
            let turn = a.q * b.r - a.r * b.q;
            let (first, second) = (turn * (way.q * b.r - way.r * b.q), turn * (a.q * way.r - a.r * way.q));
            (first > 0 && second >= 0).then_some([(n, first), (next, second)])
        })
    }

    /// Hexes from one to the other in a straight count; 0 for the same, 1 for neighbours.
    pub fn distance(&self, a: HexId, b: HexId) -> u32 {
        self.cube(a).minus(self.cube(b)).length()
    }

    /// Every hex at exactly this distance.
    pub fn ring(&self, centre: HexId, radius: u32) -> Vec<HexId> {
        self.range(centre, radius).into_iter().filter(|h| self.distance(centre, *h) == radius).collect()
    }

    /// Every hex at this distance or less, the centre too, row by row.
    pub fn range(&self, centre: HexId, radius: u32) -> Vec<HexId> {
        let reach = |at: u8, limit: u8| {
            let at = u32::from(at);
            (at.saturating_sub(radius).max(1) as u8)..=((at + radius).min(u32::from(limit)) as u8)
        };
        let mut found = Vec::new();
        for row in reach(centre.row, self.rows) {
            for col in reach(centre.col, self.cols) {
                let hex = HexId { col, row };
                if self.distance(centre, hex) <= radius {
                    found.push(hex);
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Crossed;

    /// The four kinds of grid that the rulesets use.
    fn grids() -> [Grid; 4] {
        let grid = |axis, shifted, rows_run| Grid { axis, cols: 17, rows: 24, shifted, rows_run };
        [
            grid(Axis::PointyRows, Parity::Odd, RowsRun::South),
            grid(Axis::PointyRows, Parity::Even, RowsRun::North),
            grid(Axis::FlatColumns, Parity::Even, RowsRun::South),
            grid(Axis::FlatColumns, Parity::Even, RowsRun::North),
        ]
    }

    fn hex(id: &str) -> HexId {
        id.parse().expect("a hex id")
    }

    fn ids(hexes: [Option<HexId>; 6]) -> Vec<String> {
        hexes.iter().map(|h| h.map_or("off".to_owned(), |h| h.to_string())).collect()
    }

    #[test]
    fn neighbours_of_odd_and_even_rows_are_those_of_the_packs() {
        let [gaines, gleam, long_roads, gettysburg] = grids();
        // Gaines's Mill: odd rows stand half a hex east, rows count southwards.
        assert_eq!(ids(gaines.neighbours(hex("0713"))), ["0812", "0813", "0814", "0714", "0613", "0712"]);
        assert_eq!(ids(gaines.neighbours(hex("0714"))), ["0713", "0814", "0715", "0615", "0614", "0613"]);
        assert_eq!(ids(gaines.neighbours(hex("0101"))), ["off", "0201", "0202", "0102", "off", "off"]);
        // Gleam of Bayonets: even rows half a hex east, rows count northwards.
        assert_eq!(ids(gleam.neighbours(hex("0510"))), ["0611", "0610", "0609", "0509", "0410", "0511"]);
        assert_eq!(ids(gleam.neighbours(hex("0511"))), ["0512", "0611", "0510", "0410", "0411", "0412"]);
        // Long Roads: even columns half a hex further south.
        assert_eq!(ids(long_roads.neighbours(hex("0710"))), ["0709", "0809", "0810", "0711", "0610", "0609"]);
        assert_eq!(ids(long_roads.neighbours(hex("0810"))), ["0809", "0910", "0911", "0811", "0711", "0710"]);
        // Gettysburg: even columns half a hex further north, rows count northwards.
        assert_eq!(ids(gettysburg.neighbours(hex("0710"))), ["0711", "0810", "0809", "0709", "0609", "0610"]);
    }

    #[test]
    fn distance_counts_the_steps_of_a_breadth_first_walk() {
        for grid in grids() {
            for start in [hex("0101"), hex("0912"), hex("1724"), hex("0607")] {
                let mut steps = vec![None; grid.len()];
                steps[grid.index(start)] = Some(0);
                let mut queue = std::collections::VecDeque::from([start]);
                while let Some(at) = queue.pop_front() {
                    let so_far: u32 = steps[grid.index(at)].expect("queued hexes are numbered");
                    for next in grid.neighbours(at).into_iter().flatten() {
                        if steps[grid.index(next)].is_none() {
                            steps[grid.index(next)] = Some(so_far + 1);
                            queue.push_back(next);
                        }
                    }
                }
                for to in grid.hexes() {
                    assert_eq!(Some(grid.distance(start, to)), steps[grid.index(to)], "{start} to {to}");
                }
            }
        }
    }

    #[test]
    fn rings_and_ranges_have_six_more_hexes_each_time() {
        let grid = grids()[0];
        let centre = hex("0912");
        assert_eq!(grid.range(centre, 0), [centre]);
        for radius in 1..=6 {
            assert_eq!(grid.ring(centre, radius).len() as u32, 6 * radius);
            assert_eq!(grid.range(centre, radius).len() as u32, 1 + 3 * radius * (radius + 1));
        }
    }

    #[test]
    fn a_line_along_a_hexside_names_both_hexes_once() {
        let grid = grids()[0];
        // Straight north from an odd row to the next odd row runs along the side between two hexes of the even row.
        assert_eq!(grid.line(hex("0913"), hex("0911")), [Crossed::Between([Some(hex("0912")), Some(hex("1012"))])]);
        // At the east edge one of the two is off the map.
        assert_eq!(grid.line(hex("1713"), hex("1711")), [Crossed::Between([Some(hex("1712")), None])]);
        // Four rows: side, hex, side.
        assert_eq!(
            grid.line(hex("0913"), hex("0909")),
            [
                Crossed::Between([Some(hex("0912")), Some(hex("1012"))]),
                Crossed::Through(hex("0911")),
                Crossed::Between([Some(hex("0910")), Some(hex("1010"))]),
            ]
        );
    }

    #[test]
    fn a_line_is_the_same_both_ways_and_never_meets_its_ends() {
        for grid in grids() {
            let from = hex("0912");
            for to in grid.range(from, 5) {
                let out = grid.line(from, to);
                let mut back = grid.line(to, from);
                back.reverse();
                let sorted = |line: Vec<Crossed>| {
                    let mut all: Vec<Vec<Option<HexId>>> = line
                        .into_iter()
                        .map(|c| match c {
                            Crossed::Through(h) => vec![Some(h)],
                            Crossed::Between(mut two) => {
                                two.sort();
                                two.to_vec()
                            }
                        })
                        .collect();
                    all.sort();
                    all
                };
                assert_eq!(out.len(), back.len(), "{from} to {to}");
                let (out, back) = (sorted(out), sorted(back));
                assert_eq!(out, back, "{from} to {to}");
                let distance = grid.distance(from, to) as usize;
                assert!(out.len() + 1 >= distance && out.iter().flatten().all(|h| *h != Some(from) && *h != Some(to)));
            }
        }
    }

    #[test]
    fn ids_read_and_write() {
        assert_eq!(hex("0714"), HexId::new(7, 14));
        assert_eq!(HexId::new(7, 14).to_string(), "0714");
        assert_eq!("71a4".parse::<HexId>(), Err(NotAHex));
        assert_eq!("714".parse::<HexId>(), Err(NotAHex));
        assert_eq!(serde_json::to_string(&HexId::new(7, 14)).expect("a number"), "7014");
        assert_eq!(serde_json::from_str::<HexId>("7014").expect("a hex"), HexId::new(7, 14));
        assert_eq!(Hexside::between(hex("0714"), hex("0613")), Hexside::between(hex("0613"), hex("0714")));
    }
}
