//! Whether an order can be taken back, and why not.

use crate::referee::{AnyPosition, AnyRuleset, Finality, Known};
use crate::words::SeatId;

/// A line of a seat, in a game or in a sandbox.
pub(in crate::referee) struct Given<'l> {
    pub seat: SeatId,
    pub line: &'l str,
    /// Whether the game's log is of the second format.
    pub second: bool,
}

impl Given<'_> {
    /// Why a line that rolls nothing could not be taken back: `known` is the position before it, `after` the one behind it and `then` what is
    /// known of that, `others` whether other seats than before are waited for there, `said` why the ruleset says beforehand that it cannot be.
    pub(in crate::referee) fn finality(
        &self,
        ruleset: &dyn AnyRuleset,
        known: Known<'_>,
        after: &dyn AnyPosition,
        then: Known<'_>,
        others: bool,
        said: impl FnOnce() -> Option<Finality>,
    ) -> Option<Finality> {
        if ruleset.truth(after).ended().is_some() {
            return Some(Finality::Ends);
        }
        let board = ruleset.board(known);
        if others {
            // The dice of its odds come behind the answer.
            let rolls = || board.choice_of(self.seat, self.line).is_ok_and(|c| !c.odds.is_empty());
            let then = ruleset.board(then);
            return Some(match then.waiting().iter().all(|d| then.is_own(d)) {
                true => Finality::HandsOver,
                false if rolls() => Finality::AsksAndRolls,
                false => Finality::Asks,
            });
        }
        let together = || board.waiting().iter().any(|d| d.seat == self.seat && board.is_together(d));
        if self.second && together() && board.is_answer(self.seat, self.line) {
            return Some(Finality::Sealed);
        }
        // What rolls or hands over only later stands from now on; that something may be shown, the ruleset alone can say.
        said().map(|why| if why == Finality::MayShow { why } else { Finality::Stands })
    }
}
