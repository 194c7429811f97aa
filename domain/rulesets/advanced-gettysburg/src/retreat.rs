//! Retreat and advance after combat, capture, retreats that go on (§21.6 to §21.8, §30.0, §31.0).
//!
//! A brigade goes back as a whole, every marker over the same hexside, so that its chain and the sides of its markers stay what they are. Where the ground or
//! the enemy leaves a marker no such hex, ruling 71 says what becomes of it.

use super::assault::remaining;
use super::board::Board;
use super::book::{AnyOrder, NOT_A_BRIGADE, NOT_ASKED, NOT_YOURS, Rules, Stop, WRONG_SEGMENT};
use super::chain::{Formation, LineMarker, Link, continuous, counter};
use super::facts::{Fact, Footing};
use super::ground::Terrain;
use super::names::{facing_name, points, read_facing, read_hex, unreadable};
use super::position::{Pending, Retreat, Segment};
use super::resolver::Resolver;
use super::sequence::Done;
use super::tables::{Activity, Halves, Mover};
use super::teller::Teller;
use super::units::UnitId;
use domain_core::board::Facing;
use domain_core::kit::{OneWord, Question, RuleBreak, Said, StandingAnswer, Verb, Words, counted};
use domain_core::referee::{
    Choice, Circumstance, InForce, Line, Refusal, Side, StandingChoice, StandingOffer, TURN, Tone,
};

const NO_WAY_BACK: RuleBreak = RuleBreak::new(&[
    "30.0",
    "{unit} cannot retreat that way.",
    "Every marker goes back over the same hexside into a rear hex without enemies, and ends in a hex of its own.",
]);
const NOT_ENGAGED: RuleBreak = RuleBreak::new(&[
    "30.1",
    "{unit} may not retreat now.",
    "Attacking brigades beside an enemy retreat before the assaults, then brigades and batteries beside an attacker; each once.",
]);
const NO_ADVANCE: RuleBreak = RuleBreak::new(&[
    "31.0",
    "{unit} cannot advance there.",
    "It advances through its front into a hex that was vacated, while no enemy line stands in a front hex of it.",
]);
const TOO_DEAR: RuleBreak = RuleBreak::new(&[
    "31.0",
    "{unit} has not enough activity points to advance.",
    "Only the first hex after an assault that was carried is free; each other costs 2.",
]);

/// The procedures in whose course answers are given.
const ROUT: &str = "rout";
const YIELD: &str = "yield";
const ADVANCE: &str = "advance";

/// The least points owed in retreat within range (§21.7).
const VOLUNTARY_DP: u16 = 5;
const INVOLUNTARY_DP: u16 = 10;

/// The fronts of a marker as a straight one (§11.7): its own corner, or the two beside the front of a bent one.
fn corners(marker: &LineMarker) -> Vec<Facing> {
    let front = marker.front();
    if front.is_side() { vec![front.turned(-1), front.turned(1)] } else { vec![front] }
}

/// The sides behind a marker (§21.3).
fn is_behind(marker: &LineMarker, side: Facing) -> bool {
    corners(marker).into_iter().any(|front| front.apart(side) == 5)
}

/// The sides before a marker (§21.2).
fn is_before(marker: &LineMarker, side: Facing) -> bool {
    corners(marker).into_iter().any(|front| front.apart(side) == 1)
}

/// A way back of a counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayBack {
    /// The sides gone over, one for each hex.
    pub sides: Vec<Facing>,
    /// Whether a marker had to go another way than the others.
    bent: bool,
    chain: Vec<Link>,
    formation: Formation,
    lost: u8,
    off: Option<u16>,
    way: Vec<u16>,
}

/// A step of a whole line: its markers, the points of those that found no hex, or that it leaves the map.
struct Step {
    bent: bool,
    chain: Vec<Link>,
    formation: Formation,
    lost: u8,
    off: bool,
}

