//! Whom somebody comes upon that was hidden from it (0.1, detachments 10).
//!
//! A march goes as far as it can be gone: to where a hidden enemy comes into sight of a column in view, or fires at one that did not see it. What bars a line is found when it tries.

use super::board::Board;
use super::book::Stop;
use super::chain::{Formation, Link};
use super::combat::{ALL_ARMS, Fired, MUSKETS};
use super::facts::{BatteryMove, Fact, Maneuver, Manner, UnseenFact};
use super::hidden::{InView, SURPRISED_LEVEL};
use super::hiding::Marker;
use super::movement::INVOLUNTARY_DP;
use super::own_ways::Gone;
use super::position::Retreat;
use super::resolver::Resolver;
use super::retreat::WayBack;
use super::units::UnitId;
use domain_core::referee::Side;

/// How near a column or battery comes to somebody hidden before it is fired at (detachments 10).
const AMBUSH: u32 = 2;

/// Points that a marker fires at most (§24.1).
const MOST: u8 = 8;

/// The brigades and batteries of a side that are out of view, with the hexes where they, or markers of them, are so.
type Hidden = Vec<(UnitId, Vec<usize>)>;

impl Board<'_> {
    fn hidden_fighters(&self, side: Side) -> Hidden {
        let fights = |u: &UnitId| self.spec(*u).commander().is_none();
        self.unseen_of(side).filter(fights).map(|u| (u, self.hidden_hexes(u))).collect()
    }

    /// Detachments 10: whether who came from a hex into another comes upon somebody there: within two hexes of one whom it was not within, or nearer to him; before
    /// revision 6 nearer to the nearest of all.
    fn comes_upon(&self, hidden: &Hidden, from: usize, at: usize) -> bool {
        let upon = |hexes: &[usize]| {
            let far = |at: usize| hexes.iter().filter_map(|hex| self.pack.ground.atlas.distance(at, *hex)).min();
            let [before, now] = [from, at].map(|at| far(at).unwrap_or(u32::MAX));
            now <= AMBUSH && (before > AMBUSH || now < before)
        };
        if self.since(6) {
            return hidden.iter().any(|(_, hexes)| upon(hexes));
        }
        let all: Vec<usize> = hidden.iter().flat_map(|(_, hexes)| hexes.iter().copied()).collect();
        upon(&all)
    }

    /// Those within so many hexes of a hex.
    fn those_near(&self, hidden: &Hidden, at: usize, most: u32) -> Vec<Marker> {
        let near = |hex: &usize| self.pack.ground.atlas.distance(at, *hex).is_some_and(|far| far <= most);
        let of = |(unit, hexes): &(UnitId, Vec<usize>)| {
            let near: Vec<Marker> = hexes.iter().copied().filter(near).map(|hex| (*unit, hex)).collect();
            near
        };
        hidden.iter().flat_map(of).collect()
    }

    /// Detachments 10: those who fire at a column or battery that has come upon somebody, and lies so then: "all units within two hexes of the moving
    /// units", of its rear too. Before revision 8 they were those about the hex alone in which its head came upon somebody. At night nobody fires.
    pub(super) fn with_those_about(&self, unit: UnitId, mut met: Vec<Marker>, lies: &[Link]) -> Vec<Marker> {
        if met.is_empty() || !self.since(8) || self.is_night() {
            return met;
        }
        let hidden = self.hidden_fighters(self.side(unit).other());
        let hexes = lies.iter().map(|l| l.at()).filter(|at| self.pack.ground.is_hex(*at));
        met.extend(hexes.flat_map(|at| self.those_near(&hidden, at, AMBUSH)));
        met
    }

    /// Detachments 10: those out of view of the enemies of a line, or an attack column, beside whom it has come.
    pub(super) fn hidden_beside(&self, unit: UnitId) -> Vec<Marker> {
        let line = self.at.brigade(unit).is_some_and(|b| b.formation.is_line()) || self.is_charge(unit);
        let hidden = if line { self.hidden_fighters(self.side(unit).other()) } else { Vec::new() };
        let mut met: Vec<Marker> = self.chain(unit).iter().flat_map(|l| self.those_near(&hidden, l.at(), 1)).collect();
        met.sort_unstable();
        met.dedup();
        met
    }

    /// Detachments 10: whether a line stands beside one of those whom it has come upon, so that it attacks. Before revision 8 it was to stand beside any enemy,
    /// also where it halted before those, or stayed where it was.
    fn has_come_beside(&self, unit: UnitId, met: &[UnitId]) -> bool {
        if !self.since(8) {
            return self.beside_enemy(unit);
        }
        let met: Hidden = met.iter().map(|u| (*u, self.true_hexes(*u))).collect();
        self.chain(unit).iter().any(|l| !self.those_near(&met, l.at(), 1).is_empty())
    }

    /// How far a way of a column or battery can be gone before it comes upon somebody hidden: the number of the last hex, whom it comes upon unseen, and
    /// whom it sees from there.
    pub(super) fn as_far_as(&self, unit: UnitId, way: &[usize]) -> (usize, Vec<Marker>, Vec<Marker>) {
        let side = self.side(unit).other();
        let hidden = self.hidden_fighters(side);
        if hidden.is_empty() {
            return (way.len(), Vec::new(), Vec::new());
        }
        let Some(start) = way.first().copied() else { return (0, Vec::new(), Vec::new()) };
        let in_view = !self.is_unseen(unit);
        let guns = self.at.battery(unit).is_some();
        let theirs = self.perimeter(side);
        for (n, at) in way.iter().enumerate().skip(1).filter(|(_, at)| self.pack.ground.is_hex(**at)) {
            // §17.1.8: nor does it come into his hex, beside whom it lay as it set out: there too it halts before.
            let there = if self.since(8) { self.those_near(&hidden, *at, 0) } else { Vec::new() };
            if !there.is_empty() {
                return (n - 1, there, Vec::new());
            }
            // Hex by hex: who has gone away from somebody comes upon him as he comes back.
            let from = if self.since(6) { way[n - 1] } else { start };
            // §35.2: at night it does not come beside him, but halts before, as a line does.
            let beside = if self.since(7) && self.is_night() { self.those_near(&hidden, *at, 1) } else { Vec::new() };
            if !beside.is_empty() {
                return (n - 1, beside, Vec::new());
            }
            if self.comes_upon(&hidden, from, *at) {
                return (n, self.those_near(&hidden, *at, AMBUSH), Vec::new());
            }
            let sees = |hex: &usize| in_view && self.comes_in_sight((*at, guns), (side, *hex), &theirs);
            let each = |(unit, hexes): &(UnitId, Vec<usize>)| -> Vec<Marker> {
                hexes.iter().copied().filter(sees).map(|hex| (*unit, hex)).collect()
            };
            let seen: Vec<Marker> = hidden.iter().flat_map(each).collect();
            if !seen.is_empty() {
                return (n, Vec::new(), seen);
            }
        }
        (way.len(), Vec::new(), Vec::new())
    }

    /// How far a line goes before a marker of it is beside somebody hidden, and who those are: step by step since revision 7, where all markers go together; of any
    /// other move that leads by somebody, or into his hex, it makes nothing.
    fn line_as_far_as(&self, maneuver: Maneuver) -> (Option<Maneuver>, Vec<Marker>) {
        let unit = maneuver.unit;
        let hidden = self.hidden_fighters(self.side(unit).other());
        if hidden.is_empty() {
            return (Some(maneuver), Vec::new());
        }
        let moved = |at: &usize| !self.chain(unit).iter().any(|l| l.at() == *at);
        let beside = |hexes: &[usize]| -> Vec<Marker> {
            hexes.iter().filter(|at| moved(at)).flat_map(|at| self.those_near(&hidden, *at, 1)).collect()
        };
        let way: Vec<usize> = maneuver.way.iter().map(|p| usize::from(*p)).collect();
        let hexes: Vec<usize> = maneuver.chain.iter().map(|l| l.at()).collect();
        // The way is that of the left flank marker: the others lie about it after each step.
        let back = maneuver.manner == Manner::Back;
        let together = self.since(7) && (back || maneuver.manner == Manner::Ahead);
        let met_after = |n: usize| {
            let line = self.shifted(unit, way[n]).unwrap_or_default();
            let met = beside(&line.iter().map(|l| l.at()).collect::<Vec<usize>>());
            (n, met)
        };
        // §35.2: at night it does not come beside him, but halts before.
        let beyond = usize::from(!(self.since(7) && self.is_night()));
        let steps = if together { 1..way.len().saturating_sub(beyond) } else { 0..0 };
        if let Some((last, met)) = steps.map(met_after).find(|(_, met)| !met.is_empty()) {
            // §17.1.8: into his hex, beside whom it stood as it set out, it does not go.
            let line = self.shifted(unit, way[last]).filter(|_| self.since(8)).unwrap_or_default();
            let there: Vec<Marker> = line.iter().flat_map(|l| self.those_near(&hidden, l.at(), 0)).collect();
            let (beyond, met) = if there.is_empty() { (beyond, met) } else { (0, there) };
            let so_far = |n: usize| {
                let checked = if back { self.check_back(unit, way[n]) } else { self.check_ahead(unit, way[n]) };
                checked.ok()
            };
            return ((1..last + beyond).rev().find_map(so_far), met);
        }
        let through = maneuver.passed.iter().filter(|_| self.since(7) && !together).map(|p| usize::from(*p));
        let through: Vec<usize> = through.filter(|at| self.pack.ground.is_hex(*at)).collect();
        let stands = |at: &usize| hidden.iter().any(|(_, hexes)| hexes.contains(at));
        let all = hexes.iter().chain(way.iter().skip(1)).chain(&through).copied();
        let barred: Vec<usize> = all.filter(stands).collect();
        if !barred.is_empty() {
            return (None, barred.into_iter().flat_map(|at| self.those_near(&hidden, at, 0)).collect());
        }
        let met = beside(&hexes);
        let by = beside(&through).into_iter().filter(|(u, _)| !met.iter().any(|(known, _)| known == u));
        let by: Vec<Marker> = by.collect();
        match by.is_empty() {
            true if beyond == 0 && !met.is_empty() => (None, met),
            true => (Some(maneuver), met),
            false => (None, by),
        }
    }
}

