//! What area maps have and hexes have not: number boxes, stars of several kinds, borders by kind, crossings, two armies in one place.

#[allow(dead_code, reason = "the other drawing tests use all of it")]
mod field;

use domain::board::{BorderKind, BorderShape, CrossingShape, PlaceLabel, PlaceShape, Sheet, SheetMark, SheetMarkKind};
use domain::referee::{MarkerSpot, MarkerView, Place, Side};
use fieldpost_map::{Ground, Overlay, pieces_layer};
use resvg::usvg::roxmltree::{Document, Node};

fn parsed(svg: &str) -> Document<'_> {
    Document::parse(svg).unwrap_or_else(|e| panic!("not well formed: {e}"))
}

fn with_class<'a>(doc: &'a Document<'a>, class: &str) -> Vec<Node<'a, 'a>> {
    let has = |n: &Node<'_, '_>| n.attribute("class").is_some_and(|c| c.split(' ').any(|w| w == class));
    doc.descendants().filter(|n| has(n)).collect()
}

/// A sheet of four areas, two by two, with everything that area maps have.
///
/// Areas 1 and 2 above 3 and 4. A creek parts 1 from 2, a lane 1 from 3.
fn areas() -> Sheet {
    let place = |id: &str, x: f64, y: f64, room| PlaceShape {
        id: id.into(),
        title: format!("{id}, somewhere"),
        centre: (x + 2.0, y + 2.5),
        room,
        outline: vec![(x, y), (x + 4.0, y), (x + 4.0, y + 4.0), (x, y + 4.0)],
        label: Some(PlaceLabel { at: (x + 2.0, y + 1.0), value: "4/2".into(), name: "Piper Farm".into() }),
    };
    let border = |a: &str, b: &str, kind| BorderShape { between: [a.into(), b.into()], kind };
    let mark = |place: &str, kind| SheetMark { kind, place: place.into(), text: String::new(), angle: 270 };
    Sheet {
        digest: "areas".into(),
        title: "Areas",
        subtitle: "",
        size: (8.0, 8.0),
        module: 1.0,
        counter: 0.5,
        places: vec![
            place("1", 0.0, 0.0, (3, 2)),
            place("2", 4.0, 0.0, (3, 2)),
            place("3", 0.0, 4.0, (1, 1)),
            place("4", 4.0, 4.0, (1, 2)),
        ],
        borders: vec![border("2", "1", BorderKind::Water), border("1", "3", BorderKind::Lane)],
        crossings: vec![CrossingShape { id: "Mill Bridge".into(), title: String::new(), at: (4.0, 2.0) }],
        marks: vec![
            mark("1", SheetMarkKind::Star),
            mark("2", SheetMarkKind::BoxedStar),
            mark("3", SheetMarkKind::DoubleStar),
            mark("4", SheetMarkKind::RingedStar),
            mark("4", SheetMarkKind::EntryUnion),
        ],
        underlay: r#"{"features":[
            {"properties":{"class":"creek","width_in":0.1},"geometry":{"type":"LineString","coordinates":[[4,0],[4,4]]}},
            {"properties":{"class":"bridge","name":"Mill Bridge","angle":0},"geometry":{"type":"Point","coordinates":[4,2]}},
            {"properties":{"class":"ford","name":"Low Ford","angle":0},"geometry":{"type":"Point","coordinates":[4,3]}},
            {"properties":{"class":"form_line","height_ft":100},"geometry":{"type":"LineString","coordinates":[[0,1],[8,1]]}},
            {"properties":{"class":"form_line","height_ft":300},"geometry":{"type":"LineString","coordinates":[[0,7],[8,7]]}},
            {"properties":{"class":"long_range_limit"},"geometry":{"type":"LineString","coordinates":[[0,5],[8,5]]}}]}"#,
        key: vec![],
    }
}

#[test]
fn areas_have_boxes_stars_of_four_kinds_and_borders_of_three() {
    let sheet = areas();
    let ground = Ground::new(&sheet);
    let doc = parsed(ground.svg());
    let one = |class: &str| {
        let found = with_class(&doc, class);
        assert_eq!(found.len(), 1, "{class}");
        found[0]
    };
    assert_eq!(with_class(&doc, "box").len(), 4);
    assert_eq!(with_class(&doc, "star").len(), 4);
    for kind in ["boxed", "double", "ringed", "bridge", "ford", "relief"] {
        one(kind);
    }
    assert_eq!(with_class(&doc, "double")[0].children().filter(|c| c.has_tag_name("path")).count(), 2);
    // The limit is red, the lane broken, and the creek is a border without a line of its own: 1 from 2 at x = 472.
    let limit = with_class(&doc, "limit").into_iter().find(|n| n.attribute("stroke") == Some("#d3122b")).unwrap();
    assert!(limit.attribute("stroke-dasharray").is_some());
    assert_eq!(one("lane").attribute("d"), Some("M472 472l-472 0"));
    let plain: Vec<_> = with_class(&doc, "grid").into_iter().filter(|n| n.attribute("class") == Some("grid")).collect();
    assert_eq!(plain.len(), 1);
    // What is left: 2 from 4, and 3 from 4. The sheet's edge is the frame's.
    assert_eq!(plain[0].attribute("d"), Some("M944 472l-472 0m0 0l0 472"));
}

