//! The data pack: map, counters, tables, and the digests of its files.

use super::ground::{Ground, GroundText};
use super::identity::{self, Cover};
use super::tables::Tables;
use super::units::{self, ToldAs, UnitId, UnitSpec};
use domain_core::kit::files;
use domain_core::referee::{DataFile, PackError, Side};
use std::sync::{Arc, OnceLock};

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
    /// What lies on each counter while its name is hidden, by number (0.4); nothing on those whose name is never hidden.
    pub covers: Vec<Option<Cover>>,
    /// Each file's name and digest.
    pub files: Vec<DataFile>,
    /// The map.
    pub ground: Arc<Ground>,
    /// The revision of the rules that it is played by, which is for the ruleset to say.
    pub revision: u32,
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
        let covers = identity::covers(&units);
        let ground = Arc::new(ground);
        Ok(Pack { covers, files, ground, revision: 0, tables: Tables::read(TABLES)?, units })
    }

    /// The pack by a revision, read once: what can be seen from each hex is long to work out, and every revision has it alike.
    pub fn built_in(revision: u32) -> Pack {
        static READ: OnceLock<Pack> = OnceLock::new();
        let read = READ.get_or_init(|| Pack::read().expect("the built-in pack is read by every test"));
        Pack { revision, ..read.clone() }
    }

    /// A counter as printed.
    pub fn unit(&self, unit: UnitId) -> &UnitSpec {
        &self.units[unit.index()]
    }

    /// All counters.
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + Clone + use<> {
        (0..self.units.len() as u32).map(UnitId)
    }

    /// The counters of one side, as printed.
    pub fn of(&self, side: Side) -> impl Iterator<Item = UnitId> + Clone + '_ {
        self.ids().filter(move |u| self.unit(*u).side == side)
    }

    /// What a counter is called while it is covered (0.4); nothing for one that never is.
    pub fn label(&self, unit: UnitId) -> &str {
        self.covers.get(unit.index()).and_then(Option::as_ref).map_or("", |c| c.name.as_str())
    }

    /// The name in orders, of a counter that is told as another by that one's (0.4). Total, as facts of a log may name any counter.
    pub fn name(&self, unit: UnitId) -> &str {
        match unit.told_as() {
            ToldAs::Cover => self.label(unit),
            ToldAs::Unit(who) => self.units.get(who.index()).map_or("?", |u| u.name.as_str()),
        }
    }

    /// The id under which a counter is shown, as it is told (0.4).
    pub fn piece_id(&self, unit: UnitId) -> &str {
        match unit.told_as() {
            ToldAs::Cover => self.covers.get(unit.index()).and_then(Option::as_ref).map_or("", |c| c.id.as_str()),
            ToldAs::Unit(who) => self.units.get(who.index()).map_or("", |u| u.id.as_str()),
        }
    }
}
