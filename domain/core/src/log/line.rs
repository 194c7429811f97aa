//! The line of play: which records of a log are in force, and which were gone back over.

use super::{Body, Judgement, Record};
use std::sync::Arc;

/// The kinds of record by which a game goes back.
const KINDS: [&str; 3] = ["takeback-", "correction/", "judgement/"];

/// Which records of a log are in force, as far as their effect on the position goes.
///
/// A log only grows, and a game may go back: by a takeback to which the other side agreed, an arbiter's judgement, an umpire's correction. The
/// record by which it does follows in play not on the one before it, but on the one that it goes back to. Whoever walks so from the last
/// record to the first has the line of play; all other records were gone back over. What is gone back to may itself have been gone back over:
/// then exactly that is in force again which was in force after it, and the going back between is none any more.
///
/// What no position holds (who sits where, links of dice, clocks, words) stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineOfPlay {
    /// What the last takeback on offer would go back to.
    asked: Option<u64>,
    /// Every record by which the game went back, with the one whose position stands again.
    back: Arc<Vec<(u64, u64)>>,
    /// Every judgement, in their order.
    judged: Arc<Vec<Judged>>,
}

/// That an arbiter judged a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The judgement's own record.
    pub by: u64,
    /// The record that was judged.
    pub record: u64,
    /// The record whose position stands again; none where the judged one stands.
    pub back_to: Option<u64>,
}

impl LineOfPlay {
    /// The line of a whole log.
    pub fn of<'r>(records: impl IntoIterator<Item = &'r Record>) -> Self {
        let mut line = LineOfPlay::default();
        for record in records.into_iter().filter(|r| KINDS.iter().any(|kind| r.is_kind(kind))) {
            if let Ok(body) = record.read() {
                line.take(record.seq, &body);
            }
        }
        line
    }

    /// Takes the next record of the log in.
    pub fn take(&mut self, seq: u64, body: &Body) {
        let to = match body {
            Body::TakebackOffer(offer) | Body::TakebackOfferSecond(offer) => {
                self.asked = Some(offer.back_to);
                None
            }
            Body::TakebackAnswer(answer) => self.asked.take().filter(|_| answer.accept),
            Body::Correction(correction) => Some(correction.back_to),
            Body::Judgement(judgement) => {
                let Judgement { record, back_to, .. } = *judgement;
                Arc::make_mut(&mut self.judged).push(Judged { by: seq, record, back_to });
                back_to
            }
            _ => None,
        };
        if let Some(to) = to {
            Arc::make_mut(&mut self.back).push((seq, to));
        }
    }

    /// What an arbiter has said of a record, the last time: that is what holds.
    pub fn judged(&self, record: u64) -> Option<Judged> {
        self.judged.iter().rfind(|judged| judged.record == record).copied()
    }

    /// Whether what a record did to the position is in force.
    pub fn holds(&self, seq: u64) -> bool {
        !self.steps().any(|(at, to)| to < seq && seq < at)
    }

    /// Whether what was done after a record without one of its own, unseen, is in force.
    pub fn holds_after(&self, seq: u64) -> bool {
        !self.steps().any(|(at, to)| to <= seq && seq < at)
    }

    /// The stretches that were gone back over, in their order: the first record of each and the last.
    pub fn left(&self) -> Vec<(u64, u64)> {
        let mut left: Vec<(u64, u64)> =
            self.steps().map(|(at, to)| (to + 1, at.saturating_sub(1))).filter(|(first, last)| first <= last).collect();
        left.reverse();
        left
    }

    /// The records on the line by which the game went back, the latest first, each with the one that it went back to.
    fn steps(&self) -> impl Iterator<Item = (u64, u64)> {
        let mut here = u64::MAX;
        self.back.iter().rev().filter_map(move |(at, to)| {
            let on_the_line = *at <= here;
            if on_the_line {
                here = *to;
            }
            on_the_line.then_some((*at, *to))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(back: &[(u64, u64)]) -> LineOfPlay {
        LineOfPlay { back: Arc::new(back.to_vec()), ..LineOfPlay::default() }
    }

    #[test]
    fn a_log_that_never_goes_back_is_in_force() {
        assert!((0..9).all(|seq| line(&[]).holds(seq) && line(&[]).holds_after(seq)));
        assert_eq!(line(&[]).left(), []);
    }

    #[test]
    fn what_was_gone_back_over_is_not() {
        let one = line(&[(8, 5)]);
        let held: Vec<u64> = (1..=10).filter(|seq| one.holds(*seq)).collect();
        assert_eq!((held, one.left()), (vec![1, 2, 3, 4, 5, 8, 9, 10], vec![(6, 7)]));
        // Behind record 5 something was done unseen: that is taken back with the rest.
        let after: Vec<u64> = (1..=10).filter(|seq| one.holds_after(*seq)).collect();
        assert_eq!(after, [1, 2, 3, 4, 8, 9, 10]);
        // Further back over the same, and once more behind it.
        assert_eq!(line(&[(8, 5), (12, 3), (20, 15)]).left(), [(4, 11), (16, 19)]);
        assert_eq!(line(&[(8, 7)]).left(), [], "nothing lies between");
    }

    #[test]
    fn what_is_gone_back_to_brings_back_what_was_in_force_after_it() {
        // 7 was taken back by 8, and is in force again by 10; 8 and 9 are not.
        let again = line(&[(8, 5), (10, 7)]);
        let held: Vec<u64> = (1..=11).filter(|seq| again.holds(*seq)).collect();
        assert_eq!((held, again.left()), (vec![1, 2, 3, 4, 5, 6, 7, 10, 11], vec![(8, 9)]));
        // Into a stretch that itself held a way back.
        assert_eq!(line(&[(8, 5), (12, 3), (15, 9)]).left(), [(6, 7), (10, 14)]);
    }
}
