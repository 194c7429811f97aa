//! Detachments, which let a line of outposts be spread (0.1): what may be done with them. The orders are in `detached.rs`.
//!
//! They are markers and no units (§2.11), so that outposts 6 and 12 place none of them in view: their side alone knows where they are. They go as a column of
//! foot or horse does, by road or off it, and no range of influence holds them, which holds units (§20.0); detachments 5 alone says where they do not go.

use super::board::Board;
use super::book::{NOT_A_BRIGADE, NOT_YOURS, OFF_MAP, WRONG_SEGMENT};
use super::chain::{Formation, Link, distributed};
use super::hiding::Detachment;
use super::pack::Pack;
use super::position::{Position, Segment, row};
use super::tables::Halves;
use super::units::UnitId;
use domain_core::board::Mask;
use domain_core::kit::RuleBreak;
use domain_core::referee::Side;

/// Detachments for a strength point (0.1, detachments 2).
pub const EACH: usize = 3;

/// Half points that each spends at most in a Movement Phase (0.1, detachments 3).
pub const LEVEL: Halves = 16;

/// What a hex costs it, by road and off it, in half points: what it costs a column (Activity Cost Chart).
const BY_ROAD: Halves = 2;
const OFF_ROAD: Halves = 3;

/// How far from its brigade a detachment can come back to it by day (0.1, detachments 4, 7).
const BY_DAY: u32 = 2;

const NOT_PLAYED: RuleBreak =
    RuleBreak::new(&["0.1", "There are no detachments in this game.", "They come with hidden movement."]);
