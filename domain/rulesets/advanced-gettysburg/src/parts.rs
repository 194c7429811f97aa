//! Brigades of which some markers are in view and others are not (0.1, outposts 8 and 9).
//!
//! Such a brigade is out of view, and a part of it lies on the control board: a run of its markers, with what is to be seen of it, as if that were all of it. While its
//! side moves, what happens to the brigade is its side's alone, and the part is told anew when it is another; while anybody fires, the part is what all rules know, and
//! what befalls it is noted of the brigade.

use super::board::Board;
use super::casualties::without;
use super::chain::{Formation, Link, continuous, counter};
use super::facts::{Fact, Revealed, UnseenFact};
use super::fire::Struck;
use super::hidden::InView;
use super::hiding::Marker;
use super::position::{Brigade, Place, Position, State, UnitState};
use super::resolver::Resolver;
use super::units::UnitId;
use domain_core::kit::names::listed;
use domain_core::referee::Side;

impl Position {
    /// How a counter is on the control board.
    fn control_state(&self, unit: UnitId) -> &UnitState {
        match self.entry_of(unit).filter(|e| self.hidden.out == Some(e.side)) {
            Some(entry) => &entry.state,
            None => self.unit(unit),
        }
    }

    /// A part of a brigade is in view, or another part than before.
    pub(super) fn come_partly(&mut self, unit: UnitId, state: &UnitState) {
        let out = self.hidden.out;
        match self.hidden.unseen.iter_mut().find(|e| e.unit == unit && out == Some(e.side)) {
            Some(entry) => entry.state.clone_from(state),
            None => {
                if let Some(now) = self.units.get_mut(unit.index()) {
                    now.clone_from(state);
                }
            }
        }
    }
}

