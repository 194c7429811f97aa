//! Entry options (0.5) where counters move out of view (0.1).
//!
//! Nothing of an option arrives before its enemy's eyes as long as all that comes by it is out of view: it comes to light, and its points are owed, when the first
//! of its counters comes into view or the first of its points joins somebody in view, at the latest when the game is over (ruling 41). Until then its own side alone
//! hears that it has come.

use super::facts::{Fact, UnseenFact};
use super::resolver::Resolver;
use super::units::UnitId;
use super::written::{EntryChoice, OptionStage};
use domain_core::referee::Side;

impl Resolver<'_, '_> {
    /// Options whose first counter comes onto the map, or whose first points join, out of view: what brigades come with by them is settled (0.5.4).
    pub(super) fn options_come_unseen(&mut self, come: Vec<EntryChoice>) {
        let board = self.board();
        let new: Vec<EntryChoice> = come.into_iter().filter(|c| !board.option_came(c)).collect();
        for choice in new {
            let (side, dp) = (choice.side, self.board().levels_with(&choice));
            self.own_of(side, Fact::OptionShown { choice: EntryChoice { stage: OptionStage::Unseen, ..choice }, dp });
        }
    }

    /// 0.5.3: options come to light. Where those began that are out of view yet, and how worn brigades are that nobody has seen, goes with none of them. Under a
    /// cover (0.4) one tells what it is worth alone.
    pub(super) fn tell_options(&mut self, shown: Vec<EntryChoice>, covered: bool) {
        for choice in shown.into_iter().filter(|c| !covered || !c.stage.is_scored()) {
            let (side, points) = (choice.side, choice.points());
            if !covered {
                let choice = EntryChoice { hexes: Vec::new(), stage: choice.stage.shown(), ..choice };
                self.record(Fact::OptionShown { choice, dp: Vec::new() });
                continue;
            }
            self.record(Fact::OptionCame {
                choice: EntryChoice { stage: OptionStage::Covered, ..choice },
                dp: Vec::new(),
            });
            if points > 0 {
                self.record(Fact::OptionScored { points, side });
            }
        }
    }

    /// 0.5.3: what counters come into view by comes to light with them. Of all but who begins in the town it was noted as it came: points that are due and have
    /// not joined yet are no arrival.
    pub(super) fn tell_options_of(&mut self, seen: &[UnitId]) {
        for unit in seen {
            let board = self.board();
            let came = |c: &EntryChoice| board.option_came(c) || (c.side, c.n) == (Side::Union, 1);
            let (shown, covered) = (board.options_of(*unit), board.is_covered(*unit));
            self.tell_options(shown.into_iter().filter(came).collect(), covered);
        }
    }

    /// Preparation 3: who begins in the town by an option is there out of view as it is written, so that lines are laid about it; where none holds it, it comes into
    /// view as play begins.
    pub(super) fn begin_unseen_by(&mut self, choice: &EntryChoice) {
        if !self.buffer.position.options.hidden_movement {
            return;
        }
        let begin = self.board().who_begins(choice);
        if begin.is_empty() {
            return;
        }
        self.swap(Side::Union);
        for fact in begin {
            if let Fact::BeginsAt { unit, .. } = fact {
                self.begin_unseen(unit);
            }
            self.record(Fact::Unseen(UnseenFact::Own { fact: Box::new(fact), side: Side::Union }));
        }
        self.swap(Side::Union);
    }
}
