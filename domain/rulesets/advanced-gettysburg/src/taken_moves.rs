//! How a position takes in what is done in a Movement Phase, and who comes onto the map.

use super::chain::{Formation, Link};
use super::facts::{BatteryMove, Fact, Footing, Maneuver, Manner};
use super::fire::Flanker;
use super::position::{Attack, Brigade, EntryChange, Kept, Pair, Place, Position, Pressed, Retreat};
use super::tables::Halves;
use super::units::UnitId;

impl Brigade {
    /// What is kept of hexes for who stays in them: that it fired out of woods (ruling 67), and work that was begun; who has left all hexes of that begins anew
    /// (0.12.6).
    pub(super) fn left_all_but(&mut self, chain: &[Link]) {
        self.fired_from.retain(|hex| chain.iter().any(|l| l.hex == *hex));
        self.build_at.retain(|hex| chain.iter().any(|l| l.hex == *hex));
        if self.build_at.is_empty() {
            self.build = 0;
        }
    }

    /// The same of hexes that it holds yet, by other markers than those that fired or dug there (ruling 67, 0.12.7).
    pub(super) fn left_by_markers(&mut self, silent: &[u16], undug: &[u16]) {
        self.fired_from.retain(|hex| !silent.contains(hex));
        if !undug.is_empty() {
            self.build_at.retain(|hex| !undug.contains(hex));
            self.build = if self.build_at.is_empty() { 0 } else { self.build };
        }
    }
}

impl Position {
    /// A changed entry in place of what was known of it.
    pub(super) fn write_entry(&mut self, change: &EntryChange) {
        self.entries.retain(|e| e.unit != change.unit);
        self.entries.push(change.clone());
    }

    /// Fire of this player turn becomes fire of the one before; what is two turns old or has an end that moved away is forgotten (§27.1).
    pub(super) fn age_pairs(&mut self) {
        let mut fight = std::mem::take(&mut self.fight);
        fight.before.append(&mut self.pairs);
        fight.before.iter_mut().for_each(|p| p.age += 1);
        let lies = |unit: UnitId, hex: u16| self.chain(unit).iter().any(|l| l.hex == hex);
        let held = |hex: u16| self.units.iter().any(|u| u.place.chain().iter().any(|l| l.hex == hex));
        // Points that had stepped into a flank hex are back from there, and what they fired counts for the die when they do so again (Combat Fire Table, note).
        let stays = |p: &Pair| p.stepped || lies(p.unit, p.from) || p.batteries.iter().any(|u| lies(*u, p.from));
        fight.before.retain(|p| p.age <= 2 && stays(p) && held(p.to));
        // §27.1: fire is returned at the same brigade.
        fight.singled.iter_mut().for_each(|s| s.age += 1);
        fight.singled.retain(|s| s.age <= 2 && lies(s.unit, s.hex));
        fight.forgone.iter_mut().for_each(|f| f.age += 1);
        fight.forgone.retain(|f| f.age <= 1);
        self.fight.forgone = fight.forgone;
        self.fight.from_works[1] = std::mem::take(&mut fight.from_works[0]);
        (self.fight.before, self.fight.singled) = (fight.before, fight.singled);
    }

    /// §27.1: what was fired in this player turn at a battery that withdraws is fired at another of its hex, which stays; so is what it fired that one's, if that has
    /// fired nothing for itself.
    pub(super) fn fires_on_for(&mut self, unit: UnitId, heir: Option<UnitId>) {
        let Some(heir) = heir else { return };
        let instead = |known: UnitId| if known == unit { heir } else { known };
        let fired = self.pairs.iter().any(|p| p.unit == heir);
        for pair in &mut self.pairs {
            pair.unit = if fired { pair.unit } else { instead(pair.unit) };
            pair.struck = pair.struck.map(|struck| struck.map(instead));
        }
    }

