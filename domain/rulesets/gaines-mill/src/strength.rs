//! §7.2: the attack strength, in the order of its chart.

use super::facts::Modifier;
use super::position::{Condition, Kind};
use super::units::{Arm, UnitId};
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::referee::{Sum, Term};

/// An attack being weighed or made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Who.
    pub attacker: UnitId,
    /// From where.
    pub from: HexId,
    /// Whom.
    pub defender: UnitId,
    /// Where.
    pub to: HexId,
    /// Way of fighting.
    pub kind: Kind,
}

/// The total of a sum.
pub fn total(sum: &[(Modifier, i32)]) -> i32 {
    sum.iter().map(|t| t.1).sum()
}

/// The sum in words.
pub fn spoken(name: &str, sum: &[(Modifier, i32)]) -> Sum {
    let terms = sum.iter().map(|(m, v)| Term { what: m.word(*v).to_owned(), value: *v }).collect();
    Sum { name: name.to_owned(), terms }
}

impl Board<'_> {
    /// An attack between two units on the map.
    pub fn attack(&self, attacker: UnitId, defender: UnitId, kind: Kind) -> Option<Attack> {
        let (from, to) = (self.state(attacker).hex()?, self.state(defender).hex()?);
        Some(Attack { attacker, from, defender, to, kind })
    }

    /// §7.21 with ruling 22: friends of the attacker whose zone covers the defender, the attacker left out.
    pub fn support(&self, attack: &Attack) -> i32 {
        let covering = self.covering(self.side(attack.attacker), self.pack.ground.index(attack.to));
        covering.filter(|u| *u != attack.attacker).count() as i32
    }

    /// §7.21 to §7.24: the terms of the attack strength; those of nought are left out, but not the first.
    pub fn strength(&self, attack: &Attack) -> Vec<(Modifier, i32)> {
        let (spec, target) = (self.spec(attack.attacker), self.spec(attack.defender));
        let (own, other) = (self.state(attack.attacker), self.state(attack.defender));
        let ground = &self.pack.ground;
        let mut sum = Vec::with_capacity(6);
        sum.push(match spec.arm {
            Arm::Artillery { fire } => (Modifier::FireFactor, i32::from(fire)),
            _ => (Modifier::Steps, i32::from(own.steps)),
        });
        let mut add = |modifier, value: i32| {
            if value != 0 {
                sum.push((modifier, value));
            }
        };
        add(Modifier::Morale, i32::from(spec.morale));
        add(Modifier::Support, self.support(attack));
        // Guns compare their steps as well (ruling 23).
        add(Modifier::Greater, i32::from(own.steps > other.steps));
        match other.condition {
            Condition::Good => {}
            Condition::Disrupted => add(Modifier::Disrupted, 1),
            Condition::Disordered => add(Modifier::Disordered, 2),
        }
        let downhill = ground.hex(attack.from).level > ground.hex(attack.to).level;
        add(Modifier::Downhill, if downhill { 2 } else { 0 });
        match attack.kind {
            Kind::Fire => {
                add(Modifier::Cavalry, if target.arm.is_cavalry() { 2 } else { 0 });
                add(Modifier::Marked, if other.rf { 2 } else { 0 });
            }
            Kind::Close | Kind::Charge => {
                // A road over the stream does not help here (ruling 49).
                let stream = ground.edge(attack.from, attack.to).is_some_and(|e| e.stream);
                add(Modifier::Stream, if stream { -2 } else { 0 });
            }
            Kind::Sharp => {}
        }
        if attack.kind == Kind::Charge {
            if spec.arm.is_cavalry() {
                add(Modifier::ChargingCavalry, 3);
            } else {
                add(Modifier::ChargingInfantry, 2);
            }
        }
        sum
    }
}
