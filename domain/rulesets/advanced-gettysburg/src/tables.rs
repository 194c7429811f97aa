//! Tables and charts, read from `tables.json` into what rules look up.

use super::units::{Experience, Gun};
use super::zoning::{ForcesText, ZonesText, Zoning};
use domain_core::kit::files;
use domain_core::referee::{PackError, Side};
use serde::Deserialize;
use std::collections::BTreeMap;

const FILE: &str = "tables.json";

/// Activity points in halves of a point, as movement off roads costs one and a half.
pub type Halves = u8;

/// What moves or acts, for costs and levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// Brigades in column.
    Column,
    /// Brigades in battleline.
    Line,
    /// Limbered batteries.
    Limbered,
    /// Unlimbered batteries.
    Unlimbered,
    /// Commanders.
    Commander,
}

/// A row of the Activity Cost Chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// From road hex to road hex.
    AlongRoad,
    /// Elsewhere.
    OffRoad,
    /// Towards the enemy in his range (§21.2).
    Advance,
    /// Away from him (§21.3).
    Retreat,
    /// Column to battleline.
    ToLine,
    /// Battleline to column.
    ToColumn,
    /// Unlimbering.
    Unlimber,
    /// Limbering.
    Limber,
    /// To rest.
    ToRest,
    /// From rest.
    FromRest,
    /// One more battleline marker.
    AddMarker,
    /// Strength rearranged.
    Rearrange,
}

impl Activity {
    const ALL: [Activity; 12] = [
        Activity::AlongRoad,
        Activity::OffRoad,
        Activity::Advance,
        Activity::Retreat,
        Activity::ToLine,
        Activity::ToColumn,
        Activity::Unlimber,
        Activity::Limber,
        Activity::ToRest,
        Activity::FromRest,
        Activity::AddMarker,
        Activity::Rearrange,
    ];

    const fn key(self) -> &'static str {
        match self {
            Activity::AlongRoad => "move_along_road",
            Activity::OffRoad => "move_off_road",
            Activity::Advance => "advance",
            Activity::Retreat => "retreat",
            Activity::ToLine => "column_to_battleline",
            Activity::ToColumn => "battleline_to_column",
            Activity::Unlimber => "limber_to_unlimber",
            Activity::Limber => "unlimber_to_limber",
            Activity::ToRest => "change_to_rest",
            Activity::FromRest => "change_from_rest",
            Activity::AddMarker => "add_battleline_marker",
            Activity::Rearrange => "rearrange_battleline_strength",
        }
    }
}

/// A row of costs, in halves; none where the chart says not allowed or not applicable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    by: [Option<Halves>; 5],
    /// More in enemy range; none where it is not allowed there.
    pub in_range: Option<Halves>,
    /// More beside an enemy; none where it is not allowed there or has a note of its own.
    pub beside: Option<Halves>,
    /// More in woods.
    pub in_woods: Halves,
}

impl Cost {
    /// What it costs a mover; none where the chart does not allow it.
    pub fn of(&self, mover: Mover) -> Option<Halves> {
        self.by[mover as usize]
    }
}

/// A strength column of the Combat Fire Table: from and to.
type Heading = [u8; 2];

/// The Combat Fire Table (§24.3).
#[derive(Clone, Debug)]
pub struct CombatFire {
    /// Headings of the four experience groups (0-3, 4-6, 7-9, 10-12), foot then horse.
    headings: [[Vec<Heading>; 2]; 4],
    /// Casualty points by die and column.
    results: [Vec<u8>; 6],
}

impl CombatFire {
    /// The experience group that a current experience falls in, 0 to 3.
    pub const fn group(experience: u8) -> usize {
        match experience {
            0..=3 => 0,
            4..=6 => 1,
            7..=9 => 2,
            _ => 3,
        }
    }

