//! Artillery fire: guns, targets, heavy fire, counter-battery, ammunition (§29.0).
//!
//! Each order is resolved at once. Cannon in one hex that fire at one target one after the other come to what the table has for all of them together
//! (§29.1, step 1), less what those before have done.

use super::board::Board;
use super::book::{AnyOrder, NOT_A_BATTERY, NOT_YOURS, OFF_MAP, Rules, Stop, WRONG_SEGMENT};
use super::facts::Fact;
use super::fire::{Shelling, Shot};
use super::ground::Terrain;
use super::names::{read_marker, read_place, unreadable};
use super::position::Segment;
use super::ranges::{Fires, GUN_REACH};
use super::resolver::Resolver;
use super::tables::Tables;
use super::teller::Teller;
use super::units::{Gun, UnitId};
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Finality, Line, Mark, Refusal, Side, Tone};

pub const LIMBERED_GUNS: RuleBreak = RuleBreak::new(&[
    "9.0",
    "{unit} is limbered.",
    "Only unlimbered batteries fire; unlimber it in the Movement Phase.",
]);
pub const NO_AMMUNITION: RuleBreak = RuleBreak::new(&[
    "29.4",
    "{unit} has not the ammunition for that.",
    "A battery that fires marks off one factor, two for heavy fire.",
]);
pub(super) const HAS_MOVED: RuleBreak = RuleBreak::new(&[
    "29.1",
    "{unit} entered a hex in this Movement Phase.",
    "A battery fires or moves; it may change between limbered and unlimbered in place and still fire.",
]);
pub const NO_SUPPORT: RuleBreak = RuleBreak::new(&[
    "17.2",
    "{unit} has no brigade of its division or corps near.",
    "A battery fires only within 3 hexes of a brigade of its division or corps; the Union reserve of any.",
]);
const NO_GUNS: RuleBreak = RuleBreak::new(&[
    "29.1",
    "{unit} has not so many cannon of that kind that have not fired.",
    "Each cannon fires once in an Artillery Fire Phase; with 0.8 no more of them than factors are left.",
]);
const OUT_OF_RANGE: RuleBreak = RuleBreak::new(&[
    "29.0",
    "The target is not within range of influence of those cannon of {unit}.",
    "Fire at enemies in its field of fire and in sight: rifles reach 8 hexes, Napoleons 6, howitzers 5.",
]);
const ADJACENT: RuleBreak =
    RuleBreak::new(&["29.1", "{unit} stands beside that hex.", "Fire into the next hex is combat fire."]);
const BESIDE_IT: RuleBreak =
    RuleBreak::new(&["29.0", "{unit} stands beside a part of that battery.", "Fire at units that are not adjacent."]);
const WOODS: RuleBreak = RuleBreak::new(&[
    "29.1",
    "That target in woods has not fired from there.",
    "Cannon fire into woods only at who has fired from that hex since entering it.",
]);
const NO_TARGET: RuleBreak =
    RuleBreak::new(&["29.1", "That is no enemy on the map there.", "Name an enemy's hex, marker or battery."]);
const DONE_WITH: RuleBreak = RuleBreak::new(&[
    "29.1",
    "Fire at that target is over: another has been fired at since.",
    "Direct all fire at one target before the next.",
]);
const ONE_WAY: RuleBreak = RuleBreak::new(&[
    "29.3",
    "{unit} has fired otherwise in this phase.",
    "A battery uses heavy fire for all it fires in a phase or for nothing.",
]);

/// The most cannon that the tables take at a time (ruling 27).
const ROW: u8 = 15;

/// Strength points of cannon, by kind: each kind by its line of the chart, smooth bores counted as rifles where that is more (§24.4, Artillery Strength
/// Point Chart). Without the limit of 11 a hex.
pub fn gun_points(tables: &Tables, guns: [u8; 3]) -> u8 {
    let of = |gun: usize, n: u8| {
        let row = &tables.artillery_strength[gun];
        let points = |n: u8| if n == 0 { 0 } else { row.get(usize::from(n) - 1).copied().unwrap_or(0) };
        n / ROW * points(ROW) + points(n % ROW)
    };
    let [rifled, napoleons, howitzers] = guns;
    let some = |n: u8, h: u8| of(0, rifled + n + h) + of(1, napoleons - n) + of(2, howitzers - h);
    (0..=napoleons).flat_map(|n| (0..=howitzers).map(move |h| some(n, h))).max().unwrap_or(0)
}

