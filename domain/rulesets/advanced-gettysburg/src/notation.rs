//! One line for each order, written and read back.

use super::board::Board;
use super::names::{leading_unit, unreadable};
use super::orders::{Order, VERBS};
use domain_core::kit::{self, names};
use domain_core::referee::{Refusal, Side};

/// Writes an order.
pub fn format(board: &Board<'_>, order: &Order) -> String {
    order.verb().write(board)
}

/// Reads an order.
///
/// # Errors
/// [`Refusal::Unreadable`] with what could not be read.
pub fn parse(board: &Board<'_>, side: Side, line: &str) -> Result<Order, Refusal> {
    if line.len() > 500 {
        return Err(unreadable("That line is too long for an order."));
    }
    let words = names::words(line);
    if words.is_empty() {
        return Err(unreadable("That line is empty."));
    }
    if let Some(read) = kit::alone(VERBS, board, side, &words) {
        return read;
    }
    let (unit, rest) = leading_unit(board.pack, Some(side), &words)?;
    let name = board.name(unit);
    if rest.is_empty() {
        return Err(unreadable(format!("What shall {name} do?")));
    }
    let read = kit::of_piece(VERBS, board, side, unit, rest);
    read.unwrap_or_else(|| Err(unreadable(format!("{name} cannot be told: {}.", rest.join(" ")))))
}
