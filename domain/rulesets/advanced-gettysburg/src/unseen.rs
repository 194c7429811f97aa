//! Counters out of the enemy's view (0.1): what a position keeps of them, and what each reader knows.
//!
//! The counters of a position are the control board: what is in view, and of the others what their enemy last saw of them. A side's own counters that are out of view are
//! kept beside them, in what it and the referee alone know; they take their places among the counters while that side moves, and leave them before anybody fires. So every rule is asked of what is
//! in view and of one's own, and nothing has to be blotted out; what only hidden counters could change is asked in `contact.rs` and `in_view.rs`, and nowhere else.

use super::board::{Board, fresh};
use super::facts::{Fact, Given, Revealed, UnseenFact};
use super::fire::Drawn;
use super::hiding::{ShownAt, Unseen};
use super::pack::Pack;
use super::position::{Attack, Command, Place, Position, Retreat, Segment, State, UnitState, row};
use super::sealed_orders::hide_night_orders;
use super::units::UnitId;
use domain_core::referee::{Apply, Side};

impl Position {
    /// How it takes in what happens under hidden movement.
    pub(super) fn take_unseen(&mut self, fact: &UnseenFact) {
        match fact {
            UnseenFact::Ambushed { unit } => {
                self.pairs.clear();
                self.fight.from_works[0].clear();
                if let Some(brigade) = self.brigade_mut(*unit) {
                    brigade.done = true;
                }
                if let Some(battery) = self.battery_mut(*unit) {
                    (battery.moved, battery.spent) = (true, 60);
                }
            }
            UnseenFact::Begins { side, state, unit } => {
                if self.entry_of(*unit).is_none() {
                    self.hidden.unseen.push(Unseen { side: *side, state: state.clone(), unit: *unit });
                }
            }
            UnseenFact::Detachment(fact) => self.take_detachments(fact),
            // It has come as that says.
            UnseenFact::EntryTold(_) => {}
            UnseenFact::InView { units, .. } => units.iter().for_each(|one| self.come_into_view(one)),
            UnseenFact::Laid { outposts, side } => self.hidden.outposts[row(*side)].clone_from(outposts),
            UnseenFact::Lot { lot, .. } => self.hidden.lot = Some(lot.clone()),
            UnseenFact::MovedAway { units } => self.hidden.shown.retain(|s| !units.contains(&s.unit)),
            UnseenFact::OrdersTold { guns, orders, transfers } => {
                self.gun_orders.clone_from(guns);
                self.night_orders.clone_from(orders);
                self.transfers.clone_from(transfers);
            }
            UnseenFact::OutOfView { units } => {
                for unit in units {
                    self.hidden.shown.retain(|s| s.unit != *unit);
                    let out = self.hidden.out;
                    let part = self.hidden.unseen.iter_mut().find(|e| e.unit == *unit && out == Some(e.side));
                    let state = part.map(|e| &mut e.state).or_else(|| self.units.get_mut(unit.index()));
                    if let Some(state) = state {
                        state.place = Place::Unseen;
                    }
                }
            }
            UnseenFact::Own { fact, .. } => self.apply(fact),
            UnseenFact::Rallied { unit } => {
                if let Some(brigade) = self.brigade_mut(*unit) {
                    brigade.retreat = Retreat::None;
                }
            }
            UnseenFact::Rolled { .. } => self.hidden.lot = None,
            UnseenFact::Surprised { unit } => {
                if let Some(brigade) = self.brigade_mut(*unit) {
                    brigade.attack = Attack::Launched;
                }
                self.hidden.surprised.push(*unit);
            }
            UnseenFact::Swapped { side } => self.swap(*side),
            UnseenFact::Took { side, units } => {
                for one in units {
                    let Some(now) = self.units.get_mut(one.unit.index()) else { continue };
                    let mut state = one.state.clone();
                    if self.hidden.out == Some(*side) {
                        std::mem::swap(now, &mut state);
                    }
                    self.hidden.unseen.retain(|e| e.unit != one.unit);
                    self.hidden.unseen.push(Unseen { side: *side, state, unit: one.unit });
                }
            }
        }
    }

    fn come_into_view(&mut self, one: &Revealed) {
        // 0.4: how often strength joined a covered brigade is told of it later; its own side knows.
        let joined = |state: &UnitState| if let State::Brigade(brigade) = &state.state { brigade.joined } else { 0 };
        let covered = self.options.hidden_identity && !self.covers.shown.contains(&one.unit);
        let known = self.entry_of(one.unit).map(|e| &e.state).into_iter().chain(self.units.get(one.unit.index()));
        let rides = |state: &UnitState| if let State::Commander(c) = &state.state { c.level } else { None };
        let level = known.clone().filter_map(rides).max();
        let known = known.map(joined).max().filter(|_| covered);
        self.hidden.shown.retain(|s| s.unit != one.unit);
        let hexes = one.state.place.chain().iter().map(|l| l.hex).collect();
        self.hidden.shown.push(ShownAt { hexes, unit: one.unit });
        if one.part {
            return self.come_partly(one.unit, &one.state);
        }
        self.hidden.unseen.retain(|e| e.unit != one.unit);
        if let Some(state) = self.units.get_mut(one.unit.index()) {
            state.clone_from(&one.state);
        }
        if let (Some(brigade), Some(known)) = (self.brigade_mut(one.unit), known) {
            brigade.joined = brigade.joined.max(known);
        }
        // §16.2.1: how far a primary commander rides, which his own side knows.
        if let Some(commander) = self.commander_mut(one.unit) {
            commander.level = commander.level.max(level);
        }
    }

