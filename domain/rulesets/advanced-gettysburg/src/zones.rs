//! A scenario that is set up: who takes part, in which hexes, what is set where when nobody says (§3.0, ruling 84).

use super::activity::{CROWDED, Ending};
use super::board::Board;
use super::book::{NOT_YOURS, OVER, WRONG_SEGMENT};
use super::chain::{Formation, Link, continuous, counter, distributed, line_strengths, straight_ends};
use super::facts::Manner;
use super::guns::{COMPANY, OTHER_FACING, ROW, WRONG_FACING};
use super::lines::WRONG_POINTS;
use super::names::read_facing;
use super::pack::Pack;
use super::position::{Place, Position, Pressed, Segment, State, UnitState, row};
use super::units::UnitId;
use super::zoning::Zoning;
use domain_core::board::Facing;
use domain_core::kit::RuleBreak;
use domain_core::referee::Side;

const NOT_SET_UP: RuleBreak =
    RuleBreak::new(&["3.0", "Nobody is set up in this scenario.", "It begins as the Orders of Appearance have it."]);
const NOT_IN_FORCE: RuleBreak =
    RuleBreak::new(&["3.0", "{unit} takes no part in this scenario.", "Set up the counters that the scenario lists."]);
const OUT_OF_ZONE: RuleBreak = RuleBreak::new(&[
    "3.0",
    "{unit} would stand outside of its zone.",
    "Each counter is set up in the hexes of its side, the Union's V Corps in those of its own; the Confederates keep their distance from the enemy.",
]);
const NO_FORMATION: RuleBreak = RuleBreak::new(&[
    "3.0",
    "{unit} is not set up so.",
    "A brigade is set up in column, a marker a hex and its head pointing at none of its own, in line or at rest, a battery in one hex.",
]);
const UNSET: RuleBreak = RuleBreak::new(&[
    "3.0",
    "Not all of your counters are set up.",
    "Set each in its zone, or let deploy set those that are left.",
]);

/// How a counter is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance {
    /// A brigade in a formation.
    Brigade(Formation),
    /// A commander.
    Commander,
    /// A battery.
    Guns {
        /// Where it looks.
        facing: Facing,
        /// Whether it is limbered.
        limbered: bool,
    },
}

/// The position of a scenario that is set up, before the first order: nobody on the map, nobody worn but those listed, all places in the hands of the Union, who
/// sets up first.
pub fn opening(pack: &Pack, position: Position) -> Position {
    let row = pack.tables.scenarios.iter().find(|s| s.id == position.scenario.id());
    let Some(zoning) = row.and_then(|row| row.zoning.as_ref()) else { return position };
    let mut position = position;
    for (now, spec) in position.units.iter_mut().zip(&pack.units) {
        now.place = Place::Waiting;
        if let State::Brigade(brigade) = &mut now.state {
            brigade.dp = zoning.worn.get(&spec.name).map_or(0, |level| u16::from(*level) * 10);
            brigade.formation = super::position::Brigade::default().formation;
        }
    }
    position.held.fill(Some(Side::Union));
    Position { segment: Segment::SetUp, side: Side::Union, ..position }
}