/// A number of a table row by fifteens and the rest (ruling 27), or 0.
fn by_rows(row: impl Fn(u8) -> u8, n: u8) -> u8 {
    let full = if n >= ROW { n / ROW * row(ROW) } else { 0 };
    full + if n.is_multiple_of(ROW) { 0 } else { row(n % ROW) }
}

/// So many cannon of a battery at a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GunsAt {
    /// How many, by kind.
    pub guns: [u8; 3],
    /// The hex of the target.
    pub hex: u16,
    /// Whether smooth bores count as rifles.
    pub rifled: bool,
    /// The brigade or battery.
    pub target: UnitId,
}

/// What a shot comes to.
struct Ranged {
    /// Whether works halve it (0.12).
    covered: bool,
    flank: bool,
    from: usize,
    /// On the table.
    range: u8,
}

impl Board<'_> {
    /// §17.2.9, ruling 50: whether a battery stands within 3 hexes of a brigade of its division or corps.
    pub fn is_supported(&self, unit: UnitId) -> bool {
        // 0.13.3, 0.13.4: under an artillery commander it fires where he is near, whatever brigade is.
        if let Some(near) = self.is_near_gunner(unit) {
            return near;
        }
        let Some(at) = self.at.place(unit) else { return false };
        let atlas = &self.pack.ground.atlas;
        let near = |brigade: UnitId| {
            self.chain(brigade).iter().any(|l| atlas.distance(at, l.at()).is_some_and(|far| far <= 3))
        };
        self.of(self.side(unit)).any(|u| self.spec(u).brigade().is_some() && near(u) && self.keeps_company(unit, u))
    }

    /// 0.8: the cannon of a battery that its ammunition serves: as many as it has factors, rifles silent before Napoleons before howitzers. Factors that this
    /// phase's fire has cost still count.
    pub(super) fn guns_served(&self, unit: UnitId) -> [u8; 3] {
        let Some((now, spec)) = self.battery(unit) else { return [0; 3] };
        let shots = self.at.fight.shots.iter().filter(|s| s.battery == unit && self.at.segment == Segment::Artillery);
        let paid = shots.map(|s| if s.heavy { 2 } else { 1 }).next().unwrap_or(0);
        let mut served = spec.guns;
        if self.at.options.reduced_artillery {
            let mut silent = spec.cannon().saturating_sub(now.factors + paid);
            for guns in &mut served {
                let fewer = silent.min(*guns);
                (*guns, silent) = (*guns - fewer, silent - fewer);
            }
        }
        served
    }

    /// The cannon of a battery that have not fired in this phase.
    fn guns_left(&self, unit: UnitId) -> [u8; 3] {
        let mut left = self.guns_served(unit);
        for shot in self.at.fight.shots.iter().filter(|s| s.battery == unit) {
            left.iter_mut().zip(shot.guns).for_each(|(n, fired)| *n = n.saturating_sub(fired));
        }
        left
    }

    /// Whether a battery may fire now at all.
    fn check_gun_line(&self, unit: UnitId, heavy: bool) -> Result<(), RuleBreak> {
        let (now, _) = self.battery(unit).ok_or(NOT_A_BATTERY)?;
        if self.side(unit) != self.at.side {
            return Err(NOT_YOURS);
        }
        if self.at.segment != Segment::Artillery || self.is_night() {
            return Err(WRONG_SEGMENT);
        }
        if !self.on_map(unit) {
            return Err(OFF_MAP);
        }
        if now.limbered {
            return Err(LIMBERED_GUNS);
        }
        if now.moved {
            return Err(HAS_MOVED);
        }
        match self.at.fight.shots.iter().find(|s| s.battery == unit) {
            Some(shot) if shot.heavy != heavy => return Err(ONE_WAY),
            None if now.factors < if heavy { 2 } else { 1 } => return Err(NO_AMMUNITION),
            _ => {}
        }
        if self.is_supported(unit) { Ok(()) } else { Err(NO_SUPPORT) }
    }

    /// The enemy that is meant by a hex: its brigade, of several the first, else its battery.
    fn target_in(&self, side: Side, hex: usize) -> Option<UnitId> {
        let enemy = |u: &UnitId| self.side(*u) != side;
        self.brigades_at(hex).find(enemy).or_else(|| self.batteries_at(hex).find(enemy))
    }

    /// Whether a counter has fired out of the woods it is in since it entered them (§29.1.6, ruling 67).
    fn fired_out_of(&self, unit: UnitId, hex: usize) -> bool {
        match (self.at.brigade(unit), self.at.battery(unit)) {
            (Some(brigade), _) => brigade.fired_from.iter().any(|h| usize::from(*h) == hex),
            (_, Some(battery)) => battery.fired_from_woods,
            _ => false,
        }
    }

    /// §29.0, §29.1: whether a battery may fire these cannon so.
    fn check_shot(&self, unit: UnitId, heavy: bool, at: &GunsAt) -> Result<Ranged, RuleBreak> {
        self.check_gun_line(unit, heavy)?;
        let (side, hex) = (self.side(unit), usize::from(at.hex));
        let (ground, from) = (&self.pack.ground, self.at.place(unit).ok_or(OFF_MAP)?);
        let there = self.units_at(hex).contains(&at.target) && self.spec(at.target).commander().is_none();
        if !there || self.side(at.target) == side || !ground.is_hex(hex) {
            return Err(NO_TARGET);
        }
        let left = self.guns_left(unit);
        if at.guns == [0; 3] || at.guns.iter().zip(left).any(|(n, left)| *n > left) {
            return Err(NO_GUNS);
        }
        let shots = &self.at.fight.shots;
        // §29.1, step 2: a battery is one target, in whichever of its two hexes it is aimed at (§17.2.11).
        let whole = self.since(7) && self.battery(at.target).is_some();
        let at_it = |s: &Shot| s.target == at.target && (whole || s.hex == at.hex);
        if shots.last().is_some_and(|s| !at_it(s)) && shots.iter().any(at_it) {
            return Err(DONE_WITH);
        }
        let far = ground.atlas.distance(from, hex).ok_or(OUT_OF_RANGE)?;
        if far == 1 {
            return Err(ADJACENT);
        }
        // §29.0, Artillery Fire Table, note: nor at a unit beside it: a battery is one, in whichever of its two hexes it is aimed at (§17.2.11).
        let beside = || self.chain(at.target).iter().any(|l| ground.adjacent(from, l.at()));
        if whole && self.since(8) && beside() {
            return Err(BESIDE_IT);
        }
        let woods = ground.terrain(hex) == Terrain::Woods;
        if woods && !self.fired_out_of(at.target, hex) {
            return Err(WOODS);
        }
        // Ruling 51: smooth bores counted as rifles reach no farther.
        let reach = Gun::ALL.iter().filter(|gun| at.guns[**gun as usize] > 0).map(|gun| GUN_REACH[*gun as usize]).min();
        let field = self.field_of_guns(unit, from);
        let in_field = far <= reach.unwrap_or(0) && ground.lies_within(from, field.direction, field.half, hex);
        // Ruling 67: into woods it is enough that the line is clear.
        let sees = if woods { ground.clear_between(from, hex) } else { ground.sees(from, hex) };
        // 0.12, effect 6, §29.0.3: who stands with attackers in works of the enemy has nothing in range but what is beside it.
        let stormed = self.since(5) && self.stormed_works(unit, from);
        if stormed || !in_field || !sees || !self.clear_of_bodies(from, hex, side, true) {
            return Err(OUT_OF_RANGE);
        }
        let (above, below) = (i32::from(ground.level(from)), i32::from(ground.level(hex)));
        let by_height = i32::from(below - above >= 2) - i32::from(above - below >= 2);
        let range = far as i32 + by_height + i32::from(woods) - if heavy { 2 } else { 0 };
        let flank = self.enfilades(from, at.target, hex);
        let covered = self.works_cover(at.target, hex, from);
        Ok(Ranged { covered, flank, from, range: range.max(1) as u8 })
    }

    /// §23.2: whether cannon in a hex have the marker of a brigade in another by the flank; none in woods, which no range reaches (§20.4.2).
    fn enfilades(&self, from: usize, target: UnitId, hex: usize) -> bool {
        let woods = self.pack.ground.terrain(hex) == Terrain::Woods;
        !woods && self.marker_at(target, hex).is_some_and(|m| self.in_flank_field(target, &m, from))
    }

    /// The field of an unlimbered battery, whether it has ammunition left or not.
    fn field_of_guns(&self, unit: UnitId, from: usize) -> Fires {
        use super::ground::Half;
        let direction = self.at.battery(unit).map_or(domain_core::board::Facing::corner(0), |b| b.facing);
        let alone = if self.batteries_at(from).count() > 1 { Half::Thirty } else { Half::Sixty };
        let half = self.field_in_works(unit, from).unwrap_or(alone);
        Fires { artillery: true, direction, from, half, reach: GUN_REACH[0] }
    }

    /// What cannon of a hex do to a target, all together: casualty points by brigade, or ammunition attacks.
    fn shelled(&self, shots: &[Shot], ranged: &Ranged) -> (Vec<(UnitId, u8)>, u8) {
        let Some(first) = shots.first() else { return (Vec::new(), 0) };
        let mut guns = [0u8; 3];
        for shot in shots {
            let line = |gun: usize| if shot.rifled { 0 } else { gun };
            (0..3).for_each(|gun| guns[line(gun)] += shot.guns[gun]);
        }
        let Ranged { covered, flank, from, range } = *ranged;
        // Flank fire counts three times, fire at works half; rounded down once (§23.3a, 0.12, ruling 52).
        let counts = |n: u8, flank: bool, covered: bool| n * if flank { 3 } else { 1 } / if covered { 2 } else { 1 };
        let count = |n: u8| counts(n, flank, covered);
        let table = |gun: usize, n: u8| {
            let of = |n: u8| {
                let row = self.pack.tables.artillery_fire[gun].get(usize::from(n) - 1);
                row.and_then(|row| row.get(usize::from(range) - 1)).copied().unwrap_or(0)
            };
            by_rows(of, n)
        };
        if self.battery(first.target).is_some() {
            return (Vec::new(), (0..3).map(|gun| table(gun, count(guns[gun]))).sum());
        }
        let hex = usize::from(first.hex);
        let mut cp: Vec<(UnitId, u8)> = Vec::new();
        for (gun, n) in guns.into_iter().enumerate() {
            for (unit, mut points) in self.broken_down(hex, first.target, u16::from(count(n))) {
                // §23.2b: what falls on the other brigade of the hex is flank fire where that one's marker is taken in the flank.
                if unit != first.target && self.since(6) {
                    let n = counts(n, self.enfilades(from, unit, hex), self.works_cover(unit, hex, from));
                    let each = self.broken_down(hex, first.target, u16::from(n));
                    points = each.iter().find(|(u, _)| *u == unit).map_or(0, |(_, points)| *points);
                }
                let points = table(gun, u8::try_from(points).unwrap_or(u8::MAX));
                match cp.iter_mut().find(|(u, _)| *u == unit) {
                    Some((_, sum)) => *sum += points,
                    None => cp.push((unit, points)),
                }
            }
        }
        (cp, 0)
    }

    /// What more these cannon do than those that fired from the hex at the target before.
    fn shell(&self, unit: UnitId, heavy: bool, at: &GunsAt, ranged: &Ranged) -> (Vec<(UnitId, u8)>, u8) {
        let from = |s: &Shot| self.at.place(s.battery) == Some(ranged.from);
        // §29.1, step 3: at a battery in two hexes all of them together, in whichever each is aimed at (§17.2.11).
        let whole = self.since(7) && self.battery(at.target).is_some();
        let with = |s: &&Shot| (s.target, s.heavy) == (at.target, heavy) && (whole || s.hex == at.hex) && from(s);
        let mut shots: Vec<Shot> = self.at.fight.shots.iter().filter(with).copied().collect();
        let (before, attacks) = self.shelled(&shots, ranged);
        shots.push(Shot { battery: unit, guns: at.guns, heavy, hex: at.hex, rifled: at.rifled, target: at.target });
        let (mut cp, all) = self.shelled(&shots, ranged);
        for (unit, points) in &mut cp {
            let done = before.iter().find(|(u, _)| u == unit).map_or(0, |(_, done)| *done);
            *points = points.saturating_sub(done);
        }
        cp.retain(|(_, points)| *points > 0);
        (cp, all.saturating_sub(attacks))
    }

    /// All targets of a battery with all cannon that reach them.
    pub(super) fn gun_targets(&self, unit: UnitId, heavy: bool) -> Vec<GunsAt> {
        if self.check_gun_line(unit, heavy).is_err() {
            return Vec::new();
        }
        let (side, left) = (self.side(unit), self.guns_left(unit));
        let Some(from) = self.at.place(unit) else { return Vec::new() };
        let atlas = &self.pack.ground.atlas;
        let mut found = Vec::new();
        for hex in atlas.range(from, GUN_REACH[0]) {
            let Some(far) = atlas.distance(from, hex).filter(|far| *far > 1) else { continue };
            let mut guns = left;
            guns.iter_mut().zip(GUN_REACH).filter(|(_, reach)| far > *reach).for_each(|(n, _)| *n = 0);
            for target in self.units_at(hex).iter().copied().filter(|u| self.side(*u) != side) {
                let at = GunsAt { guns, hex: hex as u16, rifled: false, target };
                if self.check_shot(unit, heavy, &at).is_ok() {
                    found.push(at);
                }
            }
        }
        found
    }

    /// §29.1, §29.3: whether a battery has a target yet. Before revision 8 one that fires heavily had done with its first shot.
    pub(super) fn fires_yet(&self, unit: UnitId) -> bool {
        let heavy = self.at.fight.shots.iter().any(|s| s.battery == unit && s.heavy);
        !self.gun_targets(unit, heavy && self.since(8)).is_empty()
    }

    /// Whether a battery of the phasing side has a target.
    pub fn artillery_waits(&self) -> bool {
        self.guns_near(GUN_REACH[0]).unwrap_or_else(|| self.of(self.at.side).any(|u| self.mine(u) && self.fires_yet(u)))
    }

    /// A target as orders write it: its hex where that means it, else its marker or name.
    fn target_name(&self, side: Side, at: &GunsAt) -> String {
        let hex = usize::from(at.hex);
        if self.target_in(side, hex) == Some(at.target) {
            return self.pack.ground.id(hex);
        }
        let marker = self.chain(at.target).iter().position(|l| l.at() == hex);
        match (self.brigade(at.target), marker) {
            // A battery in two hexes (§17.2.11) is aimed at in one of them.
            (battery, Some(n)) if battery.is_some() || self.chain(at.target).len() > 1 => {
                format!("{}.{}", self.name(at.target), n + 1)
            }
            _ => self.name(at.target).to_owned(),
        }
    }
}

