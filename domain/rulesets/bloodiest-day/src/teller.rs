//! What telling a fact needs: names of units, leaders and areas, and marks on the map.

use super::pack::Pack;
use super::units::{LeaderId, UnitId};
use domain_core::kit::names::listed;
use domain_core::referee::{Line, Mark, Side, Tone};

/// Tells facts of a pack. Each chapter tells its own; [`super::facts::Fact::tell`] asks the right one.
pub struct Teller<'a> {
    /// The names.
    pub pack: &'a Pack,
}

impl Teller<'_> {
    /// A unit's name.
    pub fn unit(&self, unit: UnitId) -> &str {
        &self.pack.unit(unit).name
    }

    /// Whose a unit is.
    pub fn side(&self, unit: UnitId) -> Side {
        self.pack.unit(unit).side
    }

    /// A leader's name.
    pub fn leader(&self, leader: LeaderId) -> &str {
        &self.pack.leader(leader).name
    }

    /// An area's number and name.
    pub fn area(&self, area: u8) -> String {
        format!("{area} ({})", self.pack.area(area).name)
    }

    /// The end of a way.
    pub fn end_of(&self, way: &[u8]) -> String {
        way.last().map_or_else(String::new, |area| self.area(*area))
    }

    /// Units in a sentence.
    pub fn names(&self, units: &[UnitId]) -> String {
        listed(&units.iter().map(|u| self.unit(*u)).collect::<Vec<_>>())
    }

    /// A unit went along a way.
    pub fn went(&self, unit: UnitId, text: String, section: &'static str, way: &[u8]) -> Line {
        Line::new(Tone::Move, text).cite(section).mark(moved(&self.pack.unit(unit).id, self.side(unit), way))
    }
}

/// The mark of a piece that went along a way.
pub fn moved(piece: &str, side: Side, way: &[u8]) -> Mark {
    Mark::Moved { piece: piece.to_owned(), side, path: way.iter().map(u8::to_string).collect() }
}
