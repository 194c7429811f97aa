//! Who hears of what a counter does, and who comes into view by it (0.1).
//!
//! A fact about counters out of view is their own side's; one that names them and others is parted. What cannot be done unseen (to attack, to fire, to capture, to build)
//! shows first who does it. So no fact that everybody reads names a counter that is out of view.

use super::board::Board;
use super::facts::{Fact, Given, Revealed, UnseenFact};
use super::fire::Drawn;
use super::hidden::InView;
use super::hiding::Marker;
use super::position::{EntryChange, Place, Segment, State};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::UnitId;
use super::unseen::supposed;
use domain_core::kit::names::listed;
use domain_core::referee::{Line, Mark, Side, Tone};

/// What batteries drew of shares of the reserve, one after the other, parted by whether each is out of view.
fn parted(drawn: Vec<Drawn>, units: &[Given], is_out: impl Fn(&UnitId) -> bool) -> (Vec<Drawn>, Vec<Drawn>) {
    let (mut own, mut shown, mut drawn) = (Vec::new(), Vec::new(), drawn.into_iter());
    for given in units {
        let mut left = given.points;
        while let Some(one) = if left > 0 { drawn.next() } else { None } {
            left = left.saturating_sub(one.points);
            if is_out(&given.unit) { &mut own } else { &mut shown }.push(one);
        }
    }
    (own, shown)
}

impl Board<'_> {
    /// The hexes in which a counter of a side that is out of view, or markers of it, have to come into view where it is or passed, and why (outposts 6 and 12). Who is seen on
    /// its way goes by with all of its markers.
    pub(super) fn has_to_show(&self, unit: UnitId, passed: &[usize], turn_over: bool) -> Option<(Vec<Marker>, InView)> {
        let side = self.side(unit);
        let (ours, theirs) = (self.perimeter(side), self.perimeter(side.other()));
        let seers = self.seers(side.other());
        let over = |place: usize, over| self.comes_into_view((side, place), &ours, &theirs, &seers, over);
        let all = |hexes: Vec<usize>| hexes.into_iter().map(|at| (unit, at)).collect();
        let lies = self.true_hexes(unit);
        let mut by = passed.iter().filter(|at| !self.since(8) || !lies.contains(at));
        if let Some(why) = by.find_map(|at| over(*at, false)) {
            return Some((all(lies), why));
        }
        let here = self.hidden_hexes(unit).into_iter();
        let shown: Vec<(usize, InView)> = here.filter_map(|at| Some((at, over(at, turn_over)?))).collect();
        let why = shown.first()?.1;
        Some((all(shown.into_iter().map(|(at, _)| at).collect()), why))
    }

    /// The counters out of view, and the hexes of theirs, that a brigade or battery in view sees now (outposts 6B).
    fn seen_from(&self, unit: UnitId) -> Vec<Marker> {
        if self.spec(unit).commander().is_some() || self.control_chain(unit).is_empty() {
            return Vec::new();
        }
        let side = self.side(unit).other();
        let mut unseen = self.unseen_of(side).peekable();
        if unseen.peek().is_none() {
            return Vec::new();
        }
        let (theirs, ours) = (self.perimeter(side), self.perimeter(side.other()));
        let seen = |at: &usize| self.comes_into_view((side, *at), &theirs, &ours, &[unit], false).is_some();
        unseen.flat_map(|u| self.hidden_hexes(u).into_iter().filter(seen).map(move |at| (u, at))).collect()
    }
}

impl Resolver<'_, '_> {
    /// Writes a fact down where counters move hidden: for whom it is, with what others learn by it.
    pub fn write_unseen(&mut self, fact: Fact) {
        let mut named = Vec::new();
        // What speaks of hidden movement has been parted.
        if !matches!(fact, Fact::Unseen(_)) {
            fact.clone().each_unit(&mut |unit| named.push(*unit));
        }
        let board = self.board();
        let mut out: Vec<UnitId> = named.iter().copied().filter(|u| board.is_unseen(*u)).collect();
        out.sort_unstable();
        out.dedup();
        if self.runs_into_somebody(&fact) {
            return;
        }
        self.whole_for(&fact);
        let before = self.board().mover_before(&fact);
        match &fact {
            // Their own side's already.
            Fact::EntryWritten(_) | Fact::Delayed { .. } | Fact::JoinedCovered { .. } => self.record(fact.clone()),
            // 0.6.4: whom a charge saw as it was named tells who stands hidden between.
            Fact::Door(_) | Fact::Sighted { .. } => self.own(fact.clone()),
            // 0.2, 0.13: orders of the night are written, and lie with their side.
            Fact::GunsOrdered(_) | Fact::NightOrdered(_) | Fact::NightOrderOver { .. } | Fact::Transferred(_) => {
                self.own(fact.clone());
            }
            Fact::Primary { .. } if self.board().since(8) => self.part(fact.clone(), &out),
            _ if out.is_empty() => self.record(fact.clone()),
            _ => self.part(fact.clone(), &out),
        }
        self.mind_parts();
        self.notice(&fact);
        self.mind_detachments(&fact, before);
    }

