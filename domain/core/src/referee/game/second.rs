//! What a game of the second format has besides: private logs, holders, choices, hidden pieces, and how its records and entries change it
//! (`docs/decisions/0070-the-second-log-format.md`).

use super::kept::Takeback;
use super::{Fault, FaultKind, Game, Seat, nth};
use crate::dice::{ChainName, Owner};
use crate::log::{
    Body, CommandTerms, Entry, Genesis, GenesisSecond, HiddenPiece, HouseDice, LinkSource, OpeningSecond, PlacedFact,
    PrivateAct, PrivateAnchors, PrivateBody, PrivateChoice, PrivateHeads, PrivatePart, PrivateRoll, Release, SeatTerms,
    SecondChain, Shown, StepLinks,
};
use crate::referee::Standing;
use crate::words::{Audience, GameId, Hash32, Hearers, SeatId, Side};
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

/// See the module's head.
#[derive(Clone)]
pub(super) struct Second {
    /// What each seat commands, in words.
    pub commands: Vec<String>,
    /// The release of the rules it is played by.
    pub release: Release,
    /// The anchors of private rolls: nobody's, then each seat's.
    pub private: Vec<PrivateAnchors>,
    /// Links in each of those chains.
    pub private_links: u32,
    /// The highest of them used: nobody's, then each seat's.
    pub private_used: Vec<u32>,
    /// Where the private logs end.
    pub heads: PrivateHeads,
    /// The root of the last record, and where the private logs ended under it.
    pub root: Option<Hash32>,
    pub under_root: Option<Arc<PrivateHeads>>,
    /// The seat of each holder, by number.
    holders: Vec<SeatId>,
    standing: BTreeMap<u8, Standing>,
    /// What was chosen and is not opened yet.
    pub choices: BTreeMap<SeatId, GivenChoice>,
    /// The seat that chose first.
    pub first_choice: Option<SeatId>,
    /// The hidden pieces under seal.
    pub pieces: BTreeMap<Audience, Arc<SealedSet>>,
    /// The hidden pieces that were shown.
    pub shown: BTreeSet<(Audience, u16)>,
    /// The hand-over chain of each seat.
    pub handover: Vec<StepChain>,
    /// The reserve chain of each seat: how many were used, and the value that the next must hash to.
    pub reserve: Vec<(u32, Hash32)>,
    /// Entries made with the next record.
    pending: Vec<(Audience, PrivateBody)>,
    /// The keys, once the game is over.
    pub opened: Option<Arc<OpeningSecond>>,
    /// Whether it was closed without a result.
    pub closed: bool,
}

/// A choice that is still under its seal.
#[derive(Clone, Debug)]
pub(super) struct GivenChoice {
    pub seal: Hash32,
    /// What lies under it; nothing where the private log is not at hand.
    pub opened: Option<PrivateChoice>,
}

/// Hidden pieces under seal.
#[derive(Clone, Debug)]
pub(super) struct SealedSet {
    pub count: u32,
    pub root: Hash32,
    /// What lies under it, by number; nothing where the private log is not at hand.
    pub pieces: Option<Vec<HiddenPiece>>,
}

/// A chain whose links are shown by step, so that some are never shown by themselves.
#[derive(Clone, Debug)]
pub(super) struct StepChain {
    /// The anchors with the numbers of links before them, the first with 0.
    pub anchors: Vec<(u32, Hash32)>,
    /// The highest link shown.
    pub shown: (u32, Hash32),
}

impl StepChain {
    fn new(anchor: Hash32) -> Self {
        StepChain { anchors: vec![(0, anchor)], shown: (0, anchor) }
    }

    /// Whether a link is that of its step, by the highest one shown or the anchor below it.
    pub fn holds(&self, owner: Owner, step: u32, link: &Hash32) -> bool {
        let (high, known) = self.shown;
        let down = |from: u32, to: u32, value: Hash32| (to + 1..=from).rev().fold(value, |v, i| owner.before(i, &v));
        if step == 0 {
            return false;
        }
        if step <= high {
            return self.anchor_below(high).is_some_and(|(start, _)| start < step) && down(high, step, known) == *link;
        }
        let Some((start, anchor)) = self.anchor_below(step) else { return false };
        let (floor, value) = if high > start { (high, known) } else { (start, anchor) };
        down(step, floor, *link) == value
    }

    fn anchor_below(&self, step: u32) -> Option<(u32, Hash32)> {
        self.anchors.iter().rev().find(|(start, _)| *start < step).copied()
    }

