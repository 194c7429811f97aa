//! How the records and entries of the second format change a game.

use super::kept::Takeback;
use super::queued::Queued;
use super::second::{GivenChoice, HeardFact, SealedSet, Second, StepChain, merged};
use super::{Fault, FaultKind, Game, Seat, nth};
use crate::dice::{ChainName, Owner};
use crate::log::{
    Body, CameTo, Entry, LinkSource, PrivateAct, PrivateBody, PrivatePart, PrivatePlan, PrivatePlanned, SecondChain,
    StepLinks,
};
use crate::referee::Standing;
use crate::words::{Audience, GameId, Hash32, Hearers, SeatId, Side, Viewer};
use std::sync::{Arc, OnceLock};

impl Game {
    /// Whether its log is of the second format.
    pub fn is_second(&self) -> bool {
        self.second.is_some()
    }

    /// How many private entries it has in all.
    pub fn entries(&self) -> u64 {
        self.second.as_ref().map_or(0, |s| s.heads.entries())
    }

    /// How many private entries a seat reads.
    pub(super) fn entries_of(&self, seat: SeatId) -> u64 {
        self.readable(seat)
            .into_iter()
            .filter_map(|audience| self.private_head(audience))
            .map(|(number, _)| number)
            .sum()
    }

    /// Where the private log of an audience ends, by number and hash: what a receipt for a private act names.
    pub fn private_head(&self, audience: Audience) -> Option<(u64, Hash32)> {
        self.second.as_ref()?.heads.of(audience).map(|head| (head.number, head.hash))
    }

    /// What a seat commands, in words; empty where it commands all of its side.
    pub fn command(&self, seat: SeatId) -> &str {
        let second = self.second.as_ref();
        second.and_then(|s| s.commands.get(usize::from(seat.0))).map_or("", String::as_str)
    }

    /// The first seat of a side: it commands the army.
    pub fn head_of(&self, side: Side) -> Option<SeatId> {
        self.seats.iter().find(|s| s.side == side).map(|s| s.id)
    }

    /// The audiences whose private logs a seat reads: its side's, its own, and that of whoever holds it now.
    pub fn readable(&self, seat: SeatId) -> Vec<Audience> {
        let (Some(second), Some(side)) = (&self.second, self.side_of(seat)) else { return Vec::new() };
        let holder = second.holder_of(seat).map(Audience::Holder);
        [Audience::Side(side), Audience::Seat(seat)].into_iter().chain(holder).collect()
    }

    pub(super) fn has_chosen(&self, seat: SeatId) -> bool {
        self.second.as_ref().is_some_and(|s| s.choices.contains_key(&seat))
    }

    pub(super) fn second_mut(&mut self) -> Result<&mut Second, FaultKind> {
        self.second.as_mut().map(Arc::make_mut).ok_or(FaultKind::Format)
    }

    /// The chair whose hand-over chain goes into the rolls of a side: that of the enemy's head.
    pub(super) fn enemy_head(&self, side: Side) -> Result<&Seat, FaultKind> {
        self.seats.iter().find(|s| s.side != side).ok_or(FaultKind::NoSeat)
    }

    /// The step of the public position.
    pub(super) fn step(&self) -> u32 {
        self.ruleset.board(self.known_to(Viewer::Spectator)).step()
    }

    /// Takes in the next entry of a private log: those made with a record before the record, those made after one behind it.
    ///
    /// # Errors
    /// [`Fault`]; the game is then not to be used any more.
    pub fn apply_entry(&mut self, entry: &Entry) -> Result<(), Fault> {
        let fault = |why: String| Fault { seq: entry.after, why: FaultKind::Private(why) };
        let of = |why: &str| fault(format!("entry {} of {}: {why}", entry.number, entry.audience));
        let game = self.id();
        let place = if entry.with { self.len() + 1 } else { self.len() };
        let second = self.second_mut().map_err(|why| Fault { seq: entry.after, why })?;
        let head = second.heads.of(entry.audience).ok_or_else(|| of("there is no such audience"))?;
        entry.check_after(game, &head).map_err(of)?;
        if entry.after != place {
            return Err(of("it stands in another place"));
        }
        let body = entry.read().map_err(|e| of(&format!("it cannot be read: {e}")))?;
        second.heads.take(entry);
        self.take_entry(entry.audience, body, entry.with).map_err(|e| of(&e.to_string()))
    }

