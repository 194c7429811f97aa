//! What chapters know of the whole: that there are orders, and how one is stopped. Which orders there are is listed in
//! [`super::orders`], above them.

use domain_core::kit::Book;

/// The rulebook as its verbs and questions see it.
#[derive(Debug)]
pub struct Rules;

/// Some order, as a chapter sees it.
pub type AnyOrder = <Rules as Book>::Order;
