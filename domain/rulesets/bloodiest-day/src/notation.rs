//! One line for each order, written and read back.

use super::board::Board;
use super::book::Rules;
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
        Some(0) => verb_first(board, side, &words),
        Some(at) => piece_order(board, side, &words[..at].join(" "), &words[at..]),
        None => movement(board, side, &words),
    }
}

/// `withdraw Rush 25-24`, `stay`: the unit or leader behind the verb, or not named where one alone is asked about.
fn verb_first(board: &Board<'_>, side: Side, words: &[&str]) -> Result<Order, Refusal> {
    let (verb, rest) = words.split_at(1);
    let named = |n: &usize| {
        let name = rest[..*n].join(" ");
        let ours = read_unit(board.pack, Some(side), &name).is_ok_and(|u| board.spec(u).side == side);
        ours || read_leader(board.pack, &name).is_ok()
    };
    if let Some(count) = (1..=rest.len()).rev().find(named) {
        return piece_order(board, side, &rest[..count].join(" "), &[verb, &rest[count..]].concat());
    }
    match kit::piece_asked::<Rules>(board, side, |order| order.verb().piece()) {
        Some(piece) => piece_order(board, side, board.name(piece), words),
        None => Err(unreadable(format!("Who shall {}?", verb[0]))),
    }
}

fn piece_order(board: &Board<'_>, side: Side, name: &str, words: &[&str]) -> Result<Order, Refusal> {
    let piece = match words {
        ["ride" | "rides", _] => Piece::Leader(read_leader(board.pack, name)?),
        ["ride" | "rides", ..] => return Err(unreadable("Where shall he ride?")),
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
    Ok(Ride::along(board, read_leader(board.pack, &name)?, way).into())
}
