//! The data pack: the files of the folder `data`, read once into typed tables. Another pack of the same form (an
//! owner's exact values) is read the same way.

use super::ground::Ground;
use super::tables::Tables;
use super::units::{UnitId, UnitSpec};
use domain_core::referee::{DataFile, PackError};

/// The text of every file of a pack.
#[derive(Clone, Copy, Debug)]
pub struct PackText {
    /// `hexes.csv`: level, terrain, names and marks of each hex.
    pub hexes: &'static str,
    /// `edges.csv`: streams and bridge crossings.
    pub edges: &'static str,
    /// `roads.csv`: chains of hexes.
    pub roads: &'static str,
    /// `rivers.csv`: the river's hexes with bridges.
    pub rivers: &'static str,
    /// `units.csv`: the counters.
    pub units: &'static str,
    /// `tables.json`: combat tables and tracks.
    pub tables: &'static str,
    /// `grid.json`: the grid. Its orientation is that of the rulebook's sheet and fixed here.
    pub grid: &'static str,
    /// `underlay.geojson`: the drawing.
    pub underlay: &'static str,
}

/// The pack that is built in.
pub const RECONSTRUCTED: PackText = PackText {
    hexes: include_str!("../data/hexes.csv"),
    edges: include_str!("../data/edges.csv"),
    roads: include_str!("../data/roads.csv"),
    rivers: include_str!("../data/rivers.csv"),
    units: include_str!("../data/units.csv"),
    tables: include_str!("../data/tables.json"),
    grid: include_str!("../data/grid.json"),
    underlay: include_str!("../data/underlay.geojson"),
};

/// A pack as the rules read it.
#[derive(Clone, Debug)]
pub struct Pack {
    /// The map.
    pub ground: Ground,
    /// The counters, in the order of `units.csv`.
    pub units: Vec<UnitSpec>,
    /// Combat tables and tracks.
    pub tables: Tables,
    /// The drawing, as text.
    pub underlay: &'static str,
    /// Each file's name and digest.
    pub files: Vec<DataFile>,
}

impl Pack {
    /// Reads a pack.
    ///
    /// # Errors
    /// [`PackError`] naming file and row of the first thing that cannot be read.
    pub fn read(text: &PackText) -> Result<Pack, PackError> {
        let ground = Ground::read(text)?;
        let units = super::units::read(text.units, &ground)?;
        let tables = Tables::read(text.tables)?;
        let files = [
            ("edges.csv", text.edges),
            ("grid.json", text.grid),
            ("hexes.csv", text.hexes),
            ("rivers.csv", text.rivers),
            ("roads.csv", text.roads),
            ("tables.json", text.tables),
            ("underlay.geojson", text.underlay),
            ("units.csv", text.units),
        ]
        .map(|(name, text)| DataFile::of(name, text));
        Ok(Pack { ground, units, tables, underlay: text.underlay, files: files.into() })
    }

    /// A unit's counter.
    pub fn unit(&self, id: UnitId) -> &UnitSpec {
        &self.units[id.index()]
    }

    /// Every unit.
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len()).map(UnitId::at)
    }
}