impl Board<'_> {
    /// The hex of a brigade's counter in a chain.
    fn counter_of(&self, formation: Formation, chain: &[Link]) -> usize {
        counter(&self.pack.ground, formation, chain).unwrap_or(0)
    }

    /// Whether a marker may stand in a hex as far as friends go (§17.1.5, §17.1.6): nobody else's, or with a flank marker, 8 points together.
    fn room_for(&self, unit: UnitId, link: &Link, flank: bool) -> bool {
        let mut others = self.brigades_at(link.at()).filter(|u| *u != unit && self.side(*u) == self.side(unit));
        match (others.next(), others.next()) {
            (None, _) => true,
            (Some(other), None) => {
                let shares =
                    |m: &LineMarker| m.hex == link.at() && (m.open_left || m.open_right) && m.sp + link.sp <= 8;
                flank && self.line(other).iter().any(shares)
            }
            _ => false,
        }
    }

    fn room_for_all(&self, unit: UnitId, chain: &[Link]) -> bool {
        let last = chain.len().saturating_sub(1);
        chain.iter().enumerate().all(|(n, link)| self.room_for(unit, link, n == 0 || n == last))
    }

    /// Every marker a hex over the same side; `None` if one would leave the map or come where an enemy stands.
    fn shifted_clean(&self, unit: UnitId, chain: &[Link], side: Facing) -> Option<Vec<Link>> {
        let enemy = self.side(unit).other();
        let moved = |link: &Link| {
            let to = self.pack.ground.atlas.ahead(link.at(), side)?;
            (self.pack.ground.is_hex(to) && !self.held_by(enemy, to)).then(|| Link::new(to, link.sp))
        };
        chain.iter().map(moved).collect()
    }

    /// A step of a retreat that must be made (§30.2, ruling 71): a marker that has an enemy behind it goes to any hex beside it that keeps the chain; one that
    /// has none is lost, and what it cut off joins the rest.
    fn forced_step(&self, unit: UnitId, formation: Formation, chain: &[Link], side: Facing) -> Step {
        let (ground, enemy) = (&self.pack.ground, self.side(unit).other());
        let mut to: Vec<Option<Link>> = Vec::with_capacity(chain.len());
        for link in chain {
            match ground.atlas.ahead(link.at(), side) {
                None => return Step { bent: true, chain: Vec::new(), formation, lost: 0, off: true },
                Some(hex) if self.held_by(enemy, hex) => to.push(None),
                Some(hex) => to.push(Some(Link::new(hex, link.sp))),
            }
        }
        let bent = to.iter().any(Option::is_none);
        for n in 0..to.len() {
            if to[n].is_some() {
                continue;
            }
            let near = |hex: usize, other: Option<&Option<Link>>| {
                other.and_then(|l| l.as_ref()).is_none_or(|l| ground.adjacent(l.at(), hex))
            };
            let free = |hex: &usize| {
                !self.held_by(enemy, *hex)
                    && !to.iter().flatten().any(|l| l.at() == *hex)
                    && near(*hex, n.checked_sub(1).and_then(|b| to.get(b)))
                    && near(*hex, to.get(n + 1))
            };
            let fits = |hex: &usize| {
                let mut tried = to.clone();
                tried[n] = Some(Link::new(*hex, chain[n].sp));
                let whole: Vec<Link> = tried.into_iter().flatten().collect();
                continuous(ground, formation, &whole).is_ok()
            };
            let around: Vec<usize> = ground.atlas.around(chain[n].at()).map(|(_, hex)| hex).collect();
            if let Some(hex) = around.into_iter().filter(free).find(fits) {
                to[n] = Some(Link::new(hex, chain[n].sp));
            }
        }
        let lost: u8 = chain.iter().zip(&to).filter(|(_, t)| t.is_none()).map(|(l, _)| l.sp).sum();
        let runs: Vec<Vec<Link>> = to
            .split(Option::is_none)
            .map(|run| run.iter().flatten().copied().collect::<Vec<Link>>())
            .filter(|run| !run.is_empty())
            .collect();
        let strength = |run: &Vec<Link>| run.iter().map(|l| u32::from(l.sp)).sum::<u32>();
        let Some(best) = (0..runs.len()).max_by_key(|n| (strength(&runs[*n]), std::cmp::Reverse(*n))) else {
            return Step { bent, chain: Vec::new(), formation, lost, off: false };
        };
        let mut kept = runs[best].clone();
        let before: u8 = runs[..best].iter().flatten().map(|l| l.sp).sum();
        let after: u8 = runs[best + 1..].iter().flatten().map(|l| l.sp).sum();
        if let Some(first) = kept.first_mut() {
            first.sp = first.sp.saturating_add(before);
        }
        if let Some(last) = kept.last_mut() {
            last.sp = last.sp.saturating_add(after);
        }
        // Sides as the markers had them, each moved with its hex.
        let markers = self.line(unit);
        let old: Vec<LineMarker> =
            markers.iter().zip(&to).filter_map(|(m, t)| t.as_ref().map(|l| LineMarker { hex: l.at(), ..*m })).collect();
        let formation =
            if lost == 0 || markers.len() != to.len() { formation } else { remaining(formation, &old, &kept) };
        Step { bent, chain: kept, formation, lost, off: false }
    }

    /// A whole way back that must be gone: one hex more, over the last side, as long as friends stand where it would end (ruling 71).
    fn forced_way(&self, unit: UnitId, sides: &[Facing]) -> Option<WayBack> {
        let (now, _) = self.brigade(unit)?;
        let mut at =
            Step { bent: false, chain: self.chain(unit).to_vec(), formation: now.formation, lost: 0, off: false };
        let mut way = vec![self.at.counter(unit)? as u16];
        let further = std::iter::repeat_n(*sides.last()?, 6);
        for (n, side) in sides.iter().copied().chain(further).enumerate() {
            if n >= sides.len() && self.room_for_all(unit, &at.chain) {
                break;
            }
            let last = *way.last()?;
            let step = self.forced_step(unit, at.formation, &at.chain, side);
            at = Step { bent: at.bent | step.bent, lost: at.lost.saturating_add(step.lost), ..step };
            if at.off || at.chain.is_empty() {
                let off = at.off.then_some(last);
                let (chain, formation, lost) = (Vec::new(), at.formation, at.lost);
                return Some(WayBack { sides: sides.to_vec(), bent: true, chain, formation, lost, off, way });
            }
            way.push(at.chain[self.counter_of(at.formation, &at.chain)].hex);
        }
        if !self.room_for_all(unit, &at.chain) {
            // No hex that it may stand in, far and wide.
            at.lost += at.chain.iter().map(|l| l.sp).sum::<u8>();
            at.chain.clear();
        }
        let sound = at.chain.is_empty() || continuous(&self.pack.ground, at.formation, &at.chain).is_ok();
        let Step { bent, chain, formation, lost, .. } = at;
        sound.then(|| WayBack { sides: sides.to_vec(), bent, chain, formation, lost, off: None, way })
    }

    /// §30.2: the ways of an involuntary retreat of so many hexes: into rear hexes where every marker can; else those that cost the fewest points.
    pub fn ways_of_rout(&self, unit: UnitId, hexes: u8) -> Vec<WayBack> {
        let line = self.line(unit);
        let behind = |side: &Facing| line.iter().all(|m| is_behind(m, *side));
        let all = |rear: bool| -> Vec<WayBack> {
            let sides: Vec<Facing> = Facing::sides().filter(|s| !rear || behind(s)).collect();
            let mut ways: Vec<Vec<Facing>> = vec![Vec::new()];
            for _ in 0..hexes {
                ways = ways
                    .into_iter()
                    .flat_map(|way| sides.iter().map(move |s| [way.as_slice(), &[*s]].concat()))
                    .collect();
            }
            // Who goes back does not come again.
            ways.retain(|way| way.windows(2).all(|two| two[0].apart(two[1]) <= 2));
            ways.iter().filter(|w| !w.is_empty()).filter_map(|way| self.forced_way(unit, way)).collect()
        };
        let clean = |way: &WayBack| !way.bent && way.lost == 0 && way.off.is_none();
        let mut found: Vec<WayBack> = all(true).into_iter().filter(clean).collect();
        if found.is_empty() {
            found = all(false);
        }
        let cost = |way: &WayBack| (way.off.is_some(), way.lost, way.bent);
        let least = found.iter().map(cost).min();
        found.retain(|way| Some(cost(way)) == least);
        // Two ways to the same place are one.
        let mut ends: Vec<WayBack> = Vec::new();
        for way in found {
            if !ends.iter().any(|end| (&end.chain, end.off) == (&way.chain, way.off)) {
                ends.push(way);
            }
        }
        ends
    }

    /// §30.1, §21.3: the ways of a voluntary retreat of a brigade: rear hexes alone, on the map, to where it may stand.
    fn free_ways(&self, unit: UnitId, most: u8) -> Vec<WayBack> {
        let Some((now, _)) = self.brigade(unit).filter(|(b, _)| b.formation.is_line()) else { return Vec::new() };
        let line = self.line(unit);
        let sides: Vec<Facing> = Facing::sides().filter(|s| line.iter().all(|m| is_behind(m, *s))).collect();
        let Some(start) = self.at.counter(unit) else { return Vec::new() };
        let first = WayBack {
            sides: Vec::new(),
            bent: false,
            chain: self.chain(unit).to_vec(),
            formation: now.formation,
            lost: 0,
            off: None,
            way: vec![start as u16],
        };
        let mut ends = vec![first];
        let mut found = Vec::new();
        for _ in 0..most {
            let longer = |way: &WayBack| -> Vec<WayBack> {
                let step = |side: &Facing| {
                    let chain = self.shifted_clean(unit, &way.chain, *side)?;
                    let mut next = WayBack { chain, ..way.clone() };
                    next.sides.push(*side);
                    next.way.push(next.chain[self.counter_of(now.formation, &next.chain)].hex);
                    Some(next)
                };
                sides.iter().filter_map(step).collect()
            };
            let next: Vec<WayBack> = ends.iter().flat_map(longer).collect();
            ends.clear();
            for way in next {
                // Two ways to the same place are one.
                if !ends.iter().chain(&found).any(|w: &WayBack| w.chain == way.chain) {
                    ends.push(way);
                }
            }
            found.extend(ends.iter().filter(|w| self.room_for_all(unit, &w.chain)).cloned());
        }
        found
    }

    /// The ways back of a battery (§21.3): rear hexes, limbered, where there is room for its cannon (§17.2).
    fn gun_ways(&self, unit: UnitId, most: u8) -> Vec<WayBack> {
        let Some((now, spec)) = self.battery(unit) else { return Vec::new() };
        let (Some(start), enemy) = (self.at.place(unit), self.side(unit).other()) else { return Vec::new() };
        let behind = |facing: Facing, side: Facing| {
            if facing.is_side() { facing.apart(side) == 6 } else { facing.apart(side) == 5 }
        };
        let room = |hex: usize| {
            let others: Vec<UnitId> = self.batteries_at(hex).filter(|u| *u != unit).collect();
            let limbered = |u: &&UnitId| self.at.battery(**u).is_some_and(|b| b.limbered);
            let cannon: u8 =
                others.iter().filter(limbered).filter_map(|u| self.spec(*u).battery()).map(|b| b.cannon()).sum();
            let woods = self.pack.ground.terrain(hex) == Terrain::Woods;
            cannon.saturating_add(spec.cannon()) <= 9 && !(woods && !others.is_empty())
        };
        let mut found: Vec<WayBack> = Vec::new();
        let mut ends = vec![(now.facing, vec![start], Vec::new())];
        for _ in 0..most {
            let mut next = Vec::new();
            for (facing, way, sides) in &ends {
                for side in Facing::sides().filter(|s| behind(*facing, *s)) {
                    let Some(to) = way.last().and_then(|at| self.pack.ground.atlas.ahead(*at, side)) else { continue };
                    if self.held_by(enemy, to) {
                        continue;
                    }
                    let way: Vec<usize> = way.iter().copied().chain([to]).collect();
                    let sides: Vec<Facing> = sides.iter().copied().chain([side]).collect();
                    if room(to) {
                        found.push(WayBack {
                            sides: sides.clone(),
                            bent: false,
                            chain: vec![Link::new(to, spec.cannon())],
                            formation: Formation::Column { facing: side.opposite() },
                            lost: 0,
                            off: None,
                            way: way.iter().map(|p| *p as u16).collect(),
                        });
                    }
                    next.push((side.opposite(), way, sides));
                }
            }
            ends = next;
        }
        found
    }

    /// Whether a brigade or battery may retreat in this segment by its own will: an attacking brigade before the assaults, then who stands beside one.
    ///
    /// # Errors
    /// The rule that bars it.
    fn check_may_go_back(&self, unit: UnitId) -> Result<(), RuleBreak> {
        let brigade = self.at.brigade(unit);
        if brigade.is_none() && self.at.battery(unit).is_none() {
            return Err(NOT_A_BRIGADE);
        }
        if !matches!(self.at.segment, Segment::BackOff | Segment::Withdrawal) || self.is_night() {
            return Err(WRONG_SEGMENT);
        }
        if self.side(unit) != self.acting() {
            return Err(NOT_YOURS);
        }
        let fit = match self.at.segment {
            Segment::BackOff => brigade.is_some_and(|b| b.is_named()),
            _ => true,
        };
        if !fit || self.at.back.contains(&unit) || !self.engaged(unit) {
            return Err(NOT_ENGAGED);
        }
        Ok(())
    }

    /// Whether a counter stands beside an enemy brigade or battery, or was at one end of the last combat fire.
    fn engaged(&self, unit: UnitId) -> bool {
        let fired_at = || {
            let mut hexes = self.chain(unit).iter().map(|l| l.hex);
            self.at.pairs.iter().any(|p| p.unit == unit) || hexes.any(|h| self.at.pairs.iter().any(|p| p.to == h))
        };
        self.on_map(unit) && (self.beside_enemy(unit) || fired_at())
    }

    /// The ways that a counter may go back now: by its own will, or as it must.
    pub fn ways_back(&self, unit: UnitId) -> Vec<WayBack> {
        if let Some(Pending::Rout { hexes, unit: routed, .. }) = &self.at.pending {
            return if *routed == unit { self.ways_of_rout(unit, *hexes) } else { Vec::new() };
        }
        if self.check_may_go_back(unit).is_err() {
            return Vec::new();
        }
        match self.at.segment {
            Segment::BackOff => {
                // §30.1.1: as far as points last, or one hex.
                let far = (self.points_left(unit) / self.retreat_cost()).clamp(1, 3);
                self.free_ways(unit, far)
            }
            _ if self.at.battery(unit).is_some() => self.gun_ways(unit, 2),
            _ => self.free_ways(unit, 2),
        }
    }

    /// Half points for a hex of retreat in line.
    fn retreat_cost(&self) -> Halves {
        self.pack.tables.cost(Activity::Retreat).of(Mover::Line).unwrap_or(4).max(1)
    }

    /// The half points left to a brigade of its level of the Movement Phase.
    fn points_left(&self, unit: UnitId) -> Halves {
        let left = |(b, _): (&super::position::Brigade, _)| {
            b.level.unwrap_or(0).saturating_mul(2).saturating_sub(b.owed).saturating_sub(b.spent())
        };
        self.brigade(unit).map_or(0, left)
    }

    /// What a retreat comes to: half points, disorganization, and how the brigade is retreating then (§21.7, §30.1, rulings 21 and 22).
    fn price_back(&self, unit: UnitId, way: &WayBack) -> (Halves, u16, Retreat) {
        let side = self.side(unit);
        let any =
            |within: fn(&Board<'_>, Side, usize) -> bool| self.chain(unit).iter().any(|l| within(self, side, l.at()));
        if matches!(self.at.pending, Some(Pending::Rout { .. })) {
            let dp = if any(|b, s, p| b.in_enemy_range(s, p)) { INVOLUNTARY_DP } else { 0 };
            return (0, dp, Retreat::Involuntary);
        }
        let hexes = way.sides.len() as Halves;
        if self.at.battery(unit).is_some() {
            // An unlimbered battery beside the enemy limbers for nothing when it goes back (cost chart).
            let each = self.pack.tables.cost(Activity::Retreat).of(Mover::Limbered).unwrap_or(3);
            return (each * hexes, 0, Retreat::None);
        }
        let cost = self.retreat_cost() * hexes;
        if self.at.segment == Segment::BackOff && cost > self.points_left(unit) {
            return (0, 0, Retreat::None);
        }
        let ranged = any(|b, s, p| b.in_brigade_range(s, p));
        let begun = if ranged { VOLUNTARY_DP } else { 0 };
        let spent = self.at.brigade(unit).map_or(0, |b| b.spent());
        // §13.9 charges the attackers' points as those of any move; the defenders' count in their next turn.
        let worn = match self.at.segment {
            Segment::BackOff => {
                let worn = |halves| self.pack.tables.worn(false, halves).unwrap_or(0);
                worn(spent.saturating_add(cost)).saturating_sub(worn(spent))
            }
            _ => 0,
        };
        (cost, begun + worn, if ranged { Retreat::Voluntary } else { Retreat::None })
    }

    /// Whether an attacking brigade may retreat before the assaults (§30.1.1).
    pub fn back_off_waits(&self) -> bool {
        !self.may_withdraw().is_empty()
    }

    /// Whether a defending brigade or battery may withdraw (§30.1.2).
    pub fn withdrawal_waits(&self) -> bool {
        !self.may_withdraw().is_empty()
    }

    /// Who may retreat in this segment by its own will.
    pub fn may_withdraw(&self) -> Vec<UnitId> {
        let ready = |u: &UnitId| self.check_may_go_back(*u).is_ok() && !self.ways_back(*u).is_empty();
        self.of(self.acting()).filter(ready).collect()
    }

    /// How good a place is to end a retreat in: near friends, out of enemy range, far from the enemy; the least is best.
    fn shelter(&self, unit: UnitId, way: &WayBack, own_line: bool) -> (u8, u32, u32) {
        let side = self.side(unit);
        let atlas = &self.pack.ground.atlas;
        let ranged = way.chain.iter().filter(|l| self.in_enemy_range(side, l.at())).count() as u32;
        let nearest = |of: Side| {
            let others = self.of(of).filter(|u| *u != unit && self.spec(*u).brigade().is_some());
            let links = others.flat_map(|u| self.chain(u).iter().copied());
            let far = |l: Link| way.chain.iter().filter_map(|w| atlas.distance(w.at(), l.at())).min();
            links.filter_map(far).min().unwrap_or(99)
        };
        let (friends, enemies) = (nearest(side), 99 - nearest(side.other()).min(99));
        if own_line { (way.lost, friends, ranged * 100 + enemies) } else { (way.lost, ranged, enemies * 100 + friends) }
    }

    /// The best of several ways back.
    fn best_way(&self, unit: UnitId, ways: Vec<WayBack>, own_line: bool) -> Option<WayBack> {
        ways.into_iter().min_by_key(|way| self.shelter(unit, way, own_line))
    }

    /// Whether an enemy battleline stands in a front hex of a brigade (§31.1a, ruling 70).
    fn line_before(&self, unit: UnitId) -> bool {
        let enemy = self.side(unit).other();
        let faced = |m: &LineMarker| {
            m.front_sides().any(|side| {
                let ahead = self.pack.ground.atlas.ahead(m.hex, side);
                let lined =
                    |u: UnitId| self.side(u) == enemy && self.at.brigade(u).is_some_and(|b| b.formation.is_line());
                ahead.is_some_and(|hex| self.brigades_at(hex).any(lined))
            })
        };
        self.line(unit).iter().any(faced)
    }

    /// Whether only routed brigades of the enemy hold a hex: they cannot keep an advance out of it (§31.5).
    fn gives_way(&self, side: Side, hex: usize) -> bool {
        let enemies = || self.brigades_at(hex).filter(move |u| self.side(*u) != side);
        enemies().next().is_some() && enemies().all(|u| self.at.back.contains(&u))
    }

    /// Whether guns stand in a hex that nobody covers: who enters takes them (§31.6).
    fn open_to(&self, side: Side, hex: usize) -> bool {
        let brigade = self.brigades_at(hex).any(|u| self.side(u) != side);
        !brigade || self.gives_way(side, hex)
    }

    /// §31.0: the advances of a brigade by one hex: the hex it is known by, its markers then. Whole lines before parts.
    fn advances(&self, unit: UnitId) -> Vec<(usize, Vec<Link>)> {
        let Some((now, _)) = self.brigade(unit) else { return Vec::new() };
        let (line, chain) = (self.line(unit), self.chain(unit));
        if line.is_empty() || self.line_before(unit) || now.retreat != Retreat::None || self.at.back.contains(&unit) {
            return Vec::new();
        }
        let side = self.side(unit);
        let entitled = self.at.advanced.contains(&unit);
        let count = chain.len();
        let spans = (1..=count).rev().flat_map(|len| (0..=count - len).map(move |from| (from, from + len)));
        let mut moves: Vec<(usize, usize, Vec<Link>, Vec<u16>)> = Vec::new();
        for (from, to) in spans {
            for ahead in Facing::sides() {
                let step = |n: usize| {
                    let marker = &line[n];
                    if !(from..to).contains(&n) {
                        return Some(chain[n]);
                    }
                    let hex = self.pack.ground.atlas.ahead(marker.hex, ahead).filter(|_| is_before(marker, ahead))?;
                    self.open_to(side, hex).then(|| Link::new(hex, chain[n].sp))
                };
                let Some(moved) = (0..count).map(step).collect::<Option<Vec<Link>>>() else { continue };
                let entered: Vec<u16> = moved[from..to].iter().map(|l| l.hex).collect();
                let vacated = entered.iter().filter(|h| self.at.vacated.contains(h)).count();
                let fits = continuous(&self.pack.ground, now.formation, &moved).is_ok()
                    && counter(&self.pack.ground, now.formation, &moved).is_some()
                    && self.room_for_all(unit, &moved)
                    && moved[from..to].iter().all(|l| l.sp <= 8);
                if fits && (entitled || vacated > 0) {
                    moves.push((to - from, vacated, moved, entered));
                }
            }
        }
        // The more markers go, and the more hexes they take over, the sooner a hex stands for the move.
        moves.sort_by_key(|(many, vacated, ..)| std::cmp::Reverse((*many, *vacated)));
        let mut found: Vec<(usize, Vec<Link>)> = Vec::new();
        for (_, _, moved, entered) in moves {
            let known = |hex: &&u16| found.iter().any(|(known, _)| *known == usize::from(**hex));
            let vacated = entered.iter().filter(|h| self.at.vacated.contains(h)).find(|h| !known(h));
            if let Some(hex) = vacated.or_else(|| entered.iter().find(|h| !known(h))) {
                found.push((usize::from(*hex), moved));
            }
        }
        found
    }

    /// The advances that a brigade may make now, with their cost: the free one it must make, or others for points (§31.2 to §31.4).
    ///
    /// # Errors
    /// The rule that bars it.
    fn check_advance(&self, unit: UnitId, hex: usize) -> Result<Footing, RuleBreak> {
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        let free = match &self.at.pending {
            Some(Pending::Advance { unit: who, .. }) if *who == unit => true,
            Some(_) => return Err(NOT_ASKED),
            None => false,
        };
        if self.side(unit) != self.at.side {
            return Err(NOT_YOURS);
        }
        if self.at.segment != Segment::Assault || self.is_night() {
            return Err(WRONG_SEGMENT);
        }
        if !free && (!now.is_named() || !self.fought(unit)) {
            return Err(NO_ADVANCE);
        }
        let all = self.advances(unit);
        let enters = |moved: &[Link]| moved.iter().any(|l| l.at() == hex);
        let known = all.iter().find(|(known, _)| *known == hex).or_else(|| all.iter().find(|(_, moved)| enters(moved)));
        let found = known.cloned();
        let (_, chain) = found.filter(|_| !self.chain(unit).iter().any(|l| l.at() == hex)).ok_or(NO_ADVANCE)?;
        let cost = if free { 0 } else { self.pack.tables.cost(Activity::Advance).of(Mover::Line).unwrap_or(4) };
        if cost > self.points_left(unit) {
            return Err(TOO_DEAR);
        }
        let worn = |halves| self.pack.tables.worn(false, halves);
        let spent = now.spent();
        let dp = worn(spent + cost).ok_or(TOO_DEAR)?.saturating_sub(worn(spent).unwrap_or(0));
        let at = self.counter_of(now.formation, &chain);
        let way = self.at.counter(unit).map(|p| p as u16).into_iter().chain([chain[at].hex]).collect();
        let counter = at as u8;
        Ok(Footing { chain, counter, dp, formation: now.formation, lost: 0, off: None, spent: cost, unit, way })
    }

    /// Whether a brigade was in the fire combat or an assault of this player turn (§31.1).
    fn fought(&self, unit: UnitId) -> bool {
        self.at.pairs.iter().any(|p| p.unit == unit) || self.at.advanced.contains(&unit)
    }

    /// The hexes by which the advances of a brigade are known, each move by one, that it may make now.
    fn advance_hexes(&self, unit: UnitId) -> Vec<usize> {
        let hexes = self.advances(unit).into_iter().map(|(hex, _)| hex);
        hexes.filter(|hex| self.check_advance(unit, *hex).is_ok()).collect()
    }

    /// Whether a brigade of a side may advance for points.
    pub fn advance_waits(&self, side: Side) -> bool {
        let fit = |u: &UnitId| self.at.brigade(*u).is_some_and(|b| b.is_named()) && self.fought(*u);
        (!self.at.vacated.is_empty() || !self.at.advanced.is_empty())
            && self.of(side).filter(fit).any(|u| !self.advance_hexes(u).is_empty())
    }

    /// Disorganization of a brigade whose retreat goes on as its Movement Phase begins, and whether it is over (§21.6, §21.7, ruling 21).
    fn retreat_now(&self, unit: UnitId) -> Option<(u16, bool)> {
        let (now, _) = self.brigade(unit)?;
        let side = self.side(unit);
        let mut chain = self.chain(unit).iter();
        match now.retreat {
            Retreat::None => None,
            Retreat::Voluntary if chain.any(|l| self.in_brigade_range(side, l.at())) => Some((VOLUNTARY_DP, false)),
            Retreat::Involuntary if chain.any(|l| self.in_enemy_range(side, l.at())) => Some((INVOLUNTARY_DP, false)),
            _ => Some((0, true)),
        }
    }

    fn side_words(&self, sides: &[Facing]) -> String {
        sides.iter().map(|s| facing_name(*s)).collect::<Vec<_>>().join(" ")
    }

    /// Where a way back ends, in words.
    fn end_of(&self, way: &WayBack) -> String {
        match (way.chain.first(), way.off) {
            (_, Some(_)) => "off the map".to_owned(),
            (None, _) => "nowhere: it is lost".to_owned(),
            (Some(first), _) => {
                let at = self.counter_of(way.formation, &way.chain).min(way.chain.len() - 1);
                self.pack.ground.place_name(way.chain.get(at).unwrap_or(first).at())
            }
        }
    }
}

