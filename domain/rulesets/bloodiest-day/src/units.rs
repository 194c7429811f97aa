//! §1.2: the counters.

use domain_core::referee::Side;
use serde::{Deserialize, Serialize};

/// A combat unit, by its place in the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

/// A leader, by his place in the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LeaderId(pub u8);

/// Somebody that orders are given to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    /// A combat unit.
    Unit(UnitId),
    /// A leader.
    Leader(LeaderId),
}

impl Piece {
    /// The unit, if it is one.
    pub const fn unit(self) -> Option<UnitId> {
        match self {
            Piece::Unit(unit) => Some(unit),
            Piece::Leader(_) => None,
        }
    }

    /// The leader, if it is one.
    pub const fn leader(self) -> Option<LeaderId> {
        match self {
            Piece::Leader(leader) => Some(leader),
            Piece::Unit(_) => None,
        }
    }
}

impl From<UnitId> for Piece {
    fn from(unit: UnitId) -> Self {
        Piece::Unit(unit)
    }
}

impl From<LeaderId> for Piece {
    fn from(leader: LeaderId) -> Self {
        Piece::Leader(leader)
    }
}

/// Branch of service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arm {
    /// On foot.
    Infantry,
    /// Mounted.
    Cavalry,
    /// Guns.
    Artillery,
    /// Mounted guns.
    HorseArtillery,
}

impl Arm {
    /// Guns of either kind.
    pub const fn guns(self) -> bool {
        matches!(self, Arm::Artillery | Arm::HorseArtillery)
    }

    /// Cavalry and horse artillery (§7.3.1).
    pub const fn mounted(self) -> bool {
        matches!(self, Arm::Cavalry | Arm::HorseArtillery)
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
            Arm::HorseArtillery => "horse artillery",
        }
    }
}

/// The counter of a combat unit.
#[derive(Clone, Debug)]
pub struct UnitSpec {
    /// Stable id.
    pub id: String,
    /// Whose.
    pub side: Side,
    /// The name on the counter.
    pub name: String,
    /// Brigade, demi-brigade, battalion, demi-battalion.
    pub size: String,
    /// Corps, or `independent`.
    pub corps: String,
    /// Division designation; units of no division have one of their own (ruling 40).
    pub division: String,
    /// Name of the leader that commands it.
    pub leader: String,
    /// Branch.
    pub arm: Arm,
    /// Combat value when Fresh.
    pub fresh: u8,
    /// Combat value when Spent.
    pub spent: u8,
    /// Movement allowance.
    pub movement: u8,
    /// May bombard at long range (§3.0).
    pub long_range: bool,
    /// Where it starts.
    pub start: Option<u8>,
    /// Where the printed list has it (ruling 1).
    pub listed: Option<u8>,
    /// Where it may enter as a reinforcement.
    pub entry: Vec<u8>,
}

impl UnitSpec {
    /// Evans's two units (ruling 57).
    pub fn independent(&self) -> bool {
        self.corps == "independent"
    }

    /// A reserve battery of the V Corps, which counts as of any corps (ruling 62).
    pub fn reserve(&self) -> bool {
        self.long_range
    }
}

/// The counter of a leader.
#[derive(Clone, Debug)]
pub struct LeaderSpec {
    /// Stable id.
    pub id: String,
    /// Whose.
    pub side: Side,
    /// His name.
    pub name: String,
    /// Corps, `CAV`, `ANV` or `AP`.
    pub formation: String,
    /// Movement allowance.
    pub movement: u8,
    /// Points if he is killed.
    pub points: i32,
    /// Active at the start.
    pub active: bool,
    /// Where he starts.
    pub start: Option<u8>,
}

impl LeaderSpec {
    /// McClellan, who commands the army and no units (ruling 21).
    pub fn army(&self) -> bool {
        self.formation == "AP"
    }

    /// May wake by himself (§5.3.2B): every Confederate; McClellan, Hooker and Mansfield.
    pub fn wakes_alone(&self) -> bool {
        self.side == Side::Confederate || self.army() || matches!(self.formation.as_str(), "I" | "XII")
    }

    /// May activate the unit (§6.2, §6.3): any Confederate leader any Confederate unit; a Union leader his corps and the
    /// reserve artillery.
    pub fn activates(&self, unit: &UnitSpec) -> bool {
        self.side == unit.side
            && match self.side {
                Side::Confederate => true,
                Side::Union => !self.army() && (unit.leader == self.name || unit.reserve()),
            }
    }

    /// Counts for the unit in defence (PAC): any Confederate leader for any Confederate unit; a Union leader for his corps.
    pub fn defends(&self, unit: &UnitSpec) -> bool {
        self.side == unit.side && (self.side == Side::Confederate || unit.leader == self.name)
    }

    /// Whether the unit is of the formation that he commands, for placing him (§8.7.3): Lee's and McClellan's is the army.
    pub fn commands(&self, unit: &UnitSpec) -> bool {
        self.side == unit.side && (matches!(self.formation.as_str(), "ANV" | "AP") || unit.leader == self.name)
    }

    /// Points if he is seriously wounded: half, rounded up (§8.7.3).
    pub fn wounded_points(&self) -> i32 {
        (self.points + 1) / 2
    }
}

/// Why a unit became Spent or was eliminated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// It attacked (§9.1).
    Attack,
    /// A casualty point paid (§8.6.1).
    Casualty,
    /// Lead of a failed assault (§8.6.2).
    Failed,
    /// Nowhere to retreat (ruling 53).
    NoWay,
    /// Overrun (§8.6.3).
    Overrun,
    /// The roll of a retreat among enemies.
    Retreat,
    /// The roll of a mounted withdrawal (§7.3.3).
    Withdrawal,
}
