//! What a player can say. Each order has one line of notation (see [`super::notation`]).

use super::position::{Force, Strike};
use super::units::{LeaderId, UnitId};

/// One order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// `pass` (§3.0).
    Pass,
    /// `done`: end the impulse, the bombardment, the reorganising.
    Done,
    /// `free`: end the impulse and play a free one by the Advantage (§10.2B).
    Free,
    /// `wake Sumner` (§5.0).
    Wake {
        /// Whom.
        leader: LeaderId,
    },
    /// `activate 25 with Hooker`, `activate 25 and 26 with Hooker` (§6.0, §10.2B).
    Activate {
        /// By whom.
        leader: LeaderId,
        /// The area.
        area: u8,
        /// A second one, by the Advantage.
        second: Option<u8>,
    },
    /// `bring on VI at 72` (§4.0).
    BringOn {
        /// Whom.
        force: Force,
        /// Where.
        area: u8,
    },
    /// `Gibbon 19-27`, `Torbert enter 72-73` (§7.1, §4.3).
    Move {
        /// Who.
        unit: UnitId,
        /// Comes to the map.
        enters: bool,
        /// The way: its area first, or the entry area when it enters.
        way: Vec<u8>,
    },
    /// `Hooker 26-25` (§7.2).
    Ride {
        /// Who.
        leader: LeaderId,
        /// The way, his area first.
        way: Vec<u8>,
    },
    /// `Gibbon assault 27`, `Gibbon volley 27`, `Art (1/I) bombard 27`: commit a unit to an attack.
    Commit {
        /// Who.
        unit: UnitId,
        /// How.
        kind: Strike,
        /// Area attacked; its own for an assault.
        area: u8,
    },
    /// `assault 27 lead Gibbon`, `volley 27 lead Gibbon`, `bombard 27 lead Art (1/I) target Lawton`: carry it out.
    Strike {
        /// How.
        kind: Strike,
        /// Area attacked.
        area: u8,
        /// The lead unit.
        lead: UnitId,
        /// For a bombardment, the target.
        target: Option<UnitId>,
    },
    /// `long-range 30 lead Res Art a (V) with Res Art b (V) target Art b (ANV)` (§3.0).
    LongRange {
        /// Area attacked.
        area: u8,
        /// The guns.
        lead: UnitId,
        /// Guns in support.
        support: Option<UnitId>,
        /// The target.
        target: UnitId,
    },
    /// `Crook a try Lower Bridge` (§11.2).
    Try {
        /// Who.
        unit: UnitId,
        /// What.
        crossing: u8,
    },
    /// `find Snavely's Ford`, by the Advantage (§10.2B).
    Find {
        /// What.
        crossing: u8,
    },
    /// `silence Hooker`, by the Advantage (§10.2B).
    Silence {
        /// Whom.
        leader: LeaderId,
    },
    /// `keep`: let the roll, or the leader, be.
    Keep,
    /// `reroll`, `reroll attack`, `reroll defence`: by the Advantage.
    Reroll {
        /// The second roll of a fight.
        second: bool,
    },
    /// `lead Starke`: name the defending lead unit (§8.5.7).
    Lead {
        /// Who.
        unit: UnitId,
    },
    /// `Starke spend`: turn Fresh to Spent for 2 (§8.6.1).
    Spend {
        /// Who.
        unit: UnitId,
    },
    /// `Starke die`: eliminate for 2, or 4 when Fresh (§8.6.1).
    Die {
        /// Who.
        unit: UnitId,
    },
    /// `Starke fall back`: retreat for 1 (§8.6.1).
    FallBack {
        /// Who.
        unit: UnitId,
    },
    /// `more`: give more casualty points than are owed (ruling 49).
    More,
    /// `retreat 29` (§8.6.4).
    Retreat {
        /// Where.
        area: u8,
    },
    /// `F. Lee a withdraw 3-2` (§7.3.3).
    Withdraw {
        /// Who.
        unit: UnitId,
        /// The way, its area first.
        way: Vec<u8>,
    },
    /// `F. Lee a stay`.
    Stay {
        /// Who.
        unit: UnitId,
    },
    /// `aim Jackson`: whose fate is rolled for (§8.7.2).
    Pick {
        /// Whom.
        leader: LeaderId,
    },
    /// `Jackson to 29`: place a leader (§5.4, §8.7.3).
    Station {
        /// Who.
        leader: LeaderId,
        /// Where.
        area: u8,
    },
    /// `Jackson reorganise Starke` (§9.3).
    Reorganise {
        /// By whom.
        leader: LeaderId,
        /// Whom.
        unit: UnitId,
    },
    /// `pay Jones`: the price (§9.3).
    Pay {
        /// Who.
        unit: UnitId,
    },
}

impl Order {
    /// The unit that acts, if one does.
    pub fn unit(&self) -> Option<UnitId> {
        match self {
            Order::Move { unit, .. }
            | Order::Commit { unit, .. }
            | Order::Try { unit, .. }
            | Order::Lead { unit }
            | Order::Spend { unit }
            | Order::Die { unit }
            | Order::FallBack { unit }
            | Order::Withdraw { unit, .. }
            | Order::Stay { unit }
            | Order::Pay { unit } => Some(*unit),
            Order::Strike { lead, .. } | Order::LongRange { lead, .. } => Some(*lead),
            _ => None,
        }
    }

    /// The leader that acts or is spoken of, if one is.
    pub fn leader(&self) -> Option<LeaderId> {
        match self {
            Order::Wake { leader }
            | Order::Activate { leader, .. }
            | Order::Ride { leader, .. }
            | Order::Silence { leader }
            | Order::Pick { leader }
            | Order::Station { leader, .. }
            | Order::Reorganise { leader, .. } => Some(*leader),
            _ => None,
        }
    }

    /// The word that groups it in the menu.
    pub fn verb(&self) -> &'static str {
        match self {
            Order::Pass => "pass",
            Order::Done => "done",
            Order::Free => "free",
            Order::Wake { .. } => "wake",
            Order::Activate { second: None, .. } => "activate",
            Order::Activate { .. } => "activate-two",
            Order::BringOn { .. } => "bring-on",
            Order::Move { enters: true, .. } => "enter",
            Order::Move { .. } => "move",
            Order::Ride { .. } => "ride",
            Order::Commit { .. } => "commit",
            Order::Strike { kind, .. } => kind.word(),
            Order::LongRange { .. } => "long-range",
            Order::Try { .. } => "try",
            Order::Find { .. } => "find",
            Order::Silence { .. } => "silence",
            Order::Keep => "keep",
            Order::Reroll { .. } => "reroll",
            Order::Lead { .. } => "lead",
            Order::Spend { .. } => "spend",
            Order::Die { .. } => "die",
            Order::FallBack { .. } => "fall-back",
            Order::More => "more",
            Order::Retreat { .. } => "retreat",
            Order::Withdraw { .. } => "withdraw",
            Order::Stay { .. } => "stay",
            Order::Pick { .. } => "aim",
            Order::Station { .. } => "post",
            Order::Reorganise { .. } => "reorganise",
            Order::Pay { .. } => "pay",
        }
    }
}