impl Resolver<'_, '_> {
    /// Disorganization of those whose retreat goes on, and the end of a retreat that is out of all ranges (§21.6, §21.7).
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn continue_retreats(&mut self) -> Result<(), Stop> {
        let board = self.board();
        let ours = board.of(board.at.side);
        let facts: Vec<Fact> = ours
            .filter_map(|unit| board.retreat_now(unit).map(|(dp, over)| Fact::Retreating { dp, over, unit }))
            .collect();
        for fact in facts {
            self.write(fact);
        }
        Ok(())
    }

    /// What the end of a player turn says of its side: who retreated in the Movement Phase, whose points owed are paid.
    pub fn settle_retreats(&mut self) {
        let board = self.board();
        let side = board.at.side;
        let (mut fell_back, mut units) = (Vec::new(), Vec::new());
        for unit in board.pack.ids().filter(|u| board.side(*u) == side) {
            if let Some(now) = board.at.brigade(unit) {
                let went = now.pressed == super::position::Pressed::Retreated;
                if went {
                    fell_back.push(unit);
                }
                if now.owed > 0 || now.fell_back != went {
                    units.push(unit);
                }
            } else if board.at.battery(unit).is_some_and(|b| b.owed > 0) {
                units.push(unit);
            }
        }
        if !units.is_empty() {
            fell_back.retain(|u| units.contains(u));
            self.write(Fact::Settled { fell_back, units });
        }
    }

