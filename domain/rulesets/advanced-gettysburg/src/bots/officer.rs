//! What a staff officer sees: how far the enemy is, how strong both sides are about a place, where a brigade should go.

use crate::board::Board;
use crate::position::row;
use crate::units::UnitId;
use crate::ways::road_field;
use domain_core::board::{Facing, Reach};
use domain_core::referee::Side;

/// Farther than anything on the map.
pub const FAR: u32 = 99;

/// From how many hexes an enemy is a reason to form line.
pub const NEAR: u32 = 5;

/// How far off an enemy is attacked.
const ATTACK: u32 = 9;

/// So near to a road of the enemy's no place is gone to.
const ENTRIES: u32 = 9;

/// One side's officer at a position.
pub struct Officer<'o, 'b> {
    /// The position.
    pub board: &'o Board<'b>,
    /// His side.
    pub side: Side,
}

impl Officer<'_, '_> {
    /// How far the nearest enemy brigade or battery is from a hex.
    pub fn enemy(&self, place: usize) -> u32 {
        self.board.enemy_distance(self.side, place).unwrap_or(FAR)
    }

    /// The same from any marker of a counter.
    pub fn enemy_of(&self, unit: UnitId) -> u32 {
        self.board.chain(unit).iter().map(|l| self.enemy(l.at())).min().unwrap_or(FAR)
    }

    /// The hex of the nearest enemy brigade or battery.
    pub fn nearest_enemy(&self, place: usize) -> Option<usize> {
        let atlas = &self.board.pack.ground.atlas;
        let enemies = self.board.of(self.side.other()).filter(|u| self.board.spec(*u).commander().is_none());
        let hexes = enemies.flat_map(|u| self.board.chain(u).iter().map(|l| l.at()));
        hexes.filter_map(|hex| Some((atlas.distance(place, hex)?, hex))).min().map(|(_, hex)| hex)
    }

    /// The direction from one hex to another.
    pub fn towards(&self, from: usize, to: usize) -> Option<Facing> {
        let atlas = &self.board.pack.ground.atlas;
        atlas.grid().direction(atlas.hex(from)?, atlas.hex(to)?)
    }

    /// The strength of a side within so many hexes of a hex: points of brigades fit for it, and half the cannon.
    pub fn strength(&self, side: Side, place: usize, within: u32) -> u32 {
        let board = self.board;
        let near = |u: &UnitId| {
            let mut links = board.chain(*u).iter();
            links.any(|l| board.pack.ground.atlas.distance(place, l.at()).is_some_and(|far| far <= within))
        };
        let points = |u: UnitId| match (board.at.brigade(u), board.battery(u)) {
            (Some(now), _) if side == self.side && (now.disorganization() >= 3 || !now.formation.is_line()) => 0,
            (Some(now), _) => u32::from(now.sp),
            (_, Some((now, spec))) if !now.limbered => u32::from(spec.cannon()) / 2,
            _ => 0,
        };
        board.of(side).filter(near).map(points).sum()
    }

    /// Whether an attack on what stands nearest would be by so many tenths of its strength.
    pub fn odds(&self, unit: UnitId, tenths: u32) -> bool {
        let Some(here) = self.board.at.counter(unit) else { return false };
        let Some(there) = self.nearest_enemy(here) else { return false };
        let ours = self.strength(self.side, there, ATTACK);
        let theirs = self.strength(self.side.other(), there, 3);
        ours > 0 && ours * 10 >= theirs * tenths
    }

    /// Whether a brigade should be named: fresh, in reach of an enemy, and one of three against two.
    pub fn should_attack(&self, unit: UnitId) -> bool {
        let fresh = self.board.at.brigade(unit).is_some_and(|b| b.disorganization() < 3);
        fresh && self.enemy_of(unit) <= ATTACK && self.odds(unit, 15)
    }

    /// Whether enemy ranges begin within two hexes of a hex: a column goes no farther.
    pub fn is_barred(&self, place: usize) -> bool {
        let mut around = self.board.pack.ground.atlas.range(place, 2);
        around.any(|hex| self.board.in_enemy_range(self.side, hex))
    }

    /// What each hex is from another for a column, in half points, whoever stands between.
    pub fn field(&self, from: usize) -> Reach {
        road_field(&self.board.pack.ground, from)
    }

    /// The place that a brigade should go to: worth points, near, and not crowded by friends yet.
    pub fn goal(&self, unit: UnitId) -> Option<usize> {
        let board = self.board;
        let here = board.at.counter(unit).filter(|p| board.pack.ground.is_hex(*p));
        self.goal_from(unit, here.or_else(|| board.due(unit).map(|e| e.hex))?)
    }

    /// The same of one that is in a hex, or comes on there.
    pub fn goal_from(&self, unit: UnitId, here: usize) -> Option<usize> {
        let board = self.board;
        let ground = &board.pack.ground;
        let judged = ground.prizes.iter().enumerate().filter_map(|(n, prize)| {
            let far = ground.atlas.distance(here, prize.hex)?;
            let points = i64::from(prize.points[row(self.side)]);
            // Nobody is to sit on the roads by which the enemy comes.
            let at_entry = |e: &crate::ground::Entry| {
                let near = ground.atlas.distance(e.hex, prize.hex).is_some_and(|far| far <= ENTRIES);
                e.hex == prize.hex || (e.side == Some(self.side.other()) && near)
            };
            if points == 0 || !board.counts(prize.hex) || ground.entries.iter().any(at_entry) {
                return None;
            }
            let ours = board.at.held.get(n) == Some(&Some(self.side));
            let threatened = self.enemy(prize.hex) <= 10;
            let wanted = if !ours {
                12
            } else if threatened {
                10
            } else {
                0
            };
            let friends = |u: &UnitId| {
                *u != unit
                    && board.spec(*u).brigade().is_some()
                    && board.at.counter(*u).and_then(|p| ground.atlas.distance(p, prize.hex)).is_some_and(|d| d <= 3)
            };
            let crowd = board.of(self.side).filter(friends).count() as i64;
            Some((2 * points + wanted - i64::from(far) / 2 - 3 * crowd, prize.hex))
        });
        judged.max_by_key(|(worth, hex)| (*worth, *hex)).map(|(_, hex)| hex)
    }
}
