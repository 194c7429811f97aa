//! Orders of a game of the second format: tried on what their seat knows, decided on the true position, parted by who learns what.

use super::compound::Carried;
use super::play::{Advance, Stop, Work};
use super::positions::Positions;
use super::second_fold::owner;
use super::{Game, GameError};
use crate::dice::{ChainName, Dice, GameKeys, Ingredients, private_seed};
use crate::log::{
    AnchorSecond, AnchorWhy, AudienceKey, Body, Choices, Entry, HandOverSecond, HandsWhy, HiddenPiece, LinkSource,
    OpenedChoice, OpeningSecond, OrderSecond, PlacedFact, PrivateAct, PrivateBody, PrivateChoice, PrivateLinks,
    PrivatePart, PrivatePieces, PrivateRoll, PrivateState, PrivateUse, SealedChoice, SealedPieces, SecondChain, Shown,
    StandingUse, StepLinks, choice_seal, tree,
};
use crate::referee::{AnyRuleset, Decided, Decision};
use crate::words::{Audience, Hash32, Hearers, Refusal, SeatId, Side, Viewer};
use serde_json::value::RawValue;
use std::cell::Cell;
use std::collections::BTreeMap;

/// What goes into the rolls of a seat in this position, public and private.
pub(in crate::referee::game) struct StepRolling {
    genesis: Hash32,
    phrases: Hash32,
    chair: u8,
    enemy: u8,
    pub step: u32,
    /// The number of the link of the step.
    handed: u32,
    pub index: u32,
    /// The chairs of the seats.
    chairs: Vec<u8>,
    private_links: u32,
}

impl StepRolling {
    /// Of a seat now.
    pub fn of(game: &Game, seat: SeatId) -> Result<Self, GameError> {
        let broken = |e: super::FaultKind| GameError::Broken(format!("{e}."));
        let own = game.seat(seat).ok_or(GameError::NotSeated)?;
        let cursor = game.cursors.get(usize::from(seat.0)).ok_or(GameError::NotSeated)?;
        let enemy = game.enemy_head(own.side).map_err(broken)?;
        let (step, second) = (game.step(), game.second.as_ref());
        let handover = second.and_then(|s| s.handover.get(usize::from(enemy.id.0)));
        Ok(StepRolling {
            genesis: game.heads.first().map_or(Hash32::ZERO, |h| h.hash),
            phrases: game.phrases.ok_or(GameError::NotBegun)?,
            chair: own.chair,
            enemy: enemy.chair,
            step,
            handed: handover.map_or(step, |chain| chain.number(step)),
            index: cursor.rolls + 1,
            chairs: game.seats.iter().map(|s| s.chair).collect(),
            private_links: second.map_or(0, |s| s.private_links),
        })
    }

    fn links(&self, keys: &GameKeys) -> StepLinks {
        StepLinks {
            chain: LinkSource::Own,
            handed: keys.link(self.enemy, ChainName::Handover, self.handed),
            index: self.index,
            player: keys.link(self.chair, ChainName::Player, self.index),
            server: keys.link(self.chair, ChainName::Server, self.index),
            step: self.step,
        }
    }

    /// The seed of the public rolls, given the links.
    pub fn seed(&self, links: &StepLinks) -> [u8; 32] {
        Ingredients {
            genesis: self.genesis,
            chair: self.chair,
            index: links.index,
            server: links.server,
            player: links.player,
            handed: links.handed,
            phrases: self.phrases,
        }
        .seed()
    }

    /// The seed of a private roll, given its links.
    pub fn private_seed(&self, seat: Option<SeatId>, index: u32, server: &Hash32, player: &Hash32) -> [u8; 32] {
        let chair = seat.and_then(|s| self.chairs.get(usize::from(s.0)).copied()).unwrap_or(0);
        private_seed(&self.genesis, chair, index, server, player, &self.phrases)
    }