/// `Hall 6R heavy at L36`, `Hall 4R at Lane.2, 2R at L36`: artillery fire (§29.1). Without a number all cannon that reach fire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shoot {
    /// Whether by heavy fire.
    pub heavy: bool,
    /// Cannon and targets, in the order of fire.
    pub shares: Vec<GunsAt>,
    /// The battery.
    pub unit: UnitId,
}

impl Shoot {
    /// The casualty points and ammunition attacks that its first target gets; none where it is against the rules.
    pub fn expected(&self, board: &Board<'_>) -> (u32, u32) {
        let Some(first) = self.shares.first() else { return (0, 0) };
        let Ok(ranged) = board.check_shot(self.unit, self.heavy, first) else { return (0, 0) };
        let (cp, attacks) = board.shell(self.unit, self.heavy, first, &ranged);
        (cp.iter().map(|(_, points)| u32::from(*points)).sum(), u32::from(attacks))
    }
}

/// `6R`: so many cannon of a kind.
fn read_guns(word: &str) -> Option<(usize, u8)> {
    let letter = word.chars().last()?.to_ascii_uppercase();
    let gun = Gun::ALL.iter().position(|g| g.letter() == letter)?;
    word[..word.len() - 1].parse().ok().map(|n| (gun, n))
}

fn write_guns(guns: [u8; 3]) -> String {
    let each = Gun::ALL.iter().zip(guns).filter(|(_, n)| *n > 0).map(|(gun, n)| format!("{n}{}", gun.letter()));
    each.collect::<Vec<_>>().join(" ")
}

