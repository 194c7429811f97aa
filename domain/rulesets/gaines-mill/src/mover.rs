//! A unit about to move, and what its way comes to.

use super::ground::MP;
use super::units::{Arm, UnitId};
use domain_core::kit::RuleBreak;
use domain_core::referee::Side;

pub const WAY_START: RuleBreak =
    RuleBreak::new(&["6.1", "That way does not begin where {unit} stands.", "Begin it with its own hex."]);
pub const WAY_GAP: RuleBreak =
    RuleBreak::new(&["6.1", "That way leaps over a hex.", "Name every hex, each next to the one before."]);
pub const TOO_DEAR: RuleBreak =
    RuleBreak::new(&["6.2", "{unit} has not enough movement points.", "Choose a hex that it can pay for."]);
pub const ENEMY_THERE: RuleBreak = RuleBreak::new(&["6.3", "An enemy is in the way.", "Go around, or attack it."]);
pub const FRIEND_AT_END: RuleBreak =
    RuleBreak::new(&["6.3", "Another unit is in that hex.", "A move may pass a friend but not end there."]);
pub const THROUGH_ZONE: RuleBreak =
    RuleBreak::new(&["6.3", "A friend may not be passed in an enemy zone.", "Pass friends only outside enemy zones."]);

/// A unit about to move, with what its steps depend on.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// The unit that moves.
    pub unit: UnitId,
    /// Its side, whose enemies stop it.
    pub side: Side,
    /// Its type, which says which zones stop it.
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
