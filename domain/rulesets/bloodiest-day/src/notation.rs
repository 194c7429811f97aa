//! One line for each order, written and read back.

use super::board::Board;
use super::movement::Move;
use super::names::{read_leader, read_unit, read_way, unreadable};
use super::orders::{Order, VERBS};
use super::riding::Ride;
use super::units::Piece;
use domain_core::kit;
use domain_core::referee::{Refusal, Side};

/// Reads an order. Orders begin with their verb, or say who does what: `Gibbon volley 27`; a way alone is a move.
///
/// # Errors
/// [`Refusal::Unreadable`] with what could not be read.
pub fn parse(board: &Board<'_>, side: Side, line: &str) -> Result<Order, Refusal> {
    if line.len() > 400 {
        return Err(unreadable("That line is too long for an order."));
    }
    let lower = line.trim().to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    if words.is_empty() {
        return Err(unreadable("That line is empty."));
    }
    if let Some(read) = kit::alone(VERBS, board, side, &words) {
        return read;
    }
    match kit::verb_of_piece(VERBS, &words) {
        Some(at) => piece_order(board, side, &words[..at].join(" "), &words[at..]),
        None => movement(board, side, &words),
    }
}

fn piece_order(board: &Board<'_>, side: Side, name: &str, words: &[&str]) -> Result<Order, Refusal> {
    let piece = match words {
        ["ride", _] => Piece::Leader(read_leader(board.pack, name)?),
        ["ride", ..] => return Err(unreadable("Where shall he ride?")),
        _ => Piece::Unit(read_unit(board.pack, Some(side), name)?),
    };
    kit::of_piece(VERBS, board, side, piece, words)
        .unwrap_or_else(|| Err(unreadable(format!("What shall {} do?", board.name(piece)))))
}

/// A name and a way: a unit's, or else a leader's.
fn movement(board: &Board<'_>, side: Side, words: &[&str]) -> Result<Order, Refusal> {
    let Some((way, name)) = words.split_last() else { return Err(unreadable("That line is empty.")) };
    let (way, name) = (read_way(board.pack, way)?, name.join(" "));
    if let Ok(unit) = read_unit(board.pack, Some(side), &name) {
        return Ok(Move::along(board, unit, way).into());
    }
    Ok(Ride { leader: read_leader(board.pack, &name)?, way }.into())
}
