//! Verification of a whole log by somebody who trusts nobody: chain, bytes, dice, secrets, legality, result.
//!
//! The log is followed record by record. Before a record is believed, everything it says is worked out again from the
//! records before it: an order is decided anew with dice made from its links, a hand-over must be one that the rules call
//! for, a result must be the one the rules give. What has to follow on a record is kept as a list of what is due, so that a
//! record left out is found as surely as one changed.

use super::play::Rolling;
use super::standing::FORCED;
use super::{Cursor, Fault, FaultKind, Game};
use crate::dice::{Dice, Faces, LINKS, Owner, Roll};
use crate::log::seal::{SealKey, Sealed};
use crate::log::{
    BadRecord, Body, ChainKind, DiceLinks, GameId, GameResult, HandOver, Hash32, NextAnchor, Opening, Order, Reason,
    Record, StandingOrders, canonical, import,
};
use crate::referee::{AnyPosition, Registry, SeatId, Side, Standing};
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::VecDeque;
use std::sync::Arc;

/// What a log is held against besides itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Against {
    /// A head that the log must have, taken from a letter or a checkpoint.
    pub head: Option<Hash32>,
    /// A number of records that it must have at least.
    pub length: Option<u64>,
    /// Links that each dice chain must have. Not left to the log: whoever writes an anchor for every roll can choose every roll.
    pub links: u32,
}

impl Default for Against {
    fn default() -> Self {
        Against { head: None, length: None, links: LINKS }
    }
}

/// What verification found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Nothing wrong was found.
    pub sound: bool,
    /// The first record that is wrong, and why.
    pub bad: Option<Bad>,
    /// The game, once its genesis was read.
    pub game: Option<GameId>,
    /// Its ruleset.
    pub ruleset: Option<String>,
    /// Records found sound.
    pub records: u64,
    /// The hash of the last of them.
    pub head: Hash32,
    /// Orders decided again.
    pub orders: u64,
    /// Dice made again.
    pub dice: u64,
    /// Whether legality was checked too: not when the log was written under another revision or data pack than is here.
    pub judged: bool,
    /// The result, when the game is over.
    pub result: Option<GameResult>,
}

/// A record that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bad {
    /// Its number. For a missing record, the number it would have.
    pub seq: u64,
    /// What kind of wrong.
    pub what: Wrong,
    /// A sentence.
    pub why: String,
}

/// Kinds of wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wrong {
    /// A line of the file, or a body, cannot be read.
    Unreadable,
    /// Hash, number or order of records.
    Chain,
    /// The bytes of a body are not canonical.
    Bytes,
    /// Ruleset, seats, or other things agreed at the start.
    Terms,
    /// A dice link does not belong to its chain, or is not the next one.
    Link,
    /// Faces are not those that the links give.
    Dice,
    /// The rules forbid the order, or decide it otherwise.
    Rules,
    /// Out of turn, stale, or by nobody of this game.
    Turn,
    /// A standing order that was not in force, or one passed over.
    Standing,
    /// A sealed value that does not open.
    Seal,
    /// A hand-over that the rules do not call for, or with another position.
    HandOver,
    /// Something about the time that the clock does not allow, such as a claim before the time was out.
    Clock,
    /// Not the result that the rules give.
    Result,
    /// Records are missing at the end.
    Tail,
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.bad {
            Some(bad) => write!(f, "Record {} is bad: {}", bad.seq, bad.why),
            None => {
                write!(
                    f,
                    "Sound: {} records, {} orders, {} dice; head {}.",
                    self.records, self.orders, self.dice, self.head
                )?;
                if !self.judged {
                    f.write_str(" The ruleset has changed since: legality was not checked.")?;
                }
                match &self.result {
                    Some(result) => write!(f, " Over: {}, {} points.", result.level, result.points),
                    None => f.write_str(" The game is still running, as far as this log goes."),
                }
            }
        }
    }
}