impl Board<'_> {
    /// Forces and zones of the scenario, where it is set up.
    pub fn zoning(&self) -> Option<&Zoning> {
        self.pack.tables.scenarios.iter().find(|s| s.id == self.at.scenario.id())?.zoning.as_ref()
    }

    /// Whether a counter takes part in a scenario that is set up.
    pub fn in_force(&self, unit: UnitId) -> bool {
        let spec = self.spec(unit);
        self.zoning().is_some_and(|zoning| zoning.forces[row(spec.side)].has(spec))
    }

    /// The counters of the side that sets up now.
    pub fn to_set_up(&self) -> Vec<UnitId> {
        let now = self.at.segment == Segment::SetUp && !self.at.over && self.zoning().is_some();
        self.pack.of(self.at.side).filter(|u| now && self.in_force(*u)).collect()
    }

    /// Whether a counter may be set up in a hex.
    fn is_zone(&self, unit: UnitId, hex: usize) -> bool {
        let (Some(zoning), spec, ground) = (self.zoning(), self.spec(unit), &self.pack.ground) else { return false };
        let apart = || match spec.side {
            Side::Union => true,
            Side::Confederate => self.enemy_distance(spec.side, hex).is_none_or(|far| far >= zoning.apart),
        };
        ground.is_hex(hex) && zoning.zones(spec).iter().any(|zone| zone.has(&ground.id(hex))) && apart()
    }

    /// The hexes in which a counter may be set up.
    pub fn zone_of(&self, unit: UnitId) -> Vec<usize> {
        (0..self.pack.ground.cells.len()).filter(|hex| self.is_zone(unit, *hex)).collect()
    }

    /// Whether a counter may be set up so; gives what it is then.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_set(&self, unit: UnitId, chain: &[Link], stance: Stance) -> Result<UnitState, RuleBreak> {
        if self.zoning().is_none() {
            return Err(NOT_SET_UP);
        }
        if self.at.over {
            return Err(OVER);
        }
        if self.at.segment != Segment::SetUp {
            return Err(WRONG_SEGMENT);
        }
        if self.spec(unit).side != self.at.side {
            return Err(NOT_YOURS);
        }
        if !self.in_force(unit) {
            return Err(NOT_IN_FORCE);
        }
        if chain.is_empty() || chain.iter().any(|l| !self.is_zone(unit, l.at())) {
            return Err(OUT_OF_ZONE);
        }
        let mut state = self.state(unit).state.clone();
        match (&mut state, stance) {
            (State::Brigade(brigade), Stance::Brigade(formation)) => {
                brigade.counter = self.check_set_brigade(unit, chain, formation)?;
                brigade.formation = formation;
            }
            (State::Battery(battery), Stance::Guns { facing, limbered }) => {
                self.check_set_guns(unit, chain, (facing, limbered))?;
                (battery.facing, battery.limbered) = (facing, limbered);
            }
            (State::Commander(_), Stance::Commander) if chain.len() == 1 => {}
            _ => return Err(NO_FORMATION),
        }
        Ok(UnitState { place: Place::At(chain.to_vec()), state })
    }

    /// §6.0, §7.0, §17.1: the chain, its points, who else is there; gives the marker that the counter lies with.
    fn check_set_brigade(&self, unit: UnitId, chain: &[Link], formation: Formation) -> Result<u8, RuleBreak> {
        let ground = &self.pack.ground;
        let all: u32 = chain.iter().map(|l| u32::from(l.sp)).sum();
        if self.at.brigade(unit).is_none_or(|b| u32::from(b.sp) != all) {
            return Err(WRONG_POINTS);
        }
        if matches!(formation, Formation::Charge { .. }) {
            return Err(NO_FORMATION);
        }
        continuous(ground, formation, chain)?;
        distributed(self.spec(unit), formation, chain)?;
        // §6.2.6: markers of a column lie behind one another, and its head points at none of them.
        let stacked = || chain.windows(2).any(|two| two[0].hex == two[1].hex);
        if let Formation::Column { facing } = formation
            && self.since(6)
            && (stacked() || self.points_at_itself(chain, facing))
        {
            return Err(NO_FORMATION);
        }
        let at = counter(ground, formation, chain).ok_or(super::chain::FAR_COUNTER)?;
        // §7.1.1: a marker of a line may hold more than eight points; it does not move so (§11.10).
        if formation.is_line() && chain.iter().any(|l| l.sp > 8) && !self.since(6) {
            return Err(super::chain::TOO_MANY);
        }
        let ending = Ending {
            chain: chain.to_vec(),
            formation,
            manner: Manner::Moved,
            paid: Vec::new(),
            pressed: Pressed::No,
            way: Vec::new(),
        };
        self.check_room(unit, &ending)?;
        if formation == Formation::Rest && self.brigades_at(chain[0].at()).any(|u| u != unit) {
            return Err(CROWDED);
        }
        let strange = |l: &Link| self.batteries_at(l.at()).any(|guns| !self.keeps_company(guns, unit));
        if chain.iter().any(strange) { Err(COMPANY) } else { Ok(at as u8) }
    }

    /// §17.2, §19.2: room for the cannon, company, and how batteries of one hex look.
    fn check_set_guns(
        &self,
        unit: UnitId,
        chain: &[Link],
        (facing, limbered): (Facing, bool),
    ) -> Result<(), RuleBreak> {
        let [link] = chain else { return Err(NO_FORMATION) };
        if facing.is_side() != limbered {
            return Err(WRONG_FACING);
        }
        let cannon = self.spec(unit).battery().map_or(0, |b| b.cannon());
        if self.check_battery_room(unit, link.at(), limbered)? < cannon || link.sp != cannon {
            return Err(ROW);
        }
        match self.facing_there(unit, link.at(), limbered) {
            Some(there) if there != facing => Err(OTHER_FACING),
            _ => Ok(()),
        }
    }

    /// §3.0: whether all counters of the side are set up.
    ///
    /// # Errors
    /// They are not.
    pub fn check_all_set(&self) -> Result<(), RuleBreak> {
        if self.to_set_up().iter().all(|u| self.on_map(*u)) { Ok(()) } else { Err(UNSET) }
    }

    /// Where a side looks when it is set up: the Union to the west, the Confederates to the east.
    pub fn looks(side: Side) -> Option<Facing> {
        read_facing(if side == Side::Union { "W" } else { "E" }).ok()
    }

    /// A brigade in line from a hex to the south, its front to the enemy, in as few markers as can be.
    pub fn line_from(&self, unit: UnitId, hex: usize) -> Option<(Vec<Link>, Stance)> {
        let (now, side) = (self.at.brigade(unit)?, self.spec(unit).side);
        let strengths = (1..=6).find_map(|markers| line_strengths(self.spec(unit), now.sp, markers))?;
        let south = |at: &usize| self.pack.ground.atlas.ahead(*at, Facing::side(3));
        let mut places: Vec<usize> = std::iter::successors(Some(hex), south).take(strengths.len()).collect();
        // The men's left is in the north when they look east.
        if side == Side::Union {
            places.reverse();
        }
        let formation = match places.len() {
            1 => Formation::single(Self::looks(side)?),
            _ => straight_ends(&self.pack.ground, &places)?,
        };
        let chain: Vec<Link> = places.iter().zip(&strengths).map(|(p, sp)| Link::new(*p, *sp)).collect();
        (chain.len() == strengths.len()).then_some((chain, Stance::Brigade(formation)))
    }

    /// The ways to set up a counter with its first hex here that a menu lists: a line to the enemy or rest, guns unlimbered to him.
    pub fn stances(&self, unit: UnitId, hex: usize) -> Vec<(Vec<Link>, Stance)> {
        if let Some(now) = self.at.brigade(unit) {
            let rest = (vec![Link::new(hex, now.sp)], Stance::Brigade(Formation::Rest));
            return self.line_from(unit, hex).into_iter().chain([rest]).collect();
        }
        let stance = match self.battery(unit) {
            Some(_) => Self::looks(self.spec(unit).side).map(|facing| Stance::Guns { facing, limbered: false }),
            None => Some(Stance::Commander),
        };
        let cannon = self.spec(unit).battery().map_or(0, |b| b.cannon());
        stance.map(|stance| (vec![Link::new(hex, cannon)], stance)).into_iter().collect()
    }

    /// Where a counter is set up if nobody says: as near as can be to where it stood towards four o'clock.
    pub fn default_place(&self, unit: UnitId) -> Option<UnitState> {
        let (spec, ground) = (self.spec(unit), &self.pack.ground);
        let listed = PLACES.iter().find(|(id, _)| *id == spec.id).and_then(|(_, hex)| ground.atlas.read(hex));
        let mut zone = self.zone_of(unit);
        let anchor = listed.or_else(|| zone.get(zone.len() / 2).copied())?;
        zone.sort_by_key(|hex| (ground.atlas.distance(*hex, anchor).unwrap_or(u32::MAX), *hex));
        let stands = |hex: usize| {
            let stances = self.stances(unit, hex);
            stances.into_iter().find_map(|(chain, stance)| self.check_set(unit, &chain, stance).ok())
        };
        zone.into_iter().find_map(stands)
    }
}

