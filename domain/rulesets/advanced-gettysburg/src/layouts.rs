//! How many seats a side has, and what each commands: by corps (§3.0; the brief's §5).

use super::segments::Scenario;
use domain_core::referee::{SeatId, SeatSpec, Side};
use serde::{Deserialize, Serialize};

/// The seats of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// Four a side.
    Four,
    /// One a side.
    #[default]
    One,
    /// Two a side, as the first day has them.
    Two,
}

/// A seat: side, name (which pages and letters write behind "the"), what it commands in words, its corps; none of the one that has all that no other has. Of a side's seats the first commands the army.
type Row = (Side, &'static str, &'static str, &'static [&'static str]);

const ONE: [Row; 2] = [(Side::Union, "Union", "", &[]), (Side::Confederate, "Confederate", "", &[])];

const TWO: [Row; 4] = [
    (Side::Union, "Union headquarters", "the army, the cavalry and the I Corps", &["Cavalry", "I", ""]),
    (Side::Union, "Union XI Corps", "the XI Corps and all others", &[]),
    (Side::Confederate, "Confederate headquarters", "the army, the III Corps and all others", &[]),
    (Side::Confederate, "Confederate II Corps", "the II Corps", &["II"]),
];

const FOUR: [Row; 8] = [
    (Side::Union, "Union headquarters", "the army, the cavalry and the artillery reserve", &[]),
    (Side::Union, "Union left wing", "the I and XI Corps", &["I", "XI"]),
    (Side::Union, "Union centre", "the II and III Corps", &["II", "III"]),
    (Side::Union, "Union right wing", "the V, VI and XII Corps", &["V", "VI", "XII"]),
    (Side::Confederate, "Confederate headquarters", "the army, the cavalry and all who are independent", &[]),
    (Side::Confederate, "Confederate I Corps", "the I Corps", &["I"]),
    (Side::Confederate, "Confederate II Corps", "the II Corps", &["II"]),
    (Side::Confederate, "Confederate III Corps", "the III Corps", &["III"]),
];

impl Layout {
    const fn rows(self) -> &'static [Row] {
        match self {
            Layout::One => &ONE,
            Layout::Two => &TWO,
            Layout::Four => &FOUR,
        }
    }

    /// The seats of a scenario that is played so.
    pub fn specs(self) -> Vec<SeatSpec> {
        self.rows().iter().map(|(side, name, command, _)| SeatSpec { side: *side, name, command }).collect()
    }

    /// Whether a side has several.
    pub fn is_many(self) -> bool {
        self != Layout::One
    }

    /// All seats of a side, the one that commands the army first.
    pub fn of(self, side: Side) -> impl Iterator<Item = SeatId> {
        let rows = self.rows().iter().enumerate().filter(move |(_, row)| row.0 == side);
        rows.map(|(n, _)| SeatId(n as u8))
    }

    /// The side of a seat.
    pub fn side(self, seat: SeatId) -> Option<Side> {
        self.rows().get(usize::from(seat.0)).map(|row| row.0)
    }

    /// The name of a seat.
    pub fn name(self, seat: SeatId) -> &'static str {
        self.rows().get(usize::from(seat.0)).map_or("", |row| row.1)
    }

    /// The seat that commands the army of a side.
    pub fn head(self, side: Side) -> SeatId {
        self.of(side).next().unwrap_or(SeatId::of_side(side))
    }

    /// The seat that a corps of a side is under; the army's own is named by no letters.
    pub fn seat_of(self, side: Side, corps: &str) -> SeatId {
        let has = |seat: &SeatId| self.rows()[usize::from(seat.0)].3.contains(&corps);
        let rest = |seat: &SeatId| self.rows()[usize::from(seat.0)].3.is_empty();
        self.of(side).find(has).or_else(|| self.of(side).find(rest)).unwrap_or_else(|| self.head(side))
    }
}

/// What can be opened; `about.rs` has what is on offer of it: id, scenario, layout, title, length.
pub const OFFERS: [(&str, Scenario, Layout, &str, &str); 11] = [
    ("morning", Scenario::Morning, Layout::One, "McPherson's Ridge", "15 turns, July 1 to noon"),
    ("first-day", Scenario::FirstDay, Layout::One, "The First Day", "42 turns, July 1 to nightfall"),
    ("two-days", Scenario::TwoDays, Layout::One, "Two Days", "114 turns, July 1 and 2, with the night between"),
    ("three-days", Scenario::ThreeDays, Layout::One, "Gettysburg", "186 turns, July 1 to 3, as printed"),
    (
        "longstreet",
        Scenario::Longstreet,
        Layout::One,
        "Longstreet's Attack",
        "16 turns, July 2 from 3:40 p.m., set up in zones",
    ),
    ("morning-2", Scenario::Morning, Layout::Two, "McPherson's Ridge, two a side", "15 turns, July 1 to noon"),
    ("first-day-2", Scenario::FirstDay, Layout::Two, "The First Day, two a side", "42 turns, July 1 to nightfall"),
    ("morning-4", Scenario::Morning, Layout::Four, "McPherson's Ridge, four a side", "15 turns, July 1 to noon"),
    ("first-day-4", Scenario::FirstDay, Layout::Four, "The First Day, four a side", "42 turns, July 1 to nightfall"),
    (
        "two-days-4",
        Scenario::TwoDays,
        Layout::Four,
        "Two Days, four a side",
        "114 turns, July 1 and 2, with the night between",
    ),
    (
        "three-days-4",
        Scenario::ThreeDays,
        Layout::Four,
        "Gettysburg, four a side",
        "186 turns, July 1 to 3, as printed",
    ),
];

/// Scenario and layout of an id.
pub fn offered(id: &str) -> Option<(Scenario, Layout)> {
    OFFERS.iter().find(|row| row.0 == id).map(|row| (row.1, row.2))
}
