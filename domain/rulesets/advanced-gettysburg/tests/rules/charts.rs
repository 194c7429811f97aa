//! The printed charts of fire and assault, typed from the rulebook a second time, and hexes by arithmetic of their own: nothing here calls the rules.

use std::collections::BTreeMap;

/// Breakdown Chart: strength 1 to 7 of the target, fire of 1 to 11.
pub const BREAKDOWN: [[u16; 11]; 7] = [
    [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1],
    [0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2],
    [0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4],
    [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5],
    [1, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7],
    [1, 2, 2, 3, 4, 4, 5, 6, 7, 7, 8],
    [1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10],
];

/// Disorganization Chart: casualty points 1 to 10, by class of strength.
pub const DISORGANIZATION: [[u16; 16]; 10] = [
    [16, 8, 5, 4, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1],
    [32, 16, 11, 8, 6, 5, 5, 4, 3, 3, 2, 2, 2, 2, 1, 1],
    [48, 24, 16, 12, 10, 8, 7, 6, 5, 4, 3, 3, 2, 2, 2, 2],
    [64, 32, 21, 16, 13, 11, 9, 8, 6, 5, 5, 4, 4, 3, 3, 2],
    [80, 40, 27, 20, 16, 13, 11, 10, 8, 7, 6, 5, 4, 4, 3, 3],
    [96, 48, 32, 24, 19, 16, 14, 12, 10, 8, 7, 6, 5, 5, 4, 4],
    [112, 56, 37, 28, 22, 19, 16, 14, 11, 9, 8, 7, 6, 5, 5, 4],
    [128, 64, 43, 32, 26, 21, 18, 16, 13, 11, 9, 8, 7, 6, 5, 5],
    [144, 72, 48, 36, 29, 24, 21, 18, 14, 12, 10, 9, 8, 7, 6, 5],
    [160, 80, 53, 40, 32, 27, 23, 20, 16, 13, 11, 10, 9, 8, 7, 6],
];

/// The least strength of each class.
const CLASSES: [u16; 16] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 15, 17, 20, 23, 26];

