//! A position on its map: who stands where, and what the rules ask of an area.

use super::ground::Border;
use super::pack::Pack;
use super::position::{Fight, LeaderState, Pending, Position, Stage, UnitState};
use super::units::{Arm, LeaderId, LeaderSpec, Piece, UnitId, UnitSpec};
use domain_core::board::Reach;
use domain_core::referee::{Illegal, Side};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// What one side has in an area.
#[derive(Clone, Copy, Debug, Default)]
pub struct Presence {
    /// Combat units.
    pub all: u8,
    /// Fresh ones.
    pub fresh: u8,
    /// Infantry.
    pub infantry: u8,
    /// Fresh infantry.
    pub fresh_infantry: u8,
    /// Cavalry.
    pub cavalry: u8,
    /// Mounted units.
    pub mounted: u8,
    /// Fresh guns.
    pub fresh_guns: u8,
}

/// What stands in each area, for as long as nobody moves or is spent.
pub struct Forces {
    counted: Vec<(Option<u8>, bool)>,
    forces: Vec<[Presence; 2]>,
}

fn counts(at: &Position) -> impl Iterator<Item = (Option<u8>, bool)> + '_ {
    at.units.iter().map(|state| (state.area(), state.spent))
}

impl Forces {
    fn of(pack: &Pack, at: &Position) -> Forces {
        let mut forces = vec![[Presence::default(); 2]; pack.areas.len() + 1];
        for (spec, state) in pack.units.iter().zip(&at.units) {
            let Some(force) = state.area().and_then(|a| forces.get_mut(usize::from(a))) else { continue };
            let force = &mut force[nth(spec.side)];
            force.all += 1;
            force.fresh += u8::from(!state.spent);
            match spec.arm {
                Arm::Infantry => {
                    force.infantry += 1;
                    force.fresh_infantry += u8::from(!state.spent);
                }
                Arm::Cavalry => force.cavalry += 1,
                _ => force.fresh_guns += u8::from(!state.spent),
            }
            force.mounted += u8::from(spec.arm.mounted());
        }
        Forces { counted: counts(at).collect(), forces }
    }

    fn hold(&self, at: &Position) -> bool {
        self.counted.iter().copied().eq(counts(at))
    }
}

/// The forces counted last, for the boards of one order after another.
pub type LastForces = RefCell<Option<Rc<Forces>>>;

/// A position on its map, with who stands where counted when first asked for.
pub struct Board<'a> {
    /// Map and counters.
    pub pack: &'a Pack,
    /// The position.
    pub at: &'a Position,
    forces: OnceCell<Rc<Forces>>,
    last: Option<&'a LastForces>,
}

const fn nth(side: Side) -> usize {
    match side {
        Side::Union => 0,
        Side::Confederate => 1,
    }
}

impl<'a> Board<'a> {
    /// The board of a position.
    pub fn new(pack: &'a Pack, at: &'a Position) -> Self {
        Board { pack, at, forces: OnceCell::new(), last: None }
    }

    /// The same with forces that are kept from board to board.
    pub fn keeping(pack: &'a Pack, at: &'a Position, last: &'a LastForces) -> Self {
        Board { last: Some(last), ..Board::new(pack, at) }
    }

    fn forces(&self) -> &[[Presence; 2]] {
        let made = || Rc::new(Forces::of(self.pack, self.at));
        let forces = self.forces.get_or_init(|| match self.last {
            None => made(),
            Some(last) => {
                let kept = last.borrow().as_ref().filter(|kept| kept.hold(self.at)).cloned();
                kept.unwrap_or_else(|| last.borrow_mut().insert(made()).clone())
            }
        });
        &forces.forces
    }

    /// What a side has in an area.
    pub fn force(&self, side: Side, area: u8) -> Presence {
        self.forces().get(usize::from(area)).map_or_else(Presence::default, |f| f[nth(side)])
    }

