//! Large maps by levels: from far off, from half way, from near; and bodies over several places.

mod theatre;

use domain::board::PlaceLabel;
use domain::referee::{MarkerSpot, MarkerView, Piece, Place, Symbol, View};
use fieldpost_map::{Detail, Frame, Ground, Level, Overlay, Part, is_large, level_layer, pieces_layer};
use resvg::usvg::roxmltree::{Document, Node};
use std::collections::BTreeSet;

/// The side of a counter as it is designed.
const SIZE: f64 = 74.0;

fn parsed(svg: &str) -> Document<'_> {
    Document::parse(svg).unwrap_or_else(|e| panic!("not well formed: {e}"))
}

fn with_class<'a>(doc: &'a Document<'a>, class: &str) -> Vec<Node<'a, 'a>> {
    let has = |n: &Node<'_, '_>| n.attribute("class").is_some_and(|c| c.split(' ').any(|w| w == class));
    doc.descendants().filter(|n| has(n)).collect()
}

fn overlay(view: &View) -> Overlay {
    Overlay { piece_link: Some("/games/1?piece=".to_owned()), ..Overlay::ready(view) }
}

#[test]
fn a_theatre_is_large_and_has_as_many_hexes_and_units_as_it_says() {
    let (sheet, view) = (theatre::sheet(), theatre::view());
    assert_eq!((sheet.places.len(), view.pieces.len()), (theatre::COLUMNS * theatre::ROWS, 541));
    assert!(sheet.places.len() >= 10_000 && is_large(&sheet, &view));
    let ids: BTreeSet<&str> = sheet.places.iter().map(|p| p.id.as_str()).collect();
    for piece in &view.pieces {
        assert!(matches!(&piece.place, Place::Map(at) if ids.contains(at.as_str())), "{:?}", piece.place);
    }
}

#[test]
fn from_far_off_each_brigade_is_one_block_and_no_hex_is_an_element() {
    let (sheet, view) = (theatre::sheet(), theatre::view());
    let svg = level_layer(&sheet, &view, &overlay(&view), Level::Far, Part::whole(&Frame::of(&sheet)));
    let doc = parsed(&svg);
    let blocks = with_class(&doc, "block");
    let placed = view.formations.iter().filter(|f| f.place.is_some()).count();
    assert_eq!(blocks.len(), placed);
    for block in blocks {
        let title = block.children().find(|c| c.has_tag_name("title")).and_then(|t| t.text()).unwrap();
        assert!(title.contains(" of 24") && title.contains("faces"), "{title}");
    }
    assert!(with_class(&doc, "place").is_empty() && !with_class(&doc, "dot").is_empty());
    assert!(svg.len() < 150_000, "{} bytes", svg.len());
}

#[test]
fn from_half_way_a_stack_is_one_chip_with_its_points_and_from_near_every_counter_is_there() {
    let (sheet, view) = (theatre::sheet(), theatre::view());
    let frame = Frame::of(&sheet);
    let about = |wide: f64| Part::about(&frame, frame.at(sheet.place("14021").unwrap().centre), wide * 118.0);
    let svg = level_layer(&sheet, &view, &overlay(&view), Level::Middle, about(30.0));
    let doc = parsed(&svg);
    let chip = with_class(&doc, "chip").into_iter().find(|c| c.attribute("data-place") == Some("12020")).unwrap();
    let title = chip.children().find(|c| c.has_tag_name("title")).and_then(|t| t.text()).unwrap();
    assert!(title.contains("12 points") && title.contains("1 Reg."), "{title}");
    assert!(!with_class(&doc, "wheels").is_empty(), "limbered guns have wheels");
    let svg = level_layer(&sheet, &view, &overlay(&view), Level::Near, about(14.0));
    let doc = parsed(&svg);
    let drawn: BTreeSet<&str> = with_class(&doc, "piece").iter().filter_map(|n| n.attribute("data-piece")).collect();
    assert!((0..6).all(|n| drawn.contains(format!("u0-{n}").as_str())));
    assert!(drawn.len() < 200, "only what is in view: {}", drawn.len());
    // The topmost of a stack is drawn last.
    let order: Vec<&str> = with_class(&doc, "piece").iter().filter_map(|n| n.attribute("data-piece")).collect();
    let at = |id: &str| order.iter().position(|o| *o == id).unwrap();
    assert!(at("u0-2") < at("u0-1") && at("u0-1") < at("u0-0"));
    let places = with_class(&doc, "place").len();
    assert!((100..400).contains(&places), "{places} places");
}

