//! Detachments as they are formed, sent out and taken back (0.1, detachments 1 to 9), and who eliminates them.
//!
//! Who comes beside some in his move is seen by them, as he is by all when he captures: out of view he is placed in view first, and their end is told to
//! everybody.

use super::board::Board;
use super::book::{AnyOrder, Rules, Stop};
use super::chain::Link;
use super::detachments::{EACH, LEVEL, one_there};
use super::facts::{Fact, UnseenFact};
use super::hidden::InView;
use super::hiding::{Detachment, DetachmentFact, Marker};
use super::names::{points, read_hex};
use super::position::{Position, row};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::UnitId;
use domain_core::kit::names::listed;
use domain_core::kit::{RuleBreak, Said, Verb, Words, counted};
use domain_core::referee::{Choice, Line, Mark, MarkerSpot, MarkerView, Refusal, Side, Tone};
use std::collections::BTreeMap;

impl Position {
    /// How it takes in what happens to detachments.
    pub(super) fn take_detachments(&mut self, fact: &DetachmentFact) {
        let hidden = &mut self.hidden;
        match fact {
            DetachmentFact::Far { of, places, side } => {
                let there = |d: &&mut Detachment| d.of == *of && places.contains(&d.place);
                hidden.detachments[row(*side)].iter_mut().filter(there).for_each(|d| d.far = true);
            }
            DetachmentFact::Formed { of, place, side } => {
                let one = Detachment { far: false, moved: false, of: *of, place: *place };
                hidden.detachments[row(*side)].extend([one; EACH]);
            }
            DetachmentFact::Overrun { foot, hexes, horse, side } => {
                hidden.detachments[row(*side)].retain(|d| !hexes.contains(&d.place));
                let [on_foot, mounted] = &mut hidden.overrun[row(*side)];
                (*on_foot, *mounted) = (on_foot.saturating_add(*foot), mounted.saturating_add(*horse));
            }
            DetachmentFact::Points { chain, unit, .. } => {
                if let Some(brigade) = self.brigade_mut(*unit) {
                    brigade.sp = chain.iter().map(|l| l.sp).fold(0, u8::saturating_add);
                }
                self.set_chain(*unit, chain);
            }
            DetachmentFact::Rejoined { far, of, place, side } => {
                let mut left = [EACH.saturating_sub(usize::from(*far)), usize::from(*far)];
                hidden.detachments[row(*side)].retain(|d| {
                    let back = d.of == *of && d.place == *place && left[usize::from(d.far)] > 0;
                    left[usize::from(d.far)] -= usize::from(back);
                    !back
                });
            }
            DetachmentFact::Went { far, from, of, side, to } => {
                let all = &mut hidden.detachments[row(*side)];
                if let Some(one) = one_there(all, *of, *from).and_then(|n| all.get_mut(n)) {
                    (one.far, one.moved, one.place) = (one.far || *far, true, *to);
                }
            }
        }
    }
}

impl Fact {
    /// The brigade or battery that moves by it, with the hexes that it comes through; where it lies then the position says.
    fn moves(&self) -> Option<(UnitId, Vec<u16>)> {
        Some(match self {
            Fact::Advanced(to) | Fact::FellBack { to, .. } => (to.unit, to.way.clone()),
            Fact::BatteryMoved(moved) => (moved.unit, moved.way.clone()),
            Fact::Flanked(step) => (step.unit, vec![step.to]),
            Fact::GunsBack { unit, way, .. } => (*unit, way.clone()),
            Fact::HastyLine(line) => (line.unit, Vec::new()),
            Fact::LeftMap { unit, .. } => (*unit, Vec::new()),
            Fact::Maneuvered(maneuver) => (maneuver.unit, [&maneuver.way[..], &maneuver.passed].concat()),
            _ => return None,
        })
    }
}

impl Board<'_> {
    /// Where the brigade or battery that a fact moves lies before it, where there are detachments to be minded.
    pub(super) fn mover_before(&self, fact: &Fact) -> Vec<usize> {
        let any = self.at.hidden.detachments.iter().any(|all| !all.is_empty());
        fact.moves().filter(|_| any).map_or_else(Vec::new, |(unit, _)| self.true_hexes(unit))
    }

    /// Detachments as this reader knows of them, hex by hex.
    pub(super) fn detachment_marks(&self) -> Vec<MarkerView> {
        let mut found: BTreeMap<(u16, &Side), Vec<String>> = BTreeMap::new();
        for side in &Side::BOTH {
            let all = &self.at.hidden.detachments[row(*side)];
            let mut known: BTreeMap<(u16, UnitId, bool), i32> = BTreeMap::new();
            all.iter().for_each(|d| *known.entry((d.place, d.of, d.far)).or_default() += 1);
            for ((place, of, far), count) in known {
                let far = if far { ", back at night only" } else { "" };
                let said = format!("{} of {}{far}", counted(count, "detachment"), self.name(of));
                found.entry((place, side)).or_default().push(said);
            }
        }
        let mark = |((place, side), all): ((u16, &Side), Vec<String>)| MarkerView {
            spot: MarkerSpot::Place(self.pack.ground.id(usize::from(place))),
            text: "d".to_owned(),
            title: all.join("; "),
            tone: if *side == Side::Union { "union" } else { "confederate" },
        };
        found.into_iter().map(mark).collect()
    }

    /// The enemies that fight, out of view, beside whom a hex is.
    fn hidden_beside_hex(&self, side: Side, place: usize) -> Vec<Marker> {
        let near = |at: usize| self.pack.ground.atlas.distance(at, place).is_some_and(|far| far <= 1);
        let mut hidden = self.hidden_markers(side.other());
        hidden.retain(|(_, at)| near(*at));
        hidden
    }
}

