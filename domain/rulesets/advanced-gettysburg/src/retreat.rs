//! Ways back after combat (§21.6 to §21.8, §30.0). What happens on them and the advance are in `retreat_course`, the orders in `retreat_orders`, the questions in
//! `retreat_questions`.
//!
//! A brigade goes back as a whole, every marker over the same hexside, so that its chain and the sides of its markers stay what they are. Where the ground or
//! the enemy leaves a marker no such hex, ruling 71 says what becomes of it.

use super::board::Board;
use super::book::{NOT_A_BRIGADE, NOT_YOURS, WRONG_SEGMENT};
use super::chain::{Formation, LineMarker, Link, continuous};
use super::movement::GALLOP as CHARGE;
use super::movement::{INVOLUNTARY_DP, VOLUNTARY_DP};
use super::names::facing_name;
use super::position::{Brigade, Pair, Pending, Pressed, Retreat, Segment};
use super::tables::{Activity, Halves, Mover};
use super::units::UnitId;
use domain_core::board::Facing;
use domain_core::kit::RuleBreak;
use domain_core::referee::Side;

pub(super) const NO_WAY_BACK: RuleBreak = RuleBreak::new(&[
    "30.0",
    "{unit} cannot retreat that way.",
    "Every marker goes back over the same hexside into a rear hex without enemies, and ends in a hex of its own.",
]);
pub(super) const NOT_ENGAGED: RuleBreak = RuleBreak::new(&[
    "30.1",
    "{unit} may not retreat now.",
    "Attacking brigades beside an enemy retreat before the assaults, then brigades and batteries beside an attacker; each once.",
]);
pub(super) const NO_ADVANCE: RuleBreak = RuleBreak::new(&[
    "31.0",
    "{unit} cannot advance there.",
    "It advances through its front into a hex that was vacated, while no enemy line stands in a front hex of it.",
]);
pub(super) const TOO_DEAR: RuleBreak = RuleBreak::new(&[
    "31.0",
    "{unit} has not enough activity points to advance.",
    "Only the first hex after an assault that was carried is free; each other costs 2.",
]);
/// The procedures in whose course answers are given.
pub(super) const ROUT: &str = "rout";
pub(super) const YIELD: &str = "yield";
pub(super) const ADVANCE: &str = "advance";

/// The fronts of a marker as a straight one (§11.7): its own corner, or the two beside the front of a bent one.
pub(super) fn corners(marker: &LineMarker) -> Vec<Facing> {
    let front = marker.front();
    if front.is_side() { vec![front.turned(-1), front.turned(1)] } else { vec![front] }
}

/// The sides behind a marker (§21.3).
pub(super) fn is_behind(marker: &LineMarker, side: Facing) -> bool {
    corners(marker).into_iter().any(|front| front.apart(side) == 5)
}

/// How many of some hexes of two kinds are among those that somebody enters.
pub(super) fn found_among(finds: &[Vec<usize>; 2], entered: &[u16]) -> [usize; 2] {
    finds.each_ref().map(|hexes| hexes.iter().filter(|hex| entered.iter().any(|e| usize::from(*e) == **hex)).count())
}

/// A way back of a counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayBack {
    /// The sides gone over, one for each hex.
    pub sides: Vec<Facing>,
    /// Whether a marker had to go another way than the others.
    pub(super) bent: bool,
    pub(super) chain: Vec<Link>,
    /// The hexes that its markers enter.
    pub(super) entered: Vec<u16>,
    pub(super) formation: Formation,
    /// How far the marker goes that goes farthest.
    pub(super) hexes: u8,
    pub(super) lost: u8,
    pub(super) off: Option<u16>,
    pub(super) way: Vec<u16>,
}

/// A step of a whole line: its markers, the points of those that found no hex, or where it leaves the map.
pub(super) struct Step {
    pub(super) bent: bool,
    pub(super) chain: Vec<Link>,
    /// Which of the markers before it is the first of these.
    pub(super) first: usize,
    pub(super) formation: Formation,
    pub(super) lost: u8,
    pub(super) off: Option<u16>,
}

