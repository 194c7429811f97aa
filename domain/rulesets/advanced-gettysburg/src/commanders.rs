//! Commanders in the Movement Phase (§16.2, §17.3).

use super::teller::Teller;
use super::units::UnitId;
use domain_core::referee::{Line, Tone};

impl Teller<'_> {
    /// A commander's ride.
    pub fn rode(&self, unit: UnitId, way: &[u16]) -> Option<Line> {
        let to = way.last().map_or_else(String::new, |p| self.place(*p));
        self.line(Tone::Move, format!("{} rides to {to}.", self.name(unit)), "16.2", vec![self.moved(unit, way)])
    }

    /// A commander in the enemy's hands.
    pub fn commander_captured(&self, by: UnitId, unit: UnitId) -> Option<Line> {
        self.line(Tone::Loss, format!("{} captures {}.", self.name(by), self.name(unit)), "17.1", vec![])
    }
}
