//! Combat fire: who fires how strongly at whom, targets, matching (§23.0, §24.0). Return fire is in `returned`; steps into flank hexes, hasty lines and what
//! the fire comes to are in `combat_course`, the orders in `combat_orders`, the questions in `combat_questions`.
//!
//! Whoever is not phasing fires first in every round: as the defender (§24.3.4), and as the attacker to whom fire is returned (§27.2).

use super::artillery::{HAS_MOVED, LIMBERED_GUNS, NO_AMMUNITION, NO_SUPPORT, gun_points};
use super::board::Board;
use super::book::{NOT_YOURS, OFF_MAP, WRONG_SEGMENT};
use super::chain::{LineMarker, Shape};
use super::fire::{Share, Split};
use super::position::{Battery, Pair, Segment};
use super::units::UnitId;
use domain_core::board::Facing;
use domain_core::kit::RuleBreak;
use domain_core::referee::{SeatId, Side};

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
pub(super) const SAME_BRIGADE: RuleBreak = RuleBreak::new(&[
    "27.0",
    "Fire that is returned at that hex goes to the brigade that was aimed at before.",
    "Return it and leave the other brigade alone; or, where somebody attacks that hex anew, aim at the other and return nothing.",
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
pub(super) const NOT_OF_TWO: RuleBreak = RuleBreak::new(&[
    "24.3",
    "There is no such choice between two brigades.",
    "Who fires at a hex beside it with flank markers of two brigades, eight points together, says which is aimed at.",
]);
pub(super) const AIMED_AT: RuleBreak =
    RuleBreak::new(&["24.3", "That brigade is aimed at already.", "Name the other brigade of the hex, or go on."]);
/// The most points of foot or horse that fire from a hex (§24.2), of all arms (§24.3, §24.5), of a hasty line (§24.7), and in a flank hex (§24.4.3d).
pub(super) const MUSKETS: u8 = 8;
pub(super) const ALL_ARMS: u8 = 11;
pub(super) const HASTY: u8 = 6;
pub(super) const STEP: u8 = 4;

/// Points from a hex into another.
#[derive(Clone, Debug)]
pub(super) struct Fired {
    /// Whether they go at batteries alone, and at no brigade that has come to these since (§27.1).
    pub(super) at_guns: bool,
    /// The batteries that fire them together, if these are points of cannon.
    pub(super) batteries: Vec<UnitId>,
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

impl Fired {
    /// Muskets by themselves.
    pub(super) fn new(unit: UnitId, from: usize, to: usize, sp: u8) -> Fired {
        let (at_guns, batteries, free, flanker) = (false, Vec::new(), false, false);
        Fired { at_guns, batteries, free, flanker, from, guns: false, minus: false, sp, to, unit }
    }
}

/// A marker of a brigade, with the points of it that fire.
pub(super) type Muskets = (UnitId, LineMarker, u8);

/// Who can fire from a hex.
pub(super) struct Post {
    /// All batteries of the hex that fire.
    pub(super) batteries: Vec<UnitId>,
    /// Markers with their points.
    pub(super) foot: Vec<Muskets>,
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
    /// A marker in words, as the subject of a sentence: with its number and hex where its brigade has several.
    pub fn marker_said(&self, unit: UnitId, marker: usize) -> String {
        let (name, chain) = (self.name(unit), self.chain(unit));
        match chain.get(marker).filter(|_| chain.len() > 1) {
            Some(link) => format!("{name}, marker {} in {},", marker + 1, self.pack.ground.id(link.at())),
            None => name.to_owned(),
        }
    }

    /// The marker of a line in a hex.
    pub fn marker_at(&self, unit: UnitId, hex: usize) -> Option<LineMarker> {
        self.line(unit).into_iter().find(|m| m.hex == hex)
    }

    /// The points of a brigade in a hex.
    pub(super) fn points_in(&self, unit: UnitId, hex: usize) -> u8 {
        self.chain(unit).iter().filter(|l| l.at() == hex).map(|l| l.sp).sum()
    }

    /// The most points of a marker into a hex beside it, whatever its strength; 0 to the rear (§24.1).
    pub(super) fn limit(&self, marker: &LineMarker, to: usize) -> u8 {
        let Some(side) = self.pack.ground.side_to(marker.hex, to) else { return 0 };
        if side == marker.left || side == marker.right {
            return into(marker.shape(), None);
        }
        marker.front_sides().position(|s| s == side).map_or(0, |n| into(marker.shape(), Some(n)))
    }

    /// The fewest points that fire: two of horse (Combat Fire Table, note; ruling 25).
    pub(super) fn least_share(&self, unit: UnitId) -> u8 {
        if self.spec(unit).is_cavalry() { 2 } else { 1 }
    }

    /// Who can fire from a hex of a side, with how much (§24.2 to §24.5, §24.7, ruling 25).
    pub(super) fn post(&self, side: Side, from: usize) -> Post {
        self.post_of(side, from, None)
    }

    /// The same of one of several seats, or of all.
    pub(super) fn post_of(&self, side: Side, from: usize, seat: Option<SeatId>) -> Post {
        let foot = |unit: UnitId| {
            let marker = self.marker_at(unit, from)?;
            let (now, _) = self.brigade(unit)?;
            let away = self.at.fight.flankers.iter().filter(|f| f.unit == unit && usize::from(f.from) == from);
            let here = marker.sp.saturating_sub(away.map(|f| f.sp).sum());
            let least = self.least_share(unit);
            let sp = here.min(if now.hasty { HASTY } else { MUSKETS });
            (sp >= least).then_some((unit, marker, sp))
        };
        let mine = |u: &UnitId| self.side(*u) == side && seat.is_none_or(|seat| self.seat_of(*u) == seat);
        let batteries: Vec<UnitId> = self.batteries_at(from).filter(mine).filter(|u| self.guns_fire(*u)).collect();
        let points = self.cannon_points(&batteries).min(ALL_ARMS);
        let guns = batteries.first().filter(|_| points > 0);
        let guns = guns.and_then(|u| Some((*u, self.at.battery(*u)?.facing, points)));
        Post { batteries, foot: self.brigades_at(from).filter(mine).filter_map(foot).collect(), from, guns }
    }

    /// Whether a battery can fire in combat fire: unlimbered, with ammunition, near a brigade of its own (§9.0, §17.2.9, §29.4.4). Who has entered a hex in
    /// this player turn does not (ruling 15), also where an enemy comes into view beside it after that (0.1); before revision 8 it did.
    pub(super) fn guns_fire(&self, unit: UnitId) -> bool {
        let ready = |b: &Battery| !b.limbered && b.factors > 0 && !(b.moved && self.since(8));
        self.at.battery(unit).is_some_and(ready) && (self.has_told_fire(unit) || self.is_supported(unit))
    }

    /// The points of all cannon of batteries in a hex together (§24.3).
    pub(super) fn cannon_points(&self, batteries: &[UnitId]) -> u8 {
        let mut guns = [0u8; 3];
        for unit in batteries {
            guns.iter_mut().zip(self.guns_served(*unit)).for_each(|(n, more)| *n += more);
        }
        gun_points(&self.pack.tables, guns)
    }

    /// The most points of cannon from a post into a hex: into the two front hexes, all round in works (§24.1, 0.12).
    pub(super) fn gun_limit(&self, post: &Post, to: usize) -> u8 {
        self.gun_limit_by(post, to, true)
    }

    /// The same by the field that works give, or without it: who returns fire leaves them unused (0.12, effects 4 and 5).
    pub(super) fn gun_limit_by(&self, post: &Post, to: usize, works: bool) -> u8 {
        let Some(side) = self.pack.ground.side_to(post.from, to) else { return 0 };
        let round = |unit: UnitId| works && self.field_in_works(unit, post.from) == Some(super::ground::Half::Whole);
        let fires = |(unit, facing, _): &(UnitId, Facing, u8)| facing.apart(side) == 1 || round(*unit);
        post.guns.filter(fires).map_or(0, |(_, _, points)| points)
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
            for (n, (unit, marker, _)) in post.foot.iter().enumerate().filter(|(_, (unit, ..))| share.is_of(*unit)) {
                let before: u8 = fired.iter().filter(|f| f.unit == *unit && f.to == to).map(|f| f.sp).sum();
                let sp = need.min(left[n]).min(muskets).min(self.limit(marker, to).saturating_sub(before));
                // Combat Fire Table, note: horse needs two points to fire.
                if sp + before >= self.least_share(*unit) && sp > 0 {
                    (left[n], muskets, need) = (left[n] - sp, muskets - sp, need - sp);
                    fired.push(Fired::new(*unit, post.from, to, sp));
                }
            }
            let sp = need.min(guns).min(self.gun_limit(post, to));
            if let Some((unit, ..)) = post.guns.filter(|_| sp > 0 && share.of.is_none()) {
                (guns, need) = (guns - sp, need - sp);
                let batteries = post.batteries.clone();
                fired.push(Fired { batteries, guns: true, ..Fired::new(unit, post.from, to, sp) });
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

    /// The attackers' fire as it was told, by their strength now (§24.2, step 1): of a hex 8 points of foot and horse, with cannon 11, whatever they fire at
    /// (§24.2, §24.3, §24.5).
    pub(super) fn attack_fire(&self, aims: &[Pair]) -> Vec<Fired> {
        let mut fired: Vec<Fired> = Vec::new();
        let mut posts: Vec<usize> = aims.iter().map(|p| usize::from(p.from)).collect();
        posts.sort_unstable();
        posts.dedup();
        let [_, returned] = if self.since(7) { self.returned() } else { [Vec::new(), Vec::new()] };
        for from in posts {
            let here: Vec<&Pair> = aims.iter().filter(|p| usize::from(p.from) == from).collect();
            let Some(first) = here.first() else { continue };
            let post = self.post(self.side(first.unit), from);
            let mut room = MUSKETS;
            let one = |unit, to, sp| Fired { minus: true, ..Fired::new(unit, from, to, sp) };
            for pair in &here {
                let Some((_, marker, sp)) = post.foot.iter().find(|(u, ..)| *u == pair.unit) else { continue };
                let to = usize::from(pair.to);
                let sp = (*sp).min(self.limit(marker, to)).min(room);
                room -= sp;
                fired.extend((sp > 0).then(|| one(pair.unit, to, sp)));
            }
            // Cannon of the hex that fire at one target count together.
            // §24.5: what returns fire from the hex is of its eleven points too (§27.1).
            let returned: u8 = returned.iter().filter(|f| f.from == from).map(|f| f.sp).sum();
            let mut left = (ALL_ARMS - (MUSKETS - room)).saturating_sub(returned);
            let mut targets: Vec<usize> = here.iter().map(|p| usize::from(p.to)).collect();
            targets.sort_unstable();
            targets.dedup();
            for to in targets {
                let at_it = here.iter().filter(|p| usize::from(p.to) == to).map(|p| p.unit);
                let batteries: Vec<UnitId> = at_it.filter(|u| self.guns_fire(*u)).collect();
                let sp = self.cannon_points(&batteries).min(left).min(self.gun_limit(&post, to));
                left -= sp;
                if let Some(first) = batteries.first().copied().filter(|_| sp > 0) {
                    fired.push(Fired { batteries, guns: true, ..one(first, to, sp) });
                }
            }
        }
        fired
    }

    /// Those who fire at a defending hex, each hex with its strength.
    pub(super) fn attackers_of(&self, hex: usize) -> Vec<(usize, u8)> {
        // What a hex fires elsewhere leaves it so much less for this one (§24.5).
        let meant = |p: &Pair| self.since(5) || usize::from(p.to) == hex;
        let aims: Vec<Pair> = self.at.fight.aims.iter().filter(|p| meant(p)).cloned().collect();
        let mut found: Vec<(usize, u8)> = Vec::new();
        for fired in self.attack_fire(&aims).into_iter().filter(|fired| fired.to == hex) {
            match found.iter_mut().find(|(from, _)| *from == fired.from) {
                Some((_, sp)) => *sp += fired.sp,
                None => found.push((fired.from, fired.sp)),
            }
        }
        found
    }

    /// §24.2, step 2: how a defending hex fires, with what is free to fire anywhere.
    pub(super) fn check_split(&self, split: &Split) -> Result<Vec<Fired>, RuleBreak> {
        self.check_split_beside(split, &self.at.fight.splits)
    }

    /// The same as it is told: what another seat of the side has told of the hex before is not made void by it (§24.2, §24.5).
    pub(super) fn check_told(&self, split: &Split) -> Result<Vec<Fired>, RuleBreak> {
        let fired = self.check_split(split)?;
        let behind = |s: &&Split| self.since(6) && s.from == split.from && s.by > split.by;
        let told = &self.at.fight.splits;
        if told.iter().any(|s| behind(&s)) {
            let again = |s: &Split| (s.from, s.by) == (split.from, split.by);
            let with: Vec<Split> = told.iter().filter(|s| !again(s)).chain([split]).cloned().collect();
            told.iter().filter(behind).try_for_each(|s| self.check_split_beside(s, &with).map(|_| ()))?;
        }
        Ok(fired)
    }

    /// How a defending hex fires beside what was told of it.
    fn check_split_beside(&self, split: &Split, told_before: &[Split]) -> Result<Vec<Fired>, RuleBreak> {
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
        let post = self.post_of(defender, from, split.by);
        let fired = self.allotted(&post, &split.shares).ok_or(NOT_INTO)?;
        // What another seat of the side fires from the same hex counts beside it; the first of them matches first.
        let before = told_before.iter().filter(|s| s.from == split.from && s.by < split.by);
        let others: Vec<Share> = before.flat_map(|s| s.shares.iter().copied()).collect();
        let all = |shares: &[Share]| shares.iter().map(|s| u32::from(s.sp)).sum::<u32>();
        if all(&others) + all(&split.shares) > u32::from(ALL_ARMS) {
            return Err(NOT_INTO);
        }
        let fired_at = |to: usize| others.iter().filter(|s| usize::from(s.to) == to).map(|s| s.sp).sum::<u8>();
        let attackers: Vec<(usize, u8)> =
            self.attackers_of(from).into_iter().map(|(hex, sp)| (hex, sp.saturating_sub(fired_at(hex)))).collect();
        // §24.2a, §24.8: attacking markers are matched, guns that fire alone cannot be.
        let attackers: Vec<(usize, u8)> =
            attackers.into_iter().filter(|(hex, _)| !self.since(4) || beside.contains(hex)).collect();
        let against = |to: usize| attackers.iter().find(|(hex, _)| *hex == to).map_or(0, |(_, sp)| *sp);
        let told = |to: usize| fired.iter().filter(|f| f.to == to).map(|f| f.sp).sum::<u8>();
        let excess = beside.iter().any(|to| told(*to) > against(*to));
        let unmatched = |(hex, sp): &(usize, u8)| told(*hex) < (*sp).min(self.post_limit(&post, *hex));
        // What reaches none of those who are left keeps nothing from them.
        let more = || {
            let matched = |(hex, sp): &(usize, u8)| u32::from(told(*hex).min(*sp));
            !self.since(6) || attackers.iter().map(matched).sum::<u32>() < self.most_matched(&post, &attackers)
        };
        if excess && attackers.iter().any(unmatched) && more() {
            return Err(MATCH_FIRST);
        }
        let mut matched: Vec<Fired> = Vec::new();
        for one in fired {
            let done: u8 = matched.iter().filter(|f| f.to == one.to && !f.free).map(|f| f.sp).sum();
            let bound = one.sp.min(against(one.to).saturating_sub(done));
            matched.extend((bound > 0).then(|| Fired { sp: bound, ..one.clone() }));
            matched.extend((one.sp > bound).then(|| Fired { free: true, sp: one.sp - bound, ..one }));
        }
        Ok(matched)
    }

    /// §24.2b, §24.2d: the most points of all who fire at a hex that a post can match together.
    fn most_matched(&self, post: &Post, attackers: &[(usize, u8)]) -> u32 {
        let foot: Vec<&Muskets> = post.foot.iter().collect();
        self.most_matched_by(post, &foot, attackers, (MUSKETS, ALL_ARMS))
    }

    /// The same by some markers of it and its cannon, within so many points of muskets and of all arms. Horse fires two points at a hex or none (Combat Fire
    /// Table, note), so that each way in which it may is looked at; before revision 8 single points of it were counted too.
    fn most_matched_by(
        &self,
        post: &Post,
        foot: &[&Muskets],
        attackers: &[(usize, u8)],
        (muskets, arms): (u8, u8),
    ) -> u32 {
        let horse = |(unit, ..): &&Muskets| self.since(8) && self.least_share(*unit) > 1;
        let Some(n) = foot.iter().position(horse) else {
            return self.narrowest_cut(post, foot, attackers, (muskets, arms));
        };
        let (_, marker, sp) = foot[n];
        let all = (*sp).min(muskets);
        let others: Vec<&Muskets> = foot[..n].iter().chain(&foot[n + 1..]).copied().collect();
        // What is left of its points, and of those who fire, as it fires at one of them after the other.
        let mut ways: Vec<(u8, Vec<(usize, u8)>)> = vec![(all, attackers.to_vec())];
        for (at, (to, against)) in attackers.iter().copied().enumerate() {
            let most = self.limit(marker, to).min(against.max(2));
            let mut next: Vec<(u8, Vec<(usize, u8)>)> = Vec::new();
            for (left, unmet) in &ways {
                for fired in std::iter::once(0).chain(2..=most.min(*left)) {
                    let mut unmet = unmet.clone();
                    unmet[at].1 -= fired.min(against);
                    next.push((*left - fired, unmet));
                }
            }
            ways = next;
        }
        let points = |of: &[(usize, u8)]| of.iter().map(|(_, sp)| u32::from(*sp)).sum::<u32>();
        let each = ways.into_iter().map(|(left, unmet)| {
            let within = (muskets - (all - left), arms.saturating_sub(all - left));
            points(attackers) - points(&unmet) + self.most_matched_by(post, &others, &unmet, within)
        });
        each.max().unwrap_or(0)
    }

    /// What foot and cannon can match: the narrowest cut between their points and those of who fires.
    fn narrowest_cut(
        &self,
        post: &Post,
        foot: &[&Muskets],
        attackers: &[(usize, u8)],
        (muskets, arms): (u8, u8),
    ) -> u32 {
        // The markers, and behind them the cannon.
        let guns = foot.len();
        let reach = |n: usize, to: usize| match foot.get(n) {
            Some((_, marker, sp)) => u32::from((*sp).min(self.limit(marker, to))),
            None => u32::from(self.gun_limit(post, to)),
        };
        let cut = |with: usize| {
            let without = |n: &usize| (with >> *n) & 1 == 0;
            let by_foot: u32 = (0..guns).filter(without).map(|n| u32::from(foot[n].2)).sum();
            let by_guns = post.guns.filter(|_| without(&guns)).map_or(0, |(_, _, points)| u32::from(points));
            let met = |(to, sp): &(usize, u8)| {
                let most: u32 = (0..=guns).filter(|n| !without(n)).map(|n| reach(n, *to)).sum();
                most.min(u32::from(*sp))
            };
            by_foot.min(u32::from(muskets)) + by_guns + attackers.iter().map(met).sum::<u32>()
        };
        let least = (0..1_usize << (guns + 1)).map(cut).min().unwrap_or(0);
        least.min(u32::from(arms))
    }

    /// Hexes of the defender that could fire and were not told how.
    pub(super) fn silent_posts(&self) -> Vec<usize> {
        let defender = self.at.side.other();
        let told = |hex: usize| self.at.fight.splits.iter().any(|s| usize::from(s.from) == hex && s.by == self.eye);
        let mut posts: Vec<usize> = Vec::new();
        for unit in self.of(defender).filter(|u| self.spec(*u).commander().is_none()) {
            for hex in self.chain(unit).iter().map(|l| l.at()) {
                let fires = || {
                    let beside = self.attackers_beside(hex);
                    let post = if beside.is_empty() { return false } else { self.post_of(defender, hex, self.eye) };
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

    /// The split that is worth most: those who fire are matched, the best worth first; what is free goes where it is worth most, or nowhere where it is spared.
    pub(super) fn best_split(&self, from: usize, spare: bool) -> Split {
        let post = self.post_of(self.at.side.other(), from, self.eye);
        let mut split = Split { by: self.eye, from: from as u16, shares: Vec::new() };
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
                    None => shares.push(Share::into(to, more)),
                }
                let tried = Split { by: split.by, from: split.from, shares };
                if self.allotted(&post, &tried.shares).is_some() && self.check_told(&tried).is_ok() {
                    split = tried;
                    break;
                }
            }
        }
        split
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
            if battery.moved && self.since(8) {
                return Err(HAS_MOVED);
            }
            if battery.factors == 0 {
                return Err(NO_AMMUNITION);
            }
            if !self.is_supported(unit) {
                return Err(NO_SUPPORT);
            }
            if self.guns_have_fired(unit) {
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
}
