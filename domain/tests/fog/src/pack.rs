//! The board, and everybody who may stand on it.

use domain_core::board::{Axis, Grid, HexId, Parity, PlaceShape, RowsRun, Sheet};
use domain_core::kit::SheetGrid;
use domain_core::referee::{DataFile, SeatId, Side};

/// The grid: 12 columns, 10 rows.
pub const GRID: Grid =
    Grid { axis: Axis::PointyRows, cols: 12, rows: 10, shifted: Parity::Even, rows_run: RowsRun::South };

/// Places with a name, which orders may say in place of the hex.
pub const NAMED: [(HexId, &str); 6] = [
    (HexId::new(3, 4), "No. 3 Ford"),
    (HexId::new(5, 5), "O'Gorman's Mill"),
    (HexId::new(6, 6), "Ch\u{e2}teau-Rouge"),
    (HexId::new(8, 5), "\u{c6}ngus & Sons"),
    (HexId::new(9, 6), "10 Acre Wood"),
    (HexId::new(11, 7), "B\u{f8}nder <old>"),
];

/// Units of one side in the roster; those of the Confederacy follow on those of the Union.
pub const A_SIDE: u16 = 200;

/// The last of each side: those of the small scenarios.
const NAMES: [[&str; 8]; 2] = [
    [
        "Zo\u{eb}'s Light Horse",
        "O'Gorman's Foot",
        "1st \u{ce}le-de-R\u{e9}",
        "D'Arcy & Sons",
        "\u{dc}bermuth Rifles",
        "Hawkins' Zouaves",
        "Straw Men",
        "Empty Wagons",
    ],
    [
        "\u{141}ukasz's Lancers",
        "St. Clair-Sinclair's Foot",
        "3rd/4th Mixed",
        "Beauregard's Own",
        "Nu\u{f1}ez' Scouts",
        "\u{d3} Briain's Guards",
        "Quaker Guns",
        "Camp Fires",
    ],
];

/// How many brigades each side has: three of its head, three of its corps.
pub const BRIGADES_A_SIDE: usize = 6;

/// How many units of a seat make a brigade; the last one has fewer.
const A_BRIGADE: u16 = 40;

/// The brigades, by number. Those of the small scenarios are the third of each seat.
const BRIGADES: [&str; 2 * BRIGADES_A_SIDE] = [
    "O'Neill's Brigade",
    "1st Brigade",
    "Garde d'Or",
    "Chasseurs & Co.",
    "10 Acre Brigade",
    "Brigade \u{c9}lite",
    "Old Guard",
    "Hood's & Law's",
    "\u{141}\u{f3}d\u{17a} Brigade",
    "Tar Heels",
    "2nd/3rd Palmetto",
    "Brigade <new>",
];

/// A unit as printed.
#[derive(Clone, Debug)]
pub struct Printed {
    /// Its number in the roster.
    pub id: u16,
    /// Its name.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// 0 for the head's, 1 for the corps's.
    pub rank: u8,
    /// Whether it begins the game unseen.
    pub hidden: bool,
    /// Whether it is nothing but a decoy.
    pub decoy: bool,
    /// How many hexes it goes in a turn.
    pub speed: usize,
    /// Where it begins, if it begins on the map.
    pub start: Option<HexId>,
}

impl Printed {
    /// The number of its brigade. It follows from the roster, and no position holds it.
    pub fn brigade(&self) -> usize {
        let (side, of_side) = (nth(self.side), self.id % A_SIDE);
        side * BRIGADES_A_SIDE + usize::from(self.rank) * 3 + usize::from(of_side / (2 * A_BRIGADE))
    }
}

/// The scenarios.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Which {
    /// 400 units, two seats a side.
    Big,
    /// 16 units, a seat a side, and blocks of turns (§3.4).
    Blocks,
    /// 16 units, two seats a side.
    Four,
    /// 16 units, a seat a side, and signals (§3.3).
    Signals,
    /// 16 units, a seat a side.
    Two,
}

impl Which {
    /// All, in the order of the card.
    pub const ALL: [Which; 5] = [Which::Four, Which::Two, Which::Signals, Which::Blocks, Which::Big];

    /// The scenario's id.
    pub fn id(self) -> &'static str {
        match self {
            Which::Big => "big",
            Which::Blocks => "blocks",
            Which::Four => "four",
            Which::Signals => "signals",
            Which::Two => "two",
        }
    }

    /// How many seats each side has.
    pub fn a_side(self) -> u8 {
        if matches!(self, Which::Blocks | Which::Signals | Which::Two) { 1 } else { 2 }
    }

    /// Whether a unit takes part.
    pub fn has(self, unit: u16) -> bool {
        self == Which::Big || unit % A_SIDE >= A_SIDE - 8
    }

    /// The sides of its seats in seat order.
    pub fn seats(self) -> Vec<Side> {
        Side::BOTH.into_iter().flat_map(|s| vec![s; usize::from(self.a_side())]).collect()
    }

    /// The seat that commands a unit.
    pub fn seat_of(self, unit: &Printed) -> SeatId {
        let first = if unit.side == Side::Union { 0 } else { self.a_side() };
        SeatId(first + unit.rank.min(self.a_side() - 1))
    }
}

