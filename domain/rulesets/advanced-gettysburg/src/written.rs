//! What is written beforehand: the data of movement orders and transfers (0.2), and of the optional rules 0.3, 0.5, 0.7 and 0.13.

use super::units::UnitId;
use domain_core::referee::Side;
use serde::{Deserialize, Serialize};

/// A movement order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NightOrder {
    /// The commander.
    pub by: UnitId,
    /// Where he is to be.
    pub hex: u16,
    /// The first of the three turns in which he is to be there.
    pub hour: u8,
    /// Brigades and batteries under his control until then.
    pub with: Vec<UnitId>,
}

/// A transfer: a brigade to a division commander, or a division, by its commander, to a corps commander.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transfer {
    /// The new commander.
    pub to: UnitId,
    /// The turn in which it was written; not noted before revision 5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    /// The brigade, or the commander of the division.
    pub unit: UnitId,
}

/// What is known of the delayed attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Delay {
    /// The Union's die.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// The Confederates' number, as far as this reader knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
}

/// A commander in another's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Substitute {
    /// Who commands now.
    pub by: UnitId,
    /// Where he takes over.
    pub hex: u16,
    /// Whose command it was.
    pub of: UnitId,
}

/// A night order of an artillery commander; it stands until he is given another in a later night (0.13.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GunOrder {
    /// Hunt, Alexander or Pendleton.
    pub by: UnitId,
    /// The turn in which it was written.
    pub turn: u8,
    /// The batteries.
    pub with: Vec<UnitId>,
}

/// An option as it is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryChoice {
    /// Whether it has come out of its enemy's view (0.1), and not to light yet; its side alone knows.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub came: bool,
    /// Of the Union's third option the two corps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corps: Vec<String>,
    /// Of its first where Meredith, Cutler and Hall begin.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<u16>,
    /// Its number on the card.
    pub n: u8,
    /// Whether its points are scored since a covered brigade came by it, and disorganization that it brings is given (0.4).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scored: bool,
    /// Whether it has come to light.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shown: bool,
    /// Whose.
    pub side: Side,
}
