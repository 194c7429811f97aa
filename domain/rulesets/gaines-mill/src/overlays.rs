//! What is drawn over the map for whoever asks: zones of control, a unit's reach, its field of fire. Nothing here is secret.

use super::ground::points;
use super::position::Place;
use super::units::{CAVALRY_ZONE, GUNS_ZONE, SHARPSHOOTER_ZONE, UnitId};
use super::zones::Board;
use domain_core::kit::names::listed;
use domain_core::referee::{OverlayOffer, OverlayView, Side, Viewer};

/// What can be drawn.
pub const OFFERS: [OverlayOffer; 3] = [
    OverlayOffer { id: "zones", title: "Zones of control", of_piece: false },
    OverlayOffer { id: "reach", title: "Reach", of_piece: true },
    OverlayOffer { id: "fire", title: "Field of fire", of_piece: true },
];

/// One of [`OFFERS`].
pub fn overlay(board: &Board<'_>, viewer: Viewer, id: &str, piece: Option<&str>) -> Option<OverlayView> {
    let unit = || board.pack.ids().find(|u| Some(board.spec(*u).id.as_str()) == piece);
    match id {
        "zones" => Some(zones(board, viewer)),
        "reach" => Some(reach(board, unit()?)),
        "fire" => Some(fire(board, unit()?)),
        _ => None,
    }
}

/// The arms whose zones cover a hex, in letters and in words (§6.4).
fn arms(bits: u8) -> (String, String) {
    let arms = [
        (1, "I", "infantry"),
        (CAVALRY_ZONE, "C", "cavalry"),
        (GUNS_ZONE, "G", "guns"),
        (SHARPSHOOTER_ZONE, "S", "sharpshooters"),
    ];
    let covering: Vec<_> = arms.iter().filter(|(bit, ..)| bits & bit != 0).collect();
    let words: Vec<&str> = covering.iter().map(|(.., word)| *word).collect();
    (covering.iter().map(|(_, letter, _)| *letter).collect(), listed(&words))
}

/// §6.4: the enemy's zones; for who plays no side, those of both.
fn zones(board: &Board<'_>, viewer: Viewer) -> OverlayView {
    let own = match viewer {
        Viewer::Seat(seat) => seat.side().ok(),
        Viewer::Spectator | Viewer::Everyone => None,
    };
    let whose: Vec<Side> = Side::BOTH.into_iter().filter(|side| Some(*side) != own).collect();
    let title = if own.is_some() { "Enemy zones of control" } else { "Zones of control" };
    let mut drawn = OverlayView::new(title)
        .note("A move ends in the first zone it enters; the zones of guns (G) and sharpshooters (S) are entered only by a move of one hex (§6.4).");
    for side in &whose {
        drawn = drawn.means(side.word(), format!("{side} zone, with the arms that cast it"));
    }
    if whose.len() > 1 {
        drawn = drawn.means("bad", "zones of both sides");
    }
    for (i, cell) in board.pack.ground.cells().iter().enumerate() {
        let cast: Vec<(Side, u8)> =
            whose.iter().map(|s| (*s, board.enemy_zones(s.other(), i))).filter(|(_, bits)| *bits != 0).collect();
        let tone = match cast.as_slice() {
            [] => continue,
            [(side, _)] => side.word(),
            _ => "bad",
        };
        let text: Vec<String> = cast.iter().map(|(_, bits)| arms(*bits).0).collect();
        let words: Vec<String> = cast.iter().map(|(side, bits)| format!("{side} {}", arms(*bits).1)).collect();
        drawn.shade(cell.hex.to_string(), tone, 2, text.join("/"), words.join("; "));
    }
    drawn
}

/// §6.1: where a unit can get to, with what it costs; as if it were activated where it is not.
fn reach(board: &Board<'_>, unit: UnitId) -> OverlayView {
    let (spec, state) = (board.spec(unit), board.state(unit));
    let drawn = OverlayView::new(format!("Reach of {}", spec.name));
    let mut drawn = match state.place {
        Place::At(_) => match board.mover(unit) {
            Ok(_) => drawn,
            Err(_) => drawn
                .note("It may not move now: this is as far as it would get, as things stand, in a move of its own."),
        },
        Place::Away => drawn.note("It is not on the map: this is as far as it would get on the turn it enters."),
        Place::Lost => return drawn.note(format!("{} is eliminated.", spec.name)),
    };
    drawn = drawn
        .means("good", "hexes it can end in, with the points spent")
        .means("warn", "hexes where an enemy zone stops it");
    let budget = spec.half_points();
    let mover = board.mover_from(unit, state.hex().map(|hex| board.pack.ground.index(hex)));
    let arrows: Vec<(usize, u16)> = board.arrow_starts(&mover).filter(|_| mover.start.is_none()).collect();
    board.each_way(&mover, |way| {
        let (first, end) = (board.pack.ground.index(way.start()), board.pack.ground.index(way.end()));
        let before = arrows.iter().find(|(arrow, _)| *arrow == first).map_or(0, |(_, cost)| *cost);
        if let Ok(walked) = board.walk(&mover, way.hexes(), before) {
            let stopped = board.stopping_zones(&mover, end) != 0;
            let (tone, and) = if stopped { ("warn", ", stops there") } else { ("good", "") };
            let band = (walked.spent * 5 / budget.max(1)).min(5) as u8;
            let title = board.cost(unit, walked.spent) + and;
            drawn.shade(way.end().to_string(), tone, band, points(walked.spent), title);
        }
        false
    });
    drawn.places.sort_by(|a, b| a.place.cmp(&b.place));
    drawn
}

/// §8.2, §8.3: what a unit could fire at from where it stands, by range, and what is hidden from it.
fn fire(board: &Board<'_>, unit: UnitId) -> OverlayView {
    let spec = board.spec(unit);
    let drawn = OverlayView::new(format!("Field of fire of {}", spec.name));
    let Some(from) = board.state(unit).hex() else { return drawn.note(format!("{} is not on the map.", spec.name)) };
    let range = board.range(unit);
    if range == 0 {
        return drawn.note("Cavalry does not fire (§8.0).");
    }
    let mut drawn = drawn
        .note(format!("Ranges to {range} hexes; adjacent enemies are fought closely (§8.2)."))
        .means("good", "in sight, with the range")
        .means("warn", "in sight, an enemy stands there")
        .means("bad", "in range but out of sight");
    let ground = &board.pack.ground;
    for hex in ground.grid.range(from, u32::from(range)) {
        let far = ground.distance(from, hex);
        if far < 2 {
            continue;
        }
        let enemy = board.unit_in(hex).filter(|other| board.side(*other) != spec.side);
        let (tone, band, title) = match (board.sees(from, hex), enemy) {
            (false, _) => ("bad", 4, format!("range {far}, out of sight")),
            (true, Some(enemy)) => ("warn", 0, format!("range {far}, {}", board.spec(enemy).name)),
            (true, None) => ("good", far.min(5) as u8, format!("range {far}")),
        };
        drawn.shade(hex.to_string(), tone, band, far.to_string(), title);
    }
    drawn
}