    /// A counter.
    pub fn spec(&self, unit: UnitId) -> &'a UnitSpec {
        self.pack.unit(unit)
    }

    /// Its state.
    pub fn state(&self, unit: UnitId) -> &'a UnitState {
        self.at.unit(unit)
    }

    /// A leader's counter.
    pub fn who(&self, leader: LeaderId) -> &'a LeaderSpec {
        self.pack.leader(leader)
    }

    /// His state.
    pub fn leader(&self, leader: LeaderId) -> &'a LeaderState {
        self.at.leader(leader)
    }

    /// The units of a side in an area.
    pub fn units_in(&self, side: Side, area: u8) -> Vec<UnitId> {
        if self.force(side, area).all == 0 {
            return Vec::new();
        }
        self.pack.ids().filter(|u| self.spec(*u).side == side && self.state(*u).area() == Some(area)).collect()
    }

    /// The leaders of a side in an area.
    pub fn leaders_in(&self, side: Side, area: u8) -> Vec<LeaderId> {
        self.pack.leader_ids().filter(|l| self.who(*l).side == side && self.leader(*l).area() == Some(area)).collect()
    }

    /// Units of one side alone (§1.4, ruling 9).
    pub fn controls(&self, side: Side, area: u8) -> bool {
        self.force(side, area).all > 0 && self.force(side.other(), area).all == 0
    }

    /// The TEM of a whole area in words, with its name.
    pub fn place(&self, area: u8) -> String {
        format!("{area} ({})", self.pack.area(area).name)
    }

    /// Whether a side may go over a border (§7.7, ruling 36).
    pub fn open(&self, side: Side, kind: Border) -> bool {
        match kind {
            Border::Open | Border::SunkenRoad => true,
            Border::Creek => false,
            Border::Crossing(c) => {
                let bridge = self.pack.crossings.get(usize::from(c)).is_some_and(|x| x.bridge);
                self.at.crossings.get(usize::from(c)).is_some_and(|state| {
                    if bridge { state.holder == Some(side) } else { state.found || side == Side::Confederate }
                })
            }
        }
    }

    /// Whether two areas are the same or adjacent (ruling 19).
    pub fn near(&self, a: u8, b: u8) -> bool {
        a == b || self.pack.link(a, b).is_some()
    }

    /// Whether a group may stand with the friends already there (§7.4, ruling 40). Units of the group that stand there
    /// already are not counted twice.
    pub fn fits(&self, group: &[UnitId], area: u8) -> bool {
        let Some(first) = group.first() else { return true };
        let mut there = self.units_in(self.spec(*first).side, area);
        there.extend(group.iter().copied().filter(|u| self.state(*u).area() != Some(area)));
        if there.len() <= 10 {
            return true;
        }
        let mut divisions: Vec<&str> = Vec::new();
        for unit in there {
            let division = self.spec(unit).division.as_str();
            if !divisions.contains(&division) {
                divisions.push(division);
            }
        }
        divisions.len() <= 2
    }

    /// Movement points to enter an area (§7.11, PAC).
    pub fn cost(&self, side: Side, area: u8) -> u8 {
        let enemy = self.force(side.other(), area);
        if enemy.fresh > 0 {
            return 3;
        }
        if enemy.all > 0 {
            return if self.force(side, area).all > 0 { 1 } else { 2 };
        }
        let ground = self.pack.area(area);
        let guns = |l: &super::ground::Link| self.force(side.other(), l.to).fresh_guns > 0;
        if ground.clear() && ground.links.iter().any(guns) { 2 } else { 1 }
    }

    /// Whether the game ends with this turn (ruling 10).
    pub fn last_turn(&self) -> bool {
        let last = if self.at.options.six_turns { self.pack.last_turn.min(6) } else { self.pack.last_turn };
        self.at.turn >= last
    }

    /// The fight on top of the stack at a stage.
    pub fn fight_at(&self, stage: Stage) -> Option<&Fight> {
        match self.at.pending.last() {
            Some(Pending::Fight(fight)) if fight.stage == stage => Some(fight),
            _ => None,
        }
    }

    /// The name of a unit or leader.
    pub fn name(&self, piece: Piece) -> &str {
        match piece {
            Piece::Unit(unit) => &self.spec(unit).name,
            Piece::Leader(leader) => &self.who(leader).name,
        }
    }

    /// The end of a way, with its name.
    pub fn end_of(&self, way: &[u8]) -> String {
        way.last().map_or_else(String::new, |area| self.place(*area))
    }

    /// An order out of place.
    pub fn not_now(&self, legal: &str) -> Illegal {
        Illegal::new("3.0", "That is not what the game waits for.", legal)
    }
}

/// The way to an area that a search has found, its start first.
pub fn way_to(reach: &Reach, end: usize) -> Vec<u8> {
    let mut way = vec![end as u8];
    let mut at = end;
    while let Some(before) = reach.before(at) {
        way.insert(0, before as u8);
        at = before;
    }
    way
}
