//! Markers of an attacking line that have used fewer points than those that came beside an enemy catch up, one by one or several together (§22.7, §22.8).

use super::activity::ADVANCE;
use super::board::Board;
use super::chain::{Formation, Link, line_markers};
use super::facts::Manner;
use super::units::UnitId;
use domain_core::board::Facing;

/// A line that is taken up: its markers and its formation.
pub type Taken = (Vec<Link>, Formation);

impl Board<'_> {
    /// The markers of a brigade that attacks and whose level is known which have points to use in advance: as many as it has, or as the first of its markers
    /// used that came beside an enemy (§22.6, §22.7). None of a charge, which gallops as far as it likes (0.6).
    pub fn lagging(&self, unit: UnitId) -> Vec<usize> {
        let Some((now, _)) = self.brigade(unit).filter(|(b, _)| b.is_named() && !b.done) else { return Vec::new() };
        let level = now.level.or_else(|| self.advances_unrolled(unit).then_some(ADVANCE));
        let Some(level) = level.filter(|_| !self.is_charge(unit)) else { return Vec::new() };
        let side = self.side(unit);
        let chain = self.chain(unit);
        let paid = |n: usize| now.paid.get(n).copied().unwrap_or(0);
        let beside = |n: &usize| self.beside_enemy_of(side, chain[*n].at());
        // Points that were kept and are spent are beyond the level, all of which it uses (ruling 88); before revision 7 they were held for some of it.
        let level_alone = || (level.min(ADVANCE) * 2).saturating_sub(now.owed);
        let most = if self.since(7) { self.most(now, level) } else { level_alone() };
        // Two points a hex: an odd point buys nothing.
        let whole = most / 4 * 4;
        let first = (0..chain.len()).filter(beside).map(paid).min();
        let owed = first.map_or(whole, |paid| paid.min(whole));
        (0..chain.len()).filter(|n| !beside(n) && paid(*n) < owed).collect()
    }

    /// §22.7, §22.8: the lines that a brigade can take up in which some of those of its markers that lag behind are a hex further ahead and nearer to the enemy,
    /// none farther from him, while the others, of which one at least stands beside an enemy or cannot go with them, stay. The flanks of a marker at the end turn
    /// with it if they must.
    pub fn catch_up(&self, unit: UnitId) -> Vec<Taken> {
        let lagging = self.lagging(unit);
        let chain = self.chain(unit);
        let Some(Formation::Line { left, right }) = self.at.brigade(unit).map(|b| b.formation) else {
            return Vec::new();
        };
        // §22.15: of a line that cannot go ahead as a whole the markers that can do so by themselves.
        let whole = lagging.len() == chain.len();
        if lagging.is_empty() || !self.since(3) || (whole && (!self.since(5) || self.could_advance(unit))) {
            return Vec::new();
        }
        let lagging = &lagging;
        let runs = lagging.iter().flat_map(|from| {
            let together = move |to: &usize| (*from..=*to).all(|n| lagging.contains(&n));
            lagging.iter().filter(move |to| *to >= from).copied().filter(together).map(move |to| (*from, to))
        });
        let runs: Vec<(usize, usize)> = runs.collect();
        let found = self.taken_up(unit, &runs, (left, right), false);
        // §22.6, §22.15: where none of them comes nearer to the nearest enemy, to another one.
        let others = found.is_empty() && self.since(7);
        if others { self.taken_up(unit, &runs, (left, right), true) } else { found }
    }

    /// The lines that a brigade can take up in which one of these runs of its markers is a hex further ahead, nearer to the enemy or, `any`, to some enemy.
    fn taken_up(&self, unit: UnitId, runs: &[(usize, usize)], ends: (Facing, Facing), any: bool) -> Vec<Taken> {
        let last = self.chain(unit).len().saturating_sub(1);
        let (left, right) = ends;
        let mut found = Vec::new();
        for (from, to) in runs.iter().copied() {
            for side in Facing::sides() {
                let Some(shifted) = self.run_ahead(unit, (from, to), side, any) else { continue };
                let lefts = outer(left, from == 0);
                let rights = outer(right, to == last);
                let ends = lefts.iter().flat_map(|left| rights.iter().map(move |right| (*left, *right)));
                let taken = ends.map(|(left, right)| Formation::Line { left, right }).find(|formation| {
                    let Formation::Line { left, right } = *formation else { return false };
                    line_markers(&self.pack.ground, left, right, &shifted).is_some()
                        && self.check_line_move(unit, shifted.clone(), *formation, Manner::Moved).is_ok()
                });
                found.extend(taken.map(|formation| (shifted, formation)));
            }
        }
        found
    }

    /// A line of which the markers from one to another go a hex over a side, nearer to the enemy and none farther from him, or, `any`, so that the brigade comes
    /// nearer to some enemy; `None` where one would leave the map, or come no nearer.
    fn run_ahead(&self, unit: UnitId, (from, to): (usize, usize), side: Facing, any: bool) -> Option<Vec<Link>> {
        let mut chain = self.chain(unit).to_vec();
        let own = self.side(unit);
        let mut nearer = false;
        for link in chain.get_mut(from..=to)? {
            let next = self.pack.ground.atlas.ahead(link.at(), side)?;
            let (before, after) = (self.enemy_distance(own, link.at())?, self.enemy_distance(own, next)?);
            if after > before && !any {
                return None;
            }
            nearer |= after < before;
            *link = Link::new(next, link.sp);
        }
        let comes = if any { self.comes_up(unit, &chain) } else { nearer };
        comes.then_some(chain)
    }
}

/// The outer sides that a flank may have: its own first, of one that moves any other too.
fn outer(own: Facing, moves: bool) -> Vec<Facing> {
    let others = Facing::sides().filter(|side| moves && *side != own);
    std::iter::once(own).chain(others).collect()
}
