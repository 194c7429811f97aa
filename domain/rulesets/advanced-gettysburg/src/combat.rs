//! Combat fire: hasty lines, targets, flank moves, matching, resolution, return fire (§23.0, §24.0, §27.0).
//!
//! Whoever is not phasing fires first in every round: as the defender (§24.3.4), and as the attacker to whom fire is returned (§27.2).

use super::artillery::{LIMBERED_GUNS, NO_AMMUNITION, gun_points};
use super::board::Board;
use super::book::{AnyOrder, NOT_YOURS, OFF_MAP, Rules, Stop, WRONG_SEGMENT};
use super::chain::{Formation, LineMarker, Link, Shape, aspect, column_fronts, continuous, counter};
use super::facts::Fact;
use super::fire::{Firer, Flanker, HastyLine, Share, Split, Volley};
use super::ground::Terrain;
use super::names::{read_hex, unreadable};
use super::position::{Pair, Segment};
use super::resolver::Resolver;
use super::tables::CombatFire;
use super::teller::Teller;
use super::units::UnitId;
use domain_core::board::{Aspect, Facing};
use domain_core::kit::{Question, RuleBreak, Said, StandingAnswer, Verb, Words};
use domain_core::referee::{
    Choice, Circumstance, InForce, Line, Mark, Refusal, Side, StandingChoice, StandingOffer, TURN, Tone,
};

const NOT_ATTACKING: RuleBreak = RuleBreak::new(&[
    "24.0",
    "{unit} is not attacking.",
    "Brigades named to attack choose their targets; who was attacked may return fire.",
]);
const NO_LINE: RuleBreak = RuleBreak::new(&[
    "24.0",
    "{unit} has no battleline marker there.",
    "Only battlelines and unlimbered batteries fire.",
]);
const NOBODY_THERE: RuleBreak =
    RuleBreak::new(&["24.2", "{unit} has no enemy in that hex beside it.", "Fire at an enemy in an adjacent hex."]);
const NOT_INTO: RuleBreak = RuleBreak::new(&[
    "24.1",
    "That marker of {unit} cannot fire into that hex, or not with so many points.",
    "A straight marker fires 8 points into a front hex and 2 into a flank hex, none to the rear; cannon into front hexes; a hex of foot 8 points, with cannon 11, a hasty line 6.",
]);
const MATCH_FIRST: RuleBreak = RuleBreak::new(&[
    "24.2",
    "Those who fire at that hex are not matched yet.",
    "A defending hex matches the strength of those who fire at it as far as it can; only the excess is free.",
]);
const TOLD: RuleBreak = RuleBreak::new(&["24.2", "{unit} has that target already.", "Give it another one, or go on."]);
const NO_RETURN: RuleBreak = RuleBreak::new(&[
    "27.0",
    "{unit} has no fire to return.",
    "A unit returns fire to those it fired at in the other side's last Combat Fire Phase, if neither has moved.",
]);
const NO_FLANK: RuleBreak = RuleBreak::new(&[
    "24.4",
    "That is no free flank hex of an enemy battleline that a marker there can reach.",
    "Step one or two hexes forward into an unoccupied flank hex, exposing no flank.",
]);
const TIED_DOWN: RuleBreak =
    RuleBreak::new(&["24.4", "That hex is being fired at.", "A marker that is fired at stays where it is."]);
const TOO_STRONG: RuleBreak = RuleBreak::new(&[
    "24.4",
    "So many points cannot step out.",
    "At most 4 points that the marker has go into a flank hex.",
]);
const NO_COLUMN: RuleBreak = RuleBreak::new(&[
    "24.0",
    "{unit} is no column beside an attacker, or cannot form line that way.",
    "Say left or right, as its men look who marched.",
]);

/// The most points of foot or horse that fire from a hex (§24.2), of all arms (§24.3, §24.5), of a hasty line (§24.7), and in a flank hex (§24.4.3d).
const MUSKETS: u8 = 8;
const ALL_ARMS: u8 = 11;
const HASTY: u8 = 6;
const STEP: u8 = 4;

/// Points from a hex into another.
#[derive(Clone, Copy, Debug)]
struct Fired {
    /// Whether the defender was free to fire them there (§24.2d).
    free: bool,
    /// Whether they stepped into a flank hex.
    flanker: bool,
    from: usize,
    guns: bool,
    /// Whether 1 is taken off the die for them (Combat Fire Table, note).
    minus: bool,
    sp: u8,
    to: usize,
    unit: UnitId,
}

/// Who can fire from a hex.
struct Post {
    /// Markers with their points.
    foot: Vec<(UnitId, LineMarker, u8)>,
    from: usize,
    /// The battery that stands for all of the hex, its facing, and their points.
    guns: Option<(UnitId, Facing, u8)>,
}

/// §24.1, `combat_fire_distribution`: the most points of a marker of a type into one of its front hexes from left to right, and into a flank hex.
fn into(shape: Shape, front: Option<usize>) -> u8 {
    match (shape, front) {
        (Shape::Straight | Shape::ReEntrant, Some(_)) | (Shape::Salient, Some(1)) => 8,
        (Shape::Salient | Shape::Refused, Some(_)) | (Shape::ReEntrant, None) => 4,
        (_, None) => 2,
    }
}

