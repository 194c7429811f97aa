//! Judgements: what an arbiter says of a disputed record (`docs/decisions/0104-judgements.md`).
//!
//! A judgement is words that everybody reads, and, in games without secrets, may put an earlier position in force again, as a takeback does
//! to which both sides agreed. It rewrites nothing: the log grows, and no dice link is used again.

use super::play::{Work, plain_text};
use super::{FaultKind, Game, GameError, Played};
use crate::dice::GameKeys;
use crate::log::{Body, Judgement};
use crate::words::Millis;

/// The longest reason, in characters.
const MOST_REASON: usize = 1000;
/// The longest name, in characters.
const MOST_NAME: usize = 100;

impl Game {
    /// Judges record `record`, and goes back to the position after record `back_to` where one is named. Who may judge is the service's to say.
    ///
    /// # Errors
    /// [`GameError::Judgement`] for a record that is not there, without a reason, or in a game that nobody judges; [`GameError::NoWayBack`];
    /// [`GameError::TakenBack`] where one that was taken back is said to stand; others as for any order.
    pub fn judge(
        &self,
        record: u64,
        back_to: Option<u64>,
        (arbiter, reason): (&str, &str),
        at: Millis,
        keys: &GameKeys,
    ) -> Result<Played, GameError> {
        self.changeable(keys)?;
        let judgement = Judgement {
            arbiter: plain_text("arbiter's name", arbiter, MOST_NAME)?,
            at,
            back_to,
            reason: plain_text("reason", reason, MOST_REASON)?,
            record,
        };
        self.judgement_allowed(&judgement)?;
        match back_to {
            Some(to) => self.may_return(to)?,
            None if !self.line.holds(record) => return Err(GameError::TakenBack(record)),
            None => {}
        }
        let mut work = Work::new(self, at, keys);
        work.judge(judgement)?;
        Ok(work.played(self, None))
    }

    /// Whether a log may have a judgement as its next record.
    pub(super) fn judgement_allowed(&self, judgement: &Judgement) -> Result<(), GameError> {
        let no = |why: &str| Err(GameError::Judgement(why.to_owned()));
        self.under_way()?;
        if self.is_study() || self.is_testimony() {
            return no("Nobody judges here: an umpire changes this game as it is.");
        }
        let as_kept = |what: &str, text: &str, most| Ok::<_, GameError>(plain_text(what, text, most)? == text);
        if !as_kept("arbiter's name", &judgement.arbiter, MOST_NAME)?
            || !as_kept("reason", &judgement.reason, MOST_REASON)?
        {
            return no("A judgement is one line of plain text.");
        }
        if judgement.arbiter.is_empty() || judgement.reason.is_empty() {
            return no("A judgement needs a reason that both players can read.");
        }
        if judgement.record == 0 || judgement.record > self.len() {
            return no(&format!("There is no record {}: this log ends with {}.", judgement.record, self.len()));
        }
        let Some(to) = judgement.back_to else { return Ok(()) };
        let no_way = |why: &str| Err(GameError::NoWayBack { to, why: why.into() });
        if self.is_second() {
            return no_way(
                "somebody may have seen since what cannot be forgotten. The players can agree on a takeback.",
            );
        }
        if to >= judgement.record {
            return no_way("it is not before the record that is judged.");
        }
        if self.kept.undone(to).0 == 0 {
            return no_way("no order was given since.");
        }
        if self.positions_at(to).is_none() || !self.kept.reach(to) {
            return no_way("it is too far back, or no order and no hand-over.");
        }
        Ok(())
    }

    /// Takes a judgement in; whether the position has changed by it.
    pub(super) fn take_judgement(&mut self, judgement: &Judgement, seq: u64) -> Result<bool, FaultKind> {
        let Some(to) = judgement.back_to else { return Ok(false) };
        self.positions = self.positions_at(to).ok_or(FaultKind::NoWayBack)?;
        self.changed(seq);
        self.kept.mark(seq, self.positions.clone());
        Ok(true)
    }

    /// The records that an arbiter could go back to from a disputed one, the latest first: exactly those that [`Game::judge`] takes.
    pub fn arbiters_ways_back(&self, record: u64) -> Vec<u64> {
        let mut found = Vec::new();
        if self.is_second() || self.is_testimony() || self.result.is_some() || !self.begun() {
            return found;
        }
        self.kept.each(&*self.ruleset, |seq, _| {
            if seq < record && self.bars_return(seq).is_none() && self.kept.reach(seq) {
                found.push(seq);
            }
        });
        found.reverse();
        found
    }
}

impl Work<'_> {
    /// Records a judgement, and hands the game to whoever it waits for then.
    fn judge(&mut self, judgement: Judgement) -> Result<(), GameError> {
        let waited = self.game.waiting_seats();
        let goes_back = judgement.back_to.is_some();
        self.push(&Body::Judgement(judgement), None)?;
        if goes_back { self.settle(&waited, None) } else { Ok(()) }
    }
}

/// A judgement told in prose.
pub(super) fn told(judgement: &Judgement) -> String {
    let Judgement { arbiter, back_to, reason, record, .. } = judgement;
    match back_to {
        None => format!("{arbiter}, the arbiter, judged record {record}: it stands. “{reason}”"),
        Some(to) => format!(
            "{arbiter}, the arbiter, judged record {record}: the position after record {to} stands again, and the dice go on. “{reason}”"
        ),
    }
}
