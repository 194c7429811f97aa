//! Forces and zones of a scenario that is set up, as the pack lists them (ruling 84).

use super::units::{Kind, UnitSpec};
use domain_core::referee::Side;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Who takes part on a side.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Force {
    battalions: Vec<String>,
    commanders: Vec<String>,
    corps: Vec<String>,
    divisions: Vec<String>,
    without: Vec<String>,
}

impl Force {
    /// Whether a counter of the side takes part: guns by their battalion, the others by corps, division or name.
    pub fn has(&self, unit: &UnitSpec) -> bool {
        let named = |list: &[String], name: &str| list.iter().any(|n| n == name);
        match &unit.kind {
            // The list has a brigade's name with its initials, as the card does.
            _ if named(&self.without, &unit.name) || named(&self.without, &unit.card) => false,
            Kind::Battery(battery) => named(&self.battalions, &battery.battalion),
            Kind::Commander(_) if named(&self.commanders, &unit.name) => true,
            _ => named(&self.corps, &unit.corps) || named(&self.divisions, &unit.division),
        }
    }
}

/// Hexes in which counters may be set up: columns and rows from one to another.
#[derive(Clone, Debug, Deserialize)]
pub struct Zone {
    columns: [String; 2],
    rows: [u32; 2],
}

/// A column of the map by its letters: A to Z, AA to OO.
fn column(letters: &str) -> usize {
    let first = letters.bytes().next().map_or(0, |b| usize::from(b.saturating_sub(b'A')));
    first + 26 * letters.len().saturating_sub(1)
}

impl Zone {
    /// Whether a hex lies in it.
    pub fn has(&self, hex: &str) -> bool {
        let (letters, digits) = hex.split_at(hex.find(|c: char| c.is_ascii_digit()).unwrap_or(hex.len()));
        let [first, last] = &self.columns;
        let row: u32 = digits.parse().unwrap_or(0);
        (column(first)..=column(last)).contains(&column(letters)) && (self.rows[0]..=self.rows[1]).contains(&row)
    }
}

/// What a scenario that is set up has besides its turns and places.
#[derive(Clone, Debug)]
pub struct Zoning {
    /// How many hexes the Confederates keep from the Union.
    pub apart: u32,
    /// Who takes part, the Union's first.
    pub forces: [Force; 2],
    /// Disorganization levels at the start, by name.
    pub worn: BTreeMap<String, u8>,
    zones: ZonesText,
}

impl Zoning {
    /// The zones of a counter: of the Union's V Corps its own.
    pub fn zones(&self, unit: &UnitSpec) -> &[Zone] {
        match (unit.side, unit.corps.as_str()) {
            (Side::Union, "V") => &self.zones.union_reserve,
            (Side::Union, _) => &self.zones.union,
            (Side::Confederate, _) => &self.zones.confederate,
        }
    }
}

/// The same as the pack has it.
#[derive(Clone, Debug, Deserialize)]
pub struct ZonesText {
    #[serde(rename = "Confederate")]
    confederate: Vec<Zone>,
    #[serde(rename = "Confederate_min_hexes_from_enemy")]
    apart: u32,
    #[serde(rename = "Union")]
    union: Vec<Zone>,
    #[serde(rename = "Union V Corps")]
    union_reserve: Vec<Zone>,
}

/// Both sides' forces as the pack has them.
#[derive(Clone, Debug, Deserialize)]
pub struct ForcesText {
    #[serde(rename = "Confederate")]
    confederate: Force,
    #[serde(rename = "Union")]
    union: Force,
}

impl Zoning {
    /// From what a scenario's row has; `None` for a scenario that starts as printed.
    pub fn read(
        forces: Option<&ForcesText>,
        zones: Option<&ZonesText>,
        worn: Option<&BTreeMap<String, u8>>,
    ) -> Option<Zoning> {
        let (forces, zones) = (forces?, zones?.clone());
        Some(Zoning {
            apart: zones.apart,
            forces: [forces.union.clone(), forces.confederate.clone()],
            worn: worn.cloned().unwrap_or_default(),
            zones,
        })
    }
}
