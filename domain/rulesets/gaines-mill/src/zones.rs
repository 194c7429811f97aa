//! The board as it stands: who is where, and zones of control (§6.3, §6.4).

use super::pack::Pack;
use super::position::{Place, Position, UnitState};
use super::units::{CAVALRY_ZONE, UnitId, UnitSpec};
use domain_core::board::{HexId, Reach};
use domain_core::kit::{Latest, Lookup, RuleBreak};
use domain_core::referee::Side;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

const PINNED: RuleBreak = RuleBreak::new(&[
    "6.42",
    "{unit} is pinned by enemy cavalry.",
    "It may move when a friend stands in that zone too.",
]);

const NOBODY: u8 = u8::MAX;

#[derive(Clone, Copy)]
struct Spot {
    unit: u8,
    /// The arms whose zones cover the hex, by side.
    zones: [u8; 2],
}

/// Who stands where and whose zones cover what, for as long as nobody moves.
pub struct Spots {
    placed: Vec<Place>,
    spots: Vec<Spot>,
}

impl Lookup<Position, Pack> for Spots {
    fn of(pack: &Pack, at: &Position) -> Spots {
        let mut spots = vec![Spot { unit: NOBODY, zones: [0; 2] }; pack.ground.cells().len()];
        for (i, (spec, state)) in pack.units.iter().zip(&at.units).enumerate() {
            if let Place::At(hex) = state.place {
                let here = pack.ground.index(hex);
                spots[here].unit = i as u8;
                // A zone goes where a step could go: over streams, slopes and into woods, not over an unbridged river
                // (rulings 8 and 13). Every unit has one, whatever its condition.
                for edge in pack.ground.edges(here) {
                    spots[edge.to].zones[row(spec.side)] |= spec.arm.bit();
                }
            }
        }
        Spots { placed: at.units.iter().map(|u| u.place).collect(), spots }
    }

    fn holds(&self, at: &Position) -> bool {
        self.placed.iter().eq(at.units.iter().map(|u| &u.place))
    }
}

/// Pack and position together, with the look-ups that every rule needs, worked out when first asked for.
pub struct Board<'a> {
    /// Map, counters, tables.
    pub pack: &'a Pack,
    /// The position looked at.
    pub at: &'a Position,
    spots: OnceCell<Rc<Spots>>,
    last: Option<(&'a Latest<Spots>, usize)>,
    scratch: RefCell<Option<Reach>>,
}

fn row(side: Side) -> usize {
    match side {
        Side::Union => 0,
        Side::Confederate => 1,
    }
}

impl<'a> Board<'a> {
    /// The board of a position.
    pub fn new(pack: &'a Pack, at: &'a Position) -> Self {
        Board { pack, at, spots: OnceCell::new(), last: None, scratch: RefCell::default() }
    }

    /// The same with spots that are kept from board to board, after so many facts.
    pub fn keeping(pack: &'a Pack, at: &'a Position, last: (&'a Latest<Spots>, usize)) -> Self {
        Board { last: Some(last), ..Board::new(pack, at) }
    }

    /// Lends room for a search, made once for a board.
    pub fn searching<T>(&self, search: impl FnOnce(&mut Reach) -> T) -> T {
        let kept = self.scratch.borrow_mut().take();
        let mut reach = kept.unwrap_or_else(|| Reach::over(self.pack.ground.cells().len()));
        let found = search(&mut reach);
        *self.scratch.borrow_mut() = Some(reach);
        found
    }

    fn spot(&self, index: usize) -> &Spot {
        let spots = self.spots.get_or_init(|| match self.last {
            None => Rc::new(Spots::of(self.pack, self.at)),
            Some((last, written)) => last.of(self.pack, self.at, written),
        });
        &spots.spots[index]
    }

    /// A unit's counter.
    pub fn spec(&self, unit: UnitId) -> &'a UnitSpec {
        self.pack.unit(unit)
    }

    /// A unit's state.
    pub fn state(&self, unit: UnitId) -> &'a UnitState {
        self.at.unit(unit)
    }

    /// A unit's side.
    pub fn side(&self, unit: UnitId) -> Side {
        self.spec(unit).side
    }

    /// The unit in a hex, by dense number.
    pub fn unit_at(&self, index: usize) -> Option<UnitId> {
        let unit = self.spot(index).unit;
        (unit != NOBODY).then_some(UnitId(unit))
    }

    /// The unit in a hex.
    pub fn unit_in(&self, hex: HexId) -> Option<UnitId> {
        if self.pack.ground.grid.contains(hex) { self.unit_at(self.pack.ground.index(hex)) } else { None }
    }

    /// The arms of the enemies of `side` whose zones cover a hex (§6.4).
    pub fn enemy_zones(&self, side: Side, index: usize) -> u8 {
        self.spot(index).zones[row(side.other())]
    }

    /// Whether a hex lies in any enemy zone.
    pub fn in_enemy_zone(&self, side: Side, hex: HexId) -> bool {
        self.enemy_zones(side, self.pack.ground.index(hex)) != 0
    }

    /// The units of a side whose zones cover a hex.
    pub fn covering(&self, side: Side, index: usize) -> impl Iterator<Item = UnitId> + '_ {
        self.pack.ground.edges(index).filter_map(|e| self.unit_at(e.to)).filter(move |u| self.side(*u) == side)
    }

    /// The units of a side on the map, with their hexes.
    pub fn on_map(&self, side: Side) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
        self.pack.ids().filter(move |u| self.side(*u) == side).filter_map(|u| Some((u, self.state(u).hex()?)))
    }

    /// §6.42: a unit in the zone of enemy cavalry is pinned, unless another friend stands in that same zone.
    pub fn pinned(&self, unit: UnitId, hex: HexId) -> Result<(), RuleBreak> {
        let side = self.side(unit);
        let here = self.pack.ground.index(hex);
        if self.enemy_zones(side, here) & CAVALRY_ZONE == 0 {
            return Ok(());
        }
        let alone = |cavalry: UnitId| {
            let Some(at) = self.state(cavalry).hex() else { return false };
            !self.covering(side, self.pack.ground.index(at)).any(|friend| friend != unit)
        };
        let pins = self.covering(side.other(), here).any(|e| self.spec(e).arm.is_cavalry() && alone(e));
        if pins { Err(PINNED) } else { Ok(()) }
    }
}
