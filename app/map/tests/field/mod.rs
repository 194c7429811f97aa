//! A sheet and a position to draw, made from the Gaines's Mill pack's plain files.

use domain::board::{PlaceShape, Sheet, SheetMark, SheetMarkKind};
use domain::referee::{
    Corner, Figure, Mark, MarkerSpot, MarkerView, Phase, Piece, Place, Score, Side, Stars, Stripe, Symbol, Tab, Track,
    TrackSpace, View,
};
use std::collections::BTreeMap;

const HEXES: &str = include_str!("../../../../domain/rulesets/gaines-mill/data/hexes.csv");
const UNITS: &str = include_str!("../../../../domain/rulesets/gaines-mill/data/units.csv");
const UNDERLAY: &str = include_str!("../../../../domain/rulesets/gaines-mill/data/underlay.geojson");

type Row = BTreeMap<String, String>;

fn rows(text: &str) -> Vec<Row> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(|r| r.unwrap()).collect()
}

/// The sheet.
pub fn sheet() -> Sheet {
    let mut places = Vec::new();
    let mut marks = Vec::new();
    for row in rows(HEXES) {
        let n = |key: &str| row[key].parse::<f64>().unwrap();
        let (x, y, id) = (n("x"), n("y"), row["id"].clone());
        let r = 1.0 / 3.0_f64.sqrt();
        let corner = |k: u32| {
            let a = (f64::from(k) * 60.0 - 90.0).to_radians();
            (x + r * a.cos(), y + r * a.sin())
        };
        for mark in row["marks"].split(';').filter(|m| !m.is_empty()) {
            let (kind, text) = match mark.split_once(':') {
                None => (SheetMarkKind::Star, ""),
                Some(("setup", name)) => (SheetMarkKind::Setup, name),
                Some((_, "USA")) => (SheetMarkKind::EntryUnion, ""),
                Some(_) => (SheetMarkKind::EntryConfederate, ""),
            };
            let angle = if row["row"] == "1" {
                180
            } else if row["row"] == "24" {
                0
            } else {
                270
            };
            marks.push(SheetMark { kind, place: id.clone(), text: text.to_owned(), angle });
        }
        places.push(PlaceShape {
            title: format!("{id}, {}", row["terrain"]),
            id,
            centre: (x, y),
            room: (1, 1),
            outline: (0..6).map(corner).collect(),
            label: None,
        });
    }
    Sheet {
        digest: "field".to_owned(),
        title: "Gaines’s Mill",
        subtitle: "Blood Before Richmond, 27 June 1862",
        size: (17.5, 21.0733),
        module: 1.0,
        counter: 0.627,
        places,
        borders: Vec::new(),
        crossings: Vec::new(),
        marks,
        underlay: UNDERLAY,
        key: vec![
            ("level:1", "level 1"),
            ("level:2", "level 2"),
            ("level:3", "level 3"),
            ("woods", "forest"),
            ("stream", "stream on hexsides"),
            ("swamp", "river and its swamp"),
            ("road:main", "road"),
            ("road:military", "country, military road"),
            ("bridge", "bridge"),
            ("star", "victory hex"),
            ("entry-confederate", "Confederate entry"),
            ("entry-union", "Union entry"),
            ("scale:300 yards", "one hex is 300 yards"),
        ],
    }
}

/// A piece with nothing special.
pub fn piece(id: &str, name: &str, side: Side, place: Place) -> Piece {
    Piece {
        id: id.to_owned(),
        name: name.to_owned(),
        full_name: format!("{name}'s Brigade"),
        side,
        place,
        symbol: Symbol::Infantry,
        stripe: Some(Stripe { colour: "yellow", formation: "Morell".to_owned() }),
        figures: vec![
            Figure { corner: Corner::BottomLeft, text: "+3".to_owned(), what: "extra steps", colour: "plain" },
            Figure { corner: Corner::Bottom, text: "V".to_owned(), what: "corps", colour: "plain" },
            Figure { corner: Corner::BottomRight, text: "5".to_owned(), what: "movement", colour: "plain" },
        ],
        stars: Some(Stars { count: 2, red: false }),
        reduced: false,
        tabs: Vec::new(),
        facing: None,
        body: None,
        posture: None,
        points: None,
        depth: None,
        ready: false,
        note: String::new(),
        brief: String::new(),
    }
}

