//! Names as players write them: counters, markers (`Lane.2`), hexes, facings.

use super::board::Board;
use super::pack::Pack;
use super::units::{Level, UnitId};
use domain_core::board::{Axis, Facing};
use domain_core::kit::UmpireLines;
use domain_core::kit::names::{Match, find, listed};
use domain_core::referee::{Refusal, Side};
use std::borrow::Cow;

/// The umpire's lines.
pub const UMPIRE: UmpireLines = UmpireLines {
    shape: "Write for example: clear; place Archer column N H35 H36; place Gamble line M34=8 M33=8; place Calef M34 unlimbered W; \
            place Hood N18; mark Archer dp 12; turn 3 union opening.",
};

/// A line that cannot be read, with what one looks like.
pub fn unreadable(wrong: impl Into<String>) -> Refusal {
    Refusal::unreadable(
        wrong,
        "Write for example: primary Heth; Archer march B38-C38; alone Davis; Davis line H36=5 H35=8 H34=5; Calef unlimber W; Reynolds ride M33; done.",
    )
}

/// A counter of a side by its name or the beginning of it; of either side where none is given. A battery is also read by battalion and captain, a commander
/// by `General` before his name where a brigade would be meant.
///
/// # Errors
/// [`Refusal::Unreadable`] where nobody or several are called so.
pub fn read_unit(board: &Board<'_>, side: Option<Side>, text: &str) -> Result<UnitId, Refusal> {
    let printed = || read_printed(board.pack, side, text).or_else(|e| captured(board, side, text).ok_or(e));
    if !board.at.options.hidden_identity {
        return printed();
    }
    // 0.4: by what covers it, or by its name where this reader knows who it is.
    let labelled = |u: &UnitId| {
        side.is_none_or(|s| board.pack.unit(*u).side == s) && board.pack.label(*u).eq_ignore_ascii_case(text)
    };
    if let Some(unit) = board.pack.ids().filter(|u| board.has_cover(*u)).find(labelled) {
        return Ok(unit);
    }
    let unit = printed()?;
    board.cover_of(unit).ok_or_else(|| unreadable(format!("Nobody in view is called {text}.")))
}

/// Guns that a side has captured (§31.7), by the names that they had, where nobody of its own could be meant.
fn captured(board: &Board<'_>, side: Option<Side>, text: &str) -> Option<UnitId> {
    let side = side?;
    let own = |u: &UnitId| board.pack.unit(*u).side == side;
    let taken = || board.pack.ids().filter(|u| !own(u) && board.side(*u) == side);
    let named = |found: Match<UnitId>| if let Match::One(unit) = found { Some(unit) } else { None };
    let nobody =
        matches!(find(board.pack.ids().filter(own), |u| board.pack.unit(u).name.as_str(), text), Match::Nobody);
    let by_captain = || named(find(taken(), |u| board.pack.unit(u).name.as_str(), text));
    let whole = || named(find(taken(), |u| whole_name(board.pack, u), text));
    nobody.then(|| by_captain().or_else(whole)).flatten()
}

/// A battery's battalion and captain, another counter's name.
fn whole_name(pack: &Pack, unit: UnitId) -> Cow<'_, str> {
    let spec = pack.unit(unit);
    let captain = spec.card.split(" (").next().unwrap_or_default();
    match spec.battery() {
        Some(b) => Cow::Owned(format!("{}-{captain}", b.battalion)),
        None => Cow::Borrowed(spec.name.as_str()),
    }
}

/// The same by what is printed on the counters, whatever covers them.
///
/// # Errors
/// [`Refusal::Unreadable`] where nobody or several are called so.
pub fn read_printed(pack: &Pack, side: Option<Side>, text: &str) -> Result<UnitId, Refusal> {
    let ours = |u: &UnitId| side.is_none_or(|s| pack.unit(*u).side == s);
    let whole = |u: UnitId| whole_name(pack, u);
    match find(pack.ids().filter(ours), |u| pack.unit(u).name.as_str(), text) {
        Match::One(unit) => Ok(unit),
        Match::Several(some) => {
            let names: Vec<&str> = some.iter().take(6).map(|u| pack.name(*u)).collect();
            Err(unreadable(format!("{text} could be {}.", listed(&names))))
        }
        // With its hyphen: `Carter, Page` in a list are two.
        Match::Nobody => {
            match (text.contains('-') || !text.contains(' ')).then(|| find(pack.ids().filter(ours), whole, text)) {
                Some(Match::One(unit)) => Ok(unit),
                _ => match pack.ids().find(|u| pack.unit(*u).id.eq_ignore_ascii_case(text)) {
                    Some(unit) => Ok(unit),
                    None => Err(unreadable(format!("Nobody is called {text}."))),
                },
            }
        }
    }
}