    /// Hexes that nobody defends any more.
    pub fn left_empty(&mut self, hexes: &[u16]) {
        self.write(Fact::Vacated { hexes: hexes.to_vec() });
    }

    /// Who carried an assault must advance if it can (§31.2).
    pub fn may_advance(&mut self, unit: UnitId) {
        let board = self.board();
        if !board.advances(unit).is_empty() {
            self.write(Fact::Asked(Pending::Advance { free: 1, must: true, unit }));
        }
    }

    /// Carries a way back out.
    fn go_back(&mut self, unit: UnitId, way: &WayBack) {
        let board = self.board();
        let (spent, dp, how) = board.price_back(unit, way);
        if board.at.battery(unit).is_some() {
            let facing = way.sides.last().map_or(Facing::side(0), |s| s.opposite());
            let (chain, way) = (way.chain.clone(), way.way.clone());
            self.write(Fact::GunsBack { chain, facing, spent, unit, way });
            return;
        }
        let to = board.footing(unit, way, spent, dp);
        self.write(Fact::FellBack { how, to });
    }

    /// §31.5: routed brigades in the way of an advance go one hex further, for ten points of disorganization each time.
    fn push_aside(&mut self, by: UnitId, hexes: &[u16]) {
        let board = self.board();
        let side = board.side(by);
        let mut pushed: Vec<UnitId> =
            hexes.iter().flat_map(|h| board.brigades_at(usize::from(*h))).filter(|u| board.side(*u) != side).collect();
        pushed.dedup();
        for unit in pushed {
            let board = self.board();
            let Some(way) = board.best_way(unit, board.ways_of_rout(unit, 1), false) else { continue };
            let to = board.footing(unit, &way, 0, INVOLUNTARY_DP);
            let how = board.at.brigade(unit).map_or(Retreat::Involuntary, |b| match b.retreat {
                Retreat::None => Retreat::Voluntary,
                other => other,
            });
            self.write(Fact::FellBack { how, to });
        }
    }

