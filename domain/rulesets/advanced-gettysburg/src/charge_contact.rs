//! Whom an attack column comes upon that was hidden from it (0.1, detachments 10, with 0.6).
//!
//! It is a brigade in column: within two hexes of somebody hidden it is fired at without answer and goes back, charging or not. The marker that goes first comes
//! upon him, the head of a gallop and the rear of a way back; the others follow it through hexes that it has left.

use super::board::Board;
use super::facts::Maneuver;
use super::resolver::Resolver;
use super::units::UnitId;
use domain_core::board::Facing;

impl Board<'_> {
    /// The hexes of the rear marker of an attack column as it goes back over these sides, that in which it lies first.
    pub(super) fn way_of_rear(&self, unit: UnitId, sides: &[Facing]) -> Vec<usize> {
        let rear: Vec<usize> = self.chain(unit).last().map(|l| l.at()).into_iter().collect();
        sides.iter().fold(rear, |mut way, side| {
            way.extend(way.last().and_then(|at| self.pack.ground.atlas.ahead(*at, *side)));
            way
        })
    }
}

impl Resolver<'_, '_> {
    /// A move of an attack column as far as it comes: `way` is that of the marker which goes first, from where that lies, `so_far` the move by its first hexes.
    /// Nothing where it cannot begin.
    pub(super) fn charge_to_contact(
        &mut self,
        maneuver: Maneuver,
        way: &[usize],
        so_far: impl Fn(&Board<'_>, usize) -> Option<Maneuver>,
    ) -> Option<Maneuver> {
        if !self.buffer.position.options.hidden_movement {
            return Some(maneuver);
        }
        let board = self.board();
        let unit = maneuver.unit;
        let (last, met, seen) = board.as_far_as(unit, way);
        let gone = match last + 1 < way.len() {
            true => (1..=last).rev().find_map(|n| so_far(&board, n)),
            false => Some(maneuver),
        };
        let lies = gone.as_ref().map_or_else(|| board.chain(unit), |gone| gone.chain.as_slice());
        let met = board.with_those_about(unit, met, lies);
        let at = way.get(last).copied();
        self.come_upon(met, seen);
        self.met_at = at;
        gone
    }

    /// Outposts 6 and 12: who is out of view and has gone back is seen on its way as at the end of it.
    pub(super) fn seen_going_back(&mut self, unit: UnitId, passed: &[usize]) {
        if self.buffer.position.options.hidden_movement {
            self.look(unit, passed);
        }
    }
}
