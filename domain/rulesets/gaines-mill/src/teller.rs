//! What telling a fact needs: names of units and places, numbers in words, marks on the map.

use super::pack::Pack;
use super::units::UnitId;
use domain_core::board::HexId;
use domain_core::referee::{Line, Mark, Side, Tone};

/// The faces of a roll: "3+5".
pub fn dice_text(dice: &[u8]) -> String {
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join("+")
}

/// Tells facts of a pack. Each chapter tells its own; [`super::facts::Fact::tell`] asks the right one.
pub struct Teller<'a> {
    pub pack: &'a Pack,
}

impl Teller<'_> {
    /// The name on a counter. Total, as facts of a log may name any: "?" for one that the pack has not.
    pub fn name(&self, unit: UnitId) -> &str {
        self.pack.units.get(unit.index()).map_or("?", |u| u.name.as_str())
    }

    /// Whose a counter is.
    pub fn side(&self, unit: UnitId) -> Side {
        self.pack.units.get(unit.index()).map_or(Side::Union, |u| u.side)
    }

    /// What a unit's own attack of a player turn is told under, wherever it goes on.
    pub fn thread(&self, unit: UnitId) -> String {
        format!("attack of {}", self.name(unit))
    }

    /// A hex as the map names it.
    pub fn place(&self, hex: HexId) -> String {
        self.pack.ground.place_name(hex)
    }

    /// The mark of a unit's way.
    pub fn moved(&self, unit: UnitId, path: &[HexId]) -> Mark {
        let id = self.pack.units.get(unit.index()).map_or_else(String::new, |u| u.id.clone());
        Mark::Moved { piece: id, side: self.side(unit), path: path.iter().map(HexId::to_string).collect() }
    }

    /// A line that cites its section, with its marks.
    pub fn line(&self, tone: Tone, text: String, section: &'static str, marks: Vec<Mark>) -> Option<Line> {
        Some(marks.into_iter().fold(Line::new(tone, text).cite(section), Line::mark))
    }

    /// A line that marks the hex where something changed.
    pub fn changed(&self, text: String, section: &'static str, hex: HexId) -> Option<Line> {
        self.line(Tone::Note, text, section, vec![Mark::Changed { place: hex.to_string() }])
    }

    /// A line without a mark.
    pub fn note(&self, text: String, section: &'static str) -> Option<Line> {
        self.line(Tone::Note, text, section, vec![])
    }

    /// A line about a unit that went one hex.
    pub fn went(&self, unit: UnitId, verb: &str, from: HexId, to: HexId, section: &'static str) -> Option<Line> {
        let text = format!("{} {verb} {}.", self.name(unit), self.place(to));
        self.line(Tone::Move, text, section, vec![self.moved(unit, &[from, to])])
    }
}