    /// What happened to counters of the phasing side out of view.
    fn own(&mut self, fact: Fact) {
        let side = self.buffer.position.side;
        self.own_of(side, fact);
    }

    pub(super) fn own_of(&mut self, side: Side, fact: Fact) {
        self.record(Fact::Unseen(UnseenFact::Own { fact: Box::new(fact), side }));
    }

    /// A fact that names counters out of view: parted, or kept to their side, or shown with them.
    fn part(&mut self, fact: Fact, out: &[UnitId]) {
        let board = self.board();
        let side = out.first().map_or(board.at.side, |unit| board.side(*unit));
        let is_out = |unit: &UnitId| out.contains(unit);
        match fact {
            Fact::Allotted { by, closes, die, levels } => {
                let shown: Vec<_> = levels.iter().copied().filter(|l| !is_out(&l.unit)).collect();
                if let Some(first) = shown.first() {
                    let by = if is_out(&by) { first.unit } else { by };
                    let closes = closes.clone().map(|all| all.into_iter().filter(|u| !is_out(u)).collect());
                    self.record(Fact::Allotted { by, closes, die, levels: shown });
                }
                self.own_of(side, Fact::Allotted { by, closes, die, levels });
            }
            Fact::Primary { by, level, over } => {
                // Who is in his range tells of commanders and columns out of view between (§14.5), and of sealed transfers (0.2); all see who moves under him.
                let told = !board.since(8) || over == [by];
                let shown: Vec<UnitId> = over.iter().copied().filter(|u| told && !is_out(u)).collect();
                if !is_out(&by) {
                    let level = self.board().level_as_primary(&shown);
                    self.record(Fact::Primary { by, level, over: shown });
                }
                self.own_of(side, Fact::Primary { by, level, over });
            }
            Fact::Recovered { units } => {
                let (own, shown): (Vec<_>, Vec<_>) = units.into_iter().partition(|given| is_out(&given.unit));
                if !shown.is_empty() {
                    self.record(Fact::Recovered { units: shown });
                }
                self.own_of(side, Fact::Recovered { units: own });
            }
            Fact::Refilled { drawn, side, units, .. } => {
                let since = board.since(8);
                // §29.4.3, 0.10: what each took of which share; before revision 8 its side alone heard of all of these.
                let (own_drawn, shown_drawn) = match since {
                    true => parted(drawn, &units, is_out),
                    false => (drawn, Vec::new()),
                };
                let (own, shown): (Vec<_>, Vec<_>) = units.into_iter().partition(|given| is_out(&given.unit));
                if !shown.is_empty() {
                    self.record(Fact::Refilled { drawn: shown_drawn, side, units: shown, unseen: false });
                }
                self.own_of(side, Fact::Refilled { drawn: own_drawn, side, units: own, unseen: since });
            }
            Fact::Settled { fell_back, units } => {
                let (own, shown): (Vec<UnitId>, Vec<UnitId>) = units.into_iter().partition(is_out);
                let (own_back, back): (Vec<UnitId>, Vec<UnitId>) = fell_back.into_iter().partition(is_out);
                if !shown.is_empty() {
                    self.record(Fact::Settled { fell_back: back, units: shown });
                }
                self.own_of(side, Fact::Settled { fell_back: own_back, units: own });
            }
            Fact::BatteryMoved(_) | Fact::Maneuvered(_) | Fact::Rode { .. } => {
                for unit in out {
                    self.begin_unseen(*unit);
                }
                self.own_of(side, fact);
            }
            Fact::ClosedUp { .. }
            | Fact::EntryShown(_)
            | Fact::ExemptionLost { .. }
            | Fact::InHand { .. }
            | Fact::Joined { .. }
            | Fact::Keeps { .. }
            | Fact::Posted { .. }
            | Fact::Released { .. }
            | Fact::Retreating { .. }
            | Fact::TakesLess { .. } => self.own_of(side, fact),
            // Rulings 44 and 62: its side alone hears that the last points of somebody out of view were taken off it.
            Fact::Losses(ref losses) if losses.lost == 0 && losses.chain.is_empty() => self.own_of(side, fact),
            // §3.0: what a seat asks of another, or has done with, its own side alone hears; who is asked for stays where he is, out of view.
            fact @ Fact::Seat(_) if self.board().since(6) => self.own_of(side, fact),
            fact => {
                self.place_in_view(out, InView::Acts);
                self.record(fact);
            }
        }
    }

