//! Night turns: attacks end, and nobody comes near the enemy (§35.0). Who left the map comes back by `arrivals.rs` (§21.8).

use super::activity::{Barred, state};
use super::board::{Board, WayOut, is_night};
use super::book::Stop;
use super::facts::{AttackEnd, Fact};
use super::position::row;
use super::resolver::Resolver;
use super::units::UnitId;
use domain_core::board::{Facing, Mask};
use domain_core::kit::RuleBreak;
use domain_core::referee::Side;

pub const NIGHT_NEAR: RuleBreak = RuleBreak::new(&[
    "35.0",
    "{unit} would come within three hexes of an enemy at night.",
    "At night nobody comes within three hexes of an enemy unit, or nearer where he is within them.",
]);

/// So near to an enemy unit nobody comes at night (§35.1).
const NEAR: u32 = 3;

impl Board<'_> {
    /// The places of all counters of a side, commanders too: the enemy units of §35.1 (§2.11).
    fn places_of(&self, side: Side) -> impl Iterator<Item = usize> + '_ {
        self.of(side).flat_map(|u| self.chain(u).iter().map(|l| l.at()))
    }

    /// The hexes within three of any counter of a side.
    fn shunned(&self, side: Side) -> &Mask {
        let around = |side: Side| {
            let mut mask = Mask::over(self.pack.ground.atlas.len());
            for place in self.places_of(side) {
                mask.add(&Mask::of(self.pack.ground.atlas.len(), self.pack.ground.atlas.range(place, NEAR)));
            }
            mask
        };
        let all = self.spots().shunned.get_or_init(|| Side::BOTH.map(around));
        &all[Side::BOTH.iter().position(|s| *s == side).unwrap_or(0)]
    }

    /// Whether a step leads nearer to a counter of a side within three hexes.
    fn nears(&self, side: Side, from: usize, to: usize) -> bool {
        let far = |a: usize, b: usize| self.pack.ground.atlas.distance(a, b).unwrap_or(u32::MAX);
        self.places_of(side).any(|e| far(e, to) <= NEAR && far(e, to) < far(e, from))
    }

    /// §35.1, §35.2: the hexes from which a side comes out of the three hexes about all enemies, or is out of them, by steps that lead nearer to none of them,
    /// beside no brigade or battery of theirs, and into no range that bars who goes (§22.1 to §22.3).
    fn ways_out(&self, side: Side, ranges: Barred) -> &Mask {
        let of = |side: Side| self.ways_out_but(side, &|to| self.bars(side, to, ranges));
        &self.spots().ways_out[ranges as usize].get_or_init(|| Side::BOTH.map(of))[row(side)]
    }

    /// The same by steps into no hex that is barred so.
    fn ways_out_but(&self, side: Side, bars: &dyn Fn(usize) -> bool) -> Mask {
        let (atlas, enemy) = (&self.pack.ground.atlas, side.other());
        let open = |from: usize, to: usize| {
            let barred = self.held_by(enemy, to) || self.beside_enemy_of(side, to) || bars(to);
            !barred && !self.nears(enemy, from, to)
        };
        let mut next: Vec<usize> = (0..atlas.len()).filter(|at| !self.shunned(enemy).contains(*at)).collect();
        let mut out = Mask::of(atlas.len(), next.iter().copied());
        while let Some(to) = next.pop() {
            for (_, from) in atlas.around(to) {
                if !out.contains(from) && open(from, to) {
                    out.insert(from);
                    next.push(from);
                }
            }
        }
        out
    }

    /// §35.1: at night no step leads within three hexes of an enemy unit, nor nearer to one where it is within them; unless no other steps lead out, and this
    /// one does away from the nearest.
    ///
    /// # Errors
    /// It does.
    pub fn check_night(&self, side: Side, from: usize, to: usize) -> Result<(), RuleBreak> {
        self.check_night_by(side, (from, to), Barred::None)
    }

    /// The same of who may not enter some ranges: where all other steps lead into these, none leads out.
    ///
    /// # Errors
    /// It does.
    pub(super) fn check_night_by(
        &self,
        side: Side,
        (from, to): (usize, usize),
        ranges: Barred,
    ) -> Result<(), RuleBreak> {
        self.check_nears(side, (from, to), || self.ways_out(side, ranges).contains(from))
    }

    /// The same of a commander of the phasing side: beside outposts of the enemy, where he comes alone no more than beside a brigade, he has no way out either (0.1,
    /// detachments 6).
    ///
    /// # Errors
    /// It does.
    pub(super) fn check_night_ride(&self, from: usize, to: usize) -> Result<(), RuleBreak> {
        let side = self.at.side;
        if self.at.hidden.outposts[row(side.other())].is_empty() {
            return self.check_night(side, from, to);
        }
        let beside = |to: usize| self.beside_outposts(side.other(), to);
        let out = || self.worked.rides_out.get_or_init(|| self.ways_out_but(side, &beside));
        self.check_nears(side, (from, to), || out().contains(from))
    }

    /// §35.1: the same, where it is known whether other steps lead out.
    fn check_nears(
        &self,
        side: Side,
        (from, to): (usize, usize),
        leads_out: impl FnOnce() -> bool,
    ) -> Result<(), RuleBreak> {
        let enemy = side.other();
        if !self.is_night() || !self.shunned(enemy).contains(to) || !self.nears(enemy, from, to) {
            return Ok(());
        }
        let atlas = &self.pack.ground.atlas;
        // Before revision 8 a hex beside him was a way out, and one that led no farther, or into a range that bars it.
        let free = |to: usize| !self.held_by(enemy, to) && !self.nears(enemy, from, to);
        let shut_in = || match self.since(8) {
            true => !leads_out(),
            false => self.shunned(enemy).contains(from) && !atlas.around(from).any(|(_, to)| free(to)),
        };
        if self.leads_away(enemy, from, to) && shut_in() { Ok(()) } else { Err(NIGHT_NEAR) }
    }

    /// Whether a step leads away from the nearest counter of a side.
    fn leads_away(&self, side: Side, from: usize, to: usize) -> bool {
        let atlas = &self.pack.ground.atlas;
        let nearest = |at: usize| self.places_of(side).filter_map(|e| atlas.distance(e, at)).min();
        nearest(to) > nearest(from)
    }

    /// §35.1: whether a marker of a column comes on from a place on the road beyond the map, be it within three hexes of an enemy, since the others must go
    /// away from him out of these by a trail. Before revision 8 all of it stood there till morning.
    pub(super) fn brings_its_rear_on(&self, unit: UnitId, from: usize, trail: &[usize]) -> bool {
        let (enemy, mut hexes) = (self.side(unit).other(), self.chain(unit).iter().map(|l| l.at()));
        let near = |at: usize| self.shunned(enemy).contains(at);
        let (Some(head), Some(to)) = (hexes.next(), trail.last()) else { return false };
        let away = if near(head) { self.leads_away(enemy, head, *to) } else { hexes.any(near) };
        away && !self.pack.ground.is_hex(from) && self.since(8)
    }

    /// §21.1, §21.3, §35.1: the same of a counter that, if it moves by retreat alone, looks so: where no steps by its rear hexes lead out, it must go nearer in
    /// order to come out. Before revision 8 steps that it may not take were ways out for it too.
    ///
    /// # Errors
    /// It does.
    pub(super) fn check_night_of(
        &self,
        unit: UnitId,
        (from, backs): (usize, Option<Facing>),
        to: usize,
        ranges: Barred,
    ) -> Result<(), RuleBreak> {
        let side = self.side(unit);
        let checked = self.check_night_by(side, (from, to), ranges);
        if checked.is_ok() || !self.since(8) || !self.leads_away(side.other(), from, to) {
            return checked;
        }
        // §11.7: a bent marker whose front is not known yet may have either.
        let looks = |front: Facing| {
            let here = self.line(unit).into_iter().find(|m| m.hex == from).map(|m| self.fronts_of(unit, &m));
            here.filter(|all| all.contains(&front)).unwrap_or_else(|| vec![front])
        };
        let out = match backs {
            Some(front) => looks(front).into_iter().any(|front| self.backs_out(unit, (from, Some(front)), ranges)),
            // Who turns as it likes here moves by retreat alone in each hex of its way that a range reaches: a way through none is open to it.
            None => self.ways_out(side, Barred::Any).contains(from) || self.backs_out(unit, (from, None), ranges),
        };
        if out { checked } else { Ok(()) }
    }

    /// §18.7, §35.1: whether a marker by which a line grows, which brings nobody out of the three hexes, comes no nearer to the enemy at night; before revision 8
    /// it came as near as one that must go there to come out of them.
    ///
    /// # Errors
    /// It does.
    pub(super) fn check_grows_by_night(&self, side: Side, from: usize, to: usize) -> Result<(), RuleBreak> {
        let nearer = self.since(8) && self.is_night() && self.nears(side.other(), from, to);
        if nearer { Err(NIGHT_NEAR) } else { Ok(()) }
    }

    /// Whether a battery, or a marker of an attack column, may enter a hex behind it, as [`Board::check_enter`] has it of others; with no front who turns as it
    /// likes, a marker of a line too.
    ///
    /// # Errors
    /// The rule that bars it.
    pub(super) fn check_enter_back(
        &self,
        unit: UnitId,
        (from, front): (usize, Option<Facing>),
        to: usize,
        ranges: Barred,
    ) -> Result<(), RuleBreak> {
        let side = self.side(unit);
        // §19.4.1: guns in one hex, beside an enemy and out of all ranges, turn where they stand before they go back.
        let turns = self.battery(unit).is_some() && self.chain(unit).len() == 1 && !self.in_enemy_range(side, from);
        match self.check_enter(side, from, to, ranges) {
            // What is asked last.
            Err(rule) if rule == NIGHT_NEAR => self.check_night_of(unit, (from, front.filter(|_| !turns)), to, ranges),
            checked => checked,
        }
    }

    /// §21.3, §35.1: whether who moves by retreat alone in a hex and looks so there, or turns there as it likes, is out of the three hexes about all enemies, or
    /// comes out of them by steps that lead nearer to none: by its rear hexes with one hexside of turn for each, out of enemy range as it likes, but for an attack
    /// column (0.6.1).
    fn backs_out(&self, unit: UnitId, (from, backs): (usize, Option<Facing>), ranges: Barred) -> bool {
        let asked: WayOut = (unit, from, backs, ranges as usize);
        let known = self.worked.backed_out.borrow().iter().find(|(known, _)| *known == asked).map(|(_, out)| *out);
        known.unwrap_or_else(|| {
            let out = self.looks_for_a_way_back(unit, (from, backs), ranges);
            self.worked.backed_out.borrow_mut().push((asked, out));
            out
        })
    }

    /// The same, where it was not asked yet.
    fn looks_for_a_way_back(&self, unit: UnitId, (from, backs): (usize, Option<Facing>), ranges: Barred) -> bool {
        let (side, atlas, column) = (self.side(unit), &self.pack.ground.atlas, self.is_charge(unit));
        let enemy = side.other();
        let looks = if self.battery(unit).is_some() { Facing::side(0) } else { Facing::corner(0) };
        let start = (from, backs.unwrap_or(looks));
        let mut known = Mask::over(atlas.len() * Facing::COUNT);
        let mut next = vec![start];
        while let Some((hex, front)) = next.pop() {
            if !self.shunned(enemy).contains(hex) {
                return true;
            }
            let bound = (backs.is_some() && (hex, front) == start) || column || self.in_enemy_range(side, hex);
            let bars = match (self.in_brigade_range(side, hex), self.in_battery_range(side, hex)) {
                _ if (hex, front) == start => ranges,
                (true, _) => Barred::None,
                (_, false) if column => Barred::Any,
                _ => Barred::Brigades,
            };
            for over in Facing::sides() {
                let behind = front.apart(over) == if front.is_side() { 6 } else { 5 };
                let Some(to) = atlas.ahead(hex, over).filter(|_| behind || !bound) else { continue };
                let barred = self.held_by(enemy, to) || self.beside_enemy_of(side, to) || self.bars(side, to, bars);
                if barred || self.nears(enemy, hex, to) {
                    continue;
                }
                // Guns go back from beside an enemy too, as [`Board::fronts_over`] has it of lines.
                let ahead = if self.beside_enemy_of(side, hex) { over.opposite() } else { over };
                let fronts: Vec<Facing> = match (bound, front.is_side()) {
                    (true, _) => [-2, 0, 2].map(|turn| front.turned(turn)).into(),
                    (false, true) => [-2, 0, 2].map(|turn| ahead.turned(turn)).into(),
                    (false, false) => self.fronts_over(side, hex, over).into(),
                };
                next.extend(fronts.into_iter().map(|front| (to, front)).filter(|at| known.insert(state(at.0, at.1))));
            }
        }
        false
    }
}

impl Resolver<'_, '_> {
    /// Attacks end when night begins, those of both sides (ruling 86).
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn night_begins(&mut self) -> Result<(), Stop> {
        let (side, turn) = (self.buffer.position.side, self.buffer.position.turn);
        if !is_night(turn) {
            return Ok(());
        }
        let board = self.board();
        let named = |u: &UnitId| board.at.brigade(*u).is_some_and(|b| b.is_named());
        // Night begins for both sides with its first player turn: who stood beside an attacker defends against nobody (§27.4).
        let others = board.of(side.other()).filter(|_| board.since(6));
        let attackers: Vec<UnitId> = board.of(side).chain(others).filter(named).collect();
        for unit in attackers {
            self.write(Fact::AttackEnded { unit, why: AttackEnd::Night });
        }
        Ok(())
    }
}