#[test]
fn names_keep_clear_of_number_boxes() {
    // Every area is called alike, so one name is lettered, below its box and not in it.
    let ground = Ground::new(&areas());
    let doc = parsed(ground.svg());
    let names = with_class(&doc, "names")[0];
    let words: Vec<_> = names.descendants().filter(|n| n.attribute("fill") == Some("#221a12")).collect();
    assert_eq!(words.len(), 1);
    let id = words[0].attribute("href").unwrap().trim_start_matches('#');
    let word = doc.descendants().find(|n| n.attribute("id") == Some(id)).unwrap();
    let moved = word.attribute("transform").unwrap();
    let y: f64 = moved.trim_end_matches(')').rsplit(' ').next().unwrap().parse().unwrap();
    // The first box ends at 118 + 31.
    assert!(y > 149.0 + 8.0, "{moved}");
}

#[test]
fn both_sides_stand_side_by_side_in_a_contested_area_and_piles_say_how_many() {
    let (sheet, mut view) = (areas(), field::view());
    let at = |place: &str| Place::Map(place.to_owned());
    let piece = |i: usize, side, place| field::piece(&format!("p{i}"), "Griffin", side, place);
    view.pieces = (0..4).map(|i| piece(i, Side::Union, at("1"))).collect();
    view.pieces.extend((4..13).map(|i| piece(i, Side::Confederate, at("1"))));
    view.pieces.extend((13..16).map(|i| piece(i, Side::Union, at("3"))));
    view.pieces.push(piece(16, Side::Union, at("4")));
    let overlay = Overlay { selected: ["p13".into()].into(), ..Overlay::default() };
    let svg = pieces_layer(&sheet, &view, &overlay);
    let doc = parsed(&svg);
    let stacks: Vec<_> = with_class(&doc, "stack")
        .into_iter()
        .map(|n| {
            (n.attribute("class").unwrap(), n.attribute("data-place").unwrap(), n.attribute("data-count").unwrap())
        })
        .collect();
    assert_eq!(stacks, [("stack union", "1", "4"), ("stack confederate", "1", "9"), ("stack union", "3", "3")]);
    // Three columns for two sides: one for four, two for nine; all of them pile up and say so.
    let counts: Vec<_> =
        with_class(&doc, "count").iter().filter_map(|c| c.descendants().find_map(|t| t.text())).collect();
    assert_eq!(counts, ["4", "9", "3"]);
    let x = |id: &str| {
        let node = doc.descendants().find(|n| n.attribute("data-piece") == Some(id)).unwrap();
        let text = node.attribute("transform").unwrap().trim_start_matches("translate(");
        text.split([' ', ')']).next().unwrap().parse::<f64>().unwrap()
    };
    let west = (0..4).map(|i| x(&format!("p{i}"))).fold(f64::MIN, f64::max);
    let east = (4..13).map(|i| x(&format!("p{i}"))).fold(f64::MAX, f64::min);
    // Wholly apart: more than the side of a counter between their middles.
    assert!(east - west > 0.4 * 118.0, "{west} {east}");
    // Taking a piece in hand reorders nothing; its ring comes up instead.
    let order = |svg: &str| -> Vec<String> {
        let doc = parsed(svg);
        with_class(&doc, "piece").iter().filter_map(|n| n.attribute("data-piece")).map(str::to_owned).collect()
    };
    assert_eq!(order(&svg), order(&pieces_layer(&sheet, &view, &Overlay::default())));
    assert_eq!(with_class(&doc, "lifted").len(), 1);
    // Counters are as large as the sheet says.
    let layer = doc.root_element();
    assert_eq!(layer.attribute("data-counter"), Some("59"));
}

#[test]
fn a_marker_lies_on_a_place_or_on_a_crossing() {
    let (sheet, mut view) = (areas(), field::view());
    view.pieces.clear();
    let marker = |spot, tone| MarkerView { spot, text: "C".into(), title: "held".into(), tone };
    view.markers = vec![
        marker(MarkerSpot::Crossing("Mill Bridge".into()), "confederate"),
        marker(MarkerSpot::Place("4".into()), "union"),
        marker(MarkerSpot::Crossing("no such bridge".into()), "plain"),
    ];
    let svg = pieces_layer(&sheet, &view, &Overlay::default());
    let doc = parsed(&svg);
    let markers = with_class(&doc, "marker");
    assert_eq!(markers.len(), 2);
    assert_eq!(markers[0].attribute("data-crossing"), Some("Mill Bridge"));
    assert_eq!(markers[0].attribute("class"), Some("marker confederate"));
    // Beside the bridge, which is drawn at 472, 236.
    assert_eq!(markers[0].attribute("transform"), Some("translate(472 205)"));
    assert_eq!(markers[1].attribute("data-place"), Some("4"));
}
