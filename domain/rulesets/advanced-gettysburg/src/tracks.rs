//! The tracks of a player's cards: the hours of the day with whoever is due in them (§2.3, §4.0), and the ammunition in reserve (§29.4).

use super::board::{Board, clock};
use super::position::{Place, row};
use domain_core::referee::{Side, Track, TrackSpace};
use std::collections::BTreeMap;

/// Turns in an hour.
const AN_HOUR: u8 = 3;

/// What lies on the cards beside the map.
pub fn tracks(board: &Board<'_>) -> Vec<Track> {
    vec![hours(board), reserve(board)]
}

/// The hours of this day that the scenario plays, and by which road how many counters are due in each.
fn hours(board: &Board<'_>) -> Track {
    let [first, last] = board.turns();
    let now = board.at.turn.clamp(first, last);
    let mut due: BTreeMap<(u8, &str), usize> = BTreeMap::new();
    for unit in board.pack.ids().filter(|u| board.at.unit(*u).place == Place::Waiting) {
        // What is covered is told in its box (0.4).
        if let Some((turn, road)) = board.card_arrival(unit).filter(|_| !board.is_unknown(unit)) {
            *due.entry((turn, road)).or_default() += 1;
        }
    }
    let of_hour = |turn: u8| turn - (turn - 1) % AN_HOUR;
    let mut begins: Vec<u8> = (first..=last).filter(|t| day(*t) == day(now)).map(of_hour).collect();
    begins.dedup();
    let space = |begin: u8| {
        let (hour, half) = hour(begin);
        let here = of_hour(now) == begin;
        let coming = due.iter().filter(|((turn, _), _)| of_hour(*turn) == begin);
        let stands = here.then(|| format!("Turn {}, {}", board.at.turn, clock(now)));
        let coming = coming.map(|((turn, road), n)| format!("{}, {road}: {n} due", time(*turn)));
        TrackSpace { label: hour, text: half, here, markers: stands.into_iter().chain(coming).collect(), colour: None }
    };
    Track { title: "Time Record Track", spaces: begins.into_iter().map(space).collect() }
}

/// The day of a turn, in words.
fn day(turn: u8) -> String {
    clock(turn).split(',').next().unwrap_or_default().to_owned()
}

/// The time of a turn without its day: `7:20 a.m.`
fn time(turn: u8) -> String {
    clock(turn).split(", ").nth(1).unwrap_or_default().to_owned()
}

/// The hour of a turn and its half of the day: `7`, `a.m.`
fn hour(turn: u8) -> (String, String) {
    let time = time(turn);
    let hour = time.split(':').next().unwrap_or_default();
    (hour.to_owned(), time.split(' ').next_back().unwrap_or_default().to_owned())
}

/// Ammunition factors in reserve, of each side, and of each share where each corps has its own (0.10).
fn reserve(board: &Board<'_>) -> Track {
    let space = |label: String, factors: u16| TrackSpace {
        label: format!("{label} {factors}"),
        text: "factors".to_owned(),
        here: false,
        markers: Vec::new(),
        colour: None,
    };
    let of = |side: Side| {
        let shares = board.pack.tables.stores.iter().zip(&board.at.stores).filter(move |(s, _)| s.side == side);
        let whole = space(side.name().to_owned(), board.at.reserve[row(side)]);
        std::iter::once(whole).chain(shares.map(|(share, left)| space(share.name.clone(), *left)))
    };
    Track { title: "Ammunition in reserve", spaces: Side::BOTH.into_iter().flat_map(of).collect() }
}
