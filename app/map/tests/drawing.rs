//! What every drawing must hold to, whatever the sheet and the position.

mod field;

use domain::board::{PlaceLabel, PlaceShape, Sheet, SheetMark, SheetMarkKind};
use domain::referee::{Body, BodyShape, Mark, Place, Side, Stand, Tab, View};
use fieldpost_map::{Detail, Frame, Ground, MapRoom, Overlay, counter_svg, foot_svg, pieces_layer, sheet_svg};
use proptest::prelude::*;
use resvg::usvg::roxmltree::{Document, Node};
use std::collections::BTreeMap;

const HOSTILE: &str = "<script>alert(\"x\")</script> & 'q' \u{1} ]]> --";

fn parsed(svg: &str) -> Document<'_> {
    Document::parse(svg).unwrap_or_else(|e| panic!("not well formed: {e}"))
}

fn with_class<'a>(doc: &'a Document<'a>, class: &str) -> Vec<Node<'a, 'a>> {
    let has = |n: &Node<'_, '_>| n.attribute("class").is_some_and(|c| c.split(' ').any(|w| w == class));
    doc.descendants().filter(|n| has(n)).collect()
}

#[test]
fn the_same_sheet_gives_the_same_bytes() {
    let sheet = field::sheet();
    for detail in [Detail::Full, Detail::Small] {
        assert_eq!(Ground::drawn(&sheet, detail).svg(), Ground::drawn(&sheet, detail).svg());
    }
    let (view, overlay) = (field::view(), Overlay { marks: field::marks(), ..Overlay::default() });
    assert_eq!(pieces_layer(&sheet, &view, &overlay), pieces_layer(&sheet, &view, &overlay));
}

#[test]
fn the_ground_is_one_file_that_needs_nothing_else() {
    let ground = Ground::new(&field::sheet());
    let doc = parsed(ground.svg());
    assert!(doc.descendants().all(|n| !n.has_tag_name("text") && !n.has_tag_name("image")));
    assert!(ground.svg().len() < 1_500_000, "{} bytes", ground.svg().len());
    for n in doc.descendants() {
        for a in n.attributes() {
            assert!(!a.value().contains("NaN") && !a.value().contains("inf"), "{} {}", a.name(), a.value());
            assert!(a.name() != "href" || a.value().starts_with('#'));
        }
    }
}

#[test]
fn every_place_can_be_pointed_at_once() {
    let sheet = field::sheet();
    let svg = pieces_layer(&sheet, &field::view(), &Overlay::default());
    let doc = parsed(&svg);
    let mut found: BTreeMap<&str, u32> = BTreeMap::new();
    for n in with_class(&doc, "place") {
        *found.entry(n.attribute("data-place").unwrap()).or_default() += 1;
    }
    assert_eq!(found.len(), sheet.places.len());
    assert!(found.values().all(|n| *n == 1));
}

#[test]
fn every_piece_on_the_map_is_drawn_once_and_named() {
    let (sheet, view) = (field::sheet(), field::view());
    let svg = pieces_layer(&sheet, &view, &Overlay::ready(&view));
    let doc = parsed(&svg);
    let drawn = with_class(&doc, "piece");
    let on_map: Vec<_> = view.pieces.iter().filter(|p| matches!(p.place, Place::Map(_))).collect();
    assert!(on_map.len() > 25);
    assert_eq!(drawn.len(), on_map.len());
    for p in on_map {
        let node = drawn.iter().find(|n| n.attribute("data-piece") == Some(&p.id)).unwrap();
        let title = node.children().find(|c| c.has_tag_name("title")).and_then(|t| t.text()).unwrap();
        assert!(title.contains(&p.full_name) && title.contains(p.side.name()), "{title}");
        let class = node.attribute("class").unwrap();
        assert_eq!(class.contains("ready"), p.ready, "{class}");
        assert_eq!(class.contains("reduced"), p.reduced, "{class}");
    }
}

