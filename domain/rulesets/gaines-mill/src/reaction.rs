//! Chapter 10: Reactive Fire.

use super::bars::Bar;
use super::position::{Kind, Phase};
use super::strength::Attack;
use super::units::{Arm, UnitId};
use super::zones::Board;
use domain_core::board::HexId;

impl Board<'_> {
    /// §10.0: whether a passive unit may attack this hex in the Reaction Phase.
    pub fn check_reaction(&self, unit: UnitId, at: HexId) -> Result<Attack, Bar> {
        if self.at.phase != Phase::Reaction {
            return Err(Bar::WrongPhase);
        }
        let side = self.at.side.other();
        if self.side(unit) != side {
            return Err(Bar::NotYours);
        }
        let (spec, state) = (self.spec(unit), self.state(unit));
        let from = state.hex().ok_or(Bar::OffMap)?;
        let defender = self.target_in(unit, at)?;
        if state.reacted {
            return Err(Bar::Reacted);
        }
        let target = self.state(defender);
        if target.shot {
            return Err(Bar::AlreadyShot);
        }
        let attack = |kind| Attack { attacker: unit, from, defender, to: at, kind };
        if target.charging == Some(unit) && self.pack.ground.joined(from, at) {
            // Its own charger it may attack in any condition (§13.0); by its own way of fighting.
            return match spec.arm {
                Arm::Infantry => Ok(attack(Kind::Fire)),
                Arm::Artillery { .. } => Ok(attack(Kind::Close)),
                Arm::Sharpshooter { .. } => Ok(attack(Kind::Sharp)),
                Arm::Cavalry => Err(Bar::CavalryFire),
            };
        }
        // A charge that can no longer be fought (ruling 42) does not hide a marked unit.
        if !target.rf {
            return Err(match target.charging {
                Some(charged) if charged == unit => Bar::NotAdjacent,
                Some(_) => Bar::NotItsCharger,
                None => Bar::NotMarked,
            });
        }
        // §15.0.
        if self.is_dusk() {
            return Err(Bar::ReactDusk);
        }
        if spec.arm != Arm::Infantry {
            return Err(Bar::ReactInfantry);
        }
        if state.disturbed() {
            return Err(Bar::Disturbed);
        }
        if self.in_enemy_zone(side, from) {
            return Err(Bar::FirerInZone);
        }
        if self.pack.ground.distance(from, at) < 2 {
            return Err(Bar::Adjacent);
        }
        self.check_sight(unit, from, at)?;
        Ok(attack(Kind::Fire))
    }

    /// Every reaction open to a unit.
    pub fn reactions(&self, unit: UnitId) -> Vec<Attack> {
        if self.at.phase != Phase::Reaction || self.state(unit).reacted {
            return Vec::new();
        }
        let charger = self.at.charger_of(unit).and_then(|c| self.state(c).hex());
        let marked = self
            .on_map(self.at.side)
            .filter(|(e, _)| self.state(*e).rf && !self.state(*e).shot)
            .map(|(_, hex)| hex)
            .filter(|hex| Some(*hex) != charger);
        charger.into_iter().chain(marked).filter_map(|at| self.check_reaction(unit, at).ok()).collect()
    }
}