impl Resolver<'_, '_> {
    fn detachment_fact(&mut self, fact: DetachmentFact) {
        self.write(Fact::Unseen(UnseenFact::Detachment(fact)));
    }

    /// A point leaves a brigade or comes to it: seen of one that is in view, and of any other its side's to know.
    fn change_points(&mut self, unit: UnitId, chain: Vec<Link>, more: bool) {
        let board = self.board();
        let (side, unseen) = (board.side(unit), board.is_unseen(unit));
        let fact = Fact::Unseen(UnseenFact::Detachment(DetachmentFact::Points { chain, more, unit }));
        self.write(match unseen {
            true => Fact::Unseen(UnseenFact::Own { fact: Box::new(fact), side }),
            false => fact,
        });
    }

    /// What a move is to detachments. Those of a brigade that has left them more than two hexes behind come back at night only (detachments 4 and 7); those of the
    /// other side beside whom it has come are eliminated, and are no more than it found (detachments 5).
    pub(super) fn mind_detachments(&mut self, fact: &Fact, before: Vec<usize>) {
        let Some((unit, way)) = fact.moves() else { return };
        let board = self.board();
        let side = board.side(unit);
        let mut left: Vec<u16> = board.detachments_of(unit).filter(|d| !d.far).map(|d| d.place).collect();
        left.sort_unstable();
        left.dedup();
        left.retain(|place| board.is_far_from(unit, usize::from(*place)));
        if !left.is_empty() {
            self.detachment_fact(DetachmentFact::Far { of: unit, places: left, side });
        }
        let board = self.board();
        let atlas = &board.pack.ground.atlas;
        let came = way.iter().map(|hex| usize::from(*hex)).chain(board.true_hexes(unit));
        let came: Vec<usize> = came.filter(|at| board.pack.ground.is_hex(*at) && !before.contains(at)).collect();
        let beside = |d: &&Detachment| {
            let near = |at: &usize| atlas.distance(*at, usize::from(d.place)).is_some_and(|far| far <= 1);
            came.iter().any(near)
        };
        let other = side.other();
        let met: Vec<Detachment> = board.at.hidden.detachments[row(other)].iter().filter(beside).copied().collect();
        if met.is_empty() {
            return;
        }
        let horse = met.iter().filter(|d| board.spec(d.of).is_cavalry()).count() as u16;
        let mut hexes: Vec<u16> = met.iter().map(|d| d.place).collect();
        hexes.sort_unstable();
        hexes.dedup();
        self.place_in_view(&[unit], InView::Met);
        self.detachment_fact(DetachmentFact::Overrun { foot: met.len() as u16 - horse, hexes, horse, side: other });
    }
}

/// `Ward detach JJ36`: a point of the marker there becomes three detachments in its hex (detachments 2). `Ward reform JJ36`: three detachments in a hex of their
/// brigade are a point of it again (detachments 4, 7 and 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detach {
    /// Whether they come back.
    pub back: bool,
    /// Where.
    pub place: usize,
    /// Who.
    pub unit: UnitId,
}

/// `Ward send JJ36 HH33`: one of its detachments goes from one hex to the other (detachments 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SendOut {
    /// Where it stands.
    pub from: usize,
    /// Where it goes.
    pub to: usize,
    /// The brigade that formed it.
    pub unit: UnitId,
}