    /// A side's counters out of view and what their enemy supposes of them change places.
    fn swap(&mut self, side: Side) {
        for entry in self.hidden.unseen.iter_mut().filter(|e| e.side == side) {
            if let Some(state) = self.units.get_mut(entry.unit.index()) {
                std::mem::swap(state, &mut entry.state);
            }
        }
        self.hidden.out = if self.hidden.out == Some(side) { None } else { Some(side) };
    }

    /// §29.4.3: what batteries out of view take of the reserve.
    pub(super) fn drawn_unseen(&mut self, side: Side, drawn: &[Drawn], units: &[Given]) {
        let taken = &mut self.hidden.drawn[row(side)];
        taken.points = units.iter().map(|given| given.points).fold(taken.points, u16::saturating_add);
        taken.shares.extend(drawn);
    }

    /// The reserve of a side as others suppose it.
    fn suppose_reserve(&mut self, side: Side) {
        let taken = std::mem::take(&mut self.hidden.drawn[row(side)]);
        self.reserve[row(side)] = self.reserve[row(side)].saturating_add(taken.points);
        for one in taken.shares {
            if let Some(store) = self.stores.get_mut(usize::from(one.store)) {
                *store = store.saturating_add(one.points);
            }
        }
    }

    /// A game turn begins: nobody has acted in it (§33.2, ruling 74).
    pub(super) fn all_idle(&mut self) {
        let unseen = self.hidden.unseen.iter_mut().map(|e| &mut e.state);
        for unit in self.units.iter_mut().chain(unseen) {
            if let State::Brigade(brigade) = &mut unit.state {
                brigade.idle = true;
            }
        }
    }

    /// Whose counters out of view stand among the others where an umpire set the turn.
    pub(super) fn umpire_swaps(&mut self) {
        if let Some(out) = self.hidden.out {
            self.swap(out);
        }
        let moves = self.segment.is_movement() || matches!(self.segment, Segment::Opening | Segment::Outposts);
        if self.options.hidden_movement && moves {
            self.swap(self.side);
        }
    }

    pub(super) fn entry_of(&self, unit: UnitId) -> Option<&Unseen<UnitState>> {
        self.hidden.unseen.iter().find(|e| e.unit == unit)
    }

    /// The position with all counters out of view that this reader knows of in their places, to be looked at; nothing where there are none.
    pub(super) fn laid_out(&self) -> Option<Position> {
        let side = Side::BOTH.into_iter().filter(|side| self.hidden.out != Some(*side));
        let sides: Vec<Side> = side.filter(|side| self.hidden.unseen.iter().any(|e| e.side == *side)).collect();
        if sides.is_empty() {
            return None;
        }
        let mut at = self.clone();
        sides.into_iter().for_each(|side| at.swap(side));
        Some(at)
    }

    /// The control board while a side's counters out of view stand among the others: without them. Nothing where none do.
    pub(super) fn control_board(&self) -> Option<Position> {
        let out = self.hidden.out?;
        let mut at = self.clone();
        at.swap(out);
        Some(at)
    }

    /// Whether what is kept of counters out of view speaks of counters and hexes that there are.
    pub(super) fn unseen_is_whole(&self, pack: &Pack) -> bool {
        let known = |unit: UnitId| unit.index() < self.units.len();
        let hidden = &self.hidden;
        let hexes = hidden.outposts.iter().flatten().chain(hidden.shown.iter().flat_map(|s| &s.hexes));
        let units = hidden.unseen.iter().map(|e| e.unit).chain(hidden.shown.iter().map(|s| s.unit));
        let lot = hidden.lot.iter().flat_map(|lot| lot.over.iter().chain([&lot.by]));
        hexes.into_iter().all(|hex| usize::from(*hex) < pack.ground.atlas.len())
            && self.detachments_are_whole(pack)
            && units.chain(hidden.surprised.iter().copied()).chain(lot.copied()).all(known)
            && hidden.unseen.iter().all(|e| e.state.place.chain().iter().all(|l| l.at() < pack.ground.atlas.len()))
    }
}