/// Combat Fire Table: the last strength of each column, by group; foot, then horse from its second column on.
const COLUMNS: [[&[u16]; 2]; 4] = [
    [&[2, 4, 5, 7, 8, 9, 11], &[3, 4, 7, 9, 11]],
    [&[1, 3, 4, 5, 7, 8, 10, 11], &[2, 3, 4, 7, 8, 10, 11]],
    [&[1, 2, 3, 5, 6, 7, 8, 10, 11], &[2, 3, 4, 5, 7, 8, 10, 11]],
    [&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], &[2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
];

/// Casualty points by die and column (the pack's reconstruction).
const RESULTS: [[u16; 11]; 6] = [
    [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6],
    [0, 1, 2, 2, 3, 4, 4, 5, 6, 7, 7],
    [1, 1, 2, 3, 4, 5, 6, 6, 7, 8, 9],
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    [1, 2, 4, 5, 6, 7, 8, 9, 10, 12, 13],
    [2, 3, 4, 5, 7, 8, 9, 10, 11, 13, 14],
];

/// Artillery Strength Point Chart: rifled, Napoleons, howitzers.
pub const GUN_POINTS: [[u8; 3]; 15] = [
    [0, 0, 0],
    [1, 1, 1],
    [1, 2, 2],
    [2, 3, 3],
    [2, 3, 4],
    [3, 4, 5],
    [3, 5, 6],
    [4, 5, 7],
    [4, 6, 7],
    [5, 7, 8],
    [5, 7, 9],
    [6, 8, 10],
    [6, 9, 11],
    [7, 9, 11],
    [8, 10, 11],
];

/// Artillery Fire Table: rifles to 8 hexes, Napoleons to 6, howitzers to 5.
pub const RIFLED: [[u8; 8]; 15] = [
    [0, 0, 0, 0, 0, 0, 0, 0],
    [1, 1, 1, 1, 1, 1, 1, 0],
    [2, 1, 1, 1, 1, 1, 1, 1],
    [3, 2, 2, 2, 2, 1, 1, 1],
    [3, 2, 2, 2, 2, 2, 2, 1],
    [4, 3, 3, 2, 2, 2, 2, 2],
    [5, 3, 3, 3, 3, 2, 2, 2],
    [5, 4, 4, 3, 3, 3, 3, 2],
    [6, 4, 4, 4, 4, 3, 3, 2],
    [7, 5, 5, 4, 4, 3, 3, 3],
    [7, 5, 5, 4, 4, 4, 4, 3],
    [8, 6, 6, 5, 5, 4, 4, 3],
    [9, 6, 6, 5, 5, 4, 4, 3],
    [9, 7, 7, 6, 6, 5, 5, 4],
    [10, 7, 7, 6, 6, 5, 5, 4],
];
pub const NAPOLEON: [[u8; 6]; 15] = [
    [0, 0, 0, 0, 0, 0],
    [1, 1, 1, 1, 1, 0],
    [2, 2, 1, 1, 1, 1],
    [3, 2, 2, 2, 1, 1],
    [4, 3, 2, 2, 2, 1],
    [5, 4, 3, 2, 2, 1],
    [6, 4, 3, 3, 2, 1],
    [6, 5, 4, 3, 3, 2],
    [7, 5, 4, 4, 3, 2],
    [8, 6, 5, 4, 3, 2],
    [9, 7, 5, 4, 4, 2],
    [10, 7, 6, 5, 4, 2],
    [10, 8, 6, 5, 4, 3],
    [11, 8, 7, 6, 5, 3],
    [12, 9, 7, 6, 5, 3],
];
pub const HOWITZER: [[u8; 5]; 15] = [
    [1, 0, 0, 0, 0],
    [2, 1, 1, 1, 0],
    [3, 2, 1, 1, 1],
    [4, 2, 2, 1, 1],
    [5, 3, 2, 2, 1],
    [6, 4, 3, 2, 1],
    [7, 4, 3, 2, 1],
    [8, 5, 4, 3, 2],
    [9, 5, 4, 3, 2],
    [10, 6, 5, 3, 2],
    [11, 7, 5, 4, 2],
    [12, 7, 6, 4, 2],
    [13, 8, 6, 4, 3],
    [14, 8, 7, 5, 3],
    [15, 9, 7, 5, 3],
];

/// The highest die that carries an assault, by difference from -2 to 5.
pub const CARRIES: [u8; 8] = [2, 2, 3, 4, 4, 5, 6, 6];
/// The modifier of the casualties die, by the same.
pub const CASUALTY_DIE: [i32; 8] = [-3, -2, -1, -1, 0, 1, 2, 3];
/// The share of strength lost, in hundredths, by modified die.
pub const SHARE: [u32; 8] = [5, 8, 10, 15, 20, 25, 30, 35];

/// Current experience of a base at a level of disorganization.
pub fn experience(base: u8, level: u16) -> u8 {
    let row: [u8; 11] = match base {
        12 => [12, 11, 10, 9, 8, 7, 6, 5, 4, 2, 0],
        10 => [10, 9, 8, 7, 6, 5, 4, 3, 2, 0, 0],
        9 => [9, 8, 7, 6, 5, 4, 3, 2, 0, 0, 0],
        _ => [7, 6, 5, 4, 3, 2, 0, 0, 0, 0, 0],
    };
    row[usize::from(level.max(1) - 1).min(10)]
}

/// The group of the Combat Fire Table.
pub fn group(experience: u8) -> u8 {
    match experience {
        0..=3 => 0,
        4..=6 => 1,
        7..=9 => 2,
        _ => 3,
    }
}

/// Casualty points of a strength of 1 to 11.
pub fn casualties(group: u8, horse: bool, strength: u16, die: u8) -> u16 {
    if horse && strength < 2 {
        return 0;
    }
    let columns = COLUMNS[usize::from(group)][usize::from(horse)];
    let column = columns.iter().position(|last| strength <= *last).expect("eleven at most");
    RESULTS[usize::from(die) - 1][column]
}

/// Disorganization points: by tens and the rest.
pub fn disorganization(points: u16, strength: u16) -> u16 {
    let class = CLASSES.iter().filter(|least| **least <= strength).count() - 1;
    let of = |n: u16| if n == 0 { 0 } else { DISORGANIZATION[usize::from(n) - 1][class] };
    points / 10 * of(10) + of(points % 10)
}

/// What counts of fire at so many points.
pub fn broken_down(target: u8, fire: u16) -> u16 {
    let Some(row) = (1..8).contains(&target).then(|| BREAKDOWN[usize::from(target) - 1]) else { return fire };
    let of = |n: u16| if n == 0 { 0 } else { row[usize::from(n) - 1] };
    fire / 11 * of(11) + of(fire % 11)
}

/// A hex by column from the west and row from the south; every other column, the second first, lies half a hex north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct At(pub i32, pub i32);

impl At {
    /// `HH40`.
    pub fn read(id: &str) -> At {
        let letters = id.trim_end_matches(|c: char| c.is_ascii_digit());
        let first = i32::from(letters.as_bytes()[0] - b'A');
        At(if letters.len() == 2 { 26 + first } else { first }, id[letters.len()..].parse().expect("a row"))
    }

    /// Its id.
    pub fn id(self) -> String {
        if self.0 < 0 {
            return "beyond the west edge".to_owned();
        }
        let letter = char::from(b'A' + (self.0 % 26) as u8);
        let letters = if self.0 >= 26 { format!("{letter}{letter}") } else { letter.to_string() };
        format!("{letters}{}", self.1)
    }

    /// The hex over a side: 0 north, clockwise.
    pub fn over(self, side: usize) -> At {
        let north = self.0.rem_euclid(2);
        let (dc, dr) = match side % 6 {
            0 => (0, 1),
            1 => (1, north),
            2 => (1, north - 1),
            3 => (0, -1),
            4 => (-1, north - 1),
            _ => (-1, north),
        };
        At(self.0 + dc, self.1 + dr)
    }

    /// The side over which another hex lies beside this one.
    pub fn side_to(self, other: At) -> Option<usize> {
        (0..6).find(|side| self.over(*side) == other)
    }
}

/// Rows of a file of the pack by id.
fn rows(text: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let all = reader.deserialize().map(|r| r.expect("a row"));
    all.map(|row: BTreeMap<String, String>| (row["id"].clone(), row)).collect()
}

/// Counters by id.
pub static UNITS: std::sync::LazyLock<BTreeMap<String, BTreeMap<String, String>>> =
    std::sync::LazyLock::new(|| rows(include_str!("../../data/units.csv")));
/// Hexes by id.
pub static HEXES: std::sync::LazyLock<BTreeMap<String, BTreeMap<String, String>>> =
    std::sync::LazyLock::new(|| rows(include_str!("../../data/hexes.csv")));

#[test]
fn the_pack_has_the_printed_charts() {
    let tables = &crate::table::RULES.pack().tables;
    for (strength, row) in BREAKDOWN.iter().enumerate() {
        let read: Vec<u16> = tables.breakdown[strength].iter().map(|n| u16::from(*n)).collect();
        assert_eq!(read, row, "breakdown at {}", strength + 1);
    }
    for strength in 1..=60u8 {
        for points in 0..=60 {
            let printed = disorganization(points, u16::from(strength));
            assert_eq!(tables.disorganized(points, strength), printed, "{points} at {strength}");
        }
    }
    for group in 0..4u8 {
        for (horse, strength, die) in
            [false, true].into_iter().flat_map(|h| (1..=11u8).flat_map(move |s| (1..=6u8).map(move |d| (h, s, d))))
        {
            let printed = casualties(group, horse, u16::from(strength), die);
            assert_eq!(
                u16::from(tables.combat_fire.points(usize::from(group), horse, strength, die)),
                printed,
                "{group} {horse} {strength} {die}"
            );
        }
    }
    for n in 0..15 {
        assert_eq!([0, 1, 2].map(|gun: usize| tables.artillery_strength[gun][n]), GUN_POINTS[n], "{} cannon", n + 1);
        assert_eq!(tables.artillery_fire[0][n], RIFLED[n], "{} rifles", n + 1);
        assert_eq!(tables.artillery_fire[1][n], NAPOLEON[n], "{} Napoleons", n + 1);
        assert_eq!(tables.artillery_fire[2][n], HOWITZER[n], "{} howitzers", n + 1);
    }
    assert_eq!(tables.assault, CARRIES);
    assert_eq!(tables.assault_modifier.map(i32::from), CASUALTY_DIE);
    assert_eq!(tables.assault_share.map(u32::from), SHARE);
    use advanced_gettysburg::Experience::{Experienced, Green, Seasoned, Veteran};
    for (base, printed) in [(Veteran, 12), (Seasoned, 10), (Experienced, 9), (Green, 7)] {
        for level in 0..20 {
            assert_eq!(tables.current(base, level), experience(printed, level), "{printed} at {level}");
        }
    }
}

#[test]
fn hexes_by_arithmetic_lie_as_those_of_the_rules() {
    let ground = &crate::table::RULES.pack().ground;
    for id in HEXES.keys() {
        let (at, place) = (At::read(id), crate::table::hex(id));
        assert_eq!(&at.id(), id);
        for (n, next) in ground.atlas.neighbours(place).into_iter().enumerate() {
            let there = HEXES.contains_key(&at.over(n).id());
            assert_eq!(
                next.filter(|p| ground.is_hex(*p)).map(|p| ground.id(p)),
                there.then(|| at.over(n).id()),
                "{id}"
            );
        }
    }
}