/// The hexes of a brigade's markers, each once.
fn hexes_of(board: &Board<'_>, unit: UnitId) -> Vec<usize> {
    let mut hexes = board.true_hexes(unit);
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

impl Detach {
    /// Its points afterwards, and how many of those who come back were far from it.
    ///
    /// # Errors
    /// The rule that bars it.
    fn check(&self, board: &Board<'_>) -> Result<(Vec<Link>, u8), RuleBreak> {
        match self.back {
            true => board.check_rejoin(self.unit, self.place),
            false => board.check_detach(self.unit, self.place).map(|chain| (chain, 0)),
        }
    }
}

impl Verb<Rules> for Detach {
    fn said() -> Said {
        Said::OfPiece(&["detach", "reform"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, back, [place]) = (words.piece?, words.verb == "reform", words.rest) else { return None };
        Some(read_hex(words.board.pack, place).map(|place| Detach { back, place, unit }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece else { return false };
        let ways = [false, true].into_iter().filter(|back| !back || board.has_detachments(unit));
        let all =
            ways.flat_map(|back| hexes_of(board, unit).into_iter().map(move |place| Detach { back, place, unit }));
        all.filter(|order| order.check(board).is_ok()).any(found)
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        let verb = if self.back { "reform" } else { "detach" };
        format!("{} {verb} {}", board.name(self.unit), board.pack.ground.id(self.place))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let (name, place) = (board.name(self.unit), board.pack.ground.id(self.place));
        if self.back {
            let label = format!("Three detachments in {place} return to {name}");
            return Choice::plain(line, label, "reform", "0.1");
        }
        let label = format!("{name} forms three detachments in {place}");
        let note =
            "For a strength point. Send them out in the Movement Phase: outposts stand within four hexes of them.";
        Choice { note: Some(note.to_owned()), ..Choice::plain(line, label, "detach", "0.1") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let (of, place) = (self.unit, self.place as u16);
        let (chain, far) = self.check(&resolver.board())?;
        let side = resolver.board().side(of);
        resolver.change_points(of, chain, self.back);
        resolver.detachment_fact(match self.back {
            true => DetachmentFact::Rejoined { far, of, place, side },
            false => DetachmentFact::Formed { of, place, side },
        });
        Ok(())
    }
}

impl Verb<Rules> for SendOut {
    fn said() -> Said {
        Said::OfPiece(&["send"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece?;
        let [from, to] = words.rest else { return None };
        let pack = words.board.pack;
        Some(read_hex(pack, from).and_then(|from| Ok(SendOut { from, to: read_hex(pack, to)?, unit }.into())))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece else { return false };
        let side = board.at.side;
        board.detachments_to_send(unit).into_iter().any(|from| {
            let reach: Vec<usize> = board.detachment_reach(side, from).iter().collect();
            reach.into_iter().any(|to| found(SendOut { from, to, unit }))
        })
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        let ground = &board.pack.ground;
        format!("{} send {} {}", board.name(self.unit), ground.id(self.from), ground.id(self.to))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let ground = &board.pack.ground;
        let (from, to) = (ground.id(self.from), ground.place_name(self.to));
        let label = format!("A detachment of {} goes from {from} to {to}", board.name(self.unit));
        let cost = board.check_send(self.unit, self.from, self.to).ok().map(|way| board.price_of_way(&way));
        let cost = cost.map(|spent| format!("{} of {} activity points", points(spent), points(LEVEL)));
        Choice { cost, place: Some(ground.id(self.to)), ..Choice::plain(line, label, "send", "0.1") }
    }

    /// Detachments 10: it comes beside nobody hidden either; it halts before, and he comes into view.
    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let way = board.check_send(self.unit, self.from, self.to)?;
        let side = board.at.side;
        let met = |at: usize| board.hidden_beside_hex(side, at);
        let halt = (1..way.len()).find(|n| !met(way[*n]).is_empty());
        let seen = halt.map_or_else(Vec::new, |n| met(way[n]));
        let gone = &way[..halt.unwrap_or(way.len())];
        let far = gone.iter().any(|at| board.is_far_from(self.unit, *at));
        let to = gone.last().copied().unwrap_or(self.from) as u16;
        let (from, of) = (self.from as u16, self.unit);
        resolver.detachment_fact(DetachmentFact::Went { far, from, of, side, to });
        resolver.place_markers_in_view(&seen, InView::Met);
        Ok(())
    }
}

impl Teller<'_> {
    /// What happened to detachments.
    pub(super) fn detachment(&self, fact: &DetachmentFact) -> Option<Line> {
        match fact {
            DetachmentFact::Far { of, .. } => {
                let text = format!("{} has left detachments behind: they come back at night only.", self.name(*of));
                self.note(text, "0.1")
            }
            // Told with the point that leaves its brigade, or comes back.
            DetachmentFact::Formed { .. } | DetachmentFact::Rejoined { .. } => None,
            DetachmentFact::Overrun { foot, hexes, horse, side } => {
                let count = counted(i32::from(*foot) + i32::from(*horse), "detachment");
                let ids: Vec<String> = hexes.iter().map(|hex| self.id(*hex)).collect();
                let names: Vec<&str> = ids.iter().map(String::as_str).collect();
                let marks = ids.iter().map(|id| Mark::Changed { place: id.clone() }).collect();
                let text = format!("{count} of the {side} side eliminated in {}.", listed(&names));
                self.line(Tone::Loss, text, "0.1", marks)
            }
            DetachmentFact::Points { chain, more, unit } => {
                let (name, left) = (self.name(*unit), chain.iter().map(|l| i32::from(l.sp)).sum());
                let left = counted(left, "strength point");
                let text = match more {
                    true => format!("Three detachments return to {name}: {left}."),
                    false => format!("{name} forms three detachments: {left} left."),
                };
                match chain.first() {
                    Some(first) => self.changed(text, "0.1", first.hex),
                    None => self.note(text, "0.1"),
                }
            }
            DetachmentFact::Went { from, of, to, .. } => {
                let text =
                    format!("A detachment of {} goes from {} to {}.", self.name(*of), self.id(*from), self.id(*to));
                self.changed(text, "0.1", *to)
            }
        }
    }
}
