//! One line for each order, written and read back.

use super::movement::movement;
use super::names::{read_hex, read_unit, unreadable};
use super::orders::{Order, VERBS};
use super::position::Bonus;
use super::units::UnitId;
use super::zones::Board;
use domain_core::kit::{self, names};
use domain_core::referee::{Refusal, Side};

/// Writes an order.
pub fn format(board: &Board<'_>, order: &Order) -> String {
    if let Some(verb) = order.verb() {
        return verb.write(board);
    }
    let name = |u: UnitId| board.spec(u).name.as_str();
    match *order {
        Order::Done => "done".to_owned(),
        Order::Bonus(Bonus::Strike) => "bonus strike".to_owned(),
        Order::Bonus(Bonus::Spare) => "bonus spare".to_owned(),
        Order::Bonus(Bonus::None) => "bonus none".to_owned(),
        Order::Marker { unit } => format!("{} marker", name(unit)),
        Order::Step { unit } => format!("{} step", name(unit)),
        Order::Retreat { unit, to } => format!("{} retreat {to}", name(unit)),
        Order::Stay { unit } => format!("{} stay", name(unit)),
        Order::Advance { unit } => format!("{} advance", name(unit)),
        _ => String::new(),
    }
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
    let Some(first) = words.first() else { return Err(unreadable("That line is empty.")) };
    if let Some(read) = kit::alone(&VERBS, board, side, &words) {
        return read;
    }
    let rest = &words[1..];
    let verb = first.to_lowercase();
    match (verb.as_str(), rest) {
        ("done" | "pass" | "end", []) => return Ok(Order::Done),
        ("bonus", [use_]) => match use_.to_lowercase().as_str() {
            "strike" => return Ok(Order::Bonus(Bonus::Strike)),
            "spare" => return Ok(Order::Bonus(Bonus::Spare)),
            "none" => return Ok(Order::Bonus(Bonus::None)),
            _ => {
                return Err(Refusal::unreadable(
                    "How is the bonus used?",
                    "Write bonus strike, bonus spare, or bonus none.",
                ));
            }
        },
        _ => {}
    }
    let (count, unit) = read_unit(board.pack, Some(side), &words)?;
    unit_order(board, side, unit, &words[count..])
}

fn unit_order(board: &Board<'_>, side: Side, unit: UnitId, words: &[&str]) -> Result<Order, Refusal> {
    let pack = board.pack;
    let name = &pack.unit(unit).name;
    let Some(first) = words.first() else {
        return Err(unreadable(format!("What shall {name} do?")));
    };
    if let Some(read) = kit::of_piece(&VERBS, board, side, unit, words) {
        return read;
    }
    let verb = first.to_lowercase();
    let rest = &words[1..];
    match (verb.as_str(), rest) {
        ("marker", []) => Ok(Order::Marker { unit }),
        ("step", []) => Ok(Order::Step { unit }),
        ("retreat", [hex]) => Ok(Order::Retreat { unit, to: read_hex(hex)? }),
        ("stay" | "hold", []) => Ok(Order::Stay { unit }),
        ("advance", []) => Ok(Order::Advance { unit }),
        (_, []) if first.starts_with(|c: char| c.is_ascii_digit()) => movement(board, unit, first),
        _ => Err(unreadable(format!("{} is not something {name} can be told.", words.join(" ")))),
    }
}
