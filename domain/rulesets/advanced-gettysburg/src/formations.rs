//! What brigades do in their Movement Phase: formation, facing, strength, and how it is told (§6.0, §7.0, §11.0, §18.0).

use super::facts::{Maneuver, Manner};
use super::names::points;
use super::teller::Teller;
use domain_core::referee::{Line, Tone};

impl Teller<'_> {
    /// A brigade's order.
    pub fn maneuvered(&self, maneuver: &Maneuver) -> Option<Line> {
        let name = self.name(maneuver.unit);
        let (way, to) = (&maneuver.way, maneuver.chain.first().map_or_else(String::new, |l| self.place(l.hex)));
        let markers = self.chain(&maneuver.chain);
        let what = match maneuver.manner {
            Manner::Ahead => format!("{name} goes ahead: {markers}"),
            Manner::Back => format!("{name} goes back: {markers}"),
            Manner::Changed => format!("{name} forms {}: {markers}", maneuver.formation.word()),
            Manner::Closed => format!("{name} closes up: {markers}"),
            Manner::Entered if maneuver.formation.is_line() => format!("{name} comes onto the map in line: {markers}"),
            Manner::Entered => format!("{name} comes onto the map as far as {to}"),
            Manner::Extended => format!("{name} extends its line: {markers}"),
            Manner::Faced => format!("{name} turns in {to}"),
            Manner::Joined => format!("{name} joins markers: {markers}"),
            Manner::Marched => format!("{name} marches to {to}"),
            Manner::Moved => format!("{name} takes up another line: {markers}"),
            Manner::Redistributed => format!("{name} shares out its strength: {markers}"),
            Manner::Turned => format!("{name} bends its line in {to}"),
            Manner::Wheeled => format!("{name} wheels: {markers}"),
        };
        let spent = maneuver.paid.iter().copied().max().unwrap_or(0);
        let mut worn = match maneuver.dp {
            0 => String::new(),
            dp => format!(", {dp} disorganization points"),
        };
        if maneuver.rested > 0 {
            worn += &format!(", {} recovered by its delay", maneuver.rested);
        }
        let text = format!("{what} ({} activity points{worn}).", points(spent));
        let marks = if way.len() > 1 { vec![self.moved(maneuver.unit, way)] } else { Vec::new() };
        self.line(Tone::Move, text, "11.0", marks)
    }
}
