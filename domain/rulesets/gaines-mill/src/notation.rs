//! One line for each order, written and read back.

use super::orders::{LONGEST_WAY, Order, Way};
use super::pack::Pack;
use super::position::{Bonus, Place};
use super::units::{Division, UnitId, fold};
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::referee::{Refusal, Side};

/// Writes an order.
pub fn format(pack: &Pack, order: &Order) -> String {
    let name = |u: UnitId| pack.unit(u).name.as_str();
    match *order {
        Order::Place { unit, hex } => format!("{} at {hex}", name(unit)),
        Order::Lift { unit } => format!("{} lift", name(unit)),
        Order::Deploy => "deploy".to_owned(),
        Order::Done => "done".to_owned(),
        Order::Roll => "roll".to_owned(),
        Order::Keep { second: false } => "keep first".to_owned(),
        Order::Keep { second: true } => "keep second".to_owned(),
        Order::Touch => "touch".to_owned(),
        Order::Activate { one, two } => format!("activate {} {}", one.name(), two.name()),
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
    }
}

const SHAPE: &str =
    "Write for example: Archer 0815, Griffin fire 1012, Hood charge 1211 Griffin, Meade retreat 1013, done.";

fn unreadable(wrong: impl Into<String>) -> Refusal {
    Refusal::unreadable(wrong, SHAPE)
}

/// The units whose name this is: an exact name alone, otherwise every name, or word of a name, that begins so.
fn named(pack: &Pack, side: Option<Side>, text: &str) -> Vec<UnitId> {
    let wanted = fold(text);
    if wanted.is_empty() {
        return Vec::new();
    }
    let ours = |u: &UnitId| side.is_none_or(|s| pack.unit(*u).side == s);
    let exact = |u: &UnitId| pack.unit(*u).called[..2].contains(&wanted);
    let found: Vec<UnitId> = pack.ids().filter(ours).filter(exact).collect();
    if !found.is_empty() {
        return found;
    }
    // An id is never shortened.
    let begins =
        |u: &UnitId| pack.unit(*u).called.iter().enumerate().any(|(i, called)| i != 1 && called.starts_with(&wanted));
    pack.ids().filter(ours).filter(begins).collect()
}

/// Reads a unit's name off the front of some words: how many it takes, and which unit. Names of several words are tried
/// first. Units of `side` come first; only when none fits, the other side's.
pub fn read_unit(pack: &Pack, side: Option<Side>, words: &[&str]) -> Result<(usize, UnitId), Refusal> {
    let mut ambiguous = None;
    for side in if side.is_some() { vec![side, None] } else { vec![None] } {
        for count in (1..=words.len().min(3)).rev() {
            match named(pack, side, &words[..count].concat()).as_slice() {
                [] => {}
                [unit] => return Ok((count, *unit)),
                several => {
                    let names: Vec<&str> = several.iter().map(|u| pack.unit(*u).name.as_str()).collect();
                    ambiguous = Some(format!("{} may be {}.", words[..count].join(" "), names.join(" or ")));
                }
            }
        }
        if let Some(wrong) = ambiguous {
            return Err(Refusal::unreadable(wrong, "Write more of the name."));
        }
    }
    Err(unreadable(format!("There is no unit called {}.", words.first().copied().unwrap_or("that"))))
}

/// Reads a hex.
pub fn read_hex(word: &str) -> Result<HexId, Refusal> {
    word.parse().map_err(|_| unreadable(format!("{word} is not a hex of four digits.")))
}

fn read_way(word: &str) -> Result<Vec<HexId>, Refusal> {
    word.split('-').map(read_hex).collect()
}

fn way_of(hexes: &[HexId]) -> Result<Way, Refusal> {
    Way::of(hexes).ok_or_else(|| unreadable(format!("A way has at most {LONGEST_WAY} hexes.")))
}

/// Reads a division's name, or the beginning of one.
pub fn read_division(word: &str) -> Result<Division, Refusal> {
    let wanted = fold(word);
    let exact = Division::ALL.into_iter().find(|d| fold(d.name()) == wanted);
    let begins: Vec<Division> = Division::ALL.into_iter().filter(|d| fold(d.name()).starts_with(&wanted)).collect();
    match (exact, begins.as_slice()) {
        (Some(division), _) => Ok(division),
        (None, [division]) if !wanted.is_empty() => Ok(*division),
        _ => Err(unreadable(format!("{word} is not a division."))),
    }
}

fn two_divisions(words: &[&str]) -> Result<Order, Refusal> {
    // "activate Morell and Sykes", "activate Morell, Sykes"
    let words: Vec<&str> = words.iter().copied().filter(|w| !w.eq_ignore_ascii_case("and")).collect();
    let [one, two] = words.as_slice() else {
        return Err(Refusal::unreadable("Two divisions are activated.", "Write for example: activate Morell Sykes."));
    };
    let (one, two) = (read_division(one)?, read_division(two)?);
    Ok(Order::Activate { one: one.min(two), two: one.max(two) })
}

/// Reads an order.
///
/// # Errors
/// [`Refusal::Unreadable`] with what could not be read.
pub fn parse(board: &Board<'_>, side: Side, line: &str) -> Result<Order, Refusal> {
    if line.len() > 400 {
        return Err(unreadable("That line is too long for an order."));
    }
    let cleaned = line.trim().trim_end_matches('.');
    let words: Vec<&str> = cleaned.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).collect();
    let Some(first) = words.first() else { return Err(unreadable("That line is empty.")) };
    let rest = &words[1..];
    let verb = first.to_lowercase();
    match (verb.as_str(), rest) {
        ("done" | "pass" | "end", []) => return Ok(Order::Done),
        ("deploy", []) => return Ok(Order::Deploy),
        ("roll", []) => return Ok(Order::Roll),
        ("touch", []) => return Ok(Order::Touch),
        ("keep", [which]) => match which.to_lowercase().as_str() {
            "first" => return Ok(Order::Keep { second: false }),
            "second" => return Ok(Order::Keep { second: true }),
            _ => return Err(Refusal::unreadable("Which roll is kept?", "Write keep first, or keep second.")),
        },
        ("activate", divisions) => return two_divisions(divisions),
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
        ("at", [hex]) => Ok(Order::Place { unit, hex: read_hex(hex)? }),
        ("lift", []) => Ok(Order::Lift { unit }),
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
