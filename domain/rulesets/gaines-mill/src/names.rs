//! Names of units, divisions and hexes as players write them.

use super::pack::Pack;
use super::units::{Division, UnitId};
use super::way::{LONGEST_WAY, Way};
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::kit::UmpireLines;
use domain_core::kit::names::{Match, find, fold};
use domain_core::referee::{Refusal, Side};

const SHAPE: &str = "An order is a unit and the hex that it goes to, or a unit, what it does, and where or at whom.";

/// What an umpire is told who says nothing that can be read.
pub const UMPIRE: UmpireLines = UmpireLines {
    shape: "Write for example: clear; place Archer 0714 steps 3 disrupted; remove Archer; turn 3 union fire; activate Morell; ccrm 2.",
};

/// A line that cannot be read, with what one looks like.
pub fn unreadable(wrong: impl Into<String>) -> Refusal {
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
    let word = words.first().copied().unwrap_or("that");
    Err(unreadable(format!(
        "No order begins with “{word}”, and no unit is called so. A choice is taken by its number alone."
    )))
}

/// Reads a hex.
pub fn read_hex(word: &str) -> Result<HexId, Refusal> {
    word.parse().map_err(|_| unreadable(format!("{word} is not a hex of four digits.")))
}

/// Reads a division's name, or the beginning of one.
pub fn read_division(word: &str) -> Result<Division, Refusal> {
    match find(Division::ALL.into_iter(), |d| d.name().to_owned(), word) {
        Match::One(division) => Ok(division),
        Match::Several(_) | Match::Nobody => Err(unreadable(format!("{word} is not a division."))),
    }
}

/// Reads hexes joined by hyphens.
pub fn read_way(word: &str) -> Result<Vec<HexId>, Refusal> {
    word.split('-').map(read_hex).collect()
}

/// The way along these hexes.
pub fn way_of(hexes: &[HexId]) -> Result<Way, Refusal> {
    Way::of(hexes).ok_or_else(|| unreadable(format!("A way has at most {LONGEST_WAY} hexes.")))
}

/// Reads the hex of a target: itself, or the name of an enemy that stands in it.
pub fn read_target(board: &Board<'_>, side: Side, unit: UnitId, words: &[&str]) -> Result<HexId, Refusal> {
    match words {
        [hex] if hex.parse::<HexId>().is_ok() => read_hex(hex),
        [] => Err(unreadable(format!("Where, for {}?", board.spec(unit).name))),
        enemy => {
            let (count, found) = read_unit(board.pack, Some(side.other()), enemy)?;
            match (enemy.len() == count, board.state(found).hex()) {
                (true, Some(hex)) => Ok(hex),
                (true, None) => Err(unreadable(format!("{} is not on the map.", board.spec(found).name))),
                (false, _) => Err(unreadable(format!("{} is not a hex or a unit.", enemy.join(" ")))),
            }
        }
    }
}