    /// Casualty points of 1 to 11 strength points of a group with a die; nothing below the first heading.
    pub fn points(&self, group: usize, horse: bool, strength: u8, die: u8) -> u8 {
        let headings = &self.headings[group.min(3)][usize::from(horse)];
        let column = headings.iter().position(|[from, to]| (*from..=*to).contains(&strength));
        let row = &self.results[usize::from(die.clamp(1, 6)) - 1];
        column.and_then(|c| row.get(c)).copied().unwrap_or(0)
    }
}

/// Who wins, and by how much (§37).
#[derive(Clone, Debug)]
pub struct Victory {
    /// The least total that wins.
    pub minimum: i32,
    /// The same where ammunition counts (0.11).
    pub minimum_with_ammunition: i32,
}

/// A share of a reserve of ammunition (0.10).
#[derive(Clone, Debug)]
pub struct Store {
    /// Factors at the start.
    pub factors: u16,
    /// Corps, or artillery brigade.
    pub name: String,
    /// Whose.
    pub side: Side,
}

/// A scenario of the pack.
#[derive(Clone, Debug)]
pub struct ScenarioRow {
    /// Its id.
    pub id: String,
    /// First and last turn.
    pub turns: [u8; 2],
    /// The least total that wins it.
    pub minimum: i32,
    /// Hexes that count; all where nothing is listed.
    pub places: Option<Vec<String>>,
    /// Forces and zones, where it is set up.
    pub zoning: Option<Zoning>,
}

/// All tables.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Maximum activity level by modified die 0 to 6: foot and lines, horse in column (Activity Allotment Table).
    pub allotment: [[u8; 2]; 7],
    /// Artillery Fire Table by gun, cannon from 1, range from 1: casualty points or ammunition attacks.
    pub artillery_fire: [Vec<Vec<u8>>; 3],
    /// Strength points of 1 to 15 cannon by gun (Artillery Strength Point Chart).
    pub artillery_strength: [Vec<u8>; 3],
    /// The highest die that carries an assault, by difference -2 to 5 (Combat Assault Table).
    pub assault: [u8; 8],
    /// The modifier of the casualties die by difference -2 to 5.
    pub assault_modifier: [i8; 8],
    /// The share of the defender's strength lost, in hundredths, by modified die 0 to 7.
    pub assault_share: [u8; 8],
    /// Breakdown Chart by target strength 1 to 7 and fire strength 1 to 11.
    pub breakdown: [Vec<u8>; 7],
    /// Disorganization points by activity level from 1: foot and lines (to 10), horse in column (to 20).
    pub capability: [Vec<u8>; 2],
    /// Combat Fire Table.
    pub combat_fire: CombatFire,
    costs: Vec<Cost>,
    /// Disorganization by casualty points 1 to 10 and strength class.
    disorganization: Vec<Vec<u8>>,
    /// The least strength of each class.
    classes: Vec<u8>,
    /// Disorganization points by turns gained and turns of notice.
    pub entry_penalty: BTreeMap<u8, BTreeMap<u8, u8>>,
    /// The roads that who is to come by a road may come by instead (§34.21.8, ruling 28).
    pub entry_neighbours: BTreeMap<String, Vec<String>>,
    /// Current experience by disorganization level 0-1, 2 … 11+.
    experience: [Vec<u8>; 4],
    /// Batteries that may draw on no share of the reserve (0.10).
    pub no_reserve: Vec<String>,
    /// Reserve ammunition factors, the Union's first (§29.4.5).
    pub reserve: [u16; 2],
    /// Batteries that may draw on the Union's general reserve alone (0.10, ruling 33).
    pub reserve_only: Vec<String>,
    /// The shares of the reserves (0.10).
    pub stores: Vec<Store>,
    /// Scenarios.
    pub scenarios: Vec<ScenarioRow>,
    /// Victory.
    pub victory: Victory,
}

impl Tables {
    /// A row of the Activity Cost Chart.
    pub fn cost(&self, activity: Activity) -> &Cost {
        &self.costs[activity as usize]
    }

