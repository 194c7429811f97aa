//! One line for each order, written and read back.

use super::board::Board;
use super::names::{patrol, read_patrol, unreadable};
use super::orders::{Order, VERBS};
use domain_core::kit::{self, names::words};
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
    let said = words(line);
    let Some((name, rest)) = said.split_first() else { return Err(unreadable("That line is empty.")) };
    if let Some(read) = kit::alone(VERBS, board, side, &said) {
        return read;
    }
    let piece = read_patrol(name)?;
    let read = kit::of_piece(VERBS, board, side, piece, rest);
    read.unwrap_or_else(|| Err(unreadable(format!("{} cannot be told that.", patrol(piece)))))
}
