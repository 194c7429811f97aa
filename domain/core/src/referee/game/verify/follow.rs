//! Record by record: whether it may stand where it does, and what must follow it.

use super::due::Due;
use super::judge::{Exchange, Judge};
use super::order::same_facts;
use super::report::{Bad, Check, Wrong, bad};
use crate::dice::Dice;
use crate::log::seal::{SealKey, Sealed};
use crate::log::{Body, ChainKind, HandOver, NextAnchor, Opening, Reason, SecondChain};
use crate::referee::AnyPosition;
use crate::referee::game::sealed::of_sealed;
use crate::referee::game::time::{of_revision, of_second, of_testimony};
use crate::referee::game::{Fault, FaultKind};
use crate::words::{SeatId, Side, Viewer};
use std::sync::Arc;

impl Judge {
    /// Whether a record may stand here and says what it must. Gives the position after it, where it was worked out.
    pub(super) fn believe(&mut self, seq: u64, body: &Body) -> Check<Option<Arc<dyn AnyPosition>>> {
        let answer = match body {
            Body::Order(order) => order.standing.is_some(),
            Body::OrderSecond(order) => order.advance,
            _ => false,
        };
        self.settled(seq)?;
        self.game.of_its_dice(body).map_err(|why| Bad::from(Fault { seq, why }))?;
        if self.game.is_second() {
            self.record_form(seq, body)?;
        }
        if self.due.is_empty() && !answer {
            self.close(seq)?;
        }
        if let Some(due) = self.due.pop_front() {
            self.pay(seq, &due, body)?;
            return Ok(None);
        }
        let game = &self.game;
        let out_of_place = |what| bad(seq, what, format!("nothing calls for a record of the kind {}.", body.kind()));
        if game.result.is_some() {
            return Err(Fault { seq, why: FaultKind::AfterEnd }.into());
        }
        if let Some(seat) = of_army(body)
            && let Err(e) = game.heads_army(seat)
        {
            return bad(seq, Wrong::Turn, e.to_string());
        }
        match body {
            Body::Genesis(_) | Body::GenesisSecond(_) | Body::GenesisTold(_) => {
                Err(Fault { seq, why: FaultKind::Genesis }.into())
            }
            Body::Choices(_) if self.judged => out_of_place(Wrong::Seal),
            Body::Pieces(_) if self.judged => out_of_place(Wrong::Seal),
            Body::HandOverSecond(_) if self.judged => out_of_place(Wrong::HandOver),
            Body::AnchorSecond(next) if self.judged || next.chain != SecondChain::Handover => out_of_place(Wrong::Link),
            of_second!() if game.is_second() => self.believe_second(seq, body).map(|()| None),
            Body::Order(_)
            | Body::HandOver(_)
            | Body::NextAnchor(_)
            | Body::Standing(_)
            | Body::Opening(_)
            | Body::TakebackOffer(_)
            | of_sealed!()
                if game.is_second() =>
            {
                Err(Fault { seq, why: FaultKind::Format }.into())
            }
            of_second!() => Err(Fault { seq, why: FaultKind::Format }.into()),
            of_testimony!() => self.believe_told(seq, body),
            Body::Result(result) if game.is_testimony() => self.told_result(seq, result).map(|()| None),
            of_revision!() => self.revision(seq, body).map(|()| None),
            of_sealed!() => self.sealed(seq, body).map(|()| None),
            Body::Join(join) => self.joins(seq, join).map(|()| None),
            Body::Order(order) => self.order(seq, order).map(Some).or_else(|e| e.map_or(Ok(None), Err)),
            Body::Standing(standing) => {
                let cursor = self.cursor(seq, standing.seat)?;
                if standing.slot != cursor.slots + 1 {
                    return bad(seq, Wrong::Seal, "the number of a sealed value is not the next one.");
                }
                Ok(None)
            }
            Body::DrawOffer(_) if !game.begun() || game.draw.is_some() => {
                bad(seq, Wrong::Turn, "a draw is offered before the game, or twice.")
            }
            Body::DrawOffer(offer) => self.cursor(seq, offer.seat).map(|_| None),
            Body::DrawAnswer(answer) => {
                let offered = game.draw.and_then(|s| game.side_of(s));
                let own = offered == game.side_of(answer.seat);
                if offered.is_none() || (own && (answer.accept || game.draw != Some(answer.seat))) {
                    return bad(seq, Wrong::Turn, "a draw is answered that was not offered to that side.");
                }
                self.cursor(seq, answer.seat).map(|_| None)
            }
            Body::TakebackOffer(offer) => {
                let found = game.takeback_from(offer.seat, offer.back_to);
                let found = found.or_else(|e| bad(seq, Wrong::Turn, format!("a takeback that cannot be: {e}")))?;
                if found != (offer.orders, offer.dice) {
                    return bad(seq, Wrong::Turn, "the takeback counts other orders or dice than were given since.");
                }
                Ok(None)
            }
            Body::TakebackAnswer(answer) => {
                let allowed = game.takeback_answer(answer.seat, answer.accept);
                allowed.or_else(|e| bad(seq, Wrong::Turn, format!("an answer that cannot be: {e}")))?;
                if answer.accept {
                    self.by_hand = None;
                    self.exchange = Some(Exchange { waited: game.waiting_seats(), actor: Some(answer.seat) });
                }
                Ok(None)
            }
            Body::Hands(hands) => {
                let allowed = game.hands_allowed(hands);
                allowed.or_else(|e| bad(seq, Wrong::Turn, format!("a change of hands that cannot be: {e}")))?;
                Ok(None)
            }
            Body::HandsChange(hands) => {
                let allowed = game.hands_change_allowed(hands, self.judged);
                allowed.or_else(|e| bad(seq, Wrong::Turn, format!("a change of hands that cannot be: {e}")))?;
                Ok(None)
            }
            Body::Resign(_) if !game.begun() => bad(seq, Wrong::Turn, "somebody resigns before the game has begun."),
            Body::Resign(resign) => self.cursor(seq, resign.seat).map(|_| None),
            Body::Judgement(judgement) => {
                let allowed = game.judgement_allowed(judgement);
                allowed.or_else(|e| bad(seq, Wrong::Turn, format!("a judgement that cannot be: {e}")))?;
                if judgement.back_to.is_some() {
                    self.by_hand = None;
                    self.exchange = Some(Exchange { waited: game.waiting_seats(), actor: None });
                }
                Ok(None)
            }
            Body::Ruling(_) if !game.is_study() => bad(seq, Wrong::Rules, "an umpire changes the position of a game."),
            Body::Ruling(ruling) if self.judged => {
                self.by_hand = None;
                self.exchange = Some(Exchange { waited: game.waiting_seats(), actor: None });
                let decided = game.ruleset.umpire(game.position(), &ruling.line);
                let decided = decided.or_else(|e| bad(seq, Wrong::Rules, format!("the ruling is refused: {e}")))?;
                same_facts(seq, &decided.facts, &ruling.facts)?;
                Ok(Some(decided.after.into()))
            }
            Body::Ruling(_) => Ok(None),
            // Without the rules it cannot be known who is called: the link and the position are checked all the same.
            Body::HandOver(hand) if !self.judged => {
                self.players_link(seq, hand.from, ChainKind::Handover, (hand.index, &hand.link))?;
                self.state(seq, &hand.state).map(|()| None)
            }
            body if body.is_of_time() => match game.check_time(body, self.judged) {
                Ok(()) => Ok(None),
                Err(e) => bad(seq, Wrong::Clock, format!("the clock does not allow it: {e}")),
            },
            Body::Opening(opening) if !self.judged => self.cursor(seq, opening.seat).map(|_| None),
            Body::Result(result) | Body::ResultOnTime(result) if !self.judged => {
                self.state(seq, &result.state).map(|()| None)
            }
            Body::HandOver(_) => out_of_place(Wrong::HandOver),
            Body::NextAnchor(_) => out_of_place(Wrong::Link),
            Body::Opening(_) => out_of_place(Wrong::Seal),
            _ => out_of_place(Wrong::Result),
        }
    }

