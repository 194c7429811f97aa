//! The data pack: the files of the folder `data`, read once. An owner's exact values in the same form are read the
//! same way.

use super::ground::{Area, Border, Crossing, Link, Mark};
use super::units::{Arm, LeaderId, LeaderSpec, UnitId, UnitSpec};
use domain_core::kit::files;
use domain_core::referee::{DataFile, PackError, Side};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The text of every file of a pack.
#[derive(Clone, Copy, Debug)]
pub struct PackText {
    /// `areas.geojson`: the areas.
    pub areas: &'static str,
    /// `adjacency.csv`: the borders.
    pub adjacency: &'static str,
    /// `units.csv`: the counters.
    pub units: &'static str,
    /// `tables.json`: charts and tracks.
    pub tables: &'static str,
    /// `underlay.geojson`: the drawing.
    pub underlay: &'static str,
}

/// The pack that is built in.
pub const RECONSTRUCTED: PackText = PackText {
    areas: include_str!("../data/areas.geojson"),
    adjacency: include_str!("../data/adjacency.csv"),
    units: include_str!("../data/units.csv"),
    tables: include_str!("../data/tables.json"),
    underlay: include_str!("../data/underlay.geojson"),
};

/// A level of victory (§2.2.3B).
#[derive(Clone, Debug, Deserialize)]
pub struct Level {
    /// 0 to 4.
    pub level: u8,
    /// Its name.
    pub name: String,
    /// Least points.
    pub from: i32,
    /// Most points.
    pub to: Option<i32>,
}

/// A turn of the track.
#[derive(Clone, Debug, Deserialize)]
pub struct TurnSpec {
    /// From 1.
    pub turn: u8,
    /// "0530".
    pub from: String,
    /// "0730".
    pub to: String,
    /// What happens in it.
    pub events: Vec<String>,
}

/// A pack as the rules read it.
#[derive(Clone, Debug)]
pub struct Pack {
    /// The areas, number 1 first.
    pub areas: Vec<Area>,
    /// Bridges and fords.
    pub crossings: Vec<Crossing>,
    /// Combat units, in the order of `units.csv`.
    pub units: Vec<UnitSpec>,
    /// Leaders, in the order of `units.csv`.
    pub leaders: Vec<LeaderSpec>,
    /// The turn track.
    pub turns: Vec<TurnSpec>,
    /// The last turn (ruling 10).
    pub last_turn: u8,
    /// The highest space of the impulse track.
    pub last_space: u8,
    /// Victory levels.
    pub levels: Vec<Level>,
    /// Each file's name and digest.
    pub files: Vec<DataFile>,
    /// The revision of the rules that it is played by, which is for the ruleset to say.
    pub revision: u32,
}

#[derive(Deserialize)]
struct Collection {
    features: Vec<Feature>,
}

#[derive(Deserialize)]
struct Feature {
    properties: Properties,
    geometry: Geometry,
}

#[derive(Deserialize)]
struct Geometry {
    coordinates: Vec<Vec<(f64, f64)>>,
}

#[derive(Deserialize)]
struct Properties {
    id: u8,
    name: String,
    tem: i32,
    special_tem: Option<i32>,
    mark: Option<String>,
    long_range_bombardment: bool,
    east_of_creek: bool,
    rear_distance: BTreeMap<String, u8>,
    entry: Vec<serde_json::Value>,
    id_box: (f64, f64),
    stack_point: (f64, f64),
    stack_grid: (u8, u8),
}

#[derive(Deserialize)]
struct BorderRow {
    a: u8,
    b: u8,
    kind: String,
}

#[derive(Deserialize)]
struct UnitRow {
    id: String,
    side: String,
    name: String,
    formation: String,
    corps: String,
    division: String,
    r#type: String,
    fresh_cv: Option<u8>,
    ma: Option<u8>,
    spent_cv: Option<u8>,
    long_range: String,
    leader: String,
    start_area: String,
    listed_area: String,
    entry_area: String,
    status: String,
    vp: Option<u8>,
}

#[derive(Deserialize)]
struct TablesText {
    turn_track: TurnTrack,
    impulse_track: ImpulseTrack,
    crossings: Vec<CrossingRow>,
    victory: VictoryRow,
}

#[derive(Deserialize)]
struct TurnTrack {
    turns: Vec<TurnSpec>,
    last_turn: u8,
}

