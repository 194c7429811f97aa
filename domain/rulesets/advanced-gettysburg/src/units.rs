//! The counters: brigades, batteries, commanders, as printed (§2.11, Orders of Appearance).

use domain_core::kit::files;
use domain_core::referee::{PackError, Side};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// A counter by its number in the pack. In facts it may bear, above the number, whom it is told as where names are hidden (0.4): that is no part of which counter
/// it is.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u32);

/// Whom a counter in a fact is told as (0.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToldAs {
    /// By what lies on it.
    Cover,
    /// As that brigade.
    Unit(UnitId),
}

/// The bits of the number.
const NUMBER: u32 = 0xffff;

/// What stands above the number of a covered counter.
const COVER: u32 = 0xffff;

impl UnitId {
    /// Its place in lists of all counters.
    pub const fn index(self) -> usize {
        (self.0 & NUMBER) as usize
    }

    /// Whom it is told as.
    pub const fn told_as(self) -> ToldAs {
        match self.0 >> 16 {
            0 => ToldAs::Unit(UnitId(self.0)),
            COVER => ToldAs::Cover,
            who => ToldAs::Unit(UnitId(who - 1)),
        }
    }

    /// The same counter, told so.
    pub fn telling(self, told: ToldAs) -> UnitId {
        let number = self.0 & NUMBER;
        match told {
            ToldAs::Cover => UnitId(number | COVER << 16),
            ToldAs::Unit(who) if who == self => UnitId(number),
            ToldAs::Unit(who) => UnitId(number | ((who.0 & NUMBER) + 1) << 16),
        }
    }
}

impl PartialEq for UnitId {
    fn eq(&self, other: &Self) -> bool {
        self.index() == other.index()
    }
}

impl Eq for UnitId {}

impl PartialOrd for UnitId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for UnitId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.index().cmp(&other.index())
    }
}

impl Hash for UnitId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index().hash(state);
    }
}

/// Foot or horse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arm {
    /// Infantry.
    Infantry,
    /// Cavalry.
    Cavalry,
}

/// How seasoned a brigade is (§10.0), the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Experience {
    /// Green figures.
    Green,
    /// Black figures.
    Experienced,
    /// Red figures; every battery too (§10.3).
    Seasoned,
    /// Blue figures.
    Veteran,
}

impl Experience {
    /// The word on the chart.
    pub const fn word(self) -> &'static str {
        match self {
            Experience::Green => "green",
            Experience::Experienced => "experienced",
            Experience::Seasoned => "seasoned",
            Experience::Veteran => "veteran",
        }
    }
}

/// The kinds of cannon (§29.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Gun {
    /// Rifled guns of every calibre.
    Rifled,
    /// Napoleons.
    Napoleon,
    /// Howitzers.
    Howitzer,
}

impl Gun {
    /// In the order of the tables.
    pub const ALL: [Gun; 3] = [Gun::Rifled, Gun::Napoleon, Gun::Howitzer];

    /// The word of the tables.
    pub const fn word(self) -> &'static str {
        match self {
            Gun::Rifled => "rifled",
            Gun::Napoleon => "napoleon",
            Gun::Howitzer => "howitzer",
        }
    }

    /// The letter in notation: `6R`.
    pub const fn letter(self) -> char {
        match self {
            Gun::Rifled => 'R',
            Gun::Napoleon => 'N',
            Gun::Howitzer => 'H',
        }
    }
}

/// What a commander commands (§14.1, §37.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A division: second level.
    Division,
    /// A corps: third level.
    Corps,
    /// An army: fourth level; never determines an activity (§14.2.2).
    Army,
    /// Artillery commanders, who are there for 0.13 alone.
    Artillery,
}

/// A brigade as printed.
#[derive(Clone, Copy, Debug)]
pub struct BrigadeSpec {
    /// Foot or horse.
    pub arm: Arm,
    /// Disorganization level on entering (§34.1.3).
    pub arrives_worn: u8,
    /// Its experience.
    pub experience: Experience,
    /// Strength on entering, in strength points (§34.1.4).
    pub strength: u8,
}

/// A battery as printed.
#[derive(Clone, Debug)]
pub struct BatterySpec {
    /// Artillery brigade or battalion.
    pub battalion: String,
    /// Ammunition factors at the start (§29.4.1).
    pub factors: u8,
    /// Cannon by [`Gun::ALL`].
    pub guns: [u8; 3],
    /// Whether it is horse artillery.
    pub horse: bool,
}

impl BatterySpec {
    /// All its cannon.
    pub fn cannon(&self) -> u8 {
        self.guns.iter().sum()
    }
}