    pub fn private(&self, keys: &GameKeys, seat: Option<SeatId>, index: u32) -> Option<[u8; 32]> {
        let chair = match seat {
            Some(seat) => *self.chairs.get(usize::from(seat.0))?,
            None => 0,
        };
        let server = keys.private_link(chair, ChainName::PrivateServer, self.private_links, index)?;
        let player = match seat {
            Some(_) => keys.private_link(chair, ChainName::PrivatePlayer, self.private_links, index)?,
            None => Hash32::ZERO,
        };
        Some(self.private_seed(seat, index, &server, &player))
    }
}

/// What each audience alone learns, and what everybody does.
pub(in crate::referee::game) struct Parted {
    pub public: Vec<Box<RawValue>>,
    pub parts: BTreeMap<Audience, PrivatePart>,
}

/// Parts what was decided by who learns it.
pub(in crate::referee::game) fn parted(decided: &Decided, rolls: Vec<(Audience, PrivateRoll)>) -> Parted {
    let mut public = Vec::new();
    let mut parts: BTreeMap<Audience, PrivatePart> = BTreeMap::new();
    for (hearers, fact) in decided.told() {
        match hearers {
            Hearers::Everybody => public.push(fact.to_owned()),
            Hearers::Only(audience) => {
                let after = u32::try_from(public.len()).unwrap_or(u32::MAX);
                parts.entry(audience).or_default().facts.push(PlacedFact { after, fact: fact.to_owned() });
            }
        }
    }
    for (audience, roll) in rolls {
        parts.entry(audience).or_default().rolls.push(roll);
    }
    Parted { public, parts }
}

impl Game {
    /// The pieces that facts show for the first time, with their proofs.
    pub(in crate::referee::game) fn shown(&self, shows: &[(Audience, u16)]) -> Result<Vec<Shown>, GameError> {
        let broken = |why: &str| GameError::Broken(format!("a hidden piece is shown that {why}."));
        let Some(second) = &self.second else { return Ok(Vec::new()) };
        let mut found: Vec<Shown> = Vec::new();
        for (audience, number) in shows {
            let again = second.shown.contains(&(*audience, *number))
                || found.iter().any(|s| (s.audience, s.number) == (*audience, *number));
            if again {
                continue;
            }
            let set = second.pieces.get(audience).ok_or_else(|| broken("was never sealed"))?;
            let pieces = set.pieces.as_ref().ok_or_else(|| broken("is not at hand"))?;
            let piece = pieces.get(usize::from(*number)).ok_or_else(|| broken("does not exist"))?;
            let seals = seals(self, *audience, pieces);
            let seal = HiddenPiece::seal(self.id(), *audience, piece.number, &piece.salt, &piece.what);
            let index = seals.binary_search(&seal).map_err(|_| broken("is not under its seal"))?;
            found.push(Shown {
                audience: *audience,
                index: u32::try_from(index).unwrap_or(u32::MAX),
                number: *number,
                path: tree::path(&seals, index),
                salt: piece.salt,
                what: piece.what.clone(),
            });
        }
        Ok(found)
    }

    /// Whether orders may be given that were written on that head: nothing has changed since, or (in the second format) nothing by which
    /// these would come to something else, as far as their seat knows.
    pub(in crate::referee::game) fn check_fresh(
        &self,
        seat: SeatId,
        lines: &[String],
        seen: &Hash32,
    ) -> Result<(), GameError> {
        match self.check_seen(seen) {
            Err(GameError::Stale { .. })
                if self.is_second() && self.seq_of(seen).is_some_and(|n| self.same_as_seen(seat, lines, n)) =>
            {
                Ok(())
            }
            checked => checked,
        }
    }

