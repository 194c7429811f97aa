//! §7.3 and §7.4: the defense roll, the differential, the table, and the exact odds of all of it.

use super::disorder::Shock;
use super::facts::Modifier;
use super::losses::limited;
use super::position::{CombatKind, Condition};
use super::strength::Attack;
use super::tables::{Cell, Effects};
use super::units::Arm;
use super::zones::Board;
use domain_core::kit::results::{gather, odds, rolls};
use domain_core::kit::total;
use domain_core::referee::{Luck, Odds};

/// How a result stands for the attacker.
fn luck(effects: &Effects) -> Luck {
    let theirs = effects.dc > 0 || effects.dr > 0 || effects.disrupt || effects.disorder || effects.ex;
    let own = effects.ac > 0 || effects.ar > 0 || effects.rf || effects.ex;
    match (theirs, own) {
        (true, false) => Luck::Good,
        (false, true) => Luck::Bad,
        _ => Luck::Fair,
    }
}

impl Board<'_> {
    /// §7.3: how many dice the defender rolls: two on higher ground, in woods, or as artillery; always one against a charge
    /// itself (ruling 24).
    pub fn defense_dice(&self, attack: &Attack) -> u8 {
        let ground = &self.pack.ground;
        let (from, to) = (ground.hex(attack.from), ground.hex(attack.to));
        let two = to.level > from.level || to.forest || self.spec(attack.defender).arm.is_artillery();
        if two && attack.kind != CombatKind::Charge { 2 } else { 1 }
    }

    /// The cell of the table for an attack strength and a defense roll. Sharpshooters fight closely in the infantry row
    /// (§2.21).
    pub fn result(&self, attack: &Attack, strength: i32, defense: i32) -> &Cell {
        let tables = &self.pack.tables;
        let table = if attack.kind == CombatKind::Fire { &tables.fire } else { &tables.close };
        let row = match self.spec(attack.attacker).arm {
            Arm::Artillery { .. } => "artillery",
            Arm::Cavalry if attack.kind != CombatKind::Fire => "cavalry",
            _ => "infantry",
        };
        table.cell(row, strength - defense)
    }

    /// Every cell an attack can bring with the number of equally likely rolls that bring it, best for the defender first.
    pub fn outcomes(&self, attack: &Attack) -> Vec<(&Cell, u32)> {
        if let (CombatKind::Sharp, Arm::Sharpshooter { dice }) = (attack.kind, self.spec(attack.attacker).arm) {
            return self.sharpshooter_outcomes(dice, total(&self.sharpshooter_modifiers(attack)));
        }
        let strength = total(&self.strength(attack));
        let steps = i32::from(self.state(attack.defender).steps);
        let rolls = rolls(self.defense_dice(attack)).iter();
        gather(rolls.map(|(roll, ways)| (self.result(attack, strength, roll + steps), *ways)))
    }

    /// The odds for the menu, each with what it costs whom.
    pub fn odds(&self, attack: &Attack) -> Vec<Odds> {
        let cells = self.outcomes(attack);
        let plainly = |(odds, (cell, _)): (Odds, &(&Cell, u32))| Odds {
            plain: self.plainly(attack, &cell.effects),
            luck: Some(luck(&cell.effects)),
            ..odds
        };
        odds(&cells).into_iter().zip(&cells).map(plainly).collect()
    }

    /// What a result does to whom, as things stand and before anybody chooses otherwise: without what the defender ignores (§7.63, §13.1), and
    /// with what a retreat costs it wherever it goes (§7.61, §7.62).
    fn plainly(&self, attack: &Attack, effects: &Effects) -> String {
        let unit = |id| (self.spec(id).name.as_str(), self.state(id).steps);
        let (state, spec) = (self.state(attack.defender), self.spec(attack.defender));
        let mut effects = *effects;
        let shock = self.shock(attack.defender, &effects, state.charging.is_some());
        // §7.51: a unit of several steps keeps one.
        let each = u8::from(effects.ex);
        effects.dc = limited(state.steps, effects.dc + each).saturating_sub(each);
        effects.ac = limited(self.state(attack.attacker).steps, effects.ac + each).saturating_sub(each);
        effects.dc += u8::from(matches!(shock, Shock::Step));
        effects.disrupt = matches!(shock, Shock::Marker(Condition::Disrupted));
        effects.disorder = matches!(shock, Shock::Marker(Condition::Disordered));
        let left = state.steps.saturating_sub(effects.dc + each);
        let stays = spec.steadfast && effects.dr > 0 && left > 0;
        if spec.steadfast {
            effects.dr = 0;
        }
        let said = effects.in_words(unit(attack.attacker), unit(attack.defender));
        if stays {
            // The result prints a retreat: that there is none is worth knowing before the roll.
            let name = spec.name.as_str();
            return match said.split_once("; ") {
                Some((defender, attacker)) if defender.starts_with(name) => {
                    format!("{defender} and ignores the retreat; {attacker}")
                }
                None if said.starts_with(name) => format!("{said} and ignores the retreat"),
                None if effects == Effects::default() => format!("{name} ignores the retreat"),
                _ => format!("{name} ignores the retreat; {said}"),
            };
        }
        let ways = self.retreat_hexes(attack.defender, attack.from);
        if effects.dr == 0 || left == 0 || ways.iter().any(|to| self.is_free(attack.defender, *to)) {
            return said;
        }
        let why = if ways.is_empty() { "with nowhere to go" } else { "through an enemy zone" };
        let cost = if left == 1 { "is eliminated" } else { "loses a step more" };
        // The defender is said first.
        match said.split_once("; ") {
            Some((defender, attacker)) => format!("{defender} {why} and {cost}; {attacker}"),
            None => format!("{said} {why} and {cost}"),
        }
    }

    /// The sum known before the roll.
    pub fn known_sum(&self, attack: &Attack) -> Vec<(Modifier, i32)> {
        if attack.kind == CombatKind::Sharp { self.sharpshooter_modifiers(attack) } else { self.strength(attack) }
    }
}