    /// §26.1b: a brigade goes back after combat, and what its markers have fired goes with them, each as it is told.
    pub(super) fn goes_back(&mut self, how: Retreat, to: &Footing) {
        let (unit, again) = (to.unit, self.back.contains(&to.unit));
        let fired = |from: u16| {
            let stayed = self.pairs.iter().filter(|p| !again && p.unit == unit && p.from == from).map(|p| p.sp);
            let stepped = self.fight.stepped.iter().filter(|f| f.unit == unit && f.from == from).map(|f| f.sp);
            stayed.chain(stepped).fold(0, u8::saturating_add)
        };
        let moved = |(from, now): &(u16, u16)| {
            let (aside, sp) = (false, fired(*from));
            Flanker { aside, from: *now, sp, target: *now, to: *now, unit }
        };
        let went: Vec<Flanker> = to.shifted.iter().map(moved).collect();
        if !went.is_empty() {
            self.fight.stepped.retain(|f| f.unit != unit);
            self.fight.stepped.extend(went);
        }
        // §25.0, §27.1: another marker that comes where one fired has not fired that, and neither returns nor answers it.
        self.pairs.retain(|p| p.unit != unit || p.stepped || !to.unfired.contains(&p.from));
        self.fell_back(how, to);
    }

    /// Brigades that attack without a roll: named, or going on after an assault that they carried as defenders.
    pub(super) fn unrolled(&mut self, units: &[UnitId]) {
        for unit in units {
            if let Some(brigade) = self.brigade_mut(*unit).filter(|b| b.is_named() || b.carried > 0) {
                brigade.attack = Attack::Launched;
            }
        }
    }

    /// A battery that takes fewer ammunition factors than it lacks (§29.4.3).
    pub(super) fn takes_less(&mut self, unit: UnitId, factors: u8) {
        if let Some(battery) = self.battery_mut(unit) {
            battery.takes = Some(factors);
        }
    }

    /// Points kept for a step; the move is over (§13.8).
    pub(super) fn keep(&mut self, unit: UnitId, kept: Kept) {
        if let Some(brigade) = self.brigade_mut(unit) {
            (brigade.kept, brigade.done, brigade.idle) = (Some(kept), true, false);
        }
        if let Some(battery) = self.battery_mut(unit) {
            battery.kept = Some(kept);
        }
    }

    /// A brigade's order of its Movement Phase.
    pub(super) fn maneuvered(&mut self, maneuver: &Maneuver) {
        let turn = self.turn;
        let returns = matches!(self.units.get(maneuver.unit.index()).map(|u| &u.place), Some(Place::Fled(_)));
        if let Some(brigade) = self.brigade_mut(maneuver.unit) {
            (brigade.counter, brigade.moved, brigade.post) = (maneuver.counter, turn, None);
            brigade.dp = brigade.dp.saturating_sub(maneuver.rested).saturating_add(maneuver.dp);
            // §33.2: the chart has all movement and all activities (§13.1), and no row for who faces elsewhere or bends in its hexes (§19.4.1).
            brigade.idle &= maneuver.faces;
            let pace = maneuver.paid.iter().max().map_or(0, |paid| paid.div_ceil(2));
            if returns {
                (brigade.retreat, brigade.attack) = (Retreat::None, Attack::None);
                // §21.8: whenever it came before, it enters no more; up to revision 7 that was told as an entry.
                brigade.came = brigade.came.filter(|_| maneuver.manner == Manner::Entered);
            } else if maneuver.manner == Manner::Entered && brigade.came.is_none() {
                (brigade.came, brigade.exempt) = (Some(turn), Some(pace));
                brigade.lined = maneuver.formation.is_line();
            } else if brigade.exempt.is_some() && brigade.came == Some(turn) {
                // The pace is what it spent on all of its turn of arrival.
                brigade.exempt = Some(pace);
            }
            // §16.1.1: it stays formed as it came.
            if maneuver.formation.is_line() != brigade.lined || maneuver.formation == Formation::Rest {
                brigade.exempt = None;
            }
            brigade.formation = maneuver.formation;
            brigade.closed = maneuver.manner == Manner::Closed;
            if let Some(kept) = brigade.kept.as_mut().filter(|_| maneuver.kept) {
                (kept.used, kept.ap) = (true, kept.ap.saturating_sub(maneuver.unused));
            }
            if let (Some(kept), Some(step)) = (brigade.kept.as_mut(), maneuver.keeps) {
                kept.step = step;
            }
            brigade.paid.clone_from(&maneuver.paid);
            brigade.as_line = if maneuver.as_line { brigade.spent() } else { brigade.as_line };
            brigade.nearer |= maneuver.nearer;
            (brigade.stood, brigade.stands) = (maneuver.stood, maneuver.stands.clone());
            if maneuver.retreats {
                brigade.retreat = Retreat::Voluntary;
            }
            brigade.left_by_markers(&maneuver.silent, &maneuver.undug);
            if maneuver.pressed != Pressed::No {
                brigade.pressed = maneuver.pressed;
            }
        }
        self.set_chain(maneuver.unit, &maneuver.chain);
    }

