//! What chapters know of the whole: that there are orders, and how one is stopped. Which orders there are is listed in `orders.rs`, above them.

use domain_core::kit::{Book, RuleBreak};
use domain_core::referee::Refusal;

pub const OVER: RuleBreak = RuleBreak::new(&["37.0", "The game is over.", "No more orders can be given."]);
pub const NOT_ASKED: RuleBreak =
    RuleBreak::new(&["5.0", "That is not asked now.", "Give one of the orders listed in the menu."]);
pub const ANSWER_FIRST: RuleBreak =
    RuleBreak::new(&["5.0", "Something is still being carried out.", "Answer what is asked about it first."]);
pub const WRONG_SEGMENT: RuleBreak =
    RuleBreak::new(&["5.0", "That is not done in this segment.", "See the sequence of play for its segment."]);
pub const NOT_YOURS: RuleBreak =
    RuleBreak::new(&["5.0", "{unit} belongs to the other side.", "Give orders to your own units."]);
pub const OFF_MAP: RuleBreak =
    RuleBreak::new(&["11.0", "{unit} is not on the map.", "Bring it on by its road when it may enter."]);
pub const NOT_A_BRIGADE: RuleBreak =
    RuleBreak::new(&["2.1", "{unit} is no brigade.", "Tell that to a brigade of infantry or cavalry."]);
pub const NOT_A_BATTERY: RuleBreak = RuleBreak::new(&["2.1", "{unit} is no battery.", "Tell that to a battery."]);
pub const NOT_A_COMMANDER: RuleBreak = RuleBreak::new(&["2.1", "{unit} is no commander.", "Tell that to a commander."]);

/// The rulebook as its verbs and questions see it.
#[derive(Debug)]
pub struct Rules;

/// Some order, as a chapter sees it.
pub type AnyOrder = <Rules as Book>::Order;

/// Why an order was not carried out, before its sentence is written.
pub enum Stop {
    /// A rule forbids it.
    Broken(RuleBreak),
    /// There are no dice, or the line says nothing.
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

impl From<domain_core::dice::NoDice> for Stop {
    fn from(none: domain_core::dice::NoDice) -> Self {
        Stop::Refused(none.into())
    }
}
