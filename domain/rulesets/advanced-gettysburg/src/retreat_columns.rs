//! Columns that go back after combat: the rear marker by the one hex behind it, each other into the hex of the one behind (§19.2.2, §21.3, §30.0).
//! Lines that have an enemy behind them (ruling 71), and who is in the way of an advance (§31.5). How a battery looks that went back.

use super::board::Board;
use super::chain::{Formation, LineMarker, Link, continuous, line_markers, remaining};
use super::position::AdvanceGoal;
use super::retreat::{Step, WayBack};
use super::units::UnitId;
use domain_core::board::Facing;

/// Hexes more that a retreat which must be made may lead on through friends (ruling 71), before revision 8 and since: as many as lie one behind the other.
const FURTHER: [usize; 2] = [6, 45];

/// How the flanks of a line turn that does not hold together otherwise, by a hexside at most.
const BENDS: [(i32, i32); 9] = [(0, 0), (0, -2), (0, 2), (-2, 0), (2, 0), (-2, -2), (2, 2), (-2, 2), (2, -2)];

/// All choices of some of these, none of them first.
fn choices(of: &[usize]) -> Vec<Vec<usize>> {
    of.iter().fold(vec![Vec::new()], |all, n| {
        let with = all.iter().map(|some| [some.as_slice(), &[*n]].concat());
        all.iter().cloned().chain(with).collect()
    })
}

/// Where each marker of a brigade comes; nothing for one that has no hex.
pub(super) type Placed = Vec<Option<Link>>;

/// A way that the rear marker goes: the hexes of the column from its head on and those it enters, the sides gone over.
#[derive(Clone)]
struct Trail {
    hexes: Vec<usize>,
    sides: Vec<Facing>,
}

