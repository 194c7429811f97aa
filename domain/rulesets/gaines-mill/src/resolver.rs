//! An order being decided: a working copy of the position, the facts so far, the dice.

use super::facts::Fact;
use super::pack::Pack;
use super::position::Position;
use super::zones::{Board, Spots};
use domain_core::dice::Dice;
use domain_core::kit::Latest;
use domain_core::referee::FactBuffer;

/// One order being decided.
pub struct Resolver<'r, 'd> {
    /// Map, counters, tables.
    pub pack: &'r Pack,
    /// The working copy and the facts.
    pub buffer: FactBuffer<Position, Fact>,
    /// The dice of this order.
    pub dice: &'r mut Dice<'d>,
    last: Latest<Spots>,
}

impl<'r, 'd> Resolver<'r, 'd> {
    /// Begins at a position.
    pub fn at(pack: &'r Pack, position: &Position, dice: &'r mut Dice<'d>) -> Self {
        Resolver { pack, buffer: FactBuffer::at(position), dice, last: Latest::default() }
    }

    /// The board as the facts so far have left it.
    pub fn board(&self) -> Board<'_> {
        Board::keeping(self.pack, &self.buffer.position, (&self.last, self.buffer.facts().len()))
    }

    /// Writes a fact down.
    pub fn write(&mut self, fact: Fact) {
        self.buffer.write(fact);
    }
}
