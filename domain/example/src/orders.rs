//! What a player can say, and what is asked.

use super::board::Board;
use super::book::Rules;
use super::challenge::{Challenged, Stand, Yield};
use super::march::{Dash, Go, Hold, MARCH};
use super::resolver::Resolver;
use domain_core::kit::{Asks, Book, QuestionRow, VerbRow};
use domain_core::referee::{Refusal, Side};
use domain_core::verbs;

verbs! {
    /// One order. The verbs stand in the order of the menu.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Order of Rules {
        /// Goes to a post.
        Go,
        /// Goes over a free post to the next.
        Dash,
        /// Stays.
        Hold,
        /// Stands when challenged.
        Stand,
        /// Falls back when challenged.
        Yield,
    }
}

impl Book for Rules {
    type Board<'b> = Board<'b>;
    type Resolver<'r, 'd>
        = Resolver<'r, 'd>
    where
        'd: 'r;
    type Piece = Side;
    type Order = Order;
    type Stop = Refusal;
}

impl Asks for Rules {
    fn questions() -> &'static [QuestionRow<Rules>] {
        &QUESTIONS
    }

    fn verbs() -> &'static [VerbRow<Rules>] {
        VERBS
    }

    fn pieces(_: &Board<'_>, side: Side) -> Vec<Side> {
        vec![side]
    }
}

const QUESTIONS: [QuestionRow<Rules>; 2] = [QuestionRow::of::<Challenged>(), QuestionRow::phase(&MARCH)];
