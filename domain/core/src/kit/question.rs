//! Questions: one type for each decision that the referee puts to a side in the middle of something.

use super::Book;
use crate::referee::{Circumstance, Decision, InForce, StandingOffer};
use crate::words::{SeatId, Section, Side};

/// What standing orders say to a question: the order, and why in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingAnswer<O> {
    /// The order given.
    pub order: O,
    /// Why, to follow "standing order:".
    pub why: &'static str,
}

/// A decision that stands open in a position. A value of the type is one such decision, with all it is about.
pub trait Question<B: Book> {
    /// The stable word for it in decisions and statistics.
    fn kind(&self) -> &'static str;

    /// Where the rulebook grants it.
    fn section(&self) -> &'static str;

    /// The question in one sentence.
    fn asks(&self, board: &B::Board<'_>) -> String;

    /// Who answers.
    fn side(&self, board: &B::Board<'_>) -> Side;

    /// The legal answers, in the order of the menu.
    fn options(&self, board: &B::Board<'_>) -> Vec<B::Order>;

    /// The key of the offer by which it may be answered in advance.
    fn bears_on(&self) -> Option<&'static str> {
        None
    }

    /// That offer, with its default.
    fn offer() -> Option<StandingOffer>
    where
        Self: Sized,
    {
        None
    }

    /// What conditions on that offer may ask for.
    fn circumstances(&self, _board: &B::Board<'_>) -> Vec<Circumstance> {
        Vec::new()
    }

    /// What standing orders answer; `None` when the player wants to be asked.
    fn standing(&self, _board: &B::Board<'_>, _standing: &InForce<'_>) -> Option<StandingAnswer<B::Order>> {
        None
    }

    /// The decision as pages and letters put it.
    fn decision(&self, board: &B::Board<'_>) -> Decision {
        Decision {
            seat: SeatId::of_side(self.side(board)),
            kind: self.kind(),
            asks: self.asks(board),
            section: Section(self.section()),
        }
    }
}