    /// What must come after a record, now that it is part of the game.
    pub(super) fn follow(&mut self, seq: u64, body: &Body) -> Check {
        self.follow_form(body);
        match body {
            Body::Join(_) if self.game.begun() && self.judged && self.game.is_second() => {
                self.due_pieces();
                self.due.push_back(Due::HandOverSecond(self.game.waiting_seats()));
            }
            of_second!() => self.follow_second(body),
            Body::SealedDice(sealed) if self.game.seat(sealed.seat).is_some_and(|s| s.player.is_none()) => {
                self.due.push_back(Due::Join(sealed.seat));
            }
            Body::OrderTold(order) => self.state(seq, &order.state)?,
            Body::Correction(correction) => self.state(seq, &correction.state)?,
            Body::Join(_) if self.game.begun() && self.judged => {
                let waiting = self.game.waiting_seats();
                for side in Side::BOTH {
                    let seats = || self.game.seats.iter().filter(|s| s.side == side).map(|s| s.id);
                    if seats().next().is_some() {
                        let to = seats().filter(|s| waiting.contains(s)).collect();
                        self.due.push_back(Due::HandOver { side, to, actor: None });
                    }
                }
            }
            Body::Order(order) => {
                if let Some(links) = order.dice {
                    self.due_anchor(order.seat, ChainKind::Server, links.index);
                    self.due_anchor(order.seat, ChainKind::Player, links.index);
                }
            }
            Body::HandOver(hand) => {
                // Goes before the other hand-overs that may still be due.
                let rest = std::mem::take(&mut self.due);
                self.due_anchor(hand.from, ChainKind::Handover, hand.index);
                self.due.extend(rest);
            }
            Body::Standing(standing) => self.sealed.push(standing.clone()),
            Body::DrawAnswer(answer) if answer.accept && self.judged => {
                self.due_end("Draw by agreement".into(), self.game.points(), Reason::Agreed, None);
            }
            Body::Resign(resign) if self.judged => {
                let winner = self.game.side_of(resign.seat).map(Side::other);
                let level = winner.map_or(String::new(), |w| format!("{w} victory by resignation"));
                self.due_end(level, self.game.points(), Reason::Resigned, winner);
            }
            Body::TimeClaim(claim) if self.judged => {
                let (level, points, reason, winner) = self.game.claimed(claim.seat);
                self.due_end(level, points, reason, winner);
            }
            Body::Opening(opening) => self.opens(seq, opening)?,
            of_revision!() => self.revised(seq, body),
            _ => {}
        }
        Ok(())
    }

