//! Pack and position together, with what every rule asks of both: who stands where, whose it is, how strong.

use super::apart::Apart;
use super::chain::{Formation, LineMarker, Link, column_fronts, line_markers};
use super::desks::Desks;
use super::fire::Forgone;
use super::ground::Half;
use super::layouts::Layout;
use super::options::Options;
use super::owed::Owed;
use super::pack::Pack;
use super::position::{
    Battery, Brigade, Commander, Fight, Place, Position, Scenario, Segment, State, UnitState, Works, row,
};
use super::shared::Shared;
use super::tables::Halves;
use super::units::{BatterySpec, BrigadeSpec, CommanderSpec, Experience, UnitId, UnitSpec};
use domain_core::board::{Facing, Mask, Reach};
use domain_core::kit::{Latest, Lookup, RuleBreak};
use domain_core::referee::{SeatId, Side};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// Who stands where, and what it covers, for as long as no counter changes.
pub struct Spots {
    units: Shared<UnitState>,
    /// Breastworks and who leaves them unused, on which ranges hang (0.12, effects 4 and 6). Not looked at before revision 8.
    works: Option<(Vec<Works>, Vec<Forgone>)>,
    /// The counters in each place.
    at: Vec<Vec<UnitId>>,
    /// Where brigades and batteries of each side stand, the Union's first.
    held: [OnceCell<Mask>; 2],
    /// The hexes beside an enemy of each side.
    beside: [OnceCell<Mask>; 2],
    /// What is within range of each side's brigades and batteries, the Union's first (`ranges.rs`).
    pub ranges: [OnceCell<Ranges>; 2],
    /// The hexes within three of each side's counters, the Union's first (`night.rs`).
    pub shunned: OnceCell<[Mask; 2]>,
    /// The hexes from which each side comes out of those of the other, the Union's first, by what bars who goes (`night.rs`).
    pub ways_out: [OnceCell<[Mask; 2]>; 3],
}

/// A field of fire: from a hex, in a direction, so far and so wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fires {
    /// Whether cannon or muskets.
    pub artillery: bool,
    /// The middle of the field.
    pub direction: Facing,
    /// The place fired from.
    pub from: usize,
    /// Half its opening.
    pub half: Half,
    /// In hexes.
    pub reach: u32,
}

/// The hexes within range of influence of a side (§20.0).
pub struct Ranges {
    /// Of its batteries.
    pub batteries: Mask,
    /// Of its brigades.
    pub brigades: Mask,
}

impl Lookup<Position, Pack> for Spots {
    fn of(pack: &Pack, at: &Position) -> Spots {
        let mut stacks: Vec<Vec<UnitId>> = vec![Vec::new(); pack.ground.atlas.len()];
        for (unit, state) in pack.ids().zip(&at.units) {
            for link in state.place.chain() {
                let stack = &mut stacks[link.at()];
                if stack.last() != Some(&unit) {
                    stack.push(unit);
                }
            }
        }
        let units = at.units.clone();
        let works = (pack.revision >= 8).then(|| (at.works.clone(), at.fight.forgone.clone()));
        let (held, beside, ranges) = Default::default();
        let (shunned, ways_out) = Default::default();
        Spots { units, works, at: stacks, held, beside, ranges, shunned, ways_out }
    }

    fn holds(&self, at: &Position) -> bool {
        let same = |(works, forgone): &(Vec<Works>, Vec<Forgone>)| *works == at.works && *forgone == at.fight.forgone;
        self.units == at.units && self.works.as_ref().is_none_or(same)
    }
}

/// Pack and position together.
pub struct Board<'b> {
    /// Map, counters, tables.
    pub pack: &'b Pack,
    /// The position.
    pub at: &'b Position,
    spots: OnceCell<Rc<Spots>>,
    last: Option<(&'b Latest<Spots>, usize)>,
    /// What was worked out on it.
    pub worked: Worked,
    /// Whether one more step is tried whatever it costs (§13.8).
    pub supposed: bool,
    /// The seat that acts, where a side has several (`seats.rs`).
    pub eye: Option<SeatId>,
    /// Whom positions that were looked at before wait for (`seats.rs`).
    pub owed: Option<&'b Owed>,
}