/// A commander as printed.
#[derive(Clone, Copy, Debug)]
pub struct CommanderSpec {
    /// The most brigades he influences (§14.3).
    pub control: u8,
    /// The most of them in battleline (§14.4).
    pub coordination: u8,
    /// Leadership.
    pub leadership: u8,
    /// What he commands.
    pub level: Level,
    /// Command range in hexes (§14.5).
    pub range: u8,
}

/// What kind of counter it is.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Infantry or cavalry.
    Brigade(BrigadeSpec),
    /// Artillery.
    Battery(BatterySpec),
    /// A commander.
    Commander(CommanderSpec),
}

/// When and where a counter enters (§34.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The road by its name on the card.
    pub road: String,
    /// The turn, from 1.
    pub turn: u8,
}

/// Points that join a brigade or leave it at an hour (Orders of Appearance).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joining {
    /// Points, negative for those that leave.
    pub points: i8,
    /// The turn.
    pub turn: u8,
}

/// A counter as printed.
#[derive(Clone, Debug)]
pub struct UnitSpec {
    /// When and where it enters; none for counters that start on the map or wait for an option.
    pub arrival: Option<Arrival>,
    /// The name in full, with the battery's designation.
    pub card: String,
    /// Corps, `Cavalry`, `Artillery Reserve`, `Independent`; empty for army commanders.
    pub corps: String,
    /// Division; empty where there is none.
    pub division: String,
    /// Stable id.
    pub id: String,
    /// Strength that comes or goes later.
    pub joins: Vec<Joining>,
    /// What it is.
    pub kind: Kind,
    /// The name in orders, unlike every other of its side.
    pub name: String,
    /// Whether it is in play from the beginning; the others wait for an option.
    pub in_play: bool,
    /// Whose it is.
    pub side: Side,
    /// The hex it starts in, where it starts on the map.
    pub start: Option<String>,
}

impl UnitSpec {
    /// The brigade, if it is one.
    pub fn brigade(&self) -> Option<&BrigadeSpec> {
        if let Kind::Brigade(spec) = &self.kind { Some(spec) } else { None }
    }

    /// The battery, if it is one.
    pub fn battery(&self) -> Option<&BatterySpec> {
        if let Kind::Battery(spec) = &self.kind { Some(spec) } else { None }
    }

    /// The commander, if it is one.
    pub fn commander(&self) -> Option<&CommanderSpec> {
        if let Kind::Commander(spec) = &self.kind { Some(spec) } else { None }
    }

    /// Whether it is a brigade of horse.
    pub fn is_cavalry(&self) -> bool {
        self.brigade().is_some_and(|b| b.arm == Arm::Cavalry)
    }

    /// How many ends a formation marker of it holds: 3 points in a column of horse, 8 in any other marker (§6.1, §7.2).
    pub fn column_marker(&self) -> u8 {
        if self.is_cavalry() { 3 } else { 8 }
    }
}

#[derive(Deserialize)]
struct Row {
    kind: String,
    id: String,
    side: String,
    name: String,
    #[serde(rename = "type")]
    branch: String,
    corps: String,
    division: String,
    battalion: String,
    strength_entry: Option<u8>,
    strength_changes: String,
    experience: String,
    rifled: Option<u8>,
    napoleon: Option<u8>,
    howitzer: Option<u8>,
    ammunition: Option<u8>,
    level: String,
    control: Option<u8>,
    coordination: Option<u8>,
    leadership: Option<u8>,
    range: Option<u8>,
    arrival_turn: Option<u8>,
    entry: String,
    start_hex: String,
    disorganization_level: Option<u8>,
    status: String,
}

const FILE: &str = "units.csv";

/// The turn of a day and an hour, `2 0:00`: twenty minutes each from 7 a.m. of the first day.
fn turn_of(day: &str, hour: &str) -> Option<u8> {
    let (hours, minutes) = hour.split_once(':')?;
    let (day, hours, minutes): (i32, i32, i32) = (day.parse().ok()?, hours.parse().ok()?, minutes.parse().ok()?);
    u8::try_from((day - 1) * 72 + (hours * 60 + minutes - 420) / 20 + 1).ok()
}

fn joins(text: &str) -> Result<Vec<Joining>, PackError> {
    let one = |text: &str| {
        let mut words = text.split_whitespace();
        let turn = turn_of(words.next()?, words.next()?)?;
        Some(Joining { points: words.next()?.parse().ok()?, turn })
    };
    let each = text.split(';').map(str::trim).filter(|t| !t.is_empty());
    each.map(|t| one(t).ok_or_else(|| PackError::new(FILE, format!("strength change {t}")))).collect()
}