/// The counter that a line begins with, as many words as can be of its name, and the words behind.
///
/// # Errors
/// [`Refusal::Unreadable`] where no beginning of the line is a name.
pub fn leading_unit<'w, 's>(
    board: &Board<'_>,
    side: Option<Side>,
    words: &'w [&'s str],
) -> Result<(UnitId, &'w [&'s str]), Refusal> {
    let most = words.len().min(3);
    let read = |n: usize| read_unit(board, side, &words[..n].join(" ")).map(|unit| (unit, &words[n..]));
    let found = (1..=most).rev().find_map(|n| read(n).ok());
    found.map_or_else(|| read(1.min(most)), Ok)
}

/// A marker of a brigade: `Lane.2` is its second, from the head or the left flank; without a number its first.
///
/// # Errors
/// [`Refusal::Unreadable`] for what is no marker.
pub fn read_marker(board: &Board<'_>, side: Option<Side>, text: &str) -> Result<(UnitId, usize), Refusal> {
    match text.rsplit_once('.') {
        Some((name, number)) if number.parse::<usize>().is_ok_and(|n| n > 0) => {
            Ok((read_unit(board, side, name)?, number.parse::<usize>().unwrap_or(1) - 1))
        }
        _ => Ok((read_unit(board, side, text)?, 0)),
    }
}

/// The number of a marker that `notation::parse` put behind a verb, `.2`, from 0, and the words after it; none where none was said.
pub fn marker_first<'w, 's>(rest: &'w [&'s str]) -> (Option<usize>, &'w [&'s str]) {
    let number = rest.first().and_then(|first| first.strip_prefix('.')).and_then(|n| n.parse::<usize>().ok());
    match number {
        Some(number) if number > 0 => (Some(number - 1), &rest[1..]),
        _ => (None, rest),
    }
}

/// A hex by its id, in capitals or not, or the box beyond an entry.
///
/// # Errors
/// [`Refusal::Unreadable`] for what is no place of the map.
pub fn read_place(pack: &Pack, text: &str) -> Result<usize, Refusal> {
    let atlas = &pack.ground.atlas;
    let found = atlas.read(&text.to_uppercase()).or_else(|| atlas.read(&text.to_lowercase()));
    found.ok_or_else(|| unreadable(format!("There is no hex {text}.")))
}

/// A hex of the map, no box.
///
/// # Errors
/// [`Refusal::Unreadable`] for anything else.
pub fn read_hex(pack: &Pack, text: &str) -> Result<usize, Refusal> {
    let place = read_place(pack, text)?;
    if pack.ground.is_hex(place) { Ok(place) } else { Err(unreadable(format!("{text} lies beyond the map."))) }
}

/// Hexes of a way or a line: `G36-H35-I35`.
///
/// # Errors
/// [`Refusal::Unreadable`] with the first that is none.
pub fn read_way(pack: &Pack, text: &str) -> Result<Vec<usize>, Refusal> {
    text.split('-').map(|hex| read_hex(pack, hex)).collect()
}

/// The way as it is written.
pub fn write_way(pack: &Pack, way: &[usize]) -> String {
    way.iter().map(|hex| pack.ground.id(*hex)).collect::<Vec<_>>().join("-")
}

/// A facing by its name.
///
/// # Errors
/// [`Refusal::Unreadable`] with those that there are.
pub fn read_facing(text: &str) -> Result<Facing, Refusal> {
    Facing::read(text, Axis::FlatColumns).map_err(|e| unreadable(format!("{text} is no facing: {e}.")))
}

/// The name of a facing.
pub const fn facing_name(facing: Facing) -> &'static str {
    facing.name(Axis::FlatColumns)
}

/// Half points in words: `7½`.
pub fn points(halves: u8) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// What a commander commands, in words: "Heth's division".
pub fn command_of(pack: &Pack, commander: UnitId) -> String {
    let spec = pack.unit(commander);
    match spec.commander().map(|c| c.level) {
        Some(Level::Division) => format!("{}'s division", spec.name),
        Some(Level::Corps) => format!("{}'s corps", spec.name),
        Some(Level::Army) => "the army".to_owned(),
        _ => pack.name(commander).to_owned(),
    }
}

/// The hour of a turn as entries are written: `15:40`.
pub(super) fn hour(turn: u8) -> String {
    let minutes = (420 + (u32::from(turn.max(1)) - 1) * 20) % 1440;
    format!("{}:{:02}", minutes / 60, minutes % 60)
}

/// The last turn of that hour before a turn.
pub(super) fn turn_before(text: &str, due: u8) -> Option<u8> {
    let plain = text.strip_prefix('0').filter(|rest| rest.len() == 4).unwrap_or(text);
    (1..due).rev().find(|turn| hour(*turn) == plain)
}
