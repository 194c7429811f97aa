//! The ground: two panels of 75 rows that share a column and lack a corner, 10,330 hexes, and two boxes; roads, a river, woods, levels.

use domain_core::board::{
    Atlas, Axis, Grid, HexId, Lines, Met, Naming, Network, OffMap, Panel, Parity, PlaceShape, RowsRun, Sheet, Sight,
};
use domain_core::kit::SheetGrid;
use domain_core::referee::{DataFile, Side};
use domain_core::words::Hash32;

/// Columns of both panels together: 70 each, the last of the western one is the first of the eastern one.
const COLS: u8 = 139;
/// Rows.
const ROWS: u8 = 75;
/// How far anybody sees.
pub const SIGHT: u8 = 3;

/// Everything printed, and what follows from it.
#[derive(Debug)]
pub struct Map {
    /// The places.
    pub atlas: Atlas,
    /// Roads, and the links of the boxes; each with its cost.
    pub ways: Network<u16>,
    /// Who sees whom over ground.
    pub ground: Sight,
    /// The lines it was made of, to look for pieces on.
    pub lines: Lines,
    level: Vec<u8>,
    /// Digest of all that, as a file's.
    file: DataFile,
}

/// A number from 0 to 255 that follows from a hex and looks as if it did not.
fn noise(col: u8, row: u8) -> u32 {
    (u32::from(col) * 73 + u32::from(row)).wrapping_mul(2_654_435_761) >> 24
}

/// How high a hex lies: hills of seven by five hexes.
fn level(hex: HexId) -> u8 {
    (noise(hex.col() / 7, hex.row() / 5) % 3) as u8 + u8::from(noise(hex.col(), hex.row()) > 230)
}

impl Map {
    /// Lays it out.
    pub fn lay_out() -> Map {
        let grid =
            |cols| Grid { axis: Axis::PointyRows, cols, rows: ROWS, shifted: Parity::Even, rows_run: RowsRun::South };
        let panel = |letters, col| Panel {
            letters,
            naming: Naming::ColumnRow,
            grid: grid(70),
            ragged: false,
            first: HexId::new(col, 1),
        };
        let on_map = |hex: HexId| hex.col() <= COLS - 19 || hex.row() > 5;
        let boxes = [("north", "Northern Depot"), ("south", "Southern Depot")];
        let boxes = boxes.map(|(id, title)| OffMap { id: id.to_owned(), title: title.to_owned() });
        let atlas = Atlas::new(grid(COLS), vec![panel("W", 1), panel("E", 70)], boxes.into(), on_map).expect("a board");
        let place = |col, row| atlas.place(HexId::new(col, row));
        let mut edges = Vec::new();
        for row in [10, 34, 41, 66] {
            let road: Vec<usize> = (1..=COLS).filter_map(|col| place(col, row)).collect();
            edges.extend(Network::along(&road, 1));
        }
        for col in (5..COLS).step_by(10) {
            let road: Vec<usize> = (1..=ROWS).filter_map(|row| place(col, row)).collect();
            edges.extend(Network::along(&road, 1));
        }
        // The depots lie beyond the northern and the southern end of the middle road.
        let links = [("north", 1), ("south", ROWS)].into_iter();
        edges.extend(links.filter_map(|(id, row)| Some((atlas.read(id)?, place(65, row)?, 3))));
        let ways = Network::of(atlas.len(), edges);
        let level: Vec<u8> = atlas.hexes().iter().map(|hex| level(*hex)).collect();
        let lines = Lines::of(atlas.grid(), SIGHT);
        let ground = Sight::of(&atlas, &lines, |from, to, mut line| {
            let most = level[from].max(level[to]);
            line.all(|passed| match passed.met {
                Met::Hex(at) => level[at] <= most,
                Met::Side(..) => true,
                Met::Along(two) => two.into_iter().flatten().any(|at| level[at] <= most),
            })
        });
        let text = format!("{:?}", (ways.clone(), &level));
        let file = DataFile::of("ground.txt", &Hash32::of(text.as_bytes()).to_string());
        Map { atlas, ways, ground, lines, level, file }
    }

    /// What the pack's digest is made of.
    pub fn files(&self) -> Vec<DataFile> {
        vec![self.file.clone()]
    }

    /// Whether nobody goes quickly there.
    pub fn is_woods(&self, place: usize) -> bool {
        self.atlas.hex(place).is_some_and(|hex| noise(hex.col() / 2, hex.row() / 2) < 70)
    }

    /// Whether the river runs between two hexes: it flows east between rows 37 and 38, and is crossed by road.
    pub fn is_river(&self, a: usize, b: usize) -> bool {
        let row = |place| self.atlas.hex(place).map_or(0, HexId::row);
        let rows = [row(a), row(b)];
        (rows == [37, 38] || rows == [38, 37]) && self.ways.between(a, b).next().is_none()
    }

    /// What a step between two neighbours costs; `None` across the river.
    pub fn step(&self, a: usize, b: usize) -> Option<u16> {
        let ground = || if self.is_woods(b) { 3 } else { 2 };
        let cost = self.ways.between(a, b).min().copied().unwrap_or_else(ground);
        (!self.is_river(a, b)).then_some(cost)
    }

    /// Where a unit of a side begins, by its number within the side: five lines behind the river, the last eight in the depot.
    pub fn start(&self, side: Side, n: u16, of: u16) -> usize {
        if n + 8 >= of {
            return self.atlas.read(if side == Side::Union { "south" } else { "north" }).unwrap_or_default();
        }
        let (col, back) = (8 + 2 * (n % 60), n / 60);
        let row = if side == Side::Union { 40 + back } else { 35 - back };
        self.atlas.place(HexId::new(col as u8, row as u8)).unwrap_or_default()
    }

    /// The map as something to draw.
    pub fn sheet(&self) -> Sheet {
        let grid = SheetGrid { grid: *self.atlas.grid(), size: (139.5, 65.3) };
        let place = |(place, hex): (usize, &HexId)| {
            let ground = if self.is_woods(place) { "woods" } else { "clear" };
            let id = self.atlas.name(place);
            PlaceShape {
                title: format!("{id}, {ground}, level {}", self.level[place]),
                id,
                centre: grid.centre(*hex),
                room: (1, 1),
                outline: grid.outline(*hex),
                label: None,
            }
        };
        Sheet {
            digest: Sheet::digest_of(&["theatre"]),
            title: "Theatre",
            subtitle: "",
            size: grid.size,
            module: 1.0,
            counter: 0.5,
            places: self.atlas.hexes().iter().enumerate().map(place).collect(),
            borders: Vec::new(),
            crossings: Vec::new(),
            marks: Vec::new(),
            underlay: "",
            key: vec![("woods", "woods")],
        }
    }
}