/// Checks an exported log. Never fails: whatever is wrong is in the report.
pub fn verify(registry: &Registry, export: &str, against: &Against) -> Report {
    let mut report = Report {
        sound: false,
        bad: None,
        game: None,
        ruleset: None,
        records: 0,
        head: Hash32::ZERO,
        orders: 0,
        dice: 0,
        judged: true,
        result: None,
    };
    report.bad = check(registry, export, against, &mut report).err();
    report.sound = report.bad.is_none();
    report
}

type Check<T = ()> = Result<T, Bad>;

fn bad<T>(seq: u64, what: Wrong, why: impl Into<String>) -> Check<T> {
    Err(Bad { seq, what, why: why.into() })
}

impl From<Fault> for Bad {
    fn from(fault: Fault) -> Self {
        // A record out of place is named by the place.
        let seq = match fault.why {
            FaultKind::Chain(BadRecord::Number { expected, .. }) => expected,
            _ => fault.seq,
        };
        let what = match fault.why {
            FaultKind::Chain(_) => Wrong::Chain,
            FaultKind::Unreadable(_) | FaultKind::Empty => Wrong::Unreadable,
            FaultKind::AfterEnd => Wrong::Result,
            FaultKind::NoWayBack => Wrong::Turn,
            FaultKind::NoClock => Wrong::Clock,
            FaultKind::Genesis | FaultKind::NoRuleset(_) | FaultKind::Terms(_) | FaultKind::NoSeat => Wrong::Terms,
        };
        Bad { seq, what, why: format!("{}.", fault.why) }
    }
}

fn check(registry: &Registry, text: &str, against: &Against, report: &mut Report) -> Check {
    let export = import(text).or_else(|e| bad(report.records, Wrong::Unreadable, format!("{e}.")))?;
    let first = export.records.first().ok_or(Fault { seq: 0, why: FaultKind::Empty })?;
    bytes(first)?;
    let game = Game::first(registry, first)?;
    report.game = Some(game.id());
    report.ruleset = Some(game.genesis.ruleset.clone());
    report.judged = game.playable().is_ok();
    genesis(&game, against)?;
    (report.records, report.head) = (1, game.head());

    let mut judge = Judge {
        openings: openings(&export.records),
        judged: report.judged,
        game,
        due: VecDeque::new(),
        exchange: None,
        sealed: Vec::new(),
        message: None,
        orders: 0,
        dice: 0,
    };
    for record in &export.records[1..] {
        let game = &judge.game;
        record
            .check_after(game.id(), game.len(), game.head())
            .map_err(|e| Bad::from(Fault { seq: record.seq, why: e.into() }))?;
        let body = bytes(record)?;
        let after = judge.believe(record.seq, &body)?;
        judge.game.take(&body, record.hash, after).map_err(|why| Bad::from(Fault { seq: record.seq, why }))?;
        judge.follow(record.seq, &body)?;
        (report.records, report.head) = (record.seq, record.hash);
        (report.orders, report.dice) = (judge.orders, judge.dice);
    }
    report.result = judge.game.result().cloned();
    judge.end()?;
    // The chain holds; what is left is whether it is all of it.
    let next = report.records + 1;
    let Some(end) = export.end else {
        return bad(next, Wrong::Tail, "the closing line is missing: the file has been cut short.");
    };
    if end.length > report.records {
        return bad(next, Wrong::Tail, format!("records {next} to {} are missing at the end.", end.length));
    }
    if (end.game, end.head, end.length) != (judge.game.id(), report.head, report.records) {
        return bad(report.records, Wrong::Chain, "the closing line does not belong to this log.");
    }
    if let Some(length) = against.length.filter(|l| *l > report.records) {
        return bad(next, Wrong::Tail, format!("records {next} to {length} are missing: the log was once that long."));
    }
    if let Some(head) = against.head.filter(|h| judge.game.seq_of(h).is_none()) {
        return bad(
            next,
            Wrong::Tail,
            format!("the log never had the head {head}: its end is missing or was rewritten."),
        );
    }
    Ok(())
}