impl Board<'_> {
    /// The marker of a line in a hex.
    pub fn marker_at(&self, unit: UnitId, hex: usize) -> Option<LineMarker> {
        self.line(unit).into_iter().find(|m| m.hex == hex)
    }

    /// The points of a brigade in a hex.
    fn points_in(&self, unit: UnitId, hex: usize) -> u8 {
        self.chain(unit).iter().filter(|l| l.at() == hex).map(|l| l.sp).sum()
    }

    /// The Breakdown Chart: what counts of so many points that fire at so few; over eleven by elevens and the rest.
    fn breakdown(&self, target: u8, fire: u16) -> u16 {
        let Some(row) = target.checked_sub(1).and_then(|t| self.pack.tables.breakdown.get(usize::from(t))) else {
            return fire;
        };
        let of = |n: u16| n.checked_sub(1).and_then(|n| row.get(usize::from(n))).copied().map_or(0, u16::from);
        fire / 11 * of(11) + of(fire % 11)
    }

    /// §24.3.7, ruling 65: what counts of fire into a hex against each brigade there; `chosen` is the one the firer aims at.
    pub fn broken_down(&self, hex: usize, chosen: UnitId, fire: u16) -> Vec<(UnitId, u16)> {
        let side = self.side(chosen);
        let there: Vec<UnitId> = self.brigades_at(hex).filter(|u| self.side(*u) == side).collect();
        let all: u8 = there.iter().map(|u| self.points_in(*u, hex)).sum();
        let by_chart = |u: UnitId| self.breakdown(self.points_in(u, hex), fire);
        match there[..] {
            [_, _] if all >= MUSKETS => {
                let taken = by_chart(chosen).min(fire);
                there.iter().map(|u| (*u, if *u == chosen { taken } else { fire - taken })).collect()
            }
            _ => there.iter().map(|u| (*u, by_chart(*u))).collect(),
        }
    }

    /// The most points of a marker into a hex beside it, whatever its strength; 0 to the rear (§24.1).
    fn limit(&self, marker: &LineMarker, to: usize) -> u8 {
        let Some(side) = self.pack.ground.side_to(marker.hex, to) else { return 0 };
        if side == marker.left || side == marker.right {
            return into(marker.shape(), None);
        }
        marker.front_sides().position(|s| s == side).map_or(0, |n| into(marker.shape(), Some(n)))
    }

    /// Who can fire from a hex of a side, with how much (§24.2 to §24.5, §24.7, ruling 25).
    fn post(&self, side: Side, from: usize) -> Post {
        let foot = |unit: UnitId| {
            let marker = self.marker_at(unit, from)?;
            let (now, _) = self.brigade(unit)?;
            let away = self.at.fight.flankers.iter().filter(|f| f.unit == unit && usize::from(f.from) == from);
            let here = marker.sp.saturating_sub(away.map(|f| f.sp).sum());
            let least = if self.spec(unit).is_cavalry() { 2 } else { 1 };
            let sp = here.min(if now.hasty { HASTY } else { MUSKETS });
            (sp >= least).then_some((unit, marker, sp))
        };
        let mine = |u: &UnitId| self.side(*u) == side;
        let fires = |u: &UnitId| self.at.battery(*u).is_some_and(|b| !b.limbered && b.factors > 0);
        let batteries: Vec<UnitId> = self.batteries_at(from).filter(mine).filter(fires).collect();
        let mut guns = [0u8; 3];
        for (_, spec) in batteries.iter().filter_map(|u| self.battery(*u)) {
            guns.iter_mut().zip(spec.guns).for_each(|(n, more)| *n += more);
        }
        let points = gun_points(&self.pack.tables, guns).min(ALL_ARMS);
        let guns = batteries.first().filter(|_| points > 0);
        let guns = guns.and_then(|u| Some((*u, self.at.battery(*u)?.facing, points)));
        Post { foot: self.brigades_at(from).filter(mine).filter_map(foot).collect(), from, guns }
    }

    /// The most points of cannon from a post into a hex: into the two front hexes (§24.1).
    fn gun_limit(&self, post: &Post, to: usize) -> u8 {
        let Some(side) = self.pack.ground.side_to(post.from, to) else { return 0 };
        post.guns.filter(|(_, facing, _)| facing.apart(side) == 1).map_or(0, |(_, _, points)| points)
    }

    /// The most points from a post into a hex.
    fn post_limit(&self, post: &Post, to: usize) -> u8 {
        let foot: u8 = post.foot.iter().map(|(_, m, sp)| (*sp).min(self.limit(m, to))).sum();
        (foot.min(MUSKETS) + self.gun_limit(post, to)).min(ALL_ARMS)
    }

    /// Who of a post fires which of its shares, muskets before cannon unless cannon alone are meant.
    fn allotted(&self, post: &Post, shares: &[Share]) -> Option<Vec<Fired>> {
        let mut left: Vec<u8> = post.foot.iter().map(|(_, _, sp)| *sp).collect();
        let mut guns = post.guns.map_or(0, |(_, _, points)| points);
        let (mut muskets, mut all) = (MUSKETS, ALL_ARMS);
        let mut fired: Vec<Fired> = Vec::new();
        for share in shares {
            let (to, mut need) = (usize::from(share.to), share.sp);
            all = all.checked_sub(need)?;
            let one = |unit, sp, guns| Fired {
                free: false,
                flanker: false,
                from: post.from,
                guns,
                minus: false,
                sp,
                to,
                unit,
            };
            for (n, (unit, marker, _)) in post.foot.iter().enumerate().filter(|_| !share.guns) {
                let before: u8 = fired.iter().filter(|f| f.unit == *unit && f.to == to).map(|f| f.sp).sum();
                let sp = need.min(left[n]).min(muskets).min(self.limit(marker, to).saturating_sub(before));
                if sp > 0 {
                    (left[n], muskets, need) = (left[n] - sp, muskets - sp, need - sp);
                    fired.push(one(*unit, sp, false));
                }
            }
            let sp = need.min(guns).min(self.gun_limit(post, to));
            if let Some((unit, ..)) = post.guns.filter(|_| sp > 0) {
                (guns, need) = (guns - sp, need - sp);
                fired.push(one(unit, sp, true));
            }
            if need > 0 {
                return None;
            }
        }
        Some(fired)
    }

    /// Whether a brigade is an attacker of the phasing side: at it the defender may fire (§24.1, §24.8).
    fn attacks(&self, unit: UnitId) -> bool {
        self.side(unit) == self.at.side && self.at.brigade(unit).is_some_and(|b| b.is_named())
    }

    /// The hexes beside a hex that hold attackers.
    fn attackers_beside(&self, from: usize) -> Vec<usize> {
        let ground = &self.pack.ground;
        let hexes = ground.is_hex(from).then(|| ground.atlas.around(from).map(|(_, to)| to));
        hexes.into_iter().flatten().filter(|to| self.brigades_at(*to).any(|u| self.attacks(u))).collect()
    }

    /// The attackers' fire as it was told, by their strength now (§24.2, step 1).
    fn attack_fire(&self, aims: &[Pair]) -> Vec<Fired> {
        let mut fired: Vec<Fired> = Vec::new();
        let mut hexes: Vec<(usize, usize)> = aims.iter().map(|p| (usize::from(p.from), usize::from(p.to))).collect();
        hexes.sort_unstable();
        hexes.dedup();
        for (from, to) in hexes {
            let here = |p: &&Pair| (usize::from(p.from), usize::from(p.to)) == (from, to);
            let units: Vec<UnitId> = aims.iter().filter(here).map(|p| p.unit).collect();
            let Some(first) = units.first() else { continue };
            let post = self.post(self.side(*first), from);
            let mut room = MUSKETS;
            let one = |unit, sp, guns| Fired { free: false, flanker: false, from, guns, minus: true, sp, to, unit };
            for (unit, marker, sp) in post.foot.iter().filter(|(u, ..)| units.contains(u)) {
                let sp = (*sp).min(self.limit(marker, to)).min(room);
                room -= sp;
                fired.extend((sp > 0).then(|| one(*unit, sp, false)));
            }
            let mut guns = [0u8; 3];
            let batteries = units.iter().filter(|u| self.at.battery(**u).is_some_and(|b| b.factors > 0 && !b.limbered));
            for (_, spec) in batteries.clone().filter_map(|u| self.battery(*u)) {
                guns.iter_mut().zip(spec.guns).for_each(|(n, more)| *n += more);
            }
            let sp = gun_points(&self.pack.tables, guns).min(ALL_ARMS - (MUSKETS - room));
            let sp = sp.min(self.gun_limit(&post, to));
            fired.extend(batteries.copied().next().filter(|_| sp > 0).map(|u| one(u, sp, true)));
        }
        fired
    }

    /// Those who fire at a defending hex, each hex with its strength.
    fn attackers_of(&self, hex: usize) -> Vec<(usize, u8)> {
        let aims: Vec<Pair> = self.at.fight.aims.iter().copied().filter(|p| usize::from(p.to) == hex).collect();
        let mut found: Vec<(usize, u8)> = Vec::new();
        for fired in self.attack_fire(&aims) {
            match found.iter_mut().find(|(from, _)| *from == fired.from) {
                Some((_, sp)) => *sp += fired.sp,
                None => found.push((fired.from, fired.sp)),
            }
        }
        found
    }

    /// §24.2, step 2: how a defending hex fires, with what is free to fire anywhere.
    fn check_split(&self, split: &Split) -> Result<Vec<Fired>, RuleBreak> {
        let (from, defender) = (usize::from(split.from), self.at.side.other());
        if self.at.segment != Segment::Fire {
            return Err(WRONG_SEGMENT);
        }
        if !self.held_by(defender, from) {
            return Err(NOT_YOURS);
        }
        let beside = self.attackers_beside(from);
        if split.shares.iter().any(|s| s.sp == 0 || !beside.contains(&usize::from(s.to))) {
            return Err(NOBODY_THERE);
        }
        let post = self.post(defender, from);
        let fired = self.allotted(&post, &split.shares).ok_or(NOT_INTO)?;
        let attackers = self.attackers_of(from);
        let against = |to: usize| attackers.iter().find(|(hex, _)| *hex == to).map_or(0, |(_, sp)| *sp);
        let told = |to: usize| fired.iter().filter(|f| f.to == to).map(|f| f.sp).sum::<u8>();
        let excess = beside.iter().any(|to| told(*to) > against(*to));
        let unmatched = |(hex, sp): &(usize, u8)| told(*hex) < (*sp).min(self.post_limit(&post, *hex));
        if excess && attackers.iter().any(unmatched) {
            return Err(MATCH_FIRST);
        }
        let mut matched: Vec<Fired> = Vec::new();
        for one in fired {
            let done: u8 = matched.iter().filter(|f| f.to == one.to && !f.free).map(|f| f.sp).sum();
            let bound = one.sp.min(against(one.to).saturating_sub(done));
            matched.extend((bound > 0).then_some(Fired { sp: bound, ..one }));
            matched.extend((one.sp > bound).then_some(Fired { free: true, sp: one.sp - bound, ..one }));
        }
        Ok(matched)
    }

    /// Hexes of the defender that could fire and were not told how.
    fn silent_posts(&self) -> Vec<usize> {
        let defender = self.at.side.other();
        let told = |hex: usize| self.at.fight.splits.iter().any(|s| usize::from(s.from) == hex);
        let mut posts: Vec<usize> = Vec::new();
        for unit in self.of(defender).filter(|u| self.spec(*u).commander().is_none()) {
            for hex in self.chain(unit).iter().map(|l| l.at()) {
                let fires = || {
                    let beside = self.attackers_beside(hex);
                    let post = if beside.is_empty() { return false } else { self.post(defender, hex) };
                    beside.iter().any(|to| self.post_limit(&post, *to) > 0)
                };
                if !posts.contains(&hex) && !told(hex) && fires() {
                    posts.push(hex);
                }
            }
        }
        posts.sort_unstable();
        posts
    }

    /// What a point into a hex is worth, for who distributes fire: its factor in halves and how much of it counts.
    fn worth(&self, from: usize, to: usize, free: bool) -> u32 {
        let of = |unit: UnitId| {
            let times =
                self.times(unit, &Fired { free, flanker: false, from, guns: false, minus: false, sp: 8, to, unit });
            u32::from(times) * u32::from(self.breakdown(self.points_in(unit, to), 8))
        };
        self.brigades_at(to).filter(|u| self.side(*u) == self.at.side).map(of).sum()
    }

    /// The split that is worth most: those who fire are matched, the best worth first; what is free goes where it is worth most, or nowhere where it is spared.
    fn best_split(&self, from: usize, spare: bool) -> Split {
        let post = self.post(self.at.side.other(), from);
        let mut split = Split { from: from as u16, shares: Vec::new() };
        let mut wishes: Vec<(bool, u32, usize, u8)> = Vec::new();
        let attackers = self.attackers_of(from);
        for (to, sp) in &attackers {
            wishes.push((false, self.worth(from, *to, false), *to, *sp));
        }
        if !spare {
            for to in self.attackers_beside(from) {
                wishes.push((true, self.worth(from, to, true), to, ALL_ARMS));
            }
        }
        wishes.sort_by_key(|(free, worth, to, _)| (*free, u32::MAX - worth, *to));
        for (_, _, to, most) in wishes {
            for more in (1..=most).rev() {
                let mut shares = split.shares.clone();
                match shares.iter_mut().find(|s| usize::from(s.to) == to) {
                    Some(share) => share.sp += more,
                    None => shares.push(Share { guns: false, sp: more, to: to as u16 }),
                }
                let tried = Split { from: split.from, shares };
                if self.allotted(&post, &tried.shares).is_some() && self.check_split(&tried).is_ok() {
                    split = tried;
                    break;
                }
            }
        }
        split
    }

    /// By what fire at a brigade is multiplied, in halves (§24.4, ruling 24): three times out of its flank hex, else twice where it was free and the flank
    /// is in the air; twice for Union horse; half into woods.
    fn times(&self, target: UnitId, fired: &Fired) -> u8 {
        let in_flank = fired.flanker || self.in_flank_hex(target, fired.from);
        let factor = if in_flank {
            3
        } else if fired.free && self.in_the_air(target, fired.to) {
            2
        } else {
            1
        };
        let horse = self.spec(fired.unit).is_cavalry() && self.spec(fired.unit).side == Side::Union;
        let woods = self.pack.ground.terrain(fired.to) == Terrain::Woods;
        factor * if horse { 2 } else { 1 } * if woods { 1 } else { 2 }
    }

    /// Whether a hex is a flank hex of a brigade (§19.0, §24.4.1).
    fn in_flank_hex(&self, target: UnitId, from: usize) -> bool {
        let formation = self.at.brigade(target).map(|b| b.formation);
        let aspect = formation.and_then(|f| aspect(&self.pack.ground, f, self.chain(target), from));
        aspect == Some(Aspect::Flank)
    }

    /// Whether the marker of a brigade in a hex is a flank marker with a flank hex that no brigade or battery holds (§24.4.2).
    fn in_the_air(&self, target: UnitId, hex: usize) -> bool {
        let Some(marker) = self.marker_at(target, hex) else { return false };
        let open = [(marker.left, marker.open_left), (marker.right, marker.open_right)];
        let held = |to: usize| Side::BOTH.iter().any(|side| self.held_by(*side, to));
        let empty = |out: Facing| self.pack.ground.atlas.ahead(hex, out).is_some_and(|to| !held(to));
        open.into_iter().any(|(out, open)| open && empty(out))
    }

    /// All fire of a round at each target, without dice; and whether at least half of it comes from hasty lines (§24.3.1, §24.3.6).
    fn volleys(&self, by: Side, fired: &[Fired]) -> Vec<(Volley, bool)> {
        let mut targets: Vec<UnitId> = Vec::new();
        for one in fired {
            let enemy = |u: &UnitId| self.side(*u) != by;
            let brigades: Vec<UnitId> = self.brigades_at(one.to).filter(enemy).collect();
            let alone = self.batteries_at(one.to).find(enemy).filter(|_| brigades.is_empty());
            for target in brigades.into_iter().chain(alone) {
                if !targets.contains(&target) {
                    targets.push(target);
                }
            }
        }
        targets.sort_unstable();
        targets.into_iter().map(|target| self.volley(by, target, fired)).collect()
    }

    fn volley(&self, by: Side, target: UnitId, fired: &[Fired]) -> (Volley, bool) {
        let here = |to: usize| self.chain(target).iter().any(|l| l.at() == to);
        let at_it: Vec<&Fired> = fired.iter().filter(|f| here(f.to)).collect();
        let brigade = self.brigade(target).is_some();
        let (mut strength, mut flanked) = (0u16, Vec::new());
        let mut weights = [0u32; 4];
        let (mut all, mut horse, mut minus, mut hasty) = (0u32, 0u32, 0u32, 0u32);
        let mut firers: Vec<Firer> = Vec::new();
        let mut hexes: Vec<usize> = at_it.iter().map(|f| f.to).collect();
        hexes.sort_unstable();
        hexes.dedup();
        for hex in hexes {
            let mut halves = 0u16;
            for one in at_it.iter().filter(|f| f.to == hex) {
                let times = if brigade { self.times(target, one) } else { 2 };
                let weight = u32::from(one.sp) * u32::from(times);
                let group = match one.guns {
                    true => CombatFire::group(9),
                    false => CombatFire::group(self.experience(one.unit)),
                };
                let woods = self.pack.ground.terrain(hex) == Terrain::Woods;
                if brigade
                    && !woods
                    && (one.flanker || self.in_flank_hex(target, one.from))
                    && !flanked.contains(&(hex as u16))
                {
                    flanked.push(hex as u16);
                }
                halves += u16::from(one.sp) * u16::from(times);
                weights[group] += weight;
                all += weight;
                horse += if self.spec(one.unit).is_cavalry() { weight } else { 0 };
                minus += if one.minus { weight } else { 0 };
                hasty += if self.at.brigade(one.unit).is_some_and(|b| b.hasty) { weight } else { 0 };
                firers.push(Firer {
                    from: one.from as u16,
                    guns: one.guns,
                    sp: one.sp,
                    to: hex as u16,
                    times,
                    unit: one.unit,
                    woods: self.pack.ground.terrain(one.from) == Terrain::Woods,
                });
            }
            if brigade {
                // Of two brigades in the hex the weaker marker is aimed at.
                let weak = self.brigades_at(hex).filter(|u| self.side(*u) != by);
                let chosen = weak.min_by_key(|u| (self.points_in(*u, hex), *u)).unwrap_or(target);
                let counted = self.broken_down(hex, chosen, halves / 2);
                strength += counted.iter().find(|(u, _)| *u == target).map_or(0, |(_, points)| *points);
            }
        }
        let most = weights.iter().copied().max().unwrap_or(0);
        let group = weights.iter().position(|w| *w == most).unwrap_or(0) as u8;
        let minus = all > 0 && 2 * minus >= all;
        let horse = 2 * horse > all;
        let volley = Volley { by, cp: 0, dice: Vec::new(), firers, flanked, group, horse, minus, strength, target };
        (volley, all > 0 && 2 * hasty >= all)
    }

    /// §24.2, step 1: a marker's target, or a battery's (ruling 89).
    fn check_aim(&self, unit: UnitId, marker: usize, to: usize) -> Result<Pair, RuleBreak> {
        let side = self.at.side;
        if self.at.segment != Segment::Targets || self.is_night() {
            return Err(WRONG_SEGMENT);
        }
        if self.side(unit) != side {
            return Err(NOT_YOURS);
        }
        if !self.on_map(unit) {
            return Err(OFF_MAP);
        }
        if let Some(battery) = self.at.battery(unit) {
            if battery.limbered {
                return Err(LIMBERED_GUNS);
            }
            if battery.factors == 0 {
                return Err(NO_AMMUNITION);
            }
            if !self.to_return(unit).is_empty() {
                return Err(NOT_ATTACKING);
            }
        } else if !self.attacks(unit) {
            return Err(NOT_ATTACKING);
        }
        let from = self.chain(unit).get(marker).ok_or(NO_LINE)?.at();
        if !self.pack.ground.adjacent(from, to) || !self.held_by(side.other(), to) {
            return Err(NOBODY_THERE);
        }
        let post = self.post(side, from);
        let sp = match post.foot.iter().find(|(u, ..)| *u == unit) {
            Some((_, marker, sp)) => (*sp).min(self.limit(marker, to)),
            None if self.at.battery(unit).is_some() => self.gun_limit(&post, to),
            None => return Err(NO_LINE),
        };
        let pair = Pair::new(unit, from, to, sp);
        if self.at.fight.aims.iter().any(|p| p.same(&pair)) {
            return Err(TOLD);
        }
        if sp == 0 { Err(NOT_INTO) } else { Ok(pair) }
    }

    /// The pairs of a counter's last fire that it may take up again in its own turn (§27.1): those of the other side's last player turn, both ends in place.
    fn to_return(&self, unit: UnitId) -> Vec<Pair> {
        let stands = |p: &&Pair| {
            let (from, to) = (usize::from(p.from), usize::from(p.to));
            p.unit == unit
                && p.age == 1
                && self.chain(unit).iter().any(|l| l.at() == from)
                && self.held_by(self.side(unit).other(), to)
                && self.pack.ground.adjacent(from, to)
        };
        self.at.fight.before.iter().filter(stands).copied().collect()
    }

    fn check_return(&self, unit: UnitId) -> Result<(), RuleBreak> {
        if self.at.segment != Segment::Targets || self.is_night() {
            return Err(WRONG_SEGMENT);
        }
        if self.side(unit) != self.at.side {
            return Err(NOT_YOURS);
        }
        let barred = self.to_return(unit).is_empty() || self.at.fight.returns.contains(&unit) || self.attacks(unit);
        if barred { Err(NO_RETURN) } else { Ok(()) }
    }

    /// A pair's fire as it can be given now.
    fn again(&self, pair: &Pair) -> Option<Fired> {
        let (from, to, unit) = (usize::from(pair.from), usize::from(pair.to), pair.unit);
        let post = self.post(self.side(unit), from);
        let guns = self.at.battery(unit).is_some();
        let now = match post.foot.iter().find(|(u, ..)| *u == unit) {
            Some((_, marker, sp)) => (*sp).min(self.limit(marker, to)),
            None if guns => self.gun_limit(&post, to),
            None => 0,
        };
        let sp = now.min(pair.sp);
        (sp > 0).then_some(Fired { free: false, flanker: false, from, guns, minus: true, sp, to, unit })
    }

    /// Return fire: that of the attackers whom it is returned to, and that of those who return it (§27.1 to §27.3).
    fn returned(&self) -> [Vec<Fired>; 2] {
        let ours: Vec<Pair> = self.at.fight.returns.iter().flat_map(|u| self.to_return(*u)).collect();
        let hexes = |hex: u16| ours.iter().any(|p| p.from == hex);
        let theirs = self.at.fight.before.iter().filter(|p| self.side(p.unit) != self.at.side && hexes(p.to));
        let theirs: Vec<Pair> = theirs.flat_map(|p| self.to_return(p.unit).into_iter().filter(|q| q.same(p))).collect();
        [theirs, ours].map(|pairs| pairs.iter().filter_map(|p| self.again(p)).collect())
    }

    /// Whether a marker or battery of the phasing side may fire at a hex beside it, return fire too.
    pub fn targets_wait(&self) -> bool {
        self.of(self.at.side).any(|u| self.check_return(u).is_ok() || !self.aims_of(u).is_empty())
    }

    /// All targets of the markers of a counter.
    fn aims_of(&self, unit: UnitId) -> Vec<(usize, usize)> {
        if self.spec(unit).commander().is_some() || !(self.attacks(unit) || self.at.battery(unit).is_some()) {
            return Vec::new();
        }
        let ground = &self.pack.ground;
        let beside = |n: usize, from: usize| {
            let hexes = ground.is_hex(from).then(|| ground.atlas.around(from));
            hexes.into_iter().flatten().map(move |(_, to)| (n, to))
        };
        let all = self.chain(unit).iter().enumerate().flat_map(|(n, l)| beside(n, l.at()));
        all.filter(|(n, to)| self.check_aim(unit, *n, *to).is_ok()).collect()
    }

    /// §24.4.3: points of a marker in a hex that step into a flank hex of the enemy.
    fn check_flank_step(&self, from: usize, to: usize, sp: u8) -> Result<Flanker, RuleBreak> {
        let defender = self.at.side.other();
        if self.at.segment != Segment::FlankMoves {
            return Err(WRONG_SEGMENT);
        }
        if self.at.fight.aims.iter().any(|p| usize::from(p.to) == from) {
            return Err(TIED_DOWN);
        }
        let post = self.post(defender, from);
        let (unit, marker, here) = *post.foot.first().ok_or(NO_LINE)?;
        if sp == 0 || sp > STEP || sp > here {
            return Err(TOO_STRONG);
        }
        let target = self.flanked_from(to).ok_or(NO_FLANK)?;
        let step = Flanker { from: from as u16, sp, target: target as u16, to: to as u16, unit };
        if self.steps_into(unit, &marker, to, target) { Ok(step) } else { Err(NO_FLANK) }
    }

    /// The hex of a battleline of the phasing side that has its flank hex here, where here is free.
    fn flanked_from(&self, to: usize) -> Option<usize> {
        let ground = &self.pack.ground;
        let taken = Side::BOTH.iter().any(|side| self.held_by(*side, to));
        if !ground.is_hex(to) || taken || self.at.fight.flankers.iter().any(|f| usize::from(f.to) == to) {
            return None;
        }
        let points_here = |m: &LineMarker| {
            let open = [(m.left, m.open_left), (m.right, m.open_right)];
            open.into_iter().any(|(out, open)| open && ground.atlas.ahead(m.hex, out) == Some(to))
        };
        ground.atlas.around(to).map(|(_, hex)| hex).find(|hex| {
            self.brigades_at(*hex).any(|u| self.attacks(u) && self.marker_at(u, *hex).is_some_and(|m| points_here(&m)))
        })
    }

    /// Whether a marker comes into a hex by one or two steps ahead, with the target before it and no flank exposed on the way or there (§21.2, §24.4.3e).
    fn steps_into(&self, unit: UnitId, marker: &LineMarker, to: usize, target: usize) -> bool {
        let ground = &self.pack.ground;
        let free = |hex: usize| {
            ground.is_hex(hex)
                && !Side::BOTH.iter().any(|side| self.held_by(*side, hex))
                && !self.at.fight.flankers.iter().any(|f| usize::from(f.to) == hex)
        };
        let front = marker.front();
        let fronts = if front.is_side() { vec![front.turned(-1), front.turned(1)] } else { vec![front] };
        let mut states: Vec<(usize, Facing)> = fronts.into_iter().map(|f| (marker.hex, f)).collect();
        for _ in 0..2 {
            let mut next: Vec<(usize, Facing)> = Vec::new();
            for (hex, front) in states {
                for ahead in [front.turned(-1), front.turned(1)] {
                    let Some(entered) = ground.atlas.ahead(hex, ahead).filter(|h| free(*h)) else { continue };
                    for turn in [0, -2, 2] {
                        let moved = LineMarker::moving(entered, marker.sp, front.turned(turn));
                        if !self.exposes(unit, &moved) && !next.contains(&(entered, front.turned(turn))) {
                            next.push((entered, front.turned(turn)));
                        }
                    }
                }
            }
            let before = |front: Facing| ground.side_to(to, target).is_some_and(|side| front.apart(side) == 1);
            if next.iter().any(|(hex, front)| *hex == to && before(*front)) {
                return true;
            }
            states = next;
        }
        false
    }

    /// Every step into a flank hex that the defender can make, with the most points first.
    fn flank_steps(&self) -> Vec<Flanker> {
        let defender = self.at.side.other();
        let mut flanks: Vec<usize> = Vec::new();
        for unit in self.of(self.at.side).filter(|u| self.attacks(*u)) {
            for marker in self.line(unit) {
                let open = [(marker.left, marker.open_left), (marker.right, marker.open_right)];
                let hexes = open.into_iter().filter(|(_, open)| *open);
                flanks.extend(hexes.filter_map(|(out, _)| self.pack.ground.atlas.ahead(marker.hex, out)));
            }
        }
        flanks.sort_unstable();
        flanks.dedup();
        flanks.retain(|hex| self.flanked_from(*hex).is_some());
        let mut steps: Vec<Flanker> = Vec::new();
        for to in flanks {
            for from in self.pack.ground.atlas.range(to, 2).filter(|from| *from != to && self.held_by(defender, *from))
            {
                steps.extend((1..=STEP).rev().filter_map(|sp| self.check_flank_step(from, to, sp).ok()));
            }
        }
        steps.sort_by_key(|s| (STEP - s.sp.min(STEP), s.to, s.from));
        steps
    }

    /// Whether a marker of the defender may step into a flank hex (§24.4.3).
    pub fn flank_moves_wait(&self) -> bool {
        !self.flank_steps().is_empty()
    }

    /// Whether the defender has a choice in his fire (§24.2).
    pub fn fire_waits(&self) -> bool {
        !self.silent_posts().is_empty()
    }

    /// Whether a brigade of the side that is not phasing lies beside an attacker.
    fn is_attacked(&self, unit: UnitId) -> bool {
        self.side(unit) != self.at.side && self.chain(unit).iter().any(|l| !self.attackers_beside(l.at()).is_empty())
    }

    /// §24.6, ruling 46: a column beside an attacker as a line, its front to the left of its march or to the right: the flanks point as its head and its rear
    /// did, a bent marker where the chain would break.
    fn hasty_line(&self, unit: UnitId, right: bool) -> Option<HastyLine> {
        let (now, _) = self.brigade(unit)?;
        let Formation::Column { facing } = now.formation else { return None };
        if !self.is_attacked(unit) {
            return None;
        }
        let ground = &self.pack.ground;
        let column = self.chain(unit);
        let rear = column_fronts(ground, facing, column)?.last()?.opposite();
        let mut chain: Vec<Link> = Vec::new();
        for link in column {
            match chain.iter_mut().find(|l| l.hex == link.hex) {
                Some(there) => there.sp += link.sp,
                None => chain.push(*link),
            }
        }
        // Who looks to the left of the march has its head on his right.
        let (left, right) = if right { (facing, rear) } else { (rear, facing) };
        if (left, right) == (rear, facing) {
            chain.reverse();
        }
        let bends = [(0, 0), (0, -2), (0, 2), (-2, 0), (2, 0), (-2, -2), (2, 2), (-2, 2), (2, -2)];
        let formation = bends
            .into_iter()
            .map(|(l, r)| Formation::Line { left: left.turned(l), right: right.turned(r) })
            .find(|f| continuous(ground, *f, &chain).is_ok())?;
        let at = counter(ground, formation, &chain).unwrap_or(chain.len() / 2);
        Some(HastyLine { chain, counter: at as u8, formation, unit })
    }

    /// The enemy's strength before the front of a line.
    fn faced(&self, line: &HastyLine) -> u32 {
        let before = |hex: usize| aspect(&self.pack.ground, line.formation, &line.chain, hex) == Some(Aspect::Front);
        let enemies = self.of(self.at.side).filter(|u| self.spec(*u).brigade().is_some());
        enemies.flat_map(|u| self.chain(u)).filter(|l| before(l.at())).map(|l| u32::from(l.sp)).sum()
    }

    /// The way to form line that has most of the enemy before its front.
    fn best_hasty_line(&self, unit: UnitId) -> Option<HastyLine> {
        let lines = [true, false].into_iter().filter_map(|right| self.hasty_line(unit, right));
        lines.reduce(|best, next| if self.faced(&next) > self.faced(&best) { next } else { best })
    }

    /// Columns beside attackers that may form line either way.
    fn hasty_choices(&self) -> Vec<UnitId> {
        let both = |u: &UnitId| [false, true].into_iter().all(|right| self.hasty_line(*u, right).is_some());
        self.of(self.at.side.other()).filter(both).collect()
    }

    /// Whether the defender has a choice in forming his hasty lines (§24.6, ruling 46).
    pub fn hasty_waits(&self) -> bool {
        !self.hasty_choices().is_empty()
    }
}

