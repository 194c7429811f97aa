//! Naming, advance, exposure of flanks (§21.0, §22.0, §23.0).

use super::facts::AttackEnd;
use super::teller::Teller;
use super::units::UnitId;
use domain_core::referee::Line;

impl Teller<'_> {
    /// Brigades named to attack.
    pub fn named(&self, units: &[UnitId]) -> Option<Line> {
        self.note(format!("Named to attack: {}.", self.names(units)), "22.0")
    }

    /// The end of an attack.
    pub fn attack_ended(&self, unit: UnitId, why: AttackEnd) -> Option<Line> {
        let why = match why {
            AttackEnd::Lapsed => "it has come no nearer",
            AttackEnd::Night => "night begins",
            AttackEnd::Ordered => "by order",
            AttackEnd::Spent => "its experience is spent",
        };
        self.note(format!("The attack of {} is over: {why}.", self.name(unit)), "22.0")
    }
}
