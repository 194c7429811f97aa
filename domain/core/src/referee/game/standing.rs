//! Standing orders of a game: what they answer now, what they would have answered, which of them are off, and the questions that
//! answer themselves.

use super::{Fault, FaultKind, Game, GameError, Moment};
use crate::dice::GameKeys;
use crate::log::canonical::nfc;
use crate::log::{Body, Entry as PrivateEntry, Made, PrivateBody, Record, StandingUse, in_order};
use crate::referee::{Decision, Lapsed, Line, Notation, ReadStanding, Registry, Standing, Tone};
use crate::words::SeatId;
use serde::Serialize;

/// The key under which the log names an answer that the referee gave itself, because nothing else was legal.
pub const FORCED: &str = "forced";

/// The reason recorded with it.
const FORCED_WHY: &str = "forced: nothing else is legal";

/// What standing orders would have done with the questions of a game so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tryout {
    /// The questions that the seat was asked and that may be answered in advance, oldest first.
    pub past: Vec<TriedQuestion>,
    /// Those it is asked now.
    pub now: Vec<TriedQuestion>,
}

impl Tryout {
    /// How many of the last `most` questions would have been answered, and how many these are: "4 of the last 6".
    pub fn answered(&self, most: usize) -> (usize, usize) {
        let last = &self.past[self.past.len().saturating_sub(most)..];
        (last.iter().filter(|q| q.would.is_some()).count(), last.len())
    }
}

/// One question put to standing orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TriedQuestion {
    /// The record that answered it; for a question still open, the number that record would have.
    pub seq: u64,
    /// The game turn.
    pub turn: u32,
    /// The question in one sentence.
    pub asks: String,
    /// The offers that bear on it, by key.
    pub keys: Vec<&'static str>,
    /// What these standing orders would answer; nothing when they would ask.
    pub would: Option<Would>,
    /// What was answered, in notation; nothing while the question is open.
    pub did: Option<String>,
    /// Whether the standing orders then in force answered.
    pub in_advance: bool,
}

/// An answer that standing orders would give.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Would {
    /// The order in notation.
    pub order: String,
    /// Why, as the chronicle would say it.
    pub why: String,
}

/// A use as the chronicle tells it: with the standing order's name, which reasons without conditions leave out.
pub(super) fn told(used: &StandingUse) -> String {
    let named = format!("standing order: {}", used.key);
    match used.reason.strip_prefix("standing order: ") {
        Some(words) if !used.reason.starts_with(&named) => format!("{named}: {words}"),
        _ => used.reason.clone(),
    }
}

impl Game {
    /// Everything that may be written in standing orders of this game.
    pub fn standing_notation(&self) -> Notation {
        self.ruleset.standing_notation()
    }

    /// Standing orders read and written anew in the ruleset's own spelling, keys left out at their defaults.
    ///
    /// # Errors
    /// [`GameError::Text`]: what is wrong with the first rule that is, and what would be right.
    pub fn whole_standing(&self, standing: &Standing) -> Result<Standing, GameError> {
        let notation = self.standing_notation();
        let mut whole = self.standing_default();
        for (key, text) in &standing.0 {
            let rule = notation.rule(key, text).map_err(|e| GameError::Text(e.to_string()))?;
            whole.0.insert(key.clone(), rule.to_string());
        }
        Ok(whole)
    }

    /// The standing orders in force for a seat, with lines of notation (`retreat = if turn >= 4: ask; rear`) put in.
    ///
    /// # Errors
    /// [`GameError::Text`] for the first line that is wrong; [`GameError::NotSeated`].
    pub fn standing_lines(&self, seat: SeatId, lines: &str, keys: &GameKeys) -> Result<Standing, GameError> {
        self.seat(seat).ok_or(GameError::NotSeated)?;
        let before = self.standing(seat, keys);
        self.standing_notation().lines(&before, lines).map_err(|e| GameError::Text(e.to_string()))
    }

    /// The parts of a seat's standing orders that are off in this position.
    pub fn lapsed(&self, seat: SeatId, standing: &Standing) -> Vec<Lapsed> {
        if standing.is_plain() { Vec::new() } else { self.board_of(seat).lapsed(standing) }
    }

    /// The parts of a seat's standing orders that switched themselves off, with the record after which each did, as a game goes on
    /// from how it stood under its last record, with the records and private entries behind that. For that seat's eyes alone.
    ///
    /// # Errors
    /// [`Fault`], as [`Game::go_on`].
    pub fn lapses(
        mut from: Game,
        (records, entries): (&[Record], &[PrivateEntry]),
        seat: SeatId,
        keys: &GameKeys,
    ) -> Result<Vec<(u64, Line)>, Fault> {
        let mut found = Vec::new();
        let mut rules = from.standing(seat, keys);
        let mut before = from.lapsed(seat, &rules);
        from.go_on(records, entries, |game, moment| {
            let Moment::Record(record) = moment else { return };
            let standing = game.standing(seat, keys);
            // Rules written with a premise already gone are told on the page where they are written.
            let written = standing != rules;
            rules = standing;
            let now = game.lapsed(seat, &rules);
            if !written {
                let new = now.iter().filter(|l| !before.contains(l));
                found.extend(new.map(|l| (record.seq, Line::new(Tone::Note, l.to_string()))));
            }
            before = now;
        })?;
        Ok(found)
    }

