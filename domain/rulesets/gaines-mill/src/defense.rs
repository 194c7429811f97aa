//! §7.3 and §7.4: the defense roll, the differential, the table, and the exact odds of all of it.

use super::facts::Modifier;
use super::position::CombatKind;
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

    /// What a result does to whom, before anybody chooses otherwise.
    fn plainly(&self, attack: &Attack, effects: &Effects) -> String {
        let unit = |id| (self.spec(id).name.as_str(), self.state(id).steps);
        effects.in_words(unit(attack.attacker), unit(attack.defender))
    }

    /// The sum known before the roll.
    pub fn known_sum(&self, attack: &Attack) -> Vec<(Modifier, i32)> {
        if attack.kind == CombatKind::Sharp { self.sharpshooter_modifiers(attack) } else { self.strength(attack) }
    }
}
