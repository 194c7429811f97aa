//! What a player can say. Each order has one line of notation (see [`super::notation`]).

use super::position::Bonus;
use super::units::{Division, UnitId};
use domain_core::board::HexId;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The longest way any unit can pay for, its first hex counted: eight points by road are sixteen hexes.
pub const LONGEST_WAY: usize = 20;

/// A chain of hexes, one at least. Small and copyable, since a menu holds hundreds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Way {
    len: u8,
    hexes: [HexId; LONGEST_WAY],
}

impl Way {
    /// A way of these hexes; `None` when there is none or there are more than [`LONGEST_WAY`].
    pub fn of(hexes: &[HexId]) -> Option<Way> {
        if hexes.is_empty() || hexes.len() > LONGEST_WAY {
            return None;
        }
        let mut way = Way { len: hexes.len() as u8, hexes: [HexId::new(0, 0); LONGEST_WAY] };
        way.hexes[..hexes.len()].copy_from_slice(hexes);
        Some(way)
    }

    /// The hexes.
    pub fn hexes(&self) -> &[HexId] {
        &self.hexes[..usize::from(self.len)]
    }

    /// The first hex.
    pub fn start(&self) -> HexId {
        self.hexes[0]
    }

    /// The last hex.
    pub fn end(&self) -> HexId {
        self.hexes[usize::from(self.len.max(1)) - 1]
    }
}

impl std::fmt::Debug for Way {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

impl std::fmt::Display for Way {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, hex) in self.hexes().iter().enumerate() {
            write!(f, "{}{hex}", if i == 0 { "" } else { "-" })?;
        }
        Ok(())
    }
}

impl Serialize for Way {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        self.hexes().serialize(s)
    }
}

impl<'de> Deserialize<'de> for Way {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let hexes = Vec::<HexId>::deserialize(d)?;
        Way::of(&hexes).ok_or_else(|| serde::de::Error::custom("a way has from 1 to 20 hexes"))
    }
}

/// One order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// `Archer at 0509`: set a unit up (§3.0).
    Place {
        /// Who.
        unit: UnitId,
        /// Where.
        hex: HexId,
    },
    /// `Archer lift`: take a unit set up back in hand.
    Lift {
        /// Who.
        unit: UnitId,
    },
    /// `deploy`: set up every unit still in hand, near where it stood that day.
    Deploy,
    /// `done`: end the phase.
    Done,
    /// `roll`: the coordination roll, in study positions; in a game it is rolled as the phase begins (§5.1).
    Roll,
    /// `keep first`, `keep second`: choose the coordination roll (§5.13).
    Keep {
        /// The second one.
        second: bool,
    },
    /// `touch`: roll again by Lee's Personal Touch (§5.13).
    Touch,
    /// `activate Morell Sykes`: choose two divisions (§5.2).
    Activate {
        /// One, the first in the rulebook's order.
        one: Division,
        /// The other.
        two: Division,
    },
    /// `Archer 0714-0715-0815`: move along a way (§6.1).
    Move {
        /// Who.
        unit: UnitId,
        /// The way, its present hex first.
        way: Way,
    },
    /// `Rodes enter 1401-1402`: come to the map (§6.6).
    Enter {
        /// Who.
        unit: UnitId,
        /// The way, the arrow hex first.
        way: Way,
    },
    /// `Hood charge 1009-1010-1110 Griffin`: charge along a way (§12.1).
    Charge {
        /// Who.
        unit: UnitId,
        /// Whom.
        target: UnitId,
        /// The way; the present hex first, or the arrow hex for a unit that enters.
        way: Way,
    },
    /// `Meade withdraw 1013`: withdraw an inactive unit (§6.8).
    Withdraw {
        /// Who.
        unit: UnitId,
        /// Where to.
        to: HexId,
    },
    /// `Archer recover` (§13.2).
    Recover {
        /// Who.
        unit: UnitId,
    },
    /// `Griffin fire 1012`: Fire, Sharpshooter's or reactive combat; a battery at an adjacent hex fights closely (§8.0, §9.0,
    /// §10.0).
    Fire {
        /// Who.
        unit: UnitId,
        /// At which hex.
        at: HexId,
    },
    /// `Archer attack 0815`: Close Combat (§11.0), and the combat of a charge (§12.3).
    Attack {
        /// Who.
        unit: UnitId,
        /// Which hex.
        at: HexId,
    },
    /// `bonus strike`, `bonus spare`, `bonus none` (§7.52).
    Bonus(Bonus),
    /// `Meade marker`: be marked as the result says (§7.7).
    Marker {
        /// Who.
        unit: UnitId,
    },
    /// `Meade step`: lose a step instead (§7.7).
    Step {
        /// Who.
        unit: UnitId,
    },
    /// `Meade retreat 1013` (§7.6, §7.7); `Berdan retreat 1013` also for the sharpshooters' step away (§9.0).
    Retreat {
        /// Who.
        unit: UnitId,
        /// Where to.
        to: HexId,
    },
    /// `Meade stay`: no voluntary retreat (§7.7), no step away (§9.0), no advance (§7.64).
    Stay {
        /// Who.
        unit: UnitId,
    },
    /// `Archer advance`: take the hex left by the enemy (§7.64).
    Advance {
        /// Who.
        unit: UnitId,
    },
}

impl Order {
    /// The unit that acts, if one does.
    pub fn unit(&self) -> Option<UnitId> {
        match *self {
            Order::Place { unit, .. }
            | Order::Lift { unit }
            | Order::Move { unit, .. }
            | Order::Enter { unit, .. }
            | Order::Charge { unit, .. }
            | Order::Withdraw { unit, .. }
            | Order::Recover { unit }
            | Order::Fire { unit, .. }
            | Order::Attack { unit, .. }
            | Order::Marker { unit }
            | Order::Step { unit }
            | Order::Retreat { unit, .. }
            | Order::Stay { unit }
            | Order::Advance { unit } => Some(unit),
            Order::Deploy
            | Order::Done
            | Order::Roll
            | Order::Keep { .. }
            | Order::Touch
            | Order::Activate { .. }
            | Order::Bonus(_) => None,
        }
    }
}