    /// A counter that was to come is kept out of view from now on; the enemy supposes that it is still to come.
    pub(super) fn begin_unseen(&mut self, unit: UnitId) {
        let board = self.board();
        if board.at.unit(unit).place != Place::Waiting {
            return;
        }
        let state = supposed(self.pack, board.at, unit);
        let side = board.side(unit);
        self.record(Fact::Unseen(UnseenFact::Begins { side, state, unit }));
    }

    /// Counters come into view, those that were not. Outposts 6B: whom they see from where they stand does so immediately, whatever it was that showed them;
    /// before revision 8 that was asked of some of these alone, and of all when the Movement Phase ended.
    pub(super) fn place_in_view(&mut self, units: &[UnitId], why: InView) {
        let board = self.board();
        let out: Vec<UnitId> = units.iter().copied().filter(|u| board.is_unseen(*u) || board.is_partly(*u)).collect();
        self.stand_in_view(&out, Vec::new(), why);
        if self.board().since(8) {
            out.into_iter().for_each(|unit| self.look(unit, &[]));
        }
    }

    /// Preparation 3, outposts 8: who begins on the map behind no line is placed in view where it stands, who was taken out of view behind one that has been taken
    /// up since, or laid elsewhere, too.
    pub(super) fn show_who_begins(&mut self) {
        let board = self.board();
        if !board.at.options.hidden_movement || !board.since(7) {
            return;
        }
        let units: Vec<UnitId> = board.in_view_of(Side::Union).chain(board.in_view_of(Side::Confederate)).collect();
        let unseen: Vec<UnitId> = Side::BOTH.into_iter().flat_map(|s| board.unseen_of(s).collect::<Vec<_>>()).collect();
        self.stand_in_view(&units, Vec::new(), InView::Chosen);
        for unit in unseen {
            let found = self.board().has_to_show(unit, &[], true);
            if let Some((markers, why)) = found {
                self.place_markers_in_view(&markers, why);
            }
        }
    }

    /// Counters are in view where they are from now on, or parts of them.
    pub(super) fn stand_in_view(&mut self, units: &[UnitId], parts: Vec<Revealed>, why: InView) {
        let board = self.board();
        let state = |unit: &UnitId| {
            let unit = *unit;
            let mut state = board.true_state(unit).clone();
            if let State::Commander(commander) = &mut state.state
                && commander.led == Some(Segment::Opening)
                && board.since(8)
            {
                // §16.2.1: how far a primary commander rides tells who is in his range, whom his side alone knows.
                commander.level = Some(0);
            }
            if let State::Brigade(brigade) = &mut state.state {
                // How long it was kept beyond the map is nobody else's to know.
                brigade.waited = 0;
                brigade.sighted.clear();
                // 0.4: how often strength joined it is told with its name.
                brigade.joined = if board.is_covered(unit) { 0 } else { brigade.joined };
            }
            Revealed { part: false, state, unit }
        };
        // §34.21.10: what was written of its entry comes to light as it appears.
        let came = |unit: UnitId| board.since(7) && !board.true_state(unit).place.chain().is_empty();
        let first = |part: &&Revealed| !board.is_partly(part.unit);
        let seen: Vec<UnitId> =
            units.iter().copied().chain(parts.iter().filter(first).map(|p| p.unit)).filter(|u| came(*u)).collect();
        let entries = board.at.entries.iter().filter(|e| seen.contains(&e.unit));
        let entries: Vec<EntryChange> = entries.cloned().collect();
        let units: Vec<Revealed> = units.iter().map(state).chain(parts).collect();
        if !units.is_empty() {
            self.record(Fact::Unseen(UnseenFact::InView { units, why }));
        }
        for change in entries {
            self.record(Fact::Unseen(UnseenFact::EntryTold(change)));
        }
        self.name_who_began(&seen);
        self.tell_options_of(&seen);
    }

