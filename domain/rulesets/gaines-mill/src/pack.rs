//! The data pack: the files of the folder `data`, read once into typed tables. Another pack of the same form (an
//! owner's exact values) is read the same way.

use super::ground::Ground;
use super::pack_text::{PackText, RECONSTRUCTED};
use super::tables::Tables;
use super::units::{UnitId, UnitSpec};
use domain_core::kit::files;
use domain_core::referee::{DataFile, PackError};
use std::sync::{Arc, OnceLock};

/// A pack as the rules read it.
#[derive(Clone, Debug)]
pub struct Pack {
    /// The map.
    pub ground: Arc<Ground>,
    /// The counters, in the order of `units.csv`.
    pub units: Vec<UnitSpec>,
    /// Combat tables and tracks.
    pub tables: Tables,
    /// The drawing, as text.
    pub underlay: &'static str,
    /// Each file's name and digest.
    pub files: Vec<DataFile>,
    /// The revision of the rules that it is played by, which is for the ruleset to say.
    pub revision: u32,
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
        let files = files::digests([
            ("edges.csv", text.edges),
            ("grid.json", text.grid),
            ("hexes.csv", text.hexes),
            ("rivers.csv", text.rivers),
            ("roads.csv", text.roads),
            ("tables.json", text.tables),
            ("underlay.geojson", text.underlay),
            ("units.csv", text.units),
        ]);
        Ok(Pack { ground: Arc::new(ground), units, tables, underlay: text.underlay, files, revision: 0 })
    }

    /// The built-in pack, which is read once: what can be seen from each hex is long to work out, and every revision has it alike.
    pub fn built_in(revision: u32) -> Pack {
        static READ: OnceLock<Pack> = OnceLock::new();
        let read = READ.get_or_init(|| Pack::read(&RECONSTRUCTED).expect("the built-in pack is read by every test"));
        Pack { revision, ..read.clone() }
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