#[test]
fn hostile_names_stay_text() {
    let mut sheet = field::sheet();
    sheet.places[0].title = HOSTILE.to_owned();
    sheet.marks.push(SheetMark { kind: SheetMarkKind::Setup, place: "0505".into(), text: HOSTILE.into(), angle: 0 });
    let mut view = field::view();
    let p = &mut view.pieces[0];
    for s in [&mut p.id, &mut p.name, &mut p.full_name, &mut p.note, &mut p.figures[0].text] {
        *s = HOSTILE.to_owned();
    }
    p.tabs.push(Tab { text: HOSTILE.into(), title: HOSTILE.into(), tone: "bad" });
    view.markers[0].text = HOSTILE.to_owned();
    view.markers[0].title = HOSTILE.to_owned();
    let overlay = Overlay { piece_link: Some("/games/1?piece=".into()), ..Overlay::ready(&view) };
    let (layer, counter) = (pieces_layer(&sheet, &view, &overlay), counter_svg(&view.pieces[0]));
    for svg in [layer.as_str(), counter.as_str(), Ground::new(&sheet).svg()] {
        let doc = parsed(svg);
        assert!(doc.descendants().all(|n| !n.has_tag_name("script")));
    }
    let doc = parsed(&layer);
    let links: Vec<_> = doc.descendants().filter(|n| n.has_tag_name("a")).filter_map(|n| n.attribute("href")).collect();
    assert!(links.iter().any(|l| l.starts_with("/games/1?piece=%3Cscript%3E")), "{links:?}");
    assert!(links.iter().all(|l| !l.contains('<') && !l.contains(' ')));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Any text at all, in any place that takes text, leaves a counter well formed and its title as it was written.
    #[test]
    fn a_counter_of_any_words_is_well_formed(words in proptest::collection::vec(any::<String>(), 6)) {
        let mut piece = field::piece("x", &words[0], Side::Confederate, Place::Map("0101".into()));
        piece.full_name = words[1].clone();
        piece.note = words[2].clone();
        piece.figures[0].text = words[3].clone();
        piece.tabs.push(Tab { text: words[4].clone(), title: words[5].clone(), tone: "plain" });
        let svg = counter_svg(&piece);
        let doc = parsed(&svg);
        let title = doc.root_element().first_element_child().and_then(|t| t.text()).unwrap_or("");
        let shown = |s: &str| s.chars().all(|c| c.is_alphanumeric() || c == ' ');
        prop_assert!(!shown(&words[1]) || title.starts_with(&words[1]));
    }
}

#[test]
fn a_strange_sheet_is_drawn_without_a_panic() {
    let place = PlaceShape {
        id: "é".into(),
        title: String::new(),
        centre: (f64::NAN, f64::INFINITY),
        room: (0, 0),
        outline: vec![(0.0, 0.0), (f64::NAN, 1.0)],
        label: Some(PlaceLabel { at: (f64::NAN, 0.0), value: HOSTILE.into(), name: HOSTILE.into() }),
    };
    let underlay = r#"{"features":[
        {"properties":{"class":"no such class"},"geometry":{"type":"Point","coordinates":[1,1]}},
        {"properties":{"class":"woods"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0]]]}},
        {"properties":{"class":"stream"},"geometry":{"type":"LineString","coordinates":[[0,0],[0,0]]}},
        {"properties":{"class":"road"},"geometry":{"type":"LineString","coordinates":[["a",0],[null]]}},
        {"properties":{"class":"label","text":""},"geometry":{"type":"Point","coordinates":[1,1]}},
        {"properties":{"class":"label","text":"A"},"geometry":null},
        {"properties":{},"geometry":{"type":"Point","coordinates":[1,1]}}, 7]}"#;
    let mut sheet = Sheet { places: vec![place], underlay, size: (f64::NAN, 3.0), module: 0.0, ..field::sheet() };
    for text in [underlay, "", "[]", "{\"features\":3}"] {
        sheet.underlay = text;
        let ground = Ground::new(&sheet);
        assert!(!ground.svg().contains("NaN"));
        parsed(ground.svg());
    }
    let overlay = Overlay {
        marks: vec![
            Mark::Moved {
                piece: "x".into(), side: Side::Union, path: vec!["é".into(), "é".into(), "nowhere".into()]
            },
            Mark::Fought { from: "é".into(), to: "é".into(), side: Side::Union },
        ],
        ..Overlay::default()
    };
    assert!(!pieces_layer(&sheet, &field::view(), &overlay).contains("NaN"));
}

