//! The counters (§2.21 to §2.23): what is printed on each.

use super::ground::Ground;
use domain_core::board::HexId;
use domain_core::kit::files;
use domain_core::kit::names::fold;
use domain_core::referee::{PackError, Side};
use serde::{Deserialize, Serialize};

/// A unit: its row in `units.csv`, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    /// The unit of a row.
    pub fn at(index: usize) -> Self {
        UnitId(index as u8)
    }

    /// Its row.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The divisions that the command rules know by name (§5.1, §5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Division {
    /// A.P. Hill's Light Division.
    ApHill,
    /// Longstreet.
    Longstreet,
    /// D.H. Hill.
    DhHill,
    /// Ewell, of Jackson's command.
    Ewell,
    /// Whiting, of Jackson's command.
    Whiting,
    /// Jackson's own.
    Jackson,
    /// McCall.
    McCall,
    /// Morell.
    Morell,
    /// Sykes.
    Sykes,
    /// Slocum; with French and Meagher, who carry his stripe (ruling 5).
    Slocum,
}

impl Division {
    /// All of them, the Confederates first.
    pub const ALL: [Division; 10] = [
        Division::ApHill,
        Division::Longstreet,
        Division::DhHill,
        Division::Ewell,
        Division::Whiting,
        Division::Jackson,
        Division::McCall,
        Division::Morell,
        Division::Sykes,
        Division::Slocum,
    ];

    /// The four that the Union chooses from (§5.2).
    pub const UNION: [Division; 4] = [Division::McCall, Division::Morell, Division::Sykes, Division::Slocum];

    /// The six on the coordination track (§5.1).
    pub const CONFEDERATE: [Division; 6] = [
        Division::ApHill,
        Division::Longstreet,
        Division::DhHill,
        Division::Ewell,
        Division::Whiting,
        Division::Jackson,
    ];

    /// The name as printed.
    pub const fn name(self) -> &'static str {
        match self {
            Division::ApHill => "A.P. Hill",
            Division::Longstreet => "Longstreet",
            Division::DhHill => "D.H. Hill",
            Division::Ewell => "Ewell",
            Division::Whiting => "Whiting",
            Division::Jackson => "Jackson",
            Division::McCall => "McCall",
            Division::Morell => "Morell",
            Division::Sykes => "Sykes",
            Division::Slocum => "Slocum",
        }
    }

    /// Whose it is.
    pub const fn side(self) -> Side {
        match self {
            Division::McCall | Division::Morell | Division::Sykes | Division::Slocum => Side::Union,
            _ => Side::Confederate,
        }
    }

    /// The colour word of its stripe.
    pub const fn stripe(self) -> &'static str {
        match self {
            Division::ApHill | Division::McCall => "white",
            Division::Longstreet | Division::Morell => "yellow",
            Division::DhHill | Division::Sykes => "green",
            Division::Ewell | Division::Slocum => "red",
            Division::Whiting => "blue",
            Division::Jackson => "orange",
        }
    }
}

/// The unit types (§2.21).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arm {
    /// Infantry that is not sharpshooters.
    Infantry,
    /// Sharpshooters with the dice they roll (§9.0). They are infantry wherever the rules do not say otherwise.
    Sharpshooter {
        /// Sharpshooter's factor.
        dice: u8,
    },
    /// Cavalry.
    Cavalry,
    /// Guns with their fire factor.
    Artillery {
        /// Fire factor.
        fire: u8,
    },
}

/// The bit of cavalry in a set of zones of control.
pub const CAVALRY_ZONE: u8 = 2;
/// The bit of guns.
pub const GUNS_ZONE: u8 = 4;
/// The bit of sharpshooters.
pub const SHARPSHOOTER_ZONE: u8 = 8;

impl Arm {
    /// Its bit in a set of zones of control.
    pub const fn bit(self) -> u8 {
        match self {
            Arm::Infantry => 1,
            Arm::Cavalry => CAVALRY_ZONE,
            Arm::Artillery { .. } => GUNS_ZONE,
            Arm::Sharpshooter { .. } => SHARPSHOOTER_ZONE,
        }
    }

    /// Guns.
    pub const fn is_artillery(self) -> bool {
        matches!(self, Arm::Artillery { .. })
    }

    /// Cavalry.
    pub const fn is_cavalry(self) -> bool {
        matches!(self, Arm::Cavalry)
    }

    /// Sharpshooters.
    pub const fn is_sharpshooter(self) -> bool {
        matches!(self, Arm::Sharpshooter { .. })
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Arm::Infantry => "infantry",
            Arm::Sharpshooter { .. } => "sharpshooters",
            Arm::Cavalry => "cavalry",
            Arm::Artillery { .. } => "artillery",
        }
    }
}

/// When a unit comes to the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// Set up before the game (§3.0).
    Setup,
    /// When its division is activated (§6.6).
    Activation,
    /// With Slocum, from turn 3 (§6.6), or turn 1 (§17.1).
    Slocum,
    /// In the Special Sequence (§14.0).
    Special,
}

