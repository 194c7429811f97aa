//! §7.2: the attack strength, in the order of its chart.

use super::facts::Modifier;
use super::position::{CombatKind, Condition, Phase};
use super::units::{Arm, UnitId};
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::kit::{RuleBreak, counted, in_words};
use domain_core::referee::{Chart, Choice, Sum};

/// An attack being weighed or made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The unit that attacks.
    pub attacker: UnitId,
    /// From where.
    pub from: HexId,
    /// The unit attacked.
    pub defender: UnitId,
    /// The hex attacked.
    pub to: HexId,
    /// On which table.
    pub kind: CombatKind,
}

/// The sum in words.
pub fn spoken(name: &str, sum: &[(Modifier, i32)]) -> Sum {
    in_words(name, sum, |modifier, value| modifier.word(value))
}

impl Board<'_> {
    /// An attack between two units on the map.
    pub fn attack(&self, attacker: UnitId, defender: UnitId, kind: CombatKind) -> Option<Attack> {
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
            CombatKind::Fire => {
                add(Modifier::Cavalry, if target.arm.is_cavalry() { 2 } else { 0 });
                add(Modifier::Marked, if other.rf { 2 } else { 0 });
            }
            CombatKind::Close | CombatKind::Charge => {
                // A road over the stream does not help here (ruling 49).
                let stream = ground.edge(attack.from, attack.to).is_some_and(|e| e.stream);
                add(Modifier::Stream, if stream { -2 } else { 0 });
            }
            CombatKind::Sharp => {}
        }
        if attack.kind == CombatKind::Charge {
            if spec.arm.is_cavalry() {
                add(Modifier::ChargingCavalry, 3);
            } else {
                add(Modifier::ChargingInfantry, 2);
            }
        }
        sum
    }

    /// A line of the menu for an attack, with its sum and its odds.
    pub fn attack_choice(&self, text: String, unit: UnitId, at: HexId, attack: Result<Attack, RuleBreak>) -> Choice {
        let target = self.unit_in(at);
        let named = target.map_or_else(|| at.to_string(), |t| self.spec(t).name.clone());
        let (verb, doing, section) = match attack.as_ref().map(|a| a.kind) {
            Ok(CombatKind::Fire) if self.at.phase == Phase::Reaction => ("fire", "fires in reaction at", "10.0"),
            Ok(CombatKind::Fire) => ("fire", "fires on", "8.0"),
            Ok(CombatKind::Sharp) => ("fire", "snipes at", "9.0"),
            Ok(CombatKind::Charge) => ("charge-home", "charges home on", "12.3"),
            Ok(CombatKind::Close) if self.at.phase == Phase::Reaction => ("fire", "fires canister at", "10.0"),
            _ => ("attack", "attacks", "11.0"),
        };
        let mut c = Choice::plain(text, format!("{} {doing} {named}", self.spec(unit).name), verb, section).rolling();
        c.place = Some(at.to_string());
        c.target = target.map(|t| self.spec(t).id.clone());
        if let Ok(attack) = attack {
            let sharp = attack.kind == CombatKind::Sharp;
            c.sum = Some(spoken(
                if sharp { "added to the highest die" } else { "attack strength" },
                &self.known_sum(&attack),
            ));
            c.odds = self.odds(&attack);
            if !sharp {
                let dice = if self.defense_dice(&attack) == 2 { "two dice" } else { "one die" };
                c.note = Some(format!(
                    "{named} rolls {dice} and adds its {}.",
                    counted(i32::from(self.state(attack.defender).steps), "step")
                ));
            }
        }
        c
    }
}

/// The chart of the player-aid card.
pub fn chart() -> Chart {
    Chart::new(
        "Attack Strength",
        "7.2",
        &["What", "Value", "When"],
        vec![
            Chart::cells(&["Steps", "+ each", "infantry and cavalry"]),
            Chart::cells(&["Fire factor", "+ factor", "artillery"]),
            Chart::cells(&["Morale", "+ stars", "always"]),
            Chart::cells(&["Support", "+1 each", "friends whose zone covers the defender"]),
            Chart::cells(&["Greater", "+1", "more steps than the defender"]),
            Chart::cells(&["Disrupted / disordered", "+1 / +2", "the defender is"]),
            Chart::cells(&["Downhill", "+2", "attacker on a higher level"]),
            Chart::cells(&["Against cavalry", "+2", "fire"]),
            Chart::cells(&["Against RF", "+2", "fire"]),
            Chart::cells(&["Stream", "−2", "close combat and charge across it"]),
            Chart::cells(&["Charge", "+2 / +3", "charging infantry / cavalry"]),
        ],
        &[
            "Defense roll: one die and the defender's steps; two dice uphill of the attacker, in forest, or for artillery; \
           against a charge always one.",
        ],
    )
}
