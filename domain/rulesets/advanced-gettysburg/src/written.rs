//! What is written at night: the data of movement orders and transfers (0.2).

use super::units::UnitId;
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
    /// The brigade, or the commander of the division.
    pub unit: UnitId,
}