    /// What standing orders would have answered to every question that a seat was asked so far, and what they answer to the
    /// present one. Nothing is recorded.
    ///
    /// # Errors
    /// [`GameError::NotSeated`], [`GameError::Text`] for standing orders that are wrong; [`GameError::Broken`] for a log that
    /// does not replay.
    pub fn try_standing(
        registry: &Registry,
        (records, entries): (&[Record], &[PrivateEntry]),
        seat: SeatId,
        standing: &Standing,
    ) -> Result<Tryout, GameError> {
        let broken = |e: Fault| GameError::Broken(format!("{e}."));
        let first = records.first().ok_or(GameError::NotBegun)?;
        let mut game = Game::first(registry, first).map_err(broken)?;
        game.seat(seat).ok_or(GameError::NotSeated)?;
        let standing = game.whole_standing(standing)?.into();
        let mut past = Vec::new();
        for made in in_order(&records[1..], entries) {
            if let Some((order, in_advance)) = Game::given(made, seat, entries).map_err(broken)? {
                let asked = game.tried(seat, &standing);
                past.extend(asked.into_iter().map(|q| TriedQuestion { did: Some(order.clone()), in_advance, ..q }));
            }
            game.take_in(made).map_err(broken)?;
        }
        Ok(Tryout { past, now: game.tried(seat, &standing) })
    }

    /// The order that a seat gave, or that a standing order gave for it, and which of the two; nothing for what the referee answered itself.
    fn given(made: Made<'_>, seat: SeatId, entries: &[PrivateEntry]) -> Result<Option<(String, bool)>, Fault> {
        let unreadable = |seq| move |e: serde_json::Error| Fault { seq, why: FaultKind::Unreadable(e.to_string()) };
        let forced = |seq: u64, with: bool| {
            let here = entries.iter().filter(|e| (e.after, e.with) == (seq, with) && e.is_kind("used/"));
            here.filter_map(|e| e.read().ok()).any(|body| matches!(body, PrivateBody::Used(used) if used.key == FORCED))
        };
        Ok(match made {
            Made::Record(record) => match record.read().map_err(unreadable(record.seq))? {
                Body::Order(order) if order.seat == seat && order.standing.as_ref().is_none_or(|s| s.key != FORCED) => {
                    Some((order.order, order.standing.is_some()))
                }
                Body::OrderSecond(order) if order.seat == seat && !(order.advance && forced(record.seq, true)) => {
                    Some((order.order, order.advance))
                }
                _ => None,
            },
            Made::Entry(entry) if entry.is_kind("act/") => match entry.read().map_err(unreadable(entry.after))? {
                PrivateBody::Act(act) if act.seat == seat => Some((act.order, act.key.is_none())),
                _ => None,
            },
            Made::Entry(_) => None,
        })
    }

    /// The keys of the offers that bear on what a seat is asked now: what could have been answered in advance.
    pub fn answerable(&self, seat: SeatId) -> Vec<&'static str> {
        let asked = self.waiting().iter().filter(|d| d.seat == seat);
        let mut keys: Vec<&'static str> = asked.flat_map(|d| self.keys_of(d)).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// The keys of the offers that bear on a question, each once.
    fn keys_of(&self, decision: &Decision) -> Vec<&'static str> {
        let mut keys: Vec<&'static str> = Vec::new();
        for context in self.board_of(decision.seat).contexts(decision) {
            if !keys.contains(&context.key) {
                keys.push(context.key);
            }
        }
        keys
    }

    /// The questions of this position to a seat, put to standing orders.
    fn tried(&self, seat: SeatId, standing: &ReadStanding) -> Vec<TriedQuestion> {
        let mut found = Vec::new();
        for decision in self.waiting().iter().filter(|d| d.seat == seat) {
            let keys = self.keys_of(decision);
            if keys.is_empty() {
                continue;
            }
            let would =
                self.by_standing_order(decision, standing).map(|(order, used)| Would { order, why: told(&used) });
            let (seq, turn) = (self.len() + 1, self.turn());
            found.push(TriedQuestion {
                seq,
                turn,
                asks: decision.asks.clone(),
                keys,
                would,
                did: None,
                in_advance: false,
            });
        }
        found
    }

    /// What is answered to a decision without asking anybody: by a standing order, or because nothing else is legal.
    pub(super) fn answered(&self, decision: &Decision, standing: &ReadStanding) -> Option<(String, StandingUse)> {
        self.by_standing_order(decision, standing).or_else(|| self.forced(decision))
    }

    /// Nothing in one's own turn while orders are queued for it: what was said of the turn itself goes before what was said of any.
    fn by_standing_order(&self, decision: &Decision, standing: &ReadStanding) -> Option<(String, StandingUse)> {
        if !self.queue(decision.seat).is_empty() && self.board_of(decision.seat).is_own(decision) {
            return None;
        }
        let answer = self.board_of(decision.seat).answer_of(decision, standing).filter(|a| a.seat == decision.seat)?;
        Some((answer.order, StandingUse { key: answer.key.to_owned(), reason: nfc(&answer.reason) }))
    }

    /// The answer to a decision that only one order is legal for, where the ruleset lets the referee give it.
    pub(super) fn forced(&self, decision: &Decision) -> Option<(String, StandingUse)> {
        let order = self.board_of(decision.seat).forced(decision)?;
        Some((order, StandingUse { key: FORCED.to_owned(), reason: FORCED_WHY.to_owned() }))
    }
}
