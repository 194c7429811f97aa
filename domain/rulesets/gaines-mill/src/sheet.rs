//! The map sheet as something to draw.

use super::pack::Pack;
use super::pack_text::PackText;
use domain_core::board::{PlaceShape, Sheet, SheetMark, SheetMarkKind};
use domain_core::referee::Side;

/// The sheet of a pack.
pub fn sheet(pack: &Pack, text: &PackText) -> Sheet {
    let grid = &pack.ground.sheet;
    let mut places = Vec::new();
    let mut marks = Vec::new();
    for cell in pack.ground.cells() {
        let id = cell.hex.to_string();
        let mut words = vec![id.clone()];
        match (&cell.bridge, cell.river) {
            (Some(bridge), _) => words.push(format!("bridge, {bridge}")),
            (None, true) => words.push("river".to_owned()),
            (None, false) => {
                words.push(if cell.forest { "forest" } else { "clear" }.to_owned());
                words.push(format!("level {}", cell.level));
            }
        }
        if !cell.place.is_empty() && cell.bridge.is_none() {
            words.push(cell.place.clone());
        }
        if cell.star {
            words.push("victory hex".to_owned());
            marks.push(SheetMark { kind: SheetMarkKind::Star, place: id.clone(), text: String::new(), angle: 0 });
        }
        match cell.entry {
            Some(Side::Confederate) => {
                words.push("Confederate entry".to_owned());
                // From the north edge southwards, from the east edge westwards.
                let angle = if cell.hex.row() == 1 { 180 } else { 270 };
                marks.push(SheetMark {
                    kind: SheetMarkKind::EntryConfederate,
                    place: id.clone(),
                    text: String::new(),
                    angle,
                });
            }
            Some(Side::Union) => {
                words.push("Union entry".to_owned());
                marks.push(SheetMark {
                    kind: SheetMarkKind::EntryUnion,
                    place: id.clone(),
                    text: String::new(),
                    angle: 0,
                });
            }
            None => {}
        }
        for setup in &cell.setups {
            words.push(format!("set-up hex {setup}"));
            marks.push(SheetMark { kind: SheetMarkKind::Setup, place: id.clone(), text: setup.clone(), angle: 0 });
        }
        places.push(PlaceShape {
            id,
            title: words.join(", "),
            centre: grid.centre(cell.hex),
            room: (1, 1),
            outline: grid.outline(cell.hex),
            label: None,
        });
    }
    Sheet {
        digest: Sheet::digest_of(&[text.underlay, text.hexes, text.edges, text.roads, text.rivers]),
        title: "Gaines's Mill",
        subtitle: "27 June 1862",
        size: grid.size,
        module: 1.0,
        // Five eighths of a hex.
        counter: 0.627,
        places,
        borders: Vec::new(),
        crossings: Vec::new(),
        marks,
        underlay: text.underlay,
        key: vec![
            ("level:1", "Level 1: bottoms and ravines"),
            ("level:2", "Level 2: slopes and common upland"),
            ("level:3", "Level 3: the crest"),
            ("woods", "Forest: +1 MP, blocks sight, defender rolls two dice"),
            ("stream", "Stream on a hexside: +1 MP, −2 to close combat across it"),
            ("river", "River: crossed only by a bridge"),
            ("bridge", "Bridge: level 1, clear"),
            ("road", "Road: ½ MP a hex, other ground ignored"),
            ("star", "Victory hex: 2 VP to a Confederate unit there at the end"),
            ("entry-confederate", "Confederate entry hex"),
            ("entry-union", "Union entry hex"),
            ("scale:300 yards", "One hex is 300 yards across"),
        ],
    }
}