    /// Takes in the body of an entry whose place is known to be right.
    pub(super) fn take_entry(&mut self, audience: Audience, body: PrivateBody, with: bool) -> Result<(), FaultKind> {
        let (seq, step) = (self.len(), self.step());
        let second = self.second_mut()?;
        match &body {
            PrivateBody::Act(act) => {
                second.entered = second.entered.max(act.at);
                if act.key.is_some() {
                    second.by_hand(act.seat, step);
                }
            }
            PrivateBody::Plan(PrivatePlan { at, .. }) | PrivateBody::Planned(PrivatePlanned { at, .. }) => {
                second.entered = second.entered.max(*at);
            }
            _ => {}
        }
        if with {
            second.pending.push((audience, body));
            return Ok(());
        }
        match body {
            PrivateBody::Act(PrivateAct { facts, rolls, .. }) => {
                second.used((seq, false), audience, &rolls);
                self.tell_all(facts.iter().map(|f| (Hearers::Only(audience), &**f)), None)?;
            }
            PrivateBody::Part(PrivatePart { facts, rolls }) => {
                second.used((seq, false), audience, &rolls);
                self.tell_all(facts.iter().map(|f| (Hearers::Only(audience), &*f.fact)), None)?;
            }
            PrivateBody::Standing(standing) => {
                let Audience::Holder(holder) = audience else { return Err(FaultKind::NoSeat) };
                second.standing.insert(holder, Standing(standing.rules));
            }
            PrivateBody::Plan(plan) => second.queue(audience, Queued::set(&plan.text))?,
            PrivateBody::Planned(planned) => second.queue(audience, Queued::after(&planned))?,
            PrivateBody::Used(_) | PrivateBody::State(_) | PrivateBody::Choice(_) | PrivateBody::Pieces(_) => {}
        }
        Ok(())
    }

