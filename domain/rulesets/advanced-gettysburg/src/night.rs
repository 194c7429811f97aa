//! Night turns: attacks end (§35.0). Who left the map comes back by `arrivals.rs` (§21.8).

use super::board::is_night;
use super::book::Stop;
use super::facts::{AttackEnd, Fact};
use super::resolver::Resolver;
use super::units::UnitId;

impl Resolver<'_, '_> {
    /// Attacks end when night begins (ruling 86).
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn night_begins(&mut self) -> Result<(), Stop> {
        let (side, turn) = (self.buffer.position.side, self.buffer.position.turn);
        if !is_night(turn) {
            return Ok(());
        }
        let board = self.board();
        let named = |u: &UnitId| board.at.brigade(*u).is_some_and(|b| b.is_named());
        let attackers: Vec<UnitId> = board.of(side).filter(named).collect();
        for unit in attackers {
            self.write(Fact::AttackEnded { unit, why: AttackEnd::Night });
        }
        Ok(())
    }
}
