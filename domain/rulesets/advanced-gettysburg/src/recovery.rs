//! Recovery at the end of a game turn (§33.2).
//!
//! Nobody is promoted in an incapacitated commander's place: his counter stays with ratings of 2 (§32.4, ruling 48).

use super::board::Board;
use super::book::Stop;
use super::chain::Formation;
use super::facts::{Fact, Given};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::UnitId;
use domain_core::referee::Line;

impl Board<'_> {
    /// §33.2: the disorganization points that a brigade recovers at the end of a game turn, never more than it has.
    pub fn recovers(&self, unit: UnitId) -> u16 {
        let Some((now, _)) = self.brigade(unit).filter(|_| self.on_map(unit)) else { return 0 };
        if !now.idle {
            return 0;
        }
        // Ruling 43: who stands through a night turn counts as at rest.
        let rests = now.formation == Formation::Rest || self.is_night();
        let points = match now.disorganization() {
            _ if rests => 10,
            0 | 1 => 10,
            2 => 7,
            _ => 5,
        };
        points.min(now.dp)
    }
}

impl Resolver<'_, '_> {
    /// Brigades that stood idle for a complete turn recover (§33.2, ruling 74).
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn end_of_game_turn(&mut self) -> Result<(), Stop> {
        let board = self.board();
        // 0.1: of whom a part is in view recovers with those out of view.
        let whole = board.pack.ids().filter(|unit| !board.is_partly(*unit));
        let all = whole.map(|unit| Given { points: board.recovers(unit), unit });
        let units: Vec<Given> = all.filter(|given| given.points > 0).collect();
        if !units.is_empty() {
            self.write(Fact::Recovered { units });
        }
        self.recover_unseen();
        Ok(())
    }
}

impl Teller<'_> {
    /// Who was given what.
    pub(super) fn given(&self, units: &[Given]) -> String {
        let each: Vec<String> = units.iter().map(|g| format!("{} {}", self.name(g.unit), g.points)).collect();
        each.join(", ")
    }

    /// Brigades that recovered.
    pub fn recovered(&self, units: &[Given]) -> Option<Line> {
        self.note(format!("Disorganization points recovered: {}.", self.given(units)), "33.2")
    }
}
