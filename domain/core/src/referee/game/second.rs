//! What a game of the second format has besides: private logs, holders, choices, hidden pieces, and how its records and entries change it
//! (`docs/decisions/0070-the-second-log-format.md`).

use super::error::FaultKind;
use super::queued::Queued;
use crate::dice::Owner;
use crate::log::{
    CommandTerms, Genesis, GenesisSecond, HiddenPiece, HouseDice, OpeningSecond, PlacedFact, PrivateAnchors,
    PrivateBody, PrivateChoice, PrivateHeads, PrivateRoll, Release, SeatTerms,
};
use crate::referee::Standing;
use crate::words::{Audience, Hash32, Hearers, Millis, SeatId};
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The most links of a private chain: whoever checks a log hashes down all of them.
const MOST_PRIVATE_LINKS: u32 = 65_536;

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
    pub standing: BTreeMap<u8, Standing>,
    /// The queued orders of each holder that has any.
    pub queues: BTreeMap<u8, Queued>,
    /// When the last act, queue or word of a queue was entered.
    pub entered: Millis,
    /// The private rolls that somebody was told.
    pub learnt: Vec<Learnt>,
    /// The records that opened choices.
    pub opened_choices: Vec<u64>,
    /// What was chosen and is not opened yet.
    pub choices: BTreeMap<SeatId, GivenChoice>,
    /// The hidden pieces under seal.
    pub pieces: BTreeMap<Audience, Arc<SealedSet>>,
    /// The hidden pieces that were shown.
    pub shown: BTreeSet<(Audience, u16)>,
    /// The hand-over chain of each seat.
    pub handover: Vec<StepChain>,
    /// Entries made with the next record.
    pub pending: Vec<(Audience, PrivateBody)>,
    /// The keys, once the game is over.
    pub opened: Option<Arc<OpeningSecond>>,
    /// Whether it was closed without a result.
    pub closed: bool,
}

/// That somebody was told a private roll.
#[derive(Clone, Copy, Debug)]
pub(super) struct Learnt {
    /// The record that it was made with, or after.
    seq: u64,
    with: bool,
    pub whom: Audience,
}

impl Learnt {
    /// Whether it is gone over by whoever goes back to the position after record `to`.
    pub fn is_since(&self, to: u64) -> bool {
        self.seq > to || (self.seq == to && !self.with)
    }
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
    /// What is added to a step for the number of its link: `start` of the last `restored/1`, 0 before.
    start: u32,
    /// The anchors with the numbers of links before them, the first with `start`.
    anchors: Vec<(u32, Hash32)>,
    /// The highest link shown.
    shown: (u32, Hash32),
}

impl StepChain {
    /// The chain whose links follow on number `start`, the link of step 1 first.
    pub fn new(start: u32, anchor: Hash32) -> Self {
        StepChain { start, anchors: vec![(start, anchor)], shown: (start, anchor) }
    }

    /// The number of the link of a step.
    pub fn number(&self, step: u32) -> u32 {
        self.start.saturating_add(step)
    }

    /// The highest number shown; that before the first link where none was.
    pub fn highest(&self) -> u32 {
        self.shown.0
    }

    /// Whether a link is that of its step, by the highest one shown on the same anchor or by that anchor.
    pub fn holds(&self, owner: Owner, step: u32, link: &Hash32) -> bool {
        let down = |from: u32, to: u32, value: Hash32| (to + 1..=from).rev().fold(value, |v, i| owner.before(i, &v));
        let (high, known) = self.shown;
        let number = self.number(step);
        let Some((start, anchor)) = self.anchor_below(number).filter(|_| step > 0) else { return false };
        // After a takeback the step may be one of an earlier anchor than the highest link's.
        let shared = self.anchor_below(high).is_some_and(|(of, _)| of == start);
        match shared {
            true if number <= high => down(high, number, known) == *link,
            true => down(number, high, *link) == known,
            false => down(number, start, *link) == anchor,
        }
    }

    fn anchor_below(&self, number: u32) -> Option<(u32, Hash32)> {
        self.anchors.iter().rev().find(|(start, _)| *start < number).copied()
    }

    pub fn show(&mut self, step: u32, link: Hash32) {
        let number = self.number(step);
        if number > self.shown.0 {
            self.shown = (number, link);
        }
    }

    /// Where the anchors begin that are to be recorded at this step: the next one as soon as the step lies in the second half of the last
    /// one's links. After a restore there may be several.
    pub fn next_anchors(&self, step: u32, links: u32) -> impl Iterator<Item = u32> + use<> {
        let (number, last) = (self.number(step), self.anchors.last().map_or(self.start, |(start, _)| *start));
        let starts = (1_u32..).map(move |n| last.saturating_add(n.saturating_mul(links)));
        starts.take_while(move |start| number > start.saturating_sub(links.div_ceil(2)))
    }

    pub fn go_on(&mut self, start: u32, anchor: Hash32) {
        self.anchors.push((start, anchor));
    }
}

/// A fact in the order of its record, with who learns it.
pub(super) type HeardFact<'a> = (Hearers, &'a RawValue);

/// The facts of a record: the public ones, with those of each audience put in at their places.
pub(super) fn merged<'a>(public: &'a [Box<RawValue>], parts: &'a [(Audience, PrivateBody)]) -> Vec<HeardFact<'a>> {
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
        if dice.private_links > MOST_PRIVATE_LINKS {
            return Err(FaultKind::Terms("its private chains have more links than there may be".into()));
        }
        let heads = PrivateHeads::begin(seats.iter().map(|s| s.side));
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
            queues: BTreeMap::new(),
            entered: Millis(0),
            learnt: Vec::new(),
            opened_choices: Vec::new(),
            choices: BTreeMap::new(),
            pieces: BTreeMap::new(),
            shown: BTreeSet::new(),
            handover: dice.players.iter().map(|p| StepChain::new(0, p.handover)).collect(),
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

    /// Whoever gives an order by hand has this step in hand: what they have queued speaks in the next.
    pub fn by_hand(&mut self, seat: SeatId, step: u32) {
        let holder = self.holder_of(seat);
        if let Some(queued) = holder.and_then(|holder| self.queues.get_mut(&holder)) {
            (queued.cursor, queued.step) = (u32::MAX, step);
        }
    }

    /// What is left of a holder's queued orders.
    pub fn queue(&mut self, audience: Audience, queued: Option<Queued>) -> Result<(), FaultKind> {
        let Audience::Holder(holder) = audience else { return Err(FaultKind::NoSeat) };
        self.queues.remove(&holder);
        self.queues.extend(queued.map(|q| (holder, q)));
        Ok(())
    }

    /// Private rolls were made with a record or after it, and an audience was told.
    pub fn used(&mut self, (seq, with): (u64, bool), whom: Audience, rolls: &[PrivateRoll]) {
        if !rolls.is_empty() && whom != Audience::Nobody {
            self.learnt.push(Learnt { seq, with, whom });
        }
        for roll in rolls {
            let at = roll.seat.map_or(0, |s| usize::from(s.0) + 1);
            if let Some(used) = self.private_used.get_mut(at) {
                *used = (*used).max(roll.index);
            }
        }
    }
}