    /// The current experience of a brigade (§33.1.5, Current Experience Chart).
    pub fn current(&self, base: Experience, level: u16) -> u8 {
        let row = &self.experience[base as usize];
        let column = usize::from(level).saturating_sub(1).min(row.len() - 1);
        row[column]
    }

    /// Disorganization points for casualty points on a brigade of this strength at the start of the phase (§24.3.3): by tens and the rest.
    pub fn disorganized(&self, casualties: u16, strength: u8) -> u16 {
        let class = self.classes.iter().rposition(|least| *least <= strength).unwrap_or(0);
        let of =
            |points: u16| if points == 0 { 0 } else { u16::from(self.disorganization[usize::from(points) - 1][class]) };
        casualties / 10 * of(10) + of(casualties % 10)
    }

    /// Disorganization points for expending so many activity points, whole or a half more (§13.9); none above the highest level.
    pub fn worn(&self, horse_in_column: bool, halves: Halves) -> Option<u16> {
        let level = usize::from(halves.div_ceil(2));
        if level == 0 {
            return Some(0);
        }
        self.capability[usize::from(horse_in_column)].get(level - 1).map(|dp| u16::from(*dp))
    }

    /// The highest activity level, in points.
    pub fn highest(&self, horse_in_column: bool) -> u8 {
        self.capability[usize::from(horse_in_column)].len() as u8
    }