/// What was asked of a board once and is answered from here when it is asked again. All of it hangs on the position and on who acts on it, so it is forgotten with
/// its board: the board of another position, of another seat, or on which a step is supposed, begins with none of it. What outlives a board is in [`Spots`].
#[derive(Default)]
pub struct Worked {
    searched: RefCell<Vec<(Searched, Rc<Reach>)>>,
    /// What was found of the ways of a column's markers (`own_ways.rs`).
    pub(super) apart: Apart,
    /// The brigade in hand that was asked about first, and whether it may be left for another (`command.rs`).
    pub hand_free: OnceCell<(UnitId, Result<(), RuleBreak>)>,
    /// Whether all whose level is known have used what they must of it (`going_back.rs`).
    pub levels_used: OnceCell<Result<(), RuleBreak>>,
    /// Who comes out by its rear hexes at night, of those about whom it was asked (`night.rs`).
    pub backed_out: RefCell<Vec<(WayOut, bool)>>,
    /// Those of the phasing side that must go on retreating, have no level yet and could have one (`going_back.rs`).
    pub called_back: OnceCell<Vec<UnitId>>,
    /// The fields of fire of each side, the Union's first (`ranges.rs`).
    pub fires: [OnceCell<Vec<Fires>>; 2],
    /// The hexes from which commanders of the phasing side come out of those about the other at night, where that has outposts (`night.rs`).
    pub rides_out: OnceCell<Mask>,
}

/// Who would come out of the hexes about the enemy at night, from which hex, looking so if it moves by retreat alone, and which ranges bar it, by number.
pub type WayOut = (UnitId, usize, Option<Facing>, usize);

/// Which search was made: counter, marker, whether it advances, may show a flank, and leaves no hex in enemy range, half points.
pub type Searched = (UnitId, usize, [bool; 3], Halves);

impl<'b> Board<'b> {
    /// The board of a position.
    pub fn new(pack: &'b Pack, at: &'b Position) -> Self {
        let (spots, worked) = (OnceCell::new(), Worked::default());
        Board { pack, at, spots, last: None, worked, supposed: false, eye: None, owed: None }
    }