/// Where counters stood towards four o'clock of July 2, reconstructed: the northern end of a line, the hex of guns, the brigades of a commander.
pub const PLACES: [(&str, &str); 93] = [
    // The III Corps from the Emmitsburg Road over the Peach Orchard to the Den.
    ("us-carr-inf", "O22"),
    ("us-brewster-inf", "P21"),
    ("us-graham-inf", "N19"),
    ("us-de-trobriand-inf", "P17"),
    ("us-ward-inf", "O15"),
    ("us-burling-inf", "Q19"),
    // The II Corps on Cemetery Ridge.
    ("us-willard-inf", "T27"),
    ("us-smyth-inf", "S26"),
    ("us-carroll-inf", "T25"),
    ("us-webb-inf", "S24"),
    ("us-hall-inf", "R23"),
    ("us-harrow-inf", "R21"),
    ("us-cross-inf", "R20"),
    ("us-kelly-inf", "S20"),
    ("us-zook-inf", "S19"),
    ("us-brooke-inf", "S21"),
    // The V Corps in reserve.
    ("us-vincent-inf", "U19"),
    ("us-weed-inf", "U18"),
    ("us-tilton-inf", "U21"),
    ("us-sweitzer-inf", "V21"),
    ("us-day-inf", "V19"),
    ("us-burbank-inf", "V18"),
    ("us-mccandless-inf", "W21"),
    ("us-fisher-inf", "W19"),
    // Union guns.
    ("us-randolph-seeley-bty", "O21"),
    ("us-randolph-bucklyn-bty", "N18"),
    ("us-randolph-clark-bty", "O18"),
    ("us-randolph-winslow-bty", "P16"),
    ("us-randolph-smith-bty", "P15"),
    ("us-hazard-woodruff-bty", "S25"),
    ("us-hazard-arnold-bty", "S25"),
    ("us-hazard-cushing-bty", "S24"),
    ("us-hazard-brown-bty", "R23"),
    ("us-hazard-rorty-bty", "R22"),
    ("us-mcgilvery-thompson-bty", "N18"),
    ("us-mcgilvery-hart-bty", "O17"),
    ("us-mcgilvery-phillips-bty", "O18"),
    ("us-mcgilvery-bigelow-bty", "P18"),
    ("us-martin-hazlett-bty", "U17"),
    ("us-martin-walcott-bty", "U20"),
    ("us-martin-barnes-bty", "U21"),
    ("us-martin-gibbs-bty", "V20"),
    ("us-martin-watson-bty", "V22"),
    // Union commanders.
    ("us-meade-cmd", "S22"),
    ("us-hunt-cmd", "P18"),
    ("us-hancock-cmd", "R21"),
    ("us-sickles-cmd", "P19"),
    ("us-sykes-cmd", "U20"),
    ("us-birney-cmd", "O17"),
    ("us-humphreys-cmd", "O21"),
    ("us-caldwell-cmd", "S20"),
    ("us-gibbon-cmd", "R23"),
    ("us-hays-cmd", "S25"),
    ("us-barnes-cmd", "U20"),
    ("us-ayres-cmd", "V19"),
    ("us-crawford-cmd", "W20"),
    // Hood on the right of Warfield Ridge, McLaws on his left, Anderson along Seminary Ridge.
    ("cs-law-inf", "J12"),
    ("cs-robertson-j-b-inf", "J14"),
    ("cs-anderson-g-t-inf", "I13"),
    ("cs-benning-inf", "I15"),
    ("cs-kershaw-inf", "J17"),
    ("cs-semmes-inf", "I17"),
    ("cs-barksdale-inf", "J20"),
    ("cs-wofford-inf", "I20"),
    ("cs-wilcox-inf", "K24"),
    ("cs-lang-inf", "L25"),
    ("cs-wright-inf", "L27"),
    ("cs-posey-inf", "L29"),
    ("cs-mahone-inf", "K29"),
    // Confederate guns.
    ("cs-henry-latham-bty", "J11"),
    ("cs-henry-reilly-bty", "J12"),
    ("cs-henry-garden-bty", "J13"),
    ("cs-henry-bachman-bty", "J14"),
    ("cs-cabell-fraser-bty", "J15"),
    ("cs-cabell-manly-bty", "J16"),
    ("cs-cabell-mccarthy-bty", "J16"),
    ("cs-cabell-carlton-bty", "J17"),
    ("cs-alexander-moody-bty", "J18"),
    ("cs-alexander-gilbert-bty", "J19"),
    ("cs-alexander-woolfolk-bty", "J20"),
    ("cs-alexander-jordan-bty", "J21"),
    ("cs-alexander-parker-bty", "J21"),
    ("cs-alexander-taylor-bty", "J22"),
    ("cs-lane-patterson-bty", "L25"),
    ("cs-lane-ross-bty", "L26"),
    ("cs-lane-wingfield-bty", "L28"),
    // Confederate commanders.
    ("cs-lee-cmd", "I25"),
    ("cs-longstreet-cmd", "I19"),
    ("cs-hill-cmd", "K26"),
    ("cs-hood-cmd", "J13"),
    ("cs-mclaws-cmd", "J18"),
    ("cs-anderson-cmd", "L27"),
    ("cs-alexander-cmd", "J19"),
];