impl Resolver<'_, '_> {
    /// Brigades at rest beside attackers are gone, columns that can form line one way only do (§24.6, rulings 46 and 54).
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn form_hasty_lines(&mut self) -> Result<(), Stop> {
        let board = self.board();
        let caught =
            |u: &UnitId| board.at.brigade(*u).is_some_and(|b| b.formation == Formation::Rest) && board.is_attacked(*u);
        let resting: Vec<UnitId> = board.of(board.at.side.other()).filter(caught).collect();
        for unit in resting {
            self.destroy(unit);
        }
        let board = self.board();
        let choices = board.hasty_choices();
        let forced = board.of(board.at.side.other()).filter(|u| !choices.contains(u));
        let lines: Vec<HastyLine> = forced.filter_map(|u| board.best_hasty_line(u)).collect();
        for line in lines {
            self.write(Fact::HastyLine(line));
        }
        Ok(())
    }

    /// Columns that were not told how form line with most of the enemy before their front.
    pub fn hasty_lines_over(&mut self) {
        let board = self.board();
        let lines: Vec<HastyLine> =
            board.hasty_choices().into_iter().filter_map(|u| board.best_hasty_line(u)).collect();
        for line in lines {
            self.write(Fact::HastyLine(line));
        }
    }

    /// All fire once it is distributed (§24.2, steps 3 and 4), and what the phase leaves behind.
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn combat_fire_over(&mut self) -> Result<(), Stop> {
        let fight = self.buffer.position.fight.clone();
        if fight.aims.is_empty() && fight.returns.is_empty() && fight.splits.is_empty() && fight.flankers.is_empty() {
            return Ok(());
        }
        let (phasing, other) = (self.buffer.position.side, self.buffer.position.side.other());
        let board = self.board();
        let mut first: Vec<Fired> = fight.splits.iter().filter_map(|s| board.check_split(s).ok()).flatten().collect();
        for f in &fight.flankers {
            let (from, to) = (usize::from(f.to), usize::from(f.target));
            first.push(Fired {
                free: true,
                flanker: true,
                from,
                guns: false,
                minus: false,
                sp: f.sp,
                to,
                unit: f.unit,
            });
        }
        // The same units in the same places as before take 1 off the die (Combat Fire Table, note).
        for one in &mut first {
            let pair = Pair::new(one.unit, one.from, one.to, one.sp);
            one.minus = board.at.fight.before.iter().any(|p| p.same(&pair));
        }
        let [theirs, ours] = board.returned();
        first.extend(theirs);
        let hasty = self.fire_round(other, &first)?;
        self.settle_but(&hasty);
        let board = self.board();
        let mut second = board.attack_fire(&fight.aims);
        // Who returns fire does so by what it has left.
        second.extend(ours.iter().filter_map(|f| board.again(&Pair::new(f.unit, f.from, f.to, f.sp))));
        self.fire_round(phasing, &second)?;
        self.settle();
        self.write(Fact::FireOver);
        Ok(())
    }