impl Board<'_> {
    /// Whether a marker may stand in a hex as far as friends go (§17.1.5, §17.1.6): nobody else's, or with a flank marker, 8 points together.
    pub(super) fn room_for(&self, unit: UnitId, link: &Link, flank: bool) -> bool {
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

    /// The same of all markers of a brigade. Flank markers alone share a hex, which a line alone has (§17.1.6).
    pub(super) fn room_for_all(&self, unit: UnitId, chain: &[Link]) -> bool {
        let last = chain.len().saturating_sub(1);
        let line = !self.since(8) || self.at.brigade(unit).is_some_and(|b| b.formation.is_line());
        chain.iter().enumerate().all(|(n, link)| self.room_for(unit, link, line && (n == 0 || n == last)))
    }

    /// Every marker a hex over the same side; `None` if one would leave the map or come where an enemy stands.
    pub(super) fn shifted_clean(&self, unit: UnitId, chain: &[Link], side: Facing) -> Option<Vec<Link>> {
        let enemy = self.side(unit).other();
        let moved = |link: &Link| {
            let to = self.pack.ground.atlas.ahead(link.at(), side)?;
            (self.pack.ground.is_hex(to) && !self.held_by(enemy, to)).then(|| Link::new(to, link.sp))
        };
        chain.iter().map(moved).collect()
    }

    /// A step of a retreat that must be made (§30.2, ruling 71): a marker that has an enemy behind it goes to any hex beside it that keeps the chain; one that
    /// has none is lost, and what it cut off joins the rest.
    pub(super) fn forced_step(&self, unit: UnitId, formation: Formation, chain: &[Link], side: Facing) -> Step {
        let (ground, enemy) = (&self.pack.ground, self.side(unit).other());
        let mut to: Vec<Option<Link>> = Vec::with_capacity(chain.len());
        for link in chain {
            match ground.atlas.ahead(link.at(), side) {
                None => return self.step_off(formation, chain, link),
                Some(hex) if self.held_by(enemy, hex) => to.push(None),
                Some(hex) => to.push(Some(Link::new(hex, link.sp))),
            }
        }
        let bent = to.iter().any(Option::is_none);
        let straight = to.clone();
        for n in 0..to.len() {
            if to[n].is_some() {
                continue;
            }
            let fits = |hex: &usize| {
                let mut tried = to.clone();
                tried[n] = Some(Link::new(*hex, chain[n].sp));
                let whole: Vec<Link> = tried.into_iter().flatten().collect();
                continuous(ground, formation, &whole).is_ok()
            };
            if let Some(hex) = self.hexes_beside(unit, chain, &to, n).into_iter().find(fits) {
                to[n] = Some(Link::new(hex, chain[n].sp));
            }
        }
        Step { bent, ..self.placed_together(unit, formation, chain, (straight, to)) }
    }

    /// A whole way back that must be gone: one hex more, over the last side, as long as friends stand where it would end (ruling 71).
    pub(super) fn forced_way(&self, unit: UnitId, sides: &[Facing]) -> Option<WayBack> {
        let (now, _) = self.brigade(unit)?;
        let (chain, formation) = (self.chain(unit).to_vec(), now.formation);
        let mut at = Step { bent: false, chain, first: 0, formation, lost: 0, off: None };
        let mut with = Some(usize::from(now.counter));
        let mut way = vec![self.at.counter(unit)? as u16];
        let mut entered: Vec<u16> = Vec::new();
        let further = std::iter::repeat_n(*sides.last()?, self.further());
        for (n, side) in sides.iter().copied().chain(further).enumerate() {
            if n >= sides.len() && self.room_for_all(unit, &at.chain) {
                break;
            }
            let last = *way.last()?;
            let step = self.forced_step(unit, at.formation, &at.chain, side);
            at = Step { bent: at.bent | step.bent, lost: at.lost.saturating_add(step.lost), ..step };
            if at.off.is_some() || at.chain.is_empty() {
                let off = at.off.map(|exit| if self.since(8) { exit } else { last });
                let (chain, formation, lost) = (Vec::new(), at.formation, at.lost);
                let (hexes, sides) = (sides.len() as u8, sides.to_vec());
                return Some(WayBack { sides, bent: true, chain, entered, formation, hexes, lost, off, way });
            }
            entered.extend(at.chain.iter().map(|l| l.hex));
            with = with.and_then(|n| n.checked_sub(at.first)).filter(|n| *n < at.chain.len());
            way.push(at.chain[self.counter_with(with, at.formation, &at.chain)].hex);
        }
        if !self.room_for_all(unit, &at.chain) {
            // No hex that it may stand in, far and wide.
            at.lost += at.chain.iter().map(|l| l.sp).sum::<u8>();
            at.chain.clear();
        }
        let sound = at.chain.is_empty() || continuous(&self.pack.ground, at.formation, &at.chain).is_ok();
        let Step { bent, chain, formation, lost, .. } = at;
        let hexes = sides.len() as u8;
        sound.then(|| WayBack { sides: sides.to_vec(), bent, chain, entered, formation, hexes, lost, off: None, way })
    }

    /// §30.2: the ways of an involuntary retreat of so many hexes: into rear hexes where every marker can; else those that cost the fewest points.
    pub fn ways_of_rout(&self, unit: UnitId, hexes: u8) -> Vec<WayBack> {
        self.ways_of_rout_by(unit, hexes, &|_| true)
    }

    /// The same of the ways that are open to it.
    pub(super) fn ways_of_rout_by(&self, unit: UnitId, hexes: u8, open: &dyn Fn(&WayBack) -> bool) -> Vec<WayBack> {
        let line = self.line(unit);
        let column = self.column(unit);
        if self.since(3) && !column.is_empty() {
            let found: Vec<WayBack> = self.columns_back(unit, hexes, true).into_iter().filter(open).collect();
            if !found.is_empty() {
                return found;
            }
        }
        // A column goes back the way it came: behind its markers as they look (§19.2).
        let behind = |side: &Facing| {
            line.iter().all(|m| is_behind(m, *side)) && column.iter().all(|front| front.apart(*side) >= 4)
        };
        let all = |rear: bool| -> Vec<WayBack> {
            let sides: Vec<Facing> = Facing::sides().filter(|s| !rear || behind(s)).collect();
            let mut ways: Vec<Vec<Facing>> = vec![Vec::new()];
            for _ in 0..hexes {
                ways = ways
                    .into_iter()
                    .flat_map(|way| sides.iter().map(move |s| [way.as_slice(), &[*s]].concat()))
                    .collect();
            }
            // Who goes back does not come again; his first hex lies behind him as he stands.
            ways.retain(|way| way.windows(2).all(|two| two[0].apart(two[1]) <= 2));
            let first = |side: &Facing| line.iter().all(|m| self.has_behind(unit, m, *side));
            ways.retain(|way| !rear || way.first().is_none_or(first));
            ways.iter().filter(|w| !w.is_empty()).filter_map(|way| self.forced_way(unit, way)).collect()
        };
        let clean = |way: &WayBack| !way.bent && way.lost == 0 && way.off.is_none() && open(way);
        let mut found: Vec<WayBack> = all(true).into_iter().filter(clean).collect();
        if found.is_empty() {
            found = all(false).into_iter().filter(open).collect();
        }
        let short = |way: &WayBack| self.falls_short(unit, way);
        let cost = |way: &WayBack| (self.is_end_of(way), way.off.is_some(), way.lost, short(way), way.bent);
        let least = found.iter().map(cost).min();
        found.retain(|way| Some(cost(way)) == least);
        // Two ways to the same place are one.
        let mut ends: Vec<WayBack> = Vec::new();
        for way in found {
            if !ends.iter().any(|end| end.off == way.off && self.is_one_way(unit, end, &way)) {
                ends.push(way);
            }
        }
        ends
    }

    /// §17.1.8, ruling 40: where commanders of the enemy of a side are, and the places that count and are not that side's.
    pub(super) fn finds(&self, side: Side) -> [Vec<usize>; 2] {
        let chiefs = self.of(side.other()).filter(|u| self.spec(*u).commander().is_some());
        let prizes = self.pack.ground.prizes.iter().enumerate();
        let others = prizes.filter(|(n, _)| self.at.held.get(*n) != Some(&Some(side))).map(|(_, prize)| prize.hex);
        [chiefs.filter_map(|u| self.at.place(u)).collect(), others.collect()]
    }

    /// Whether two ways back lead to one place, and who goes them comes upon as much: else their owner chooses which hexes it enters (§17.1.8, ruling 40).
    pub(super) fn is_one_way(&self, unit: UnitId, one: &WayBack, other: &WayBack) -> bool {
        let alike = || {
            let finds = self.finds(self.side(unit));
            found_among(&finds, &one.entered) == found_among(&finds, &other.entered)
        };
        one.chain == other.chain && (!self.since(6) || one.entered == other.entered || alike())
    }

    /// §30.1, §21.3: the ways of a voluntary retreat of a brigade: rear hexes alone, on the map, to where it may stand.
    pub(super) fn free_ways(&self, unit: UnitId, most: u8) -> Vec<WayBack> {
        // 0.6.1: an attack column goes back too, by the one hex behind it (§19.2.2).
        let formed = |b: &Brigade| b.formation.is_line() || self.is_charge(unit);
        let Some((now, _)) = self.brigade(unit).filter(|(b, _)| formed(b)) else { return Vec::new() };
        // §11.10: a marker that moves by its own will holds eight points at most.
        if self.since(7) && self.chain(unit).iter().any(|l| l.sp > 8) {
            return Vec::new();
        }
        let (line, column, passes) = (self.line(unit), self.column(unit), self.passes_friends(unit));
        if self.since(3) && !column.is_empty() {
            let ways = (1..=most).flat_map(|hexes| self.columns_back(unit, hexes, false));
            let taken = |way: &WayBack| {
                way.entered.iter().any(|hex| self.brigades_at(usize::from(*hex)).any(|other| other != unit))
            };
            let open = |way: &WayBack| passes || !taken(way);
            return ways.filter(|way| open(way) && self.goes_clear(unit, way)).collect();
        }
        let behind =
            |s: &Facing| line.iter().all(|m| is_behind(m, *s)) && column.iter().all(|front| front.apart(*s) == 6);
        let sides: Vec<Facing> = Facing::sides().filter(behind).collect();
        let Some(start) = self.at.counter(unit) else { return Vec::new() };
        let first = WayBack {
            sides: Vec::new(),
            bent: false,
            chain: self.chain(unit).to_vec(),
            entered: Vec::new(),
            formation: now.formation,
            hexes: 0,
            lost: 0,
            off: None,
            way: vec![start as u16],
        };
        let mut ends = vec![first];
        let mut found = Vec::new();
        let guards = self.guards_flanks(unit);
        for _ in 0..most {
            let longer = |way: &WayBack| -> Vec<WayBack> {
                let step = |side: &Facing| {
                    let chain = self.shifted_clean(unit, &way.chain, *side)?;
                    if !passes && !self.room_for_all(unit, &chain) {
                        return None;
                    }
                    // §24.1: of two ways to one place that which leads beside another enemy is none.
                    if guards && chain.iter().any(|l| self.comes_beside(unit, l.at())) {
                        return None;
                    }
                    let mut next = WayBack { chain, ..way.clone() };
                    next.sides.push(*side);
                    next.entered.extend(next.chain.iter().map(|l| l.hex));
                    next.hexes += 1;
                    next.way.push(next.chain[self.counter_after(unit, now.formation, &next.chain)].hex);
                    Some(next)
                };
                let first = |side: &&Facing| line.iter().all(|m| self.has_behind(unit, m, **side));
                sides.iter().filter(|side| way.hexes > 0 || first(side)).filter_map(step).collect()
            };
            let next: Vec<WayBack> = ends.iter().flat_map(longer).collect();
            ends.clear();
            for way in next {
                // Two ways to the same place are one.
                if !ends.iter().chain(&found).any(|w: &WayBack| self.is_one_way(unit, w, &way)) {
                    ends.push(way);
                }
            }
            found.extend(ends.iter().filter(|w| self.room_for_all(unit, &w.chain)).cloned());
        }
        found.retain(|way| self.goes_unexposed(unit, way));
        found
    }

    /// The ways back of a battery (§21.3): rear hexes, limbered, where there is room for its cannon (§17.2).
    pub(super) fn gun_ways(&self, unit: UnitId, most: u8) -> Vec<WayBack> {
        let Some((now, spec)) = self.battery(unit) else { return Vec::new() };
        let (Some(start), enemy) = (self.at.place(unit), self.side(unit).other()) else { return Vec::new() };
        let behind = |facing: Facing, side: Facing| {
            if facing.is_side() { facing.apart(side) == 6 } else { facing.apart(side) == 5 }
        };
        // §17.2: room for its cannon, and no brigade of another command.
        let cannon = self.spec(unit).battery().map_or(0, |b| b.cannon());
        let room = |hex: usize| self.check_battery_room(unit, hex, true) == Ok(cannon);
        let mut found: Vec<WayBack> = Vec::new();
        let mut ends = vec![(now.facing, vec![start], Vec::new())];
        for _ in 0..most {
            let mut next = Vec::new();
            for (facing, way, sides) in &ends {
                for side in Facing::sides().filter(|s| behind(*facing, *s)) {
                    let Some(to) = way.last().and_then(|at| self.pack.ground.atlas.ahead(*at, side)) else { continue };
                    // §24.1: by its own will it comes beside no other enemy.
                    let free = self.at.segment == Segment::Withdrawal;
                    if self.held_by(enemy, to) || (free && self.comes_beside(unit, to)) {
                        continue;
                    }
                    let way: Vec<usize> = way.iter().copied().chain([to]).collect();
                    let sides: Vec<Facing> = sides.iter().copied().chain([side]).collect();
                    let looks = if room(to) { self.looks_at_end(unit, to, side) } else { Vec::new() };
                    found.extend(looks.into_iter().map(|facing| WayBack {
                        sides: sides.clone(),
                        bent: false,
                        chain: vec![Link::new(to, spec.cannon())],
                        entered: way[1..].iter().map(|p| *p as u16).collect(),
                        formation: Formation::Column { facing },
                        hexes: sides.len() as u8,
                        lost: 0,
                        off: None,
                        way: way.iter().map(|p| *p as u16).collect(),
                    }));
                    // §21.3: it turns by one hexside for each hex.
                    let turns: &[i32] = if self.since(4) { &[0, -2, 2] } else { &[0] };
                    next.extend(turns.iter().map(|t| (side.opposite().turned(*t), way.clone(), sides.clone())));
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
    pub(super) fn check_may_go_back(&self, unit: UnitId) -> Result<(), RuleBreak> {
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

    /// Whether a counter stands beside an enemy brigade or battery, or was at one end of the last combat fire; batteries of a hex fire together (§24.0.3).
    pub(super) fn engaged(&self, unit: UnitId) -> bool {
        let fired = || self.at.pairs.iter().any(|p| p.unit == unit || p.batteries.contains(&unit));
        self.on_map(unit) && (self.beside_enemy(unit) || fired() || self.was_fired_at(unit))
    }

    /// §30.1, §31.1: whether combat fire of this player turn fell on a counter: in a hex where it lies, or on a marker of it that was shot away; before
    /// revision 8 that was forgotten with the marker.
    pub(super) fn was_fired_at(&self, unit: UnitId) -> bool {
        let here = |p: &Pair| self.chain(unit).iter().any(|l| l.hex == p.to);
        self.at.pairs.iter().any(|p| here(p) || (self.since(8) && p.struck.contains(&Some(unit))))
    }

    /// Who must go back now, and how many hexes: after an assault, or out of the way of an advance (§30.2, §31.5).
    pub(super) fn routed(&self) -> Option<(UnitId, u8)> {
        match &self.at.pending {
            Some(Pending::Rout { hexes, unit, .. }) => Some((*unit, *hexes)),
            Some(Pending::Aside { unit, .. }) => Some((*unit, 1)),
            _ => None,
        }
    }

    /// The ways that a counter may go back now: by its own will, or as it must.
    pub fn ways_back(&self, unit: UnitId) -> Vec<WayBack> {
        if let Some(Pending::Aside { by, free, hex, told, unit: aside }) = &self.at.pending
            && *aside == unit
        {
            return self.ways_aside(unit, *by, usize::from(*hex), *free, told.as_ref());
        }
        if let Some((routed, hexes)) = self.routed() {
            return if routed == unit { self.ways_of_rout(unit, hexes) } else { Vec::new() };
        }
        if self.check_may_go_back(unit).is_err() {
            return Vec::new();
        }
        match self.at.segment {
            Segment::BackOff => {
                // §30.1.1: as far as points last, or one hex.
                let far = (self.points_left(unit) / self.retreat_cost()).clamp(1, 6);
                self.free_ways(unit, far)
            }
            _ if self.at.battery(unit).is_some() => self.gun_ways(unit, 2),
            _ => self.free_ways(unit, 2),
        }
    }

    /// Half points for a hex of retreat in line.
    pub(super) fn retreat_cost(&self) -> Halves {
        self.pack.tables.cost(Activity::Retreat).of(Mover::Line).unwrap_or(4).max(1)
    }

    /// The half points left to a brigade of its level of the Movement Phase, to a charge of its twelve (0.6.3); an attack that goes on has six points without a roll (§22.10, ruling 22).
    pub(super) fn points_left(&self, unit: UnitId) -> Halves {
        let Some((now, _)) = self.brigade(unit) else { return 0 };
        if self.is_charge(unit) && now.is_named() && self.since(2) {
            return (CHARGE * 2).saturating_sub(now.owed).saturating_sub(now.spent());
        }
        let level = now.level.or_else(|| self.advances_unrolled(unit).then_some(super::activity::ADVANCE));
        level.map_or(0, |level| self.most(now, level)).saturating_sub(now.spent())
    }

    /// What a retreat comes to: half points, disorganization, and how the brigade is retreating then (§21.7, §30.1, rulings 21 and 22).
    pub(super) fn price_back(&self, unit: UnitId, way: &WayBack) -> (Halves, u16, Retreat) {
        let side = self.side(unit);
        let any =
            |within: fn(&Board<'_>, Side, usize) -> bool| self.chain(unit).iter().any(|l| within(self, side, l.at()));
        if matches!(self.at.pending, Some(Pending::Aside { .. })) {
            // §31.5: ten points each time, wherever it stands.
            let how = self.at.brigade(unit).map_or(Retreat::Involuntary, |b| match b.retreat {
                Retreat::None => Retreat::Voluntary,
                other => other,
            });
            return (0, INVOLUNTARY_DP, how);
        }
        if matches!(self.at.pending, Some(Pending::Rout { .. })) {
            let dp = if any(|b, s, p| b.in_enemy_range(s, p)) { INVOLUNTARY_DP } else { 0 };
            return (0, dp, Retreat::Involuntary);
        }
        let hexes = way.hexes;
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
            Segment::BackOff => self.worn_after_combat(unit, spent, cost).unwrap_or(0),
            _ => 0,
        };
        // §21.6, §21.7: who was routed is so until it is clear of all ranges at the start of its Movement Phase.
        let routed = self.since(7) && self.at.brigade(unit).is_some_and(|b| b.retreat == Retreat::Involuntary);
        let how = if routed { Retreat::Involuntary } else { Retreat::Voluntary };
        (cost, begun + worn, if ranged { how } else { Retreat::None })
    }

    /// §13.9, 0.6.3: the disorganization of half points spent in combat: as those of any move; of a charge none once those of its level are paid, as it gallops. `None`
    /// where the chart has no such level.
    pub(super) fn worn_after_combat(&self, unit: UnitId, spent: Halves, cost: Halves) -> Option<u16> {
        let charge = self.is_charge(unit) && self.since(2);
        // Who stood beside an enemy and did not gallop has spent in its advance alone what it has spent.
        let gallops = |b: &Brigade| b.pressed == Pressed::Advanced || !self.at.advanced.contains(&unit);
        let paid = !self.since(7) || self.at.brigade(unit).is_some_and(gallops);
        if charge && spent > 0 && paid {
            return Some(0);
        }
        let worn = |halves| self.pack.tables.worn(charge, halves);
        Some(worn(spent.saturating_add(cost))?.saturating_sub(worn(spent).unwrap_or(0)))
    }

    /// Whether an attacking brigade may retreat before the assaults (§30.1.1).
    pub fn back_off_waits(&self) -> bool {
        self.withdrawing().next().is_some()
    }

    /// Whether a defending brigade or battery may withdraw (§30.1.2).
    pub fn withdrawal_waits(&self) -> bool {
        self.withdrawing().next().is_some()
    }

    /// Who may retreat in this segment by its own will.
    pub fn may_withdraw(&self) -> Vec<UnitId> {
        self.withdrawing().collect()
    }

    fn withdrawing(&self) -> impl Iterator<Item = UnitId> + '_ {
        let goes = |u: UnitId| !self.ways_back(u).is_empty() || self.way_apart(u).is_some();
        let ready = move |u: &UnitId| self.mine(*u) && self.check_may_go_back(*u).is_ok() && goes(*u);
        self.of(self.acting()).filter(ready)
    }

    /// How good a place is to end a retreat in: near friends, out of enemy range, far from the enemy; the least is best.
    pub(super) fn shelter(&self, unit: UnitId, way: &WayBack, own_line: bool) -> (u8, u32, u32) {
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
    pub(super) fn best_way(&self, unit: UnitId, ways: Vec<WayBack>, own_line: bool) -> Option<WayBack> {
        ways.into_iter().min_by_key(|way| self.shelter(unit, way, own_line))
    }

    pub(super) fn side_words(&self, sides: &[Facing]) -> String {
        sides.iter().map(|s| facing_name(*s)).collect::<Vec<_>>().join(" ")
    }

    /// Where a way back ends, in words.
    pub(super) fn end_of(&self, way: &WayBack) -> String {
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