#[derive(Deserialize)]
struct ImpulseTrack {
    spaces: Vec<u8>,
}

#[derive(Deserialize)]
struct CrossingRow {
    name: String,
    kind: String,
    joins: (u8, u8),
    start: String,
}

#[derive(Deserialize)]
struct VictoryRow {
    levels: Vec<Level>,
}

impl Pack {
    /// Reads a pack.
    ///
    /// # Errors
    /// [`PackError`] naming the file and the first thing that cannot be read.
    pub fn read(text: &PackText) -> Result<Pack, PackError> {
        let tables: TablesText = files::json("tables.json", text.tables)?;
        let crossings: Vec<Crossing> = tables
            .crossings
            .into_iter()
            .map(|c| Crossing {
                bridge: c.kind == "bridge",
                holder: match c.start.as_str() {
                    "USA" => Some(Side::Union),
                    "CSA" => Some(Side::Confederate),
                    _ => None,
                },
                found: c.start == "found",
                name: c.name,
                joins: [c.joins.0, c.joins.1],
            })
            .collect();
        let mut areas = read_areas(text)?;
        read_borders(text, &mut areas, &crossings)?;
        let (units, leaders) = read_units(text, areas.len())?;
        let files = files::digests([
            ("adjacency.csv", text.adjacency),
            ("areas.geojson", text.areas),
            ("tables.json", text.tables),
            ("underlay.geojson", text.underlay),
            ("units.csv", text.units),
        ]);
        Ok(Pack {
            areas,
            crossings,
            units,
            leaders,
            turns: tables.turn_track.turns,
            last_turn: tables.turn_track.last_turn,
            last_space: tables.impulse_track.spaces.iter().copied().max().unwrap_or(13),
            levels: tables.victory.levels,
            files,
            revision: 0,
        })
    }

    /// An area by number. Numbers come from [`super::notation`] and the pack, which hold no others.
    pub fn area(&self, id: u8) -> &Area {
        let at = usize::from(id).saturating_sub(1).min(self.areas.len() - 1);
        &self.areas[at]
    }

    /// Whether there is such an area.
    pub fn has_area(&self, id: u8) -> bool {
        id >= 1 && usize::from(id) <= self.areas.len()
    }

    /// A unit's counter.
    pub fn unit(&self, id: UnitId) -> &UnitSpec {
        &self.units[usize::from(id.0).min(self.units.len() - 1)]
    }

    /// A leader's counter.
    pub fn leader(&self, id: LeaderId) -> &LeaderSpec {
        &self.leaders[usize::from(id.0).min(self.leaders.len() - 1)]
    }

    /// Every unit.
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + Clone + use<> {
        (0..self.units.len()).map(|i| UnitId(i as u8))
    }

    /// Every leader.
    pub fn leader_ids(&self) -> impl Iterator<Item = LeaderId> + Clone + use<> {
        (0..self.leaders.len()).map(|i| LeaderId(i as u8))
    }

    /// Every area.
    pub fn area_ids(&self) -> impl Iterator<Item = u8> + Clone + use<> {
        1..=self.areas.len() as u8
    }

    /// The border between two areas, if they share one.
    pub fn link(&self, a: u8, b: u8) -> Option<&Link> {
        self.area(a).links.iter().find(|l| l.to == b)
    }
}

fn read_areas(text: &PackText) -> Result<Vec<Area>, PackError> {
    let bad = |e: &dyn std::fmt::Display| PackError::new("areas.geojson", e);
    let all: Collection = files::json("areas.geojson", text.areas)?;
    let mut areas = Vec::new();
    for (i, f) in all.features.into_iter().enumerate() {
        let p = f.properties;
        if usize::from(p.id) != i + 1 {
            return Err(bad(&format!("area {} stands in place {}", p.id, i + 1)));
        }
        let rear = |side: &str| p.rear_distance.get(side).copied();
        let (Some(union), Some(confederate)) = (rear("usa"), rear("csa")) else {
            return Err(bad(&format!("area {} has no rear distance", p.id)));
        };
        areas.push(Area {
            id: p.id,
            name: p.name,
            tem: p.tem,
            special: p.special_tem.unwrap_or(p.tem),
            mark: match p.mark.as_deref() {
                Some("star") => Some(Mark::Star),
                Some("boxed_star") => Some(Mark::BoxedStar),
                Some("double_star") => Some(Mark::DoubleStar),
                Some("sharpsburg") => Some(Mark::Sharpsburg),
                _ => None,
            },
            zone: p.long_range_bombardment,
            east: p.east_of_creek,
            rear: [union, confederate],
            entry: !p.entry.is_empty(),
            links: Vec::new(),
            outline: f.geometry.coordinates.into_iter().next().unwrap_or_default(),
            number_at: p.id_box,
            stack_at: p.stack_point,
            stack_room: (p.stack_grid.0.max(1), p.stack_grid.1.max(1)),
        });
    }
    if areas.is_empty() || areas.len() > 250 {
        return Err(bad(&"there are no areas, or too many"));
    }
    Ok(areas)
}