impl Resolver<'_, '_> {
    /// A brigade's move as far as it comes: nothing of it where it cannot begin. Whom it comes upon is kept for [`Resolver::meet`].
    pub fn to_contact(&mut self, maneuver: Maneuver) -> Option<Maneuver> {
        if !self.buffer.position.options.hidden_movement {
            return Some(maneuver);
        }
        let board = self.board();
        let unit = maneuver.unit;
        let way: Vec<usize> = maneuver.way.iter().map(|p| usize::from(*p)).collect();
        let (mut sighted, mut at) = (Vec::new(), None);
        let (gone, met) = match maneuver.formation.is_line() {
            true => board.line_as_far_as(maneuver),
            false if matches!(maneuver.manner, Manner::Entered | Manner::Marched) => {
                let (last, met, seen) = board.as_far_as(unit, &way);
                (sighted, at) = (seen, way.get(last).copied());
                let gone = match last < way.len().saturating_sub(1) {
                    true => (1..=last).rev().find_map(|n| board.check_march(unit, &way[1..=n]).ok()),
                    false => Some(maneuver),
                };
                let lies = gone.as_ref().map_or_else(|| board.chain(unit), |gone| gone.chain.as_slice());
                let met = board.with_those_about(unit, met, lies);
                (gone, met)
            }
            false => (Some(maneuver), Vec::new()),
        };
        self.come_upon(met, sighted);
        self.met_at = at;
        gone
    }