#[test]
fn letters_are_indexed_and_light() {
    let (sheet, mut view) = (field::sheet(), field::view());
    // As heavy as it gets: every piece of the game on the map, and every one of them moved and fought.
    let mut marks = field::marks();
    for (i, p) in view.pieces.iter_mut().enumerate() {
        let at = |row: usize| format!("{:02}{:02}", 2 + i % 15, row + 4 * (i / 15));
        p.place = Place::Map(at(6));
        marks.push(Mark::Moved { piece: p.id.clone(), side: p.side, path: vec![at(4), at(5), at(6)] });
        marks.push(Mark::Fought { from: at(6), to: at(7), side: p.side });
        marks.push(Mark::Lost { place: at(6), side: p.side, steps: 1 });
    }
    let room = MapRoom::new(2);
    let overlay = Overlay { marks, ..Overlay::ready(&view) };
    let bytes = room.letter_png(&sheet, &view, &overlay, 800).unwrap();
    assert!(bytes.len() < 200_000, "{} bytes", bytes.len());
    let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    assert_eq!(reader.info().color_type, png::ColorType::Indexed);
    assert_eq!(reader.info().width, 800);
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    // The ground comes from what the room kept, and the picture is the same.
    assert_eq!(bytes, room.letter_png(&sheet, &view, &overlay, 800).unwrap());
    // Where there is less room it has fewer colours, and the same ones each time; where there is none, as few as there may be.
    let lighter = |light: usize| room.light_letter_png(&sheet, &view, &overlay, 800, light).unwrap();
    let less = lighter(bytes.len() * 9 / 10);
    assert_eq!(less, lighter(bytes.len() * 9 / 10));
    assert!(less.len() <= bytes.len() && lighter(0).len() <= less.len());
    assert!(room.letter_png(&sheet, &view, &overlay, 0).is_err());
    assert!(room.letter_png(&sheet, &view, &overlay, MapRoom::WIDEST + 1).is_err());
}

#[test]
fn losses_of_both_sides_in_one_place_are_told_apart() {
    let (sheet, view) = (field::sheet(), field::view());
    let lost = |side, steps| Mark::Lost { place: "0814".into(), side, steps };
    let marks = vec![lost(Side::Union, 3), lost(Side::Confederate, 7), lost(Side::Union, 1)];
    let drawn = pieces_layer(&sheet, &view, &Overlay { marks, ..Overlay::default() });
    for (class, sum) in [("loss union", "−4<"), ("loss confederate", "−7<")] {
        let mark = drawn.split(&format!("class=\"{class}\"")).nth(1).unwrap_or_else(|| panic!("no {class} in {drawn}"));
        assert!(mark.split("</g>").next().unwrap().contains(sum), "{class}: {mark}");
    }
}

#[test]
fn a_map_too_wide_to_be_read_is_cut_to_the_action() {
    let (sheet, view) = (field::sheet(), field::view());
    let mark = Mark::Fought { from: "0814".into(), to: "0714".into(), side: Side::Union };
    let overlay = Overlay { marks: vec![mark], ..Overlay::default() };
    let bytes = MapRoom::new(1).letter_png(&sheet, &view, &overlay, 500).unwrap();
    let reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    let frame = Frame::of(&sheet);
    assert_eq!(reader.info().width, 500);
    assert!(f64::from(reader.info().height) < 500.0 * frame.height / frame.width);
}

#[test]
fn a_letter_shows_the_last_fight_so_that_it_can_be_read_on_a_phone() {
    let (sheet, view) = (field::sheet(), field::view());
    let fought = |from: &str, to: &str| Mark::Fought { from: from.into(), to: to.into(), side: Side::Union };
    let (early, late) = (fought("0302", "0303"), fought("1410", "1411"));
    let moved = Mark::Moved { piece: "none".into(), side: Side::Union, path: vec!["0202".into(), "1612".into()] };
    let room = MapRoom::new(2);
    let draw = |marks: Vec<Mark>| {
        let bytes = room.letter_png(&sheet, &view, &Overlay { marks, ..Overlay::default() }, 800).unwrap();
        let reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        let size = (reader.info().width, reader.info().height);
        (bytes, size)
    };
    let (last, size) = draw(vec![late.clone()]);
    assert!(last.len() < 200_000 && size.0 == 800 && (640..=1_040).contains(&size.1), "{} bytes, {size:?}", last.len());
    // What happened far off does not pull the picture away, whenever it did.
    assert_eq!(draw(vec![early.clone(), late.clone()]).1, size);
    assert_ne!(draw(vec![late, early]).0, last);
    assert!(draw(vec![moved]).0.len() < 200_000);
}