#[test]
fn a_body_is_one_piece_with_its_front_flanks_and_strengths() {
    let (sheet, view) = (theatre::sheet(), theatre::bodies());
    let frame = Frame::of(&sheet);
    let part = Part::about(&frame, frame.at(sheet.place("41050").unwrap().centre), 12.0 * 118.0);
    for level in [Level::Near, Level::Middle] {
        let svg = level_layer(&sheet, &view, &overlay(&view), level, part);
        let doc = parsed(&svg);
        let bodies = with_class(&doc, "body");
        assert_eq!(bodies.len(), 4);
        let archer = bodies.iter().find(|b| b.attribute("data-piece") == Some("Archer")).unwrap();
        let inside = |class: &str| {
            let has = |n: &Node<'_, '_>| n.attribute("class") == Some(class);
            archer.descendants().filter(has).count()
        };
        assert_eq!((inside("front"), inside("flank"), inside("strength")), (1, 2, 4));
        let title = archer.descendants().find(|c| c.has_tag_name("title")).and_then(|t| t.text()).unwrap();
        assert!(title.contains("in line from left to right: 40050 (5) front N, 41050 (8)"), "{title}");
        assert_eq!(with_class(&doc, "head").len(), 1, "the column's chevron");
    }
}

/// Markers lie on the map from near and from half way, those of the part alone.
#[test]
fn markers_are_seen_from_half_way_too() {
    let (sheet, mut view) = (theatre::sheet(), theatre::bodies());
    let frame = Frame::of(&sheet);
    let marker = |at: &str| MarkerView {
        spot: MarkerSpot::Place(at.to_owned()),
        text: "U".to_owned(),
        title: format!("{at} is held"),
        tone: "union",
    };
    view.markers = vec![marker("41050"), marker("12020")];
    let part = Part::about(&frame, frame.at(sheet.place("41050").unwrap().centre), 12.0 * 118.0);
    for (level, drawn) in [(Level::Near, 1), (Level::Middle, 1), (Level::Far, 0)] {
        let svg = level_layer(&sheet, &view, &overlay(&view), level, part);
        let doc = parsed(&svg);
        let titles =
            doc.descendants().filter(|n| n.is_element() && n.text().is_some_and(|t| t.ends_with(" is held"))).count();
        assert_eq!(titles, drawn, "{level:?}");
    }
}

/// A marker lies at the printed box of its place, where it has one: it is there with that, however far away the middle of the place is.
#[test]
fn a_marker_is_seen_where_the_box_of_its_place_is() {
    let (mut sheet, mut view) = (theatre::sheet(), theatre::bodies());
    let away = 3.0 * sheet.module;
    let place = sheet.places.iter_mut().find(|p| p.id == "41050").unwrap();
    let at = (place.centre.0 + away, place.centre.1);
    place.label = Some(PlaceLabel { at, value: String::new(), name: String::new() });
    let spot = MarkerSpot::Place("41050".to_owned());
    view.markers = vec![MarkerView { spot, text: "U".to_owned(), title: "It is held".to_owned(), tone: "union" }];
    let frame = Frame::of(&sheet);
    let drawn = |middle: (f64, f64)| {
        let part = Part::about(&frame, frame.at(middle), 118.0);
        level_layer(&sheet, &view, &overlay(&view), Level::Near, part).contains("It is held")
    };
    assert!(drawn(at));
    assert!(!drawn((at.0 + away, at.1)));
}

/// A column that has closed up is still drawn, with the strengths of its parts beside each other in one place.
#[test]
fn parts_of_a_body_in_one_place_stand_there_together() {
    let (sheet, mut view) = (theatre::sheet(), theatre::bodies());
    let ward = view.pieces.iter_mut().find(|p| p.id == "Ward").unwrap().body.as_mut().unwrap();
    for stand in &mut ward.stands {
        stand.place = "38053".to_owned();
    }
    // One whose strength is not told adds nothing.
    let mut untold = ward.stands[0].clone();
    untold.strength.clear();
    ward.stands.insert(0, untold);
    let svg = level_layer(&sheet, &view, &overlay(&view), Level::Near, Part::whole(&Frame::of(&sheet)));
    let doc = parsed(&svg);
    let ward = with_class(&doc, "body").into_iter().find(|b| b.attribute("data-piece") == Some("Ward")).unwrap();
    let inside = |class: &str| ward.descendants().find(|n| n.attribute("class") == Some(class)).unwrap();
    assert_eq!(inside("strength").text(), Some("3+3+2"));
    let ends: Vec<&str> = inside("bar").attribute("d").unwrap().split(['M', 'L']).filter(|p| !p.is_empty()).collect();
    assert_eq!(ends.len(), 3);
    assert!(ends[0] != ends[1] && ends[1] != ends[2], "{ends:?}");
}

