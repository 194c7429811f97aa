//! What chapters know of the whole: that there are orders. Which there are is listed in `orders.rs`, above them.

use domain_core::kit::{Book, RuleBreak};

pub const OVER: RuleBreak = RuleBreak::new(&["2.0", "The game is over.", "No more orders can be given."]);
pub const NOT_YOUR_TURN: RuleBreak = RuleBreak::new(&["2.0", "It is not your turn.", "Wait for the other side."]);
pub const NOT_ASKED: RuleBreak = RuleBreak::new(&["4.0", "Nobody challenges you.", "Go somewhere, or hold."]);
pub const ANSWER_FIRST: RuleBreak = RuleBreak::new(&["4.0", "You are challenged.", "Stand, or yield."]);

/// The rulebook as its verbs and questions see it.
#[derive(Debug)]
pub struct Rules;

/// Some order, as a chapter sees it.
pub type AnyOrder = <Rules as Book>::Order;
