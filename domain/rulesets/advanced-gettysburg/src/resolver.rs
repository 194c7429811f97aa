//! An order being decided: a working copy of the position, the facts so far, the dice.

use super::board::{Board, Spots};
use super::facts::Fact;
use super::hiding::Marker;
use super::pack::Pack;
use super::position::Position;
use domain_core::dice::Dice;
use domain_core::kit::Latest;
use domain_core::referee::{FactBuffer, SeatId};

/// One order being decided.
pub struct Resolver<'r, 'd> {
    /// Map, counters, tables.
    pub pack: &'r Pack,
    /// The working copy and the facts.
    pub buffer: FactBuffer<Position, Fact>,
    /// The dice of this order.
    pub dice: &'r mut Dice<'d>,
    /// The seat that gives the order, where a side has several.
    pub eye: Option<SeatId>,
    /// Whether it took a cover off, or would for who knows what lies under it (0.4.2).
    pub uncovers: bool,
    last: Latest<Spots>,
    /// Whom an order comes upon that was hidden (0.1).
    pub met: Vec<Marker>,
    /// The hex in which a column or battery does so.
    pub met_at: Option<usize>,
    /// Whom a counter that moves has seen from where it has to halt (0.1, outposts 6B).
    pub sighted: Vec<Marker>,
}

impl<'r, 'd> Resolver<'r, 'd> {
    /// Begins at a position.
    pub fn at(pack: &'r Pack, position: &Position, dice: &'r mut Dice<'d>) -> Self {
        Resolver {
            pack,
            buffer: FactBuffer::at(position),
            dice,
            eye: None,
            uncovers: false,
            last: Latest::default(),
            met: Vec::new(),
            met_at: None,
            sighted: Vec::new(),
        }
    }

    /// The board as the facts so far have left it.
    pub fn board(&self) -> Board<'_> {
        let mut board = Board::keeping(self.pack, &self.buffer.position, (&self.last, self.buffer.facts().len()));
        board.eye = self.eye;
        board
    }

    /// Writes a fact down, with what it shows of covered counters (0.4) and of those out of view (0.1).
    pub fn write(&mut self, fact: Fact) {
        self.show_who_fights(&fact);
        match self.buffer.position.options.hidden_movement {
            true => self.write_unseen(fact),
            false => self.write_covered(fact),
        }
    }
}
