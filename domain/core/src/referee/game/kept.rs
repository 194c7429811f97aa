//! What a takeback needs of a game: the offer that waits, and the positions that can be gone back to.

use crate::log::TakebackOffer;
use crate::referee::{AnyPosition, AnyRuleset};
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
pub(super) struct KeptPositions(Vec<Arc<KeptPosition>>);

#[derive(Clone)]
struct KeptPosition {
    seq: u64,
    position: Arc<dyn AnyPosition>,
    then: Vec<LaterRecord>,
}

#[derive(Clone)]
struct LaterRecord {
    seq: u64,
    /// The facts as one JSON list; none for a hand-over.
    facts: Option<Arc<str>>,
    dice: usize,
}

impl LaterRecord {
    /// Does to a position what the record did to it.
    fn redo(&self, ruleset: &dyn AnyRuleset, position: &mut dyn AnyPosition) -> Option<()> {
        let facts: Vec<&RawValue> = match &self.facts {
            Some(list) => serde_json::from_str(list).ok()?,
            None => Vec::new(),
        };
        facts.into_iter().try_for_each(|fact| ruleset.apply(position, fact.get()).ok())
    }
}

impl KeptPositions {
    /// Keeps the position after record `seq`, which the facts before it do not lead to.
    pub fn mark(&mut self, seq: u64, position: Arc<dyn AnyPosition>) {
        let kept: usize = self.0.iter().skip(1).map(|m| m.then.len()).sum();
        if kept >= MOST_STEPS {
            self.0.remove(0);
        }
        self.0.push(Arc::new(KeptPosition { seq, position, then: Vec::new() }));
    }

    /// Notes that the position rested at record `seq`, a hand-over.
    pub fn rest(&mut self, seq: u64, position: &Arc<dyn AnyPosition>) {
        match self.0.last_mut() {
            Some(last) if last.then.len() < STRIDE => {
                Arc::make_mut(last).then.push(LaterRecord { seq, facts: None, dice: 0 });
            }
            _ => self.mark(seq, position.clone()),
        }
    }

    /// Keeps what record `seq` did to the position.
    pub fn step(&mut self, seq: u64, facts: &[Box<RawValue>], dice: usize) {
        let Some(last) = self.0.last_mut() else { return };
        let mut list = String::with_capacity(2 + facts.iter().map(|f| f.get().len() + 1).sum::<usize>());
        list.push('[');
        for (i, fact) in facts.iter().enumerate() {
            if i > 0 {
                list.push(',');
            }
            list.push_str(fact.get());
        }
        list.push(']');
        Arc::make_mut(last).then.push(LaterRecord { seq, facts: Some(list.into()), dice });
    }

    /// Calls `found` with the position after each record that is kept, the earliest first.
    pub fn each(&self, ruleset: &dyn AnyRuleset, mut found: impl FnMut(u64, &dyn AnyPosition)) {
        for kept in &self.0 {
            found(kept.seq, &*kept.position);
            let mut position = kept.position.copy();
            for later in &kept.then {
                if later.redo(ruleset, &mut *position).is_none() {
                    break;
                }
                found(later.seq, &*position);
            }
        }
    }

    /// The position after record `seq`, if it is kept.
    pub fn at(&self, ruleset: &dyn AnyRuleset, seq: u64) -> Option<Arc<dyn AnyPosition>> {
        let kept = self.0.iter().rev().find(|m| m.seq <= seq)?;
        if kept.seq == seq {
            return Some(kept.position.clone());
        }
        let upto = kept.then.iter().position(|s| s.seq == seq)?;
        let mut position = kept.position.copy();
        for later in kept.then.iter().take(upto + 1) {
            later.redo(ruleset, &mut *position)?;
        }
        Some(position.into())
    }

    fn after(&self, seq: u64) -> impl Iterator<Item = &LaterRecord> {
        self.0.iter().flat_map(|m| &m.then).filter(move |s| s.seq > seq)
    }

    /// Whether a takeback can reach back over what came after record `seq`.
    pub fn reach(&self, seq: u64) -> bool {
        self.after(seq).count() <= MOST_STEPS
    }

    /// How many orders and rulings came after record `seq`, and how many dice they rolled.
    pub fn undone(&self, seq: u64) -> (usize, usize) {
        let orders = self.after(seq).filter(|s| s.facts.is_some());
        orders.fold((0, 0), |(n, dice), s| (n + 1, dice + s.dice))
    }
}
