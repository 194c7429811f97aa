//! One line for each order, written and read back.

use super::movement::movement;
use super::names::{read_unit, unreadable};
use super::orders::{Order, VERBS};
use super::units::UnitId;
use super::zones::Board;
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
    if line.len() > 400 {
        return Err(unreadable("That line is too long for an order."));
    }
    let words = names::words(line);
    if words.is_empty() {
        return Err(unreadable("That line is empty."));
    }
    if let Some(read) = kit::alone(VERBS, board, side, &words) {
        return read;
    }
    let (count, unit) = read_unit(board.pack, Some(side), &words)?;
    unit_order(board, side, unit, &words[count..])
}

fn unit_order(board: &Board<'_>, side: Side, unit: UnitId, words: &[&str]) -> Result<Order, Refusal> {
    let pack = board.pack;
    let name = &pack.unit(unit).name;
    if words.is_empty() {
        return Err(unreadable(format!("What shall {name} do?")));
    }
    if let Some(read) = kit::of_piece(VERBS, board, side, unit, words) {
        return read;
    }
    match words {
        [way] if way.starts_with(|c: char| c.is_ascii_digit()) => movement(board, unit, way),
        _ => Err(unreadable(format!("{} is not something {name} can be told.", words.join(" ")))),
    }
}