/// A target at the beginning of some words, and how many of them say it.
fn read_target(board: &Board<'_>, side: Side, words: &[&str]) -> Result<(UnitId, usize, usize), Refusal> {
    let first = words.first().ok_or_else(|| unreadable("At what? Name a hex, a marker or a battery."))?;
    if let Ok(hex) = read_place(board.pack, first) {
        let target = board.target_in(side, hex);
        return target.map(|t| (t, hex, 1)).ok_or_else(|| unreadable(format!("There is no enemy in {first}.")));
    }
    let most = words.len().min(3);
    let read = |n: usize| {
        let text = words[..n].join(" ");
        let of = |side| read_marker(board, side, &text).ok();
        let (unit, marker) = of(Some(side.other())).or_else(|| of(None))?;
        board.chain(unit).get(marker).map(|link| (unit, link.at(), n))
    };
    (1..=most).rev().find_map(read).ok_or_else(|| unreadable(format!("{first} is no target on the map.")))
}

fn read_shoot(words: &Words<'_, '_, Rules>, unit: UnitId) -> Result<Shoot, Refusal> {
    let (board, mut rest) = (words.board, words.rest);
    let (mut heavy, mut shares) = (false, Vec::new());
    let at = |word: &str| word.eq_ignore_ascii_case("at");
    while !rest.is_empty() {
        let (mut guns, mut rifled) = ([0u8; 3], false);
        // What stands before "at"; nothing where the order began with it.
        if let Some(end) = rest.iter().position(|w| at(w)) {
            for word in &rest[..end] {
                match (word.to_lowercase().as_str(), read_guns(word)) {
                    ("heavy", _) => heavy = true,
                    ("rifled", _) => rifled = true,
                    ("all", _) => {}
                    (_, Some((gun, n))) => guns[gun] = n,
                    _ => return Err(unreadable(format!("{word} is no cannon: write 6R, 4N or 2H."))),
                }
            }
            rest = &rest[end + 1..];
        }
        let (target, hex, used) = read_target(board, board.side(unit), rest)?;
        rest = &rest[used..];
        if guns == [0; 3] {
            let far = board.at.place(unit).and_then(|from| board.pack.ground.atlas.distance(from, hex)).unwrap_or(0);
            guns = board.guns_left(unit);
            guns.iter_mut().zip(GUN_REACH).filter(|(_, reach)| far > *reach).for_each(|(n, _)| *n = 0);
        }
        shares.push(GunsAt { guns, hex: hex as u16, rifled, target });
    }
    if shares.is_empty() {
        return Err(unreadable("At what? Name a hex, a marker or a battery."));
    }
    Ok(Shoot { heavy, shares, unit })
}