    /// Whether orders written against an older head come to the same now as they did then, by all that their seat knew then and knows
    /// now: tried with the same made-up dice on both. What was said to one question is no answer to another one, nor is what was said in one
    /// phase said in the next: `done` is spelt alike in all of them.
    fn same_as_seen(&self, seat: SeatId, lines: &[String], seen: u64) -> bool {
        let Some(then) = self.kept.seen_at(&*self.ruleset, seen).map(|then| self.at_positions(then)) else {
            return false;
        };
        let asked = |game: &Game| {
            let board = game.board_of(seat);
            let own: Vec<Decision> = board.waiting().into_iter().filter(|d| d.seat == seat).collect();
            (board.phase(Viewer::Seat(seat)), own)
        };
        if asked(&then) != asked(self) {
            return false;
        }
        [[1; 32], [2; 32]].into_iter().all(|seed| {
            let before = then.try_out(seat, lines, seed);
            before.is_some() && before == self.try_out(seat, lines, seed)
        })
    }

    /// The facts of each line in turn, on what its seat knows and on nothing else, with made-up dice of any sides.
    fn try_out(&self, seat: SeatId, lines: &[String], seed: [u8; 32]) -> Option<Vec<String>> {
        let mut game = self.at_positions(Positions::open(self.positions.of(seat).clone()));
        let mut told = Vec::new();
        for line in lines {
            let orders = game.arranged(seat, line).ok()?;
            let orders = game.together(seat, orders);
            for order in &orders {
                let mut dice = Dice::seeded(move || seed);
                let Carried { decided, rest } = game.carried(seat, order, &mut dice).ok()?;
                told.extend(decided.facts.iter().map(|f| f.get().to_owned()));
                if !rest.is_empty() || dice.rolled() && orders.len() > 1 {
                    // What follows it is not carried out with it.
                    return Some(told);
                }
                game = game.at_positions(Positions::open(decided.after.into()));
            }
        }
        Some(told)
    }

    /// The seats that are asked together now, those that have chosen already included.
    pub(in crate::referee::game) fn asked_together(&self) -> Vec<SeatId> {
        let board = self.ruleset.board(self.known_to(Viewer::Spectator));
        let mut seats: Vec<SeatId> = Vec::new();
        for decision in board.waiting() {
            if board.is_together(&decision) && !seats.contains(&decision.seat) {
                seats.push(decision.seat);
            }
        }
        seats.sort();
        seats
    }

    /// Whether a line is what a seat says to a question that is put to several at once, and so goes under a seal. What it may say at any time,
    /// or to its own side alone, is an order like any other.
    pub(in crate::referee::game) fn is_choice(&self, seat: SeatId, line: &str) -> bool {
        let board = self.board_of(seat);
        self.waiting().iter().any(|d| d.seat == seat && board.is_together(d)) && board.is_answer(seat, line)
    }

    /// Seats that owe a step, with their sides.
    pub(in crate::referee::game) fn owing(&self, seats: impl IntoIterator<Item = SeatId>) -> Vec<(SeatId, Side)> {
        seats.into_iter().filter_map(|seat| Some((seat, self.side_of(seat)?))).collect()
    }

    /// The anchors of hand-over chains that must be recorded now that the game has come to its step: whose, and the number of links before.
    pub(in crate::referee::game) fn next_hand_over_anchors(&self, links: u32) -> Vec<(SeatId, u32)> {
        let Some(second) = &self.second else { return Vec::new() };
        let step = self.step();
        let heads = Side::BOTH.into_iter().filter_map(|side| self.head_of(side));
        let chains = heads.filter_map(|head| Some((head, second.handover.get(usize::from(head.0))?)));
        chains.flat_map(|(head, chain)| chain.next_anchors(step, links).map(move |start| (head, start))).collect()
    }

    /// The audiences in the order of their leaves with their keys.
    fn audience_keys(&self, keys: &GameKeys) -> Vec<AudienceKey> {
        let heads = self.second.as_ref().map(|s| s.heads.each().map(|(a, _)| a).collect::<Vec<_>>());
        let key = |audience| AudienceKey { audience, key: Hash32(keys.audience(audience)) };
        heads.unwrap_or_default().into_iter().map(key).collect()
    }

