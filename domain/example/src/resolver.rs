//! An order being decided.

use super::board::Board;
use super::facts::Fact;
use super::pack::Pack;
use super::position::Position;
use domain_core::dice::Dice;
use domain_core::referee::FactBuffer;

/// One order being decided.
pub struct Resolver<'r, 'd> {
    /// The map.
    pub pack: &'r Pack,
    /// The working copy and the facts.
    pub buffer: FactBuffer<Position, Fact>,
    /// The dice of this order.
    pub dice: &'r mut Dice<'d>,
}

impl<'r, 'd> Resolver<'r, 'd> {
    /// Begins at a position.
    pub fn at(pack: &'r Pack, position: &Position, dice: &'r mut Dice<'d>) -> Self {
        Resolver { pack, buffer: FactBuffer::at(position), dice }
    }

    /// The board as the facts so far have left it.
    pub fn board(&self) -> Board<'_> {
        Board { pack: self.pack, at: &self.buffer.position }
    }

    /// Writes a fact down.
    pub fn write(&mut self, fact: Fact) {
        self.buffer.write(fact);
    }
}