    /// Guns and commanders of the enemy in hexes that a brigade entered (§17.1.8, §31.6).
    fn take(&mut self, by: UnitId, hexes: &[u16]) {
        let board = self.board();
        let side = board.side(by);
        let mut found: Vec<UnitId> = hexes
            .iter()
            .flat_map(|h| board.units_at(usize::from(*h)).iter().copied())
            .filter(|u| board.side(*u) != side)
            .collect();
        found.sort_unstable();
        found.dedup();
        let fact = |unit: UnitId| match board.spec(unit).battery() {
            Some(spec) => Some(Fact::GunsCaptured { by, cannon: spec.cannon(), side, unit }),
            None => board.spec(unit).commander().map(|_| Fact::CommanderCaptured { by, unit }),
        };
        let facts: Vec<Fact> = found.into_iter().filter_map(fact).collect();
        for fact in facts {
            self.write(fact);
        }
    }
}

impl Board<'_> {
    fn footing(&self, unit: UnitId, way: &WayBack, spent: Halves, dp: u16) -> Footing {
        let counter = self.counter_of(way.formation, &way.chain) as u8;
        Footing {
            chain: way.chain.clone(),
            counter,
            dp,
            formation: way.formation,
            lost: way.lost,
            off: way.off,
            spent,
            unit,
            way: way.way.clone(),
        }
    }
}