    /// The same of a column whose markers go ways of their own: a hex each at a time, as far as none of them has come upon somebody, or sees somebody, and they lie
    /// in column.
    pub(super) fn apart_to_contact(&mut self, gone: Gone) -> Option<Gone> {
        if !self.buffer.position.options.hidden_movement {
            return Some(gone);
        }
        let board = self.board();
        let unit = gone.maneuver.unit;
        let halts: Vec<_> = gone.ways.iter().map(|way| (way, board.as_far_as(unit, way))).collect();
        let meets = halts.iter().filter(|(_, (_, met, seen))| !met.is_empty() || !seen.is_empty());
        let Some(last) = meets.map(|(_, (last, ..))| *last).min() else { return Some(gone) };
        let (mut met, mut sighted, mut at) = (Vec::new(), Vec::new(), None);
        for (way, (halt, upon, seen)) in halts {
            if halt == last && !(upon.is_empty() && seen.is_empty()) {
                met.extend(upon);
                sighted.extend(seen);
                at = at.or(way.get(last).copied());
            }
        }
        let so_far = |steps: usize| {
            let part = |way: &Vec<usize>| match way.get(1..=steps.min(way.len() - 1)) {
                Some(told @ [_, ..]) => told.to_vec(),
                _ => way[..1].to_vec(),
            };
            let ways: Vec<Vec<usize>> = gone.ways.iter().map(part).collect();
            board.check_apart(unit, &ways).ok()
        };
        let whole = gone.ways.iter().all(|way| way.len() <= last + 1);
        let gone = if whole { Some(gone) } else { (1..=last).rev().find_map(so_far) };
        let lies = gone.as_ref().map_or_else(|| board.chain(unit), |gone| gone.maneuver.chain.as_slice());
        let met = board.with_those_about(unit, met, lies);
        self.come_upon(met, sighted);
        self.met_at = at;
        gone
    }

