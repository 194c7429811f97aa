//! Records and entries of the second format, judged.
//!
//! What can be checked of a log depends on what of it is open. Chain, dice, choices, shown pieces and public positions can always be;
//! roots, private rolls and legality when the keys were opened and all private logs are at hand.

use super::due::Due;
use super::judge::{Exchange, Judge};
use super::order::same_facts;
use super::queued::queue_form;
use super::report::{Check, Wrong, bad};
use crate::dice::{ChainName, Dice, Faces, Owner};
use crate::log::{
    AnchorSecond, Body, CameTo, Choices, Entry, LinkSource, OpeningSecond, OrderSecond, PrivateAct, PrivateBody,
    PrivateLinks, PrivatePart, PrivateRoll, PrivateUse, Reason, SecondChain, StepLinks, choice_seal,
};
use crate::referee::game::compound::Carried;
use crate::referee::game::private::{Parted, StepRolling, decide_choices, parted};
use crate::referee::{Decided, SeatId};
use crate::words::{Audience, Hash32, Hearers, Millis, Roll, Side};
use std::collections::{BTreeMap, VecDeque};

impl Judge {
    /// Whether a record that only the second format has may stand here.
    pub(super) fn believe_second(&mut self, seq: u64, body: &Body) -> Check {
        match body {
            Body::OrderSecond(order) => self.order_second(seq, order),
            Body::Choice(choice) => {
                let game = &self.game;
                let asked = !self.judged || game.asked_together().contains(&choice.seat);
                let seen = game.seq_of(&choice.seen).is_some();
                if game.seat(choice.seat).is_none() || !game.begun() || game.has_chosen(choice.seat) || !asked || !seen
                {
                    return bad(seq, Wrong::Turn, "a choice by somebody who is not asked for one.");
                }
                let under = self.pending.iter().find_map(|(audience, body)| match body {
                    PrivateBody::Choice(under) if *audience == Audience::Seat(choice.seat) => Some(under),
                    _ => None,
                });
                // Whoever gave the last choice has been at work all along.
                self.exchange = Some(Exchange { waited: self.game.waiting_seats(), actor: Some(choice.seat) });
                let game = &self.game;
                self.choice_in_advance(seq, (choice.seat, choice.key.is_none()), under)?;
                match under {
                    Some(under) if choice_seal(game.id(), choice.seat, &under.salt, &under.order) == choice.seal => {
                        Ok(())
                    }
                    None if !self.opened => Ok(()),
                    _ => bad(seq, Wrong::Seal, "what lies under a choice is not what was sealed."),
                }
            }
            Body::Choices(choices) => self.choices(seq, choices),
            Body::Pieces(sealed) => self.pieces(seq, sealed),
            Body::HandOverSecond(hand) => {
                if hand.state.0 != self.game.positions.public().digest() {
                    let why = "the public position that was recorded here is not the one that the log leads to.";
                    return bad(seq, Wrong::HandOver, why);
                }
                let whole = self.pending.iter().find_map(|(_, body)| match body {
                    PrivateBody::State(state) => Some(state.state.0 == self.game.position().digest()),
                    _ => None,
                });
                match whole {
                    Some(true) => Ok(()),
                    None if !self.opened => Ok(()),
                    _ => bad(
                        seq,
                        Wrong::HandOver,
                        "the whole position recorded here is not the one that the log leads to.",
                    ),
                }
            }
            Body::AnchorSecond(next) => self.anchor(seq, next),
            Body::TakebackOfferSecond(offer) => {
                let found = self.game.takeback_from(offer.seat, offer.back_to);
                let found = found.or_else(|e| bad(seq, Wrong::Turn, format!("a takeback that cannot be: {e}")))?;
                if found != (offer.orders, offer.dice) {
                    return bad(seq, Wrong::Turn, "the takeback counts other orders or dice than were given since.");
                }
                Ok(())
            }
            Body::OpeningSecond(opening) => self.opening_second(seq, opening),
            Body::Closed(_) => match self.game.second.as_ref().is_some_and(|s| s.opened.is_some()) {
                true => Ok(()),
                false => bad(seq, Wrong::Seal, "a game is closed without opening what was private."),
            },
            Body::Restored(restored) => {
                let links = self.game.genesis.dice.links;
                let fits = restored.anchors.len() == self.game.seats.len()
                    && restored.start.is_multiple_of(links)
                    && restored.start > self.game.links_used();
                match fits {
                    true => Ok(()),
                    false => bad(seq, Wrong::Link, "the chains after a restore do not go on above what was used."),
                }
            }
            _ => bad(seq, Wrong::Unreadable, "the record is of another format than the log."),
        }
    }