    /// Who comes into view by what a counter did: itself where it is or passed, whom it sees, and who sees those.
    fn notice(&mut self, fact: &Fact) {
        let (unit, passed): (UnitId, &[u16]) = match fact {
            Fact::Advanced(to) | Fact::FellBack { to, .. } => (to.unit, &[]),
            Fact::BatteryMoved(moved) => (moved.unit, &moved.way),
            Fact::GunsBack { unit, .. } => (*unit, &[]),
            Fact::HastyLine(line) => (line.unit, &[]),
            Fact::Maneuvered(maneuver) => (maneuver.unit, &maneuver.way),
            Fact::Rode { unit, way } => (*unit, way),
            _ => return,
        };
        let passed: Vec<usize> =
            passed.iter().skip(1).map(|p| usize::from(*p)).filter(|p| self.pack.ground.is_hex(*p)).collect();
        // Detachments 10: a line sees whom it has moved adjacent to, in woods too; after combat as in its Movement Phase.
        if matches!(fact, Fact::Advanced(_) | Fact::FellBack { .. }) && self.board().since(8) {
            let beside = self.board().hidden_beside(unit);
            self.place_markers_in_view(&beside, InView::Met);
            beside.into_iter().for_each(|(one, _)| self.look(one, &[]));
        }
        self.look(unit, &passed);
    }

    pub(super) fn look(&mut self, unit: UnitId, passed: &[usize]) {
        let mut open = vec![(unit, passed.to_vec())];
        while let Some((unit, passed)) = open.pop() {
            let board = self.board();
            let hidden = board.is_unseen(unit) || board.is_partly(unit);
            let shows = hidden.then(|| board.has_to_show(unit, &passed, false)).flatten();
            let (markers, why) = shows.unwrap_or_else(|| (board.seen_from(unit), InView::InSight));
            self.place_markers_in_view(&markers, why);
            let mut units: Vec<UnitId> = markers.into_iter().map(|(unit, _)| unit).collect();
            units.dedup();
            open.extend(units.into_iter().map(|unit| (unit, Vec::new())));
        }
    }

    /// Who retreats into a hex where an enemy stands unseen finds no way: it is lost, guns stay where they are (ruling 71). An attack column, which is no battleline,
    /// advances into none beside him either (detachments 10).
    pub(super) fn runs_into_somebody(&mut self, fact: &Fact) -> bool {
        let (unit, chain) = match fact {
            Fact::FellBack { to, .. } | Fact::Advanced(to) => (to.unit, &to.chain),
            Fact::GunsBack { chain, unit, .. } => (*unit, chain),
            _ => return false,
        };
        let hexes: Vec<u16> = chain.iter().map(|l| l.hex).collect();
        let column = matches!(fact, Fact::Advanced(_)) && self.board().is_charge(unit);
        let met = self.meets_in(unit, &hexes, u32::from(column));
        if met && matches!(fact, Fact::FellBack { .. }) {
            self.destroy(unit);
        }
        met
    }

    /// Whether enemies of a counter stand unseen in some hexes, or as near to one: they come into view.
    pub(super) fn meets_in(&mut self, unit: UnitId, entered: &[u16], most: u32) -> bool {
        let board = self.board();
        let near = |hex: &u16, at: &usize| {
            board.pack.ground.atlas.distance(usize::from(*hex), *at).is_some_and(|far| far <= most)
        };
        let mut met = board.hidden_markers(board.side(unit).other());
        met.retain(|(_, at)| entered.iter().any(|hex| near(hex, at)));
        self.place_markers_in_view(&met, InView::Met);
        !met.is_empty()
    }

    /// §17.1.8: whether who goes back by these hexes comes upon somebody unseen in one of them, be it before the last: then it is lost there too.
    pub(super) fn is_cut_off(&mut self, unit: UnitId, entered: &[u16]) -> bool {
        let hides = self.buffer.position.options.hidden_movement && self.board().since(8);
        if !hides || !self.meets_in(unit, entered, 0) {
            return false;
        }
        self.destroy(unit);
        true
    }

    /// The phasing side's counters out of view take their places among the others, or leave them.
    pub(super) fn swap(&mut self, side: Side) {
        if self.buffer.position.options.hidden_movement {
            self.record(Fact::Unseen(UnseenFact::Swapped { side }));
        }
    }

    /// Recovery of who is out of view, at the end of a game turn (§33.2).
    pub(super) fn recover_unseen(&mut self) {
        if !self.buffer.position.options.hidden_movement {
            return;
        }
        for side in Side::BOTH {
            self.swap(side);
            let board = self.board();
            let given = board.unseen_of(side).map(|unit| Given { points: board.recovers(unit), unit });
            let units: Vec<_> = given.filter(|given| given.points > 0).collect();
            if !units.is_empty() {
                self.write(Fact::Recovered { units });
            }
            self.swap(side);
        }
    }

