//! Command: the primary commander, allotment, limits, the chain of command (§13.0, §14.0, §15.0).

use super::board::Board;
use super::book::Stop;
use super::facts::Allotted;
use super::names::command_of;
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::UnitId;
use domain_core::kit::RuleBreak;
use domain_core::referee::{Line, Tone};

impl Board<'_> {
    /// Whether the segment may end: nothing bars it yet.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_movement_done(&self) -> Result<(), RuleBreak> {
        Ok(())
    }
}

impl Resolver<'_, '_> {
    /// What the end of the Movement Phase leaves behind.
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn movement_over(&mut self) -> Result<(), Stop> {
        Ok(())
    }
}

impl Teller<'_> {
    /// A die for an activity level.
    pub fn allotted(&self, by: UnitId, die: u8, levels: &[Allotted]) -> Option<Line> {
        let each: Vec<String> = levels.iter().map(|l| format!("{} {}", self.name(l.unit), l.level)).collect();
        let text = match levels {
            [one] if one.unit == by => {
                format!("{} moves alone: {die} rolled, {} activity points.", self.name(by), one.level)
            }
            _ => format!("{} leads: {die} rolled, activity points {}.", self.name(by), each.join(", ")),
        };
        self.line(Tone::Roll, text, "15.0", vec![])
    }

    /// The primary commander.
    pub fn primary(&self, by: UnitId, over: &[UnitId]) -> Option<Line> {
        let within = if over.is_empty() { "nobody".to_owned() } else { self.names(over) };
        self.note(
            format!("{} is the primary commander for {}: {within} in range.", self.name(by), command_of(self.pack, by)),
            "15.0",
        )
    }

    /// A brigade that acts under the primary commander, or as it arrives.
    pub fn released(&self, _unit: UnitId, _level: u8) -> Option<Line> {
        None
    }
}