/// Where one fights in the east of the map: what leads or reaches in from far off is drawn, what is far off altogether changes nothing.
#[test]
fn a_letter_shows_what_reaches_into_it_and_nothing_from_elsewhere() {
    let (sheet, view, room) = (field::sheet(), field::view(), MapRoom::new(1));
    let draw = |view: &View, path: &[&str]| {
        let mut marks = vec![Mark::Fought { from: "1410".into(), to: "1411".into(), side: Side::Union }];
        let path: Vec<String> = path.iter().map(|id| id.to_string()).collect();
        marks.push(Mark::Moved { piece: "none".into(), side: Side::Union, path });
        room.letter_png(&sheet, view, &Overlay { marks, ..Overlay::default() }, 800).unwrap()
    };
    let alone = draw(&view, &[]);
    assert!(draw(&view, &["1402", "1420"]) != alone, "a way through it");
    assert!(draw(&view, &["0202", "0203"]) == alone, "a way elsewhere");
    let with_line = |places: [&str; 2]| {
        let stand = |at: &str| Stand { place: at.to_owned(), strength: "3".to_owned(), front: None };
        let mut line = field::piece("line", "Line", Side::Union, Place::Map(places[0].to_owned()));
        line.body = Some(Body { shape: BodyShape::Line, stands: places.map(stand).into() });
        let mut view = view.clone();
        view.pieces.push(line);
        draw(&view, &[])
    };
    assert!(with_line(["0210", "1310"]) != alone, "a line that reaches in");
    assert!(with_line(["0210", "0310"]) == alone, "a line elsewhere");
}

#[test]
fn the_printed_sheet_needs_no_fonts_and_shows_tracks_and_key() {
    let (sheet, view) = (field::sheet(), field::view());
    let svg = sheet_svg(&sheet, &view, &Overlay::default());
    let doc = parsed(&svg);
    assert!(doc.descendants().all(|n| !n.has_tag_name("text") && !n.has_tag_name("image")));
    // The map, its margins, and a foot below it.
    let frame = Frame::of(&sheet);
    let size = |name: &str| doc.root_element().attribute(name).unwrap().parse::<f64>().unwrap();
    assert!(size("width") > frame.width + 100.0 && size("height") > frame.height + 600.0);
    // A title of markup characters is still a drawing.
    let hostile = Sheet { title: "<b>&\"", subtitle: "]]>", ..sheet };
    parsed(&sheet_svg(&hostile, &view, &Overlay::default()));
}

#[test]
fn a_counter_looks_like_this() {
    let mut piece = field::piece("U-V-Griffin", "Griffin", Side::Union, Place::Map("0814".into()));
    piece.note = "5 of 5 steps".to_owned();
    piece.tabs.push(Tab { text: "RF".into(), title: "Return Fire".into(), tone: "warn" });
    insta::assert_snapshot!(counter_svg(&piece).replace("><", ">\n<"));
}

#[test]
fn the_foot_of_a_page_is_as_wide_as_its_map_and_has_title_and_tracks_without_the_key() {
    let (sheet, view) = (field::sheet(), field::view());
    let svg = foot_svg(&sheet, &view);
    let doc = parsed(&svg);
    let size: Vec<f64> =
        doc.root_element().attribute("viewBox").unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
    assert!(
        (size[2] + 2.0 * size[0] - Frame::of(&sheet).width).abs() < 0.5
            && size[0] < -9.0
            && size[3] > 200.0
            && size[3] < 1_200.0,
        "{size:?}"
    );
    let words: String = doc.descendants().filter_map(|n| n.text()).collect();
    assert!(words.contains(&sheet.title.to_uppercase()), "{words}");
    assert!(view.tracks.iter().all(|t| words.contains(&t.title.to_uppercase())), "{words}");
    assert!(sheet.key.iter().all(|(_, means)| !words.contains(means)), "{words}");
    assert!(svg.len() < 40_000, "{} bytes", svg.len());
}
