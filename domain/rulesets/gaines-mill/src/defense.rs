//! §7.3 and §7.4: the defense roll, the differential, the table, and the exact odds of all of it.

use super::facts::Modifier;
use super::position::Kind;
use super::strength::{Attack, total};
use super::tables::Cell;
use super::units::Arm;
use super::zones::Board;
use domain_core::referee::Odds;

impl Board<'_> {
    /// §7.3: how many dice the defender rolls: two on higher ground, in woods, or as artillery; always one against a charge
    /// itself (ruling 24).
    pub fn defense_dice(&self, attack: &Attack) -> u8 {
        let ground = &self.pack.ground;
        let (from, to) = (ground.hex(attack.from), ground.hex(attack.to));
        let two = to.level > from.level || to.forest || self.spec(attack.defender).arm.is_artillery();
        if two && attack.kind != Kind::Charge { 2 } else { 1 }
    }

    /// The cell of the table for an attack strength and a defense roll. Sharpshooters fight closely in the infantry row
    /// (§2.21).
    pub fn result(&self, attack: &Attack, strength: i32, defense: i32) -> &Cell {
        let tables = &self.pack.tables;
        let table = if attack.kind == Kind::Fire { &tables.fire } else { &tables.close };
        let row = match self.spec(attack.attacker).arm {
            Arm::Artillery { .. } => "artillery",
            Arm::Cavalry if attack.kind != Kind::Fire => "cavalry",
            _ => "infantry",
        };
        table.cell(row, strength - defense)
    }

    /// Every cell an attack can bring with the number of equally likely rolls that bring it, best for the defender first.
    pub fn outcomes(&self, attack: &Attack) -> Vec<(&Cell, u32)> {
        if let (Kind::Sharp, Arm::Sharpshooter { dice }) = (attack.kind, self.spec(attack.attacker).arm) {
            return self.sharpshooter_outcomes(dice, total(&self.sharpshooter_modifiers(attack)));
        }
        let strength = total(&self.strength(attack));
        let steps = i32::from(self.state(attack.defender).steps);
        let rolls: &[(i32, u32)] = match self.defense_dice(attack) {
            1 => &[(6, 1), (5, 1), (4, 1), (3, 1), (2, 1), (1, 1)],
            _ => &[(12, 1), (11, 2), (10, 3), (9, 4), (8, 5), (7, 6), (6, 5), (5, 4), (4, 3), (3, 2), (2, 1)],
        };
        gather(rolls.iter().map(|(roll, ways)| (self.result(attack, strength, roll + steps), *ways)))
    }

    /// The odds for the menu.
    pub fn odds(&self, attack: &Attack) -> Vec<Odds> {
        let outcomes = self.outcomes(attack);
        let of = outcomes.iter().map(|o| o.1).sum();
        outcomes.into_iter().map(|(cell, ways)| Odds { outcome: cell.text.clone(), ways, of }).collect()
    }

    /// The sum known before the roll.
    pub fn known_sum(&self, attack: &Attack) -> Vec<(Modifier, i32)> {
        if attack.kind == Kind::Sharp { self.sharpshooter_modifiers(attack) } else { self.strength(attack) }
    }
}

/// Adds up the ways to each cell.
pub fn gather<'c>(cells: impl Iterator<Item = (&'c Cell, u32)>) -> Vec<(&'c Cell, u32)> {
    let mut all: Vec<(&Cell, u32)> = Vec::new();
    for (cell, ways) in cells {
        match all.iter_mut().find(|(c, _)| c.text == cell.text) {
            Some(found) => found.1 += ways,
            None => all.push((cell, ways)),
        }
    }
    all
}