impl Row {
    fn spec(&self, name: String) -> Result<UnitSpec, PackError> {
        let wrong = |what: &str| PackError::new(FILE, format!("{}: {what}", self.id));
        let need = |value: Option<u8>, what: &str| value.ok_or_else(|| wrong(what));
        let kind = match self.kind.as_str() {
            "brigade" => Kind::Brigade(BrigadeSpec {
                arm: match self.branch.as_str() {
                    "infantry" => Arm::Infantry,
                    "cavalry" => Arm::Cavalry,
                    other => return Err(wrong(other)),
                },
                arrives_worn: self.disorganization_level.unwrap_or(0),
                experience: match self.experience.as_str() {
                    "green" => Experience::Green,
                    "experienced" => Experience::Experienced,
                    "seasoned" => Experience::Seasoned,
                    "veteran" => Experience::Veteran,
                    other => return Err(wrong(other)),
                },
                strength: need(self.strength_entry, "strength")?,
            }),
            "battery" => Kind::Battery(BatterySpec {
                battalion: self.battalion.clone(),
                factors: need(self.ammunition, "ammunition")?,
                guns: [
                    need(self.rifled, "rifled")?,
                    need(self.napoleon, "napoleon")?,
                    need(self.howitzer, "howitzer")?,
                ],
                horse: self.branch == "horse artillery",
            }),
            "commander" => Kind::Commander(CommanderSpec {
                control: self.control.unwrap_or(0),
                coordination: self.coordination.unwrap_or(0),
                leadership: need(self.leadership, "leadership")?,
                level: match self.level.as_str() {
                    "2" => Level::Division,
                    "3" => Level::Corps,
                    "4" => Level::Army,
                    "A" => Level::Artillery,
                    other => return Err(wrong(other)),
                },
                range: self.range.unwrap_or(3),
            }),
            other => return Err(wrong(other)),
        };
        let arrival = self.arrival_turn.filter(|_| self.start_hex.is_empty() && !self.entry.is_empty());
        Ok(UnitSpec {
            arrival: arrival.map(|turn| Arrival { road: self.entry.clone(), turn }),
            card: self.name.clone(),
            corps: self.corps.clone(),
            division: self.division.clone(),
            id: self.id.clone(),
            in_play: self.status == "play",
            joins: joins(&self.strength_changes)?,
            kind,
            name,
            side: self.whose()?,
            start: (!self.start_hex.is_empty()).then(|| self.start_hex.clone()),
        })
    }

    /// Whose it is.
    fn whose(&self) -> Result<Side, PackError> {
        let found = Side::BOTH.into_iter().find(|s| s.name() == self.side);
        found.ok_or_else(|| PackError::new(FILE, format!("{}: nobody's", self.id)))
    }

    /// The name before what stands in brackets, initials first: `Gregg (J. I.)` is `J.I. Gregg`.
    fn short(&self) -> String {
        match self.name.split_once(" (") {
            Some((name, rest)) if self.kind == "brigade" => {
                format!("{} {name}", rest.trim_end_matches(')').replace(' ', ""))
            }
            Some((name, _)) => name.to_owned(),
            None => self.name.clone(),
        }
    }
}

/// Reads the counters. A brigade or commander has its plain name, a battery the name of its captain; where another counter of its side has that too,
/// it is called by battalion and captain, as the cards do: `Wainwright-Hall`.
///
/// # Errors
/// [`PackError`] with the first row that cannot be read, or a name that two counters of a side would bear.
pub fn read(text: &str) -> Result<Vec<UnitSpec>, PackError> {
    let rows: Vec<Row> = files::rows(FILE, text)?;
    let mut bearers: BTreeMap<(String, String), usize> = BTreeMap::new();
    for row in &rows {
        *bearers.entry((row.side.clone(), row.short())).or_default() += 1;
    }
    let name = |row: &Row| {
        let short = row.short();
        let alone = bearers.get(&(row.side.clone(), short.clone())) == Some(&1);
        if row.kind == "battery" && !alone { format!("{}-{short}", row.battalion) } else { short }
    };
    let specs: Vec<UnitSpec> = rows.iter().map(|row| row.spec(name(row))).collect::<Result<_, _>>()?;
    let mut seen = BTreeMap::new();
    for spec in &specs {
        if let Some(other) = seen.insert((spec.side, spec.name.clone()), spec.id.clone()) {
            return Err(PackError::new(FILE, format!("{} and {other} are both called {}", spec.id, spec.name)));
        }
    }
    Ok(specs)
}
