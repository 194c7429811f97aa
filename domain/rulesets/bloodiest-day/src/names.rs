//! Names of units, leaders, areas and ways as players write them.

use super::pack::Pack;
use super::units::{LeaderId, UnitId};
use domain_core::kit::names::{Match, find, fold};
use domain_core::referee::{Refusal, Side};

/// The longest way anybody can pay for.
pub const LONGEST_WAY: usize = 11;

const SHAPE: &str = "An order is a unit or leader and the areas of its way, or what is done, where and with whom.";

/// A line that cannot be read, with what one looks like.
pub fn unreadable(wrong: impl Into<String>) -> Refusal {
    Refusal::unreadable(wrong, SHAPE)
}

fn named<T: Copy>(all: impl Iterator<Item = T> + Clone, name: impl Fn(T) -> String, text: &str) -> Result<T, Refusal> {
    match find(all, &name, text) {
        Match::One(found) => Ok(found),
        Match::Nobody if fold(text).is_empty() => Err(unreadable("A name is missing.")),
        Match::Nobody => Err(unreadable(format!("There is nobody called {text}."))),
        Match::Several(all) => {
            let names: Vec<String> = all.into_iter().map(name).collect();
            Err(Refusal::unreadable(format!("{text} may be {}.", names.join(" or ")), "Write more of the name."))
        }
    }
}

/// Reads a unit's name; those of a side first.
pub fn read_unit(pack: &Pack, side: Option<Side>, text: &str) -> Result<UnitId, Refusal> {
    let name = |u: UnitId| pack.unit(u).name.clone();
    if let Some(side) = side
        && let Ok(unit) = named(pack.ids().filter(move |u| pack.unit(*u).side == side), name, text)
    {
        return Ok(unit);
    }
    let id = |u: UnitId| pack.unit(u).id.clone();
    named(pack.ids(), id, text).or_else(|_| named(pack.ids(), name, text))
}

/// Reads a leader's name.
pub fn read_leader(pack: &Pack, text: &str) -> Result<LeaderId, Refusal> {
    named(pack.leader_ids(), |l| pack.leader(l).name.clone(), text)
}

/// Reads an area's number.
pub fn read_area(pack: &Pack, text: &str) -> Result<u8, Refusal> {
    text.parse()
        .ok()
        .filter(|a| pack.has_area(*a))
        .ok_or_else(|| unreadable(format!("{text} is not the number of an area.")))
}

/// Reads the name of a bridge or ford.
pub fn read_crossing(pack: &Pack, text: &str) -> Result<u8, Refusal> {
    named(0..pack.crossings.len() as u8, |c| pack.crossings[usize::from(c)].name.clone(), text)
}

/// Reads areas joined by hyphens.
pub fn read_way(pack: &Pack, text: &str) -> Result<Vec<u8>, Refusal> {
    let way: Vec<u8> = text.split('-').map(|a| read_area(pack, a)).collect::<Result<_, _>>()?;
    if way.len() > LONGEST_WAY { Err(unreadable("That way is too long for anybody.")) } else { Ok(way) }
}

/// Writes a way.
pub fn way_text(way: &[u8]) -> String {
    way.iter().map(u8::to_string).collect::<Vec<_>>().join("-")
}

/// Splits words at a keyword.
pub fn around<'w>(words: &'w [&'w str], keyword: &str) -> Option<(&'w [&'w str], &'w [&'w str])> {
    let at = words.iter().position(|w| *w == keyword)?;
    Some((words.get(..at)?, words.get(at + 1..)?))
}

/// A sentence with a capital.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