    /// The same of a battery.
    pub fn guns_to_contact(&mut self, moved: BatteryMove) -> Option<BatteryMove> {
        if !self.buffer.position.options.hidden_movement || moved.way.len() < 2 {
            return Some(moved);
        }
        let board = self.board();
        let way: Vec<usize> = moved.way.iter().map(|p| usize::from(*p)).collect();
        let unit = moved.unit;
        let (last, met, sighted) = board.as_far_as(unit, &way);
        let gone = match last < way.len() - 1 {
            true => (1..=last).rev().find_map(|n| board.check_guns_march(unit, &way[1..=n]).ok()),
            false => Some(moved),
        };
        let lies = gone.as_ref().map_or_else(|| board.chain(unit), |gone| gone.chain.as_slice());
        let met = board.with_those_about(unit, met, lies);
        let at = way.get(last).copied();
        self.come_upon(met, sighted);
        self.met_at = at;
        gone
    }

    /// A commander's ride as far as no hidden enemy stands in its way, or beside it.
    pub fn ride_to_contact(&mut self, unit: UnitId, way: Vec<usize>) -> Vec<usize> {
        if !self.buffer.position.options.hidden_movement {
            return way;
        }
        let board = self.board();
        let hidden = board.hidden_fighters(board.side(unit).other());
        // Since revision 7 he does not come beside one either: no unit does that is in no battleline.
        let near = u32::from(board.since(7));
        let halts = |n: &usize| (*n > 0 || near == 0) && !board.those_near(&hidden, way[*n], near).is_empty();
        let free = (0..way.len()).find(halts).unwrap_or(way.len());
        let met = way.get(free).map_or_else(Vec::new, |at| board.those_near(&hidden, *at, near));
        self.come_upon(met, Vec::new());
        way[..free].to_vec()
    }

    /// §21.8, detachments 10: whether a brigade leaves the map by these hexes: not by somebody hidden, or through his hex, as no other line is taken up so.
    pub(super) fn leaves_to_contact(&mut self, unit: UnitId, entered: &[u16]) -> bool {
        if !self.buffer.position.options.hidden_movement || !self.board().since(8) {
            return true;
        }
        let board = self.board();
        let hidden = board.hidden_fighters(board.side(unit).other());
        let moved = |hex: &&u16| !board.chain(unit).iter().any(|l| l.hex == **hex);
        let new = entered.iter().filter(moved);
        let met: Vec<Marker> = new.flat_map(|hex| board.those_near(&hidden, usize::from(*hex), 1)).collect();
        let free = met.is_empty();
        self.come_upon(met, Vec::new());
        free
    }

