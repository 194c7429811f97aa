//! The course of a Combat Fire Phase: steps into flank hexes, hasty lines, the rounds of fire, and how they are told (§24.3, §24.4, §24.6).

use super::attack::Moved;
use super::board::Board;
use super::book::{Stop, WRONG_SEGMENT};
use super::chain::{
    Formation, LineMarker, Link, aspect, column_fronts, continuous, counter, line_markers, may_lie_with,
};
use super::combat::{Fired, NO_FLANK, NO_LINE, STEP, TIED_DOWN, TOO_STRONG};
use super::combat_orders::FlankStep;
use super::facts::Fact;
use super::fire::{Firer, Flanker, HastyLine, Share, Singled, Split, Volley};
use super::position::{Pair, Segment};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::UnitId;
use domain_core::board::{Aspect, Facing};
use domain_core::kit::RuleBreak;
use domain_core::referee::{Line, Mark, Side, Tone};

impl Board<'_> {
    /// Whether a marker or battery of the phasing side may fire at a hex beside it, return fire too, or be aimed at one of two brigades.
    pub fn targets_wait(&self) -> bool {
        let fires = |u: UnitId| self.check_return(u).is_ok() || !self.aims_of(u).is_empty();
        let guns = || self.guns_near(1) == Some(true);
        self.of(self.at.side).any(|u| self.mine(u) && fires(u)) || self.single_waits() || guns()
    }

    /// All targets of the markers of a counter.
    pub(super) fn aims_of(&self, unit: UnitId) -> Vec<(usize, usize)> {
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

    /// §24.4.3: points of a marker in a hex that step into a flank hex of the enemy; of two brigades there the one that is named, or the first; where it is the
    /// flank hex of several the one that is named, or the first before which they can come.
    pub(super) fn check_flank_step(&self, order: &FlankStep) -> Result<Flanker, RuleBreak> {
        let FlankStep { at, by, sp, .. } = *order;
        let (from, to) = (usize::from(order.from), usize::from(order.to));
        let defender = self.at.side.other();
        if self.at.segment != Segment::FlankMoves {
            return Err(WRONG_SEGMENT);
        }
        // §24.4.3f: by those who attack or return fire.
        let fired_at = |p: &Pair| usize::from(p.to) == from;
        if self.at.fight.aims.iter().any(fired_at) || self.is_returned_at(from) {
            return Err(TIED_DOWN);
        }
        let post = self.post(defender, from);
        let (unit, marker, here) = *post.foot.iter().find(|f| by.is_none_or(|by| f.0 == by)).ok_or(NO_LINE)?;
        if sp < self.least_share(unit) || sp > STEP || sp > here {
            return Err(TOO_STRONG);
        }
        let named = |target: &usize| at.is_none_or(|at| usize::from(at) == *target);
        let targets: Vec<usize> = self.flanked_from(to).into_iter().filter(named).collect();
        // The flank hex alone is asked for: where nobody comes to have the target before it, so many step that can fire through a flank of theirs (§24.1).
        let comes = |aside: bool| {
            let goes = |target: &usize| !self.steps_into(unit, (&marker, sp), to, (*target, aside)).is_empty();
            targets.iter().copied().find(goes).map(|target| (target, aside))
        };
        let (target, aside) = comes(false).or_else(|| comes(true).filter(|_| self.since(8))).ok_or(NO_FLANK)?;
        Ok(Flanker { aside, from: from as u16, sp, target: target as u16, to: to as u16, unit })
    }

    /// The hexes of battlelines of the phasing side that have their flank hex here, where here is free.
    pub(super) fn flanked_from(&self, to: usize) -> Vec<usize> {
        let ground = &self.pack.ground;
        let taken = || self.at.fight.flankers.iter().any(|f| usize::from(f.to) == to);
        if !ground.is_hex(to) || self.is_occupied(to) || taken() {
            return Vec::new();
        }
        let points_here = |m: &LineMarker| {
            let open = [(m.left, m.open_left), (m.right, m.open_right)];
            open.into_iter().any(|(out, open)| open && ground.atlas.ahead(m.hex, out) == Some(to))
        };
        let flanked = ground.atlas.around(to).map(|(_, hex)| hex).filter(|hex| {
            self.brigades_at(*hex).any(|u| self.attacks(u) && self.marker_at(u, *hex).is_some_and(|m| points_here(&m)))
        });
        flanked.take(if self.since(4) { 6 } else { 1 }).collect()
    }

    /// The hex of a marker in which nobody is left where so many more of its points step out.
    fn left_by_step(&self, unit: UnitId, from: usize, sp: u8) -> Option<usize> {
        let away = self.at.fight.flankers.iter().filter(|f| f.unit == unit && usize::from(f.from) == from);
        let gone = away.map(|f| f.sp).sum::<u8>().saturating_add(sp);
        (gone >= self.points_in(unit, from)).then_some(from)
    }

    /// Ruling 64: whether all points of a brigade in a hex have stepped out of it: its chain keeps the hex, in which nobody of it stands meanwhile.
    pub(super) fn stepped_out(&self, unit: UnitId, hex: usize) -> bool {
        self.since(6) && self.points_in(unit, hex) > 0 && self.left_by_step(unit, hex, 0).is_some()
    }

    /// §24.4.2, §24.4.3a: whether a brigade or battery stands in a hex, but for those whose points have all stepped out of it.
    pub(super) fn is_occupied(&self, hex: usize) -> bool {
        let stands = |u: &UnitId| self.spec(*u).commander().is_none() && !self.stepped_out(*u, hex);
        self.units_at(hex).iter().any(stands)
    }

    /// §20.3.5, §24.4.3e: the hexes in which nobody is left by so many points that step out of one, nor by those that have stepped before them, and the flank
    /// hexes in which these stand.
    fn left_by_steps(&self, unit: UnitId, from: usize, sp: u8) -> (Vec<usize>, Vec<usize>) {
        let before: &[Flanker] = if self.since(6) { &self.at.fight.flankers } else { &[] };
        let goes = |hex: usize| self.left_by_step(unit, hex, if hex == from { sp } else { 0 });
        let empty = |f: &Flanker| {
            let hex = usize::from(f.from);
            goes(hex).filter(|_| self.stepped_out(f.unit, hex))
        };
        let mut left: Vec<usize> = goes(from).into_iter().chain(before.iter().filter_map(empty)).collect();
        left.sort_unstable();
        left.dedup();
        (left, before.iter().map(|f| usize::from(f.to)).collect())
    }

    /// §17.1.8, ruling 40: the hex between that points pass through which step by two hexes; of several one with a commander of the enemy, or a place that counts,
    /// and else one out of enemy range (§16.1.1).
    pub(super) fn passed_by_step(&self, step: &Flanker) -> Option<u16> {
        let (from, to) = (usize::from(step.from), usize::from(step.to));
        let marker = self.marker_at(step.unit, from).filter(|_| self.since(6))?;
        let ways = self.steps_into(step.unit, (&marker, step.sp), to, (usize::from(step.target), step.aside));
        let side = self.side(step.unit);
        let met = |hex: usize| self.units_at(hex).iter().any(|u| self.side(*u) != side);
        let counts = |hex: usize| self.pack.ground.prizes.iter().any(|prize| prize.hex == hex);
        // A step of one hex passes through none.
        let between: Option<Vec<usize>> = ways.into_iter().collect();
        let ranged = |hex: usize| self.since(8) && self.in_enemy_range(side, hex);
        between?.into_iter().min_by_key(|hex| (!met(*hex), !counts(*hex), ranged(*hex))).map(|hex| hex as u16)
    }

    /// §24.4.3a, §17.1.8: whether points that step into a hex may pass through another: no enemy holds it, and of its own side nobody but batteries and markers of
    /// their brigade (§17.1.5, §17.2.4).
    fn steps_through(&self, unit: UnitId, hex: usize) -> bool {
        let side = self.side(unit);
        let lets = |u: &UnitId| {
            let gone = || *u == unit || self.stepped_out(*u, hex);
            let own = self.side(*u) == side && (self.at.brigade(*u).is_none() || gone());
            own || self.spec(*u).commander().is_some()
        };
        self.since(6) && self.units_at(hex).iter().all(lets)
    }

    /// The ways of so many points of a marker into a hex by one or two steps ahead, with the target before them, or aside of no more of them than fire through
    /// a flank (§24.1), and no flank exposed on the way or there (§21.2, §24.4.3e): of each the hex between, if there is one. Who has stepped before stands
    /// where it came to, and no more where it was (§11.4, §20.3.5).
    fn steps_into(
        &self,
        unit: UnitId,
        (marker, sp): (&LineMarker, u8),
        to: usize,
        (target, aside): (usize, bool),
    ) -> Vec<Option<usize>> {
        let ground = &self.pack.ground;
        let (left, come) = self.left_by_steps(unit, marker.hex, sp);
        let others = Moved { come: &come, left: &left, ..Moved::default() };
        // §24.4.3d: what has stepped out is a marker of its brigade, which others of that pass by; before revision 8 nobody did.
        let stepped = |f: &Flanker, hex: usize| usize::from(f.to) == hex && !(self.since(8) && f.unit == unit);
        let free = |hex: usize| {
            ground.is_hex(hex)
                && (!self.is_occupied(hex) || (hex != to && self.steps_through(unit, hex)))
                && !self.at.fight.flankers.iter().any(|f| stepped(f, hex))
        };
        // §11.7, §19.4.1: a bent marker looks as it has kept looking, where that is known.
        let known = self.front_kept(unit, marker).filter(|_| self.since(6));
        let front = marker.front();
        let mut fronts = if front.is_side() { vec![front.turned(-1), front.turned(1)] } else { vec![front] };
        fronts.retain(|front| known.is_none_or(|known| known == *front));
        let before = |front: Facing| ground.side_to(to, target).is_some_and(|side| front.apart(side) == 1);
        let mut states: Vec<(usize, Facing)> = fronts.into_iter().map(|f| (marker.hex, f)).collect();
        let mut found: Vec<Option<usize>> = Vec::new();
        for _ in 0..2 {
            let mut next: Vec<(usize, Facing)> = Vec::new();
            for (hex, front) in states {
                for ahead in [front.turned(-1), front.turned(1)] {
                    let Some(entered) = ground.atlas.ahead(hex, ahead).filter(|h| free(*h)) else { continue };
                    for front in [0, -2, 2].map(|turn| front.turned(turn)) {
                        let moved = LineMarker::moving(entered, marker.sp, front);
                        if self.exposes_among(unit, &moved, others) {
                            continue;
                        }
                        if entered == to && (before(front) || (aside && self.limit(&moved, target) >= sp)) {
                            found.push((hex != marker.hex).then_some(hex));
                        }
                        if !next.contains(&(entered, front)) {
                            next.push((entered, front));
                        }
                    }
                }
            }
            if !found.is_empty() {
                return found;
            }
            states = next;
        }
        found
    }

    /// Every step into a flank hex that the defender can make, with the most points first.
    pub(super) fn flank_steps(&self) -> Vec<Flanker> {
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
        flanks.retain(|hex| !self.flanked_from(*hex).is_empty());
        let mut steps: Vec<Flanker> = Vec::new();
        for to in flanks {
            for from in self.pack.ground.atlas.range(to, 2).filter(|from| *from != to && self.held_by(defender, *from))
            {
                for by in self.brigades_at(from) {
                    for at in self.flanked_from(to) {
                        let order =
                            |sp| FlankStep { at: Some(at as u16), by: Some(by), from: from as u16, sp, to: to as u16 };
                        let step = |sp| self.check_flank_step(&order(sp)).ok();
                        steps.extend((1..=STEP).rev().filter_map(step));
                    }
                }
            }
        }
        steps.retain(|s| self.mine(s.unit));
        steps.sort_by_key(|s| (STEP - s.sp.min(STEP), s.to, s.from));
        steps
    }

    /// The order of a step into a flank hex; its brigade is named where another stands first in its hex, and its target where another one is meant without a word.
    pub(super) fn step_order(&self, step: &Flanker) -> FlankStep {
        let post = self.post(self.at.side.other(), usize::from(step.from));
        let first = post.foot.first().is_none_or(|f| f.0 == step.unit);
        let by = (!first).then_some(step.unit);
        let plain = FlankStep { at: None, by, from: step.from, sp: step.sp, to: step.to };
        let meant = self.check_flank_step(&plain).is_ok_and(|meant| meant.target == step.target);
        FlankStep { at: (!meant).then_some(step.target), ..plain }
    }

    /// Whether a marker of the defender may step into a flank hex (§24.4.3).
    pub fn flank_moves_wait(&self) -> bool {
        !self.flank_steps().is_empty()
    }

    /// Whether the defender has a choice in his fire (§24.2), be it only whether works are used in it (0.12), or at which of two brigades he fires (§24.3.7).
    pub fn fire_waits(&self) -> bool {
        !self.silent_posts().is_empty() || self.forgo_waits() || self.single_waits()
    }

    /// Whether a brigade of the side that is not phasing lies beside an attacker.
    pub(super) fn is_attacked(&self, unit: UnitId) -> bool {
        self.side(unit) != self.at.side && self.chain(unit).iter().any(|l| !self.attackers_beside(l.at()).is_empty())
    }

    /// §24.6, ruling 46: a column beside an attacker as a line, its front to the left of its march or to the right: the flanks point as its head and its rear
    /// did, a bent marker where the chain would break.
    pub(super) fn hasty_line(&self, unit: UnitId, right: bool) -> Option<HastyLine> {
        let (now, _) = self.brigade(unit)?;
        let (Formation::Column { facing } | Formation::Charge { facing }) = now.formation else { return None };
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
        // Before revision 7 also where head and rear point the same way, whichever front was meant.
        let backwards = !right || (facing == rear && !self.since(7));
        let (left, right) = if right { (facing, rear) } else { (rear, facing) };
        if backwards {
            chain.reverse();
        }
        // §24.6, ruling 46: of a column that is coming on what lies beyond the map flips over with the rest; before revision 7 to the right alone.
        if !self.since(7) && chain.first().is_some_and(|l| !ground.is_hex(l.at())) {
            return None;
        }
        let bends = [(0, 0), (0, -2), (0, 2), (-2, 0), (2, 0), (-2, -2), (2, 2), (-2, 2), (2, -2)];
        let formation = bends
            .into_iter()
            .map(|(l, r)| Formation::Line { left: left.turned(l), right: right.turned(r) })
            .find(|f| continuous(ground, *f, &chain).is_ok())?;
        // §16.2.3: the counter stays with the marker that led, as far as the line lets it (§6.1.5).
        let led = chain.iter().position(|l| self.at.counter(unit) == Some(l.at())).filter(|_| self.since(7));
        let led = led.filter(|n| may_lie_with(ground, &chain, *n));
        let at = led.or_else(|| counter(ground, formation, &chain)).unwrap_or(chain.len() / 2);
        let head = (column.first()?.at(), facing);
        let stands = self.front_of_lead(head, backwards, formation, &chain).into_iter().collect();
        Some(HastyLine { chain, counter: at as u8, formation, stands, unit })
    }

    /// §11.7, §19.4.1, §24.6: where a flank of a line that formed in haste lies where the head of its column looked, and the marker there is bent by that, its hex and the
    /// front that it keeps as a straight one: it turns no more than that of a column which forms line by order there.
    fn front_of_lead(
        &self,
        (head, facing): (usize, Facing),
        backwards: bool,
        formation: Formation,
        chain: &[Link],
    ) -> Option<(u16, Facing)> {
        let Formation::Line { left, right } = formation else { return None };
        let (flank, turn) = if backwards { (right, -3) } else { (left, 3) };
        let markers = line_markers(&self.pack.ground, left, right, chain)?;
        let bent = markers.iter().any(|m| m.hex == head && m.front().is_side());
        (self.since(7) && flank == facing && bent).then(|| (head as u16, facing.turned(turn)))
    }

    /// The enemy's strength before the front of a line.
    pub(super) fn faced(&self, line: &HastyLine) -> u32 {
        let before = |hex: usize| aspect(&self.pack.ground, line.formation, &line.chain, hex) == Some(Aspect::Front);
        let enemies = self.of(self.at.side).filter(|u| self.spec(*u).brigade().is_some());
        enemies.flat_map(|u| self.chain(u)).filter(|l| before(l.at())).map(|l| u32::from(l.sp)).sum()
    }

    /// The way to form line that has most of the enemy before its front.
    pub(super) fn best_hasty_line(&self, unit: UnitId) -> Option<HastyLine> {
        let lines = [true, false].into_iter().filter_map(|right| self.hasty_line(unit, right));
        lines.reduce(|best, next| if self.faced(&next) > self.faced(&best) { next } else { best })
    }

    /// Columns beside attackers that may form line either way.
    pub(super) fn hasty_choices(&self) -> Vec<UnitId> {
        let both = |u: &UnitId| [false, true].into_iter().all(|right| self.hasty_line(*u, right).is_some());
        self.of(self.at.side.other()).filter(both).collect()
    }

    /// Whether the defender has a choice in forming his hasty lines (§24.6, ruling 46).
    pub fn hasty_waits(&self) -> bool {
        self.hasty_choices().iter().any(|u| self.mine(*u))
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
        let forced: Vec<UnitId> = board.of(board.at.side.other()).filter(|u| !choices.contains(u)).collect();
        self.form_lines_of(&forced);
        Ok(())
    }

    /// Columns of some brigades that are beside attackers form line with most of the enemy before their front.
    fn form_lines_of(&mut self, units: &[UnitId]) {
        let board = self.board();
        let lines: Vec<HastyLine> = units.iter().filter_map(|u| board.best_hasty_line(*u)).collect();
        for line in lines {
            self.form_hasty_line(line);
        }
    }

    /// A column forms line before fire; a reinforcement is none any more by it (§16.1.1).
    pub(super) fn form_hasty_line(&mut self, line: HastyLine) {
        let unit = line.unit;
        self.write(Fact::HastyLine(line));
        self.end_exemption(unit);
    }

    /// Columns that were not told how form line with most of the enemy before their front.
    pub fn hasty_lines_over(&mut self) {
        let choices = self.board().hasty_choices();
        self.form_lines_of(&choices);
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
            first.push(Fired { flanker: true, free: true, ..Fired::new(f.unit, from, to, f.sp) });
        }
        // The same units in the same places as before take 1 off the die (Combat Fire Table, note).
        for one in &mut first {
            one.minus = board.fire_goes_on(one);
        }
        let [theirs, ours] = board.returned();
        first.extend(theirs);
        let hasty = self.fire_round(other, &first)?;
        self.settle_but(&hasty);
        let board = self.board();
        let mut second = board.attack_fire(&fight.aims);
        // Who returns fire does so by what it has left.
        second.extend(board.returned_yet(&ours));
        self.fire_round(phasing, &second)?;
        self.settle();
        self.keep_aims();
        self.write(Fact::FireOver);
        Ok(())
    }

    /// §27.1: what was said of two brigades in a hex two turns ago, since revision 8 one turn ago too, and was not said anew, holds for the fire that goes on
    /// from this one.
    fn keep_aims(&mut self) {
        let board = self.board();
        let latest = if board.since(8) { 1 } else { 2 };
        let fired = |s: &Singled| board.at.pairs.iter().any(|p| p.to == s.hex);
        let goes_on = |s: &&Singled| s.age >= latest && fired(s) && board.still_said(s);
        let lies = |s: &&Singled| board.chain(s.unit).iter().any(|l| l.hex == s.hex);
        let said = board.at.fight.singled.iter().filter(|_| board.since(7)).filter(goes_on).filter(lies);
        let facts: Vec<Fact> = said.map(|s| Fact::Singled { hex: s.hex, unit: s.unit }).collect();
        for fact in facts {
            self.write(fact);
        }
    }

    /// Fire of one side; gives the brigades that take their losses after they have answered (§24.3.6).
    pub(super) fn fire_round(&mut self, by: Side, fired: &[Fired]) -> Result<Vec<UnitId>, Stop> {
        let mut later = Vec::new();
        for (volley, hasty) in self.board().volleys(by, fired) {
            let mut volley = volley;
            let (full, rest) = (volley.strength / 11, (volley.strength % 11) as u8);
            let least = if volley.horse { 2 } else { 1 };
            let mut parts = vec![11u8; usize::from(full)];
            parts.extend((rest >= least).then_some(rest));
            if !parts.is_empty() && self.buffer.position.brigade(volley.target).is_some() {
                let purpose = format!("combat fire at {}", self.board().name(volley.target));
                volley.dice = self.dice.roll(purpose, parts.len() as u8, 6)?;
                let table = &self.pack.tables.combat_fire;
                let points = |(sp, die): (&u8, &u8)| {
                    let die = (*die + u8::from(volley.charge)).saturating_sub(u8::from(volley.minus)).max(1);
                    u16::from(table.points(usize::from(volley.group), volley.horse, *sp, die))
                };
                volley.cp = parts.iter().zip(&volley.dice).map(points).sum();
                // 0.1, detachments 10: who was surprised suffers twice.
                if self.buffer.position.hidden.surprised.contains(&volley.target) {
                    volley.cp = super::hidden::surprised(volley.cp, 0).0;
                }
            }
            if hasty {
                later.push(volley.target);
            }
            self.write(Fact::CombatFire(volley));
        }
        Ok(later)
    }
}