    /// Who retreats off the map (§21.8).
    pub(super) fn left_map(&mut self, unit: UnitId, hex: u16, spent: Halves, dp: u16) {
        if let Some(brigade) = self.brigade_mut(unit) {
            brigade.dp = brigade.dp.saturating_add(dp);
            (brigade.attack, brigade.counter, brigade.done, brigade.idle) = (Attack::None, 0, true, false);
            (brigade.exempt, brigade.pressed) = (None, Pressed::Retreated);
            brigade.paid.clear();
        }
        if let Some(battery) = self.battery_mut(unit) {
            (battery.spent, battery.moved) = (spent, true);
        }
        if let Some(unit) = self.units.get_mut(unit.index()) {
            unit.place = Place::Fled(hex);
        }
    }

    /// Work at breastworks, or their end (0.12).
    pub(super) fn built(&mut self, fact: &Fact) {
        let Fact::Built { ap, dp, hexes, paid, spent, unit, works } = fact else { return };
        let markers = self.chain(*unit).len();
        if let Some(brigade) = self.brigade_mut(*unit) {
            brigade.dp = brigade.dp.saturating_add(*dp);
            brigade.idle = false;
            brigade.paid = match paid.is_empty() {
                true => vec![brigade.spent().saturating_add(*spent); markers],
                false => paid.clone(),
            };
            // §16.1.1: the pace of a reinforcement is what it spent on all of its turn of arrival.
            brigade.exempt = ap.or(brigade.exempt);
            // 0.12.6: what was begun elsewhere is forgotten.
            if !brigade.build_at.iter().any(|hex| hexes.contains(hex)) {
                brigade.build = 0;
            }
            if works.is_empty() {
                brigade.build = brigade.build.saturating_add(*spent);
                brigade.build_at.clone_from(hexes);
            } else {
                brigade.build = 0;
                brigade.build_at.clear();
            }
        }
        self.works.extend(works);
    }

    /// A battery's.
    pub(super) fn battery_moved(&mut self, moved: &BatteryMove) {
        let entered = moved.way.len() > 1;
        let turn = self.turn;
        if let Some(battery) = self.battery_mut(moved.unit) {
            (battery.facing, battery.limbered, battery.spent) = (moved.facing, moved.limbered, moved.spent);
            battery.moved |= entered;
            battery.rolled = if entered { turn } else { battery.rolled };
            if let Some(kept) = battery.kept.as_mut().filter(|_| moved.kept) {
                (kept.used, kept.ap) = (true, kept.ap.saturating_sub(moved.unused));
            }
            battery.fired_from_woods &= !entered;
        }
        self.set_chain(moved.unit, &moved.chain);
    }
}
