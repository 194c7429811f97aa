//! What a takeback needs of a game: the offer that waits, and the positions that can be gone back to.

use super::positions::Positions;
use crate::log::{LineOfPlay, TakebackOffer};
use crate::referee::AnyRuleset;
use crate::words::Hearers;
use serde_json::value::RawValue;
use std::sync::Arc;

/// Orders, rulings and hand-overs that a takeback can reach back over. Positions behind them are let go of.
const MOST_STEPS: usize = 300;

/// A whole position is kept at a hand-over, once so many steps lie behind the one kept before: those between are found again by their
/// facts. A copy of a position costs more than an order does, and a takeback is rare.
const STRIDE: usize = 60;

/// A takeback that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Takeback {
    /// What is asked.
    pub offer: TakebackOffer,
    /// The record that asked it.
    pub seq: u64,
}

/// The positions that can be gone back to: some kept whole, and the facts that led on from each of them.
#[derive(Clone, Default)]
pub(super) struct KeptPositions {
    kept: Vec<Arc<KeptPosition>>,
    /// Whether none is ever let go of.
    all: bool,
}

#[derive(Clone)]
struct KeptPosition {
    seq: u64,
    positions: Positions,
    then: Vec<LaterRecord>,
}

#[derive(Clone)]
struct LaterRecord {
    seq: u64,
    /// The facts as JSON lists, one after the other, each with who learns those in it; none for a hand-over.
    facts: Option<Arc<[(Hearers, String)]>>,
    /// Dice rolled; none for what was done without a record, after this one.
    dice: Option<usize>,
}

impl LaterRecord {
    /// Does to a position what the record did to it.
    fn redo(&self, ruleset: &dyn AnyRuleset, positions: &mut Positions) -> Option<()> {
        for (hearers, list) in self.facts.iter().flat_map(|facts| facts.iter()) {
            let facts: Vec<&RawValue> = serde_json::from_str(list).ok()?;
            facts.into_iter().try_for_each(|fact| positions.tell(ruleset, *hearers, fact.get()).ok())?;
        }
        Some(())
    }
}

impl KeptPositions {
    /// The position after record 1, and every one that follows.
    pub fn all_from(positions: Positions) -> Self {
        let mut kept = KeptPositions { kept: Vec::new(), all: true };
        kept.mark(1, positions);
        kept
    }

    /// Keeps the position after record `seq`, which the facts before it do not lead to.
    pub fn mark(&mut self, seq: u64, positions: Positions) {
        let kept: usize = self.kept.iter().skip(1).map(|m| m.then.len()).sum();
        if kept >= MOST_STEPS && !self.all {
            self.kept.remove(0);
        }
        self.kept.push(Arc::new(KeptPosition { seq, positions, then: Vec::new() }));
    }

    /// Notes that the position rested at record `seq`, a hand-over.
    pub fn rest(&mut self, seq: u64, positions: &Positions) {
        match self.kept.last_mut() {
            Some(last) if last.then.len() < STRIDE => {
                Arc::make_mut(last).then.push(LaterRecord { seq, facts: None, dice: Some(0) });
            }
            _ => self.mark(seq, positions.clone()),
        }
    }

    /// Keeps the position after record `seq`, whose facts were kept just now, where so many lie behind the one kept before.
    pub fn stride(&mut self, seq: u64, positions: &Positions) {
        if self.kept.last().is_some_and(|last| last.then.len() >= STRIDE) {
            self.mark(seq, positions.clone());
        }
    }

    /// Keeps what record `seq` did to the position: its facts in their order, each with who learns it, and how many dice it rolled for all to
    /// see; no dice at all for what was done without a record, after this one.
    pub fn step<'f>(
        &mut self,
        seq: u64,
        facts: impl IntoIterator<Item = (Hearers, &'f RawValue), IntoIter: Clone>,
        dice: Option<usize>,
    ) {
        let Some(last) = self.kept.last_mut() else { return };
        let facts = facts.into_iter();
        // Nearly always everybody learns all: one list, of a length known beforehand.
        let length = 2 + facts.clone().map(|(_, f)| f.get().len() + 1).sum::<usize>();
        let mut lists: Vec<(Hearers, String)> = Vec::with_capacity(1);
        for (hearers, fact) in facts {
            match lists.last_mut().filter(|(of, _)| *of == hearers) {
                Some((_, list)) => list.push(','),
                None => {
                    let mut list = String::with_capacity(length);
                    list.push('[');
                    lists.push((hearers, list));
                }
            }
            if let Some((_, list)) = lists.last_mut() {
                list.push_str(fact.get());
            }
        }
        let lists = lists.into_iter().map(|(hearers, mut list)| {
            list.push(']');
            (hearers, list)
        });
        Arc::make_mut(last).then.push(LaterRecord { seq, facts: Some(lists.collect()), dice });
    }

    /// Calls `found` with the position after each record that is kept, the earliest first.
    pub fn each(&self, ruleset: &dyn AnyRuleset, mut found: impl FnMut(u64, &Positions)) {
        for kept in &self.kept {
            found(kept.seq, &kept.positions);
            let mut positions = kept.positions.clone();
            for later in &kept.then {
                if later.redo(ruleset, &mut positions).is_none() {
                    break;
                }
                if later.dice.is_some() {
                    found(later.seq, &positions);
                }
            }
        }
    }

    /// The position after record `seq`, if it is kept; what was done without a record after it left out.
    pub fn at(&self, ruleset: &dyn AnyRuleset, seq: u64) -> Option<Positions> {
        let kept = self.kept.iter().rev().find(|m| m.seq <= seq)?;
        if kept.seq == seq {
            return Some(kept.positions.clone());
        }
        let upto = kept.then.iter().position(|s| s.seq == seq && s.dice.is_some())?;
        let mut positions = kept.positions.clone();
        for later in kept.then.iter().take(upto + 1) {
            later.redo(ruleset, &mut positions)?;
        }
        Some(positions)
    }

    /// The position that whoever saw record `seq` as the last may have gone by: what was done without a record after it included.
    pub fn seen_at(&self, ruleset: &dyn AnyRuleset, seq: u64) -> Option<Positions> {
        let kept = self.kept.iter().rev().find(|m| m.seq <= seq)?;
        let mut positions = kept.positions.clone();
        for later in kept.then.iter().take_while(|s| s.seq <= seq) {
            later.redo(ruleset, &mut positions)?;
        }
        Some(positions)
    }

    fn after(&self, seq: u64) -> impl Iterator<Item = &LaterRecord> {
        self.kept.iter().flat_map(|m| &m.then).filter(move |s| s.seq > seq && s.dice.is_some())
    }

    /// Whether anything was kept yet.
    pub fn any(&self) -> bool {
        !self.kept.is_empty()
    }

    /// Whether a takeback can reach back over what came after record `seq`.
    pub fn reach(&self, seq: u64) -> bool {
        self.after(seq).count() <= MOST_STEPS
    }

    /// Whether an order or a ruling after record `seq` is in force.
    pub fn played_since(&self, seq: u64, line: &LineOfPlay) -> bool {
        self.after(seq).any(|s| s.facts.is_some() && line.holds(s.seq))
    }

    /// How many orders and rulings came after record `seq`, and how many dice they rolled for all to see.
    pub fn undone(&self, seq: u64) -> (usize, usize) {
        let orders = self.after(seq).filter(|s| s.facts.is_some());
        orders.fold((0, 0), |(n, dice), s| (n + 1, dice + s.dice.unwrap_or(0)))
    }
}