impl Verb<Rules> for Shoot {
    fn said() -> Said {
        Said::OfPiece(&["at", "fire"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece?;
        words.board.battery(unit)?;
        // Beside the enemy, in the Combat Fire Phase, a battery has one target hex (ruling 89).
        let here = words.board.at.segment != Segment::Targets;
        here.then(|| read_shoot(words, unit).map(Into::into))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.filter(|u| board.battery(*u).is_some()) else { return false };
        [false, true].into_iter().any(|heavy| {
            board.gun_targets(unit, heavy).into_iter().any(|at| {
                let smooth = at.guns[1..].iter().any(|n| *n > 0);
                found(Shoot { heavy, shares: vec![at], unit })
                    || (smooth && found(Shoot { heavy, shares: vec![GunsAt { rifled: true, ..at }], unit }))
            })
        })
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        let side = board.side(self.unit);
        let share = |(n, at): (usize, &GunsAt)| {
            let heavy = if self.heavy && n == 0 { " heavy" } else { "" };
            let rifled = if at.rifled { " rifled" } else { "" };
            format!("{}{heavy}{rifled} at {}", write_guns(at.guns), board.target_name(side, at))
        };
        let shares: Vec<String> = self.shares.iter().enumerate().map(share).collect();
        format!("{} {}", board.name(self.unit), shares.join(", "))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let first = self.shares[0];
        let place = board.pack.ground.id(usize::from(first.hex));
        let mut label = format!(
            "{} fires {}{} at {} in {place}",
            board.name(self.unit),
            write_guns(first.guns),
            if first.rifled { " as rifles" } else { "" },
            board.name(first.target)
        );
        let mut finality = None;
        let mut note = None;
        if let Ok(ranged) = board.check_shot(self.unit, self.heavy, &first) {
            let (cp, attacks) = board.shell(self.unit, self.heavy, &first, &ranged);
            finality = (attacks > 0).then_some(Finality::Rolls);
            let each: Vec<String> = cp.iter().map(|(u, cp)| format!("{} {cp} cp", board.name(*u))).collect();
            let comes_to = match (each.is_empty(), attacks) {
                (false, _) => each.join(", "),
                (true, 0) => "no effect".to_owned(),
                (true, 1) => "1 ammunition attack".to_owned(),
                (true, n) => format!("{n} ammunition attacks"),
            };
            label = format!("{label}: range {}, {comes_to}", ranged.range);
            note = ranged.flank.then(|| "Flank fire: cannon count three times.".to_owned());
        }
        let cost = Some(if self.heavy { "2 factors, heavy fire" } else { "1 factor" }.to_owned());
        let target = Some(board.piece_id(first.target).to_owned());
        Choice { finality, cost, note, place: Some(place), target, ..Choice::plain(line, label, "fire", "29.0") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let (unit, heavy) = (self.unit, self.heavy);
        for at in &self.shares {
            let board = resolver.board();
            let ranged = board.check_shot(unit, heavy, at)?;
            let (cp, attacks) = board.shell(unit, heavy, at, &ranged);
            let again = board.at.fight.shots.iter().any(|s| s.battery == unit);
            let cost = match (again, heavy) {
                (true, _) => 0,
                (false, true) => 2,
                (false, false) => 1,
            };
            let dice = match attacks {
                0 => Vec::new(),
                n => {
                    let purpose = format!("ammunition attacks of {} on {}", board.name(unit), board.name(at.target));
                    resolver.dice.roll(purpose, n, 6)?
                }
            };
            let shot = Shot { battery: unit, guns: at.guns, heavy, hex: at.hex, rifled: at.rifled, target: at.target };
            let side = resolver.buffer.position.side;
            let Ranged { flank, from, range, .. } = ranged;
            resolver.write(Fact::Shelled(Shelling { cost, cp, dice, flank, from: from as u16, range, shot, side }));
        }
        Ok(())
    }
}

impl Resolver<'_, '_> {
    /// What the Artillery Fire Phase leaves behind when it ends: losses taken after the phase (§33.3.4).
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn artillery_over(&mut self) -> Result<(), Stop> {
        self.settle();
        Ok(())
    }
}

impl Teller<'_> {
    /// Cannon that fired.
    pub fn shelled(&self, shelling: &Shelling) -> Option<Line> {
        let shot = &shelling.shot;
        let (battery, target, hex) = (self.name(shot.battery), self.name(shot.target), self.id(shot.hex));
        let guns: u8 = shot.guns.iter().sum();
        let heavy = if shot.heavy { ", heavy fire" } else { "" };
        let rifled = if shot.rifled { ", as rifles" } else { "" };
        let flank = if shelling.flank { ", in the flank: cannon tripled" } else { "" };
        let result = match (&shelling.cp[..], &shelling.dice[..]) {
            ([], []) => "no effect".to_owned(),
            ([], dice) => {
                let faces: Vec<String> = dice.iter().map(u8::to_string).collect();
                let lost = domain_core::kit::counted(i32::from(shelling.hits()), "ammunition factor");
                format!("{} rolled, {lost} lost", faces.join(" "))
            }
            (cp, _) => {
                let each: Vec<String> =
                    cp.iter().map(|(u, cp)| format!("{} {cp} casualty points", self.name(*u))).collect();
                each.join(", ")
            }
        };
        let cannon = if guns == 1 { "1 gun".to_owned() } else { format!("{guns} guns") };
        let text = format!(
            "{battery} fires {cannon} at {target} in {hex}, range {}{heavy}{rifled}{flank}: {result}.",
            shelling.range
        );
        let mark = Mark::Fought { from: self.id(shelling.from), to: hex, side: self.side(shot.battery) };
        self.line(Tone::Combat, text, "29.0", vec![mark])
    }
}
