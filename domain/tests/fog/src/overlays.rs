//! What is drawn over the map for whoever asks, by what they know: what a side sees, and the hexes next to its enemies.

use crate::board::Board;
use crate::pack::{GRID, in_zone, is_woods, next_to};
use crate::position::side_of;
use domain_core::referee::{OverlayOffer, OverlayView, Side, Viewer};

/// What can be drawn.
pub const OFFERS: [OverlayOffer; 3] = [
    OverlayOffer { id: "zones", title: "Zones", of_piece: false },
    OverlayOffer { id: "sight", title: "What is seen", of_piece: false },
    OverlayOffer { id: "reach", title: "Reach", of_piece: true },
];

/// One of [`OFFERS`].
pub fn overlay(board: &Board<'_>, viewer: Viewer, id: &str, piece: Option<&str>) -> Option<OverlayView> {
    let sides: Vec<Side> = match viewer {
        Viewer::Seat(seat) => board.side(seat).into_iter().collect(),
        Viewer::Spectator | Viewer::Everyone => Side::BOTH.to_vec(),
    };
    match id {
        "zones" => Some(zones(board)),
        "sight" => Some(sight(board, &sides)),
        "reach" => reach(board, piece?.parse().ok()?),
        _ => None,
    }
}

/// The four rows of each side, and the hexes next to units that everybody knows.
fn zones(board: &Board<'_>) -> OverlayView {
    let mut drawn = OverlayView::new("Zones")
        .note("Counters are hidden in the rows of their side (§3.1).")
        .means("union", "rows of the Union")
        .means("confederate", "rows of the Confederacy")
        .means("bad", "next to known units of both sides");
    for hex in GRID.hexes() {
        let next_to_both = Side::BOTH.iter().all(|side| !board.enemies_next_to(*side, hex).is_empty());
        if next_to_both {
            drawn.shade(hex.to_string(), "bad", 1, "", "next to known units of both sides");
        } else if let Some(side) = Side::BOTH.into_iter().find(|side| in_zone(*side, hex)) {
            drawn.shade(hex.to_string(), side.word(), 4, "", format!("rows of the {side}"));
        }
    }
    drawn
}

/// What known units of a side stand on or next to; in woods only what they stand on.
fn sight(board: &Board<'_>, sides: &[Side]) -> OverlayView {
    let mut drawn =
        OverlayView::new("What is seen").means("good", "held").means("plain", "in the clear next to a unit");
    for hex in GRID.hexes() {
        let held = sides.iter().any(|side| board.is_held(*side, hex));
        let near = sides.iter().any(|side| next_to(hex).any(|n| board.is_held(*side, n)));
        match (held, near && !is_woods(hex)) {
            (true, _) => drawn.shade(hex.to_string(), "good", 1, "", "held"),
            (false, true) => drawn.shade(hex.to_string(), "plain", 3, "", "in the clear next to a unit"),
            (false, false) => {}
        }
    }
    drawn
}

/// Where a unit gets to in a turn, by what is known of the enemy.
fn reach(board: &Board<'_>, unit: u16) -> Option<OverlayView> {
    let from = board.place_of(unit)?;
    let far = board.speed(board.seat_of(unit)?, unit) as u32;
    let mut drawn = OverlayView::new(format!("Reach of {}", board.pack.name(unit))).means("good", "hexes it gets to");
    for hex in GRID.range(from, far) {
        if hex != from && !board.is_held(side_of(unit).other(), hex) {
            let steps = GRID.distance(from, hex);
            drawn.shade(hex.to_string(), "good", steps.min(5) as u8, steps.to_string(), format!("{steps} of {far}"));
        }
    }
    Some(drawn)
}
