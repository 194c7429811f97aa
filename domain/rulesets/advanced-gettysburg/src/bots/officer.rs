//! What a staff officer sees: how far the enemy is, how strong both sides are about a place, where a brigade should go.

use crate::board::Board;
use crate::position::{Brigade, row};
use crate::units::UnitId;
use crate::ways::road_field;
use domain_core::board::{Facing, Reach};
use domain_core::referee::Side;

/// Farther than anything on the map.
pub const FAR: u32 = 99;

/// From how many hexes an enemy is a reason to form line.
pub const NEAR: u32 = 5;

/// How far off an enemy is counted against, and friends with him.
const ABOUT: u32 = 9;

/// From how many hexes an attack is launched: two turns of advance.
const ATTACK: u32 = 6;

/// How far a line goes to take a place.
const PRIZE: u32 = 6;

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
        let ours = self.strength(self.side, there, ABOUT);
        let theirs = self.strength(self.side.other(), there, 3);
        ours > 0 && ours * 10 >= theirs * tenths
    }

    /// Whom to name now: fresh lines near an enemy who go together, those that need no roll and those of one commander, who is to be the primary one; and of
    /// these who with the others and with the attacks under way are two against one.
    pub fn attackers(&self) -> Vec<UnitId> {
        let board = self.board;
        // Whose attack was ended in this turn is not named again: it would never end. To tell one not to go on after a defender's assault ends none (§28.3).
        let ended = |b: &Brigade| b.called_off || b.carried > 0;
        let fresh = |u: &UnitId| {
            let now = board.at.brigade(*u);
            now.is_some_and(|b| b.disorganization() < 3 && b.formation.is_line() && !ended(b))
        };
        // In range of guns who is not named stands still.
        let held = |u: &UnitId| board.chain(*u).iter().any(|l| board.in_enemy_range(self.side, l.at()));
        let near = |u: &UnitId| {
            let far = self.enemy_of(*u);
            far <= ATTACK || (far <= ABOUT && held(u))
        };
        let ready: Vec<UnitId> =
            board.of(self.side).filter(|u| fresh(u) && board.check_name(*u).is_ok() && near(u)).collect();
        let unrolled = |u: &UnitId| {
            self.enemy_of(*u) <= 3 && !board.chain(*u).iter().any(|l| board.in_enemy_range(self.side, l.at()))
        };
        let mut all: Vec<UnitId> = ready.iter().copied().filter(unrolled).collect();
        let chiefs = board.of(self.side).filter(|u| board.check_primary(*u).is_ok() && board.commander(*u).is_some());
        let led = |by: UnitId| {
            let mut his = board.commanded(by);
            his.retain(|u| ready.contains(u) && !all.contains(u));
            his.sort_by_key(|u| self.enemy_of(*u));
            his.truncate(usize::from(board.ratings(by).1).saturating_sub(self.waiting(by)));
            his
        };
        let points = |units: &Vec<UnitId>| units.iter().map(|u| self.points(*u)).sum::<u32>();
        let best = chiefs.map(led).max_by_key(points).unwrap_or_default();
        all.extend(best);
        // Who is left out leaves the others weaker.
        for _ in 0..3 {
            let before = all.clone();
            all.retain(|u| self.is_strong_with(*u, &before));
        }
        all
    }

    /// How many brigades of a commander are named and wait for points that he could give them without a roll.
    pub fn waiting(&self, by: UnitId) -> usize {
        let board = self.board;
        let waits = |u: &UnitId| {
            board.at.brigade(*u).is_some_and(|b| b.is_named() && b.level.is_none()) && !board.advances_unrolled(*u)
        };
        board.commanded(by).into_iter().filter(waits).count()
    }

    fn points(&self, unit: UnitId) -> u32 {
        self.board.at.brigade(unit).map_or(0, |b| u32::from(b.sp))
    }

    /// Whether a brigade would be two against one about the enemy nearest to it, with these others, those who attack already, and guns.
    fn is_strong_with(&self, unit: UnitId, others: &[UnitId]) -> bool {
        let board = self.board;
        let atlas = &board.pack.ground.atlas;
        let Some(here) = board.at.counter(unit) else { return false };
        let Some(there) = self.nearest_enemy(here) else { return false };
        let within = |u: UnitId, most: u32| {
            board.chain(u).iter().any(|l| atlas.distance(there, l.at()).is_some_and(|far| far <= most))
        };
        let attacks = |u: UnitId| others.contains(&u) || board.at.brigade(u).is_some_and(|b| b.is_named());
        let ours = board.of(self.side).map(|u| match board.battery(u) {
            Some((now, spec)) if !now.limbered && within(u, ABOUT) => u32::from(spec.cannon()) / 2,
            None if attacks(u) && within(u, ABOUT) => self.points(u),
            _ => 0,
        });
        let (ours, theirs) = (ours.sum::<u32>(), self.strength(self.side.other(), there, 3));
        ours * 10 >= theirs * 20
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

    /// A place near a line that nobody of its side holds, and no enemy is at.
    pub fn prize(&self, unit: UnitId) -> Option<usize> {
        let board = self.board;
        let atlas = &board.pack.ground.atlas;
        let here = board.at.counter(unit)?;
        let prizes = board.pack.ground.prizes.iter().enumerate();
        let open = prizes.filter(|(n, prize)| {
            let ours = board.at.held.get(*n) == Some(&Some(self.side));
            !ours && prize.points[row(self.side)] > 0 && board.counts(prize.hex) && self.enemy(prize.hex) >= 3
        });
        let near = open.filter_map(|(_, prize)| Some((atlas.distance(here, prize.hex)?, prize.hex)));
        near.filter(|(far, _)| *far <= PRIZE).min().map(|(_, hex)| hex)
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
