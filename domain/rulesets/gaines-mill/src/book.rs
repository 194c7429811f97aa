//! What chapters know of the whole: that there are orders, and how one is stopped. Which orders there are is listed in
//! [`super::orders`], above them.

use super::bars::Bar;
use domain_core::kit::Book;
use domain_core::referee::Refusal;

/// The rulebook as its verbs and questions see it.
#[derive(Debug)]
pub struct Rules;

/// Some order, as a chapter sees it.
pub type AnyOrder = <Rules as Book>::Order;

/// Why an order was not carried out, before its sentence is written.
pub enum Stop {
    /// A rule forbids it.
    Barred(Bar),
    /// There are no dice.
    Refused(Refusal),
}

impl From<Bar> for Stop {
    fn from(bar: Bar) -> Self {
        Stop::Barred(bar)
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Stop::Refused(refusal)
    }
}