    /// The log ends here: nothing may be due.
    pub(super) fn end(&mut self) -> Check {
        let next = self.game.len() + 1;
        if self.due.is_empty() {
            self.close(next)?;
        }
        match self.due.front() {
            None if self.game.is_second() => self.end_form(),
            None => Ok(()),
            Some(due) => bad(next, Wrong::Tail, format!("the end is missing: {due} should follow.")),
        }
    }

    /// Ends an exchange: no standing order was passed over, and the hand-overs it leads to become due.
    pub(super) fn close(&mut self, seq: u64) -> Check {
        let Some(exchange) = self.exchange.take() else { return Ok(()) };
        if !self.judged {
            return Ok(());
        }
        for decision in self.game.waiting() {
            let answered = match self.standing(decision.seat) {
                Some(standing) => self.game.answered(decision, &standing),
                None => self.game.forced(decision),
            };
            let Some((order, used)) = answered else { continue };
            let known = self.game.known_to(Viewer::Seat(decision.seat));
            let legal =
                self.game.ruleset.decide(known, self.game.position(), decision.seat, &order, &mut Dice::withheld());
            // Where no link was given for it, the player of sealed dice is asked.
            let there = self.game.missing_links(decision.seat).0.is_none();
            let rolls = there && matches!(legal, Err(crate::referee::Refusal::Dice(_)));
            if legal.is_ok() || rolls {
                return bad(seq, Wrong::Standing, format!("an answer was passed over: {order} ({}).", used.reason));
            }
        }
        let newly: Vec<SeatId> =
            self.game.waiting_seats().into_iter().filter(|s| !exchange.waited.contains(s)).collect();
        if self.game.is_second() && !newly.is_empty() {
            self.due.push_back(Due::HandOverSecond(newly.clone()));
        }
        for side in Side::BOTH.into_iter().filter(|_| !self.game.is_second()) {
            let to: Vec<SeatId> = newly.iter().copied().filter(|s| self.game.side_of(*s) == Some(side)).collect();
            if !to.is_empty() {
                self.due.push_back(Due::HandOver { side, to, actor: exchange.actor });
            }
        }
        let outcome = self.game.ruleset.truth(self.game.position()).ended();
        if let Some(o) = outcome {
            self.due_end(o.level, o.points, Reason::Rules, o.winner);
        }
        Ok(())
    }