    /// Reads them.
    ///
    /// # Errors
    /// [`PackError`] with what does not fit.
    pub fn read(text: &str) -> Result<Tables, PackError> {
        let file: File = files::json(FILE, text)?;
        let wrong = |what: &str| PackError::new(FILE, what);
        let numbered = |map: &BTreeMap<u8, u8>| map.values().copied().collect::<Vec<u8>>();
        let mut allotment = [[0; 2]; 7];
        for (die, row) in &file.activity_allotment.rows {
            *allotment.get_mut(usize::from(*die)).ok_or_else(|| wrong("a die above 6"))? =
                [row.infantry_or_cavalry_battleline, row.cavalry_column];
        }
        let of_gun = |gun: Gun| {
            let rows = match gun {
                Gun::Rifled => &file.artillery_fire.rifled,
                Gun::Napoleon => &file.artillery_fire.napoleon,
                Gun::Howitzer => &file.artillery_fire.howitzer,
            };
            rows.values().cloned().collect::<Vec<_>>()
        };
        let strength = |gun: Gun| file.artillery_strength.rows.values().map(|r| r[gun.word()]).collect::<Vec<u8>>();
        let by_difference = |map: &BTreeMap<String, i8>| -> Option<[i8; 8]> {
            let mut row = [0; 8];
            for (cell, difference) in row.iter_mut().zip(-2i8..) {
                *cell = *map.get(&difference.to_string())?;
            }
            Some(row)
        };
        let assault = by_difference(&file.assault.success_die_at_most).ok_or_else(|| wrong("assault"))?;
        let share = |n: u8| file.assault_casualties.factor.get(&n).map(|f| (f * 100.0).round() as u8);
        let assault_share: Option<Vec<u8>> = (0..8).map(share).collect();
        let rows = |names: [&str; 4], map: &BTreeMap<String, Vec<u8>>| -> Option<Vec<Vec<u8>>> {
            names.iter().map(|n| map.get(*n).cloned()).collect()
        };
        let experience = rows(["green", "experienced", "seasoned", "veteran"], &file.current_experience.rows)
            .ok_or_else(|| wrong("experience"))?;
        let heading = |group: &str, horse: bool| {
            let rows = file.combat_fire.strength_columns.get(group)?;
            Some(if horse { rows.cavalry.clone() } else { rows.foot.clone() })
        };
        let headings: Option<Vec<[Vec<Heading>; 2]>> = ["0-3", "4-6", "7-9", "10-12"]
            .iter()
            .map(|group| Some([heading(group, false)?, heading(group, true)?]))
            .collect();
        let fixed = |what: &'static str| move |_| PackError::new(FILE, what);
        let combat_fire = CombatFire {
            headings: headings.and_then(|h| h.try_into().ok()).ok_or_else(|| wrong("combat fire"))?,
            results: file
                .combat_fire
                .results
                .values()
                .cloned()
                .collect::<Vec<_>>()
                .try_into()
                .map_err(fixed("results"))?,
        };
        let costs = Activity::ALL.iter().map(|a| {
            let row = file.activity_cost.rows.get(a.key()).ok_or_else(|| wrong(a.key()))?;
            let by = [&row.column, &row.battleline, &row.limbered, &row.unlimbered, &row.commander];
            Ok(Cost {
                by: by.map(CostCell::halves),
                in_range: row.add_in_enemy_range_of_influence.halves(),
                beside: row.add_adjacent_to_enemy.halves(),
                in_woods: row.add_in_woods.halves().unwrap_or(0),
            })
        });
        let least = |class: &String| class.trim_end_matches('+').split('-').next()?.parse().ok();
        let classes: Option<Vec<u8>> = file.disorganization.columns.iter().map(least).collect();
        let scenario = |row: &ScenarioText| ScenarioRow {
            id: row.id.clone(),
            turns: row.turns,
            minimum: row.minimum_total,
            places: if let Places::Some(places) = &row.places { Some(places.clone()) } else { None },
            zoning: Zoning::read(row.forces.as_ref(), row.zones.as_ref(), row.disorganization.as_ref()),
        };
        let points = &file.activity_capability.disorganization_points;
        let mut stores = Vec::new();
        for side in Side::BOTH {
            let shares = file.ammunition.breakdown.get(side.name()).ok_or_else(|| wrong("shares of the reserve"))?;
            stores.extend(shares.iter().map(|(name, factors)| Store { factors: *factors, name: name.clone(), side }));
        }
        Ok(Tables {
            allotment,
            artillery_fire: Gun::ALL.map(of_gun),
            artillery_strength: Gun::ALL.map(strength),
            assault: assault.map(|die| die.unsigned_abs()),
            assault_modifier: by_difference(&file.assault_casualties.modifier).ok_or_else(|| wrong("casualties"))?,
            assault_share: assault_share.and_then(|s| s.try_into().ok()).ok_or_else(|| wrong("shares"))?,
            breakdown: file
                .breakdown
                .rows
                .values()
                .cloned()
                .collect::<Vec<_>>()
                .try_into()
                .map_err(fixed("breakdown"))?,
            capability: [numbered(&points.infantry_or_cavalry_battleline), numbered(&points.cavalry_column)],
            combat_fire,
            costs: costs.collect::<Result<_, PackError>>()?,
            disorganization: file.disorganization.rows.values().cloned().collect(),
            classes: classes.ok_or_else(|| wrong("strength classes"))?,
            entry_penalty: file.entry_penalty.rows,
            entry_neighbours: file.entry_roads.neighbours,
            experience: experience.try_into().map_err(fixed("experience"))?,
            no_reserve: file.ammunition.no_reserve,
            reserve_only: file.ammunition.reserve_only,
            stores,
            reserve: [file.ammunition.reserve["Union"], file.ammunition.reserve["Confederate"]],
            scenarios: file.scenarios.iter().map(scenario).collect(),
            victory: Victory {
                minimum: file.victory.minimum_total,
                minimum_with_ammunition: file.victory.minimum_total_with_ammunition_rule,
            },
        })
    }
}

#[derive(Deserialize)]
struct File {
    activity_allotment: Allotment,
    activity_capability: Capability,
    activity_cost: Costs,
    ammunition: Ammunition,
    artillery_fire: ArtilleryFire,
    artillery_strength: ArtilleryStrength,
    assault: Assault,
    assault_casualties: Casualties,
    breakdown: Breakdown,
    combat_fire: CombatFireText,
    current_experience: Current,
    disorganization: Disorganization,
    entry_penalty: EntryPenalty,
    entry_roads: EntryRoads,
    scenarios: Vec<ScenarioText>,
    victory: VictoryText,
}

