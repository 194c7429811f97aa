//! One line for each order, written and read back.

use super::book::Rules;
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
    if kit::verb_of_piece(VERBS, &words) == Some(0) {
        return verb_first(board, side, &words);
    }
    let (count, unit) = read_unit(board.pack, Some(side), &words)?;
    unit_order(board, side, unit, &words[count..])
}

/// `lift Berdan`, `stay`: the unit behind the verb, or not named where one alone is asked about.
fn verb_first(board: &Board<'_>, side: Side, words: &[&str]) -> Result<Order, Refusal> {
    let (verb, rest) = words.split_at(1);
    if let Ok((count, unit)) = read_unit(board.pack, Some(side), rest)
        && board.side(unit) == side
    {
        return unit_order(board, side, unit, &[verb, &rest[count..]].concat());
    }
    match kit::piece_asked::<Rules>(board, side, Order::unit) {
        Some(unit) => unit_order(board, side, unit, words),
        None => Err(unreadable(format!("Which unit shall {}?", verb[0].to_lowercase()))),
    }
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
