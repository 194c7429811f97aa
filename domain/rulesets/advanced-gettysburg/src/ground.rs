//! The map: hexes, roads, entries, sight over the ground, bearings (§2.2, §12.0, §20.1 to §20.4).

use domain_core::board::{
    Atlas, Axis, Facing, Grid, HexId, Line, Lines, Met, Naming, Network, OffMap, Panel, Parity, RowsRun, Sight,
};
use domain_core::kit::files;
use domain_core::referee::{PackError, Side};
use serde::Deserialize;
use std::collections::BTreeMap;

/// How far sight is worked out, in hexes: the longest range is 8 (§29), outposts see 9 (0.1.6), and who marches is told of enemies within 12.
pub const SIGHT: u8 = 12;

/// The farthest from its entry hex that anybody comes on beside a road (§34.3.8).
pub const BESIDE_ENTRY: u32 = 6;

/// What grows or stands in a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    /// Open farm land.
    Clear,
    /// Planted trees, as open.
    Orchard,
    /// Boulders and scrub, as open.
    RoughWoods,
    /// Woods.
    Woods,
    /// Gettysburg.
    Town,
}

impl Terrain {
    /// In a description.
    pub const fn word(self) -> &'static str {
        match self {
            Terrain::Clear => "clear",
            Terrain::Orchard => "orchard",
            Terrain::RoughWoods => "rough woods",
            Terrain::Woods => "woods",
            Terrain::Town => "town",
        }
    }
}

/// A hex as printed.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Whether it is a crest (§20.3.3).
    pub crest: bool,
    /// Its level, 0 to 11.
    pub level: u8,
    /// Its name, where it has one.
    pub name: String,
    /// Whether breastworks can be built: no river, swamp or stream that goes on (0.12.8).
    pub may_be_dug: bool,
    /// Whether it has a road (§12.2).
    pub road: bool,
    /// What stands there.
    pub terrain: Terrain,
}

/// A road that leads onto the map, with the box beyond it where columns wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The place of the hex.
    pub hex: usize,
    /// Its name on the cards.
    pub name: String,
    /// The place of the box beyond.
    pub off: usize,
    /// Whose it is; nobody's for roads that no card names.
    pub side: Option<Side>,
}

/// A hex that counts for victory (§37).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prize {
    /// The place of the hex.
    pub hex: usize,
    /// Its name.
    pub name: String,
    /// Points for each side that holds it, the Union's first.
    pub points: [u8; 2],
}

/// The map as the rules read it.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Hexes and boxes.
    pub atlas: Atlas,
    /// Every hex by place.
    pub cells: Vec<Cell>,
    /// The roads onto the map.
    pub entries: Vec<Entry>,
    /// What lines between hexes meet.
    pub lines: Lines,
    /// Hexes that count for victory.
    pub prizes: Vec<Prize>,
    /// Roads as they were traced; rules ask [`Cell::road`].
    pub roads: Network<u8>,
    /// The names of [`Ground::roads`].
    pub road_names: Vec<String>,
    /// Who sees whom over bare ground; bodies in between are looked up.
    pub sight: Sight,
}

/// The grid: 41 columns of 45 and 44 hexes.
const GRID: Grid =
    Grid { axis: Axis::FlatColumns, cols: 41, rows: 45, shifted: Parity::Even, rows_run: RowsRun::North };

#[derive(Deserialize)]
struct GridFile {
    columns: u8,
    count: usize,
    entries: BTreeMap<String, EntryRow>,
    rows_even_index_columns: u8,
    rows_odd_index_columns: u8,
    victory_hexes: BTreeMap<String, PrizeRow>,
}

#[derive(Deserialize)]
struct EntryRow {
    hex: String,
    side: String,
}

#[derive(Deserialize)]
struct PrizeRow {
    confederate: u8,
    name: String,
    union: u8,
}

#[derive(Deserialize)]
struct HexRow {
    id: String,
    level: u8,
    crest: u8,
    terrain: Terrain,
    features: String,
    roads: String,
    place: String,
    crest_name: String,
}

#[derive(Deserialize)]
struct EdgeRow {
    a: String,
    b: String,
    dir_a_to_b: String,
    road: String,
}

#[derive(Deserialize)]
struct RoadRow {
    road_id: String,
    name: String,
    hex: String,
}