    fn order_second(&mut self, seq: u64, order: &OrderSecond) -> Check {
        let game = &self.game;
        if game.seat(order.seat).is_none() || !game.begun() {
            return bad(seq, Wrong::Turn, "an order by somebody who has no seat, or before the game began.");
        }
        if order.advance != order.key.is_none() || game.seq_of(&order.seen).is_none() {
            return bad(seq, Wrong::Turn, "an order without a key, or given on a position that never was.");
        }
        let seed = self.came_to(seq, order.came_to())?;
        self.orders += 1;
        self.compare_second(seq, order, seed)?;
        if !self.judged {
            return Ok(());
        }
        let said = self.queue_spoke(seq, order.seat)?;
        if said.is_some() {
            self.exchange = Some(Exchange { waited: self.game.waiting_seats(), actor: Some(order.seat) });
        } else if order.advance {
            self.in_advance(seq, order.seat, &order.order)?;
        } else {
            if !self.game.hears(order.seat) {
                return bad(seq, Wrong::Turn, "an order out of turn.");
            }
            if self.game.is_choice(order.seat, &order.order) {
                return bad(seq, Wrong::Seal, "an answer stands open that should be under a seal.");
            }
            self.exchange = Some(Exchange { waited: self.game.waiting_seats(), actor: Some(order.seat) });
        }
        let game = &self.game;
        let mut dice = self.dice_of([order.seat], seed)?;
        let line = said.as_ref().map_or(&order.order, |(said, _)| &said.order);
        let carried = game.carried(order.seat, line, &mut dice);
        let Carried { decided, rest } =
            carried.or_else(|e| bad(seq, Wrong::Rules, format!("the order is refused: {e}")))?;
        match &said {
            Some((said, planned)) => self.same_queue(seq, (said, planned), (order.seat, &decided), &rest)?,
            None => {
                if let Some(part) = rest.first() {
                    return bad(seq, Wrong::Rules, format!("the line would have ended before {part}."));
                }
            }
        }
        if decided.order != order.order || decided.readers != Hearers::Everybody {
            return bad(seq, Wrong::Rules, format!("the order would be written {}.", decided.order));
        }
        let rolls = dice.into_all_rolls();
        self.outcome(seq, &decided, rolls, order.came_to())
    }

    /// Whether what a record came to has links for its rolls, faces by them, and pieces that were sealed. Gives the seed of its rolls.
    fn came_to(&mut self, seq: u64, came: CameTo<'_>) -> Check<Option<[u8; 32]>> {
        if came.dice.is_some() == came.rolls.is_empty() {
            return bad(seq, Wrong::Dice, "rolls without links, or links without rolls.");
        }
        let seed = came.dice.map(|links| self.step_roll(seq, came.seat, links, came.rolls)).transpose()?;
        self.shown_pieces(seq, came.shows)?;
        self.dice += came.faces() as u64;
        Ok(seed)
    }

    /// Whether an order given in advance is what the standing orders in force say, for the reason that its holder's log has.
    fn in_advance(&self, seq: u64, seat: SeatId, line: &str) -> Check {
        if self.exchange.is_none() {
            return bad(seq, Wrong::Standing, "a standing order answers what nobody has asked.");
        }
        self.by_standing_order(seq, seat, line)
    }