impl Board<'_> {
    /// The ways of a column back by so many hexes, an attack column's too: through the rear hex of its rear marker, with one hexside of turn for each hex.
    /// Where it must go it goes on over the last side while friends stand in its hexes (ruling 71).
    pub(super) fn columns_back(&self, unit: UnitId, hexes: u8, must: bool) -> Vec<WayBack> {
        let (Some(rear), Some((now, _))) = (self.column(unit).last().map(|f| f.opposite()), self.brigade(unit)) else {
            return Vec::new();
        };
        let chain = self.chain(unit);
        let mut lain: Vec<usize> = chain.iter().map(|l| l.at()).collect();
        lain.dedup();
        let before = lain.len();
        let step = |trail: &Trail, side: Facing| {
            let to = self.pack.ground.atlas.ahead(*trail.hexes.last()?, side)?;
            let free = self.pack.ground.is_hex(to) && !self.held_by(self.side(unit).other(), to);
            let mut next = trail.clone();
            next.hexes.push(to);
            next.sides.push(side);
            (free && !trail.hexes.contains(&to)).then_some(next)
        };
        let mut trails = vec![Trail { hexes: lain, sides: Vec::new() }];
        for _ in 0..hexes {
            let on = |trail: &Trail| {
                let turned = |side: &Facing| [side.turned(-2), *side, side.turned(2)].to_vec();
                let sides = trail.sides.last().map_or_else(|| vec![rear], turned);
                sides.into_iter().filter_map(|side| step(trail, side)).collect::<Vec<Trail>>()
            };
            trails = trails.iter().flat_map(on).collect();
        }
        let further = if must { self.further() } else { 0 };
        let mut found: Vec<WayBack> = Vec::new();
        for mut trail in trails {
            let sides = trail.sides.clone();
            let mut ends = self.moved_up(unit, &trail, before);
            for _ in 0..further {
                let last = trail.sides.last().copied();
                let longer = last.filter(|_| !self.stands_alone(unit, &ends)).and_then(|side| step(&trail, side));
                let Some(longer) = longer else { break };
                trail = longer;
                ends = self.moved_up(unit, &trail, before);
            }
            let Some(facing) = self.looks_after(&trail, before).filter(|_| self.stands_alone(unit, &ends)) else {
                continue;
            };
            let formation = match now.formation {
                Formation::Charge { .. } => Formation::Charge { facing },
                _ => Formation::Column { facing },
            };
            let gone = trail.hexes.len() - before;
            let way = WayBack {
                hexes: sides.len() as u8,
                sides,
                bent: false,
                chain: ends,
                entered: trail.hexes[1..].iter().map(|hex| *hex as u16).collect(),
                formation,
                lost: 0,
                off: None,
                way: trail.hexes[..=gone].iter().map(|hex| *hex as u16).collect(),
            };
            // Two ways to the same place are one, unless its head looks elsewhere there, or it comes upon other things (§17.1.8, §21.3).
            let alike = |w: &WayBack| w.formation == way.formation && self.is_one_way(unit, w, &way);
            if !found.iter().any(|w| w.chain == way.chain && (!self.since(6) || alike(w))) {
                found.push(way);
            }
        }
        found
    }

    /// §17.1.5: whether a brigade that goes back passes through hexes of others of its side, as phasing ones do, and who must go back (ruling 71): not who
    /// withdraws in the other side's player turn; before revision 8 it did.
    pub(super) fn passes_friends(&self, unit: UnitId) -> bool {
        let must = || self.routed().is_some_and(|(routed, _)| routed == unit);
        !self.since(8) || self.side(unit) == self.at.side || must()
    }

    /// Ruling 71: how many hexes further than it must a brigade may come through friends to the first that it may stand in; before revision 8 it was lost where
    /// they stood for more than six.
    pub(super) fn further(&self) -> usize {
        FURTHER[usize::from(self.since(8))]
    }

    /// §30.2.1: whether a marker that has an enemy behind it goes back and forth on a way, and so not as far as all markers must (ruling 71).
    pub(super) fn falls_short(&self, unit: UnitId, way: &WayBack) -> bool {
        let before = self.chain(unit);
        let far = |(from, to): (&Link, &Link)| self.pack.ground.atlas.distance(from.at(), to.at()).unwrap_or(0);
        let whole = self.since(8) && before.len() == way.chain.len();
        whole && before.iter().zip(&way.chain).map(far).any(|far| far < u32::from(way.hexes))
    }

    /// §21.8, ruling 71: whether a brigade would be lost altogether by a way, so that it leaves the map sooner, where it can; before revision 8 it did not.
    pub(super) fn is_end_of(&self, way: &WayBack) -> bool {
        self.since(8) && way.off.is_none() && way.chain.is_empty()
    }

    /// §21.8: a step by which a brigade leaves the map: the exit hex is that of the marker that does so first, be it from the road beyond; before revision 8
    /// it was the hex of its counter.
    pub(super) fn step_off(&self, formation: Formation, chain: &[Link], link: &Link) -> Step {
        let exit = self.entrance_of(chain).filter(|_| !self.pack.ground.is_hex(link.at()));
        let exit = exit.map_or(link.hex, |hex| hex as u16);
        Step { bent: true, chain: Vec::new(), first: 0, formation, lost: 0, off: Some(exit) }
    }

    /// Ruling 71: what a brigade comes to by a step. Markers that have an enemy behind them find hexes one after the other; where one would be lost by that,
    /// they are looked at together, beside those that go `straight` back, and the flanks turn for it by a hexside (§21.3): so that nobody is lost who can be
    /// placed and, where that is not all of them, the fewest points are.
    pub(super) fn placed_together(
        &self,
        unit: UnitId,
        formation: Formation,
        chain: &[Link],
        (straight, found): (Placed, Placed),
    ) -> Step {
        let blocked: Vec<usize> = (0..chain.len()).filter(|n| straight[*n].is_none()).collect();
        let points = |lost: &Vec<usize>| lost.iter().map(|n| u32::from(chain[*n].sp)).sum::<u32>();
        let mut ways_out = if self.since(8) && found.contains(&None) { choices(&blocked) } else { Vec::new() };
        ways_out.sort_by_key(points);
        let placed = ways_out.iter().find_map(|lost| {
            let mut together = straight.clone();
            let mut by = |bends| self.all_find_hexes(unit, (formation, bends), (chain, lost), &mut together);
            // As it is formed, if that is possible.
            by(&BENDS[..1]).or_else(|| by(&BENDS[..]))
        });
        placed.unwrap_or_else(|| self.left_of(unit, formation, chain, &found))
    }

    /// The brigade, its flanks turned in one of these ways, when all markers without a hex yet that are not lost have found one beside theirs.
    fn all_find_hexes(
        &self,
        unit: UnitId,
        (formation, bends): (Formation, &[(i32, i32)]),
        (chain, lost): (&[Link], &[usize]),
        to: &mut [Option<Link>],
    ) -> Option<Step> {
        let ground = &self.pack.ground;
        let left = |to: &[Option<Link>], n: usize| to[n].is_none() && !lost.contains(&n);
        // Who has no hex now has none when the others have come to theirs.
        if (0..to.len()).any(|n| left(to, n) && self.hexes_beside(unit, chain, to, n).is_empty()) {
            return None;
        }
        let Some(n) = (0..to.len()).find(|n| left(to, *n)) else {
            let step = self.left_of(unit, formation, chain, to);
            let holds = |formed: &Formation| continuous(ground, *formed, &step.chain).is_ok();
            let bent = |(l, r): (i32, i32)| match step.formation {
                Formation::Line { left, right } => Formation::Line { left: left.turned(l), right: right.turned(r) },
                formed => formed,
            };
            let formation = bends.iter().copied().map(bent).find(holds)?;
            return Some(Step { formation, ..step });
        };
        for hex in self.hexes_beside(unit, chain, to, n) {
            to[n] = Some(Link::new(hex, chain[n].sp));
            let placed = self.all_find_hexes(unit, (formation, bends), (chain, lost), to);
            if placed.is_some() {
                return placed;
            }
            to[n] = None;
        }
        None
    }

    /// Ruling 71: the hexes beside its own to which a marker of a brigade may go: no enemy stands there and no other marker of it has come there, and its
    /// neighbours have come beside it. Markers of an attack column that lie in one hex may come into one (0.6.1), which is the first of these; before revision
    /// 8 each wanted a hex of its own.
    pub(super) fn hexes_beside(&self, unit: UnitId, chain: &[Link], to: &[Option<Link>], n: usize) -> Vec<usize> {
        let ground = &self.pack.ground;
        let together = |m: &usize| self.since(8) && chain[*m].hex == chain[n].hex;
        let came = |m: usize| to.get(m).copied().flatten().map(|l| l.at());
        let near =
            |m: usize, hex: usize| came(m).is_none_or(|at| ground.adjacent(at, hex) || (at == hex && together(&m)));
        let free = |hex: &usize| {
            let taken = (0..to.len()).any(|m| came(m) == Some(*hex) && !together(&m));
            let beside = n.checked_sub(1).is_none_or(|before| near(before, *hex)) && near(n + 1, *hex);
            beside && !taken && !self.held_by(self.side(unit).other(), *hex)
        };
        let with = (0..to.len()).filter(&together).filter_map(&came);
        let around = ground.atlas.around(chain[n].at()).map(|(_, hex)| hex);
        with.chain(around).filter(free).collect()
    }

    /// Ruling 71: what is left of a brigade whose markers come to these hexes, some to none: its strongest part, which those join that were cut off from it.
    fn left_of(&self, unit: UnitId, formation: Formation, chain: &[Link], to: &[Option<Link>]) -> Step {
        let lost: u8 = chain.iter().zip(to).filter(|(_, t)| t.is_none()).map(|(l, _)| l.sp).sum();
        let runs: Vec<Vec<Link>> = to
            .split(Option::is_none)
            .map(|run| run.iter().flatten().copied().collect::<Vec<Link>>())
            .filter(|run| !run.is_empty())
            .collect();
        let strength = |run: &Vec<Link>| run.iter().map(|l| u32::from(l.sp)).sum::<u32>();
        let Some(best) = (0..runs.len()).max_by_key(|n| (strength(&runs[*n]), std::cmp::Reverse(*n))) else {
            return Step { bent: true, chain: Vec::new(), first: 0, formation, lost, off: None };
        };
        let mut kept = runs[best].clone();
        let first = to.iter().position(|link| link.is_some() && *link == kept.first().copied()).unwrap_or(0);
        let before: u8 = runs[..best].iter().flatten().map(|l| l.sp).sum();
        let after: u8 = runs[best + 1..].iter().flatten().map(|l| l.sp).sum();
        if let Some(first) = kept.first_mut() {
            first.sp = first.sp.saturating_add(before);
        }
        if let Some(last) = kept.last_mut() {
            last.sp = last.sp.saturating_add(after);
        }
        // Sides as the markers had them, each moved with its hex; before revision 8 as they had them before the first step.
        let markers = match formation {
            Formation::Line { left, right } if self.since(8) => {
                line_markers(&self.pack.ground, left, right, chain).unwrap_or_default()
            }
            _ => self.line(unit),
        };
        let old: Vec<LineMarker> =
            markers.iter().zip(to).filter_map(|(m, t)| t.as_ref().map(|l| LineMarker { hex: l.at(), ..*m })).collect();
        let formation =
            if lost == 0 || markers.len() != to.len() { formation } else { remaining(formation, &old, &kept) };
        Step { bent: true, chain: kept, first, formation, lost, off: None }
    }

    /// §31.5: the ways of a brigade that goes out of the way of an advance: into none of the hexes that are entered, or it would be in the way again. Where its
    /// rear hexes are among them it goes to others (ruling 71); where there are none, into one from which it goes on, since that may occur several times.
    pub(super) fn ways_aside(
        &self,
        unit: UnitId,
        by: UnitId,
        hex: usize,
        free: bool,
        told: Option<&AdvanceGoal>,
    ) -> Vec<WayBack> {
        let entered = self.advance_meant(by, hex, free, told).map_or_else(|_| Vec::new(), |(_, entered)| entered);
        let clear = |way: &WayBack| !way.chain.iter().any(|l| entered.contains(&l.hex));
        if !self.since(6) {
            return self.ways_of_rout(unit, 1).into_iter().filter(clear).collect();
        }
        // As few hexes as can be, so that it does not go to and fro; before revision 8 it was lost where that was more than one.
        let out = |more: usize| Some(self.ways_clear(unit, &entered, more)).filter(|found| !found.is_empty());
        let found = if self.since(8) { (0..entered.len()).find_map(out) } else { None };
        found.unwrap_or_else(|| self.ways_of_rout_by(unit, 1, &clear))
    }

    /// §31.5: the ways by a hex of a brigade that comes out of some hexes, by that or by so many more.
    fn ways_clear(&self, unit: UnitId, entered: &[u16], more: usize) -> Vec<WayBack> {
        let clear = |way: &WayBack| !way.chain.iter().any(|l| entered.contains(&l.hex));
        let goes_on = |way: &WayBack| {
            let mut at = self.at.clone();
            at.set_chain(unit, &way.chain);
            if let Some(brigade) = at.brigade_mut(unit) {
                (brigade.formation, brigade.counter) = (way.formation, 0);
                brigade.stands = self.stands_after(unit, way.formation, &way.chain, true).unwrap_or_default();
            }
            !Board::new(self.pack, &at).with_eye(self.eye).ways_clear(unit, entered, more - 1).is_empty()
        };
        let open = |way: &WayBack| !way.chain.is_empty() && (clear(way) || (more > 0 && goes_on(way)));
        self.ways_of_rout_by(unit, 1, &open)
    }

    /// The markers of a column that has gone back along a trail, as many hexes of it as it lay in before.
    fn moved_up(&self, unit: UnitId, trail: &Trail, before: usize) -> Vec<Link> {
        let gone = trail.hexes.len() - before;
        let place = |link: &Link| trail.hexes.iter().position(|hex| *hex == link.at()).unwrap_or(0);
        self.chain(unit).iter().map(|link| Link::new(trail.hexes[place(link) + gone], link.sp)).collect()
    }

    /// Which way its head looks then: to the hex that it left last.
    fn looks_after(&self, trail: &Trail, before: usize) -> Option<Facing> {
        let gone = trail.hexes.len() - before;
        self.pack.ground.side_to(trail.hexes[gone], trail.hexes[gone.checked_sub(1)?])
    }

    /// Whether nobody else's markers lie where a column would.
    fn stands_alone(&self, unit: UnitId, chain: &[Link]) -> bool {
        chain.iter().all(|link| self.brigades_at(link.at()).all(|other| other == unit))
    }

    /// §19.2.4, §21.3: how a battery looks that went back over a side into a hex: as it did, or turned by a hexside as limbered batteries look that are there; `None`
    /// where it cannot look as they do.
    fn looks_back(&self, unit: UnitId, hex: usize, side: Facing) -> Option<Facing> {
        let front = side.opposite();
        match self.facing_there(unit, hex, true).filter(|_| self.since(5)) {
            Some(shared) => (shared.apart(front) <= 2).then_some(shared),
            None => Some(front),
        }
    }

    /// §21.3: how a battery may look at the end of a way back: as it went, which comes first, or by a hexside otherwise; as those do that it joins.
    pub(super) fn looks_at_end(&self, unit: UnitId, hex: usize, side: Facing) -> Vec<Facing> {
        let Some(front) = self.looks_back(unit, hex, side) else { return Vec::new() };
        match self.since(6) && self.facing_there(unit, hex, true).is_none() {
            true => [0, -2, 2].map(|turn| front.turned(turn)).to_vec(),
            false => vec![front],
        }
    }

    /// How a battery looks at the end of a way back.
    pub(super) fn guns_look(&self, way: &WayBack) -> Facing {
        if let Formation::Column { facing } = way.formation { facing } else { Facing::side(0) }
    }
}