    /// Fire of one side; gives the brigades that take their losses after they have answered (§24.3.6).
    fn fire_round(&mut self, by: Side, fired: &[Fired]) -> Result<Vec<UnitId>, Stop> {
        let mut later = Vec::new();
        for (volley, hasty) in self.board().volleys(by, fired) {
            let mut volley = volley;
            let (full, rest) = (volley.strength / 11, (volley.strength % 11) as u8);
            let least = if volley.horse { 2 } else { 1 };
            let mut parts = vec![11u8; usize::from(full)];
            parts.extend((rest >= least).then_some(rest));
            if !parts.is_empty() && self.buffer.position.brigade(volley.target).is_some() {
                let purpose = format!("combat fire at {}", self.pack.name(volley.target));
                volley.dice = self.dice.roll(purpose, parts.len() as u8, 6)?;
                let table = &self.pack.tables.combat_fire;
                let points = |(sp, die): (&u8, &u8)| {
                    let die = die.saturating_sub(u8::from(volley.minus)).max(1);
                    u16::from(table.points(usize::from(volley.group), volley.horse, *sp, die))
                };
                volley.cp = parts.iter().zip(&volley.dice).map(points).sum();
            }
            if hasty {
                later.push(volley.target);
            }
            self.write(Fact::CombatFire(volley));
        }
        Ok(later)
    }
}