    /// Whether the private logs at hand are those under the root of the last record.
    pub fn private_logs_fit(&self, keys: &GameKeys) -> bool {
        let Some(second) = &self.second else { return true };
        let len = self.len();
        // What was done since the last record lies under the next one.
        let Some(root) = second.root else { return false };
        match &second.under_root {
            Some(heads) => heads.root(self.id(), len, |audience| keys.audience(audience)) == root,
            None => false,
        }
    }
}

/// The seals of hidden pieces, sorted.
fn seals(game: &Game, audience: Audience, pieces: &[HiddenPiece]) -> Vec<Hash32> {
    let seal = |p: &HiddenPiece| HiddenPiece::seal(game.id(), audience, p.number, &p.salt, &p.what);
    let mut seals: Vec<Hash32> = pieces.iter().map(seal).collect();
    seals.sort();
    seals
}

impl Work<'_> {
    /// Writes an entry into a private log: with the next record, or after the last.
    pub(super) fn enter(&mut self, audience: Audience, body: PrivateBody, with: bool) -> Result<(), GameError> {
        let broken = |e: super::FaultKind| GameError::Broken(format!("{e}."));
        let (game, len) = (self.game.id(), self.game.len());
        let second = self.game.second_mut().map_err(broken)?;
        let last = second.heads.of(audience).ok_or_else(|| GameError::Broken(format!("no log of {audience}.")))?;
        let after = if with { len + 1 } else { len };
        let entry = Entry::seal(game, audience, last, (after, with), &body)?;
        second.heads.take(&entry);
        self.entries.push(entry);
        self.game.take_entry(audience, body, with).map_err(broken)
    }

    /// The root of the next record, over the private logs as they stand, a holder that it brings included.
    pub(super) fn next_root(&self, body: &Body) -> Option<Hash32> {
        let second = self.game.second.as_ref()?;
        let mut heads = second.heads.clone();
        let brings = match body {
            Body::Join(_) => true,
            Body::HandsChange(hands) => hands.why == HandsWhy::Replacement,
            _ => false,
        };
        if let Body::Restored(restored) = body {
            heads.restored(restored.start);
        }
        if brings {
            heads.add(Audience::Holder(u8::try_from(second.holders().count()).unwrap_or(u8::MAX)));
        }
        Some(heads.root(self.game.id(), self.game.len() + 1, |audience| self.keys.audience(audience)))
    }

    /// The `start` of the last restore, 0 before: with the number of a record it names a salt.
    fn start(&self) -> u32 {
        self.game.second.as_ref().map_or(0, |s| s.heads.start())
    }

    /// Decides and records one order. Gives whether it rolled, or came otherwise than its seat could foresee.
    pub(super) fn order_second(
        &mut self,
        seat: SeatId,
        line: &str,
        key: Option<&str>,
        seen: Hash32,
        advance: Option<Advance>,
    ) -> Result<bool, Stop> {
        let foreseen = self.game.as_known_to(seat).carried(seat, line, &mut Dice::withheld());
        let expected = match foreseen {
            Ok(carried) => Some(carried.decided),
            Err(Refusal::Dice(_)) => None,
            Err(refusal) => return Err(Stop::Refused(refusal)),
        };
        if self.game.is_choice(seat, line) {
            return self.choose(seat, line, key, seen, advance);
        }
        let rolling = StepRolling::of(&self.game, seat)?;
        let (keys, links) = (self.keys, Cell::new(None));
        let mut dice = Dice::seeded(|| {
            let made = rolling.links(keys);
            links.set(Some(made));
            rolling.seed(&made)
        })
        .with_private(self.game.owing([seat]), |seat, index| rolling.private(keys, seat, index));
        let decided = self.game.carried(seat, line, &mut dice);
        let Carried { decided, rest } = decided.map_err(|refusal| {
            // What the seat knows allows it: a refusal here would tell what it does not know.
            Stop::Broken(GameError::Broken(format!("an order was refused for what its seat cannot know: {refusal}.")))
        })?;
        let (rolls, private) = dice.into_all_rolls();
        let side = self.game.side_of(seat).ok_or(GameError::NotSeated)?;
        // What came otherwise than the seat could foresee has shown it something, whatever the menu says.
        let surprised = expected.is_some_and(|e| !e.heard_by(seat, side).eq(decided.heard_by(seat, side)));
        let halted = |advance: &Advance| {
            let queue = matches!(advance, Advance::Queue(_));
            queue && surprised && decided.readers == Hearers::Everybody && self.game.goes_on(seat, &decided)
        };
        let advance = advance.map(|advance| self.noted(halted(&advance), advance, &rest));
        // What queued orders cut short stays queued, and is nobody's draft; what answers a line in its exchange leaves nothing over.
        if !matches!(advance, Some(PrivateBody::Planned(_))) {
            self.rest.extend(rest);
        }
        let rolled = surprised || !rolls.is_empty() || !private.is_empty();
        self.said.push(decided.order.clone());
        let Parted { public, mut parts } = parted(&decided, private);
        if let Hearers::Only(audience) = decided.readers {
            let own = parts.remove(&audience).unwrap_or_default();
            if !rolls.is_empty() || parts.keys().any(|a| *a != Audience::Nobody) {
                let why = "a private act rolled for others to see.".to_owned();
                return Err(Stop::Broken(GameError::Broken(why)));
            }
            let facts = own.facts.into_iter().map(|f| f.fact).collect();
            let planned = advance.as_ref().is_some_and(|body| matches!(body, PrivateBody::Planned(_)));
            if planned {
                // Said first, so that a checker knows which act it was.
                self.note_use(seat, advance.clone(), false)?;
            }
            let (at, key, order) = (self.at, key.map(str::to_owned), decided.order);
            let act = PrivateAct { at, facts, key, order, rolls: own.rolls, seat, seen };
            self.enter(audience, PrivateBody::Act(act), false)?;
            if let Some(part) = parts.remove(&Audience::Nobody) {
                self.enter(Audience::Nobody, PrivateBody::Part(part), false)?;
            }
            self.note_use(seat, advance.filter(|_| !planned), false)?;
            return Ok(rolled);
        }
        let shows = self.game.shown(&decided.shows)?;
        self.note_use(seat, advance.clone(), true)?;
        for (audience, part) in parts {
            self.enter(audience, PrivateBody::Part(part), true)?;
        }
        let links = links.get();
        let body = Body::OrderSecond(OrderSecond {
            advance: advance.is_some(),
            at: self.at,
            dice: links,
            facts: public,
            key: key.map(str::to_owned),
            order: decided.order,
            rolls,
            seat,
            seen,
            shows,
        });
        self.push(&body, None)?;
        self.next_anchors(seat, links.as_ref())?;
        Ok(rolled)
    }

    /// Why an order was given in advance, for its holder's log. `cut`: the parts of its line that were not carried out.
    fn noted(&self, surprised: bool, advance: Advance, cut: &[String]) -> PrivateBody {
        match advance {
            Advance::Standing(StandingUse { key, reason }) => PrivateBody::Used(PrivateUse { key, reason }),
            Advance::Queue(said) => PrivateBody::Planned(said.planned(self.at, cut, surprised)),
        }
    }

    fn note_use(&mut self, seat: SeatId, note: Option<PrivateBody>, with: bool) -> Result<(), GameError> {
        let holder = self.game.second.as_ref().and_then(|s| s.holder_of(seat));
        match (note, holder) {
            (Some(note), Some(holder)) => self.enter(Audience::Holder(holder), note, with),
            _ => Ok(()),
        }
    }

    /// Takes a choice under seal; with the last of them all are opened. Never says that it rolled: what comes of it, all see at once.
    fn choose(
        &mut self,
        seat: SeatId,
        line: &str,
        key: Option<&str>,
        seen: Hash32,
        advance: Option<Advance>,
    ) -> Result<bool, Stop> {
        let order = self.game.board_of(seat).choice_of(seat, line).map_err(Stop::Refused)?.order;
        self.said.push(order.clone());
        let of = Audience::Seat(seat);
        let salt = self.keys.choice_salt(of, self.game.len() + 1, self.start());
        let seal = choice_seal(self.game.id(), seat, &salt, &order);
        let key = key.map(str::to_owned);
        self.enter(of, PrivateBody::Choice(PrivateChoice { key: key.clone(), order, salt }), true)?;
        let note = advance.map(|advance| self.noted(false, advance, &[]));
        self.note_use(seat, note, true)?;
        self.push(&Body::Choice(SealedChoice { at: self.at, key, seal, seat, seen }), None)?;
        if self.game.asked_together().iter().all(|s| self.game.has_chosen(*s)) {
            self.open_choices()?;
        }
        // A choice is final.
        Ok(true)
    }

    fn open_choices(&mut self) -> Result<(), GameError> {
        let broken = || GameError::Broken("a choice is not at hand.".into());
        let second = self.game.second.clone().ok_or_else(broken)?;
        let first = *second.choices.keys().next().ok_or_else(broken)?;
        let choices = second.choices.iter().map(|(seat, given)| {
            let under = given.opened.as_ref().ok_or_else(broken)?;
            Ok(OpenedChoice { order: under.order.clone(), salt: under.salt, seat: *seat })
        });
        let choices = choices.collect::<Result<Vec<_>, GameError>>()?;
        let rolling = StepRolling::of(&self.game, first)?;
        let (keys, links) = (self.keys, Cell::new(None));
        let mut dice = Dice::seeded(|| {
            let made = rolling.links(keys);
            links.set(Some(made));
            rolling.seed(&made)
        })
        .with_private(self.game.owing(second.choices.keys().copied()), |seat, index| {
            rolling.private(keys, seat, index)
        });
        let decided = decide_choices(&*self.game.ruleset, &self.game, &choices, &mut dice);
        let decided = decided
            .map_err(|e| GameError::Broken(format!("choices that were accepted one by one are refused: {e}.")))?;
        let (rolls, private) = dice.into_all_rolls();
        let Parted { public, parts } = parted(&decided, private);
        let shows = self.game.shown(&decided.shows)?;
        for (audience, part) in parts {
            self.enter(audience, PrivateBody::Part(part), true)?;
        }
        let links = links.get();
        let (at, seat) = (self.at, first);
        self.push(&Body::Choices(Choices { at, choices, dice: links, facts: public, rolls, seat, shows }), None)?;
        self.next_anchors(first, links.as_ref())
    }

    /// The anchors that follow on a record: of the chains it used up, and of the hand-over chains when the step has come half way.
    fn next_anchors(&mut self, seat: SeatId, links: Option<&StepLinks>) -> Result<(), GameError> {
        let every = self.keys.links();
        if let Some(links) = links.filter(|l| l.index.is_multiple_of(every)) {
            self.anchor_second(seat, SecondChain::Server, links.index)?;
            self.anchor_second(seat, SecondChain::Player, links.index)?;
        }
        self.hand_over_anchors()
    }

    /// The anchors of the hand-over chains that are to be recorded at this step.
    pub(super) fn hand_over_anchors(&mut self) -> Result<(), GameError> {
        let links = self.keys.links();
        for (head, start) in self.game.next_hand_over_anchors(links) {
            self.anchor_second(head, SecondChain::Handover, start)?;
        }
        Ok(())
    }

    fn anchor_second(&mut self, seat: SeatId, chain: SecondChain, start: u32) -> Result<(), GameError> {
        let chair = self.game.seat(seat).ok_or(GameError::NotSeated)?.chair;
        let anchor = self.keys.anchor(chair, chain, start);
        let why = AnchorWhy::UsedUp;
        self.push(&Body::AnchorSecond(AnchorSecond { anchor, at: self.at, chain, seat, start, why }), None)
    }

    /// Seals the sets of hidden pieces that stand in the position and are not sealed yet.
    pub(super) fn seal_pieces(&mut self) -> Result<(), GameError> {
        let sets = self.game.ruleset.hidden_pieces(self.game.position());
        for set in sets {
            let audience = set.audience;
            if self.game.second.as_ref().is_none_or(|s| s.pieces.contains_key(&audience)) {
                continue;
            }
            let (seq, start) = (self.game.len() + 1, self.start());
            let salt = |number| self.keys.piece_salt(audience, seq, number, start);
            let pieces: Vec<HiddenPiece> = (0..=u16::MAX)
                .zip(set.pieces)
                .map(|(number, what)| HiddenPiece { number, salt: salt(number), what })
                .collect();
            let seals = seals(&self.game, audience, &pieces);
            let count = u32::try_from(seals.len()).unwrap_or(u32::MAX);
            self.enter(audience, PrivateBody::Pieces(PrivatePieces { pieces }), true)?;
            let root = tree::root(&seals);
            self.push(&Body::Pieces(SealedPieces { at: self.at, audience, count, root }), None)?;
        }
        Ok(())
    }

    /// Hands the game to seats that it newly waits for.
    pub(super) fn hand_over_second(&mut self, to: Vec<SeatId>) -> Result<(), GameError> {
        let whole = Hash32(self.game.position().digest());
        self.enter(Audience::Nobody, PrivateBody::State(PrivateState { state: whole }), true)?;
        let state = Hash32(self.game.positions.public().digest());
        self.push(&Body::HandOverSecond(HandOverSecond { at: self.at, state, to }), None)
    }

    /// Opens everything that was private.
    pub(super) fn open_private(&mut self) -> Result<(), GameError> {
        let Some(second) = self.game.second.clone() else { return Ok(()) };
        let link = |chair: u8, nobody: bool, index: u32| PrivateLinks {
            index,
            player: match nobody {
                true => None,
                false => self.keys.private_link(chair, ChainName::PrivatePlayer, second.private_links, index),
            }
            .unwrap_or(Hash32::ZERO),
            server: self
                .keys
                .private_link(chair, ChainName::PrivateServer, second.private_links, index)
                .unwrap_or(Hash32::ZERO),
        };
        let chairs = std::iter::once((0, true)).chain(self.game.seats.iter().map(|s| (s.chair, false)));
        let links =
            chairs.zip(&second.private_used).map(|((chair, nobody), index)| link(chair, nobody, *index)).collect();
        let keys = self.game.audience_keys(self.keys);
        self.push(&Body::OpeningSecond(OpeningSecond { at: self.at, keys, links }), None)
    }
}

/// Decides opened choices together, each read by what its seat knows.
pub(in crate::referee::game) fn decide_choices(
    ruleset: &dyn AnyRuleset,
    game: &Game,
    choices: &[OpenedChoice],
    dice: &mut Dice<'_>,
) -> Result<Decided, Refusal> {
    let read: Vec<_> =
        choices.iter().map(|c| (c.seat, game.known_to(Viewer::Seat(c.seat)), c.order.as_str())).collect();
    ruleset.decide_together(&read, game.position(), dice)
}

/// Whether a link of a private chain hangs on its anchor.
pub(in crate::referee::game) fn hangs(
    game: &Game,
    chair: u8,
    kind: ChainName,
    (index, link): (u32, &Hash32),
    anchor: &Hash32,
) -> bool {
    let chain = owner(game.id(), chair, kind);
    (1..=index).rev().fold(*link, |value, i| chain.before(i, &value)) == *anchor
}
