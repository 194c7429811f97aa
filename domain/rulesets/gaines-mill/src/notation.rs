//! One line for each order, written and read back.

use super::names::{read_hex, read_unit, unreadable};
use super::orders::{Order, VERBS};
use super::position::{Bonus, Place};
use super::units::UnitId;
use super::way::{LONGEST_WAY, Way};
use super::zones::Board;
use domain_core::board::HexId;
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
        Order::Move { unit, way } => format!("{} {way}", name(unit)),
        Order::Enter { unit, way } => format!("{} enter {way}", name(unit)),
        Order::Charge { unit, target, way } => format!("{} charge {way} {}", name(unit), name(target)),
        Order::Withdraw { unit, to } => format!("{} withdraw {to}", name(unit)),
        Order::Recover { unit } => format!("{} recover", name(unit)),
        Order::Fire { unit, at } => format!("{} fire {at}", name(unit)),
        Order::Attack { unit, at } => format!("{} attack {at}", name(unit)),
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

fn read_way(word: &str) -> Result<Vec<HexId>, Refusal> {
    word.split('-').map(read_hex).collect()
}

fn way_of(hexes: &[HexId]) -> Result<Way, Refusal> {
    Way::of(hexes).ok_or_else(|| unreadable(format!("A way has at most {LONGEST_WAY} hexes.")))
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
    let target_hex = |words: &[&str]| -> Result<HexId, Refusal> {
        match words {
            [hex] if hex.parse::<HexId>().is_ok() => read_hex(hex),
            [] => Err(unreadable(format!("Where, for {name}?"))),
            enemy => {
                let (count, enemy_unit) = read_unit(pack, Some(side.other()), enemy)?;
                match (enemy.len() == count, board.state(enemy_unit).hex()) {
                    (true, Some(hex)) => Ok(hex),
                    (true, None) => Err(unreadable(format!("{} is not on the map.", pack.unit(enemy_unit).name))),
                    (false, _) => Err(unreadable(format!("{} is not a hex or a unit.", enemy.join(" ")))),
                }
            }
        }
    };
    let verb = first.to_lowercase();
    let rest = &words[1..];
    match (verb.as_str(), rest) {
        ("enter", [way]) => {
            let hexes = read_way(way)?;
            // A single hex that is no arrow names the end of the way.
            if let [to] = hexes.as_slice()
                && board.index_of(*to).is_ok()
                && pack.ground.hex(*to).entry != Some(pack.unit(unit).side)
                && let Some(way) = board.way_named(unit, *to)
            {
                return Ok(Order::Enter { unit, way });
            }
            Ok(Order::Enter { unit, way: way_of(&hexes)? })
        }
        ("charge", rest) => charge(board, side, unit, rest),
        ("withdraw", [hex]) => Ok(Order::Withdraw { unit, to: read_hex(hex)? }),
        ("recover", []) => Ok(Order::Recover { unit }),
        ("fire" | "fires", target) => Ok(Order::Fire { unit, at: target_hex(target)? }),
        ("attack" | "attacks", target) => Ok(Order::Attack { unit, at: target_hex(target)? }),
        ("marker", []) => Ok(Order::Marker { unit }),
        ("step", []) => Ok(Order::Step { unit }),
        ("retreat", [hex]) => Ok(Order::Retreat { unit, to: read_hex(hex)? }),
        ("stay" | "hold", []) => Ok(Order::Stay { unit }),
        ("advance", []) => Ok(Order::Advance { unit }),
        ("move" | "to", [way]) => movement(board, unit, way),
        (_, []) if first.starts_with(|c: char| c.is_ascii_digit()) => movement(board, unit, first),
        _ => Err(unreadable(format!("{} is not something {name} can be told.", words.join(" ")))),
    }
}

/// A move: the whole way, or only its end, which takes the best way there.
fn movement(board: &Board<'_>, unit: UnitId, word: &str) -> Result<Order, Refusal> {
    let hexes = read_way(word)?;
    let away = board.state(unit).place == Place::Away;
    if let [to] = hexes.as_slice() {
        if let Some(way) = board.way_named(unit, *to) {
            return Ok(if away { Order::Enter { unit, way } } else { Order::Move { unit, way } });
        }
        // Not to be reached: written out for the rules to say why.
        if let Some(from) = board.state(unit).hex() {
            return Ok(Order::Move { unit, way: way_of(&[from, *to])? });
        }
    }
    let way = way_of(&hexes)?;
    Ok(if away { Order::Enter { unit, way } } else { Order::Move { unit, way } })
}

/// `charge 1009-1010-1110 Griffin`, `charge 1110 Griffin`, `charge Griffin`.
fn charge(board: &Board<'_>, side: Side, unit: UnitId, words: &[&str]) -> Result<Order, Refusal> {
    let shape = || Refusal::unreadable("A charge names its target.", "Write for example: Hood charge 1110 Griffin.");
    let hexes = words.first().filter(|w| w.split('-').all(|h| h.parse::<HexId>().is_ok())).map(|w| read_way(w));
    let hexes = hexes.transpose()?.unwrap_or_default();
    let target_words = if hexes.is_empty() { words } else { &words[1..] };
    if target_words.is_empty() {
        return Err(shape());
    }
    let (count, target) = read_unit(board.pack, Some(side.other()), target_words)?;
    if count != target_words.len() {
        return Err(shape());
    }
    let from = board.state(unit).hex();
    let way = match hexes.as_slice() {
        [] => board.charge_named(unit, target, None),
        [to] if from.is_some() || board.index_of(*to).is_ok() && board.pack.ground.hex(*to).entry != Some(side) => {
            board.charge_named(unit, target, Some(*to))
        }
        hexes => return Ok(Order::Charge { unit, target, way: way_of(hexes)? }),
    };
    if let Some(way) = way {
        return Ok(Order::Charge { unit, target, way });
    }
    // Not to be reached: written out for the rules to say why.
    let to = hexes.first().copied().or(board.state(target).hex()).ok_or_else(shape)?;
    let hexes: Vec<HexId> = from.into_iter().chain([to]).collect();
    Ok(Order::Charge { unit, target, way: way_of(&hexes)? })
}