/// `Law back SW`, `Law back SW S`: retreats after combat over these hexsides, as many hexes; `Law back 1` takes the way that shelters best (§30.0).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FallBack {
    /// Who.
    pub unit: UnitId,
    /// Whether it must.
    pub routed: bool,
    /// The sides gone over.
    pub sides: Vec<Facing>,
}

impl Verb<Rules> for FallBack {
    fn said() -> Said {
        Said::OfPiece(&["back", "withdraw", "retreat"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, board) = (words.piece?, words.board);
        let routed = matches!(board.at.pending, Some(Pending::Rout { .. }));
        if !routed && !matches!(board.at.segment, Segment::BackOff | Segment::Withdrawal) {
            return None;
        }
        let sides = match words.rest {
            [] => return None,
            [number] if number.parse::<usize>().is_ok() => {
                let hexes = number.parse::<usize>().unwrap_or(1);
                let ways: Vec<WayBack> = board.ways_back(unit).into_iter().filter(|w| w.sides.len() == hexes).collect();
                match board.best_way(unit, ways, true) {
                    Some(way) => Ok(way.sides),
                    None => Err(unreadable(format!("{} cannot go back {hexes}.", board.name(unit)))),
                }
            }
            sides => sides.iter().map(|word| read_facing(word)).collect::<Result<Vec<Facing>, Refusal>>(),
        };
        Some(sides.map(|sides| FallBack { unit, routed, sides }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.filter(|_| board.at.pending.is_none()) else { return false };
        let ways = board.ways_back(unit);
        ways.into_iter().any(|way| found(FallBack { unit, routed: false, sides: way.sides }))
    }

    fn procedure(&self) -> Option<&'static str> {
        self.routed.then_some(ROUT)
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} back {}", board.name(self.unit), board.side_words(&self.sides))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let name = board.name(self.unit);
        let section = if self.routed { "30.2" } else { "30.1" };
        let Some(way) = board.ways_back(self.unit).into_iter().find(|w| w.sides == self.sides) else {
            return Choice::plain(line, format!("{name} goes back"), "back", section);
        };
        let (cost, dp, _) = board.price_back(self.unit, &way);
        let label = format!("{name} goes back to {}", board.end_of(&way));
        let id = |p: &u16| board.pack.ground.id(usize::from(*p));
        Choice {
            place: way.way.last().map(id),
            path: way.way.iter().map(id).collect(),
            cost: Some(format!("{} activity points, {dp} disorganization points", points(cost))),
            note: (way.lost > 0).then(|| format!("{} lost", counted(i32::from(way.lost), "strength point"))),
            ..Choice::plain(line, label, "back", section)
        }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let pending = board.at.pending.clone();
        if pending.is_none() {
            board.check_may_go_back(self.unit)?;
        }
        let way = board.ways_back(self.unit).into_iter().find(|w| w.sides == self.sides).ok_or(NO_WAY_BACK)?;
        resolver.go_back(self.unit, &way);
        if let Some(Pending::Rout { by, .. }) = pending {
            resolver.write(Fact::Answered);
            resolver.may_advance(by);
        }
        Ok(())
    }
}

/// `Kelly yield`: of two brigades in an assaulted hex that one retreats (§30.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Yield {
    /// Who.
    pub unit: UnitId,
}

impl Verb<Rules> for Yield {
    fn said() -> Said {
        Said::OfPiece(&["yield", "yields"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        Some(Ok(Yield { unit: words.piece_alone()? }.into()))
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(YIELD)
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} yield", board.name(self.unit))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        Choice::plain(line, format!("{} retreats", board.name(self.unit)), "yield", "30.2")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let Some(Pending::Yield { by, difference, hex }) = board.at.pending.clone() else {
            return Err(NOT_ASKED.into());
        };
        if !board.brigades_at(usize::from(hex)).any(|u| u == self.unit) {
            return Err(NOT_ASKED.into());
        }
        resolver.write(Fact::Answered);
        resolver.beaten(by, self.unit, i32::from(difference))
    }
}