    /// Tells facts, and keeps them for takebacks: with the dice of a record, or (none) as done after the last.
    fn tell_all<'f>(
        &mut self,
        told: impl Iterator<Item = HeardFact<'f>> + Clone,
        dice: Option<usize>,
    ) -> Result<(), FaultKind> {
        let seq = if dice.is_some() { self.len() + 1 } else { self.len() };
        for (hearers, fact) in told.clone() {
            self.positions
                .tell(&*self.ruleset, hearers, fact.get())
                .map_err(|e| FaultKind::Unreadable(format!("a fact: {e}")))?;
        }
        self.changed(seq);
        self.kept.step(seq, told, dice);
        Ok(())
    }

    /// Takes in a record that only the second format has. Gives whether the position moved.
    pub(super) fn take_second(&mut self, body: &Body) -> Result<bool, FaultKind> {
        let seq = self.len() + 1;
        let parts = std::mem::take(&mut self.second_mut()?.pending);
        for (audience, body) in &parts {
            if let PrivateBody::Planned(planned) = body {
                self.second_mut()?.queue(*audience, Queued::after(planned))?;
            }
        }
        match body {
            Body::OrderSecond(order) => {
                self.seat(order.seat).ok_or(FaultKind::NoSeat)?;
                if !order.advance {
                    let step = self.step();
                    self.second_mut()?.by_hand(order.seat, step);
                }
                self.take_outcome(order.came_to(), &parts)?;
                Ok(true)
            }
            Body::Choice(choice) => {
                self.seat(choice.seat).ok_or(FaultKind::NoSeat)?;
                if choice.key.is_some() {
                    let step = self.step();
                    self.second_mut()?.by_hand(choice.seat, step);
                }
                let opened = parts.into_iter().find_map(|(audience, body)| match body {
                    PrivateBody::Choice(under) if audience == Audience::Seat(choice.seat) => Some(under),
                    _ => None,
                });
                let second = self.second_mut()?;
                second.choices.insert(choice.seat, GivenChoice { seal: choice.seal, opened });
                self.waiting = OnceLock::new();
                Ok(false)
            }
            Body::Choices(choices) => {
                let second = self.second_mut()?;
                second.choices.clear();
                second.opened_choices.push(seq);
                self.take_outcome(choices.came_to(), &parts)?;
                Ok(true)
            }
            Body::Pieces(sealed) => {
                let pieces = parts.into_iter().find_map(|(audience, body)| match body {
                    PrivateBody::Pieces(under) if audience == sealed.audience => Some(under.pieces),
                    _ => None,
                });
                let set = SealedSet { count: sealed.count, root: sealed.root, pieces };
                self.second_mut()?.pieces.insert(sealed.audience, Arc::new(set));
                Ok(false)
            }
            Body::HandOverSecond(hand) => {
                // The first one only opens the game.
                if self.handovers > 0 || self.kept_any() {
                    self.handovers += 1;
                }
                if hand.to.iter().any(|s| self.seat(*s).is_none()) {
                    return Err(FaultKind::NoSeat);
                }
                self.kept.rest(seq, &self.positions);
                Ok(false)
            }
            Body::AnchorSecond(next) => {
                let seat = usize::from(next.seat.0);
                match next.chain {
                    SecondChain::Server => self.cursor(next.seat)?.server = next.anchor,
                    SecondChain::Player => self.cursor(next.seat)?.player = next.anchor,
                    // Comes with sealed dice.
                    SecondChain::Reserve => return Err(FaultKind::Format),
                    SecondChain::Handover => {
                        let chain = self.second_mut()?.handover.get_mut(seat).ok_or(FaultKind::NoSeat)?;
                        chain.go_on(next.start, next.anchor);
                    }
                }
                Ok(false)
            }
            Body::TakebackOfferSecond(offer) => {
                self.takeback = Some(Arc::new(Takeback { offer: offer.clone(), seq }));
                self.asked_back.push(offer.seat);
                Ok(false)
            }
            Body::OpeningSecond(opening) => {
                self.second_mut()?.opened = Some(Arc::new(opening.clone()));
                Ok(false)
            }
            Body::Closed(_) => {
                self.second_mut()?.closed = true;
                self.waiting = OnceLock::new();
                Ok(true)
            }
            Body::Restored(restored) => {
                if restored.anchors.len() != self.seats.len() {
                    return Err(FaultKind::NoSeat);
                }
                for (seat, anchors) in restored.anchors.iter().enumerate() {
                    let cursor = self.cursors.get_mut(seat).ok_or(FaultKind::NoSeat)?;
                    (cursor.rolls, cursor.server, cursor.player) = (restored.start, anchors.server, anchors.player);
                    let chain = self.second_mut()?.handover.get_mut(seat).ok_or(FaultKind::NoSeat)?;
                    *chain = StepChain::new(restored.start, anchors.handover);
                }
                self.second_mut()?.heads.restored(restored.start);
                Ok(false)
            }
            _ => Err(FaultKind::Format),
        }
    }

    fn kept_any(&self) -> bool {
        self.kept.any()
    }

    /// The entries made with a record of a kind that both formats have: none of them changes anything by itself.
    pub(super) fn drop_pending(&mut self) {
        if self.second.as_ref().is_some_and(|s| !s.pending.is_empty())
            && let Ok(second) = self.second_mut()
        {
            second.pending.clear();
        }
    }

    fn take_links(&mut self, seat: SeatId, links: Option<&StepLinks>) -> Result<(), FaultKind> {
        let Some(links) = links else { return Ok(()) };
        let side = self.side_of(seat).ok_or(FaultKind::NoSeat)?;
        let enemy = self.enemy_head(side)?.id;
        if links.chain == LinkSource::Reserve {
            // Comes with sealed dice.
            return Err(FaultKind::Format);
        }
        let cursor = self.cursor(seat)?;
        (cursor.rolls, cursor.server, cursor.player) = (links.index, links.server, links.player);
        let chain = self.second_mut()?.handover.get_mut(usize::from(enemy.0)).ok_or(FaultKind::NoSeat)?;
        chain.show(links.step, links.handed);
        self.handed[nth(side)] = Some(links.handed);
        Ok(())
    }

    fn take_outcome(&mut self, came: CameTo<'_>, parts: &[(Audience, PrivateBody)]) -> Result<(), FaultKind> {
        let seq = self.len() + 1;
        self.take_links(came.seat, came.dice)?;
        let told = merged(came.facts, parts);
        self.tell_all(told.iter().copied(), Some(came.faces()))?;
        let second = self.second_mut()?;
        second.shown.extend(came.shows.iter().map(|s| (s.audience, s.number)));
        for (audience, body) in parts {
            if let PrivateBody::Part(part) = body {
                second.used((seq, true), *audience, &part.rolls);
            }
        }
        Ok(())
    }

    /// Takes a holder in, where a record brings one.
    pub(super) fn new_holder(&mut self, seat: SeatId) -> Result<(), FaultKind> {
        if self.second.is_some() { self.second_mut()?.hold(seat) } else { Ok(()) }
    }
}

/// The owner of a chain in a game.
pub(super) fn owner(game: GameId, chair: u8, kind: ChainName) -> Owner {
    Owner { game, chair, kind }
}