    /// The board of a position in which everybody lies and looks as here.
    pub(super) fn alike<'a>(&self, at: &'a Position) -> Board<'a>
    where
        'b: 'a,
    {
        self.spots();
        Board { spots: self.spots.clone(), eye: self.eye, ..Board::new(self.pack, at) }
    }

    /// The same board, on which one more step costs nothing.
    pub fn supposing(&self) -> Board<'b> {
        self.spots();
        Board {
            spots: self.spots.clone(),
            last: self.last,
            supposed: true,
            eye: self.eye,
            owed: self.owed,
            ..Board::new(self.pack, self.at)
        }
    }

    /// The same board, on which that seat acts.
    pub fn with_eye(&self, eye: Option<SeatId>) -> Board<'b> {
        self.spots();
        let board = Board::new(self.pack, self.at);
        Board { spots: self.spots.clone(), last: self.last, supposed: self.supposed, eye, owed: self.owed, ..board }
    }

    /// The same with look-ups that are kept from board to board, after so many facts.
    pub fn keeping(pack: &'b Pack, at: &'b Position, last: (&'b Latest<Spots>, usize)) -> Self {
        Board { last: Some(last), ..Board::new(pack, at) }
    }

    /// The look-ups.
    pub fn spots(&self) -> &Spots {
        self.spots.get_or_init(|| match self.last {
            Some((last, written)) => last.of(self.pack, self.at, written),
            None => Rc::new(Spots::of(self.pack, self.at)),
        })
    }

    /// A search over hexes and facings for a marker, made once for a board as long as the same counter is asked about.
    pub fn searched(&self, key: Searched, search: impl FnOnce(&mut Reach)) -> Rc<Reach> {
        let mut all = self.worked.searched.borrow_mut();
        all.retain(|(known, _)| known.0 == key.0);
        if let Some((_, found)) = all.iter().find(|(known, _)| *known == key) {
            return found.clone();
        }
        let mut reach = Reach::over(self.pack.ground.atlas.len() * Facing::COUNT);
        search(&mut reach);
        let reach = Rc::new(reach);
        all.push((key, reach.clone()));
        reach
    }

    /// A counter as printed.
    pub fn spec(&self, unit: UnitId) -> &'b UnitSpec {
        self.pack.unit(self.at.who(unit))
    }

    /// The name of a counter in orders, which both sides read: of a covered one what it is called so (0.4); of captured guns their id, as their new side may
    /// have that name itself.
    pub fn name(&self, unit: UnitId) -> &'b str {
        if self.is_covered(unit) { self.pack.label(unit) } else { self.known_name(unit) }
    }

    /// The name of a counter as this reader knows it.
    pub fn known_name(&self, unit: UnitId) -> &'b str {
        if self.is_unknown(unit) {
            return self.pack.label(unit);
        }
        let spec = self.spec(unit);
        if self.side(unit) == spec.side { &spec.name } else { &spec.id }
    }

    /// A counter's state.
    pub fn state(&self, unit: UnitId) -> &'b UnitState {
        self.at.unit(unit)
    }

    /// A brigade, as it is and as it is printed.
    pub fn brigade(&self, unit: UnitId) -> Option<(&'b Brigade, &'b BrigadeSpec)> {
        Some((self.at.brigade(unit)?, self.spec(unit).brigade()?))
    }

    /// A battery, as it is and as it is printed.
    pub fn battery(&self, unit: UnitId) -> Option<(&'b Battery, &'b BatterySpec)> {
        Some((self.at.battery(unit)?, self.spec(unit).battery()?))
    }

    /// A commander, as he is and as he is printed.
    pub fn commander(&self, unit: UnitId) -> Option<(&'b Commander, &'b CommanderSpec)> {
        Some((self.at.commander(unit)?, self.spec(unit).commander()?))
    }

    /// Whose a counter is now: a captured battery is its captor's (§31.7).
    pub fn side(&self, unit: UnitId) -> Side {
        let captor = self.at.battery(unit).and_then(|b| b.captor);
        self.spec(captor.unwrap_or(unit)).side
    }

    /// The chain of a counter; empty while it is not on the map.
    pub fn chain(&self, unit: UnitId) -> &'b [Link] {
        self.at.chain(unit)
    }

    /// Whether it is on the map, at least in part.
    pub fn on_map(&self, unit: UnitId) -> bool {
        self.chain(unit).iter().any(|link| self.pack.ground.is_hex(link.at()))
    }

    /// The counters of one side that are on the map.
    pub fn of(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.pack.ids().filter(move |u| self.on_map(*u) && self.side(*u) == side)
    }

    /// The counters in a place.
    pub fn units_at(&self, place: usize) -> &[UnitId] {
        self.spots().at.get(place).map_or(&[], Vec::as_slice)
    }

    /// The brigades in a hex.
    pub fn brigades_at(&self, place: usize) -> impl Iterator<Item = UnitId> + '_ {
        self.units_at(place).iter().copied().filter(|u| self.spec(*u).brigade().is_some())
    }

    /// The batteries in a hex.
    pub fn batteries_at(&self, place: usize) -> impl Iterator<Item = UnitId> + '_ {
        self.units_at(place).iter().copied().filter(|u| self.spec(*u).battery().is_some())
    }

    /// The places in which brigades and batteries of a side stand.
    fn held(&self, side: Side) -> &Mask {
        self.spots().held[row(side)].get_or_init(|| {
            let mut held = Mask::over(self.pack.ground.atlas.len());
            let fights = |u: &UnitId| self.side(*u) == side && self.spec(*u).commander().is_none();
            for link in self.pack.ids().filter(fights).flat_map(|u| self.chain(u)) {
                held.insert(link.at());
            }
            held
        })
    }

    /// Whether a brigade or battery of a side stands in a hex.
    pub fn held_by(&self, side: Side, place: usize) -> bool {
        self.held(side).contains(place)
    }

    /// Whether a brigade or battery of the other side stands next to a hex.
    pub fn beside_enemy_of(&self, side: Side, place: usize) -> bool {
        let beside = self.spots().beside[row(side)].get_or_init(|| {
            let (atlas, held) = (&self.pack.ground.atlas, self.held(side.other()));
            let mut beside = Mask::over(atlas.len());
            for (_, next) in held.iter().flat_map(|at| atlas.around(at)) {
                beside.insert(next);
            }
            beside
        });
        self.pack.ground.is_hex(place) && beside.contains(place)
    }

    /// Whether any part of a counter stands beside an enemy.
    pub fn beside_enemy(&self, unit: UnitId) -> bool {
        let side = self.side(unit);
        self.chain(unit).iter().any(|link| self.beside_enemy_of(side, link.at()))
    }

    /// The markers of a brigade in line, from its left flank; none for any other.
    pub fn line(&self, unit: UnitId) -> Vec<LineMarker> {
        match self.at.brigade(unit).map(|b| b.formation) {
            Some(Formation::Line { left, right }) => {
                line_markers(&self.pack.ground, left, right, self.chain(unit)).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// The way each marker of a brigade in column looks, head first; none for any other.
    pub fn column(&self, unit: UnitId) -> Vec<Facing> {
        match self.at.brigade(unit).map(|b| b.formation) {
            Some(Formation::Column { facing } | Formation::Charge { facing }) => {
                column_fronts(&self.pack.ground, facing, self.chain(unit)).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// A brigade's current experience (§10.2, §33.1.5).
    pub fn experience(&self, unit: UnitId) -> u8 {
        // 0.4: of whom nothing is known it is supposed that they are seasoned.
        let base = |spec: &BrigadeSpec| if self.is_unknown(unit) { Experience::Seasoned } else { spec.experience };
        let current = |(b, spec): (&Brigade, &BrigadeSpec)| self.pack.tables.current(base(spec), b.disorganization());
        self.brigade(unit).map_or(0, current)
    }

    /// A commander's ratings as they are: control, coordination, leadership (§32.4).
    pub fn ratings(&self, unit: UnitId) -> (u8, u8, u8) {
        match self.commander(unit) {
            Some((c, _)) if c.hit => (2, 2, 2),
            Some((_, spec)) => (spec.control, spec.coordination, spec.leadership),
            None => (1, 1, 3),
        }
    }

    /// First and last turn of the scenario.
    pub fn turns(&self) -> [u8; 2] {
        scenario_turns(self.pack, self.at.scenario)
    }

    /// Whether this is a night turn (§35.0): 9 p.m. to 4:40 a.m.
    pub fn is_night(&self) -> bool {
        is_night(self.at.turn)
    }
}

/// First and last turn of a scenario.
pub fn scenario_turns(pack: &Pack, scenario: Scenario) -> [u8; 2] {
    pack.tables.scenarios.iter().find(|s| s.id == scenario.id()).map_or([1, 1], |s| s.turns)
}

/// Whether a turn is one of the night.
pub const fn is_night(turn: u8) -> bool {
    matches!(turn, 43..=66 | 115..=138)
}

/// Day of July and hour of a turn: `July 1, 7:00 a.m.`
pub fn clock(turn: u8) -> String {
    let minutes = 420 + (u32::from(turn.max(1)) - 1) * 20;
    let (day, hours, minutes) = (minutes / 1440 + 1, minutes / 60 % 24, minutes % 60);
    let (twelve, half) = (if hours % 12 == 0 { 12 } else { hours % 12 }, if hours < 12 { "a.m." } else { "p.m." });
    format!("July {day}, {twelve}:{minutes:02} {half}")
}

/// The position before the first order of a scenario that starts as printed (§3.0, Orders of Appearance).
pub fn opening(pack: &Pack, scenario: Scenario) -> Position {
    let unit = |spec: &UnitSpec| {
        let start = spec.start.as_ref().and_then(|hex| pack.ground.atlas.read(hex));
        let state = fresh(spec, start.is_some());
        let sp = match &state {
            State::Brigade(b) => b.sp,
            State::Battery(_) => spec.battery().map_or(0, BatterySpec::cannon),
            State::Commander(_) => 0,
        };
        let place = start.map_or(Place::Waiting, |hex| Place::At(vec![Link::new(hex, sp)]));
        UnitState { place, state }
    };
    // Places that begin in somebody's hands (victory, places rule).
    let union =
        ["Cemetery Hill", "Culp's Hill", "Little Round Top", "Round Top", "Cemetery Ridge (the Angle)", "Power's Hill"];
    let holder = |name: &str| match name {
        "Herr Ridge" => Some(Side::Confederate),
        _ if union.contains(&name) => Some(Side::Union),
        _ => None,
    };
    Position {
        advanced: Vec::new(),
        assaulted: Vec::new(),
        back: Vec::new(),
        captured: [0, 0],
        charged: Vec::new(),
        command: None,
        covers: Default::default(),
        delay: Default::default(),
        doors: Vec::new(),
        entries: Vec::new(),
        entry_options: Vec::new(),
        expended: [0, 0],
        fight: Fight::default(),
        first_fire: None,
        following: Vec::new(),
        gun_orders: Vec::new(),
        guns_on: Vec::new(),
        guns_beside: Vec::new(),
        hand: None,
        held: pack.ground.prizes.iter().map(|p| holder(&p.name)).collect(),
        hidden: Default::default(),
        layout: Layout::One,
        night_orders: Vec::new(),
        options: Options::default(),
        over: false,
        pairs: Vec::new(),
        pending: None,
        reserve: pack.tables.reserve,
        scenario,
        seats: Desks::default(),
        segment: Segment::Opening,
        side: Side::Confederate,
        stores: Vec::new(),
        stormed: Vec::new(),
        substitutes: Vec::new(),
        transfers: Vec::new(),
        turn: scenario_turns(pack, scenario)[0],
        units: pack.units.iter().map(unit).collect(),
        vacated: Vec::new(),
        works: Vec::new(),
    }
}

/// A counter as it begins: at rest where it starts on the map (§34.0), else in column.
pub fn fresh(spec: &UnitSpec, starts: bool) -> State {
    match (spec.brigade(), spec.battery()) {
        (Some(brigade), _) => State::Brigade(Brigade {
            dp: u16::from(brigade.arrives_worn) * 10,
            formation: if starts { Formation::Rest } else { Brigade::default().formation },
            sp: brigade.strength,
            ..Brigade::default()
        }),
        (_, Some(battery)) => State::Battery(Battery { factors: battery.factors, ..Battery::default() }),
        _ => State::Commander(Commander::default()),
    }
}