/// `Law advance JJ36`: a marker of the brigade enters that hex, the others go with it (§31.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advance {
    /// Whether it must.
    pub must: bool,
    /// Who.
    pub unit: UnitId,
    /// A hex entered.
    pub hex: usize,
}

impl Verb<Rules> for Advance {
    fn said() -> Said {
        Said::OfPiece(&["advance", "advances"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let ([hex], unit, board) = (words.rest, words.piece?, words.board) else { return None };
        let must = matches!(board.at.pending, Some(Pending::Advance { .. }));
        Some(read_hex(board.pack, hex).map(|hex| Advance { must, unit, hex }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.filter(|u| board.at.segment == Segment::Assault && board.at.brigade(*u).is_some())
        else {
            return false;
        };
        board.advance_hexes(unit).into_iter().any(|hex| found(Advance { must: false, unit, hex }))
    }

    fn procedure(&self) -> Option<&'static str> {
        self.must.then_some(ADVANCE)
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} advance {}", board.name(self.unit), board.pack.ground.id(self.hex))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let checked = board.check_advance(self.unit, self.hex).ok();
        let markers = checked.as_ref().map_or_else(String::new, |to| {
            to.chain.iter().map(|l| format!(" {}={}", board.pack.ground.id(l.at()), l.sp)).collect()
        });
        let label = format!("{} advances:{markers}", board.name(self.unit));
        let cost = checked.map(|to| match to.spent {
            0 => "free".to_owned(),
            spent => format!("{} of {} activity points", points(spent), points(board.points_left(self.unit))),
        });
        Choice { cost, place: Some(board.pack.ground.id(self.hex)), ..Choice::plain(line, label, "advance", "31.0") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let to = resolver.board().check_advance(self.unit, self.hex)?;
        if resolver.buffer.position.pending.is_some() {
            resolver.write(Fact::Answered);
        }
        let held = resolver.board().chain(self.unit).to_vec();
        let entered: Vec<u16> = to.chain.iter().map(|l| l.hex).filter(|h| !held.iter().any(|l| l.hex == *h)).collect();
        resolver.push_aside(self.unit, &entered);
        resolver.take(self.unit, &entered);
        resolver.write(Fact::Advanced(to));
        for hex in entered {
            resolver.hold(self.unit, usize::from(hex));
        }
        Ok(())
    }
}

impl Resolver<'_, '_> {
    /// A hex that counts is entered (§37).
    fn hold(&mut self, unit: UnitId, hex: usize) {
        let side = self.board().side(unit);
        let prize = self.pack.ground.prizes.iter().position(|p| p.hex == hex);
        if let Some(prize) = prize.filter(|n| self.buffer.position.held.get(*n) != Some(&Some(side))) {
            self.write(Fact::PrizeTaken { prize: prize as u8, side });
        }
    }
}

/// `stay`: a brigade that need not advance stays where it is (§31.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stay;

impl OneWord<Rules> for Stay {
    const WORDS: &[&str] = &["stay"];

    fn procedure(&self) -> Option<&'static str> {
        Some(ADVANCE)
    }

    fn choice(&self, _: &Board<'_>, line: String) -> Choice {
        Choice::plain(line, "Stay", "stay", "31.0")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        match resolver.buffer.position.pending {
            Some(Pending::Advance { must: false, .. }) => {
                resolver.write(Fact::Answered);
                Ok(())
            }
            _ => Err(NOT_ASKED.into()),
        }
    }
}

fn choice(value: &'static str, title: &'static str) -> StandingChoice {
    StandingChoice { value, title }
}

fn circumstances(board: &Board<'_>) -> Vec<Circumstance> {
    vec![Circumstance::number(TURN, board.at.turn)]
}

/// Which brigade of two retreats.
pub struct Yields {
    hex: usize,
}

impl Question<Rules> for Yields {
    fn open(board: &Board<'_>) -> Option<Self> {
        match &board.at.pending {
            Some(Pending::Yield { hex, .. }) => Some(Yields { hex: usize::from(*hex) }),
            _ => None,
        }
    }

    fn kind(&self) -> &'static str {
        "yield"
    }

    fn section(&self) -> &'static str {
        "30.2"
    }

    fn asks(&self, board: &Board<'_>) -> String {
        format!("Which of the two brigades in {} retreats?", board.pack.ground.place_name(self.hex))
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.at.side.other()
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(YIELD)
    }

    fn options(&self, board: &Board<'_>) -> Vec<AnyOrder> {
        board.brigades_at(self.hex).map(|unit| Yield { unit }.into()).collect()
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("yield")
    }

    fn offer() -> Option<StandingOffer> {
        Some(StandingOffer {
            key: "yield",
            title: "When one of two brigades in an assaulted hex must retreat",
            choices: vec![
                choice("ask", "Ask me."),
                choice("weaker", "The weaker retreats."),
                choice("stronger", "The stronger retreats."),
            ],
            conditions: vec![TURN],
            default: "weaker",
            never_ask: "weaker",
        })
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        circumstances(board)
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let strength = |u: &UnitId| board.at.brigade(*u).map_or(0, |b| b.sp);
        let (unit, why) = match standing.get("yield") {
            "weaker" => (board.brigades_at(self.hex).min_by_key(strength)?, "the weaker yields"),
            "stronger" => (board.brigades_at(self.hex).max_by_key(strength)?, "the stronger yields"),
            _ => return None,
        };
        Some(StandingAnswer { order: Yield { unit }.into(), why })
    }
}

/// The way of an involuntary retreat.
pub struct Routs {
    unit: UnitId,
    hexes: u8,
}

impl Question<Rules> for Routs {
    fn open(board: &Board<'_>) -> Option<Self> {
        match &board.at.pending {
            Some(Pending::Rout { hexes, unit, .. }) => Some(Routs { unit: *unit, hexes: *hexes }),
            _ => None,
        }
    }