pub const NO_POINT: RuleBreak = RuleBreak::new(&[
    "0.1",
    "{unit} has no point to spare there.",
    "A point is taken from a marker in column or line, as its formation may spread its points.",
]);
const NO_ROOM: RuleBreak = RuleBreak::new(&[
    "0.1",
    "{unit} has no room for a point.",
    "A marker holds eight points, and in column what a column's marker holds.",
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
const NONE_THERE: RuleBreak = RuleBreak::new(&[
    "0.1",
    "{unit} has no detachment there that has not moved.",
    "Each moves once in a Movement Phase: name the hex where one stands.",
]);
const OUT_OF_REACH: RuleBreak = RuleBreak::new(&[
    "0.1",
    "A detachment of {unit} does not come so far.",
    "Each has eight activity points: a hex costs one by road, one and a half off it.",
]);
pub const TOO_NEAR: RuleBreak = RuleBreak::new(&[
    "0.1",
    "A detachment would come beside an enemy.",
    "Detachments move beside no enemy unit or outpost.",
]);

/// Which of a brigade's detachments in a hex moves next: one that has not moved, and of these one that went too far to come back by day.
pub(super) fn one_there(all: &[Detachment], of: UnitId, place: u16) -> Option<usize> {
    let there = |d: &Detachment| d.of == of && d.place == place && !d.moved;
    let far = all.iter().position(|d| there(d) && d.far);
    far.or_else(|| all.iter().position(there))
}

impl Position {
    /// Whether detachments are of brigades and in hexes that there are.
    pub(super) fn detachments_are_whole(&self, pack: &Pack) -> bool {
        let brigade = |unit: UnitId| pack.units.get(unit.index()).is_some_and(|u| u.brigade().is_some());
        let all = self.hidden.detachments.iter().flatten();
        all.into_iter().all(|d| brigade(d.of) && pack.ground.is_hex(usize::from(d.place)))
    }
}

impl Board<'_> {
    /// Whether detachments are formed in this game; since revision 8.
    fn check_played(&self, unit: UnitId) -> Result<(), RuleBreak> {
        if !self.at.options.hidden_movement || !self.since(8) {
            return Err(NOT_PLAYED);
        }
        if self.at.brigade(unit).is_none() {
            return Err(NOT_A_BRIGADE);
        }
        if self.side(unit) == self.at.side { Ok(()) } else { Err(NOT_YOURS) }
    }

    /// The detachments of a brigade, as far as this reader knows.
    pub fn detachments_of(&self, unit: UnitId) -> impl Iterator<Item = &Detachment> + '_ {
        self.at.hidden.detachments.iter().flatten().filter(move |d| d.of == unit)
    }

    /// Whether a brigade has detachments out, as far as this reader knows.
    pub fn has_detachments(&self, unit: UnitId) -> bool {
        self.detachments_of(unit).next().is_some()
    }

    /// The hexes of a side's detachments, as far as this reader knows.
    pub(super) fn detachment_hexes(&self, side: Side) -> impl Iterator<Item = usize> + '_ {
        self.at.hidden.detachments[row(side)].iter().map(|d| usize::from(d.place))
    }

    /// §37.2, §37.3: the points of a side that three eliminated detachments each were, of horse or of foot. One or two are none yet.
    pub(super) fn points_overrun(&self, side: Side, horse: bool) -> i32 {
        i32::from(self.at.hidden.overrun[row(side)][usize::from(horse)]) / EACH as i32
    }

    /// A chain with a point less in one of its markers, as its formation may spread them (§7.1, §7.2). Each marker keeps one.
    fn without_point(&self, unit: UnitId, place: usize) -> Result<Vec<Link>, RuleBreak> {
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        let mut chain = self.chain(unit).to_vec();
        // Of markers of a column that lie together the rear one may have fewer (§7.2).
        let marker = chain.iter_mut().rfind(|l| l.at() == place && l.sp > 1).ok_or(NO_POINT)?;
        marker.sp -= 1;
        let formed = now.formation != Formation::Rest;
        if formed && distributed(self.spec(unit), now.formation, &chain).is_ok() { Ok(chain) } else { Err(NO_POINT) }
    }

    /// The same with a point more, in the marker there or, where that has no room, in another one: the rear marker of a column, a flank marker of a line (§7.1,
    /// §7.2, §17.1.6).
    fn with_point(&self, unit: UnitId, place: usize) -> Result<Vec<Link>, RuleBreak> {
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        let chain = self.chain(unit);
        let others = |at: usize| -> u8 {
            self.brigades_at(at).filter(|u| *u != unit).map(|u| self.points_in(u, at)).fold(0, u8::saturating_add)
        };
        let with = |n: usize| {
            let mut with = chain.to_vec();
            with[n].sp = with[n].sp.checked_add(1)?;
            let room = !now.formation.is_line() || with[n].sp.saturating_add(others(with[n].at())) <= 8;
            (room && distributed(self.spec(unit), now.formation, &with).is_ok()).then_some(with)
        };
        let here = (0..chain.len()).rev().filter(|n| chain[*n].at() == place);
        let ends = [chain.len().saturating_sub(1), 0].into_iter().filter(|n| *n < chain.len());
        here.chain(ends).find_map(with).ok_or(NO_ROOM)
    }

    /// 0.1, detachments 2: the markers of a brigade that forms three detachments in a hex of it, before anything moves.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_detach(&self, unit: UnitId, place: usize) -> Result<Vec<Link>, RuleBreak> {
        self.check_played(unit)?;
        if self.at.segment != Segment::Opening {
            return Err(WRONG_SEGMENT);
        }
        if !self.on_map(unit) {
            return Err(OFF_MAP);
        }
        if self.pack.ground.is_hex(place) { self.without_point(unit, place) } else { Err(NO_POINT) }
    }

    /// 0.1, detachments 4, 7 and 9: the markers of a brigade to which three detachments come back in a hex of it, and how many of these went too far to do so by day.
    /// They do so while their side moves, behind the opening in which they are formed.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_rejoin(&self, unit: UnitId, place: usize) -> Result<(Vec<Link>, u8), RuleBreak> {
        self.check_played(unit)?;
        if !self.at.segment.is_movement() && self.at.segment != Segment::Outposts {
            return Err(WRONG_SEGMENT);
        }
        let here: Vec<&Detachment> = self.detachments_of(unit).filter(|d| usize::from(d.place) == place).collect();
        if here.len() < EACH || !self.chain(unit).iter().any(|l| l.at() == place) {
            return Err(NOT_TOGETHER);
        }
        let far = here.iter().filter(|d| d.far).count();
        if !self.is_night() && here.len() - far < EACH {
            return Err(AT_NIGHT);
        }
        let far = if self.is_night() { far.min(EACH) } else { 0 };
        Ok((self.with_point(unit, place)?, far as u8))
    }

    /// 0.1, detachments 5: the hexes that no detachment of a side enters: those of enemy units and outposts, and those beside them, as far as they are in view.
    pub(super) fn barred_to_detachments(&self, side: Side) -> Mask {
        let (ground, atlas) = (&self.pack.ground, &self.pack.ground.atlas);
        let enemies = self.of(side.other()).flat_map(|u| self.chain(u).iter().map(|l| l.at()));
        let enemies = enemies.filter(|at| ground.is_hex(*at)).chain(self.outposts_of(side.other()));
        Mask::of(atlas.len(), enemies.flat_map(|at| atlas.range(at, 1)))
    }

    /// 0.1, detachments 3: what a step costs a detachment.
    fn price_of_step(&self, from: usize, to: usize) -> Halves {
        let ground = &self.pack.ground;
        if ground.has_road(from) && ground.has_road(to) { BY_ROAD } else { OFF_ROAD }
    }

    /// The same of all of a way, the start first.
    pub(super) fn price_of_way(&self, way: &[usize]) -> Halves {
        way.windows(2).map(|step| self.price_of_step(step[0], step[1])).fold(0, Halves::saturating_add)
    }

    /// 0.1, detachments 3: what a detachment has left in each hex that it can reach, and out of which hex it comes there.
    fn detachment_field(&self, from: usize, barred: &Mask) -> Vec<Option<(Halves, usize)>> {
        let ground = &self.pack.ground;
        let mut field: Vec<Option<(Halves, usize)>> = vec![None; ground.atlas.len()];
        let mut open: Vec<Vec<usize>> = vec![Vec::new(); usize::from(LEVEL) + 1];
        field[from] = Some((LEVEL, from));
        open[usize::from(LEVEL)].push(from);
        for have in (0..=LEVEL).rev() {
            for at in std::mem::take(&mut open[usize::from(have)]) {
                if field[at].is_none_or(|(left, _)| left != have) {
                    continue;
                }
                for (_, next) in ground.atlas.around(at) {
                    let Some(rest) = have.checked_sub(self.price_of_step(at, next)) else { continue };
                    let better = field[next].is_none_or(|(left, _)| left < rest);
                    if better && ground.is_hex(next) && !barred.contains(next) {
                        field[next] = Some((rest, at));
                        open[usize::from(rest)].push(next);
                    }
                }
            }
        }
        field
    }

    /// The hexes of a brigade's detachments that have not moved, each once.
    pub(super) fn detachments_to_send(&self, unit: UnitId) -> Vec<usize> {
        if self.check_played(unit).is_err() || !self.at.segment.is_movement() {
            return Vec::new();
        }
        let mut places: Vec<usize> =
            self.detachments_of(unit).filter(|d| !d.moved).map(|d| usize::from(d.place)).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// 0.1, detachments 3: where one of those in a hex can go, the hex that it leaves not among them.
    pub fn detachment_reach(&self, side: Side, from: usize) -> Mask {
        let field = self.detachment_field(from, &self.barred_to_detachments(side));
        Mask::of(field.len(), (0..field.len()).filter(|at| *at != from && field[*at].is_some()))
    }

    /// 0.1, detachments 3 and 5: the way of a detachment from one hex to another, at its cheapest, the start first.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_send(&self, unit: UnitId, from: usize, to: usize) -> Result<Vec<usize>, RuleBreak> {
        self.check_played(unit)?;
        if !self.at.segment.is_movement() {
            return Err(WRONG_SEGMENT);
        }
        let side = self.at.side;
        if from == to || one_there(&self.at.hidden.detachments[row(side)], unit, from as u16).is_none() {
            return Err(NONE_THERE);
        }
        let barred = self.barred_to_detachments(side);
        if barred.contains(to) {
            return Err(TOO_NEAR);
        }
        let field = self.detachment_field(from, &barred);
        let mut way = vec![to];
        while let Some((_, before)) = way.last().and_then(|at| field.get(*at).copied().flatten()) {
            if way.last() == Some(&from) {
                way.reverse();
                return Ok(way);
            }
            way.push(before);
        }
        Err(OUT_OF_REACH)
    }

    /// 0.1, detachments 4 and 7: whether a hex is further than two hexes from all of a brigade.
    pub(super) fn is_far_from(&self, unit: UnitId, place: usize) -> bool {
        let near = |at: usize| self.pack.ground.atlas.distance(at, place).is_some_and(|far| far <= BY_DAY);
        !self.true_hexes(unit).into_iter().any(near)
    }
}