    pub(super) fn come_upon(&mut self, mut met: Vec<Marker>, sighted: Vec<Marker>) {
        met.sort_unstable();
        met.dedup();
        (self.met, self.sighted) = (met, sighted);
    }

    /// What comes of coming upon somebody hidden: all come into view; a column or battery is fired at without answer and retreats, a line attacks.
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn meet(&mut self, unit: UnitId) -> Result<(), Stop> {
        if !self.buffer.position.options.hidden_movement {
            return Ok(());
        }
        self.take_hidden_commanders(unit);
        // Where it cannot stay it has halted a hex before, and whom it has seen from there is in view all the same: a halt without a reason would tell of him.
        let sighted = std::mem::take(&mut self.sighted);
        self.place_markers_in_view(&sighted, InView::InSight);
        sighted.into_iter().for_each(|(one, _)| self.look(one, &[]));
        let (met, at) = (std::mem::take(&mut self.met), self.met_at.take());
        if met.is_empty() {
            return Ok(());
        }
        let board = self.board();
        let itself = if board.on_map(unit) { board.true_hexes(unit) } else { Vec::new() };
        let shown: Vec<Marker> = met.iter().copied().chain(itself.into_iter().map(|at| (unit, at))).collect();
        self.place_markers_in_view(&shown, InView::Met);
        let mut met: Vec<UnitId> = met.into_iter().map(|(one, _)| one).collect();
        met.dedup();
        let there = self.board().on_map(unit).then_some(unit);
        met.iter().copied().chain(there).for_each(|one| self.look(one, &[]));
        // §16.1.1: who has come into the range of somebody hidden is no reinforcement any more, wherever it goes back to.
        if self.board().since(8) {
            self.end_exemptions_in_range();
        }
        let board = self.board();
        if board.is_night() || !board.on_map(unit) || board.spec(unit).commander().is_some() {
            return Ok(());
        }
        if board.at.brigade(unit).is_some_and(|b| b.formation.is_line()) {
            if board.has_come_beside(unit, &met) {
                self.write(Fact::Unseen(UnseenFact::Surprised { unit }));
                // §21.6: who attacks does not retreat, though it came beside him as it went back.
                let board = self.board();
                let retreats = board.at.brigade(unit).is_some_and(|b| b.retreat != Retreat::None);
                if retreats && board.since(8) {
                    self.write(Fact::Unseen(UnseenFact::Rallied { unit }));
                }
                self.hurry(unit);
            }
            return Ok(());
        }
        self.ambush(unit, &met, at)
    }

    /// §24.4.3a, detachments 10: whether points of a line step into a flank hex by these hexes: not where somebody hidden stands in one of them. Who does comes
    /// into view, as whom they come beside; commanders out of view are theirs (§17.1.8).
    pub(super) fn steps_to_contact(&mut self, by: UnitId, hexes: &[u16]) -> bool {
        if !self.buffer.position.options.hidden_movement || !self.board().since(8) {
            return true;
        }
        let board = self.board();
        let hidden = board.hidden_fighters(board.side(by).other());
        let near = |most: u32| -> Vec<Marker> {
            hexes.iter().flat_map(|hex| board.those_near(&hidden, usize::from(*hex), most)).collect()
        };
        let there = near(0);
        let (free, mut met) = (there.is_empty(), if there.is_empty() { near(1) } else { there });
        met.sort_unstable();
        met.dedup();
        self.place_markers_in_view(&met, InView::Met);
        met.into_iter().for_each(|(one, _)| self.look(one, &[]));
        let to: Vec<usize> = hexes.last().filter(|_| free).map(|hex| usize::from(*hex)).into_iter().collect();
        self.take_hidden_commanders_in(by, &to);
        free
    }

    /// Commanders of the enemy out of view in the hexes where a brigade or battery is now are in its hands (§17.1.8).
    fn take_hidden_commanders(&mut self, by: UnitId) {
        let board = self.board();
        if board.spec(by).commander().is_some() {
            return;
        }
        let here = board.true_hexes(by);
        self.take_hidden_commanders_in(by, &here);
    }

