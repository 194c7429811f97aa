//! The map sheet as something to draw. Map units are inches of the sheet.

use super::ground::Mark;
use super::pack::{Pack, PackText};
use crate::board::{PlaceShape, Sheet, SheetMark, SheetMarkKind};
use sha2::{Digest, Sha256};

/// The sheet of a pack.
pub fn sheet(pack: &Pack, text: &PackText) -> Sheet {
    let mut places = Vec::new();
    let mut marks = Vec::new();
    for area in &pack.areas {
        let id = area.id.to_string();
        let mut words = vec![format!("{id}, {}", area.name), format!("terrain {}", area.tem_text())];
        let mut star = |text: &str| {
            marks.push(SheetMark { kind: SheetMarkKind::Star, place: id.clone(), text: text.to_owned(), angle: 0 });
        };
        match area.mark {
            Some(Mark::Star) => {
                words.push("star".to_owned());
                star("★");
            }
            Some(Mark::BoxedStar) => {
                words.push("boxed star".to_owned());
                star("boxed");
            }
            Some(Mark::DoubleStar) => {
                words.push("double star".to_owned());
                star("double");
            }
            Some(Mark::Sharpsburg) => {
                words.push("the town".to_owned());
                star("town");
            }
            None => {}
        }
        if area.entry {
            let union = area.east;
            words.push(format!("{} entry", if union { "Union" } else { "Confederate" }));
            marks.push(SheetMark {
                kind: if union { SheetMarkKind::EntryUnion } else { SheetMarkKind::EntryConfederate },
                place: id.clone(),
                text: String::new(),
                angle: if union { 270 } else { 0 },
            });
        }
        if area.zone {
            words.push("in the long-range zone".to_owned());
        }
        for link in &area.links {
            if let super::ground::Border::Crossing(c) = link.kind
                && let Some(card) = pack.crossings.get(usize::from(c))
            {
                words.push(format!("{} to {}", card.name, link.to));
            }
        }
        marks.push(SheetMark {
            kind: SheetMarkKind::Setup,
            place: id.clone(),
            text: format!("{id} {}", area.tem_text()),
            angle: 0,
        });
        let centre = area.stack_at;
        places.push(PlaceShape { id, title: words.join(", "), centre, outline: area.outline.clone() });
    }
    let mut digest = Sha256::new();
    for part in [text.underlay, text.areas, text.adjacency] {
        digest.update(part);
    }
    Sheet {
        digest: hex::encode(digest.finalize()),
        title: "Antietam",
        subtitle: "17 September 1862",
        size: (22.0, 34.0),
        module: 1.0,
        places,
        marks,
        underlay: text.underlay,
        key: vec![
            ("woods", "Woods, part of an area's terrain value"),
            ("creek", "Antietam Creek: crossed only by a bridge held or a ford found"),
            ("sunken_road", "Sunken Road: crossed freely, special terrain value"),
            ("bridge", "Bridge: used by the side that holds it"),
            ("ford", "Ford: hidden from the Union until found"),
            ("star", "Special area: stars, boxed stars, double stars, Sharpsburg"),
            ("entry-confederate", "A.P. Hill's entry"),
            ("entry-union", "VI Corps' entry"),
            ("scale:850 feet", "One inch of the sheet is 850 feet"),
        ],
    }
}
