//! The map as the rules see it (§2.1): levels, woods, streams on hexsides, roads from hex to hex, the river and its bridges,
//! and what ground lies between any two hexes that may see one another.

use super::pack_text::PackText;
use domain_core::board::{Crossed, HexId, Hexside};
use domain_core::kit::{self, HexMap, SheetGrid, files};
use domain_core::referee::{PackError, Side};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Half-points in one movement point: road steps cost one half (§6.2).
pub const MP: u16 = 2;

/// Half-points in words: `2½`.
pub fn points(half: u16) -> String {
    match (half / MP, half % MP) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

/// The longest range of any fire (§8.2).
pub const LONGEST_RANGE: u32 = 5;

/// One hex.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its id.
    pub hex: HexId,
    /// Elevation level 1 to 3; river hexes count as 1 (rulings 8 and 34).
    pub level: u8,
    /// Woods.
    pub forest: bool,
    /// River, bridged or not.
    pub river: bool,
    /// The bridge's name, if one crosses here.
    pub bridge: Option<String>,
    /// The printed place name, or empty.
    pub place: String,
    /// A victory star (§16.0).
    pub star: bool,
    /// An entry arrow (§6.6).
    pub entry: Option<Side>,
    /// Set-up names printed here (§3.0).
    pub setups: Vec<String>,
    /// Whether a road runs off the map here (ruling 18).
    pub road_off: bool,
}

/// The way from one hex into the next; there is none into the river but along a bridge (§2.1, ruling 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Dense number of the hex entered.
    pub to: usize,
    /// The full cost in half-points: the hex, woods, uphill, stream (§6.2).
    pub full: u16,
    /// Whether a road runs along (§6.2, ruling 10).
    pub road: bool,
    /// Whether a stream lies between.
    pub stream: bool,
}

/// What stands between two hexes whose ground lets them see one another (§8.3).
#[derive(Clone, Debug)]
pub struct Sight {
    /// The hex seen.
    pub to: usize,
    /// Distance in hexes.
    pub range: u8,
    /// Places where units block; a pair blocks only when both do (ruling 34).
    pub blockers: Vec<Blocker>,
}

/// A place where a unit blocks a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// A unit in this hex.
    One(usize),
    /// A unit in each of these two.
    Both(usize, usize),
}

impl kit::Edge for Edge {
    fn to(&self) -> usize {
        self.to
    }
}

/// The map. Two hexes are joined where zones, support, close combat and movement pass between them (ruling 8).
#[derive(Clone, Debug)]
pub struct Ground {
    map: HexMap<Cell, Edge>,
    /// Where its hexes are on the sheet.
    pub sheet: SheetGrid,
    sights: Vec<Vec<Sight>>,
    /// The victory hexes (§16.0).
    pub stars: Vec<HexId>,
    /// Stream hexsides with the stream's name.
    pub streams: BTreeMap<Hexside, String>,
}

#[derive(Deserialize)]
struct HexRow {
    id: String,
    elevation: Option<u8>,
    terrain: String,
    place: String,
    marks: String,
    bridge: String,
}

#[derive(Deserialize)]
struct EdgeRow {
    a: String,
    b: String,
    kind: String,
    name: String,
}

#[derive(Deserialize)]
struct RoadRow {
    chain: String,
}

impl Ground {
    /// Reads the map files of a pack.
    ///
    /// # Errors
    /// [`PackError`] for a row that does not fit.
    pub fn read(text: &PackText) -> Result<Ground, PackError> {
        let sheet = SheetGrid::read(text.grid)?;
        let grid = sheet.grid;
        let mut found: BTreeMap<HexId, Cell> = BTreeMap::new();
        for row in files::rows::<HexRow>("hexes.csv", text.hexes)? {
            let hex = files::cell::<HexId>("hexes.csv", &row.id)?;
            let marks: Vec<&str> = row.marks.split(';').filter(|m| !m.is_empty()).collect();
            let entry = marks.iter().find_map(|m| match *m {
                "entry:CSA" => Some(Side::Confederate),
                "entry:USA" => Some(Side::Union),
                _ => None,
            });
            let setups = marks.iter().filter_map(|m| m.strip_prefix("setup:")).map(str::to_owned).collect();
            let river = row.terrain == "river";
            let level = match row.elevation {
                Some(level @ 1..=3) => level,
                None if river => 1,
                _ => return Err(PackError::new("hexes.csv", format!("{hex} has no level from 1 to 3"))),
            };
            let star = marks.contains(&"star");
            let bridge = (!row.bridge.is_empty()).then_some(row.bridge);
            let forest = row.terrain == "forest";
            found.insert(
                hex,
                Cell { hex, level, forest, river, bridge, place: row.place, star, entry, setups, road_off: false },
            );
        }
        let mut map = HexMap::of(grid, "hexes.csv", found)?;
        let mut streams = BTreeMap::new();
        let mut crossings = BTreeSet::new();
        for row in files::rows::<EdgeRow>("edges.csv", text.edges)? {
            let side = Hexside::between(
                files::cell::<HexId>("edges.csv", &row.a)?,
                files::cell::<HexId>("edges.csv", &row.b)?,
            );
            match row.kind.as_str() {
                "stream" => drop(streams.insert(side, row.name)),
                "bridge" => drop(crossings.insert(side)),
                kind => return Err(PackError::new("edges.csv", format!("unknown kind {kind}"))),
            }
        }
        let mut roads = BTreeSet::new();
        for row in files::rows::<RoadRow>("roads.csv", text.roads)? {
            let chain =
                row.chain.split(' ').map(|h| files::cell::<HexId>("roads.csv", h)).collect::<Result<Vec<_>, _>>()?;
            roads.extend(chain.windows(2).map(|w| Hexside::between(w[0], w[1])));
            for end in [chain.first(), chain.last()].into_iter().flatten() {
                // A road that ends at an arrow runs on beyond the edge (ruling 18).
                let cell = map.cell_mut(grid.index(*end));
                cell.road_off |= cell.entry.is_some();
            }
        }
        map.join(|from, to, index| {
            let side = Hexside::between(from.hex, to.hex);
            if (from.river || to.river) && !crossings.contains(&side) {
                return None;
            }
            let stream = streams.contains_key(&side);
            let extra = u16::from(to.forest) + u16::from(to.level > from.level) + u16::from(stream);
            Some(Edge { to: index, full: MP * (1 + extra), road: roads.contains(&side), stream })
        });
        let stars = map.cells().iter().filter(|c| c.star).map(|c| c.hex).collect();
        let mut ground = Ground { map, sheet, sights: Vec::new(), stars, streams };
        ground.sights = (0..grid.len()).map(|i| ground.sights_from(i)).collect();
        Ok(ground)
    }