/// The body of a record, canonical, and read without loss.
fn bytes(record: &Record) -> Check<Body> {
    record.check().map_err(|e| Bad::from(Fault { seq: record.seq, why: e.into() }))?;
    if let Err(e) = canonical::check(&record.body) {
        return bad(record.seq, Wrong::Bytes, format!("the body is {e}."));
    }
    let body =
        record.read().or_else(|e| bad(record.seq, Wrong::Unreadable, format!("the body cannot be read: {e}.")))?;
    if body.write() != record.body {
        return bad(record.seq, Wrong::Bytes, "the body holds fields out of order or unknown.");
    }
    Ok(body)
}

fn genesis(game: &Game, against: &Against) -> Check {
    let genesis = &game.genesis;
    if genesis.dice.links != against.links {
        return bad(1, Wrong::Link, format!("dice chains of {} links, not {}.", genesis.dice.links, against.links));
    }
    let about = game.ruleset.about();
    let seats = about.scenario(&genesis.terms.scenario).map(|s| &s.seats);
    let same = seats.is_some_and(|seats| {
        seats.len() == genesis.seats.len()
            && seats.iter().zip(&genesis.seats).all(|(a, b)| a.side == b.side && a.name == b.name)
    });
    if game.playable().is_ok() && !same {
        return bad(1, Wrong::Terms, "the seats are not those of the scenario.");
    }
    Ok(())
}

/// The keys published at the end, which serve to read what was sealed on the way.
fn openings(records: &[Record]) -> Vec<Opening> {
    let openings = records.iter().rev().map_while(|r| match r.read() {
        Ok(Body::Opening(opening)) => Some(Some(opening)),
        Ok(Body::Result(_) | Body::ResultOnTime(_)) => Some(None),
        _ => None,
    });
    openings.flatten().collect()
}

/// A record that must come next.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Due {
    Anchor { seat: SeatId, chain: ChainKind, start: u32 },
    HandOver { side: Side, to: Vec<SeatId>, actor: Option<SeatId> },
    Opening(SeatId),
    Result { level: String, points: i32, reason: Reason, winner: Option<Side> },
}

impl std::fmt::Display for Due {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Due::Anchor { .. } => f.write_str("the anchor of the next dice chain"),
            Due::HandOver { side, .. } => write!(f, "the hand-over to the {side} side"),
            Due::Opening(_) => f.write_str("the opening of what was sealed"),
            Due::Result { level, .. } => write!(f, "the result ({level})"),
        }
    }
}

/// An order or ruling that standing orders may still answer.
struct Exchange {
    waited: Vec<SeatId>,
    actor: Option<SeatId>,
}

struct Judge {
    game: Game,
    judged: bool,
    openings: Vec<Opening>,
    due: VecDeque<Due>,
    exchange: Option<Exchange>,
    sealed: Vec<StandingOrders>,
    /// The message that the last player's order came in: orders that came together share what they saw.
    message: Option<(SeatId, Option<String>, Hash32)>,
    orders: u64,
    dice: u64,
}

