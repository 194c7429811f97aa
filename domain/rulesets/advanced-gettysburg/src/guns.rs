//! Batteries in the Movement Phase: limbering, unlimbering, marches (§9.0, §16.3, §17.2).

use super::facts::BatteryMove;
use super::names::{facing_name, points};
use super::teller::Teller;
use domain_core::referee::{Line, Tone};

impl Teller<'_> {
    /// A battery's order.
    pub fn battery_moved(&self, moved: &BatteryMove) -> Option<Line> {
        let name = self.name(moved.unit);
        let to = moved.chain.first().map_or_else(String::new, |l| self.place(l.hex));
        let stands = match moved.limbered {
            true => format!("limbered towards {}", facing_name(moved.facing)),
            false => format!("unlimbered towards {}", facing_name(moved.facing)),
        };
        let text = match moved.way.len() {
            0 | 1 => format!("{name} stands {stands} in {to} ({} activity points).", points(moved.spent)),
            _ => format!("{name} goes to {to}, {stands} ({} activity points).", points(moved.spent)),
        };
        let marks = if moved.way.len() > 1 { vec![self.moved(moved.unit, &moved.way)] } else { Vec::new() };
        self.line(Tone::Move, text, "16.3", marks)
    }
}
