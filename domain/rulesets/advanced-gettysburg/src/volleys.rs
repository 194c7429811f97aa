//! What fire comes to at its target: factors, breakdown, elevens (§23.3, §24.3, §24.4, Breakdown Chart, Combat Fire Table).

use super::board::Board;
use super::chain::aspect;
use super::combat::{Fired, MUSKETS};
use super::fire::{Firer, Singled, Volley};
use super::ground::Terrain;
use super::position::Brigade;
use super::tables::CombatFire;
use super::units::UnitId;
use domain_core::board::{Aspect, Facing};
use domain_core::referee::Side;

impl Board<'_> {
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

    /// §24.3.7: of two brigades in a hex the one that a side aims at: as it said, else the one at which it returns fire, else the weaker marker.
    pub(super) fn aimed_at(&self, by: Side, hex: usize) -> Option<UnitId> {
        let mut there: Vec<UnitId> = self.brigades_at(hex).filter(|u| self.side(*u) != by).collect();
        there.sort_by_key(|u| (self.points_in(*u, hex), *u));
        let holds = |s: &&Singled| usize::from(s.hex) == hex && self.still_said(s);
        let said = self.at.fight.singled.iter().filter(holds).map(|s| s.unit);
        let again = || if there.len() == 2 { self.struck_before(by, hex) } else { None };
        said.into_iter().find(|u| there.contains(u)).or_else(again).or_else(|| there.first().copied())
    }

    /// What a point into a hex is worth, for who distributes fire: its factor in quarters and how much of it counts.
    pub(super) fn worth(&self, from: usize, to: usize, free: bool) -> u32 {
        let of = |unit: UnitId| {
            let times = self.times(unit, &Fired { free, ..Fired::new(unit, from, to, 8) });
            u32::from(times) * u32::from(self.breakdown(self.points_in(unit, to), 8))
        };
        self.brigades_at(to).filter(|u| self.side(*u) == self.at.side).map(of).sum()
    }

    /// By what fire at a brigade is multiplied, in quarters (§24.4, 0.12, rulings 24 and 52): three times out of its flank hex, else twice where it was free and
    /// the flank is in the air; twice for Union horse; half into woods; half as much again out of works, half at works.
    pub(super) fn times(&self, target: UnitId, fired: &Fired) -> u8 {
        self.eighths(target, fired) / 2
    }

    /// The same in eighths, since out of works at works in woods it is three of them.
    fn eighths(&self, target: UnitId, fired: &Fired) -> u8 {
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
        let eighths = 8 * factor * if horse { 2 } else { 1 } / if woods { 2 } else { 1 };
        let helped = !fired.flanker && self.works_help(fired.unit, fired.from, fired.to);
        let eighths = if helped { eighths * 3 / 2 } else { eighths };
        if self.works_cover(target, fired.to, fired.from) { eighths / 2 } else { eighths }
    }

    /// Whether a hex is a flank hex of a brigade (§19.0, §24.4.1).
    pub(super) fn in_flank_hex(&self, target: UnitId, from: usize) -> bool {
        let formation = self.at.brigade(target).map(|b| b.formation);
        let aspect = formation.and_then(|f| aspect(&self.pack.ground, f, self.chain(target), from));
        aspect == Some(Aspect::Flank)
    }

    /// §23.2, §23.3c: whether fire is flank fire, after which its target makes no assault: out of the flank field of a battleline marker (§23.1), within range of
    /// influence of who fires.
    fn is_flank_fire(&self, target: UnitId, fired: &Fired) -> bool {
        let covers = || {
            let fields = self.fields(fired.unit);
            fields.iter().any(|f| f.from == fired.from && self.covers(f, self.side(fired.unit), fired.to))
        };
        let woods = self.pack.ground.terrain(fired.to) == Terrain::Woods;
        let flank = || match self.since(4) {
            true => self.marker_at(target, fired.to).is_some_and(|m| self.in_flank_field(target, &m, fired.from)),
            false => self.in_flank_hex(target, fired.from),
        };
        let aside = || self.at.fight.flankers.iter().any(|f| f.aside && usize::from(f.to) == fired.from);
        match fired.flanker {
            // Who stepped there stands in the flank of one brigade of a hex, and not for that of the other, and has nobody in range who is aside of it (§23.2).
            true => !woods && !aside() && (!self.since(6) || flank()),
            false => flank() && covers(),
        }
    }

    /// Whether the marker of a brigade in a hex is a flank marker with a flank hex that no brigade or battery holds, who stepped there neither; who has all
    /// stepped out of it holds it no more (§24.4.2).
    pub(super) fn in_the_air(&self, target: UnitId, hex: usize) -> bool {
        let Some(marker) = self.marker_at(target, hex) else { return false };
        let open = [(marker.left, marker.open_left), (marker.right, marker.open_right)];
        let stepped = |to: usize| self.at.fight.flankers.iter().any(|f| usize::from(f.to) == to);
        let held = |to: usize| self.is_occupied(to) || stepped(to);
        let empty = |out: Facing| self.pack.ground.atlas.ahead(hex, out).is_some_and(|to| !held(to));
        open.into_iter().any(|(out, open)| open && empty(out))
    }

    /// All fire of a round at each target, without dice; and whether at least half of it comes from hasty lines (§24.3.1, §24.3.6).
    pub(super) fn volleys(&self, by: Side, fired: &[Fired]) -> Vec<(Volley, bool)> {
        let mut targets: Vec<UnitId> = Vec::new();
        for one in fired {
            let enemy = |u: &UnitId| self.side(*u) != by;
            let brigades: Vec<UnitId> = self.brigades_at(one.to).filter(|u| enemy(u) && !one.at_guns).collect();
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
        let brigade = self.brigade(target).is_some();
        // Batteries are struck where no brigade stands before them, or by what was fired at them before one came there (§27.1).
        let alone = |to: usize| !self.held_by_brigade(self.side(target), to);
        let meant = |f: &&Fired| here(f.to) && if brigade { !f.at_guns } else { f.at_guns || alone(f.to) };
        let at_it: Vec<&Fired> = fired.iter().filter(meant).collect();
        let (mut strength, mut flanked) = (0u16, Vec::new());
        let mut weights = [0u32; 4];
        let (mut all, mut horse, mut minus, mut hasty) = (0u32, 0u32, 0u32, 0u32);
        let mut firers: Vec<Firer> = Vec::new();
        let mut hexes: Vec<usize> = at_it.iter().map(|f| f.to).collect();
        hexes.sort_unstable();
        hexes.dedup();
        for hex in hexes {
            let mut eighths = 0u16;
            for one in at_it.iter().filter(|f| f.to == hex) {
                let each = if brigade { self.eighths(target, one) } else { 8 };
                let times = each / 2;
                // Ruling 24: rounded down once, for all of them.
                let each = if self.since(6) { each } else { times * 2 };
                let weight = u32::from(one.sp) * u32::from(each);
                // Cannon are read with 7 to 9 (Combat Fire Table, step 2).
                let group = CombatFire::group(if one.guns { 9 } else { self.experience(one.unit) });
                if brigade && !flanked.contains(&(hex as u16)) && self.is_flank_fire(target, one) {
                    flanked.push(hex as u16);
                }
                eighths += u16::from(one.sp) * u16::from(each);
                weights[group] += weight;
                all += weight;
                horse += if self.spec(one.unit).is_cavalry() { weight } else { 0 };
                minus += if one.minus { weight } else { 0 };
                hasty += if self.at.brigade(one.unit).is_some_and(|b| b.hasty) { weight } else { 0 };
                let marks = self.since(8);
                firers.push(Firer {
                    batteries: if marks { one.batteries.clone() } else { Vec::new() },
                    eighth: each % 2 == 1,
                    from: one.from as u16,
                    guns: one.guns,
                    ignores: self.since(7) && self.ignores_works(one.unit, one.from),
                    sp: one.sp,
                    stepped: marks && one.flanker,
                    to: hex as u16,
                    times,
                    unit: one.unit,
                    // Who stepped there is back before anybody aims at it (§24.4.3c).
                    woods: self.pack.ground.terrain(one.from) == Terrain::Woods && !(one.flanker && self.since(5)),
                    works: self.since(8) && !one.flanker && self.uses_works(one.unit, one.from),
                });
            }
            if brigade {
                let chosen = self.aimed_at(by, hex).unwrap_or(target);
                let counted = self.broken_down(hex, chosen, eighths / 8);
                strength += counted.iter().find(|(u, _)| *u == target).map_or(0, |(_, points)| *points);
            }
        }
        // Of tied groups the weaker, which stands first.
        let most = weights.iter().copied().max().unwrap_or(0);
        let group = weights.iter().position(|w| *w == most).unwrap_or(0) as u8;
        // 0.6.2, 0.6.7: who was not named is in an attack column and does not charge.
        let charges = |b: &Brigade| b.is_named() || !self.since(8);
        let charge = self.is_charge(target) && self.at.brigade(target).is_some_and(charges);
        let minus = all > 0 && 2 * minus >= all;
        let horse = 2 * horse > all;
        let (cp, dice, marks) = (0, Vec::new(), self.since(5));
        let volley = Volley { by, charge, cp, dice, firers, flanked, group, horse, marks, minus, strength, target };
        (volley, all > 0 && 2 * hasty >= all)
    }
}