/// Takes out of a position what a reader of one side, or of none, may not know of counters out of view.
pub fn hide(pack: &Pack, known: &mut Position, side: Option<Side>) {
    if !known.options.hidden_movement {
        return;
    }
    for other in Side::BOTH.into_iter().filter(|other| Some(*other) != side) {
        // §11.6: who has done, and that nobody in view is in hand, tell that somebody out of view is moved.
        let hides_hands = known.hidden.out == Some(other) && pack.revision >= 8;
        if hides_hands {
            known.hand = None;
            known.seats.hands.clear();
        }
        if known.hidden.out == Some(other) {
            let unseen: Vec<UnitId> = known.hidden.unseen.iter().filter(|e| e.side == other).map(|e| e.unit).collect();
            known.hand = known.hand.filter(|hand| !unseen.contains(hand));
            known.seats.hands.retain(|hand| !unseen.contains(&hand.unit));
            if let Some(command) = known.command.as_mut() {
                command.over.retain(|u| !unseen.contains(u));
                command.used.retain(|u| !unseen.contains(u));
            }
            known.command = known.command.take().filter(|c| !unseen.contains(&c.by));
            known.hidden.lot = None;
            known.swap(other);
        }
        known.hidden.unseen.retain(|e| e.side != other);
        hide_night_orders(pack, known, other);
        // Who is in range of the primary commander; a brigade that is named for itself is in its own alone.
        let primary = |c: &&mut Command| c.primary && pack.unit(c.by).side == other && c.over != [c.by];
        if let Some(command) = known.command.as_mut().filter(|c| pack.revision >= 8 && primary(c)) {
            (command.lines, command.over, command.used) = (0, Vec::new(), Vec::new());
        }
        known.hidden.detachments[row(other)].clear();
        known.suppose_reserve(other);
        known.entries.retain(|e| pack.unit(e.unit).side != other);
        if known.side == other {
            known.doors.clear();
            known.guns_on.clear();
            known.guns_beside.clear();
        }
        for unit in pack.of(other) {
            if let Some(brigade) = known.brigade_mut(unit) {
                // 0.6.4: whom a charge saw as it was named.
                brigade.sighted.clear();
                brigade.done &= !hides_hands;
            }
        }
        for unit in pack.of(other).filter(|u| known.unit(*u).place == Place::Waiting).collect::<Vec<_>>() {
            known.units[unit.index()] = supposed(pack, known, unit);
        }
    }
}

/// What the enemy supposes of a counter that is still to come as far as he knows: what its card says.
pub(super) fn supposed(pack: &Pack, at: &Position, unit: UnitId) -> UnitState {
    let mut state = UnitState { place: Place::Waiting, state: fresh(pack.unit(unit), false) };
    if let (State::Brigade(brigade), Some(now)) = (&mut state.state, at.brigade(unit)) {
        brigade.idle = now.idle;
    }
    state
}

impl Board<'_> {
    /// Whether a counter is out of its enemy's view: on the map, or still to come. A brigade of which a part is in view is so while its side moves, as what it does is its
    /// side's alone; otherwise the part stands for it.
    pub fn is_unseen(&self, unit: UnitId) -> bool {
        let place = &self.at.unit(unit).place;
        let part = |e: &Unseen<UnitState>| (1..e.state.place.chain().len()).contains(&place.chain().len());
        let out = |e: &Unseen<UnitState>| self.at.hidden.out == Some(e.side) || !part(e);
        self.at.options.hidden_movement && (self.at.entry_of(unit).is_some_and(out) || *place == Place::Waiting)
    }

    /// An umpire's word that a counter is out of view.
    pub(super) fn umpire_unseen(&self, unit: UnitId) -> Vec<Fact> {
        let unit = self.told(unit);
        let took = vec![Revealed { part: false, state: self.true_state(unit).clone(), unit }];
        let facts =
            [UnseenFact::OutOfView { units: vec![unit] }, UnseenFact::Took { side: self.side(unit), units: took }];
        facts.map(Fact::Unseen).into()
    }

    /// How a counter is, out of view or not, as far as this reader knows.
    pub(super) fn true_state(&self, unit: UnitId) -> &UnitState {
        match self.at.entry_of(unit).filter(|e| self.at.hidden.out != Some(e.side)) {
            Some(entry) => &entry.state,
            None => self.at.unit(unit),
        }
    }

    /// The counters of a side on the map that are out of view, or markers of which are.
    pub(super) fn unseen_of(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let here = |unit: &UnitId| self.true_state(*unit).place.chain().iter().any(|l| self.pack.ground.is_hex(l.at()));
        self.at.hidden.unseen.iter().filter(move |e| e.side == side).map(|e| e.unit).filter(here)
    }

    /// The counters of a side on the map that are in view.
    pub(super) fn in_view_of(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.of(side).filter(|unit| !self.is_unseen(*unit))
    }

    /// The hexes of a counter, out of view or not.
    pub(super) fn true_hexes(&self, unit: UnitId) -> Vec<usize> {
        let chain = self.true_state(unit).place.chain();
        chain.iter().map(|l| l.at()).filter(|at| self.pack.ground.is_hex(*at)).collect()
    }

    /// Whether a brigade or battery of a side holds a hex as far as hidden movement lets the other side see: who counts for places that score (§37).
    pub(super) fn held_in_view(&self, side: Side, place: usize) -> bool {
        let counts = |u: &UnitId| self.side(*u) == side && self.spec(*u).commander().is_none();
        self.units_at(place).iter().any(|u| counts(u) && self.control_chain(*u).iter().any(|l| l.at() == place))
    }
}