/// The texts of the map.
pub struct GroundText {
    /// `grid.json`.
    pub grid: &'static str,
    /// `hexes.csv`.
    pub hexes: &'static str,
    /// `edges.csv`.
    pub edges: &'static str,
    /// `roads.csv`.
    pub roads: &'static str,
}

/// The id of the box beyond an entry: `cashtown-pike`.
fn box_id(name: &str) -> String {
    name.trim_end_matches('.').to_lowercase().replace(' ', "-")
}

impl Ground {
    /// Reads the map.
    ///
    /// # Errors
    /// [`PackError`] with the first thing that does not fit.
    pub fn read(text: &GroundText) -> Result<Ground, PackError> {
        let file: GridFile = files::json("grid.json", text.grid)?;
        let wrong = |what: String| PackError::new("grid.json", what);
        if (file.columns, file.rows_even_index_columns, file.rows_odd_index_columns) != (41, 45, 44) {
            return Err(wrong("another grid than 41 columns of 45 and 44 hexes".to_owned()));
        }
        let panel = Panel { letters: "", naming: Naming::Letters, grid: GRID, ragged: true, first: HexId::new(1, 1) };
        let off_map = |name: &String| OffMap { id: box_id(name), title: format!("Beyond the map, {name}") };
        let boxes = file.entries.keys().map(off_map).collect();
        let atlas = Atlas::new(GRID, vec![panel], boxes, |_| true).map_err(|e| wrong(e.to_string()))?;
        if atlas.hexes().len() != file.count {
            return Err(wrong(format!("{} hexes, not {}", atlas.hexes().len(), file.count)));
        }
        let place = |file: &'static str, name: &str| {
            atlas
                .read(name)
                .filter(|p| atlas.hex(*p).is_some())
                .ok_or_else(|| PackError::new(file, format!("{name} is no hex")))
        };
        let mut cells: Vec<Option<Cell>> = vec![None; atlas.hexes().len()];
        for row in files::rows::<HexRow>("hexes.csv", text.hexes)? {
            let features: Vec<&str> = row.features.split(';').collect();
            let wet = ["river", "swamp", "stream_through"].iter().any(|f| features.contains(f));
            let cell = Cell {
                crest: row.crest == 1,
                level: row.level,
                name: if row.place.is_empty() { row.crest_name } else { row.place },
                may_be_dug: !wet,
                road: !row.roads.is_empty(),
                terrain: row.terrain,
            };
            cells[place("hexes.csv", &row.id)?] = Some(cell);
        }
        let cells: Option<Vec<Cell>> = cells.into_iter().collect();
        let cells = cells.ok_or_else(|| PackError::new("hexes.csv", "a hex of the grid has no row"))?;
        let entry = |(name, row): (&String, &EntryRow)| {
            let side = Side::BOTH.into_iter().find(|s| s.name() == row.side);
            let off = atlas.read(&box_id(name)).ok_or_else(|| wrong(format!("no box for {name}")))?;
            Ok(Entry { hex: place("grid.json", &row.hex)?, name: name.clone(), off, side })
        };
        let entries: Vec<Entry> = file.entries.iter().map(entry).collect::<Result<_, PackError>>()?;
        let prize = |(hex, row): (&String, &PrizeRow)| {
            Ok(Prize { hex: place("grid.json", hex)?, name: row.name.clone(), points: [row.union, row.confederate] })
        };
        let prizes: Vec<Prize> = file.victory_hexes.iter().map(prize).collect::<Result<_, PackError>>()?;
        let (roads, road_names) = Self::roads(&atlas, text)?;
        let lines = Lines::of(atlas.grid(), SIGHT);
        let sight = Sight::of(&atlas, &lines, |from, to, line| {
            let seen = cells[to].terrain != Terrain::Woods || from == to;
            seen && line.map(|passed| passed.met).all(|met| !hides(&cells, from, to, met))
        });
        Ok(Ground { atlas, cells, entries, lines, prizes, roads, road_names, sight })
    }

    /// The roads as chains of hexes, each held against the edges.
    fn roads(atlas: &Atlas, text: &GroundText) -> Result<(Network<u8>, Vec<String>), PackError> {
        let place =
            |name: &str| atlas.read(name).ok_or_else(|| PackError::new("roads.csv", format!("{name} is no hex")));
        let (mut names, mut chains): (Vec<String>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
        let mut last = String::new();
        for row in files::rows::<RoadRow>("roads.csv", text.roads)? {
            if row.road_id != last || chains.is_empty() {
                last.clone_from(&row.road_id);
                names.push(row.name.clone());
                chains.push(Vec::new());
            }
            if let Some(chain) = chains.last_mut() {
                chain.push(place(&row.hex)?);
            }
        }
        let edges = chains.iter().zip(0u8..).flat_map(|(chain, n)| Network::along(chain, n));
        let roads = Network::of(atlas.len(), edges);
        for row in files::rows::<EdgeRow>("edges.csv", text.edges)? {
            let (a, b) = (place(&row.a)?, place(&row.b)?);
            let side = Facing::read(&row.dir_a_to_b, Axis::FlatColumns).ok().and_then(|f| atlas.ahead(a, f));
            if side != Some(b) {
                return Err(PackError::new("edges.csv", format!("{} is not {} of {}", row.b, row.dir_a_to_b, row.a)));
            }
            if !row.road.is_empty() && roads.between(a, b).next().is_none() {
                return Err(PackError::new("edges.csv", format!("no road runs from {} to {}", row.a, row.b)));
            }
        }
        Ok((roads, names))
    }

    /// Whether a place is a hex of the map.
    pub fn is_hex(&self, place: usize) -> bool {
        place < self.cells.len()
    }

    /// What stands in a hex; open ground for a box.
    pub fn terrain(&self, place: usize) -> Terrain {
        self.cells.get(place).map_or(Terrain::Clear, |c| c.terrain)
    }

    /// Whether there is a road. The box beyond an entry lies on its road.
    pub fn has_road(&self, place: usize) -> bool {
        self.cells.get(place).is_none_or(|c| c.road)
    }

    /// The level of a hex.
    pub fn level(&self, place: usize) -> u8 {
        self.cells.get(place).map_or(0, |c| c.level)
    }

    /// The hexes next to a place. A box beyond the map has its entry.
    pub fn next_to(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        let around = self.is_hex(place).then(|| self.atlas.around(place).map(|(_, to)| to));
        let in_by = self.entries.iter().filter(move |e| e.off == place).map(|e| e.hex);
        around.into_iter().flatten().chain(in_by)
    }

    /// Whether two places lie side by side.
    pub fn adjacent(&self, a: usize, b: usize) -> bool {
        self.atlas.distance(a, b) == Some(1)
    }

    /// The side of the first hex that leads to the second, if they lie side by side; onto the map for the box beyond an entry, beside its road too (§34.3.5).
    pub fn side_to(&self, from: usize, to: usize) -> Option<Facing> {
        if !self.is_hex(from) {
            let entry = self.entries.iter().find(|e| e.off == from)?;
            let beside = || self.atlas.distance(entry.hex, to).is_some_and(|far| far <= BESIDE_ENTRY);
            return match entry.hex == to {
                true => Some(self.onto(entry)),
                false => self.inwards(to).filter(|_| beside()),
            };
        }
        if !self.is_hex(to) {
            return self.side_to(to, from).map(Facing::opposite);
        }
        self.atlas.around(from).find(|(_, next)| *next == to).map(|(side, _)| Facing::side(side))
    }

    /// Which way who comes onto the map over the edge by a hex looks; `None` of a hex that does not lie at the edge.
    pub fn inwards(&self, hex: usize) -> Option<Facing> {
        let over =
            |side: &Facing| self.atlas.ahead(hex, side.opposite()).is_none() && self.atlas.ahead(hex, *side).is_some();
        if self.is_hex(hex) { Facing::sides().find(over) } else { None }
    }

    /// Which way who comes onto the map by an entry looks: away from the edge.
    pub fn onto(&self, entry: &Entry) -> Facing {
        let back = |f: &Facing| self.atlas.ahead(entry.hex, f.opposite()).is_none();
        let ahead = |f: &Facing| self.atlas.ahead(entry.hex, *f).is_some();
        let road = |f: &Facing| self.atlas.ahead(entry.hex, *f).is_some_and(|to| self.has_road(to));
        let all = || Facing::sides().filter(back).filter(ahead);
        all().find(road).or_else(|| all().next()).unwrap_or(Facing::side(0))
    }

    /// Whether the first hex sees the second over bare ground (§20.2 to §20.4): bodies are left out.
    pub fn sees(&self, from: usize, to: usize) -> bool {
        self.sight.sees(&self.atlas, from, to)
    }

    /// Whether nothing of the ground stands between two hexes, whatever grows in them (ruling 67).
    pub fn clear_between(&self, from: usize, to: usize) -> bool {
        let hidden = |met| hides(&self.cells, from, to, met);
        self.line(from, to).is_some_and(|mut line| !line.any(|passed| hidden(passed.met)))
    }

    /// What the line between two hexes meets; `None` where it is longer than [`SIGHT`].
    pub fn line(&self, from: usize, to: usize) -> Option<Line<'_>> {
        self.lines.between(&self.atlas, from, to)
    }

    /// Whether a hex lies within so many degrees of a direction, seen from another: 30 or 60, the edges of the angle included. Not for the
    /// hex itself.
    pub fn lies_within(&self, from: usize, direction: Facing, half: Half, to: usize) -> bool {
        let (Some(a), Some(b)) = (self.atlas.hex(from), self.atlas.hex(to)) else { return false };
        let ((ax, ay), (bx, by)) = (flat(a), flat(b));
        let (x, y) = (bx - ax, by - ay);
        if (x, y) == (0, 0) {
            return false;
        }
        let (dx, dy) = vector(direction);
        // Columns stand the root of three half hexes apart: the scalar product in quarters of a hex squared.
        let dot = 3 * x * dx + y * dy;
        let squares = (3 * x * x + y * y) * (3 * dx * dx + dy * dy);
        let cosine = match half {
            Half::Sixty => 1,
            Half::Thirty => 3,
            Half::Whole => return true,
        };
        dot > 0 && 4 * dot * dot >= cosine * squares
    }

    /// A hex as the map names it, with its name in prose where it has one. Total, as facts of a log may name any place.
    pub fn place_name(&self, place: usize) -> String {
        if place >= self.atlas.len() {
            return "?".to_owned();
        }
        match (self.cells.get(place), self.atlas.off_map(place)) {
            (Some(cell), _) if !cell.name.is_empty() => format!("{} ({})", self.atlas.name(place), cell.name),
            (_, Some(one)) => one.title.clone(),
            _ => self.atlas.name(place),
        }
    }

    /// A hex by its id alone.
    pub fn id(&self, place: usize) -> String {
        if place < self.atlas.len() { self.atlas.name(place) } else { "?".to_owned() }
    }
}

