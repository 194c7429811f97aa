//! Combat fire: who fires how strongly at whom, targets, matching, return fire (§23.0, §24.0, §27.0). Steps into flank hexes, hasty lines and what the fire comes to are
//! in `combat_course`, the orders in `combat_orders`, the questions in `combat_questions`.
//!
//! Whoever is not phasing fires first in every round: as the defender (§24.3.4), and as the attacker to whom fire is returned (§27.2).

use super::artillery::{LIMBERED_GUNS, NO_AMMUNITION, gun_points};
use super::board::Board;
use super::book::{NOT_YOURS, OFF_MAP, WRONG_SEGMENT};
use super::chain::{LineMarker, Shape, aspect};
use super::fire::{Firer, Share, Split, Volley};
use super::ground::Terrain;
use super::position::{Pair, Segment};
use super::tables::CombatFire;
use super::units::UnitId;
use domain_core::board::{Aspect, Facing};
use domain_core::kit::RuleBreak;
use domain_core::referee::Side;

pub(super) const NOT_ATTACKING: RuleBreak = RuleBreak::new(&[
    "24.0",
    "{unit} is not attacking.",
    "Brigades named to attack choose their targets; who was attacked may return fire.",
]);
pub(super) const NO_LINE: RuleBreak = RuleBreak::new(&[
    "24.0",
    "{unit} has no battleline marker there.",
    "Only battlelines and unlimbered batteries fire.",
]);
pub(super) const NOBODY_THERE: RuleBreak =
    RuleBreak::new(&["24.2", "{unit} has no enemy in that hex beside it.", "Fire at an enemy in an adjacent hex."]);
pub(super) const NOT_INTO: RuleBreak = RuleBreak::new(&[
    "24.1",
    "That marker of {unit} cannot fire into that hex, or not with so many points.",
    "A straight marker fires 8 points into a front hex and 2 into a flank hex, none to the rear; cannon into front hexes; a hex of foot 8 points, with cannon 11, a hasty line 6.",
]);
pub(super) const MATCH_FIRST: RuleBreak = RuleBreak::new(&[
    "24.2",
    "Those who fire at that hex are not matched yet.",
    "A defending hex matches the strength of those who fire at it as far as it can; only the excess is free.",
]);
pub(super) const TOLD: RuleBreak =
    RuleBreak::new(&["24.2", "{unit} has that target already.", "Give it another one, or go on."]);
pub(super) const NO_RETURN: RuleBreak = RuleBreak::new(&[
    "27.0",
    "{unit} has no fire to return.",
    "A unit returns fire to those it fired at in the other side's last Combat Fire Phase, if neither has moved.",
]);
pub(super) const NO_FLANK: RuleBreak = RuleBreak::new(&[
    "24.4",
    "That is no free flank hex of an enemy battleline that a marker there can reach.",
    "Step one or two hexes forward into an unoccupied flank hex, exposing no flank.",
]);
pub(super) const TIED_DOWN: RuleBreak =
    RuleBreak::new(&["24.4", "That hex is being fired at.", "A marker that is fired at stays where it is."]);
pub(super) const TOO_STRONG: RuleBreak = RuleBreak::new(&[
    "24.4",
    "So many points cannot step out.",
    "At most 4 points that the marker has go into a flank hex.",
]);
pub(super) const NO_COLUMN: RuleBreak = RuleBreak::new(&[
    "24.0",
    "{unit} is no column beside an attacker, or cannot form line that way.",
    "Say left or right, as its men look who marched.",
]);
/// The most points of foot or horse that fire from a hex (§24.2), of all arms (§24.3, §24.5), of a hasty line (§24.7), and in a flank hex (§24.4.3d).
pub(super) const MUSKETS: u8 = 8;
pub(super) const ALL_ARMS: u8 = 11;
pub(super) const HASTY: u8 = 6;
pub(super) const STEP: u8 = 4;

/// Points from a hex into another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fired {
    /// Whether the defender was free to fire them there (§24.2d).
    pub(super) free: bool,
    /// Whether they stepped into a flank hex.
    pub(super) flanker: bool,
    pub(super) from: usize,
    pub(super) guns: bool,
    /// Whether 1 is taken off the die for them (Combat Fire Table, note).
    pub(super) minus: bool,
    pub(super) sp: u8,
    pub(super) to: usize,
    pub(super) unit: UnitId,
}

/// Who can fire from a hex.
pub(super) struct Post {
    /// Markers with their points.
    pub(super) foot: Vec<(UnitId, LineMarker, u8)>,
    pub(super) from: usize,
    /// The battery that stands for all of the hex, its facing, and their points.
    pub(super) guns: Option<(UnitId, Facing, u8)>,
}