#[derive(Deserialize)]
struct EntryRoads {
    neighbours: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
struct Allotment {
    rows: BTreeMap<u8, AllotmentRow>,
}

#[derive(Deserialize)]
struct AllotmentRow {
    infantry_or_cavalry_battleline: u8,
    cavalry_column: u8,
}

#[derive(Deserialize)]
struct Capability {
    disorganization_points: CapabilityRows,
}

#[derive(Deserialize)]
struct CapabilityRows {
    infantry_or_cavalry_battleline: BTreeMap<u8, u8>,
    cavalry_column: BTreeMap<u8, u8>,
}

#[derive(Deserialize)]
struct Costs {
    rows: BTreeMap<String, CostRow>,
}

#[derive(Deserialize)]
struct CostRow {
    column: CostCell,
    battleline: CostCell,
    limbered: CostCell,
    unlimbered: CostCell,
    commander: CostCell,
    add_in_enemy_range_of_influence: CostCell,
    add_adjacent_to_enemy: CostCell,
    add_in_woods: CostCell,
}

/// A cell of the cost chart: points, words, or nothing.
#[derive(Deserialize)]
#[serde(untagged)]
enum CostCell {
    Number(f64),
    Words(#[expect(dead_code, reason = "what it says is a rule's")] String),
    None(()),
}

impl CostCell {
    fn halves(&self) -> Option<Halves> {
        if let CostCell::Number(points) = self { Some((points * 2.0).round() as Halves) } else { None }
    }
}

#[derive(Deserialize)]
struct Ammunition {
    breakdown: BTreeMap<String, BTreeMap<String, u16>>,
    no_reserve: Vec<String>,
    reserve_only: Vec<String>,
    reserve: BTreeMap<String, u16>,
}

#[derive(Deserialize)]
struct ArtilleryFire {
    rifled: BTreeMap<u8, Vec<u8>>,
    napoleon: BTreeMap<u8, Vec<u8>>,
    howitzer: BTreeMap<u8, Vec<u8>>,
}

#[derive(Deserialize)]
struct ArtilleryStrength {
    rows: BTreeMap<u8, BTreeMap<String, u8>>,
}

#[derive(Deserialize)]
struct Assault {
    success_die_at_most: BTreeMap<String, i8>,
}

#[derive(Deserialize)]
struct Casualties {
    modifier: BTreeMap<String, i8>,
    factor: BTreeMap<u8, f64>,
}

#[derive(Deserialize)]
struct Breakdown {
    rows: BTreeMap<u8, Vec<u8>>,
}

#[derive(Deserialize)]
struct CombatFireText {
    strength_columns: BTreeMap<String, GroupText>,
    results: BTreeMap<u8, Vec<u8>>,
}

#[derive(Deserialize)]
struct GroupText {
    foot: Vec<Heading>,
    cavalry: Vec<Heading>,
}

#[derive(Deserialize)]
struct Current {
    rows: BTreeMap<String, Vec<u8>>,
}

#[derive(Deserialize)]
struct Disorganization {
    columns: Vec<String>,
    rows: BTreeMap<u8, Vec<u8>>,
}

#[derive(Deserialize)]
struct EntryPenalty {
    rows: BTreeMap<u8, BTreeMap<u8, u8>>,
}

#[derive(Deserialize)]
struct ScenarioText {
    id: String,
    turns: [u8; 2],
    minimum_total: i32,
    places: Places,
    forces: Option<ForcesText>,
    zones: Option<ZonesText>,
    disorganization: Option<BTreeMap<String, u8>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Places {
    Some(Vec<String>),
    All(#[expect(dead_code, reason = "it says all, or who holds what")] String),
}

#[derive(Deserialize)]
struct VictoryText {
    minimum_total: i32,
    minimum_total_with_ammunition_rule: i32,
}