/// `Archer.1 at JJ37`, `Archer all at JJ37`: the target of an attacking marker, or of a battery beside the enemy (§24.2, step 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The marker, from 0; none for all that can fire there.
    pub marker: Option<u8>,
    /// The hex.
    pub to: u16,
    /// Who.
    pub unit: UnitId,
}

impl Aim {
    fn pairs(&self, board: &Board<'_>) -> Result<Vec<Pair>, RuleBreak> {
        let to = usize::from(self.to);
        if let Some(marker) = self.marker {
            return board.check_aim(self.unit, usize::from(marker), to).map(|p| vec![p]);
        }
        let mut all = Vec::new();
        let mut barred = NO_LINE;
        for n in 0..board.chain(self.unit).len() {
            match board.check_aim(self.unit, n, to) {
                Ok(pair) => all.push(pair),
                Err(rule) => barred = rule,
            }
        }
        if all.is_empty() { Err(barred) } else { Ok(all) }
    }
}

impl Verb<Rules> for Aim {
    fn said() -> Said {
        Said::OfPiece(&["at"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece?;
        let rest: Vec<&str> = words.rest.iter().copied().filter(|w| !w.eq_ignore_ascii_case("at")).collect();
        let (marker, hex) = match rest[..] {
            [hex] => (None, hex),
            [all, hex] if all.eq_ignore_ascii_case("all") => (None, hex),
            [marker, hex] => (Some(marker.strip_prefix('.')?.parse::<u8>().ok()?.checked_sub(1)?), hex),
            _ => return None,
        };
        let battery = words.board.battery(unit).is_some();
        let marker = if battery { Some(0) } else { marker };
        Some(read_hex(words.board.pack, hex).map(|to| Aim { marker, to: to as u16, unit }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.filter(|_| board.at.segment == Segment::Targets) else { return false };
        let aims = board.aims_of(unit);
        let mut common: Vec<usize> = Vec::new();
        for (n, (_, to)) in aims.iter().enumerate() {
            if aims[..n].iter().any(|(_, before)| before == to) && !common.contains(to) {
                common.push(*to);
            }
        }
        common.into_iter().any(|to| found(Aim { marker: None, to: to as u16, unit }))
            || aims.iter().any(|(n, to)| found(Aim { marker: Some(*n as u8), to: *to as u16, unit }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        let (name, hex) = (board.name(self.unit), board.pack.ground.id(usize::from(self.to)));
        match self.marker {
            _ if board.battery(self.unit).is_some() => format!("{name} at {hex}"),
            None => format!("{name} all at {hex}"),
            Some(n) => format!("{name}.{} at {hex}", n + 1),
        }
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let hex = board.pack.ground.id(usize::from(self.to));
        let sp: u8 = self.pairs(board).unwrap_or_default().iter().map(|p| p.sp).sum();
        let who = match self.marker {
            Some(n) if board.chain(self.unit).len() > 1 => format!("{}, marker {}", board.name(self.unit), n + 1),
            _ => board.name(self.unit).to_owned(),
        };
        let label = format!("{who} fires {sp} points at {hex}");
        Choice { place: Some(hex), ..Choice::plain(line, label, "at", "24.2") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        for pair in self.pairs(&resolver.board())? {
            resolver.write(Fact::Aimed(pair));
        }
        Ok(())
    }
}

/// `Davis return`: fire is returned to those it was exchanged with (§27.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReturnFire {
    /// Who.
    pub unit: UnitId,
}

impl Verb<Rules> for ReturnFire {
    fn said() -> Said {
        Said::OfPiece(&["return"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        words.piece_alone().map(|unit| Ok(ReturnFire { unit }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        piece.is_some_and(|unit| board.check_return(unit).is_ok() && found(ReturnFire { unit }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} return", board.name(self.unit))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} returns fire; the attackers fire first", board.name(self.unit));
        Choice::plain(line, label, "return", "27.0")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        resolver.board().check_return(self.unit)?;
        resolver.write(Fact::Returning { unit: self.unit });
        Ok(())
    }
}

/// `JJ37: 5 at II37, 3 at II38`: how a defending hex fires; `3G` for cannon alone, `JJ37: hold` for no fire (§24.2, step 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribute {
    /// The hex and its shares.
    pub split: Split,
}

fn read_split(words: &Words<'_, '_, Rules>) -> Result<Split, Refusal> {
    let pack = words.board.pack;
    let (from, mut rest) = words.rest.split_first().ok_or_else(|| unreadable("Which hex fires?"))?;
    let mut split = Split { from: read_hex(pack, from)? as u16, shares: Vec::new() };
    if matches!(rest, [word] if word.eq_ignore_ascii_case("hold")) {
        return Ok(split);
    }
    while !rest.is_empty() {
        let [points, at, to, after @ ..] = rest else {
            return Err(unreadable("How many points at which hex?"));
        };
        let guns = points.ends_with(['g', 'G']);
        let sp = points.trim_end_matches(['g', 'G']).parse::<u8>().ok().filter(|_| at.eq_ignore_ascii_case("at"));
        let sp = sp.ok_or_else(|| unreadable(format!("{points} {at} {to} is no share of fire.")))?;
        split.shares.push(Share { guns, sp, to: read_hex(pack, to)? as u16 });
        rest = after;
    }
    if split.shares.is_empty() { Err(unreadable("At which hex?")) } else { Ok(split) }
}

impl Verb<Rules> for Distribute {
    fn said() -> Said {
        Said::Alone(&["split"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        Some(read_split(words).map(|split| Distribute { split }.into()))
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        if board.at.segment != Segment::Fire {
            return false;
        }
        board.silent_posts().into_iter().any(|hex| {
            let mut offered: Vec<Split> = Vec::new();
            for split in [board.best_split(hex, false), board.best_split(hex, true)] {
                if !split.shares.is_empty() && !offered.contains(&split) {
                    offered.push(split);
                }
            }
            for to in board.attackers_beside(hex) {
                let whole = |sp: u8| Split { from: hex as u16, shares: vec![Share { guns: false, sp, to: to as u16 }] };
                let most = (1..=ALL_ARMS).rev().map(whole).find(|s| board.check_split(s).is_ok());
                offered.extend(most.filter(|s| !offered.contains(s)));
            }
            offered.push(Split { from: hex as u16, shares: Vec::new() });
            offered.into_iter().any(|split| found(Distribute { split }))
        })
    }

    fn write(&self, board: &Board<'_>) -> String {
        let id = |hex: u16| board.pack.ground.id(usize::from(hex));
        let share = |s: &Share| format!("{}{} at {}", s.sp, if s.guns { "G" } else { "" }, id(s.to));
        let shares: Vec<String> = self.split.shares.iter().map(share).collect();
        match shares.is_empty() {
            true => format!("{}: hold", id(self.split.from)),
            false => format!("{}: {}", id(self.split.from), shares.join(", ")),
        }
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let id = |hex: u16| board.pack.ground.id(usize::from(hex));
        let shares: Vec<String> = self.split.shares.iter().map(|s| format!("{} at {}", s.sp, id(s.to))).collect();
        let label = match shares.is_empty() {
            true => format!("{} holds its fire", id(self.split.from)),
            false => format!("{} fires {}", id(self.split.from), shares.join(", ")),
        };
        Choice { place: Some(id(self.split.from)), ..Choice::plain(line, label, "split", "24.2") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        resolver.board().check_split(&self.split)?;
        resolver.write(Fact::SplitFire(self.split.clone()));
        Ok(())
    }
}

/// How a defender distributes the fire of all hexes that were not told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Where it is worth most.
    Best,
    /// What must match, and no more.
    Spare,
    /// Not at all.
    Hold,
}

/// `defend best-casualties`: the fire of all hexes that were not told, and on with it (§24.2, §24.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defend {
    /// How.
    pub how: Manner,
}

impl Manner {
    const ALL: [Manner; 3] = [Manner::Best, Manner::Spare, Manner::Hold];

    const fn word(self) -> &'static str {
        match self {
            Manner::Best => "best-casualties",
            Manner::Spare => "spare",
            Manner::Hold => "hold",
        }
    }
}

impl Verb<Rules> for Defend {
    fn said() -> Said {
        Said::Alone(&["defend"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let [word] = words.rest else { return None };
        let how = Manner::ALL.into_iter().find(|m| m.word().starts_with(&word.to_lowercase()))?;
        Some(Ok(Defend { how }.into()))
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        board.at.segment == Segment::Fire && Manner::ALL.into_iter().any(|how| found(Defend { how }))
    }

    fn leads_on(&self) -> bool {
        true
    }

    fn write(&self, _: &Board<'_>) -> String {
        format!("defend {}", self.how.word())
    }

    fn choice(&self, _: &Board<'_>, line: String) -> Choice {
        let label = match self.how {
            Manner::Best => "All other hexes fire where it is worth most",
            Manner::Spare => "All other hexes fire at those who fire at them, as strongly",
            Manner::Hold => "All other hexes hold their fire",
        };
        Choice::plain(line, label, "defend", "24.2")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        if resolver.buffer.position.segment != Segment::Fire {
            return Err(WRONG_SEGMENT.into());
        }
        for hex in resolver.board().silent_posts() {
            let split = match self.how {
                Manner::Hold => continue,
                how => resolver.board().best_split(hex, how == Manner::Spare),
            };
            if !split.shares.is_empty() {
                resolver.write(Fact::SplitFire(split));
            }
        }
        resolver.next_segment()
    }
}

/// `JJ36 flank II36 4`: points of the marker in the first hex step into the second until the fire is over (§24.4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlankStep {
    /// The hex of the marker.
    pub from: u16,
    /// Points.
    pub sp: u8,
    /// The flank hex.
    pub to: u16,
}

impl Verb<Rules> for FlankStep {
    fn said() -> Said {
        Said::Alone(&["flank"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let [from, to, sp] = words.rest else { return None };
        let sp = sp.parse::<u8>().ok()?;
        let hex = |text: &str| read_hex(words.board.pack, text).map(|hex| hex as u16);
        Some(hex(from).and_then(|from| Ok(FlankStep { from, sp, to: hex(to)? }.into())))
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        board.at.segment == Segment::FlankMoves
            && board.flank_steps().into_iter().any(|f| found(FlankStep { from: f.from, sp: f.sp, to: f.to }))
    }

    fn write(&self, board: &Board<'_>) -> String {
        let id = |hex: u16| board.pack.ground.id(usize::from(hex));
        format!("{} flank {} {}", id(self.from), id(self.to), self.sp)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let id = |hex: u16| board.pack.ground.id(usize::from(hex));
        let (from, to) = (id(self.from), id(self.to));
        let label = match board.check_flank_step(usize::from(self.from), usize::from(self.to), self.sp) {
            Ok(step) => {
                let (name, target) = (board.name(step.unit), id(step.target));
                format!("{} points of {name} step from {from} to {to}, to fire into the flank of {target}", self.sp)
            }
            Err(_) => format!("{} points step from {from} to {to}", self.sp),
        };
        Choice { place: Some(to), ..Choice::plain(line, label, "flank", "24.4") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let step = resolver.board().check_flank_step(usize::from(self.from), usize::from(self.to), self.sp)?;
        resolver.write(Fact::Flanked(step));
        Ok(())
    }
}

/// `Davis hasty left`: a column beside attackers forms line with its front to the left of its march, or to the right (§24.6, ruling 46).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HastyFront {
    /// Whether to the right.
    pub right: bool,
    /// Who.
    pub unit: UnitId,
}

impl Verb<Rules> for HastyFront {
    fn said() -> Said {
        Said::OfPiece(&["hasty"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, [word]) = (words.piece?, words.rest) else { return None };
        let right = match word.to_lowercase().as_str() {
            "right" => true,
            "left" => false,
            _ => return None,
        };
        Some(Ok(HastyFront { right, unit }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.filter(|_| board.at.segment == Segment::Hasty) else { return false };
        let may = |right: &bool| board.side(unit) != board.at.side && board.hasty_line(unit, *right).is_some();
        [false, true].into_iter().filter(may).any(|right| found(HastyFront { right, unit }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} hasty {}", board.name(self.unit), if self.right { "right" } else { "left" })
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let side = if self.right { "right" } else { "left" };
        let before = board.hasty_line(self.unit, self.right).map_or(0, |l| board.faced(&l));
        let label =
            format!("{} forms line to its {side}: {before} enemy points before its front", board.name(self.unit));
        Choice::plain(line, label, "hasty", "24.0")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        if board.at.segment != Segment::Hasty {
            return Err(WRONG_SEGMENT.into());
        }
        if board.side(self.unit) == board.at.side {
            return Err(NOT_YOURS.into());
        }
        let line = board.hasty_line(self.unit, self.right).ok_or(NO_COLUMN)?;
        resolver.write(Fact::HastyLine(line));
        Ok(())
    }
}

fn offer(
    key: &'static str,
    title: &'static str,
    default: &'static str,
    choices: &[(&'static str, &'static str)],
) -> StandingOffer {
    let ask = [("ask", "Ask me.")];
    let choices = ask.iter().chain(choices).map(|(value, title)| StandingChoice { value, title }).collect();
    StandingOffer { key, title, choices, conditions: vec![TURN], default, never_ask: default }
}

/// How columns beside attackers form line (§24.6).
pub struct HastyLines;

impl Question<Rules> for HastyLines {
    fn open(board: &Board<'_>) -> Option<Self> {
        (!board.at.over && board.at.segment == Segment::Hasty).then_some(HastyLines)
    }

    fn kind(&self) -> &'static str {
        "hasty"
    }

    fn section(&self) -> &'static str {
        "24.0"
    }

    fn asks(&self, _: &Board<'_>) -> String {
        "Say how your columns beside attackers form line.".to_owned()
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.at.side.other()
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("hasty")
    }

    fn offer() -> Option<StandingOffer> {
        let front = ("front", "Put the front to where most of the enemy stands.");
        Some(offer("hasty", "When a column of yours is attacked and forms line (§24.6)", "front", &[front]))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        vec![Circumstance::number(TURN, board.at.turn)]
    }

    fn standing(&self, _: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let front = standing.get("hasty") == "front";
        front.then(|| StandingAnswer { order: super::sequence::Done.into(), why: "front" })
    }
}

/// Whether the defender steps into flank hexes (§24.4.3).
pub struct FlankMoves;

impl Question<Rules> for FlankMoves {
    fn open(board: &Board<'_>) -> Option<Self> {
        (!board.at.over && board.at.segment == Segment::FlankMoves).then_some(FlankMoves)
    }

    fn kind(&self) -> &'static str {
        "flank-move"
    }

    fn section(&self) -> &'static str {
        "24.4"
    }

    fn asks(&self, _: &Board<'_>) -> String {
        "Step into the enemy's flank hexes, or go on.".to_owned()
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.at.side.other()
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("flank-move")
    }

    fn offer() -> Option<StandingOffer> {
        let choices = [
            ("when-it-gains", "Step into each flank hex with as many points as may."),
            ("never", "Stay where you are."),
        ];
        let title = "When your markers could step into a flank hex of attackers (§24.4.3)";
        Some(offer("flank-move", title, "when-it-gains", &choices))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        vec![Circumstance::number(TURN, board.at.turn)]
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let done = || super::sequence::Done.into();
        match standing.get("flank-move") {
            "never" => Some(StandingAnswer { order: done(), why: "never" }),
            "when-it-gains" => {
                let step = board.flank_steps().into_iter().next();
                let order = step.map_or_else(done, |f| FlankStep { from: f.from, sp: f.sp, to: f.to }.into());
                Some(StandingAnswer { order, why: "when-it-gains" })
            }
            _ => None,
        }
    }
}

/// How the defender distributes his fire (§24.2, step 2).
pub struct DefensiveFire;

impl Question<Rules> for DefensiveFire {
    fn open(board: &Board<'_>) -> Option<Self> {
        (!board.at.over && board.at.segment == Segment::Fire).then_some(DefensiveFire)
    }

    fn kind(&self) -> &'static str {
        "defend"
    }

    fn section(&self) -> &'static str {
        "24.2"
    }

    fn asks(&self, _: &Board<'_>) -> String {
        "Distribute your defensive fire; hexes not told hold theirs when you go on with done.".to_owned()
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.at.side.other()
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("defend")
    }

    fn offer() -> Option<StandingOffer> {
        let choices = [
            ("best-casualties", "Fire where it is worth most."),
            ("spare", "Fire what must match those who fire at you, and no more."),
            ("hold", "Hold your fire."),
        ];
        Some(offer("defend", "When attackers stand beside you (§24.2)", "best-casualties", &choices))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        vec![Circumstance::number(TURN, board.at.turn)]
    }

    fn standing(&self, _: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let said = standing.get("defend");
        let how = Manner::ALL.into_iter().find(|m| m.word() == said)?;
        Some(StandingAnswer { order: Defend { how }.into(), why: how.word() })
    }
}

impl Teller<'_> {
    /// A target announced.
    pub fn aimed(&self, pair: &Pair) -> Option<Line> {
        let text = format!(
            "{} in {} will fire at {}, {} points.",
            self.name(pair.unit),
            self.id(pair.from),
            self.id(pair.to),
            pair.sp
        );
        self.note(text, "24.2")
    }

    /// A step into a flank hex.
    pub fn flanked(&self, flanker: &Flanker) -> Option<Line> {
        let text = format!(
            "{} points of {} step from {} into {}, the flank hex of {}, until the fire is over.",
            flanker.sp,
            self.name(flanker.unit),
            self.id(flanker.from),
            self.id(flanker.to),
            self.id(flanker.target)
        );
        self.changed(text, "24.4", flanker.to)
    }

    /// A column that forms line before fire.
    pub fn hasty_line(&self, line: &HastyLine) -> Option<Line> {
        let text =
            format!("{} is attacked in column and forms line: {}.", self.name(line.unit), self.chain(&line.chain));
        self.note(text, "24.0")
    }

    /// Fire is returned.
    pub fn returning(&self, unit: UnitId) -> Option<Line> {
        self.note(format!("{} returns fire; the attackers fire first.", self.name(unit)), "27.0")
    }

    /// How a defending hex fires.
    pub fn split_fire(&self, split: &Split) -> Option<Line> {
        let share = |s: &Share| format!("{}{} at {}", s.sp, if s.guns { " of cannon" } else { "" }, self.id(s.to));
        let shares: Vec<String> = split.shares.iter().map(share).collect();
        let text = match shares.is_empty() {
            true => format!("{} holds its fire.", self.id(split.from)),
            false => format!("{} fires {}.", self.id(split.from), shares.join(", ")),
        };
        self.note(text, "24.2")
    }

    /// Combat fire with its arithmetic.
    pub fn combat_fire(&self, volley: &Volley) -> Option<Line> {
        let times = |f: &Firer| match f.times {
            2 => String::new(),
            1 => " × ½".to_owned(),
            n if n.is_multiple_of(2) => format!(" × {}", n / 2),
            n => format!(" × {}½", n / 2),
        };
        let one = |f: &Firer| {
            let guns = if f.guns { " (guns)" } else { "" };
            format!("{}{guns} {}{} from {}", self.name(f.unit), f.sp, times(f), self.id(f.from))
        };
        let firers: Vec<String> = volley.firers.iter().map(one).collect();
        let (target, group) = (self.name(volley.target), ["0-3", "4-6", "7-9", "10-12"]);
        let faces: Vec<String> = volley.dice.iter().map(u8::to_string).collect();
        let result = match volley.dice.is_empty() {
            true => "no effect".to_owned(),
            false => format!(
                "{} points, experience {}{}, {} rolled{}: {} casualty points",
                volley.strength,
                group[usize::from(volley.group).min(3)],
                if volley.horse { ", horse" } else { "" },
                faces.join(" "),
                if volley.minus { " (−1)" } else { "" },
                volley.cp
            ),
        };
        let mark = |f: &Firer| Mark::Fought { from: self.id(f.from), to: self.id(f.to), side: volley.by };
        let marks = volley.firers.iter().map(mark).collect();
        self.line(Tone::Combat, format!("Fire at {target}: {}. {result}.", firers.join(", ")), "24.3", marks)
    }
}
