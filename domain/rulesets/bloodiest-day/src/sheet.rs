//! The map sheet as something to draw. Map units are inches of the sheet.

use super::ground::{Area, Border, Crossing, Mark};
use super::pack::{Pack, PackText};
use domain_core::board::{
    BorderKind, BorderShape, CrossingShape, PlaceLabel, PlaceShape, Sheet, SheetMark, SheetMarkKind,
};
use serde::Deserialize;

/// The sheet of a pack.
pub fn sheet(pack: &Pack, text: &PackText) -> Sheet {
    Sheet {
        digest: Sheet::digest_of(&[text.underlay, text.areas, text.adjacency]),
        title: "Antietam",
        subtitle: "17 September 1862",
        size: (22.0, 34.0),
        module: 1.0,
        // Half-inch counters, a little drawn in so that three stand where the pack has room for three.
        counter: 0.48,
        places: pack.areas.iter().map(|area| place(pack, area)).collect(),
        borders: borders(pack),
        crossings: crossings(pack, text),
        marks: pack.areas.iter().flat_map(marks).collect(),
        underlay: text.underlay,
        key: vec![
            ("label", "Area number; terrain value (over creek or lane / otherwise)"),
            ("star", "Star: +1 to the Union's impulse roll"),
            ("boxed-star", "Boxed star: −1 to the Union's impulse roll"),
            ("double-star", "Double star: a line of retreat, 5 points or the battle"),
            ("ringed-star", "Sharpsburg: the battle, if the Union holds it at the end"),
            ("border", "Border of an area"),
            ("creek", "Antietam Creek: crossed only by a bridge held or a ford found"),
            ("lane-border", "Sunken Road: crossed freely, special terrain value"),
            ("bridge", "Bridge: used by the side that holds it"),
            ("ford", "Ford: hidden from the Union until found"),
            ("long_range_limit", "Limit of long-range bombardment: north and west of it"),
            ("woods", "Woods, part of an area's terrain value"),
            ("entry-confederate", "A.P. Hill's entry"),
            ("entry-union", "VI Corps' entry"),
            ("scale:850 feet", "One inch of the sheet is 850 feet"),
        ],
    }
}

fn place(pack: &Pack, area: &Area) -> PlaceShape {
    let mut words = vec![format!("{}, {}", area.id, area.name), format!("terrain {}", area.tem_text())];
    words.extend(area.mark.map(|m| mark_words(m).to_owned()));
    if area.entry {
        words.push(format!("{} entry", if area.east { "Union" } else { "Confederate" }));
    }
    if area.zone {
        words.push("in the long-range zone".to_owned());
    }
    for link in &area.links {
        if let Border::Crossing(c) = link.kind
            && let Some(card) = pack.crossings.get(usize::from(c))
        {
            words.push(format!("{} to {}", card.name, link.to));
        }
    }
    PlaceShape {
        id: area.id.to_string(),
        title: words.join(", "),
        centre: area.stack_at,
        room: area.stack_room,
        outline: area.outline.clone(),
        label: Some(PlaceLabel { at: area.number_at, value: area.tem_printed(), name: area.name.clone() }),
    }
}

fn mark_words(mark: Mark) -> &'static str {
    match mark {
        Mark::Star => "star",
        Mark::BoxedStar => "boxed star",
        Mark::DoubleStar => "double star",
        Mark::Sharpsburg => "the town",
    }
}

/// The star of an area, and the arrow by which reinforcements enter: the Union's from the east edge, the
/// Confederates' from the west.
fn marks(area: &Area) -> Vec<SheetMark> {
    let mark = |kind, angle| SheetMark { kind, place: area.id.to_string(), text: String::new(), angle };
    let star = area.mark.map(|m| match m {
        Mark::Star => SheetMarkKind::Star,
        Mark::BoxedStar => SheetMarkKind::BoxedStar,
        Mark::DoubleStar => SheetMarkKind::DoubleStar,
        Mark::Sharpsburg => SheetMarkKind::RingedStar,
    });
    let entry = match (area.entry, area.east) {
        (true, true) => Some(mark(SheetMarkKind::EntryUnion, 270)),
        (true, false) => Some(mark(SheetMarkKind::EntryConfederate, 90)),
        _ => None,
    };
    star.map(|kind| mark(kind, 0)).into_iter().chain(entry).collect()
}

/// Each border once, from its area of the lower number.
fn borders(pack: &Pack) -> Vec<BorderShape> {
    let of = |area: &Area| {
        let from = area.id;
        let links = area.links.iter().filter(move |l| l.to > from).filter_map(move |l| {
            let kind = match l.kind {
                Border::Open => return None,
                Border::SunkenRoad => BorderKind::Lane,
                Border::Creek | Border::Crossing(_) => BorderKind::Water,
            };
            Some(BorderShape { between: [from.to_string(), l.to.to_string()], kind })
        });
        links.collect::<Vec<_>>()
    };
    pack.areas.iter().flat_map(of).collect()
}

#[derive(Deserialize)]
struct Underlay {
    features: Vec<Drawn>,
}

#[derive(Deserialize)]
struct Drawn {
    properties: Named,
    geometry: Shape,
}

#[derive(Deserialize)]
struct Named {
    #[serde(default)]
    class: String,
    #[serde(default)]
    name: String,
}

#[derive(Deserialize)]
struct Shape {
    coordinates: serde_json::Value,
}

/// Where the underlay draws each bridge and ford; one that it does not draw lies half-way between the stacks it joins.
fn crossings(pack: &Pack, text: &PackText) -> Vec<CrossingShape> {
    let drawn = serde_json::from_str::<Underlay>(text.underlay).map_or_else(|_| Vec::new(), |u| u.features);
    let at = |card: &Crossing| {
        let class = if card.bridge { "bridge" } else { "ford" };
        let found = drawn.iter().find(|d| d.properties.class == class && d.properties.name == card.name);
        found.and_then(|d| serde_json::from_value(d.geometry.coordinates.clone()).ok()).unwrap_or_else(|| {
            let [a, b] = card.joins.map(|id| pack.area(id).stack_at);
            (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1))
        })
    };
    let shape = |card: &Crossing| CrossingShape {
        id: card.name.clone(),
        title: format!("{}, joins {} and {}", card.name, card.joins[0], card.joins[1]),
        at: at(card),
    };
    pack.crossings.iter().map(shape).collect()
}