    fn kind(&self) -> &'static str {
        "rout"
    }

    fn section(&self) -> &'static str {
        "30.2"
    }

    fn asks(&self, board: &Board<'_>) -> String {
        format!("{} retreats {}: which way?", board.name(self.unit), counted(i32::from(self.hexes), "hex"))
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.side(self.unit)
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(ROUT)
    }

    fn options(&self, board: &Board<'_>) -> Vec<AnyOrder> {
        let ways = board.ways_back(self.unit).into_iter();
        ways.map(|way| FallBack { unit: self.unit, routed: true, sides: way.sides }.into()).collect()
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("rout")
    }

    fn offer() -> Option<StandingOffer> {
        Some(StandingOffer {
            key: "rout",
            title: "When a brigade of yours must retreat",
            choices: vec![
                choice("ask", "Ask me."),
                choice("own-line", "Towards the nearest friends."),
                choice("out-of-range", "Out of enemy range."),
            ],
            conditions: vec![TURN],
            default: "own-line",
            never_ask: "own-line",
        })
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        circumstances(board)
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let (own_line, why) = match standing.get("rout") {
            "own-line" => (true, "towards friends"),
            "out-of-range" => (false, "out of range"),
            _ => return None,
        };
        let way = board.best_way(self.unit, board.ways_back(self.unit), own_line)?;
        let order = FallBack { unit: self.unit, routed: true, sides: way.sides };
        Some(StandingAnswer { order: order.into(), why })
    }
}

/// The advance of who carried an assault.
pub struct Advances {
    unit: UnitId,
    must: bool,
}

impl Question<Rules> for Advances {
    fn open(board: &Board<'_>) -> Option<Self> {
        match &board.at.pending {
            Some(Pending::Advance { must, unit, .. }) => Some(Advances { unit: *unit, must: *must }),
            _ => None,
        }
    }

    fn kind(&self) -> &'static str {
        "advance"
    }

    fn section(&self) -> &'static str {
        "31.0"
    }

    fn asks(&self, board: &Board<'_>) -> String {
        format!("{} advances: which way?", board.name(self.unit))
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.side(self.unit)
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(ADVANCE)
    }

    fn options(&self, board: &Board<'_>) -> Vec<AnyOrder> {
        let stay = (!self.must).then(|| Stay.into());
        let hexes = board.advance_hexes(self.unit).into_iter();
        hexes.map(|hex| Advance { must: true, unit: self.unit, hex }.into()).chain(stay).collect()
    }
}

/// The defenders' voluntary retreat.
pub struct Withdraws;

impl Question<Rules> for Withdraws {
    fn open(board: &Board<'_>) -> Option<Self> {
        (!board.at.over && board.at.segment == Segment::Withdrawal).then_some(Withdraws)
    }

    fn kind(&self) -> &'static str {
        "withdraw"
    }

    fn section(&self) -> &'static str {
        "30.1"
    }

    fn asks(&self, _: &Board<'_>) -> String {
        "Withdraw brigades and batteries one or two hexes, or hold.".to_owned()
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.acting()
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("withdraw")
    }

    fn offer() -> Option<StandingOffer> {
        Some(StandingOffer {
            key: "withdraw",
            title: "When your brigades and batteries may withdraw before assaults",
            choices: vec![
                choice("ask", "Ask me."),
                choice("hold", "Hold."),
                choice("when-worn", "Brigades of disorganization level 3 or more go back a hex."),
                choice("guns-only", "Batteries go back two hexes."),
                choice("one", "Everybody goes back a hex."),
                choice("two", "Everybody goes back two hexes."),
            ],
            conditions: vec![TURN],
            default: "hold",
            never_ask: "hold",
        })
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        circumstances(board)
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let rule = standing.get("withdraw");
        for unit in board.may_withdraw() {
            let worn = board.at.brigade(unit).is_some_and(|b| b.disorganization() >= 3);
            let guns = board.at.battery(unit).is_some();
            let hexes = match rule {
                "one" => 1,
                "two" => 2,
                "when-worn" if worn => 1,
                "guns-only" if guns => 2,
                "hold" | "when-worn" | "guns-only" => continue,
                _ => return None,
            };
            let ways = board.ways_back(unit).into_iter().filter(|w| w.sides.len() == hexes).collect();
            if let Some(way) = board.best_way(unit, ways, true) {
                let order = FallBack { unit, routed: false, sides: way.sides };
                return Some(StandingAnswer { order: order.into(), why: "withdraw" });
            }
        }
        (rule != "ask").then(|| StandingAnswer { order: Done.into(), why: "hold" })
    }
}

impl Teller<'_> {
    /// A retreat after combat.
    pub fn fell_back(&self, how: Retreat, to: &Footing) -> Option<Line> {
        let name = self.name(to.unit);
        let where_to = match (to.off, to.way.last()) {
            (Some(_), _) => "leaves the map".to_owned(),
            (None, _) if to.chain.is_empty() => "finds no hex to retreat to and is lost".to_owned(),
            (None, last) => format!("goes back to {}", last.map_or_else(String::new, |p| self.place(*p))),
        };
        let mut costs = Vec::new();
        if to.spent > 0 {
            costs.push(format!("{} activity points", points(to.spent)));
        }
        if to.dp > 0 {
            costs.push(format!("{} disorganization points", to.dp));
        }
        if to.lost > 0 {
            costs.push(format!("{} lost", counted(i32::from(to.lost), "strength point")));
        }
        let costs = if costs.is_empty() { String::new() } else { format!(" ({})", costs.join(", ")) };
        let section = if how == Retreat::Involuntary { "30.2" } else { "30.1" };
        let tone = if to.lost > 0 { Tone::Loss } else { Tone::Move };
        self.line(tone, format!("{name} {where_to}{costs}."), section, vec![self.moved(to.unit, &to.way)])
    }

    /// A battery that withdrew.
    pub fn guns_back(&self, unit: UnitId, way: &[u16]) -> Option<Line> {
        let to = way.last().map_or_else(String::new, |p| self.place(*p));
        self.line(Tone::Move, format!("{} goes back to {to}.", self.name(unit)), "30.1", vec![self.moved(unit, way)])
    }

    /// An advance after combat.
    pub fn advanced(&self, to: &Footing) -> Option<Line> {
        let markers = self.chain(&to.chain);
        let text = format!("{} advances: {markers} ({} activity points).", self.name(to.unit), points(to.spent));
        self.line(Tone::Move, text, "31.0", vec![self.moved(to.unit, &to.way)])
    }

    /// Guns in the enemy's hands.
    pub fn guns_captured(&self, by: UnitId, cannon: u8, unit: UnitId) -> Option<Line> {
        let text = format!("{} captures {} with {cannon} cannon.", self.name(by), self.name(unit));
        self.line(Tone::Loss, text, "31.0", vec![])
    }

    /// A retreat that goes on, or is over.
    pub fn retreating(&self, dp: u16, over: bool, unit: UnitId) -> Option<Line> {
        let name = self.name(unit);
        match over {
            true => self.note(format!("{name} is out of enemy range: its retreat is over."), "21.0"),
            false => {
                let text = format!("{name} is still retreating within enemy range: {dp} disorganization points.");
                self.note(text, "21.0")
            }
        }
    }
}