/// A battery in the hex of a brigade lies beside its bar and beside the counter that rides there, so that both are seen.
#[test]
fn a_counter_in_the_place_of_a_body_hides_nothing_of_it() {
    let (sheet, mut view) = (theatre::sheet(), theatre::bodies());
    let frame = Frame::of(&sheet);
    // With a line where its counter rides, with one where it does not, with a column, and alone.
    let mut guns = view.pieces[0].clone();
    (guns.body, guns.symbol) = (None, Symbol::Artillery);
    for (id, at) in [("Cooper", "44050"), ("Hall", "40050"), ("Reynolds", "38053"), ("Stewart", "46046")] {
        view.pieces.push(Piece { id: id.to_owned(), place: Place::Map(at.to_owned()), ..guns.clone() });
    }
    let svg = level_layer(&sheet, &view, &Overlay::default(), Level::Near, Part::whole(&frame));
    let doc = parsed(&svg);
    let moved = |node: &Node<'_, '_>| -> (f64, f64, f64) {
        let text = node.attribute("transform").unwrap();
        let numbers: Vec<f64> =
            text.split(|c: char| !(c.is_ascii_digit() || "-.".contains(c))).filter_map(|n| n.parse().ok()).collect();
        (numbers[0], numbers[1], numbers.get(2).copied().unwrap_or(1.0))
    };
    let piece =
        |id: &str| with_class(&doc, "piece").into_iter().find(|n| n.attribute("data-piece") == Some(id)).unwrap();
    let centre = |id: &str| frame.at(sheet.place(id).unwrap().centre);
    let size = SIZE * moved(&piece("Stewart")).2;
    for (id, at, bar) in [("Cooper", "44050", 21.0), ("Hall", "40050", 21.0), ("Reynolds", "38053", 14.0)] {
        let ((x, y, scale), (cx, cy)) = (moved(&piece(id)), centre(at));
        let (half, away) = (SIZE * scale / 2.0, (x - cx).hypot(y - cy));
        assert!(scale * SIZE < size, "{id} is smaller");
        assert!(away + 8.0 > half + bar, "{id} lies {away} off the middle of a bar of {bar}, half {half}");
        assert!(away < 75.0, "{id} is seen to be there, {away} off");
    }
    // Lane's counter rides where Cooper's guns are.
    let lane = with_class(&doc, "body").into_iter().find(|n| n.attribute("data-piece") == Some("Lane")).unwrap();
    let riding = lane.descendants().find(|n| n.attribute("transform").is_some()).unwrap();
    let ((x, y, a), (cx, cy, b)) = (moved(&riding), moved(&piece("Cooper")));
    let apart = (x - cx).abs().max((y - cy).abs());
    assert!(apart + 2.0 > (a + b) * SIZE / 2.0, "{apart} apart, {a} and {b}");
    let (x, y, scale) = moved(&piece("Stewart"));
    assert_eq!(((x - centre("46046").0).abs() < 0.5, (y - centre("46046").1).abs() < 0.5), (true, true), "{scale}");
}

/// The front lies before the men: further north than the bar for who looks north, further south for who looks south.
#[test]
fn the_front_of_a_body_lies_where_it_looks() {
    let (sheet, view) = (theatre::sheet(), theatre::bodies());
    let frame = Frame::of(&sheet);
    let svg = level_layer(&sheet, &view, &Overlay::default(), Level::Near, Part::whole(&frame));
    let doc = parsed(&svg);
    for (name, north) in [("Archer", true), ("Lane", true), ("Kelly", false)] {
        let body = with_class(&doc, "body").into_iter().find(|b| b.attribute("data-piece") == Some(name)).unwrap();
        let y = |class: &str| -> f64 {
            let path = body.descendants().find(|n| n.attribute("class") == Some(class)).unwrap();
            let d = path.attribute("d").unwrap().split('L').nth(1).unwrap();
            d.split(' ').nth(1).unwrap().parse().unwrap()
        };
        assert_eq!(y("front") < y("bar"), north, "{name}");
    }
}