/// §24.1, `combat_fire_distribution`: the most points of a marker of a type into one of its front hexes from left to right, and into a flank hex.
pub(super) fn into(shape: Shape, front: Option<usize>) -> u8 {
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
    pub(super) fn points_in(&self, unit: UnitId, hex: usize) -> u8 {
        self.chain(unit).iter().filter(|l| l.at() == hex).map(|l| l.sp).sum()
    }

    /// The Breakdown Chart: what counts of so many points that fire at so few; over eleven by elevens and the rest.
    pub(super) fn breakdown(&self, target: u8, fire: u16) -> u16 {
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
    pub(super) fn limit(&self, marker: &LineMarker, to: usize) -> u8 {
        let Some(side) = self.pack.ground.side_to(marker.hex, to) else { return 0 };
        if side == marker.left || side == marker.right {
            return into(marker.shape(), None);
        }
        marker.front_sides().position(|s| s == side).map_or(0, |n| into(marker.shape(), Some(n)))
    }

    /// Who can fire from a hex of a side, with how much (§24.2 to §24.5, §24.7, ruling 25).
    pub(super) fn post(&self, side: Side, from: usize) -> Post {
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
    pub(super) fn gun_limit(&self, post: &Post, to: usize) -> u8 {
        let Some(side) = self.pack.ground.side_to(post.from, to) else { return 0 };
        post.guns.filter(|(_, facing, _)| facing.apart(side) == 1).map_or(0, |(_, _, points)| points)
    }

    /// The most points from a post into a hex.
    pub(super) fn post_limit(&self, post: &Post, to: usize) -> u8 {
        let foot: u8 = post.foot.iter().map(|(_, m, sp)| (*sp).min(self.limit(m, to))).sum();
        (foot.min(MUSKETS) + self.gun_limit(post, to)).min(ALL_ARMS)
    }

    /// Who of a post fires which of its shares, muskets before cannon unless cannon alone are meant.
    pub(super) fn allotted(&self, post: &Post, shares: &[Share]) -> Option<Vec<Fired>> {
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
    pub(super) fn attacks(&self, unit: UnitId) -> bool {
        self.side(unit) == self.at.side && self.at.brigade(unit).is_some_and(|b| b.is_named())
    }

    /// The hexes beside a hex that hold attackers.
    pub(super) fn attackers_beside(&self, from: usize) -> Vec<usize> {
        let ground = &self.pack.ground;
        let hexes = ground.is_hex(from).then(|| ground.atlas.around(from).map(|(_, to)| to));
        hexes.into_iter().flatten().filter(|to| self.brigades_at(*to).any(|u| self.attacks(u))).collect()
    }

    /// The attackers' fire as it was told, by their strength now (§24.2, step 1).
    pub(super) fn attack_fire(&self, aims: &[Pair]) -> Vec<Fired> {
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
    pub(super) fn attackers_of(&self, hex: usize) -> Vec<(usize, u8)> {
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
    pub(super) fn check_split(&self, split: &Split) -> Result<Vec<Fired>, RuleBreak> {
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
    pub(super) fn silent_posts(&self) -> Vec<usize> {
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
    pub(super) fn worth(&self, from: usize, to: usize, free: bool) -> u32 {
        let of = |unit: UnitId| {
            let times =
                self.times(unit, &Fired { free, flanker: false, from, guns: false, minus: false, sp: 8, to, unit });
            u32::from(times) * u32::from(self.breakdown(self.points_in(unit, to), 8))
        };
        self.brigades_at(to).filter(|u| self.side(*u) == self.at.side).map(of).sum()
    }

    /// The split that is worth most: those who fire are matched, the best worth first; what is free goes where it is worth most, or nowhere where it is spared.
    pub(super) fn best_split(&self, from: usize, spare: bool) -> Split {
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
    pub(super) fn times(&self, target: UnitId, fired: &Fired) -> u8 {
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
    pub(super) fn in_flank_hex(&self, target: UnitId, from: usize) -> bool {
        let formation = self.at.brigade(target).map(|b| b.formation);
        let aspect = formation.and_then(|f| aspect(&self.pack.ground, f, self.chain(target), from));
        aspect == Some(Aspect::Flank)
    }

    /// Whether the marker of a brigade in a hex is a flank marker with a flank hex that no brigade or battery holds (§24.4.2).
    pub(super) fn in_the_air(&self, target: UnitId, hex: usize) -> bool {
        let Some(marker) = self.marker_at(target, hex) else { return false };
        let open = [(marker.left, marker.open_left), (marker.right, marker.open_right)];
        let held = |to: usize| Side::BOTH.iter().any(|side| self.held_by(*side, to));
        let empty = |out: Facing| self.pack.ground.atlas.ahead(hex, out).is_some_and(|to| !held(to));
        open.into_iter().any(|(out, open)| open && empty(out))
    }

    /// All fire of a round at each target, without dice; and whether at least half of it comes from hasty lines (§24.3.1, §24.3.6).
    pub(super) fn volleys(&self, by: Side, fired: &[Fired]) -> Vec<(Volley, bool)> {
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

    pub(super) fn volley(&self, by: Side, target: UnitId, fired: &[Fired]) -> (Volley, bool) {
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
    pub(super) fn check_aim(&self, unit: UnitId, marker: usize, to: usize) -> Result<Pair, RuleBreak> {
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
    pub(super) fn to_return(&self, unit: UnitId) -> Vec<Pair> {
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

    pub(super) fn check_return(&self, unit: UnitId) -> Result<(), RuleBreak> {
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
    pub(super) fn again(&self, pair: &Pair) -> Option<Fired> {
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
    pub(super) fn returned(&self) -> [Vec<Fired>; 2] {
        let ours: Vec<Pair> = self.at.fight.returns.iter().flat_map(|u| self.to_return(*u)).collect();
        let hexes = |hex: u16| ours.iter().any(|p| p.from == hex);
        let theirs = self.at.fight.before.iter().filter(|p| self.side(p.unit) != self.at.side && hexes(p.to));
        let theirs: Vec<Pair> = theirs.flat_map(|p| self.to_return(p.unit).into_iter().filter(|q| q.same(p))).collect();
        [theirs, ours].map(|pairs| pairs.iter().filter_map(|p| self.again(p)).collect())
    }
}