    fn take_hidden_commanders_in(&mut self, by: UnitId, here: &[usize]) {
        let board = self.board();
        let there = |u: &UnitId| {
            board.spec(*u).commander().is_some() && board.true_hexes(*u).iter().any(|at| here.contains(at))
        };
        let taken: Vec<UnitId> = board.unseen_of(board.side(by).other()).filter(there).collect();
        for unit in taken {
            self.write(Fact::CommanderCaptured { by, unit });
        }
    }

    /// §17.1.8, 0.1: commanders of the enemy in the hexes to which a brigade or battery has come after combat are in its hands, those too that were out of view.
    pub(super) fn take_commanders_here(&mut self, by: UnitId) {
        if !self.buffer.position.options.hidden_movement || !self.board().since(7) {
            return;
        }
        self.take_hidden_commanders(by);
        let here: Vec<u16> = self.board().chain(by).iter().map(|l| l.hex).collect();
        self.capture_on(by, &here);
    }

    /// Detachments 10: a line that was surprised uses six points, though its level is less.
    fn hurry(&mut self, unit: UnitId) {
        let board = self.board();
        let less = board.at.brigade(unit).and_then(|b| b.level).is_some_and(|level| level < SURPRISED_LEVEL);
        if less && board.since(5) {
            self.write(Fact::Released { free: true, level: SURPRISED_LEVEL, unit });
        }
    }

    /// §17.1.8, ruling 40: what who goes back after such fire meets in the hexes that it enters is its own, as after combat.
    fn capture_in_flight(&mut self, unit: UnitId, entered: &[u16]) {
        if self.board().since(6) {
            self.capture_on(unit, entered);
        }
        self.end_exemption_on_way(unit, entered);
    }

    /// Fire without answer at a column or battery within two hexes, or that came so near in a hex where it cannot stay, and its retreat at once.
    fn ambush(&mut self, unit: UnitId, met: &[UnitId], at: Option<usize>) -> Result<(), Stop> {
        let board = self.board();
        let by = board.side(unit).other();
        let fired: Vec<Fired> = match board.since(5) {
            true => board.surprise_fire(met, unit, at),
            false => met.iter().flat_map(|u| board.fired_by_surprise(*u, unit)).collect(),
        };
        self.fire_round(by, &fired)?;
        self.settle();
        let board = self.board();
        if board.on_map(unit) {
            let side = board.side(unit);
            if board.at.battery(unit).is_some() {
                let mut ways = board.gun_ways(unit, AMBUSH as u8);
                // §30.2.1: an involuntary retreat is of two hexes; of one where there is no way by two.
                let whole = |way: &WayBack| u32::from(way.hexes) == AMBUSH;
                if board.since(7) && ways.iter().any(whole) {
                    ways.retain(whole);
                }
                if let Some(way) = board.best_way(unit, ways, true) {
                    let facing = board.guns_look(&way);
                    if !self.is_cut_off(unit, &way.entered) {
                        self.capture_in_flight(unit, &way.entered);
                        let (chain, own, way) = (way.chain, self.board().leaves_nothing(unit), way.way);
                        self.write(Fact::GunsBack { chain, facing, heir: None, own, spent: 0, unit, way });
                    }
                }
            } else {
                let ways = board.ways_of_rout(unit, AMBUSH as u8);
                let ranged = board.chain(unit).iter().any(|l| board.in_enemy_range(side, l.at()));
                let way = board.best_way(unit, ways, true);
                let worn = if ranged { INVOLUNTARY_DP } else { 0 };
                let to = way.as_ref().map(|way| board.footing(unit, way, 0, worn));
                let entered = way.map_or_else(Vec::new, |way| way.entered);
                let cut_off = self.is_cut_off(unit, &entered);
                self.capture_in_flight(unit, if cut_off { &[] } else { &entered });
                match to {
                    _ if cut_off => {}
                    Some(to) => self.write(Fact::FellBack { how: Retreat::Involuntary, to }),
                    None => self.destroy(unit),
                }
            }
        }
        self.take_commanders_here(unit);
        self.write(Fact::Unseen(UnseenFact::Ambushed { unit }));
        Ok(())
    }
}

