//! A theatre to draw: 94 columns and 107 rows of hexes with rivers, roads, woods and towns, and 541 units in brigades. The same each time.
#![allow(dead_code, reason = "each test uses what it needs of it")]

use domain::board::{Facing, PlaceShape, Sheet};
use domain::referee::{
    Body, BodyShape, Corner, Figure, Formation, Phase, Piece, Place, Posture, Score, Side, Stand, Stripe, Symbol, View,
};
use std::fmt::Write as _;
use std::sync::OnceLock;

pub const COLUMNS: usize = 94;
pub const ROWS: usize = 107;
/// Units on the map, brigades of six and batteries.
pub const UNITS: usize = 541;
const BRIGADES: usize = 84;

/// A number from 0 to 1 that looks like chance.
fn chance(seed: usize) -> f64 {
    let mut z = (seed as u64).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

fn id(column: usize, row: usize) -> String {
    format!("{column:02}{row:03}")
}

fn centre(column: usize, row: usize) -> (f64, f64) {
    let x = column as f64 - if row.is_multiple_of(2) { 0.0 } else { 0.5 };
    (x, 1.0 / 3f64.sqrt() + (row - 1) as f64 * 3f64.sqrt() / 2.0)
}

/// The sheet. Its underlay is made once.
pub fn sheet() -> Sheet {
    static UNDERLAY: OnceLock<String> = OnceLock::new();
    let size = (COLUMNS as f64 + 0.5, 2.0 / 3f64.sqrt() + (ROWS - 1) as f64 * 3f64.sqrt() / 2.0);
    let mut places = Vec::with_capacity(COLUMNS * ROWS);
    for row in 1..=ROWS {
        for column in 1..=COLUMNS {
            let (x, y) = centre(column, row);
            let r = 1.0 / 3f64.sqrt();
            let corners = [(0.0, -1.0), (0.5, -0.5), (0.5, 0.5), (0.0, 1.0), (-0.5, 0.5), (-0.5, -0.5)];
            places.push(PlaceShape {
                id: id(column, row),
                title: format!("{}, clear", id(column, row)),
                centre: (x, y),
                room: (1, 1),
                outline: corners.into_iter().map(|(dx, dy)| (x + dx, y + dy * r)).collect(),
                label: None,
            });
        }
    }
    Sheet {
        digest: Sheet::digest_of(&["a theatre"]),
        title: "A theatre",
        subtitle: "ninety-four by a hundred and seven miles",
        size,
        module: 1.0,
        counter: 0.627,
        places,
        borders: Vec::new(),
        crossings: Vec::new(),
        marks: Vec::new(),
        underlay: UNDERLAY.get_or_init(|| underlay(size)),
        key: vec![("woods", "woods"), ("road:main", "road"), ("scale:1 mile", "one hex is a mile")],
    }
}

/// A line that wanders from one point to another.
fn wander(seed: usize, from: (f64, f64), to: (f64, f64), steps: usize, by: f64) -> String {
    let mut points = String::new();
    for i in 0..=steps {
        let t = i as f64 / steps as f64;
        let sway = |k: usize| {
            by * ((t * 9.0 + chance(seed + k) * 6.0).sin() + (chance(seed * 31 + i * 2 + k) - 0.5) * 0.5)
                * (t * (1.0 - t)).sqrt()
        };
        let (x, y) = (from.0 + (to.0 - from.0) * t + sway(1), from.1 + (to.1 - from.1) * t + sway(2));
        write!(points, "{}[{x:.3},{y:.3}]", if i > 0 { "," } else { "" }).unwrap();
    }
    points
}

fn underlay((wide, high): (f64, f64)) -> String {
    let mut features: Vec<String> = Vec::new();
    let line = |class: &str, more: &str, points: String| {
        format!(
            "{{\"type\":\"Feature\",\"properties\":{{\"class\":\"{class}\"{more}}},\"geometry\":{{\"type\":\"LineString\",\"coordinates\":[{points}]}}}}"
        )
    };
    let blob = |class: &str, more: &str, seed: usize, size: f64| {
        let (x, y) = (chance(seed) * wide, chance(seed + 1) * high);
        let n = 26;
        let mut ring = String::new();
        for i in 0..=n {
            let a = f64::from(i % n) / f64::from(n) * std::f64::consts::TAU;
            let r = size * (0.6 + 0.5 * chance(seed * 7 + (i % n) as usize));
            write!(ring, "{}[{:.3},{:.3}]", if i > 0 { "," } else { "" }, x + r * a.cos() * 1.4, y + r * a.sin())
                .unwrap();
        }
        format!(
            "{{\"type\":\"Feature\",\"properties\":{{\"class\":\"{class}\"{more}}},\"geometry\":{{\"type\":\"Polygon\",\"coordinates\":[[{ring}]]}}}}"
        )
    };
    for i in 0..14 {
        features.push(blob(
            "level-area",
            &format!(",\"level\":{}", 2 + i % 2),
            1_000 + i * 40,
            9.0 - (i % 2) as f64 * 4.0,
        ));
    }
    features.extend((0..90).map(|i| blob("woods", "", 5_000 + i * 40, 2.6)));
    for i in 0..6 {
        let x = wide * (0.1 + 0.15 * i as f64);
        features.push(line("river", ",\"rank\":\"minor\"", wander(100 + i, (x, 0.0), (x + 14.0, high), 160, 5.0)));
    }
    for i in 0..40 {
        let from = (chance(300 + i) * wide, chance(400 + i) * high);
        let to = (from.0 + 9.0 - 18.0 * chance(500 + i), from.1 + 12.0);
        features.push(line("stream", "", wander(600 + i, from, to, 40, 1.2)));
    }
    for i in 0..70 {
        let from = (chance(700 + i) * wide, chance(800 + i) * high);
        let to = (chance(900 + i) * wide, chance(950 + i) * high);
        let rank = if i % 4 == 0 { "main" } else { "secondary" };
        features.push(line("road", &format!(",\"rank\":\"{rank}\""), wander(70 + i, from, to, 60, 2.0)));
    }
    for i in 0..5 {
        let y = high * (0.15 + 0.17 * i as f64);
        features.push(line("railroad", "", wander(40 + i, (0.0, y), (wide, y + 8.0), 120, 3.0)));
    }
    for i in 0..120 {
        let (x, y) = (chance(2_000 + i) * wide, chance(2_200 + i) * high);
        let size = if i % 12 == 0 { 4 } else { 1 + i % 2 };
        features.push(format!(
            "{{\"type\":\"Feature\",\"properties\":{{\"class\":\"label\",\"kind\":\"town\",\"size\":{size},\"text\":\"{}\"}},\"geometry\":{{\"type\":\"Point\",\
             \"coordinates\":[{x:.3},{y:.3}]}}}}",
            ["Carlton", "Old Fork", "Bull Gap", "Marsh Mill", "St. Ann", "Weir"][i % 6].to_owned() + &format!(" {}", i + 1)
        ));
    }
    format!("{{\"type\":\"FeatureCollection\",\"features\":[{}]}}", features.join(","))
}

/// Where a brigade stands, which way it looks: two armies in clusters that face one another.
fn stand(brigade: usize) -> (usize, usize, Side, Facing) {
    let side = if brigade.is_multiple_of(2) { Side::Union } else { Side::Confederate };
    let (cluster, n) = (brigade / 14, brigade / 2 % 7);
    let column = 12 + cluster * 13 + n % 4 * 2;
    let row = 20 + cluster * 12 + n / 4 * 2 + if side == Side::Union { 0 } else { 7 };
    let facing = if side == Side::Union { Facing::side(2) } else { Facing::corner(5) };
    (column, row, side, facing)
}

/// 541 units: brigades of six regiments in stacks of three, two of them in chains, and batteries.
pub fn view() -> View {
    let mut pieces = Vec::with_capacity(UNITS);
    let mut formations = Vec::new();
    for brigade in 0..BRIGADES {
        let (column, row, side, facing) = stand(brigade);
        let corps = brigade % 2 + brigade / 28 * 2;
        let mut members = Vec::new();
        for n in 0..6 {
            let at = id(column + n / 3, row);
            let mut unit = piece(format!("u{brigade}-{n}"), format!("{} Reg.", brigade * 6 + n + 1), side, at);
            unit.facing = Some(facing);
            unit.depth = Some(n as u8 % 3);
            unit.points = Some(3 + (n % 3) as u32);
            unit.posture = Some(if brigade % 9 == 4 { Posture::Column } else { Posture::Line });
            unit.stripe = Some(Stripe {
                colour: ["red", "green", "blue", "orange"][corps % 4],
                formation: format!("{} Corps", corps + 1),
            });
            unit.ready = brigade % 5 == 0;
            members.push(unit.id.clone());
            pieces.push(unit);
        }
        let worn = brigade % 7;
        formations.push(Formation {
            id: format!("b{brigade}"),
            name: format!("Brig. {}", brigade + 1),
            side,
            above: Some(format!("c{corps}")),
            commander: None,
            members,
            strength: (24 - 3 * worn as u32, 24),
            condition: if worn > 4 { "exhausted".to_owned() } else { String::new() },
            tone: ["plain", "plain", "plain", "plain", "warn", "bad", "bad"][worn],
            place: Some(id(column, row)),
            facing: Some(facing),
            symbol: Symbol::Infantry,
            colour: ["red", "green", "blue", "orange"][corps % 4],
        });
    }
    let mut corps: Vec<usize> = (0..BRIGADES).map(|b| b % 2 + b / 28 * 2).collect();
    corps.sort_unstable();
    corps.dedup();
    for (i, n) in corps.into_iter().enumerate() {
        let side = if n % 2 == 0 { Side::Union } else { Side::Confederate };
        formations.insert(
            i,
            Formation {
                id: format!("c{n}"),
                name: format!("{} Corps", n + 1),
                side,
                above: None,
                commander: None,
                members: Vec::new(),
                strength: (0, 0),
                condition: String::new(),
                tone: "plain",
                place: None,
                facing: None,
                symbol: Symbol::Headquarters,
                colour: "none",
            },
        );
    }
    // Batteries, each in a hex behind its cluster.
    for n in 0..UNITS - pieces.len() {
        let (column, row, side, _) = stand(n * 2 % BRIGADES);
        let mut guns =
            piece(format!("g{n}"), format!("Batt. {}", n + 1), side, id(column + n % 3, row.saturating_sub(3)));
        guns.symbol = Symbol::Artillery;
        guns.posture = Some(if n % 2 == 0 { Posture::Limbered } else { Posture::Unlimbered });
        guns.facing = Some(Facing::side(2));
        guns.points = Some(6);
        pieces.push(guns);
    }
    View {
        phase: Phase {
            turn: 3,
            turns: 31,
            clock: "21 August".to_owned(),
            step: "march",
            side: Some(Side::Union),
            title: "21 August, marches".to_owned(),
            goals_first: false,
        },
        pieces,
        markers: Vec::new(),
        tracks: Vec::new(),
        score: Score { lines: Vec::new(), total: 0, sides: Vec::new(), level: "Draw".to_owned() },
        formations,
        commands: Vec::new(),
    }
}

fn piece(id: String, name: String, side: Side, at: String) -> Piece {
    Piece {
        id,
        full_name: name.clone(),
        name,
        side,
        place: Place::Map(at),
        symbol: Symbol::Infantry,
        stripe: None,
        figures: vec![
            Figure { corner: Corner::BottomLeft, text: "4".to_owned(), what: "strength", colour: "plain" },
            Figure { corner: Corner::BottomRight, text: "6".to_owned(), what: "movement", colour: "plain" },
        ],
        stars: None,
        reduced: false,
        tabs: Vec::new(),
        facing: None,
        body: None,
        posture: None,
        points: None,
        depth: None,
        ready: false,
        note: "in line".to_owned(),
        brief: String::new(),
    }
}

/// Brigades over several hexes: a line of three bent back on its right, a line of one, a column, and one of the enemy in front.
pub fn bodies() -> View {
    let mut view = view();
    let chain = |id: &str, side, shape, stands: &[(usize, usize, &str)], front| {
        let at = stands[stands.len() / 2];
        let mut body = piece(id.to_owned(), id.to_owned(), side, self::id(at.0, at.1));
        body.body = Some(Body {
            shape,
            stands: stands
                .iter()
                .map(|(c, r, s)| Stand { place: self::id(*c, *r), strength: (*s).to_owned(), front: Some(front) })
                .collect(),
        });
        body
    };
    let north = Facing::corner(5);
    view.pieces = vec![
        chain(
            "Archer",
            Side::Union,
            BodyShape::Line,
            &[(40, 50, "5"), (41, 50, "8"), (42, 51, "8"), (42, 52, "4")],
            north,
        ),
        chain("Lane", Side::Union, BodyShape::Line, &[(44, 50, "6")], north),
        chain("Ward", Side::Union, BodyShape::Column, &[(38, 52, "3"), (38, 53, "3"), (38, 54, "2")], north),
        chain(
            "Kelly",
            Side::Confederate,
            BodyShape::Line,
            &[(43, 47, "7"), (42, 47, "8"), (41, 47, "4")],
            Facing::corner(2),
        ),
    ];
    view.formations.clear();
    view
}