/// Half the opening of a field, in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// 60 to each side: a line, a lone battery.
    Sixty,
    /// 30 to each side: several batteries in a hex, the field beside a flank.
    Thirty,
    /// All round: cannon in breastworks (0.12).
    Whole,
}

/// Column, and half hexes from the south.
fn flat(hex: HexId) -> (i32, i32) {
    let shifted = i32::from(hex.col().is_multiple_of(2));
    (i32::from(hex.col()), 2 * i32::from(hex.row()) + shifted)
}

/// A direction in columns and half hexes: a side as the step over it, a corner as the sum of the two steps beside it.
fn vector(facing: Facing) -> (i32, i32) {
    const STEPS: [(i32, i32); 6] = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)];
    match facing.neighbour() {
        Some(side) => STEPS[side],
        None => {
            let (a, b) = (STEPS[facing.index() / 2], STEPS[(facing.index() / 2 + 1) % 6]);
            (a.0 + b.0, a.1 + b.1)
        }
    }
}

/// Whether what a line between two hexes meets stands in the way by its ground (§20.3, §20.4, ruling 75). What lies in the hexes of the ends is passed over.
fn hides(cells: &[Cell], from: usize, to: usize, met: Met) -> bool {
    let (a, b) = (cells[from].level, cells[to].level);
    let ground = |at: usize| {
        let cell = &cells[at];
        // §20.4.1: woods raise their ground two levels.
        let top = cell.level + if cell.terrain == Terrain::Woods { 2 } else { 0 };
        let higher = top > a.max(b);
        let as_high = top == a.max(b) && a != b;
        let crest = cell.crest && cell.level == a && a == b;
        higher || as_high || crest
    };
    let town = |at: usize| cells[at].terrain == Terrain::Town;
    let end = |at: usize| at == from || at == to;
    match met {
        Met::Hex(at) => !end(at) && (ground(at) || town(at)),
        Met::Side(..) => false,
        Met::Along(two) => {
            let between = || two.into_iter().flatten().filter(|at| !end(*at));
            between().any(town) || (two.iter().all(Option::is_some) && between().count() == 2 && between().all(ground))
        }
    }
}