impl Board<'_> {
    /// What those who were hidden fire at who came upon them within two hexes, hex by hex, by the limits of all combat fire (§24.2, §24.3, §24.5): of foot and horse
    /// that are not at rest eight points, two of horse at least (ruling 25); with cannon that are unlimbered and have ammunition (§29.4.4) eleven.
    fn surprise_fire(&self, met: &[UnitId], target: UnitId, at: Option<usize>) -> Vec<Fired> {
        let atlas = &self.pack.ground.atlas;
        let hexes = self.true_hexes(target);
        // §17.1.5: through friends it came within two hexes too, though it halts before them.
        let came = |from: usize| {
            let far = at.filter(|_| self.since(8)).and_then(|at| atlas.distance(from, at));
            far.is_some_and(|far| far <= AMBUSH)
        };
        let near = |from: usize| {
            let far = hexes.iter().filter_map(|at| Some((atlas.distance(from, *at)?, *at))).min();
            far.filter(|(far, _)| *far <= AMBUSH || came(from)).map(|(_, at)| at)
        };
        let rests = |u: UnitId| self.at.brigade(u).is_some_and(|b| b.formation == Formation::Rest);
        let loaded = |u: UnitId| self.at.battery(u).is_some_and(|b| !b.limbered && b.factors > 0);
        let mut posts: Vec<usize> = met.iter().flat_map(|u| self.chain(*u)).map(|l| l.at()).collect();
        posts.sort_unstable();
        posts.dedup();
        let mut fired = Vec::new();
        for from in posts {
            let Some(to) = near(from) else { continue };
            // Who came upon them is fired at: where that is a battery, no brigade whose hex it shares (§24.4.6).
            let at_guns = self.since(8) && self.at.battery(target).is_some();
            let one = |unit, sp, guns| Fired { at_guns, guns, ..Fired::new(unit, from, to, sp) };
            let mut room = MUSKETS;
            for unit in met.iter().copied().filter(|u| self.at.brigade(*u).is_some() && !rests(*u)) {
                let sp = self.points_in(unit, from).min(room);
                if sp >= self.least_share(unit) {
                    room -= sp;
                    fired.push(one(unit, sp, false));
                }
            }
            let here = met.iter().copied().filter(|u| loaded(*u) && self.at.place(*u) == Some(from));
            let batteries: Vec<UnitId> = here.collect();
            let sp = self.cannon_points(&batteries).min(ALL_ARMS - (MUSKETS - room));
            fired.extend(batteries.first().filter(|_| sp > 0).map(|first| one(*first, sp, true)));
        }
        fired
    }

    /// The same until revision 4: what a counter that was hidden fires at who came upon it: every marker of a brigade that is not at rest, and unlimbered guns, within two hexes.
    fn fired_by_surprise(&self, unit: UnitId, target: UnitId) -> Vec<Fired> {
        let atlas = &self.pack.ground.atlas;
        let guns = self
            .battery(unit)
            .map(|(now, spec)| (now.limbered, super::artillery::gun_points(&self.pack.tables, spec.guns)));
        let rests = self.at.brigade(unit).is_some_and(|b| b.formation == Formation::Rest);
        if rests || guns.is_some_and(|(limbered, _)| limbered) {
            return Vec::new();
        }
        let hexes = self.true_hexes(target);
        let fire = |n: usize, link: &Link| {
            let near = hexes.iter().filter_map(|at| Some((atlas.distance(link.at(), *at)?, *at))).min();
            let (far, to) = near?;
            let sp = match guns {
                Some((_, points)) if n == 0 => points,
                Some(_) => return None,
                None => link.sp.min(MOST),
            };
            let from = link.at();
            (far <= AMBUSH && sp > 0).then(|| Fired { guns: guns.is_some(), ..Fired::new(unit, from, to, sp) })
        };
        self.chain(unit).iter().enumerate().filter_map(|(n, link)| fire(n, link)).collect()
    }
}
