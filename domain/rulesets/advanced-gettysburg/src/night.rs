//! Night turns: attacks end, and nobody comes near the enemy (§35.0). Who left the map comes back by `arrivals.rs` (§21.8).

use super::board::{Board, is_night};
use super::book::Stop;
use super::facts::{AttackEnd, Fact};
use super::resolver::Resolver;
use super::units::UnitId;
use domain_core::board::Mask;
use domain_core::kit::RuleBreak;
use domain_core::referee::Side;

pub const NIGHT_NEAR: RuleBreak = RuleBreak::new(&[
    "35.0",
    "{unit} would come within three hexes of an enemy at night.",
    "At night nobody comes within three hexes of an enemy unit, or nearer where he is within them.",
]);

/// So near to an enemy unit nobody comes at night (§35.1).
const NEAR: u32 = 3;

impl Board<'_> {
    /// The places of all counters of a side, commanders too: the enemy units of §35.1 (§2.11).
    fn places_of(&self, side: Side) -> impl Iterator<Item = usize> + '_ {
        self.of(side).flat_map(|u| self.chain(u).iter().map(|l| l.at()))
    }

    /// The hexes within three of any counter of a side.
    fn shunned(&self, side: Side) -> &Mask {
        let around = |side: Side| {
            let mut mask = Mask::over(self.pack.ground.atlas.len());
            for place in self.places_of(side) {
                mask.add(&Mask::of(self.pack.ground.atlas.len(), self.pack.ground.atlas.range(place, NEAR)));
            }
            mask
        };
        let all = self.spots().shunned.get_or_init(|| Side::BOTH.map(around));
        &all[Side::BOTH.iter().position(|s| *s == side).unwrap_or(0)]
    }

    /// §35.1: at night no step leads within three hexes of an enemy unit, nor nearer to one where it is within them; unless no other step leads out, and this
    /// one does away from the nearest.
    ///
    /// # Errors
    /// It does.
    pub fn check_night(&self, side: Side, from: usize, to: usize) -> Result<(), RuleBreak> {
        if !self.is_night() || !self.shunned(side.other()).contains(to) {
            return Ok(());
        }
        let atlas = &self.pack.ground.atlas;
        let far = |a: usize, b: usize| atlas.distance(a, b).unwrap_or(u32::MAX);
        let nearer = |to: usize| self.places_of(side.other()).any(|e| far(e, to) <= NEAR && far(e, to) < far(e, from));
        if !nearer(to) {
            return Ok(());
        }
        let nearest = |at: usize| self.places_of(side.other()).map(|e| far(e, at)).min();
        let free = |to: usize| !self.held_by(side.other(), to) && !nearer(to);
        let shut_in = self.shunned(side.other()).contains(from) && !atlas.around(from).any(|(_, to)| free(to));
        if shut_in && nearest(to) > nearest(from) { Ok(()) } else { Err(NIGHT_NEAR) }
    }
}

impl Resolver<'_, '_> {
    /// Attacks end when night begins, those of both sides (ruling 86).
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
        // Night begins for both sides with its first player turn: who stood beside an attacker defends against nobody (§27.4).
        let others = board.of(side.other()).filter(|_| board.since(6));
        let attackers: Vec<UnitId> = board.of(side).chain(others).filter(named).collect();
        for unit in attackers {
            self.write(Fact::AttackEnded { unit, why: AttackEnd::Night });
        }
        Ok(())
    }
}