/// Everything printed.
#[derive(Clone, Debug)]
pub struct Pack {
    /// All units, by number.
    pub roster: Vec<Printed>,
}

/// 0 for the Union, 1 for the Confederacy.
pub fn nth(side: Side) -> usize {
    usize::from(side == Side::Confederate)
}

/// Whether nobody sees who stands in a hex.
pub fn is_woods(hex: HexId) -> bool {
    (usize::from(hex.col()) * 7 + usize::from(hex.row()) * 5).is_multiple_of(3)
}

/// The hexes next to one.
pub fn next_to(hex: HexId) -> impl Iterator<Item = HexId> {
    GRID.neighbours(hex).into_iter().flatten()
}

/// Whether a side may hide somebody there before the game (§3.1).
pub fn in_zone(side: Side, hex: HexId) -> bool {
    match side {
        Side::Union => (2..=5).contains(&hex.row()),
        Side::Confederate => (6..=9).contains(&hex.row()),
    }
}

/// A hex as notation writes it.
pub fn place_name(hex: HexId) -> String {
    NAMED.iter().find(|(named, _)| *named == hex).map_or_else(|| hex.to_string(), |(_, name)| (*name).to_owned())
}

impl Pack {
    /// The roster.
    pub fn new() -> Self {
        let all = Side::BOTH.into_iter().flat_map(|side| (0..A_SIDE).map(move |n| printed(side, n)));
        Pack { roster: all.collect() }
    }

    /// A unit by its number.
    pub fn unit(&self, id: u16) -> Option<&Printed> {
        self.roster.get(usize::from(id))
    }

    /// The name of a unit.
    pub fn name(&self, id: u16) -> &str {
        self.unit(id).map_or("nobody", |u| &u.name)
    }

    /// The name of a brigade.
    pub fn brigade(&self, number: usize) -> &'static str {
        BRIGADES.get(number).copied().unwrap_or("nobody")
    }

    /// The units of a scenario.
    pub fn of(&self, which: Which) -> impl Iterator<Item = &Printed> {
        self.roster.iter().filter(move |u| which.has(u.id))
    }

    /// The data files: there is one, which is this roster written out.
    pub fn files(&self) -> Vec<DataFile> {
        let text: String = self.roster.iter().map(|u| format!("{} {} {}\n", u.id, u.name, u.speed)).collect();
        vec![DataFile::of("roster.txt", &text)]
    }
}

/// One unit of a side, by its number within the side.
fn printed(side: Side, n: u16) -> Printed {
    let small = usize::from(n).checked_sub(usize::from(A_SIDE) - 8);
    let name = match (small, side) {
        (Some(small), _) => NAMES[nth(side)][small].to_owned(),
        (None, Side::Union) => format!("{n}. Volontaires de C\u{f4}te-d'Or"),
        (None, Side::Confederate) => format!("{n}. R\u{ed}ord\u{e1}n's Levy"),
    };
    // Of the others the last eight are hidden, every other of them a decoy.
    let hidden = small.map_or((184..192).contains(&n), |small| small >= 4);
    let decoy = hidden && small.map_or(n % 4 < 2, |small| small >= 6);
    let row = if side == Side::Union { 4 } else { 7 };
    let column = small.map_or(1 + n % 12, |small| 3 + 2 * small as u16);
    Printed {
        id: n + if side == Side::Union { 0 } else { A_SIDE },
        name,
        side,
        rank: (n % 2) as u8,
        hidden,
        decoy,
        speed: if n.is_multiple_of(4) { 2 } else { 1 },
        start: (!hidden).then(|| HexId::new(column as u8, row)),
    }
}

/// The map as something to draw.
pub fn sheet() -> Sheet {
    let grid = SheetGrid { grid: GRID, size: (12.5, 9.0) };
    let place = |hex: HexId| {
        let ground = if is_woods(hex) { "woods" } else { "clear" };
        let name = place_name(hex);
        PlaceShape {
            id: hex.to_string(),
            title: if name == hex.to_string() {
                format!("{hex}, {ground}")
            } else {
                format!("{hex}, {ground}, {name}")
            },
            centre: grid.centre(hex),
            room: (1, 1),
            outline: grid.outline(hex),
            label: None,
        }
    };
    Sheet {
        digest: Sheet::digest_of(&["fog line"]),
        title: "Fog Line",
        subtitle: "",
        size: grid.size,
        module: 1.0,
        counter: 0.5,
        places: GRID.hexes().map(place).collect(),
        borders: Vec::new(),
        crossings: Vec::new(),
        marks: Vec::new(),
        underlay: "",
        key: vec![("woods", "woods")],
    }
}
