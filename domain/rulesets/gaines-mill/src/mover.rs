//! A unit about to move, and what its way comes to.

use super::ground::MP;
use super::units::{Arm, UnitId};
use domain_core::referee::Side;

/// A unit about to move, with what its steps depend on.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// Who.
    pub unit: UnitId,
    /// Whose.
    pub side: Side,
    /// What.
    pub arm: Arm,
    /// Where it stands; `None` when it enters the map.
    pub start: Option<usize>,
    /// Its allowance in half-points.
    pub budget: u16,
}

/// A way walked to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walked {
    /// Half-points spent.
    pub spent: u16,
    /// Its last hex.
    pub end: usize,
}

/// Dropping a leftover half point (§6.2, ruling 10).
pub fn whole(spent: u16) -> u16 {
    spent.next_multiple_of(MP)
}