    /// The end of a Movement Phase, when lines are laid: a line that does not hold any more is taken up, who is outside or seen comes into view, places that count are
    /// taken by who is in view in them, and nobody hidden stands among the counters any more (outposts 10 and 12).
    pub(super) fn outposts_over(&mut self) {
        if !self.buffer.position.options.hidden_movement {
            return;
        }
        let side = self.buffer.position.side;
        let laid = self.board().outposts_of(side);
        if !laid.is_empty() && self.board().check_outpost_line(side, &laid).is_err() {
            self.record(Fact::Unseen(UnseenFact::Laid { outposts: Vec::new(), side }));
        }
        for of in [side, side.other()] {
            let unseen: Vec<UnitId> = self.board().unseen_of(of).collect();
            for unit in unseen {
                let found = self.board().has_to_show(unit, &[], of == side);
                if let Some((markers, why)) = found {
                    self.place_markers_in_view(&markers, why);
                    self.look(unit, &[]);
                }
            }
        }
        self.parts_in_contact();
        self.take_prizes();
        self.swap(side);
    }

    /// Places that count are taken by who is in view in them (§37).
    fn take_prizes(&mut self) {
        for side in Side::BOTH {
            for prize in self.board().prizes_taken(side) {
                self.write(Fact::PrizeTaken { prize, side });
            }
        }
    }

    /// When the game ends all come into view.
    pub(super) fn show_all(&mut self) {
        if !self.buffer.position.options.hidden_movement {
            return;
        }
        let all: Vec<UnitId> =
            Side::BOTH.into_iter().flat_map(|s| self.board().unseen_of(s).collect::<Vec<_>>()).collect();
        self.place_in_view(&all, InView::Over);
        self.tell_night_orders();
        self.take_prizes();
    }
}

impl Teller<'_> {
    /// What happened under hidden movement.
    pub fn unseen(&self, fact: &UnseenFact) -> Option<Line> {
        match fact {
            UnseenFact::Ambushed { unit } => {
                self.note(format!("{} came upon hidden enemies, and its move is over.", self.name(*unit)), "0.1")
            }
            UnseenFact::Detachment(fact) => self.detachment(fact),
            UnseenFact::Begins { .. }
            | UnseenFact::MovedAway { .. }
            | UnseenFact::Rallied { .. }
            | UnseenFact::Swapped { .. }
            | UnseenFact::Took { .. } => None,
            UnseenFact::EntryTold(change) => self.entry_shown(change),
            UnseenFact::InView { units, why } => {
                let one = |r: &Revealed| match r.state.place.chain().first() {
                    Some(_) if r.part => {
                        let ids: Vec<String> = r.state.place.chain().iter().map(|l| self.id(l.hex)).collect();
                        format!("{} in part, in {}", self.name(r.unit), ids.join(", "))
                    }
                    Some(link) => format!("{} in {}", self.name(r.unit), self.id(link.hex)),
                    None => self.name(r.unit).to_owned(),
                };
                let all: Vec<String> = units.iter().map(one).collect();
                let names: Vec<&str> = all.iter().map(String::as_str).collect();
                let hexes = units.iter().filter_map(|r| r.state.place.chain().first());
                let marks = hexes.map(|link| Mark::Changed { place: self.id(link.hex) }).collect();
                let comes = if *why == InView::Partly { "In view" } else { "Comes into view" };
                let text = format!("{comes}, {}: {}.", why.word(), listed(&names));
                self.line(Tone::Note, text, "0.1", marks)
            }
            UnseenFact::Laid { outposts, side } if outposts.is_empty() => {
                self.note(format!("The {side} side takes up its outposts."), "0.1")
            }
            UnseenFact::Laid { outposts, side } => {
                self.note(format!("The {side} side lays {} outposts.", outposts.len()), "0.1")
            }
            UnseenFact::Lot { lot, .. } => {
                let over = if lot.over == [lot.by] { String::new() } else { format!(" for {}", self.names(&lot.over)) };
                self.note(format!("A die is to be rolled for {}{over}.", self.name(lot.by)), "0.1")
            }
            UnseenFact::OrdersTold { guns, orders, transfers } => self.orders_told(guns, orders, transfers),
            UnseenFact::OutOfView { units } => self.note(format!("Out of view: {}.", self.names(units)), "0.1"),
            UnseenFact::Own { fact, .. } => fact.tell(self.pack),
            UnseenFact::Rolled { die, side } => {
                let text = format!("The {side} side rolls {die} for somebody out of view.");
                self.line(Tone::Roll, text, "0.1", vec![])
            }
            UnseenFact::Surprised { unit } => {
                let text = format!("{} came upon hidden enemies: it attacks from now on.", self.name(*unit));
                self.line(Tone::Combat, text, "0.1", vec![])
            }
        }
    }
}