impl Board<'_> {
    /// What of a counter is in view.
    pub(super) fn control_chain(&self, unit: UnitId) -> &[Link] {
        self.at.control_state(unit).place.chain()
    }

    /// Whether some markers of a brigade are in view and others are not.
    pub fn is_partly(&self, unit: UnitId) -> bool {
        self.at.entry_of(unit).is_some() && !self.control_chain(unit).is_empty()
    }

    /// Whether a part of a brigade lies on the control board by itself, and not with what is hidden of it, as long as its side does not move.
    pub(super) fn stands_for_more(&self, unit: UnitId) -> bool {
        self.is_partly(unit) && self.at.hidden.out != Some(self.side(unit))
    }

    /// The hexes of a counter that are out of view.
    pub(super) fn hidden_hexes(&self, unit: UnitId) -> Vec<usize> {
        let shown = self.control_chain(unit);
        self.true_hexes(unit).into_iter().filter(|at| !shown.iter().any(|l| l.at() == *at)).collect()
    }

    /// The brigades and batteries of a side out of view, in each of their hexes that is so.
    pub(super) fn hidden_markers(&self, side: Side) -> Vec<Marker> {
        let fights = |u: &UnitId| self.spec(*u).commander().is_none();
        let hexes = |u: UnitId| self.hidden_hexes(u).into_iter().map(move |at| (u, at));
        self.unseen_of(side).filter(fights).flat_map(hexes).collect()
    }

    /// The brigades and batteries of a side that are in view, or markers of them.
    pub(super) fn seers(&self, side: Side) -> Vec<UnitId> {
        let sees = |u: &UnitId| self.spec(*u).commander().is_none() && !self.control_chain(*u).is_empty();
        self.of(side).filter(sees).collect()
    }

    /// Outposts 9: a brigade of which the markers in these hexes are in view, and those between them, as one line or column. None where that is none of it, or all, and of
    /// other formations, which are in view as a whole; nor before revision 8.
    pub(super) fn part_of(&self, unit: UnitId, seen: &[usize]) -> Option<UnitState> {
        let state = self.true_state(unit);
        let State::Brigade(brigade) = &state.state else { return None };
        let (ground, whole) = (&self.pack.ground, state.place.chain());
        let shown = |l: &Link| seen.contains(&l.at());
        let (first, last) = (whole.iter().position(shown)?, whole.iter().rposition(shown)?);
        let parted = matches!(brigade.formation, Formation::Line { .. } | Formation::Column { .. });
        if !parted || last + 1 - first == whole.len() || !self.since(8) {
            return None;
        }
        let (mut formation, mut chain) = (brigade.formation, whole.to_vec());
        while chain.len() > last + 1 {
            formation = without(ground, formation, &chain, chain.len() - 1);
            chain.pop();
        }
        for _ in 0..first {
            formation = without(ground, formation, &chain, 0);
            chain.remove(0);
        }
        continuous(ground, formation, &chain).ok()?;
        let lies = |hex: &u16| chain.iter().any(|l| l.hex == *hex);
        let home = whole.get(usize::from(brigade.counter)).and_then(|l| chain.iter().position(|c| c.hex == l.hex));
        let before = self.at.control_state(unit);
        let idle = match &before.state {
            State::Brigade(part) if self.is_partly(unit) => part.idle,
            _ => true,
        };
        let part = Brigade {
            attack: brigade.attack,
            came: brigade.came,
            carried: brigade.carried,
            closed: brigade.closed,
            counter: home.or_else(|| counter(ground, formation, &chain)).unwrap_or(0) as u8,
            cp: brigade.cp,
            dp: brigade.dp,
            exempt: brigade.exempt,
            fired_from: brigade.fired_from.iter().copied().filter(lies).collect(),
            formation,
            idle,
            // 0.4: how often strength joined it is told with its name.
            joined: if self.is_covered(unit) { 0 } else { brigade.joined },
            lined: brigade.lined,
            lost: brigade.lost,
            retreat: brigade.retreat,
            sp: chain.iter().fold(0, |sp, l| sp + l.sp),
            stands: brigade.stands.iter().filter(|(hex, _)| lies(hex)).copied().collect(),
            taken_in_flank: brigade.taken_in_flank.iter().copied().filter(lies).collect(),
            ..Brigade::default()
        };
        Some(UnitState { place: Place::At(chain), state: State::Brigade(part) })
    }

    /// Outposts 6, 8 and 12: the hexes of a brigade partly in view that are in view now: those where a marker still lies that was, those that come into view, and where a
    /// marker in view has moved away those outside of its line, behind which alone it may be removed.
    fn still_in_view(&self, unit: UnitId) -> Vec<usize> {
        let (side, here) = (self.side(unit), self.true_hexes(unit));
        let (ours, theirs) = (self.perimeter(side), self.perimeter(side.other()));
        let (shown, seers) = (self.control_chain(unit), self.seers(side.other()));
        let was = |at: usize| shown.iter().any(|l| l.at() == at);
        let left = shown.iter().any(|l| !here.contains(&l.at()));
        let seen = |at: usize| self.comes_into_view((side, at), &ours, &theirs, &seers, false).is_some();
        here.iter().copied().filter(|at| was(*at) || (left && !ours.holds(*at)) || seen(*at)).collect()
    }

    /// A brigade as it is, with what has befallen the part of it that is in view.
    fn with_its_part(&self, unit: UnitId) -> Option<UnitState> {
        let mut state = self.true_state(unit).clone();
        let (State::Brigade(brigade), State::Brigade(part)) = (&mut state.state, &self.at.control_state(unit).state)
        else {
            return None;
        };
        (brigade.cp, brigade.dp, brigade.lost, brigade.exempt) = (part.cp, part.dp, part.lost, part.exempt);
        brigade.idle &= part.idle;
        let fired: Vec<u16> = part.fired_from.iter().copied().filter(|h| !brigade.fired_from.contains(h)).collect();
        brigade.fired_from.extend(fired);
        (state != *self.true_state(unit)).then_some(state)
    }

    /// The hexes of markers, in words.
    pub(super) fn link_names(&self, chain: &[Link]) -> String {
        let mut ids: Vec<String> = chain.iter().map(|l| self.pack.ground.id(l.at())).collect();
        ids.dedup();
        let names: Vec<&str> = ids.iter().map(String::as_str).collect();
        listed(&names)
    }

    /// The brigades partly in view.
    fn parted(&self) -> Vec<UnitId> {
        self.at.hidden.unseen.iter().map(|e| e.unit).filter(|u| self.is_partly(*u)).collect()
    }

    /// The brigades partly in view of which a marker in view lies beside an enemy brigade or battery that is.
    fn parted_in_contact(&self) -> Vec<UnitId> {
        let near = |a: usize, b: usize| self.pack.ground.atlas.distance(a, b).is_some_and(|far| far <= 1);
        let beside = |unit: &UnitId| {
            let enemies = self.seers(self.side(*unit).other());
            let hexes: Vec<usize> = enemies.iter().flat_map(|e| self.control_chain(*e)).map(|l| l.at()).collect();
            self.control_chain(*unit).iter().any(|l| hexes.iter().any(|at| near(l.at(), *at)))
        };
        self.parted().into_iter().filter(beside).collect()
    }
}

