//! Chapter 2: turns.

use super::facts::Fact;
use super::resolver::Resolver;
use domain_core::referee::Side;

/// How many there are (§2.0).
pub const TURNS: u8 = 8;

impl Resolver<'_, '_> {
    /// Goes on to the next side, or ends the game (§2.0).
    pub fn next_turn(&mut self) {
        let (side, turn) = (self.buffer.position.side, self.buffer.position.turn);
        let fact = match side {
            Side::Union => Fact::Turn { side: Side::Confederate, turn },
            Side::Confederate if turn < TURNS => Fact::Turn { side: Side::Union, turn: turn + 1 },
            Side::Confederate => {
                let result = self.board().result();
                Fact::Ended { level: result.level, points: result.points }
            }
        };
        self.write(fact);
    }
}
