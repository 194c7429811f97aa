//! Ways that were searched for, one to each hex, as menus list them.

use super::board::Board;
use super::ground::Ground;
use super::units::UnitId;
use domain_core::board::Reach;
use std::collections::BTreeMap;

/// The hexes entered on the ways that a search found, the cheapest to each hex, in the order of the hexes. `place` says in which place a state of the
/// search lies.
pub fn ways(ground: &Ground, reach: &Reach, place: impl Fn(usize) -> usize) -> Vec<Vec<usize>> {
    let mut best: BTreeMap<usize, (u16, usize)> = BTreeMap::new();
    for state in reach.found() {
        let (to, cost) = (place(state), reach.cost(state).unwrap_or(u16::MAX));
        let known = best.entry(to).or_insert((cost, state));
        if cost < known.0 {
            *known = (cost, state);
        }
    }
    let ends = best.into_iter().filter(|(to, _)| ground.is_hex(*to));
    ends.map(|(_, (_, end))| trail(reach, end, &place)).filter(|way| !way.is_empty()).collect()
}

/// The places entered on the way to a state of a search, without the start.
pub fn trail(reach: &Reach, end: usize, place: impl Fn(usize) -> usize) -> Vec<usize> {
    let mut way: Vec<usize> = std::iter::successors(Some(end), |at| reach.before(*at)).map(place).collect();
    way.pop();
    way.reverse();
    way
}

/// Of ways that were found those that the rules accept, until `found` has enough: what the menus of columns and batteries share. Of who is on the map,
/// where the cheapest way to a hex is barred by who stands behind its end, one that comes there from another side.
pub fn listed(
    (board, unit): (&Board<'_>, UnitId),
    ways: Vec<Vec<usize>>,
    legal: impl Fn(&[usize]) -> bool,
    found: &mut dyn FnMut(Vec<usize>) -> bool,
) -> bool {
    let open = |way: &Vec<usize>| match board.on_map(unit) {
        true => accepted(&board.pack.ground, &ways, way, &legal),
        false => Some(way.clone()).filter(|way| legal(way)),
    };
    ways.iter().filter_map(open).any(found)
}

/// The way to a hex of those that were found: one that the rules accept, where there is one. Where the cheapest is a single step, that is meant.
pub fn leading(
    ground: &Ground,
    ways: &[Vec<usize>],
    to: usize,
    legal: impl Fn(&[usize]) -> bool,
) -> Option<Vec<usize>> {
    let way = ways.iter().find(|way| way.last() == Some(&to))?;
    let other = || accepted(ground, ways, way, legal).filter(|_| way.len() > 1);
    Some(other().unwrap_or_else(|| way.clone()))
}

/// A way if the rules accept it, or else the shortest to the same hex that goes by another of those beside it.
fn accepted(
    ground: &Ground,
    ways: &[Vec<usize>],
    way: &[usize],
    legal: impl Fn(&[usize]) -> bool,
) -> Option<Vec<usize>> {
    let end = *way.last()?;
    let others = ways.iter().filter(|other| other.last().is_some_and(|at| ground.adjacent(*at, end)));
    let others = others.filter(|other| !other.contains(&end)).map(|other| [other.as_slice(), &[end]].concat());
    let shortest = || others.filter(|way| legal(way)).min_by_key(Vec::len);
    if legal(way) { Some(way.to_vec()) } else { shortest() }
}

/// What each hex is from another for a column, in half points, whoever stands between: marches look for the cheapest way by it.
pub fn road_field(ground: &Ground, from: usize) -> Reach {
    let mut reach = Reach::over(ground.atlas.len());
    reach.search([(from, 0)], u16::MAX, |at, spent, out| {
        for (_, to) in ground.atlas.around(at) {
            out.at(to, spent + if ground.has_road(at) && ground.has_road(to) { 2 } else { 3 });
        }
    });
    reach
}