    /// Checks a record against the one that had to come.
    pub(super) fn pay(&mut self, seq: u64, due: &Due, body: &Body) -> Check {
        match (due, body) {
            (Due::AnchorSecond { seat, chain, start }, Body::AnchorSecond(next))
                if (seat, chain, start) == (&next.seat, &next.chain, &next.start) =>
            {
                self.believe_second(seq, body)
            }
            (Due::Choices, Body::Choices(_))
            | (Due::OpeningSecond, Body::OpeningSecond(_))
            | (Due::Closed, Body::Closed(_)) => self.believe_second(seq, body),
            (Due::Pieces(audience), Body::Pieces(sealed)) if *audience == sealed.audience => {
                self.believe_second(seq, body)
            }
            (Due::HandOverSecond(to), Body::HandOverSecond(hand)) if *to == hand.to => self.believe_second(seq, body),
            (Due::Anchor { seat, chain, start }, Body::NextAnchor(NextAnchor { seat: s, chain: c, start: n, .. }))
                if (seat, chain, start) == (s, c, n) =>
            {
                Ok(())
            }
            (Due::Join(seat), Body::Join(join)) if join.seat == *seat && join.bot.is_none() => self.joins(seq, join),
            (Due::HandOver { side, to, actor }, Body::HandOver(hand)) => self.hand_over(seq, hand, *side, to, *actor),
            (Due::Opening(seat), Body::Opening(opening)) if opening.seat == *seat => Ok(()),
            (Due::Result { level, points, reason, winner }, Body::Result(r) | Body::ResultOnTime(r)) => {
                if (level, points, reason, winner) != (&r.level, &r.points, &r.reason, &r.winner) {
                    return bad(seq, Wrong::Result, format!("the result should be {level} with {points} points."));
                }
                self.state(seq, &r.state)
            }
            _ => {
                let what = match due {
                    Due::Anchor { .. } | Due::AnchorSecond { .. } => Wrong::Link,
                    Due::Join(_) => Wrong::Turn,
                    Due::HandOver { .. } | Due::HandOverSecond(_) => Wrong::HandOver,
                    Due::Opening(_) | Due::Choices | Due::Pieces(_) | Due::OpeningSecond | Due::Closed => Wrong::Seal,
                    Due::Result { .. } => Wrong::Result,
                };
                bad(seq, what, format!("{due} should stand here."))
            }
        }
    }

    pub(super) fn hand_over(
        &self,
        seq: u64,
        hand: &HandOver,
        side: Side,
        to: &[SeatId],
        actor: Option<SeatId>,
    ) -> Check {
        if hand.side != side || hand.to != to || hand.from != self.game.opposite(side, actor) {
            return bad(seq, Wrong::HandOver, "the game is handed to others than the rules say.");
        }
        self.players_link(seq, hand.from, ChainKind::Handover, (hand.index, &hand.link))?;
        self.state(seq, &hand.state)
    }

    /// Whether a published key opens everything the seat had sealed.
    pub(super) fn opens(&self, seq: u64, opening: &Opening) -> Check {
        let Some(seat) = self.game.seat(opening.seat) else { return bad(seq, Wrong::Turn, "no such seat.") };
        let key = SealKey::new(self.game.id(), seat.chair, opening.key.0);
        for standing in self.sealed.iter().filter(|s| s.seat == opening.seat) {
            let bytes = hex::decode(&standing.sealed).unwrap_or_default();
            if key.open(standing.slot, &Sealed { seal: standing.seal, bytes }).is_none() {
                return bad(seq, Wrong::Seal, format!("the key does not open sealed value {}.", standing.slot));
            }
        }
        Ok(())
    }
}

/// The seat that a record is of, where only the one that commands the army may speak.
fn of_army(body: &Body) -> Option<SeatId> {
    match body {
        Body::DrawOffer(b) => Some(b.seat),
        Body::DrawAnswer(b) => Some(b.seat),
        Body::Resign(b) => Some(b.seat),
        Body::TakebackOfferSecond(b) => Some(b.seat),
        Body::TakebackAnswer(b) => Some(b.seat),
        Body::PauseOffer(b) => Some(b.seat),
        Body::PauseAnswer(b) => Some(b.seat),
        Body::PauseEnd(b) => Some(b.seat),
        Body::TimeClaim(b) => Some(b.by),
        _ => None,
    }
}