#[test]
fn the_ground_of_a_theatre_is_a_pattern_and_light_from_far_off() {
    let sheet = theatre::sheet();
    let (far, small) = (Ground::drawn(&sheet, Detail::Far), Ground::drawn(&sheet, Detail::Small));
    for ground in [&far, &small] {
        let doc = parsed(ground.svg());
        assert_eq!(doc.descendants().filter(|n| n.has_tag_name("pattern")).count(), 1);
        assert!(doc.descendants().all(|n| !n.has_tag_name("text")));
    }
    assert!(far.svg().len() < 200_000, "{} bytes", far.svg().len());
    assert_eq!(far.svg(), Ground::drawn(&sheet, Detail::Far).svg());
}

/// What drawing costs, in thread time: `cargo test --release -p fieldpost-map --test levels -- --ignored --nocapture what_drawing`.
#[test]
#[ignore = "measures"]
fn what_drawing_a_theatre_costs() {
    let (sheet, view) = (theatre::sheet(), theatre::view());
    let frame = Frame::of(&sheet);
    let on = overlay(&view);
    let about = |wide: f64| Part::about(&frame, frame.at(sheet.place("14021").unwrap().centre), wide * 118.0);
    let measured = |what: &str, draw: &dyn Fn() -> String| {
        let mut times: Vec<_> = (0..40)
            .map(|_| {
                let start = std::time::Instant::now();
                std::hint::black_box(draw());
                start.elapsed()
            })
            .collect();
        times.sort();
        println!("{what}: {:.2} ms, {:.1} KB", times[20].as_secs_f64() * 1e3, draw().len() as f64 / 1024.0);
    };
    measured("all counters and places", &|| pieces_layer(&sheet, &view, &on));
    measured("far", &|| level_layer(&sheet, &view, &on, Level::Far, Part::whole(&frame)));
    measured("middle", &|| level_layer(&sheet, &view, &on, Level::Middle, about(30.0)));
    measured("near", &|| level_layer(&sheet, &view, &on, Level::Near, about(14.0)));
    for detail in [Detail::Full, Detail::Far] {
        measured(&format!("ground, {detail:?}"), &|| Ground::drawn(&sheet, detail).svg().to_owned());
    }
}

/// Draws the theatre to be looked at: `LEVELS_TO=FOLDER cargo test -p fieldpost-map --test levels -- --ignored`.
#[test]
#[ignore = "writes files to be looked at"]
fn draw_to_look_at() {
    let to = std::path::PathBuf::from(std::env::var("LEVELS_TO").expect("a folder"));
    let sheet = theatre::sheet();
    let frame = Frame::of(&sheet);
    let full = theatre::view();
    let about = |id: &str, wide: f64| Part::about(&frame, frame.at(sheet.place(id).unwrap().centre), wide * 118.0);
    for (name, detail) in [("far", Detail::Far), ("small", Detail::Small)] {
        std::fs::write(to.join(format!("ground-{name}.svg")), Ground::drawn(&sheet, detail).svg()).unwrap();
    }
    let bodies = theatre::bodies();
    let shown = [
        ("far", "far", &full, Level::Far, Part::whole(&frame)),
        ("middle", "small", &full, Level::Middle, about("17023", 32.0)),
        ("near", "small", &full, Level::Near, about("14021", 13.0)),
        ("bodies", "small", &bodies, Level::Near, about("41050", 11.0)),
        ("bodies-middle", "small", &bodies, Level::Middle, about("41050", 30.0)),
    ];
    for (name, ground, view, level, part) in shown {
        let layer = level_layer(&sheet, view, &Overlay { marks: Vec::new(), ..Overlay::ready(view) }, level, part);
        let page = format!(
            "<!doctype html><meta charset=utf-8><style>body{{margin:0}}svg{{display:block;width:100vw;position:absolute;top:0;left:0}}</style>\
             <svg viewBox=\"{0}\"><image href=\"ground-{ground}.svg\" width=\"{1}\" height=\"{2}\"/></svg>{layer}",
            part.view_box(),
            frame.width,
            frame.height
        );
        std::fs::write(to.join(format!("{name}.html")), page).unwrap();
        println!("{name}: {} bytes", layer.len());
    }
}
