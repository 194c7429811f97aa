//! What chapters know of the whole: that there are orders, and how one is stopped. Which orders there are is listed in
//! [`super::orders`], above them.

use domain_core::kit::{Book, RuleBreak};
use domain_core::referee::Refusal;

pub const OVER: RuleBreak = RuleBreak::new(&["16.0", "The game is over.", "No more orders can be given."]);
pub const NOT_ASKED: RuleBreak =
    RuleBreak::new(&["4.0", "That is not asked now.", "Give one of the orders listed in the menu."]);
pub const ANSWER_FIRST: RuleBreak =
    RuleBreak::new(&["7.4", "A result is still being carried out.", "Answer what is asked about it first."]);
pub const WRONG_PHASE: RuleBreak =
    RuleBreak::new(&["4.0", "That is not done in this phase.", "See the sequence of play for its phase."]);
pub const NOT_YOURS: RuleBreak =
    RuleBreak::new(&["4.0", "{unit} belongs to the other side.", "Give orders to your own units."]);
pub const OFF_MAP: RuleBreak =
    RuleBreak::new(&["6.0", "{unit} is not on the map.", "Bring it on by its entry hex when it may enter."]);

/// The rulebook as its verbs and questions see it.
#[derive(Debug)]
pub struct Rules;

/// Some order, as a chapter sees it.
pub type AnyOrder = <Rules as Book>::Order;

/// Why an order was not carried out, before its sentence is written.
pub enum Stop {
    /// A rule forbids it.
    Broken(RuleBreak),
    /// There are no dice.
    Refused(Refusal),
}

impl From<RuleBreak> for Stop {
    fn from(rule: RuleBreak) -> Self {
        Stop::Broken(rule)
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Stop::Refused(refusal)
    }
}