    /// Everything in range that the ground does not hide (§8.3 as read by ruling 34).
    fn sights_from(&self, i: usize) -> Vec<Sight> {
        let from = self.cell(i);
        let mut sights = Vec::new();
        for hex in self.grid.range(from.hex, LONGEST_RANGE) {
            let to = self.hex(hex);
            let range = self.grid.distance(from.hex, hex);
            if range < 2 {
                continue;
            }
            let (a, d) = (from.level, to.level);
            let high_ground = |c: &Cell| match a.cmp(&d) {
                std::cmp::Ordering::Equal => c.level > a || (c.forest && c.level >= a),
                std::cmp::Ordering::Less => c.level >= d,
                std::cmp::Ordering::Greater => c.level >= a || (c.forest && c.level >= d),
            };
            // A unit blocks unless it stands lower than both ends; from below only at the target's level or higher.
            let hides_unit = |c: &Cell| if a < d { c.level >= d } else { c.level >= d.min(a) };
            let at = |h: HexId| self.hex(h);
            let (mut clear, mut blockers, mut middle) = (true, Vec::new(), 0);
            for crossed in self.grid.line(from.hex, hex) {
                match crossed {
                    Crossed::Through(h) => {
                        let c = at(h);
                        clear &= !high_ground(c);
                        middle += u32::from(c.level == 2);
                        if hides_unit(c) {
                            blockers.push(Blocker::One(self.grid.index(h)));
                        }
                    }
                    Crossed::Between([Some(h), Some(k)]) => {
                        let (c, e) = (at(h), at(k));
                        clear &= !(high_ground(c) && high_ground(e));
                        middle += u32::from(c.level == 2 && e.level == 2);
                        // Ground on one side of the hexside and a unit on the other block together.
                        match (high_ground(c), high_ground(e)) {
                            (true, false) if hides_unit(e) => blockers.push(Blocker::One(self.grid.index(k))),
                            (false, true) if hides_unit(c) => blockers.push(Blocker::One(self.grid.index(h))),
                            (false, false) if hides_unit(c) && hides_unit(e) => {
                                blockers.push(Blocker::Both(self.grid.index(h), self.grid.index(k)));
                            }
                            _ => {}
                        }
                    }
                    // Off the map there is nothing to block.
                    Crossed::Between(_) => {}
                }
            }
            // From the top down to the bottom two hexes of the slope between are too many (§8.3).
            clear &= !(a == 3 && d == 1 && middle >= 2);
            if clear {
                sights.push(Sight { to: self.grid.index(hex), range: range as u8, blockers });
            }
        }
        sights
    }

    /// What the ground lets one see from a hex, from two hexes off to [`LONGEST_RANGE`].
    pub fn sights(&self, from: usize) -> &[Sight] {
        &self.sights[from]
    }

    /// A hex with the name printed there: "0714 (Watt House)".
    pub fn place_name(&self, hex: HexId) -> String {
        match self.grid.contains(hex).then(|| self.hex(hex).place.as_str()) {
            None | Some("") => hex.to_string(),
            Some(name) => format!("{hex} ({name})"),
        }
    }

    /// The entry arrows of a side.
    pub fn arrows(&self, side: Side) -> impl Iterator<Item = &Cell> + '_ {
        self.cells().iter().filter(move |c| c.entry == Some(side))
    }
}

impl std::ops::Deref for Ground {
    type Target = HexMap<Cell, Edge>;

    fn deref(&self) -> &Self::Target {
        &self.map
    }
}