impl Judge {
    /// Whether a record may stand here and says what it must. Gives the position after it, where it was worked out.
    fn believe(&mut self, seq: u64, body: &Body) -> Check<Option<Arc<dyn AnyPosition>>> {
        let answer = matches!(body, Body::Order(o) if o.standing.is_some());
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
        match body {
            Body::Genesis(_) => Err(Fault { seq, why: FaultKind::Genesis }.into()),
            Body::Join(join) => match game.seat(join.seat) {
                None => bad(seq, Wrong::Turn, "somebody joins at a seat that the game does not have."),
                Some(seat) if seat.player.is_some() => bad(seq, Wrong::Turn, "somebody joins at a seat that is taken."),
                Some(_) if game.genesis.dice.players.get(usize::from(join.seat.0)) != Some(&join.anchors) => {
                    bad(seq, Wrong::Link, "the anchors are not those that the server was bound to in the genesis.")
                }
                Some(_) => Ok(None),
            },
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
                    self.exchange = Some(Exchange { waited: game.waiting_seats(), actor: Some(answer.seat) });
                }
                Ok(None)
            }
            Body::Hands(hands) => {
                let allowed = game.hands_allowed(hands);
                allowed.or_else(|e| bad(seq, Wrong::Turn, format!("a change of hands that cannot be: {e}")))?;
                Ok(None)
            }
            Body::Resign(_) if !game.begun() => bad(seq, Wrong::Turn, "somebody resigns before the game has begun."),
            Body::Resign(resign) => self.cursor(seq, resign.seat).map(|_| None),
            Body::Ruling(_) if !game.is_study() => bad(seq, Wrong::Rules, "an umpire changes the position of a game."),
            Body::Ruling(ruling) if self.judged => {
                self.exchange = Some(Exchange { waited: game.waiting_seats(), actor: None });
                let decided = game.ruleset.umpire(game.position(), &ruling.line);
                let decided = decided.or_else(|e| bad(seq, Wrong::Rules, format!("the ruling is refused: {e}")))?;
                same_facts(seq, &decided.facts, &ruling.facts)?;
                Ok(Some(decided.after.into()))
            }
            Body::Ruling(_) => Ok(None),
            // Without the rules it cannot be known who is called: the link and the position are checked all the same.
            Body::HandOver(hand) if !self.judged => {
                let cursor = self.cursor(seq, hand.from)?;
                let last = (cursor.handovers, &cursor.handover);
                self.link(seq, hand.from, ChainKind::Handover, (hand.index, &hand.link), last)?;
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
    fn follow(&mut self, seq: u64, body: &Body) -> Check {
        match body {
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
            _ => {}
        }
        Ok(())
    }

    /// The log ends here: nothing may be due.
    fn end(&mut self) -> Check {
        let next = self.game.len() + 1;
        if self.due.is_empty() {
            self.close(next)?;
        }
        match self.due.front() {
            None => Ok(()),
            Some(due) => bad(next, Wrong::Tail, format!("the end is missing: {due} should follow.")),
        }
    }

    fn cursor(&self, seq: u64, seat: SeatId) -> Check<&Cursor> {
        match self.game.cursors.get(usize::from(seat.0)) {
            Some(cursor) => Ok(cursor),
            None => bad(seq, Wrong::Turn, "the record names a seat that the game does not have."),
        }
    }

    fn due_anchor(&mut self, seat: SeatId, chain: ChainKind, index: u32) {
        if index.is_multiple_of(self.game.genesis.dice.links) {
            self.due.push_back(Due::Anchor { seat, chain, start: index });
        }
    }

    fn due_end(&mut self, level: String, points: i32, reason: Reason, winner: Option<Side>) {
        let sealed = self.game.seats.iter().zip(&self.game.cursors).filter(|(_, c)| c.slots > 0);
        self.due.extend(sealed.map(|(s, _)| Due::Opening(s.id)));
        self.due.push_back(Due::Result { level: canonical::nfc(&level), points, reason, winner });
    }

    /// Ends an exchange: no standing order was passed over, and the hand-overs it leads to become due.
    fn close(&mut self, seq: u64) -> Check {
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
            let legal = self.game.ruleset.decide(self.game.position(), decision.seat, &order, &mut Dice::withheld());
            let rolls = matches!(legal, Err(crate::referee::Refusal::Dice(_)));
            if legal.is_ok() || rolls {
                return bad(seq, Wrong::Standing, format!("an answer was passed over: {order} ({}).", used.reason));
            }
        }
        let newly: Vec<SeatId> =
            self.game.waiting_seats().into_iter().filter(|s| !exchange.waited.contains(s)).collect();
        for side in Side::BOTH {
            let to: Vec<SeatId> = newly.iter().copied().filter(|s| self.game.side_of(*s) == Some(side)).collect();
            if !to.is_empty() {
                self.due.push_back(Due::HandOver { side, to, actor: exchange.actor });
            }
        }
        if let Some(o) = self.game.ruleset.outcome(self.game.position()) {
            self.due_end(o.level, o.points, Reason::Rules, o.winner);
        }
        Ok(())
    }