/// What is printed on a counter.
#[derive(Clone, Debug)]
pub struct UnitSpec {
    /// The pack's stable id: `C-APH-Archer`.
    pub id: String,
    /// The name on the counter, its name in notation too.
    pub name: String,
    /// How notation may call it, folded by [`fold`]: name, id, then each word of the name.
    pub called: Vec<String>,
    /// The name in full.
    pub full_name: String,
    /// Whose it is.
    pub side: Side,
    /// Corps letters.
    pub corps: String,
    /// The division of its stripe; none for independents.
    pub division: Option<Division>,
    /// Without a stripe (§5.3).
    pub independent: bool,
    /// Corps R (§5.3).
    pub reserve: bool,
    /// Active every turn: the reserve battery with fire factor 9 (§5.3).
    pub always_active: bool,
    /// Unit type with its factor.
    pub arm: Arm,
    /// Steps at the start, 1 to 5.
    pub steps: u8,
    /// Morale stars.
    pub morale: u8,
    /// Red stars: combat bonus (§7.52).
    pub bonus: bool,
    /// Movement points.
    pub movement: u8,
    /// Never retreats by result nor of its own will (§7.6, §7.63, ruling 29).
    pub steadfast: bool,
    /// Must charge (§12.4).
    pub must_charge: bool,
    /// The hexes where it may set up; empty for reinforcements.
    pub setup: Vec<HexId>,
    /// The set-up names it may stand near.
    pub setup_near: String,
    /// When it comes.
    pub arrival: Arrival,
}

impl UnitSpec {
    /// Step counters under the ID counter at the start (§2.22).
    pub fn extra(&self) -> u8 {
        self.steps.saturating_sub(2)
    }

    /// Movement allowance in half-points.
    pub fn half_points(&self) -> u16 {
        u16::from(self.movement) * super::ground::MP
    }
}

#[derive(Deserialize)]
struct Row {
    id: String,
    side: String,
    corps: String,
    division: String,
    independent: String,
    reserve: String,
    r#type: String,
    counter_name: String,
    full_name: String,
    steps: u8,
    morale: u8,
    combat_bonus: String,
    movement: u8,
    ignores_retreats: String,
    must_charge: String,
    fire_factor: Option<u8>,
    sharpshooter_factor: Option<u8>,
    setup_group: String,
    entry_turn: String,
}

/// Reads `units.csv`.
///
/// # Errors
/// [`PackError`] for a row that does not fit.
pub fn read(text: &str, ground: &Ground) -> Result<Vec<UnitSpec>, PackError> {
    let wrong = |why: String| PackError::new("units.csv", why);
    let mut units = Vec::new();
    for row in files::rows::<Row>("units.csv", text)? {
        let side = match row.side.as_str() {
            "Union" => Side::Union,
            "Confederate" => Side::Confederate,
            other => return Err(wrong(format!("{}: no side {other}", row.id))),
        };
        let division = Division::ALL.into_iter().find(|d| d.name() == row.division);
        if division.is_none() != row.division.is_empty() {
            return Err(wrong(format!("{}: no division {}", row.id, row.division)));
        }
        let arm = match (row.r#type.as_str(), row.fire_factor, row.sharpshooter_factor) {
            ("infantry", None, None) => Arm::Infantry,
            ("cavalry", None, None) => Arm::Cavalry,
            ("artillery", Some(fire), None) => Arm::Artillery { fire },
            ("sharpshooter", None, Some(dice)) => Arm::Sharpshooter { dice },
            (other, ..) => return Err(wrong(format!("{}: type {other} with its factors", row.id))),
        };
        if !(1..=5).contains(&row.steps) {
            return Err(wrong(format!("{}: {} steps", row.id, row.steps)));
        }
        let arrival = match (row.setup_group.is_empty(), row.entry_turn.as_str()) {
            (false, _) => Arrival::Setup,
            (true, _) if side == Side::Confederate => Arrival::Activation,
            (true, "3") => Arrival::Slocum,
            (true, _) => Arrival::Special,
        };
        let reserve = row.reserve == "yes";
        units.push(UnitSpec {
            setup: setup_hexes(&row.setup_group, ground),
            setup_near: match row.setup_group.as_str() {
                "Independent" => "McCall, Morell or Sykes".to_owned(),
                group => group.to_owned(),
            },
            called: [row.counter_name.as_str(), row.id.as_str()]
                .into_iter()
                .chain(row.counter_name.split([' ', '/']))
                .map(fold)
                .collect(),
            id: row.id,
            name: row.counter_name,
            full_name: row.full_name,
            side,
            corps: row.corps,
            division,
            independent: row.independent == "yes",
            reserve,
            always_active: reserve && arm == Arm::Artillery { fire: 9 },
            arm,
            steps: row.steps,
            morale: row.morale,
            bonus: row.combat_bonus == "yes",
            movement: row.movement,
            steadfast: arm.is_artillery() || row.ignores_retreats == "yes",
            must_charge: row.must_charge == "yes",
            arrival,
        });
    }
    if units.len() > 200 {
        return Err(wrong("too many units".to_owned()));
    }
    Ok(units)
}

/// §3.0 with ruling 1: a straight count of hexes through any terrain, the river left out.
fn setup_hexes(group: &str, ground: &Ground) -> Vec<HexId> {
    let near = |setup: &str| match group {
        "Independent" => matches!(setup, "McCall" | "Morell" | "Sykes"),
        _ => setup == group,
    };
    let radius = match group {
        "" => return Vec::new(),
        "Arty" => 0,
        "A.P. Hill" => 1,
        _ => 2,
    };
    let mut hexes: Vec<HexId> = ground
        .cells()
        .iter()
        .filter(|c| c.setups.iter().any(|s| near(s)))
        .flat_map(|c| ground.grid.range(c.hex, radius))
        .filter(|h| !ground.hex(*h).river)
        .collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}