impl Resolver<'_, '_> {
    /// Markers come into view, of brigades those alone; before revision 8 a brigade did as a whole when one of its markers did. Whom those see that have come does too.
    pub(super) fn place_markers_in_view(&mut self, markers: &[Marker], why: InView) {
        let mut units: Vec<UnitId> = Vec::new();
        markers.iter().for_each(|(unit, _)| {
            if !units.contains(unit) {
                units.push(*unit)
            }
        });
        let board = self.board();
        let (mut all, mut parts) = (Vec::new(), Vec::new());
        for unit in units.into_iter().filter(|u| board.is_unseen(*u) || board.is_partly(*u)) {
            let now = board.control_chain(unit).iter().map(|l| l.at());
            let seen: Vec<usize> = markers.iter().filter(|(u, _)| *u == unit).map(|(_, at)| *at).chain(now).collect();
            match board.part_of(unit, &seen) {
                Some(state) if state == *board.at.control_state(unit) => {}
                Some(state) => parts.push(Revealed { part: true, state, unit }),
                None => all.push(unit),
            }
        }
        let come: Vec<UnitId> = all.iter().copied().chain(parts.iter().map(|p| p.unit)).collect();
        self.stand_in_view(&all, parts, why);
        if self.board().since(8) {
            come.into_iter().for_each(|unit| self.look(unit, &[]));
        }
    }

    /// What of brigades partly in view is on the control board, and what befell it there, follows what has happened.
    pub(super) fn mind_parts(&mut self) {
        for unit in self.board().parted() {
            let board = self.board();
            let side = board.side(unit);
            if board.stands_for_more(unit) {
                if let Some(state) = board.with_its_part(unit) {
                    let units = vec![Revealed { part: false, state, unit }];
                    self.record(Fact::Unseen(UnseenFact::Took { side, units }));
                }
                continue;
            }
            let seen = board.still_in_view(unit);
            match board.part_of(unit, &seen) {
                Some(state) if state == *board.at.control_state(unit) => {}
                Some(state) => self.stand_in_view(&[], vec![Revealed { part: true, state, unit }], InView::Partly),
                None if seen.is_empty() && board.on_map(unit) => {
                    self.record(Fact::Unseen(UnseenFact::OutOfView { units: vec![unit] }));
                }
                None => self.place_in_view(&[unit], InView::InSight),
            }
        }
    }

    /// Who is partly in view beside the enemy when a Movement Phase ends fights, goes back and goes on as a whole, and is in view as a whole.
    pub(super) fn parts_in_contact(&mut self) {
        let units = self.board().parted_in_contact();
        self.place_in_view(&units, InView::Fights);
    }

