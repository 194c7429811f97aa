//! What telling a fact needs: names of counters and places, marks on the map.

use super::chain::Link;
use super::pack::Pack;
use super::units::UnitId;
use domain_core::referee::{Line, Mark, Side, Tone};

/// Tells facts of a pack. Each chapter tells its own; [`super::facts::Fact::tell`] asks the right one.
pub struct Teller<'a> {
    /// Map, counters, tables.
    pub pack: &'a Pack,
}

impl Teller<'_> {
    /// The name on a counter. Total, as facts of a log may name any.
    pub fn name(&self, unit: UnitId) -> &str {
        self.pack.name(unit)
    }

    /// Names in a sentence.
    pub fn names(&self, units: &[UnitId]) -> String {
        let names: Vec<&str> = units.iter().map(|u| self.name(*u)).collect();
        domain_core::kit::names::listed(&names)
    }

    /// Whose a counter is, as printed.
    pub fn side(&self, unit: UnitId) -> Side {
        self.pack.units.get(unit.index()).map_or(Side::Union, |u| u.side)
    }

    /// A hex as the map names it.
    pub fn place(&self, place: u16) -> String {
        self.pack.ground.place_name(usize::from(place))
    }

    /// The id of a hex.
    pub fn id(&self, place: u16) -> String {
        self.pack.ground.id(usize::from(place))
    }

    /// The hexes of a chain with their points: `JJ38=5 JJ37=8`.
    pub fn chain(&self, chain: &[Link]) -> String {
        chain.iter().map(|l| format!("{}={}", self.id(l.hex), l.sp)).collect::<Vec<_>>().join(" ")
    }

    /// The mark of a way.
    pub fn moved(&self, unit: UnitId, path: &[u16]) -> Mark {
        let piece = self.pack.piece_id(unit).to_owned();
        Mark::Moved { piece, side: self.side(unit), path: path.iter().map(|p| self.id(*p)).collect() }
    }

    /// A line that cites its section, with its marks.
    pub fn line(&self, tone: Tone, text: String, section: &'static str, marks: Vec<Mark>) -> Option<Line> {
        Some(marks.into_iter().fold(Line::new(tone, text).cite(section), Line::mark))
    }

    /// A line that marks the hex where something changed.
    pub fn changed(&self, text: String, section: &'static str, place: u16) -> Option<Line> {
        self.line(Tone::Note, text, section, vec![Mark::Changed { place: self.id(place) }])
    }

    /// A line without a mark.
    pub fn note(&self, text: String, section: &'static str) -> Option<Line> {
        self.line(Tone::Note, text, section, vec![])
    }
}