    fn show(&mut self, step: u32, link: Hash32) {
        if step > self.shown.0 {
            self.shown = (step, link);
        }
    }
}

/// A fact in the order of its record, with who learns it.
pub(super) type Told<'a> = (Hearers, &'a RawValue);

/// The facts of a record: the public ones, with those of each audience put in at their places.
pub(super) fn merged<'a>(public: &'a [Box<RawValue>], parts: &'a [(Audience, PrivateBody)]) -> Vec<Told<'a>> {
    let mut placed: Vec<(u32, Audience, &'a PlacedFact)> = Vec::new();
    for (audience, body) in parts {
        if let PrivateBody::Part(part) = body {
            placed.extend(part.facts.iter().map(|f| (f.after, *audience, f)));
        }
    }
    placed.sort_by_key(|(after, audience, _)| (*after, *audience));
    let mut placed = placed.into_iter().peekable();
    let mut told = Vec::with_capacity(public.len());
    for i in 0..=public.len() {
        while let Some((_, audience, fact)) = placed.next_if(|(after, ..)| *after as usize <= i || i == public.len()) {
            told.push((Hearers::Only(audience), &*fact.fact));
        }
        told.extend(public.get(i).map(|f| (Hearers::Everybody, &**f)));
    }
    told
}

impl Second {
    /// The parts of a genesis of the second format: what the first has too, and the rest.
    pub fn parted(genesis: GenesisSecond) -> Result<(Genesis, Second), FaultKind> {
        let GenesisSecond { at, dice, files, game, pace, release, ruleset, seats, study, terms } = genesis;
        let n = seats.len();
        if [dice.private.len(), dice.reserve.len(), dice.players.len()] != [n; 3] {
            return Err(FaultKind::NoSeat);
        }
        let mut heads = PrivateHeads::default();
        heads.add(Audience::Nobody);
        for (i, seat) in (0..=u8::MAX).zip(&seats) {
            heads.add(Audience::Side(seat.side));
            heads.add(Audience::Seat(SeatId(i)));
        }
        let nobody = PrivateAnchors { player: Hash32::ZERO, server: dice.nobody };
        let second = Second {
            commands: seats.iter().map(|s| s.command.clone()).collect(),
            private: std::iter::once(nobody).chain(dice.private.iter().copied()).collect(),
            private_links: dice.private_links,
            private_used: vec![0; n + 1],
            heads,
            root: None,
            under_root: None,
            holders: Vec::new(),
            standing: BTreeMap::new(),
            choices: BTreeMap::new(),
            first_choice: None,
            pieces: BTreeMap::new(),
            shown: BTreeSet::new(),
            handover: dice.players.iter().map(|p| StepChain::new(p.handover)).collect(),
            reserve: dice.reserve.iter().map(|anchor| (0, *anchor)).collect(),
            pending: Vec::new(),
            opened: None,
            closed: false,
            release,
        };
        let terms_of = |s: CommandTerms| SeatTerms { name: s.name, side: s.side };
        let first = Genesis {
            at,
            dice: HouseDice { anchors: dice.anchors, links: dice.links, mode: dice.mode, players: dice.players },
            files,
            game,
            pace,
            revision: second.release.revision,
            ruleset,
            seats: seats.into_iter().map(terms_of).collect(),
            study,
            terms,
        };
        Ok((first, second))
    }

    /// The number of whoever holds a seat now.
    pub fn holder_of(&self, seat: SeatId) -> Option<u8> {
        self.holders.iter().rposition(|s| *s == seat).and_then(|i| u8::try_from(i).ok())
    }

    /// All holders with their seats, by number.
    pub fn holders(&self) -> impl Iterator<Item = (u8, SeatId)> {
        (0..=u8::MAX).zip(self.holders.iter().copied())
    }

    /// Somebody new holds a seat.
    pub fn hold(&mut self, seat: SeatId) -> Result<(), FaultKind> {
        let number = u8::try_from(self.holders.len()).map_err(|_| FaultKind::NoSeat)?;
        self.holders.push(seat);
        self.heads.add(Audience::Holder(number));
        Ok(())
    }

    /// The standing orders of whoever holds a seat.
    pub fn standing(&self, seat: SeatId) -> Option<&Standing> {
        self.standing.get(&self.holder_of(seat)?)
    }

    /// The owner of the chain of a seat for the rolls of its enemies.
    pub fn used(&mut self, rolls: &[PrivateRoll]) {
        for roll in rolls {
            let at = roll.seat.map_or(0, |s| usize::from(s.0) + 1);
            if let Some(used) = self.private_used.get_mut(at) {
                *used = (*used).max(roll.index);
            }
        }
    }
}

impl Game {
    /// Whether its log is of the second format.
    pub fn is_second(&self) -> bool {
        self.second.is_some()
    }

    /// How many private entries it has in all.
    pub fn entries(&self) -> u64 {
        self.second.as_ref().map_or(0, |s| s.heads.entries())
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
        self.ruleset.board(self.known_to(crate::words::Viewer::Spectator)).step()
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
        let second = self.second_mut()?;
        if with {
            second.pending.push((audience, body));
            return Ok(());
        }
        match body {
            PrivateBody::Act(PrivateAct { facts, rolls, .. }) => {
                second.used(&rolls);
                self.tell_all(facts.iter().map(|f| (Hearers::Only(audience), &**f)), None)?;
            }
            PrivateBody::Part(PrivatePart { facts, rolls }) => {
                second.used(&rolls);
                self.tell_all(facts.iter().map(|f| (Hearers::Only(audience), &*f.fact)), None)?;
            }
            PrivateBody::Standing(standing) => {
                let Audience::Holder(holder) = audience else { return Err(FaultKind::NoSeat) };
                second.standing.insert(holder, Standing(standing.rules));
            }
            PrivateBody::Used(_)
            | PrivateBody::Plan(_)
            | PrivateBody::State(_)
            | PrivateBody::Choice(_)
            | PrivateBody::Pieces(_) => {}
        }
        Ok(())
    }

    /// Tells facts, and keeps them for takebacks: with the dice of a record, or (none) as done after the last.
    fn tell_all<'f>(
        &mut self,
        told: impl Iterator<Item = Told<'f>> + Clone,
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
        match body {
            Body::OrderSecond(order) => {
                self.seat(order.seat).ok_or(FaultKind::NoSeat)?;
                self.take_links(order.seat, order.dice.as_ref())?;
                self.take_outcome(&order.facts, &order.shows, &order.rolls, &parts)?;
                Ok(true)
            }
            Body::Choice(choice) => {
                self.seat(choice.seat).ok_or(FaultKind::NoSeat)?;
                let opened = parts.into_iter().find_map(|(audience, body)| match body {
                    PrivateBody::Choice(under) if audience == Audience::Seat(choice.seat) => Some(under),
                    _ => None,
                });
                let second = self.second_mut()?;
                second.first_choice.get_or_insert(choice.seat);
                second.choices.insert(choice.seat, GivenChoice { seal: choice.seal, opened });
                self.waiting = OnceLock::new();
                Ok(false)
            }
            Body::Choices(choices) => {
                self.take_links(choices.seat, choices.dice.as_ref())?;
                let second = self.second_mut()?;
                second.choices.clear();
                second.first_choice = None;
                self.take_outcome(&choices.facts, &choices.shows, &choices.rolls, &parts)?;
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
                    SecondChain::Reserve => {
                        self.second_mut()?.reserve.get_mut(seat).ok_or(FaultKind::NoSeat)?.1 = next.anchor;
                    }
                    SecondChain::Handover => {
                        let chain = self.second_mut()?.handover.get_mut(seat).ok_or(FaultKind::NoSeat)?;
                        chain.anchors.push((next.start, next.anchor));
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
                    chain.anchors.push((restored.start, anchors.handover));
                }
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
        let cursor = self.cursor(seat)?;
        cursor.server = links.server;
        cursor.rolls = links.index;
        match links.chain {
            LinkSource::Own => cursor.player = links.player,
            LinkSource::Reserve => {
                let reserve = self.second_mut()?.reserve.get_mut(usize::from(seat.0)).ok_or(FaultKind::NoSeat)?;
                *reserve = (reserve.0 + 1, links.player);
            }
        }
        let chain = self.second_mut()?.handover.get_mut(usize::from(enemy.0)).ok_or(FaultKind::NoSeat)?;
        chain.show(links.step, links.handed);
        self.handed[nth(side)] = Some(links.handed);
        Ok(())
    }

    fn take_outcome(
        &mut self,
        facts: &[Box<RawValue>],
        shows: &[Shown],
        rolls: &[crate::words::Roll],
        parts: &[(Audience, PrivateBody)],
    ) -> Result<(), FaultKind> {
        let told = merged(facts, parts);
        self.tell_all(told.iter().copied(), Some(rolls.iter().map(|r| r.faces.len()).sum()))?;
        let second = self.second_mut()?;
        second.shown.extend(shows.iter().map(|s| (s.audience, s.number)));
        for (_, body) in parts {
            if let PrivateBody::Part(part) = body {
                second.used(&part.rolls);
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
