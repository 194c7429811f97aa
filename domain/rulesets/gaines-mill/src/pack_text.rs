//! The files of the data pack as text, before anything is read.

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