/// Quarters in words of arithmetic, and with an eighth more.
const PARTS: [[&str; 4]; 2] = [["", "¼", "½", "¾"], ["⅛", "⅜", "⅝", "⅞"]];

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

    /// Of two brigades in a hex that one is aimed at.
    pub fn singled(&self, hex: u16, unit: UnitId) -> Option<Line> {
        self.changed(format!("In {}, {} is aimed at.", self.id(hex), self.name(unit)), "24.3", hex)
    }

    /// How a defending hex fires.
    pub fn split_fire(&self, split: &Split) -> Option<Line> {
        let of = |s: &Share| s.of.map_or_else(String::new, |of| format!(" by {}", self.name(of)));
        let guns = |s: &Share| if s.guns { " of cannon" } else { "" };
        let share = |s: &Share| format!("{}{} at {}{}", s.sp, guns(s), self.id(s.to), of(s));
        let shares: Vec<String> = split.shares.iter().map(share).collect();
        let text = match shares.is_empty() {
            true => format!("{} holds its fire.", self.id(split.from)),
            false => format!("{} fires {}.", self.id(split.from), shares.join(", ")),
        };
        self.note(text, "24.2")
    }

    /// Combat fire with its arithmetic.
    pub fn combat_fire(&self, volley: &Volley) -> Option<Line> {
        let times = |f: &Firer| match (f.times / 4, PARTS[usize::from(f.eighth)][usize::from(f.times % 4)]) {
            (1, "") => String::new(),
            (0, part) => format!(" × {part}"),
            (n, part) => format!(" × {n}{part}"),
        };
        let one = |f: &Firer| {
            let guns = if f.guns { " (guns)" } else { "" };
            format!("{}{guns} {}{} from {}", self.name(f.unit), f.sp, times(f), self.id(f.from))
        };
        let firers: Vec<String> = volley.firers.iter().map(one).collect();
        let (target, group) = (self.name(volley.target), ["0-3", "4-6", "7-9", "10-12"]);
        let faces: Vec<String> = volley.dice.iter().map(u8::to_string).collect();
        let result = match volley.dice.is_empty() {
            true => "No effect".to_owned(),
            false => format!(
                "{} points, experience {}{}, {} rolled{}: {} casualty points",
                volley.strength,
                group[usize::from(volley.group).min(3)],
                if volley.horse { ", horse" } else { "" },
                faces.join(" "),
                match (volley.minus, volley.charge) {
                    (true, false) => " (−1)",
                    (false, true) => " (+1)",
                    _ => "",
                },
                volley.cp
            ),
        };
        let mark = |f: &Firer| Mark::Fought { from: self.id(f.from), to: self.id(f.to), side: volley.by };
        let marks = volley.firers.iter().map(mark).collect();
        self.line(Tone::Combat, format!("Fire at {target}: {}. {result}.", firers.join(", ")), "24.3", marks)
    }
}
