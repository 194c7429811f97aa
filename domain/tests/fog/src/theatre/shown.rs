//! What is shown: 541 pieces in brigades of twenty, and overlays from what the rules ask.

use super::rules::{ALL, Board, POINTS, UNITS, is_train, name, place_of, side_of};
use domain_core::board::Mask;
use domain_core::referee::{
    Body, BodyShape, Formation, OverlayOffer, OverlayView, Piece, Place, Score, Side, Situation, Stand, Symbol, View,
    Viewer,
};
use std::collections::BTreeMap;

/// How many units make a brigade; the last of each side has fewer.
const A_BRIGADE: u16 = 20;

/// All of it.
pub fn view(board: &Board<'_>) -> View {
    let result = board.adjudicate();
    View {
        phase: board.phase(Viewer::Everyone),
        pieces: (0..ALL).map(|unit| piece(board, unit)).collect(),
        markers: Vec::new(),
        tracks: Vec::new(),
        score: Score { lines: Vec::new(), total: result.points, sides: Vec::new(), level: result.level },
        formations: Side::BOTH.into_iter().flat_map(|side| brigades(board, side)).collect(),
        commands: Vec::new(),
    }
}

fn steps(board: &Board<'_>, unit: u16) -> u8 {
    board.at.steps.get(usize::from(unit)).copied().unwrap_or(0)
}

fn piece(board: &Board<'_>, unit: u16) -> Piece {
    let (atlas, stands) = (&board.map.atlas, &board.at.stands);
    let place = stands.place(unit);
    let on_map = place.filter(|place| atlas.hex(*place).is_some()).map(|place| atlas.name(place));
    let off = place.and_then(|place| atlas.off_map(place)).map_or("Lost", |one| &one.title);
    let parts =
        || stands.of(unit).map(|place| Stand { place: atlas.name(place), strength: String::new(), front: None });
    let steps = steps(board, unit);
    Piece {
        id: unit.to_string(),
        full_name: name(unit),
        name: name(unit),
        side: side_of(unit),
        place: on_map.map_or_else(|| Place::Box(off.to_owned()), Place::Map),
        symbol: if is_train(unit) { Symbol::Supply } else { Symbol::Infantry },
        stripe: None,
        figures: Vec::new(),
        stars: None,
        reduced: steps < 2,
        tabs: Vec::new(),
        facing: board.at.facings.get(usize::from(unit)).copied(),
        body: (stands.of(unit).len() > 1).then(|| Body { shape: BodyShape::Column, stands: parts().collect() }),
        posture: None,
        points: Some(steps.into()),
        depth: place.and_then(|place| stands.at(place).position(|other| other == unit)).map(|above| above as u8),
        ready: board.at.next == unit,
        note: format!("{steps} of 2 steps"),
        brief: format!("{steps} of 2 steps"),
    }
}

fn brigades(board: &Board<'_>, side: Side) -> impl Iterator<Item = Formation> {
    let (first, end) = if side == Side::Union { (0, UNITS[0]) } else { (UNITS[0], ALL) };
    (first..end).step_by(usize::from(A_BRIGADE)).map(move |from| {
        let members: Vec<u16> = (from..end.min(from + A_BRIGADE)).collect();
        let on_map = |unit: &u16| board.at.stands.place(*unit).filter(|place| board.map.atlas.hex(*place).is_some());
        let seen = members.iter().find_map(on_map);
        Formation {
            id: format!("b{from}"),
            name: format!("Brigade of {}", name(from)),
            side,
            above: None,
            commander: None,
            members: members.iter().map(ToString::to_string).collect(),
            strength: (members.iter().map(|unit| u32::from(steps(board, *unit))).sum(), 2 * members.len() as u32),
            condition: String::new(),
            tone: "plain",
            place: seen.map(|place| board.map.atlas.name(place)),
            facing: board.at.facings.get(usize::from(from)).copied(),
            symbol: Symbol::Infantry,
            colour: "none",
        }
    })
}

/// What can be drawn.
pub const OFFERS: [OverlayOffer; 3] = [
    OverlayOffer { id: "zones", title: "Zones of control", of_piece: false },
    OverlayOffer { id: "reach", title: "Reach", of_piece: true },
    OverlayOffer { id: "sight", title: "Field of view", of_piece: true },
];

/// One of [`OFFERS`].
pub fn overlay(board: &Board<'_>, id: &str, unit: Option<u16>) -> Option<OverlayView> {
    match id {
        "zones" => Some(zones(board)),
        "reach" => reach(board, unit?),
        "sight" => sight(board, unit?),
        _ => None,
    }
}

fn zones(board: &Board<'_>) -> OverlayView {
    let mut drawn = OverlayView::new("Zones of control").means("bad", "zones of both sides");
    let zone = |side: Side| board.enemies(side.other()).1;
    let (union, confederate) = (zone(Side::Union), zone(Side::Confederate));
    for side in Side::BOTH {
        drawn = drawn.means(side.word(), format!("zones of the {side}"));
    }
    let mut all = union.clone();
    all.add(&confederate);
    for place in all.iter() {
        let tone = match (union.contains(place), confederate.contains(place)) {
            (true, true) => "bad",
            (true, false) => Side::Union.word(),
            _ => Side::Confederate.word(),
        };
        drawn.shade(board.map.atlas.name(place), tone, 3, "", "next to a unit");
    }
    drawn
}

fn reach(board: &Board<'_>, unit: u16) -> Option<OverlayView> {
    let start = board.at.stands.place(unit)?;
    let found = board.reach(unit);
    let mut costs: BTreeMap<usize, u16> = BTreeMap::new();
    for state in found.found() {
        let (place, cost) = (place_of(state).0, found.cost(state)?);
        let least = costs.entry(place).or_insert(cost);
        *least = cost.min(*least);
    }
    let mut drawn = OverlayView::new(format!("Reach of {}", name(unit))).means("good", "hexes it gets to");
    for (place, cost) in costs.into_iter().filter(|(place, _)| *place != start && board.map.atlas.hex(*place).is_some())
    {
        let words = format!("{cost} of {POINTS}");
        drawn.shade(board.map.atlas.name(place), "good", cost.min(5) as u8, cost.to_string(), words);
    }
    Some(drawn)
}

fn sight(board: &Board<'_>, unit: u16) -> Option<OverlayView> {
    let from = board.at.stands.place(unit).filter(|place| board.map.atlas.hex(*place).is_some())?;
    let mut seen = Mask::over(board.map.atlas.len());
    board.map.ground.add_seen(&board.map.atlas, from, &mut seen);
    let mut drawn = OverlayView::new(format!("Field of view of {}", name(unit))).means("plain", "seen over ground");
    seen.iter().for_each(|place| drawn.shade(board.map.atlas.name(place), "plain", 3, "", "seen over ground"));
    Some(drawn)
}