    /// The same of who has to do with a fact of which all hear while its side does not move, unless that is artillery fire.
    pub(super) fn whole_for(&mut self, fact: &Fact) {
        let board = self.board();
        let units: Vec<UnitId> = match fact {
            Fact::Aimed(pair) => board.brigades_at(usize::from(pair.to)).chain([pair.unit]).collect(),
            Fact::AttackEnded { .. }
            | Fact::ExemptionLost { .. }
            | Fact::Losses(_)
            | Fact::Recovered { .. }
            | Fact::Settled { .. }
            | Fact::Shelled(_)
            | Fact::Struck { .. }
            | Fact::Unseen(_) => Vec::new(),
            // Detachments 10: who fires by surprise need not be in view as a whole.
            Fact::CombatFire(_) if board.at.segment.is_movement() => Vec::new(),
            fact => {
                let mut named = Vec::new();
                fact.clone().each_unit(&mut |unit| named.push(*unit));
                named
            }
        };
        let units: Vec<UnitId> = units.into_iter().filter(|u| board.stands_for_more(*u)).collect();
        self.place_in_view(&units, InView::Fights);
    }

    /// §33.1, §33.3.5: what casualty points come to of a brigade partly in view: by its strength, and shared among all of its markers; the enemy sees how many are
    /// lost, and on which markers of those that he sees. Where nothing of these is left the brigade comes into view, and is settled as others are, by the strength that
    /// is noted here.
    ///
    /// Returns whether that is settled.
    pub(super) fn settle_partly(&mut self, struck: &mut Struck) -> bool {
        let board = self.board();
        let unit = struck.unit;
        if !board.stands_for_more(unit) {
            return false;
        }
        let side = board.side(unit);
        let hidden: u8 = {
            let (all, part) = (board.true_state(unit).place.chain(), board.control_chain(unit));
            let sum = |chain: &[Link]| chain.iter().fold(0u8, |sp, l| sp.saturating_add(l.sp));
            sum(all).saturating_sub(sum(part))
        };
        // Nobody else is struck while a side moves: who is fired at then is the one who moves, and in view.
        let Some(laid) = board.at.laid_out().filter(|_| board.at.hidden.out.is_none()) else { return false };
        struck.sp = struck.sp.saturating_add(hidden);
        let Some(losses) = Board::new(self.pack, &laid).settled(struck) else { return false };
        let shown = board.control_chain(unit).to_vec();
        let left: Vec<Link> = losses.chain.iter().filter(|l| shown.iter().any(|s| s.hex == l.hex)).copied().collect();
        if left.is_empty() {
            self.place_in_view(&[unit], InView::Fights);
            return false;
        }
        // The brigade first: what is told of the part follows from it.
        self.swap(side);
        self.own_of(side, Fact::Losses(losses.clone()));
        self.swap(side);
        let seen: Vec<usize> = left.iter().map(|l| l.at()).collect();
        let part = self.board().part_of(unit, &seen);
        let Some(UnitState { place: Place::At(chain), state: State::Brigade(now) }) = part else {
            self.place_in_view(&[unit], InView::Fights);
            return true;
        };
        let gone = shown.iter().map(|l| l.hex).filter(|hex| !chain.iter().any(|l| l.hex == *hex)).collect::<Vec<_>>();
        let (formation, counter) = (now.formation, now.counter);
        let told = super::fire::Losses { chain, counter, formation, keeps: None, paid: Vec::new(), ..losses };
        let defends = side != self.buffer.position.side;
        self.record(Fact::Losses(told));
        if defends && !gone.is_empty() {
            self.left_empty(&gone);
        }
        let board = self.board();
        if let Some(state) = board.part_of(unit, &seen).filter(|s| *s != *board.at.control_state(unit)) {
            self.stand_in_view(&[], vec![Revealed { part: true, state, unit }], InView::Partly);
        }
        true
    }
}
