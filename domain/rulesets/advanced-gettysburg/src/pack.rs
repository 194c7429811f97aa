//! The data pack: map, counters, tables, and the digests of its files.

use super::ground::{Ground, GroundText};
use super::tables::Tables;
use super::units::{self, UnitId, UnitSpec};
use domain_core::kit::files;
use domain_core::referee::{DataFile, PackError, Side};

/// The text of `edges.csv`.
pub const EDGES: &str = include_str!("../data/edges.csv");
/// The text of `grid.json`.
pub const GRID: &str = include_str!("../data/grid.json");
/// The text of `hexes.csv`.
pub const HEXES: &str = include_str!("../data/hexes.csv");
/// The text of `roads.csv`.
pub const ROADS: &str = include_str!("../data/roads.csv");
/// The text of `tables.json`.
pub const TABLES: &str = include_str!("../data/tables.json");
/// The text of `underlay.geojson`.
pub const UNDERLAY: &str = include_str!("../data/underlay.geojson");
/// The text of `units.csv`.
pub const UNITS: &str = include_str!("../data/units.csv");

/// The pack as the rules read it.
#[derive(Clone, Debug)]
pub struct Pack {
    /// Each file's name and digest.
    pub files: Vec<DataFile>,
    /// The map.
    pub ground: Ground,
    /// Tables and charts.
    pub tables: Tables,
    /// The counters by number.
    pub units: Vec<UnitSpec>,
}

impl Pack {
    /// Reads the pack.
    ///
    /// # Errors
    /// [`PackError`] with the first thing that cannot be read.
    pub fn read() -> Result<Pack, PackError> {
        let ground = Ground::read(&GroundText { grid: GRID, hexes: HEXES, edges: EDGES, roads: ROADS })?;
        let units = units::read(UNITS)?;
        for unit in &units {
            let known = |road: &String| ground.entries.iter().any(|e| e.name == *road);
            if let Some(arrival) = unit.arrival.as_ref().filter(|a| !known(&a.road)) {
                return Err(PackError::new("units.csv", format!("{}: no road {}", unit.id, arrival.road)));
            }
            if let Some(hex) = unit.start.as_ref().filter(|hex| ground.atlas.read(hex).is_none()) {
                return Err(PackError::new("units.csv", format!("{}: no hex {hex}", unit.id)));
            }
        }
        let files = files::digests([
            ("edges.csv", EDGES),
            ("grid.json", GRID),
            ("hexes.csv", HEXES),
            ("roads.csv", ROADS),
            ("tables.json", TABLES),
            ("underlay.geojson", UNDERLAY),
            ("units.csv", UNITS),
        ]);
        Ok(Pack { files, ground, tables: Tables::read(TABLES)?, units })
    }

    /// A counter as printed.
    pub fn unit(&self, unit: UnitId) -> &UnitSpec {
        &self.units[unit.index()]
    }

    /// All counters.
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + Clone + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    /// The counters of one side, as printed.
    pub fn of(&self, side: Side) -> impl Iterator<Item = UnitId> + Clone + '_ {
        self.ids().filter(move |u| self.unit(*u).side == side)
    }

    /// The name in orders. Total, as facts of a log may name any counter.
    pub fn name(&self, unit: UnitId) -> &str {
        self.units.get(unit.index()).map_or("?", |u| u.name.as_str())
    }
}