    /// The standing orders in force, when they can be known: nothing sealed, or opened at the end.
    fn standing(&self, seat: SeatId) -> Option<Standing> {
        if self.game.cursors.get(usize::from(seat.0))?.slots == 0 {
            return Some(self.game.standing_default());
        }
        let key = self.openings.iter().find(|o| o.seat == seat)?.key;
        self.game.standing_with(seat, &SealKey::new(self.game.id(), self.game.seat(seat)?.chair, key.0))
    }

    /// Checks a record against the one that had to come.
    fn pay(&self, seq: u64, due: &Due, body: &Body) -> Check {
        match (due, body) {
            (Due::Anchor { seat, chain, start }, Body::NextAnchor(NextAnchor { seat: s, chain: c, start: n, .. }))
                if (seat, chain, start) == (s, c, n) =>
            {
                Ok(())
            }
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
                    Due::Anchor { .. } => Wrong::Link,
                    Due::HandOver { .. } => Wrong::HandOver,
                    Due::Opening(_) => Wrong::Seal,
                    Due::Result { .. } => Wrong::Result,
                };
                bad(seq, what, format!("{due} should stand here."))
            }
        }
    }

    fn state(&self, seq: u64, state: &Hash32) -> Check {
        if self.game.position().digest() == state.0 {
            return Ok(());
        }
        bad(seq, Wrong::HandOver, "the position that was recorded here is not the one that the log leads to.")
    }

    fn hand_over(&self, seq: u64, hand: &HandOver, side: Side, to: &[SeatId], actor: Option<SeatId>) -> Check {
        if hand.side != side || hand.to != to || hand.from != self.game.opposite(side, actor) {
            return bad(seq, Wrong::HandOver, "the game is handed to others than the rules say.");
        }
        let cursor = self.cursor(seq, hand.from)?;
        self.link(seq, hand.from, ChainKind::Handover, (hand.index, &hand.link), (cursor.handovers, &cursor.handover))?;
        self.state(seq, &hand.state)
    }

    /// Whether a link is the next of its chain: number and hash.
    fn link(
        &self,
        seq: u64,
        seat: SeatId,
        kind: ChainKind,
        (index, link): (u32, &Hash32),
        (last, before): (u32, &Hash32),
    ) -> Check {
        let name = match kind {
            ChainKind::Server => "server's",
            ChainKind::Player => "player's",
            ChainKind::Handover => "hand-over",
        };
        if index != last + 1 {
            return bad(seq, Wrong::Link, format!("{name} link {index} is used; the next one is {}.", last + 1));
        }
        let Some(seat) = self.game.seat(seat) else { return bad(seq, Wrong::Turn, "no such seat.") };
        let owner = Owner { game: self.game.id(), chair: seat.chair, kind };
        if owner.before(index, link) != *before {
            return bad(seq, Wrong::Link, format!("{name} link {index} does not belong to its chain."));
        }
        Ok(())
    }

    /// Checks an order. `Err(None)` when it is believed without having been decided again.
    fn order(&mut self, seq: u64, order: &Order) -> Result<Arc<dyn AnyPosition>, Option<Bad>> {
        let wrong = |what, why: String| Err(Some(Bad { seq, what, why }));
        let game = &self.game;
        if game.seat(order.seat).is_none() || !game.begun() {
            return wrong(Wrong::Turn, "an order by somebody who has no seat, or before the game began.".into());
        }
        if self.judged {
            self.turn(seq, order)?;
        }
        let mut dice = match &order.dice {
            None if !order.rolls.is_empty() => {
                return wrong(Wrong::Dice, "the order rolled, but shows no links.".into());
            }
            None => Dice::withheld(),
            Some(links) => {
                let seed = self.roll(seq, order, links)?;
                Dice::seeded(move || seed)
            }
        };
        if order.standing.is_none() {
            self.exchange = Some(Exchange { waited: self.game.waiting_seats(), actor: Some(order.seat) });
            self.message = Some((order.seat, order.key.clone(), order.seen));
        }
        self.orders += 1;
        self.dice += order.rolls.iter().map(|r| r.faces.len() as u64).sum::<u64>();
        if !self.judged {
            return Err(None);
        }
        let decided = self.game.ruleset.decide(self.game.position(), order.seat, &order.order, &mut dice);
        let decided = match decided {
            Ok(decided) => decided,
            Err(refusal) => return wrong(Wrong::Rules, format!("the order is refused: {refusal}")),
        };
        if decided.order != order.order {
            return wrong(Wrong::Rules, format!("the order would be written {}.", decided.order));
        }
        if dice.into_rolls() != order.rolls {
            return wrong(Wrong::Dice, "the rules roll other dice for this order.".into());
        }
        same_facts(seq, &decided.facts, &order.facts)?;
        Ok(decided.after.into())
    }

    /// Whether it was that seat's turn, or its standing order.
    fn turn(&self, seq: u64, order: &Order) -> Check {
        let game = &self.game;
        match &order.standing {
            None => {
                if order.key.is_none() || !game.hears(order.seat) {
                    return bad(seq, Wrong::Turn, "an order out of turn, or without a key.");
                }
                // Orders of one message stand one after the other and name the head before the first of them.
                let same = |(seat, key, seen): &(SeatId, Option<String>, Hash32)| {
                    (*seat, key, *seen) == (order.seat, &order.key, order.seen)
                };
                if self.message.as_ref().is_some_and(same) || game.check_seen(&order.seen).is_ok() {
                    return Ok(());
                }
                bad(seq, Wrong::Turn, "the order was given on a position that had changed since, or never was.")
            }
            Some(used) => {
                if self.exchange.is_none() || order.key.is_some() || order.seen != game.head() {
                    return bad(seq, Wrong::Standing, "a standing order answers what nobody has asked.");
                }
                let asked = game.waiting().iter().filter(|d| d.seat == order.seat);
                let standing = self.standing(order.seat);
                let mut answers = asked.filter_map(|d| match &standing {
                    Some(standing) => game.answered(d, standing),
                    None => game.forced(d),
                });
                let fits = match used.key.as_str() {
                    // Sealed, and not opened yet: what was in force cannot be known.
                    key if standing.is_none() && key != FORCED => true,
                    _ => answers.any(|(line, why)| line == order.order && why == *used),
                };
                if fits {
                    Ok(())
                } else {
                    bad(seq, Wrong::Standing, "the standing orders in force say something else.")
                }
            }
        }
    }

    /// Checks links and faces of an order that rolled, and gives its seed.
    fn roll(&self, seq: u64, order: &Order, links: &DiceLinks) -> Check<[u8; 32]> {
        let cursor = self.cursor(seq, order.seat)?;
        let index = links.index;
        self.link(seq, order.seat, ChainKind::Server, (index, &links.server), (cursor.rolls, &cursor.server))?;
        self.link(seq, order.seat, ChainKind::Player, (index, &links.player), (cursor.rolls, &cursor.player))?;
        let rolling = Rolling::of(&self.game, order.seat)
            .or_else(|_| bad(seq, Wrong::Dice, "a roll before the side was handed a link."))?;
        let seed = rolling.ingredients(links).seed();
        if order.rolls.is_empty() {
            return bad(seq, Wrong::Dice, "the order shows links, but no roll.");
        }
        let mut faces = Faces::new(seed);
        for Roll { faces: shown, purpose, sides } in &order.rolls {
            let made: Vec<u8> = shown.iter().map(|_| faces.next(*sides)).collect();
            if made != *shown {
                let why = format!("the roll for {purpose} shows {shown:?}, but its links give {made:?}.");
                return bad(seq, Wrong::Dice, why);
            }
        }
        Ok(seed)
    }

    /// Whether a published key opens everything the seat had sealed.
    fn opens(&self, seq: u64, opening: &Opening) -> Check {
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

fn same_facts(seq: u64, decided: &[Box<RawValue>], recorded: &[Box<RawValue>]) -> Check {
    let same = decided.len() == recorded.len() && decided.iter().zip(recorded).all(|(a, b)| a.get() == b.get());
    if same { Ok(()) } else { bad(seq, Wrong::Rules, "the rules decide this order otherwise.") }
}
