//! Detachments, which let a line of outposts be spread (0.1). No game asks them yet (`docs/decisions/0105-hidden-movement.md`).

use super::board::Board;
use super::book::{NOT_A_BRIGADE, NOT_YOURS, OFF_MAP, WRONG_SEGMENT};
use super::chain::{Link, distributed};
use super::position::Segment;
use super::tables::Halves;
use super::units::UnitId;
use domain_core::board::Mask;
use domain_core::kit::RuleBreak;
use domain_core::referee::Side;

/// Detachments for a strength point (0.1, detachments 2).
pub const EACH: usize = 3;

/// Half points that each spends at most in a Movement Phase (0.1, detachments 3).
pub const LEVEL: Halves = 16;

/// How far from its brigade a detachment can come back to it by day (0.1, detachments 4, 7).
const BY_DAY: u32 = 2;

pub const NO_POINT: RuleBreak = RuleBreak::new(&[
    "0.1",
    "{unit} has no point to spare there.",
    "A point is taken from a marker in column or line, as its formation may spread its points.",
]);
pub const NOT_TOGETHER: RuleBreak = RuleBreak::new(&[
    "0.1",
    "Three detachments of {unit} are not together in one of its hexes.",
    "They come back three at a time, in a hex with a marker of the brigade that formed them.",
]);
pub const AT_NIGHT: RuleBreak = RuleBreak::new(&[
    "0.1",
    "Those detachments went too far.",
    "Who was further than two hexes from its brigade comes back at night only.",
]);
pub const TOO_NEAR: RuleBreak = RuleBreak::new(&[
    "0.1",
    "A detachment would come beside an enemy.",
    "Detachments move beside no enemy unit or outpost.",
]);

/// A detachment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detachment {
    /// Whether it was ever further than two hexes from its brigade.
    pub far: bool,
    /// The brigade that formed it (0.1, detachments 8).
    pub of: UnitId,
    /// Where it is.
    pub place: usize,
}

impl Board<'_> {
    /// A chain with so many points more or fewer in one of its hexes, as its formation may spread them.
    fn with_points(&self, unit: UnitId, place: usize, points: i8) -> Result<Vec<Link>, RuleBreak> {
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        let mut chain = self.chain(unit).to_vec();
        let marker = chain.iter_mut().find(|l| l.at() == place).ok_or(NO_POINT)?;
        marker.sp = marker.sp.checked_add_signed(points).filter(|sp| *sp > 0).ok_or(NO_POINT)?;
        let formed = now.formation.is_column() || now.formation.is_line();
        let room = if now.formation.is_column() { self.spec(unit).column_marker() } else { 8 };
        let full = marker.sp > room.max(marker.sp.saturating_sub(points.max(0) as u8));
        if !formed || full || distributed(self.spec(unit), now.formation, &chain).is_err() {
            return Err(NO_POINT);
        }
        Ok(chain)
    }

    /// 0.1, detachments 2: the markers of a brigade that forms three detachments in a hex of it, before anything moves.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_detach(&self, unit: UnitId, place: usize) -> Result<Vec<Link>, RuleBreak> {
        if self.side(unit) != self.at.side {
            return Err(NOT_YOURS);
        }
        if self.at.segment != Segment::Opening {
            return Err(WRONG_SEGMENT);
        }
        if !self.on_map(unit) {
            return Err(OFF_MAP);
        }
        self.with_points(unit, place, -1)
    }

    /// 0.1, detachments 4, 7 and 9: the markers of a brigade to which three detachments come back in a hex of it.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_rejoin(&self, unit: UnitId, place: usize, all: &[Detachment]) -> Result<Vec<Link>, RuleBreak> {
        let here: Vec<&Detachment> = all.iter().filter(|d| d.of == unit && d.place == place).collect();
        if here.len() < EACH || !self.chain(unit).iter().any(|l| l.at() == place) {
            return Err(NOT_TOGETHER);
        }
        if !self.is_night() && here.iter().filter(|d| !d.far).count() < EACH {
            return Err(AT_NIGHT);
        }
        self.with_points(unit, place, 1)
    }

    /// 0.1, detachments 5: whether a detachment may enter a hex.
    ///
    /// # Errors
    /// An enemy unit or outpost is beside it, or in it.
    pub fn check_detachment_enters(&self, side: Side, place: usize, outposts: &[usize]) -> Result<(), RuleBreak> {
        let atlas = &self.pack.ground.atlas;
        let near = |at: usize| atlas.distance(at, place).is_some_and(|far| far <= 1);
        let enemies = self.of(side.other()).flat_map(|u| self.chain(u).iter().map(|l| l.at()));
        if enemies.chain(outposts.iter().copied()).any(near) { Err(TOO_NEAR) } else { Ok(()) }
    }

    /// 0.1, detachments 3: where a detachment can go in one Movement Phase, on foot as a column, off the roads or on them.
    pub fn detachment_reach(&self, side: Side, from: usize, outposts: &[usize]) -> Mask {
        let ground = &self.pack.ground;
        let mut left: Vec<Option<Halves>> = vec![None; ground.atlas.len()];
        left[from] = Some(LEVEL);
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            let Some(have) = left[at] else { continue };
            for (_, next) in ground.atlas.around(at).filter(|(_, next)| ground.is_hex(*next)) {
                let cost = if ground.has_road(at) && ground.has_road(next) { 2 } else { 3 };
                let Some(rest) = have.checked_sub(cost) else { continue };
                let better = left[next].is_none_or(|known| known < rest);
                if better && self.check_detachment_enters(side, next, outposts).is_ok() {
                    left[next] = Some(rest);
                    open.push(next);
                }
            }
        }
        Mask::of(ground.atlas.len(), (0..ground.cells.len()).filter(|at| left[*at].is_some()))
    }

    /// 0.1, detachments 4: how a detachment stands after it moved: once it was far from its brigade, it stays so.
    pub fn detachment_moved(&self, detachment: Detachment, to: usize) -> Detachment {
        let atlas = &self.pack.ground.atlas;
        let mut hexes = self.chain(detachment.of).iter().map(|l| l.at());
        let near = hexes.any(|at| atlas.distance(at, to).is_some_and(|far| far <= BY_DAY));
        Detachment { far: detachment.far || !near, place: to, ..detachment }
    }

    /// 0.1, detachments 5: those that are left when brigades or batteries of the other side have moved into these hexes.
    pub fn detachments_left(&self, all: &[Detachment], side: Side, moved: &[usize]) -> Vec<Detachment> {
        let atlas = &self.pack.ground.atlas;
        let beside = |d: &Detachment| moved.iter().any(|at| atlas.distance(*at, d.place).is_some_and(|far| far <= 1));
        all.iter().copied().filter(|d| self.spec(d.of).side == side || !beside(d)).collect()
    }
}
