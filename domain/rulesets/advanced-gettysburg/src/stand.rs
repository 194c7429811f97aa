//! What ends a segment in which the other side answers: it goes on with the attack, as the answer does (§24.4, §24.6, §30.1).

use super::board::Board;
use super::book::{OVER, Rules, Stop, WRONG_SEGMENT};
use super::position::Segment;
use super::resolver::Resolver;
use domain_core::kit::{OneWord, RuleBreak};
use domain_core::referee::{Choice, Closes};

/// `stand`: nothing more is answered in this segment. Who writes `done` means it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stand;

impl OneWord<Rules> for Stand {
    const WORDS: &[&str] = &["stand"];

    fn legal(board: &Board<'_>) -> bool {
        board.check_stand().is_ok()
    }

    fn leads_on(&self) -> bool {
        true
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let (label, section) = match board.at.segment {
            Segment::Hasty => ("All others form line towards most of the enemy", "24.6"),
            Segment::FlankMoves => ("Nobody else steps into a flank hex", "24.4"),
            Segment::Withdrawal => ("Nobody else withdraws", "30.1"),
            _ => ("Hexes that were not told hold their fire", "24.2"),
        };
        Choice::plain(line, label.to_owned(), "stand", section).closing(Closes::Done)
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        resolver.board().check_stand()?;
        resolver.seat_done()
    }
}

impl Board<'_> {
    /// Whether `stand` may be said: in a segment in which the side that is not on turn answers.
    fn check_stand(&self) -> Result<(), RuleBreak> {
        match (self.at.over, self.at.segment.answers()) {
            (true, _) => Err(OVER),
            (_, true) => Ok(()),
            _ => Err(WRONG_SEGMENT),
        }
    }
}