/// Every unit of the pack: those with a set-up place near it, the others in a box.
pub fn view() -> View {
    let sheet = sheet();
    let river: Vec<String> =
        rows(HEXES).into_iter().filter(|r| r["terrain"] == "river").map(|r| r["id"].clone()).collect();
    let mut taken: Vec<String> = Vec::new();
    let mut pieces = Vec::new();
    for (i, row) in rows(UNITS).into_iter().enumerate() {
        let side = if row["side"] == "Union" { Side::Union } else { Side::Confederate };
        let group = if row["setup_group"] == "Independent" { "Morell" } else { row["setup_group"].as_str() };
        let home = sheet.marks.iter().find(|m| m.kind == SheetMarkKind::Setup && m.text == group);
        let spot = home.and_then(|m| sheet.place(&m.place)).and_then(|home| {
            let far = |p: &PlaceShape| (p.centre.0 - home.centre.0).hypot(p.centre.1 - home.centre.1);
            let free = sheet.places.iter().filter(|p| !taken.contains(&p.id) && !river.contains(&p.id));
            free.min_by(|a, b| far(a).total_cmp(&far(b))).map(|p| p.id.clone())
        });
        taken.extend(spot.clone());
        let place = spot.map_or_else(|| Place::Box("Reinforcements".to_owned()), Place::Map);
        let mut p = piece(&row["id"], &row["counter_name"], side, place);
        p.full_name = row["full_name"].clone();
        p.symbol = match (row["type"].as_str(), row["sharpshooter_factor"].is_empty()) {
            ("artillery", _) => Symbol::Artillery,
            ("cavalry", _) => Symbol::Cavalry,
            (_, false) => Symbol::Sharpshooter,
            _ => Symbol::Infantry,
        };
        let word = ["white", "yellow", "green", "red", "blue", "orange"].into_iter().find(|w| *w == row["stripe"]);
        p.stripe = word.map(|colour| Stripe { colour, formation: row["division"].clone() });
        let left = if p.symbol == Symbol::Artillery {
            Figure { corner: Corner::BottomLeft, text: row["fire_factor"].clone(), what: "fire", colour: "yellow" }
        } else {
            Figure {
                corner: Corner::BottomLeft,
                text: format!("+{}", row["extra_steps"]),
                what: "extra steps",
                colour: "plain",
            }
        };
        p.figures = vec![
            left,
            Figure { corner: Corner::Bottom, text: row["corps"].clone(), what: "corps", colour: "plain" },
            Figure { corner: Corner::BottomRight, text: row["movement"].clone(), what: "movement", colour: "plain" },
        ];
        p.stars = row["morale"].parse().ok().map(|count| Stars { count, red: row["combat_bonus"] == "yes" });
        p.reduced = i % 9 == 4;
        p.ready = i % 5 == 1;
        if i % 7 == 3 {
            p.tabs.push(Tab { text: "RF".to_owned(), title: "Return Fire".to_owned(), tone: "warn" });
        }
        if i % 11 == 5 {
            p.tabs.push(Tab { text: "D".to_owned(), title: "Disrupted".to_owned(), tone: "bad" });
        }
        pieces.push(p);
    }
    View {
        phase: Phase {
            turn: 2,
            turns: 6,
            clock: "3:00 P.M.".to_owned(),
            step: "move",
            side: Some(Side::Confederate),
            title: "Turn 2, Confederate Move Phase".to_owned(),
            goals_first: false,
        },
        pieces,
        markers: vec![MarkerView {
            spot: MarkerSpot::Place("1107".to_owned()),
            text: "CH".to_owned(),
            title: "Charge".to_owned(),
            tone: "good",
        }],
        tracks: tracks(),
        score: Score {
            lines: vec![("Union steps lost".to_owned(), 7)],
            sides: Vec::new(),
            total: 7,
            level: "Union Decisive".to_owned(),
        },
        formations: Vec::new(),
        commands: Vec::new(),
    }
}

fn tracks() -> Vec<Track> {
    let space = |label: &str, text: &str, here: bool, colour: Option<&'static str>| TrackSpace {
        label: label.to_owned(),
        text: text.to_owned(),
        here,
        markers: if here { vec!["marker".to_owned()] } else { Vec::new() },
        colour,
    };
    vec![
        Track {
            title: "Game Turn Record Track",
            spaces: vec![
                space("1", "2:00 P.M.", false, None),
                space("2", "3:00 P.M.", true, None),
                space("3", "4:00 P.M. Slocum: Bartlett, Newton, Taylor", false, None),
                space("4", "5:00 P.M. then Special Sequence: French, Meagher, 5th U.S. Cavalry", false, None),
                space("5", "6:00 P.M.", false, None),
                space("6", "7:00 P.M. Final Assault, Confederate only", false, None),
            ],
        },
        Track {
            title: "Lee Coordination Track",
            spaces: (2..=12)
                .rev()
                .map(|n| {
                    let (name, colour) = match n {
                        12 => ("A.P. Hill", Some("white")),
                        7 => ("Longstreet", Some("yellow")),
                        6 => ("D.H. Hill", Some("green")),
                        5 => ("Ewell, natural only", Some("red")),
                        4 => ("Whiting", Some("blue")),
                        3 => ("Jackson", Some("orange")),
                        _ => ("", None),
                    };
                    space(&n.to_string(), name, n == 12, colour)
                })
                .collect(),
        },
        Track {
            title: "Victory",
            spaces: vec![
                space("10 or less", "Union Decisive", true, None),
                space("11 to 15", "Union Tactical", false, None),
                space("16 to 20", "Confederate Tactical", false, None),
                space("21 and more", "Confederate Decisive", false, None),
            ],
        },
    ]
}

/// What happened in one phase of fighting.
pub fn marks() -> Vec<Mark> {
    let moved = |piece: &str, side: Side, path: &[&str]| Mark::Moved {
        piece: piece.to_owned(),
        side,
        path: path.iter().map(|s| (*s).to_owned()).collect(),
    };
    vec![
        moved("C-APH-Field", Side::Confederate, &["0206", "0207", "0308", "0408", "0409"]),
        moved("C-LS-Pickett", Side::Confederate, &["0412", "0513", "0613", "0714"]),
        moved("U-V-Griffin", Side::Union, &["1118", "1017", "1016"]),
        Mark::Fought { from: "0714".into(), to: "0814".into(), side: Side::Confederate },
        Mark::Fought { from: "1012".into(), to: "1010".into(), side: Side::Union },
        Mark::Lost { place: "0814".into(), side: Side::Union, steps: 2 },
        Mark::Lost { place: "0714".into(), side: Side::Confederate, steps: 1 },
        Mark::Changed { place: "0920".into() },
    ]
}