fn read_borders(text: &PackText, areas: &mut [Area], crossings: &[Crossing]) -> Result<(), PackError> {
    for row in files::rows::<BorderRow>("adjacency.csv", text.adjacency)? {
        let named = |name: &str| {
            let found = crossings.iter().position(|c| c.name == name);
            found.map(|i| Border::Crossing(i as u8)).ok_or_else(|| PackError::new("adjacency.csv", &row.kind))
        };
        let kind = match row.kind.split_once(':') {
            None => match row.kind.as_str() {
                "open" => Border::Open,
                "sunken_road" => Border::SunkenRoad,
                "creek" => Border::Creek,
                other => return Err(PackError::new("adjacency.csv", other)),
            },
            Some((_, name)) => named(name)?,
        };
        for (from, to) in [(row.a, row.b), (row.b, row.a)] {
            let area = areas.get_mut(usize::from(from).wrapping_sub(1));
            let area = area.ok_or_else(|| PackError::new("adjacency.csv", format!("there is no area {from}")))?;
            area.links.push(Link { to, kind });
        }
    }
    Ok(())
}

fn read_units(text: &PackText, areas: usize) -> Result<(Vec<UnitSpec>, Vec<LeaderSpec>), PackError> {
    let (mut units, mut leaders) = (Vec::new(), Vec::new());
    for row in files::rows::<UnitRow>("units.csv", text.units)? {
        let bad = |what: &str| PackError::new("units.csv", format!("{}: {what}", row.id));
        let side = match row.side.as_str() {
            "USA" => Side::Union,
            "CSA" => Side::Confederate,
            _ if row.r#type == "marker" => continue,
            _ => return Err(bad("no side")),
        };
        let place = |text: &str| -> Result<Option<u8>, PackError> {
            if text.is_empty() || text.contains('|') {
                return Ok(None);
            }
            let id: u8 = text.parse().map_err(|_| bad("no such area"))?;
            if id == 0 || usize::from(id) > areas { Err(bad("no such area")) } else { Ok(Some(id)) }
        };
        let arm = match row.r#type.as_str() {
            "infantry" => Arm::Infantry,
            "cavalry" => Arm::Cavalry,
            "artillery" => Arm::Artillery,
            "horse artillery" => Arm::HorseArtillery,
            "leader" => {
                leaders.push(LeaderSpec {
                    movement: row.ma.ok_or_else(|| bad("no movement"))?,
                    points: i32::from(row.vp.ok_or_else(|| bad("no points"))?),
                    active: row.status.starts_with("active") && row.entry_area.is_empty(),
                    start: place(&row.start_area)?,
                    id: row.id,
                    side,
                    name: row.name,
                    formation: row.corps,
                });
                continue;
            }
            _ => return Err(bad("no type")),
        };
        let entry = row.entry_area.split('|').filter_map(|a| a.parse().ok()).collect();
        let start = place(&row.start_area)?;
        units.push(UnitSpec {
            listed: place(&row.listed_area)?.or(start),
            start,
            entry,
            fresh: row.fresh_cv.ok_or_else(|| bad("no strength"))?,
            spent: row.spent_cv.ok_or_else(|| bad("no spent strength"))?,
            movement: row.ma.ok_or_else(|| bad("no movement"))?,
            long_range: row.long_range == "yes",
            id: row.id,
            side,
            name: row.name,
            size: row.formation,
            corps: row.corps,
            division: row.division,
            leader: row.leader,
            arm,
        });
    }
    if units.is_empty() || units.len() > 250 || leaders.is_empty() || leaders.len() > 250 {
        return Err(PackError::new("units.csv", "there are no units or leaders, or too many"));
    }
    Ok((units, leaders))
}
