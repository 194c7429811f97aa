//! Chapter 13: disruption, disorder, the steadiness of morale 3, and recovery.

use super::position::Condition;
use super::tables::Effects;
use super::units::UnitId;
use super::zones::Board;
use domain_core::board::HexId;

/// What a Disrupt or Disorder result does to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shock {
    /// Nothing: there is no such result, or it is ignored.
    None,
    /// Morale 3 shrugs it off (§13.1).
    Shrugged,
    /// The unit gets this marker, or loses a step instead (§7.7).
    Marker(Condition),
    /// The unit loses a step: disordered once more (§13.0).
    Step,
}

impl Board<'_> {
    /// §13.0, §13.1: the shock of a result. On a charger any DC is a disruption as well (§10.0, ruling 37).
    pub fn shock(&self, unit: UnitId, effects: &Effects, charger: bool) -> Shock {
        let now = self.state(unit).condition;
        let steady = self.spec(unit).morale >= 3 && now == Condition::Good;
        let disrupt = effects.disrupt || (charger && effects.dc > 0);
        match (effects.disorder, disrupt, now) {
            (true, ..) if steady => Shock::Marker(Condition::Disrupted),
            // A disordered unit loses a step; a disrupted one becomes disordered (ruling 44).
            (true, _, Condition::Disordered) => Shock::Step,
            (true, ..) => Shock::Marker(Condition::Disordered),
            (false, true, _) if steady => Shock::Shrugged,
            (false, true, Condition::Good) => Shock::Marker(Condition::Disrupted),
            (false, true, Condition::Disrupted) => Shock::Marker(Condition::Disordered),
            (false, true, Condition::Disordered) | (false, false, _) => Shock::None,
        }
    }

    /// §13.2: the condition after recovery: good order, but a disordered unit in an enemy zone stays disrupted.
    pub fn recovered(&self, unit: UnitId, hex: HexId) -> Condition {
        let disordered = self.state(unit).condition == Condition::Disordered;
        if disordered && self.in_enemy_zone(self.side(unit), hex) { Condition::Disrupted } else { Condition::Good }
    }
}
