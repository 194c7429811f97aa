//! An order being decided: a working copy of the position, the facts so far, the dice.

use super::board::{Board, LastForces};
use super::facts::Fact;
use super::pack::Pack;
use super::position::{Fight, Pending, Position};
use super::units::{Cause, UnitId};
use domain_core::dice::Dice;
use domain_core::referee::{FactBuffer, Side};

/// One order being decided.
pub struct Resolver<'r, 'd> {
    /// Map, counters, tables.
    pub pack: &'r Pack,
    /// The working copy and the facts.
    pub buffer: FactBuffer<Position, Fact>,
    /// The dice of this order.
    pub dice: &'r mut Dice<'d>,
    /// Who gives the order.
    pub side: Side,
    last: LastForces,
}

impl<'r, 'd> Resolver<'r, 'd> {
    /// Begins at a position.
    pub fn at(pack: &'r Pack, position: &Position, side: Side, dice: &'r mut Dice<'d>) -> Self {
        Resolver { pack, buffer: FactBuffer::at(position), dice, side, last: LastForces::default() }
    }

    /// The board as the facts so far have left it.
    pub fn board(&self) -> Board<'_> {
        Board::keeping(self.pack, &self.buffer.position, &self.last)
    }

    /// The working copy.
    pub fn now(&self) -> &Position {
        &self.buffer.position
    }

    /// Writes a fact down.
    pub fn write(&mut self, fact: Fact) {
        self.buffer.write(fact);
    }

    /// Changes the fight on top.
    pub fn change_fight(&mut self, change: impl FnOnce(&mut Fight)) {
        if let Some(Pending::Fight(mut fight)) = self.now().pending.last().cloned() {
            change(&mut fight);
            self.write(Fact::Changed(Pending::Fight(fight)));
        }
    }

    /// A unit is eliminated; Evans's are gone for good (ruling 57).
    pub fn eliminate(&mut self, unit: UnitId, area: u8, why: Cause) {
        let gone = self.pack.unit(unit).independent();
        self.write(Fact::Eliminated { area, gone, unit, why });
    }
}