    /// Whether a standing order in force says it, for the reason that its holder's log has.
    pub(super) fn by_standing_order(&self, seq: u64, seat: SeatId, line: &str) -> Check {
        let game = &self.game;
        let holder = game.second.as_ref().and_then(|s| s.holder_of(seat));
        let standing = game.second.as_ref().and_then(|s| s.standing(seat).cloned());
        let standing = standing.unwrap_or_else(|| game.standing_default()).into();
        let noted = self.pending.iter().find_map(|(audience, body)| match body {
            PrivateBody::Used(used) if holder.map(Audience::Holder) == Some(*audience) => Some(used),
            _ => None,
        });
        let said = game.waiting().iter().filter(|d| d.seat == seat).any(|decision| {
            game.answered(decision, &standing).is_some_and(|(order, why)| {
                order == line && noted == Some(&PrivateUse { key: why.key, reason: why.reason })
            })
        });
        if said { Ok(()) } else { bad(seq, Wrong::Standing, "the standing orders in force say something else.") }
    }

    /// Dice of which the public seed is known, and the private ones follow from the opened links. The step is owed by those seats.
    pub(super) fn dice_of(&self, owed_by: impl IntoIterator<Item = SeatId>, seed: Option<[u8; 32]>) -> Check<Dice<'_>> {
        let owing = self.game.owing(owed_by);
        let seat = owing.first().map_or(SeatId(0), |(seat, _)| *seat);
        let rolling = StepRolling::of(&self.game, seat)
            .or_else(|e| bad(self.game.len() + 1, Wrong::Dice, format!("a roll that cannot be: {e}")))?;
        // Without public links a public roll gives other faces than any: it is then found as one that the record does not have.
        let dice = Dice::seeded(move || seed.unwrap_or_default());
        Ok(dice.with_private(owing, move |seat, index| self.private_seed(&rolling, seat, index)))
    }

    pub(super) fn private_seed(&self, rolling: &StepRolling, seat: Option<SeatId>, index: u32) -> Option<[u8; 32]> {
        let at = seat.map_or(0, |s| usize::from(s.0) + 1);
        let chair = match seat {
            Some(seat) => self.game.seat(seat)?.chair,
            None => 0,
        };
        let PrivateLinks { index: highest, player, server } = *self.opening.as_ref()?.links.get(at)?;
        let down = |kind, link: Hash32| {
            let owner = Owner { game: self.game.id(), chair, kind };
            (index + 1..=highest).rev().fold(link, |value, i| owner.before(i, &value))
        };
        if index == 0 || index > highest {
            return None;
        }
        let server = down(ChainName::PrivateServer, server);
        let player = if seat.is_some() { down(ChainName::PrivatePlayer, player) } else { Hash32::ZERO };
        Some(rolling.private_seed(seat, index, &server, &player))
    }

    /// Whether what the record and its entries hold is what was decided.
    fn outcome(
        &self,
        seq: u64,
        decided: &Decided,
        (rolls, private): (Vec<Roll>, Vec<(Audience, PrivateRoll)>),
        came: CameTo<'_>,
    ) -> Check {
        if rolls != came.rolls {
            return bad(seq, Wrong::Dice, "the rules roll other dice for this order.");
        }
        let Parted { public, parts } = parted(decided, private);
        same_facts(seq, &public, came.facts)?;
        let given = self.pending.iter().filter_map(|(audience, body)| match body {
            PrivateBody::Part(part) => Some((*audience, part)),
            _ => None,
        });
        self.same_parts(seq, &parts, given)?;
        match self.game.shown(&decided.shows) {
            Ok(found) if found == came.shows => Ok(()),
            _ => bad(seq, Wrong::Seal, "other hidden pieces are shown than the facts show."),
        }
    }

    fn same_parts<'p>(
        &self,
        seq: u64,
        parts: &BTreeMap<Audience, PrivatePart>,
        given: impl Iterator<Item = (Audience, &'p PrivatePart)>,
    ) -> Check {
        let said = |part: &PrivatePart| serde_json::to_string(part).unwrap_or_default();
        let decided: BTreeMap<Audience, String> = parts.iter().map(|(a, p)| (*a, said(p))).collect();
        let given: BTreeMap<Audience, String> = given.map(|(a, p)| (a, said(p))).collect();
        if decided == given {
            return Ok(());
        }
        let other = decided.keys().chain(given.keys()).find(|a| decided.get(a) != given.get(a));
        let whose = other.map_or_else(String::new, ToString::to_string);
        bad(seq, Wrong::Rules, format!("the private log of {whose} holds something else than the rules decide."))
    }

    fn choices(&mut self, seq: u64, choices: &Choices) -> Check {
        let game = &self.game;
        let second = game.second.as_ref();
        let given: Vec<SeatId> = second.map(|s| s.choices.keys().copied().collect()).unwrap_or_default();
        let opened: Vec<SeatId> = choices.choices.iter().map(|c| c.seat).collect();
        if given.is_empty() || given != opened || given.first() != Some(&choices.seat) {
            return bad(seq, Wrong::Seal, "choices are opened that were not given, or not all of them.");
        }
        for choice in &choices.choices {
            let seal = second.and_then(|s| s.choices.get(&choice.seat)).map(|c| c.seal);
            if seal != Some(choice_seal(game.id(), choice.seat, &choice.salt, &choice.order)) {
                let why = format!("the choice of seat {} is not the one that was sealed.", choice.seat.0);
                return bad(seq, Wrong::Seal, why);
            }
        }
        let seed = self.came_to(seq, choices.came_to())?;
        self.compare_choices(seq, choices, seed)?;
        if !self.judged {
            return Ok(());
        }
        let mut dice = self.dice_of(given, seed)?;
        let decided = decide_choices(&*self.game.ruleset, &self.game, &choices.choices, &mut dice);
        let decided = decided.or_else(|e| bad(seq, Wrong::Rules, format!("the choices are refused: {e}")))?;
        let rolls = dice.into_all_rolls();
        self.outcome(seq, &decided, rolls, choices.came_to())
    }

    /// Checks links and faces of what was rolled for all to see, and gives its seed.
    fn step_roll(&self, seq: u64, seat: SeatId, links: &StepLinks, rolls: &[Roll]) -> Check<[u8; 32]> {
        let game = &self.game;
        let cursor = self.cursor(seq, seat)?;
        let Some(own) = game.seat(seat) else { return bad(seq, Wrong::Turn, "no such seat.") };
        let owner = |kind| Owner { game: game.id(), chair: own.chair, kind };
        if links.index != cursor.rolls + 1 {
            let why = format!("server's link {} is used; the next one is {}.", links.index, cursor.rolls + 1);
            return bad(seq, Wrong::Link, why);
        }
        if owner(ChainName::Server).before(links.index, &links.server) != cursor.server {
            return bad(seq, Wrong::Link, format!("server's link {} does not belong to its chain.", links.index));
        }
        let second = game.second.as_ref();
        if links.chain == LinkSource::Reserve {
            let why = "a link of the reserve, where the server keeps the seat's own: it could choose between two.";
            return bad(seq, Wrong::Link, why);
        }
        if owner(ChainName::Player).before(links.index, &links.player) != cursor.player {
            return bad(seq, Wrong::Link, format!("player's link {} does not belong to its chain.", links.index));
        }
        if links.step != game.step() {
            return bad(seq, Wrong::Link, format!("the step is {}, not {}.", game.step(), links.step));
        }
        let enemy = game.seats.iter().find(|s| s.side != own.side);
        let chain = enemy.and_then(|e| Some((e, second?.handover.get(usize::from(e.id.0))?)));
        let handed = chain.is_some_and(|(enemy, chain)| {
            let owner = Owner { game: game.id(), chair: enemy.chair, kind: ChainName::Handover };
            chain.holds(owner, links.step, &links.handed)
        });
        if !handed {
            return bad(seq, Wrong::Link, format!("the link of step {} does not belong to its chain.", links.step));
        }
        let rolling =
            StepRolling::of(game, seat).or_else(|e| bad(seq, Wrong::Dice, format!("a roll that cannot be: {e}")))?;
        let seed = rolling.seed(links);
        let mut faces = Faces::new(seed);
        for Roll { faces: shown, purpose, sides } in rolls {
            let made: Vec<u8> = shown.iter().map(|_| faces.next(*sides)).collect();
            if made != *shown {
                let why = format!("the roll for {purpose} shows {shown:?}, but its links give {made:?}.");
                return bad(seq, Wrong::Dice, why);
            }
        }
        Ok(seed)
    }

    fn anchor(&self, seq: u64, next: &AnchorSecond) -> Check {
        let links = self.game.genesis.dice.links;
        let cursor = self.cursor(seq, next.seat)?;
        let second = self.game.second.as_ref();
        let fits = match next.chain {
            SecondChain::Server | SecondChain::Player => next.start == cursor.rolls && next.start.is_multiple_of(links),
            SecondChain::Handover => {
                let chain = second.and_then(|s| s.handover.get(usize::from(next.seat.0)));
                chain.and_then(|c| c.next_anchors(self.game.step(), links).next()) == Some(next.start)
            }
            SecondChain::Reserve => false,
        };
        if fits { Ok(()) } else { bad(seq, Wrong::Link, "nothing calls for the anchor of another chain.") }
    }

    /// What must come after a record of the second format, now that it is part of the game.
    pub(super) fn follow_second(&mut self, body: &Body) {
        let links = self.game.genesis.dice.links;
        if let Body::OrderSecond(OrderSecond { seat, dice, .. }) | Body::Choices(Choices { seat, dice, .. }) = body
            && let Some(index) = dice.map(|d| d.index).filter(|i| i.is_multiple_of(links))
        {
            for chain in [SecondChain::Server, SecondChain::Player] {
                self.due.push_back(Due::AnchorSecond { seat: *seat, chain, start: index });
            }
        }
        if !self.judged {
            return;
        }
        match body {
            // The host closes a game that nothing has ended.
            Body::OpeningSecond(_) if self.due.is_empty() => self.due.push_back(Due::Closed),
            Body::OrderSecond(_) | Body::Choices(_) => {
                self.due_hand_over_anchors();
                self.due_pieces();
            }
            Body::Restored(_) => self.due_hand_over_anchors(),
            Body::Choice(_) if self.game.asked_together().iter().all(|s| self.game.has_chosen(*s)) => {
                self.due.push_back(Due::Choices);
            }
            _ => {}
        }
    }

    /// The anchors of the hand-over chains that are to be recorded now that the game has come to its step.
    fn due_hand_over_anchors(&mut self) {
        let next = self.game.next_hand_over_anchors(self.game.genesis.dice.links);
        let due = |(seat, start)| Due::AnchorSecond { seat, chain: SecondChain::Handover, start };
        self.due.extend(next.into_iter().map(due));
    }

    /// The sets of hidden pieces that are to be sealed now.
    pub(super) fn due_pieces(&mut self) {
        let sets = self.game.ruleset.hidden_pieces(self.game.position());
        let Some(second) = &self.game.second else { return };
        for set in sets.iter().filter(|s| !second.pieces.contains_key(&s.audience)) {
            self.due.push_back(Due::Pieces(set.audience));
        }
    }

    /// Takes in the entries of private logs that stand before or behind a record: those of one log in its order, of several in that of
    /// their times. Of what came in one message no log says which was first; it was one that can be.
    pub(super) fn entries(&mut self, entries: &[&Entry]) -> Check {
        let mut logs: BTreeMap<Audience, VecDeque<(&Entry, PrivateBody)>> = BTreeMap::new();
        for entry in entries {
            let body = entry.read().or_else(|e| {
                bad(entry.after, Wrong::Unreadable, format!("an entry of {} cannot be read: {e}.", entry.audience))
            })?;
            if body.write() != entry.body || crate::log::canonical::check(&entry.body).is_err() {
                return bad(entry.after, Wrong::Bytes, format!("an entry of {} is not canonical.", entry.audience));
            }
            logs.entry(entry.audience).or_default().push_back((entry, body));
        }
        while !logs.is_empty() {
            let mut next: Vec<((Option<Millis>, bool), Audience)> =
                logs.iter().filter_map(|(audience, log)| Some((moment(&log.front()?.1), *audience))).collect();
            next.sort();
            let mut refused = None;
            let taken = next.iter().find_map(|(_, audience)| {
                let (entry, body) = logs.get(audience)?.front()?;
                match self.entry(entry, body) {
                    Ok(()) => Some(*audience),
                    Err(bad) => {
                        refused.get_or_insert(bad);
                        None
                    }
                }
            });
            match (taken, refused) {
                (Some(audience), _) => {
                    let log = logs.entry(audience).or_default();
                    if let Some((entry, body)) = log.pop_front() {
                        if entry.with {
                            self.pending.push((entry.audience, body));
                        }
                        self.game.apply_entry(entry)?;
                    }
                    if log.is_empty() {
                        logs.remove(&audience);
                    }
                }
                (None, Some(bad)) => return Err(bad),
                (None, None) => break,
            }
        }
        Ok(())
    }

    /// Whether an entry may stand there, and an act came to what it says.
    fn entry(&mut self, entry: &Entry, body: &PrivateBody) -> Check {
        self.entry_form(entry, body)?;
        if !entry.with && self.judged { self.act(entry, body) } else { Ok(()) }
    }

    /// Whether a private act was its seat's to give, and came to what its log says.
    fn act(&mut self, entry: &Entry, body: &PrivateBody) -> Check {
        let seq = entry.after;
        if self.due.is_empty() {
            self.close(seq)?;
        }
        if let Some(due) = self.due.front() {
            return bad(seq + 1, Wrong::Tail, format!("{due} should stand here."));
        }
        let act = match body {
            PrivateBody::Act(act) => act,
            PrivateBody::Part(part) if entry.audience == Audience::Nobody => {
                let given = (part.facts.iter().map(|f| f.fact.get().to_owned()).collect(), part.rolls.clone());
                self.nobodys.1.push(given);
                return Ok(());
            }
            PrivateBody::Standing(_) | PrivateBody::Used(_) => return Ok(()),
            PrivateBody::Plan(plan) => return queue_form(seq, plan),
            PrivateBody::Planned(planned) => return self.planned(seq, entry.audience, planned),
            _ => {
                return bad(
                    seq,
                    Wrong::Seal,
                    format!("an entry of {} stands where none of its kind may.", entry.audience),
                );
            }
        };
        let PrivateAct { facts, order, rolls, seat, seen, .. } = act;
        let game = &self.game;
        if game.seat(*seat).is_none() || !game.hears(*seat) || game.seq_of(seen).is_none() {
            return bad(seq, Wrong::Turn, "a private act out of turn, or on a position that never was.");
        }
        let queued = self.queued_line(seq, act)?;
        let line = queued.as_ref().unwrap_or(order);
        let mut dice = self.dice_of([*seat], None)?;
        let carried = self.game.carried(*seat, line, &mut dice);
        let Carried { decided, .. } =
            carried.or_else(|e| bad(seq, Wrong::Rules, format!("a private act is refused: {e}")))?;
        let (public_rolls, private) = dice.into_all_rolls();
        let Parted { public, mut parts } = parted(&decided, private);
        let own = parts.remove(&entry.audience).unwrap_or_default();
        let own_facts: Vec<_> = own.facts.iter().map(|f| f.fact.clone()).collect();
        let nobody = parts.remove(&Audience::Nobody);
        if decided.readers != Hearers::Only(entry.audience)
            || decided.order != *order
            || !public.is_empty()
            || !public_rolls.is_empty()
            || !parts.is_empty()
            || own.rolls != *rolls
        {
            return bad(seq, Wrong::Rules, "a private act came to something else than the rules decide.");
        }
        same_facts(seq, &own_facts, facts)?;
        if let Some(part) = nobody {
            self.nobodys.0.push((part.facts.iter().map(|f| f.fact.get().to_owned()).collect(), part.rolls));
        }
        Ok(())
    }

    /// What nobody learnt by the private acts before a record is what the rules say, and the root over all private logs fits.
    pub(super) fn settled(&mut self, seq: u64) -> Check {
        if self.judged && !std::mem::take(&mut self.queued_acts).is_empty() {
            return bad(seq, Wrong::Standing, "the act is missing that queued orders gave.");
        }
        let (mut decided, mut given) = std::mem::take(&mut self.nobodys);
        decided.sort_by(|a, b| format!("{a:?}").cmp(&format!("{b:?}")));
        given.sort_by(|a, b| format!("{a:?}").cmp(&format!("{b:?}")));
        if self.judged && decided != given {
            return bad(seq, Wrong::Rules, "the private log of nobody holds something else than the rules decide.");
        }
        Ok(())
    }

    /// Whether the root of the record just taken is that over the private logs, by the keys opened at the end.
    pub(super) fn root(&mut self, seq: u64, root: Option<Hash32>) -> Check {
        self.pending.clear();
        let (Some(opening), Some(second)) = (&self.opening, &self.game.second) else { return Ok(()) };
        if !self.opened {
            return Ok(());
        }
        let key = |audience| opening.keys.iter().find(|k| k.audience == audience).map_or([0; 32], |k| k.key.0);
        if Some(second.heads.root(self.game.id(), seq, key)) == root {
            return Ok(());
        }
        bad(
            seq,
            Wrong::Seal,
            "the private logs are not those under this record: an entry was changed, left out or added later.",
        )
    }

    pub(super) fn due_opened(&mut self, level: String, points: i32, reason: Reason, winner: Option<Side>) {
        self.due.push_back(Due::OpeningSecond);
        self.due.push_back(Due::Result { level: crate::log::canonical::nfc(&level), points, reason, winner });
    }
}

/// When an entry was made, as far as it says so, and whether it comes behind others of that time: what queued orders note of an act stands
/// before it.
fn moment(body: &PrivateBody) -> (Option<Millis>, bool) {
    match body {
        PrivateBody::Act(act) => (Some(act.at), true),
        PrivateBody::Plan(plan) => (Some(plan.at), false),
        PrivateBody::Planned(planned) => (Some(planned.at), false),
        _ => (None, false),
    }
}

/// The opening at the end of a log.
pub(super) fn opening_of(records: &[crate::log::Record]) -> Option<OpeningSecond> {
    records.iter().rev().take(3).find_map(|r| match r.read() {
        Ok(Body::OpeningSecond(opening)) => Some(opening),
        _ => None,
    })
}

/// The same entries, in the order in which they were taken in: those with a record before it, those after one behind it.
pub(super) fn by_place(entries: &[Entry]) -> BTreeMap<(u64, bool), Vec<&Entry>> {
    let mut places: BTreeMap<(u64, bool), Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        places.entry((entry.after, !entry.with)).or_default().push(entry);
    }
    places
}
