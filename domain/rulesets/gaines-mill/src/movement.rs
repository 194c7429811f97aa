//! Chapter 6: who may move, what a step costs and where a way must end; withdrawing (§6.8).

use super::bars::Bar;
use super::ground::{Edge, MP};
use super::position::{Act, Phase, Place};
use super::units::{Arm, GUNS_ZONE, SHARPSHOOTER_ZONE, UnitId};
use super::way::{LONGEST_WAY, Way};
use super::zones::Board;
use domain_core::board::{HexId, Reach};
use domain_core::referee::Side;

/// A unit about to move, with what its steps depend on.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// Who.
    pub unit: UnitId,
    /// Whose.
    pub side: Side,
    /// What.
    pub arm: Arm,
    /// Where it stands; `None` when it enters the map.
    pub start: Option<usize>,
    /// Its allowance in half-points.
    pub budget: u16,
}

/// A way walked to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walked {
    /// Half-points spent.
    pub spent: u16,
    /// Its last hex.
    pub end: usize,
}

/// Dropping a leftover half point (§6.2, ruling 10).
pub fn whole(spent: u16) -> u16 {
    spent.next_multiple_of(MP)
}

impl Board<'_> {
    /// §6.0: one act for each unit, of its own side, in the Move Phase.
    pub fn may_act(&self, unit: UnitId) -> Result<(), Bar> {
        if !matches!(self.at.phase, Phase::Move | Phase::Special) {
            return Err(Bar::WrongPhase);
        }
        if self.side(unit) != self.at.side {
            return Err(Bar::NotYours);
        }
        let state = self.state(unit);
        if state.place == Place::Lost {
            return Err(Bar::Lost);
        }
        if state.act != Act::None {
            return Err(Bar::Acted);
        }
        Ok(())
    }

    /// The same for a unit on the map, which does not move in the Special Sequence (§14.0).
    fn may_act_on_map(&self, unit: UnitId) -> Result<HexId, Bar> {
        self.may_act(unit)?;
        let hex = self.state(unit).hex().ok_or(Bar::OffMap)?;
        if self.at.phase == Phase::Special { Err(Bar::SpecialOnly) } else { Ok(hex) }
    }

    /// §6.0, §6.42: whether a unit on the map may move, and what its steps depend on.
    pub fn mover(&self, unit: UnitId) -> Result<Mover, Bar> {
        let hex = self.may_act_on_map(unit)?;
        if !self.state(unit).activated {
            return Err(Bar::NotActivated);
        }
        self.pinned(unit, hex)?;
        Ok(self.mover_from(unit, Some(self.pack.ground.index(hex))))
    }

    /// What a unit's steps depend on, wherever it starts.
    pub fn mover_from(&self, unit: UnitId, start: Option<usize>) -> Mover {
        let spec = self.spec(unit);
        Mover { unit, side: spec.side, arm: spec.arm, start, budget: spec.half_points() }
    }

    /// The enemy zones over a hex that concern a mover: cavalry knows only those of guns (§6.43).
    pub fn stopping_zones(&self, mover: &Mover, index: usize) -> u8 {
        let zones = self.enemy_zones(mover.side, index);
        if mover.arm.is_cavalry() { zones & GUNS_ZONE } else { zones }
    }

    /// One step of a move, from a hex reached with `spent`: what has been spent after it.
    pub fn step(&self, mover: &Mover, from: usize, spent: u16, edge: &Edge) -> Result<u16, Bar> {
        // §6.41: the first zone entered ends the move; standing in one at the start does not.
        if mover.start != Some(from) && self.stopping_zones(mover, from) != 0 {
            return Err(Bar::StopInZone);
        }
        let zones = self.stopping_zones(mover, edge.to);
        if let Some(other) = self.unit_at(edge.to) {
            if self.side(other) != mover.side {
                return Err(Bar::EnemyThere);
            }
            // §6.3, ruling 12.
            if zones != 0 {
                return Err(Bar::ThroughZone);
            }
        }
        // §6.44, §6.45, ruling 16: the zones of guns and sharpshooters only by a move of that one hex.
        if mover.start != Some(from) {
            self.barred_zones(mover, edge.to)?;
        }
        // §6.2: by road half a point, whatever the ground; §6.41: never into a zone.
        let after = if edge.road && zones == 0 { spent + 1 } else { whole(spent) + edge.full };
        if after > mover.budget { Err(Bar::TooDear) } else { Ok(after) }
    }

    /// §6.44 and §6.45: zones that end no ordinary move.
    pub fn barred_zones(&self, mover: &Mover, index: usize) -> Result<(), Bar> {
        let zones = self.stopping_zones(mover, index);
        if zones & GUNS_ZONE != 0 {
            return Err(Bar::GunsZone);
        }
        if zones & SHARPSHOOTER_ZONE != 0 {
            return Err(Bar::SharpshooterZone);
        }
        Ok(())
    }

    /// §6.3: a move may not end on another unit.
    pub fn may_end(&self, index: usize) -> Result<(), Bar> {
        if self.unit_at(index).is_some() { Err(Bar::FriendAtEnd) } else { Ok(()) }
    }

    /// The edge between two hexes of a way.
    pub fn way_edge(&self, from: HexId, to: HexId) -> Result<&Edge, Bar> {
        let ground = &self.pack.ground;
        if !ground.grid.contains(to) || ground.distance(from, to) != 1 {
            return Err(Bar::WayGap);
        }
        ground.edge(from, to).ok_or(Bar::River)
    }

    /// Walks the steps of a way after its first hex.
    pub fn walk(&self, mover: &Mover, way: &[HexId], mut spent: u16) -> Result<Walked, Bar> {
        for pair in way.windows(2) {
            let edge = self.way_edge(pair[0], pair[1])?;
            spent = self.step(mover, self.pack.ground.index(pair[0]), spent, edge)?;
        }
        let end = way.last().ok_or(Bar::WayGap)?;
        Ok(Walked { spent, end: self.pack.ground.index(*end) })
    }

    /// §6.1: a move along a way.
    pub fn check_move(&self, unit: UnitId, way: &Way) -> Result<Walked, Bar> {
        let mover = self.mover(unit)?;
        self.not_bound_to_charge(unit)?;
        if mover.start != Some(self.index_of(way.start())?) {
            return Err(Bar::WayStart);
        }
        if way.hexes().len() < 2 {
            return Err(Bar::WayGap);
        }
        let walked = self.walk(&mover, way.hexes(), 0)?;
        self.may_end(walked.end)?;
        Ok(walked)
    }

    /// The dense number of a hex on the map.
    pub fn index_of(&self, hex: HexId) -> Result<usize, Bar> {
        let grid = &self.pack.ground.grid;
        if grid.contains(hex) { Ok(grid.index(hex)) } else { Err(Bar::WayGap) }
    }

    /// Everything a mover can reach from these starts, passing friends.
    pub fn reach(&self, mover: &Mover, starts: impl IntoIterator<Item = (usize, u16)>, reach: &mut Reach) {
        reach.search(starts, mover.budget, |from, spent, out| {
            for edge in self.pack.ground.edges(from) {
                // No step is cheaper than half a point: do not weigh one that cannot be better.
                if out.better(edge.to, spent + 1)
                    && let Ok(after) = self.step(mover, from, spent, edge)
                {
                    out.at(edge.to, after);
                }
            }
        });
    }

    /// The best way found to a hex: the cheapest, but a single step where the rules reward moving one hex only (§6.44,
    /// §6.5).
    pub fn way_to(&self, reach: &Reach, to: usize) -> Option<Way> {
        let mut back = [HexId::new(0, 0); LONGEST_WAY];
        let (mut at, mut n) = (to, 0);
        loop {
            *back.get_mut(n)? = self.pack.ground.cell(at).hex;
            n += 1;
            match reach.before(at) {
                Some(before) => at = before,
                None => break,
            }
        }
        back[..n].reverse();
        Way::of(&back[..n])
    }

    /// The way that a move to this hex takes when the player names only the hex.
    pub fn best_way(&self, mover: &Mover, reach: &Reach, to: usize) -> Option<Way> {
        let way = self.way_to(reach, to)?;
        // A battery keeps its fire by a single step (§6.5): prefer it where it may be taken.
        if let (Some(start), true) = (mover.start, mover.arm.is_artillery() && way.hexes().len() > 2) {
            let edge = self.pack.ground.edges(start).find(|e| e.to == to);
            if edge.is_some_and(|e| self.step(mover, start, 0, e).is_ok()) {
                return Way::of(&[way.start(), way.end()]);
            }
        }
        Some(way)
    }

    /// §6.5: whether a battery that went this way may still fight in this player turn. `steps` counts hexes entered.
    pub fn guns_may_fight(&self, unit: UnitId, steps: usize, spent: u16, to: HexId) -> bool {
        let ground = &self.pack.ground;
        let level = ground.hex(to).level;
        let commanded = || {
            self.covering(self.side(unit).other(), ground.index(to))
                .filter_map(|e| self.state(e).hex())
                .any(|e| ground.hex(e).level >= level)
        };
        steps == 1 && spent <= MP && !commanded()
    }

    /// §6.8 with ruling 21: one hex out of every enemy zone, away from every enemy that had the unit in its zone.
    pub fn check_withdraw(&self, unit: UnitId, to: HexId) -> Result<u16, Bar> {
        let from = self.may_act_on_map(unit)?;
        if self.state(unit).activated {
            return Err(Bar::Activated);
        }
        let (side, ground) = (self.side(unit), &self.pack.ground);
        if !self.in_enemy_zone(side, from) {
            return Err(Bar::NotInZone);
        }
        self.pinned(unit, from)?;
        let edge = self.way_edge(from, to)?;
        if self.unit_at(edge.to).is_some() {
            return Err(Bar::Occupied);
        }
        if self.enemy_zones(side, edge.to) != 0 {
            return Err(Bar::WithdrawZone);
        }
        let nearer = |e: HexId| ground.distance(to, e) <= ground.distance(from, e);
        if self.covering(side.other(), ground.index(from)).filter_map(|e| self.state(e).hex()).any(nearer) {
            return Err(Bar::WithdrawNearer);
        }
        let cost = if edge.road { 1 } else { edge.full };
        if cost > self.spec(unit).half_points() { Err(Bar::WithdrawCost) } else { Ok(cost) }
    }

    /// §13.2: a disrupted or disordered unit on the map may recover, active or not.
    pub fn check_recover(&self, unit: UnitId) -> Result<HexId, Bar> {
        let hex = self.may_act_on_map(unit)?;
        if self.state(unit).disturbed() { Ok(hex) } else { Err(Bar::NothingToRecover) }
    }
}
