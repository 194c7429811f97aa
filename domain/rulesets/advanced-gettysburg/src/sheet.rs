//! The map as something to draw. The only place with floats. One unit is a metre, x runs east, y south.

use super::ground::Terrain;
use super::pack::{EDGES, GRID, HEXES, Pack, ROADS, UNDERLAY};
use domain_core::board::{HexId, PlaceShape, Sheet, SheetMark, SheetMarkKind};
use domain_core::referee::Side;

/// A hex from side to side: 275 yards.
const HEX: f64 = 251.46;

/// Half a hex from corner to corner.
const RADIUS: f64 = HEX * 0.577_350_269_189_625_8;

/// Rows of a full column.
const ROWS: f64 = 45.0;

/// The centre of a hex.
fn centre(hex: HexId) -> (f64, f64) {
    let shifted = if hex.col().is_multiple_of(2) { 0.5 } else { 0.0 };
    let x = RADIUS + f64::from(hex.col() - 1) * RADIUS * 1.5;
    (x, HEX * (ROWS - (f64::from(hex.row() - 1) + 0.5 + shifted)))
}

/// The six corners, clockwise from the north-eastern one.
fn outline((x, y): (f64, f64)) -> Vec<(f64, f64)> {
    let (half, radius, up) = (RADIUS / 2.0, RADIUS, HEX / 2.0);
    let corners = [(half, -up), (radius, 0.0), (half, up), (-half, up), (-radius, 0.0), (-half, -up)];
    corners.into_iter().map(|(dx, dy)| (x + dx, y + dy)).collect()
}

/// The sheet of a pack.
pub fn sheet(pack: &Pack) -> Sheet {
    let ground = &pack.ground;
    let (mut places, mut marks) = (Vec::new(), Vec::new());
    for (place, hex) in ground.atlas.hexes().iter().enumerate() {
        let (cell, id) = (&ground.cells[place], ground.id(place));
        let mut words = vec![id.clone(), cell.terrain.word().to_owned(), format!("level {}", cell.level)];
        words.extend(cell.crest.then(|| "crest".to_owned()));
        words.extend(cell.road.then(|| "road".to_owned()));
        words.extend((!cell.name.is_empty()).then(|| cell.name.clone()));
        let mark = |kind, angle| SheetMark { kind, place: id.clone(), text: String::new(), angle };
        if let Some(prize) = ground.prizes.iter().find(|p| p.hex == place) {
            words.push(format!(
                "victory hex, {} to the Union, {} to the Confederates",
                prize.points[0], prize.points[1]
            ));
            marks.push(mark(SheetMarkKind::Star, 0));
        }
        if let Some(entry) = ground.entries.iter().find(|e| e.hex == place) {
            words.push(entry.name.clone());
            let angle = i32::from(ground.onto(entry).degrees(ground.atlas.grid().axis));
            match entry.side {
                Some(Side::Union) => marks.push(mark(SheetMarkKind::EntryUnion, angle)),
                Some(Side::Confederate) => marks.push(mark(SheetMarkKind::EntryConfederate, angle)),
                None => {}
            }
        }
        let centre = centre(*hex);
        let title = words.join(", ");
        places.push(PlaceShape { id, title, centre, room: (1, 1), outline: outline(centre), label: None });
    }
    Sheet {
        digest: Sheet::digest_of(&[UNDERLAY, HEXES, EDGES, ROADS, GRID]),
        title: "Gettysburg",
        subtitle: "1 to 3 July 1863",
        size: (RADIUS * 2.0 + 40.0 * RADIUS * 1.5, HEX * ROWS),
        module: HEX,
        counter: HEX * 0.627,
        places,
        borders: Vec::new(),
        crossings: Vec::new(),
        marks,
        underlay: UNDERLAY,
        key: vec![
            ("woods", Terrain::Woods.word()),
            ("orchard", "Orchard, as open ground"),
            ("star", "Victory hex"),
            ("entry-confederate", "Confederate entry"),
            ("entry-union", "Union entry"),
            ("scale:275 yards", "One hex is 275 yards across"),
        ],
    }
}
